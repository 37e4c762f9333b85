"""`![alt](url){:standalone}` alone in a paragraph becomes a figure with its alternative text as the caption."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown import attributes, tags
from acadfolio.markdown.escape import escape_attribute, plain

if TYPE_CHECKING:
    from acadfolio.markdown.tree import Attributes

_STANDALONE = re.compile(r"!\[[^\n]*\{:[^}\n]*(?<![\w.#-])standalone(?![\w-])[^}\n]*\}\Z")
_IMAGE = re.compile(r"<img((?:[^>\"]|\"[^\"]*\")*) />\Z")


def figure(source: str, html: str, found: Attributes, space: str) -> str:
    """The figure, or nothing when the paragraph is none; id and class of the image go to the figure."""
    image = _IMAGE.match(html) if _STANDALONE.match(source) else None
    if image is None:
        return ""
    own = {name: plain(value) for name, value in tags.attributes_of(image[1]).items()}
    outer = dict(found)
    for name in ("class", "id"):
        if name in own and name not in outer:
            outer[name] = own.pop(name)
    return (
        f"{space}<figure{attributes.written(outer)}>\n{space}  <img{attributes.written(own)} />\n"
        f"{space}  <figcaption>{escape_attribute(own.get('alt', ''))}</figcaption>\n{space}</figure>\n"
    )
