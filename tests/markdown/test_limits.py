"""Where the limits of sums, products and their like stand: below and above in a formula of its own, else beside."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from acadfolio.markdown import Options, convert, inline
from acadfolio.markdown.maths import mathml

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SIGNS = [
    r"\sum", r"\prod", r"\coprod", r"\bigcup", r"\bigcap", r"\bigvee", r"\bigwedge", r"\bigoplus", r"\bigotimes",
    r"\bigodot", r"\biguplus", r"\bigsqcup", r"\lim", r"\limsup", r"\liminf", r"\max", r"\min", r"\sup", r"\inf",
    r"\det", r"\gcd", r"\Pr", r"\operatorname*{argmax}",
]  # fmt: skip
BESIDE = [
    r"\int", r"\oint", r"\iint", r"\log", r"\sin", "x", r"\operatorname{ord}", r"\sum\nolimits", r"\max\nolimits",
]  # fmt: skip
HAS_LIMITS = re.compile(r"<munderover><mo[^>]*>[^<]+</mo>")
IS_UNDER = """math => [...math.querySelectorAll("mo")].filter(sign => /^(∑|⋃|lim|max|argmax|∫)$/.test(sign.textContent))
    .map(sign => [sign.getBoundingClientRect(), sign.nextElementSibling.getBoundingClientRect()])
    .map(([sign, limit]) => limit.top > sign.top && limit.left < sign.right - 1)"""


@pytest.mark.parametrize("sign", SIGNS)
def test_limits_stand_below_and_above_in_a_formula_of_its_own_only(sign: str) -> None:
    assert HAS_LIMITS.search(mathml(rf"{sign}_a^b x_i^2", block=True)), sign
    assert "<munder>" in mathml(rf"{sign}_a x", block=True)
    assert "<mover>" in mathml(rf"{sign}^b x", block=True)
    in_a_line = mathml(rf"{sign}_a^b x", block=False)
    assert "<msubsup>" in in_a_line or '<munderover><mo movablelimits="true">' in in_a_line  # Browsers set both beside.
    assert "<msubsup><mi>x</mi>" in mathml(rf"{sign}_a^b x_i^2", block=True)


@pytest.mark.parametrize("sign", BESIDE)
def test_integrals_and_functions_have_theirs_beside(sign: str) -> None:
    assert "under" not in mathml(rf"{sign}_a^b x", block=True)


def test_scripts_within_limits_stay_scripts() -> None:
    html = mathml(r"\max_{x_i \in A_{\min_j}} \bigcup_i^{n^2}", block=True)
    order = re.findall(r"</?(?:munder|munderover|msub|msup)>", html)
    limit = "<munder><msub></msub><msub><munder></munder></msub></munder>"
    assert "".join(order) == f"{limit}<munderover><msup></msup></munderover>"


def test_the_display_style_asked_for_in_a_line_has_them_below_too() -> None:
    assert "<munder>" in mathml(r"\displaystyle\max_x f", block=False)
    assert "<munder>" not in mathml(r"\textstyle\max_x f", block=False)


def test_dollars_on_lines_of_their_own_in_a_paragraph_make_room_and_are_told() -> None:
    document = convert("So\n$$\n\\max_x f\n$$ \nis\n\n> it\n> $$\n> x\n> $$\n")
    assert (
        re.findall(r'<math [^>]*(display="inline" displaystyle="true")', document.html)
        == ['display="inline" displaystyle="true"'] * 2
    )
    assert document.html.count("<munder>") == 1
    assert [(remark.line, remark.message) for remark in document.warnings] == [
        (2, "this formula is set into the line of its paragraph"),
        (8, "this formula is set into the line of its paragraph"),
    ]


@pytest.mark.parametrize(
    "text", ["So\n$$x$$\nis", "So $$\nx\n$$\nis", "So\n$$\nx\n$$ is", "So\n$$\nx $$\nis", "So\n$$ x\n$$\nis"]
)
def test_a_formula_that_shares_its_lines_is_like_any_in_a_line(text: str) -> None:
    document = convert(text)
    assert 'display="inline">' in document.html
    assert document.warnings == ()


def test_a_formula_on_its_own_is_told_nothing() -> None:
    document = convert("So\n\n$$\n\\sum_i x\n$$\n\nis\n")
    assert 'display="block">' in document.html
    assert document.warnings == ()
    assert 'displaystyle="true"' in inline("So\n$$\n\\sum_i x\n$$\n", Options())


@pytest.mark.browser
def test_a_browser_sets_them_so(browser: Browser) -> None:
    signs = r"\sum_i x \bigcup_i A \lim_i x \max_i x \operatorname*{argmax}_i f \int_i x"
    texts = [f"$$\n{signs}\n$$", f"a $$ {signs} $$", rf"a $$\displaystyle {signs}$$", rf"$$\frac{{{signs}}}{{2}}$$"]
    with browser.new_context() as context:
        page = context.new_page()
        page.set_content("".join(convert(text).html for text in texts))
        found = [math.evaluate(IS_UNDER) for math in page.query_selector_all("math")]
    assert found == [[True] * 5 + [False], [False] * 6, [True] * 5 + [False], [False] * 6]
