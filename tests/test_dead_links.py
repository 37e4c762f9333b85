"""Links that lead nowhere: reported once, where their author wrote them, and errors in a check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.checks import check_site
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path


POSTS = {
    f"content/posts/2024-01-0{day}-post-{day}.md": f"# Post {day}\n\nHello.\n" for day in (1, 2, 3)
}
CV = {"content/cv.md": "# Publications\n\nHello.\n"}
NEWS = {
    "content/about.md": "# News\n\n{{ news() }}\n\n[The same name, and right](/cv/#publications)\n"
}


def reported(folder: Path, files: dict[str, str]) -> list[str]:
    """What a check says, without hints."""
    problems, _ = check_site(make_site(folder, files))
    return [f"{problem.location}: {problem.severity}: {problem.message}" for problem in problems]


def test_a_wrong_heading_in_the_menu_is_reported_once_in_its_line(tmp_path: Path) -> None:
    settings = (
        'title: Ada\n# url: "/#publications" once\nnavigation:\n- {title: CV, url: /cv/}\n'
        '- {title: P, url: "/#publications"}\n'
    )
    files = {
        "data/site.yml": settings,
        "data/news.yml": "- {date: 2024, text: A}\n",
        **POSTS,
        **CV,
        **NEWS,
    }
    assert reported(tmp_path, files) == [
        "data/site.yml:5:19: error: there is no heading or anchor `#publications` on /index.html"
    ]


def test_dead_links_in_texts_of_the_data_name_their_line(tmp_path: Path) -> None:
    news = '- {date: 2024, text: "[x](/posts/fir/)"}\n- {date: 2023, text: "[y](/cv/#nope)"}\n'
    assert reported(tmp_path, {"data/news.yml": news, **CV, **NEWS}) == [
        "data/news.yml:1:27: error: there is no file or page `/posts/fir/`",
        "data/news.yml:2:27: error: there is no heading or anchor `#nope` on /cv/index.html",
    ]


def test_a_dead_link_of_the_data_is_never_blamed_on_another_entry(tmp_path: Path) -> None:
    news = (
        '- {date: 2024, text: "[x](\\x2Fgone/)"}\n'
        "- {date: 2023, text: the folder /gone/ was lost}\n"
        "- date: 2022\n  text: >\n    Of the folder\n    [/none/](/none/), not /none/\n"
    )
    assert reported(tmp_path, {"data/news.yml": news, **NEWS, **CV}) == [
        "data/news.yml:1:22: error: there is no file or page `/gone/`",
        "data/news.yml:6:14: error: there is no file or page `/none/`",
    ]


def test_a_dead_link_is_an_error_in_a_check_and_a_warning_in_a_build(tmp_path: Path) -> None:
    files = {"content/about.md": "# A\n\n[x](/nowhere/)\n"}
    expected = "content/about.md:3:5{}: there is no file or page `/nowhere/`"
    assert reported(tmp_path / "check", files) == [expected.format(": error")]
    assert render_site(tmp_path / "build", files)[1] == [expected.format("")]


def test_a_dead_link_of_a_template_is_reported_in_the_template(tmp_path: Path) -> None:
    footer = {"templates/partials/footer.html": '<a href="/gone/">x</a>\n'}
    assert reported(tmp_path, footer | {"content/about.md": "# A\n"}) == [
        "templates/partials/footer.html:1:10: error: there is no file or page `/gone/`"
    ]


def test_a_dead_link_of_a_layout_is_reported_once_however_many_pages_have_it(
    tmp_path: Path,
) -> None:
    layout = {"templates/layouts/post.html": '<p>\n<a href="/gone/">x</a></p>\n'}
    assert reported(tmp_path, layout | POSTS) == [
        "templates/layouts/post.html:2:10: error: there is no file or page `/gone/`"
    ]


def test_of_two_places_the_link_is_named_and_not_the_words(tmp_path: Path) -> None:
    files = {
        "data/news.yml": '- {date: 2024, text: "(nope.png) was lost"}\n',
        "data/profile.yml": 'name: Ada\nbio: see <img src="nope.png" alt="x">\n',
        "content/about.md": "# A\n\n{{ news() }}\n",
    }
    assert (
        reported(tmp_path, files)[0]
        == "data/profile.yml:2:20: error: there is no file or page `nope.png`"
    )


def test_a_link_that_is_found_nowhere_is_reported_for_its_page(tmp_path: Path) -> None:
    page = {"content/a.md": "[c](java&#x09;script:alert(3))\n"}
    assert reported(tmp_path, page)[0].startswith(
        "content/a.md: error: there is no file or page `java"
    )


def test_a_missing_picture_of_a_header_lacks_no_words(tmp_path: Path) -> None:
    page = "---\ntitle: A\nheader: {image: none.png}\n---\nText.\n"
    assert reported(tmp_path, {"content/a.md": page}) == [
        "content/a.md:3:17: error: there is no image `none.png`"
    ]


def hints(folder: Path, files: dict[str, str]) -> list[str]:
    problems, _ = check_site(make_site(folder, files))
    assert all(problem.severity == "error" for problem in problems)
    return [f"{problem.location}: {problem.message} ({problem.hint})" for problem in problems]


def test_a_link_to_a_pages_file_gets_the_pages_url_as_a_hint(tmp_path: Path) -> None:
    files = {"content/about.md": "# A\n\n[x](/cv.md) [y](content/cv.md#publications)\n", **CV}
    assert hints(tmp_path, files) == [
        "content/about.md:3:5: there is no file or page `/cv.md` (did you mean `/cv/`?)",
        "content/about.md:3:17: there is no file or page `content/cv.md#publications` (did you mean `/cv/`?)",
    ]
    data = {
        "data/profile.yml": "name: Ada\nlinks: {CV: /cv.md}\n",
        "content/about.md": "# A\n",
        **CV,
    }
    assert hints(tmp_path / "data", data) == [
        "data/profile.yml:2:13: there is no file or page `/cv.md` (did you mean `/cv/`?)"
    ]


def test_a_relative_link_to_a_pages_file_leads_to_the_page(tmp_path: Path) -> None:
    files = {
        "content/about.md": "# A\n\n[x](cv.md#publications) [y](notes/first.md)\n",
        "content/notes/first.md": "# First\n\n[z](second.md) [a](../about.md) [b](gone.md)\n",
        "content/notes/second.md": "---\npermalink: /elsewhere/\n---\n# Second\n\nHello.\n",
        **CV,
    }
    assert reported(tmp_path, files) == [
        "content/notes/first.md:3:37: error: there is no file or page `gone.md`"
    ]
    pages, _ = render_site(tmp_path / "good", files)
    home, note = pages["index.html"], pages["notes/first/index.html"]
    assert 'href="cv/index.html#publications"' in home
    assert 'href="notes/first/index.html"' in home
    assert 'href="../../elsewhere/index.html"' in note
    assert '<a href="../../index.html">a</a>' in note


def test_a_relative_link_to_a_static_file_leads_to_it(tmp_path: Path) -> None:
    image = "![A leaf](../../static/images/a%20leaf.svg)"
    files = {
        "content/notes/first.md": f"# First\n\n{image} [p](../../static/files/paper.pdf#page=2)\n",
        "content/about.md": "# A\n\n![A leaf](../static/images/gone.svg)\n",
        "static/images/a leaf.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "static/files/paper.pdf": "%PDF-",
    }
    missing = "there is no file or page `../static/images/gone.svg`"
    assert reported(tmp_path, files) == [f"content/about.md:3:11: error: {missing}"]
    del files["content/about.md"]
    note = render_site(tmp_path / "good", files)[0]["notes/first/index.html"]
    assert 'src="../../images/a%20leaf.svg"' in note
    assert 'href="../../files/paper.pdf#page=2"' in note


def test_a_url_that_is_a_letter_off_gets_the_pages_url_as_a_hint(tmp_path: Path) -> None:
    pages = "[a](/methode/) [b](/metod/#how) [c](/talk/) [d](/first/)"
    others = "![A portrait](method.png) [f](/paper.pdf) [g](/elsewhere/)"
    files = {
        "data/site.yml": "title: Ada\nlook: academicpages\nnavigation:\n- {title: Method, url: /metho/}\n",
        "data/talks.yml": "- {date: 2024, title: A, links: {CV: cvv/, Paper: /files/papr.pdf}}\n",
        "content/method.md": "# Method\n\nHello.\n",
        "content/notes/first.md": f"# First\n\n{pages}\n\n[e](/note/first/)\n",
        "content/about.md": f"# A\n\n{others}\n\n[h](/method.pdf) [i](methods.md)\n",
        "static/files/paper.pdf": "",
        **CV,
    }
    elsewhere = "put files into static/, pages into content/"
    assert hints(tmp_path, files) == [
        f"content/about.md:3:15: there is no file or page `method.png` ({elsewhere})",
        "content/about.md:3:31: there is no file or page `/paper.pdf` (did you mean `files/paper.pdf`?)",
        f"content/about.md:3:47: there is no file or page `/elsewhere/` ({elsewhere})",
        f"content/about.md:5:5: there is no file or page `/method.pdf` ({elsewhere})",
        "content/about.md:5:22: there is no file or page `methods.md` (did you mean `/method/`?)",
        "content/notes/first.md:3:5: there is no file or page `/methode/` (did you mean `/method/`?)",
        "content/notes/first.md:3:20: there is no file or page `/metod/#how` (did you mean `/method/`?)",
        "content/notes/first.md:3:37: there is no file or page `/talk/` (did you mean `/talks/`?)",
        "content/notes/first.md:3:49: there is no file or page `/first/` (did you mean `/notes/first/`?)",
        "content/notes/first.md:5:5: there is no file or page `/note/first/` (did you mean `/notes/first/`?)",
        "data/site.yml:4:24: there is no file or page `/metho/` (did you mean `/method/`?)",
        "data/talks.yml:1:38: there is no file or page `cvv/` (did you mean `/cv/`?)",
        "data/talks.yml:1:51: there is no file or page `/files/papr.pdf` (did you mean `files/paper.pdf`?)",
    ]


def test_a_url_that_lacks_its_beginning_is_reported(tmp_path: Path) -> None:
    news = "- {date: 2024, text: A, links: {Paper: doi.org/10.1000/182}}\n"
    page = "# A\n\n[x](www.x.org/lab) [z](tel:1) [f](ftp://x.org/) [m](mailto:a@x.org)\n\n{{ news() }}\n"
    assert hints(tmp_path, {"data/news.yml": news, "content/about.md": page}) == [
        "content/about.md:3:5: there is no file or page `www.x.org/lab` (`https://` is missing)",
        "data/news.yml:1:40: there is no file or page `doi.org/10.1000/182` (`https://` is missing)",
    ]


def test_a_portrait_that_is_not_there_leaves_the_initials(tmp_path: Path) -> None:
    files = {
        "data/profile.yml": "name: Ada Example\navatar: images/me.jpg\n",
        "content/about.md": "# A\n",
    }
    outputs, reported = render_site(tmp_path, files)
    assert reported == ["data/profile.yml:2:9: there is no image `images/me.jpg`"]
    assert '<span class="author__initials" aria-hidden="true">AE</span>' in outputs["index.html"]
    assert "me.jpg" not in outputs["index.html"]


def test_a_word_among_the_links_of_the_sidebar_is_reported_with_its_location(
    tmp_path: Path,
) -> None:
    links = "{githbu: ebm, Humanities Commons: elise, email: foo, CV: cv.pdf, Talk: talk.pdf, Lab: /cv, Us: cv}"
    files = {
        "data/profile.yml": f"name: Ada\nlinks: {links}\n",
        "static/cv.pdf": "",
        **CV,
        "content/about.md": "# A\n",
    }
    full = "write a full URL, such as `https://…`, or the path of a file or a page"
    no_network = "is not a network, and there is no file or page"
    assert hints(tmp_path, files) == [
        f"data/profile.yml:2:17: `githbu` {no_network} `ebm` (did you mean `github`?)",
        f"data/profile.yml:2:42: `Humanities Commons` {no_network} `elise` ({full})",
        f"data/profile.yml:2:56: `email` {no_network} `foo` (write `email: …` outside of `links:`)",
        "data/profile.yml:2:79: there is no file or page `talk.pdf` (put files into static/, pages into content/)",
    ]


def test_a_host_without_https_is_reported_in_every_place(tmp_path: Path) -> None:
    news = "- {date: 2024, text: A, links: {A: example.org/x, B: uni.ac.uk, C: a/b.py, D: notes.md, E: a@x.org}}\n"
    profile = "name: Ada\nlinks: {Blog: ada.org}\n"
    page = "# A\n\n[x](ada.edu/x)\n\n{{ news() }}\n"
    reported = hints(
        tmp_path, {"data/news.yml": news, "data/profile.yml": profile, "content/about.md": page}
    )
    assert [problem.rpartition(" page ")[2] for problem in reported] == [
        "`ada.edu/x` (`https://` is missing)",
        "`example.org/x` (`https://` is missing)",
        "`uni.ac.uk` (`https://` is missing)",
        "`a/b.py` (put files into static/, pages into content/)",
        "`notes.md` (put files into static/, pages into content/)",
        "`a@x.org` (`mailto:` is missing)",
        "`ada.org` (`https://` is missing)",
    ]


def test_a_url_that_leads_nowhere_is_reported_with_its_location(tmp_path: Path) -> None:
    files = {
        "content/about.md": r"""# A

