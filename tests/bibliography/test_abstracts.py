"""Abstracts of bibliographies: their paragraphs, lists and formulas stay apart, on the page and in exports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from acadfolio.bibliography.abstracts import abstract_of
from acadfolio.bibliography.conversion import PublicationConverter
from acadfolio.bibliography.entries import RawValue
from acadfolio.bibliography.readers.bibtex import read_bibtex
from acadfolio.bibliography.readers.csl import read_csl
from acadfolio.bibliography.readers.ris import read_ris
from acadfolio.bibliography.writers.bibtex import write_bibtex
from acadfolio.bibliography.writers.csl import csl_item
from acadfolio.bibliography.writers.ris import write_ris
from acadfolio.bibliography.writers.works import works_of
from acadfolio.markdown import Options, convert, inline
from acadfolio.model.publication import Publication
from acadfolio.model.values import Text
from acadfolio.problems import Problems
from acadfolio.source.text import Source
from cases import every_case
from timing import least, timed

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawEntry


def page(abstract: str, *, is_latex: bool = True) -> str:
    """The HTML of an abstract, on one line."""
    text = abstract_of(RawValue(abstract, 1, is_latex))
    if text is None:
        return ""
    html = convert(str(text), Options()).html if text.has_blocks else f"<p>{inline(str(text))}</p>"
    return " ".join(re.sub(r"<math.*?</math>", "FORMULA", html, flags=re.DOTALL).split())


@every_case(
    "between", ["\n\n", " \n \n\t", r" \par ", r"\\", r"\\[2pt] ", r"\\* ", "</p><p>", r"\newline "]
)
def test_paragraphs_stay_apart(between: str) -> None:
    assert page(f"We study rings.{between}   All ideals are finite.") == (
        "<p>We study rings.</p> <p>All ideals are finite.</p>"
    )


@every_case(
    ("abstract", "html"),
    [
        (
            r"Two: \begin{itemize} \item one \item two \end{itemize} End.",
            "<p>Two:</p> <ul> <li>one</li> <li>two</li> </ul> <p>End.</p>",
        ),
        (
            r"\begin{enumerate}[(a)] \item one \item two \end{enumerate}",
            "<ol> <li>one</li> <li>two</li> </ol>",
        ),
        (
            r"\begin{description} \item[Ring] a set \item[Ideal] a part \end{description}",
            "<ul> <li><strong>Ring</strong> a set</li> <li><strong>Ideal</strong> a part</li> </ul>",
        ),
        (
            r"\begin{itemize}\item a \begin{enumerate}\item x\end{enumerate}\item b\end{itemize}",
            "<ul> <li>a <ol> <li>x</li> </ol> </li> <li>b</li> </ul>",
        ),
        (
            r"\begin{itemize}\item a\end{itemize}\begin{itemize}\item b\end{itemize}",
            "<ul> <li>a</li> </ul> <ul> <li>b</li> </ul>",
        ),
        ("<p>A</p><ul><li>x</li><li>y</li></ul>", "<p>A</p> <ul> <li>x</li> <li>y</li> </ul>"),
        (
            "A<ol><li>x</li><li><p>y</p></li></ol>B",
            "<p>A</p> <ol> <li>x</li> <li>y</li> </ol> <p>B</p>",
        ),
        (
            '<jats:list list-type="order"><jats:list-item><jats:p>x</jats:p></jats:list-item></jats:list>',
            "<ol> <li>x</li> </ol>",
        ),
        (
            "<jats:title>Abstract</jats:title><jats:sec><jats:title>Methods</jats:title><jats:p>B</jats:p></jats:sec>",
            "<p><strong>Methods</strong></p> <p>B</p>",
        ),
        (r"{\textless}p{\textgreater}A{\textless}/p{\textgreater} B", "<p>A</p> <p>B</p>"),
        ("&lt;p&gt;A&lt;/p&gt;&lt;p&gt;B&lt;/p&gt;", "<p>A</p> <p>B</p>"),
        (
            r"So \begin{equation} a=b \label{x} \end{equation} holds.",
            "<p>So</p> FORMULA <p>holds.</p>",
        ),
        (r"So \begin{align*} a&=b\\ c&=d \end{align*} holds.", "<p>So</p> FORMULA <p>holds.</p>"),
        (r"\begin{itemize} \item one \end{itemize}.", "<ul> <li>one.</li> </ul>"),
        (r"So \[ a=b \], and so on.", "<p>So</p> FORMULA <p>and so on.</p>"),
        (r"So \[ a=|b| \] holds.", "<p>So</p> FORMULA <p>holds.</p>"),
    ],
)
def test_lists_titles_and_equations_are_blocks(abstract: str, html: str) -> None:
    assert page(abstract) == html


@every_case(
    "abstract",
    [
        "Hard wrapped\n   lines, indented.",
        r"A $\begin{pmatrix}a\\b\end{pmatrix}$ matrix",
        r"\emph{one \par group}",
        "a < b and c > d",
        "{{In two pairs of braces}}",
    ],
)
def test_one_paragraph_stays_one(abstract: str) -> None:
    html = page(abstract)
    assert html.count("<p>") == 1
    assert "<li" not in html
    assert not html.endswith("}</p>")


@every_case(
    "text",
    [
        "* one", "- one", "+ one", "1. one", "# one", "[1] one", "[1]: https://example.org/x", "a_b _c_ d", "a | b | c",
        "=== a", "--", ": a", "^", "~~~ a", "{: .a}", "*[HTML]: a", "[^1]: a", "1.", "a * b * c", "{{ video(x) }}",
    ],
)  # fmt: skip
@every_case("indent", ["", "    ", "\t"])
def test_text_that_looks_like_markdown_stays_text(text: str, indent: str) -> None:
    html = page(f"First.\n\n{indent}{text}\n\nLast.", is_latex=False)
    assert html == f"<p>First.</p> <p>{text}</p> <p>Last.</p>"


def test_a_second_paragraph_runs_no_code() -> None:
    html = page(
        'A.\n\n<script>alert(1)</script> <img src=x onerror="alert(1)">\n\n[x](javascript:alert(1))'
    )
    assert not re.search(r"<script|<img|href=.javascript", html)


def paper(entry: RawEntry) -> Publication:
    return PublicationConverter(Problems()).convert(entry)


def test_lines_of_ris_that_stay_apart() -> None:
    text = (
        "TY  - JOUR\nTI  - Ideals\nAB  - First paragraph.\nAB  - Second one,\ncontinued.\n\nThird one.\n"
        "N2  - First paragraph.\nN1  - A note\nER  - \n"
    )
    (entry,) = read_ris(Source("a.ris", text), Problems())
    abstract = paper(entry).abstract
    assert str(abstract) == "First paragraph.\n\nSecond one, continued.\n\nThird one."


@every_case(
    ("written", "abstract"),
    [
        (r"A.\n\nB.", "A.\n\nB."),
        (r"BACKGROUND: We ask.\nMETHODS: We try.", "BACKGROUND: We ask.\n\nMETHODS: We try."),
        (r"Wrapped\nlines. And\nmore.", "Wrapped lines. And more."),
        ("<jats:p>A</jats:p><jats:p>B <jats:italic>c</jats:italic></jats:p>", "A\n\nB *c*"),
    ],
)
def test_paragraphs_of_csl_stay_apart(written: str, abstract: str) -> None:
    text = f'[{{"id": "a", "type": "book", "title": "Ideals", "abstract": "{written}"}}]'
    (entry,) = read_csl(Source("a.json", text), Problems())
    assert str(paper(entry).abstract) == abstract


MARKDOWN = "One *paragraph*.\n\n- first\n- second $$x$$\n  1. inner\n\nTwo \\* 2.\n\n$$a=b$$"


def test_a_round_trip_to_bibtex_keeps_paragraphs_and_lists() -> None:
    written = Publication(
        title=Text.of("Ideals"), abstract=Text((("", MARKDOWN),), has_blocks=True), year=1921
    )
    bib = write_bibtex(works_of([written], {}))
    (entry,) = read_bibtex([Source("a.bib", bib)], Problems())
    read = paper(entry).abstract
    assert read is not None
    assert convert(str(read), Options()).html == convert(MARKDOWN, Options()).html


def test_a_round_trip_to_ris_keeps_paragraphs() -> None:
    markdown = "First one, " * 20 + "end.\n\nSecond *one*.\n\nAI - a third one.\n\n- item"
    written = Publication(
        title=Text.of("Ideals"), abstract=Text((("", markdown),), has_blocks=True), year=1921
    )
    ris = write_ris(works_of([written], {}))
    (entry,) = read_ris(Source("a.ris", ris.replace("\r\n", "\n")), Problems())
    first = "First one, " * 20 + "end."
    assert str(paper(entry).abstract) == f"{first}\n\nSecond one. AI - a third one.\n\nitem"


def test_csl_json_separates_the_paragraphs() -> None:
    written = Publication(
        title=Text.of("Ideals"), abstract=Text((("", MARKDOWN),), has_blocks=True), year=1921
    )
    (work,) = works_of([written], {})
    assert (
        csl_item(work)["abstract"]
        == "One paragraph.\n\nfirst\n\nsecond $x$\n\ninner\n\nTwo * 2.\n\n$a=b$"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", [r"\[", r"\begin{equation}", r"\begin{itemize}", r"\(", "$", "{", "<p>", "&lt;"]
)
def test_an_abstract_is_read_in_linear_time(part: str) -> None:
    text = part * (50_000 // len(part))
    assert least(lambda: timed(lambda: abstract_of(RawValue(text, 1, is_latex=True)))[1], 3) < 3
