"""Convert entries of BibTeX and BibLaTeX to publications: types, fields, dates and statuses of many programs."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from acadfolio.bibliography.conversion import PublicationConverter
from acadfolio.bibliography.kinds import KINDS
from acadfolio.bibliography.readers.bibtex import read_bibtex
from acadfolio.bibliography.readers.csl import read_csl
from acadfolio.bibliography.readers.ris import read_ris
from acadfolio.model.dates import When
from acadfolio.model.values import Link, Text, Url
from acadfolio.problems import Problems
from acadfolio.source.text import Source
from cases import every_case

if TYPE_CHECKING:
    from acadfolio.model.publication import Publication


def read(bib: str) -> tuple[list[Publication], list[str]]:
    problems = Problems()
    converter = PublicationConverter(problems)
    publications = [
        converter.convert(entry) for entry in read_bibtex([Source("a.bib", bib)], problems)
    ]
    return publications, [f"{problem.location}: {problem.message}" for problem in problems.found]


def one(fields: str, kind: str = "article") -> Publication:
    publications, problems = read(f"@{kind}{{key1,\n{fields}\n}}")
    assert problems == []
    return publications[0]


def said(text: Text | None) -> str:
    return text.by_language[0][1] if text else ""


# Editions


@every_case(
    ("fields", "in_english", "in_german"),
    [
        ("origdate = {1949}", "First published 1949", "Zuerst erschienen 1949"),
        ("origyear = {1939/1940}", "First published 1939–1940", "Zuerst erschienen 1939–1940"),
        ("part = {2}, volumes = {3}", "Part 2. 3 vols.", "Teil 2. 3 Bde."),
        (
            "note = {Signed}, origdate = {1949}, foreword = {A}",
            "Signed. First published 1949",
            "Signed. Zuerst erschienen 1949",
        ),
    ],
)
def test_the_history_of_an_edition_is_a_note(fields: str, in_english: str, in_german: str) -> None:
    note = one(f"title = {{The Sea}}, {fields}", "book").note
    assert note is not None
    assert (note.in_language("en"), note.in_language("de")) == (in_english, in_german)


@every_case("date", ["date = {1931?}", "date = {1931~}", "year = {1931~}", "year = {[1931]}"])
def test_an_uncertain_date_is_read_as_its_year(date: str) -> None:
    paper = one(f"title={{A}}, {date}")
    assert (paper.when and paper.when.isoformat, paper.note) == ("1931", None)


def test_a_date_that_is_certain_has_no_remark() -> None:
    for fields in (
        "date = {1931}",
        "date = {1931-05-03}",
        "year = {(1931)}",
        "year = {1931a}",
        "date = {1931/1932}",
    ):
        assert one(f"title = {{The Sea}}, {fields}", "book").note is None


# Entries of real bibliographies that were lost, or read wrongly


def test_a_commentary_is_no_comment() -> None:
    (paper,), problems = read(
        "@commentary{a, title = {On Rings}, author = {Noether, Emmy}, year = 1921}\n"
    )
    assert (said(paper.title), paper.kind, problems) == ("On Rings", "other", [])


def test_comments_with_per_cent_between_fields_are_skipped() -> None:
    prose = "  % The first edition, in Leipzig,\n  % was {smaller}.\n"
    bib = f"@book{{a,\n  title = {{A}},\n{prose}  author = {{Noether}},\n  edtion = 2}}"
    (paper,), problems = read(bib)
    assert (said(paper.title), [author.name for author in paper.authors]) == ("A", ["Noether"])
    assert problems == ["a.bib:6: unknown field `edtion`: it is not shown"]


def test_the_keys_of_biblatex_for_a_series_become_words() -> None:
    """The entry `gillies` of biblatex's examples."""
    series = one("volume = 9, series = {newseries}").series
    assert series is not None
    assert (series.in_language("en"), series.in_language("de")) == ("new series", "neue Folge")


@every_case(
    ("written", "pages"),
    [
        ("P05026", "P05026"),
        ("p05026", "p05026"),
        ("p. 12", "12"),
        ("pp12-14", "12–14"),
        ("pages 3--4", "3–4"),
    ],
)
def test_the_first_letter_of_an_articles_number_is_part_of_it(written: str, pages: str) -> None:
    assert one(f"pages = {{{written}}}").pages == pages


def test_an_entrys_own_year_goes_before_the_date_of_its_volume() -> None:
    volume = "@proceedings{v, title = {Talks}, date = {1920-05}}\n"
    papers, _ = read(f"@inproceedings{{a, title = {{A}}, year = 1919, crossref = {{v}}}}\n{volume}")
    assert [paper.when and paper.when.isoformat for paper in papers] == ["1919", "1920-05"]


def test_a_volume_without_a_title_of_its_own_has_the_main_title() -> None:
    assert (
        said(one("maintitle = {Collected Works}, volume = {2}", "book").title) == "Collected Works"
    )


@every_case(("kind", "authors"), [("bookinbook", ["Emmy Noether"]), ("incollection", [])])
def test_a_book_in_a_book_has_the_author_of_it_and_a_paper_has_not(
    kind: str, authors: list[str]
) -> None:
    book = "@book{b, title = {Works}, author = {Noether, Emmy}, year = 1921}\n"
    papers, _ = read(f"@{kind}{{a, title = {{A}}, crossref = {{b}}}}\n{book}")
    assert [author.name for author in papers[0].authors] == authors


def test_boxes_and_points_of_latex_print_nothing_themselves() -> None:
    assert said(one(r"title = {A\mbox{} B\isdot{} \mbox{C D}}").title) == "A B C D"


# Types


