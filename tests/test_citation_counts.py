"""Citation counts from records, al-folio's file and AcadHomepage's crawler are shown in lists and on pages."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from acadfolio.build import prepare
from cases import every_case
from remotes import git, isolated_git  # noqa: F401 - it is for every test
from sites import content_of, make_site, render_site

if TYPE_CHECKING:
    from collections.abc import Mapping

    Files = dict[str, str]

MANUAL = (Path(__file__).parent.parent / "docs" / "content" / "publications.md").read_text(
    encoding="utf-8"
)
PAPERS = """
- {title: Invariante Variationsprobleme, authors: [Emmy Noether], year: 1918, scholar_id: "U:aa"}
- {title: Idealtheorie in Ringbereichen, authors: [Emmy Noether], year: 1921, scholar_id: bb}
- {title: Abstrakter Aufbau, authors: [Emmy Noether], year: 1927}
- title: Hyperkomplexe Größen
  authors: [Emmy Noether]
  year: 1929
  scholar_id: "U:cc"
  citations: {count: 7, source: Zentralblatt, date: 2020-02}
"""
PROFILE: dict[str, Any] = {
    "container_type": "Author",
    "name": "Emmy Noether",
    "affiliation": "Göttingen",
    "interests": ["Algebra"],
    "scholar_id": "U",
    "citedby": 234,
    "citedby5y": 100,
    "hindex": 8,
    "hindex5y": 6,
    "i10index": 7,
    "i10index5y": 5,
    "cites_per_year": {"2024": 17, "2025": 164},
    "publications": {
        "U:aa": {
            "author_pub_id": "U:aa",
            "num_citations": 53,
            "bib": {"title": "Invariante Variationsprobleme", "pub_year": "1918"},
            "citedby_url": "https://scholar.google.com/scholar?oi=bibs&hl=en&cites=99",
        },
        "U:bb": {
            "author_pub_id": "U:bb",
            "num_citations": 5,
            "bib": {"title": "Something else", "pub_year": "1999"},
        },
        "U:cc": {
            "author_pub_id": "U:cc",
            "num_citations": 9,
            "bib": {"title": "Hyperkomplexe Größen"},
        },
        "U:dd": {
            "author_pub_id": "U:dd",
            "num_citations": 3,
            "bib": {"title": "Abstrakter aufbau.", "pub_year": 1927},
        },
        "U:ee": {"author_pub_id": "U:ee", "num_citations": 1, "bib": {"title": "Not of this site"}},
    },
    "updated": "2026-04-25 19:49:11.466013",
}
LIST = {"data/publications.yml": PAPERS, "content/about.md": "{{ publications() }}\n"}
FOLIO = """
metadata:
  last_updated: '2026-07-22'
papers:
  U:aa: {citations: 60, title: Invariante Variationsprobleme, year: '1918'}
  U:ff: {citations: '4', title: Not of this site, year: Unknown Year}
"""
CITED = re.compile(
    r'publication__title"><cite>(\w+)[^<]*</cite>(?:(?!<cite).)*?publication__keywords">(.*?)</p>',
    re.DOTALL,
)
TAG = re.compile(r"<[^>]*>")


def crawled(**changes: Any) -> str:
    """A `gs_data.json` with some keys changed. None removes a key."""
    return json.dumps(
        {key: value for key, value in {**PROFILE, **changes}.items() if value is not None}
    )


def papers_with(**changes: Any) -> dict[str, Any]:
    """The papers of the profile, some of them replaced."""
    known: dict[str, Any] = PROFILE["publications"]
    return known | {f"U:{name}": entry for name, entry in changes.items()}


def cited_in(page: str) -> dict[str, str]:
    """The text below each paper, by the first word of its title."""
    return {name: TAG.sub("", said) for name, said in CITED.findall(content_of(page))}


def listed(folder: Path, files: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The text below each paper of a list, and the problems."""
    outputs, problems = render_site(folder, {**LIST, **files})
    return cited_in(outputs["index.html"]), problems


def page_of(folder: Path, text: str, files: Mapping[str, str]) -> tuple[str, list[str]]:
    """The home page's content, and the problems."""
    outputs, problems = render_site(folder, {"content/about.md": text, **files})
    return content_of(outputs["index.html"]).strip(), problems


def test_a_citation_count_is_shown_below_its_paper_with_source_and_date(tmp_path: Path) -> None:
    cited, problems = listed(tmp_path, {"data/gs_data.json": crawled()})
    assert cited == {
        "Invariante": "Cited by 53 · Google Scholar, 2026-04-25",
        "Idealtheorie": "Cited by 5 · Google Scholar, 2026-04-25",
        "Abstrakter": "Cited by 3 · Google Scholar, 2026-04-25",
        "Hyperkomplexe": "Cited by 7 · Zentralblatt, 2020-02",
    }
    assert problems == []


