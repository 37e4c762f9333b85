"""The theme's templates as a wheel carries them: compiled to Python when it was made.

Compiling templates takes a third of the first build of a small site, and in CI every build is the first.
The code of a template is used only for the same source and by the same version of Jinja; for others,
and in a checkout, which has no compiled templates, Jinja compiles the source.
`installation/compiled.py` compiles them.
"""

from __future__ import annotations

from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING

import jinja2

import acadfolio
from acadfolio.files import bytes_digest

if TYPE_CHECKING:
    from types import CodeType

FOLDER = Path(acadfolio.__file__).parent / "compiled_templates"
"""The modules of the theme's templates in a wheel; missing in a checkout."""


def module_file(name: str, source: str) -> str:
    """The path of a template's module in the folder: another source has another one.

    Args:
        name: The template, as others include it.
        source: Its text.
    """
    digest = bytes_digest(f"{jinja2.__version__} {name} {source}".encode()).hex()[:16]
    return f"{name}-{digest}.py"


def compiled_code(name: str, source: str, file: str) -> CodeType | None:
    """The code of a template, if the wheel has it.

    Args:
        name: The template, as others include it.
        source: Its text.
        file: Its file, which errors name.
    """
    module = str(FOLDER / module_file(name, source))
    try:
        # Python keeps the bytecode of these modules as of all others: installers compile them.
        code = SourceFileLoader(name, module).get_code(name)
    except (OSError, ImportError):
        return None
    return code and code.replace(co_filename=file)
