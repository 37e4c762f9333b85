"""An exception out of a template or a line comes in; whether that is its author's mistake, and its words, come out.

Only a mistake imports this. What a template of the site, or a line, calls with values of its own may fail in any way:
Jinja and Python, the filters, the methods of records. What fails further down, where we render, is ours and stays as it
is, but for the kinds of exception that a wrong value raises there.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2

import acadfolio
from acadfolio.problems import SiteError, WrongValueError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType

EXPECTED = (jinja2.TemplateError, ArithmeticError, LookupError, TypeError, ValueError, MemoryError, RecursionError)
PACKAGE = Path(acadfolio.__file__).parent
FOR_VALUES = ("citations", "theme", "model")
"""Our rooms that templates call with values of their own."""
LINE = "<template>"
"""What Jinja calls the file of an expression."""
GIVEN_BY_JINJA = frozenset({"self", "context", "environment", "env", "eval_ctx"})
LONGEST = 40
MANY = 50
KINDS = {
    "bool": "a truth value", "int": "a number", "float": "a number", "complex": "a number", "str": "a text",
    "Markup": "a text", "bytes": "a text", "list": "a list", "tuple": "a list", "set": "a list", "range": "a list",
    "dict": "a mapping", "NoneType": "nothing", "function": "a function", "method": "a function",
    "partial": "a function", "Macro": "a macro", "Text": "a text of the data", "When": "a date",
    "generator": "a list", "Nothing": "nothing",
}  # fmt: skip
KIND = r"'(?:\w+\.)*(\w+)(?: object)?'(?: object)?"
NAMED_AS = (
    (re.compile(rf"{KIND} has no attribute '(\w+)'"), lambda match: f"{_kind(match[1])} has no `{match[2]}`"),
    (re.compile(rf"{KIND} is not callable"), lambda match: f"{_kind(match[1])} cannot be called"),
    (
        re.compile(rf"(?:argument of type )?{KIND} is not (?:iterable|subscriptable)"),
        lambda match: f"{_kind(match[1])} is no list",
    ),
    (re.compile(rf"{KIND} cannot be interpreted as an integer"), lambda match: f"{_kind(match[1])} is no whole number"),
    (re.compile(rf"expected string or bytes-like object, got {KIND}"), lambda match: f"{_kind(match[1])} is no text"),
    (re.compile(r"(?:Replacement|\w+) index .*out of range.*"), lambda _: "it asks for more values than there are"),
    (re.compile(r"cannot unpack non-iterable (\w+) object"), lambda match: f"{_kind(match[1])} is no list"),
    (re.compile(r"(%\w) format: .*"), lambda match: f"`{match[1]}` wants a number"),
    (re.compile(r"name '(?:inf|nan)' is not defined"), lambda _: "one of its numbers is too large"),
    (re.compile(r"Exceeds the limit .*"), lambda _: "one of its numbers is too large"),
    (
        re.compile(rf"unsupported operand type\(s\) for ([^:]+?)(?: or pow\(\))?: {KIND} and {KIND}"),
        lambda match: f"`{match[1]}` stands between {_kind(match[2])} and {_kind(match[3])}",
    ),
    (
        re.compile(rf"'([<>=]+)' not supported between instances of {KIND} and {KIND}"),
        lambda match: f"`{match[1]}` stands between {_kind(match[2])} and {_kind(match[3])}",
    ),
    (
        re.compile(r"can only concatenate (\w+) \(not \"(\w+)\"\) to \w+"),
        lambda match: f"`+` stands between {_kind(match[1])} and {_kind(match[2])}",
    ),
    (
        re.compile(r"(?:\w+\.|<locals>\.)*(?:do_)?(\w+)\(\) missing \d+ required [\w-]+ arguments?: (.+)"),
        lambda match: f"`{match[1]}` lacks {match[2].replace(chr(39), '`')}",
    ),
    (
        re.compile(r"(?:\w+\.|<locals>\.)*(?:do_)?(\w+)\(\) got (?:an unexp|multiple)\D*? '(\w+)'.*"),
        lambda match: f"`{match[1]}` takes no argument `{match[2]}`",
    ),
    (
        re.compile(r"(?:\w+\.|<locals>\.)*(?:do_)?(\w+)\(\) takes .* given"),
        lambda match: f"`{match[1]}` was given too many arguments",
    ),
)  # fmt: skip


def is_of_author(error: BaseException, folders: Sequence[Path]) -> bool:
    """Whether the author of a template or a line is to be told; else the exception is a bug of ours.

    `folders` are those of the templates: the first one is the site's.
    """
    if isinstance(error, SiteError) or not isinstance(error, Exception):
        return False
    if isinstance(error, EXPECTED):
        return True
    files = [Path(frame.f_code.co_filename) for frame in frames_of(error)]
    written = [number for number, file in enumerate(files) if str(file) == LINE or file.suffix == ".html"]
    if not written:
        return bool(files) and files[-1].parent.name == "jinja2"
    last = files[written[-1]]
    is_of_site = str(last) == LINE or last.is_relative_to(folders[0])
    return is_of_site and not any(_renders(file) for file in files[written[-1] + 1 :])


def _renders(file: Path) -> bool:
    """Whether that is code of ours that no template calls with values of its own."""
    return file.is_relative_to(PACKAGE) and file.relative_to(PACKAGE).parts[0] not in FOR_VALUES


def frames_of(error: BaseException) -> Iterator[FrameType]:
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame
        trace = trace.tb_next


def in_words(error: BaseException, environment: jinja2.Environment) -> str:
    """What is wrong, in the words of those who write templates and lines."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, MemoryError):
        return "it makes more than a page can hold"
    if isinstance(error, SyntaxError):  # Python's, of the code that Jinja made.
        return error.msg
    if isinstance(error, jinja2.TemplateError):
        return named(error.message or str(error))
    frames = list(frames_of(error))
    if isinstance(error, WrongValueError):
        return str(error)
    if given := _given_to_filter(frames, environment):
        return given
    if isinstance(error, KeyError):
        return f"there is no `{error.args[0] if error.args else ''}`"
    return named(str(error)) or "its values do not fit"


