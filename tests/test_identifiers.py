"""Identifiers may be pasted with their URL, and come out bare."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.model.identifiers import Arxiv, Doi, Hal, Identifier, Isbn, OpenReview, Orcid, Pmid
from acadfolio.model.values import Email
from acadfolio.problems import SiteError
from sites import render_site

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("kind", "written", "bare"),
    [
        (Doi, "10.1000/182", "10.1000/182"),
        (Doi, "https://doi.org/10.1000/182", "10.1000/182"),
        (Doi, "http://dx.doi.org/10.1000/182", "10.1000/182"),
        (Doi, "doi:10.1000/182", "10.1000/182"),
        (Doi, "DOI 10.1000/182", "10.1000/182"),
        (Doi, "https://doi.org/10.1016%2F0029-5582(61)90469-2", "10.1016/0029-5582(61)90469-2"),
        (Doi, "10.1002/(SICI)1097-4636(199823)43:4<338::AID-JBM16>3.0.CO;2-B",
         "10.1002/(SICI)1097-4636(199823)43:4<338::AID-JBM16>3.0.CO;2-B"),
        (Arxiv, "2401.17644", "2401.17644"),
        (Arxiv, "arXiv:2401.17644v2", "2401.17644v2"),
        (Arxiv, "https://arxiv.org/abs/2401.17644", "2401.17644"),
        (Arxiv, "https://arxiv.org/pdf/2401.17644v1.pdf", "2401.17644v1"),
        (Arxiv, "https://arxiv.org/abs/math.GT/0309136", "math.GT/0309136"),
        (Arxiv, "hep-th/9711200", "hep-th/9711200"),
        (Pmid, "https://pubmed.ncbi.nlm.nih.gov/12345678/", "12345678"),
        (Pmid, "PMID: 12345678", "12345678"),
        (Hal, "https://hal.science/hal-01234567v2/document", "hal-01234567v2"),
        (Hal, "https://hal.archives-ouvertes.fr/tel-00123456", "tel-00123456"),
        (OpenReview, "https://openreview.net/forum?id=aVh9KRZdRk&noteId=x", "aVh9KRZdRk"),
        (Orcid, "https://orcid.org/0000-0002-1694-233x", "0000-0002-1694-233X"),
        (Doi, "", ""),
    ],
)  # fmt: skip
def test_an_identifier_is_read_out_of_its_url(kind: type[Identifier], written: str, bare: str) -> None:
    assert kind.parse(written) == bare


@pytest.mark.parametrize(
    ("kind", "written"),
    [(Doi, "182"), (Doi, "https://example.org/10.1000/182"), (Arxiv, "2401"), (Pmid, "PMC1"), (Hal, "yes"),
     (OpenReview, "https://openreview.net/group?id=x"), (Orcid, "0000-0002")],
)  # fmt: skip
def test_what_is_no_identifier_is_an_error_with_an_example(kind: type[Identifier], written: str) -> None:
    with pytest.raises(ValueError, match=f"is not a valid {kind.NAME}") as caught:
        kind.parse(written)
    assert kind.EXAMPLE in caught.value.args[1]
    assert kind.parse(kind.EXAMPLE) == kind.EXAMPLE


LENGTHS = "it needs 10 digits, or 13 that begin with 978 or 979"
CHECK_DIGIT = "its check digit is wrong"
INVALID = "is not a valid ORCID iD: its check digit is wrong"


@pytest.mark.parametrize("written", ["0000-0002-1825-0097", "0000-0002-1694-233X", "0000-0001-5109-3700", ""])
def test_the_last_digit_of_an_orcid_goes_with_the_others(written: str) -> None:
    assert Orcid.parse(written).warning() is None


@pytest.mark.parametrize("written", ["0000-0002-1825-0096", "0000-0002-1825-009X", "0000-0002-1852-0097"])
def test_a_wrong_or_swapped_digit_of_an_orcid_is_doubted(written: str) -> None:
    warning = Orcid.parse(written).warning()
    assert warning is not None
    assert warning[0] == f"`{written}` {INVALID}"


ADAS = "- title: A\n  authors:\n    - Emmy\n    - {name: Ada, "


@pytest.mark.parametrize(
    ("file", "text", "place"),
    [
        ("data/profile.yml", "name: Ada\nlinks:\n  orcid: 0000-0002-1825-0098\n", "3:10"),
        ("data/profile.yml", "name: Ada\nlinks:\n  ORCID: {url: 'https://orcid.org/0000-0002-1825-0098'}\n", "3:16"),
        ("data/profile.yml", "name: Ada\nlinks:\n  My iD: https://orcid.org/0000-0002-1825-0098\n", "3:10"),
        ("data/profile.yml", "name: Ada\nlinks:\n  arxiv: 0000-0002-1825-0098\n", "3:10"),
        ("data/people.yml", "- name: Ada\n  url: http://www.ORCID.org/0000-0002-1825-0098/\n", "2:8"),
        ("data/coauthors.yml", "Noether:\n  - firstname: Ada\n    url: orcid.org/0000-0002-1825-0098\n", "3:10"),
        ("data/publications.yml", ADAS + "orcid: 0000-0002-1825-0098}\n", "4:26"),
        ("data/publications.yml", ADAS + "orcid: https://orcid.org/0000-0002-1825-0098}\n", "4:26"),
        ("data/publications.yml", ADAS + "url: 'https://orcid.org/0000-0002-1825-0098'}\n", "4:24"),
        ("data/projects.yml", "- {title: Ada, links: {iD: 'https://orcid.org/0000-0002-1825-0098'}}\n", "1:28"),
    ],
)  # fmt: skip
def test_a_wrong_orcid_is_reported_in_every_place(tmp_path: Path, file: str, text: str, place: str) -> None:
    reported = f"{file}:{place}: `0000-0002-1825-0098` {INVALID}"
    sections = "{{ publications() }}\n" if "publications" in file else "{{ projects() }}\n" * ("projects" in file)
    for _ in range(2):  # What is kept of the data says it again.
        assert reported in render_site(tmp_path, {file: text, "content/about.md": sections})[1]
    assert render_site(tmp_path, {file: text.replace("0098", "0097")})[1].count(reported) == 0


def test_a_url_that_only_looks_like_an_orcid_is_nobodys_business(tmp_path: Path) -> None:
    links = "  Lab: https://lab.example/orcid.org/0000-0002-1825-0098\n  Data: https://orcid.org/0000-0002-1825-00981\n"
    assert render_site(tmp_path, {"data/profile.yml": f"name: Ada\nlinks:\n{links}"})[1] == []


def test_the_orcid_of_a_new_site_is_reported_by_a_check_alone(tmp_path: Path) -> None:
    assert render_site(tmp_path, {"data/profile.yml": "name: Ada\nlinks: {orcid: 0000-0000-0000-0000}\n"})[1] == []


@pytest.mark.parametrize(
    "written", ["ada@example.org", "a.b+c@mail.uni.ac.uk", "ада@почта.рф", "mailto:ada@example.org"]
)
def test_an_email_address_is_read_without_mailto(written: str) -> None:
    assert Email.parse(written) == written.removeprefix("mailto:")


@pytest.mark.parametrize(
    "written",
    ["not an email", "ada at example.org", "ada@", "ada@b.org ada@c.org", "ada@example", "ada@a..b", "A <a@b.org>"],
)
def test_an_invalid_email_address_is_reported_with_its_location(tmp_path: Path, written: str) -> None:
    with pytest.raises(SiteError) as caught:
        render_site(tmp_path, {"data/profile.yml": f"name: Ada\nemail: {written}\n"})
    (problem,) = caught.value.problems
    assert (str(problem.location), problem.message) == (
        "data/profile.yml:2:8",
        f"`{written}` is not an e-mail address",
    )


def test_a_pasted_url_is_linked_once(tmp_path: Path) -> None:
    paper = "- {title: A, doi: https://doi.org/10.1/x, arxiv: https://arxiv.org/abs/2401.17644}\n"
    files = {"data/publications.yml": paper, "content/about.md": "{{ publications() }}\n"}
    page = render_site(tmp_path, files)[0]["index.html"]
    assert 'href="https://doi.org/10.1/x"' in page
    assert 'href="https://arxiv.org/abs/2401.17644"' in page


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ada [at] example.org", "ada@example.org"),
        ("ada(AT)example (dot) org", "ada@example.org"),
        ("ada@example.org, ada@b.org", "ada@example.org, ada@b.org"),
    ],
)
def test_obfuscated_and_several_email_addresses_are_read(written: str, meant: str) -> None:
    assert Email.parse(written) == meant


@pytest.mark.parametrize(
    "isbn",
    [
        "978-3-16-148410-0", "9783161484100", "978 3 16 148410 0", "3-16-148410-X", "316148410x", "0-8044-2957-X",
        "979-10-90636-07-1", "ISBN-13: 978-3-16-148410-0", "978-3-16-148410-0 (print)", "978‑3‑16‑148410‑0",
        "3-540-12345-8, 978-3-16-148411-7", "978-3-16-148410-0/26/07",
    ],
)  # fmt: skip
def test_an_isbn_that_fits_is_not_doubted(isbn: str) -> None:
    assert Isbn.parse(isbn).warning() is None


@pytest.mark.parametrize(
    ("isbn", "what"),
    [
        ("12345", LENGTHS),
        ("1", LENGTHS),
        ("none", LENGTHS),
        ("978-3-16-148410", LENGTHS),
        ("978-3-16-148410-00", LENGTHS),
        ("978-3-16-148410-1", CHECK_DIGIT),
        ("978-3-16-148401-0", CHECK_DIGIT),
        ("3-16-148410-1", CHECK_DIGIT),
        ("977-3-16-148410-0", LENGTHS),
        ("3-16-148 and 410-1", LENGTHS),
    ],
)
def test_a_mistyped_isbn_is_doubted(isbn: str, what: str) -> None:
    assert Isbn.parse(isbn).warning() == (
        f"`{isbn}` is not a valid ISBN: {what}",
        "copy it from the book again, or delete it",
    )


@pytest.mark.parametrize(
    ("file", "text", "place"),
    [
        ("publications.yml", "- title: Annals\n  isbn: 12345\n", "2:9"),
        ("a.bib", "@book{a,\n title = {Annals}, author = {B}, publisher = {P}, year = 1931,\n isbn = {12345}}\n", "3"),
        ("a.json", '[{"id": "a", "type": "book", "title": "Annals", "ISBN": "12345"}]\n', "1"),
    ],
)
def test_a_mistyped_isbn_is_reported_with_its_place_and_shown(file: str, text: str, place: str, tmp_path: Path) -> None:
    files = {f"data/{file}": text, "content/about.md": "{{ publications() }}\n"}
    outputs, problems = render_site(tmp_path, files)
    reported = [problem for problem in problems if "ISBN" in problem]
    assert reported == [f"data/{file}:{place}: `12345` is not a valid ISBN: {LENGTHS}"]
    assert "ISBN 12345" in outputs["index.html"]


def test_a_wrong_isbn_of_ris_is_reported(tmp_path: Path) -> None:
    text = "TY  - BOOK\nTI  - Annals\nSN  - 978-3-16-148410-1\nER  - \n"
    problems = render_site(tmp_path, {"data/a.ris": text, "content/about.md": "{{ publications() }}\n"})[1]
    what = "data/a.ris:3: `978-3-16-148410-1` is not a valid ISBN: its check digit is wrong"
    assert what in problems
