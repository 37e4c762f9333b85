"""One name as BibTeX writes it comes in (`van der Berg, Jr., Anna*`), an author with marks and parts comes out."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from msgspec import structs

from acadfolio.bibliography.commands import ACCENTS
from acadfolio.bibliography.latex import plain_of
from acadfolio.model.name_parts import HOUSE, parts_of
from acadfolio.model.names import CJK, PARTICLES, are_initials, plain, written_family_first, written_family_last
from acadfolio.model.publication import SAME_MARKS, Author

BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
ACCENT = re.compile(
    rf"\\(?:[`'^\"~=.]|(?:{'|'.join(filter(str.isalpha, ACCENTS))})(?![a-zA-Z]))\s*"
    r"(?:\{\s*(?:\\[ij](?![a-zA-Z])|[^\W\d_])\s*\}|\\[ij](?![a-zA-Z])|[^\W\d_])"
    r"|\\(?:ss|[oO]|[lL]|ae|AE|oe|OE|aa|AA|[dD][hH]|[tT][hH]|[dD][jJ]|[nN][gG])(?![a-zA-Z])(?:\{\}|\s+)?"
)
"""An accented letter, or one that has a command of its own."""
LETTER_IN_BRACES = re.compile(r"(\\[a-zA-Z]+\s*\{\w\})|\{(\w)\}")
"""One that no command is about."""
FOOTNOTE = re.compile(r"\s*\\(?:footnote|thanks)\s*(?=\{)")
TYPE = re.compile(
    r"\\(?:textbf|textit|emph|underline|uline|textsc|mkbibbold|mkbibemph|myname|me|highlight)\s*\{([^{}]*)\}"
)
"""How people set their own name; it is a name with parts all the same."""
USUAL = re.compile(r"\s*\{?([A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’-]+)\}?,\s*([A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’.~ -]*)")
"""What most names are: a family name of one word, a comma, given names. For these there is no need to look further."""
SUFFIX_ALONE = re.compile(r"(?:Jr|Sr|II|III|IV)\.?\s*")
TIE = re.compile(r"(?<!\\)~")
NUMBER_OF_DBLP = re.compile(r"(?<=\w)\s+0\d{3}\Z")
"""By which DBLP tells people of one name apart."""
HYPHEN = re.compile(r"(?<=[^\W\d_]\.)[~\s]+-(?=[^\W\d_])")
"""What ADS writes into tied initials: `J.~-P.`."""
TITLES = re.compile(r"(?:(?:Prof|Dr|PD)(?:\.|(?=\s))[~\s]*)+(?=\S)")
"""Academic titles before a name, which no list of authors prints."""
IN_OTHER_LETTERS = re.compile(rf"\s*[(（]\s*([{CJK}·\s]+?)\s*[)）]")
IN_LATIN_TOO = re.compile(rf"\{{?[{CJK}·\s]+[(（][^()（）]*[)）]\}}?")
SYMBOLS = (
    r"[*†‡§¶#∗⋆✉\d,\s]"
    r"|\\(?:d?dag(?:ger)?|ddagger|ast|star|#|\*|S|P|textdagger|textdaggerdbl|textasteriskcentered)(?![a-zA-Z])(?:\{\})?"
)
MARK = re.compile(
    rf"\\?\$\s*\^?\s*\{{?((?:{SYMBOLS})+)\}}?\s*\\?\$|\\textsuperscript\s*\{{([^{{}}]*)\}}|\^\{{([^{{}}]*)\}}"
    r"|(\\(?:d?dag|ddagger|textdagger|textdaggerdbl|textasteriskcentered)(?![a-zA-Z])(?:\{\})?)"
    r"|\\?([*＊†‡§¶#＃∗✉¹²³⁰⁴-⁹])|([+＋])(?=[\s,]|\Z)"
)
"""What says something of a name in a list of authors, and is no part of it."""
MARK_IN_BRACES = re.compile(rf"\{{\s*({MARK.pattern})\s*\}}")
SUFFIX = re.compile(r"(?<=[^,\s])(?:\s*,\s*|\s+)(Jr\.?|Sr\.?|II|III|IV|2nd|3rd|Ph\.? ?D\.?|M\.D\.)(?=\s*(?:,|$))")
EXTENDED = re.compile(
    r"\s*\"?\s*(?:given|family|prefix|suffix|useprefix|id|(?:given|family|prefix|suffix)-i)\s*=", re.IGNORECASE
)
WRITTEN_TOGETHER = re.compile(f"[{CJK}·][{CJK}·\\s,]*")
MOST_COMMAS = 2
MAY_HOLD_MARKS = re.compile(r"[*＊†‡§¶#＃∗✉$^+＋\\¹²³⁰⁴-⁹]")


class Parts(NamedTuple):
    """The parts of a name; particles belong to the family name."""

    family: str
    given: str = ""
    suffix: str = ""


def outside_braces(text: str) -> str:
    """The text, as long as it is, with NUL for braces and all that they enclose."""
    if "{" not in text:
        return text
    masked: list[str] = []
    depth = at = 0
    for brace in BRACE.finditer(text):
        start = brace.start()
        masked.append(text[at:start] if depth == 0 else "\0" * (start - at))
        is_inside = depth > 0 or brace[0] == "{"
        depth = max(depth + {"{": 1, "}": -1}.get(brace[0], 0), 0)
        masked.append("\0" * len(brace[0]) if is_inside else brace[0])
        at = brace.end()
    return "".join([*masked, text[at:] if depth == 0 else "\0" * (len(text) - at)])


def with_letters(name: str) -> str:
    """The name with its accents as letters: their braces are none that keep words together."""
    if "\\" not in name and "{" not in name:
        return name
    while "\\" in name and (letters := ACCENT.sub(_letter, name)) != name:
        name = letters  # There are letters with two accents.
    for _ in range(2):
        name = LETTER_IN_BRACES.sub(lambda letter: letter[1] or letter[2], name)
    return name


def _letter(accent: re.Match[str]) -> str:
    return plain_of(accent[0])


def _without_footnotes(name: str) -> str:
    """The name without what stands below the list of authors."""
    while note := FOOTNOTE.search(name):
        masked = outside_braces(name[note.end() :])
        name = name[: note.start()] + name[note.end() + len(masked) - len(masked.lstrip("\0")) :]
    return name


@lru_cache(maxsize=16384)  # The same co-authors stand in paper after paper.
def author_of(name: str, *, is_latex: bool) -> Author | None:
    """An author with marks and parts; None where there is no name."""
    if "-" in name:
        name = HYPHEN.sub("-", name)
    if (usual := USUAL.fullmatch(name)) and not SUFFIX_ALONE.fullmatch(usual[2]) and not TITLES.match(usual[2]):
        return made(Parts(usual[1], usual[2].replace("~", " ").strip()), "")
    if is_latex:
        name = TYPE.sub(r"\1", with_letters(_without_footnotes(name) if "\\" in name else name))
        name = TIE.sub(" ", name)
    name = NUMBER_OF_DBLP.sub("", name)
    if name.count("{") != name.count("}"):
        name = name.replace("{", "").replace("}", "")
    bare, marks = bare_of(name) if not name.isalpha() else (name, "")
    if EXTENDED.match(bare):
        return made(_extended(bare), marks)
    if WRITTEN_TOGETHER.fullmatch(bare):
        return _written_together(bare, marks)
    if IN_LATIN_TOO.fullmatch(bare):
        return Author(name=_said([bare]), marks=marks)
    if found := IN_OTHER_LETTERS.search(bare):
        author = author_of(IN_OTHER_LETTERS.sub("", bare), is_latex=is_latex)
        return structs.replace(author, name=f"{author.name} ({found[1]})", marks=marks) if author else None
    if not outside_braces(bare).strip("\0 ") or ("," not in bare and HOUSE.search(_said([bare]))):
        return made(Parts(_said([bare])), marks)
    return _person(_without_titles(bare), marks)


def _person(bare: str, marks: str) -> Author | None:
    """Somebody with a family name and given ones, in either order."""
    suffix = SUFFIX.search(outside_braces(bare))
    if suffix:
        bare = f"{bare[: suffix.start()]}{bare[suffix.end() :]}"
    words = _said([bare]).split() if "," not in bare and "{" not in bare else []
    last = written_family_last(words)
    if turned := last or written_family_first(words):
        parts = Parts(*turned, suffix[1] if suffix else "")
        return made(parts, marks) if last or bare[:2].isupper() else _author(_said([bare]), parts, marks)
    return made(_split(bare, suffix[1] if suffix else ""), marks)


def made(parts: Parts, marks: str) -> Author | None:
    name = " ".join(part for part in (parts.given, parts.family, parts.suffix) if part)
    return _author(name, parts, marks) if any(letter.isalnum() for letter in name) else None


def _without_titles(name: str) -> str:
    """`Dr. Jane Doe` and `Doe, Dr. Jane` as the name alone."""
    family, comma, given = name.rpartition(",")
    given = given.lstrip()
    bare = TITLES.sub("", given, count=1) if TITLES.match(given) else given
    if comma and TITLES.match(family):
        family = TITLES.sub("", family, count=1)
    elif bare == given or not (bare and (comma or " " in bare)):
        return name
    return f"{family}{comma} {bare}".strip()


def _author(name: str, parts: Parts, marks: str) -> Author:
    """The record says of its parts what the name as it is printed does not tell."""
    author = Author(name=name, marks=marks)
    if parts_of(author)[:3] == parts:
        return author
    return Author(name=name, marks=marks, family=parts.family, given=parts.given, suffix=parts.suffix)


def bare_of(name: str) -> tuple[str, str]:
    """The name, and its marks. What stands in the braces of a house is its name."""
    if not MAY_HOLD_MARKS.search(name):
        return name.strip(), ""
    name = MARK_IN_BRACES.sub(r"\1", name)
    outside = outside_braces(name)
    kept, marks, end = [], "", 0
    for match in MARK.finditer(name):
        if outside[match.start()] != "\0":
            kept.append(name[end : match.start()])
            marks += plain_of(next(group for group in match.groups() if group is not None))
            end = match.end()
    bare = re.sub(r"\s+(?=[\s,]|\Z)", "", "".join([*kept, name[end:]]))
    return bare.strip(), re.sub(r"[\s,]+", "", marks).translate(SAME_MARKS)


def _written_together(name: str, marks: str) -> Author | None:
    """A Chinese, Japanese or Korean name: the family first, also where there is a comma."""
    family, comma, given = (part.strip() for part in name.partition(","))
    if comma and given:
        return _author(family + given, Parts(family, given), marks)
    return Author(name=family, marks=marks) if family else None


def _extended(name: str) -> Parts:
    """BibLaTeX's way: `family=Berg, given=Anna, prefix=van der, useprefix=true`."""
    outside = outside_braces(name)
    ends = [-1, *(comma.start() for comma in re.finditer(",", outside)), len(name)]
    said: dict[str, str] = {}
    for start, end in pairwise(ends):
        key, _, value = name[start + 1 : end].strip().strip('"').partition("=")
        said[key.strip().lower()] = _said([value.strip().strip('"')])
    family = " ".join(part for part in (said.get("prefix", ""), said.get("family", "")) if part)
    return Parts(family, said.get("given", ""), said.get("suffix", ""))


