"""The head of a page, as search engines, social media and browsers read it."""

from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from acadfolio.build import prepare
from acadfolio.loading.looks import find_looks, read_looks
from acadfolio.model.colours import BACKGROUNDS, Rgb, rgb
from acadfolio.model.look import Look
from acadfolio.model.section_kinds import BUILT_IN
from acadfolio.problems import Problems
from acadfolio.rendering.metadata import first_and_last, in_script
from cases import every_case
from sites import render_site

ROOT = Path(__file__).parent.parent
URL = "title: Emmy Noether\nurl: https://noether.example/~emmy\n"
POST = (
    "---\ntitle: Ideals\ntags: [rings]\nmodified: 1921-05-01\n---\nThe theory of ideals in rings.\n"
)


class Head(HTMLParser):
    """The tags of a head: contents by name or property, links by relation, and what scripts of JSON hold."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.meta: dict[str, list[str]] = {}
        self.links: dict[str, list[str]] = {}
        self.title = self.json = self._open = ""
        self.feed(page.partition("</head>")[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self._open = attributes.get("type", tag)
        if tag == "meta" and "content" in attributes:
            name = attributes.get("name") or attributes.get("property", "")
            self.meta.setdefault(name, []).append(attributes["content"])
        if tag == "link":
            self.links.setdefault(attributes["rel"], []).append(attributes["href"])

    def handle_data(self, data: str) -> None:
        self.title += data if self._open == "title" else ""
        self.json += data if self._open == "application/ld+json" else ""

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self._open = ""

    @property
    def graph(self) -> dict[str, dict[str, Any]]:
        return (
            {node["@type"]: node for node in json.loads(self.json)["@graph"]} if self.json else {}
        )


def head_of(folder: Path, files: dict[str, str], path: str = "index.html") -> Head:
    return Head(render_site(folder, {"data/site.yml": URL} | files)[0][path])


@pytest.fixture(scope="module", params=["acad-homepage", "academicpages"])
def demo(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Head]:
    """The heads of the demo site's pages in one look, with a URL."""
    site = tmp_path_factory.mktemp("demo")
    for part in ("data", "content"):
        shutil.copytree(ROOT / part, site / part)
    shutil.copytree(ROOT / "static", site / "static", ignore=shutil.ignore_patterns("assets"))
    settings = site / "data" / "site.yml"
    text = re.sub(
        "^look: .*$",
        f"look: {request.param}",
        settings.read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    )
    settings.write_text(f"{text}\nurl: https://curie.example\n", encoding="utf-8")
    prepared = prepare(site)
    paths = {planned.path for planned in prepared.plan.pages if planned.layout != "missing"}
    heads = {
        output.path: Head(output.content.decode())
        for output in prepared.outputs()
        if output.path in paths
    }
    assert {"index.html", "cv/index.html", "publications/index.html"} < heads.keys()
    return heads


@pytest.mark.slow
def test_every_page_has_a_title_and_a_description_of_its_own(demo: dict[str, Head]) -> None:
    assert len({head.title for head in demo.values()}) == len(demo)
    assert len({head.meta["description"][0] for head in demo.values()}) == len(demo)
    assert all(head.title and len(head.meta["description"][0]) > 10 for head in demo.values())


def test_every_page_names_its_own_url_and_repeats_no_metadata(demo: dict[str, Head]) -> None:
    for path, head in demo.items():
        url = "https://curie.example/" + quote(path.removesuffix("index.html"))
        assert head.links["canonical"] == head.meta["og:url"] == [url]
        several = {"article:tag", "theme-color", "citation_author", "citation_keywords"}
        assert [
            name
            for name, contents in head.meta.items()
            if len(contents) > 1 and name not in several
        ] == []
        assert all(content for contents in head.meta.values() for content in contents)


def test_every_page_but_the_home_page_has_breadcrumbs_for_search_engines(
    demo: dict[str, Head],
) -> None:
    for path, head in demo.items():
        if path == "index.html":
            assert head.graph.keys() >= {"Person", "WebSite", "ProfilePage"}
        else:
            steps = head.graph["BreadcrumbList"]["itemListElement"]
            assert [step["position"] for step in steps] == list(range(1, len(steps) + 1))
            assert steps[-1]["item"] == head.links["canonical"][0]


