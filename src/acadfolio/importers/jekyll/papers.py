"""Read the citation of a paper as people write it by hand: authors, title, venue, year and links, in any order."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Any, get_args

from acadfolio.html.tokens import rewrite
from acadfolio.importers.jekyll.citations import split_names, take_numbers
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

MARK = r"\${1,2}\s*\^?\{?\s*(\\d?dagger|\\?\*|\\star|\\ast|#)\s*\}?\s*\${1,2}"
"""The mark of an author as a formula."""
ESCAPED = r"\\([\[\](){}#+|_&.!~-])"
ATTRIBUTES = r"\{:[^{}]*\}"
STAR = "∗"
"""The mark `*` of an author, while `*` is emphasis."""
SYMBOLS = {"\\dagger": "†", "\\ddagger": "‡", "#": "#"}
"""The marks of authors by their names in formulas. Others are a `STAR`."""
LEADING_CODE = r"\A\s*((?:`+[^`]{2,40}`+\s+)+)(?!and\s|&)"
"""The venue, and subjects, before a citation."""
RAISED = "\x04"
"""What is instead of the tags of superscript, while these marks of an author are converted."""
SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
LINK = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*([^()\s]*(?:\([^()]*\)[^()\s]*)*)(?:\s+\"[^\"]*\")?\s*\)")
NO_LINKS = r"[\[(][\s,|/;·&]*[\])]"
"""Brackets of which all links are taken."""
QUOTED = re.compile(r"“([^“”]+\s[^“”]+)”|\"([^\"]+\s[^\"]+)\"|«([^«»]+\s[^«»]+)»")
EMPHASISED = re.compile(r"(?<![\w*_])(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=\S)\1(?![a-zA-Z0-9*_])")
TITLE, END = "\x02", "\x03"
"""The marks around a title in the text."""
ITALIC_END = r"(?:^|[^*])\*\Z|(?:^|[^_])_\Z"
MIN_TITLE = 4
"""The number of words of a link or of emphasised text that is a title."""

NUMBER = r"\A\s*(?:\[\d+\](?!\()|\(\d+\))\s+"
"""The number of a citation before it: `[12] Noether, E.`."""
TAG = r"\[(?!\d+\])([^\[\]]{2,40})\]\s*"
BEFORE_TITLE = rf"(?:{TAG}|\([^()]{{2,60}}\)\s*)*"
NOTE = r"\([^()]*\)"
TYPE_OF_PUBLICATION = r"\s*\[(?:[CJMDR]|[CJ]/OL)\](?://|\.\s*)"
"""The mark of Chinese citations between a title and its venue."""
NO_NUMBERS = r"\s*\([\s,]*\)(?:,\s+)?|,\s+(?:,\s+)+"
TABLES: dict[str, Any] = load_table(__file__)
MONTHS = TABLES["months"].split()
MONTH = rf"(?:{'|'.join(sorted(MONTHS, key=len, reverse=True))})"
ANY_YEAR = r"(?:1[6-9]|20)\d\d"
MONTH_YEAR = rf"(?i)\b(?:(?:\d{{1,2}} )?{MONTH}\.? (?:\d{{1,2}}, )?{ANY_YEAR}|{ANY_YEAR}[./-]\d{{1,2}})\b"
YEAR = re.compile(rf"(?<![\d/.:–-]){ANY_YEAR}(?![\d/–-]|\.\d)")
SHORT_YEAR = re.compile(r"(?:['’‘]\s?|(?<=[A-Za-z])-)(\d\d)(?!\d)")
YEAR_AND_PAGES = rf"\b({ANY_YEAR}):\s*(\d+[-–]\d+)"
"""As in DBLP: `ICDE 2023: 789-801`, after authors that end with a colon."""
YEAR_LAST = rf"[.,]?\s*\(?({ANY_YEAR})\)?$"
AUTHORS_YEAR = rf"(?s)([^()]+?)\s*\(?({ANY_YEAR})[a-z]?(,[^()]*)?(?:\)[.,:]*|\.)\s+(.+)"
SENTENCE_END = re.compile(r"(?:(?<=[^\W\d_][^\W\d_A-Z])|(?<=[\d)\]?!”*†‡]))(?<!\bvs)\.(?:\s+|$)")
END_OF_NAMES = re.compile(rf"[,;]\s+|(?<=\w\s[A-Z])\.\s+|{SENTENCE_END.pattern}|$")
PART_END = re.compile(r"(?:[,;]|\.(?=\s*[(\[])|(?<=\))\.|(?=\s\([^()]*[\d:：]))\s+(?![^()]*\))")
PARTS_OF_VENUE = r"[^().;\d]*(?=\([A-Z]{3,}\))|(?:[^,]*,\s(?=(?:[A-Z]\w*,?\s){0,2}(?:and|&)\s))*"
"""The parts of the name of a venue before its last comma, as in `Acoustics, Speech and Signal Processing`."""
TITLE_END = re.compile(rf"[,;]\s+(?![^()]*\))|{SENTENCE_END.pattern}")
"""The end of a title after authors that end with a comma."""
IN = r"(?i)^(?:(?P<status>to appear|accepted)(?: (?:in|at|by|to)|,)|(?:published )?(?:in|on|at))[: ]+(?:(?-i:the) )?"
"""The words before a venue."""
MAX_LENGTH = 10_000
"""The number of characters in a citation, with an abstract."""
MAX_VENUE = 150
"""The number of characters in a line with the venue."""
EDGES = ' \t\n.,;:|｜·/-–—"“”«»'


def inline_text(markdown: str) -> str:
    """Markdown with HTML links as Markdown, without other tags, code and escapes. An escaped star becomes `STAR`."""
    urls: list[str] = []
    text = re.sub(LEADING_CODE, lambda code: re.sub(r"`+([^`]+)`+", r"[\1]", code[0]), markdown)
    text = re.sub(f"{RAISED}(.*?){RAISED}", _raised, rewrite(text, lambda tag: _converted_tag(tag, urls)))
    text = re.sub(MARK, lambda mark: SYMBOLS.get(mark[1], STAR), unescape(text))
    text = re.sub(ATTRIBUTES, "", text).replace("<", "&lt;")  # What looks like a tag was escaped.
    text = text.replace("\\*", STAR).replace("\xa0", " ").replace("，", ", ")
    return re.sub(ESCAPED, r"\1", re.sub(f"[`{RAISED}]", "", text))


def _converted_tag(tag: Token, urls: list[str]) -> str:
    """The Markdown for the tag of a link, superscript or a line break; nothing for others. `urls` are of open links."""
    if (tag.name, tag.kind) == ("a", "start"):
        urls.append(tag.attributes.get("href", ""))
        return "["
    if (tag.name, tag.kind) == ("a", "end") and urls:
        return f"]({urls.pop()})"
    return {"br": "\n", "sup": RAISED}.get(tag.name, "")


def _raised(text: re.Match[str]) -> str:
    """Superscript as marks of an author, without commas between them."""
    return text[1].replace(",", "").replace("*", STAR).translate(SUPERSCRIPT)


def paper(markdown: str, badge: str = "") -> Entry | None:
    """The entry for a citation; None if it is not understood, with every word of it.

    Args:
        markdown: the inline Markdown, maybe in several lines.
        badge: the text on the paper's picture, which may name the venue and the year.
    """
    lines = map(one_line, re.sub(TYPE_OF_PUBLICATION, ". ", re.sub(NUMBER, "", inline_text(markdown))).split("\n"))
    source = "\n".join(filter(None, lines))
    if len(source) > MAX_LENGTH:
        return None
    links: dict[str, str] = {}
    text = _without_links(source, links)
    before = re.match(rf"(?:{TAG})*", text)[0]  # type: ignore[index]
    tags = re.findall(TAG, before)
    text = text.removeprefix(before).lstrip()
    taken = {key: ", ".join(re.findall(pattern, text)) for key, pattern in TABLES["anywhere"].items()}
    for pattern in TABLES["anywhere"].values():
        text = re.sub(pattern, "", text)
    title, names, text = _title_and_authors(text)
    if not names or not _is_title(title):
        return None
    authors = [_author(name, links) for name in names]
    numbers, text = take_numbers(text)
    entry: Entry = {"title": title.strip(" .,"), "authors": authors, **taken, **numbers}
    label = tags[0] if tags else badge
    text = _take_date(entry, text, label)
    others = _add_venue(entry, text, label, has_tag=bool(tags))
    entry["note"] = ", ".join(filter(None, [*tags[1:], taken["note"], *others]))
    entry["links"] = {label: url for label, url in links.items() if url}
    return entry if _is_certain(entry, source) and says_all(entry, source) else None


def _is_certain(entry: Entry, source: str) -> bool:
    """Whether an entry has more than a title and authors, and all of the authors."""
    is_known = any(map(entry.get, ("venue", "year", "date", "arxiv", "status"))) or ("\n" in source and entry["links"])
    has_gap = re.search(r"(?:\.\.\.|…),?\s+(?:&\s+)?[A-Z]", source) is not None
    return bool(is_known) and not has_gap and not _leading_names(str(entry["note"]))[0][1:]


def _without_links(source: str, links: dict[str, str]) -> str:
    """The text with its title marked, without other links and emphasis. Links are added by their labels, and names."""
    text = re.sub(NO_LINKS, "", LINK.sub(lambda link: _without_link(link, links), source))
    text = re.sub(r"\s+[|｜](?:\s+|$)", "\n", re.sub(YEAR_AND_PAGES, r"\1, pp. \2", text))
    return _with_marked_title(re.sub(r" +(?=[.,;\n])|[\s,/]+$", "", text))


def _without_link(link: re.Match[str], links: dict[str, str]) -> str:
    """What stays of a link in the text: a title, a venue, the name of an author, or nothing."""
    label, url = link[1].replace("*", "").strip(" _[]"), link[2]
    before = link.string[: link.start()].rstrip(" *_")
    if runs_code(url) or "[" in url:
        return label
    if _is_venue(link, label, before):
        links[label] = url
        return label
    if not QUOTED.search(label) and _is_title_of_paper(link, label, before, is_second="Paper" in links):
        links["Paper"] = url
        return f"{TITLE}{label}{END}"
    if not url:
        return label
    if _is_one_name(label) and re.search(r"(?:^|[,;&\n]|\band)$", before):
        links[label.rstrip(f"{STAR}†‡")] = url
        return link[1]
    label = label or "Link"
    links[f"{label} {len(links) + 1}" if label in links else label] = url
    return ""


def _is_venue(link: re.Match[str], label: str, before: str) -> bool:
    """Whether a link is a venue: one with a year, or in italics in a line of its own, or with a word for its kind."""
    is_italic = before and re.search(ITALIC_END, link.string[: link.start()])
    return bool(YEAR.search(label) or (is_italic and (before.endswith("\n") or kind_of_heading(label))))


def _is_title_of_paper(link: re.Match[str], label: str, before: str, *, is_second: bool) -> bool:
    """Whether a link is a title: it is long, or where only a title is. A second one begins another paper."""
    is_long = len(label.split()) >= MIN_TITLE
    after = link.string[link.end() :].lstrip(" *_")[:1]
    if is_second:
        return is_long and after == "\n"
    if re.fullmatch(BEFORE_TITLE, before):
        return is_long or bool(before) or after in {"", "\n"}
    if is_long and (after == "." or not _is_one_name(label)):
        return True
    return before.endswith(".") and after in {".", ","} and not YEAR.search(before)


def _is_one_name(text: str) -> bool:
    return " " in text and len(split_names(text) or ()) == 1


def _with_marked_title(text: str) -> str:
    """Mark a title in quotation marks, or an emphasised one in a single line, and remove all other emphasis."""
    if TITLE not in text:
        text = QUOTED.sub(lambda quoted: f"{TITLE}{quoted[0][1:-1]}{END}", text, count=1)
    for emphasised in EMPHASISED.finditer(text):
        inner = emphasised[2]
        is_long = len(inner.split()) >= MIN_TITLE and not kind_of_heading(inner) and inner[0] != "["
        if is_long and TITLE not in text and "\n" not in text and split_names(inner) is None:
            text = text.replace(emphasised[0], f"{TITLE}{inner}{END}", 1)
    while EMPHASISED.search(text):
        text = EMPHASISED.sub(r"\2", text)
    return re.sub(r"\*{2,}", "", text).replace(STAR, "*")


def _title_and_authors(text: str) -> tuple[str, list[str], str]:
    """The title, the authors, and the text after both. There are no authors if they are not certain."""
    if text.count(TITLE) > 1:
        return "", [], text
    if marked := re.search(f"{TITLE}(.*?){END}", text):
        return marked[1], *_names_beside(marked)
    if (dated := re.match(AUTHORS_YEAR, text)) and (names := _names(dated[1])):
        title, rest = _split(dated[4], SENTENCE_END)
        return title, names, f"{rest}, {(dated[3] or '')[1:]} {dated[2]}"
    authors, _, others = text.partition(": ")
    if ", pp. " in others and len(names := _names(authors)) > 1:
        title, rest = _split(others, SENTENCE_END)
        return title, names, rest
    title, _, other_lines = text.partition("\n")
    if (line := _line_of_names(other_lines))[0]:
        return title, *line
    names, rest = _leading_names(other_lines)
    return (title, names, rest) if names[1:] else _in_sentences(text)  # One name may be a venue.


def _in_sentences(text: str) -> tuple[str, list[str], str]:
    """The title, the authors, and the text after both, in a text whose first sentence has one of them."""
    names, after = _leading_names(text)
    is_after_comma = text.removesuffix(after).rstrip().endswith(",")
    title, rest = _split(after, TITLE_END if is_after_comma else SENTENCE_END)
    if is_after_comma and (_may_begin_with_author(title) or len(title.split()) < MIN_TITLE):
        return title, [], rest
    first_sentence, other_sentences = _split(text, SENTENCE_END)
    readings = [(title, names, rest), (first_sentence, *_leading_names(other_sentences))]
    return max(readings, key=lambda reading: len(reading[1]))


def _names_beside(title: re.Match[str]) -> tuple[list[str], str]:
    """The authors before or after a marked title, and the text after both."""
    before, after = title.string[: title.start()].strip(EDGES), title.string[title.end() :].lstrip(EDGES)
    if dated := re.search(YEAR_LAST, before):
        return _names(before[: dated.start()]), f"{after}, {dated[1]}"
    if before:
        return _names(before), after
    return _line_of_names(after) if "\n" in after else _leading_names(after)


def _is_title(text: str) -> bool:
    """Whether this can be a title, and nothing else is in it."""
    has_words = re.search(r"\S\s+\S|[\u3040-\u9fff]{6}", text) is not None
    return has_words and re.search(r"(?i)^et al|\.\.|\n|\bvol$|\((?:equal|corresponding|co-)", text) is None


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
    first_sentence = text[: len(_split(text, SENTENCE_END)[0]) + 2]
    for end in reversed([*END_OF_NAMES.finditer(first_sentence)]):
        if names := _names(text[: end.start()]):
            is_certain = end[0][:1] != "," or re.search(r"[^\W\d_]{2}", text[end.end() :])
            return (names if is_certain else []), text[end.end() :]
    return [], text


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


def _add_venue(entry: Entry, text: str, label: str, *, has_tag: bool) -> list[str]:
    """Add the venue and the status, and return the rest. `label` is the text in brackets or on the picture."""
    lines = [line.strip(EDGES) for line in text.replace(" )", ")").split("\n")]
    short = one_line(YEAR.sub("", SHORT_YEAR.sub("", label))).strip(" '‘’*")
    status = next(filter(get_args(Status).__contains__, map(str.lower, [str(entry["status"]), *lines, short])), "")
    written, *rest = _venue([line for line in lines if line.lower() != status] or [""])
    before = re.match(IN, written)
    if before:
        written = written[before.end() :]
        status = "accepted" if before["status"] else status
    short = "" if short.lower() in get_args(Status) else short
    venue = written or short
    if has_tag and short not in venue:
        venue = f"{venue} ({short})"
    elif short and short not in venue and not kind_of_heading(venue):
        venue, rest = short, [written, *rest]
    is_conference = before and status != "accepted"
    kind = kind_of_heading(venue) or ("journal" if entry.get("volume") else "conference" if is_conference else "")
    entry |= {"status": status, "venue": venue, "kind": kind}
    return rest


def _take_date(entry: Entry, text: str, label: str) -> str:
    """Add the month, or the last year, and return the text without it. Otherwise the year is that of the label."""
    months = [match for match in re.finditer(MONTH_YEAR, text) if suggested_date(match[0])]
    entry["year"] = "" if months else _year_of(label) or _year_of(text)
    for match in (months or [*YEAR.finditer(text)][::-1])[:1]:
        entry["date" if months else "year"] = suggested_date(match[0])
        text = f"{text[: match.start()].rstrip()} {text[match.end() :].lstrip()}"
    return re.sub(NO_NUMBERS, ", ", text)


def _year_of(text: str) -> str:
    """The year in a text such as `ICML 2024` or `ICML '24`; empty without one."""
    if year := YEAR.search(text):
        return year[0]
    short = SHORT_YEAR.search(text)
    return f"{'20' if short[1] < '50' else '19'}{short[1]}" if short else ""


def _venue(lines: list[str]) -> list[str]:
    """The venue, and the texts after it. Of several lines, it is the first that names a kind of publication."""
    line = next((line for line in lines if kind_of_heading(line) and len(line) < MAX_VENUE), lines[0])
    lines.remove(line)
    if re.fullmatch(NOTE, line):
        return [line[1:-1], *lines] if re.match(IN, line[1:]) else ["", line, *lines]
    start = re.match(PARTS_OF_VENUE, line).end()  # type: ignore[union-attr]
    venue, rest = _split(line[start:], PART_END)
    return [one_line(f"{line[:start]}{venue}".strip(EDGES)), rest.strip(EDGES), *lines]


def says_all(entry: Entry, source: str) -> bool:
    """Whether the entry has every word of its source, except months, and years of two digits."""
    short_year = str(entry.get("year") or entry.get("date") or "")[2:4]
    said = _words(f"{entry} {short_year} {TABLES['said_otherwise']}".replace("\\n", " "))
    return all(word in said or word in MONTHS for word in _words(source))


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W_⁰¹²³⁴⁵⁶⁷⁸⁹]+", text.lower()))
