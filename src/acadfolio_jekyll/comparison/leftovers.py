"""Find what visitors could read on an old site and no page of the new one has: words and links, by file and line."""

from __future__ import annotations

import re
from html import unescape
from itertools import filterfalse, pairwise
from typing import TYPE_CHECKING

from acadfolio.html.tokens import Token, read
from acadfolio.outside_links import is_within
from acadfolio.problems import Location, Problem, Problems
from acadfolio.source.front_matter import split_page
from acadfolio.source.text import Source
from acadfolio.source.yaml import Node, items_of, load_table, parse_yaml, texts_below
from acadfolio_jekyll.comparison import TARGETS, NewSite, targets_of, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

THEME_FILES = ("_config.", "_data/", "_includes/", "_layouts/", "_pages/404.", "404.")
"""The beginnings of the paths of files that have words of a theme, too."""
UI_TEXT = "_data/ui-text.yml"
"""The words of minimal-mistakes in many languages, of which only the English ones are known here."""
DATA_FILES = (".yml", ".yaml", ".json")
NOT_SHOWN = re.compile(
    r"(?s)\{%-?\s*(?:comment|capture sizes)\s*-?%\}.*?\{%-?\s*end(?:comment|capture)\s*-?%\}"
    r"|\{\{(?>(?:(?!\{\{|\}\}).)*)\}\}|\{%(?>(?:(?!\{%|%\}).)*)%\}"
    r"|(?<!\S)[*\d-][^\n]*\n\{:\s?toc[^\n]*\}"
)
"""Comments, the sizes of an image, tags and outputs of Liquid, and the place of kramdown's table of contents."""
FILE_IN_LIQUID = re.compile(
    r"""\{\{-?\s*["']([^"'{}]+)["']\s*\|(?=[^{}]*url)[^{}]*+\}\}|\{%-?\s*include[^%]*\bpath=["']([^"'{}]+)["'][^%]*%\}"""
)
"""The path of a file or page that Liquid makes a URL of, or shows as a figure."""
BELOW_IF = re.compile(
    r"(?s)\{%-?\s*if (?:site|author)\.[\w.]+(?: == \w+)?\s*-?%\}(?>(?:(?!\{%-?\s*(?:if|els|endif)).)*)"
)
"""What a page has below a condition about a setting: the new page has it too, unless the condition is false."""
LIQUID = "\x01"
"""A character for what Liquid makes."""
LINK = re.compile(
    r"\]\(\s*+<?([^\s()<>]*+(?>(?:\([^\s()]*+\)[^\s()<>]*+)*))[^()]*+\)|^\s*\[(?!\^)[^\]]+\]:\s*<?([^\s<>]*).*"
    r"|(https?://[^\s\"'<>()\[\]]+|(?:mailto:)?(?<![\w.+-])[\w.+-]++@[\w-]+\.[\w.-]+)"
)
"""A link of Markdown, the definition of one, a bare URL, or an email address."""
NO_TEXT = re.compile(
    r"\$\$[^$]+\$\$|\$[^$\s][^$]*\$|(?<=\])\[[^\[\]]*\]|\[\^[^\[\]]*\]"
    r"|\{:[^{}]*\}|:[a-z0-9_+-]+:|^\s*(?:(?:```|~~~).*|\d+[.)](?=\s))"
)
"""A formula, a label of a link or footnote, attributes of kramdown, an emoji's name, a code's language, a number."""
SHOWN_ATTRIBUTES = r'(?:alt|content|label|title)="([^"]*)"'
TECHNICAL = re.compile(r"(?!https?:)[a-z0-9_.#~/-][^\s@]*|[\d\s:.,+-]*")
"""A value that is no text: a path, a number or a date, or a word in lower case in a data file."""
NO_TARGET = rf"{LIQUID}|^#|^$"
ENOUGH_PAIRS = 3
"""From this number of pairs of words on, a line is lost if few of its pairs are on a page."""


