"""Partials that are rendered once for many pages: they are the same as if each page had its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.build import prepare
from acadfolio.rendering.frame import MOST_FORMS, MOST_KEPT, FinishedPart, Frame, Part, PartUrls
from cases import every_case
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

PAGES = {
    "content/about.md": "# Home\n",
    "content/cv.md": "---\ntitle: CV\nfruit: [apple]\n---\nA\n",
    "content/notes/one.md": "---\ntitle: One\nsidebar: [{title: Only here}]\n---\nA\n",
    "content/notes/two.md": "---\ntitle: Two\nlang: de\n---\nA\n",
    "data/talks.yml": "- {title: Invariants, date: 1918, event: Göttingen}\n",
    "data/site.yml": "title: Emmy Noether\nlook: academicpages\nurl: https://noether.example\n",
}


def outputs(folder: Path, templates: dict[str, str]) -> dict[str, str]:
    files = {f"templates/partials/{name}.html": text for name, text in templates.items()}
    return render_site(folder, PAGES | files)[0]


@every_case(
    "template",
    [
        "<aside>{{ page.title }}</aside>",
        "<aside>{{ page.url }} {{ look.name }} {{ site.title }}</aside>",
        "<aside>{% if section is defined %}{{ section.name }}{% endif %}</aside>",
        "<aside>{{ page.extra.fruit | default('none') | join }}</aside>",
        "<aside>{% for item in page.navigation %}{{ item.current }}{% endfor %}</aside>",
        '<aside><a href="cv/">CV</a> <a href="/notes/one/#a">1</a> <a href="#top">top</a></aside>',
        '<aside>{{ cached("partials/inner.html") }}</aside>',
        '<aside>{{ cached("partials/" ~ "inner.html") }}</aside>',
        '<aside>{% set name = page.title %}{% include "partials/inner.html" %}</aside>',
    ],
)
def test_an_own_partial_is_what_it_is_without_the_cache(template: str, tmp_path: Path) -> None:
    """One that reads `section` is never cached."""
    inner = {"inner": "{{ page.url }}{{ name | default() }}{% if section is defined %}!{% endif %}"}
    cached = outputs(tmp_path / "1", {"sidebar": template} | inner)
    mine = {"mine": template}
    never = '{% if section is defined %}{% endif %}{% include "partials/mine.html" %}'
    expected = outputs(tmp_path / "2", mine | {"sidebar": never} | inner)
    assert cached == expected


def test_arguments_differ_by_their_names_and_types(tmp_path: Path) -> None:
    calls = ['a="1", b="2"', 'b="1", a="2"', "a=1, b=true", "a=true, b=1", 'a="1"']
    layout = [f'{{{{ cached("partials/two.html", {call}) }}}}' for call in calls]
    two = '[{{ a }} {{ b | default("-") }}]'
    files = {
        "templates/layouts/page.html": f"<main>{''.join(layout)}</main>",
        "templates/partials/two.html": two,
    }
    page = render_site(tmp_path, PAGES | files)[0]["cv/index.html"]
    assert page == "<main>[1 2][2 1][1 True][True 1][1 -]</main>"


def test_each_partial_of_the_theme_is_cached(tmp_path: Path) -> None:
    prepared = prepare(make_site(tmp_path, PAGES))
    list(prepared.outputs())
    partials = prepared.renderer.main.parts.templates.environment.cached_partials
    names = {name for name, *_ in partials.partials}
    parts = ["masthead", "sidebar", "footer", "styles", "analytics", "head-common"]
    assert names == {f"partials/{part}.html" for part in parts}
    assert all(partial.places for partial in partials.partials.values())


def test_pages_share_parts_and_are_filled(tmp_path: Path) -> None:
    prepared = prepare(make_site(tmp_path, PAGES))
    pages = {output.path: output.content for output in prepared.outputs() if output.content}
    assert not any(b"\x02" in page for page in pages.values())
    assert 0 < len(prepared.renderer.main.finishing.frame.html_of) < 3 * len(prepared.plan.pages)
    assert b"Only here" in pages["notes/one/index.html"]
    assert b"Only here" not in pages["notes/two/index.html"]


def test_translated_pages_share_the_menu_and_lead_to_their_own_translations(tmp_path: Path) -> None:
    names = [f"note{number}" for number in range(20)]
    notes = {f"content/{name}.md": f"---\ntitle: {name}\n---\nText.\n" for name in names}
    translated = {f"content/{name}.zh.md": "---\ntitle: 文\n---\n文。\n" for name in names}
    languages = {"data/site.yml": "title: Ada\nlanguages: [en, zh]\n"}
    prepared = prepare(make_site(tmp_path, PAGES | notes | translated | languages))
    pages = {output.path: output.content for output in prepared.outputs() if output.content}
    for name in names:
        assert pages[f"{name}/index.html"].count(f'href="../zh/{name}/index.html"'.encode()) == 2
    parts = prepared.renderer.main.finishing.frame.html_of
    assert sum("Notes" in part and "<li>" in part for part in parts) < len(names)
    assert not any("zh/" in part for part in parts)


@every_case("first", ["a/b/page.html", "index.html", "a/x.html", "c/d/page.html"])
def test_pages_with_the_same_key_have_the_same_links(first: str) -> None:
    paths = ["index.html", "a/index.html", "a/b/index.html", "c/index.html", "c/d/page.html"]
    others = ["a/b/page.html", "a/b/other.html", "a/c/page.html", "x/y/z.html", "x/w/z.html"]
    links = ["/", "/a/", "/a/b/", "/c/", "/#x", "/a/#y", "#z"]
    part = Part("")

    def written(page: str) -> list[str]:
        urls = PartUrls({*paths, *others}, page, "/", {"x": "/c/"})
        found = [urls.relative(link) for link in links]
        part.add(urls)
        return found

    written(first)
    forms: dict[tuple[object, ...], list[str]] = {}
    for page in [*paths, *others]:
        assert forms.setdefault(part.key(page), written(page)) == written(page)
    assert len(forms) < len(paths + others)


def test_a_dead_link_in_a_part_is_reported(tmp_path: Path) -> None:
    files = {"templates/partials/sidebar.html": '<aside><a href="/gone/">x</a></aside>'}
    _, problems = render_site(tmp_path, PAGES | files)
    assert any("gone" in problem for problem in problems)


def test_an_image_in_the_footer_is_loaded_as_before(tmp_path: Path) -> None:
    footer = '<footer><img src="/a.png" alt="A"></footer>'
    pages = outputs(tmp_path, {"footer": footer})
    assert '<img src="/a.png" alt="A">' in pages["cv/index.html"]  # The first one of the page.


def frame_of(folder: Path) -> Frame:
    return prepare(make_site(folder, PAGES)).renderer.main.finishing.frame


@every_case("number", ["0", "99", "9" * 9, "9" * 5000])
def test_characters_that_look_like_a_place_are_text(number: str, tmp_path: Path) -> None:
    frame = frame_of(tmp_path)
    frame.html_of = ["<aside></aside>"]
    text = f"a \x02{number}\x03 \x02:{number}\x03 b"
    assert frame.inline(text, lambda *_: True) == text
    assert frame.filled([text], form_of) == text


def form_of(part: Part) -> FinishedPart:
    return FinishedPart(part.html, frozenset(), frozenset(), frozenset(), ())


def test_a_part_is_not_printed_again_and_again(tmp_path: Path) -> None:
    frame = frame_of(tmp_path)
    frame.html_of = ["x" * 1000]
    place = frame.places.pattern.replace("([0-9]{1,9})", "0")
    assert len(frame.filled([place * 250, place * 250], form_of)) < 200_000


def test_a_partial_in_another_is_a_part_of_it(tmp_path: Path) -> None:
    inner = {
        "sidebar": '<aside>{{ cached("partials/inner.html") }}</aside>',
        "inner": "{{ page.url }}",
    }
    pages = outputs(tmp_path, inner)
    assert "<aside>/cv/</aside>" in pages["cv/index.html"]
    assert "<aside>/notes/one/</aside>" in pages["notes/one/index.html"]


def test_parts_are_kept_up_to_a_bound(tmp_path: Path) -> None:
    large = {"sidebar": '<aside>{{ page.url }}{{ "y" * 7000000 }}</aside>'}
    files = {f"templates/partials/{name}.html": text for name, text in large.items()}
    prepared = prepare(make_site(tmp_path, PAGES | files))
    pages = {output.path: output.content for output in prepared.outputs() if output.content}
    assert sum(map(len, prepared.renderer.main.finishing.frame.html_of)) <= MOST_KEPT
    assert all(b"y" * 7_000_000 in pages[name] for name in ("index.html", "cv/index.html"))


def test_many_pages_with_their_own_form_keep_few() -> None:
    part = Part("")
    part.is_relative = True
    for number in range(2 * MOST_FORMS):
        part.keep(
            f"page{number}/index.html", FinishedPart("", frozenset(), frozenset(), frozenset(), ())
        )
    assert len(part.forms) == MOST_FORMS
