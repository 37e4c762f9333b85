"""A field with names comes in (`Curie, Marie and Laborde, Albert and others`), its authors come out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.records.publication import Author
from acadfolio.bibliography.latex import plain_of

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawValue

MARKS = re.compile(r"[\s\\]*([*†‡#+✉]+|\\?\$\^\{?\\?(?:ast|dagger|\*)\}?\$)\s*$")
CORPORATE = re.compile(r"\{(?:[^{}]|\{[^{}]*\})*\}")
EXTENDED = re.compile(r"\s*(given|family|prefix|suffix|useprefix|given-i|id)\s*=\s*", re.IGNORECASE)
HAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
