"""Cite publications in the text of pages, `[@key]` or `@key`, and list the references that a page cites."""

from __future__ import annotations

import re
from functools import partial
from html import unescape
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.html.tokens import rewrite_prose
from acadfolio.model.publication import PUBLICATIONS
from acadfolio.rendering.locating import locate_text
from acadfolio.rendering.page_state import PageState, Reference
from acadfolio.wording import did_you_mean

if TYPE_CHECKING:
    from acadfolio.citations.papers import Papers
    from acadfolio.model.page import Page
    from acadfolio.problems import Problems
    from acadfolio.rendering.templates import Templates

CITATION = r"\[-?@([^\[\];,\s][^\[\]]*)\]|(?<![\w.@/+=&-])@([A-Za-z0-9](?>(?:[\w:.#$%&+?/-]*\w)?))(?![\w@])"
"""Citations in brackets, and a key in running text, which may be anything else, such as a person's handle."""
PART = r"(?:-?@)?([^\s,;@][^,;]*),?([^;]*)"
"""A key of a citation in brackets, and what follows it, such as a page."""
AS_TYPED = str.maketrans({"–": "--", "—": "---", "…": "...", "’": "'"})
"""What Markdown makes of characters that a key may have."""
NOT_PROSE = frozenset({"a", "button", "code", "kbd", "math", "pre", "samp"})
"""The elements in which nothing is cited."""


class Citer(Struct, frozen=True):
    """Cites the publications of a site on one page."""

    papers: Papers
    templates: Templates
    problems: Problems
    page: Page | None
    state: PageState

    def cite(self, html: str) -> str:
        """The HTML of a page with its citations.

        Unknown keys in brackets are errors, in `{% cite %}` warnings.
        """
        site = self.papers.site
        if "@" not in html or not (site.publications or site.cited):
            return html
        return rewrite_prose(html, partial(re.sub, CITATION, self._citation), NOT_PROSE)

    def _citation(self, written: re.Match[str]) -> str:
        self.state.lists.add(PUBLICATIONS)
        in_brackets, key = written.groups()
        parts = _parts(in_brackets or key)
        unknown = [name for name, _ in parts if name.lower() not in self.papers.by_key]
        if in_brackets:
            for name in unknown:
                self._report_unknown(name)
        if unknown:
            return written[0]
        cited = [(self._reference(name), pages) for name, pages in parts]
        return self._render("citation", cited=cited, is_in_brackets=bool(in_brackets)).strip()

    def _reference(self, key: str) -> Reference:
        publication = self.papers.by_key[key.lower()]
        location, number = publication.source_location, len(self.state.references) + 1
        if location not in self.state.references:
            paper = self.papers.paper(publication)
            self.state.references[location] = Reference(
                paper, number, self.state.anchor(f"reference {number}")
            )
        return self.state.references[location]

    def _report_unknown(self, key: str) -> None:
        location = locate_text(
            self.papers.site, self.page, f"@{key}", key
        )  # `{% cite key %}` has only the key.
        hint = did_you_mean(key, [work.key for work in self.papers.works.values()], lists=False)
        if not hint and PUBLICATIONS in self.papers.site.withheld:
            hint = "pages cannot cite what is `cv_only` or `private`; else correct the key"
        hint = hint or "correct the key, or put the text into backquotes if it is no citation"
        is_written = self.page is None or f"@{key}" in self.page.body
        is_made = not is_written and self.page is not None and self.page.source.makes_text
        report = self.problems.warn if is_made else self.problems.error
        report(location, f"no publication has the key `{key}`", hint, rule="unknown-publication")

    def references(self, *, has_heading: bool = False) -> str:
        """The list of the publications that the page cites; empty without one."""
        if not self.state.references:
            return ""
        anchor = self.state.anchor("references") if has_heading else ""
        return self._render(
            "references", references=list(self.state.references.values()), anchor=anchor
        )

    def _render(self, name: str, **variables: object) -> str:
        site = self.papers.site
        style = site.publication_settings.style.in_language(site.settings.language) or "plain"
        cites = site.citation_styles.get(style, "number")
        return self.templates.render(f"features/{name}.html", style=style, cites=cites, **variables)


def _parts(citation: str) -> list[tuple[str, str]]:
    """The keys of a citation, each with what follows it."""
    found = re.findall(PART, unescape(citation))
    return [(key.strip().translate(AS_TYPED), pages.strip()) for key, pages in found]
