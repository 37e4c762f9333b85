"""The citation styles: the examples in tests/citations.md, long lists of authors, and other languages."""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple, TypeVar, get_args

import pytest
from msgspec import Struct

from acadfolio import markdown
from acadfolio.citations import add_citations
from acadfolio.citations.papers import Papers
from acadfolio.model.dates import Day
from acadfolio.model.profile import Profile
from acadfolio.model.publication import Kind, Publication
from acadfolio.model.reading import Reader
from acadfolio.model.site import SectionSettings, Settings, Site
from acadfolio.model.values import Text
from acadfolio.problems import Problems, SiteError
from acadfolio.resources import starter
from acadfolio.source.text import Source
from acadfolio.source.yaml import parse_yaml
from acadfolio.theme.context import SectionContext
from acadfolio.theme.environment import TemplateEnvironment
from acadfolio.theme.excerpts import TextConverter
from acadfolio.theme.words import site_words
from cases import every_case
from citation_styles import ALL_STYLES, OWN, STYLES
from sites import content_of, render_site

SPEC = Path(__file__).with_name("citations.md").read_text(encoding="utf-8")
CHAPTER = re.compile(
    r"^## (.+?)\n\n(?:[^#`]+?\n\n)?```yaml\n(.+?)```\n\n(.+?)(?=\n\n##|\Z)",
    re.MULTILINE | re.DOTALL,
)
SHOUTING = {"<em>": "*", "</em>": "*", "<b>": "**", "</b>": "**"}


AnyRecord = TypeVar("AnyRecord", bound=Struct)


class Work(NamedTuple):
    """A chapter of tests/citations.md."""

    name: str
    record: str
    expected: dict[str, str]


def works() -> list[Work]:
    return [
        Work(name, record, dict(line[2:].split(": ", 1) for line in lines.strip().split("\n")))
        for name, record, lines in CHAPTER.findall(SPEC)
    ]


def entry(record: str) -> str:
    """A record as the only entry of a list."""
    return "- " + record.replace("\n", "\n  ").rstrip() + "\n"


def said(text: str) -> str:
    """The visible text of a citation, with italics and bold type in Markdown."""
    text = re.sub(r" \([^()]*\)</details>", "", text.replace('class="me"', ""))
    text = re.sub(r"</?[a-z][^>]*>", lambda tag: SHOUTING.get(tag[0], ""), text)
    return " ".join(html.unescape(text).split())


def read(text: str, kind: type[AnyRecord]) -> AnyRecord:
    """A record of YAML."""
    problems = Problems()
    source = Source("data.yml", text)
    node = parse_yaml(source, problems)
    record = Reader(source, problems).record(node, kind) if node else None
    assert record is not None, problems.found
    assert problems.found == []
    return record


def cited_as(
    style: str,
    record: str,
    site: str = "",
    *,
    person: str = "Emmy Noether",
    most: int | None = None,
) -> str:
    """The visible citation of a record in a style, on a site with these settings."""
    return said(html_of(style, record, site, person=person, most=most))


def html_of(
    style: str,
    record: str,
    site: str = "",
    *,
    person: str = "Emmy Noether",
    most: int | None = None,
) -> str:
    made = Site(
        root="",
        today=Day(2026, 11, 24),
        settings=read(f"title: A\n{site}\n", Settings),
        section_settings={"publications": SectionSettings(max_authors=most)},
        profile=Profile(name=Text.of(person)),
        publications=(),
        venues={},
        people=(),
        entries={},
        pages=(),
        static_files=(),
    )
    return cite(read(record.removeprefix("- "), Publication), style, made)


def cite(publication: Publication, style: str, site: Site) -> str:
    """A publication as HTML, by itself and without a page of its own."""
    settings, language = site.settings, site.settings.language
    words = site_words(
        language,
        {name: text.in_language(language) for name, text in settings.statuses.words.items()},
    )
    about = SimpleNamespace(
        language=language,
        date_style=settings.date_style or "2024.06",
        ongoing=words["now"],
    )
    section = SectionContext(
        name="publications",
        kind="publications",
        settings=site.settings_of("publications"),
        shown=(),
        rest=(),
        legend=None,
    )
    template = environment_in(language).get_template(f"citations/{style}.html")
    return template.render(
        site=about, words=words, section=section, paper=Papers(site, {}).paper(publication)
    )


