"""Read the CSL-JSON of Zotero, Pandoc and Crossref."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from acadfolio.bibliography.entries import RawEntry, RawValue
from acadfolio.bibliography.tables.csl_types import NAMES, NOTED_PEOPLE, PEOPLE, TYPES, VENUES
from acadfolio.bibliography.vocabulary import ARXIV_NAME
from acadfolio.html.tokens import Token, rewrite_inline_elements, rewrite_inline_tags
from acadfolio.model.east_asian_names import listed_names
from acadfolio.wording import printable

if TYPE_CHECKING:
    from acadfolio.problems import Problems
    from acadfolio.source.text import Source

Item = dict[str, Any]

EXTRA = (
    r"(?i)(?:^\s*|(?<!\s)(?=\s*\n)\s+)"
    r"(DOI|PMID|PMCID|arXiv|HAL|OpenReview|status|ISBN|ISSN|Citation Key):\s*(\S(?:[^\n]*\S)?)"
)
"""A line of Zotero's field "Extra"."""
EXTRA_NAMES = {"status": "pubstate", "citation key": "citekey"}
JATS = {"italic": "i", "bold": "b", "sub": "sub", "sup": "sup"}
"""HTML elements for the JATS elements in Crossref's abstracts."""
DATES = ("issued", "published-print", "published", "published-online", "created")


def is_csl(text: str) -> bool:
    """Whether a JSON file is a bibliography: most items have a type, and a title or an id.

    Invalid JSON with types counts too, so that its error is reported.
    """
    try:
        data = json.loads(text)
    except ValueError:
        return re.search(r'"type"\s*:', text) is not None
    except RecursionError:
        return False
    items = _items(data)
    return sum(map(_is_item, items)) * 2 > len(items)


def _items(data: Any) -> list[Any]:
    """The items of a list, or of a list in `items` (Zotero) or `message` (Crossref); or one item."""
    if isinstance(data, dict):
        nested = data.get("items", data.get("message"))
        return [data] if nested is None else _items(nested)
    return data if isinstance(data, list) else []


def _is_item(item: Any) -> bool:
    return (
        isinstance(item, dict)
        and isinstance(item.get("type"), str)
        and bool({"id", "title", "DOI"} & item.keys())
    )


def read_csl(source: Source, problems: Problems) -> list[RawEntry]:
    """Read the entries of a file in their order. Invalid JSON is reported."""
    try:
        items = _items(json.loads(source.text))
    except json.JSONDecodeError as error:
        message = f"invalid JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        hint = "fix it, or export the file again"
        problems.error(source.at(error.lineno, error.colno), message, hint, rule="json-syntax")
        return []
    reader = _CslReader(source)
    return [reader.entry(item) for item in items if isinstance(item, dict)]


class _CslReader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.offset = 0
        """The position of the last entry in the text."""

    def entry(self, item: Item) -> RawEntry:
        line = self._line(item)
        kind = TYPES.get(str(item.get("type")), "misc")
        texts = _named_fields(item, kind) | _other_fields(item, kind)
        fields = {name: RawValue(text, line) for name, text in texts.items() if text}
        if kind in {"thesis", "report"} and "publisher" in fields:
            fields.setdefault("institution", fields.pop("publisher"))
        return RawEntry(kind, _key(item), fields, self.source.name, line)

    def _line(self, item: Item) -> int:
        """The line of an item, found by its id or title after the last item.

        Python's parser has no line numbers.
        """
        for key in ("id", "DOI", "title"):
            value = _first(item.get(key))
            found = (
                self.source.text.find(json.dumps(value, ensure_ascii=False), self.offset)
                if value
                else -1
            )
            if found >= 0:
                self.offset = found + 1
                return self.source.text.count("\n", 0, found) + 1
        return 1


def _string(value: Any) -> str:
    """A value without what JSON can write but no page can have: control characters, and half a surrogate pair."""
    return printable(str(value).encode("utf-8", "replace").decode())


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, list) and value else value


def _key(item: Item) -> str:
    """The key of an item; empty if Zotero has a URL as its id."""
    key = _string(item.get("citation-key") or item.get("id") or "")
    return "" if "://" in key else key


def _named_fields(item: Item, kind: str) -> dict[str, str]:
    """The fields that are converted by the tables `names`, `people` and `noted_people`."""
    names, fields = _field_names(item, kind), {}
    for name, value in item.items():
        text = (
            _abstract(value)
            if name == "abstract"
            else _text(_first(value) if name == "ISSN" else value)
        )
        if name in names and text:
            fields[names[name]] = text
    return fields | _people_fields(item)


def _people_fields(item: Item) -> dict[str, str]:
    fields = {field: _people(item, roles) for field, roles in PEOPLE.items()}
    return fields | {role: _noted_people(item, role) for role in NOTED_PEOPLE}


def _field_names(item: Item, kind: str) -> dict[str, str]:
    """The fields for CSL's variables.

    `number` of an article with an issue is its arXiv identifier or report number.
    """
    if kind not in {"article", "periodical"}:
        return NAMES | {"issue": "issue"}
    if not item.get("issue"):
        return NAMES
    is_in_arxiv = re.fullmatch(ARXIV_NAME, _text(item.get("number")))
    return NAMES | {"issue": "number", "number": "eid" if is_in_arxiv else "reportnumber"}


