"""The theme speaks each of its languages: with all words, in their right forms, and without English in between."""

from __future__ import annotations

import re
import shutil
from html import unescape
from itertools import cycle
from typing import TYPE_CHECKING

import pytest
import yaml

from acadfolio.bibliography.tables import words as bibliography_words
from acadfolio.bibliography.tables.translations import TRANSLATIONS
from acadfolio.checks import check_site
from acadfolio.citations.details import ORDINALS
from acadfolio.theme import words
from acadfolio.theme.plurals import plural_form
from acadfolio.theme.words import LOCALES, Locale, languages, locale, with_number, words_for
from cases import every_case
from sites import edit, make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

EXPECTED = [
    "ar",
    "de",
    "el",
    "en",
    "es",
    "fa",
    "fr",
    "he",
    "id",
    "it",
    "ja",
    "ko",
    "nl",
    "pl",
    "pt",
    "ru",
    "sv",
    "tr",
    "uk",
    "vi",
    "zh",
    "zh-Hant",
]
OTHERS = [language for language in EXPECTED if language != "en"]
LOOKS = ("acad-homepage", "academicpages")
OTHER_LETTERS = ("ar", "el", "fa", "he", "ja", "ko", "ru", "uk", "zh", "zh-Hant")
NUMBERS = range(1, 130)


def test_the_theme_has_its_languages() -> None:
    assert list(languages()) == EXPECTED


@every_case("language", EXPECTED)
def test_every_language_has_the_words_and_gaps_of_english_and_no_other(language: str) -> None:
    file = (LOCALES / f"{language}.yml").read_text(encoding="utf-8")
    written = yaml.load(file, yaml.BaseLoader)  # noqa: S506 - texts only
    gaps = {name: text.count("{}") for name, text in words_for("en").items()}
    assert {name: text.count("{}") for name, text in written["words"].items()} == gaps
    assert written.keys() <= set(Locale.__struct_fields__)
    english = {text for text in words_for("en").values() if len(text.split()) > 1}
    if language != "en":
        assert english & {*written["words"].values()} <= {"et al.", "Open access"}
    for name, months in written.items():
        assert "months" not in name or len(months) == 12, name


def test_words_that_a_language_lacks_are_english_with_one_line_in_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locales = tmp_path / "locales"
    shutil.copytree(LOCALES, locales)
    edit(tmp_path, "locales/it.yml", "  missing: Pagina non trovata\n", "")
    monkeypatch.setattr("acadfolio.theme.words.LOCALES", locales)
    site = make_site(tmp_path / "site", {"data/site.yml": "title: Ω\nlanguage: it\n"})
    _forget()
    try:
        assert (words_for("it")["missing"], words_for("it")["search"]) == (
            "Page not found",
            "Cerca nel sito",
        )
        lines = [problem.message for problem in check_site(site)[0]]
        said = "the theme lacks 1 word in `it`, such as “Page not found”: it is in English"
        assert [line for line in lines if "English" in line] == [said]
    finally:
        monkeypatch.undo()
        _forget()
    assert not any("English" in problem.message for problem in check_site(site)[0])


def _forget() -> None:
    """Words are read once in a process."""
    words.locale.cache_clear()
    words.written_locale.cache_clear()


@every_case("language", EXPECTED)
def test_a_word_with_plural_forms_has_all_that_its_language_distinguishes(language: str) -> None:
    forms = {plural_form(number, language) for number in NUMBERS}
    last = plural_form(100, language)
    for word, given in locale(language).plurals.items():
        assert {*given, last} == forms, word
        for number in NUMBERS:
            said = with_number(word, number, language)
            assert "{" not in said
            assert number <= 2 or str(number) in said, word


@every_case(
    ("language", "shown"),
    [
        ("en", ("Cited by 1", "Cited by 2", "Cited by 5", "Cited by 21")),
        ("it", ("1 citazione", "2 citazioni", "5 citazioni", "21 citazioni")),
        ("pl", ("1 cytowanie", "2 cytowania", "5 cytowań", "21 cytowań")),
        ("ru", ("1 цитирование", "2 цитирования", "5 цитирований", "21 цитирование")),
        ("uk-UA", ("1 цитування", "2 цитування", "5 цитувань", "21 цитування")),
        ("ar", ("استشهاد واحد", "استشهادان", "5 استشهادات", "21 استشهادًا")),
        ("he", ("ציטוט אחד", "שני ציטוטים", "5 ציטוטים", "21 ציטוטים")),
        ("ja", ("被引用 1 回", "被引用 2 回", "被引用 5 回", "被引用 21 回")),
    ],
)
def test_a_count_of_citations_is_in_the_form_of_its_number(
    language: str, shown: tuple[str, ...]
) -> None:
    assert tuple(with_number("cited_by", number, language) for number in (1, 2, 5, 21)) == shown


