"""Replace the lists that the Jekyll themes' pages make with loops by shortcodes.

    {% for post in site.talks reversed %}
      {% include archive-single-talk.html %}
    {% endfor %}

becomes `{{ talks(view="archive") }}`. Only loops over a whole collection that print nothing of their own are replaced.
Lines keep their numbers.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from acadfolio.html.text import without_tags
from acadfolio.loading.jekyll import CATEGORIES, has_own_titles, kind_of
from acadfolio.model.jekyll import jekyll
from acadfolio.model.kinds import kind_of_section
from acadfolio.routing.generated import entries_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from acadfolio.model.site import SectionSettings, Site

SECTIONS = {folder.removeprefix("_"): section for folder, section in jekyll().collections.items()} | {"posts": "posts"}
"""The themes' collections, and the sections that have their entries here."""
TAG = re.compile(r"\{%-?\s*(\w+)\s*((?:(?!-?%\}).)*?)\s*-?%\}", re.DOTALL)
LIQUID = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
LISTS = ("archive-single", "bibliography", "include projects")
"""One of these is in every page with such a list."""
LOOP = re.compile(r"\w+\s+in\s+([\w.-]+)(?:\s+reversed|\s+limit\s*:\s*(\d+))*")
SORTED = re.compile(r"""([\w-]+)\s*=\s*site\.(\w+)(?:\s*\|\s*(?:sort\s*:\s*["']date["']|reverse))*""")
"""A collection under another name, in whatever order: here the newest entry comes first."""
CONDITION = re.compile(
    r"""site\.publication_category|\w+\.category\s*!=\s*\w+\[0\]|title_shown|year\s*!=\s*written_year
    |\w+\.category\s*==\s*(["'])(?P<category>[\w-]+)\1""",
    re.VERBOSE,
)
"""What the themes' loops ask: anything else chooses entries in a way that no shortcode has."""
QUERY = re.compile(r"@\*(?:\[(?:(?P<key>selected|year|keywords)=(?P<value>[\w-]+)|year=\{\{\s*\w+\s*\}\})\]\*?)?")
BLOCKS = frozenset({"for", "if", "unless", "case", "capture", "comment", "highlight", "tablerow"})
ENTRY_INCLUDES = frozenset({"archive-single", "archive-single-talk", "archive-single-cv", "archive-single-talk-cv"})
CARD_INCLUDES = frozenset({"projects", "projects_horizontal"})
GROUPS = "group_names"
BOOLEANS = frozenset({"true", "false"})
NOT_IN_CV = frozenset({"links", "materials", "text"})
"""What of an entry the theme's CV leaves to its page."""


class Tag(NamedTuple):
    """A Liquid tag, and where it stands."""

    name: str
    words: str
    start: int
    end: int

    @property
    def included(self) -> str:
        """The file of an include, without its suffix."""
        file = self.words.partition(" ")[0] if self.name == "include" else ""
        return file.removesuffix(".html").removesuffix(".liquid")


class Block(NamedTuple):
    """A tag that stands in no other, with all up to its end."""

    tags: list[Tag]
    text: str
    """The text from its first tag to its last."""

    def named(self, *names: str) -> list[Tag]:
        return [tag for tag in self.tags if tag.name in names]

    @property
    def prints_words(self) -> bool:
        return bool(without_tags(LIQUID.sub("", self.text)).strip())

    @property
    def category(self) -> str:
        """The key of the category that a loop is about."""
        conditions = filter(None, (CONDITION.fullmatch(tag.words) for tag in self.named("if")))
        return next(filter(None, (condition["category"] for condition in conditions)), "")

    @property
    def shows_all(self) -> bool:
        """Whether its conditions leave no entry out, but for those of other categories."""
        if self.named("break") or (self.category and self.named("else")):
            return False
        return all(CONDITION.fullmatch(tag.words) for tag in self.named("if", "unless", "elsif", "case", "when"))

    @property
    def is_over_years(self) -> bool:
        """Whether it is a loop over the years of the page that prints nothing of its own."""
        return not self.prints_words and self.tags[0].words.endswith("in page.years")

    @property
    def loops(self) -> list[re.Match[str]]:
        """What its loops go over; empty when one of them has more options than the themes use."""
        loops = [LOOP.fullmatch(tag.words) for tag in self.named("for")]
        return [loop for loop in loops if loop] if all(loops) else []