def _given_to_filter(frames: list[FrameType], environment: jinja2.Environment) -> str:
    """Which filter cannot do what it is asked for, and with what; empty where none was called last."""
    filters = {}
    for name, function in environment.filters.items():
        inner: Any = getattr(function, "__func__", getattr(function, "__wrapped__", function))
        if hasattr(inner, "__code__"):
            filters[inner.__code__] = (name, inner)
    written = [number for number, frame in enumerate(frames) if frame.f_code.co_filename == LINE or _is_template(frame)]
    for frame in reversed(frames[written[-1] + 1 if written else 0 :]):
        if frame.f_code in filters:
            name, function = filters[frame.f_code]
            code, defaults = frame.f_code, function.__defaults__ or ()
            names = [known for known in code.co_varnames[: code.co_argcount] if known not in GIVEN_BY_JINJA]
            usual = dict(zip(reversed(names), reversed(defaults), strict=False))
            values = [frame.f_locals.get(known) for known in names[:1]]
            values += [frame.f_locals.get(known) for known in names[1:] if _is_given(frame, known, usual)]
            return f"the filter `{name}` can make nothing of {' and '.join(shown(value) for value in values)}"
    return ""


def _is_given(frame: FrameType, name: str, usual: dict[str, Any]) -> bool:
    """Whether an argument is said; where it has no value unless it is, the filter may have made one itself."""
    return name not in usual or (usual[name] is not None and frame.f_locals.get(name) != usual[name])


def _is_template(frame: FrameType) -> bool:
    return frame.f_code.co_filename.endswith(".html")


def shown(value: Any) -> str:
    """A value as its author may have written it, or what it is."""
    if isinstance(value, str | int | float):
        text = str(value)
        return f"`{text if len(text) <= LONGEST else f'{text[: LONGEST - 1]}…'}`"
    return _kind(type(value).__name__)


def _kind(name: str) -> str:
    return KINDS.get(name) or f"`{name.removesuffix('Context').lower()}`"


def named(text: str) -> str:
    """Python's reason with the names that templates know."""
    for pattern, words in NAMED_AS:
        text = pattern.sub(words, text)
    return text


def endless(error: RecursionError) -> str:
    """What goes on without an end: a macro, or templates that include one another."""
    names = [frame.f_code.co_name for frame in frames_of(error) if _is_template(frame)]
    if sum(name == "template" for name in names) > MANY:  # as Jinja calls the code of a macro
        return "this macro calls itself again and again"
    return "this template includes or extends itself" if len(names) > MANY else "this template is nested too deeply"


def file_that_failed(error: BaseException) -> str:
    """The file of the template that was rendered when it failed; empty where none was."""
    files = [frame.f_code.co_filename for frame in frames_of(error) if _is_template(frame)]
    return files[-1] if files else ""
