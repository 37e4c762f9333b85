"""A site in several languages: each is a plan of its own, mounted in a folder, and the plans know of each other.

Reasons: the decision "A language is a plan of its own" in docs/content/decisions.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.model.languages import base_of, language_name, name_and_tag
from acadfolio.model.record import NOWHERE
from acadfolio.model.site_url import SiteUrl
from acadfolio.model.values import UNDETERMINED
from acadfolio.problems import Location, counted
from acadfolio.routing.paths import UP
from acadfolio.routing.plan import GENERATED, Plan, Redirect, Translation, url_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from acadfolio.model.languages import SiteLanguage
    from acadfolio.model.page import Page
    from acadfolio.model.publication import Publication
    from acadfolio.model.site import Site
    from acadfolio.model.values import LanguageTag
    from acadfolio.problems import Problems
    from acadfolio.routing.plan import Claims, PlannedPage

MOST_LISTED = 5
UNTRANSLATED = "untranslated-page"
IN_OTHER_FOLDER = "page-in-language-folder"
SETTINGS = Location("data/site.yml")
HOME_PATH = "index.html"


def sites_by_language(site: Site) -> list[Site]:
    """The site in each of its languages, the one at the top first; the site itself if it has one language.

    If all languages are in folders, the first one of these sites is the top, without pages.
    """
    languages = site.settings.languages
    if len(languages) < 2 and not any(each.mount for each in languages):  # noqa: PLR2004 - several
        return [site]
    site = _with_unknown_languages(site)
    sites = [_in_language(site, each) for each in languages]
    return [_without_pages(site), *sites] if languages[0].mount else sites


def _in_language(site: Site, language: SiteLanguage) -> Site:
    """A site with the pages of one language, as if its folder was the top."""
    url, mount = site.settings.url.rstrip("/"), language.mount
    settings = replace(
        site.settings,
        language=language.tag,
        url=SiteUrl(f"{url}/{mount}".rstrip("/")) if url else site.settings.url,
    )
    own = None if language.tag == site.first_language else language.tag
    pages = [page for page in site.pages if page.language == own]
    names = {page.name for page in pages}
    originals = (each for each in site.pages if each.language is None and each.name not in names)
    documents = _in_language(site.documents, language) if site.documents else None
    return replace(
        site,
        settings=settings,
        pages=tuple(_with_language(page, language.tag) for page in pages),
        originals=tuple(originals) if own else (),
        mount=mount,
        documents=documents,
    )


def _with_language(page: Page, language: LanguageTag) -> Page:
    """A page whose title knows its language, as pages of other languages link to it."""
    return replace(page, title=page.title.tagged(page.front_matter.lang or language))


def _with_unknown_languages(site: Site) -> Site:
    """A site whose publications are the same in all of its languages."""
    documents = _with_unknown_languages(site.documents) if site.documents else None
    return replace(
        site,
        publications=tuple(map(_with_unknown_language, site.publications)),
        cited=tuple(map(_with_unknown_language, site.cited)),
        documents=documents,
    )


def _with_unknown_language(work: Publication) -> Publication:
    """A publication whose title is not taken for one in the first language, as many are in English."""
    return replace(work, title=work.title.tagged(UNDETERMINED))


def posts_without(pages: Sequence[Page], plans: Sequence[Plan]) -> tuple[Page, ...]:
    """The posts of the first language that are not among the pages of another. `plans` has the first language."""
    names = {page.name for page in pages}
    first = next((plan for plan in plans if plan.site.has_pages), None)
    posts = (
        (planned.page for planned in first.pages if planned.page and planned.is_post)
        if first
        else ()
    )
    return tuple(post for post in posts if post.name not in names)


def _without_pages(site: Site) -> Site:
    """The top of a site whose languages are all in folders: files for servers, and those of `static/`."""
    return replace(site, pages=(), documents=None, has_pages=False)


def claim_in_output(plan: Plan, claims: Claims) -> None:
    """Claim what a language in a folder writes. Report pages with the path of a page or a file elsewhere.

    Args:
        plan: The plan of the language.
        claims: The paths that the top and the languages before it use.
    """
    for redirect in plan.redirects:
        path = plan.path_in_output(redirect.path)
        if path.casefold() in claims.by_path:
            _, location = claims.by_path[path.casefold()]
            language = language_name(plan.site.settings.language)
            message = f"`{url_of(path)}` is the URL of a redirect in {language}"
            hint = "rename one of them, or delete the redirect"
            claims.problems.error(location, message, hint, rule="url-conflict")
    for planned in plan.pages:
        path = plan.path_in_output(planned.path)
        if path.casefold() in claims.by_path:  # Names that differ only in case are one file.
            _report_conflict(plan, planned, path, claims)
        location = planned.location if planned.page else GENERATED
        claims.by_path.setdefault(path.casefold(), (path, location))
    for path in sorted(plan.own_paths):
        _claim_generated(plan.path_in_output(path), claims)


def _claim_generated(path: str, claims: Claims) -> None:
    """Claim a path for a generated file, which an author's file of the same name replaces."""
    taken, location = claims.by_path.setdefault(path.casefold(), (path, GENERATED))
    if taken != path:
        message = f"`{url_of(taken)}` and `{url_of(path)}` (from {GENERATED}) differ only in upper and lower case"
        hint = "some file systems cannot store both: rename this one"
        claims.problems.error(location, message, hint, rule="url-conflict")


