"""The report of an import lists what visitors could read on the old site and no page of the new one has."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.cli import main
from acadfolio.commands.console import DONE
from cases import every_case
from old_sites import ACADEMICPAGES
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pytest

THEMES = Path(__file__).parent / "old_sites/themes"
CONFIG = "title: Emmy Noether\nurl: https://noether.example.org\n"
HOME = "---\npermalink: /\n---\nShe proved two theorems on symmetry, and taught algebra in Göttingen.\n"


class Import:
    """An old site with a home page that was imported, and the lines in the last table of its report."""

    def __init__(
        self, folder: Path, files: Mapping[str, str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.old, self.site = folder / "old", folder / "site"
        self.old.mkdir(exist_ok=True)
        make_site(self.old, {"_config.yml": CONFIG, "_pages/about.md": HOME, **files})
        assert main(["import", str(self.old), "--site", str(self.site)]) == DONE
        self.reported = capsys.readouterr().err.replace(f"{self.site}/", "").splitlines()

    @property
    def section(self) -> str:
        html = (self.site / "import-report.html").read_text(encoding="utf-8")
        return html.partition("<h2>Text of the old site")[2].partition("<h2>")[0]

    @property
    def lines(self) -> list[str]:
        """The rows of the table: the place, the text, and what is missing."""
        rows = re.findall("<tr><td>(.*?)</tr>", self.section)
        return [
            " | ".join(unescape(re.sub("<[^>]+>", "", cell)) for cell in row.split("</td><td>"))
            for row in rows
        ]


PLANTED = {
    "_config.yml": CONFIG
    + """\
author:
  name: Emmy Noether
  github: Emmy-Noether
  cafe: Café Kron & Lanz
contact_note: Ring twice at the "Stegemühlenweg".
owner: {name: Amalie}
links:
- {label: Nachlass, url: "https://archive.example.org/noether"}
social: {links: ["https://mathematics.example.org/emmy"]}
mail: emmy@bryn.example.org
collections: {news: {output: true}, talks: {output: true}, publications: {output: true}}
""",
    "_layouts/default.html": """\
<title>{{ page.title }}</title>
<style>p { color: crimson }</style>
<script>var theorem = "conservation";</script>
<!-- Nobody reads comments. -->
{% comment %}
Or these.
{% endcomment %}
{% assign unseen = "assigned words" %}
{{ content }}
<footer
  class="footer">
Follow <a href="https://invariants.example.org/{{ page.title }}">Twitter</a> Made in
Erlangen with <a href="https://ideals.example.org/">Feed</a>.
</footer>
<img src="https://a.example.org"> <iframe src="https://maps.example.org"></iframe>
""",
    "_includes/author-profile.html": "{% if author.bio %}\nOffice hours on Mondays\n{% endif %}",
    "_includes/theorem.html": "Algebra taught symmetry theorems.",
    "_data/ui-text.yml": "en: {follow_label: Correspondence}\nfr: {follow_label: Suivre}\n",
    "_data/students.csv": "name,thesis\nMax Deuring,Arithmetische Theorie\n",
    "_data/walks/summer.json": '{"place": "Hainberg forest"}',
    "_pages/about.md": """\
---
permalink: /
tagline: The mother of modern algebra
profile:
  address: |
    <p>Weender Landstraße 33</p>
    <p>Göttingen</p>
social: true
---
She proved two theorems on symmetry, and taught algebra in Göttingen.
""",
    "_talks/icm.md": """\
