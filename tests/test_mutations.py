"""Data files and front matters with random damage: a build succeeds, or ends in problems with places.

200 examples, 2,000 where `CI` is set: the same ones every time. `MUTATIONS=20000` tries so many
others.
"""

from __future__ import annotations

import os
import random
from contextlib import nullcontext
from datetime import timedelta
from typing import TYPE_CHECKING

import jinja2
import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from acadfolio import build as pipeline
from acadfolio.problems import Problem, SiteError
from timing import unwatched

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

EXAMPLES = int(os.environ.get("MUTATIONS", "1000" if os.environ.get("CI") else "200"))
SLOWEST = timedelta(seconds=20)
WATCHED = 200
"""How many examples coverage looks at: it makes a build three times as slow."""

SITE = {
    "data/site.yml": """\
title: {en: Emmy Noether, de: Amalie Emmy Noether}
description: Algebra and invariants
url: https://noether.example.org
language: en
look: acad-homepage
accent: "#00369f"
navigation:
  - {title: CV, url: /cv/}
  - title: News
    url: "/#-news"
date_style: 14 June 2024
ongoing: now
marks: {"*": equal contribution}
math: dollar
sections: [news]
publications: {style: quoted, group_by: kind, groups: {journal: Articles, book: Books}}
teaching:
  group_by: [institution, role]
  limit: 2
  sort: file
news: {fields: [date, text], limit: 1, numbered: true}
liquid: {author: {name: Emmy}}
verification: {google: abc}
extra: {office: 12, floors: [1, 2], open: true}
""",
    "data/profile.yml": """\
name: Emmy Noether
variants: [E. Noether]
avatar: images/noether.svg
bio: I like *rings*.
positions:
  - Professor
  - {role: Visitor, institution: Bryn Mawr, url: https://example.org/}
email: emmy@example.org
links:
  github: noether
  CV: files/cv.pdf
  Office: {url: https://example.org/office, icon: pin}
""",
    "data/publications.yml": """\
- title: Invariante Variationsprobleme
  authors: [E. Noether*, {name: F. Klein, url: https://example.org/klein, me: false}, others]
  venue: nachrichten
  kind: journal
  date: 1918-07-26
  volume: 2
  pages: 235–257
  doi: 10.1000/182
  links: {PDF: files/cv.pdf, Code: https://example.org/code}
  abstract: |
    On $\\\\int L$ and groups:
    *all* of them.
  image: images/noether.svg
  image_alt: A page
  selected: true
  citations: {count: 12, source: Zentralblatt, date: 2024}
  tags: [physics]
- title: Idealtheorie in Ringbereichen
  authors: Emmy Noether
  venue: Mathematische Annalen
  year: 1921
  status: in press
  bibtex: |
    @article{noether, title = {Idealtheorie}}
""",
    "data/venues.yml": "nachrichten: {name: Göttinger Nachrichten, abbreviation: GN, colour: '#00369f'}\n",
    "data/news.yml": """\
- date: 2024-06-14
  text: &same "Hello, *world*"
  icon: 🎉
  links: {More: /cv/}
- {date: 2023, text: *same, pinned: true}
""",
    "data/talks.yml": "- date: 2024-06..2024-07\n  title: On rings\n  kind: Keynote\n  event: ICM\n  location: Rome\n",
    "data/teaching.yml": "- course: Algebra\n  code: M 101\n  role: Lecturer\n  institution: Göttingen\n"
    "  terms: [2022/23 Fall, 1923]\n  materials: {Notes: files/cv.pdf}\n",
    "data/services.yml": "- role: Reviewer\n  kind: journal\n  areas:\n    - area: Algebra\n      venues:\n"
    "        - {name: Annalen, years: [1919, 1922..], url: https://example.org/}\n",
    "data/education.yml": "- date: 1903..1907\n  degree: PhD\n  field: Mathematics\n  institution: Erlangen\n"
    "  advisors: [P. Gordan]\n",
    "data/experience.yml": "- date: 1933-10..\n  role: Professor\n  institution: Bryn Mawr\n  department: Algebra\n",
    "data/awards.yml": "- date: 1932\n  title: Ackermann–Teubner Prize\n  amount: 500 marks\n",
    "data/projects.yml": "- title: Rings\n  date: 2020..\n  image: images/noether.svg\n"
    "  people: [E. Artin]\n  tags: [a]\n",
    "data/grants.yml": "- title: Ideals\n  date: 2020/21\n  funder: Rockefeller\n  amount: 1 000\n  role: PI\n",
    "data/students.yml": "- name: Max Deuring\n  degree: PhD\n  date: 1930\n  title: Algebren\n  now: Professor\n",
    "data/people.yml": "- {name: F. Klein, url: https://example.org/klein, variants: [Felix Klein]}\n",
    "data/hobbies.yml": "- {title: Walking, date: 1930, text: In the woods., links: {Map: /cv/}}\n",
    "content/about.md": """\
---
permalink: /
title: About
description: {en: On me, de: Von mir}
redirect_from: [/about/, /about.html]
author_profile: true
toc: yes
extra: {mood: good}
---

# 🔥 News

{{ news(limit=5) }}

# Papers

{{ publications(view="boxes") }}

{{ talks() }}
{{ teaching() }}

{{ services() }}

{{ education() }}

{{ experience() }}

{{ awards() }}

{{ projects() }}

{{ grants() }}

{{ students() }}

{{ people() }}

{{ hobbies() }}

{{ posts() }}
""",
    "content/cv.md": "---\ntitle: CV\nlayout: archive\nheader: {overlay_image: images/noether.svg}\nlang: de\n"
    "sidebar:\n  - {title: Hello, text: World}\n---\n\n{% if page.title %}Hello, {{ page.title }}.{% endif %}\n",
    "content/posts/1918-07-26-invariants.md": "---\ntags: [physics, rings]\ndate: 1918-07-26\nexcerpt: On symmetry\n"
    "---\n\nEvery symmetry has its law.\n",
    "content/old.md": "---\nredirect_to: /cv/\n---\n",
    "static/files/cv.pdf": "%PDF",
    "static/images/noether.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
}
DAMAGED = sorted(path for path in SITE if not path.startswith("static/"))

