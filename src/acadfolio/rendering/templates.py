"""A template's name and what it may see come in, its text comes out; a mistake in it is reported with its place."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
from msgspec import Struct

from acadfolio.problems import Location
from acadfolio.theme.environment import NotUtf8Error

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from acadfolio.problems import Problems


class Templates(Struct, frozen=True):
    """The templates of one site: `folders` are its own and the theme's, `globals` is what all of them may see."""

    environment: jinja2.Environment
    folders: Sequence[Path]
    globals: Mapping[str, Any]
    problems: Problems

    def render(self, *names: str, **context: Any) -> str:
        """The first of the named templates that there is. Raises SiteError when it cannot be rendered."""
        try:
            return self.environment.select_template(list(names)).render(self.globals, **context)
        except jinja2.TemplateNotFound as error:
            self.problems.error(Location(f"templates/{error.name}"), "this template is missing")
        except NotUtf8Error as error:
            self.problems.error(Location(f"templates/{error.message}"), "this file is not in UTF-8", "save it as UTF-8")
        except jinja2.TemplateSyntaxError as error:
            name = self._name_of(error.filename or error.name or "") or error.name or names[0]
            self.problems.error(Location(f"templates/{name}", error.lineno), f"this is not Jinja: {error.message}")
        except OSError as error:
            self.problems.error(Location(f"templates/{names[0]}"), f"this template cannot be read: {error.strerror}")
        except Exception as error:
            from acadfolio.rendering.mistakes import is_of_author  # Only a mistake pays for it.

            if not is_of_author(error, self.folders):
                raise
            self._report(error, names[0])
        self.problems.raise_if_errors()
        return ""

    def _report(self, error: Exception, name: str) -> None:
        from acadfolio.rendering.mistakes import endless, file_that_failed, in_words

        place, file = self._place(error), self._name_of(file_that_failed(error))
        if isinstance(error, RecursionError):
            what = endless(error)
            place = place if "macro" in what else None
        else:
            what = f"this template cannot be rendered: {in_words(error, self.environment)}"
        self.problems.error(place or Location(f"templates/{file or name}"), what)

    def _place(self, error: Exception) -> Location | None:
        """Where in a template an error came up: the innermost frame that Jinja made of one."""
        found, trace = None, error.__traceback__
        while trace is not None:
            name = self._name_of(trace.tb_frame.f_code.co_filename)
            if name.endswith(".html"):
                found = Location(f"templates/{name}", trace.tb_lineno)
            trace = trace.tb_next
        return found

    def _name_of(self, file: str) -> str:
        """What a template's file is called below its folder; nothing for what is none."""
        path = Path(file)
        folder = next((folder for folder in self.folders if path.is_relative_to(folder)), None)
        return path.relative_to(folder).as_posix() if folder else ""
