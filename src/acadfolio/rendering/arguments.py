"""The arguments of a section's shortcode: settings of the section, and filters of its entries."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

import jinja2
import msgspec
from msgspec import Struct

from acadfolio.model.publication import matching_values
from acadfolio.model.reading import SIMILAR_KEY, suggestion
from acadfolio.model.record import FLAGS, Field, Shape, fields_of, keys_of
from acadfolio.model.section_kinds import Wrong, section_kind, unused_settings, wrong_value
from acadfolio.model.site import SectionSettings, Site
from acadfolio.model.values import ByLanguage, Text, boolean_of
from acadfolio.rendering.selection import field_of
from acadfolio.rendering.template_messages import UNDEFINED
from acadfolio.wording import any_of, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from acadfolio.rendering.templates import Templates


def _titles(value: Any) -> dict[str, Text]:
    groups: dict[Any, Any] = msgspec.convert(value, dict)
    return {str(group): Text.of(str(title)) for group, title in groups.items()}


LONGEST_VALUE = 40
HINTS = {
    "per_page": (
        "only the page that acadfolio writes for the list is divided: write `per_page` into "
        "data/site.yml, below `publications`"
    )
}
"""What to do instead of settings that no shortcode has."""


class WrongArgumentError(Exception):
    """A shortcode has invalid arguments. Each is a message and a hint, which may be empty."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.wrong: list[Wrong] = [(message, hint)]
        super().__init__(message)

    @classmethod
    def of(cls, wrong: Sequence[Wrong]) -> Self:
        """The error for several arguments."""
        error = cls(*wrong[0])
        error.wrong = list(wrong)
        return error


class Arguments(Struct, frozen=True):
    """The arguments that a site's shortcodes may have."""

    site: Site
    templates: Templates

    def read(
        self, name: str, arguments: Mapping[str, Any]
    ) -> tuple[SectionSettings, dict[str, Any]]:
        """The section's settings with those of a shortcode, and its filters.

        Raises WrongArgumentError.
        """
        known, own = self._known(name)
        changes: dict[str, Any] = {}
        filters: dict[str, Any] = {}
        wrong: list[Wrong] = []
        for key, value in arguments.items():
            if without_quotes := wrong_name(key, value):
                wrong.append(without_quotes)
            elif key in known:
                try:
                    changes[key] = _setting(key, value, fields_of(SectionSettings)[key])
                except WrongArgumentError as error:
                    wrong += error.wrong
            elif key in own:
                filters[key] = value
            else:
                hint = (
                    HINTS.get(key)
                    or suggestion(key, own | known, SIMILAR_KEY)
                    or f"choose one of: {', '.join(sorted(known))}"
                )
                wrong.append((f"`{name}` has no argument `{key}`", hint))
        wrong += self._wrong_values(name, changes)
        if wrong:
            raise WrongArgumentError.of(wrong)
        return msgspec.structs.replace(self.site.settings_of(name), **changes), filters

    def _known(self, name: str) -> tuple[set[str], set[str]]:
        """The settings that a section's shortcode may change, and the fields by which it may filter."""
        kind = section_kind(name)
        if not kind.record_path:
            return set(kind.arguments), set()
        hidden = {"title", "pages", "keywords", "per_page", *FLAGS, *unused_settings(name)}
        if len(kind.views) == 1:
            hidden.add("view")
        return {*keys_of(SectionSettings)} - hidden, {*keys_of(kind.record)} - {"extra", *FLAGS}

    def _wrong_values(self, name: str, changes: Mapping[str, Any]) -> Iterator[Wrong]:
        styles = self._styles() if changes.get("style") else ()
        for key, value in changes.items():
            for each in _values_of(value):
                wrong = wrong_value(name, key, each, styles) if each else None
                if wrong:
                    yield wrong

    def _styles(self) -> list[str]:
        templates = self.templates.environment.list_templates()
        return [Path(name).stem for name in templates if name.startswith("citations/")] + [
            *self.site.csl_styles
        ]