def leftovers(folder: Path, names: Iterable[str], new: NewSite) -> list[Problem]:
    """The lines of these files in a folder of which the new site lacks words or links, each text once."""
    pages, found = _Pages(new), dict[str, Problem]()
    technical, replaced, themes = (set(words.split()) for words in load_table(__file__).values())
    paths = {name: (folder / name).resolve() for name in names}
    for name in (
        name for name, path in paths.items() if path.is_file() and is_within(path, folder)
    ):
        source = Source(name, paths[name].read_text("utf-8-sig", "replace"))
        known = replaced | themes if name.startswith(THEME_FILES) else replaced
        for location, text in _lines(source, technical):
            if missing := pages.lacks(text, known):
                shown = LINK.sub(r" \1\2\3 ", text).replace(LIQUID, "…").replace("[", "")
                shown = " ".join(unescape(shown).split())
                found.setdefault(
                    shown, Problem("lost-content", location, shown, " ".join(missing), "warning")
                )
    return list(found.values())


class _Pages:
    """What is on the pages of the new site: words, pairs of them, and links."""

    def __init__(self, new: NewSite) -> None:
        html = "\n".join(new.pages.values())
        words = _whole_words(" ".join([html, *re.findall(SHOWN_ATTRIBUTES, html)]))
        self.new, self.html = new, unescape(html)
        self.words, self.pairs = set(words), set(pairwise(words))

    def lacks(self, text: str, known: set[str]) -> list[str]:
        """The words and links of a line that are on no page; all words of it if they are only on different pages."""
        words = _whole_words(NO_TEXT.sub(" ", LINK.sub(" ", text)))
        lacking = [*filterfalse(self.words.__contains__, words), *self._missing_links(text)]
        missing = [part for part in lacking if not known.issuperset(words_of(part))]
        if missing and re.search(rf"[/:=]{re.escape(text.strip())}(?![\w-])", self.html):
            return []  # A name in a network, or an address, which is in the URL of a link.
        pairs = set(pairwise(words))
        if (
            not missing
            and ENOUGH_PAIRS <= len(pairs) > 3 * len(pairs & self.pairs)
            and not known.issuperset(words)
        ):
            return words
        return list(dict.fromkeys(missing))

    def _missing_links(self, text: str) -> Iterator[str]:
        """The targets of the links in a line that no page has, except those that Liquid makes."""
        for match in LINK.finditer(text):
            target = "".join(match.groups("")).lstrip(LIQUID).rstrip(".,;")
            if not re.search(NO_TARGET, target):
                link = re.sub(self.new.own_link, r"\1", f'<a href="{target}">')
                yield from (
                    found for found in targets_of(link) - self.new.targets if found not in self.html
                )


def _whole_words(text: str) -> list[str]:
    """The words in a text without single letters, such as initials and variables."""
    return [word for word in words_of(text) if not re.fullmatch("[a-z]", word)]


def _lines(source: Source, technical: set[str]) -> Iterator[tuple[Location, str]]:
    """The lines with text for visitors, with links as in Markdown."""
    parts = split_page(source, Problems())
    node: Node | None = parts.front_matter
    body, first_line = parts.body, parts.body_line
    if source.name.endswith(DATA_FILES):
        node, body = parse_yaml(source, Problems(), is_foreign=True), ""
    if source.name == UI_TEXT:
        node = dict(items_of(node)).get("en")
    is_page = not source.name.startswith(THEME_FILES)
    for value in texts_below(source, node, technical):
        if not TECHNICAL.fullmatch(value.text) or (is_page and value.text.isalpha()):
            is_block = "\n" in value.text.rstrip()
            yield from _visible(value.text, Location(source.name, value.location.line + is_block))
    body = BELOW_IF.sub(lambda liquid: "\n" * liquid[0].count("\n"), body) if is_page else body
    yield from _visible(body, Location(source.name, first_line))


def _visible(text: str, location: Location) -> Iterator[tuple[Location, str]]:
    """The lines of a text without Liquid, comments, scripts, styles and tags."""
    if location.file.startswith(THEME_FILES):
        text = FILE_IN_LIQUID.sub(
            lambda file: (file[1] or f"]({file[2]})") + "\n" * file[0].count("\n"), text
        )
    text = NOT_SHOWN.sub(lambda liquid: LIQUID + "\n" * liquid[0].count("\n"), text)
    for number, line in enumerate("".join(map(_without_tag, read(text))).split("\n")):
        yield location._replace(line=location.line + number), line


def _without_tag(token: Token) -> str:
    """The text of a token, or the target and the ends of lines of what is no text, or else a space."""
    if token.kind == "text":
        return token.source
    target = token.attributes.get(TARGETS.get(token.name, ""), "").strip()
    return (f"]({target})" if target else " ") + "\n" * token.source.count("\n")
