"""Old URLs of entries: where they lead, and what they may not be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.build import prepare
from acadfolio.loading import load
from acadfolio.model.dates import Day
from acadfolio.problems import Problems, SiteError
from acadfolio.resources import starter
from acadfolio.routing import make_plan
from cases import every_case
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

LOOK = {"data/site.yml": "title: Emmy Noether\nlook: academicpages\n"}
TALK = "- title: Invariants\n  date: 1918-07-26\n  redirect_from: {}\n"


def led_to(outputs: dict[str, str], path: str) -> str:
    return outputs[path].partition("url=")[2].partition('"')[0]


def reported(folder: Path, files: dict[str, str]) -> list[str]:
    with pytest.raises(SiteError) as caught:
        prepare(make_site(folder, files))
    return [f"{problem.location}: {problem.message}" for problem in caught.value.problems]


@every_case(
    ("section", "entry"),
    [
        ("publications", "title: Ideals\n  year: 1921"),
        ("talks", "title: Ideals"),
        ("teaching", "course: Ideals"),
        ("projects", "title: Ideals"),
    ],
)
def test_an_old_url_leads_to_the_page_of_its_entry(
    tmp_path: Path, section: str, entry: str
) -> None:
    files = {f"data/{section}.yml": f"- {entry}\n  redirect_from: /old/1921-10-ideals\n"}
    outputs, problems = render_site(tmp_path, LOOK | files)
    assert problems == []
    assert led_to(outputs, "old/1921-10-ideals.html") == f"../{section}/ideals/index.html"


def test_a_redirect_has_the_canonical_url_of_its_page_and_shows_it_as_one_reads_it(
    tmp_path: Path,
) -> None:
    files = {
        "data/site.yml": "title: Emmy Noether\nurl: https://noether.example.org/home\n",
        "content/rings.md": "---\npermalink: /环/\nredirect_from: /rings/\n---\n# Rings\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    canonical = '<link rel="canonical" href="https://noether.example.org/home/%E7%8E%AF/">'
    assert canonical in outputs["环/index.html"]
    assert canonical in outputs["rings/index.html"]
    assert ">https://noether.example.org/home/环/</a>" in outputs["rings/index.html"]


def test_a_redirect_of_a_translation_leads_where_a_link_on_its_pages_leads(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: A\nlanguages: [en, de]\nurl: https://noether.example.org/home\n",
        "content/rings.md": "Rings.\n",
        "content/rings.de.md": "---\npermalink: /ringe/\n---\nRinge.\n",
        "content/groups.md": "Groups.\n",
        "content/algebra.de.md": "---\nredirect_to: /rings/\n---\n",
        "content/gruppen.de.md": "---\nredirect_to: /groups/\n---\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    canonical = '<link rel="canonical" href="https://noether.example.org/home/{}/">'
    assert led_to(outputs, "de/algebra/index.html") == "../ringe/index.html"
    assert canonical.format("de/ringe") in outputs["de/algebra/index.html"]
    assert led_to(outputs, "de/gruppen/index.html") == "../../groups/index.html"
    assert canonical.format("groups") in outputs["de/gruppen/index.html"]


def test_without_such_a_page_it_leads_to_the_one_that_shows_the_entry(tmp_path: Path) -> None:
    files = {
        "data/talks.yml": TALK.format("[/old/, /older.html]"),
        "content/about.md": "{{ talks() }}",
    }
    outputs, problems = render_site(tmp_path / "one page", files)
    assert problems == []
    assert [led_to(outputs, path) for path in ("old/index.html", "older.html")] == [
        "../index.html",
        "index.html",
    ]
    own = files | {"content/talks.md": "---\ntitle: Talks\n---\n{{ talks() }}"}
    outputs, _ = render_site(tmp_path / "a page of talks", own)
    assert led_to(outputs, "old/index.html") == "../talks/index.html"


def test_an_entry_s_own_url_and_one_that_is_written_twice_are_no_errors(tmp_path: Path) -> None:
    files = LOOK | {"data/talks.yml": TALK.format("[/talks/invariants/, /old/, old/index.html]")}
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert "Invariants" in outputs["talks/invariants/index.html"]


def test_an_old_url_that_something_else_has_names_its_entry(tmp_path: Path) -> None:
    other = "- title: Ideals\n  redirect_from: [/Old/, /talks/invariants/, /cv.html]\n"
    files = LOOK | {
        "data/talks.yml": TALK.format("/old/")
        + "- title: Ideals\n  redirect_from:\n    - /taken/\n",
        "data/projects.yml": other,
        "data/teaching.yml": "- course: Algebra\n  redirect_from: /taken/\n",
        "content/taken.md": "Text\n",
        "content/cv.md": "---\npermalink: /cv.html\n---\nText\n",
    }
    assert reported(tmp_path, files) == [
        "data/projects.yml:1:3: `/Old/` cannot redirect: only its case differs from `/old/` (from data/talks.yml:1:3)",
        "data/projects.yml:1:3: `/cv.html` is already the URL of content/cv.md:2:12",
        "data/projects.yml:1:3: `/talks/invariants/` is already the URL of acadfolio itself",
        "data/talks.yml:4:3: `/taken/` is already the URL of content/taken.md",
        "data/teaching.yml:1:3: `/taken/` is already the URL of content/taken.md",
    ]


def test_old_urls_of_one_page_may_differ_in_case(tmp_path: Path) -> None:
    page = "---\npermalink: /CV/\nredirect_from: [/CV, /cv]\n---\nText\n"
    outputs, problems = render_site(tmp_path, {"content/a.md": page})
    assert "Text" in outputs["CV/index.html"]
    message = "`/cv.html` cannot redirect: only its case differs from `/CV.html`"
    assert problems == [f"content/a.md:3:22: {message} (from content/a.md:3:17)"]


def test_what_is_no_url_is_reported_and_the_rest_of_the_site_too(tmp_path: Path) -> None:
    files = {"data/talks.yml": TALK.format('["https://example.org/x/", /../x/, /a?b]')}
    assert reported(tmp_path, files) == [
        "data/talks.yml:1:3: the old URL `/../x/` leaves the site",
        "data/talks.yml:1:3: the old URL `/a?b` contains `?`, which is not allowed",
        "data/talks.yml:1:3: the old URL `https://example.org/x/` is a URL of another site",
    ]


def test_entries_may_write_old_urls_as_pages_may(tmp_path: Path) -> None:
    old = ["/~you/{}/path/", "https://x.org/~you/{}/whole/", "/{}/plain/"]
    files = {
        "data/site.yml": "title: Emmy Noether\nurl: https://x.org/~you\n",
        "data/talks.yml": TALK.format(f"[{', '.join(old).format(*['talk'] * 3)}]"),
        "content/cv.md": f"---\nredirect_from: [{', '.join(old).format(*['cv'] * 3)}]\n---\n{{{{ talks() }}}}\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    for name in ("talk", "cv"):
        there = {path for path in outputs if path.startswith((f"{name}/", "~you/"))} - {
            "cv/index.html"
        }
        assert there == {
            f"{name}/path/index.html",
            f"{name}/whole/index.html",
            f"{name}/plain/index.html",
        }


def test_an_old_url_of_an_entry_that_ends_as_a_file_does_gets_a_warning(tmp_path: Path) -> None:
    _, problems = render_site(tmp_path, LOOK | {"data/talks.yml": TALK.format("[/slides.pdf]")})
    assert problems == [
        "data/talks.yml:1:3: `/slides.pdf` cannot redirect: browsers do not show a file of that name as a page"
    ]


def test_places_are_right_when_entries_are_known_from_the_last_build(tmp_path: Path) -> None:
    talks = "".join(
        f"- title: Talk {number}\n  redirect_from: /t/{number}\n" for number in range(80)
    )
    site = make_site(tmp_path / "site", LOOK | {"data/talks.yml": talks})
    found = Problems()
    for text in (talks, f"- title: New\n{talks}- title: Last\n  redirect_from: /t/7\n"):
        (site / "data/talks.yml").write_text(text, encoding="utf-8")
        loaded = load(site, Day(2024, 6, 14), found, starter())
        assert found.found == []
    with pytest.raises(SiteError) as caught:
        make_plan(loaded, found)
    (problem,) = caught.value.problems
    assert str(problem.location) == "data/talks.yml:162:3"
    assert problem.message == "`/t/7.html` is already the URL of data/talks.yml:16:3"


def test_a_redirect_has_the_language_of_the_page_to_which_it_leads(tmp_path: Path) -> None:
    files = {"content/cv.md": "---\ntitle: سيرة\nlang: ar\nredirect_from: /vita/\n---\nنص\n"}
    html = render_site(tmp_path, files)[0]["vita/index.html"]
    assert '<html lang="ar" dir="rtl">' in html
    assert "<h1>انتقلت هذه الصفحة</h1>" in html


def test_the_old_url_of_an_entry_has_the_language_of_the_site(tmp_path: Path) -> None:
    files = {**LOOK, "data/talks.yml": TALK.format("/old/")}
    files["data/site.yml"] += "language: de\n"
    assert '<html lang="de" dir="ltr">' in render_site(tmp_path, files)[0]["old/index.html"]
