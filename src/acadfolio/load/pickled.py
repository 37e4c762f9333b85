"""Records come in, bytes come out, and out of these the same records: read by who makes nothing but records.

Python's pickle is the quickest way to keep a tree of records of many types, and a careless reader of it runs whatever
a file tells it to. This one knows the classes of this package's records, and refuses all else.
"""

from __future__ import annotations

import io
from importlib import import_module
from typing import Any

try:
    from _pickle import Unpickler, UnpicklingError
    from _pickle import dumps as pickled
except ImportError:  # A Python without it.
    from pickle import Unpickler, UnpicklingError
    from pickle import dumps as pickled

RECORDS = "acadfolio.records."
OTHERS = frozenset({"acadfolio.load.model", "acadfolio.load.parsed", "acadfolio.problems"})
REBUILD = ("msgspec._utils", "rebuild")
"""How msgspec makes a record whose fields have to be named."""


class NotRecordsError(Exception):
    """The bytes hold something else, or nothing whole."""


def dumps(records: Any) -> bytes:
    """Records, in tuples, lists and dictionaries."""
    return pickled(records, 5)


def loads(content: bytes | memoryview) -> Any:
    """What `dumps` was given. Raises NotRecordsError."""
    try:
        return _Reader(io.BytesIO(content)).load()
    except Exception as error:
        raise NotRecordsError from error  # It raises whatever the bytes led it to.


class _Reader(Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == REBUILD:
            return getattr(import_module(module), name)
        is_ours = module.startswith(RECORDS) or module in OTHERS
        found = getattr(import_module(module), name, None) if is_ours and name.isidentifier() else None
        if not isinstance(found, type) or found.__module__ != module:  # Nor what these modules have of others.
            raise UnpicklingError(name)
        return found
