"""Rules of the package that a reader of one file cannot see: who imports whom, and what nobody uses.

Each `KNOWN` list holds what still breaks a rule. A list is exact: whoever repairs something deletes
its line.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from acadfolio.model.section_kinds import BUILT_IN
from acadfolio.plugins import BUNDLED
from acadfolio.resources import theme_looks
from cases import every_case

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "acadfolio"
JEKYLL = "acadfolio_jekyll"
FILES = sorted([*PACKAGE.rglob("*.py"), *PACKAGE.with_name(JEKYLL).rglob("*.py")])

ORDER = (
    "__init__", "wording", "problems", "cache_folder", "files", "kept", "programs", "user_settings", "outside_links", "resources",
    "new_files", "source", "html", "tex", "model", "markdown", "bibliography", "contracts", "plugins", "loading", "routing",
    "images", "theme",
    "citations", "rendering", "cv", "content_warnings", "output", "manifest", "page_memo", "memo", "stages", "page_work", "build",
    "reporting", "checks", "installation", "scaffold", "importers", "cv_formats", "exporters", "preview", "deploy", "commands",
    "cli", "__main__", JEKYLL,
)  # fmt: skip
"""A package or file imports only from those before it."""

PUBLIC = {"_replace", "_asdict", "_fields", "_make", "_exit"}
"""Names of Python that are documented in spite of their underscore."""
KNOWN_PRIVATE: set[str] = set()

LIBRARIES = {
    "PIL", "bibtexparser", "frontmatter", "jinja2", "liquid", "livereload", "markdown", "math_core", "msgspec",
    "nh3", "pygments", "pylatexenc", "simplepycons", "tornado", "watchfiles", "yaml",
}  # fmt: skip


def name_of(path: Path) -> str:
    """A file's path below `acadfolio`, or below `src` for the plug-in."""
    folder = PACKAGE if path.is_relative_to(PACKAGE) else PACKAGE.parent
    return path.relative_to(folder).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(tree: ast.Module) -> list[ast.AST]:
    return list(ast.walk(tree))


def imported(tree: ast.Module) -> Iterator[str]:
    """Every module that a file imports, at its top, in a function or for its types.

    `from package import name` may mean a module or a name in one: both are given.
    """
    for node in nodes_of(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def place_of(module: str) -> str:
    """The package or file in `acadfolio` that a module lies in."""
    return module.split(".")[1]


@cache
def files_imported(path: Path) -> set[Path]:
    """The files of the package that a file imports."""
    found = set()
    for module in imported(tree_of(path)):
        file = PACKAGE.parent / module.replace(".", "/")
        found |= {file.with_suffix(".py"), file / "__init__.py"}
    return found & set(FILES) - {PACKAGE / "__init__.py"}


def out_of_order(path: Path) -> set[str]:
    """The modules that a file imports although their package comes later."""
    here = name_of(path).split("/")[0].removesuffix(".py")
    later = ORDER[ORDER.index(here) + 1 :]
    modules = {name_of(file).removesuffix(".py").replace("/", ".") for file in files_imported(path)}
    return {module.removesuffix(".__init__") for module in modules if module.split(".")[0] in later}


def files_in_circles() -> set[Path]:
    """The files that import themselves by way of others."""
    reached = {path: files_imported(path) for path in FILES}
    for through in FILES:
        for path in FILES:
            if through in reached[path]:
                reached[path] = reached[path] | reached[through]
    return {path for path in FILES if path in reached[path]}


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in PUBLIC


def private_names(tree: ast.Module) -> set[str]:
    """The private names that a file uses of other files, and those that a class uses of other classes."""
    defined: set[str] = set()
    of_self: set[str] = set()
    used = {part for module in imported(tree) for part in module.split(".")} - {"_"}
    for node in nodes_of(tree):
        if isinstance(node, ast.FunctionDef):
            defined.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            defined.add(node.id)
        elif isinstance(node, ast.Attribute):
            is_of_self = ast.unparse(node.value) in {"self", "cls"}
            (of_self if is_of_self else used).add(node.attr)
            if is_of_self and isinstance(node.ctx, ast.Store):
                defined.add(node.attr)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in {"getattr", "setattr"}:
            used.add(str(getattr(node.args[1], "value", "")))
    return {name for name in used | (of_self - defined) if is_private(name)}


def identities(tree: ast.Module) -> set[str]:
    """The calls of `id`, an object's address, which says nothing once the object is gone."""
    calls = (node for node in nodes_of(tree) if isinstance(node, ast.Call))
    return {"id" for call in calls if isinstance(call.func, ast.Name) and call.func.id == "id"}


def module_tables(tree: ast.Module) -> set[str]:
    """The mentions of Python's table of modules: who does not mention it cannot write into it."""
    return {ast.unparse(node) for node in nodes_of(tree) if isinstance(node, ast.Attribute)} & {
        "sys.modules"
    }


PATTERN_SIGNS = ("(?", "[^", "\\s", "\\w", "\\b", "\\d", ".*", ".+")
"""What strings have that are patterns, and hardly others."""
CHARACTER_SET = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]")
GROUP_NAME = re.compile(r"\(\?(?:P?<\w+>|<?[=!])")
READS_TAG = re.compile(r"(?<!P)<(?:[a-zA-Z/!(]|\\w|SET)")
READERS_OF_TAGS = {"html", "markdown"}
KNOWN_TAG_PATTERNS = {
    "images/location.py",  # the XMP of a photo, as bytes, each of which is overwritten in its place
}
LOOKS_FOR = {
    "find", "rfind", "index", "rindex", "split", "rsplit", "partition", "rpartition", "startswith", "endswith", "count",
}  # fmt: skip
"""The methods that take a text apart at another text."""
LITERAL_TAG = re.compile(r"</?[a-zA-Z]|<!--")
KNOWN_LITERAL_TAGS = {
    # The tags of a theme's list, whose lines are replaced as they are.
    "acadfolio_jekyll/liquid/theme_lists.py": {"<!--", "<ul>", "<ol>", "</ul>", "</ol>"},
    # The end of a page, once for each answer of the preview.
    "preview/pages.py": {"</body>"},
    # The part of a page that our own template opened and closed.
    "rendering/images.py": {"<main"},
    "rendering/frame.py": {"<main"},
    "rendering/search_index.py": {"<main", "</main>"},
    # Footnotes as our own Markdown writes them.
    "rendering/page_html.py": {'<sup id="fnref:', '<li id="fn:'},
    # Jekyll's mark in a Markdown text, and a paragraph as our own Markdown writes it.
    "theme/excerpts.py": {"<!--more-->"},
    # MathML as math-core writes it.
    "tex.py": {"<a ", "</a>", "<annotation", "<msup>"},
}


