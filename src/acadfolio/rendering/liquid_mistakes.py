"""An exception out of a page's Liquid comes in; whether that is its author's mistake, where, and its words, come out.

Only a mistake imports this.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import liquid
from liquid.builtin.expressions.filtered import Filter
from liquid.exceptions import LiquidError, LocalNamespaceLimitError

from acadfolio.rendering.mistakes import KINDS, PACKAGE, frames_of, named, shown

if TYPE_CHECKING:
    from collections.abc import Collection
    from types import FrameType

LIBRARY = Path(liquid.__file__).parent
FILTERS = frozenset({PACKAGE / "rendering" / "jekyll.py", PACKAGE / "rendering" / "liquid_names.py"})
"""What of ours Liquid calls with values of its author's."""
BLOCK = re.compile(r"\{%-?\s*(end)?(if|for|unless|case|capture|comment|raw|tablerow)\b")
OF_CALL = re.compile(r"[\w.<>]+\(\) (missing|takes|got) ")
OF_LIBRARY = "LiquidError"
"""So begins what python-liquid says of a mistake of its own, made on the way to telling one of the page's."""
KIND = rf"({'|'.join(KINDS)})\b"
IN_WORDS = (
    (
        re.compile(rf"'<' and '>' are not supported between '{KIND}' and '{KIND}'"),
        lambda match: f"`<` or `>` stands between {KINDS[match[1]]} and {KINDS[match[2]]}",
    ),
    (re.compile(rf"\bfound {KIND}"), lambda match: f"found {KINDS[match[1]]}"),
)
"""What python-liquid says, and how it is said here."""


def is_of_author(error: Exception) -> bool:
    """Whether values of a page's made it fail, in Liquid or its filters; else it is a bug of ours, further down."""
    reason = error.__cause__ or error
    files = [Path(frame.f_code.co_filename) for frame in frames_of(reason)]
    called = next((number for number, file in enumerate(files) if file.is_relative_to(LIBRARY)), None)
    if called is None:
        return isinstance(error, LiquidError)
    return all(file in FILTERS for file in files[called:] if file.is_relative_to(PACKAGE))


def place_in(texts: Collection[str], error: Exception) -> tuple[str, int] | None:
    """The one of these texts in which the mistake is, and the line.

    An expression in a filter's argument is a text of its own: that filter's place counts. A tag that is never closed
    is named where it opens.
    """
    tokens = [getattr(error, "token", None)]
    for frame in reversed(list(frames_of(error))):
        tokens += [getattr(frame.f_locals.get("self"), "token", None), frame.f_locals.get("token")]
    for token in tokens:
        source, start = getattr(token, "source", None), getattr(token, "start_index", -1)
        if isinstance(source, str) and source in texts and start >= 0:
            opened = _unclosed(source)
            return source, source.count("\n", 0, start if opened is None else opened) + 1
    return None


def _unclosed(text: str) -> int | None:
    """Where the last tag opens that is never closed."""
    open_tags: list[int] = []
    for match in BLOCK.finditer(text):
        if not match[1]:
            open_tags.append(match.start())
        elif open_tags:
            open_tags.pop()
    return open_tags[-1] if open_tags else None


def in_words(error: Exception) -> str:
    """What is wrong, in the words of those who write pages."""
    called = next((frame for frame in reversed(list(frames_of(error))) if _is_filter(frame)), None)
    if called is not None and isinstance(error.__cause__, TypeError):
        reason = str(error.__cause__)
        if OF_CALL.match(reason) and not reason.startswith(OF_LIBRARY):
            return named(OF_CALL.sub(lambda match: f"{called.f_locals['self'].name}() {match[1]} ", reason))
    elif isinstance(error, LocalNamespaceLimitError):
        return "what is assigned here grows to more than a page can hold"
    elif isinstance(error, LiquidError):
        sentence = (str(error).strip() or type(error).__name__).splitlines()[0]
        for pattern, words in IN_WORDS:
            sentence = pattern.sub(words, sentence)
        return sentence
    if called is None:
        return named(str(error)) or "its values do not fit"
    values = called.f_locals["left"], *called.f_locals.get("positional_args", ())
    return f"the filter `{called.f_locals['self'].name}` can make nothing of {' and '.join(map(shown, values))}"


def _is_filter(frame: FrameType) -> bool:
    return frame.f_code is Filter.evaluate.__code__
