"""Export records as BibTeX, RIS and CSL-JSON and read them again: the only losses are those listed for each format."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import msgspec
import pytest
import rispy
from exported import KINDS, STATUSES, works
from pybtex.database import parse_string

from acadfolio.bibliography.conversion import PublicationConverter
from acadfolio.bibliography.readers.bibtex import read_bibtex
from acadfolio.bibliography.readers.csl import read_csl
from acadfolio.bibliography.readers.ris import read_ris
from acadfolio.bibliography.vocabulary import TYPE_NAMES
from acadfolio.bibliography.writers import FORMATS
from acadfolio.bibliography.writers.bibtex import fields_of_work
from acadfolio.bibliography.writers.ris import ris_record
from acadfolio.model.dates import When
from acadfolio.model.identifiers import Arxiv, Doi, Hal, OpenReview, Pmid
from acadfolio.model.name_parts import parts_of
from acadfolio.model.publication import Author, Publication
from acadfolio.model.record import keys_of
from acadfolio.model.values import LanguageTag, Link, Text, Url
from acadfolio.problems import Problems
from acadfolio.source.text import Source
from cases import every_case

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from acadfolio.bibliography.entries import RawEntry
    from acadfolio.bibliography.writers.works import Work


def _read_bibtex(source: Source, problems: Problems) -> list[RawEntry]:
    return read_bibtex([source], problems)


PROGRAMS = {
    "bib": (FORMATS["bibtex"], _read_bibtex),
    "ris": (FORMATS["ris"], read_ris),
    "json": (FORMATS["csl"], read_csl),
}
ARXIV, DOI, PMID, HAL = (
    Arxiv("2401.17644"),
    Doi("10.1000/182"),
    Pmid("12345678"),
    Hal("hal-01234567"),
)
ANY: dict[str, Any] = {
    "year": {"year": 1921},
    "month": {"date": When.parse("1921-05")},
    "day": {"date": When.parse("1921-05-14")},
    "years": {"date": When.parse("2021..2022")},
    "months": {"date": When.parse("2021-06..2022-04")},
    "days": {"date": When.parse("2021-06-30..2021-07-02")},
    "undated": {"year": None},
    "doi": {"doi": DOI},
    "arxiv": {"arxiv": ARXIV},
    "pmid": {"pmid": PMID},
    "hal": {"hal": HAL},
    "arxiv and doi": {"arxiv": ARXIV, "doi": DOI},
    "arxiv and pmid": {"arxiv": ARXIV, "pmid": PMID},
    "hal, arxiv and pmid": {"arxiv": ARXIV, "pmid": PMID, "hal": HAL},
    "openreview": {"openreview": OpenReview("aVh9KRZdRk")},
    "note": {"note": Text.of("With a map")},
    "note and arxiv": {"note": Text.of("With a map"), "arxiv": ARXIV},
    "two notes": {"note": Text.of("With a map. And a plan.")},
    "abstract": {"abstract": Text.of("About it.")},
    "link": {"links": (Link("JSTOR", Url("https://www.jstor.org/stable/40237")),)},
    "link and doi": {"links": (Link("JSTOR", Url("https://www.jstor.org/stable/40237")),), "doi": DOI},
    "link and arxiv": {"links": (Link("JSTOR", Url("https://www.jstor.org/stable/40237")),), "arxiv": ARXIV},
    "pdf": {"links": (Link("PDF", Url("https://x.org/a.pdf")),)},
    "accessed": {"accessed": When.parse("2026-05-14"), "links": (Link("Link", Url("https://x.org/a")),)},
    "publisher": {"publisher": Text.of("Springer")},
    "place": {"location": Text.of("Paris")},
    "publisher and place": {"publisher": Text.of("Springer"), "location": Text.of("Paris")},
    "event": {"event": Text.of("Congress of Light")},
    "event and place": {"event": Text.of("Congress of Light"), "location": Text.of("Paris")},
    "event, place and publisher": {
        "event": Text.of("Congress of Light"), "location": Text.of("Paris"), "publisher": Text.of("Springer"),
    },
    "series": {"series": Text.of("Notes on Light")},
    "series and volume": {"series": Text.of("Notes on Light"), "volume": "1234"},
    "volume and issue": {"volume": "3", "issue": "4"},
    "volume": {"volume": "3"},
    "issue": {"issue": "4"},
    "number": {"number": "TR-7"},
    "issue title": {"volume": "3", "issue_title": Text.of("Special Light")},
    "pages": {"pages": "12–34"},
    "page": {"pages": "12"},
    "article": {"pages": "e1009"},
    "edition": {"edition": "2nd"},
    "version": {"version": "1.2.3"},
    "type": {"type": Text.of("Lecture")},
    "institution": {"institution": Text.of("Radium Institute")},
    "institution and publisher": {"institution": Text.of("Radium Institute"), "publisher": Text.of("Springer")},
    "isbn": {"isbn": "978-3-16-148410-0"},
    "issn": {"issn": "1476-4687"},
    "both numbers": {"isbn": "978-3-16-148410-0", "issn": "1476-4687"},
    "language": {"language": LanguageTag("fr")},
    "other language": {"language": LanguageTag("pt-BR")},
    "odd language": {"language": LanguageTag("sw")},
    "tags": {"tags": ("one", "two words")},
    "editors": {"editors": (Author(name="Carla Editor"), Author(name="Dora Redactor"))},
    "translators": {"translators": (Author(name="Carla Translator"), Author(name="Dora Interpreter"))},
    "others": {"authors": (Author(name="Ada Example"), Author(name="others"))},
    "house": {"authors": (Author(name="Radium Committee"),)},
    "suffix": {"authors": (Author(name="Martin Luther King, Jr."),)},
} | {status: {"status": status} for status in STATUSES} | {
    f"{status}, undated": {"status": status, "year": None} for status in STATUSES
} | {
    name: {"type": text} for name, text in TYPE_NAMES.items() if "thesis" not in name
}  # fmt: skip
VENUES = {
    "journal": "Mind", "conference": "Proceedings of Light", "workshop": "Workshop on Light", "chapter": "A Handbook",
    "preprint": "bioRxiv",
}  # fmt: skip


def record(kind: str, said: dict[str, Any]) -> Publication:
    """A work of a kind with an author, a year, and the required fields of its kind."""
    venue = (
        VENUES.get(kind) if not (kind == "preprint" and said.keys() & {"arxiv", "hal"}) else None
    )
    base = Publication(
        title=Text.of("On Light"),
        kind=kind,  # type: ignore[arg-type]
        key="light",
        year=1921,
        authors=(Author(name="Ada Example"),),
        venue=Text.of(venue) if venue else None,
        status="preprint" if kind == "preprint" else "published",
    )
    said = {**said, "year": None} if "date" in said else said
    return msgspec.structs.replace(base, **said)


def names_of(people: tuple[Author, ...]) -> list[str]:
    return [str(parts_of(person)) for person in people]


def days_of(when: When | None) -> tuple[object, object]:
    return (when.start, when.end) if when else (None, None)


def back(ending: str, given: Publication) -> tuple[dict[str, tuple[object, object]], list[str]]:
    """The fields that differ after a round trip, with both values, and the problems of reading."""
    write, read = PROGRAMS[ending]
    problems = Problems()
    source = Source(f"a.{ending}", write(works(given)).replace("\r\n", "\n"))
    (found,) = [PublicationConverter(problems).convert(entry) for entry in read(source, problems)]
    names = [name for name in keys_of(Publication) if name != "authors"]
    pairs: dict[str, tuple[object, object]] = {
        name: (getattr(given, name), getattr(found, name)) for name in names
    }
    pairs["authors"] = (names_of(given.authors), names_of(found.authors))
    pairs["editors"] = (names_of(given.editors), names_of(found.editors))
    pairs["translators"] = (names_of(given.translators), names_of(found.translators))
    pairs["date"] = (days_of(given.when), days_of(found.when))
    del pairs["year"]
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}, [
        one.message for one in problems.found
    ]


ALL = frozenset(KINDS)
NO_JOURNAL, NO_PUBLISHER = ALL - {"journal"}, ALL - {"thesis", "report"}
ONE_NUMBER = {("number", field): frozenset({"journal"}) for field in ("number", "issue")}
"""The number of an article is read as its issue."""
NO_STATUS = {
    (case, "status"): ALL - {"preprint"} if status == "preprint" else ALL
    for status in STATUSES
    if status != "published"
    for case in (status, f"{status}, undated")
}
"""RIS has no tag for the status."""
REVIEWED = {
    (state, "status"): frozenset({"preprint"}) for state in ("published", "published, undated")
}
"""A preprint is read as a preprint, whatever its status."""
ONE_PUBLISHER = {
    (case, field): kinds
    for cases, kinds in (
        (("publisher", "publisher and place", "event, place and publisher"), ALL - NO_PUBLISHER),
        (("institution",), NO_PUBLISHER),
        (("institution and publisher",), ALL),
    )
    for case in cases
    for field in ("publisher", "institution")
}
"""The publisher and the institution share a field, which is the institution of a thesis or report."""
ONE_PUBLISHER["institution and publisher", "publisher"] = ALL - NO_PUBLISHER
UNVERSIONED = {("version", field): ALL - {"software", "dataset"} for field in ("version", "note")}
"""The version of a work that has no such field is read as a note."""
CANNOT: dict[str, dict[tuple[str, str], frozenset[str]]] = {
    "bib": ONE_NUMBER
    | REVIEWED
    | UNVERSIONED
    # What is in arXiv or HAL and nowhere else is a preprint.
    | {
        (case, field): frozenset({"report", "other"})
        for case in ANY
        if "arxiv" in case or "hal" in case
        for field in ("kind", "status")
    },
    "ris": ONE_NUMBER
    | ONE_PUBLISHER
    | REVIEWED
    | NO_STATUS
    | {
        (case, "date"): ALL
        for case in ANY
        if isinstance(ANY[case].get("date"), When) and ANY[case]["date"].end
    }
    | {("version", "version"): ALL - {"software", "dataset"}}
    | {("edition", field): frozenset({"software", "dataset"}) for field in ("edition", "version")}
    | {("issue", field): NO_JOURNAL for field in ("issue", "number")}
    | {
        ("volume and issue", field): NO_JOURNAL - {"conference", "workshop"}
        for field in ("issue", "number")
    }
    | {("issue title", "issue_title"): ALL},
    "json": ONE_NUMBER
    | ONE_PUBLISHER
    | REVIEWED
    | UNVERSIONED
    | {("issue title", "issue_title"): ALL},
}
"""The kinds whose value a format cannot store, by value and by the field that differs."""


@every_case("case", ANY)
@every_case("ending", PROGRAMS)
def test_a_record_survives_a_round_trip_except_for_what_the_format_lacks(
    ending: str, case: str
) -> None:
    changed: dict[tuple[str, str], tuple[object, object]] = {}
    reported: list[str] = []
    for kind in KINDS:
        found, problems = back(ending, record(kind, ANY[case]))
        reported += problems
        changed |= {
            (kind, name): pair
            for name, pair in found.items()
            if not is_known(ending, case, kind, name)
        }
    assert (changed, reported) == ({}, [])


def is_known(ending: str, case: str, kind: str, name: str) -> bool:
    return kind in CANNOT[ending].get((case, name), ())


@every_case("ending", PROGRAMS)
def test_every_listed_loss_of_a_format_still_occurs(ending: str) -> None:
    """An entry of the list that is no longer needed would hide new losses."""
    stale = [
        (case, name, kind)
        for (case, name), kinds in CANNOT[ending].items()
        for kind in kinds
        if name not in back(ending, record(kind, ANY[case]))[0]
    ]
    assert stale == []


REAL = {
    "two ISSNs": """@article{Friedman2008, title = {Sparse inverse covariance estimation with the graphical lasso},
        author = {Friedman, Jerome and Hastie, Trevor and Tibshirani, Robert}, journal = {Biostatistics}, year = 2008,
        issn = {1465-4644, 1468-4357}}""",
    "a family name with a comma": """@article{Bell:TB8-1-54, author = {{Bell, II}, Edwin V.}, journal = {TUGboat},
        title = {AutoLaTeX}, volume = 8, number = 1, pages = {54--54}, year = 1987}""",
    "an organization that looks like a person": """@inproceedings{2014ebi..confP2.16R, title = {The HOSTS Survey},
        author = {{Roberge}, A. and {LBTI Instrument} and {Science Teams}}, year = 2014, month = mar,
        booktitle = {Search for Life Beyond the Solar System. Exoplanets, Biosignatures and Instruments}}""",
    "keywords with commas": r"""@article{Naselaris2011, title = {Encoding and decoding in {fMRI}}, year = 2011,
        author = {Naselaris, Thomas and Kay, Kendrick N. and Nishimoto, Shinji and Gallant, Jack L.},
        journal = {NeuroImage}, keywords = {Humans; Image Processing, Computer-Assisted; Models, Neurological}}""",
    "a letter as a formula": r"""@article{2025arXiv250507585G, author = {{Garreau}, G. and {Defr{\`e}re}, D.},
        year = 2025, title = {The HOSTS Survey: Suspected variable dust emission around $θ$ Boo},
        eprint = {2505.07585}, archivePrefix = {arXiv}}""",
    "an article number with a hyphen": """@inproceedings{2016AGUFM.P54A..04D, author = {{Danchi}, W. C.}, year = 2016,
        title = {Resonant Structures in Exozodiacal Clouds}, booktitle = {AGU Fall Meeting Abstracts},
        pages = {P54A-04}}""",
    "pages with hyphens": """@article{Anonymous:TB9-2-M, title = {Institutional members}, author = {Anonymous},
        journal = {TUGboat}, volume = 9, number = 2, pages = {M-1--M-14}, year = 1988}""",
    "a URL, HAL and OpenReview": """@inproceedings{Varoquaux2010a, author = {Varoquaux, Ga{\\"e}l}, year = 2010,
        title = {Brain covariance selection}, booktitle = {Advances in Neural Information Processing Systems 23},
        url = {https://papers.nips.cc/paper/4080}, hal_id = {inria-00512451}, openreview = {ryTr83DxRq}}""",
    "a web page": """@online{IEEEexample:bibtexFAQ, author = {Alexander, Jim}, title = {The BibTeX Tips and FAQ},
        url = {http://www.ctan.org/tex-archive/biblio/bibtex/contrib/doc/btxFAQ.pdf}, date = {2003-10},
        urldate = {2004-05-14}}""",
}
"""Entries of real bibliographies, shortened, that lost a field."""


@every_case("ending", PROGRAMS)
@every_case("case", REAL)
def test_a_real_entry_keeps_all_fields(ending: str, case: str) -> None:
    (entry,) = read_bibtex([Source("real.bib", REAL[case])], Problems())
    given = PublicationConverter(Problems()).convert(entry)
    found, problems = back(ending, given)
    assert (dict(found), problems) == ({}, [])


def test_a_web_page_is_exported_as_one() -> None:
    (entry,) = read_bibtex([Source("real.bib", REAL["a web page"])], Problems())
    page = works(PublicationConverter(Problems()).convert(entry))
    starts = ["@online{", "TY  - ELEC", '"type": "webpage"']
    found = [start in write(page) for start, write in zip(starts, FORMATS.values(), strict=True)]
    assert found == [True, True, True]


def test_figures_about_a_paper_are_not_its_url() -> None:
    """The fields of al-folio for its badges, in an entry of its own demo."""
    text = """@article{PhysRev.47.777, author = {Einstein, A. and Podolsky, B. and Rosen, N.}, journal = {Phys. Rev.},
        title = {Can Quantum-Mechanical Description of Physical Reality Be Considered Complete?}, year = 1935,
        altmetric = {248277}, dimensions = {pub.1060462204}, html = {https://journals.aps.org/pr/abstract/47/777}}"""
    (entry,) = read_bibtex([Source("papers.bib", text)], Problems())
    paper = PublicationConverter(Problems()).convert(entry)
    (work,) = works(msgspec.structs.replace(paper, links=paper.links[1:]))
    assert [link.label for link in paper.links] == ["HTML", "Altmetric", "Dimensions"]
    assert (works(paper)[0].url, work.url) == ("https://journals.aps.org/pr/abstract/47/777", "")


ZOTERO: dict[str, dict[str, Any]] = {
    "a film": {
        "type": "motion_picture", "title": "Metropolis", "director": [{"family": "Lang", "given": "Fritz"}],
        "author": [{"family": "von Harbou", "given": "Thea"}], "publisher": "UFA", "publisher-place": "Berlin",
        "issued": {"date-parts": [[1927, 1, 10]]},
    },
    "a documentary": {
        "type": "motion_picture", "title": "Nanook of the North", "genre": "Documentary film", "language": "en",
        "director": [{"family": "Flaherty", "given": "Robert J."}], "issued": {"date-parts": [[1922]]},
    },
    "a letter": {
        "type": "personal_communication", "title": "Letter on quantum mechanics",
        "issued": {"date-parts": [[1926, 12, 4]]},
        "author": [{"family": "Einstein", "given": "Albert"}], "recipient": [{"family": "Born", "given": "Max"}],
    },
    "a case": {
        "type": "legal_case", "title": "Miranda v. Arizona", "container-title": "U.S.", "volume": "384", "page": "436",
        "authority": "Supreme Court of the United States", "issued": {"date-parts": [[1966, 6, 13]]},
        "URL": "https://supreme.justia.com/cases/federal/us/384/436/",
    },
    "a song": {
        "type": "song", "title": "Erlkönig", "composer": [{"family": "Schubert", "given": "Franz"}],
        "issued": {"date-parts": [[1815]]},
    },
    "an illustrated book": {
        "type": "book", "title": "Alice's Adventures in Wonderland", "publisher": "Macmillan",
        "author": [{"family": "Carroll", "given": "Lewis"}], "illustrator": [{"family": "Tenniel", "given": "John"}],
        "issued": {"date-parts": [[1865]]},
    },
}  # fmt: skip
"""Items of CSL-JSON with types or people for which a record has no field of its own."""
MOVED = {
    "director": "author",
    "composer": "author",
    "authority": "publisher",
    "recipient": "note",
    "illustrator": "note",
}


@every_case("case", ZOTERO)
def test_an_item_of_csl_keeps_its_type_and_loses_nothing(case: str) -> None:
    given = ZOTERO[case]
    (entry,) = read_csl(Source("a.json", json.dumps([{"id": "a", **given}])), Problems())
    paper = PublicationConverter(Problems()).convert(entry)
    (found,) = json.loads(FORMATS["csl"](works(paper)))
    assert found["type"] == given["type"]
    lost = {
        name: value
        for name, value in given.items()
        if not set(words_in(value)) <= set(words_in(found.get(MOVED.get(name, name))))
    }
    assert lost == {}
    assert back("json", paper)[0].keys() <= {"note", "type"}  # They are in one language only then.


def words_in(value: Any) -> list[str]:
    """The words and numbers in a value of CSL-JSON, without the names of its fields."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [word for part in value for word in words_in(part)]
    return re.findall(r"\w+", str(value).replace("’", "'"))


def every_work() -> tuple[Work, ...]:
    """A work of each kind with each of the values above."""
    papers = [
        msgspec.structs.replace(record(kind, said), key=f"{kind}-{case}")
        for kind in KINDS
        for case, said in ANY.items()
    ]
    return works(*papers)


def values_of(read: Any) -> Iterator[str]:
    """The values of a record of rispy."""
    if isinstance(read, str):
        yield read
        return
    for value in read.values() if isinstance(read, dict) else read:
        yield from values_of(value)


def test_rispy_reads_every_value() -> None:
    exported = every_work()
    lost = {}
    for work, read in zip(exported, rispy.loads(FORMATS["ris"](exported)), strict=True):
        given = [
            line[6:].strip() for line in ris_record(work).splitlines() if not line.startswith("ER")
        ]
        if missing := set(given) - set(values_of(read)):
            lost[work.key] = missing
    # It has one number of a book or journal.
    assert {key: missing for key, missing in lost.items() if not key.endswith("bothnumbers")} == {}


def test_pybtex_reads_every_field_and_all_people() -> None:
    exported = every_work()
    read = parse_string(FORMATS["bibtex"](exported), "bibtex").entries
    for work in exported:
        given = {name: value for name, value in fields_of_work(work).items() if value}
        found = dict(read[work.key].fields)
        names = {
            role: " and ".join(map(str, people)) for role, people in read[work.key].persons.items()
        }
        found["month"] = found.get("month", "").lower()[:3]
        assert given == {name: value for name, value in (found | names).items() if value}


NOT_READ_BY_PANDOC: dict[str, frozenset[str]] = {
    # It reads one archive, the place of publication, and an issue only of articles; a preprint has
    # no type there.
    "bibtex": frozenset({"PMID", "event-place", "event-title", "issue", "number", "type"}),
    "csl": frozenset(),
}
"""The fields of CSL-JSON that pandoc does not read in each of our formats."""
PANDOC_FORMATS = {"bibtex": "biblatex", "csl": "csljson"}
"""Debian's pandoc reads no RIS; rispy does."""


@pytest.mark.slow
@pytest.mark.parametrize("name", PANDOC_FORMATS)
def test_pandoc_reads_all_fields_for_which_it_has_a_place(name: str) -> None:
    if not shutil.which("pandoc"):
        pytest.skip("pandoc is not installed")
    records = {
        f"{kind}-{case}": record(kind, ANY[case])
        for kind in KINDS
        for case in ANY
        if kind != "preprint"
    }
    keyed = [
        msgspec.structs.replace(paper, key=f"k{number}")
        for number, paper in enumerate(records.values())
    ]
    exported = works(*keyed)
    pandoc = ["pandoc", "-f", PANDOC_FORMATS[name], "-t", "csljson"]
    output = subprocess.run(
        pandoc, input=FORMATS[name](exported), capture_output=True, text=True, check=True
    ).stdout
    found = {item["id"]: item for item in json.loads(output)}
    lost = set()
    holder = ("publisher", "patent-institution")  # It is no publisher in BibLaTeX.
    for case, item in zip(records, json.loads(FORMATS["csl"](exported)), strict=True):
        for field, value in item.items():
            is_identifier = (
                str(value).startswith(("arXiv", "HAL", "https://hal")) or "arXiv" in case
            )
            if not is_identifier and not found[item["id"]].get(field):
                lost.add((field, case))
    assert [
        loss for loss in sorted(lost - {holder}) if loss[0] not in NOT_READ_BY_PANDOC[name]
    ] == []
    assert len(found) == len(records)
