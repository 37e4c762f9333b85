"""Bounds for templates and shortcodes: those of a stranger's site must not keep a build busy for hours.

Jinja's sandbox limits `range`, but no loops, sizes or powers. Here, each page has a number of
steps, of characters and of seconds, and each text and list has a length. On a site of many
entries, a page may need more, because it may list them all. The theme's own templates are not
rewritten, which would take time.
"""

from __future__ import annotations

import re
import time
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any

from jinja2 import TemplateSyntaxError
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from acadfolio.problems import WrongValueError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

MAX_STEPS = 2_000_000
"""The items of all loops, and the calls, of a page.

A list of 5,000 papers takes less than a fifth of it.
"""
MANY_ENTRIES = 5_000
"""A site of more entries has proportionally more steps, characters and seconds for each page."""
MOST_SHARES = 20
"""The most of it: a file of aliases has a million entries, whose characters would fill the memory."""
MAX_CHARACTERS = 100_000_000
"""In all that expressions make or print for a page."""
MAX_SECONDS = 20.0
"""Processor seconds for a page."""
MAX_LENGTH = 10_000_000
"""Of a text in characters, or of a list with all lists in it."""
MAX_BITS = 100_000
"""Of a whole number."""
MAX_PRECISION = 300
"""Digits after the point."""
MAX_OPERATORS = 500
"""Filters and operators in one expression."""
STEPS_BETWEEN_LOOKS = 100
CHECKED, REPEATED = "limits.checked", "limits.repeated"
"""The filters that are inserted into the templates of a site.

No author can have a filter with such a name.
"""
BEGINNINGS, ENDS = (
    frozenset({"block_begin", "variable_begin"}),
    frozenset({"block_end", "variable_end"}),
)
OPERATORS = frozenset({"pipe", "tilde", "add", "sub", "mul", "div", "floordiv", "mod", "pow"})
OPENING, CLOSING = (
    frozenset({"lparen", "lbracket", "lbrace"}),
    frozenset({"rparen", "rbracket", "rbrace"}),
)
MAX_DIGITS = 12
"""Of a width. A number with more of them is too large anyway."""
NUMBER = r"\d+"


class TooMuchWorkError(WrongValueError):
    """A template or a shortcode takes too long, or makes something too large."""


class Work:
    """The work for the current page."""

    def __init__(self) -> None:
        self.share = 1.0
        """How many times the limits of a page are allowed."""
        self.depth = self.steps = self.characters = self.next_look = 0
        self.seconds = self.end = 0.0

    def allow_entries(self, entries: int) -> None:
        """Allow a page that lists so many entries."""
        self.share = min(max(1.0, entries / MANY_ENTRIES), MOST_SHARES)

    @contextmanager
    def of_page(self, seconds: float = MAX_SECONDS) -> Iterator[None]:
        """Count from zero, except within another page.

        `seconds` are those that the page may take, on a site without many entries.
        """
        if not self.depth:
            self.steps = self.characters = self.next_look = 0
            self.seconds = seconds * self.share
            self.end = time.thread_time() + self.seconds
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1

    def step(self) -> None:
        """Count an item of a loop, or a call. Raises TooMuchWorkError."""
        self.steps += 1
        if self.steps >= self.next_look:
            self._look()

    def _look(self) -> None:
        self.next_look = self.steps + STEPS_BETWEEN_LOOKS
        most = round(MAX_STEPS * self.share)
        if self.steps > most:
            raise TooMuchWorkError(
                f"this takes too long: more than {most:,} items of loops and calls on a page"
            )
        if self.depth and time.thread_time() > self.end:
            raise TooMuchWorkError(
                f"this takes too long: more than {self.seconds:.0f} seconds for a page"
            )

    def make(self, characters: int) -> None:
        """Count characters. Raises TooMuchWorkError."""
        self.characters += characters
        if self.characters > MAX_CHARACTERS * self.share:
            most = round(MAX_CHARACTERS * self.share)
            raise TooMuchWorkError(
                f"this makes too much text: more than {most:,} characters for a page"
            )

    def checked(self, value: Any) -> Any:
        """The value of an expression, which is not too large. Raises TooMuchWorkError."""
        self.make(check_length(size_of(value)))
        return value

    def repeated(self, values: Iterable[Any], text: int = 0) -> Iterator[Any]:
        """The items of a loop with so many characters of fixed text. Raises TooMuchWorkError."""
        for value in values:
            self.step()
            self.make(text)
            if isinstance(value, str | list | tuple | dict):
                check_length(size_of(value))
            yield value


