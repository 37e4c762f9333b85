"""Let the plans of several languages know each other's pages and paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.routing.paths import UP
from acadfolio.routing.plan import Plan, Translation, url_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from acadfolio.model.values import LanguageTag
    from acadfolio.routing.plan import PlannedPage

HOME_PATH = "index.html"


class Linking(Struct, frozen=True):
    """What the plans of a site know of each other."""

    plans: Sequence[Plan]
    """The one of the top first."""
    languages: Sequence[Plan]
    """Those of languages, the first one first."""
    known: Sequence[Mapping[str, PlannedPage]]
    """The pages of each language by what they and their translations have in common."""
    page_languages: Mapping[str, LanguageTag]
    """The languages of all pages, by their paths in the output."""
    elsewhere_at_top: frozenset[str]
    """The paths of all languages, as the top of the site sees them."""
    elsewhere_in_folder: frozenset[str]
    """These paths as every language in a folder sees them."""

    @classmethod
    def between(cls, plans: Sequence[Plan]) -> Linking:
        """plans: that of the top first. If it has no pages, the first language is the next one."""
        languages = plans if plans[0].site.has_pages else plans[1:]
        return cls(
            plans,
            languages,
            known=[_by_name(plan) for plan in languages],
            page_languages=_languages_of_pages(languages),
            elsewhere_at_top=_elsewhere(plans, ""),
            elsewhere_in_folder=_elsewhere(plans, UP),
        )

    @property
    def first(self) -> Plan:
        """The plan of the first language."""
        return self.languages[0]

    def linked_plans(self) -> list[Plan]:
        """All plans in their order, each with what it needs of the others."""
        return [self._linked(plan) for plan in self.plans]

    def _linked(self, plan: Plan) -> Plan:
        """A plan that knows the paths and the pages of the other languages."""
        top, first = self.plans[0], self.first
        elsewhere = self.elsewhere_in_folder if plan.site.mount else self.elsewhere_at_top
        linked = replace(plan, elsewhere=elsewhere)
        if not plan.site.has_pages:
            return linked
        own = self.known[self.languages.index(plan)]
        to_first = _path_to(first, plan)
        linked = replace(
            linked,
            translations=self._translations(plan),
            linked_files=self._linked_files(plan, own),
            page_languages=self.page_languages,
        )
        if plan is not top:
            starts = dict.fromkeys(("", to_first if plan is not first else "", UP))
            linked = replace(linked, starts=tuple(starts), files_at_top=top.static_files)
        if plan is first:
            return linked
        return replace(
            linked,
            versions=_versions(plan, first, own, to_first),
            untranslated=_untranslated(plan, first, own),
        )

    def _translations(self, plan: Plan) -> dict[str, tuple[Translation, ...]]:
        """Each page of a language in all languages, by its path; of the 404 page, their home pages.

        Nothing on a site in one language.
        """
        if len(self.languages) == 1:
            return {}
        found = {}
        for planned in plan.pages:
            found[planned.path] = tuple(
                _translation(planned, plan, other, pages)
                for other, pages in zip(self.languages, self.known, strict=True)
            )
        return found

    def _linked_files(self, plan: Plan, own: Mapping[str, PlannedPage]) -> dict[str, str]:
        """The URL to which a link to the file of a page leads in a language.

        A link to an original leads to its translation, also if there is no original, and one to a
        translation into another language there.
        """
        found = {}
        if plan is not self.first:
            found = {_without_language(file): url for file, url in plan.author_pages.items()}
        for other in self.languages:
            for planned in other.pages:
                if planned.page is None:
                    continue
                same = _found(planned, own) if other is self.first else None
                url = same.url if same else f"/{_path_to(other, plan)}{planned.url.lstrip('/')}"
                found[planned.page.file] = url
        return found | plan.author_pages


def _without_language(file: str) -> str:
    """The file of the original of a translation: about.md of about.zh.md."""
    stem, _, ending = file.rpartition(".")
    return f"{stem.rpartition('.')[0]}.{ending}"


def _languages_of_pages(languages: Sequence[Plan]) -> dict[str, LanguageTag]:
    """The languages of all pages, by their paths in the output: a page may have one of its own.

    Nothing on a site in one language.
    """
    if len(languages) == 1:
        return {}
    return {
        plan.path_in_output(page.path): page.front_matter.lang or plan.site.settings.language
        for plan in languages
        for page in plan.pages
    }


def _elsewhere(plans: Sequence[Plan], start: str) -> frozenset[str]:
    """The paths of all languages, seen from a top: `/zh/cv/` is the CV in Chinese everywhere.

    Args:
        plans: Those of all languages.
        start: The way to the top of the site. If it is empty, the paths there are no others.
    """
    found: set[str] = set()
    for other in plans:
        if start + other.site.mount:
            found.update(start + other.path_in_output(path) for path in other.own_paths)
    return frozenset(found)


def _untranslated(
    plan: Plan, first: Plan, own: Mapping[str, PlannedPage]
) -> tuple[PlannedPage, ...]:
    """The author's pages of the first language whose text another lacks, also as a draft."""
    written = {page.name for page in plan.site.pages}
    missing = []
    for planned in first.pages:
        if planned.page is None or planned.layout == "missing":
            continue
        if planned.page.name not in written and not _is_translated(planned, own):
            missing.append(planned)
    return tuple(missing)


def _is_translated(planned: PlannedPage, own: Mapping[str, PlannedPage]) -> bool:
    """Whether a language has the author's text of a page, and not only a generated page."""
    found = _found(planned, own)
    return found is not None and found.page is not None


def _versions(
    plan: Plan, first: Plan, own: Mapping[str, PlannedPage], to_first: str
) -> dict[str, str]:
    """The paths of translations with URLs of their own, by the paths of their originals as links find them.

    Where the translation had the URL of its original before, links find its redirect there.
    """
    redirects = {redirect.path: redirect.target for redirect in plan.redirects}
    found = {}
    for page in first.pages:
        same = _found(page, own)
        if same is None or same.path == page.path:
            continue
        found[to_first + page.path] = same.path
        if redirects.get(page.path) == same.url:
            found[page.path] = same.path
    return found


def _path_to(other: Plan, plan: Plan) -> str:
    """The path from the top of one language to that of another."""
    return (UP if plan.site.mount else "") + other.site.mount


def _translation(
    planned: PlannedPage, plan: Plan, other: Plan, pages: Mapping[str, PlannedPage]
) -> Translation:
    """A page in another language, or in its own; else the home page of that language."""
    found = _found(planned, pages)
    path = found.path if found else HOME_PATH
    return Translation(
        other.site.settings.language,
        f"/{_path_to(other, plan)}{url_of(path).lstrip('/')}",
        f"/{other.site.mount}{url_of(path).lstrip('/')}",
        is_same=found is not None,
        is_here=other is plan,
    )


def _found(planned: PlannedPage, pages: Mapping[str, PlannedPage]) -> PlannedPage | None:
    """The same page among those of another language; None if there is none."""
    return pages.get(_name_of(planned)) or pages.get(planned.url)


def _by_name(plan: Plan) -> dict[str, PlannedPage]:
    """The pages of a plan by their names; also by their URLs, as one language may write a page that another generates."""
    pages = [planned for planned in plan.pages if planned.layout != "missing"]
    return {planned.url: planned for planned in pages} | {_name_of(page): page for page in pages}


def _name_of(planned: PlannedPage) -> str:
    """What a page and its translations have in common: the name of their files, or the URL of a generated page."""
    if planned.page is None or planned.url == "/":
        return planned.url
    return f"content/{planned.page.name}"
