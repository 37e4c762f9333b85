"""Pages with Jekyll's Liquid: which ones they are, what they may read and use, and what is said of their mistakes."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date
from html import unescape
from typing import TYPE_CHECKING

import pytest

from acadfolio.build import build, prepare, today
from acadfolio.cli import main
from acadfolio.contracts import PageRendering
from acadfolio.loading import load
from acadfolio.markdown import extension
from acadfolio.model.dates import Day
from acadfolio.problems import Problems, SiteError
from acadfolio.resources import starter
from acadfolio.routing.plan import next_change
from acadfolio_jekyll.liquid.theme_texts import theme_texts
from cases import every_case
from sites import content_of, edit, make_site, render_site
from timing import least, timed

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.markdown.state import Document, Options

pytest.importorskip("liquid")


def page(
    folder: Path, text: str, more: dict[str, str] | None = None, name: str = "notes.md"
) -> tuple[str, list[str]]:
    """The content of a page with the title Notes, and the problems; no content when there are errors."""
    try:
        outputs, problems = render_site(
            folder, {f"content/{name}": f"---\ntitle: Notes\n---\n{text}", **(more or {})}
        )
    except SiteError as error:
        return "", [f"{problem.location}: {problem.message}" for problem in error.problems]
    return content_of(outputs["notes/index.html"]), problems


ENTRIES = {
    "data/publications.yml": "- {title: B, authors: [Emmy Noether, E. Artin], year: 1925, kind: journal, "
    "redirect_from: [/b/]}\n"
    "- {title: A, date: 1921-03-01, authors: [E. Noether], kind: chapter, redirect_from: [/a/]}\n",
    "data/projects.yml": "- {title: Rings, text: On ideals.}\n",
}


def test_own_loops_read_the_entries_of_collections_the_oldest_first(tmp_path: Path) -> None:
    loop = (
        "{{ site.publications.size }} papers{% for p in site.publications %}; "
        "{{ p.title }} {{ p.date }} {{ p.kind }} {{ p.authors }} {{ p.url }}{% endfor %}. "
        "{% for p in site.portfolio %}{{ p.title }}: {{ p.excerpt }}{% endfor %}"
    )
    content, problems = page(tmp_path, loop + "{% if site.talks %}no{% endif %}\n", ENTRIES)
    papers = (
        "2 papers; A 1921-03-01 chapter E. Noether /a/; B 1925 journal Emmy Noether, E. Artin /b/."
    )
    assert (content.strip(), problems) == (f"<p>{papers} Rings: On ideals.</p>", [])


def test_own_loops_read_keys_of_ones_own_and_escape_texts_once(tmp_path: Path) -> None:
    loop = (
        "{% for p in site.publications %}{{ p.title | escape }} is {{ p.title | xml_escape }}, "
        "{{ p.title | slugify }}. {% if p.chapters.first == 3 and p.selected %}{{ p.advisor }}{% endif %}{% endfor %}\n"
    )
    paper = (
        "- {title: Hilbert's * & rings, selected: true, extra: {advisor: F. Klein, chapters: [3]}}"
    )
    content, problems = page(tmp_path, loop, {"data/publications.yml": f"{paper}\n"})
    assert problems == []
    assert (
        unescape(content).strip()
        == "<p>Hilbert's * & rings is Hilbert's * & rings, hilbert-s-rings. F. Klein</p>"
    )


def test_liquid_in_a_comment_is_not_reported(tmp_path: Path) -> None:
    comment = "<!-- {{ site.nothing }} {% include missing.html %} {{ 'a' | odd_filter }} -->"
    _, problems = page(tmp_path, f"{comment}\n\nText.\n\n{{{{ site.nothing }}}} it is.\n")
    assert problems == ["content/notes.md:8:4: Liquid: `site.nothing` is not defined"]


def test_a_list_of_posts_in_pages_has_all_posts(tmp_path: Path) -> None:
    text = (
        "{% for post in paginator.posts %}{{ post.slug }}: {{ post.excerpt | truncatewords: 2 }} {% endfor %}"
        "{% if paginator.total_pages > 1 %}Older{% endif %}\n"
    )
    posts = {f"content/posts/1921-01-0{day}-p{day}.md": "Of *all* rings.\n" for day in (1, 2)}
    content, problems = page(tmp_path, text, posts)
    assert (unescape(content).strip(), problems) == (
        "<p>p2: Of <em>all</em>… p1: Of <em>all</em>…</p>",
        [],
    )


def test_a_cached_include_is_an_include(tmp_path: Path) -> None:
    own = {"content/_includes/ring.html": "<b>{{ include.of }}</b>"}
    content, problems = page(tmp_path, 'A {% include_cached ring.html of="Noether" %}.\n', own)
    assert (content.strip(), problems) == ("<p>A <b>Noether</b>.</p>", [])


def test_a_cv_with_parts_in_parts_has_a_heading_for_each(tmp_path: Path) -> None:
    cv = "liquid: {data: {cv: {papers: {books: [Algebra, {title: Ideals, year: 1921}], in_print: [Rings]}}}}\n"
    content, problems = page(
        tmp_path,
        "{% include cv.liquid data=site.data.cv %}\n",
        {"data/site.yml": f"title: A\n{cv}"},
    )
    assert problems == []
    words = " ".join(re.sub("<[^>]*>", " ", content).split())
    assert words == "Papers Books Algebra 1921, Ideals In print Rings"


def test_a_key_of_the_theme_that_a_page_reads_has_its_value_and_no_warning(tmp_path: Path) -> None:
    text = "---\ntitle: Notes\nhorizontal: true\nnav_order: 3\n---\n{% if page.horizontal %}wide{% endif %}\n"
    outputs, problems = render_site(tmp_path, {"content/notes.md": text})
    assert content_of(outputs["notes/index.html"]).strip() == "<p>wide</p>"
    assert ["nav_order" in problem for problem in problems] == [True]


def test_a_collection_may_have_a_hyphen_in_its_name(tmp_path: Path) -> None:
    studies = {"content/_case-studies/a.md": "---\ntitle: Rings\n---\nText.\n"}
    content, problems = page(
        tmp_path, "{% for s in site.case-studies %}{{ s.title }}{% endfor %}\n", studies
    )
    assert (content.strip(), problems) == ("<p>Rings</p>", [])


def test_pages_of_a_collection_are_listed_by_date_which_their_names_may_have(
    tmp_path: Path,
) -> None:
    pages = {
        "content/_rings/b.md": "---\ntitle: B\ndate: 1920-01-01\n---\nText.\n",
        "content/_rings/1921-05-01-a-ring.md": "Text.\n",
        "content/_rings/c.md": "---\ntitle: C\ndate: 1919-01-01\n---\nText.\n",
    }
    loop = (
        "{% for p in site.rings %}{{ p.title }} {{ p.date | date: '%Y' }} {{ p.url }}; {% endfor %}"
    )
    content, problems = page(tmp_path, loop, pages)
    expected = "C 1919 /_rings/c/; B 1920 /_rings/b/; A ring 1921 /_rings/1921-05-01-a-ring/;"
    assert (content.strip(), problems) == (f"<p>{expected}</p>", [])


def test_categories_that_are_mappings_are_the_pages_own(tmp_path: Path) -> None:
    loop = "{% for each in page.categories %}{{ each.name }} ({{ each.key }}) {% endfor %}"
    people = f"---\ntitle: Notes\ncategories:\n  - {{key: phd, name: Deuring}}\n---\n{loop}"
    outputs, reported = render_site(tmp_path, {"content/notes.md": people})
    assert (content_of(outputs["notes/index.html"]).strip(), reported) == (
        "<p>Deuring (phd)</p>",
        [],
    )


def test_categories_that_are_mappings_are_errors_in_a_post(tmp_path: Path) -> None:
    post = "---\ncategories:\n  - {key: phd, name: Deuring}\n---\nText.\n"
    with pytest.raises(SiteError, match="`categories` is a mapping"):
        render_site(tmp_path, {"content/_posts/1921-01-01-a.md": post})


def test_own_loops_read_the_pages(tmp_path: Path) -> None:
    loop = "{% for p in site.pages %}[{{ p.title }}]({{ p.url }}) {% endfor %}\n"
    content, problems = page(
        tmp_path, loop, {"content/cv.md": "Text.\n", "content/_posts/1921-01-01-a.md": "Text.\n"}
    )
    assert '<a href="../cv/index.html">' in content
    assert (content.count("<a "), problems) == (2, [])


# Which pages are Liquid's


@every_case(
    ("text", "html"),
    [
        ("{{ site.title }} it is.\n", "<p>Emmy Noether it is.</p>"),
        ("On {{page.title}}\n", "<p>On Notes</p>"),
        ("{{ page.title }}\n", "<p>Notes</p>"),
        ("- {{ page.title }}\n", "<li>Notes</li>"),
        ("{{ 'ring' | upcase }}s\n", "<p>RINGs</p>"),
        ('{{ site.title | upcase | append: "!" }}\n', "<p>EMMY NOETHER!</p>"),
        ("{% if page.title contains '|' %}{% else %}No {% endif %}bar\n", "<p>No bar</p>"),
        (
            "{% unless page.title == \"a'|\" or page.title == 'b|c' %}No{% endunless %}\n",
            "<p>No</p>",
        ),
        ('Text, {{- "ring" | append: "s" }}.\n', "<p>Text,rings.</p>"),
        ("- item\n\n    In {{ site.title }}\n", "<p>In Emmy Noether</p>"),
        ("Text\n    in {{ site.title }}.\n", "in Emmy Noether.</p>"),
        (
            '<img alt="a" src="https://a.example/?url={{ url | url_encode }}">\n',
            'src="https://a.example/?url="',
        ),
        ("[paper]({{ site.baseurl }}/cv/)\n", '<a href="../cv/index.html">paper</a>'),
    ],
)
def test_a_page_with_values_and_no_tags_is_liquids(text: str, html: str, tmp_path: Path) -> None:
    content, problems = page(tmp_path, text, {"content/cv.md": "Text.\n"})
    assert problems == []
    assert html in content


def test_a_page_of_html_with_values_is_liquids_too(tmp_path: Path) -> None:
    content, problems = page(tmp_path, "<p><code>{{ site.title }}</code></p>\n", name="notes.html")
    assert problems == []
    assert "<code>Emmy Noether</code>" in content


@every_case(
    "text",
    [
        "{{ news(limit=5) }}\n",
        "{{ site.title }}\n",
        "{{ profile.name | upper }}\n",
        "{{ site.title | replace(' | x: y', 'z') }}\n",
        '{{ publications | sort: "year" }}\n',
        "{{ site.title | title_case }}\n",
        "{{ site.title | lowercase }}\n",
        "{{ site.title | strip_tags }}\n",
        "- {{ site.title }}\n\n> 1. {{ site.description }}\n",
        "The formula $${{x | y}}$$, $$f_{{site.x}}$$ and $f_{{odd | even}}$.\n",
        "The sets {{x | x}}, {{ n | even }} and {{ all | all of them }}.\n",
        "Write `{{ site.title }}`.\n",
        "```\n{{ 'ring' | upcase }}\n```\n",
        "Text:\n\n    {{ site.title }}\n\n    {{ page.title }}\n",
        "Text:\n\n    code\n    in {{ site.title }}.\n",
        "# Heading\n    code\n    in {{ site.title }}.\n",
        "Heading\n===\n    in {{ site.title }}.\n",
        "{{ page }} {{ content }}\n",
        "Write `{% raw %}` before it.\n",
    ],
)
def test_section_lines_formulas_sets_and_code_are_not_liquids(text: str, tmp_path: Path) -> None:
    site = load(
        make_site(tmp_path, {"content/notes.md": text}), Day(2024, 5, 1), Problems(), starter()
    )
    assert [page.source.makes_text for page in site.pages] == [False]


@every_case(
    ("text", "html"),
    [
        ("```\n{% raw %}{{ page.title }}{% endraw %}\n```\n", ">{{ page.title }}\n"),
        ("Write `{% raw %}{% include a %}{% endraw %}`.\n", ">{% include a %}</code>"),
        ("~~~\n{% raw %}\n{{ news() }}\n{% endraw %}\n~~~\n", ">\n{{ news() }}\n"),
    ],
)
def test_raw_goes_from_code_as_in_jekyll(text: str, html: str, tmp_path: Path) -> None:
    content, problems = page(tmp_path, text)
    assert problems == []
    assert html in re.sub(r"</?span[^>]*>", "", content)


@every_case(
    "text",
    [
        "Write it between `{% raw %}` and `{% endraw %}`.\n",
        "```\n`{% raw %}` … `{% endraw %}`\n```\n",
    ],
)
def test_a_page_may_explain_raw(text: str, tmp_path: Path) -> None:
    content, problems = page(tmp_path, text)
    assert problems == []
    assert content.count("{% raw %}") == content.count("{% endraw %}") == 1


def test_an_old_page_of_one_line_with_a_filter_is_liquids(tmp_path: Path) -> None:
    updated = {"data/site.yml": "title: A\nupdated: 2026-11-20\n"}
    content, problems = page(tmp_path, '{{ site.time | date: "%Y" }}\n', updated)
    assert (content.strip(), problems) == ("<p>2026</p>", [])


def test_the_time_is_the_day_of_the_build_unless_the_site_says_when_it_was_updated(
    tmp_path: Path,
) -> None:
    text = 'It is {{ site.time | date: "%Y-%m-%d" }}, {{ "now" | date: "%Y" }}.\n'
    content, problems = page(tmp_path, text)
    year, month, day = today()
    tomorrow = Day(*date.fromordinal(date(year, month, day).toordinal() + 1).timetuple()[:3])
    change = next_change(prepare(make_site(tmp_path / "again", {"content/notes.md": text})).plan)
    assert change is not None
    assert today() < change <= tomorrow
    assert (content.strip(), problems) == (f"<p>It is {year}-{month:02}-{day:02}, {year}.</p>", [])


# What a page may read


def test_words_for_truth_and_fractions_are_read_as_jekyll_reads_them(tmp_path: Path) -> None:
    settings = "title: A\nliquid: {no: no, off: False, yes: Yes, price: 3.50}\n"
    text = "---\ntitle: Notes\nextra: {hidden: off, parts: [no]}\n---\n" + "".join(
        f"{{% if {name} %}}{name} is true, {{% endif %}}"
        for name in ("site.no", "site.off", "site.yes", "page.hidden", "page.parts[0]")
    )
    files = {
        "data/site.yml": settings,
        "content/notes.md": f"{text}{{{{ site.price | times: 2 }}}}\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert content_of(outputs["notes/index.html"]).strip() == "<p>site.yes is true, 7.0</p>"


@every_case(
    "more", ["", "liquid: {baseurl: /~jane}\n", "liquid: {baseurl: /~jane, url: 'https://j.io'}\n"]
)
def test_the_url_of_the_site_is_put_together_as_in_jekyll(more: str, tmp_path: Path) -> None:
    settings = {"data/site.yml": f"title: A\nurl: https://j.io/~jane\n{more}"}
    content, _ = page(tmp_path, "It is {{ site.url }}{{ site.baseurl }}/cv/.\n", settings)
    assert "It is https://j.io/~jane/cv/." in content


PROFILE = """\
name: Emmy Noether
avatar: files/emmy.svg
email: emmy@example.org
location: Göttingen
links: {github: noether, Google Scholar: AbC, lab: /notes/}
"""


def test_a_page_reads_what_the_site_and_the_profile_know(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: A\ndescription: Of rings\nlanguage: de\nurl: https://j.io/~jane\nupdated: 2024-05\n"
        "liquid: {author: {wechat: emmy1}}\n",
        "data/profile.yml": PROFILE,
        "static/files/emmy.svg": "<svg/>",
    }
    text = """<img src="{{ site.author.avatar | relative_url }}" alt="I"> {{ site.author.name }}, {{ site.name }}, \
{{ site.author.location }}: {{ site.description }}, {{ site.locale }}, {% if site.author.email %}a letter{% endif %}, \
{{ site.author.github }}, {{ site.author.googlescholar }}, {{ site.author.lab }}, {{ site.author.wechat }}, \
{{ site.time | date: "%Y-%m-%d" }}, {{ "now" | date: "%Y" }}
"""
    content, problems = page(tmp_path, text, files)
    assert problems == []
    assert '<img src="../files/emmy.svg"' in content
    assert (
        "Emmy Noether, Emmy Noether, Göttingen: Of rings, de, a letter, noether, AbC, /notes/, emmy1, 2024-05-31, 2024"
    ) in content


def test_a_page_has_the_values_of_its_front_matter(tmp_path: Path) -> None:
    front_matter = "---\ntitle: N\ndescription: Of rings\ncategories: [a, b]\n---\n"
    text = "{{ page.description }}: {{ page.categories | join }}.\n"
    outputs, problems = render_site(tmp_path, {"content/notes.md": front_matter + text})
    assert problems == []
    assert "Of rings: a b." in content_of(outputs["notes/index.html"])


@every_case(
    ("text", "reported", "hint"),
    [
        (
            "Of {{ site.repository }}",
            "4:7: Liquid: `site.repository` is not defined",
            "`liquid:` of data/site.yml",
        ),
        (
            '<img src="{{ site.author.avatar | relative_url }}">',
            "4:14: Liquid: `site.author.avatar`",
            "data/profile.yml",
        ),
        (
            "By {{ site.author.orcid }}",
            "4:7: Liquid: `site.author.orcid`",
            "write `orcid` into data/profile.yml",
        ),
        ("By {{ site.author.wechat }}", "4:7: Liquid: `site.author.wechat`", "below its `links:`"),
        (
            "{% assign x = site.foo %}\n\nIt is {{ x }}",
            "4:15: Liquid: `site.foo`",
            "write `foo` below",
        ),
        ("{% for x in site.foo %}a{% endfor %}", "4:13: Liquid: `site.foo`", "write `foo` below"),
        ("Of {{ site.foo.bar }}", "4:7: Liquid: `site.foo`", "write `foo` below"),
        (
            "Of {{ site.twitter.name }}",
            "4:7: Liquid: `site.twitter.name`",
            "write `twitter.name` below",
        ),
        (
            "Of {{ page.venue }}",
            "4:7: Liquid: `page.venue` is not defined",
            "add `venue: …` to the front matter",
        ),
        (
            "Of {{ site.description }}",
            "4:7: Liquid: `site.description`",
            "`description: …` into data/site.yml",
        ),
        ("{{ page.next.url }}", "4:4: Liquid: `page.next", "in an `if`"),
        ("{{ page.previous.url }}", "4:4: Liquid: `page.previous", "in an `if`"),
    ],
)
def test_what_a_page_shows_and_nothing_gives_is_reported(
    text: str, reported: str, hint: str, tmp_path: Path
) -> None:
    files = {
        "content/notes.md": f"---\ntitle: Notes\n---\n{text}.\n\n{text}.\n",
        "data/site.yml": "title: A\nliquid: {twitter: {id: a}}\n",
        "data/profile.yml": "name: A\n",
    }
    prepared = prepare(make_site(tmp_path, files))
    assert list(prepared.outputs())
    (problem,) = prepared.problems.of_build
    assert f"{problem.location}: {problem.message}".startswith(f"content/notes.md:{reported}")
    assert hint in problem.hint


@every_case(
    "text",
    [
        "{% if site.foo %}{{ site.foo }}{% else %}a{% endif %}",
        "{% unless site.foo %}a{% endunless %}{% if site.author.bio and page.x == 'b' %}c{% endif %}",
        '{{ site.foo | default: "a" }} and {{ page.foo.bar | default: site.title }}',
        "{% case site.foo %}{% when 1 %}b{% else %}a{% endcase %}",
        "{% raw %}{{ site.foo }}{% endraw %} {% comment %}{{ site.foo }}{% endcomment %}",
        "{{ site.baseurl }}/ {{ site.url }}/",
    ],
)
def test_where_being_nothing_is_the_point_it_is_not_reported(text: str, tmp_path: Path) -> None:
    _, problems = page(tmp_path, f"{text}\n", {"data/site.yml": "title: A\n"})
    assert problems == []


def test_a_name_in_a_file_that_is_taken_in_is_reported_there(tmp_path: Path) -> None:
    files = {"content/part.md": "One\nof {{ site.foo }}\n"}
    _, problems = page(tmp_path, "{% include_relative part.md %}\n", files)
    assert problems == ["content/part.md:2:7: Liquid: `site.foo` is not defined"]


def test_dates_are_not_filled_in_from_the_clock(tmp_path: Path) -> None:
    text = "{{ page.date | date: '%d.%m.%Y' }}, {{ '5 May' | date: '%Y' }} {{ '86400' | date: '%Y' }}\n"
    outputs, _ = render_site(
        tmp_path, {"content/notes.md": f"---\ntitle: N\ndate: 2024-02\n---\n{text}"}
    )
    assert "01.02.2024, 1970 1970" in content_of(outputs["notes/index.html"])


# Jekyll's filters


FILTERED = [
    ('"files/p.pdf" | relative_url', "/files/p.pdf"),
    ('"/files/p.pdf" | relative_url', "/files/p.pdf"),
    ('"https://a.example/" | relative_url', "https://a.example/"),
    ('"/files/p.pdf" | absolute_url', "https://j.io/~jane/files/p.pdf"),
    ('"2019-07-04" | date_to_string', "04 Jul 2019"),
    ('"2019-07-03" | date_to_string: "ordinal", "US"', "Jul 3rd, 2019"),
    ('"2019-07-12" | date_to_long_string: "ordinal"', "12th July 2019"),
    ('"2019-07-04 10:00" | date_to_long_string', "04 July 2019"),
    ('"2019-07" | date_to_xmlschema', "2019-07-01T00:00:00+00:00"),
    ('"soon" | date_to_string', "soon"),
    ('"2019" | date_to_string', "01 Jan 2019"),
    ('"2019-13-01" | date_to_string', "2019-13-01"),
    ('"2019-07-32" | date_to_string', "2019-07-32"),
    ('"2019-12-31" | date_to_string', "31 Dec 2019"),
    ('"A *b*" | markdownify', "<p>A <em>b</em></p>"),
    ('"On Rings, & Ideals!" | slugify', "on-rings-ideals"),
    ('"Élan vital" | slugify', "élan-vital"),
    ('"Élan vital" | slugify: "latin"', "elan-vital"),
    ('"a b" | split: " " | jsonify', '["a","b"]'),
    ("page.extra_list | jsonify", '[{"a":true}]'),
    ("\"<a b='c'>\" | xml_escape", "&lt;a b=&#39;c&#39;&gt;"),
    ('"a b/c?" | cgi_escape', "a+b%2Fc%3F"),
    ('"a b/c?" | uri_escape', "a%20b/c?"),
    ('"Emmy  Noether was here" | number_of_words', "4"),
    ('"a b c" | split: " " | array_to_sentence_string', "a, b, and c"),
    ('"a b" | split: " " | array_to_sentence_string: "or"', "a or b"),
    ('"a   b" | normalize_whitespace', "a b"),
    ('"a -- b" | smartify', "a -- b"),
    ('"/cv/index.html" | strip_index', "/cv/"),
    ('"a b" | split: " " | push: "c" | shift | join', "b c"),
    ('"a b" | split: " " | unshift: "c" | pop | join', "c a"),
    ('"a b" | split: " " | pop: 0 | join', "a b"),
    ('"a b c" | split: " " | where_exp: "x", "x != page.b" | join', "a c"),
    ('page.papers | group_by: "year" | map: "size" | join', "2 1"),
    ('"7" | to_integer | plus: 1', "8"),
    ('"1_000" | to_integer', "1000"),
    ("nil | to_integer", "0"),
    ('"3.9" | plus: 0 | to_integer', "3"),
    ("true | to_integer", "1"),
    ("false | to_integer", "0"),
]


def test_jekylls_filters_make_what_they_make_there(tmp_path: Path) -> None:
    lines = "".join(f"<pre>{{{{ {expression} }}}}</pre>\n" for expression, _ in FILTERED)
    text = f"""---
