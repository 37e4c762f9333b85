"""Plug-ins: an installed package adds each thing that `acadfolio.plugins.Plugin` names."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from acadfolio import plugins
from acadfolio.build import build, prepare
from acadfolio.cli import main
from acadfolio.commands.console import DONE, PROBLEMS, WRONG_USAGE
from acadfolio.model import section_kinds
from cases import every_case
from sites import content_of, make_site, render_site

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).with_name("plugin_package")
LISTED = "title: Emmy Noether\nplugins: [acadfolio-badges]\n"


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The plug-in is installed as pip does it: its package and its description are on Python's path."""
    monkeypatch.syspath_prepend(str(PACKAGE))
    plugins.plugin_named.cache_clear()
    plugins.installed_plugins.cache_clear()
    tables: list[dict[str, Any]] = [
        section_kinds.BUILT_IN,
        section_kinds.SECTION_KINDS,
        section_kinds.PAGED,
        section_kinds.FEEDS,
    ]
    before = [dict(table) for table in tables]
    yield
    for table, rows in zip(tables, before, strict=True):
        table.clear()
        table.update(rows)


def page(folder: Path, text: str, more: dict[str, str] | None = None) -> tuple[str, list[str]]:
    files = {"data/site.yml": LISTED, "content/notes.md": f"---\ntitle: Notes\n---\n{text}\n"}
    outputs, problems = render_site(folder, files | (more or {}))
    return content_of(outputs["notes/index.html"]).strip(), problems


def test_a_filter_can_be_used_in_shortcodes_and_templates(tmp_path: Path) -> None:
    layout = '{% extends "base.html" %}{% block main %}{{ "ring" | shout }}{% endblock %}'
    content, problems = page(tmp_path, "{{ site.title | shout }}")
    assert (content, problems) == ("Emmy Noether!", [])
    outputs, _ = render_site(
        tmp_path / "2",
        {
            "data/site.yml": LISTED,
            "content/notes.md": "A\n",
            "templates/layouts/page.html": layout,
        },
    )
    assert "ring!" in outputs["notes/index.html"]


@every_case("name", ["shout", "excerpt"])
def test_a_filter_within_a_sentence_is_reported_with_where_it_works(
    name: str, tmp_path: Path
) -> None:
    folder = make_site(
        tmp_path,
        {"data/site.yml": LISTED, "content/notes.md": f"Of {{{{ site.title | {name} }}}}.\n"},
    )
    prepared = prepare(folder)
    assert list(prepared.outputs())
    (problem,) = prepared.problems.of_build
    assert problem.message == f"Liquid: there is no filter `{name}`"
    assert problem.hint == "a filter of acadfolio needs a shortcode on a line of its own"


def test_a_shortcode_returns_html_or_text(tmp_path: Path) -> None:
    content, problems = page(tmp_path, '{{ badge("new", colour="red") }}\n\n{{ plain("<b>") }}')
    badge = '<b class="badge" style="color: red">new</b>'
    assert problems == []
    assert badge in content
    assert "&lt;b&gt;" in content


def test_a_wrong_argument_of_a_shortcode_has_its_line(tmp_path: Path) -> None:
    with pytest.raises(Exception, match=r"content/notes.md:4:1.*badge.*unexpected.*size"):
        page(tmp_path, '{{ badge("new", size=3) }}')


def test_templates_of_a_plugin_are_shortcodes_and_citation_styles(tmp_path: Path) -> None:
    papers = "- {title: Invariants, authors: [E. Noether], venue: A, year: 1918}\n"
    style = f"{LISTED}publications: {{style: badges}}\n"
    text = '{{ callout("text", title="T") }}\n\n{{ publications() }}'
    content, problems = page(
        tmp_path, text, {"data/site.yml": style, "data/publications.yml": papers}
    )
    assert problems == []
    assert "<aside>T: text</aside>" in content
    assert '<cite class="badges">Invariants</cite>' in content


def test_a_page_source_makes_the_text_of_its_pages(tmp_path: Path) -> None:
    more = {"content/_parts/day.txt": "**Monday**\n"}
    content, problems = page(tmp_path, "It is %TODAY%.", more)
    assert content.startswith("<p>It is <strong>Monday</strong>.</p>")
    assert problems == ["content/notes.md:4: this page changes every day"]


def test_finished_html_is_changed_on_pages_of_the_author(tmp_path: Path) -> None:
    outputs, _ = render_site(tmp_path, {"data/site.yml": LISTED, "content/notes.md": "A\n"})
    assert outputs["notes/index.html"].count("<!-- badges -->") == 1
    assert "<!-- badges -->" not in outputs["404.html"]


