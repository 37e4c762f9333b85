"""The examples of spec.md: what is written there is what comes out."""

from __future__ import annotations

import os
import re
from pathlib import Path

from acadfolio.markdown import convert, to_html
from acadfolio.markdown.document import INLINE_RULES
from acadfolio.markdown.inline_parser import INLINE_START
from cases import every_case

SPEC = Path(__file__).with_name("spec.md")
_HEADING = re.compile(r"^### (.+)\n", re.MULTILINE)
_FENCE = "`" * 12


def _examples(text: str) -> list[tuple[str, str, str]]:
    pattern = re.compile(
        rf"^### ([^\n]+)\n\n{_FENCE}\n(.*?)^\.\n(.*?)^{_FENCE}\n", re.MULTILINE | re.DOTALL
    )
    return [(match[1], match[2], match[3]) for match in pattern.finditer(text)]


def _updated(text: str) -> str:
    for name, source, expected in _examples(text):
        before = f"### {name}\n\n{_FENCE}\n{source}.\n{expected}{_FENCE}\n"
        text = text.replace(
            before, f"### {name}\n\n{_FENCE}\n{source}.\n{to_html(source)}{_FENCE}\n"
        )
    return text


if "UPDATE_SPEC" in os.environ:
    SPEC.write_text(_updated(SPEC.read_text(encoding="utf-8")), encoding="utf-8")

EXAMPLES = _examples(SPEC.read_text(encoding="utf-8"))


@every_case(("source", "expected"), [example[1:] for example in EXAMPLES])
def test_an_example_of_the_spec_is_converted_as_written(source: str, expected: str) -> None:
    assert to_html(source) == expected
    assert convert(source).html == expected


def test_every_heading_of_the_spec_has_an_example() -> None:
    text = re.sub(
        rf"^{_FENCE}\n.*?^{_FENCE}\n",
        "",
        SPEC.read_text(encoding="utf-8"),
        flags=re.MULTILINE | re.DOTALL,
    )
    assert [name for name, _, _ in EXAMPLES] == _HEADING.findall(text)
    assert len(EXAMPLES) > 80


@every_case("character", INLINE_RULES)
def test_the_rule_of_a_character_is_called(character: str) -> None:
    followed_by = ("", "a", ":", "-", "..", ">", "[", "*", "~a", "amp;", " \n")
    assert any(INLINE_START.match(character + text) for text in followed_by)
