"""What was compiled by an earlier process is the pattern that `re` would make, whatever becomes of the file."""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

import acadfolio
from acadfolio import kept, patterns
from acadfolio.markdown.highlight import _rules, highlight
from acadfolio.patterns import FILE, Patterns
from acadfolio.regex import CODE, OURS, compiled_here, regex

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SOME = (r"(\d{4})-(?P<month>\d\d)", r"[\w-]+(?=\s)|(?i:ä+)", rb"\x00+|(a)(?:b)?", r"(?x) a # comment", r"(?>(?:ab?)*)c")


@pytest.fixture(autouse=True)
def trusted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Python writes its code, and this process began when its libraries were there."""
    monkeypatch.setattr(kept, "STARTED", time.time_ns())
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    kept.makers.cache_clear()
    yield
    kept.makers.cache_clear()


def every_pattern() -> dict[tuple[Any, int], str]:
    """Of all our modules, as they are written, with the place of each."""
    return {
        (value.pattern, int(vars(value)["_flags"])): f"{name}.{attribute}"
        for _, name, _ in pkgutil.walk_packages(acadfolio.__path__, "acadfolio.")
        if not name.endswith("__main__")
        for attribute, value in vars(importlib.import_module(name)).items()
        if isinstance(value, type(regex("")))
    }


def test_each_is_what_re_makes_and_is_so_again_in_the_next_process(tmp_path: Path) -> None:
    """Two patterns are equal when their code is."""
    everywhere = every_pattern()
    everywhere.update({(pattern, 0): repr(pattern) for pattern in SOME})
    assert len(everywhere) > 200
    for is_kept in (False, True):
        ours = Patterns(tmp_path / FILE)
        wrong = [place for written, place in everywhere.items() if ours.compile(*written) != re.compile(*written)]
        assert wrong == []
        assert bool(ours.new) != is_kept
        ours.keep()


def found(ours: Patterns) -> Any:
    match = ours.compile(SOME[0]).search("since 2024-05")
    assert match is not None
    return match["month"], match.groupdict(), match.lastindex


@pytest.fixture
def file(tmp_path: Path) -> Path:
    ours = Patterns(tmp_path / FILE)
    assert found(ours) == ("05", {"month": "05"}, 2)
    ours.keep()
    return tmp_path / FILE


def test_code_that_is_none_is_made_anew(file: Path) -> None:
    flags, code, groups, names, by_number = patterns._made(SOME[0], 0)  # noqa: SLF001
    for wrong in (
        (flags, code[:-4], groups, names, by_number),
        (flags, bytes(len(code)), groups, names, by_number),
        (flags, b"\xff" * len(code), groups, names, by_number),
        (flags, code[:5], groups, names, by_number),
        (flags, code, groups, names, ()),
        (flags, "code", groups, names, by_number),
        (),
        None,
    ):
        ours = Patterns(file)
        ours._all()[SOME[0], 0] = wrong  # type: ignore[assignment] # noqa: SLF001
        if wrong is not None:
            assert ours.compile(SOME[0]) == re.compile(SOME[0])
        assert found(ours) == ("05", {"month": "05"}, 2)
        ours.compile(f"new beside {wrong}")
        ours.keep()
        assert Patterns(file)._all().get((SOME[0], 0)) in (None, patterns._made(SOME[0], 0))  # noqa: SLF001


@pytest.mark.parametrize("content", [b"", b"patterns", b"\0" * 99])
def test_a_file_of_something_else_is_as_good_as_none(file: Path, content: bytes) -> None:
    kept.Shelf(lambda: str(file.parent), FILE).add(content, lambda: content)
    ours = Patterns(file)
    assert found(ours) == ("05", {"month": "05"}, 2)
    ours.keep()
    assert Patterns(file)._all().keys() == {(SOME[0], 0)}  # noqa: SLF001


@pytest.mark.parametrize("name", ["_made", "_pattern"])
def test_a_python_that_does_it_in_another_way_does_it_in_its_own(
    file: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_more(*_: object) -> None:
        raise AttributeError(name)

    monkeypatch.setattr(patterns, name, no_more)
    for ours in (Patterns(file), Patterns(None)):
        assert ours.compile("other") == re.compile("other")
        assert found(ours) == ("05", {"month": "05"}, 2)
        ours.keep()
        assert not ours.new


def test_a_library_gets_what_re_would_give_it_while_it_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, itself = Patterns(tmp_path / FILE), re.compile
    monkeypatch.setattr("acadfolio.regex._compilers", {OURS: ours.compile})
    with compiled_here():
        assert re.compile == ours.compile
        assert re.compile(SOME[0], re.IGNORECASE | re.DOTALL) == itself(SOME[0], re.IGNORECASE | re.DOTALL)
        assert re.compile(itself(SOME[1])) == itself(SOME[1])
        with pytest.raises(re.error):
            re.compile("(")
    assert re.compile is itself
    assert ours.new.keys() == {(SOME[0], int(re.IGNORECASE | re.DOTALL))}


def test_patterns_of_languages_are_kept_apart_and_compiled_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patterns, "user_file", lambda name, _: tmp_path / name)
    monkeypatch.setattr(patterns, "_used", {})
    monkeypatch.setattr("acadfolio.regex._compilers", {})
    plain = highlight("lambda x: x ** 2", "python")
    for _ in range(2):
        patterns.use()
        _rules.cache_clear()
        highlight.cache_clear()
        monkeypatch.delitem(sys.modules, "pygments.lexers.python")
        assert highlight("lambda x: x ** 2", "python") == plain
        used = patterns._used[CODE]  # noqa: SLF001
        compiled = len(used.new)
        patterns.keep()
    assert not compiled
    assert len(Patterns(tmp_path / "patterns-of-code")._all()) > 50  # noqa: SLF001
    assert not any("lambda" in str(source) for source, _ in Patterns(tmp_path / FILE)._all())  # noqa: SLF001


def test_nothing_is_written_where_python_writes_no_code_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    ours = Patterns(tmp_path / FILE)
    ours.compile("a")
    ours.keep()
    assert not (tmp_path / FILE).exists()


def test_a_user_without_a_folder_for_such_things_has_patterns_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "_used", {})
    monkeypatch.setattr("acadfolio.regex._compilers", {})
    monkeypatch.setattr(patterns, "user_file", lambda *_: None)
    patterns.use()
    patterns.keep()
    assert regex(SOME[0]).fullmatch("1903-12")
