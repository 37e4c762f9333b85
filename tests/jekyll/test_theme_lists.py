"""Lists that the Jekyll themes' own pages make with loops: which ones become sections, and what the others show."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from acadfolio.build import prepare
from cases import every_case
from sites import content_of, make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("liquid")

DATA = {
    "data/site.yml": "title: Emmy Noether\nlook: academicpages\n",
    "data/publications.yml": (
        "- {title: Idealtheorie, authors: [E. Noether], year: 1921, venue: Annalen, kind: journal}\n"
        "- {title: Moderne Algebra, authors: [E. Noether], year: 1930, kind: book}\n"
    ),
    "data/talks.yml": "- {date: 1932-09-07, title: Hyperkomplexe Systeme}\n- {date: 1928, title: Gruppen}\n",
    "data/teaching.yml": "- {course: Algebra, terms: [1927]}\n",
    "content/posts/1930-05-04-rings.md": "---\ntitle: Rings\ntags: [rings]\n---\nAll of them.\n",
    "content/posts/1931-05-04-ideals.md": (
        "---\ntitle: Ideals\ntags: [ideals, rings]\ncategories: [algebra]\n---\nAll of them.\n"
    ),
}
HEAD = "---\ntitle: All\npermalink: /all/\n---\n"
BY_CATEGORY = """\
{% include base_path %}
<!-- New style rendering if publication categories are defined -->
{% if site.publication_category %}
  {% for category in site.publication_category  %}
    {% assign title_shown = false %}
    {% for post in site.publications reversed %}
      {% if post.category != category[0] %}
        {% continue %}
      {% endif %}
      {% unless title_shown %}
        <h2>{{ category[1].title }}</h2><hr />
        {% assign title_shown = true %}
      {% endunless %}
      {% include archive-single.html %}
    {% endfor %}
  {% endfor %}
{% else %}
  {% for post in site.publications reversed %}
    {% include archive-single.html %}
  {% endfor %}
{% endif %}
"""
BY_YEAR = """\
{% include base_path %}
{% capture written_year %}'None'{% endcapture %}
{% for post in site.posts %}
  {% capture year %}{{ post.date | date: '%Y' }}{% endcapture %}
  {% if year != written_year %}
    <h2 id="{{ year | slugify }}" class="archive__subtitle">{{ year }}</h2>
    {% capture written_year %}{{ year }}{% endcapture %}
  {% endif %}
  {% include archive-single.html %}
{% endfor %}
"""
BY_TAG = """\
{% include base_path %}
{% include group-by-array collection=site.posts field="tags" %}
{% for tag in group_names %}
  {% assign posts = group_items[forloop.index0] %}
  <h2 id="{{ tag | slugify }}" class="archive__subtitle">{{ tag }}</h2>
  {% for post in posts %}
    {% include archive-single.html %}
  {% endfor %}
{% endfor %}
"""
TALKS = "{% for post in site.talks reversed %}\n  {% include archive-single-talk.html %}\n{% endfor %}\n"


def titles(
    folder: Path, text: str, more: dict[str, str] | None = None, name: str = "all.html"
) -> list[str]:
    """The headings and titles of a page's list, in their order; a page with a warning fails."""
    outputs, reported = render_site(folder, DATA | {f"content/{name}": HEAD + text} | (more or {}))
    assert reported == []
    content = content_of(outputs["all/index.html"])
    assert "{%" not in content
    return [re.sub("<[^>]*>", "", found) for found in re.findall(r"<h\d[^>]*>(.*?)</h\d>", content)]


@every_case(
    ("text", "expected"),
    [
        (TALKS, ["Hyperkomplexe Systeme", "Gruppen"]),
        (TALKS.replace(" reversed", " limit: 1"), ["Gruppen"]),
        (
            "{%- for post in site.teaching -%}{%- include archive-single -%}{%- endfor -%}",
            ["Algebra"],
        ),
        (
            "{% assign newest = site.talks | sort: 'date' | reverse %}\n"
            + TALKS.replace("site.talks", "newest"),
            ["Hyperkomplexe Systeme", "Gruppen"],
        ),
        (BY_CATEGORY, ["Moderne Algebra", "Idealtheorie"]),
        (BY_YEAR, ["1931", "Ideals", "1930", "Rings"]),
        (BY_TAG, ["algebra", "Ideals", "ideals", "Ideals", "rings", "Ideals", "Rings"]),
        (BY_TAG.replace('"tags"', '"categories"'), ["algebra", "Ideals"]),
        (f"<!--\n{TALKS}-->\n{TALKS}", ["Hyperkomplexe Systeme", "Gruppen"]),
    ],
)
def test_a_list_of_a_theme_is_the_section_s(text: str, expected: list[str], tmp_path: Path) -> None:
    assert titles(tmp_path, text) == expected


