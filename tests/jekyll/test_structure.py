"""`acadfolio import --structure`: the lists in the text of old pages become data files, and no word is lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from acadfolio.cli import main
from acadfolio.html.text import without_tags
from acadfolio.source.front_matter import split_text
from acadfolio_jekyll.importer.papers import paper
from acadfolio_jekyll.importer.prose import structured
from acadfolio_jekyll.importer.prose.reading import groups_of
from cases import every_case
from shared import SHARED, needs_shared, run_tool
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

CITATIONS: dict[str, dict[str, Any]] = {
    # Authors, title, venue, year, as AcadHomepage's users write it.
    "**E. Noether**, W. Schmeidler. Moduln in nichtkommutativen Bereichen. "
    "In Mathematische Zeitschrift, 8:1–35, 1920.": {
        "authors": ["E. Noether", "W. Schmeidler"],
        "title": "Moduln in nichtkommutativen Bereichen",
        "venue": "Mathematische Zeitschrift",
        "volume": "8",
        "pages": "1–35",
        "year": "1920",
    },
    "Richard Brauer\\*, Helmut Hasse\\*, and **Emmy Noether**$\\dagger$, "
    "“Beweis eines Hauptsatzes in der Theorie der Algebren”, in the Journal für Mathematik (Crelle), 1932. "
    "\\[[PDF](crelle.pdf), [Code](https://example.org/code)\\]": {
        "authors": ["Richard Brauer*", "Helmut Hasse*", "Emmy Noether†"],
        "title": "Beweis eines Hauptsatzes in der Theorie der Algebren",
        "venue": "Journal für Mathematik (Crelle)",
        "kind": "journal",
        "links": {"PDF": "crelle.pdf", "Code": "https://example.org/code"},
    },
    "**\\[Crelle 1932\\]** Richard Brauer, Helmut Hasse, **Emmy Noether**, Beweis eines Hauptsatzes in der Theorie der "
    "Algebren. (**Class A** journal of mathematics)": {
        "title": "Beweis eines Hauptsatzes in der Theorie der Algebren",
        "venue": "Crelle",
        "year": "1932",
        "note": "(Class A journal of mathematics)",
    },
    # APA
    "Noether, E. (1921). Idealtheorie in Ringbereichen. *Mathematische Annalen*, 83(1-2), 24-66.": {
        "authors": ["E. Noether"],
        "title": "Idealtheorie in Ringbereichen",
        "venue": "Mathematische Annalen",
        "volume": "83",
        "issue": "1-2",
        "pages": "24–66",
        "year": "1921",
    },
    'D. Hilbert. "Über die Theorie der algebraischen Formen". '
    "Math. Ann. 36 (1890), 473–534. [doi](https://doi.org/10.1)": {
        "authors": ["D. Hilbert"],
        "venue": "Math. Ann",
        "volume": "36",
        "pages": "473–534",
        "year": "1890",
    },
    # The title first, as a link; an author with a link
    "[Idealtheorie in Ringbereichen, zweite Fassung](paper.pdf) <br> "
    "[Emmy Noether](https://example.org/en), Bartel van der Waerden <br> "
    "*Proceedings of the Congress of Mathematicians*, Sept 1932 **[Best Paper Award]**": {
        "title": "Idealtheorie in Ringbereichen, zweite Fassung",
        "authors": [
            {"name": "Emmy Noether", "url": "https://example.org/en"},
            "Bartel van der Waerden",
        ],
        "venue": "Proceedings of the Congress of Mathematicians",
        "kind": "conference",
        "date": "1932-09",
        "award": "Best Paper Award",
        "links": {"Paper": "paper.pdf"},
    },
    "E. Noether, E. Fischer, P. Gordan, etc. *Körper und Systeme rationaler Funktionen im Überblick*. arXiv preprint "
    "arXiv:1511.00213": {
        "authors": ["E. Noether", "E. Fischer", "P. Gordan", "etc."],
        "arxiv": "1511.00213",
        "kind": "preprint",
    },
    "Noether, E., & Fischer, E. (1915). Körper und Systeme. Mathematische Annalen, 76(2), 161–196. "
    "https://doi.org/10.1007/BF01458137.": {
        "doi": "10.1007/BF01458137",
        "pages": "161–196",
        "year": "1915",
    },
    "E. Noether. Endlich viele Körper. Mathematische Annalen, 1915, doi: 10.1007/BF01458138": {
        "doi": "10.1007/BF01458138",
        "venue": "Mathematische Annalen",
    },
    "Felix Klein, Gordan P, Lie M.S., Zur Theorie der Flächen, Mathematische Annalen '19": {
        "authors": ["Felix Klein", "Gordan P", "Lie M.S."],
        "title": "Zur Theorie der Flächen",
        "year": "2019",
    },
}
CITATIONS["E. Noether. “On the theory of ideals”. ICML 2018, pp. 45-67."] = {
    "venue": "ICML",
    "year": "2018",
    "pages": "45–67",
    "volume": None,
}
CITATIONS["E. Noether. On the theory of ideals. To appear in SIAM Review, 2025."] = {
    "venue": "SIAM Review",
    "status": "accepted",
    "kind": "",
}
CITATIONS |= {
    # The title first, without a mark
    "Ideal Theory in Rings. Emmy Noether, Werner Schmeidler. In Annalen, 1921.": {
        "title": "Ideal Theory in Rings",
        "authors": ["Emmy Noether", "Werner Schmeidler"],
    },
    "Noether E, Schmeidler W. A study of ideals. J Reine Angew. 1920;5:3-9.": {
        "title": "A study of ideals",
        "authors": ["E Noether", "W Schmeidler"],
        "volume": "5",
    },
    "E. Noether, E. Fischer. Ideals vs. fields. Annalen, 1921. [Full Version](u) [[Supplementary Material](v)]": {
        "title": "Ideals vs. fields",
        "venue": "Annalen",
        "links": {"Full Version": "u", "Supplementary Material": "v"},
    },
    "``Annalen 1921`` [Ideals in rings](u) Emmy Noether, Ernst Fischer": {
        "title": "Ideals in rings",
        "venue": "Annalen",
        "year": "1921",
    },
    'Emmy Noether, Ernst Fischer, "[The ideals of all rings](u)," *Annalen*, 1921': {
        "title": "The ideals of all rings"
    },
    "Noether E*, Fischer E. A study of ideals. Annalen, 1921.": {
        "authors": ["E Noether*", "E Fischer"]
    },
    "Emmy Noether, Ernst Fischer, et al. On ideals in rings. In Annalen, 1921.": {
        "authors": ["Emmy Noether", "Ernst Fischer", "others"],
    },
    "[Ideals in rings](u)\nEmmy Noether, E. Fischer\n*Annalen*, 1921, [the slides of my talk](v)": {
        "links": {"Paper": "u", "the slides of my talk": "v"},
    },
    "Wei Noether<sup>1,*</sup>, **Emmy Noether**<sup>2</sup>, E. Fischer. On ideals in rings. In Annalen, 1921.": {
        "title": "On ideals in rings",
        "authors": ["Wei Noether¹*", "Emmy Noether²", "E. Fischer"],
    },
    "**Ada Lovelace**, Mary Somerville. [Tables of Numbers](u). **International Conference on Data**, 1922.": {
        "title": "Tables of Numbers",
        "venue": "International Conference on Data",
    },
    "``KBS`` Charles Babbage, **Ada Lovelace**. Notes on Engines. Annals of Engines, 1924.": {
        "authors": ["Charles Babbage", "Ada Lovelace"],
        "venue": "Annals of Engines (KBS)",
    },
    "Charles Babbage, Ada Lovelace. Notes on Engines. Accepted by The Web Conference 2024.": {
        "venue": "The Web Conference",
        "status": "accepted",
    },
    "Charles Babbage, Ada Lovelace. Notes on Engines. IEEE Trans. Knowl. Data Eng. 2024.": {
        "venue": "IEEE Trans. Knowl. Data Eng",
    },
    "Charles Babbage, Ada Lovelace. Notes on Engines. *Scientific Reports*, 2024.": {
        "kind": "journal"
    },
    "[Ideals in rings](u)\n**Under Review**\n**Emmy Noether**, E. Fischer\n*Annalen*, 1921": {
        "authors": ["Emmy Noether", "E. Fischer"],
        "venue": "Annalen",
        "status": "under review",
    },
}
CITATIONS[
    "Charles Babbage, Ada Lovelace. [Notes on Engines](), **Annals of Engines**, vol. 30, no. 1, pp. 318-324, 2019."
] = {
    "title": "Notes on Engines",
    "authors": ["Charles Babbage", "Ada Lovelace"],
    "venue": "Annals of Engines",
    "volume": "30",
    "issue": "1",
    "links": {},
}
CITATIONS |= {
    "``ICM 1932`` ``Algebra`` (Oral) [Ideal theory in all rings](u), Emmy Noether†，Ernst Fischer \\| [Talk](v)": {
        "authors": ["Emmy Noether†", "Ernst Fischer"],
        "venue": "ICM",
        "note": "Algebra",
        "award": "Oral",
        "links": {"Paper": "u", "Talk": "v"},
    },
    "Ideals in Rings and Fields (Under Review)\nEmmy Noether, et al.": {
        "title": "Ideals in Rings and Fields",
        "authors": ["Emmy Noether", "others"],
        "status": "under review",
    },
    "``Under Review`` [Ideal theory in commutative rings](u), Emmy Noether, et, al.": {
        "authors": ["Emmy Noether", "others"],
        "venue": "",
        "status": "under review",
    },
    'Emmy Noether\\*, Ernst Fischer. "[The ideals of rings](u)" (*equal contribution) 7th Congress on Algebra 1932': {
        "venue": "7th Congress on Algebra",
        "note": "(*equal contribution)",
    },
    "Noether, E., et al. Ideals in all rings[C]//1932 Congress on Algebra. ICM, 1932: 55-58.": {
        "title": "Ideals in all rings",
        "venue": "1932 Congress on Algebra. ICM",
        "pages": "55–58",
    },
    "Emmy Noether, Ernst Fischer. 1921. [Ideals in all rings](u). In Annals of Rings.": {
        "authors": ["Emmy Noether", "Ernst Fischer"],
        "year": "1921",
        "venue": "Annals of Rings",
    },
    "Noether, E., & Fischer, E. (1921, December). Ideals in rings. In Congress on Algebra (COA) (pp. 3-9). ICM.": {
        "date": "1921-12",
        "venue": "Congress on Algebra (COA)",
        "pages": "3–9",
        "note": "ICM",
    },
    "Max BORN, Emmy Noether. Ideals in rings. Transactions on Systems, Rings, and Fields, vol. 5, p. 107, 1921.": {
        "authors": ["Max BORN", "Emmy Noether"],
        "venue": "Transactions on Systems, Rings, and Fields",
        "volume": "5",
        "pages": "107",
    },
    "Emmy Noether. Ideals in rings. Conference on Rings, Fields, Sets (ICRF), Paris. [*Slides*](u)": {
        "venue": "Conference on Rings, Fields, Sets (ICRF)",
        "note": "Paris",
    },
    "**Ideals in rings**\nEmmy Noether, Ernst Fischer\n*[Algebra: Rings](u)* (IF: 2.5), Apr. 1923": {
        "title": "Ideals in rings",
        "venue": "Algebra: Rings",
        "note": "(IF: 2.5)",
    },
    "`Chen Jingrun (陈景润)`\\*, Hua Luogeng. Sums of primes. *Acta*, 3(2): 67:1-67:23, 1966.": {
        "authors": ["Chen Jingrun (陈景润)*", "Hua Luogeng"],
        "pages": "67:1–67:23",
    },
    "**基于理想的环论研究方法与应用**\n陈景润, 华罗庚\n中国科学, 1973": {
        "authors": ["陈景润", "华罗庚"],
        "venue": "中国科学",
    },
    "陈景润, 华罗庚. 大偶数表为一个素数及一个不超过二个素数的乘积之和[J]. 中国科学, 1973, 16(2): 111-128.": {
        "authors": ["陈景润", "华罗庚"],
        "venue": "中国科学",
    },
    "Ernst Fischer, Emmy Noether, [Groups and Ideals of Abelian Rings](u). *Annalen*, 1921": {
        "title": "Groups and Ideals of Abelian Rings"
    },
}
CITATIONS |= {
    "**Ideals in all the rings**\nEmmy Noether\\*, et al. *Annalen*, 1921. **(first author)** — Q1": {
        "title": "Ideals in all the rings",
        "authors": ["Emmy Noether*", "others"],
        "venue": "Annalen",
    },
    "``ICM-32`` [Ideals in all the rings](u), Emmy Noether, Ernst Fischer": {
        "venue": "ICM",
        "year": "2032",
    },
    "[11] Emmy Noether, Ernst Fischer. Ideals in rings. In Annalen, 1921.": {
        "title": "Ideals in rings",
        "authors": ["Emmy Noether", "Ernst Fischer"],
    },
    "(1) Emmy Noether, Ernst Fischer. Ideals in rings. In Annalen, 1921.": {
        "title": "Ideals in rings",
        "authors": ["Emmy Noether", "Ernst Fischer"],
    },
}
CITATIONS |= {
    # A linked title may have a year
    "Emmy Noether, E. Fischer. [The lectures of the congress, September 1932.](u) **Annalen**, 28 (2): 460.": {
        "title": "The lectures of the congress, September 1932",
        "venue": "Annalen",
        "volume": "28",
        "issue": "2",
        "links": {"Paper": "u"},
    },
    'Emmy Noether, Ernst Fischer ["Ideals in all the rings"](u) (Submitted to Annalen, 1921)': {
        "title": "Ideals in all the rings",
        "venue": "Annalen",
        "status": "submitted",
    },
    "**Ideals in all the rings.** Emmy Noether#, Ernst Fischer & Emil Artin* (1921). **Annalen, 47(16), 4175-4178.**": {
        "authors": ["Emmy Noether#", "Ernst Fischer", "Emil Artin*"],
        "venue": "Annalen",
        "year": "1921",
        "pages": "4175–4178",
    },
    "Emmy Noether, Ernst Fischer, Ideals of all Rings, Groups, and Fields, Conference on Algebra (ICA), A*, 1921.": {
        "title": "Ideals of all Rings, Groups, and Fields",
        "venue": "Conference on Algebra (ICA)",
    },
    "Noether E*, Fischer EA. A study of ideals. *Annalen* (1921).": {
        "authors": ["E Noether*", "EA Fischer"]
    },
    "(ICM 1932) Emmy Noether, Ernst Fischer. **Ideals in all the rings.** In _the Congress of Mathematicians_.": {
        "venue": "Congress of Mathematicians (ICM)",
        "year": "1932",
    },
    "ICM 1932 **Ideals in all the rings**<br>Emmy Noether, Ernst Fischer<br>*Congress of Mathematicians*, 1932": {
        "title": "Ideals in all the rings",
        "venue": "Congress of Mathematicians (ICM)",
    },
    "**Ideals in all the rings.** ICM 1932. [a](u)<br>Emmy Noether, E. Fischer.<br>**Key points:** Ideals, and more": {
        "title": "Ideals in all the rings",
        "venue": "ICM",
        "year": "1932",
        "note": "Key points: Ideals, and more",
    },
    "[Ideals in all the rings](u)<br>Emmy Noether<br>PhD thesis, University of Erlangen": {
        "authors": ["Emmy Noether"],
        "venue": "PhD thesis",
        "kind": "thesis",
    },
    "Emmy Noether# (equal contribution), Ernst Fischer# (equal contribution). Ideals in rings. In Annalen, 1921.": {
        "authors": ["Emmy Noether#", "Ernst Fischer#"],
    },
    "[Ideals in all the rings](u)<br>Emmy Noether, E. Fischer<br>Congress of Mathematicians (ICM) 1932 Oral": {
        "venue": "Congress of Mathematicians (ICM)",
        "award": "Oral",
    },
    "Emmy Noether, E. Fischer. Ideals in rings. *Annalen* **17**, 793 (1921) [(pdf)](u)": {
        "venue": "Annalen",
        "volume": "17",
        "pages": "793",
        "links": {"pdf": "u"},
    },
    "Emmy Noether, E. Fischer. Ideals in rings. Congress on Rings (COR), Zürich, 4-12 September 1932.": {
        "year": "1932",
        "note": "Zürich, 4-12 September",
    },
    "[**Ideals in all the rings of algebra**]<br>Emmy Noether, E. Fischer<br>Accepted by **ICM 1932 Algebra**": {
        "title": "Ideals in all the rings of algebra",
        "venue": "ICM",
        "note": "Algebra",
    },
    "[Ideals in all the rings](u), Emmy Noether, E. Fischer, 1932 Congress of the Symposium (ICM)": {
        "authors": ["Emmy Noether", "E. Fischer"],
        "year": "1932",
    },
    "[**Ideals in all the rings**]()<br>Emmy Noether, E. Fischer<br>[PDF]() [Code](u)<br>ICM 1932 Best Paper Award": {
        "venue": "ICM",
        "award": "Best Paper Award",
        "note": "PDF",
        "links": {"Code": "u"},
    },
    "Emmy Noether, E. Fischer. Ideals in rings. Electronic Annals of Software Engineering, 1921(8).": {
        "year": "1921",
        "volume": None,
        "kind": "",
    },
}
NO_CITATIONS = (
    "**Ideals in all the rings**\n*Medical Image Analysis*, 1921. **(first author)**",
    "``ICM 1932`` [Ideals in all the rings](u). Emmy Noether, ..., Ernst Fischer.",
    # two papers
    "[Ideals in all the rings](u)\nEmmy Noether, E. Fischer. [Fields in all the rings](v)\nEmmy Noether, E. Fischer",
    # more authors after one whose name is in lowercase
    "``ICM 1932`` [Ideals in all the rings](u), Emmy Noether, Ernst fischer, Emil Artin, Helmut Hasse",
    "Charles Babbage, Ada Lovelace, Mary Somerville: Notes on Engines, Annals, 1843",  # three authors?
    "Charles Babbage, **Ada Lovelace**, Mary Somerville: Notes on Engines. ICDE 2023: 789-801",
    "Charles Babbage, **Ada Lovelace(Equal Contributions)**, Mary Somerville. Notes on Engines, Annals, 2023.",
    "[On the ideals of rings](u), E. Noether, E. Fischer, Pattern Recognition, 1921",  # no author
    "Emmy Noether, Emil artin, Ernst Fischer, Ideals in all the rings. *Annalen*, 1921.",  # a title with a name?
    "Emmy Noether, E. Fischer. Ideals in rings. Annalen 17, third part, 1921",  # a number in the venue
    "[Ideals in all the rings](u), Emmy Noether, Ernst fischer, 1932 Conference on Algebra",
    "[Ideals in all the rings](u)<br>First Author<br>Annalen, 1921",
    "Emmy Noether, Ernst Fischer, Ideals in all rings, Groups, Annalen, 1921.",  # where does the title end?
    "Emmy Noether, Ernst Fischer.\n*The 7th Symposium on the Algebra of Rings*, 1921",  # no title
    "E. Noether and E, F, G(Corresponding author).\nAnnalen",
    "The \\* represents equal contribution.",
    "A complete list is on [my page](https://example.org).",
    "Emmy Noether, Werner Schmeidler",
    "We proved several theorems about ideals in 1921.",
)


@every_case("citation", CITATIONS)
def test_a_citation_is_read(citation: str) -> None:
    entry = paper(citation)
    assert entry
    assert {key: entry.get(key) for key in CITATIONS[citation]} == CITATIONS[citation]


def test_what_looks_like_a_tag_is_text() -> None:
    entry = paper(
        "E. Noether. On &lt;b&gt; and [rings](rings.pdf){:target='_blank'}. In Annalen, 1921."
    )
    assert entry
    assert entry["title"] == "On &lt;b> and"
    assert entry["links"] == {"rings": "rings.pdf"}


def test_a_paper_with_a_script_as_its_link_is_not_read() -> None:
    assert paper("E. Noether. On the [rings](javascript:alert(1)). In Annalen, 1921.") is None


@every_case(
    "item", ["{{ page.title }}", "[see][1]", "a note[^1]", "![Rings](rings.png)", "<img src=a.png>"]
)
def test_items_with_what_data_cannot_have_stay_text(item: str) -> None:
    assert structure_of(f"# News\n- 1932.09: Zürich\n- 1931.09: {item}\n")["news"] == [
        {"date": "1932-09", "text": "Zürich"}
    ]


STARS = "[![Stars](https://img.shields.io/github/stars/noether/rings?style=social)](https://github.com/noether/rings)"
"""A badge of shields.io that shows a number."""


def test_news_may_have_badges() -> None:
    assert structure_of(f"# News\n- 1932.09: Rings are out. {STARS}\n")["news"] == [
        {"date": "1932-09", "text": f"Rings are out. {STARS}"}
    ]


def test_a_badge_with_a_number_is_a_note_of_its_paper() -> None:
    [paper] = structure_of(f"# Papers\n- E. Noether. Ideals in rings. In Annalen, 1921. {STARS}\n")[
        "publications"
    ]
    assert (paper["title"], paper["note"]) == ("Ideals in rings", STARS)


@every_case("text", NO_CITATIONS)
def test_other_text_is_no_citation(text: str) -> None:
    assert paper(text) is None


PAGE = """\
---
permalink: /
---

