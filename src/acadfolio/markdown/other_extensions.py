"""Find the extensions of Python-Markdown that a site names.

Nothing else that a site names is ever imported.

A site may come from a stranger. Python-Markdown would import any module, and call any function,
that a site names instead of an extension; so it gets instances from here, never names.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING, Any

from markdown.extensions import Extension

from acadfolio.wording import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.metadata import EntryPoint

GROUP = "markdown.extensions"
"""The group of entry points in which a package registers its extensions.

Python-Markdown's own are in it.
"""
PYMDOWN = "pymdownx."
"""This package registers nothing, so its extensions are listed here: by name, with their classes."""
PYMDOWN_CLASSES = {
    "arithmatex": "ArithmatexExtension",
    "betterem": "BetterEmExtension",
    "blocks.admonition": "AdmonitionExtension",
    "blocks.caption": "CaptionExtension",
    "blocks.definition": "DefinitionExtension",
    "blocks.details": "DetailsExtension",
    "blocks.html": "HTMLExtension",
    "blocks.tab": "TabExtension",
    "bracketspan": "BracketSpanExtension",
    "caret": "InsertSupExtension",
    "critic": "CriticExtension",
    "details": "DetailsExtension",
    "emoji": "EmojiExtension",
    "escapeall": "EscapeAllExtension",
    "extra": "ExtraExtension",
    "fancylists": "FancyListExtension",
    "highlight": "HighlightExtension",
    "inlinehilite": "InlineHiliteExtension",
    "keys": "KeysExtension",
    "magiclink": "MagiclinkExtension",
    "mark": "MarkExtension",
    "pathconverter": "PathConverterExtension",
    "progressbar": "ProgressBarExtension",
    "quotes": "QuotesExtension",
    "saneheaders": "SaneHeadersExtension",
    "smartsymbols": "SmartSymbolsExtension",
    "striphtml": "StripHtmlExtension",
    "superfences": "SuperFencesCodeExtension",
    "tabbed": "TabbedExtension",
    "tasklist": "TasklistExtension",
    "tilde": "DeleteSubExtension",
}
READ_FILES = ("pymdownx.b64", "pymdownx.snippets")
"""Extensions that put any file of the computer, or of a server, into a page."""
UNKNOWN_HINT = f"install the package that has it as an entry point of the group `{GROUP}`"


class UnusableExtensionError(Exception):
    """An extension that a site names does not exist, or may not be used; with a message and a hint."""

    def __init__(self, message: str, hint: str, *, is_unknown: bool = False) -> None:
        super().__init__(message)
        self.message, self.hint, self.is_unknown = message, hint, is_unknown


def make_extension(name: str, options: dict[str, Any]) -> Extension:
    """Return the extension of this name, with its options.

    Raises:
        UnusableExtensionError: there is no such extension, or it or an option is not allowed.
        Exception: anything that the extension raises.
    """
    make = _class_of(name)
    defaults = make().getConfigs()
    for option in options:
        if callable(defaults.get(option)):
            message = f"the option `{option}` of the Markdown extension `{name}` is a function, which no site can give"
            raise UnusableExtensionError(message, "delete it")
    extension: object = make(**options)
    if not isinstance(extension, Extension):
        message = f"`{name}` is not an extension of Python-Markdown"
        raise UnusableExtensionError(message, "delete it, and tell the authors of its package")
    return extension


def _class_of(name: str) -> Callable[..., Any]:
    """The class of an extension.

    Whether a name is allowed is decided before anything is imported.
    """
    if name in READ_FILES:
        message = f"the Markdown extension `{name}` reads files, which could be your private ones"
        raise UnusableExtensionError(message, "delete it")
    registered = _registered(tuple(sys.path))
    if name in registered and ":" not in name:
        return _registered_class(name, registered[name])
    classes = {
        PYMDOWN + short_name: class_name for short_name, class_name in PYMDOWN_CLASSES.items()
    }
    if name in classes:
        return _pymdown_class(name, classes[name])
    message = f"there is no Markdown extension `{name}`"
    hint = _nearest(name, [*registered, *classes]) or UNKNOWN_HINT
    raise UnusableExtensionError(message, hint, is_unknown=True)


@cache
def _registered(_: tuple[str, ...]) -> dict[str, EntryPoint]:
    """The extensions that packages in these folders register.

    The first package wins, as in Python-Markdown.
    """
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for entry_point in entry_points(group=GROUP):
        found.setdefault(entry_point.name, entry_point)
    return found


def _registered_class(name: str, entry_point: EntryPoint) -> Callable[..., Any]:
    try:
        found: Callable[..., Any] = entry_point.load()
    except (ImportError, AttributeError) as error:
        message = f"the Markdown extension `{name}` cannot be loaded: {error}"
        raise UnusableExtensionError(message, "install its package again") from error
    return found


def _pymdown_class(name: str, class_name: str) -> Callable[..., Any]:
    from importlib import import_module

    try:
        found: Callable[..., Any] = getattr(import_module(name), class_name)
    except (ImportError, AttributeError) as error:
        message = f"the Markdown extension `{name}` is not installed"
        hint = "install the package pymdown-extensions in acadfolio's environment"
        raise UnusableExtensionError(message, hint, is_unknown=True) from error
    return found


def _nearest(name: str, known: list[str]) -> str:
    """A hint with the extension that is meant; MkDocs also knows `markdown.extensions.toc` as a name of `toc`."""
    last_part = name.removeprefix(f"{GROUP}.").partition(":")[0]
    if last_part in known:
        return f"write `{last_part}`"
    return did_you_mean(name, known, cutoff=0.8, lists=False)
