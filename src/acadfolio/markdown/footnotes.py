"""Footnotes: numbers in the order of their first mention, the list at the end, and the links back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from acadfolio.markdown.state import State

_LAST_PARAGRAPH = re.compile(r"</p>\s*\Z")


class Footnotes:
    """Collects mentions, and writes the notes down when their texts, which may mention further ones, are known."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.mentions: dict[str, int] = {}
        self.names: list[str] = []  # in the order of their numbers
        self._numbers: dict[str, int] = {}

    def mark(self, name: str) -> str:
        count = self.mentions.get(name, 0)
        self.mentions[name] = count + 1
        if not count:
            self._numbers[name] = len(self.names) + self.state.settings.footnote_number
            self.names.append(name)
        suffix = f":{count}" if count else ""
        return (
            f'<sup id="fnref:{name}{suffix}" role="doc-noteref"><a href="#fn:{name}" class="footnote" rel="footnote">'
            f"{self._numbers[name]}</a></sup>"
        )

    def item(self, name: str, html: str) -> str:
        return f'    <li id="fn:{name}" role="doc-endnote">\n{self._linked_back(name, html)}    </li>\n'

    def section(self, items: list[str]) -> str:
        start = self.state.settings.footnote_number
        opening = "<ol>" if start == 1 else f'<ol start="{start}">'
        return (
            f'<div class="footnotes" role="doc-endnotes">\n  {opening}\n{"".join(items)}  </ol>\n</div>\n'
            if items
            else ""
        )

    def _linked_back(self, name: str, html: str) -> str:
        links = [
            f'<a href="#fnref:{name}{f":{count}" if count else ""}" class="reversefootnote" role="doc-backlink">&#8617;'
            f"{f'<sup>{count + 1}</sup>' if count else ''}</a>"
            for count in range(self.mentions[name])
        ]
        match = _LAST_PARAGRAPH.search(html)
        if match is None:
            return f"{html}      <p>{chr(160).join(links)}</p>\n"
        return f"{html[: match.start()]}\xa0{chr(160).join(links)}{html[match.start() :]}"