@every_case(
    ("kind", "expected"),
    [
        ("article", "journal"), ("inproceedings", "conference"), ("conference", "conference"), ("book", "book"),
        ("mvbook", "book"), ("collection", "book"), ("proceedings", "book"), ("incollection", "chapter"),
        ("inbook", "chapter"), ("phdthesis", "thesis"), ("mastersthesis", "thesis"), ("thesis", "thesis"),
        ("techreport", "report"), ("report", "report"), ("patent", "patent"), ("software", "software"),
        ("dataset", "dataset"), ("online", "other"), ("misc", "other"), ("unpublished", "other"),
    ],
)  # fmt: skip
def test_every_type_of_entry_is_a_kind_of_publication(kind: str, expected: str) -> None:
    assert one("title = {Radium}", kind).kind == expected


def test_every_type_of_biblatex_is_known() -> None:
    manual = """article book mvbook inbook bookinbook suppbook booklet collection mvcollection incollection
    suppcollection
        dataset manual misc online patent periodical suppperiodical proceedings mvproceedings inproceedings reference
        mvreference inreference report set software thesis unpublished conference electronic mastersthesis phdthesis
        techreport www artwork audio bibnote commentary image jurisdiction legislation legal letter movie music
        performance review standard video"""
    assert set(manual.split()) <= KINDS.keys()


def test_an_unknown_type_is_shown_among_the_others_and_named() -> None:
    publications, problems = read("@artcle{x, title={Radium}}")
    assert publications[0].kind == "other"
    assert problems == ["a.bib:1: unknown entry type `@artcle`: the entry is shown under “other”"]


@every_case(
    ("fields", "kind", "expected"),
    [
        ("journal={arXiv preprint arXiv:1706.03762}", "article", "preprint"),
        ("journal={CoRR}, volume={abs/1706.03762}", "article", "preprint"),
        ("journal={bioRxiv}", "article", "preprint"),
        ("eprint={1706.03762}, archiveprefix={arXiv}", "misc", "preprint"),
        ("eprint={1706.03762}, eprinttype={arxiv}", "online", "preprint"),
        ("eprint={1706.03762}, archiveprefix={arXiv}", "article", "preprint"),
        ("eprint={1706.03762}, archiveprefix={arXiv}, journal={Nature}", "article", "journal"),
        (
            "eprint={1706.03762}, archiveprefix={arXiv}, booktitle={NeurIPS}",
            "inproceedings",
            "conference",
        ),
        ("publisher={arXiv}, number={arXiv:1706.03762}", "misc", "preprint"),
        ("booktitle={Proceedings of the 3rd Workshop on Radium}", "inproceedings", "workshop"),
        ("booktitle={ICCV Workshops}", "inproceedings", "workshop"),
        ("booktitle={IEEE Conference on Radium and Workshops}", "inproceedings", "conference"),
        ("booktitle={Conference & Workshop on Radium}", "inproceedings", "conference"),
        ("note={US Patent 6,285,999}", "misc", "patent"),
        (
            "howpublished={Astrophysics Source Code Library, record ascl:1303.001}",
            "misc",
            "software",
        ),
        ("type={Computer software}", "misc", "software"),
        ("howpublished={VizieR On-line Data Catalog: J/A+A/1}", "misc", "dataset"),
    ],
)
def test_other_fields_of_an_entry_can_set_its_kind(fields: str, kind: str, expected: str) -> None:
    assert one(f"title={{Radium}}, {fields}", kind).kind == expected


@every_case(
    ("fields", "kind", "expected"),
    [
        ("", "phdthesis", "PhD thesis"),
        ("", "mastersthesis", "Master’s thesis"),
        ("type={Diplomarbeit}", "mastersthesis", "Diplomarbeit"),
        ("type={mathesis}", "thesis", "Master’s thesis"),
        ("type={White paper}", "techreport", "White paper"),
        ("note={US Patent App. 10/123,456}", "misc", "US Patent App."),
        ("", "article", ""),
    ],
)
def test_a_thesis_a_report_and_a_patent_have_their_types(
    fields: str, kind: str, expected: str
) -> None:
    assert said(one(f"title={{Radium}}, {fields}", kind).type) == expected


SERVERS = [
    "bioRxiv",
    "medRxiv",
    "ChemRxiv",
    "Research Square",
    "SSRN",
    "PsyArXiv",
    "EarthArXiv",
    "OSF",
]
SERVERS += [
    "Cryptology ePrint Archive",
    "IACR Cryptology ePrint Archive",
    "IACR ePrint",
    "Institute preprint",
]


@every_case("server", SERVERS)
@every_case("field", ["publisher", "howpublished", "journal", "eprinttype"])
def test_a_preprint_keeps_the_name_of_its_server(server: str, field: str) -> None:
    found = one(f"title={{Radium}}, doi={{10.1101/2020.01.01}}, {field}={{{server}}}", "misc")
    if field == "eprinttype":
        found = one(f"title={{Radium}}, eprint={{https://x.org/1}}, {field}={{{server}}}", "misc")
    assert (found.kind, said(found.venue), found.publisher, found.note) == (
        "preprint",
        server,
        None,
        None,
    )


@every_case("field", ["publisher", "howpublished", "journal"])
def test_arxiv_is_named_by_its_number_alone(field: str) -> None:
    found = one(
        f"title={{Radium}}, eprint={{1706.03762}}, archiveprefix={{arXiv}}, {field}={{arXiv}}",
        "misc",
    )
    assert (found.kind, found.venue, found.publisher, found.arxiv) == (
        "preprint",
        None,
        None,
        "1706.03762",
    )


# Fields


