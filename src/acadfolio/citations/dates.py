"""Dates as citation styles write them, by an example."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jinja2 import pass_context

from acadfolio.problems import WrongValueError
from acadfolio.theme.dates import as_when
from acadfolio.theme.words import locale, spoken

if TYPE_CHECKING:
    from jinja2.runtime import Context

    from acadfolio.model.dates import Day, When

FORM = re.compile(
    r"(?:(?P<year>2021)(?P<comma>,?) )?(?:(?P<before>3) )?(?P<month>September|Sept\.|Sep\.?)(?P<after> 3)?"
    r"(?:(?P<last_comma>,?) (?P<last_year>2021))?"
)
"""How the third of September 2021 is written, or a part of that date: others are written alike."""
ABBREVIATION = 3
"""Letters of an English month in the form `Sep.`"""


@pass_context
def cited_date(context: Context, when: When | str | int | None, form: str) -> str:
    """The filter `cited_date`: a date in a form such as `3 Sept. 2021`, in the site's language.

    A range is cited by its years. Raises WrongValueError for an unknown form, or what is no date.
    """
    if when is None:
        return ""
    when = as_when(when)
    match = FORM.fullmatch(str(form))
    if match is None:
        how = "write it as `September 3, 2021`, `3 Sept. 2021` or `Sep. 2021`"
        raise WrongValueError(f"dates have no form `{form}`: {how}")
    if when.end is not None or when.ongoing:
        return when.years if match["year"] or match["last_year"] else ""
    return _in_form(when.start, match, spoken(context["site"].language).partition("-")[0].lower())


def _in_form(day: Day, form: re.Match[str], language: str) -> str:
    year = str(day.year) if form["year"] or form["last_year"] else ""
    if not day.month:
        return year
    date = _month_and_day(day, form, language)
    if not year:
        return date
    if language == "zh":
        return f"{year}年{date}"
    if form["year"]:
        return f"{year}{form['comma']} {date}"
    comma = form["last_comma"] if language == "en" and _number(day, form, language) else ""
    return f"{date}{comma}{_between(form, language)}{year}"


def _month_and_day(day: Day, form: re.Match[str], language: str) -> str:
    month, number = _month(day.month, form["month"], language), _number(day, form, language)
    if not number:
        return month
    if language == "zh":
        return f"{month}{number}"
    if language == "en" and form["after"]:
        return f"{month} {number}"
    return f"{number}{_between(form, language)}{month}"


def _between(form: re.Match[str], language: str) -> str:
    """What stands between a day, the month and a year behind it: `14 de junio de 2024` in Spanish."""
    return " de " if language == "es" and form["month"] == "September" else " "


def _number(day: Day, form: re.Match[str], language: str) -> str:
    """The day of the month, where the form shows days and the date has one."""
    if not day.day or not (form["before"] or form["after"]):
        return ""
    number = str(day.day)
    if day.day == 1:
        number = locale(language).first_day or number
    return number + {"zh": "日", "de": "."}.get(language, "")


def _month(number: int, form: str, language: str) -> str:
    """The month as long as in the form: whole, abbreviated as is usual, or English months to three letters."""
    whole, short = locale(language).months[number - 1], locale(language).short_months[number - 1]
    if form == "September":
        return whole
    if form == "Sept.":
        return short
    if language == "en":
        short = whole[:ABBREVIATION] + ("." if len(whole) > ABBREVIATION else "")
    return short if form == "Sep." else short.rstrip(".")
