"""Read the settings of sections in `site.yml`, and check the names in all settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, get_args

from msgspec.structs import replace

from acadfolio.model.colours import BACKGROUNDS, READABLE, contrast, readable
from acadfolio.model.reading import SIMILAR_CHOICE
from acadfolio.model.record import fields_of
from acadfolio.model.section_kinds import ONLY_PUBLICATIONS_SORT, reason_without_effect, section_kind, unused_settings
from acadfolio.model.site import SectionSettings, Settings, View
from acadfolio.problems import any_of, did_you_mean
from acadfolio.source.yaml import Mapping, Node, Scalar, is_nothing, items_of, nodes_in

if TYPE_CHECKING:
    from collections.abc import Collection

    from acadfolio.model.reading import Reader

LOCALES = Path(__file__).parent.parent / "theme" / "locales"
"""The folder with a file for each language of the theme."""
SETTINGS_WITH_FIELDS = ("fields", "group_by")
"""Settings that list names of fields."""


def read_section_settings(
    reader: Reader, node: Node, sections: frozenset[str], styles: Collection[str]
) -> dict[str, SectionSettings]:
    """Read the settings of sections, by section. `styles` are the names of the citation styles."""
    settings_by_section: dict[str, SectionSettings] = {}
    for key, value in dict(items_of(node)).items():
        name = key.replace("-", "_")
        if name not in sections or key in fields_of(Settings):
            continue
        settings = reader.record(value, SectionSettings)
        if settings is not None:
            settings_by_section[name] = settings
            if settings.view not in section_kind(name).views:
                settings_by_section[name] = replace(settings, view=None)
        if isinstance(value, Mapping):
            _SectionChecks(reader, name, value).report(styles)
    return settings_by_section


class _SectionChecks:
    """Checks the names in the settings of one section, and whether each setting has an effect."""

    def __init__(self, reader: Reader, section: str, node: Mapping) -> None:
        self.reader, self.section = reader, section
        self.keys = [key for key, _ in node.value if isinstance(key, Scalar)]
        self.values = dict(items_of(node))
        self.kind = section_kind(section)
        self.fields = fields_of(self.kind.record)

    def report(self, styles: Collection[str]) -> None:
        self._check_fields()
        self._check_effects()
        self._check_style(styles)
        self._check_view()
        self._check_sort()

    def _value(self, name: str) -> Scalar | None:
        """The value of a setting; None if it is empty or not a scalar."""
        node = self.values.get(name)
        return node if isinstance(node, Scalar) and not is_nothing(node) else None

    def _check_fields(self) -> None:
        for key in SETTINGS_WITH_FIELDS:
            for field in scalars(self.values[key]) if key in self.values else ():
                if field.value not in self.fields:
                    message = f"entries of `{self.section}` have no field `{field.value}`"
                    self.reader.report(field, message, did_you_mean(field.value, self.fields), rule="unknown-field")

    def _check_effects(self) -> None:
        """Warn of settings that have no effect in this section."""
        view, style = (getattr(self.values.get(name), "value", "") for name in ("view", "style"))
        unused = unused_settings(self.section)
        for key in self.keys:
            reason = unused.get(key.value) or reason_without_effect(key.value, view, style)
            if reason:
                message = f"`{key.value}` has no effect here: {reason}"
                self.reader.warn(key, message, "delete this line", rule="ignored-key")

    def _check_style(self, styles: Collection[str]) -> None:
        style = self._value("style")
        if self.section != "publications" or style is None or not styles or style.value in {"", *styles}:
            return
        file = f"templates/citations/{style.value}.html"
        if style.value.endswith(".csl"):
            file = f"data/styles/{style.value}"
        hint = did_you_mean(style.value, styles) or f"add the file {file}"
        if style.value in self.kind.views:
            hint = f"did you mean `view: {style.value}`?"
        self.reader.report(style, f"there is no citation style `{style.value}`", hint, rule="unknown-style")

    def _check_view(self) -> None:
        """Warn of a view that the section does not have. It has the default view then."""
        view, views = self._value("view"), self.kind.views
        if view is not None and view.value in get_args(View) and view.value not in views:
            message = f"`{self.section}` cannot be shown as {view.value}"
            hint = f"write {any_of(views)}" if len(views) > 1 else "delete this line"
            self.reader.warn(view, message, hint, rule="ignored-key")

    def _check_sort(self) -> None:
        """Warn of sorting by authors or citations, which only publications have."""
        sort = self._value("sort")
        if sort is not None and sort.value in ONLY_PUBLICATIONS_SORT and self.section != "publications":
            message = f"`{self.section}` cannot be sorted by {sort.value}"
            self.reader.warn(sort, message, "write `date`, `oldest`, `title` or `file`", rule="ignored-key")


def check_section_names(reader: Reader, node: Node, sections: Collection[str]) -> None:
    """Report unknown names in a list of sections. A name that is not misspelt may be that of a deleted file."""
    for name in scalars(node):
        if name.value not in sections:
            message = f"there is no section `{name.value}`"
            if hint := did_you_mean(name.value, sections, cutoff=SIMILAR_CHOICE, lists=False):
                reader.report(name, message, hint, rule="unknown-section")
            else:
                hint = f"write data/{name.value}.yml, or delete this"
                reader.warn(name, message, hint, rule="unknown-section")


def check_accent(reader: Reader, node: Node, settings: Settings) -> None:
    """Warn of an accent colour that is hard to read in light mode. In dark mode, it is made lighter if needed."""
    accent, grounds = settings.accent or "", BACKGROUNDS[settings.skin].light
    for ground, name in zip(grounds, (f"the ground of the skin {settings.skin}", "its boxes"), strict=True):
        ratio = int(contrast(accent, ground) * 10) / 10
        if contrast(accent, ground) < READABLE:
            where = "white" if ground == "#ffffff" else f"`{ground}`, {name},"
            message = f"the contrast of `{accent}` on {where} is {ratio}; readable links need {READABLE}"
            reader.warn(node, message, f"use a darker colour: `{readable(accent, grounds)}`", rule="low-contrast")
            return


def check_language(reader: Reader, node: Node, language: str) -> None:
    """Warn of a language into which the theme is not translated."""
    if not (LOCALES / f"{language.partition('-')[0].lower()}.yml").is_file():
        message = f"the theme is not translated into `{language}`: its words are in English"
        hint = "set the headings of sections yourself: `news: {title: …}`"
        reader.warn(node, message, hint, rule="unknown-language")


def scalars(node: Node) -> list[Scalar]:
    """The scalars in a list, or the node itself if it is a scalar."""
    return [item for item in nodes_in(node) if isinstance(item, Scalar) and not is_nothing(item)]
