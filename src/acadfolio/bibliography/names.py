"""Read BibTeX's lists of names: `Curie, Marie and van der Berg, Jr., Anna* and others`."""

from __future__ import annotations

import html
import re
from functools import cache
from typing import TYPE_CHECKING

from msgspec import structs

from acadfolio.bibliography.author_marks import number_behind, split_flags, with_superscripts
from acadfolio.bibliography.braces import closing_position
from acadfolio.bibliography.latex import latex_to_text
from acadfolio.bibliography.markup import html_to_latex
from acadfolio.bibliography.tables.commands import ACCENTS
from acadfolio.model.east_asian_names import listed_names
from acadfolio.model.name_parts import OF_SEVERAL, NameParts, parts_of
from acadfolio.model.names import CJK, are_initials, is_organization
from acadfolio.model.publication import SAME_MARKS, Author
from acadfolio.problems import Location, Problems

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawValue

AND = r"(?i)\s+(?:and\s+)+|(?<!,)(?:\s+and)+\Z"
"""Matches also a repeated `and`, and one at the end of the list. `Brandt, And` is a person."""
ET_AL = r"et\.?\s+al\.?|\.\.\.|…|\\l?dots(?:\{\})?|等人?"
ONLY_ET_AL = rf"(?i)\{{?(?:others|etc\.?|{ET_AL})\}}?"
AND_OTHERS = rf"(?i)(?<=[^,\s])[,\s]+(?:{ET_AL})\s*\Z|(?<=[{CJK}]{{2}})等人?\s*\Z"
OTHER_SEPARATOR = r"\s*[;；、]\s*|\s+\\?&\s+"
SUFFIX_WORD = r"(?:Jr|Sr|II|III|IV|2nd|3rd|Ph\.? ?D|M\.D)\.?"
INITIAL_FIRST = r"\s*[^\W\d_]\.[\s~-]*[^\W\d_]{2}"
"""An initial before a name (`C. Mattusch`): a comma after it separates two people."""
MAX_COMMAS = 2
"""BibTeX's names have at most two commas: `Family, Suffix, Given`."""
LONGEST_NAME = 2000
"""Characters of a name that is split into its parts.

Longer ones are those of groups with their members.
"""
OTHER_AUTHORS = Author(name="others")

ACCENTED_LETTER = re.compile(
    rf"\\(?:[`'^\"~=.]|(?:{'|'.join(filter(str.isalpha, ACCENTS))})(?![a-zA-Z]))\s*"
    r"(?:\{\s*(?:\\[ij](?![a-zA-Z])|[^\W\d_])\s*\}|\\[ij](?![a-zA-Z])|[^\W\d_])"
    r"|\\(?:ss|[oO]|[lL]|ae|AE|oe|OE|aa|AA|[dD][hH]|[tT][hH]|[dD][jJ]|[nN][gG])(?![a-zA-Z])(?:\{\}|\s+)?"
)
"""LaTeX for letters with accents, and for letters that have their own command."""
MOST_ACCENTS = 3
"""Of a letter. Some of Vietnamese have two."""
LETTER_IN_BRACES = r"(\\[a-zA-Z]+\s*\{\w\})|\{(\w)\}"
FONT_COMMAND = (
    r"(\{)?\\(?:text(?:bf|it|sc)|emph|u(?:nder)?line|mkbib(?:bold|emph)|myname|me|highlight)"
    r"\s*\{((?:[^{}]|\{[^{}]*\})*)\}(?(1)\})"
)
"""Commands with which authors highlight their own name.

Braces around one do not make it that of an organization.
"""
IN_OTHER_SCRIPT = rf"\s*[(（]\s*([{CJK}·\s]+?)\s*[)）]"
IN_LATIN_SCRIPT = rf"\{{?[{CJK}·\s]+[(（][^()（）]*[)）]\}}?"
SYMBOLS = (
    r"[*†‡§¶#∗⋆✉\d,\s]"
    r"|\\(?:d?dag(?:ger)?|ddagger|ast|star|#|\*|S|P|textdagger|textdaggerdbl|textasteriskcentered)(?![a-zA-Z])(?:\{\})?"
)
MARK = re.compile(
    rf"\\?\$\s*\^?\s*\{{?((?:{SYMBOLS})+)\}}?\s*\\?\$|\\textsuperscript\s*\{{([^{{}}]*)\}}|\^\{{([^{{}}]*)\}}"
    r"|(\\(?:d?dag|ddagger|textdagger|textdaggerdbl|textasteriskcentered)(?![a-zA-Z])(?:\{\})?)"
    r"|\\?([*＊†‡§¶#＃∗✉¹²³⁰⁴-⁹])|([+＋])(?=[\s,]|\Z)"
)
"""Symbols and numbers that mark a name, such as the asterisk for equal contribution."""
MARK_IN_BRACES = re.compile(rf"\{{\s*({MARK.pattern})\s*\}}")
MAY_HAVE_MARKS = frozenset("*＊†‡§¶#＃∗✉$^+＋\\¹²³⁰⁴⁵⁶⁷⁸⁹")
JOINED, SEPARATED = str.maketrans(" \n,", "\ue000\ue000\ue001"), str.maketrans("\ue000\ue001", " ,")
"""For spaces and commas in braces, which do not separate names."""
EXTENDED = r"(?i)\s*\"?\s*(?:(?:given|family|prefix|suffix)(?:-i)?|useprefix|id)\s*="


