"""Records come in, bytes come out, and out of these the same records: read by who makes nothing but records.

Python's pickle is the quickest way to keep a tree of records of many types, and a careless reader of it runs whatever
a file tells it to. This one knows the classes of this package's records, and refuses all else.
"""

from __future__ import annotations

import io
from importlib import import_module
from typing import TYPE_CHECKING, Any

try:
    from _pickle import Pickler, Unpickler, UnpicklingError
except ImportError:  # A Python without it.
    from pickle import Pickler, Unpickler, UnpicklingError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

RECORDS = "acadfolio.model."
OTHERS = frozenset({"acadfolio.loading.model", "acadfolio.loading.parsed", "acadfolio.problems"})
REBUILD = ("msgspec._utils", "rebuild")
"""How msgspec makes a record whose fields have to be named."""


class NotRecordsError(Exception):
    """The bytes hold something else, or nothing whole."""


def dumps(records: Any, known: Mapping[int, int] | None = None) -> bytes:
    """Records, in tuples, lists and dictionaries. Of those that the reader knows, by their `id()`, only a number."""
    file = io.BytesIO()
    (_Writer(file, known) if known else Pickler(file, 5)).dump(records)
    return file.getvalue()


def loads(content: bytes | memoryview, known: Sequence[Any] = ()) -> Any:
    """What `dumps` was given; `known` are the records that have a number there. Raises NotRecordsError."""
    try:
        return _Reader(io.BytesIO(content), known).load()
    except Exception as error:
        raise NotRecordsError from error  # It raises whatever the bytes led it to.


class _Writer(Pickler):
    def __init__(self, file: io.BytesIO, known: Mapping[int, int]) -> None:
        super().__init__(file, 5)
        self.known = known

    def persistent_id(self, record: Any) -> int | None:
        return self.known.get(id(record))


class _Reader(Unpickler):
    def __init__(self, file: io.BytesIO, known: Sequence[Any]) -> None:
        super().__init__(file)
        self.known = known

    def persistent_load(self, number: int) -> Any:
        return self.known[number]

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == REBUILD:
            return getattr(import_module(module), name)
        is_ours = module.startswith(RECORDS) or module in OTHERS
        found = getattr(import_module(module), name, None) if is_ours and name.isidentifier() else None
        if not isinstance(found, type) or found.__module__ != module:  # Nor what these modules have of others.
            raise UnpicklingError(name)
        return found
