"""Read the settings of sections in `site.yml`, and check the names in all settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, get_args

from msgspec.structs import replace

from acadfolio.loading.files import is_file
from acadfolio.model.colours import BACKGROUNDS, READABLE, contrast, readable
from acadfolio.model.reading import SIMILAR_CHOICE, Reader, suggestion
from acadfolio.model.record import fields_of
from acadfolio.model.section_kinds import (
    BUILT_IN,
    DATA_ENDINGS,
    section_kind,
    unused_settings,
    wrong_value,
)
from acadfolio.model.site import SectionSettings, Settings, View
from acadfolio.model.years import YEARS
from acadfolio.plugins import BUNDLED, UnknownPluginError, installed_plugins, plugin_named
from acadfolio.problems import Problems
from acadfolio.source.text import read_source
from acadfolio.source.yaml import (
    Mapping,
    Node,
    Scalar,
    is_nothing,
    items_of,
    nodes_in,
    parse_yaml,
)

if TYPE_CHECKING:
    from collections.abc import Collection


LOCALES = Path(__file__).parent.parent / "theme" / "locales"
"""The folder with a file for each language of the theme."""
MOST_LANGUAGES = 50
"""Each has all pages of the site."""
RULES_OF_NAMES = {
    "fields": "unknown-field",
    "group_by": "unknown-field",
    "style": "unknown-style",
    "sort": "invalid-value",
}
"""The rules of settings whose wrong values are errors, by setting."""


def read_section_settings(
    reader: Reader, node: Node, sections: frozenset[str], styles: Collection[str]
) -> dict[str, SectionSettings]:
    """Read the settings of sections, by section. `styles` are the names of the citation styles."""
    settings_by_section: dict[str, SectionSettings] = {}
    for key, value in dict(items_of(node)).items():
        name = key.replace("-", "_")
        if name not in sections or (key in fields_of(Settings) and name not in BUILT_IN):
            continue
        if settings := reader.record(value, SectionSettings):
            settings_by_section[name] = settings
            if settings.view not in section_kind(name).views:
                settings_by_section[name] = replace(settings, view=None)
        if isinstance(value, Mapping):
            check_settings_of(reader, name, value, styles)
            _check_effects(reader, name, value)
            if settings and settings.per_page:
                _check_division(reader, settings, value)
    return settings_by_section


def divide_languages(node: Node) -> tuple[Node, Node]:
    """The settings without those of the section `languages`, and without the list of the site's languages.

    The key has two meanings: `languages: [en, zh]` are those of the site, and
    `languages: {title: …}` are the settings of a section.
    """
    value = dict(items_of(node)).get("languages")
    if value is None or not isinstance(node, Mapping):
        return node, node
    others = [pair for pair in node.value if not _is_key(pair[0], "languages")]
    without = Mapping(node.tag, others, node.start_mark, node.end_mark)
    return (without, node) if isinstance(value, Mapping) or is_nothing(value) else (node, without)


def _is_key(node: Node, name: str) -> bool:
    return isinstance(node, Scalar) and node.value == name


def with_languages(reader: Reader, keys: dict[str, Node], settings: Settings) -> Settings:
    """The settings with the first of several languages as `language`, which is checked with the others."""
    first, *others = settings.languages
    written = keys.get("language")
    if written is not None and settings.language != first:
        message = f"the site begins in `{first}`, the first of `languages`"
        hint = f"delete `language`, or write `languages: [{settings.language}, …]`"
        reader.report(written, message, hint, rule="invalid-value")
    for language, node in zip(settings.languages, scalars(keys["languages"]), strict=False):
        check_language(reader, node, language)
    if len(settings.languages) > MOST_LANGUAGES:
        message = f"{len(settings.languages)} languages are more than {MOST_LANGUAGES}"
        reader.report(keys["languages"], message, "delete some", rule="invalid-value")
    lowered = [language.lower() for language in settings.languages]
    for number, node in enumerate(scalars(keys["languages"])[: len(lowered)]):
        if lowered[number] in lowered[:number]:
            message = f"`{node.value}` is already among the languages"
            reader.report(node, message, "delete it", rule="invalid-value")
    return replace(settings, language=first, languages=(first, *others))


def check_settings_of(reader: Reader, section: str, node: Mapping, styles: Collection[str]) -> None:
    """Report values that the section does not know.

    A section with such a view or order has the default.
    """
    for key, values in items_of(node):
        for value in scalars(values):
            if value.value:
                _check_value(reader, section, key, value, styles)


def _check_value(
    reader: Reader, section: str, key: str, value: Scalar, styles: Collection[str]
) -> None:
    wrong = wrong_value(section, key, value.value, styles)
    if wrong is None or (key == "view" and value.value not in get_args(View)):
        return  # A view that no section has was reported when the settings were read.
    if key in RULES_OF_NAMES:
        reader.report(value, *wrong, rule=RULES_OF_NAMES[key])
    else:
        reader.warn(value, *wrong, rule="ignored-key")


def _check_effects(reader: Reader, section: str, node: Mapping) -> None:
    """Warn of settings that have no effect in this section."""
    unused = unused_settings(section)
    for key, _ in node.value:
        if isinstance(key, Scalar) and key.value in unused:
            message = f"`{key.value}` has no effect here: {unused[key.value]}"
            reader.warn(key, message, "delete this line", rule="ignored-key")


def _check_division(reader: Reader, settings: SectionSettings, node: Mapping) -> None:
    """Report settings with which a list cannot be divided into pages of years."""
    fields = settings.group_by or ("year",)
    wrong = {
        "group_by": (fields[0] not in YEARS, "write `year`"),
        "sort": (settings.sort in {"oldest", "file"}, "delete this line"),
        "limit": (settings.limit, "write it into a shortcode, `{{ publications(limit=5) }}`"),
        "offset": (settings.offset, "write it into a shortcode, `{{ publications(offset=5) }}`"),
    }
    for key, value in items_of(node):
        is_wrong, hint = wrong.get(key, (False, ""))
        if is_wrong:
            message = (
                f"with `per_page`, all papers are on pages of years, so `{key}` cannot be this"
            )
            reader.report(value, message, f"{hint}, or delete `per_page`", rule="invalid-value")


def check_section_names(reader: Reader, node: Node, sections: Collection[str]) -> None:
    """Report unknown names in a list of sections.

    A name that is not misspelt may be that of a deleted file.
    """
    for name in scalars(node):
        if name.value not in sections:
            message = f"there is no section `{name.value}`"
            if hint := suggestion(name.value, sections, SIMILAR_CHOICE, lists=False):
                reader.report(name, message, hint, rule="unknown-section")
            else:
                reader.warn(
                    name,
                    message,
                    f"write data/{name.value}.yml, or delete this",
                    rule="unknown-section",
                )


def check_plugins(reader: Reader, node: Node) -> None:
    """Report plug-ins that are not installed, or that cannot be used."""
    for name in scalars(node):
        try:
            plugin_named(name.value)
        except UnknownPluginError as error:
            message = f"the plug-in `{name.value}` {error}"
            known = {*installed_plugins(), *BUNDLED} - {name.value}
            hint = suggestion(name.value, known, SIMILAR_CHOICE, lists=False)
            hint = hint or "install its package beside acadfolio, or delete this"
            reader.report(name, message, hint, rule="unknown-plugin")


def listed_plugins(root: Path) -> tuple[str, ...]:
    """The usable plug-ins that a site lists, before its settings are read. It reports nothing."""
    for ending in DATA_ENDINGS:
        file = root / f"data/site{ending}"
        source = read_source(file, file.name, Problems()) if is_file(file) else None
        if source is None or "plugins" not in source.text:
            continue
        node = dict(items_of(parse_yaml(source, Problems()))).get("plugins")
        names = scalars(node) if node is not None else []
        return tuple(name.value for name in names if _is_usable(name.value))
    return ()


def _is_usable(name: str) -> bool:
    try:
        plugin_named(name)
    except UnknownPluginError:
        return False
    return True


def check_accent(reader: Reader, node: Node, settings: Settings) -> None:
    """Warn of an accent colour that is hard to read in light mode.

    In dark mode, it is made lighter if needed.
    """
    accent, grounds = settings.accent or "", BACKGROUNDS[settings.skin].light
    for ground, name in zip(
        grounds, (f"the ground of the skin {settings.skin}", "its boxes"), strict=True
    ):
        ratio = int(contrast(accent, ground) * 10) / 10
        if contrast(accent, ground) < READABLE:
            where = "white" if ground == "#ffffff" else f"`{ground}`, {name},"
            message = (
                f"the contrast of `{accent}` on {where} is {ratio}; readable links need {READABLE}"
            )
            reader.warn(
                node,
                message,
                f"use a darker colour: `{readable(accent, grounds)}`",
                rule="low-contrast",
            )
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
