"""Generate the content of an academic homepage, the same in every run and for every generator.

The seed of each record is its name, so that a larger site contains the same records as a smaller
one.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import yaml

OWNER = "Hedwig Sample"
TITLE = f"{OWNER}, physicist"
DESCRIPTION = f"The academic homepage of {OWNER}"
URL = "https://sample.example.org"
NEWS_ON_HOME = 20
PAGES_IN_MENU = 3
NEWEST = 2025

WORDS: dict[str, list[str]] = yaml.safe_load(
    Path(__file__).with_name("words.yml").read_text(encoding="utf-8")
)
VENUES = [f"{journal} {subject}" for journal in WORDS["journals"] for subject in WORDS["subjects"]]


@dataclass(frozen=True)
class Size:
    """The number of records of each kind."""

    papers: int
    news: int
    pages: int
    courses: int
    services: int
    paper_pages: bool = False
    """Whether each paper has its own page."""


SIZES = {
    "tiny": Size(5, 4, 2, 2, 2, paper_pages=True),
    "small": Size(30, 20, 5, 6, 8),
    "medium": Size(300, 100, 50, 12, 20),
    "large": Size(5000, 1000, 1000, 20, 40, paper_pages=True),
}


@dataclass(frozen=True)
class Paper:
    key: str
    title: str
    authors: tuple[str, ...]
    venue: str
    year: int
    is_selected: bool
    abstract: str

    @property
    def links(self) -> dict[str, str]:
        return {
            name: f"https://example.org/{name.lower()}/{self.key}"
            for name in ("PDF", "Code", "Slides")
        }


@dataclass(frozen=True)
class News:
    date: str
    text: str
    link: str


@dataclass(frozen=True)
class Page:
    slug: str
    title: str
    description: str
    body: str
    last: str
    """Its last sentence."""


@dataclass(frozen=True)
class Course:
    code: str
    title: str
    term: str
    role: str


@dataclass(frozen=True)
class Service:
    role: str
    venue: str
    year: int


@dataclass(frozen=True)
class Degree:
    degree: str
    institution: str
    years: tuple[int, int]


@dataclass(frozen=True)
class Profile:
    name: str
    position: str
    institution: str
    location: str
    bio: str
    links: dict[str, str]
    education: tuple[Degree, ...]


PROFILE = Profile(
    OWNER,
    "Professor of Experimental Physics",
    "Example University",
    "Sampleton",
    "I measure what decays, how fast, and how sure one can be of it.",
    {
        "Email": "mailto:hedwig@example.org",
        "Google Scholar": "https://scholar.example.org/hedwig",
        "ORCID": "https://orcid.example.org/0000-0002-1825-0097",
        "Code": "https://code.example.org/hedwig",
        "Library": "https://library.example.org/hedwig",
    },
    (
        Degree("PhD in Physics", "Example Institute", (2009, 2013)),
        Degree("MSc in Physics", "Example College", (2007, 2009)),
        Degree("BSc in Chemistry", "Example College", (2004, 2007)),
    ),
)


class Chance(random.Random):
    """Random words and sentences. The seed is the name of a record."""

    def word(self, kind: str) -> str:
        return self.choice(WORDS[kind])

    def phrase(self) -> str:
        return f"{self.choice(WORDS['qualities'])} {self.choice(WORDS['nouns'])}"

    def title(self) -> str:
        parts = [
            self.phrase(),
            self.word("joints"),
            self.phrase(),
            self.word("joints"),
            self.word("nouns"),
        ]
        return " ".join(parts).capitalize()

    def sentence(self) -> str:
        words = [
            "the",
            self.phrase(),
            self.word("joints"),
            "the",
            self.phrase(),
            "gives",
            "a",
            self.phrase(),
        ]
        for _ in range(self.randint(0, 3)):
            words += [self.word("joints"), "the", self.phrase()]
        return " ".join(words).capitalize() + "."

    def sentences(self, number: int) -> str:
        return " ".join(self.sentence() for _ in range(number))

    def prose(self, number: int) -> str:
        """Sentences in Markdown: some with emphasis, code or a link."""
        return " ".join(self._marked(self.sentence()) for _ in range(number))

    def _marked(self, sentence: str) -> str:
        word = sentence.split()[1]
        marked = {
            0: f"**{word}**",
            1: f"*{word}*",
            2: f"`{word}_{self.randint(0, 99)}`",
            3: f"[{word}](https://example.org/{word}/{self.randint(1, 999)})",
        }.get(self.randrange(9), word)
        return sentence.replace(word, marked, 1)


def chance(kind: str, number: int) -> Chance:
    return Chance(f"acadfolio bench {kind} {number}")


def make_paper(number: int) -> Paper:
    draw = chance("paper", number)
    authors = [
        f"{draw.choice(WORDS['given'])} {draw.choice(WORDS['family'])}"
        for _ in range(draw.randint(1, 7))
    ]
    authors.insert(draw.randint(0, len(authors)), OWNER)
    year = NEWEST - (number * 7 + draw.randint(0, 3)) % 20
    return Paper(
        key=f"{year}-{draw.choice(WORDS['nouns'])}-{number:05d}",
        title=f"{draw.title()} {number}",  # The checks need unique titles.
        authors=tuple(authors),
        venue=draw.choice(VENUES),
        year=year,
        is_selected=number % 5 == 0 and number < 100,  # noqa: PLR2004 - no more than twenty
        abstract=draw.sentences(draw.randint(5, 8)),
    )


def make_news(number: int) -> News:
    months = NEWEST * 12 + 11 - number // 4
    draw = chance("news", number)
    return News(
        f"{months // 12:04d}-{months % 12 + 1:02d}",
        draw.sentence(),
        f"https://example.org/news/{number}",
    )


def make_course(number: int) -> Course:
    draw = chance("course", number)
    term = f"{draw.choice(['Spring', 'Fall'])} {NEWEST - number % 10}"
    code = f"PH{draw.randint(100, 699)}"
    return Course(code, draw.phrase().capitalize(), term, draw.choice(["Lecturer", "Assistant"]))


def make_service(number: int) -> Service:
    draw = chance("service", number)
    role = draw.choice(["Reviewer", "Area chair", "Organiser", "Editor"])
    return Service(role, draw.choice(VENUES), NEWEST - number % 12)


def make_page(number: int) -> Page:
    """A page of about 500 words: headings, lists, a table, code in two languages, a formula."""
    draw = chance("page", number)
    title, last = f"{draw.title()} {number}", draw.sentence()
    slug = f"{title.lower().split()[0]}-{number:05d}"
    return Page(slug, title, draw.sentence(), f"{_text(draw)}\n{last}\n", last)


def _text(draw: Chance) -> str:
    def name() -> str:
        return draw.word("qualities")

    rows = "\n".join(
        f"| {draw.phrase()} | {draw.randint(1, 999)} | {draw.random():.3f} | {draw.phrase()} |"
        for _ in range(5)
    )
    return f"""{draw.prose(5)}

