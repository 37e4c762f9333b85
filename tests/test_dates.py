"""Dates: as academics write them, in the order in which they are shown, in the words of a style."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acadfolio.model.date_styles import DateStyle
from acadfolio.model.dates import Day, When, latest
from acadfolio.theme.dates import format_when
from cases import every_case


@every_case(
    ("text", "when"),
    [
        ("2024", When(Day(2024))),
        ("2024-06", When(Day(2024, 6))),
        ("2024-6", When(Day(2024, 6))),
        ("2024-06-14", When(Day(2024, 6, 14))),
        (" 2024-06-14 ", When(Day(2024, 6, 14))),
        ("2024-06-14 09:30", When(Day(2024, 6, 14))),
        ("2024-06-14T09:30:00+02:00", When(Day(2024, 6, 14), instant=1718350200)),
        ("2024-02-29", When(Day(2024, 2, 29))),
        ("2000-02-29", When(Day(2000, 2, 29))),
        ("2019-06..2022-04", When(Day(2019, 6), Day(2022, 4))),
        ("2019 .. 2022", When(Day(2019), Day(2022))),
        ("2019..2019-03", When(Day(2019), Day(2019, 3))),
        ("2019-06..", When(Day(2019, 6), ongoing=True)),
        ("2019-06...", When(Day(2019, 6), ongoing=True)),
        ("2022/23", When(Day(2022, 9), Day(2023, 9), label="2022/23")),
        ("2022/2023", When(Day(2022, 9), Day(2023, 9), label="2022/2023")),
        ("1999/00", When(Day(1999, 9), Day(2000, 9), label="1999/00")),
        ("2022/23 Fall", When(Day(2022, 9), Day(2022, 12), label="2022/23 Fall")),
        ("2022/23 Spring", When(Day(2022, 9), Day(2023, 6), label="2022/23 Spring")),
        ("2022–23 Winter term", When(Day(2022, 9), Day(2023, 3), label="2022–23 Winter term")),
    ],
)
def test_a_date_is_read_as_it_is_written(text: str, when: When) -> None:
    assert When.parse(text) == when


@every_case("text", ["2022/23", "2022/23 Spring"])
def test_machines_get_no_month_of_an_academic_year(text: str) -> None:
    assert When.parse(text).isoformat == "2022"


@every_case(
    ("text", "what", "advice"),
    [
        ("2020-13-01", "no month 13", ""),
        ("2020-00", "no month 00", ""),
        ("2023-02-29", "2023-02 has 28 days", ""),
        ("1900-02-29", "1900-02 has 28 days", ""),
        ("2024-06-31", "2024-06 has 30 days", ""),
        ("2024-06-00", "2024-06 has 30 days", ""),
        ("14.06.2024", "is not a date", "`2024-06-14`"),
        ("2024/6/14", "is not a date", "`2024-06-14`"),
        ("2024.06", "is not a date", "`2024-06`"),
        ("6/2024", "is not a date", "`2024-06`"),
        ("13/13/2024", "is not a date", "write `2024`, "),
        ("14 June 2024", "is not a date", "`2024-06-14`"),
        ("June 14th, 2024", "is not a date", "`2024-06-14`"),
        ("Sept. 2024", "is not a date", "`2024-09`"),
        ("Fall 2024", "is not a date", "write `2024`, "),
        ("2019 - 2022", "is not a date", "`2019..2022`"),
        ("2019-2022", "is not a date", "`2019..2022`"),
        ("2019-06–2022-04", "is not a date", "`2019-06..2022-04`"),
        ("2019 – present", "is not a date", "`2019..`"),
        ("2019..today", "is not a range", "`2019..`"),
        ("2022-04..2019-06", "ends before it starts", "`2019-06..2022-04`"),
        ("..2022", "is not a date", "write `2024`, "),
        ("2022/25", "is not an academic year", "`2022/23`, or a range as `2022..2025`"),
        ("24", "is not a date", "write `2024`, "),
        ("", "is not a date", "write `2024`, "),
        ("soon", "is not a date", "write `2024`, "),
        ("2024年6月", "is not a date", "write it as `2024-06`"),
        ("2024年6月14日", "is not a date", "write it as `2024-06-14`"),
        ("2024 年 6 月", "is not a date", "write it as `2024-06`"),
        ("2024年", "is not a date", "write it as `2024`"),
        ("2024년 6월 14일", "is not a date", "write it as `2024-06-14`"),
        ("2024－06", "is not a date", "write it as `2024-06`"),
        ("２０２４．０６", "is not a date", "write it as `2024-06`"),
        ("2016.09 - 至今", "is not a date", "write it as `2016-09..`"),
        ("2016.09-至今", "is not a date", "write it as `2016-09..`"),
        ("2016年9月至今", "is not a date", "write it as `2016-09..`"),
        ("2016.09 – now", "is not a date", "write it as `2016-09..`"),
        ("2016-09～2020-06", "is not a date", "write it as `2016-09..2020-06`"),
        ("2016.09-2020.06", "is not a date", "write it as `2016-09..2020-06`"),
        ("2016年9月—2020年6月", "is not a date", "write it as `2016-09..2020-06`"),
        ("2016年9月至2020年6月", "is not a date", "write it as `2016-09..2020-06`"),
        ("2024年13月", "is not a date", "write year, month and day: `2024-06-14`"),
        ("2016～", "is not a date", "write it as `2016..`"),
        ("约2016年", "is not a date", "write `2024`, "),
        ("2025/06", "is not a date", "write it as `2025-06`"),
        ("2025/12", "is not a date", "write it as `2025-12`"),
        ("2020/11", "is not a date", "write it as `2020-11`"),
        ("2025-06-xx", "is not a date", "write it as `2025-06`"),
        ("2025/6", "is not a date", "write it as `2025-06`"),
        ("06/2025", "is not a date", "write it as `2025-06`"),
        ("6.2025", "is not a date", "write it as `2025-06`"),
        ("06-2025", "is not a date", "write it as `2025-06`"),
        ("2025 June", "is not a date", "write it as `2025-06`"),
        ("2025/06 - 2025/08", "is not a date", "write it as `2025-06..2025-08`"),
        ("2025/06..2025/08", "is not a date", "write it as `2025-06..2025-08`"),
        ("2025/06..", "is not a date", "write it as `2025-06..`"),
        ("2025/06 Fall", "is not an academic year", "write `2025/26 Fall`"),
        ("2025/13", "is not an academic year", "write `2025/26`"),
        ("2024/2026", "is not an academic year", "write `2024/25`, or a range as `2024..2026`"),
        ("14/6/2025", "is not a date", "write it as `2025-06-14`"),
        ("6/14/2025", "is not a date", "write it as `2025-06-14`"),
        ("2025-14-06", "there is no month 14", "write year, month and day: `2025-06-14`"),
        ("20250614", "is not a date", "write it as `2025-06-14`"),
        ("202506", "is not a date", "write it as `2025-06`"),
        ("20250614..20250616", "is not a date", "write it as `2025-06-14..2025-06-16`"),
        ("20251301", "is not a date", "write `2024`, "),
        ("20250231", "is not a date", "2025-02 has 28 days"),
        ("31/2/2024", "is not a date", "2024-02 has 29 days"),
        ("14.-16.6.2025", "is not a date", "write it as `2025-06-14..2025-06-16`"),
        ("14–16 June 2025", "is not a date", "write it as `2025-06-14..2025-06-16`"),
        ("June 14-16, 2025", "is not a date", "write it as `2025-06-14..2025-06-16`"),
        ("14.6.25", "is not a date", "write the year with four digits"),
        ("²024", "is not a date", "write `2024`, "),
    ],
)
def test_an_invalid_date_is_reported_with_the_valid_forms(
    text: str, what: str, advice: str
) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        When.parse(text)
    message, *hint = error.value.args
    assert what in message
    assert advice in " ".join(hint)


@every_case(
    ("text", "day_first", "month_first"),
    [
        ("3/4/2024", "2024-04-03", "2024-03-04"),
        ("3-4-2024", "2024-04-03", "2024-03-04"),
        ("03/04/2024 10:00", "2024-04-03", "2024-03-04"),
        ("3/4/2024 - 5/4/2024", "2024-04-03..2024-04-05", "2024-03-04..2024-05-04"),
    ],
)
def test_both_readings_of_an_ambiguous_date_are_named(
    text: str, day_first: str, month_first: str
) -> None:
    with pytest.raises(ValueError, match="is not a date") as error:
        When.parse(text)
    hint = error.value.args[1]
    assert (
        hint
        == f"write `{day_first}` if the day comes first in it, or `{month_first}` if the month does"
    )


@every_case("text", ["5/5/2024", "13/4/2024", "3.4.2024"])
def test_a_date_with_one_reading_has_one_suggestion(text: str) -> None:
    with pytest.raises(ValueError, match="is not a date") as error:
        When.parse(text)
    assert error.value.args[1].startswith("write it as `2024-0")


@pytest.mark.slow
@given(st.text(max_size=12) | st.text("0123456789-./ Jun–", max_size=24))
def test_any_text_is_a_date_or_an_error_with_a_reason(text: str) -> None:
    try:
        when = When.parse(text)
    except ValueError as error:
        words = error.args
        when = When(Day(1))
    else:
        words = ("a date",)
    assert all(words)
    assert all(isinstance(word, str) for word in words)
    assert 0 <= when.year <= 9999
    assert when.start <= latest(when.end or when.start)


@given(st.dates())
def test_every_day_of_the_calendar_is_read_and_printed_again(day: object) -> None:
    assert When.parse(str(day)).isoformat == str(day)


def test_newest_first_is_what_goes_on_then_the_latest_end_then_the_latest_start() -> None:
    newest_first = [
        "2021-03..",
        "2020..",
        "2024-06",  # Until its last day.
        "2024-06-14",
        "2019..2023-12",
        "2022/23",
        "2022/23 Spring",
        "2022/23 Fall",
        "2020..2022",
        "2019..2022",
        "2022-06",
        "1918",
    ]
    whens = [When.parse(text) for text in newest_first]
    oldest_first = sorted(whens, key=lambda when: when.newest)
    assert oldest_first[::-1] == whens


def test_equal_dates_stay_in_the_files_order() -> None:
    entries = [
        ("a", "2024-06"),
        ("b", "2023"),
        ("c", "2024-06"),
        ("d", "2024-07-01"),
        ("e", "2024-06-30"),
    ]
    shown = sorted(entries, key=lambda entry: When.parse(entry[1]).newest, reverse=True)
    assert [name for name, _ in shown] == ["d", "a", "c", "e", "b"]


DATES = ("2024", "2024-06", "2024-11-26", "2019-06..2022-04", "2019-06..", "2022/23 Fall")


@every_case(
    ("style", "shown"),
    [
        ("2024.06", ("2024", "2024.06", "2024.11", "2019.06–2022.04", "2019.06–now", "2022/23 Fall")),
        ("06/2024", ("2024", "06/2024", "11/2024", "06/2019–04/2022", "06/2019–now", "2022/23 Fall")),
        (
            "14 June 2024",
            ("2024", "June 2024", "26 November 2024", "June 2019 – April 2022", "June 2019 – now", "2022/23 Fall"),
        ),
        (
            "June 14, 2024",
            ("2024", "June 2024", "November 26, 2024", "June 2019 – April 2022", "June 2019 – now", "2022/23 Fall"),
        ),
        (
            "26 Nov. 2024",
            ("2024", "June 2024", "26 Nov. 2024", "June 2019 – April 2022", "June 2019 – now", "2022/23 Fall"),
        ),
        ("%b %Y", ("2024", "Jun 2024", "Nov 2024", "Jun 2019 – Apr 2022", "Jun 2019 – now", "2022/23 Fall")),
        ("%Y", ("2024", "2024", "2024", "2019–2022", "2019–now", "2022/23 Fall")),
        ("’%y", ("’24", "’24", "’24", "’19–’22", "’19–now", "2022/23 Fall")),
        ("%d.%m.%Y", ("2024", "06.2024", "26.11.2024", "06.2019–04.2022", "06.2019–now", "2022/23 Fall")),
        ("%-d/%-m/%y", ("24", "6/24", "26/11/24", "6/19–4/22", "6/19–now", "2022/23 Fall")),
        ("100 %% %Y", ("100 % 2024",) * 3 + ("100 % 2019 – 100 % 2022", "100 % 2019 – now", "2022/23 Fall")),
    ],
)  # fmt: skip
def test_a_date_style_shows_the_known_parts_of_a_date(style: str, shown: tuple[str, ...]) -> None:
    assert tuple(format_when(When.parse(text), style, "now", "en") for text in DATES) == shown


@every_case(
    ("month", "shown"),
    [
        ("03", "7 March 2024"),
        ("06", "7 June 2024"),
        ("08", "7 Aug. 2024"),
        ("09", "7 Sep. 2024"),
        ("11", "7 Nov. 2024"),
    ],
)
def test_months_over_five_letters_are_cut_beside_a_day_only(month: str, shown: str) -> None:
    assert format_when(When.parse(f"2024-{month}-07"), "26 Nov. 2024", "now", "en") == shown
    whole = format_when(When.parse(f"2024-{month}"), "26 Nov. 2024", "now", "en")
    assert "." not in whole


@every_case(
    ("language", "shown"),
    [
        ("de", "26 November 2024"),
        ("fr", "26 novembre 2024"),
        ("pt-BR", "26 novembro 2024"),
        ("pl", "26 listopada 2024"),
        ("el", "26 Νοεμβρίου 2024"),
        ("he", "26 בנובמבר 2024"),
        ("fa", "26 نوامبر 2024"),
        ("vi", "26 tháng 11 2024"),
        ("ja", "2024年11月26日"),
        ("ko", "2024년 11월 26일"),
        ("zh", "2024年11月26日"),
        ("eo", None),
    ],
)
def test_months_are_in_the_pages_language(language: str, shown: str | None) -> None:
    text = format_when(When.parse("2024-11-26"), "14 June 2024", "now", language)
    assert text == (shown or "26 November 2024")


@every_case(
    ("language", "style", "shown"),
    [
        ("pl", "14 June 2024", ("14 czerwca 2024", "czerwiec 2024")),
        ("uk", "14 June 2024", ("14 червня 2024", "червень 2024")),
        ("el", "14 June 2024", ("14 Ιουνίου 2024", "Ιούνιος 2024")),
        ("he", "14 June 2024", ("14 ביוני 2024", "יוני 2024")),
        ("pt", "14 de junho de 2024", ("14 de junho de 2024", "junho de 2024")),
        ("el", "26 Nov. 2024", ("14 Ιουν. 2024", "Ιούνιος 2024")),
        ("nl", "%b %Y", ("jun 2024", "jun 2024")),
        ("vi", "26 Nov. 2024", ("14 thg 6 2024", "tháng 6 2024")),
        ("fa", "26 Nov. 2024", ("14 ژوئن 2024", "ژوئن 2024")),
    ],
)
def test_a_month_has_the_form_that_its_language_gives_it_after_a_day(
    language: str, style: str, shown: tuple[str, str]
) -> None:
    days = ("2024-06-14", "2024-06")
    assert tuple(format_when(When.parse(day), style, "now", language) for day in days) == shown


@every_case(
    ("style", "language", "dates", "shown"),
    [
        ("14 June 2024", "en", "1929-09-02..1929-09-10", "2–10 September 1929"),
        ("14 June 2024", "en", "1929-09-02..1929-10-10", "2 September – 10 October 1929"),
        ("14 June 2024", "en", "1929-12-02..1930-01-10", "2 December 1929 – 10 January 1930"),
        ("14 June 2024", "en", "1929-09-02..1929-09-02", "2 September 1929"),
        ("14 June 2024", "en", "1929-09..1929-10", "September 1929 – October 1929"),
        ("14 June 2024", "en", "1929-09..1929-10-10", "September 1929 – 10 October 1929"),
        ("14 June 2024", "en", "1929-09-02..", "2 September 1929 – now"),
        ("June 14, 2024", "en", "1929-09-02..1929-09-10", "September 2–10, 1929"),
        ("June 14, 2024", "en", "1929-09-02..1929-10-10", "September 2 – October 10, 1929"),
        ("26 Nov. 2024", "en", "1929-09-02..1929-09-10", "2–10 Sep. 1929"),
        ("%d %b %Y", "en", "1929-09-02..1929-10-10", "02 Sep – 10 Oct 1929"),
        ("14. Juni 2024", "de", "1929-09-02..1929-09-10", "2.–10. September 1929"),
        ("14. Juni 2024", "de", "1929-09-02..1929-10-10", "2. September – 10. Oktober 1929"),
        ("%-d de %B de %Y", "es", "1929-09-02..1929-09-10", "2–10 de septiembre de 1929"),
        (
            "%-d de %B de %Y",
            "es",
            "1929-09-02..1929-10-10",
            "2 de septiembre – 10 de octubre de 1929",
        ),
        ("14 June 2024", "zh", "1929-09-02..1929-09-10", "1929年9月2日–10日"),
        ("26 Nov. 2024", "zh", "1929-09..1929-10", "1929年9月 – 1929年10月"),
        ("June 2024", "zh", "1929-09-02", "1929年9月"),
        ("%-d %B", "zh", "1929-09-02", "9月2日"),
        ("%Y年%-m月%-d日", "zh", "1929-09-02..1929-09-10", "1929年9月2日–10日"),
        ("%Y年%-m月%-d日", "zh", "1929-09-02..1929-10-10", "1929年9月2日 – 10月10日"),
        ("%Y 年 %-m 月 %-d 日", "zh", "1929-09-02..1929-09-10", "1929 年 9 月 2 日–10 日"),
        ("%Y 年 %-m 月 %-d 日", "zh", "1929-09-02..1929-10-10", "1929 年 9 月 2 日 – 10 月 10 日"),
        ("%Y년 %-m월 %-d일", "ko", "1929-09-02..1929-09-10", "1929년 9월 2일–10일"),
        ("14 June 2024", "ja", "1929-09-02..1929-10-10", "1929年9月2日 – 10月10日"),
        ("14 June 2024", "ko", "1929-09..1929-10", "1929년 9월 – 1929년 10월"),
        ("14 June 2024", "ru", "1929-09-02..1929-10-10", "2 сентября – 10 октября 1929"),
        ("14 June 2024", "ru", "1929-09..1929-10", "сентябрь 1929 – октябрь 1929"),
        ("14 juin 2024", "fr", "1929-09-01..1929-09-10", "1er–10 septembre 1929"),
        ("14 juin 2024", "fr", "1929-09-01..1929-10-01", "1er septembre – 1er octobre 1929"),
        ("2024-06-14", "en", "1929-09-02..1929-09-10", "1929-09-02 – 1929-09-10"),
        ("%d.%m.%Y", "de", "1929-09-02..1929-09-10", "02.09.1929–10.09.1929"),
    ],
)
def test_shared_parts_of_a_date_range_are_written_once_if_months_are_words(
    style: str, language: str, dates: str, shown: str
) -> None:
    assert format_when(When.parse(dates), style, "now", language) == shown


@every_case(
    ("style", "date", "shown"),
    [
        ("14 juin 2024", "1940-09-01", "1er septembre 1940"),
        ("14 juin 2024", "1940-09-21", "21 septembre 1940"),
        ("14 juin 2024", "1940-09", "septembre 1940"),
        ("26 Nov. 2024", "1940-09-01", "1er sep. 1940"),
        ("%d/%m/%Y", "1940-09-01", "01/09/1940"),
        ("%-d/%-m/%Y", "1940-09-01", "1/9/1940"),
    ],
)
def test_the_first_of_a_month_is_an_ordinal_in_french(style: str, date: str, shown: str) -> None:
    assert format_when(When.parse(date), style, "", "fr-CA") == shown
    assert "1er" not in format_when(When.parse(date), style, "", "en")


@every_case(
    ("date", "shown"),
    [("1867-11-07", "7 de noviembre de 1867"), ("1867-11", "noviembre de 1867"), ("1867", "1867")],
)
def test_a_date_in_spanish_has_no_word_of_what_is_not_known(date: str, shown: str) -> None:
    assert format_when(When.parse(date), "%-d de %B de %Y", "", "es") == shown


def test_the_sites_word_ends_what_goes_on() -> None:
    assert format_when(When.parse("2019-06.."), "2024.06", "至今", "zh") == "2019.06–至今"
    assert format_when(When.parse("2019-06.."), "06/2024", "present", "en") == "06/2019–present"


def test_a_range_whose_ends_look_the_same_is_shown_once() -> None:
    assert format_when(When.parse("2019-03..2019-11"), "%Y", "now", "en") == "2019"


@every_case(
    ("style", "shown"),
    [
        ("2024.06.14", "2024.04.07"),
        ("6/2024", "4/2024"),
        ("14/06/2024", "07/04/2024"),
        ("06/14/2024", "04/07/2024"),
        ("7.4.2024", "7.4.2024"),
        ("June 14, 2024", "April 7, 2024"),
        ("2024 Jun 14", "2024 Apr 7"),
        ("%Y年%m月%d日", "2024年04月07日"),
        ("2026年11月14日", "2024年4月7日"),
        ("2026年5月14日", "2024年4月7日"),
        ("2026 年 11 月 12 日", "2024 年 4 月 7 日"),
        ("2026年05月02日", "2024年04月07日"),
        ("2026년 11월 14일", "2024년 4월 7일"),
    ],
)
def test_an_example_date_sets_the_order_of_day_and_month(style: str, shown: str) -> None:
    assert format_when(When.parse("2024-04-07"), DateStyle.parse(style), "now", "en") == shown


@every_case(
    ("style", "year", "month"),
    [
        ("%Y年%m月", "2024年", "2024年06月"),
        ("%Y 年 %-m 月", "2024 年", "2024 年 6 月"),
        ("%Y 年 %-m 月 %-d 日", "2024 年", "2024 年 6 月"),
        ("%Y년 %-m월 %-d일", "2024년", "2024년 6월"),
        ("2026年11月14日", "2024年", "2024年6月"),
    ],
)
def test_a_unit_goes_with_the_number_that_is_not_known(style: str, year: str, month: str) -> None:
    assert format_when(When.parse("2024"), style, "now", "zh") == year
    assert format_when(When.parse("2024-06"), style, "now", "zh") == month


@every_case(
    "style",
    [
        "YYYY-MM-DD",
        "%Q",
        "24",
        "2024 2025",
        "nice",
        "50%",
        "June",
        "13/2024",
        "1/2/3/2024",
        "14th June 2024",
        "2024 Q3",
    ],
)
def test_what_shows_no_date_is_no_date_style(style: str) -> None:
    with pytest.raises(ValueError, match="is not a date style") as raised:
        DateStyle.parse(style)
    assert raised.value.args[1].startswith("write an example such as")
