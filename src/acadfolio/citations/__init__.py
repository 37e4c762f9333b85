"""Cite publications. A citation style is a template, `templates/citations/STYLE.html`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup
from msgspec import Struct

from acadfolio import markdown
from acadfolio.citations.authors import author_list
from acadfolio.citations.papers import Papers
from acadfolio.citations.punctuation import full_stop, punctuate
from acadfolio.resources import starter
from acadfolio.theme.context import SectionContext
from acadfolio.theme.dates import cited_date, default_style
from acadfolio.theme.environment import template_environment
from acadfolio.theme.words import site_words

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.model.publication import Publication
    from acadfolio.model.site import Site
    from acadfolio.model.values import Text
    from acadfolio.theme.environment import TemplateEnvironment


class CitedSite(Struct, frozen=True):
    """What citation styles may use of the site."""

    language: str
    date_style: str
    ongoing: Text | str


def add_citations(environment: TemplateEnvironment) -> None:
    """Give templates what citation styles are written with: three filters, and `{% call punctuate() %}`."""
    environment.filters |= {"cited_date": cited_date, "author_list": author_list, "full_stop": full_stop}
    environment.globals["punctuate"] = punctuate


def cite(publication: Publication, style: str, site: Site, folders: tuple[Path, ...] = ()) -> Markup:
    """Cite a publication as HTML, by itself and without a page of its own.

    The site gives the language, the person, the venues and the settings of its publications. Templates of `folders` go
    before those of the theme. Raises jinja2.TemplateNotFound for an unknown style.
    """
    settings, language = site.settings, site.settings.language
    words = site_words(language, {name: text.in_language(language) for name, text in settings.statuses.words.items()})
    section = SectionContext(
        name="publications",
        kind="publications",
        settings=site.settings_of("publications"),
        shown=(),
        rest=(),
        level=2,
        legend=None,
    )
    about = CitedSite(
        language, settings.date_style or default_style(settings.look, language), settings.ongoing or words["now"]
    )
    template = _environment(language, folders).get_template(f"citations/{style}.html")
    paper = Papers(site, {}).paper(publication)
    return Markup(template.render(site=about, words=words, section=section, paper=paper))  # noqa: S704


@cache
def _environment(language: str, folders: tuple[Path, ...]) -> TemplateEnvironment:
    templates = [*folders, starter() / "templates"]
    environment = template_environment(templates, markdown.inline, markdown.header_id, language)
    add_citations(environment)
    return environment