@cache
def environment_in(language: str) -> TemplateEnvironment:
    environment = TemplateEnvironment(
        [starter() / "templates"],
        TextConverter(markdown.convert, markdown.convert, markdown.inline, language),
    )
    add_citations(environment)
    return environment


def cited(folder: Path, line: str, publications: str, **data: str) -> str:
    """The page of a site with these publications."""
    files = {
        f"data/{name}.yml": text for name, text in {"publications": publications, **data}.items()
    }
    outputs, problems = render_site(folder, {**files, "content/about.md": f"{line}\n"})
    assert problems == []
    return content_of(outputs["index.html"])


def items(page: str) -> list[str]:
    """The visible text of each publication."""
    shown = re.sub(r"<details class=\"publication__more\">.*?</details>", "", page, flags=re.DOTALL)
    return [
        said(item)
        for item in re.findall(r'<li class="publication"[^>]*>(.*?)</li>', shown, re.DOTALL)
    ]


@every_case("style", ALL_STYLES)
def test_works_are_cited_as_the_style_has_them(style: str) -> None:
    wrong = []
    for work in works():
        expected = work.expected.get(style)
        cited = cited_as(style, work.record, person="Marie Curie") if expected else None
        if cited != expected:
            wrong.append(f"{work.name}\n  {cited}\ninstead of\n  {expected}")
    assert not wrong, "\n\n".join(wrong)


def test_the_specification_has_every_kind_in_every_style() -> None:
    kinds = {
        match[1] if (match := re.search(r"^kind: (\w+)", work.record, re.MULTILINE)) else "other"
        for work in works()
    }
    assert kinds == set(get_args(Kind))
    assert all(set(work.expected) in (set(STYLES), set(ALL_STYLES)) for work in works())


# Many authors


MANY = "[" + ", ".join(f"{letter}. Example{letter.lower()}" for letter in "ABCDEFGH") + "]"
WITH_HER = MANY.replace("F. Examplef", "Marie Curie")
NO_GAP = WITH_HER.replace("D. Exampled, E. Examplee, ", "")
PROFILE = "name: Marie Curie\n"


def council(authors: str, style: str = "plain", most: int | None = None) -> str:
    """A work by these authors."""
    record = f"{{title: Council, authors: {authors}, kind: journal, year: 1934}}"
    return cited_as(style, record, person="Marie Curie", most=most)


@every_case(
    ("authors", "style", "most", "shown"),
    [
        (MANY, "plain", 3, "A. Examplea, B. Exampleb, C. Examplec, and 5 more. Council. 1934."),
        (MANY, "plain", 1, "A. Examplea and 7 more. Council. 1934."),
        ("[A. B, C. D]", "plain", 2, "A. B and C. D. Council. 1934."),
        ("[A. B, C. D, E. F, others]", "plain", 2, "A. B, C. D, E. F, et al. Council. 1934."),
        ("[A. B, C. D, others]", "plain", 2, "A. B, C. D, et al. Council. 1934."),
        ("[A. B, others]", "plain", None, "A. B et al. Council. 1934."),
        ("[A. B, C. D, others]", "plain", None, "A. B, C. D, et al. Council. 1934."),
        ("[A. B, etc.]", "plain", None, "A. B, etc. Council. 1934."),
        ("[A. B, others, CMS Collaboration]", "plain", None, "A. B et al. (CMS Collaboration). Council. 1934."),
        ("[A. B, others]", "vancouver", None, "B A, et al. Council. 1934."),
        (WITH_HER, "plain", 2, "A. Examplea, B. Exampleb, 3 more, Marie Curie, and 2 more. Council. 1934."),
        ("[A. B, C. D, E. F]", "plain", 2, "A. B, C. D, and E. F. Council. 1934."),
        ("[A. B, C. D]", "plain", 1, "A. B and C. D. Council. 1934."),
        ("[A. B, C. D, Marie Curie, E. F]", "plain", 1, "A. B, C. D, Marie Curie, and E. F. Council. 1934."),
        ("[A. B, C. D, Marie Curie, E. F, G. H]", "plain", 1, "A. B, C. D, Marie Curie, and 2 more. Council. 1934."),
        ("[A. B, C. D, E. F, Marie Curie]", "plain", 2, "A. B, C. D, E. F, and Marie Curie. Council. 1934."),
        ("[A. B, C. D, M. Curie, E. F, G. H, I]", "nature", None, "B, A., D, C., Curie, M. *et al.* Council (1934)."),
        (NO_GAP, "plain", 3, "A. Examplea, B. Exampleb, C. Examplec, Marie Curie, and 2 more. Council. 1934."),
        (WITH_HER, "nature", None, "Examplea, A., …, Curie, M. *et al.* Council (1934)."),
        (WITH_HER, "ieee", None, "A. Examplea, …, M. Curie, *et al.*, “Council,” 1934."),
        (MANY, "nature", 2, "Examplea, A., Exampleb, B., and 6 more. Council (1934)."),
        (MANY.replace("H. Exampleh", "Curie M"), "mla", None, "Examplea, A., …, M. Curie. “Council.” 1934."),
        ("[A. B, C. D, E. F]", "mla", 0, "B, A., C. D, and E. F. “Council.” 1934."),
    ],
)  # fmt: skip
def test_so_many_authors_are_shown_and_always_the_person(
    authors: str, style: str, most: int | None, shown: str
) -> None:
    assert council(authors, style, most) == shown


