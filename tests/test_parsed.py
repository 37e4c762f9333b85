"""What was read is known by its text; no site can tell by what it holds, nor by what it is told."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from acadfolio import kept
from acadfolio.build import build
from acadfolio.loading import data, load, parsed, read_ahead
from acadfolio.loading.parsed import Parsed
from acadfolio.model.dates import Day
from acadfolio.problems import Problems, SiteError, in_order
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from acadfolio.loading.model import Data
    from acadfolio.model.site import Site
    from acadfolio.problems import Problem

    Loaded = tuple[Site | None, tuple[Problem, ...]]

ROOT = Path(__file__).parent.parent
TODAY = Day(2026, 11, 21)
COUNT = 80
PUBLICATIONS = "".join(
    f"- key: k{number}\n  title: Radium {number}\n  authors: [M. Curie, A. {number}]\n  year: 1903\n"
    f"  doi: 10.1000/{number}\n  links: {{pdf: /missing-{number}.pdf}}\n\n"
    for number in range(COUNT)
)
NEWS = "".join(f"- date: 1903-12\n  text: |\n    The *prize*, part {number}\n" for number in range(COUNT))
PAGES = {f"content/p{n}.md": f"---\ntitle: Page {n}\nimage: x\n---\n\n# Page {n}\n" for n in range(3)}
FILES = {
    "data/publications.yml": PUBLICATIONS,
    "data/news.yml": NEWS,
    "data/p.bib": "@article{b1, title={Polonium}, author={Curie, Marie}, year={1898}, "
    "journal={CR}, pdf={b.pdf}, odd={x}}\n",
    "data/venues.yml": "cr: {name: Comptes rendus}\n",
    "content/about.md": "# Hello\n",
    "static/assets/pdf/a.pdf": "%PDF",
    "content/posts/2030-01-01-later.md": "Wait.\n",
    "content/posts/1999-01-01-before.md": "---\nclasses: wide\nredirect_from: /old/\n---\nHere.\n",
    **{f"content/more/p{n}.md": f"---\ntitle: Page {n}\n---\n\nText {n}\n" for n in range(COUNT)},
}


def loaded(site: Path, known: Parsed | None = None, today: Day = TODAY) -> Loaded:
    problems = Problems()
    try:
        return load(site, today, problems, parsed=known), in_order(problems.found)
    except SiteError as error:
        return None, error.problems


def site_of(result: Loaded) -> Site:
    assert result[0] is not None, result[1]
    return result[0]


def in_folder(folder: Path) -> Parsed:
    """As another process would have it: nothing but the files."""
    folder.mkdir(exist_ok=True)
    return Parsed(lambda: str(folder))


def write(site: Path, name: str, text: str) -> None:
    (site / name).write_text(text, encoding="utf-8")


EDITS: dict[str, Callable[[Path], object]] = {
    "nothing": lambda _: None,
    "a title": lambda site: write(site, "data/publications.yml", PUBLICATIONS.replace("Radium 40\n", "Radon\n")),
    "an entry at the top": lambda site: write(
        site, "data/publications.yml", "# mine\n- title: New\n  image: /no.png\n" + PUBLICATIONS
    ),
    "an entry twice": lambda site: write(site, "data/news.yml", NEWS + NEWS[: NEWS.index("- ", 3)] * 3),
    "an entry gone": lambda site: write(site, "data/publications.yml", PUBLICATIONS[PUBLICATIONS.index("- key: k1") :]),
    "another order": lambda site: write(
        site, "data/publications.yml", "".join(f"- {entry}" for entry in reversed(PUBLICATIONS[2:].split("\n- ")))
    ),
    "a broken quote": lambda site: write(site, "data/publications.yml", PUBLICATIONS.replace("Radium 3\n", "'R\n")),
    "a misspelt key": lambda site: write(site, "data/publications.yml", PUBLICATIONS.replace("year", "yaer", 1)),
    "mended": lambda site: write(site, "data/publications.yml", PUBLICATIONS),
    "a warning": lambda site: write(site, "data/news.yml", NEWS + "- date: 1903\n  text: a prize #1\n"),
    "a warning that moved": lambda site: write(site, "data/news.yml", "\n\n" + NEWS + "- date: 1903\n  text: a #1\n"),
    "a page": lambda site: write(site, "content/more/p7.md", "---\ntitle: Seven\nsections: [news]\n---\n"),
    "a page renamed": lambda site: (site / "content/more/p8.md").rename(site / "content/more/q.md"),
    "a section gone": lambda site: (site / "data/news.yml").rename(site / "data/notes.yml"),
    "a page of it": lambda site: write(site, "content/more/p7.md", "---\ntitle: Seven\nsections: [notes]\n---\n"),
    "no section, and the page still there": lambda site: (site / "data/notes.yml").unlink(),
    "a page without it": lambda site: write(site, "content/more/p7.md", "Seven\n"),
    "a venue of a bibliography": lambda site: write(site, "data/venues.yml", "comptes: {name: CR}\n"),
    "a file that a bibliography names": lambda site: write(site, "static/assets/pdf/b.pdf", "%PDF"),
    "that file elsewhere": lambda site: (site / "static/assets/pdf/b.pdf").rename(site / "static/b.pdf"),
    "a bibliography": lambda site: write(site, "data/p.bib", FILES["data/p.bib"].replace("1898", "")),
    "an entry that it completes": lambda site: write(site, "data/publications.yml", f"- key: b1\n{PUBLICATIONS}"),
    "no bibliography": lambda site: (site / "data/p.bib").unlink(),
}


@pytest.mark.parametrize("way", ["in full", "from beside it", "from inside"])
def test_every_edit_is_read_as_from_nothing_in_this_process_and_the_next(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, known = make_site(tmp_path / "site", FILES), Parsed()
    monkeypatch.chdir(site if way == "from inside" else tmp_path)
    site = {"in full": site, "from beside it": Path("site"), "from inside": Path()}[way]
    loaded(site, in_folder(tmp_path / "cache"))
    for name, edit in EDITS.items():
        edit(site)
        wanted = loaded(site)
        assert loaded(site, known) == wanted, name
        assert loaded(site, in_folder(tmp_path / "cache")) == wanted, name
        assert loaded(site, in_folder(tmp_path / "cache")) == wanted, f"{name}, as it was kept"
        assert read_in_two(site, tmp_path / "in time") == wanted, f"{name}, as it was read ahead"
        assert read_in_two(site, tmp_path / "late", is_late=True) == wanted, f"{name}, as it was read ahead and kept"
        assert read_in_two(site, tmp_path / "cache") == wanted, f"{name}, as it was kept and not asked for"
    assert {path.name for path in (tmp_path / "cache").iterdir()} >= {
        "parsed-publications",
        "parsed-pages",
        "parsed-data",
        "parsed-heads",
    }


def read_in_two(site: Path, cache: Path, *, is_late: bool = False) -> Loaded:
    """The data as another process would hand them over, to one who looks at the cache before it keeps them, or late."""
    cache.mkdir(exist_ok=True)
    reading = read_ahead(site, site, lambda: str(cache))
    said = list(reading)[:1] if is_late else [next(reading)]
    problems = Problems()
    try:
        return load(site, TODAY, problems, cache=lambda: str(cache), ahead=lambda: said[0]), in_order(problems.found)
    except SiteError as error:
        return None, error.problems
    finally:
        list(reading)


@pytest.fixture
def trusted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This process began when its libraries were there, which in a fresh environment it may not have."""
    monkeypatch.setattr(kept, "STARTED", time.time_ns())
    kept.makers.cache_clear()
    yield
    kept.makers.cache_clear()


