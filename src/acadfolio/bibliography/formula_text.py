r"""The text for the commands of formulas with arguments, such as `\frac` and `\sqrt`, where no formula can stand."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct

ROOTS = {"": "√", "2": "√", "3": "∛", "4": "∜"}
OVERLINE = "\u0305"
MACRON = "\u0304"

Element = Callable[[str, str], str]
"""Formats a superscript (`sup`) or subscript (`sub`)."""


class Command(Struct, frozen=True):
    """The number of arguments in braces, and the text for an option in brackets and the arguments."""

    arguments: int
    text: Callable[[Element, str, list[str]], str]


def _in_parentheses(text: str) -> str:
    """A part of a fraction or root, in parentheses unless it is one number or word."""
    text = text.strip()
    is_one_word = re.fullmatch(r"[\w.,′°]+", text) or (
        text.startswith("(") and text.find(")") == len(text) - 1
    )
    return text if is_one_word else f"({text})"


def _fraction(_element: Element, _option: str, parts: list[str]) -> str:
    if not (parts[0].strip() and parts[1].strip()):
        return "".join(parts)
    return f"{_in_parentheses(parts[0])}/{_in_parentheses(parts[1])}"


def _general_fraction(element: Element, option: str, parts: list[str]) -> str:
    r"""`\genfrac{(}{)}{0pt}{}{n}{k}`."""
    fraction = _binomial if parts[0] else _fraction
    return fraction(element, option, parts[4:])


def _binomial(_element: Element, _option: str, parts: list[str]) -> str:
    return f"({parts[0]} choose {parts[1]})"


def _root(element: Element, option: str, parts: list[str]) -> str:
    sign = ROOTS.get(option) or f"{element('sup', option)}√"
    return f"{sign}{_in_parentheses(parts[0])}"


def _overline(_element: Element, _option: str, parts: list[str]) -> str:
    text = parts[0].strip()
    if len(text) == 1:
        return f"{text}{MACRON}"
    return "".join(letter if letter.isspace() else f"{letter}{OVERLINE}" for letter in text)


def _above(element: Element, _option: str, parts: list[str]) -> str:
    return f"{parts[1]}{element('sup', parts[0])}"


def _below(element: Element, _option: str, parts: list[str]) -> str:
    return f"{parts[1]}{element('sub', parts[0])}"


def _brace(_element: Element, _option: str, parts: list[str]) -> str:
    return parts[0]


def _arrow(sign: str) -> Callable[[Element, str, list[str]], str]:
    def text(element: Element, option: str, parts: list[str]) -> str:
        above = element("sup", parts[0]) if parts[0].strip() else ""
        below = element("sub", option) if option.strip() else ""
        return f" {sign}{below}{above} "

    return text


def _between(before: str, after: str) -> Callable[[Element, str, list[str]], str]:
    return lambda _element, _option, parts: f"{before}{parts[0].strip()}{after}"


def _isotope(element: Element, option: str, parts: list[str]) -> str:
    r"""`\isotope[14]{C}`."""
    return f"{element('sup', option) if option else ''}{parts[0]}"


def _element_and_mass(element: Element, _option: str, parts: list[str]) -> str:
    r"""`\iso{He}{3}`."""
    return f"{element('sup', parts[1])}{parts[0]}"


def _scripts_before(element: Element, _option: str, parts: list[str]) -> str:
    r"""`\prescript{14}{6}{C}`."""
    above = element("sup", parts[0]) if parts[0] else ""
    below = element("sub", parts[1]) if parts[1] else ""
    return f"{above}{below}{parts[2]}"


COMMANDS: dict[str, Command] = {
    **dict.fromkeys(
        (
            "frac",
            "dfrac",
            "tfrac",
            "cfrac",
            "sfrac",
            "nicefrac",
            "textfrac",
            "xfrac",
            "flatfrac",
            "ffrac",
            "faktor",
        ),
        Command(2, _fraction),
    ),
    "genfrac": Command(6, _general_fraction),
    **dict.fromkeys(("binom", "dbinom", "tbinom"), Command(2, _binomial)),
    "sqrt": Command(1, _root),
    **dict.fromkeys(("overline", "widebar"), Command(1, _overline)),
    **dict.fromkeys(("stackrel", "overset"), Command(2, _above)),
    "underset": Command(2, _below),
    **dict.fromkeys(
        ("underbrace", "overbrace", "boxed", "cancel", "smash", "substack"), Command(1, _brace)
    ),
    **dict.fromkeys(("xrightarrow", "xlongrightarrow"), Command(1, _arrow("→"))),
    "xleftarrow": Command(1, _arrow("←")),
    "xleftrightarrow": Command(1, _arrow("↔")),
    "xmapsto": Command(1, _arrow("↦")),
    "xhookrightarrow": Command(1, _arrow("↪")),
    "ket": Command(1, _between("|", "⟩")),
    "bra": Command(1, _between("⟨", "|")),
    **dict.fromkeys(("braket", "expval", "ev", "mean"), Command(1, _between("⟨", "⟩"))),
    "abs": Command(1, _between("|", "|")),
    "norm": Command(1, _between("‖", "‖")),
    "ceil": Command(1, _between("⌈", "⌉")),
    "floor": Command(1, _between("⌊", "⌋")),
    "pmod": Command(1, _between(" (mod ", ")")),
    **dict.fromkeys(("isotope", "nuclide"), Command(1, _isotope)),
    "iso": Command(2, _element_and_mass),
    "prescript": Command(3, _scripts_before),
}
"""The commands with arguments, by their names."""
