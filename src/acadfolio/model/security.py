"""Whom to tell of a weakness of the site, and how to reach them."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar, Self

from msgspec import Meta, Struct

from acadfolio.model.dates import When
from acadfolio.model.values import HttpUrl


class Contact(str):
    """How to reach somebody, as an address: of a mailbox, a page or a telephone."""

    __slots__ = ()
    SCHEMA: ClassVar[dict[str, object]] = {"type": "string"}

    @classmethod
    def parse(cls, text: str) -> Self:
        """`you@example.org` is read as `mailto:you@example.org`. Raises ValueError for what reaches nobody."""
        if re.fullmatch(r"[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+", text):
            return cls(f"mailto:{text}")
        if not re.fullmatch(r"(?:https://|mailto:|tel:)\S+", text):
            raise ValueError("is no way to reach you", "write an e-mail address, or a page that starts with https://")
        return cls(text)


class Security(Struct, frozen=True, kw_only=True):
    """Whom to tell of a weakness of the site, as RFC 9116 has it."""

    contact: Annotated[tuple[Contact, ...], Meta(description="Where to write: an e-mail address, or a page.")]
    expires: Annotated[When, Meta(description="Until when this holds, best no more than a year ahead: `2027-06-30`.")]
    encryption: Annotated[HttpUrl | None, Meta(description="Your public key.")] = None
    policy: Annotated[HttpUrl | None, Meta(description="How you handle reports.")] = None
    languages: Annotated[tuple[str, ...], Meta(description="The languages that you read.")] = ()

    def __post_init__(self) -> None:
        """Raises ValueError for a day that is none, and for nobody to write to."""
        if not self.contact:
            raise ValueError("names nobody to write to", "add `contact: you@example.org`")
        if not self.expires.start.day or self.expires.end or self.expires.ongoing:
            raise ValueError("has an `expires` that is no day", "write a day, such as `expires: 2027-06-30`")