def test_apa_shows_twenty_authors_and_of_more_the_first_nineteen_and_the_last() -> None:
    names = [f"{chr(65 + number)}. Name{chr(97 + number)}" for number in range(22)]
    turned = [f"{name[3:]}, {name[0]}." for name in names]
    twenty, more = (council(f"[{', '.join(names[:count])}]", "apa") for count in (20, 22))
    assert twenty == f"{', '.join(turned[:19])}, & {turned[19]} (1934). Council."
    assert more == f"{', '.join(turned[:19])}, … {turned[21]} (1934). Council."


def test_the_names_that_are_not_shown_are_there_and_open_without_javascript(tmp_path: Path) -> None:
    people = "- {name: D. Exampled, url: https://d.example/}\n"
    line = "{{ publications(max_authors=2) }}"
    page = cited(
        tmp_path, line, f"- {{title: T, authors: {WITH_HER}}}\n", profile=PROFILE, people=people
    )
    page = page.replace("\N{NO-BREAK SPACE}", " ")
    hidden = re.findall(r'<details class="more"><summary>(.+?)</summary> \((.+?)\)</details>', page)
    assert hidden == [
        (", 3 more", 'C. Examplec, <a href="https://d.example/">D. Exampled</a>, E. Examplee'),
        (", and 2 more", "G. Exampleg, H. Exampleh"),
    ]


@every_case("look", ["acad-homepage", "academicpages"])
def test_a_recommended_citation_has_the_authors_of_its_style_and_nothing_in_it_opens(
    look: str, tmp_path: Path
) -> None:
    files = {
        "data/site.yml": f"title: A\nlook: {look}\npublications: {{style: nature, max_authors: 2, view: archive}}\n",
        "data/publications.yml": f"- {{title: Council, authors: {MANY}}}\n",
        "content/about.md": "{{ publications() }}\n",
    }
    page = render_site(tmp_path, files)[0]["index.html"]
    assert "Examplea, A. *et al.* *Council*." in said(page)
    assert "<details" not in page[page.index("publication__citation") :]


CUNEIFORM = """- title: Cuneiform Digital Library Initiative
  authors: [Robert K. Englund]
  kind: other
  year: 2004
  links: {Link: "https://cdli.earth/", Slides: "https://cdli.earth/slides.pdf"}
  note: With slides
"""


@every_case("style", STYLES)
def test_the_recommended_citation_of_a_web_page_has_its_url_and_no_other_link(
    style: str, tmp_path: Path
) -> None:
    page = cited(tmp_path, f'{{{{ publications(view="archive", style="{style}") }}}}', CUNEIFORM)
    citation = page[page.index("publication__citation") :].partition("</p>")[0]
    assert citation.count('<a href="https://cdli.earth/">https://cdli.earth/</a>') == 1
    assert not {"Link", "Slides", "With slides"} & set(re.findall(r"[A-Z][a-z ]+", said(citation)))


@every_case("style", OWN)
def test_the_recommended_citation_in_the_themes_own_styles_has_no_links(
    style: str, tmp_path: Path
) -> None:
    page = cited(tmp_path, f'{{{{ publications(view="archive", style="{style}") }}}}', CUNEIFORM)
    assert "<a " not in page[page.index("publication__citation") :].partition("</p>")[0]


