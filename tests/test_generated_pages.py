"""The pages that acadfolio adds: where they go, and that an author's own page always comes first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.build import prepare
from acadfolio.model.dates import When
from acadfolio.model.entries import Course, Talk
from acadfolio.model.publication import Publication
from acadfolio.model.values import Text
from acadfolio.routing.slugs import slug_of, slugs_of
from cases import every_case
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

PAGES = "title: Emmy Noether\nlook: academicpages\n"
ONE_PAGE = "title: Emmy Noether\n"
TALK = "- {title: Invariants, date: 1918-07-16, event: Seminar}\n"


# URLs


@every_case(
    ("title", "slug"),
    [
        ("Idealtheorie in Ringbereichen", "idealtheorie-in-ringbereichen"),
        ("Théorie des idéaux: l’œuvre d’Émile", "theorie-des-ideaux-l-oeuvre-d-emile"),
        ("Skłodowska’s Ångström", "sklodowskas-angstrom"),
        ("On *rings* and [their ideals](https://a.example/x)", "on-rings-and-their-ideals"),
        ("x<sub>2</sub> & C++", "x2-c"),
        ("理想理论与环", "理想理论与环"),
        ("ガスの研究", "ガスの研究"),
        ("हिन्दी में विज्ञान", "हिन्दी-में-विज्ञान"),
        ("مقدمة في الجبر", "مقدمة-في-الجبر"),
        ("🎉 !? —", "entry"),
        ("word " * 40, "word-word-word-word-word-word-word-word-word-word-word-word"),
        ("a" * 200, "a" * 60),
        ("../..//etc/passwd\\", "etc-passwd"),
    ],
)
def test_a_title_is_a_url_in_any_script(title: str, slug: str) -> None:
    assert slug_of(title) == slug


def talk(title: str, date: str = "") -> Talk:
    return Talk(title=Text.of(title), date=When.parse(date) if date else None)


def test_entries_of_the_same_title_differ_by_their_year_then_by_a_number() -> None:
    talks = [
        talk("Ideals", "1921-09-20"),
        talk("Ideals", "1921-05-01"),
        talk("Ideals", "1920"),
        talk("Ideals"),
    ]
    assert slugs_of(talks, "en") == ["ideals-1921-2", "ideals-1921", "ideals", "ideals-2"]


def test_what_is_added_later_changes_no_url_of_what_is_there() -> None:
    old = [talk("Ideals", "1920-05"), talk("Rings", "1921"), talk("Ideals", "1921")]
    new = [talk("Ideals", "1922"), *old, talk("Rings", "1930")]
    assert slugs_of(new, "en")[1:4] == slugs_of(old, "en")


def test_a_title_that_looks_like_a_dated_one_takes_no_url_twice() -> None:
    slugs = slugs_of([talk("A", "1920"), talk("A", "1921"), talk("A 1921", "1919")], "en")
    assert len(set(slugs)) == 3


def test_courses_of_the_same_title_differ_by_the_year_of_their_first_term() -> None:
    courses = [
        Course(course=Text.of("Algebra"), terms=terms)
        for terms in (("Fall 1925", "1926"), ("1922/23",))
    ]
    assert slugs_of(courses, "en") == ["algebra-1925", "algebra"]


def test_a_key_goes_before_the_title_and_the_sites_language_chooses_the_title() -> None:
    titles = Text((("en", "Ideals"), ("de", "Ideale")))
    papers = [Publication(title=titles, key="noether1921"), Publication(title=titles)]
    assert slugs_of(papers, "de") == ["noether1921", "ideale"]


# Whose page it is


def test_an_authors_own_page_goes_before_the_one_of_an_entry_and_the_list_leads_there(
    tmp_path: Path,
) -> None:
    page = "---\npermalink: /talks/invariants/\ntitle: My page\n---\nBy hand.\n"
    files = {"data/site.yml": PAGES, "data/talks.yml": TALK, "content/invariants.md": page}
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert "By hand." in outputs["talks/invariants/index.html"]
    assert '<a href="invariants/index.html">Invariants</a>' in outputs["talks/index.html"]


def test_a_draft_leaves_the_url_to_the_entry(tmp_path: Path) -> None:
    page = "---\npermalink: /talks/invariants/\ntitle: My page\ndraft: true\n---\nBy hand.\n"
    files = {"data/site.yml": PAGES, "data/talks.yml": TALK, "content/invariants.md": page}
    assert "Seminar" in render_site(tmp_path / "a", files)[0]["talks/invariants/index.html"]
    assert (
        "By hand."
        in render_site(tmp_path / "b", files, drafts=True)[0]["talks/invariants/index.html"]
    )


@every_case(
    ("section", "title"), [("talks", "title"), ("teaching", "course"), ("projects", "title")]
)
def test_a_text_of_several_paragraphs_has_them_on_its_own_page(
    tmp_path: Path, section: str, title: str
) -> None:
    entry = (
        f"- {title}: Ideals\n  text: |-\n    One,\n    *two*.\n\n    Three.\n- {title}: No text\n"
    )
    outputs, problems = render_site(
        tmp_path, {"data/site.yml": PAGES, f"data/{section}.yml": entry}
    )
    assert problems == []
    assert "<p>One,\n<em>two</em>.</p>\n\n<p>Three.</p>" in outputs[f"{section}/ideals/index.html"]


def test_an_old_url_of_an_entry_leads_to_the_target_that_its_author_set(tmp_path: Path) -> None:
    page = "---\npermalink: /moved/\ntitle: My page\nredirect_from: [/talks/invariants/]\n---\nBy hand.\n"
    files = {"data/site.yml": PAGES, "data/talks.yml": TALK, "content/invariants.md": page}
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert "../../moved/index.html" in outputs["talks/invariants/index.html"]


def test_a_page_of_the_site_takes_the_place_of_a_list_and_of_the_cv(tmp_path: Path) -> None:
    files = {
        "data/site.yml": PAGES,
        "data/talks.yml": TALK,
        "content/talks.md": "---\ntitle: Where I spoke\n---\n{{ talks() }}\n",
        "content/cv.md": "---\ntitle: My life\n---\nBorn in Erlangen.\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert "Where I spoke" in outputs["talks/index.html"]
    assert "Born in Erlangen." in outputs["cv/index.html"]
    assert '<a href="invariants/index.html">Invariants</a>' in outputs["talks/index.html"]


def test_only_the_look_of_many_pages_adds_them_by_default(tmp_path: Path) -> None:
    paths = {}
    for name, settings in {
        "one": ONE_PAGE,
        "one with": ONE_PAGE + "talks: {pages: true}\n",
        "many": PAGES,
        "many without": PAGES + "talks: {pages: false}\n",
    }.items():
        site = make_site(tmp_path / name, {"data/site.yml": settings, "data/talks.yml": TALK})
        paths[name] = {page.path for page in prepare(site).plan.pages} - {"index.html", "404.html"}
    entry, section, cv = "talks/invariants/index.html", "talks/index.html", "cv/index.html"
    assert paths == {
        "one": set(),
        "one with": {entry, section},
        "many": {entry, section, cv},
        "many without": {section, cv},
    }


def test_the_themes_old_urls_lead_to_the_new_ones_unless_the_site_has_them(tmp_path: Path) -> None:
    files = {
        "data/site.yml": PAGES,
        "data/projects.yml": "- {title: Rings}\n",
        "content/posts/2001-01-01-past.md": "Out.\n",
        "content/resume.md": "---\npermalink: /resume\ntitle: Resume\n---\nBy hand.\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert "../projects/index.html" in outputs["portfolio/index.html"]
    assert "../posts/index.html" in outputs["year-archive/index.html"]
    assert "By hand." in outputs[next(path for path in outputs if path.startswith("resume"))]


def test_no_old_url_of_the_theme_hides_a_page_that_differs_in_its_slash(tmp_path: Path) -> None:
    files = {
        "data/site.yml": PAGES,
        "data/projects.yml": "- {title: Rings}\n",
        "content/resume.md": "---\npermalink: /resume/\ntitle: Resume\n---\nBy hand.\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert "By hand." in outputs["resume/index.html"]
    assert "resume.html" not in outputs


# Titles and descriptions


def test_made_pages_have_titles_and_descriptions_of_their_own(tmp_path: Path) -> None:
    files = {
        "data/site.yml": PAGES + "description: A mathematician.\n",
        "data/talks.yml": TALK + "- {title: Invariants, date: 1919, event: Congress}\n"
        "- {title: Rings, text: About rings. And more.}\n- {title: Ideals, text: About rings. And less.}\n",
        "data/publications.yml": "- {title: On rings, year: 1921, abstract: We see. Then we do.}\n"
        "- {title: On ideals, summary: Why ideals matter.}\n- {title: A note, year: 1930, authors: [E. Noether]}\n",
        "data/projects.yml": "- {title: Rings, people: [Emil Artin]}\n",
        "data/teaching.yml": "- {course: Algebra, role: Lecturer, institution: Göttingen}\n",
        "data/news.yml": "- {date: 1930, text: News}\n",
        "content/posts/2001-01-01-past.md": "---\ntags: [rings]\n---\nOut of the past, a post.\n",
    }
    outputs, _ = render_site(tmp_path, files)
    pages = {
        path: page
        for path, page in outputs.items()
        if path.endswith("index.html") and "og:title" in page
    }
    titles = {path: re.findall("<title>(.*?)</title>", page)[0] for path, page in pages.items()}
    said = {
        path: re.findall('<meta name="description" content="(.*?)">', page)[0]
        for path, page in pages.items()
    }
    assert len(set(titles.values())) == len(titles), titles
    assert len(set(said.values())) == len(said), said
    assert said["publications/on-rings/index.html"] == "We see. Then we do."
    assert said["publications/on-ideals/index.html"] == "Why ideals matter."
    assert said["publications/a-note/index.html"] == "A note: E. Noether, 1930"
    assert said["talks/invariants/index.html"] == "Invariants: Seminar, 16 July 1918"
    assert said["talks/index.html"] == "Talks – Emmy Noether"
    assert (
        titles["talks/invariants-1919/index.html"] == "Invariants (Congress, 1919) - Emmy Noether"
    )
