"""Warn of what makes a page wrong although it can be rendered.

A build, the preview and `acadfolio check` all do so.
"""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.markdown.shortcodes import MARKED, mark_calls
from acadfolio.markdown.single_dollars import first_environment, first_formula
from acadfolio.markdown.source import may_have_syntax, without_code
from acadfolio.markdown.unknown_tags import HAS_TAG, tags_shown_as_text
from acadfolio.model.reading import suggestion
from acadfolio.model.values import Text
from acadfolio.problems import Location
from acadfolio.rendering.features import FEATURE_ARGUMENTS
from acadfolio.rendering.locating import texts_of_front_matter, values_in
from acadfolio.theme.excerpts import DATA_SHORTCODES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from acadfolio.markdown import Document, MarkdownWarning
    from acadfolio.markdown.shown_as_text import ShownAsText
    from acadfolio.model.page import Page
    from acadfolio.model.publication import Author, Publication
    from acadfolio.model.site import Site
    from acadfolio.problems import Problems
    from acadfolio.rendering.site_renderer import SiteRenderer
    from acadfolio.routing import Plan
    from acadfolio.source.text import SourceText

HOME_PAGE, PROFILE = "content/about.md", "data/profile."
FORMULA_SCRIPTS = ("mathjax", "katex", "rendermathinelement")


SHORTCODE = r"(?<!\\)\{\{(?:\s*(\w+)\s*\(|\s+(\w+)\s+\}\})"
"""What looks like a shortcode: a call, or a word between spaces. TeX has neither."""
ONLY_ON_PAGES = (
    "only pages have this shortcode: write it into a page; to show the braces, write `\\{{"
)


FORMULA = r"\$\$|\\\\[(\[]|\\eqref\{"
"""What begins a formula."""
FORMULA_WITH_DOLLAR = rf"\$|{FORMULA}"
"""The same with `math: dollar`."""
LEAST_PAGES = 2
"""A site with fewer pages may do without a home page of its own."""


def warn_of_content(
    renderer: SiteRenderer, problems: Problems, find: Callable[[str], ShownAsText]
) -> None:
    """Check the data and pages of a site. No finished page is needed.

    Args:
        renderer: It has the site's pages and data, and knows the sections and icons.
        problems: Gets the warnings.
        find: The function `shown_as_text`, which may know the texts of earlier builds.
    """
    plan = renderer.plan
    known = {*renderer.main.parts.sections.names, *FEATURE_ARGUMENTS}
    texts = list(_texts_with_syntax(plan))
    shown = [(page, find(page.body)) for page in _pages(plan) if not page.is_html]
    _check_formulas(plan, texts, shown, problems)
    _check_environments(plan, texts, shown, problems)
    _check_tex(plan.site, texts, renderer.options.convert_data, problems)
    # The home page of another language may lack a text.
    if plan.site.is_first and plan.site.has_pages:
        _check_home(plan, problems)
    _check_tags(texts, problems)
    _check_single_braces(shown, known, problems)
    _check_shortcodes(plan.site, texts, known, problems)
    _check_icons(plan.site, renderer.main.has_icon, problems)
    _check_marks(plan.site, problems)
    if plan.site.settings.cv and plan.site.has_pages:
        from acadfolio.cv.files import warn_of_own_file  # Few sites have one.

        warn_of_own_file(plan.site, problems)


def _check_home(plan: Plan, problems: Problems) -> None:
    """Warn of a site with several pages and a profile, but without a text for the home page.

    A site of data alone is left alone: its home page shows the profile.
    """
    home = next((planned for planned in plan.pages if planned.url == "/"), None)
    if (
        home is None
        or home.page is not None
        or not plan.site.profile.source_location.file.startswith(PROFILE)
    ):
        return
    pages = [page for page in plan.site.pages if not page.is_post and not page.is_draft]
    if not pages:
        return
    message = f"the home page has no text of yours: there is no {HOME_PAGE}"
    hint = "write this file; or write `permalink: /` into the front matter of another page"
    draft = next((page for page in plan.site.pages if page.is_draft and page.url == "/"), None)
    if draft is not None:
        message, hint = (
            "the home page is a draft: visitors see a page without your text",
            "publish it",
        )
    add = problems.warn if len(pages) >= LEAST_PAGES else problems.remark
    add(Location(draft.file if draft else HOME_PAGE), message, hint, rule="no-home-page")


def _check_single_braces(
    shown: Iterable[tuple[Page, ShownAsText]], known: Collection[str], problems: Problems
) -> None:
    """Warn of shortcodes with single braces, which are shown as text."""
    for page, found in shown:
        for call in found.calls:
            if call.name in known:
                message = f"the shortcode `{call.name}` is shown as text: it has single braces"
                hint = f"write `{{{{ {call.name}{call.arguments} }}}}`"
                problems.warn(page.at_offset(call.offset), message, hint, rule="shortcode-syntax")


