"""Check what a site still has of the demo site or of an example site, whose person is not that of the profile.

Each of these sites has a file in `shipping/starters/` with lines of these kinds:

    person NAME      the name of its person, once for each spelling
    place TEXT       the location of an organization, whose name alone may be common
    entry HASH …     the texts of an entry, or a text of the profile or the settings
    text HASH        a paragraph of a page
    image SIZE HASH  an image

`UPDATE_FIXTURES=1 uv run pytest -n0 tests/test_starters.py` adds the lines of the sites as they are
now. Lines of earlier versions stay, because sites were made from them.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from acadfolio.checks.pieces import Piece, is_of, normalized, pieces_of
from acadfolio.model.names import Name, fold, is_spelt_out, spellings
from acadfolio.resources import STARTER_HASHES
from acadfolio.wording import on_lines

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

    from acadfolio.model.profile import Profile
    from acadfolio.model.site import Site
    from acadfolio.problems import Problems
    from acadfolio.routing import Plan

DEMO = "demo"
WITHOUT_ENTRIES = ("profile", "site")
"""The files of `data/` that are not lists of entries."""
LEAST_OF_PROFILE = 30
"""Shorter texts of a profile are too common: `Professor of Mathematics`."""
NOUNS = {
    "entry": ("entry", "entries"),
    "text": ("paragraph", "paragraphs"),
    "image": ("image", "images"),
}


class Starter(Struct):
    """The demo site or an example site, in all versions."""

    name: str
    people: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    entries: dict[str, list[frozenset[str]]] = field(default_factory=lambda: defaultdict(list))
    """The hashes of each entry, by each of these hashes."""
    others: set[tuple[str, ...]] = field(default_factory=set)
    """The kind and the hashes of each paragraph and image."""

    @classmethod
    def read(cls, path: Path) -> Starter:
        starter = cls(path.stem)
        for line in path.read_text(encoding="utf-8").splitlines():
            starter.add(*line.split(" ", 1))
        return starter

    def add(self, kind: str, value: str) -> None:
        """Add a line of its file."""
        if kind == "person":
            self.people.append(value)
        elif kind == "place":
            self.places.append(value)
        elif kind == "entry":
            entry = frozenset(value.split())
            for each in entry:
                self.entries[each].append(entry)
        else:
            self.others.add((kind, *value.split()))

    @property
    def title(self) -> str:
        return "the demo site" if self.name == DEMO else f"the example site `{self.name}`"

    def is_about(self, profile: Profile) -> bool:
        """Whether a profile is that of the starter's own person, or organization at the same place."""
        if self.places:
            written = profile.location.by_language if profile.location else ()
            if not any(normalized(text) in self.places for _, text in written):
                return False
        return any(self.is_name(name) for _, name in profile.name.by_language)

    def is_name(self, text: str) -> bool:
        """Whether a text is a spelling of the person's name, or contains the name: `The Marie Curie Society`."""
        forms, words = set(spellings(text)), f" {fold(text)} "
        for person in self.people:
            if not forms.isdisjoint(spellings(person)):
                return True
            is_whole = is_spelt_out(person)
            if is_whole and (
                f" {fold(person)} " in words or Name.of(person).is_abbreviated_by(text)
            ):
                return True
        return False

    def has(self, piece: Piece) -> bool:
        """Whether a piece is the starter's, perhaps without some of its texts, such as translations."""
        if piece.kind != "entry":
            return (piece.kind, *piece.hashes) in self.others
        hashes = frozenset(piece.hashes)
        if is_of(
            piece.location, *WITHOUT_ENTRIES
        ):  # A role, or a university of an entry, may be anybody's.
            return len(piece.quote) >= LEAST_OF_PROFILE and hashes in self.entries.get(
                piece.hashes[0], ()
            )
        return any(hashes <= entry for entry in self.entries.get(piece.hashes[0], ()))


class Place(NamedTuple):
    """Where pieces of a starter are left, which are one problem."""

    title: str
    """What messages call the starter."""
    file: str
    """For images, their folder."""
    is_minor: bool

    @classmethod
    def of(cls, piece: Piece, starter: Starter) -> Place:
        file = "static/" if piece.kind == "image" else piece.location.file
        return cls(starter.title, file, piece.is_minor)


