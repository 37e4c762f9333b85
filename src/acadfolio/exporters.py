"""The formats of `acadfolio export`: those for publications, those for a CV, and those of plug-ins."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from acadfolio.bibliography.writers import FORMATS
from acadfolio.bibliography.writers.works import works_of
from acadfolio.contracts import Exporter, SiteExporter
from acadfolio.plugins import plugins_of
from acadfolio.problems import Location, Problem, SiteError, in_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from acadfolio.bibliography.writers.works import Work
    from acadfolio.build import Prepared
    from acadfolio.model.cv import CvSettings
    from acadfolio.model.site import Data, Settings
    from acadfolio.model.values import LanguageTag
    from acadfolio.problems import Problems

SITE = "data/site.yml"
DESCRIPTIONS = {
    "bibtex": "publications for LaTeX",
    "ris": "publications for reference managers",
    "csl": "publications as CSL-JSON",
}


def exporters(plugins: Iterable[str] = ()) -> Mapping[str, Exporter | SiteExporter]:
    """The formats by name, with those of these plug-ins."""
    found: dict[str, Exporter | SiteExporter] = {
        name: Exporter(DESCRIPTIONS[name], partial(_publications, write))
        for name, write in FORMATS.items()
    }
    found |= CV_FORMATS
    found["pdf"] = SiteExporter("the CV as a PDF", _pdf, is_cv=True, has_languages=True)
    found["docx"] = SiteExporter("the CV for Word", _docx, is_cv=True, has_languages=True)
    for plugin in plugins_of(plugins):
        found |= plugin.exporters
    return found


def _publications(write: Callable[[Iterable[Work]], str], data: Data) -> bytes:
    """The publications of a site in a format, without those that are hidden."""
    own = [publication for publication in data.publications if not publication.hidden]
    language = data.settings.language if data.settings else "en"
    first = data.settings.tags[0] if data.settings else language
    return write(works_of(own, data.venues, language, first)).encode()


def language_of(settings: Settings, wanted: str) -> LanguageTag:
    """The language of a site that an option names; without a name the first. Raises SiteError."""
    languages = settings.tags
    tag = wanted.replace("_", "-").lower()
    for language in languages:
        if tag in ("", language.lower()):
            return language
    known = ", ".join(f"`{language}`" for language in languages)
    message = f"this site is not in the language `{wanted}`"
    hint = f"it is in {known}; to add another, list it in `languages` in {SITE}"
    raise SiteError([Problem("unknown-language", Location("--language"), message, hint)])


def _prepared(site: Path, language: str, *, private: bool) -> tuple[Prepared, CvSettings]:
    """A site in one of its languages, and its first CV. Raises SiteError."""
    from acadfolio.build import prepare  # Publications need no rendering.
    from acadfolio.model.cv import CvSettings

    first = prepare(site, private=private)
    tag = language_of(first.plan.site.settings, language)
    prepared = next(each for each in first.languages if each.plan.is_in(tag))
    return prepared, (*first.plan.site.settings.cv, CvSettings(source_location=Location(SITE)))[0]


def _pdf(site: Path, problems: Problems, *, private: bool, language: str = "") -> bytes:
    """The first CV of a site as a PDF. Raises SiteError."""
    from acadfolio.cv.files import pdf_of

    prepared, cv = _prepared(site, language, private=private)
    pdf = pdf_of(cv, prepared.renderer)
    if pdf is None:
        raise SiteError(in_order(prepared.problems.errors))
    prepared.problems.raise_if_errors(waits=False)
    problems.found += prepared.problems.of_build
    return pdf


def _docx(site: Path, problems: Problems, *, private: bool, language: str = "") -> bytes:
    """The first CV of a site for Word. Raises SiteError."""
    from acadfolio.cv_formats.docx import docx_of

    prepared, cv = _prepared(site, language, private=private)
    docx = docx_of(cv, prepared.renderer)
    prepared.problems.raise_if_errors(waits=False)
    problems.found += prepared.problems.of_build
    return docx


def _json_resume(data: Data) -> bytes:
    from acadfolio.cv_formats.json_resume_writer import json_resume  # Converts texts.

    return json_resume(data)


def _rendercv(data: Data) -> bytes:
    from acadfolio.cv_formats.rendercv_writer import rendercv

    return rendercv(data)


CV_FORMATS = {
    "jsonresume": Exporter("the CV in the schema of JSON Resume", _json_resume, is_cv=True),
    "rendercv": Exporter("the CV as YAML for RenderCV", _rendercv, is_cv=True),
}
