"""The fonts of the CV as a PDF: what is said of characters and fonts, and where."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from acadfolio.cv.fonts import font_with, other_letters
from cases import every_case
from commands import run
from sites import make_site
from tiny_font import tiny_font

if TYPE_CHECKING:
    from pathlib import Path

RARE = "\U0003134a"
"""An ideograph that hardly any font has."""
LATIN = "".join(map(chr, range(0x20, 0x7F)))
HAN = LATIN + "，。：–·" + "".join(map(chr, range(0x4E00, 0x9FF0)))
FILES = {
    "data/site.yml": "title: Xu\nurl: https://xu.example\ncv: {pdf: true}\n",
    "data/profile.yml": "name: Xu Guangqi\n",
    "data/awards.yml": "- {title: Prize, date: 1604}\n",
}


def site_with(folder: Path, files: dict[str, str], fonts: dict[str, bytes]) -> Path:
    """A site with files in static/fonts/."""
    site = make_site(folder, FILES | files)
    for name, content in fonts.items():
        _write(site / "static/fonts" / name, content)
    return site


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


@every_case(
    ("files", "place", "message"),
    [
        (
            {"data/awards.yml": '- {title: "Award \\uE000 x", date: 1932}\n'},
            "data/awards.yml:1:11",
            "U+E000 is no character that can be printed (delete U+E000)",
        ),
        (
            {"data/awards.yml": "- {title: Prize, date: 1604}\n- {title: Award \U000f0000, date: 1600}\n"},
            "data/awards.yml:2:17",
            "U+F0000 is no character that can be printed (delete U+F0000)",
        ),
        (
            {"content/cv.md": "---\ntitle: CV\n---\n\nA text\nwith \u0378 in it.\n"},
            "content/cv.md:6:6",
            "U+0378 is no character that can be printed (delete U+0378)",
        ),
        (
            {"data/profile.yml": f"name: Xu Guangqi {RARE}\n"},
            "data/profile.yml:1:18",
            f"no font has the character `{RARE}` (install Noto Serif CJK SC, or put the font into",
        ),
        (
            {"data/works.bib": f"@article{{a,\n  title = {{On {RARE}}}, year = 1604}}\n"},
            "data/works.bib:1",
            f"no font has the character `{RARE}`",
        ),
    ],
)  # fmt: skip
def test_a_character_that_cannot_be_printed_is_reported_where_it_is_written(
    files: dict[str, str], place: str, message: str, tmp_path: Path
) -> None:
    ended = run("build", cwd=make_site(tmp_path, FILES | files))
    assert ended.returncode == 1
    assert f"{place}: error: /files/cv.pdf is not written: {message}" in ended.stderr


def test_a_character_elsewhere_is_not_taken_for_that_of_the_cv(tmp_path: Path) -> None:
    files = {
        "data/site.yml": FILES["data/site.yml"].replace("pdf: true", "sections: [talks]"),
        "data/awards.yml": f"- {{title: Prize {RARE}, date: 1604}}\n",
        "data/talks.yml": f"- {{title: On {RARE}, date: 1603, web_only: true}}\n"
        f"- {{title: Words {RARE}, date: 1604}}\n",
    }
    ended = run("build", cwd=make_site(tmp_path, FILES | files))
    assert "data/talks.yml:2:17: error" in ended.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="fonts of a computer are elsewhere")
def test_the_remark_on_fonts_of_the_computer_names_the_character(tmp_path: Path) -> None:
    _write(tmp_path / ".local/share/fonts/a.ttf", tiny_font("Tiny Han", RARE))
    site = site_with(
        tmp_path / "site",
        {"data/awards.yml": f"- {{title: Prize {RARE}, date: 1604}}\n"},
        {"other.ttf": tiny_font("Other Latin", LATIN)},  # The fonts of one process are kept.
    )
    ended = run("check", cwd=site, HOME=str(tmp_path))
    expected = (
        f"data/awards.yml:1:17: warning: /files/cv.pdf has fonts of this computer for `{RARE}`"
    )
    assert expected in ended.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="fonts of a computer are elsewhere")
@every_case(
    ("fonts", "own", "is_reported"),
    [
        ("[]", {"latin.ttf": tiny_font("Tiny Latin", LATIN)}, True),
        ("[Tiny Latin]", {"latin.ttf": tiny_font("Tiny Latin", LATIN)}, True),
        ("[Tiny Han]", {"han.ttf": tiny_font("Tiny Han", HAN)}, False),
        ("[]", {"han.ttf": tiny_font("Tiny Han", HAN)}, False),
    ],
)
def test_any_font_with_the_letters_of_a_script_is_one_for_it(
    fonts: str, own: dict[str, bytes], *, is_reported: bool, tmp_path: Path
) -> None:
    _write(tmp_path / ".local/share/fonts/a.ttf", tiny_font("Han of the computer", HAN))
    settings = FILES["data/site.yml"].replace("pdf: true", f"fonts: {fonts}") + "language: zh\n"
    files = {"data/site.yml": settings, "data/profile.yml": "name: 徐光启\n"}
    site = site_with(tmp_path / "site", files, own)
    ended = run("check", cwd=site, HOME=str(tmp_path))
    assert ("no font that was made for its script" in ended.stderr) is is_reported
    assert ("has fonts of this computer" in ended.stderr) is is_reported


def test_a_misspelt_font_is_told_the_names_of_the_sites_fonts(tmp_path: Path) -> None:
    settings = FILES["data/site.yml"].replace("pdf: true", "fonts: [TinyLatin]")
    fonts = {"a.ttf": tiny_font("Tiny Latin", LATIN), "b.ttf": tiny_font("Tiny Han", HAN)}
    ended = run("build", cwd=site_with(tmp_path, {"data/site.yml": settings}, fonts))
    assert not ended.returncode
    assert "there is no font `TinyLatin` (the fonts in static/fonts/ are `Tiny Han`, `Tiny Latin`)" in (
        ended.stderr
    )  # fmt: skip


@every_case(
    ("own", "is_reported"),
    [
        ({"a.ttf": tiny_font("Tiny Latin", LATIN)}, True),
        ({"a.ttf": tiny_font("Tiny Latin", LATIN), "b.ttf": tiny_font("Tiny Latin", LATIN, 700)}, False),
    ],
)  # fmt: skip
def test_a_font_without_bold_letters_is_remarked_on(
    own: dict[str, bytes], *, is_reported: bool, tmp_path: Path
) -> None:
    settings = FILES["data/site.yml"].replace("pdf: true", "fonts: [tiny latin]")
    ended = run("check", cwd=site_with(tmp_path, {"data/site.yml": settings}, own))
    assert ("no bold letters" in ended.stderr) is is_reported


def test_letters_of_other_scripts_are_found_once_each() -> None:
    assert other_letters("Ab é Ж ∑ 徐光徐 שa") == "徐光ש"


def test_a_character_has_a_font_in_the_forms_of_the_language() -> None:
    assert font_with("徐", "ja") == "Noto Serif CJK JP"
    for language in ("en", "ar", "fa", "he", "zh"):
        assert font_with("徐", language) == "Noto Serif CJK SC"
