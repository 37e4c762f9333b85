"""Convert inline Markdown to LaTeX, to titles with protected capitals, to plain text and to the HTML of CSL-JSON."""

from __future__ import annotations

import re

from acadfolio.bibliography.latex import latex_to_markdown
from acadfolio.bibliography.writers.inline import to_html, to_latex, to_latex_title, to_text
from cases import every_case

TEXTS = [
    ("5 % & #1_a", r"5 \% \& \#1\_a", "5 % & #1_a", "5 % & #1_a"),
    ("*a **b** c*", r"\emph{a \textbf{b} c}", "a b c", "<i>a <b>b</b> c</i>"),
    ("_a_ __b__ a_b_c", r"\emph{a} \textbf{b} a\_b\_c", "a b a_b_c", "<i>a</i> <b>b</b> a_b_c"),
    ("`a_b{}`", r"\texttt{a\_b\textbraceleft{}\textbraceright{}}", "a_b{}", "a_b{}"),
    ("$$x^2$$", "$x^2$", "$x^2$", "$x^2$"),
    ("$E=mc^2$", "$E=mc^2$", "$E=mc^2$", "$E=mc^2$"),
    (r"5 \$ or \*", r"5 \$ or *", "5 $ or *", "5 $ or *"),
    ("5 $ and $5", r"5 \$ and \$5", "5 $ and $5", "5 $ and $5"),
    ("H<sub>2</sub>O", r"H\textsubscript{2}O", "H2O", "H<sub>2</sub>O"),
    ("[words](https://x.org/a_b%20c#d)", r"\href{https://x.org/a_b\%20c\#d}{words}", "words", "words"),
    ("<https://x.org/a_b>", r"\url{https://x.org/a_b}", "https://x.org/a_b", "https://x.org/a_b"),
    ("R&amp;D &#233;", r"R\&D é", "R&D é", "R&D é"),
    ("a\u00a0b", "a~b", "a b", "a b"),
    ("<span class=x>a</span><br>", "a", "a", "a"),
    ("a<br>b</br>c", "a bc", "a bc", "a bc"),
    ("*unfinished **", "*unfinished **", "*unfinished **", "*unfinished **"),
    (r"a \\ b ~ ^", r"a \textbackslash{} b \textasciitilde{} \textasciicircum{}", "a \\ b ~ ^", "a \\ b ~ ^"),
]  # fmt: skip


@every_case(("markdown", "latex", "plain", "rich"), TEXTS)
def test_a_text_keeps_its_type_where_the_format_has_it(
    markdown: str, latex: str, plain: str, rich: str
) -> None:
    assert to_latex(markdown) == latex
    assert to_text(markdown) == plain
    assert to_html(markdown) == rich


TITLES = {
    "Sur les rayons X de la Tour Eiffel: Étude du DNA": "Sur les rayons {X} de la {Tour} {Eiffel}: Étude du {DNA}",
    "The Radioactive Constants as of 1930": "The Radioactive Constants as of 1930",
    "GPT-4 and McDonald's arXiv papers": "{GPT-4} and {McDonald's} {arXiv} papers",
    "X-rays in the hospitals of Paris": "{X-rays} in the hospitals of {Paris}",
    "A Study of Vitamin C: A Review": "A Study of Vitamin {C}: A Review",
    "On $$X^2$$": "On {$X^2$}",
    "Über die Strahlung neuer Elemente": "Über die {Strahlung} neuer {Elemente}",
}


@every_case("title", TITLES)
def test_capitals_that_matter_in_a_title_are_in_braces(title: str) -> None:
    assert to_latex_title(title) == TITLES[title]


@every_case("formula", [r"\left\{ x", "{{x}", "}{", r"\}"])
def test_a_formula_never_leaves_a_brace_open(formula: str) -> None:
    latex = to_latex_title(f"a $${formula}$$ b")
    depths = [latex[:end].count("{") - latex[:end].count("}") for end in range(len(latex) + 1)]
    assert depths[-1] == 0
    assert min(depths) == 0


@every_case(
    "latex",
    [
        r"Costs \$100 and $a_b^c$ here",
        r"US\$ 3 million or \$4 for $n=10$",
        r"{\$}cheap{\$} and $x<y$ \$",
    ],
)
def test_a_dollar_beside_a_formula_stays_a_dollar_there_and_back(latex: str) -> None:
    markdown = latex_to_markdown(latex)
    assert (
        latex_to_markdown(to_latex_title(markdown))
        == latex_to_markdown(to_latex(markdown))
        == markdown
    )
    assert to_text(markdown) == re.sub(r"[\\{}]", "", latex)


def test_marks_that_are_nested_too_deeply_are_text() -> None:
    assert "Rings" in to_text(f"{'*' * 5000}Rings")
    assert "Rings" in to_latex(f"{'*' * 5000}Rings{'*' * 5000}")