I prove theorems.

# 🔥 News
- *1933.10*: &nbsp;🎉 I arrived in **Bryn Mawr**.
- *1932.09*, A lecture in Zürich ([text](zurich.pdf))

# 📝 Publications
The \\* represents equal contribution.

## Books
1. B. L. van der Waerden, **E. Noether**\\*. Moderne Algebra. In Springer, 1930.

## Journal articles
* **E. Noether**. Idealtheorie in Ringbereichen. In Mathematische Annalen, 83:24–66, 1921.
* **E. Noether**. Invariante Variationsprobleme. In Göttinger Nachrichten, pages 235-257, 1918.
* Many more, see the [list](list.pdf).

# Educations
- *1903.10 - 1907.12*, PhD in Mathematics, University of Erlangen
- *1900.10 - 1903.07*, Studies, University of Göttingen, Germany.

# Work experience
* 09/1933 - present: Visiting Professor, Bryn Mawr College, Pennsylvania
* 04/1915-06/1933: Lecturer, University of Göttingen

# Internships
* 10/1908-03/1909, Assistant, Mathematical Institute
    * Read the proofs of a book

# Honors and awards
- Ackermann–Teubner Memorial Award, 1932
- Member of the *Academy*, Berlin

# Invited talks
- *1932.09*, Zürich, *Hyperkomplexe Systeme und ihre Beziehungen*

