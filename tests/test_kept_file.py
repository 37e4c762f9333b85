"""What comes out of a file of a cache is what went in, or nothing, whatever befell the file."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from acadfolio.fingerprint import digest_of
from acadfolio.images.cache import Lighter, VariantCache
from acadfolio.kept import MOST_PIECES, Shelf
from acadfolio.kept_file import cache_folder, read_kept, remove_leftovers, replace_file, write_kept
from acadfolio.kept_pages import keep_pages, read_last
from acadfolio.rendering.keeping import Findings, KeptPage, KeptSite, Recipe
from acadfolio.theme.compiled import CompiledTemplates
from acadfolio.theme.environment import template_environment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HEAD = b"a test 1\n"
PAYLOAD = bytes(range(100, 150))
THEME = Path(__file__).parent.parent / "templates"
WRITER = """
import sys
from acadfolio.kept_file import write_kept
print(flush=True)
while True:
    for letter in b"ab":
        write_kept(sys.argv[1], sys.argv[2].encode(), bytes([letter]) * 3_000_000)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file in which something is kept."""
    write_kept(str(tmp_path / "cache/file"), HEAD, PAYLOAD)
    return tmp_path / "cache/file"


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_what_was_kept_comes_out(path: Path) -> None:
    assert read_kept(str(path), HEAD) == PAYLOAD
    write_kept(str(path), HEAD, b"")
    assert read_kept(str(path), HEAD) == b""
    assert names(path.parent) == ["file"]


def test_no_flipped_bit_and_no_cut_is_overlooked(path: Path) -> None:
    whole = path.read_bytes()
    flipped = [bytearray(whole) for _ in range(8 * len(whole))]
    for place, damaged in enumerate(flipped):
        damaged[place // 8] ^= 1 << place % 8
    cut = [whole[:length] for length in range(len(whole))]
    for content in (*map(bytes, flipped), *cut, whole + b"\0", whole + whole, bytes(len(whole))):
        path.write_bytes(content)
        assert read_kept(str(path), HEAD) is None, content
    path.write_bytes(whole)
    assert read_kept(str(path), HEAD) == PAYLOAD


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)
    assert read_kept(str(path), b"head") is None
    write_kept(str(path), b"head", b"payload")
    assert read_kept(str(path), b"head") == b"payload"


def test_what_another_version_kept_is_not_read(path: Path) -> None:
    for head in (b"a test 2\n", b"a test 1", b"", HEAD + b"\0"):
        assert read_kept(str(path), head) is None


def test_where_nothing_can_be_kept_the_writer_is_told_and_nothing_is_left(path: Path) -> None:
    path.unlink()
    path.mkdir()
    for place in (path, path.parent.parent / "cache/file/../../cache"):
        with pytest.raises(OSError, match="directory"):
            write_kept(str(place), HEAD, PAYLOAD)
        assert read_kept(str(place), HEAD) is None
    assert [names(path.parent), names(path.parent.parent)] == [["file"], ["cache"]]


def test_a_writer_that_is_stopped_leaves_what_was_kept(path: Path) -> None:
    wrong: bytes = "no bytes"  # type: ignore[assignment]
    with pytest.raises(TypeError):
        replace_file(str(path), b"the first part", wrong)
    assert read_kept(str(path), HEAD) == PAYLOAD
    assert names(path.parent) == ["file"]


@pytest.mark.parametrize("mishap", [OSError, KeyboardInterrupt])
def test_a_writer_that_is_stopped_before_the_last_step_leaves_what_was_kept(
    path: Path, mishap: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise mishap

    monkeypatch.setattr(os, "replace", stopped)
    with pytest.raises(mishap):
        replace_file(str(path), b"another")
    assert read_kept(str(path), HEAD) == PAYLOAD
    assert names(path.parent) == ["file"]


@contextmanager
def writing(path: Path, head: bytes) -> Iterator[None]:
    """Another process writes the file again and again, until it is killed."""
    command = [sys.executable, "-c", WRITER, str(path), head.decode()]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        try:
            yield
            assert process.poll() is None, "it could not write"
        finally:
            process.kill()


def test_while_others_write_and_are_killed_what_is_read_is_whole(path: Path) -> None:
    write_kept(str(path), HEAD, b"a" * 3_000_000)
    for pause in (0.0, 0.02, 0.05):
        with writing(path, HEAD), writing(path, HEAD):
            until = time.monotonic() + 0.2 + pause
            while time.monotonic() < until:
                assert read_kept(str(path), HEAD) in {b"a" * 3_000_000, b"b" * 3_000_000}, "a part of it"
        assert read_kept(str(path), HEAD), "killed"


def test_what_killed_writers_left_goes_and_what_is_being_written_stays(path: Path) -> None:
    for name, age in (("file.1.2.new", 7200), ("file.3.4.new", 60), ("news", 7200)):
        (path.parent / name).touch()
        os.utime(path.parent / name, (time.time() - age,) * 2)
    remove_leftovers(str(path.parent))
    assert names(path.parent) == ["file", "file.3.4.new", "news"]
    remove_leftovers(str(path.parent / "nowhere"))


PAGES = KeptSite(pages={"index.html": KeptPage(Recipe(b"quick", b"own"), b"digest", Findings())})


def _pages(folder: Path) -> object:
    stamp = keep_pages(lambda: str(folder.with_name("again")), PAGES)
    return read_last(lambda: str(folder), {"index.html": b"digest"}, b"", stamp).kept.pages


def _pictures(folder: Path) -> object:
    return VariantCache(lambda: str(folder)).get("key")


def _templates(folder: Path) -> object:
    cache = CompiledTemplates(THEME, lambda: str(folder))
    sandbox, file = template_environment([THEME], str, str, cache), str(folder / "own.html")
    sandbox.compile = None  # type: ignore[assignment, method-assign] # what is kept is not compiled
    with suppress(TypeError):
        return cache.code(sandbox, "own.html", file, "<p></p>")
    return None


def _shelf(folder: Path) -> object:
    return Shelf(lambda: str(folder), "shelf").read()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder in which every kind of cache has something."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    own = lambda: str(tmp_path)  # noqa: E731
    keep_pages(own, PAGES)
    VariantCache(own).put("key", [Lighter("webp", 320, b"bytes")])
    templates = CompiledTemplates(THEME, own)
    (tmp_path / "own.html").write_text("<p></p>")
    template_environment([tmp_path], str, str, templates).get_template("own.html")
    templates.keep()
    Shelf(own, "shelf").add(b"piece", lambda: b"piece")
    return tmp_path


@pytest.mark.parametrize("read", [_pages, _pictures, _templates, _shelf])
@pytest.mark.parametrize("harm", ["another user's", "damaged"])
def test_every_kind_of_cache_takes_what_is_its_own_and_whole_and_nothing_else(
    read: Callable[[Path], object], harm: str, cache: Path
) -> None:
    assert read(cache)
    files = [path for path in cache.rglob("*") if path.is_file() and path.name != "own.html"]
    assert len(files) == 4
    for file in files:
        if harm == "damaged":
            content = file.read_bytes()
            file.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        elif not hasattr(os, "getuid") or os.getuid() != 0:
            pytest.skip("only root gives files away")
        else:
            os.chown(file, 12345, 12345)
    assert not read(cache)


def test_a_shelf_that_was_moved_to_anothers_place_is_empty(cache: Path) -> None:
    (cache / "shelf").replace(cache / "other")
    other = Shelf(lambda: str(cache), "other")
    assert other.read() == []
    other.add(b"its own", lambda: b"its own")
    assert [bytes(piece) for piece in Shelf(lambda: str(cache), "other").read()] == [b"its own"]


def test_pieces_of_other_makers_are_not_taken(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others may have written between the head, which is ours, and what follows."""
    shelf = cache / "shelf"
    length = shelf.stat().st_size
    head = shelf.read_bytes()[: -len(b"piece")]
    monkeypatch.setattr("acadfolio.kept.makers", lambda: b"others")
    Shelf(lambda: str(cache), "other").add(b"piece", lambda: b"piece")
    monkeypatch.undo()
    theirs = (cache / "other").read_bytes()
    marks = theirs[-len(b"piece") - 4 :]
    shelf.write_bytes(head[:-4] + marks)
    assert shelf.stat().st_size == length
    assert Shelf(lambda: str(cache), "shelf").read() == []


