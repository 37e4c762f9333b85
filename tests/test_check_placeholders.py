"""What `acadfolio new --empty` leaves to be filled in: reported by check and deploy; nothing of anybody's own is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.checks import check_site
from acadfolio.checks.texts import PLACEHOLDERS
from acadfolio.cli import main
from acadfolio.scaffold import EMPTY, new_site
from acadfolio.source.yaml import load_table
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

KNOWN = load_table(PLACEHOLDERS)
VALUES, LINES = KNOWN["values"], tuple(KNOWN["lines"])
OWN = {
    "data/site.yml": 'title: Emmy Noether\nextra: {form: {label: "Type Your Name"}}\n',
    "data/profile.yml": "name: Emmy Noether\npositions: [✏️ Writer]\n",
    "data/awards.yml": "- {title: Your Name, date: 2016}\n",
    "data/publications.yml": "- {title: “Your Name”, authors: [Emmy Noether], kind: journal, venue: J, year: 1921}\n",
    "content/about.md": "# ✏️ Your Name\n\nIn this film, *Your Name*, ✏️ A line about you, or nothing.\n\n"
    "✏️ Write here who you are.\n\n{{ publications() }}\n\n{{ awards() }}\n",
}
"""Near to what is shipped, and somebody's own."""


def reported(site: Path) -> list[str]:
    return [f"{problem.location}: {problem.message}" for problem in check_site(site)[0]]


def test_every_placeholder_is_reported_with_its_location(tmp_path: Path) -> None:
    new_site(tmp_path / "site", source=EMPTY)
    assert reported(tmp_path / "site") == [
        f"{place} is still a placeholder"
        for place in (
            "content/about.md:5:1: `✏️ Write here who you are: where you work, on what, and with whom.`",
            "content/about.md:7:1: `✏️ And what you look for: students, colleagues, data.`",
            "content/cv.md:11:1: `✏️ A line about you, or nothing.`",
            "data/education.yml:3:11: `✏️ Your degree`",
            "data/education.yml:4:16: `Your university`",
            "data/news.yml:3:9: `✏️ My homepage is online.`",
            "data/profile.yml:2:7: `Your Name`",
            "data/profile.yml:4:12: `Y. Name`",
            "data/profile.yml:8:5: `✏️ What you are, and where`",
            "data/publications.yml:2:10: `✏️ The title of your paper`",
            "data/publications.yml:3:13: `Your Name`",
            "data/publications.yml:3:24: `A. Colleague`",
            "data/publications.yml:5:10: `The journal or the conference`",
            "data/site.yml:2:8: `Your Name`",
        )
    ]


def test_lines_that_were_only_uncommented_are_reported_too(tmp_path: Path) -> None:
    new_site(tmp_path / "site", source=EMPTY)
    for name in ("site", "profile"):
        file = tmp_path / f"site/data/{name}.yml"
        text = re.sub(
            r"^# (?=(?: +)?(?:url|description|bio|location|email|links|googlescholar):)",
            "",
            file.read_text("utf-8"),
            flags=re.MULTILINE,
        )
        file.write_text(text, "utf-8")
    found = {line.partition("`")[2].partition("`")[0] for line in reported(tmp_path / "site")}
    assert found >= {*VALUES["site"], *VALUES["profile"]} - {"0000-0000-0000-0000"}


def test_deploy_reports_them_and_continues(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new_site(tmp_path / "site", source=EMPTY)
    assert main(["deploy", "--site", str(tmp_path / "site"), "--to", str(tmp_path / "www")]) == 0
    assert (
        "data/profile.yml:2:7: warning: `Your Name` is still a placeholder (write your own" in capsys.readouterr().err
    )
    assert (tmp_path / "www/index.html").is_file()


def test_a_site_that_is_filled_in_hears_nothing(tmp_path: Path) -> None:
    assert reported(make_site(tmp_path, OWN)) == []


def test_a_draft_may_wait_with_its_placeholder(tmp_path: Path) -> None:
    page = "---\ntitle: CV\n{}---\n\n✏️ A line about you, or nothing.\n"
    assert reported(make_site(tmp_path / "draft", {"content/cv.md": page.format("draft: true\n")})) == []
    assert len(reported(make_site(tmp_path / "page", {"content/cv.md": page.format("")}))) == 1


def test_whatever_a_new_site_marks_with_a_pencil_is_known() -> None:
    """Nobody changes a shipped text, or adds one, without a report."""
    for name, values in VALUES.items():
        text = (EMPTY / f"data/{name}.yml").read_text("utf-8")
        assert [value for value in values if value not in text] == []
        pencils = re.findall(r"✏️[^#\n]*(?<! )", text)
        assert [pencil for pencil in pencils if pencil not in values] == []
    texts = {page.name: page.read_text("utf-8") for page in (EMPTY / "content").glob("*.md")}
    assert "about.md" in texts
    for text in texts.values():
        pencils = re.findall(r"✏️.*", text)
        assert [pencil for pencil in pencils if not pencil.startswith(LINES)] == []
    assert {file.stem for file in (EMPTY / "data").glob("*.yml")} == set(VALUES)
