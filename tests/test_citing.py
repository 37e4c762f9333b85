"""Publications are cited in the text of pages, and listed at its end or where `{{ references() }}` stands."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest

from acadfolio.html.text import without_tags
from acadfolio.problems import SiteError
from cases import every_case
from citation_styles import ALL_STYLES, OF_A_VIEW
from sites import render_site

if TYPE_CHECKING:
    from pathlib import Path

PAPERS = """
@article{noether1921, author={Noether, Emmy}, title={Ideals}, journal={Annalen}, year=1921}
@article{braids, author={Artin, Emil and Noether, Emmy}, title={Braids}, journal={Annalen}, year=1925}
@book{algebra, author={One, A. and Two, B. and Three, C.}, title={Algebra}, publisher={Springer}, year=1930}
"""


def cited(
    folder: Path, text: str, settings: str = "", papers: dict[str, str] | None = None
) -> tuple[str, list[str]]:
    """The HTML of a page's text, and the messages of the build."""
    files = {
        "data/site.yml": f"title: A\nurl: https://a.example\n{settings}",
        "data/papers.bib": PAPERS,
        "content/about.md": "---\npermalink: /\n---\nWelcome.\n\n{{ publications() }}\n",
        "content/notes.md": f"---\ntitle: Notes\n---\n{text}\n",
    } | (papers or {})
    pages, problems = render_site(folder, files)
    html = pages["notes/index.html"]
    return html[html.index("page__content") : html.index("</main>")], [
        str(problem) for problem in problems
    ]


def paragraph(html: str) -> str:
    """The words of the first paragraph."""
    (found,) = re.findall(r"<p>(.*?)</p>", html, re.DOTALL)[:1]
    return without_tags(found).replace("&amp;", "&")


NUMBERED = "Noether [1] and [1, p. 3–5; 2], then One et al. [3]"
OTHERS = {
    "apa": "Noether (1921) and (Noether, 1921, p. 3–5; Artin & Noether, 1925), then One et al. (1930)",
    "chicago": "Noether (1921) and (Noether 1921, p. 3–5; Artin and Noether 1925), then One et al. (1930)",
    "mla": "Noether and (Noether p. 3–5; Artin and Noether), then One et al.",
}


@every_case("style", ["", *ALL_STYLES, OF_A_VIEW])
def test_a_citation_has_the_form_of_the_style(style: str, tmp_path: Path) -> None:
    settings = f"publications: {{style: {style}}}\n" if style else ""
    html, problems = cited(
        tmp_path, "@noether1921 and [@noether1921, p. 3--5; @Braids], then @algebra", settings
    )
    assert (paragraph(html), problems) == (OTHERS.get(style, NUMBERED), [])
    assert html.count('<li id="reference-') == 3


OWN_STYLE = "{#%s #}{{ paper.record.title }}"


@every_case(
    ("comment", "expected"),
    [
        ("", "Noether [1]"),
        (" Two words. cites: number", "Noether [1]"),
        ("\n   My style.\n   cites: author-date", "Noether (1921)"),
        (" cites: author", "Noether"),
    ],
)
def test_a_style_of_the_site_declares_what_it_cites(
    comment: str, expected: str, tmp_path: Path
) -> None:
    html, problems = cited(
        tmp_path,
        "@noether1921 wrote.",
        "publications: {style: mine}\n",
        {"templates/citations/mine.html": OWN_STYLE % comment},
    )
    assert (paragraph(html), problems) == (f"{expected} wrote.", [])


def test_a_comment_further_down_declares_nothing(tmp_path: Path) -> None:
    style = OWN_STYLE % "" + OWN_STYLE % " cites: author-date"
    files = {"templates/citations/mine.html": style}
    html, _ = cited(tmp_path, "@noether1921 wrote.", "publications: {style: mine}\n", files)
    assert paragraph(html) == "Noether [1] wrote."


def test_a_misspelt_declaration_of_a_style_names_its_place(tmp_path: Path) -> None:
    files = {"templates/citations/mine.html": OWN_STYLE % "\n  cites: author-dat"}
    with pytest.raises(SiteError) as failure:
        cited(tmp_path, "@noether1921 wrote.", papers=files)
    (problem,) = failure.value.problems
    assert (str(problem.location), problem.message, problem.hint) == (
        "templates/citations/mine.html:2:10",
        "`cites` cannot be `author-dat`",
        "did you mean `author-date`?",
    )


def test_the_references_are_at_the_end_and_only_what_is_cited(tmp_path: Path) -> None:
    html, _ = cited(tmp_path, "See [@noether1921].\n\nLast words.")
    assert '<a href="#reference-1">1</a>' in html
    references = html[html.index("Last words.") :]
    assert [
        ">References</h2>" in references,
        'id="reference-1"' in references,
        "Ideals" in references,
    ] == [True] * 3
    assert "Braids" not in references


def test_a_reference_links_to_the_page_of_the_paper(tmp_path: Path) -> None:
    html, _ = cited(tmp_path, "See [@noether1921].", "look: academicpages\n")
    assert '<a href="../publications/noether1921/index.html">Ideals' in html