def _report_conflict(plan: Plan, planned: PlannedPage, path: str, claims: Claims) -> None:
    _, location = claims.by_path[path.casefold()]
    settings, rule = plan.site.settings, "url-conflict"
    language = language_name(settings.language)
    place = place_of_folder(plan.site)
    if planned.url == "/" and place:
        message = f"`{url_of(path)}` is the folder of {language}, and the URL of {location}"
        hint = "write another folder, or move that page"
        claims.problems.error(place, message, hint, rule=rule)
        return
    message = f"`{url_of(path)}` is the URL of a page in {language}"
    name = f"content/{planned.page.name if planned.page else 'about'}"
    hint = f"to translate that page, name the file {name}.{settings.language}.md; or move it"
    claims.problems.error(location, message, hint, rule=rule)


def place_of_folder(site: Site) -> Location | None:
    """Where the settings have the folder of a language; None if it is the usual one."""
    languages = site.settings.languages
    found = (each.source_location for each in languages if each.tag == site.settings.language)
    place = next(found, NOWHERE)
    return place if place.file else None


def joined(plans: Sequence[Plan], claims: Claims) -> Plan:
    """The plan of the top of a site, with those of the languages in folders. All know of each other.

    Args:
        plans: Those of `sites_by_language`.
        claims: The paths that all of them use.
    """
    top = plans[0]
    languages = plans if top.site.has_pages else plans[1:]
    redirects = [*top.redirects, *_redirects_at_top(plans, claims)]
    if not top.site.has_pages and claims.claim_generated(HOME_PATH):
        site = languages[0].site
        redirects.append(Redirect(HOME_PATH, f"/{site.mount}", site.settings.language))
    top = replace(top, redirects=tuple(redirects))
    plans = [top, *plans[1:]]
    languages = plans if top.site.has_pages else plans[1:]
    linking = _Linking(
        plans,
        languages,
        [_by_name(plan) for plan in languages],
        _languages_of_pages(languages),
        elsewhere_at_top=_elsewhere(plans, ""),
        elsewhere_in_folder=_elsewhere(plans, UP),
    )
    top, *mounted = (linking.linked(plan) for plan in plans)
    for plan in mounted:
        _report_untranslated(plan, claims.problems)
        _report_strangers(plan, languages[0], claims.problems)
    searched = any(plan.has_search for plan in (top, *mounted))
    bundles = tuple(each for each in top.bundles if searched or not each.is_of_search)
    if top.site.has_pages:
        return replace(top, bundles=bundles, mounted=tuple(mounted), others=tuple(mounted))
    first, *others = mounted
    first = replace(first, others=tuple(others))
    return replace(top, bundles=bundles, mounted=(first, *others))