def _split(name: str, suffix: str) -> Parts:
    """The parts of one name. Those of RIS and CSL-JSON have a comma, and need no library."""
    if ("," in name or " " not in name) and not BRACE.search(name) and name.count(",") <= MOST_COMMAS:
        family_first, *jr, given_last = [part.strip() for part in name.split(",")] if "," in name else [name, ""]
        return Parts(_said([family_first]), _said([given_last]), suffix or _said(jr))
    said = _said([name]).split()
    end = len(said)
    while end > 1 and are_initials(said[end - 1]):
        end -= 1
    if end < len(said) and not are_initials(said[0]) and "," not in name and "{" not in name:
        return Parts(" ".join(said[:end]), " ".join(said[end:]), suffix)  # `Curie M`, as PubMed has it; `Li X. M.`
    from bibtexparser.middlewares.names import parse_single_name_into_parts

    words = parse_single_name_into_parts(name, strict=False)
    family, given = [*words.von, *words.last], words.first
    if "," not in name and all(word in PARTICLES for word in _said(given).split()):
        family, given = [*given, *family], []
        if family[0] == family[0].lower() and not PARTICLES.intersection(plain(_said(family[:1])).split()):
            family, given = family[-1:], family[:-1]  # `danah boyd`: all in small letters.
    return Parts(_said(family), _said(given), suffix or _said(words.jr))


def _said(words: list[str]) -> str:
    return " ".join(plain_of(" ".join(words)).split())