def with_shortcodes(text: str, site: Site) -> str:
    """The text with shortcodes for the themes' lists."""
    return _ThemeLists(text, site).replaced() if any(name in text for name in LISTS) else text


class _ThemeLists:
    """The lists of one page."""

    def __init__(self, text: str, site: Site) -> None:
        self.text, self.site = text, site
        self.tags = list(_tags(text))
        self.sorted = [match for tag in self.tags if tag.name == "assign" and (match := SORTED.fullmatch(tag.words))]
        self.collections = {f"site.{name}": name for name in SECTIONS}
        self.collections |= {match[1]: match[2] for match in self.sorted}
        if "group-by-array" in text:
            self.collections[GROUPS] = "posts"

    def replaced(self) -> str:
        parts, position = [], 0
        for block in _outermost_blocks(self.tags, self.text):
            start, end = block.tags[0].start, block.tags[-1].end
            shortcode, lines = self._shortcode(block), _whole_lines(self.text, start, end)
            if shortcode is None or lines is None:
                continue
            if self.text.rfind("<!--", 0, start) > self.text.rfind("-->", 0, start):
                shortcode = ""  # in a comment
            parts += [self.text[position : lines[0]], shortcode, "\n" * self.text.count("\n", *lines)]
            position = lines[1]
        result = "".join([*parts, self.text[position:]])
        return self._without_unused_names(result) if parts else result

    def _without_unused_names(self, result: str) -> str:
        """The text without the names of collections that nothing loops over any more."""
        for match in self.sorted:
            name = re.escape(match[1])
            if len(re.findall(rf"\b{name}\b", result)) == 1:
                result = re.sub(rf"\{{%-?\s*assign\s+{name}\b.*?%\}}", "", result)
        return result

    def _shortcode(self, block: Block) -> str | None:
        """The shortcode for a list, empty where it has no entries; None for what is no list of a theme's."""
        if block.tags[0].name not in {"for", "if", "bibliography"}:
            return None
        if bibliographies := block.named("bibliography"):
            return self._bibliography(block, bibliographies[0].words)
        includes = {tag.included for tag in block.named("include")}
        if not includes or block.prints_words:
            return None
        if includes <= CARD_INCLUDES:
            return self._called("projects", [])
        return self._list(block) if includes <= ENTRY_INCLUDES and block.shows_all else None

    def _called(self, section: str, arguments: Iterable[str]) -> str:
        """A shortcode for a section; empty where it has no entries."""
        has_entries = bool(entries_of(self.site, section))
        if section == "posts":
            has_entries = any(page.is_post for page in self.site.pages)
        return f"{{{{ {section}({', '.join(arguments)}) }}}}" if has_entries else ""

    def _list(self, block: Block) -> str | None:
        looped = [loop[1] for loop in block.loops]
        limits = [f"limit={int(loop[2])}" for loop in block.loops if loop[2]]
        section = self._section_of(looped)
        if section == "posts":
            return self._called(section, [*limits, *_grouping_of_posts(block, looped)])
        if not section or (block.category and section != "publications"):
            return None
        chosen = self._category_arguments(block.category)
        if chosen is None:
            return None
        look = self._look(section, block, by_category="site.publication_category" in looped)
        return self._called(section, [*chosen, *limits, *look])

    def _section_of(self, looped: Iterable[str]) -> str:
        """The section of the first collection that is looped over; empty for none that has one."""
        known = (self.collections[name] for name in looped if name in self.collections)
        return SECTIONS.get(next(known, ""), "")

    def _look(self, section: str, block: Block, *, by_category: bool) -> Iterator[str]:
        """How the theme shows a list, where the site's settings do not say it."""
        settings = self.site.settings_of(section)
        is_cv = any(tag.included.endswith("-cv") for tag in block.tags)
        if not settings.view:
            yield 'view="list"' if is_cv else 'view="archive"'
        if section == "publications":
            yield from self._grouping(settings, by_category=by_category)
        elif is_cv and not settings.fields:
            yield f"fields={[key for key in kind_of_section(section).fields if key not in NOT_IN_CV]}"

    def _grouping(self, settings: SectionSettings, *, by_category: bool) -> Iterator[str]:
        if not by_category or "publication_category" not in self.site.settings.liquid:
            yield "group_by=[]"
        elif settings.group_by is None:
            yield 'group_by="kind"'

    def _category_arguments(self, key: str) -> list[str] | None:
        """What chooses the papers of a category, as `acadfolio import` wrote them; None where that is not certain."""
        if not key:
            return []
        titles = self._category_titles()
        heading = titles.get(key) or CATEGORIES.get(key, key)
        kind = kind_of(heading)
        if kind and not has_own_titles(titles):
            return [f'kind="{kind}"']
        headings = {paper.category.in_language("en") for paper in self.site.publications if paper.category}
        is_certain = heading in headings and not set(heading) & set('"\\{}')
        return [f'category="{heading}"'] if is_certain else None

    def _category_titles(self) -> dict[str, str]:
        """The site's own headings of categories, by their keys."""
        categories = self.site.settings.liquid.get("publication_category")
        if not isinstance(categories, dict):
            return {}
        return {key: str(about.get("title") or "") for key, about in categories.items() if isinstance(about, dict)}

    def _bibliography(self, block: Block, words: str) -> str | None:
        """jekyll-scholar's list of papers, alone or in a loop over the years of the page."""
        is_loop = len(block.tags) > 1
        options = _bibliography_options(words)
        if options is None or (is_loop and not block.is_over_years):
            return None
        filters, is_flat = options
        has_groups = is_loop or not (is_flat or filters)
        arguments = [*filters, 'group_by="year"' if has_groups else "group_by=[]"]
        if "bib_search" in self.text and not filters:
            arguments.append("search=true")
        return f"{{{{ publications({', '.join(arguments)}) }}}}"


