"""The types of values in records: text in one or several languages, URLs, colours, language tags and others."""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any, ClassVar, Generic, NewType, Self, TypeVar

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from acadfolio.model.colours import named_colours
from acadfolio.model.record import Record
from acadfolio.wording import did_you_mean

Value = TypeVar("Value")

BOOLEANS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
"""YAML's words for booleans, in lower case. Their case does not matter."""


def boolean_of(text: str) -> bool | None:
    """The boolean of a word; None for other words."""
    return BOOLEANS.get(text.lower())


def boolean_words(yes: str, no: str = "") -> dict[str, str]:
    """Values by the words for booleans, for a type with these two and other values."""
    return {word: yes if is_true else no for word, is_true in BOOLEANS.items()}


def version_in(language: str, by_language: Sequence[tuple[str, Value]]) -> tuple[str, Value]:
    """The version in this language (`pt-BR`), else in its base (`pt`), else in another variant (`pt-PT`).

    Else the version without a language, else the first one. There is at least one.

    Returns:
        The tag of its language, empty if none is written, and the value.
    """
    if len(by_language) == 1:
        return by_language[0]
    return _written_in(language, by_language) or by_language[0]


def _written_in(
    language: str, by_language: Sequence[tuple[str, Value]]
) -> tuple[str, Value] | None:
    """The version in this language, its base or another variant, else that without a language; None if none is."""
    versions = {version[0].lower(): version for version in reversed(by_language)}
    base = language.lower().partition("-")[0]
    variants = [tag.lower() for tag, _ in by_language if tag.lower().startswith(f"{base}-")]
    for tag in (language.lower(), base, *variants, ""):
        if tag in versions:
            return versions[tag]
    return None


class ByLanguage(Struct, Generic[Value], frozen=True):
    """A value that is the same in all languages, or has a version for each (`{en: …, zh: …}`)."""

    by_language: tuple[tuple[str, Value], ...]
    """At least one version. That of all languages has an empty tag."""

    @classmethod
    def of(cls, value: Value) -> Self:
        """A value that is the same in all languages."""
        return cls((("", value),))

    def in_language(self, language: str) -> Value:
        """The version that `version_in` finds."""
        return version_in(language, self.by_language)[1]

    def __bool__(self) -> bool:
        """Whether a language has a version that is not empty."""
        return any(value for _, value in self.by_language)


UNDETERMINED = "und"
"""The tag of BCP 47 for a language that nobody knows."""


class Text(Struct, frozen=True, omit_defaults=True):
    """Markdown in one language, or in several (`{en: …, zh: …}`).

    It is inline unless it `has_blocks`.
    """

    by_language: tuple[tuple[str, str], ...]
    has_blocks: bool = False
    """Whether it may have headings, lists, tables and other blocks.

    Of bibliographies, only abstracts may.
    """

    SCHEMA: ClassVar[dict[str, object]] = {
        "description": "Inline Markdown, in one language or one text per language.",
        "anyOf": [
            {"type": ["string", "number", "boolean"]},
            {"type": "object", "additionalProperties": {"type": ["string", "number"]}},
        ],
    }

    @classmethod
    def of(cls, text: str) -> Self:
        return cls((("", text),))

    def in_language(self, language: str) -> str:
        """The text that `version_in` finds; empty without any."""
        return self.version(language)[1]

    def written_in(self, language: str) -> str:
        """The text for this language; empty if all are for others, so that a word of the language is better."""
        found = _written_in(language, self.by_language)
        return found[1] if found else ""

    def version(self, language: str) -> tuple[str, str]:
        """The language, empty if none is written, and the text that `version_in` finds; both empty without any."""
        return version_in(language, self.by_language) if self.by_language else ("", "")

    def tagged(self, language: str) -> Self:
        """The text with a language for the version that has none."""
        versions = tuple((tag or language, text) for tag, text in self.by_language)
        return replace(self, by_language=versions)

    @property
    def has_languages(self) -> bool:
        """Whether the languages of its versions are written."""
        return any(tag not in {"", UNDETERMINED} for tag, _ in self.by_language)

    @property
    def with_blocks(self) -> Self:
        """The text, which is whole Markdown if it has several lines, as YAML's `|` gives them, or is a shortcode."""
        return replace(self, has_blocks=any(_has_blocks(text) for _, text in self.by_language))

    def __str__(self) -> str:
        """The text for filters of Jinja."""
        return self.in_language("")

    def __bool__(self) -> bool:
        texts = self.by_language
        return bool(texts[0][1]) if len(texts) == 1 else any(text for _, text in texts)