def test_a_page_that_a_plugin_changes_is_rendered_again_when_anything_changes(
    tmp_path: Path,
) -> None:
    site = make_site(
        tmp_path / "site",
        {"data/site.yml": LISTED, "content/notes.md": "---\ntitle: Notes\n---\n%PAPERS% papers\n"},
    )
    for count in (1, 2):
        papers = "- {title: Invariants, authors: [E. Noether], year: 1918}\n" * count
        (site / "data/publications.yml").write_text(papers)
        assert main(["build", "--site", str(site)]) == DONE
        notes = (site / "output/notes/index.html").read_text(encoding="utf-8")
        assert f"{count} papers" in notes


def test_what_a_plugin_makes_is_made_again_on_the_next_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    site = make_site(tmp_path, {"data/site.yml": LISTED})
    assert build(site, tmp_path / "output").days == ((2023, 11, 14), (2023, 11, 15))


def test_a_file_is_made_unless_the_author_has_one_with_its_path(tmp_path: Path) -> None:
    files = {"data/site.yml": LISTED, "content/notes.md": "A\n"}
    outputs, _ = render_site(tmp_path, files)
    assert json.loads(outputs["pages.json"])["title"] == "Emmy Noether"
    outputs, _ = render_site(tmp_path, {"static/pages.json": "{}"})
    assert "pages.json" not in outputs  # It is copied.


def test_such_a_file_can_list_all_pages(tmp_path: Path) -> None:
    files = {
        "data/site.yml": f"{LISTED}talks: {{pages: true}}\n",
        "data/talks.yml": "- {title: Radium, date: 1911-12-11, event: Nobel lecture}\n",
        "content/notes.md": "---\ntitle: My *notes*\n---\nA\n",
        "content/posts/1918-07-26-rings.md": "---\ntitle: Rings\npublished: false\n---\nB\n",
    }
    outputs, _ = render_site(tmp_path, files, drafts=True)
    pages = {url: rest for url, *rest in json.loads(outputs["pages.json"])["pages"]}
    assert pages["/notes/"] == ["My notes", "", False]
    assert pages["/posts/rings/"] == ["Rings", "1918-07-26", True]
    assert pages["/talks/radium/"] == ["Radium", "1911-12-11", False]
    assert pages["/"] == ["Emmy Noether", "", False]
    outputs, _ = render_site(tmp_path, files)
    assert "Rings" not in outputs["pages.json"]


def test_such_a_file_is_removed_once_there_is_nothing_in_it(tmp_path: Path) -> None:
    draft = "---\ntitle: Rings\npublished: false\n---\nB\n"
    files = {"data/site.yml": LISTED, "content/notes.md": "A\n"}
    files["content/posts/1918-07-26-rings.md"] = draft
    site, output = make_site(tmp_path, files), tmp_path / "output"
    build(site, output, drafts=True)
    assert (output / "drafts.txt").read_text("utf-8") == "Rings"
    build(site, output)
    assert not (output / "drafts.txt").exists()


EXHIBITS = "- title: A telescope\n  museum: Teylers\n  date: 1901\n"


def test_a_section_has_a_record_and_a_template(tmp_path: Path) -> None:
    content, problems = page(tmp_path, "{{ exhibits() }}", {"data/exhibits.yml": EXHIBITS})
    assert problems == []
    assert "A telescope, <i>Teylers</i>" in content


def test_a_section_of_a_plugin_has_a_feed_and_a_place_on_the_home_page(tmp_path: Path) -> None:
    outputs, _ = render_site(tmp_path, {"data/site.yml": LISTED, "data/exhibits.yml": EXHIBITS})
    assert "<title>A telescope</title>" in outputs["exhibits.xml"]
    assert "🔭" in content_of(outputs["index.html"])


def test_an_entry_in_the_feed_of_such_a_section_has_its_facts_before_its_text(
    tmp_path: Path,
) -> None:
    entry = f"{EXHIBITS}  text: Made of *brass*.\n"
    outputs, problems = render_site(tmp_path, {"data/site.yml": LISTED, "data/exhibits.yml": entry})
    assert problems == []
    content = outputs["exhibits.xml"].partition('<content type="html">')[2]
    assert content.startswith(
        "&lt;p&gt;&lt;i&gt;Teylers&lt;/i&gt;&lt;/p&gt;&lt;p&gt;Made of &lt;em&gt;brass"
    )


