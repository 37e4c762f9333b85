"""Front matter and settings of Jekyll's themes in data files: each key is told what it is called here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.build import prepare
from acadfolio.model.activities import Course, Project, Talk
from acadfolio.model.jekyll_keys import COURSE, MENU, PROJECT, PUBLICATION, SITE, TALK
from acadfolio.model.publication import Publication
from acadfolio.model.record import fields_of
from acadfolio.model.site import NavigationItem, Settings
from acadfolio.problems import SiteError
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path


def hints(folder: Path, files: dict[str, str]) -> list[str]:
    """What is wrong, and what to do."""
    with pytest.raises(SiteError) as caught:
        prepare(make_site(folder, files))
    return [f"{problem.location}: {problem.message} ({problem.hint})" for problem in caught.value.problems]


def test_old_front_matter_of_a_publication_is_told_its_keys_here(tmp_path: Path) -> None:
    paper = "- title: A\n  paperurl: /a.pdf\n  slidesurl: /b.pdf\n  bibtexurl: /c.bib\n  citation: A\n  excerpt: A\n"
    told = hints(tmp_path, {"data/publications.yml": f"{paper}  collection: publications\n  permalink: /a\n"})
    out = "leave it out: entries have no front matter, and their pages have addresses of their own"
    expected = {
        "paperurl": "write `links: {PDF: …}`",
        "slidesurl": "write `links: {Slides: …}`",
        "bibtexurl": "write `links: {BibTeX: …}`",
        "citation": "leave it out: it is made of `authors`, `venue`, `date` and what else you say",
        "excerpt": "did you mean `summary`?",
        "collection": out,
        "permalink": "write it as `redirect_from: …`, and the old address leads to the entry's page",
    }
    assert told == [
        f"data/publications.yml:{line}:3: unknown key `{key}` ({hint})"
        for line, (key, hint) in enumerate(expected.items(), start=2)
    ]


def test_old_front_matter_of_talks_courses_and_projects_is_told_its_keys_here(tmp_path: Path) -> None:
    files = {
        "data/talks.yml": "- {title: A, type: Talk}\n",
        "data/teaching.yml": "- {title: A, venue: B}\n",
        "data/projects.yml": "- {title: A, excerpt: B}\n",
    }
    assert [line.partition(": ")[2] for line in hints(tmp_path, files)] == [
        "unknown key `excerpt` (did you mean `text`?)",
        "unknown key `type` (did you mean `kind`?)",
        "unknown key `title` (did you mean `course`?)",
        "unknown key `venue` (did you mean `institution`?)",
    ]


def test_the_keys_of_config_yml_are_told_what_to_write_in_their_place(tmp_path: Path) -> None:
    keys = {
        "author": "at the top of data/profile.yml",
        "name": "data/profile.yml",
        "repository": "below `liquid:`",
        "google_scholar_stats_use_cdn": "below `liquid:`",
        "google_analytics_id": "write `analytics: {provider: google, id: …}`",
        "my_own": "what pages read as `site.…` below `liquid:`",
        "baseurl": "at the end of `url`",
        "locale": "`language`",
    }
    site = "title: A\n" + "".join(f"{key}: a\n" for key in keys)
    told = hints(tmp_path, {"data/site.yml": site})
    assert len(told) == len(keys)
    for line, (key, hint) in zip(told, keys.items(), strict=True):
        assert f"unknown key `{key}`" in line
        assert hint in line


def test_the_menu_of_navigation_yml_is_told_once_that_main_is_one_step_too_deep(tmp_path: Path) -> None:
    site = "title: A\nnavigation:\n  main:\n    - title: CV\n      url: /cv/\n"
    hint = "leave out `main:`, and the indentation of the lines below it"
    told = [f"data/site.yml:3:3: unknown key `main` ({hint})"]
    assert hints(tmp_path, {"data/site.yml": site}) == told


def test_a_profile_below_author_is_told_once(tmp_path: Path) -> None:
    told = hints(tmp_path, {"data/profile.yml": "author:\n  name: Ada\n"})
    assert len(told) == 1
    assert "unknown key `author`" in told[0]


def test_no_key_that_is_known_here_is_told_another_place() -> None:
    tables = {
        Publication: PUBLICATION,
        Talk: TALK,
        Course: COURSE,
        Project: PROJECT,
        Settings: SITE,
        NavigationItem: MENU,
    }
    for record, table in tables.items():
        assert not table.keys() & fields_of(record).keys()
