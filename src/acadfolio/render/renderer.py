"""Every page of a plan through Markdown and its template, then the files around the pages."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup

from acadfolio.output import Output
from acadfolio.problems import Location, did_you_mean
from acadfolio.records.dates import latest
from acadfolio.records.page import FrontMatter
from acadfolio.records.values import Text
from acadfolio.render.addresses import Addresses
from acadfolio.render.around import files_around
from acadfolio.render.context import navigation, post_context, profile_context, reading_minutes, site_context
from acadfolio.render.lines import MarkedText, SectionLine, put_back, take_out_lines
from acadfolio.render.papers import Papers
from acadfolio.render.sections import Sections
from acadfolio.theme.context import PageContext, SiteContext, TocEntry
from acadfolio.theme.environment import template_environment
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from acadfolio.markdown import Document, Heading, Options
    from acadfolio.plan import Plan, PlannedPage
    from acadfolio.problems import Problems
    from acadfolio.records.dates import When
    from acadfolio.records.page import Page

CITATION_SPAN = re.compile(r"(<span class=[\"']show_paper_citations[\"'] data=[\"']([^\"']+)[\"']\s*>)\s*(</span>)")
NOTHING = FrontMatter()


def render(plan: Plan, template_folders: list[Path], problems: Problems) -> Iterator[Output]:
    """All outputs in the order of their paths: pages, redirects, static files, and what stands around them.

    Raises SiteError at the end when a page or a template has errors.
    """
    renderer = Renderer(plan, template_folders, problems)
    yield from renderer.outputs()
    renderer.report_unshown()
    problems.raise_if_errors()


@dataclass(frozen=True, slots=True)
class Body:
    """A page's text as HTML, with its headings."""

    html: str
    headings: tuple[Heading, ...]