def test_a_journal_article_has_all_fields_of_its_entry() -> None:
    paper = one(
        """title = {Sur une nouvelle substance}, subtitle = {radio-active}, author = {Curie, Pierre and Curie, Marie},
        journal = {Comptes rendus}, volume = {127}, number = {26}, pages = {1215--1217},
        year = 1898, month = dec, day = 26,
        doi = {https://doi.org/10.1000/abc\\_1}, issn = {0001-4036}, language = {french},
        publisher = {Gauthier-Villars},
        address = {Paris}, keywords = {radium, barium,radium}, abstract = {50\\% of it}, url = {https://a.example/x}"""
    )
    assert said(paper.title) == "Sur une nouvelle substance: radio-active"
    assert [author.name for author in paper.authors] == ["Pierre Curie", "Marie Curie"]
    assert (said(paper.venue), paper.volume, paper.issue, paper.number) == (
        "Comptes rendus",
        "127",
        "26",
        "",
    )
    assert (paper.pages, paper.doi, paper.issn, paper.language) == (
        "1215–1217",
        "10.1000/abc_1",
        "0001-4036",
        "fr",
    )
    assert paper.date is not None
    assert paper.date.isoformat == "1898-12-26"
    assert (said(paper.publisher), said(paper.location)) == ("Gauthier-Villars", "Paris")
    assert (paper.tags, said(paper.abstract)) == (("radium", "barium"), "50% of it")
    assert paper.links == (Link("Link", "https://a.example/x"),)  # type: ignore[arg-type]
    assert paper.key == "key1"


@every_case(
    "fields",
    ["venue={Rome}, address={Paris}", "location={Rome}, address={Paris}", "address={Rome}"],
)
def test_the_place_of_a_conference_goes_before_that_of_its_publisher(fields: str) -> None:
    (paper,), problems = read(
        f"@inproceedings{{a, title={{A}}, booktitle={{Proceedings}}, {fields}}}"
    )
    assert (said(paper.location), problems) == ("Rome", [])


def test_a_conference_paper_has_its_proceedings_event_and_place() -> None:
    paper = one(
        """title={A}, booktitle={Proceedings of the Solvay Council}, eventtitle={Solvay 1911}, venue={Brussels},
        location={Paris}, publisher={Gauthier-Villars}, series={Councils}, volume={1}, number={2}, eid={17}""",
        "inproceedings",
    )
    assert (said(paper.venue), said(paper.event)) == (
        "Proceedings of the Solvay Council",
        "Solvay 1911",
    )
    assert (said(paper.location), said(paper.publisher)) == ("Brussels", "Gauthier-Villars")
    assert (said(paper.series), paper.volume, paper.number, paper.pages) == (
        "Councils",
        "1",
        "2",
        "17",
    )


def test_theses_reports_and_chapters_have_their_own_fields() -> None:
    thesis = one("title={A}, school={University of Paris}, year={1903}", "phdthesis")
    report = one("title={A}, institution={CERN}, number={TR-7}, year={1960}", "techreport")
    chapter = one(
        "title={A}, booktitle={Britannica}, edition={13th edition}, chapter={4}, pages={1-9}",
        "incollection",
    )
    assert said(thesis.institution) == "University of Paris"
    assert (said(report.institution), report.number) == ("CERN", "TR-7")
    assert (said(chapter.venue), chapter.edition, chapter.pages) == (
        "Britannica",
        "13th",
        "chap. 4, 1–9",
    )


@every_case(
    ("fields", "name", "expected"),
    [
        ("eprint={1706.03762v5}, archiveprefix={arXiv}", "arxiv", "1706.03762v5"),
        ("eprint={arXiv:1706.03762 [cs.CL]}", "arxiv", "1706.03762"),
        (
            "eprint={9901001}, archiveprefix={arXiv}, primaryclass={hep-th}",
            "arxiv",
            "hep-th/9901001",
        ),
        ("eprint={hep-th/9901001}", "arxiv", "hep-th/9901001"),
        ("journal={arXiv preprint arXiv:1706.03762}", "arxiv", "1706.03762"),
        ("journal={CoRR}, volume={abs/1706.03762}", "arxiv", "1706.03762"),
        ("note={arXiv:1706.03762 [cs]}", "arxiv", "1706.03762"),
        ("doi={10.48550/arXiv.1706.03762}", "arxiv", "1706.03762"),
        ("url={https://arxiv.org/abs/1706.03762}", "arxiv", "1706.03762"),
        ("arxiv={arxiv:1907.01739}", "arxiv", "1907.01739"),
        ("eprint={hal-01234567}, eprinttype={hal}", "hal", "hal-01234567"),
        ("eprint={12345678}, eprinttype={pubmed}", "pmid", "12345678"),
        ("pmid={12345678}", "pmid", "12345678"),
        ("doi={doi:10.1000/182}", "doi", "10.1000/182"),
        ("doi={\\url{https://doi.org/10.1000/a\\_b{\\_}c}}", "doi", "10.1000/a_b_c"),
        ("url={https://openreview.net/forum?id=abc12}", "openreview", "abc12"),
    ],
)
def test_identifiers_are_found_wherever_programs_write_them(
    fields: str, name: str, expected: str
) -> None:
    paper = one(f"title={{A}}, {fields}")
    assert getattr(paper, name) == expected
    assert paper.links == ()


@every_case("url", ["1801.00001", "1801.00001v3"])
@every_case("pages", ["arXiv:1801.00001", "arXiv:1801.00001v2"])
def test_a_version_in_arxiv_is_no_second_link(url: str, pages: str) -> None:
    paper = one(
        f"title={{T}}, journal={{arXiv e-prints}}, pages={{{pages}}}, url={{https://arxiv.org/abs/{url}}}"
    )
    assert (f"arXiv:{paper.arxiv}", paper.links) == (pages, ())