def literal_tags(tree: ast.Module) -> set[str]:
    """The strings with which a file looks for a tag without a pattern."""
    calls = [
        node
        for node in nodes_of(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]
    looking = [call for call in calls if ast.unparse(call.func).split(".")[-1] in LOOKS_FOR]
    texts = {
        text
        for call in looking
        if not ast.unparse(call.func).startswith("re.")
        for text in given_to(call)
    }
    return {text for text in texts if LITERAL_TAG.search(text)}


def given_to(call: ast.Call) -> Iterator[str]:
    for argument in call.args:
        yield from strings_of(argument)


def strings_of(node: ast.AST) -> Iterator[str]:
    """The strings that are written in a piece of code, those of bytes too."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str | bytes):
            yield inner.value if isinstance(inner.value, str) else inner.value.decode("latin-1")


def compared_strings(tree: ast.Module) -> Iterator[str]:
    """The strings with which something is compared."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Compare | ast.match_case):
            yield from strings_of(node)


def patterns_of(tree: ast.Module) -> set[str]:
    """The regular expressions of a file: what `re` is given, and other strings that look like one."""
    docstrings = {node.value for node in nodes_of(tree) if isinstance(node, ast.Expr)}
    found = {text for text in strings_of(tree) if any(sign in text for sign in PATTERN_SIGNS)}
    found -= {text for docstring in docstrings for text in strings_of(docstring)}
    for node in nodes_of(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.") and node.args:
            found |= set(strings_of(node.args[0]))
    return found


def reads_tag(pattern: str) -> bool:
    """Whether a pattern matches `<` and what follows it in a tag.

    One that only looks ahead takes none apart.
    """
    pattern = GROUP_NAME.sub(lambda group: "=" if group[0][-1] in "=!" else "(", pattern)
    return READS_TAG.search(CHARACTER_SET.sub("SET", pattern)) is not None


def test_every_package_has_its_place_in_the_order() -> None:
    names = {name_of(path).split("/")[0].removesuffix(".py") for path in FILES}
    assert names == set(ORDER)


def test_packages_import_only_from_packages_before_them() -> None:
    assert {
        f"{name_of(path)}: {module}" for path in FILES for module in out_of_order(path)
    } == set()


def test_no_file_imports_in_a_circle() -> None:
    assert {name_of(path) for path in files_in_circles()} == set()


def test_nobody_uses_private_names_of_others() -> None:
    found = {f"{name_of(path)}: {name}" for path in FILES for name in private_names(tree_of(path))}
    assert found == KNOWN_PRIVATE


def test_objects_are_not_identified_by_id() -> None:
    assert {name_of(path) for path in FILES if identities(tree_of(path))} == set()


def test_nobody_compares_with_the_name_of_a_section_or_a_look() -> None:
    """What sections and looks are like is in their files: another one needs no condition."""
    names = {*BUILT_IN, *theme_looks()}
    found = {
        f"{name_of(path)}: {name}"
        for path in PACKAGE.rglob("*.py")
        for name in names.intersection(compared_strings(tree_of(path)))
    }
    assert found == set()


def test_only_the_default_of_a_setting_names_a_look() -> None:
    files = [*PACKAGE.rglob("*.py"), *(ROOT / "templates").rglob("*.html")]
    named = Counter(
        path.name
        for path in files
        for look in theme_looks()
        for _ in re.findall(rf"[\"']{look}[\"']", path.read_text(encoding="utf-8"))
    )
    assert named == {"site.py": 1}


def test_nobody_touches_the_table_of_modules() -> None:
    assert {name_of(path) for path in FILES if module_tables(tree_of(path))} == set()


def test_each_rule_sees_what_breaks_it(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(
        "import sys, _thread\n"
        "from acadfolio.model.dates import _parsed\n"
        "def own(self):\n"
        "    self._mine = id(self)\n"
        "    sys.modules['json'] = self._mine\n"
        "    return sys._getframe(), super()._theirs, getattr(self, '_hidden'), self.place._replace(line=1)\n"
        "class Other:\n"
        "    def _parts(self):\n"
        "        return self._mine, self._inherited\n"
        "def parts(other):\n"
        "    other._made = 1\n"
        "    return other._parts()\n"
    )
    tree = tree_of(file)
    assert {"_thread", "acadfolio.model.dates", "acadfolio.model.dates._parsed"} < set(
        imported(tree)
    )
    of_files = {"_thread", "_parsed", "_getframe", "_theirs", "_hidden", "_inherited"}
    assert private_names(tree) == of_files | {"_parts", "_made"}
    assert identities(tree)
    assert module_tables(tree)


def files_that_import(name: str) -> set[str]:
    return {name_of(path) for path in FILES if PACKAGE / name in files_imported(path)}


def test_only_build_imports_the_memo() -> None:
    assert files_that_import("memo.py") == {"build.py", "page_work.py"}


def test_no_stage_imports_the_cache_folder() -> None:
    stages = ORDER[ORDER.index("source") : ORDER.index("manifest")]
    users = files_that_import("cache_folder.py")
    assert {"memo.py", "manifest.py"} < users
    assert {file.split("/")[0] for file in users}.isdisjoint(stages)


def test_tags_are_read_by_html_and_markdown_alone() -> None:
    others = [path for path in FILES if name_of(path).split("/")[0] not in READERS_OF_TAGS]
    found = {name_of(path) for path in others if any(map(reads_tag, patterns_of(tree_of(path))))}
    assert found == KNOWN_TAG_PATTERNS


def test_nobody_else_looks_for_a_tag_without_a_pattern() -> None:
    others = [path for path in FILES if name_of(path).split("/")[0] not in READERS_OF_TAGS]
    found = {name_of(path): literal_tags(tree_of(path)) for path in others}
    assert {name: texts for name, texts in found.items() if texts} == KNOWN_LITERAL_TAGS


@every_case(
    ("code", "found"),
    [
        ('html.find("<main")', {"<main"}),
        ('html[start:].rpartition(f"</{name}>x</b>")', {">x</b>"}),
        ('text.endswith(("<ul>", "<!--"))', {"<ul>", "<!--"}),
        ('content.split(b"<br>")', {"<br>"}),
        ('re.split("<(?=b)", text)', set()),
        ('text.count("<")', set()),
        ('text.replace("<b>", "")', set()),
        ('html.index(start) + len("<ul>")', set()),
    ],
)
def test_a_literal_tag_is_seen(code: str, found: set[str]) -> None:
    assert literal_tags(ast.parse(code)) == found


@every_case(
    ("code", "is_seen"),
    [
        ('re.sub(r"<[^<>]*>", "", text)', True),
        ('re.compile(rb"<head(?:\\s[^>]*)?>")', True),
        ('re.search("<!--", text)', True),
        ('TAG = r"(?i)</?(?P<name>p|div)\\b"', True),
        ('re.findall(f"<(?P<name>{names})>", text)', True),
        ('re.compile(r"(?<=x)(?P<sign>[<>])<?\\s")', False),
        ('re.sub("<(?=[a-z])", "&lt;", text)', False),
        ('"""Text with <b>.*</b>."""', False),
        ('text.replace("<b>", "")', False),
    ],
)
def test_a_pattern_for_tags_is_seen(code: str, is_seen: bool) -> None:
    assert any(map(reads_tag, patterns_of(ast.parse(code)))) == is_seen


def test_yaml_is_read_by_the_source_package_alone() -> None:
    readers = {"yaml", "frontmatter"}
    files = {
        path
        for path in FILES
        if readers & {module.split(".")[0] for module in imported(tree_of(path))}
    }
    assert {path.parent.name for path in files} == {"source"}


def test_every_library_that_is_imported_is_a_dependency() -> None:
    """A dependency of a dependency may be dropped by it."""
    modules = {module.split(".")[0] for path in FILES for module in imported(tree_of(path))}
    brought_by = metadata.packages_distributions()
    used = {
        name.lower().replace("_", "-") for module in modules for name in brought_by.get(module, [])
    } - {"acadfolio"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    requirements = [project["dependencies"], *project["optional-dependencies"].values()]
    names = {re.split(r"[^\w.-]", line)[0].lower() for lines in requirements for line in lines}
    # markupsafe's strings are part of Jinja's interface, dateutil's dates of python-liquid's.
    assert used - names == {"markupsafe", "python-dateutil"}


def modules_loaded(site: Path, *command: str) -> set[str]:
    """The modules that a command imports."""
    ended = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "acadfolio", *command],
        cwd=site, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(re.findall(r"^import time: +\d+ \| +\d+ \| +([\w.]+)", ended.stderr, re.MULTILINE))


def libraries_loaded(site: Path, *command: str) -> set[str]:
    return {module.split(".")[0] for module in modules_loaded(site, *command)} & LIBRARIES


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name, text in {
        "data/site.yml": "title: Ada\n",
        "content/about.md": "---\ntitle: Ada\n---\n# Hello\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_a_build_uses_the_libraries_it_is_made_of(site: Path) -> None:
    assert libraries_loaded(site, "build") >= {
        "frontmatter",
        "jinja2",
        "markdown",
        "msgspec",
        "yaml",
    }


@pytest.mark.slow
def test_libraries_are_imported_when_they_have_work(site: Path) -> None:
    assert libraries_loaded(site, "--version") == set()
    others = {"PIL", "bibtexparser", "liquid", "livereload", "pylatexenc", "tornado", "watchfiles"}
    modules = modules_loaded(site, "build")
    assert not {module.split(".")[0] for module in modules} & others
    assert not {module for module in modules if module.startswith(JEKYLL)}
    modules = modules_loaded(site, "build")  # Nothing changed: the manifest answers.
    assert not {module.split(".")[0] for module in modules} & LIBRARIES
    assert not modules & {"typing", "acadfolio.problems"}


def test_the_core_names_a_plugin_only_where_it_lists_those_of_its_wheel() -> None:
    files = [path for path in PACKAGE.rglob("*") if path.suffix in {".py", ".yml", ".html"}]
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    assert JEKYLL in BUNDLED
    for name in BUNDLED:
        (line,) = [line for line in lines if name in line]
        assert line.startswith("BUNDLED = (")


def test_the_demo_needs_no_plugin(tmp_path: Path) -> None:
    for name in ("content", "data"):
        shutil.copytree(ROOT / name, tmp_path / name)
    modules = modules_loaded(tmp_path, "build", "--no-cache")
    assert "acadfolio.plugins" in modules
    assert not {module for module in modules if module.startswith(JEKYLL)}


@pytest.mark.parametrize(
    "text",
    ["{% if page.title %}A{% endif %}", "{{ page.title }}", '{{ "a" | upcase }}', "A"],
)
def test_a_page_with_liquid_loads_the_plugin(text: str, site: Path) -> None:
    (site / "content/liquid.md").write_text(f"{text}\n", encoding="utf-8")
    modules = modules_loaded(site, "build")
    assert ("acadfolio_jekyll.liquid" in modules) == (text != "A")


def test_patterns_mean_the_same_in_every_version_of_python() -> None:
    """Before 3.11.5, Python gives back what a possessive group took: `(?:ab?c)++` matches `aca`.

    An atomic group does not: `(?>(?:ab?c)+)`.
    """
    possessive_group = re.compile(r"\)(?:[*+?]|\{\d*,?\d*\})\+")
    found = [
        f"{path.name}:{node.lineno}: {node.value}"
        for path in [*PACKAGE.rglob("*.py"), *PACKAGE.with_name(JEKYLL).rglob("*.py")]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if "(?" in node.value and possessive_group.search(node.value)
    ]
    assert found == []
