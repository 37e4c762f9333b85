"""Find the lists of news, papers, degrees and others in the text of pages, and convert them to entries of data files.

A list is what stands below a heading that names a section, in the page that has most of its entries. What is not
understood stays in the page, and is reported.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from acadfolio.html.text import first_tag, without_elements
from acadfolio.html.tokens import rewrite, tags
from acadfolio.importers.jekyll.papers import EMPHASISED, MONTH_YEAR, inline_text, paper, says_all
from acadfolio.importers.jekyll.text import first_image, one_line, plain_words
from acadfolio.markdown.document import blocks_of
from acadfolio.markdown.state import Node
from acadfolio.model.dates import RANGE_SEPARATOR, When, suggested_date
from acadfolio.source.yaml import load_table

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from acadfolio.html.tokens import Token
    from acadfolio.importers.jekyll.entries import Entry

TABLES: dict[str, Any] = load_table(__file__)
SECTIONS = {word: section for section, words in TABLES["headings"].items() for word in words.split()}
"""The sections by the words of their headings."""
MAX_LEVEL = 7
MIN_WORDS = 8
"""The number of words in a block of HTML that may be a paper."""
MAX_HEADING = 5
"""The number of words of a line in bold that is a heading."""
BOLD_LINE = r"\*\*[^*\n]+\*\*:?"
PAGE_ONLY = frozenset(
    {"table", "dl", "iframe", "figure", "video", "audio", "script", "style", "details", "pre", "form", "button"}
)
"""Elements that stay on the page."""
NOT_IN_DATA = r"(?m)\{[{%]|!\[|\]\[|\[\^|<!--|-->|^[ \t]*\|.*\|[ \t]*$|^ {0,3}(?:```|~~~)"
"""Liquid, images, halves of comments, and links and footnotes whose definitions are elsewhere on the page."""
BOX = "paper-box"
HARD_BREAK = re.compile(r"(?: {2,}|\\{1,2})\n")
PLACE = "\0"

AROUND_DATE = " \t\xa0*_[](){}【】:：,，;.|-–—"
AFTER_DATE = " \t\xa0])】:：,，;|-–—"
ONLY_LINKS = r"(?:\W*\[[^\[\]]*\]\([^()]*\))+\W*"
EMPHASIS_AT_START = r"^([*_]{1,3})(?![*_])(.+?)\1(?![*_])"
DATE_END = re.compile(r"[*_\])】]+|[:：,，;|]|\s")
MAX_LENGTH = 3_000
"""The number of characters in an entry, except for papers."""
MAX_DATE = 40
"""The number of characters in which a date at the beginning of an entry ends."""
ANOTHER_YEAR = r"[\s,&*_]*(?:and\s+)?[12]\d{3}\b"
ACADEMIC_YEAR = r"\d{4}[/–]\d{2}(?: \w+)?"
DATE_WITH_MONTH = r"\d{4}.*\D\d|\d\D.*\d{4}|[^\W\d]{3}"
TERM = r"(?i)(?:(?:spring|summer|fall|autumn|winter|semester|term|\d{4}(?:[/–-]\d{2,4})?)\s*)+"
TITLE = r"(?:^|(?<=[\s,.:]))(?:[“\"]([^“”\"<>]+\s[^“”\"<>]+)[”\"]|\*([^*<>]+\s[^*<>]+)\*)(?=[\s,.;:]|$)"
"""The title of a talk."""
SERVICE = r"\**([^:：*()\[\]]+?)\**\s*[:：]\**\s*(.*)"
PART_END = re.compile(r"(?:\s*[,;，]\s+(?!(?:Ltd|Inc|LLC)\b)|(?<=\w{5})\.\s+)(?![^()\[\]]*[)\]])")


class Group(Struct):
    """What is below one heading of a page."""

    heading: str = ""
    section: str = ""
    """The section of the entries; empty if the heading names none."""
    level: int = 0
    line: int = 0
    source: str = ""
    rest: str = ""
    """The source without the entries, and `PLACE` instead of them."""
    entries: list[Entry] = field(default_factory=list)
    last: Entry | None = None
    """The entry of its last block."""
    items: int = 0
    """The number of items of lists, and of paper boxes."""
    sample: str = ""
    """The source of its first entry."""
    arguments: dict[str, str | bool] = field(default_factory=dict)
    """The arguments of its shortcode."""
    shortcode: str = ""
    """The shortcode that shows its entries, once they are in a data file."""

    @property
    def is_list(self) -> bool:
        """Whether at least half of its items are understood."""
        return bool(self.entries and self.heading) and 2 * len(self.entries) >= self.items

    @property
    def unread(self) -> int:
        """The number of items that stay text."""
        return self.items - (len(self.entries) if self.shortcode else 0)

    @property
    def is_of_year(self) -> bool:
        """Whether its heading is the year of all its entries."""
        is_year = re.fullmatch(r"[12]\d{3}", self.heading) is not None
        return is_year and all(_date_of(entry).startswith(self.heading) for entry in self.entries)

    @property
    def text(self) -> str:
        """The source, with the shortcode, if there is one, in the place of the entries."""
        return self.rest.replace(PLACE, f"\n{self.shortcode}\n\n") if self.shortcode else self.source

    def add(self, source: str, *entries: Entry | None) -> None:
        """Add a block, and its entries, if it is understood. Its comments stay in the page."""
        found = list(filter(None, entries))
        if not found:
            self.rest += source
        elif not self.entries:
            self.rest += PLACE
            self.sample = source
        elif source.endswith("\n\n"):
            self.rest += "\n"  # It ends the block above, which may stay.
        if found:
            self.rest += "".join(f"{tag.source}\n\n" for tag in tags(source) if tag.kind == "comment")
        self.entries += found
        self.source += source
        self.last = next(reversed(found), None)

    def note_date(self, written: str) -> None:
        """Remember how the page writes dates. An abbreviated month tells more than one in full."""
        first, *last = RANGE_SEPARATOR.split(written)
        if last and last[0].isalpha():
            self.arguments["ongoing"] = last[0]
        known = str(self.arguments.get("date_style", ""))
        is_known = re.search(DATE_WITH_MONTH, first) and suggested_date(first)
        if is_known and ("." in first, len(first)) > ("." in known, len(known)):
            self.arguments["date_style"] = first


def _date_of(entry: Entry) -> str:
    return str(entry.get("date") or entry.get("year") or "")


class Structured(Struct):
    """The lists that become data files."""

    sections: dict[str, list[Entry]] = field(default_factory=dict)
    pages: dict[str, str] = field(default_factory=dict)
    """The new texts of pages, by their paths."""
    unread: list[tuple[str, Group]] = field(default_factory=list)
    """The lists that are not understood, or not wholly, with the paths of their pages."""


def structured(pages: Mapping[str, list[Group]], taken: Collection[str]) -> Structured:
    """Find the lists of a site.

    Args:
        pages: the parts of the pages, by their paths.
        taken: the sections that have entries already.
    """
    result = Structured()
    for section in TABLES["headings"]:
        if section not in taken:
            _add_section(section, _longest_lists(section, pages.values()), result)
    for path, groups in pages.items():
        if any(group.shortcode for group in groups):
            result.pages[path] = re.sub(r"\n{3,}", "\n\n", "".join(group.text for group in groups))
        result.unread += [(path, group) for group in groups if group.unread > 0]
    return result


def _longest_lists(section: str, pages: Iterable[list[Group]]) -> list[Group]:
    """The lists of a section on the page that has most of its entries."""
    lists = [[group for group in groups if group.section == section and group.is_list] for groups in pages]
    return max(lists, key=lambda groups: sum(len(group.entries) for group in groups), default=[])


def _add_section(section: str, groups: list[Group], result: Structured) -> None:
    """Add the lists of a section.

    Several lists have one file when their headings are years, or are the categories of publications. Otherwise each
    but the first is a section of its own.
    """
    form: dict[str, str] = {}
    filters = _filters(section, groups)
    for number, (group, chosen) in enumerate(zip(groups, filters, strict=True)):
        if chosen and chosen in filters[:number]:
            continue  # Both would show the entries of both.
        name, entries = section, group.entries
        if number and not chosen:
            name = re.sub(r"\W+", "_", f"{section} {group.heading.lower()}").strip("_")
            if name in result.sections:
                name += f"_{number + 1}"
            entries = [_free(section, entry) for entry in entries]
        if "category" in chosen:
            entries = [entry | chosen for entry in entries]
        if section == "publications":
            form = _citation_style(group) or form
        group.arguments = {**chosen, **group.arguments, **form}
        group.shortcode = _shortcode(name, group, entries)
        result.sections.setdefault(name, []).extend(entries)


def _citation_style(group: Group) -> dict[str, str]:
    """The argument that shows papers as the page does: in boxes, or in the style of its first citation."""
    if any(entry.get("image") for entry in group.entries):
        return {"view": "boxes"}
    return next(
        ({"style": style} for style, pattern in TABLES["styles"].items() if re.search(pattern, group.sample)), {}
    )


def _filters(section: str, groups: list[Group]) -> list[dict[str, str]]:
    """For each list of a section, the argument that selects its entries; empty if there is none, or one list."""
    key = ""
    if len(groups) > 1 and all(group.is_of_year for group in groups):
        key = "year" if section == "publications" else "date"
    elif len(groups) > 1 and section == "publications":
        key = "category"
    return [{key: group.heading} if key else {} for group in groups]


def _shortcode(name: str, group: Group, entries: list[Entry]) -> str:
    newest = [When.parse(date).newest if date else () for date in map(_date_of, entries)]
    order = {} if newest == sorted(newest, reverse=True) else {"sort": "file"}
    arguments = {**group.arguments, **order}
    written = ", ".join(f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in arguments.items())
    return f"{{{{ {name}({written}) }}}}"


def _free(section: str, entry: Entry) -> Entry:
    """The entry of a section of another name, which has a title, a date and a text."""
    title, text = TABLES["keys"][section]
    others = [value for key, value in entry.items() if key not in {title, text, "date"}]
    lines = [", ".join(map(str, value)) if isinstance(value, list) else str(value or "") for value in others]
    lines.append(str(entry.get(text) or ""))
    shown = {"date": entry.get("date"), "text": ", ".join(filter(None, lines))}
    return shown if title == text else shown | {"title": entry[title]}


def groups_of(text: str, first_line: int = 1, title: str = "") -> list[Group]:
    """The parts of a page between its headings, with the entries that are found in them.

    Args:
        text: the Markdown, without front matter.
        first_line: the number of its first line in the file.
        title: the title of the page.
    """
    groups = [Group(title, _section_of(Node("header", title)), line=first_line)]
    line = 1
    for node, source in blocks_of(text):
        section = _section_of(node)
        if section or _is_heading(node):
            level = node.level or MAX_LEVEL
            parents = [group.section for group in groups if group.level < level]
            groups.append(Group(_plain(node.text), section or parents[-1], level, line + first_line - 1))
            groups[-1].add(source)
        else:
            _add_block(groups[-1], node, source, line)
        line += source.count("\n")
    return groups


def _is_heading(node: Node) -> bool:
    """Whether a block is a heading, or a year in bold."""
    return node.kind == "header" or re.fullmatch(r"\*\*[12]\d{3}\*\*:?", node.text) is not None


def _plain(heading: str) -> str:
    return one_line(re.sub(r"[^\w\s&'’/-]", "", inline_text(heading)))


def _section_of(node: Node) -> str:
    """The section that a heading, or a short line in bold, names by one of its words; empty for other blocks."""
    words = re.findall(r"[^\W_]+", node.text.lower())
    is_bold = node.kind == "p" and re.fullmatch(BOLD_LINE, node.text) and len(words) <= MAX_HEADING
    named = map(SECTIONS.get, words) if node.kind == "header" or is_bold else ()
    return next(filter(None, named), "")


def _add_block(group: Group, node: Node, source: str, line: int) -> None:
    """Add a block that begins at this line of the page."""
    follows_html = node.kind == "p" and group.source[-1:] not in {"", "\n"}
    if not group.section or follows_html:
        group.add(source)
    elif node.kind in {"ul", "ol"}:
        _add_list(group, node, source, line)
    elif node.kind == "p":
        group.add(source, _entry(group, node, source))
    elif BOX in source[:60] and first_tag(source, {"img"}):
        group.add(source, _boxed_paper(group, node, source))
        group.items += 1
    else:
        _add_html(group, node, source)


def _add_html(group: Group, node: Node, source: str) -> None:
    """Add the items of lists in HTML, if all of them are understood."""
    items: list[Node] = []
    if group.section in {"news", "publications"}:
        items += [item for block in _inside(node) for item in block.children if item.kind == "li"]
        items += [Node("p", item) for item in _contents(source, "li")]
    entries = [_entry(group, item, source) for item in items]
    group.add(source, *(entries if all(entries) else ()))
    if group.section == "publications" and len(plain_words(source).split()) >= MIN_WORDS:
        group.items += len(items) or 1


def _add_list(group: Group, node: Node, source: str, line: int) -> None:
    """Add the items of a list. Directly below a paragraph that is an entry, it belongs to that."""
    if group.last and group.section != "publications":
        group.last["text"] = _joined(str(group.last.get("text") or ""), _text_of([node]))
        group.source += source
        return
    if node.kind == "ol" and group.section == "publications":
        group.arguments["numbered"] = True
    for item, part in _items(node, source, line):
        group.add(part, *(_courses(group, item, part) or [_entry(group, item, part)]))
        group.items += 1
    group.last = None  # A list below this one is another list.


def _items(node: Node, source: str, line: int) -> list[tuple[Node, str]]:
    """The items of a list with their sources; the whole list if an item is empty or begins with another block."""
    lines = source.splitlines(keepends=True)
    starts = [sum(child.line for child in item.children[:1]) - line for item in node.children]
    if starts[0] != 0 or starts != sorted(starts):
        return [(node, source)]
    ends = [*starts[1:], len(lines)]
    sources = ["".join(lines[start:end]) for start, end in zip(starts, ends, strict=True)]
    return list(zip(node.children, sources, strict=True))


class Item(Struct):
    """An item of a list, or a paragraph, without images and Liquid."""

    group: Group
    text: str
    """The inline Markdown, on one line."""
    inner: str
    """The paragraphs and lists in it."""
    is_paragraph: bool


def _entry(group: Group, node: Node, source: str) -> Entry | None:
    """The entry for an item of a list or a paragraph; None if it is not understood."""
    first, *rest = blocks = node.children or [node]
    if first.kind != "p" or not _is_text(rest) or _has_others(source) or first_tag(source, {"img"}):
        return None
    if group.section == "publications":
        return _paper(group, blocks, "note")
    if len(source) > MAX_LENGTH:
        return None
    item = Item(group, _inline(first), _text_of(rest), node.kind == "p")
    if group.section in UNDATED:
        return UNDATED[group.section](item)
    date, text = _leading_date(group, item.text)
    if not date and (item.is_paragraph or group.section == "news"):
        return None
    return DATED.get(group.section, _activity)(item, date, text)


def _has_others(source: str) -> bool:
    """Whether there is anything in a source that entries cannot have."""
    shown = without_elements(source, frozenset())
    return bool(re.search(NOT_IN_DATA, shown) or first_tag(shown, PAGE_ONLY))


def _inline(paragraph: Node) -> str:
    """The inline Markdown of a paragraph, on one line."""
    text = HARD_BREAK.sub("<br>", without_elements(paragraph.text, frozenset()))
    return one_line(rewrite(text, _as_markdown).replace("&nbsp;", " "))


def _is_text(nodes: Iterable[Node]) -> bool:
    """Whether there are only paragraphs and lists in these blocks, which entries can have."""
    return all(node.kind in {"p", "ul", "ol", "li", "blank"} and _is_text(node.children) for node in nodes)


def _as_markdown(tag: Token) -> str:
    return "**" if tag.name in {"b", "strong"} else tag.source


def _service(item: Item) -> Entry | None:
    """A role, and where; None for a paragraph, which may be anything."""
    found = re.match(SERVICE, item.text)
    role, where = found.groups() if found else (item.text, "")
    return None if item.is_paragraph else {"role": role, "text": _joined(where, item.inner)}


def _news(item: Item, date: str, text: str) -> Entry | None:
    return {"date": date, "text": _joined(text, item.inner)}


def _talk(item: Item, date: str, text: str) -> Entry | None:
    """A talk, whose title is in quotation marks or emphasised, or comes first."""
    title = re.search(TITLE, text)
    if title is None:
        return _activity(item, date, text)
    others = f"{text[: title.start()].rstrip()} {text[title.end() :].lstrip(' .,')}".strip(" .,")
    return {"date": date, "title": title[1] or title[2], "text": _joined(others, item.inner)}


def _course(item: Item) -> Entry | None:
    """A course with its terms, maybe after a role; None for other texts, and for a paragraph without terms."""
    parts = _parts_of(item.text)
    terms = [part for part in parts if re.fullmatch(TERM, part.strip(AROUND_DATE))]
    others = [part for part in parts if part not in terms]
    words = TABLES["parts"]["teaching"]["role"]
    role = others.pop(0) if others[1:] and _has_word(others[0], words) else ""
    is_certain = others and not _has_word(others[0], words) and len(role.split()) <= MAX_HEADING
    if not is_certain or _date(others[0].strip(AROUND_DATE)) or (item.is_paragraph and not terms):
        return None
    text = _joined(", ".join(others[1:]), item.inner)
    return {"role": role, "terms": [term.strip(AROUND_DATE) for term in terms], "course": others[0], "text": text}


def _courses(group: Group, node: Node, source: str) -> list[Entry | None]:
    """The courses in the list below a role; none if one of them is not understood."""
    if group.section != "teaching" or re.search(NOT_IN_DATA, source):
        return []
    role, *lists = node.children
    items = [item for inner in lists for item in inner.children]
    courses = [_entry(group, item, item.children[0].text) for item in items if item.children]
    if role.kind != "p" or not _is_text(lists) or not all(courses):
        return []
    group.arguments |= {"group_by": "role"} if courses else {}
    return [{**course, "role": one_line(role.text).rstrip(":")} for course in courses if course]


def _activity(item: Item, date: str, text: str) -> Entry | None:
    """A degree, a position or an award, whose date may be its last part; None if it has nothing else.

    If no word tells its parts from each other, they stay together.
    """
    section, parts = item.group.section, _parts_of(text)
    if not date and parts:
        date, before = _final_date(item.group, parts.pop())
        parts += [before] if before else []
    if not date and section in TABLES["always_dated"]:
        return None
    entry: Entry = {}
    first, other = TABLES["keys"][section]
    keys = TABLES["parts"].get(section, {})
    for key, words in keys.items():
        named = [part for part in parts if _has_word(part, words)]
        if named and (len(parts) > 1 or first in entry):
            entry[key] = named[0]
            parts.remove(named[0])
    if keys and not entry:
        parts = [", ".join(parts)]
    if first not in entry and parts:
        entry[first] = parts.pop(0)
    entry |= {"date": date, other: _joined(", ".join(parts), item.inner)}
    return entry if entry.get(first) else None


UNDATED = {"services": _service, "teaching": _course}
"""The readers of the entries that have no date at their beginning."""
DATED = {"news": _news, "talks": _talk}
"""Those of other entries."""


def _parts_of(text: str) -> list[str]:
    """The parts between commas, and between sentences; the whole text if one of them has half of an emphasis."""
    text = text.strip(" .,。")
    parts = [part for part in PART_END.split(text) if part]
    return [text] if any("*" in EMPHASISED.sub("", part) for part in parts) else parts


def _final_date(group: Group, text: str) -> tuple[str, str]:
    """The date that a text is, or has at its end in brackets, and the text before it."""
    last = re.search(r"(?:^|\s*\()([^()]+)\)?\W*$", text)
    date = _date(last[1].strip(AROUND_DATE)) if last else ""
    if last is None or not date:
        return "", text
    group.note_date(last[1].strip(AROUND_DATE))
    return date, text[: last.start()]


def _has_word(text: str, words: str) -> bool:
    return not set(words.split()).isdisjoint(re.findall(r"\w+", text.lower().replace(".", "")))


def _leading_date(group: Group, text: str) -> tuple[str, str]:
    """The date at the beginning of an entry, and the text after it. Without a date, it is the whole text."""
    plain = re.sub(EMPHASIS_AT_START, r"\2", text)
    ends = [end.start() for end in DATE_END.finditer(f"{plain} ") if end.start() <= MAX_DATE]
    dates = {end: date for end in ends if (date := _date(plain[:end].strip(AROUND_DATE)))}
    if not dates or re.match(ANOTHER_YEAR, plain[max(dates) :]):
        return "", text
    date = dates[max(dates)]
    end = min(end for end in dates if dates[end] == date)
    group.note_date(plain[:end].strip(AROUND_DATE))
    return date, _with_remark_last(plain[end:].lstrip(AFTER_DATE))


def _with_remark_last(text: str) -> str:
    """The text with what stands in brackets before it, such as `(now)`, at its end."""
    remark = re.match(r"(\([^()]*\))[\s,.:]*", text)
    return f"{text[remark.end() :]} {remark[1]}" if remark else text


def _date(text: str) -> str:
    text = re.sub(r"[()]", "", text).replace("--", "–")
    date = suggested_date(text)
    if date.endswith("..") and re.split(r"[\s–—-]", text)[-1].lower() not in TABLES["now"].split():
        return ""
    return date or (text if re.fullmatch(ACADEMIC_YEAR, text) else "")


def _joined(*lines: str) -> str:
    """One paragraph of these lines: in an entry, texts are part of a line."""
    return "<br>".join(filter(None, lines))


def _text_of(nodes: list[Node]) -> str:
    """The lines of nested blocks; items of lists have a bullet."""
    texts: list[str] = []
    for node in nodes:
        texts += [one_line(node.text)] if node.kind == "p" else []
        texts += [("• " if child.kind == "li" else "") + _text_of([child]) for child in node.children]
    return _joined(*texts)


def _boxed_paper(group: Group, box: Node, source: str) -> Entry | None:
    """The entry for a paper box of AcadHomepage; None if it is not understood."""
    badge = "".join(_contents(source, "div", "badge")[:1]).strip()
    entry = _paper(group, list(_inside(box)), "summary", badge)
    images = [tag.name for tag in tags(source, {"img"})].count("img")
    if entry is None or images > 1 or _has_others(source):
        return None
    image, alt = first_image(source)
    found = entry | {"image": image, "image_alt": "" if alt == "sym" else alt, "badge": badge}
    urls = [tag.attributes.get("href", "") for tag in tags(source, {"a"}) if tag.kind == "start"]
    return found if says_all(found, inline_text(source)) and all(url in f"{found}" for url in urls) else None


def _paper(group: Group, blocks: list[Node], key: str, badge: str = "") -> Entry | None:
    """The entry for a paper, whose citation is in the paragraphs, or in the first item of a list without these.

    `key` is that of the other lists.
    """
    lists = [node for node in blocks if node.kind in {"ul", "ol", "li"}]
    lines = [_inline(node) for node in blocks if node.kind == "p"]
    if lists and lists[0].children and not lines:
        item, *others = lists[0].children
        return _paper(group, [*item.children, *others, *lists[1:]], key, badge)
    links = [node for node in lists if re.fullmatch(ONLY_LINKS, _text_of([node]))]
    citation = "<br>".join([*lines, _text_of(links).replace("• ", "")])
    entry = paper(citation, inline_text(badge))
    if entry is None:
        return None
    entry[key] = _joined(str(entry.get(key) or ""), _text_of([node for node in lists if node not in links]))
    for date in re.findall(MONTH_YEAR, citation):
        if suggested_date(date) == entry.get("date"):
            group.note_date(date)
    return entry


def _contents(html: str, name: str, class_name: str = "") -> list[str]:
    """The contents of the elements with this name and class, which contain no others of the name."""
    found: list[str] = []
    start = 0
    for tag in tags(html, {name}):
        if tag.kind == "start":
            start = tag.end if tag.attributes.get("class", "") == class_name else 0
        elif start:
            found.append(html[start : tag.offset])
            start = 0
    return found


def _inside(box: Node) -> Iterator[Node]:
    """The paragraphs and lists in an element of HTML."""
    for node in [*box.children, *box.parts]:
        if isinstance(node, Node):
            yield node
            if node.kind == "html":
                yield from _inside(node)
