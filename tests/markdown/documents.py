"""Random pages out of what people write: one seed, one page."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_WORDS = """
graph lattice the of paper bound network Alice IEEE 2024 R&D AT&T café 你好 研究 שלום 🔥 -- --- 3--5 it's "said" i.e. <3
1.2 $5 [2024] (see) x_1 snake_case a*b <br> \\* \\_ C++ http://a.example/b_c ...
"""
_SPANS = """
*{}*|**{}**|_{}_|***{}***|`code`|``a ` b``|[{}](http://a.example/z)|[{}](u "Title")|[{}][ref]|[ref]|![plot](i.png)|({})
[![badge](b.svg)](u)|\\[[PDF](x.pdf)\\]|[[bib](x.bib)]|<https://a.example/c>|<me@a.example>|<b>{}</b>|<sup>{}</sup>|[^1]
<span class="x">{}</span>|<font color="red">{}</font>|<!-- *c* -->|<u>{}</u>|<kbd>{}</kbd>|~~{}~~|$$x^2$$|"{}"|'{}'|[^n]
[{}](u){: .btn}|![plot](i.png){: width="50%" .center}|HTML|**{}:** {}|*{}*, **{}**|<br>#{}|*{}|<i>{}|&copy;|{}  #{}
"""
WORDS = _WORDS.split()
SPANS = _SPANS.strip().replace("\n", "|").replace("#", "\n").split("|")
_RULES = ("---", "***", "* * *", "___")
_FENCES = ("x = 1", "a | b", "* no\n\n* list", "def f():\n    return 1", "<b>\n\n    deep")
_TAGS = ("div", "p", "center", "details", "section", "span", "blockquote", "article")
_MARKS = (
    "",
    "",
    ' markdown="1"',
    ' markdown="1"',
    ' markdown="span"',
    ' markdown="0"',
    ' class="c"',
    " hidden",
)
_RAW = (
    "<br>",
    "<hr>",
    "<!-- comment\n\n* x -->",
    '<img src="a.png" width="30">',
    '<script>\nif (a<b) x("*")\n</script>',
    '<iframe src="x"></iframe>',
    '<p align="center"><img src="a"></p>',
    '<a id="x"></a>',
    "</div>",
)
_ENDS = (
    '\n[ref]: http://ref.example "Ref"\n',
    "\n[^1]: note one\n",
    "\n[^n]: note n\n\n    more\n",
    "\n*[HTML]: Hyper Text\n",
)


def page(seed: int) -> str:
    return _Writer(random.Random(seed)).page()  # noqa: S311 - no secrets


class _Writer:
    def __init__(self, source: random.Random) -> None:
        self.random = source
        self.pick = source.choice

    def page(self) -> str:
        blocks = [
            self.block(0) + self.pick(["\n\n", "\n\n", "\n\n", "\n", "\n\n\n"])
            for _ in range(self.below(4) + 1)
        ]
        return "".join(blocks) + "".join(end for end in _ENDS if self.below(3) == 0)

    def below(self, limit: int) -> int:
        return self.random.randrange(limit)

    def words(self, most: int) -> str:
        return " ".join(self.pick(WORDS) for _ in range(self.below(most) + 1))

    def line(self, depth: int = 0) -> str:
        pieces = [
            self.span(depth) if depth < 2 and self.below(2) else self.words(4)
            for _ in range(self.below(3) + 1)
        ]
        return self.pick([" ", " ", ", ", ""]).join(pieces)

    def span(self, depth: int) -> str:
        pattern = self.pick(SPANS)
        while "{}" in pattern:
            inner = self.line(depth + 1) if self.below(3) == 0 else self.words(2)
            pattern = pattern.replace("{}", inner.replace("{}", ""), 1)
        return pattern

    def paragraph(self) -> str:
        indents = ["", "", "", "", "  ", "    "]
        return "\n".join(
            (self.pick(indents) if number else "") + self.line()
            for number in range(self.below(3) + 1)
        )

    def block(self, depth: int) -> str:
        if depth > 2:
            return self.paragraph()
        makers: list[Callable[[], str]] = [
            *[self.paragraph, self.header, self.table, self.fence, self.definition],
            *[lambda: self.items(depth)] * 3,
            *[lambda: self.html(depth), lambda: self.quote(depth)],
            *[
                lambda: self.pick(_RULES),
                lambda: self.pick(_RAW),
                lambda: "$$\na+b\n$$",
                lambda: "* t\n{:toc}",
            ],
            lambda: self.paragraph() + "\n{: .c #i}",
        ]
        return self.pick(makers)()

    def header(self) -> str:
        text = self.line().replace("\n", " ")
        if self.below(4) == 0:
            return f"{text}\n{self.pick(['===', '---'])}"
        return (
            "#" * (self.below(4) + 1)
            + f" {text}"
            + self.pick(["", "", "", " ##", " {#own}", "\n{: .h}"])
        )

    def items(self, depth: int) -> str:
        mark = self.pick("*-+1")
        items = []
        for number in range(self.below(3) + 1):
            marker = (f"{number + 1}." if mark == "1" else mark) + self.pick(
                [" ", " ", "   ", "\t"]
            )
            body = self.paragraph()
            if self.below(2):
                body += self.pick(["\n", "\n\n"]) + self.block(depth + 1)
            width = self.pick([len(marker), 2, 4, 4, 3])
            items.append(_indented(body, marker, self.pick([" " * width, " " * width, "\t"])))
        return self.pick(["\n", "\n", "\n\n"]).join(items)

    def quote(self, depth: int) -> str:
        return _indented(self.block(depth + 1), "> ", self.pick(["> ", "> ", ""]), ">")

    def fence(self) -> str:
        fence = self.pick(["```", "```", "~~~"])
        return f"{fence}{self.pick(['', 'python', ' bash', 'text'])}\n{self.pick(_FENCES)}\n{fence}"

    def table(self) -> str:
        width = self.below(2) + 2

        def row() -> str:
            cells = [
                self.pick([self.words(2), "`a|b`", "a \\| b", "*e*", ""]) for _ in range(width)
            ]
            return self.pick(["| ", "|"]) + " | ".join(cells) + self.pick([" |", " |", ""])

        head = [
            row(),
            "|" + "|".join(self.pick(["---", ":--", "--:", ":-:"]) for _ in range(width)) + "|",
        ]
        return "\n".join(
            [*(head if self.below(4) else []), *(row() for _ in range(self.below(3) + 1))]
        )

    def html(self, depth: int) -> str:
        tag = self.pick(_TAGS)
        inner = self.paragraph() if self.below(2) else self.block(depth + 1)
        space = self.pick(["", "\n", "\n\n"])
        return f"<{tag}{self.pick(_MARKS)}>{space}{inner}{space}</{tag}>"

    def definition(self) -> str:
        return (
            f"{self.words(2)}\n{_indented(self.paragraph(), ': ', self.pick(['  ', '    ', '']))}"
        )


def _indented(text: str, first: str, rest: str, blank: str = "") -> str:
    lines = text.split("\n")
    return "\n".join(
        [first + lines[0], *((rest + line if line.strip() else blank) for line in lines[1:])]
    )