def check_length(length: int) -> int:
    """The length. Raises TooMuchWorkError if it is too large."""
    if length > MAX_LENGTH:
        raise TooMuchWorkError(f"this is too large: more than {MAX_LENGTH:,} characters or items")
    return length


def size_of(value: Any) -> int:
    """The characters of a text, or the size of a list with all that is in it, each time that it is in it.

    What is too large is not counted to its end: a list may be in another a billion times.
    """
    size, parts = 0, [value]
    while parts and size <= MAX_LENGTH:
        part = parts.pop()
        if isinstance(part, str):
            size += len(part)
            continue
        size += 1
        if type(part) in {list, tuple}:
            parts.extend(part)
        elif type(part) is dict:
            parts.extend(part)
            parts.extend(part.values())
    return size


def check_power(base: Any, exponent: Any) -> None:
    """Raise TooMuchWorkError if a power of whole numbers is too large."""
    if (
        isinstance(base, int)
        and isinstance(exponent, int)
        and base.bit_length() * exponent > MAX_BITS
    ):
        raise TooMuchWorkError("this number is too large")


def check_product(left: Any, right: Any) -> None:
    """Raise TooMuchWorkError if a product of whole numbers, or a repeated text or list, is too large."""
    if isinstance(left, int) and isinstance(right, int):
        check_power(2, left.bit_length() + right.bit_length())
        return
    for repeated, times in ((left, right), (right, left)):
        if isinstance(times, int) and isinstance(repeated, str | bytes | list | tuple):
            check_length(len(repeated) * times)


def check_sum(left: Any, right: Any) -> None:
    """Raise TooMuchWorkError if two joined texts or lists are too large."""
    if isinstance(left, str | bytes | list | tuple) and isinstance(
        right, str | bytes | list | tuple
    ):
        check_length(len(left) + len(right))


def check_format(text: Any, values: Iterable[Any]) -> None:
    """Raise TooMuchWorkError if a text with `{}` or `%s` would be too large: its widths, or its values."""
    if not isinstance(text, str):
        return
    widths = sum(int(number[:MAX_DIGITS]) for number in re.findall(NUMBER, text))
    fields = text.count("{") + text.count("%")
    is_width_a_value = "*" in text or "{" in text.partition(":")[2]
    longest = 0
    for value in values:
        if isinstance(value, int) and is_width_a_value:
            longest = max(longest, abs(value))
        elif not isinstance(value, int):
            longest = max(longest, size_of(value))
    check_length(widths + fields * longest)


def check_percent(text: Any, values: Any) -> None:
    """Raise TooMuchWorkError if `text % values` would be too large."""
    if isinstance(values, dict):
        check_format(text, values.values())
    else:
        check_format(text, values if isinstance(values, tuple) else (values,))


def check_method(method: Any, values: Sequence[Any], named: Mapping[str, Any]) -> None:
    """Raise TooMuchWorkError if a method of a text or a number would make something too large."""
    name, text = method.__name__, method.__self__
    given = [*values, *named.values()]
    check_numbers(given)
    if not isinstance(text, str | bytes):
        return
    numbers = [value for value in given if isinstance(value, int)]
    if name == "expandtabs":
        check_length(len(text) * max(numbers, default=8))
    elif name == "replace" and len(given) > 1:
        check_replaced(text, given[1])
    elif name == "join" and given and isinstance(given[0], list | tuple):
        check_length(len(text) * len(given[0]) + size_of(given[0]))
    elif name == "translate" and given and isinstance(given[0], dict):
        check_length(len(text) * max(map(size_of, given[0].values()), default=0))


