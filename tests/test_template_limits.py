"""What a stranger's shortcodes and templates may do is bounded: a build ends with an error at the place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import jinja2
import pytest

from acadfolio.build import prepare
from acadfolio.markdown.state import Document
from acadfolio.problems import SiteError
from acadfolio.theme.environment import TemplateEnvironment
from acadfolio.theme.excerpts import TextConverter
from acadfolio.theme.limits import MAX_LENGTH, LimitsExtension, TooMuchWorkError, Work, size_of
from cases import every_case
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.problems import Problem

TOO_LARGE, TOO_LONG, TOO_MUCH = (
    "this is too large: ",
    "this takes too long: ",
    "this makes too much text: ",
)
NUMBER = "this number is too large"

SHORTCODES = {
    "9**99999999": NUMBER,
    "1|round(10**8, 'ceil')": NUMBER,
    "1|round(-10**8)": NUMBER,
    "9**30000 * 9**30000": NUMBER,
    "'x' * 10**10": TOO_LARGE,
    "10**10 * 'x'": TOO_LARGE,
    "[1] * 10**10": TOO_LARGE,
    "'x' * 9999999 + 'x' * 9999999": TOO_LARGE,
    "'%1000000000d' % 1": TOO_LARGE,
    "'%*d' % (1000000000, 1)": TOO_LARGE,
    "'%.1000000000f'|format(1.5)": TOO_LARGE,
    "'{:1000000000}'.format(1)": TOO_LARGE,
    "('{0}' * 100000).format('x' * 100000)": TOO_LARGE,
    "'{a:1000000000}'.format_map({'a': 1})": TOO_LARGE,
    "'x'|center(10**9)": TOO_LARGE,
    "'x'.center(10**9)": TOO_LARGE,
    "'x'.zfill(10**9)": TOO_LARGE,
    "'\t'.expandtabs(10**9)": TOO_LARGE,
    "'x'|indent(10**9, true)": TOO_LARGE,
    "[1]|batch(10**9, 0)|list": TOO_LARGE,
    "[1]|slice(10**9)|list": TOO_LARGE,
    "{}|tojson(indent=10**9)": TOO_LARGE,
    "('x' * 100000)|replace('', 'y' * 100000)": TOO_LARGE,
    "('x' * 100000).replace('x', 'y' * 100000)": TOO_LARGE,
    "('x' * 100000).join(['y'] * 100000)": TOO_LARGE,
    "(['x' * 100000] * 100000)|join": TOO_LARGE,
    "('x' * 100000).translate({120: 'y' * 100000})": TOO_LARGE,
    "'a a'|wordwrap(1, wrapstring='y' * 9999999)": TOO_LARGE,
    "range(100000)|map('center', 100000)|list": TOO_MUCH,
    "range(10**9)": "range too big",
    "1" + " + 1" * 600: "this expression has too many operators",
    "lipsum(100000)": "there is no section `lipsum`",
}


def problem_of(folder: Path, files: dict[str, str]) -> Problem:
    with pytest.raises(SiteError) as caught:
        list(prepare(make_site(folder, files)).outputs())
    return caught.value.problems[0]


@every_case("expression", SHORTCODES)
def test_a_shortcode_that_would_take_hours_is_an_error_at_its_line(
    expression: str, tmp_path: Path
) -> None:
    problem = problem_of(tmp_path, {"content/about.md": f"Hello\n\n{{{{ {expression} }}}}\n"})
    assert problem.location[:2] == ("content/about.md", 3)
    assert SHORTCODES[expression] in problem.message


LOOP = "{% for i in range(100000) %}"
TEMPLATES = {
    f"{LOOP}{LOOP}{{% endfor %}}{{% endfor %}}": TOO_LONG,
    f"{LOOP}{{% for j in range(100000) if false %}}{{% endfor %}}{{% endfor %}}": TOO_LONG,
    "{% for i in [1] recursive %}{% if loop.depth < 9 %}{{ loop(range(100)) }}{% endif %}{% endfor %}": TOO_LONG,
    "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}": TOO_LONG,
    "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}": "it is nested too deeply, or calls itself",
    "{% set n = namespace(x='x') %}{% for i in range(60) %}{% set n.x = n.x ~ n.x %}{% endfor %}": TOO_LARGE,
    "{% set n = namespace(x=[1]) %}{% for i in range(60) %}{% set n.x = n.x + n.x %}{% endfor %}": TOO_LARGE,
    "{% set a = 'x' %}" + "{% set a = a ~ a %}" * 40: TOO_LARGE,
    "{% set a = 'x' %}" + "{% set a %}{{ a }}{{ a }}{% endset %}" * 40: TOO_LARGE,
    "{% set a = [1] %}" + "{% set a = [a, a] %}" * 60 + "{{ a|string|length }}": TOO_LARGE,
    "{% set a = {'b': 'x'} %}" + "{% set a = {'b': a.b ~ a.b} %}" * 60: TOO_LARGE,
    "{% set a = 'x' * 900_000 %}{% with b = 1, c = a ~ a %}{% endwith %}": TOO_LARGE,
    "{% macro m(a='x' * 900_000, b=a ~ a) %}{{ b|length }}{% endmacro %}{{ m() }}": TOO_LARGE,
    "{% macro m(n, x) %}{{ m(n - 1, x ~ x) }}{% endmacro %}{{ m(60, 'x') }}": TOO_LARGE,
    "{% set x = 'x' * 900_000 %}" + LOOP + "{{ x }}{% endfor %}": TOO_MUCH,
    LOOP + "x" * 10_000 + "{% endfor %}": TOO_MUCH,
    "{% macro m() %}"
    + "x" * 10_000
    + "{% endmacro %}"
    + LOOP
    + "{% set y = m() %}{% endfor %}": TOO_MUCH,
    LOOP + "{% include 'large.html' %}{% endfor %}": TOO_MUCH,
    "{% set x = 'x' %}{% set y = x"
    + " ~ x" * 600
    + " %}": "this expression has too many operators",
}


@pytest.mark.slow
@pytest.mark.parametrize("template", TEMPLATES)
def test_a_template_that_would_take_hours_is_an_error_at_its_line(
    template: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A part of each limit: what takes hours without them goes far beyond these too.
    monkeypatch.setattr("acadfolio.theme.limits.MAX_STEPS", 50_000)
    monkeypatch.setattr("acadfolio.theme.limits.MAX_LENGTH", 1_000_000)
    layout = f'{{% extends "base.html" %}}\n{{% block main %}}\n{template}\n{{% endblock %}}\n'
    files = {"content/about.md": "Hello\n", "templates/large.html": "x" * 10_000}
    problem = problem_of(tmp_path, files | {"templates/layouts/page.html": layout})
    assert problem.location.file == "templates/layouts/page.html"
    assert problem.location.line in {1, 3}
    assert TEMPLATES[template] in problem.message


def test_a_template_with_ordinary_loops_works_as_before(tmp_path: Path) -> None:
    template = (
        '{% extends "base.html" %}{% block main %}'
        "{% for a, b in [(1, 2), (3, 4)] if b > 2 %}[{{ a }}{{ loop.first }}{{ loop.length }}]{% endfor %}"
        "{% for x in 1, 2, 3 %}{{ x }}{{ ',' if not loop.last }}{% endfor %}"
        "{% for x in [] %}x{% else %}|empty|{% endfor %}"
        "{% for x in [[1, [2]], [3]] recursive %}<{{ loop(x) if x is iterable else x }}>{% endfor %}"
        "{% with a = 1, b = (2, 3) %}{{ a }}{{ b[1] }}{% endwith %}"
        "{% set a, b = 5, 6 %}{{ a }}{{ b }}{% set c | upper %}word{% endset %}{{ c }}"
        "{% macro m(x, y='a, b', z=[1, 2]) %}{{ x }}{{ y }}{{ z[1] }}{{ caller(x=8) }}{% endmacro %}"
        "{% call(x=0) m(7, y=(9)) %}{{ x }}{% endcall %}"
        "{% endblock %}"
    )
    outputs, problems = render_site(
        tmp_path, {"content/about.md": "A\n", "templates/layouts/page.html": template}
    )
    shown = "[3True1]1,2,3|empty|<<1><<2>>><<3>>135" + "6" + "WORD7928"
    assert shown in outputs["index.html"]
    assert problems == []


@every_case(
    "template",
    [
        "{% for x in %}{% endfor %}",
        "{% set x = %}",
        "{{ }}",
        "{% for x %}{% endfor %}",
        "{% with a = %}",
    ],
)
def test_what_is_missing_in_a_tag_is_reported_as_by_jinja(template: str) -> None:
    with pytest.raises(jinja2.TemplateSyntaxError) as plain:
        jinja2.Environment().from_string(template)  # noqa: S701 - nothing is rendered
    with pytest.raises(jinja2.TemplateSyntaxError) as ours:
        jinja2.Environment(extensions=[LimitsExtension]).from_string(template)  # noqa: S701
    assert str(ours.value) == str(plain.value)


def render_within(work: Work, steps: int) -> None:
    with work.of_page():
        for _ in range(steps):
            work.step()


def test_each_page_has_its_own_steps_but_not_what_is_rendered_within_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("acadfolio.theme.limits.MAX_STEPS", 1000)
    monkeypatch.setattr("acadfolio.theme.limits.STEPS_BETWEEN_LOOKS", 1)
    work = Work()
    for _ in range(3):
        with work.of_page():
            for _ in range(900):
                work.step()
    with work.of_page():
        with work.of_page():
            for _ in range(900):
                work.step()
        with pytest.raises(TooMuchWorkError):
            render_within(work, steps=900)


def test_a_page_has_a_number_of_seconds() -> None:
    work = Work()
    with work.of_page(seconds=-1), pytest.raises(TooMuchWorkError, match="seconds"):
        work.step()


def test_a_site_of_many_entries_has_more_of_each_for_a_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("acadfolio.theme.limits.MAX_STEPS", 1000)
    monkeypatch.setattr("acadfolio.theme.limits.MAX_CHARACTERS", 1000)
    monkeypatch.setattr("acadfolio.theme.limits.STEPS_BETWEEN_LOOKS", 1)
    work = Work()
    work.allow_entries(20_000)
    render_within(work, steps=4000)
    with work.of_page():
        work.make(4000)
    with pytest.raises(TooMuchWorkError, match="4,000 items"):
        render_within(work, steps=4001)
    with work.of_page(), pytest.raises(TooMuchWorkError, match="4,000 characters"):
        work.make(4001)
    with work.of_page(seconds=10):
        assert work.seconds == 40


def test_the_pages_of_a_site_have_more_for_all_its_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("acadfolio.theme.limits.MAX_STEPS", 10_000)
    monkeypatch.setattr("acadfolio.theme.limits.MANY_ENTRIES", 2)
    layout = '{% extends "base.html" %}{% block main %}' + LOOP + "{% endfor %}{% endblock %}"
    files = {
        "content/about.md": "Hello\n",
        "data/news.yml": "".join(
            f"- {{date: 1905-03-0{day}, text: Read}}\n" for day in range(1, 7)
        ),
        "templates/layouts/page.html": layout,
    }
    assert "more than 30,000 items" in problem_of(tmp_path, files).message


def test_a_site_of_a_million_entries_has_not_all_of_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("acadfolio.theme.limits.MAX_CHARACTERS", 1000)
    work = Work()
    work.allow_entries(1_000_000)
    with pytest.raises(TooMuchWorkError, match="20,000 characters"), work.of_page():
        work.make(20_001)


def test_a_site_of_few_entries_has_no_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("acadfolio.theme.limits.MAX_CHARACTERS", 1000)
    work = Work()
    work.allow_entries(3)
    with work.of_page():
        work.make(1000)


def test_a_site_in_a_folder_that_begins_like_that_of_the_theme_has_limits(tmp_path: Path) -> None:
    texts = TextConverter(Document, Document, str, "en")
    environment = TemplateEnvironment([tmp_path / "templates"], texts)
    assert environment.is_theme_file(str(tmp_path / "templates/a.html"))
    assert not environment.is_theme_file(str(tmp_path / "templates-of-mine/templates/a.html"))


@pytest.mark.slow
def test_a_list_counts_each_time_that_it_is_in_another() -> None:
    value: list[object] = ["ab"]
    for _ in range(100):
        value = [value, value]
    assert size_of(value) > MAX_LENGTH
