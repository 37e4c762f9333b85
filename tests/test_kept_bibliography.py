"""What files of citations say of a paper is written once, as long as it stays the same; no file can tell."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from acadfolio.bibliography.writers.formats import FORMATS, Format
from acadfolio.cli import main
from acadfolio.kept_file import CACHE
from acadfolio.rendering import bibliography
from sites import edit, make_site

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from acadfolio.bibliography.writers.works import Work

PAPERS = """
- {title: Idealtheorie in Ringbereichen, authors: [Emmy Noether], kind: journal, venue: annalen, year: 1921}
- {title: Abstrakter Aufbau, authors: [Emmy Noether], kind: journal, venue: annalen, year: 1927}
- {title: Nichtkommutative Algebren, authors: [Emmy Noether], kind: journal, venue: Zeitschrift, year: 1933}
"""
FILES = {
    "data/site.yml": "title: E. N.\nshare_images: false\n",
    "data/venues.yml": "annalen: {name: Mathematische Annalen}\n",
    "data/publications.yml": PAPERS,
    "content/about.md": "{{ publications() }}\n",
}
LISTS = ("publications.bib", "publications.json", "publications.ris")


def build(site: Path, *options: str) -> dict[str, str]:
    """The files of all papers, by name."""
    output = site.parent / f"output{len(options)}"
    assert main(["build", "--site", str(site), "--output", str(output), *options]) == 0
    return {name: (output / name).read_text(encoding="utf-8") for name in LISTS}


def keys(made: dict[str, str]) -> list[str]:
    return [item["id"] for item in json.loads(made["publications.json"])]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys of the papers that are written as BibTeX, each time that they are."""
    found: list[str] = []
    bibtex, *others = FORMATS

    def noted(work: Work) -> str:
        found.append(work.key)
        return bibtex.text(work)

    monkeypatch.setattr(bibliography, "FORMATS", (Format(noted, bibtex.file), *others))
    return found


@pytest.fixture
def site(tmp_path: Path, written: list[str]) -> Path:
    """One that was built."""
    made = make_site(tmp_path / "site", FILES)
    build(made)
    assert len(written) == 3
    written.clear()
    return made


def test_after_a_change_of_one_paper_only_that_is_written(site: Path, written: list[str]) -> None:
    edit(site, "data/publications.yml", "Abstrakter", "Axiomatischer")
    made = build(site)
    assert written == ["noether1927axiomatischer"]
    assert made == build(site, "--no-cache")


def test_a_paper_is_written_again_when_another_takes_its_key(site: Path, written: list[str]) -> None:
    edit(
        site,
        "data/publications.yml",
        "- {title: Ideal",
        "- {title: Idealtheorie, authors: [F. Noether], year: 1921}\n- {title: Ideal",
    )
    made = build(site)
    assert keys(made)[:2] == ["noether1921idealtheorie", "noether1921idealtheorieb"]
    assert written == keys(made)[:2]
    assert made == build(site, "--no-cache")


def test_a_paper_is_written_again_when_its_venue_has_another_name(site: Path, written: list[str]) -> None:
    edit(site, "data/venues.yml", "Mathematische Annalen", "Math. Ann.")
    made = build(site)
    assert written == keys(made)[:2]
    assert made == build(site, "--no-cache")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("- {title: Abstrakter Aufbau, authors: [Emmy Noether], kind: journal, venue: annalen, year: 1927}\n", ""),
        ("year: 1921", "year: 1940"),
    ],
    ids=["one goes", "the order"],
)
def test_the_others_stay_when(old: str, new: str, site: Path, written: list[str]) -> None:
    edit(site, "data/publications.yml", old, new)
    made = build(site)
    assert len(written) == (1 if new else 0)
    assert made == build(site, "--no-cache")


def test_settings_that_say_nothing_of_citations_leave_them_as_they_are(site: Path, written: list[str]) -> None:
    edit(site, "data/site.yml", "title: E. N.", "title: Emmy Noether")
    build(site)
    assert written == []
    edit(site, "data/site.yml", "title:", "language: de\ntitle:")
    build(site)
    assert len(written) == 3


@pytest.mark.parametrize(
    "damage",
    [lambda whole: whole[:-9], lambda whole: whole[:-9] + b"!" + whole[-8:], lambda _: b"", lambda whole: whole * 2],
)
def test_what_was_kept_and_damaged_is_written_anew(
    damage: Callable[[bytes], bytes], site: Path, written: list[str]
) -> None:
    kept = site / CACHE / bibliography.FILE
    kept.write_bytes(damage(kept.read_bytes()))
    edit(site, "data/publications.yml", "Abstrakter", "Axiomatischer")
    assert build(site) == build(site, "--no-cache")
    assert written


def test_many_edits_leave_no_old_papers_behind(site: Path, written: list[str]) -> None:
    kept = site / CACHE / bibliography.FILE
    size = kept.stat().st_size
    for number in range(30):
        edit(site, "data/publications.yml", f"year: {1927 + number}", f"year: {1928 + number}")
        build(site)
    assert len(written) == 30
    assert kept.stat().st_size < 12 * size
    for number in range(10):
        edit(site, "data/venues.yml", f"Annalen{number or ''}", f"Annalen{number + 1}")
        build(site)
    assert kept.stat().st_size < 2 * size
