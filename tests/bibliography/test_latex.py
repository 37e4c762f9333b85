"""Convert LaTeX to Markdown: no backslash or brace of LaTeX stays, and no word is lost."""

from __future__ import annotations

import html
import random
import re

import pytest

from acadfolio.bibliography.latex import (
    latex_to_markdown,
    latex_to_text,
    unknown_commands,
    wrong_formulas,
)
from acadfolio.bibliography.readers.bibtex import read_bibtex
from acadfolio.markdown import Options, inline
from acadfolio.markdown.markup import escape_markdown
from acadfolio.problems import Problems
from acadfolio.source.text import Source
from cases import every_case
from shared import SHARED, needs_shared
from timing import least, timed

ANNOTATION = re.compile(r"<annotation.*?</annotation>", re.DOTALL)


def shown(latex: str) -> str:
    """The HTML of the converted LaTeX, without the TeX in MathML."""
    return ANNOTATION.sub("", inline(latex_to_markdown(latex)))


def words(latex: str) -> str:
    """The HTML without tags. Its words must be those of the plain text."""
    return html.unescape(re.sub(r"<[^>]*>", "", shown(latex)))


@every_case(
    ("latex", "text"),
    [
        (r"\'E\`a\^o\"u\~n\=e\.z", "Éàôüñēż"),
        (r"\'{E}\`{a}\^{o}\"{u}\~{n}\={e}\.{z}", "Éàôüñēż"),
        (r"{\'E}{\`a}{\^o}{\"u}{\~n}{\=e}{\.z}", "Éàôüñēż"),
        (r"\u{g}\v{C}\H{o}\r{u}\c{c}\k{a}\d{u}\b{o}", "ğČőůçąụo̱"),
        (r"\v C\c c\H o", "Ččő".replace("č", "ç")),
        (r"{\v{C}}ech Ho{\v r}ava", "Čech Hořava"),
        (r"\'{\i}\'\i\"{\i}\^\j\={\i}\.I\.{i}", "ííïĵīİi"),
        (r"\t{oo}", "o͡o"),
        (r"\'{\^e}\d{\u{a}}", "ếặ"),
        (r"\o\O\l\L\ss\ae\AE\oe\OE\aa\AA\dj\DJ\ng\th", "øØłŁßæÆœŒåÅđĐŋþ"),
        (
            r"\o stergaard \O{}rsted {\o}st \L{}ukasz Stra\ss e",
            "østergaard Ørsted øst Łukasz Straße",
        ),
        (r"\frac{1}{2} \frac12 \nicefrac{3}{4} \sfrac{a+b}{c}", "1/2 1/2 3/4 (a+b)/c"),
        (r"2\frac{1}{2} and spin-\frac{3}{2}", "2 1/2 and spin-3/2"),
        (r"\sqrt{2} \sqrt{x+1} \sqrt[3]{2}", "√2 √(x+1) ∛2"),
        (r"\binom{n}{k} and 5 \pmod{7}", "(n choose k) and 5 (mod 7)"),
        (r"\overline{z} \bar{p}p \overline{AB}", "z̄ p̄p A̅B̅"),
        (r"A \xrightarrow{f} B", "A →f B"),
        (r"\isotope[14]{C} \iso{He}{3}", "14C 3He"),
        (r"\abs{x} \norm{x} \ket{0} \braket{0|1}", "|x| ‖x‖ |0⟩ ⟨0|1⟩"),
        (r"\dag\ddag\dagger\ddagger\ordfeminine\textordfeminine\ordmasculine", "†‡†‡ªªº"),
        (r"\textonehalf{} \frac{} and \sqrt", "½ and"),
        (r"\textcommabelow{s}\textogonekcentered{e}", "șę"),
        (r"\CYRA\cyra\cyrzh", "Ааж"),
        (
            r"\textalpha\textbeta\textmu \texteuro\textregistered\texttrademark\textdegree",
            "αβµ€®™°",
        ),
        (r"1903--1934 --- x", "1903–1934 — x"),
        (r"``quoted'' and `single'", "“quoted” and ‘single’"),
        (r"!`Hola! ?`Que?", "¡Hola! ¿Que?"),
        (r"\guillemotleft x\guillemotright\ \textquotedblleft y\textquotedblright", "«x» “y”"),
        (r"Fig.~1 and 10\,km \ldots\ \dots", "Fig.\u00a01 and 10\u202fkm … …"),
        (r"\& \% \_ \# \$ \{ \}", "& % _ # $ { }"),
        (
            r"\textasciitilde\textasciicircum\textbackslash\textbar\textless\textgreater\textunderscore",
            "~^\\|<>_",
        ),
        (r"\~{} \^{} \'{}", "~ ^ ´"),
        (r"100% of it, not % a comment", "100% of it, not % a comment"),
        ("snake_case_word and x^2", "snake_case_word and x^2"),
        ("{A} {{B}} {C{D}E}", "A B CDE"),
        (r"\LaTeX{} and \TeX\ and \BibTeX is", "LaTeX and TeX and BibTeX is"),
        (
            r"\unknown{kept} \unknown[opt]{kept} \textrm{a}\textsf{b}\mbox{c}\textsc{d}",
            "kept kept abcd",
        ),
        (r"\Ours: a method, \Ours{} again", ": a method, again"),
        (r"{\rm a} {\sc b} {\large c}", "a b c"),
        (r"{\noopsort{1903a}}1903 \protect{x}", "1903 x"),
        (r"\enquote{a \enquote{b} c} \mkbibquote{d}", "“a ‘b’ c” “d”"),
        (r"\textcolor{red}{a} \foreignlanguage{french}{b} \bibinfo{title}{c}", "a b c"),
        (r"\texorpdfstring{first}{second} \footnote{aside}", "first"),
        (r"a\\b \newline c\par d", "a b c d"),
        (r"methodology\hyphen independent", "methodology-independent"),
        (r"\begin{itemize}\item one\item two\end{itemize}", "• one • two"),
        (
            r"\apj, \mnras",
            "The Astrophysical Journal, Monthly Notices of the Royal Astronomical Society",
        ),
        ("Tom &amp; Jerry {\\&}amp; \\&amp; &#233; &lt;", "Tom & Jerry & & é <"),
        ("List<String> and a < b > c <-> d", "List<String> and a < b > c <-> d"),
        ("<ASTROBJ>{\\beta} Pic</ASTROBJ> <jats:p>x</jats:p>", "β Pic x"),
        ("a <i>open and </b>closed", "a open and closed"),
        ("costs $5 and $10 a day", "costs $5 and $10 a day"),
        ("from $52 761 (range -$8284 to $158 910)", "from $52 761 (range -$8284 to $158 910)"),
        ("$27,276 (range: $15,757, $41,904)", "$27,276 (range: $15,757, $41,904)"),
        ("US$ 5 or $", "US$ 5 or $"),
        (r"H\$\_2\$O and \${\textbackslash}beta\$ rays", "H2O and β rays"),
        (r"for \$5 and {\textbackslash}or \$10", r"for $5 and \or $10"),
        ("$\\sim$10, $>$ 5, $\\beta$ Pic, 90$^\\circ$", "∼10, > 5, β Pic, 90°"),
        ("", ""),
        ("\\", ""),
    ],
)
def test_latex_becomes_words(latex: str, text: str) -> None:
    said, expected = (text.replace("’", "'").replace("  ", " ") for text in (words(latex), text))
    assert said == expected


