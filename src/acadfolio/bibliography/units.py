"""Convert the numbers and units of the LaTeX package siunitx to text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.bibliography.tables.commands import UNIT_PREFIXES, UNITS

if TYPE_CHECKING:
    from collections.abc import Callable

POWERS = {"squared": "2", "cubed": "3"}
POWERS_BEFORE = {"square": "2", "cubic": "3"}
TOKEN = re.compile(r"\\(?P<name>[a-zA-Z]+)\s*(?:\{(?P<argument>[^{}]*)\})?|(?P<text>[^\\]+)")
POWER = re.compile(r"\^\{?([+-]?\d+)\}?")
"""Of a unit without commands, such as `m^2`."""
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


class Unit(Struct):
    """A unit and its power."""

    symbol: str
    """With its prefix, such as `km`."""
    sign: str
    r"""Of the power: a minus after `\per`."""
    power: str
    """Empty for 1."""

    def text(self, superscript: Callable[[str], str]) -> str:
        power = self.power
        if self.sign and not power:
            power = "1"
        return self.symbol + superscript(self.sign + power) if power else self.symbol


def unit_text(source: str, superscript: Callable[[str], str]) -> str:
    r"""A unit such as `\kilo\metre\per\second` as `km s⁻¹`."""
    if "\\" not in source:
        return POWER.sub(lambda power: superscript(power[1].replace("-", "−")), source.strip())
    return "\u00a0".join(unit.text(superscript) for unit in units_of(source))


def units_of(source: str) -> list[Unit]:
    r"""The units in `\kilo\metre\per\second`."""
    units: list[Unit] = []
    prefix = sign = power = ""  # Of the next unit.
    for token in TOKEN.finditer(source):
        name = token["name"] or ""
        symbol = UNITS.get(name) or (token["text"] or "").strip(" .~{}")
        if name == "per":
            sign = "−"
        elif name in POWERS_BEFORE:
            power = POWERS_BEFORE[name]
        elif name in POWERS and units:
            units[-1].power = POWERS[name]
        elif name == "tothe" and units:
            units[-1].power = token["argument"] or ""
        elif name in UNIT_PREFIXES:
            prefix = UNIT_PREFIXES[name]
        elif symbol:
            units.append(Unit(prefix + symbol, sign, power))
            prefix = sign = power = ""
    return units