def test_what_is_no_identifier_is_named() -> None:
    publications, problems = read(
        "@article{x, title={A},\ndoi={see there}, eprint={xyz},\narxiv={none of it}}"
    )
    assert not publications[0].doi
    assert [line.partition(":")[2] for line in problems] == [
        "2: `see there` is not a valid DOI: it is ignored",
        "3: `none of it` is not a valid arXiv identifier: it is ignored",
        "2: `xyz` is not a valid arXiv identifier: it is ignored",
    ]


def test_urls_are_links_each_once_and_named_by_where_they_lead() -> None:
    paper = one(
        """title={A}, doi={10.1000/182}, url={https://publisher.example/10.1000/182},
        adsurl={https://ui.adsabs.harvard.edu/abs/1},
        pdf={https://a.example/a.pdf}, code={https://github.com/a/b}, talk_recording={https://v.example/1},
        inspirehep_id={3255}, pmcid={123}, mrnumber={MR1}"""
    )
    assert [(link.label, link.url) for link in paper.links] == [
        ("PDF", "https://a.example/a.pdf"), ("Code", "https://github.com/a/b"),
        ("ADS", "https://ui.adsabs.harvard.edu/abs/1"), ("INSPIRE", "https://inspirehep.net/literature/3255"),
        ("PubMed Central", "https://pmc.ncbi.nlm.nih.gov/articles/PMC123/"),
        ("MathSciNet", "https://mathscinet.ams.org/mathscinet-getitem?mr=MR1"),
        ("Talk recording", "https://v.example/1"),
    ]  # fmt: skip


# Dates and states


@every_case(
    ("fields", "expected"),
    [
        ("year={1998}", "1998"), ("year=1998, month=jul", "1998-07"), ("year=1998, month={July}", "1998-07"),
        ("year=1998, month={7}", "1998-07"), ('year=1998, month=jul # "~4"', "1998-07-04"),
        ('year=1998, month="10~" # jan', "1998-01-10"), ("year=1998, month={July/August}", "1998-07"),
        ("year=1998, month={Okt.}", "1998-10"), ("year=1998, month={Spring}", "1998"),
        ("date={2021-05}", "2021-05"), ("date={2021-05-03}", "2021-05-03"), ("date={2021-21}", "2021"),
        ("date={2021~}", "2021"), ("date={2021-05-XX}", "2021-05"), ("date={2021-05-03T12:00:00}", "2021-05-03"),
        ("date={2021-05-03/2021-05-07}", "2021-05-03"), ("date={2019/2021}", "2019"), ("date={2019/}", "2019"),
        ("date={3 May 2021}", "2021-05-03"), ("date={May 2021}", "2021-05"), ("year={[1937]}", "1937"),
        ("year={1998a}", "1998"), ("date={2021-05}, year={1900}", "2021-05"), ("eventdate={2021-05-03}", "2021-05-03"),
        ("date={Mai 2021}", "2021-05"), ("date={05/2021}", "2021-05"), ("date={Spring 2021}", "2021"),
        ("date={2013年11月}", "2013-11"), ("date={2013 年 11 月 5 日}", "2013-11-05"), ("date={2013年}", "2013"),
        ("year={2013年}", "2013"), ("year={2013年11月}", "2013-11"), ("year={2013}, month={11月}", "2013-11"),
        ("date={2013－11}", "2013-11"), ("date={2013년 11월}", "2013-11"),
    ],
)  # fmt: skip
def test_dates_of_every_habit_are_read(fields: str, expected: str) -> None:
    paper = one(f"title={{A}}, {fields}")
    assert paper.when is not None
    assert paper.when.isoformat == expected


def test_a_range_of_dates_stays_one() -> None:
    when = one("title={A}, date={2021-05-03/2021-05-07}").when
    assert when is not None
    assert when.end == (2021, 5, 7)
    assert getattr(one("title={A}, date={2021/}").when, "ongoing", False)
    assert getattr(one("title={A}, date={2019 to 2021}").when, "end", None) == (2021, 0, 0)


@every_case("field", ["year", "date"])
@every_case(
    ("written", "first", "last"),
    [
        ("1919/20", 1919, 1920), ("1919/1920", 1919, 1920), ("1919--1920", 1919, 1920), ("1919-20", 1919, 1920),
        ("1919-1920", 1919, 1920), ("1919--20", 1919, 1920), ("1914/18", 1914, 1918), ("1899/00", 1899, 1900),
        ("1911/12", 1911, 1912), ("1909--12", 1909, 1912), ("1919..1920", 1919, 1920),
    ],
)  # fmt: skip
def test_several_years_are_the_same_range_however_they_are_written(
    written: str, first: int, last: int, field: str
) -> None:
    assert one(f"title={{A}}, {field}={{{written}}}").when == When.parse(f"{first}..{last}")


@every_case(
    ("written", "when"),
    [
        ("1911-12", "1911-12"),
        ("1919-21", "1919"),
        ("1919--", "1919.."),
        ("1919/", "1919.."),
        ("1919/..", "1919.."),
    ],
)
def test_a_month_a_season_and_what_goes_on_are_no_two_years(written: str, when: str) -> None:
    assert one(f"title={{A}}, year={{{written}}}").when == When.parse(when)


def test_a_month_belongs_to_the_first_of_two_years_and_the_other_one_is_named() -> None:
    publications, problems = read("@book{a, title={A},\nyear={1919/20}, month=dec}\n")
    assert publications[0].when == When.parse("1919-12")
    assert [line.partition(":")[2] for line in problems] == [
        "2: `1919/20` is not a year: only the year 1919 is used"
    ]


