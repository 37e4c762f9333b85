"""A digest of any record."""

from __future__ import annotations

from typing import Any

from msgspec import msgpack

from acadfolio.fingerprint import digest_of


def digest(value: Any) -> bytes:
    """16 bytes that stand for any record, or list of such; the same in every process."""
    return digest_of(msgpack.encode(value, enc_hook=repr))
