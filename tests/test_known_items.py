"""An entry of a list that is as it was is not rendered again, and no page can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.cli import main
from acadfolio.rendering.finding import Finder
from acadfolio.theme.environment import Sandbox
from sites import edit, make_site

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from acadfolio.model.site import SectionSettings
    from acadfolio.rendering.finding import Made
    from acadfolio.rendering.papers import Paper

ITEM = "entries/paper-item.html"
ITEMS = (ITEM, "entries/paper-box.html")
FILES = {
    "data/site.yml": "title: E. N.\nurl: https://noether.example\nshare_images: false\npublications: {style: plain}\n",
    "data/profile.yml": "name: Emmy Noether\n",
    "data/venues.yml": "annalen: {name: Mathematische Annalen, abbreviation: MA}\n",
    "data/people.yml": "- {name: Max Deuring, url: https://deuring.example/}\n",
    "data/publications.yml": """\
- {title: Idealtheorie, key: ideal, authors: [Emmy Noether], kind: journal, venue: annalen, year: 1921,
   abstract: On ideals., doi: 10.1007/BF01464225, links: {PDF: files/ideal.pdf}}
- {title: Abstrakter Aufbau, key: aufbau, authors: [Emmy Noether, Max Deuring], kind: journal, venue: annalen,
   year: 1927, status: in press, scholar_id: 'N:1'}
- {title: Nichtkommutative Algebren, key: algebren, authors: [E. Noether], kind: journal, venue: Zeitschrift,
   year: 1933}
""",
    "content/about.md": '{{ publications(style="ieee", view="list", limit=2) }}\n',
    "content/papers.md": (
        "---\ntitle: Papers\n---\n{{ publications(view='list') }}\n\n{{ publications(view='list', numbered=true) }}\n"
    ),
    "content/boxes.md": (
        "---\ntitle: Boxes\n---\n{{ publications(view='boxes') }}\n\n{{ publications(view='boxes', search=true) }}\n"
    ),
    "static/files/ideal.pdf": "%PDF\n",
    "static/ideal.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>\n',
}
"""Three papers, which stand in five lists that differ in how they are shown."""

EDITS: dict[str, tuple[str, str, str]] = {
    "a number of authors": ("data/site.yml", "style: plain", "style: plain, max_authors: 1"),
    "a title": ("data/publications.yml", "Idealtheorie, key", "Ideale, key"),
    "a picture": ("data/publications.yml", "abstract: On ideals.", "image: ideal.svg, abstract: On ideals."),
    "tags, which are new choices": ("data/publications.yml", "year: 1921,", "year: 1921, tags: [rings],"),
    "an abstract": ("data/publications.yml", "On ideals.", "On ideals in rings."),
    "a colleague's page": ("data/people.yml", "deuring.example", "max.example"),
    "a colleague goes": ("data/people.yml", "Max Deuring", "Helmut Hasse"),
    "a venue's name": ("data/venues.yml", "Mathematische Annalen", "Math. Ann."),
    "another's name": ("data/profile.yml", "Emmy Noether", "Max Deuring"),
    "a style": ("data/site.yml", "style: plain", "style: apa"),
    "pages of papers": ("data/site.yml", "style: apa", "style: apa, pages: true"),
    "a paper without a key": (
        "data/publications.yml",
        "- {title: Ideale",
        "- {title: Ringe, year: 1920}\n- {title: Ideale",
    ),
    "an older one of its title": (
        "data/publications.yml",
        "- {title: Ri",
        "- {title: Ringe, year: 1910}\n- {title: Ri",
    ),
    "no downloads": ("data/site.yml", "title:", "downloads: false\ntitle:"),
    "a language": ("data/site.yml", "title:", "language: de\ntitle:"),
    "words for a status": ("data/site.yml", "title:", "statuses: {in press: soon}\ntitle:"),
    "a look": ("data/site.yml", "title:", "look: academicpages\ntitle:"),
    "the style of one list": ("content/papers.md", "view='list') }}", "view='list', style='mla') }}"),
    "counts": ("data/citations.yml", "", "papers: {'N:1': {citations: 5, title: Aufbau, year: 1927}}\n"),
    "who counts": (
        "data/profile.yml",
        "name:",
        "links: {google_scholar: https://scholar.google.com/citations?user=N}\nname:",
    ),
    "the order": ("data/publications.yml", "year: 1933", "year: 1900"),
    "a year": ("data/publications.yml", "year: 1921", "year: 1922"),
    "an author's name": ("data/publications.yml", "[E. Noether]", "[Emil Artin]"),
    "one spelling of it": (
        "data/people.yml",
        "- {name: Helmut Hasse,",
        "- {name: E. Artin, variants: [Emil Artin]}\n- {name: Helmut Hasse,",
    ),
    "who the author is": ("data/publications.yml", "[Emil Artin]", "[{name: Emil Artin, me: true}]"),
    "a kind": ("data/publications.yml", "kind: journal, venue: Zeitschrift", "kind: book, venue: Zeitschrift"),
    "a venue": ("data/publications.yml", "venue: Zeitschrift", "venue: Crelle"),
    "a selected paper": ("data/publications.yml", "year: 1900", "year: 1900, selected: true"),
    "titles of kinds": ("data/site.yml", "style: apa", "style: apa, group_by: kind, groups: {book: Volumes}"),
    "those titles": ("data/site.yml", "book: Volumes", "book: Tomes"),
}


def build(site: Path, *options: str) -> dict[str, bytes]:
    output = site.parent / f"output{len(options)}"
    assert main(["build", "--site", str(site), "--output", str(output), *options]) == 0
    return {str(path.relative_to(output)): path.read_bytes() for path in output.rglob("*") if path.is_file()}


def rendered_after_a_new_title(site: Path, printed: list[str]) -> set[str]:
    build(site)
    printed.clear()
    edit(site, *EDITS["a title"])
    build(site)
    return set(printed)


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of the papers whose items are rendered."""
    titles: list[str] = []
    included: Callable[..., str] = Sandbox.included

    def noted(self: Sandbox, name: str, parent: str, context: object, local: dict[str, object]) -> str:
        if name in ITEMS:
            titles.append(local["paper"].record.title.by_language[0][1])  # type: ignore[attr-defined]
        return included(self, name, parent, context, local)

    monkeypatch.setattr(Sandbox, "included", noted)
    return titles


