"""`acadfolio import --compare` lists what the pages of an old site have and the new site lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.cli import main
from acadfolio.commands.console import DONE, PROBLEMS
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

NEW = {
    "content/about.md": "---\npermalink: /\n---\n"
    "Emmy *Noether* proved theorems. [Paper](/files/ideals.pdf) ![Emmy](/a.png)\n",
    "content/cv.md": "---\npermalink: /cv/\n---\n[Göttingen](https://goettingen.example/) emmy@noether.example\n",
    "static/files/ideals.pdf": "",
    "static/a.png": "",
}
OLD = {
    "index.html": "<nav>Emmy</nav><p>EMMY Noether proved <b>theorems</b>. "
    "<a href='/files/ideals.pdf?raw=true'>Paper</a> <img src='/a.png'></p>",
    "cv.html": "<nav>Emmy</nav><a href='http://goettingen.example'>G&ouml;ttingen</a> <a href='/'>emmy</a>"
    "<script>var old = 1</script>",
}


def compared(folder: Path, old: dict[str, str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What the command reports."""
    make_site(folder / "_site", old)
    (folder / "_site/data/site.yml").unlink()
    site = make_site(folder / "site", NEW)
    assert main(["import", str(folder / "_site"), "--compare", "--site", str(site)]) == DONE
    return capsys.readouterr().err.replace(f"{folder}/", "").splitlines()


def test_what_is_on_any_page_of_the_new_site_is_not_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        compared(tmp_path, OLD | {"index.html": OLD["index.html"].replace("https://noether.example", "")}, capsys) == []
    )


def test_urls_words_links_and_images_that_are_lost_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = OLD | {
        "cv.html": OLD["cv.html"] + "Erlangen <a href='https://erlangen.example/x/'><img src='b.png'></a>",
        "x/index.html": "",
    }
    assert compared(tmp_path, old, capsys) == [
        "_site/cv.html: warning: these words are on no page of the new site: erlangen",
        "_site/cv.html: warning: these links or images are on no page of the new site: b.png erlangen.example/x",
        "_site/x/index.html: warning: the new site has no page with this URL",
    ]


def test_words_on_every_page_are_those_of_the_old_theme(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = {path: html + "Powered by Jekyll" for path, html in OLD.items()}
    assert len(compared(tmp_path / "two", old, capsys)) == 2
    assert compared(tmp_path / "three", old | {"404.html": "Powered by Jekyll"}, capsys) == []


def test_a_folder_that_is_not_there_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site = make_site(tmp_path, NEW)
    assert main(["import", "nowhere", "--compare", "--site", str(site)]) == PROBLEMS
    assert "nowhere: error: there is no such folder" in capsys.readouterr().err
