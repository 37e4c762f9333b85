"""`markdown_extensions:` names extensions, and nothing else: no module, no function, no file of a stranger's choice."""

from __future__ import annotations

import os
import pkgutil
import socket
import subprocess
import sys
import time
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from acadfolio.cli import main
from acadfolio.markdown import Options, convert
from acadfolio.markdown.other_extensions import (
    PYMDOWN,
    PYMDOWN_CLASSES,
    READ_FILES,
    UnusableExtensionError,
    make_extension,
)
from acadfolio.problems import SiteError
from cases import every_case
from sites import content_of, make_site, render_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PLANTED = "planted"
"""The file that code of a stranger would make."""
CALLS = [
    ("os:system", {"command": f"touch {PLANTED}"}),
    ("os:mkdir", {"path": PLANTED}),
    ("os.path:os.mkdir", {"path": PLANTED}),
    ("pathlib:Path.touch", {"self": PLANTED}),
    ("subprocess:run", {"args": ["touch", PLANTED]}),
    ("subprocess:Popen", {"args": ["touch", PLANTED]}),
    ("shutil:copyfile", {"src": "data/site.yml", "dst": PLANTED}),
    ("shutil:rmtree", {"path": "content"}),
    ("runpy:run_path", {"path_name": "static/evil.py"}),
    ("runpy:run_module", {"mod_name": "evil"}),
    ("http.server:test", {"port": 0}),
    ("builtins:exec", {"source": f"open('{PLANTED}', 'w')"}),
    ("timeit:timeit", {"stmt": f"open('{PLANTED}', 'w')", "number": 1}),
    ("importlib:import_module", {"name": "evil"}),
    ("evil", {}),
    ("evil:makeExtension", {}),
    ("static.evil", {}),
    ("./static/evil", {}),
    ("../site/static/evil.py", {}),
    ("markdown.extensions.toc:TocExtension", {}),
    ("markdown.extensions.codehilite", {}),
    ("markdown.core:markdownFromFile", {"input": "data/site.yml", "output": PLANTED}),
    ("pymdownx.keys:makeExtension", {}),
    ("pymdownx.util", {}),
    ("pymdownx.slugs:slugify", {}),
    ("pymdownx.superfences.os:system", {"command": f"touch {PLANTED}"}),
    ("toc:os.system", {"command": f"touch {PLANTED}"}),
    (" toc", {}),
    ("toc\n", {}),
    ("TOC", {}),
    ("", {}),
]
"""What Python-Markdown would import or call, and names that only look like an extension's."""
EVIL = f"open('{PLANTED}', 'w')\ndef makeExtension(**_):\n    open('{PLANTED}', 'w')\n"
YAML_OF_FUNCTIONS = [
    "!!python/name:os.system",
    "!!python/object/apply:os.system [id]",
    "!!python/module:evil",
]


def stranger(folder: Path, extensions: object) -> Path:
    """A stranger's site whose folder has modules of its own."""
    import json

    files = {
        "data/site.yml": f"title: Emmy Noether\nmarkdown_extensions: {json.dumps(extensions)}\n",
        "content/about.md": "# Hello\n\nWorld\n",
        "static/evil.py": EVIL,
        "evil.py": EVIL,
    }
    return make_site(folder / "site", files)


@pytest.mark.parametrize(("name", "options"), CALLS, ids=[name or "empty" for name, _ in CALLS])
@pytest.mark.parametrize("with_options", [True, False])
def test_only_an_extension_is_resolved(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    options: dict[str, object],
    with_options: bool,
) -> None:
    monkeypatch.chdir(stranger(tmp_path, []))
    monkeypatch.syspath_prepend(tmp_path / "site")
    before = set(sys.modules)
    with pytest.raises(UnusableExtensionError, match="there is no Markdown extension"):
        make_extension(name, options if with_options else {})
    assert "evil" not in sys.modules
    assert not {
        module
        for module in set(sys.modules) - before
        if module.startswith(("pymdownx", "http.server"))
    }
    assert not Path(PLANTED).exists()
    assert Path("content").exists()


