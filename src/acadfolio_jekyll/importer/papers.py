"""Read the citation of a paper as people write it by hand: authors, title, venue, year and links, in any order."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Any, get_args

from acadfolio.html.tokens import rewrite
from acadfolio.model.dates import suggested_date
from acadfolio.model.publication import Status
from acadfolio.model.values import runs_code
from acadfolio.source.yaml import load_table
from acadfolio_jekyll.headings import kind_of_heading
from acadfolio_jekyll.importer.citations import split_names, take_numbers
from acadfolio_jekyll.importer.publications import valid_names
from acadfolio_jekyll.importer.text import one_line

if TYPE_CHECKING:
    from acadfolio.html.tokens import Token
    from acadfolio.source.yaml_writer import Value
    from acadfolio_jekyll.importer.entries import Entry

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
LINK = re.compile(
    r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*([^()\s]*(?:\([^()]*\)[^()\s]*)*)(?:\s+\"[^\"]*\")?\s*\)"
)
BADGES = r"https://img\.shields\.io/"
COUNTER = rf"\[?!\[[^\[\]]*\]\({BADGES}(?!badge/)[^()\s]*\)(?:\]\([^()\s]*\))?"
"""A badge that shows a number, such as that of stars, with its link."""
TEXT_BADGE = rf"!\[([^\[\]]*)\]\({BADGES}badge/[^()\s]*\)"
NO_LINKS = r"[\[(][\s,|/;·&]*[\])]"
"""Brackets of which all links are taken."""
QUOTED = re.compile(r"“([^“”]+\s[^“”]+)”|\"([^\"]+\s[^\"]+)\"|«([^«»]+\s[^«»]+)»")
EMPHASISED = re.compile(r"(?<![\w*_])(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=\S)\1(?![a-zA-Z0-9*_])")
TITLE, END = "\x02", "\x03"
"""The marks around a title in the text."""
ITALIC_END = r"(?:^|[^*])\*\Z|(?:^|[^_])_\Z"
PAPER = "Paper"
"""The label of the link of a title."""
MIN_TITLE = 4
"""The number of words of a link or of emphasised text that is a title."""

NUMBER = r"\A\s*(?:\[\d+\](?!\()|\(\d+\))\s+"
"""The number of a citation before it: `[12] Noether, E.`."""
TAG = r"(?:\[(?!\d+\])([^\[\]\x02]{2,40})\]|\(([A-Z][^()]{1,30}\s\d{4})\)|([A-Z]{2}\S*\s\d{4})(?=\s[A-Z\x02]))\s*"
"""The venue before a citation: `[Annalen]`, `(Annalen 1921)`, `ICM 1932`."""
BEFORE_TITLE = rf"(?:{TAG}|\([^()]{{2,60}}\)\s*)*"
NOTE = r"\([^()]*\)"
TYPE_OF_PUBLICATION = r"(?:(?<!\s)\s+)?\[(?:[CJMDR]|[CJ]/OL)\](?://|\.\s*)"
"""The mark of Chinese citations between a title and its venue."""
NO_NUMBERS = r"\s*\([\s,]*\)(?:,\s+)?|,\s+(?:,\s+)+"
TABLES: dict[str, Any] = load_table(__file__)
AWARD = TABLES["anywhere"]["award"]
MONTHS = TABLES["months"].split()
MONTH = rf"(?:{'|'.join(sorted(MONTHS, key=len, reverse=True))})"
ANY_YEAR = r"(?:1[6-9]|20)\d\d"
NO_RANGE = r"(?<![-–])(?<![-–]\d\s)(?<![-–]\d\d\s)"
MONTH_YEAR = rf"(?i){NO_RANGE}\b(?:(?:\d{{1,2}} )?{MONTH}\.? (?:\d{{1,2}}, )?{ANY_YEAR}|{ANY_YEAR}[./-]\d{{1,2}})\b"
YEAR = re.compile(rf"(?<![\d/.:–-]){ANY_YEAR}(?![\d/–-]|\.\d)")
SHORT_YEAR = re.compile(r"(?:['’‘]\s?|(?<=[A-Za-z])-)(\d\d)(?!\d)")
YEAR_FIRST = rf"\(?({ANY_YEAR})[a-z]?(?:,([^()]*))?(?:\)[.,:]*|[.,]|$)\s*"
"""The year between authors and a title, as in `Noether, E. (1921, May). Ideals`."""
SENTENCE_END = re.compile(
    r"(?:(?<=[^\W\d_][^\W\d_A-Z])|(?<=[\d)\]?!”*†‡#]))(?<!\bvs)\.(?:\s+|$)|\n"
)
INITIALS_END = r"(?:(?<=\w\s[A-Z])|(?<=\w\s[A-Z]{2}))\.\s+"
END_OF_NAMES = re.compile(rf"[,;]\s+|{INITIALS_END}|{SENTENCE_END.pattern}|\s+(?=\({ANY_YEAR})|$")
LETTERS = r"\W*(?:\(\d{4}[^()]*\)\W*|\d{4}\s+)?[^\W\d]"
"""The beginning of what follows a comma after names, maybe after a year."""
COMMA = r",\s+(?![^()]*\))"
PART_END = re.compile(r"(?:[,;]|\.(?=\s*[(\[])|(?<=\))\.|(?=\s\([^()]*[\d:：]))\s+(?![^()]*\))")
PARTS_OF_VENUE = r"[^().;\d]*(?=\([A-Z]{3,}\))|(?:[^,]*,\s(?=(?:[A-Z]\w*,?\s){0,2}(?:and|&)\s))*"
"""The parts of the name of a venue before its last comma, as in `Acoustics, Speech and Signal Processing`."""
ABBREVIATION = r"\([A-Z][\w/&-]*[A-Z]\w*\)"
IN = (
    r"(?i)^(?:(?:manuscript )?(?P<status>to appear|accepted|submitted|under review)(?: (?:in|at|by|to|for)\b|,|$)"
    r"|(?:published )?(?:in|on|at)\b)[: ]*(?:(?-i:the) )?"
)
"""The words before a venue."""
KINDS = frozenset({"conference", "journal", "preprint", "thesis", "workshop"})
"""The kinds that a word of a longer venue tells.

