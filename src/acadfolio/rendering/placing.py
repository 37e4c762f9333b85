"""A section line comes in, the section's HTML comes out, from the records and the section's own template."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import jinja2
from jinja2.exceptions import SecurityError
from markupsafe import Markup
from msgspec.structs import replace

from acadfolio.model.kinds import KINDS
from acadfolio.problems import did_you_mean
from acadfolio.rendering.arguments import Arguments, WrongArgumentError, as_said, without_effect
from acadfolio.rendering.entries import Entries, columns_of_entries, columns_of_papers
from acadfolio.rendering.finding import Finder, for_line, is_searched
from acadfolio.rendering.grouping import Group, Grouping
from acadfolio.rendering.selection import Selection, select
from acadfolio.theme.context import SectionContext
from acadfolio.theme.words import direction, foreign

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from acadfolio.model.site import SectionSettings
    from acadfolio.model.values import Text
    from acadfolio.problems import Location
    from acadfolio.rendering.finding import Finding
    from acadfolio.rendering.page_anchors import PageAnchors
    from acadfolio.rendering.sections import Sections

COUNTABLE = frozenset({"publications", "talks", "projects", "awards", "grants", "students"})
"""Sections whose name is what several of their entries are called."""
MOST_COINS = 100
"""Papers of a list that Zotero finds one by one; a longer one offers its files."""
OF_TEMPLATES = ("tidy",)
"""What only templates can call: in a line it would have nothing around it."""
KNOWN_WORDS = {"true": True, "false": False}
LITERAL = r"""[1-9]\d{0,8}|0|true|false|"[^"\\]*"|'[^'\\]*'|\[\ *\]"""
ARGUMENT = re.compile(rf"(\w+)\ *=\ *({LITERAL})", re.ASCII | re.VERBOSE)
PLAIN_CALL = re.compile(
    rf"(?P<name>\w+)\(\ *(?P<arguments>(?:{ARGUMENT.pattern}\ *(?:,\ *(?=\w)|(?=\))))*)\)", re.ASCII | re.VERBOSE
)
"""A section's name and arguments that mean the same however one reads them."""
LOWEST_LEVEL = 5
"""Below the headings of groups stand those of entries, in an archive, and there are six levels."""


class Call:
    """What a line calls by its name; that name alone says nothing, wherever it stands."""

    def __init__(self, name: str, function: Callable[..., Markup]) -> None:
        self._name, self._function = name, function

    def __call__(self, *unnamed: Any, **arguments: Any) -> Markup:
        return self._function(*unnamed, **arguments)

    def __str__(self) -> str:
        """Raises WrongArgumentError."""
        raise WrongArgumentError(f"`{self._name}` lacks its brackets", f"write `{self._name}()`")

    __repr__ = __html__ = __str__