COMMANDS = {
    "build": ["build", "--no-cache"],
    "check": ["check"],
    "deploy": ["deploy", "--dry-run", "--to", "public"],
    "import": ["import", "old/_site", "--compare"],
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize(
    ("name", "options"), CALLS[:1] + CALLS[8:9] + CALLS[14:16], ids=lambda value: str(value)[:20]
)
def test_no_command_runs_what_a_site_names(  # noqa: PLR0913, PLR0917
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    command: list[str], name: str, options: dict[str, object],
) -> None:  # fmt: skip
    site = stranger(tmp_path, [{name: options}])
    make_site(site / "old", {"_site/index.html": "<p>Old</p>"})
    monkeypatch.chdir(site)
    monkeypatch.syspath_prepend(site)
    assert main(command) == 1
    assert f"error: there is no Markdown extension `{name}`" in capsys.readouterr().err
    assert not list(tmp_path.rglob(PLANTED))


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


@pytest.mark.slow
def test_the_preview_runs_nothing_that_a_site_names(tmp_path: Path) -> None:
    site = stranger(tmp_path, [{"os:system": {"command": f"touch {PLANTED}"}}])
    port = free_port()
    run = [sys.executable, "-m", "acadfolio", "serve", "--port", str(port)]
    served = subprocess.Popen(
        run, cwd=site, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert "there is no Markdown extension `os:system`" in _page_of(port)
    finally:
        served.terminate()
        served.communicate()
    assert not list(tmp_path.rglob(PLANTED))


def _page_of(port: int) -> str:
    """The home page of a preview, as soon as it answers."""
    import urllib.error
    import urllib.request

    for _ in range(600):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            with error:
                return str(error.read().decode())
        except OSError:
            time.sleep(0.1)
    raise TimeoutError


def importable() -> Iterator[str]:
    """The names of all modules at the top of `sys.path`."""
    yield from sys.stdlib_module_names
    yield from (module.name for module in pkgutil.iter_modules())


def test_no_importable_module_is_an_extension(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(stranger(tmp_path, []))
    monkeypatch.syspath_prepend(tmp_path / "site")
    registered = {entry_point.name for entry_point in entry_points(group="markdown.extensions")}
    names = {
        *importable(),
        "evil",
    } - registered  # A package may register an extension of its own name.
    assert len(names) > 200
    before = set(sys.modules)
    for name in names:
        for variant in (
            name,
            f"{name}:makeExtension",
            f"{name}:main",
            f"{name}.__main__",
            f"{name}:run",
            f"{name}:",
        ):
            with pytest.raises(UnusableExtensionError):
                make_extension(variant, {})
    assert not {module.split(".")[0] for module in set(sys.modules) - before} & names
    assert not Path(PLANTED).exists()


@every_case("value", YAML_OF_FUNCTIONS)
def test_yaml_makes_no_function_for_an_option(tmp_path: Path, value: str) -> None:
    files = {"data/site.yml": f"title: A\nmarkdown_extensions: [{{toc: {{slugify: {value}}}}}]\n"}
    with pytest.raises(SiteError):
        render_site(tmp_path, files)


FUNCTIONS = [
    ("toc", "slugify"), ("wikilinks", "build_url"), ("pymdownx.emoji", "emoji_index"),
    ("pymdownx.emoji", "emoji_generator"),
]  # fmt: skip


@every_case(("name", "option"), FUNCTIONS)
@every_case(
    "value", ["os.system", "pymdownx.slugs.slugify", {"object": "os.system"}, ["os.system"]]
)
def test_an_option_that_is_a_function_is_refused(name: str, option: str, value: object) -> None:
    with pytest.raises(UnusableExtensionError, match=f"the option `{option}` .* is a function"):
        make_extension(name, {option: value})


@every_case("name", READ_FILES)
def test_an_extension_that_reads_files_is_refused(name: str) -> None:
    with pytest.raises(UnusableExtensionError, match="reads files"):
        make_extension(name, {"base_path": "/etc"})


@every_case(
    "extensions", ["[fenced_code, codehilite]", "[extra, codehilite]", "[pymdownx.superfences]"]
)
def test_no_page_chooses_a_program_for_its_code(tmp_path: Path, extensions: str) -> None:
    secret = tmp_path / "secret.ttf"
    os.mkfifo(secret)  # Reading it would take for ever.
    page = f"``` {{ .python pygments_formatter=img font_name={secret} }}\nx = 1\n```\n\n```python\nimport os\n```\n"
    files = {
        "data/site.yml": f"title: A\nmarkdown_extensions: {extensions}\n",
        "content/a.md": page,
    }
    outputs, problems = render_site(tmp_path / "site", files)
    assert "os" in content_of(outputs["a/index.html"])
    assert problems


@every_case("name", ["codehilite", "fenced_code", "pymdownx.highlight"])
def test_highlighted_code_is_whole_and_an_extension_for_code_is_a_warning(
    tmp_path: Path, name: str
) -> None:
    files = {
        "data/site.yml": f"title: A\nmarkdown_extensions: [{name}]\n",
        "content/a.md": "```python\nimport os\n```\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert "import</span>" in content_of(outputs["a/index.html"])
    assert problems == [
        f"data/site.yml:2:23: `{name}` has no effect: acadfolio reads and highlights code itself"
    ]


@every_case("name", PYMDOWN_CLASSES)
def test_each_extension_of_pymdown_is_there(name: str) -> None:
    pytest.importorskip("pymdownx")
    assert make_extension(PYMDOWN + name, {}).getConfigs() is not None


def test_an_extension_of_pymdown_works_on_a_page(tmp_path: Path) -> None:
    pytest.importorskip("pymdownx")
    files = {
        "data/site.yml": "title: A\nmarkdown_extensions: [pymdownx.keys]\n",
        "content/a.md": "Press ++ctrl+a++.\n",
    }
    assert "key-control" in content_of(render_site(tmp_path, files)[0]["a/index.html"])


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Install a package with a module `emmy_noether`, and an entry point for it."""

    def installed(entry_point: str, code: str) -> None:
        folder = tmp_path / "site-packages"
        description = folder / "emmy_noether-1.0.dist-info"
        description.mkdir(parents=True)
        (description / "METADATA").write_text(
            "Metadata-Version: 2.1\nName: emmy-noether\nVersion: 1.0\n"
        )
        (description / "entry_points.txt").write_text(f"[markdown.extensions]\n{entry_point}\n")
        (folder / "emmy_noether.py").write_text(code)
        monkeypatch.syspath_prepend(folder)
        monkeypatch.delitem(sys.modules, "emmy_noether", raising=False)

    return installed


EXTENSION = """
from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor
class Ring(Postprocessor):
    def run(self, text):
        return text.replace("ring", "ideal")
class Rings(Extension):
    def extendMarkdown(self, md):
        md.postprocessors.register(Ring(md), "ring", 1)
"""


def test_an_extension_that_a_package_registers_works(
    tmp_path: Path, install: Callable[[str, str], None]
) -> None:
    install("rings = emmy_noether:Rings", EXTENSION)
    files = {
        "data/site.yml": "title: A\nmarkdown_extensions: [rings]\n",
        "content/a.md": "A ring.\n",
    }
    outputs, problems = render_site(tmp_path / "site", files)
    assert "A ideal." in content_of(outputs["a/index.html"])
    assert problems == []


@pytest.mark.parametrize(
    ("entry_point", "code", "message"),
    [
        ("x = emmy_noether:Nothing", EXTENSION, "`x` cannot be loaded"),
        ("x = emmy_moether:Rings", EXTENSION, "`x` cannot be loaded: No module named"),
        ("x = emmy_noether:make", "def make(): return 3\n", "`x` cannot be loaded"),
        (
            "x = emmy_noether:make",
            EXTENSION + "def make():\n    raise RuntimeError('no')\n",
            "cannot be loaded: no",
        ),
        ("x = emmy_noether", EXTENSION, "`x` cannot be loaded"),
    ],
)
def test_a_registered_extension_that_does_not_work_is_an_error_of_the_site(
    tmp_path: Path, install: Callable[[str, str], None], entry_point: str, code: str, message: str
) -> None:
    install(entry_point, code)
    with pytest.raises(SiteError) as caught:
        render_site(tmp_path / "site", {"data/site.yml": "title: A\nmarkdown_extensions: [x]\n"})
    assert message in str(caught.value)


def test_an_extension_that_fails_on_a_page_is_an_error_and_no_traceback(
    tmp_path: Path, install: Callable[[str, str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    code = EXTENSION.replace(
        'text.replace("ring", "ideal")', 'text if "ideal" not in text else text / 0'
    )
    install("ideals = emmy_noether:Rings", code)
    files = {
        "data/site.yml": "title: A\nmarkdown_extensions: [ideals]\n",
        "content/a.md": "An ideal.\n",
    }
    site = make_site(tmp_path / "site", files)
    assert main(["build", "--site", str(site)]) == 1
    assert "data/site.yml: error: a Markdown extension fails: " in capsys.readouterr().err


@every_case(
    ("name", "hint"),
    [
        ("markdown.extensions.toc", "write `toc`"),
        ("markdown.extensions.footnotes:FootnoteExtension", "write `footnotes`"),
        ("footnots", "did you mean `footnotes`?"),
        ("pymdownx.key", "did you mean `pymdownx.keys`?"),
        (
            "os:system",
            "install the package that has it as an entry point of the group `markdown.extensions`",
        ),
        (
            "yaml",
            "install the package that has it as an entry point of the group `markdown.extensions`",
        ),
    ],
)
def test_the_hint_names_the_extension_that_is_meant_or_how_packages_register(
    name: str, hint: str
) -> None:
    with pytest.raises(UnusableExtensionError) as caught:
        make_extension(name, {})
    assert caught.value.hint == hint


def test_extensions_are_handed_over_as_objects_whatever_options_say() -> None:
    with pytest.raises(UnusableExtensionError):
        convert("a", Options(extensions=(("os:system", '{"command": "id"}'),)))


@pytest.mark.slow
@pytest.mark.parametrize("module", ["yaml", "json", "markdown", "msgspec", "argparse", "pymdownx"])
def test_a_module_in_the_folder_of_a_site_is_not_imported(tmp_path: Path, module: str) -> None:
    site = stranger(tmp_path, ["toc"])
    (site / f"{module}.py").write_text(EVIL)
    run = [sys.executable, "-m", "acadfolio", "build", "--no-cache"]
    assert subprocess.run(run, cwd=site, capture_output=True, check=False).returncode == 0
    assert not (site / PLANTED).exists()
