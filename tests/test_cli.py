"""The command line, run as its user runs it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from acadfolio.cli import main
from cases import every_case
from commands import run
from sites import make_site

REPOSITORY = Path(__file__).resolve().parent.parent


def run_process(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "acadfolio", *arguments],
        cwd=cwd, env=os.environ | environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_new_site_builds_at_once_without_a_warning(tmp_path: Path) -> None:
    made = run_process("new", "site", cwd=tmp_path)
    built = run_process("build", "--strict", cwd=tmp_path / "site")
    assert (made.returncode, made.stderr, built.returncode, built.stderr) == (0, "", 0, "")
    assert (tmp_path / "site/output/index.html").is_file()
    assert built.stdout.startswith("Built ")


@pytest.mark.slow
@pytest.mark.parametrize("look", ["acad-homepage", "academicpages"])
def test_a_new_site_passes_its_own_check_in_both_looks(look: str, tmp_path: Path) -> None:
    main(["new", str(tmp_path / "site")])
    settings = tmp_path / "site/data/site.yml"
    settings.write_text(
        settings.read_text("utf-8").replace("look: acad-homepage", f"look: {look}"), "utf-8"
    )
    checked = run("check", "--strict", cwd=tmp_path / "site")
    assert (checked.returncode, checked.stderr) == (0, "")


@every_case("look", ["acad-homepage", "academicpages"])
def test_an_empty_site_builds_without_warnings_and_shows_no_demo_content(
    look: str, tmp_path: Path
) -> None:
    main(["new", "--empty", str(tmp_path / "site")])
    settings = tmp_path / "site/data/site.yml"
    settings.write_text(
        settings.read_text("utf-8").replace("look: acad-homepage", f"look: {look}"), "utf-8"
    )
    built = run("build", "--strict", cwd=tmp_path / "site")
    assert (built.returncode, built.stderr) == (0, "")
    pages = "".join(page.read_text("utf-8") for page in (tmp_path / "site/output").rglob("*.html"))
    assert "Your Name" in pages
    assert re.search("Curie|Sk[lł]odowska|radium|lorem", pages, re.IGNORECASE) is None


def test_every_file_of_an_empty_site_explains_where_to_write(tmp_path: Path) -> None:
    main(["new", "--empty", str(tmp_path)])
    files = [*tmp_path.glob("data/*.yml"), *tmp_path.glob("content/*.md")]
    assert len(files) == 8
    assert [file.name for file in files if "✏️" not in file.read_text("utf-8")] == ["404.md"]


def test_an_empty_site_has_folders_for_images_and_files_but_no_schemas(tmp_path: Path) -> None:
    main(["new", "--empty", str(tmp_path)])
    assert sorted(path.name for path in (tmp_path / "static").iterdir()) == ["files", "images"]
    assert not (tmp_path / "data/schemas").exists()
    files = [file for file in tmp_path.rglob("*") if file.is_file() and file.suffix != ".whl"]
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) < 250
    assert [
        file.name for file in tmp_path.glob("data/*.yml") if "schemas/" in file.read_text("utf-8")
    ] == []


def test_a_new_site_has_no_copy_of_the_theme(tmp_path: Path) -> None:
    main(["new", str(tmp_path / "site")])
    assert not (tmp_path / "site/templates").exists()
    assert not (tmp_path / "site/static/assets").exists()


def test_a_folder_that_holds_something_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    result = run("new", ".", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert "there are other files here" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_the_repository_itself_builds_without_a_warning(tmp_path: Path) -> None:
    command = [
        sys.executable,
        str(REPOSITORY / "build.py"),
        "--output",
        str(tmp_path / "o"),
        "--no-cache",
        "--strict",
    ]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")


def test_check_finds_problems_of_finished_pages_and_writes_nothing(tmp_path: Path) -> None:
    make_site(tmp_path, {"content/about.md": "# A\n\n[x](#nowhere) [y](/cv/#b)\n\n<img src='https://a.example/x.png'>\n",
                         "content/cv.md": "# B\n"})  # fmt: skip
    result = run("check", cwd=tmp_path)
    assert result.returncode == 1
    lines = result.stderr.splitlines()
    assert lines[0].startswith(
        "content/about.md:3:5: error: there is no heading or anchor `#nowhere` on /index.html"
    )
    assert "https://a.example/x.png` has no alt text" in lines[1]
    assert len(lines) == 2
    assert {path.name for path in tmp_path.iterdir()} == {"data", "content"}


def test_problems_go_to_stderr_and_the_status_is_one(tmp_path: Path) -> None:
    make_site(tmp_path, {"data/news.yml": "- {date: 1918-13, text: A}\n- {dat: 1918, text: B}\n"})
    result = run("build", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert [line.split(": ")[0] for line in result.stderr.splitlines()] == [
        "data/news.yml:1:10",
        "data/news.yml:2:4",
    ]
    assert not (tmp_path / "output").exists()


def test_problems_can_be_printed_as_json(tmp_path: Path) -> None:
    make_site(tmp_path, {"data/news.yml": "- {date: 1918, text: A, txet: B}\n"})
    result = run("build", "--format", "json", cwd=tmp_path)
    problem = json.loads(result.stdout)["problems"][0]
    assert (problem["file"], problem["line"], problem["column"], problem["severity"]) == (
        "data/news.yml",
        1,
        25,
        "error",
    )
    assert problem["hint"] == "did you mean `text`?"
    assert result.returncode == 1


def test_strict_takes_a_warning_for_an_error_and_writes_nothing(tmp_path: Path) -> None:
    make_site(tmp_path, {"content/about.md": "![a](none.png)\n"})
    assert run("build", "--strict", cwd=tmp_path).returncode == 1
    assert not (tmp_path / "output").exists()
    assert run("build", cwd=tmp_path).returncode == 0


def test_a_build_with_nothing_to_do_prints_unchanged_and_repeats_its_warnings(
    tmp_path: Path,
) -> None:
    make_site(tmp_path, {"content/about.md": "![a](none.png)\n"})
    first, second = run("build", cwd=tmp_path), run("build", cwd=tmp_path)
    assert second.stdout.startswith("Nothing changed")
    assert second.stderr == first.stderr != ""


@every_case("arguments", [[], ["bulid"], ["build", "--sight", "x"], ["markdown"]])
def test_wrong_usage_ends_with_status_two(arguments: list[str], tmp_path: Path) -> None:
    assert run(*arguments, cwd=tmp_path).returncode == 2


@every_case(
    ("line", "usage", "said"),
    [
        ("--strict", "acadfolio [-h]", "the following arguments are required: COMMAND"),
        ("build --Strict", "acadfolio [-h]", "unrecognized arguments: --Strict"),
        ("-v build --strict", "acadfolio [-h]", "unrecognized arguments: -v\n"),
        (
            "serve --port 99999",
            "acadfolio serve [-h]",
            "argument --port: `99999` is not a port: write a number from 1 to 65535",
        ),
        ("serve --port http", "acadfolio serve [-h]", "`http` is not a port"),
    ],
)
def test_wrong_usage_prints_the_usage_and_what_is_wrong(
    line: str, usage: str, said: str, tmp_path: Path
) -> None:
    ended = run(*line.split(), cwd=tmp_path)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(f"usage: {usage}")
    assert said in ended.stderr


def test_an_unknown_command_is_an_error_that_names_all(tmp_path: Path) -> None:
    ended = run("biuld", "--strict", cwd=tmp_path)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert all(command in ended.stderr for command in ("biuld", "build", "deploy"))


@every_case("arguments", [["--help"], ["build", "--help"], ["build", "--format", "x"]])
def test_help_and_usage_fit_the_terminal(arguments: list[str], tmp_path: Path) -> None:
    widths = []
    for columns in (60, 200):
        ended = run(*arguments, cwd=tmp_path, COLUMNS=str(columns))
        widths.append(
            max(
                map(
                    len,
                    (
                        ended.stdout or ended.stderr.partition("acadfolio build: error")[0]
                    ).splitlines(),
                )
            )
        )
    assert widths[0] <= 60 < widths[1]


@pytest.mark.slow
def test_markdown_comes_from_a_file_or_from_standard_input(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("*Hello*\n")
    assert run_process("markdown", "a.md", cwd=tmp_path).stdout == "<p><em>Hello</em></p>\n"
    piped = subprocess.run(
        [sys.executable, "-m", "acadfolio", "markdown", "-"],
        input="---\ntitle: A\n---\n*Hello*\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert piped.stdout == "<p><em>Hello</em></p>\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "said"), [(b"---\ntitle: A\n", "1: error: this front"), (b"\xe9", "1:1: error")]
)
def test_a_text_that_cannot_be_read_has_no_html(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "a.md").write_bytes(content)
    for file, name in (("a.md", "a.md"), ("-", "standard input")):
        command = [sys.executable, "-m", "acadfolio", "markdown", file]
        ended = subprocess.run(
            command, cwd=tmp_path, input=content, capture_output=True, check=False
        )
        assert (ended.returncode, ended.stdout) == (1, b"")
        assert ended.stderr.decode().startswith(f"{name}:{said}")
    assert run_process("markdown", "none.md", cwd=tmp_path).returncode == 1


def test_schemas_go_where_they_are_wanted(tmp_path: Path) -> None:
    assert run("schema", "here", cwd=tmp_path).returncode == 0
    assert json.loads((tmp_path / "here/news.json").read_text(encoding="utf-8"))["type"] == [
        "array",
        "null",
    ]


def test_the_cache_does_not_change_a_byte(tmp_path: Path) -> None:
    make_site(tmp_path, {"data/news.yml": "- {date: 1918, text: A}\n"})
    snapshots = []
    for options in (["--no-cache"], [], []):
        run("build", *options, cwd=tmp_path)
        output = tmp_path / "output"
        snapshots.append(
            {
                path.relative_to(output): path.read_bytes()
                for path in output.rglob("*")
                if path.is_file()
            }
        )
    assert snapshots[0] == snapshots[1] == snapshots[2]


@pytest.mark.slow
def test_the_wheel_brings_the_starter_and_the_theme(tmp_path: Path) -> None:
    wheel = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=REPOSITORY, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert wheel.returncode == 0, wheel.stderr
    package = tmp_path / "package"
    subprocess.run(
        [sys.executable, "-m", "zipfile", "-e", next(tmp_path.glob("*.whl")), package], check=True
    )
    made = run_process("new", "site", cwd=tmp_path, PYTHONPATH=str(package))
    built = run_process("build", "--strict", cwd=tmp_path / "site", PYTHONPATH=str(package))
    assert (made.returncode, built.returncode, built.stderr) == (0, 0, "")
    assert (tmp_path / "site/output/assets/css/main.css").is_file()
    empty = run_process("new", "empty", "--empty", cwd=tmp_path, PYTHONPATH=str(package))
    assert empty.returncode == 0
    assert (tmp_path / "empty/data/profile.yml").is_file()
    assert (
        run_process(
            "new", "example", "--starter", "mathematician", cwd=tmp_path, PYTHONPATH=str(package)
        ).returncode
        == 0
    )


@pytest.mark.slow
def test_the_sources_bring_what_the_tests_read(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)],
        cwd=REPOSITORY, capture_output=True, check=True,
    )  # fmt: skip
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        ".github/workflows/pages.yml",
        "requirements.txt",
        "tests/test_cli.py",
        "bench/stages.py",
    } <= names


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_output_into_a_pipe_is_utf8_in_any_locale(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# 研究 🔥\n", encoding="utf-8")
    command = [sys.executable, "-m", "acadfolio", "markdown", "a.md"]
    result = subprocess.run(
        command,
        cwd=tmp_path,
        env=os.environ | {"PYTHONIOENCODING": encoding},
        capture_output=True,
        check=True,
    )
    assert result.stdout.decode("utf-8") == '<h1 id="研究-">研究 🔥</h1>\n'


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run("schema", "file/schemas", cwd=tmp_path)
    assert (result.returncode, result.stderr.count("\n")) == (1, 1)
    assert "file/schemas: error: the schemas cannot be written here" in result.stderr


@pytest.mark.slow
def test_what_a_wrong_clock_published_is_taken_back_when_it_is_set_right(tmp_path: Path) -> None:
    yesterday, tomorrow = "TZ=XXX24", "TZ=XXX-24"
    day = subprocess.run(
        ["date", "+%F"],
        env=os.environ | dict([tomorrow.split("=")]),
        capture_output=True,
        text=True,
        check=True,
    )
    make_site(
        tmp_path,
        {
            f"content/posts/{day.stdout.strip()}-embargo.md": "---\ntitle: Embargo\n---\n\nNot yet.\n"
        },
    )
    post = tmp_path / "output/posts/embargo/index.html"
    for zone in (tomorrow, yesterday, tomorrow):
        assert run_process("build", cwd=tmp_path, **dict([zone.split("=")])).returncode == 0
        assert post.is_file() is (zone == tomorrow)


BEFORE, ON_THE_DAY = "1767225600", "1767312000"
"""1 and 2 January 2026."""
MARK = '<span class="badge">upcoming</span>'


def test_talks_and_events_of_days_to_come_are_marked_until_their_day(tmp_path: Path) -> None:
    talks = "- {date: 2026-01-02, title: Radium}\n- {date: 1911-12-11, title: Nobel lecture}\n"
    page = "{{ talks() }}\n\n{{ lectures() }}\n"
    lectures = "- {date: 2026-01-02, title: Polonium}\n"
    make_site(
        tmp_path, {"data/talks.yml": talks, "data/lectures.yml": lectures, "content/about.md": page}
    )
    for day, marked in ((BEFORE, 2), (ON_THE_DAY, 0)):
        assert run("build", cwd=tmp_path, SOURCE_DATE_EPOCH=day).returncode == 0
        html = (tmp_path / "output/index.html").read_text()
        assert html.count(MARK) == marked
        talk, lecture = (
            f'<span class="entry__title">Radium</span> {MARK}',
            f"<strong>Polonium</strong> {MARK}",
        )
        assert html.count(talk) == html.count(lecture) == marked / 2


def test_a_paper_of_a_year_to_come_is_not_published(tmp_path: Path) -> None:
    paper = "- {title: Radium, venue: Crelle, kind: journal, year: 2026}\n"
    settings = "title: A\nlook: academicpages\n"
    make_site(tmp_path, {"data/publications.yml": paper, "data/site.yml": settings})
    for day, is_published in (("1640995200", False), (BEFORE, True)):  # 1 January 2022, and 2026.
        assert run("build", cwd=tmp_path, SOURCE_DATE_EPOCH=day).returncode == 0
        assert (
            "Published in" in (tmp_path / "output/publications/index.html").read_text()
        ) is is_published


@every_case("epoch", ["²", "soon", "9" * 20])
def test_a_time_that_is_none_is_named(epoch: str, tmp_path: Path) -> None:
    make_site(tmp_path, {})
    result = run("build", cwd=tmp_path, SOURCE_DATE_EPOCH=epoch)
    assert (result.returncode, result.stderr) == (
        1,
        f"SOURCE_DATE_EPOCH: error: `{epoch}` is not a time (unset it, or set it to the seconds since 1970)\n",
    )


@pytest.mark.slow
def test_a_folder_that_is_gone_is_reported(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    command = f"rmdir ../gone && {sys.executable} -m acadfolio build --site .."
    result = subprocess.run(
        ["sh", "-c", command], cwd=tmp_path / "gone", capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "this folder no longer exists" in result.stderr


def test_a_page_is_turned_into_html_without_its_front_matter(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("---\ntitle: A\n---\n*Hello*\n")
    assert run("markdown", "a.md", cwd=tmp_path).stdout == "<p><em>Hello</em></p>\n"


def test_a_build_reports_how_much_is_scheduled(tmp_path: Path) -> None:
    make_site(
        tmp_path,
        {"content/posts/2999-01-01-a.md": "A\n", "content/b.md": "---\ndraft: true\n---\nB\n"},
    )
    for _ in range(2):
        assert "2 drafts and future posts skipped" in run("build", cwd=tmp_path).stdout
    assert "skipped" not in run("build", "--drafts", cwd=tmp_path).stdout


def test_a_missing_picture_is_reported_once(tmp_path: Path) -> None:
    make_site(
        tmp_path,
        {"data/profile.yml": "name: A\navatar: images/none.png\n", "content/b.md": "# B\n"},
    )
    result = run("check", cwd=tmp_path)
    assert result.stderr.count("none.png") == 1
    assert (result.returncode, run("build", cwd=tmp_path).returncode) == (1, 0)


def test_a_picture_in_the_data_wants_words_too(tmp_path: Path) -> None:
    papers = "- title: A\n  image: images/a.svg\n  authors: [Emmy Noether]\n  year: 1918\n"
    papers += "- {title: B, authors: [Emmy Noether], year: 1921, image: images/a.svg, image_alt: A curve}\n"
    make_site(tmp_path, {"data/publications.yml": papers, "static/images/a.svg": "<svg/>"})
    result = run("check", cwd=tmp_path)
    assert result.stderr == (
        "data/publications.yml:1:3: warning: the image `images/a.svg` has no alt text"
        ' (add `image_alt: …`, or `image_alt: ""` if it is only decorative)\n'
    )


def test_a_picture_in_a_bibliography_wants_words_and_the_bibliography_gives_them(
    tmp_path: Path,
) -> None:
    entry = "@book{{{}, title={{{}}}, author={{Noether, Emmy}}, publisher={{S}}, year=1918,\npreview={{images/a.svg}}{}}}\n"
    words, none = ",\nacadfolio = {image_alt: A *curve*}", ',\nacadfolio = {image_alt: ""}'
    bib = entry.format("a", "A", words) + entry.format("b", "B", none) + entry.format("c", "C", "")
    make_site(tmp_path, {"data/sub/papers.bib": bib, "static/images/a.svg": "<svg/>",
                         "content/about.md": '{{ publications(view="boxes") }}\n'})  # fmt: skip
    result = run("check", cwd=tmp_path)
    assert result.stderr == (
        "data/sub/papers.bib:7: warning: the image `images/a.svg` has no alt text"
        ' (add `acadfolio = {image_alt: …}`, or `acadfolio = {image_alt: ""}` if it is only decorative)\n'
    )
    assert run("build", cwd=tmp_path).returncode == 0
    page = (tmp_path / "output/index.html").read_text()
    assert 'alt="A curve"' in page
    assert "image_alt" not in page


@pytest.mark.slow
def test_a_command_prints_all_its_output_before_it_ends(tmp_path: Path) -> None:
    """It ends at once, without Python's own cleaning up, and so what it said must be out."""
    for arguments, status in (
        (["--version"], 0),
        (["check", "--site", "no"], 1),
        (["markdown", "-"], 0),
    ):
        command = [sys.executable, "-m", "acadfolio", *arguments]
        said = tmp_path / "said"
        with said.open("wb") as file:
            ended = subprocess.run(
                command, input=b"*Radium*\n" * 9999, stdout=file, stderr=file, check=False
            )
        assert ended.returncode == status
        assert said.read_bytes().endswith(b"\n")
        assert arguments[0] != "markdown" or said.read_bytes().count(b"<em>Radium</em>") == 9999


