"""HTML as a browser sees it, as one string: two pages are the same when their strings are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import html5lib

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_BLOCKS = r"p|ul|ol|li|h\d|table|thead|tbody|tfoot|tr|td|th|dl|dt|dd|div|blockquote|hr|fragment|figure|center|section"
_AROUND_BLOCKS = re.compile(rf"\s*(</?(?:{_BLOCKS})\b[^>]*>)\s*")


def canonical(html: str) -> str:
    """Attributes sorted, white space as shown, spans of highlighted code left out, formulas as TeX."""
    out: list[str] = []
    _walk(
        html5lib.parseFragment(html, treebuilder="etree", namespaceHTMLElements=False),
        out,
        in_code=False,
    )
    return _AROUND_BLOCKS.sub(r"\1", "".join(out))


def _walk(node: Element, out: list[str], *, in_code: bool) -> None:
    tag: object = node.tag  # a comment's is a function
    name = tag if isinstance(tag, str) else ""
    name = name.rsplit("}", 1)[-1].replace("DOCUMENT_FRAGMENT", "fragment")
    if not name:
        out.append(f"<!--{' '.join((node.text or '').split())}-->")
    elif name == "math":
        tex = " ".join(
            next(
                child.text or "" for child in node.iter() if str(child.tag).endswith("annotation")
            ).split()
        )
        out.append(rf"\[{tex}\]" if node.get("display") == "block" else rf"\({tex}\)")
    else:
        shown = not (in_code and name == "span")
        inside_code = in_code or name in ("pre", "code")
        if shown:
            attributes = "".join(f' {key}="{value}"' for key, value in sorted(node.attrib.items()))
            out.append(f"<{name}{attributes}>")
        _text(node.text, out, in_code=inside_code)
        for child in node:
            _walk(child, out, in_code=inside_code)
        if shown:
            out.append(f"</{name}>")
    _text(node.tail, out, in_code=in_code)


def _text(text: str | None, out: list[str], *, in_code: bool) -> None:
    if text:
        # A no-break space is no white space here.
        out.append(text if in_code else re.sub(r"[ \t\n\r\f]+", " ", text))
