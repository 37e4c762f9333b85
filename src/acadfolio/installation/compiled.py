"""Compile the templates of the theme for a wheel: `theme/compiled_templates.py` finds them there."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from acadfolio.citations import add_citations
from acadfolio.theme.compiled_templates import module_file
from acadfolio.theme.environment import TemplateEnvironment
from acadfolio.theme.excerpts import TextConverter

if TYPE_CHECKING:
    from pathlib import Path


@cache  # Several wheels of one process have the same templates.
def compiled_templates(templates: Path) -> dict[str, str]:
    """The modules of all templates in a folder, by their paths among the compiled templates.

    Args:
        templates: The theme's folder of templates. Each look may have templates of its own in it.
    """
    environment = _environment(templates)
    modules = {}
    for path in sorted(templates.rglob("*.html")):
        name = path.relative_to(templates).as_posix()
        if name.startswith("looks/"):  # Included without the look's name.
            name = name.split("/", 2)[2]
        source = path.read_text(encoding="utf-8")
        # With its file, by which the environment knows that a template of the theme needs no limits.
        module = environment.compile(source, name, str(path), raw=True)
        modules[module_file(name, source)] = module
    return modules


def _environment(templates: Path) -> TemplateEnvironment:
    texts = TextConverter(_nothing, _nothing, _nothing, "en")
    environment = TemplateEnvironment([templates], texts)
    add_citations(environment)
    return environment


def _nothing(_: str) -> Any:
    """Convert no text: compiling needs the filters, and calls none."""
    return ""
