"""A page of the old site, and the changes that its copy gets."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio.model.values import boolean_of
from acadfolio.source.front_matter import split_text
from acadfolio.source.yaml import text_of
from acadfolio.source.yaml_writer import written

if TYPE_CHECKING:
    from acadfolio.source.yaml import Node
    from acadfolio.source.yaml_writer import Value

README = "readme.md"
BELOW_KEY = r"(?:(?:(?:#.*)?\n)*(?:[ \t]|- ).*\n)*"
"""The further lines of a value, with blank lines and comments between them."""


class OldPage(Struct):
    """A page of the old site."""

    path: str
    text: str
    front_matter: dict[str, Node]
    url: str
    """The URL that Jekyll gave it."""
    redirects: list[str]
    """The old URLs that redirect to it."""
    changes: dict[str, Value] = field(default_factory=dict)
    """The values to write into its front matter, by their keys; empty ones are deleted."""
    lead: str = ""
    """What to write above the text."""
    parts: str = ""
    """What to write below the text."""
    body: str = ""
    """What to write in the place of the text without front matter; empty for the text itself."""
    new_path: str = ""
    """The path that its copy has instead of its own, with the language that it translates to; empty for its own."""
    layouts: dict[str, str] = field(default_factory=dict)
    """The texts of the site's own layouts around it, by their paths."""

    @property
    def all_text(self) -> str:
        """Its text with those of its layouts."""
        return "".join((self.text, *self.layouts.values()))

    @property
    def urls(self) -> list[str]:
        return [self.url, *self.redirects]

    @property
    def is_published(self) -> bool:
        is_hidden = boolean_of(text_of(self.front_matter.get("published"))) is False
        return not is_hidden and "_drafts/" not in self.path

    @property
    def is_changed(self) -> bool:
        """Whether its copy is changed. A text that is not in UTF-8 is copied as it is."""
        is_utf_8 = "\ufffd" not in self.text
        return is_utf_8 and bool(self.changes or self.lead or self.parts or self.body)

    def changed_text(self) -> str:
        """The text with the changes of its front matter."""
        front_matter, body = split_text(self.text)
        keys = "|".join(self.changes)
        changed_keys = rf"""(?m)^["']?(?:{keys})["']?[ \t]*:.*\n{BELOW_KEY}"""
        unchanged = re.sub(changed_keys, "", front_matter or "")
        unchanged = re.sub(r"\n{3,}", "\n\n", unchanged)
        # An empty list of sections means that the page has none.
        values = {key: value for key, value in self.changes.items() if value or key == "sections"}
        changed = written(values) if values else ""
        text = f"{self.lead}{self.body or body}{self.parts}"
        return f"---\n{unchanged}{changed}---\n{text}"


def is_in(folder: str, path: str) -> bool:
    return f"/{folder}/" in f"/{path}"


def path_in_content(path: str) -> str:
    """The path in content/.

    The posts of a folder of their own are in a folder of content/_posts/.
    """
    before, posts, name = f"/{path}".rpartition("/_posts/")
    moved = posixpath.normpath(f"{posts}{before}/{name}").lstrip("/")
    return moved.removeprefix("_" if path.startswith("_books/") else "")


def path_beside(page: OldPage, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(page.path), name.lstrip("/")))
