"""`acadfolio export`: the list of publications as a file for LaTeX and other programs."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from zipfile import ZipFile

import pytest
from pypdf import PdfReader

from acadfolio.cli import main
from acadfolio.commands.export import exported
from acadfolio.contracts import SiteExporter
from acadfolio.problems import Problems, SiteError
from cases import every_case
from full_disk import files_of_at_most
from sites import edit, make_site

FILES = {
    "data/site.yml": "title: Marie Curie\ndownloads: false\n",
    "data/publications.yml": "- {title: Thèses, authors: [Marie Curie], kind: book, year: 1903, selected: true}\n",
    "data/more.bib": "@book{radium, title = {Radium}, author = {Curie, Marie}, year = 1904}\n",
}


def run(site: Path, *options: str) -> int:
    return main(["export", "--site", str(site), *options])


@pytest.mark.parametrize(
    ("options", "starts"),
    [
        ((), "@book{curie1903theses,\n  title = {Thèses}"),
        (("--format", "ris"), "TY  - BOOK"),
        (("--format", "csl"), "["),
    ],
)
def test_all_publications_go_to_standard_output(
    options: tuple[str, ...], starts: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(make_site(tmp_path, FILES), *options) == 0
    said = capfd.readouterr()
    assert said.err == ""
    assert said.out.startswith(starts)
    assert "Radium" in said.out


@pytest.mark.parametrize("form", ["bibtex", "ris", "csl"])
def test_a_hidden_work_is_not_exported(
    form: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    cited = "@book{galois, title = {Lettre}, author = {Galois, Évariste}, year = 1832}\n"
    assert run(make_site(tmp_path, FILES | {"data/cited/refs.bib": cited}), "--format", form) == 0
    exported = capfd.readouterr().out
    assert "Radium" in exported
    assert "Lettre" not in exported


def test_a_file_holds_the_same_and_csl_is_json(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "papers.json"
    assert run(make_site(tmp_path, FILES), "--format", "csl", "--output", str(file)) == 0
    assert capfd.readouterr().out == f"Wrote {file}\n"
    assert [item["title"] for item in json.loads(file.read_text(encoding="utf-8"))] == [
        "Thèses",
        "Radium",
    ]


def test_errors_are_reported_and_nothing_is_written(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    site = make_site(tmp_path, FILES | {"data/publications.yml": "- {titel: Radium}\n"})
    assert run(site, "--output", str(tmp_path / "out.bib")) == 1
    assert "data/publications.yml:1" in capfd.readouterr().err
    assert not (tmp_path / "out.bib").exists()


def test_a_file_that_cannot_be_written_is_reported(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(make_site(tmp_path, FILES), "--output", str(tmp_path / "none" / "out.bib")) == 1
    assert "this file cannot be written: No such file or directory" in capfd.readouterr().err


def test_a_full_disk_leaves_the_last_export(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site, file = make_site(tmp_path / "site", FILES), tmp_path / "papers.bib"
    assert run(site, "--output", str(file)) == 0
    last = file.read_bytes()
    edit(site, "data/publications.yml", "Thèses", "Thesis")
    with files_of_at_most(40):
        assert run(site, "--output", str(file)) == 1
    assert "this file cannot be written: File too large" in capsys.readouterr().err
    assert file.read_bytes() == last
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["papers.bib", "site"]


@every_case("force", [(), ("--force",)])
@every_case("theirs", ["Mine", None])
def test_an_export_does_not_go_through_a_link(
    tmp_path: Path, force: tuple[str, ...], theirs: str | None
) -> None:
    link, file = tmp_path / "papers.bib", tmp_path / "shared.bib"
    if theirs:
        file.write_text(theirs, encoding="utf-8")
    link.symlink_to(file)
    assert run(make_site(tmp_path / "site", FILES), "--output", str(link), *force) == 1
    assert link.is_symlink()
    assert (file.read_text(encoding="utf-8") if file.exists() else None) == theirs


@every_case("form", ["bibtex", "ris", "csl"])
def test_an_export_replaces_the_last_one_but_no_other_file(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site, file = make_site(tmp_path / "site", FILES), tmp_path / "papers.txt"
    export = ("--format", form, "--output", str(file))
    assert run(site, *export) == 0
    edit(site, "data/publications.yml", "Thèses", "Thesis")
    assert run(site, *export) == 0
    assert "Thesis" in file.read_text(encoding="utf-8")
    changed = file.read_text(encoding="utf-8") + "\nMy own note\n"
    file.write_text(changed, encoding="utf-8")
    assert run(site, *export) == 1
    assert (
        "acadfolio did not write this file, or it has been changed since" in capsys.readouterr().err
    )
    assert file.read_text(encoding="utf-8") == changed
    assert run(site, *export, "--force") == 0
    assert "My own note" not in file.read_text(encoding="utf-8")


def test_an_export_never_replaces_the_data_that_it_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = make_site(tmp_path, FILES)
    monkeypatch.chdir(site)
    before = {path: path.read_bytes() for path in site.rglob("*") if path.is_file()}
    for path in before:
        assert run(site, "--output", str(path)) == 1
        assert run(site, "--output", path.relative_to(site).as_posix()) == 1
    assert {path: path.read_bytes() for path in site.rglob("*") if path.is_file()} == before


def test_an_export_of_the_same_content_is_no_error(tmp_path: Path) -> None:
    site, file = make_site(tmp_path / "site", FILES), tmp_path / "papers.bib"
    assert run(site, "--output", str(file)) == 0
    copy = tmp_path / "copy.bib"  # As on another computer, where nobody knows who wrote it.
    copy.write_bytes(file.read_bytes())
    assert run(site, "--output", str(copy)) == 0
    edit(site, "data/publications.yml", "Thèses", "Thesis")
    assert run(site, "--output", str(copy)) == 0


def test_an_export_can_go_to_a_device(tmp_path: Path) -> None:
    assert run(make_site(tmp_path, FILES), "--output", "/dev/null") == 0
    assert not Path("/dev/null").is_file()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
def test_a_full_disk_below_the_standard_output_is_reported(tmp_path: Path) -> None:
    site = make_site(tmp_path, FILES)
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "acadfolio", "export", "--site", str(site)]
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (1, "acadfolio: error: No space left on device\n")


class Terminal(io.TextIOWrapper):
    """Standard output of a terminal."""

    def isatty(self) -> bool:
        return True


@every_case(
    ("form", "is_terminal", "is_refused"),
    [("pdf", True, True), ("pdf", False, False), ("bibtex", True, False)],
)
def test_a_terminal_gets_no_file_that_it_cannot_show(
    form: str,
    *,
    is_terminal: bool,
    is_refused: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    site = make_site(tmp_path, FILES | {"data/profile.yml": "name: Marie Curie\n"})
    content = io.BytesIO()
    with redirect_stdout((Terminal if is_terminal else io.TextIOWrapper)(content)):
        assert bool(run(site, "--format", form)) is is_refused
        said = capsys.readouterr().err
        assert ("error: a terminal cannot show this format" in said) is is_refused
        assert ("`--output cv.pdf`" in said) is is_refused
        assert bool(content.getvalue()) is not is_refused


IN_TWO_LANGUAGES = {
    "data/site.yml": "title: {en: Emmy Noether, zh: 埃米·诺特}\nlanguages: [en, zh]\nurl: https://a.org\n",
    "data/publications.yml": (
        "- {title: {zh: 理想论, en: Ideals}, authors: [Emmy Noether], kind: book, year: 1921,"
        " publisher: {en: Springer, zh: 施普林格}}\n"
    ),
    "data/experience.yml": (
        "- {date: 1922, role: {en: Professor, zh: 教授}, institution: {en: Göttingen, zh: 哥廷根大学}}\n"
    ),
    "content/cv.md": "---\ntitle: CV\n---\nHello\n\n{{ experience() }}\n",
    "content/cv.zh.md": "---\ntitle: 简历\n---\n你好\n\n{{ experience() }}\n",
}


@pytest.mark.parametrize(
    ("form", "in_english", "in_chinese"),
    [
        ("bibtex", "Ideals", "理想论"),
        ("ris", "Ideals", "理想论"),
        ("csl", "Ideals", "理想论"),
        ("jsonresume", '"name": "Göttingen"', '"name": "哥廷根大学"'),
        ("rendercv", "Göttingen", "哥廷根大学"),
    ],
)
def test_an_export_has_the_texts_of_one_language(
    form: str, in_english: str, in_chinese: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    site = make_site(tmp_path, IN_TWO_LANGUAGES)
    for options, has, has_not in (
        ((), in_english, in_chinese),
        (("--language", "en"), in_english, in_chinese),
        (("--language", "ZH"), in_chinese, in_english),
    ):
        assert run(site, "--format", form, *options) == 0
        exported = capfd.readouterr().out
        assert has in exported, options
        assert has_not not in exported, options


def test_keys_of_publications_are_those_of_the_first_language(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(make_site(tmp_path, IN_TWO_LANGUAGES), "--language", "zh") == 0
    assert capfd.readouterr().out.startswith("@book{noether1921ideals,")


@pytest.mark.slow
@pytest.mark.parametrize("form", ["pdf", "docx"])
def test_a_cv_is_that_of_the_page_in_its_language(form: str, tmp_path: Path) -> None:
    files = {  # A computer may lack a font with Chinese letters.
        "data/site.yml": "title: Emmy Noether\nlanguages: [en, de]\n",
        "data/experience.yml": "- {date: 1922, role: Professor, institution: {en: A, de: Göttingen}}\n",
        "content/cv.md": "---\ntitle: CV\n---\nHello\n\n{{ experience() }}\n",
        "content/cv.de.md": "---\ntitle: Lebenslauf\n---\nGuten Tag\n\n{{ experience() }}\n",
    }
    site = make_site(tmp_path / "site", files)
    texts = {}
    for language in ("en", "de"):
        file = tmp_path / f"{language}.{form}"
        options = ("--format", form, "--language", language, "--output", str(file))
        assert run(site, *options) == 0
        texts[language] = text_of(file)
    assert "Hello" in texts["en"]
    assert "Guten" in texts["de"]
    assert "Göttingen" in texts["de"]


def text_of(file: Path) -> str:
    """The text of a PDF or of a file for Word."""
    if file.suffix == ".pdf":
        return " ".join(page.extract_text() for page in PdfReader(file).pages)
    with ZipFile(file) as archive:
        return archive.read("word/document.xml").decode()


@pytest.mark.parametrize("form", ["bibtex", "jsonresume", "pdf"])
def test_a_language_that_the_site_has_not_is_an_error(
    form: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    site = make_site(tmp_path, IN_TWO_LANGUAGES)
    assert run(site, "--format", form, "--language", "fr") == 1
    said = capfd.readouterr()
    assert "--language: error: this site is not in the language `fr`" in said.err
    assert "it is in `en`, `zh`; to add another, list it in `languages`" in said.err
    assert said.out == ""


def test_a_format_of_a_plug_in_without_languages_says_so(tmp_path: Path) -> None:
    exporter = SiteExporter("all", lambda *_: b"all")
    site = make_site(tmp_path, IN_TWO_LANGUAGES)
    assert exported(site, exporter, Problems()) == b"all"
    with pytest.raises(SiteError, match="this format has no option for the language"):
        exported(site, exporter, Problems(), language="zh")
