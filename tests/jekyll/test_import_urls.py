"""`acadfolio import`: what the old site published is published at the same URL, and nothing else is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.build import prepare
from acadfolio.cli import main
from acadfolio.commands.console import DONE
from cases import every_case
from old_sites import TALK
from test_import import Run, page

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import pytest

NAME = "title: Emmy Noether\n"
HOME = page("Hello.\n", permalink="/", title="About")


def built(
    folder: Path, files: Mapping[str, str | bytes], capsys: pytest.CaptureFixture[str]
) -> tuple[Run, set[str]]:
    """The import of an old site, and the files that the new one has: without those that acadfolio adds."""
    run = Run(folder, {"_config.yml": NAME, "_pages/about.md": HOME, **files}, capsys)
    assert main(["build", "--site", str(run.site)]) == DONE, capsys.readouterr().err
    output = run.site / "output"
    return run, {
        path.relative_to(output).as_posix() for path in output.rglob("*") if path.is_file()
    }


@every_case(
    ("config", "keys", "path"),
    [
        ("", {}, "1918/07/26/Two-theorems.html"),
        ("permalink: pretty", {}, "1918/07/26/Two-theorems/index.html"),
        ("permalink: /blog/:year/:title/", {}, "blog/1918/Two-theorems/index.html"),
        (
            "permalink: /:categories/:title/",
            {"categories": "Algebra physics"},
            "algebra/physics/Two-theorems/index.html",
        ),
        (
            "permalink: /:categories/:title/",
            {"category": "On rings"},
            "on rings/Two-theorems/index.html",
        ),
        (
            "permalink: /:categories/:title/",
            {"category": "On rings", "categories": "[Algebra, On rings]"},
            "algebra/on rings/Two-theorems/index.html",
        ),
        ("permalink: ordinal", {}, "1918/207/Two-theorems.html"),
        ("permalink: weekdate", {"categories": "a"}, "a/1918/W30/Fri/Two-theorems.html"),
        (
            "permalink: /:short_month/:long_month/:long_day/:title",
            {},
            "Jul/July/Friday/Two-theorems.html",
        ),
        (
            "permalink: /:w_year:week:w_day/:i_month:i_day_:title",
            {},
            "1918305/726_Two-theorems.html",
        ),
        (
            "permalink: /:day/:hour-:minute-:second",
            {"date": "1918-07-26 23:30:05 -0800"},
            "27/07-30-05.html",
        ),
        ("permalink: /:day/:hour", {"date": "1918-07-26 23:30:05.5 CEST"}, "26/00.html"),
        (
            "permalink: /:day/:hour\ntimezone: Asia/Tokyo",
            {"date": "1918-07-26 23:30:05"},
            "27/08.html",
        ),
        (
            "permalink: /:day/:hour\ntimezone: Asia/Tokyo",
            {"date": "1918-07-26 23:30"},
            "26/23.html",
        ),
        (
            "permalink: /:day/:hour\ntimezone: Europe/Nowhere",
            {"date": "1918-07-26T23:30:05Z"},
            "26/23.html",
        ),
        ("permalink: none", {"slug": "theorems"}, "theorems.html"),
        ("permalink: /p/:short_year/:i_month/:i_day/:slug", {}, "p/18/7/26/two-theorems.html"),
        (
            "collections: {posts: {permalink: '/notes/:title/'}}",
            {},
            "notes/Two-theorems/index.html",
        ),
        ("permalink: pretty", {"permalink": "/:year/mine/"}, "1918/mine/index.html"),
        ("permalink: pretty", {"permalink": "/mine.html"}, "mine.html"),
        (
            "defaults: [{scope: {path: '', type: posts}, values: {permalink: '/d/:title/'}}]",
            {"date": "1919-01-01"},
            "d/Two-theorems/index.html",
        ),
        ("permalink: /posts/:title/", {}, "posts/Two-theorems/index.html"),
    ],
)
def test_posts_keep_their_urls(
    config: str, keys: dict[str, str], path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": f"{NAME}{config}\n",
        "_pages/about.md": HOME,
        "_posts/1918-07-26-Two-theorems.md": page("Text.\n", title="Two theorems", **keys),
    }
    run = Run(tmp_path, files, capsys)
    assert path in {output.path for output in prepare(run.site).outputs()}
    assert run.reported == []


def test_posts_in_a_folder_of_their_own_keep_their_urls(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "walks/_posts/1930-05-04-to-the-wood.md": page(
            "Text.\n", title="To the wood", category="May"
        ),
        "list.md": page(
            "{% for post in site.categories.walks %}{{ post.title }}: {{ post.categories | join: ' ' }}{% endfor %}\n",
            title="List",
        ),
    }
    run, output = built(tmp_path, files, capsys)
    assert "walks/may/1930/05/04/to-the-wood.html" in output
    assert "To the wood: walks May" in (run.site / "output/list.html").read_text(encoding="utf-8")


def test_a_folder_whose_name_only_ends_like_that_of_posts_has_pages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, _ = built(
        tmp_path, {"unused_posts/1930-05-04-wood.md": page("Text.\n", title="A")}, capsys
    )
    assert "content/unused_posts/1930-05-04-wood.md" in run.copied


def test_posts_in_the_folder_of_the_collections_keep_their_urls(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": f"{NAME}collections_dir: lists\n",
        "lists/_posts/1930-05-04-to-the-wood.md": page("Text.\n", title="A", categories="walks"),
        "lists/_posts/older/1929-05-04-to-the-lake.md": page("Text.\n", title="B"),
        "lists/notes.txt": "",
    }
    run, output = built(tmp_path, files, capsys)
    assert {"walks/1930/05/04/to-the-wood.html", "1929/05/04/to-the-lake.html"} <= output
    assert "static/lists/notes.txt" not in run.copied
    assert run.reported == []


@every_case(
    ("config", "path"),
    [
        ("", "notes/rings.html"),
        ("permalink: pretty", "notes/rings/index.html"),
        ("permalink: weekdate", "notes/rings.html"),
    ],
)
def test_pages_keep_their_urls(
    config: str, path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "notes/rings.md": page("![]( chain.png)\n", title="Rings"),
        "notes/index.md": page("Notes.\n", title="N"),
    }
    _, output = built(
        tmp_path, {"_config.yml": f"{NAME}{config}\n", **files, "notes/chain.png": ""}, capsys
    )
    assert {path, "notes/index.html", "notes/chain.png"} <= output


def test_the_permalink_of_a_page_may_have_its_folder_and_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "notes/rings.md": page(
            "Rings.\n", title="Rings", permalink="/:path/on-:basename:output_ext"
        )
    }
    run, output = built(tmp_path, files, capsys)
    assert "notes/on-rings.html" in output
    assert run.reported == []


def test_pages_with_empty_front_matter_are_pages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, output = built(
        tmp_path,
        {"rings.html": page("<p>{{ site.title }}</p>\n"), "notes/a.md": page("*A*\n")},
        capsys,
    )
    assert {"rings.html", "notes/a.html"} <= output
    assert "<p>Emmy Noether</p>" in (run.site / "output/rings.html").read_text(encoding="utf-8")
    assert run.reported == []


def test_a_talk_without_a_date_has_no_url_with_a_year(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": f"{NAME}collections: {{talks: {{output: true, permalink: '/t/:year/:name/'}}}}\n"
    }
    run, _ = built(
        tmp_path, {**files, "_talks/ideals.md": page("Ideals.\n", title="Ideals")}, capsys
    )
    (reported,) = run.reported
    assert "the old URL `/t/:year/ideals/` contains a colon: it is not redirected" in reported


@every_case("suffix", ["mkd", "mkdn", "mkdown", "markdown"])
def test_all_suffixes_of_markdown_are_pages(
    suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link = f"[r](notes/rings.{suffix})\n"
    files = {
        f"notes/rings.{suffix}": page("*Rings.*\n", title="Rings"),
        "b.md": page(link, title="B"),
    }
    run, output = built(tmp_path, files, capsys)
    assert "notes/rings.html" in output
    assert "<em>Rings.</em>" in (run.site / "output/notes/rings.html").read_text(encoding="utf-8")
    assert 'href="notes/rings.html"' in (run.site / "output/b.html").read_text(encoding="utf-8")


def test_a_text_that_is_part_of_a_page_is_copied_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "{% include_relative parts/one.md %}\n\n{% include_relative parts/two.html %}\n"
    files = {
        "notes/index.md": page(text, title="N"),
        "_config.yml": f"{NAME}defaults: [{{scope: {{path: ''}}, values: {{lang: en, toc: true}}}}]\n",
        "notes/parts/one.md": "One.\n",
        "notes/parts/two.html": "<b>2</b>",
    }
    run, output = built(tmp_path, files, capsys)
    assert "<p>One.</p>" in (run.site / "output/notes/index.html").read_text(encoding="utf-8")
    assert "<b>2</b>" in (run.site / "output/notes/index.html").read_text(encoding="utf-8")
    assert "notes/parts/one/index.html" not in output
    assert (run.site / "content/notes/parts/one.md").read_text(encoding="utf-8") == "One.\n"


def test_an_excluded_part_of_a_page_at_the_top_is_copied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("Secret.\n", encoding="utf-8")
    files = {
        "_config.yml": f"{NAME}exclude: [part.md]\n",
        "index.md": page(
            f"{{% include_relative part.md %}}\n{{% include_relative {outside} %}}\n", title="N"
        ),
        "part.md": "One.\n",
    }
    run = Run(tmp_path, files, capsys)
    assert (run.site / "content/part.md").read_text(encoding="utf-8") == "One.\n"
    assert [line for line in run.reported if "outside" in line] == []


def test_defaults_are_written_into_the_pages_that_they_are_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = """defaults:
  - scope: {path: ""}
    values: {toc: {sidebar: left}, layout: single, lang: en}
  - scope: {path: german, type: pages}
    values: {lang: de}
  - scope: {path: german/hidden}
    values: {published: false}
