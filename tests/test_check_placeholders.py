"""What `acadfolio new --empty` leaves to be filled in: reported by check and deploy; nothing of anybody's own is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.checks import check_site
from acadfolio.checks.texts import PLACEHOLDERS
from acadfolio.resources import examples, starter
from acadfolio.scaffold import EMPTY, new_site
from acadfolio.source.yaml import load_table
from cases import every_case
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

KNOWN = load_table(PLACEHOLDERS)
VALUES, LINES = KNOWN["values"], tuple(KNOWN["lines"])
OWN = {
    "data/site.yml": "title: Emmy Noether\nurl: https://you.github.io.example\n"
    'extra: {form: {label: "Type Your Name"}}\n',
    "data/profile.yml": "name: Emmy Noether\npositions: ['Writer :pencil2:']\n",
    "data/news.yml": "- {date: 1921, text: A paper is out., icon: ✏️}\n",
    "data/awards.yml": "- {title: Your Name, date: 2016}\n",
    "data/publications.yml": "- {title: “Your Name”, authors: [Emmy Noether], kind: journal, venue: J, year: 1921}\n",
    "content/about.md": "# Your Name\n\nIn this film, *Your Name*, a line about you, or nothing.\n\n"
    "The mark `✏️` is gone. <!-- ✏️ Later -->\n\n```\n✏️\n```\n\n{{ publications() }}\n\n{{ awards() }}\n\n{{ news() }}\n",
}
"""Near to what is shipped, and somebody's own."""


def reported(site: Path) -> list[str]:
    return [f"{problem.location}: {problem.message}" for problem in check_site(site)[0]]


def test_placeholders_are_reported_in_one_line_for_each_file(tmp_path: Path) -> None:
    new_site(tmp_path / "site", source=EMPTY)
    are_left = "2 placeholders are left on lines 5 and 7, such as"
    assert reported(tmp_path / "site") == [
        f"content/about.md:5:1: {are_left} `✏️ Write here who you are: where you work, on what, and with whom.`",
        "content/cv.md:11:1: `✏️ A line about you, or nothing.` is still a placeholder",
        "data/education.yml:3:11: 2 placeholders are left on lines 3 and 4, such as `✏️ Your degree`",
        "data/news.yml:3:9: `✏️ My homepage is online.` is still a placeholder",
        "data/profile.yml:2:7: 3 placeholders are left on lines 2, 4 and 8, such as `Your Name`",
        "data/publications.yml:2:10: 4 placeholders are left on lines 2, 3 and 5, such as `✏️ The title of your paper`",
        "data/site.yml:2:8: `Your Name` is still a placeholder",
    ]


@every_case(
    ("name", "value"), [(name, value) for name, values in VALUES.items() for value in values]
)
def test_every_placeholder_is_known(name: str, value: str, tmp_path: Path) -> None:
    """Also those of lines that were only uncommented."""
    texts = {
        "site": f"title: N\nurl: {value}\n"
        if "://" in value
        else f'title: {{en: N, de: "{value}"}}\n',
        "profile": f"name: N\nbio: {value}\n",
        "education": f"- {{date: 2019, degree: D, institution: {value}}}\n",
        "news": f"- {{date: 2019, text: {value}}}\n",
        "publications": f"- {{title: {value}, year: 2019}}\n",
    }
    site = make_site(tmp_path / "small", {f"data/{name}.yml": texts[name]})
    assert any(line.endswith(f"`{value}` is still a placeholder") for line in reported(site))


@every_case("path", ["", "/", "/zh"])
def test_the_example_of_a_url_is_refused_by_a_deployment(path: str, tmp_path: Path) -> None:
    """A comment of every new site has it, and the manual."""
    url = f"https://you.github.io{path}"
    site = make_site(tmp_path, OWN | {"data/site.yml": f"title: Emmy Noether\nurl: {url}\n"})
    assert reported(site) == [f"data/site.yml:2:6: `{url}` is still a placeholder"]
    assert [problem.severity for problem in check_site(site, for_deploy=True)[0]] == ["error"]


def test_a_site_that_is_filled_in_hears_nothing(tmp_path: Path) -> None:
    assert reported(make_site(tmp_path, OWN)) == []


def test_a_pencil_is_left_wherever_it_is_and_whatever_is_written_after_it(tmp_path: Path) -> None:
    """Also where only the text after it was replaced."""
    files = {
        "data/profile.yml": "name: Emmy Noether\npositions: [Writer, ✏️ Professor of algebra]\n",
        "data/talks.yml": "- title: Rings\n  date: 1921\n  text: |\n    Of rings.\n\n    And ✏️ of ideals.\n",
        "content/about.md": "---\ntitle: ✏️ Noether\n---\n\nHello.\n\n{{ talks() }}\n",
        "content/cv.md": "# ✏️ My life\n\n`✏️` and\n\n- more ✏️ of it\n",
    }
    site = make_site(tmp_path, files)
    assert reported(site) == [
        "content/about.md:2:8: `✏️ Noether` is still a placeholder",
        "content/cv.md:1:3: 2 placeholders are left on lines 1 and 5, such as `✏️ My life`",
        "data/profile.yml:2:21: `✏️ Professor of algebra` is still a placeholder",
        "data/talks.yml:6:9: `✏️ of ideals.` is still a placeholder",
    ]
    assert {problem.severity for problem in check_site(site, for_deploy=True)[0]} == {"error"}


def test_a_draft_may_wait_with_its_placeholder(tmp_path: Path) -> None:
    page = "---\ntitle: CV\n{}---\n\n✏️ A line about you, or nothing.\n"
    assert (
        reported(make_site(tmp_path / "draft", {"content/cv.md": page.format("draft: true\n")}))
        == []
    )
    assert len(reported(make_site(tmp_path / "page", {"content/cv.md": page.format("")}))) == 1


def test_whatever_a_new_site_marks_with_a_pencil_is_known() -> None:
    """Nobody changes a shipped text, or adds one, without a report."""
    for name, values in VALUES.items():
        text = (EMPTY / f"data/{name}.yml").read_text("utf-8")
        shipped = text + (starter() / f"data/{name}.yml").read_text("utf-8")
        assert [value for value in values if value not in shipped] == []
        pencils = re.findall(r"✏️[^#\n]*(?<! )", text)
        assert [pencil for pencil in pencils if pencil not in values] == []
    texts = {page.name: page.read_text("utf-8") for page in (EMPTY / "content").glob("*.md")}
    assert "about.md" in texts
    for text in texts.values():
        pencils = re.findall(r"✏️.*", text)
        assert [pencil for pencil in pencils if not pencil.startswith(LINES)] == []
    assert {file.stem for file in (EMPTY / "data").glob("*.yml")} == set(VALUES)


def test_the_example_of_a_url_is_the_same_in_every_new_site() -> None:
    for site in (EMPTY, starter(), *examples().values()):
        written = re.findall(
            r"^# url: (\S+)", (site / "data/site.yml").read_text("utf-8"), re.MULTILINE
        )
        assert len(written) == 1
        assert written[0] in VALUES["site"]