# Teaching
- Spring 1924, Fall 1925, Ideal theory
- Hypercomplex numbers, *1928 Winter term*, Göttingen

# Services
- Editor: Mathematische Annalen

# Hobbies
- Swimming
"""


def structure_of(page: str, *taken: str) -> dict[str, list[dict[str, Any]]]:
    found = structured({"about.md": groups_of(split_text(page)[1], 4)}, taken)
    return {
        section: [{key: value for key, value in entry.items() if value} for entry in entries]
        for section, entries in found.sections.items()
    }


def test_lists_become_entries() -> None:
    found = structure_of(PAGE)
    assert found["news"] == [
        {"date": "1933-10", "text": "🎉 I arrived in **Bryn Mawr**."},
        {"date": "1932-09", "text": "A lecture in Zürich ([text](zurich.pdf))"},
    ]
    assert found["education"] == [
        {
            "date": "1903-10..1907-12",
            "degree": "PhD in Mathematics",
            "institution": "University of Erlangen",
        },
        {
            "date": "1900-10..1903-07",
            "institution": "University of Göttingen",
            "text": "Studies, Germany",
        },
    ]
    assert found["experience"] == [
        {
            "date": "1933-09..",
            "role": "Visiting Professor",
            "institution": "Bryn Mawr College",
            "text": "Pennsylvania",
        },
        {"date": "1915-04..1933-06", "role": "Lecturer", "institution": "University of Göttingen"},
    ]
    assert found["awards"] == [
        {"date": "1932", "title": "Ackermann–Teubner Memorial Award"},
        {"title": "Member of the *Academy*", "text": "Berlin"},
    ]
    assert found["talks"] == [
        {"date": "1932-09", "title": "Hyperkomplexe Systeme und ihre Beziehungen", "text": "Zürich"}
    ]
    assert found["teaching"] == [
        {"terms": ["Spring 1924", "Fall 1925"], "course": "Ideal theory"},
        {"terms": ["1928 Winter term"], "course": "Hypercomplex numbers", "text": "Göttingen"},
    ]
    assert found["services"] == [{"role": "Editor", "text": "Mathematische Annalen"}]
    assert "hobbies" not in found


def test_papers_below_several_headings_have_these_as_categories() -> None:
    papers = structure_of(PAGE)["publications"]
    assert [(paper["category"], paper["title"]) for paper in papers] == [
        ("Books", "Moderne Algebra"),
        ("Journal articles", "Idealtheorie in Ringbereichen"),
        ("Journal articles", "Invariante Variationsprobleme"),
    ]


def test_the_page_shows_the_entries_in_their_place_and_keeps_the_rest() -> None:
    page = structured({"about.md": groups_of(split_text(PAGE)[1], 4)}, ()).pages["about.md"]
    shortcodes = re.findall(r"(?m)^(# .*)$|^\{\{ (.*) \}\}$|^(\* Many more.*)$", page)
    assert ["".join(found) for found in shortcodes] == [
        "# 🔥 News",
        'news(date_style="1933.10")',
        "# 📝 Publications",
        'publications(category="Books", numbered=true, style="plain")',
        'publications(category="Journal articles", style="plain")',
        "* Many more, see the [list](list.pdf).",
        "# Educations",
        'education(date_style="1903.10")',
        "# Work experience",
        'experience(ongoing="present", date_style="09/1933")',
        "# Internships",
        "# Honors and awards",
        "awards()",
        "# Invited talks",
        'talks(date_style="1932.09")',
        "# Teaching",
        "teaching()",
        "# Services",
        "services()",
        "# Hobbies",
    ]
    assert "The \\* represents equal contribution." in page
    assert "- Swimming" in page


def test_a_section_that_has_entries_already_stays_text() -> None:
    assert "news" not in structure_of(PAGE, "news")


def test_papers_stay_text_beside_a_bibliography(tmp_path: Path) -> None:
    old, site = tmp_path / "old", tmp_path / "site"
    (old / "_bibliography").mkdir(parents=True)
    (old / "_config.yml").write_text("title: Emmy Noether\n", encoding="utf-8")
    (old / "about.md").write_text(PAGE, encoding="utf-8")
    (old / "_bibliography/papers.bib").write_text("@misc{a, title={Ideals}}\n", encoding="utf-8")
    assert main(["import", str(old), "--site", str(site), "--structure"]) == 0
    assert (site / "data/news.yml").exists()
    assert not (site / "data/publications.yml").exists()


def test_a_list_of_which_less_than_half_is_understood_stays_text() -> None:
    page = "# Publications\n- See Crelle.\n- And the Annalen.\n- E. Noether. Ideale in Ringen. In Math. Annalen, 1921.\n"
    assert structured({"a.md": groups_of(page, 1)}, ()).pages == {}


def test_the_blocks_of_a_page_are_the_page() -> None:
    news = "# News\n<ul>\n<li>1932.09: Zürich</li>\n<li>1931: Göttingen</li>\n</ul>\n- \n- `\\:tada:`\n"
    for page in (PAGE, BOX, news):
        assert "".join(group.source for group in groups_of(page)) == page


BOX = """\
# 📝 Publications

