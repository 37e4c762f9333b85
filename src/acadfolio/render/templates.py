"""A template's name and what it may see come in, its text comes out; a mistake in it is reported with its place."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2

from acadfolio.problems import Location
from acadfolio.regex import regex
from acadfolio.struct import Struct

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from acadfolio.problems import Problems

MISTAKES = (jinja2.TemplateError, ArithmeticError, LookupError, TypeError, ValueError, MemoryError)
NOT_THERE = regex(r"'acadfolio\.(?:\w+\.)*(\w+?)(?:Context)? object' has no attribute '(\w+)'")


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
        except jinja2.TemplateSyntaxError as error:
            place = Location(f"templates/{error.name or names[0]}", error.lineno)
            self.problems.error(place, f"this is not Jinja: {error.message}")
        except OSError as error:
            self.problems.error(Location(f"templates/{names[0]}"), f"this template cannot be read: {error.strerror}")
        except RecursionError:
            self.problems.error(Location(f"templates/{names[0]}"), "this template includes or extends itself")
        except MISTAKES as error:
            place = self._place(error) or Location(f"templates/{names[0]}")
            self.problems.error(place, f"this template cannot be rendered: {_in_words(error)}")
        self.problems.raise_if_errors()
        return ""

    def _place(self, error: Exception) -> Location | None:
        """Where in a template an error came up: the innermost frame that Jinja made of one."""
        found, trace = None, error.__traceback__
        while trace is not None:
            file = Path(trace.tb_frame.f_code.co_filename)
            for folder in self.folders:
                if file.suffix == ".html" and file.is_relative_to(folder):
                    found = Location(f"templates/{file.relative_to(folder).as_posix()}", trace.tb_lineno)
            trace = trace.tb_next
        return found


def _in_words(error: Exception) -> str:
    """Jinja's reason, with the names that templates know instead of Python's."""
    return NOT_THERE.sub(lambda match: f"`{match[1].lower()}` has no `{match[2]}`", str(error))
