"""Parse identifiers of works and people: DOI, arXiv, ORCID and others, also in URLs and after labels."""

from __future__ import annotations

import re
import unicodedata
from html import unescape
from typing import ClassVar, Self
from urllib.parse import unquote


class Identifier(str):
    """An identifier of a work or a person.

    Subclasses have its pattern, and the URLs and labels before it.
    """

    NAME: ClassVar[str]
    EXAMPLE: ClassVar[str]
    PATTERN: ClassVar[str]
    PREFIXES: ClassVar[tuple[str, ...]]
    """URLs and labels before the identifier, in lower case and without `https://www.`."""
    REST: ClassVar[str] = "/*"
    """The pattern of the rest of a URL after the identifier."""
    RULE: ClassVar[str] = "invalid-identifier"
    SCHEMA: ClassVar[dict[str, object]] = {"type": ["string", "number"]}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse an identifier.

        Raises ValueError with a message and, as its second argument, a hint.
        """
        written = text.strip()
        bare = cls.without_prefix(written)
        found = re.fullmatch(
            f"({cls.PATTERN})(?:{cls.REST})|", unquote(bare) if bare != written else bare
        )
        if found is None:
            raise ValueError(f"is not a valid {cls.NAME}", f"write it like `{cls.EXAMPLE}`")
        return cls(found[1] or "")

    @classmethod
    def without_prefix(cls, text: str) -> str:
        """The text without the URL or the label before the identifier."""
        bare = re.sub("^(?:https?://)?(?:www[.])?", "", text, flags=re.IGNORECASE)
        for prefix in cls.PREFIXES:
            if bare.lower().startswith(prefix):
                return bare[len(prefix) :].lstrip(" :")
        return text


INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"))
DASHES = str.maketrans("‐‑‒–—−", "------")
OPENING = {")": "(", "]": "[", ">": "<", "}": "{"}


def _unwrapped_doi(text: str) -> str:
    """The DOI without invisible characters, LaTeX, entities, its label or URL, and the punctuation after it."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(INVISIBLE)).translate(DASHES)
    text = unescape(unescape(text)) if "&" in text else text
    if "\\" in text or "$" in text or "{" in text:
        text = _without_latex(text)
    text = text.strip().lstrip("<([{\"'")
    if publisher := re.fullmatch(Doi.PUBLISHER, text):
        text = publisher[1]
    is_url = re.search("doi[.-]org", text, re.IGNORECASE)
    text = Doi.without_prefix(text)
    if is_url:
        text = re.split("[?#]", text)[0]
    text = unquote(text) if "%" in text else text
    return _without_punctuation(text)


def _without_latex(text: str) -> str:
    text = re.sub(r"\{?\\text(?:less|greater|underscore)(?:\{\}|\s+|(?![a-z]))\}?", _symbol, text)
    text = re.sub(r"\$\s*(\\?[_<>&%#])\s*\$", r"\1", re.sub("[{}]", "", text))
    return re.sub(r"\\([_&%#<>])", r"\1", text)


def _symbol(match: re.Match[str]) -> str:
    name = match[0]
    if "underscore" in name:
        return "_"
    return "<" if "less" in name else ">"


def _without_punctuation(text: str) -> str:
    """The text without the punctuation of a sentence after it, and without brackets that it does not open."""
    unopened = {
        closing: text.count(closing) - text.count(opening) for closing, opening in OPENING.items()
    }
    end = len(text)
    while end and (text[end - 1] in ".,;:/\"'" or unopened.get(text[end - 1], 0) > 0):
        end -= 1
        if text[end] in unopened:
            unopened[text[end]] -= 1
    return text[:end]


