"""After any edit the site is byte for byte what a build from nothing makes, whatever comes from the cache."""

from __future__ import annotations

import gc
import io
import marshal
import os
import pickle
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from jinja2.bccache import bc_magic
from msgspec import msgpack
from PIL import Image

from acadfolio import manifest
from acadfolio.cache_folder import CACHE, IMAGES, read_kept, write_kept
from acadfolio.cli import main
from acadfolio.loading.data import read_data
from acadfolio.markdown import code
from acadfolio.memo import Memo
from acadfolio.model.site import Names
from acadfolio.page_work import CHUNK, MANY
from acadfolio.problems import Problems
from acadfolio.rendering.renderer import Renderer
from cases import every_case
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from acadfolio.images.variants import Variant
    from acadfolio.model.site import Data
    from acadfolio.routing import PlannedPage

    Edit = Callable[["Site"], object]

FILES = {
    "data/site.yml": """\
title: Emmy Noether
url: https://noether.example
related: true
downloads: papers
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
        return main(
            ["build", "--no-cache", "--site", str(self.root), "--output", str(self.fresh), *options]
        )


def files_in(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


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
    "variants for nobody": change(SETTINGS, "related: true", "related: true\nimages: original"),
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
        "<footer>{% for post in posts %}{{ post.title }} {% endfor %}{% include 'partials/last.html' %}</footer>\n"),
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
    "a page that cites a paper": write("content/cites.md", "---\ntitle: Cites\n---\nSee [@aufbau].\n"),
    "and one with a name": write("content/names.md", "---\ntitle: Names\n---\nBy @artin.\n"),
    "the title of what it cites": change(PAPERS, "title: Aufbauten", "title: Der Aufbau"),
    "a paper whose key is that name": add(PAPERS, "- {title: Braids, key: artin, year: 1925}\n"),
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
    "the site's URL": change(SETTINGS, "noether.example", "emmy.example"),
    "no page for each paper": change(SETTINGS, "publications: {pages: true}", "publications: {pages: false}"),
    "and again": change(SETTINGS, "publications: {pages: false}", "publications: {pages: true, style: ieee}"),
    "no downloads": change(SETTINGS, "downloads: papers", "downloads: false"),
    "and downloads again": change(SETTINGS, "downloads: false", "downloads: papers"),
    "another language": change(SETTINGS, "related: true", "related: true\nlanguage: de"),
    "the other look": change(SETTINGS, "related: true", "related: true\nlook: academicpages"),
    "another title": change("content/cv.md", "title: Life", "title: Leben"),
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
    monkeypatch.setattr(manifest, "PACKAGE", str(package))
    yield Site(tmp_path)
    gc.enable()  # Builds switch it off.


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the pages that are rendered, as they are."""
    paths: list[str] = []
    usual = Renderer.page

    def counted(renderer: Renderer, planned: PlannedPage) -> object:
        paths.append(planned.path)
        return usual(renderer, planned)

    monkeypatch.setattr(Renderer, "page", counted)
    return paths


def differences(site: Site, capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    """The files that are not as from nothing, and the messages that differ."""
    capsys.readouterr()
    status = site.build(*options)
    said = capsys.readouterr().err
    assert (status, site.build_anew(*options)) == (0, 0), said
    anew = capsys.readouterr().err
    made, fresh = files_in(site.output), files_in(site.fresh)
    others = sorted(
        name for name in made.keys() | fresh.keys() if made.get(name) != fresh.get(name)
    )
    return [
        *(name for name in others if name != ".acadfolio"),
        *([] if said == anew else [f"said: {said} / {anew}"]),
    ]


@pytest.mark.slow
def test_after_any_edit_the_site_is_as_from_nothing(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    assert differences(site, capsys) == []
    wrong = {}
    for name, edit in EDITS.items():
        edit(site)
        if found := differences(site, capsys):
            wrong[name] = found
    assert wrong == {}


@pytest.mark.parametrize(
    ("edit", "pages"),
    [
        (
            change("content/prizes.md", "{{ awards() }}", "All: {{ awards() }}"),
            {"prizes/index.html"},
        ),
        (
            add("data/awards.yml", "- {title: Ackermann–Teubner, date: 1932-05}\n"),
            {"prizes/index.html"},
        ),
        (
            change(PAPERS, "On fields.", "On numbers."),
            {
                "index.html",
                *(f"publications/{page}index.html" for page in ("", "aufbau/", "idealtheorie/")),
            },
        ),
    ],
    ids=["a text", "an award", "an abstract"],
)
def test_only_what_looks_at_the_change_is_rendered(
    site: Site, rendered: list[str], edit: Edit, pages: set[str]
) -> None:
    site.build()
    rendered.clear()
    edit(site)
    site.build()
    assert pages <= set(rendered)
    assert (
        not set(rendered) - pages - {"liquid/index.html"}
    )  # A page with Liquid may look at everything.


def test_a_page_whose_title_is_unique_again_has_no_place_in_it(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    """The other entry, which is no neighbour, keeps its URL."""
    talks = "- {title: Rings, date: 1930, event: Prague}\n- {title: Fields, date: 1931}\n- {title: Sums, date: 1932}\n"
    site.write("data/talks.yml", f"{talks}- {{title: Rings, date: 1933}}\n")
    site.build()
    page = site.output / "talks/rings/index.html"
    assert "Rings (Prague" in page.read_text(encoding="utf-8")
    site.write("data/talks.yml", f"{talks}- {{title: rings, date: 1933}}\n")
    assert differences(site, capsys) == []
    assert "Rings (Prague" not in page.read_text(encoding="utf-8")


@every_case(
    "template",
    [
        "{{ page.content }}",
        '{{ page.content }}{{ cached("partials/ring.html") if page.title is not equalto "A" }}',
    ],
)
def test_a_page_warns_of_an_image_of_which_another_one_warned_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], template: str
) -> None:
    """On all but one page, the image may also be in a part that they have in common."""
    site = Site(tmp_path)
    site.write("templates/layouts/page.html", f"<main>{template}</main>")
    site.write("templates/partials/ring.html", "<img src='/images/bad.png' alt=''>")
    site.write("static/images/bad.png", "no image")
    for name in ("a", "b"):
        site.write(
            f"content/{name}.md", f"---\ntitle: {name.upper()}\n---\n![A ring](/images/bad.png)\n"
        )
    site.build()
    site.write("content/a.md", "---\ntitle: A\n---\nNo image.\n")
    assert differences(site, capsys) == []
    site.write("content/b.md", "---\ntitle: B\n---\nNo image.\n")
    assert differences(site, capsys) == []


def test_a_list_in_liquid_shows_keys_of_other_pages_that_have_no_effect_here(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    site.write(
        "content/order.md",
        "---\ntitle: Order\n---\n{% for each in site.pages %}{{ each.nav_order }}{% endfor %}\n",
    )
    site.write("content/ranked.md", "---\ntitle: Ranked\nnav_order: 17\n---\nA\n")
    site.build()
    site.write("content/ranked.md", "---\ntitle: Ranked\nnav_order: 18\n---\nA\n")
    assert differences(site, capsys) == []
    assert "18" in (site.output / "order/index.html").read_text(encoding="utf-8")


def test_citations_are_written_anew_after_a_build_of_another_folder_that_left_no_manifest(
    site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site.write("templates/layouts/publication.html", "<main>{{ page.title }}</main>")
    site.change(PAPERS, "abstract: On fields.", "note: A note")
    site.build()
    site.change(PAPERS, "note: A note", "note: A remark")
    # An error that costs one file: the next build looks again.
    site.change(SETTINGS, "related: true", "related: true\ncv: {pdf: true, design: missing}")
    assert main(["build", "--site", str(site.root), "--output", str(tmp_path / "other")]) == 1
    site.build()
    site.build_anew()
    assert "missing" in capsys.readouterr().err
    bib = "publications/aufbau/aufbau.bib"
    assert files_in(site.output)[bib] == files_in(site.fresh)[bib]


def test_a_page_changes_on_the_day_of_a_hidden_paper_that_it_cites(
    site: Site, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    site.write("templates/citations/own.html", "{{ paper.record.title }} {{ paper.is_published }}")
    site.change(SETTINGS, "publications: {", "publications: {style: own, ")
    hidden = (
        "- {title: Hidden, key: hidden, hidden: true, authors: [Emil Artin], date: 2031-07-01}\n"
    )
    add(PAPERS, hidden)(site)
    site.write("content/cites.md", "---\ntitle: Cites\n---\nSee [@hidden].\n")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1930000000")
    site.build()
    page = site.output / "cites/index.html"
    assert "Hidden False" in page.read_text(encoding="utf-8")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1960000000")
    assert differences(site, capsys) == []
    assert "Hidden True" in page.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("harm", ["damaged", "emptied", "deleted", "of another version"])
def test_a_cache_that_cannot_be_used_is_made_again(
    site: Site, capsys: pytest.CaptureFixture[str], harm: str
) -> None:
    site.build()
    welcome = "Welcome"
    for name in ("html", "fields", "pages"):
        file = site.root / CACHE / name
        content = file.read_bytes()
        if harm == "deleted":
            file.unlink()
        elif harm == "of another version":
            Memo(str(site.root), b"another").save()
            assert file.read_bytes() != content or name != "pages"
        else:
            file.write_bytes(b"" if harm == "emptied" else content[:-1] + bytes([content[-1] ^ 1]))
        site.change(ABOUT, welcome, f"{welcome} again")
        welcome += " again"
        assert differences(site, capsys) == [], name
        assert file.is_file()


@every_case("kind", ["a link without end", "a link", "a pipe"])
@every_case("name", ["manifest", "pages", "html", "data"])
def test_a_file_of_the_cache_that_is_none_is_not_read(tmp_path: Path, name: str, kind: str) -> None:
    file = tmp_path / CACHE / name
    write_kept(str(tmp_path / "elsewhere"), b"head", b"value")
    file.parent.mkdir()
    if kind == "a pipe":
        os.mkfifo(file)
    else:
        file.symlink_to("/dev/zero" if kind == "a link without end" else tmp_path / "elsewhere")
    assert read_kept(str(file), b"head") is None
    write_kept(str(file), b"head", b"new")
    assert read_kept(str(file), b"head") == b"new"
    assert read_kept(str(tmp_path / "elsewhere"), b"head") == b"value"


def never(text: str) -> str:
    raise AssertionError(f"{text} is converted again")


@every_case("is_complete", [True, False])
def test_results_of_other_processes_stay_and_unused_ones_until_a_build_that_asked_for_all(
    tmp_path: Path, is_complete: bool
) -> None:
    parent, other = (Memo(str(tmp_path), b"program") for _ in range(2))
    upper = [memo.remembered("html", str.upper, str, ()) for memo in (parent, other)]
    upper[0]("before")
    parent.save()
    parent.begin()
    upper[1]("now")
    parent.add_used(other.take_used())
    parent.is_complete = is_complete
    parent.save()
    later = Memo(str(tmp_path), b"program").remembered("html", never, str, ())
    assert later("now") == "NOW"
    if is_complete:
        with pytest.raises(AssertionError, match="converted again"):
            later("before")
    else:
        assert later("before") == "BEFORE"


UNNEEDED = {
    "PIL", "acadfolio.bibliography.readers", "acadfolio.bibliography.writers", "acadfolio.source.yaml_writer", "difflib",
    "liquid", "multiprocessing", "pygments", "signal", "tornado",
}  # fmt: skip
"""What a build needs for images, bibliographies, citations, errors, code, Liquid, many pages or a server."""


@pytest.mark.slow
def test_an_edited_page_imports_only_what_pages_need(tmp_path: Path) -> None:
    assert all(map(find_spec, UNNEEDED))
    site = Site(tmp_path)
    site.remove("content/liquid.md")
    site.change("content/prizes.md", "{{ awards() }}", "{{ awards() }}\n\n~~~ python\nring\n~~~")
    assert site.build() == 0
    site.change("content/prizes.md", "{{ awards() }}", "Mine:\n\n{{ awards() }}")
    program = "import sys; from acadfolio.cli import main; main(sys.argv[1:]); print(*sys.modules)"
    options = ("--site", str(site.root), "--output", str(site.output))
    done = subprocess.run(
        [sys.executable, "-c", program, "build", *options],
        capture_output=True,
        text=True,
        check=True,
    )
    line, modules = done.stdout.splitlines()
    assert ": 0 new, 2 changed, 0 removed)" in line  # The page, and the index for the search.
    assert not UNNEEDED.intersection(modules.split())


def test_code_that_did_not_change_is_not_highlighted_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    highlighted: list[str] = []
    usual = code.highlight

    def counted(source: str, language: str) -> str | None:
        highlighted.append(source)
        return usual(source, language)

    monkeypatch.setattr(code, "highlight", counted)
    blocks = "~~~ python\nimport rings\n~~~\n\n~~~ unknown\nx\n~~~\n\n~~~ python\n~~~\n\n"
    site.write("content/code.md", f"{blocks}First.\n\n{blocks}")
    assert site.build() == 0
    first = sorted(highlighted)
    assert first == ["", "import rings\n", "x\n"]
    site.change("content/code.md", "First.", "Second.")
    assert site.build() == 0
    assert sorted(highlighted) == first
    made = (site.output / "code/index.html").read_bytes()
    assert site.build_anew() == 0
    assert made == (site.fresh / "code/index.html").read_bytes()


@pytest.mark.slow
def test_texts_that_several_processes_convert_are_kept_and_stay_after_an_edit(
    tmp_path: Path,
) -> None:
    pages = {f"content/page{number}.md": f"Text {number}.\n" for number in range(MANY + CHUNK)}
    site = make_site(tmp_path, pages)
    command = [sys.executable, "-m", "acadfolio", "build", "--site", str(site)]
    for text in ("Text 7.", "Another text."):
        (site / "content/page7.md").write_text(text)
        subprocess.run(command, check=True, capture_output=True)
        kept = (site / CACHE / "html").read_bytes()
        missing = [
            number
            for number in range(MANY + CHUNK)
            if f"<p>Text {number}.</p>".encode() not in kept
        ]
        assert missing == []
    assert b"<p>Another text.</p>" in kept


class Trap:
    """An object that makes a file when it is unpickled."""

    def __init__(self, sprung: Path) -> None:
        self.sprung = str(sprung)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[str, int]]:
        return os.open, (self.sprung, os.O_CREAT)


def trapped(compiled: bytes, code: bytes) -> bytes:
    """A compiled template of Jinja with other code behind its head, which still fits the template."""
    reader = io.BytesIO(compiled)
    assert reader.read(len(bc_magic)) == bc_magic
    pickle.load(reader)  # noqa: S301 - the checksum of the template
    return compiled[: reader.tell()] + code


@pytest.mark.slow
@pytest.mark.parametrize("command", [["build"], ["deploy", "--dry-run", "--to", "TARGET"]])
def test_nothing_in_the_cache_of_a_cloned_site_is_run(
    site: Site, tmp_path: Path, command: list[str]
) -> None:
    """The traps have the heads and checksums of files that the program itself has just written."""
    sprung, users_cache = tmp_path / "sprung", tmp_path / "users-cache"
    code = marshal.dumps(
        compile(f"import os; os.open({str(sprung)!r}, os.O_CREAT)", "trap", "exec")
    )
    traps = [code, pickle.dumps(Trap(sprung))]
    environment = os.environ | {"XDG_CACHE_HOME": str(users_cache)}
    run = [sys.executable, "-m", "acadfolio", *command, "--site", str(site.root)]
    run = [str(tmp_path / "target") if word == "TARGET" else word for word in run]
    subprocess.run(
        [*run[:3], "build", "--site", str(site.root)],
        check=True,
        capture_output=True,
        env=environment,
    )
    folder = site.root / CACHE
    compiled = [path for path in users_cache.rglob("*") if path.is_file()]
    assert len(compiled) > 10
    for name in ("templates", compiled[0].parent.name):
        (folder / name).mkdir()
        for path in compiled:
            (folder / name / path.name).write_bytes(trapped(path.read_bytes(), code))
    kept = [
        path
        for path in folder.iterdir()
        if path.is_file() and path.name not in {".gitignore", "CACHEDIR.TAG"}
    ]
    assert {path.name for path in kept} >= {"manifest", "data", "html", "fields", "pages"}
    for trap in traps:
        for path in kept:
            content = path.read_bytes()
            head = content[: content.index(b"\n") + 1]
            write_kept(str(path), head, trap)
        subprocess.run(run, check=True, capture_output=True, env=environment)
    assert not sprung.exists()
    exec(marshal.loads(code))  # noqa: S102, S302 - the traps work
    sprung.unlink()
    pickle.loads(traps[1])  # noqa: S301
    assert sprung.exists()


@pytest.mark.parametrize("name", [CACHE, f"{CACHE}/{IMAGES}", f"{CACHE}/.gitignore"])
def test_a_cache_that_is_a_link_in_a_cloned_site_is_not_followed(
    site: Site, tmp_path: Path, name: str
) -> None:
    """Old files of a cache are deleted: a link would have deleted those of another folder."""
    private = tmp_path / "private"
    private.mkdir()
    old = private / "diary.txt"
    old.write_text("Dear diary")
    os.utime(old, (0, 0))
    link = site.root / name
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(private / "new" if name.endswith("ignore") else private)
    site.build()
    assert [path.name for path in private.iterdir()] == ["diary.txt"]


def test_without_a_cache_nothing_is_kept(site: Site) -> None:
    site.build_anew()
    assert not (site.root / CACHE).exists()


@pytest.fixture
def remembering(tmp_path: Path) -> tuple[Memo, Path]:
    """The memo of another process for the site with every feature, after its data were read once."""
    root = tmp_path / "features"
    shutil.copytree(Path(__file__).parent / "feature_site", root)
    Memo(str(root), b"program").read_data(root, Problems(), Names())
    return Memo(str(root), b"program"), root


def counted(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders whose data files the cache reads from now on."""
    folders: list[Path] = []

    def counting(root: Path, problems: Problems, names: Names) -> Data:
        folders.append(root)
        return read_data(root, problems, names)

    monkeypatch.setattr("acadfolio.memo.read_data", counting)
    return folders


def test_data_that_did_not_change_are_not_read_again_and_are_the_same(
    remembering: tuple[Memo, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    memo, root = remembering
    anew = read_data(root, Problems())
    readings = counted(monkeypatch)
    assert memo.read_data(root, Problems(), Names()) == anew
    assert readings == []


@pytest.mark.parametrize(
    "change", ["edited", "added", "added in other schemas", "static", "target", "styles", "looks"]
)
def test_data_are_read_again_when_something_changed_that_they_depend_on(
    remembering: tuple[Memo, Path], change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    memo, root = remembering
    names = Names()
    match change:
        case "edited":
            (root / "data" / "news.yml").write_text("- date: 2024\n  text: Hello\n")
        case "added":
            (root / "data" / "hobbies.yml").write_text("- text: Chess\n")
        case "added in other schemas":
            folder = root / "data/papers/schemas"
            folder.mkdir(parents=True)
            (folder / "more.bib").write_text("@misc{more, title={More}, author={Artin, Emil}}")
        case "target":
            bib = "@article{more, title={More}, author={Artin, Emil}, pdf={more.pdf}}"
            (root / "data/more.bib").write_text(bib)
            (root / "static/files/more.pdf").symlink_to(root / "content/more.pdf")
            memo.read_data(root, Problems(), names)
            (root / "content/more.pdf").touch()
        case "static":
            (root / "static").mkdir(exist_ok=True)
            (root / "static" / "paper.pdf").touch()
        case "styles":
            names = Names(citation_styles=("apa",))
        case "looks":
            names = Names(looks=("acad-homepage", "academicpages", "mine"))
    anew = read_data(root, Problems(), names)
    readings = counted(monkeypatch)
    for _ in range(2):
        assert memo.read_data(root, Problems(), names) == anew
    assert readings == [root]


def test_data_that_are_saved_while_they_are_read_are_read_again_after_an_undo(
    remembering: tuple[Memo, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    memo, root = remembering
    news = root / "data/news.yml"

    def reading_late(root: Path, problems: Problems, names: Names) -> Data:
        news.write_text("- {date: 2024, text: New}\n")
        return read_data(root, problems, names)

    news.write_text("- {date: 2024, text: Old}\n")
    with monkeypatch.context() as late:
        late.setattr("acadfolio.memo.read_data", reading_late)
        memo.read_data(root, Problems(), Names())
    news.write_text("- {date: 2024, text: Old}\n")
    for builds in (memo, Memo(str(root), b"program")):
        assert builds.read_data(root, Problems(), Names()) == read_data(root, Problems())


def test_problems_of_data_are_reported_by_every_build(remembering: tuple[Memo, Path]) -> None:
    memo, root = remembering
    (root / "data" / "news.yml").write_text("- date: 2024\n  txt: Hello\n")
    for builds in (memo, memo, Memo(str(root), b"program")):
        problems = Problems()
        builds.read_data(root, problems, Names())
        assert [problem.rule for problem in problems.errors] == ["unknown-key"]


def test_data_with_a_warning_are_not_read_again_and_the_warning_is_repeated(
    remembering: tuple[Memo, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, root = remembering
    (root / "data" / "profile.yml").write_text(
        "name: Emmy Noether\nlinks: {ORCID: 0000-0000-0000-0000}\n"
    )
    first = Problems()
    anew = Memo(str(root), b"program").read_data(root, first, Names())
    assert [problem.severity for problem in first.found] == ["warning"]
    readings = counted(monkeypatch)
    again = Problems()
    assert Memo(str(root), b"program").read_data(root, again, Names()) == anew
    assert again.found == first.found
    assert readings == []


def test_data_that_cannot_be_listed_are_read_and_their_problems_reported(
    remembering: tuple[Memo, Path],
) -> None:
    memo, root = remembering
    (root / "data" / "loop.yml").symlink_to("loop.yml")
    with_cache, without = Problems(), Problems()
    assert memo.read_data(root, with_cache, Names()) == read_data(root, without, Names())
    assert with_cache.found == without.found


def test_kept_data_of_another_shape_are_read_again(
    remembering: tuple[Memo, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if somebody had written the file, with its checksum."""
    memo, root = remembering
    file = root / CACHE / "data"
    head = file.read_bytes().split(b"\n")[0] + b"\n"
    payload = read_kept(str(file), head)
    assert payload is not None
    data, entries, problems = msgpack.decode(payload)
    write_kept(str(file), head, msgpack.encode([data, entries | {"news": 3}, problems]))
    anew = read_data(root, Problems(), Names())
    readings = counted(monkeypatch)
    assert memo.read_data(root, Problems(), Names()) == anew
    assert readings == [root]


def test_kept_variants_are_used_where_their_times_cannot_be_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where another user made the cache."""

    def refuse(path: str) -> None:
        raise PermissionError(path)

    made: list[bytes] = []

    def make(image: bytes) -> tuple[Variant, ...]:
        made.append(image)
        return ()

    remembering = Memo(str(tmp_path), b"program").remembered_variants(make)
    assert remembering(b"image") == ()
    monkeypatch.setattr("acadfolio.memo.os.utime", refuse)
    assert remembering(b"image") == ()
    assert made == [b"image"]


@every_case("harm", ["the file", "a result"])
def test_kept_results_of_another_shape_are_made_again(tmp_path: Path, harm: str) -> None:
    """As if somebody had written the file, with its checksum."""
    memo = Memo(str(tmp_path), b"program")
    assert memo.remembered("html", str.upper, str, ())("a") == "A"
    memo.save()
    file, head = str(tmp_path / CACHE / "html"), b"acadfolio html %s\n" % b"program".hex().encode()
    payload = read_kept(file, head)
    assert payload is not None
    (key,) = msgpack.decode(payload)
    harmed = [3] if harm == "the file" else {key: msgpack.encode(["A"])}
    write_kept(file, head, msgpack.encode(harmed))
    again = Memo(str(tmp_path), b"program").remembered("html", str.upper, str, ())
    assert again("a") == "A"
