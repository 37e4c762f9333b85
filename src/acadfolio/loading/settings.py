"""Read the settings of sections in `site.yml`, and check the names in all settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, get_args

from msgspec.structs import replace

from acadfolio.loading.files import is_file
from acadfolio.model.colours import BACKGROUNDS, READABLE, contrast, readable
from acadfolio.model.languages import LanguageFolder, is_language
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
from acadfolio.model.values import ByLanguage
from acadfolio.model.years import YEARS
from acadfolio.plugins import BUNDLED, UnknownPluginError, installed_plugins, plugin_named
from acadfolio.problems import Problems
from acadfolio.source.text import read_source
from acadfolio.source.yaml import (
    Mapping,
    Node,
    Scalar,
    Sequence,
    is_nothing,
    items_of,
    nodes_in,
    parse_yaml,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from acadfolio.model.languages import SiteLanguage
    from acadfolio.model.values import LanguageTag


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
    """The settings without those of the section `languages`, and without the site's languages.

    The key has two meanings. `languages: [en, zh]` and `languages: {en: /en/, zh: /zh/}` are those of the
    site, and `languages: {title: …}` are the settings of a section: no language tag is the name of a setting.
    """
    value = dict(items_of(node)).get("languages")
    if value is None or not isinstance(node, Mapping):
        return node, node
    without = _with_languages(node, None)
    if isinstance(value, Mapping) and _has_tag(value):
        return _with_languages(node, _listed(value)), without
    return (without, node) if isinstance(value, Mapping) or is_nothing(value) else (node, without)


def _has_tag(node: Mapping) -> bool:
    """Whether one of the keys is a language, or one of the values a folder."""
    return any(
        is_language(key) or (isinstance(value, Scalar) and value.value.startswith("/"))
        for key, value in items_of(node)
        if key not in fields_of(SectionSettings)
    )


def _with_languages(node: Mapping, value: Node | None) -> Mapping:
    """The settings with another value of `languages`, or without it."""
    pairs = []
    for key, written in node.value:
        if not _is_key(key, "languages"):
            pairs.append((key, written))
        elif value is not None:
            pairs.append((key, value))
    return Mapping(node.tag, pairs, node.start_mark, node.end_mark)


def _listed(node: Mapping) -> Node:
    """Languages with their folders as a list of records."""
    return Sequence(
        "tag:yaml.org,2002:seq",
        [_record_of(key, folder) for key, folder in node.value],
        node.start_mark,
        node.end_mark,
    )


def _record_of(tag: Node, folder: Node) -> Node:
    pairs = [(_name("tag", tag), tag), (_name("folder", tag), folder)]
    return Mapping("tag:yaml.org,2002:map", pairs, tag.start_mark, folder.end_mark)


def _name(key: str, beside: Node) -> Scalar:
    return Scalar("tag:yaml.org,2002:str", key, beside.start_mark, beside.end_mark)


def _is_key(node: Node, name: str) -> bool:
    return isinstance(node, Scalar) and node.value == name


def with_languages(reader: Reader, keys: dict[str, Node], settings: Settings) -> Settings:
    """The settings with the first of several languages as `language`, which is checked with the others.

    Languages without a folder have the usual one.
    """
    first = settings.languages[0].tag
    written = keys.get("language")
    if written is not None and settings.language != first:
        message = f"the site begins in `{first}`, the first of `languages`"
        first_of_list = f"write `languages: [{settings.language}, …]`"
        has_folders = isinstance(keys["languages"], Mapping)
        hint = (
            f"delete `language`, or {'put that language first' if has_folders else first_of_list}"
        )
        reader.report(written, message, hint, rule="invalid-value")
    if len(settings.languages) > MOST_LANGUAGES:
        message = f"{len(settings.languages)} languages are more than {MOST_LANGUAGES}"
        reader.report(keys["languages"], message, "delete some", rule="invalid-value")
    languages = tuple(
        replace(each, folder=_folder_of(each.tag, is_first=number == 0))
        if each.folder is None
        else each
        for number, each in enumerate(settings.languages)
    )
    _check_languages(reader, keys["languages"], languages)
    return replace(settings, language=first, languages=languages)


def _folder_of(tag: LanguageTag, *, is_first: bool) -> LanguageFolder:
    """The usual folder of a language: the first one is at the top of the site."""
    return LanguageFolder("" if is_first else f"{tag.lower()}/")


def _check_languages(reader: Reader, node: Node, languages: Iterable[SiteLanguage]) -> None:
    """Report languages without words in the theme, and what is written twice."""
    folders: dict[str, LanguageTag] = {}
    tags: set[str] = set()
    for (tag, folder), language in zip(_written_languages(node), languages, strict=False):
        check_language(reader, tag, language.tag)
        if language.tag.lower() in tags:
            message = f"`{tag.value}` is already among the languages"
            reader.report(tag, message, "delete it", rule="invalid-value")
            continue
        other = folders.setdefault(language.mount.lower(), language.tag)
        if other != language.tag:
            message = f"`/{language.mount}` is already the folder of `{other}`"
            hint = f"write another one, such as `/{language.tag.lower()}/`"
            reader.report(folder or tag, message, hint, rule="invalid-value")
        elif not language.mount and tags:
            message = f"`/` is for the first language, but `{language.tag}` is not the first"
            hint = f"put it first, or give it a folder: `/{language.tag.lower()}/`"
            reader.report(folder or tag, message, hint, rule="invalid-value")
        tags.add(language.tag.lower())


def _written_languages(node: Node) -> list[tuple[Scalar, Node | None]]:
    """The nodes of the tags, each with that of its folder if it has one."""
    if isinstance(node, Mapping):
        return [(key, folder) for key, folder in node.value if isinstance(key, Scalar)]
    return [(tag, None) for tag in scalars(node)]


def check_settings_of(reader: Reader, section: str, node: Mapping, styles: Collection[str]) -> None:
    """Report values that the section does not know.

    A section with such a view or order has the default.
    """
    for key, written in items_of(node):
        for value in _values_of(key, written):
            if value.value:
                _check_value(reader, section, key, value, styles)


def _values_of(key: str, written: Node) -> list[Scalar]:
    """The values of a setting: items of a list, versions in languages, or the one value."""
    field = fields_of(SectionSettings).get(key)
    if isinstance(written, Mapping) and field and field.shape.origin is ByLanguage:
        return [version for _, version in written.value if isinstance(version, Scalar)]
    return scalars(written)


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


LANGUAGES_OF_COUNTRIES = {
    "cn": "zh",
    "cz": "cs",
    "dk": "da",
    "gr": "el",
    "il": "he",
    "ir": "fa",
    "jp": "ja",
    "kr": "ko",
    "tw": "zh-Hant",
    "ua": "uk",
    "vn": "vi",
}
"""The codes of countries that are mistaken for those of languages, and mean no language themselves."""


def check_language(reader: Reader, node: Node, language: str) -> None:
    """Warn of a language into which the theme is not translated."""
    if not (LOCALES / f"{language.partition('-')[0].lower()}.yml").is_file():
        message = f"the theme is not translated into `{language}`: its words are in English"
        hint = "set the headings of sections yourself: `news: {title: …}`"
        if spoken := LANGUAGES_OF_COUNTRIES.get(language.lower()):
            message = f"`{language}` is the code of a country, and not of its language"
            hint = f"write `{spoken}`"
        reader.warn(node, message, hint, rule="unknown-language")


def scalars(node: Node) -> list[Scalar]:
    """The scalars in a list, or the node itself if it is a scalar."""
    return [item for item in nodes_in(node) if isinstance(item, Scalar) and not is_nothing(item)]
