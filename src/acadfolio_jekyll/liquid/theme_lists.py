"""Replace the Liquid loops with which pages of the Jekyll themes list entries by shortcodes.

    {% for post in site.talks reversed %}
      {% include archive-single-talk.html %}
    {% endfor %}

becomes `{{ talks(view="archive") }}`. Only loops over a whole collection without other output are
replaced. The lines of the text keep their numbers.
"""

from __future__ import annotations

import operator
import re
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, get_args

from acadfolio.bibliography.kinds import KINDS
from acadfolio.html.text import without_tags
from acadfolio.markdown.shortcodes import mark
from acadfolio.model.name_parts import parts_of
from acadfolio.model.publication import Author, Kind, Publication, matching_values
from acadfolio.model.section_kinds import section_kind
from acadfolio.routing.generated import entries_of
from acadfolio_jekyll.folders import folders

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from acadfolio.model.site import Site
    from acadfolio_jekyll.page_source import LiquidFiles

SECTIONS = {
    folder.removeprefix("_"): section for folder, section in folders().collections.items()
} | {"posts": "posts"}
"""The sections by the names of the themes' collections."""
TAG = re.compile(r"\{%-?\s*(\w+)((?:(?!-?%\}).)*+)-?%\}", re.DOTALL)
LIQUID = re.compile(r"\{\{(?:(?!\{\{).)*?\}\}|\{%(?:(?!\{%).)*?%\}", re.DOTALL)
LOOP = re.compile(r"\w+\s+in\s+([\w.-]+)(?:\s+reversed|\s+limit\s*:\s*(\d+))*")
SORTED = re.compile(
    r"""([\w-]+)\s*=\s*site\.(\w+)(?:\s*\|\s*(?:sort\s*:\s*["']date["']|reverse))*"""
)
"""An assignment of a sorted collection.

Its order is ignored: sections have their newest entry first.
"""
CONDITION = re.compile(
    r"site\.publication_category|\w+\.category\s*!=\s*\w+\[0\]|title_shown|year\s*!=\s*written_year"
)
"""The conditions in the themes' loops.

Others would choose entries in a way that no shortcode can.
"""
DEFAULT_FILE = "papers"
"""The bibliography that al-folio lists by default."""
QUERY = r"@(\*|\w+)(?:\[(.*)\]\*?)?"
TERM = r"\s*(\w+)\s*(?:([!<>]?=|[~^]=(?!.*[\\^$*+?|(){}]))\s*(.*?))?\s*"
"""A condition of a query, without regular expressions. A field alone has no operator."""
YEAR_OF_LOOP = r"(?<=year)\s*=\s*\{\{\s*\w+\s*\}\}"
OPTION = r"(?:\[[^\]]*\]|[^\s\[])+"
NAMES_IN_QUERIES = {
    "author": "authors", "abbr": "badge", "booktitle": "venue", "journal": "venue", "keywords": "tags", "year": "when",
}  # fmt: skip
COMPARISONS: dict[str, Callable[[str, str], bool]] = {
    "": operator.contains, "=": operator.eq, "~=": operator.contains, "^=": str.startswith,
    ">=": lambda text, wanted: _number(text) >= _number(wanted),
    "<=": lambda text, wanted: _number(text) <= _number(wanted),
}  # fmt: skip
"""The comparisons of bibtex-ruby, which makes whole numbers of texts for two of them."""
CITED = frozenset({"-c", "--cited", "-C", "--cited_in_order"})
FILE_OF_SETTINGS = r"\{\{-?\s*site\.scholar\.bibliography\s*-?\}\}"
BLOCKS = frozenset({"for", "if", "unless", "case", "capture", "comment", "highlight", "tablerow"})
ENTRY_INCLUDES = frozenset(
    {"archive-single", "archive-single-talk", "archive-single-cv", "archive-single-talk-cv"}
)
CARD_INCLUDES = frozenset({"projects", "projects_horizontal"})
PICKS_CARDS = (
    r"where_exp|\bwhere\s*:\s*(?!.category\b)|\bgroup_by|\bproject\.|\b(?:limit|offset)\s*:"
)
"""What al-folio's own loops over projects do not have: it chooses some of them."""
POST_GROUPS = "group_names"
"""The variable of the themes' loop over the tags or categories of posts."""
FIELD_OF_GROUPS = r"group-by-array[^%]*\bfield=[\"'](tags|categories)"
NOT_IN_CV = frozenset({"links", "materials", "text"})
"""Fields that the theme's CV does not show."""


