"""BLAKE2 comes out, without OpenSSL: `hashlib` loads it for other digests, which can take 10 ms."""

try:
    from _blake2 import blake2b
except ImportError:  # A Python that was built otherwise.
    from hashlib import blake2b

__all__ = ["blake2b"]
