"""What pages of al-folio show by front matter, tags and includes is in the imported site."""

from __future__ import annotations

import json
import re
import sys
from datetime import date
from html import unescape
from typing import TYPE_CHECKING

import pytest
import yaml

from acadfolio.build import prepare
from acadfolio.cli import main
from acadfolio.commands.console import DONE
from cases import every_case
from sites import content_of, make_site, render_site
from test_import import Run, page

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

NAME = "title: Emmy Noether\n"
HOME = """\
---
layout: about
permalink: /
title: about
subtitle: Reader at Göttingen

profile:
  image: emmy.jpg

# Where she is.

  more_info: >
    <p>Göttingen</p>

"announcements":
  enabled: true
  limit: 5
latest_posts: {enabled: false}
selected_papers: true # a list
social: true
---
Hello.
"""
PAPER = """\
@article{a, title = {Idealtheorie}, author = {Noether, Emmy}, journal = {Annalen}, year = 1921, selected = {true}}
"""


def texts_of(run: Run, capsys: pytest.CaptureFixture[str], path: str) -> list[str]:
    """The texts of an output page, without tags. There are no warnings."""
    assert main(["build", "--strict", "--site", str(run.site)]) == DONE, capsys.readouterr().err
    html = content_of((run.site / "output" / path).read_text(encoding="utf-8"))
    return list(
        filter(None, (line.strip() for line in unescape(re.sub(r"<[^>]+>", "", html)).split("\n")))
    )


def test_what_the_home_page_switches_on_is_below_its_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": f"{NAME}collections: {{news: {{output: true}}}}\n",
        "_pages/about.md": HOME,
        "_news/a.md": page("A prize.\n", date="1932-11-08", inline="true"),
        "_posts/1930-05-04-a.md": page("Text.\n", title="A post"),
        "_bibliography/papers.bib": PAPER,
    }
    run = Run(tmp_path, files, capsys)
    assert (run.site / "content/_pages/about.md").read_text(encoding="utf-8") == (
        "---\nlayout: about\npermalink: /\n\ntitle: Emmy Noether\nredirect_from: [/news/a.html]\n---\n"
        "\n<p>Reader at Göttingen</p>\n\nHello.\n"
        "\n## News\n\n{{ news(limit=5) }}\n\n## Selected publications\n\n{{ publications(selected=true) }}\n"
    )
    shown = texts_of(run, capsys, "index.html")
    assert shown[:2] == ["Reader at Göttingen", "Hello."]
    assert any("A prize" in text for text in shown)
    assert any("Idealtheorie" in text for text in shown)


def test_only_the_bibliographies_that_pages_showed_come_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("papers", "talks", "drafts")
    files = {
        "_config.yml": f"{NAME}scholar: {{bibliography: papers.bib}}\n",
        "_pages/about.md": page("{% bibliography %}\n\n{% bibliography --file talks %}\n"),
        **{f"_bibliography/{name}.bib": PAPER for name in names},
    }
    run = Run(tmp_path, files, capsys)
    assert {name for name in names if (run.site / f"data/{name}.bib").exists()} == {
        "papers",
        "talks",
    }
    (reported,) = run.reported
    assert reported.startswith("_bibliography/drafts.bib: warning: no page showed this: skipped")


@every_case("groups", ["group_by: none", "group_by: year", "style: apa"])
def test_papers_have_headings_of_years_unless_the_old_site_had_none(
    groups: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": f"{NAME}scholar: {{{groups}}}\n",
        "_pages/papers.md": page("{% bibliography %}\n", permalink="/papers/", title="papers"),
        "_bibliography/papers.bib": PAPER,
    }
    run = Run(tmp_path, files, capsys)
    assert ("1921" in texts_of(run, capsys, "papers/index.html")) == ("year" in groups)


@every_case(
    ("config", "news"),
    [("", "{enabled: true, limit: 8}"), ("news_limit: 8\n", "true")],
)
def test_the_home_page_shows_as_much_news_as_before(
    config: str, news: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": f"{NAME}collections: {{news: {{output: true}}}}\n{config}",
        "_pages/about.md": page("Hello.\n", layout="about", permalink="/", news=news),
        "_news/a.md": page("A prize.\n", date="1932-11-08"),
    }
    run = Run(tmp_path, files, capsys)
    assert "{{ news(limit=8) }}" in (run.site / "content/_pages/about.md").read_text(
        encoding="utf-8"
    )


def test_a_home_page_with_both_keys_for_news_has_them_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = {"news": "true", "announcements": "{enabled: true, limit: 3}"}
    files = {
        "_config.yml": f"{NAME}collections: {{news: {{output: true}}}}\n",
        "_pages/about.md": page("Hello.\n", layout="about", permalink="/", **keys),
        "_news/a.md": page("A prize.\n", date="1932-11-08"),
    }
    run = Run(tmp_path, files, capsys)
    assert (run.site / "content/_pages/about.md").read_text(encoding="utf-8").count("{{ news(") == 1