class Placing:
    """Places what the lines of one page ask for."""

    def __init__(self, sections: Sections) -> None:
        self.sections = sections
        self.site, self.papers, self.templates = sections.site, sections.papers, sections.templates
        self.problems = sections.problems

    def evaluate(
        self, expression: str, location: Location, page: PageAnchors, features: Mapping[str, Callable[..., Markup]]
    ) -> str:
        """The HTML of a line; empty, and a problem, when the line is wrong. `features` are what is no section."""
        sections = {name: self._callable(name, page, location) for name in self.sections.names}
        calls = {name: Call(name, function) for name, function in {**features, **sections}.items()}
        try:
            value = self._called(expression, calls)
            if value is None:
                environment = self.templates.environment
                undefined = {name: environment.undefined(name=name) for name in OF_TEMPLATES}
                value = environment.compile_expression(expression, undefined_to_none=False)(
                    {**self.templates.globals, **undefined, **calls}
                )
            return self._html_of(value, expression)
        except WrongArgumentError as error:
            self.problems.error(location, error.message, error.hint)
        except jinja2.UndefinedError as error:
            self._report_unknown(expression, error, location, features)
        except jinja2.TemplateAssertionError as error:
            self.problems.error(location, f"`{{{{ {expression} }}}}` cannot be read: {error.message}")
        except (jinja2.TemplateSyntaxError, SyntaxError):  # Python's own says that an argument is there twice.
            curly = re.search("=\\s*[“”„‘]([^“”’]*)[“”‘’]", expression)
            hint = f'the quotes are curly: write straight ones, `"{curly[1]}"`' if curly else ""
            hint = hint or _full_width(expression) or "check its brackets, commas and quotes"
            self.problems.error(location, f"`{{{{ {expression} }}}}` cannot be read", hint)
        except (jinja2.TemplateError, SecurityError) as error:
            self.problems.error(location, f"`{{{{ {expression} }}}}` cannot be read: {error.message or error}")
        except Exception as error:
            from acadfolio.rendering.mistakes import in_words, is_of_author  # Only a mistake pays for it.

            if not is_of_author(error, self.templates.folders):
                raise
            what = in_words(error, self.templates.environment)
            self.problems.error(location, f"`{{{{ {expression} }}}}` cannot be worked out: {what}")
        return ""

    def _called(self, expression: str, calls: Mapping[str, Callable[..., Markup]]) -> Markup | None:
        """What a line makes that is written as most are, `news(limit=5)`; None for any other, which Jinja reads.

        To compile such lines takes a thirtieth of the time in which a small site is built anew after an edit.
        """
        match = PLAIN_CALL.fullmatch(expression)
        if match is None or match["name"] not in self.sections.names:
            return None
        written = ARGUMENT.findall(match["arguments"])
        arguments = {key: _literal(value) for key, value in written}
        return calls[match["name"]](**arguments) if len(arguments) == len(written) else None

    def _report_unknown(
        self, expression: str, error: jinja2.UndefinedError, location: Location, features: Collection[str]
    ) -> None:
        name, bracket, _ = expression.partition("(")
        known = [*self.sections.names, *features]
        if bracket and name.isidentifier() and name not in known:
            hint = did_you_mean(name, known, lists=False) or f"write data/{name}.yml, or delete this line"
            self.problems.error(location, f"there is no section `{name}`", hint)
        else:
            from acadfolio.rendering.mistakes import in_words

            what = in_words(error, self.templates.environment)
            self.problems.error(location, f"`{{{{ {expression} }}}}` places no section: {what}")

    def _html_of(self, value: Any, expression: str) -> str:
        """What an expression places. Raises WrongArgumentError for a section's name without its brackets."""
        if callable(value) and not isinstance(value, jinja2.Undefined):
            raise WrongArgumentError(
                f"`{{{{ {expression} }}}}` lacks its brackets", f"write `{{{{ {expression}() }}}}`"
            )
        if type(value) is Markup:  # A section: no template is compiled to print what is HTML already.
            return str(value)
        return self.templates.environment.from_string("{{ value }}").render(self.templates.globals, value=value)

    def _report_none_chosen(self, name: str, filters: Mapping[str, Any], hint: str, location: Location) -> None:
        """A line that asks for entries that there are not shows nothing. The looks' own lists ask for no such."""
        asked = " and ".join(f"`{key}={_as_argument(value)}`" for key, value in filters.items())
        count, choose = len(self.sections.entries(name)), "choose" if len(filters) > 1 else "chooses"
        all_of_them = f"{count} {name}" if name in COUNTABLE else f"{count} entries of `{name}`"
        whole = all_of_them if count > 1 else f"`{name}`, which has one entry"
        self.problems.warn(location, f"{asked} {choose} none of {whole}", hint)

    def _callable(self, name: str, page: PageAnchors, location: Location) -> Any:
        def section(*unnamed: Any, **arguments: Any) -> Markup:
            if unnamed:
                raise WrongArgumentError(
                    f"`{name}` cannot tell what {as_said(unnamed[0])} is for", f"name it: {name}(limit=5)"
                )
            if not self.sections.has_entries(name):
                self.sections.report_empty(name, location)
            return Markup(self._rendered(name, arguments, page, location))  # noqa: S704

        return section

    def _rendered(self, name: str, arguments: Mapping[str, Any], page: PageAnchors, location: Location) -> str:
        """A section's HTML. Raises WrongArgumentError."""
        known = Arguments(self.site, self.templates)
        settings, filters = known.settings(name, arguments)
        self.sections.used.add(name)
        for what in without_effect(arguments, settings):
            self.problems.warn(location, what, "delete it")
        selection = self._select(name, settings, filters)
        settings = for_line(settings, arguments, filters, selection)
        if filters and self.sections.has_entries(name) and not (selection.shown or selection.rest):
            self._report_none_chosen(
                name, filters, known.hint_at_none(name, filters, self.sections.entries(name)), location
            )
        more = self._more(name, selection, settings, page)
        if more:
            selection = replace(selection, rest=())
        groups = (*selection.shown, *selection.rest)
        if name not in {"posts", "visitor_map"}:
            self.sections.shown |= {entry.source_location for group in groups for entry in group.every}
        shown, rest = (
            tuple(self._prepared(name, group, settings, page, page.level) for group in groups)
            for groups in (selection.shown, selection.rest)
        )
        columns = self._columns(name, (*shown, *rest), settings)
        context = SectionContext(
            name=name,
            kind=name if name in KINDS else "free",
            settings=settings,
            shown=shown,
            rest=rest,
            level=page.level,
            legend=page.first_time(self._legend_of(settings, selection)) if name == "publications" else None,
            finding=self._finding((*shown, *rest), settings, page) if name == "publications" else None,
            more=more,
            columns=columns,
            words_language=foreign(self.site.settings.language, page.language),
            direction=direction(page.language),
            numbers=selection.numbers,
            coins=name == "publications" and self._is_light((*shown, *rest)),
        )
        return self.templates.render(f"sections/{name}.html", "sections/entries.html", section=context)

    def _is_light(self, groups: Sequence[Group]) -> bool:
        """Whether a list of papers has room for what only Zotero reads, and is to have it."""
        return self.site.settings.downloads and sum(1 for group in groups for _ in group.every) <= MOST_COINS

    def _select(self, name: str, settings: SectionSettings, filters: Mapping[str, Any]) -> Selection:
        entries = self.sections.entries(name)
        words = self.site.settings
        grouping = Grouping(settings, name, words.language, self.site.venues, words.statuses.words)
        if name in {"posts", "visitor_map"}:
            limit = len(entries) if settings.limit is None else settings.limit
            return Selection(grouping.groups(entries[:limit]) or (Group(None, ()),), ())
        return select(entries, filters, grouping)

    def _more(self, name: str, selection: Selection, settings: SectionSettings, page: PageAnchors) -> str:
        """The address of the page that has all, where the others are not to open here, or to be found by a form."""
        address = self.sections.lists.get(name, "") if selection.rest and not settings.search else ""
        return address if address != page.address else ""

    def _prepared(self, name: str, group: Group, settings: SectionSettings, page: PageAnchors, level: int) -> Group:
        anchor = page.anchor(group.title.in_language(self.site.settings.language)) if group.title else ""
        if name in {"posts", "visitor_map"}:
            return replace(group, id=anchor, level=level)
        of_entries = Entries(self.site.settings.language, self.papers.pages)
        entries = (
            self.papers.paper(entry) if name == "publications" else of_entries.entry(entry, name, settings)
            for entry in group.entries
        )
        below = min(level + 1, LOWEST_LEVEL)
        inner = tuple(self._prepared(name, within, settings, page, below) for within in group.groups)
        return Group(group.title, tuple(entries), anchor, inner, level)

    def _columns(self, name: str, groups: Sequence[Group], settings: SectionSettings) -> tuple[str, ...]:
        if settings.view != "table":
            return ()
        entries = [entry for group in groups for entry in group.every]
        if name == "publications":
            return columns_of_papers(entries, settings)
        return columns_of_entries(entries, name, settings)

    def _finding(self, groups: Sequence[Group], settings: SectionSettings, page: PageAnchors) -> Finding | None:
        # One that stands in several groups counts once.
        papers = list({paper.record.source_location: paper for group in groups for paper in group.every}.values())
        if not is_searched(settings, len(papers)):
            return None
        return Finder(self.site).form(papers, settings, page.next_form())

    def _legend_of(self, settings: SectionSettings, selection: Selection) -> Text | None:
        papers = [paper for group in (*selection.shown, *selection.rest) for paper in group.every]
        if settings.view == "archive":  # Marks are on the papers' own pages.
            papers = [paper for paper in papers if paper.source_location not in self.papers.pages]
        return self.sections.legend(settings, papers) if papers else None


def _full_width(expression: str) -> str:
    from acadfolio.source.lookalikes import full_width_in  # Only a mistake pays for it.

    return full_width_in(expression)


def _literal(written: str) -> Any:
    """What it means in a line: a number, yes or no, a text, or an empty list."""
    if written[0] == "[":
        return []
    return KNOWN_WORDS[written] if written in KNOWN_WORDS else int(written) if written[0].isdigit() else written[1:-1]


def _as_argument(value: Any) -> str:
    """A value as a section line has it."""
    return f'"{value}"' if isinstance(value, str) else str(value).lower()