class Tag(NamedTuple):
    """A Liquid tag and its position."""

    name: str
    words: str
    start: int
    end: int

    @property
    def included(self) -> str:
        """The name of an include, without the extension of its file."""
        file = "".join(self.words.split()[:1]) if self.name == "include" else ""
        return file.removesuffix(".html").removesuffix(".liquid")


class Block(NamedTuple):
    """A tag outside of other tags, with all tags up to its end tag."""

    tags: list[Tag]
    text: str
    """The text from its first tag to its last."""

    def tags_named(self, *names: str) -> list[Tag]:
        return [tag for tag in self.tags if tag.name in names]

    @property
    def has_words(self) -> bool:
        return bool(without_tags(LIQUID.sub("", self.text)).strip())

    @property
    def loops(self) -> list[re.Match[str]]:
        """Matches of its loops; empty if one of them has options that the themes do not use."""
        loops = [LOOP.fullmatch(tag.words) for tag in self.tags_named("for")]
        return [loop for loop in loops if loop] if all(loops) else []


def marked_lists(text: str, made_of: LiquidFiles, site: Site) -> str:
    """The text of a page, or of an include or layout of its own, with marked shortcodes, also for the themes' lists."""
    return mark(ThemeLists(text, made_of, site).with_shortcodes(), only_calls=True)


