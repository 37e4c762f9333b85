"""BLAKE2 and SHA-256 come out, without OpenSSL: `hashlib` loads it for other digests, which can take 10 ms."""

import sys

try:
    from _blake2 import blake2b
except ImportError:  # A Python that was built otherwise.
    from hashlib import blake2b

__all__ = ["blake2b", "sha256"]


def sha256(content: bytes) -> str:
    """As 64 hexadecimal digits."""
    try:
        if sys.version_info >= (3, 12):
            from _sha2 import sha256 as made
        else:
            from _sha256 import sha256 as made  # type: ignore[import-not-found]
    except ImportError:
        from hashlib import sha256 as made
    return str(made(content).hexdigest())
