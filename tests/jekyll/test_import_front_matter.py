"""Front matter that Jekyll reads or ignores never stops the build: what is wrong in it is reported with its line."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import pytest

from acadfolio.build import prepare
from acadfolio.cli import main
from acadfolio.commands.console import DONE
from cases import every_case
from test_import import Run

if TYPE_CHECKING:
    from pathlib import Path

QUOTED = [
    ("title: Rings: an overview", 'title: "Rings: an overview"'),
    ("title: 'Hilbert's basis'", 'title: "Hilbert\'s basis"'),
    ('title: "Rings', 'title: "Rings"'),
    ("title: @Rings", 'title: "@Rings"'),
    ("title: `Rings`", 'title: "`Rings`"'),
    ("title: !Rings of", 'title: "!Rings of"'),
]
COMMENTED = [
    ("title: Old\ntitle: New", "# title: Old\ntitle: New"),
    ("author_profile: true\n- /pubs/", "author_profile: true\n# - /pubs/"),
    (
        "gallery:\n  - url: a\n    image_path:\n      - b",
        "# gallery:\n#   - url: a\n#     image_path:\n#       - b",
    ),
]
REFUSED = [
    "author: [Noether, Artin]",
    "author: {name: Noether}",
    "date: March 2020",
    'date: ""',
    "date: 01/02/2020",
    "lang: english",
    "toc: left",
    "read_time: 5 min",
    "sidebar: text",
    "header: no",
    "excerpt: [x]",
    "tags: {a: b}",
    "gallery: x",
    '\ttitle: "Rings"',
    "no key",
]


@every_case(
    ("lines", "read"),
    [*QUOTED, *COMMENTED, *((line, line) for line in REFUSED)],
)
def test_front_matter_of_a_page_is_read_as_far_as_possible(
    lines: str, read: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": "title: Emmy Noether\n",
        "index.md": "---\ntitle: Home\n---\nHome.\n",
        "a.md": f"---\npermalink: /rings/\n{lines}\nmine: [x]\n---\nText.\n",
        "_posts/1921-03-01-b.md": f"---\n{lines}\n---\nText.\n",
    }
    run = Run(tmp_path, files, capsys)
    copy = (run.site / "content/a.md").read_text(encoding="utf-8")
    assert copy.startswith("---\npermalink: /rings/\n")
    assert copy.endswith("\nmine: [x]\n---\nText.\n")
    assert read in copy or f"# {read}" in copy
    assert run.reported
    assert "rings/index.html" in {output.path for output in prepare(run.site).outputs()}


def test_the_record_of_a_publication_is_read_as_far_as_possible(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = "---\ntitle: 'O' Reilly's rings'\ndate: 1921-03-01\ndate: 1921-03-02\n- left over\nvenue: Annalen\n---\n"
    run = Run(tmp_path, {"_publications/a.md": paper}, capsys)
    entry = run.entry("publications")
    assert (entry["title"], entry["venue"], entry["date"]) == (
        "O' Reilly's rings",
        "Annalen",
        "1921-03-02",
    )
    assert [line.split(":")[1] for line in run.reported] == ["2", "5"]


@every_case("collection", ["", "collection: \n", "collection: [talks]\n", "collection: my talks\n"])
def test_the_layout_of_a_collection_without_its_name_lists_nothing(
    collection: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": "title: Emmy Noether\n",
        "a.md": f"---\ntitle: A\npermalink: /\nlayout: collection\n{collection}---\nText.\n",
    }
    run = Run(tmp_path, files, capsys)
    assert "{%" not in (run.site / "content/a.md").read_text(encoding="utf-8")
    assert main(["build", "--site", str(run.site)]) == DONE, capsys.readouterr().err


@pytest.mark.parametrize(("day", "is_shown"), [("2030-06-01", True), ("2030-05-31", False)])
def test_a_future_post_of_the_old_site_is_one_on_the_day_of_the_build(
    day: str,
    is_shown: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(
        "SOURCE_DATE_EPOCH", str(int(datetime.fromisoformat(f"{day}T12:00+00:00").timestamp()))
    )
    files = {
        "_config.yml": "title: Emmy Noether\nfuture: true\n",
        "index.md": "---\ntitle: Home\n---\nHome.\n",
        "_posts/2030-06-01-b.md": "---\ntitle: B\n---\nText.\n",
    }
    run = Run(tmp_path, files, capsys)
    assert ("the new one from 2030-06-01 on" not in " ".join(run.reported)) is is_shown
