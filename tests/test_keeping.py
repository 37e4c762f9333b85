"""What is kept of the last build: after any edit the site is byte for byte what a build from nothing makes."""

from __future__ import annotations

import gc
import json
import random
import shutil
import time
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from acadfolio import manifest, workers
from acadfolio.build import build
from acadfolio.cli import main
from acadfolio.kept_file import CACHE
from acadfolio.rendering.bodies import Bodies
from acadfolio.rendering.keeping import Recipes
from acadfolio.rendering.related import RelatedPapers
from acadfolio.rendering.renderer import Renderer
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from acadfolio.rendering.hosts import Hosts
    from acadfolio.rendering.papers import Paper
    from acadfolio.routing import PlannedPage

    Edit = Callable[["Site"], object]

FILES = {
    "data/site.yml": """\
title: Emmy Noether
url: https://noether.example
related: true
llms: true
share_images: false
humans: true
publications: {pages: true}
talks: {pages: true}
""",
    "data/profile.yml": "name: Emmy Noether\nlinks: {GitHub: https://github.com/noether}\n",
    "data/venues.yml": "mathann: {name: Mathematische Annalen, abbreviation: MA, url: https://annalen.example/}\n",
    "data/people.yml": "- {name: Max Deuring, url: https://deuring.example/}\n- {name: David Hilbert}\n",
    "data/news.yml": "- {date: 2024-06-14, text: 'A [prize](/prizes/) and a [paper](/publications/idealtheorie/).'}\n",
    "data/awards.yml": "- {title: Prize, date: 1932}\n",
    "data/talks.yml": "- {title: Hyperkomplexe Systeme, date: 1932-09}\n- {title: Rings, date: 1930}\n",
    "data/publications.yml": """\
- {title: Idealtheorie, key: idealtheorie, authors: [Emmy Noether], kind: journal, venue: mathann, year: 1921,
   tags: [rings], abstract: On ideals in rings., links: {PDF: files/ideal.pdf}}
- {title: Abstrakter Aufbau, key: aufbau, authors: [Emmy Noether, Max Deuring], kind: journal, venue: mathann,
   year: 1927, tags: [rings], abstract: On fields.}
- {title: Invariante Variationsprobleme, key: variation, authors: [Emmy Noether], kind: conference, venue: Göttingen,
   year: 1918, tags: [physics], scholar_id: 'N:1', image: images/ring.png}
""",
    "data/citations.yml": "papers: {'N:1': {citations: 5, title: Invariante, year: 1918}}\n",
    "content/about.md": """\
---
title: Home
---
Welcome to [my prizes](/prizes/) and [my papers](/publications/).

{{ news(limit=2) }}

{{ publications(limit=2) }}

![A ring](/images/ring.png)

<span class="show_paper_citations" data="N:1"></span>
""",
    "content/publications.md": "---\ntitle: Papers\n---\n{{ publications(search=true) }}\n",
    "content/cv.md": "---\ntitle: CV\nlayout: cv-layout\n---\n",
    "content/prizes.md": "---\ntitle: Prizes\nredirect_from: /won/\n---\n{{ awards() }}\n",
    "content/picture.md": "---\ntitle: Picture\n---\n![A ring](/images/ring.png)\n",
    "content/liquid.md": "---\ntitle: Liquid\n---\n{% if page.title %}{{ site.title }}{% endif %}\n",
    "content/hobbies.md": "---\ntitle: Hobbies\n---\n{{ hobbies() }}\n",
    "data/hobbies.yml": "- {title: Swimming, text: 'In [a lake](/picture/).'}\n",
    "content/_posts/2024-01-02-first.md": "---\ntitle: First\ntags: [rings]\n---\nThe first, see [CV](/cv/).\n",
    "content/_posts/2024-02-03-second.md": "---\ntitle: Second\ntags: [rings, physics]\n---\nThe second.\n",
    "content/_posts/2024-03-04-third.md": "---\ntitle: Third\ntags: [physics]\n---\nThe third.\n",
    "content/posts.md": "---\ntitle: Blog\nlayout: posts\npermalink: /blog/\n---\n",
    "static/files/ideal.pdf": "%PDF-1.4",
    "templates/entries/hobbies.html": "<b>{{ entry.record.title }}</b> {{ site.title }} {{ entry.record.text }}\n",
}


