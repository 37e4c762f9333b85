"""Read names as BibTeX writes them: `Curie, Marie and van der Berg, Jr., Anna* and others`."""

from __future__ import annotations

import html
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import structs

from acadfolio.bibliography.latex import BRACE, latex_to_text
from acadfolio.bibliography.latex_commands import ACCENTS
from acadfolio.bibliography.markup import without_html
from acadfolio.model.east_asian_names import listed_names
from acadfolio.model.name_parts import ORGANIZATION, NameParts, parts_of
from acadfolio.model.names import CJK, PARTICLES, are_initials, plain, written_family_first, written_family_last
from acadfolio.model.publication import SAME_MARKS, Author
from acadfolio.problems import Location

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawValue
    from acadfolio.problems import Problems

AND = r"(?i)\s+(?:and\s+)+|(?<!,)(?:\s+and)+\Z"
"""Also twice in a row, and at the end; `Brandt, And` is a person."""
ET_AL = r"et\.?\s+al\.?|\.\.\.|…|\\l?dots(?:\{\})?|等人?"
OTHERS = rf"(?i)\{{?(?:others|etc\.?|{ET_AL})\}}?"
AND_OTHERS = rf"(?i)(?<=\S)[,\s]+(?:{ET_AL})\s*\Z|(?<=[{CJK}]{{2}})等人?\s*\Z"
OTHER_SEPARATOR = r"\s*[;；、]\s*|\s+\\?&\s+"
SUFFIX_WORD = r"(?:Jr|Sr|II|III|IV|2nd|3rd|Ph\.? ?D|M\.D)\.?"
SUFFIX = rf"(?<=[^,\s])(?:\s*,\s*|\s+)({SUFFIX_WORD})(?=\s*(?:,|$))"
INITIAL_FIRST = r"\s*[^\W\d_]\.[\s~-]*[^\W\d_]{2}"
"""`C. Mattusch`: no family name begins so, and a comma behind it separates two people."""
MOST_COMMAS = 2
AUTHORS_END = Author(name="others")

ACCENTED_LETTER = re.compile(
    rf"\\(?:[`'^\"~=.]|(?:{'|'.join(filter(str.isalpha, ACCENTS))})(?![a-zA-Z]))\s*"
    r"(?:\{\s*(?:\\[ij](?![a-zA-Z])|[^\W\d_])\s*\}|\\[ij](?![a-zA-Z])|[^\W\d_])"
    r"|\\(?:ss|[oO]|[lL]|ae|AE|oe|OE|aa|AA|[dD][hH]|[tT][hH]|[dD][jJ]|[nN][gG])(?![a-zA-Z])(?:\{\}|\s+)?"
)
"""Also letters that have their own command."""
LETTER_IN_BRACES = r"(\\[a-zA-Z]+\s*\{\w\})|\{(\w)\}"
FONT_COMMAND = r"\\(?:textbf|textit|emph|underline|uline|textsc|mkbibbold|mkbibemph|myname|me|highlight)\s*\{([^{}]*)\}"
"""How people highlight their own name."""
IN_OTHER_SCRIPT = rf"\s*[(（]\s*([{CJK}·\s]+?)\s*[)）]"
IN_LATIN_SCRIPT = rf"\{{?[{CJK}·\s]+[(（][^()（）]*[)）]\}}?"
CJK_NAME = f"[{CJK}·][{CJK}·\\s,]*"
SYMBOLS = (
    r"[*†‡§¶#∗⋆✉\d,\s]"
    r"|\\(?:d?dag(?:ger)?|ddagger|ast|star|#|\*|S|P|textdagger|textdaggerdbl|textasteriskcentered)(?![a-zA-Z])(?:\{\})?"
)
MARK = re.compile(
    rf"\\?\$\s*\^?\s*\{{?((?:{SYMBOLS})+)\}}?\s*\\?\$|\\textsuperscript\s*\{{([^{{}}]*)\}}|\^\{{([^{{}}]*)\}}"
    r"|(\\(?:d?dag|ddagger|textdagger|textdaggerdbl|textasteriskcentered)(?![a-zA-Z])(?:\{\})?)"
    r"|\\?([*＊†‡§¶#＃∗✉¹²³⁰⁴-⁹])|([+＋])(?=[\s,]|\Z)"
)
"""What marks a name in a list of authors."""
MARK_IN_BRACES = re.compile(rf"\{{\s*({MARK.pattern})\s*\}}")
MAY_HAVE_MARKS = frozenset("*＊†‡§¶#＃∗✉$^+＋\\¹²³⁰⁴⁵⁶⁷⁸⁹")
EXTENDED = r"(?i)\s*\"?\s*(?:(?:given|family|prefix|suffix)(?:-i)?|useprefix|id)\s*="


def authors_of(value: RawValue, problems: Problems | None = None, file: str = "") -> tuple[Author, ...]:
    """Read a list of names. "and others" becomes a last author who is no person."""
    text = without_html(value.text) if value.is_latex else html.unescape(value.text)
    authors: list[Author] = []
    has_list = False
    for name in _split_outside_braces(AND, f" {text.rstrip()}"):
        found, is_list = _read_name(name, is_latex=value.is_latex)
        authors += found
        has_list |= is_list
    if has_list and problems is not None:
        hint = "separate names by the word `and`: Curie, Marie and Curie, Pierre"
        problems.warn(Location(file, value.line), "these names are not separated by `and`", hint, rule="name-list")
    return tuple(authors)


