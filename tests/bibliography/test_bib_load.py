"""Load sites with bibliographies below data/: which files are read, with which reader, and how fast."""

from __future__ import annotations

import gc
import gzip
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from acadfolio.loading.data import read_data
from acadfolio.model.name_parts import parts_of
from acadfolio.problems import Problems
from cases import every_case
from shared import SHARED
from sites import content_of, make_site, render_site
from timing import least, timed

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.model.site import Data

RADIUM = "@book{radium, title={Radium}, author={Curie, Marie}, year={1904}}\n"
POLONIUM = "TY  - BOOK\nTI  - Polonium\nAU  - Curie, Marie\nPY  - 1898\nER  - \n"
THORIUM = '[{"id": "t", "type": "book", "title": "Thorium", "author": [{"family": "Curie"}], "issued": {"raw": "1899"}}]'
ITEM = '[{"title": "A", "author": [{"family": "Curie", "given": "M."}], %s}]'
WITHOUT = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"bibtexparser", "pylatexenc"}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Blocker())
from acadfolio.cli import main
sys.exit(main(["build", "--site", sys.argv[1], "--no-cache"]))
"""
ALL = {"content/about.md": "{{ publications() }}\n"}


def loaded(folder: Path, files: dict[str, str]) -> tuple[Data, list[str]]:
    problems = Problems()
    data = read_data(make_site(folder, files), problems)
    return data, [f"{problem.location}: {problem.message}" for problem in problems.found]


def titles(data: Data) -> list[str]:
    return [publication.title.in_language("") for publication in data.publications]


@every_case(
    ("file", "text"),
    [
        ("a.ris", "TY  - THES\nTI  - A\nAU  - Curie, M.\nPY  - 1903\nPB  - Sorbonne\nER  - \n"),
        ("b.ris", "TY  - CHAP\nTI  - A\nAU  - Curie, M.\nPY  - 1903\nT2  - Rays\nER  - \n"),
        ("c.ris", "TY  - INPR\nTI  - A\nAU  - Curie, M.\nJO  - Nature\nER  - \n"),
        (
            "d.json",
            ITEM % '"type": "thesis", "publisher": "Sorbonne", "issued": {"date-parts": [[1903]]}',
        ),
        (
            "e.json",
            ITEM % '"type": "article-journal", "container-title": "Nature", "status": "in press"',
        ),
    ],
)
def test_following_the_hints_removes_all_messages(file: str, text: str, tmp_path: Path) -> None:
    data, said = loaded(tmp_path, {f"data/{file}": text})
    assert (titles(data), said) == (["A"], [])


def test_every_bibliography_below_data_is_read_in_a_fixed_order(tmp_path: Path) -> None:
    files = {"data/z.bib": RADIUM, "data/lab/old/a.ris": POLONIUM, "data/b.json": THORIUM}
    data, said = loaded(
        tmp_path,
        files | {"data/publications.yml": "- {title: Mine, year: 1920, authors: [Marie Curie]}\n"},
    )
    assert titles(data) == ["Mine", "Thorium", "Polonium", "Radium"]
    assert said == []


def test_a_broken_bibliography_in_json_is_an_error_in_folders_too(tmp_path: Path) -> None:
    broken = THORIUM.replace("}]", "},]")
    data, said = loaded(tmp_path, {"data/b.json": broken, "data/lab/c.json": broken})
    assert titles(data) == []
    assert [line.partition(":1:")[0] for line in said] == ["data/b.json", "data/lab/c.json"]
    assert all("invalid JSON" in line for line in said)


def test_other_json_and_folders_without_bibliographies_are_reported(tmp_path: Path) -> None:
    files = {
        "data/gs_data.json": '{"name": "x"}',
        "data/lab/notes.txt": "x",
        "data/bib/a.bib": RADIUM,
        "data/bib/b.md": "x",
    }
    assert [line for line in loaded(tmp_path, files)[1] if "gs_data" not in line] == [
        "data/lab: this folder is not read",
    ]


def test_a_page_shows_what_the_files_hold(tmp_path: Path) -> None:
    outputs, said = render_site(
        tmp_path,
        ALL | {"data/a.bib": RADIUM, "data/publications.yml": "- {key: radium, award: Prize}\n"},
    )
    page = re.sub(r"<[^>]+>", "", content_of(outputs["index.html"]))
    assert "Radium" in page
    assert "Prize" in page
    assert said == []


PRIVATE_KEYWORDS = """
@book{radium, title={Radium}, author={Curie, Marie}, year={1904}, keywords={to-cite}, acadfolio={tags: [rays]}}
@book{polonium, title={Polonium}, author={Curie, Marie}, year={1898}, keywords={to-cite}}
"""


@every_case(("setting", "is_published"), [("", False), ("publications: {keywords: true}\n", True)])
def test_keywords_of_a_bibliography_are_published_only_if_the_site_asks_for_them(
    setting: str, is_published: bool, tmp_path: Path
) -> None:
    files = {
        "data/site.yml": f"title: Marie Curie\nlook: academicpages\n{setting}",
        "data/a.bib": PRIVATE_KEYWORDS,
        "data/publications.yml": "- {title: Radon, authors: [Marie Curie], year: 1902, tags: [noble-gas]}\n",
    }
    outputs, said = render_site(tmp_path, files)
    everything = "\n".join(outputs.values())
    assert ("to-cite" in everything) is is_published
    assert "noble-gas" in outputs["publications.bib"]
    assert "keywords = {rays}" in outputs["publications.bib"]
    assert said == []


def test_a_hidden_publication_is_on_no_page_and_in_no_download(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: Marie Curie\nlook: academicpages\n",
        "data/a.bib": PRIVATE_KEYWORDS.replace("tags: [rays]", "hidden: true"),
        "data/b.bib": RADIUM.replace("adium", "adon"),
        "data/publications.yml": "- {key: polonium, hidden: true}\n",
    }
    outputs, said = render_site(tmp_path, files)
    everything = "\n".join(outputs.values())
    assert "Radon" in everything
    assert not re.search("Polonium|Radium", everything)
    assert said == []


def test_a_byte_order_mark_latin_1_and_control_characters_are_read_and_utf_16_is_an_error(
    tmp_path: Path,
) -> None:
    site = make_site(tmp_path, {})
    texts = {
        "bom.bib": RADIUM.encode("utf-8-sig"),
        "latin.bib": RADIUM.replace("Radium", "Préface").replace("{r", "{l").encode("latin-1"),
        "wide.ris": POLONIUM.encode("utf-16"),
        "odd.bib": RADIUM.replace("Radium", "Odd\x02").replace("{r", "{o").encode(),
    }
    for name, content in texts.items():
        (site / "data" / name).write_bytes(content)
    problems = Problems()
    assert sorted(titles(read_data(site, problems))) == ["Odd", "Préface", "Radium"]
    assert sorted(f"{problem.location}: {problem.message}" for problem in problems.found) == [
        "data/latin.bib:1:24: this file is not in UTF-8 (see the byte 0xE9 here): it is read as Latin-1",
        "data/odd.bib:1:25: there is an invisible control character (U+0002) here: it is ignored",
        "data/wide.ris:1:1: this file is not in UTF-8: the byte 0xFF here is not a character",
    ]


def test_a_file_without_an_entry_is_named(tmp_path: Path) -> None:
    assert loaded(tmp_path, {"data/a.bib": "", "data/b.ris": "\n"})[1] == [
        "data/a.bib: there is no entry in this file",
        "data/b.ris: there is no entry in this file",
    ]


def test_bib_files_share_abbreviations_and_volumes(tmp_path: Path) -> None:
    paper = "@inproceedings{p, title={Radium}, author={Curie, Marie}, publisher=gv, crossref={v}}\n"
    other = "@proceedings{V, title={Rays}, editor={Langevin, Paul}, year=1903}\n"
    strings = '@string{gv = "Gauthier-Villars"}\n'
    data, said = loaded(tmp_path, {"data/a.bib": paper, "data/b.bib": other, "data/z.bib": strings})
    (found,) = data.publications
    assert (str(found.venue), str(found.publisher), found.year) == (
        "Rays",
        "Gauthier-Villars",
        1903,
    )
    assert not said


def test_the_abbreviation_and_the_volume_of_the_own_file_go_first(tmp_path: Path) -> None:
    first = '@string{p = "Wrong"}\n@proceedings{v, title={Wrong}, year=1900}\n@misc{x, title={X}, year=1900}'
    own = (
        '@string{p = "Right"}\n@proceedings{v, title={Right}, year=1903}\n'
        "@inproceedings{a, title={A}, author={Curie, M.}, publisher=p, crossref={v}}"
    )
    data, _ = loaded(tmp_path, {"data/a.bib": first, "data/b.bib": own})
    found = next(paper for paper in data.publications if paper.key == "a")
    assert (str(found.venue), str(found.publisher)) == ("Right", "Right")


@every_case("editor", ["Curie, Marie", "Langevin, Paul and M. Curie"])
def test_a_volume_with_parts_is_shown_if_its_editor_is_the_person_of_the_site(
    tmp_path: Path, editor: str
) -> None:
    bib = f"@proceedings{{v, title={{Rays}}, editor={{{editor}}}, year=1903}}\n"
    bib += "@inproceedings{p, title={Radium}, author={Curie, Marie}, crossref={v}}\n"
    data, _ = loaded(tmp_path, {"data/profile.yml": "name: Marie Curie\n", "data/a.bib": bib})
    assert titles(data) == ["Rays", "Radium"]
    data, _ = loaded(tmp_path, {"data/profile.yml": "name: Lise Meitner\n", "data/a.bib": bib})
    assert titles(data) == ["Radium"]


def test_venues_of_files_are_those_of_venues_yml(tmp_path: Path) -> None:
    venues = "cr: {name: Comptes rendus, abbreviation: C. R.}\nAJP: {url: 'https://a.example/', color: '#00369f'}\n"
    venues += "ANNALEN: {url: 'https://b.example/'}\n"  # In al-folio, this is the text of a badge, and no name.
    bib = (
        "@article{a, title={A}, author={B}, journal={Comptes Rendus}, year=1898}\n"
        "@article{b, title={B}, author={B}, journal={C. R.}, year=1899}\n"
        "@article{c, title={C}, author={B}, journal={American Journal of Physics}, abbr={AJP}, year=1950,"
        " preview={https://a.example/c.png}}\n"
        "@article{d, title={D}, author={B}, journal={Annalen}, year=1951}\n"
    )
    data, said = loaded(tmp_path, {"data/venues.yml": venues, "data/a.bib": bib})
    assert [paper.venue.in_language("") for paper in data.publications if paper.venue] == [
        "cr",
        "cr",
        "American Journal of Physics",
        "Annalen",
    ]
    assert said == []
    venue = data.venues["AJP"]
    assert (venue.name.in_language(""), venue.colour, venue.color) == ("AJP", "#00369f", None)
    boxes = render_site(tmp_path, {"content/about.md": '{{ publications(view="boxes") }}\n'})[0][
        "index.html"
    ]
    assert '<a href="https://a.example/">American Journal of Physics</a>' in boxes
    assert re.search(r'class="badge"[^>]*#00369f[^>]*>AJP<', boxes)


def test_al_folios_coauthors_have_their_pages_in_every_spelling(tmp_path: Path) -> None:
    coauthors = '"podolsky":\n  - firstname: ["boris", "b.", "b. y."]\n    url: https://a.example/podolsky\n'
    bib = (
        "@book{a, title={A}, author={Podolsky, Boris and Podolsky, B. and Rosen, N.}, year=1935}\n"
    )
    outputs, said = render_site(
        tmp_path, ALL | {"data/coauthors.yml": coauthors, "data/a.bib": bib}
    )
    assert said == []
    assert outputs["index.html"].count('href="https://a.example/podolsky"') == len(
        ["Boris Podolsky", "B. Podolsky"]
    )


def test_al_folios_files_are_found_where_al_folio_keeps_them(tmp_path: Path) -> None:
    bib = "@book{a, title={A}, author={B}, year=1935,\npdf={a.pdf}, preview={a.svg},\nslides={none.pdf}}\n"
    files = {
        "data/a.bib": bib,
        "static/assets/pdf/a.pdf": "%PDF",
        "static/images/publication_preview/a.svg": "<svg/>",
    }
    data, _ = loaded(tmp_path, files)
    paper = data.publications[0]
    assert [link.url for link in paper.links] == ["assets/pdf/a.pdf", "none.pdf"]
    assert paper.image == "images/publication_preview/a.svg"
    assert render_site(tmp_path, files)[1] == ["data/a.bib:3: there is no file or page `none.pdf`"]


def test_al_folios_badge_is_before_the_venue_of_a_paper_without_a_picture_and_its_category_is_a_heading(
    tmp_path: Path,
) -> None:
    bib = (
        "@inproceedings{a, title={Rings}, abbr={EMNLP}, author={Noether, Emmy}, booktitle={Empirical Methods},\n"
        "year=1920, category={Ideals}}\n"
        "@misc{b, title={Fields}, abbr={Talk}, author={Artin, Emil}, year=1921, preview={https://a.example/a.png}}\n"
    )
    venues = 'EMNLP: {url: "https://a.example/", color: "#aa0000"}\n'
    page = '{{ publications(group_by=["category"]) }}\n\n{{ publications(view="boxes") }}\n'
    files = {"data/a.bib": bib, "data/venues.yml": venues, "content/about.md": page}
    html = render_site(tmp_path, files)[0]["index.html"]
    badge = '<span class="badge" style="--badge: #aa0000; --on-badge: #fff">EMNLP</span> <em><a href="https://a.example/">'
    assert (html.count(badge), html.count(">Ideals</h")) == (2, 1)
    assert (
        html.count('<span class="badge">Talk</span>'),
        html.count('<div class="badge">Talk</div>'),
    ) == (1, 1)


SHORT_ENTRY = """@article{team1935,
  title = {Can % be counted?}, author = {First*, Ada and Second, Bo and others}, journal = {Acta}, year = 1935,
  file = {/home/me/a.pdf}, annote = {mine}, abstract = {Long.},
}
"""
WHOLE_ENTRY = """- key: team1935
  authors: [Ada First, Bo Second, Cy Third, Di Fourth, Ed Fifth, Fay Sixth, Gus Seventh]