def check_starters(plan: Plan, shown: Collection[tuple[str, int]], problems: Problems) -> None:
    """Warn of what is left of starters that are not about the profile's person.

    `shown` are the lists and positions of all entries that a page shows. What says something about
    the person breaks the rule `starter-entry`, everything else the rule `starter-text`.
    """
    known = [Starter.read(path) for path in sorted(STARTER_HASHES.glob("*.txt"))]
    own = [starter for starter in known if starter.is_about(plan.site.profile)]
    others = [starter for starter in known if starter not in own]
    _check_title(plan.site, others, problems)
    profile = _without_variants_of(others, plan.site.profile)
    left: dict[Place, list[Piece]] = defaultdict(list)
    changed_files: set[str] = set()
    for piece in pieces_of(plan, profile, shown, _image_sizes(others)):
        starter = _starter_of(piece, own, others)
        if starter is None:
            changed_files.add(piece.location.file)
        else:
            left[Place.of(piece, starter)].append(piece)
    for place, pieces in left.items():
        rule = _rule(place, pieces[0], changed_files)
        _report(pieces, place.title, rule, problems)


def _image_sizes(starters: Iterable[Starter]) -> set[str]:
    """The sizes of the images of starters: others need not be read."""
    return {size for starter in starters for kind, size, *_ in starter.others if kind == "image"}


def _starter_of(piece: Piece, own: Iterable[Starter], others: Iterable[Starter]) -> Starter | None:
    """The starter that a piece is left of; none if it says who the person is, or is in the person's own starter."""
    if piece.is_own:
        return None
    if any(starter.has(piece) for starter in own):
        return None
    return next((starter for starter in others if starter.has(piece)), None)


def _rule(place: Place, first: Piece, changed_files: Collection[str]) -> str:
    """The rule that pieces break.

    Paragraphs in a page with others that are the person's own say little.
    """
    if place.is_minor:
        return "starter-text"
    if first.kind == "text" and place.file in changed_files:
        return "starter-text"
    return "starter-entry"


def _without_variants_of(others: Iterable[Starter], profile: Profile) -> Profile:
    """The profile without spellings that are those of a starter's person, and left by mistake."""
    left = {person for starter in others for person in starter.people}
    return replace(profile, variants=tuple(name for name in profile.variants if name not in left))


def _check_title(site: Site, others: Iterable[Starter], problems: Problems) -> None:
    """Warn of a title that is the name of a starter's person.

    That of an organization may be common.
    """
    titles = {title for _, title in site.settings.title.by_language}
    written = [text for text in site.texts if is_of(text.location, "site") and text.text in titles]
    for starter in others:
        for text in written:
            if not starter.places and starter.is_name(text.text):
                message = f"`{text.text}` is the person of {starter.title}"
                problems.warn(text.location, message, "write your own title", rule="starter-entry")


def _report(pieces: list[Piece], title: str, rule: str, problems: Problems) -> None:
    """Report the pieces of one file, or all images, as one problem."""
    first, *more = pieces
    is_text = is_of(first.location, *WITHOUT_ENTRIES)
    noun, plural = ("text", "texts") if is_text else NOUNS[first.kind]
    if more:
        lines = " ".join(["are left", on_lines(piece.location.line for piece in pieces)]).strip()
        message = f"{len(pieces)} {plural} of {title} {lines}, such as `{first.quote}`"
        hint = "write your own, or delete them"
    else:
        message = f"this {noun} is still that of {title}: `{first.quote}`"
        hint = "write your own, or delete it"
    if first.kind == "image":
        hint = "use your own, or delete them" if more else "use your own, or delete it"
    problems.warn(first.location, message, hint, rule=rule)


def lines_of(plan: Plan) -> set[str]:
    """The lines of a starter as it is now."""
    profile = plan.site.profile
    lines = {piece.line for piece in pieces_of(plan, profile)}
    # The variants of an organization are its members.
    names = (
        tuple(name for _, name in profile.name.by_language)
        if profile.organization
        else profile.names
    )
    lines |= {f"person {name}" for name in names}
    if profile.organization and profile.location:
        lines |= {f"place {normalized(text)}" for _, text in profile.location.by_language}
    return lines
