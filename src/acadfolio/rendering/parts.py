"""What the pages of a plan have in common: made once, in the order in which each part needs the ones before it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from acadfolio.citations import add_citations
from acadfolio.citations.papers import Papers
from acadfolio.markdown.state import Document
from acadfolio.plugins import plugins_of
from acadfolio.rendering.bodies import Bodies
from acadfolio.rendering.citation_files import CitationFiles
from acadfolio.rendering.counts import KnownCounts
from acadfolio.rendering.entry_pages import EntryPages
from acadfolio.rendering.images import SiteImages
from acadfolio.rendering.metadata import Metadata
from acadfolio.rendering.navigation import Navigation
from acadfolio.rendering.page_contexts import PageContexts
from acadfolio.rendering.section_renderer import SectionRenderer
from acadfolio.rendering.sections import ListedSections, Sections
from acadfolio.rendering.share_images import ShareImages
from acadfolio.rendering.shared import shared_context
from acadfolio.rendering.shortcodes import Shortcodes
from acadfolio.rendering.templates import Templates, folders_of_look
from acadfolio.rendering.third_parties import ThirdParties
from acadfolio.rendering.urls import moved_headings
from acadfolio.rendering.year_pages import moved_years
from acadfolio.theme.environment import TemplateEnvironment
from acadfolio.theme.excerpts import TextConverter
from acadfolio.theme.filters import ids_of_tags
from acadfolio.theme.language_marks import LanguageMarks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from acadfolio.model.look import Look
    from acadfolio.problems import Problems
    from acadfolio.rendering.images import MakeVariants
    from acadfolio.rendering.shared import Shared
    from acadfolio.routing import Plan


class RenderOptions(Struct, frozen=True, kw_only=True):
    """How a site is rendered."""

    template_folders: Sequence[Path]
    """The folders of templates of the site and of the theme: the first one that has a template wins."""
    convert: Callable[[str], Document]
    """Converts the Markdown of a page."""
    convert_data: Callable[[str], Document]
    """Converts a text of the data that may have several paragraphs."""
    inline: Callable[[str], str]
    """Converts the Markdown of a text field."""
    format_in_csl_style: Callable[[str], list[str]]
    """Formats works in CSL styles."""
    variants: MakeVariants | None = None
    """Makes smaller variants of images. Without it, pages show the originals."""
    typeset: Callable[[str], Any] | None = None
    """Makes the PDF of a CV, and remembers it. Without it, each PDF is made anew."""
    is_preview: bool = False
    compiled: Path | None = None
    """The user's folder for compiled templates."""


class HomePage(Struct, frozen=True):
    """What the menu of all pages needs of the home page: its headings may be in it."""

    documents: Sequence[Document]
    """Its text; one that is made of several has the headings of all in the last."""
    heading_id: Callable[[str], str]
    """The anchor of a section's heading on it."""


class Parts(Struct, frozen=True, kw_only=True):
    """What the pages of one plan, in one language and look, have in common."""

    plan: Plan
    look: Look
    texts: TextConverter
    """Converts the texts of data."""
    shared: Shared
    """The variables of all templates."""
    templates: Templates
    papers: Papers
    sections: Sections
    bodies: Bodies
    """Convert the texts of pages."""
    home: HomePage
    moved: Mapping[str, str]
    """The URLs of sections that another theme has on its home page, and of years of a divided list, by the
    anchors that they had; the paths of translations by those of their originals (see `PageUrls`)."""
    navigation: Navigation
    entry_pages: EntryPages
    citations: CitationFiles
    images: SiteImages
    contexts: PageContexts
    metadata: Metadata


def make_parts(
    plan: Plan, look: Look, problems: Problems, options: RenderOptions, main: Parts | None = None
) -> Parts:
    """Make the parts of the pages of a plan.

    Args:
        plan: The pages, in one language.
        look: The look whose templates they have.
        problems: Where problems are reported.
        options: How texts are converted, and what is made.
        main: The parts of the site's own language and look, if these are for other pages.
    """
    site = plan.site
    language = site.settings.language
    marks = LanguageMarks(language, site.first_language if site.settings.languages else "")
    texts = TextConverter(options.convert, options.convert_data, options.inline, language, marks)
    shared = shared_context(plan, texts, is_preview=options.is_preview)
    environment = _environment(plan, look, texts, options)
    environment.tag_ids = ids_of_tags({tag for post in shared.posts for tag in post.tags})
    variables = {
        "site": shared.site,
        "profile": shared.profile,
        "words": shared.words,
        "posts": shared.posts,
        "look": site.look,
    }
    environment.cached_partials.shared = variables
    templates = Templates(environment, options.template_folders, variables, problems)

    papers = Papers(site, plan.entry_pages, options.format_in_csl_style)
    sections = Sections(site, papers, shared.posts, problems, plan.section_pages, plan.year_pages)
    listed = ListedSections(site, sections)
    shortcodes = Shortcodes(
        SectionRenderer(sections, templates, problems),
        templates,
        problems,
        _added_shortcodes(plan, templates),
    )
    bodies = Bodies(
        site, listed, shortcodes, texts, problems, KnownCounts(site), plan.urls_of_files
    )
    environment.shortcode = bodies.in_data

    home = main.home if main else HomePage(_home_documents(plan, bodies), listed.heading_id)
    home_html = "".join(document.html for document in home.documents)
    navigation = Navigation(plan, home.documents[-1].headings, home.heading_id)
    entry_pages = EntryPages(plan, shared, sections, texts)
    citations = CitationFiles(plan, papers)
    share_images = ShareImages(plan, shared)
    third_parties = ThirdParties(site.settings, shared.site.base, options.is_preview)
    return Parts(
        plan=plan,
        look=look,
        texts=texts,
        shared=shared,
        templates=templates,
        papers=papers,
        sections=sections,
        bodies=bodies,
        home=home,
        moved=main.moved
        if main
        else moved_headings(plan, home_html, home.heading_id)
        | moved_years(plan)
        | dict(plan.versions),
        navigation=navigation,
        entry_pages=entry_pages,
        citations=citations,
        images=main.images if main else SiteImages(plan, problems, options.variants),
        contexts=PageContexts(
            plan, shared, navigation, entry_pages, share_images, third_parties, citations
        ),
        metadata=Metadata(site, shared, share_images),
    )


def _environment(
    plan: Plan, look: Look, texts: TextConverter, options: RenderOptions
) -> TemplateEnvironment:
    """Jinja's environment with all filters, also those of plug-ins."""
    folders = folders_of_look(look, options.template_folders)
    environment = TemplateEnvironment(folders, texts, options.compiled)
    environment.work.allow_entries(sum(map(len, plan.site.lists.values())))
    add_citations(environment)
    for plugin in plugins_of(plan.site.settings.plugins):
        environment.add_filters(plugin.filters)
    return environment


def _added_shortcodes(plan: Plan, templates: Templates) -> dict[str, Callable[..., str]]:
    """The shortcodes of plug-ins, and those that are templates, by name: the site's own win."""
    added: dict[str, Callable[..., str]] = {}
    for plugin in reversed(plugins_of(plan.site.settings.plugins)):
        added |= plugin.shortcodes
    for name in templates.shortcodes():
        added[name] = partial(templates.shortcode, name)
    return added


def _home_documents(plan: Plan, bodies: Bodies) -> list[Document]:
    page = next((page for page in plan.pages if page.url == "/"), None)
    return bodies.converted(page)[1] if page else [Document("")]
