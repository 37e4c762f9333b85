"""The order of the house: imports go one way, and nobody pays for a library that has no work."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "acadfolio"
# Each may import what stands above it, and itself. Rooms in one line do not know each other.
ORDER = (
    ("__init__",),
    ("hashes", "kept_file", "clock", "libraries"),
    ("fingerprint",),
    ("lean", "struct", "regex", "kept", "nouns", "cells", "all_or_nothing"),
    ("patterns", "entities", "tex"),
    ("problems", "resources", "pictures", "lfs"),
    ("source",),
    ("records",),
    ("bibliography",),
    ("loading",),
    ("plan",),
    ("markdown", "theme"),
    ("output", "workers"),
    ("render",),
    ("ahead",),
    ("staging", "looking", "links"),
    ("guards", "spare"),
    ("write",),
    ("making",),
    ("pipeline",),
    ("manifest", "kept_pages"),
    ("report",),
    ("preview", "checks", "scaffold", "export", "jekyll"),
    ("deploy",),
    ("commands",),
    ("misunderstood",),
    ("arguments",),
    ("cli",),
    ("__main__",),
)
LEVEL = {room: level for level, rooms in enumerate(ORDER) for room in rooms}
HEAVY = {
    "PIL",
    "bibtexparser",
    "frontmatter",
    "imagesize",
    "jinja2",
    "liquid",
    "livereload",
    "markdown",
    "msgspec",
    "pygments",
    "pylatexenc",
    "simplepycons",
    "tornado",
    "watchfiles",
    "yaml",
}
NEEDLESS = {
    "asyncio", "concurrent", "csv", "ctypes", "dataclasses", "email", "http", "importlib.metadata", "multiprocessing",
    "socket", "ssl", "subprocess", "unittest", "urllib.request", "xml.sax", "zipfile",
}  # fmt: skip
"""What Python brings and a plain site has no use for: together they take as long as all of acadfolio's own modules."""
NEEDLESS_FOR_EDITS = NEEDLESS | {
    "ast", "bz2", "decimal", "hashlib", "html.parser", "inspect", "ipaddress", "json", "lzma", "pickle", "platform",
    "random", "tempfile", "textwrap", "tokenize", "uuid", "yaml", "frontmatter",
    "jinja2.bccache", "jinja2.compiler", "jinja2.lexer", "jinja2.loaders", "jinja2.parser", "msgspec.inspect",
}  # fmt: skip
"""Besides, when nothing of the theme has to be compiled and no data to be read."""
STAGES = ("source", "records", "bibliography", "loading", "plan", "markdown", "pictures", "theme", "render")
SMALL = {"data/site.yml": "title: Ada\n", "content/about.md": "# Hello\n"}


def room_of(module: str) -> str:
    """The room of a module by its full name; the package itself is `__init__`."""
    return [*module.split("."), "__init__"][1]