@every_case("view", ["list", "boxes", "archive", "table"])
@every_case("look", ["acad-homepage", "academicpages"])
def test_every_view_of_both_looks_shows_it_and_leads_to_who_cites(
    tmp_path: Path, look: str, view: str
) -> None:
    outputs, _ = render_site(
        tmp_path,
        {
            "data/site.yml": f"title: Emmy Noether\nlook: {look}\n",
            "data/publications.yml": PAPERS,
            "data/gs_data.json": crawled(),
            "content/about.md": f'{{{{ publications(view="{view}") }}}}\n',
        },
    )
    link = '<a href="https://scholar.google.com/scholar?oi=bibs&amp;hl=en&amp;cites=99">Cited by 53</a> · Google Scholar'
    assert content_of(outputs["index.html"]).count(link) == 1
    if look == "academicpages":
        assert link in outputs["publications/invariante-variationsprobleme/index.html"]


def test_the_record_goes_before_citations_yml_and_that_before_the_crawler(tmp_path: Path) -> None:
    cited, problems = listed(
        tmp_path, {"data/gs_data.json": crawled(), "data/citations.yml": FOLIO}
    )
    assert cited["Hyperkomplexe"].startswith("Cited by 7 ·")
    assert cited["Invariante"] == "Cited by 60 · Google Scholar, 2026-07-22"
    assert cited["Idealtheorie"] == "Cited by 5 · Google Scholar, 2026-04-25"
    assert problems == []


def test_a_title_is_believed_only_where_it_can_mean_one_paper(tmp_path: Path) -> None:
    twins = papers_with(
        ff={"num_citations": 8, "bib": {"title": "Abstrakter Aufbau", "pub_year": "1927"}}
    )
    cited, _ = listed(tmp_path / "twins", {"data/gs_data.json": crawled(publications=twins)})
    assert "Abstrakter" not in cited
    mine = {
        "data/publications.yml": PAPERS + PAPERS.split("\n")[3] + "\n",
        "data/gs_data.json": crawled(),
    }
    assert PAPERS.split("\n")[3].startswith("- {title: Abstrakter")
    cited, _ = listed(tmp_path / "mine", mine)
    assert "Abstrakter" not in cited
    other_year = papers_with(
        dd={"num_citations": 3, "bib": {"title": "Abstrakter Aufbau", "pub_year": "1926"}}
    )
    cited, _ = listed(tmp_path / "year", {"data/gs_data.json": crawled(publications=other_year)})
    assert "Abstrakter" not in cited
    no_year = papers_with(dd={"num_citations": 3, "bib": {"title": "Abstrakter Aufbau"}})
    cited, _ = listed(tmp_path / "none", {"data/gs_data.json": crawled(publications=no_year)})
    assert cited["Abstrakter"].startswith("Cited by 3 ·")


def test_an_identifier_without_its_user_that_matches_two_papers_is_ignored(tmp_path: Path) -> None:
    folio = "papers:\n  U:bb: {citations: 1}\n  V:bb: {citations: 2}\n  V:aa: {citations: 3}\n  U:aa: {citations: 4}\n"
    cited, _ = listed(tmp_path, {"data/citations.yml": folio})
    assert "Idealtheorie" not in cited
    assert cited["Invariante"] == "Cited by 4 · Google Scholar"


def test_al_folios_identifier_in_a_bib_finds_its_count(tmp_path: Path) -> None:
    bib = "@article{a,\n  title = {Idealtheorie},\n  author = {Noether, Emmy},\n  journal = {Math. Ann.},\n"
    bib += "  year = {1921},\n  google_scholar_id = {aa},\n}\n"
    files = {
        "data/papers.bib": bib,
        "data/citations.yml": FOLIO,
        "content/about.md": "{{ publications() }}\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert cited_in(outputs["index.html"]) == {
        "Idealtheorie": "Cited by 60 · Google Scholar, 2026-07-22"
    }
    assert problems == []


def test_lists_are_ordered_by_counts_of_files_too(tmp_path: Path) -> None:
    files = {
        **LIST,
        "data/gs_data.json": crawled(),
        "content/about.md": '{{ publications(sort="citations") }}\n',
    }
    outputs, _ = render_site(tmp_path, files)
    assert list(cited_in(outputs["index.html"])) == [
        "Invariante",
        "Hyperkomplexe",
        "Idealtheorie",
        "Abstrakter",
    ]