def test_publications_of_a_theme_are_below_their_headings_if_the_site_has_some(
    tmp_path: Path,
) -> None:
    site = DATA["data/site.yml"] + "liquid:\n  publication_category: {books: {title: Books}}\n"
    assert titles(tmp_path, BY_CATEGORY, {"data/site.yml": site}) == [
        "Books", "Moderne Algebra", "Journal Publications", "Idealtheorie",
    ]  # fmt: skip


@every_case(
    ("key", "expected"),
    [
        ("manuscripts", ["Idealtheorie"]),
        ("books", ["Moderne Algebra"]),
        ("conferences", []),
        ("essays", ["Gesetze"]),
    ],
)
def test_papers_of_one_category_are_found_by_their_kind_or_their_old_key(
    key: str, expected: list[str], tmp_path: Path
) -> None:
    loop = "{% for post in site.publications %}{% if post.category == 'KEY' %}\n{% include archive-single.html %}\n"
    papers = f"{DATA['data/publications.yml']}- {{title: Gesetze, year: 1918, kind: journal, extra: {{category: essays}}}}\n"
    text = f"{loop.replace('KEY', key)}{{% endif %}}{{% endfor %}}\n"
    assert titles(tmp_path, text, {"data/publications.yml": papers}) == expected


def test_the_lists_of_a_cv_are_compact_and_lose_the_tags_around_them(tmp_path: Path) -> None:
    text = "Talks\n======\n  <ul>{% for post in site.talks reversed %}\n    {% include archive-single-talk-cv.html  %}\n"
    outputs, reported = render_site(
        tmp_path, DATA | {"content/all.md": f"{HEAD}{text}  {{% endfor %}}</ul>\n\nText.\n"}
    )
    content = content_of(outputs["all/index.html"])
    assert reported == []
    assert content.count("<ul") == content.count("</ul>") == 1
    assert (
        content.index("</h1>")
        < content.index("Hyperkomplexe")
        < content.index("Gruppen")
        < content.index("Text.")
    )


def test_the_lists_of_a_cv_leave_texts_to_the_pages_of_their_entries(tmp_path: Path) -> None:
    loop = "<ul>{% for post in site.teaching %}\n{% include archive-single-cv.html %}\n{% endfor %}</ul>\n"
    course = {
        "data/teaching.yml": "- {course: Algebra, role: Lecturer, terms: [1927], text: Rings and ideals.}\n"
    }
    outputs, _ = render_site(tmp_path, DATA | course | {"content/all.md": HEAD + loop})
    content = content_of(outputs["all/index.html"])
    assert "Lecturer" in content
    assert "Rings and ideals" not in content


def test_a_list_without_entries_is_empty_as_it_was(tmp_path: Path) -> None:
    assert (
        titles(
            tmp_path,
            "{% for post in site.portfolio %}{% include archive-single.html %}{% endfor %}",
        )
        == []
    )


def test_settings_of_a_section_apply_to_its_old_page_too(tmp_path: Path) -> None:
    site = DATA["data/site.yml"] + "talks: {view: table}\n"
    outputs, _ = render_site(
        tmp_path, DATA | {"data/site.yml": site, "content/all.html": HEAD + TALKS}
    )
    assert "<table" in content_of(outputs["all/index.html"])


BY_YEAR_OF_TALK = """\
{% assign years = site.talks | group_by_exp: "talk", "talk.date | date: '%Y'" %}
{% for year in years reversed %}
## {{ year.name }}
{% for post in year.items %}
{% include archive-single-talk.html %}
{% endfor %}
{% endfor %}
"""


LOOP = "{% for post in site.talks %}\n"
ENTRY = "{% include archive-single.html type='grid' %}\n{% endfor %}\n"


