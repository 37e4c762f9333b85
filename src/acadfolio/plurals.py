"""Write numbers as English has them: `1 page`, `2 pages`, `2nd`."""

ORDINAL_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
TEENS = range(11, 14)


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun; `plural` is for nouns that have more than an `s`."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


def english_ordinal(number: int) -> str:
    """`1st`, `12th`, `22nd`."""
    last = 0 if number % 100 in TEENS else number % 10
    return f"{number}{ORDINAL_ENDINGS.get(last, 'th')}"
