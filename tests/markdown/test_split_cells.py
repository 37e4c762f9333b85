"""A row of a table whose pipes split a formula, a link, an element or emphasis: kramdown's table, with a warning."""

from __future__ import annotations

from acadfolio.markdown import Options, convert
from cases import every_case

SPLIT = {
    "Note that $$|e^{-i\\theta}|^2 = 1$$, since": ("formula", "$$|e^{-i\\theta}|^2 = 1$$"),
    "| Bayes | $$P(A|B)$$ |": ("formula", "$$P(A|B)$$"),
    "**Edit | Edit All**": ("emphasis", "**Edit | Edit All**"),
    "*one | two* three": ("emphasis", "*one | two*"),
    "__one | two__": ("emphasis", "__one | two__"),
    "a _one|two_ b": ("emphasis", "_one|two_"),
    "~~one | two~~": ("emphasis", "~~one | two~~"),
    "[urls | Pull Request](https://example.org/a)": (
        "link",
        "[urls | Pull Request](https://example.org/a)",
    ),
    "| [a](https://example.org/a|b) | c |": ("link", "[a](https://example.org/a|b)"),
    "![one | two](a.png)": ("link", "![one | two](a.png)"),
    "[one | two][ref] three": ("link", "[one | two][ref]"),
    "<https://example.org/a|b> c": ("link", "<https://example.org/a|b>"),
    "| <kbd>a|b</kbd> | c |": ("element of HTML", "<kbd>a|b</kbd>"),
}
WHOLE = [
    "| $$a$$ | $$b$$ |", "| **a** | *b* | _c_ | ~~d~~ |", "| [a](b) | [c](d) |", "| a* | b* | c* |",
    "| 3 * 4 | 5 * 6 |", "| x_1 | y_1 |", "| * | ** | _ |", "Noether E. | Hasse H. | Brauer R.",
    "| a \\| b | $$P(A\\|B)$$ |",
    "| [a \\| b](c) | d |", "| `a|b` | ``c|d`` |", "| `*a | b*` | c |", "| $5 | $6 |", "| [x] | (y) |",
    "|---|:-:|\n| a | b |", "| <b>a</b> | <i>b</i> |", "| snake_case | other_case |", "| a** | **b |",
]  # fmt: skip


def pipes(text: str, **options: str) -> list[tuple[int, str]]:
    warnings = convert(f"{text}\n", Options(**options)).warnings  # type: ignore[arg-type]
    return [(warning.line, warning.message) for warning in warnings if warning.rule == "table-pipe"]


@every_case("text", SPLIT)
def test_a_split_piece_is_reported(text: str) -> None:
    what, written = SPLIT[text]
    message = f"this line is the row of a table, and its `|` splits the {what} `{written}`"
    assert pipes(text) == [(1, message)]
    assert convert(f"{text}\n").html.startswith("<table>")


@every_case("text", WHOLE)
def test_a_row_that_splits_nothing_is_no_problem(text: str) -> None:
    assert pipes(text) == []
    assert pipes(text, math="dollar") == []


def test_a_warning_has_the_line_of_its_row() -> None:
    text = "Text.\n\n| a | b |\n|---|---|\n| c | d |\n| **e | f** |\n| $$g|h$$ | i |\n"
    assert [line for line, _ in pipes(text)] == [6, 7]


@every_case(
    "text", ["Note that $|x|$ is", "Note that $$|x|$$ is", "$P(A|B)$", "`a|b` code", "- a | b"]
)
def test_what_is_no_table_is_no_problem(text: str) -> None:
    assert pipes(text, math="dollar") == []
    assert "<table" not in convert(f"{text}\n", Options(math="dollar")).html.partition("<li>")[0]


def test_single_dollars_in_a_row_are_formulas_if_the_site_wants_them() -> None:
    text = "| Bayes | $P(A|B)$ |"
    assert pipes(text) == []
    assert len(pipes(text, math="dollar")) == 1
