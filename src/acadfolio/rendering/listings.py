"""A page's text comes in; the lists that the Jekyll themes' own pages make in a loop come out as section lines.

    {% for post in site.talks reversed %}
      {% include archive-single-talk.html %}
    {% endfor %}

becomes `{{ talks(view="archive") }}`. Only what lists a whole collection is read, and no loop that picks, or says words
of its own: what of these stays is told, with the line to write. Lines keep their numbers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio.loading.jekyll_categories import CATEGORIES, are_own, kind_of
from acadfolio.loading.liquid import RAW
from acadfolio.model.kinds import KINDS, PAGED
from acadfolio.model.site import SectionSettings
from acadfolio.routing.generated import entries_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.model.site import Site

SECTION_LINES = {
    "portfolio": "projects",
    "posts": "posts",
    "publications": "publications",
    "talks": "talks",
    "teaching": "teaching",
}
"""Jekyll's lists of the themes, and the section lines that place what stands in them."""
TAG = re.compile(RAW.pattern + r"|\{%-?\s*(\w+)((?:(?!%\}).)*?)-?%\}", re.DOTALL)
INCLUDED = re.compile(r"\s*archive-single(?:-talk)?(-cv)?(?:\.html)?(?:\s+type=\S+)?\s*")
LOOP = re.compile(r"\s*(\w+)\s+in\s+([\w.-]+)((?:\s+reversed|\s+limit\s*:\s*\d+)*)\s*")
LIMIT = re.compile(r"limit\s*:\s*(\d+)")
SORTED = re.compile(
    r"""\{%-?\s*assign\s+([\w-]+)\s*=\s*(site\.\w+)(?:\s*\|\s*(?:sort\s*:\s*["']date["']|reverse))*\s*-?%\}"""
)
"""A list under another name, in whatever order: here the newest come first."""
OF_CATEGORIES = "site.publication_category"
BY_CATEGORY = re.compile(r"\s*\w+\.category\s*!=\s*\w+\[0\]\s*")
"""What goes on to the next paper where this one is of another category than the heading."""
BLOCKS = frozenset({"for", "if", "unless", "case", "capture", "comment", "highlight", "tablerow"})
GROUPS = re.compile(
    r"\{%-?\s*include\s+group-by-array(?:\.html)?\s+collection=site\.posts\s+field=[\"']?(?:tags|categories)\b[^%]*%\}"
)
"""What makes the groups of an archive: here tags and categories are the same."""
CARDS = "site.enable_project_categories"
"""With this al-folio asks whether its cards of projects stand below headings."""
CARD = re.compile(r"\{%-?\s*include\s+projects(?:_horizontal)?\.(?:html|liquid)\b")
GROUP_NAMES = "group_names"
YEARS = re.compile(r"archive__subtitle|<h\d[^>]*>\s*\{\{-?\s*year\b")
BY_KEY = re.compile(r"""\s*\w+\.category\s*==\s*(["'])([\w-]+)\1\s*""")
"""What lists the papers of one category."""
LONG = frozenset({"links", "materials", "text"})
"""What of an entry the theme leaves to its page, in a CV."""
PLAIN = re.compile(r"[^\"\\{}]+")
PICKS = frozenset({"if", "unless", "case"})
NO_WORDS = re.compile(r"<!--.*?-->|\{\{.*?\}\}|\{%.*?%\}|<[^<>]*>|\s", re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
NEAR = 100
"""How far before a loop the tag of its list is looked for."""
LIST = re.compile(r"(?:[ \t]*<[uo]l>\s*)?\Z"), re.compile(r"\s*</[uo]l>")


class Block(Struct):
    """A tag with what stands between it and its end."""

    name: str
    rest: str
    start: int
    end: int = 0
    parent: Block | None = None
    includes: list[str] = field(default_factory=list)
    """What is included in it, in no other loop."""
    picks: bool = False
    category: str = ""
    """The key of the one of which it has the papers."""


def with_section_lines(text: str, site: Site) -> str:
    """A list without entries is empty, as it was."""
    if "archive-single" not in text and CARDS not in text:
        return text
    sorted_lists = {found[1]: found for found in SORTED.finditer(text)}
    names = {f"site.{name}": section for name, section in SECTION_LINES.items()}
    names |= {name: names[found[2]] for name, found in sorted_lists.items() if found[2] in names}
    hidden = [found.span() for found in COMMENT.finditer(text)]
    groups = GROUPS.search(text)
    parts: list[str] = []
    position = 0
    for start, end, section, arguments in sorted(set(_lists(text, names, site, has_groups=groups is not None))):
        if start >= position and (place := _alone(text, start, end)):
            is_shown = not any(opened < start < closed for opened, closed in hidden) and _has_entries(site, section)
            line = f"{{{{ {section}({arguments}) }}}}" if is_shown else ""
            parts += [text[position : place[0]], line, "\n" * text.count("\n", *place)]
            position = place[1]
    made = "".join([*parts, text[position:]])
    for name, found in sorted_lists.items():
        if position and len(re.findall(rf"\b{re.escape(name)}\b", made)) == 1:
            made = made.replace(found[0], "\n" * found[0].count("\n"))  # Nothing else goes over it.
    if groups and GROUP_NAMES not in made:
        made = made.replace(groups[0], "\n" * groups[0].count("\n"))
    return made


def _has_entries(site: Site, section: str) -> bool:
    return any(page.is_post for page in site.pages) if section == "posts" else bool(entries_of(site, section))


def _lists(text: str, names: dict[str, str], site: Site, *, has_groups: bool) -> Iterator[tuple[int, int, str, str]]:
    """Where a loop lists a collection as the themes do, and what section line does."""
    for block in tuple(_blocks(text)):  # The ends of those around it are known when all are read.
        inside = text[block.start : block.end] if CARDS in block.rest and not block.parent else ""
        if CARD.search(inside) and not NO_WORDS.sub("", inside):
            yield block.start, block.end, "projects", ""
        loop = LOOP.fullmatch(block.rest) if block.name == "for" else None
        if loop is None or block.picks or len(block.includes) != 1:
            continue
        is_of_group = bool(has_groups and block.parent and block.parent.rest.split()[-1:] == [GROUP_NAMES])
        section = "posts" if is_of_group else names.get(loop[2])
        whole, is_grouped = (block.parent or block, True) if is_of_group else _whole(block)
        if section is None or not whole.end or NO_WORDS.sub("", text[whole.start : whole.end]):
            continue
        of_category = _of_category(block.category, site) if section == "publications" else ""
        if block.category and not of_category:
            continue
        limit = LIMIT.search(loop[3])
        arguments = [of_category] if of_category else []
        arguments += [f"limit={int(limit[1])}"] if limit else []
        if section in PAGED:
            arguments += _arguments(section, block.includes[0], site, is_grouped=is_grouped)
        elif is_of_group or YEARS.search(text, block.start, block.end):
            arguments.append(f'group_by="{"tags" if is_of_group else "year"}"')
        yield whole.start, whole.end, section, ", ".join(arguments)


def _of_category(key: str, site: Site) -> str:
    """What picks the papers of a category, as an import wrote them; empty where that is not certain."""
    said = site.settings.liquid.get(OF_CATEGORIES.removeprefix("site."))
    known = said.items() if isinstance(said, dict) else ()
    titles = {name: str(about.get("title") or "") for name, about in known if isinstance(about, dict)}
    heading = titles.get(key) or CATEGORIES.get(key) or key
    kind = kind_of(heading) if key else ""
    if kind and not are_own(titles):
        return f'kind="{kind}"'
    headings = {paper.category.in_language("en") for paper in site.publications if paper.category}
    return f'category="{heading}"' if heading in headings and PLAIN.fullmatch(heading) else ""


def _arguments(section: str, variant: str, site: Site, *, is_grouped: bool) -> Iterator[str]:
    """How the theme showed them, where the site does not say how it wants them."""
    said = site.section_settings.get(section, SectionSettings())
    if not said.view:
        yield f'view="{"list" if variant else "archive"}"'
    if variant and not said.fields and section != "publications":
        fields = [key for key in KINDS[section].fields if key not in LONG]
        yield f"fields={fields}"
    has_headings = is_grouped and OF_CATEGORIES.removeprefix("site.") in site.settings.liquid
    if section == "publications" and not (has_headings and said.group_by is not None):
        yield 'group_by="kind"' if has_headings else "group_by=[]"


def _whole(block: Block) -> tuple[Block, bool]:
    """The block with the headings of categories around it, and whether there are such."""
    is_grouped, around = False, block.parent
    while around and around.rest.strip().endswith(OF_CATEGORIES) and around.name in {"for", "if"}:
        block, around, is_grouped = around, around.parent, True
    return block, is_grouped


def _blocks(text: str) -> Iterator[Block]:
    """All that are closed, in the order of their ends."""
    inner: Block | None = None
    for tag in TAG.finditer(text):
        name, rest = tag[1], tag[2] or ""
        if name in BLOCKS:
            inner = Block(name, rest, tag.start(), parent=inner)
        elif name and inner and name == f"end{inner.name}":
            inner.end = tag.end()
            yield inner
            inner = inner.parent
        elif name == "include" and (found := INCLUDED.fullmatch(rest)):
            _note(inner, found[1] or "")
        elif _is_choice(name, inner):
            _pick(inner)


def _is_choice(name: str, inner: Block | None) -> bool:
    """Whether a tag says that not all of a list stands there, or not only papers of one category."""
    around = inner.rest if inner else ""
    if name in {"else", "elsif"}:
        return bool(BY_KEY.fullmatch(around))
    return name in {"continue", "break"} and not BY_CATEGORY.fullmatch(around)


def _note(inner: Block | None, variant: str) -> None:
    """An include, for the loop in which it stands; one that depends on something is one that is picked."""
    is_picked, key = False, ""
    while inner and inner.name != "for":
        found = BY_KEY.fullmatch(inner.rest) if inner.name == "if" and not key else None
        key = found[2] if found else key
        is_picked, inner = is_picked or (inner.name in PICKS and not found), inner.parent
    if inner:
        inner.includes.append(variant)
        inner.category = key
        inner.picks = inner.picks or is_picked


def _pick(inner: Block | None) -> None:
    while inner and inner.name != "for":
        inner = inner.parent
    if inner:
        inner.picks = True


def _alone(text: str, start: int, end: int) -> tuple[int, int] | None:
    """From where to where its lines go, with a list's tags around it; None where other words stand in them."""
    before, after = LIST[0].search(text, max(0, start - NEAR), start), LIST[1].match(text, end)
    if before and before[0].strip() and after:
        start, end = before.start(), after.end()
    row = text.rfind("\n", 0, start) + 1
    next_row = text.find("\n", end)
    next_row = len(text) if next_row < 0 else next_row
    return None if text[row:start].strip() or text[end:next_row].strip() else (row, next_row)
