"""The Liquid tags of Jekyll: include, include_relative, link, post_url, highlight."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import TYPE_CHECKING, TextIO, cast

from liquid.ast import BlockNode, Node
from liquid.builtin.content import ContentNode
from liquid.builtin.expressions import StringLiteral, parse_primitive, tokenize
from liquid.exceptions import LiquidError, LiquidSyntaxError
from liquid.parser import get_parser
from liquid.stream import TokenStream
from liquid.tag import Tag
from liquid.token import TOKEN_EXPRESSION, TOKEN_ILLEGAL, TOKEN_TAG, Token
from liquid.undefined import is_undefined

from acadfolio.loading.pages import as_ours
from acadfolio.wording import did_you_mean
from acadfolio_jekyll.detection import BLOCK_MARKERS
from acadfolio_jekyll.folders import INCLUDES
from acadfolio_jekyll.liquid.theme_texts import theme_texts
from acadfolio_jekyll.page_files import include_key

if TYPE_CHECKING:
    from liquid import RenderContext
    from liquid.expression import Expression

    from acadfolio.model.site import Site
    from acadfolio_jekyll.liquid.environment import PageEnvironment

ARGUMENT = re.compile(r"""([\w-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"']+)""")
FILTERED = r"""((?>(?:[^"'|]++|"[^"]*"|'[^']*')*))\|"""
"""An expression before its first filter."""
HINTS = {"bibliography": "write the line `{{ publications() }}` into the text of the page instead"}


class ThemeIncludeNode(Node):
    """An include of a Jekyll theme.

    Its HTML replaces a placeholder after the conversion of Markdown.
    """

    def __init__(self, token: Token, name: str, arguments: dict[str, Expression]) -> None:
        super().__init__(token)
        self.name, self.arguments = name, arguments
        self.blank = False

    def render_to_output(self, context: RenderContext, buffer: TextIO) -> int:
        values = {key: value.evaluate(context) for key, value in self.arguments.items()}
        given = {key: value for key, value in values.items() if not is_undefined(value)}
        return buffer.write(
            cast("PageEnvironment", context.env).add_call(self.name, given, self.token)
        )


class OwnIncludeNode(ThemeIncludeNode):
    """A text in content/_includes/ or of theme_texts, which has the arguments of its tag as `include.NAME`."""

    def render_to_output(self, context: RenderContext, buffer: TextIO) -> int:
        arguments = {key: value.evaluate(context) for key, value in self.arguments.items()}
        template = context.env.get_template(self.name, context=context)
        with context.extend({"include": arguments}, template=template):
            template.render_with_context(context, buffer, partial=True)
        return 1


class HighlightNode(Node):
    """Code in a language."""

    def __init__(self, token: Token, language: str, block: BlockNode) -> None:
        super().__init__(token)
        self.language, self.block = language, block
        self.blank = False

    def render_to_output(self, context: RenderContext, buffer: TextIO) -> int:
        code = context.get_buffer(buffer)
        self.block.render(context, code)
        environment = cast("PageEnvironment", context.env)
        html = environment.html(_fenced(code.getvalue(), self.language))
        code_block = environment.add_call("", {}, self.token, html)
        if not environment.page.is_html and _is_among_words(self.token):
            code_block = f"\n\n{code_block}\n\n"  # HTML has no blocks in paragraphs.
        return buffer.write(code_block)


class JekyllTag(Tag):
    """A tag with words that are not a Liquid expression."""

    block = False

    def parse(self, stream: TokenStream) -> Node:
        token = stream.current
        words = ""
        if stream.peek.kind == TOKEN_EXPRESSION:
            next(stream)
            words = " ".join(stream.current.value.split())
        return self.node(token, words, cast("PageEnvironment", self.env))

    def node(self, token: Token, words: str, environment: PageEnvironment) -> Node:
        raise NotImplementedError

    def unsupported(self, token: Token, message: str, hint: str) -> Node:
        """Warn of a tag that prints nothing."""
        cast("PageEnvironment", self.env).report_unsupported(token, message, hint)
        return ContentNode(token, "")


class IncludeTag(JekyllTag):
    """`{% include figure image_path="a.png" alt=page.title %}`: without the commas that python-liquid expects."""

    name = "include"

    def node(self, token: Token, words: str, environment: PageEnvironment) -> Node:
        file = re.sub(r"(?s)((?:\{\{.*?\}\}|\S)+).*", r"\1", words)
        name = file.removesuffix(".html").removesuffix(".liquid")
        own = include_key(environment.page.file, file)
        arguments = self.arguments(words[len(file) :], token)
        if name in environment.known_includes:
            return ThemeIncludeNode(token, name, arguments)
        for key in (own, f"includes/{name}"):
            if key in theme_texts() | environment.made_of.included:
                return OwnIncludeNode(token, key, arguments)
        hint = (
            did_you_mean(name, environment.known_includes, lists=False)
            or f"put it into content/{INCLUDES}/"
        )
        return self.unsupported(token, f"there is no include `{file}`", hint)

    def arguments(self, words: str, token: Token) -> dict[str, Expression]:
        return {key: self._expression(value, token) for key, value in ARGUMENT.findall(words)}

    def _expression(self, value: str, token: Token) -> Expression:
        if value[0] in "\"'":
            return StringLiteral(token, value[1:-1])
        return parse_primitive(self.env, TokenStream(tokenize(value, parent_token=token)))


class UnknownTag(JekyllTag):
    """A tag of a plugin that acadfolio does not have. It is reported; the text in it stays."""

    name = TOKEN_ILLEGAL

    def node(self, token: Token, words: str, environment: PageEnvironment) -> Node:
        name = token.value
        if f"tags/{name}" in theme_texts():
            return OwnIncludeNode(token, f"tags/{name}", {"words": StringLiteral(token, words)})
        if name.removeprefix("end") in environment.tags:
            raise LiquidSyntaxError(f"unexpected tag '{name}'", token=token)
        if name.startswith("end"):
            return ContentNode(token, "")
        hint = HINTS.get(name) or did_you_mean(name, environment.tags, cutoff=0.75, lists=False)
        return self.unsupported(
            token, f"there is no tag `{name}`", hint or "write its result as Markdown or HTML"
        )


class IncludeRelativeTag(IncludeTag):
    """`{% include_relative part.md %}`: the text of a file in the page's folder or below it, with its Liquid."""

    name = "include_relative"

    def node(self, token: Token, words: str, environment: PageEnvironment) -> Node:
        name, _, rest = words.partition(" ")
        file = name.strip("\"'")
        if file in environment.made_of.included:
            return OwnIncludeNode(token, file, self.arguments(rest, token))
        hint = "put it into the page's folder in content/, or a folder below"
        return self.unsupported(token, f"there is no file `{file}` to include", hint)


class LinkTag(JekyllTag):
    """`{% link _pages/about.md %}`: the URL of a page of content/, of a file of static/, or the old URL of an entry."""

    name = "link"

    def node(self, token: Token, words: str, environment: PageEnvironment) -> Node:
        urls = self.urls(environment.site)
        name = words.strip("\"' ").removeprefix("/")
        path = as_ours(name)
        url = urls.get(path) or _url_ending_in(f"/{name}", urls)
        if not url:
            hint = did_you_mean(path, urls, lists=False) or "write its path in content/ or static/"
            environment.report_error(
                token, f"there is no page, post or file `{name}` to link to", hint
            )
        return ContentNode(token, url)

    def urls(self, site: Site) -> dict[str, str]:
        entries = [entry for entries in site.lists.values() for entry in entries]
        old_urls = [url for entry in entries for url in getattr(entry, "redirect_from", ())]
        urls = {f"_{url.strip('/').removesuffix('.html')}.md": url for url in old_urls}
        for page in (*site.originals, *site.pages):
            urls[as_ours(page.file.removeprefix("content/"))] = page.url
            # The file of the original means its translation.
            urls[f"{page.name}.{page.file.rpartition('.')[2]}"] = page.url
        return urls | {file.path: f"/{file.path}" for file in site.static_files}


class PostUrlTag(LinkTag):
    """`{% post_url 2019-07-14-name %}`: the URL of a post."""

    name = "post_url"

    def urls(self, site: Site) -> dict[str, str]:
        urls: dict[str, str] = {}
        for path, url in super().urls(site).items():
            if path.startswith("posts/"):
                name = path.removeprefix("posts/").rpartition(".")[0]
                urls[name] = url
        return urls


class HighlightTag(Tag):
    """`{% highlight python %} … {% endhighlight %}`."""

    name = "highlight"
    end = "endhighlight"

    def parse(self, stream: TokenStream) -> Node:
        token = stream.eat(TOKEN_TAG)
        language = ""
        if stream.current.kind == TOKEN_EXPRESSION:
            language = stream.eat(TOKEN_EXPRESSION).value.partition(" ")[0]
        block = get_parser(self.env).parse_block(stream, frozenset({self.end}))
        stream.expect(TOKEN_TAG, value=self.end)
        return HighlightNode(token, language, block)


class LocatedTag(Tag):
    """A tag that adds its own position to syntax errors without one, such as that of an unclosed tag.

    Filters in loops and conditions have no effect, as in Jekyll. They are reported.
    """

    def __init__(self, tag: Tag) -> None:
        super().__init__(tag.env)
        self.tag = tag

    def get_node(self, stream: TokenStream) -> Node:
        token, expression = stream.current, stream.peek
        filtered = re.match(FILTERED, expression.value)
        has_condition = token.value in {"for", "if", "unless"}
        if filtered and has_condition and expression.kind == TOKEN_EXPRESSION:
            environment = cast("PageEnvironment", self.env)
            message = f"a filter has no effect in `{token.value}`"
            hint = "write `{% assign … %}` with the filter before it"
            environment.report_unsupported(expression, message, hint)
            stream.tokens[stream.pos + 1] = expression._replace(value=filtered[1])
        try:
            return self.parse(stream)
        except LiquidError as error:
            if error.token is None or error.token.start_index < 0:
                error.token = token
            raise

    def parse(self, stream: TokenStream) -> Node:
        return self.tag.parse(stream)


TAGS: tuple[type[Tag], ...] = (
    IncludeTag,
    IncludeRelativeTag,
    LinkTag,
    PostUrlTag,
    HighlightTag,
    UnknownTag,
)


def _url_ending_in(end: str, urls: dict[str, str]) -> str:
    """The URL of the first path with this end; empty without one."""
    for path, url in urls.items():
        if path.endswith(end):
            return url
    return ""


def _is_among_words(tag: Token) -> bool:
    """Whether there are words before a `highlight` in its line, or after its end.

    A token starts at the tag's name.
    """
    start = tag.source.rfind("{%", 0, tag.start_index)
    end = tag.source.find("%}", tag.source.find("endhighlight", start)) + len("%}")
    before, after = tag.source[:start].rpartition("\n")[2], tag.source[end:].partition("\n")[0]
    return bool(BLOCK_MARKERS.sub("", before, count=1) + after.strip())


def _fenced(code: str, language: str) -> str:
    """A fenced code block."""
    longest = max(map(len, re.findall("~+", code)), default=0)
    fence = "~" * max(3, longest + 1)
    code = dedent(code).strip("\n").rstrip()
    return f"{fence} {language}\n{code}\n{fence}\n"
