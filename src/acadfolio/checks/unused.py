"""Check for templates and style sheets of the site that no page uses."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.checks.links import PageScan, target_of
from acadfolio.markdown.shortcodes import MARKED, mark
from acadfolio.model.section_kinds import SECTION_KINDS
from acadfolio.problems import Location, Problems
from acadfolio.resources import theme_templates
from acadfolio.wording import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from acadfolio.model.page import Page
    from acadfolio.model.site import Site
    from acadfolio.routing import Plan

USER_STYLES = "static/assets/css/custom.css"
SIMILAR = 0.8
OF_LOOK = re.compile(r"looks/[^/]+/")
"""The folder of a look, whose templates have the names of those of the theme."""


def check_unused_templates(site: Site, problems: Problems) -> None:
    """Warn of a template that no template of the site names, if its name is nearly that of one of the theme's.

    Any other such template gets a remark, unless acadfolio finds it by its name, or a template
    computes names. So does a shortcode that no page calls.
    """
    folder = Path(site.root)
    files = sorted((folder / "templates").rglob("*.html"))
    texts = {file: file.read_text(encoding="utf-8", errors="replace") for file in files}
    known = theme_templates()
    are_all_names_written = not any(_computes_names(text) for text in texts.values())
    for file in files:
        shown = file.relative_to(folder / "templates").as_posix()
        name = OF_LOOK.sub("", shown)
        if name in known or any(name in text for text in texts.values()):
            continue
        if near := _similar_template(name):
            message, hint = "no page uses this template", f"did you mean `{near}`?"
            problems.warn(Location(f"templates/{shown}"), message, hint, rule="unused-file")
            continue
        folder_name, _, file_name = name.partition("/")
        if folder_name == "shortcodes":
            shortcode = file_name.removesuffix(".html")
            is_used = _is_called(shortcode, site.pages)
            hint = f"write `{{{{ {shortcode}() }}}}` on a line of its own into a page, or delete it"
        else:
            is_used = not are_all_names_written or _is_found_by_name(name, site)
            hint = f'write `{{% include "{name}" %}}` into another template, or delete it'
        if not is_used:
            problems.remark(
                Location(f"templates/{shown}"),
                "no page uses this template",
                hint,
                rule="unused-file",
            )


def _is_found_by_name(name: str, site: Site) -> bool:
    """Whether this is the template of a section or a citation style."""
    folder, _, file = name.partition("/")
    if folder in {"entries", "sections"}:
        return file.removesuffix(".html") in {*SECTION_KINDS, *site.entries}
    return folder == "citations"


def _is_called(shortcode: str, pages: Iterable[Page]) -> bool:
    """Whether a page, or a text that is included in it, calls a shortcode."""
    call = re.compile(rf"\b{re.escape(shortcode)}\s*\(")
    for page in pages:
        for text in (page.body, *page.source.files.values()):
            if any(call.search(marked[1]) for marked in re.finditer(MARKED, mark(text))):
                return True
    return False


def _computes_names(text: str) -> bool:
    """Whether a template includes others by a computed name, or cannot be read."""
    import jinja2.meta

    if not any(word in text for word in ("include", "extends", "import")):
        return False
    try:
        return None in jinja2.meta.find_referenced_templates(
            jinja2.Environment(autoescape=True).parse(text)
        )
    except jinja2.TemplateSyntaxError:
        return True


def _similar_template(name: str) -> str:
    """The theme's template with a similar name in the same folder, or the same name in another; else empty."""
    folder, _, file = name.rpartition("/")
    beside = {}
    elsewhere = ""
    for known in theme_templates():
        known_folder, _, known_file = known.rpartition("/")
        if known_folder == folder:
            beside[known_file.removesuffix(".html")] = known
        elif known_file == file:
            elsewhere = known
    near = nearest(file.removesuffix(".html"), beside, cutoff=SIMILAR)
    return beside[near] if near else elsewhere


def check_unused_styles(plan: Plan, scans: Mapping[str, PageScan], problems: Problems) -> None:
    """Warn of the site's own style sheets that no page loads and no other style sheet names."""
    root = Path(plan.site.root)
    own = {}
    for file in plan.static_files:
        path = Path(file.file)
        if file.path.endswith(".css") and path.is_relative_to(root / "static"):
            own[file.path] = path
    loaded = {target_of(link, page)[0] for page, scan in scans.items() for link in scan.links}
    texts = {path: file.read_text(encoding="utf-8", errors="replace") for path, file in own.items()}
    for shown, text in texts.items():
        name = shown.rpartition("/")[2]
        is_imported = any(name in other for other in texts.values() if other is not text)
        if f"static/{shown}" != USER_STYLES and shown not in loaded and not is_imported:
            hint = f"move it to {USER_STYLES}, which all pages load"
            problems.warn(
                Location(f"static/{shown}"),
                "no page loads this style sheet",
                hint,
                rule="unused-file",
            )
