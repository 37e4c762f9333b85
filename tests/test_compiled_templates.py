"""The theme's templates that a wheel carries compiled: used only for what they were made of."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

import jinja2
import pytest

from acadfolio.installation.compiled import compiled_templates
from acadfolio.problems import SiteError
from acadfolio.resources import starter
from acadfolio.theme import compiled_templates as in_wheel
from acadfolio.theme.environment import TemplateEnvironment
from acadfolio.theme.excerpts import TextConverter
from acadfolio.theme.limits import CHECKED, REPEATED
from sites import render_site

if TYPE_CHECKING:
    from pathlib import Path

THEME = starter() / "templates"
PAGE = "layouts/page.html"
SITE = {
    "content/about.md": "# Home\n",
    "data/site.yml": "title: Emmy Noether\nlook: academicpages\n",
}


def use_compiled(templates: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the compiled templates of a folder, as a wheel has them."""
    for path, code in compiled_templates(templates).items():
        module = folder / path
        module.parent.mkdir(parents=True, exist_ok=True)
        module.write_text(code, encoding="utf-8")
    monkeypatch.setattr(in_wheel, "FOLDER", folder)


@pytest.fixture
def in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled templates of the theme are in use."""
    use_compiled(THEME, tmp_path / "compiled", monkeypatch)


@pytest.fixture
def without_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jinja compiles no template."""
    compile_source = jinja2.Environment.compile

    def compiled(self: jinja2.Environment, source: str, name: str | None = None, *_: str) -> object:
        if name is not None:  # A shortcode has none.
            pytest.fail(f"{name} is compiled")
        return compile_source(self, source)

    monkeypatch.setattr(jinja2.Environment, "compile", compiled)


def is_found(name: str, source: str) -> bool:
    return in_wheel.compiled_code(name, source, name) is not None


@pytest.mark.usefixtures("in_use")
def test_code_is_found_for_the_same_template_and_version(monkeypatch: pytest.MonkeyPatch) -> None:
    source = (THEME / PAGE).read_text(encoding="utf-8")
    assert is_found(PAGE, source)
    assert not is_found(PAGE, f"{source} ")
    assert not is_found("layouts/other.html", source)
    monkeypatch.setattr(jinja2, "__version__", "99.0")
    assert not is_found(PAGE, source)


def test_compiled_templates_have_no_limits_in_them_as_in_a_checkout() -> None:
    modules = compiled_templates(THEME)
    assert len(modules) > 50
    for name in (CHECKED, REPEATED):
        assert [file for file, code in modules.items() if name in code] == []


@pytest.mark.usefixtures("in_use", "without_compiler")
def test_pages_of_compiled_templates_need_no_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outputs = render_site(tmp_path / "site", SITE)
    monkeypatch.undo()
    assert outputs == render_site(tmp_path / "site", SITE)


@pytest.mark.usefixtures("in_use")
def test_an_own_template_goes_before_the_compiled_one(tmp_path: Path) -> None:
    own = {"templates/partials/footer.html": "<footer>Own</footer>"}
    assert "<footer>Own</footer>" in render_site(tmp_path / "site", SITE | own)[0]["index.html"]


def test_an_error_in_compiled_code_names_the_template_and_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    layout = '{% extends "base.html" %}\n{% block main %}\n{{ page.title + 1 }}\n{% endblock %}'
    files = SITE | {"content/a.md": "A\n", f"templates/{PAGE}": layout}
    with pytest.raises(SiteError) as expected:
        render_site(site, files)
    use_compiled(site / "templates", tmp_path / "compiled", monkeypatch)
    with pytest.raises(SiteError) as raised:
        render_site(site, files)
    assert raised.value.problems == expected.value.problems
    assert str(raised.value.problems[0].location) == f"templates/{PAGE}:3"


def not_called(*_: object) -> NoReturn:
    raise NotImplementedError


@pytest.mark.usefixtures("in_use", "without_compiler")
def test_a_filter_of_a_plugin_that_replaces_ours_is_compiled_in() -> None:
    environment = TemplateEnvironment(
        [THEME], TextConverter(not_called, not_called, not_called, "en")
    )
    environment.add_filters({"shout": str.upper})
    environment.get_template("partials/footer.html")
    environment.add_filters({"date": str})
    with pytest.raises(pytest.fail.Exception):
        environment.get_template("partials/sidebar.html")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_compiled_templates_of_a_folder_that_others_can_write_are_not_used(tmp_path: Path) -> None:
    texts = TextConverter(not_called, not_called, not_called, "en")
    assert TemplateEnvironment([THEME], texts, tmp_path).bytecode_cache is not None
    (place,) = tmp_path.iterdir()
    place.chmod(0o777)
    assert TemplateEnvironment([THEME], texts, tmp_path).bytecode_cache is None
