"""With `csp: true` a browser runs the scripts of the site and no others, in both themes."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from acadfolio.build import build, prepare
from browser import served
from looks import LOOKS, REDIRECT
from sites import edit, make_site, render_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

POLICY = '<meta http-equiv="Content-Security-Policy" content="'
PLANTED = """---
title: Planted
---
<script>document.title = "ran"</script>
<script src="https://evil.example/x.js"></script>
<p onclick="document.title = 'ran'" id="planted">Click</p>
<img src="nowhere.png" alt="" onerror="document.title = 'ran'">

{{ publications(search=true) }}
"""


def test_pages_have_a_policy_only_if_the_site_wants_it(tmp_path: Path) -> None:
    files = {
        "content/about.md": "Hello\n",
        "content/404.md": "Gone\n",
        "content/moved.md": "---\nredirect_from: /x/\n---\nHi\n",
    }
    outputs, _ = render_site(tmp_path / "without", files)
    assert not any(POLICY in text for text in outputs.values())
    outputs, _ = render_site(tmp_path / "with", files | {"data/site.yml": "title: A\ncsp: true\n"})
    pages = {path: text for path, text in outputs.items() if path.endswith(".html")}
    assert {path for path, text in pages.items() if POLICY not in text} == set()
    assert all(
        text.index(POLICY) < text.index("<script") for text in pages.values() if "<script" in text
    )


def test_the_preview_has_no_policy_as_it_adds_a_script(tmp_path: Path) -> None:
    site = make_site(
        tmp_path, {"data/site.yml": "title: A\ncsp: true\n", "content/about.md": "Hello\n"}
    )
    outputs = prepare(site, is_preview=True).outputs()
    assert not any(POLICY.encode() in output.content for output in outputs)


def test_the_services_of_the_site_are_in_the_policy(tmp_path: Path) -> None:
    settings = "title: A\ncsp: true\nanalytics: {provider: google, id: G-ABCDE12345}\n"
    outputs, _ = render_site(tmp_path, {"data/site.yml": settings, "content/about.md": "Hello\n"})
    policy = outputs["index.html"].partition(POLICY)[2].partition('"')[0]
    assert " https://www.googletagmanager.com " in policy
    assert policy.count("'sha256-") == 3
    assert "connect-src 'self' https:;" in policy


@pytest.mark.parametrize("look", LOOKS)
def test_in_a_browser_the_scripts_of_the_theme_run_and_planted_ones_do_not(
    browser: Browser, tmp_path: Path, look: str
) -> None:
    site = tmp_path / "site"
    shutil.copytree(Path(__file__).parent / "feature_site", site)
    edit(site, "data/site.yml", "look: academicpages", f"look: {look}\ncsp: true")
    (site / "content/planted.md").write_text(PLANTED)
    build(site, tmp_path / "output")
    pages = sorted(tmp_path.joinpath("output").rglob("*.html"))
    with served(tmp_path / "output") as top, browser.new_context() as context:
        page = context.new_page()
        page.add_init_script(
            "window.violations = []; addEventListener('securitypolicyviolation', (event) =>"
            " violations.push(event.violatedDirective + ' ' + event.blockedURI))"
        )
        context.route(lambda url: "127.0.0.1" not in url, lambda route: route.abort())
        found: dict[str, list[str]] = {}
        for file in pages:
            path = file.relative_to(tmp_path / "output").as_posix()
            if REDIRECT in file.read_text() or path.startswith("planted"):
                continue
            page.goto(f"{top}{path}", wait_until="load")
            if violations := page.evaluate("violations"):
                found[path] = violations
        assert found == {}
        page.goto(f"{top}planted/")
        page.locator("#planted").click()
        assert page.title().startswith("Planted")
        assert page.evaluate("document.documentElement.classList.contains('js')")
        violated = {violation.split(" ")[0] for violation in page.evaluate("violations")}
        assert violated == {"script-src-elem", "script-src-attr"}
        page.keyboard.press("/")
        page.get_by_role("searchbox", name="Search the site").fill("ideal")
        page.locator(".search li strong").first.wait_for()
