"""The manual against the program: what it has is documented, what is documented it has, and every example works."""

from __future__ import annotations

import argparse
import json
import re
import shutil
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, NamedTuple, cast

import jinja2

from acadfolio import cli
from acadfolio.build import prepare
from acadfolio.citations import add_citations
from acadfolio.citations.authors import PaperAuthor
from acadfolio.citations.details import CitationDetails
from acadfolio.citations.papers import Paper
from acadfolio.cli import main
from acadfolio.commands.console import DONE, PROBLEMS, WRONG_USAGE
from acadfolio.markdown import Document
from acadfolio.model.cv import CvPublications, CvSettings
from acadfolio.model.dates import When
from acadfolio.model.entries import (
    Award,
    Course,
    Education,
    Grant,
    News,
    Position,
    Project,
    Service,
    ServiceArea,
    ServiceVenue,
    Student,
    Talk,
)
from acadfolio.model.entries import Entry as FreeEntry
from acadfolio.model.look import Shades, Theme
from acadfolio.model.networks import networks
from acadfolio.model.page import Feature, FrontMatter, Header, Picture, SidebarBlock
from acadfolio.model.profile import Affiliation, Person, PrivateContact, Profile, ProfileLink
from acadfolio.model.publication import Author, Citations, Publication, Venue
from acadfolio.model.record import FLAGS, LOCATION, EntryRecord, fields_of
from acadfolio.model.section_kinds import BUILT_IN, SECTION_KINDS
from acadfolio.model.site import NavigationItem, SectionSettings, Settings, Statuses, Verification
from acadfolio.model.theme_keys import theme_keys
from acadfolio.model.third_parties import Analytics, Comments, VisitorMap
from acadfolio.problems import SiteError
from acadfolio.rendering.entries import Entry, Part
from acadfolio.rendering.metadata import Head
from acadfolio.rendering.selection import Group
from acadfolio.theme import context
from acadfolio.theme.dates import format_when
from acadfolio.theme.environment import TemplateEnvironment
from acadfolio.theme.excerpts import TextConverter
from acadfolio.theme.limits import CHECKED, REPEATED
from acadfolio.theme.words import languages
from cases import every_case
from sites import make_site, problems_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest
    from msgspec import Struct

