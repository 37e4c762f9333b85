"""Parse YAML into nodes with locations.

All values stay strings: dates and numbers are not converted.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from acadfolio.source.text import CONTROL, Source, SourceText
from acadfolio.source.yaml_errors import QUESTION_MARK, QUOTE_IT, SINGLE_QUOTES, diagnose

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from acadfolio.problems import Location, Problems

try:
    from yaml import CBaseLoader
except ImportError:  # PyYAML without libyaml: the same nodes, ten times slower.
    from yaml import BaseLoader as CBaseLoader  # type: ignore[assignment]


class Loader(CBaseLoader):
    """Makes nodes without tags, which are not used here and would take a third of the time."""

    def resolve(self, _kind: object, _value: object, _implicit: object) -> str:
        return ""


@cache
def load_table(file: str | Path) -> Any:
    """Read a YAML file of acadfolio into lists, mappings and strings: that of a module if `file` is its `__file__`."""
    return yaml.load(Path(file).with_suffix(".yml").read_text(encoding="utf-8"), CBaseLoader)  # noqa: S506 - it makes nothing else


Node = yaml.Node
Scalar = yaml.ScalarNode
Sequence = yaml.SequenceNode
Mapping = yaml.MappingNode

# Far deeper than any site needs. Prevents hostile files from exhausting the stack (libyaml crashes
# at about 50,000).
DEEPEST = 500
TOO_DEEP = f"this is nested more than {DEEPEST} levels deep"
MOST_REPEATED = 300_000
"""The nodes of a file with all aliases written out, unless it is long itself."""
MAX_NODES = 100_000
"""The limit for one free-form value: nested aliases can have billions of nodes."""
HUGE = 1_000_000_000
"""Larger sizes are not told apart."""
MOST_TIMES = 10
"""How many times longer a file may be with all aliases written out."""
DEEP_LINE = re.compile(rf"^[ ?-]{{{2 * DEEPEST}}}", re.MULTILINE)
# YAML 1.1 treats these as line ends, but editors do not. Pasted text may have them.
STRANGE_BREAKS = "\x85\u2028\u2029"
NOTHING = frozenset({"", "~", "null", "Null", "NULL"})
# It starts with the characters themselves, so that a long text without them is searched quickly.
SWALLOWED = re.compile(
    r"""(?x)
    [!&"?\#] (?<! [^\s\[{,] . )
    (?: (?<=[!&])\S | (?<=")[^"\\\n]*\\ | (?<=\?)[ \t] | (?<=[ \t]\#)\w )
    """
)
"""What YAML may ignore without an error: a tag, an anchor, a backslash in double quotes, a key after `?`, text after a `#`."""
KEY_INDICATOR = r"(?:.*[-,\[{:])?\s*\?[ \t]+"
"""The line before a text that YAML reads as a key, as in `- ? How many rings`."""
LONGEST_INDICATOR = 200
"""Characters before a text in which an indicator is looked for: a line may have thousands of texts."""
CUT_SHORT = re.compile(r"\S[ \t]+#\w")
PLAIN_TAGS = frozenset(
    {
        "",
        *(
            f"tag:yaml.org,2002:{name}"
            for name in ("str", "int", "float", "bool", "null", "seq", "map")
        ),
    }
)


def parse_yaml(
    source: Source,
    problems: Problems,
    *,
    first_line: int = 1,
    text: str | None = None,
    is_foreign: bool = False,
) -> Node | None:
    """Parse a file, or a part of it that starts at `first_line`. None if it is empty or has errors.

    `is_foreign`: the file was written for another program, so an anchor `&name` without an alias,
    text after a `#` and values of too many aliases are not reported: an import leaves out such values.
    """
    # With empty lines for those before this part, every location is that in the file.
    body = source.text if text is None else "\n" * (first_line - 1) + text
    for strange_break in STRANGE_BREAKS:
        body = body.replace(strange_break, " ")
    if nests_too_deep(body):
        problems.error(source.at(first_line), TOO_DEEP, "close the brackets", rule="yaml-syntax")
        return None
    node = _composed(source, body, problems)
    if node is None or is_nothing(node):
        return None
    if SWALLOWED.search(body):
        huge = None if is_foreign else huge_node(node)
        if huge is not None:
            message = "this value is too large with all its aliases, `*name`, written out"
            hint = "use fewer aliases, and for short values"
            problems.error(place(source, huge), message, hint, rule="yaml-syntax")
            return None
        _report_swallowed(source, body, problems, is_foreign=is_foreign)
    return node


def _composed(source: Source, text: str, problems: Problems) -> Node | None:
    """The node of a text; None if it is empty or has errors, which are reported."""
    try:
        return yaml.compose(text, Loader)
    except yaml.MarkedYAMLError as error:
        line, column, message, hint = diagnose(error, text)
        problems.error(source.at(line + 1, column + 1), message, hint, rule="yaml-syntax")
    except yaml.reader.ReaderError as error:
        _report_unreadable(source, text, error, problems)
    return None


def is_nothing(node: Node) -> bool:
    """Whether a value is empty, `~` or `null`, which means the same as no key."""
    return isinstance(node, Scalar) and node.value in NOTHING and not node.style


def text_of(node: Node | None) -> str:
    """The text of a scalar; empty for any other node."""
    return node.value.strip() if isinstance(node, Scalar) and not is_nothing(node) else ""


def is_plain(node: Scalar) -> bool:
    """Whether a value is written without quotes. The style is "" in libyaml, and None in PyYAML."""
    return not node.style


def place(source: Source, node: Any) -> Location:
    """The location where a node or an event starts."""
    return source.at(node.start_mark.line + 1, node.start_mark.column + 1)


def texts_below(
    source: Source, node: Node | None, skipped: Collection[str]
) -> Iterator[SourceText]:
    """All texts of a node except those of the `skipped` keys.

    A text with aliases is yielded once.
    """
    seen, pending = set(), [node]
    while pending:
        node = pending.pop()
        if node in seen:
            continue
        seen.add(node)
        if isinstance(node, Scalar) and node.value:
            raw = source.text[node.start_mark.index : node.end_mark.index]
            # Most texts are as they are written, and need no memory for a copy.
            raw = node.value if raw == node.value else raw
            yield SourceText(node.value, raw, place(source, node))
        elif isinstance(node, Sequence):
            pending += reversed(node.value)
        else:
            pending += (value for key, value in reversed(items_of(node)) if key not in skipped)


def items_of(node: Node | None) -> list[tuple[str, Node]]:
    """The keys and values of a mapping; an empty list for any other node."""
    pairs = node.value if isinstance(node, Mapping) else []
    return [(key.value, value) for key, value in pairs if isinstance(key, Scalar)]


def nodes_in(node: Node | None) -> list[Any]:
    """The items of a list, or the node itself if it is no list."""
    return node.value if isinstance(node, Sequence) else [node]


def describe(node: Node) -> str:
    """What a node is, for messages."""
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node, Sequence):
        return "a list"
    return f"`{_short(node.value)}`" if node.value.strip() and not is_nothing(node) else "empty"


def _short(text: str) -> str:
    longest = 40
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


def nests_too_deep(text: str) -> bool:
    """Whether brackets or indentation nest so deeply that libyaml, which is recursive, could exhaust the stack.

    Brackets inside quotes count too: no real text has hundreds of unclosed ones.
    """
    if DEEP_LINE.search(text):
        return True
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    steps = (1 if bracket[0] in "[{" else -1 for bracket in re.finditer(r"[\[\]{}]", text))
    return max(accumulate(steps, _depth_after)) > DEEPEST


def _depth_after(depth: int, step: int) -> int:
    return max(0, depth + step)


def huge_node(node: Node) -> Node | None:
    """The smallest node that is too large with all aliases written out, as each is where it is read.

    None in most files, and in one that is long itself.
    """
    sizes: dict[Node, int] = {}
    """Of nodes whose parts are counted, and 1 of those that are being counted: a node may be in itself."""
    counted: set[Node] = set()
    pending = [node]
    while pending:
        current = pending[-1]
        inner = () if current in counted else _nodes_below(current)
        if current not in sizes:
            sizes[current] = 1
            pending += (each for each in inner if each not in sizes)
            continue
        pending.pop()
        if current not in counted:
            counted.add(current)
            size = 1 + sum(sizes[each] for each in inner)
            sizes[current] = min(size, HUGE)  # Aliases in aliases have numbers of any length.
    most = max(MOST_REPEATED, MOST_TIMES * len(sizes))
    return min((each for each in sizes if sizes[each] > most), key=sizes.__getitem__, default=None)


def _nodes_below(node: Node) -> Collection[Node]:
    """The items of a list, or the keys and values of a mapping; none of a text."""
    if isinstance(node, Mapping):
        return [each for pair in node.value for each in pair]
    return node.value if isinstance(node, Sequence) else ()


def _report_swallowed(source: Source, text: str, problems: Problems, *, is_foreign: bool) -> None:
    """Report what YAML would ignore: `!` and `&` before a value, backslashes, and text after ` #`."""
    rows = [*text.split("\n"), ""]
    for event in yaml.parse(text, Loader):
        if isinstance(event, (yaml.ScalarEvent, yaml.CollectionStartEvent)):
            here = place(source, event)
            if (event.tag or "") not in PLAIN_TAGS:
                problems.error(here, "a value cannot start with `!`", QUOTE_IT, rule="yaml-syntax")
            if event.anchor and not is_foreign and f"*{event.anchor}" not in text:
                what = (
                    f"YAML reads `&{event.anchor}` as an anchor, not as text, and no alias uses it"
                )
                problems.warn(here, what, QUOTE_IT, rule="yaml-syntax")
            _report_swallowed_text(source, event, rows, problems, is_foreign=is_foreign)


def _report_swallowed_text(
    source: Source, event: Any, rows: list[str], problems: Problems, *, is_foreign: bool
) -> None:
    if not isinstance(event, yaml.ScalarEvent):
        return
    start: Any = event.start_mark
    before = rows[start.line][max(0, start.column - LONGEST_INDICATOR) : start.column]
    if re.fullmatch(KEY_INDICATOR, before):
        _report_key(source, event, rows, problems)
    if event.style == '"' and CONTROL.search(event.value):
        what = "a backslash in these double quotes makes an invisible control character"
        problems.error(place(source, event), what, SINGLE_QUOTES, rule="encoding")
    end: Any = event.end_mark
    lost = (
        None
        if event.style or is_foreign
        else CUT_SHORT.match(rows[end.line], max(end.column - 1, 0))
    )
    if lost:
        what = "YAML reads the text after this # as a comment"
        hint = "put the value in quotes, or a space after the #"
        problems.warn(source.at(end.line + 1, lost.end() - 1), what, hint, rule="yaml-syntax")


def _report_key(source: Source, event: Any, rows: list[str], problems: Problems) -> None:
    """Report a text that YAML reads as a key without a value.

    Programs write long keys in this way, with a value.
    """
    end = event.end_mark
    rest = rows[end.line][end.column :].strip() or rows[min(end.line + 1, len(rows) - 1)].strip()
    if rest.startswith(":"):
        return
    column = rows[event.start_mark.line].rfind("?", 0, event.start_mark.column) + 1
    location = source.at(event.start_mark.line + 1, column)
    problems.error(location, QUESTION_MARK, QUOTE_IT, rule="yaml-syntax")


def _report_unreadable(
    source: Source, text: str, error: yaml.reader.ReaderError, problems: Problems
) -> None:
    """Report a character that YAML does not allow.

    Control characters were reported when the file was read.
    """
    if CONTROL.search(text):
        return
    number = error.character if isinstance(error.character, int) else ord(error.character)
    place = source.at_offset(max(text.find(chr(number)), 0))
    what = f"there is an invisible character (U+{number:04X}) here, which YAML cannot read"
    problems.error(place, what, "delete it", rule="encoding")
