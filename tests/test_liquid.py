"""Pages with Jekyll's Liquid: which ones they are, what they may read and use, and what is said of their mistakes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from acadfolio.load import load
from acadfolio.problems import Problems, SiteError
from acadfolio.records.dates import Day
from sites import content_of, make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("liquid")


def page(folder: Path, text: str, more: dict[str, str] | None = None, name: str = "notes.md") -> tuple[str, list[str]]:
    """The content of a page with the title Notes, and the problems; no content when there are errors."""
    try:
        outputs, problems = render_site(folder, {f"content/{name}": f"---\ntitle: Notes\n---\n{text}", **(more or {})})
    except SiteError as error:
        return "", [f"{problem.location}: {problem.message}" for problem in error.problems]
    return content_of(outputs["notes/index.html"]), problems


# Which pages are Liquid's


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("{{ site.title }} it is.\n", "<p>Emmy Noether it is.</p>"),
        ("On {{page.title}}\n", "<p>On Notes</p>"),
        ("{{ page.title }}\n", "<p>Notes</p>"),
        ("{{ 'ring' | upcase }}s\n", "<p>RINGs</p>"),
        ('Text, {{- "ring" | append: "s" }}.\n', "<p>Text,rings.</p>"),
        ("- item\n\n    In {{ site.title }}\n", "<p>In Emmy Noether</p>"),
        ('<img alt="a" src="https://a.example/?url={{ url | url_encode }}">\n', 'src="https://a.example/?url="'),
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


@pytest.mark.parametrize(
    "text",
    [
        "{{ news(limit=5) }}\n",
        "{{ site.title }}\n",
        "{{ profile.name | upper }}\n",
        "The formula $${{x | y}}$$, $$f_{{site.x}}$$ and $f_{{odd | even}}$.\n",
        "The sets {{x | x}}, {{ n | even }} and {{ all | all of them }}.\n",
        "Write `{{ site.title }}`.\n",
        "```\n{{ 'ring' | upcase }}\n```\n",
        "Text:\n\n    {{ site.title }}\n\n    {{ page.title }}\n",
        "{{ page }} {{ content }}\n",
        "Write `{% raw %}` before it.\n",
    ],
)
def test_section_lines_formulas_sets_and_code_are_not_liquids(text: str, tmp_path: Path) -> None:
    site = load(make_site(tmp_path, {"content/notes.md": text}), Day(2024, 5, 1), Problems())
    assert [page.has_liquid for page in site.pages] == [False]


@pytest.mark.parametrize(
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


# What a page may read


def test_words_for_truth_and_fractions_are_read_as_jekyll_reads_them(tmp_path: Path) -> None:
    settings = "title: A\nliquid: {no: no, off: False, yes: Yes, price: 3.50}\n"
    text = "---\ntitle: Notes\nextra: {hidden: off, parts: [no]}\n---\n" + "".join(
        f"{{% if {name} %}}{name} is true, {{% endif %}}"
        for name in ("site.no", "site.off", "site.yes", "page.hidden", "page.parts[0]")
    )
    files = {"data/site.yml": settings, "content/notes.md": f"{text}{{{{ site.price | times: 2 }}}}\n"}
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert content_of(outputs["notes/index.html"]).strip() == "<p>site.yes is true, 7.0</p>"