def test_what_is_no_date_is_named_and_its_year_taken() -> None:
    publications, problems = read(
        "@article{a, title={A},\nyear={circa 1920}}\n@article{b, title={B},\nyear={unknown}}\n"
        "@article{c, title={C}, year={1998},\nmonth={Brumaire}}\n@article{d, title={D},\ndate={2021-13-45}}\n"
        "@article{e, title={E},\ndate={about 1921}}"
    )
    assert [publication.year for publication in publications] == [1920, None, 1998, 2021, 1921]
    assert problems == [
        "a.bib:2: `circa 1920` is not a date: only the year 1920 is used",
        "a.bib:4: `unknown` is not a date",
        "a.bib:6: `Brumaire` is not a month: only the year is used",
        "a.bib:8: `2021-13-45` is not a date: there is no month 13: only the year 2021 is used",
        "a.bib:10: `about 1921` is not a date: only the year 1921 is used",
    ]


@every_case(
    ("fields", "status", "note"),
    [
        ("year={in press}", "in press", ""), ("year={forthcoming}", "accepted", ""),
        ("year={to appear}", "accepted", ""),
        ("date={forthcoming}", "accepted", ""), ("note={To appear}", "accepted", ""),
        ("note={In press}", "in press", ""),
        ("note={to appear in Nature}", "accepted", "to appear in Nature"), ("note={under review}", "under review", ""),
        ("note={Submitted}", "submitted", ""), ("pubstate={submitted}", "submitted", ""),
        ("pubstate={inpress}", "in press", ""), ("pubstate={forthcoming}", "accepted", ""),
        ("pubstate={inpreparation}", "in preparation", ""),
        ("note={With a supplement}", "published", "With a supplement"),
        ("note={Accepted as a talk}, pages={1--2}", "published", "Accepted as a talk"),
        ("journal={submitted to Nature}", "submitted", ""),
        ("journal={Nature (accepted)}", "accepted", ""), ("journal={Nature, in press}", "in press", ""),
        ("journal={Le Radium [to appear, 1921].}", "accepted", ""), ("note={Submitted for Review}", "submitted", ""),
        ("volume={forthcoming}", "accepted", ""), ("pages={to appear}", "accepted", ""),
        ("number={in press}", "in press", ""), ("volume={12}, pages={1--2}", "published", ""),
        ("note={Accepted: 1921-09-17T14:57:45Z}", "published", ""),
    ],
)  # fmt: skip
def test_how_far_a_work_has_come_is_read_from_every_place(
    fields: str, status: str, note: str
) -> None:
    paper = one(f"title={{A}}, {fields}")
    assert (paper.status, said(paper.note)) == (status, note)


def test_a_venue_that_is_a_hope_is_a_venue_and_a_state() -> None:
    assert said(one("title={A}, journal={submitted to Nature}").venue) == "Nature"
    assert said(one("title={A}, journal={Nature (accepted)}").venue) == "Nature"
    assert said(one("title={A}, journal={Nature, in press}").venue) == "Nature"
    assert said(one("title={A}, journal={Forthcoming Rays}").venue) == "Forthcoming Rays"
    assert one("title={A}, journal={Under review}").venue is None
    paper = one(
        "title={A}, journal={Nature}, volume={forthcoming}, number={to appear}, pages={in press}"
    )
    assert (paper.volume, paper.issue, paper.pages) == ("", "", "")


# Habits


@every_case(
    "note",
    [
        "Publisher: Colin", "Place: Paris\nPublisher: Éditions de la Sorbonne", "OCLC: 1119812692", "ISSN: 0001-4036",
        "ISBN: 9780306406157 Place: Paris, France Publisher: Colin", "Google-Books-ID: abcDEF123", "ZSCC: 0000123",
        "Accepted: 1921-09-17T14:57:45Z", "Backup Publisher: Colin", "Version Number: 1", "tex.ids= curie1921", "00000",
        "Journal Abbreviation: C. R.", "Company: Le Radium Distributor: Masson",
        "PMID: 29414545", "OCLC: 1119812692 Publisher: Colin",
    ],
)  # fmt: skip
def test_what_zotero_notes_where_it_has_no_field_is_not_shown(note: str) -> None:
    paper = one(f"title={{A}}, journal={{J}}, year={{1921}}, note={{{note}}}")
    assert (paper.note, paper.status) == (None, "published")


@every_case(
    "note",
    ["Place it well", "Accepted: with joy", "Numbers: a memoir", "1921", "OCLC: 12 With a map"],
)
def test_a_remark_that_begins_like_a_note_of_zoteros_is_shown(note: str) -> None:
    assert (
        said(
            one(f"title={{A}}, journal={{J}}, year={{1921}}, pages={{1--2}}, note={{{note}}}").note
        )
        == note
    )


def test_numbers_of_pubmed_in_a_note_of_zoteros_are_links() -> None:
    paper = one("title={A}, journal={J}, year={1921}, note={PMID: 29414545\nPMCID: PMC5970986}")
    assert (paper.pmid, paper.note) == ("29414545", None)
    assert paper.links == (
        Link("PubMed Central", Url("https://pmc.ncbi.nlm.nih.gov/articles/PMC5970986/")),
    )


def test_a_note_that_only_repeats_the_article_number_is_not_shown() -> None:
    wiley = "title={A}, journal={J}, year={1921}, pages={e1921JR000358}, doi={10.1000/1921JR000358}"
    assert one(f"{wiley}, note={{e1921JR000358 1921JR000358}}").note is None
    assert said(one(f"{wiley}, note={{With 12345 plates}}").note) == "With 12345 plates"


def test_what_medline_and_publishers_write_beside_is_known() -> None:
    paper = one(
        "title={A}, journal={J}, year={1921}, country={France}, issn-linking={0001-4036}, nlm-id={0417435},"
        " pii={S0001}, mid={NIHMS1}, pubmodel={Print}, pubstatus={ppublish}, revised={1922-09-01}, month_numeric={1},"
        " PubMedID={29414545}"
    )
    assert (paper.pmid, paper.note) == ("29414545", None)