"""
    files = {
        "_config.yml": NAME + config,
        "german/a.md": page("Ringe.\n", permalink="/ringe/", title="A"),
        "german/b.md": page("Körper.\n", title="B", lang="de-AT"),
        "german/hidden/c.md": page("Nichts.\n", title="C"),
    }
    run, output = built(tmp_path, files, capsys)
    assert (run.site / "content/german/a.md").read_text(encoding="utf-8") == (
        "---\npermalink: /ringe/\ntitle: A\nlang: de\ntoc:\n  sidebar: left\n---\nRinge.\n"
    )
    assert "lang: de-AT\ntoc:\n  sidebar: left" in (run.site / "content/german/b.md").read_text(
        encoding="utf-8"
    )
    assert {"ringe/index.html", "german/b.html"} <= output
    assert not any("hidden" in path for path in output)


def test_an_entry_redirects_from_the_url_that_defaults_give_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = """collections: {talks: {output: true}}
defaults: [{scope: {type: talks}, values: {permalink: '/t/:title/'}}]
"""
    run, output = built(
        tmp_path, {"_config.yml": NAME + config, "_talks/a.md": page("T.\n", title="A")}, capsys
    )
    assert run.entry("talks")["redirect_from"] == ["/t/a/"]
    assert "t/a/index.html" in output


def test_what_jekyll_does_not_publish_stays_unpublished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = """collections: {talks: {output: false}, projects: }
exclude: [files/private, '*.psd', secret.md, drafts/]
include: [.well-known, _more]
"""
    hidden = {
        "secret.md": page("Secret.\n", title="S"), "files/private/a.pdf": "", "images/big.psd": "",
        "drafts/a.md": page("Secret.\n", title="S"), "files/_raw/a.csv": "", "files/.notes.md.icloud": "",
        "files/.hidden/a.txt": "", "files/a.txt~": "", "CLAUDE.md": "Secret.", "AGENTS.md": "", "README.md": "Secret.",
        "LICENSE": "", "files/README.md": "Secret.", "_posts/notes.md": page("Secret."), "_posts/a.png": "",
        "_posts/2030-01-01-b.md": page("Secret.\n", title="B", published="false"),
        "_drafts/c.md": page("Secret.\n", title="C"), ".env": "", "Gemfile": "",
        "_posts/2999-01-01-d.md": page("Secret.\n", title="D"),
    }  # fmt: skip
    shown = {"files/a.pdf": "", "_more/a.txt": "", ".well-known/b.txt": "", "_talks/poster.jpg": ""}
    talks = {
        "index.md": page("{% for talk in site.talks %}{{ talk.title }}{% endfor %}\n"),
        "_projects/a.md": page("Secret.\n", title="A"),
        "_teaching/a.md": page("Secret.\n", title="A"),
        "_talks/a.md": TALK,
        "_talks/_b.md": page("Secret.\n"),
        "_talks/c.md": page("Secret.\n", published="false"),
    }
    run, output = built(
        tmp_path, {"_config.yml": NAME + config, **hidden, **shown, **talks}, capsys
    )
    texts = [path.read_bytes() for path in (run.site / "output").rglob("*.html")]
    assert not any(b"Secret" in text for text in texts)
    files = {
        path for path in output if not path.endswith(".html") and not path.startswith("assets/")
    }
    assert files == {
        "files/a.pdf", "_more/a.txt", ".well-known/b.txt", "robots.txt", ".nojekyll", ".acadfolio",
    }  # fmt: skip
    assert {path for path in output if path.endswith(".html")} == {
        "index.html", "404.html", "talks/1932-09-07-icm.html",
    }  # fmt: skip


def test_no_list_is_added_to_a_site_that_has_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = NAME + "collections: {talks: {output: true}}\n"
    resume = page(
        "{% for talk in site.talks %}{{ talk.title }}{% endfor %}\n", permalink="/resume/"
    )
    files = {"_talks/a.md": TALK, "_posts/1918-07-26-a.md": page("Two theorems.", title="A")}
    _, output = built(
        tmp_path, {"_config.yml": config, "_pages/resume.md": resume, **files}, capsys
    )
    assert "resume/index.html" in output
    assert output.isdisjoint({"cv/index.html", "talks/index.html", "posts/index.html"})


def test_files_of_a_collection_with_pages_are_published(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = "collections: {talks: {output: true}}\n"
    files = {
        "_talks/a.md": TALK,
        "_talks/1932/poster.jpg": "",
        "_talks/notes.md": "No front matter.\n",
    }
    _, output = built(tmp_path, {"_config.yml": NAME + config, **files}, capsys)
    assert {"talks/1932/poster.jpg", "talks/notes.md"} <= output


def test_a_page_with_a_mark_or_windows_lines_keeps_its_front_matter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    post = b"\xef\xbb\xbf---\r\ntitle: Two\r\nredirect_from:\r\n- /a/\r\n---\r\nText.\r\n"
    run, output = built(tmp_path, {"_posts/1918-07-26-two.md": post}, capsys)
    assert (run.site / "content/_posts/1918-07-26-two.md").read_bytes() == (
        b"---\ntitle: Two\nredirect_from:\n- /a/\npermalink: /1918/07/26/two.html\n---\nText.\n"
    )
    assert {"1918/07/26/two.html", "a/index.html"} <= output


def test_a_text_in_another_encoding_is_copied_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    post = "---\ntitle: Göttingen\n---\nText.\n".encode("latin-1")
    run = Run(tmp_path, {"_config.yml": NAME, "_posts/1918-07-26-two.md": post}, capsys)
    assert (run.site / "content/_posts/1918-07-26-two.md").read_bytes() == post


@every_case(
    "permalink",
    ["javascript://x/%0aalert(1)", "/../../out/", "https://x.example/a #b: c", "'/a\"]\\nb: c'"],
)
def test_no_permalink_breaks_the_front_matter_or_the_build(
    permalink: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    post = page(
        "Text.\n", title="A", permalink=f'"{permalink}"' if '"' not in permalink else permalink
    )
    config = f"{NAME}collections: {{publications: {{output: true}}}}\n"
    run = Run(tmp_path, {"_config.yml": config, "a.md": post, "_publications/b.md": post}, capsys)
    assert "javascript" not in str(run.entry("publications"))
    copy = (run.site / "content/a.md").read_text(encoding="utf-8")
    assert copy in {
        page("Text.\n", title="A"),
        "---\ntitle: A\nredirect_to: https://x.example/a%20#b:%20c\n---\nText.\n",
    }
    assert main(["build", "--site", str(run.site)]) == DONE
    assert not (tmp_path / "out").exists()


# Conflicts


@every_case(
    ("files", "url", "winner"),
    [
        ({"_pages/a.md": "/same/", "_pages/b.md": "/same/"}, "same/index.html", "_pages/b.md"),
        ({"z.md": "/same/", "_pages/b.md": "/Same/"}, "same/index.html", "z.md"),
        ({"index.md": "", "_pages/home.md": "/"}, "index.html", "index.md"),
        (
            {"_posts/1918-07-26-a.md": "/same/", "z.md": "/same/"},
            "same/index.html",
            "_posts/1918-07-26-a.md",
        ),
    ],
)
def test_of_two_pages_at_one_url_that_of_jekyll_is_shown(
    files: dict[str, str], url: str, winner: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = {
        path: page(f"From {path}.\n", title="A", permalink=permalink)
        for path, permalink in files.items()
    }
    run, _ = built(
        tmp_path, {"_pages/about.md": page("Me.\n", permalink="/me/", title="Me"), **pages}, capsys
    )
    assert f"From {winner}." in (run.site / "output" / url).read_text(encoding="utf-8")
    (loser,) = files.keys() - {winner}
    assert run.reported == [f"{loser}: warning: the old site has {winner} at the same URL: skipped"]


def test_a_page_that_was_not_published_hides_no_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_pages/a.md": page("Shown.\n", title="A", permalink="/same/"),
        "_pages/b.md": page(
            "Hidden.\n",
            title="B",
            permalink="/same/",
            published="false",
            nav="true",
            redirect_from="/x/",
        ),
        "d.md": page("D.\n", title="D", permalink="/d/", redirect_from="/x/"),
        "_drafts/c.md": page("Hidden.\n", title="C", permalink="/same/"),
    }
    run, _ = built(tmp_path, files, capsys)
    assert run.reported == []
    assert "navigation" not in run.text("site")
    assert "../d/" in (run.site / "output/x/index.html").read_text(encoding="utf-8")
    assert "Shown." in (run.site / "output/same/index.html").read_text(encoding="utf-8")
    assert (run.site / "content/_pages/b.md").is_file()


def test_a_plain_file_goes_before_a_page_and_names_that_differ_in_case_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "index.html": "<!doctype html><title>Plain</title>",
        "images/A.png": "1",
        "images/a.png": "2",
    }
    run, output = built(tmp_path, files, capsys)
    assert "Plain" in (run.site / "output/index.html").read_text(encoding="utf-8")
    assert {"images/A.png", "images/a.png"} & output == {"images/a.png"}
    assert run.reported == [
        "_pages/about.md: warning: the old site has index.html at the same URL: skipped",
        "images/A.png: warning: the old site has images/a.png at the same URL: skipped",
    ]


def test_an_old_url_that_another_page_has_is_no_redirect(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "a.md": page("A.\n", title="A", permalink="/a/", redirect_from='[/b/, "/old,one/", /old/]'),
        "b.md": "---\ntitle: B\npermalink: /b/\nredirect_from:\n- /a/\n- /old/\n---\nB.\n",
        "_talks/a.md": page("T.\n", title="T", permalink="/old/"),
        "_config.yml": f"{NAME}collections: {{talks: {{output: true}}}}\n",
    }
    run, output = built(tmp_path, files, capsys)
    assert {"a/index.html", "b/index.html", "old/index.html"} <= output
    assert "redirect_from: ['/old,one/', /old/]" in (run.site / "content/a.md").read_text(
        encoding="utf-8"
    )
    assert (run.site / "content/b.md").read_text(
        encoding="utf-8"
    ) == "---\ntitle: B\npermalink: /b/\n---\nB.\n"
    (reported,) = run.reported
    assert reported.startswith(
        "_talks/a.md:3:1: warning: `/old/` is also the URL of a.md, which keeps it"
    )


def test_a_permalink_with_a_colon_is_written_as_yaml(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"a.md": page("Text.\n", title="A", permalink="'https://z.example/x: y:'")}
    run, _ = built(tmp_path, files, capsys)
    assert "redirect_to: 'https://z.example/x:%20y:'" in (run.site / "content/a.md").read_text(
        encoding="utf-8"
    )


def test_a_permalink_to_another_site_is_a_link(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = "https://annalen.example/1921"
    collections = "collections: {publications: {output: true}, talks: {output: true}}\n"
    files = {
        "_config.yml": f"{NAME}url: https://noether.example\n{collections}",
        "a.md": page("Text.\n", title="A", permalink=elsewhere, nav="true"),
        "b.md": page("Text.\n", title="B", permalink="https://noether.example/b/"),
        "_publications/c.md": page(title="C", permalink=elsewhere),
        "_talks/d.md": page("T.\n", title="D", permalink="https://noether.example/d/"),
    }
    run, output = built(tmp_path, files, capsys)
    assert run.reported == []
    assert run.entry("publications")["links"] == {"Website": elsewhere}
    assert run.entry("talks") == {"title": "D", "text": "T.", "redirect_from": ["/d/"]}
    assert elsewhere in (run.site / "output/a/index.html").read_text(encoding="utf-8")
    assert "b/index.html" in output


def test_files_with_front_matter_are_copied_without_it_and_those_with_liquid_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "app.js": "---\n---\nlet a = {b: 1};\n",
        "assets/js/own.js": "---\nlayout: null\n---\nlet b;\n",
        "humans.txt": "---\r\ntitle: Us\r\n---\r\nEmmy Noether\r\n",
        "feed.xml": "---\n---\n{% for post in site.posts %}{% endfor %}",
        "search.json": '---\n---\n["{{ site.title }}"]\n',
        "notes.textile": "---\ntitle: Notes\n---\nh1. Notes\n",
        "css/main.scss": "---\n---\na { b { color: red } }\n",
        "assets/css/indented.sass": "---\n---\n@import theme\na\n  color: red\n",
        "assets/css/variables.scss": '---\n---\n$primary: red;\n@import "{{ site.theme }}";\n',
        "assets/css/main.scss": '---\n---\n/* {} */ // {}\n@import "{{ site.theme }}"; // {}\n',
        "assets/css/style.scss": '---\n---\n@import "{{ site.theme }}";\na { color: red }\n',
        "data.csv": "a,b\n---\n",
    }
    run, output = built(tmp_path, files, capsys)
    texts = {
        name: (run.site / "static" / name).read_text()
        for name in ("app.js", "assets/js/own.js", "humans.txt")
    }
    assert texts == {
        "app.js": "let a = {b: 1};\n",
        "assets/js/own.js": "let b;\n",
        "humans.txt": "Emmy Noether\n",
    }
    assert {"app.js", "assets/js/own.js", "humans.txt", "data.csv"} <= output
    assert output.isdisjoint({"search.json", "notes.textile", "css/main.scss"})
    sheets = (
        "assets/css/indented.sass",
        "assets/css/style.scss",
        "assets/css/variables.scss",
        "css/main.scss",
    )
    names = (*sheets, "feed.xml", "notes.textile", "search.json")
    hint = "acadfolio writes feed.xml, sitemap.xml and robots.txt itself; write the result of others into static/"
    assert run.reported == [
        f"{name}: warning: only Jekyll can render `{name}`: skipped ({hint})" for name in names
    ]


def test_the_readme_is_the_home_page_of_a_site_without_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(
        tmp_path,
        {"_config.yml": NAME, "README.md": "# Noether\n\nAlgebra.\n", "cv.md": "Cologne.\n"},
        capsys,
    )
    copy = (run.site / "content/README.md").read_text(encoding="utf-8")
    assert copy == "---\npermalink: /\n---\n# Noether\n\nAlgebra.\n"
    assert main(["build", "--site", str(run.site)]) == DONE
    assert "Algebra." in (run.site / "output/index.html").read_text(encoding="utf-8")


@every_case("home", ["index.md", "index.html", "_pages/about.md"])
def test_the_readme_of_a_site_with_a_home_page_is_not_published(
    home: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "<html></html>" if home == "index.html" else HOME
    run = Run(
        tmp_path, {"_config.yml": NAME, "README.md": "# How to build this\n", home: text}, capsys
    )
    assert not (run.site / "content/README.md").exists()
    assert run.reported == []