def _check_formulas(
    plan: Plan,
    texts: Iterable[SourceText],
    shown: Iterable[tuple[Page, ShownAsText]],
    problems: Problems,
) -> None:
    """Warn of formulas between single dollars if these are shown as text, once for each file."""
    if plan.site.settings.math == "dollar":
        return
    first: dict[str, tuple[Location, str]] = {}
    for place, tex in (*_formulas_in(texts), *_formulas_of_pages(shown)):
        first.setdefault(place.file, (place, tex))
    if first and _has_formula_script(plan):
        return
    for place, tex in first.values():
        message = f"`${tex}$` is shown as text: a formula needs two dollars on each side"
        hint = f"write `$${tex}$$`, or set `math: dollar` in data/site.yml"
        problems.warn(place, message, hint, rule="formula")


def _check_environments(
    plan: Plan,
    texts: Iterable[SourceText],
    shown: Iterable[tuple[Page, ShownAsText]],
    problems: Problems,
) -> None:
    """Warn of environments outside of formulas, which are shown as text, once for each file."""
    first: dict[str, tuple[Location, str]] = {}
    for text in texts:
        if match := first_environment(text.text):
            first.setdefault(text.location.file, (text.at(match[0], match.start()), match["name"]))
    for page, found in shown:
        offset, name = found.environment
        if name:
            first.setdefault(page.file, (page.at_offset(offset), name))
    if first and _has_formula_script(plan):
        return
    for place, name in first.values():
        message = f"`\\begin{{{name}}}` is shown as text: a formula needs two dollars on each side"
        hint = f"write `$$` before it and after its `\\end{{{name}}}`"
        problems.warn(place, message, hint, rule="formula")


def _check_tex(
    site: Site,
    texts: Iterable[SourceText],
    convert: Callable[[str], Document],
    problems: Problems,
) -> None:
    """Warn of formulas of the data whose TeX cannot be converted.

    Those of pages are reported with their page, and those of bibliographies when they are read.
    """
    begins = FORMULA_WITH_DOLLAR if site.settings.math == "dollar" else FORMULA
    for source_text in texts:
        text = source_text.text
        if not re.search(begins, text):
            continue
        for warning in convert(mark_calls(text, DATA_SHORTCODES)).warnings:
            if warning.rule == "formula":
                problems.warn(
                    _place_of(warning, source_text), warning.message, warning.hint, rule="formula"
                )


def _place_of(warning: MarkdownWarning, source_text: SourceText) -> Location:
    """The place of a formula: in its line, or the line with which it begins."""
    lines = source_text.text.split("\n")
    start = sum(len(line) + 1 for line in lines[: warning.line - 1])
    written = warning.written or lines[warning.line - 1].strip()
    found = source_text.text.find(written, start)
    return source_text.at(written, max(found, 0)) if written else source_text.location


def _formulas_in(texts: Iterable[SourceText]) -> Iterator[tuple[Location, str]]:
    for source_text in texts:
        if tex := first_formula(source_text.text, is_inline="\n" not in source_text.text)[1]:
            yield source_text.at(f"${tex}$", source_text.text.rfind(f"${tex}$")), tex


def _formulas_of_pages(
    shown: Iterable[tuple[Page, ShownAsText]],
) -> Iterator[tuple[Location, str]]:
    for page, found in shown:
        line, tex = found.formula
        if tex:
            column = page.body.split("\n")[line - 1].rfind(f"${tex}$") + 1
            yield page.at(line, column), tex


def _pages(plan: Plan) -> Iterator[Page]:
    return (planned.page for planned in plan.pages if planned.page is not None)


def _has_formula_script(plan: Plan) -> bool:
    """Whether a page or a template of the site has a script that renders formulas, such as MathJax."""
    for page in _pages(plan):
        texts = (page.body, *page.source.files.values())
        if any(map(_loads_formula_script, texts)):
            return True
    templates = Path(plan.site.root, "templates").rglob("*.html")
    return any(
        _loads_formula_script(path.read_text(encoding="utf-8", errors="replace"))
        for path in templates
    )


def _loads_formula_script(text: str) -> bool:
    lower = text.lower()
    return "<script" in lower and any(name in lower for name in FORMULA_SCRIPTS)


def _check_tags(texts: Iterable[SourceText], problems: Problems) -> None:
    """Warn of tags in the data that are shown as text, because they are no elements of HTML."""
    for source_text in texts:
        text = source_text.text
        for tag in tags_shown_as_text(text) if re.search(HAS_TAG, text) else ():
            message = f"`{tag}` is not an element of HTML: it is shown as text"
            hint = f"if you mean this text, write `\\{tag}`"
            problems.warn(source_text.at(tag, text.find(tag)), message, hint, rule="unknown-tag")


