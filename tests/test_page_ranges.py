"""Page ranges have an en dash in every view, and the usual form in each export."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from acadfolio.bibliography.vocabulary import with_dash
from acadfolio.bibliography.writers.bibtex import bibtex_entry
from acadfolio.bibliography.writers.csl import csl_item
from acadfolio.bibliography.writers.ris import ris_record
from acadfolio.bibliography.writers.works import works_of
from acadfolio.model.publication import Publication
from acadfolio.model.values import Text
from cases import every_case
from citation_styles import ALL_STYLES
from sites import content_of, render_site

if TYPE_CHECKING:
    from pathlib import Path

VIEWS = ["list", "boxes", "table", "cv", "archive"]
FIELDS = "authors: [Emmy Noether], year: 1921, pages: 24-66"
PAPERS = f"""\
- {{title: Article, kind: journal, venue: Annalen, volume: 83, issue: 1, {FIELDS}}}
- {{title: Without a volume, kind: journal, venue: Annalen, {FIELDS}}}
- {{title: Chapter, kind: chapter, venue: Buch, publisher: Springer, {FIELDS}}}
- {{title: Talk, kind: conference, venue: Tagung, {FIELDS}}}
- {{title: Of no kind, venue: Heft, {FIELDS}}}
"""


@every_case(
    ("written", "shown"),
    [
        ("24-66", "24–66"), ("24 - 66", "24–66"), ("24--66", "24–66"), ("24—66", "24–66"), ("24 – 66", "24–66"),
        ("S12-S18", "S12–S18"), ("12a-15b", "12a–15b"), ("xii-xv", "xii–xv"), ("12-15, 20-25", "12–15, 20–25"),
        ("12-15, 20–25", "12–15, 20–25"), ("104303-1--104303-9", "104303-1–104303-9"), ("A-1--A-9", "A-1–A-9"),
        ("e1009", "e1009"), ("A-12", "A-12"), ("Art. no. B-12", "Art. no. B-12"), ("non-numbered", "non-numbered"),
        ("", ""), ("123-", "123"), ("123--", "123"), ("12 –", "12"), ("1-5, 7-", "1–5, 7"), ("-", "-"),
    ],
)  # fmt: skip
def test_a_hyphen_between_two_numbers_is_a_dash_and_within_one_it_stays(
    written: str, shown: str
) -> None:
    assert with_dash(written) == shown


def test_every_view_and_every_style_shows_a_dash(tmp_path: Path) -> None:
    lines = [f'{{{{ publications(view="{view}") }}}}' for view in VIEWS]
    lines += [f'{{{{ publications(style="{style}") }}}}' for style in ALL_STYLES]
    files = {
        "data/publications.yml": PAPERS,
        "data/site.yml": "title: Noether\npublications: {pages: true}\n",
    }
    pages, problems = render_site(tmp_path, files | {"content/about.md": "\n\n".join(lines)})
    assert problems == []
    papers = [path for path in pages if re.fullmatch(r"publications/[a-z-]+/index\.html", path)]
    assert len(papers) == 5
    home = content_of(pages["index.html"])
    assert home.count("24–66") >= 5 * (len(ALL_STYLES) + 3)
    for path in ("index.html", *papers):
        shown = re.sub(
            r"<pre\b.*?</pre>|<script\b.*?</script>|<[^>]*>",
            "",
            content_of(pages[path]),
            flags=re.DOTALL,
        )
        assert "24–66" in shown
        assert re.search(r"24\s*-+\s*66", shown) is None, path


@every_case(
    ("written", "bibtex", "first", "last", "csl"),
    [
        ("24-66", "24--66", "24", "66", "24-66"),
        ("24 - 66", "24--66", "24", "66", "24-66"),
        ("24–66", "24--66", "24", "66", "24-66"),
        ("S12-S18", "S12--S18", "S12", "S18", "S12-S18"),
        ("104303-1--104303-9", "104303-1--104303-9", "104303-1", "104303-9", "104303-1–104303-9"),
        ("A-1--A-9", "A-1--A-9", "A-1", "A-9", "A-1–A-9"),
        ("7", "7", "7", "", "7"),
    ],
)
def test_exports_keep_their_own_conventions(
    written: str, bibtex: str, first: str, last: str, csl: str
) -> None:
    paper = Publication(
        title=Text.of("Ideale"), kind="journal", venue=Text.of("Annalen"), pages=written
    )
    (work,) = works_of([paper], {})
    assert f"\n  pages = {{{bibtex}}},\n" in bibtex_entry(work)
    assert json.dumps(csl_item(work)["page"], ensure_ascii=False) == f'"{csl}"'
    record = ris_record(work)
    assert f"SP  - {first}\r\n" in record
    assert (f"EP  - {last}\r\n" in record) == bool(last)