def test_the_metadata_of_a_post_has_its_date_and_author(tmp_path: Path) -> None:
    head = head_of(
        tmp_path, {"content/posts/1921-02-03-ideals.md": POST}, "posts/ideals/index.html"
    )
    assert head.meta["og:type"] == ["article"]
    assert head.meta["article:published_time"] == ["1921-02-03"]
    assert head.meta["article:modified_time"] == ["1921-05-01"]
    assert head.meta["article:author"] == ["https://noether.example/~emmy/"]
    assert head.meta["article:tag"] == ["rings"]
    post = head.graph["BlogPosting"]
    assert (post["headline"], post["datePublished"], post["keywords"]) == (
        "Ideals",
        "1921-02-03",
        ["rings"],
    )
    assert post["author"]["@id"] == "https://noether.example/~emmy/#person"


def test_the_person_has_names_positions_and_pages_elsewhere(tmp_path: Path) -> None:
    profile = """name: Emmy Noether
variants: [Amalie Emmy Noether, E. Noether]
email: emmy@noether.example
positions: [{role: Professor, institution: "[Bryn Mawr](https://b.example)"}]
links:
  github: emmy
  mastodon: "@emmy@social.example"
  My lab: https://lab.example
  CV: /cv.pdf
"""
    head = head_of(tmp_path, {"data/profile.yml": profile, "static/cv.pdf": ""})
    person = head.graph["Person"]
    assert person["sameAs"] == ["https://github.com/emmy", "https://social.example/@emmy"]
    assert person["alternateName"] == ["Amalie Emmy Noether"]
    assert (person["jobTitle"], person["affiliation"]) == (
        ["Professor"], [{"@type": "Organization", "name": "Bryn Mawr"}],
    )  # fmt: skip
    assert "emmy@noether.example" not in head.json
    assert head.meta["fediverse:creator"] == ["@emmy@social.example"]
    assert (head.meta["profile:first_name"], head.meta["profile:last_name"]) == (
        ["Emmy"],
        ["Noether"],
    )


def test_a_group_is_no_person_for_search_engines(tmp_path: Path) -> None:
    profile = "name: Algebra Group\norganization: true\npositions: [{institution: University of Göttingen}]\n"
    head = head_of(tmp_path, {"data/profile.yml": profile})
    group = head.graph["Organization"]
    assert group["name"] == "Algebra Group"
    assert group["parentOrganization"] == [
        {"@type": "Organization", "name": "University of Göttingen"}
    ]
    assert group["@id"] == head.graph["ProfilePage"]["mainEntity"]["@id"]
    assert "Person" not in head.graph
    assert "profile:first_name" not in head.meta
    assert head.meta["og:type"] == ["website"]


def test_a_site_without_a_url_promises_none(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: Emmy Noether\nimage: images/a.png\n",
        "static/images/a.png": "",
    }
    head = head_of(
        tmp_path, {**files, "content/posts/1921-02-03-ideals.md": POST}, "posts/ideals/index.html"
    )
    assert not {"og:url", "og:image"} & head.meta.keys()
    assert "canonical" not in head.links
    assert head.graph.keys() == {"BlogPosting"}
    assert "http" not in head.json.replace("https://schema.org", "")


def test_text_of_the_author_cannot_end_a_script(tmp_path: Path) -> None:
    files = {
        "data/site.yml": f"{URL}description: 'a </script><script>alert(1)</script> & <!-- b'\n",
        "data/profile.yml": "name: 'Emmy `</script>` Noether'\n",
    }
    head = head_of(tmp_path, files)
    assert not re.search("[<>&]", head.json)
    assert head.graph["Person"]["name"] == "Emmy </script> Noether"


def test_json_in_a_script_is_read_back_unchanged() -> None:
    nasty = "</script>&amp;<!--\u2028\u2029 ł"
    assert json.loads(in_script([{"name": nasty}]))["@graph"] == [{"name": nasty}]


def test_pages_can_be_hidden_from_search_engines(tmp_path: Path) -> None:
    files = {
        "data/site.yml": URL,
        "content/a.md": "---\nnoindex: true\n---\nText\n",
        "content/b.md": "Text\n",
    }
    outputs, _ = render_site(tmp_path, files)
    assert Head(outputs["a/index.html"]).meta["robots"] == ["noindex"]
    assert "robots" not in Head(outputs["b/index.html"]).meta
    assert "/a/" not in outputs["sitemap.xml"]
    assert "/b/" in outputs["sitemap.xml"]


def test_a_draft_that_is_shown_is_not_for_search_engines(tmp_path: Path) -> None:
    files = {"content/a.md": "---\ndraft: true\n---\nText\n"}
    assert Head(render_site(tmp_path, files, drafts=True)[0]["a/index.html"]).meta["robots"] == [
        "noindex"
    ]