title: Notes
extra: {{b: b, papers: [{{year: 1918}}, {{year: 1919}}, {{year: 1918}}], extra_list: [{{a: yes}}]}}
---
{lines}"""
    files = {"data/site.yml": "title: A\nurl: https://j.io/~jane\n", "content/notes.html": text}
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    shown = re.findall(r"(?s)<pre>(.*?)\n?</pre>", content_of(outputs["notes/index.html"]))
    expressions = [expression for expression, _ in FILTERED]
    assert list(zip(expressions, shown, strict=True)) == FILTERED


def test_a_url_through_a_filter_is_made_relative_and_looked_for(tmp_path: Path) -> None:
    text = "[paper]({{ '/files/p.pdf' | relative_url }})\n\n[none]({{ '/files/q.pdf' | relative_url }})\n"
    content, problems = page(tmp_path, text, {"static/files/p.pdf": "%PDF"})
    assert '<a href="../files/p.pdf">paper</a>' in content
    assert problems == ["content/notes.md:6:12: there is no file or page `/files/q.pdf`"]


def test_the_list_of_posts_shows_what_liquid_makes_of_them(tmp_path: Path) -> None:
    files = {
        "content/posts/2020-01-01-one.md": "{{ news() }}\n\nOf {{ page.title }}, [p]({{ '/cv/' | relative_url }}).\n",
        "content/posts/2020-01-02-two.md": "Two.\n\n```\n{% raw %}{{ a }}{% endraw %}\n```\n",
        "content/cv.md": "A\n",
        "data/news.yml": "- {date: 1903, text: A prize}\n",
    }
    content, problems = page(tmp_path, "{{ posts() }}\n", files)
    assert problems == []
    assert re.findall(r"<p[^>]*excerpt[^>]*>(.*?)</p>", content) == [
        "Two.",
        'Of One, <a href="../cv/index.html">p</a>.',
    ]


def test_a_loop_of_ones_own_has_the_posts_with_the_newest_first(tmp_path: Path) -> None:
    theorems = "---\ntitle: Theorems\ntags: [rings]\nroom: B 12\n---\n{% assign a = 1 %}\n\n{{ a }}\n\nOne.\n\nTwo.\n"
    files = {
        "content/_posts/1918-07-26-theorems.md": theorems,
        "content/_posts/1921-01-02-ideals.md": "---\ntitle: Ideals\nexcerpt: Chains.\n---\nThree.\n",
        "content/_posts/1922-01-02-none.md": "---\ntitle: None\npublished: false\n---\nNone.\n",
    }
    loop = (
        "{% for post in site.posts %}\n"
        "- {{ post.date | date: '%Y' }} [{{ post.title }}]({{ post.url }}) {{ post.tags | join }} {{ post.room }}"
        "{{ post.excerpt }}\n{% endfor %}\n"
    )
    content, problems = page(tmp_path, loop, files)
    assert problems == []
    lines = [
        line.strip() for line in re.sub(r"<(?!a)[^>]+>", "", content).split("\n") if line.strip()
    ]
    assert lines == [
        '1921 <a href="../posts/ideals/index.html">Ideals  Chains.',
        '1918 <a href="../posts/theorems/index.html">Theorems rings B 12One.',
    ]
    tags = "{% for tag in site.tags %}{{ tag[0] }}: {% for post in tag[1] %}{{ post.title }}{% endfor %}{% endfor %}\n"
    assert "rings: Theorems" in page(tmp_path, tags, files)[0]


def test_posts_of_one_day_are_in_the_reversed_order_of_their_names_as_in_jekyll(
    tmp_path: Path,
) -> None:
    names = [f"content/_posts/1921-01-02-{name}.md" for name in "2143"]
    files = {name: f"---\ntitle: {name[-4]}\n---\n" for name in names}
    loop = "{% for post in site.posts %}{{ post.title }} {{ post['content'] }}{% endfor %}\n"
    assert "4 3 2 1" in page(tmp_path, loop, files)[0]


def test_the_content_of_another_page_is_read_in_brackets_too(tmp_path: Path) -> None:
    files = {"content/other.md": "---\ntitle: Other\n---\nChains of ideals.\n"}
    assert (
        "Chains of ideals."
        in page(tmp_path, "{% for x in site.pages %}{{ x['content'] }}{% endfor %}\n", files)[0]
    )


def test_a_missing_value_is_blank_also_in_an_expression_in_quotes(tmp_path: Path) -> None:
    text = """\
{% assign shown = site.pages | where_exp: "p", "p.hidden == blank" %}{{ shown[0].title }}
{% if page.data["x"].y == blank %}None{% endif %} {{ page.x | default: "== a == blank b" }}
"""
    content, problems = page(tmp_path, text, {})
    assert problems == []
    for words in ("Notes", "None", "== a == blank b"):
        assert words in content


@pytest.mark.slow
def test_hundreds_of_posts_with_liquid_are_rendered_in_little_time(tmp_path: Path) -> None:
    post = "---\ntitle: A\ntags: [a{0}, b{0}, c]\n---\n{{% link notes.md %}}\n"
    files = {f"content/_posts/1921-01-02-{each}.md": post.format(each) for each in range(400)}
    text = "{% for tag in site.tags %}{{ tag[0] }}{% endfor %}"
    assert page(tmp_path, text, files)[1] == []
    # It takes a third of that; with all posts for each page, 12 s.
    assert least(lambda: timed(lambda: page(tmp_path, text, files))[1], 6) < 6


# Jekyll's tags


def test_highlight_makes_code_of_a_language(tmp_path: Path) -> None:
    text = """Text:
{% highlight python linenos %}
x = {'a': 1}

    y = '{{ page.title }}'
{% endhighlight %}
[more]({% link notes.md %})
{% highlight ruby %}a{% endhighlight %}

