"""The CV as a PDF: `cv:` in site.yml, and `acadfolio export --format pdf`."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from shutil import copytree
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import json
from pypdf import PdfReader

from acadfolio.build import prepare
from acadfolio.cv.files import pdf_of
from acadfolio.cv.limited import typeset, typeset_with_limits
from acadfolio.cv.links import Links
from acadfolio.cv.nodes import words
from acadfolio.cv.page import cv_page
from acadfolio.cv.tree import tree
from acadfolio.cv.typesetting import Job, NotInstalledError
from acadfolio.resources import starter
from cases import every_case
from commands import run
from pdfs import alternative_texts, pieces
from sites import edit, make_site, problems_of, render_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from acadfolio.cv.nodes import Nodes

pytestmark = pytest.mark.slow

FILES = {
    "data/site.yml": "title: Emmy Noether\nurl: https://noether.example\ncv: {pdf: true}\n",
    "data/profile.yml": "name: Emmy Noether\nemail: noether@uni.example\npositions: [Professor in Göttingen]\n",
    "data/education.yml": "- {degree: PhD, institution: Erlangen, date: 1903-10..1907-12}\n",
    "data/awards.yml": "- {title: Ackermann–Teubner Prize, date: 1932}\n",
    "data/publications.yml": """\
- {title: Invariante Variationsprobleme, authors: [Emmy Noether], venue: Nachrichten, year: 1918, selected: true}
- {title: Idealtheorie in Ringbereichen, authors: [Emmy Noether], venue: Annalen, year: 1921}
""",
    "content/cv.md": """\
---
title: Curriculum vitae
sections: [education, publications]
---