[whole](http://a.example) [a](http://) [b](C:\Users\me\my.pdf) <a href="https://">x</a> ![p](file:///home/me/me.png)

{{ news() }}
""",
        "data/news.yml": r"""- {date: 2024, text: "[a](D:\\Docs\\text.pdf)", links: {A: 'file:///home/me/a.pdf', B: 'http://'}}""",
        "data/profile.yml": "name: Ada\nlinks: {CV: 'C:\\cv.pdf', Data: 'file:d.csv', Blog: '//', GitHub: 'http://'}\n",
    }
    nothing = "is not a complete URL (write the rest of the URL, or delete it)"
    own = "is a file on your computer (put it into static/{0}/, and write `{0}/{1}`)"
    assert hints(tmp_path, files) == [
        f"content/about.md:3:31: `http://` {nothing}",
        rf"content/about.md:3:44: `C:\Users\me\my.pdf` {own.format('files', 'my.pdf')}",
        f"content/about.md:3:73: `https://` {nothing}",
        f"content/about.md:3:94: `file:///home/me/me.png` {own.format('images', 'me.png')}",
        rf"data/news.yml:1:22: `D:\Docs\text.pdf` {own.format('files', 'text.pdf')}",
        f"data/news.yml:1:60: `file:///home/me/a.pdf` {own.format('files', 'a.pdf')}",
        f"data/news.yml:1:88: `http://` {nothing}",
        rf"data/profile.yml:2:13: `C:\cv.pdf` {own.format('files', 'cv.pdf')}",
        f"data/profile.yml:2:32: `file:d.csv` {own.format('files', 'd.csv')}",
        f"data/profile.yml:2:52: `//` {nothing}",
        f"data/profile.yml:2:66: `http://` {nothing}",
    ]


def test_a_dead_link_is_reported_where_it_is_linked_and_not_where_it_is_only_named(
    tmp_path: Path,
) -> None:
    named = "Talks are at /talks/, see below (/talks/).\n\n`[x](/talks/)` <!-- [x](/talks/) -->\n\n"
    fenced = "```\n[x](/talks/)\n```\n\n"
    links = {
        "markdown": ("[my](/talks/)", 6),
        "angled": ("[my](</talks/>)", 7),
        "html": ('<a href="/talks/">my</a>', 10),
        "picture": ('<img alt="My" src="/talks/">', 20),
        "reference": ("See [my].\n\n[my]: /talks/", 7),
    }
    for name, (link, column) in links.items():
        found = reported(tmp_path / name, {"content/about.md": f"# A\n\n{named}{fenced}{link}\n"})
        line = 13 if name == "reference" else 11
        assert found == [
            f"content/about.md:{line}:{column}: error: there is no file or page `/talks/`"
        ], name


def test_a_dead_link_of_the_data_is_reported_there_although_a_page_names_it(tmp_path: Path) -> None:
    files = {
        "content/about.md": "# A\n\nTalks are at /talks/, see below.\n\n{{ news() }}\n",
        "data/news.yml": '- {date: 2024, text: "At /talks/: [my](/talks/)"}\n',
    }
    assert reported(tmp_path, files) == [
        "data/news.yml:1:40: error: there is no file or page `/talks/`"
    ]


def test_a_wrong_heading_is_reported_where_it_is_linked(tmp_path: Path) -> None:
    page = "# A\n\nSee /cv/#nope below.\n\n[x](/cv/#nope)\n"
    assert reported(tmp_path, {"content/about.md": page, **CV}) == [
        "content/about.md:5:5: error: there is no heading or anchor `#nope` on /cv/index.html"
    ]


def test_an_image_without_alt_text_is_reported_where_it_is_written(tmp_path: Path) -> None:
    page = (
        "# B\n\nA picture: /images/a.svg, or `<img src='/images/a.svg'>`.\n\n"
        '<img src="/images/d.svg" alt="A">\n\n<img width="9" src="/images/a.svg">\n\n<img src="/images/b%20c.svg">\n'
    )
    news = "- date: 2024\n  text: 'A <img src=\"/images/d.svg\">'\n"
    pictures = {f"static/images/{name}.svg": "<svg/>" for name in ("a", "b c", "d")}
    files = {
        "content/notes/b.md": page,
        "data/news.yml": news,
        "content/about.md": "# A\n\n{{ news() }}\n",
    }
    words = "has no alt text"
    assert reported(tmp_path, files | pictures) == [
        f"content/notes/b.md:7:21: warning: the image `images/a.svg` {words}",
        f"content/notes/b.md:9:11: warning: the image `images/b c.svg` {words}",
        f"data/news.yml:2:22: warning: the image `images/d.svg` {words}",
    ]
