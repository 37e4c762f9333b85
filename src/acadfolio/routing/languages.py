"""A site in several languages: each is a plan of its own, mounted in a folder, and the plans know of each other.

Reasons: the decision "A language is a plan of its own" in docs/content/decisions.md.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from msgspec.structs import replace

from acadfolio.model.languages import language_name
from acadfolio.model.site_url import SiteUrl
from acadfolio.model.values import UNDETERMINED
from acadfolio.problems import Location, counted
from acadfolio.routing.plan import Plan, Translation, url_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from acadfolio.model.page import Page
    from acadfolio.model.publication import Publication
    from acadfolio.model.site import Site
    from acadfolio.model.values import LanguageTag
    from acadfolio.problems import Problems
    from acadfolio.routing.plan import Claims, PlannedPage

MOST_LISTED = 5
UNTRANSLATED = "untranslated-page"
UP = "../"
"""From the top of a language in a folder to that of the site."""


def sites_by_language(site: Site) -> list[Site]:
    """The site in each of its languages, the first one first; the site itself if it has one language."""
    first, *others = site.settings.languages or (site.settings.language,)
    if not others:
        return [site]
    return [
        _in_language(site, first, ""),
        *(_in_language(site, each, _mount(each)) for each in others),
    ]


def _mount(language: LanguageTag) -> str:
    """The folder of a language."""
    return f"{language.lower()}/"


def _in_language(site: Site, language: LanguageTag, mount: str) -> Site:
    """A site with the pages of one language, as if its folder was the top."""
    url = site.settings.url.rstrip("/")
    settings = replace(
        site.settings,
        language=language,
        url=SiteUrl(f"{url}/{mount}".rstrip("/")) if url else site.settings.url,
    )
    own = None if not mount else language
    pages = (page for page in site.pages if page.language == own)
    documents = _in_language(site.documents, language, mount) if site.documents else None
    return replace(
        site,
        settings=settings,
        pages=tuple(_with_language(page, language) for page in pages),
        publications=tuple(map(_with_language_of_title, site.publications)),
        cited=tuple(map(_with_language_of_title, site.cited)),
        mount=mount,
        documents=documents,
    )


def _with_language(page: Page, language: LanguageTag) -> Page:
    """A page whose title knows its language, as pages of other languages link to it."""
    return replace(page, title=page.title.tagged(page.front_matter.lang or language))


def _with_language_of_title(work: Publication) -> Publication:
    """A publication whose title is not taken for one in the first language, as many are in English."""
    return replace(work, title=work.title.tagged(work.language or UNDETERMINED))


def posts_without(pages: Sequence[Page], top: Plan) -> tuple[Page, ...]:
    """The posts of the first language that are not among the pages of another."""
    names = {page.name for page in pages}
    posts = (planned.page for planned in top.pages if planned.page and planned.is_post)
    return tuple(post for post in posts if post.name not in names)


def joined(plans: Sequence[Plan], claims: Claims) -> Plan:
    """The plan of the first language, with those of the others in it. All know of each other.

    Args:
        plans: The plans of all languages, the first one first.
        claims: The paths that the first language uses; a conflict is reported.
    """
    for plan in plans[1:]:
        _claim(plan, claims)
    known = [_by_name(plan) for plan in plans]
    linked = [_linked(plan, plans, known) for plan in plans]
    for plan in linked[1:]:
        _report_untranslated(plan, claims.problems)
    return replace(linked[0], mounted=tuple(linked[1:]))


def _report_untranslated(plan: Plan, problems: Problems) -> None:
    """Remark which of the author's pages a language lacks. Links to them lead to the first language."""
    files = [planned.location.file for planned in plan.untranslated]
    if not files:
        return
    language = plan.site.settings.language
    some = ", ".join(files[:MOST_LISTED]) + (", …" if len(files) > MOST_LISTED else "")
    name = f"{language_name(language)} ({language})"
    message = f"{counted(len(files), 'page')} of yours not in {name}: {some}"
    hint = f"write {translation_of(files[0], language)}; until then, links lead to the original"
    problems.remark(Location("data/site.yml"), message, hint, rule=UNTRANSLATED)


def translation_of(file: str, language: str) -> str:
    """The file of the translation of a page."""
    stem, _, ending = file.rpartition(".")
    return f"{stem}.{language}.{ending}"