def _has_blocks(text: str) -> bool:
    return "\n" in text or (text.startswith("{{") and text.endswith("}}"))


CODE_SCHEMES = frozenset({"javascript", "vbscript", "data"})
INVISIBLE = "".join(map(chr, range(0x21)))
"""Characters that browsers ignore at the start of a URL.

Tabs and line ends are ignored everywhere.
"""


def runs_code(url: str) -> bool:
    """Whether a browser would run the URL as code."""
    scheme, colon, _ = url.partition(":")
    scheme = scheme.replace("\t", "").replace("\n", "").replace("\r", "").strip(INVISIBLE)
    return bool(colon) and scheme.lower() in CODE_SCHEMES


HTTP_URL = r"https?://[^\s/?#]+[^\s]*"
URL_WITH_CREDENTIALS = r"(?s)https?://(?:[^/?#]*@|(?!\[)[^/?#:]*:(?!\d*(?:[/?#]|$)).*@)"
"""A URL with a user name or password. Passwords may contain slashes."""

Url = NewType("Url", str)
"""A URL, or the path of a file or page of this site. Local ones are checked to exist."""

ImagePath = NewType("ImagePath", str)
"""The path of an image of this site, or a URL. Local ones are checked to exist."""


class Link(Struct, frozen=True):
    """A label and where it leads; written `label: URL`."""

    label: str
    url: Url


Links = tuple[Link, ...]

OwnValue = Annotated[Any, Meta(extra={"of_jekyll": True})]
"""Any value for pages with Liquid, parsed as by Jekyll's YAML."""
Extra = Annotated[
    dict[str, OwnValue],
    Meta(description="Keys of your own, for pages with Liquid and for templates."),
]


class Colour(str):
    """A CSS colour in hexadecimal (`#00369f`) or by name."""

    PATTERN: ClassVar[str] = "#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[a-zA-Z]+"
    SCHEMA: ClassVar[dict[str, object]] = {"type": "string", "pattern": f"^(?:{PATTERN})$"}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError for anything but a colour, which also prevents the injection of CSS."""
        hint = 'write it like "#00369f", in quotes, or by name'
        if not re.fullmatch(cls.PATTERN, text):
            raise ValueError("is not a colour", hint)
        if not text.startswith("#") and text.lower() not in named_colours():
            raise ValueError("is not a colour", did_you_mean(text, named_colours()) or hint)
        return cls(text)


class Degrees(float):
    """A latitude or a longitude."""

    SCHEMA: ClassVar[dict[str, object]] = {"type": "number", "minimum": -180, "maximum": 180}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError for anything but decimal degrees."""
        degrees = cls("nan")
        with suppress(ValueError):
            degrees = cls(text)
        if not -180 <= degrees <= 180:  # noqa: PLR2004 - half of the Earth
            raise ValueError(
                "is not a latitude or longitude", "write decimal degrees: `[48.85, 2.35]`"
            )
        return degrees


class Numbering(str):
    """The numbering of a list: `forwards`, `backwards`, or empty for none."""

    SCHEMA: ClassVar[dict[str, object]] = {"enum": [True, False, "backwards"]}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError if the text is neither a boolean nor a direction."""
        values = boolean_words("forwards") | {"backwards": "backwards"}
        if text.lower() not in values:
            raise ValueError("is not a numbering", "write `true`, `false` or `backwards`")
        return cls(values[text.lower()])


class Downloads(str):
    """The citation files: `papers` (of each paper with a page, too), `list` (of all papers), or empty for none."""

    SCHEMA: ClassVar[dict[str, object]] = {"enum": ["papers", "list", True, False]}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError if the text is neither a boolean nor one of the two words."""
        values = boolean_words("papers") | {"papers": "papers", "list": "list"}
        if text.lower() not in values:
            raise ValueError(
                "does not say which citation files to offer", "write `papers`, `list` or `false`"
            )
        return cls(values[text.lower()])


