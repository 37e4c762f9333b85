"""A page of al-folio comes in; its lists of papers, which jekyll-scholar makes, come out as section lines.

    {% bibliography -f papers -q @*[selected=true]* %}

becomes `{{ publications(selected=true, group_by=[]) }}`. A question that no line asks stays. Lines keep their numbers.
"""

from __future__ import annotations

import re

BIBLIOGRAPHY = re.compile(
    r"""^[ \t]*(?:
        \{%-?\s*for\s+(?P<year>\w+)\s+in\s+page\.years\s*-?%\}\s*<h\d[^>]*>\s*\{\{-?\s*(?P=year)\s*-?\}\}\s*</h\d>\s*
        \{%-?\s*bibliography\b(?P<each>(?:(?!%\}).)*?\{\{\s*(?P=year)\s*\}\}(?:(?!%\}).)*?)-?%\}\s*\{%-?\s*endfor\s*-?%\}
        |\{%-?\s*bibliography\b(?P<asked>(?:(?!%\}).)*?)-?%\}
    )[ \t]*$""",
    re.MULTILINE | re.VERBOSE,
)
BY_YEAR_IN_LOOP = re.compile(r"(?:-q|--query)\s+@\*\[\s*year\s*=\s*\{\{\s*\w+\s*\}\}\s*\]\*?")
QUERY = re.compile(
    r"""(?:(?:-f|--file)\s+papers(?:\.bib)?\s*)?
    (?:(?:-q|--query)\s+@\*(?:\[(?P<pairs>(?:selected|year|keywords)\s*=\s*[\w"'-]+)\s*\]\*?)?\s*)?
    (?P<flat>--group_by\s+none\s*)?(?:--group_by\s+year\s*)?""",
    re.VERBOSE,
)
PAIR = re.compile(r"(\w+)\s*=\s*([\w\"'-]+)")


def with_publications(text: str) -> str:
    """Lists of the papers of `_bibliography/papers.bib`, those of one year below each other too."""
    if "bibliography" not in text:
        return text
    search = ", search=true" if "bib_search" in text else ""

    def line(tag: re.Match[str]) -> str:
        asked = BY_YEAR_IN_LOOP.sub("", tag["asked"] or tag["each"] or "").strip()
        query = QUERY.fullmatch(asked)
        if query is None:
            return tag[0]  # Another file, or a question that no line asks.
        filters = [f"{key}={_as_value(value)}" for key, value in PAIR.findall(query["pairs"] or "")]
        is_flat = bool(query["flat"] or filters) and not tag["each"]
        groups = "group_by=[]" if is_flat else 'group_by="year"'
        said = ", ".join([*filters, groups]) + (search if not filters else "")
        return f"{{{{ publications({said}) }}}}" + "\n" * tag[0].count("\n")

    return BIBLIOGRAPHY.sub(line, text)


def _as_value(written: str) -> str:
    value = written.strip("\"'{}")
    return value if value in {"true", "false"} else f'"{value}"'
