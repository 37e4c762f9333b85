"""Parse identifiers of works and people: DOI, arXiv, ORCID and others, also in URLs and after labels."""

from __future__ import annotations

import re
from typing import ClassVar, Self
from urllib.parse import unquote


class Identifier(str):
    """An identifier of a work or a person. Subclasses have its pattern, and the URLs and labels before it."""

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
        """Parse an identifier. Raises ValueError with a message and, as its second argument, a hint."""
        written = text.strip()
        bare = cls.without_prefix(written)
        found = re.fullmatch(f"({cls.PATTERN})(?:{cls.REST})|", unquote(bare) if bare != written else bare)
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


class Doi(Identifier):
    """A digital object identifier."""

    NAME = "DOI"
    EXAMPLE = "10.1000/182"
    PATTERN = r"10\.\d{1,9}(?:\.\d+)*/\S+"
    PREFIXES = ("doi.org/doi:", "doi.org/", "dx.doi.org/doi:", "dx.doi.org/", "doi")
    REST = ""


class Arxiv(Identifier):
    """An identifier of arXiv, new or old."""

    NAME = "arXiv identifier"
    EXAMPLE = "2401.17644"
    PATTERN = r"\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Za-z-]+)?/\d{7}(?:v\d+)?"
    HOSTS = ("arxiv.org", "export.arxiv.org", "de.arxiv.org", "xxx.arxiv.org", "cn.arxiv.org")
    PREFIXES = (*(f"{host}/{page}/" for host in HOSTS for page in ("abs", "pdf", "html", "format")), "arxiv:")
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
        return cls(super().parse(text).upper())


ISBN = re.compile(r"(?<![\dXx])(?<![\dXx][-‐‑–.])(?:97[89][-‐‑–.\s]*)?(?:\d[-‐‑–.\s]*){9}[\dXx](?![-‐‑–.]?[\dXx])")
"""An ISBN with 10 digits, as before 2007, or with 13."""