def test_the_home_page_of_2024_has_its_switches_in_the_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = "announcements: {enabled: true, limit: 2}\nlatest_posts: {enabled: true, limit: 1}\n"
    files = {
        "_config.yml": f"{NAME}collections: {{news: {{output: true}}}}\n{config}",
        "_pages/about.md": page("Hello.\n", layout="about", permalink="/", news="true"),
        "_news/a.md": page("A prize.\n", date="1932-11-08"),
        "_posts/1930-05-04-a.md": page("Text.\n", title="A post"),
    }
    about = Run(tmp_path, files, capsys).site / "content/_pages/about.md"
    assert re.findall(r"\{\{.*\}\}", about.read_text(encoding="utf-8")) == [
        "{{ news(limit=2) }}",
        "{{ posts(limit=1) }}",
    ]


def test_news_without_a_date_is_dated_by_its_name_or_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": f"{NAME}collections: {{news: {{output: true}}}}\n",
        "_pages/about.md": HOME,
        "_news/1932-11-08.md": page("A prize.\n", layout="post"),
        "_news/leave.md": page("On leave.\n", layout="post"),
    }
    run = Run(tmp_path, files, capsys)
    assert [entry["date"] for entry in yaml.safe_load(run.text("news"))] == [date(1932, 11, 8)]
    assert [problem.partition(" (")[0] for problem in run.reported] == [
        "_news/leave.md:1: warning: this news has no date: skipped"
    ]


@every_case("keys", [{}, {"news": "false"}, {"announcements": "{enabled: false, limit: 5}"}])
def test_a_home_page_without_news_has_none(
    keys: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": f"{NAME}collections: {{news: {{output: true}}}}\n",
        "_pages/about.md": page("Hello.\n", layout="about", permalink="/", **keys),
        "_news/a.md": page("A prize.\n", date="1932-11-08"),
        "_pages/news.md": page(
            "{% include news.liquid %}\n", layout="page", permalink="/news/", title="news"
        ),
    }
    run = Run(tmp_path, files, capsys)
    assert texts_of(run, capsys, "index.html") == ["Hello."]
    assert "A prize." in " ".join(texts_of(run, capsys, "news/index.html"))


def test_a_home_page_with_news_switched_off_has_none_on_a_site_without_a_page_of_news(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": f"{NAME}collections: {{news: {{output: true}}}}\n",
        "_pages/about.md": page("Hello.\n", layout="about", permalink="/", news="false"),
        "_news/a.md": page("A prize.\n", date="1932-11-08"),
    }
    run = Run(tmp_path, files, capsys)
    assert main(["build", "--site", str(run.site)]) == DONE
    assert "A prize." not in (run.site / "output/index.html").read_text(encoding="utf-8")


def test_news_without_a_page_of_its_own_is_its_text_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": f"{NAME}collections: {{news: {{output: true}}}}\n",
        "_pages/about.md": HOME,
        "_news/a.md": page("A prize.\n", date="1932-11-08", inline="true", title="Ackermann"),
        "_news/b.md": page("A talk.\n", date="1932-09-07", inline="false", title="Zürich"),
        "_news/c.md": page("", date="1931-09-07", inline="true", title="Leave"),
    }
    run = Run(tmp_path, files, capsys)
    texts = [entry["text"] for entry in yaml.safe_load(run.text("news"))]
    assert texts == ["A prize.", "**Zürich.** A talk.", "Leave"]


def test_colours_of_venues_that_are_functions_are_reported_and_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    venues = """\
# color: rgb(0, 0, 0)
Annalen:
  color: rgb(1, 2, 3)
Zeitschrift: {color: "var(--accent)", url: https://example.org}
Crelle: {color: "#00369f"}
"""
    files = {"_config.yml": NAME, "_data/venues.yml": venues, "_pages/about.md": HOME}
    run = Run(tmp_path, files, capsys)
    assert [problem.partition(": skipped")[0] for problem in run.reported] == [
        "_data/venues.yml:3: warning: `rgb(1, 2, 3)` is not a hexadecimal colour",
        "_data/venues.yml:4: warning: `var(--accent)` is not a hexadecimal colour",
    ]
    read = {
        "Annalen": {"color": None},
        "Zeitschrift": {"color": None, "url": "https://example.org"},
    }
    assert yaml.safe_load(run.text("venues")) == read | {"Crelle": {"color": "#00369f"}}
    texts_of(run, capsys, "index.html")


def test_a_part_without_entries_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(tmp_path, {"_config.yml": NAME, "_pages/about.md": HOME}, capsys)
    assert texts_of(run, capsys, "index.html") == ["Reader at Göttingen", "Hello."]