@every_case(
    ("text", "expected"),
    [
        (
            f"{LOOP}{{% if post.date > '1930' %}}{ENTRY.replace('{% endfor', '{% endif %}{% endfor')}",
            ["Hyperkomplexe Systeme"],
        ),
        (
            f"{LOOP}{{% if post.title == 'Gruppen' %}}{{% continue %}}{{% endif %}}{ENTRY}",
            ["Hyperkomplexe Systeme"],
        ),
        (f"All: {LOOP}{ENTRY}", ["Gruppen", "Hyperkomplexe Systeme"]),
        (
            "{% assign some = site.publications | where: 'kind', 'book' %}{% for post in some %}"
            + ENTRY,
            ["Moderne Algebra"],
        ),
        (
            "{% assign some = site.publications | where_exp: 'x', 'x.date < \"1930\"' %}{% for post in some %}"
            + ENTRY,
            ["Idealtheorie"],
        ),
        (BY_YEAR_OF_TALK, ["1932", "Hyperkomplexe Systeme", "1928", "Gruppen"]),
        ("{% for post in site.tags.ideals %}" + ENTRY, ["Ideals"]),
        ("{% for post in site.pages %}" + ENTRY, ["All"]),
        (
            "{% for each in site.collections %}{% for post in each.docs %}"
            + ENTRY
            + "{% endfor %}",
            ["Idealtheorie", "Moderne Algebra", "Gruppen", "Hyperkomplexe Systeme", "Algebra"],
        ),
        (
            TALKS + "{% for course in site.teaching %}\n### {{ course.title }}\n{% endfor %}\n",
            ["Hyperkomplexe Systeme", "Gruppen", "Algebra"],
        ),
    ],
)
def test_any_other_loop_shows_the_entries_that_it_picks(
    text: str, expected: list[str], tmp_path: Path
) -> None:
    assert titles(tmp_path, text, name="all.md") == expected


def test_an_entry_of_a_loop_of_ones_own_links_to_its_page_with_its_facts(tmp_path: Path) -> None:
    talk = "- {date: 1932-09-07, title: Systems & rings, kind: Plenary, event: ICM, location: Zürich, text: On *them*., "
    loop = "{% for post in site.talks offset: 0 %}\n    {% include archive-single-talk-cv.html %}\n{% endfor %}"
    text = f"<ol>\n{loop}\n</ol>\n"
    text += text.replace("-cv", "").replace("ol>", "div>")
    files = {
        "data/talks.yml": talk + "redirect_from: [/talks/systems/]}\n",
        "content/all.md": HEAD + text,
    }
    outputs, reported = render_site(tmp_path, DATA | files)
    content = re.sub(r"\s+", " ", content_of(outputs["all/index.html"]))
    link = r'<a href="[./]*/talks/[^"]*">Systems &#38; rings</a>'
    assert reported == []
    assert re.search(rf"<ol> <li>{link}, <em>ICM</em>, Zürich, 1932</li> </ol>", content)
    meta = "Plenary, <em>ICM</em>, Zürich, September 7, 1932"
    assert re.search(
        rf"<h2[^>]*>{link}</h2> <p[^>]*>{meta}</p> <div[^>]*><p>On <em>them</em>.</p></div> </article> </div>",
        content,
    )


def test_lines_below_a_list_keep_their_numbers(tmp_path: Path) -> None:
    _, reported = render_site(
        tmp_path, DATA | {"content/all.md": f"{HEAD}{TALKS}\n{{{{ site.nothing }}}} it is.\n"}
    )
    assert reported == ["content/all.md:9:4: Liquid: `site.nothing` is not defined"]


def test_an_include_that_is_missing_is_empty_and_reported(tmp_path: Path) -> None:
    page = "{% include base_path %}\n\n{% include cv-template.html %}\n\nText.\n"
    outputs, reported = render_site(tmp_path, DATA | {"content/all.md": HEAD + page})
    assert reported == ["content/all.md:7:4: Liquid: there is no include `cv-template.html`"]
    assert "Text." in content_of(outputs["all/index.html"])


# al-folio


PAPERS = {
    "data/site.yml": "title: Emmy Noether\npublications: {keywords: true}\n",
    "data/papers.bib": """\
@article{ideal, author={Noether, Emmy}, title={Idealtheorie}, journal={Annalen}, year={1921}, selected={true},
  keywords={rings}}
@book{algebra, author={Noether, Emmy}, title={Moderne Algebra}, publisher={Springer}, year={1930}}
""",
}
OF_YEARS = """\
<div class="publications">

{%- for y in page.years %}
  <h2 class="year">{{y}}</h2>
  {% bibliography -f papers -q @*[year={{y}}]* %}
{% endfor %}

</div>
"""


