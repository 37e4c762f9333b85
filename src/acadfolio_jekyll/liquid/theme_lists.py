"""Replace the Liquid loops with which pages of the Jekyll themes list entries by shortcodes.

    {% for post in site.talks reversed %}
      {% include archive-single-talk.html %}
    {% endfor %}

becomes `{{ talks(view="archive") }}`. Only loops over a whole collection without other output are
replaced. The lines of the text keep their numbers.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.markdown.shortcodes import mark
from acadfolio.model.section_kinds import section_kind
from acadfolio.routing.generated import entries_of
from acadfolio_jekyll.folders import folders
from acadfolio_jekyll.liquid.blocks import outermost_blocks, tags_in
from acadfolio_jekyll.liquid.scholar import DEFAULT_FILE, bibliography_arguments, keys_of_query

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from acadfolio.model.site import Site
    from acadfolio_jekyll.liquid.blocks import Block
    from acadfolio_jekyll.page_source import LiquidFiles

SECTIONS = {folder.removeprefix("_"): section for folder, section in folders().collections.items()}
SECTIONS["posts"] = "posts"
"""The sections by the names of the themes' collections."""
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
CITED = frozenset({"-c", "--cited", "-C", "--cited_in_order"})
YEAR_OF_LOOP = re.compile(r"(?<=year)\s*=\s*\{\{\s*\w+\s*\}\}")
NO_KEYS = "[]"
ENTRY_INCLUDES = frozenset(
    {"archive-single", "archive-single-talk", "archive-single-cv", "archive-single-talk-cv"}
)
CARD_INCLUDES = frozenset({"projects", "projects_horizontal"})
PICKS_CARDS = re.compile(
    r"where_exp|\bwhere\s*:\s*(?!.category\b)|\bgroup_by|\bproject\.|\b(?:limit|offset)\s*:"
)
"""What al-folio's own loops over projects do not have: it chooses some of them."""
POST_GROUPS = "group_names"
"""The variable of the themes' loop over the tags or categories of posts."""
FIELD_OF_GROUPS = re.compile(r"group-by-array[^%]*\bfield=[\"'](tags|categories)")
NOT_IN_CV = frozenset({"links", "materials", "text"})
"""Fields that the theme's CV does not show."""


def marked_lists(text: str, made_of: LiquidFiles, site: Site) -> str:
    """The text of a page, or of an include or layout of its own, with marked shortcodes, also for the themes' lists."""
    return mark(ThemeLists(text, made_of, site).with_shortcodes(), only_calls=True)