@every_case(
    ("config", "heading"),
    [
        (
            "title: blank\nfirst_name: Emmy\nmiddle_name: A.\nlast_name: Noether\n",
            "<strong>Emmy</strong> A. Noether",
        ),
        ("title: Rings\nfirst_name: Emmy\nlast_name: Noether\n", "Rings"),
        ("description: Rings\n", "about"),
    ],
)
def test_the_heading_of_the_home_page_is_the_name_as_in_al_folio(
    config: str, heading: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(tmp_path, {"_config.yml": config, "_pages/about.md": HOME}, capsys)
    if "title" not in config:
        (run.site / "data/site.yml").write_text("title: A\nlook: academicpages\n", encoding="utf-8")
    texts_of(run, capsys, "index.html")
    assert f'<h1 class="page__title">{heading}</h1>' in (run.site / "output/index.html").read_text(
        encoding="utf-8"
    )


def test_headings_of_the_home_page_link_to_the_pages_that_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    about = page(
        "Hello.\n",
        layout="about",
        permalink="/",
        news="true",
        latest_posts="true",
        selected_papers="true",
    )
    files = {
        "_config.yml": f"{NAME}collections: {{news: {{output: true}}}}\n",
        "_pages/about.md": about,
        "_pages/news.md": page(
            "{% include news.liquid %}\n", layout="page", permalink="/news/", title="news"
        ),
        "_pages/papers.md": page(
            "{% bibliography %}\n", permalink="/publications/", published="false"
        ),
        "_news/a.md": page("A prize.\n", date="1932-11-08", inline="true"),
        "_posts/1930-05-04-a.md": page("Text.\n", title="A post"),
        "_bibliography/papers.bib": PAPER,
    }
    run = Run(tmp_path, files, capsys)
    texts_of(run, capsys, "index.html")
    html = (run.site / "output/index.html").read_text(encoding="utf-8")
    assert [re.sub(' id="[^"]*"', "", heading) for heading in re.findall("<h2 id=.*</h2>", html)] == [
        '<h2><a href="news/index.html">News</a></h2>', "<h2>Latest posts</h2>", "<h2>Selected publications</h2>"
    ]  # fmt: skip


def test_the_description_of_the_site_is_for_search_engines_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = (
        "last_name: Noether\ndescription: Based on [*folio](https://example.org/-folio) design.\n"
    )
    config += "collections: {projects: {output: true}}\n"
    about, project = page("Hello.\n", permalink="/"), page("Rings.\n", title="Rings")
    run = Run(
        tmp_path,
        {"_config.yml": config, "_pages/about.md": about, "_projects/a.md": project},
        capsys,
    )
    assert main(["build", "--strict", "--site", str(run.site)]) == DONE, capsys.readouterr().err
    head, _, body = (
        (run.site / "output/index.html").read_text(encoding="utf-8").partition("</head>")
    )
    assert ("example.org" in head, "example.org" in body) == (True, False)


def test_includes_of_al_folio_stay_where_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    repositories = page(
        '{% include repository/repo.liquid repository="noether/rings" %}\n',
        title="r",
        permalink="/r/",
    )
    files = {
        "_config.yml": f"{NAME}repo_theme_light: default\n",
        "_pages/r.md": repositories,
        "_includes/repository/repo.liquid": "{{ site.repo_theme_light }}",
    }
    run = Run(tmp_path, files, capsys)
    assert run.copied == {"content/_pages/r.md"}
    assert run.text("site").splitlines()[1:] == ["title: Emmy Noether"]
    assert texts_of(run, capsys, "r/index.html") == ["noether/rings"]


BLOG = """\
---
layout: default
permalink: /blog/
title: blog
nav_order: 1
pagination: {enabled: true, per_page: 5}
---
{% assign featured = site.posts | where: "featured", "true" %}
{% for post in featured %}
<b>{{ post.title }}</b>
{% endfor %}
{% if page.pagination.enabled %}{% assign postlist = paginator.posts %}{% endif %}
{% if postlist == nil %}{% assign postlist = site.posts %}{% endif %}
{% for post in POSTS %}
{% if post.thumbnail != blank %}<img src="{{ post.thumbnail }}">{% endif %}
{% if post.redirect == blank %}
<a href="{{ post.url | relative_url }}">{{ post.title }}</a>
{% elsif post.redirect contains '://' %}
<a href="{{ post.redirect }}">{{ post.title }}</a>
{% else %}
<a href="{{ post.redirect | relative_url }}">{{ post.title }}</a>
{% endif %}
{% endfor %}
"""


@every_case("posts", ["postlist", "paginator.posts"])
def test_a_page_of_posts_lists_them_once(
    posts: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": f"{NAME}permalink: /blog/:year/:title/\n",
        "_pages/blog.md": BLOG.replace("POSTS", posts),
        "_posts/1930-05-04-rings.md": page("Text.\n", title="A post", featured="true"),
        "_posts/1929-05-04-talk.md": page("", title="A talk", redirect="/assets/talk.pdf"),
        "assets/talk.pdf": "%PDF-1.4",
    }
    run = Run(tmp_path, files, capsys)
    assert texts_of(run, capsys, "blog/index.html") == ["A post", "A post", "A talk"]
    html = (run.site / "output/blog/index.html").read_text(encoding="utf-8")
    assert re.findall('<a href="([^"]+)">A ', html) == [
        "1930/rings/index.html",
        "1929/talk/index.html",
    ]
    assert "<img" not in content_of(html)
    assert texts_of(run, capsys, "blog/1929/talk/index.html")[:1] == ["/assets/talk.pdf"]


def test_a_list_of_icons_is_reported_by_the_name_of_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"_config.yml": NAME, "_data/socials.yml": "- github: emmy\n", "_pages/about.md": HOME}
    (problem,) = Run(tmp_path, files, capsys).reported
    assert problem.startswith("_data/socials.yml:1:1: warning: `socials` is not a known network")


