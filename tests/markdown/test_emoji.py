"""Words such as `:tada:` become the emoji of that name, as jemoji makes them, in text and nowhere else."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from acadfolio.build import build
from acadfolio.markdown import Options, convert, inline, to_html
from acadfolio.markdown.emoji import make_emoji
from cases import every_case
from sites import content_of, make_site, render_site
from timing import timed

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]


@every_case(
    ("written", "shown"),
    [
        (":tada:", "🎉"),
        ("New paper :sparkles: :smile:", "New paper ✨ 😄"),
        ("(:+1:), :-1:! :e-mail:. :100:", "(👍), 👎! 📧. 💯"),
        (":tada::heart::1st_place_medal:", "🎉❤️🥇"),
        ("*:heart_eyes:* and **:kissing_heart:**", "<em>😍</em> and <strong>😘</strong>"),
        ("[:tada: here](/a/)", '<a href="/a/">🎉 here</a>'),
        ("你好:tada:。", "你好🎉。"),
        ("<b>:x:</b>", "<b>❌</b>"),
    ],
)
def test_a_word_becomes_its_emoji(written: str, shown: str) -> None:
    assert inline(written) == shown
    assert convert(written).html == f"<p>{shown}</p>\n"


def test_a_text_of_no_site_is_kramdowns() -> None:
    assert to_html(":tada:") == "<p>:tada:</p>\n"
    assert inline("*:tada:*", Options(emoji=False)) == "<em>:tada:</em>"


@every_case(
    "text",
    [
        "10:30:45", "at 10:100:5", "a:b:c", "x:tada:", ":tada:x", "std::on::x", "2001:db8::a:b::", "::a:b::",
        ":nobody_knows_this:", ":octocat:", ":Tada:", ":ta da:", ":tada", "::", ": :", "http://a.example/:tada:",
    ],
)  # fmt: skip
def test_times_urls_and_unknown_words_stay(text: str) -> None:
    assert inline(text) == text


@every_case(
    ("text", "kept"),
    [
        ("`:tada:`", ">:tada:</code>"),
        ("```\n:tada:\n```", "<code>:tada:\n</code>"),
        ("    :tada:", "<code>:tada:\n</code>"),
        ("$$a :x: b$$", "a :x: b</annotation>"),
        ("$$a :x: \\nobody b$$", "\\[a :x: \\nobody b\\]"),
        ("<!-- :tada: -->", "<!-- :tada: -->"),
        ('<b title=":tada:">a</b>', 'title=":tada:"'),
        ("[a](/:tada:/)", 'href="/:tada:/"'),
        ("![:tada:](/a.png)", 'alt=":tada:"'),
        ("<script>\nlet a = ' :tada: ';\n</script>", "' :tada: '"),
        ("<div><pre>\n:tada: <b>:tada:</b>\n</pre></div>", "<pre>\n:tada: <b>:tada:</b>\n</pre>"),
        ("A \\:tada: B", "A :tada: B"),
        ("A `\\:tada:` B", ">\\:tada:</code>"),
    ],
)
def test_code_formulas_attributes_and_what_is_escaped_stay(text: str, kept: str) -> None:
    html = convert(f"{text}\n\nEnd :tada:\n").html
    assert kept in html
    assert html.count("🎉") == 1
    assert "\ue004" not in html


def test_a_heading_has_the_id_of_its_words_and_its_emoji_in_the_contents() -> None:
    document = convert("# :fire: News\n\n# `:fire:`\n\n* x\n{:toc}\n")
    assert [(heading.id, heading.text) for heading in document.headings] == [
        ("fire-news", "🔥 News"),
        ("fire", ":fire:"),
    ]
    assert '<li><a href="#fire-news" id="markdown-toc-fire-news">🔥 News</a></li>' in document.html


@pytest.mark.browser
def test_paper_has_the_sections_headings_without_emoji(tmp_path: Path, browser: Browser) -> None:
    files = {"content/about.md": "Text 🎉\n", "data/news.yml": "- {date: 2024, text: A}\n"}
    build(make_site(tmp_path / "site", files), tmp_path / "output")
    page = browser.new_page()
    page.goto((tmp_path / "output/index.html").as_uri())
    heading = page.locator(".page__content h1")
    assert heading.inner_text() == "🔥 News"
    page.emulate_media(media="print")
    assert heading.inner_text().strip() == "News"
    assert "🎉" in page.locator(".page__content p").inner_text()
    page.close()


def test_pages_and_data_show_emoji_in_all_their_texts(tmp_path: Path) -> None:
    files = {
        "data/news.yml": "- {date: 2024-05-01, text: 'A paper :sparkles:'}\n",
        "content/about.md": "---\ntitle: Me\n---\nHi :wave:\n\n{{ news() }}\n",
        "content/old.html": "---\ntitle: ':bulb: Ideas'\n---\n<p id=':x:'>:tada:</p><pre>:tada:</pre>\n",
        "content/posts/2024-05-01-a.md": "---\ntitle: Posts\n---\n:rocket: First.\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    home, old = content_of(outputs["index.html"]), outputs["old/index.html"]
    assert "Hi 👋" in home
    assert "A paper ✨" in home
    assert "<p id=':x:'>🎉</p><pre>:tada:</pre>" in old
    assert "<title>💡 Ideas" in old
    assert "🚀 First." in outputs["posts/a/index.html"]
    assert not any(":sparkles:" in page for page in outputs.values())


def test_dollars_mark_formulas_in_texts_with_emoji() -> None:
    assert ":x: b</annotation>" in convert("$\\alpha :x: b$ :tada:", Options(math="dollar")).html


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        ":a",
        ":a:",
        ":a:a",
        "<pre>",
        "<!--",
        "\\(",
        "<",
        "</pre>",
        "<pre> :a: ",
        ":-",
        "::",
        "<a ",
        "\\[",
    ],
)
def test_time_grows_with_the_length_of_the_text(piece: str) -> None:
    many = 100_000 // len(piece)
    for text in (piece * many, f"{piece * many} :tada:</p>"):
        assert timed(partial(make_emoji, text))[1] < 2


def test_the_emoji_names_are_beside_their_licence() -> None:
    folder = ROOT / "src/acadfolio/markdown"
    lines = (folder / "emoji.txt").read_text(encoding="utf-8").splitlines()
    names = [line.split(" ")[0] for line in lines]
    assert names == sorted(set(names))
    assert {"sparkles", "tada"} < set(names)
    assert all(line.count(" ") == 1 and not line.isascii() for line in lines)
    assert "GitHub, Inc." in (folder / "LICENSE-emoji").read_text(encoding="utf-8")
