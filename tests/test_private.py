"""`web_only`, `cv_only` and `private`: where entries, sections and contacts are shown, and that they are nowhere else."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest
from pypdf import PdfReader

from acadfolio.build import prepare
from acadfolio.commands.export import exported as export
from acadfolio.exporters import exporters
from acadfolio.model.record import EntryRecord, required_of
from acadfolio.model.section_kinds import FREE, SECTION_KINDS, section_kind
from acadfolio.problems import Problems, SiteError
from acadfolio.programs import find_pandoc
from acadfolio.rendering.inputs import Inputs
from acadfolio.routing.plan import next_change
from cases import every_case
from commands import run
from sites import content_of, edit, make_site, problems_of, render_site

if TYPE_CHECKING:
    from pathlib import Path

SECTIONS = (*SECTION_KINDS, "hobbies")
FLAGS = {"all": "", "web": "web_only", "cv": "cv_only", "own": "private"}
"""The flag of the entries by the first letters of their words, such as `xcvtalks` of a talk only for CVs."""
YEARS = {"all": 1931, "web": 1932, "cv": 1933, "own": 1934}
"""The year of these entries, which no other date of the sites has."""
PHONE, STREET = "+49 551 424242", "Xownstreet 3"
PAPER = """\
  authors: [Emmy Noether, "Xauthor Word"]
  year: YEAR
  tags: [xtagWORD]
  redirect_from: [/old-WORD/]
  abstract: Abstract of WORD, after @key.