ODD_VALUES = [
    "", " ", "[", "]", "{", "}", "[]", "{}", "[[]]", "{a: {b: [c]}}", "? x", "? [a]", "- ", "- - -", ":", ": :",
    "a: b", "a: b: c", "&a", "*a", "*same", "&same x", "&a [*a]", "&a {b: *a}", "&a [&b [&c [x, *a], *b], *c]",
    "<<: *same", "!", "!x", "!!str", "!!python/object:os.system x", "!!binary aGVsbG8=", "!!timestamp 2020-01-01",
    "!<", "!!", "~", "null", "no", "yes", "true", "010", "0x1F", "1:30", "1e999", "-1", "99999999999999999999999",
    "<many digits>", "2020-13-01", "2023-02-29", "0000", "0000-00-00", "9999-12-31..", "..", "2022/25", "2099/00",
    "2024..2020", "١٩١٨", "²", "'", '"', "''", '""', "'\\", '"\\ud800"', '"\\udfff"', '"\\0"', '"\\x07"', '"\\u0000"',
    '"\\U0010ffff"', '"\\q"', "|", ">", "|9", ">-2", "|\n    x", "%", "%YAML 3", "@", "`", "#", "# x", "---", "...",
    "\t", "\ttext", "\0", "\x07", "\x7f", "\x85", "\u2028", "\ufeff", "\ufffe", "\udcff", "\udce9t\udce9", "𝔘",
    "a\u0301", "\u202e", "{{ news() }}", "{% if %}", "{{", "}}", "{%", "%}", "$", "$$", "$\\frac{1}{$", "`", "**",
    "[a](b", "![](x)", "<", "</p>", "<script>", "<!--", "&lt;", "&", "javascript:alert(1)", "//example.org",
    "http://[", "http://[::1", "mailto:", "../../x", "/../x", "/", "", ".", "..", "/a//b", "/a\\b", "/:title/",
    "/CV/", "/cv/", "/404.html", "/feed.xml", "/assets/css/main.css", "/con?x#y", "<a long word>", "</a long path/>",
    "<a very long word>", "<many lists>", "<many mappings>", "<many dashes>", "con", "nul", "%s", "%Y %", "%Q", "\\",
    "\\1", "{0}", "{}", "None", "__class__", "{__class__: x}", "[a, [b, {c: d}]]", "{en: x, de: [y]}", "en", "x-x-x",
    "zz", "english", "#00369f", "#zz",
]  # fmt: skip
LARGE = {
    "<many digits>": "9" * 5000,
    "<a long word>": "a" * 300,
    "</a long path/>": "/" + "a" * 300 + "/",
    "<a very long word>": "x" * 20_000,
    "<many lists>": "[" * 400,
    "<many mappings>": "{a: " * 400,
    "<many dashes>": "- " * 400,
}
"""What would make a failure unreadable stands under a name."""
ODD_CHARACTERS = [
    "\0", "\t", "\r", "\r\n", "\x85", "\u2028", "\ufeff", "\udcff", "\udc80", ":", "#", "'", '"', "&", "*", "!", "|",
    "[", "}", "\\", "\n", "---\n", "é", "𝔘",
]  # fmt: skip