@lru_cache(maxsize=16384)  # The same co-authors stand in paper after paper.
def _read_name(written: str, *, is_latex: bool) -> tuple[list[Author], bool]:
    """The authors of what should be one name, and whether it is a list."""
    names = _separate(with_letters(written) if is_latex else written)
    return [author for name in names for author in _authors(name, is_latex=is_latex)], len(names) > 1


def _split_outside_braces(separator: str, text: str) -> list[str]:
    """Split where no braces enclose the separator. bibtexparser's way loses the accent of an École."""
    parts, end = [], 0
    for found in re.finditer(separator, outside_braces(text)):
        parts.append(text[end : found.start()])
        end = found.end()
    return [*parts, text[end:]]


def _separate(name: str) -> list[str]:
    """The names in what should be one name."""
    if "{" in name:
        return _split_outside_braces(OTHER_SEPARATOR, name)
    listed = listed_names(name)
    if len(listed) - ("others" in listed) > 1:
        return listed
    names = re.split(OTHER_SEPARATOR, name.replace("，", ","))
    return names if len(names) > 1 or "=" in name else _separate_by_commas(names[0])


def _separate_by_commas(name: str) -> list[str]:
    """The names of a list that has only commas. One name has at most two of them."""
    parts = list(filter(None, map(str.strip, name.split(","))))
    commas = name.count(",")
    may_be_one = commas < MOST_COMMAS and not re.match(INITIAL_FIRST, name)
    if may_be_one or any(re.fullmatch(SUFFIX_WORD, part) for part in parts):
        return [name]
    if commas > MOST_COMMAS:
        return _with_initials(parts)
    are_whole = all(re.match(r"\S+[\s~]+\S", part) for part in parts)
    return parts if are_whole else [name]


def _with_initials(parts: list[str]) -> list[str]:
    """The names of a list in which initials follow each family name (`Curie, M., Curie, P.`); else its parts."""
    families, initials = parts[::2], parts[1::2]
    if len(families) != len(initials) or not all(map(are_initials, " ".join(initials).split())):
        return parts
    return [f"{family}, {given}" for family, given in zip(families, initials, strict=True)]


def _authors(name: str, *, is_latex: bool) -> list[Author]:
    """The author of a name, and those who follow it unnamed."""
    name = re.sub(r"(?i)\s*\((?:eds?|hrsg|hg|dir)\.?\)\s*\Z", "", name).strip(" ,;\n\t")
    if re.fullmatch(OTHERS, name):
        return [AUTHORS_END]
    bare = re.sub(AND_OTHERS, "", name)
    author = author_of(bare, is_latex=is_latex)
    return ([author] if author else []) + ([AUTHORS_END] if bare != name else [])


def outside_braces(text: str) -> str:
    """The text, as long as it is, with NUL for braces and all that they enclose."""
    if "{" not in text:
        return text
    masked, depth = "", 0
    for piece in BRACE.split(text):
        depth += piece == "{"
        masked += "\0" * len(piece) if depth else piece
        depth = max(depth - (piece == "}"), 0)
    return masked


def with_letters(name: str) -> str:
    """The name with its accents as letters: their braces do not keep words together."""
    while "\\" in name and (letters := ACCENTED_LETTER.sub(lambda match: latex_to_text(match[0]), name)) != name:
        name = letters  # Some letters have two accents.
    for _ in range(2):
        name = re.sub(LETTER_IN_BRACES, lambda letter: letter[1] or letter[2], name)
    return name


def author_of(name: str, *, is_latex: bool) -> Author | None:
    """One name with its marks and parts; None if it has no letter."""
    bare, marks = split_marks(_normal(name, is_latex=is_latex))
    if re.match(EXTENDED, bare):
        return _author(_extended_parts(bare), marks)
    if re.fullmatch(CJK_NAME, bare):
        return _cjk_author(bare, marks)
    if re.fullmatch(IN_LATIN_SCRIPT, bare):
        return Author(name=_text(bare), marks=marks)
    if other := re.search(IN_OTHER_SCRIPT, bare):
        author = author_of(re.sub(IN_OTHER_SCRIPT, "", bare), is_latex=is_latex)
        return structs.replace(author, name=f"{author.name} ({other[1]})", marks=marks) if author else None
    return _author(NameParts(_text(bare)), marks) if _is_organization(bare) else _person(bare, marks)


def _is_organization(name: str) -> bool:
    """Whether a name stands in braces, or has a word of organizations and no comma."""
    is_in_braces = not outside_braces(name).strip("\0 ")
    return is_in_braces or ("," not in name and ORGANIZATION.search(_text(name)) is not None)


