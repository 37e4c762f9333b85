"""What Jinja compiled is kept from build to build, and no build can tell from its pages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from acadfolio.theme.compiled import CompiledTemplates
from acadfolio.theme.environment import Sandbox, template_environment
from sites import make_site

THEME = Path(__file__).parent.parent / "templates"
FILES = {
    "content/about.md": "# Hello\n\n{{ news() }}\n",
    "data/news.yml": "- date: 2024-05\n  text: Moved.\n",
    "templates/partials/footer.html": '<footer>{{ "star" | icon }} one</footer>\n',
}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's cache folder of this test's own."""
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "user"))
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path / "user"


def build(site: Path, *options: str) -> dict[str, bytes]:
    command = [sys.executable, "-m", "acadfolio", "build", "--site", str(site), *options]
    subprocess.run(command, check=True, capture_output=True)
    output = site / "output"
    return {path.relative_to(output).as_posix(): path.read_bytes() for path in output.rglob("*") if path.is_file()}


def kept(cache: Path) -> list[Path]:
    return [path for path in cache.rglob("templates-*") if path.is_file()]


def environment(cache: CompiledTemplates, *folders: Path) -> Sandbox:
    return template_environment([*folders, THEME], str, str, cache)


def printed(site: Path, folder: Path | None, text: str) -> str:
    """What a template of a site prints that was saved with this text in one and the same second."""
    file = site / "templates" / "word.html"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    os.utime(file, (1_700_000_000, 1_700_000_000))
    compiled = CompiledTemplates(THEME, (lambda: str(folder)) if folder else None)
    made = environment(compiled, site / "templates").get_template("word.html").render()
    compiled.keep()
    return made


def test_pages_are_the_same_with_what_was_kept_and_without(tmp_path: Path, cache: Path) -> None:
    site = make_site(tmp_path / "site", FILES)
    first = build(site, "--no-cache")
    assert len(kept(cache)) == 1
    assert not (site / ".acadfolio-cache").exists()
    assert build(site, "--no-cache") == first
    assert build(site) == first
    assert (site / ".acadfolio-cache" / "templates").is_file()
    (site / "static").mkdir()
    (site / "static" / "new.txt").write_text("new", encoding="utf-8")
    assert build(site) == first | {"new.txt": b"new"}


def test_the_kept_code_is_used(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = CompiledTemplates(THEME, None)
    environment(compiled).get_template("base.html")
    compiled.keep()
    again = environment(CompiledTemplates(THEME, None))
    assert len(kept(cache)) == 1
    monkeypatch.setattr(Sandbox, "compile", None)
    again.get_template("base.html")
    with pytest.raises(TypeError):
        again.get_template("layouts/page.html")


def test_a_template_saved_twice_in_a_second_is_compiled_twice(tmp_path: Path) -> None:
    assert [printed(tmp_path, tmp_path, word) for word in ("one", "two", "two", "one")] == ["one", "two", "two", "one"]


def test_a_damaged_file_is_written_anew(tmp_path: Path, cache: Path) -> None:
    site = make_site(tmp_path / "site", FILES)
    first = build(site, "--no-cache")
    [file] = kept(cache)
    whole = file.read_bytes()
    half = len(whole) // 2
    for content in (b"", whole[:-1], whole[:half] + bytes([whole[half] ^ 1]) + whole[half + 1 :]):
        file.write_bytes(content)
        assert build(site, "--no-cache") == first
        assert len(file.read_bytes()) == len(whole), content[:80]


def test_what_was_left_of_a_killed_build_goes_when_the_theme_is_compiled_anew(tmp_path: Path, cache: Path) -> None:
    left = cache / "acadfolio" / "templates.123.456.new"
    left.parent.mkdir(parents=True)
    left.write_bytes(b"half of it")
    os.utime(left, (1_700_000_000, 1_700_000_000))
    build(make_site(tmp_path / "site", FILES), "--no-cache")
    assert len(kept(cache)) == 1
    assert not left.exists()


def test_code_of_another_python_or_of_another_environment_is_not_used(cache: Path) -> None:
    def key(sandbox: Sandbox) -> bytes:
        compiled = CompiledTemplates(THEME, None)
        compiled.code(sandbox, "base.html", f"{THEME}/base.html", "")
        return compiled.theme.head

    other = environment(CompiledTemplates(THEME, None))
    other.filters["shout"] = str.upper
    stripped = environment(CompiledTemplates(THEME, None))
    stripped.trim_blocks = False
    heads = {key(environment(CompiledTemplates(THEME, None))), key(other), key(stripped)}
    assert len(heads) == 3
    assert all(sys.implementation.cache_tag.encode() in head for head in heads if sys.implementation.cache_tag)
    assert not cache.exists()


def test_code_that_another_generator_made_is_not_used(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed(tmp_path, cache, "one")
    monkeypatch.setattr(Sandbox, "compile", None)
    assert printed(tmp_path, cache, "one") == "one"
    monkeypatch.setattr("acadfolio.theme.compiled.__file__", str(tmp_path / "compiled.py"))
    (tmp_path / "code.py").write_text("# another\n", encoding="utf-8")
    with pytest.raises(TypeError):
        printed(tmp_path, cache, "one")


def test_code_of_the_theme_holds_nothing_of_a_site(tmp_path: Path, cache: Path) -> None:
    """An icon of the site's own, and a site that has none, with the code that the other left."""
    own = make_site(tmp_path / "own", FILES | {"templates/icons/menu.svg": '<svg><path d="M1 2"/></svg>'})
    mine = build(own, "--no-cache")
    other = build(make_site(tmp_path / "other", FILES), "--no-cache")
    assert b"M1 2" in mine["index.html"]
    assert b"M1 2" not in other["index.html"]
    assert len(kept(cache)) == 1


def test_where_nothing_can_be_kept_sites_are_built_all_the_same(tmp_path: Path, cache: Path) -> None:
    cache.write_text("no folder", encoding="utf-8")
    site = make_site(tmp_path / "site", FILES)
    (site / ".acadfolio-cache").write_text("no folder", encoding="utf-8")
    assert b"Hello" in build(site)["index.html"]


def test_python_that_writes_no_bytecode_writes_none_of_templates(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    build(make_site(tmp_path / "site", FILES))
    assert not cache.exists()
    assert not (tmp_path / "site" / ".acadfolio-cache" / "templates").exists()


def test_the_themes_styles_are_joined_once_and_anew_when_they_change(tmp_path: Path, cache: Path) -> None:
    site = make_site(tmp_path / "site", FILES)
    first = build(site, "--no-cache")["assets/css/main.css"]
    [file] = (path for path in cache.rglob("bundles-*") if path.is_file())
    file.write_bytes(file.read_bytes().replace(b"@layer", b"@LAYER"))  # No checksum is right any more.
    assert build(site, "--no-cache")["assets/css/main.css"] == first
    own = site / "static/assets/css/main/99-own.css"
    own.parent.mkdir(parents=True)
    own.write_text("@layer theme { body { color: red } }\n", encoding="utf-8")
    changed = build(site, "--no-cache")["assets/css/main.css"]
    assert b"color:red" in changed
    own.write_text("@layer theme { body { color: blue } }\n", encoding="utf-8")
    assert b"color:blue" in build(site, "--no-cache")["assets/css/main.css"]
