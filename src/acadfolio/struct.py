"""The classes of fields that stages hand to each other, at a price that every build can pay.

A dataclass is compiled when its module is imported, and a hundred of them take longer than a small site's pages.
msgspec's `Struct` is declared in a thirtieth of that time; `frozen=True` makes it equal and hashable by its fields. It
is named here anew because the annotations of these classes are for readers and mypy alone, and what they name is
imported for types only. The few that are kept from build to build are decoded by theirs, and import what these name.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from msgspec import NODEFAULT, Struct, field, msgpack
from msgspec.structs import replace

from acadfolio.fingerprint import digest_of

__all__ = ["NODEFAULT", "Sparse", "Struct", "defaults_of", "digest", "field", "replace"]


class Sparse(Struct, frozen=True):
    """A record of which most fields are not said: whoever pickles it leaves these out, as msgpack may.

    Each of them is the very default again when it is read. Otherwise it would be said from then on, and the record
    would be another wherever it is told by its bytes.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        rebuild, (kind, fields) = cast("Any", super().__reduce__())
        told = {name: fields[name] for name, default in defaults_of(kind).items() if fields[name] is not default}
        return rebuild, (kind, told)


def digest(value: Any) -> bytes:
    """16 bytes that stand for any record, or list of such; the same in every process."""
    return digest_of(msgpack.encode(value, enc_hook=repr))


@cache
def defaults_of(kind: type[Struct]) -> dict[str, Any]:
    """Every field's default, NODEFAULT where there is none; msgspec's own `fields` resolves the annotations too."""
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    return dict(zip(names, (NODEFAULT,) * (len(names) - len(defaults)) + defaults, strict=True))
