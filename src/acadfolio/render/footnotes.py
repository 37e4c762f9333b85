"""A body with kramdown's footnotes comes in, the same for screen readers goes out.

kramdown gives roles to elements that may not have them (a `<sup>`) and that are out of use (`doc-endnote`).
"""

from __future__ import annotations

import html
import re

MARK = re.compile(r'(<sup id="fnref:[^"]*") role="doc-noteref"><a ')
NOTE = re.compile(r'(<li id="fn:[^"]*") role="doc-endnote">')
BACK = re.compile(r'(<a href="#fnref:[^"]*" class="reversefootnote" role="doc-backlink")>')


def accessible(body: str, back: str) -> str:
    """`back` are the words for the arrow that leads back to the text."""
    if "fnref:" not in body:
        return body
    body = NOTE.sub(r"\1>", MARK.sub(r'\1><a role="doc-noteref" ', body))
    return BACK.sub(lambda match: f'{match[1]} aria-label="{html.escape(back)}">', body)
