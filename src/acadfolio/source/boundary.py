"""A page's text comes in, its front matter and its body come out, both as they are written."""

from __future__ import annotations

import re

BOUNDARY = re.compile(r"^(?!\A\.)(?:---|\.\.\.)[ \t]*$\n?", re.MULTILINE)
"""Jekyll's line above and below the front matter; it may end as documents of YAML do."""
PARTS = 3
BLANK = "\ufeff \t\n"
KEY = re.compile(r"\s*[\w-]+:(?:\s|\Z)")
FOREIGN = {
    "TOML": re.compile(r"\+\+\+[ \t]*\n(?:[^\n]*\n)*?\+\+\+[ \t]*$", re.MULTILINE),
    "JSON": re.compile(r'\{\s*"[\w-]+"\s*:'),
}
"""What Hugo reads in the place of YAML."""
DASH = "-–—―−‐‑"
DASHES = rf"[{DASH}][{DASH} \t]*"
DASHED = re.compile(
    rf"(?!---[ \t]*\n)({DASHES})\n(?=[a-z][\w-]*:\s)(?:(?:\w[\w-]*:(?:[ \t][^\n]*)?|[ \t#-][^\n]*|)\n)*?{DASHES}$",
    re.MULTILINE,
)
"""Keys between lines of other dashes than three hyphens: what programs for letters make of these, and rules."""


def parts_of(text: str) -> tuple[str, str] | None:
    """The front matter, and what stands below it; None where there is no front matter, or it never ends."""
    parts = BOUNDARY.split(text, 2) if has_front_matter(text) else []
    return (parts[1], parts[2]) if len(parts) == PARTS else None


def has_front_matter(text: str) -> bool:
    return BOUNDARY.match(text) is not None


def body_of(text: str) -> str:
    """What stands below the front matter; all where there is none, nothing where it never ends."""
    parts = parts_of(text)
    return parts[1] if parts else "" if has_front_matter(text) else text


def is_late(text: str) -> bool:
    """Whether what looks like a front matter begins below blank lines, where it is none."""
    if not text.startswith(tuple(BLANK)):
        return False
    parts = parts_of(text.lstrip(BLANK))
    return parts is not None and KEY.match(parts[0]) is not None


def foreign_form(text: str) -> str:
    """The form of a front matter that is no YAML, which some generators read; empty where there is none."""
    if not text.startswith(("+++", "{")):
        return ""
    return next((form for form, look in FOREIGN.items() if look.match(text)), "")


def other_dashes(text: str) -> str:
    """What stands for `---` above a front matter that is none for that; empty where there is no such."""
    start = text.lstrip(BLANK)
    found = DASHED.match(start) if start.startswith(tuple(DASH)) else None
    return found[1].strip() if found else ""
