"""Marks of authors in lists of names: they never become letters of a name, and none is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.bibliography.entries import RawValue
from acadfolio.bibliography.names import authors_of
from acadfolio.bibliography.readers.ris import read_ris
from acadfolio.cli import main
from acadfolio.problems import Problems
from acadfolio.source.text import Source
from cases import every_case
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def read(names: str, *, is_latex: bool = True) -> list[tuple[str, str]]:
    """The names, and their marks with those of the flags."""
    return [(author.name, author.all_marks) for author in authors_of(RawValue(names, 1, is_latex))]


@every_case(
    ("written", "marks"),
    [
        ("Emmy Noether (*)", "*"),
        (r"Emmy Noether (\dag)", "†"),
        ("Noether, Emmy (*)", "*"),
        ("Noether, Emmy [*]", "*"),
        ("Emmy Noether($^*$)", "*"),
        ("Emmy Noether (✉)", "✉"),
        (r"Emmy Noether\textsuperscript{a}", "a"),
        (r"Noether, Emmy\textsuperscript{a,b}", "ab"),
        (r"Emmy Noether{\textsuperscript{a}}", "a"),
        ("Emmy Noether$^{a}$", "a"),
        ("Emmy Noether$^a$", "a"),
        (r"Emmy Noether$^{\rm a}$", "a"),
        (r"Emmy Noether$^{\text{a}}$", "a"),
        (r"Emmy Noether$^{\textrm{1}}$", "1"),
        ("Noether, Emmy$^{1,2,*}$", "1,2*"),
        (r"Emmy Noether$^{\ast,1}$", "*1"),
        ("Emmy Noether$^{1}$ $^{2}$", "1,2"),
        (r"Emmy Noether\footnotemark[1]", "1"),
        (r"Emmy Noether\footnotemark[\dag]", "†"),
        (r"Emmy Noether\footnotemark", ""),
        (r"Emmy Noether\inst{1,2}", "1,2"),
        (r"Emmy Noether\affil{1}", "1"),
        (r"Emmy Noether\IEEEauthorrefmark{1}", "1"),
        ("Emmy Noether^1", "1"),
        ("Emmy Noether1,2", "1,2"),
        ("Emmy Noether (1,2)", "1,2"),
        ("Noether, Emmy¹,²", "1,2"),
        ("Emmy Noether<sup>1,*</sup>", "1*"),
        (r"\textbf{Emmy Noether$^*$}", "*"),
        ("Emmy Noether (corresponding author)", "✉"),
        ("Noether, Emmy (Corresponding)", "✉"),
        ("Emmy Noether (corr. author)", "✉"),
        (r"Emmy Noether\corref{cor1}", "✉"),
        (r"Emmy Noether\footnote{Corresponding author: noether@example.org}", "✉"),
        ("Emmy Noether (equal contribution)", "*"),
        ("Emmy Noether (co-first author)", "*"),
        ("Emmy Noether (project lead)", "†"),
        (r"Emmy Noether\thanks{Supported by the {DFG}}", ""),
        (r"Emmy Noether\orcidlink{0000-0002-1825-0097}", ""),
        ("Emmy Noether (presenting author)", ""),
    ],
)
def test_a_mark_is_no_letter_of_the_name(written: str, marks: str) -> None:
    assert read(f"{written} and Helmut Hasse") == [("Emmy Noether", marks), ("Helmut Hasse", "")]


@every_case(
    ("written", "marks"),
    [("Emmy Noether<sup>a</sup>", "a"), ("Noether, Emmy (*)", "*"), ("Emmy Noether¹", "¹")],
)
def test_marks_in_html_are_read_in_the_same_way(written: str, marks: str) -> None:
    assert read(written, is_latex=False) == [("Emmy Noether", marks)]


def test_marks_with_commas_do_not_split_a_name_of_ris() -> None:
    text = "TY  - JOUR\nAU  - Noether, Emmy<sup>1,2</sup>\nAU  - Hasse, Helmut (*)\nTI  - Ideals\nER  - \n"
    (entry,) = read_ris(Source("a.ris", text), Problems())
    assert read(entry.value("author").text, is_latex=False) == [
        ("Emmy Noether", "1,2"),
        ("Helmut Hasse", "*"),
    ]


@every_case(
    "name",
    [
        "Emmy Noether (University of Göttingen)",
        "Emmy Noether (E.)",
        "{Team 1 (Göttingen)}",
        "{Group1}",
        "Group1",
    ],
)
def test_what_is_no_mark_stays_in_the_name(name: str) -> None:
    assert read(name) == [(name.strip("{}"), "")]


def test_all_affiliations_that_nothing_explains_are_one_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bib = """@article{a, title={Ideals}, journal={Math. Ann.}, year=1921,
        author={Noether, Emmy$^{1,2,*}$ and Hasse, Helmut$^{3}$ and Artin, Emil\\textsuperscript{12,a}}}"""
    site = make_site(
        tmp_path, {"data/p.bib": bib, "data/site.yml": 'title: N\nmarks: {"*": equal}\n'}
    )
    main(["build", "--site", str(site), "--output", str(tmp_path / "out")])
    warnings = [line for line in capsys.readouterr().err.splitlines() if "explained" in line]
    assert len(warnings) == 1
    assert "marks of authors are not explained: `1`, `12`, `2`, `3`, `a`" in warnings[0]
