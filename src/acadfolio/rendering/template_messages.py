"""The messages of Jinja and Python in plain English, for the authors of templates and shortcodes.

Jinja's errors have a line and a name, but what is wrong is only in their text. A text that is not
in the table stays as it is.
"""

from __future__ import annotations

import re

import jinja2
from msgspec import Struct

OBJECT = r"'([\w.]+)\.(\w+) object' has no attribute '(\w+)'"
VARIABLE = r"\bl_\d+_"
"""What Jinja writes before the names of variables."""
UNDEFINED = r"'(\w+)' is undefined"
QUOTED = r"'([\w ]+)'"
TOKENS = {
    "end of print statement": "`}}`",
    "end of statement block": "`%}`",
    "end of template": "the end",
    "name": "a name",
    "string": "a text in quotes",
    "integer": "a number",
}
"""Jinja's names of what it reads, and ours."""
CURLY_QUOTES = frozenset("“”„‟«»‘’‚")
STRAIGHT_QUOTES = "use straight quotes: \" or '"
MISSING_SIGN = "is an operator, a comma, a quote or a bracket missing before it?"
KINDS = {
    "dict": "this mapping",
    "list": "this list",
    "tuple": "this list",
    "str": "this text",
    "int": "this number",
    "float": "this number",
    "bool": "this `true` or `false`",
    "method": "this function",
    "partial": "this shortcode",
    "function": "this function",
}
"""Python's types as an author knows them."""


class Explanation(Struct, frozen=True):
    """The sentence and the hint for a message.

    `{0}` is the first group of the pattern in backticks, and `{raw[0]}` without them.
    """

    pattern: str
    sentence: str
    hint: str = ""


EXPLANATIONS = (
    Explanation(
        r"expected token 'end of \w+ \w+', got '(.+)'$", "{0} cannot stand here", MISSING_SIGN
    ),
    Explanation(r"expected token '(.+)', got '(.+)'$", "{0} is missing before {1}"),
    Explanation(
        r"chunk after expression$",
        "something is left after its end",
        "is a comma, an operator or a quote missing?",
    ),
    Explanation(
        r"unexpected char (?:\"'\"|'\"') at \d+$", "a quote is not closed", "quotes come in pairs"
    ),
    Explanation(r"unexpected char '(.+)' at \d+$", "the character {0} cannot stand here"),
    Explanation(
        r"unexpected end of template, expected ','$", "a closing bracket is missing at its end"
    ),
    Explanation(r"unexpected end of template, expected '(.+)'$", "{0} is missing at its end"),
    Explanation(
        r"unexpected 'end of template'$",
        "something is missing at its end",
        "such as a value, a quote or a bracket",
    ),
    Explanation(r"expected name or number$", "a name or a number is missing after the dot"),
    Explanation(r"object of type '(\w+)' has no len\(\)$", "{kind} has no length"),
    Explanation(r"unexpected '(.+)', expected '(.+)'$", "{1} is missing before {0}"),
    Explanation(
        r"[Uu]nexpected '(.+)'$",
        "{0} cannot stand here",
        "is a bracket or a value missing, or one too many?",
    ),
    Explanation(r"Expected an expression, got '(.+)'$", "a value is missing before {0}"),
    Explanation(
        r"tag name expected$", "the name of a tag is missing after `{{%`", "such as `{{% if … %}}`"
    ),
    Explanation(
        r"Encountered unknown tag '(end\w+|elif|else)'.*to be closed is '(\w+)'",
        "the tag `{{% {raw[0]} %}}` stands where `{{% {raw[1]} %}}` is still open",
        "write `{{% end{raw[1]} %}}` before it",
    ),
    Explanation(
        r"Encountered unknown tag '(end\w+|elif|else)'",
        "the tag `{{% {raw[0]} %}}` ends nothing",
        "delete it, or write the tag to which it belongs before it",
    ),
    Explanation(r"Encountered unknown tag '(\w+)'", "there is no tag {0}"),
    Explanation(
        r"Unexpected end of template.*to be closed is '(\w+)'",
        "the tag `{{% {raw[0]} %}}` is not closed",
        "write `{{% end{raw[0]} %}}` after its content",
    ),
    Explanation(r"No (filter|test) named '([\w.]+)'", "there is no {raw[0]} named {1}"),
    Explanation(
        r"block '(\w+)' defined twice$",
        "the block {0} is defined twice",
        "rename or delete one of them",
    ),
    Explanation(r"required block '(\w+)' not found$", "the block {0} is required, but missing"),
    Explanation(
        r"macro '(\w+)' takes not more than (\d+) argument",
        "the macro {0} is called with more values than its {raw[1]} parameter(s)",
        "delete a value, or add a parameter to the macro",
    ),
    Explanation(
        r"macro '(\w+)' takes no keyword argument '(\w+)'",
        "the macro {0} has no parameter {1}",
        "correct the name, or add the parameter to the macro",
    ),
    Explanation(
        r"macro '(\w+)' was invoked with two values for the special caller argument",
        "the macro {0} is called with `{{% call %}}` and with a value for `caller`",
        "delete one of them",
    ),
    Explanation(
        r"parameter '(\w+)' was not provided$", "the parameter {0} of this macro has no value"
    ),
    Explanation(
        r"'None' has no attribute '(.+)'$",
        "the value before `.{raw[0]}` is empty",
        "test it first: `{{% if … %}}`",
    ),
    Explanation(
        r"'?None'? has no element (.+)$",
        "the value before `[{raw[0]}]` is empty",
        "test it first: `{{% if … %}}`",
    ),
    Explanation(
        r"'dict object' has no attribute '(.+)'$",
        "there is no key {0} in this mapping",
        "check its spelling, or write the key into your data",
    ),
    Explanation(
        r"'(\w+) object' has no attribute '(.+)'$",
        "{kind} has no attribute {1}",
        "check its spelling",
    ),
    Explanation(
        r"(\w+) object has no element (\d+)$", "{kind} has no item {1}", "the first item is `[0]`"
    ),
    Explanation(
        r"access to attribute '(\w+)' of '\w+' object is unsafe", "templates may not use {0}"
    ),
)
"""The common messages. The first pattern that fits a message explains it."""


