"""The comparison with other generators: its content, its sites, and that it notices what is wrong."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bench import growth, tables
from bench.compare import Pair, compare, summary
from bench.content import SIZES, Content
from bench.generators import GENERATORS
from bench.sites import WRITERS, write_site
from bench.stages import functions, stages
from bench.trial import USER_CACHES, Memory, Run, Trial
from cases import every_case

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
TINY = Content(SIZES["tiny"])
FAST_ENOUGH = 60


def run(generator: str, wall: float, complaint: str = "") -> Run:
    return Run(generator, "cold", wall, wall, complaint, Memory(40, 50))


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trial]:
    """A site that is built as a whole by the first test that asks for it, and changed by all."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bench.trial.WORK", tmp_path_factory.mktemp("work"))
        yield Trial(GENERATORS["acadfolio-plain"], TINY, "tiny", FAST_ENOUGH)


def test_the_content_is_the_same_every_time() -> None:
    again = Content(SIZES["tiny"])
    assert (again.papers, again.news, again.pages, again.about) == (
        TINY.papers,
        TINY.news,
        TINY.pages,
        TINY.about,
    )


def test_a_larger_site_holds_what_the_smaller_one_does() -> None:
    assert set(TINY.pages) < set(Content(SIZES["small"]).pages)


@every_case("generator", WRITERS)
def test_every_text_is_in_every_generators_source(generator: str, tmp_path: Path) -> None:
    write_site(generator, TINY, tmp_path / "site")
    source = "".join(
        file.read_text(encoding="utf-8")
        for file in (tmp_path / "site").rglob("*")
        if file.is_file()
    )
    texts = [
        *TINY.papers[0].authors,
        *(paper.abstract for paper in TINY.papers),
        *(n.text for n in TINY.news),
    ]
    assert [text for text in texts if text not in source] == []
    assert len(TINY.pages) > 1
    assert [page.title for page in TINY.pages if page.body.strip() not in source] == []


def test_every_generator_that_has_a_site_can_be_run() -> None:
    assert GENERATORS.keys() == WRITERS.keys()


@pytest.mark.slow
def test_acadfolio_makes_every_page_and_an_edit_is_seen(trial: Trial) -> None:
    assert trial.run("edit", thorough=True).complaint == ""
    assert trial.run("data").complaint == ""


@pytest.mark.slow
def test_acadfolio_makes_the_same_pages_with_the_theme_of_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench.trial.WORK", tmp_path)
    trial = Trial(GENERATORS["acadfolio-same-theme"], TINY, "tiny", FAST_ENOUGH)
    assert trial.run("cold", thorough=True).complaint == ""
    page = (trial.folder / f"output/pages/{TINY.pages[0].slug}/index.html").read_text(
        encoding="utf-8"
    )
    assert '<link rel="stylesheet" href="../../style.css">' in page
    assert "assets/css" not in page


