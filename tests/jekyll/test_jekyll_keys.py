"""Settings of Jekyll's themes in data files: each key is reported with its name here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.build import prepare
from acadfolio.model.record import fields_of
from acadfolio.model.site import Settings
from acadfolio.model.theme_keys import theme_keys
from acadfolio.problems import SiteError
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path


def hints(folder: Path, files: dict[str, str]) -> list[str]:
    """What is wrong, and what to do."""
    with pytest.raises(SiteError) as caught:
        prepare(make_site(folder, files))
    return [
        f"{problem.location}: {problem.message} ({problem.hint})"
        for problem in caught.value.problems
    ]


def test_the_keys_of_config_yml_are_reported_with_what_to_write_in_their_place(
    tmp_path: Path,
) -> None:
    keys = {
        "author": "to the top of data/profile.yml",
        "name": "data/profile.yml",
        "repository": "below `liquid:`",
        "google_analytics_id": "write `analytics: {provider: google, id: …}`",
        "my_own": "those that pages read as `site.…` below `liquid:`",
        "baseurl": "at the end of `url`",
        "locale": "`language`",
    }
    site = "title: A\n" + "".join(f"{key}: a\n" for key in keys)
    reported = hints(tmp_path, {"data/site.yml": site})
    assert len(reported) == len(keys)
    for line, (key, hint) in zip(reported, keys.items(), strict=True):
        assert f"unknown key `{key}`" in line
        assert hint in line


def test_a_profile_below_author_is_reported_once(tmp_path: Path) -> None:
    reported = hints(tmp_path, {"data/profile.yml": "author:\n  name: Ada\n"})
    assert len(reported) == 1
    assert "unknown key `author`" in reported[0]


def test_no_key_that_is_known_here_is_sent_to_another_place() -> None:
    assert not theme_keys().config.keys() & fields_of(Settings).keys()