@every_case(
    ("written", "edition"),
    [
        ("2. Aufl.", "2."), ("Nouvelle éd.", "Nouvelle"), ("2e édition", "2e"), ("1a edición", "1a"),
        ("Reprint", "Reprint"),
    ],
)  # fmt: skip
def test_the_word_edition_is_left_to_the_style_in_other_languages_too(
    written: str, edition: str
) -> None:
    assert one(f"title={{A}}, edition={{{written}}}", "book").edition == edition


@every_case(
    ("written", "pages"),
    [
        ("14-+", "14+"),
        ("EPA-SAB-24-003", "EPA-SAB-24-003"),
        ("xii-xv", "xii–xv"),
        ("S1-S12", "S1–S12"),
        ("43+", "43+"),
    ],
)
def test_page_ranges_of_ads_without_an_end_and_report_numbers_keep_their_characters(
    written: str, pages: str
) -> None:
    assert one(f"title={{A}}, pages={{{written}}}").pages == pages


def test_the_section_of_a_journal_that_zotero_has_as_a_chapter_is_not_shown() -> None:
    assert one("title={A}, journal={J}, chapter={Research Article}, pages={1--2}").pages == "1–2"
    assert one("title={A}, journal={J}, chapter={4}, pages={1--2}").pages == "chap. 4, 1–2"
    assert (
        one("title={A}, booktitle={B}, chapter={Prologue}, pages={1--2}", "incollection").pages
        == "chap. Prologue, 1–2"
    )


def test_a_file_whose_name_has_spaces_is_linked_by_its_name() -> None:
    paper = one(
        "title={A}, slides={My rays (2).pdf}, pdf={a_b.pdf}, url={http://a.example/x y.html}"
    )
    assert [link.url for link in paper.links] == [
        "a_b.pdf",
        "My rays (2).pdf",
        "http://a.example/xy.html",
    ]


def test_a_url_after_words_in_brackets_is_a_link() -> None:
    assert one("title={A}, url={[PDF] https://a.example/a.pdf}").links == (
        Link("PDF", Url("https://a.example/a.pdf")),
    )


def test_scholar_writes_organisations_and_patents() -> None:
    paper = one("title={A}, booktitle={ICML}, organization={PMLR}, year={2020}", "inproceedings")
    assert said(paper.publisher) == "PMLR"
    patent = one("title={A}, note={US Patent 6,285,999}, year={2001}", "misc")
    assert (patent.kind, patent.number, said(patent.type), patent.note) == (
        "patent",
        "6,285,999",
        "US Patent",
        None,
    )


def test_dblps_own_fields_are_known_and_not_shown() -> None:
    paper = one(
        """title={A}, journal={CoRR}, volume={abs/1706.03762}, year={2017}, url={http://arxiv.org/abs/1706.03762},
        eprinttype={arXiv}, eprint={1706.03762}, timestamp={Sat, 23 Jan 2021}, biburl={https://dblp.org/rec/x.bib},
        bibsource={dblp computer science bibliography, https://dblp.org}"""
    )
    assert (paper.kind, paper.status, paper.arxiv, paper.volume, paper.venue) == (
        "preprint",
        "preprint",
        "1706.03762",
        "",
        None,
    )
    assert paper.links == ()


def test_the_astronomers_macros_are_names_of_journals() -> None:
    for macro, name in {"\\apj": "The Astrophysical Journal", "{\\aap}": "Astronomy & Astrophysics",
                        "\\mnras": "Monthly Notices of the Royal Astronomical Society"}.items():  # fmt: skip
        assert said(one(f"title={{A}}, journal={{{macro}}}, year={{2020}}").venue) == name


def test_an_arxiv_identifier_that_ads_repeats_as_pages_is_ignored() -> None:
    paper = one(
        """title={A}, journal={arXiv e-prints}, year=2025, eid={arXiv:2505.08337}, pages={arXiv:2505.08337},
        doi={10.48550/arXiv.2505.08337}, archivePrefix={arXiv}, eprint={2505.08337}, primaryClass={astro-ph.IM},
        adsnote={Provided by the SAO/NASA Astrophysics Data System}"""
    )
    assert (paper.kind, paper.pages, paper.arxiv, paper.doi) == (
        "preprint",
        "",
        "2505.08337",
        "10.48550/arXiv.2505.08337",
    )


def test_inspires_collaboration_is_an_author() -> None:
    paper = one(
        'title={A}, author={Aad, Georges and others}, collaboration="ATLAS", reportNumber="CERN-1", journal={JHEP}'
    )
    assert paper.authors[-1].name == "ATLAS Collaboration"
    again = one('title={A}, author={{ATLAS Collaboration}}, collaboration="ATLAS", journal={JHEP}')
    assert len(again.authors) == 1


def test_zoteros_and_mendeleys_private_notes_stay_private() -> None:
    paper = one(
        """title={A}, annote={My own thoughts}, annotation={More thoughts}, file={/home/me/a.pdf:PDF},
        urldate={2021-05-03},
        mendeley-tags={x}, date-added={2020}, shorttitle={A}, langid={ngerman}, bdsk-file-1={abc}"""
    )
    assert paper.note is None
    assert (paper.links, paper.language) == ((), "de")


@every_case(
    "keywords",
    ["图像识别；深度学习； 综述", "图像识别，深度学习，综述", "图像识别、深度学习，综述"],
)
def test_keywords_may_be_separated_by_chinese_punctuation(keywords: str) -> None:
    assert one(f"title={{A}}, keywords={{{keywords}}}").tags == ("图像识别", "深度学习", "综述")


def test_keywords_are_separated_by_semicolons_or_commas() -> None:
    assert one("title={A}, keywords={radium, its rays; barium}").tags == (
        "radium, its rays",
        "barium",
    )
    assert one("title={A}, keyword={radium, barium,}").tags == ("radium", "barium")