@pytest.mark.parametrize("is_read_again", [False, True])
def test_news_is_appended_to_a_shelf_until_its_pieces_are_many(tmp_path: Path, *, is_read_again: bool) -> None:
    """Also by processes that add one piece each."""
    shelf = Shelf(lambda: str(tmp_path), "shelf")
    counts = []
    for number in range(MOST_PIECES + 2):
        if is_read_again:
            shelf = Shelf(lambda: str(tmp_path), "shelf")
            shelf.read()
        shelf.add(b"%d" % number, lambda: b"all")
        counts.append(len(Shelf(lambda: str(tmp_path), "shelf").read()))
    assert counts == [*range(1, MOST_PIECES + 1), 1, 2]
    assert Shelf(lambda: str(tmp_path), "shelf").read() == [b"all", b"%d" % (MOST_PIECES + 1)]


def test_a_shelf_that_somebody_else_wrote_over_is_written_anew(tmp_path: Path) -> None:
    shelf = Shelf(lambda: str(tmp_path), "shelf")
    shelf.add(b"one", lambda: b"all")
    (tmp_path / "shelf").write_bytes(b"somebody else's")
    assert shelf.read() == []
    shelf.add(b"two", lambda: b"all of it")
    assert Shelf(lambda: str(tmp_path), "shelf").read() == [b"all of it"]


def test_only_pages_that_stand_in_the_output_are_taken(tmp_path: Path) -> None:
    stamp = keep_pages(lambda: str(tmp_path), PAGES)
    for found in ({"index.html": b"another"}, {"cv/index.html": b"digest"}):
        assert read_last(lambda: str(tmp_path), found, b"", stamp).kept.pages == {}


def test_pages_in_another_form_are_none(tmp_path: Path) -> None:
    keep_pages(lambda: str(tmp_path), PAGES)
    file, payload = tmp_path / "pages", b"\x91\x01"
    head = file.read_bytes().partition(b"\n")[0] + b"\n"
    write_kept(str(file), head, payload)
    assert read_last(lambda: str(tmp_path), {"index.html": b"digest"}, b"", digest_of(payload)).kept == KeptSite()


def test_the_cache_of_a_site_that_is_gone_makes_no_folder_in_its_place(tmp_path: Path) -> None:
    site = tmp_path / "site"
    with pytest.raises(FileNotFoundError):
        cache_folder(str(site))
    assert not site.exists()
    site.mkdir()
    assert cache_folder(str(site)) == cache_folder(str(site)) == str(site / ".acadfolio-cache")
    assert sorted(path.name for path in (site / ".acadfolio-cache").iterdir()) == [".gitignore", "CACHEDIR.TAG"]