@every_case(
    ("latex", "expected"),
    [
        (r"\emph{a} \textit{b} {\it c d} {\em e}", "<em>a</em> <em>b</em> <em>c d</em> <em>e</em>"),
        (r"\textbf{a} {\bf b} \mkbibbold{c}", "<strong>a</strong> <strong>b</strong> <strong>c</strong>"),
        (r"\emph{a \textbf{b} c}", "<em>a <strong>b</strong> c</em>"),
        (r"\emph{a \emph{b} c}", "<em>a <em>b</em> c</em>"),
        (r"\emph{a}\emph{b}", "<em>a</em><em>b</em>"),
        (r"in \emph{ situ }now \emph{}", "in  <em>situ</em> now"),
        (r"\emph{5*3}", "<em>5*3</em>"),
        (r"un\emph{believ}able", "un<em>believ</em>able"),
        (r"\textsuperscript{13}C H\textsubscript{2}O \sout{x}", "<sup>13</sup>C H<sub>2</sub>O <del>x</del>"),
        ("$^{13}$C H$_2$O M$_{\\rm Jup}$", "<sup>13</sup>C H<sub>2</sub>O M<sub>Jup</sub>"),
        (r"\ce{H2SO4}", "H<sub>2</sub>SO<sub>4</sub>"),
        ("<i>a</i> CO<sub>2</sub> <SUP>2</SUP> &lt;b&gt;x&lt;/b&gt;",
         "<em>a</em> CO<sub>2</sub> <sup>2</sup> <strong>x</strong>"),
        (r"\href{https://a.example/b_c?d=1\&e=50\%20(f)}{the \emph{page}}",
         '<a href="https://a.example/b_c?d=1&amp;e=50%20%28f%29">the <em>page</em></a>'),
        (r"\url{https://a.example/~b_c}", '<a href="https://a.example/~b_c">https://a.example/~b_c</a>'),
        (r"\href{https://a.example}{x ] y}", '<a href="https://a.example">x ] y</a>'),
        ("a <i>open and b</b>", "a open and b"),
        (r"\href{javascript:alert(1)}{x}", "x"),
        (r"[1] \href{https://a.example}{x [y]}", '[1] <a href="https://a.example">x [y]</a>'),
    ],
)  # fmt: skip
def test_type_and_links_become_elements(latex: str, expected: str) -> None:
    assert re.sub(" +", " ", shown(latex)) == re.sub(" +", " ", expected)


