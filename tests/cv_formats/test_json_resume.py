"""`acadfolio export --format jsonresume`, and `acadfolio import resume.json`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from cv_round_trips import SITES, data_of, import_file, records_of
from cv_schemas import JSON_RESUME, schema_errors

from acadfolio.cv_formats.json_resume_writer import json_resume
from acadfolio.problems import SiteError
from acadfolio.source.yaml import load_table
from cases import every_case
from commands import run
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

STRANGE_TEXTS = {
    "data/site.yml": "title: Émilie\nurl: https://emilie.example.org/site\nlanguage: fr\n",
    "data/profile.yml": (
        "name: {fr: Émilie du Châtelet, zh: 沙特莱}\n"
        "email: a@example.org, b@example.org\n"
        "positions: [{role: Autrice, url: https://example.org}, Traductrice]\n"
        "links: {github: emilie, CV: /files/cv.pdf, ORCID: {url: 0000-0002-1825-0097, icon: orcid}}\n"
        "interests: [Physique, {fr: Feu, en: Fire}]\n"
    ),
    "data/experience.yml": (
        "- {date: 2022/23 Fall, role: A, institution: '*B* & `C`'}\n"
        "- institution: D\n  date: 2019-06..\n  text: |\n    - one\n    - two  \n      three\n\n\n"
        "- institution: E\n  text: >\n    folded\n    text\n"
        "- {institution: E}\n- {institution: E, links: {X: https://x.example, Y: /y/}}\n"
        "- {institution: '  spaces  ', role: '~', department: 'null'}\n"
        "- {institution: F, date: 2014..2014}\n"
    ),
    "data/news.yml": (
        "- {date: '2024-06-14 00:30:10 +02:00', text: Local, pinned: true}\n"
        "- {date: '2024-06-14 23:30:10 -03:00', text: Local}\n"
        "- {date: '2024-06-14 12:00 Z', text: 'a: b # c', extra: {n: '5', m: 5, x: [true, '~', 0.5]}}\n"
    ),
    "data/services.yml": (
        "- {role: Reviewer, venues: [{name: N, years: [2020..2022]}]}\n"
        "- {role: Chair, kind: journal, areas: [{area: ML, venues: [{name: A}, {name: B}]}]}\n"
    ),
    "data/skills.yml": (
        "- {title: Languages, text: 'Python, C'}\n- {text: alone}\n"
        "- {title: Code, items: [Python, '*C*'], text: daily}\n- {title: Code, items: A}\n"
    ),
    "data/languages.yml": "- {title: Polish, text: native}\n- items: [Russian, German]\n",
    "data/certificates.yml": "- {title: Driving, date: 1916, items: [cars, vans], text: Paris}\n",
    "data/interests.yml": "- title: Feu\n- {title: Sport, items: [Cycling]}\n- title: Feu\n",
    "data/references.yml": "- {title: Hilbert, text: A, links: {E-mail: 'mailto:h@example.org'}}\n",
    "data/memberships.yml": "- {title: Academy, date: 1922..}\n",
    "data/supervision.yml": "- {title: Doctorates, items: ['5', '06']}\n",
    "data/outreach.yml": "- title: Lessons\n  text: |\n    - one\n    - two\n",
    "data/media.yml": "- {title: Interview, links: {Paper: 'https://x.example'}}\n",
    "data/publications.yml": (
        "- title: {fr: Feu, en: Fire}\n  authors: [É. du Châtelet*, {name: A, orcid: 0000-0002-1825-0097}]\n"
        "  venue: acad\n  year: 1744\n  citations: 5\n  bibtex: |\n    @book{a,\n      title = {B}}\n"
    ),
    "data/venues.yml": "acad: {name: Académie, colour: '#00369f'}\n",
    "data/own.yml": "- {title: 'yes', date: 2020, text: \"tab\\there\"}\n",
}  # fmt: skip


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
def test_a_site_has_the_form_of_the_schema_and_comes_back_equal(site: Path, tmp_path: Path) -> None:
    file = tmp_path / "resume.json"
    file.write_bytes(json_resume(data_of(site)))
    assert schema_errors(json.loads(file.read_bytes()), JSON_RESUME) == []
    import_file(file, tmp_path / "new")
    assert records_of(data_of(tmp_path / "new")) == records_of(data_of(site))


def test_records_with_strange_values_come_back_equal(tmp_path: Path) -> None:
    site = make_site(tmp_path / "old", STRANGE_TEXTS)
    file = tmp_path / "resume.json"
    file.write_bytes(json_resume(data_of(site)))
    resume = json.loads(file.read_bytes())
    assert schema_errors(resume, JSON_RESUME) == []
    assert resume["basics"]["name"] == "Émilie du Châtelet"
    assert resume["work"][0]["name"] == "B & C"
    import_file(file, tmp_path / "new")
    assert records_of(data_of(tmp_path / "new")) == records_of(data_of(site))
    assert data_of(tmp_path / "new").settings == data_of(site).settings


def test_another_program_may_format_the_file(tmp_path: Path) -> None:
    resume = json.loads(json_resume(data_of(SITES[0])))
    file = tmp_path / "resume.json"
    file.write_text(json.dumps(resume, sort_keys=True, indent="\t"), "utf-8")
    import_file(file, tmp_path / "new")
    assert records_of(data_of(tmp_path / "new")) == records_of(data_of(SITES[0]))


def test_an_entry_that_another_program_changed_is_imported_as_changed(tmp_path: Path) -> None:
    resume = json.loads(json_resume(data_of(SITES[0])))
    resume["work"][0]["position"] = "Head"
    resume["basics"]["label"] = "Physicist"
    file = tmp_path / "resume.json"
    file.write_text(json.dumps(resume, indent=1), "utf-8")
    imported = import_file(file, tmp_path / "new")
    assert "role: Head" in imported.files["data/experience.yml"]
    assert "positions: [Physicist]" in imported.files["data/profile.yml"]
    assert "variants:" in imported.files["data/profile.yml"]
    said = [problem.message for problem in imported.problems.found]
    assert any(
        message.startswith("the entry of `work` with these details was changed") for message in said
    )
    assert any(message.startswith("`positions` is as in `basics`") for message in said)


def test_each_ready_section_has_the_list_of_its_name(tmp_path: Path) -> None:
    resume = json.loads(json_resume(data_of(make_site(tmp_path, STRANGE_TEXTS))))
    assert resume["skills"] == [
        {"name": "Languages", "keywords": ["Python", "C"]},
        {"keywords": ["alone"]},
        {"name": "Code", "level": "daily", "keywords": ["Python", "C"]},
        {"name": "Code", "keywords": ["A"]},
    ]
    assert resume["languages"] == [
        {"language": "Polish", "fluency": "native"}, {"fluency": "Russian, German"},
    ]  # fmt: skip
    assert resume["certificates"] == [
        {"name": "Driving", "issuer": "cars, vans, Paris", "date": "1916"}
    ]
    assert resume["references"] == [{"name": "Hilbert", "reference": "A"}]
    assert resume["interests"] == [
        {"name": "Feu"}, {"name": "Sport", "keywords": ["Cycling"]}, {"name": "Feu"},
        {"name": "Physique"}, {"name": "Feu"},
    ]  # fmt: skip


@every_case(
    ("interests", "expected"),
    [
        ('[{"name": "Fire"}, "Air"]', {"profile": ["Fire", "Air"]}),
        ('[{"name": "Fire", "keywords": []}]', {"profile": ["Fire"]}),
        ('{"name": "Fire"}', {"profile": ["Fire"]}),
        (
            '[{"name": "Sport", "keywords": ["Polo"]}, {"name": "Air"}, "Fire", ["Water"]]',
            {
                "interests": [
                    {"title": "Sport", "items": ["Polo"]}, {"title": "Air"}, {"title": "Fire"},
                    {"text": "Water"},
                ]
            },
        ),
        ('[{"name": {"en": "Fire"}}]', {"interests": [{"text": "**Name:**\n\n- en: Fire"}]}),
    ],
)  # fmt: skip
def test_interests_are_of_the_profile_while_they_are_names_alone(
    interests: str, expected: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "resume.json"
    file.write_text(f'{{"basics": {{"name": "Ada"}}, "interests": {interests}}}', "utf-8")
    import_file(file, tmp_path / "new")
    found = {path.stem: load_table(path) for path in (tmp_path / "new" / "data").iterdir()}
    of_profile = found.pop("profile").get("interests")
    found.pop("site")
    assert ({"profile": of_profile} if of_profile else {}) | found == expected


def test_a_hidden_work_is_not_exported(tmp_path: Path) -> None:
    works = "- {title: Shown, authors: [A]}\n- {title: Secret, authors: [A], hidden: true}\n"
    site = make_site(tmp_path, {"data/publications.yml": works})
    written = json_resume(data_of(site)).decode()
    assert "Shown" in written
    assert "Secret" not in written


RESUME = """{
\t"basics": {"name": "Ada", "label": "Analyst", "image": "me.png", "phone": "+44 1", "email": "no",
\t\t"url": "https://ada.example.org", "summary": "Sums.",
\t\t"location": {"city": "London", "countryCode": "GB", "postalCode": "N1"},
\t\t"profiles": [{"network": "GitHub", "username": "ada"}, {"network": "Foo", "url": "https://foo.example"},
\t\t\t{"network": "ORCID", "username": "none"}]},
\t"work": [
\t\t{"name": "Engine", "position": "Analyst", "startDate": "Sept. 1842", "endDate": "present",
\t\t\t"summary": "Notes.", "highlights": ["A", "G"], "team": {"size": 2, "names": ["x"]}},
\t\t{"position": "Consultant", "startDate": "soon"},
\t\t"just text"
\t],
\t"education": [{"institution": "Home", "area": "Mathematics", "score": "A", "startDate": "1830", "endDate": "1835"}],
\t"awards": [{"title": "Prize", "startdate": "1840", "enddate": "1841", "awarder": "R.S."}],
\t"volunteer": [{"organization": "Club", "position": "Member", "startDate": "1839", "endDate": "1839"}],
\t"skills": "Weaving",
\t"languages": [{"language": "French", "fluency": "fluent"}],
\t"interests": [{"name": "Music", "keywords": ["Harp"]}, "Horses"],
\t"publications": [{"name": "Notes", "publisher": "Memoirs", "releaseDate": "1843-09", "url": "https://doi.org/10.1000/182"}],
\t"hobby horses": [{"title": "Whist", "z": 1}],
\t"empty": [], "nothing": null
}
"""
IMPORTED: dict[str, Any] = {
    "site": {
        "title": "Ada", "url": "https://ada.example.org", "hobby_horses": {"title": "hobby horses"},
    },
    "profile": {
        "name": "Ada", "bio": "Sums.", "positions": ["Analyst"], "location": "London, GB",
        "private": {"phone": "+44 1", "address": ["N1"]},
        "links": {"github": "ada", "Foo": "https://foo.example"},
    },
    "experience": [
        {
            "date": "1842-09..", "role": "Analyst", "institution": "Engine",
            "text": "Notes.\n\n- A\n- G\n\n**Team:**\n\n- size: 2\n- names:\n    - x",
        }
    ],
    "work": [{"title": "Consultant", "text": "**Start date:** soon"}, {"text": "just text"}],
    "education": [
        {"date": "1830..1835", "field": "Mathematics", "institution": "Home", "text": "**Score:** A"}
    ],
    "awards": [{"date": "1840..1841", "title": "Prize", "institution": "R.S."}],
    "services": [{"role": "Member", "venues": [{"name": "Club", "years": ["1839"]}]}],
    "skills": [{"text": "Weaving"}],
    "languages": [{"title": "French", "text": "fluent"}],
    "interests": [{"title": "Music", "items": ["Harp"]}, {"title": "Horses"}],
    "publications": [
        {"title": "Notes", "venue": "Memoirs", "date": "1843-09", "doi": "10.1000/182"}
    ],
    "hobby_horses": [{"title": "Whist", "text": "**Z:** 1"}],
}  # fmt: skip
NOW_PRIVATE = (
    "went below `private` in data/profile.yml, which no page shows "
    "(delete it if strangers can read the repository of your site)"
)
NO_DATE = (
    "is not a date that acadfolio knows: it is in the text "
    "(write it as `2019-06..2022-04` in `date`)"
)
NO_INSTITUTION = (
    "has no `institution`: it is in data/work.yml (complete it, and move it to data/experience.yml)"
)


def test_a_file_of_another_program_becomes_records_and_nothing_is_lost_silently(
    tmp_path: Path,
) -> None:
    (tmp_path / "resume.json").write_text(RESUME, "utf-8")
    ended = run("import", "resume.json", "--site", "new", cwd=tmp_path)
    assert ended.returncode == 0
    files = sorted((tmp_path / "new" / "data").iterdir())
    found = {file.stem: load_table(file) for file in files}
    assert found == IMPORTED
    assert "  work → data/experience.yml, data/work.yml\n" in ended.stdout
    assert [line.removeprefix("resume.json:") for line in ended.stderr.splitlines()] == [
        "2:12: warning: `email` is not imported: `no` is no e-mail address",
        "2:12: warning: `image` is not imported: a portrait is a file of the site",
        f"2:12: warning: `phone` and `address` {NOW_PRIVATE}",
        "6:4: warning: `ORCID` is not imported: it has no URL",
        "8:3: warning: `team` of `work` has no place of its own: it is in the text",
        f"10:3: warning: `soon` {NO_DATE}",
        "10:3: warning: `startDate` of `work` has no place of its own: it is in the text",
        f"10:3: warning: this entry of `work` {NO_INSTITUTION}",
        "11:3: warning: an entry of `work` has keys: this one became text",
        "13:16: warning: `score` of `education` has no place of its own: it is in the text",
        "16:12: warning: `skills` is no list: it became text",
        "20:19: warning: `z` of `hobby horses` has no place of its own: it is in the text",
    ]
    assert run("check", "--site", "new", cwd=tmp_path).returncode == 0
    report = (tmp_path / "new" / "import-report.html").read_text("utf-8")
    assert "<td><code>work</code></td><td>data/experience.yml, data/work.yml</td>" in report


def test_no_file_of_the_user_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "resume.json").write_text(RESUME, "utf-8")
    site = make_site(tmp_path / "site", {"data/profile.yml": "name: Lovelace\n"})
    ended = run("import", "resume.json", "--site", "site", cwd=tmp_path)
    assert ended.returncode == 0
    assert (site / "data" / "profile.yml").read_text("utf-8") == "name: Lovelace\n"
    assert "site/data/profile.yml: warning: this file already exists: `name`," in ended.stderr
    assert "add `hobby_horses: {title: hobby horses}`" in ended.stderr
    again = run("import", "resume.json", "--site", "site", cwd=tmp_path)
    assert again.returncode == 1
    assert "site/data/experience.yml: error: this file already exists" in again.stderr


@every_case(
    "text, message",
    [
        ("", "1:1: invalid JSON: expecting value"),
        ('{"basics": {"name" 5}}', "1:20: invalid JSON: expecting ':' delimiter"),
        ('{\n "work": [], "work": []}', "2:14: duplicate key `work`, first on line 2"),
        ("[1, 2]", "1:1: this is a list, but a CV is expected"),
        ('"text"', "1:1: this is `text`, but a CV is expected"),
        ('{"name": "Ada"}', "1:1: this is a mapping, but a CV is expected"),
        ("[" * 1000, "1: this is nested more than 500 levels deep"),
        ('{"a": "\x07"}', "1:8: there is an invisible control character (U+0007) here"),
    ],
)
def test_what_is_no_resume_is_reported_with_its_line(
    text: str, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "resume.json"
    file.write_text(text, "utf-8")
    with pytest.raises(SiteError) as raised:
        import_file(file, tmp_path / "new")
    assert f"{file.as_posix()}:{message}" in str(raised.value)
    assert not (tmp_path / "new").exists()


WRONG_VALUES = ["null", "5", "true", '"x"', "[]", "{}", "[5]", '[["x"]]', '{"a": {"b": [1]}}', '"\\ud800"', "[null]"]  # fmt: skip
NAMES = [
    "basics", "work", "volunteer", "education", "awards", "publications", "skills", "interests",
    "projects", "meta", "$schema", "../site", "site", "posts", "profile", "1", "", "新",
]  # fmt: skip


@pytest.mark.slow
@every_case(
    "text",
    [
        *(f'{{"references": [], "{name}": {value}}}' for name in NAMES for value in WRONG_VALUES),
        *(
            f'{{"references": [], "{name}": [{{"name": {value}, "startDate": {value}, '
            f'"profiles": {value}, "highlights": {value}}}]}}'
            for name in NAMES
            for value in WRONG_VALUES
        ),
        *(
            f'{{"basics": {{"{key}": {value}}}}}'
            for key in ("name", "url", "email", "location", "profiles", "label")
            for value in WRONG_VALUES
        ),
        *(
            f'{{"work": [{{"name": "A"}}], "meta": {{"acadfolio": {{"{key}": {value}}}}}}}'
            for key in ("site", "profile", "entries", "sections")
            for value in [
                *WRONG_VALUES,
                *(f'{{"{name}": {value}}}' for name in NAMES for value in WRONG_VALUES),
                '{"of": "--", "keys": 5}',
                '[{"list": "work", "of": [], "keys": 5, "section": "../x"}]',
            ]
        ),
        '{"work": [' + ", ".join(['{"name": "A", "startDate": "2020"}'] * 5000) + "]}",
        '{"work": [{"name": "' + "long " * 50000 + '"}]}',
        '{"work": [], "n": ' + "9" * 5000 + "}",
    ],
)
def test_a_strange_file_never_ends_in_a_traceback(text: str, tmp_path: Path) -> None:
    file = tmp_path / "resume.json"
    file.write_text(text, "utf-8")
    imported = import_file(file, tmp_path / "new")
    folder = tmp_path / "new" / "data"
    assert {path.parent for path in (tmp_path / "new").rglob("*.yml")} <= {folder}
    for written in imported.files.values():
        yaml.compose(written)