def _people(item: Item, roles: list[str]) -> str:
    """The people with these roles as a list of BibTeX. Zotero gives some people two roles."""
    names: list[str] = []
    for role in roles:
        names += [
            name for name in map(_name, _people_with(item, role)) if name and name not in names
        ]
    return " and ".join(names)


def _noted_people(item: Item, role: str) -> str:
    """People for a note: `Max Born, Hedwig Born`."""
    parts = (
        "given",
        "dropping-particle",
        "non-dropping-particle",
        "family",
        "suffix",
        "literal",
        "name",
    )
    return ", ".join(_part(person, *parts) for person in _people_with(item, role))


def _people_with(item: Item, role: str) -> list[Item]:
    """The people with a role, which may be one person without a list. A name may be a string."""
    people = item.get(role)
    people = people if isinstance(people, list) else [people]
    return [person if isinstance(person, dict) else {"literal": person} for person in people]


def _text(value: Any) -> str:
    """A value as text. Crossref has lists of values, and abstracts with JATS elements."""
    if isinstance(value, list):
        value = "; ".join(map(str, value))
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        return ""
    text = rewrite_inline_elements(_string(value), {"jats:title"}, _title)
    return rewrite_inline_tags(text, _html_tag).strip()


def _abstract(value: Any) -> str:
    """An abstract with its JATS elements, from which its paragraphs are read later."""
    return _string(value).strip() if isinstance(value, str) else _text(value)


def _title(_tag: Token, title: str) -> str:
    """The title of a section of an abstract, with spaces around it; empty for the title “Abstract” itself."""
    return "" if title.strip().lower() in {"abstract", "summary"} else f" {title} "


def _html_tag(tag: Token) -> str:
    """Convert a JATS tag to HTML, or to a space if HTML has no such element. Other tags stay."""
    if not tag.name.startswith("jats:"):
        return tag.source
    name = JATS.get(tag.name.removeprefix("jats:"))
    if name is None:
        return " "
    return f"</{name}>" if tag.kind == "end" else f"<{name}>"


def _name(person: Item) -> str:
    """A name in BibTeX's form: `van der Berg, Jr., Jan`. A group is in braces."""
    family = _part(person, "dropping-particle", "non-dropping-particle", "family")
    if literal := _part(person, "literal") or (not family and _part(person, "name")):
        return literal if listed_names(literal) else f"{{{literal}}}"
    return _name_of_person(family, _part(person, "given"), _part(person, "suffix"))


def _name_of_person(family: str, given: str, suffix: str) -> str:
    if given:
        return ", ".join(filter(None, (family, suffix, given)))
    return f"{{{family}}}" if " " in family else family


def _part(person: Item, *names: str) -> str:
    parts = (re.sub("[{}]", "", _string(person.get(name) or "")).strip() for name in names)
    return " ".join(filter(None, parts))


def _other_fields(item: Item, kind: str) -> dict[str, str]:
    """The fields that are not converted by the tables: venue, series, dates, and those in the note."""
    venue = VENUES.get(kind, "journaltitle")
    fields = {venue: _text(_first(item.get("container-title"))), **_series(item), **_dates(item)}
    return {name: text for name, text in fields.items() if text} | _extra(item)


def _series(item: Item) -> dict[str, str]:
    """The number in a series.

    If the work has its own number, it is appended to the name of the series.
    """
    number, series = _text(item.get("collection-number")), _text(item.get("collection-title"))
    if number and (item.get("number") or item.get("issue")):
        return {"series": ", ".join(filter(None, (series, number)))}
    return {"number": number}


def _dates(item: Item) -> dict[str, str]:
    """The dates of publication, original publication and access."""
    issued = next((item[name] for name in DATES if item.get(name)), None)
    text = _date_text(issued)
    return {
        "date" if re.match(r"\d{4}(?:[-/]|$)", text) else "year": text,
        "origdate": _date_text(item.get("original-date")),
        "urldate": _date_text(item.get("accessed")),
    }


def _date_text(date: Any) -> str:
    """A date in BibLaTeX's form; `raw` and `literal` may contain any text."""
    if not isinstance(date, dict):
        date = {"raw": date}
    days = "/".join(_days(date.get("date-parts") or []))
    return days or _string(date.get("raw") or date.get("literal") or "")


def _days(parts: list[Any]) -> list[str]:
    """The dates of `[[2020, 5, 1], [2020, 6]]`, or of one such list, in BibLaTeX's form."""
    if parts and not isinstance(parts[0], list):
        parts = [parts]
    return [
        "-".join(_string(part).zfill(2) for part in day[:3] if part)
        for day in parts
        if day and day[0]
    ]


def _extra(item: Item) -> dict[str, str]:
    """The fields in the note: Zotero exports its field "Extra" as note, with one field per line."""
    if not isinstance(item.get("note"), str):
        return {}
    note = _string(item["note"])
    fields = {
        EXTRA_NAMES.get(name.lower(), name.lower()): value.strip()
        for name, value in re.findall(EXTRA, note)
    }
    new = {name: value for name, value in fields.items() if name.upper() not in item}
    return {**new, "note": re.sub(EXTRA, "", note).strip()}
