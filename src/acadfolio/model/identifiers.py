"""Identifiers of works and people: the bare identifier or its full address comes in, the identifier comes out."""

from __future__ import annotations

import re
from typing import ClassVar, Self
from urllib.parse import unquote

IN_ADDRESS = re.compile(
    r"\s*(?:https?:)?(?://)?(?:www\.)?(?:orcid\.org|arxiv\.org/a)/(\d{4}-\d{4}-\d{4}-\d{3}[\dX])(?![\w-])",
    re.IGNORECASE,
)
"""A page of a person whom it calls by an ORCID iD."""


class Identifier(str):
    """What a registry calls a work or a person. Each kind says how one looks and which addresses hold it."""

    __slots__ = ()
    NAME: ClassVar[str]
    EXAMPLE: ClassVar[str]
    PATTERN: ClassVar[re.Pattern[str]]
    BEFORE: ClassVar[re.Pattern[str]]
    """What stands before it in an address or a label."""
    SCHEMA: ClassVar[dict[str, object]] = {"type": ["string", "number"]}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError with what is wrong and, as its second argument, how one is written."""
        written = text.strip()
        bare = cls.BEFORE.sub("", written, count=1)
        found = cls.read(unquote(bare) if bare != written else bare)
        if found and not cls.PATTERN.fullmatch(found):
            raise ValueError(f"is no {cls.NAME}", f"write it such as `{cls.EXAMPLE}`")
        return cls(found)

    @classmethod
    def read(cls, text: str) -> str:
        """The identifier without what addresses have behind it."""
        return text.rstrip("/")

    def doubt(self) -> tuple[str, str] | None:
        """What speaks against one that looks right, and what to do; None where nothing does."""
        return None


class Doi(Identifier):
    """A digital object identifier."""

    __slots__ = ()
    NAME = "DOI"
    EXAMPLE = "10.1000/182"
    PATTERN = re.compile(r"10\.\d{1,9}(?:\.\d+)*/\S+")
    BEFORE = re.compile(r"(?:https?://)?(?:dx\.|www\.)?doi\.org/(?:doi:)?|doi:?\s*(?=10\.)", re.IGNORECASE)

    @classmethod
    def read(cls, text: str) -> str:
        """A DOI may end in anything."""
        return text


class Arxiv(Identifier):
    """An identifier of arXiv, new or old."""

    __slots__ = ()
    NAME = "arXiv identifier"
    EXAMPLE = "2401.17644"
    PATTERN = re.compile(r"\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Za-z-]+)?/\d{7}(?:v\d+)?")
    BEFORE = re.compile(r"(?:https?://)?(?:\w+\.)?arxiv\.org/(?:abs|pdf|html|format)/|arxiv:\s*", re.IGNORECASE)

    @classmethod
    def read(cls, text: str) -> str:
        return text.rstrip("/").removesuffix(".pdf")


class Pmid(Identifier):
    """A number in PubMed."""

    __slots__ = ()
    NAME = "PubMed identifier"
    EXAMPLE = "12345678"
    PATTERN = re.compile(r"\d{1,9}")
    BEFORE = re.compile(
        r"(?:https?://)?(?:pubmed\.ncbi\.nlm\.nih\.gov|(?:www\.)?ncbi\.nlm\.nih\.gov/pubmed)/|pmid:?\s*", re.IGNORECASE
    )


class Hal(Identifier):
    """An identifier of the archive HAL."""

    __slots__ = ()
    NAME = "HAL identifier"
    EXAMPLE = "hal-01234567"
    PATTERN = re.compile(r"[a-z][\w-]*-\d{4,}(?:v\d+)?", re.IGNORECASE)
    BEFORE = re.compile(
        r"(?:https?://)?(?:[\w-]+\.)*(?:hal\.science|archives-ouvertes\.fr|hal\.inria\.fr)/", re.IGNORECASE
    )

    @classmethod
    def read(cls, text: str) -> str:
        return text.partition("/")[0]


class OpenReview(Identifier):
    """An identifier of a forum at OpenReview."""

    __slots__ = ()
    NAME = "OpenReview identifier"
    EXAMPLE = "aVh9KRZdRk"
    PATTERN = re.compile(r"[\w~-]+")
    BEFORE = re.compile(r"(?:https?://)?(?:www\.)?openreview\.net/(?:forum|pdf|attachment)\?id=", re.IGNORECASE)

    @classmethod
    def read(cls, text: str) -> str:
        return re.split("[&#]", text)[0]


NOBODY = "0000-0000-0000-0000"
"""The ORCID iD of new sites, which a check tells to be filled in."""


class Orcid(Identifier):
    """An ORCID iD: sixteen digits, of which the last may be an X."""

    __slots__ = ()
    NAME = "ORCID iD"
    EXAMPLE = "0000-0002-1825-0097"
    PATTERN = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")
    BEFORE = re.compile(r"(?:https?://)?(?:www\.)?orcid\.org/|orcid:?\s*", re.IGNORECASE)

    @classmethod
    def read(cls, text: str) -> str:
        return text.rstrip("/").upper()

    def doubt(self) -> tuple[str, str] | None:
        """The last digit checks the others (ISO 7064, MOD 11-2)."""
        digits = self.replace("-", "")
        if not digits or digits[-1] == _check_digit(digits[:-1]):
            return None
        what = f"`{self}` is nobody's ORCID iD: its last digit does not go with the others"
        return what, "a digit is wrong, or two are swapped: copy it from its page at orcid.org"


def doubt_in_address(address: str) -> tuple[str, str] | None:
    """The same of the person's page at ORCID, or at arXiv, that an address leads to."""
    found = IN_ADDRESS.match(address)
    return Orcid(found[1].upper()).doubt() if found else None


def _check_digit(digits: str) -> str:
    total = 0
    for digit in digits:
        total = (total + int(digit)) * 2
    return "0123456789X"[-(total - 1) % 11]


ISBN = re.compile(r"(?<![\dXx])(?<![\dXx][-‐‑–.])(?:97[89][-‐‑–.\s]*)?(?:\d[-‐‑–.\s]*){9}[\dXx](?![-‐‑–.]?[\dXx])")
NO_DIGIT = re.compile(r"[^\dXx]")
LENGTHS = (10, 13)
"""So many digits an ISBN has: books of before 2007 have the short one."""


def doubt_of_isbn(text: str) -> tuple[str, str] | None:
    """What is wrong with an ISBN, and what to do; nothing where one of those that stand there is right."""
    found = [NO_DIGIT.sub("", one[0]).upper() for one in ISBN.finditer(text)]
    if any(map(_is_isbn, found)):
        return None
    digits = len(NO_DIGIT.sub("", text))
    if found:
        what = "its last digit does not fit the others"
    elif digits == LENGTHS[1]:
        what = "it begins with neither 978 nor 979"
    elif digits == LENGTHS[0]:
        what = "something stands between its digits"
    else:
        from acadfolio.nouns import counted  # Only a mistake pays for it.

        what = f"it has {counted(digits, 'digit')}, and not {LENGTHS[0]} or {LENGTHS[1]}"
    return f"is no ISBN: {what}", "copy it from the book once more, or leave it out"


def _is_isbn(digits: str) -> bool:
    """Whether the last digit, which is made of the others, fits them."""
    values = [10 if digit == "X" else int(digit) for digit in digits]
    if len(values) == LENGTHS[0]:
        return sum(weight * value for weight, value in zip(range(10, 0, -1), values, strict=True)) % 11 == 0
    return "X" not in digits and (sum(values[::2]) + 3 * sum(values[1::2])) % 10 == 0
