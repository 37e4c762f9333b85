"""Evaluate shortcodes: Jinja expressions in the sandbox that call a section or a feature."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup
from msgspec import Struct

from acadfolio.model.reading import SIMILAR_KEY, suggestion
from acadfolio.rendering.arguments import WrongArgumentError, described
from acadfolio.rendering.features import FEATURE_ARGUMENTS
from acadfolio.rendering.template_messages import describe, explanation_of
from acadfolio.rendering.templates import Templates, is_authors
from acadfolio.theme.limits import TooMuchWorkError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from acadfolio.problems import Location, Problems
    from acadfolio.rendering.features import Features
    from acadfolio.rendering.page_state import PageState
    from acadfolio.rendering.section_renderer import SectionRenderer

SYNTAX_ERRORS = (jinja2.TemplateSyntaxError, SyntaxError)
"""Python's error is for a repeated argument."""
WITH_COLON = r"""[(,]\s*(\w+)\s*:\s*("[^"]*"|'[^']*'|-?\w+)?"""
"""An argument with a colon, as in YAML, and its value."""
AFTER_ARGUMENTS = ("got ':'", "invalid syntax for function call expression")
"""The ends of Jinja's messages for such an argument."""


class Shortcodes(Struct, frozen=True):
    """The shortcodes of one site."""

    sections: SectionRenderer
    templates: Templates
    problems: Problems
    added: Mapping[str, Callable[..., str]] = {}
    """The shortcodes of plug-ins, and those that are templates, by name."""

    @property
    def names(self) -> set[str]:
        """The names of all shortcodes."""
        return {*self.sections.names, *FEATURE_ARGUMENTS, *self.added}

    def evaluate(self, expression: str, location: Location, features: Features) -> str:
        """The HTML of a shortcode; empty after an error, which is reported."""
        functions: dict[str, Callable[..., str]] = dict(features.calls(location))
        for name in self.sections.names:
            functions[name] = partial(self._section, name, location, features.page)
        functions |= self.added
        try:
            evaluate = self.templates.environment.compile_expression(
                expression, undefined_to_none=False
            )
            with self.templates.environment.work.of_page():
                return self._html_of(evaluate({**self.templates.globals, **functions}), expression)
        except WrongArgumentError as error:
            for message, hint in error.wrong:
                self.problems.error(location, message, hint, rule="shortcode-argument")
        except Exception as error:
            if not is_authors(error, self.templates.folders):
                raise
            self._report(expression, error, location, functions)
            if isinstance(error, TooMuchWorkError):  # The next one may take as long.
                self.problems.raise_if_errors()
        return ""

    def _section(
        self, name: str, location: Location, page: PageState, /, *unnamed: Any, **arguments: Any
    ) -> Markup:
        """The HTML of a section. Raises WrongArgumentError."""
        if unnamed:
            message = f"the argument of `{name}` needs a name: {described(unnamed[0])}"
            raise WrongArgumentError(message, f"name it: {name}(limit=5)")
        return Markup(self.sections.render(name, arguments, page, location))  # noqa: S704

    def _html_of(self, value: Any, expression: str) -> str:
        """The HTML of an expression. Raises WrongArgumentError for a name without parentheses."""
        if callable(value) and not isinstance(value, jinja2.Undefined):
            message = f"`{{{{ {expression} }}}}` needs brackets"
            raise WrongArgumentError(message, f"write `{{{{ {expression}() }}}}`")
        if isinstance(value, Markup):
            return str(value)
        return self.templates.environment.from_string("{{ value }}").render(
            self.templates.globals, value=value
        )

    def _report(
        self, expression: str, error: Exception, location: Location, known: Collection[str]
    ) -> None:
        """Report an error of an expression. `known` are the names that it may call.

        An error in the template of a shortcode has the place in it, too.
        """
        in_template = self.templates.location_of(error)
        if in_template and isinstance(error, jinja2.TemplateSyntaxError):
            message, hint = f"this is not valid Jinja: {describe(error)}", explanation_of(error)[1]
            self.problems.error(in_template, message, hint, rule="template-error")
            return
        message = f"`{{{{ {expression} }}}}` cannot be evaluated: {describe(error)}"
        hint, rule = self.templates.suggestion(error, known), "shortcode-syntax"
        if isinstance(error, SYNTAX_ERRORS) and not isinstance(
            error, jinja2.TemplateAssertionError
        ):
            message = f"`{{{{ {expression} }}}}` cannot be read: {describe(error)}"
            hint = explanation_of(error)[1] or 'check its brackets, commas and quotes: ( ) , "'
            is_of_arguments = str(error).endswith(AFTER_ARGUMENTS)
            if is_of_arguments and (colon := re.search(WITH_COLON, expression)):
                message = (
                    f"`{{{{ {expression} }}}}` cannot be read: an argument has `=`, not a colon"
                )
                hint = f"write `{colon[1]}={colon[2] or '…'}`"
        elif isinstance(error, jinja2.UndefinedError):
            rule = "unknown-shortcode"
            name = _called(expression)
            if name and name not in known:
                message = f"there is no section `{name}`"
                near = suggestion(name, known, SIMILAR_KEY, lists=False)
                hint = near or f"write data/{name}.yml, or delete this line"
        if in_template:
            message += f", in {in_template}"
        self.problems.error(location, message, hint, rule=rule)


def _called(expression: str) -> str:
    """The name that an expression calls; empty for any other expression."""
    name, bracket, _ = expression.partition("(")
    return name if bracket and name.isidentifier() else ""
