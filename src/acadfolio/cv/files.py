"""The PDFs among the files of a site, and what is wrong with one."""

from __future__ import annotations

import re
from calendar import timegm
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import json
from msgspec.structs import replace

from acadfolio.cv.characters import FONTS, RULE, Characters, shown
from acadfolio.cv.content import content_of, last_change
from acadfolio.cv.depth import TooDeepError, report_depth
from acadfolio.cv.fonts import fonts_of_language, other_letters
from acadfolio.cv.limited import typeset
from acadfolio.cv.page import cv_page
from acadfolio.cv.photo import is_drawing, photo_of
from acadfolio.cv.typesetting import Job, NotInstalledError, NotTypesetError
from acadfolio.files import bytes_digest, file_digest, files_below
from acadfolio.problems import Location
from acadfolio.resources import starter
from acadfolio.wording import did_you_mean, with_extra

if TYPE_CHECKING:
    from collections.abc import Mapping

    from acadfolio.contracts import FileWriter
    from acadfolio.cv.content import Content
    from acadfolio.cv.page import CvPage
    from acadfolio.cv.typesetting import Typeset
    from acadfolio.model.cv import CvSettings
    from acadfolio.model.dates import Day
    from acadfolio.model.site import Site
    from acadfolio.problems import Problems
    from acadfolio.rendering.site_files import SiteFiles
    from acadfolio.rendering.site_renderer import SiteRenderer

DRAWING = "photo.svg"
DESIGNS = "templates/cv"
"""The folder of the designs, in a site and in the theme."""
OF_DEPTH = re.compile(r"depth exceeded|recursion limit")
"""What an error of Typst says of elements within each other: it has several limits."""
OF_DRAWING = re.compile(r"\bSVG\b")
"""What an error of Typst says of a drawing that it cannot read. Designs have no other files."""
PAGE = re.compile(rb"/Type\s*/Page\b")
"""What each page of a PDF begins with. Typst does not compress it."""


def cv_files(site: Site) -> Mapping[str, FileWriter]:
    """The writers of the PDFs of a site, by path."""
    return {cv.path: partial(_write, cv) for cv in site.settings.cv if cv.pdf}


def _write(cv: CvSettings, files: SiteFiles) -> bytes | None:
    return pdf_of(cv, files.renderer)


def pdf_of(cv: CvSettings, renderer: SiteRenderer) -> bytes | None:
    """The PDF of a CV; None if it cannot be made, which is reported."""
    site, problems = renderer.plan.site.of_documents, renderer.problems
    designs = _designs(Path(site.root))
    if f"{cv.design}.typ" not in designs:
        names = {name.removesuffix(".typ") for name in designs} - {"shared"}
        message = f"there is no design `{cv.design}` for a CV"
        problems.error(cv.source_location, message, did_you_mean(cv.design, names), rule=RULE)
        return None
    page = cv_page(renderer, cv)
    photo = _photo(cv, site, problems) if cv.photo else {}
    try:
        content = content_of(cv, page, site, "".join(photo))
    except TooDeepError as error:
        report_depth(cv.url(site.mount), page, site, problems, error.words)
        return None
    characters = Characters(cv, page, site, content)
    page.links.report(cv.url(site.mount), cv.source_location, problems)
    _warn_of_nothing(cv, site, page, content, problems)
    if characters.report_private(problems):
        return None
    return _pdf_of_content(cv, renderer, page, content, {**designs, **photo})


