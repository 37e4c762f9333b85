"""Compile the theme's templates when a wheel is made, which saves a third of the first build of a site."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledTemplates(BuildHookInterface[BuilderConfig]):
    """Adds the compiled templates to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the templates, unless the wheel is that of a checkout, in which they change.

        Args:
            version: The kind of wheel: `standard` or `editable`.
            build_data: What is added to the wheel.
        """
        if version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root / "src"))
        from acadfolio.installation.compiled import compiled_templates

        self.folder = TemporaryDirectory()
        for path, code in compiled_templates(root / "templates").items():
            module = Path(self.folder.name, path)
            module.parent.mkdir(parents=True, exist_ok=True)
            module.write_text(code, encoding="utf-8", newline="\n")
        build_data["force_include"][self.folder.name] = "acadfolio/compiled_templates"

    def finalize(self, version: str, *_: Any) -> None:
        """Remove the folder of the compiled templates, which are in the wheel now."""
        if version != "editable":
            self.folder.cleanup()