@every_case("language", [language for language in EXPECTED if language != "en"])
def test_bibliographies_have_their_own_words_in_every_language_of_the_theme(language: str) -> None:
    english = [
        *bibliography_words.TYPE_NAMES,
        *bibliography_words.JOURNAL_SERIES.values(),
        *bibliography_words.EDITION_NOTES.values(),
    ]
    own = TRANSLATIONS[language]
    assert {name: text.count("{}") for name, text in own.items()} == {
        name: name.count("{}") for name in english
    }
    assert language.partition("-")[0] in ORDINALS


KINDS = [
    "conference",
    "journal",
    "workshop",
    "preprint",
    "book",
    "chapter",
    "thesis",
    "patent",
    "software",
    "dataset",
    "report",
    "other",
]
STATUSES = ("published", "in press", "accepted", "under review", "submitted", "in preparation")
STYLES = [
    "plain",
    "apa",
    "chicago",
    "ieee",
    "mla",
    "nature",
    "vancouver",
    "acm",
    "quoted",
    "tagged",
    "archive-full",
]
DETAILS = """\
  authors: [Ω Δ*, Ψ Φ, Σ Π, Θ Λ]
  editors: [Λ Ξ, Ψ Δ]
  translators: [Φ Ω]
  year: 1950
  venue: Ψ
  volume: 5
  issue: 2
  pages: 3–9
  edition: 2nd
  number: 7
  version: 1.2
  publisher: Θ
  institution: Σ
  location: Ω
  abstract: Ω.
  accessed: 2024-03-01
  links: {Ω: https://a.example/}
  citations: 12
  open_access: gold
  artifacts: [available, reproduced]
  selected: true
"""
PUBLICATIONS = (
    "- {title: Ω, authors: [Ω Δ], kind: preprint, arxiv: '2101.00001', year: 2021}\n"
    + "".join(f"- title: Ω\n  kind: {kind}\n{DETAILS}" for kind in KINDS)
    + "".join(
        f"- {{title: Δ, authors: [Ω Δ, others], kind: {kind}, status: {status}, venue: Ψ}}\n"
        for status in STATUSES
        for kind in ("journal", "book")
    )
)
TITLES = [
    "awards",
    "projects",
    "skills",
    "languages",
    "memberships",
    "certificates",
    "references",
    "interests",
    "supervision",
    "outreach",
    "media",
    "services",
    "students",
]
SECTIONS = [
    "news",
    "publications",
    "talks",
    "teaching",
    "education",
    "experience",
    "grants",
    *TITLES,
]
FILES = {
    "data/profile.yml": "name: Ω Δ\nemail: a@b.example\ninterests: [Ω]\nlocation: Ω\n",
    "data/publications.yml": PUBLICATIONS,
    "data/news.yml": "- {date: 2024-06-14, text: Ω.}\n- {date: 2024-05-01, text: Ω}\n",
    "data/education.yml": "- {degree: Ω, field: Ψ, institution: Σ, date: 1893-09..1900-12, advisors: [Φ]}\n",
    "data/experience.yml": "- {role: Ω, institution: Σ, department: Ψ, date: 1900..}\n",
    "data/talks.yml": "- {title: Ω, event: Ψ, location: Σ, date: 2024-02-03}\n",
    "data/teaching.yml": "- {course: Ω, terms: ['1906'], code: Ψ, role: Σ}\n",
    "data/grants.yml": "- {title: Ω, funder: Ψ, date: 1900}\n",
    "content/about.md": f"---\nsections: [{', '.join(SECTIONS)}]\n---\nΩ\n",
    "content/p.md": "# Ω\n\n{{ publications(search=true) }}\n\n"
    + "\n\n".join(f"{{{{ publications(view='{view}') }}}}" for view in ("archive", "boxes", "table"))
    + "\n\n## Ψ\n\n"
    + "\n\n".join(f"{{{{ publications(style='{style}', group_by='status') }}}}" for style in STYLES),
    "content/cv.md": "---\ntitle: Ω\n---\n{{ publications(group_by='kind', max_authors=1) }}\n",
    "content/posts/2024-06-14-a.md": (
        "---\ntitle: Ω\ntags: [Ψ]\nread_time: true\nrelated: true\nshare: true\ntoc: true\n---\n"
        "# Ω\n\n# Ψ\n\n- [x] Ω\n- [ ] Ψ\n\nΩ[^1]\n\n[^1]: Ψ\n"
    ),
    "content/posts/2024-06-15-b.md": "---\ntitle: Ψ\ntags: [Ψ]\n---\nΩ\n",
} | {
    f"data/{name}.yml": "- name: Ω\n" if name == "students" else "- role: Ω\n" if name == "services" else "- title: Ω\n"
    for name in TITLES
}  # fmt: skip
NOT_SHOWN = re.compile(r"<(script|style|svg|pre|code)\b.*?</\1>|https?://[^\s<]*", re.DOTALL)
SHOWN = re.compile(
    r">([^<]+)<|\s(?:aria-label|title|placeholder|alt|data-(?:found|none|unknown|copies|close|more))=\"([^\"]+)\""
)
NAMES = frozenset(
    [
        "acadfolio",
        "doi",
        "arXiv",
        "BibTeX",
        "RIS",
        "CSL",
        "JSON",
        "DOI",
        "Atom",
        "RSS",
        "Mastodon",
        "Bluesky",
        "LinkedIn",
        "Facebook",
        "GitHub",
        "Google",
        "Scholar",
        "PDF",
        "apa",
        "vol",
        "Vol",
        "Email",
        "email",
        "URL",
    ]
)
LATIN = re.compile(r"[A-Za-z]{3,}")


