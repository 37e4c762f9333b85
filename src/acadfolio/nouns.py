"""A number comes in, with a noun or without; it comes out as it is said: `1 page`, `2 pages`, `2nd`."""

ENGLISH_ENDS = {1: "st", 2: "nd", 3: "rd"}
TEENS = range(11, 14)


def counted(number: int, noun: str, several: str = "") -> str:
    """With `several` for more than one, or none, where an `s` does not make it."""
    return f"{number} {noun}" if number == 1 else f"{number} {several or noun + 's'}"


def english_ordinal(number: int) -> str:
    """`1st`, `12th`, `22nd`."""
    last = 0 if number % 100 in TEENS else number % 10
    return f"{number}{ENGLISH_ENDS.get(last, 'th')}"
