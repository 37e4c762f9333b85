"""Colours code with Pygments: source and language in, HTML out; a language that nobody knows stays plain."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from acadfolio.markdown.escape import escape

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pygments.lexer import Lexer

_PLAIN = frozenset(("", "plaintext", "text"))
# What kramdown's highlighter colours and Pygments does not know by this name.
_WITHOUT_LEXER = """
plaintext Dockerfile HAML Isabelle LaTeX OCL R S TeX apex apib apiblueprint armasm aug batchfile behat biml bpf
brightscript brs bs bsl cfscript cmhg cmm common_lisp conf config configuration csvs dafny datastudio digdag dlang
e-mail eex epp eps eruby esc escape fea ff fluent ftl ghc-cmm ghc-core gnumake gradle hack hbs heex hh hocon hql
idlang irb_output isa isbl jdn jsl json-doc jsonc kdb+ leex litcoffee literate_coffeescript literate_haskell
lithaskell ls lustre lutin m m68k magik microsoftshell minizinc mkd ml msgtrans msshell mustache nes nesasm nial
obj-cpp obj_c obj_c++ obj_cpp objcpp objective_c objective_cpp objectivecpp ocl opentype opentype_feature_file
opentypefeature patch plist plsql pp prometheus pry ps realbasic rescript robot robot-framework robot_framework
shell_session slice sqf ssh syzlang syzprog terminal ttcn3 tulip unit-file varnish varnishconf vb viml vimscript
vuejs wollok xojo xpath zir
"""


def coloured(source: str, language: str, marked_lines: str = "") -> str | None:
    """The HTML of code; None in a language that nobody colours. `marked_lines` as in `highlight`."""
    return highlight(source, language, marked_lines) if not language or known(language) else None


def highlight(source: str, language: str, marked_lines: str = "") -> str:
    """marked_lines: numbers and ranges, `1 3-5`, of lines to wrap in `<span class="hll">`."""
    lexer = None if language.lower() in _PLAIN else _lexer(language.lower())
    if lexer is None or not source.strip():
        html = escape(source)
    else:
        html = _spans(source, lexer.get_tokens_unprocessed(source))
    return _marked(html, marked_lines) if marked_lines else html


def known(language: str) -> bool:
    """Whether code in this language gets the markup of coloured code; other code stays bare."""
    return language in _names()


@cache
def _names() -> frozenset[str]:
    return frozenset(_WITHOUT_LEXER.split()).union(_aliases())


@cache
def _lexer(language: str) -> Lexer | None:
    from pygments.lexers import find_lexer_class  # Half of all sites show no code.

    name = _aliases().get(language)
    found = find_lexer_class(name) if name else None
    return found() if found else None


@cache
def _aliases() -> dict[str, str]:
    """The name of each lexer that Pygments brings, by what a page may call its language."""
    from pygments.lexers import get_all_lexers

    found: dict[str, str] = {}
    for name, aliases, _, _ in get_all_lexers(plugins=False):
        for alias in aliases:
            found.setdefault(alias.lower(), name)
    return found


def _spans(source: str, tokens: Iterable[tuple[int, Any, str]]) -> str:
    tags = _tags()
    to_escape = "&" in source or "<" in source or ">" in source
    out: list[str] = []
    for _, kind, raw in tokens:
        text = escape(raw) if to_escape and not raw.isalnum() else raw
        tag = tags[kind]
        if not tag or not text.strip():
            out.append(text)
        elif "\n" in text:
            # A span ends with its line, so that a marked line can be wrapped.
            out.append("\n".join([f"{tag}{piece}</span>" if piece else "" for piece in text.split("\n")]))
        else:
            out.append(f"{tag}{text}</span>")
    return "".join(out)


class _Tags(dict[Any, str]):
    """The start tag for each kind of token; none for text and white space."""

    def __init__(self, names: Mapping[Any, str]) -> None:
        self.names = names

    def __missing__(self, kind: Any) -> str:
        named = kind
        while named not in self.names:
            named = named.parent  # the nearest kind that has a short name
        name = self.names[named]
        tag = self[kind] = "" if name in ("", "w") else f'<span class="{name}">'
        return tag


@cache
def _tags() -> _Tags:
    from pygments.token import STANDARD_TYPES

    return _Tags(STANDARD_TYPES)


def _marked(html: str, wanted: str) -> str:
    numbers: set[int] = set()
    lines = html.splitlines(keepends=True)
    for part in wanted.replace(",", " ").split():
        first, _, last = part.partition("-")
        if first.isdigit() and (last.isdigit() or not last):
            numbers.update(range(int(first), min(int(last or first), len(lines)) + 1))
    return "".join(
        f'<span class="hll">{line}</span>' if number in numbers else line for number, line in enumerate(lines, 1)
    )