def test_the_home_page_proves_to_others_that_it_is_yours(tmp_path: Path) -> None:
    keys = "{google: g, bing: b, baidu: d, yandex: y, me: https://social.example/@emmy}"
    head = head_of(tmp_path, {"data/site.yml": f"{URL}verification: {keys}\ntwitter: '@emmy'\n"})
    names = (
        "google-site-verification",
        "msvalidate.01",
        "baidu-site-verification",
        "yandex-verification",
    )
    assert [head.meta[name] for name in names] == [["g"], ["b"], ["d"], ["y"]]
    assert head.links["me"] == ["https://social.example/@emmy"]
    assert head.meta["twitter:site"] == ["@emmy"]


def test_a_template_of_the_site_may_print_the_values_of_the_head(tmp_path: Path) -> None:
    layout = "{{ page.modified.isoformat if page.modified }} {{ page.noindex }} {{ page.image }} {{ site.twitter }}"
    files = {
        "data/site.yml": f"{URL}image: images/a.png\ntwitter: emmy\n",
        "static/images/a.png": "",
    }
    files["content/a.md"] = "---\nmodified: 1921-05-01\nnoindex: true\n---\nText\n"
    outputs, _ = render_site(tmp_path, {**files, "templates/layouts/page.html": layout})
    assert (
        outputs["a/index.html"] == "1921-05-01 True https://noether.example/~emmy/images/a.png emmy"
    )


def test_icons_and_a_manifest_are_announced_where_the_site_has_them(tmp_path: Path) -> None:
    icons = {
        "static/images/apple-touch-icon.png": "",
        "static/site.webmanifest": "{}",
        "static/favicon.ico": "",
    }
    head = head_of(tmp_path, icons)
    assert (head.links["apple-touch-icon"], head.links["manifest"], head.links["icon"]) == (
        ["images/apple-touch-icon.png"], ["site.webmanifest"], ["favicon.ico"],
    )  # fmt: skip
    bare = head_of(tmp_path / "bare", {})
    assert not {"apple-touch-icon", "manifest"} & bare.links.keys()


def test_the_browsers_frame_has_the_colours_of_the_skin(tmp_path: Path) -> None:
    assert head_of(tmp_path, {"data/site.yml": f"{URL}skin: mint\n"}).meta["theme-color"] == [
        "#f3f6f6",
        "#1a2421",
    ]


def test_the_colours_of_the_skins_are_those_of_the_style_sheet() -> None:
    folder = ROOT / "static" / "assets" / "css" / "main"
    styles = (folder / "05-skins.css").read_text(encoding="utf-8")
    tokens = (folder / "00-tokens.css").read_text(encoding="utf-8")
    rules = {
        skin: styles.split(f'[data-skin="{skin}"] {{')[-1].split("}")[0] for skin in BACKGROUNDS
    }
    rules["default"] = styles.split('.look-academicpages[data-skin="default"] {')[1].split("}")[0]
    looks = read_looks(find_looks([ROOT / "templates"], Problems()), BUILT_IN, Problems())
    found = {skin: looks["academicpages"].backgrounds(skin) for skin in BACKGROUNDS}
    for skin, rule in rules.items():
        assert shades(rule, "ground") == tuple(map(rgb, found[skin])), skin
    for look, rule in (("academicpages", rules["default"]), ("acad-homepage", tokens)):
        for name, colour in (
            ("ground", looks[look].background),
            ("text", looks[look].text),
            ("skin-link", looks[look].links),
        ):
            assert shades(rule, name) == (rgb(colour.light), rgb(colour.dark)), (look, name)
    assert (Look(name="new").background, Look(name="new").text, Look(name="new").links) == (
        looks["acad-homepage"].background,
        looks["acad-homepage"].text,
        looks["acad-homepage"].links,
    )


def shades(rule: str, name: str) -> tuple[Rgb, ...]:
    """The colours of a custom property for light and dark mode."""
    said = re.search(rf"--{name}: light-dark\((#\w+), (#\w+)\)", rule)
    assert said, name
    return tuple(map(rgb, said.groups()))


@every_case(
    ("name", "expected"),
    [
        ("Marie Skłodowska-Curie", ("Marie", "Skłodowska-Curie")),
        ("Johannes van der Waals", ("Johannes", "van der Waals")),
        ("Noether, Emmy", ("Emmy", "Noether")),
        ("华罗庚", ("", "")),
    ],
)
def test_a_name_has_given_names_and_a_family_name(name: str, expected: tuple[str, str]) -> None:
    assert first_and_last(name) == expected
