"""A paper's own page: what Scholar, Zotero and search engines read of it, what is related, how far it has come."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

import pytest

from acadfolio.checks import check_site
from acadfolio.model.publication import Publication
from acadfolio.model.values import Text
from acadfolio.rendering.scholar import pages_of
from acadfolio.theme.words import languages, words_for
from cases import every_case
from citation_styles import STYLES
from sites import content_of, make_site, render_site
from test_head import head_of

if TYPE_CHECKING:
    from pathlib import Path

SITE = """\
title: Marie Curie
url: https://curie.example/lab
publications:
  pages: true
"""
ARTICLE = """\
- title: "Sur une *substance nouvelle* radio-active </script> & <b>cie</b>"
  authors:
    [Pierre Curie, {name: Marie Curie, orcid: 0000-0002-1825-0097}, Ludwig van Beethoven Jr.,
     CERN Collaboration, others]
  kind: journal
  venue: cras
  date: 1898-07-18
  volume: 127
  issue: 3
  pages: 175–8
  doi: 10.1000/182
  arxiv: "2401.17644"
  issn: 0001-4036
  publisher: Gauthier-Villars
  language: fr
  tags: [polonium, radioactivity]
  links: {Slides: slides.pdf, PDF: "files/a paper.pdf", Code: "https://code.example/"}
  abstract: We found *polonium*.
