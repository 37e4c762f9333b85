"""Read the citation of a paper as people write it by hand: authors, title, venue, year and links, in any order."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, get_args

from msgspec import Struct, field

from acadfolio.html.tokens import rewrite
from acadfolio.importers.jekyll.citations import split_names, take_numbers
from acadfolio.importers.jekyll.config import themes
from acadfolio.importers.jekyll.publications import valid_names
from acadfolio.importers.jekyll.text import one_line
from acadfolio.loading.jekyll import kind_of_heading
from acadfolio.model.dates import suggested_date
from acadfolio.model.publication import Status
from acadfolio.model.values import runs_code
from acadfolio.source.yaml import load_table

if TYPE_CHECKING:
    from acadfolio.html.tokens import Token
    from acadfolio.importers.jekyll.entries import Entry
    from acadfolio.source.yaml_writer import Value

DAGGER = r"\${1,2}\^?\{?\\(d?)dagger\}?\${1,2}"
ESCAPED = r"\\([\[\](){}#+|_&.!~-])"
ATTRIBUTES = r"\{:[^{}]*\}"
STAR = "∗"
"""The mark `*` of an author, while `*` is emphasis."""
RAISED = "sup"
SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
LINK = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*([^()\s]*(?:\([^()]*\)[^()\s]*)*)(?:\s+\"[^\"]*\")?\s*\)")
NO_LINKS = r"[\[(][\s,|/;·&]*[\])]"
"""Brackets of which all links are taken."""
QUOTED = re.compile(r"“([^“”]+\s[^“”]+)”|\"([^\"]+\s[^\"]+)\"|«([^«»]+\s[^«»]+)»")
EMPHASISED = re.compile(r"(?<![\w*_])(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=\S)\1(?![a-zA-Z0-9*_])")
TITLE, END = "\x02", "\x03"
"""The marks around a title in the text."""
MARKED_TITLE = f"{TITLE}(.*?){END}"
MIN_TITLE = 4
"""The number of words of a link or of emphasised text that is a title."""

TAG = r"\[([^\[\]]{2,40})\]\s*"
AWARD = r"(?i)[\[(]([^\[\]()]*\b(?:award|prize|best|oral|spotlight|honou?rable)\b[^\[\]()]*)[\])]"
NOTE = r"\([^()]*\)"
ARXIV = r"(?i)\barxiv\s*:\s*(\d{4}\.\d{4,5}|[a-z-]+/\d{7})(?:v\d+)?"
TABLES: dict[str, str] = load_table(__file__)
MONTHS = TABLES["months"].split()
MONTH = rf"(?:{'|'.join(sorted(MONTHS, key=len, reverse=True))})"
MONTH_YEAR = re.compile(
    rf"\b(?:(?:\d{{1,2}}\s+)?{MONTH}\.?\s+(?:\d{{1,2}},\s+)?(?:1[6-9]|20)\d\d|(?:1[6-9]|20)\d\d[./-]\d{{1,2}})\b",
    re.IGNORECASE,
)
YEAR = re.compile(r"(?<![\d/.:–-])(?:1[6-9]|20)\d\d(?![\d/–-]|\.\d)")
SHORT_YEAR = re.compile(r"(?:['’‘]\s?|[A-Z]-)(\d\d)(?!\d)")
INITIALS_LAST = re.compile(
    r"((?:[^\W\d_][\w’'-]+ (?:[\w’'-]+ )?[A-Z]{1,3}[*†‡#]*,\s*)+(?:[\w’'-]+ )+[A-Z]{1,3}[*†‡#]*)\.\s+"
)
"""Authors as in `Noether E, Schmeidler W.`."""
YEAR_AND_PAGES = r"\b((?:1[6-9]|20)\d\d):\s*(\d+[-–]\d+)"
"""As in DBLP: `ICDE 2023: 789-801`, after authors that end with a colon."""
AUTHORS_YEAR = re.compile(r"([^()]+?)\s*\(((?:1[6-9]|20)\d\d)[a-z]?\)[.,:]*\s+(.+)", re.DOTALL)
SENTENCE_END = re.compile(r"(?:(?<=[^\W\d_][^\W\d_A-Z])|(?<=[\d)\]?!”*†‡]))(?<!\bvs)\.(?:\s+|$)")
END_OF_NAMES = re.compile(rf"[,;]\s+|{SENTENCE_END.pattern}|$")
PART_END = re.compile(r"(?:[,;]|\.(?=\s*[(\[]))\s+(?![^()]*\))")
TITLE_END = re.compile(rf"[,;]\s+(?![^()]*\))|{SENTENCE_END.pattern}")
"""The end of a title after authors that end with a comma."""
IN = r"(?i)^(?:(?P<status>to appear|accepted)(?:\s+(?:in|at|by|to)|,)|(?:published\s+)?in|at)[:\s]+(?:(?-i:the)\s+)?"
"""The words before a venue."""
MAX_LENGTH = 10_000
"""The number of characters in a citation, with an abstract."""
MAX_VENUE = 150
"""The number of characters in a line with the venue."""
EDGES = ' \t\n.,;:|·/-–—"“”«»'


class _Citation(Struct):
    """A citation, from which one part after the other is taken."""

    text: str
    links: dict[str, str] = field(default_factory=dict)
    """The links by their labels, also those of authors by their names."""

    def take(self, pattern: str) -> re.Match[str] | None:
        """Take the first match out of the text."""
        match = re.search(pattern, self.text)
        if match:
            self.text = self.text[: match.start()] + self.text[match.end() :]
        return match


def inline_text(markdown: str) -> str:
    """Markdown with HTML links as Markdown, without other tags, code and escapes. An escaped star becomes `STAR`."""
    urls: list[str] = []
    text = re.sub(r"^\s*`+([^`\s]+|[^`]*\d\d[^`]*)`+", r"[\1] ", markdown)  # the venue and the year
    text = rewrite(text, lambda tag: _converted_tag(tag, urls), lambda part: _raised(part) if RAISED in urls else part)
    text = re.sub(DAGGER, lambda found: "‡" if found[1] else "†", unescape(text))
    text = re.sub(ATTRIBUTES, "", text).replace("<", "&lt;")  # What looks like a tag was escaped.
    text = text.replace("\\*", STAR).replace("$^*$", STAR).replace("\xa0", " ").replace("`", "")
    return re.sub(ESCAPED, r"\1", text)


def _converted_tag(tag: Token, urls: list[str]) -> str:
    """The Markdown for the tag of a link or a line break; nothing for others.

    `urls` are those of open links, and `RAISED` in an element of superscript.
    """
    if tag.name == RAISED:
        urls[:] = [RAISED] if tag.kind == "start" else []
        return ""
    if (tag.name, tag.kind) == ("a", "start"):
        urls.append(tag.attributes.get("href", ""))
        return "["
    if (tag.name, tag.kind) == ("a", "end") and urls:
        return f"]({urls.pop()})"
    return "\n" if tag.name == "br" else ""


def _raised(text: str) -> str:
    """Superscript as marks of an author, without commas between them."""
    return text.replace(",", "").replace("*", STAR).translate(SUPERSCRIPT)


def paper(markdown: str, badge: str = "") -> Entry | None:
    """The entry for a citation; None if it is not understood, with every word of it.

    Args:
        markdown: the inline Markdown, maybe in several lines.
        badge: the text on the paper's picture, which may name the venue and the year.
    """
    lines = map(one_line, inline_text(markdown).split("\n"))
    source = "\n".join(filter(None, lines))
    if len(source) > MAX_LENGTH:
        return None
    citation = _Citation(source)
    citation.text = LINK.sub(lambda link: _without_link(link, citation.links), source)
    citation.text = re.sub(YEAR_AND_PAGES, r"\1, pp. \2", citation.text)
    citation.text = re.sub(r"[ ]+(?=[.,;])", "", re.sub(NO_LINKS, "", citation.text))
    _mark_title(citation)
    tag = citation.take(TAG) if citation.text.startswith("[") else None
    found = _title_and_authors(citation.text)
    if found is None:
        return None
    title, names, citation.text = found
    authors = [_author(name, citation.links) for name in names]
    entry: Entry = {"title": title.strip(" .,"), "authors": authors, "links": citation.links}
    _add_details(entry, citation, tag[1] if tag else badge, has_tag=tag is not None)
    first_word = str(entry["venue"]).partition(" ")[0].title()
    is_known = any(map(entry.get, ("venue", "year", "date", "arxiv"))) and first_word not in themes().links
    return entry if is_known and says_all(entry, source) else None


def _without_link(link: re.Match[str], links: dict[str, str]) -> str:
    """What stays of a link in the text: a title, the name of an author, or nothing."""
    label, url = link[1].replace("*", "").strip(" _[]"), link[2]
    if not url or runs_code(url):
        return label
    before, words = link.string[: link.start()].rstrip(" *_"), label.split()
    is_first = not before or re.fullmatch(TAG, before) is not None
    is_name = split_names(label) is not None
    is_long = len(words) >= MIN_TITLE and (is_first or not is_name)
    if "Paper" not in links and (is_long or _stands_for_title(link, before, is_first=is_first)):
        links["Paper"] = url
        return f"{TITLE}{label}{END}"
    if is_name and len(words) > 1 and (is_first or before.endswith((",", ";", "and", "&", "\n"))):
        links[label.rstrip(f"{STAR}†‡")] = url
        return link[1]
    if YEAR.search(label):  # the venue
        links[label] = url
        return label
    links[f"{label} {len(links) + 1}" if label in links else label] = url
    return ""


def _stands_for_title(link: re.Match[str], before: str, *, is_first: bool) -> bool:
    """Whether a link is where only a title is: after a tag, alone in the first line, or after a sentence of authors."""
    after = link.string[link.end() : link.end() + 1]
    follows_names = before.endswith(".") and after in {".", ","} and not YEAR.search(before)
    return follows_names or (is_first and (bool(before) or after in {"", "\n"}))


def _mark_title(citation: _Citation) -> None:
    """Mark a title in quotation marks, or an emphasised one in a single line, and remove all other emphasis."""
    text = citation.text
    if TITLE not in text:
        text = QUOTED.sub(lambda quoted: f"{TITLE}{quoted[0][1:-1]}{END}", text, count=1)
    for emphasised in EMPHASISED.finditer(text):
        inner = emphasised[2]
        is_long = len(inner.split()) >= MIN_TITLE and not kind_of_heading(inner) and inner[0] != "["
        if is_long and TITLE not in text and "\n" not in text and split_names(inner) is None:
            text = text.replace(emphasised[0], f"{TITLE}{inner}{END}", 1)
    while EMPHASISED.search(text):
        text = EMPHASISED.sub(r"\2", text)
    citation.text = re.sub(r"\*{2,}", "", text).replace(STAR, "*")


def _title_and_authors(text: str) -> tuple[str, list[str], str] | None:
    """The title, the authors, and the text after both."""
    first_line, newline, other_lines = text.partition("\n")
    authors, _, others = text.partition(": ")
    if marked := re.search(MARKED_TITLE, text):
        title, (names, rest) = marked[1], _names_beside(marked)
    elif (dated := AUTHORS_YEAR.match(text)) and _names(dated[1]):
        names, (title, rest) = _names(dated[1]), _split(dated[3], SENTENCE_END)
        rest = f"{rest}, {dated[2]}"
    elif ", pp. " in others and len(_names(authors)) > 1:
        names, (title, rest) = _names(authors), _split(others, SENTENCE_END)
    elif newline:
        title, (names, rest) = first_line, _line_of_names(other_lines)
    else:
        names, after = _leading_names(text)
        is_after_comma = text.removesuffix(after).rstrip().endswith(",")
        title, rest = _split(after, TITLE_END if is_after_comma else SENTENCE_END)
        if is_after_comma and _may_begin_with_author(title):
            return None
        sentence, others = _split(text, SENTENCE_END)
        second = _leading_names(others)
        if len(second[0]) > len(names):  # The title comes first.
            title, (names, rest) = sentence, second
    return (title, names, rest) if names and _is_title(title) else None


def _names_beside(title: re.Match[str]) -> tuple[list[str], str]:
    """The authors before or after a marked title, and the text after both."""
    before, after = title.string[: title.start()].strip(EDGES), title.string[title.end() :].lstrip(EDGES)
    if before:
        return _names(before), after
    return _line_of_names(after) if "\n" in after else _leading_names(after)


def _is_title(text: str) -> bool:
    """Whether this can be a title, and nothing else is in it."""
    return " " in text.strip() and re.search(r"(?i)^et al|\.\.|\bvol$|\((?:equal|corresponding|co-)", text) is None


def _may_begin_with_author(title: str) -> bool:
    """Whether two or three words before a colon may be the last author, as in `Emmy Noether: Ideals`."""
    first, colon, _ = title.partition(":")
    return bool(colon) and len(first.split()) in {2, 3} and bool(_names(first))


def _split(text: str, end: re.Pattern[str]) -> tuple[str, str]:
    """The text up to the first end of a part, and the text after it."""
    first, *rest = end.split(text, maxsplit=1)
    return first, "".join(rest)


def _line_of_names(text: str) -> tuple[list[str], str]:
    """The authors, who have a line of their own, and the other lines."""
    lines = text.split("\n")
    names = max(map(_names, lines), key=len)
    return names, "\n".join(line for line in lines if _names(line) != names)


def _leading_names(text: str) -> tuple[list[str], str]:
    """The longest list of names at the beginning of the first sentence, and the text after it.

    There are none if only a year follows, as the last name may be a venue.
    """
    if authors := INITIALS_LAST.match(text):
        return [_initials_first(name.strip()) for name in authors[1].split(",")], text[authors.end() :]
    sentence = SENTENCE_END.search(f"{text}\n")
    last = sentence.end() if sentence else len(text)
    for end in reversed([*END_OF_NAMES.finditer(text[:last])]):
        if names := _names(text[: end.start()]):
            is_certain = end[0][:1] != "," or re.search(r"[^\W\d_]{2}", text[end.end() :])
            return (names if is_certain else []), text[end.end() :]
    return [], text


def _initials_first(name: str) -> str:
    """`E Noether*` for `Noether E*`."""
    return re.sub(r"^(.*) ([A-Z]{1,3})([*†‡#]*)$", r"\2 \1\3", name)


def _names(text: str) -> list[str]:
    """The names in a list of authors; none if it is no such list."""
    text, *etc = re.split(r",\s+(etc)\.?,?$", text.strip())
    parts = [part.strip() for part in re.split(r",\s*(?:and\s+)?", text)]
    mixed = parts if all(map(_is_name, parts)) else None
    names = valid_names(split_names(text) or mixed) or []
    return [*names, "etc."] if names and etc else names


def _is_name(text: str) -> bool:
    """Whether this can be a name in a list of mixed forms, such as `Emmy Noether, Klein F, Gordan P.A.`."""
    return re.fullmatch(r"(?:[^\W\d_a-z][\w.'’-]*\s?){2,4}[*†‡§+#]*", text) is not None


def _author(name: str, links: dict[str, str]) -> Value:
    url = links.pop(name.rstrip("*†‡"), "")
    return {"name": name, "url": url} if url else name


def _add_details(entry: Entry, citation: _Citation, label: str, *, has_tag: bool) -> None:
    """Add the venue, the date, the pages and the rest. `label` is the text in brackets or on the picture."""
    for key, pattern in (("award", AWARD), ("arxiv", ARXIV)):
        if match := citation.take(pattern):
            entry[key] = match[1]
    numbers, citation.text = take_numbers(citation.text)
    entry |= numbers
    _take_date(entry, citation, label)
    if note := re.fullmatch(NOTE, citation.text.strip(EDGES)):
        entry["note"], citation.text = note[0], ""
    lines = [line.strip(EDGES) for line in citation.text.replace(" )", ")").split("\n")]
    statuses = [line.lower() for line in [*lines, label] if line.lower() in get_args(Status)]
    written, rest = _venue([line for line in lines if line.lower() not in statuses] or [""])
    short = "" if label.lower() in statuses else YEAR.sub("", SHORT_YEAR.sub("", label)).strip(" '’*")
    before = re.match(IN, written)
    venue = written[before.end() if before else 0 :] or short
    is_accepted = before and before["status"]
    entry["status"] = "accepted" if is_accepted else "".join(statuses[:1])
    if has_tag and short not in venue:
        venue = f"{venue} ({short})"
    entry["venue"] = venue
    kind = kind_of_heading(venue) or ("journal" if entry.get("volume") else "")
    entry["kind"] = kind or ("conference" if before and not is_accepted else "")
    entry.setdefault("note", rest)


def _take_date(entry: Entry, citation: _Citation, label: str) -> None:
    """Take the month, or the last year, out of the text. Otherwise the year is that of the label."""
    text = citation.text
    months = [match for match in MONTH_YEAR.finditer(text) if suggested_date(match[0])]
    years = list(YEAR.finditer(text))
    for match in [*months[:1], *years[-1:]][:1]:
        before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
        is_alone = before.endswith("(") and after.startswith(")")
        citation.text = f"{before[:-1]} {after[1:]}" if is_alone else f"{before} {after}"
        entry["date" if months else "year"] = suggested_date(match[0])
    if not months:
        entry.setdefault("year", _year_of(label) or _year_of(text))


def _year_of(text: str) -> str:
    """The year in a text such as `ICML 2024` or `ICML '24`; empty without one."""
    if year := YEAR.search(text):
        return year[0]
    short = SHORT_YEAR.search(text)
    return f"{'20' if short[1] < '50' else '19'}{short[1]}" if short else ""


def _venue(lines: list[str]) -> tuple[str, str]:
    """The venue, and the text after it. Of several lines, it is the first that names a kind of publication."""
    line = next((line for line in lines if kind_of_heading(line) and len(line) < MAX_VENUE), lines[0])
    lines.remove(line)
    venue, rest = _split(line, PART_END)
    return venue.strip(EDGES), "\n\n".join(filter(None, [rest.strip(EDGES), *lines]))


def says_all(entry: Entry, source: str) -> bool:
    """Whether the entry has every word of its source, except months."""
    said = _words(f"{entry} {TABLES['said_otherwise']}")
    return all(word in said or word in MONTHS for word in _words(source))


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W_⁰¹²³⁴⁵⁶⁷⁸⁹]+", text.lower()))