def _pdf_of_content(
    cv: CvSettings,
    renderer: SiteRenderer,
    page: CvPage,
    content: Content,
    files: Mapping[str, bytes],
) -> bytes | None:
    """The PDF of all that a CV shows, with the files of designs and the photo; None if it cannot be made."""
    site, problems = renderer.plan.site.of_documents, renderer.problems
    characters = Characters(cv, page, site, content)
    job = _job(cv, site, page, content, files)
    make = renderer.options.typeset or typeset
    try:
        result: Typeset = make(json.encode(job).decode())
    except NotInstalledError:
        message = f"{cv.url(site.mount)} is not written: Typst, which makes PDFs, is not installed"
        hint = f"`pip install typst`, or {with_extra('pdf')}"
        problems.error(cv.source_location, message, hint, rule=RULE)
        return None
    except NotTypesetError as error:
        if error.result.missing:
            characters.report_missing(error.result.missing, problems)
        elif DRAWING in files and OF_DRAWING.search(error.result.error):
            _warn_of_photo(cv, site, _damaged(site), problems)
            others = {name: text for name, text in files.items() if name != DRAWING}
            return _pdf_of_content(cv, renderer, page, replace(content, photo=""), others)
        elif OF_DEPTH.search(error.result.error):
            report_depth(cv.url(site.mount), page, site, problems)
        else:
            _report(cv, error.result, site, problems)
        return None
    _remark(cv, site, result, problems)
    if result.from_system:
        _remark_of_system(cv, site, result.missing or job.other_letters, characters, problems)
    return result.pdf


def _designs(root: Path) -> dict[str, bytes]:
    """All designs and what they import, by the names of their files: the site's go before the theme's."""
    found = {}
    for folder in (starter() / DESIGNS, root / DESIGNS):
        for file in filter(Path.is_file, sorted(folder.glob("*.typ"))):  # No pipe or device.
            found[file.name] = file.read_bytes()
    return found


def _job(
    cv: CvSettings, site: Site, page: CvPage, content: Content, files: Mapping[str, bytes]
) -> Job:
    """What Typst needs to make a CV of its content, with these designs and this photo."""
    files = {**files, "cv.json": json.encode(content)}
    when = last_change(page)
    folder = Path(site.root) / FONTS
    fonts = sorted(path for path, status in files_below([str(folder)], "").items() if status)
    state = [(font.removeprefix(str(folder)), file_digest(font).hex()) for font in fonts]
    return Job(
        design=f"{cv.design}.typ",
        files=files,
        fonts=(str(folder),) if fonts else (),
        wanted=cv.fonts,
        of_script=fonts_of_language(page.language),
        other_letters=other_letters(files["cv.json"].decode()),
        timestamp=_seconds(when.start) if when else 0,
        state=bytes_digest(repr(state).encode()).hex(),
        needs_limits=any(Path(site.root, DESIGNS).glob("*.typ")) or DRAWING in files,
    )


def _seconds(day: Day) -> int:
    """The seconds from 1970 to a day; unknown parts are the first of the year or month."""
    return timegm((day.year, day.month or 1, day.day or 1, 0, 0, 0))


def _photo(cv: CvSettings, site: Site, problems: Problems) -> dict[str, bytes]:
    """The portrait of the profile by its name; empty without one, which is reported."""
    path = (site.profile.avatar or "").lstrip("/")
    file = next((file.file for file in site.static_files if path and file.path == path), "")
    content = photo_of(file) if file else b""
    if content:
        return {DRAWING if is_drawing(file) else "photo": content}
    reason = "the profile has no `avatar`"
    hint = "write `avatar: images/…` into data/profile.yml, or delete `photo`"
    if path:
        reason = f"`{site.profile.avatar}` is no file in static/"
    _warn_of_photo(cv, site, _damaged(site) if file else (reason, hint), problems)
    return {}


def _damaged(site: Site) -> tuple[str, str]:
    """Why the file of the portrait is not printed, and what to do."""
    path = (site.profile.avatar or "").lstrip("/")
    reason = f"static/{path} is damaged, or no image that can be printed"
    return reason, "save it again as a JPEG or PNG, or delete `photo`"


def _warn_of_photo(cv: CvSettings, site: Site, reason: tuple[str, str], problems: Problems) -> None:
    """Warn of a CV without its photo, with the reason and a hint."""
    message = f"{cv.url(site.mount)} has no photo: {reason[0]}"
    problems.warn(cv.source_location, message, reason[1], rule=RULE)


