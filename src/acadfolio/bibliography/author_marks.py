"""Find the marks of authors in the many forms in which programs and authors write them into lists of names."""

from __future__ import annotations

import re

from acadfolio.bibliography.braces import closing_position
from acadfolio.html.tokens import rewrite_inline_elements

COMMAND = re.compile(r"(?<!\s)\s*\\([a-zA-Z]+)\*?(?:\s*\[([^\[\]{}]*)\])?(?:\s*(?=\{))?")
SUPERSCRIPTS = frozenset(
    {"footnotemark", "inst", "affil", "affiliation", "IEEEauthorrefmark", "authormark", "authorrefmark", "sup", "up",
     "tss", "mkbibsuperscript", "textsuper", "ieeemembership", "samethanks", "adr", "aff"}
)  # fmt: skip
"""Commands whose argument or option is a mark."""
NOTES = frozenset(
    {"thanks", "footnote", "fnref", "tnoteref", "email", "ead", "orcid", "orcidlink", "orcidID", "orcidicon",
     "authornote", "corref", "corresp", "cortext", "affiliations", "address", "IEEEmembership", "href"}
)  # fmt: skip
"""Commands whose argument is no part of a name. Those about correspondence mark the author."""
CORRESPONDENCE = frozenset({"corref", "corresp", "cortext"})
IN_DOLLARS = re.compile(r"\$\s*\^\s*(\{(?:[^{}$]|\{[^{}$]*\})*\}|\\[a-zA-Z]+|[\w*])\s*\$")
"""A superscript such as `$^{a}$`, `$^\\ast$`, `$^{\\rm a}$`."""
FONT = re.compile(
    r"\\(?:text|textrm|textit|textbf|mathrm|mathit|mathbf|rm|it|bf|sf)(?![a-zA-Z])\s*|[{}\s]"
)
SYMBOL = (
    r"[*＊∗†‡§¶#＃✉]|\\(?:d?dag(?:ger)?|ddagger|ast|S|P|textdagger|textasteriskcentered)(?:\{\})?"
)
ONE_MARK = rf"(?:\d{{1,2}}|[a-z](?![a-z])|{SYMBOL})"
IN_PARENTHESES = re.compile(
    rf"(?<!\s)\s*(?:\((?:\$\s*\^?\s*)?({ONE_MARK}(?:\s*,?\s*{ONE_MARK})*)(?:\s*\$)?\)"
    rf"|\[({ONE_MARK}(?:\s*,?\s*{ONE_MARK})*)\])"
)
"""Marks such as `(*)`, `(1,2)` or `[†]`. Initials are capitals."""
SUPERSCRIPT_IN_PARENTHESES = re.compile(r"\(\s*(\\textsuperscript\{[^{}]*\})\s*\)")
CARET = re.compile(r"(?<!\\)\^(\d{1,2}(?:,\d{1,2})*|[*†‡]|[a-z](?![^\W\d_]))")
UNICODE = re.compile(r"[¹²³⁰⁴-⁹]+(?:[,⸴]\s?[¹²³⁰⁴-⁹]+)+")
DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⸴", "0123456789,")
BEHIND_NAME = re.compile(r"(?<=[^\W\d_][a-zß-ÿ])(\d{1,2}(?:,\d{1,2})*)(?=\s*(?:,\s|\*|\Z))")
"""Numbers right behind a name: `Emmy Noether1,2`."""
PHRASES = {
    "corresponding": r"corr(?:\.|esp\.?|esponding|espondence)?(?: author| to)?|author for correspondence",
    "equal": (
        r"(?:these authors? )?(?:contributed )?equal(?:ly)?(?: contribut\w+| author\w*)?"
        r"|(?:co-?|shared |joint )first(?:[- ]author\w*)?"
    ),
    "lead": r"(?:project |team )?lead(?:er)?(?: author)?",
    "": r"(?:presenting|senior|last|first) author|presenter|speaker|deceased|orcid:?\s*[\dxX-]+",
}
"""What stands in parentheses behind a name, by the author's flag.

Some say nothing that is shown.
"""
PHRASE = re.compile(r"(?<!\s)\s*\(([^()]{2,40})\)")


def with_superscripts(text: str) -> str:
    r"""A list of names in which all marks are written as `\textsuperscript`, and notes about authors are removed."""
    text = re.sub(r"\s{2,}", " ", text)
    if "\\" in text:
        text = _with_commands(text)
    if "$" in text:
        text = IN_DOLLARS.sub(lambda match: _superscript(FONT.sub("", match[1])), text)
    if "<" in text:
        text = rewrite_inline_elements(text, {"sup"}, lambda _, mark: _superscript(mark.strip()))
    text = SUPERSCRIPT_IN_PARENTHESES.sub(r"\1", text)
    if "(" in text or "[" in text:
        text = IN_PARENTHESES.sub(lambda match: _superscript(match[1] or match[2]), text)
    text = CARET.sub(lambda match: _superscript(match[1]), text)
    return UNICODE.sub(lambda match: _superscript(match[0].translate(DIGITS)), text)


def without_superscripts(name: str) -> str:
    return re.sub(r"\\textsuperscript\{[^{}]*\}", "", name)


def _superscript(mark: str) -> str:
    return rf"\textsuperscript{{{mark}}}"


def _with_commands(text: str) -> str:
    """The list without the commands in `NOTES`, and with those in `SUPERSCRIPTS` as superscripts."""
    result, position = "", 0
    while match := COMMAND.search(text, position):
        name, start = match[1], match.end()
        if name not in SUPERSCRIPTS and name not in NOTES:
            result += text[position:start]
            position = start
            continue
        result += text[position : match.start()]
        argument, position = "", start
        if text.startswith("{", start):
            end = closing_position(text, start)
            argument, position = text[start + 1 : end], end + 1
        if name in SUPERSCRIPTS:
            mark = FONT.sub("", argument) or match[2] or ""
            result += _superscript(mark) if mark else ""
        elif flag := "corresponding" if name in CORRESPONDENCE else _flag_in(argument):
            result += f" ({flag})"
    return result + text[position:]


def _flag_in(note: str) -> str:
    """The flag that a note about an author means, such as a footnote “Corresponding author.”; empty for others."""
    for flag, pattern in PHRASES.items():
        if flag and re.match(rf"(?i)\s*(?:{pattern})\b", note):
            return flag
    return ""


def number_behind(name: str) -> str:
    """A name with the numbers right behind it as a superscript.

    One word alone, such as `Team1`, has none.
    """
    if " " not in name.strip():
        return name
    return BEHIND_NAME.sub(lambda match: _superscript(match[1]), name)


def split_flags(name: str) -> tuple[str, dict[str, bool]]:
    """A name without phrases such as “(corresponding author)”, and the author's flags that these mean."""
    flags: dict[str, bool] = {}

    def without_phrase(match: re.Match[str]) -> str:
        phrase = match[1].strip()
        for flag, pattern in PHRASES.items():
            if re.fullmatch(rf"(?i){pattern}", phrase):
                if flag:
                    flags[flag] = True
                return ""
        return match[0]

    return PHRASE.sub(without_phrase, name), flags
