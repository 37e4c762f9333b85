"""What authors place in their pages: galleries, feature rows, videos, contents, links to share, e-mail addresses."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

import pytest

from acadfolio.problems import SiteError
from browser import chromium, served, watched
from cases import every_case
from sites import content_of, make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

PICTURE = {"static/a.svg": "<svg/>", "static/b.svg": "<svg/>"}
GALLERY = "gallery:\n- {image_path: a.svg, alt: Radium, url: /b.svg}\n- {image: /b.svg, title: A *shed*}\n"
HARVESTER = re.compile(r"(?:mailto:)?[\w.+-]+@[\w-]+\.[\w.]+")
"""What a simple program that gathers addresses looks for."""


def page(folder: Path, text: str, more: dict[str, str] | None = None) -> tuple[str, list[str]]:
    """The content of a page at /, and the problems; no content when there are errors."""
    try:
        outputs, problems = render_site(
            folder, {"content/about.md": text, **PICTURE, **(more or {})}
        )
    except SiteError as error:
        return "", [f"{problem.location}: {problem.message}" for problem in error.problems]
    return content_of(outputs["index.html"]), problems


# Galleries, feature rows, figures


def test_a_gallery_of_the_front_matter_is_placed_by_a_line(tmp_path: Path) -> None:
    text, problems = page(
        tmp_path, f'---\npermalink: /\n{GALLERY}---\n{{{{ gallery(caption="Two *things*") }}}}\n'
    )
    assert problems == []
    assert '<figure class="gallery half">' in text
    assert re.search(r'<a href="b.svg"><img [^>]*src="a.svg" alt="Radium"[^>]*></a>', text)
    assert re.search(
        r'<a href="b.svg"><img [^>]*src="b.svg" alt="A shed"[^>]*></a>\n<figcaption>A <em>shed</em></figcaption>',
        text,
    )
    assert "<figcaption>Two <em>things</em></figcaption>" in text


def test_several_galleries_have_names(tmp_path: Path) -> None:
    front = "gallery:\n  one: [{image: a.svg}]\n  two: [{image: b.svg}]\ngallery3: [{image: a.svg}, {image: b.svg}]\n"
    lines = '{{ gallery("two") }}\n\n{{ gallery("gallery3", layout="third") }}\n\n{{ gallery(name="one") }}\n'
    text, problems = page(tmp_path, f"---\npermalink: /\n{front}---\n{lines}")
    assert problems == []
    assert re.findall(r'class="gallery (\w+)"', text) == ["full", "third", "full"]
    assert re.findall(r'<img [^>]*src="(\w)', text) == ["b", "a", "b", "a"]


@every_case(
    ("line", "message"),
    [
        ("gallery()", "the front matter has no `gallery`"),
        ('feature_row("rays")', "the front matter has no feature_row `rays`"),
        ('gallery(captoin="a")', "`gallery` has no argument `captoin`"),
        ('gallery(layout="quarter")', "the front matter has no `gallery`"),
        ('figure(alt="a")', "this figure has no image"),
        ("video()", "this video has no URL"),
        ('video("http://a.example/")', "`http://a.example/` is not a video that a page can play"),
        ('video(id="1", provider="betamax")', "there is no provider of videos `betamax`"),
        ('video("a.mp4", "b")', "`video` needs a name for its second argument: 'b'"),
        ('youtube("x")', "there is no section `youtube`"),
        ("gallry()", "there is no section `gallry`"),
        ("gallery", "`{{ gallery }}` needs brackets"),
    ],
)
def test_a_line_that_asks_for_what_is_not_there_is_reported(
    line: str, message: str, tmp_path: Path
) -> None:
    _, problems = page(tmp_path, f"---\npermalink: /\n---\nText\n\n{{{{ {line} }}}}\n")
    assert problems == [f"content/about.md:6:1: {message}"]


@every_case(
    ("name", "meant"),
    [
        ("youtube", "video"),
        ("vimeo", "video"),
        ("image", "figure"),
        ("photos", "gallery"),
        ("table_of_contents", "toc"),
    ],
)
def test_another_name_of_a_shortcode_has_a_hint(name: str, meant: str, tmp_path: Path) -> None:
    with pytest.raises(SiteError) as error:
        render_site(tmp_path, {"content/about.md": f'{{{{ {name}("x") }}}}\n'})
    assert [problem.hint for problem in error.value.problems] == [f"did you mean `{meant}`?"]


@every_case(
    ("line", "wrong"),
    [
        (
            'video(adress="x", heigth=3)',
            ["`video` has no argument `adress`", "`video` has no argument `heigth`"],
        ),
        (
            "gallery(name=[], wide=1)",
            ["`gallery` has no argument `wide`", "`name` must be text in quotes, not []"],
        ),
        (
            'news(lim=3, sort="dat", offset="x")',
            [
                "`news` has no argument `lim`",
                "`offset` must be a whole number (0 or more), not 'x'",
                "`sort` must be `date`, `oldest`, `title`, `author`, `citations` or `file`, not 'dat'",
            ],
        ),
        (
            'news(lim=3, fields=["dat"])',
            ["`news` has no argument `lim`", "entries of `news` have no field `dat`"],
        ),
    ],
)
def test_every_wrong_argument_is_reported_at_once(
    line: str, wrong: list[str], tmp_path: Path
) -> None:
    files = {"data/news.yml": "- {date: 1898, text: Radium}\n"}
    _, problems = page(tmp_path, f"{{{{ {line} }}}}\n", files)
    assert sorted(problems) == [f"content/about.md:1:1: {message}" for message in wrong]


def test_a_gallery_without_a_picture_names_its_line(tmp_path: Path) -> None:
    _, problems = page(tmp_path, "---\npermalink: /\ngallery:\n- alt: Nothing\n---\nText\n")
    assert problems == ["content/about.md:4:3: this has no picture"]


def test_a_picture_of_a_gallery_that_is_not_there_is_reported(tmp_path: Path) -> None:
    _, problems = page(tmp_path, "---\npermalink: /\ngallery2:\n- image: c.svg\n---\nText\n")
    assert [problem.split(": ")[0] for problem in problems] == ["content/about.md:4:10"]


def test_a_feature_row_has_pictures_words_and_buttons(tmp_path: Path) -> None:
    row = (
        "feature_row:\n- {title: Radium, image_path: a.svg, alt: A dish, excerpt: It shines., url: /,"
        " btn_label: More, btn_class: btn--primary}\n- {title: Polonium, url: /}\n"
    )
    text, problems = page(
        tmp_path, f'---\npermalink: /\n{row}---\n# One\n\n{{{{ feature_row(type="left") }}}}\n'
    )
    assert problems == []
    assert 'class="feature__item feature__item--left half"' in text
    assert '<h2 class="archive__item-title" aria-level="3">Radium</h2>' in text
    assert '<a class="btn btn--primary" href="index.html">More</a>' in text
    assert (
        '<h2 class="archive__item-title" aria-level="3"><a href="index.html">Polonium</a></h2>'
        in text
    )


def test_features_in_a_home_page_leave_its_sections_where_they_are(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: Ada\nsections: [awards]\n",
        "data/awards.yml": "- {title: Prize, date: 1911}\n",
    }
    text, problems = page(tmp_path, '---\npermalink: /\n---\n{{ figure("a.svg") }}\n', files)
    assert problems == []
    assert "Prize" in text


def test_a_section_of_the_site_takes_precedence_over_a_shortcode_of_the_same_name(
    tmp_path: Path,
) -> None:
    text, problems = page(
        tmp_path, "---\npermalink: /\n---\n{{ video() }}\n", {"data/video.yml": "- text: A film\n"}
    )
    assert problems == []
    assert "A film" in text


# Includes of the Jekyll themes


def test_the_includes_of_the_jekyll_themes_are_placed(tmp_path: Path) -> None:
    text = f"""---
