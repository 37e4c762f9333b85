"""Take a site apart into its entries, paragraphs and images, each with hashes that do not depend on its form."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import defaultdict
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.citations.authors import People
from acadfolio.html.text import plain_text
from acadfolio.model.names import fold, normal
from acadfolio.model.section_kinds import section_kind
from acadfolio.problems import Location
from acadfolio.rendering.locating import texts_of_front_matter

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from acadfolio.model.page import Page
    from acadfolio.model.profile import Profile
    from acadfolio.model.publication import Publication
    from acadfolio.model.site import Site
    from acadfolio.routing import Plan
    from acadfolio.source.text import SourceText

HASH_BYTES = 6
LETTERS_OF_ENTRY = 20
"""Entries with fewer letters are too common to be recognized, such as a year or one word."""
LETTERS_OF_PARAGRAPH = 40
LETTERS_OF_NAME = 8
WIDE_LETTER = 3
"""The number of Latin letters that a Chinese or Japanese character counts for."""
LONGEST_QUOTE = 60
IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif")
SWITCHES = frozenset({"true", "false"})
"""Values such as that of `selected: true`, which say nothing about what the entry is."""
NO_PROSE = re.compile(r"#{1,6}\s.*|\{\{.*\}\}|\{:.*\}")
"""A line of a page without text of its own: a heading, a shortcode or attributes."""


class Piece(Struct, frozen=True):
    """An entry, a text of the profile, a paragraph or an image."""

    kind: str
    """`entry`, `text` or `image`."""
    hashes: tuple[str, ...]
    """The hashes of the texts of an entry or of a paragraph; the size and the hash of an image."""
    location: Location
    quote: str
    """Its beginning, for the message."""
    is_minor: bool = False
    """Whether no page shows it, or it says nothing about the person."""
    is_own: bool = False
    """Whether it is a work of the profile's person."""

    @property
    def line(self) -> str:
        """Its line in a file of hashes."""
        return " ".join([self.kind, *dict.fromkeys(self.hashes)])


def pieces_of(
    plan: Plan,
    profile: Profile,
    shown: Collection[tuple[str, int]] | None = None,
    sizes: Collection[str] | None = None,
) -> Iterator[Piece]:
    """Every entry, paragraph and image of a site that is long enough to be recognized.

    Args:
        plan: The site.
        profile: The person whose works are their own.
        shown: The lists and positions of all entries that a page shows; None for all of them.
        sizes: The sizes in bytes of the images that are wanted; None for all of them.
    """
    yield from _entries(plan.site, shown)
    yield from _publications(plan.site, profile)
    yield from _profile(plan.site)
    yield from _settings(plan.site)
    for planned in plan.pages:
        if planned.page is not None and planned.layout != "missing":
            yield from _paragraphs(planned.page)
    yield from _images(plan.site, sizes)


def is_of(place: Location, *names: str) -> bool:
    """Whether a place is in one of the files `data/NAME.yml`."""
    file = Path(place.file)
    return file.parent == Path("data") and file.stem in names