"""
DATED = "  date: YEAR-05-02\n"
WITHOUT_DATE = {"publications", "teaching", "services", "people"}
PAGED = {"talks", "teaching", "projects"}


def entry(section: str, who: str, mark: str = "x") -> str:
    """An entry of a section with a word of its own in all keys that it needs, such as `xcvtalks`."""
    word = f"{mark}{who}{section}"
    keys = [key for key in required_of(section_kind(section).record) if key != "date"]
    lines = [f"{key}: {word.capitalize()}" for key in keys or ["title"]]
    text = "- " + "\n  ".join(lines) + "\n"
    if section == "publications":
        text += PAPER
    elif section not in WITHOUT_DATE:
        text += DATED
    elif section == "teaching":
        text += "  terms: ['YEAR']\n"
    if section in PAGED:
        text += "  redirect_from: [/old-WORD/]\n"
    if FLAGS[who]:
        text += f"  {FLAGS[who]}: true\n"
    return text.replace("WORD", word).replace("YEAR", str(YEARS[who]))


def files_of(look: str) -> dict[str, str]:
    """A site with an entry for everyone, for pages, for CVs and for the user in each section."""
    listed = ", ".join(SECTIONS)
    shortcodes = "\n\n".join(f"{{{{ {name}() }}}}" for name in SECTIONS)
    data = {f"data/{name}.yml": "".join(entry(name, who) for who in FLAGS) for name in SECTIONS}
    paged = "".join(f"{name}: {{pages: true}}\n" for name in ("talks", "teaching", "projects"))
    return data | {
        "data/site.yml": (
            f"title: Emmy Noether\nurl: https://noether.example\nlook: {look}\nsearch: true\n"
            f"downloads: papers\npublications: {{pages: true, search: true}}\n{paged}"
            f"cv: {{sections: [{listed}]}}\n"
        ),
        "data/profile.yml": (
            "name: Emmy Noether\nlocation: Göttingen\n"
            f"private: {{phone: {PHONE}, address: [{STREET}, 37073 Göttingen]}}\n"
        ),
        "content/about.md": f"---\npermalink: /\n---\nHello.\n\n{shortcodes}\n",
        "content/cv.md": f"---\npermalink: /cv/\nsections: [{listed}]\n---\nA text.\n",
    }


def words_of_pdf(pdf: bytes) -> str:
    reader = PdfReader(io.BytesIO(pdf))
    return "".join("".join(page.extract_text() for page in reader.pages).lower().split())


def contents(folder: Path) -> dict[str, str]:
    """The text of each file of a folder by its path, which is a part of it. Fonts have none."""
    found = {}
    for file in folder.rglob("*"):
        if file.is_file() and file.suffix != ".woff2":
            path, data = file.relative_to(folder).as_posix(), file.read_bytes()
            text = words_of_pdf(data) if path.endswith(".pdf") else data.decode("utf-8", "replace")
            found[path] = f"{path}\n{text}".lower()
    return found


def files_with(found: dict[str, str], pattern: str) -> list[str]:
    return sorted(path for path, text in found.items() if re.search(pattern, text))


def words_with(text: str, who: str) -> set[str]:
    """The sections whose entry for these readers a text has."""
    return set(re.findall(f"x{who}({'|'.join(SECTIONS)})", text.lower()))


def build(site: Path, *options: str) -> Path:
    ended = run("build", "--site", str(site), *options, cwd=site)
    assert not ended.returncode, ended.stderr
    assert "nothing to show" not in ended.stderr
    return site / "output"


OWN = r"xown|424242|\b1934\b|old-xown"
"""What only the user may read."""


@pytest.mark.slow
@every_case("look", ["acad-homepage", "academicpages"])
def test_no_file_of_a_site_has_what_is_private(look: str, tmp_path: Path) -> None:
    found = contents(build(make_site(tmp_path, files_of(look))))
    assert {"files/cv.pdf", "sitemap.xml", "news.xml", "publications.bib"} <= set(found)
    assert files_with(found, OWN) == []
    assert not [path for path in found if "xcv" in path]
    assert files_with(found, r"xcv|\b1933\b") == ["files/cv.pdf"]
    pdf = found["files/cv.pdf"]
    assert words_with(pdf, "cv") == words_with(pdf, "all") == set(SECTIONS)
    assert not words_with(pdf, "web")
    assert "göttingen" in pdf
    pages = {path: text for path, text in found.items() if path.endswith(".html")}
    assert words_with(pages["index.html"], "web") == set(SECTIONS)
    assert words_with(pages["cv/index.html"], "web") == set(SECTIONS)
    assert words_with(found["publications.bib"], "web") == {"publications"}


@every_case("section", ["talks", "teaching", "projects", "publications"])
def test_pages_do_not_say_that_an_entry_is_for_them_alone(section: str, tmp_path: Path) -> None:
    settings = {"data/site.yml": f"title: A\n{section}: {{pages: true}}\n"}
    flagged = entry(section, "web")
    texts = (flagged, flagged.replace("  web_only: true\n", ""))
    found = [
        render_site(tmp_path / str(number), settings | {f"data/{section}.yml": text})[0]
        for number, text in enumerate(texts)
    ]
    assert "web_only" in texts[0]
    assert found[0] == found[1]


def test_the_preview_has_nothing_private(tmp_path: Path) -> None:
    prepared = prepare(make_site(tmp_path, files_of("academicpages")), drafts=True, is_preview=True)
    outputs = {output.path: output.content for output in prepared.outputs() if not output.file}
    pdf = words_of_pdf(outputs.pop("files/cv.pdf"))
    texts = "".join(content.decode("utf-8", "replace") for content in outputs.values()).lower()
    assert words_with(pdf, "cv") == words_with(texts, "all") == set(SECTIONS)
    assert not re.search("xown|424242", pdf + texts)
    assert "xcv" not in texts


@pytest.mark.slow
def test_an_entry_that_becomes_private_is_gone_with_the_next_build(tmp_path: Path) -> None:
    files = files_of("academicpages")
    public = {name: text.replace("private: true", "") for name, text in files.items()}
    output = build(make_site(tmp_path, public))
    before = contents(output)
    assert words_with("".join(before.values()), "own") == set(SECTIONS)
    assert [path for path in before if "xowntalks" in path]
    for name in SECTIONS:
        edit(tmp_path, f"data/{name}.yml", public[f"data/{name}.yml"], files[f"data/{name}.yml"])
    build(tmp_path)
    assert files_with(contents(output), OWN) == []


@pytest.mark.slow
def test_a_section_has_flags_too(tmp_path: Path) -> None:
    flags = "teaching: {cv_only: true}\ntalks: {private: true}\nawards: {web_only: true}\n"
    files = files_of("academicpages")
    for name in ("teaching", "talks", "awards"):
        files[f"data/{name}.yml"] = entry(name, "all")
    settings = files["data/site.yml"].replace("talks: {pages: true}\nteaching: {pages: true}\n", "")
    files["data/site.yml"] = settings + flags
    found = contents(build(make_site(tmp_path, files)))
    assert files_with(found, "xalltalks") == []
    assert files_with(found, "xallteaching") == ["files/cv.pdf"]
    assert {"index.html", "cv/index.html"} <= set(files_with(found, "xallawards"))
    assert "files/cv.pdf" not in files_with(found, "xallawards")
    ended = run("export", "--format", "jsonresume", "--output", "cv.json", cwd=tmp_path)
    exported = (tmp_path / "cv.json").read_text(encoding="utf-8").lower()
    assert not ended.returncode, ended.stderr
    assert words_with(exported, "all") >= {"talks", "teaching"}
    assert "awards" not in words_with(exported, "all")


def test_a_page_with_nothing_but_a_section_of_others_is_no_problem(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: Emmy Noether\nlook: academicpages\ntalks: {private: true}\n",
        "data/talks.yml": entry("talks", "all"),
        "content/more.md": '---\ntitle: More\n---\n{{ talks(kind="keynote") }}\n',
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert not content_of(outputs["more/index.html"]).strip()
    assert "talks/index.html" not in outputs


def test_a_shortcode_may_ask_for_entries_of_others(tmp_path: Path) -> None:
    talks = "- {title: A, kind: seminar}\n- {title: B, kind: keynote, FLAG: true}\n"
    page = '---\ntitle: More\n---\n{{ talks() }}\n\n{{ talks(kind="keynote") }}\n'
    for flag in ("cv_only", "private"):
        files = {"data/talks.yml": talks.replace("FLAG", flag), "content/more.md": page}
        assert render_site(tmp_path / flag, files)[1] == []


CITED = "- {key: rings, title: Rings, authors: [Emmy Noether], year: 1921, FLAG: true}\n"
CITING = {
    "data/site.yml": "title: Emmy Noether\ncv: {pdf: true}\n",
    "content/cv.md": "---\npermalink: /cv/\n---\nSee [@rings].\n\n{{ publications() }}\n",
}
OTHER = "- {key: fields, title: Fields, authors: [Emmy Noether], year: 1922}\n"


def test_the_text_of_a_cv_can_cite_what_is_only_on_pages(tmp_path: Path) -> None:
    files = CITING | {"data/publications.yml": OTHER + CITED.replace("FLAG", "web_only")}
    pdf = contents(build(make_site(tmp_path, files)))["files/cv.pdf"]
    assert "fields" in pdf
    assert pdf.count("rings") == 1  # The reference; the list does not have it.


@every_case("flag", ["cv_only", "private"])
def test_pages_cannot_cite_what_they_do_not_have(flag: str, tmp_path: Path) -> None:
    files = CITING | {"data/publications.yml": OTHER + CITED.replace("FLAG", flag)}
    with pytest.raises(SiteError) as raised:
        render_site(tmp_path, files)
    problem = raised.value.problems[0]
    assert problem.message == "no publication has the key `rings`"
    assert problem.hint == "pages cannot cite what is `cv_only` or `private`; else correct the key"


def test_a_site_without_a_page_of_its_cv_has_all_sections_for_cvs_in_the_pdf(
    tmp_path: Path,
) -> None:
    files = {
        "data/site.yml": "title: Emmy Noether\ncv: {pdf: true}\n",
        "data/awards.yml": entry("awards", "cv"),
    }
    found = contents(build(make_site(tmp_path, files)))
    assert files_with(found, "xcvawards") == ["files/cv.pdf"]
    assert "cv/index.html" not in found


def test_the_texts_of_a_cv_are_checked_too(tmp_path: Path) -> None:
    files = {"data/awards.yml": "- {title: 'For $x^2$', cv_only: true}\n"}
    problems = render_site(tmp_path, files)[1]
    assert problems == [
        "data/awards.yml:1:16: `$x^2$` is shown as text: a formula needs two dollars on each side"
    ]


def test_pages_do_not_depend_on_entries_of_others(tmp_path: Path) -> None:
    common = []
    for word in ("one", "two"):
        talks = f"- title: A\n- {{title: {word}, cv_only: true}}\n"
        site = make_site(tmp_path, {"data/talks.yml": talks})
        common.append(Inputs(prepare(site).renderer, b"").common)
    assert common[0] == common[1]


def test_checks_say_nothing_of_what_is_private(tmp_path: Path) -> None:
    files = files_of("academicpages")
    files["data/talks.yml"] += (
        "- {title: 'xown <xown>', private: true, links: {PDF: /files/xown.pdf}}\n"
    )
    files["data/more.bib"] = "@article{xownkey, title = {Xownbib}, private = {true}}\n"
    site = make_site(tmp_path, files)
    ended = run("check", "--site", str(site), cwd=site)
    said = (ended.stdout + ended.stderr).lower()
    assert "xown" not in said
    assert "no page shows" not in said
    assert "not shown" not in said


def test_bibliographies_have_the_flags_as_fields(tmp_path: Path) -> None:
    fields = {"own": "private = {true}", "cv": "cv_only = {true}", "web": "web_only = {yes}"}
    entries = [
        f"@article{{{who}, title = {{Xbib{who}}}, author = {{Noether, Emmy}}, "
        f"journal = {{Annalen}}, year = 1921, {field}}}"
        for who, field in fields.items()
    ]
    noted = "@book{noted, title = {Xbibnoted}, year = 1922, acadfolio = {private: true}}"
    files = files_of("academicpages") | {"data/more.bib": "\n".join([*entries, noted])}
    found = contents(build(make_site(tmp_path, files)))
    assert files_with(found, "xbib(own|noted)") == []
    assert files_with(found, "xbibcv") == ["files/cv.pdf"]
    assert "files/cv.pdf" not in files_with(found, "xbibweb")
    assert "publications/index.html" in files_with(found, "xbibweb")


def test_a_private_entry_makes_that_of_a_bibliography_private(tmp_path: Path) -> None:
    files = files_of("academicpages") | {
        "data/more.bib": "@book{hidden, title = {Xbibhidden}, author = {Emmy Noether}, year = 1922}\n"
    }
    files["data/publications.yml"] += "- {key: hidden, private: true}\n"
    assert files_with(contents(build(make_site(tmp_path, files))), "xbibhidden") == []


def test_a_private_person_is_no_link_of_a_coauthor(tmp_path: Path) -> None:
    files = {
        "data/people.yml": (
            "- {name: Ernst Fischer, url: 'https://xown.example/', private: true}\n"
            "- {name: David Hilbert, url: 'https://hilbert.example/'}\n"
        ),
        "data/publications.yml": (
            "- {title: Rings, authors: [Ernst Fischer, David Hilbert], year: 1921}\n"
        ),
        "content/about.md": "---\npermalink: /\n---\n{{ publications() }}\n",
    }
    outputs, _ = render_site(tmp_path, files)
    assert "https://hilbert.example/" in outputs["index.html"]
    assert "xown" not in "".join(outputs.values())


def exported(site: Path, form: str, *options: str) -> bytes:
    ended = run("export", "--site", str(site), "--format", form, *options, cwd=site)
    assert not ended.returncode, ended.stderr
    return (site / "cv.out").read_bytes()


def words_of(form: str, content: bytes) -> str:
    if form == "pdf":
        return words_of_pdf(content)
    if form == "docx":
        with ZipFile(io.BytesIO(content)) as archive:
            return re.sub(r"<[^>]*>", "", archive.read("word/document.xml").decode()).lower()
    return content.decode().lower()


FORMATS = {
    "pdf": set(SECTIONS),
    "docx": set(SECTIONS),
    "jsonresume": set(SECTIONS),
    "rendercv": set(SECTIONS) - {"news", "people"},
}
"""The formats of a CV, with the sections for which they have a place."""


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMATS)
def test_a_file_of_the_user_has_what_is_private(form: str, tmp_path: Path) -> None:
    if form == "docx" and find_pandoc() is None:
        pytest.skip("pandoc is not installed")
    site = make_site(tmp_path, files_of("academicpages"))
    words = words_of(form, exported(site, form, "--output", "cv.out"))
    for who in ("all", "cv", "own"):
        assert words_with(words, who) == FORMATS[form]
    assert not words_with(words, "web")
    bare = words.replace(" ", "")
    assert PHONE.replace(" ", "") in bare
    assert STREET.lower().replace(" ", "") in bare


@every_case("form", ["jsonresume", "rendercv"])
def test_standard_output_has_nothing_private(form: str, tmp_path: Path) -> None:
    site = make_site(tmp_path, files_of("academicpages"))
    words = run("export", "--format", form, cwd=site).stdout.lower()
    assert words_with(words, "cv") == FORMATS[form]
    assert not re.search(OWN, words)


@pytest.mark.parametrize("form", ["pdf", "docx"])
def test_a_document_has_what_is_private_only_for_a_file(form: str, tmp_path: Path) -> None:
    if form == "docx" and find_pandoc() is None:
        pytest.skip("pandoc is not installed")
    site = make_site(tmp_path, files_of("academicpages"))
    content = export(site, exporters()[form], Problems(), private=False)
    words = words_of(form, content)
    assert words_with(words, "cv") == FORMATS[form]
    assert not re.search(OWN, words)


def test_standard_output_says_what_it_leaves_out(tmp_path: Path) -> None:
    site = make_site(tmp_path, files_of("academicpages"))
    said = "Without what is private: `--output FILE` includes it"
    assert said in run("export", "--format", "rendercv", cwd=site).stderr
    assert said in run("export", "--format", "rendercv", "--output", "/dev/null", cwd=site).stderr
    assert said not in run("export", "--format", "bibtex", cwd=site).stderr
    other = make_site(tmp_path / "other", {"data/talks.yml": entry("talks", "cv")})
    assert said not in run("export", "--format", "rendercv", cwd=other).stderr


@every_case("form", ["bibtex", "ris", "csl"])
def test_lists_of_publications_are_those_of_pages(form: str, tmp_path: Path) -> None:
    site = make_site(tmp_path, files_of("academicpages"))
    words = words_of(form, exported(site, form, "--output", "cv.out"))
    assert "xwebpublications" in words
    assert not re.search(r"xcv|xown", words)


@every_case(
    "place",
    ["static/files/cv.json", "output/cv.json", "content/cv.json", "public/cv.json", "link/cv.json"],
)
def test_no_private_data_are_written_where_everybody_reads_them(place: str, tmp_path: Path) -> None:
    site = make_site(tmp_path, files_of("academicpages"))
    (site / "static/files").mkdir(parents=True)
    (site / "link").symlink_to(site / "static")
    (site / "public").mkdir()
    (site / "public/.acadfolio-files").touch()
    ended = run("export", "--format", "jsonresume", "--output", place, cwd=site)
    assert ended.returncode == 1
    assert "the CV has private data, and everybody can read what is in" in ended.stderr
    assert not (site / place).exists()
    for name in SECTIONS:
        (site / f"data/{name}.yml").write_text(entry(name, "all"), encoding="utf-8")
    edit(site, "data/profile.yml", "private:", "# private:")
    ended = run("export", "--format", "jsonresume", "--output", place, cwd=site)
    assert "private" not in ended.stderr


BOTH = "`web_only` and `cv_only`"


@every_case(
    "files, expected, more",
    [
        (
            {"data/talks.yml": "- title: A\n- {title: B, web_only: true, cv_only: true}\n"},
            f"data/talks.yml:2:3: error: this entry has {BOTH}",
            "",
        ),
        (
            {"data/hobbies.yml": "- {title: B, web_only: true, private: true}\n"},
            "data/hobbies.yml:1:3: error: this entry has `web_only` and `private`",
            "",
        ),
        (
            {
                "data/publications.yml": (
                    "- {title: B, year: 1921, authors: [A. B], web_only: true, cv_only: true}\n"
                )
            },
            f"data/publications.yml:1:3: error: this entry has {BOTH}",
            "",
        ),
        (
            {"data/site.yml": "title: A\nnews:\n  web_only: true\n  private: true\n"},
            "data/site.yml:3:3: error: this has `web_only` and `private`",
            "",
        ),
        (
            {
                "data/site.yml": "title: A\ntalks: {cv_only: true}\n",
                "data/talks.yml": "- title: A\n- {title: B, web_only: true}\n",
            },
            f"data/talks.yml:2:3: error: this entry has {BOTH}",
            ": `talks` in data/site.yml has flags, too",
        ),
    ],
)
def test_flags_that_exclude_each_other_are_errors(
    files: dict[str, str], expected: str, more: str, tmp_path: Path
) -> None:
    nowhere = f"so it would be shown nowhere (delete one of the two{more})"
    assert problems_of(tmp_path, files) == [f"{expected}, {nowhere}"]


@every_case("flags", ["cv_only: true, private: true", "web_only: false, private: true"])
def test_other_flags_can_be_together(flags: str, tmp_path: Path) -> None:
    site = make_site(tmp_path, {"data/talks.yml": f"- {{title: A, {flags}}}\n"})
    prepared = prepare(site)
    assert list(prepared.plan.site.entries["talks"]) == []


def test_no_flag_is_an_argument_or_a_field(tmp_path: Path) -> None:
    files = {
        "data/talks.yml": entry("talks", "all"),
        "data/awards.yml": entry("awards", "all"),
        "data/site.yml": "title: A\nawards: {fields: [title, private]}\n",
    }
    assert "entries of `awards` have no field `private`" in "".join(problems_of(tmp_path, files))
    files["data/site.yml"] = "title: A\n"
    files["content/about.md"] = "---\npermalink: /\n---\n{{ talks(private=true) }}\n"
    with pytest.raises(SiteError, match="`talks` has no argument `private`"):
        render_site(tmp_path, files)


def test_the_day_of_an_entry_of_the_cv_alone_changes_the_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795867200")
    talks = "- {title: A, date: 2030-05-01, private: true}\n- {title: B, date: 2031-05-01, cv_only: true}\n"
    plan = prepare(make_site(tmp_path, {"data/talks.yml": talks})).plan
    assert next_change(plan) == (2031, 5, 1)


@every_case("section", [*SECTION_KINDS, "hobbies"])
def test_the_entries_of_every_section_have_the_flags(section: str) -> None:
    kind = SECTION_KINDS.get(section, FREE)
    assert issubclass(kind.record, EntryRecord)


@every_case("form", ["jsonresume", "rendercv"])
def test_an_import_keeps_private_what_an_export_had(form: str, tmp_path: Path) -> None:
    site = make_site(tmp_path / "old", files_of("academicpages"))
    name = "cv.json" if form == "jsonresume" else "cv.yml"
    run("export", "--format", form, "--output", str(tmp_path / name), cwd=site)
    new = tmp_path / "new"
    new.mkdir()
    ended = run("import", name, "--site", "new", cwd=tmp_path)
    assert not ended.returncode, ended.stderr
    profile = (new / "data/profile.yml").read_text(encoding="utf-8")
    assert PHONE in profile
    assert STREET in profile
    found = prepare(new).plan.site.profile
    assert not found.private.phone
    if form == "jsonresume":
        assert files_with(contents(build(new)), OWN) == []


@pytest.mark.parametrize(
    ("value", "is_private"),
    [("true", True), ("ja", True), ("{\\textbf{true}}", True), ("", True), ("false", False)],
)
def test_a_bibliography_keeps_what_may_be_private(
    value: str, is_private: bool, tmp_path: Path
) -> None:
    entry = (
        f"@article{{a, title={{Zxqv}}, author={{Noether, Emmy}}, year=1921, private={{{value}}}}}\n"
    )
    outputs, problems = render_site(
        tmp_path, {"data/papers.bib": entry, "content/about.md": "{{ publications() }}\n"}
    )
    assert any("Zxqv" in text for text in outputs.values()) is not is_private
    if value not in {"true", "false"}:
        assert any("is read as `true`" in problem for problem in problems)


@pytest.mark.parametrize("key", ["private", "cv_only", "web_only"])
def test_a_page_is_not_private(key: str, tmp_path: Path) -> None:
    page = f"---\ntitle: A\n{key}: true\n---\nHello\n"
    (problem,) = [line for line in problems_of(tmp_path, {"content/a.md": page}) if key in line]
    assert problem.startswith(
        f"content/a.md:3:1: error: `{key}` is a key of entries: this page is published"
    )


def test_an_export_into_a_folder_that_the_site_links_is_refused(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", {"data/profile.yml": "name: A\nprivate: {phone: '1'}\n"})
    (site / "shared").mkdir()
    (site / "static").mkdir()
    (site / "static/files").symlink_to("../shared")
    other = make_site(tmp_path / "other", {})
    for place in (site / "shared/cv.json", other / "static/cv.json"):
        ended = run("export", "--format", "jsonresume", "--output", str(place), cwd=site)
        assert ended.returncode == 1
        assert "everybody can read" in ended.stderr
        assert not place.exists()


@pytest.mark.slow
@every_case(
    ("file", "text", "expected"),
    [
        (
            "data/awards.yml",
            f"- title: Prize\n  date: 1932\n  {flag}:{value}\n",
            f"data/awards.yml:3:3: error: `{flag}` is empty (write `{flag}: true`, or remove it)",
        )
        for flag, value in (
            ("private", ""),
            ("private", " ~"),
            ("private", " null"),
            ("private", " Null"),
            ("web_only", ""),
            ("cv_only", ""),
        )
    ]
    + [
        ("data/hobbies.yml", "- {title: Walks, private: }\n", "`private` is empty"),
        ("data/people.yml", "- {name: Emil Artin, private: }\n", "`private` is empty"),
        (
            "data/site.yml",
            "title: A\nawards: {private: }\n",
            "data/site.yml:2:10: error: `private` is empty (write `private: true`, or remove it)",
        ),
        (
            "data/publications.yml",
            "- {title: A, authors: [Emmy Noether], year: 1921, hidden: }\n",
            "`hidden` is empty (write `hidden: true`, or remove it)",
        ),
        (
            "content/note.md",
            "---\ndraft:\n---\nA\n",
            "content/note.md:2:1: error: `draft` is empty (write `draft: true`, or remove it)",
        ),
        (
            "content/note.md",
            "---\npublished:\n---\nA\n",
            "`published` is empty (write `published: false`, or remove it)",
        ),
        ("content/note.md", "---\nnoindex:\n---\nA\n", "`noindex` is empty (write `noindex: true`"),
    ],
)
def test_an_empty_key_that_hides_something_publishes_nothing(
    file: str, text: str, expected: str, tmp_path: Path
) -> None:
    found = problems_of(tmp_path, {"content/about.md": "Hello\n", file: text})
    assert [problem for problem in found if expected in problem], found
    assert run("build", cwd=tmp_path).returncode == 1
    assert not (tmp_path / "output").exists()


def test_an_empty_flag_of_a_bibliography_hides_the_work(tmp_path: Path) -> None:
    work = "@book{a, title = {Xsecret}, author = {Emmy Noether}, year = 1921, private = {}}\n"
    outputs, problems = render_site(
        tmp_path, {"data/a.bib": work, "content/about.md": "{{ publications() }}\n"}
    )
    assert not any("Xsecret" in text for text in outputs.values())
    assert any("`private = {}` is read as `true`" in problem for problem in problems), problems
