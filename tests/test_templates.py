"""Templates: citations whose joints are tidied and nothing else, links, headings and dates of the theme."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from acadfolio.model.record import fields_of
from acadfolio.model.section_kinds import SECTION_KINDS
from acadfolio.rendering.entries import NO_TEXT, NOT_SHOWN
from cases import every_case
from citation_styles import OWN
from sites import content_of, render_site

ROOT = Path(__file__).parent.parent


def words(html: str) -> str:
    """What a reader sees before BibTeX is opened."""
    closed = re.sub(r"<details[^>]*>\s*<summary>BibTeX.*?</details>", "", html, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", "", closed).split())


def home(folder: Path, text: str, **data: str) -> str:
    """The content of a home page that holds this text, of a site with these data files."""
    files = {f"data/{name}.yml": content for name, content in data.items()}
    return content_of(
        render_site(folder, {**files, "content/about.md": f"{text}\n"})[0]["index.html"]
    )


def cited(folder: Path, paper: str, *, style: str = "plain", **data: str) -> str:
    line = f'{{{{ publications(style="{style}") }}}}'
    return home(folder, line, publications=f"- {{{paper}}}\n", **data)


# Entries


@every_case(
    "section", [name for name, kind in SECTION_KINDS.items() if "fields" not in kind.unused]
)
def test_the_template_of_an_entry_prints_every_field_of_its_record(section: str) -> None:
    name = "free" if SECTION_KINDS[section].is_free else section
    template = (ROOT / f"templates/entries/{name}.html").read_text(encoding="utf-8")
    fields = set(fields_of(SECTION_KINDS[section].record)) - NO_TEXT - NOT_SHOWN
    printed = set(re.findall(r'part\.field == "(\w+)"', template))
    assert fields - printed == set()
    assert set(SECTION_KINDS[section].fields) <= fields


# Citations


@every_case("style", OWN)
@every_case(
    "title", ["Building on .NET", "Titre : sous ( a ) ,, b . . c", "What... , why ?", "A ; B !"]
)
def test_a_title_is_printed_as_it_was_written(title: str, style: str, tmp_path: Path) -> None:
    html = cited(tmp_path, f"title: '{title}', authors: [A. B], year: 1918", style=style)
    assert title.replace("...", "…") in words(html)


@every_case("style", OWN)
def test_a_url_in_a_citation_is_printed_as_it_was_written(style: str, tmp_path: Path) -> None:
    html = cited(tmp_path, "title: T, links: {PDF: 'https://x.org/a..b/,,c?.pdf'}", style=style)
    assert 'href="https://x.org/a..b/,,c?.pdf"' in html


@every_case(
    ("paper", "citation"),
    [
        ("title: T", "T."),
        ("title: Why?, authors: [A. B], year: 1918", "A. B. Why? 1918."),
        ("title: T, authors: [A. B, et al.], year: 1918", "A. B et al. T. 1918."),
        ("title: T, venue: J. Phys., kind: journal, year: 1918", "T. In J. Phys., 1918."),
        ("title: T, pages: 1–9", "T. Pages 1–9."),
        ("title: T, volume: 2, issue: 3, pages: 1–9, publisher: P", "T. 2(3):1–9. P."),
        ("title: T, editors: [C. D, E. F], series: S.", "T. Edited by C. D and E. F, S."),
        ("title: T, number: 5", "T. No. 5."),
        ("title: T, venue: V, number: 5", "T. V, no. 5."),
    ],
)
def test_what_a_missing_piece_leaves_at_a_joint_is_put_in_order(
    paper: str, citation: str, tmp_path: Path
) -> None:
    assert words(cited(tmp_path, paper)) == words(citation)


@every_case("style", OWN)
def test_a_venue_with_a_page_is_a_link(style: str, tmp_path: Path) -> None:
    venues = (
        "gn: {name: '[Göttinger](https://other.example/) Nachrichten', url: https://gn.example/}\n"
    )
    paper = "title: T, venue: gn, kind: journal"
    assert '<a href="https://gn.example/">Göttinger Nachrichten</a>' in cited(
        tmp_path, paper, style=style, venues=venues
    )


def test_a_box_shows_the_volume_pages_and_editors_of_a_paper(tmp_path: Path) -> None:
    papers = (
        "- {title: T, venue: gn, volume: 14, issue: 2, pages: 345–349, editors: [C. D], series: S, institution: I,"
        " year: 1918}\n- {title: U, institution: University of Erlangen, kind: thesis}\n- {title: V}\n"
    )
    venues = "gn: {name: Nachrichten, url: https://gn.example/}\n"
    html = home(tmp_path, '{{ publications(view="boxes") }}', publications=papers, venues=venues)
    lines = re.findall(r'<p class="publication__venue">(.*?)</p>', html, re.DOTALL)
    assert [words(line) for line in lines] == [
        "Nachrichten, 14(2):345–349, edited by C. D, S, I, 1918",
        "University of Erlangen",
    ]
    assert '<a href="https://gn.example/">Nachrichten</a>' in lines[0]


def test_values_printed_by_a_style_of_the_site_are_unchanged(tmp_path: Path) -> None:
    template = (
        "{% call punctuate() %}\n{{ paper.authors[0].name }} ,\n"
        "{% if paper.venue %}{{ paper.venue.name }}{% endif %} ,\n"
        '<a href="{{ paper.url }}">{{ paper.record.title | full_stop }}</a> .\n({{ paper.when }} )\n{% endcall %}\n'
    )
    paper = "- {title: 'a ,, b', authors: [A. B], year: 1918, links: {x: 'https://x.example/,,'}}\n"
    files = {
        "templates/citations/own.html": template,
        "data/publications.yml": paper,
        "content/about.md": '{{ publications(style="own") }}\n',
    }
    html = content_of(render_site(tmp_path, files)[0]["index.html"])
    assert 'A. B, <a href="https://x.example/,,">a ,, b.</a> (1918)' in html
    assert not re.search("[\ue000-\uf8ff]", html)


# Other sections


def test_the_venues_of_a_service_follow_its_role(tmp_path: Path) -> None:
    services = (
        "- {role: Reviewer, venues: [{name: ICML, years: [2024]}, {name: ICM, years: [2022]}]}\n"
    )
    assert (
        words(home(tmp_path, "{{ services() }}", services=services))
        == "Reviewer ICML 2024 · ICM 2022"
    )


# Links


def nested_links(html: str) -> list[str]:
    return re.findall(r"<a\b(?:(?!</a>).)*<a\b[^>]*>", html, re.DOTALL | re.IGNORECASE)


@every_case("look", ["acad-homepage", "academicpages"])
def test_no_link_is_inside_another(look: str, tmp_path: Path) -> None:
    link = "'[T](https://t.example/) x'"
    files = {
        "data/site.yml": f"title: {link}\nlook: {look}\nnavigation: [{{title: {link}, url: /cv/}}]\n",
        "data/profile.yml": f"name: A\npositions: [{{role: {link}, url: https://p.example/}}]\n",
        "data/publications.yml": f"- {{title: {link}, links: {{PDF: https://x.example/}}}}\n",
        "data/teaching.yml": f"- {{course: {link}, url: https://c.example/}}\n",
        "data/services.yml": f"- {{role: R, venues: [{{name: {link}, url: https://v.example/}}]}}\n",
        "content/about.md": (
            "# [News](https://n.example/)\n\n{{ posts() }}\n\n{{ publications(view='boxes') }}\n\n{{ teaching() }}\n\n"
            "{{ services() }}\n"
        ),
        "content/cv.md": f"---\ntitle: {link}\ntoc: true\n---\n# A [link](https://l.example/)\n",
        "content/posts/2001-02-03-a.md": f"---\ntitle: {link}\ntags: [a]\n---\nText\n",
    }
    outputs, _ = render_site(tmp_path, files)
    pages = {path: page for path, page in outputs.items() if path.endswith(".html")}
    assert {"index.html", "cv/index.html", "posts/a/index.html"} < pages.keys()
    for path, page in pages.items():
        assert nested_links(page) == [], path
    without_navigation = {**files, "data/site.yml": f"title: A\nlook: {look}\n"}
    assert nested_links(render_site(tmp_path, without_navigation)[0]["index.html"]) == []


def test_every_tag_has_an_anchor_of_its_own_and_posts_lead_to_it(tmp_path: Path) -> None:
    tags = ["C", "C#", "C++", "c", "main", "日本"]
    files = {"content/posts/2001-02-03-a.md": f"---\ntags: {tags!r}\n---\nText\n"}
    outputs, _ = render_site(tmp_path, files)
    page = outputs["tags/index.html"]
    anchors = {
        tag: anchor for anchor, tag in re.findall(r'<h2[^>]* id="([^"]*)">([^<]*)</h2>', page)
    }
    ids = re.findall(r'\sid="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    assert anchors.keys() == set(tags)
    for html, before in ((page, "#"), (outputs["posts/a/index.html"], "../../tags/index.html#")):
        links = re.findall(r'class="page__taxonomy-item" href="([^"]*)"[^>]*>([^<]*)<', html)
        assert {tag: before + anchors[tag] for tag in tags} == {tag: href for href, tag in links}


def test_no_heading_takes_the_id_of_the_frame(tmp_path: Path) -> None:
    outputs, _ = render_site(
        tmp_path, {"content/about.md": "# Main\n\n# page.main\n\n# Site nav\n"}
    )
    ids = re.findall(r'\sid="([^"]*)"', outputs["index.html"])
    assert len(ids) == len(set(ids))
    assert 'class="skip-link" href="#page.main"' in outputs["index.html"]


def test_previews_of_the_home_page_show_the_sites_title(tmp_path: Path) -> None:
    files = {
        "content/about.md": "# Hello\n\nText\n",
        "content/cv.md": "---\ntitle: CV\n---\nText\n",
    }
    outputs, _ = render_site(tmp_path, files)
    assert '<meta property="og:title" content="Emmy Noether">' in outputs["index.html"]
    assert '<meta property="og:title" content="CV">' in outputs["cv/index.html"]


# Dates


@every_case(
    ("settings", "shown"),
    [
        ("language: en", "14 June 2024"),
        ("language: de", "14. Juni 2024"),
        ("language: fr", "14 juin 2024"),
        ("language: es", "14 de junio de 2024"),
        ("language: zh", "2024年6月14日"),
        ("language: nl", "14 juni 2024"),
        ("language: ru", "14 июня 2024"),
        ("language: ja", "2024年6月14日"),
        ("language: eo", "14 June 2024"),
        ("language: de\ndate_style: 2024-06-14", "2024-06-14"),
        ("language: de\ndate_style: 06/2024", "14. Juni 2024"),
    ],
)
def test_posts_show_their_day_in_the_sites_style_or_its_languages(
    settings: str, shown: str, tmp_path: Path
) -> None:
    files = {"data/site.yml": f"title: A\n{settings}\n", "content/posts/2024-06-14-a.md": "Text\n"}
    outputs, _ = render_site(tmp_path, files)
    time = f'<time datetime="2024-06-14">{shown}</time>'
    assert time in outputs["posts/a/index.html"]
    assert time in outputs["posts/index.html"]


def test_what_is_random_cannot_be_asked_of_a_template(tmp_path: Path) -> None:
    files = {"content/about.md": "{{ [1, 2, 3] | random }}\n"}
    with pytest.raises(Exception, match="random"):
        render_site(tmp_path, files)


def test_a_method_of_a_mapping_goes_before_a_key_of_its_name(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: Marie Curie\nextra: {items: radium, seats: 4}\n",
        "templates/layouts/page.html": "{{ site.extra.seats }} {{ site.extra['items'] }}"
        "{% for key, value in site.extra.items() %} {{ key }}{% endfor %}",
        "content/about.md": "---\npermalink: /\n---\n",
    }
    outputs, _ = render_site(tmp_path, files)
    assert outputs["index.html"].strip() == "4 radium items seats"
