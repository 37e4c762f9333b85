"""Convert the HTML, MathML and formulas in the text of bibliographies to LaTeX and Markdown."""

from __future__ import annotations

import html
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from acadfolio.bibliography.tables import commands
from acadfolio.html.tokens import Token, read, rewrite_inline_elements, rewrite_inline_tags
from acadfolio.markdown import inline
from acadfolio.markdown.markup import escape_markdown
from acadfolio.markdown.single_dollars import rewrite_outside_code
from acadfolio.tex import TexError, mathml

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


ENTITY = re.compile(r"(?:\{\\&\}|\\?&)(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
ATTRIBUTES = r"(?:\s+[\w:-]+\s*=\s*(?:\"[^\"<>\\]*\"|'[^'<>\\]*'))*"
ESCAPED_TAG = (
    rf"(?:\{{\\textless\}}|\\textless(?:\{{\}})?)\s*(/?(?:jats:)?[a-zA-Z]{{1,9}}{ATTRIBUTES})\s*"
    r"(?:\{\\textgreater\}|\\textgreater(?:\{\}|(?![a-zA-Z])))"
)
"""A tag that Mendeley or Zotero has escaped: `{\\textless}i{\\textgreater}`."""
BLOCKS = frozenset({"p", "title", "div", "sec"})
"""Elements that are followed by a space."""
ESCAPES = str.maketrans(commands.ESCAPES)
ABSOLUTE_URL = r"(?i)(?:https?|ftp)://[^{}\s\\]+\Z"
MAX_DEPTH = 30

SCRIPT = re.compile(
    r"\s*(?:\{\s*\})?([\^_])\s*(\{(?:[^{}]|\{[^{}]*\})*\}|\\[a-zA-Z]+|[^\s\\{}])\s*"
)
"""A formula that is only a superscript or subscript: `$^2$`, `$_{10}$`."""
SYMBOL = re.compile(r"\s*(?:\\([a-zA-Z]+)|([\d\s.,:;/()<>=+±×≈~%|!?*†‡§°–−]+))\s*(?:\{\s*\})?\s*")
"""A formula that is only one symbol, or only numbers and operators."""
WORDS = r"[^\W\d_]{2}\s+[^\W\d_]{2}"
PRICE = r"\d[\d.,]*(?: \d{3})*(?:\s+[a-zA-Z(]|\s*[a-zA-Z]{2,}|[/;:]|\s*\Z)"
COMMAND = re.compile(r"\\([a-zA-Z]+)")
MATRIX = r"\{(?:[pbvBV]?matrix|smallmatrix|cases|aligned|array)\}"
UNSUPPORTED = rf"\\(?:begin(?!{MATRIX})|label|tag|def|newcommand|ref|cite|eqref|href|unicode|require|color|textcolor)\b|\$"
MAX_FORMULA = 2000


def _escaped_symbol(name: str) -> str:
    r"""A pattern for a symbol that Zotero has escaped: `{\textbackslash}`."""
    return rf"(?:\{{\\{name}\}}|\\{name}(?:\{{\}}|\s|(?![a-zA-Z])))"


NEVER_KEPT = r"\\(?:label|tag|def|newcommand|ref|cite|eqref|href|unicode|require|\w*color\w*)\b|\$"
DOLLAR = _escaped_symbol("textdollar")
ESCAPED_FORMULA = rf"(?:\\\$|{DOLLAR})((?:(?!\\\$|{DOLLAR})[^$]){{1,500}})(?:\\\$|{DOLLAR})"
BACKSLASH = _escaped_symbol("textbackslash")
CARET = _escaped_symbol("textasciicircum")


def html_to_latex(text: str) -> str:
    """Convert the HTML in LaTeX: entities to characters, elements to commands, and MathML to formulas."""
    if "&" in text:
        text = ENTITY.sub(_character, text)
    if r"\textless" in text:
        text = re.sub(ESCAPED_TAG, r"<\1>", text)
    if "<" not in text:
        return text
    text = rewrite_inline_tags(text, _without_prefix)
    text = rewrite_inline_elements(text, {"math"}, _formula)
    return rewrite_inline_tags(_commands(text), _without_counterpart)


def _without_prefix(tag: Token) -> str:
    return re.sub("(?:jats|mml):", "", tag.source, count=1)


def _commands(text: str) -> str:
    return rewrite_inline_elements(text, commands.HTML_ELEMENTS, _command)


def _character(match: re.Match[str]) -> str:
    character = html.unescape(f"&{match[1]};")
    is_unknown = character.startswith("&") and character.endswith(";")
    return match[0] if is_unknown else character.translate(ESCAPES)


def _command(tag: Token, content: str) -> str:
    """The LaTeX for an element."""
    if url := _url_of(tag):
        return rf"\href{{{url}}}{{{_commands(content)}}}"
    command = f"\\{commands.HTML_ELEMENTS[tag.name]}" if commands.HTML_ELEMENTS[tag.name] else ""
    return f"{command}{{{_commands(content)}}}{' ' if tag.name in BLOCKS else ''}"


def _url_of(tag: Token) -> str:
    """The URL that an element links to; empty if it is no link to another site."""
    url = tag.attributes.get("href", "") if tag.name == "a" else ""
    return url if re.match(ABSOLUTE_URL, url) else ""


def _without_counterpart(tag: Token) -> str:
    """A break is a space, a tag without its counterpart is dropped, and an unknown tag stays."""
    if tag.name == "br":
        return " "
    return "" if tag.name in commands.HTML_ELEMENTS else tag.source


def _formula(_tag: Token, content: str) -> str:
    from xml.etree import ElementTree as ET

    source = rewrite_inline_tags(content, _bare_tag)
    source = re.sub(r"&(?!\w+;|#)|\\&", "&amp;", source)
    try:
        tree = ET.fromstring(f"<math>{source}</math>")  # noqa: S314 - it has no document type, so no entities
    except ET.ParseError:
        return rewrite_inline_tags(content, lambda _: "")
    return f"${_tex(tree, 0)}$"


def _bare_tag(tag: Token) -> str:
    """A tag of MathML without prefix and attributes."""
    start = "</" if tag.kind == "end" else "<"
    end = "/>" if tag.source.endswith("/>") else ">"
    return f"{start}{tag.name}{end}"


def _tex(node: Element, depth: int) -> str:
    """Convert a MathML element to TeX."""
    if depth > MAX_DEPTH:
        return "".join(node.itertext()).translate(ESCAPES)
    name, text = node.tag.lower(), (node.text or "").translate(ESCAPES)
    if name in {"mspace", "mtext"}:
        return rf"\text{{{text}}}" if text.strip() else r"\ "
    children = [_tex(child, depth + 1) for child in node if not child.tag.startswith("annotation")]
    if name == "msqrt":
        children = ["".join(children)]
    template = commands.MATHML.get(name, "")
    if template.count("%s") != len(children):
        template = "%s" * len(children)
    return text.strip() + template % tuple(children)


def is_prose(content: str, after: str) -> bool:
    """Whether dollar signs enclose words or prices (`$5 and $10`) rather than a formula."""
    if _has_tex(re.sub(r"\\[$%&#]", "", content)):
        return False
    if re.search(WORDS, content):
        return True
    return re.match(PRICE, content.lstrip()) is not None and (
        content[-1].isspace() or after.isdigit()
    )


def _has_tex(text: str) -> bool:
    return any(symbol in text for symbol in "\\^_={}")


def restore_formulas(latex: str) -> str:
    r"""Restore formulas that a program has escaped: `\${\textbackslash}alpha\$` becomes `$\alpha$`."""
    if "\\$" not in latex and "textdollar" not in latex:
        return latex
    return re.sub(ESCAPED_FORMULA, _unescaped, latex)


def _unescaped(match: re.Match[str]) -> str:
    tex = re.sub(CARET, "^", re.sub(BACKSLASH, r"\\", match[1]))
    tex = re.sub(r"\\([_{}&])", r"\1", tex)
    is_formula = tex != match[1] and _has_tex(tex) and not re.search(WORDS, COMMAND.sub("", tex))
    return f"${tex}$" if is_formula and supported_tex(tex.strip()) else match[0]


def supported_tex(formula: str) -> str:
    """The formula in TeX that the site can convert to MathML; empty if it cannot."""
    tex = _with_known_commands(formula)
    if not _is_for_pages(tex):
        return ""
    with suppress(TexError):
        mathml(tex, block=False)
        return tex
    return ""


def wrong_tex(formula: str) -> str:
    """What is wrong with the TeX of a formula; empty if it is right, or only not for pages."""
    tex = _with_known_commands(formula)
    if is_prose(formula, "") or SYMBOL.fullmatch(formula) or SCRIPT.fullmatch(formula):
        return ""
    if not _is_for_pages(tex):
        return ""
    try:
        mathml(tex, block=False)
    except TexError as error:
        return str(error)
    return ""


def _is_for_pages(tex: str) -> bool:
    """Whether pages can have such a formula: it is not long, and has no labels or tables."""
    return len(tex) <= MAX_FORMULA and not re.search(UNSUPPORTED, tex)


def _with_known_commands(formula: str) -> str:
    """A formula with other names for the commands that the site does not know."""
    tex = COMMAND.sub(
        lambda command: commands.FORMULA_REPLACEMENTS.get(command[1], command[0]),
        " ".join(formula.split()),
    )
    return re.sub(r"\\buildrel\s*(.{1,60}?)\\over\s*(\\[a-zA-Z]+|\S)", r"\\stackrel{\1}{\2}", tex)


FIRST_PLACEHOLDER = 0xF0000
PLACEHOLDER = re.compile("[\U000f0000-\U0010ffff]")
MAX_PLACEHOLDERS = 0x2000
SCRIPTS = {name: str.maketrans(*characters) for name, characters in commands.SCRIPTS.items()}
LINK = r"(?i)(?:https?|ftp|mailto|doi):|[^:]*(?:[/?#]|$)"
URL_ESCAPES = str.maketrans(commands.URL_ESCAPES)
HTML = frozenset(
    {"i", "em", "b", "strong", "sub", "sup", "inf", "scp", "sc", "u", "span", "mark", "a"}
)
"""The HTML elements that Crossref, PubMed, Scopus and Zotero write into titles."""
FORMULA = re.compile(r"(?<!\\)\$((?=[^$\n]*[\\^_])(?:\\.|[^$\n\\])+|[^\W\d_])\$")
"""A formula between single dollars. A letter alone has no spaces beside it: `a $ b $ c` is text.

A dollar after a backslash is text, or part of the formula.
"""


MARKS = {"em": "*", "strong": "**"}
"""The Markdown for elements. Those that contain asterisks stay HTML."""
NOT_AROUND_MARKS = r"[\w*`\U000f0000-\U0010ffff]"


class PlainText:
    """Formats converted LaTeX as plain text."""

    def element(self, name: str, content: str) -> str:
        """Superscripts and subscripts become Unicode characters if all of them exist.

        Other elements are dropped.
        """
        script = SCRIPTS.get(name, {})
        return (
            content.translate(script)
            if all(ord(character) in script for character in content)
            else content
        )

    def link(self, url: str, content: str) -> str:
        return content or url

    def formula(self, tex: str) -> str:  # noqa: ARG002
        """A formula; empty if its TeX is to be converted like other text."""
        return ""

    def finish(self, text: str) -> str:
        """The converted text, when it is complete."""
        return text


class Markdown(PlainText):
    """Formats converted LaTeX as inline Markdown.

    Until the text is complete and escaped, private-use characters are placeholders for the markup.
    """

    def __init__(self) -> None:
        self.placeholders: dict[str, str] = {}
        """The placeholders by their markup."""
        self.has_links = False

    def placeholder(self, markup: str) -> str:
        if len(self.placeholders) >= MAX_PLACEHOLDERS:
            return ""
        return self.placeholders.setdefault(markup, chr(FIRST_PLACEHOLDER + len(self.placeholders)))

    def element(self, name: str, content: str) -> str:
        """The content in an element. Spaces at its ends stay outside."""
        text = content.strip()
        if not text:
            return content
        before, _, after = content.partition(text)
        if name == "code":  # Its content is not Markdown.
            text = PLACEHOLDER.sub("", text)
            return before + (self.placeholder(_code(text)) or text) + after
        return (
            f"{before}{self.placeholder(f'<{name}>')}{text}{self.placeholder(f'</{name}>')}{after}"
        )

    def link(self, url: str, content: str) -> str:
        if not url or not re.match(LINK, url):
            return content or url
        self.has_links = True
        target = url.translate(URL_ESCAPES)
        return f"{self.placeholder('[')}{content or url}{self.placeholder(f']({target})')}"

    def formula(self, tex: str) -> str:
        converted = supported_tex(tex)
        return self.placeholder(f"$${converted}$$") if converted else ""

    def finish(self, text: str) -> str:
        text = escape_markdown(text, has_links=self.has_links)
        for name in MARKS:
            if f"</{name}>" in self.placeholders:
                text = self._with_marks(name, text)
        return self.with_markup(text).replace("``", "`\N{ZERO WIDTH SPACE}`")

    def _with_marks(self, name: str, text: str) -> str:
        """Use Markdown for this element where it stands between spaces or punctuation."""
        start, end = self.placeholders[f"<{name}>"], self.placeholders[f"</{name}>"]
        element = f"{start}([^{start}{end}*]+){end}"
        return re.sub(
            f"(?<!{NOT_AROUND_MARKS}){element}(?!{NOT_AROUND_MARKS})",
            rf"{MARKS[name]}\1{MARKS[name]}",
            text,
        )

    def with_markup(self, text: str) -> str:
        return text.translate(
            {ord(placeholder): markup for markup, placeholder in self.placeholders.items()}
        )


class OwnMarkdown(Markdown):
    """Formats the text of the author's own old site, whose formulas are kept even if titles cannot have them."""

    def formula(self, tex: str) -> str:
        if converted := super().formula(tex):
            return converted
        if re.search(NEVER_KEPT, tex):
            return ""
        return self.placeholder(f"$${tex}$$")


def _code(text: str) -> str:
    """Code in Markdown, or in HTML if Markdown cannot have its characters in code."""
    return (
        f"`{text}`" if frozenset("`\\&<").isdisjoint(text) else f"<code>{html.escape(text)}</code>"
    )


SAFE_ELEMENTS = {*commands.FORMATS, "a", "br"}
SAFE_SCHEMES = {"http", "https", "ftp", "mailto", "doi"}
MARKDOWN_FORMULA = r"\$\$(.+?)\$\$"


def html_to_markdown(text: str) -> str:
    """Convert text with the HTML elements of titles to inline Markdown."""
    formatter = Markdown()
    return " ".join(formatter.finish(_convert(_with_formulas(text, formatter), formatter)).split())


def _convert(text: str, formatter: PlainText) -> str:
    def element(tag: Token, content: str) -> str:
        content = _convert(content, formatter)
        if url := _url_of(tag):
            return formatter.link(url, content)
        return (
            formatter.element(commands.FORMATS[tag.name], content)
            if tag.name in commands.FORMATS
            else content
        )

    return rewrite_inline_elements(text, HTML, element, html.unescape)


def safe_markdown(text: str, formatter: Markdown | None = None) -> str:
    """Reduce Markdown or HTML that others wrote to emphasis, links, code and formulas. nh3 decides what may stay.

    The site's own YAML and Markdown do not come here.
    """
    if _is_plain(text):
        return text
    formatter = formatter or Markdown()
    text = _with_formulas(text, formatter)
    found = inline(text).replace("<br />", "<br>")
    safe = _cleaned(found)
    # A line of a longer text may begin with it, where also elements of blocks are HTML.
    is_safe = (
        safe == found and "$" not in text and "<a" not in text and _is_same(_cleaned(text), text)
    )
    return formatter.with_markup(text) if is_safe else _formatted(safe, formatter)


def safe_html_as_markdown(text: str) -> str:
    """The same of text in which only HTML and formulas are markup."""
    if _is_plain(text):
        return text
    formatter = OwnMarkdown()
    return _formatted(_cleaned(_with_formulas(text, formatter)), formatter)


def _is_same(one: str, other: str) -> bool:
    return html.unescape(one) == html.unescape(other)


def harmless(text: str) -> str:
    """The HTML or Markdown of an old site without what could run code, for a page that outputs it unescaped."""
    import nh3  # Few old sites have such pages.

    safe = nh3.clean(text, link_rel=None) if "<" in text else text.replace('"', "&quot;")
    shown = inline(safe).replace(" />", ">")
    runs = re.search(r"(?i)on\w+=|(?:script|data):", "".join(html.unescape(text).split()))
    is_safe = not runs and _is_same(nh3.clean(shown, link_rel=None), shown)
    # A URL that begins with a space without width is a local one.
    return (
        safe
        if is_safe
        else "&#8203;" + re.sub(r"[^\w\s]", lambda match: f"&#{ord(match[0])};", safe)
    )


def _is_plain(text: str) -> bool:
    """Whether a text without HTML and formulas is shown as it is written."""
    return frozenset("<&$").isdisjoint(text) and inline(text) == text


def _with_formulas(text: str, formatter: Markdown) -> str:
    """The text with placeholders for its formulas. Code has none."""

    def formula(match: re.Match[str]) -> str:
        return formatter.formula(html.unescape(match[1])) or match[1]

    def with_placeholders(part: str) -> str:
        return FORMULA.sub(formula, re.sub(MARKDOWN_FORMULA, formula, part))

    return rewrite_outside_code(PLACEHOLDER.sub("", text), with_placeholders)


def _cleaned(text: str) -> str:
    import nh3  # Few bibliographies have such fields.

    return nh3.clean(
        text, SAFE_ELEMENTS, attributes={"a": {"href"}}, url_schemes=SAFE_SCHEMES, link_rel=None
    )


def _formatted(safe: str, formatter: Markdown) -> str:
    """Convert HTML of only SAFE_ELEMENTS to Markdown."""
    contents, urls = [""], list[str]()
    for token in read(safe):
        if token.name == "br":
            contents[-1] += formatter.placeholder("<br>")
        elif token.kind == "start":
            contents.append("")
            urls.append(token.attributes.get("href", ""))
        elif token.kind == "end":
            content, url = contents.pop(), urls.pop()
            is_link = token.name == "a"
            contents[-1] += (
                formatter.link(url, content)
                if is_link
                else formatter.element(commands.FORMATS[token.name], content)
            )
        else:
            contents[-1] += html.unescape(token.source)
    return " ".join(formatter.finish(contents[0]).split())


def html_to_text(text: str) -> str:
    """Convert text with the HTML elements of titles to plain text."""
    return " ".join(_convert(text, PlainText()).split())