Born in Erlangen. Charges $$E = mc^2$$ are kept.
""",
}


def built(folder: Path, files: dict[str, str], *options: str) -> Path:
    """The output folder of a site that was built without an error."""
    site = make_site(folder, FILES | files)
    ended = run("build", "--site", str(site), *options, cwd=folder)
    assert not ended.returncode, ended.stderr
    return site / "output"


def text_of(pdf: bytes | Path) -> str:
    """The words of a PDF, with single spaces."""
    reader = PdfReader(io.BytesIO(pdf) if isinstance(pdf, bytes) else pdf)
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


def catalog(pdf: Path) -> Any:
    """The properties of a whole PDF."""
    return PdfReader(pdf).root_object


def notes(page: Any) -> list[Any]:
    """The links of a page."""
    return list(page.get("/Annots", []))


def urls_of(pdf: Path) -> set[str]:
    """The targets of the links of a PDF."""
    pages = PdfReader(pdf).pages
    return {str(note.get_object()["/A"]["/URI"]) for page in pages for note in notes(page)}


def cv(settings: str) -> dict[str, str]:
    """The settings of the site with these of the CV."""
    return {"data/site.yml": f"title: Emmy Noether\nurl: https://noether.example\ncv: {settings}\n"}


def in_order(text: str, *parts: str) -> bool:
    """Whether a text has these parts, in this order."""
    position = 0
    for part in parts:
        position = text.find(part, position) + 1
        if not position:
            return False
    return True


def test_the_page_becomes_a_pdf(tmp_path: Path) -> None:
    output = built(tmp_path, {})
    text = text_of(output / "files/cv.pdf")
    assert in_order(
        text,
        "Emmy Noether", "Professor in Göttingen", "noether@uni.example", "noether.example",
        "Born in Erlangen.", "Education", "1903.10–1907.12", "PhD", "Erlangen",
        "Publications", "1921", "Idealtheorie in Ringbereichen", "1918", "1 / 1", "Last updated",
    )  # fmt: skip
    assert "Prize" not in text, "the page does not list awards"
    assert 'href="../files/cv.pdf">PDF</a>' in (output / "cv/index.html").read_text("utf-8")


@every_case("design", ["classic", "modern", "academic"])
def test_skills_and_highlights_are_lines_of_their_own_in_each_design(
    design: str, tmp_path: Path
) -> None:
    site = make_site(tmp_path, FILES | cv(f"{{design: {design}, sections: [experience, skills]}}") | {
        "data/skills.yml": "- {title: Algebra, items: [ideals, '*rings*']}\n- {text: Lectures}\n",
        "data/experience.yml": "- role: Lecturer\n  institution: Bryn Mawr\n  date: 1933..1935\n"
        "  text: |\n    - a seminar\n    - weekly lectures\n",
    })  # fmt: skip
    prepared = prepare(site)
    pdf = pdf_of(prepared.plan.site.settings.cv[0], prepared.renderer)
    assert pdf
    lines = [
        line.removesuffix("1933–1935").removeprefix("1933–1935").strip("• ")
        for page in PdfReader(io.BytesIO(pdf)).pages
        for line in page.extract_text().splitlines()
    ]
    assert {"Algebra: ideals, rings", "Lectures"} <= set(lines)
    assert {"Lecturer, Bryn Mawr", "a seminar", "weekly lectures"} <= set(lines)


def test_a_pdf_is_tagged_and_has_title_author_language_and_date(tmp_path: Path) -> None:
    reader = PdfReader(built(tmp_path, {}) / "files/cv.pdf")
    found = reader.metadata
    assert found is not None
    assert found.title == "Emmy Noether, Curriculum vitae"
    assert found.author == "Emmy Noether"
    assert found.creation_date is not None
    assert found.creation_date.year == 1932, "the newest date of the content"
    root = catalog(tmp_path / "output/files/cv.pdf")
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en"
    metadata = root["/Metadata"].get_data()
    assert b"<pdfuaid:part>1<" in metadata
    assert b"<pdfaid:part>2<" in metadata
    assert b"<pdfaid:conformance>A<" in metadata


def test_formulas_have_their_tex_for_screen_readers(tmp_path: Path) -> None:
    root = catalog(built(tmp_path, {}) / "files/cv.pdf")
    assert "E = mc^2" in alternative_texts(root["/StructTreeRoot"])


@every_case(
    ("url", "expected"),
    [
        ("https://b.org/x", "https://b.org/x"),
        ("//b.org/x", "https://b.org/x"),
        ("mailto:a@b.org", "mailto:a@b.org"),
        ("/awards/", "https://noether.example/~emmy/awards/"),
        ("/~emmy/files/a b.pdf", "https://noether.example/~emmy/files/a%20b.pdf"),
        ("files/a b.pdf", "https://noether.example/~emmy/files/a%20b.pdf"),
        ("files/a%20b.pdf#page=2", "https://noether.example/~emmy/files/a%20b.pdf#page=2"),
        ("../files/a b.pdf", "https://noether.example/~emmy/files/a%20b.pdf"),
        ("notes.pdf", "https://noether.example/~emmy/cv/notes.pdf"),
        ("/nowhere/", "https://noether.example/~emmy/nowhere/"),
        ("nowhere", "https://noether.example/~emmy/cv/nowhere"),
        ("#fn:1", ""),
        ("javascript:alert(1)", ""),
        ("", ""),
    ],
)
def test_links_are_full_urls_of_the_pages_files_or_only_words(
    url: str, expected: str, tmp_path: Path
) -> None:
    site = "title: Emmy Noether\nurl: https://noether.example/~emmy\n"
    static = {"static/files/a b.pdf": "a", "static/cv/notes.pdf": "b"}
    awards = {"content/awards.md": "---\ntitle: Awards\npermalink: /awards/\n---\n"}
    plan = prepare(make_site(tmp_path, FILES | {"data/site.yml": site} | static | awards)).plan
    assert Links(plan, "/cv/", {}).full(url) == expected


@every_case("page", ["", "look: academicpages\n", "has no page"])
def test_a_link_of_an_entry_leads_to_the_same_file_as_on_the_page(
    page: str, tmp_path: Path
) -> None:
    paper = "{title: Ideals, authors: [Emmy Noether], year: 1921, links: {PDF: files/ideals.pdf}}"
    files = FILES | {"data/publications.yml": f"- {paper}\n", "static/files/ideals.pdf": "ideals"}
    if page == "has no page":
        del files["content/cv.md"]
    else:
        files["data/site.yml"] += page
    assert not run("build", cwd=make_site(tmp_path, files)).returncode
    assert "https://noether.example/files/ideals.pdf" in urls_of(tmp_path / "output/files/cv.pdf")


@every_case(
    ("text", "message"),
    [
        ("[Prizes](/awards/)", "has the link to `/awards/` only as words: the site has no `url`"),
        ("[a](/awards/) [b](../awards/)", "has 2 links to your site only as words"),
        ("[a](https://b.org) [b](#c)", ""),
    ],
)
def test_links_of_a_site_without_a_url_are_words_and_a_warning(
    text: str, message: str, tmp_path: Path
) -> None:
    files = {"data/site.yml": "title: Emmy Noether\ncv: {pdf: true}\n"}
    files["content/cv.md"] = f"---\ntitle: CV\n---\n\n{text}\n\n## C {{#c}}\n"
    ended = run("build", cwd=make_site(tmp_path, FILES | files))
    assert not ended.returncode
    expected = f"data/site.yml:2:5: warning: /files/cv.pdf {message}"
    assert (expected in ended.stderr) if message else ("only as words" not in ended.stderr)
    assert "/awards/" not in "".join(urls_of(tmp_path / "output/files/cv.pdf"))


def test_links_lead_to_full_urls(tmp_path: Path) -> None:
    text = (
        FILES["content/cv.md"]
        + "\n[Prizes](/awards/) and [Göttingen](https://goettingen.example)\n"
    )
    urls = urls_of(built(tmp_path, {"content/cv.md": text}) / "files/cv.pdf")
    assert {"https://noether.example/awards/", "https://goettingen.example"} <= urls
    assert "mailto:noether@uni.example" in urls


@every_case(
    ("settings", "shown", "hidden"),
    [
        ("{sections: [awards, education]}", ["Prize", "PhD"], ["Born", "Idealtheorie"]),
        (
            "{sections: [publications], publications: {selected: true}}",
            ["Publications", "Variationsprobleme"],
            ["Idealtheorie"],
        ),
        (
            "{sections: [publications], publications: {limit: 1}}",
            ["Idealtheorie"],
            ["Variationsprobleme", "Show", "all"],
        ),
        (
            "{sections: [education], text: A *short* CV., headings: {education: Studies}}",
            ["A short CV.", "Studies", "PhD"],
            ["Education"],
        ),
        (
            "{sections: [publications], publications: {style: apa}}",
            ["Noether, E. (1921)."],
            [],
        ),
        ("{title: Life, sections: [education]}", ["PhD"], ["Life"]),
        (
            "{sections: [publications], publications: {group_by: [year], numbered: true}}",
            ["1921", "1."],
            [],
        ),
    ],
)
def test_a_cv_shows_the_sections_that_it_lists(
    settings: str, shown: list[str], hidden: list[str], tmp_path: Path
) -> None:
    text = text_of(built(tmp_path, cv(settings)) / "files/cv.pdf")
    assert in_order(text, *shown), text
    assert not [part for part in hidden if part in text]


MANY = ", ".join(f"Ada {letter}ohr" for letter in "ABCDEFGHIJKLMNOPQRST")


@every_case(
    ("style", "shown"),
    [
        ("ieee", "A. Aohr, …, E. Noether, et al., Ideals"),
        ("mla", "Aohr, Ada, …, Emmy Noether, et al. Ideals"),
        ("nature", "Aohr, A., …, Noether, E. et al. Ideals"),
        (
            "vancouver",
            "Aohr A, Bohr A, Cohr A, Dohr A, Eohr A, Fohr A, …, Noether E, et al. Ideals",
        ),
        ("chicago", "Aohr, Ada, Ada Bohr, Ada Cohr, …, Emmy Noether, et al. 1921"),
        ("apa", "Tohr, A., Noether, E., … Tohr, Z. (1921). Ideals"),
    ],
)
def test_authors_that_a_style_leaves_out_are_left_out_on_paper(
    style: str, shown: str, tmp_path: Path
) -> None:
    authors = f"[{MANY}, Emmy Noether, {MANY.replace('Ada', 'Zoe')}]"
    files = cv(f"{{sections: [publications], publications: {{style: {style}}}}}")
    files["data/publications.yml"] = f"- {{title: Ideals, authors: {authors}, year: 1921}}\n"
    renderer = prepare(make_site(tmp_path, FILES | files)).renderer
    cited = words(tree(cv_page(renderer, renderer.plan.site.settings.cv[0]).html, str))
    assert shown in cited.replace("\u00a0", " ")
    assert "Z. Dohr" not in cited


def test_a_limit_of_the_pages_is_none_of_the_cv(tmp_path: Path) -> None:
    files = cv("{pdf: true}")
    files["data/site.yml"] += "publications: {limit: 1}\n"
    assert "Variationsprobleme" in text_of(built(tmp_path, files) / "files/cv.pdf")


def test_all_designs_have_the_same_words(tmp_path: Path) -> None:
    texts = []
    for design in ("classic", "modern", "academic"):
        output = built(tmp_path / design, cv(f"{{design: {design}}}"))
        text = text_of(output / "files/cv.pdf")
        assert in_order(text, "Emmy Noether", "Professor", "Born", "Idealtheorie", "1918"), text
        texts.append(sorted(set(text.replace("-", " ").lower().split())))
    assert texts[0] == texts[1]
    assert set(texts[2]) <= set(texts[0]), "academic has the years of papers only in the citations"


@pytest.mark.slow
def test_every_word_of_the_demo_sites_cv_is_in_the_pdf_in_its_order(tmp_path: Path) -> None:
    for name in ("content", "data", "static"):
        copytree(starter() / name, tmp_path / name)
    edit(tmp_path, "data/site.yml", "look:", "url: https://a.example\ncv: {pdf: true}\nlook:")
    prepared = prepare(tmp_path)
    outputs = {output.path: output for output in prepared.outputs()}
    assert not prepared.problems.found, "not every computer has fonts for other scripts"
    page = cv_page(prepared.renderer, prepared.plan.site.settings.cv[0])
    pages = PdfReader(io.BytesIO(outputs["files/cv.pdf"].content)).pages
    footer = re.compile(r"Marie Skłodowska-Curie\s*·\s*\d+ / \d+\s*·\s*Last updated \w+ \d+")
    text = without_breaks("".join(footer.sub("", each.extract_text()) for each in pages))
    position = 0
    parts = list(filter(None, map(without_breaks, leaves(tree(page.html, str)))))
    assert len(parts) > 400
    for part in parts:
        found = text.find(part, position)
        assert found >= 0, f"{part} is not after {text[position - 80 : position]}"
        position = found + len(part)


def leaves(nodes: Nodes) -> Iterator[str]:
    """The texts of some nodes, with the dates of entries before them."""
    for node in nodes:
        if isinstance(node, str):
            yield node
        else:
            yield from leaves([*node.date, *node.body])


def without_breaks(text: str) -> str:
    """A text without spaces and hyphens, some of which are where lines end."""
    return re.sub(r"[\s\u00ad‐-]+", "", text)


@pytest.mark.slow
def test_a_heading_is_never_the_last_line_of_a_page(tmp_path: Path) -> None:
    talks = "".join(
        f"- {{title: Talk {number}, date: {1900 + number}, event: A rather long name}}\n"
        for number in range(90)
    )
    settings = "{sections: [talks]}\ntalks: {group_by: date}"
    for design in ("classic", "modern", "academic"):
        files = cv(settings.replace("}", f", design: {design}}}", 1)) | {"data/talks.yml": talks}
        reader = PdfReader(built(tmp_path / design, files) / "files/cv.pdf")
        assert len(reader.pages) > 1
        for page in reader.pages:
            lines = [line for line in page.extract_text().splitlines() if line.strip()]
            above_footer = [
                line for line in lines if "Last updated" not in line and " / " not in line
            ]
            assert not re.fullmatch(r"\d{4}", above_footer[-1].strip()), above_footer[-3:]


@every_case(
    ("paper", "width"),
    [("a4", 595), ("letter", 612)],
)
def test_the_paper_is_a4_or_letter(paper: str, width: int, tmp_path: Path) -> None:
    output = built(tmp_path, cv(f"{{paper: {paper}}}"))
    page = PdfReader(output / "files/cv.pdf").pages[0]
    assert int(page.mediabox.width) == width


SMALL_TEXTS = """\
---
title: Curriculum vitae
sections: [education, projects]
---

