"""Render all pages of a site: those in another language or look have parts of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from acadfolio.model.values import LanguageTag
from acadfolio.rendering.parts import RenderOptions, make_parts
from acadfolio.rendering.renderer import Rendered, Renderer
from acadfolio.rendering.templates import folders_of_look
from acadfolio.rendering.third_parties import check_third_parties
from acadfolio.theme.words import theme_language

if TYPE_CHECKING:
    from acadfolio.problems import Problems
    from acadfolio.routing import Plan, PlannedPage


class Variant(NamedTuple):
    """What the parts of pages depend on: a language, and the name of a look."""

    language: str
    look: str


class SiteRenderer:
    """Renders the pages of one site."""

    def __init__(self, plan: Plan, problems: Problems, options: RenderOptions) -> None:
        """Make the parts.

        Args:
            plan: The pages.
            problems: Where problems are reported.
            options: How texts are converted, and what is made.
        """
        self.plan, self.problems, self.options = plan, problems, options
        looks = plan.site.looks
        folders = {name: folders_of_look(looks[name], options.template_folders) for name in looks}
        self.looks_with_templates = {
            name for name in looks if folders[name] != folders[plan.site.look.name]
        }
        """The looks that have other templates than the site's."""
        parts = make_parts(plan, plan.site.look, problems, options)
        self.main = Renderer(parts, problems)
        """The renderer of the site's own language and look."""
        check_third_parties(plan.site, problems)
        self.renderers = {self._variant: self.main}
        for variant in sorted({*map(self._variant_of, plan.pages)} - {self._variant}):
            plan_of_variant = plan.in_language(LanguageTag(variant.language))
            look = looks[variant.look]
            other = make_parts(plan_of_variant, look, problems, options, parts)
            self.renderers[variant] = Renderer(other, problems)

    def of(self, planned: PlannedPage) -> Renderer:
        """The renderer of a page's language and look."""
        return self.renderers[self._variant_of(planned)]

    def page(self, planned: PlannedPage) -> Rendered:
        """One finished page. Raises SiteError if its template cannot be rendered."""
        return self.of(planned).page(planned)

    @property
    def _variant(self) -> Variant:
        return Variant(self.plan.site.settings.language, self.plan.site.look.name)

    def _variant_of(self, planned: PlannedPage) -> Variant:
        """The language and the look of a page; those of the site, unless others change what is shared.

        The home page always has the language of the site, and languages into which the theme is not
        translated change nothing.
        """
        language, look = planned.front_matter.lang, self.plan.site.look_of(planned.front_matter)
        has_language = language and planned.url != "/" and theme_language(language) == language
        return Variant(
            str(language) if has_language else self._variant.language,
            look.name if look.name in self.looks_with_templates else self._variant.look,
        )
