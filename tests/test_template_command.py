"""`acadfolio templates`: the theme's templates, copies of them in a site, and what a check says of these."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.checks import check_site
from acadfolio.cli import main
from acadfolio.commands.console import DONE, PROBLEMS, WRONG_USAGE
from acadfolio.resources import starter, template_hash, theme_templates
from sites import edit, make_site

if TYPE_CHECKING:
    from pathlib import Path

FOOTER = "partials/footer.html"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A site in the current folder, with a copy of the theme's footer."""
    make_site(tmp_path, {"content/about.md": "# Hello\n"})
    monkeypatch.chdir(tmp_path)
    assert main(["templates", "copy", FOOTER]) == DONE
    return tmp_path


def outdated(site: Path) -> list[str]:
    problems, _ = check_site(site)
    return [
        f"{problem.location}: {problem.message}"
        for problem in problems
        if problem.rule == "outdated-template"
    ]


def test_each_template_is_listed_with_a_short_line(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(["templates", "list", "--site", str(site)]) == DONE
    *lines, _, legend = capsys.readouterr().out.splitlines()
    listed = {line[2:].split()[0]: line[2:].partition("  ")[2].strip() for line in lines}
    assert listed.keys() == set(theme_templates())
    assert all(3 <= len(description) <= 100 for description in listed.values())
    assert listed[FOOTER] == "The footer of all pages"
    assert [line.split()[1] for line in lines if line.startswith("*")] == [FOOTER]
    assert legend == "* replaced by a template of your site, in templates/"


def test_a_copy_makes_the_same_pages(site: Path) -> None:
    main(["build", "--output", "with"])
    (site / "templates" / FOOTER).unlink()
    main(["build", "--output", "without"])
    assert (site / "with/index.html").read_bytes() == (site / "without/index.html").read_bytes()


def test_a_copy_is_the_template_below_a_line_with_its_hash(site: Path) -> None:
    first, _, rest = (site / "templates" / FOOTER).read_text("utf-8").partition("\n")
    assert first.startswith("{# ")
    assert first.endswith(" #}")
    assert template_hash(FOOTER) in first
    assert rest == (starter() / "templates" / FOOTER).read_text("utf-8")


def test_a_copy_never_overwrites(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (site / "templates" / FOOTER).write_text("mine", encoding="utf-8")
    assert main(["templates", "copy", FOOTER]) == PROBLEMS
    assert (site / "templates" / FOOTER).read_text("utf-8") == "mine"
    assert (
        f"templates/{FOOTER}: error: this file exists, and is not overwritten"
        in capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["copy"], "NAME is missing: `acadfolio templates list` lists the templates"),
        (
            ["copy", "footer.html"],
            f"the theme has no template `footer.html` (did you mean `{FOOTER}`?)",
        ),
        (["copy", "../data/site.yml"], "the theme has no template `../data/site.yml`"),
        (["diff", "base.html"], "your site has no templates/base.html, so it uses the theme's"),
        (["show"], "invalid choice: 'show'"),
    ],
)
def test_what_does_not_exist_is_named(
    arguments: list[str], said: str, site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["templates", *arguments, "--site", str(site)])
    assert ended.value.code == WRONG_USAGE
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("name", [[], [FOOTER], [f"templates/{FOOTER}"]])
def test_differences_are_shown(
    name: list[str], site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    main(["templates", "diff", *name])
    assert capsys.readouterr().out == "None of your templates differs from the theme's.\n"
    edit(site, f"templates/{FOOTER}", '<footer class="page__footer">', '<footer class="mine">')
    assert main(["templates", "diff", *name]) == DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [f"--- templates/{FOOTER}", f"+++ the theme's {FOOTER}"]
    changed = [line for line in lines[2:] if line[0] in "+-"]
    assert changed == ['-<footer class="mine">', '+<footer class="page__footer">']


def test_a_copy_that_you_change_is_not_out_of_date(site: Path) -> None:
    edit(site, f"templates/{FOOTER}", "page__footer", "mine")
    assert outdated(site) == []


def test_a_check_names_copies_whose_original_has_changed(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(site, f"templates/{FOOTER}", template_hash(FOOTER), "0123456789ab")
    assert outdated(site) == [
        f"templates/{FOOTER}:1: the theme's {FOOTER} has changed since you copied it"
    ]
    capsys.readouterr()
    main(["templates", "diff", FOOTER])
    old, new = (line for line in capsys.readouterr().out.splitlines()[2:] if line[0] in "+-")
    edit(site, f"templates/{FOOTER}", old[1:], new[1:])
    assert outdated(site) == [], "The first line of the difference says which version was merged."


def test_a_template_that_was_not_copied_is_left_alone(site: Path) -> None:
    (site / "templates" / FOOTER).write_text("<footer>Mine</footer>\n", encoding="utf-8")
    assert outdated(site) == []
