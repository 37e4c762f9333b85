"""How the designs of the CV set their texts: where lines and pages break, and what is bold."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader

from acadfolio.build import prepare
from acadfolio.cv.files import pdf_of
from cases import every_case
from pdfs import lines, pieces
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

    from pdfs import Piece

pytestmark = pytest.mark.slow

DESIGNS = ("classic", "modern", "academic")
PROFILE = {"data/profile.yml": "name: Emmy Noether\n"}


def typeset(folder: Path, files: dict[str, str], settings: str, site: str = "") -> PdfReader:
    """The CV of a site with these files and settings."""
    head = "title: Emmy Noether\nurl: https://noether.example\nmath: dollar\n"
    own = {"data/site.yml": f"{head}{site}cv: {{{settings}}}\n"}
    prepared = prepare(make_site(folder, PROFILE | own | files))
    pdf = pdf_of(prepared.plan.site.settings.cv[0], prepared.renderer)
    assert pdf, [problem.message for problem in prepared.problems.found]
    return PdfReader(io.BytesIO(pdf))


def text_of(line: list[Piece]) -> str:
    """The words of a line."""
    return " ".join("".join(piece.text for piece in line).split())


def texts(reader: PdfReader) -> list[str]:
    """The lines of all pages but for the footers."""
    return [text_of(line) for page in reader.pages for line in lines(page)[:-1]]


def bold(reader: PdfReader) -> str:
    """All that is bold."""
    return " ".join(
        piece.text
        for page in reader.pages
        for piece in pieces(page)
        if "bold" in piece.font.lower()
    )


def papers(*titles: str, **more: str) -> dict[str, str]:
    """Papers with these titles."""
    keys = "".join(f", {key}: {value}" for key, value in more.items())
    return {
        "data/publications.yml": "".join(
            f"- {{title: '{title}', authors: [Emil Artin, Emmy Noether], year: 1926{keys}}}\n"
            for title in titles
        )
    }


@every_case(
    ("design", "numbered", "style"),
    [
        (design, numbered, style)
        for design in DESIGNS
        for numbered, style in [("false", "plain"), ("true", "plain"), ("true", "ieee")]
    ],
)
def test_in_a_list_of_papers_the_own_name_alone_is_bold(
    design: str, numbered: str, style: str, tmp_path: Path
) -> None:
    found = bold(
        typeset(
            tmp_path,
            papers("Ideal theory", kind="journal", venue="Annalen"),
            f"design: {design}, publications: {{numbered: {numbered}, style: {style}}}",
        )
    )
    assert "Noether" in found
    assert "Artin" not in found
    assert "Ideal" not in found


@every_case("design", DESIGNS)
def test_the_titles_of_other_entries_are_bold(design: str, tmp_path: Path) -> None:
    award = {"data/awards.yml": "- {title: Prize, institution: Leipzig, date: 1932}\n"}
    found = bold(typeset(tmp_path, award, f"design: {design}"))
    assert "Prize" in found
    assert "Leipzig" not in found


def test_limits_are_at_the_side_in_a_line_and_above_in_a_formula_with_lines_of_its_own(
    tmp_path: Path,
) -> None:
    page = (
        "---\ntitle: CV\n---\n\n# A\n\nThe sum $\\sum_{n=0}^{k} n$ here.\n\n$$\\sum_{n=0}^{k} n$$\n"
    )
    reader = typeset(tmp_path, {"content/cv.md": page}, "design: classic")
    found = pieces(reader.pages[0])
    sums = [piece for piece in found if "∑" in piece.text]
    limits = [piece for piece in found if "𝑘" in piece.text]
    assert len(sums) == len(limits) == 2
    assert limits[0].x > sums[0].x + sums[0].size * 0.8
    assert limits[1].x < sums[1].x + sums[1].size * 0.8


@every_case(
    ("design", "size", "keys", "parts"),
    [
        (design, size, keys, parts)
        for design in DESIGNS
        for size in (10, 12, 14)
        for keys, parts in [
            ("date: 1884-06..1889-06", ["June 1884 –", "June 1889"]),
            (
                "terms: [1885 Fall, 1886 Spring, 1887 Spring]",
                ["1885 Fall,", "1886 Spring,", "1887 Spring"],
            ),
        ]
    ],
)
def test_dates_break_only_after_a_dash_or_a_comma(
    design: str, size: int, keys: str, parts: list[str], tmp_path: Path
) -> None:
    file = "teaching" if "terms" in keys else "experience"
    title = (
        "course: Algebra, role: Reader"
        if "terms" in keys
        else "role: Reader, institution: Bryn Mawr"
    )
    entry = f"- {{{title}, {keys}, text: {'A text of more than one line. ' * 5}}}\n"
    settings = f"design: {design}, font_size: {size}, date_style: '%B %Y'"
    found = texts(typeset(tmp_path, {f"data/{file}.yml": entry}, settings))
    assert [part for part in parts if any(part in line for line in found)] == parts, found


@every_case("design", DESIGNS)
def test_no_part_of_a_date_is_over_the_text(design: str, tmp_path: Path) -> None:
    entry = "- {role: %s, institution: Bryn Mawr, date: %s}\n"
    jobs = entry % ("Reader", "1884-09..1889-12") + entry % ("Docent", "1907")
    settings = f"design: {design}, font_size: 14, date_style: '%B %Y'"
    reader = typeset(tmp_path, {"data/experience.yml": jobs}, settings)
    dates = [piece for piece in pieces(reader.pages[0]) if "September" in piece.text]
    text = next(piece for piece in pieces(reader.pages[0]) if "Docent" in piece.text)
    assert len(dates) == 1
    assert text.x < dates[0].x or dates[0].x + 6 * dates[0].size < text.x


@every_case("design", ["classic", "academic"])
def test_no_line_of_contacts_begins_or_ends_with_a_dot(design: str, tmp_path: Path) -> None:
    links = "".join(f"  Page {'x' * size}: https://{size}.example/?a\n" for size in range(3, 15))
    profile = {"data/profile.yml": f"name: Emmy Noether\nlocation: Göttingen\nlinks:\n{links}"}
    award = {"data/awards.yml": "- {title: Prize, date: 1932}\n"}
    found = texts(typeset(tmp_path, profile | award, f"design: {design}"))
    head = [line for line in found if "Page" in line]
    assert len(head) > 1
    assert not [line for line in found if line.startswith("·") or line.endswith("·")]
    assert min(map(len, head)) > max(map(len, head)) * 0.6, "the lines are about as wide"


@every_case("design", DESIGNS)
def test_a_service_is_a_bold_role_with_its_venues_beside_it(design: str, tmp_path: Path) -> None:
    services = """\