A text with `code` in it.
"""


@every_case("design", ["classic", "modern", "academic"])
def test_with_a_font_size_no_text_is_smaller(design: str, tmp_path: Path) -> None:
    files = cv(f"{{design: {design}, font_size: 11pt}}")
    files["content/cv.md"] = SMALL_TEXTS
    files["data/projects.yml"] = "- {title: Ideals, tags: [algebra]}\n"
    files["data/profile.yml"] = f"name: {'Amalie Emmy Noether ' * 6}\nemail: noether@uni.example\n"
    reader = PdfReader(built(tmp_path, files) / "files/cv.pdf")
    found = [piece for page in reader.pages for piece in pieces(page)]
    texts = "".join(piece.text for piece in found)
    assert all(word in texts for word in ("code", "algebra", "noether@uni", "Last updated"))
    assert min(piece.size for piece in found) == 11


@every_case("design", ["classic", "modern", "academic"])
def test_a_margin_is_that_of_all_sides(design: str, tmp_path: Path) -> None:
    text = FILES["content/cv.md"] + "\nA sentence that is repeated. " * 200
    files = cv(f"{{design: {design}, margin: 3cm}}") | {"content/cv.md": text}
    wide = "amalie-emmy-noether.mathematics.uni.example"
    files["data/site.yml"] = files["data/site.yml"].replace("noether.example", wide)
    page = PdfReader(built(tmp_path, files) / "files/cv.pdf").pages[0]
    three = 3 / 2.54 * 72
    body = [piece for piece in pieces(page) if piece.y > three]
    assert min(piece.x for piece in body) >= three - 1
    top = float(page.mediabox.height) - max(piece.y + piece.size for piece in body)
    assert three - 12 < top < three + 12


def test_more_pages_than_allowed_are_a_warning(tmp_path: Path) -> None:
    text = FILES["content/cv.md"] + "\nA sentence that is repeated. " * 400
    site = make_site(tmp_path, FILES | cv("{max_pages: 1}") | {"content/cv.md": text})
    for options in ([], ["--no-cache"]):
        ended = run("build", *options, cwd=site)
        assert not ended.returncode
        pages = len(PdfReader(site / "output/files/cv.pdf").pages)
        assert pages > 1
        assert f"/files/cv.pdf has {pages} pages, more than `max_pages: 1`" in ended.stderr
    edit(site, "data/site.yml", "max_pages: 1", f"max_pages: {pages}")
    assert "max_pages" not in run("build", cwd=site).stderr


@pytest.mark.slow
def test_a_pdf_that_cannot_be_made_leaves_the_last_one_to_which_pages_link(tmp_path: Path) -> None:
    output = built(tmp_path, cv("{pdf: true}"))
    pdf, page = output / "files/cv.pdf", output / "cv/index.html"
    before = pdf.read_bytes()
    edit(tmp_path, "data/site.yml", "pdf: true", "design: none")
    edit(tmp_path, "content/cv.md", "---\n", "---\ndescription: Algebra\n")
    for _ in range(2):
        ended = run("build", cwd=tmp_path)
        assert ended.returncode == 1
        assert "there is no design `none`" in ended.stderr
        assert pdf.read_bytes() == before
        assert "Algebra" in page.read_text("utf-8")
        assert 'href="../files/cv.pdf"' in page.read_text("utf-8")
    edit(tmp_path, "data/site.yml", "design: none", "pdf: false")
    assert run("build", cwd=tmp_path).returncode == 0
    assert not pdf.exists()
    assert "cv.pdf" not in page.read_text("utf-8")


def test_a_pdf_that_was_never_made_is_not_there(tmp_path: Path) -> None:
    site = make_site(tmp_path, FILES | cv("{design: none}"))
    assert run("build", cwd=site).returncode == 1
    assert (site / "output/cv/index.html").exists()
    assert not (site / "output/files").exists()


def test_a_cv_has_a_date_style_of_its_own(tmp_path: Path) -> None:
    files = cv("{date_style: 31/12/2024}")
    files["data/education.yml"] = "- {degree: PhD, institution: Erlangen, date: 1907-12-13}\n"
    files["data/site.yml"] += "education: {date_style: '%Y'}\n"
    output = built(tmp_path, files)
    text = text_of(output / "files/cv.pdf")
    assert "13/12/1907" in text
    assert "Last updated 1932" in text
    assert "13/12/1907" not in (output / "cv/index.html").read_text("utf-8")


@pytest.mark.slow
def test_a_photo_is_in_the_pdf_only_if_it_is_wanted(tmp_path: Path) -> None:
    from PIL import Image

    folder = tmp_path / "static" / "images"
    folder.mkdir(parents=True)
    Image.new("RGB", (900, 900), "teal").save(folder / "me.jpg")
    profile = {"data/profile.yml": FILES["data/profile.yml"] + "avatar: images/me.jpg\n"}
    counts = []
    for number, settings in enumerate(["{photo: true}", "{photo: false}"]):
        built(tmp_path, cv(settings) | profile, "--output", str(tmp_path / str(number)))
        counts.append(len(PdfReader(tmp_path / str(number) / "files/cv.pdf").pages[0].images))
    assert counts == [1, 0]


@every_case(
    ("avatar", "reason"),
    [
        ("", "the profile has no `avatar`"),
        ("avatar: images/me.jpg", "static/images/me.jpg is damaged, or no image"),
        ("avatar: images/none.jpg", "`images/none.jpg` is no file in static/"),
        ("avatar: images/cut.svg", "static/images/cut.svg is damaged, or no image"),
        ("avatar: images/flat.svg", "static/images/flat.svg is damaged, or no image"),
    ],
)
def test_a_photo_that_cannot_be_printed_is_a_warning_with_the_reason(
    avatar: str, reason: str, tmp_path: Path
) -> None:
    from PIL import Image

    profile = {"data/profile.yml": FILES["data/profile.yml"] + avatar + "\n"}
    site = make_site(tmp_path, FILES | cv("{photo: true}") | profile)
    file = site / "static/images/me.jpg"
    file.parent.mkdir(parents=True)
    Image.effect_noise((200, 200), 50).save(file)
    file.write_bytes(file.read_bytes()[:2000])
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="{}">'
    file.with_name("cut.svg").write_text(svg.format(9))
    file.with_name("flat.svg").write_text(svg.format(0) + "</svg>")
    ended = run("build", cwd=site)
    assert not ended.returncode, ended.stderr
    assert (site / "output/files/cv.pdf").exists()
    assert f"/files/cv.pdf has no photo: {reason}" in ended.stderr


@every_case(
    ("text", "place"),
    [
        ("<ul><li>" * 400 + "deep" + "</li></ul>" * 400, "content/cv.md:2:3201"),
        ("<ul><li>" * 20 + "deep" + "</li></ul>" * 20, "content/cv.md:2:161"),
        ("> " * 30 + "deep", "content/cv.md:2:61"),
        ("$$" + r"\sqrt{" * 500 + "x" + "}" * 500 + "$$", "content/cv.md:2:3"),
        ("$$" + r"\sqrt{" * 50 + "x" + "}" * 50 + "$$", "content/cv.md:2:3"),
        ("<ul><li>" * 400 + "</li></ul>" * 400, "content/cv.md"),
    ],
)
def test_what_is_too_deep_for_a_pdf_is_reported_where_it_is(
    text: str, place: str, tmp_path: Path
) -> None:
    files = {"content/cv.md": f"# Hello\n{text}\n"}
    ended = run("build", cwd=make_site(tmp_path, FILES | cv("{pdf: true}") | files))
    assert ended.returncode == 1
    assert f"{place}: error: /files/cv.pdf is not written: too many lists" in ended.stderr


def test_a_position_that_is_too_deep_is_reported_where_it_is(tmp_path: Path) -> None:
    tex = r"\sqrt{" * 500 + "x" + "}" * 500
    profile = {"data/profile.yml": f"name: A\npositions:\n- role: $${tex}$$\n"}
    ended = run("build", cwd=make_site(tmp_path, FILES | cv("{pdf: true}") | profile))
    assert "data/profile.yml:3:11: error: /files/cv.pdf is not written: too many" in ended.stderr


def test_what_is_too_deep_for_a_file_of_word_is_an_error(tmp_path: Path) -> None:
    text = {"content/cv.md": "<ul><li>" * 400 + "deep" + "</li></ul>" * 400}
    ended = run("export", "--format", "docx", cwd=make_site(tmp_path, FILES | text))
    assert ended.returncode == 1
    assert "content/cv.md:1:3201: error: the CV is not written: too many lists" in ended.stderr


@every_case(
    ("settings", "data", "message"),
    [
        ("{headings: {talks: P}}", {}, "does not show `talks`, for which it has a heading"),
        ("{headings: {awards: P}}", {}, "does not show `awards`, for which it has a heading"),
        ("{headings: {education: P}}", {}, ""),
        ("{sections: [awards], headings: {awards: P}}", {}, ""),
        ("{sections: [talks]}", {}, "has no text and no entries, only your name"),
    ],
)
def test_a_cv_that_lacks_what_its_settings_name_is_a_warning(
    settings: str, data: dict[str, str], message: str, tmp_path: Path
) -> None:
    ended = run("build", cwd=make_site(tmp_path, FILES | cv(settings) | data))
    assert not ended.returncode
    assert (f"3:5: warning: /files/cv.pdf {message}" in ended.stderr) is bool(message)
    assert ended.stderr.count("/files/cv.pdf") == bool(message)


def test_several_cvs_are_several_files_with_links(tmp_path: Path) -> None:
    files = cv(
        """
  - {file: cv.pdf}
  - {file: short.pdf, title: Short CV, sections: [education]}
  - {file: later.pdf, pdf: false}
