"""Split pages into front matter and body, with python-frontmatter's YAML handler."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from frontmatter.default_handlers import YAMLHandler
from msgspec import Struct

from acadfolio.source.text import Source, line_and_column
from acadfolio.source.yaml import Mapping, Node, describe, parse_yaml, place
from acadfolio.source.yaml_errors import report_lookalike

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.problems import Problems

BLANK = "\ufeff \t\n"
DASHES = frozenset("-–—―−‐‑ ")
KNOWN_KEY = r"(?:title|permalink|layout|date|author_profile|excerpt|description|tags):(?:\s|\Z)"
"""The first line of a front matter whose `---` is missing, by the keys that pages usually begin with."""
CLOSING = r"\A\s*(?:[\w-]+:.*\n|[ \t]+\S.*\n|- .*\n|[ \t]*\n)+---\s*(?:\n|\Z)"
"""Lines of keys up to a line `---`."""
FIRST_KEY = r"\s*[a-z][\w-]*\s*[:=]\s"


class FrontMatterHandler(YAMLHandler):
    """python-frontmatter's YAML handler, with Jekyll's boundary, and with nodes that have locations.

    With the handler's own boundary, four dashes or a rule in the body would end the front matter.
    """

    FM_BOUNDARY = re.compile(r"^(?!\A\.)(?:---|\.\.\.)[ \t]*$\n?", re.MULTILINE)

    def load(self, fm: str, **kwargs: Any) -> Any:
        """Parse the front matter of the page `source`. Errors are added to `problems`."""
        return parse_yaml(kwargs["source"], kwargs["problems"], first_line=2, text=fm)


HANDLER = FrontMatterHandler()


class PageSource(Struct, frozen=True):
    """The parts of a page.

    `front_matter` is None if the page has none; `body` starts at line `body_line`.
    """

    source: Source
    front_matter: Mapping | None
    body: str
    body_line: int


def split_text(text: str) -> tuple[str | None, str]:
    """Return the front matter and the body.

    Without front matter, the first is None. If the front matter is not closed, the body is empty.
    """
    if not HANDLER.detect(text):
        return None, text
    with suppress(ValueError):
        return HANDLER.split(text)
    return None, ""


def has_front_matter(path: Path) -> bool:
    """Whether a file begins with a line `---`. One that cannot be read has none."""
    with suppress(OSError), path.open("rb") as file:
        start = file.read(len(BOM_UTF8) + len("---\r")).removeprefix(BOM_UTF8)
        return start.startswith((b"---\n", b"---\r"))
    return False


def split_page(source: Source, problems: Problems) -> PageSource:
    """Split a page. Reports front matter that is not closed or not a mapping."""
    text, body = split_text(source.text)
    if text is None:
        if HANDLER.detect(source.text):
            hint = (
                "close it with a line `---`; write a horizontal rule at the top of a page as `***`"
            )
            problems.error(
                source.at(1), "this front matter is not closed", hint, rule="front-matter-syntax"
            )
        else:
            report_unread(source, problems)
        return PageSource(source, None, body, 1)
    body_line, _ = line_and_column(source.text, len(source.text) - len(body))
    node: Node | None = HANDLER.load(text, source=source, problems=problems)
    if node is not None and not isinstance(node, Mapping):
        if not report_lookalike(source, node, problems):
            what = f"this front matter is {describe(node)}, not keys and values"
            hint = "write lines such as `title: About me`; write a horizontal rule at the top of a page as `***`"
            problems.error(place(source, node), what, hint, rule="front-matter-syntax")
        node = None
    return PageSource(source, node, body, body_line)


def report_unread(source: Source, problems: Problems) -> None:
    """Warn of keys at the top of a page that are not read as front matter, and are therefore shown to visitors."""
    opening, _, rest = source.text.lstrip(BLANK).partition("\n")
    opening = opening.strip()
    if re.match(KNOWN_KEY, opening) and re.search(CLOSING, source.text):
        what = "the first line `---` of this front matter is missing"
        problems.warn(
            source.at(1),
            f"{what}: it is shown as text",
            "begin the file with `---`",
            rule="front-matter-syntax",
        )
        return
    is_closed = opening in {line.strip() for line in rest.split("\n")}
    if not opening or not is_closed or not re.match(FIRST_KEY, rest):
        return
    if opening == "+++":
        what, hint = (
            "this front matter is TOML",
            "write it as YAML, `title: …`, between two lines `---`",
        )
    elif DASHES.issuperset(opening):
        what = "this front matter does not begin with a line `---`"
        hint = "begin the file with `---`, three hyphens, and close the front matter with the same line"
    else:
        return
    problems.warn(source.at(1), f"{what}: it is shown as text", hint, rule="front-matter-syntax")
