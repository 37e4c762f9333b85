"""A template's name comes in; what its file says, compiled, comes out of the first folder that has one of that name.

Jinja's own loaders do the same, and take longer to import than a page to render (they bring OpenSSL along).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from jinja2.exceptions import TemplateNotFound

from acadfolio.fingerprint import files_below

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from jinja2 import Environment, Template

    from acadfolio.theme.compiled import CompiledTemplates


class Folders:
    """What an environment of Jinja asks for its templates (its `loader`)."""

    def __init__(self, folders: Iterable[Path], compiled: CompiledTemplates | None) -> None:
        self.folders, self.compiled = [str(folder) for folder in folders], compiled

    def load(self, environment: Environment, name: str, globals: dict[str, Any] | None = None) -> Template:  # noqa: A002 - Jinja's name
        """The template of that name. Raises TemplateNotFound, TemplateSyntaxError, OSError."""
        file, source = self.file(name)
        if self.compiled is not None:
            code = self.compiled.code(environment, name, file, source)
        else:
            code = environment.compile(source, name, file)
        return environment.template_class.from_code(environment, code, globals or {})

    def list_templates(self) -> list[str]:
        """The names of all there are."""
        found = set[str]()
        for folder in self.folders:
            start = len(os.path.join(folder, ""))  # noqa: PTH118 - as `files_below` does
            files = files_below([folder], "__pycache__", skips_unreadable=True)
            found |= {path[start:].replace(os.sep, "/") for path, status in files.items() if status}
        return sorted(found)

    def file(self, name: str) -> tuple[str, str]:
        """The path of a template and what stands in it. No name leads out of the folders."""
        parts = [part for part in name.split("/") if part and part != os.curdir]
        if any(part == os.pardir or os.sep in part or (os.altsep and os.altsep in part) for part in parts):
            raise TemplateNotFound(name)
        for folder in self.folders:
            file = os.path.normpath("/".join([folder, *parts]))
            if os.path.isfile(file):  # noqa: PTH113 - dozens of them, and a Path costs more
                with open(file, encoding="utf-8") as opened:  # noqa: PTH123
                    return file, opened.read()
        raise TemplateNotFound(name)