class Renderer:
    """Knows one plan and renders it. All that it keeps is made in `__init__`, and what was shown."""

    def __init__(self, plan: Plan, template_folders: list[Path], problems: Problems) -> None:
        from acadfolio import markdown
        from acadfolio.markdown.document import read_inline

        self.plan, self.problems = plan, problems
        self.language = plan.site.settings.language
        self.words = words_for(self.language)
        self.options: Options = markdown.Options(math=plan.site.settings.math)
        self.convert = markdown.convert
        self.inline = functools.lru_cache(maxsize=None)(functools.partial(read_inline, options=self.options))
        self.environment = template_environment(template_folders, self.inline, markdown.header_id)
        self.posts = sorted(
            (planned.page for planned in plan.pages if planned.page is not None and planned.page.is_post),
            key=_newest,
            reverse=True,
        )
        self.globals: dict[str, Any] = {
            "site": site_context(plan, _last_change(plan)),
            "profile": profile_context(plan.site),
            "words": self.words,
        }
        papers = Papers(plan.site, self.words["and"])
        posts = tuple(post_context(page) for page in self.posts)
        self.globals["posts"] = posts
        self.sections = Sections(plan.site, papers, posts, self.environment, self.globals, problems)
        self.home = self._home()

    def outputs(self) -> Iterator[Output]:
        for planned in self.plan.pages:
            yield Output(planned.path, self.page(planned))
        for redirect in self.plan.redirects:
            yield Output(redirect.path, self._redirect(redirect.path, redirect.target))
        for file in self.plan.static_files:
            yield Output(file.path, file=file.file)
        for path, content in files_around(self.plan, self.inline):
            yield Output(path, content)

    def page(self, planned: PlannedPage) -> bytes:
        """One finished page."""
        body = self.home if planned.address == "/" and self.home else self._body(planned)
        context = self._page_context(planned, body)
        html = self._from_template(f"layouts/{planned.layout}.html", planned, page=context)
        return self._finished(html, planned)

    def report_unshown(self) -> None:
        """Warn of every entry that no page shows: nothing vanishes silently."""
        lists = {"publications": self.plan.site.publications, **self.plan.site.entries}
        lists.pop("people", None)
        for name, entries in lists.items():
            hidden = [entry for entry in entries if id(entry) not in self.sections.shown]
            if hidden:
                count = (
                    "no entry of it is"
                    if len(hidden) == len(entries)
                    else f"{len(hidden)} of {len(entries)} entries are not"
                )
                self.problems.warn(
                    Location(f"data/{name}.yml"),
                    f"{count} shown on any page",
                    f"place it with a line `{{{{ {name}() }}}}` in a page",
                )

    def _home(self) -> Body | None:
        """The home page's body is made first: the masthead of every page may be made of its headings."""
        planned = next((page for page in self.plan.pages if page.address == "/"), None)
        return self._body(planned) if planned else None

    def _body(self, planned: PlannedPage) -> Body:
        page = planned.page
        marked = take_out_lines(page.body, has_liquid=page.has_liquid) if page else MarkedText("", (), ())
        text, lines = self._with_sections(planned, marked)
        if page is not None and page.has_liquid:
            text = self._liquid(text, page)
        document = self.convert(text, self.options)
        self._report_remarks(planned, marked, document)
        level = 2
        sections = [
            self.sections.evaluate(line.expression, self._place(planned, line.line), level=level) for line in lines
        ]
        html = CITATION_SPAN.sub(self._citations, put_back(document.html, sections))
        return Body(html, document.headings)

    def _with_sections(self, planned: PlannedPage, marked: MarkedText) -> tuple[str, list[SectionLine]]:
        """The text with the page's (or the site's) `sections` behind it, each with its heading."""
        lines = list(marked.lines)
        text = marked.text
        for name in self._wanted_sections(planned, placed=bool(lines)):
            text = f"{text}\n\n# {self.sections.heading(name)}\n\n\ue000{len(lines)}\ue001\n"
            lines.append(SectionLine(f"{name}()", 0))
        return text, lines

    def _wanted_sections(self, planned: PlannedPage, *, placed: bool) -> list[str]:
        settings, page = self.plan.site.settings, planned.page
        wanted = list(page.front_matter.sections) if page else []
        place = Location(page.file) if page else Location("data/site.yml")
        if not wanted and planned.address == "/" and not placed:
            wanted, place = list(settings.sections), Location("data/site.yml")
            wanted = wanted or [name for name in self.sections.names if self._belongs_on_home(name)]
        for name in wanted:
            if not self.sections.exists(name):
                self.problems.error(place, f"there is no section `{name}`", did_you_mean(name, self.sections.names))
        return [name for name in wanted if self.sections.exists(name)]

    def _belongs_on_home(self, name: str) -> bool:
        return name not in {"people", "posts", "visitor_map"} and self.sections.has_entries(name)

    def _liquid(self, text: str, page: Page) -> str:
        from acadfolio.render.liquid import render_liquid

        front_matter = page.front_matter
        variables = {
            "page": {
                "title": page.title.in_language(self.language),
                "url": page.address,
                "permalink": front_matter.permalink,
                "tags": list(front_matter.tags),
                "date": page.when.isoformat if page.when else None,
                **front_matter.extra,
            },
            "site": {
                "title": self.plan.site.settings.title.in_language(self.language),
                **self.plan.site.settings.liquid,
            },
        }
        return render_liquid(text, page, variables, self.problems)

    def _report_remarks(self, planned: PlannedPage, marked: MarkedText, document: Document) -> None:
        for remark in document.warnings:
            place = self._place(planned, marked.original_line(remark.line))
            self.problems.warn(place, remark.message, remark.hint)

    def _place(self, planned: PlannedPage, line: int) -> Location:
        if planned.page is None:
            return Location("data/site.yml")
        return planned.page.at(line, 1) if line else Location(planned.page.file)

    def _citations(self, match: re.Match[str]) -> str:
        for publication in self.plan.site.publications:
            if publication.scholar_id == match[2] and publication.citations is not None:
                return f"{match[1]}| {self.words['citations']}: {publication.citations.count}{match[3]}"
        return match[0]

    def _page_context(self, planned: PlannedPage, body: Body) -> PageContext:
        page = planned.page
        front_matter = page.front_matter if page else NOTHING
        site: SiteContext = self.globals["site"]
        title = page.title if page else Text.of(self._made_title(planned))
        return PageContext(
            title=title,
            full_title=self._full_title(planned, title),
            address=planned.address,
            description=self._description(front_matter, planned, body),
            canonical=site.url + planned.address if site.url else "",
            image=self._image(front_matter),
            content=Markup(body.html),  # noqa: S704
            toc=tuple(TocEntry(entry.level, entry.id, Markup(entry.html)) for entry in body.headings if entry.id),  # noqa: S704
            shows_toc=front_matter.toc,
            navigation=navigation(self.plan, planned, self.home.headings if self.home else ()),
            language=front_matter.lang or self.language,
            when=page.when if page else None,
            modified=front_matter.modified,
            tags=front_matter.tags,
            minutes=self._minutes(page),
            author=front_matter.author,
            author_profile=front_matter.author_profile,
            is_home=planned.address == "/",
            is_post=page.is_post if page else False,
            is_draft=page.is_draft if page else False,
            header=front_matter.header,
            sidebar=front_matter.sidebar,
            extra=front_matter.extra,
        )

    def _made_title(self, planned: PlannedPage) -> str:
        return self.words.get(planned.layout, self.plan.site.settings.title.in_language(self.language))

    def _full_title(self, planned: PlannedPage, title: Text) -> str:
        name = self._plain(self.plan.site.settings.title)
        own = self._plain(title)
        if planned.address == "/" or not own:
            return name
        return f"{own} - {name}" if own != name else own

    def _description(self, front_matter: FrontMatter, planned: PlannedPage, body: Body) -> str:
        site: SiteContext = self.globals["site"]
        given = (
            front_matter.description or front_matter.excerpt or (site.description if planned.address == "/" else None)
        )
        if given:
            return self._plain(given)
        paragraphs = re.findall(r"<p>(.*?)</p>", body.html, re.DOTALL)
        texts = (" ".join(Markup(paragraph).striptags().split()) for paragraph in paragraphs)  # noqa: S704
        first = next((text for text in texts if len(text) > len("a few words")), "")
        return _shortened(first) or (self._plain(site.description) if site.description else "")

    def _image(self, front_matter: FrontMatter) -> str:
        header, settings = front_matter.header, self.plan.site.settings
        image = header.overlay_image or header.image or header.teaser or settings.image or self.plan.site.profile.avatar
        site: SiteContext = self.globals["site"]
        if not image or "://" in image:
            return image or ""
        return f"{site.url}/{image.lstrip('/')}" if site.url else ""

    def _minutes(self, page: Page | None) -> int:
        if page is None:
            return 0
        shown = page.front_matter.read_time if page.front_matter.read_time is not None else page.is_post
        return reading_minutes(page.body) if shown else 0

    def _plain(self, text: Text) -> str:
        return Markup(self.inline(text.in_language(self.language))).striptags()  # noqa: S704

    def _from_template(self, name: str, planned: PlannedPage | None, **context: Any) -> str:
        try:
            return self.environment.get_template(name).render(self.globals, **context)
        except jinja2.TemplateNotFound as error:
            self.problems.error(Location(f"templates/{error.name}"), "this template is missing")
        except jinja2.TemplateSyntaxError as error:
            place = Location(f"templates/{error.name}", error.lineno)
            self.problems.error(place, f"this is not Jinja: {error.message}")
        except (jinja2.UndefinedError, jinja2.exceptions.SecurityError, TypeError, KeyError) as error:
            place = _template_place(error) or Location(f"templates/{name}")
            self.problems.error(place, f"this template cannot be rendered: {error}")
        del planned
        self.problems.raise_if_errors()
        return ""

    def _redirect(self, path: str, target: str) -> bytes:
        addresses = Addresses(self.plan.paths, path, lambda _: None)
        site: SiteContext = self.globals["site"]
        absolute = target if "://" in target else (site.url + "/" + target.lstrip("/") if site.url else "")
        html = self._from_template("layouts/redirect.html", None, target=addresses.relative(target), canonical=absolute)
        return html.encode()

    def _finished(self, html: str, planned: PlannedPage) -> bytes:
        def missing(target: str) -> None:
            self._report_missing(target, planned)

        return Addresses(self.plan.paths, planned.path, missing).relative_page(html).encode("utf-8", "replace")

    def _report_missing(self, target: str, planned: PlannedPage) -> None:
        """What a page's own text points at; what data files point at was reported when they were read."""
        page = planned.page
        offset = page.body.find(target) if page else -1
        if page is not None and offset >= 0:
            line = page.body.count("\n", 0, offset) + 1
            column = offset - page.body.rfind("\n", 0, offset)
            hint = "put files into static/, pages into content/"
            self.problems.warn(page.at(line, column), f"there is no file or page `{target}`", hint)
        elif target.lstrip("/") not in self.plan.site.missing:
            place = Location(f"templates/layouts/{planned.layout}.html")
            self.problems.warn(
                place, f"/{planned.path} points at `{target}`, which is not there", "look in the template"
            )


def _newest(page: Page) -> tuple[Any, ...]:
    return page.when is not None, page.when.newest if page.when else (), page.file


def _last_change(plan: Plan) -> When | None:
    """The latest date that the content itself names and that is a day: no clock makes two builds differ."""
    dates = [
        when
        for entry in [*plan.site.entries.get("news", ()), *(page.page for page in plan.pages if page.page)]
        for when in (getattr(entry, "date", None), getattr(entry, "when", None))
        if when is not None
    ]
    return max(dates, key=lambda when: latest(when.start), default=None)


def _shortened(text: str, most: int = 160) -> str:
    if len(text) <= most:
        return text
    return text[: most - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"


def _template_place(error: Exception) -> Location | None:
    """Where in a template an error came up: the last frame that Jinja made of one."""
    found = None
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.endswith(".html"):
            found = Location(file, trace.tb_lineno)
        trace = trace.tb_next
    return found
