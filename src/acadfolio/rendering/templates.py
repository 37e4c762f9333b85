"""Render templates, and report their authors' errors with file and line."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup
from msgspec import Struct

import acadfolio
from acadfolio.model.look import THEME_FILE
from acadfolio.problems import Location, Problems, SiteError, WrongValueError
from acadfolio.rendering.template_messages import OBJECT, UNDEFINED, describe, explanation_of
from acadfolio.theme.environment import NotUtf8Error, TemplateEnvironment
from acadfolio.wording import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from acadfolio.model.look import Look


PACKAGE = Path(acadfolio.__file__).parent
CALLED_BY_TEMPLATES = ("citations", "model", "theme")
"""Our packages whose functions templates call with their own values."""
SHORTCODES = "shortcodes/"
"""The folder of the shortcodes that are templates."""
EXPRESSION = "<template>"
"""Jinja's name for the file of an expression."""
NO_FILTER = r"No filter named '(\w+)'"
LOOKS = "looks"
"""The folder of looks in a folder of templates."""
UNKNOWN_TAG = r"Encountered unknown tag '(\w+)'"
TAGS = (
    "block", "call", "elif", "else", "endblock", "endcall", "endfilter", "endfor", "endif", "endmacro", "endset",
    "endwith", "extends", "filter", "for", "from", "if", "import", "include", "macro", "raw", "set", "with",
)  # fmt: skip


def folders_of_look(look: Look, folders: Sequence[Path]) -> list[Path]:
    """The folders of a look's templates, the first of which wins: the site's, then the theme's.

    In each, a look's own templates go before those for all looks, and before those of the looks
    that it extends. `folders` are those of the site and the theme.
    """
    found = []
    for folder in folders:
        own_folders = [folder / LOOKS / name for name in look.names]
        found += [own for own in own_folders if _has_templates(own)]
        found.append(folder)
    return found


def _has_templates(folder: Path) -> bool:
    return folder.is_dir() and any(path.name != THEME_FILE for path in folder.iterdir())