@every_case("latex", [r"\texttt{a\_b --x}", r"{\tt a\_b --x}"])
def test_what_is_set_like_a_typewriter_is_code(latex: str) -> None:
    assert re.sub(r" class=\"[^\"]*\"", "", shown(latex)) == "<code>a_b –x</code>"


@every_case(("latex", "code"), [
    (r"\texttt{a}\texttt{b}", "<code>a</code>\N{ZERO WIDTH SPACE}<code>b</code>"),
    (r"\texttt{a $x_1$ b}", "<code>a x₁ b</code>"),
    (r"\texttt{<script>\emph{x}}", "<code>&lt;script&gt;x</code>"),
])  # fmt: skip
def test_code_keeps_its_words_and_stays_apart(latex: str, code: str) -> None:
    assert re.sub(r" class=\"[^\"]*\"", "", shown(latex)) == code


def test_more_markup_than_there_are_placeholders_is_text() -> None:
    latex = "".join(rf"\texttt{{{number}}} " for number in range(8191))
    assert latex_to_markdown(latex + r"\emph{x} \texttt{last}").endswith("x last")


@every_case(
    "formula",
    [r"$x^2$", r"\(x^2\)", r"\[x^2\]", r"$$x^2$$", r"\ensuremath{x^2}",
     '<mml:math xmlns:mml="http://x"><mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math>'],
)  # fmt: skip
def test_a_formula_becomes_the_sites_formula(formula: str) -> None:
    assert latex_to_markdown(f"On {formula} here") in {"On $$x^2$$ here", "On $${x}^{2}$$ here"}
    assert "<msup>" in shown(formula)
    assert latex_to_text(formula) == "x²"


@every_case(
    "formula",
    [r"\AA", r"\foo{x}_2", r"x^", "a_b_c", r"\frac", r"\left(", r"\'e", r"\SI{3}{m}", r"\cite{x}", r"\textsc{x}^2",
     r"\begin{x}y\end{x}", r"\dag", "~", r"\,", "{", r"\mathcal{O}(n\log n)", r"{\cal O}(n)", r"p\bar{p}",
     r"\sqrt{s}=13~\mathrm{TeV}", r"\mbox{CO}_2", r"10^{-5}\,{\rm yr}^{-1}", r"\unicode{x1}", r"\text{if } x", "a & b"],
)  # fmt: skip
def test_what_the_site_cannot_set_is_text_and_no_tex(formula: str) -> None:
    assert not re.search(r"[\\${}]", shown(f"On ${formula}$ here"))


