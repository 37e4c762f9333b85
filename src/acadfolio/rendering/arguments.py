"""The arguments of a section line come in, the settings and filters that they mean come out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct

from acadfolio.model.date_styles import DateStyle
from acadfolio.model.dates import When
from acadfolio.model.fields import fields_of, keys_of, plain_type
from acadfolio.model.kinds import kind_of_section, views_of
from acadfolio.model.site import SectionSettings
from acadfolio.model.values import Numbering, Text
from acadfolio.model.views import NOT_IN_VIEW, ONLY_PUBLICATIONS, ONLY_PUBLICATIONS_SORT
from acadfolio.problems import any_of, did_you_mean
from acadfolio.rendering.selection import field_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from acadfolio.model.site import Site
    from acadfolio.rendering.templates import Templates

PARSED = {"date_style": DateStyle.parse, "numbered": Numbering.parse}
"""The settings that read what they mean out of a text."""
OF_POSTS = {"tags", "year"}
"""By which posts may be grouped: categories count as tags."""
LONGEST, MOST = 40, 5


class WrongArgumentError(Exception):
    """A line asks for something that there is not."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.message, self.hint = message, hint
        super().__init__(message)


class Arguments(Struct, frozen=True):
    """Knows what the lines of one site may say."""

    site: Site
    templates: Templates

    def settings(self, name: str, arguments: Mapping[str, Any]) -> tuple[SectionSettings, dict[str, Any]]:
        """The section's settings with those of the line, and what the line filters by. Raises WrongArgumentError."""
        known, own = self._known(name)
        changes: dict[str, Any] = {}
        filters: dict[str, Any] = {}
        for key, value in arguments.items():
            if key in known:
                changes[key] = _setting(key, value, fields_of(SectionSettings)[key].type)
            elif key in own:
                filters[key] = value
            else:
                raise WrongArgumentError(f"`{name}` takes no argument `{key}`", did_you_mean(key, own | known))
        self._check_fields(name, changes, own)
        self._check_style(changes.get("style"))
        self._check_choices(name, changes)
        base = self.site.section_settings.get(name, SectionSettings())
        return msgspec.structs.replace(base, **changes), filters

    def hint_at_none(self, name: str, filters: Mapping[str, Any], entries: Sequence[Any]) -> str:
        """Why filters may choose none of a section's entries: the first word that nothing says, and one near it."""
        from acadfolio.model.synonyms import hint_at

        fields = fields_of(kind_of_section(name).record)
        for key, value in filters.items():
            wanted, _ = plain_type(fields[key].type)
            if wanted is bool:
                return f"say `{key}: {str(value).lower()}` in an entry, or delete this line" if value else ""
            if value is None:
                continue
            said = {text for entry in entries for text in _texts(field_of(entry, key))}
            if get_origin(wanted) is Literal and str(value) not in get_args(wanted):
                return hint_at(str(value), get_args(wanted))
            if str(value) not in said:
                return did_you_mean(str(value), said)
        return ""

    def _known(self, name: str) -> tuple[set[str], set[str]]:
        """The settings that a section's line may say, and the fields by which it may filter."""
        hidden = {"title", "pages"} | (set() if name == "publications" else ONLY_PUBLICATIONS)
        hidden |= set() if len(views_of(name)) > 1 else {"view"}
        hidden |= {"fields"} if name in {"publications", "services"} else set()
        if name == "posts":
            return {"group_by", "limit"}, set()
        if name == "visitor_map":
            return set(), set()
        return {*keys_of(SectionSettings)} - hidden, {*keys_of(kind_of_section(name).record)}

    def _check_style(self, style: str | None) -> None:
        templates = self.templates.environment.list_templates() if style else []
        styles = [name[len("citations/") : -len(".html")] for name in templates if name.startswith("citations/")]
        if style and style not in styles:
            is_view = style in views_of("publications")
            hint = f'did you mean `view="{style}"`?' if is_view else did_you_mean(style, styles)
            raise WrongArgumentError(f"there is no citation style `{style}`", hint)

    def _check_choices(self, name: str, changes: Mapping[str, Any]) -> None:
        view, sort = changes.get("view"), changes.get("sort")
        if view and view not in views_of(name):
            raise WrongArgumentError(f"`{name}` cannot be shown as {view}", f"write {any_of(views_of(name))}")
        if sort in ONLY_PUBLICATIONS_SORT and name != "publications":
            raise WrongArgumentError(f"`{name}` cannot be sorted by {sort}", 'write sort="title"')

    def _check_fields(self, name: str, changes: Mapping[str, Any], own: set[str]) -> None:
        own = OF_POSTS if name == "posts" else own
        for wanted in (*changes.get("fields", ()), *changes.get("group_by", ())):
            if wanted not in own:
                raise WrongArgumentError(f"entries of `{name}` have no field `{wanted}`", did_you_mean(wanted, own))


def without_effect(arguments: Mapping[str, Any], settings: SectionSettings) -> list[str]:
    """What a line says that its view does not look at, as warnings."""
    why = {key: NOT_IN_VIEW.get((key, settings.view or ""), "") for key, value in arguments.items() if value}
    return [f"`{key}` has no effect here: {reason}" for key, reason in why.items() if reason]


def _setting(key: str, value: Any, wanted: Any) -> Any:
    """An argument that is a setting. Raises WrongArgumentError for one of the wrong type."""
    if key == "groups" and isinstance(value, dict):
        return {str(group): Text.of(str(title)) for group, title in value.items()}
    if key in {"legend", "ongoing"}:
        return Text.of(str(value))
    if isinstance(value, str) and key in {"fields", "group_by"}:
        return (value,)
    try:
        return PARSED[key](str(value)) if key in PARSED else msgspec.convert(value, wanted)
    except msgspec.ValidationError:
        raise WrongArgumentError(f"the argument `{key}` cannot be {as_said(value)}", _wanted(wanted)) from None
    except ValueError as error:
        message, *hint = error.args
        raise WrongArgumentError(f"the argument `{key}` {message}", *hint) from None


def as_said(value: Any) -> str:
    """A value as a line says it, or what it is."""
    if isinstance(value, str | int | float) or value is None:
        text = repr(value)
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    if isinstance(value, list | tuple):
        return f"[{', '.join(as_said(item) for item in value[:MOST])}{', …' if value[MOST:] else ''}]"
    return "a mapping" if isinstance(value, dict) else "what it is given here"


def _texts(value: Any) -> list[str]:
    """All that a filter may ask for in a field."""
    if isinstance(value, tuple):
        return [text for item in value for text in _texts(item)]
    if isinstance(value, Text):
        return [text for _, text in value.by_language]
    if isinstance(value, When):
        return [str(value.year)]
    return [str(value)] if isinstance(value, str | int) and value else []


def _wanted(wanted: Any) -> str:
    """A hint in the author's words."""
    plain, _ = plain_type(wanted)
    if get_origin(plain) is Literal:
        return f"one of {', '.join(get_args(plain))}"
    names = {bool: "true or false", int: "a whole number", str: "a text in quotes"}
    return names.get(plain) or (
        'a list of texts, such as ["year"]' if get_origin(plain) is tuple else 'write {"journal": "Articles"}'
    )
