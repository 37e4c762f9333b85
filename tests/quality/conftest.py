"""What all checks of quality share: one browser, one build for each look."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser import chromium
from looks import LOOKS, Built, build_demo
from tools import AXE, module

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def looks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Built]:
    return {look: build_demo(look, tmp_path_factory.mktemp(look)) for look in LOOKS}


@pytest.fixture(scope="session", params=LOOKS)
def look(request: pytest.FixtureRequest, looks: dict[str, Built]) -> Built:
    return looks[request.param]


@pytest.fixture(scope="session")
def axe() -> Path:
    return module(AXE)
