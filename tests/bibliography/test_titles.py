"""What tells titles from one another."""

from __future__ import annotations

import pytest

from acadfolio.bibliography.duplicates import normal_title


@pytest.mark.parametrize("title", [r"C\*-algebras and W\*-algebras", r"$$C^\ast$$-algebras and $$W^\star$$-algebras"])
def test_a_star_that_is_no_emphasis_is_part_of_the_title(title: str) -> None:
    assert normal_title(title) == "cstaralgebrasandwstaralgebras"


def test_stars_of_emphasis_are_no_part_of_it() -> None:
    assert normal_title("On *rings* and **ideals**") == "onringsandideals"
