"""What was converted is remembered by its text and its options, here and in other processes."""

from __future__ import annotations

import os
import pickle
from functools import partial
from typing import TYPE_CHECKING

import pytest

from acadfolio import kept, markdown
from acadfolio.kept import Shelf
from acadfolio.markdown import Options, converted
from acadfolio.markdown.converted import FILE, Converted

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

DOLLARS = Options(math="dollar")
TEXTS = ("", "one *line*", "# A *heading*\n\n[^no] and $x$\n\n```python\nx = 1\n```\n", "zwei  \nZeilen — “und” 中文")


def cache_in(folder: Path) -> Callable[[], str]:
    return lambda: str(folder)


def said(known: Converted) -> list[object]:
    return [*(known.inline(text) for text in TEXTS), *(known.convert(text) for text in TEXTS)]


def meant(options: Options) -> list[object]:
    return [
        *(markdown.inline(text, options) for text in TEXTS),
        *(markdown.convert(text, options) for text in TEXTS),
    ]


@pytest.fixture
def nobody_converts(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From when it is called, asking for what is not known is a failure."""

    def forbid() -> None:
        for name in ("inline", "convert"):
            monkeypatch.setattr(markdown, name, lambda *_: pytest.fail("a text was converted"))

    return forbid


def test_every_text_comes_out_as_the_converter_has_it_whatever_the_options(tmp_path: Path) -> None:
    known = Converted(cache_in(tmp_path))
    for options in (Options(), DOLLARS, Options()):
        assert said(known.use(options)) == meant(options)
        known.keep()
        assert said(Converted(cache_in(tmp_path)).use(options)) == meant(options)


def test_the_next_process_converts_nothing(tmp_path: Path, nobody_converts: Callable[[], None]) -> None:
    wanted = meant(Options())
    for _ in range(2):
        known = Converted(cache_in(tmp_path))
        assert said(known) == wanted
        known.keep()
    nobody_converts()
    assert said(known) == wanted
    assert said(Converted(cache_in(tmp_path))) == wanted


def test_a_worker_tells_its_parent_what_it_converted(tmp_path: Path, nobody_converts: Callable[[], None]) -> None:
    parent, worker = Converted(cache_in(tmp_path)), Converted(cache_in(tmp_path))
    wanted = said(worker)
    parent.learn(pickle.loads(pickle.dumps(worker.news())))  # noqa: S301 - our own
    assert not worker.news().inline
    nobody_converts()
    assert said(parent) == wanted
    parent.keep()
    assert said(Converted(cache_in(tmp_path))) == wanted
    assert not parent.news().documents


@pytest.mark.parametrize("pieces", [1, kept.MOST_PIECES])
def test_who_only_hears_of_news_keeps_what_there_was(
    pieces: int, tmp_path: Path, nobody_converts: Callable[[], None]
) -> None:
    for number in range(pieces):
        last = Converted(cache_in(tmp_path))
        last.inline(f"*{number}*")
        last.keep()
    parent, worker = Converted(cache_in(tmp_path)), Converted(cache_in(tmp_path))
    wanted = said(worker)
    parent.learn(worker.news())
    parent.keep()
    nobody_converts()
    after = Converted(cache_in(tmp_path))
    assert said(after) == wanted
    assert after.inline("*0*") == "<em>0</em>"


def test_a_damaged_file_is_as_good_as_none_and_is_written_anew(tmp_path: Path) -> None:
    file = tmp_path / FILE
    damages: tuple[Callable[[bytes], bytes], ...] = (
        lambda content: content[:0],
        lambda content: content[: len(content) // 2],
        lambda content: content[:-1] + bytes([content[-1] ^ 1]),
        lambda content: content.replace(b"acadfolio 0", b"acadfolio 9", 1),
        lambda content: content.replace(b"heading", b"HEADING"),
    )
    for damage in damages:
        known = Converted(cache_in(tmp_path))
        assert said(known) == meant(Options())
        known.keep()
        file.write_bytes(damage(file.read_bytes()))
        again = Converted(cache_in(tmp_path))
        assert said(again) == meant(Options())
        again.keep()
        assert Shelf(cache_in(tmp_path), FILE).read()


def test_a_piece_that_is_none_of_ours_is_passed_over(tmp_path: Path) -> None:
    for piece in (b"", b"\xc1", b"\x93\x01\x02\x03", b"\x92\x80\x81\xc4\x01x\xa1y"):
        Shelf(cache_in(tmp_path), FILE).add(piece, partial(bytes, piece))
        assert said(Converted(cache_in(tmp_path))) == meant(Options())


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root gives files away")
def test_a_file_of_another_user_is_not_read(tmp_path: Path) -> None:
    known = Converted(cache_in(tmp_path))
    said(known)
    known.keep()
    os.chown(tmp_path / FILE, 12345, 12345)
    assert not Shelf(cache_in(tmp_path), FILE).read()


def test_no_more_than_enough_is_remembered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(converted, "MOST", 1000)
    known = Converted(cache_in(tmp_path))
    for number in range(500):
        text = f"*word* {number}"
        assert known.inline(text) == f"<em>word</em> {number}"
        if not number % 50:
            known.keep()
    known.keep()
    assert (tmp_path / FILE).stat().st_size < 8_000


def test_nothing_is_written_where_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    known = Converted()
    assert said(known) == meant(Options())
    known.keep()
    assert list(tmp_path.iterdir()) == []


def test_of_a_page_that_is_saved_again_and_again_only_the_youngest_is_remembered(
    nobody_converts: Callable[[], None],
) -> None:
    known = Converted()
    said(known)
    known.news()  # From here on it is work on the site.
    for number in range(converted.MOST_DOCUMENTS + 3):
        known.convert(f"Change {number}")
        known.inline(f"Line {number}")
    known.forget_older_news()
    assert len(known.news().documents) == converted.MOST_DOCUMENTS
    wanted = meant(Options())
    nobody_converts()
    assert said(known) == wanted
    known.convert("Change 3")
    known.inline("Line 0")
    with pytest.raises(pytest.fail.Exception, match="was converted"):
        known.convert("Change 2")