<div class='paper-box'><div class='paper-box-image'><div><div class="badge">Annalen 1921</div>
<img src='images/ideal.png' alt="sym" width="100%"></div></div>
<div class='paper-box-text' markdown="1">

[Idealtheorie in Ringbereichen](https://example.org/ideal)

**Emmy Noether**, Werner Schmeidler

[**Project**](https://example.org/project) <strong><span class='show_paper_citations' data='A:B'></span></strong>
- Every ideal is an intersection of primary ideals.
</div>
</div>
"""


def test_a_paper_box_becomes_an_entry_with_its_picture() -> None:
    assert structure_of(BOX)["publications"] == [
        {
            "title": "Idealtheorie in Ringbereichen",
            "authors": ["Emmy Noether", "Werner Schmeidler"],
            "venue": "Annalen",
            "year": "1921",
            "links": {
                "Paper": "https://example.org/ideal",
                "Project": "https://example.org/project",
            },
            "summary": "• Every ideal is an intersection of primary ideals.",
            "image": "images/ideal.png",
            "badge": "Annalen 1921",
        }
    ]


def test_a_box_whose_image_leads_elsewhere_stays_text() -> None:
    box = BOX.replace("<img", '<a href="https://example.org/talk"><img')
    assert structure_of(box) == {}


def test_boxes_below_a_list_of_papers_keep_their_pictures() -> None:
    boxes = BOX.replace("# 📝 Publications", "## Boxes")
    page = f"# Publications\n## Books\n- E. Noether. Ideals in rings. In Annalen, 1921.\n\n{boxes}"
    text = structured({"a.md": groups_of(page, 1)}, ()).pages["a.md"]
    assert re.findall(r"style|view", text) == ["style", "view"]


def test_a_badge_of_a_preprint_is_shown() -> None:
    [paper] = structure_of(BOX.replace("Annalen 1921", "Preprint"))["publications"]
    assert (paper["venue"], paper["status"]) == ("Preprint", "preprint")


def test_badges_in_a_box_are_their_texts() -> None:
    badge = '<img src="https://img.shields.io/badge/{0}-blue" alt="{0}" />'
    title = f"Ideals in rings {badge.format('CCF-A')} {badge.format('Oral')}"
    box = BOX.replace("[Idealtheorie in Ringbereichen](https://example.org/ideal)", title)
    [paper] = structure_of(box.replace("**Project**", badge.format("Code")))["publications"]
    assert (paper["title"], paper["note"], paper["award"]) == ("Ideals in rings", "CCF-A", "Oral")
    assert paper["links"] == {"Code": "https://example.org/project"}


def test_a_box_with_another_image_stays_text() -> None:
    assert structure_of(BOX.replace("**Project**", '<img src="ideal-2.png" alt="Project">')) == {}


def test_an_emoji_before_the_badge_is_no_part_of_the_venue() -> None:
    [paper] = structure_of(BOX.replace("Annalen 1921", "🔥 Annalen 1921"))["publications"]
    assert (paper["venue"], paper["badge"]) == ("Annalen", "🔥 Annalen 1921")


def test_boxes_and_lists_in_an_element_are_read_and_stay_in_it() -> None:
    heading, box = BOX.split("\n\n", 1)
    paper_line = "- E. Noether. Ideals in rings. In Annalen, 1920.\n"
    page = (
        f'{heading}\n\n<div class="scroll" markdown="1">\n\n{box}\n{paper_line}\n</div>\n\nMore\n'
    )
    found = structured({"a.md": groups_of(page)}, ())
    assert [entry["title"] for entry in found.sections["publications"]] == [
        "Idealtheorie in Ringbereichen",
        "Ideals in rings",
    ]
    element = '<div class="scroll" markdown="1">\n\n{{ publications(view="boxes") }}\n\n</div>'
    assert element in found.pages["a.md"]


def test_an_element_around_one_paragraph_stays_text() -> None:
    page = "# Publications\n<div markdown='1'>\nE. Noether. Ideals in rings. In Annalen, 1920.\n</div>\n"
    assert structure_of(page) == {}


def test_what_is_below_a_paper_in_a_list_is_its_note() -> None:
    page = (
        "# Publications\n- Emmy Noether. Ideals in rings. In Annalen, 1921.\n  * Cited by Artin\n"
    )
    assert structure_of(page)["publications"][0]["note"] == "• Cited by Artin"


def test_the_badge_is_the_venue_if_no_line_names_one() -> None:
    box = BOX.replace("[**Project**](https://example.org/project)", "**Key points**:")
    [paper] = structure_of(box)["publications"]
    assert (paper["venue"], paper["note"]) == ("Annalen", "Key points")


def test_the_line_with_the_year_is_the_venue_beside_a_badge() -> None:
    box = BOX.replace("[**Project**]", "*Algebraic Measurements*, 1921, Published\n\n[**Project**]")
    [paper] = structure_of(box.replace("Annalen 1921", "Rings and ideals"))["publications"]
    assert (paper["venue"], paper["year"], paper["note"]) == (
        "Algebraic Measurements",
        "1921",
        "Published",
    )


def test_a_badge_may_have_an_award_beside_the_venue() -> None:
    [paper] = structure_of(BOX.replace("Annalen 1921", "ICM'32 (Oral)"))["publications"]
    assert (paper["venue"], paper["year"]) == ("ICM", "2032")


def test_a_badge_may_have_the_status_of_a_paper_beside_its_venue() -> None:
    [paper] = structure_of(BOX.replace("Annalen 1921", "Annalen1921, Accepted"))["publications"]
    assert (paper["venue"], paper["year"], paper["status"]) == ("Annalen", "1921", "accepted")


def test_a_paragraph_in_the_line_of_a_block_of_html_stays_text() -> None:
    paper_line = "E. Noether. Ideals in rings. In Annalen, 1921."
    page = f"# Publications\n<div class='badge'>Annalen</div> {paper_line}\n\n{paper_line}\n"
    assert f"</div> {paper_line}" in structured({"a.md": groups_of(page)}, ()).pages["a.md"]


def test_items_with_code_tables_or_formulas_stay_text() -> None:
    item = "- 2024-01-02: We released it:\n\n    ```\n    pip install zebra\n    ```\n"
    assert structure_of(f"# News\n- 2024-01-01: First\n{item}")["news"] == [
        {"date": "2024-01-01", "text": "First"}
    ]
    box = BOX.replace("- Every", "| a | b |\n\n- Every")
    assert structure_of(box) == {}


def test_further_lists_of_a_section_stay_text() -> None:
    talks = "# Talks\n- 1932.09: Zürich\n\n## Other\n- 1931: Bern\n- 1930: Rom\n"
    assert [entry["title"] for entry in structure_of(talks)["talks"]] == ["Bern", "Rom"]
    assert "- 1932.09: Zürich" in structured({"a.md": groups_of(talks)}, ()).pages["a.md"]


@every_case("date", ["1924.09 - 1922.04 (now)", "1919–21", "1919-13"])
def test_an_impossible_date_is_text(date: str) -> None:
    page = f"# Education\n- *{date}*, PhD, University of Göttingen\n- *1904*, Student, University of Erlangen\n"
    assert [entry["date"] for entry in structure_of(page)["education"]] == ["1904"]


def test_tags_stay_whole() -> None:
    styled = '<span style="color: red; margin: 1px">1932</span>'
    [degree] = structure_of(f"# Education\n- 1907, PhD, University of Erlangen {styled}\n")[
        "education"
    ]
    assert degree["institution"] == f"University of Erlangen {styled}"
    assert structure_of(f"# Services\n- {styled}: Annalen\n")["services"] == [
        {"role": f"{styled}: Annalen"}
    ]


def test_terms_may_be_before_the_colon_of_their_course() -> None:
    item = "Spring 1924, Fall 1924: Rings: an introduction, Göttingen"
    assert structure_of(f"# Teaching\n- {item}\n- MATH 1010: Fields, 1923\n")["teaching"] == [
        {
            "course": "Rings: an introduction",
            "terms": ["Spring 1924", "Fall 1924"],
            "text": "Göttingen",
        },
        {"course": "MATH 1010: Fields", "terms": ["1923"]},
    ]


@every_case("item", ["TA, Algebra I, Göttingen, Fall 1922", "Rings", "Fall 1923"])
def test_a_course_has_a_term_and_comes_before_the_role(item: str) -> None:
    assert structure_of(f"# Teaching\n- {item}\n") == {}


@every_case(
    ("item", "entry"),
    [
        (
            "*July 1933-Present*, [**Lab**](https://example.org), Intern",
            {"institution": "[**Lab**](https://example.org)"},
        ),
        ("*1915.06 - 1933.09 (now)*, **Lecturer**, Bern", {"role": "**Lecturer**"}),
        (
            "1915 - Göttingen, Assistant",
            {"date": "1915", "institution": "Göttingen", "role": "Assistant"},
        ),
        ("*1915.06*, **Göttingen**", {"date": "1915-06", "institution": "**Göttingen**"}),
        ("**1915**, **A, B, and C** in Göttingen", {"institution": "**A, B, and C** in Göttingen"}),
        ("1903.10 -- 1907.12, Erlangen", {"date": "1903-10..1907-12"}),
        (
            "1915, Founder, Rings Co., Ltd., Bern",
            {"role": "Founder", "institution": "Rings Co., Ltd."},
        ),
        (
            "1915, Lecturer, Institute of Rings, School of Algebra, University of Göttingen",
            {"institution": "Institute of Rings"},
        ),
        (
            "1915, Lecturer, School of Algebra, University of Bern",
            {"institution": "University of Bern"},
        ),
        ("1915, Algebra, Bern", {"institution": "Algebra, Bern"}),
        ("*1903.04 - (now)*, Erlangen", {"date": "1903-04..", "institution": "Erlangen"}),
        ("Erlangen, Oct 1903 - now", {"date": "1903-10..", "institution": "Erlangen"}),
    ],
)
def test_dates_and_their_emphasis_are_taken_from_positions(
    item: str, entry: dict[str, str]
) -> None:
    found = structure_of(f"# Experience\n- {item}\n")["experience"][0]
    assert {key: found[key] for key in entry} == entry


@every_case(
    ("date", "shown"),
    [
        ("2025.11.04", "2025.11.04"),
        ("4.9.2025", "4.9.2025"),
        ("04/11/2025", "04/11/2025"),
        ("Nov 4, 2025", "Nov 4, 2025"),
    ],
)
def test_days_are_shown_as_they_were_written(date: str, shown: str, tmp_path: Path) -> None:
    old = make_site(
        tmp_path / "old",
        {"_config.yml": "title: A\n", "index.md": f"---\n---\n# News\n\n- {date}: Arrived.\n"},
    )
    site = tmp_path / "new"
    assert main(["import", str(old), "--site", str(site), "--structure"]) == 0
    assert main(["build", "--site", str(site)]) == 0
    assert shown in without_tags((site / "output/index.html").read_text(encoding="utf-8"))


@every_case(
    ("item", "role"),
    [
        ("**Reviewer:** Annalen", "Reviewer"),
        ("At [ICM](https://icm.org): 1932", "At [ICM](https://icm.org): 1932"),
    ],
)
def test_the_role_of_a_service_ends_at_its_colon(item: str, role: str) -> None:
    assert structure_of(f"# Services\n- {item}\n")["services"][0]["role"] == role


@every_case(
    ("item", "title"),
    [
        ('<a href="/s.pdf">Rings</a>, Zürich', '<a href="/s.pdf">Rings</a>'),
        ('An "odd" talk, Zürich', 'An "odd" talk'),
    ],
)
def test_not_every_quotation_is_the_title_of_a_talk(item: str, title: str) -> None:
    assert structure_of(f"# Talks\n- 1932.09: {item}\n")["talks"][0]["title"] == title


def test_lists_of_papers_with_the_same_heading_do_not_show_each_other() -> None:
    paper_line = "- E. Noether. Ideals in rings. In Annalen, 1921.\n"
    page = f"# Publications\n## Papers\n{paper_line}\n## Papers\n{paper_line}{paper_line}"
    assert len(structure_of(page)["publications"]) == 2


def test_a_heading_below_a_list_of_which_an_item_stays_is_a_heading() -> None:
    paper_line = "E. Noether. Ideals in rings. In Annalen, 1921."
    page = f"# Publications\n1. {paper_line}\n2. See the list.\n3. {paper_line}\n\nContact\n=======\nMe\n"
    assert (
        "2. See the list.\n\nContact\n======="
        in structured({"a.md": groups_of(page)}, ()).pages["a.md"]
    )


@every_case(
    ("item", "entry"),
    [
        ("*1932 & 1930* Prize", {"title": "*1932 & 1930* Prize"}),
        ("*1932, 1930* Prize", {"title": "*1932, 1930* Prize"}),
        ("**Ackermann Prize** (1932)", {"title": "**Ackermann Prize**", "date": "1932"}),
        (
            "*1930.01 - 1932.09 (now)*, Fellow",
            {"title": "Fellow (now)", "date": "1930-01..1932-09"},
        ),
    ],
)
def test_dates_of_awards_may_be_in_brackets(item: str, entry: dict[str, str]) -> None:
    assert structure_of(f"# Awards\n- {item}\n")["awards"] == [entry]


def test_a_page_of_papers_has_its_section_from_its_title() -> None:
    page = "## 1921\n* E. Noether. Ideals in rings. In Annalen, 1921.\n"
    assert groups_of(page, 1, "Publications")[1].section == "publications"


def test_a_degree_is_told_from_the_institution_by_its_words() -> None:
    page = "# Education\n- 1903 - 1907, B.Eng. in Chemistry, Erlangen\n- 1900 - 1903, Undergraduate, Göttingen\n"
    degrees = [(entry["degree"], entry["institution"]) for entry in structure_of(page)["education"]]
    assert degrees == [("B.Eng. in Chemistry", "Erlangen"), ("Undergraduate", "Göttingen")]


def test_a_page_may_begin_with_attributes() -> None:
    assert structure_of("{: .lead}\n# News\n- 1932: Zürich\n")["news"] == [
        {"date": "1932", "text": "Zürich"}
    ]


def test_a_badge_may_be_the_status_of_a_paper() -> None:
    entry = structure_of(
        BOX.replace("Annalen 1921", "Under Review").replace(
            "Schmeidler\n", "Schmeidler\n\n*Annalen*, 1921\n"
        )
    )
    assert entry["publications"][0]["status"] == "under review"
    assert entry["publications"][0]["venue"] == "Annalen"


def test_lists_below_years_stay_below_them() -> None:
    page = "# Updates\n\n## 1933\n\n- 1933.10: Bryn Mawr\n\n## 1932\n\n- 1932.09: Zürich\n"
    text = structured({"a.md": groups_of(page, 1)}, ()).pages["a.md"]
    assert re.findall(r"## .*|\{\{.*?\}\}", text) == [
        "## 1933",
        '{{ news(date="1933", date_style="1933.10") }}',
        "## 1932",
        '{{ news(date="1932", date_style="1932.09") }}',
    ]


@every_case(
    "item",
    [
        "- **[Ideals in all rings](u)**\n\n  Emmy Noether, E. Fischer\n\n  *Annalen* 1921\n",
        "- ***Ideals in all rings*** \\\n  Emmy Noether, E. Fischer \\\n  Annalen, 1921. [[pdf](u)]\n",
        "- Emmy Noether, E. Fischer. Ideals in all rings. In Annalen, 1921. <!-- [Code](u) -->\n",
    ],
)
def test_a_paper_may_have_paragraphs_or_a_comment(item: str) -> None:
    page = f"# Publications\n\n{item}"
    [paper] = structure_of(page)["publications"]
    assert (paper["title"], paper["authors"], paper["venue"], paper["year"]) == (
        "Ideals in all rings",
        ["Emmy Noether", "E. Fischer"],
        "Annalen",
        "1921",
    )
    text = structured({"a.md": groups_of(page)}, ()).pages["a.md"]
    assert ("<!-- [Code](u) -->" in text) == ("<!--" in item)


@every_case(
    "html",
    [
        "<article><h3>Ideals in rings</h3> Emmy Noether and E. Fischer, in Annalen, 1921</article>",
        "<ol><li>Emmy Noether, E. Fischer. Ideals in all rings. In Annalen, 1921.</li></ol>",
    ],
)
def test_papers_in_html_stay_text_and_are_counted(html: str) -> None:
    assert groups_of(f"# Publications\n{html}\n")[1].unread == 1


@every_case("look", ["academicpages", "acad-homepage"])
def test_the_site_builds_and_shows_every_word(
    tmp_path: Path, look: str, capsys: pytest.CaptureFixture[str]
) -> None:
    old, site = tmp_path / "old", tmp_path / "site"
    (old / "_pages").mkdir(parents=True)
    (old / "_config.yml").write_text("title: Emmy Noether\n", encoding="utf-8")
    (old / "_pages/about.md").write_text(
        PAGE.replace("](", "](https://example.org/"), encoding="utf-8"
    )
    assert main(["import", str(old), "--site", str(site), "--structure"]) == 0
    assert (
        "_pages/about.md:17: warning: “Journal articles”: 1 of 3 items stay text"
        in capsys.readouterr().err
    )
    assert (
        yaml.safe_load((site / "data/publications.yml").read_text(encoding="utf-8"))[0]["title"]
        == "Moderne Algebra"
    )
    with (site / "data/site.yml").open("a", encoding="utf-8") as settings:
        settings.write(f"look: {look}\n")
    assert main(["build", "--site", str(site)]) == 0
    html = (site / "output/index.html").read_text(encoding="utf-8")
    shown = set(re.findall(r"\w+", re.sub(r"<[^>]*>", " ", html)))
    assert (
        set(
            re.findall(
                r"\w+",
                re.sub(r"\]\([^)]*\)|&nbsp;|^1\.", " ", split_text(PAGE)[1], flags=re.MULTILINE),
            )
        )
        <= shown
    )


def old_site(folder: Path, **texts: str) -> Path:
    """An old site whose home page includes `news.md`, with these texts in the folder of its pages."""
    (folder / "_pages").mkdir(parents=True)
    (folder / "_config.yml").write_text("title: Emmy Noether\n", encoding="utf-8")
    home = "---\npermalink: /\n---\n\nHello\n\n{% include_relative news.md %}\n\n{% include_relative more.md %}\n"
    for name, text in {"about": home, "more": "More\n", **texts}.items():
        (folder / f"_pages/{name}.md").write_text(text, encoding="utf-8")
    return folder


def test_lists_in_included_files_are_written_into_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, site = (
        old_site(tmp_path / "old", news="# News\n\n- 1932.09: Zürich\n- Undated\n"),
        tmp_path / "site",
    )
    assert main(["import", str(old), "--site", str(site), "--structure"]) == 0
    assert "_pages/news.md:1: warning: “News”: 1 of 2 items stay text" in capsys.readouterr().err
    about = (site / "content/_pages/about.md").read_text(encoding="utf-8")
    assert "Hello\n\n# News\n\n{{ news(" in about
    assert "{% include_relative more.md %}" in about
    assert sorted(path.name for path in (site / "content/_pages").iterdir()) == [
        "about.md",
        "more.md",
    ]
    assert main(["build", "--site", str(site)]) == 0
    html = (site / "output/index.html").read_text(encoding="utf-8")
    assert all(text in html for text in ("Hello", "Zürich", "Undated", "More"))


@every_case("name", ["../../secret.md", "/../../secret.md"])
def test_files_outside_of_the_site_are_not_read(tmp_path: Path, name: str) -> None:
    home = f"---\npermalink: /\n---\n\n{{% include_relative {name} %}}\n"
    old, site = old_site(tmp_path / "old", about=home, news="A file\n"), tmp_path / "site"
    (tmp_path / "secret.md").write_text("# News\n\n- 1932.09: Secret\n", encoding="utf-8")
    main(["import", str(old), "--site", str(site), "--structure"])
    assert not (site / "data/news.yml").exists()
    assert "Secret" not in (site / "content/_pages/about.md").read_text(encoding="utf-8")


def test_a_link_out_of_the_site_is_not_read(tmp_path: Path) -> None:
    old, site = old_site(tmp_path / "old"), tmp_path / "site"
    (tmp_path / "secret.md").write_text("# News\n\n- 1932.09: Secret\n", encoding="utf-8")
    (old / "_config.yml").write_text(
        "title: Emmy Noether\nexclude: [_pages/news.md]\n", encoding="utf-8"
    )
    (old / "_pages/news.md").symlink_to(tmp_path / "secret.md")
    main(["import", str(old), "--site", str(site), "--structure"])
    assert not (site / "data/news.yml").exists()


@needs_shared
@pytest.mark.parametrize("number", ["000", "002", "003"])
def test_real_papers_are_read_as_people_wrote_them_down(number: str) -> None:
    """Title, authors, year and links of at least 95 of 100 papers are those of `../shared/sites`, written by hand."""
    page = split_text((SHARED / f"seeds/{number}.md").read_text(encoding="utf-8"))[1]
    found = {
        words(entry["title"]): entry
        for entry in structured({"a.md": groups_of(page, 1)}, ()).sections["publications"]
    }
    written = yaml.safe_load(
        (SHARED / f"sites/{number}/data/publications.yml").read_text(encoding="utf-8")
    )
    right = [entry for entry in written if is_same(entry, found.get(words(entry["title"]), {}))]
    assert len(right) >= 0.95 * len(written)


def is_same(written: dict[str, Any], read: dict[str, Any]) -> bool:
    return (
        names(written) == names(read)
        and str(written.get("date") or written.get("year") or "")
        == str(read.get("date") or read.get("year") or "")
        and sorted(written.get("links", {}).values()) == sorted(read["links"].values())
    )


def names(entry: dict[str, Any]) -> list[str]:
    return [
        author["name"] if isinstance(author, dict) else author.rstrip("*†+")
        for author in entry.get("authors", [])
    ]


def words(text: Any) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", str(text).lower()))


@needs_shared
@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "reference"),
    [
        *((f"seeds/{number}.md", f"reference/{number}.html") for number in ("000", "002", "003")),
        *(
            (f"corpus/{name}.md", f"corpus/{name}.html")
            for name in ("haotang11", "betswish", "dentanjeremie", "chrisliu6", "sotiriskak")
        ),
    ],
)
def test_real_pages_keep_every_word_link_and_image(
    tmp_path: Path, page: str, reference: str
) -> None:
    old, site = tmp_path / "old", tmp_path / "site"
    (old / "_pages").mkdir(parents=True)
    (old / "_config.yml").write_text("title: Home\n", encoding="utf-8")
    (old / "_pages/about.md").write_bytes((SHARED / page).read_bytes())
    assert main(["import", str(old), "--site", str(site), "--structure"]) == 0
    assert main(["build", "--site", str(site)]) == 0
    covered = run_tool("coverage.py", SHARED / reference, site / "output/index.html", "--min", "1")
    assert covered.returncode == 0, covered.stdout
