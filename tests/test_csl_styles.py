"""Lists and citations in CSL styles, which pandoc formats: `style: NAME.csl`."""

from __future__ import annotations

import re
import shutil
import sys
import time
from itertools import cycle, islice, pairwise
from pathlib import Path

import pytest
from msgspec import json

from acadfolio.bibliography.writers.csl import csl_item
from acadfolio.bibliography.writers.works import works_of
from acadfolio.build import build, memo_of
from acadfolio.citations.csl_styles import format_in_csl_style
from acadfolio.html.text import without_tags
from acadfolio.loading.data import read_data
from acadfolio.problems import Problems, SiteError
from acadfolio.wording import with_extra
from sites import edit, make_site, render_site
from timing import least

ROOT = Path(__file__).resolve().parent.parent
needs_pandoc = pytest.mark.skipif(not shutil.which("pandoc"), reason="pandoc is not installed")

STYLE = """<?xml version="1.0" encoding="utf-8"?>
<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">
  <info><title>Notices</title><id>https://noether.example/notices</id><updated>1921-01-01T00:00:00+00:00</updated>
    <category citation-format="numeric"/></info>
  <citation><layout prefix="[" suffix="]"><text variable="citation-number"/></layout></citation>
  <bibliography subsequent-author-substitute="———" second-field-align="flush">
    <layout suffix=".">
      <text variable="citation-number" prefix="[" suffix="] "/>
      <names variable="author editor"><name and="text" initialize-with="." name-as-sort-order="first"/></names>
      <text variable="title" prefix=": " font-style="italic"/>
      <text variable="container-title" prefix=", "/>
      <date variable="issued" prefix=" (" suffix=")"><date-part name="year"/></date>
      <text variable="DOI" prefix=". https://doi.org/"/>
    </layout>
  </bibliography>
</style>
"""
PAPERS = """
@article{ideals, author={Noether, Emmy}, title={Ideal Theory}, journal={Annalen}, year=1921, doi={10.1007/BF01464225}}
@article{systems, author={Noether, E. and Schmeidler, W.}, title={Moduls}, journal={Zeitschrift}, year=1920}
@book{braids, editor={Artin, Emil and Noether, Emmy}, title={Braids}, year=1925}
"""
LISTED = [
    "Noether, E.: Ideal Theory, Annalen (1921). https://doi.org/10.1007/BF01464225.",
    "Noether, E. and W. Schmeidler: Moduls, Zeitschrift (1920).",
    "Artin, E. and E. Noether: Braids (1925).",
]


LABEL = re.sub('<names variable="author.*</names>', "", STYLE).replace(
    '"citation-number"', '"citation-label"'
)
FAMILIES = {
    "numeric": (STYLE, "[1, p. 3]", LISTED[0]),
    "author-date": (STYLE.replace('"numeric"', '"author-date"'), "(Noether 1921, p. 3)", LISTED[0]),
    "note": (
        STYLE.replace('"numeric"', '"note"').replace('"in-text"', '"note"'),
        "[1, p. 3]",
        LISTED[0],
    ),
    "label": (LABEL.replace('"numeric"', '"label"'), "[1, p. 3]", LISTED[0].partition(": ")[2]),
}
"""A style of each family, with a citation in the text and an entry of the list."""


def site_files(
    style: str = STYLE, content: str = "{{ publications() }}", papers: str = PAPERS
) -> dict[str, str]:
    return {
        "data/site.yml": "title: Emmy Noether\npublications: {style: notices.csl, sort: file}\n",
        "data/papers.bib": papers,
        "data/styles/notices.csl": style,
        "content/about.md": f"---\npermalink: /\n---\n{content}\n",
    }


def home(folder: Path, files: dict[str, str]) -> str:
    pages, problems = render_site(folder, files)
    assert problems == []
    return pages["index.html"]


@needs_pandoc
def test_a_list_is_formatted_in_the_style(tmp_path: Path) -> None:
    """Labels and the dash for the same authors would be wrong in lists that have numbers and filters of their own."""
    text = without_tags(home(tmp_path, site_files()))
    assert [line for line in LISTED if line not in text] == []
    assert "———" not in text


