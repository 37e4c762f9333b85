"""Write the source folder of a site for each generator, as its manual recommends.

If a generator has data files, lists are data files. Templates and settings are in templates/; this
module writes the files that differ between sizes.

    python -m bench.sites SIZE GENERATOR FOLDER
"""

from __future__ import annotations

import dataclasses
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from bench.content import (
    DESCRIPTION,
    NEWS_ON_HOME,
    OWNER,
    PROFILE,
    SIZES,
    TITLE,
    URL,
    Content,
    Paper,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

TEMPLATES = Path(__file__).parent / "templates"
STATIC_FOLDERS = {
    "acadfolio": "static",
    "hugo": "static",
    "pelican": "theme/static",
    "mkdocs": "docs",
    "nikola": "files",
}
"""The folders of static files. Other generators have them at the top of the site."""
Data = dict[str, Any]
DOWNLOADS: dict[str, str | bool] = {
    "acadfolio": "list",
    "acadfolio-plain": False,
    "acadfolio-same-theme": False,
}
"""The setting `downloads` of each site of acadfolio.

`list` is the default: three citation files of all papers. No other generator writes any.
"""


def write_site(generator: str, content: Content, folder: Path) -> None:
    """Write the source folder. An existing one is deleted."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    WRITERS[generator](folder, content)


def write_acadfolio(folder: Path, content: Content, name: str = "acadfolio") -> None:
    settings: Data = {"title": TITLE, "description": DESCRIPTION, "url": URL}
    settings["downloads"] = DOWNLOADS[name]
    settings["navigation"] = [
        {"title": words, "url": url} for words, url in content.menu.items() if url != "/"
    ]
    settings["publications"] = {"group_by": "year"} | (
        {"pages": True} if content.size.paper_pages else {}
    )
    _data(folder, "data/site.yml", settings)
    _data(folder, "data/profile.yml", _acadfolio_profile())
    _data(folder, "data/education.yml", [
        {"degree": degree.degree, "institution": degree.institution, "date": "{}..{}".format(*degree.years)}
        for degree in PROFILE.education
    ])  # fmt: skip
    _data(folder, "data/publications.yml", [_acadfolio_paper(paper) for paper in content.papers])
    _data(
        folder,
        "data/news.yml",
        [
            {"date": news.date, "text": news.text, "links": {"more": news.link}}
            for news in content.news
        ],
    )
    _data(folder, "data/teaching.yml", [
        {"course": course.title, "code": course.code, "role": course.role, "terms": [course.term]}
        for course in content.courses
    ])  # fmt: skip
    _data(folder, "data/services.yml", [
        {"role": service.role, "venues": [{"name": service.venue, "years": [service.year]}]}
        for service in content.services
    ])  # fmt: skip
    home = f"{content.about}\n# News\n\n{{{{ news(limit={NEWS_ON_HOME}) }}}}\n\n"
    home += "# Selected publications\n\n{{ publications(selected=true, group_by=[]) }}\n"
    _page(
        folder,
        "content/about.md",
        {"permalink": "/", "sections": ["education", "teaching", "services"]},
        home,
    )
    if not content.size.paper_pages:  # With pages for papers, acadfolio generates the list.
        _page(
            folder, "content/publications.md", {"title": "Publications"}, "{{ publications() }}\n"
        )
    _page(folder, "content/news.md", {"title": "News"}, "{{ news() }}\n")
    _pages(folder, "content/pages", content)


def write_acadfolio_plain(folder: Path, content: Content) -> None:
    """Write the site without citations to download, which no other generator has."""
    write_acadfolio(folder, content, "acadfolio-plain")


def write_acadfolio_same_theme(folder: Path, content: Content) -> None:
    """Write the site with the theme of the other generators, as its own templates."""
    write_acadfolio(folder, content, "acadfolio-same-theme")
    _skeleton("acadfolio", folder)


def _acadfolio_profile() -> Data:
    links = dict(PROFILE.links)
    return {
        "name": PROFILE.name,
        "positions": [PROFILE.position, PROFILE.institution],
        "location": PROFILE.location,
        "bio": PROFILE.bio,
        "email": links.pop("Email").removeprefix("mailto:"),
        "links": links,
    }


def _acadfolio_paper(paper: Paper) -> Data:
    return {
        "key": paper.key,
        "title": paper.title,
        "authors": list(paper.authors),
        "kind": "conference",
        "venue": paper.venue,
        "year": paper.year,
        "selected": paper.is_selected,
        "abstract": paper.abstract,
        "links": paper.links,
    }


def write_hugo(folder: Path, content: Content) -> None:
    _skeleton("hugo", folder)
    _lists(folder / "data", "yaml", content, with_papers=not content.size.paper_pages)
    _page(folder, "content/_index.md", {"title": OWNER}, content.about)
    _page(folder, "content/publications/_index.md", {"title": "Publications"})
    _page(folder, "content/news/_index.md", {"title": "News"})
    _page(
        folder,
        "content/pages/_index.md",
        {"title": "Pages", "build": {"render": "never", "list": "never"}},
    )
    _pages(folder, "content/pages", content)
    for paper in content.papers if content.size.paper_pages else []:
        fields = _paper(paper, "title", "abstract")
        _page(
            folder,
            f"content/publications/{paper.key}.md",
            {"title": paper.title, "params": fields},
            paper.abstract,
        )


def write_jekyll(folder: Path, content: Content) -> None:
    _skeleton("jekyll", folder)
    _lists(folder / "_data", "yml", content, with_papers=not content.size.paper_pages)
    _page(folder, "index.md", {"layout": "home", "title": OWNER, "permalink": "/"}, content.about)
    for name in ("publications", "news"):
        _page(
            folder,
            f"{name}.md",
            {"layout": name, "title": name.capitalize(), "permalink": f"/{name}/"},
        )
    for page in content.pages:
        matter = {
            "title": page.title,
            "description": page.description,
            "permalink": f"/pages/{page.slug}/",
        }
        _page(folder, f"_pages/{page.slug}.md", matter, page.body)
    for paper in content.papers if content.size.paper_pages else []:
        matter = _paper(paper, "abstract") | {"permalink": f"/publications/{paper.key}/"}
        _page(folder, f"_publications/{paper.key}.md", matter, paper.abstract)


def write_pelican(folder: Path, content: Content) -> None:
    _skeleton("pelican", folder)
    _jinja("pelican", folder / "theme/templates", {"paper.html": "article.html"})
    _lists(folder / "data", "yml", content)
    _meta(
        folder,
        "content/home.md",
        {"Title": OWNER, "Template": "home", "Save_as": "index.html"},
        content.about,
    )
    for name in ("publications", "news"):
        where = {"Title": name.capitalize(), "Template": name, "Save_as": f"{name}/index.html"}
        _meta(folder, f"content/{name}.md", where, "&nbsp;")  # Pelican skips pages without text.
    for page in content.pages:
        matter = {"Title": page.title, "Slug": page.slug, "Description": page.description}
        _meta(folder, f"content/pages/{page.slug}.md", matter, page.body)
    for paper in content.papers if content.size.paper_pages else []:
        matter = {"Title": paper.title, "Slug": paper.key, "Date": f"{paper.year}-01-01"}
        _meta(folder, f"content/publications/{paper.key}.md", matter, paper.abstract)


def write_mkdocs(folder: Path, content: Content) -> None:
    _skeleton("mkdocs", folder)
    _jinja("mkdocs", folder / "theme", {"page.html": "main.html"})
    _lists(folder / "data", "yml", content)
    _page(folder, "docs/index.md", {"title": OWNER, "template": "home.html"}, content.about)
    for name in ("publications", "news"):
        _page(folder, f"docs/{name}.md", {"title": name.capitalize(), "template": f"{name}.html"})
    _pages(folder, "docs/pages", content)
    for paper in content.papers if content.size.paper_pages else []:
        matter = {"title": paper.title, "template": "paper.html", "key": paper.key}
        _page(folder, f"docs/publications/{paper.key}.md", matter, paper.abstract)


def write_nikola(folder: Path, content: Content) -> None:
    """Write the site for Nikola.

    All of its pages depend on data/. Papers are in another folder, and the two pages that list them
    name their file.
    """
    _skeleton("nikola", folder)
    _jinja("nikola", folder / "themes/bench/templates", {})
    _lists(folder / "data", "yaml", content, with_papers=False)
    _data(folder, "papers/papers.yaml", [_paper(paper) for paper in content.papers])
    lists = {"data": "papers/papers.yaml"}
    _page(
        folder,
        "pages/home.md",
        {"title": OWNER, "slug": "index", "template": "home.html"} | lists,
        content.about,
    )
    for name in ("publications", "news"):
        matter = {"title": name.capitalize(), "slug": name, "template": f"{name}.html"}
        _page(folder, f"pages/{name}.md", matter | (lists if name == "publications" else {}))
    for page in content.pages:
        matter = {"title": page.title, "slug": page.slug, "description": page.description}
        _page(folder, f"texts/{page.slug}.md", matter, page.body)
    for paper in content.papers if content.size.paper_pages else []:
        _page(
            folder,
            f"publications/{paper.key}.md",
            {"title": paper.title, "slug": paper.key},
            paper.abstract,
        )


WRITERS: Mapping[str, Callable[[Path, Content], None]] = {
    "acadfolio": write_acadfolio,
    "acadfolio-plain": write_acadfolio_plain,
    "acadfolio-same-theme": write_acadfolio_same_theme,
    "hugo": write_hugo,
    "jekyll": write_jekyll,
    "pelican": write_pelican,
    "mkdocs": write_mkdocs,
    "nikola": write_nikola,
}


def _skeleton(generator: str, folder: Path) -> None:
    """Copy the settings and templates, and the style sheet into the folder of static files."""
    shutil.copytree(TEMPLATES / generator, folder, dirs_exist_ok=True)
    where = STATIC_FOLDERS.get(generator, ".")
    (folder / where).mkdir(parents=True, exist_ok=True)
    shutil.copy(TEMPLATES / "style.css", folder / where / "style.css")


def _jinja(generator: str, folder: Path, renamed: dict[str, str]) -> None:
    """Copy the templates that the generators with Jinja share, each after a header with the generator's own names."""
    names = (TEMPLATES / "jinja-names" / f"{generator}.html").read_text(encoding="utf-8")
    for template in sorted((TEMPLATES / "jinja").glob("*.html")):
        text = template.read_text(encoding="utf-8")
        _put(
            folder,
            renamed.get(template.name, template.name),
            names + text if "{% extends" in text else text,
        )


def _lists(folder: Path, suffix: str, content: Content, *, with_papers: bool = True) -> None:
    """Write the data files for generators in which users choose the names of fields."""
    lists: Data = {
        "profile": dataclasses.asdict(PROFILE),
        "menu": [{"title": words, "url": url} for words, url in content.menu.items()],
        "news": [dataclasses.asdict(news) for news in content.news],
        "courses": [dataclasses.asdict(course) for course in content.courses],
        "services": [dataclasses.asdict(service) for service in content.services],
    }
    if with_papers:
        lists["papers"] = [_paper(paper) for paper in content.papers]
    for name, data in lists.items():
        _data(folder, f"{name}.{suffix}", data)


def _paper(paper: Paper, *without: str) -> Data:
    fields = dataclasses.asdict(paper) | {"links": paper.links}
    return {name: value for name, value in fields.items() if name not in without}


def _pages(folder: Path, where: str, content: Content) -> None:
    for page in content.pages:
        _page(
            folder,
            f"{where}/{page.slug}.md",
            {"title": page.title, "description": page.description},
            page.body,
        )


def _page(folder: Path, path: str, matter: Data, text: str = "") -> None:
    _put(folder, path, f"---\n{_yaml(matter)}---\n\n{text.rstrip()}\n")


def _meta(folder: Path, path: str, matter: dict[str, str], text: str) -> None:
    _put(
        folder,
        path,
        "".join(f"{name}: {value}\n" for name, value in matter.items()) + f"\n{text.rstrip()}\n",
    )


def _data(folder: Path, path: str, data: object) -> None:
    _put(folder, path, _yaml(data))


def _yaml(data: object) -> str:
    plain = yaml.CSafeDumper
    plain.add_representer(tuple, yaml.representer.SafeRepresenter.represent_list)
    plain.ignore_aliases = lambda *_: True  # type: ignore[method-assign] # Hugo refuses large files with aliases.
    return yaml.dump(data, Dumper=plain, sort_keys=False, allow_unicode=True, width=1000)


def _put(folder: Path, path: str, text: str) -> None:
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def main(arguments: list[str]) -> None:
    size, generator, folder = arguments
    write_site(generator, Content(SIZES[size]), Path(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
