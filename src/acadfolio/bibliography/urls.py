"""Find the URLs in a field of a bibliography, apart from the words around them."""

from __future__ import annotations

import re
from typing import NamedTuple

from acadfolio.bibliography.latex import latex_to_text, latex_to_url
from acadfolio.bibliography.vocabulary import host_of
from acadfolio.html.tokens import Token, rewrite_inline_elements
from acadfolio.wording import printable

BRACED = r"(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*"
COMMAND = (
    rf"\\href\s*\{{(?P<target>{BRACED})\}}\s*\{{(?P<words>{BRACED})\}}"
    rf"|\\(?:url|nolinkurl)\s*\{{(?P<url>{BRACED})\}}"
    rf"|(?:\\texttt\s*\{{|\{{\\tt(?:family)?\s)\s*(?P<code>https?://{BRACED})\}}"
)
MARKDOWN = r"\[(?P<label>[^\[\]]+)\]\((?P<address>https?://[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)\)"
BEFORE_URL = r"""(?<![\w@])(?<!=["'])(?=https?:|ftp:|www\.)"""
SCHEME = r"(?:(?:https?|ftp)://|www\.(?=[\w-]+\.))"
AFTER_URL = '<>"|，。；、！？（）【】「」『』《》“”„«»—–…\u200b'
"""Characters that end a URL, such as Chinese punctuation."""
ESCAPED = r"\\[%#&_$~](?:\{\})?|\{\\?[%#&_~]\}|\{?\\text(?:asciitilde|underscore)\s*(?:\{\})?\}?|\$\\sim\$|(?<=/)~"
"""The characters of a URL as they are escaped in LaTeX.

Elsewhere than after a slash, `~` is a space.
"""
LATEX_URL = re.compile(
    rf"{COMMAND}|{MARKDOWN}|{BEFORE_URL}(?P<bare>{SCHEME}(?:{ESCAPED}|(?!---)[^\s{{}}\\~${AFTER_URL}])+)",
    re.IGNORECASE,
)
PLAIN_URL = re.compile(
    rf"{MARKDOWN}|{BEFORE_URL}(?P<bare>{SCHEME}[^\s{AFTER_URL}]+)", re.IGNORECASE
)
BETWEEN_URLS = re.compile(r"(?<=[^/=?&:])[,;]?(?=https?://)")
"""The point between two URLs without a space.

A URL within another, as web archives have them, follows `/` or `=`.
"""
LABEL = re.compile(r"\[([^\[\]]+)\]:?\s*\Z")
"""A label before a URL, as in `[PDF] https://…`."""
BROKEN_URL = re.compile(
    r"""(\s*https?://\S+)\s+(?!\S*:|[(\[])(?:
      (?<=[/_=&?-])\s*(?![\d./-]+\s*\Z)(?=\S*[/=_%])(\S+)
    | (\S+\.(?:html?|pdf|php|aspx?|jsp))
    )\s*""",
    re.IGNORECASE | re.VERBOSE,
)
"""A URL that is broken over two lines, and nothing else: the second part must look like the rest of a URL."""
URL_GROUPS = ("target", "url", "code", "address")
CLOSING = {")": "(", "]": "["}
CONNECTIVES = frozenset({"", "and", "or", "und", "oder", "et", "ou", "y", "o"})


class FoundUrl(NamedTuple):
    """A URL in a text: its position, and the source of the words that link to it, if it has any."""

    url: str
    words: str
    start: int
    end: int


def urls_in(text: str, *, is_latex: bool) -> list[FoundUrl]:
    """The URLs in the text of a field, in their order."""
    if "://" not in text and "www." not in text.lower() and "\\" not in text:
        return []
    found: list[FoundUrl] = []
    end = 0
    for match in (LATEX_URL if is_latex else PLAIN_URL).finditer(text):
        if match["bare"]:
            found += _bare_urls(text, match, end, is_latex=is_latex)
        elif url := _url_of_command(match):
            words = (
                (match["label"] or "") if not is_latex else match["words"] or match["label"] or ""
            )
            found.append(FoundUrl(url, _words_if_new(words, url), *match.span()))
        end = match.end()
    return found