def test_after_any_edit_the_lists_are_as_from_nothing(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", FILES)
    last, wrong = build(site), []
    for name, (file, old, new) in EDITS.items():
        edit(site, file, old, new)
        made = build(site)
        if made == last or made != build(site, "--no-cache"):
            wrong.append(name)
        last = made
    assert wrong == []


def test_only_the_paper_that_changed_is_rendered_again(tmp_path: Path, printed: list[str]) -> None:
    site = make_site(tmp_path / "site", FILES)
    build(site)
    assert len(printed) == 15
    printed.clear()
    edit(site, *EDITS["a title"])
    build(site)
    assert set(printed) == {"Ideale"}
    assert len(printed) == 5


def test_a_form_is_made_again_for_what_it_offers_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    usual = Finder._form  # noqa: SLF001

    def counted(finder: Finder, papers: Sequence[Paper], settings: SectionSettings) -> Made:
        made.append(len(papers))
        return usual(finder, papers, settings)

    monkeypatch.setattr(Finder, "_form", counted)
    site = make_site(tmp_path / "site", FILES)
    build(site)
    assert made == [3]
    for name, times in (("a title", 1), ("an abstract", 1), ("tags, which are new choices", 2)):
        edit(site, *EDITS[name])
        build(site)
        assert len(made) == times, name
    (site / "templates/partials").mkdir(parents=True)
    (site / "templates/partials/finding.html").write_text("<form>{{ section.finding.filters | length }}</form>\n")
    assert build(site)["boxes/index.html"].count(b"<form>") == 1
    assert len(made) == 3


def test_a_paper_is_rendered_once_for_each_way_in_which_a_section_is_shown(tmp_path: Path, printed: list[str]) -> None:
    twice = "{{ publications(view='list') }}\n\n{{ publications(view='list') }}\n"
    pages = dict.fromkeys(("content/papers.md", "content/about.md", "content/boxes.md"), twice)
    build(make_site(tmp_path / "site", FILES | pages))
    assert len(printed) == 3


PLAIN = "{% from 'partials/authors.html' import authors %}{{ paper.record.title }} {{ paper.when }} {{ site.title }}\n"
"""An item of a site's own that reads the paper, what its section says, and the settings."""


def test_an_item_of_the_sites_own_that_reads_no_more_is_kept_as_well(tmp_path: Path, printed: list[str]) -> None:
    site = make_site(tmp_path / "site", FILES | {f"templates/{ITEM}": PLAIN})
    build(site)
    assert len(printed) == 15
    printed.clear()
    edit(site, *EDITS["a title"])
    made = build(site)
    assert set(printed) == {"Ideale"}
    assert b"Ideale 1921 E. N." in made["papers/index.html"]
    assert made == build(site, "--no-cache")


@pytest.mark.parametrize("other", ["partials/greeting.html", "entries/news.html"])
def test_other_templates_of_the_sites_own_leave_the_themes_items_known(
    tmp_path: Path, printed: list[str], other: str
) -> None:
    site = make_site(tmp_path / "site", FILES | {f"templates/{other}": "Hello\n"})
    assert rendered_after_a_new_title(site, printed) == {"Ideale"}


def test_after_any_edit_lists_of_the_sites_own_items_are_as_from_nothing(tmp_path: Path) -> None:
    own = {f"templates/{ITEM}": PLAIN, "templates/entries/paper-box.html": PLAIN + "{{ beside }}"}
    site = make_site(tmp_path / "site", FILES | own)
    build(site)
    wrong = []
    for name, (file, old, new) in EDITS.items():
        edit(site, file, old, new)
        if build(site) != build(site, "--no-cache"):
            wrong.append(name)
    assert wrong == []


POST = ("content/posts/2024-01-01-news.md", "", "---\ntitle: News\n---\nText\n")
INSIDE = "templates/partials/inside.html"
OWN: dict[str, tuple[dict[str, str], tuple[str, str, str]]] = {
    "a list of the site": ({"": "{{ posts | length }}"}, POST),
    "only for one paper": ({"": "{% if paper.when.year == 1933 %}{{ posts | length }}{% endif %}"}, POST),
    "the last change": ({"": "{{ site.updated }}"}, POST),
    "which files there are": ({"": "{{ site.favicon }}"}, ("static/favicon.svg", "", "<svg/>")),
    "by a name worked out": ({"": "{{ site['fav' ~ 'icon'] }}"}, ("static/favicon.svg", "", "<svg/>")),
    "by an attribute's filter": ({"": "{{ site | attr('favicon') }}"}, ("static/favicon.svg", "", "<svg/>")),
    "which feeds there are": ({"": "{{ site.feeds | length }}"}, POST),
    "the tags of posts": ({"": "{{ 'C++' | tag_id }}"}, (*POST[:2], "---\ntitle: C\ntags: [C, C++]\n---\nText\n")),
    "the other papers": (
        {"": "{{ section.shown[0].entries | length }}"},
        ("data/publications.yml", "- {title: Idealtheorie", "- {title: Ringe, year: 1940}\n- {title: Idealtheorie"),
    ),
    "its number": (
        {"": "{% if section.settings.numbered %}{{ section.number_of(paper) }}{% endif %}"},
        ("data/publications.yml", "- {title: Idealtheorie", "- {title: Ringe, year: 1940}\n- {title: Idealtheorie"),
    ),
    "in what it includes": ({"": "{% include 'partials/inside.html' %}", INSIDE: "{{ posts | length }}"}, POST),
    "in what it may include": (
        {"": "{% include 'partials/inside.html' ignore missing %}", INSIDE: "{{ posts | length }}"},
        POST,
    ),
    "in what it extends": (
        {
            "": "{% extends 'partials/inside.html' %}{% block within %}{{ super() }}{{ posts | length }}{% endblock %}",
            INSIDE: "{% block within %}A{% endblock %}",
        },
        POST,
    ),
    "in a macro": (
        {"": "{% import 'partials/inside.html' as m with context %}{{ m.it() }}"}
        | {INSIDE: "{% macro it() %}{{ posts | length }}{% endmacro %}"},
        POST,
    ),
    "in another item": (
        {"": "{{ item('partials/inside.html', paper) }}", INSIDE: "{{ posts | length }}"},
        POST,
    ),
    "in a part": ({"": "{{ part('partials/inside.html') }}", INSIDE: "{{ posts | length }}"}, POST),
    "in a loop": (
        {"": "{% for n in [1] %}{% set m = n %}{{ item('partials/inside.html', paper) }}{% endfor %}"}
        | {INSIDE: "{{ posts | length }}"},
        POST,
    ),
}
"""What an item of a site's own may read beyond its paper, and an edit that changes it and none of the papers."""


@pytest.mark.parametrize("name", OWN)
def test_an_item_that_reads_anything_else_is_rendered_each_time(tmp_path: Path, name: str) -> None:
    own, (file, old, new) = OWN[name]
    templates = {path or f"templates/{ITEM}": f"{text}\n" for path, text in own.items()}
    site = make_site(tmp_path / "site", FILES | templates)
    before = build(site)
    edit(site, file, old, new)
    made = build(site)
    assert made["papers/index.html"] != before["papers/index.html"]
    assert made == build(site, "--no-cache")


def test_no_item_sees_what_is_set_where_it_stands(tmp_path: Path) -> None:
    own = {
        f"templates/{ITEM}": "{{ posted if posted is defined else 'unseen' }}\n",
        "templates/sections/publications.html": (
            "{% set posted = posts | length %}{% for group in section.shown %}{% for paper in group.entries %}"
            f"{{% set posted = 5 %}}{{{{ item('{ITEM}', paper) }}}}{{% endfor %}}{{% endfor %}}\n"
        ),
    }
    site = make_site(tmp_path / "site", FILES | own)
    assert build(site)["papers/index.html"].count(b"unseen") == 6
    edit(site, *POST)
    assert build(site)["papers/index.html"] == build(site, "--no-cache")["papers/index.html"]


@pytest.mark.parametrize("first", ["plain", "tidied"])
def test_an_item_that_is_tidied_is_not_the_one_that_is_not(tmp_path: Path, first: str) -> None:
    plain = f"<p>{{{{ known_item('{ITEM}', paper, section) or item('{ITEM}', paper) }}}}</p>"
    tidied = f"{{% call tidy() %}}{plain}{{% endcall %}}"
    both = plain + tidied if first == "plain" else tidied + plain
    lists = f"{{% for group in section.shown %}}{{% for paper in group.entries %}}{both}{{% endfor %}}{{% endfor %}}\n"
    own = {f"templates/{ITEM}": "{{ paper.record.title }}, .", "templates/sections/publications.html": lists}
    site = make_site(tmp_path / "site", FILES | own)
    build(site)
    edit(site, "content/papers.md", "title: Papers", "title: All papers")
    made = build(site)
    assert made["papers/index.html"].count(b"<p>Idealtheorie, .</p>") == 2
    assert made["papers/index.html"].count(b"<p>Idealtheorie.</p>") == 2
    assert made == build(site, "--no-cache")


def test_an_item_inside_of_another_is_kept_with_it(tmp_path: Path, printed: list[str]) -> None:
    own = {f"templates/{ITEM}": "{{ item('partials/inside.html', paper) }}\n", INSIDE: PLAIN}
    site = make_site(tmp_path / "site", FILES | own)
    assert rendered_after_a_new_title(site, printed) == {"Ideale"}


def test_a_box_of_a_list_that_can_be_searched_is_none_of_another(tmp_path: Path) -> None:
    """The form has nothing to offer by which the paper could be found, but for words."""
    papers = "".join(f"- {{title: Paper {number}, year: 1921}}\n" for number in range(101))
    pages = {"content/papers.md": "---\ntitle: Papers\n---\n{{ publications(view='boxes', status='in press') }}\n"}
    pages["content/boxes.md"] = "---\ntitle: Boxes\n---\n{{ publications(view='boxes') }}\n"
    pages["data/site.yml"] = "title: E. N.\nshare_images: false\ndownloads: false\n"  # Nor does Zotero tell them apart.
    papers += "- {title: Ringe, year: 1921, status: in press}\n"
    made = build(make_site(tmp_path / "site", FILES | pages | {"data/publications.yml": papers}))
    assert made["boxes/index.html"].count(b'class="paper-box" data-in=""') == 102
    assert made["papers/index.html"].count(b'class="paper-box">') == 1


def test_templates_of_its_own_may_stand_behind_a_link(tmp_path: Path) -> None:
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours/paper-item.html").write_text("{{ paper.record.title }} of {{ posts | length }}\n")
    site = make_site(tmp_path / "site", FILES)
    (site / "templates").mkdir()
    (site / "templates/entries").symlink_to(tmp_path / "ours")
    assert b"Idealtheorie of 0" in build(site)["index.html"]
    edit(site, "content/posts/2024-01-01-news.md", "", "---\ntitle: News\n---\nText\n")
    assert b"Idealtheorie of 1" in build(site)["index.html"]


def test_a_list_that_grew_out_of_what_zotero_reads_is_without_it(tmp_path: Path) -> None:
    papers = "".join(f"- {{title: Paper {number}, year: 1920}}\n" for number in range(100))
    site = make_site(tmp_path / "site", FILES | {"data/publications.yml": papers})
    assert b"Z3988" in build(site)["papers/index.html"]
    edit(site, "data/publications.yml", "- {title: Paper 0,", "- {title: Another, year: 1919}\n- {title: Paper 0,")
    made = build(site)
    assert b"Z3988" not in made["papers/index.html"]
    assert made == build(site, "--no-cache")
