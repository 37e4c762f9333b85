"""Layouts of an old site's own: what comes over, what is around a page, and what is said of the rest."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from acadfolio.cli import main
from acadfolio.problems import SiteError
from cases import every_case
from sites import content_of, edit, make_site, render_site
from test_import import Run
from test_import import page as old_page

if TYPE_CHECKING:
    from pathlib import Path


pytest.importorskip("liquid")
CONFIG = {"_config.yml": "title: Emmy Noether\n"}
WITHOUT_LIQUID = """
import importlib.util, sys
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name == "liquid" else found(name, package)
from acadfolio.cli import main
sys.exit(main(["build", "--site", sys.argv[1], "--no-cache"]))
"""


def page(
    folder: Path, layouts: dict[str, str], more: dict[str, str] | None = None
) -> tuple[str, list[str]]:
    """The content of a page in the layout `note`, and the problems."""
    files = {f"content/_layouts/{name}": text for name, text in layouts.items()}
    text = "---\ntitle: Notes\nlayout: note\nsubtitle: On ideals\n---\nA *ring*.\n"
    outputs, problems = render_site(folder, {"content/notes.md": text, **files, **(more or {})})
    return outputs["notes/index.html"], problems


def test_a_layout_is_around_the_finished_text_with_its_variables_and_includes(
    tmp_path: Path,
) -> None:
    layout = (
        "---\nlayout: default\ncolour: red\nis_wide: false\n---\n"
        "<h1>{{ page.title }}: {{ page.subtitle }}</h1>\n    {{ content }}"
        "<b class='{{ layout.colour }}'>{% unless layout.is_wide %}narrow{% endunless %}</b>"
        '{% include sign.html by="Noether" %}{% for post in site.posts %}{{ post.title }}{% endfor %}'
        '{% include figure image_path="/a.svg" alt="Ring" %}'
    )
    more = {
        "static/a.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
        "content/_includes/sign.html": "<i>{{ include.by }} of {{ site.title }}</i>",
        "content/posts/1921-01-01-ideals.md": "---\ntitle: Ideals\n---\nText.\n",
        "data/site.yml": "title: Göttingen\nurl: https://noether.example\n",
    }
    html, problems = page(tmp_path, {"note.html": layout}, more)
    content = " ".join(content_of(html).split())
    assert "<h1>Notes: On ideals</h1> <p>A <em>ring</em>.</p> <b class='red'>narrow</b>" in content
    assert "<i>Noether of Göttingen</i>Ideals<figure" in content
    assert "page__title" not in html  # The heading of the layout is enough.
    assert problems == []


def test_layouts_and_their_includes_have_the_lists_of_the_themes(tmp_path: Path) -> None:
    layout = """\