def _url_of_command(match: re.Match[str]) -> str:
    """The URL in a command or a link of Markdown; empty if it is the path of a file."""
    groups = match.groupdict()
    written = next((groups[name] for name in URL_GROUPS if groups.get(name)), "")
    url = _clean(written)
    return url if re.match(r"(?i)(?:https?|ftp)://", url) else ""


def _clean(latex: str) -> str:
    """A URL without LaTeX and spaces. `www.` is completed."""
    url = "".join(latex_to_url(latex).split()).replace("&amp;", "&")
    if "\\" in url:
        url = latex_to_text(url)
    return f"https://{url}" if url.lower().startswith("www.") else printable(url).replace(" ", "")


def _words_if_new(words: str, url: str) -> str:
    """The words of a link; empty if they are only its URL."""
    return "" if _clean(words).rstrip("/") == url.rstrip("/") else words.strip()


def _bare_urls(
    text: str, match: re.Match[str], previous_end: int, *, is_latex: bool
) -> list[FoundUrl]:
    """The URLs in a run of characters without spaces.

    The punctuation after it belongs to the sentence.
    """
    start = match.start()
    label = LABEL.search(text, previous_end, start)
    found: list[FoundUrl] = []
    for run in BETWEEN_URLS.split(match["bare"]):
        written = _without_punctuation(run)
        url = _clean(written) if is_latex else _with_scheme(written)
        words = label[1] if label and not found else ""
        end = start + len(written)
        following = text.find("http", end)
        if text[start - 1 : start] == "<" and text[end : end + 1] == ">":
            start, end = start - 1, end + 1
        found.append(FoundUrl(url, words, label.start() if words and label else start, end))
        start = following
    return found


def _with_scheme(url: str) -> str:
    return f"https://{url}" if url.lower().startswith("www.") else url


def _without_punctuation(url: str) -> str:
    """A URL without the punctuation of its sentence. Parentheses that it opened itself stay."""
    unopened = {
        closing: url.count(closing) - url.count(opening) for closing, opening in CLOSING.items()
    }
    end = len(url)
    while end:
        last = url[end - 1]
        if last not in ".,;:!?'*" and unopened.get(last, 0) <= 0:
            break
        if last in unopened:
            unopened[last] -= 1
        end -= 1
    return url[:end]


def in_one_piece(text: str) -> str:
    """The text of a field whose only URL is broken over two lines, without the break."""
    match = BROKEN_URL.fullmatch(text)
    return match[1] + (match[2] or match[3]) if match else text


def only_url(text: str, *, is_latex: bool) -> str:
    """The URL of a text that is one URL without any words; empty for any other text."""
    found = urls_in(text, is_latex=is_latex)
    if len(found) != 1 or found[0].words or words_around(text, found):
        return ""
    return found[0].url


def words_around(text: str, found: list[FoundUrl]) -> str:
    """The text without its URLs; empty if that is only punctuation or words such as “and”."""
    parts, end = [], 0
    for url in found:
        parts.append(text[end : url.start])
        end = url.end
    words = " ".join([*parts, text[end:]]).split()
    while words and _is_connective(words[0]):
        del words[0]
    while words and _is_connective(words[-1]):
        del words[-1]
    return " ".join(words).strip(".,;:~")


def _is_connective(word: str) -> bool:
    """Whether a word only connects URLs: it is a word such as “and”, or has no letters and digits."""
    has_letters = any(character.isalnum() for character in word)
    return not has_letters or word.strip(".,;:~").lower() in CONNECTIVES


def with_links(text: str, *, is_latex: bool) -> str:
    """The text of a note in which each URL is a link, in LaTeX or in HTML."""

    def link_urls(part: str) -> str:
        parts, end = [], 0
        for found in urls_in(part, is_latex=is_latex):
            words = found.words or host_of(found.url) or found.url
            parts += [part[end : found.start], _link(found.url, words, is_latex=is_latex)]
            end = found.end
        return "".join([*parts, part[end:]])

    return rewrite_inline_elements(text, {"a"}, _unchanged, link_urls)


def _unchanged(tag: Token, content: str) -> str:
    return f"{tag.source}{content}</a>"


def _link(url: str, words: str, *, is_latex: bool) -> str:
    if is_latex:
        return rf"\href{{{url.translate(URL_ESCAPES)}}}{{{words}}}"
    return f'<a href="{url.replace("&", "&amp;")}">{words}</a>'


URL_ESCAPES = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C"})