class ThemeLists:
    """Finds the themes' lists in a text of a page."""

    def __init__(self, text: str, made_of: LiquidFiles, site: Site) -> None:
        self.text, self.site = text, site
        self.tags = list(tags_in(self.text))
        self.own_includes = {Path(name).stem for name in made_of.included}
        self.collections = {f"site.{name}": name for name in SECTIONS}
        for tag in self.tags:
            if tag.name == "assign" and (match := SORTED.fullmatch(tag.words)):
                self.collections[match[1]] = match[2]
        if "group-by-array" in self.text:
            self.collections[POST_GROUPS] = "posts"

    def with_shortcodes(self) -> str:
        """The text with shortcodes in the place of the lists."""
        text = ""
        position = 0
        for block in outermost_blocks(self.tags, self.text):
            start, end = block.tags[0].start, block.tags[-1].end
            shortcode = self._shortcode(block)
            lines = _whole_lines(self.text, start, end)
            if shortcode is None or lines is None:
                continue
            if is_in_comment(self.text, start):
                shortcode = ""
            first, last = lines
            blank_lines = "\n" * self.text.count("\n", first, last)
            text += f"{self.text[position:first]}{shortcode}{blank_lines}"
            position = last
        return text + self.text[position:]

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
            if any(PICKS_CARDS.search(tag.words) for tag in self.tags):
                return None
            return self._section_shortcode("projects", [])
        return self._list(block) if includes <= ENTRY_INCLUDES else None

    def _section_shortcode(self, section: str, arguments: Iterable[str]) -> str:
        """A shortcode for a section; empty if it has no entries."""
        has_posts = section == "posts" and any(page.is_post for page in self.site.pages)
        if not has_posts and not entries_of(self.site, section):
            return ""
        return f"{{{{ {section}({', '.join(arguments)}) }}}}"

    def _list(self, block: Block) -> str | None:
        """The shortcode for a loop over entries; None if it chooses some of them."""
        conditions = block.tags_named("if", "unless", "elsif", "case", "when", "break")
        if not all(CONDITION.fullmatch(tag.words) for tag in conditions):
            return None
        looped = [loop[1] for loop in block.loops]
        collections = [self.collections[name] for name in looped if name in self.collections]
        section = SECTIONS.get(collections[0]) if collections else None
        if not section:
            return None
        arguments = [f"limit={int(loop[2])}" for loop in block.loops if loop[2]]
        if section == "posts":
            arguments += self._grouping_of_posts(block, looped)
        else:
            arguments += self._view_arguments(section, block)
        if section == "publications":
            is_grouped = "site.publication_category" in looped
            arguments += self._grouping_of_publications(is_grouped=is_grouped)
        return self._section_shortcode(section, arguments)

    def _grouping_of_posts(self, block: Block, looped: list[str]) -> list[str]:
        if POST_GROUPS in looped:
            before = self.text[: block.tags[0].start]
            fields = ["tags", *FIELD_OF_GROUPS.findall(before)]
            return [f'group_by="{fields[-1]}"']
        return ['group_by="year"'] if "written_year" in block.text else []

    def _grouping_of_publications(self, *, is_grouped: bool) -> list[str]:
        """The argument that groups publications as the loop does, unless the settings do."""
        if not is_grouped or "publication_category" not in self.site.settings.liquid:
            return ["group_by=[]"]
        if self.site.settings_of("publications").group_by is None:
            return ['group_by="kind"']
        return []

    def _view_arguments(self, section: str, block: Block) -> Iterator[str]:
        """Arguments that show a list as the theme does, unless the site's settings have their own."""
        settings = self.site.settings_of(section)
        loops = [loop[0] for loop in block.loops if loop[1].partition("site.")[2] in SECTIONS]
        if section != "projects" and any("reversed" not in words for words in loops):
            yield 'sort="oldest"'
        is_cv = any(tag.included.endswith("-cv") for tag in block.tags)
        if not settings.view:
            yield 'view="list"' if is_cv else 'view="archive"'
        if is_cv and section != "publications" and not settings.fields:
            fields = [key for key in section_kind(section).fields if key not in NOT_IN_CV]
            yield f"fields={fields}"

    def _bibliography(self, block: Block, words: str) -> str | None:
        """jekyll-scholar's list of papers, alone or in a loop over the years of the page."""
        if CITED.intersection(words.split()):
            return "{{ references() }}"
        is_loop = len(block.tags) > 1
        is_over_years = block.tags[0].words.endswith("in page.years") and not block.has_words
        if is_loop and not is_over_years:
            return None
        try:
            arguments = bibliography_arguments(YEAR_OF_LOOP.sub("", words))
            chosen = self._chosen(arguments.pop("query", "@*"))
            file = self._file(arguments.pop("bibliography", DEFAULT_FILE))
        except (LookupError, ValueError):  # an option that no shortcode has
            return None
        if chosen.get("key") == NO_KEYS:
            return ""
        by_year = is_loop
        if not arguments and not chosen:
            by_year |= self.site.settings_of("publications").group_by is None
        arguments = {"group_by": '"year"' if by_year else "[]"} | arguments | chosen
        if self._has_search and len(arguments) == 1:
            arguments["search"] = "true"
        written = [f"{key}={value}" for key, value in (arguments | file).items()]
        return f"{{{{ publications({', '.join(written)}) }}}}"

    @property
    def _has_search(self) -> bool:
        """Whether the page has al-folio's search field, outside of comments."""
        searches = [tag for tag in self.tags if "bib_search" in tag.words]
        return any(not is_in_comment(self.text, tag.start) for tag in searches)

    def _chosen(self, query: str) -> dict[str, str]:
        """The keys of the papers in a query; nothing if all are.

        Papers without a key cannot be chosen.
        """
        keys = keys_of_query(query, self.site.publications)
        if len(keys) == len(self.site.publications):
            return {}
        return {"key": str([key for key in keys if key])}

    def _file(self, file: str) -> dict[str, str]:
        """The bibliography to show, if it is one of several.

        Raises LookupError if it is unknown.
        """
        files: set[str] = set()
        for paper in self.site.publications:
            files.update(paper.bibliography)
        if file not in {*files, DEFAULT_FILE}:
            raise LookupError(file)
        return {"bibliography": f'"{file}"'} if files > {file} else {}


def is_in_comment(text: str, position: int) -> bool:
    """Whether a position in a text is in a comment of HTML."""
    return text.rfind("<!--", 0, position) > text.rfind("-->", 0, position)


def _whole_lines(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The lines of a block, with the tags of an HTML list around it; None if the lines have other text."""
    before = text[:start].rstrip()
    after = text[end:].lstrip()
    if before.endswith(("<ul>", "<ol>")) and after.startswith(("</ul>", "</ol>")):
        start = len(before) - len("<ul>")
        end = len(text) - len(after) + len("</ul>")
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    if last < 0:
        last = len(text)
    if text[first:start].strip() or text[end:last].strip():
        return None
    return first, last
