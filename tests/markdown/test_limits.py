"""Where the limits of sums, products and their like stand: below and above in a formula of its own, else beside."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from acadfolio.markdown import Options, convert, inline
from cases import every_case

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SIGNS = "/^(∑|⋃|lim|max|argmax)$/"
IS_UNDER = f"""math => [...math.querySelectorAll("mo, mi")].filter(sign => {SIGNS}.test(sign.textContent))
    .map(sign => [sign.getBoundingClientRect(), sign.closest("munder, msub").lastElementChild.getBoundingClientRect()])
    .map(([sign, limit]) => limit.top > sign.top && limit.left < (sign.left + sign.right) / 2)"""


def test_dollars_on_lines_of_their_own_in_a_paragraph_set_limits_below_and_are_reported() -> None:
    document = convert("So\n$$\n\\max_x f\n$$ \nis\n\n> it\n> $$\n> x\n> $$\n")
    assert re.findall("<math[^>]*>", document.html) == ['<math displaystyle="true">'] * 2
    assert document.html.count("<munder>") == 1
    assert [(remark.line, remark.message) for remark in document.warnings] == [
        (2, "this formula is shown within the line of its paragraph"),
        (8, "this formula is shown within the line of its paragraph"),
    ]


@every_case(
    "text",
    [
        "So\n$$x$$\nis",
        "So $$\nx\n$$\nis",
        "So\n$$\nx\n$$ is",
        "So\n$$\nx $$\nis",
        "So\n$$ x\n$$\nis",
    ],
)
def test_a_formula_that_shares_its_lines_is_like_any_in_a_line(text: str) -> None:
    document = convert(text)
    assert "<math>" in document.html
    assert document.warnings == ()


def test_a_formula_on_its_own_has_no_warning() -> None:
    document = convert("So\n\n$$\n\\sum_i x\n$$\n\nis\n")
    assert 'display="block">' in document.html
    assert document.warnings == ()
    assert 'displaystyle="true"' in inline("So\n$$\n\\sum_i x\n$$\n", Options())


@pytest.mark.browser
def test_a_browser_sets_them_so(browser: Browser) -> None:
    signs = r"\sum_i x \bigcup_i A \lim_i x \max_i x \operatorname*{argmax}_i f"
    texts = [
        f"$$\n{signs}\n$$",
        f"a $$ {signs} $$",
        rf"a $$\displaystyle {signs}$$",
        rf"$$\frac{{{signs}}}{{2}}$$",
    ]
    with browser.new_context() as context:
        page = context.new_page()
        page.set_content("".join(convert(text).html for text in texts))
        found = [math.evaluate(IS_UNDER) for math in page.query_selector_all("math")]
    assert found == [[True] * 5, [False] * 5, [True] * 5, [False] * 5]