def _normal(name: str, *, is_latex: bool) -> str:
    """The name without what programs and highlighting add."""
    name = re.sub(r"(?<=[^\W\d_]\.)[~\s]+-(?=[^\W\d_])", "-", name)  # ADS writes `J.~-P.`
    if is_latex:
        name = re.sub(r"(?<!\\)~", " ", re.sub(FONT_COMMAND, r"\1", name))
    name = re.sub(r"(?<=\w)\s+0\d{3}\Z", "", name)  # DBLP counts people of the same name.
    return name if name.count("{") == name.count("}") else name.replace("{", "").replace("}", "")


def split_marks(name: str) -> tuple[str, str]:
    """The name without its marks, and the marks. What stands in the braces of an organization is its name."""
    if MAY_HAVE_MARKS.isdisjoint(name):
        return name.strip(), ""
    name = MARK_IN_BRACES.sub(r"\1", name)
    outside = outside_braces(name)
    kept, marks, end = [], "", 0
    for match in MARK.finditer(name):
        if outside[match.start()] != "\0":
            kept.append(name[end : match.start()])
            marks += latex_to_text(match[match.lastindex or 0])
            end = match.end()
    bare = re.sub(r"\s+(?=[\s,]|\Z)", "", "".join([*kept, name[end:]]))
    return bare.strip(), re.sub(r"[\s,]+", "", marks).translate(SAME_MARKS)


def _cjk_author(name: str, marks: str) -> Author | None:
    """A Chinese, Japanese or Korean name: the family name stands first, also with a comma."""
    family, _, given = (part.strip() for part in name.partition(","))
    if given:
        return _author(NameParts(family, given), marks, name=family + given)
    return Author(name=family, marks=marks) if family else None


def _split_suffix(name: str) -> tuple[str, str]:
    found = re.search(SUFFIX, outside_braces(name))
    return (f"{name[: found.start()]}{name[found.end() :]}", found[1]) if found else (name, "")


def _person(bare: str, marks: str) -> Author | None:
    """A person with a family name and given names, in either order."""
    bare, suffix = _split_suffix(bare)
    words = [] if "," in bare or "{" in bare else _text(bare).split()
    if last := written_family_last(words):
        return _author(NameParts(*last, suffix), marks)
    if first := written_family_first(words):
        is_in_capitals = bare[:2].isupper()
        return _author(NameParts(*first, suffix), marks, name="" if is_in_capitals else _text(bare))
    return _author(_split(bare, suffix), marks)


def _author(parts: NameParts, marks: str, name: str = "") -> Author | None:
    """The author. The record holds the parts that the printed name does not tell."""
    name = name or " ".join(filter(None, (parts.given, parts.family, parts.suffix)))
    if not any(character.isalnum() for character in name):
        return None
    author = Author(name=name, marks=marks)
    if parts_of(author)[:3] == parts[:3]:
        return author
    return Author(name=name, marks=marks, family=parts.family, given=parts.given, suffix=parts.suffix)


def _extended_parts(name: str) -> NameParts:
    """BibLaTeX's extended format, which Better BibLaTeX exports: `family=Berg, given=Anna, prefix=van der`."""
    fields: dict[str, str] = {}
    for field in _split_outside_braces(",", name):
        key, _, value = field.strip().strip('"').partition("=")
        fields[key.strip().lower()] = _text(value.strip().strip('"'))
    family = f"{fields.get('prefix', '')} {fields.get('family', '')}".strip()
    return NameParts(family, fields.get("given", ""), fields.get("suffix", ""))


def _split(name: str, suffix: str) -> NameParts:
    """The parts of one name."""
    if "{" in name or name.count(",") > MOST_COMMAS:
        return _split_by_bibtex(name, suffix)
    if "," in name or " " not in name:
        return _split_at_comma(name, suffix)
    return _split_before_initials(_text(name).split(), suffix) or _split_by_bibtex(name, suffix)


def _split_at_comma(name: str, suffix: str) -> NameParts:
    family, *middle, given = [part.strip() for part in name.split(",")] if "," in name else [name, ""]
    return NameParts(_text(family), _text(given), suffix or _text(*middle))


def _split_before_initials(words: list[str], suffix: str) -> NameParts | None:
    """PubMed's `Curie M`, or `Li X. M.`."""
    end = len(words)
    while end > 1 and are_initials(words[end - 1]):
        end -= 1
    if end == len(words) or are_initials(words[0]):
        return None
    return NameParts(" ".join(words[:end]), " ".join(words[end:]), suffix)


def _split_by_bibtex(name: str, suffix: str) -> NameParts:
    """The parts by BibTeX's rules, but for names of particles alone."""
    from bibtexparser.middlewares.names import parse_single_name_into_parts

    parts = parse_single_name_into_parts(name, strict=False)
    family, given = [*parts.von, *parts.last], parts.first
    if "," not in name and PARTICLES.issuperset(_text(*given).split()):
        family, given = [*given, *family], []
        starts_with_particle = PARTICLES.intersection(plain(_text(family[0])).split())
        if family[0] == family[0].lower() and not starts_with_particle:  # `danah boyd`
            family, given = family[-1:], family[:-1]
    return NameParts(_text(*family), _text(*given), suffix or _text(*parts.jr))


def _text(*words: str) -> str:
    return " ".join(latex_to_text(" ".join(words)).split())
