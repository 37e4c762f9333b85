"""Nothing in a bibliography runs in a visitor's browser, whatever is written in whichever field of whichever format."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import html5lib
import pytest

from acadfolio.bibliography.entries import AL_FOLIO, PUBLICATION_FIELDS
from acadfolio.bibliography.markup import safe_markdown
from acadfolio.bibliography.readers import ris
from acadfolio.bibliography.tables import csl_types, field_names, ris_tags
from acadfolio.build import prepare
from acadfolio.cli import main
from acadfolio.model.publication import Publication
from acadfolio.model.record import FLAGS, fields_of
from acadfolio.problems import SiteError
from cases import every_case
from looks import LOOKS
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "static"
PAYLOADS = [
    line
    for line in (HERE / "payloads.txt").read_text().splitlines()
    if line and not line.startswith("# ")
]
SHARE = 12
ATTRIBUTES = [
    "' onmouseover='alert(1)",
    '<b></b>" onmouseover="alert(1)',
    '<a href=" onmouseover=alert(1) ">',
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "javascrip&#116;:alert(1)",
    "javascript&colon;alert(1)",
    "javascript\t:alert(1)",
]
"""What leaves the attribute of an old page in which it is, or is a script as its URL."""
ALL_WAYS = (
    '</title><script>alert(1)</script> [evil](javascript:alert(1)){: onclick="alert(1)" .evil} '
    r'<i onclick="alert(1)">evil</i> $\color{red}{x^2}$'
)
"""HTML, Markdown, an attribute of an element that may stay, a formula."""

BIB_KINDS = (
    "article",
    "inproceedings",
    "book",
    "misc",
    "phdthesis",
    "patent",
    "software",
    "techreport",
)
RIS_KINDS = ("JOUR", "CONF", "BOOK", "GEN", "THES", "RPRT", "PAT", "COMP", "CHAP")
CSL_KINDS = (
    "article-journal",
    "paper-conference",
    "book",
    "thesis",
    "report",
    "patent",
    "software",
    "chapter",
)
BIB_FIELDS = sorted(
    {
        *PUBLICATION_FIELDS,
        *AL_FOLIO,
        *field_names.LABELS,
        *field_names.REGISTRIES,
        *field_names.ALIASES,
        "annotation",
    }
    - {"acadfolio", *FLAGS}  # With any text in a flag, an entry is on no page.
)
IDENTIFYING = {"author", "title", "doi", "year", "date", "key", "arxiv", "eprint"}
OWN_FIELDS = sorted({*field_names.PLAIN, *field_names.TEXT, "title", "venue", "note", "award", "pages", "number", "version",
                     "type", "image_alt", "bibtex"})  # fmt: skip
RIS_TAGS = sorted({*(tag for tag in ris_tags.NAMES if len(tag) == 2), *ris.VENUES, *ris.URLS, "AU", "A2", "A4", "KW", "C1",
                   "SN", "SP", "EP", "PY", "Y2", "M1", "DB"})  # fmt: skip
CSL_NAMES = sorted(
    {*csl_types.NAMES, "container-title", "collection-number", "citation-key", "custom"}
)
URLS = {"href", "src", "srcset", "action", "formaction", "data", "poster", "background", "cite"}
OF_SCRIPTS = re.compile("(?:javascript|vbscript|data):")
PLANTED = re.compile("alert|evil|planted|red|FF0000|fixed|expression")
NEVER = {
    "iframe",
    "object",
    "embed",
    "base",
    "form",
    "style",
    "xss",
    "marquee",
    "body",
    "details",
    "table",
    "svg",
}


def without_braces(payload: str) -> str:
    """A payload whose braces BibTeX can read: as it is, if they are in pairs."""
    is_paired = re.fullmatch(r"(?:[^{}]|\{[^{}]*\})*", re.sub(r"\\.", "", payload))
    return payload if is_paired else re.sub("[{}]", "", payload)


def bibtex(payloads: list[str]) -> Iterator[str]:
    """Each payload in every field, in half of them, in all that do not tell works apart, and in `acadfolio`."""
    for number, payload in enumerate(map(without_braces, payloads)):
        kind = BIB_KINDS[number % len(BIB_KINDS)]
        known = f"author={{Emmy Noether}}, title={{Planted {number}}}, year={{1920}}"
        others = [name for name in BIB_FIELDS if name not in IDENTIFYING]
        for part, names in enumerate((BIB_FIELDS[::2], BIB_FIELDS[1::2], others)):
            fields = ",\n  ".join(f"{name} = {{{payload}}}" for name in names)
            yield f"@{kind}{{k{number}-{part}, {known if part == 2 else ''}{',' * (part == 2)}\n  {fields}\n}}"
        value = re.sub(r"[{}]", "", json.dumps(payload, ensure_ascii=False))
        own = ", ".join([*(f"{name}: {value}" for name in OWN_FIELDS), f"tags: [{value}]"])
        yield f"@article{{own{number}, {known}, acadfolio = {{ {own} }}\n}}"


def ris_lines(payloads: list[str]) -> Iterator[str]:
    for number, payload in enumerate(payloads):
        for known in ([], ["AU  - Noether, Emmy", f"TI  - Planted {number}", "PY  - 1921"]):
            tags = [
                tag
                for tag in RIS_TAGS
                if not known or tag not in {"TI", "T1", "CT", "AU", "PY", "ID", "DO"}
            ]
            planted = [f"{tag}  - {payload}" for tag in tags]
            yield "\n".join(
                [f"TY  - {RIS_KINDS[number % len(RIS_KINDS)]}", *known, *planted, "ER  - "]
            )


def csl_items(payloads: list[str]) -> Iterator[dict[str, Any]]:
    for number, payload in enumerate(payloads):
        planted: dict[str, Any] = dict.fromkeys(CSL_NAMES, payload) | {
            "type": CSL_KINDS[number % len(CSL_KINDS)]
        }
        people = [{"family": payload, "given": payload}, {"literal": payload}]
        yield planted | {
            "id": payload,
            "author": people,
            "editor": people,
            "issued": {"raw": payload},
        }
        known = {
            "id": f"csl{number}",
            "title": f"Planted {number}",
            "issued": {"date-parts": [[1922]]},
        }
        yield {
            name: value for name, value in planted.items() if name not in {"DOI", "citation-key"}
        } | known


CSL_VARIABLES = (
    "abstract collection-number collection-title container-title edition event-place event-title genre issue keyword "
    "note number page publisher publisher-place status title URL version volume DOI ISBN ISSN PMID"
)
CSL = (
    '<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0"><info><title>A</title><id>a</id>'
    "<updated>1921-01-01T00:00:00+00:00</updated></info><citation><layout><text variable='title'/></layout></citation>"
    '<bibliography><layout><names variable="author"/><names variable="editor"/>'
    + "".join(f'<text variable="{name}"/>' for name in CSL_VARIABLES.split())
    + "</layout></bibliography></style>"
)
"""A style that prints everything."""


def in_all_views(look: str) -> dict[str, str]:
    """The files of a site with all views and citation styles, and a page for each paper."""
    styles = [path.stem for path in (HERE.parents[1] / "templates/citations").glob("*.html")]
    views = ("list", "table", "cv", "archive", "boxes")
    return {
        "data/site.yml": f"title: N\nurl: https://n.example\nlook: {look}\nsearch: true\nrelated: true\n"
        "publications: {pages: true, search: true, keywords: true}\n",
        "content/about.md": "---\ntitle: H\n---\n{{ publications(search=true) }}\n\n{{ citations() }}\n",
        "content/cv.md": "---\ntitle: CV\nlayout: cv-layout\n---\n",
        "content/loop.md": "---\ntitle: L\n---\n{% for p in site.publications %}{% for pair in p %}{{ pair[1] }}\n\n"
        "In a line: {{ pair[1] }}\n\n"
        "{% endfor %}{% endfor %}\n<ul>{% for p in site.publications %}{% for pair in p %}\n"
        '<li title="{{ pair[1] }}" data-value=\'{{ pair[1] }}\'>{{ pair[1] }} <a href="{{ p.url }}">L</a></li>'
        "{% endfor %}{% endfor %}\n</ul>\n",
        **(
            {"data/styles/all.csl": CSL, "content/csl.md": page_of('style="all.csl"')}
            if which("pandoc")
            else {}
        ),
        **{f"content/view-{view}.md": page_of(f'view="{view}"') for view in views},
        **{f"content/style-{style}.md": page_of(f'style="{style}", limit=40') for style in styles},
    }


def grouped_by(names: Iterable[str]) -> dict[str, str]:
    """The files of a site with these groupings, in which papers are only titles: the views are on another site."""
    return {
        "data/site.yml": "title: N\nlook: acad-homepage\nsearch: false\npublications: {keywords: true}\n",
        "templates/entries/paper-item.html": "{{ paper.record.title }}\n",
        **{f"content/by-{name}.md": page_of(f'group_by="{name}"') for name in names},
    }


def that_cites(style: str) -> dict[str, str]:
    """The files of a site with a page that cites planted papers, in brackets and in a sentence."""
    keys = ["own0", "k0-2", "csl0"]
    return {
        "data/site.yml": f"title: N\npublications: {{style: {style}}}\n",
        "content/cites.md": f"---\ntitle: On @own0\n---\n# As @csl0\n\n[@{'; @'.join(keys)}]\n\n@{', @'.join(keys)}\n",
    }


def page_of(arguments: str) -> str:
    return f"---\ntitle: P\n---\n{{{{ publications({arguments}) }}}}\n"


def planted_site(root: Path, payloads: list[str], pages: dict[str, str]) -> Path:
    """A site with the payloads in bibliographies and counts, and these pages."""
    counts = {
        f"N:{payload}": {"citations": 1, "title": payload, "year": payload} for payload in payloads
    }
    papers = {
        payload: {
            "bib": {"title": payload, "pub_year": payload},
            "num_citations": 3,
            "citedby_url": payload,
        }
        for payload in payloads
    }
    files = {
        "data/profile.yml": "name: Emmy Noether\n",
        "data/a.bib": "\n".join(bibtex(payloads)),
        "data/b.ris": "\n".join(ris_lines(payloads)),
        "data/c.json": json.dumps([*csl_items(payloads)]),
        "data/citations.yml": json.dumps({"papers": counts}),
        "data/gs_data.json": json.dumps(
            {"scholar_id": payloads[0], "citedby": 3, "publications": papers}
        ),
    }
    return make_site(root, files | pages)


def dangers(html: str) -> Iterator[str]:
    """What a browser would run or style of what was planted, as html5lib reads the HTML."""
    for element in html5lib.parse(html, namespaceHTMLElements=False).iter():
        tag = str(element.tag).rpartition("}")[2]  # That of a comment is a function.
        values = " ".join(element.attrib.values())
        code = "".join(element.itertext()) if tag == "script" else ""
        if element.get("type") == "application/ld+json":
            json.loads(code)
        elif PLANTED.search(code) or (tag in {"script", *NEVER} and PLANTED.search(values)):
            yield f"<{tag} {values}>"
        for name, value in element.attrib.items():
            attribute = name.rpartition("}")[2].lower()
            url = re.sub(r"[\t\n\r]", "", value).lstrip("".join(map(chr, range(33)))).lower()
            if (
                attribute.startswith("on")
                or (attribute in {"style", "class"} and PLANTED.search(value))
                or (attribute in URLS and OF_SCRIPTS.match(url) and url != "data:,")
                or value == "planted"
            ):
                yield f"<{tag} {attribute}={value}>"


def dangers_of(path: str, content: str) -> Iterator[str]:
    """The dangers in a file of the site; it is also well-formed."""
    if path.endswith(".html"):
        yield from dangers(content)
    elif path.endswith(".xml"):
        for element in ET.fromstring(content).iter():
            if element.get("type") == "html":
                yield from dangers(element.text or "")
    elif path.endswith(".json"):
        json.loads(content)
    elif path.endswith(".ris"):
        # Other lines are further paragraphs of an abstract, and none of them can be taken for a
        # tag.
        content = re.sub(
            r"(?m)^(AB  - .*\n)(?:\n(?!\s*[A-Z][A-Z0-9] {0,2}-).+\n)+",
            r"\1",
            "\n".join(content.splitlines()),
        )
        assert [
            line
            for line in content.splitlines()
            if line and not re.match("[A-Z][A-Z0-9]  - ", line)
        ] == []
    elif path.endswith(".bib") and "/" in path:
        assert len(re.findall(r"^@", content, re.MULTILINE)) == 1


def found_in(
    root: Path, payloads: list[str], pages: dict[str, str]
) -> tuple[dict[str, set[str]], set[str]]:
    """The dangers with the pages that have them, and the suffixes of all files."""
    found: dict[str, set[str]] = defaultdict(set)
    suffixes: set[str] = set()
    outputs = prepare(planted_site(root, payloads, pages)).outputs()
    with suppress(
        SiteError
    ):  # Some payloads are errors, such as several names in one; their pages are complete.
        for output in outputs:
            suffixes.add(Path(output.path).suffix)
            if not output.file:
                for danger in dangers_of(output.path, output.content.decode()):
                    found[danger].add(output.path)
    return found, suffixes


ALL_FILES = {".html", ".xml", ".json", ".bib", ".ris", ".js", ".txt"}


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_nothing_in_a_bibliography_runs(tmp_path: Path, look: str) -> None:
    found, suffixes = found_in(tmp_path, [ALL_WAYS], in_all_views(look))
    assert found == {}
    assert suffixes >= ALL_FILES


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, len(PAYLOADS), SHARE))
def test_no_payload_runs_in_any_field_or_view(tmp_path: Path, start: int) -> None:
    """The looks take turns: a payload that runs would do so in the templates that they share."""
    look = LOOKS[start // SHARE % len(LOOKS)]
    found, suffixes = found_in(tmp_path, PAYLOADS[start : start + SHARE], in_all_views(look))
    assert found == {}
    assert suffixes >= ALL_FILES


@pytest.mark.parametrize("style", ["apa", "plain"])
@pytest.mark.parametrize(
    "payloads",
    [
        pytest.param([ALL_WAYS], id="few"),
        pytest.param(PAYLOADS[:SHARE], id="more", marks=pytest.mark.slow),
    ],
)
def test_nothing_in_a_cited_paper_runs(tmp_path: Path, payloads: list[str], style: str) -> None:
    found, _ = found_in(tmp_path, payloads, that_cites(style))
    assert found == {}
    cites = next(
        output for output in prepare(tmp_path).outputs() if output.path == "cites/index.html"
    )
    assert cites.content.decode().count('href="#reference-') >= 6


def test_nothing_in_a_grouping_runs(tmp_path: Path) -> None:
    names = ["tags", "volume", "award", "note", "category"]
    found, suffixes = found_in(tmp_path, [ALL_WAYS], grouped_by(names))
    assert found == {}
    assert ".html" in suffixes


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, len(PAYLOADS), SHARE))
def test_no_payload_runs_in_any_grouping(tmp_path: Path, start: int) -> None:
    found, suffixes = found_in(
        tmp_path, PAYLOADS[start : start + SHARE], grouped_by(fields_of(Publication))
    )
    assert found == {}
    assert ".html" in suffixes


COLLECTIONS = ("publications", "talks", "teaching", "portfolio")
OLD_KEYS = ("title", "venue", "type", "location", "excerpt", "description", "citation", "award", "note", "publisher",
            "abstract", "course_id", "term")  # fmt: skip


def old_site(root: Path, payloads: list[str]) -> Path:
    """A site of academicpages with each payload in every key of its entries."""
    outputs = [f"{{{{ item.{key} }}}}" for key in (*OLD_KEYS, "paperurl")]
    keys = " ".join(
        f"{output} <i title=\"{output}\">a</i> <i title='{output}'>a</i>" for output in outputs
    )
    loops = "".join(
        f"{{% for item in site.{name} %}}{keys} <a href='{{{{ item.paperurl }}}}'>a</a>\n\n{{% endfor %}}"
        for name in COLLECTIONS
    )
    config = "".join(f"  {name}: {{output: true}}\n" for name in COLLECTIONS)
    files = {
        "_config.yml": f"title: Old\ndescription: {json.dumps(payloads[0])}\ncollections:\n{config}",
        "a.md": f"---\ntitle: A\n---\n{loops}",
        "b.html": f"---\ntitle: B\n---\n{loops}",
    }
    for collection in COLLECTIONS:
        for number, payload in enumerate(payloads):
            quoted = json.dumps(payload, ensure_ascii=False)
            keys = "".join(f"{key}: {quoted}\n" for key in (*OLD_KEYS, "paperurl"))
            files[f"_{collection}/p{number}.md"] = (
                f"---\n{keys}tags: [{quoted}]\ndate: 2020-01-01\n---\nHi\n"
            )
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


@pytest.mark.slow
@pytest.mark.parametrize(
    "payloads",
    [
        pytest.param([ALL_WAYS, *ATTRIBUTES], id="few"),
        pytest.param(PAYLOADS, id="all", marks=pytest.mark.slow),
    ],
)
def test_nothing_in_the_keys_of_an_imported_site_runs(tmp_path: Path, payloads: list[str]) -> None:
    site = tmp_path / "new"
    assert main(["import", str(old_site(tmp_path / "old", payloads)), "--site", str(site)]) == 0
    settings = (
        site / "data/site.yml"
    )  # The old pages list the entries, so the import adds no lists.
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace("list_pages: false", "list_pages: true"), encoding="utf-8")
    found: dict[str, set[str]] = defaultdict(set)
    paths = set()
    for output in prepare(site).outputs():
        paths.add(output.path)
        if not output.file:
            for danger in dangers_of(output.path, output.content.decode()):
                found[danger].add(output.path)
    assert found == {}
    assert {
        "a.html",
        "b.html",
        "publications/index.html",
        "talks/index.html",
        "teaching/index.html",
    } <= paths


def test_there_are_payloads_enough_and_each_is_another() -> None:
    assert len(PAYLOADS) == len(set(PAYLOADS)) > 100


@every_case("path", sorted(STATIC.rglob("*.js")))
def test_the_scripts_of_the_theme_write_no_html(path: Path) -> None:
    """The search and the filters show texts of the index as text."""
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", path.read_text()
    )


@every_case(
    ("written", "shown"),
    [
        (
            "Best *paper* of [2024](https://a.example/)",
            "Best *paper* of [2024](https://a.example/)",
        ),
        ("* equal<br>† lead", "* equal<br>† lead"),
        ("<i>In</i> H<sub>2</sub>O & co", "<i>In</i> H<sub>2</sub>O & co"),
        ('<a href="https://a.example/" rel="x">a</a>', "[a](https://a.example/)"),
        ("A <u>b</u> <b onclick=x>c</b> *d*", "A b **c** *d*"),
        ("[a](javascript:b) [c](d.pdf) <script>e</script>", "a [c](d.pdf)"),
        ("*a*{: .b} $$x^2$$ `<c>`", "*a* $$x^2$$ <code>&lt;c&gt;</code>"),
        (r"for $$\color{red}{x}$$ <img src=y>", r"for \\color{red}{x}"),
        ("my_venue", "my_venue"),
    ],
)
def test_of_a_strangers_markdown_only_what_cannot_harm_stays(written: str, shown: str) -> None:
    assert safe_markdown(written) == shown


def test_what_the_author_writes_in_yaml_passes(tmp_path: Path) -> None:
    paper = "- {title: A, authors: [Emmy Noether], year: 1921, kind: book, award: \"<b onclick='y()'>z</b>\"}\n"
    site = make_site(
        tmp_path, {"data/publications.yml": paper, "content/about.md": "{{ publications() }}\n"}
    )
    page = next(
        output.content.decode() for output in prepare(site).outputs() if output.path == "index.html"
    )
    assert re.search(r"<b\b[^>]*\bonclick=", page)