@every_case(
    "keys",
    [
        {"redirect": '"javascript:alert(1)"'},
        {"layout": "cv", "cv_pdf": '"java\\tscript:alert(1)//"'},
        {"layout": "distill", "authors": '[{name: E. Artin, url: "JavaScript:alert(1)"}]'},
        {"layout": "distill", "authors": '[{name: E. Artin, url: "java\\nscript:alert(1)"}]'},
        {
            "layout": "distill",
            "authors": '[{name: E. Artin, url: "data:text/html,<script>alert(1)</script>"}]',
        },
    ],
)
def test_no_link_above_a_text_leads_to_a_script(
    keys: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": NAME,
        "_pages/a.md": page("Text.\n", title="A", permalink="/a/", **keys),
    }
    run = Run(tmp_path, files, capsys)
    assert main(["build", "--site", str(run.site)]) == DONE
    html = content_of((run.site / "output/a/index.html").read_text(encoding="utf-8"))
    assert "Text." in html
    assert ("<a " in html, "<script" in html) == (False, False)


SOCIALS = {
    "academia_edu: {organization: goe, username: EmmyNoether}": (
        "Academia",
        "https://goe.academia.edu/EmmyNoether",
    ),
    "academia_edu: EmmyNoether": ("Academia", "https://independent.academia.edu/EmmyNoether"),
    "acm_id: 81100": ("ACM", "https://dl.acm.org/profile/81100"),
    "blogger_url: https://rings.example.org": ("Blogger", "https://rings.example.org"),
    "mastodon_username: rings.example.org/@emmy": ("mastodon", "https://rings.example.org/@emmy"),
    "github_username: {value: noether, logo: a.svg}": ("github", "noether"),
    "wechat_qr: emmy.png": ("WeChat", "assets/img/emmy.png"),
    "youtube_id: emmy": ("youtube", "https://www.youtube.com/@emmy"),
    "circle: {title: My circle, url: 'https://c.example.org', logo: a.svg}": (
        "My circle",
        "https://c.example.org",
    ),
    "notes: {title: Notes, url: /notes/, logo: a.svg}": ("Notes", "/notes/"),
}


@every_case("line", SOCIALS)
def test_the_icons_of_al_folio_become_links(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"_config.yml": NAME, "_data/socials.yml": f"{line}\n", "_pages/about.md": HOME}
    run = Run(tmp_path, files, capsys)
    assert run.reported == []
    assert yaml.safe_load(run.text("profile"))["links"] == dict([SOCIALS[line]])


@every_case(
    "line",
    [
        "cv_pdf: 'javascript:alert(1)'",
        "scholar: 'javascript:alert(1)'",
        "youtube_id: {logo: a.svg}",
    ],
)
def test_an_icon_without_a_name_or_with_a_script_is_reported(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": NAME,
        "_data/socials.yml": f"email: emmy@example.org\n{line}\n",
        "_pages/about.md": HOME,
    }
    run = Run(tmp_path, files, capsys)
    assert ["is not a known network: skipped" in problem for problem in run.reported] == [True]
    assert "links" not in yaml.safe_load(run.text("profile"))