Damage = tuple[str, "Callable[[list[str], int, int, str], None]", float, float, str]
"""A file, what is done to its lines, two places in it (from 0 to 1), and what is put there."""


def lines_of_damage(text: str) -> int:
    """How many of the first lines may be damaged: a page's front matter, a whole data file."""
    lines = text.split("\n")
    return lines.index("---", 1) + 1 if lines[0] == "---" and "---" in lines[1:] else len(lines)


def delete(lines: list[str], at: int, _other: int, _odd: str) -> None:
    del lines[at]


def duplicate(lines: list[str], at: int, _other: int, _odd: str) -> None:
    lines.insert(at, lines[at])


def swap(lines: list[str], at: int, other: int, _odd: str) -> None:
    lines[at], lines[other] = lines[other], lines[at]


def replace_value(lines: list[str], at: int, _other: int, odd: str) -> None:
    key, colon, _ = lines[at].partition(":")
    lines[at] = f"{key}{colon} {odd}" if colon else f"- {odd}"


def insert_line(lines: list[str], at: int, _other: int, odd: str) -> None:
    lines.insert(at, odd)


def insert_text(lines: list[str], at: int, other: int, odd: str) -> None:
    column = other * 7 % (len(lines[at]) + 1)
    lines[at] = lines[at][:column] + odd + lines[at][column:]


def indent(lines: list[str], at: int, other: int, _odd: str) -> None:
    lines[at] = " " * (other % 7) + lines[at]


def dedent(lines: list[str], at: int, _other: int, _odd: str) -> None:
    lines[at] = lines[at].lstrip()


def cut(lines: list[str], at: int, _other: int, _odd: str) -> None:
    del lines[at + 1 :]


def join(lines: list[str], at: int, _other: int, _odd: str) -> None:
    lines[at : at + 2] = ["".join(lines[at : at + 2])]


EDITS: list[Callable[[list[str], int, int, str], None]] = [
    replace_value, insert_text, insert_line, delete, duplicate, swap, indent, dedent, cut, join,
]  # fmt: skip


def damaged(files: dict[str, str], damage: list[Damage]) -> dict[str, str]:
    """The files with the damage done, one after another."""
    found = dict(files)
    for path, edit, first, second, odd in damage:
        lines = found[path].split("\n")
        count = min(lines_of_damage(found[path]), len(lines))
        one, other = (min(int(place * count), count - 1) for place in (first, second))
        edit(lines, one, other, LARGE.get(odd, odd))
        found[path] = "\n".join(lines or [""])
    return found