def _warn_of_nothing(
    cv: CvSettings, site: Site, page: CvPage, content: Content, problems: Problems
) -> None:
    """Warn of a CV without text, and of headings of sections that it does not show."""
    if not content.sections:
        message = f"{cv.url(site.mount)} has no text and no entries, only your name"
        hint = "write entries into the files in data/, such as education.yml"
        problems.warn(cv.source_location, message, hint, rule=RULE)
        return
    lists: Mapping[str, tuple[Any, ...]] = page.parts.plan.site.lists
    for name in cv.headings:
        if not any(entry.source_location in page.shown for entry in lists.get(name, ())):
            message = f"{cv.url(site.mount)} does not show `{name}`, for which it has a heading"
            hint = (
                f"list it in `sections`, write entries into data/{name}.yml, or delete the heading"
            )
            problems.warn(cv.source_location, message, hint, rule=RULE)


def _report(cv: CvSettings, result: Typeset, site: Site, problems: Problems) -> None:
    """Report an error of a design, at its place in a file of the site if there is one."""
    name, line, column = result.place
    file, location, hint = f"{DESIGNS}/{name}", cv.source_location, ""
    if name and Path(site.root, file).is_file():
        location = Location(file, line, column)
    elif name:
        hint = f"this is a bug in acadfolio, at {file}:{line}:{column}: report it"
    message = f"{cv.url(site.mount)} is not written: {result.error}"
    problems.error(location, message, hint, rule=RULE)


def _remark(cv: CvSettings, site: Site, result: Typeset, problems: Problems) -> None:
    """Report too many pages, and fonts that are nowhere or lack letters."""
    pages = len(PAGE.findall(result.pdf))
    if cv.max_pages and pages > cv.max_pages:
        message = f"{cv.url(site.mount)} has {pages} pages, more than `max_pages: {cv.max_pages}`"
        hint = "list fewer `sections`, or write a `limit` or `selected: true` below `publications`"
        problems.warn(cv.source_location, message, hint, rule=RULE)
    for font in result.unknown_fonts:
        message = f"{cv.url(site.mount)} has another font: there is no font `{font}`"
        hint = f"install it, put it into {FONTS}/, or delete it from `fonts`"
        if result.own_fonts:
            hint = (
                f"the fonts in {FONTS}/ are {', '.join(f'`{name}`' for name in result.own_fonts)}"
            )
        problems.warn(cv.source_location, message, hint, rule=RULE)
    if result.lacks_script:
        message = f"{cv.url(site.mount)} has no font that was made for its script"
        hint = (
            f"install {result.lacks_script}, or put the font into {FONTS}/ and name it in `fonts`"
        )
        problems.warn(cv.source_location, message, hint, rule=RULE)
    for font in result.without_bold:
        message = f"{cv.url(site.mount)} has no bold letters: `{font}` has none, so your name does not stand out"
        hint = f"put the bold file of the font into {FONTS}/, too"
        problems.remark(cv.source_location, message, hint, rule=RULE)


def _remark_of_system(
    cv: CvSettings, site: Site, letters: str, characters: Characters, problems: Problems
) -> None:
    """Remark that fonts of this computer are used, at the first character for which they are."""
    location = characters.location(letters[0]) if letters else cv.source_location
    what = f" for `{shown(letters)}`" if letters else ""
    message = f"{cv.url(site.mount)} has fonts of this computer{what}: on another one, it may look different"
    hint = f"put {'a font for this' if letters else 'the fonts'} into {FONTS}/"
    problems.remark(location, message, hint, rule=RULE)


def warn_of_own_file(site: Site, problems: Problems) -> None:
    """Warn that a PDF of the site is published instead of the one that would be made."""
    own = {file.path.casefold() for file in site.static_files}
    for cv in site.settings.cv:
        path = cv.url(site.mount).lstrip("/")
        if cv.pdf and path.casefold() in own:
            message = f"static/{path} is published, and no PDF is made from your data"
            hint = f"delete static/{path}; to keep both, write another `file`, such as `cv2.pdf`"
            problems.warn(cv.source_location, message, hint, rule=RULE)
