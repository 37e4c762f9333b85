"""The preview's memory while the same site is saved again and again: it does not grow, whatever was made anew."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest
from serving import Served, serving, until

from acadfolio.preview.workshop import Workshop
from sites import make_site

LAYOUT = "templates/layouts/page.html"
PAGES, FILLER = 400, "This stands on every page. " * 2_500
"""Fewer pages than one might take for many, but long ones, made of their template: most of what is held is pages."""
MARGIN = 1.2
"""A tenth more is within what is promised; the rest is for what only a first save needs."""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return make_site(tmp_path / "site", {"content/about.md": "First\n", "content/cv.md": "CV\n", LAYOUT: layout("one")})


@pytest.fixture
def large(tmp_path: Path) -> Path:
    pages = {f"content/pages/{number}.md": f"{number}\n" for number in range(1000, 1000 + PAGES)}
    return make_site(tmp_path / "large", {"content/about.md": "First\n", LAYOUT: layout("first" + FILLER), **pages})


def layout(mark: str, comment: str = "") -> str:
    return (
        f"{{% extends 'base.html' %}}{{% block main %}}{mark} {{{{ page.content }}}}{{# {comment} #}}{{% endblock %}}"
    )


def test_files_that_are_made_anew_with_the_same_bytes_are_held_once(site: Path) -> None:
    workshop = Workshop(site)
    before = workshop.build().outputs
    (site / LAYOUT).write_text(layout("one", "Another comment changes no byte of any page, and all are rendered."))
    round_ = workshop.build()
    assert not round_.changed
    assert all(round_.outputs[path] is output for path, output in before.items() if not output.file)


def test_files_that_are_made_anew_with_other_bytes_are_the_new_ones(site: Path) -> None:
    workshop = Workshop(site)
    workshop.build()
    (site / LAYOUT).write_text(layout("two"))
    round_ = workshop.build()
    assert {"index.html", "cv/index.html"} <= round_.changed
    assert all(b"two" in round_.outputs[path].content for path in ("index.html", "cv/index.html"))


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc can be asked to give memory back")
def test_memory_comes_back_after_edits_of_a_template_that_every_page_has(large: Path) -> None:
    with serving(large) as served:
        served.wait_for("/", "first")
        most = memory(served) * MARGIN
        for mark in ("second", "third"):
            (large / LAYOUT).write_text(layout(mark + FILLER))
            served.wait_for("/", mark)
            until(lambda: memory(served) < most, f"memory stays more than {MARGIN} times what it was: {mark} layout")
        (large / LAYOUT).write_text(layout(FILLER + "{{ page.nothing.at_all }}"))
        served.wait_to_be_told("nothing")
        until(lambda: memory(served) < most, f"memory stays more than {MARGIN} times what it was: a mistake")
        assert "third" in served.ask("/").text


def memory(served: Served) -> int:
    """What the process holds of its own."""
    numbers = Path(f"/proc/{served.process.pid}/statm").read_text().split()
    return int(numbers[1]) - int(numbers[2])