"""


def test_the_entry_that_visitors_copy_is_that_of_the_merged_record_in_a_list_and_on_its_page(
    tmp_path: Path,
) -> None:
    settings = "title: T\npublications: {pages: true}\n"
    files = {
        "data/site.yml": settings,
        "data/a.bib": SHORT_ENTRY,
        "data/publications.yml": WHOLE_ENTRY,
    }
    outputs, _ = render_site(tmp_path, files | {"content/about.md": "{{ publications() }}\n"})
    people = "First, Ada and Second, Bo and Third, Cy and Fourth, Di and Fifth, Ed and Sixth, Fay and Seventh, Gus"
    entry = (
        "<code>@article{team1935,\n  title = {Can \\% be counted?},\n"
        f"  author = {{{people}}},\n  journal = {{Acta}},\n  year = {{1935}},\n}}</code>"
    )
    pages = ("publications/index.html", "publications/team1935/index.html", "index.html")
    assert [entry in outputs[page] for page in pages] == [True, True, True]


# The libraries for BibTeX, which cost time: only a .bib file loads them


def built_without_libraries(site: Path) -> tuple[int, str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    ended = subprocess.run(
        [sys.executable, "-c", WITHOUT, str(site)],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    return ended.returncode, ended.stderr


@pytest.mark.slow
def test_ris_and_csl_load_no_library_of_bibtex(tmp_path: Path) -> None:
    house = POLONIUM.replace("Curie, Marie", "The Radium and Polonium Group")
    site = make_site(tmp_path, ALL | {"data/a.ris": house, "data/b.json": THORIUM})
    status, said = built_without_libraries(site)
    assert (status, said.replace("Built", "")) == (0, said.replace("Built", ""))
    page = (site / "output/index.html").read_text(encoding="utf-8")
    assert "Polonium Group" in page
    assert "Thorium" in page


@pytest.mark.slow
def test_names_of_ris_without_a_comma_are_people_and_load_no_library_of_bibtex(
    tmp_path: Path,
) -> None:
    names = ("Marie Curie", "Niels H. D. Bohr", "Ludwig van Beethoven Jr.", "M. Planck")
    people = "".join(f"AU  - {name}\n" for name in names)
    entry = f"TY  - BOOK\nTI  - Polonium\n{people}PY  - 1898\nPB  - P\nER  - \n"
    site = make_site(tmp_path, ALL | {"data/papers.ris": entry})
    status, said = built_without_libraries(site)
    assert status == 0, said
    (paper,) = read_data(site, Problems()).publications
    families = [parts_of(author).family for author in paper.authors]
    assert families == ["Curie", "Bohr", "van Beethoven", "Planck"]


@pytest.mark.slow
def test_a_site_without_bibliographies_loads_no_library(tmp_path: Path) -> None:
    site = make_site(
        tmp_path, {"data/publications.yml": "- {title: A}\n", "data/gs_data.json": "{}"}
    )
    status, said = built_without_libraries(site)
    assert status == 0, said


# Nothing changed, and many entries


@pytest.mark.slow
def test_a_bibliography_in_a_folder_that_changed_is_seen_by_the_next_build(tmp_path: Path) -> None:
    site = make_site(tmp_path, ALL | {"data/lab/a.bib": RADIUM})
    build = [sys.executable, "-m", "acadfolio", "build", "--site", str(site)]
    for name, text in (
        ("a.bib", RADIUM),
        ("a.bib", RADIUM.replace("Radium", "Thorium")),
        ("new.ris", POLONIUM),
    ):
        (site / "data/lab" / name).write_text(text, encoding="utf-8")
        subprocess.run(build, check=True, capture_output=True)
        page = (site / "output/index.html").read_text(encoding="utf-8")
        title = re.search(r"title=\{(\w+)|TI  - (\w+)", text)
        assert title
        assert (title[1] or title[2]) in page


@pytest.mark.slow
def test_five_thousand_entries_load_in_time(tmp_path: Path) -> None:
    entries = "".join(
        f"""@article{{curie{number},
  title = {{Sur une nouvelle substance {{Radio}}-active, n\\textsuperscript{{o}} {number}}},
  author = {{Curie, Marie and B{{\\'e}}mont, Gustave and van der Berg, Jan and Author{number % 700}, A.}},
  journal = {{Comptes rendus hebdomadaires des s{{\\'e}}ances}},
  volume = {{{number % 200}}}, number = {{{number % 12}}}, pages = {{{number}--{number + 9}}},
  year = {{{1850 + number % 150}}}, month = jul, doi = {{10.1000/cr.{number}}},
  abstract = {{Besides polonium, pitchblende holds a second radio-active substance.}},
}}
"""
        for number in range(5000)
    )
    site = make_site(tmp_path, {"data/all.bib": entries})

    def load() -> None:
        problems = Problems()
        assert len(read_data(site, problems).publications) == 5000
        assert problems.found == []

    gc.disable()  # As the command line does.
    try:
        assert least(lambda: timed(load)[1], 5) < 5  # It takes a third of that.
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("name", "count"), [("ddefrere", 255), ("deepakn97", 11), ("wizard1203", 9)]
)
def test_every_entry_of_a_real_file_is_shown_or_named(
    name: str, count: int, tmp_path: Path
) -> None:
    file = SHARED / "bib" / f"{name}.bib"
    if not file.is_file():
        pytest.skip("the real files are not here")
    data, said = loaded(tmp_path, {"data/papers.bib": file.read_text(encoding="utf-8")})
    assert len(data.publications) + sum("shown once" in line for line in said) == count
    assert not any("unknown field" in line for line in said)


PAPER = "@book{muller_bedload_2024, title={Bedload}, author={Noether, Emmy}, year={2024}, doi={10.1000/182}}\n"


@every_case(
    ("line", "what", "hint"),
    [
        (
            "key: Muller_bedlaod_2024",
            "the key `Muller_bedlaod_2024`",
            "did you mean `muller_bedload_2024`?",
        ),
        ("doi: 10.1000/128", "the DOI `10.1000/128`", "did you mean `10.1000/182`?"),
        (
            'arxiv: "2401.17644"',
            "the arXiv identifier `2401.17644`",
            "correct it, or add `title: …`",
        ),
    ],
)
def test_lines_that_name_no_entry_are_reported_with_the_nearest(
    tmp_path: Path, line: str, what: str, hint: str
) -> None:
    problems = Problems()
    files = {"data/papers.bib": PAPER, "data/publications.yml": f"- {line}\n  selected: true\n"}
    read_data(make_site(tmp_path, files), problems)
    reported = [
        (str(problem.location), problem.message, problem.hint) for problem in problems.errors
    ]
    assert reported == [
        ("data/publications.yml:1:3", f"no bibliography has an entry with {what}", hint)
    ]


def test_a_name_without_any_bibliography_is_reported(tmp_path: Path) -> None:
    assert loaded(tmp_path, {"data/publications.yml": "- doi: 10.1000/182\n"})[1] == [
        "data/publications.yml:1:3: no bibliography has an entry with the DOI `10.1000/182`"
    ]


PAGE = "<!DOCTYPE html>\n<html><head><style>@media screen, print {a{b:c}}</style></head><body>Log in</body></html>\n"


@every_case("name", ["a.bib", "a.bibtex", "a.ris", "a.json"])
@every_case(
    ("content", "what"),
    [
        (PAGE, "a web page"),
        ("\ufeff \n\n" + PAGE, "a web page"),
        ("<html lang=en><body>@import{a, b}</body></html>", "a web page"),
        ("<!-- saved from url=(0022)https://a.example -->\r\n<HTML>", "a web page"),
        (
            "<?xml version='1.0'?><!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'/>",
            "a web page",
        ),
        ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE, "a web page"),
        ("% from https://a.example\n" + PAGE, "a web page"),
        ("Please wait …\n" + PAGE, "a web page"),
        ("<script>location = '/login'</script>", "a web page"),
        ("<title>Just a moment</title><p>Checking your browser", "a web page"),
        ("<?xml version='1.0'?><error>No such author</error>", "XML"),
        ("<records><record/></records>", "XML"),
        ("%PDF-1.7\n", "a PDF"),
    ],
)
def test_a_page_that_was_saved_as_a_bibliography_is_an_error(
    name: str, content: str, what: str, tmp_path: Path
) -> None:
    data, said = loaded(tmp_path, {f"data/{name}": content})
    assert (data.publications, said) == ((), [f"data/{name}: this is {what}, not a bibliography"])


def test_a_compressed_bibliography_is_an_error(tmp_path: Path) -> None:
    root = make_site(tmp_path, {"data/a.bib": ""})
    (root / "data/a.bib").write_bytes(gzip.compress(RADIUM.encode()))
    (root / "data/b.json").write_bytes(gzip.compress(THORIUM.encode()))
    (root / "data/c.ris").write_bytes(PAGE.encode("utf-16"))
    problems = Problems()
    read_data(root, problems)
    found = [
        f"{problem.severity}: {problem.location}: {problem.message}" for problem in problems.found
    ]
    assert found == [
        "error: data/a.bib: this is a compressed file, not a bibliography",
        "error: data/b.json: this is a compressed file, not a bibliography",
        "error: data/c.ris: this is a web page, not a bibliography",
    ]


def test_the_error_message_of_a_service_is_no_bibliography(tmp_path: Path) -> None:
    message = '{"status": "error", "message": "No such author"}'
    _, said = loaded(
        tmp_path, {"data/a.bib": message, "data/b.ris": f"[{message}]", "data/c.json": message}
    )
    assert said == [
        "data/c.json: this file is not read",
        "data/a.bib: this is JSON, not a bibliography",
        "data/b.ris: this is JSON, not a bibliography",
    ]


@every_case(
    ("name", "content"),
    [
        (
            "a.bib",
            f"<html> is what the next line is not\n{RADIUM}".replace("<html>", "An <html> page"),
        ),
        ("a.bib", f"<pre>\n{RADIUM}</pre>\n"),
        ("a.bib", f"% <!doctype html>\n{RADIUM}"),
        ("a.bib", RADIUM.replace("Radium}", "Radium}, note={\n<html>\n}")),
        ("a.ris", POLONIUM.replace("TI  -", "AB  - <p>Rays</p>\nTI  -")),
        ("a.json", THORIUM.replace("Thorium", "<html>")),
    ],
)
def test_a_bibliography_that_contains_html_is_still_read(
    name: str, content: str, tmp_path: Path
) -> None:
    data, _ = loaded(tmp_path, {f"data/{name}": content})
    assert len(data.publications) == 1


@pytest.mark.slow
@pytest.mark.parametrize("text", ["{}", "@book{{one, title = {{Rings}}, note = {{{}}}}}"])
def test_a_bibliography_of_commas_is_read_in_linear_time(text: str, tmp_path: Path) -> None:
    def read(number: int) -> float:
        files = {"data/papers.bib": text.format("," * number)}
        return timed(lambda: loaded(tmp_path, files))[1]

    assert least(lambda: read(80_000) / max(read(20_000), 0.02), 8.0) < 8