def imports(path: Path) -> set[str]:
    """Every module of the package that a file imports, at its top, in a function or for its types."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the room"
            if node.module == "acadfolio":
                found |= {f"acadfolio.{alias.name}" for alias in node.names if alias.name in LEVEL}
                found |= {"acadfolio"} if any(alias.name not in LEVEL for alias in node.names) else set()
            elif node.module:
                found.add(node.module)
    return {module for module in found if module.split(".")[0] == "acadfolio"}


FILES = sorted(PACKAGE.rglob("*.py"))


def test_every_room_has_its_place_in_the_order() -> None:
    rooms = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in FILES}
    assert rooms <= LEVEL.keys()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_room_imports_only_from_the_rooms_before_it(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    wrong = {module for module in imports(path) if room_of(module) != room and LEVEL[room_of(module)] >= LEVEL[room]}
    assert not wrong, f"{room} may not import {wrong}"


def test_a_room_imports_only_from_rows_above_its_own_in_the_table_of_rooms() -> None:
    table = (PACKAGE.parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("| Room in")[2]
    rows = [row.split("|")[1] for row in table.partition("\n\n")[0].splitlines() if row.startswith("| `")]
    row_of = {room: at for at, row in enumerate(rows) for room in re.findall(r"`(\w+)", row)}
    for path in FILES:
        room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        wrong = {module for module in imports(path) if row_of.get(room_of(module), -1) > row_of.get(room, len(rows))}
        assert not wrong, f"{path}: {wrong}"


def test_every_library_that_is_imported_is_asked_for() -> None:
    """Not by way of another one, which may come to do without."""
    nodes = [node for path in FILES for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    modules = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    modules |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    brought_by = metadata.packages_distributions()
    used = {name for module in modules for name in brought_by.get(module.split(".")[0], []) if name != "acadfolio"}
    project = tomllib.loads((PACKAGE.parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [project["dependencies"], *project["optional-dependencies"].values()]
    names = {re.split(r"[^\w.-]", line)[0].lower() for lines in asked for line in lines}
    assert len(used) > 10
    # Jinja's texts are markupsafe's, and Liquid's days are what dateutil reads: they come with these, or not at all.
    assert {name.lower() for name in used} - names == {"markupsafe", "python-dateutil"}


def test_an_import_against_the_order_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "dates.py"
    file.write_text("def f():\n    from acadfolio import cli, __version__\n    import acadfolio.output.write as w\n")
    assert imports(file) == {"acadfolio", "acadfolio.cli", "acadfolio.output.write"}
    assert LEVEL["cli"] > LEVEL["write"] > LEVEL["records"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_yaml_is_read_by_the_source_room_alone(path: Path) -> None:
    modules = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    assert path.parent.name == "source" or not modules & {"yaml", "frontmatter"}


def loaded(site: Path, *command: str) -> set[str]:
    """The top-level modules that a command imports."""
    return {module.split(".")[0] for module in all_loaded(site, *command)}


def all_loaded(site: Path, *command: str) -> set[str]:
    """Every module that a command imports, by `-X importtime`."""
    ended = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "acadfolio", *command],
        cwd=site, capture_output=True, text=True, check=True,
        env={name: value for name, value in os.environ.items() if not name.startswith(("COV", "PYTHONDONTWRITE"))},
    )  # fmt: skip
    return set(re.findall(r"^import time: +\d+ \| +\d+ \| +([\w.]+)", ended.stderr, re.MULTILINE))


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name, text in SMALL.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_telling_the_version_loads_no_library(site: Path) -> None:
    assert not loaded(site, "--version") & HEAVY


def test_a_build_that_has_nothing_to_do_loads_no_library(site: Path) -> None:
    assert loaded(site, "build") >= {"jinja2", "yaml", "msgspec"}
    assert not loaded(site, "build") & HEAVY
    assert not loaded(site, "build") & {"shutil", "bz2", "lzma", "textwrap", "dataclasses", "typing"}
    assert loaded(site, "build", "--no-cache") >= {"jinja2", "yaml", "msgspec"}


def test_a_site_without_liquid_or_maths_loads_neither(site: Path) -> None:
    assert not loaded(site, "build") & {"liquid", "latex2mathml", "livereload", "tornado", "watchfiles", "imagesize",
         "PIL", "bibtexparser", "pylatexenc"}  # fmt: skip


def test_a_site_without_liquid_loads_nothing_that_knows_jekyll(site: Path) -> None:
    (site / "content/about.md").write_text("# Hello\n\n{{ toc() }}\n\nA `{{ site.title }}`.\n", encoding="utf-8")
    of_jekyll = {"acadfolio.loading.liquid", "acadfolio.rendering.liquid", "acadfolio.rendering.jekyll"}
    assert all_loaded(site, "build") & of_jekyll == {"acadfolio.loading.liquid"}
    (site / "content/about.md").write_text("# Hello\n\n{{ toc() }}\n\nThe set $$\\{{x}\\}$$.\n", encoding="utf-8")
    assert not all_loaded(site, "build") & of_jekyll


def test_a_plain_build_loads_nothing_of_python_that_it_does_not_need(site: Path) -> None:
    modules = all_loaded(site, "build")
    assert not modules & NEEDLESS
    assert not {module for module in modules if module.startswith("acadfolio.bibliography.writers.")}
    assert not modules & {"acadfolio.source.complaints", "acadfolio.images.location"}
    assert {"jinja2", "urllib.parse"} <= modules


def test_an_edit_of_a_page_loads_nothing_that_reads_data_or_templates(site: Path) -> None:
    paper = "- title: Note G\n  authors: [Ada Lovelace]\n  year: 1843\n"
    (site / "data" / "publications.yml").write_text(paper, encoding="utf-8")
    (site / "data" / "site.yml").write_text("title: Ada\ndownloads: false\n", encoding="utf-8")
    all_loaded(site, "build")
    (site / "content" / "about.md").write_text("# Hello\n\nAnd more.\n", encoding="utf-8")
    modules = all_loaded(site, "build")
    assert {"jinja2.sandbox", "msgspec", "acadfolio.markdown.blocks"} <= modules
    assert not sorted(modules & NEEDLESS_FOR_EDITS)


def test_formulas_and_code_load_no_network_and_no_second_reader(site: Path) -> None:
    text = "# Hello\n\n$$x^2$$ and <https://example.org>\n\n```python\nprint(1)\n```\n"
    (site / "content" / "about.md").write_text(text, encoding="utf-8")
    modules = all_loaded(site, "build")
    assert {"latex2mathml.converter", "pygments.lexer"} <= modules
    assert not sorted(modules & (NEEDLESS - {"xml.sax"} | {"difflib", "http.client", "markdown.core"}))


def test_no_stage_declares_dataclasses() -> None:
    """They are compiled at every import; struct.py has what is cheaper."""
    stages = [path for path in FILES if set(path.relative_to(PACKAGE).parts) & set(STAGES)]
    assert len(stages) > 100
    assert not [path for path in stages if "dataclass" in path.read_text(encoding="utf-8")]