@needs_pandoc
def test_the_own_name_is_bold_with_its_initials_on_either_side(tmp_path: Path) -> None:
    html = home(tmp_path, site_files())
    assert '<strong class="me">Noether, E.</strong>: <em>Ideal Theory' in html
    assert '<strong class="me">Noether, E.</strong> and W. Schmeidler' in html
    assert 'Artin, E. and <strong class="me">E. Noether</strong>: ' in html


@needs_pandoc
@pytest.mark.parametrize(("name", "bold"), [
    ("van der Waerden, Bartel Leendert", "Waerden, B.L. van der"), ("Kamerlingh Onnes, Heike", "Kamerlingh Onnes, H."),
    ("Plato", "Plato"), ("张三", "张三"), ("Joliot-Curie, Jean-Frédéric", "Joliot-Curie, J.-F."),
])  # fmt: skip
def test_names_of_several_words_are_bold_as_a_whole(name: str, bold: str, tmp_path: Path) -> None:
    files = site_files(
        papers=f"@book{{a, author={{{name}}}, title={{Moderne Algebra}}, year=1930}}\n"
    )
    files["data/site.yml"] = files["data/site.yml"].replace(
        "Emmy Noether", " ".join(name.split(", ")[::-1])
    )
    html = home(tmp_path, files).replace("\N{NO-BREAK SPACE}", " ")
    assert (f'<strong class="me">{bold}</strong>: ' in html) is bool(bold)
    assert "\ue000" not in html


@needs_pandoc
def test_a_note_follows_the_citation_also_where_the_style_has_notes(tmp_path: Path) -> None:
    style = STYLE.replace(
        "</layout>\n  </bibl", '<text variable="note" prefix=" "/></layout>\n  </bibl'
    )
    html = home(
        tmp_path,
        site_files(
            style,
            papers="@book{a, author={Artin, E.}, title={Braids}, note={Second printing}, year=1925}",
        ),
    )
    assert html.count("Second printing") == 2
    assert '(1925).\n<span class="publication__note">Second printing.</span>' in html


@needs_pandoc
def test_a_doi_is_a_link(tmp_path: Path) -> None:
    assert '<a href="https://doi.org/10.1007/BF01464225">' in home(tmp_path, site_files())


@needs_pandoc
def test_text_of_a_bibliography_is_escaped(tmp_path: Path) -> None:
    payload = r"{\textless}script{\textgreater}alert(1){\textless}/script{\textgreater} <img src=x onerror=alert(1)>"
    html = home(
        tmp_path,
        site_files(papers=f"@book{{a, author={{One, A}}, title={{{payload}}}, year=1930}}"),
    )
    assert "alert(1)" in html
    assert "<script>alert" not in html
    assert "<img src=x" not in html


@needs_pandoc
def test_blocks_are_apart_and_years_are_those_of_the_text(tmp_path: Path) -> None:
    style = STYLE.replace(
        '<text variable="title" prefix=": "', '<text variable="title" display="block"'
    )
    style = style.replace("<citation>", '<citation disambiguate-add-year-suffix="true">')
    papers = (
        PAPERS
        + "@article{chains, author={Noether, Emmy}, title={Chains}, journal={Annalen}, year=1921}\n"
    )
    text = without_tags(home(tmp_path, site_files(style, papers=papers)))
    assert "Noether, E. Ideal Theory, Annalen (1921)" in text
    assert "Noether, E. Chains, Annalen (1921)" in text


@needs_pandoc
def test_names_are_those_of_the_style_whoever_else_has_the_family_name(tmp_path: Path) -> None:
    style = STYLE.replace("<citation>", '<citation disambiguate-add-givenname="true">')
    names = '<names variable="author"><name form="short" initialize-with="."/></names>'
    style = style.replace('<text variable="citation-number"/></layout>', f"{names}</layout>")
    papers = "@book{a, author={Bernoulli, Jakob}, title={Ars conjectandi}, year=1713}\n"
    papers += "@book{b, author={Bernoulli, Johann}, title={Opera omnia}, year=1742}\n"
    text = without_tags(home(tmp_path, site_files(style, papers=papers)))
    assert "Bernoulli, J.: Ars conjectandi" in text
    assert "Bernoulli, J.: Opera omnia" in text