---
title: Symmetry
date: 1932-09-07
chair: Élie Cartan
hall: {name: Tonhalle Zürich}
---
On theorems.
""",
    "_news/undated.md": "---\ntitle: Taught\n---\nThe Ackermann–Teubner Prize.\n",
}
LOST = """\
_talks/icm.md:4 | Élie Cartan | élie cartan
_talks/icm.md:5 | Tonhalle Zürich | tonhalle zürich
_news/undated.md:4 | The Ackermann–Teubner Prize. | ackermann teubner prize
_pages/about.md:3 | The mother of modern algebra | mother of modern
_pages/about.md:6 | Weender Landstraße 33 | weender landstrasse 33
_config.yml:6 | Café Kron & Lanz | café kron lanz
_config.yml:7 | Ring twice at the "Stegemühlenweg". | ring twice stegemühlenweg
_config.yml:8 | Amalie | amalie
_config.yml:10 | Nachlass | nachlass
_config.yml:10 | https://archive.example.org/noether | archive.example.org/noether
_config.yml:11 | https://mathematics.example.org/emmy | mathematics.example.org/emmy
_config.yml:12 | emmy@bryn.example.org | emmy@bryn.example.org
_data/students.csv:1 | name,thesis | thesis
_data/students.csv:2 | Max Deuring,Arithmetische Theorie | max deuring arithmetische theorie
_data/ui-text.yml:1 | Correspondence | correspondence
_data/walks/summer.json:1 | Hainberg forest | hainberg forest
_includes/author-profile.html:2 | Office hours on Mondays | office hours mondays
_includes/theorem.html:1 | Algebra taught symmetry theorems. | algebra taught symmetry theorems
_layouts/default.html:12 | Follow https://invariants.example.org/… Twitter Made in | follow twitter made in
_layouts/default.html:13 | Erlangen with https://ideals.example.org/ Feed . | erlangen ideals.example.org
_layouts/default.html:15 | https://a.example.org https://maps.example.org | a.example.org maps.example.org
"""


def test_everything_that_no_new_page_has_is_listed_with_its_place_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "secret.md").write_text("---\n---\nNobody may read this.\n", encoding="utf-8")
    (tmp_path / "old/notes").mkdir(parents=True)
    (tmp_path / "old/notes/link.md").symlink_to(tmp_path / "secret.md")
    done = Import(tmp_path, PLANTED, capsys)
    assert "\n".join(done.lines) == LOST.strip()
    number = "text of the old site that no page of the new one shows: 21 lines"
    assert done.reported[-1] == f"import-report.html: warning: {number}"


@every_case("theme", sorted(path.name for path in THEMES.iterdir()))
def test_an_untouched_theme_loses_nothing(
    theme: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        path.relative_to(THEMES / theme).as_posix(): path for path in (THEMES / theme).rglob("*.*")
    }
    done = Import(
        tmp_path, {name: path.read_text(encoding="utf-8") for name, path in files.items()}, capsys
    )
    assert (done.lines, done.reported) == ([], [])
    assert "Nothing." in done.section


def test_lists_that_become_data_lose_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """But a line of the theme: the category of a paper, as it is called in its file."""
    done = Import(tmp_path, ACADEMICPAGES, capsys)
    assert done.lines == ["_publications/1918-07-26-invariante.md:4 | manuscripts | manuscripts"]


def test_settings_that_visitors_never_see_are_not_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = """\
og_image: https://preview.example.org
cronitor_analytics: Gamma-Delta-Beta
pirsch_analytics: Gamma-Delta-Beta
openpanel_analytics: Gamma-Delta-Beta
newsletter: {enabled: false, endpoint: https://letters.example.org}
"""
    assert Import(tmp_path, {"_config.yml": "title: Emmy Noether\n" + settings}, capsys).lines == []


def test_what_a_condition_hides_is_not_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    conditions = ("site.talkmap_link == true", "site.author.googlescholar", "author.googlescholar")
    hidden = "".join(
        f"{{% if {name} %}}\nLectures on *maps*\n{{% endif %}}\n" for name in conditions
    )
    files = {
        "_config.yml": CONFIG
        + "talkmap_link: false\nauthor: {name: Emmy Noether, googlescholar: }\n",
        "_pages/about.md": HOME + hidden,
        "_includes/author-profile.html": "{% if author.bio %}Office hours{% endif %}",
    }
    done = Import(tmp_path, files, capsys)
    assert done.lines == ["_includes/author-profile.html:1 | …Office hours… | office hours"]


def test_a_page_with_a_redirect_from_its_url_without_a_slash_is_not_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "---\npermalink: /resume/\nredirect_from: /resume\n---\nShe walked, and read [Dedekind][works].\n\n"
    files = {"_pages/resume.md": text + "[works]: https://dedekind.example.org/works\n"}
    assert Import(tmp_path, files, capsys).lines == []


def test_images_of_layouts_that_are_not_used_are_lost_also_where_liquid_makes_their_urls(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    layout = """\
{{ content }}<img src="{{ '/images/ring.svg' | relative_url }}">
{% include figure.liquid
   path="images/ideal.svg" %}
<a href="{{ '/' | relative_url }}">Göttingen</a> <img src="{{ '/images/shown.svg' | absolute_url }}">
"""
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    images = {f"images/{name}.svg": svg for name in ("ring", "ideal", "shown")}
    about = HOME + "![Rings](/images/shown.svg)\n"
    done = Import(
        tmp_path, {"_layouts/about.liquid": layout, "_pages/about.md": about, **images}, capsys
    )
    assert done.lines == [
        "_layouts/about.liquid:1 | … /images/ring.svg | ring.svg",
        "_layouts/about.liquid:2 | images/ideal.svg | ideal.svg",
    ]
    assert "copy it into <code>content/_layouts/</code> under another name" in done.section


def test_initials_of_names_and_what_only_themes_have_is_not_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    about = HOME + "With E. Artin, H. Weyl, F. Klein, D. Hilbert and B. L. van der Waerden.\n"
    files = {
        "_config.yml": CONFIG + "external_services: {trophies: https://trophies.example.org}\n",
        "_pages/404.md": "---\nexcerpt: Page not found. Your pixels are in another canvas.\n---\nNot found.\n",
        "_layouts/about.liquid": "{% capture sizes %}(min-width: 576px) 30vw, 95vw{% endcapture %}{{ content }}",
        "_includes/calendar.liquid": "{% if site.calendar %}Upcoming Events{% else %}No schedule available.{% endif %}",
    }
    assert Import(tmp_path, {"_pages/about.md": about, **files}, capsys).lines == []


def test_a_later_comparison_keeps_what_the_import_said_of_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = Import(tmp_path, {"_config.yml": CONFIG + "footer_text: Made in Göttingen\n"}, capsys)
    report = done.site / "import-report.html"
    before = report.read_text(encoding="utf-8")
    assert "`footer_text` is not imported" in unescape(before)
    assert main(["import", str(done.old), "--compare", "--site", str(done.site)]) == DONE
    assert report.read_text(encoding="utf-8") == before


def test_words_are_divided_by_tags(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "<b>1918</b><b>Invariants</b> of<br>forms.\n"
    assert Import(tmp_path, {"_pages/about.md": HOME + text}, capsys).lines == []


def test_formulas_classes_of_css_and_addresses_in_links_are_not_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = """\
---
title: Rings
permalink: /rings/
bodyclass: wide overflowx
---
Sample mean = $$\\bar{a} - \\hat{b}$$ (why?)[^noether]

- Table of contents
{:toc}

[^noether]: Because.

<a href="mailto:emmy at noether dot example">Write</a>
"""
    files = {"rings.md": page, "_data/people.yml": "- mail: emmy at noether dot example\n"}
    assert Import(tmp_path, files, capsys).lines == []


def test_what_only_search_engines_and_previews_read_is_not_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = "keywords: Lie groups, ideals\nog_image: Portrait.png\nog_description: Her page\nschema_markup: Mother of\n"
    assert Import(tmp_path, {"_config.yml": CONFIG + config}, capsys).lines == []


def test_a_site_that_cannot_be_built_yet_is_compared_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    talk = "---\ntitle: Symmetry\ndate: 1932-09-07\nchair: Cartan\n---\n"
    (tmp_path / "site/content").mkdir(parents=True)
    broken = tmp_path / "site/content/broken.md"
    broken.write_text("---\ntitle: [\n---\n", encoding="utf-8")
    done = Import(
        tmp_path,
        {"_talks/icm.md": talk, "_config.yml": CONFIG + "collections: {talks: {output: true}}\n"},
        capsys,
    )
    command = f"import {done.old} --compare --site {done.site}"
    assert f"<code>acadfolio {command}</code>" in done.section
    broken.unlink()
    assert main(command.split()) == DONE
    assert done.lines == ["_talks/icm.md:4 | Cartan | cartan"]