@every_case(
    ("text", "expected"),
    [
        (
            "{% include bib_search.liquid %}\n\n<div>\n\n{% bibliography %}\n\n</div>\n",
            "1930 Algebra 1921 Ideal",
        ),
        (OF_YEARS, "1930 Algebra 1921 Ideal"),
        (
            OF_YEARS.replace("-f papers", "-f {{site.scholar.bibliography}}"),
            "1930 Algebra 1921 Ideal",
        ),
        ("{% bibliography --group_by none %}\n", "Algebra Ideal"),
        ("{% bibliography -f papers --query @*[selected=true]* %}\n", "Ideal"),
        (
            "{% bibliography -f {{ site.scholar.bibliography }} --query @*[selected=true]* %}\n",
            "Ideal",
        ),
        ("{% bibliography --file papers --query @*[year=1930] --group_by none %}\n", "Algebra"),
        ("{% bibliography --query @book %}\n", "Algebra"),
        ("{% bibliography --query @article[keywords=rings] %}\n", "Ideal"),
    ],
)
def test_a_bibliography_of_al_folio_is_the_section_of_papers(
    text: str, expected: str, tmp_path: Path
) -> None:
    outputs, reported = render_site(tmp_path, PAPERS | {"content/all.md": HEAD + text})
    assert reported == []
    content = content_of(outputs["all/index.html"])
    found = re.findall(r'(?<=">)\d{4}(?=</h)|Ideal(?=theorie)|Algebra(?=\.?</)', content)
    assert list(dict.fromkeys(found)) == expected.split()


QUERIES = {
    "@*[category=talk]": "Ideal",
    "@*[pubtype=Working Paper]*": "Algebra",
    "@*[year>=1925]": "Algebra",
    "@*[year>=925]": "Algebra Ideal",
    "@*[year<=1921]": "Ideal",
    "@*[journal=annalen && year=1921]*": "Ideal",
    "@*[journal=Annalen, year=1930]": "",
    "@*[key=ideal || key=algebra]": "Algebra Ideal",
    "@*[title^=Moderne]": "Algebra",
    "@*[author~=Artin]": "",
    "@*[author^=Noether]": "Algebra Ideal",
    "@*[author^=Emmy]": "",
    "@*[keywords!=rings]": "Algebra",
    "@*[selected]": "Ideal",
    "@book[category=talk]": "",
    "@article": "Ideal",
    "@*": "Algebra Ideal",
}


@every_case("options", ["-q", "--template bib -f papers --query"])
def test_a_query_may_ask_for_any_field(options: str, tmp_path: Path) -> None:
    papers = PAPERS["data/papers.bib"].replace("{rings}", "{rings}, category={talk}")
    papers = papers.replace("{Springer}", "{Springer}, pubtype={Working Paper}")
    pages = {
        f"content/{number}.md": f"---\ntitle: All\n---\n{{% bibliography {options} {query} %}}\n"
        for number, query in enumerate(QUERIES)
    }
    outputs, reported = render_site(tmp_path, PAPERS | {"data/papers.bib": papers} | pages)
    assert reported == []
    title = re.compile(r">(?:Moderne )?(Algebra|Ideal)(?:theorie)?</")
    assert {
        query: " ".join(title.findall(content_of(outputs[f"{number}/index.html"])))
        for number, query in enumerate(QUERIES)
    } == QUERIES


@every_case(
    ("query", "shown"),
    [
        ("-q @*[year=1930]", ["Algebra"]),
        ("-q @*[year>=1920]", ["Algebra"]),
        ("", ["Algebra", "Ideal"]),
    ],
)
def test_a_query_shows_no_paper_without_a_key_that_it_does_not_find(
    query: str, shown: list[str], tmp_path: Path
) -> None:
    papers = "- {title: Ideal, year: 1921}\n- {title: Algebra, year: 1930, key: algebra}\n- {title: Kant, year: 1900}\n"
    files = {
        "data/publications.yml": papers,
        "content/all.md": f"{HEAD}{{% bibliography {query} %}}\n",
    }
    outputs, _ = render_site(tmp_path, files)
    content = content_of(outputs["all/index.html"])
    assert [title for title in ("Algebra", "Ideal") if title in content] == shown