def test_no_list_that_opens_is_in_a_paragraph(tmp_path: Path) -> None:
    line = '{{ publications(max_authors=2, view="boxes") }}'
    page = cited(tmp_path, line, f"- {{title: T, authors: {MANY}}}\n")
    assert re.search(r'<div class="publication__authors">[^/]*<details', page)
    assert not re.search(r"<p\b(?:(?!</p>).)*<details", page, re.DOTALL)


def test_the_legend_has_the_marks_of_authors_that_are_not_shown_too(tmp_path: Path) -> None:
    files = {
        "data/site.yml": 'title: A\nmarks: {"*": equal, "†": lead, "#": nobody}\n',
        "data/publications.yml": "- {title: T, authors: [A. B*, C. D, E. F†]}\n",
        "content/about.md": "{{ publications(max_authors=1) }}\n",
    }
    page = content_of(render_site(tmp_path, files)[0]["index.html"])
    assert '<p class="publications__legend">* equal, † lead</p>' in page


def test_a_form_of_names_that_there_is_not_is_reported_with_its_template(tmp_path: Path) -> None:
    files = {
        "templates/citations/own.html": '{% from "partials/authors.html" import authors %}\n'
        '{{ authors(paper.authors | author_list("curie")) }}\n',
        "data/publications.yml": "- {title: T, authors: [A. B]}\n",
        "content/about.md": '{{ publications(style="own") }}\n',
    }
    with pytest.raises(
        SiteError, match=r"templates/citations/own.html:2: .*names have no form `curie`"
    ):
        render_site(tmp_path, files)


@every_case("style", OWN)
@every_case("note", ["Under review at ICML", "With a supplement"])
def test_a_note_that_repeats_the_status_is_shown_once(style: str, note: str) -> None:
    paper = f"- {{title: T, status: under review, year: 2026, note: {note}}}\n"
    text = cited_as(style, paper).lower()
    assert note.lower() in text
    assert text.count("under review") == 1


# Languages, marks, links


@every_case(
    ("language", "style", "citation"),
    [
        ("de", "ieee", "A. B und C. D, „T“, in *V*, E. F, Hrsg., 2. Aufl. P, 2001, S. 1–9."),
        (
            "de",
            "chicago",
            "B, A., und C. D. 2001. „T“. In *V*, 2. Aufl., herausgegeben von E. F, 1–9. P.",
        ),
        ("fr", "apa", "B, A., & D, C. (2001). T. Dans E. F (Éd.), *V* (2ᵉ éd., p. 1–9). P."),
        ("es", "mla", "B, A., y C. D. “T”. *V*, editado por E. F, 2.ª ed., P, 2001, pp. 1–9."),
        ("es", "vancouver", "B A, D C. T. En: F E, editor. V. 2.ª ed. P; 2001. p. 1–9."),
        ("zh", "nature", "B, A. & D, C. T. 载于 *V* 第2版 (编 F, E.) 1–9 (P, 2001)."),
    ],
)
def test_a_style_speaks_the_language_of_the_site(language: str, style: str, citation: str) -> None:
    record = "{title: T, authors: [A. B, C. D], kind: chapter, venue: V, editors: [E. F], edition: 2nd, publisher: P}"
    record = record.replace("}", ", year: 2001, pages: 1-9}")
    assert cited_as(style, record, f"language: {language}") == citation


@every_case(
    ("language", "style", "citation"),
    [
        ("de", "plain", "A. B. T. Übersetzt von E. F. P, 2001."),
        ("de", "apa", "B, A. (2001). *T* (E. F, Übers.). P."),
        ("fr", "chicago", "B, A. 2001. *T*. Traduit par E. F. P."),
        ("es", "vancouver", "B A. T. F E, traductor. P; 2001."),
        ("zh", "nature", "B, A. *T* (译 F, E.) (P, 2001)."),
    ],
)
def test_a_translator_is_named_in_the_language_of_the_site(
    language: str, style: str, citation: str
) -> None:
    record = (
        "- {title: T, authors: [A. B], kind: book, translators: [E. F], publisher: P, year: 2001}\n"
    )
    assert cited_as(style, record, f"language: {language}") == citation