class ThemeLists:
    """Finds the themes' lists in a text of a page."""

    def __init__(self, text: str, made_of: LiquidFiles, site: Site) -> None:
        self.text, self.site = text, site
        self.tags = list(_tags(self.text))
        self.own_includes = {Path(name).stem for name in made_of.included}
        assignments = (SORTED.fullmatch(tag.words) for tag in self.tags if tag.name == "assign")
        self.collections = {f"site.{name}": name for name in SECTIONS}
        self.collections |= {match[1]: match[2] for match in assignments if match}
        if "group-by-array" in self.text:
            self.collections[POST_GROUPS] = "posts"

    def with_shortcodes(self) -> str:
        """The text with shortcodes in the place of the lists."""
        parts, position = [], 0
        for block in _outermost_blocks(self.tags, self.text):
            start, end = block.tags[0].start, block.tags[-1].end
            shortcode, lines = self._shortcode(block), _whole_lines(self.text, start, end)
            if shortcode is None or lines is None:
                continue
            if is_in_comment(self.text, start):
                shortcode = ""
            parts += [
                self.text[position : lines[0]],
                shortcode,
                "\n" * self.text.count("\n", *lines),
            ]
            position = lines[1]
        return "".join([*parts, self.text[position:]])

    def _shortcode(self, block: Block) -> str | None:
        """The shortcode for a list, empty if the list has no entries; None if the block is not a theme's list."""
        if block.tags[0].name not in {"for", "if", "bibliography"}:
            return None
        if bibliographies := block.tags_named("bibliography"):
            return self._bibliography(block, bibliographies[0].words)
        includes = {tag.included for tag in block.tags_named("include")}
        if not includes or block.has_words or includes & self.own_includes:
            return None
        if includes <= CARD_INCLUDES:
            picks = any(re.search(PICKS_CARDS, tag.words) for tag in self.tags)
            return None if picks else self._section_shortcode("projects", [])
        return self._list(block) if includes <= ENTRY_INCLUDES else None

    def _section_shortcode(self, section: str, arguments: Iterable[str]) -> str:
        """A shortcode for a section; empty if it has no entries."""
        posts = section == "posts" and any(page.is_post for page in self.site.pages)
        has_entries = posts or entries_of(self.site, section)
        return f"{{{{ {section}({', '.join(arguments)}) }}}}" if has_entries else ""

    def _list(self, block: Block) -> str | None:
        looped = [loop[1] for loop in block.loops]
        limits = [f"limit={int(loop[2])}" for loop in block.loops if loop[2]]
        section = SECTIONS.get(
            next((self.collections[name] for name in looped if name in self.collections), ""), ""
        )
        conditions = block.tags_named("if", "unless", "elsif", "case", "when", "break")
        if not section or not all(CONDITION.fullmatch(tag.words) for tag in conditions):
            return None
        if section == "posts":
            return self._section_shortcode(
                section, [*limits, *self._grouping_of_posts(block, looped)]
            )
        view = self._view_arguments(
            section, block, by_category="site.publication_category" in looped
        )
        return self._section_shortcode(section, [*limits, *view])

    def _grouping_of_posts(self, block: Block, looped: list[str]) -> list[str]:
        if POST_GROUPS in looped:
            fields = ["tags", *re.findall(FIELD_OF_GROUPS, self.text[: block.tags[0].start])]
            return [f'group_by="{fields[-1]}"']
        return ['group_by="year"'] if "written_year" in block.text else []

    def _view_arguments(self, section: str, block: Block, *, by_category: bool) -> Iterator[str]:
        """Arguments that show a list as the theme does, unless the site's settings have their own."""
        settings = self.site.settings_of(section)
        loops = [loop[0] for loop in block.loops if loop[1].partition("site.")[2] in SECTIONS]
        if section != "projects" and any("reversed" not in words for words in loops):
            yield 'sort="oldest"'
        is_cv = any(tag.included.endswith("-cv") for tag in block.tags)
        if not settings.view:
            yield 'view="list"' if is_cv else 'view="archive"'
        is_grouped = by_category and "publication_category" in self.site.settings.liquid
        if section != "publications":
            if is_cv and not settings.fields:
                yield f"fields={[key for key in section_kind(section).fields if key not in NOT_IN_CV]}"
        elif not is_grouped:
            yield "group_by=[]"
        elif settings.group_by is None:
            yield 'group_by="kind"'

    def _bibliography(self, block: Block, words: str) -> str | None:
        """jekyll-scholar's list of papers, alone or in a loop over the years of the page."""
        if CITED.intersection(words.split()):
            return "{{ references() }}"
        is_loop = len(block.tags) > 1
        is_over_years = block.tags[0].words.endswith("in page.years") and not block.has_words
        if is_loop and not is_over_years:
            return None
        try:
            arguments = _bibliography_arguments(re.sub(YEAR_OF_LOOP, "", words))
            chosen = self._chosen(arguments.pop("query", "@*"))
            file = self._file(arguments.pop("bibliography", DEFAULT_FILE))
        except (LookupError, ValueError):  # an option that no shortcode has
            return None
        by_year = is_loop or (
            not arguments | chosen and self.site.settings_of("publications").group_by is None
        )
        arguments = {"group_by": '"year"' if by_year else "[]"} | arguments | chosen
        if self._has_search and len(arguments) == 1:
            arguments["search"] = "true"
        written = ", ".join(map("=".join, (arguments | file).items()))
        return f"{{{{ publications({written}) }}}}" if chosen.get("key") != "[]" else ""

    @property
    def _has_search(self) -> bool:
        """Whether the page has al-folio's search field, outside of comments."""
        return any(
            "bib_search" in tag.words and not is_in_comment(self.text, tag.start)
            for tag in self.tags
        )

    def _chosen(self, query: str) -> dict[str, str]:
        """The keys of the papers in a query; nothing if all are.

        Papers without a key cannot be chosen.
        """
        keys = _keys(query, self.site.publications)
        return (
            {"key": str(list(filter(None, keys)))}
            if len(keys) < len(self.site.publications)
            else {}
        )

    def _file(self, file: str) -> dict[str, str]:
        """The bibliography to show, if it is one of several.

        Raises LookupError if it is unknown.
        """
        files = set[str]().union(*(paper.bibliography for paper in self.site.publications))
        if file not in {*files, DEFAULT_FILE}:
            raise LookupError(file)
        return {"bibliography": f'"{file}"'} if files > {file} else {}


def _bibliography_arguments(words: str) -> dict[str, str]:
    """The arguments of a shortcode for the options of the tag.

    Raises LookupError or ValueError for others.
    """
    options = re.findall(OPTION, re.sub(FILE_OF_SETTINGS, DEFAULT_FILE, words).replace('"', ""))
    arguments: dict[str, str] = {}
    for option, value in zip_longest(options[::2], options[1::2], fillvalue=""):
        arguments |= OPTIONS[option](value)
    return arguments