def test_html_in_titles_is_type() -> None:
    assert said(
        one("title={On <i>Escherichia coli</i> and CO<sub>2</sub> &amp; co.}").title
    ).startswith("On *Escherichia coli*")


def test_a_misspelt_field_is_reported_and_an_own_field_is_ignored() -> None:
    entry = (
        "@article{k, title={A},\nedtion={2}, favourite={yes}, optauthor={A}, author+an={1=me}}\n"
    )
    assert read(entry)[1] == ["a.bib:2: unknown field `edtion`: it is not shown"]
    problems = Problems()
    converter = PublicationConverter(problems)
    converter.convert(
        read_bibtex([Source("a.bib", "@article{k, title={A}, jornal={B}}")], problems)[0]
    )
    assert [(problem.message, problem.hint) for problem in problems.found] == [
        ("unknown field `jornal`: it is not shown", "did you mean `journal`?")
    ]


def test_the_field_acadfolio_has_keys_of_publications_yml_and_problems_with_their_line() -> None:
    assert one("title = {A}, acadfolio = {selected: true}").selected
    text = (
        "@misc{a,\n  title = {A},\n  acadfolio = {selcted: true, year: soon, selected: true},\n}\n"
    )
    _, problems = read(text)
    assert sorted(re.sub(r"(?<=:3):\d+", "", problem) for problem in problems) == [
        "a.bib:3: `year` is `soon`, but a whole number is expected",
        "a.bib:3: unknown key `selcted`",
    ]


# al-folio


def test_al_folios_fields_mean_what_they_mean_there() -> None:
    paper = one(
        """title={A}, abbr={PhysRev}, selected={true}, preview={https://a.example/a.png}, bibtex_show={true},
        additional_info={. *More* [here](https://a.example/)}, annotation={* equal<br>† lead}, google_scholar_id={qyhm},
        award={For *it*}, award_name={Nobel Prize}, altmetric={248277}, dimensions={true}, html={https://a.example/},
        slides={https://a.example/s.pdf}, supp={https://a.example/z.pdf}, video={https://v.example/1},
        website={https://w.example/}"""
    )
    assert (said(paper.badge), paper.selected, paper.image) == (
        "PhysRev",
        True,
        "https://a.example/a.png",
    )
    assert said(paper.note) == "*More* [here](https://a.example/). * equal<br>† lead. For *it*"
    assert (said(paper.award), paper.scholar_id) == ("Nobel Prize", "qyhm")
    assert [link.label for link in paper.links] == [
        "HTML", "Slides", "Video", "Website", "Supplement", "Altmetric",
    ]  # fmt: skip


def test_a_note_of_zoteros_with_pages_of_a_server_is_not_shown() -> None:
    note = "note = {{Pages: 2020.01.01.123456 Section: New Results}}"
    assert one(note, "misc").note is None
    assert one("note = {Pages: 2020.01.01.123456}", "misc").note is None
    assert (
        said(one("note = {Pages: 12 and 13 are missing.}", "misc").note)
        == "Pages: 12 and 13 are missing."
    )


@every_case(
    "date",
    ["year = 2015, month = {Spring}", "date = {2015-21}", "year = 2015, month = {Fall 2015}"],
)
def test_a_season_is_read_as_its_year(date: str) -> None:
    paper = one(date)
    assert (paper.year, paper.date) == (2015, None)


@every_case("date", ["2019 Mar 5", "2019, March 5", "Mar. 5, 2019", "5 Mar 2019"])
def test_a_day_in_words_is_a_day(date: str) -> None:
    for field in ("date", "year"):
        paper = one(f"{field} = {{{date}}}")
        assert paper.when is not None
        assert paper.when.isoformat == "2019-03-05"


# Bibliographies of people's own pages


def test_ones_own_name_in_bold_and_braces_is_a_persons() -> None:
    paper = one(
        "title = {Moduln}, author = {Schmeidler, Werner and {\\textbf{Noether, Emmy}}}, year = 1920"
    )
    assert [(author.name, author.family) for author in paper.authors] == [
        ("Werner Schmeidler", ""),
        ("Emmy Noether", ""),
    ]


def test_bibbases_urls_are_links_with_their_own_names() -> None:
    url = "https://a.example"
    paper = one(
        f"title = {{Moduln}}, url_pdf = {{{url}/a.pdf}}, url_Link = {{{url}/b}}, url_Lecture_notes = {{{url}/c}}"
    )
    assert [link.label for link in paper.links] == ["PDF", "Link", "Lecture notes"]


def test_a_doi_that_is_written_as_the_type_is_the_doi() -> None:
    paper = one("title = {Moduln}, type = {10.1007/BF01203612}, volume = 8")
    assert (paper.doi, paper.type) == ("10.1007/BF01203612", None)


def test_a_comma_after_the_name_of_a_journal_is_not_part_of_it() -> None:
    assert (
        said(one("title = {Moduln}, journal = {Mathematische Zeitschrift,}").venue)
        == "Mathematische Zeitschrift"
    )


def test_macros_of_the_bibliographies_of_tex_are_words() -> None:
    paper = one("title = {The {\\MF}book}, journal = {Software{\\emdash}Practice and Experience}")
    assert (said(paper.title), said(paper.venue)) == (
        "The METAFONTbook",
        "Software—Practice and Experience",
    )


def test_a_note_that_only_names_the_type_is_not_shown_again() -> None:
    film = one("title = {Metropolis}, author = {Lang, Fritz}, note = {Film}, year = 1927", "movie")
    assert (said(film.type), said(film.note)) == ("Film", "")