class Site:
    """A site that is edited and built again and again."""

    def __init__(self, folder: Path) -> None:
        self.root, self.output, self.fresh = folder / "site", folder / "kept", folder / "fresh"
        make_site(self.root, FILES)
        self.picture(64)

    def picture(self, size: int, name: str = "ring.png") -> None:
        path = self.root / "static/images" / name
        path.parent.mkdir(exist_ok=True)
        Image.new("RGB", (size, size // 2), (size % 256, 40, 90)).save(path)

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def change(self, name: str, old: str, new: str) -> None:
        text = (self.root / name).read_text(encoding="utf-8")
        assert old in text
        self.write(name, text.replace(old, new))

    def remove(self, name: str) -> None:
        (self.root / name).unlink()

    def build(self, *options: str) -> int:
        return main(["build", "--site", str(self.root), "--output", str(self.output), *options])

    def build_anew(self, *options: str) -> int:
        shutil.rmtree(self.fresh, ignore_errors=True)
        return main(["build", "--no-cache", "--site", str(self.root), "--output", str(self.fresh), *options])


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


PAPERS, ABOUT, SETTINGS = "data/publications.yml", "content/about.md", "data/site.yml"
SECOND_POST = "content/_posts/2024-02-03-second.md"
WITH_DRAFT = "---\ntitle: Draft\ndraft: true\ntags: [rings]\n---\nNot yet.\n"


def change(name: str, old: str, new: str) -> Edit:
    return lambda site: site.change(name, old, new)


def write(name: str, text: str) -> Edit:
    return lambda site: site.write(name, text)


def remove(name: str) -> Edit:
    return lambda site: site.remove(name)


def move(old: str, new: str) -> Edit:
    return lambda site: (site.root / old).rename(site.root / new)


def output(name: str, content: bytes | None) -> Edit:
    """What somebody does to a file of the finished site."""

    def edit(site: Site) -> None:
        path = site.output / name
        path.unlink()
        if content is not None:
            path.write_bytes(content)

    return edit


def add(name: str, text: str) -> Edit:
    return lambda site: site.write(name, (site.root / name).read_text(encoding="utf-8") + text)


EDITS: dict[str, Edit] = {
    "a page's title": change("content/cv.md", "title: CV", "title: Life"),
    "the title of a post": change(SECOND_POST, "title: Second", "title: Number two"),
    "the text of a page": change("content/prizes.md", "{{ awards() }}", "All of them: {{ awards() }}"),
    "the text of a post": change(SECOND_POST, "The second.", "The second one."),
    "a tag more": change(SECOND_POST, "[rings, physics]", "[rings, physics, groups]"),
    "a tag less": change("content/_posts/2024-01-02-first.md", "tags: [rings]", "tags: []"),
    "a description": change("content/picture.md", "title: Picture", "title: Picture\ndescription: A ring."),
    "out of the menu": change("content/picture.md", "title: Picture", "title: Picture\nmenu: false"),
    "a heading on the home page": add(ABOUT, "\n## 🔥 Teaching\n\nLectures.\n"),
    "a link to that heading": add("content/prizes.md", "\n[Teaching](/#-teaching)\n"),
    "that heading goes": change(ABOUT, "## 🔥 Teaching", "## Lessons"),
    "a link to a page that is not there yet": add("content/prizes.md", "\n[Lectures](/lectures/)\n"),
    "that page": write("content/lectures.md", "---\ntitle: Lectures\n---\nAll.\n"),
    "that page again elsewhere": change("content/lectures.md", "title: Lectures", "title: Lectures\npermalink: /l/"),
    "and back": change("content/lectures.md", "\npermalink: /l/", ""),
    "that page goes": remove("content/lectures.md"),
    "a page by another name": move("content/picture.md", "content/photo.md"),
    "and by its own": move("content/photo.md", "content/picture.md"),
    "a redirect instead of a page": change("content/prizes.md", "/won/", "/honours/"),
    "a picture of another size": lambda site: site.picture(96),
    "the same picture again": lambda site: site.picture(96),
    "another picture": lambda site: site.picture(32, "small.png"),
    "a page with it": change("content/picture.md", "ring.png", "small.png"),
    "a picture large enough for variants": lambda site: site.picture(700, "small.png"),
    "variants for nobody": change(SETTINGS, "llms: true", "llms: true\nimages: original"),
    "and for everybody": change(SETTINGS, "\nimages: original", ""),
    "a page without it": change("content/picture.md", "small.png", "ring.png"),
    "that picture goes": remove("static/images/small.png"),
    "a static file": write("static/files/more.pdf", "%PDF-1.5"),
    "a static file changes": write("static/files/ideal.pdf", "%PDF-1.6"),
    "a style sheet": write("static/assets/css/custom.css", "body { color: red }"),
    "a news entry": add("data/news.yml", "- {date: 2024-07-01, text: '[Blog](/blog/) opened.'}\n"),
    "an award": add("data/awards.yml", "- {title: Ackermann–Teubner, date: 1932-05}\n"),
    "an entry of another section": add("data/hobbies.yml", "- {title: Walking, text: Far.}\n"),
    "a paper's title": change(PAPERS, "title: Abstrakter Aufbau", "title: Abstrakter Aufbau der Idealtheorie"),
    "a paper's year": change(PAPERS, "year: 1918", "year: 1928"),
    "a paper's tags": change(PAPERS, "tags: [physics]", "tags: [rings]"),
    "a page of a paper's title": change("content/hobbies.md", "title: Hobbies", "title: Idealtheorie"),
    "and of its own": change("content/hobbies.md", "title: Idealtheorie", "title: Hobbies"),
    "a talk of which is said what a paper says": change(
        "data/talks.yml", "- {title: Hyperkomplexe Systeme,", "- {title: Hyperkomplexe Systeme, text: On fields.,"),
    "of which something else is said": change("data/talks.yml", "On fields.", "On numbers."),
    "a paper's abstract is another's": change(PAPERS, "On fields.", "On ideals in rings."),
    "and is its own again": change(PAPERS, "key: idealtheorie, ", ""),
    "a paper more": add(PAPERS, "- {title: Diskriminanten, authors: [Emmy Noether], kind: journal, year: 1927}\n"),
    "a paper of the same title": add(PAPERS, "- {title: Diskriminanten, authors: [Max Deuring], year: 1931}\n"),
    "a paper of the same key": add(PAPERS, "- {title: Aufbauten, key: Aufbau, authors: [Emmy Noether], year: 1933}\n"),
    "papers the other way round": lambda site: site.write(PAPERS, "".join(
        f"- {entry}" for entry in reversed((site.root / PAPERS).read_text(encoding="utf-8").split("- ")[1:]))),
    "a bibliography": write("data/more.bib", "@article{hasse, title={Beweis}, author={Hasse, Helmut and Noether, Emmy},"
                            " year={1932}, journal={Crelle}}\n"),
    "that bibliography changes": change("data/more.bib", "Beweis", "Beweis eines Hauptsatzes"),
    "that bibliography goes": remove("data/more.bib"),
    "a venue": change("data/venues.yml", "Mathematische Annalen", "Math. Annalen"),
    "the page of a person": change("data/people.yml", "https://deuring.example/", "https://max.example/"),
    "a person more": add("data/people.yml", "- {name: Emil Artin}\n"),
    "another person's name": change("data/profile.yml", "name: Emmy Noether", "name: Amalie Emmy Noether"),
    "a citation count": change("data/citations.yml", "citations: 5", "citations: 7"),
    "a talk": add("data/talks.yml", "- {title: Rings, date: 1931}\n"),
    "a talk less": change("data/talks.yml", "- {title: Rings, date: 1930}\n", ""),
    "a template of a part": write("templates/partials/footer.html", "<footer>{{ site.title }}</footer>\n"),
    "a template of an entry": write("templates/entries/hobbies.html", "{{ entry.record.title }}\n"),
    "that template goes": remove("templates/partials/footer.html"),
    "a part of a part": write("templates/partials/last.html", "{{ page.title }} of {{ posts | length }}\n"),
    "a frame that shows posts": write("templates/partials/footer.html",
        "<footer>{% for post in posts %}{{ post.title }} {% endfor %}{{ part('partials/last.html') }}</footer>\n"),
    "the title of a post in that frame": change("content/_posts/2024-01-02-first.md", "title:", "title: The"),
    "that frame goes": remove("templates/partials/footer.html"),
    "links from a post's first paragraph": change("content/_posts/2024-03-04-third.md", "The third.",
        "The third, after [the first](../first/#top), in [a file](files/ideal.pdf)."),
    "what that file may mean beside the post, too": write("static/posts/third/files/ideal.pdf", "%PDF-1.7"),
    "and no more": remove("static/posts/third/files/ideal.pdf"),
    "the other post by another name": move(
        "content/_posts/2024-01-02-first.md", "content/_posts/2024-01-02-fifth.md"),
    "and by its own again": move("content/_posts/2024-01-02-fifth.md", "content/_posts/2024-01-02-first.md"),
    "the post of that paragraph by another name": move(
        "content/_posts/2024-03-04-third.md", "content/_posts/2024-03-04-last.md"),
    "and by the one it had": move("content/_posts/2024-03-04-last.md", "content/_posts/2024-03-04-third.md"),
    "a list in a post": change(SECOND_POST, "The second one.", "The second one.\n\n{{ awards() }}"),
    "an award that a post lists": add("data/awards.yml", "- {title: A chair, date: 1922}\n"),
    "pictures and papers in a post": add(SECOND_POST,
        "\n![A ring](/images/ring.png)\n\n{{ publications(year=1927, search=true) }}\n\n[Art](/files/art.pdf)\n"),
    "a paper that a post picks": change(PAPERS, "title: Diskriminanten", "title: Der Diskriminantensatz"),
    "a file that a post names": write("static/files/art.pdf", "%PDF-1.5"),
    "and that goes": remove("static/files/art.pdf"),
    "a file that an excerpt names": write("static/files/art.pdf", "%PDF-1.5"),
    "that excerpt": change("content/_posts/2024-03-04-third.md", "title: Third",
        "title: Third\nexcerpt: 'Of [art](/files/art.pdf).'"),
    "without that file": remove("static/files/art.pdf"),
    "a post": write("content/_posts/2024-05-06-fourth.md", "---\ntitle: Fourth\ntags: [rings]\n---\nFourth.\n"),
    "a post less": remove("content/_posts/2024-01-02-first.md"),
    "a draft": write("content/draft.md", WITH_DRAFT),
    "no draft any more": change("content/draft.md", "draft: true\n", ""),
    "the site's title": change(SETTINGS, "title: Emmy Noether", "title: E. Noether"),
    "the site's address": change(SETTINGS, "noether.example", "emmy.example"),
    "no page for each paper": change(SETTINGS, "publications: {pages: true}", "publications: {pages: false}"),
    "and again": change(SETTINGS, "publications: {pages: false}", "publications: {pages: true, style: ieee}"),
    "no downloads": change(SETTINGS, "llms: true", "llms: true\ndownloads: false"),
    "and downloads again": change(SETTINGS, "\ndownloads: false", ""),
    "another language": change(SETTINGS, "llms: true", "llms: true\nlanguage: de"),
    "the other look": change(SETTINGS, "llms: true", "llms: true\nlook: academicpages"),
    "pictures for sharing": change(SETTINGS, "share_images: false", "share_images: true"),
    "a title on such a picture": change("content/cv.md", "title: Life", "title: Leben"),
    "a page of the output was emptied": output("cv/index.html", b""),
    "a page of the output went": output("prizes/index.html", None),
    "citations in the output were damaged": output("publications/variation/variation.bib", b"@misc{x}"),
    "citations of the output went": output("publications.json", None),
    "a picture of the output went": output("images/ring.png", None),
}  # fmt: skip


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A site, made by a package that nobody edits meanwhile."""
    package = tmp_path / "package"
    package.mkdir()
    monkeypatch.setattr(manifest, "_PACKAGE", str(package))
    yield Site(tmp_path)
    gc.enable()  # Builds switch it off.


def differences(site: Site, capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    """The files that are not as from nothing, and the remarks that are not told alike."""
    capsys.readouterr()
    status = site.build(*options)
    said = capsys.readouterr().err
    assert (status, site.build_anew(*options)) == (0, 0), said
    anew = capsys.readouterr().err
    made, fresh = files_in(site.output), files_in(site.fresh)
    others = sorted(name for name in made.keys() | fresh.keys() if made.get(name) != fresh.get(name))
    return [*(name for name in others if name != ".acadfolio"), *([] if said == anew else [f"said: {said} / {anew}"])]


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the pages that are rendered, as they are."""
    paths: list[str] = []
    usual = Renderer.page

    def counted(renderer: Renderer, planned: PlannedPage, hosts: Hosts) -> object:
        paths.append(planned.path)
        return usual(renderer, planned, hosts)

    monkeypatch.setattr(Renderer, "page", counted)
    return paths


def test_after_any_edit_the_site_is_as_from_nothing(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    assert differences(site, capsys) == []
    wrong = {}
    for name, edit in EDITS.items():
        edit(site)
        if found := differences(site, capsys):
            wrong[name] = found
    assert wrong == {}


@pytest.mark.parametrize(
    ("name", "pages"),
    [
        ("the text of a page", {"prizes/"}),
        ("a tag more", {"posts/first/", "posts/second/", "posts/third/", "posts/", "tags/"}),
        (
            "a paper's abstract is another's",
            {"", "publications/", "publications/aufbau/", "publications/idealtheorie/"},
        ),
        ("a picture of another size", {"", "picture/", "publications/variation/"}),
        ("an award", {"prizes/"}),
        ("a static file", set()),
        ("a page of the output went", {"prizes/"}),
        ("a draft", set()),
    ],
)
def test_only_what_an_edit_concerns_is_rendered_again(
    name: str, pages: set[str], site: Site, rendered: list[str]
) -> None:
    site.build()
    assert len(rendered) == len(set(rendered)) > 15
    rendered.clear()
    EDITS[name](site)
    site.build()
    assert set(rendered) == {f"{page}index.html" for page in pages}


@pytest.mark.parametrize(
    ("name", "anew"), [("the text of a page", False), ("an award", False), ("a paper's year", True)]
)
def test_the_home_pages_text_is_rendered_again_where_that_changes_it(
    name: str, anew: bool, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.build()
    paths: list[str] = []
    usual = Bodies.body

    def counted(bodies: Bodies, planned: PlannedPage) -> object:
        paths.append(planned.path)
        return usual(bodies, planned)

    monkeypatch.setattr(Bodies, "body", counted)
    EDITS[name](site)
    site.build()
    assert ("index.html" in paths) == anew


def test_a_part_in_an_entry_stays_on_the_home_page(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    site.write("templates/partials/mine.html", "<b>{{ site.title }}</b>")
    site.write("templates/entries/news.html", "{{ entry.record.text }} {{ part('partials/mine.html') }}")
    site.build()
    (site.output / "index.html").unlink()  # The page is made again, of the text that is known.
    assert differences(site, capsys) == []


@pytest.mark.parametrize(
    ("name", "posts"),
    [
        ("the text of a post", ["posts/first/", "posts/second/", "posts/third/"]),
        ("the text of a page", []),
        ("an award", ["posts/first/", "posts/second/", "posts/third/"]),
    ],
)
def test_the_feed_of_posts_is_made_again_where_a_post_is(
    name: str, posts: list[str], site: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    site.change("content/_posts/2024-03-04-third.md", "The third.", "The third.\n\n{{ awards() }}")
    site.build()
    paths: list[str] = []
    usual = Renderer.text

    def counted(renderer: Renderer, planned: PlannedPage) -> str:
        paths.append(planned.address.lstrip("/"))
        return usual(renderer, planned)

    monkeypatch.setattr(Renderer, "text", counted)
    EDITS[name](site)
    site.build()
    assert sorted(paths) == posts
    assert differences(site, capsys) == []


@pytest.mark.parametrize("page", ["content/prizes.md", ABOUT])
@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("[nowhere](/nowhere/)", "there is no file or page `/nowhere/`"),
        ("{{ publications(year=1900) }}", "chooses none of"),
        ("<i class='fas fa-bug'></i>", "nothing is seen"),
    ],
)
def test_a_page_that_warns_warns_at_every_build(
    page: str, text: str, remark: str, site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also when only another page is rendered anew; the home page's text is rendered before all others."""
    assert site.build() == 0
    site.write(page, f"{(site.root / page).read_text(encoding='utf-8')}\n{text}\n")
    for number in range(3):
        site.change("data/talks.yml", "Hyperkomplexe", f"{number}. Hyperkomplexe")
        capsys.readouterr()
        assert site.build() == 0
        said = capsys.readouterr().err
        assert said.count(remark) == 1, said


def test_what_the_sidebar_warns_of_is_told_at_every_build(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    site.change("data/profile.yml", "name: Emmy Noether", "name: Emmy Noether\nbio: 'A <i class=\"fa fa-bug\"></i>'")
    for number in range(3):
        site.change("data/talks.yml", "Hyperkomplexe", f"{number}. Hyperkomplexe")
        assert differences(site, capsys) == []
        site.build()
        assert capsys.readouterr().err.count("nothing is seen") == 1


def test_a_feed_of_news_follows_the_page_that_it_leads_to(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing else does that: the page is in no menu, and the home page without news."""
    site.write(SETTINGS, "title: Emmy Noether\nshare_images: false\n")
    site.write(ABOUT, "Welcome.\n")
    site.write("content/extra.md", "---\ntitle: Extra\nmenu: false\n---\nMore.\n")
    site.write("data/news.yml", "- {date: 2024-06-14, text: 'Something [extra](/extra/).'}\n")
    assert differences(site, capsys) == []
    site.remove("content/extra.md")
    assert differences(site, capsys) == []


def test_a_page_is_marked_in_the_menu_once_the_menu_means_it(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    """A file takes the place of the page that it meant before, and all links lead where they led."""
    site.write(SETTINGS, "title: Emmy Noether\nnavigation: [{title: Talk, url: /talk}]\n")
    site.write("content/talk.md", "---\ntitle: Talk\n---\nText.\n")
    site.write("content/other.md", "---\ntitle: Other\npermalink: /talk.html\n---\nText.\n")
    assert differences(site, capsys) == []
    site.remove("content/other.md")
    site.write("static/talk.html", "<p>Text.</p>\n")
    assert differences(site, capsys) == []
    assert b'aria-current="page"' in (site.output / "talk/index.html").read_bytes()


def test_pages_that_no_edit_concerns_are_not_looked_at_in_detail(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.build()
    asked: list[str] = []
    usual = Recipes._own  # noqa: SLF001

    def noted(recipes: Recipes, planned: PlannedPage, lists: Iterable[str]) -> bytes:
        asked.append(planned.path)
        return usual(recipes, planned, lists)

    monkeypatch.setattr(Recipes, "_own", noted)
    EDITS["an award"](site)
    site.build()
    assert set(asked) == {"prizes/index.html"}


def test_the_way_to_a_page_names_the_pages_above_as_they_are(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    site.write("content/lectures.md", "---\ntitle: Lectures\nmenu: false\n---\nAll.\n")
    site.write("content/lectures/rings.md", "---\ntitle: Rings\nmenu: false\n---\nOne.\n")
    assert differences(site, capsys) == []
    site.change("content/lectures.md", "title: Lectures", "title: Courses")
    assert differences(site, capsys) == []
    assert b"Courses" in (site.output / "lectures/rings/index.html").read_bytes()


@pytest.mark.parametrize("page", ["content/picture.md", SECOND_POST])
def test_a_count_in_a_text_follows_the_paper_on_whatever_page(
    page: str, site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    site.remove("data/citations.yml")
    site.change(PAPERS, "scholar_id: 'N:1',", "scholar_id: 'N:1', citations: 5,")
    add(page, '\n<span class="show_paper_citations" data="N:1"></span>\n')(site)
    site.build()
    site.change(PAPERS, "citations: 5", "citations: 77")
    assert differences(site, capsys) == []


def papers(chance: random.Random, count: int) -> list[dict[str, object]]:
    """So many that not each is related to each, of few who write, on few matters."""
    names = ["Emmy Noether", "Max Deuring", "David Hilbert", "Emil Artin"]
    return [
        {
            "title": f"Ring {number}",
            "authors": chance.sample(names, chance.randint(1, 2)),
            "year": 1918 + number // 3,
            "tags": chance.sample(["rings", "fields", "ideals"], chance.randint(0, 1)),
            "abstract": chance.choice(["On rings. And more.", "On rings. And less.", f"On ring {number}."]),
        }
        for number in range(count)
    ]


def test_a_page_that_picks_papers_is_rendered_for_these_alone(site: Site, rendered: list[str]) -> None:
    site.write("content/rings.md", '---\ntitle: Rings\n---\n{{ publications(tags="rings", year=1927) }}\n')
    site.write(ABOUT, "{{ publications(selected=true) }}\n")
    site.change(PAPERS, "key: idealtheorie,", "key: idealtheorie, selected: true,")
    site.build()
    picked = []
    for old, new in [
        ("title: Invariante Variationsprobleme", "title: Variationsprobleme"),  # on neither of both
        ("title: Idealtheorie", "title: Idealtheorie in Ringbereichen"),
        ("title: Abstrakter Aufbau", "title: Aufbau"),
        ("key: variation,", "key: variation, selected: true,"),
        ("year: 1921", "year: 1927"),
    ]:
        rendered.clear()
        site.change(PAPERS, old, new)
        site.build()
        picked.append({"index.html", "rings/index.html"}.intersection(rendered))
    assert picked == [set(), {"index.html"}, {"rings/index.html"}, {"index.html"}, {"index.html", "rings/index.html"}]


def test_pages_that_pick_papers_are_right_after_any_edits(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    """So are the remarks on papers that no page shows: others come and go before those that are picked."""
    chance = random.Random(1918)  # noqa: S311
    site.write(SETTINGS, "title: Emmy Noether\n")
    site.write("content/publications.md", "---\ntitle: Papers\n---\n{{ publications(tags='rings') }}\n")
    site.write(ABOUT, "{{ publications(selected=true) }}\n\n{{ publications(tags='rings', selected=true) }}\n")
    picked = {"title": "Ring", "tags": ["rings"], "selected": True}  # A line that picks nothing warns.
    listed = papers(chance, 8)
    for _ in range(16):
        place = chance.randrange(len(listed))
        match chance.randrange(5):
            case 0:
                listed.insert(chance.choice([0, place]), papers(chance, 1)[0])
            case 1:
                del listed[place]
            case 2:
                listed[place]["selected"] = not listed[place].get("selected", False)
            case 3:
                listed[place]["title"] = f"Ring {chance.random()}"
            case _:
                listed.reverse()
        site.write(PAPERS, json.dumps([*listed, picked]))
        assert differences(site, capsys) == []


def test_related_papers_are_right_after_any_edits(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(1921)  # noqa: S311
    listed = papers(chance, 40)
    for number in range(12):
        one, other = chance.sample(range(len(listed)), 2)
        match number % 4:
            case 0:
                listed[one] = listed[one] | {"title": f"Ring anew {number}"}
            case 1:
                listed[one], listed[other] = listed[other], listed[one]
            case 2:
                listed.insert(one, papers(chance, 1)[0] | {"title": f"One more {number}"})
                del listed[other]
            case _:
                listed[one] = listed[one] | {"abstract": listed[other]["abstract"]}
        site.write(PAPERS, json.dumps(listed))
        assert (number, differences(site, capsys)) == (number, [])


def test_papers_of_one_kind_that_all_move_up_are_related_to_the_nearest(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    alike = {"authors": ["Emmy Noether", "Max Deuring"], "year": 1921}
    listed = [{"title": f"Ring {number}", **alike} for number in range(12)]
    site.write(PAPERS, json.dumps(listed))
    assert differences(site, capsys) == []
    site.write(PAPERS, json.dumps([*listed[1:], {"title": "One more", **alike}]))
    assert differences(site, capsys) == []


@pytest.mark.parametrize("shared", [{"authors": ["Max Deuring"]}, {"venue": "Crelle"}, {"tags": ["ideals"]}], ids=str)
def test_papers_are_related_by_what_they_come_to_share(
    shared: dict[str, object], site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    listed: list[dict[str, object]] = [
        {"title": f"Ring {number}", "authors": ["Emmy Noether"], "year": 1920 + number} for number in range(12)
    ]
    listed[0] |= {"authors": ["Max Deuring"], "venue": "Crelle", "tags": ["ideals"]}
    site.write(PAPERS, json.dumps(listed))
    assert differences(site, capsys) == []
    listed[5] |= shared
    site.write(PAPERS, json.dumps(listed))
    assert differences(site, capsys) == []


def test_a_relative_whose_page_moved_is_linked_where_it_is(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    """An older paper takes its title, and its address; between the two stand others."""
    others = [{"title": f"Ring {number}", "authors": [f"Author {number}"], "year": 1922} for number in range(4)]
    listed = [
        {"title": title, "authors": ["Emmy Noether"], "year": year, "tags": ["rings"]}
        for title, year in (("Rings", 1921), ("Fields", 1923))
    ]
    site.write(PAPERS, json.dumps([*listed, *others]))
    assert differences(site, capsys) == []
    site.write(PAPERS, json.dumps([*listed, *others, {"title": "Rings", "authors": ["Emil Artin"], "year": 1900}]))
    assert differences(site, capsys) == []
    assert b"rings-1921/" in (site.output / "publications/fields/index.html").read_bytes()


def test_a_site_that_shows_no_relatives_looks_for_none(
    site: Site, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, rendered: list[str]
) -> None:
    shown = "templates/partials/related-papers.html"
    of_some = "page.paper.when.year == 1921 or page.paper.record.doi"
    site.write(shown, f"{{% if {of_some} %}}{{{{ page.related_papers | length }}}}{{% endif %}}\n")
    listed: list[dict[str, object]] = [
        {"title": f"Ring {number}", "authors": ["Emmy Noether", "Emil Artin"], "year": 1920 + number // 4}
        for number in range(12)
    ]
    found: list[str] = []
    related = RelatedPapers.of

    def counted(relatives: RelatedPapers, paper: Paper) -> tuple[Paper, ...]:
        found.append(paper.page)
        return related(relatives, paper)

    monkeypatch.setattr(RelatedPapers, "of", counted)
    monkeypatch.setattr(workers, "may_fork", lambda: False)
    site.write(PAPERS, json.dumps(listed))
    site.build()
    assert sorted(found) == [f"/publications/ring-{number}/" for number in range(4, 8)]
    rendered.clear()
    listed[0]["tags"] = listed[5]["tags"] = listed[10]["tags"] = ["ideals"]
    site.write(PAPERS, json.dumps(listed))
    site.build()
    pages = {path for path in rendered if path.startswith("publications/ring")}
    assert pages == {f"publications/ring-{number}/index.html" for number in (0, 4, 5, 6, 7, 10)}
    assert differences(site, capsys) == []
    listed[3]["doi"] = "10.1007/3"  # Which leaves all as related as they were.
    site.write(PAPERS, json.dumps(listed))
    assert differences(site, capsys) == []
    site.remove(shown)
    assert differences(site, capsys) == []


def test_after_a_new_title_no_relatives_are_found_anew(
    site: Site, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    site.write(PAPERS, json.dumps(listed := papers(random.Random(1921), 40)))  # noqa: S311
    site.build()
    listed[7]["abstract"] = listed[9]["abstract"] = "On the same rings."
    site.write(PAPERS, json.dumps(listed))
    site.build()
    found = []
    related = RelatedPapers.of

    def noted(papers: RelatedPapers, paper: Paper) -> tuple[Paper, ...]:
        found.append(paper.record.title.by_language[0][1])
        return related(papers, paper)

    monkeypatch.setattr(RelatedPapers, "of", noted)
    listed[20]["title"] = "Ring anew"
    site.write(PAPERS, json.dumps(listed))
    site.build()
    assert found == ["Ring anew"]
    assert differences(site, capsys) == []


def damages() -> Iterator[tuple[str, Callable[[bytes], bytes]]]:
    chance = random.Random(1882)  # noqa: S311

    def flipped(data: bytes) -> bytes:
        place = chance.randrange(len(data))
        return data[:place] + bytes([data[place] ^ (1 << chance.randrange(8))]) + data[place + 1 :]

    yield "empty", lambda _: b""
    yield "the first byte alone", lambda data: data[:1]
    yield "cut in the middle", lambda data: data[: len(data) // 2]
    yield "without its last byte", lambda data: data[:-1]
    yield "with more at its end", lambda data: data + b"\0more"
    yield "of zeros", lambda data: bytes(len(data))
    yield from ((f"a flipped bit {number}", flipped) for number in range(5))


def test_a_damaged_cache_is_no_cache(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    site.build()
    for number, (name, damage) in enumerate(damages()):
        files = [path for path in (site.root / CACHE).rglob("*") if path.is_file()]
        assert len(files) > 3
        for path in files:
            path.write_bytes(damage(path.read_bytes() or b"0"))
        site.write("content/cv.md", f"---\ntitle: CV {number}\nlayout: cv-layout\n---\n")
        assert (name, differences(site, capsys)) == (name, [])


def test_the_cache_of_another_site_is_none(
    site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str], rendered: list[str]
) -> None:
    other = Site(tmp_path / "other")
    other.change(SETTINGS, "title: Emmy Noether", "title: Emil Artin")
    other.change("content/prizes.md", "title: Prizes", "title: His prizes")
    for one in (site, other):
        one.build()
    shutil.rmtree(site.root / CACHE)
    shutil.copytree(other.root / CACHE, site.root / CACHE)
    rendered.clear()
    assert differences(site, capsys) == []
    assert "prizes/index.html" in rendered


def test_a_cache_that_is_older_than_the_site_is_of_no_harm(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    site.build()
    old = {path: path.read_bytes() for path in (site.root / CACHE).rglob("*") if path.is_file()}
    site.change("content/prizes.md", "title: Prizes", "title: Honours")
    site.change(PAPERS, "Idealtheorie", "Theorie der Ideale")
    site.build()
    for path, content in old.items():
        path.write_bytes(content)
    assert differences(site, capsys) == []


def test_pages_of_another_build_than_the_output_are_of_no_harm(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    """As where the disk was full when the pages of the last build were to be kept, and had room for the rest."""
    site.change(PAPERS, "year: 1927,", "year: 1927, issn: 0025-5831,")
    site.build()
    pages, papers = site.root / CACHE / "pages", (site.root / PAPERS).read_text(encoding="utf-8")
    old = pages.read_bytes()
    site.change(PAPERS, "0025-5831", "1432-1807")
    site.build()
    pages.write_bytes(old)
    site.write(PAPERS, papers)
    assert differences(site, capsys) == []


def test_a_build_holds_until_the_next_day_that_the_content_names(tmp_path: Path) -> None:
    news = "- {date: 2024-01-02, text: Done.}\n- {date: 2999-03-04, text: To come.}\n- {date: 2998-05, text: Before.}\n"
    site = make_site(tmp_path / "site", {"data/news.yml": news})
    built = build(site, tmp_path / "output")
    assert built.days == (time.localtime()[:3], (2998, 5, 1))
