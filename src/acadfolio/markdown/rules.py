"""One of Pygments' lexers comes in, what runs it faster comes out: it tries only rules that may match at a character.

A lexer of the usual kind is a table: in a state, the first of its patterns that matches says what the text is and what
state follows. There are up to a hundred of them, and most cannot match where a certain letter stands.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pygments.lexer import RegexLexer
from pygments.token import Error, Whitespace, _TokenType

from acadfolio.markdown.firsts import ANY, first_characters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Token = tuple[int, Any, str]
    Rule = tuple[Callable[..., re.Match[str] | None], Any, Any]
    """What looks for it, what it is or what takes it apart, and the state that follows."""

WORTH = 4000
"""Reading the patterns of a lexer pays after so many characters of source."""


class Rules:
    """Runs one lexer: by its own loop at first and where it has one of another kind, else by ours."""

    def __init__(self, lexer: Any) -> None:
        self.lexer = lexer
        self.is_table = type(lexer).get_tokens_unprocessed is RegexLexer.get_tokens_unprocessed
        self.length = 0
        self.states: dict[str, State] = {}

    def tokens(self, source: str) -> Iterable[Token]:
        """As `get_tokens_unprocessed` of the lexer: where it is, what it is, and the text."""
        self.length += len(source)
        if self.is_table and self.length > WORTH:
            return self._tokens(source)
        own: Iterable[Token] = self.lexer.get_tokens_unprocessed(source)
        return own

    def _tokens(self, source: str) -> list[Token]:
        found: list[Token] = []
        stack, position = ["root"], 0
        state = self._state("root")
        while True:
            for look, action, following in state[source[position : position + 1]]:
                match = look(source, position)
                if match is None:
                    continue
                if type(action) is _TokenType:
                    found.append((position, action, match[0]))
                elif action is not None:
                    found += action(self.lexer, match)
                position = match.end()
                if following is not None:
                    _move(stack, following)
                    state = self._state(stack[-1])
                break
            else:
                if position >= len(source):
                    return found
                if source[position] == "\n":
                    stack, state = ["root"], self._state("root")
                found.append((position, Whitespace if source[position] == "\n" else Error, source[position]))
                position += 1

    def _state(self, name: str) -> State:
        state = self.states.get(name)
        if state is None:
            state = self.states[name] = State(self.lexer._tokens[name])  # noqa: SLF001 - has no public name
        return state


class State(dict[str, "list[Rule]"]):
    """The rules of a state that may match where a character stands, or (empty) where the text ends."""

    def __init__(self, rules: list[Rule]) -> None:
        self.rules = rules
        self.firsts = [_firsts(rule) for rule in rules]

    def __missing__(self, char: str) -> list[Rule]:
        if char.isascii() and char:
            place = ord(char)
            rules = [rule for rule, firsts in zip(self.rules, self.firsts, strict=True) if firsts >> place & 1]
        else:
            rules = self.rules
        self[char] = rules
        return rules


def _firsts(rule: Rule) -> int:
    pattern = getattr(rule[0], "__self__", None)
    return first_characters(pattern) if isinstance(pattern, re.Pattern) else ANY


def _move(stack: list[str], following: Any) -> None:
    """Go to the state that a rule names; the first is never left."""
    if isinstance(following, int):
        del stack[1 if abs(following) >= len(stack) else following :]
        return
    for name in following if isinstance(following, tuple) else (following,):
        if name == "#pop":
            if len(stack) > 1:
                stack.pop()
        else:
            stack.append(stack[-1] if name == "#push" else name)
