"""Shortcodes in texts of the data: `video` and `figure` work in a block text, others are text with a warning."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.problems import SiteError
from cases import every_case
from sites import render_site

if TYPE_CHECKING:
    from pathlib import Path

VIDEO = '{{ video("https://youtu.be/aqz-KE-bpKQ?t=30", title="A lecture") }}'
TALK = "- date: 1932\n  title: Rings\n  event: Zurich\n  text: {}\n"
PLAYER = 'data-player="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&amp;start=30"'


def talks(folder: Path, text: str, **files: str) -> tuple[dict[str, str], list[str]]:
    page = {"content/about.md": "{{ talks() }}\n", "data/talks.yml": TALK.format(text)}
    outputs, problems = render_site(folder, page | files)
    return outputs, problems


@every_case(
    "text",
    [
        f"|\n    Before.\n\n    {VIDEO}\n\n    After.",
        f"|\n    {VIDEO}",
        f"'{VIDEO}'",
        f"|\n    Before.\n    {VIDEO}",
        f"|\n    - An item\n\n    {VIDEO.replace('{{ ', '{{')}",
    ],
)
def test_a_video_in_a_block_text_is_played(text: str, tmp_path: Path) -> None:
    outputs, problems = talks(tmp_path, text)
    assert problems == []
    assert PLAYER in outputs["index.html"]
    assert "{{" not in outputs["index.html"]


def test_a_figure_in_a_block_text_is_an_image_of_the_site(tmp_path: Path) -> None:
    files = {
        "content/talks/all.md": "---\npermalink: /talks/all/\n---\n{{ talks() }}\n",
        "static/images/ring.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }
    outputs, problems = talks(
        tmp_path, '|\n    {{ figure("images/ring.svg", alt="A ring") }}\n', **files
    )
    assert problems == []
    assert 'src="../../images/ring.svg" alt="A ring"' in outputs["talks/all/index.html"]
    assert 'src="images/ring.svg" alt="A ring"' in outputs["index.html"]


def test_a_video_in_a_field_of_one_paragraph_is_text_with_a_warning(tmp_path: Path) -> None:
    files = {
        "content/about.md": "Text.\n",
        "data/profile.yml": f"name: Emmy\nbio: |\n  First.\n\n  {VIDEO}\n",
        "data/site.yml": f"title: T\ndescription: '{VIDEO}'\n",
    }
    text = "the shortcode `video` is shown as text"
    assert render_site(tmp_path, files)[1] == [
        f"data/profile.yml:5:3: {text}",
        f"data/site.yml:2:15: {text}",
    ]


def test_a_video_on_an_entrys_page(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: T\nlook: academicpages\n",
        "content/about.md": "Text.\n",
        "data/talks.yml": TALK.format(f"|\n    {VIDEO}\n"),
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    (page,) = [
        text for path, text in outputs.items() if path.startswith("talks/") and path.count("/") > 1
    ]
    assert PLAYER in page
    assert "Play on" not in page.partition("</head>")[0]


@every_case(
    ("text", "name"),
    [
        (f"See {VIDEO} here", "video"),
        (f"|\n    First.\n    See {VIDEO} here.", "video"),
        ("'{{ news() }}'", "news"),
        ("'{{ news }}'", "news"),
        ("|\n    Text\n\n    {{ publications(limit=3) }}", "publications"),
        ("|\n    Text\n\n    {{ toc() }}", "toc"),
        ("'{{ publicatons() }}'", "publicatons"),
    ],
)
def test_any_other_shortcode_is_text_with_a_warning(text: str, name: str, tmp_path: Path) -> None:
    text = text if text.startswith(("|", "'")) else f"'{text}'"
    outputs, problems = talks(tmp_path, text)
    (problem,) = problems
    assert problem.startswith("data/talks.yml:")
    assert problem.endswith(f": the shortcode `{name}` is shown as text")
    assert "{{" in outputs["index.html"]


def test_a_warning_has_the_line_of_the_shortcode(tmp_path: Path) -> None:
    files = {
        "content/about.md": "Text.\n",
        "data/profile.yml": "name: Emmy\nbio: |\n  First.\n\n  {{ news() }}\n",
    }
    _, problems = render_site(tmp_path, files)
    assert "data/profile.yml:5:3: the shortcode `news` is shown as text" in problems


@every_case(
    "text",
    [
        r"The group ${{a}}^{{b}}$", r"A {{\bf bold}} word", "The {{DNA}} of {{Rings}}", "The {{news}} of a paper",
        r"$$\frac{{a}}{{b}}$$", "{{x(1)}}", "Use `{{ news() }}` on a page", r"Write \{{ news() }}", "{{ title }}",
        "{{ site.title }}",
    ],
)  # fmt: skip
def test_braces_of_tex_are_no_shortcode(text: str, tmp_path: Path) -> None:
    _, problems = talks(tmp_path, f"'{text}'")
    assert [problem for problem in problems if "shortcode" in problem] == []


def test_an_error_in_a_shortcode_names_its_line(tmp_path: Path) -> None:
    with pytest.raises(SiteError) as error:
        talks(tmp_path, "|\n    Text\n\n    {{ video('x.txt') }}")
    (problem,) = error.value.problems
    assert (problem.location.file, problem.location.line) == ("data/talks.yml", 7)
    assert "is not a video that a page can play" in problem.message
