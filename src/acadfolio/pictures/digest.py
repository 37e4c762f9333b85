"""Bytes come in, a short name for them comes out."""

from __future__ import annotations

from acadfolio.blake2 import blake2b


def digest(content: bytes, size: int) -> bytes:
    """BLAKE2 of so many bytes."""
    return blake2b(content, digest_size=size).digest()
