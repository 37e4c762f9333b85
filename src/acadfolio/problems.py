"""What every stage reports through: places in files, problems with a hint, and the one exception that carries them.

A build without work that repeats its warnings needs these classes too: named tuples load no library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

if TYPE_CHECKING:
    from collections.abc import Iterable

Severity = Literal["error", "warning"]
LONGEST = 240


class Location(NamedTuple):
    """A place in a file. Line and column count from 1; 0 means the file, or the line, as a whole."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return ":".join([self.file, *(str(number) for number in (self.line, self.column) if number)])


class Problem(NamedTuple):
    """One sentence about one place, and what to do about it."""

    location: Location
    message: str
    hint: str = ""
    severity: Severity = "error"
    rule: str = ""
    """The name of the rule that was broken, such as `unknown-key`: what JSON, the docs and tests call it by."""
    leads_nowhere: bool = False
    """It is about a link: a build goes on without it, a check does not let it pass."""
    is_remark: bool = False
    """Only a check tells it: what may well be meant so."""
    can_wait: bool = False
    """The site can be read and its pages made without what is wrong: so what else is wrong is told with it."""

    def as_tuple(self) -> tuple[str | int, ...]:
        """Plain values, for a cache."""
        place = self.location
        return place.file, place.line, place.column, self.message, self.hint, self.severity, self.rule

    @classmethod
    def from_tuple(cls, values: tuple[Any, ...]) -> Self:
        file, line, column, message, hint, severity, rule = values
        return cls(Location(file, line, column), message, hint, severity, rule)


class SiteError(Exception):
    """The site has mistakes that its author can mend; `problems` has all that one stage found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{problem.location}: {problem.message}" for problem in self.problems))

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[Problem, ...]]]:
        """So that it comes out of another process as it was."""
        return type(self), (self.problems,)


class WrongValueError(ValueError):
    """A template or a shortcode asks for what cannot be made of a value; told in words of ours."""


class Problems:
    """Collects what a stage finds, so that it can go on looking and raise once."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def error(self, location: Location, message: str, hint: str = "", *, rule: str = "") -> None:
        self.found.append(Problem(location, _in_one_line(message), _in_one_line(hint), rule=rule))

    def error_that_waits(self, location: Location, message: str, hint: str = "", *, rule: str = "") -> None:
        """A mistake that does not end a stage, but the build."""
        self.found.append(Problem(location, _in_one_line(message), _in_one_line(hint), rule=rule, can_wait=True))

    def warn(self, location: Location, message: str, hint: str = "", *, rule: str = "") -> None:
        self.found.append(Problem(location, _in_one_line(message), _in_one_line(hint), "warning", rule))

    def warn_of_link(self, location: Location, message: str, hint: str = "", *, rule: str = "") -> None:
        """A link, a file or a picture that is not there."""
        self.found.append(
            Problem(location, _in_one_line(message), _in_one_line(hint), "warning", rule, leads_nowhere=True)
        )

    def remark(self, location: Location, message: str, hint: str = "", *, rule: str = "") -> None:
        """What a build passes over in silence."""
        self.found.append(Problem(location, _in_one_line(message), _in_one_line(hint), "warning", rule, is_remark=True))

    @property
    def of_build(self) -> list[Problem]:
        """What concerns a build: all but remarks."""
        return [problem for problem in self.found if not problem.is_remark]

    @property
    def errors(self) -> list[Problem]:
        return [problem for problem in self.found if problem.severity == "error"]

    def raise_if_errors(self, *, waits: bool = True) -> None:
        """End the stage when it found an error; what it only warned of goes along.

        Errors that can wait do so, until it is said that nothing `waits`.
        """
        if any(not (waits and problem.can_wait) for problem in self.errors):
            raise SiteError(in_order(self.of_build))


def _in_one_line(text: str) -> str:
    """What a message quotes may have many lines, or be as long as a paper."""
    line = " ".join(text.split()) if "\n" in text else text
    return line if len(line) <= LONGEST else f"{line[: LONGEST // 2]} … {line[-LONGEST // 2 :]}"


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """By file and place, each said once."""
    return tuple(sorted(dict.fromkeys(problems), key=lambda problem: (problem.location, problem.message)))


def with_extra(name: str) -> str:
    """A hint for what needs more packages: nobody knows here whether pip, uv or pipx brought us, or from where."""
    return f"install acadfolio in the way you did before, now with the extra `{name}`: acadfolio[{name}], or .[{name}]"


def any_of(names: tuple[str, ...]) -> str:
    """As a hint names a choice: `list`, `table` or `cv`."""
    *others, last = (f"`{name}`" for name in names)
    return f"{', '.join(others)} or {last}" if others else last


def did_you_mean(word: str, known: Iterable[str], *, cutoff: float = 0.6, lists: bool = True) -> str:
    """A hint that names the known word nearest to a misspelt one, else (if it `lists`) the known ones that are few."""
    import difflib  # Only a mistake pays for it.

    words = sorted(set(known))
    near = difflib.get_close_matches(word.lower(), words, n=1, cutoff=cutoff)
    if near:
        return f"did you mean `{near[0]}`?"
    few = 12
    return f"known here: {', '.join(words)}" if lists and 0 < len(words) <= few else ""