@every_case("setting", [True, False])
def test_an_order_by_counts_that_no_paper_has_is_reported(tmp_path: Path, setting: bool) -> None:
    argument = "" if setting else 'sort="citations"'
    site = "title: Emmy Noether\n" + ("publications: {sort: citations}\n" if setting else "")
    page = f"Hello\n\n{{{{ publications({argument}) }}}}\n"
    papers = PAPERS.partition("  citations:")[0]
    files = {"data/publications.yml": papers, "data/site.yml": site, "content/about.md": page}
    _, problems = render_site(tmp_path, files)
    message = "these publications cannot be sorted by citations: none of them has a count"
    assert problems == [f"content/about.md:3:1: {message}"]


def test_spans_of_acad_homepage_are_filled(tmp_path: Path) -> None:
    text = (
        "All <strong><span id='total_cit'>260000+</span></strong>\n\n"
        "- <strong><span class='show_paper_citations' data='U:aa'></span></strong>\n"
        '- <span data="U:ee" class="small show_paper_citations">?</span>\n'
        "- <span class='show_paper_citations' data='U:cc'></span>\n"
    )
    page, problems = page_of(
        tmp_path, text, {"data/gs_data.json": crawled(), "data/publications.yml": PAPERS}
    )
    assert re.findall(r"<span[^>]*>([^<]*)</span>", page)[:4] == [
        "234", "| Citations: 53", "| Citations: 1", "| Citations: 7",
    ]  # fmt: skip
    assert page.count('title="Google Scholar, 2026-04-25"') == 3
    assert 'title="Zentralblatt, 2020-02"' in page
    assert problems == []


def test_the_badge_of_shields_io_becomes_words_where_the_total_is_known(tmp_path: Path) -> None:
    url = "https://img.shields.io/endpoint?logo=Google%20Scholar&url=https%3A%2F%2Fx%2Fgs_data_shieldsio.json"
    text = f"<a href='https://scholar.google.com/'><img src='{url}&label=my%20citations&color=9cf'></a>\n"
    page, problems = page_of(
        tmp_path / "with", text, {"data/gs_data.json": json.dumps({"citedby": 234})}
    )
    assert '<span class="badge" title="Google Scholar">my citations 234</span>' in page
    assert "shields.io" not in page
    assert problems == []
    page, _ = page_of(tmp_path / "without", text, {})
    assert "https://img.shields.io/" in page


def test_a_line_shows_the_totals(tmp_path: Path) -> None:
    text = '{{ citations() }}\n\n{{ citations("h_index_5y") }}\n\n{{ citations("per_year") }}\n'
    page, problems = page_of(tmp_path, text, {"data/gs_data.json": crawled()})
    assert "<p>Citations: 234 · h-index: 8 · i10-index: 7 · Google Scholar, 2026-04-25</p>" in page
    assert "<p>h-index, last five years: 6 · Google Scholar, 2026-04-25</p>" in page
    bars = re.findall(r'<dt>(\d+)</dt><dd style="--part: ([\d.]+)%">(\d+)</dd>', page)
    assert bars == [("2024", "10.4", "17"), ("2025", "100.0", "164")]
    assert problems == []


def test_the_total_of_citations_yml_is_the_sum_of_its_papers_if_no_profile_has_one(
    tmp_path: Path,
) -> None:
    page, _ = page_of(tmp_path / "alone", "{{ citations() }}\n", {"data/citations.yml": FOLIO})
    assert page == "<p>Citations: 64 · Google Scholar, 2026-07-22</p>"
    two = {"data/citations.yml": FOLIO, "data/gs_data.json": json.dumps({"citedby": 234})}
    page, _ = page_of(tmp_path / "two", "{{ citations() }}\n", two)
    assert page.startswith("<p>Citations: 234 ·")


def test_an_undefined_value_is_reported_in_the_included_file(tmp_path: Path) -> None:
    pytest.importorskip("liquid")
    files = {
        "content/about.md": "---\ntitle: A\n---\nText.\n\n{% include_relative includes/intro.md %}\n",
        "content/includes/intro.md": "# Hello\n\nAll <span id='total_cit'>100+</span>\n",
    }
    _, reported = render_site(tmp_path, files)
    assert [line.partition(": there")[0] for line in reported] == ["content/includes/intro.md:3:15"]


def test_a_page_that_asks_for_unknown_counts_is_reported_and_keeps_its_own_number(
    tmp_path: Path,
) -> None:
    text = "# Hello\n\nAll <span id='total_cit'>100+</span>\n\n<span class='show_paper_citations' data='U:x'></span>\n"
    page, problems = page_of(tmp_path, f"{text}\n{{{{ citations() }}}}\n", {})
    assert '<span id="total_cit">100+</span>' in page
    assert problems == [
        "content/about.md:7:1: there is no `citations`: this line shows nothing",
        "content/about.md:3:15: there is no total citation count: the page keeps its own number",
        "content/about.md:5:42: there is no citation count for the paper `U:x`",
    ]


