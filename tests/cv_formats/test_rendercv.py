"""`acadfolio export --format rendercv`, and `acadfolio import cv.yml`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import yaml
from cv_round_trips import SITES, data_of, import_file
from cv_schemas import RENDERCV, schema_errors

from acadfolio.cv_formats.rendercv_writer import rendercv
from acadfolio.problems import SiteError
from acadfolio.source.yaml import load_table
from cases import every_case
from commands import run
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
def test_a_site_has_the_form_of_rendercv_and_comes_back_as_the_same_file(
    site: Path, tmp_path: Path
) -> None:
    file = tmp_path / "cv.yml"
    file.write_bytes(rendercv(data_of(site)))
    assert schema_errors(yaml.safe_load(file.read_bytes()), RENDERCV) == []
    imported = import_file(file, tmp_path / "new")
    assert [problem.message for problem in imported.problems.found] == []
    assert rendercv(data_of(tmp_path / "new")) == file.read_bytes()


def test_a_heading_of_their_own_is_that_of_known_entries(tmp_path: Path) -> None:
    file = tmp_path / "cv.yml"
    file.write_text(
        "cv:\n  name: Ada\n  sections:\n"
        "    Writings: [{title: Notes, authors: [Ada], date: '1843'}]\n"
        "    research_posts: [{company: A, position: B}]\n"
    )
    import_file(file, tmp_path / "new")
    settings = data_of(tmp_path / "new").section_settings
    assert str(settings["publications"].title) == "Writings"
    assert str(settings["experience"].title) == "Research posts"


def test_two_headings_are_not_those_of_their_common_entries(tmp_path: Path) -> None:
    file = tmp_path / "cv.yml"
    file.write_text(
        "cv:\n  name: Ada\n  sections:\n"
        "    Writings: [{title: Notes, authors: [Ada], date: '1843'}]\n"
        "    Publications: [{title: Letters, authors: [Ada], date: '1844'}]\n"
        "    Posts: [{company: A, position: B}]\n"
        "    Offices: [{company: C, position: D}]\n"
    )
    import_file(file, tmp_path / "new")
    settings = data_of(tmp_path / "new").section_settings
    assert not any(section.title for section in settings.values())


def test_every_section_has_entries_of_one_type(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: A\nurl: https://a.example.org/b\nlanguage: de\ntalks: {title: Reden}\n",
        "data/profile.yml": (
            "name: Ada\nbio: I am *A*.\nemail: a@example.org, b@example.org\ninterests: [Fire]\n"
            "links: {github: https://github.com/aa, ORCID: 0000-0002-1825-0097, mastodon: '@a@b.example',\n"
            "  youtube: '@aa', CV: /cv.pdf, Lab: https://lab.example}\n"
        ),
        "data/education.yml": "- {institution: U, advisors: [B, C], text: 'See [here](/x/).'}\n",
        "data/experience.yml": (
            "- {date: 2019.., institution: I, department: D}\n"
            "- institution: I\n  text: |\n    Words.\n\n    - one\n    - two\n"
        ),
        "data/talks.yml": "- {date: 2020-01-02, title: T, event: E, location: L, links: {Slides: https://s.example}}\n",
        "data/teaching.yml": "- {course: C, code: '1', terms: [2022/23 Fall, 2024]}\n",
        "data/services.yml": (
            "- {role: Chair, venues: [{name: N, years: [2019..2020, 2022]}]}\n- {role: R}\n"
        ),
        "data/publications.yml": "- {title: '2020', authors: [Ada, Bob], doi: 10.1000/182, year: 1744}\n- {title: On}\n",
        "data/skills.yml": (
            "- {title: Code, text: Python}\n- {title: Tools, items: [Looms, cards], text: daily}\n"
        ),
        "data/languages.yml": "- items: [Deutsch, Englisch]\n",
        "data/interests.yml": "- {title: Sport, date: 1830, items: [Polo, whist]}\n",
        "data/press.yml": "- {text: One}\n- {text: 'yes'}\n",
        "data/other.yml": "- {title: X, date: 2022/23}\n- {text: Y}\n",
    }
    written = yaml.safe_load(rendercv(data_of(make_site(tmp_path, files))))
    assert schema_errors(written, RENDERCV) == []
    assert written == {
        "cv": {
            "name": "Ada",
            "email": ["a@example.org", "b@example.org"],
            "website": "https://a.example.org/b",
            "social_networks": [
                {"network": "GitHub", "username": "aa"},
                {"network": "ORCID", "username": "0000-0002-1825-0097"},
                {"network": "Mastodon", "username": "@a@b.example"},
                {"network": "YouTube", "username": "aa"},
            ],
            "custom_connections": [
                {"fontawesome_icon": "link", "placeholder": "Lab", "url": "https://lab.example"}
            ],
            "sections": {
                "Profil": ["I am *A*."],
                "Ausbildung": [
                    {
                        "institution": "U",
                        "area": "–",
                        "summary": "Betreut von B, C; See [here](https://a.example.org/b/x/).",
                    }
                ],
                "Stationen": [
                    {
                        "company": "D, I",
                        "position": "–",
                        "start_date": "2019",
                        "end_date": "present",
                    },
                    {
                        "company": "I",
                        "position": "–",
                        "summary": "Words.",
                        "highlights": ["one", "two"],
                    },
                ],
                "Veröffentlichungen": [
                    {
                        "title": "2020",
                        "authors": ["**Ada**", "Bob"],
                        "date": "1744",
                        "doi": "10.1000/182",
                    },
                    {"title": "On", "authors": ["–"]},
                ],
                "Reden": [
                    {
                        "name": "[T](https://s.example)",
                        "date": "2020-01-02",
                        "summary": "E",
                        "location": "L",
                    }
                ],
                "Lehre": [{"name": "1 C", "date": "2022/23 Fall, 2024"}],
                "Ämter und Gutachten": [
                    {"label": "Chair", "details": "N 2019–2020, 2022"},
                    {"label": "R", "details": "–"},
                ],
                "Other": [{"name": "X", "date": "2022/23"}, {"name": "Y"}],
                "Press": ["One", "yes"],
                "Kenntnisse": [
                    {"label": "Code", "details": "Python"},
                    {"label": "Tools", "details": "Looms, cards; daily"},
                ],
                "Sprachen": ["Deutsch, Englisch"],
                "Interessen": [{"name": "Sport", "date": "1830", "summary": "Polo, whist"}],
                "Forschungsinteressen": [{"bullet": "Fire"}],
            },
        },
        "locale": {"language": "german"},
    }


@every_case(
    ("languages", "expected"),
    [
        (
            "- {title: Russian, text: native}\n- items: [German, English]\n",
            ["**Russian:** native", "German, English"],
        ),
        (
            "- {title: Russian, text: native, date: 1850}\n- items: [German, English]\n  text: school\n",
            [{"name": "Russian", "date": "1850", "summary": "native"},
             {"name": "German, English", "summary": "school"}],
        ),
        (
            "- {title: Russian, date: 1850}\n- date: 1851\n  text: |\n    One.\n\n    - two\n",
            [{"name": "–", "date": "1851", "summary": "One.", "highlights": ["two"]},
             {"name": "Russian", "date": "1850"}],
        ),
    ],
)  # fmt: skip
def test_entries_with_and_without_titles_are_lines_or_have_names(
    languages: str, expected: list[Any], tmp_path: Path
) -> None:
    data = data_of(make_site(tmp_path, {"data/languages.yml": languages}))
    written = yaml.safe_load(rendercv(data))
    assert schema_errors(written, RENDERCV) == []
    assert written["cv"]["sections"] == {"Languages": expected}


TALKS = "- {title: Old, date: 1888}\n- {title: New, date: 1890}\n- {title: Between, date: 1889}\n"


@every_case(
    ("settings", "expected"),
    [
        ("", ["New", "Between", "Old"]),
        ("talks: {sort: file}\n", ["Old", "New", "Between"]),
        ("talks: {sort: title}\n", ["Between", "New", "Old"]),
    ],
)
def test_entries_have_the_order_of_pages_and_keep_it(
    settings: str, expected: list[str], tmp_path: Path
) -> None:
    site = {"data/site.yml": f"title: A\n{settings}", "data/talks.yml": TALKS}
    file = tmp_path / "cv.yml"
    file.write_bytes(rendercv(data_of(make_site(tmp_path / "old", site))))
    talks = yaml.safe_load(file.read_bytes())["cv"]["sections"]["Invited Talks"]
    assert [talk["name"] for talk in talks] == expected
    import_file(file, tmp_path / "new")
    assert rendercv(data_of(tmp_path / "new")) == file.read_bytes()


@every_case(
    ("url", "expected"),
    [
        ("/files/x.pdf", "https://a.example/b/files/x.pdf"),
        ("files/x.pdf", "https://a.example/b/files/x.pdf"),
        ("./files/x.pdf", "https://a.example/b/files/x.pdf"),
        ("../files/x.pdf", "https://a.example/b/files/x.pdf"),
        ("https://b.example", "https://b.example"),
        ("//b.example/x", "//b.example/x"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("#c", "#c"),
    ],
)
def test_links_in_texts_are_full_urls(url: str, expected: str, tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: A\nurl: https://a.example/b/\n",
        "data/profile.yml": f"name: Ada\nbio: See [x]({url}).\n",
    }
    written = yaml.safe_load(rendercv(data_of(make_site(tmp_path, files))))
    assert written["cv"]["sections"] == {"Profile": [f"See [x]({expected})."]}


def test_the_headline_has_the_whole_position(tmp_path: Path) -> None:
    profile = (
        "name: Ada\npositions: [{role: Professor, department: Analysis, institution: Engine}]\n"
    )
    file = tmp_path / "cv.yml"
    site = make_site(tmp_path / "old", {"data/profile.yml": profile})
    file.write_bytes(rendercv(data_of(site)))
    assert "headline: Professor, Analysis, Engine\n" in file.read_text("utf-8")
    import_file(file, tmp_path / "new")
    assert rendercv(data_of(tmp_path / "new")) == file.read_bytes()


NINE = {
    "data/skills.yml": "- {title: Code, items: [Python, C]}\n",
    "data/languages.yml": "- text: English\n- text: French\n",
    "data/interests.yml": "- text: Whist\n",
    "data/references.yml": "- {title: Babbage, text: London}\n",
    "data/certificates.yml": "- {title: Weaving, date: 1840, links: {PDF: 'https://w.example'}}\n",
    "data/memberships.yml": "- {title: Club, date: 1839..}\n",
    "data/supervision.yml": "- {title: Doctorates, items: [5, 2]}\n",
    "data/outreach.yml": "- title: Lessons\n  text: |\n    - one\n    - two\n",
    "data/media.yml": "- {title: Interview, date: 1842-05}\n",
    "data/profile.yml": "name: Ada\ninterests: [Engines]\n",
}


@every_case("language", ["en", "de", "zh", "ar"])
def test_ready_sections_come_back_to_their_files_in_every_language(
    language: str, tmp_path: Path
) -> None:
    settings = {"data/site.yml": f"title: Ada\nlanguage: {language}\n"}
    file = tmp_path / "cv.yml"
    file.write_bytes(rendercv(data_of(make_site(tmp_path / "old", settings | NINE))))
    imported = import_file(file, tmp_path / "new")
    assert imported.problems.found == []
    assert imported.files.keys() == {"data/site.yml", *NINE}
    assert rendercv(data_of(tmp_path / "new")) == file.read_bytes()


RENDERCV_FILE = """# yaml-language-server: $schema=https://example.org/schema.json
cv:
  name: Ada
  headline: Analyst
  photo: me.jpg
  phone: +44 1
  email: ada@example.org
  website: [https://ada.example.org, https://two.example.org]
  social_networks:
    - {network: GitHub, username: ada}
    - {network: Leetcode, username: ada}
  custom_connections:
    - {fontawesome_icon: x, placeholder: Call, url: https://call.example}
  motto: Think
  sections:
    summary: [First., Second.]
    education:
      - {institution: Home, area: –, degree: BA, start_date: 1830, end_date: 1835-06, highlights: [Good], grade: A}
    Arbeit:
      - {company: Engine, position: Analyst, start_date: 1842-09, location: London}
    Selected Papers:
      - {title: Notes, authors: ['**A. Lovelace**', B], journal: Memoirs, date: 1843, doi: 10.1000/182}
    honors:
      - Prize
      - bullet: Medal
    grants:
      - {name: '[Grant](https://grant.example)', date: Fall 1840, summary: Money}
    teaching:
      - {name: Sums, date: '1839 Spring, 1840'}
    Professional Services:
      - {label: Reviewer, details: Journals}
    "Tools & Code":
      - {label: Loom, details: Cards}
    languages:
      - {number: French}
    Centres d’intérêt: [Whist]
    Supervision:
      - {label: Doctorates, details: 3}
    broken: 5
design: {theme: classic}
locale: {language: french}
"""
IMPORTED: dict[str, Any] = {
    "site": {
        "title": "Ada", "url": "https://ada.example.org", "language": "fr",
        "tools_code": {"title": "Tools & Code"}, "experience": {"title": "Arbeit"},
        "publications": {"title": "Selected Papers"},
    },
    "profile": {
        "name": "Ada", "variants": ["A. Lovelace"], "bio": "**Motto:** Think\n\nFirst.\n\nSecond.",
        "positions": ["Analyst"], "email": "ada@example.org",
        "private": {"phone": "+44 1"},
        "links": {
            "github": "ada", "Call": "https://call.example", "Website": "https://two.example.org",
        },
    },
    "education": [
        {
            "date": "1830..1835-06", "degree": "BA", "institution": "Home",
            "text": "- Good\n\n**Grade:** A",
        }
    ],
    "experience": [
        {"date": "1842-09..", "role": "Analyst", "institution": "Engine", "location": "London"}
    ],
    "publications": [
        {
            "title": "Notes", "authors": ["A. Lovelace", "B"], "venue": "Memoirs", "date": "1843",
            "doi": "10.1000/182",
        }
    ],
    "awards": [{"title": "Prize"}, {"title": "Medal"}],
    "grants": [
        {
            "title": "Grant", "text": "Money\n\n**Date:** Fall 1840",
            "links": {"Website": "https://grant.example"},
        }
    ],
    "teaching": [{"course": "Sums", "terms": ["1839 Spring", "1840"]}],
    "services": [{"role": "Reviewer", "text": "Journals"}],
    "tools_code": [{"title": "Loom", "text": "Cards"}],
    "languages": [{"text": "French"}],
    "interests": [{"text": "Whist"}],
    "supervision": [{"title": "Doctorates", "text": "3"}],
    "broken": [{"text": "5"}],
}  # fmt: skip
PUT_IT = "put it into static/, and write `avatar: …` into data/profile.yml"
NOW_PRIVATE = (
    "went below `private` in data/profile.yml, which no page shows "
    "(delete it if strangers can read the repository of your site)"
)
NO_DATE = (
    "is not a date that acadfolio knows: it is in the text "
    "(write it as `2019-06..2022-04` in `date`)"
)


def files_of(site: Path) -> dict[str, Any]:
    """The data files of a site by their names, as YAML without types."""
    return {file.stem: load_table(file) for file in (site / "data").iterdir()}


def test_a_file_for_rendercv_becomes_records_and_nothing_is_lost_silently(tmp_path: Path) -> None:
    (tmp_path / "cv.yml").write_text(RENDERCV_FILE, "utf-8")
    ended = run("import", "cv.yml", "--site", "new", cwd=tmp_path)
    assert ended.returncode == 0
    assert files_of(tmp_path / "new") == IMPORTED
    assert "  Tools & Code → data/tools_code.yml\n" in ended.stdout
    assert [line.removeprefix("cv.yml:") for line in ended.stderr.splitlines()] == [
        "3:3: warning: `motto` of `cv` has no place of its own: it is in the text",
        f"3:3: warning: `phone` {NOW_PRIVATE}",
        f"3:3: warning: `photo` is not imported: {PUT_IT}",
        "11:7: warning: `Leetcode` is not imported: it is no network that acadfolio knows",
        "18:9: warning: `grade` of `education` has no place of its own: it is in the text",
        f"27:9: warning: `Fall 1840` {NO_DATE}",
        "27:9: warning: `date` of `grants` has no place of its own: it is in the text",
        "40:9: warning: `design` is not imported: it is about the PDF of RenderCV",
    ]
    assert run("check", "--site", "new", cwd=tmp_path).returncode == 0


@every_case(
    ("heading", "entry", "section", "expected"),
    [
        ("Skills", "{name: Physics, level: Master, icon: fa-atom, keywords: [Light, Atoms]}",
         "skills", {"title": "Physics", "items": ["Light", "Atoms"], "text": "Master"}),
        ("Languages", "{language: German, fluency: native, icon: fa-flag}",
         "languages", {"title": "German", "text": "native"}),
        ("Certificates", "{name: Safety, date: 1902, issuer: Bern, url: 'https://c.example'}",
         "certificates", {"title": "Safety", "date": "1902", "text": "Bern",
                          "links": {"Website": "https://c.example"}}),
        ("Interests", "{name: Music, keywords: [Violin]}",
         "interests", {"title": "Music", "items": ["Violin"]}),
        ("References", "{name: Niels Bohr, reference: A friend.}",
         "references", {"title": "Niels Bohr", "text": "A friend."}),
    ],
)  # fmt: skip
def test_entries_with_the_keys_of_json_resume_have_them_in_their_places(
    heading: str, entry: str, section: str, expected: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "cv.yml"
    file.write_text(f"cv:\n  sections:\n    {heading}:\n      - {entry}\n", "utf-8")
    imported = import_file(file, tmp_path / "new")
    assert load_table(tmp_path / f"new/data/{section}.yml") == [expected]
    said = [problem.message for problem in imported.problems.found]
    icon = f"`icon` of `{heading}` is not imported: entries have no icons"
    assert said == ([icon] if "icon:" in entry else [])


AL_FOLIO = """
- title: General Information
  type: map
  contents:
    - {name: Full Name, value: Ada}
    - {name: Languages, value: 'English, French'}
- title: Education
  type: time_table
  contents:
    - title: PhD
      institution: Home
      year: 2017
      description: [One, Two]
- title: Experience
  type: time_table
  contents:
    - {title: Fellow, institution: Engine, year: 2023 - present}
    - {title: Postdoc, institution: Loom, year: 2017-2019, description: [{title: Did, contents: [a, b]}]}
- title: Honors and Awards
  type: time_table
  contents:
    - {year: 2015 - 2016, items: [Prize, Medal]}
    - {year: long ago, items: [Cup]}
- title: Skills
  type: map
  contents: [{name: Weaving, value: daily}]
- title: Other Interests
  type: list
  contents: ['<u>Hobbies:</u> Whist', {title: Groups, items: [a, b]}]
"""
OF_AL_FOLIO: dict[str, Any] = {
    "site": {
        "title": "Ada", "general_information": {"title": "General Information"},
        "other_interests": {"title": "Other Interests"},
    },
    "profile": {"name": "Ada"},
    "general_information": [{"title": "Languages", "text": "English, French"}],
    "education": [
        {"date": "2017", "degree": "PhD", "institution": "Home", "text": "- One\n- Two"}
    ],
    "experience": [
        {"date": "2023..", "role": "Fellow", "institution": "Engine"},
        {
            "date": "2017..2019", "role": "Postdoc", "institution": "Loom",
            "text": "- title: Did\n- contents:\n    - a\n    - b",
        },
    ],
    "awards": [
        {"date": "2015..2016", "title": "Prize"},
        {"date": "2015..2016", "title": "Medal"},
    ],
    "other_interests": [
        {"text": "<u>Hobbies:</u> Whist"},
        {"title": "Groups", "text": "- a\n- b"},
    ],
    "skills": [{"title": "Weaving", "text": "daily"}],
    "honors_and_awards": [{"text": "Cup\n\n**Year:** long ago"}],
}  # fmt: skip


def test_the_older_form_of_al_folio_becomes_records(tmp_path: Path) -> None:
    (tmp_path / "cv.yml").write_text(AL_FOLIO, "utf-8")
    ended = run("import", "cv.yml", "--site", "new", cwd=tmp_path)
    assert ended.returncode == 0
    assert files_of(tmp_path / "new") == OF_AL_FOLIO
    assert "cv.yml:23:7: warning: `long ago` is not a date" in ended.stderr
    assert run("check", "--site", "new", cwd=tmp_path).returncode == 0


def test_the_own_file_of_a_site_is_no_cv(tmp_path: Path) -> None:
    (tmp_path / "news.yml").write_text("- {date: 2024, text: News}\n", "utf-8")
    with pytest.raises(SiteError, match="this is a list, but a CV is expected"):
        import_file(tmp_path / "news.yml", tmp_path / "new")


@every_case(
    "text",
    [
        "cv:",
        "cv: 5",
        "cv: [a]",
        "cv: {sections: [a, {b: c}]}",
        "cv: {name: [a], email: {b: c}, social_networks: 5, custom_connections: [5, {placeholder: x}]}",
        "cv: {website: no, email: [no, {a: b}]}",
        "cv: {sections: {'': [x], 1: {a: b}, ../x: [y], site: [z], posts: [a], experience: text}}",
        "cv: {sections: {education: [5, [a], {institution: [x], area: y}, {institution: x, date: {a: b}}]}}",
        "cv: {sections: {publications: [{title: A, authors: {a: b}}, {authors: B}, {doi: x}, {name: N}]}}",
        "cv: {sections: {teaching: [{name: {a: b}, date: [2020]}], services: [{label: x}], summary: [[a]]}}",
        "cv: {sections: {interests: [{bullet: [a]}, {label: b}], talks: [{bullet: a, date: 2020}]}}",
        "- {title: A, contents: 5}",
        "- {title: [A], contents: {a: b}}\n- 5\n- [x]\n- {contents: [{name: Name, value: [x]}]}",
        "- {title: Awards, contents: [{year: [1], items: {a: b}}, {items: [x]}, {year: 2020}]}",
        "a: &a [x]\ncv: {sections: {own: *a, more: [*a, *a]}}",
        "work: [{name: A}]",
    ],
)
def test_a_strange_file_never_ends_in_a_traceback(text: str, tmp_path: Path) -> None:
    file = tmp_path / "cv.yml"
    file.write_text(text, "utf-8")
    import_file(file, tmp_path / "new")
    assert {path.parent for path in (tmp_path / "new").rglob("*.yml")} == {
        tmp_path / "new" / "data"
    }


LAUGHS = "\n".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9))


@every_case(
    "text, message",
    [
        ("", ": this is empty, but a CV is expected"),
        ("cv: [", ":1:6: "),
        ("cv: {name: A}\ncv: {name: B}", ":2:1: duplicate key `cv`, first on line 1"),
        ("? {a: b}\n: c\n", ":1:3: a key cannot be a mapping"),
        (f"a0: &a0 [x]\n{LAUGHS}\ncv: *a8\n", ":1: this file is too large, or contains itself"),
        ("cv: &x {sections: *x}", ":1: this file is too large, or contains itself"),
        ("name: A", ":1:1: this is a mapping, but a CV is expected"),
    ],
)
def test_what_is_no_cv_is_reported_with_its_line(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "cv.yml"
    file.write_text(text, "utf-8")
    with pytest.raises(SiteError) as raised:
        import_file(file, tmp_path / "new")
    assert f"{file.as_posix()}{message}" in str(raised.value)
