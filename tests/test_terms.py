"""Terms as text, from which the end of the term is found."""

from __future__ import annotations

from acadfolio.model.terms import end_of_term
from cases import every_case


@every_case(
    ("term", "end"),
    [
        ("2024", (2024, 12)),
        ("2024 Spring", (2024, 6)),
        ("Spring '24", (2024, 6)),
        ("2025S", (2025, 6)),
        ("F24", (2024, 12)),
        ("Fall 2019", (2019, 12)),
        ("2021/22 Winter", (2022, 3)),
        ("WS 2019/20", (2020, 3)),
        ("WS 19/20", (2020, 3)),
        ("WiSe 2023", (2024, 3)),
        ("Winter 2024", (2024, 3)),
        ("SoSe 2023", (2023, 9)),
        ("Wintersemester 1921/22", (1922, 3)),
        ("1999/00 Spring", (2000, 6)),
        ("Michaelmas 2023", (2023, 12)),
        ("Semester 1 2024", (2024, 6)),
        ("2023-24 Semester 2", (2023, 12)),
        ("2024-25", (2025, 9)),
        ("2020-05", (2020, 5)),
        ("2024年秋", (2024, 12)),
        ("2019–2022", (2022, 12)),
        ("Spring 2019–Fall 2022", (2022, 12)),
        ("since 2019", (9999, 12)),
        ("2019..", (9999, 12)),
    ],
)
def test_the_end_of_a_term_is_found(term: str, end: tuple[int, int]) -> None:
    assert (end_of_term(term) or (0, 0))[:2] == end


@every_case("term", ["Fall", "every year", "", "MATH 101"])
def test_a_term_without_a_year_has_no_end(term: str) -> None:
    assert end_of_term(term) is None