def normalized(text: str) -> str:
    """A text in one line, with single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def _entries(site: Site, shown: Collection[tuple[str, int]] | None) -> Iterator[Piece]:
    """The entries of all sections but publications.

    People whom no page shows only link the names of co-authors.
    """
    texts: dict[str, list[SourceText]] = defaultdict(list)
    for text in site.texts:
        texts[text.location.file].append(text)
    for section, entries in site.entries.items():
        starts = [getattr(entry, "source_location", Location("")) for entry in entries]
        for position, found in _texts_of_entries(starts, texts).items():
            is_shown = shown is None or (section, position) in shown
            if section_kind(section).people and not is_shown:
                continue
            words = [normalized(text) for text in found if text not in SWITCHES]
            if _letters("".join(words)) >= LETTERS_OF_ENTRY:
                yield _piece("entry", words, starts[position], is_minor=not is_shown)


def _texts_of_entries(
    starts: list[Location], texts: dict[str, list[SourceText]]
) -> dict[int, list[str]]:
    """The texts of each entry, by its position.

    `starts` are where entries begin; `texts` are those of each file.
    """
    found: dict[int, list[str]] = defaultdict(list)
    order = sorted(range(len(starts)), key=starts.__getitem__)
    sorted_starts = [starts[position] for position in order]
    for file in {start.file for start in starts}:
        for text in texts.get(file, ()):
            index = bisect_right(sorted_starts, text.location) - 1
            if index >= 0 and sorted_starts[index].file == file:
                found[order[index]].append(text.text)
    return found


def _publications(site: Site, profile: Profile) -> Iterator[Piece]:
    """The works of `publications.yml` and of all bibliographies. What is hidden is only cited."""
    people = People(profile, ())
    for work in site.publications:
        words = _words_of(work)
        if work.hidden or _letters("".join(words)) < LETTERS_OF_ENTRY:
            continue
        is_own = any(map(people.is_me, chain(*work.people)))
        yield _piece("entry", words, work.source_location, quote=str(work.title), is_own=is_own)


def _words_of(work: Publication) -> list[str]:
    """The title, authors and year of a work, in forms that all formats of bibliographies share."""
    words = [f"title {fold(title)}" for _, title in work.title.by_language]
    words += [f"author {normal(author.name)}" for author in chain(*work.people) if author.is_person]
    return words + ([f"year {work.when.start.year}"] if work.when else [])


def _profile(site: Site) -> Iterator[Piece]:
    """The texts of the profile, except the name and the city, where many people live."""
    profile = site.profile
    places = profile.location.by_language if profile.location else ()
    ignored = {text for _, text in (*profile.name.by_language, *places)}
    links = {link.url for link in profile.links.values()}
    for text in site.texts:
        if not is_of(text.location, "profile") or text.text in ignored:
            continue
        words = normalized(text.text)
        is_variant = text.text in profile.variants
        least = LETTERS_OF_NAME if is_variant else LETTERS_OF_ENTRY
        is_identifier = text.text in links and any(map(str.isdigit, words))
        if is_identifier or _letters(words) >= least:
            yield _piece("entry", [words], text.location, is_minor=is_variant)


def _settings(site: Site) -> Iterator[Piece]:
    """The description of the site, which search engines show, and the line in its footer."""
    texts = (site.settings.description, site.settings.footer)
    written = {text for each in texts if each for _, text in each.by_language}
    for text in site.texts:
        if (
            is_of(text.location, "site")
            and text.text in written
            and _letters(text.text) >= LETTERS_OF_ENTRY
        ):
            yield _piece("entry", [normalized(text.text)], text.location)


def _paragraphs(page: Page) -> Iterator[Piece]:
    """The paragraphs of a page, and the texts of its front matter, which search engines show."""
    found = [(text.location, text.text) for text in texts_of_front_matter(page)]
    found += [(page.at(line, 1), plain_text(text)) for line, text in _blocks(page.body)]
    for location, text in found:
        words = normalized(text)
        if _letters(words) >= LETTERS_OF_PARAGRAPH:
            yield _piece("text", [words], location, is_minor=not page.front_matter.sitemap)


def _blocks(body: str) -> Iterator[tuple[int, str]]:
    """The texts between empty lines, each with its first line."""
    first, rows = 0, list[str]()
    for number, row in enumerate([*body.split("\n"), ""], 1):
        if row.strip():
            first = first or number
            rows += [] if NO_PROSE.fullmatch(row.strip()) else [row]
        elif first:
            yield first, "\n".join(rows)
            first, rows = 0, []


def _images(site: Site, sizes: Collection[str] | None) -> Iterator[Piece]:
    """The site's own images. The favicon is no picture of anybody, and may stay."""
    folder = Path(site.root, "static")
    for file in site.static_files:
        path, name = Path(file.file), file.path.rpartition("/")[2].lower()
        is_theme = file.path.startswith("assets/") or not path.is_relative_to(folder)
        if (
            is_theme
            or name.startswith("favicon")
            or not name.endswith(IMAGES)
            or not path.is_file()
        ):
            continue
        size = str(path.stat().st_size)
        if sizes is None or size in sizes:
            hashes = (size, _hash(path.read_bytes()))
            yield Piece("image", hashes, Location(f"static/{file.path}"), file.path, is_minor=True)


def _piece(  # noqa: PLR0913 - each is an attribute of a piece
    kind: str,
    words: list[str],
    location: Location,
    *,
    quote: str = "",
    is_minor: bool = False,
    is_own: bool = False,
) -> Piece:
    quote = quote or next((text for text in words if _letters(text) > 1), words[0])
    hashes = tuple(_hash(text.encode()) for text in words)
    return Piece(kind, hashes, location, _shortened(normalized(quote)), is_minor, is_own)


def _hash(content: bytes) -> str:
    return blake2b(content, digest_size=HASH_BYTES).hexdigest()


def _letters(text: str) -> int:
    """The number of letters in a text."""
    return sum(
        WIDE_LETTER if unicodedata.east_asian_width(each) == "W" else 1
        for each in text
        if each.isalpha()
    )


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE].rstrip()} …"
