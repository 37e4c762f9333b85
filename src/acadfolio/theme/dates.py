"""Format dates: in the date style of the site, and as in an example, for citation styles."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from jinja2 import pass_context

from acadfolio.model.date_styles import pattern_of
from acadfolio.model.dates import Day, When
from acadfolio.problems import WrongValueError
from acadfolio.theme.words import locale, theme_language, words_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jinja2.runtime import Context


# A directive with the full stop of an abbreviated month, or with the unit after a number, as in
# Chinese.
DIRECTIVE = re.compile(r"%(?P<letter>b\.|-?[A-Za-z%])(?P<unit>\s*[年月日년월일])?")
DAY = re.compile(r"%(?:-?d|e)(?:\.(?= )|\s*[日일])?")
DAY_BEFORE_MONTH = re.compile(r"%(?:-?d|e) de ")
"""As in Spanish: `7 de noviembre de 1867`, and `noviembre de 1867`."""
YEAR_AT_START = r"%Y(?:\s*[年년]\s*|,? )"
YEAR_ENDINGS = (", %Y", " de %Y", " %Y")
MONTH_NAMES = ("%B", "%b", "%h")
MONTHS_IN_WORDS = (*MONTH_NAMES, "月", "월")
IN_PARTS = r"[\s年月日년월일-]"
"""What stands between the parts of a date, so that a dash to another date needs spaces: `March 2019 – May 2020`."""
FIRST_DAYS = [f"{day} {month}" for day in ("%-d", "%e") for month in ("%B", "%b", "%h")]
"""A day next to the name of its month: in some languages the first of a month is an ordinal."""
LONGEST_WHOLE = 5
"""The longest name of a month that is not abbreviated next to a day: `18 July 2024`, but `26 Nov. 2024`."""
ABBREVIATION = 3
ORDINAL_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
TEENS = range(11, 14)
MOST_KEPT = 1_000
"""The formatted dates that are kept: most entries of a list have the same years."""


def as_when(value: Any) -> When:
    """The date of a value, which may be a string of `extra`. Raises WrongValueError."""
    if isinstance(value, When):
        return value
    try:
        return When.parse(str(value))
    except ValueError as error:
        what, *hint = error.args
        raise WrongValueError(": ".join([f"`{value}` {what}", *hint])) from None


@lru_cache(MOST_KEPT)
def format_when(when: When, style: str, ongoing: str, language: str) -> str:
    """A date in a style: `2019.06–2022.04`, `09/2023–present`, `26 Nov. 2024`.

    Parts that the date does not have, such as a day, are omitted. `ongoing` is the word for the end
    of a range until now. Raises ValueError for an unknown style.
    """
    if when.label:
        return when.label
    pattern = _as_written_in(language, pattern_of(style))
    start = format_day(when.start, pattern, language)
    if when.ongoing:
        return _range(start, ongoing)
    return _period(start, when.start, when.end, pattern, language) if when.end else start


def _period(start: str, first: Day, last: Day, pattern: str, language: str) -> str:
    """A range of dates. `start` is its formatted first day."""
    if _has_days_of_one_year(first, last, pattern):
        return _within_year(first, last, pattern, language)
    end = format_day(last, pattern, language)
    return start if start == end else _range(start, end)


def _range(start: str, end: str) -> str:
    """Both ends of a range: `2021–2022`, `06/2019–now`, `June 2019 – now`."""
    is_wide = re.search(IN_PARTS, start) or re.search(IN_PARTS, end)
    return f"{start} – {end}" if is_wide else f"{start}–{end}"


def _as_written_in(language: str, pattern: str) -> str:
    """Where months have no names, as in Chinese, a pattern with one becomes `2024年6月14日`, or a part of that."""
    if not locale(language).has_numbered_months or not any(
        month in pattern for month in MONTH_NAMES
    ):
        return pattern
    text = words_for(language)["long_date"]
    if not DAY.search(pattern):
        text = DAY.sub("", text)
    if "%Y" not in pattern:
        text = re.sub(YEAR_AT_START, "", text)
    return text


def _has_days_of_one_year(start: Day, end: Day, pattern: str) -> bool:
    """Whether a range is of two days of a year, in a style with a day and the month in words."""
    has_words = any(month in pattern for month in MONTHS_IN_WORDS)
    is_within_year = start.year == end.year and start != end
    return (
        has_words
        and is_within_year
        and bool(start.day and end.day)
        and len(DAY.findall(pattern)) == 1
    )


def _within_year(start: Day, end: Day, text: str, language: str) -> str:
    """Two days with their common parts only once: `2–10 September 1929`, `2 September – 10 October 1929`."""
    if start.month == end.month and (day := DAY.search(text)):
        first = format_day(start, f"{day[0]} %B", language).rpartition(" ")[0]
        return format_day(end, f"{text[: day.start()]}{first}–{text[day.start() :]}", language)
    ending = next(filter(text.endswith, YEAR_ENDINGS), "")
    year = None if ending else re.match(YEAR_AT_START, text)
    first = format_day(start, text.removesuffix(ending), language)
    last = format_day(end, text[year.end() :] if year else text, language)
    return _range(first, last)


def format_day(day: Day, pattern: str, language: str, months: Sequence[str] = ()) -> str:
    """One day, month or year by a strftime pattern; `months` are the names of months, by default whole."""
    names = locale(language)
    has_day = bool(day.day and DAY.search(pattern))
    first = names.first_day if day.day == 1 else ""
    for written in FIRST_DAYS if first else ():
        pattern = pattern.replace(written, f"{first} {written.rpartition(' ')[2]}")
    if not day.day:
        pattern = DAY.sub("", DAY_BEFORE_MONTH.sub("", pattern))
    if not day.month:
        pattern = pattern.replace("%B de ", "")
    values = _values(day, months or names.whole(has_day=has_day), names.shortest(has_day=has_day))
    text = DIRECTIVE.sub(partial(_part, values), pattern)
    if day.day:
        return text
    after = " ,/-" if months else " .,/-"  # An abbreviated month keeps its full stop.
    return " ".join(text.replace(" ,", "").split()).lstrip(" .,/-").rstrip(after)


def _part(values: Mapping[str, str], match: re.Match[str]) -> str:
    """The text of a directive and its unit; empty if the date does not have it."""
    text = values.get(match["letter"], "")
    return text + (match["unit"] or "") if text else ""


def _values(day: Day, months: Sequence[str], shortest: Sequence[str]) -> dict[str, str]:
    """The text of each directive that the date has."""
    values = {"Y": str(day.year), "y": f"{day.year % 100:02d}", "%": "%"}
    if day.month:
        name = months[day.month - 1]
        dotted = shortest[day.month - 1] if shortest else f"{name[:ABBREVIATION]}."
        short = dotted.removesuffix(".") if name.isalpha() or shortest else name
        values |= {"B": name, "b": short, "h": short, "m": f"{day.month:02d}", "-m": str(day.month)}
        # Beside a day, a long name is abbreviated.
        values["b."] = dotted if day.day and len(name) > LONGEST_WHOLE else name
    if day.day:
        values |= {"d": f"{day.day:02d}", "-d": str(day.day), "e": str(day.day)}
    return values


FORM = r"(?:2021,? )?(?:3 )?(?P<month>September|Sept\.|Sep\.?)(?: 3)?(?:,? 2021)?"
"""The third of September 2021, or a part of it, in a form: other dates are formatted in the same way."""


@pass_context
def cited_date(context: Context, when: When | str | int | None, form: str) -> str:
    """The filter `cited_date`: a date in a form such as `3 Sept. 2021`, in the site's language.

    A range, or a date without a month, is cited by its years. Raises WrongValueError for an unknown
    form, or what is not a date.
    """
    if when is None:
        return ""
    when = as_when(when)
    match = re.fullmatch(FORM, str(form))
    if match is None:
        how = "write it as `September 3, 2021`, `3 Sept. 2021` or `Sep. 2021`"
        raise WrongValueError(f"dates have no form `{form}`: {how}")
    if when.end is not None or when.ongoing or not when.start.month:
        return when.years if "2021" in match[0] else ""
    day = when.start if "3" in match[0] else when.start._replace(day=0)
    language = theme_language(context["site"].language)
    return format_day(
        day, _pattern_of_form(match, language), language, _months(match["month"], language, day)
    )


def _pattern_of_form(form: re.Match[str], language: str) -> str:
    """The form as a pattern: in English as it is, in other languages in the order of their long dates."""
    if language.startswith("en"):
        return form[0].replace("2021", "%Y").replace("3", "%-d").replace(form["month"], "%B")
    pattern = pattern_of(words_for(language)["long_date"])
    if form["month"] != "September":
        pattern = pattern.replace(
            " de ", " "
        )  # As in Spanish: `14 de junio de 2024`, but `14 jun. 2024`.
    before, year, _ = form[0].partition("2021")
    ending = next(filter(pattern.endswith, YEAR_ENDINGS), "")
    if not year:
        return re.sub(YEAR_AT_START, "", pattern.removesuffix(ending))
    if before or not ending:
        return pattern
    comma = "," if "2021," in form[0] else ""
    return f"%Y{comma} {pattern.removesuffix(ending)}"


def _months(form: str, language: str, day: Day) -> Sequence[str]:
    """The names of months as long as in the form: whole, as usual, or in three letters."""
    names, has_day = locale(language), bool(day.day)
    if form == "September":
        return names.whole(has_day=has_day)
    short = names.short(has_day=has_day)
    if form == "Sept.":
        return short
    shortest = names.shortest(has_day=has_day) or short
    return shortest if form == "Sep." else [name.rstrip(".") for name in shortest]


def english_ordinal(number: int) -> str:
    """`1st`, `12th`, `22nd`."""
    last = 0 if number % 100 in TEENS else number % 10
    return f"{number}{ORDINAL_ENDINGS.get(last, 'th')}"