"""
VENUES = "cras: {name: Comptes rendus, abbreviation: C. R.}\n"
FILES = {"static/slides.pdf": "", "static/files/a paper.pdf": ""}


def site(publications: str, settings: str = SITE, **others: str) -> dict[str, str]:
    return {
        "data/site.yml": settings,
        "data/publications.yml": publications,
        "data/venues.yml": VENUES,
        **FILES,
    } | others


def only_page(pages: dict[str, str]) -> str:
    (found,) = (path for path in pages if re.fullmatch(r"publications/.+/index\.html", path))
    return found


def head(folder: Path, publications: str, settings: str = SITE) -> Any:
    files = site(publications, settings)
    return head_of(folder, files, only_page(render_site(folder, files)[0]))


@pytest.fixture(scope="module", params=["acad-homepage", "academicpages"])
def article(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    return head(tmp_path_factory.mktemp("article"), ARTICLE, f"{SITE}look: {request.param}\n")


def test_an_article_has_the_tags_that_scholar_asks_for(article: Any) -> None:
    tags = {name: values for name, values in article.meta.items() if name.startswith("citation_")}
    url = tags.pop("citation_public_url")
    assert tags.pop("citation_abstract_html_url") == url
    assert url == [article.links["canonical"][0]]
    assert tags == {
        "citation_title": ["Sur une substance nouvelle radio-active </script> & cie"],
        "citation_author": [
            "Curie, Pierre",
            "Curie, Marie",
            "van Beethoven, Ludwig, Jr.",
            "CERN Collaboration",
        ],
        "citation_author_orcid": ["https://orcid.org/0000-0002-1825-0097"],
        "citation_publication_date": ["1898/07/18"],
        "citation_journal_title": ["Comptes rendus"],
        "citation_journal_abbrev": ["C. R."],
        "citation_publisher": ["Gauthier-Villars"],
        "citation_volume": ["127"],
        "citation_issue": ["3"],
        "citation_firstpage": ["175"],
        "citation_lastpage": ["178"],
        "citation_doi": ["10.1000/182"],
        "citation_arxiv_id": ["2401.17644"],
        "citation_issn": ["0001-4036"],
        "citation_language": ["fr"],
        "citation_keywords": ["polonium", "radioactivity"],
        "citation_abstract": ["We found polonium."],
        "citation_pdf_url": ["https://curie.example/lab/files/a%20paper.pdf"],
    }


@every_case(
    ("tag", "shown"),
    [("fr", "Français"), ("de-CH", "Deutsch (de-CH)"), ("he", "עברית"), ("tlh", "tlh")],
)
def test_the_language_of_a_paper_has_the_name_that_its_speakers_give_it(
    tmp_path: Path, tag: str, shown: str
) -> None:
    pages, _ = render_site(tmp_path, site(ARTICLE.replace("language: fr", f"language: {tag}")))
    assert f'<dt>Language</dt><dd lang="{tag}">{shown}</dd>' in pages[only_page(pages)]


def test_an_article_is_described_to_search_engines_and_social_media(article: Any) -> None:
    work = article.graph["ScholarlyArticle"]
    assert work["headline"] == "Sur une substance nouvelle radio-active </script> & cie"
    assert work["author"] == [
        {"@type": "Person", "name": "Pierre Curie"},
        {"@type": "Person", "name": "Marie Curie", "@id": "https://curie.example/lab/#person"},
        {"@type": "Person", "name": "Ludwig van Beethoven Jr."},
        {"@type": "Organization", "name": "CERN Collaboration"},
    ]
    assert work["datePublished"] == "1898-07-18"
    assert work["isPartOf"] == {"@type": "CreativeWork", "name": "Comptes rendus"}
    assert work["sameAs"] == ["https://doi.org/10.1000/182", "https://arxiv.org/abs/2401.17644"]
    assert (work["abstract"], work["keywords"]) == (
        "We found polonium.",
        ["polonium", "radioactivity"],
    )
    assert article.meta["og:type"] == ["article"]
    assert article.meta["article:published_time"] == ["1898-07-18"]
    assert article.meta["description"] == article.meta["og:description"] == ["We found polonium."]


KINDS = {
    "conference": (
        "venue: cras",
        "citation_conference_title",
        "Comptes rendus",
        "ScholarlyArticle",
    ),
    "workshop": ("event: A council", "citation_conference_title", "A council", "ScholarlyArticle"),
    "chapter": ("venue: A handbook", "citation_inbook_title", "A handbook", "Chapter"),
    "book": ("isbn: 978-2-7056-6000-1", "citation_isbn", "978-2-7056-6000-1", "Book"),
    "thesis": ("institution: Sorbonne", "citation_dissertation_institution", "Sorbonne", "Thesis"),
    "report": ("{institution: CNRS, number: 7}", "citation_technical_report_number", "7", "Report"),
    "preprint": ("venue: arXiv", "citation_publisher", "arXiv", "ScholarlyArticle"),
    "patent": ("number: FR 1", "citation_patent_number", "FR 1", "CreativeWork"),
    "dataset": ("{venue: cras, volume: 3}", "citation_journal_title", "Comptes rendus", "Dataset"),
}


@every_case("kind", KINDS)
def test_every_kind_has_its_own_tag_and_type(kind: str, tmp_path: Path) -> None:
    said, tag, value, type_ = KINDS[kind]
    said = said.strip("{}").replace(", ", "\n  ")
    found = head(
        tmp_path,
        f"- title: Radium\n  authors: [M. Curie]\n  kind: {kind}\n  year: 1910\n  {said}\n",
    )
    assert found.meta[tag] == [value]
    assert found.meta["citation_publication_date"] == ["1910"]
    assert found.graph[type_]["name"] == "Radium"


def test_without_a_url_of_the_site_only_files_elsewhere_are_named(tmp_path: Path) -> None:
    settings = SITE.replace("url: https://curie.example/lab\n", "")
    assert "citation_pdf_url" not in head(tmp_path / "own", ARTICLE, settings).meta
    elsewhere = ARTICLE.replace("https://code.example/", "https://code.example/a.PDF?x=1")
    found = head(tmp_path / "elsewhere", elsewhere, settings)
    assert found.meta["citation_pdf_url"] == ["https://code.example/a.PDF?x=1"]
    assert "url" not in found.graph["ScholarlyArticle"]
    assert "citation_public_url" not in found.meta


def test_slides_are_not_taken_for_the_paper(tmp_path: Path) -> None:
    assert "citation_pdf_url" not in head(tmp_path, ARTICLE.replace("PDF: ", "Supplement: ")).meta


def test_no_other_page_has_the_tags_of_a_paper(tmp_path: Path) -> None:
    pages, _ = render_site(tmp_path, site(ARTICLE))
    path = only_page(pages)
    assert [name for name, text in pages.items() if "citation_title" in text] == [path]
    assert pages[path].count("application/ld+json") == 1


@every_case(
    ("written", "kind", "first", "last"),
    [
        ("345–349", "journal", "345", "349"), ("345--9", "journal", "345", "349"),
        ("12-1–12-20", "journal", "12-1", "12-20"),
        ("e1009", "journal", "e1009", ""), ("pp. 3-5, 9", "conference", "3", "5"), ("", "journal", "", ""),
        ("230", "book", "", ""), ("1–9", "report", "1", "9"), ("A12-A15", "journal", "A12", "A15"),
        ("chap. 7", "chapter", "", ""), ("chap. 7, 1–9", "chapter", "1", "9"),
    ],
)  # fmt: skip
def test_pages_are_written_out(written: str, kind: Any, first: str, last: str) -> None:
    assert pages_of(Publication(title=Text.of("x"), pages=written, kind=kind)) == (first, last)


RELATED = """\
- {title: Here, authors: [Marie Curie, Pierre Curie], venue: cras, year: 1900, tags: [a, b]}
- {title: Venue, authors: [Marie Curie], venue: cras, year: 1899}
- {title: Authors, authors: [Marie Curie, "Curie, Pierre"], year: 1890}
- {title: One tag, authors: [Marie Curie], year: 1880, tags: [A]}
- {title: Two tags, authors: [Marie Curie], year: 1870, tags: [b, a]}
- {title: Nothing but me, authors: [Marie Curie], year: 1900}
- {title: Venue of old, authors: [Marie Curie], venue: cras, year: 1850}
"""


@every_case(
    ("language", "heading"),
    [("en", "Related publications"), ("de", "Verwandte Veröffentlichungen")],
)
def test_related_papers_share_tags_then_authors_then_the_venue(
    tmp_path: Path, language: str, heading: str
) -> None:
    pages, problems = render_site(tmp_path, site(RELATED, f"{SITE}language: {language}\n"))
    assert not problems
    text = content_of(pages["publications/here/index.html"])
    assert heading in text
    listed = re.findall(
        r'<p class="publication__title"><a href="\.\./([\w-]+)/index.html"><cite>(.*?)</cite>', text
    )
    assert [title for _, title in listed] == ["Two tags", "One tag", "Authors", "Venue"]
    assert heading not in pages["publications/nothing-but-me/index.html"]


def test_the_title_of_a_related_paper_is_in_its_language(tmp_path: Path) -> None:
    papers = (
        "- {title: Here, authors: [Marie Curie], year: 1900, tags: [a]}\n"
        "- {title: Sur le radium, authors: [Marie Curie], year: 1899, tags: [a], language: fr}\n"
    )
    pages, _ = render_site(tmp_path, site(papers))
    text = content_of(pages["publications/here/index.html"])
    assert '<a href="../sur-le-radium/index.html"><cite lang="fr">Sur le radium</cite></a>' in text


def test_a_site_leaves_related_papers_out_by_an_empty_template(tmp_path: Path) -> None:
    pages, _ = render_site(tmp_path, site(RELATED) | {"templates/partials/related-papers.html": ""})
    assert "Related publications" not in pages["publications/here/index.html"]


@pytest.mark.slow
def test_papers_that_thousands_share_a_tag_with_are_related_to_the_nearest(tmp_path: Path) -> None:
    papers = "".join(
        f"- {{title: Paper {number}, year: 1900, tags: [a]}}\n" for number in range(120)
    )
    text = render_site(tmp_path, site(papers))[0]["publications/paper-60/index.html"]
    assert re.findall(
        r'<cite>Paper (\d+)</cite></a></p>\n<p class="publication__venue">1900', content_of(text)
    ) == [
        "59",
        "61",
        "58",
        "62",
    ]


@every_case("numbered", ["true", "backwards"])
@every_case("look", ["acad-homepage", "academicpages"])
def test_the_page_shows_all_that_the_record_holds(tmp_path: Path, look: str, numbered: str) -> None:
    settings = f"{SITE}  numbered: {numbered}\nlook: {look}\ndownloads: papers\n"
    pages, problems = render_site(tmp_path, site(ARTICLE, settings))
    assert not problems
    text = content_of(pages[only_page(pages)])
    for wanted in ("We found <em>polonium</em>.", ">Cite<", ">Slides<", ">PDF<", ">Code<", "@article",
                   ">RIS<", ">CSL-JSON<", "https://arxiv.org/abs/2401.17644", "polonium, radioactivity"):  # fmt: skip
        assert wanted in text, wanted
    assert text.count("<pre") == 1


STATES = """\
- {title: Old, year: 1900, authors: [Marie Curie]}
- {title: Ahead, date: 2099-05-01, authors: [Marie Curie]}
- {title: Undated, authors: [Marie Curie]}
- {title: Reviewed, authors: [Marie Curie], status: under review}
- {title: Printing, authors: [Marie Curie], status: in press}
- {title: Drafted, year: 1901, authors: [Marie Curie], status: preprint}
"""


def test_forthcoming_papers_come_first_and_a_future_date_hides_nothing(tmp_path: Path) -> None:
    page = render_site(tmp_path, site(STATES, "title: Marie Curie\n"))[0]["index.html"]
    found = re.findall("Old|Ahead|Undated|Reviewed|Printing|Drafted", content_of(page))
    assert list(dict.fromkeys(found)) == [
        "Reviewed",
        "Printing",
        "Ahead",
        "Drafted",
        "Old",
        "Undated",
    ]


def test_the_site_words_the_states_in_lists_pages_and_headings(tmp_path: Path) -> None:
    settings = f"{SITE}  group_by: status\nstatuses: {{in press: to *appear*, under review: {{en: in revision, de: x}}}}\n"
    pages, problems = render_site(tmp_path, site(STATES, settings))
    assert problems == []
    for path in ("index.html", "publications/index.html"):
        text = content_of(pages[path])
        assert "(to appear)" in text
        assert "(in revision)" in text
        assert "To <em>appear</em></h" in text
        assert "In revision</h" in text
    assert "(to appear)" in pages["publications/printing/index.html"]


@every_case("language", languages())
def test_every_status_is_shown_in_the_sites_language(tmp_path: Path, language: str) -> None:
    words = words_for(language)
    settings = f"title: Marie Curie\nlanguage: {language}\npublications: {{group_by: status}}\n"
    text = content_of(render_site(tmp_path, site(STATES, settings))[0]["index.html"])
    for status in ("published", "in press", "under review", "preprint"):
        word = words[status]
        assert f"{word[0].upper()}{word[1:]}</h" in text


def test_a_state_that_there_is_not_is_an_error(tmp_path: Path) -> None:
    make_site(tmp_path, site(STATES, "title: Marie Curie\nstatuses: {in pres: soon}\n"))
    problems, _ = check_site(tmp_path)
    assert [(str(one.location), one.hint) for one in problems] == [
        ("data/site.yml:2:12", "did you mean `in press`?")
    ]


OLD_DOI = "10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O#a"
ENCODED_DOI = "https://doi.org/10.1002/(SICI)1097-4571(199806)49:8%3C693::AID-ASI4%3E3.0.CO;2-O%23a"


@every_case("own", ["", f"  links: {{DOI: 'https://doi.org/{OLD_DOI}'}}\n"])
@every_case("style", ["", *STYLES])
def test_a_doi_with_brackets_is_encoded_where_it_leads_and_shown_as_it_is(
    style: str, own: str, tmp_path: Path
) -> None:
    said = f"publications: {{pages: true{f', style: {style}' if style else ''}}}"
    files = {
        "data/site.yml": f"title: A\nurl: https://a.example\n{said}\n",
        "data/publications.yml": "- title: T\n  authors: [A. One]\n  kind: journal\n  venue: J\n  year: 1998\n"
        f"  key: t\n  doi: '{OLD_DOI}'\n{own}",
        "content/about.md": "{{ publications() }}\n",
    }
    outputs, problems = render_site(tmp_path, files)
    for page in (outputs["index.html"], outputs["publications/t/index.html"]):
        links = [html.unescape(link) for link in re.findall('href="([^"]*doi[^"]*)"', page)]
        assert set(links) == {ENCODED_DOI}
    page = outputs["publications/t/index.html"]
    assert f">https://doi.org/{html.escape(OLD_DOI)}</a></dd>" in page
    assert f'"sameAs":["{ENCODED_DOI}"]' in page.replace('": [', '":[').replace('": "', '":"')
    assert f'name="citation_doi" content="{html.escape(OLD_DOI)}"' in page
    assert problems == []


@every_case(
    ("category", "facts"),
    [
        ("Journal articles", "Journal article"),
        ("JOURNAL ARTICLE", "Journal article"),
        ("Notes", "Journal article, Notes"),
    ],
)
def test_a_heading_that_names_the_kind_is_not_shown_beside_it(
    category: str, facts: str, tmp_path: Path
) -> None:
    pages, _ = render_site(tmp_path, site(f"{ARTICLE}  category: {category}\n"))
    assert f"<dt>Kind</dt><dd>{facts}</dd>" in pages[only_page(pages)]
