"""The wording of messages: counts, lists of choices, advice on misspelt words, and what a terminal may print.

It loads no library: a build with nothing to do repeats its warnings.
"""

from __future__ import annotations

TYPE_CHECKING = False  # Not from `typing`: a build without changes does not import it.
if TYPE_CHECKING:
    from collections.abc import Iterable

CONTROLS = dict.fromkeys([*range(10), *range(11, 32), *range(127, 160), 0xFFFE, 0xFFFF], " ")
"""What no text has, except the end of a line, becomes a space."""
UNSEEN = (
    *range(9), *range(10, 32), *range(127, 160), 0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x2070),
    0xFEFF, 0xFFFE, 0xFFFF,
)  # fmt: skip
"""Control characters except tabs, ends of lines, and what changes the direction of a text."""
ESCAPES = {code: ascii(chr(code)).strip("'") for code in UNSEEN}


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun; `plural` is for nouns that have more than an `s`."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


def on_lines(numbers: Iterable[int]) -> str:
    """Return the lines of several problems as a sentence names them: `on lines 3, 8 and 12`; empty without lines."""
    lines = [str(number) for number in dict.fromkeys(numbers) if number]
    most = 5
    if len(lines) > most + 1:
        lines = [*lines[:most], f"{len(lines) - most} more"]
    *others, last = lines or [""]
    return (
        f"on lines {', '.join(others)} and {last}" if others else f"on line {last}" if last else ""
    )


def any_of(names: tuple[str, ...]) -> str:
    """Return choices as a sentence names them: `list`, `table` or `cv`."""
    *others, last = (f"`{name}`" for name in names)
    return f"{', '.join(others)} or {last}" if others else last


def did_you_mean(
    word: str, known: Iterable[str], *, cutoff: float = 0.6, lists: bool = True
) -> str:
    """Return a hint with the known word nearest to a misspelt one; else, if `lists`, with all of a few known words."""
    words = sorted(set(known))
    if near := nearest(word, words, cutoff=cutoff):
        return f"did you mean `{near}`?"
    few = 12
    return f"choose one of: {', '.join(words)}" if lists and 0 < len(words) <= few else ""


def nearest(word: str, known: Iterable[str], *, cutoff: float = 0.6) -> str:
    """Return the known word nearest to a misspelt one; else an empty text."""
    import difflib  # Imported for problems alone.

    return next(
        iter(difflib.get_close_matches(word.lower(), sorted(set(known)), n=1, cutoff=cutoff)), ""
    )


def with_extra(name: str) -> str:
    """Return a hint to install an extra; whether pip, uv or pipx installed acadfolio is not known here."""
    return f"install acadfolio again with the extra `{name}`: acadfolio[{name}], or .[{name}]"


def printable(text: str) -> str:
    """Return a text without control characters, which a terminal would execute, and no XML may have."""
    return text.translate(CONTROLS)


def visible(text: str) -> str:
    """Return a text on one line, for a terminal or a log, with escapes for what these would obey."""
    return text.translate(ESCAPES)
