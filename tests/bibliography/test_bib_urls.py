"""Words stay words: the URLs in the notes, links and URL fields of bibliographies."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from acadfolio.bibliography.conversion import PublicationConverter
from acadfolio.bibliography.readers.bibtex import read_bibtex
from acadfolio.bibliography.readers.csl import read_csl
from acadfolio.bibliography.readers.ris import read_ris
from acadfolio.bibliography.writers.bibtex import write_bibtex
from acadfolio.bibliography.writers.csl import write_csl
from acadfolio.bibliography.writers.ris import write_ris
from acadfolio.bibliography.writers.works import works_of
from acadfolio.markdown import inline
from acadfolio.problems import Problems
from acadfolio.source.text import Source
from cases import every_case

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawEntry
    from acadfolio.model.publication import Publication

SITE = "https://a.example"


def converted(entries: list[RawEntry]) -> Publication:
    [publication] = map(PublicationConverter(Problems()).convert, entries)
    return publication


def bibtex(fields: str) -> Publication:
    entry = f"@article{{key1,\ntitle = {{Rings}}, journal = {{J}}, year = 1921,\n{fields}\n}}"
    return converted(read_bibtex([Source("a.bib", entry)], Problems()))


def ris(lines: str) -> Publication:
    return converted(
        read_ris(Source("a.ris", f"TY  - JOUR\nTI  - Rings\n{lines}\nER  - \n"), Problems())
    )


def csl(**item: str) -> Publication:
    text = json.dumps([{"id": "a", "type": "article-journal", "title": "Rings", **item}])
    return converted(read_csl(Source("a.json", text), Problems()))


def note_of(publication: Publication) -> str:
    return str(publication.note or "")


def links_of(publication: Publication) -> list[str]:
    return [f"{link.label} {link.url}" for link in publication.links]


HOST = f"[a.example]({SITE}/x)"


@every_case("name", ["note", "addendum", "howpublished"])
@every_case(
    ("latex", "note"),
    [
        (r"\href{https://a.example/v}{Video}", f"[Video]({SITE}/v)"),
        (r"\href{https://a.example/s}{Slides} and \href{https://a.example/c}{Code}",
         f"[Slides]({SITE}/s) and [Code]({SITE}/c)"),
        (r"Best paper award, see \url{https://a.example/x}", f"Best paper award, see {HOST}"),
        ("Code: https://a.example/x", f"Code: {HOST}"),
        ("[Video](https://a.example/v)", f"[Video]({SITE}/v)"),
        ("<a href='https://a.example/v'>Video</a>", f"[Video]({SITE}/v)"),
        (r"\url{https://a.example/x}, accessed 1 March 1921", f"{HOST}, accessed 1 March 1921"),
        (r"\url{https://a.example/x} (accessed: 1921-03-01)", f"{HOST} (accessed: 1921-03-01)"),
        ("https://a.example/x Accessed: 1921-03-01", f"{HOST} Accessed: 1921-03-01"),
        (r"\url{https://a.example/x}. [Online; accessed 19-July-1921]", rf"{HOST}. \[Online; accessed 19-July-1921\]"),
        (r"Talk in Z{\"u}rich, slides at \url{https://a.example/x}.", f"Talk in Zürich, slides at {HOST}."),
        (r"Lectures (\texttt{https://a.example/x})", f"Lectures ({HOST})"),
        (r"Lectures {\tt https://a.example/x}, 1921", f"Lectures {HOST}, 1921"),
        ("See <https://a.example/x>; www.a.example/y.", f"See {HOST}; [a.example](https://www.a.example/y)."),
        ("视频：https://a.example/x。", f"视频：{HOST}。"),
        ("“https://a.example/x”, 'https://a.example/x'", f"“{HOST}”, '{HOST}'"),
        ("Two: https://a.example/x,https://a.example/x", f"Two: {HOST},{HOST}"),
        ("Rings https://a.example/a_(b)", f"Rings [a.example]({SITE}/a_%28b%29)"),
        (r"Page https://a.example/a\_b\%20c\&d=\~{}e", f"Page [a.example]({SITE}/a_b%20c&d=~e)"),
        (r"Page https://a.example/~noether", f"Page [a.example]({SITE}/~noether)"),
        ("Copy: https://web.example/1/https://a.example/x", "Copy: [web.example](https://web.example/1/https://a.example/x)"),
    ],
)  # fmt: skip
def test_a_field_that_contains_a_url_is_the_note_with_links(
    name: str, latex: str, note: str
) -> None:
    found = bibtex(f"{name} = {{{latex}}}")
    assert (note_of(found), links_of(found)) == (note, [])


@every_case("name", ["note", "addendum", "howpublished", "url"])
@every_case(
    "latex",
    [
        r"\url{https://a.example/x}", "https://a.example/x", r"\url{https://a.example/x}.", "<https://a.example/x>",
        r"{\url{https://a.example/x}}", r"\href{https://a.example/x}{https://a.example/x}", "(https://a.example/x)",
        r"\texttt{https://a.example/x}", r"\url{https:// a.example/ x}", r"{https://a.example/x},",
    ],
)  # fmt: skip
def test_a_field_that_is_one_url_is_a_link(name: str, latex: str) -> None:
    found = bibtex(f"{name} = {{{latex}}}")
    assert (links_of(found), note_of(found)) == ([f"Link {SITE}/x"], "")


def test_words_in_howpublished_without_a_url_stay_the_venue() -> None:
    entry = "@misc{a, title = {Rings}, year = 1921, howpublished = {Lecture notes, Erlangen}}"
    found = converted(read_bibtex([Source("a.bib", entry)], Problems()))
    assert (str(found.venue), note_of(found)) == ("Lecture notes, Erlangen", "")


@every_case(
    ("fields", "links", "note"),
    [
        ("url = {https://a.example/x Accessed 1921}", ["Link https://a.example/x"], "Accessed 1921"),
        ("url = {https://a.example/x, https://a.example/y}",
         ["Link https://a.example/x", "Link (2) https://a.example/y"], ""),
        ("url = {https://a.example/x and https://a.example/y}",
         ["Link https://a.example/x", "Link (2) https://a.example/y"], ""),
        ("url = {[Preprint] https://a.example/x}", ["Preprint https://a.example/x"], ""),
        (r"url = {\href{https://a.example/x}{Publisher}}", ["Publisher https://a.example/x"], ""),
        ("url = {a.example/x/y}", ["Link https://a.example/x/y"], ""),
        ("url = {https://a.example/a-long/ path_of.html}", ["Link https://a.example/a-long/path_of.html"], ""),
        ("url = {https://a.example/ 1921-03-01}", ["Link https://a.example/"], "1921-03-01"),
        ("code = {https://a.example/x (Python), https://a.example/y}",
         ["Code https://a.example/x", "Code (2) https://a.example/y"], "(Python)"),
        ("pdf = {rings.pdf}", ["PDF rings.pdf"], ""),
        ("remark = {https://a.example/x seen in 1921}", [], ""),
        ("annote = {Dull, see https://a.example/x}", [], ""),
    ],
)  # fmt: skip
def test_words_beside_the_url_of_a_link_are_never_part_of_it(
    fields: str, links: list[str], note: str
) -> None:
    found = bibtex(fields)
    assert (links_of(found), note_of(found)) == (links, note)


@every_case(
    "field",
    [
        r"note = {\href{https://doi.org/10.5281/data.1}{Data}}",
        r"note = {\url{https://doi.org/10.5281/data.1}}",
        r"addendum = {\url{https://doi.org/10.5281/data.1}}",
        r"howpublished = {\url{https://doi.org/10.5281/data.1}}",
        "note = {Erratum: https://doi.org/10.5281/data.1}",
        "note = {Erratum: doi:10.5281/data.1}",
        r"note = {\href{https://arxiv.org/abs/1901.00001}{Extended version}}",
        r"note = {\url{https://arxiv.org/abs/1901.00001}}",
        "note = {arXiv:1901.00001 is a longer version}",
        "note = {Extended version at arXiv:1901.00001}",
        "code = {https://doi.org/10.5281/data.1}",
    ],
)
def test_the_identifier_of_another_work_in_a_note_is_only_a_link(field: str) -> None:
    found = bibtex(field)
    assert (found.doi, found.arxiv) == ("", "")
    assert links_of(found) or note_of(found)
    assert bibtex(f"doi = {{10.1000/own}}, {field}").doi == "10.1000/own"


@every_case(
    ("field", "doi"),
    [
        ("doi = {10.1000/a and 10.1000/b}", "10.1000/a"),
        ("doi = {10.1000/a 10.1000/b}", "10.1000/a"),
        ("doi = {DOI: 10.1000/a; 10.1000/b}", "10.1000/a"),
        ("doi = {10.1000/a (accessed 1 March 1921)}", "10.1000/a"),
        ("doi = {10.1000/j. rings.1921.08}", "10.1000/j.rings.1921.08"),
        ("doi = {10.1000/ rings1}", "10.1000/rings1"),
        (r"doi = {10.1000/001\textless 0001:ABC\textgreater 2.0}", "10.1000/001<0001:ABC>2.0"),
        ("url = {https://doi-org.proxy.example.edu/10.1000/a}", "10.1000/a"),
        (r"doi = {\href{https://doi.org/10.1000/a_b}{10.1000/a\_b}}", "10.1000/a_b"),
    ],
)
def test_the_own_doi_is_read_without_other_dois_and_words(field: str, doi: str) -> None:
    found = bibtex(field)
    assert (found.doi, links_of(found), note_of(found)) == (doi, [], "")


def test_a_doi_of_ris_and_csl_is_unwrapped_too() -> None:
    for written in (
        "DOI: 10.1000/a&lt;b&gt;c.",
        "https://doi-org.proxy.example.edu/10.1000/a%3Cb%3Ec",
        "10.1000/a$<$b$>$c",
    ):
        assert [ris(f"DO  - {written}").doi, csl(DOI=written).doi] == ["10.1000/a<b>c"] * 2


def test_a_note_that_is_only_the_own_identifier_is_read() -> None:
    for note in (
        "arXiv:1901.00001",
        "arXiv:1901.00001 [math.RA]",
        "arXiv preprint arXiv:1901.00001.",
    ):
        assert bibtex(f"note = {{{note}}}").arxiv == "1901.00001", note
    found = bibtex(r"doi = {10.1000/own}, note = {\url{https://doi.org/10.1000/own}}")
    assert (links_of(found), note_of(found)) == ([], "")


def test_notes_of_ris_and_csl_keep_their_words_and_link_their_urls() -> None:
    for text, note in (
        ("Video: https://a.example/x (1921)", f"Video: {HOST} (1921)"),
        ("<a href='https://a.example/v'>Video</a> &amp; more", f"[Video]({SITE}/v) & more"),
        ("https://a.example/x Best paper", f"{HOST} Best paper"),
        (
            "Data: https://doi.org/10.5281/data.1.",
            "Data: [doi.org](https://doi.org/10.5281/data.1).",
        ),
    ):
        for found in (ris(f"N1  - {text}"), csl(note=text)):
            assert (note_of(found), found.doi, links_of(found)) == (note, "", [])
    for found in (ris("N1  - https://a.example/x"), csl(note="https://a.example/x")):
        assert (note_of(found), links_of(found)) == ("", [f"Link {SITE}/x"])
    for found in (
        ris("UR  - https://a.example/x accessed 1921"),
        csl(URL="https://a.example/x accessed 1921"),
    ):
        assert (note_of(found), links_of(found)) == ("accessed 1921", [f"Link {SITE}/x"])


def test_exported_notes_keep_their_words_and_urls() -> None:
    found = bibtex(
        r"note = {\href{https://a.example/v}{Video}, see \url{https://a.example/x_1} \& more}"
    )
    works = works_of([found], {})
    exported = write_bibtex(works)
    assert (
        r"note = {\href{https://a.example/v}{Video}, see \url{https://a.example/x_1} \& more}"
        in exported
    )
    text = "Video (https://a.example/v), see https://a.example/x_1 & more"
    assert f"N1  - {text}" in write_ris(works)
    assert json.loads(write_csl(works))[0]["note"] == text
    again = converted(read_bibtex([Source("a.bib", exported)], Problems()))
    assert again.note == found.note


@every_case(
    "url", ["javascript:alert(1)", "data:text/html,x", "JaVaScRiPt://a.example/%0aalert(1)"]
)
def test_a_url_that_runs_code_never_becomes_a_link(url: str) -> None:
    for latex in (
        rf"\href{{{url}}}{{Video}}",
        rf"\url{{{url}}}",
        f"[Video]({url})",
        f'<a href="{url}">Video</a>',
    ):
        assert "<a" not in inline(note_of(bibtex(f"note = {{See {latex}}}")))