@needs_pandoc
def test_a_style_that_has_only_notes_lists_the_works_as_in_their_first_notes(
    tmp_path: Path,
) -> None:
    style = re.sub("<citation>.*</citation>", "", STYLE, flags=re.DOTALL).replace(
        "bibliography", "citation"
    )
    first_note = '<choose><if position="subsequent"><text value="ibid."/></if></choose>'
    text = without_tags(
        home(tmp_path, site_files(style.replace("<names", f"{first_note}<names", 1)))
    )
    assert [line for line in LISTED if line not in text] == []
    assert "ibid." not in text


@needs_pandoc
def test_a_work_of_a_type_that_the_style_does_not_know_shows_its_title(tmp_path: Path) -> None:
    layout = STYLE[STYLE.index('<layout suffix="."') : STYLE.index("</bibliography>")]
    only_books = layout.replace(">", '><choose><if type="book">', 1).replace(
        "</layout>", "</if></choose></layout>"
    )
    text = without_tags(
        home(tmp_path, site_files(STYLE.replace(layout, only_books).replace(' suffix="."', "")))
    )
    assert "Artin, E. and E. Noether: Braids (1925)" in text
    assert "Ideal Theory" in text


@needs_pandoc
def test_what_a_style_has_for_other_works_takes_no_time(tmp_path: Path) -> None:
    """Pandoc reads a macro wherever another one names it: Chicago's notes with all of them take three seconds."""
    names = [f"m{number}" for number in range(24)]
    macros = [
        f'<macro name="{a}"><text macro="{b}"/><text macro="{b}"/></macro>'
        for a, b in pairwise(names)
    ]
    macros.append(f'<macro name="{names[-1]}"><text variable="title"/></macro>')
    branches = '<if type="treaty"><text macro="m0"/></if><else-if variable="archive"><text macro="m0"/></else-if>'
    branches += (
        '<else-if type="treaty book" match="any"><text value="A book. "/></else-if><else>{}</else>'
    )
    inner = '<choose><if variable="archive"/><else><text value="A paper. "/></else></choose>'
    style = STYLE.replace("<citation>", f"{''.join(macros)}<citation>")
    style = style.replace("<names", f"<choose>{branches.format(inner)}</choose><names", 1)
    text = without_tags(home(tmp_path, site_files(style)))
    assert f"A paper. {LISTED[0]}" in text
    assert f"A book. {LISTED[2]}" in text


@needs_pandoc
def test_one_list_can_have_the_style(tmp_path: Path) -> None:
    files = site_files(content='{{ publications(style="notices.csl") }}') | {
        "data/site.yml": "title: Emmy Noether\n"
    }
    assert LISTED[1] in without_tags(home(tmp_path, files))


@needs_pandoc
@pytest.mark.parametrize("family", FAMILIES)
def test_citations_in_the_text_have_numbers_or_authors_as_the_style(
    family: str, tmp_path: Path
) -> None:
    style, cited, listed = FAMILIES[family]
    text = without_tags(home(tmp_path, site_files(style, content="As shown [@ideals, p. 3].")))
    assert f"As shown {cited}." in text
    assert listed in text


def formatted(style: str, count: int) -> list[tuple[str, str]]:
    """So many papers of the demo, again and again: the title and the citation of each."""
    data = read_data(ROOT, Problems())
    items = [
        csl_item(work) for work in islice(cycle(works_of(data.publications, data.venues)), count)
    ]
    lines = format_in_csl_style(
        json.encode(["notices.csl", style, "en", items], enc_hook=str).decode()
    )
    return [(item["title"], line) for item, line in zip(items, lines, strict=True)]


@needs_pandoc
@pytest.mark.parametrize("family", FAMILIES)
def test_a_style_of_each_family_cites_the_papers_of_the_demo(family: str) -> None:
    cited = formatted(FAMILIES[family][0], 25)
    assert [
        title for title, line in cited if title not in line.replace("’", "'") and title not in line
    ] == []


@needs_pandoc
@pytest.mark.parametrize("family", FAMILIES)
def test_three_hundred_papers_take_less_than_two_seconds(family: str) -> None:
    def measure() -> float:
        start = time.perf_counter()
        formatted(FAMILIES[family][0], 300)
        return time.perf_counter() - start

    assert least(measure, 2) < 2


