"""A site in several languages: each is a plan of its own, mounted in a folder, and the plans know of each other.

Reasons: the decision "A language is a plan of its own" in docs/content/decisions.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from acadfolio.routing.languages.claims import claim_in_output
from acadfolio.routing.languages.linking import HOME_PATH, Linking
from acadfolio.routing.languages.reports import report_strangers, report_untranslated
from acadfolio.routing.languages.sites import posts_without, renamed_urls, sites_by_language
from acadfolio.routing.plan import Plan, Redirect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from acadfolio.routing.plan import Claims

__all__ = ["claim_in_output", "joined", "posts_without", "renamed_urls", "sites_by_language"]


def joined(plans: Sequence[Plan], claims: Claims) -> Plan:
    """The plan of the top of a site, with those of the languages in folders. All know of each other.

    Args:
        plans: Those of `sites_by_language`.
        claims: The paths that all of them use.
    """
    linking = Linking.between([_with_redirects(plans, claims), *plans[1:]])
    top, *mounted = linking.linked_plans()
    for plan in mounted:
        report_untranslated(plan, claims.problems)
        report_strangers(plan, linking.first, claims.problems)
    top = _with_bundles_in_use(top, mounted)
    if top.site.has_pages:
        return replace(top, mounted=tuple(mounted), others=tuple(mounted))
    first, *others = mounted
    first = replace(first, others=tuple(others))
    return replace(top, mounted=(first, *others))


def _with_bundles_in_use(top: Plan, mounted: Sequence[Plan]) -> Plan:
    """The plan of the top, with the scripts and styles of the search only if a language has one."""
    if any(plan.has_search for plan in (top, *mounted)):
        return top
    return replace(top, bundles=tuple(each for each in top.bundles if not each.is_of_search))


def _with_redirects(plans: Sequence[Plan], claims: Claims) -> Plan:
    """The plan of the top, with the redirects of all languages there.

    Without pages of its own, it also has one from `/` to the first language.
    """
    top = plans[0]
    redirects = [*top.redirects, *_redirects_at_top(plans, claims)]
    if not top.site.has_pages and claims.claim_generated(HOME_PATH):
        first = plans[1].site
        redirects.append(Redirect(HOME_PATH, f"/{first.mount}", first.settings.language))
    return replace(top, redirects=tuple(redirects))


def _redirects_at_top(plans: Iterable[Plan], claims: Claims) -> Iterator[Redirect]:
    """The redirects of pages whose old URLs are outside the folders of their languages.

    An old URL that a page and its translation list is that of the page.
    """
    names = {page.file: page.name for plan in plans for page in plan.site.pages}
    for plan in plans:
        for old in plan.old_urls:
            _, first = claims.by_path.get(old.path.casefold(), ("", old.location))
            file = old.location.file
            is_copied = first.file != file and names.get(first.file) == names.get(file)
            if not is_copied and claims.claim_redirect(old.path, old.location):
                yield Redirect(old.path, old.target, old.language)
