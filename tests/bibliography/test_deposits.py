"""Software, data and other deposits, and the entries of physicists' databases."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from acadfolio.bibliography.conversion import PublicationConverter
from acadfolio.bibliography.readers.bibtex import read_bibtex
from acadfolio.bibliography.readers.csl import read_csl
from acadfolio.bibliography.readers.ris import read_ris
from acadfolio.problems import Problems
from acadfolio.source.text import Source
from cases import every_case

if TYPE_CHECKING:
    from acadfolio.model.publication import Publication


def one(fields: str, kind: str = "misc") -> Publication:
    problems = Problems()
    title = "" if "title" in fields else "title={Rings}, "
    bib = f"@{kind}{{a, author={{Noether, Emmy}}, {title}{fields}, year=1921}}"
    (entry,) = read_bibtex([Source("a.bib", bib)], problems)
    return PublicationConverter(problems).convert(entry)


@every_case(
    "fields",
    [
        r"howpublished={\url{https://github.com/noether/rings}}",
        "howpublished={https://github.com/noether/rings.git}",
        "url={https://github.com/noether/rings/releases/tag/v1.0}",
        "url={https://gitlab.com/noether/rings/}",
        "url={https://gitlab.uni-goettingen.example/noether/rings}",
        "url={https://bitbucket.org/noether/rings}",
        "url={https://codeberg.org/noether/rings}",
        "url={https://CRAN.R-project.org/package=rings}",
        "url={https://cran.r-project.org/web/packages/rings/index.html}",
        "url={https://pypi.org/project/rings/}",
        "url={https://crates.io/crates/rings}",
        "howpublished={GitHub}, url={https://github.com/noether/rings}",
        "journal={GitHub repository}, publisher={GitHub}",
        "note={Software}",
        "note={R package version 1.2}",
        "type={Software}, publisher={Zenodo}",
        "publisher={figshare}, note={Software}",
    ],
)
def test_a_misc_in_a_repository_of_code_is_software(fields: str) -> None:
    assert one(fields).kind == "software"


def test_a_manual_of_a_package_is_software() -> None:
    manual = one(
        "url={https://CRAN.R-project.org/package=rings}, note={R package version 1.2}", "manual"
    )
    assert (manual.kind, manual.type, str(manual.note)) == (
        "software",
        None,
        "R package version 1.2",
    )


@every_case(
    ("fields", "kind"),
    [
        ("url={https://github.com/noether}", "other"),
        ("url={https://github.com/noether/rings/blob/main/paper.pdf}", "other"),
        ("url={https://noether.github.io/rings}", "other"),
        (
            "eprint={1921.00001}, archiveprefix={arXiv}, url={https://github.com/noether/rings}",
            "preprint",
        ),
        ("title={Ring data set}, url={https://github.com/noether/ring-data}", "dataset"),
        ("note={Slides}, url={https://github.com/noether/slides}", "other"),
        ("note={Data set}", "dataset"),
        ("note={Software available at https://github.com/noether/rings}", "other"),
    ],
)
def test_not_everything_on_such_a_host_is_software(fields: str, kind: str) -> None:
    assert one(fields).kind == kind


def test_an_article_with_code_stays_an_article() -> None:
    assert (
        one("journal={Math. Ann.}, url={https://github.com/noether/rings}", "article").kind
        == "journal"
    )


@every_case("fields", ["type={Poster}", "note={Poster}", "howpublished={Poster}", "note={Poster.}"])
def test_a_note_that_is_only_a_type_is_the_type(fields: str) -> None:
    poster = one(f"{fields}, publisher={{Zenodo}}, doi={{10.5281/zenodo.1}}")
    assert (poster.kind, str(poster.type), poster.note, poster.venue) == (
        "other",
        "Poster",
        None,
        None,
    )


@every_case(
    ("tag", "kind", "type_name"),
    [
        ("COMP", "software", None),
        ("DATA", "dataset", None),
        ("FIGURE", "other", "Figure"),
        ("VIDEO", "other", "Video"),
        ("SLIDE", "other", "Presentation"),
    ],
)
def test_types_of_ris_deposits(tag: str, kind: str, type_name: str | None) -> None:
    text = f"TY  - {tag}\nTI  - Rings\nPB  - Zenodo\nDO  - 10.5281/zenodo.1\nVL  - v1.0\nER  - \n"
    (entry,) = read_ris(Source("a.ris", text), Problems())
    work = PublicationConverter(Problems()).convert(entry)
    assert (work.kind, str(work.type) if work.type else None, work.volume) == (kind, type_name, "")
    assert work.version == "v1.0" or str(work.note) == "v1.0"


@every_case(
    ("csl_type", "kind"),
    [
        ("software", "software"),
        ("dataset", "dataset"),
        ("figure", "other"),
        ("motion_picture", "other"),
        ("speech", "other"),
        ("graphic", "other"),
        ("article", "preprint"),
    ],
)
def test_types_of_csl_deposits(csl_type: str, kind: str) -> None:
    item = {
        "id": "a",
        "type": csl_type,
        "title": "Rings",
        "publisher": "Zenodo",
        "DOI": "10.5281/zenodo.1",
    }
    (entry,) = read_csl(Source("a.json", json.dumps([item])), Problems())
    assert PublicationConverter(Problems()).convert(entry).kind == kind


def test_an_article_of_zenodo_with_the_title_of_a_release_is_software() -> None:
    item = {"id": "a", "type": "article", "title": "noether/rings: v1.0.0", "publisher": "Zenodo"}
    (entry,) = read_csl(Source("a.json", json.dumps([item])), Problems())
    assert PublicationConverter(Problems()).convert(entry).kind == "software"


# Entries of INSPIRE and ADS


@every_case(
    "fields",
    [
        "journal={Phys. Rev. D}, volume={12}, pages={1--5}, note={[Erratum: Phys.Rev.D 1, 2 (1940)]}",
        "journal={Phys. Rev. D}, volume={12}, pages={1--5, [Erratum: Phys.Rev.D 1, 2 (1940)]}",
        "journal={Phys. Rev. D [Erratum: Phys.Rev.D 1, 2 (1940)]}, volume={12}, pages={1--5}",
        "journal={Phys. Rev. D 12 (1939) 1--5 [Erratum: Phys.Rev.D 1, 2 (1940)]}",
    ],
)
def test_an_erratum_is_a_note(fields: str) -> None:
    paper = one(f'{fields}, SLACcitation="%%CITATION = 1;%%"', "article")
    assert (str(paper.venue), paper.volume, paper.pages) == ("Phys. Rev. D", "12", "1–5")
    assert str(paper.note) == "[Erratum: Phys.Rev.D 1, 2 (1940)]"


@every_case("pages", ["L5", "[5]", "e12", "1--5"])
def test_other_pages_stay_pages(pages: str) -> None:
    paper = one(f"journal={{Phys. Rev. D}}, pages={{{pages}}}", "article")
    assert (paper.pages, paper.note) == (pages.replace("--", "–"), None)


@every_case(
    ("collaboration", "names"),
    [
        ("Radium", ["Radium Collaboration"]),
        ("{Radium}", ["Radium Collaboration"]),
        ("the Radium Group", ["Radium Group"]),
        ("Radium, Polonium", ["Radium Collaboration", "Polonium Collaboration"]),
        ("Radium and Polonium Collaborations", ["Radium Collaboration", "Polonium Collaboration"]),
    ],
)
def test_collaborations_are_last_among_the_authors(collaboration: str, names: list[str]) -> None:
    paper = one(f"journal={{Z. Phys.}}, collaboration={{{collaboration}}}", "article")
    assert [author.name for author in paper.authors] == ["Emmy Noether", *names]


@every_case(
    ("macro", "name"),
    [
        (r"\prl", "Physical Review Letters"),
        (r"{\physrep}", "Physics Reports"),
        (r"\nat", "Nature"),
        (r"\jhep", "Journal of High Energy Physics"),
        (r"\npb", "Nuclear Physics B"),
    ],
)
def test_macros_of_ads_are_journals(macro: str, name: str) -> None:
    assert str(one(f"journal={{{macro}}}", "article").venue) == name


def test_a_journal_to_which_a_paper_was_submitted_is_its_name_alone() -> None:
    paper = one("journal={Submitted to: Phys. Rev. D}", "article")
    assert (str(paper.venue), paper.status) == ("Phys. Rev. D", "submitted")