class Doi(Identifier):
    """A digital object identifier."""

    NAME = "DOI"
    EXAMPLE = "10.1000/182"
    PATTERN = r"10\.\d{1,9}(?:\.\d+)*/\S+"
    PREFIXES = ()
    REST = ""
    HOST = (
        r"(?i)(?:https?:?/*)?(?:\S{1,200}?[?&]q?url=(?:https?(?::|%3a)(?:/|%2f){2})?)?"
        r"(?:www[.-])?(?:dx[.-])?doi[.-]org(?:[.:-][\w.:-]+)?(?:/|%2f)+(?:doi:\s*)?"
    )
    """The host of a DOI's URL, maybe behind the proxy of a library: `doi-org.proxy.example.edu`."""
    PUBLISHER = (
        r"(?i)https?://\S{1,200}?/doi/(?:abs/|full/|e?pdf/|epub/|book/)?(10\.\d{4,9}/[^?#\s]+?)"
        r"(?:/(?:full|pdf))?(?:[?#].*)?"
    )
    LABEL = r"(?i)(?:(?:urn|info)\s*:\s*)?doi(?:\s*[:=/]\s*|\s+|(?=10\.))"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a DOI, whatever other programs wrapped it in: LaTeX, entities, labels, URLs or punctuation.

        Raises ValueError.
        """
        return super().parse(_unwrapped_doi(text))

    @classmethod
    def without_prefix(cls, text: str) -> str:
        """The text without the labels and URLs before the DOI."""
        while prefix := re.match(cls.LABEL, text) or re.match(cls.HOST, text):
            text = text[prefix.end() :]
        return text


class Arxiv(Identifier):
    """An identifier of arXiv, new or old."""

    NAME = "arXiv identifier"
    EXAMPLE = "2401.17644"
    PATTERN = r"\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Za-z-]+)?/\d{7}(?:v\d+)?"
    HOSTS = ("arxiv.org", "export.arxiv.org", "de.arxiv.org", "xxx.arxiv.org", "cn.arxiv.org")
    PREFIXES = (
        *(f"{host}/{page}/" for host in HOSTS for page in ("abs", "pdf", "html", "format")),
        "arxiv:",
    )
    REST = r"(?:\.pdf)?/*"


class Pmid(Identifier):
    """A PubMed identifier."""

    NAME = "PubMed identifier"
    EXAMPLE = "12345678"
    PATTERN = r"\d{1,9}"
    PREFIXES = ("pubmed.ncbi.nlm.nih.gov/", "ncbi.nlm.nih.gov/pubmed/", "pmid")


class Hal(Identifier):
    """An identifier of the archive HAL."""

    NAME = "HAL identifier"
    EXAMPLE = "hal-01234567"
    PATTERN = r"[A-Za-z][\w-]*-\d{4,}(?:v\d+)?"
    PREFIXES = ()
    REST = "(?:/.*)?"
    HOSTS = ("hal.science", "archives-ouvertes.fr", "hal.inria.fr")

    @classmethod
    def without_prefix(cls, text: str) -> str:
        """The text without a URL of HAL, where many institutions have their own host."""
        host, _, path = text.rpartition("://")[2].partition("/")
        return path if host.lower().endswith(cls.HOSTS) else text


class OpenReview(Identifier):
    """An identifier of a forum at OpenReview."""

    NAME = "OpenReview identifier"
    EXAMPLE = "aVh9KRZdRk"
    PATTERN = r"[\w~-]+"
    PREFIXES = tuple(f"openreview.net/{page}?id=" for page in ("forum", "pdf", "attachment"))
    REST = "(?:[&#].*)?"


class Orcid(Identifier):
    """An ORCID iD: sixteen digits, of which the last may be an X."""

    NAME = "ORCID iD"
    EXAMPLE = "0000-0002-1825-0097"
    PATTERN = r"\d{4}-\d{4}-\d{4}-\d{3}[\dXx]"
    PREFIXES = ("orcid.org/", "orcid")

    @classmethod
    def parse(cls, text: str) -> Self:
        """An x as the last digit is written as an X. Raises ValueError."""
        orcid = cls(super().parse(text).upper())
        if orcid and not has_right_last_digit(orcid):
            raise ValueError(WRONG_DIGIT, COPY_ORCID)
        return orcid


WRONG_DIGIT = "is not an ORCID iD: its last digit does not fit the others"
COPY_ORCID = "one of its digits is wrong: copy it from the page at orcid.org"


def has_right_last_digit(orcid: str) -> bool:
    """Whether the last digit of an ORCID iD is that of ISO 7064 (MOD 11-2) for the digits before it."""
    digits = orcid.upper().replace("-", "")
    total = 0
    for digit in digits[:-1]:
        total = (total + int(digit)) * 2
    return "0123456789X"[(12 - total % 11) % 11] == digits[-1]


ISBN = (
    r"(?<![\dXx])(?<![\dXx][-‐‑–.])(?:97[89][-‐‑–.\s]*)?(?:\d[-‐‑–.\s]*){9}[\dXx](?![-‐‑–.]?[\dXx])"
)
"""An ISBN with 10 digits, as before 2007, or with 13."""
