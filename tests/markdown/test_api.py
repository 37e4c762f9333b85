"""What other packages rely on: options, headings, warnings with lines, and Python-Markdown's extensions."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor

import markdown
from acadfolio.markdown import Heading, Options, convert, header_id, inline, to_html
from acadfolio.markdown.extension import KramdownExtension
from cases import every_case


def _warnings(text: str) -> list[tuple[int, str]]:
    return [(warning.line, warning.message) for warning in convert(text).warnings]


def test_a_warning_names_its_line_at_any_depth() -> None:
    text = "a\n\n* b\n\n  > c\n  > [x][nowhere]\n  > $$\\nope$$\n"
    assert _warnings(text) == [
        (6, "there is no link definition for [nowhere]"),
        (7, "the formula `\\nope` cannot be converted: unknown command `\\nope`"),
    ]


@every_case(
    ("tex", "reason"),
    [
        (r"\alpha + \nope x", r"unknown command `\nope`"),
        (r"\SI{3}{m}", r"unknown command `\SI`"),
        (r"\begin{align} a &= \frac{1}{2} \\\\ &= \zed \end{align}", r"unknown command `\zed`"),
        (r"\newcommand{\zip}{\zap}\zip", r"unknown command `\zap`"),
        (r"\begin{tabular}{c} x \end{tabular}", "unknown environment `tabular`"),
        (r"\frac{a", "expected closing token `}`, but reached end of input"),
        ("x" * 10_001, "it has more than 10000 characters"),
        ("a_b_c", "duplicate subscript or superscript"),
        (r"\left( x", r"expected closing token `\right`"),
    ],
)
def test_a_formula_that_stays_tex_is_reported_with_its_reason(tex: str, reason: str) -> None:
    for text in (f"$$\n{tex}\n$$\n", f"In a line: $${tex}$$\n"):
        (warning,) = convert(text).warnings
        assert warning.message.startswith("the formula `")
        assert warning.message.partition("cannot be converted: ")[2].startswith(reason)


def test_a_nested_list_does_not_shift_the_line_numbers_after_it() -> None:
    assert _warnings("* a\n  * b\n  * c\n\n    [x][nowhere]\n") == [
        (5, "there is no link definition for [nowhere]")
    ]


def test_a_footnote_that_is_missing_or_defined_twice_is_a_warning() -> None:
    assert _warnings("a[^no]\n\n[^1]: x\n\n[^1]: y\n") == [
        (1, "there is no footnote [^no]"),
        (5, "footnote [^1] is defined twice"),
    ]


def test_a_note_whose_label_kramdown_takes_for_a_links_is_a_warning() -> None:
    assert _warnings("甲[^注]、乙[^b]。\n\n[^注]: 中文注\n[^b]: note\n") == [
        (3, "[^注] is not a valid footnote label: this note is not shown")
    ]
    assert _warnings("甲[^a.b]\n\n[^a.b]: Some text.\n") == [
        (3, "[^a.b] is not a valid footnote label: this note is not shown")
    ]
    (warning,) = convert("[^注]: 中文注\n").warnings
    assert warning.hint == "label it with letters from a to z, digits and hyphens, such as `[^1]`"
    assert "<p>甲[^注]</p>" in convert("甲[^注]\n\n[^注]: 中文注\n").html


def test_an_unclosed_element_is_a_warning() -> None:
    assert _warnings("a\n\n<div>\nb\n") == [(3, "<div> is not closed")]
    assert _warnings("a\nb <b>c\n") == [(2, "<b> is not closed")]


def test_brackets_in_prose_are_no_warning() -> None:
    assert _warnings("[Best Paper] in [2024]\n") == []


def test_headings_are_in_order() -> None:
    document = convert("# A *b*\n\n## C[^1] {#c}\n\n[^1]: note\n")
    assert document.headings == (
        Heading(1, "a-b", "A <em>b</em>", "A b"),
        Heading(2, "c", "C", "C"),
    )


def test_header_id_is_the_id_that_a_page_gets() -> None:
    for text in ("🔥 News", "Work & Life", "研究", "ÉCOLE 2", "a_b-c"):
        assert convert(f"# {text}\n").headings[0].id == header_id(text)


def test_inline_text_has_no_paragraph() -> None:
    assert inline('*a* "b"\nc [d](e) `f`') == (
        '<em>a</em> “b”\nc <a href="e">d</a> <code class="language-plaintext highlighter-rouge">f</code>'
    )
    assert inline("- no list") == "- no list"
    assert inline("") == ""


def test_inline_maths_becomes_mathml() -> None:
    assert "<msup>" in inline("$$x^2$$")
    assert "<msup>" in inline("$x^2$", Options(math="dollar"))
    assert inline("$x^2$") == "$x^2$"
    assert inline("3000 km$^2$ of CO$_2$", Options(math="dollar")).count("<math") == 2


def test_dollars_spare_prices_and_variables() -> None:
    dollar = Options(math="dollar")
    for text in (
        "It is $5 and not $6.",
        "from $5-$10",
        "$5,000 or $6,000",
        "$HOME/$USER and $PATH",
        "$20 and 30$",
        "a $ b $ c",
        "US$5 or A$6",
        "the $10 million $20 deal",
    ):
        assert inline(text, dollar) == text


def test_two_backslashes_of_a_formula_in_brackets_are_one() -> None:
    assert convert(r"\\[ a,\\qquad \\alpha \\]").html == convert(r"\\[ a,\qquad \alpha \\]").html


def test_dollars_are_maths_in_html_but_not_in_code() -> None:
    dollar = Options(math="dollar")
    html = convert("<div>\n<p>Let $n &lt; m$ for $5 and $6.</p>\n</div>\n", dollar).html
    assert "<mo>&lt;</mo>" in html
    assert "for $5 and $6." in html
    assert convert("<p>3000 km$^2$ in US$5 and US$6</p>\n", dollar).html.count("<math") == 1
    for text in (
        "<div><code>$a_1$</code></div>",
        "<pre>$a_1$</pre>",
        "<div>US$a_1$ and \\$a_1$</div>",
    ):
        assert "<math" not in convert(text, dollar).html
    assert "<math" not in convert("<div>$a_1$</div>").html


def test_dollars_protect_a_formula_from_emphasis_and_quotes() -> None:
    html = inline("$a_1 * b_2 * c'$ and **A**$\\dagger$ and $n$th", Options(math="dollar"))
    assert html.count("<math") == 3
    assert "<em>" not in html


def test_with_dollars_the_bars_of_a_formula_make_no_table() -> None:
    dollar = Options(math="dollar")
    for text in ("Let $|x| < 1$ and $$|y|$$.", "{: .notice}\n$|\\xi|^2 = k$ is constant."):
        assert "<table" not in convert(text, dollar).html
        assert "<math" in convert(text, dollar).html
    assert 'class="notice"' in convert("{: .notice}\n$|x|$ is small.", dollar).html
    for table in ("$|x|$ | $y$", "|$5|$6|", "from $5 | to $6", "| a | $x$ |"):
        assert "<table" in convert(table, dollar).html
    assert "<table" in convert("Let $|x| < 1$").html


def numbers(text: str) -> list[str]:
    """What stands for numbers and references in a document, in order."""
    return re.findall(r"<mtext>(.*?)</mtext>", convert(text).html)


def test_an_equation_with_a_label_has_a_number_and_references_are_links_to_it() -> None:
    equations = "$$ x \\label{a} $$\n\n$$\n\\begin{equation}y\\label{b}\\end{equation}\n$$\n"
    text = f"By \\eqref{{b}} and $$x \\eqref{{a}}$$:\n\n{equations}"
    html = convert(text).html
    assert html.startswith('<p>By <a href="#eq-b">(2)</a> and <math')
    assert numbers(text) == ['<a href="#eq-a">(1)</a>', "(1)", "(2)"]
    assert 'id="eq-a"' in html
    assert "scriptlevel" not in html


def test_a_tag_replaces_the_number() -> None:
    assert numbers("$$ x \\tag{*} $$\n") == ["(*)"]


def test_an_equation_without_label_and_tag_has_no_number() -> None:
    assert numbers("$$\n\\begin{equation}y\\end{equation}\n$$\n") == []


def test_each_line_of_an_alignment_with_a_label_has_a_number() -> None:
    text = "$$\n\\begin{align} a&=b \\label{a}\\\\ c&=d\\\\ e&=f \\nonumber \\end{align}\n$$\n"
    assert numbers(text) == ["(1)", "(2)"]


def test_a_reference_to_no_equation_is_reported() -> None:
    (warning,) = convert("one\n\nsee \\eqref{nope}\n").warnings
    message = "the formula `\\eqref{nope}` cannot be converted: no equation on this page has the label `nope`"
    assert (warning.line, warning.written, warning.message) == (3, "\\eqref{nope}", message)


def test_a_broken_equation_with_a_label_is_reported_and_the_others_keep_their_numbers() -> None:
    document = convert("$$ \\nope \\label{a} $$\n\n$$ y \\label{b} $$\n")
    (warning,) = document.warnings
    assert warning.message.endswith("cannot be converted: unknown command `\\nope`")
    assert re.findall(r"<mtext>(.*?)</mtext>", document.html) == ["(1)"]


def test_a_formula_cannot_carry_html() -> None:
    assert "<script" not in inline("$$\\text{<script>x</script>}$$")
    assert "<img" not in inline("$$\\text{<img src='x' onerror='y' />}$$")


def test_environments_become_mathml_or_stay_tex() -> None:
    assert "<mtable" in to_html("$$\n\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}\n$$\n")
    assert "(1)" not in to_html("$$\n\\begin{align} a &= b \\end{align}\n$$\n")
    assert "<math" not in to_html("$$\n\\begin{nosuch} a \\end{nosuch}\n$$\n")
    assert "<math" not in to_html("$$ \\frac{a} $$\n")


@every_case("tex", [r"\frac{a}{b", r"\sqrt{x", "x^{2", r"\frac{d}{dt \int f", "a}{b", r"\{x{"])
def test_an_unclosed_brace_is_reported(tex: str) -> None:
    document = convert(f"$${tex}$$\n")
    assert "<math" not in document.html
    assert len(document.warnings) == 1


@every_case("tex", [r"\{x\}", r"\left\{ x \right.", r"a \\{b}", r"x^{2^{3}}"])
def test_braces_that_are_printed_count_for_nothing(tex: str) -> None:
    document = convert(f"$${tex}$$\n")
    assert "<math" in document.html
    assert document.warnings == ()


def test_what_is_missing_further_on_is_still_found_before() -> None:
    code = '<code class="language-plaintext highlighter-rouge">b</code>'
    assert inline("*a `b` c`d") == f"*a {code} c`d"
    assert inline("*a ~~b~~ c ~~d") == "*a <del>b</del> c ~~d"
    assert inline("*a $$$$ <!-- b --> c <!-- d") == r"*a \(\) <!-- b --> c &lt;!– d"
    assert inline("*a $b$ c $d", Options(math="dollar")).count("<math") == 1


def test_empty_text_is_empty_html() -> None:
    assert to_html("") == ""
    assert to_html(" \n\n") == ""
    assert convert("\n").headings == ()


class Shout(Extension):
    """Another extension, with work before and after."""

    def extendMarkdown(self, md: markdown.Markdown) -> None:  # noqa: N802 - the name is Python-Markdown's
        class Before(Preprocessor):
            def run(self, lines: list[str]) -> list[str]:
                return [line.replace("quietly", "*loudly*") for line in lines]

        class After(Postprocessor):
            def run(self, text: str) -> str:
                return text.replace("<em>", '<em class="loud">')

        md.preprocessors.register(Before(md), "shout", 5)
        md.postprocessors.register(After(md), "shout", 5)


def test_other_extensions_run_before_and_after() -> None:
    md = markdown.Markdown(extensions=[Shout(), KramdownExtension()])
    assert md.convert("quietly\n1) x") == '<p><em class="loud">loudly</em>\n1) x</p>'
    assert md.convert("- a") == "<ul>\n  <li>a</li>\n</ul>"


def test_what_another_extension_stashes_comes_back() -> None:
    class Stash(Extension):
        def extendMarkdown(self, md: markdown.Markdown) -> None:  # noqa: N802 - as above
            class Before(Preprocessor):
                def run(self, lines: list[str]) -> list[str]:
                    return [
                        md.htmlStash.store("<hr id='x'>") if line == "@" else line for line in lines
                    ]

            md.preprocessors.register(Before(md), "stash", 5)

    md = markdown.Markdown(extensions=[KramdownExtension(), Stash()])
    assert "<hr id='x'>" in md.convert("a\n\n@\n\nb")


@pytest.mark.slow
def test_importing_the_package_is_light() -> None:
    code = "import sys, acadfolio.markdown;print([m for m in ('markdown', 'pygments', 'math_core') if m in sys.modules])"
    assert _python(code) == "[]"


@pytest.mark.slow
def test_plain_pages_need_neither_pygments_nor_math_core() -> None:
    code = (
        "import sys; from acadfolio.markdown import to_html; to_html('# a\\n\\n`b`\\n\\n```\\nc\\n```\\n');"
        "print([m for m in sys.modules if m.startswith(('pygments', 'math_core', 'importlib.metadata'))])"
    )
    found = _python(code)
    assert "pygments" not in found
    assert "math_core" not in found


@pytest.mark.slow
def test_no_module_hides_a_function_of_the_package() -> None:
    code = (
        "import importlib, pkgutil, acadfolio.markdown as m\n"
        "for module in pkgutil.iter_modules(m.__path__): importlib.import_module('acadfolio.markdown.' + module.name)\n"
        "print([name for name in m.__all__ if not callable(getattr(m, name))])"
    )
    assert _python(code) == "[]"


@pytest.mark.slow
def test_every_module_can_be_imported_first() -> None:
    code = (
        "import importlib, pkgutil, subprocess, sys, acadfolio.markdown as m\n"
        "for module in pkgutil.iter_modules(m.__path__):\n"
        "    for name in [n for n in sys.modules if n.startswith('acadfolio.markdown.')]: del sys.modules[name]\n"
        "    importlib.import_module('acadfolio.markdown.' + module.name)\n"
        "print('ok')"
    )
    assert _python(code) == "ok"


def _python(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_wide_spaces_come_back_wherever_text_goes() -> None:
    document = convert("# A\xa0B\n\n[link\u3000one][two\u3000three]\n\n`\u2009`\n")
    assert document.html.count("\xa0") == 1
    assert (document.headings[0].text, document.headings[0].html) == ("A\xa0B", "A\xa0B")
    assert "two\u3000three" in document.warnings[0].message
    assert inline("*\xa0a*") == "<em>\xa0a</em>"