"""
    )
    output = built(tmp_path, files)
    assert sorted(path.name for path in (output / "files").iterdir()) == ["cv.pdf", "short.pdf"]
    page = (output / "cv/index.html").read_text("utf-8")
    assert 'href="../files/cv.pdf">PDF: Curriculum vitae</a>' in page
    assert 'href="../files/short.pdf">PDF: Short CV</a>' in page
    assert "Idealtheorie" not in text_of(output / "files/short.pdf")


def test_links_to_cvs_with_the_same_title_have_the_names_of_the_files(tmp_path: Path) -> None:
    page = (built(tmp_path, cv("[{file: a.pdf}, {file: b.pdf}]")) / "cv/index.html").read_text(
        "utf-8"
    )
    assert ">PDF: a.pdf</a>" in page
    assert ">PDF: b.pdf</a>" in page


def test_another_page_becomes_the_pdf(tmp_path: Path) -> None:
    page = "---\ntitle: Vita\npermalink: /vita/\nsections: [awards]\n---\n\nHello.\n"
    output = built(tmp_path, cv("{page: /vita/}") | {"content/vita.md": page})
    assert in_order(text_of(output / "files/cv.pdf"), "Hello.", "Prize")
    assert "files/cv.pdf" in (output / "vita/index.html").read_text("utf-8")
    assert "files/cv.pdf" not in (output / "cv/index.html").read_text("utf-8")


def test_a_site_without_a_cv_page_has_all_sections_in_the_pdf(tmp_path: Path) -> None:
    site = make_site(tmp_path, FILES)
    (site / "content/cv.md").unlink()
    assert not run("build", cwd=site).returncode
    text = text_of(site / "output/files/cv.pdf")
    assert in_order(text, "Education", "PhD", "Publications", "Idealtheorie")
    assert "Prize" in text


@every_case(
    ("settings", "is_reported"),
    [
        ("{pdf: true}", False),
        ("{sections: [awards, publications]}", False),
        ("{sections: [awards, publications], publications: {limit: 1}}", True),
        ("{sections: [awards]}", True),
        ("{pdf: false}", True),
    ],
)
def test_entries_that_only_a_pdf_shows_are_not_reported_as_unshown(
    settings: str, *, is_reported: bool, tmp_path: Path
) -> None:
    files = FILES | cv(settings)
    del files["content/cv.md"], files["data/education.yml"]
    files["content/about.md"] = "---\npermalink: /\nsections: []\n---\nHello.\n"
    ended = run("build", cwd=make_site(tmp_path, files))
    assert not ended.returncode
    assert ("data/publications.yml: warning: no page shows" in ended.stderr) is is_reported


def test_the_same_content_gives_the_same_bytes_anywhere(tmp_path: Path) -> None:
    here = built(tmp_path / "here", {})
    there = make_site(tmp_path / "über there", FILES)
    ended = run("build", cwd=there, TZ="Asia/Tokyo", LC_ALL="C", SOURCE_DATE_EPOCH="1700000000")
    assert not ended.returncode
    pdf = (here / "files/cv.pdf").read_bytes()
    assert pdf == (there / "output/files/cv.pdf").read_bytes()
    exported = tmp_path / "x.pdf"
    assert not run("export", "--format", "pdf", "--output", str(exported), cwd=there).returncode
    assert exported.read_bytes() == pdf


def test_an_export_needs_no_setting(tmp_path: Path) -> None:
    site = make_site(tmp_path, FILES | {"data/site.yml": "title: Emmy Noether\n"})
    ended = run("export", "--format", "pdf", "--output", str(site / "x.pdf"), cwd=site)
    assert not ended.returncode, ended.stderr
    assert "Born in Erlangen." in text_of(site / "x.pdf")


def test_a_pdf_of_the_site_is_kept_and_the_build_says_how_to_choose(tmp_path: Path) -> None:
    site = make_site(tmp_path, FILES | {"static/files/cv.pdf": "my own"})
    ended = run("build", cwd=site)
    assert not ended.returncode
    assert (site / "output/files/cv.pdf").read_text() == "my own"
    assert "static/files/cv.pdf is published, and no PDF is made" in ended.stderr
    assert "write another `file`" in ended.stderr


@pytest.mark.parametrize("command", ["build", "check"])
def test_a_missing_character_costs_the_pdf_and_names_a_font(command: str, tmp_path: Path) -> None:
    page = FILES["content/cv.md"] + "\n\U0003134a\n"  # Hardly any font has it.
    site = make_site(tmp_path, FILES | {"content/cv.md": page})
    for _ in range(2):  # The second build must not take the first one's word for it.
        ended = run(command, cwd=site)
        assert ended.returncode == 1
        line = "/files/cv.pdf is not written: no font has the character `\U0003134a`"
        assert line in ended.stderr + ended.stdout
        assert "install Noto" in ended.stderr + ended.stdout
    if command == "build":
        assert (site / "output/cv/index.html").is_file(), "the pages are written"
        assert not (site / "output/files/cv.pdf").exists()
        edit(site, "content/cv.md", "\U0003134a", "")
        assert not run("build", cwd=site).returncode
        assert (site / "output/files/cv.pdf").is_file()


def test_emoji_of_headings_need_no_font(tmp_path: Path) -> None:
    page = FILES["content/cv.md"] + "\n## Hobbies 🎻\n\nSwimming.\n"
    assert in_order(
        text_of(built(tmp_path, {"content/cv.md": page}) / "files/cv.pdf"), "Hobbies", "Swimming."
    )


def test_without_typst_the_pages_are_written_and_the_error_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    site = make_site(tmp_path, FILES)
    ended = run("build", "--no-cache", cwd=site)
    assert ended.returncode == 1
    assert "Typst, which makes PDFs, is not installed" in ended.stderr
    assert "acadfolio[pdf]" in ended.stderr
    assert (site / "output/cv/index.html").is_file()
    exported = run("export", "--format", "pdf", "--output", str(tmp_path / "x.pdf"), cwd=site)
    assert exported.returncode == 1
    assert "acadfolio[pdf]" in exported.stderr


def test_a_design_of_the_site_replaces_the_themes(tmp_path: Path) -> None:
    design = '#import "shared.typ": *\n#show: document\n#title[Mine]\n#cv.sections.len() sections\n'
    output = built(tmp_path, cv("{design: mine}") | {"templates/cv/mine.typ": design})
    text = text_of(output / "files/cv.pdf")
    assert "Mine" in text
    assert "3 sections" in text
    assert "PhD" not in text


def test_a_design_of_the_theme_is_copied_and_changed(tmp_path: Path) -> None:
    site = make_site(tmp_path, FILES)
    assert not run("templates", "copy", "cv/classic.typ", cwd=site).returncode
    assert not run("build", cwd=site).returncode
    same = text_of(site / "output/files/cv.pdf")
    edit(site, "templates/cv/classic.typ", "#print-sections(entries)", "Changed by me.")
    assert not run("build", cwd=site).returncode
    assert "PhD" in same
    assert "Changed by me." in text_of(site / "output/files/cv.pdf")
    assert "outdated" not in run("check", cwd=site).stderr


@every_case(
    ("design", "message"),
    [
        ("#let x = ", "templates/cv/mine.typ:1:8: error: /files/cv.pdf is not written: expected"),
        ('Hi\n#read("/etc/hostname")', "mine.typ:2:6: error: /files/cv.pdf is not written: file"),
        ('#read("../../data/site.yml")', "mine.typ:1:6: error: /files/cv.pdf is not written: path"),
        (
            '#set text(font: "Such")\nHi\n#read("none")',
            "cv/mine.typ:3:6: error: /files/cv.pdf is not written: file not found\n",
        ),
        (
            '#import "none.typ"',
            "cv/mine.typ:1:8: error: /files/cv.pdf is not written: file not found\n",
        ),
    ],
)
def test_a_broken_design_is_an_error_with_typsts_words(
    design: str, message: str, tmp_path: Path
) -> None:
    site = make_site(tmp_path, FILES | cv("{design: mine}") | {"templates/cv/mine.typ": design})
    ended = run("build", cwd=site)
    assert ended.returncode == 1
    assert message in ended.stderr


@every_case(
    ("design", "word"),
    [
        ('#import "@preview/cetz:0.3.0"', "import"),
        ('#import "\\u{40}preview/cetz:0.3.0"', "import"),
        ('#{ 1em-import "@preview/cetz:0.3.0" }', "import"),
        ('#include/**/"@preview/cetz:0.3.0"', "include"),
        ('#let name = "@preview/cetz:0.3.0"; #import name', "import"),
        ('#import ("@" + "preview/cetz:0.3.0")', "import"),
        ('#import "a.typ".replace("a.typ", "@preview/cetz:0.3.0")', "import"),
        ('#{\n  import "a.typ"\n    .replace("a.typ", "@preview/cetz:0.3.0")\n}', "import"),
        ('#{\n  import "a.typ"\n // …\n .replace("a.typ", "@preview/x:1.0.0")\n}', "import"),
        ('#{\n  import "a.typ"\n\u2003.replace("a.typ", "@preview/x:1.0.0")\n}', "import"),
        ('#{\n  import "a.typ"\n\u00a0\u2028.replace("a.typ", "@preview/x:1.0.0")\n}', "import"),
        ('#eval("import" + " \\"@preview/cetz:0.3.0\\"")', "eval"),
        ("#let library = std\n", "std"),
        ('#dictionary(std).at("ev" + "al")("1")', "std"),
    ],
)
def test_a_design_takes_code_only_from_files_beside_it(
    design: str, word: str, tmp_path: Path
) -> None:
    site = make_site(tmp_path, FILES | cv("{design: mine}") | {"templates/cv/mine.typ": design})
    ended = run("build", cwd=site)
    assert ended.returncode == 1
    before = design[: design.index(word)]
    line, column = 1 + before.count("\n"), 1 + len(before.rpartition("\n")[2])
    assert re.search(f"templates/cv/mine.typ:{line}:{column}: error: .*`{word}`", ended.stderr)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
@pytest.mark.parametrize(
    ("design", "message"),
    [
        ("#range(2000000000).len()", "this design needs more than 2 GB of memory"),
        (
            "#for a in range(99999) { for b in range(99999) { let c = b } }",
            "this design takes more than 20 seconds of processor time",
        ),
    ],
)
def test_a_design_that_needs_too_much_is_stopped(design: str, message: str, tmp_path: Path) -> None:
    site = make_site(tmp_path, FILES | cv("{design: mine}") | {"templates/cv/mine.typ": design})
    ended = run("build", cwd=site)
    assert ended.returncode == 1
    assert message in ended.stderr
    assert (site / "output/cv/index.html").is_file()


def test_a_stopped_process_leaves_no_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    code = "import os, tempfile; open(tempfile.mkdtemp() + '/cv.json', 'w').close(); os.abort()"
    assert typeset_with_limits("", [sys.executable, "-c", code]).error
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes with names")
def test_a_design_that_is_no_file_is_not_read(tmp_path: Path) -> None:
    site = make_site(tmp_path, FILES | cv("{pdf: true}"))
    (site / "templates/cv").mkdir(parents=True)
    os.mkfifo(site / "templates/cv/pipe.typ")
    (site / "templates/cv/folder.typ").mkdir()
    assert run("build", cwd=site).returncode == 0


@pytest.mark.parametrize(
    "content", [b"%!PS-Adobe-3.0 EPSF-3.0\n", None], ids=["PostScript", "huge"]
)
def test_a_photo_starts_no_program_and_is_not_decoded_if_it_is_huge(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PIL import EpsImagePlugin, Image

    from acadfolio.cv.photo import photo_of

    def refuse(*_: object, **__: object) -> None:
        pytest.fail("the image is decoded")

    file = tmp_path / "me.png"
    if content is None:
        Image.new("1", (20_000, 20_000)).save(file)
    else:
        file.write_bytes(content)
    monkeypatch.setattr(EpsImagePlugin, "Ghostscript", refuse)
    monkeypatch.setattr(Image.Image, "convert", refuse)
    assert photo_of(str(file)) == b""


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import time; time.sleep(60)", "this design takes more than 1 seconds"),
        ("raise SystemExit('memory allocation of 9 bytes failed')", "more than 2 GB of memory"),
        ("raise SystemExit('thread main panicked')", "thread main panicked"),
        ("raise SystemExit(3)", "it has crashed"),
    ],
)
def test_a_process_that_fails_says_why(
    code: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("acadfolio.cv.limited.MAX_WAIT", 1)
    assert message in typeset_with_limits("", [sys.executable, "-c", code]).error


def test_the_process_of_a_design_does_not_import_from_the_site(tmp_path: Path) -> None:
    trap = "raise SystemExit('from the site')\n"
    traps = {"typst.py": trap, "msgspec.py": trap, "acadfolio/__init__.py": trap}
    own = {"templates/cv/mine.typ": '#import "shared.typ": *\n#show: document\n#title[Mine]\n'}
    site = make_site(tmp_path, FILES | cv("{design: mine}") | traps | own)
    assert not run("build", cwd=site).returncode
    assert "Mine" in text_of(site / "output/files/cv.pdf")


@pytest.mark.parametrize("source", ['"own.typ"', '"own.typ": *', '"own.typ" as own', '"own.typ";'])
def test_a_design_imports_files_beside_it(source: str, tmp_path: Path) -> None:
    design = f'#import {source}\n#import "shared.typ": *\n#show: document\n#title[Mine]\n'
    own = {"templates/cv/mine.typ": design, "templates/cv/own.typ": "#let word = 1\n"}
    assert "Mine" in text_of(built(tmp_path, cv("{design: mine}") | own) / "files/cv.pdf")


@every_case(
    ("settings", "message"),
    [
        ("{design: clasic}", None),
        (
            "true",
            "data/site.yml:3:5: error: this is `true`, but keys and values are expected (write `cv: {pdf: true}`)",
        ),
        ("[yes]", "(write `cv: {pdf: true}`)"),
        ("{paper: a5}", "data/site.yml:3:13: error: `paper` cannot be `a5`"),
        ("{file: ../cv.pdf}", "data/site.yml:3:12: error: `../cv.pdf` is not the name of a PDF"),
        ("{design: ../x}", "data/site.yml:3:14: error: `../x` is not the name of a design"),
        ("{sections: [eductaion]}", "there is no section `eductaion`"),
        ("{headings: {eductaion: X}}", "there is no section `eductaion`"),
        ("{publications: {style: appa}}", "appa"),
        ("{publications: {group_by: yeer}}", "yeer"),
        ("{text: Hello}", "has `text` without `sections`"),
        ("[{file: a.pdf}, {file: A.pdf}]", "another CV is the file `A.pdf`"),
        ("[{}, {pdf: true}]", "another CV is the file `cv.pdf`"),
        ("{phto: true}", "did you mean `photo`?"),
        ("{font_size: 11}", None),
        ("{font_size: 10.5pt, margin: 0.75in}", None),
        ("{font_size: 20pt}", "3:17: error: `20pt` is not a size for the text of a CV (write 8 to"),
        ("{font_size: large}", "`large` is not a size for the text of a CV"),
        ("{margin: 3mm}", "`3mm` is not a margin for a CV (write 1 to 5 centimetres"),
        ("{margin: 2}", "`2` is not a margin for a CV"),
        ("{date_style: soon}", "`soon` is not a date style"),
    ],
)
def test_wrong_settings_are_reported_where_they_are(
    settings: str, message: str | None, tmp_path: Path
) -> None:
    found = problems_of(tmp_path, FILES | cv(settings))
    assert not found if message is None else any(message in line for line in found), found


def test_a_misspelt_design_names_the_right_one(tmp_path: Path) -> None:
    ended = run("build", cwd=make_site(tmp_path, FILES | cv("{design: clasic}")))
    assert ended.returncode == 1
    assert "there is no design `clasic` for a CV (did you mean `classic`?)" in ended.stderr


def test_an_unknown_font_is_a_warning(tmp_path: Path) -> None:
    site = make_site(tmp_path, FILES | cv("{fonts: [No Such Font]}"))
    for options in ([], ["--no-cache"]):
        ended = run("build", *options, cwd=site)
        assert not ended.returncode
        assert "there is no font `No Such Font`" in ended.stderr


def test_text_is_never_code_of_typst(tmp_path: Path) -> None:
    code = r"#sys.version $x$ *a* _b_ @c <d> `e` \#f = g // h"
    page = FILES["content/cv.md"] + f"\n```\n{code}\n```\n"
    assert code in text_of(built(tmp_path, {"content/cv.md": page}) / "files/cv.pdf")


def test_a_build_remembers_a_pdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = built(tmp_path, {})
    pdf = (output / "files/cv.pdf").read_bytes()
    edit(tmp_path, "data/site.yml", "title:", "description: Something that no CV shows\ntitle:")
    monkeypatch.setitem(sys.modules, "typst", None)
    typeset_again = run("build", cwd=tmp_path)
    assert not typeset_again.returncode, typeset_again.stderr
    assert (output / "files/cv.pdf").read_bytes() == pdf


def test_a_right_to_left_cv_is_written(tmp_path: Path) -> None:
    files = cv("{pdf: true}")
    files["data/site.yml"] += "language: he\n"
    assert catalog(built(tmp_path, files) / "files/cv.pdf")["/Lang"] == "he"


def test_a_site_without_a_cv_imports_nothing_of_it(tmp_path: Path) -> None:
    site = make_site(tmp_path, FILES | {"data/site.yml": "title: Emmy Noether\n"})
    code = (
        "import sys; from acadfolio.cli import main; main(['build', '--no-cache', '--quiet']);"
        "print(sorted(name for name in sys.modules if name.startswith(('acadfolio.cv', 'typst'))))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=site, capture_output=True, text=True, check=True
    )
    assert ended.stdout == "[]\n"


def test_no_typst_is_an_error_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    job = Job("x.typ", {}, (), (), (), other_letters="", timestamp=0, state="")
    with pytest.raises(NotInstalledError):
        typeset(json.encode(job).decode())


def test_the_preview_has_the_pdf(tmp_path: Path) -> None:
    from acadfolio.preview.builds import Builder

    build = Builder(make_site(tmp_path, FILES), drafts=False).build()
    assert not build.problems
    assert "Born in Erlangen." in text_of(build.outputs["files/cv.pdf"].content)
    _, found = render_site(tmp_path / "other", {})
    assert not found
