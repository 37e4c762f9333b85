"""What `site.yml` asks to say to machines comes in, security.txt, humans.txt and llms.txt come out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.html.text import plain
from acadfolio.rendering.navigation import page_title
from acadfolio.theme.filters import in_address

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from acadfolio.model.site import Site
    from acadfolio.model.values import Text
    from acadfolio.routing import Plan, PlannedPage

SECURITY, HUMANS, LLMS = ".well-known/security.txt", "humans.txt", "llms.txt"


def security(site: Site, url: str) -> str:
    """RFC 9116. It holds until the end of the day that its author named: a day made up here would mean nothing."""
    notice = site.settings.security
    if notice is None:
        raise AssertionError("the plan makes room for it only where it is wanted")
    lines = [f"Contact: {contact}" for contact in notice.contact]
    lines.append(f"Expires: {notice.expires.isoformat}T23:59:59Z")
    lines += [f"Encryption: {notice.encryption}"] if notice.encryption else []
    lines += [f"Policy: {notice.policy}"] if notice.policy else []
    lines += [f"Preferred-Languages: {', '.join(notice.languages)}"] if notice.languages else []
    lines += [f"Canonical: {url}/{SECURITY}"] if url.startswith("https://") else []
    return "\n".join(lines) + "\n"


def humans(site: Site, url: str, inline: Callable[[str], str]) -> str:
    """humanstxt.org: who made the site, and with what."""
    plain = _Plain(inline, site.settings.language)
    team = {"Name": plain(site.profile.name), "Location": plain(site.profile.location), "Site": url}
    made = {"Language": site.settings.language, "Standards": "HTML, CSS, Atom", "Software": "acadfolio"}
    return f"/* TEAM */\n{_listed(team)}\n/* SITE */\n{_listed(made)}"


def llms(plan: Plan, url: str, inline: Callable[[str], str], about: Mapping[str, str]) -> str:
    """llmstxt.org: the title, what the site is, and its pages with a sentence on each."""
    settings = plan.site.settings
    plain = _Plain(inline, settings.language)
    groups: dict[str, list[str]] = {"Pages": [], "Posts": [], "Optional": []}
    for planned in plan.pages:
        if _is_told(planned):
            title = plain(_title(plan.site, planned)) or plain(settings.title)
            name = title.replace("[", "(").replace("]", ")")
            sentence = about.get(planned.address, "")
            address = url + in_address(planned.address)
            groups[_group(planned)].append(f"- [{name}]({address}){f': {sentence}' if sentence else ''}\n")
    description = plain(settings.description)
    head = f"# {plain(settings.title)}\n" + (f"\n> {description}\n" if description else "")
    return head + "".join(f"\n## {name}\n\n{''.join(lines)}" for name, lines in groups.items() if lines)


def _title(site: Site, planned: PlannedPage) -> Text:
    """The first heading of the home page's text is that of a part of it."""
    is_named = planned.address != "/" or (planned.page is not None and planned.page.front_matter.title)
    return page_title(site, planned) if is_named else site.settings.title


def _is_told(planned: PlannedPage) -> bool:
    page = planned.page
    return planned.layout != "missing" and not (page and (page.is_draft or page.front_matter.noindex))


def _group(planned: PlannedPage) -> str:
    """Pages of single entries may be passed over: their lists name them."""
    if planned.entry is not None:
        return "Optional"
    return "Posts" if planned.page and planned.page.is_post else "Pages"


def _listed(lines: Mapping[str, str]) -> str:
    return "".join(f"  {name}: {text}\n" for name, text in lines.items() if text)


class _Plain:
    """Makes words of a text in one language."""

    def __init__(self, inline: Callable[[str], str], language: str) -> None:
        self.inline, self.language = inline, language

    def __call__(self, text: Text | None) -> str:
        html = self.inline(text.in_language(self.language)) if text else ""
        return plain(html)