def _redirects_at_top(plans: Iterable[Plan], claims: Claims) -> Iterator[Redirect]:
    """The redirects of pages whose old URLs are outside the folders of their languages.

    An old URL that a page and its translation list is that of the page.
    """
    names = {page.file: page.name for plan in plans for page in plan.site.pages}
    for plan in plans:
        for old in plan.old_urls:
            _, first = claims.by_path.get(old.path.casefold(), ("", old.location))
            is_copied = first.file != old.location.file and names.get(first.file) == names.get(
                old.location.file
            )
            if not is_copied and claims.claim_redirect(old.path, old.location):
                yield Redirect(old.path, old.target, old.language)


def _report_untranslated(plan: Plan, problems: Problems) -> None:
    """Remark which of the author's pages a language lacks.

    Links to them lead to the first language, unless this one has a page of the data in their place.
    """
    missing = plan.to_translate
    if not missing:
        return
    files = [planned.location.file for planned in missing]
    language = plan.site.settings.language
    some = ", ".join(files[:MOST_LISTED]) + (", …" if len(files) > MOST_LISTED else "")
    pages = counted(len(files), "page")
    message = f"{pages} of yours not in {name_and_tag(language)}: {some}"
    is_generated = any(page.path == missing[0].path for page in plan.pages)
    instead = "this page is a list of your data" if is_generated else "links lead to the original"
    hint = f"write {translation_of(files[0], language)}; until then, {instead}"
    problems.remark(SETTINGS, message, hint, rule=UNTRANSLATED)


def _report_strangers(plan: Plan, first: Plan, problems: Problems) -> None:
    """Warn of the pages of the first language in the folder of another one.

    Many generators have the pages of a language there; here, their names have the language.
    """
    if plan is first or first.site.mount:
        return
    language = plan.site.settings.language
    spoken = base_of(language)
    for planned in first.pages:
        page = planned.page
        if page is None or not planned.path.startswith(plan.site.mount):
            continue
        if page.front_matter.lang and base_of(page.front_matter.lang) == spoken:
            continue
        own = language_name(first.site.settings.language)
        message = f"this page is in {own}, at a URL of {language_name(language)}"
        file = page.file.replace(f"/{plan.site.mount}", "/", 1)
        hint = f"if it is in {language_name(language)}, name it {translation_of(file, language)}"
        problems.warn(planned.location, message, hint, rule=IN_OTHER_FOLDER)


def translation_of(file: str, language: str) -> str:
    """The file of the translation of a page."""
    stem, _, ending = file.rpartition(".")
    return f"{stem}.{language}.{ending}"


class _Linking(Struct, frozen=True):
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

    def linked(self, plan: Plan) -> Plan:
        """A plan that knows the paths and the pages of the other languages."""
        top, first = self.plans[0], self.languages[0]
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
        """Each page of a language in all languages, by its path; of the 404 page, their home pages."""
        found = {}
        for planned in plan.pages:
            found[planned.path] = tuple(
                _translation(planned, plan, other, pages)
                for other, pages in zip(self.languages, self.known, strict=True)
            )
        return found

    def _linked_files(self, plan: Plan, own: Mapping[str, PlannedPage]) -> dict[str, str]:
        """The URL to which a link to the file of a page leads in a language.

        A link to an original leads to its translation, and one to a translation into another
        language there.
        """
        found = {}
        for other in self.languages:
            for planned in other.pages:
                if planned.page is None:
                    continue
                same = _found(planned, own) if other is self.languages[0] else None
                url = same.url if same else f"/{_path_to(other, plan)}{planned.url.lstrip('/')}"
                found[planned.page.file] = url
        return found | plan.author_pages


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