def _grouping_of_posts(block: Block, looped: list[str]) -> list[str]:
    if GROUPS in looped:
        return ['group_by="tags"']
    return ['group_by="year"'] if "written_year" in block.text else []


def _bibliography_options(words: str) -> tuple[list[str], bool] | None:
    """The filters of the tag `bibliography`, and whether it has no groups; None for an option that no shortcode has."""
    filters, is_flat = [], False
    options = words.replace('"', "").split()
    for option, value in zip_longest(options[::2], options[1::2], fillvalue=""):
        query = QUERY.fullmatch(value)
        if option in {"-q", "--query"} and query:
            chosen = query["value"] if query["value"] in BOOLEANS else f'"{query["value"]}"'
            filters += [f"{query['key']}={chosen}"] if query["key"] else []
        elif option == "--group_by" and value in {"none", "year"}:
            is_flat = value == "none"
        elif option not in {"-f", "--file"} or value.removesuffix(".bib") != "papers":
            return None
    return filters, is_flat


def _tags(text: str) -> Iterator[Tag]:
    """The tags that Liquid reads: not those that are shown as they are."""
    is_raw = False
    for match in TAG.finditer(text):
        is_raw = match[1] == "raw" or (is_raw and match[1] != "endraw")
        if not is_raw:
            yield Tag(match[1], match[2], match.start(), match.end())


def _outermost_blocks(tags: list[Tag], text: str) -> Iterator[Block]:
    """The blocks that are in no other; a tag that opens no block is one by itself."""
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
    """The lines of a block, with the tags of an HTML list around it; None where other words stand in them."""
    before, after = text[:start].rstrip(), text[end:].lstrip()
    if before.endswith(("<ul>", "<ol>")) and after.startswith(("</ul>", "</ol>")):
        start, end = len(before) - len("<ul>"), len(text) - len(after) + len("</ul>")
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    last = len(text) if last < 0 else last
    return None if text[first:start].strip() or text[end:last].strip() else (first, last)
