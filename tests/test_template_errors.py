"""Errors of templates and shortcodes are reported with their place; a bug of ours keeps its traceback."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import jinja2
import pytest

from acadfolio.problems import SiteError
from acadfolio.rendering.template_messages import describe, explanation_of
from acadfolio.rendering.templates import PACKAGE, is_authors
from acadfolio.resources import starter
from cases import every_case
from sites import content_of, make_site, render_site

LAYOUT = "templates/layouts/page.html"
NO_DATE = "is not a date: write `2024`, `2024-06`, `2024-06-14`, a range `2019-06..2022-04`, or `2019-06..` until now"
OF_BOTH = [
    ("('x') | date", f"`x` {NO_DATE}"),
    ("5 | long_date", f"`5` {NO_DATE}"),
    ("site.extra.day | date", "there is no key `day` in this mapping"),
    (
        "'2024' | date('y')",
        "`y` is not a date style: write an example such as `2024.06` or `14 June 2024`, or a pattern",
    ),
    ("5 | tag_id", "only words are tags"),
    ("'x' | replace('a')", "missing 1 required positional argument: `new`"),
    ("'{x}'.format()", "there is no `x`"),
    ("'%d' % 'a'", "%d format"),
    ("1 + 'x'", "unsupported operand type(s) for +: `int` and `str`"),
    ("5(6)", "`int` object is not callable"),
    ("site", "`site` cannot be printed: choose one of its attributes"),
    ("[profile.name]", 'a list cannot be printed: add `| join(", ")`'),
]
OF_LINES = [
    ("news ~ foo", "`foo` is undefined"),
    ("newz()", "there is no section `newz`"),
    ("news", "`{{ news }}` needs brackets"),
    ("gallery(site)", "`name` must be text in quotes, not a value of the type SiteContext"),
    ("news(limit=1, limit=2)", "keyword argument repeated: limit"),
    ("publications(group_by=5)", '`group_by` must be a list such as `["year"]`, not 5'),
    ("5 is odd() is foo", "no test named `foo`"),
    ("news(limit=“5”)", "cannot be read"),
]
FILES = {
    "data/news.yml": "- {date: 1903, text: One}\n",
    "data/profile.yml": "name: Ada\n",
    "data/publications.yml": "- {title: Radium, kind: journal, year: 1903}\n",
}


def reported(folder: Path, files: dict[str, str]) -> str:
    """The first error of a site."""
    with pytest.raises(SiteError) as raised:
        render_site(folder, {**FILES, **files})
    problem = next(problem for problem in raised.value.problems if problem.severity == "error")
    assert not problem.hint or problem.hint.isprintable()
    return f"{problem.location}: {problem.message}"


@every_case(("line", "reason"), [*OF_BOTH, *OF_LINES])
def test_a_line_that_cannot_be_worked_out_is_reported_with_its_place(
    line: str, reason: str, tmp_path: Path
) -> None:
    error = reported(tmp_path, {"content/x.md": f"\n{{{{ {line} }}}}\n"})
    assert error.startswith("content/x.md:2:1: ")
    assert reason in error


@every_case(("expression", "reason"), OF_BOTH)
def test_a_template_that_cannot_be_rendered_is_reported_with_its_place(
    expression: str, reason: str, tmp_path: Path
) -> None:
    error = reported(
        tmp_path, {LAYOUT: f"one\n<p>{{{{ {expression} }}}}</p>\n", "content/x.md": "Hi.\n"}
    )
    assert error.startswith(f"{LAYOUT}:2: this template cannot be rendered: ")
    assert reason in error


@every_case(
    ("template", "error"),
    [
        ("a\n{% raw %}\nb", f"{LAYOUT}:2: this is not valid Jinja: missing end of raw directive"),
        ("a\n{# b", f"{LAYOUT}:2: this is not valid Jinja: missing end of comment tag"),
        (
            "\n{% macro m() %}\n{{ m() }}{% endmacro %}{{ m() }}",
            f"{LAYOUT}:3: this template cannot be rendered: it is nested too deeply, or calls itself",
        ),
        (
            "{% include 'layouts/page.html' %}",
            f"{LAYOUT}:1: this template cannot be rendered: it is nested too deeply, or calls itself",
        ),
        (
            "{% for a in [1] %}" * 30 + "{% endfor %}" * 30,
            f"{LAYOUT}:1: this template cannot be rendered: too many",
        ),
        (
            "a\n\n{{ dict(a=1, a=2) }}\nb",
            f"{LAYOUT}:3: this template cannot be rendered: keyword argument repeated: a",
        ),
        (
            "{% if a is defined %}\n{% endif %}\n{% macro b(c, c) %}{% endmacro %}",
            f"{LAYOUT}:3: this template cannot be rendered: duplicate argument `c` in function definition",
        ),
    ],
)
def test_a_template_that_is_wrong_as_a_whole_is_reported(
    template: str, error: str, tmp_path: Path
) -> None:
    assert reported(tmp_path, {LAYOUT: template, "content/x.md": "Hi.\n"}).startswith(error)


def test_a_repeated_argument_is_an_error_of_the_included_template_that_has_it(
    tmp_path: Path,
) -> None:
    files = {"templates/partials/footer.html": "a\n{{ dict(a=1, a=2) }}", "content/x.md": "Hi.\n"}
    assert reported(tmp_path, files).startswith("templates/partials/footer.html:2: ")


EXPLAINED = [
    (
        "{{ a b }}",
        "`b` cannot stand here",
        "is an operator, a comma, a quote or a bracket missing before it?",
    ),
    (
        "{% set x 5 %}",
        "a number cannot stand here",
        "is an operator, a comma, a quote or a bracket missing before it?",
    ),
    ("{{ f(a=1 b=2) }}", "`,` is missing before `b`", ""),
    ("{{ (1 }}", "`)` is missing before `}`", ""),
    ("{{ 1) }}", "`)` cannot stand here", "is a bracket or a value missing, or one too many?"),
    ("{{ f(“5”) }}", "the character `“` cannot stand here", "use straight quotes: \" or '"),
    ("{{ 'abc }}", "a quote is not closed", "quotes come in pairs"),
    ("{{ }}", "a value is missing before `}}`", ""),
    ("{% %}", "the name of a tag is missing after `{%`", "such as `{% if … %}`"),
    ("{% if a %}x", "the tag `{% if %}` is not closed", "write `{% endif %}` after its content"),
    (
        "{% if a %}{% endfor %}",
        "the tag `{% endfor %}` stands where `{% if %}` is still open",
        "write `{% endif %}` before it",
    ),
    (
        "{% endif %}",
        "the tag `{% endif %}` ends nothing",
        "delete it, or write the tag to which it belongs before it",
    ),
    ("{% foo %}", "there is no tag `foo`", ""),
    ("{{ 1 | foo }}", "there is no filter named `foo`", ""),
    (
        "{{ {'a': 1}.b }}",
        "there is no key `b` in this mapping",
        "check its spelling, or write the key into your data",
    ),
    ("{{ [1][5] }}", "this list has no item `5`", "the first item is `[0]`"),
    ("{{ none.x }}", "the value before `.x` is empty", "test it first: `{% if … %}`"),
    ("{{ 'x'.y }}", "this text has no attribute `y`", "check its spelling"),
    (
        "{% macro m(a) %}{% endmacro %}{{ m(1, 2) }}",
        "the macro `m` is called with more values than its 1 parameter(s)",
        "delete a value, or add a parameter to the macro",
    ),
    (
        "{% macro m(a) %}{% endmacro %}{{ m(b=2) }}",
        "the macro `m` has no parameter `b`",
        "correct the name, or add the parameter to the macro",
    ),
]


@every_case(("template", "sentence", "hint"), EXPLAINED)
def test_a_message_of_jinja_is_explained_in_plain_english(
    template: str, sentence: str, hint: str
) -> None:
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=True)
    with pytest.raises(Exception, match=r".") as raised:
        environment.from_string(template).render()
    assert explanation_of(raised.value) == (sentence, hint)


def test_a_message_that_is_not_in_the_table_stays_as_it_is() -> None:
    assert explanation_of(ValueError("cannot assign attribute")) == ("", "")
    assert describe(ValueError("Cannot assign attribute.")) == "cannot assign attribute"


def test_a_misspelt_tag_of_a_template_names_the_nearest_one(tmp_path: Path) -> None:
    files = {
        **FILES,
        "templates/partials/footer.html": "a\n{% inclde 'x.html' %}",
        "content/x.md": "Hi.\n",
    }
    with pytest.raises(SiteError) as raised:
        render_site(tmp_path, files)
    (problem,) = [problem for problem in raised.value.problems if problem.severity == "error"]
    assert f"{problem.location}: {problem.message} ({problem.hint})" == (
        "templates/partials/footer.html:2: this is not valid Jinja: there is no tag `inclde` (did you mean `include`?)"
    )


@every_case(
    ("template", "what"),
    [
        ("{{ page.nothing }}", "`page` has no attribute `nothing`"),
        ("{{ page }}", "`page` cannot be printed: choose one of its attributes"),
    ],
)
def test_a_part_of_the_frame_names_the_page_as_templates_do(
    template: str, what: str, tmp_path: Path
) -> None:
    error = reported(
        tmp_path, {"templates/partials/footer.html": template, "content/x.md": "Hi.\n"}
    )
    assert error == f"templates/partials/footer.html:1: this template cannot be rendered: {what}"


def test_of_two_templates_the_one_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    part = tmp_path / "templates/partials/mine.html"
    part.parent.mkdir(parents=True)
    part.write_bytes(b"caf\xe9")
    error = reported(
        tmp_path, {LAYOUT: "{% include 'partials/mine.html' %}", "content/x.md": "Hi.\n"}
    )
    assert error == "templates/partials/mine.html:1: this file is not in UTF-8: save it as UTF-8"


@every_case(
    ("value", "shown"), [("'2024-06-14'", "14 June 2024"), ("2024", "2024"), ("'2019..'", "2019")]
)
def test_a_date_of_extra_is_shown_as_any_other(value: str, shown: str, tmp_path: Path) -> None:
    files = {"content/x.md": f"---\nextra: {{day: {value}}}\n---\nHi.\n"}
    files[LAYOUT] = "{% if page.extra %}{{ page.extra.day | date('14 June 2024') }}{% endif %}"
    pages, _ = render_site(tmp_path, files)
    assert pages["x/index.html"].startswith(shown)


def test_a_date_in_words_of_a_line_is_shown_in_its_style(tmp_path: Path) -> None:
    pages, _ = render_site(
        tmp_path, {"content/x.md": "{{ '2024-06-14' | date('14 June 2024') }}\n"}
    )
    assert "14 June 2024" in content_of(pages["x/index.html"])


SITE, THEME = Path("/site/templates"), Path("/theme/templates")


def failed_in(*files: Path | str) -> AttributeError:
    """An error that comes up in the last of these files, which the one before it calls, and so on."""
    step: dict[str, Any] = {}
    for file in reversed(files):
        step = {"below": step.get("run")}
        what = "below()" if step["below"] else "raise AttributeError('x')"
        exec(compile(f"def run(): {what}", str(file), "exec"), step)  # noqa: S102 - as Jinja does
    try:
        step["run"]()
    except AttributeError as error:
        return error
    raise AssertionError


@every_case(
    ("files", "whose"),
    [
        ((SITE / "layouts/page.html",), "the author's"),
        ((THEME / "layouts/page.html",), "ours"),
        ((SITE / "layouts/page.html", THEME / "partials/footer.html"), "ours"),
        ((THEME / "layouts/page.html", SITE / "partials/footer.html"), "the author's"),
        (("<template>",), "the author's"),
        (("<template>", PACKAGE / "theme/filters.py"), "the author's"),
        (("<template>", PACKAGE / "model/dates.py"), "the author's"),
        (("<template>", PACKAGE / "render/papers.py"), "ours"),
        (("<template>", PACKAGE / "theme/filters.py", PACKAGE / "markdown/document.py"), "ours"),
    ],
)
def test_whose_error_it_is_is_reported_by_the_last_template_and_what_it_calls(
    files: tuple[Path | str, ...], whose: str
) -> None:
    assert is_authors(failed_in(*files), (SITE, THEME)) is (whose == "the author's")


@pytest.mark.parametrize("whose", ["the theme's", "the site's"])
def test_an_error_in_the_template_of_a_section_is_ours_unless_the_site_has_the_template(
    whose: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theme, site = tmp_path / "theme", tmp_path / "site"
    shutil.copytree(starter() / "templates", theme / "templates")
    make_site(
        theme if whose == "the theme's" else site,
        {"templates/sections/entries.html": "{{ 1 // 0 }}"},
    )
    monkeypatch.setattr("acadfolio.build.starter", lambda: theme)
    files = FILES | {"content/about.md": "{{ news(limit=0 + 1) }}\n"}
    if whose == "the theme's":
        with pytest.raises(ZeroDivisionError):
            render_site(site, files)
    else:
        error = reported(site, files)
        assert (
            error
            == "templates/sections/entries.html:1: this template cannot be rendered: integer division or modulo by zero"
        )
