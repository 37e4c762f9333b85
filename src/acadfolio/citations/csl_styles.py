"""Format citations in CSL styles, with pandoc."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from msgspec import json

from acadfolio.html.tokens import read
from acadfolio.problems import Location, Problem, SiteError
from acadfolio.programs import find_pandoc
from acadfolio.wording import with_extra

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from xml.etree.ElementTree import Element

    from acadfolio.bibliography.writers.works import Work
    from acadfolio.citations.authors import PaperAuthor
    from acadfolio.model.name_parts import NameParts

CSL = "{http://purl.org/net/xbiblio/csl}"
"""The namespace of the XML of styles."""
COMPUTED = frozenset(
    {"citation-label", "citation-number", "event", "locator", "page-first", "year-suffix"}
)
"""The variables that pandoc sets itself."""
OWN_NAME = "\ue000{}\ue001"
MARKED = "\ue000(.+?)\ue001"
"""The family name of the person of the profile, between characters that no font or bibliography uses."""


def format_in_csl_style(request: str) -> list[str]:
    """Format works as HTML.

    Args:
        request: As JSON, the name of a style, its XML, a language, and the works in CSL-JSON.

    Raises:
        SiteError: pandoc is not installed, or cannot use the style.
    """
    import subprocess  # Few sites have such a style.
    from tempfile import TemporaryDirectory

    name, style, language, items = json.decode(request)
    works = [item | {"id": str(number)} for number, item in enumerate(items)]
    with TemporaryDirectory() as folder:
        Path(folder, "style.csl").write_bytes(_prepared(name, style, works))
        # A macro that calls itself would use all memory.
        command = [
            _pandoc(name),
            "+RTS",
            "-M1G",
            "-RTS",
            "--sandbox",
            "--quiet",
            "--from=csljson",
            "--to=html",
        ]
        command += ["--wrap=none", "--citeproc", "--csl=style.csl"]
        if "default-locale=" not in style:
            command.append(f"--metadata=lang={language}")
        ended = subprocess.run(  # noqa: S603 - a list, no shell
            command, cwd=folder, input=json.encode(works), capture_output=True, check=False
        )
    if ended.returncode:
        reason = " ".join(ended.stderr.decode("utf-8", "replace").split())
        _fail(name, f"pandoc cannot use this citation style: {reason}")
    return _entries(ended.stdout.decode(), len(works))


def _pandoc(style: str) -> str:
    """The program pandoc: that of the system, or else that of the extra `csl`."""
    program = find_pandoc()
    if program is None:
        message = "pandoc, which formats citations in this style, is not installed"
        _fail(style, message, f"install pandoc, or {with_extra('csl')}")
    return program


def _entries(html: str, count: int) -> list[str]:
    """The HTML of each entry, with spaces between its blocks."""
    entries = [""] * count
    number = -1
    for token in read(html):
        if token.name == "div":
            prefix, _, digits = token.attributes.get("id", "").partition("-")
            number = int(digits) if prefix == "ref" else number
        if number >= 0:
            entries[number] += "\f" if token.name == "div" else token.source
    return [" ".join(re.sub("\f+(?=[,.;:])", "", entry).split()) for entry in entries]


def _prepared(style_name: str, style: str, works: Sequence[Mapping[str, Any]]) -> bytes:
    """The XML of a style without the parts for lists, for citations in texts, and for other works than these.

    Pandoc would take seconds to read some styles. If a style has only notes, the bibliography has
    these.
    """
    from xml.etree import ElementTree as ET

    try:
        root = ET.fromstring(style)  # noqa: S314 - expat limits entities
    except ET.ParseError as error:
        line, column = error.position
        _fail(
            style_name,
            f"this is not valid XML: {str(error).partition(':')[0]}",
            place=(line, column + 1),
        )
    parent = root.find("{*}info/{*}link[@rel='independent-parent']")
    if parent is not None:  # pandoc would download it.
        _fail(
            style_name,
            "this style only refers to another one",
            f"use that one: {parent.get('href')}",
        )
    has_bibliography = root.find("{*}bibliography") is not None
    for citation in root.findall("{*}citation"):
        if has_bibliography:
            root.remove(citation)
        else:
            citation.tag = f"{CSL}bibliography"
    ET.SubElement(ET.SubElement(root, f"{CSL}citation"), f"{CSL}layout")
    _remove_parts_for_lists(root)
    _empty_unused_branches(root, {work["type"] for work in works}.union(COMPUTED, *works))
    prepared: bytes = ET.tostring(root, "utf-8")
    return prepared


def _remove_parts_for_lists(root: Element) -> None:
    """Remove what depends on a list, of which acadfolio has its own: numbers, labels, `2020a`, dashes for authors."""
    for element in root.iter():
        for name in (
            "subsequent-author-substitute",
            "disambiguate-add-year-suffix",
            "second-field-align",
        ):
            element.attrib.pop(name, None)
        for child in list(element):
            if child.get("variable") in {"citation-number", "citation-label"}:
                element.remove(child)


def _empty_unused_branches(root: Element, known: set[str]) -> None:
    """Empty the branches for other types of works, and for other variables, than the known ones."""
    for branch in [*root.iterfind(".//{*}if"), *root.iterfind(".//{*}else-if")]:
        names = f"{branch.get('type', '')} {branch.get('variable', '')}".split()
        if known.isdisjoint(names) and _needs_known_names(branch):
            del branch[:]


def _needs_known_names(branch: Element) -> bool:
    """Whether a condition is false if the work has none of its types and variables."""
    return branch.get("match") != "none" and branch.attrib.keys() <= {"match", "type", "variable"}


def _fail(
    style: str, message: str, hint: str = "download it again", place: tuple[int, int] = (0, 0)
) -> NoReturn:
    raise SiteError([Problem("csl-style", Location(f"data/styles/{style}", *place), message, hint)])


def item_with_own_name(
    work: Work, authors: Sequence[PaperAuthor], editors: Sequence[PaperAuthor]
) -> dict[str, Any]:
    """The CSL item of a work, in which the person of the profile is marked, for `with_own_name_in_bold`."""
    from acadfolio.bibliography.writers.csl import csl_item, csl_names

    item = csl_item(work)
    item.pop("note", None)  # It follows the citation.
    for role, people in (("author", authors), ("editor", editors)):
        persons = [person for person in people if person.is_person]
        if not persons:
            continue
        has_others = role == "author" and work.has_others
        item[role] = names = csl_names((person.parts for person in persons), has_others=has_others)
        for person, name in zip(persons, names, strict=False):  # "et al." may follow.
            if person.own_positions:
                name["literal"] = _with_marked_parts(person)
            elif person.me:
                particles, family = person.parts.particles, person.parts.family
                own_name = OWN_NAME.format(family.removeprefix(particles).lstrip())
                name["family" if "family" in name else "literal"] = (
                    f"{particles} {own_name}".lstrip()
                )
    return item


def _with_marked_parts(group: PaperAuthor) -> str:
    """The name of a group in which the names of the profile are marked."""
    text, end = "", 0
    for start, next_end in group.own_positions:
        text += group.name[end:start] + OWN_NAME.format(group.name[start:next_end])
        end = next_end
    text += group.name[end:]
    return text[1:-1] if group.is_bracketed else text


def with_own_name_in_bold(html: str, people: Sequence[PaperAuthor]) -> str:
    """A citation with the marked names in bold, each with the given names or initials beside it."""
    for person in people:
        if person.own_positions:
            html = re.sub(MARKED, r'<strong class="me">\1</strong>', html)
        elif person.me:
            html = _own_name(person.parts).sub(r'<strong class="me">\1\2\3</strong>', html)
    return html.translate({0xE000: None, 0xE001: None})


def _own_name(name: NameParts) -> re.Pattern[str]:
    """The marked name after its given names or before them. Any of these may be an initial."""
    given = r"[\s-]*".join(
        rf"{word[0]}(?:{word[1:]})?\.?" for word in re.findall(r"\w+", name.given)
    )
    particles = re.escape(name.particles) or "(?!)"  # which matches nothing
    return re.compile(
        rf"((?:{given}\s+)?(?:{particles}\s+)?)\ue000(.+?)\ue001((?:,?\s*{given})?(?:\s+{particles})?)"
    )