<p>{{ content }}</p>
{% include news.liquid %}
{% include mine.html %}
{% for talk in site.talks reversed %}
  {% include archive-single-talk.html %}
{% endfor %}
<pre>{% raw %}{{ talks() }}{% endraw %}</pre>
"""
    more = {
        "content/_includes/mine.html": "<h2>Selected</h2>\n{% bibliography -f papers -q @*[year>=1920]* %}\n",
        "data/news.yml": "- {date: 1932, text: A prize}\n",
        "data/talks.yml": "- {title: Symmetry, date: 1918}\n",
        "data/publications.yml": "- {key: a, title: Ideals, year: 1921}\n- {key: b, title: Invariants, year: 1918}\n",
    }
    html, problems = page(tmp_path, {"note.html": layout}, more)
    words = re.sub(r"<[^>]+>", " ", content_of(html))
    assert re.search(r"A prize\s.*Selected\s+Ideals\s.*Symmetry", words, re.DOTALL)
    assert "Invariants" not in words
    assert "<pre>{{ talks() }}</pre>" in html
    assert problems == []


def test_layouts_may_be_in_layouts_whose_values_they_replace(tmp_path: Path) -> None:
    layouts = {
        "note.liquid": "---\nlayout: in/middle\nsize: 1\n---\n<i>{{ content }}{{ layout.size }}{{ layout.colour }}</i>",
        "in/middle.html": "---\nlayout: single\nsize: 2\ncolour: red\n---\n<b>{{ content }}{{ layout.size }}</b>",
    }
    html, problems = page(tmp_path, layouts)
    assert "".join(content_of(html).split()) == "<b><i><p>A<em>ring</em>.</p>1</i>1</b>"
    assert 'class="page__title">Notes</h1>' in html
    assert problems == []


def test_a_circle_of_layouts_ends(tmp_path: Path) -> None:
    layouts = {
        "note.html": "---\nlayout: b\n---\na{{ content }}",
        "b.html": "---\nlayout: note\n---\nb{{ content }}",
    }
    html, problems = page(tmp_path, layouts)
    assert "".join(content_of(html).split()) == "ba<p>A<em>ring</em>.</p>"
    assert problems == ["content/_layouts/b.html:2:9: the layout `note` is around itself"]


@every_case(
    ("front_matter", "problem"),
    [
        ("motto: [a", ":2:8: this bracket is never closed"),
        ("layout: missing", ":2:9: there is no layout `missing`"),
        ("a: 1\na: 2", ":3:1: duplicate key `a`, first on line 2"),
        ("- a", ":2:1: this front matter is a list, not keys and values"),
    ],
)
def test_an_error_in_the_front_matter_of_a_layout_is_a_warning(
    front_matter: str, problem: str, tmp_path: Path
) -> None:
    layout = f"---\n{front_matter}\n---\n<h1>{{{{ page.title }}}}</h1>{{{{ content }}}}"
    html, problems = page(tmp_path, {"note.html": layout})
    assert content_of(html).strip() == "<h1>Notes</h1><p>A <em>ring</em>.</p>"
    assert html.count("</h1>") == 1
    assert problems == [f"content/_layouts/note.html{problem}"]


def test_a_layout_that_is_a_whole_document_is_the_page(tmp_path: Path) -> None:
    html, problems = page(
        tmp_path, {"note.html": '<!DOCTYPE html>\n<html><body><a href="/">{{ content }}</a></html>'}
    )
    assert (
        html
        == '<!DOCTYPE html>\n<html><body><a href="../index.html"><p>A <em>ring</em>.</p>\n</a></html>'
    )
    assert problems == []


def test_a_page_that_is_a_whole_document_is_as_it_was(tmp_path: Path) -> None:
    text = "<!doctype html>\n<html><head><title>{{ site.title }}</title></head><body><p>On rings.</p></body></html>"
    outputs, problems = render_site(
        tmp_path, {"content/slides.html": f"---\nlayout: null\n---\n{text}\n"}
    )
    assert outputs["slides/index.html"] == text.replace("{{ site.title }}", "Emmy Noether")
    assert problems == []


@every_case(
    "start",
    ["<!-- for <b> -->\n<!DOCTYPE html>\n<HTML>", '<?xml version="1.0"?>\n<html lang="en">'],
)
def test_comments_and_capitals_do_not_hide_a_whole_document(start: str, tmp_path: Path) -> None:
    html, _ = page(tmp_path, {"note.html": start + "<body>{{ content }}</body></html>"})
    assert html == start + "<body><p>A <em>ring</em>.</p>\n</body></html>"


def test_a_page_that_only_names_the_tag_of_documents_has_the_theme_around_it(
    tmp_path: Path,
) -> None:
    files = {"content/h.html": '---\ntitle: H\n---\n<script>const s = "<html>";</script>\n<htmlx>'}
    outputs, _ = render_site(tmp_path / "html", files)
    assert 'class="page__content"' in outputs["h/index.html"]
    html, _ = page(tmp_path, {"note.html": "<!-- <html> -->{{ content }}"})
    assert content_of(html).strip().startswith("<!-- <html> --><p>A")


def test_braces_in_the_text_of_a_page_with_a_layout_are_no_liquid(tmp_path: Path) -> None:
    text = "---\nlayout: note\n---\n`{{ x }}` \\{{ y }}\n\n    {{ talks() }}\n"
    html, problems = page(tmp_path, {"note.html": "{{ content }}"}, {"content/notes.md": text})
    assert "{{ x }}</code> {{ y }}</p>" in content_of(html)
    assert "{{ talks() }}" in content_of(html)
    assert problems == []


@every_case(
    ("layout", "problem"),
    [
        (
            "{% if page %}\n{{ content }}",
            ":3:4: Liquid: expected tag endif, found end of expression",
        ),
        ("{{ content | }}", ":3:1: Liquid: expected word, found end of expression"),
        (
            "{% for a in (1..999) %}{% for b in (1..999) %}{% endfor %}{% endfor %}",
            ":3:4: Liquid: loop iteration",
        ),
        (
            "{% for a in (1..90000) %}{{ a | markdownify }}{% endfor %}",
            ":3:4: Liquid: loop iteration",
        ),
        ("{% assign a = content %}" + "{% assign a = a | append: a %}" * 40, ": Liquid: "),
        ("{% include note.html %}{{ content }}", ": Liquid: "),
    ],
)
def test_a_layout_with_an_error_is_left_out_with_a_warning_at_its_line(
    layout: str, problem: str, tmp_path: Path
) -> None:
    more = {"content/_includes/note.html": "{% include note.html %}"}
    html, problems = page(tmp_path, {"note.html": f"---\n---\n{layout}"}, more)
    assert content_of(html).strip() == "<p>A <em>ring</em>.</p>"
    assert len(problems) == 1
    assert problem in problems[0]


def test_what_a_layout_lacks_is_a_warning_and_the_rest_of_it_is_shown(tmp_path: Path) -> None:
    layout = "---\n---\n<b>{{ page.nothing }}{% gadget %}{% include none.html %}{{ page.title | frame }}</b>{{ content }}"
    html, problems = page(tmp_path, {"note.html": layout})
    assert content_of(html).strip().startswith("<b>Notes</b><p>A")
    assert sorted(problem.partition("`")[0] for problem in problems) == [
        "content/_layouts/note.html:3:25: Liquid: there is no tag ",
        "content/_layouts/note.html:3:37: Liquid: there is no include ",
        "content/_layouts/note.html:3:73: Liquid: there is no filter ",
        "content/_layouts/note.html:3:7: Liquid: ",
    ]


@every_case("name", ["../../private", "/private", "../beside", "a\\0b", "x" * 5000])
def test_a_layout_that_is_not_in_its_folder_is_an_error(name: str, tmp_path: Path) -> None:
    text = f'---\nlayout: "{name}"\n---\nText.\n'
    files = {
        "content/about.md": text,
        "content/_layouts/a.html": "",
        "private.html": "",
        "content/beside.html": "",
    }
    with pytest.raises(SiteError, match="there is no layout"):
        render_site(tmp_path / "site", files)


def test_feeds_have_the_text_without_layouts(tmp_path: Path) -> None:
    more = {
        "content/posts/1921-01-01-ideals.md": "---\ntitle: Ideals\nlayout: note\n---\nOn ideals.\n",
        "data/site.yml": "title: Göttingen\nurl: https://noether.example\n",
    }
    files = {"note.html": "---\nlayout: post\n---\nframe {{ content }}"}
    for path, text in files.items():
        more[f"content/_layouts/{path}"] = text
    outputs, _ = render_site(tmp_path, more)
    post = next(text for path, text in outputs.items() if path.endswith("ideals/index.html"))
    assert "frame <p>On ideals." in post
    assert "On ideals." in outputs["feed.xml"]
    assert "frame" not in outputs["feed.xml"]


def test_a_page_follows_its_layouts(tmp_path: Path) -> None:
    site = make_site(
        tmp_path,
        {
            "content/about.md": "---\nlayout: note\n---\nText.\n",
            "content/_layouts/note.html": "old {{ content }}{% for page in site.pages %}{{ page.title }}{% endfor %}",
        },
    )
    main(["build", "--site", str(site)])
    edit(site, "content/_layouts/note.html", "old", "new")
    edit(site, "content/rings.md", "", "# Rings of ideals\n")
    main(["build", "--site", str(site)])
    html = (site / "output/index.html").read_text(encoding="utf-8")
    assert "new <p>Text." in html
    assert "Rings of ideals" in content_of(html)


@pytest.mark.slow
def test_without_python_liquid_the_page_names_the_extra(tmp_path: Path) -> None:
    site = make_site(
        tmp_path,
        {
            "content/about.md": "---\nlayout: note\n---\nText.\n",
            "content/_layouts/note.html": "{{ content }}",
        },
    )
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_LIQUID, str(site)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "content/about.md:4: error: this page needs Liquid" in done.stderr
    assert "Traceback" not in done.stderr


def test_layouts_that_pages_use_come_over_with_their_includes_and_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": "title: Göttingen\nmotto: {text: Rings}\n",
        "about.md": old_page("Hi\n", layout="note", permalink="/"),
        "_layouts/note.html": "---\nlayout: frame\n---\n{% include sign.html %}{{ content }}{{ site.motto.text }}",
        "_layouts/frame.liquid": "{{ content }}",
        "_layouts/page.html": "the theme's",
        "_layouts/unused.html": "",
        "_includes/sign.html": "<b>Signed</b>",
    }
    run = Run(tmp_path, files, capsys)
    assert run.reported == []
    assert run.copied == {
        "content/about.md",
        "content/_layouts/note.html",
        "content/_layouts/frame.liquid",
        "content/_includes/sign.html",
    }
    main(["build", "--site", str(run.site)])
    html = (run.site / "output/index.html").read_text(encoding="utf-8")
    assert "".join(content_of(html).split()) == "<b>Signed</b><p>Hi</p>Rings"


def test_a_layout_that_is_a_whole_page_is_reported_and_one_that_names_its_tag_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = CONFIG | {
        "about.md": old_page("Hi\n", layout="whole", permalink="/"),
        "note.md": old_page("Hi\n", layout="part"),
        "_layouts/whole.html": "---\nlang: en\n---\n{% assign a = 1 %}\n<!DOCTYPE html>\n<HTML>{{ content }}</HTML>",
        "_layouts/part.html": "<!-- in <html> -->{{ content }}",
    }
    run = Run(tmp_path, files, capsys)
    assert [line.partition(" (")[0] for line in run.reported] == [
        "about.md:2:1: warning: the layout `whole` is a whole page: nothing of the theme is around it"
    ]


def test_no_layout_is_read_outside_of_the_old_site(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "private.html").write_text("secret {{ content }}", encoding="utf-8")
    files = CONFIG | {
        "about.md": old_page("Hi\n", layout="../../private", permalink="/"),
        "_layouts/a.html": "",
    }
    run = Run(tmp_path, files, capsys)
    assert run.reported == [
        "about.md:2:1: warning: there is no layout `../../private`: this page has the one of other pages"
    ]
    assert run.copied == {"content/about.md"}


def test_an_old_site_whose_layouts_are_links_out_of_it_is_not_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "private.html").write_text("secret {{ content }}", encoding="utf-8")
    (tmp_path / "old/_layouts").mkdir(parents=True)
    (tmp_path / "old/_layouts/leak.html").symlink_to(tmp_path / "private.html")
    run = Run(
        tmp_path, CONFIG | {"about.md": old_page("Hi\n", layout="leak", permalink="/")}, capsys
    )
    assert [line.partition(" (")[0] for line in run.reported] == [
        "_layouts/leak.html: error: this link leads out of the site"
    ]
    assert not run.site.exists()


def test_a_shortcode_of_a_layout_that_shows_nothing_is_reported_at_its_line(tmp_path: Path) -> None:
    _, problems = page(tmp_path, {"note.html": "{{ content }}\n{{ talks() }}\n"})
    assert problems == ["content/_layouts/note.html:2: `talks` has nothing to show"]