def test_the_references_stand_where_the_page_wants_them(tmp_path: Path) -> None:
    html, problems = cited(tmp_path, "{{ references() }}\n\nSee [@noether1921].\n\nLast words.")
    assert html.index("Ideals") < html.index("Last words.")
    assert (html.count('id="reference-1"'), "References</h2>" in html, problems) == (1, False, [])


def test_styles_with_authors_sort_the_references_by_them(tmp_path: Path) -> None:
    html, _ = cited(tmp_path, "[@noether1921] [@braids]", "publications: {style: apa}\n")
    references = html[html.index('class="references"') :]
    assert references.index("Braids") < references.index("Ideals")


def test_references_are_sorted_by_all_authors_then_by_year_and_without_authors_by_title(
    tmp_path: Path,
) -> None:
    """Letters with accents are beside those without; a single author is before the same one with others."""
    works = [
        ("Bolzano, B.", 1817, "Beweis"), ("Čech, E.", 1932, "Homologie"), ("Dehn, M.", 1900, "Winkelsumme"),
        ("Dehn, M.", 1910, "Topologie"), ("Dehn, M. and Čech, E.", 1907, "Gruppen"),
        ("Dehn, M. and Heegaard, P.", 1907, "Analysis situs"), ("", 1800, "Elemente"),
    ]  # fmt: skip
    entries = [
        f"@misc{{k{n}, author={{{who}}}, title={{{title}}}, year={year}}}"
        for n, (who, year, title) in enumerate(works)
    ]
    text = " ".join(f"[@k{number}]" for number in reversed(range(len(works))))
    html, _ = cited(
        tmp_path, text, "publications: {style: apa}\n", {"data/papers.bib": "\n".join(entries)}
    )
    references = html[html.index('class="references"') :]
    places = [references.index(title) for _, _, title in works]
    assert places == sorted(places)


GALOIS = "@book{galois1832, author={Galois, Évariste}, title={Lettre}, publisher={R}, year=1832}\n"
OWN = (
    "@article{noether1921, author={Noether, Emmy}, title={Idealtheorie}, journal={MA}, year=1921}\n"
)
HIDING = {
    "yaml": {
        "data/refs.bib": GALOIS,
        "data/publications.yml": "- {key: galois1832, hidden: true}\n",
    },
    "field": {"data/refs.bib": GALOIS.replace("year=", "acadfolio={hidden: true}, year=")},
    "folder": {"data/cited/refs.bib": GALOIS},
    "entry": {
        "data/publications.yml": "- {key: galois1832, title: Lettre, authors: [É. Galois], hidden: true}\n"
    },
}


@every_case("way", HIDING)
@every_case("look", ["acad-homepage", "academicpages"])
def test_a_hidden_work_can_be_cited_and_is_nowhere_else(
    way: str, look: str, tmp_path: Path
) -> None:
    site = (
        f"title: T\nurl: https://noether.example.org\nlook: {look}\npublications: {{pages: true}}\n"
    )
    pages = {
        "content/about.md": "{{ publications() }}\n",
        "content/p.md": "# P\n\nWe use [@galois1832; @noether1921].\n",
    }
    outputs, problems = render_site(
        tmp_path, pages | {"data/own.bib": OWN, "data/site.yml": site} | HIDING[way]
    )
    assert problems == []
    assert [path for path, text in outputs.items() if "Lettre" in text] == ["p/index.html"]
    assert outputs["p/index.html"].count("Lettre") == 1
    assert "Idealtheorie" in outputs["publications.bib"]


def test_a_work_in_the_folder_of_cited_works_is_shown_if_another_file_has_it(
    tmp_path: Path,
) -> None:
    files = {
        "content/about.md": "{{ publications() }}\n",
        "data/own.bib": OWN,
        "data/cited/refs.bib": GALOIS + OWN,
    }
    outputs, _ = render_site(tmp_path, files)
    assert "Idealtheorie" in outputs["index.html"]
    assert "Lettre" not in outputs["index.html"]


def test_a_second_list_of_references_is_empty(tmp_path: Path) -> None:
    html, _ = cited(tmp_path, "[@noether1921]\n\n{{ references() }}\n\n{{ references() }}")
    assert html.count('id="reference-1"') == 1


@every_case(
    "text",
    [
        "Write to a@noether1921.example or <me@braids.example>.",
        "I am @emmy, and @noether1921@social.example.",
        "`[@noether1921]` and [@noether1921](https://a.example)",
        "```\n[@noether1921]\n```",
        "<!-- [@noether1921] -->",
    ],
)
def test_addresses_handles_links_and_code_are_no_citations(text: str, tmp_path: Path) -> None:
    html, problems = cited(tmp_path, text)
    assert ("reference-" in html, problems) == (False, [])


def test_an_unknown_key_in_brackets_is_an_error_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(SiteError) as error:
        cited(tmp_path, "First.\n\nSee [@noether1922].")
    (problem,) = error.value.problems
    assert str(problem.location) == "content/notes.md:6:6"
    assert (problem.message, problem.hint) == (
        "no publication has the key `noether1922`",
        "did you mean `noether1921`?",
    )