def authors_of(
    value: RawValue, problems: Problems | None = None, file: str = ""
) -> tuple[Author, ...]:
    """Read a list of names. "and others" becomes a last author that is not a person.

    If `problems` are given, names that are separated by commas or semicolons are reported.
    """
    text = html_to_latex(value.text) if value.is_latex else html.unescape(value.text)
    text = re.sub("[ \u00a0]{2,}", " ", with_superscripts(text))
    authors: list[Author] = []
    has_list_without_and = False
    for name in _split_outside_braces(AND, f" {text.rstrip()}"):
        found, is_list = _read_name(name, is_latex=value.is_latex)
        authors += found
        has_list_without_and |= is_list
    if has_list_without_and and problems is not None:
        hint = "separate names by the word `and`: Curie, Marie and Curie, Pierre"
        problems.warn(
            Location(file, value.line),
            "these names are not separated by `and`",
            hint,
            rule="name-list",
        )
    return tuple(authors)


@cache  # Most co-authors are in many entries.
def _read_name(name: str, *, is_latex: bool) -> tuple[list[Author], bool]:
    """The authors in what should be one name, and whether it is a list of several names."""
    names = _separate(accents_to_letters(name) if is_latex else name)
    authors = []
    for separate_name in names:
        authors += _authors(separate_name, is_latex=is_latex)
    return authors, len(names) > 1


def _split_outside_braces(separator: str, text: str) -> list[str]:
    """Split at separators outside braces. bibtexparser has such a function, but that loses accents."""
    parts, end = [], 0
    for match in re.finditer(separator, mask_braces(text)):
        parts.append(text[end : match.start()])
        end = match.end()
    return [*parts, text[end:]]


def _separate(name: str) -> list[str]:
    """Separate the names in what should be one name."""
    if "{" in name:
        return _split_outside_braces(OTHER_SEPARATOR, name)
    listed = listed_names(name)
    if len(listed) - ("others" in listed) > 1:
        return listed
    names = re.split(OTHER_SEPARATOR, name.replace("，", ","))
    return names if len(names) > 1 or "=" in name else _separate_by_commas(names[0])


def _separate_by_commas(name: str) -> list[str]:
    """Separate names between commas, unless it is one name."""
    parts = list(filter(None, map(str.strip, name.split(","))))
    commas = name.count(",")
    may_be_one = commas < MAX_COMMAS and not re.match(INITIAL_FIRST, name)
    if may_be_one or any(re.fullmatch(SUFFIX_WORD, part) for part in parts):
        return [name]
    if commas > MAX_COMMAS:
        return _join_initials(parts)
    are_full_names = all(re.match(r"\S+[\s~]+\S", part) for part in parts)
    return parts if are_full_names else [name]


def _join_initials(parts: list[str]) -> list[str]:
    """Join each family name with the initials after it (`Curie, M., Curie, P.`); unchanged if there are none."""
    families, initials = parts[::2], parts[1::2]
    if len(families) != len(initials) or not all(map(are_initials, " ".join(initials).split())):
        return parts
    return [f"{family}, {given}" for family, given in zip(families, initials, strict=True)]


def _authors(name: str, *, is_latex: bool) -> list[Author]:
    """The author with a name. "et al." after the name adds the other authors."""
    name = re.sub(r"(?i)(?<!\s)\s*\((?:eds?|hrsg|hg|dir)\.?\)\s*\Z", "", name).strip(" ,;\n\t")
    if re.fullmatch(ONLY_ET_AL, name):
        return [OTHER_AUTHORS]
    name, has_others = re.subn(AND_OTHERS, "", name)
    author = author_of(name, is_latex=is_latex)
    authors = [] if author is None else [author]
    if has_others:
        authors.append(OTHER_AUTHORS)
    return authors


def mask_braces(text: str) -> str:
    """Replace braces and all characters in them by NUL. The length of the text stays the same."""
    masked, end = "", 0
    for brace in re.finditer(r"(?<!\\)\{", text):
        if brace.start() >= end:
            masked += text[end : brace.start()]
            end = min(closing_position(text, brace.start()) + 1, len(text))
            masked += "\0" * (end - brace.start())
    return masked + text[end:]


def accents_to_letters(name: str) -> str:
    """Convert LaTeX's accents to letters, and remove the braces around them: these do not protect words."""
    for _ in range(MOST_ACCENTS):
        name = ACCENTED_LETTER.sub(lambda match: latex_to_text(match[0]), name)
    for _ in range(2):
        name = re.sub(LETTER_IN_BRACES, r"\1\2", name)
    return name


