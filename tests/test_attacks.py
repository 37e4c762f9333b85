"""What broke once under attack: hostile data, names, templates and leftovers end in messages, never in a traceback."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from acadfolio.cli import main
from acadfolio.deploy.folder import LIST
from acadfolio.preview.builds import Builder
from acadfolio.preview.pages import Pages
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

PAGE = {"content/about.md": "Hello\n\n{{ publications() }}\n"}
FEED = {"data/site.yml": "title: A\nurl: https://a.example\npublications: {pages: true}\n"}
LONG = "x" * 5000
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]")


@pytest.mark.parametrize("key", ["[^1]: note", "? [a, b]\n: c", "{a: b}: c", "? {a: b}\n: c"])
def test_a_key_of_front_matter_that_is_a_list_or_a_mapping_is_an_error_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str
) -> None:
    site = make_site(tmp_path, PAGE | {"content/a.md": f"---\n{key}\n---\nHi\n"})
    assert main(["build", "--site", str(site), "--output", str(tmp_path / "out")]) == 1
    assert re.match(
        r"content/a\.md:2:\d: error: a key cannot be a (list|mapping)", capsys.readouterr().err
    )


@pytest.mark.parametrize(
    "evil", ["\ud800", "\x07", "\x1b[31m", "\x0b", "\x9b", "\uffff"], ids=ascii
)
def test_what_json_can_write_but_no_page_can_have_is_left_out(tmp_path: Path, evil: str) -> None:
    text = f"A{evil}B"
    item = {
        "type": "book", "id": text, "title": text, "author": [{"family": text, "given": text}, {"literal": text}],
        "publisher": text, "ISBN": text, "keyword": text, "note": text, "abstract": text,
        "URL": f"https://a.example/{text}", "issued": {"date-parts": [[2024]]}, "accessed": {"raw": text},
    }  # fmt: skip
    counts = {
        "citedby": 3,
        "publications": {f"N:{evil}": {"bib": {"title": text}, "num_citations": 3}},
    }
    files = {"data/a.json": json.dumps([item]), "data/gs_data.json": json.dumps(counts)}
    outputs, _ = render_site(tmp_path, PAGE | FEED | files)
    assert {path for path, content in outputs.items() if CONTROL.search(content)} == set()
    feeds = [content for path, content in outputs.items() if path.endswith(".xml")]
    assert len(feeds) > 1
    assert all(ET.fromstring(feed) is not None for feed in feeds)


def test_no_field_ends_an_entry_of_exported_bibtex(tmp_path: Path) -> None:
    evil = ["a} @article{evil1, title={x", "back\\", "}", "{", "},\n}\n@book{evil2,"]
    names = ["isbn", "issn", "volume", "pages", "number", "edition", "version", "publisher", "location", "note",
             "scholar_id", "key", "title", "venue"]  # fmt: skip
    papers = [
        {
            "title": "T",
            "authors": ["A B"],
            "year": 2020 + number,
            "kind": "book",
            **dict.fromkeys(names, text),
        }
        for number, text in enumerate(evil)
    ]
    outputs, _ = render_site(tmp_path, PAGE | FEED | {"data/publications.yml": json.dumps(papers)})
    exported = outputs["publications.bib"]
    assert re.findall(r"^@(\w+)\{", exported, re.MULTILINE) == ["book"] * len(evil)
    depth = 0
    for character in re.sub(r"\\.", "", exported):
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0
        assert character != "@" or depth in {0, 2}
    assert depth == 0


@pytest.mark.parametrize(
    ("template", "place"),
    [
        (b"Hi\n{{ dict(a=1, a=2) }}", "page.html:2"),
        (b"Hi\n{% macro m(a, a) %}{% endmacro %}", "page.html:2"),
        (b"Hi\n{{ f(**{}, **3) }}", "page.html:2"),
        (b"{% block a %}{% endblock %}{% block a %}{% endblock %}", "page.html:1"),
        (b"Hi\nthere\n\xff\n", "page.html:3"),
    ],
)
def test_an_error_in_a_template_names_the_template(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], template: bytes, place: str
) -> None:
    site = make_site(tmp_path, {"content/about.md": "Hello\n", "templates/layouts/page.html": ""})
    (site / "templates/layouts/page.html").write_bytes(template)
    assert main(["build", "--site", str(site), "--output", str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err.startswith(f"templates/layouts/{place}: error: ")


@pytest.mark.parametrize(
    "command",
    ["build --site LONG", "build --output LONG", "check --site LONG", "new LONG", "deploy --to LONG", "import LONG",
     "schema LONG", "export --site LONG", "export --output LONG"],
)  # fmt: skip
def test_a_name_that_is_too_long_is_reported(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
) -> None:
    monkeypatch.chdir(make_site(tmp_path, {"content/about.md": "Hello\n"}))
    assert main(command.replace("LONG", LONG).split()) == 1
    assert f"{LONG}: error: " in capsys.readouterr().err


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or (shutil.which("setpriv") is None and os.geteuid() == 0),
    reason="root may read everything",
)
@pytest.mark.parametrize("folder", ["", "data", "templates"])
@pytest.mark.parametrize(
    "command", ["build --site", "check --site", "templates list --site", "import", "new"]
)
def test_a_folder_without_permission_is_reported(tmp_path: Path, command: str, folder: str) -> None:
    files = {"content/about.md": "Hello\n", "templates/base.html": "", "_config.yml": "title: A\n"}
    site = make_site(tmp_path / "site", files)
    before = (
        ("setpriv", "--bounding-set", "-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
    )
    (site / folder).chmod(0)
    try:
        run = [*before, sys.executable, "-m", "acadfolio", *command.split(), str(site)]
        ended = subprocess.run(run, capture_output=True, text=True, check=False, cwd=tmp_path)
    finally:
        (site / folder).chmod(0o755)
    assert "Traceback" not in ended.stderr
    assert ended.returncode in {0, 1}
    assert ended.returncode == 1 or folder


@pytest.mark.parametrize("escape", ["\x1b[31m", "\x9b31m"], ids=ascii)
@pytest.mark.parametrize("command", ["build --site", "deploy --to", "new", "build --", ""])
def test_an_escape_of_an_argument_does_not_reach_the_terminal(
    capsys: pytest.CaptureFixture[str], command: str, escape: str
) -> None:
    assert main([*command.split(), f"{escape}red"]) == 2
    printed = capsys.readouterr()
    assert escape[0] not in printed.out + printed.err
    assert "control character" in printed.err


@pytest.mark.parametrize(
    "listed", ["[" * 100_000, '{"a":' * 100_000, "\udcff", "null"], ids=["[", "{", "bytes", "null"]
)
def test_a_damaged_list_of_deployed_files_is_like_none(tmp_path: Path, listed: str) -> None:
    site, folder = (
        make_site(tmp_path / "site", {"content/about.md": "Hello\n"}),
        tmp_path / "public",
    )
    deploy = ["deploy", "--site", str(site), "--to", str(folder)]
    assert main(deploy) == 0
    (folder / LIST).write_bytes(listed.encode(errors="surrogateescape"))
    assert main(deploy) == 0


def test_what_a_killed_build_left_goes_even_if_nothing_changed(tmp_path: Path) -> None:
    site = make_site(tmp_path, {"content/about.md": "Hello\n"})
    build = ["build", "--site", str(site), "--output", str(site / "output")]
    assert main(build) == 0
    (site / ".output.acadfolio/new").mkdir(parents=True)
    (site / ".output.acadfolio/lock").touch()
    assert main(build) == 0
    assert not (site / ".output.acadfolio").exists()


@pytest.mark.parametrize(
    "url", ["/caf%C3%A9.txt", "/cafe%CC%81.txt", "/caf%C3%A9/", "/cafe%CC%81/"]
)
def test_the_preview_finds_a_name_in_either_unicode_form(tmp_path: Path, url: str) -> None:
    site = make_site(
        tmp_path,
        {
            "content/about.md": "Hello\n",
            "static/cafe\u0301.txt": "A",
            "content/cafe\u0301.md": "B\n",
        },
    )
    pages = Pages(site)
    pages.show(Builder(site, drafts=False).build())
    assert pages.find(url).status == 200
