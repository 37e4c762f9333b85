"""Whatever a line or a template of the site asks for in vain is told in its author's words; a bug of ours is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from acadfolio.problems import SiteError
from acadfolio.rendering.mistakes import PACKAGE, is_of_author
from acadfolio.rendering.placing import Placing
from sites import content_of, render_site

LAYOUT = "templates/layouts/page.html"
NO_DATE = "is no date: write `2024`, `2024-06`, `2024-06-14`, a range `2019-06..2022-04`, or `2019-06..` until now"
OF_BOTH = [
    ("('x') | date", f"`x` {NO_DATE}"),
    ("5 | long_date", f"`5` {NO_DATE}"),
    ("'x' | cited_date('Sep')", f"`x` {NO_DATE}"),
    ("site.extra.day | date", "a mapping has no `day`"),
    ("[] | date", "only a date can be shown as one"),
    ("'2024' | date('y')", "`y` is no date style: write an example such as `2024.06` or `14 June 2024`, or a pattern"),
    ("5 | paragraphs", "the filter `paragraphs` can make nothing of `5`"),
    ("profile | xmlattr", "the filter `xmlattr` can make nothing of `profile`"),
    ("5 | dictsort", "the filter `dictsort` can make nothing of `5`"),
    ("5 | icon", "the filter `icon` can make nothing of `5`"),
    ("5 | tag_id", "only words are tags"),
    ("5 | heading_id", "only words become the id of a heading"),
    ("('a' * 99) | dictsort", f"the filter `dictsort` can make nothing of `{'a' * 39}…`"),
    ("'words' | truncate('a')", "the filter `truncate` can make nothing of `words` and `a`"),
    ("[{}, 1] | unique | list", "the filter `unique` can make nothing of a list"),
    ("'x' | replace('a')", "`replace` lacks `new`"),
    ("'x' | indent(foo=5)", "`indent` takes no argument `foo`"),
    ("'{}'.format()", "it asks for more values than there are"),
    ("'{x}'.format()", "there is no `x`"),
    ("'%d' % 'a'", "`%d` wants a number"),
    ("9e999", "one of its numbers is too large"),
    ("1 < 'x'", "`<` stands between a number and a text"),
    ("1 + 'x'", "`+` stands between a number and a text"),
    ("'x' + 1", "`+` stands between a text and a number"),
    ("5 in 6", "a number is no list"),
    ("'x'.center('y')", "a text is no whole number"),
    ("5(6)", "a number cannot be called"),
    ("site", "`site` is nothing that can be printed: say what of it"),
    ("[profile]", "`profile` is nothing that can be printed: say what of it"),
    ("[profile.name]", 'a list of texts or dates cannot be printed: add `| join(", ")`'),
    ("['x'] | map('upper')", "a list that is not worked out yet cannot be printed: add `| list`"),
]
OF_LINES = [
    ("news(limit=9e999)", "`{{ news(limit=9e999) }}` cannot be worked out: one of its numbers is too large"),
    ("tidy()", "there is no section `tidy`"),
    ("news ~ 'x'", "`news` lacks its brackets"),
    ("news | upper", "`news` lacks its brackets"),
    ("[news]", "`news` lacks its brackets"),
    ("(gallery) | upper", "`gallery` lacks its brackets"),
    ("gallery(site)", "the argument `name` cannot be what it is given here"),
    ("news(site)", "`news` cannot tell what what it is given here is for"),
    ("publications(group_by=5)", "the argument `group_by` cannot be 5"),
    ("5 is odd()  is foo", "cannot be read: No test named 'foo'."),
    ("(" * 300 + "1" + ")" * 300, "cannot be worked out: it is nested too deeply"),
]
FILES = {
    "data/news.yml": "- {date: 1903, text: One}\n",
    "data/profile.yml": "name: Ada\n",
    "data/publications.yml": "- {title: Radium, kind: journal, year: 1903}\n",
}


def told(folder: Path, files: dict[str, str]) -> str:
    """The first error of a site."""
    with pytest.raises(SiteError) as raised:
        render_site(folder, {**FILES, **files})
    problem = next(problem for problem in raised.value.problems if problem.severity == "error")
    assert not problem.hint or problem.hint.isprintable()
    return f"{problem.location}: {problem.message}"


@pytest.mark.parametrize(("line", "reason"), [*OF_BOTH, *OF_LINES])
def test_a_line_that_cannot_be_worked_out_is_told_with_its_place(line: str, reason: str, tmp_path: Path) -> None:
    error = told(tmp_path, {"content/x.md": f"\n{{{{ {line} }}}}\n"})
    assert error.startswith("content/x.md:2:1: ")
    assert reason in error
    assert "object" not in error


@pytest.mark.parametrize(("expression", "reason"), OF_BOTH)
def test_a_template_that_cannot_be_rendered_is_told_with_its_place(
    expression: str, reason: str, tmp_path: Path
) -> None:
    error = told(tmp_path, {LAYOUT: f"one\n<p>{{{{ {expression} }}}}</p>\n", "content/x.md": "Hi.\n"})
    assert error.startswith(f"{LAYOUT}:2: this template cannot be rendered: {reason}")


@pytest.mark.parametrize(
    ("template", "error"),
    [
        ("a\n{% raw %}\nb", f"{LAYOUT}:2: this is not Jinja: Missing end of raw directive"),
        ("a\n{# b", f"{LAYOUT}:2: this is not Jinja: Missing end of comment tag"),
        ("\n{% macro m() %}\n{{ m() }}{% endmacro %}{{ m() }}", f"{LAYOUT}:3: this macro calls itself again and again"),
        ("{% include 'layouts/page.html' %}", f"{LAYOUT}: this template includes or extends itself"),
        ("{% for a in [1] %}" * 30 + "{% endfor %}" * 30, f"{LAYOUT}: this template cannot be rendered: too many"),
        ("{{ dict(a=1, a=2) }}", f"{LAYOUT}: this template cannot be rendered: keyword argument repeated: a"),
        ("{{ " + "(" * 300 + "1" + ")" * 300 + " }}", f"{LAYOUT}: this template is nested too deeply"),
    ],
)
def test_a_template_that_is_wrong_as_a_whole_is_told(template: str, error: str, tmp_path: Path) -> None:
    assert told(tmp_path, {LAYOUT: template, "content/x.md": "Hi.\n"}).startswith(error)


@pytest.mark.parametrize(
    ("template", "what"),
    [
        ("{{ page.nothing }}", "`page` has no `nothing`"),
        ("{{ page }}", "`page` is nothing that can be printed: say what of it"),
    ],
)
def test_a_part_of_the_frame_names_the_page_as_templates_do(template: str, what: str, tmp_path: Path) -> None:
    error = told(tmp_path, {"templates/partials/footer.html": template, "content/x.md": "Hi.\n"})
    assert error == f"templates/partials/footer.html:1: this template cannot be rendered: {what}"


def test_of_two_templates_the_one_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    part = tmp_path / "templates/partials/mine.html"
    part.parent.mkdir(parents=True)
    part.write_bytes(b"caf\xe9")
    error = told(tmp_path, {LAYOUT: "{% include 'partials/mine.html' %}", "content/x.md": "Hi.\n"})
    assert error == "templates/partials/mine.html: this file is not in UTF-8"


@pytest.mark.parametrize(("value", "shown"), [("'2024-06-14'", "14 June 2024"), ("2024", "2024"), ("'2019..'", "2019")])
def test_a_date_of_extra_is_shown_as_any_other(value: str, shown: str, tmp_path: Path) -> None:
    files = {"content/x.md": f"---\nextra: {{day: {value}}}\n---\nHi.\n"}
    files[LAYOUT] = "{% if page.extra %}{{ page.extra.day | date('14 June 2024') }}{% endif %}"
    pages, _ = render_site(tmp_path, files)
    assert pages["x/index.html"].startswith(shown)


def test_a_date_in_words_of_a_line_is_shown_in_its_style(tmp_path: Path) -> None:
    pages, _ = render_site(tmp_path, {"content/x.md": "{{ '2024-06-14' | date('14 June 2024') }}\n"})
    assert "14 June 2024" in content_of(pages["x/index.html"])


def test_arguments_that_nobody_wrote_are_not_told(tmp_path: Path) -> None:
    error = told(tmp_path, {"content/x.md": "{{ 'words' | truncate('a') }}\n"})
    assert error.endswith(": the filter `truncate` can make nothing of `words` and `a`")


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


@pytest.mark.parametrize(
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
def test_whose_mistake_it_is_is_told_by_the_last_template_and_what_it_calls(
    files: tuple[Path | str, ...], whose: str
) -> None:
    assert is_of_author(failed_in(*files), (SITE, THEME)) is (whose == "the author's")


def _broken(*_: object, **__: object) -> None:
    raise AttributeError("a bug of ours")


def test_a_bug_of_ours_in_a_section_is_no_mistake_of_the_author(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Placing, "_rendered", _broken)
    with pytest.raises(AttributeError, match="a bug of ours"):
        render_site(tmp_path, {**FILES, "content/about.md": "{{ news(limit=0 + 1) }}\n"})