class Templates(Struct, frozen=True):
    """The templates of one site: `folders` are its own and the theme's, `globals` the variables of all templates."""

    environment: TemplateEnvironment
    folders: Sequence[Path]
    globals: Mapping[str, Any]
    problems: Problems

    def render(self, *names: str, **context: Any) -> str:
        """The first of the named templates that exists.

        Raises SiteError if it cannot be rendered.
        """
        try:
            with self.environment.work.of_page():
                return self.environment.select_template(list(names)).render(self.globals, **context)
        except Exception as error:
            if not (isinstance(error, OSError) or is_authors(error, self.folders)):
                raise
            location, message = self._described(error, names[0])
            hint = self.suggestion(error, context)
        self.problems.error(location, message, hint, rule="template-error")
        self.problems.raise_if_errors()
        return ""

    def shortcodes(self) -> list[str]:
        """The names of the shortcodes that are templates, `templates/shortcodes/NAME.html`."""
        paths = [path for path in self.environment.list_templates() if path.startswith(SHORTCODES)]
        return [path.removeprefix(SHORTCODES).removesuffix(".html") for path in paths]

    def shortcode(self, name: str, /, *arguments: object, **named: object) -> Markup:
        """The HTML of a shortcode that is a template.

        Its variables are the named arguments, and `arguments`, a list of the others.
        """
        template = self.environment.get_template(f"{SHORTCODES}{name}.html")
        html = template.render(self.globals, arguments=arguments, **named)
        return Markup(html)  # noqa: S704 - the template escapes

    def _described(self, error: Exception, name: str) -> tuple[Location, str]:
        if isinstance(error, NotUtf8Error):
            file = self._name_of(error.filename or "")
            message = "this file is not in UTF-8: save it as UTF-8"
            return Location(f"templates/{file}", error.lineno), message
        if isinstance(error, jinja2.TemplateSyntaxError):
            file = self._name_of(error.filename or "") or name
            return Location(
                f"templates/{file}", error.lineno
            ), f"this is not valid Jinja: {describe(error)}"
        found = (
            self._location_in(error) if isinstance(error, SyntaxError) else self.location_of(error)
        )
        location = found or Location(f"templates/{name}")
        if isinstance(error, jinja2.TemplateNotFound):
            return location, f"there is no template `{error.name}`"
        return location, f"this template cannot be rendered: {describe(error)}"

    def suggestion(self, error: Exception, names: Iterable[str]) -> str:
        """The known name nearest to the unknown one of an error; `names` are those of the variables."""
        message = str(error)
        if isinstance(error, jinja2.TemplateNotFound):
            return did_you_mean(str(error.name), self.environment.list_templates(), lists=False)
        if found := re.match(NO_FILTER, message):
            return did_you_mean(found[1], self.environment.filters, lists=False)
        if found := re.match(UNDEFINED, message):
            return did_you_mean(found[1], {*self.globals, *names}, lists=False)
        if found := re.match(UNKNOWN_TAG, message):
            return explanation_of(error)[1] or did_you_mean(found[1], TAGS, lists=False)
        found = re.match(OBJECT, message)
        if found and found[1].startswith("acadfolio."):  # No other module is imported for an error.
            attributes = dir(getattr(import_module(found[1]), found[2]))
            return did_you_mean(
                found[3], (name for name in attributes if not name.startswith("_")), lists=False
            )
        return explanation_of(error)[1]

    def location_of(self, error: Exception) -> Location | None:
        """The innermost template line of an error; None if it is in no template."""
        if isinstance(error, jinja2.TemplateSyntaxError):
            file = self._name_of(error.filename or "")
            return Location(f"templates/{file}", error.lineno) if file else None
        found = None
        for file, line in _calls(error):
            name = self._name_of(file)
            if name.endswith(".html"):
                found = Location(f"templates/{name}", line)
        return found

    def _location_in(self, error: SyntaxError) -> Location:
        """The template line of an error in Jinja's code for a template, such as an argument that is given twice."""
        file = error.filename or ""
        code = self.environment.compile(Path(file).read_text(encoding="utf-8"), raw=True)
        # At the end of the code, Jinja lists its lines for those of the template: `2=14&3=20`.
        pairs = [
            pair.split("=")
            for pair in code.rpartition("debug_info = '")[2].partition("'")[0].split("&")
        ]
        lines = [int(line) for line, of_code in pairs if int(of_code) <= (error.lineno or 0)]
        return Location(f"templates/{self._name_of(file)}", max(lines))

    def _name_of(self, file: str) -> str:
        """A template's path below its folder; empty for any other file."""
        path = Path(file)
        folder = next((folder for folder in self.folders if path.is_relative_to(folder)), None)
        return path.relative_to(folder).as_posix() if folder else ""


def is_authors(error: Exception, folders: Sequence[Path]) -> bool:
    """Whether an error is a template's or a shortcode's, not a bug of ours, which keeps its traceback.

    It is the author's when a template of the site (in the first of `folders`), or a shortcode,
    called what failed: Jinja, Python, or what we offer to templates.
    """
    if isinstance(error, SiteError):
        return False
    if isinstance(error, jinja2.TemplateError | WrongValueError | RecursionError | SyntaxError):
        return True
    files = (file for file, _ in reversed(_calls(error)) if not _is_called_by_templates(Path(file)))
    caller = next(files, "")
    return caller == EXPRESSION or (
        caller.endswith(".html") and Path(caller).is_relative_to(folders[0])
    )


def _is_called_by_templates(path: Path) -> bool:
    """Whether this is Jinja, Python, or a module of ours whose functions templates call with their own values."""
    if path.is_relative_to(PACKAGE):
        return path.relative_to(PACKAGE).parts[0] in CALLED_BY_TEMPLATES
    return path.suffix != ".html" and str(path) != EXPRESSION


def _calls(error: BaseException) -> list[tuple[str, int]]:
    """The files and lines that an error passed through, the innermost last."""
    from traceback import walk_tb  # Only errors need it.

    return [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
