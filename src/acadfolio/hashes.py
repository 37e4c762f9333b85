"""BLAKE2 and SHA-256 come out, without OpenSSL: `hashlib` loads it for other digests, which can take 10 ms."""

import sys

try:
    from _blake2 import blake2b

    if sys.version_info >= (3, 12):
        from _sha2 import sha256
    else:
        from _sha256 import sha256  # type: ignore[import-not-found]
except ImportError:  # A Python that was built otherwise.
    from hashlib import blake2b, sha256

__all__ = ["blake2b", "sha256"]
