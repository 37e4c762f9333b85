"""Formulas between single dollars in a site where these are text: reported by check, but no price, shell or code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.build import build, prepare
from acadfolio.checks import check_site
from acadfolio.markdown.single_dollars import is_formula, single_dollars
from acadfolio.preview.builds import Builder
from acadfolio.resources import examples, starter
from acadfolio.scaffold import EMPTY
from cases import every_case
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

ALPHA = (
    r"`$\alpha$` is shown as text: a formula needs two dollars on each side "
    r"(write `$$\alpha$$`, or set `math: dollar` in data/site.yml)"
)
NO_FORMULAS = [
    "It costs $5 and $6, then $1,000_000 from US$ and A$7 = €4 $",
    "It costs $5 (x_1 is free) in US$.",
    "From $5-$10, ($5)($6), $50,000 to $60,000$, $5k$ $1M$ $2$",
    "Ke$ha and A$AP met Micro$oft in $un, $HOME/bin, $PATH$, $FOO_BAR$, and ${name}$",
    "$x=1; $y=2; my $x=1,$y=$x",
    r"a pattern ^\d+$ and (\w+)$ here",
    r"`$\alpha$` and ``$x$`` and <code>$\alpha$</code> and <pre>$\alpha$</pre> and <kbd>$x$</kbd>",
    r"\$\alpha\$ and \$x$ and \$x\$",
    "```\n$\\alpha$\n```\n\n    $\\beta$\n\n~~~ latex\n$x$\n~~~",
    "<script>$\n= $\\alpha$</script>\n\n<style>\n.a:after { content: '$x$' }\n</style>\n\n<!-- $x$ -->",
    r"$$\alpha$$, $$x$$ and \\(x\\) are formulas already, and so is this: $$ a $$ b $$ c $$",
    "What begins with `<pre>` is code:\n\n```\nends with </pre>\n$\\alpha$\n```\n",
    "{% highlight php %}\n$\\alpha$ = $x$\n{% endhighlight %}\n\n{% raw %}$x${% endraw %}",
]
FORMULAS = [
    (r"so $\alpha$ is", r"\alpha"), ("the $p$-value", "p"), ("**$x_i$**", "x_i"), ("up to $10^{-3}$ m", "10^{-3}"),
    ("in $O(n)$", "O(n)"), (r"in $O(n \log n)$ steps", r"O(n \log n)"), ("$n=3$", "n=3"), ("$H_2O$", "H_2O"),
    (r"costs $5 but $\sqrt{2}$", r"\sqrt{2}"), (r"[see $\alpha$](#a)", r"\alpha"), (r"# On $\alpha$", r"\alpha"),
    (r"$\{x : x_i \text{ is so and so}\}$", r"\{x : x_i \text{ is so and so}\}"), ("a\n\n> - $x$", "x"),
    ("a note[^1]\n\n[^1]: on $\\beta$", r"\beta"),
]  # fmt: skip


def reported(folder: Path, files: dict[str, str]) -> list[str]:
    problems = [
        problem
        for problem in check_site(make_site(folder, files))[0]
        if "is shown as text" in problem.message
    ]
    assert all(problem.severity == "warning" for problem in problems)
    return [f"{problem.location}: {problem.message} ({problem.hint})" for problem in problems]


@every_case("text", NO_FORMULAS)
def test_prices_shells_code_and_escapes_are_no_formulas(text: str, tmp_path: Path) -> None:
    assert reported(tmp_path, {"content/about.md": f"{text}\n"}) == []


@every_case(("text", "tex"), FORMULAS)
def test_what_is_surely_a_formula_is_reported(text: str, tex: str, tmp_path: Path) -> None:
    (line,) = reported(tmp_path, {"content/about.md": f"{text}\n"})
    assert f": `${tex}$` is shown as text" in line


def test_each_file_is_reported_once_with_the_line_or_the_record(tmp_path: Path) -> None:
    files = {
        "content/about.md": "---\ntitle: T\n---\n\n# 😀 `$\\alpha$`\n\nText,\n"
        "`$\\alpha$` 😀 and $\\alpha$ $\\beta$ and $x$.\n",
        "content/two.md": "---\ntitle: On\nexcerpt: An $\\alpha$\n---\n\nSo $x$ is.\n",
        "data/publications.yml": "# 😀\n- title: On 😀 $$x$$\n  abstract: |\n    We show\n"
        "    that $\\alpha$ for $5 and $x$.\n",
        "data/news.yml": '- {date: 2020, text: "An \\"apt\\" $\\\\alpha$"}\n',
    }
    assert reported(tmp_path, files) == [
        f"content/about.md:8:18: {ALPHA}",
        f"content/two.md:3:10: {ALPHA}",
        f"data/news.yml:1:22: {ALPHA}",
        f"data/publications.yml:5:10: {ALPHA}",
    ]


def test_a_site_with_dollars_hears_nothing(tmp_path: Path) -> None:
    files = {"data/site.yml": "title: T\nmath: dollar\n", "content/about.md": "So $x$ is.\n"}
    assert reported(tmp_path, files) == []


def test_a_site_with_a_program_of_its_own_hears_nothing(tmp_path: Path) -> None:
    page = {"content/about.md": "So $x$ is.\n", "static/mathjax.js": ""}
    assert len(reported(tmp_path / "none", page)) == 1
    script = {"content/about.md": 'So $x$ is.\n\n<script defer src="/mathjax.js"></script>\n'}
    assert reported(tmp_path / "own", page | script) == []


def test_bibliographies_and_values_for_templates_are_as_they_should_be(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: T\nextra: {macro: $x$}\n",
        "data/publications.yml": "- {title: A, authors: [E. Noether], year: 1920, bibtex: '@misc{a, note={$x$}}'}\n",
        "data/citations.yml": "papers: {'U:P': {title: On $x$, citations: 3}}\n",
        "data/papers.bib": "@article{a, title={On $\\alpha$ rays}, author={Noether, E}, journal={J}, year=1920}\n",
        "content/about.md": "{{ publications() }}\n",
        "content/page.html": "---\ntitle: Page\n---\nSo $x$ is.\n",
    }
    assert reported(tmp_path, files) == []


@every_case("math", ["", "math: dollar\n"])
def test_an_environment_without_dollars_is_reported_once_for_each_file(
    math: str, tmp_path: Path
) -> None:
    files = {
        "data/site.yml": f"title: Emmy Noether\n{math}",
        "data/news.yml": "- {date: 1921, text: 'On \\begin{align*}x\\end{align*}'}\n",
        "content/about.md": "---\ntitle: A\n---\nSo\n\n\\begin{equation}\nx\n\\end{equation}\n\n\\begin{align}\n",
        "content/b.md": "---\ntitle: A \\begin{gather}x\\end{gather}\n---\nB\n",
    }
    assert [line.partition(" (")[0] for line in reported(tmp_path, files)] == [
        "content/about.md:6:1: `\\begin{equation}` is shown as text: a formula needs two dollars on each side",
        "content/b.md:2:8: `\\begin{gather}` is shown as text: a formula needs two dollars on each side",
        "data/news.yml:1:26: `\\begin{align*}` is shown as text: a formula needs two dollars on each side",
    ]


@every_case(
    "text",
    [
        "$$\n\\begin{align}\nx\n\\end{align}\n$$",
        "`\\begin{align}`",
        "```\n\\begin{align}\n```",
        "A\n\n    \\begin{align}\n",
        "<pre>\\begin{align}</pre>",
        "\\\\[\\begin{align}x\\end{align}\\\\]",
        "\\begin{proof}",
        "\\begin{align}\n\n<script src='MathJax.js'></script>",
    ],
)
def test_an_environment_in_a_formula_or_in_code_is_none_of_text(text: str, tmp_path: Path) -> None:
    assert reported(tmp_path, {"content/about.md": f"{text}\n"}) == []


def test_words_between_two_dollar_prices_are_no_formula() -> None:
    assert is_formula("x_1 + x_2")
    assert not is_formula("5 for x_1, and more in US")
    assert not is_formula("5 each ^2")


def test_only_what_is_no_formula_without_the_option_is_found() -> None:
    assert single_dollars("$$a$$ and $b$\n\n$c$ `$d$`\n\n$$\ne\n$$\n") == [(1, "b"), (3, "c")]
    assert single_dollars("*$b$* $$a$$", is_inline=True) == [(1, "b")]


def test_a_build_and_the_preview_warn_like_a_check(tmp_path: Path) -> None:
    files = {
        "content/about.md": "So $x$ is.\n\n{{ publications() }}\n",
        "data/publications.yml": "- {title: A, authors: [Emmy Noether*], venue: J, year: 1920}\n",
        "data/profile.yml": "name: Emmy Noether\nlinks: {Home: {url: 'https://noether.example.org', icon: nosuch}}\n",
    }
    site = make_site(tmp_path / "site", files)
    checked = [problem for problem in check_site(site)[0] if problem.rule != "missing-key"]
    assert {problem.rule for problem in checked} == {"formula", "unknown-icon", "unknown-mark"}
    assert build(site, tmp_path / "output").problems == tuple(checked)
    assert Builder(site, drafts=False).build().problems == tuple(checked)


@every_case("source", [starter(), EMPTY, *examples().values()])
def test_dollars_are_formulas_in_each_site_that_a_new_one_copies(source: Path) -> None:
    assert prepare(source).plan.site.settings.math == "dollar"


def test_a_template_with_mathjax_renders_the_formulas(tmp_path: Path) -> None:
    head = {
        "templates/partials/head-custom.html": '<script src="https://example.org/MathJax.js"></script>\n'
    }
    assert reported(tmp_path, {"content/about.md": "So $x$ is.\n", **head}) == []


@every_case(
    ("file", "text", "expected"),
    [
        (
            "data/profile.yml",
            "name: A\nbio: I like $$\\foo$$.\n",
            r"data/profile.yml:2:13: the formula `\foo` cannot be converted: unknown command `\foo`",
        ),
        (
            "data/publications.yml",
            "- title: On $$\\frac{1$$\n  authors: [A B]\n  year: 1921\n",
            r"data/publications.yml:1:13: the formula `\frac{1` cannot be converted",
        ),
        (
            "data/publications.yml",
            (
                "- title: On\n  authors: [A B]\n  year: 1921\n  abstract: |\n    One $$x$$.\n\n"
                "    $$\n    \\bar{\n    $$\n"
            ),
            r"data/publications.yml:7:5: the formula `\bar{` cannot be converted",
        ),
        (
            "data/talks.yml",
            "- title: On\n  date: 1921\n  text: |\n    One $$x$$.\n\n    Two $$\\foo$$.\n",
            r"data/talks.yml:6:9: the formula `\foo` cannot be converted",
        ),
        (
            "data/a.bib",
            "\n@book{a, title = {Of $\\left( x$}, author = {A B}, year = 1921}\n",
            r"data/a.bib:2: the formula `\left( x` cannot be converted",
        ),
        (
            "content/note.md",
            "---\ntitle: Of $$\\foo$$\n---\nA\n",
            r"content/note.md:2:8: the formula `\foo` cannot be converted",
        ),
    ],
)
def test_a_formula_of_the_data_that_cannot_be_converted_is_reported_once(
    file: str, text: str, expected: str, tmp_path: Path
) -> None:
    site = {"data/site.yml": "title: A\nlook: academicpages\n", file: text}
    _, problems = render_site(tmp_path, site)
    found = [problem for problem in problems if "cannot be converted" in problem]
    assert len(found) == 1, problems
    assert found[0].startswith(expected), found


def test_single_dollars_of_the_data_are_formulas_only_where_the_site_says_so(
    tmp_path: Path,
) -> None:
    files = {"data/news.yml": "- {date: 1921, text: 'It has $\\foo$ for $5.'}\n"}
    settings = {"data/site.yml": "title: A\nmath: dollar\n"}
    assert not any("cannot be" in each for each in render_site(tmp_path / "a", files)[1])
    (problem,) = render_site(tmp_path / "b", files | settings)[1]
    assert problem.startswith("data/news.yml:1:30: the formula `\\foo` cannot be converted")


def test_wrong_formulas_of_a_bibliography_are_counted_in_one_warning(tmp_path: Path) -> None:
    entry = "@book{{a{0}, title = {{Of $x^{0}^3$}}, author = {{A B}}, year = 1921}}\n"
    bibliography = {"data/a.bib": "\n" + entry.format(1) + entry.format(2)}
    _, problems = render_site(tmp_path, bibliography)
    (problem,) = problems
    assert problem == (
        "data/a.bib:2: the formula `x^1^3` cannot be converted: duplicate subscript or superscript;"
        " and 1 other formula"
    )
