"""The Liquid of the tags and includes of al-folio and of common Jekyll plugins.

Each is a file: `tags/NAME.liquid` and `includes/NAME.liquid`. It has the Liquid, Markdown and HTML
that the tag or include shows here. `include.words` are the words of a tag, and `include.NAME` is an
argument of an include, as in a site's own include.

A comment at the top of a file explains it. The comment's line and the last newline of the file are
not part of the text: a blank line at its end is a blank line in the page.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from acadfolio.markdown.shortcodes import mark

FOLDER = Path(__file__).parent
KINDS = ("tags", "includes")
SUFFIX = ".liquid"
COMMENT_START, COMMENT_END = "{% comment %}", "{% endcomment %}\n"
SAME_TEXTS = {"tags/reference": "tags/cite", "tags/cite_details": "tags/cite"}
"""Names with the text of another one.

jekyll-scholar writes the whole entry, or links to its page: so does a citation here.
"""


@cache
def theme_texts() -> dict[str, str]:
    """The texts with marked shortcodes, by names such as `tags/details`."""
    texts: dict[str, str] = {}
    for kind in KINDS:
        for file in sorted((FOLDER / kind).rglob(f"*{SUFFIX}")):
            name = file.relative_to(FOLDER).as_posix().removesuffix(SUFFIX)
            texts[name] = mark(_text_of(file), only_calls=True)
    for name, other in SAME_TEXTS.items():
        texts[name] = texts[other]
    return texts


def _text_of(file: Path) -> str:
    text = file.read_text(encoding="utf-8")
    if text.startswith(COMMENT_START):
        text = text.partition(COMMENT_END)[2]
    return text.removesuffix("\n")