@every_case(
    ("style", "citation"),
    [
        (
            "plain",
            "张三和李四. 图像识别. 载于 中国计算机大会, 页 1–9, 编者：钱七, 译者：孙八, 2026.",
        ),
        (
            "quoted",
            "张三和李四, “图像识别”, 载于 中国计算机大会, 页 1–9, 编者：钱七, 译者：孙八, 2026.",
        ),
        ("tagged", "张三、李四, 图像识别, 中国计算机大会, 页 1–9, 编者：钱七, 译者：孙八, 2026."),
        (
            "mla",
            "张三, 和 李四. “图像识别”. 译者：孙八. *中国计算机大会*, 编者：钱七, 2026, 页 1–9.",
        ),
    ],
)
@every_case("kind", ["conference", "workshop", "journal", "chapter"])
def test_a_chinese_colon_has_no_space_and_no_comma_is_doubled(
    style: str, citation: str, kind: str
) -> None:
    record = f"- {{title: 图像识别, authors: [张三, 李四], kind: {kind}, venue: 中国计算机大会, editors: [钱七], "
    record += "translators: [孙八], pages: 1-9, year: 2026}\n"
    assert cited_as(style, record, "language: zh-CN") == citation


@every_case(
    ("file", "text"),
    [
        (
            "a.bib",
            "@book{a, title = {T}, author = {B, A.}, translator = {Bohm, Eberhard}, publisher = {P}, year = 2001}",
        ),
        (
            "a.ris",
            "TY  - BOOK\nTI  - T\nAU  - B, A.\nA4  - Bohm, Eberhard\nPB  - P\nPY  - 2001\nER  - \n",
        ),
        (
            "a.json",
            '[{"type": "book", "id": "a", "title": "T", "translator": [{"family": "Bohm", "given": "Eberhard"}]}]',
        ),
    ],
)
def test_the_translator_of_a_bibliography_is_in_the_citation_of_the_papers_own_page(
    file: str, text: str, tmp_path: Path
) -> None:
    site = "title: A\nlanguage: de\nlook: academicpages\n"
    outputs, _ = render_site(
        tmp_path, {f"data/{file}": text, "data/site.yml": site, "content/about.md": "A\n"}
    )
    (page,) = [
        text
        for path, text in outputs.items()
        if re.fullmatch(r"publications/[^/]+/index.html", path)
    ]
    (citation,) = re.findall(r'<p class="publication__citation"[^>]*>(.*?)</p>', page, re.DOTALL)
    assert "Übersetzt von Eberhard Bohm" in said(citation)
    assert "translator={Bohm, Eberhard}" in re.sub(" *= *", "=", outputs["publications.bib"])
    assert "A4  - Bohm, Eberhard" in outputs["publications.ris"]
    assert '"translator":[{"family":"Bohm","given":"Eberhard"}]' in outputs[
        "publications.json"
    ].replace(" ", "")


@every_case(
    ("language", "style", "citation"),
    [
        ("de", "ieee", "A. B, „T“, *V*, Bd. 1, Okt. 2021. Zugriff: 14. Mai 2026. [Online]. Verfügbar: https://x.org/"),
        ("de", "mla", "B, A. „T“. *V*, Bd. 1, Okt. 2021, https://x.org/. Zugriff am 14. Mai 2026."),
        ("fr", "acm", "A. B. 2021. T. *V* 1 (octobre 2021). Consulté le 14 mai 2026 sur https://x.org/"),
        ("es", "acm", "A. B. 2021. T. *V* 1 (octubre de 2021). Recuperado el 14 de mayo de 2026 de https://x.org/"),
        ("fr", "vancouver", "B A. T. V [Internet]. 2021 3 oct [cité 2026 14 mai];1. Disponible sur : https://x.org/"),
        ("zh", "mla", "B, A. “T”. *V*, 卷 1, 2021年10月, https://x.org/. 访问于 2026年5月14日."),
        ("ja", "mla", "B, A. 「T」. *V*, vol. 1, 2021年10月, https://x.org/. 参照日：2026年5月14日."),
        ("ru", "chicago", "B, A. 2021. «T». *V* 1 (октябрь). https://x.org/."),
        ("en-GB", "chicago", "B, A. 2021. “T.” *V* 1 (October). https://x.org/."),
    ],
)  # fmt: skip
def test_a_date_in_a_citation_is_in_the_language_of_the_site(
    language: str, style: str, citation: str
) -> None:
    record = "{title: T, authors: [A. B], kind: journal, venue: V, volume: 1, date: 2021-10-03, accessed: 2026-05-14"
    record += ", links: {Text: https://x.org/}}"
    assert cited_as(style, record, f"language: {language}") == citation