@needs_pandoc
def test_a_status_follows_the_citation_unless_the_style_has_it(tmp_path: Path) -> None:
    papers = (
        "@article{a, author={Artin, E.}, title={Braids}, journal={Annals}, pubstate={inpress}}\n"
    )
    html = home(tmp_path / "a", site_files(papers=papers))
    assert 'Annals.\n<span class="publication__status">(in press)</span>' in html
    style = STYLE.replace(
        '<text variable="DOI"', '<text variable="status" prefix=", "/><text variable="DOI"'
    )
    assert (
        without_tags(home(tmp_path / "b", site_files(style, papers=papers))).count("in press") == 1
    )
    papers = papers.replace("Braids", "Theories {In Press} are *Braids*")
    html = home(tmp_path / "c", site_files(papers=papers))
    assert '<span class="publication__status">(in press)</span>' in html


@needs_pandoc
def test_a_status_in_the_words_of_the_style_is_not_repeated(tmp_path: Path) -> None:
    papers = (
        "@article{a, author={Artin, E.}, title={Braids}, journal={Annals}, pubstate={inpress}}\n"
    )
    files = site_files(
        STYLE.replace("<date ", '<text term="in press" prefix=", "/><date '), papers=papers
    )
    files["data/site.yml"] += "language: de\n"
    assert without_tags(home(tmp_path, files)).count("im Druck") == 1


@needs_pandoc
def test_works_are_formatted_again_only_when_they_or_the_style_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, output = make_site(tmp_path / "site", site_files()), tmp_path / "output"
    build(site, output, memo=memo_of(site))
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(sys.modules, "pypandoc", None)  # The extra `csl` may be installed.
    edit(site, "content/about.md", "{{", "New.\n\n{{")
    build(site, output, memo=memo_of(site))
    assert LISTED[1] in without_tags((output / "index.html").read_text(encoding="utf-8"))
    edit(site, "data/styles/notices.csl", "(", "[")
    with pytest.raises(SiteError, match="not installed"):
        build(site, output, memo=memo_of(site))


@pytest.mark.fast
def test_without_pandoc_the_message_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(sys.modules, "pypandoc", None)  # The extra `csl` may be installed.
    with pytest.raises(SiteError) as error:
        render_site(tmp_path, site_files())
    (problem,) = set(error.value.problems)
    assert str(problem.location) == "data/styles/notices.csl"
    assert problem.message == "pandoc, which formats citations in this style, is not installed"
    assert problem.hint == f"install pandoc, or {with_extra('csl')}"


RECURSIVE = STYLE.replace(
    "<citation>", '<macro name="a"><text macro="a"/></macro><citation>'
).replace('<text variable="title" ', '<text macro="a" ')
UNDEFINED = STYLE.replace('variable="title"', 'macro="a"')
DEPENDENT = STYLE.replace(
    "</info>", '<link href="https://noether.example/parent" rel="independent-parent"/></info>'
)


@needs_pandoc
@pytest.mark.parametrize(("style", "message"), [
    (DEPENDENT, "data/styles/notices.csl: this style only refers to another one"),
    (STYLE.replace("</bibliography>", ""), "data/styles/notices.csl:16:3: this is not valid XML: mismatched tag"),
    (RECURSIVE, "data/styles/notices.csl: pandoc cannot use this citation style: pandoc: Heap exhausted"),
    (UNDEFINED, "data/styles/notices.csl: pandoc cannot use this citation style: Citeproc"),
])  # fmt: skip
def test_a_style_that_cannot_be_used_is_named(style: str, message: str, tmp_path: Path) -> None:
    """A dependent style would be downloaded by pandoc."""
    with pytest.raises(SiteError) as error:
        render_site(tmp_path, site_files(style))
    assert str(error.value).startswith(message)


@pytest.mark.fast
def test_a_style_without_a_file_is_reported_at_its_place(tmp_path: Path) -> None:
    files = site_files()
    del files["data/styles/notices.csl"]
    with pytest.raises(SiteError) as error:
        render_site(tmp_path, files)
    (problem,) = error.value.problems
    assert str(problem.location) == "data/site.yml:2:23"
    assert problem.message == "there is no citation style `notices.csl`"