ROOT = Path(__file__).resolve().parent.parent
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/content/*.md")]
}
# Three pages have other authors or tests of their own: what they say themselves is not looked at
# here.
OTHERS = {"docs/content/markdown.md", "docs/content/decisions.md", "docs/content/problems.md"}
OURS = {name: text for name, text in PAGES.items() if name not in OTHERS}

FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^(#{1,6}) (.+)$", re.MULTILINE)
TARGET = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`]+)`")
SHORTCODE = re.compile(r"\{\{ (.+?) \}\}")
SHORTCODE_IN_CODE = re.compile(rf"`{SHORTCODE.pattern}`")
CALL = re.compile(r"\w+\(.*\)")

RECORDS: dict[type[Struct], tuple[str, str]] = {
    Profile: ("docs/content/data.md", "Profile"),
    Affiliation: ("docs/content/data.md", "A position"),
    ProfileLink: ("docs/content/data.md", "A link of the sidebar"),
    Publication: ("docs/content/data.md", "Publications"),
    Author: ("docs/content/data.md", "An author"),
    Citations: ("docs/content/data.md", "Citations"),
    Venue: ("docs/content/data.md", "Venues"),
    Person: ("docs/content/data.md", "People"),
    EntryRecord: ("docs/content/data.md", "Where an entry is shown"),
    PrivateContact: ("docs/content/data.md", "Private contacts"),
    News: ("docs/content/data.md", "News"),
    Course: ("docs/content/data.md", "Teaching"),
    Service: ("docs/content/data.md", "Services"),
    ServiceArea: ("docs/content/data.md", "An area of service"),
    ServiceVenue: ("docs/content/data.md", "A venue of service"),
    Talk: ("docs/content/data.md", "Talks"),
    Education: ("docs/content/data.md", "Education"),
    Position: ("docs/content/data.md", "Experience"),
    Award: ("docs/content/data.md", "Awards"),
    Project: ("docs/content/data.md", "Projects"),
    Grant: ("docs/content/data.md", "Grants"),
    Student: ("docs/content/data.md", "Students"),
    FreeEntry: ("docs/content/data.md", "A section of your own"),
    Settings: ("docs/content/site.md", "Keys"),
    CvSettings: ("docs/content/site.md", "The CV as a PDF"),
    CvPublications: ("docs/content/site.md", "Publications of a CV"),
    NavigationItem: ("docs/content/site.md", "An item of the menu"),
    SectionSettings: ("docs/content/site.md", "Settings of a section"),
    Statuses: ("docs/content/publications.md", "Publication status"),
    VisitorMap: ("docs/content/third-parties.md", "Visitor maps"),
    Analytics: ("docs/content/third-parties.md", "Analytics"),
    Comments: ("docs/content/third-parties.md", "Comments"),
    Verification: ("docs/content/metadata.md", "Search engines"),
    Picture: ("docs/content/features.md", "Galleries"),
    Feature: ("docs/content/features.md", "Feature rows"),
    FrontMatter: ("docs/content/front-matter.md", "Keys"),
    Header: ("docs/content/front-matter.md", "header"),
    SidebarBlock: ("docs/content/front-matter.md", "sidebar"),
    Theme: ("docs/content/how-to-theme.md", "Keys"),
    Shades: ("docs/content/how-to-theme.md", "Colours"),
}
"""Every record that an author writes, and where its keys are explained."""

CONTEXT: dict[str, type] = {
    "site": context.SiteContext,
    "profile": context.ProfileContext,
    "post": context.PostContext,
    "page": context.PageContext,
    "head": Head,
    "section": context.SectionContext,
    "entry": Entry,
    "paper": Paper,
}
"""The names in templates, and what stands behind them."""

ITEMS: dict[str, type] = {
    "site.feeds": context.Feed,
    "profile.positions": Affiliation,
    "profile.links": context.ProfileLink,
    "head.verification": Verification,
    "page.toc": context.TocEntry,
    "page.share": context.ShareLink,
    "page.navigation": context.NavigationLink,
    "page.breadcrumbs": context.PageLink,
    "page.previous": context.PageLink,
    "section.shown": Group,
    "entry.parts": Part,
    "paper.authors": PaperAuthor,
    "paper.cited": CitationDetails,
}
"""The lists among them, and what they hold: their row in the table names its fields."""


class Fence(NamedTuple):
    """A piece of code of a page: its language, its text, and the page."""

    language: str
    text: str
    page: str

    @property
    def first_line(self) -> str:
        return self.text.partition("\n")[0]


def fences(language: str) -> Iterator[Fence]:
    for page, text in OURS.items():
        for match in FENCE.finditer(text):
            if match[2] == language:
                yield Fence(match[2], match[3], page)


def chapter(page: str, heading: str) -> str:
    """What stands below a heading, up to the next one of any level."""
    text = without_code(PAGES[page])
    headings = [match for match in HEADING.finditer(text) if plain(match[2]) == heading]
    assert len(headings) == 1, f"{page} has {len(headings)} headings {heading!r}"
    following = HEADING.search(text, headings[0].end())
    return text[headings[0].end() : following.start() if following else len(text)]


def without_code(text: str) -> str:
    return FENCE.sub("", text)


def plain(heading: str) -> str:
    return heading.replace("`", "").strip()


def rows(text: str) -> Iterator[list[str]]:
    """The cells of every row of the tables in a text."""
    for line in text.split("\n"):
        if line.startswith("|") and not re.fullmatch(r"\|[-|]+\|", line):
            yield [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def words_in_code(text: str) -> set[str]:
    return set(CODE.findall(text))


@cache
def commands(named: str | None = None) -> dict[str, argparse.ArgumentParser]:
    parser = cli.make_parser(Path(), named)
    actions = parser._actions  # noqa: SLF001
    kind = argparse._SubParsersAction  # noqa: SLF001
    choices = [action.choices for action in actions if isinstance(action, kind)]
    return cast("dict[str, argparse.ArgumentParser]", dict(choices[0]))


def options_of(parser: argparse.ArgumentParser) -> set[str]:
    """Every option with its choices, and every argument by its name in the help, or by its choices."""
    found = set()
    for action in parser._actions:  # noqa: SLF001
        if action.choices and not action.option_strings:
            found |= set(action.choices)
            continue
        names = action.option_strings or [str(action.metavar)]
        for name in names:
            takes_a_value = action.option_strings and action.nargs != 0
            value = f" {action.metavar or action.dest.upper()}" if takes_a_value else ""
            choices = () if action.metavar else action.choices or ()
            found |= {f"{name} {choice}" for choice in choices} or {name + value}
    return found - {"-h", "--help"}


# Commands


def test_a_command_that_is_named_is_made_alone_and_is_the_same() -> None:
    assert len(commands()) > 6
    for name, command in commands().items():
        assert commands(name)[name].format_help() == command.format_help()
    assert commands("bulid").keys() == commands().keys()


@every_case("command", commands())
def test_every_command_and_option_is_documented(command: str) -> None:
    assert options_of(commands()[command]) <= words_in_code(
        chapter("docs/content/commands.md", f"acadfolio {command}")
    )
    assert f"`acadfolio {command}" in chapter("README.md", "Commands")


@every_case("command", commands())
def test_no_documented_option_is_made_up(command: str) -> None:
    said = {
        cells[0].strip("`")
        for cells in rows(chapter("docs/content/commands.md", f"acadfolio {command}"))
    }
    said -= {"Option", "Action"}
    assert said <= options_of(commands()[command])


def test_no_documented_command_is_made_up() -> None:
    in_text = [code for page in OURS.values() for code in words_in_code(without_code(page))]
    said = "\n".join([*in_text, *(fence.text for fence in fences("sh"))])
    assert set(re.findall(r"\bacadfolio ([a-z]+)\b", said)) == commands().keys()


def test_every_exit_status_is_documented() -> None:
    said = {cells[0] for cells in rows(chapter("docs/content/commands.md", "Commands"))} - {
        "Status"
    }
    assert said == {str(status) for status in (DONE, PROBLEMS, WRONG_USAGE)}


# Keys


@every_case("record", RECORDS)
def test_every_key_of_every_record_is_documented_and_no_other(record: type[Struct]) -> None:
    tables = [
        cells
        for cells in rows(chapter(*RECORDS[record]))
        if len(cells) == len(("Key", "Needed", "Meaning"))
    ]
    said = {cells[0].strip("`"): cells[1] == "yes" for cells in tables if cells[1] in {"yes", ""}}
    of_all_entries = FLAGS if issubclass(record, EntryRecord) and record != EntryRecord else ()
    assert said == {
        key: field.required for key, field in fields_of(record).items() if key not in of_all_entries
    }
    assert all(cells[2] for cells in tables)


def test_every_section_has_its_record_documented() -> None:
    assert {kind.record for kind in SECTION_KINDS.values()} <= RECORDS.keys()


def test_every_section_is_named_among_the_section_lines() -> None:
    assert SECTION_KINDS.keys() <= words_in_code(
        chapter("docs/content/sections.md", "Available sections")
    )


def test_every_feed_is_documented() -> None:
    text = (ROOT / "docs/content/output.md").read_text(encoding="utf-8")
    files = {cells[0].strip("`") for cells in rows(text)}
    feeds = {kind.feed for kind in BUILT_IN.values() if kind.feed}
    assert feeds
    assert feeds <= files


def test_every_network_is_documented_and_no_other() -> None:
    text = chapter("docs/content/data.md", "A link of the sidebar")
    listed = next(
        block for block in text.split("\n\n") if block.startswith(f"`{next(iter(networks()))}`")
    )
    assert CODE.findall(listed) == list(networks())
    without_url = [key for key, network in networks().items() if network.url == "{}"]
    said = re.search(r"have no user name\s+\((.+?)\)", text, re.DOTALL)
    assert said
    assert sorted(CODE.findall(said[1])) == sorted(without_url)


def test_every_layout_is_documented_and_no_other() -> None:
    said = {
        cells[0].strip("`"): cells[1].strip("`")
        for cells in rows(chapter("docs/content/front-matter.md", "Layouts"))
    }
    assert said == theme_keys().layouts | {"layout": "means"}


def test_every_key_without_effect_is_documented_and_no_other() -> None:
    said = {
        cells[0].strip("`")
        for cells in rows(chapter("docs/content/front-matter.md", "Keys without effect"))
    }
    assert said == theme_keys().front_matter.without_effect.keys() | {"Key"}


def test_every_language_of_the_theme_is_documented() -> None:
    assert set(languages()) <= words_in_code(chapter("docs/content/site.md", "Language"))


# Templates


def names_of(kind: type) -> set[str]:
    """Fields and properties; no template reads what starts with an underscore."""
    fields: tuple[str, ...] = getattr(kind, "_fields", ()) or getattr(kind, "__struct_fields__", ())
    names = {
        *fields,
        *(
            name
            for name, value in vars(kind).items()
            if not isinstance(value, classmethod | FunctionType)
        ),
    }
    return {name for name in names if not name.startswith("_") and name != LOCATION}


@every_case("name", CONTEXT)
def test_every_variable_of_templates_is_documented_and_no_other(name: str) -> None:
    said = set(re.findall(rf"`{name}\.(\w+)`", PAGES["docs/content/templates.md"])) - {"yml"}
    assert said == names_of(CONTEXT[name])


@every_case("name", ITEMS)
def test_the_items_of_every_list_are_documented(name: str) -> None:
    row = next(
        cells for cells in rows(PAGES["docs/content/templates.md"]) if f"`{name}`" in cells[0]
    )
    names = names_of(ITEMS[name])
    assert names
    assert names - words_in_code(row[1]) == set()


def test_every_field_of_a_date_is_documented() -> None:
    said = words_in_code(chapter("docs/content/templates.md", "A date"))
    assert {"start", "end", "ongoing", "label", "year", "isoformat"} <= said & set(dir(When))


def test_every_filter_is_documented() -> None:
    environment = TemplateEnvironment(
        [ROOT / "templates"], TextConverter(Document, Document, str, "en")
    )
    add_citations(environment)
    ours = environment.filters.keys() - jinja2.Environment(autoescape=True).filters.keys()
    ours -= {CHECKED, REPEATED}  # The compiler adds them, to bound loops.
    text = chapter("docs/content/templates.md", "Filters")
    assert ours == {name for name in ours if re.search(rf"\\\| {name}\b|filter {name}\b", text)}


def test_every_template_is_documented_and_no_other() -> None:
    there = {
        path.relative_to(ROOT / "templates").as_posix()
        for path in (ROOT / "templates").rglob("*.html")
    }
    first_cells = " ".join(
        cells[0] for cells in rows(chapter("docs/content/templates.md", "Replacing a template"))
    )
    assert words_in_code(first_cells) - {"templates/"} == there


def test_every_block_of_the_frame_is_documented() -> None:
    blocks = set(
        re.findall(
            r"{% block (\w+) %}", (ROOT / "templates" / "base.html").read_text(encoding="utf-8")
        )
    )
    assert blocks <= words_in_code(chapter("docs/content/templates.md", "Replacing a template"))


def test_every_icon_of_the_theme_is_documented() -> None:
    icons = {path.stem for path in (ROOT / "templates" / "icons").glob("*.svg")}
    assert icons <= words_in_code(chapter("docs/content/templates.md", "Icons"))


# Links


@cache
def anchors(page: str) -> set[str]:
    """The anchors that GitHub gives to a page's headings."""
    headings = [plain(match[2]) for match in HEADING.finditer(without_code(PAGES[page]))]
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@every_case("page", OURS)
def test_every_link_of_the_manual_leads_somewhere(page: str) -> None:
    wrong = []
    for target in TARGET.findall(CODE.sub("", without_code(OURS[page]))):
        path, _, anchor = target.partition("#")
        if "://" in target:
            continue
        file = ((ROOT / page).parent / path).resolve() if path else ROOT / page
        name = file.relative_to(ROOT).as_posix()
        if not file.exists() or (anchor and name in PAGES and anchor not in anchors(name)):
            wrong.append(target)
    assert wrong == []


# Examples


def errors_of(site: Path) -> list[str]:
    """What keeps a site from being built. Pictures that an example names need not be there."""
    try:
        prepared = prepare(site)
        list(prepared.outputs())
        found = prepared.problems.found
    except SiteError as error:
        found = list(error.problems)
    return [
        f"{problem.location}: {problem.message}" for problem in found if problem.severity == "error"
    ]


THEME_OF_LOOK = re.compile(r"# (templates/looks/[\w-]+/theme\.yml)$")


def data_examples() -> list[Fence]:
    return [fence for fence in fences("yaml") if fence.first_line.startswith("# data/")]


def test_every_example_in_yaml_names_its_data_file() -> None:
    others = [fence for fence in fences("yaml") if fence not in data_examples()]
    assert [fence for fence in others if not THEME_OF_LOOK.match(fence.first_line)] == []
    assert {f"# data/{name}.yml" for name in (*SECTION_KINDS, "site", "profile", "venues")} <= {
        fence.first_line for fence in data_examples()
    }


@every_case("fence", data_examples())
def test_every_example_of_a_data_file_reads(fence: Fence, tmp_path: Path) -> None:
    found = problems_of(tmp_path, {fence.first_line[2:]: fence.text})
    assert [problem for problem in found if ": error: " in problem] == []


def test_every_example_of_a_page_reads(tmp_path: Path) -> None:
    pages = [fence.text for fence in fences("markdown") if fence.text.startswith("---\n")]
    assert pages
    for number, page in enumerate(pages):
        assert errors_of(make_site(tmp_path / str(number), {"content/example.md": page})) == []


WITH_FEATURES = """---
gallery: {"": [{image: images/avatar.svg}], tools: [{image: images/avatar.svg}]}
feature_row: [{title: Radium}]
---
"""
"""What the lines that place features need."""


def section_lines() -> list[str]:
    """Every line of an example that places a section, and every such call in the text, but for those of templates."""
    in_examples = [
        SHORTCODE.fullmatch(line.strip())
        for fence in fences("markdown")
        for line in fence.text.split("\n")
    ]
    in_text = [
        match[1]
        for page, text in OURS.items()
        if page != "docs/content/templates.md"
        for match in SHORTCODE_IN_CODE.finditer(without_code(text))
    ]
    found = [match[1] for match in in_examples if match] + in_text
    return list(dict.fromkeys(line for line in found if CALL.fullmatch(line) or "." in line))


def copy_of_the_demo(folder: Path) -> Path:
    for part in ("data", "content", "static"):
        shutil.copytree(ROOT / part, folder / part)
    return folder


def test_every_section_line_of_the_manual_works_on_the_demo_site(tmp_path: Path) -> None:
    lines = section_lines()
    assert len(lines) > len(SECTION_KINDS)
    site = copy_of_the_demo(tmp_path)
    (site / "data" / "hobbies.yml").write_text("- text: Chess\n", encoding="utf-8")
    page = "\n\n".join(f"{{{{ {line} }}}}" for line in lines)
    (site / "content" / "examples.md").write_text(WITH_FEATURES + page, encoding="utf-8")
    assert errors_of(site) == []


def test_every_example_of_a_template_works_on_the_demo_site(tmp_path: Path) -> None:
    site = copy_of_the_demo(tmp_path)
    examples = list(fences("jinja"))
    assert examples
    for fence in examples:
        name = re.fullmatch(r"\{# (templates/\S+) #\}", fence.first_line)
        assert name, fence
        make_site(site, {name[1]: fence.text})
    for fence in fences("yaml"):
        if name := THEME_OF_LOOK.match(fence.first_line):
            make_site(site, {name[1]: fence.text})
    settings = "title: Marie Curie\nextra: {room: 12}\npublications: {style: short}\n"
    (site / "data" / "site.yml").write_text(settings, encoding="utf-8")
    assert errors_of(site) == []


def test_dates_look_as_the_manual_says() -> None:
    (_, *dates), *styles = rows(chapter("docs/content/site.md", "Date formats"))
    assert styles
    for style, *shown in styles:
        pattern = CODE.findall(style)[0]
        assert shown == [
            format_when(When.parse(date.strip("`")), pattern, "now", "en") for date in dates
        ]


def test_dates_are_written_as_the_manual_says() -> None:
    table = chapter("docs/content/data.md", "How values are written")
    written = [cells[0].strip("`") for cells in rows(table)][1:]
    assert written
    for text in written:
        assert text.startswith(str(When.parse(text).start.year))


def test_pages_go_where_the_manual_says(tmp_path: Path) -> None:
    table = list(rows(chapter("docs/content/front-matter.md", "The URL of a page")))
    named = [(CODE.findall(names), CODE.findall(place)) for names, place in table]
    checked = 0
    for name, place in ((name, places[0]) for names, places in named if places for name in names):
        is_file = name.endswith(".md")
        files = (
            {f"content/{name}": "Text\n"}
            if is_file
            else {"content/a.md": f"---\npermalink: {name}\n---\n"}
        )
        if is_file or name.startswith("/"):
            pages = prepare(make_site(tmp_path / str(checked), files)).plan.pages
            assert place in {page.url if is_file else page.path for page in pages if page.page}
            checked += 1
    assert checked > len(table) / 2


def messages() -> list[str]:
    return re.findall("^### (.+)$", PAGES["docs/content/troubleshooting.md"], re.MULTILINE)


@cache
def known_messages() -> str:
    """The messages about the broken sites, and the program's own lines and tables."""
    source = ROOT / "src"
    files = (
        (ROOT / "tests" / "problems").glob("*.txt"),
        source.rglob("*.py"),
        source.rglob("*.yml"),
    )
    return "\n".join(path.read_text(encoding="utf-8") for found in files for path in found)


@every_case("message", messages())
def test_every_message_explained_is_one_that_the_program_has(message: str) -> None:
    assert re.search(".*".join(re.escape(part) for part in message.split("…")), known_messages())


def test_errors_are_reported_as_the_manual_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    news = "- date: 2024-05\n  text: A\n\n- date: 2024-06\n  emoji: 🔥\n  text: Research: a study\n"
    papers = "- titel: Stars\n  title: Stars\n"
    site = make_site(tmp_path, {"data/news.yml": news, "data/publications.yml": papers})
    how = PAGES["docs/content/commands.md"].partition("## Errors and warnings")[2]
    assert main(["build", "--site", str(site)]) == PROBLEMS
    reported = capsys.readouterr().err.splitlines()
    assert len(reported) == 2
    assert all(f"\n{line}\n" in how for line in reported)
    (shown,) = [json.loads(example) for example in re.findall(r"```json\n(.*?)```", how, re.DOTALL)]
    main(["check", "--site", str(site), "--format", "json"])
    found = json.loads(capsys.readouterr().out)
    assert found.keys() == shown.keys()
    assert shown["problems"][0] in found["problems"]


def test_no_message_sends_to_a_manual_that_its_reader_may_not_have() -> None:
    assert re.findall(r"see docs/[\w.-]+", known_messages()) == []


# The map of the code


def test_contributing_maps_every_room_of_the_code() -> None:
    paths = [
        path
        for name in ("acadfolio", "acadfolio_jekyll")
        for path in (ROOT / "src" / name).iterdir()
    ]
    rooms = {f"{path.name}/" if path.is_dir() else path.name for path in paths}
    rooms -= {"__pycache__/", "__init__.py", "__main__.py", "py.typed"}
    rooms = {room for room in rooms if not room.endswith(".yml")}
    named = words_in_code(chapter("CONTRIBUTING.md", "Where things are"))
    assert rooms <= named
    assert {name for name in named if re.fullmatch(r"\w+(?:\.py|/)", name)} - {
        "data/",
        "content/",
        "static/",
    } <= (rooms | {"hatch_build.py", "templates/", "tests/"})