def check_numbers(values: Iterable[Any]) -> None:
    """Raise TooMuchWorkError if a number, such as a width, is too large for a text."""
    for value in values:
        if isinstance(value, int):
            check_length(abs(value))


def check_replaced(text: Any, new: Any) -> None:
    """Raise TooMuchWorkError if a text would be too large after each of its characters is replaced."""
    if isinstance(text, str | bytes) and isinstance(new, str | bytes):
        check_length((len(text) + 1) * len(new) if len(new) > 1 else len(text))


def _check_indent(text: Any, width: Any = 4, *_: Any, **__: Any) -> None:
    size = width if isinstance(width, int) else size_of(width)
    check_length((str(text).count("\n") + 1) * abs(size))


def _check_sizes(_: Any, *values: Any, **named: Any) -> None:
    check_numbers([*values, *named.values()])


def _check_format_filter(text: Any, *values: Any, **named: Any) -> None:
    check_format(text, [*values, *named.values()])


def _check_replace(text: Any, _: Any = "", new: Any = "", *__: Any, **named: Any) -> None:
    check_replaced(str(text), str(named.get("new", new)))


def _check_wrap(text: Any, *values: Any, **named: Any) -> None:
    for value in (*values, *named.values()):
        check_replaced(str(text), value)


def _check_round(_: Any, precision: Any = 0, *__: Any, **___: Any) -> None:
    if isinstance(precision, int) and abs(precision) > MAX_PRECISION:
        raise TooMuchWorkError("this number is too large")