def _claim(plan: Plan, claims: Claims) -> None:
    """Report pages and redirects that have the path of a page or a file at the top."""
    for redirect in plan.redirects:
        path = plan.site.mount + redirect.path
        if path.casefold() in claims.by_path:
            _, location = claims.by_path[path.casefold()]
            language = language_name(plan.site.settings.language)
            message = f"`{url_of(path)}` is the URL of a redirect in {language}"
            hint = "rename one of them, or delete the redirect"
            claims.problems.error(location, message, hint, rule="url-conflict")
    for planned in plan.pages:
        path = plan.site.mount + planned.path
        if path.casefold() not in claims.by_path:  # Names that differ only in case are one file.
            continue
        _, location = claims.by_path[path.casefold()]
        language = language_name(plan.site.settings.language)
        message = f"`{url_of(path)}` is the URL of a page in {language}"
        name = f"content/{planned.page.name if planned.page else 'about'}"
        hint = f"to translate that page, name the file {name}.{plan.site.settings.language}.md"
        claims.problems.error(location, message, f"{hint}; or move it", rule="url-conflict")


def _linked(plan: Plan, plans: Sequence[Plan], known: Sequence[Mapping[str, PlannedPage]]) -> Plan:
    """A plan that knows the paths and the pages of the other languages."""
    top, own = plans[0], known[plans.index(plan)]
    linked = replace(
        plan,
        elsewhere=_elsewhere(plan, plans),
        translations=_translations(plan, plans, known),
        linked_files=_linked_files(plan, plans, own),
    )
    if plan is top:
        return linked
    return replace(
        linked,
        versions=_versions(top, own),
        files_at_top=top.static_files,
        untranslated=_untranslated(plan, top, own),
    )


def _elsewhere(plan: Plan, plans: Sequence[Plan]) -> frozenset[str]:
    """The paths of all languages, seen from the top of one: `/zh/cv/` is the CV in Chinese everywhere."""
    found: set[str] = set()
    for other in plans:
        start = _path_to(other, plan)
        if start:
            found.update(start + path for path in other.own_paths)
    return frozenset(found)


def _translations(
    plan: Plan, plans: Sequence[Plan], known: Sequence[Mapping[str, PlannedPage]]
) -> dict[str, tuple[Translation, ...]]:
    """Each page of a language in all languages, by its path; of the 404 page, their home pages."""
    found = {}
    for planned in plan.pages:
        found[planned.path] = tuple(
            _translation(planned, plan, other, pages)
            for other, pages in zip(plans, known, strict=True)
        )
    return found


def _untranslated(plan: Plan, top: Plan, own: Mapping[str, PlannedPage]) -> tuple[PlannedPage, ...]:
    """The author's pages of the first language whose text another lacks, also as a draft."""
    written = {page.name for page in plan.site.pages}
    missing = []
    for planned in top.pages:
        if planned.page is None or planned.layout == "missing":
            continue
        if planned.page.name not in written and not _is_translated(planned, own):
            missing.append(planned)
    return tuple(missing)


def seen_from(path: str, mount: str) -> str:
    """A path of the output as it is seen from the top of a language."""
    if path.startswith(mount):
        return path[len(mount) :]
    return UP + path


def path_in_output(path: str, mount: str) -> str:
    """A path in a language, which may lead above its top, as one of the output."""
    return posixpath.normpath(mount + path) if mount else path


def _is_translated(planned: PlannedPage, own: Mapping[str, PlannedPage]) -> bool:
    """Whether a language has the author's text of a page, and not only a generated page."""
    found = _found(planned, own)
    return found is not None and found.page is not None


def _versions(top: Plan, own: Mapping[str, PlannedPage]) -> dict[str, str]:
    """The paths of translations with URLs of their own, by the paths of their originals as links find them."""
    pairs = [(page, _found(page, own)) for page in top.pages]
    return {UP + page.path: same.path for page, same in pairs if same and same.path != page.path}


def _linked_files(
    plan: Plan, plans: Sequence[Plan], own: Mapping[str, PlannedPage]
) -> dict[str, str]:
    """The URL to which a link to the file of a page leads in a language.

    A link to an original leads to its translation, and one to a translation into another language there.
    """
    found = {}
    for other in plans:
        for planned in other.pages:
            if planned.page is None:
                continue
            same = _found(planned, own) if other is plans[0] else None
            url = same.url if same else f"/{_path_to(other, plan)}{planned.url.lstrip('/')}"
            found[planned.page.file] = url
    return found | plan.author_pages


def _path_to(other: Plan, plan: Plan) -> str:
    """The path from the top of one language to that of another."""
    return (UP if plan.site.mount else "") + other.site.mount


def _translation(
    planned: PlannedPage, plan: Plan, other: Plan, pages: Mapping[str, PlannedPage]
) -> Translation:
    """A page in another language, or in its own; else the home page of that language."""
    found = _found(planned, pages)
    path = found.path if found else "index.html"
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