## {draw.phrase().capitalize()}

{draw.prose(4)}

- {draw.prose(1)}
- {draw.prose(1)}
    - {draw.phrase()}
    - {draw.phrase()}
- {draw.prose(1)}

### {draw.phrase().capitalize()} and {draw.phrase()}

{draw.prose(3)}

$$
N(t) = N_0 e^{{-\\lambda t}} + \\sum_{{i=1}}^{{{draw.randint(2, 9)}}} \\frac{{x_i^2}}{{\\alpha + {draw.randint(2, 9)}}}
$$

```python
def {name()}_{name()}(counts, limit={draw.randint(2, 99)}):
    # {draw.sentence()}
    total = 0.0
    for number in range(limit):
        total += counts[number] * {draw.random():.4f}
    return {{"{name()}": total, "done": total > {draw.randint(1, 50)}}}
```

## {draw.phrase().capitalize()}

{draw.prose(3)}

| name | count | share | note |
|:-----|------:|------:|------|
{rows}

1. {draw.prose(1)}
2. {draw.prose(1)}
3. {draw.prose(1)}

> {draw.prose(2)}

```bash
measure --{name()} {draw.randint(1, 9)} {name()}.csv > {name()}.log && echo "{draw.phrase()}"
```

{draw.prose(3)}
"""


class Content:
    """The whole site of one size."""

    def __init__(self, size: Size) -> None:
        self.size = size
        papers = (make_paper(number) for number in range(size.papers))
        self.papers = sorted(papers, key=lambda paper: (-paper.year, paper.key))
        self.news = [make_news(number) for number in range(size.news)]
        self.courses = [make_course(number) for number in range(size.courses)]
        self.services = [make_service(number) for number in range(size.services)]
        self.pages = [make_page(number) for number in range(size.pages)]
        draw = chance("about", 0)
        self.about = (
            f"{draw.prose(10)}\n\n{draw.prose(6)}\n\n- {draw.prose(1)}\n- {draw.prose(1)}\n"
        )

    @property
    def selected(self) -> list[Paper]:
        return [paper for paper in self.papers if paper.is_selected]

    @property
    def menu(self) -> dict[str, str]:
        """The titles and URLs of the menu items."""
        first = {page.title: f"/pages/{page.slug}/" for page in self.pages[:PAGES_IN_MENU]}
        return {"Home": "/", "Publications": "/publications/", "News": "/news/"} | first

    @cached_property
    def expected(self) -> dict[str, list[str]]:
        """The words that must be in each page of a build, by path."""
        pages = {
            "index.html": [
                *(paper.title for paper in self.selected),
                *(news.text for news in self.news[:NEWS_ON_HOME]),
                *(course.title for course in self.courses),
                *(degree.degree for degree in PROFILE.education),
            ],
            "publications/index.html": [
                *(paper.title for paper in self.papers),
                *(paper.abstract for paper in self.papers if not self.size.paper_pages),
            ],
            "news/index.html": [news.text for news in self.news],
        }
        for page in self.pages:
            pages[f"pages/{page.slug}/index.html"] = [page.title, page.last]
        if self.size.paper_pages:
            for paper in self.papers:
                words = [paper.title, paper.abstract, *paper.links.values()]
                pages[f"publications/{paper.key}/index.html"] = words
        return pages
