"""Problems: a rule that was broken, the place in a file, a sentence, and what to do.

docs/content/problems.md has every rule.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple, Self

Severity = Literal["error", "warning"]
DEAD_LINKS = frozenset({"dead-link", "missing-image", "not-an-image"})
FORCED_KINDS = {
    "placeholder": "placeholders",
    "starter-entry": "entries and texts of the demo site or an example site",
    "private-file": "files that look private",
    "foreign-branch": "the replacement of a branch that acadfolio did not write",
}
"""The rules whose problems only `deploy --force` publishes, with what they are about.

A check warns of them.
"""
OF_ONE_FILE = frozenset({"cv-pdf"})
"""The rules whose errors cost one file: all others are written in spite of them."""
LONGEST_LINE = 240


class Location(NamedTuple):
    """A place in a file.

    Line and column count from 1; 0 means the file, or the line, as a whole.
    """

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return ":".join(
            [self.file, *(str(number) for number in (self.line, self.column) if number)]
        )


class Problem(NamedTuple):
    """One sentence about one place, and what to do about it."""

    rule: str
    """The name of the rule that was broken, such as `unknown-key`, for JSON, the docs and tests."""
    location: Location
    message: str
    hint: str = ""
    severity: Severity = "error"
    is_remark: bool = False
    """Whether only a check reports it."""
    can_wait: bool = False
    """Whether pages can be rendered in spite of it, so that their problems are reported too."""

    @property
    def leads_nowhere(self) -> bool:
        """Whether it is about a link, image or file that is missing: a warning of a build, an error of a check."""
        return self.rule in DEAD_LINKS

    @property
    def is_of_one_file(self) -> bool:
        """Whether it is an error, and the site without one file is written in spite of it."""
        return self.severity == "error" and self.rule in OF_ONE_FILE

    @property
    def needs_force(self) -> bool:
        """Whether it goes online only with `--force`: a warning of a check, an error of a deployment."""
        return self.rule in FORCED_KINDS

    def with_texts(self, change: Callable[[str], str]) -> Self:
        """The problem with a change of all its texts."""
        location = self.location._replace(file=change(self.location.file))
        return self._replace(
            location=location, message=change(self.message), hint=change(self.hint)
        )

    @classmethod
    def from_json(cls, values: Sequence[Any]) -> Self:
        """The problem as the manifest has it."""
        rule, location, *others = values
        return cls(rule, Location(*location), *others)


class SiteError(Exception):
    """The site has errors that its author can fix; `problems` has all of one stage, and its warnings."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(
            "\n".join(f"{problem.location}: {problem.message}" for problem in self.problems)
        )

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[Problem, ...]]]:
        """Pickle it for another process."""
        return type(self), (self.problems,)


class WrongValueError(ValueError):
    """A template or a shortcode uses a value that does not fit; the message is for its author."""


class Problems:
    """Collects what a stage finds, so that the stage can go on and raise once."""

    def __init__(self) -> None:
        self.found: list[Problem] = []
        self.is_partial = False
        """Whether something of the site could not be read: its pages are rendered for the sake of their errors."""

    def error(self, location: Location, message: str, hint: str = "", *, rule: str) -> None:
        """Report an error: it ends the stage."""
        self.add(Problem(rule, location, message, hint))

    def warn(self, location: Location, message: str, hint: str = "", *, rule: str) -> None:
        self.add(Problem(rule, location, message, hint, "warning"))

    def remark(self, location: Location, message: str, hint: str = "", *, rule: str) -> None:
        """Warn of something in `acadfolio check` alone."""
        self.add(Problem(rule, location, message, hint, "warning", is_remark=True))

    def wait_for_pages(self) -> None:
        """Let the errors wait for those of pages.

        Warnings from now on may be due to what could not be read.
        """
        self.found = [problem._replace(can_wait=True) for problem in self.found]
        self.is_partial = True

    def add(self, problem: Problem) -> None:
        if self.is_partial and problem.severity == "warning":
            return
        self.found.append(
            problem._replace(message=_in_one_line(problem.message), hint=_in_one_line(problem.hint))
        )

    def add_as_warnings(self, others: "Problems", hint: str = "") -> None:
        """Add the problems of a file without which pages are shown.

        `hint` is for those without one.
        """
        for problem in others.found:
            self.add(problem._replace(severity="warning", hint=problem.hint or hint))

    def add_as_remarks(self, others: "Problems") -> None:
        """Add the problems of something that is not published, of which only a check warns."""
        for problem in others.found:
            self.add(problem._replace(severity="warning", is_remark=True))

    @property
    def of_build(self) -> list[Problem]:
        """All problems except remarks."""
        return [problem for problem in self.found if not problem.is_remark]

    @property
    def errors(self) -> list[Problem]:
        return [problem for problem in self.found if problem.severity == "error"]

    def raise_if_errors(self, *, waits: bool = True) -> None:
        """Raise SiteError, with the warnings too, if there are errors that stop a build.

        Those that cost one file do not, and if `waits`, those that can wait do not yet.
        """
        stopping = [problem for problem in self.errors if not problem.is_of_one_file]
        if any(not (waits and problem.can_wait) for problem in stopping):
            raise SiteError(in_order(self.of_build))


def _in_one_line(text: str) -> str:
    """Return one line of a message, without the middle where it quotes a long text."""
    line = " ".join(text.split()) if "\n" in text else text
    return (
        line
        if len(line) <= LONGEST_LINE
        else f"{line[: LONGEST_LINE // 2]} … {line[-LONGEST_LINE // 2 :]}"
    )


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return problems sorted by place, without duplicates."""
    return tuple(
        sorted(dict.fromkeys(problems), key=lambda problem: (problem.location, problem.message))
    )