permalink: /
{GALLERY}extra: {{film: abcdefghijk}}
---
{{% include base_path %}}
# Words

{{{{ news() }}}}

{{% include gallery caption="100% *pure*" %}}

- item
- {{% include figure image_path="a.svg" alt='A "dish"' caption="A dish" %}}

{{%- include video id=page.film provider="youtube" -%}}

{{% if page.nothing %}}{{% include feature_row %}}{{% endif %}}
{{% raw %}}{{% include nothing %}}{{% endraw %}}
"""
    content, problems = page(tmp_path, text, {"data/news.yml": "- {date: 1903, text: A prize}\n"})
    assert problems == []
    assert "<figcaption>100% <em>pure</em></figcaption>" in content
    assert re.search(r'<li><figure>\s*<img [^>]*src="a.svg" alt="A “dish”"', content)
    assert 'data-player="https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1"' in content
    assert "{% include nothing %}" in content
    assert content.index("A prize") < content.index("100%") < content.index("A dish")


@every_case(
    ("include", "problem"),
    [
        ("galery", "Liquid: there is no include `galery`"),
        ("gallery id='none'", "the front matter has no gallery `none`"),
        ("video", "this video has no URL"),
    ],
)
def test_an_include_that_is_wrong_is_reported_with_its_line(
    include: str, problem: str, tmp_path: Path
) -> None:
    files = {"data/news.yml": "- {date: 1903, text: A prize}\n"}
    text = f"---\npermalink: /\n---\n{{{{ news() }}}}\n\nText\n\n{{% include {include} %}}\n"
    _, problems = page(tmp_path, text, files)
    assert problems == [f"content/about.md:8:4: {problem}"]


def test_jekylls_table_of_contents_is_beside_the_text(tmp_path: Path) -> None:
    outputs, problems = render_site(
        tmp_path, {"content/about.md": "---\npermalink: /\n---\n{% include toc %}\n# A\n\n# B\n"}
    )
    assert problems == []
    frame = outputs["index.html"]
    assert frame.count('<nav class="toc"') == 1
    assert frame.index('<nav class="toc"') < frame.index('class="page__content"')


def test_jekylls_contents_may_have_a_title(tmp_path: Path) -> None:
    front = "---\npermalink: /\ntitle: A\ntoc_label: Here\n---\n"
    includes = ("toc", "toc icon='file-text' title=\"My *terms*\"", "toc title=page.title")
    shown = []
    for number, include in enumerate(includes):
        text = f"{front}{{% include {include} %}}\n# A\n\n# B\n"
        outputs, problems = render_site(tmp_path / str(number), {"content/about.md": text})
        assert problems == []
        contents = outputs["index.html"].partition('<nav class="toc"')[2].partition("<ul")[0]
        shown.append(" ".join(re.sub("<[^>]*>", " ", contents.partition(">")[2]).split()))
    assert shown == ["Here", "My terms", "A"]


# Contents


def test_contents_are_nested_lists_with_a_name(tmp_path: Path) -> None:
    text = "---\npermalink: /\ntoc: true\ntoc_label: In short\n---\n# A\n## B\n#### C\n## D\n# E\n"
    outputs, problems = render_site(tmp_path, {"content/about.md": text})
    assert problems == []
    found = re.search(
        r'<nav class="toc" aria-label="In short">(.*?)</nav>', outputs["index.html"], re.DOTALL
    )
    assert found
    short = re.sub(r"<a href=\"#(\w)\">\w</a>|\s", r"\1", found[1])
    assert short == (
        "<details><summary>Inshort</summary></details>"
        "<ul><li>a<ul><li>b<ul><li>c</li></ul></li><li>d</li></ul></li><li>e</li></ul>"
    )


def test_a_line_places_the_contents_and_there_are_no_second_ones(tmp_path: Path) -> None:
    text = "---\npermalink: /\ntoc: true\n---\nText\n\n{{ toc() }}\n\n# A\n"
    outputs, problems = render_site(tmp_path, {"content/about.md": text})
    assert problems == []
    assert outputs["index.html"].count('<nav class="toc"') == 1
    assert '<nav class="toc"' in content_of(outputs["index.html"])


# Videos


def test_a_file_is_played_by_the_browser_itself(tmp_path: Path) -> None:
    files = {"static/f/a.mp4": "", "static/f/a.vtt": "WEBVTT"}
    line = '{{ video("f/a.mp4", title="Decay", poster="a.svg", captions="f/a.vtt") }}'
    text, problems = page(tmp_path, f"---\npermalink: /\n---\n{line}\n", files)
    assert problems == []
    assert (
        '<video src="f/a.mp4" controls preload="metadata" poster="a.svg" aria-label="Decay">'
        in text
    )
    assert '<track kind="captions" src="f/a.vtt" srclang="en" label="en">' in text


def test_a_file_that_is_not_there_is_reported(tmp_path: Path) -> None:
    _, problems = page(tmp_path, '---\npermalink: /\n---\n{{ video("f/a.mp4") }}\n')
    assert problems == ["content/about.md:4:11: there is no file or page `f/a.mp4`"]


# Sharing and related posts

POSTS = {
    f"content/posts/2020-01-0{day}-{name}.md": f"---\ntitle: {name}\ntags: [{tags}]\n---\nText.\n"
    for day, name, tags in [
        (1, "one", "a, b"),
        (2, "two", "a, b"),
        (3, "three", "a"),
        (4, "four", "c"),
        (5, "five", "c"),
    ]
}


def test_posts_have_share_links_if_the_site_asks_for_them(tmp_path: Path) -> None:
    site = "title: Ada\nurl: https://ada.example\nshare: [bluesky, facebook, linkedin, mastodon, x, email, copy]\n"
    outputs, problems = render_site(tmp_path, {"data/site.yml": site, **POSTS})
    assert problems == []
    post = outputs["posts/one/index.html"]
    links = [
        html.unescape(link)
        for link in re.findall(r'<a class="btn[^"]*" href="([^"]*)" rel="nofollow', post)
    ]
    url = "https%3A%2F%2Fada.example%2Fposts%2Fone%2F"
    assert links == [
        f"https://bsky.app/intent/compose?text=one%20{url}",
        f"https://www.facebook.com/sharer/sharer.php?u={url}",
        f"https://www.linkedin.com/sharing/share-offsite/?url={url}",
        f"https://share.joinmastodon.org/#text=one%20{url}",
        f"https://x.com/intent/post?text=one&url={url}",
        f"mailto:?subject=one&body={url}",
    ]
    assert '<li hidden><button type="button" class="btn' in post
    assert 'data-copy="https://ada.example/posts/one/"' in post


@every_case(
    ("site", "front", "number"),
    [
        ("", "", 0),
        ("share: x\n", "", 1),
        ("share: [x]\n", "share: false\n", 0),
        ("", "share: true\n", 5),
    ],
)
def test_a_page_chooses_whether_it_has_share_links(
    site: str, front: str, number: int, tmp_path: Path
) -> None:
    files = {
        "data/site.yml": f"title: Ada\nurl: https://ada.example\n{site}",
        "content/posts/2020-01-01-one.md": f"---\ntitle: One\n{front}---\nText.\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert outputs["posts/one/index.html"].count('rel="nofollow noopener"') == number


@every_case(("site", "front"), [("share: [x]\n", ""), ("", "share: true\n")])
def test_sharing_needs_the_sites_url(site: str, front: str, tmp_path: Path) -> None:
    files = {
        "data/site.yml": f"title: Ada\n{site}",
        "content/posts/2020-01-01-one.md": f"---\ntitle: One\n{front}---\nText.\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == ["data/site.yml: `share` has no effect: it needs the URL of the site"]
    assert "page__share" not in outputs["posts/one/index.html"]


def test_related_posts_share_the_most_tags_then_are_the_newest(tmp_path: Path) -> None:
    outputs, problems = render_site(
        tmp_path, {"data/site.yml": "title: Ada\nrelated: true\n", **POSTS}
    )
    assert problems == []

    def related(name: str) -> list[str]:
        below = outputs[f"posts/{name}/index.html"].partition('<section class="page__related"')[2]
        return re.findall(r'archive__item-title"><a href="\.\./(\w+)/', below)

    assert related("one") == ["two", "three", "five", "four"]
    assert related("five") == ["four", "three", "two", "one"]


def test_a_post_alone_has_no_related_ones(tmp_path: Path) -> None:
    files = {"content/posts/2020-01-01-one.md": "---\nrelated: true\n---\nText.\n"}
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert "page__related" not in outputs["posts/one/index.html"]


# The menu


def test_a_page_can_stay_out_of_the_menu(tmp_path: Path) -> None:
    pages = {
        "content/a.md": "---\ntitle: Seen\n---\n",
        "content/b.md": "---\ntitle: Hidden\nmenu: false\n---\n",
    }
    outputs, _ = render_site(
        tmp_path, {"content/about.md": "---\npermalink: /\n---\nText\n", **pages}
    )
    assert "Seen" in outputs["index.html"]
    assert "Hidden" not in outputs["index.html"]


# E-mail

LETTERS = """---
permalink: /
description: Write to ada@radium.example.
---
<ada@radium.example>, [write](mailto:Ada.L+x@radium.example?subject=Hi&cc=b@radium.example), plain bob@radium.example,
<a href='mailto:eve@radium.example' title="eve@radium.example">raw</a>,
[@ada](https://social.example/@ada), `git@host.example`.
"""


def test_simple_harvesters_find_no_email_address(tmp_path: Path) -> None:
    files = {
        "content/about.md": LETTERS,
        "data/profile.yml": "name: Ada\nemail: ada@radium.example\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    pages = {path: text for path, text in outputs.items() if path.endswith(".html")}
    assert pages.keys() == {"index.html", "404.html"}
    for path, text in pages.items():
        assert HARVESTER.findall(text) == [], path
        assert "mailto:" not in text, path


@pytest.mark.browser
def test_people_and_browsers_read_email_addresses_unchanged(tmp_path: Path) -> None:
    files = {
        "content/about.md": LETTERS,
        "data/profile.yml": "name: Ada\nemail: ada@radium.example\n",
    }
    outputs, _ = render_site(tmp_path, files)
    make_site(tmp_path / "out", {"index.html": outputs["index.html"]})
    with chromium() as browser:
        tab = browser.new_context(java_script_enabled=False).new_page()
        tab.goto(f"file://{tmp_path}/out/index.html")
        links = [link.get_attribute("href") for link in tab.locator('a[href^="mailto:"]').all()]
        words = tab.locator(".page__content").inner_text()
    assert links == [
        "mailto:ada@radium.example",
        "mailto:ada@radium.example",
        "mailto:Ada.L+x@radium.example?subject=Hi&cc=b@radium.example",
        "mailto:eve@radium.example",
    ]
    assert "ada@radium.example, write, plain bob@radium.example" in words
    assert "git@host.example" in words


# Footnotes


def test_footnotes_have_roles_where_they_may_have_them(tmp_path: Path) -> None:
    text, _ = page(tmp_path, "---\npermalink: /\n---\nA[^1] and again[^1].\n\n[^1]: Note.\n")
    assert '<sup id="fnref:1"><a role="doc-noteref" href="#fn:1"' in text
    assert '<li id="fn:1">' in text
    names = re.findall(
        r'role="doc-backlink" aria-label="([^"]*)">&#8617;(?:<sup>(\d)</sup>)?</a>', text
    )
    assert names == [("Back to the text", ""), ("Back to the text (2)", "2")]


def test_the_boxes_of_tasks_have_names(tmp_path: Path) -> None:
    text, _ = page(tmp_path, "---\npermalink: /\n---\n- [x] Radium\n- [ ] Polonium\n")
    assert re.findall(r'<input [^>]*aria-label="([^"]*)"', text) == ["Done", "To do"]


# In a browser


FILM = '---\npermalink: /\n---\n{{ video("https://www.youtube.com/watch?v=aqz-KE-bpKQ", title="A film") }}\n'


def test_no_other_host_is_contacted_before_a_video_is_played(
    browser: Browser, tmp_path: Path
) -> None:
    outputs, problems = render_site(tmp_path, {"content/about.md": FILM})
    assert problems == []
    make_site(
        tmp_path / "out",
        {path: text for path, text in outputs.items() if path.endswith((".html", ".css", ".js"))},
    )
    context = browser.new_context()
    context.route(re.compile("youtube"), lambda route: route.fulfill(body="<title>Player</title>"))
    with served(tmp_path / "out") as top:
        watching, tab = watched(context), context.new_page()
        tab.goto(top)
        play = tab.get_by_role(
            "link", name=re.compile(r"Play on www\.youtube-nocookie\.com ?: A film")
        )
        assert [url for url in watching.asked if not url.startswith(top)] == []
        play.focus()
        tab.keyboard.press("Enter")
        frame = tab.locator("iframe")
        assert frame.get_attribute("title") == "Play on www.youtube-nocookie.com: A film"
        assert tab.evaluate("document.activeElement.tagName") == "IFRAME"
        tab.wait_for_load_state("networkidle")
    asked = [url for url in watching.asked if not url.startswith(top)]
    assert asked == ["https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1"]
    context.close()


def test_without_javascript_a_video_is_a_link(browser: Browser, tmp_path: Path) -> None:
    outputs, _ = render_site(tmp_path, {"content/about.md": FILM})
    make_site(tmp_path / "out", {"index.html": outputs["index.html"]})
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(f"file://{tmp_path}/out/index.html")
    assert (
        tab.locator(".video a").get_attribute("href")
        == "https://www.youtube.com/watch?v=aqz-KE-bpKQ"
    )
    context.close()


def test_the_url_of_a_post_can_be_copied(browser: Browser, tmp_path: Path) -> None:
    site = "title: Ada\nurl: https://ada.example\nshare: [copy]\n"
    outputs, _ = render_site(tmp_path, {"data/site.yml": site, **POSTS})
    make_site(
        tmp_path / "out",
        {path: text for path, text in outputs.items() if path.endswith((".html", ".css", ".js"))},
    )
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    with served(tmp_path / "out") as top:
        tab = context.new_page()
        tab.goto(f"{top}posts/one/")
        tab.get_by_role("button", name="Copy the link").click()
        tab.get_by_role("button", name="Copied").wait_for()
        assert tab.evaluate("navigator.clipboard.readText()") == "https://ada.example/posts/one/"
    context.close()


@pytest.mark.parametrize(("width", "beside"), [(390, False), (1280, False), (1680, True)])
def test_contents_are_beside_the_text_where_there_is_room(
    browser: Browser, width: int, beside: bool, tmp_path: Path
) -> None:
    text = "---\ntitle: A\ntoc: true\n---\n" + "\n\n".join(
        f"## {word}\n\nText." for word in ("One", "Two", "Three")
    )
    outputs, _ = render_site(tmp_path, {"content/a.md": text})
    make_site(
        tmp_path / "out",
        {path: text for path, text in outputs.items() if path.endswith((".html", ".css", ".js"))},
    )
    context = browser.new_context(viewport={"width": width, "height": 700})
    tab = context.new_page()
    tab.goto(f"file://{tmp_path}/out/a/index.html")
    contents, words = (
        tab.locator(".toc").bounding_box(),
        tab.locator(".page__content").bounding_box(),
    )
    assert contents is not None
    assert words is not None
    assert (contents["x"] >= words["x"] + words["width"]) == beside
    assert tab.get_by_role("link", name="Two").is_visible() == beside
    if not beside:
        tab.locator(".toc summary").click()
        assert tab.get_by_role("link", name="Two").is_visible()
    context.close()
