"""Read the RIS of Zotero, EndNote, Scopus, Web of Science and PubMed."""

from __future__ import annotations

from exported import works

from acadfolio.bibliography.conversion import PublicationConverter
from acadfolio.bibliography.readers.ris import read_ris
from acadfolio.bibliography.tables.ris_tags import TYPES
from acadfolio.bibliography.writers import FORMATS
from acadfolio.model.name_parts import parts_of
from acadfolio.model.publication import Author, Publication
from acadfolio.model.values import Text
from acadfolio.problems import Problems
from acadfolio.source.text import Source
from cases import every_case

ZOTERO = """\
TY  - JOUR
TI  - On a new <i>radioactive</i> substance, called *radium*
AU  - Curie, Pierre
AU  - Curie, Marie
AU  - King, Martin, Jr.
A1  - The Radium and Polonium Group
T2  - Comptes rendus
J2  - C. R.
DA  - 1898/12/26/
PY  - 1898
VL  - 127
IS  - 26
SP  - 1215
EP  - 1217
SN  - 0001-4036
DO  - 10.1000/abc_1
UR  - https://a.example/x
LA  - fr
AB  - First line,
and a second one.
KW  - radium
KW  - barium, pure
N1  - With a plate.
ER  -
"""


def read(text: str) -> tuple[list[Publication], list[str]]:
    problems = Problems()
    converter = PublicationConverter(problems)
    publications = [converter.convert(entry) for entry in read_ris(Source("a.ris", text), problems)]
    return publications, [f"{problem.location}: {problem.message}" for problem in problems.found]


def one(lines: str) -> Publication:
    publications, said = read(f"{lines}\nER  - \n")
    assert said == []
    return publications[0]


def said(text: Text | None) -> str:
    return text.by_language[0][1] if text else ""


def test_all_fields_of_an_article_of_zotero_are_read() -> None:
    paper = one(ZOTERO.replace("J2  - C. R.\n", "").removesuffix("ER  -\n").rstrip("\n"))
    assert said(paper.title) == "On a new *radioactive* substance, called \\*radium\\*"
    assert [author.name for author in paper.authors] == [
        "Pierre Curie", "Marie Curie", "Martin King Jr.", "The Radium and Polonium Group",
    ]  # fmt: skip
    assert (paper.kind, said(paper.venue), paper.volume, paper.issue) == (
        "journal",
        "Comptes rendus",
        "127",
        "26",
    )
    assert (paper.pages, paper.issn, paper.doi, paper.language) == (
        "1215–1217",
        "0001-4036",
        "10.1000/abc_1",
        "fr",
    )
    assert paper.date is not None
    assert paper.date.isoformat == "1898-12-26"
    assert (said(paper.abstract), paper.tags) == (
        "First line, and a second one.",
        ("radium", "barium, pure"),
    )
    assert (said(paper.note), [link.url for link in paper.links]) == (
        "With a plate.",
        ["https://a.example/x"],
    )


def test_endnotes_conference_has_its_place_and_proceedings() -> None:
    paper = one(
        "TY  - CPAPER\nTI  - A\nT2  - Proc. of X\nC1  - Paris\nC3  - Congress of Physics\nY1  - 1900///\nSP  - 79-114"
    )
    assert (paper.kind, said(paper.venue), said(paper.event), said(paper.location)) == (
        "conference", "Proc. of X", "Congress of Physics", "Paris",
    )  # fmt: skip
    assert (paper.year, paper.pages) == (1900, "79–114")


def test_books_theses_and_chapters_have_the_fields_of_their_kinds() -> None:
    book = one(
        "TY  - BOOK\nTI  - A\nSN  - 978-3-16-148410-0\nPB  - Hermann\nCY  - Paris\nET  - 2nd"
    )
    thesis = one("TY  - THES\nTI  - A\nPB  - University of Paris\nM3  - PhD Thesis")
    chapter = one("TY  - CHAP\nTI  - A\nT2  - Britannica\nED  - Hooper, Franklin")
    assert (book.isbn, said(book.publisher), said(book.location), book.edition) == (
        "978-3-16-148410-0",
        "Hermann",
        "Paris",
        "2nd",
    )
    assert (said(thesis.institution), said(thesis.type), thesis.publisher) == (
        "University of Paris",
        "PhD Thesis",
        None,
    )
    assert (said(chapter.venue), [editor.name for editor in chapter.editors]) == (
        "Britannica",
        ["Franklin Hooper"],
    )


def test_an_article_in_press_is_one() -> None:
    assert one("TY  - INPR\nTI  - A").status == "in press"


def test_a_date_with_chinese_units_is_read() -> None:
    when = one("TY  - JOUR\nTI  - A\nPY  - 2013\nDA  - 2013年11月5日").when
    assert when is not None
    assert when.isoformat == "2013-11-05"


def test_every_type_becomes_an_entry_that_is_known() -> None:
    for kind in TYPES:
        assert said(one(f"TY  - {kind}\nTI  - A").title) == "A"


def test_what_is_broken_is_named_and_the_rest_is_read() -> None:
    publications, problems = read("stray words\nTY  - JOUR\nTI  - A\nTY  - NOPE\nTI  - B\n")
    assert [(said(paper.title), paper.kind) for paper in publications] == [
        ("A", "journal"),
        ("B", "other"),
    ]
    assert problems == [
        "a.ris:1: `stray words` is not part of an entry: it is ignored",
        "a.ris:4: this entry has no end line: the file may be incomplete",
    ]