def test_a_words_mathml_that_is_broken_leaves_its_words() -> None:
    assert words("<math><mi>x</mrow></math> y") == "x y"


SIGNS = [
    *"ab 1*_[]()<>`|$^&~{}\\:.,;!#-+'\"/", "](", "](x)", "&amp;", "<b>", "</b>", "$$", "**", "__", "~~", "{:", "{:.x}",
    "{::comment}", "\\(", "\\)", "--", "...", "[^1]", "![", "<<", ">>", "é", "中", " ", " ",
]  # fmt: skip


def without_typography(text: str) -> str:
    for typed, said in {
        "“": '"',
        "”": '"',
        "‘": "'",
        "’": "'",
        "…": "...",
        "–": "",
        "—": "",
        "-": "",
    }.items():
        text = text.replace(typed, said)
    return " ".join(text.split())


@pytest.mark.slow
@pytest.mark.parametrize("math", ["kramdown", "dollar"])
def test_plain_text_comes_out_as_itself(math: str) -> None:
    chance = random.Random(1903)  # noqa: S311 - no secrets
    options = Options(math="dollar") if math == "dollar" else Options()
    for _ in range(10_000):
        text = " ".join("".join(chance.choices(SIGNS, k=chance.randint(1, 14))).split())
        made = inline(escape_markdown(text), options)
        assert "<" not in made
        assert without_typography(html.unescape(made)) == without_typography(text)


LATEX = [
    *SIGNS, r"\emph{", r"\textbf{", "}", "{", "}", r"\it ", r"\tt ", r"\'", r"\foo", r"\texttt{", r"\href{", "$",
    r"\url{", r"\ensuremath{", r"\(", r"\)", r"\frac", r"\mathrm{", r"\enquote{", r"\ce{", r"\c", r"\begin{x}",
    r"\rm ", "<i>", "</i>", "<sub>", "</sub>",
]  # fmt: skip


@pytest.mark.slow
def test_no_latex_is_left_whatever_is_written() -> None:
    chance = random.Random(1903)  # noqa: S311 - no secrets
    for _ in range(10_000):
        latex = "".join(chance.choices(LATEX, k=chance.randint(1, 20)))
        latex_to_text(latex)
        assert not re.search(r"\\[a-zA-Z(\[]", shown(latex)), latex


@needs_shared
def test_no_latex_is_left_of_real_files() -> None:
    files = sorted((SHARED / "bib").glob("*.bib"))
    assert files
    for path in files:
        for entry in read_bibtex([Source(path.name, path.read_text(encoding="utf-8"))], Problems()):
            for field in {
                "title",
                "booktitle",
                "journal",
                "abstract",
                "publisher",
                "note",
            } & entry.fields.keys():
                made = shown(entry.fields[field].text)
                assert not re.search(r"\\|\$|</?ASTROBJ", made), (entry.key, made)


@pytest.mark.slow
def test_text_without_latex_costs_nearly_nothing() -> None:
    title, abstract = "A study of radium and its rays", "On the nature of rays. " * 40
    texts = (
        title,
        "2021",
        "Annales",
        "12-34",
        "10.1000/x",
        abstract,
        title,
        title,
        title,
        title,
    ) * 5000
    assert least(lambda: timed(lambda: [latex_to_markdown(text) for text in texts])[1], 0.5) < 0.5