def _values_of(setting: Any) -> tuple[Any, ...]:
    """The values of a setting: items of a list, versions in languages, or the one value."""
    if isinstance(setting, ByLanguage):
        return tuple(version for _, version in setting.by_language)
    return setting if isinstance(setting, tuple) else (setting,)


def hint_for_no_match(filters: Mapping[str, Any], entries: Sequence[Any]) -> str:
    """A suggestion for the first filter whose value no entry has."""
    for key, value in filters.items():
        if value is True:
            return f"write `{key}: true` in an entry, or delete this line"
        values = {text for entry in entries for text in _texts(field_of(entry, key))}
        if str(value) not in values:
            return did_you_mean(str(value), values)
    return ""


def _setting(key: str, value: Any, field: Field) -> Any:
    """An argument that is a setting. Raises WrongArgumentError for one of the wrong type."""
    if field.shape.origin is tuple and isinstance(value, str):
        value = (value,)
    try:
        return _titles(value) if key == "groups" else _converted(value, field.shape, field.type)
    except msgspec.ValidationError:
        raise WrongArgumentError(
            f"`{key}` must be {_wanted(field.shape)}, not {described(value)}"
        ) from None
    except ValueError as error:
        message, *hint = error.args
        raise WrongArgumentError(f"the argument `{key}` {message}", *hint) from None


def _converted(value: Any, shape: Shape, wanted: Any) -> Any:
    """A value of a shortcode as the type of a setting, which has this shape. Raises ValueError.

    A shortcode stands on a page in one language, so it has one version of a value by language.
    """
    if shape.type is Text:
        return Text.of(str(value))
    if shape.origin is ByLanguage:
        version = shape.parts[0]
        return ByLanguage.of(_converted(value, version, version.type))
    has_parser = hasattr(shape.type, "parse")
    return shape.type.parse(str(value)) if has_parser else msgspec.convert(value, wanted)


def wrong_name(key: str, value: Any) -> Wrong | None:
    """The message and the hint for an argument that is a name, such as text without quotes; None for a value."""
    name = _name_of(value)
    if not name:
        return None
    truth = boolean_of(name)
    if truth is not None:
        return f"`{name}` is undefined", f"write `{key}={str(truth).lower()}`"
    return f"the text `{name}` needs quotes", f'write `{key}="{name}"`'


def _name_of(value: Any) -> str:
    """The name of an undefined variable or of a shortcode; empty for any other value."""
    if isinstance(value, partial):
        return str(value.args[0])
    if not isinstance(value, jinja2.Undefined):
        return ""
    try:
        str(value)
    except jinja2.UndefinedError as error:
        found = re.match(UNDEFINED, error.message or "")
        if found is None:  # An attribute, of which the error says what it lacks.
            raise
        return found[1]
    return ""


def described(value: Any) -> str:
    """A value as a shortcode writes it, shortened; else its type."""
    if value is not None and not isinstance(value, str | int | float | list | tuple | dict):
        return f"a value of the type {type(value).__name__}"
    text = repr(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"


def _texts(value: Any) -> set[str]:
    """The values of a field that a filter may have."""
    if isinstance(value, tuple):
        return {text for item in value for text in _texts(item)}
    return {text for text in matching_values(value) if value and text}


def _wanted(shape: Shape) -> str:
    """The expected type of an argument, in plain words."""
    if shape.origin is ByLanguage:
        return _wanted(shape.parts[0])
    if shape.origin is Literal:
        return any_of(shape.parts)
    names = {bool: "`true` or `false`", int: "a whole number (0 or more)", str: "text in quotes"}
    if shape.type in names:
        return names[shape.type]
    return (
        'a list such as `["year"]`'
        if shape.origin is tuple
        else 'a mapping such as `{"journal": "Articles"}`'
    )
