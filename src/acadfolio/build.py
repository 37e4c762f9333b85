"""Load, route, render and write a site, in this order: for a build, a check and the preview."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import closing
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from acadfolio import markdown
from acadfolio.cache_folder import user_cache
from acadfolio.citations.csl_styles import format_in_csl_style
from acadfolio.content_warnings import warn_of_content
from acadfolio.images.variants import variants
from acadfolio.loading import load
from acadfolio.loading.pages import read_file, read_page
from acadfolio.manifest import day_of_build, program_of
from acadfolio.markdown.shown_as_text import ShownAsText, shown_as_text
from acadfolio.markdown.state import HighlightedCode
from acadfolio.memo import Memo
from acadfolio.model.dates import Day
from acadfolio.output.write import WriteCounts, writing
from acadfolio.page_memo import KeptPages, PageMemo
from acadfolio.page_work import PageWork, render_pages
from acadfolio.plugins import plugins_of, template_folders
from acadfolio.problems import Location, Problem, Problems, SiteError, in_order
from acadfolio.rendering import Output
from acadfolio.rendering.feeds import feed_files
from acadfolio.rendering.inputs import Inputs
from acadfolio.rendering.parts import RenderOptions
from acadfolio.rendering.server_files import server_files
from acadfolio.rendering.site_files import SiteFiles, report_unshown
from acadfolio.rendering.site_renderer import SiteRenderer
from acadfolio.resources import starter
from acadfolio.routing import Plan, make_plan
from acadfolio.routing.plan import next_change
from acadfolio.stages import OTHER, PLANNING, READING, RENDERING, WRITING, Clock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from acadfolio.contracts import FileWriter
    from acadfolio.cv.typesetting import Typeset
    from acadfolio.files import Files
    from acadfolio.model.site import Settings, Site
    from acadfolio.page_work import PageResult
    from acadfolio.rendering.renderer import PageSummary

    Progress = Callable[[str], None]
    """Called with a description of the current step of a build."""


class Built(Struct, frozen=True):
    """The result of a build."""

    pages: int
    waiting: tuple[str, ...]
    """The files of skipped drafts and future posts."""
    written: WriteCounts
    problems: tuple[Problem, ...]
    hosts: dict[str, int]
    """The other hosts from which pages load files, with the number of these pages."""
    days: tuple[Day, Day | None]
    """The day of the build, and the next day on which the same files give a different site."""
    digests: dict[str, bytes | None]
    """The files in the output folder by path, with the digests of generated files."""


class Batch(Struct, frozen=True):
    """The pages of one language in one build."""

    memo: PageMemo
    kept: dict[str, PageSummary]
    """The summaries of the pages that are right as they are, by path."""
    work: PageWork
    """The other pages."""


class Prepared:
    """A site that is loaded and routed; its files are rendered one by one.

    Each language of a site in several languages is one of its own. The one at the top has the others.
    """

    def __init__(
        self,
        plan: Plan,
        problems: Problems,
        renderer: SiteRenderer,
        memo: Memo,
    ) -> None:
        self.plan, self.problems, self.renderer, self.memo = plan, problems, renderer, memo
        self.files = SiteFiles(renderer)
        self.summaries: dict[str, PageSummary] = {}
        """The summaries of the pages, by path."""
        self.kept_pages = KeptPages()
        """The pages of this build, once all are made."""
        self.is_rendered_anew = False
        """Whether this build rendered all pages."""
        self.languages: tuple[Prepared, ...] = (self,)
        """All languages. Without a language at the top, this is not one of them, but first, too."""

    @property
    def first(self) -> Prepared:
        """The site in its first language."""
        return next(each for each in self.languages if each.plan.site.has_pages)

    @property
    def hosts(self) -> dict[str, int]:
        """The other hosts from which pages load files, with the number of these pages; complete after `outputs`."""
        found: Counter[str] = Counter()
        for each in self.languages:
            found.update(each.files.hosts)
        return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))

    @property
    def pages(self) -> list[str]:
        """The paths of all pages in the output."""
        return [
            each.plan.path_in_output(planned.path)
            for each in self.languages
            for planned in each.plan.pages
        ]

    @property
    def lost(self) -> list[str]:
        """The paths of files whose writing ended in an error; complete after `outputs`."""
        return [
            each.plan.path_in_output(path) for each in self.languages for path in each.files.lost
        ]

    @property
    def shown(self) -> set[tuple[str, int]]:
        """The lists and positions of the entries that pages show; complete after `outputs`."""
        summaries = [page for each in self.languages for page in each.summaries.values()]
        return {place for summary in summaries for place in summary.shown}

    def outputs(self, untouched: Mapping[str, bytes] | None = None) -> Iterator[Output]:
        """Yield every file of the site, pages first. Raises SiteError for errors.

        Args:
            untouched: The digests of files in the output folder that have not changed since the last build, by path.
                If the inputs of such a page are the same, it is not rendered. Without `untouched`, all pages are.
        """
        written: set[str] = set()
        batches = [each.batch(untouched or {}) for each in self.languages]
        with closing(render_pages([batch.work for batch in batches], self.memo)) as results:
            for each, batch in zip(self.languages, batches, strict=True):
                yield from each.placed(each.outputs_of_pages(batch, results), written)
        self.problems.raise_if_errors()
        for each, batch in zip(self.languages, batches, strict=True):
            yield from each.placed(each.other_outputs(batch), written)
        self.problems.raise_if_errors()
        report_unshown(self.plan.first, self.shown, self.problems)
        find = self.memo.remembered("shown", shown_as_text, ShownAsText, "")
        for each in self.languages:
            warn_of_content(each.renderer, self.problems, find)
        self.problems.raise_if_errors(waits=False)
        self.memo.pages = {each.plan.site.mount: each.kept_pages for each in self.languages}
        self.memo.is_complete = all(each.is_rendered_anew for each in self.languages)

    def batch(self, untouched: Mapping[str, bytes]) -> Batch:
        """Find the pages of this language that must be rendered.

        Args:
            untouched: As for `outputs`.
        """
        plan = self.plan
        if plan.site.mount:
            untouched = {plan.seen_from_here(path): digest for path, digest in untouched.items()}
        last = self.memo.pages.get(plan.site.mount, KeptPages())
        inputs = Inputs(self.renderer, self.memo.program, self.memo.kept)
        memo = PageMemo(last, inputs, untouched)
        kept: dict[str, PageSummary] = {}
        stale = []
        for planned in plan.pages:
            summary = memo.kept_page(planned)
            if summary is None:
                stale.append(planned)
            else:
                kept[planned.path] = summary
        # Lists first: the other processes would wait at the end for one of thousands of entries.
        stale.sort(key=lambda planned: (planned.entry is not None, planned.page is not None))
        return Batch(memo, kept, PageWork(self.renderer, stale, memo.inputs))

    def placed(self, outputs: Iterable[Output], written: set[str]) -> Iterator[Output]:
        """Yield the files of this language with their paths in the output.

        Args:
            outputs: The files, with paths from its top.
            written: The paths of all files until now: pages in several languages show the same image.
        """
        for output in outputs:
            path = self.plan.path_in_output(output.path)
            if path not in written:
                written.add(path)
                yield replace(output, path=path) if self.plan.site.mount else output

    def outputs_of_pages(self, batch: Batch, results: Iterator[PageResult]) -> Iterator[Output]:
        """Yield the pages of this language and their own files, with paths from its top.

        Args:
            batch: Its pages.
            results: The results of those that are rendered come next.
        """
        memo, stale = batch.memo, batch.work.pages
        self.summaries |= batch.kept
        for path, summary in batch.kept.items():
            yield from (Output(each, is_kept=True) for each in (path, *summary.files))
        for planned, result in zip(stale, islice(results, len(stale)), strict=True):
            self._add_problems(result.problems)
            rendered = result.rendered
            if rendered is None:
                continue
            self.renderer.main.parts.images.named |= rendered.variants
            self.summaries[planned.path] = rendered.summary
            yield Output(planned.path, rendered.content)
            yield from rendered.files
            if not result.problems:
                memo.add_page(planned, rendered, result.inputs)

    def other_outputs(self, batch: Batch) -> Iterator[Output]:
        """Yield the other files of this language, such as its feeds, with paths from its top."""
        yield from self._kept_variants()
        yield from self._citation_lists(batch.memo)
        yield from self.files.outputs(self.summaries)
        self.kept_pages = batch.memo.all_pages()
        self.is_rendered_anew = not batch.kept

    def _kept_variants(self) -> Iterator[Output]:
        """Yield the smaller variants of images that only pages of the last build show."""
        used = {path for summary in self.summaries.values() for path in summary.variants}
        made = self.renderer.main.parts.images.named.keys()
        yield from (Output(path, is_kept=True) for path in sorted(used - made))

    def _citation_lists(self, memo: PageMemo) -> Iterator[Output]:
        """Yield the lists of all publications. Like pages, they are reused."""
        for path, make in self.renderer.main.parts.citations.files():
            if memo.keeps_list(path):
                yield Output(path, is_kept=True)
            else:
                content = make().encode()
                memo.add_list(path, content)
                yield Output(path, content)

    def _add_problems(self, problems: Sequence[Problem]) -> None:
        """Report the problems of a page. Many pages have the same one."""
        known = set(self.problems.found) if problems else set()
        self.problems.found += [each for each in problems if each not in known]


def memo_of(site: Path, program: bytes = b"") -> Memo:
    """Return the results of earlier builds of a site by the program as it is now.

    `program` is its digest, if that is known already.
    """
    return Memo(str(site), program or program_of(str(site)))


def prepare(  # noqa: PLR0913 - each is an option of a command or a memo
    site: Path,
    *,
    drafts: bool = False,
    is_preview: bool = False,
    draws: bool = False,
    private: bool = False,
    memo: Memo | None = None,
    clock: Clock | None = None,
) -> Prepared:
    """Load a site and route it. Raises SiteError. Rendering its outputs can raise it too.

    Args:
        site: The site's folder.
        drafts: Include drafts and future posts.
        is_preview: Omit what only a published site needs, such as comments and visitor maps.
        draws: Make smaller variants of images.
        private: Include private entries in CVs, for a file that is not published.
        memo: The results of earlier builds. Without it, everything is computed.
        clock: Measures the stages.
    """
    clock = clock or Clock()
    clock.begin(READING)
    problems, theme = Problems(), starter()
    memo = memo or Memo(None, b"")
    loaded = load(
        site,
        today(),
        problems,
        theme,
        memo.read_data,
        read_file=memo.kept.remembered_of_file(read_file),
        read_page=memo.kept.remembered(read_page),
        drafts=drafts,
        private=private,
    )
    clock.begin(PLANNING)
    plan = make_plan(loaded, problems, _file_writers, drafts=drafts)
    clock.begin(RENDERING)
    dialect = _dialect(plan.site.settings, problems)
    in_data = replace(dialect, is_data=True)
    highlight = memo.remembered("code", _highlight_block, HighlightedCode, "")
    converting = replace(dialect, highlight=highlight)
    converting_data = replace(in_data, highlight=highlight)
    options = RenderOptions(
        template_folders=template_folders(site, plan.site.settings.plugins, theme),
        convert=memo.remembered(
            "html", partial(markdown.convert, options=converting), markdown.Document, dialect
        ),
        # Several pages show the same text of the data.
        convert_data=cache(
            memo.remembered(
                "texts",
                partial(markdown.convert, options=converting_data),
                markdown.Document,
                in_data,
            )
        ),
        inline=cache(
            memo.remembered("fields", partial(markdown.inline, options=dialect), str, dialect)
        ),
        format_in_csl_style=cache(memo.remembered("citations", format_in_csl_style, list[str], "")),
        variants=memo.remembered_variants(variants)
        if draws and plan.site.settings.images == "responsive"
        else None,
        typeset=_typesetting(memo) if loaded.settings.cv else None,
        is_preview=is_preview,
        compiled=user_cache(),
    )
    first, *others = (
        Prepared(each, problems, SiteRenderer(each, problems, options), memo)
        for each in (plan, *plan.mounted)
    )
    first.languages = (first, *others)
    return first


def _typesetting(memo: Memo) -> Callable[[str], Typeset]:
    """Make the PDF of a CV, which takes long, once for each content."""
    from acadfolio.cv.limited import typeset
    from acadfolio.cv.typesetting import Typeset

    return memo.remembered("pdf", typeset, Typeset, "")


def _highlight_block(block: str) -> HighlightedCode:
    from acadfolio.markdown.code import highlight_block  # Only a changed text needs it.

    return highlight_block(block)


def _file_writers(site: Site) -> dict[str, FileWriter]:
    """Return the writers of the files besides pages, by path. Those of plug-ins replace ours."""
    writers = server_files(site)
    if not site.has_pages:
        return writers
    writers |= feed_files(site)
    if site.settings.cv:
        from acadfolio.cv.files import cv_files  # Few sites have one.

        writers |= cv_files(site)
    for plugin in plugins_of(site.settings.plugins):
        writers |= plugin.files(site)
    return writers


def _dialect(settings: Settings, problems: Problems) -> markdown.Options:
    """Return the options of the site's Markdown."""
    extensions: tuple[tuple[str, str], ...] = ()
    if settings.markdown_extensions:
        from acadfolio.markdown.extension import usable_extensions

        extensions = usable_extensions(settings.markdown_extensions, problems)
    return markdown.Options(math=settings.math, extensions=extensions)