@pytest.mark.slow
@pytest.mark.parametrize(
    "latex",
    ["{" * 500_000 + "}" * 500_000, r"\'" * 200_000, r"\emph{" * 100_000, r"\it " * 100_000, "$" * 300_000,
     r"\(" * 100_000, r"\texttt{" * 1500, "<i>" * 100_000, "<math>" * 50_000, "`a" * 99_999, "$5 and " * 50_000,
     "<math>" + "<mrow>" * 9000 + "</mrow>" * 9000 + "</math>", r"\footnote{\texttt{" * 900, "&amp;" * 99_999,
     r"\foo[" * 99_999, "[" * 200_000, "{" * 1900 + "}" * 1900, "<i>" * 900 + "</i>" * 900,
     r"\texttt{" * 100_000 + "}" * 100_000],
    ids=lambda latex: latex[:8],
)  # fmt: skip
def test_no_text_takes_long_or_too_deep(latex: str) -> None:
    assert least(lambda: timed(lambda: latex_to_markdown(latex))[1], 4) < 4


def test_a_formula_that_zotero_took_for_text_is_a_formula_again() -> None:
    zotero = (
        r"for \$E = mc{\textasciicircum}2\$ in \${\textbackslash}mathbb\{R\}{\textasciicircum}n\$"
    )
    assert latex_to_markdown(zotero) == r"for $$E = mc^2$$ in $$\mathbb{R}^n$$"
    better = r"the \textdollar{}\textbackslash{}min\textbackslash{}max\textdollar{} angle"
    assert latex_to_markdown(better) == r"the $$\min\max$$ angle"
    prices = r"between \$20 and \$30 a\_b"
    assert latex_to_markdown(prices) == r"between \$20 and \$30 a_b"


@every_case(
    ("latex", "text"),
    [
        (r"\SI{5}{\kelvin}", "5\u00a0K"),
        (r"\qty[mode=text]{1.5e3}{\kilo\metre\per\second\squared}", "1.5 × 10³\u00a0km\u00a0s⁻²"),
        (r"\si{\micro\metre}", "µm"),
        (r"\unit{\square\centi\metre}", "cm²"),
        (r"\num{1e-3}", "10⁻³"),
        (r"\SIrange{1}{5}{\GeV}", "1–5\u00a0GeV"),
        (r"\ang{45;30}", "45°30′"),
        (r"\uppercase{rings} \lowercase{RINGS}", "RINGS rings"),
        (r"Petrov\cprime ev", "Petrovʹev"),
        (r"\mathring{A} \euro{}5", "Å €5"),
        (r"\verb|x_y|", "x_y"),
        (r"a\hskip 1em plus 2pt b\penalty0 c", "a b c"),
        (r"\raisebox{1pt}{a}\includegraphics[width=1cm]{x.png}", "a"),
        (r"\newcommand{\foo}{bar} x", "x"),
        (r"a \foo end", "a end"),
        (r"a \foo{bar} end", "a bar end"),
        (r"a \foo[x]{bar}{} end", "a bar end"),
        (r"\protect\foo x", "x"),
        (r"$\GeV$ \TeV", "GeV TeV"),
        (r"\newblock x\xspace{} y", "x y"),
    ],
)
def test_the_name_of_a_command_never_becomes_a_word(latex: str, text: str) -> None:
    assert latex_to_text(latex).strip() == text


def test_matrices_and_stacked_symbols_stay_formulas() -> None:
    assert (
        latex_to_markdown(r"$\begin{pmatrix}1&2\end{pmatrix}$")
        == r"$$\begin{pmatrix}1&2\end{pmatrix}$$"
    )
    assert latex_to_markdown(r"$\buildrel a\over=$") == r"$$\stackrel{a}{=}$$"


def test_wrong_formulas_are_found_and_prices_symbols_and_unknown_commands_are_not() -> None:
    right = (
        r"$x^2$, $\alpha$, $^{2}$, $5 and $6, \$5^2 and \$6^3, $\foo x$, $$y_1$$, $\label{a}$, $ $"
    )
    assert wrong_formulas(right) == {}
    assert wrong_formulas(r"$x^2^3$ and $y^2$ and $$\left( x$$") == {
        "x^2^3": "duplicate subscript or superscript",
        r"\left( x": "expected closing token `\\right`, but reached end of input",
    }


def test_unknown_commands_are_found_outside_of_formulas() -> None:
    assert unknown_commands(r"\emph{a} \foo $\alpha_1$ \\bar \bar \SI{1}{\m} $\unknown$ \'e") == {
        "foo",
        "unknown",
    }
