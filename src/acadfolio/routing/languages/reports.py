"""Report pages that a language lacks, and pages in the folder of another language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.model.languages import base_of, language_name, name_and_tag
from acadfolio.problems import Location
from acadfolio.wording import counted

if TYPE_CHECKING:
    from acadfolio.problems import Problems
    from acadfolio.routing.plan import Plan

MOST_LISTED = 5
UNTRANSLATED = "untranslated-page"
IN_OTHER_FOLDER = "page-in-language-folder"
SETTINGS = Location("data/site.yml")


def report_untranslated(plan: Plan, problems: Problems) -> None:
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


def report_strangers(plan: Plan, first: Plan, problems: Problems) -> None:
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