- item

  {% highlight html %}{% raw %}
  {{ news() }}
  {% endraw %}{% endhighlight %}
- {% highlight c %}
  ~~~
  {% endhighlight %}
"""
    content, problems = page(tmp_path, text)
    assert problems == []
    plain = re.sub(r"</?span[^>]*>", "", content)
    assert re.findall(r'class="language-(\w+)', plain) == ["python", "ruby", "html", "c"]
    assert re.findall(r"<code>(.*?)\n</code>", plain, re.DOTALL) == [
        "x = {'a': 1}\n\n    y = 'Notes'", "a", "{{ news() }}", "~~~"
    ]  # fmt: skip
    assert plain.count("<li>") == 2


@every_case(("before", "paragraph"), [("Some words ", "<p>Some words</p>"), ("", "")])
def test_highlight_among_words_is_not_in_their_paragraph(
    before: str, paragraph: str, tmp_path: Path
) -> None:
    content, problems = page(tmp_path, f"{before}{{% highlight c %}}x{{% endhighlight %}} after.\n")
    assert problems == []
    assert re.search(
        rf'^\s*{paragraph}\s*<div class="language-c(?s:.*)</div>\s*<p>after\.</p>', content
    )


def test_highlight_works_in_a_page_of_html(tmp_path: Path) -> None:
    content, problems = page(
        tmp_path, "<p>A</p>{% highlight c %}x{% endhighlight %}\n", name="notes.html"
    )
    assert problems == []
    assert '<p>A</p><div class="language-c' in content


def test_link_and_post_url_give_the_url_of_a_page_a_file_or_a_post(tmp_path: Path) -> None:
    files = {
        "content/_pages/vita.md": "---\npermalink: /cv/\n---\nA\n",
        "content/_posts/2019-07-14-on-rings.md": "A\n",
        "content/_posts/algebra/2020-01-02-ideals.md": "A\n",
        "static/files/p.pdf": "%PDF",
    }
    links = (
        "[1]({% link _pages/vita.md %}) [2]({% link vita.md %}) [3]({% link /files/p.pdf %})"
        " [4]({% post_url 2019-07-14-on-rings %}) [5]({{ site.baseurl }}{% post_url algebra/2020-01-02-ideals %})"
        " [6]({% link _posts/2019-07-14-on-rings.md %}) {% raw %}{% link x %}{% endraw %}\n"
    )
    content, problems = page(tmp_path, links, files)
    assert problems == []
    assert re.findall('href="([^"]*)"', content) == [
        "../cv/index.html", "../cv/index.html", "../files/p.pdf", "../posts/on-rings/index.html",
        "../posts/algebra/ideals/index.html", "../posts/on-rings/index.html",
    ]  # fmt: skip


def test_a_file_beside_the_page_is_taken_in_and_is_no_page_itself(tmp_path: Path) -> None:
    files = {
        "content/parts/one.md": "One of {{ page.title }}, and {% include_relative parts/two.md %}\n",
        "content/parts/two.md": "---\ntitle: Two\n---\n",
        "data/news.yml": "- {date: 1903, text: A prize}\n",
    }
    files["content/parts/three.md"] = "Three\n"
    shown = "{% raw %}{% include_relative parts/three.md %}{% endraw %}"
    text = f"{{% include_relative parts/one.md %}}\n\n{{{{ news() }}}}\n{shown}\n"
    content, problems = page(tmp_path, text, files)
    assert problems == []
    assert "One of Notes, and" in content
    assert "A prize" in content
    pages = {planned.path for planned in prepare(tmp_path).plan.pages}
    assert {"parts/two/index.html", "parts/three/index.html"} <= pages
    assert "parts/one/index.html" not in pages


def test_a_page_is_rendered_anew_when_what_it_takes_in_changes(tmp_path: Path) -> None:
    files = {"content/notes.md": "{% include_relative a.txt %}\n", "content/a.txt": "Before\n"}
    build(make_site(tmp_path, files), tmp_path / "output")
    edit(tmp_path, "content/a.txt", "Before", "After")
    build(tmp_path, tmp_path / "output")
    assert "After" in (tmp_path / "output/notes/index.html").read_text(encoding="utf-8")


def test_a_page_is_rendered_anew_when_the_profile_that_it_reads_changes(tmp_path: Path) -> None:
    files = {
        "content/notes.md": "{% if true %}{{ site.author.name }}{% endif %}\n",
        "data/profile.yml": "name: Emmy\n",
    }
    files["content/notes.md"] = f"---\nauthor_profile: false\n---\n{files['content/notes.md']}"
    build(make_site(tmp_path, files), tmp_path / "output")
    edit(tmp_path, "data/profile.yml", "Emmy", "Amalie")
    build(tmp_path, tmp_path / "output")
    assert "<p>Amalie</p>" in (tmp_path / "output/notes/index.html").read_text(encoding="utf-8")


# Mistakes


@every_case(
    ("text", "problem", "hint", "shown"),
    [
        ("{{ 'a' | slugfy }}", "there is no filter `slugfy`", "did you mean `slugify`?", "a"),
        ("{{ 'a' | bibtexed: 1, of: 2 }}", "there is no filter `bibtexed`", "delete it", "a"),
        (
            "See {% bibliography %}",
            "there is no tag `bibliography`",
            "write the line `{{ publications() }}`",
            "See",
        ),
        ("{% includ a %}x", "there is no tag `includ`", "did you mean `include`?", "x"),
        (
            "{% jupyter a %}x",
            "there is no tag `jupyter`",
            "write its result as Markdown or HTML",
            "x",
        ),
        (
            "{% mermaid A b %}x{% endmermaid %}",
            "there is no tag `mermaid`",
            "write its result",
            "x",
        ),
        (
            "{% include {{ page.a }} %}x",
            "there is no include `{{ page.a }}`",
            "put it into content/_includes/",
            "x",
        ),
        (
            "{% include no.html a=1 %}x",
            "there is no include `no.html`",
            "put it into content/_includes/",
            "x",
        ),
        (
            "{% include_relative a.md %}x",
            "there is no file `a.md` to include",
            "put it into the page's folder",
            "x",
        ),
        (
            "{% include_relative ../../a.md %}x",
            "there is no file `../../a.md` to include",
            "a folder below",
            "x",
        ),
    ],
)
def test_what_is_missing_is_left_out_and_reported(
    text: str, problem: str, hint: str, shown: str, tmp_path: Path
) -> None:
    (tmp_path / "a.md").write_text("secret", encoding="utf-8")
    prepared = prepare(
        make_site(
            tmp_path / "site", {"content/notes.md": f"Text {{% if x %}}{{% endif %}}\n\n{text}\n"}
        )
    )
    outputs = {
        output.path: output.content.decode() for output in prepared.outputs() if not output.file
    }
    assert content_of(outputs["notes/index.html"]).split() == ["<p>Text</p>", f"<p>{shown}</p>"]
    (found,) = prepared.problems.found
    assert (found.message, found.severity, found.location[:2]) == (
        f"Liquid: {problem}",
        "warning",
        ("content/notes.md", 3),
    )
    assert 0 < found.location.column <= len(text)
    assert hint in found.hint


def test_an_include_of_ones_own_has_its_arguments_and_the_page(tmp_path: Path) -> None:
    files = {
        "content/deep/notes.md": "---\ntitle: Ideals\n---\n{% include in/box.html name='Emmy' year=1921 %}\n",
        "content/_includes/in/box.html": "<b>{{ include.name }} {{ include.year }} {% include end.html %}</b>\n",
        "content/_includes/end.html": "{{ page.title }}{{ include.name }}",
    }
    outputs, reported = render_site(tmp_path, files)
    assert content_of(outputs["deep/notes/index.html"]).strip() == "<p><b>Emmy 1921 Ideals</b></p>"
    assert reported == []
    assert not any("_includes" in path or "box" in path for path in outputs)


@every_case(
    ("text", "problem", "hint"),
    [
        (
            "{% highlight c %}a",
            "Liquid: expected tag endhighlight, found end of expression",
            "correct the tag",
        ),
        (
            "{% link abuot.md %}",
            "Liquid: there is no page, post or file `abuot.md` to link to",
            "did you mean `about.md`?",
        ),
        (
            "{% post_url 2019-07-14-x %}",
            "Liquid: there is no page, post or file `2019-07-14-x` to link to",
            "write its path",
        ),
        (
            "{% endhighlight %}",
            "Liquid: unexpected tag 'endhighlight'",
            "delete it, or write `{% highlight … %}`",
        ),
    ],
)
def test_what_is_not_there_is_reported_with_what_to_do(
    text: str, problem: str, hint: str, tmp_path: Path
) -> None:
    (tmp_path / "a.md").write_text("secret", encoding="utf-8")
    above, below = (
        "Text {% highlight c %}b{% endhighlight %}",
        "[x](/{{ y }}.pdf) [y](/{% if z %}q{% endif %}/)",
    )
    files = {"content/notes.md": f"{above}\n\n{text}\n{below}\n", "content/about.md": "A\n"}
    with pytest.raises(SiteError) as caught:
        render_site(tmp_path / "site", files)
    (found,) = caught.value.problems
    assert found.message == problem
    assert found.location[:2] == ("content/notes.md", 3)
    assert 0 < found.location.column <= len(text)
    assert hint in found.hint


@every_case(
    ("tag", "problem"),
    [
        ("{% if l == %}{% endif %}", "expected a primitive expression, found end of expression"),
        ("{% if l %}a\n\n{{ l }}", "expected tag endif, found end of expression"),
        ('{% if 1 < "a" %}{% endif %}', "'<' and '>' are not supported between 'int' and 'str'"),
    ],
)
def test_a_wrong_value_or_argument_is_reported_with_its_line_and_in_plain_words(
    tag: str, problem: str, tmp_path: Path
) -> None:
    above = "---\ntitle: Notes\n---\n{% assign l = 'a b' | split: ' ' %}\n\n"
    with pytest.raises(SiteError) as caught:
        render_site(tmp_path / "site", {"content/notes.md": f"{above}{tag}\n"})
    (found,) = caught.value.problems
    assert found.message == f"Liquid: {problem}"
    assert found.location[:2] == ("content/notes.md", 6)
    assert 0 < found.location.column <= len(tag)


@every_case(
    "tag",
    [
        '{{ l | where_exp: "x", "x ==" }}',
        "{{ l | to_integer }}",
        '{{ l | pop: "a" }}',
        "{{ l | sum }}",
        '{{ "a" | times: "1e400" }}',
        '{{ "inf" | floor }}',
        '{{ "9999999999999999" | date: "%Y" }}',
        "{{ l | push }}",
        "{% assign a = l | concat: site.nothing %}",
        '{{ "a" | absolute_url: 3 }}',
        '{{ "a" | append: x: 3 }}',
        '{{ "a" | slice: "x" }}',
    ],
)
def test_a_filter_that_does_not_work_with_a_value_is_reported_and_changes_nothing(
    tag: str, tmp_path: Path
) -> None:
    content, problems = page(tmp_path, f"{{% assign l = 'a b' | split: ' ' %}}\n\n{tag} Rings.\n")
    name = re.search(r"\| (\w+)[^|]*$", tag)
    assert name is not None
    assert problems[-1].startswith("content/notes.md:6:")
    assert problems[-1].endswith(f"Liquid: the filter `{name[1]}` does not work with this value")
    assert "Rings." in content


@pytest.mark.parametrize("error", [TypeError, ValueError])
def test_a_bug_of_ours_below_a_filter_keeps_its_traceback(
    error: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    convert = extension.convert_text

    def broken(text: str, options: Options) -> Document:
        if text == "bug":
            raise error("ours")
        return convert(text, options)

    monkeypatch.setattr(extension, "convert_text", broken)
    with pytest.raises(Exception, match="ours") as caught:
        render_site(tmp_path, {"content/notes.md": "{{ 'bug' | markdownify }}\n"})
    assert not isinstance(caught.value, SiteError)


@every_case("other", ["notes.md", "other.md", "x" * 300])
def test_pages_that_take_in_one_another_do_not_vanish(other: str, tmp_path: Path) -> None:
    files = {"content/notes.md": f"{{% include_relative {other} %}}\n", "content/about.md": "A\n"}
    if other == "other.md":
        files["content/other.md"] = "{% include_relative notes.md %}\n"
    prepared = prepare(make_site(tmp_path, files))
    found = prepared.problems
    with suppress(SiteError):
        list(prepared.outputs())
    assert "content/notes.md" in {problem.location.file for problem in found.found}


def test_an_error_in_a_file_that_is_taken_in_names_its_line(tmp_path: Path) -> None:
    for text, place, problem in (
        ("A\n{% endif %}\n", "2:4", "unexpected tag 'endif'"),
        ("A\n{% link no.md %}\n", "2:4", "there is no page, post or file `no.md` to link to"),
    ):
        files = {
            "content/deep/notes.md": "{% include_relative in/a.txt %}\n",
            "content/deep/in/a.txt": text,
        }
        with pytest.raises(SiteError) as caught:
            render_site(tmp_path, files)
        assert [f"{found.location}: {found.message}" for found in caught.value.problems] == [
            f"content/deep/in/a.txt:{place}: Liquid: {problem}"
        ]


def test_a_dead_url_that_liquid_makes_is_the_pages(tmp_path: Path) -> None:
    text = (
        "{% assign p = 'gone' %}{% assign a = '/lost/' %}\n\n[a](/{{ p }}.pdf) <a href='{{ a }}'>b</a>\n"
        "[c](/{% if p %}x{% endif %}.svg)\n\n{% assign q = 'q' %}[d](/q/{{ q }}/) [e](/q/{{ q }}/)\n"
    )
    _, problems = page(tmp_path, text)
    assert sorted(set(problems)) == [
        "content/notes.md: there is no file or page `/gone.pdf`",
        "content/notes.md: there is no file or page `/q/q/`",
        "content/notes.md: there is no file or page `/x.svg`",
        "content/notes.md:4:39: there is no file or page `/lost/`",
    ]


def test_a_dead_link_of_a_template_is_reported_in_the_template_on_a_page_with_liquid(
    tmp_path: Path,
) -> None:
    files = {
        "templates/partials/footer.html": '<a href="/gone/">x</a>\n',
        "content/about.md": "A\n",
    }
    _, problems = page(tmp_path, "{{ page.title }}, it is.\n", files)
    assert "templates/partials/footer.html:1:10: there is no file or page `/gone/`" in problems


def test_a_url_may_begin_with_the_path_of_the_site(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: A\nurl: https://j.io/~jane\nliquid: {baseurl: /~jane}\n",
        "data/news.yml": '- {date: 1903, text: "[n](/~jane/cv/)"}\n',
        "data/profile.yml": "name: Jane\navatar: /~jane/files/a.svg\nlinks: {cv: /~jane/cv/}\n",
        "content/cv.md": "A\n",
        "content/~jane/own.md": "A\n",
        "content/about.md": "A\n",
        "static/files/p.pdf": "%PDF",
        "static/files/a.svg": "<svg/>",
    }
    text = (
        "[1]({{ site.baseurl }}/files/p.pdf) [2](/~jane/files/p.pdf) [3](/%7Ejane/cv/#top) [4](/~jane/) [5](/~jane)\n"
        "[6](/~jane/own/)\n\n{{ news() }}\n"
    )
    content, problems = page(tmp_path, text, files)
    assert [problem for problem in problems if "there is no" in problem] == []
    assert re.findall('href="([^"]*)"', content) == [
        "../files/p.pdf", "../files/p.pdf", "../cv/index.html#top", "../index.html", "../index.html",
        "../~jane/own/index.html", "../cv/index.html",
    ]  # fmt: skip


@every_case("url", ["/~janet/cv/", "/~jane/none/", "~jane/cv/x/"])
def test_a_url_that_leads_nowhere_online_is_reported(url: str, tmp_path: Path) -> None:
    files = {"data/site.yml": "title: A\nurl: https://j.io/~jane\n", "content/cv.md": "A\n"}
    _, problems = page(tmp_path, f"[1]({url})\n", files)
    assert problems == [f"content/notes.md:4:5: there is no file or page `{url}`"]


def test_a_warning_of_markdown_names_the_line_of_the_source_or_none(tmp_path: Path) -> None:
    text = """Same[^0]