def _keys(query: str, papers: Sequence[Publication]) -> list[str]:
    """The keys of the papers in a query such as `@article[year>=1920 && category=talk]`.

    Raises ValueError.
    """
    parts = re.fullmatch(QUERY, query)
    if parts is None:
        raise ValueError(query)
    kind, conditions = parts.groups("")
    kinds = get_args(Kind) if kind == "*" else {KINDS[kind]}
    found = [paper for paper in papers if paper.kind in kinds]
    alternatives = (conditions or "title").split("||")
    names = {*Publication.__struct_fields__, *NAMES_IN_QUERIES}.union(
        *(paper.extra for paper in papers)
    )
    choices = [[_test(term, names) for term in re.split("&&|,", terms)] for terms in alternatives]
    return [
        paper.key for paper in found if any(all(test(paper) for test in tests) for tests in choices)
    ]


def _test(term: str, names: Collection[str]) -> Callable[[Publication], bool]:
    """Whether a paper meets a condition of a query.

    Raises ValueError, also for a field that is not in `names`.
    """
    parts = re.fullmatch(TERM, term)
    if parts is None or parts[1] not in names:
        raise ValueError(term)
    name, comparison, wanted = parts.groups("")
    if comparison == "!=":
        return lambda paper: wanted.lower() not in _texts(paper, name)
    compare = COMPARISONS[comparison]
    return lambda paper: any(compare(text, wanted.lower()) for text in _texts(paper, name))


def _number(text: str) -> int:
    """The number that a text begins with, or zero."""
    return int("0" + re.split(r"\D", text.strip())[0])


def _texts(paper: Publication, name: str) -> set[str]:
    """The values of a field of a paper in lowercase; names as in BibTeX, `noether, emmy`."""
    value = paper.extra.get(name) or getattr(paper, NAMES_IN_QUERIES.get(name, name), None)
    values = value if isinstance(value, tuple) else (value,)
    written = [
        parts_of(each).family_first if isinstance(each, Author) else each for each in values if each
    ]
    return {text.lower() for each in written for text in matching_values(each)}


OPTIONS: dict[str, Callable[[str], dict[str, str]]] = {
    **dict.fromkeys(("-q", "--query"), lambda value: {"query": value}),
    **dict.fromkeys(("-m", "--max"), lambda value: {"limit": str(int(value))}),
    **dict.fromkeys(("-o", "--offset"), lambda value: {"offset": str(int(value))}),
    **dict.fromkeys(("-f", "--file"), lambda value: {"bibliography": value.removesuffix(".bib")}),
    "--group_by": lambda value: {
        "group_by": {"none": "[]", "year": '"year"', "type": '"kind"'}[value]
    },
    **dict.fromkeys(("--template", "-T", "--style", "-s", "--prefix", "-p"), lambda _: {}),
}
"""The functions that convert the options of jekyll-scholar to arguments.

They raise errors for other values.
"""


def is_in_comment(text: str, position: int) -> bool:
    """Whether a position in a text is in a comment of HTML."""
    return text.rfind("<!--", 0, position) > text.rfind("-->", 0, position)


def _tags(text: str) -> Iterator[Tag]:
    """The tags of a text, without those between `raw` and `endraw`."""
    is_raw = False
    end = text.rfind("%}") + len("%}")  # What has no end is not sought behind it.
    for match in TAG.finditer(text, 0, end):
        is_raw = match[1] == "raw" or (is_raw and match[1] != "endraw")
        if not is_raw:
            yield Tag(match[1], match[2].strip(), match.start(), match.end())


def _outermost_blocks(tags: list[Tag], text: str) -> Iterator[Block]:
    """The blocks outside of other blocks. A tag without an end tag is a block."""
    depth, inside = 0, []
    for tag in tags:
        inside.append(tag)
        if tag.name in BLOCKS:
            depth += 1
        elif tag.name.startswith("end"):
            depth -= 1
        if depth <= 0:
            yield Block(inside, text[inside[0].start : tag.end])
            depth, inside = 0, []


def _whole_lines(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The lines of a block, with the tags of an HTML list around it; None if the lines have other text."""
    before, after = text[:start].rstrip(), text[end:].lstrip()
    if before.endswith(("<ul>", "<ol>")) and after.startswith(("</ul>", "</ol>")):
        start, end = len(before) - len("<ul>"), len(text) - len(after) + len("</ul>")
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    last = len(text) if last < 0 else last
    return None if text[first:start].strip() or text[end:last].strip() else (first, last)