def test_an_unknown_key_in_a_tag_of_an_old_site_is_a_warning(tmp_path: Path) -> None:
    html, problems = cited(tmp_path, "First.\n\nSee {% cite noether1922 braids %}.")
    assert "See [@noether1922; @braids]." in html
    assert problems == ["content/notes.md:6:13: no publication has the key `noether1922`"]


@every_case("text", ["[see @braids, p. 3]", "[@braids, *passim*]"])
def test_other_forms_of_pandoc_are_cited_as_in_a_sentence(text: str, tmp_path: Path) -> None:
    html, problems = cited(tmp_path, f"First.\n\nBraids {text}.")
    assert "Artin and Noether [1]" in without_tags(html)
    assert problems == []


def test_two_citations_in_a_row_are_no_link_with_a_definition(tmp_path: Path) -> None:
    html, problems = cited(tmp_path, "See [@noether1921][@braids, p. 2].")
    assert (paragraph(html), problems) == ("See [1][2, p. 2].", [])


def test_brackets_that_are_closed_or_cite_nothing_are_no_such_form(tmp_path: Path) -> None:
    html, problems = cited(tmp_path, "In [brackets] @braids, as [we and @emmy know], is cited.")
    assert (paragraph(html), problems) == (
        "In [brackets] Artin and Noether [1], as [we and @emmy know], is cited.",
        [],
    )


def test_a_key_may_have_dashes_and_spaces_around_it(tmp_path: Path) -> None:
    paper = "- {title: Rays, authors: [A. One], year: 1898, key: x--y}\n"
    html, problems = cited(
        tmp_path, "[@x--y , p. 2; @braids ]", papers={"data/publications.yml": paper}
    )
    assert (paragraph(html), problems) == ("[1, p. 2; 2]", [])


def test_an_unknown_key_with_dashes_has_its_line(tmp_path: Path) -> None:
    with pytest.raises(SiteError) as error:
        cited(tmp_path, "First.\n\nSee [@x--y].")
    assert str(error.value.problems[0].location) == "content/notes.md:6:6"


@every_case(
    ("words", "shown"),
    [
        ("noether1921 --locator 24--30 -A", "[1, p. 24–30]"),
        ('noether1921 -A -l "24"', "[1, p. 24]"),
        ("noether1921 braids --locator 24", "[1, p. 24; 2]"),
        ("noether1921 braids --locator 24 --locator 3", "[1, p. 24; 2, p. 3]"),
        ("noether1921 -A", "[1]"),
    ],
)
def test_al_folios_tag_may_name_pages_and_skips_other_options(
    words: str, shown: str, tmp_path: Path
) -> None:
    html, problems = cited(tmp_path, f"See {{% cite {words} %}}.")
    assert (paragraph(html), problems) == (f"See {shown}.", [])


def test_al_folios_tag_cites_the_same(tmp_path: Path) -> None:
    html, problems = cited(tmp_path, "See {% cite noether1921 braids %} and {% cite algebra %}.")
    assert (paragraph(html), problems) == ("See [1, 2] and [3].", [])


def test_al_folios_bibliography_of_what_is_cited_is_the_same_list(tmp_path: Path) -> None:
    html, problems = cited(
        tmp_path, "See {% cite algebra %}.\n\n{% bibliography --cited %}\n\nLast words."
    )
    assert (html.index('class="references"') < html.index("Last words."), problems) == (True, [])


def test_a_page_of_a_site_without_publications_keeps_its_text(tmp_path: Path) -> None:
    files = {"content/about.md": "---\npermalink: /\n---\nSee [@noether1921] by @emmy.\n"}
    pages, problems = render_site(tmp_path, files)
    assert ("See [@noether1921] by @emmy." in pages["index.html"], problems) == (True, [])


@every_case(
    ("written", "shown"),
    [
        ("See [@noether1921;].", "See [1]."),
        ("See [-@noether1921; -@braids].", "See [1, 2]."),
        ("See [@noether1921 , p. 3].", "See [1, p. 3]."),
        ("See [@;].", "See [@;]."),
        ('<a name="top"/>See [@noether1921].', "See [1]."),
        ("Write to @noether1921.emmy@math.org.", "Write to @noether1921.emmy@math.org."),
        ("It is at a.example/?by=@noether1921", "It is at a.example/?by=@noether1921"),
    ],
)
def test_what_is_nearly_a_citation_loses_no_word(written: str, shown: str, tmp_path: Path) -> None:
    html, problems = cited(tmp_path, written)
    assert (unescape(paragraph(html)), problems) == (shown, [])


def test_an_unknown_key_is_found_where_it_is_cited_and_not_in_a_word(tmp_path: Path) -> None:
    with pytest.raises(SiteError) as raised:
        cited(tmp_path, "Another word.\n\nSee [@wor; @noether1921; @two].")
    places = [f"{problem.location}: {problem.message}" for problem in raised.value.problems]
    assert places == [
        "content/notes.md:6:6: no publication has the key `wor`",
        "content/notes.md:6:26: no publication has the key `two`",
    ]
