"""Convert the numbers and units of the LaTeX package siunitx to text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.bibliography.latex_commands import TABLES

if TYPE_CHECKING:
    from collections.abc import Callable

PREFIXES: dict[str, str] = TABLES["unit_prefixes"]
UNITS: dict[str, str] = TABLES["units"]
POWERS = {"squared": "2", "cubed": "3"}
POWERS_BEFORE = {"square": "2", "cubic": "3"}
TOKEN = re.compile(r"\\(?P<name>[a-zA-Z]+)\s*(?:\{(?P<argument>[^{}]*)\})?|(?P<text>[^\\]+)")
NUMBER = re.compile(r"([+-]?[\d.,\s()]*?)\s*[eEdD]\s*([+-]?\d+)")
DEGREES = ("°", "′", "″")


def number_text(source: str, superscript: Callable[[str], str]) -> str:
    """A number such as `1.5e-3` as `1.5 × 10⁻³`."""
    text = source.strip().replace("+-", " ± ").replace(r"\pm", " ± ")
    match = NUMBER.fullmatch(text)
    if match is None:
        return text.replace("-", "−") if re.fullmatch(r"-[\d.,]+", text) else text
    factor = match[1].strip()
    power = f"10{superscript(match[2].lstrip('+').replace('-', '−'))}"
    return f"{factor} × {power}" if factor and factor != "1" else power


def angle_text(source: str) -> str:
    """An angle such as `45` or `1;2;3` in degrees, minutes and seconds."""
    parts = zip(source.split(";"), DEGREES, strict=False)
    return "".join(f"{number.strip()}{sign}" for number, sign in parts if number.strip())


def unit_text(source: str, superscript: Callable[[str], str]) -> str:
    r"""A unit such as `\kilo\metre\per\second` as `km s⁻¹`."""
    if "\\" not in source:
        return re.sub(r"\^\{?([+-]?\d+)\}?", lambda power: superscript(power[1].replace("-", "−")), source.strip())
    units: list[str] = []
    powers: list[str] = []
    prefix, sign, power_before = "", "", ""
    for token in TOKEN.finditer(source):
        name = token["name"] or ""
        text = (token["text"] or "").strip(" .~{}")
        if name == "per":
            sign = "−"
        elif name in POWERS_BEFORE:
            power_before = POWERS_BEFORE[name]
        elif (name in POWERS or name == "tothe") and powers:
            powers[-1] = powers[-1].replace("1", "") + POWERS.get(name, token["argument"] or "")
        elif name in PREFIXES:
            prefix = PREFIXES[name]
        elif text or name in UNITS:
            units.append(prefix + (text or UNITS[name]))
            powers.append(sign + power_before if power_before else sign and f"{sign}1")
            prefix, sign, power_before = "", "", ""
    return "\u00a0".join(
        unit + (superscript(power) if power else "") for unit, power in zip(units, powers, strict=True)
    )