def _texts_with_syntax(plan: Plan) -> Iterator[SourceText]:
    """The texts of data files and of front matter that may have a formula, a tag or a shortcode."""
    texts = plan.site.texts_with_syntax
    if plan.site.documents is not None:
        texts = tuple(dict.fromkeys((*texts, *plan.site.documents.texts_with_syntax)))
    yield from texts
    for page in _pages(plan):
        for text in texts_of_front_matter(page):
            if may_have_syntax(text.text):
                yield text


def _check_shortcodes(
    site: Site, texts: Iterable[SourceText], known: Collection[str], problems: Problems
) -> None:
    """Warn of shortcodes in the data that are shown as text: only `video` and `figure` work there."""
    with_braces = [source_text for source_text in texts if "{{" in source_text.text]
    evaluated = _block_texts(site) if with_braces else set()
    for source_text in with_braces:
        rest = source_text.text
        if rest.strip() in evaluated:
            rest = re.sub(MARKED, "", mark_calls(rest, DATA_SHORTCODES))
        for match in re.finditer(SHORTCODE, without_code(rest, " ")):
            name = match[1] or match[2]
            if name in known or (match[1] and suggestion(name, known, 0.75, lists=False)):
                _warn_of_shortcode(source_text, match[0], name, problems)


def _block_texts(site: Site) -> set[str]:
    """The texts of the data whose videos and figures are evaluated."""
    found: set[str] = set()
    for entry in chain.from_iterable(site.lists.values()):
        for value in values_in(entry):
            if isinstance(value, Text) and value.has_blocks:
                found.update(text.strip() for _, text in value.by_language)
    return found


def _warn_of_shortcode(
    source_text: SourceText, written: str, name: str, problems: Problems
) -> None:
    hint = f"{ONLY_ON_PAGES} {name}`"
    if name in DATA_SHORTCODES:
        hint = "write it on a line of its own, below the `text: |` of an entry, or on a page"
    place = source_text.at(written, source_text.text.find(written))
    problems.warn(place, f"the shortcode `{name}` is shown as text", hint, rule="shortcode-syntax")


def _check_icons(site: Site, icon_exists: Callable[[str], bool], problems: Problems) -> None:
    """Warn of each icon of the sidebar that does not exist.

    The theme shows a generic icon instead.
    """
    for link in site.profile.links.values():
        if link.icon and not icon_exists(link.icon):
            hint = f"use a name of Simple Icons, or add templates/icons/{link.icon}.svg"
            problems.warn(
                link.source_location, f"there is no icon `{link.icon}`", hint, rule="unknown-icon"
            )


def _check_marks(site: Site, problems: Problems) -> None:
    """Warn of the author marks that neither the settings nor a page explains: of each symbol, and of affiliations."""
    marked = [(paper, author) for paper, author in _authors(site) if author.marks]
    if not marked:
        return
    texts = "".join(page.body for page in site.pages) + str(site.publication_settings.legend)
    explained = set(site.settings.marks).union(*(author.flags for _, author in _authors(site)))
    affiliations: dict[str, Location] = {}
    for paper, author in marked:
        for mark in author.single_marks:
            if mark in explained:
                continue
            if mark.isalnum():
                affiliations.setdefault(mark, paper.source_location)
            elif mark not in texts:
                explained.add(mark)
                _warn_of_mark(mark, author, paper.source_location, problems)
    if affiliations:
        _warn_of_affiliations(affiliations, problems)


def _warn_of_affiliations(marks: dict[str, Location], problems: Problems) -> None:
    """Warn once of all numbers and letters after names, which other sites explain below each paper."""
    listed = ", ".join(f"`{mark}`" for mark in sorted(marks)[:5]) + (" …" if len(marks) > 5 else "")  # noqa: PLR2004
    message = f"marks of authors are not explained: {listed}"
    hint = 'add them to `marks: {"1": …}` in data/site.yml, or remove them from the names'
    problems.warn(next(iter(marks.values())), message, hint, rule="unknown-mark")


def _authors(site: Site) -> Iterator[tuple[Publication, Author]]:
    for paper in site.publications:
        for author in paper.authors:
            yield paper, author


def _warn_of_mark(mark: str, author: Author, location: Location, problems: Problems) -> None:
    message = f"the mark `{mark}` of the author `{author.name}` is not explained"
    problems.warn(
        location, message, f'add `marks: {{"{mark}": …}}` to data/site.yml', rule="unknown-mark"
    )
