"""docs/content/problems.md has every rule, with an example that breaks it and the message that acadfolio prints for it.

After a change of messages `UPDATE_FIXTURES=1 uv run pytest tests/test_problem_docs.py -n 0` writes
them anew.
"""

from __future__ import annotations

import ast
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from acadfolio.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "content" / "problems.md"
PACKAGES = ROOT / "src"
BLOCK = re.compile(r"^`([^`\n]+)`(?: prints)?:\n\n(`{3,})\w+\n((?:.*\n)*?)\2$", re.MULTILINE)
"""A block of code with what the line above it names: the path of a file, or a command."""
RULE = re.compile(r"[a-z]+(?:-[a-z]+)+")


class Example(NamedTuple):
    rule: str
    files: dict[str, str]
    command: str
    printed: str


def sections() -> dict[str, str]:
    """The text below each rule's heading."""
    parts = re.split(r"^## (.+)\n", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def examples() -> Iterator[Example]:
    for rule, text in sections().items():
        blocks = [(name, content) for name, _, content in BLOCK.findall(text)]
        files = {name: content for name, content in blocks if not name.startswith("acadfolio ")}
        printed = [(name, content) for name, content in blocks if name.startswith("acadfolio ")]
        for command, lines in printed:
            yield Example(rule, files, command.removeprefix("acadfolio "), lines)


def rules_named_in(tree: ast.Module) -> Iterator[str]:
    """Rules that code reports: arguments and defaults called `rule`, and constants called RULE."""
    values: list[ast.expr | None] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "rule":
            values.append(node.value)
        elif isinstance(node, ast.FunctionDef):
            named = [*node.args.args, *node.args.kwonlyargs]
            defaults = [
                *[None] * (len(node.args.args) - len(node.args.defaults)),
                *node.args.defaults,
            ]
            pairs = zip(named, [*defaults, *node.args.kw_defaults], strict=True)
            values += [default for argument, default in pairs if argument.arg == "rule"]
        elif (
            isinstance(node, ast.Assign | ast.AnnAssign)
            and "RULE" in ast.unparse(node).split("=")[0]
        ):
            values.append(node.value)
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "Problem"
        ):
            values.append(node.args[0])
    for value in values:
        for part in ast.walk(value) if value else ():
            if (
                isinstance(part, ast.Constant)
                and isinstance(part.value, str)
                and RULE.fullmatch(part.value)
            ):
                yield part.value


def test_every_rule_that_code_reports_has_its_section() -> None:
    named: set[str] = set()
    for path in PACKAGES.rglob("*.py"):
        named |= set(rules_named_in(ast.parse(path.read_text(encoding="utf-8"))))
    assert {"dead-link", "unknown-key"} < named
    assert named - sections().keys() == set()


def test_every_section_is_of_a_rule_that_code_reports() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in PACKAGES.rglob("*.py"))
    assert {"dead-link", "unknown-key"} < sections().keys()
    assert [rule for rule in sections() if f'"{rule}"' not in code] == []


def test_sections_are_in_the_order_of_the_alphabet() -> None:
    assert list(sections()) == sorted(sections())


@pytest.mark.parametrize("example", list(examples()), ids=lambda example: example.rule)
def test_the_example_of_a_rule_is_reported_as_the_docs_show(
    example: Example,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for path, content in {"data/site.yml": "title: Ada Lovelace\n", **example.files}.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    main([*example.command.split(), "--format", "json"])
    problems = [
        problem
        for problem in json.loads(capsys.readouterr().out)["problems"]
        if problem["rule"] == example.rule
    ]
    printed = "".join(f"{line_of(problem)}\n" for problem in problems)
    if "UPDATE_FIXTURES" in os.environ and printed:
        update(example, printed)
        return
    assert printed == example.printed


def update(example: Example, printed: str) -> None:
    """Write what an example prints now into its block of the page."""
    before, heading, after = PAGE.read_text(encoding="utf-8").partition(f"\n## {example.rule}\n")
    after = after.replace(f"```text\n{example.printed}```", f"```text\n{printed}```", 1)
    PAGE.write_text(before + heading + after, encoding="utf-8")


def line_of(problem: dict[str, str]) -> str:
    """A problem as a terminal shows it."""
    numbers = "".join(f":{problem[key]}" for key in ("line", "column") if problem[key])
    hint = f" ({problem['hint']})" if problem["hint"] else ""
    return f"{problem['file']}{numbers}: {problem['severity']}: {problem['message']}{hint}"