def random_damage(seed: int) -> list[Damage]:
    """One to three pieces of damage, spread evenly: hypothesis itself prefers what it has tried."""
    chance = random.Random(seed)  # noqa: S311
    return [
        (
            chance.choices(DAMAGED, [lines_of_damage(SITE[path]) for path in DAMAGED])[0],
            chance.choices(EDITS, [12, 6, 4, *[1] * (len(EDITS) - 3)])[0],
            chance.random(),
            chance.random(),
            chance.choice(ODD_VALUES + ODD_CHARACTERS),
        )
        for _ in range(chance.choice([1, 1, 1, 2, 3]))
    ]


class Bench:
    """A site that is damaged, built and mended again and again, and its last good output."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.last_good: dict[str, bytes] = {}
        self.succeeded = self.failed = 0

    def write(self, files: dict[str, str]) -> None:
        for path, text in files.items():
            file = self.folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode("utf-8", "surrogateescape"))

    def build(self) -> tuple[Problem, ...]:
        """What the build had to say, whether or not it came to an end."""
        try:
            with unwatched() if self.succeeded + self.failed > WATCHED else nullcontext():
                built = pipeline.build(self.folder, self.folder / "output")
        except SiteError as error:
            self.failed += 1
            return error.problems
        self.succeeded += 1
        self.last_good = self.output()
        return built.problems

    def output(self) -> dict[str, bytes]:
        folder = self.folder / "output"
        return {
            str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
        }


@pytest.fixture(scope="module", autouse=True)
def _templates_are_compiled_once() -> Iterator[None]:
    """A build of its own process compiles each template once; here that would be nine tenths of the time."""
    compiled: dict[tuple[object, ...], object] = {}
    original = jinja2.Environment.compile

    def compile_once(
        self: jinja2.Environment, source: object, *names: object, **options: object
    ) -> object:
        key = (source, *names, *sorted(options.items()))
        if key not in compiled:
            compiled[key] = original(self, source, *names, **options)  # type: ignore[call-overload]
        return compiled[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jinja2.Environment, "compile", compile_once)
        yield


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    bench = Bench(tmp_path_factory.mktemp("site"))
    bench.write(SITE)
    return bench


def test_the_site_before_any_damage_builds_without_a_word(bench: Bench) -> None:
    bench.write(SITE)
    before = bench.succeeded
    assert bench.build() == ()
    assert bench.succeeded == before + 1


@settings(
    max_examples=EXAMPLES,
    derandomize="MUTATIONS" not in os.environ,
    deadline=SLOWEST,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(st.integers(0, 2**64 - 1).map(random_damage))
@example([("data/profile.yml", cut, 0.0, 0.0, ""), ("data/profile.yml", delete, 0.0, 0.0, "")])
@example([("data/site.yml", replace_value, 0.95, 0.0, "&a {b: *a}")])
@example(random_damage(432_723_837_380_509))
def damage_is_told(bench: Bench, damage: list[Damage]) -> None:
    touched = {path: SITE[path] for path, *_ in damage}
    changed = damaged(touched, damage)
    bench.write(changed)
    try:
        failed = bench.failed
        problems = bench.build()
        assert bench.output() == bench.last_good
        assert any(problem.severity == "error" for problem in problems) == (bench.failed > failed)
        for problem in problems:
            check_problem(problem, changed)
    finally:
        bench.write(touched)


def check_problem(problem: Problem, files: dict[str, str]) -> None:
    """It has a file, words, and a place that the file has."""
    place = problem.location
    assert place.file
    assert problem.message.strip()
    assert "\n" not in problem.message + problem.hint
    assert len(problem.message + problem.hint) < 600
    assert place.line or not place.column
    assert not place.file.startswith("/")
    text = files.get(place.file)
    if text is not None and place.line:
        lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        assert place.line <= len(lines)
        assert place.column <= len(lines[place.line - 1]) + 1


def test_a_damaged_site_builds_or_names_every_place(bench: Bench) -> None:
    damage_is_told(bench)
    assert bench.succeeded > EXAMPLES / 10, "many are to build"
    assert bench.failed > EXAMPLES / 10, "and many are not"