def author_of(name: str, *, is_latex: bool) -> Author | None:
    """The author with a name and marks; None if the name has no letters."""
    name, flags = split_flags(name)
    author = _author_with_marks(number_behind(name), is_latex=is_latex)
    return structs.replace(author, **flags) if author and flags else author


def _author_with_marks(name: str, *, is_latex: bool) -> Author | None:
    if len(name) > LONGEST_NAME:
        text = _text(name)
        return Author(name=text, family=text) if any(map(str.isalnum, text)) else None
    name, marks = split_marks(_normalized(name, is_latex=is_latex))
    if re.match(EXTENDED, name):
        return _author(_extended_parts(name), marks)
    if re.fullmatch(IN_LATIN_SCRIPT, name):
        return Author(name=_text(name), marks=marks)
    if other := re.search(IN_OTHER_SCRIPT, name):
        author = author_of(re.sub(IN_OTHER_SCRIPT, "", name), is_latex=is_latex)
        return (
            structs.replace(author, name=f"{author.name} ({other[1]})", marks=marks)
            if author
            else None
        )
    return (
        _author(NameParts(_text(name)), marks) if _is_organization(name) else _person(name, marks)
    )


def _is_organization(name: str) -> bool:
    """Whether a name is in braces, or has a word such as “University” and no comma."""
    is_in_braces = not mask_braces(name).strip("\0 ")
    return is_in_braces or ("," not in name and is_organization(_text(name)))


def _normalized(name: str, *, is_latex: bool) -> str:
    """The name without highlighting, DBLP's numbers and unbalanced braces."""
    name = re.sub(r"(?<=[^\W\d_]\.)[~\s]+-(?=[^\W\d_])", "-", name)  # ADS writes `J.~-P.`
    if is_latex:
        name = re.sub(r"(?<!\\)~", " ", re.sub(FONT_COMMAND, r"\2", name))
    name = re.sub(r"(?<=\w)\s+0\d{3}\Z", "", name)  # DBLP numbers people with the same name.
    return name if name.count("{") == name.count("}") else name.replace("{", "").replace("}", "")


def split_marks(name: str) -> tuple[str, str]:
    """Split a name from its marks. Symbols in braces belong to the name of an organization."""
    if MAY_HAVE_MARKS.isdisjoint(name):
        return name.strip(), ""
    name = MARK_IN_BRACES.sub(r"\1", name)
    masked = mask_braces(name)
    parts, marks, end = [], "", 0
    for match in MARK.finditer(name):
        if masked[match.start()] != "\0":
            parts.append(name[end : match.start()])
            mark = latex_to_text(match[match.lastindex or 0])
            marks += f",{mark}" if marks[-1:].isdecimal() and mark[:1].isdecimal() else mark
            end = match.end()
    name = re.sub(r"\s+(?=[\s,]|\Z)", "", "".join([*parts, name[end:]]))
    return name.strip(), re.sub(r"(?<!\d),|,(?!\d)|\s+", "", marks).translate(SAME_MARKS)


def _person(name: str, marks: str) -> Author | None:
    """A person with a family name and given names, in either order.

    What is in braces belongs together.
    """
    text = _text(_with_joined_words(name))
    family, given, suffix, _ = (
        part.translate(SEPARATED).strip() for part in parts_of(Author(name=text))
    )
    is_as_written = "," not in text and "{" not in name and not text[:2].isupper()
    return _author(NameParts(family, given, suffix), marks, text if is_as_written else "")


def _with_joined_words(name: str) -> str:
    """Join the words in braces, also in those with other braces in them.

    A space after a command separates none.
    """
    name = re.sub(r"(\\[a-zA-Z]+)\s+", r"\1{}", name)
    pairs = zip(name, mask_braces(name), strict=True)
    return "".join(letter.translate(JOINED) if mask == "\0" else letter for letter, mask in pairs)


def _author(parts: NameParts, marks: str, name: str = "") -> Author | None:
    """The author with these parts of a name.

    They are only stored if the name alone does not show them.
    """
    if parts.is_east_asian:
        name = name or parts.family + parts.given
    name = name or " ".join(filter(None, (parts.given, parts.family, parts.suffix)))
    if not any(character.isalnum() for character in name):
        return None
    author = Author(name=name, marks=marks)
    if parts_of(author)[:3] == parts[:3] and not OF_SEVERAL.search(name):
        return author
    return Author(
        name=name, marks=marks, family=parts.family, given=parts.given, suffix=parts.suffix
    )


def _extended_parts(name: str) -> NameParts:
    """The parts of a name in BibLaTeX's extended format: `family=Berg, given=Anna, prefix=van der`."""
    fields: dict[str, str] = {}
    for field in _split_outside_braces(",", name):
        key, _, value = field.strip().strip('"').partition("=")
        fields[key.strip().lower()] = _text(value.strip().strip('"'))
    family = f"{fields.get('prefix', '')} {fields.get('family', '')}".strip()
    return NameParts(family, fields.get("given", ""), fields.get("suffix", ""))


def _text(latex: str) -> str:
    """Convert LaTeX to plain text with single spaces."""
    return " ".join(latex_to_text(latex).split())