def shown_in(page: str) -> list[str]:
    """The texts of a page, and its labels."""
    return [unescape(text or label) for text, label in SHOWN.findall(NOT_SHOWN.sub("", page))]


def english_in(texts: list[str], language: str) -> set[str]:
    """Words in Latin letters, or in a language with these letters English words of the theme."""
    if language in OTHER_LETTERS:
        return {word for text in texts for word in LATIN.findall(text)} - NAMES
    own = " ".join([*words_for(language).values(), *TRANSLATIONS[language].values()])
    english = {text.replace("{}", "").strip() for text in words_for("en").values()}
    other = [text for text in english if len(text) > len("and") and text not in own]
    pattern = re.compile("|".join(rf"\b{re.escape(text)}\b" for text in other))
    return {match for text in texts for match in pattern.findall(text)}


@pytest.mark.slow
@pytest.mark.parametrize(("language", "look"), [*zip(OTHERS, cycle(LOOKS))])
def test_no_page_has_a_word_of_the_theme_in_english(
    language: str, look: str, tmp_path: Path
) -> None:
    settings = f"title: Ω\nlook: {look}\nlanguage: {language}\nmarks: {{'*': Ψ}}\nsearch: true\nurl: https://a.example\n"
    outputs, problems = render_site(tmp_path, FILES | {"data/site.yml": settings})
    assert not [problem for problem in problems if "translated" in problem]
    pages = {path: text for path, text in outputs.items() if path.endswith(".html")}
    assert {"index.html", "p/index.html", "cv/index.html", "404.html"} < pages.keys()
    found = {path: english_in(shown_in(page), language) for path, page in pages.items()}
    assert {path: said for path, said in found.items() if said} == {}
    assert f'<html lang="{language}" dir="rtl"' in pages["index.html"] or language not in {
        "ar",
        "fa",
        "he",
    }


def test_the_number_of_an_edition_is_followed_by_its_word_or_the_comma(tmp_path: Path) -> None:
    work = "- {title: Ω, kind: book, venue: Ψ, edition: 2nd, location: Σ}\n"
    for language in ("en", "de", "zh", "ar", "ko"):
        files = {
            "data/site.yml": f"title: Ω\nlanguage: {language}\n",
            "data/publications.yml": work,
        }
        files["content/about.md"] = "{{ publications() }}\n"
        outputs, _ = render_site(tmp_path / language, files)
        lines = re.findall('publication__venue">(.*)</p>', outputs["index.html"])
        assert lines, language
        assert not [line for line in lines if re.search(r"\s[,،]", line)], (language, lines)