THESIS = "@{}{{a, title={{T}}, author={{B, A.}}, school={{U}}, year=2001{}}}\n"


def thesis(
    folder: Path, style: str, language: str = "en", kind: str = "phdthesis", said: str = ""
) -> str:
    """How a thesis of a `.bib` is cited."""
    files = {
        "data/site.yml": f"title: A\nlanguage: {language}\n",
        "data/a.bib": THESIS.format(kind, said),
        "content/about.md": f'{{{{ publications(style="{style}") }}}}\n',
    }
    return items(content_of(render_site(folder, files)[0]["index.html"]))[0].partition(" BibTeX ")[
        0
    ]


@every_case(
    ("style", "citation"),
    [
        (
            "ieee",
            "A. B, “T,” Ph.D. dissertation, U, 2001.",
        ),  # IEEE Reference Guide, “Theses and Dissertations”
        (
            "acm",
            "A. B. 2001. *T*. Ph.D. Dissertation. U.",
        ),  # ACM Reference Format, “Doctoral dissertation”
        ("apa", "B, A. (2001). *T* [Doctoral dissertation, U]."),  # APA 7, section 10.6
        ("chicago", "B, A. 2001. “T.” PhD diss., U."),  # Chicago 18, 14.113
        ("nature", "B, A. *T*. PhD thesis, U (2001)."),  # Nature’s guide for authors
        ("vancouver", "B A. T [dissertation]. U; 2001."),  # NLM, Citing Medicine, chapter 5
        ("mla", "B, A. *T*. 2001. U, PhD dissertation."),  # MLA 9, appendix 2
        ("plain", "A. B. T. PhD thesis, U, 2001."),
    ],
)
def test_a_phdthesis_has_the_name_that_the_style_has_for_it(
    style: str, citation: str, tmp_path: Path
) -> None:
    assert thesis(tmp_path, style) == citation


@every_case(
    ("language", "doctors", "masters"),
    [
        ("de", "Dissertation", "Masterarbeit"),
        ("fr", "Thèse de doctorat", "Mémoire de master"),
        ("es", "Tesis doctoral", "Trabajo de fin de máster"),
        ("zh", "博士论文", "硕士论文"),
        ("eo", "Doctoral dissertation", "Master’s thesis"),
    ],
)
def test_a_thesis_is_one_in_the_language_of_the_site(
    language: str, doctors: str, masters: str, tmp_path: Path
) -> None:
    assert f"[{doctors}, U]" in thesis(tmp_path / "a", "apa", language)
    assert f"[{masters}, U]" in thesis(tmp_path / "b", "apa", language, "mastersthesis")
    assert "[Thesis of sorts, U]" in thesis(
        tmp_path / "c", "apa", language, said=", type={Thesis of sorts}"
    )


@every_case(
    ("language", "edition", "shown"),
    [
        ("en", "Third", "3rd ed."), ("en", "second edition", "2nd ed."), ("en", "Twelfth", "12th ed."),
        ("de", "Third", "3. Aufl."), ("fr", "Third", "3ᵉ éd."),
        ("es", "Third", "3.ª ed."), ("zh", "Third", "第3版"), ("en", "Revised", "Revised ed."),
        ("zh", "2nd", "第2版"), ("zh-CN", "修订", "修订版"), ("zh-TW", "修订版", "修订版"), ("zh", "第2版", "第2版"),
    ],
)  # fmt: skip
def test_an_edition_in_words_is_cited_by_its_number(
    language: str, edition: str, shown: str
) -> None:
    record = f"- {{title: T, kind: book, authors: [A. B], edition: {edition}, publisher: P, year: 2001}}\n"
    assert f"*T*. {shown}, P" in cited_as("mla", record, f"language: {language}")


@every_case(
    ("language", "pages", "plain", "quoted"),
    [
        ("en", "5", "In J, page 5", "in J, page 5"),
        ("en", "5-6", "In J, pages 5–6", "in J, pages 5–6"),
        ("en", "e1009", "In J, Article e1009", "in J, Article e1009"),
        ("de", "5", "In J, Seite 5", "in J, Seite 5"),
        ("es", "5", "En J, página 5", "en J, página 5"),
    ],
)
def test_one_page_is_no_pages(language: str, pages: str, plain: str, quoted: str) -> None:
    record = f"- {{title: T, kind: journal, authors: [A. B], venue: J, pages: '{pages}'}}\n"
    for style, said_there in (("plain", plain), ("quoted", quoted)):
        assert said_there in cited_as(style, record, f"language: {language}")


