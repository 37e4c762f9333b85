"""Sites of jekyll-multiple-languages-plugin, which writes each page once in every language.

The texts are in `_i18n/`: those of `{% t KEY %}` in `_i18n/zh.yml`, those of `{% tf FILE %}` in the folder `_i18n/zh/`.
Here each page becomes one for each language, with these texts in it.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from acadfolio.loading.page_urls import MARKDOWN_SUFFIXES
from acadfolio.outside_links import is_within
from acadfolio.problems import Location, Problems
from acadfolio.source.front_matter import split_text
from acadfolio.source.yaml import items_of, nodes_in, text_of
from acadfolio_jekyll.importer.config import read_yaml, text_in
from acadfolio_jekyll.importer.languages import MULTIPLE_LANGUAGES, languages_of, tag_of
from acadfolio_jekyll.importer.pages.old_page import BELOW_KEY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from acadfolio.source.yaml import Node
    from acadfolio_jekyll.importer.config import Config

TEXTS = "_i18n"
WORDS = re.compile(r"\{%-?\s*t(?:ranslate)?\s+([^\s%]+)\s*-?%\}")
FILE = re.compile(r"(?m)(^)?\{%-?\s*(?:tf|translate_file)\s+([^\s%]+)[^%\n]*?-?%\}(?=([ \t]*$)?)")
"""The text of a file, and whether it is alone on its line, without spaces before it."""
WORDS_IN_LIQUID = re.compile(
    r"""\{\{-?\s*site\.translations\[\s*site\.lang\s*\]\.([\w.-]+)\s*(?:\|[^{}]*)?-?\}\}"""
)
KEY_OF_TEXT = re.compile(r"""(?m)^([\w-]+:[ \t]*)["']?(\w[\w-]*(?:\.[\w-]+)+)["']?[ \t]*$""")
"""A key of front matter whose value is a key of the texts: `title: titles.about`."""
CONVERTED = (
    "{{% capture translated_text %}}\n{}\n{{% endcapture %}}{{{{ translated_text | markdownify }}}}"
)
"""Markdown in the middle of HTML."""


class Version(NamedTuple):
    """A page or entry in one of the languages."""

    language: str
    """The name of the language; empty for the first one."""
    text: str

    def path_of(self, path: str) -> str:
        """The path of a page in this language: about.zh.md of about.md."""
        stem, _, ending = path.rpartition(".")
        return f"{stem}.{self.language}.{ending}" if self.language else path


class Post(NamedTuple):
    """A post in the folder of a language."""

    path: str
    """The path of its file."""
    name: str
    """The path that it had in a site in one language."""
    version: Version


class TranslatedTexts(Struct):
    """The texts of a site in its languages, the first one first."""

    folder: Path
    words: dict[str, dict[str, Node]]
    """The contents of `_i18n/zh.yml` by the names of the languages."""
    problems: Problems

    @property
    def files(self) -> list[str]:
        """The paths of all files with texts."""
        return [
            file.relative_to(self.folder).as_posix()
            for name in self.words
            for file in sorted((self.folder / TEXTS).glob(f"{name}/**/*.*"))
        ]

    def versions(self, path: str, text: str) -> list[Version]:
        """A page or entry in each language that has texts of its own for it, the first one first.

        Args:
            path: Its path, for messages.
            text: Its text with the tags of the plug-in.
        """
        first, *others = self.words
        original = self._in_language(path, text, first)
        found = [Version("", original)]
        for language in others if text.startswith("---") else ():  # Else it is no page.
            version = self._in_language(path, text, language)
            if version != original:
                found.append(Version(language, _with_language(version, language)))
        return found

    def posts(self) -> Iterator[Post]:
        """The posts in the folders of languages."""
        first = next(iter(self.words))
        for language in self.words:
            for file in sorted((self.folder / TEXTS / language / "_posts").glob("**/*.*")):
                path = file.relative_to(self.folder).as_posix()
                text = text_in(file) if is_within(file, self.folder) else None
                if path.endswith(MARKDOWN_SUFFIXES) and text is not None:
                    text = _with_language(self._in_language(path, text, language), language)
                    version = Version("" if language == first else language, text)
                    yield Post(path, path.removeprefix(f"{TEXTS}/{language}/"), version)

    def in_all_languages(self, text: str) -> str:
        """The text of an include or a layout, which is one for all languages, with the words in each of them."""

        def words(tag: re.Match[str]) -> str:
            first, *others = (self._words(tag[1], language) for language in self.words)
            if not first:
                return self._value_of(tag[1]) or tag[0]
            names = list(self.words)[1:]
            cases = "".join(
                f'{{% when "{name}" %}}{text}' for name, text in zip(names, others, strict=True)
            )
            return f"{{% case site.active_lang %}}{cases}{{% else %}}{first}{{% endcase %}}"

        return WORDS_IN_LIQUID.sub(words, WORDS.sub(words, text))

    def _in_language(self, path: str, text: str, language: str) -> str:
        front_matter, body = split_text(text)
        head = self._front_matter(front_matter or "", language)
        values: dict[str, str] = dict(
            re.findall(r"""(?m)^([\w-]+):[ \t]*["']?(.*?)["']?[ \t]*$""", head)
        )

        def words(tag: re.Match[str]) -> str:
            key = tag[1]
            if key.startswith("page."):  # Its value is in the language already.
                return values.get(key.removeprefix("page."), "")
            found = self._words(key, language) or self._value_of(key)
            if not found:
                self._warn(path, f"`{tag[0]}` has no text in {TEXTS}/")
            return found

        def words_in_liquid(tag: re.Match[str]) -> str:
            return self._words(tag[1], language) or tag[0]

        def file(tag: re.Match[str]) -> str:
            is_alone = tag[1] is not None and tag[3] is not None
            return self._file(path, tag[2], language, is_alone=is_alone)

        body = FILE.sub(file, body)
        body = WORDS_IN_LIQUID.sub(words_in_liquid, WORDS.sub(words, body))
        return body if front_matter is None else f"---\n{head}---\n{body}"

    def _front_matter(self, text: str, language: str) -> str:
        """Front matter with the keys of one language, such as `permalink_zh`, and with texts in the place of their keys."""
        text = f"{text.rstrip()}\n" if text.strip() else ""
        for name in self.words:
            for key in re.findall(rf"(?m)^(\w+)_{re.escape(name)}[ \t]*:", text):
                if name == language:
                    text = re.sub(rf"(?m)^{key}[ \t]*:.*\n{BELOW_KEY}", "", text)
                    text = re.sub(rf"(?m)^{key}_{re.escape(name)}([ \t]*:)", rf"{key}\1", text)
                else:
                    text = re.sub(rf"(?m)^{key}_{re.escape(name)}[ \t]*:.*\n{BELOW_KEY}", "", text)

        def words(line: re.Match[str]) -> str:
            found = self._words(line[2], language)
            return f"{line[1]}{_quoted(found)}" if found else line[0]

        return KEY_OF_TEXT.sub(words, text)

    def _words(self, key: str, language: str) -> str:
        """The words of a key such as `titles.about`, or those of the first language; empty without both."""
        first = next(iter(self.words))
        return _below(self.words[language], key) or _below(self.words[first], key)

    def _value_of(self, key: str) -> str:
        """What Liquid shows in the place of a text whose key is in a variable such as `item.title`.

        The values of front matter are in the language of the page already. Empty for any other key.
        """
        name, dot, _ = key.partition(".")
        is_key = any(name in words for words in self.words.values())
        return f"{{{{ {key} }}}}" if dot and not is_key else ""

    def _file(self, path: str, name: str, language: str, *, is_alone: bool) -> str:
        """The text of a file in a language; empty without one, which is reported."""
        inside = posixpath.normpath(f"{TEXTS}/{language}/{name}")
        file = self.folder / inside
        text = None
        if inside.startswith(f"{TEXTS}/{language}/") and is_within(file, self.folder):
            text = text_in(file)
        if text is None:
            self._warn(path, f"there is no file `{inside}`")
            return ""
        body = split_text(text)[1].strip()
        if is_alone or not name.endswith(MARKDOWN_SUFFIXES):
            return body
        return CONVERTED.format(body)

    def _warn(self, path: str, message: str) -> None:
        location = Location(f"{self.folder.as_posix()}/{path}")
        hint = "write the text into the page"
        self.problems.warn(location, f"{message}: skipped", hint, rule="import-skipped")


def translated_texts(folder: Path, config: Config, problems: Problems) -> TranslatedTexts | None:
    """The texts of a site of the plug-in; None for other sites.

    Languages whose names are no tags are reported.
    """
    names = languages_of(config, MULTIPLE_LANGUAGES)
    for name in names:
        if not tag_of(name):
            message = f"`{name}` is not a language tag: the pages in this language are not imported"
            hint = (
                f"rename `{name}` here and in {TEXTS}/ to the tag, such as `zh`, and import again"
            )
            config.warn(config.nodes["languages"], message, hint, problems)
    words = {
        name: read_yaml(folder / TEXTS / f"{name}.yml", problems).nodes
        for name in names
        if tag_of(name)
    }
    return TranslatedTexts(folder, words, problems) if words else None


def _below(nodes: Mapping[str, Node], key: str) -> str:
    """The text of a key such as `titles.about`, whose parts may be numbers of items."""
    name, *names = key.split(".")
    node = nodes.get(name)
    for part in names:
        items = nodes_in(node)
        is_item = part.isdecimal() and int(part) < len(items)
        node = items[int(part)] if is_item else dict(items_of(node)).get(part)
    return text_of(node).strip()


def _quoted(text: str) -> str:
    """A text of front matter in quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'


def _with_language(text: str, language: str) -> str:
    """A text whose front matter names its language."""
    front_matter, body = split_text(text)
    return f"---\n{front_matter or ''}lang: {language}\n---\n{body}"
