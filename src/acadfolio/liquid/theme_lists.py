"""Replace the lists that the Jekyll themes' pages make with loops by shortcodes.

    {% for post in site.talks reversed %}
      {% include archive-single-talk.html %}
    {% endfor %}

becomes `{{ talks(view="archive") }}`. Only loops over a whole collection that print nothing of their own are replaced.
Lines keep their numbers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from acadfolio.loading.jekyll import CATEGORIES, are_own, kind_of
from acadfolio.model.kinds import KINDS, PAGED
from acadfolio.model.site import SectionSettings
from acadfolio.routing.generated import entries_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.model.site import Site

SECTIONS = {
    "portfolio": "projects",
    "posts": "posts",
    "publications": "publications",
    "talks": "talks",
    "teaching": "teaching",
}
"""The themes' collections, and the sections that have their entries here."""
TAG = re.compile(r"\{%-?\s*(\w+)\s*((?:(?!-?%\}).)*?)\s*-?%\}", re.DOTALL)
NO_WORDS = re.compile(r"<!--.*?-->|\{\{.*?\}\}|\{%.*?%\}|<[^<>]*>|\s", re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
LISTS = re.compile(r"archive-single|bibliography|include projects")
OPENING_LIST, CLOSING_LIST = re.compile(r"[ \t]*<[uo]l>\s*\Z"), re.compile(r"\s*</[uo]l>")
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
CONDITIONAL = frozenset({"if", "unless", "elsif", "case", "when"})
ENTRY_INCLUDES = frozenset({"archive-single", "archive-single-talk", "archive-single-cv", "archive-single-talk-cv"})
CARD_INCLUDES = frozenset({"projects", "projects_horizontal"})
CATEGORY_LIST, GROUPS = "site.publication_category", "group_names"
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
    """A tag with all up to its end."""

    tags: list[Tag]
    text: str
    """The whole page."""

    @property
    def start(self) -> int:
        return self.tags[0].start

    @property
    def end(self) -> int:
        return self.tags[-1].end

    @property
    def prints_words(self) -> bool:
        return bool(NO_WORDS.sub("", self.text[self.start : self.end]))

    def named(self, name: str) -> list[Tag]:
        return [tag for tag in self.tags if tag.name == name]


def with_shortcodes(text: str, site: Site) -> str:
    """The text with shortcodes for the themes' lists."""
    if not LISTS.search(text):
        return text
    tags = list(_tags(text))
    sorted_lists = [match for tag in tags if tag.name == "assign" and (match := SORTED.fullmatch(tag.words))]
    collections = {f"site.{name}": name for name in SECTIONS} | {match[1]: match[2] for match in sorted_lists}
    comments = [match.span() for match in COMMENT.finditer(text)]
    parts, position = [], 0
    for block in _outermost_blocks(tags, text):
        shortcode = _shortcode(block, collections, site)
        if shortcode and any(start < block.start < end for start, end in comments):
            shortcode = ""
        place = _whole_lines(text, block.start, block.end)
        if shortcode is not None and place is not None:
            parts += [text[position : place[0]], shortcode, "\n" * text.count("\n", *place)]
            position = place[1]
    if not parts:
        return text
    result = "".join([*parts, text[position:]])
    for name, _ in (match.groups() for match in sorted_lists):
        if len(re.findall(rf"\b{re.escape(name)}\b", result)) == 1:  # Nothing loops over it any more.
            result = re.sub(rf"\{{%-?\s*assign\s+{re.escape(name)}\b.*?%\}}", "", result)
    return result


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
            yield Block(inside, text)
            depth, inside = 0, []


def _shortcode(block: Block, collections: dict[str, str], site: Site) -> str | None:
    """The shortcode for a list, empty where it has no entries; None for what is no list of a theme's."""
    if block.tags[0].name not in {"for", "if", "bibliography"}:
        return None
    if bibliographies := block.named("bibliography"):
        return _bibliography(block, bibliographies[0].words)
    includes = {tag.included for tag in block.named("include")}
    if not includes or block.prints_words:
        return None
    if includes <= CARD_INCLUDES:
        return "{{ projects() }}" if entries_of(site, "projects") else ""
    if not includes <= ENTRY_INCLUDES or not _shows_all(block):
        return None
    loops = [match for tag in block.named("for") if (match := LOOP.fullmatch(tag.words))]
    if len(loops) < len(block.named("for")):
        return None
    return _list(block, loops, collections, site)


def _shows_all(block: Block) -> bool:
    """Whether the conditions of a block leave no entry out, but for those of other categories."""
    conditions = [CONDITION.fullmatch(tag.words) for tag in block.tags if tag.name in CONDITIONAL]
    if block.named("break") or not all(conditions):
        return False
    return not (_category(block) and block.named("else"))


def _category(block: Block) -> str:
    """The key of the category that a loop is about."""
    matches = (CONDITION.fullmatch(tag.words) for tag in block.tags if tag.name == "if")
    return next((match["category"] for match in matches if match and match["category"]), "")


def _list(block: Block, loops: list[re.Match[str]], collections: dict[str, str], site: Site) -> str | None:
    looped = [loop[1] for loop in loops]
    by_tag = looped[0] == GROUPS and "group-by-array" in block.text
    name = "posts" if by_tag else next((collections[name] for name in looped if name in collections), "")
    section = SECTIONS.get(name)
    if section is None:
        return None
    arguments = []
    if category := _category(block):
        chosen = _category_argument(category, site) if section == "publications" else ""
        if not chosen:
            return None
        arguments.append(chosen)
    arguments += [f"limit={int(loop[2])}" for loop in loops if loop[2]]
    if section in PAGED:
        is_cv = any(tag.included.endswith("-cv") for tag in block.tags)
        arguments += _look(section, site, is_cv=is_cv, by_category=CATEGORY_LIST in looped)
    elif by_tag or "written_year" in block.text[block.start : block.end]:
        arguments.append(f'group_by="{"tags" if by_tag else "year"}"')
    has_entries = any(page.is_post for page in site.pages) if section == "posts" else bool(entries_of(site, section))
    return f"{{{{ {section}({', '.join(arguments)}) }}}}" if has_entries else ""


def _look(section: str, site: Site, *, is_cv: bool, by_category: bool) -> Iterator[str]:
    """How the theme shows a list, where the site's settings do not say it."""
    settings = site.section_settings.get(section, SectionSettings())
    if not settings.view:
        yield f'view="{"list" if is_cv else "archive"}"'
    if is_cv and not settings.fields and section != "publications":
        yield f"fields={[key for key in KINDS[section].fields if key not in NOT_IN_CV]}"
    has_headings = by_category and "publication_category" in site.settings.liquid
    if section == "publications" and not (has_headings and settings.group_by is not None):
        yield 'group_by="kind"' if has_headings else "group_by=[]"


def _category_argument(key: str, site: Site) -> str:
    """What chooses the papers of a category, as `acadfolio import` wrote them; empty where that is not certain."""
    categories = site.settings.liquid.get("publication_category")
    titles = {}
    for name, about in categories.items() if isinstance(categories, dict) else ():
        if isinstance(about, dict):
            titles[name] = str(about.get("title") or "")
    heading = titles.get(key) or CATEGORIES.get(key) or key
    kind = kind_of(heading)
    if kind and not are_own(titles):
        return f'kind="{kind}"'
    headings = {paper.category.in_language("en") for paper in site.publications if paper.category}
    is_plain = not set(heading) & set('"\\{}')
    return f'category="{heading}"' if heading in headings and is_plain else ""


def _bibliography(block: Block, words: str) -> str | None:
    """jekyll-scholar's list of papers, alone or in a loop over years; None for a question that no shortcode asks."""
    is_loop = len(block.tags) > 1
    if is_loop and (block.prints_words or not block.tags[0].words.endswith("in page.years")):
        return None
    filters, is_flat = [], False
    options = words.replace('"', "").split()
    if len(options) % 2:
        return None
    for option, value in zip(options[::2], options[1::2], strict=True):
        query = QUERY.fullmatch(value)
        if option in {"-q", "--query"} and query:
            if query["key"]:
                filters.append(f"{query['key']}={_literal(query['value'])}")
        elif option == "--group_by" and value in {"none", "year"}:
            is_flat = value == "none"
        elif option not in {"-f", "--file"} or value.removesuffix(".bib") != "papers":
            return None
    groups = 'group_by="year"' if is_loop or not (is_flat or filters) else "group_by=[]"
    search = ["search=true"] if "bib_search" in block.text and not filters else []
    return f"{{{{ publications({', '.join([*filters, groups, *search])}) }}}}"


def _literal(value: str) -> str:
    return value if value in {"true", "false"} else f'"{value}"'


def _whole_lines(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The lines of a block, with the tags of an HTML list around it; None where other words stand in them."""
    before, after = OPENING_LIST.search(text, 0, start), CLOSING_LIST.match(text, end)
    if before and after:
        start, end = before.start(), after.end()
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    last = len(text) if last < 0 else last
    return None if text[first:start].strip() or text[end:last].strip() else (first, last)