def test_a_bibliography_of_one_file_lists_what_that_file_has(tmp_path: Path) -> None:
    """A work that two files have is in the lists of both.

    Without a name, the file is `papers.bib`, as in al-folio.
    """
    books = """\
@book{algebra, author={Noether, Emmy}, title={Moderne Algebra}, publisher={Springer}, year={1930}}
@book{moderne, author={van der Waerden, B. L.}, title={Gruppen}, publisher={Springer}, year={1948}}
"""
    pages = {
        "content/books.md": f"{HEAD.replace('all', 'books')}{{% bibliography --file books.bib %}}\n",
        "content/papers.md": f"{HEAD.replace('all', 'papers')}{{% bibliography %}}\n",
        "content/all.md": f'{HEAD}{{{{ publications(bibliography="books") }}}}\n',
    }
    outputs, reported = render_site(tmp_path, PAPERS | {"data/books.bib": books} | pages)
    titles = {page: re.findall("Ideal|Algebra|Gruppen", content_of(outputs[f"{page}/index.html"])) for page in
              ("books", "papers", "all")}  # fmt: skip
    shown = {page: sorted(set(found)) for page, found in titles.items()}
    books_only, papers_only = ["Algebra", "Gruppen"], ["Algebra", "Ideal"]
    assert (shown, reported) == (
        {"books": books_only, "papers": papers_only, "all": books_only},
        [],
    )


def test_a_bibliography_begins_after_its_offset(tmp_path: Path) -> None:
    page = f"{HEAD}{{% bibliography --group_by none --offset 1 --max 5 %}}\n"
    outputs, reported = render_site(tmp_path, PAPERS | {"content/all.md": page})
    shown = content_of(outputs["all/index.html"])
    assert ("Algebra" in shown, "Idealtheorie" in shown, reported) == (False, True, [])


def test_a_bibliography_without_groups_in_the_settings_has_no_years(tmp_path: Path) -> None:
    settings = {"data/site.yml": "title: Emmy Noether\npublications: {group_by: []}\n"}
    outputs, _ = render_site(
        tmp_path, PAPERS | settings | {"content/all.md": f"{HEAD}{{% bibliography %}}\n"}
    )
    assert "<h2" not in content_of(outputs["all/index.html"])


def test_a_bibliography_with_a_maximum_folds_the_rest(tmp_path: Path) -> None:
    outputs, reported = render_site(
        tmp_path, PAPERS | {"content/all.md": f"{HEAD}{{% bibliography --max 1 %}}\n"}
    )
    shown, _, rest = content_of(outputs["all/index.html"]).partition('class="entries__more"')
    assert ("Algebra" in shown, "Idealtheorie" in shown, "Idealtheorie" in rest, reported) == (
        True,
        False,
        True,
        [],
    )


@every_case(
    "options",
    ["--query @*[{}]", "--query rings", "--offset all", "--query @rings", "--query @*[year<1925]",
     "--query @*[title~=a|b]", "--query @*[nonsense=true]"],
)  # fmt: skip
def test_an_option_that_no_shortcode_has_is_left_out_and_reported(
    options: str, tmp_path: Path
) -> None:
    prepared = prepare(make_site(tmp_path, {"content/a.md": f"{{% bibliography {options} %}}\n"}))
    list(prepared.outputs())
    assert [each.hint for each in prepared.problems.found] == [
        "write the line `{{ publications() }}` into the text of the page instead"
    ]


def test_cards_of_projects_that_a_page_picks_are_those_alone(tmp_path: Path) -> None:
    text = """\
{% assign some = site.projects | where_exp: "project", "project.title != 'Hidden'" %}
{% for project in some %}
  {% include projects.liquid %}
{% endfor %}
"""
    projects = "- {title: Topology, text: Groups.}\n- {title: Hidden, text: Nothing yet.}\n"
    files = {"data/projects.yml": projects, "content/all.md": HEAD + text}
    outputs, reported = render_site(tmp_path, files)
    content = content_of(outputs["all/index.html"])
    assert ("Topology" in content, "Groups." in content, "Hidden" in content, reported) == (
        True,
        True,
        False,
        [],
    )


def test_the_cards_of_al_folio_are_the_section_of_projects(tmp_path: Path) -> None:
    cards = "{% for project in some %}\n  {% include projects.liquid %}\n{% endfor %}\n"
    text = f"""\
<div class="projects">
{{% if site.enable_project_categories and page.display_categories %}}
{{% for category in page.display_categories %}}
<h2 class="category">{{{{ category }}}}</h2>
{{% assign some = site.projects | where: "category", category %}}
{cards}{{% endfor %}}
{{% else %}}
{{% assign some = site.projects | sort: "importance" %}}
{cards}{{% endif %}}
</div>
"""
    files = {
        "data/projects.yml": "- {title: Topology, text: Groups.}\n",
        "content/all.md": HEAD + text,
    }
    outputs, reported = render_site(tmp_path, files)
    assert reported == []
    assert "Topology" in content_of(outputs["all/index.html"])