- {role: Reviewer, venues: [{name: Annalen, years: [1926..1931]}, {name: Crelle, years: [1929]}]}
- role: Chair
  areas:
  - {area: Algebra, venues: [{name: Congress, years: [1932], title: Head of a section}]}
  - {area: Physics, venues: [{name: Academy, years: [1918]}]}
"""
    reader = typeset(tmp_path, {"data/services.yml": services}, f"design: {design}")
    found = [line.strip("•‣ ") for line in texts(reader)]
    place = found.index("Reviewer: Annalen 1926–1931 · Crelle 1929")
    assert found[place + 1 :] == [
        "Chair", "Algebra:", "Congress 1932: Head of a section", "Physics: Academy 1918",
    ]  # fmt: skip
    in_bold = bold(reader)
    assert "Reviewer" in in_bold
    assert not [name for name in ("Annalen", "Congress", "1932", "Algebra") if name in in_bold]


@every_case("design", DESIGNS)
def test_no_entry_begins_at_the_end_of_a_page(design: str, tmp_path: Path) -> None:
    services = "".join(f"- {{role: Member {n}, text: of board {n}}}\n" for n in range(80))
    projects = "".join(
        f"- {{title: Project {n}, date: {1900 + n}, text: Some words., keywords: [key]}}\n"
        for n in range(80)
    )
    files = {"data/services.yml": services, "data/projects.yml": projects}
    for page in typeset(tmp_path, files, f"design: {design}").pages:
        shown = [text_of(line) for line in lines(page)]
        assert not shown[0].startswith(("of board", "key"))
        assert "Member" not in shown[-2]


def test_a_short_list_stays_on_one_page(tmp_path: Path) -> None:
    skills = "- {title: Algebra, items: [rings]}\n- {title: Topology, items: [groups]}\n"
    for lines_before in range(40, 50):
        awards = "".join(f"- {{title: Prize {n}, date: 1932}}\n" for n in range(lines_before))
        files = {"data/skills.yml": skills, "data/awards.yml": awards}
        for page in typeset(tmp_path, files, "design: classic").pages:
            shown = " ".join(text_of(line) for line in lines(page))
            assert ("Algebra" in shown) == ("Topology" in shown) == ("Skills" in shown)


@every_case("design", DESIGNS)
def test_no_heading_is_at_the_end_of_a_page(design: str, tmp_path: Path) -> None:
    page = "---\ntitle: CV\n---\n" + "".join(f"\n# Part {n}\n\nA text.\n" for n in range(90))
    for sheet in typeset(tmp_path, {"content/cv.md": page}, f"design: {design}").pages:
        assert "Part" not in text_of(lines(sheet)[-2])


LONG_WORDS = ("z" * 160, "10.1000/" + "q7" * 95, "Ж" * 120)


@every_case(
    ("design", "size", "word"),
    [(design, size, word) for design in DESIGNS for size in (10, 14) for word in LONG_WORDS],
)
def test_a_long_word_is_broken_and_copied_whole(
    design: str, size: int, word: str, tmp_path: Path
) -> None:
    award = {"data/awards.yml": f"- {{title: Prize {word}, date: 1932}}\n"}
    reader = typeset(tmp_path, award, f"design: {design}, font_size: {size}")
    letter = word[-1]
    found = [piece for piece in pieces(reader.pages[0]) if letter in piece.text]
    right = float(reader.pages[0].mediabox.width) - 40
    assert len({piece.y for piece in found}) > 1
    assert all(piece.x + len(piece.text) * piece.size * 0.3 < right for piece in found)
    assert word in "".join(text.split()[0] for text in texts(reader) if letter in text) or (
        word in re.sub(r"\s|1932|Prize", "", reader.pages[0].extract_text())
    )


@every_case("design", DESIGNS)
def test_the_url_of_a_long_doi_is_broken(design: str, tmp_path: Path) -> None:
    settings = f"design: {design}, publications: {{style: apa}}"
    reader = typeset(tmp_path, papers("Ideals", doi="10.1000/" + "q" * 190), settings)
    found = [line for line in texts(reader) if "qqq" in line]
    assert len(found) > 1
    assert max(map(len, found)) < 130


@every_case("design", DESIGNS)
def test_a_word_that_is_too_long_is_hyphenated(design: str, tmp_path: Path) -> None:
    word = "Donaudampfschifffahrtsgesellschaftskapitänsanwärterinnen"
    award = {"data/awards.yml": f"- {{title: {word} {word}, date: 1932-10..1933-11}}\n"}
    settings = f"design: {design}, font_size: 14, margin: 5cm"
    found = texts(typeset(tmp_path, award, settings, "language: de\n"))
    assert [
        line for line in found if line.removesuffix("1932.10–1933.11").endswith(("-", "\u00ad"))
    ]


@every_case("design", DESIGNS)
def test_pages_of_a_paper_stay_in_one_line_and_words_are_whole(design: str, tmp_path: Path) -> None:
    titles = [" ".join(["Petersburg"] * (n % 9 + 1) + ["x" * (n % 7)]) for n in range(50)]
    listed = papers(
        *titles, kind="journal", venue="Mathematische Annalen", volume="14", pages="981-993"
    )
    found = texts(typeset(tmp_path, listed, f"design: {design}"))
    assert sum("14:981–993" in line for line in found) == len(titles)
    assert not [line for line in found if line.endswith(("–", "-", "\u00ad"))]


def test_academic_prints_the_doi(tmp_path: Path) -> None:
    listed = papers("Ideals", doi="10.1007/BF01457926")
    found = " ".join(texts(typeset(tmp_path, listed, "design: academic")))
    assert "[doi:10.1007/BF01457926]" in found


def test_academic_texts_are_as_wide_as_their_own_date_allows(tmp_path: Path) -> None:
    event = "A meeting of all who work on the ideals of rings and fields, in Prague"
    talks = f"- {{title: Talk, event: '{event}', date: 1932}}\n"
    other = "- {title: Other, date: 1931-07..1932-12}\n"
    settings = "design: academic, date_style: '%b %Y'"
    found = texts(typeset(tmp_path, {"data/talks.yml": talks + other}, settings))
    assert f"Talk, {event} 1932" in found


@every_case("design", DESIGNS)
def test_numbered_papers_of_all_groups_have_one_indent(design: str, tmp_path: Path) -> None:
    books = papers("Book", kind="book")["data/publications.yml"]
    files = papers(*(f"Paper {n}" for n in range(11)), kind="journal")
    files["data/publications.yml"] += books
    settings = f"design: {design}, publications: {{numbered: true, group_by: [kind]}}"
    for backwards in ("true", "backwards"):
        reader = typeset(tmp_path, files, settings.replace("true", backwards))
        starts = {piece.x for piece in pieces(reader.pages[0]) if "Emil Artin" in piece.text}
        assert len(starts) == 1


def test_a_design_without_a_frame_for_entries_prints_their_dates(tmp_path: Path) -> None:
    design = '#import "shared.typ": *\n#show: document\n#title(cv.name)\n#print-sections(none)\n'
    award = {"data/awards.yml": "- {title: Prize, date: 1932}\n", "templates/cv/mine.typ": design}
    assert "Prize1932" in [
        line.replace(" ", "") for line in texts(typeset(tmp_path, award, "design: mine"))
    ]


def test_headings_have_room_for_letters_below_the_line_above_their_rule(tmp_path: Path) -> None:
    award = {"data/awards.yml": "- {title: Prize, date: 1932}\n"}
    page = typeset(tmp_path, award, "design: classic, headings: {awards: Qgjpy}").pages[0]
    heading = next(piece for piece in pieces(page) if "Qgjpy" in piece.text)
    content = page.get_contents()
    assert content is not None
    below = rb"q 1 0 0 -1 \S+ (\S+) cm/c\d cs [\d. ]+ scn \S+ (\S+) m "
    rule = re.search(below, content.get_data())
    assert rule
    assert heading.y - (float(rule[1]) - float(rule[2])) > heading.size * 0.28


def test_positions_have_the_comma_of_the_language(tmp_path: Path) -> None:
    files = {
        "data/profile.yml": "name: Emmy Noether\npositions: [{role: A, institution: B}]\n",
        "data/awards.yml": "- {title: Prize, date: 1932}\n",
    }
    found = texts(typeset(tmp_path, files, "design: classic", "language: fa\n"))
    assert not [line for line in found if "A, B" in line or "B ,A" in line]
    assert any("،" in line for line in found)


@pytest.mark.parametrize("design", ["classic", "modern", "academic"])
def test_a_text_of_the_other_direction_keeps_its_order_and_begins_at_the_side_of_the_others(
    design: str, tmp_path: Path
) -> None:
    paper = "- {title: Why is it so?, authors: [Ada Byron], year: 1843}\n"
    found = typeset(
        tmp_path, {"data/publications.yml": paper}, f"design: {design}", "language: ar\n"
    )
    (line,) = [line for line in lines(found.pages[0]) if any("Ada" in each.text for each in line)]
    written = "".join(piece.text for piece in line).replace(" ", "")
    assert "AdaByron.Whyisitso?1843." in written
    start = next(piece.x for piece in line if "Ada" in piece.text)
    assert start > float(found.pages[0].mediabox.width) / 3
