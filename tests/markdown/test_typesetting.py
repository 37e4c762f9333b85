"""What browsers would set otherwise than TeX: primes, arrows over letters, lines below a sum, colons."""

from __future__ import annotations

from acadfolio.tex import mathml
from cases import every_case


@every_case("tex", ["f'", "x''", "(f+g)'"])
def test_a_prime_is_not_raised_twice(tex: str) -> None:
    html = mathml(tex, block=True)
    assert "<msup>" not in html
    assert '<mo lspace="0" rspace="0">' in html


def test_a_prime_with_an_index_or_an_exponent_stays_in_its_place() -> None:
    assert "<mo>′</mo></msubsup>" in mathml("f_i'", block=True)
    assert "<mo>′</mo><mn>2</mn>" in mathml("f'^2", block=True)


def test_the_colon_of_a_function_has_its_space_after_it() -> None:
    html = mathml(r"f\colon X\to Y", block=False)
    assert (
        '<mspace width="0.11111111em"/><mo lspace="0" rspace="0">:</mo><mspace width="0.33333334em"/>'
        in html
    )


def test_an_arrow_may_stretch_which_browsers_need_to_centre_it() -> None:
    assert '<mi>v</mi><mo stretchy="true">\u20d7</mo>' in mathml(r"\vec v", block=True)