class OpenAccess(str):
    """The open access of a work: `open`, or its type (gold, green …); empty for none."""

    TYPES: ClassVar[tuple[str, ...]] = ("gold", "green", "hybrid", "bronze", "diamond")
    SCHEMA: ClassVar[dict[str, object]] = {"enum": [True, False, "open", *TYPES]}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError if the text is neither a boolean nor a type."""
        values = boolean_words("open") | {"open": "open", "closed": "", "platinum": "diamond"}
        values |= {name: name for name in cls.TYPES}
        word = text.strip().lower()
        if word not in values:
            names = ", ".join(f"`{name}`" for name in cls.TYPES)
            hint = did_you_mean(word, cls.TYPES, lists=False) or f"write `true`, or {names}"
            raise ValueError("is not a type of open access", hint)
        return cls(values[word])


class Darkness(str):
    """How much an image is darkened, from 0 to 1."""

    PATTERN: ClassVar[str] = r"0(?:\.\d+)?|1(?:\.0+)?"
    SCHEMA: ClassVar[dict[str, object]] = {
        "anyOf": [{"type": "number", "minimum": 0, "maximum": 1}, {"type": "string"}]
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse `0.5`, or the themes' `rgba(0, 0, 0, 0.5)`, of which the last number is used.

        Raises ValueError.
        """
        share = (
            text.removesuffix(")").rpartition(",")[2].strip() if text.startswith("rgba(") else text
        )
        if not re.fullmatch(cls.PATTERN, share):
            raise ValueError("cannot darken an image", "write a number from 0 to 1, such as `0.5`")
        return cls(share)


class LanguageTag(str):
    """A BCP 47 language tag: `en`, `pt-BR`, `zh-Hans`."""

    PATTERN: ClassVar[str] = "[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*"
    SCHEMA: ClassVar[dict[str, object]] = {"type": "string", "pattern": f"^{PATTERN}$"}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError if the text is not a tag, such as `english`.

        `en_US` becomes `en-US`.
        """
        tag = text.replace("_", "-")
        if not re.fullmatch(cls.PATTERN, tag):
            raise ValueError("is not a language tag", "write `en`, `de` or `pt-BR`")
        return cls(tag)


class SecretValueError(ValueError):
    """An error in a value that must not be printed."""


class HttpUrl(str):
    """An absolute URL without credentials."""

    RULE: ClassVar[str] = "invalid-url"
    SCHEMA: ClassVar[dict[str, object]] = {"type": "string", "pattern": "^https?://"}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError unless it starts with http:// or https:// and names a host, but no user."""
        if re.match(URL_WITH_CREDENTIALS, text):
            what = "URL contains a user name or password, which everybody could read"
            raise SecretValueError(what, "delete it; if it was online, change the password")
        if not re.fullmatch(HTTP_URL, text):
            hint = "write the full URL, such as `https://name.github.io`"
            if ":" in text.rpartition("@")[0]:
                raise SecretValueError("is not a URL", hint)
            raise ValueError("is not a URL", hint)
        return cls(text)


class Email(str):
    """An e-mail address, or several with commas between them."""

    ONE: ClassVar[str] = r"[^\s@<>,;:]+@[^\s@<>,;:.]+(?:\.[^\s@<>,;:.]+)+"
    PATTERN: ClassVar[str] = rf"{ONE}(?:,\s*{ONE})*"
    DISGUISES: ClassVar[dict[str, str]] = {
        r"\s*[\[({]\s*at\s*[\])}]\s*": "@",
        r"\s*[\[({]\s*dot\s*[\])}]\s*": ".",
    }
    """Obfuscations such as `[at]`. They are removed, as pages obfuscate all addresses."""
    SCHEMA: ClassVar[dict[str, object]] = {"type": "string"}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError if the text is not an e-mail address."""
        address = text.strip().removeprefix("mailto:")
        if "@" not in address:
            for written, symbol in cls.DISGUISES.items():
                address = re.sub(written, symbol, address, flags=re.IGNORECASE)
        if address and not re.fullmatch(cls.PATTERN, address):
            raise ValueError(
                "is not an e-mail address",
                "write it like `you@example.org`; pages hide it from programs that collect addresses",
            )
        return cls(address)


Count = Annotated[int, Meta(ge=0)]


class MarkdownExtension(Record, frozen=True, kw_only=True):
    """An extension of Python-Markdown: its name, or its name and its options, `{toc: {permalink: true}}`."""

    SCHEMA: ClassVar[dict[str, object]] = {
        "anyOf": [
            {"type": "string"},
            {"type": "object", "additionalProperties": {"type": ["object", "null"]}},
        ]
    }

    name: str
    options: dict[str, Any] = field(default_factory=dict)
