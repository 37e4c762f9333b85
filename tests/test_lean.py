"""What a build has no use for is not loaded, and is there for whoever has."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("first", ["", "import typing_extensions; "])
def test_msgspec_comes_without_what_it_does_not_need_and_that_can_be_imported_afterwards(first: str) -> None:
    script = (
        f"import sys; {first}from acadfolio.lean import import_msgspec; import_msgspec(); import msgspec; "
        f"assert ('typing_extensions' in sys.modules) == {bool(first)}; "
        "import typing_extensions; assert typing_extensions.TypedDict; "
        "from acadfolio.records.site import Settings; assert msgspec.structs.fields(Settings)"
    )
    ended = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