def test_a_table_of_such_a_section_has_labels_from_its_names(tmp_path: Path) -> None:
    content, problems = page(
        tmp_path, '{{ exhibits(view="table") }}', {"data/exhibits.yml": EXHIBITS}
    )
    assert problems == []
    assert '<caption class="visually-hidden">Exhibits</caption>' in content
    assert '<th scope="col">Title</th><th scope="col">Museum</th>' in content


def test_pages_of_such_a_section_have_labels_from_its_names(tmp_path: Path) -> None:
    both = EXHIBITS + EXHIBITS.replace("telescope", "lens").replace("1901", "1900")
    settings = f"{LISTED}exhibits: {{pages: true, limit: 1}}\n"
    files = {"data/site.yml": settings, "data/exhibits.yml": both}
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert "<dt>Museum</dt><dd><i>Teylers</i></dd>" in outputs["exhibits/a-telescope/index.html"]
    link = '<p class="entries__all"><a href="exhibits/index.html">Show all</a></p>'
    assert link in outputs["index.html"]


def test_a_misspelt_key_of_such_an_entry_has_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {"data/exhibits.yml": EXHIBITS.replace("museum", "musem"), "data/site.yml": LISTED}
    assert main(["build", "--site", str(make_site(tmp_path, wrong))]) == PROBLEMS
    reported = capsys.readouterr().err
    assert "data/exhibits.yml:2:3" in reported
    assert "did you mean `museum`?" in reported


def test_an_importer_is_used_for_its_sites(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    make_site(old, {"notes.txt": "A talk\n"})
    command = ["import", str(old), "--site", str(new)]
    assert main(command) == PROBLEMS
    assert "a Jekyll site has _config.yml" in capsys.readouterr().err
    assert main([*command, "--plugin", "acadfolio-badges"]) == DONE
    assert (new / "data/news.yml").read_text() == '- {date: 1932, text: "A talk"}\n'
    assert f"Wrote 1 file into {new.as_posix()}/data/: news (1)\n" in capsys.readouterr().out


def test_an_exporter_is_a_format(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    papers = "- {title: Invariants, authors: [E. Noether], venue: A, year: 1918}\n"
    site = make_site(tmp_path, {"data/site.yml": LISTED, "data/publications.yml": papers})
    assert main(["export", "--site", str(site), "--format", "titles"]) == DONE
    assert capfd.readouterr().out == "Invariants\n"
    assert main(["export", "--site", str(site), "--format", "title"]) == WRONG_USAGE
    assert "there is no format `title`: did you mean `titles`?" in capfd.readouterr().err


@every_case(
    ("name", "message"),
    [
        ("acadfolio-badge", "is not installed"),
        ("broken", "cannot be imported: AttributeError"),
        ("not-a-plugin", "not an acadfolio.plugins.Plugin"),
        (
            "pages-without-text",
            "the entries of `exhibits` have pages, but no `redirect_from`",
        ),
    ],
)
def test_a_plugin_that_cannot_be_used_is_an_error_with_its_place(
    name: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = make_site(tmp_path, {"data/site.yml": f"title: A\nplugins:\n  - {name}\n"})
    assert main(["build", "--site", str(site)]) == PROBLEMS
    reported = capsys.readouterr().err
    assert f"data/site.yml:3:5: error: the plug-in `{name}`" in reported
    assert message in reported
    assert ("did you mean `acadfolio-badges`?" in reported) == (name == "acadfolio-badge")


def test_no_plugin_is_used_that_the_site_does_not_list(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="there is no section `badge`"):
        page(tmp_path, '{{ badge("a") }}', {"data/site.yml": "title: A\n"})


def test_code_in_a_sites_folder_is_never_a_plugin(tmp_path: Path) -> None:
    """A stranger's site may bring a package that looks installed, and name it."""
    site = make_site(tmp_path, {"data/site.yml": "title: A\nplugins: [acadfolio-evil]\n"})
    made = tmp_path / "made"
    shutil.copytree(PACKAGE / "acadfolio_badges-1.0.dist-info", site / "evil-1.0.dist-info")
    (site / "evil-1.0.dist-info/entry_points.txt").write_text(
        "[acadfolio.plugins]\nacadfolio-evil = evil:PLUGIN\n"
    )
    (site / "evil.py").write_text(f"open({str(made)!r}, 'w')\n")
    command = [sys.executable, "-m", "acadfolio", "build"]
    ended = subprocess.run(command, cwd=site, capture_output=True, text=True, check=False)
    assert (ended.returncode, made.exists()) == (1, False)
    assert "the plug-in `acadfolio-evil` is not installed" in ended.stderr