@pytest.mark.slow
def test_the_profile_has_every_stage(
    trial: Trial, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench.stages.WORK", tmp_path)
    found = stages(trial, "cold", 1)
    assert found.keys() == {"start of Python", "import", "rest", "load", "plan", "render", "write"}
    assert all(wall > 0 for wall, _ in found.values())
    assert max(found, key=found.__getitem__) in {"render", "import"}


@pytest.mark.slow
def test_the_profile_names_the_functions_that_a_build_calls(
    trial: Trial,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("bench.stages.WORK", tmp_path)
    functions(trial, "cold", 5000)
    reported = capsys.readouterr().out
    assert "(make_plan)" in reported
    assert "Ordered by: cumulative time" in reported


@pytest.mark.slow
def test_a_stale_page_a_missing_page_and_missing_words_are_reported(trial: Trial) -> None:
    assert trial.run("noop", thorough=True).complaint == ""
    output, page = trial.folder / "output", f"pages/{TINY.pages[0].slug}/index.html"
    assert (
        trial.complaint({page: "This is change number 7."}, thorough=False)
        == f"stale: the change is not in {page}"
    )
    (output / page).write_text("<p>Something else.</p>", encoding="utf-8")
    assert trial.complaint({}, thorough=False) == ""
    assert trial.complaint({}, thorough=True) == f"{page} lacks “{TINY.pages[0].title}”"
    (output / page).unlink()
    assert trial.complaint({}, thorough=False) == f"{page} is missing"


@pytest.mark.slow
def test_a_build_that_fails_is_reported(trial: Trial) -> None:
    settings = trial.folder / "data/site.yml"
    good = settings.read_text(encoding="utf-8")
    settings.write_text("titel: Wrong\n", encoding="utf-8")
    assert trial.run("cold").complaint.startswith("exit status 1")
    settings.write_text(good, encoding="utf-8")


def test_the_ratio_is_that_of_neighbours_and_not_of_medians() -> None:
    pairs = [
        Pair(run("acadfolio", wall), run("hugo", hugo)) for wall, hugo in ((1, 1), (8, 4), (3, 1))
    ]
    found = summary(pairs, Memory(40, 50), Memory(70, 80))
    assert (found["ratio"], found["ratios"], found["wall"], found["complaint"]) == (
        2,
        [1, 3],
        3,
        "",
    )


@pytest.mark.slow
def test_a_build_finds_a_filled_or_an_empty_user_cache(trial: Trial) -> None:
    """The caches are those of the trial, and not of the user who measures."""
    templates = [trial.home / ".cache" / "acadfolio"]
    assert trial.run("cold").complaint == ""
    assert [path.exists() for path in templates] == [True]
    assert trial.user_cache_size > 1
    trial.prepare("cold")
    assert [path.exists() for path in templates] == [True]
    trial.prepare("cold", "empty")
    assert [path.exists() for path in templates] == [False]
    assert trial.home.is_dir()
    assert trial.user_cache_size == 0
    assert trial.environment["HOME"] == str(trial.home)
    assert "XDG_CACHE_HOME" not in trial.environment


@pytest.mark.slow
def test_memory_is_that_of_all_processes_and_shared_memory_counts_once(trial: Trial) -> None:
    """A process and its parent share the libraries of Python at least."""
    memory = trial.run("cold", thorough=True).memory
    assert 5 < memory.proportional < memory.resident < 500


class FakeTrial:
    """A generator that writes down what it is asked to build."""

    def __init__(self, name: str, built: list[tuple[str, str, bool]]) -> None:
        self.generator, self.built = GENERATORS[name], built

    def run(self, scenario: str, *, user_cache: str = "warm", thorough: bool = False) -> Run:
        del scenario
        name = self.generator.name
        self.built.append((name, user_cache, thorough))
        return run(name, {"warm": 2, "empty": 3}[user_cache] if name == "mkdocs" else 1)


def test_every_generator_builds_with_each_user_cache_after_hugo_with_the_same() -> None:
    built: list[tuple[str, str, bool]] = []
    trials, hugo = (
        [FakeTrial("mkdocs", built), FakeTrial("pelican", built)],
        FakeTrial("hugo", built),
    )
    found = compare(trials, hugo, "cold", 1, ["warm", "empty"])  # type: ignore[arg-type]
    assert built == [
        ("hugo", "warm", True),
        ("mkdocs", "warm", True),
        ("hugo", "warm", False),
        ("pelican", "warm", True),
        *(
            (name, user_cache, False)
            for generator in ("mkdocs", "pelican")
            for user_cache in ("warm", "empty")
            for name in ("hugo", generator)
        ),
    ]
    ratios = {
        user_cache: {name: row["ratio"] for name, row in found.rows(user_cache).items()}
        for user_cache in ("warm", "empty")
    }
    assert ratios == {"warm": {"mkdocs": 2, "pelican": 1}, "empty": {"mkdocs": 3, "pelican": 1}}


@pytest.mark.slow
def test_growth_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bench.trial.WORK", tmp_path)
    monkeypatch.setattr("bench.growth.WORK", tmp_path)
    monkeypatch.setattr("bench.tables.RESULTS", tmp_path / "results")
    growth.main(["3"])
    assert capsys.readouterr().out.count("3 papers, ") == len(growth.GROWTH_SCENARIOS)
    header, _, row = tables.growth().splitlines()
    assert header.startswith("| papers | everything from nothing | one page changed |")
    assert re.match(r"\| 3 \| \d+\.\d s \|", row)


@pytest.mark.slow
def test_the_tables_go_between_their_marks(tmp_path: Path) -> None:
    """They are the same for the same results; all around them stays, and what was not measured."""
    results = tmp_path / "work" / "results"
    results.mkdir(parents=True)
    found = summary([Pair(run("acadfolio", 3), run("hugo", 2))], Memory(40, 50), Memory(70, 80)) | {
        "date": "2026-11-30"
    }
    faster = found | {"ratio": 1.2}
    rows = {"acadfolio": found, "mkdocs": faster, "pelican": found}
    kept = {
        "scenarios": {"warm": {"cold": rows}, "empty": {"cold": rows | {"mkdocs": found}}},
        "versions": {"hugo": "v0.1.0", "acadfolio": "acadfolio 1.2.3"},
        "user_caches": {"hugo": 0.0, "acadfolio": 0.0, "acadfolio-same-theme": 512.4},
        "commit": "abc1234",
        "machine": "2 × Abacus",
    }
    (results / "small.json").write_text(json.dumps(kept), encoding="utf-8")
    script = "from pathlib import Path; from bench import tables; tables.PAGE = Path('page.md'); tables.main()"
    marks = "".join(
        f"<!-- {name} -->\nold\n<!-- end of {name} -->\n"
        for name in ("builds", "faster", "memory", "growth", "machine", "preview")
    )
    (tmp_path / "page.md").write_text(f"before\n{marks}after\n", encoding="utf-8")
    environment = os.environ | {"BENCH_WORK": str(tmp_path / "work"), "PYTHONPATH": str(ROOT)}
    for _ in range(2):
        subprocess.run([sys.executable, "-c", script], cwd=tmp_path, env=environment, check=True)
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert page.startswith("before\n")
    assert page.endswith("<!-- preview -->\nold\n<!-- end of preview -->\nafter\n")
    assert page.count("| acadfolio (`downloads: list`) | **1.50** (1.50–1.50) |") == 2
    assert "| hugo | 1 |" in page
    assert "| acadfolio (`downloads: list`) | 40 MB (50 MB) |" in page
    assert "| hugo | 70 MB (80 MB) |" in page
    assert "| acadfolio | `1.2.3` | 512 KB |" in page
    assert "Measured on 30 November 2026, acadfolio at commit abc1234, one run of each" in page
    assert (
        "| small | warm | everything from nothing | hugo 1, mkdocs 1.20 (against 1.50) |  |" in page
    )
    assert "| small | empty | everything from nothing | hugo 1 (against 1.50) |  |" in page
    assert page.count("old") == 2


def test_the_manual_names_every_build_in_which_another_generator_is_faster() -> None:
    """All cells of the tables are compared again: nobody may edit only one of the tables."""
    page = tables.PAGE.read_text(encoding="utf-8")
    builds = page.partition("<!-- builds -->")[2].partition("<!-- end of builds -->")[0]
    cells: dict[tuple[str, str, str], dict[str, float]] = {}
    size = user_cache = ""
    scenarios: list[str] = []
    for line in builds.splitlines():
        first, *others = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("### "):
            size = line.removeprefix("### ").partition(":")[0].lower()
        elif line.startswith("With "):
            user_cache = next(name for name, words in USER_CACHES.items() if words in line)
        elif first == "Generator":
            scenarios = others
            cells |= {(size, user_cache, scenario): {} for scenario in scenarios}
        elif scenarios and line.startswith("|"):
            for scenario, cell in zip(scenarios, others, strict=True):
                if ratio := re.match(r"\*\*(.+?)\*\*", cell):
                    name = first.partition(" ")[0]
                    cells[size, user_cache, scenario][name] = float(ratio[1])
    assert {size for size, _, _ in cells} == {"small", "medium", "large"}
    assert tables.faster_table(cells) in page
