"""A number and a noun come in; both come out as they are said: `1 page`, `2 pages`."""


def counted(number: int, noun: str, several: str = "") -> str:
    """With `several` for more than one, or none, where an `s` does not make it."""
    return f"{number} {noun}" if number == 1 else f"{number} {several or noun + 's'}"