def _check_sum_of(values: Any, _: Any = None, start: Any = 0, **__: Any) -> None:
    if not isinstance(start, int | float) and isinstance(
        values, list | tuple
    ):  # Each sum copies the one before.
        check_length(len(values) * size_of(values) // 100)


CHECKS: dict[str, Callable[..., None]] = {
    "batch": _check_sizes,
    "center": _check_sizes,
    "format": _check_format_filter,
    "indent": _check_indent,
    "replace": _check_replace,
    "round": _check_round,
    "slice": _check_sizes,
    "sum": _check_sum_of,
    "tojson": _check_sizes,
    "wordwrap": _check_wrap,
}


def bounded(function: Callable[..., Any], check: Callable[..., None]) -> Callable[..., Any]:
    """A filter whose arguments are checked first."""
    passed = (
        1 if hasattr(function, "jinja_pass_arg") else 0
    )  # Jinja passes its environment or context first.

    @wraps(function)
    def call(*values: Any, **named: Any) -> Any:
        check(*values[passed:], **named)
        return function(*values, **named)

    return call


class LimitsExtension(Extension):
    """Inserts the filters that check and count into the templates of a site, but not into the theme's.

    `{% for x in y %}` becomes `{% for x in (y)|limits.repeated(…) %}`, with the length of the
    loop's fixed text, and what is printed, assigned or a default of a macro becomes
    `(value)|limits.checked`.
    """

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        is_theme_file: Callable[[str], bool] = getattr(
            self.environment, "is_theme_file", lambda _: False
        )
        if is_theme_file(stream.filename or ""):
            return stream
        return self._with_checks(list(stream), stream)

    def _with_checks(self, tokens: list[Token], stream: TokenStream) -> Iterator[Token]:
        lengths = _text_in_loops(tokens)
        block: list[Token] = []
        for number, token in enumerate(tokens):
            block.append(token)
            following = tokens[number + 1].type if number + 1 < len(tokens) else "data"
            if token.type in ENDS or token.type == "data" or following in {"data", *BEGINNINGS}:
                operators = sum(part.type in OPERATORS for part in block)
                if operators > MAX_OPERATORS:
                    message = "this expression has too many operators"
                    raise TemplateSyntaxError(message, token.lineno, stream.name, stream.filename)
                yield from _checked_block(block, lengths.get(number, 0))
                block = []


def _text_in_loops(tokens: Sequence[Token]) -> dict[int, int]:
    """The number of characters between the tags of each loop, by the position of the end of its first tag."""
    lengths, open_loops, is_loop = dict[int, int](), list[int](), False
    for number, token in enumerate(tokens):
        name = (
            tokens[number + 1].value
            if token.type == "block_begin" and number + 1 < len(tokens)
            else ""
        )
        is_loop = is_loop or name == "for"
        if token.type == "block_end" and is_loop:
            open_loops.append(number)
            is_loop = False
        elif name == "endfor" and open_loops:
            open_loops.pop()
        elif token.type == "data":
            for loop in open_loops:
                lengths[loop] = lengths.get(loop, 0) + len(token.value)
    return lengths


def _checked_block(block: list[Token], length: int) -> list[Token]:
    """The tokens of a tag or an expression with its brackets, with the filters in it."""
    if len(block) < 3 or block[-1].type not in ENDS:  # noqa: PLR2004 - its brackets, and something between them
        return block
    begin, inner, end = block[0], block[1:-1], block[-1]
    name = inner[0].value if inner[0].type == "name" else ""
    if begin.type == "variable_begin":
        return [begin, *_filtered(inner, CHECKED), end]
    if name == "for":
        return [begin, *_with_counted_loop(inner, length), end]
    if name == "set":
        position = _position(inner, "assign")
        if position is None:  # `{% set x %}…{% endset %}`
            return [begin, *inner, *_filter(inner[-1].lineno, CHECKED), end]
        return [begin, *inner[: position + 1], *_filtered(inner[position + 1 :], CHECKED), end]
    if name in {"with", "macro", "call"}:
        return [begin, *_with_checked_values(inner, depth=int(name != "with")), end]
    return block


def _with_counted_loop(inner: list[Token], length: int) -> list[Token]:
    """The tokens of a tag `for`."""
    start = _position(inner, "name", {"in"})
    if start is None:
        return inner
    end = _position(inner, "name", {"if", "recursive"}, start + 1)
    end = len(inner) if end is None else end
    return [*inner[: start + 1], *_filtered(inner[start + 1 : end], REPEATED, length), *inner[end:]]


def _with_checked_values(inner: list[Token], depth: int) -> list[Token]:
    """The tokens with a filter after each value behind a `=` in so many brackets."""
    checked, here = list[Token](), 0
    value: list[Token] | None = None
    for token in inner:
        here -= token.type in CLOSING
        if value is not None and (here < depth or (here == depth and token.type == "comma")):
            checked += _filtered(value, CHECKED)
            value = None
        (checked if value is None else value).append(token)
        here += token.type in OPENING
        if value is None and here == depth and token.type == "assign":
            value = []
    return checked if value is None else [*checked, *_filtered(value, CHECKED)]


def _position(
    tokens: list[Token], kind: str, values: Iterable[str] = (), start: int = 0
) -> int | None:
    """The position of the first such token outside of brackets."""
    depth = 0
    for number, token in enumerate(tokens):
        depth += (token.type in OPENING) - (token.type in CLOSING)
        if (
            not depth
            and number >= start
            and token.type == kind
            and (not values or token.value in values)
        ):
            return number
    return None


def _filtered(expression: list[Token], name: str, argument: int | None = None) -> list[Token]:
    """The tokens of an expression with a filter; without one if there is no expression, which Jinja reports."""
    if not expression:
        return expression
    first, last = expression[0].lineno, expression[-1].lineno
    return [
        Token(first, "lparen", "("),
        *expression,
        Token(last, "rparen", ")"),
        *_filter(last, name, argument),
    ]


def _filter(line: int, name: str, argument: int | None = None) -> list[Token]:
    package, _, function = name.partition(".")
    tokens: list[tuple[str, Any]] = [
        ("pipe", "|"),
        ("name", package),
        ("dot", "."),
        ("name", function),
    ]
    if argument is not None:
        tokens += [("lparen", "("), ("integer", argument), ("rparen", ")")]
    return [Token(line, kind, value) for kind, value in tokens]
