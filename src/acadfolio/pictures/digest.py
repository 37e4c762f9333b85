"""Bytes come in, a short name for them comes out."""

from __future__ import annotations

try:
    from _blake2 import blake2b  # hashlib's own, without OpenSSL, whose loading costs 10 ms.
except ImportError:
    from hashlib import blake2b


def digest(content: bytes, size: int) -> bytes:
    """BLAKE2 of so many bytes."""
    return blake2b(content, digest_size=size).digest()
