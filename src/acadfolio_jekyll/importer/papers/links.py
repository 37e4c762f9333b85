"""Take the links of a citation, and mark its title in the text."""

from __future__ import annotations

import re

from acadfolio.model.values import runs_code
from acadfolio_jekyll.headings import kind_of_heading
from acadfolio_jekyll.importer.citations import split_names
from acadfolio_jekyll.importer.papers.markup import EMPHASISED, STAR
from acadfolio_jekyll.importer.papers.words import EDGES, YEAR, kind_of_venue

TITLE, TITLE_END = "\x02", "\x03"
"""The marks around a title in the text."""
PAPER = "Paper"
"""The label of the link of a title."""
MIN_TITLE = 4
"""The number of words of a link or of emphasised text that is a title."""

LINK = re.compile(
    r"""
    \[ ( (?: [^\[\]] | \[ [^\[\]]* \] )* ) \]            # the label, maybe with brackets
    \( \s* ( [^()\s]* (?: \( [^()]* \) [^()\s]* )* )     # the URL, maybe with parentheses
       (?: \s+ "[^"]*" )? \s*                            # a title, which is not used
    \)
    """,
    re.VERBOSE,
)
NO_LINKS = re.compile(r"[\[(][\s,|/;·&]*[\])]")
"""Brackets of which all links are taken."""
BAR = re.compile(r"\s+[|｜](?:\s+|$)")
LOOSE_END = re.compile(r" +(?=[.,;\n])|[\s,/]+$")
"""What was between the text and a link that is taken."""
TAG = re.compile(
    rf"""
    (?: \[ (?!\d+\]) ( [^\[\]{TITLE}]{{2,40}} ) \]         # [Annalen]
      | \( ( [A-Z][^()]{{1,30}}\s\d{{4}} ) \)              # (Annalen 1921)
      | ( [A-Z]{{2}}\S*\s\d{{4}} ) (?= \s[A-Z{TITLE}] )    # ICM 1932
    ) \s*
    """,
    re.VERBOSE,
)
"""The venue before a citation."""
BEFORE_TITLE = re.compile(rf"(?: {TAG.pattern} | \( [^()]{{2,60}} \) \s* )*", re.VERBOSE)
BEFORE_NAME = re.compile(r"(?:^|[,;&\n]|\band)$")
ITALIC_START = re.compile(r"(?:^|[^*])\*\Z|(?:^|[^_])_\Z")
QUOTED = re.compile(r"“([^“”]+\s[^“”]+)”|\"([^\"]+\s[^\"]+)\"|«([^«»]+\s[^«»]+)»")


def without_links(source: str, links: dict[str, str]) -> str:
    """The text with its title marked, without other links and emphasis.

    Links are added by their labels, and names.
    """
    text = LINK.sub(lambda link: _without_link(link, links), source)
    text = NO_LINKS.sub("", text)
    text = BAR.sub("\n", text)
    text = LOOSE_END.sub("", text)
    return _with_marked_title(text)


def _without_link(link: re.Match[str], links: dict[str, str]) -> str:
    """What stays of a link in the text: a title, a venue, the name of an author, or nothing."""
    label = link[1].replace("*", "").strip(" _[]")
    url = link[2]
    before = link.string[: link.start()].rstrip(" *_")
    if runs_code(url) or "[" in url:
        return label
    if _is_venue(link, label, before):
        links[label] = url
        return label
    if _is_title_of_paper(link, label, before, is_second=PAPER in links):
        links[PAPER] = url
        return f"{TITLE}{label.strip(EDGES)}{TITLE_END}"
    if _is_one_name(label) and BEFORE_NAME.search(before):
        links[label.rstrip(f"{STAR}†‡")] = url
        return link[1]
    links[_new_label(label, links)] = url
    return ""


def _new_label(label: str, links: dict[str, str]) -> str:
    """The label without parentheses around it, and with a number if another link has the same."""
    label = re.sub(r"^\((.*)\)$", r"\1", label) or "Link"
    return f"{label} {len(links) + 1}" if label in links else label


def _is_venue(link: re.Match[str], label: str, before: str) -> bool:
    """Whether a link is a venue: it has a year, or it is in italics.

    One in italics is in a line of its own, or has a word for its kind.
    """
    kind = kind_of_venue(label)
    if YEAR.search(label) and (len(label.split()) < MIN_TITLE or kind):
        return True
    if not before or not ITALIC_START.search(link.string[: link.start()]):
        return False
    return before.endswith("\n") or bool(kind)


def _is_title_of_paper(link: re.Match[str], label: str, before: str, *, is_second: bool) -> bool:
    """Whether a link is a title: it is long, or where only a title is.

    A second one begins another paper.
    """
    is_long = len(label.split()) >= MIN_TITLE
    after = link.string[link.end() :].lstrip(" *_")[:1]
    if is_second:
        return is_long and after == "\n"
    if BEFORE_TITLE.fullmatch(before):
        return is_long or bool(before) or after in {"", "\n"}
    if is_long and (after == "." or not _is_one_name(label)):
        return True
    is_sentence = before.endswith(".") and after in {".", ","}
    return is_sentence and not YEAR.search(before)


def _is_one_name(text: str) -> bool:
    return " " in text and len(split_names(text) or ()) == 1


def _with_marked_title(text: str) -> str:
    """Mark a title in quotation marks, or an emphasised one in the first line.

    All other emphasis is removed.
    """
    if TITLE not in text:
        text = QUOTED.sub(lambda quoted: f"{TITLE}{quoted[0][1:-1]}{TITLE_END}", text, count=1)
    for emphasised in EMPHASISED.finditer(text):
        if TITLE in text or "\n" in text[: emphasised.start()]:
            break
        if _can_be_title(emphasised[2]):
            text = text.replace(emphasised[0], f"{TITLE}{emphasised[2]}{TITLE_END}", 1)
    while EMPHASISED.search(text):
        text = EMPHASISED.sub(r"\2", text)
    return re.sub(r"\*{2,}", "", text).replace(STAR, "*")


def _can_be_title(emphasised: str) -> bool:
    """Whether emphasised text is long, and neither a venue nor a list of names."""
    if len(emphasised.split()) < MIN_TITLE or emphasised[0] in "[(":
        return False
    return not kind_of_heading(emphasised) and split_names(emphasised) is None