@every_case(
    ("site", "style", "citation"),
    [
        ("language: de", "vancouver", "B A. T. V. Im Erscheinen."),
        ("language: de", "chicago", "B, A. Im Erscheinen. „T“. *V*."),
        ("statuses: {in press: in press at ACM}", "vancouver", "B A. T. V. In press at ACM."),
        ("statuses: {in press: in press at ACM}", "chicago", "B, A. In press at ACM. “T.” *V*."),
    ],
)
def test_only_the_first_letter_of_a_phrase_becomes_a_capital(
    site: str, style: str, citation: str
) -> None:
    record = "- {title: T, authors: [A. B], kind: journal, venue: V, status: in press}\n"
    assert cited_as(style, record, site) == citation


@every_case(
    ("site", "style", "citation"),
    [
        ("language: de", "chicago", "B, A. Im Erscheinen. *T*. V."),
        ("language: fr", "mla", "B, A. *T*. V, à paraître."),
        ("language: es", "vancouver", "B A. T. V. De próxima publicación."),
        ("language: de", "apa", "B, A. (im Druck). *T*. V."),
        ("statuses: {accepted: at the printer}", "chicago", "B, A. At the printer. *T*. V."),
        ("statuses: {accepted: at the printer}", "apa", "B, A. (at the printer). *T*. V."),
    ],
)
def test_a_forthcoming_book_is_marked_in_the_words_of_the_site(
    site: str, style: str, citation: str
) -> None:
    record = "- {title: T, authors: [A. B], kind: book, publisher: V, status: accepted}\n"
    assert cited_as(style, record, site) == citation


@every_case("style", ["chicago", "apa"])
def test_a_book_of_a_bibliography_is_forthcoming_in_place_of_its_year(
    style: str, tmp_path: Path
) -> None:
    book = "@book{a, title = {T}, author = {Bloch, Marc}, publisher = {V}, year = {forthcoming}}\n"
    files = {"data/a.bib": book, "content/about.md": f'{{{{ publications(style="{style}") }}}}\n'}
    page = content_of(render_site(tmp_path, files)[0]["index.html"])
    shown = {"chicago": "Bloch, Marc. Forthcoming. *T*. V.", "apa": "Bloch, M. (in press). *T*. V."}
    assert items(page)[0].startswith(shown[style])


@every_case(
    ("date", "shown"),
    [
        ("2021-06..2022-04", "2021–2022 | 2021–2022"),
        ("2021-06..2021-09", "2021 | 2021"),
        ("1937/38", "1937/38 | 1937/38"),
        ("2021..", "2021– | 2021–"),
        ("2022/23 Fall", "2022 | 2022"),
        ("2021-05", "May 2021 | 2021 May"),
    ],
)
def test_what_lasted_is_cited_by_its_years(date: str, shown: str, tmp_path: Path) -> None:
    files = {
        "templates/citations/own.html": '{{ paper.record.when | cited_date("Sep. 3, 2021") }} | '
        '{{ paper.record.when | cited_date("2021 Sep") }}\n',
        "data/publications.yml": f"- {{title: T, date: {date}}}\n",
        "content/about.md": '{{ publications(style="own") }}\n',
    }
    assert items(content_of(render_site(tmp_path, files)[0]["index.html"])) == [shown]


@every_case(
    ("style", "citation"),
    [
        ("acm", "Marc Bloch. 1919–. *Works*. Springer."),
        ("apa", "Bloch, M. (1919–). *Works*. Springer."),
        ("chicago", "Bloch, Marc. 1919–. *Works*. Springer."),
        ("ieee", "M. Bloch, *Works*. Springer, 1919–."),
        ("mla", "Bloch, Marc. *Works*. Springer, 1919–."),
        ("nature", "Bloch, M. *Works* (Springer, 1919–)."),
        ("vancouver", "Bloch M. Works. Springer; 1919–."),
    ],
)
def test_what_goes_on_is_cited_by_its_first_year_and_an_open_end(style: str, citation: str) -> None:
    record = "- {title: Works, authors: [Marc Bloch], date: 1919-05.., kind: book, publisher: Springer}\n"
    assert cited_as(style, record) == citation


