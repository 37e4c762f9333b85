"""What `acadfolio new` writes beside the site, so that it goes online: read and run by the tools that it is for."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from acadfolio.checks import check_site
from acadfolio.cli import main
from acadfolio.loading.bibliographies import Bibliographies
from acadfolio.loading.files import list_files
from acadfolio.preview.network import DEFAULT_PORT
from acadfolio.problems import SiteError
from acadfolio.scaffold import EMPTY, SHIPPING, new_site, own_requirement
from full_disk import files_of_at_most
from sites import make_site

ROOT = Path(__file__).resolve().parent.parent
TOOLS = Path(sys.executable).parent
WORKFLOW = ".github/workflows/pages.yml"
WHEELS = {"wheels"} if own_requirement().files else set()
"""The folder of a new site with acadfolio's wheel. A public commit has none."""
COMMANDS = ["acadfolio check --deploy", "acadfolio build"]
"""What every host runs, once acadfolio is installed."""
MANUAL = (ROOT / "docs" / "content" / "deploy.md").read_text(encoding="utf-8")


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command as in a shell with the virtual environment, where git knows nobody's settings."""
    apart = {
        "PATH": f"{TOOLS}{os.pathsep}{os.environ['PATH']}",
        "PRE_COMMIT_HOME": str(cwd / ".git" / "pre-commit"),
        "GIT_CONFIG_GLOBAL": os.devnull,
        **{
            f"GIT_{who}_{what}": "a@a.example"
            for who in ("AUTHOR", "COMMITTER")
            for what in ("NAME", "EMAIL")
        },
    }
    return subprocess.run(
        command,
        cwd=cwd,
        env=os.environ | apart | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def schema_says(name: str, file: Path) -> str:
    return run(
        TOOLS / "check-jsonschema", "--builtin-schema", f"vendor.{name}", file, cwd=file.parent
    ).stdout


def zizmor_finds(folder: Path) -> int:
    """How zizmor ends, in its strictest mood, which is 0 when it finds nothing."""
    return run(
        TOOLS / "zizmor", "--offline", "--quiet", "--persona=auditor", ".", cwd=folder
    ).returncode


@pytest.fixture
def site(tmp_path: Path) -> Path:
    new_site(tmp_path / "site")
    return tmp_path / "site"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    run("git", "init", "--quiet", cwd=folder)
    return folder


# GitHub's workflow


def test_the_workflow_is_one_and_zizmor_finds_nothing_in_it(site: Path) -> None:
    assert "ok" in schema_says("github-workflows", site / WORKFLOW)
    assert zizmor_finds(site) == 0


def test_zizmor_finds_what_the_workflow_avoids(site: Path) -> None:
    text = (site / WORKFLOW).read_text(encoding="utf-8")
    (site / WORKFLOW).write_text(
        text.replace("persist-credentials: false", "persist-credentials: true")
    )
    assert zizmor_finds(site) != 0


def test_every_action_is_pinned_to_a_commit_and_names_its_version(site: Path) -> None:
    text = (site / WORKFLOW).read_text(encoding="utf-8")
    actions = re.findall(r"uses: .*", text)
    assert len(actions) == 4
    assert [
        one
        for one in actions
        if not re.fullmatch(r"uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)
    ] == []


def test_each_job_may_do_only_what_it_does(site: Path) -> None:
    workflow = yaml.safe_load((site / WORKFLOW).read_text(encoding="utf-8"))
    assert workflow["permissions"] == {}
    assert {name: job["permissions"] for name, job in workflow["jobs"].items()} == {
        "build": {"contents": "read"},
        "deploy": {"pages": "write", "id-token": "write"},
    }
    assert not [step for step in workflow["jobs"]["deploy"]["steps"] if "run" in step]


def test_what_the_workflow_runs_builds_a_new_site(site: Path) -> None:
    workflow = yaml.safe_load((site / WORKFLOW).read_text(encoding="utf-8"))
    steps = workflow["jobs"]["build"]["steps"]
    install, *commands = [step["run"] for step in steps if "run" in step]
    assert install == "python -m pip install --requirement requirements.txt"
    assert commands == COMMANDS
    for command in commands:
        ended = run(*command.split(), cwd=site)
        assert (ended.returncode, ended.stderr) == (0, ""), command
    assert (site / steps[-1]["with"]["path"] / "index.html").is_file()


def workflow_commands(site: Path) -> list[str]:
    """The commands of the workflow's build, after the installation."""
    workflow = yaml.safe_load((site / WORKFLOW).read_text(encoding="utf-8"))
    _, *commands = [step["run"] for step in workflow["jobs"]["build"]["steps"] if "run" in step]
    return commands


@pytest.mark.parametrize("is_template", [False, True])
def test_the_workflow_of_an_empty_site_stops_at_its_placeholders(
    tmp_path: Path, is_template: bool
) -> None:
    new_site(tmp_path, source=EMPTY, is_template=is_template)
    ended = run("sh", "-ec", "\n".join(workflow_commands(tmp_path)), cwd=tmp_path)
    assert ended.returncode == 1
    assert (
        "data/profile.yml:2:7: error: 3 placeholders are left on lines 2, 4 and 8, such as `Your Name`"
        in ended.stderr
    )
    for file in (
        "data/site.yml",
        "content/about.md",
        "content/cv.md",
        "data/publications.yml",
        "data/news.yml",
    ):
        assert f"{file}:" in ended.stderr
    assert not (tmp_path / "output").exists()


def test_the_workflow_of_a_site_that_is_filled_in_publishes_it(tmp_path: Path) -> None:
    new_site(tmp_path, source=EMPTY)
    write = {
        "data/profile.yml": "name: Emmy Noether\n",
        "data/site.yml": "title: Emmy Noether\n",
        "content/about.md": "---\npermalink: /\n---\nI work on algebra.\n",
        "data/news.yml": "- {date: 1915, text: I moved to Göttingen.}\n",
        "data/education.yml": "- {degree: Doctorate, institution: Erlangen, date: 1907}\n",
        "data/publications.yml": "- {title: Invariants, authors: [Emmy Noether], year: 1918}\n",
        "content/cv.md": "---\npermalink: /cv/\n---\nMy life.\n",
    }
    for file, text in write.items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    ended = run("sh", "-ec", "\n".join(workflow_commands(tmp_path)), cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert "Emmy Noether" in (tmp_path / "output/index.html").read_text(encoding="utf-8")


def test_the_workflow_stops_at_entries_of_the_demo_under_another_name(site: Path) -> None:
    profile = site / "data/profile.yml"
    profile.write_text(
        re.sub("(?m)^name: .*", "name: Emmy Noether", profile.read_text("utf-8")), "utf-8"
    )
    ended = run("sh", "-ec", "\n".join(workflow_commands(site)), cwd=site)
    assert ended.returncode == 1
    assert "data/awards.yml:3:3: error: 11 entries of the demo site are left" in ended.stderr


@pytest.mark.fast
def test_a_check_for_deploying_refuses_a_private_file_and_a_plain_check_warns(
    tmp_path: Path,
) -> None:
    site = make_site(
        tmp_path / "site", {"content/about.md": "# Hello\n", "static/files/server.pem": "key"}
    )
    for for_deploy, severity in ((False, "warning"), (True, "error")):
        found = [
            problem
            for problem in check_site(site, for_deploy=for_deploy)[0]
            if problem.rule == "private-file"
        ]
        assert [(problem.location.file, problem.severity) for problem in found] == [
            ("files/server.pem", severity)
        ]


@pytest.mark.fast
def test_this_repository_puts_its_demo_online_in_the_same_way_with_the_manual_below() -> None:
    ours = (ROOT / WORKFLOW).read_text("utf-8").splitlines()
    (manual,) = [line for line in ours if "--site docs" in line]
    ours.remove(manual)
    assert ours == (ROOT / "src/acadfolio/shipping/pages.yml").read_text("utf-8").splitlines()
    assert manual.endswith("acadfolio build --site docs --output output/manual")
    (line,) = [
        line
        for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines()
        if line[0] != "#"
    ]
    assert line == ".[jekyll]"


def test_no_file_of_a_new_site_sends_to_a_manual_that_is_not_there(site: Path) -> None:
    texts = {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in site.rglob("*")
        if path.is_file()
    }
    assert {"requirements.txt", "data/site.yml", "content/about.md"} < texts.keys()
    assert [path for path, text in texts.items() if b"docs/" in text] == []


# Codespaces, pre-commit, git


def test_a_codespace_opens_with_the_preview(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = json.loads((site / ".devcontainer/devcontainer.json").read_text(encoding="utf-8"))
    assert settings["postCreateCommand"] == "python -m pip install --requirement requirements.txt"
    assert settings["postAttachCommand"] == f"acadfolio serve --port {DEFAULT_PORT}"
    assert settings["forwardPorts"] == [DEFAULT_PORT]
    assert set(settings["portsAttributes"]) == {str(DEFAULT_PORT)}
    with pytest.raises(SystemExit):
        main([*settings["postAttachCommand"].split()[1:], "--help"])
    assert "--port" in capsys.readouterr().out


def test_a_commit_that_breaks_the_site_is_refused(repository: Path) -> None:
    new_site(repository)
    assert run(TOOLS / "pre-commit", "validate-config", cwd=repository).returncode == 0
    assert run(TOOLS / "pre-commit", "install", cwd=repository).returncode == 0
    run("git", "add", "--all", cwd=repository)
    assert run("git", "commit", "-m", "A site", cwd=repository).returncode == 0
    with (repository / "data/news.yml").open("a", encoding="utf-8") as news:
        news.write("- {date: 1903, txet: A prize}\n")
    refused = run("git", "commit", "--all", "-m", "A mistake", cwd=repository)
    assert refused.returncode == 1
    assert "data/news.yml" in refused.stdout + refused.stderr
    assert run("git", "rev-list", "--count", "HEAD", cwd=repository).stdout == "1\n"


def test_git_sees_nothing_that_is_built(repository: Path) -> None:
    new_site(repository)
    main(["build", "--site", str(repository)])
    seen = run("git", "status", "--porcelain", "--untracked-files=all", cwd=repository).stdout
    assert {line[3:].split("/")[0] for line in seen.splitlines()} == {
        ".devcontainer", ".github", ".gitignore", ".pre-commit-config.yaml", "content", "data", "requirements.txt",
        "static", *WHEELS,
    }  # fmt: skip


# Where there is something already


def test_a_repository_keeps_what_it_has_and_is_named(repository: Path) -> None:
    (repository / "README.md").write_text("Ada's page")
    (repository / ".gitignore").write_text("output\n*.aux\n")
    reported = run("acadfolio", "new", ".", cwd=repository)
    assert (reported.returncode, reported.stderr) == (0, "")
    left, *_, advice, made = reported.stdout.splitlines()
    assert left == "Not changed: .gitignore"
    assert made.startswith("Created ")
    assert advice.startswith("First write your `name` in data/profile.yml")
    assert (repository / "README.md").read_text() == "Ada's page"
    assert (repository / ".gitignore").read_text() == "output\n*.aux\n"
    assert (repository / "data/site.yml").is_file()


def test_a_site_gets_what_puts_it_online_and_no_demo(tmp_path: Path) -> None:
    settings = tmp_path / "data/site.yml"
    settings.parent.mkdir()
    settings.write_text("title: Ada\n")
    made = new_site(tmp_path)
    assert sorted(made.written) == sorted([*SHIPPING, "requirements.txt", *own_requirement().files])
    again = new_site(tmp_path)
    assert (again.written, sorted(again.left)) == ([], sorted([*SHIPPING, "requirements.txt"]))
    assert settings.read_text() == "title: Ada\n"
    assert not (tmp_path / "content").exists()


def test_requirements_that_are_there_stay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/site.yaml").write_text("title: Ada")
    (tmp_path / "requirements.txt").write_text("pandas\n")
    assert main(["new", str(tmp_path)]) == 0
    left, *_, lacking, _ = capsys.readouterr().out.splitlines()
    assert (left, (tmp_path / "requirements.txt").read_text()) == (
        "Not changed: requirements.txt",
        "pandas\n",
    )
    line = own_requirement().line
    assert lacking == f"Add this line to your requirements.txt:  {line}"
    (tmp_path / "requirements.txt").write_text(f"pandas\n{line}\n")
    assert main(["new", str(tmp_path)]) == 0
    assert "Add this line" not in capsys.readouterr().out


def test_a_folder_of_the_same_name_is_not_mixed_with_ours(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (repository / "data").mkdir()
    (repository / "data/rings.csv").write_text("1,2\n")
    assert main(["new", str(repository)]) == 1
    assert "there are other files here" in capsys.readouterr().err
    assert sorted(path.name for path in repository.iterdir()) == [".git", "data"]


def test_a_link_that_leads_nowhere_is_not_written_through(repository: Path, tmp_path: Path) -> None:
    (repository / "requirements.txt").symlink_to(tmp_path / "elsewhere.txt")
    assert "requirements.txt" in new_site(repository).left
    assert not (tmp_path / "elsewhere.txt").exists()


@pytest.mark.parametrize("source", [None, EMPTY])
def test_a_site_that_cannot_be_made_whole_is_not_made_at_all(
    source: Path | None, tmp_path: Path, repository: Path
) -> None:
    (repository / ".github").mkdir()
    (repository / ".gitignore").write_text("output\n")
    before = sorted(repository.rglob("*"))
    for folder in (tmp_path / "new", repository):
        with files_of_at_most(1000), pytest.raises(SiteError, match="nothing was written"):
            new_site(folder, source=source)
    assert not (tmp_path / "new").exists()
    assert sorted(repository.rglob("*")) == before
    assert new_site(tmp_path / "new", source=source).left == []


def test_half_a_site_of_a_killed_run_is_not_taken_for_one(tmp_path: Path) -> None:
    """What makes a folder a site comes after all other files of it."""
    written = new_site(tmp_path / "whole").written
    assert written.index("data/site.yml") > max(
        written.index(path) for path in written if path.startswith("static/")
    )
    for path in written[: written.index("data/site.yml")]:
        (tmp_path / "half" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "half" / path).touch()
    with pytest.raises(SiteError, match="there are other files here"):
        new_site(tmp_path / "half")


@pytest.mark.parametrize("name", ["my site", "it's $(touch pwned)", "-dash", "plain"])
def test_the_next_step_can_be_pasted(name: str, tmp_path: Path) -> None:
    reported = run("acadfolio", "new", "--empty", "--", name, cwd=tmp_path)
    next_step = reported.stdout.rpartition("Next:  ")[2]
    assert next_step.endswith("acadfolio serve --open\n")
    built = next_step.replace("serve --open", "build")  # The preview would run until it is stopped.
    assert run("sh", "-c", built, cwd=tmp_path).returncode == 0
    assert (tmp_path / name / "output/index.html").is_file()
    assert [path.name for path in tmp_path.iterdir()] == [name]


# Other hosts, as the manual has them


def block(language: str, beginning: str) -> str:
    """The block of the manual that begins so."""
    (found,) = re.findall(rf"```{language}\n({re.escape(beginning)}.*?)```", MANUAL, re.DOTALL)
    return str(found)


def test_what_the_manual_has_for_gitlab_is_a_pipeline(site: Path) -> None:
    file = site / ".gitlab-ci.yml"
    file.write_text(block("yml", "# .gitlab-ci.yml"), encoding="utf-8")
    assert "ok" in schema_says("gitlab-ci", file)
    job = yaml.safe_load(file.read_text(encoding="utf-8"))["deploy-pages"]
    install, *commands = job["script"]
    assert install == "python -m pip install --requirement requirements.txt"
    assert commands == COMMANDS
    assert job["pages"]["publish"] == "output"


@pytest.mark.fast
def test_netlify_and_cloudflare_run_what_the_workflow_runs() -> None:
    settings = tomllib.loads(block("toml", "# netlify.toml"))["build"]
    assert settings == {
        "command": " && ".join(COMMANDS), "publish": "output", "environment": {"PYTHON_VERSION": "3.13"},
    }  # fmt: skip
    assert f"| Build command | `{settings['command']}` |" in MANUAL
    assert f"| Build output directory | `{settings['publish']}` |" in MANUAL


def test_the_readme_names_every_list_of_works_that_a_new_site_has(tmp_path: Path) -> None:
    new_site(tmp_path / "homepage")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    step = readme[readme.index("4. **Make it yours.**") : readme.index("A paper takes four lines")]
    lists = Bibliographies.of(tmp_path / "homepage", list_files(tmp_path / "homepage/data")).files
    assert lists
    assert [path for path in lists if f"`data/{path}`" not in step] == []


def test_demo_publications_that_are_not_the_authors_are_reported(tmp_path: Path) -> None:
    """A newcomer who follows the README but leaves `more.ris` sees a message."""
    new_site(tmp_path / "homepage")
    data = tmp_path / "homepage/data"
    (data / "profile.yml").write_text("name: Ada Example\n", encoding="utf-8")
    (data / "publications.yml").write_text(
        "- {title: On starlight, authors: [Ada Example], year: 2024}\n"
    )
    reported = [problem.message for problem in check_site(tmp_path / "homepage")[0]]
    assert "you are not an author of any of the 2 works of data/more.ris" in reported


# A template for repositories on GitHub


def test_a_template_is_the_empty_site_with_a_readme_for_its_users(tmp_path: Path) -> None:
    new_site(tmp_path / "empty", source=EMPTY)
    assert main(["new", str(tmp_path / "template"), "--template"]) == 0
    made, empty = (
        {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
        for folder in (tmp_path / "template", tmp_path / "empty")
    )
    assert made - empty == {Path("README.md")}
    assert empty <= made


def test_the_readme_of_a_template_names_files_that_the_template_has(tmp_path: Path) -> None:
    new_site(tmp_path, source=EMPTY, is_template=True)
    readme = (tmp_path / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:data|content|static)/[^`]*\w?)`", readme)) - {"data/"}
    assert {"data/profile.yml", "data/site.yml", "content/about.md", "static/"} <= named
    assert [name for name in named if not (tmp_path / name).exists()] == []
    workflow = yaml.safe_load((tmp_path / WORKFLOW).read_text(encoding="utf-8"))
    assert f"select **{workflow['name']}**" in readme


def test_check_finds_what_the_users_of_a_template_must_replace(tmp_path: Path) -> None:
    new_site(tmp_path, source=EMPTY, is_template=True)
    problems = check_site(tmp_path)[0]
    files = {str(problem.location).partition(":")[0] for problem in problems}
    assert {
        "data/profile.yml",
        "content/about.md",
        "data/publications.yml",
        "data/news.yml",
    } <= files
    assert {problem.severity for problem in problems} == {"warning"}, (
        "the workflow publishes a new repository"
    )


@pytest.mark.parametrize("kind", ["a link to a device", "a pipe", "a folder", "a broken link"])
def test_requirements_that_are_no_file_are_not_read(tmp_path: Path, kind: str) -> None:
    place = make_site(tmp_path, {"content/about.md": "Hello\n"}) / "requirements.txt"
    if kind == "a pipe":
        os.mkfifo(place)
    elif kind == "a folder":
        place.mkdir()
    else:
        place.symlink_to("/dev/zero" if kind == "a link to a device" else "nowhere")
    made = new_site(tmp_path)
    assert made.lacks_requirement
    assert "requirements.txt" in made.left
