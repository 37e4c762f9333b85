"""Identifiers may be pasted with their URL, and come out bare."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.model.identifiers import Arxiv, Doi, Hal, Identifier, OpenReview, Orcid, Pmid
from acadfolio.model.values import Email
from acadfolio.problems import SiteError
from cases import every_case
from sites import render_site

if TYPE_CHECKING:
    from pathlib import Path


@every_case(
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
        *((Doi, written, "10.1000/a<b>c_d") for written in (
            "10.1000/a$<$b$>$c$\\_$d", r"10.1000/a{\textless}b\textgreater{}c{\_}d", "10.1000/a&lt;b&gt;c_d",
            "10.1000/a&amp;lt;b&amp;gt;c_d", "10.1000/a%3Cb%3Ec%5Fd", "https://doi.org/10.1000/a%3Cb%3Ec_d",
            "10.1000/a<b>c_d,", "10.1000/a<b>c_d.", "(10.1000/a<b>c_d)", "<10.1000/a<b>c_d>", '"10.1000/a<b>c_d";',
            "{10.1000/a<b>c_d}", "10.1000/a<\u200bb>c_\u00add\ufeff", "１０.1000/a<b>c_d",
        )),
        *((Doi, written, "10.1000/x-1") for written in (
            "https://doi-org.proxy.example.edu/10.1000/x-1", "http://dx.doi.org.proxy.example.edu:2048/10.1000/x-1",
            "https://login.example.edu/login?url=https://doi.org/10.1000/x-1", "https://doi.org/10.1000/x-1?utm=a#b",
            "http://example.edu/login?qurl=https%3a%2f%2fdoi.org%2f10.1000%2fx-1", "doi: https://doi.org/10.1000/x-1",
            "info:doi/10.1000/x-1", "urn:doi:10.1000/x-1", "doi10.1000/x-1", "http//doi.org/10.1000/x-1",
            "https://doi.org/doi:10.1000/x-1", "HTTPS://DX.DOI.ORG/10.1000/x-1", "10.1000/x–1", "doi.org/10.1000/x-1",
            "https://press.example/doi/abs/10.1000/x-1?a=b", "https://press.example/doi/10.1000/x-1",
        )),
        (Doi, "10.1000/a(b)[c]", "10.1000/a(b)[c]"),
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
def test_an_identifier_is_read_out_of_its_url(
    kind: type[Identifier], written: str, bare: str
) -> None:
    assert kind.parse(written) == bare


@every_case("written", ["0000-0002-1825-0098", "0000-0002-1825-009X", "0000-0002-1694-2330"])
def test_an_orcid_with_a_wrong_digit_is_an_error(written: str) -> None:
    with pytest.raises(ValueError, match="its last digit does not fit the others"):
        Orcid.parse(written)


@every_case("written", ["0000-0002-1825-0079", "https://orcid.org/0000-0002-1825-0079"])
def test_an_orcid_of_the_profile_with_exchanged_digits_is_a_warning(
    written: str, tmp_path: Path
) -> None:
    """An old site may have it, and its import can be built."""
    files = {"data/profile.yml": f"name: Emmy Noether\nlinks: {{orcid: {written}}}\n"}
    _, problems = render_site(tmp_path, files)
    found = "`0000-0002-1825-0079` is not an ORCID iD: its last digit does not fit the others"
    assert problems == [f"data/profile.yml:2:16: {found}"]


@every_case(
    ("kind", "written"),
    [(Doi, "182"), (Doi, "https://example.org/10.1000/182"), (Arxiv, "2401"), (Pmid, "PMC1"), (Hal, "yes"),
     (OpenReview, "https://openreview.net/group?id=x"), (Orcid, "0000-0002")],
)  # fmt: skip
def test_what_is_no_identifier_is_an_error_with_an_example(
    kind: type[Identifier], written: str
) -> None:
    with pytest.raises(ValueError, match=f"is not a valid {kind.NAME}") as caught:
        kind.parse(written)
    assert kind.EXAMPLE in caught.value.args[1]
    assert kind.parse(kind.EXAMPLE) == kind.EXAMPLE


@every_case(
    "written", ["ada@example.org", "a.b+c@mail.uni.ac.uk", "ада@почта.рф", "mailto:ada@example.org"]
)
def test_an_email_address_is_read_without_mailto(written: str) -> None:
    assert Email.parse(written) == written.removeprefix("mailto:")


@every_case(
    "written",
    [
        "not an email",
        "ada at example.org",
        "ada@",
        "ada@b.org ada@c.org",
        "ada@example",
        "ada@a..b",
        "A <a@b.org>",
    ],
)
def test_an_invalid_email_address_is_reported_with_its_location(
    tmp_path: Path, written: str
) -> None:
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


@every_case(
    ("written", "meant"),
    [
        ("ada [at] example.org", "ada@example.org"),
        ("ada(AT)example (dot) org", "ada@example.org"),
        ("ada@example.org, ada@b.org", "ada@example.org, ada@b.org"),
    ],
)
def test_obfuscated_and_several_email_addresses_are_read(written: str, meant: str) -> None:
    assert Email.parse(written) == meant