def test_settings_for_latex_are_no_publication() -> None:
    settings = "@IEEEtranBSTCTL{IEEEexample:BSTcontrol, CTLuse_forced_etal = {yes}}\n@CONTROL{REVTEX41Control}\n"
    found, problems = read(f"{settings}@book{{braids, title = {{Braids}}}}")
    assert [publication.key for publication in found] == ["braids"]
    assert problems == [
        "a.bib:1: `@ieeetranbstctl` has settings for LaTeX: it is not shown",
        "a.bib:2: `@control` has settings for LaTeX: it is not shown",
    ]


# Works without a year


@every_case(
    ("written", "status"),
    [
        *(
            (text, "in preparation")
            for text in ("in preparation", "In Preparation", "in prep.", "IN PREP", "draft")
        ),
        *(
            (text, "in preparation")
            for text in ("work in progress", "in Vorbereitung", "unpublished", "manuscript")
        ),
        *((text, "submitted") for text in ("submitted", "Submitted", "eingereicht", "(submitted)")),
        *(
            (text, "accepted")
            for text in (
                "forthcoming",
                "FORTHCOMING",
                "to appear",
                "To Appear",
                "accepted",
                "à paraître",
            )
        ),
        *(
            (text, "in press")
            for text in ("in press", "In Press", "{in press}", "im Druck", "(in press)", "in-press")
        ),
        *(
            (text, "under review")
            for text in ("under review", "Under Review", "in revision", "in Begutachtung")
        ),
        *(
            (text, "published")
            for text in (
                "n.d.",
                "N.D.",
                "n. d.",
                "[n.d.]",
                "no date",
                "o. J.",
                "s.d.",
                "????",
                "0000",
            )
        ),
    ],
)
def test_words_instead_of_a_year_are_a_status(written: str, status: str) -> None:
    for fields in (f"year={{{written}}}", f"date={{{written}}}", f"year={{{written}}}, month=jan"):
        paper = one(f"title={{Rings}}, journal={{J}}, {fields}")
        assert (paper.status, paper.when, paper.note) == (status, None, None), fields


def test_words_instead_of_a_year_are_a_status_in_ris_and_csl_too() -> None:
    for written, status in (
        ("in preparation", "in preparation"),
        ("Forthcoming", "accepted"),
        ("n.d.", "published"),
    ):
        problems = Problems()
        record = f"TY  - JOUR\nTI  - Rings\nPY  - {written}\nER  - \n"
        item = {
            "id": "a",
            "type": "article-journal",
            "title": "Rings",
            "issued": {"literal": written},
        }
        entries = [
            *read_ris(Source("a.ris", record), problems),
            *read_csl(Source("a.json", json.dumps([item])), problems),
        ]
        found = list(map(PublicationConverter(problems).convert, entries))
        assert [(paper.status, paper.when) for paper in found] == [(status, None)] * 2
        assert problems.found == []


def test_a_year_with_a_status_has_both() -> None:
    paper = one("title={Rings}, journal={J}, year={1921 (in preparation)}")
    assert (paper.status, paper.when) == ("in preparation", When.parse("1921"))


# Marks of authors, deposits, and holes


@every_case(
    ("fields", "marks"),
    [
        ("author+an={1=equal;2=equal;3=corresponding}", ["*", "*", "✉"]),
        ("author+an={1=equal,corresponding}", ["*✉", "", ""]),
        ("author+an:role={2:family=cofirst; 3=lead}", ["", "*", "†"]),
        ('author+an={1="equal contribution"}', ["*", "", ""]),
        ("equal={1,2}", ["*", "*", ""]),
        ("author+an={9=equal; x}", ["", "", ""]),
    ],
)
def test_annotations_of_names_are_marks(fields: str, marks: list[str]) -> None:
    names = "author={Noether, Emmy and Hasse, Helmut and Brauer, Richard}"
    paper = one(f"title={{Rings}}, journal={{J}}, year=1921, {names}, {fields}")
    assert [author.all_marks for author in paper.authors] == marks


def test_a_highlighted_author_is_the_person_of_the_profile() -> None:
    paper = one(
        "title={R}, journal={J}, year=1921, author={Noether, Emmy and Hasse, Helmut}, author+an={1=highlight}"
    )
    assert [author.me for author in paper.authors] == [True, None]


def test_two_affiliations_in_a_superscript_stay_two() -> None:
    paper = one(r"title={R}, journal={J}, year=1921, author={Noether, Emmy\textsuperscript{1,2}}")
    assert paper.authors[0].marks == "1,2"


@every_case(
    ("fields", "kind"),
    [
        ("title={Ring data}, publisher={Zenodo}, version={v1.0}", "dataset"),
        ("title={noether/rings: v1.0.0}, publisher={Zenodo}", "software"),
        ("title={Rings}, publisher={Zenodo}, version={1.0}", "software"),
        ("title={Ring tools}, doi={10.5281/zenodo.1}", "software"),
        ("title={Ring slides}, journal={Zenodo}", "other"),
        ("title={Rings}, publisher={figshare}", "dataset"),
        ("title={Rings}, publisher={Dryad}", "dataset"),
        ("title={Rings}, publisher={OSF}, doi={10.17605/OSF.IO/AB}", "other"),
        ("title={Rings}, publisher={Zenodo}, type={Preprint}", "preprint"),
        ("title={Rings}, publisher={OSF Preprints}", "preprint"),
    ],
)
def test_a_deposit_is_what_its_type_version_and_title_say(fields: str, kind: str) -> None:
    assert one(f"{fields}, year=1921", "misc").kind == kind


def test_citations_in_an_abstract_leave_no_holes() -> None:
    paper = one(
        r"title={R}, journal={J}, year=1921, abstract={As shown (\cite{a}, \cite{b}), see \ref{c}. More~\cite{d}.}"
    )
    assert said(paper.abstract) == "As shown, see. More."
