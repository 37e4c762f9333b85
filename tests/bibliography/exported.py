"""Records for tests of exports, and strategies that generate works."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import strategies as st

from acadfolio.bibliography.writers.works import Work, works_of
from acadfolio.loading.data import read_data
from acadfolio.model.dates import Day, When
from acadfolio.model.identifiers import Arxiv, Doi, Hal, OpenReview, Pmid
from acadfolio.model.publication import (
    Artifact,
    Author,
    Citations,
    Kind,
    Publication,
    Status,
    Venue,
)
from acadfolio.model.values import ImagePath, LanguageTag, Link, OpenAccess, Text, Url
from acadfolio.problems import Problems

ROOT = Path(__file__).resolve().parent.parent.parent
KINDS = Kind.__args__  # type: ignore[attr-defined]
STATUSES = Status.__args__  # type: ignore[attr-defined]

# What a line of a data file can hold: no control characters, nothing that Unicode leaves open.
LETTERS = st.characters(
    codec="utf-8", categories=("L", "N", "P", "S", "Zs", "Mn"), exclude_characters="\ufeff"
)
WORDS = (
    st.text(LETTERS, min_size=1, max_size=25).map(lambda text: " ".join(text.split())).filter(bool)
)
ODD = [
    "*a* **b** `c_d`", "On $$x^{2}_1$$", "R&D: 100 % {of} #1", "[a](https://x.org/b_c%20d)", "H<sub>2</sub>O",
    "a\u00a0b", "–— “quoted” ‘x’ it's -- \\* ~ ^ | < >", "Étude sur l’α", "放射性", "} {", "\\textbf{a} \\\\ \\",
    'a\\_b "c" ``d``',
]  # fmt: skip
PEOPLE = [
    "Marie Curie", "Vincent van Gogh", "Martin Luther King, Jr.", "CERN Collaboration", "Plato", "汤志恒", "Curie M",
    "others", "et al.", "Santiago Ramón y Cajal", "Marks and Spencer", "{Braces} Inc", "Ludwig van Beethoven",
    "J. J. O'Neil", ",", ", Jr.", "(b)",
]  # fmt: skip
MARKDOWN = st.one_of(WORDS, st.sampled_from(ODD))
TEXTS = st.one_of(
    MARKDOWN.map(Text.of),
    st.tuples(MARKDOWN, MARKDOWN).map(lambda pair: Text((("en", pair[0]), ("fr", pair[1])))),
)
NAMES = st.one_of(st.sampled_from(PEOPLE), WORDS)
AUTHORS = st.builds(
    Author,
    name=NAMES,
    marks=st.sampled_from(["", "", "*", "†✉"]),
    equal=st.sampled_from([False, False, True]),
    me=st.sampled_from([None, None, True, False]),
    url=st.sampled_from([None, Url("https://example.org/~a_b")]),
    suffix=st.sampled_from(["", "", "Jr."]),
)
DAYS = st.sampled_from([Day(1898), Day(1903, 6), Day(1921, 5, 14), Day(2024, 2, 29)])
DATES = st.one_of(
    DAYS.map(When),
    DAYS.map(lambda day: When(day, ongoing=True)),
    DAYS.map(lambda day: When(day, Day(2030, 1))),
    st.just(When.parse("2022/23 Fall")),
)
LINKS = st.dictionaries(
    WORDS, st.sampled_from(["https://x.org/a_b?c=%20#d", "files/paper.pdf", "/cv/"]), max_size=3
).map(lambda links: tuple(Link(label, Url(url)) for label, url in links.items()))
SHORT = st.one_of(st.just(""), st.sampled_from(["12", "A–3", "123–130", "1", "XL", "e17"]), WORDS)
CITED = st.builds(
    Citations,
    count=st.integers(0, 10**6),
    source=st.sampled_from(["", "Google Scholar"]),
    date=st.none() | DATES,
    url=st.sampled_from([None, Url("https://scholar.google.com/scholar?cites=1&hl=en")]),
)
PUBLICATIONS = st.builds(
    Publication,
    title=TEXTS,
    authors=st.lists(AUTHORS, max_size=4).map(tuple),
    venue=st.none() | st.just(Text.of("nature")) | TEXTS,
    kind=st.sampled_from(KINDS),
    type=st.none() | st.sampled_from([Text.of("PhD thesis"), Text.of("Master’s thesis")]) | TEXTS,
    status=st.sampled_from(STATUSES),
    date=st.none() | DATES,
    year=st.none() | st.integers(1000, 9999),
    volume=SHORT, issue=SHORT, number=SHORT, pages=SHORT, edition=SHORT, version=SHORT,
    scholar_id=SHORT, key=SHORT, bibtex=SHORT,
    isbn=st.sampled_from(["", "978-3-16-148410-0"]),
    issn=st.sampled_from(["", "1476-4687"]),
    publisher=st.none() | TEXTS, location=st.none() | TEXTS, event=st.none() | TEXTS, series=st.none() | TEXTS,
    institution=st.none() | TEXTS, abstract=st.none() | TEXTS, summary=st.none() | TEXTS, note=st.none() | TEXTS,
    award=st.none() | TEXTS, badge=st.none() | TEXTS, category=st.none() | TEXTS, image_alt=st.none() | TEXTS,
    issue_title=st.none() | TEXTS,
    editors=st.lists(AUTHORS, max_size=2).map(tuple), translators=st.lists(AUTHORS, max_size=2).map(tuple),
    doi=st.sampled_from([Doi(), Doi("10.1103/RevModPhys.3.427"), Doi("10.1002/(SICI)1097_a<1::AID>3.0.CO;2-#")]),
    arxiv=st.sampled_from([Arxiv(), Arxiv("2401.17644v2"), Arxiv("hep-th/9901001")]),
    hal=st.sampled_from([Hal(), Hal("hal-01234567")]),
    pmid=st.sampled_from([Pmid(), Pmid("12345678")]),
    openreview=st.sampled_from([OpenReview(), OpenReview("aVh9KRZdRk")]),
    language=st.sampled_from([None, LanguageTag("fr"), LanguageTag("pt-BR")]),
    links=LINKS,
    image=st.none() | st.just(ImagePath("images/radium decay.svg")),
    accessed=st.none() | DATES,
    selected=st.booleans(),
    tags=st.lists(WORDS, max_size=3, unique=True).map(tuple),
    citations=st.none() | CITED,
    open_access=st.sampled_from([OpenAccess(), OpenAccess("open"), *map(OpenAccess, OpenAccess.TYPES)]),
    artifacts=st.lists(st.sampled_from(Artifact.__args__), max_size=3, unique=True).map(tuple),  # type: ignore[attr-defined]
)  # fmt: skip
VENUES = {"nature": Venue(name=Text.of("Nature & *Science*"), abbreviation="Nat.")}


def works(*publications: Publication) -> tuple[Work, ...]:
    return works_of(publications, VENUES)


def demo() -> tuple[Work, ...]:
    """The demo site's publications."""
    data = read_data(ROOT, Problems())
    return works_of(data.publications, data.venues)


def title_words(text: str) -> set[str]:
    """Words that any reader must find again, however it treats symbols."""
    return set(re.findall(r"[^\W_]{3,}", text))