IN_CSL = """[{"id": "a", "type": "book", "title": "T", "author": [{"literal": "Bloch"}], "publisher": "V",
"issued": {"date-parts": [[1937], [1938]]}}]
"""


@every_case(
    ("file", "text"),
    [
        ("a.bib", "@book{a, title = {T}, author = {Bloch}, publisher = {V}, date = {1937/1938}}\n"),
        ("a.json", IN_CSL),
    ],
)
def test_a_work_of_several_years_in_a_bibliography_keeps_them(
    file: str, text: str, tmp_path: Path
) -> None:
    files = {f"data/{file}": text, "content/about.md": '{{ publications(style="chicago") }}\n'}
    page = content_of(render_site(tmp_path, files)[0]["index.html"])
    assert items(page)[0].startswith("Bloch. 1937–1938. *T*. V.")


@every_case(
    ("language", "shown"),
    [("fr", "1er septembre 1940 | 1er sept. 1940"), ("en", "1 September 1940 | 1 Sept. 1940")],
)
def test_the_first_of_a_month_is_written_as_in_its_language(
    language: str, shown: str, tmp_path: Path
) -> None:
    files = {
        "data/site.yml": f"title: A\nlanguage: {language}\n",
        "templates/citations/own.html": '{{ paper.record.when | cited_date("3 September 2021") }} | '
        '{{ paper.record.when | cited_date("3 Sept. 2021") }}\n',
        "data/publications.yml": "- {title: T, date: 1940-09-01}\n",
        "content/about.md": '{{ publications(style="own") }}\n',
    }
    assert items(content_of(render_site(tmp_path, files)[0]["index.html"])) == [shown]


def test_a_form_of_dates_that_there_is_not_is_reported_with_its_template(tmp_path: Path) -> None:
    files = {
        "templates/citations/own.html": '{{ paper.record.when | cited_date("3.9.2021") }}\n',
        "data/publications.yml": "- {title: T, date: 2021}\n",
        "content/about.md": '{{ publications(style="own") }}\n',
    }
    with pytest.raises(
        SiteError, match=r"templates/citations/own.html:1: .*dates have no form `3.9.2021`"
    ):
        render_site(tmp_path, files)


@every_case("style", STYLES)
def test_a_style_links_what_it_cites_and_prints_the_doi_once(style: str) -> None:
    record = (
        "{title: T, authors: [A. B*], doi: 10.1000/182, pmid: '123', note: Read it, award: Best}"
    )
    record = record.replace("}", ", links: {PDF: 'https://x.org/a.pdf'}}")
    page = html_of(style, record)
    assert page.count('href="https://doi.org/10.1000/182"') == 1
    assert said(page).endswith("Read it. [PDF, PubMed] [Best]")
    assert "*" in said(page)


@every_case("style", STYLES)
@every_case(
    "title", ["Building on .NET", "Titre : sous ( a ) ,, b . . c", "What... , why ?", "A ; B !"]
)
def test_a_title_is_printed_as_it_was_written(title: str, style: str) -> None:
    assert title.replace("...", "…") in cited_as(style, f"{{title: '{title}', authors: [A. B]}}")


@every_case(
    ("style", "pages", "words"),
    [
        ("plain", "chap. 7", "V, chap. 7,"),
        ("plain", "chap. 7, 1–9", "V, chap. 7, pages 1–9,"),
        ("quoted", "chap. 7", "chap. 7"),
        ("tagged", "chap. 7, 1–9", "chap. 7, pages 1–9"),
        ("apa", "chap. 7, 1–9", "(chap. 7, pp. 1–9)"),
        ("apa", "chap. 7", "(chap. 7)"),
        ("ieee", "chap. 7", "2001, ch. 7."),
        ("vancouver", "chap. 7", "2001. Chap. 7."),
        ("vancouver", "chap. 7, 1–9", "2001. Chap. 7, p. 1–9."),
        ("mla", "chap. 7, 1–9", "chap. 7, pp. 1–9"),
    ],
)
def test_a_chapter_is_no_number_of_an_article(style: str, pages: str, words: str) -> None:
    record = (
        f"- {{title: T, authors: [A. B], kind: chapter, venue: V, year: 2001, pages: '{pages}'}}\n"
    )
    citation = cited_as(style, record)
    assert words in citation
    assert "Article" not in citation
    assert "Art. no." not in citation
