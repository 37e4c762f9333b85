"""What a template is about to make of a little comes in; nothing comes out, or MemoryError where it is too much.

Only templates that call such a method, filter or operator import this; the theme's own do not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import wraps
from string import Formatter
from typing import TYPE_CHECKING, Any

from jinja2.sandbox import SandboxedFormatter

from acadfolio.theme.environment import MOST_SIGNS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from jinja2.sandbox import SandboxedEnvironment

MOST_MADE = 10 * MOST_SIGNS
"""How long what is put together of texts may be: all of a page's may go in."""
CONVERSION = re.compile(r"%(?:\([^)]*\))?[#0\- +]*(\*|\d+)?(?:\.(\*|\d+))?")
NUMBER = re.compile(r"\d+")
NUMBERS = {
    "batch": (1, "linecount"),
    "center": (1, "width"),
    "indent": (1, "width"),
    "round": (1, "precision"),
    "slice": (2, "slices"),
    "tojson": (2, "indent"),
}
"""Filters that a number alone makes endless: where it stands and its name. Some are given Jinja's own state first."""


def bounded(environment: SandboxedEnvironment, method: Any, as_jinja: Callable[..., str] | None) -> Callable[..., Any]:
    """A method of texts that looks first at how much it would make. `as_jinja` is what Jinja makes of `format`."""
    name, text = method.__name__, method.__self__

    @wraps(method)
    def call(*values: Any, **named: Any) -> Any:
        if as_jinja is not None:
            is_map = name == "format_map" and len(values) == 1
            _Measuring(environment).vformat(str(text), () if is_map else values, values[0] if is_map else named)
            return as_jinja(*values, **named)
        times = text.count("\t") if name == "expandtabs" else 1
        _bound(times * _largest([*values, *named.values()]), MOST_SIGNS)
        return method(*values, **named)

    return call


def look_at_filter(name: str, values: tuple[Any, ...], named: Mapping[str, Any]) -> None:
    """Raises MemoryError where a filter of that name would make too much of these."""
    if name == "format":
        look_at_format(str(values[0]), named or values[1:])
    elif name == "wordwrap":  # Given the environment first.
        between, width = _given(values, named, 4, "wrapstring"), _given(values, named, 2, "width")
        lines = len(str(values[1])) // max(width, 1) if isinstance(width, int) else len(str(values[1]))
        _bound(lines * len(between) if isinstance(between, str) else 0, MOST_MADE)
    else:
        amount = _given(values, named, *NUMBERS[name])
        _bound(_largest([amount]), MOST_SIGNS)
        if name == "indent":
            size = len(amount) if isinstance(amount, str) else _largest([amount])
            _bound(size * str(values[0]).count("\n"), MOST_MADE)


def look_at_format(text: str, values: Any) -> None:
    """The same of a text before `%`, and what stands behind it."""
    conversions = CONVERSION.findall(text)
    wanted = [number for pair in conversions for number in pair if number]
    several = (
        values if isinstance(values, tuple) else tuple(values.values()) if isinstance(values, Mapping) else (values,)
    )
    asked = [_largest(several) if number == "*" else _number(number) for number in wanted]
    _bound(sum(asked), MOST_SIGNS)
    longest = max((len(value) for value in several if isinstance(value, str)), default=0)
    _bound(len(conversions) * longest, MOST_MADE)


class _Measuring(SandboxedFormatter):
    """Puts a text together as `format` will, as far as that is not too long."""

    made = 0

    def format_field(self, value: Any, format_spec: str) -> str:
        _bound(max(map(_number, NUMBER.findall(format_spec)), default=0), MOST_SIGNS)
        try:
            text: str = Formatter.format_field(self, value, format_spec)
        except (TypeError, ValueError):
            return ""  # Who makes it says so.
        self.made += len(text)
        _bound(self.made, MOST_MADE)
        return text


def _given(values: tuple[Any, ...], named: Mapping[str, Any], place: int, name: str) -> Any:
    return named[name] if name in named else values[place] if len(values) > place else None


def _number(digits: str) -> int:
    """Python refuses to read the longest ones."""
    return int(digits[:20])


def _largest(values: Iterable[Any]) -> int:
    return max((abs(value) for value in values if isinstance(value, int)), default=0)


def _bound(size: int, most: int) -> None:
    if size > most:
        raise MemoryError