{{ news() }}

{% for number in (1..9) %}
- item {{ number }}
{% endfor %}

After[^1]

{% if true %}

Twice[^2]

{% endif %}

Twice[^2]

Of {{ page.title }}[^3]

Same[^0]
"""
    _, problems = page(tmp_path, text, {"data/news.yml": "- {date: 1903, text: A prize}\n"})
    assert sorted(set(problems)) == [
        "content/notes.md: there is no footnote [^0]",
        "content/notes.md: there is no footnote [^2]",
        "content/notes.md: there is no footnote [^3]",
        "content/notes.md:12:6: there is no footnote [^1]",
        "content/notes.md:4:5: there is no footnote [^0]",
    ]


def test_what_a_loop_gathers_is_what_it_was(tmp_path: Path) -> None:
    text = (
        "{% assign s = '' %}{% for i in (1..300) %}{% assign s = s | append: i | append: ' ' %}{% endfor %}"
        "{{ s | size }} {{ 6 | times: 7 }} {{ 'a.b' | replace: '.', '-' }} {{ 1.5 | times: 2 }}\n"
    )
    content, problems = page(tmp_path, text)
    assert (content.strip(), problems) == ("<p>1092 42 a-b 3.0</p>", [])


def test_the_lists_of_posts_and_pages_are_made_once_for_a_site(tmp_path: Path) -> None:
    from acadfolio.markdown import convert
    from acadfolio_jekyll.liquid.environment import PageEnvironment
    from acadfolio_jekyll.liquid.variables import variables_of

    text = "{{ site.posts }}{{ site.recipes }}"
    posts = {f"content/posts/1921-01-0{day}-p.md": f"# P{day}\n{text}\n" for day in (1, 2)}
    pages = {f"content/{name}.md": f"# A\n{text}\n" for name in ("about", "_recipes/tea")}
    site = make_site(tmp_path, posts | pages)
    first, again = (load(site, Day(2024, 1, 1), Problems(), starter()) for _ in range(2))
    lists = [
        variables_of(
            PageEnvironment(page, PageRendering(each, convert, Problems(), frozenset())), text
        )["site"]
        for each in (first, again)
        for page in each.pages
    ]
    for name in ("posts", "recipes"):
        assert len(lists) == 8
        assert (
            len({id(values[name]) for values in lists}) == 2
        )  # Another build may have other posts.


def test_a_list_in_another_language_has_the_originals_that_it_lacks(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: Emmy Noether\nlanguages: [en, zh]\n",
        "content/rings.md": "---\ntitle: Rings\nextra: {year: 1921}\n---\nIdeals.\n",
        "content/groups.md": "---\ntitle: Groups\n---\nGroups.\n",
        "content/groups.zh.md": "---\ntitle: 群\n---\n群。\n",
        "content/list.zh.md": "---\ntitle: 一览\n---\n"
        "{% for p in site.pages %}{{ p.title }} {{ p.year }}, {% endfor %}\n",
    }
    site, output = make_site(tmp_path / "site", files), tmp_path / "output"
    command = ["build", "--site", str(site), "--output", str(output)]
    main(command)
    assert "群 , 一览 , Rings 1921," in (output / "zh/list/index.html").read_text("utf-8")
    edit(site, "content/rings.md", "1921", "1927")  # The rest is remembered from the last build.
    main(command)
    assert "Rings 1927," in (output / "zh/list/index.html").read_text("utf-8")


def test_keys_with_the_names_of_words_of_liquid_are_read(tmp_path: Path) -> None:
    text = '{% if page.shown.limit == 3 and page.in-depth != "a.in b" %}{{ page.shown.limit }} rings{% endif %}'
    files = {"content/rings.md": f"---\nshown: {{limit: 3}}\n---\n{text}\n"}
    assert "3 rings" in content_of(render_site(tmp_path, files)[0]["rings/index.html"])


@every_case("word", ["required", "continue", "nil", "true", "with"])
def test_every_word_of_liquid_may_be_a_key(word: str, tmp_path: Path) -> None:
    text = f"---\nshown: {{'{word}': Three}}\n---\n{{{{ page.shown.{word} }}}} rings.\n"
    outputs, _ = render_site(tmp_path, {"content/rings.md": text})
    assert "Three rings" in content_of(outputs["rings/index.html"])


def test_the_text_of_news_in_a_loop_has_its_links(tmp_path: Path) -> None:
    news = {"data/news.yml": "- {date: 1921, text: 'In *the* [news](https://a.org/?a=1)'}\n"}
    content, _ = page(tmp_path, "{% for item in site.news %}{{ item.content }}{% endfor %}", news)
    assert 'In <em>the</em> <a href="https://a.org/?a=1">news</a>' in content


def test_news_in_a_loop_have_the_bold_title_that_an_import_wrote_before_their_text(
    tmp_path: Path,
) -> None:
    news = {
        "data/news.yml": "- {date: 1921, text: '**Prize.** From *her* pupils'}\n- {date: 1920, text: '**Rings**'}\n"
    }
    talks = {"data/talks.yml": "- {date: 1919, title: Forms, text: '**New.** On forms'}\n"}
    loop = "{% for each in site.news %}({{ each.title }}: {{ each.excerpt }}){% endfor %}"
    content, _ = page(tmp_path, f"{loop} {loop.replace('news', 'talks')}", news | talks)
    assert "(Rings: <strong>Rings</strong>)(Prize: From <em>her</em> pupils)" in content
    assert "(Forms: <strong>New.</strong> On forms)" in content


def test_links_of_entries_in_a_loop_keep_their_queries(tmp_path: Path) -> None:
    papers = {
        "data/publications.yml": '- {title: A, year: 1921, links: {PDF: "https://a.org/a%20b?id=1&b=2#c"}}\n'
    }
    text = '{% for paper in site.publications %}<a href="{{ paper.paperurl }}">A</a>{% endfor %}'
    assert 'href="https://a.org/a%20b?id=1&amp;b=2#c"' in page(tmp_path, text, papers)[0]


def test_a_page_has_only_the_excerpt_of_its_front_matter(tmp_path: Path) -> None:
    more = {
        "content/a.md": "---\ntitle: A\nexcerpt: Short\n---\nFirst\n",
        "content/b.md": "---\ntitle: B\n---\nFirst\n",
    }
    text = "{% for each in site.pages %}{{ each.title }}: {{ each.excerpt }}; {% endfor %}"
    content, _ = page(tmp_path, text, more)
    assert "A: Short; B: ;" in content


def test_an_empty_excerpt_is_no_first_paragraph(tmp_path: Path) -> None:
    ring = {"content/_rings/a.md": "---\ntitle: A\nexcerpt: ''\n---\nFirst\n"}
    text = "{% for ring in site.rings %}{{ ring.title }}: {{ ring.excerpt }}.{% endfor %}"
    assert "A: ." in page(tmp_path, text, ring)[0]


def test_an_argument_of_an_include_without_a_value_is_none(tmp_path: Path) -> None:
    more = {"static/a.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'}
    content, problems = page(
        tmp_path,
        '{% include figure image_path="/a.svg" alt=page.nothing caption=page.none %}\n',
        more,
    )
    assert "<figure" in content
    assert [problem for problem in problems if "MissingValue" in problem] == []


def test_an_include_in_a_comment_is_not_rendered(tmp_path: Path) -> None:
    papers = {"data/publications.yml": "- {title: A, year: 1921}\n"}
    content, _ = page(
        tmp_path, "<!-- {% include bib_search.liquid %} -->\n\n{% bibliography %}\n", papers
    )
    assert "<select" not in content
    assert "A" in content


def test_a_list_that_is_not_reversed_has_its_oldest_entry_first(tmp_path: Path) -> None:
    talks = {"data/talks.yml": "- {title: Late, date: 1932}\n- {title: Early, date: 1921}\n"}
    for loop, first in (("site.talks", "Early"), ("site.talks reversed", "Late")):
        text = f"{{% for post in {loop} %}}\n{{% include archive-single-talk-cv.html %}}\n{{% endfor %}}\n"
        content = page(tmp_path / first, text, talks)[0]
        assert min(("Early", "Late"), key=content.index) == first


def test_a_tag_that_takes_too_long_to_read_is_an_error(tmp_path: Path) -> None:
    _, problems = page(tmp_path, "{% assign a = 1 %}\n{{ a | append: " + "](" * 5000 + " }}\n")
    assert problems == [
        "content/notes.md:5:1: Liquid: this tag is too long: it has more than 5,000 characters"
    ]


def test_a_tag_with_too_many_spaces_is_an_error(tmp_path: Path) -> None:
    _, problems = page(tmp_path, "{% assign a = 1 %}\n{{" + " " * 300 + "}}\n")
    assert problems == [
        "content/notes.md:5:1: Liquid: this tag is too long: it has more than 200 spaces in a row"
    ]


def test_a_raw_without_an_end_is_an_error(tmp_path: Path) -> None:
    _, problems = page(tmp_path, "{% assign a = 1 %}\n{% raw %}{{ a }}\n")
    assert problems == ["content/notes.md:5:1: Liquid: `{% raw %}` has no `{% endraw %}`"]


def test_what_is_in_raw_may_be_as_long_as_it_likes(tmp_path: Path) -> None:
    content, problems = page(tmp_path, "{% raw %}{{ a" + " b" * 5000 + "{% endraw %}\n")
    assert (content.count(" b"), problems) == (5000, [])


def test_theme_texts_have_neither_their_comment_nor_the_last_newline_of_their_file() -> None:
    texts = theme_texts()
    assert texts["tags/file_exists"] == "true"
    assert texts["tags/enddetails"] == "\n</details>\n"
    assert [name for name, text in texts.items() if "{% comment %}" in text] == []
    assert texts["tags/reference"] == texts["tags/cite"]