def build(  # noqa: PLR0913 - each is an option of the command
    site: Path,
    output: Path,
    *,
    drafts: bool = False,
    strict: bool = False,
    progress: Progress = lambda _: None,
    memo: Memo | None = None,
    find_untouched: Callable[[Files], dict[str, bytes]] | None = None,
    clock: Clock | None = None,
) -> Built:
    """Build a site into its output folder.

    If it raises SiteError, the last successful build remains.

    `find_untouched` returns the digests of files in the output folder that have not changed since
    the last build. `clock` measures the stages.
    """
    clock = clock or Clock()
    progress("Reading the site …")
    if memo:
        memo.read_pages()
    prepared = prepare(site, drafts=drafts, draws=True, memo=memo, clock=clock)
    if memo:
        memo.kept.forget_this_build()  # No other build follows in this process.
    clock.begin(WRITING)
    with writing(output, site) as job:
        untouched = find_untouched(job.found) if find_untouched else None
        outputs = clock.rendered(prepared.outputs(untouched))
        job.take(_counted(outputs, prepared.pages, progress))
        job.keep(prepared.lost)
        problems = in_order(prepared.problems.of_build)
        if strict and problems:
            raise SiteError(problems)
    clock.begin(OTHER)
    if memo:
        memo.save()
    plans = [each.plan for each in prepared.languages]
    drafted = [page.file for plan in plans for page in plan.site.pages if page.is_draft]
    return Built(
        pages=len(prepared.pages),
        waiting=() if drafts else tuple(drafted),
        written=job.written(),
        problems=problems,
        hosts=prepared.hosts,
        days=(plans[0].site.today, min(filter(None, map(next_change, plans)), default=None)),
        digests=job.digests,
    )


def _counted(
    outputs: Iterable[Output], pages: Sequence[str], progress: Progress
) -> Iterator[Output]:
    """Yield the files of a site, and report the number of rendered pages. `pages` are their paths."""
    paths = set(pages)
    made = 0
    for output in outputs:
        if output.path in paths:
            made += 1
            progress(f"{made} of {len(paths)} pages")
        yield output


def today() -> Day:
    """Return the day that decides which posts are shown. Raises SiteError."""
    try:
        return Day(*day_of_build())
    except (ValueError, OverflowError, OSError):
        what = f"`{os.environ['SOURCE_DATE_EPOCH']}` is not a time"
        hint = "unset it, or set it to the seconds since 1970"
        raise SiteError(
            [Problem("invalid-date", Location("SOURCE_DATE_EPOCH"), what, hint)]
        ) from None
