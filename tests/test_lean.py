"""What a build has no use for is not loaded, and is there for whoever has."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from acadfolio.lean import ABSENT, LATER

if TYPE_CHECKING:
    from pathlib import Path

LEAN = "import sys; from acadfolio.lean import import_lean; "
WAITING = {library: {*names, ABSENT.get(library, names[0])} for library, names in LATER.items()}


def run(script: str, *folders: Path, argument: Path | None = None) -> str:
    """What a Python of its own prints."""
    path = os.pathsep.join([*map(str, folders), os.environ.get("PYTHONPATH", "")])
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    environment["PYTHONPATH"] = path
    command = [sys.executable, "-c", script, *([str(argument)] if argument else [])]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.parametrize("library", LATER)
def test_a_library_comes_without_what_can_wait_and_that_can_be_imported_afterwards(library: str) -> None:
    waiting = WAITING[library]
    with_all = set(run(f"import sys, {library}; print(*sys.modules)").split())
    lean = set(run(f"{LEAN}import_lean('{library}'); print(*sys.modules)").split())
    assert library in lean
    assert not lean & waiting
    assert with_all - lean >= waiting & with_all
    afterwards = f"import importlib; print(*(importlib.import_module(name).__spec__.name for name in {waiting}))"
    assert set(run(f"{LEAN}import_lean('{library}'); {afterwards}").split()) == waiting


@pytest.mark.parametrize("library", LATER)
def test_what_is_there_already_stays_as_it_is(library: str) -> None:
    first = "; ".join(f"import {name}" for name in sorted(WAITING[library]))
    run(
        f"{first}; {LEAN}before = dict(sys.modules); import_lean('{library}'); "
        "assert all(sys.modules[name] is module for name, module in before.items()); "
        "from acadfolio import lean; assert not any(isinstance(m, lean._StandIn) for m in sys.modules.values())"
    )


def test_jinja_does_all_that_it_does_when_it_is_imported_as_a_whole(tmp_path: Path) -> None:
    use = """
import jinja2, jinja2.sandbox, sys

class Words(jinja2.DictLoader):
    pass

macro = "{% macro m(x) %}<{{ x }}>{% endmacro %}{{ m(1) }}{% include 'b' %}"
loader = Words({"a": macro, "b": "{{ [1, 2] | tojson }}"})
assert isinstance(loader, jinja2.BaseLoader) and issubclass(Words, jinja2.DictLoader)
for kind in (jinja2.Environment, jinja2.sandbox.ImmutableSandboxedEnvironment):
    cache = jinja2.FileSystemBytecodeCache(sys.argv[1])
    environment = kind(loader=loader, extensions=["jinja2.ext.loopcontrols"], bytecode_cache=cache)
    print(environment.get_template("a").render())
    text = "{{ x | map(attribute='a.b') | list }} {{ [3] | random }} {{ lipsum(1)[:0] }}"
    print(environment.from_string(text).render(x=[{"a": {"b": 1}}]))
    print(list(environment.lex("{{ a }}")), environment.parse("{{ a }}"))
    print(environment.compile_expression("1 + a")(a=2), jinja2.environment.Lexer.__name__)
    print(environment.overlay(trim_blocks=True).code_generator_class.__name__)
    try:
        environment.from_string("{% for %}")
    except jinja2.TemplateSyntaxError as error:
        print(error)
"""
    (tmp_path / "lean").mkdir()
    (tmp_path / "whole").mkdir()
    lean = run(f"{LEAN}import_lean('jinja2.sandbox')\n{use}", argument=tmp_path / "lean")
    assert lean == run(use, argument=tmp_path / "whole")
    kept = {path.name for path in (tmp_path / "lean").iterdir()}
    assert kept == {path.name for path in (tmp_path / "whole").iterdir()}
    assert kept


def test_msgspec_does_all_that_is_asked_of_it_here() -> None:
    use = """
import msgspec
from acadfolio.model.site import Settings
print(len(msgspec.structs.fields(Settings)), msgspec.json.schema(dict[str, int]), msgspec.inspect.type_info(int))
print(msgspec.json.decode(b'{"a": [1.5, "2024-01-01T00:00:00"]}'), msgspec.convert({"a": 1}, dict[str, float]))
"""
    assert run(f"{LEAN}import_lean('msgspec')\n{use}") == run(use)


def test_a_library_that_wants_more_than_a_stand_in_gives_is_imported_as_ever(tmp_path: Path) -> None:
    (tmp_path / "needy.py").write_text("import parts\nfrom slow import NUMBER\nTWICE = 2 * NUMBER\n")
    (tmp_path / "parts.py").write_text("import slow\n")
    (tmp_path / "slow.py").write_text("NUMBER = 21\n")
    run(
        "import sys; from acadfolio import lean; lean.LATER['needy'] = ('slow',); lean.import_lean('needy'); "
        "import needy, parts, slow; assert needy.TWICE == 42; assert needy.parts is parts and parts.slow is slow",
        tmp_path,
    )


def test_a_library_that_is_not_there_is_missed_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "needy.py").write_text("import nowhere_at_all\n")
    said = run(
        "import sys; from acadfolio import lean; lean.LATER['needy'] = ('inspect',)\n"
        "try:\n    lean.import_lean('needy')\nexcept ImportError as error:\n    print(error.name)\n"
        "assert 'inspect' not in sys.modules\nimport inspect; assert inspect.isclass(int)",
        tmp_path,
    )
    assert said == "nowhere_at_all\n"


def test_a_name_that_was_taken_before_its_module_was_there_does_what_it_would(tmp_path: Path) -> None:
    (tmp_path / "taker.py").write_text("import slow\nfrom slow import Kind, double\n")
    (tmp_path / "slow.py").write_text(
        "class Kind:\n    WORD = 'x'\n\n\ndef double(x, *, more=0):\n    return 2 * x + more\n"
    )
    run(
        "import sys; from acadfolio import lean; lean.LATER['taker'] = ('slow',)\n"
        "lean.import_lean('taker'); import taker\n"
        "assert 'slow' not in sys.modules\n"
        "assert taker.double(20, more=2) == 42 and 'slow' in sys.modules\n"
        "class Own(taker.Kind): pass\n"
        "import slow\n"
        "assert Own.__mro__[1] is slow.Kind and isinstance(Own(), taker.Kind) and issubclass(Own, taker.Kind)\n"
        "assert not isinstance(1, taker.Kind) and taker.Kind.WORD == taker.slow.Kind.WORD == 'x'\n"
        "assert isinstance(taker.Kind(), slow.Kind)",
        tmp_path,
    )