OF_AL_FOLIO = """\
- title: Education
  type: time_table
  contents:
    - title: Habilitation
      institution: Göttingen
      year: 1919
      description: [On rings., {title: With, contents: [a, b]}]
- title: Honors
  type: time_table
  contents:
    - {year: 1932, items: [Ackermann–Teubner Prize]}
    - year: 1908
    - items: [Member of the *Circolo*]
- {title: Interests, type: list, contents: [Walks, Swimming]}
- {title: General, type: map, contents: [{name: Languages, value: German}]}
"""
OF_RENDERCV = """\
cv:
  name: Emmy Noether
  label: Algebraist
  location: Göttingen
  email: emmy@example.org
  phone: "1882"
  summary: Taught *rings*.
  sections:
    Education:
      - {institution: Göttingen, area: Algebra, degree: Dr, start_date: 1903, end_date: 1907, highlights: [Honours]}
    Experience:
      - {company: Bryn Mawr, position: Professor, start_date: 1933, location: Pennsylvania, summary: Taught.}
    Skills: [{label: Rings, details: all of them}, {name: Ideals, level: Master, keywords: [chains]}]
    Publications:
      - {title: On ideals, authors: [E. Noether, W. Schmeidler], journal: Math. Zeitschrift, date: 1920, doi: 10.1007/x}
    Circle: [{season: Winter, boys: [Deuring, Krull]}, {bullet: "They *walked*"}]
    Interests: [Walks]
"""
OF_JSON_RESUME = json.dumps(
    {
        "$schema": "https://example.org/schema.json",
        "basics": {
            "label": "Professor", "location": {"city": "Bryn Mawr", "region": "PA"}, "phone": "", "summary": "Of rings."
        },
        "work": [{"company": "Bryn Mawr", "position": "Professor", "startDate": "1933", "endDate": ""}],
        "education": [{"institution": "Göttingen", "area": "Algebra", "studyType": "Dr", "url": "", "courses": []},
            {"institution": "Erlangen", "title": "On invariants", "studyType": "PhD", "endDate": "1907"}],
        "volunteer": [{"organization": "", "position": "", "startDate": "", "name": "Walks", "score": "", "own": ""}],
        "languages": [{"language": "German", "fluency": "native"}],
        "references": [{"name": "David Hilbert", "reference": "Not a bathing establishment."}],
    }
)  # fmt: skip


