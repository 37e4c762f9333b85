"""A date and an example of how a citation style writes dates come in; the same in the site's language comes out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jinja2 import pass_context

from acadfolio.model.dates import When
from acadfolio.problems import WrongValueError
from acadfolio.theme.dates import as_when
from acadfolio.theme.words import locale, month_names, short_month_names, spoken

if TYPE_CHECKING:
    from jinja2.runtime import Context

    from acadfolio.model.dates import Day

FORM = re.compile(
    r"(?:(?P<year>2021)(?P<comma>,?) )?(?:(?P<before>3) )?(?P<month>September|Sept\.|Sep\.?)(?P<after> 3)?"
    r"(?:(?P<last_comma>,?) (?P<last_year>2021))?"
)
"""How the third of September 2021 is written, or a part of that date: others are written alike."""
CUT_TO = 3


@pass_context
def cited_date(context: Context, when: When | str | int | None, form: str) -> str:
    """The filter of that name, which docs/templates.md explains. What lasted is cited by its years."""
    if when is None:
        return ""
    when = when if isinstance(when, When) else as_when(when)
    match = FORM.fullmatch(str(form))
    if match is None:
        how = "write it as `September 3, 2021`, `3 Sept. 2021` or `Sep. 2021`"
        raise WrongValueError(f"dates have no form `{form}`: {how}")
    if when.end is not None or when.ongoing:
        return when.years if match["year"] or match["last_year"] else ""
    return _written(when.start, match, spoken(context["site"].language).partition("-")[0].lower())


def _written(day: Day, form: re.Match[str], language: str) -> str:
    year = f"{day.year}" if form["year"] or form["last_year"] else ""
    if not day.month:
        return year
    month = _month(day.month, form["month"], language)
    shown = f"{day.day}" if day.day and (form["before"] or form["after"]) else ""
    shown = (locale(language).first_day or shown) if shown == "1" else shown
    if language == "zh":
        return f"{year}{'年' if year else ''}{month}{shown}{'日' if shown else ''}"
    between = " de " if language == "es" and form["month"] == "September" else " "
    if language != "en":
        text = f"{shown}{'.' if language == 'de' else ''}{between}{month}" if shown else month
    else:
        text = (f"{shown} {month}" if form["before"] else f"{month} {shown}").strip()
    if form["year"]:
        return f"{year}{form['comma']} {text}"
    comma = form["last_comma"] if year and shown and language == "en" else ""
    return f"{text}{comma}{between}{year}" if year else text


def _month(number: int, form: str, language: str) -> str:
    """As long as the example: whole, as it is usually cut, or English names cut to three letters."""
    whole, cut = month_names(language)[number - 1], short_month_names(language)[number - 1]
    if form in {"September", "Sept."}:
        return whole if form == "September" else cut
    if language == "en":
        cut = whole[:CUT_TO] + ("." if len(whole) > CUT_TO else "")
    return cut if form.endswith(".") else cut.rstrip(".")