@every_case(
    ("line", "people"),
    [
        ("Bureau of Alcohol, Tobacco and Firearms", ["Bureau of Alcohol, Tobacco and Firearms"]),
        (
            "Bureau of Alcohol, Tobacco, Firearms and Explosives",
            ["Bureau of Alcohol, Tobacco, Firearms and Explosives"],
        ),
        ("Alcohol, Tobacco and Firearms, Bureau of", ["Alcohol, Tobacco and Firearms, Bureau of"]),
        ("Barnes and Noble, Inc.", ["Barnes and Noble, Inc."]),
        ("Johnson & Johnson, Inc.", ["Johnson & Johnson, Inc."]),
        ("Google, Inc.", ["Google, Inc."]),
        (
            "U.S. Department of Energy, Office of Science",
            ["U.S. Department of Energy, Office of Science"],
        ),
        ("Press, William H.", ["William H. Press"]),
        ("van der Berg, Anna", ["Anna van der Berg"]),
        (
            "Curie, M.; Noether, Emmy; CERN Collaboration",
            ["M. Curie", "Emmy Noether", "CERN Collaboration"],
        ),
        ("King, Martin, Jr.; Curie, M.", ["Martin King Jr.", "M. Curie"]),
        ("Tobacco, guns, and, rum", ["Tobacco, guns, and, rum"]),
        ("others", ["others"]),
        (", ;", []),
    ],
)
def test_one_line_is_one_person_or_house_unless_it_is_plainly_several(
    line: str, people: list[str]
) -> None:
    paper = one(f"TY  - JOUR\nTI  - Rays\nAU  - {line}\nAU  - Hahn, Otto\nPY  - 1900\n")
    assert [author.name for author in paper.authors] == [*people, "Otto Hahn"]


@every_case(
    "house",
    [
        "Barnes and Noble, Inc.",
        "U.S. Department of Energy, Office of Science",
        "Bureau of Alcohol and Tobacco",
    ],
)
def test_a_house_that_we_write_is_the_same_house_when_we_read_it(house: str) -> None:
    paper = Publication(
        title=Text.of("Rays"), authors=(Author(name=house, family=house),), year=1900
    )
    (again,) = one(FORMATS["ris"](works(paper)).replace("ER  - \r\n", "")).authors
    assert (again.name, parts_of(again).family) == (house, house)


def test_a_comma_at_the_end_shows_an_organization_unless_initials_are_before_it() -> None:
    names = (
        "Sörensen S.P.L.,",
        "van der Waerden BL,",
        "Study Group WHO,",
        "Bureau International de l'Heure,",
    )
    authors = one("TY  - JOUR\nTI  - A\n" + "".join(f"AU  - {name}\n" for name in names)).authors
    families = [parts_of(author).family for author in authors]
    assert families == [
        "Sörensen",
        "van der Waerden",
        "Study Group WHO",
        "Bureau International de l'Heure",
    ]


def test_a_name_without_a_comma_is_a_person_unless_words_of_an_organization_are_in_it() -> None:
    names = (
        "Curie, Marie",
        "M. Planck",
        "Niels Henrik David Bohr",
        "Radium Institute",
        "Barnes and Noble",
        "OpenAI",
    )
    authors = one("TY  - JOUR\nTI  - A\n" + "".join(f"AU  - {name}\n" for name in names)).authors
    assert [parts_of(author).family for author in authors] == [
        "Curie",
        "Planck",
        "Bohr",
        *names[3:],
    ]


def test_a_url_after_words_in_brackets_is_a_link() -> None:
    paper = one(
        "TY  - THES\nTI  - A\nAU  - Curie, Marie\nUR  - [PDF in the archive] https://a.example/a%20b.pdf"
    )
    assert [link.url for link in paper.links] == ["https://a.example/a%20b.pdf"]


@every_case(
    ("day", "when"),
    [("1998///Fall", "1998"), ("1998/12//in press", "1998-12"), ("1998/12/26/new", "1998-12-26")],
)
def test_text_after_the_day_is_not_read(day: str, when: str) -> None:
    publications, problems = read(f"TY  - JOUR\nTI  - A\nDA  - {day}\nER  - \n")
    (found,) = publications
    assert found.when is not None
    assert (found.status, found.when.isoformat, problems) == ("published", when, [])


def test_a_number_of_pubmed_is_known_by_its_database() -> None:
    assert one("TY  - JOUR\nTI  - A\nAN  - 12345678\nDB  - PubMed").pmid == "12345678"
    assert one("TY  - JOUR\nTI  - A\nAN  - 12345678\nDP  - MEDLINE/PubMed").pmid == "12345678"
    assert one("TY  - JOUR\nTI  - A\nAN  - 12345678\nDB  - Scopus").pmid == ""


def test_quotation_marks_of_latex_are_quotation_marks() -> None:
    paper = one("TY  - JOUR\nTI  - Editorial: ``Ideal Theory''\nM3  - 10.1007/BF01464225")
    assert (said(paper.title), paper.doi, paper.type) == (
        "Editorial: “Ideal Theory”",
        "10.1007/BF01464225",
        None,
    )