@pytest.mark.parametrize("folder", ["templates", "templates/layouts", "data", "content", "static"])
def test_a_folder_that_may_not_be_read_is_named_and_no_fault_of_the_program(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    site = make_site(
        tmp_path / "site",
        {"templates/layouts/own.html": "", "content/about.md": "Hello", "static/a": ""},
    )
    assert main(["build", "--site", str(site)]) == 0
    locked = str(site / folder)
    scandir, stat = os.scandir, os.stat

    def refused(path: object) -> bool:  # The tests may run as root, whom no permission stops.
        return os.path.commonpath([locked, str(Path(str(path)).absolute())]) == locked

    def scan(path: Any = ".") -> Any:
        if refused(path):
            raise PermissionError(13, "Permission denied", os.fspath(path))
        return scandir(path)

    def look(path: Any, *arguments: Any, **options: Any) -> Any:
        if isinstance(path, str | Path) and str(path) != locked and refused(path):
            raise PermissionError(13, "Permission denied")
        return stat(path, *arguments, **options)

    monkeypatch.setattr(os, "scandir", scan)
    monkeypatch.setattr(os, "stat", look)
    assert main(["build", "--site", str(site)]) == 1
    assert (
        f"{folder}: error: this folder cannot be read: Permission denied" in capsys.readouterr().err
    )


def with_interrupt(folder: Path, module: str) -> str:
    """A PYTHONPATH on which somebody presses Ctrl-C while this module is imported."""
    # Whoever runs the tests may ignore it.
    code = "import os, signal\nsignal.signal(2, signal.default_int_handler)\nos.kill(os.getpid(), signal.SIGINT)\n"
    make_site(folder, {f"{module}.py": code})
    return str(folder)


@pytest.mark.slow
@pytest.mark.parametrize(("command", "module", "status"), [
    ("build", "fnmatch", 130), ("serve", "argparse", 130), ("check", "argparse", 130), ("serve", "tornado", 0),
])  # fmt: skip
def test_ctrl_c_right_after_the_start_is_no_traceback(
    command: str, module: str, status: int, tmp_path: Path
) -> None:
    ended = run_process(
        command, cwd=tmp_path, PYTHONPATH=with_interrupt(tmp_path / "modules", module)
    )
    assert ended.returncode == status
    assert not ended.stderr
