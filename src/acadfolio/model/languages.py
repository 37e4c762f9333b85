"""The languages of a site with their folders, and the names of languages in these languages."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import ClassVar, Self, TypeVar

from acadfolio.model.record import Record
from acadfolio.model.values import LanguageTag

Tag = TypeVar("Tag", bound=str)

NAMES = Path(__file__).parent / "language_names.txt"
"""On each line a tag and the name."""
SUFFIX = r"(?i)[a-z]{2,3}(?:-[a-z0-9]{2,8})?"
"""A tag that may be in the name of a file."""


class LanguageFolder(str):
    """The folder of a language in the output, such as `zh/`; empty for the top of the site."""

    NAME: ClassVar[str] = r"[\w.~-]+"
    SCHEMA: ClassVar[dict[str, object]] = {"type": "string", "pattern": r"^/?(?:[^/\\s]+/?)?$"}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError for anything but one folder of this site."""
        name = text.strip().removeprefix("/").removesuffix("/")
        hint = "write a folder at the top of the site, such as `/zh/`"
        if "://" in text or text.startswith("//") or ".." in name.split("/"):
            raise ValueError("is outside the site", hint)
        if "/" in name:
            raise ValueError("is a folder in another folder", hint)
        if name and (not re.fullmatch(cls.NAME, name) or name.startswith(".")):
            raise ValueError(
                "is not the name of a folder", "write letters, digits and `-`, such as `/zh/`"
            )
        return cls(f"{name}/" if name else "")


class SiteLanguage(Record, frozen=True, kw_only=True):
    """A language of a site in several languages."""

    SCHEMA: ClassVar[dict[str, object]] = LanguageTag.SCHEMA
    EXAMPLE: ClassVar[str] = "en"

    tag: LanguageTag
    folder: LanguageFolder | None = None
    """The folder of its pages; None until the default is known."""

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Raises ValueError for anything but a language tag."""
        return cls(tag=LanguageTag.parse(text))

    @property
    def mount(self) -> str:
        """The folder of its pages, such as `zh/`; empty for the top of the site."""
        return self.folder or ""


def language_name(tag: str) -> str:
    """`Français` for `fr`, `Deutsch (de-CH)` for `de-CH`; of a language that is not known here, its tag."""
    names = _own_names()
    name = names.get(tag.partition("-")[0].lower())
    return names.get(tag, f"{name} ({tag})" if name else tag)


def name_and_tag(tag: str) -> str:
    """`Français (fr)` for `fr`, `Deutsch (de-CH)` for `de-CH`: for messages to authors, who write tags."""
    name = language_name(tag)
    return name if name == tag or name.endswith(f"({tag})") else f"{name} ({tag})"


def base_of(tag: str) -> str:
    """The language of a tag without its region, in lower case: `pt` for `pt-BR`."""
    return tag.partition("-")[0].lower()


def spoken_by(tag: str, languages: Sequence[Tag]) -> Tag:
    """The language of a site whose pages have a text in this one: itself, else one with its base, else the first."""
    for language in languages:
        if language.lower() == tag.lower():
            return language
    same = (language for language in languages if base_of(language) == base_of(tag))
    return next(same, languages[0])


@cache
def is_language(tag: str) -> bool:
    """Whether this is the tag of a language that acadfolio knows by name."""
    return bool(re.fullmatch(SUFFIX, tag)) and language_name(tag) != tag


@cache
def _own_names() -> dict[str, str]:
    """The names of languages by their tags."""
    lines = NAMES.read_text(encoding="utf-8").splitlines()
    return dict(line.split(" ", 1) for line in lines)
