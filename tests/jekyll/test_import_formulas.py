"""Formulas between single dollars in an old site: each one is a formula in the new site, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.build import prepare
from acadfolio.cli import main
from acadfolio.markdown.single_dollars import with_double_dollars
from acadfolio.tex import mathml
from acadfolio_jekyll.importer.text import phrase
from cases import every_case
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

FORMS = [
    r"n>1", r"n<1", r"n \ge 1", "a & b", "x = 2", "n=1", "p<0.05", "1<p<2", "2^n", "3", "n-1", r"\{x\}", "f(x)", "x",
    "R^2=0.9", r"\mathbb{R}", "[0,1]", "|x|", "x'", "a<b", r"\text{if } x", r"O(n \log n)",
    r"A = \begin{pmatrix} a & b \end{pmatrix}", "10^{-5}", r"\sim", "5",
]  # fmt: skip
CONFIG = "title: Emmy Noether\nurl: https://noether.example.org\nrepository: academicpages/academicpages.github.io\n"
CONFIG += "collections:\n  publications:\n    output: true\n    permalink: /:collection/:path/\n"


def entry(number: int, tex: str) -> str:
    return (
        f'---\ntitle: "F{number}"\ncollection: publications\npermalink: /publication/f{number}\n'
        f"date: 1922-02-01\nvenue: J\nexcerpt: 'Let ${tex.replace(chr(39), chr(39) * 2)}$ be.'\n---\nWe show ${tex}$.\n"
    )


def test_each_formula_of_an_excerpt_and_of_a_text_is_a_formula_of_the_new_site(
    tmp_path: Path,
) -> None:
    entries = {
        f"_publications/f{number}.md": entry(number, tex) for number, tex in enumerate(FORMS)
    }
    old = {
        "_config.yml": CONFIG,
        "_pages/about.md": "---\npermalink: /\ntitle: About\n---\nHello\n",
    }
    folder = make_site(tmp_path / "old", old | entries)
    (folder / "data/site.yml").unlink()
    (folder / "data").rmdir()
    assert main(["import", str(folder), "--site", str(tmp_path / "new")]) == 0
    assert "math: dollar" in (tmp_path / "new/data/site.yml").read_text(encoding="utf-8")
    prepared = prepare(tmp_path / "new")
    pages = {
        output.path: output.content.decode()
        for output in prepared.outputs()
        if output.path.endswith(".html")
    }
    found = {
        tex: pages[f"publications/f{number}/index.html"].count("<math")
        for number, tex in enumerate(FORMS)
    }
    assert found == dict.fromkeys(FORMS, 2)


@every_case(
    ("text", "shown"),
    [
        ("$x$, $y$; ($z$).", "$$x$$, $$y$$; ($$z$$)."),
        ("between $5$ and $10$", "between $$5$$ and $$10$$"),
        ("$100 prize for $x^2$", r"\$100 prize for $$x^2$$"),
        ("a $ b $ c", r"a \$ b \$ c"),
        ("a $ x^2 $ c", "a $$x^2$$ c"),
        (
            r"A \begin{equation} x^2 \end{equation} of $y$, \begin{align*}x\end{align*}",
            r"A $$x^2$$ of $$y$$, $$\begin{align*}x\end{align*}$$",
        ),
        (r"$$\begin{align*}x\end{align*}$$", r"$$\begin{align*}x\end{align*}$$"),
        (
            r"<code>\begin{equation}</code> and \begin{proof}x\end{proof}",
            r"<code>\begin{equation}</code> and \\begin{proof}x\\end{proof}",
        ),
        ("costs $5 and $10 for all", r"costs \$5 and \$10 for all"),
        ("US$5 and US$6", r"US\$5 and US\$6"),
        ("The price is 5$ or 6$", r"The price is 5\$ or 6\$"),
        ("set $HOME and $PATH", r"set \$HOME and \$PATH"),
        ("$1,000,000 from NSF and $x$", r"\$1,000,000 from NSF and $$x$$"),
        ("km$^2$ and CO$_2$", "km$$^2$$ and CO$$_2$$"),
        ("$k$-means and $n$th", "$$k$$-means and $$n$$th"),
        ("$a<b$ and $c>d$", "$$a<b$$ and $$c>d$$"),
        ("<b>$n<m$</b>", "**$$n<m$$**"),
        ("$x &lt; y$", "$$x < y$$"),
        ("$$x^2$$ and $y$", "$$x^2$$ and $$y$$"),
        ("<code>$x^2$</code> and $y^2$", "`$x^2$` and $$y^2$$"),
        ("$L^2(\\mathbb{R})$ & $H^1$", "$$L^2(\\mathbb{R})$$ & $$H^1$$"),
        ("$\\sim$10 and $\\sim$20", "$$\\sim$$10 and $$\\sim$$20"),
    ],
)
def test_formulas_of_a_line_get_two_dollars_and_prices_stay_prices(text: str, shown: str) -> None:
    assert phrase(text) == shown


def test_a_formula_may_contain_an_escaped_dollar() -> None:
    assert with_double_dollars(r"$\$5$ and $x$") == r"$$\$5$$ and $$x$$"


@every_case("text", [r"\$5 and \$6", r"\$x\$", r"\$a_1\$ or \$b", "$5 and $6"])
def test_escaped_dollars_of_markdown_stay_dollars(text: str) -> None:
    shown, written = (value.replace("\\$", "$") for value in (phrase(text, is_markdown=True), text))
    assert shown == written


@every_case(
    "text", ["`$x$`", r"\$x\$", "$$x$$", "<a href='/$x$/'>y</a>", "$5 or $6", "<pre>$x$</pre>"]
)
def test_code_tags_and_escaped_dollars_stay_as_they_are(text: str) -> None:
    assert with_double_dollars(text) == text


def test_an_and_outside_a_table_is_the_symbol() -> None:
    assert "&amp;" in mathml("a & b", block=False)
    assert "<mtable" in mathml(r"\begin{pmatrix} a & b \end{pmatrix}", block=False)