WRONG = {
    "": "Input data was truncated",
    "<!doctype html><title>429</title>": "JSON is malformed",
    '{\n "citedby": 2,\n': "Input data was truncated",
    "[]": "Expected `object`, got `array`",
    '{"message": "Not Found"}': "it has no paper and no total",
    '{\n"citedby": "many"}': "Expected `int | null`, got `str` - at `$.citedby`",
    '{"citedby": -1}': "Expected `int` >= 0 - at `$.citedby`",
    '{"publications": 3}': "Expected `object`, got `int` - at `$.publications`",
    '{"publications": {"U:aa": null}}': "Expected `object`, got `null` - at `$.publications[...]`",
    '{"citedby": 1, "updated": "yesterday"}': "`updated` is `yesterday`, which is not a date",
    '{"citedby": 1, "cites_per_year": {"x": 2}}': "Expected `int`, got `str` - at `key` in `$.cites_per_year`",
}


@every_case("text", WRONG)
def test_a_broken_crawl_is_a_warning(tmp_path: Path, text: str) -> None:
    cited, problems = listed(tmp_path, {"data/gs_data.json": text})
    assert len(problems) == 1
    assert problems[0].startswith(
        f"data/gs_data.json:1: this file contains no citation counts: {WRONG[text]}"
    )
    assert list(cited) == ["Hyperkomplexe"]


@every_case(
    ("text", "said"),
    [
        ("", "data/citations.yml:1: there are no `papers` in this file"),
        ("papers: [\n", "data/citations.yml:2:1: a value is missing here, or the end of a bracket"),
        ("- a\n", "data/citations.yml:1: there are no `papers` in this file"),
        ("metadata: {}\n", "data/citations.yml:1: there are no `papers` in this file"),
        ("papers:\n  U:aa: {citations: many}\n", "data/citations.yml:2:21: `citations` is `many`"),
        ("papers:\n  U:aa: {title: A}\n", "data/citations.yml:2:9: the key `citations` is missing"),
        ("metadata: {last_updated: soon}\npapers: {}\n", "data/citations.yml:1:26: `soon`"),
    ],
)
def test_a_broken_citations_yml_is_a_warning_with_its_line(
    tmp_path: Path, text: str, said: str
) -> None:
    prepared = prepare(make_site(tmp_path, {**LIST, "data/citations.yml": text}))
    (problem,) = prepared.problems.found
    assert f"{problem.location}: {problem.message}".startswith(said)
    assert problem.severity == "warning"


def test_the_manual_fetches_the_crawl_from_its_branch(tmp_path: Path) -> None:
    """The branch of AcadHomepage's crawler: one commit without other files of the site."""
    crawl, site = tmp_path / "crawl", make_site(tmp_path / "site", LIST)
    crawl.mkdir()
    (crawl / "gs_data.json").write_text(crawled(), encoding="utf-8")
    git(crawl, "init", "--quiet", "--initial-branch", "google-scholar-stats")
    git(crawl, "add", ".")
    emmy = ("-c", "user.name=Emmy", "-c", "user.email=emmy@example.org")
    git(crawl, *emmy, "commit", "--quiet", "--message", "Updated Citation Data")
    git(site, "init", "--quiet")
    git(site, "remote", "add", "origin", str(crawl))
    (commands,) = re.findall(r"```sh\n(git fetch .*?)```", MANUAL, re.DOTALL)
    for command in commands.splitlines():
        subprocess.run(command, shell=True, cwd=site, check=True, capture_output=True)  # noqa: S602 - as the manual says
        assert command in MANUAL.partition("- name: Fetch")[2]
    outputs = {
        output.path: output.content.decode()
        for output in prepare(site).outputs()
        if not output.file
    }
    assert (
        cited_in(outputs["index.html"])["Invariante"] == "Cited by 53 · Google Scholar, 2026-04-25"
    )


@pytest.mark.slow
def test_thousands_of_papers_are_found_by_identifier_and_title(tmp_path: Path) -> None:
    """A linear search for each paper would take minutes."""
    many = range(3000)
    papers = "".join(
        f"- {{title: Paper {n}, year: 2020{f', scholar_id: x{n}' if n % 2 else ''}}}\n"
        for n in many
    )
    crawl = {
        f"U:x{n}": {"num_citations": n, "bib": {"title": f"Paper {n}", "pub_year": "2020"}}
        for n in many
    }
    files = {"data/publications.yml": papers, "data/gs_data.json": crawled(publications=crawl)}
    site = prepare(make_site(tmp_path, files)).plan.site
    assert [paper.citations.count for paper in site.publications if paper.citations] == list(many)