def explanation_of(error: Exception) -> tuple[str, str]:
    """The sentence and the hint for a message of Jinja; empty if the table does not have it."""
    message = _message_of(error).strip().removesuffix(".")
    for explanation in EXPLANATIONS:
        found = re.match(explanation.pattern, message, re.DOTALL)
        if found is not None:
            raw = found.groups()
            kind = KINDS.get(raw[0], "this value") if raw else ""
            words = [TOKENS.get(word, f"`{word}`") for word in raw]
            sentence = explanation.sentence.format(*words, raw=raw, kind=kind)
            is_curly = bool(raw) and raw[0] in CURLY_QUOTES
            return sentence, STRAIGHT_QUOTES if is_curly else explanation.hint.format(raw=raw)
    return "", ""


def _message_of(error: Exception) -> str:
    if isinstance(error, jinja2.TemplateSyntaxError | jinja2.UndefinedError):
        return error.message or ""
    return str(error)


def describe(error: Exception) -> str:
    """The message of Jinja or Python in plain English, without the names of our classes."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply, or calls itself"
    if isinstance(error, KeyError):
        return f"there is no `{error.args[0] if error.args else ''}`"
    if sentence := explanation_of(error)[0]:
        return sentence
    message = re.sub(VARIABLE, "", error.msg) if isinstance(error, SyntaxError) else str(error)
    message = re.sub(
        OBJECT,
        lambda match: f"`{match[2].removesuffix('Context').lower()}` has no attribute '{match[3]}'",
        message,
    )
    message = re.sub(QUOTED, r"`\1`", message.replace("end of template", "end")).removesuffix(".")
    return f"{message[:1].lower()}{message[1:]}" or "a value has the wrong type"