Others, such as `book`, may be words of a title.
"""
MAX_LENGTH = 10_000
"""The number of characters in a citation, with an abstract."""
MAX_SOURCE = 20_000
"""The number of characters in its source, with tags."""
MAX_VENUE = 150
"""The number of characters in a line with the venue."""
EDGES = ' \t\n.,;:|｜·/-–—"“”«»[]'


def inline_text(markdown: str) -> str:
    """Markdown with links and badges of HTML as Markdown, and without other tags, code and escapes.

    An escaped star becomes `STAR`, and a badge with a text its text in brackets.
    """
    urls: list[str] = []
    text = re.sub(LEADING_CODE, lambda code: re.sub(r"`+([^`]+)`+", r"[\1]", code[0]), markdown)
    text = re.sub(
        f"{RAISED}(.*?){RAISED}", _raised, rewrite(text, lambda tag: _converted_tag(tag, urls))
    )
    text = re.sub(MARK, lambda mark: SYMBOLS.get(mark[1], STAR), unescape(text))
    text = re.sub(ATTRIBUTES, "", text).replace("<", "&lt;")  # What looks like a tag was escaped.
    text = (
        re.sub(TEXT_BADGE, r"[\1]", text)
        .replace("\\*", STAR)
        .replace("\xa0", " ")
        .replace("，", ", ")
    )
    return re.sub(ESCAPED, r"\1", re.sub(f"[`{RAISED}]", "", text))


def _converted_tag(tag: Token, urls: list[str]) -> str:
    """The Markdown for the tag of a link, superscript or a line break; nothing for others.

    `urls` are of open links.
    """
    if (tag.name, tag.kind) == ("a", "start"):
        urls.append(tag.attributes.get("href", ""))
        return "["
    if (tag.name, tag.kind) == ("a", "end") and urls:
        return f"]({urls.pop()})"
    if is_badge(tag):
        return f"![{tag.attributes.get('alt', '')}]({tag.attributes['src']})"
    return {"br": "\n", "sup": RAISED}.get(tag.name, "")


def is_badge(image: Token) -> bool:
    """Whether an image is a badge of shields.io."""
    return re.match(BADGES, image.attributes.get("src", "")) is not None


def _raised(text: re.Match[str]) -> str:
    """Superscript as marks of an author, without commas between them."""
    return text[1].replace(",", "").replace("*", STAR).translate(SUPERSCRIPT)


def paper(markdown: str, badge: str = "") -> Entry | None:
    """The entry for a citation; None if it is not understood, with every word of it.

    Args:
        markdown: the inline Markdown, maybe in several lines.
        badge: the text on the paper's picture, which may name the venue and the year.
    """
    if len(markdown) > MAX_SOURCE:
        return None
    lines = map(
        one_line,
        re.sub(TYPE_OF_PUBLICATION, ". ", re.sub(NUMBER, "", inline_text(markdown))).split("\n"),
    )
    source = "\n".join(filter(None, lines))
    counters = re.findall(COUNTER, source)
    source = re.sub(COUNTER, "", source)
    if len(source) > MAX_LENGTH:
        return None
    links: dict[str, str] = {}
    text = _without_links(source, links)
    tags, text = _take_tags(text)
    taken = {}
    for key, pattern in TABLES["anywhere"].items():
        taken[key] = ", ".join(found[found.lastindex or 0] for found in re.finditer(pattern, text))
        text = re.sub(" +(?=[.,;])", "", re.sub(pattern, "", text))
    title, names, text = _title_and_authors(text)
    if not names or not _is_title(title):
        return None
    entry: Entry = {
        "title": title.strip(" .,"),
        "authors": [_author(name, links) for name in names],
        **taken,
    }
    notes = _add_venue(
        entry, text, re.sub(AWARD, "", tags[0] if tags else badge), has_tag=bool(tags)
    )
    unlinked = [label for label, url in links.items() if not url and label != PAPER]
    notes = [*tags[1:], taken["note"], *notes, *unlinked, *counters]
    entry["note"] = ", ".join(note for note in notes if re.search(r"\w", note))
    entry["links"] = {label: url for label, url in links.items() if url}
    return entry if _is_certain(entry, source) and says_all(entry, source) else None


def _take_tags(text: str) -> tuple[list[str], str]:
    """The tags at the beginning of a text, such as a venue in brackets, and the rest."""
    tags: list[str] = []
    while tag := re.match(TAG, text):
        tags.append(tag[tag.lastindex or 0])
        text = text[tag.end() :]
    return tags, text


def _is_certain(entry: Entry, source: str) -> bool:
    """Whether an entry has more than a title and authors, and all of the authors."""
    is_known = any(map(entry.get, ("venue", "year", "date", "arxiv", "status"))) or (
        "\n" in source and entry["links"]
    )
    has_gap = re.search(r"(?:\.\.\.|…),?\s+(?:&\s+)?[A-Z]", source) is not None
    venue = str(entry["venue"])
    is_venue = len(venue) < MAX_VENUE and not re.search(r"\s\d{1,3}$", venue)
    first_note = re.split(COMMA, re.sub(r"\([^()]*\)", "", str(entry["note"])))[0]
    has_venue = entry["kind"] or not _kind(first_note if venue else str(entry["title"]))
    return (
        bool(is_known and is_venue and has_venue)
        and not has_gap
        and not _leading_names(str(entry["note"]))[0][1:]
    )


def _without_links(source: str, links: dict[str, str]) -> str:
    """The text with its title marked, without other links and emphasis.

    Links are added by their labels, and names.
    """
    text = re.sub(NO_LINKS, "", LINK.sub(lambda link: _without_link(link, links), source))
    text = re.sub(r"\s+[|｜](?:\s+|$)", "\n", text)
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
    if _is_title_of_paper(link, label, before, is_second=PAPER in links):
        links[PAPER] = url
        return f"{TITLE}{label.strip(EDGES)}{END}"
    if _is_one_name(label) and re.search(r"(?:^|[,;&\n]|\band)$", before):
        links[label.rstrip(f"{STAR}†‡")] = url
        return link[1]
    label = re.sub(r"^\((.*)\)$", r"\1", label) or "Link"
    links[f"{label} {len(links) + 1}" if label in links else label] = url
    return ""


def _is_venue(link: re.Match[str], label: str, before: str) -> bool:
    """Whether a link is a venue: with a year, or in italics in its own line, or in italics with a word for its kind."""
    is_italic = before and re.search(ITALIC_END, link.string[: link.start()])
    has_year = YEAR.search(label) and (len(label.split()) < MIN_TITLE or _kind(label))
    return bool(has_year or (is_italic and (before.endswith("\n") or _kind(label))))


def _is_title_of_paper(link: re.Match[str], label: str, before: str, *, is_second: bool) -> bool:
    """Whether a link is a title: it is long, or where only a title is.

    A second one begins another paper.
    """
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
    """Mark a title in quotation marks, or an emphasised one in the first line, and remove all other emphasis."""
    if TITLE not in text:
        text = QUOTED.sub(lambda quoted: f"{TITLE}{quoted[0][1:-1]}{END}", text, count=1)
    for emphasised in EMPHASISED.finditer(text):
        inner = emphasised[2]
        is_long = (
            len(inner.split()) >= MIN_TITLE and not kind_of_heading(inner) and inner[0] not in "[("
        )
        is_first = "\n" not in text[: emphasised.start()]
        if is_long and is_first and TITLE not in text and split_names(inner) is None:
            text = text.replace(emphasised[0], f"{TITLE}{inner}{END}", 1)
    while EMPHASISED.search(text):
        text = EMPHASISED.sub(r"\2", text)
    return re.sub(r"\*{2,}", "", text).replace(STAR, "*")


def _title_and_authors(text: str) -> tuple[str, list[str], str]:
    """The title, the authors, and the text after both.

    There are no authors if they are not certain.
    """
    if text.count(TITLE) > 1:
        return "", [], text
    if marked := re.search(f"{TITLE}(.*?){END}", text):
        return marked[1], *_names_beside(marked)
    title, rest = _split(text, SENTENCE_END)
    readings = [_names_first(text), (title, *_names_after_title(rest))]
    return max(readings, key=lambda reading: len(reading[1]))


def _names_beside(title: re.Match[str]) -> tuple[list[str], str]:
    """The authors before or after a marked title, and the text after both."""
    before, after = (
        title.string[: title.start()].strip(EDGES),
        title.string[title.end() :].lstrip(EDGES),
    )
    if not before:
        return _names_after_title(after)
    names, rest = _leading_names(before)
    return ([] if re.search(r"[^\W\d]", rest) else names), f"{after}, {rest}"


def _names_after_title(text: str) -> tuple[list[str], str]:
    """The authors, who have a line of their own, or begin the text, and the other text."""
    lines = text.split("\n")
    line = max(lines, key=lambda line: 0 if _kind(line) else len(_names(line)))
    names = _names(line)
    if names[1:] or (names and line is lines[0]):
        return names, "\n".join(other for other in lines if other is not line)
    names, rest = _leading_names(text)
    return names, _with_year_last(rest)


def _names_first(text: str) -> tuple[str, list[str], str]:
    """The title after the authors, the authors, and the text after both."""
    names, rest = _leading_names(text)
    is_after_comma = text.removesuffix(rest).rstrip().endswith(",")
    rest = _with_year_last(rest)
    title, rest = _title_between_commas(rest) if is_after_comma else _split(rest, SENTENCE_END)
    return title, names, rest


def _title_between_commas(text: str) -> tuple[str, str]:
    """The title up to the comma before the venue, or up to the end of the sentence; empty if neither is certain."""
    sentence, rest = _split(text, SENTENCE_END)
    parts = re.split(COMMA, sentence)
    is_venue = [bool(_kind(part) or re.search(ABBREVIATION, part)) for part in parts]
    last_author, colon, _ = parts[0].partition(":")
    if len(parts[0].split()) < MIN_TITLE or (
        colon and len(last_author.split()) in {2, 3} and _names(last_author)
    ):
        return "", text  # As in `Emmy Noether: Ideals of rings`.
    if True in is_venue[1:]:
        end = is_venue.index(True, 1)
    elif re.search(r"[^\W\d]", rest):
        return sentence, rest
    else:
        end = int(
            len([part for part in parts if not suggested_date(part)]) <= len(("title", "venue"))
        )
    return ", ".join(parts[:end]), f"{', '.join(parts[end:])}. {rest}"


def _is_title(text: str) -> bool:
    """Whether this can be a title, and nothing else is in it."""
    has_words = re.search(r"\S\s+\S|[\u3040-\u9fff]{6}", text) is not None
    return (
        has_words
        and re.search(r"(?i)^et al|\.\.|\n|\bvol$|\((?:equal|corresponding|co-)|\. .*\d{4}$", text)
        is None
    )


def _split(text: str, end: re.Pattern[str]) -> tuple[str, str]:
    """The text up to the first end of a part, and the text after it."""
    first, *rest = end.split(text, maxsplit=1)
    return first, "".join(rest)


def _leading_names(text: str) -> tuple[list[str], str]:
    """The longest list of names at the beginning of the first sentence, and the text after it.

    There are none if numbers follow, as the last name may be a venue.
    """
    first_sentence = text[: len(_split(text, SENTENCE_END)[0]) + 2]
    for end in reversed([*END_OF_NAMES.finditer(first_sentence)]):
        if names := _names(text[: end.start()]):
            rest = text[end.end() :]
            is_certain = end[0][:1] not in {",", " "} or re.match(LETTERS, rest)
            return (names if is_certain else []), rest
    return [], text


def _with_year_last(text: str) -> str:
    """The text with the year at its beginning, which stands between the authors and the title, at its end."""
    year = re.match(YEAR_FIRST, text)
    return f"{text[year.end() :]}, {year[2] or ''} {year[1]}" if year else text


def _names(text: str) -> list[str]:
    """The names in a list of authors; none if it is no such list."""
    text, *etc = re.split(r",\s+(etc)\.?,?$", text.strip())
    if re.search(r"(?i)\bauthors?\b", text):
        return []
    parts = [part.strip() for part in re.split(r",\s*(?:and\s+)?", text)]
    mixed = parts if all(map(_is_name, parts)) else None
    names = valid_names(split_names(text) or mixed) or []
    return [*names, "etc."] if names and etc else names


def _is_name(text: str) -> bool:
    """Whether this can be a name in a list of mixed forms, such as `Emmy Noether, Klein F, Gordan P.A.`."""
    return (
        re.fullmatch(r"[^\W\d_a-z][\w.'’-]*(?:\s[^\W\d_a-z][\w.'’-]*){1,3}[*†‡§+#]*", text)
        is not None
    )


def _author(name: str, links: dict[str, str]) -> Value:
    url = links.pop(name.rstrip("*†‡"), "")
    return {"name": name, "url": url} if url else name


def _kind(text: str) -> str:
    """The kind of publication that a venue names."""
    kind = kind_of_heading(text)
    return kind if kind in KINDS or " " not in text else ""


def _add_venue(entry: Entry, text: str, label: str, *, has_tag: bool) -> list[str]:
    """Add the venue, the date, the numbers and the status, and return the rest.

    `label` is the text in brackets, or on the picture, which may be a topic.
    """
    lines = text.split("\n")
    line = max(lines, key=_likeness)
    lines.remove(line)
    numbers, line = take_numbers(line)
    is_venue = bool(_kind(line) or numbers or YEAR.search(line))
    lines = _take_date(entry, "\n".join([line, *lines]), label).split("\n")
    remarks = re.split(COMMA, YEAR.sub("", SHORT_YEAR.sub("", label)))
    short, *remarks = [
        re.sub(r"^[^\w(]+", "", one_line(remark)).rstrip(" '‘’*") for remark in remarks
    ]
    status, lines = _take_status(
        str(entry["status"]), [line.strip(EDGES) for line in lines], [short, *remarks]
    )
    short = "" if short.lower() == status else short
    written, *rest = _venue(lines)
    if before := re.match(IN, written):
        written = written[before.end() :].strip(EDGES)
        status = (before["status"] or status).lower().replace("to appear", "accepted")
    venue = written or short or ("Preprint" if status == "preprint" else "")
    if has_tag and short not in venue:
        venue = f"{venue} ({short})"
    elif short not in venue and not is_venue:
        venue, rest = short, [written, *rest]
    kind = _kind(venue)
    if not kind and "volume" in numbers:
        kind = "journal"
    elif not kind and before and status != "accepted":
        kind = "conference"
    entry |= {"status": status, "venue": venue, "kind": kind, **numbers}
    return rest


def _take_status(known: str, lines: list[str], remarks: list[str]) -> tuple[str, list[str]]:
    """The status that is known, or that is a line or a remark, and the other lines."""
    said = {text.lower() for text in (known, *lines, *remarks)}
    status = next(filter(said.__contains__, get_args(Status)), "")
    return status, ["" if line.lower() == status else line for line in lines]


def _likeness(line: str) -> tuple[bool, bool, bool]:
    """How much a line looks like a venue: it names a kind of publication, has a year, and is no status."""
    is_kind = _kind(line) != "" and len(line) < MAX_VENUE
    return is_kind, YEAR.search(line) is not None, line.lower() not in get_args(Status)


def _take_date(entry: Entry, text: str, label: str) -> str:
    """Add the month, or the last year, and return the text without it.

    Otherwise the year is that of the label.
    """
    months = [match for match in re.finditer(MONTH_YEAR, text) if suggested_date(match[0])]
    entry["year"] = "" if months else _year_of(label) or _year_of(text)
    for match in (months or [*YEAR.finditer(text)][::-1])[:1]:
        entry["date" if months else "year"] = suggested_date(match[0])
        before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip(" ")
        is_end = (
            re.search(r"[A-Z]\w{2,}\W?$", before)
            and after[:1].isalpha()
            and not _kind(after.split("\n")[0])
        )
        text = f"{before}{', ' if is_end else ' '}{after}"
    return re.sub(NO_NUMBERS, ", ", text.replace(" )", ")"))


def _year_of(text: str) -> str:
    """The year in a text such as `ICML 2024` or `ICML '24`; empty without one."""
    if year := YEAR.search(text):
        return year[0]
    short = SHORT_YEAR.search(text)
    return f"{'20' if short[1] < '50' else '19'}{short[1]}" if short else ""


def _venue(lines: list[str]) -> list[str]:
    """The venue in the first line, and the texts after it."""
    line, *lines = lines
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