@pytest.mark.usefixtures("trusted")
def test_data_that_were_kept_or_read_ahead_need_no_yaml(tmp_path: Path) -> None:
    site, cache = make_site(tmp_path / "site", FILES), tmp_path / "cache"
    said = next(read_ahead(site, site, lambda: str(tmp_path / "another")))
    wanted = loaded(site, in_folder(cache))
    assert said
    assert list(read_ahead(site, site, lambda: str(cache))) == [b""]  # The other process finds them there, too.
    make_site(site, {"content/more/p7.md": "---\ntitle: Page 7\n---\n\nAnother text\n"})
    for ahead in (said, b""):
        reads = (
            "import sys; from pathlib import Path; from acadfolio.loading import load"
            "; from acadfolio.problems import Problems; from acadfolio.model.dates import Day"
            f"; load(Path({str(site)!r}), Day(2026, 11, 21), Problems(), cache=lambda: {str(cache)!r}"
            f", ahead=lambda: {ahead!r}); sys.exit('yaml' in sys.modules)"
        )
        assert subprocess.run([sys.executable, "-c", reads], check=False).returncode == 0
    assert loaded(site) == loaded(site, in_folder(cache)) != wanted


@pytest.mark.usefixtures("trusted")
@pytest.mark.parametrize("damage", ["none", "another file", "no file", "half a file"])
def test_of_what_both_know_only_numbers_are_handed_over(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, cache = make_site(tmp_path / "site", FILES), tmp_path / "cache"
    loaded(site, in_folder(cache))
    EDITS["a title"](site)
    said = next(read_ahead(site, site, lambda: str(cache)))
    assert b"Radon" in said
    assert b"Radium 41" not in said
    kept_data = cache / "parsed-data"
    if damage == "another file":
        shutil.rmtree(cache)
        EDITS["an entry gone"](site)
        loaded(site, in_folder(cache))
        EDITS["a title"](site)
    elif damage == "no file":
        kept_data.unlink()
    elif damage == "half a file":
        kept_data.write_bytes(kept_data.read_bytes()[:-9])
    wanted = loaded(site)
    monkeypatch.setattr(data, "read_data", data.read_data if damage != "none" else None)
    problems = Problems()
    assert load(site, TODAY, problems, cache=lambda: str(cache), ahead=lambda: said) == wanted[0]
    assert in_order(problems.found) == wanted[1]


def test_data_with_a_mistake_and_more_than_is_worth_it_are_not_read_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, cache = make_site(tmp_path / "site", FILES), tmp_path / "cache"
    cache.mkdir()
    EDITS["a broken quote"](site)
    assert list(read_ahead(site, site, lambda: str(cache))) == [b""]
    EDITS["mended"](site)
    assert list(read_ahead(site, site, lambda: str(cache))) != [b""]
    monkeypatch.setattr("acadfolio.loading.known_data.LARGEST", len(PUBLICATIONS))
    assert list(read_ahead(site, site, lambda: str(cache))) == [b""]


def test_a_file_saved_while_it_is_read_is_not_kept_for_what_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, cache = make_site(tmp_path / "site", FILES), tmp_path / "cache"
    reading = data.read_data

    def slowly(*given: Any) -> Data:
        monkeypatch.setattr(data, "read_data", reading)
        EDITS["a title"](site)  # The file's digest was taken before, and is taken again at the next load.
        read = reading(*given)
        EDITS["mended"](site)
        return read

    monkeypatch.setattr(data, "read_data", slowly)
    loaded(site, in_folder(cache))
    assert loaded(site, in_folder(cache)) == loaded(site)


def is_known(known: Parsed) -> bool:
    return known.data is not None


def test_data_that_stays_is_not_read_again_and_no_edit_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("acadfolio.fingerprint.FINER", 2_000_000_000)
    site, known = make_site(tmp_path / "site", FILES), Parsed()
    loaded(site, known)
    assert not is_known(known)  # So young a file may change again without its showing.
    monkeypatch.setattr("acadfolio.fingerprint.COARSEST", 10_000_000)
    for name, edit in {"nothing": lambda _: None, **EDITS, "what it names": _add_pdf}.items():
        edit(site)
        wanted = loaded(site)
        for _ in range(3):
            time.sleep(0.02)
            assert loaded(site, known) == wanted, name
    assert is_known(known)
    with monkeypatch.context() as patch:
        patch.setattr("acadfolio.loading.data.read_data", lambda *_: pytest.fail("data was read"))
        write(site, "content/more/p8.md", "Eight.\n")
        assert site_of(loaded(site, known)).publications == site_of(wanted).publications


def _add_pdf(site: Path) -> None:
    make_site(site, {"data/p.bib": FILES["data/p.bib"], "static/assets/pdf/b.pdf": "%PDF"})


def test_what_was_kept_is_what_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = make_site(tmp_path / "site", FILES)
    wanted = loaded(site, in_folder(tmp_path / "cache"))
    monkeypatch.setattr("acadfolio.loading.entries._read", lambda *_: pytest.fail("an entry was read"))
    assert loaded(site, in_folder(tmp_path / "cache")) == wanted


def test_records_that_stay_are_the_same_objects(tmp_path: Path) -> None:
    site, known = make_site(tmp_path / "site", FILES), Parsed()
    first = site_of(loaded(site, known))
    EDITS["an entry at the top"](site)
    write(site, "content/more/p7.md", "Seven.\n")
    second = site_of(loaded(site, known))
    before = {id(record) for record in (*first.publications, *first.pages, *first.entries["news"])}
    changed = [one for one in (*second.publications, *second.pages, *second.entries["news"]) if id(one) not in before]
    assert len(changed) == 2
    assert second.settings is first.settings
    assert second.venues is first.venues
    assert second.entries is first.entries


def test_two_entries_that_read_the_same_stay_two(tmp_path: Path) -> None:
    site, known = make_site(tmp_path / "site", {"data/news.yml": "- date: 1903\n  text: A\n" * 3}), Parsed()
    for _ in range(2):
        news = site_of(loaded(site, known)).entries["news"]
        assert len({id(entry) for entry in news}) == 3


def test_a_post_that_waits_is_shown_when_its_day_has_come(tmp_path: Path) -> None:
    site, known = make_site(tmp_path / "site", FILES), Parsed()
    for today, count in ((TODAY, 1), (Day(2030, 1, 1), 0), (TODAY, 1), (Day(1998, 1, 1), 2)):
        pages = site_of(loaded(site, known, today)).pages
        assert sum(page.is_draft for page in pages) == count


LISTS = (
    "- {date: 2024, text: a}\n- {date: 2025, text: b}\n",
    "# yes\n\n---\n- {date: 2024, text: a}\n",
    "---\n# yes\n- {date: 2024, text: a}\n",
    "- {date: 2024, text: a}\n---\n- {date: 2024, text: a}\n",
    "- {date: 2024, text: a}\n...\n",
    "%YAML 1.1\n---\n- {date: 2024, text: a}\n",
    "-\n  date: 2024\n  text: a\n- date: 2024\n  text: a\n",
    "- date: 2024\n  text: a\n-\n  date: 2024\n  text: a\n",
    '- date: 2024\n  text: "a\n- date: 2025\n  text: b"\n',
    '- date: 2024\n  text: "a\n- b"\n- date: 2025\n  text: b\n',
    "- {date: 2024,\n- text: b}\n",
    "- [date: 2024\n- ]\n",
    '- date: 2024\n  text: "a\n- b"\n-\n  date: 2025\n  text: b\n',
    "- date: 2024\n  text: >\n    - a\n    - b\n\n\n- date: 2024\n  text: |+\n    c\n\n",
    "- date: 2024\n  text: |\n    c",
    "- date: 2024\n  text: c",
    "- date: &day 2024\n  text: a\n- date: *day\n  text: b\n",
    "- date: &day 2024\n  text: a\n- date: &day 2025\n  text: *day\n",
    "- &all {date: 2024, text: a}\n- *all\n",
    "- date: *day\n  text: a\n",
    "- date: 2024\n  text: an *old* & *new* thing\n- date: 2024\n  text: |\n    *yes* &amp; no\n",
    "- date: 2024\n  text: !x a\n",
    '- date: 2024\n  text: "\\nu"\n- date: 2024\n  text: "\\b"\n',
    "- date: 2024\r\n  text: a\r\n- date: 2024\r\n  text: b\r\n",
    "\ufeff- date: 2024\n  text: a\n- date: 2024\n  text: b\n",
    "- date: 2024\n  text: a\u2028b\n- date: 2024\n  text: c\u0085- d\n",
    "- date: 2024\n\ttext: a\n",
    "- date: 2024\n  text: a\n text: b\n",
    "- date: 2024\n  text: a\nnews: b\n",
    "news:\n- date: 2024\n  text: a\n",
    "- - date: 2024\n- a\n",
    "- ~\n",
    "- \n- \n",
    "-\n",
    "",
    "# nothing\n",
    "[{date: 2024, text: a}]\n",
    "- date: 2024\n  text: a\n# between\n- date: 2024 # why\n  text: b #c\n# at the end\n",
    "- date: 2024\n  text: Ã© and â€™\n- date: 2024\n  text: b\n",
    "- date: 2024\n  text: a\x07b\n",
    "- date: 2024\n  text: a\n  text: b\n- date: 2024\n  tetx: a\n",
    "- date: 2024\n  text: 'a\n",
    "- date: 20-24\n  text: a\n- text: b\n",
    "  - date: 2024\n    text: a\n  - date: 2024\n    text: b\n",
    "- date: 2024\n  text: " + "[" * 600 + "\n",
    "- " * 600 + "a\n",
)


@pytest.mark.parametrize("text", LISTS, ids=range(len(LISTS)))
def test_a_list_reads_the_same_entry_by_entry_and_as_a_whole(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = make_site(tmp_path, {"content/about.md": "Hello\n"})
    (site / "data/news.yml").write_bytes(text.encode())
    known = Parsed()
    by_entry = loaded(site, known), loaded(site, known)
    monkeypatch.setattr(data, "chunks_of", lambda _: None)
    assert by_entry == (loaded(site), loaded(site))


def test_a_whole_site_reads_the_same_entry_by_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What entries point at and are warned of stands in its line."""
    site = make_site(tmp_path, FILES)
    EDITS["an entry at the top"](site)
    EDITS["a warning"](site)
    by_entry = loaded(site)
    monkeypatch.setattr(data, "chunks_of", lambda _: None)
    assert by_entry == loaded(site)
    assert "data/publications.yml:3:10" in {str(reference.location) for reference in site_of(by_entry).references}


def test_lists_are_taken_apart_where_that_is_safe_and_nowhere_else(tmp_path: Path) -> None:
    apart = {0, 2, 13, 15, 20, 24, 25, 37}
    never = {1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 17, 18, 19, 23, 28, 29, 36}
    for number in apart | never:
        known = Parsed()
        site = make_site(tmp_path / str(number), {})
        (site / "data/news.yml").write_bytes(LISTS[number].encode())
        loaded(site, known)
        drawer = known.drawers.get("news")
        assert bool(drawer and drawer.pieces) == (number in apart), LISTS[number]


def _flipped(content: bytes, at: int) -> bytes:
    damaged = bytearray(content)
    damaged[at] ^= 4
    return bytes(damaged)


def damaged(content: bytes) -> dict[str, bytes]:
    half = len(content) // 2
    bits = {"in the head": 1, "in a checksum": content.index(b"\n") + 6, "in the middle": half, "at the end": -1}
    return {f"a bit {where}": _flipped(content, at) for where, at in bits.items()} | {
        "empty": b"",
        "cut": content[:half],
        "cut in the head": content[:9],
        "more": content + b"\0\0\0\4abcdefgh",
        "another version": content.replace(b"acadfolio 0", b"acadfolio 9", 1),
        "another Python": content.replace(b"cpython-3", b"cpython-2", 1),
    }


def test_a_damaged_file_is_as_good_as_none_and_is_written_anew(tmp_path: Path) -> None:
    site, cache = make_site(tmp_path / "site", FILES), tmp_path / "cache"
    wanted = loaded(site, in_folder(cache))
    good = {path: path.read_bytes() for path in cache.iterdir()}
    for what in damaged(b"\n" * 99):
        for path, content in good.items():
            path.write_bytes(damaged(content)[what])
        if what in {"empty", "another version", "another Python"}:
            assert not any(kept.Shelf(lambda: str(cache), path.name).read() for path in good), what
        assert loaded(site, in_folder(cache)) == wanted, what
        assert all(kept.Shelf(lambda: str(cache), path.name).read() for path in good), what


def test_a_piece_of_other_records_is_not_taken_for_ours(tmp_path: Path) -> None:
    site, cache = make_site(tmp_path / "site", FILES), tmp_path / "cache"
    wanted = loaded(site, in_folder(cache))
    kinds = {path.name: path.read_bytes() for path in cache.iterdir()}
    assert len(kinds) > 4
    for ours, content in kinds.items():
        for others in set(kinds.values()) - {content}:
            (cache / ours).write_bytes(others)
            assert loaded(site, in_folder(cache)) == wanted, ours
            (cache / ours).write_bytes(content)


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root gives files away")
def test_a_file_of_another_user_is_not_read(tmp_path: Path) -> None:
    site, cache = make_site(tmp_path / "site", FILES), tmp_path / "cache"
    wanted = loaded(site, in_folder(cache))
    os.chown(cache / "parsed-news", 12345, 12345)
    assert kept.Shelf(lambda: str(cache), "parsed-news").read() == []
    assert loaded(site, in_folder(cache)) == wanted


def test_news_is_appended_and_joined_now_and_then(tmp_path: Path) -> None:
    shelf = kept.Shelf(lambda: str(tmp_path), "words")
    whole: list[bytes] = []
    for number in range(3 * kept.MOST_PIECES):
        whole.append(b"%d " % number)
        assert b"".join(shelf.read()) == b"".join(whole[:-1])
        shelf.add(whole[-1], lambda: b"".join(whole))
        assert shelf.pieces <= kept.MOST_PIECES
    assert b"".join(shelf.read()) == b"".join(whole)


def test_where_nothing_can_be_kept_a_site_is_read_all_the_same(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", FILES)
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    assert loaded(site, Parsed(lambda: str(tmp_path / "file"))) == loaded(site)


def test_builds_are_the_same_with_what_was_kept_and_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The demo site, small as it is, with everything kept; its pictures are others' affair."""
    monkeypatch.setattr(parsed, "FEW", 1)
    site, cache = tmp_path / "site", tmp_path / "cache"
    cache.mkdir()
    for folder in ("data", "content", "static"):
        shutil.copytree(ROOT / folder, site / folder, ignore=shutil.ignore_patterns("assets", "schemas"))
    with (site / "data/site.yml").open("a", encoding="utf-8") as settings:
        settings.write("\nimages: original\nshare_images: false\n")
    build(site, tmp_path / "first", cache=lambda: str(cache))
    file = site / "data/publications.yml"
    file.write_text("- title: Pechblende\n  year: 1898\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    build(site, tmp_path / "with", cache=lambda: str(cache))
    build(site, tmp_path / "without")
    assert files_in(tmp_path / "with") == files_in(tmp_path / "without") != files_in(tmp_path / "first")


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