@every_case(
    ("file", "cv", "shown"),
    [
        (
            "cv.yml",
            OF_AL_FOLIO,
            [
                "Education", "1919, Habilitation, Göttingen", "On rings.", "With a, b",
                "Honors", "1932", "Ackermann–Teubner Prize", "1908", "Member of the *Circolo*",
                "Interests", "Walks", "Swimming", "General", "Languages: German",
            ],
        ),
        (
            "cv.yml",
            OF_RENDERCV,
            [
                "Algebraist", "Göttingen, 1882, emmy@example.org", "Taught rings.",
                "Education", "1903 – 1907, Dr, Algebra, Göttingen", "Honours",
                "Experience", "1933 – present, Professor, Bryn Mawr, Pennsylvania", "Taught.",
                "Skills", "Rings: all of them", "Ideals: Master", "chains", "Publications",
                "1920, On ideals, Math. Zeitschrift, E. Noether, W. Schmeidler, https://doi.org/10.1007/x",
                "Circle", "season: Winter, boys: Deuring, Krull", "They walked", "Interests", "Walks",
            ],
        ),
        (
            "cv.json",
            OF_JSON_RESUME,
            [
                "Professor", "Bryn Mawr", "Of rings.",
                "Work", "1933 – present, Professor, Bryn Mawr", "Education", "Dr, Algebra, Göttingen",
                "1907, On invariants, PhD, Erlangen", "Volunteer", "Walks",
                "Languages", "German: native", "References", "David Hilbert", "Not a bathing establishment.",
            ],
        ),
    ],
)  # fmt: skip
def test_a_cv_in_a_data_file_is_on_its_page(
    file: str, cv: str, shown: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    layout = "cv" if file == "cv.yml" else "cv-layout"
    files = {
        "_config.yml": NAME,
        f"_data/{file}": cv,
        "_pages/cv.md": page("", layout=layout, permalink="/cv/", title="CV"),
    }
    run = Run(tmp_path, files, capsys)
    assert run.reported == []
    assert texts_of(run, capsys, "cv/index.html") == shown


def test_a_collection_that_the_settings_include_is_imported_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = f"{NAME}include: [_pages, _projects]\ncollections: {{projects: {{output: true}}}}\n"
    project = page("Rings.\n", title="Ideals", category="Chains and their ends")
    run = Run(tmp_path, {"_config.yml": config, "_projects/a.md": project}, capsys)
    assert run.entry("projects")["tags"] == ["Chains and their ends"]
    assert run.copied == set()
    assert main(["build", "--site", str(run.site)]) == DONE


def test_the_instructor_of_a_course_is_in_its_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    course = page("Bring paper.\n", title="Algebra", year="1921", instructor="Emmy Noether")
    files = {
        "_config.yml": f"{NAME}collections: {{teachings: {{output: true}}}}\n",
        "_teachings/algebra.md": course,
    }
    run = Run(tmp_path, files, capsys)
    assert run.entry("teaching")["text"] == "Instructor: Emmy Noether\n\nBring paper.\n"


def test_texts_of_a_cv_are_html_in_al_folio_and_markdown_in_rendercv(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = "Algebra (1*), <b>rings</b> (1*): <ul><li>ideals</li></ul>"
    entry = json.dumps(
        {"title": "Marks", "degree": "Dr", "description": [line], "summary": "*Good.*"}
    )
    for name, cv, shown in (
        (
            "a",
            f"- {{title: Education, contents: [{entry}]}}",
            [f"<div>{line}</div>", "<div>*Good.*</div>"],
        ),
        ("b", f"cv: {{sections: {{Education: [{entry}]}}}}", ["<em>Good.</em>"]),
    ):
        files = {
            "_config.yml": NAME,
            "_data/cv.yml": cv,
            "_pages/cv.md": page("", layout="cv", title="CV", cv_pdf=""),
        }
        run = Run(tmp_path / name, files, capsys)
        texts_of(run, capsys, "cv/index.html")
        html = (run.site / "output/cv/index.html").read_text(encoding="utf-8")
        assert [text for text in shown if text not in html] == []


@every_case(
    ("cv", "keys", "heading"),
    [
        ("", {}, "Work"),
        (OF_AL_FOLIO, {}, "Work"),
        (OF_AL_FOLIO, {"cv_format": "rendercv"}, "Interests"),
        (OF_RENDERCV, {}, "Interests"),
        (OF_RENDERCV, {"cv_format": "jsonresume"}, "Work"),
    ],
)
def test_the_cv_of_a_page_is_that_of_al_folio(
    cv: str, keys: dict[str, str], heading: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": NAME,
        "_data/cv.yml": cv,
        "assets/json/resume.json": OF_JSON_RESUME,
        "_pages/cv.md": page("", layout="cv", permalink="/cv/", title="CV", **keys),
    }
    run = Run(tmp_path, {path: text for path, text in files.items() if text}, capsys)
    assert run.reported == []
    headings = {"Work", "Interests"}.intersection(texts_of(run, capsys, "cv/index.html"))
    assert headings == {heading}


def test_the_description_of_a_page_and_the_pdf_of_a_cv_are_above_the_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": NAME,
        "_pages/teaching.md": page(
            "Text.\n", layout="page", permalink="/t/", description="In <em>Göttingen</em>."
        ),
        "_pages/talks.md": page(
            "Text.\n", layout="single", permalink="/s/", description="For search engines."
        ),
        "_pages/cv.md": page("", layout="cv", permalink="/cv/", title="cv", cv_pdf="noether.pdf"),
        "_pages/life.md": page(
            "Text.\n", layout="cv", permalink="/life/", title="life", cv_pdf="/files/life.pdf"
        ),
        "assets/pdf/noether.pdf": "%PDF-1.4",
        "files/life.pdf": "%PDF-1.4",
    }
    run = Run(tmp_path, files, capsys)
    assert texts_of(run, capsys, "t/index.html") == ["In Göttingen.", "Text."]
    assert texts_of(run, capsys, "s/index.html") == ["Text."]
    for path, pdf in (("cv", "assets/pdf/noether.pdf"), ("life", "files/life.pdf")):
        html = (run.site / f"output/{path}/index.html").read_text(encoding="utf-8")
        assert f'<a href="../{pdf}">PDF</a>' in html


def test_authors_above_a_text_may_be_only_names_and_are_no_html(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    authors = """[Emmy Noether, {name: "E. <Artin> & Co", url: 'https://a.example/?"x', affiliations: {name: A & B}}]"""
    files = {
        "_config.yml": NAME,
        "_pages/rings.md": page(
            "Text.\n", layout="distill", permalink="/r/", title="Rings", authors=authors
        ),
        "_pages/braids.md": page("Text.\n", layout="distill", permalink="/b/", title="Braids"),
    }
    run = Run(tmp_path, files, capsys)
    assert texts_of(run, capsys, "r/index.html") == [
        "Emmy Noether",
        "E. <Artin> & Co, A & B",
        "Text.",
    ]
    assert '<a href="https://a.example/?&quot;x"' in (
        run.site / "content/_pages/rings.md"
    ).read_text(encoding="utf-8")
    assert "<p></p>" not in (run.site / "content/_pages/braids.md").read_text(encoding="utf-8")


def test_footnotes_of_distill_are_those_of_markdown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        "Write `<d-footnote>`.<d-footnote>In\n*Göttingen*, see [rings](/rings/).</d-footnote>\n\n"
        "More.<d-footnote>Last.</d-footnote>\n"
    )
    files = {
        "_config.yml": NAME,
        "_posts/1921-03-01-a.md": page(text, layout="distill", title="Ideals"),
    }
    run = Run(tmp_path, files, capsys)
    assert run.reported == []
    assert (run.site / "content/_posts/1921-03-01-a.md").read_text(encoding="utf-8").partition(
        "\n---\n"
    )[2] == (
        "Write `<d-footnote>`.[^distill-1]\n\nMore.[^distill-2]\n\n"
        "[^distill-1]: In *Göttingen*, see [rings](/rings/).\n\n[^distill-2]: Last.\n"
    )


def test_people_of_a_page_are_shown_and_a_layout_of_ones_own_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = "[{align: right, image: emmy.svg, content: about_emmy.md, more_info: '<p>Göttingen</p>'}, {more_info: X}]"
    files = {
        "_config.yml": f"{NAME}include: [_pages, _scripts]\n",
        "_pages/people.md": page(
            "", layout="profiles", permalink="/people/", title="people", profiles=people
        ),
        "_pages/about_emmy.md": "She taught *algebra*.\n",
        "_pages/walks.md": page(
            "To the wood.\n", layout="walks", permalink="/walks/", title="walks"
        ),
        "_scripts/search.js": "---\npermalink: /search.js\n---\n",
        "assets/img/emmy.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    }
    run = Run(tmp_path, files, capsys)
    assert [line.partition(" (")[0] for line in run.reported] == [
        "_pages/walks.md:2:1: warning: there is no layout `walks`: this page has the one of other pages"
    ]
    assert "search.js" not in " ".join(run.copied)
    assert texts_of(run, capsys, "people/index.html") == ["Göttingen", "She taught algebra.", "X"]
    assert not list((run.site / "output").glob("about_emmy*"))
    assert 'src="../assets/img/emmy.svg"' in (run.site / "output/people/index.html").read_text(
        encoding="utf-8"
    )


@every_case("people", [{}, {"profiles": ""}, {"profiles": "Emmy"}, {"profiles": "[Emmy]"}])
def test_a_page_of_people_without_people_keeps_its_text(
    people: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page_of_people = page(
        "Welcome.\n", layout="profiles", permalink="/people/", title="people", **people
    )
    run = Run(
        tmp_path,
        {"_config.yml": f"{NAME}include: [_pages]\n", "_pages/people.md": page_of_people},
        capsys,
    )
    assert (run.status, run.reported) == (DONE, [])
    assert "Welcome." in (run.site / "content/_pages/people.md").read_text(encoding="utf-8")


# Tags and includes

NOTEBOOK = """\
{::nomarkdown}
{% assign jupyter_path = 'files/a.ipynb' | relative_url %}
{% capture exists %}{% file_exists files/a.ipynb %}{% endcapture %}
{% if exists == 'true' %}
  {% jupyter_notebook jupyter_path %}
{% endif %}
{:/nomarkdown}
"""


def html_of(
    folder: Path, text: str, files: Mapping[str, str] | None = None
) -> tuple[str, list[str]]:
    """The HTML of a page with this text, and the messages of the problems."""
    prepared = prepare(make_site(folder, {"content/notes.md": text, **(files or {})}))
    outputs = {
        output.path: output.content.decode() for output in prepared.outputs() if not output.file
    }
    return content_of(outputs["notes/index.html"]), [
        problem.message for problem in prepared.problems.found
    ]


TAGS = [
    (
        "{% details Click *here* %}\nMore with `code`.\n{% enddetails %}\n",
        r"<details>\s*<summary>Click <em>here</em></summary>\s*<p>More with <code.*>code</code>\.</p>\s*</details>",
    ),
    (
        "{% tabs log %}\n\n{% tab log My tab %}\n\n- one\n\n{% endtab %}\n\n{% endtabs %}\n",
        r'<details open="">\s*<summary>My tab</summary>\s*<ul>\s*<li>one</li>\s*</ul>\s*</details>',
    ),
    (
        "{% twitter https://twitter.com/x/status/5188 maxwidth=500 %}\n",
        '<a href="https://twitter.com/x/status/5188">https://twitter.com/x/status/5188</a>',
    ),
    (
        NOTEBOOK,
        '<a href="../files/a.ipynb">Jupyter notebook</a>',
    ),
    (
        '{% youtube "https://www.youtube.com/watch?v=ho8-vK0L1_8" %}\n',
        'href="https://www.youtube.com/watch.v=ho8-vK0L1_8"',
    ),
    (
        '{% include video.liquid path="https://youtu.be/ho8-vK0L1_8" %}\n',
        'href="https://youtu.be/ho8-vK0L1_8"',
    ),
    (
        '{% include audio.liquid path="files/a.mp3" %}\n',
        '<audio controls="" src="../files/a.mp3"></audio>',
    ),
    (
        '{% assign repo = "noether/rings" %}{% include repository/repo.liquid repository=repo %}\n',
        '<a href="https://github.com/noether/rings">noether/rings</a>',
    ),
    ("{% include news.liquid %}\n", "A prize"),
    ("{% include courses.liquid %}\n", "Algebra"),
    (
        '{% responsive_image path: assets/img/a.svg title: "A ring" class: "wide" %}\n',
        '<img (?=.*alt="A ring").*src="../assets/img/a.svg"|<img .*src="../assets/img/a.svg".*alt="A ring"',
    ),
    ("A{% seo %}\n", "<p>A</p>"),
    ("{{ 'A' | encode_email | emojify | bust_file_cache | bust_css_cache }}\n", "<p>A</p>"),
    ("See {% reference ideals %}.\n", r'<p>See \[<a href="#reference-1">1</a>\]\.</p>'),
    ("{% cite_details ideals --text Details %}\n", r'<p>\[<a href="#reference-1">1</a>\]</p>'),
    (
        "{% quote ideals --locator 4 %}\nEvery *chain* ends.\n{% endquote %}\n",
        r"<blockquote>\s*<p>Every <em>chain</em> ends\.</p>\s*<p>\[<a href=.#reference-1.>1</a>\]</p>\s*</block",
    ),
]


def test_tags_and_includes_of_al_folio_show_what_they_show_there(tmp_path: Path) -> None:
    files = {
        "static/files/a.ipynb": "{}",
        "static/files/a.mp3": "",
        "static/assets/img/a.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "data/news.yml": "- {date: 1903, text: A prize}\n",
        "data/teaching.yml": "- course: Algebra\n",
        "data/publications.yml": "- {key: ideals, title: Idealtheorie, date: 1921, authors: [E. Noether]}\n",
    }
    pages = {f"content/{number}.md": text for number, (text, _) in enumerate(TAGS)}
    outputs, problems = render_site(tmp_path, files | pages)
    assert problems == []
    assert [
        text
        for number, (text, html) in enumerate(TAGS)
        if not re.search(html, content_of(outputs[f"{number}/index.html"]))
    ] == []


def test_an_include_of_ones_own_goes_before_that_of_al_folio(tmp_path: Path) -> None:
    files = {
        "content/_includes/news.html": "Mine",
        "data/news.yml": "- {date: 1903, text: A prize}\n",
    }
    own, problems = html_of(tmp_path, "{% include news.html %}\n", files)
    assert ("Mine" in own, "A prize" in own, problems) == (True, False, [])
    files["content/_includes/news.liquid"] = files.pop("content/_includes/news.html")
    own, problems = html_of(tmp_path, "{% include news.liquid %}\n", files)
    assert ("Mine" in own, "A prize" in own, problems) == (True, False, [])


@every_case(
    "tag",
    [
        "{% assign jupyter_path = site.x %}{% jupyter_notebook jupyter_path %}",
        "{% include audio.liquid path=site.x %}",
        "{% include repository/repo.liquid repository=site.x %}",
        "{% include repository/repo_user.liquid username=site.x %}",
    ],
)
def test_no_value_of_a_data_file_becomes_html_in_an_include(tag: str, tmp_path: Path) -> None:
    files = {"data/site.yml": """title: A\nliquid:\n  x: 'a/b"><script>alert(1)</script>'\n"""}
    content, _ = html_of(tmp_path, f"{tag}\n", files)
    assert "alert(1)" in content
    assert "<script" not in content


def test_a_home_page_without_papers_gets_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    about = page("Hello.\n", layout="about", permalink="/", selected_papers="false")
    papers = page("{% bibliography %}\n", title="publications", permalink="/publications/")
    files = {
        "_config.yml": f"{NAME}last_name: Noether\n",
        "_pages/about.md": about,
        "_pages/publications.md": papers,
    }
    run = Run(tmp_path, {**files, "_bibliography/papers.bib": PAPER}, capsys)
    assert texts_of(run, capsys, "index.html") == ["Hello."]
    assert any("Idealtheorie" in text for text in texts_of(run, capsys, "publications/index.html"))


@pytest.mark.parametrize("is_installed", [True, False])
def test_an_import_says_what_to_install_for_the_build(
    is_installed: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pages = {
        f"_pages/{name}.md": page("{% bibliography %}\n", permalink=f"/{name}/")
        for name in ("papers", "talks")
    }
    old = make_site(
        tmp_path / "old", {"_config.yml": NAME, "_bibliography/papers.bib": PAPER, **pages}
    )
    if not is_installed:
        monkeypatch.setitem(sys.modules, "liquid", None)
    assert main(["import", str(old), "--site", str(tmp_path / "site")]) == DONE
    first = [line for line in capsys.readouterr().out.splitlines() if line.startswith("First:")]
    hint = (
        "First:  install acadfolio again with the extra `jekyll`: acadfolio[jekyll], or .[jekyll]"
    )
    assert first == ([] if is_installed else [hint])
