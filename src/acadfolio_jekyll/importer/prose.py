"""Find the lists of news, papers, degrees and others in the text of pages, and convert them to entries of data files.

A list is what stands below a heading that names a section, in the page that has most of its
entries. What is not understood stays in the page, and is reported.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from acadfolio.html.text import elements, first_tag, without_elements
from acadfolio.html.tokens import tags
from acadfolio.markdown.document import blocks_of
from acadfolio.markdown.state import Node
from acadfolio.model.dates import RANGE_SEPARATOR, When, is_date, suggested_date
from acadfolio.source.yaml import load_table
from acadfolio_jekyll.importer.papers import covers_every_word, paper
from acadfolio_jekyll.importer.papers.markup import BADGES, EMPHASISED, inline_text, is_badge
from acadfolio_jekyll.importer.papers.words import MONTH_YEAR
from acadfolio_jekyll.importer.text import first_image, one_line, plain_words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from acadfolio_jekyll.importer.entries import Entry

TABLES: dict[str, Any] = load_table(__file__)
SECTIONS = {
    word: section for section, words in TABLES["headings"].items() for word in words.split()
}
"""The sections by the words of their headings."""
MIN_WORDS = 8
"""The number of words in a block of HTML that may be a paper."""
PAGE_ONLY = frozenset(
    {
        "table",
        "dl",
        "iframe",
        "figure",
        "video",
        "audio",
        "script",
        "style",
        "details",
        "pre",
        "form",
        "button",
    }
)
"""Elements that stay on the page."""
NOT_IN_DATA = rf"(?m)\{{[{{%]|!\[(?![^\[\]]*\]\({BADGES})|\]\[|\[\^|<!--|-->|^[ \t]*\|.*\|[ \t]*$|^ {{0,3}}(?:```|~~~)"
"""Liquid, images except badges, halves of comments, links and footnotes whose definitions are elsewhere on the page."""
BOX = "paper-box"
AROUND = frozenset({"div", "section"})
"""Elements that may be around lists and paper boxes."""
HARD_BREAK = re.compile(r"(?: {2,}|\\{1,2})\n")
PLACE = "\0"

AROUND_DATE = " \t\xa0*_[](){}【】:：,，;.|-–—"
AFTER_DATE = " \t\xa0])】:：,，;|-–—"
EMPHASIS_AT_START = r"^([*_]{1,3})(?![*_])(.+?)\1(?![*_])"
DATE_END = re.compile(r"[*_\])】]+|[:：,，;|]|\s")
MAX_LENGTH = 3_000
"""The number of characters in an entry, except for papers."""
MAX_DATE = 40
"""The number of characters in which a date at the beginning of an entry ends."""
ANOTHER_YEAR = r"[\s,&*_]*(?:and\s+)?[12]\d{3}\b"
ACADEMIC_YEAR = r"\d{4}[/–]\d{2}(?: \w+)?"
DATE_WITH_MONTH = r"\d{4}.*\D\d|\d\D.*\d{4}|[^\W\d]{3}"
TERM = r"(?i:(?:(?:spring|summer|fall|autumn|winter|semester|term|\d{4}(?:[/–-]\d{2,4})?)\s*)+)"
TERMS_FIRST = rf"^\W*{TERM}(?:,\s*{TERM})*[*_]*[:：](?=\s)"
TITLE = (
    r"(?:^|(?<=[\s,.:]))(?:[“\"]([^“”\"<>]+\s[^“”\"<>]+)[”\"]|\*([^*<>]+\s[^*<>]+)\*)(?=[\s,.;:]|$)"
)
"""The title of a talk."""
SERVICE = r"\**([^:：*()\[\]<>]+?)\**\s*[:：]\**\s*(.*)"
PART_END = re.compile(
    r"(?:\s*[,;，]\s+(?!(?:Ltd|Inc|LLC)\b)|(?<=\w{5})\.\s+)(?![^()\[\]]*[)\]]|[^<>]*[\w\"'/]>)"
)


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
        return (
            self.rest.replace(PLACE, f"\n{self.shortcode}\n\n") if self.shortcode else self.source
        )

    def add(self, source: str, entry: Entry | None = None) -> None:
        """Add a block, and its entry, if it is understood. Its comments stay in the page."""
        self.source += source
        if entry is None:
            self.rest += source
            return
        if not self.entries:
            self.rest += PLACE
            self.sample = source
        elif source.endswith("\n\n"):
            self.rest += "\n"  # It ends the block above, which may stay.
        self.rest += "".join(f"{tag.source}\n\n" for tag in tags(source) if tag.kind == "comment")
        self.entries.append(entry)

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
    lists = [
        [group for group in groups if group.section == section and group.is_list]
        for groups in pages
    ]
    return max(lists, key=lambda groups: sum(len(group.entries) for group in groups), default=[])


def _add_section(section: str, groups: list[Group], result: Structured) -> None:
    """Add the lists of a section: those whose headings are years or categories, otherwise the longest one."""
    key = _key_of_headings(section, groups)
    if not key:
        groups = sorted(groups, key=lambda group: -len(group.entries))[:1]
    for group in groups:
        entries = group.entries
        if key:
            group.arguments = {key: group.heading, **group.arguments}
        if key == "category":
            entries = [entry | {key: group.heading} for entry in entries]
        if section == "publications":
            group.arguments |= _citation_style(group)
        group.shortcode = _shortcode(section, group)
        result.sections.setdefault(section, []).extend(entries)


def _citation_style(group: Group) -> dict[str, str]:
    """The argument that shows papers as the page does: in boxes, or in the style of its first citation."""
    if any(entry.get("image") for entry in group.entries):
        return {"view": "boxes"}
    return next(
        (
            {"style": style}
            for style, pattern in TABLES["styles"].items()
            if re.search(pattern, group.sample)
        ),
        {},
    )


def _key_of_headings(section: str, groups: list[Group]) -> str:
    """The key that the headings of lists are the values of; empty for one list, and if two have the same heading."""
    headings = {group.heading for group in groups}
    if len(groups) == 1 or len(headings) < len(groups):
        return ""
    if all(group.is_of_year for group in groups):
        return "year" if section == "publications" else "date"
    return "category" if section == "publications" else ""


def _shortcode(section: str, group: Group) -> str:
    newest = [When.parse(date).newest if date else () for date in map(_date_of, group.entries)]
    order = {} if newest == sorted(newest, reverse=True) else {"sort": "file"}
    arguments = {**group.arguments, **order}
    written = ", ".join(
        f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in arguments.items()
    )
    return f"{{{{ {section}({written}) }}}}"


def groups_of(text: str, first_line: int = 1, title: str = "") -> list[Group]:
    """The parts of a page between its headings, with the entries that are found in them.

    Args:
        text: the Markdown, without front matter.
        first_line: the number of its first line in the file.
        title: the title of the page.
    """
    groups = [Group(title, _section_of(title), line=first_line)]
    line = 1
    for node, source, line_of_block in _blocks(text):
        if node.kind == "header":
            parents = [group.section for group in groups if group.level < node.level]
            section = _section_of(node.text) or parents[-1]
            groups.append(Group(_plain(node.text), section, node.level, line + first_line - 1))
            groups[-1].add(source)
        else:
            _add_block(groups[-1], node, source, line_of_block)
        line += source.count("\n")
    return groups


def _blocks(text: str) -> Iterator[tuple[Node, str, int]]:
    """The blocks of a text with their sources and first lines; of an element around lists and papers, those in it."""
    line = 1
    for node, source in blocks_of(text):
        is_around = any(child.kind in {"ul", "ol", "html"} for child in node.children)
        if is_around and node.value in AROUND and BOX not in node.attributes.get("class", ""):
            start, *_, end = tags(source, AROUND)
            yield Node("html"), source[: start.end], line
            yield from _blocks(source[start.end : end.offset])
            yield Node("html"), source[end.offset :], line
        else:
            yield node, source, line
        line += source.count("\n")


def _plain(heading: str) -> str:
    return one_line(re.sub(r"[^\w\s&'’/-]", "", inline_text(heading)))


def _section_of(heading: str) -> str:
    """The section that a heading names by one of its words; empty if it names none."""
    return next(filter(None, map(SECTIONS.get, re.findall(r"[^\W_]+", heading.lower()))), "")


def _add_block(group: Group, node: Node, source: str, line: int) -> None:
    """Add a block that begins at this line of its text."""
    is_below_html = node.kind == "p" and group.source[-1:] not in {"", "\n"}
    if not group.section or is_below_html:
        group.add(source)
    elif node.kind in {"ul", "ol"}:
        _add_list(group, node, source, line)
    elif node.kind == "p" and group.section in {"news", "publications"}:
        group.add(source, _entry(group, node, source))
    elif group.section != "publications":
        group.add(source)
    elif BOX in source[:60] and first_tag(source, {"img"}):
        group.add(source, _boxed_paper(group, node, source))
        group.items += 1
    else:
        group.add(source)
        group.items += len(plain_words(source).split()) >= MIN_WORDS


def _add_list(group: Group, node: Node, source: str, line: int) -> None:
    """Add the items of a list."""
    if node.kind == "ol" and group.section == "publications":
        group.arguments["numbered"] = True
    for item, part in _items(node, source, line):
        group.add(part, _entry(group, item, part))
        group.items += 1


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


def _entry(group: Group, node: Node, source: str) -> Entry | None:
    """The entry for an item of a list or a paragraph; None if it is not understood."""
    first, *rest = blocks = node.children or [node]
    if first.kind != "p" or not _is_text(rest) or _has_others(source) or _number_of_images(source):
        return None
    if group.section == "publications":
        return _paper(group, blocks, "note")
    if len(source) > MAX_LENGTH:
        return None
    return READERS.get(group.section, _activity)(Item(group, _inline(first), _text_of(rest)))


def _has_others(source: str) -> bool:
    """Whether there is anything in a source that entries cannot have."""
    shown = without_elements(source, frozenset())
    return bool(re.search(NOT_IN_DATA, shown) or first_tag(shown, PAGE_ONLY))


def _number_of_images(source: str) -> int:
    """The number of images in HTML, except badges."""
    return sum(tag.name == "img" and not is_badge(tag) for tag in tags(source, {"img"}))


def _inline(paragraph: Node) -> str:
    """The inline Markdown of a paragraph, on one line."""
    text = HARD_BREAK.sub("<br>", without_elements(paragraph.text, frozenset()))
    return one_line(text.replace("&nbsp;", " "))


def _is_text(nodes: Iterable[Node]) -> bool:
    """Whether there are only paragraphs and lists in these blocks, which entries can have."""
    return all(
        node.kind in {"p", "ul", "ol", "li", "blank"} and _is_text(node.children) for node in nodes
    )


def _service(item: Item) -> Entry | None:
    """A role, and where."""
    found = re.match(SERVICE, item.text)
    role, where = found.groups() if found else (item.text, "")
    return {"role": role, "text": _joined(where, item.inner)}


def _news(item: Item) -> Entry | None:
    date, text = _leading_date(item.group, item.text)
    return {"date": date, "text": _joined(text, item.inner)} if date else None


def _talk(item: Item) -> Entry | None:
    """A talk, whose title is in quotation marks or emphasised, or comes first."""
    date, text = _leading_date(item.group, item.text)
    title = re.search(TITLE, text)
    if title is None:
        return _activity(item)
    others = f"{text[: title.start()].rstrip()} {text[title.end() :].lstrip(' .,')}".strip(" .,")
    return {"date": date, "title": title[1] or title[2], "text": _joined(others, item.inner)}


def _course(item: Item) -> Entry | None:
    """A course with its terms; None if there are none, or if a role comes first."""
    parts = _parts_of(re.sub(TERMS_FIRST, r"\g<0>, ", item.text))
    terms = [part for part in parts if re.fullmatch(TERM, part.strip(AROUND_DATE))]
    others = [part for part in parts if part not in terms]
    if not terms or not others or _has_word(others[0], TABLES["teachers"]):
        return None
    text = _joined(", ".join(others[1:]), item.inner)
    return {"course": others[0], "terms": [term.strip(AROUND_DATE) for term in terms], "text": text}


def _activity(item: Item) -> Entry | None:
    """A degree, a position or an award; None if it has no title or institution, or no date where all have one.

    If no word tells its parts from each other, they stay together.
    """
    date, text = _leading_date(item.group, item.text)
    parts = _parts_of(text)
    if not date and parts:
        date, before = _final_date(item.group, parts.pop())
        parts += [before] if before else []
    section = item.group.section
    if not date and section in TABLES["always_dated"]:
        return None
    entry = _named_parts(section, parts)
    first, other = TABLES["keys"][section]
    if section in TABLES["parts"] and not entry:
        parts = [", ".join(parts)]
    if first not in entry and parts:
        entry[first] = parts.pop(0)
    entry |= {"date": date, other: _joined(", ".join(parts), item.inner)}
    return entry if entry.get(first) else None


def _named_parts(section: str, parts: list[str]) -> Entry:
    """Take the parts that a word such as `University` names, by their keys."""
    entry: Entry = {}
    for key, words in TABLES["parts"].get(section, {}).items():
        named = [part for part in parts if _has_word(part, words)]
        if named and len(parts) + len(entry) > 1:
            entry[key] = named[0]
            parts.remove(named[0])
    return entry


READERS = {"services": _service, "teaching": _course, "news": _news, "talks": _talk}
"""The readers of entries that are no activities."""


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
    """The date at the beginning of an entry, and the text after it.

    Without a date, it is the whole text.
    """
    plain = re.sub(EMPHASIS_AT_START, r"\2", text)
    ends = [end.start() for end in DATE_END.finditer(f"{plain} ") if end.start() <= MAX_DATE]
    dates = {end: date for end in ends if (date := _date(plain[:end].strip(AROUND_DATE)))}
    if not dates or re.match(ANOTHER_YEAR, plain[max(dates) :]):
        return "", text
    date = dates[max(dates)]
    end = min(end for end in dates if dates[end] == date)
    group.note_date(plain[:end].strip(AROUND_DATE))
    text = plain[end:].lstrip(AFTER_DATE)
    return date, re.sub(
        r"^(\([^()]*\))[\s,.:]*(.*)", r"\2 \1", text
    )  # A remark such as `(now)` is the last part.


def _date(text: str) -> str:
    text = re.sub(r"[()]", "", text).replace("--", "–")
    date = suggested_date(text)
    if date.endswith("..") and re.split(r"[\s–—-]", text)[-1].lower() not in TABLES["now"].split():
        return ""
    return date or (text if re.fullmatch(ACADEMIC_YEAR, text) and is_date(text) else "")


def _joined(*lines: str) -> str:
    """One paragraph of these lines: in an entry, texts are part of a line."""
    return "<br>".join(filter(None, lines))


def _text_of(nodes: list[Node]) -> str:
    """The lines of nested blocks; items of lists have a bullet."""
    texts: list[str] = []
    for node in nodes:
        texts += [one_line(node.text)] if node.kind == "p" else []
        texts += [
            ("• " if child.kind == "li" else "") + _text_of([child]) for child in node.children
        ]
    return _joined(*texts)


def _boxed_paper(group: Group, box: Node, source: str) -> Entry | None:
    """The entry for a paper box of AcadHomepage; None if it is not understood."""
    badge = next(
        (
            text.strip()
            for div, text in elements(source, "div")
            if div.attributes.get("class") == "badge"
        ),
        "",
    )
    entry = _paper(group, list(_inside(box)), "summary", badge)
    if entry is None or _number_of_images(source) > 1 or _has_others(source):
        return None
    image, alt = first_image(source)
    entry |= {"image": image, "image_alt": "" if alt == "sym" else alt, "badge": badge}
    has_links = all(tag.attributes.get("href", "") in f"{entry}" for tag in tags(source, {"a"}))
    return entry if has_links and covers_every_word(entry, inline_text(source)) else None


def _paper(group: Group, blocks: list[Node], key: str, badge: str = "") -> Entry | None:
    """The entry for a paper, whose citation is in the paragraphs. `key` is that of the lists."""
    lists = [node for node in blocks if node.kind in {"ul", "ol", "li"}]
    lines = [_inline(node) for node in blocks if node.kind == "p"]
    citation = "<br>".join(lines)
    entry = paper(citation, inline_text(badge))
    if entry is None:
        return None
    entry[key] = _joined(str(entry.get(key) or ""), _text_of(lists))
    for date in MONTH_YEAR.findall(citation):
        if suggested_date(date) == entry.get("date"):
            group.note_date(date)
    return entry


def _inside(box: Node) -> Iterator[Node]:
    """The paragraphs and lists in an element of HTML."""
    for node in [*box.children, *box.parts]:
        if isinstance(node, Node):
            yield node
            if node.kind == "html":
                yield from _inside(node)
