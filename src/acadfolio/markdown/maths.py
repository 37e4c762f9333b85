"""TeX in, MathML out, with the TeX in an annotation; nothing where the conversion would not be complete."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from xml.etree import ElementTree as ET

from acadfolio.markdown.escape import escape
from acadfolio.tex import LEFT_OVER, PARTS, converter, is_balanced

_NAMESPACE = "{http://www.w3.org/1998/Math/MathML}"
# The converter numbers the first and does not know the second; the starred one looks like both.
_ENVIRONMENT = re.compile(r"\\(begin|end)\{(?:align|aligned|split)\}")
_WRAPPER = re.compile(r"\\(?:begin|end)\{equation\*?\}")
_CENTRED_START = re.compile(r"\\begin\{(?:gather|multline)(?:ed|\*)?\}")
_CENTRED_END = re.compile(r"\\end\{(?:gather|multline)(?:ed|\*)?\}")
_SCRIPTS = re.compile(
    r"<(?P<name>msub|msup|msubsup)>(?:<m[oi](?P<moves> movablelimits=\"true\")?>(?P<sign>[^<]+)</m[oi]>)?"
    r"|</(?:msub|msup|msubsup)>"
)
_AROUND = {"msub": "munder", "msup": "mover", "msubsup": "munderover"}
# What has its limits below and above in a formula of its own, as in TeX; integrals have them at their side.
_WITH_LIMITS = frozenset({*"∑∏∐⋃⋂⋁⋀⨁⨂⨀⨄⨆", "lim", "max", "min", "sup", "inf", "det", "gcd", "Pr"})
LONGEST = 10_000
# The converter copies text without escaping it: whatever is not one of these came out of the author's text.
_NAMES = (
    "math menclose merror mfenced mfrac mi mlabeledtr mmultiscripts mn mo mover mpadded mphantom mprescripts "
    "mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none"
)
_ELEMENTS = frozenset(_NAMES.split())


@lru_cache(maxsize=4096)
def mathml(tex: str, *, block: bool, is_roomy: bool = False) -> str:
    """The formula as MathML; an empty string when there is no converter or it does not understand all of it.

    A roomy one stands in the line, and is set as if it stood on its own.
    """
    convert = converter()
    if convert is None or len(tex) > LONGEST or not is_balanced(tex):
        return ""
    readable = _ENVIRONMENT.sub(r"\\\1{align*}", _WRAPPER.sub("", tex))
    readable = _CENTRED_END.sub(r"\\end{array}", _CENTRED_START.sub(r"\\begin{array}{c}", readable))
    try:
        html = convert(readable, display="block" if block or is_roomy else "inline")
        if is_roomy:
            html = html.replace('display="block"', 'display="inline" displaystyle="true"', 1)
        root = ET.fromstring(html)  # noqa: S314 - made here, and no entities are declared in it
    except Exception:  # noqa: BLE001 - the converter fails in a dozen ways; each means the same to us
        return ""
    # An environment that the converter does not know becomes plain letters.
    if html.count("<mtable") < readable.count("\\begin{") or LEFT_OVER.search(html) or not _complete(root):
        return ""
    has_room = (block or 'displaystyle="true"' in html) and "\\nolimits" not in tex
    return _annotated(_with_limits(html) if has_room else html, tex)


def _with_limits(html: str) -> str:
    """The limits below and above their signs; browsers set them beside where there is no room, as in a fraction."""
    names: list[str] = []

    def moved(match: re.Match[str]) -> str:
        name, sign = match["name"], match["sign"]
        if name is None:
            return f"</{names.pop()}>"
        is_moved = sign is not None and (match["moves"] is not None or unescape(sign) in _WITH_LIMITS)
        names.append(_AROUND[name] if is_moved else name)
        return f'<{names[-1]}><mo movablelimits="true">{sign}</mo>' if is_moved else match[0]

    return _SCRIPTS.sub(moved, html)


def _complete(root: ET.Element) -> bool:
    has_content = False
    for element in root.iter():
        name = element.tag.removeprefix(_NAMESPACE)
        if name not in _ELEMENTS or any(
            key.startswith(("on", "href")) or key.endswith("href") for key in element.attrib
        ):
            return False
        if name in PARTS and len(element) != PARTS[name]:
            return False
        if name in ("mi", "mn", "mo", "mtext") and (element.text or "").strip():
            has_content = True
    return has_content


def _annotated(html: str, tex: str) -> str:
    start = html.index(">") + 1
    inner = html[start : html.rindex("</math>")]
    opening = html[:start]
    return (
        f"{opening}<semantics>{inner}"
        f'<annotation encoding="application/x-tex">{escape(tex)}</annotation></semantics></math>'
    )
