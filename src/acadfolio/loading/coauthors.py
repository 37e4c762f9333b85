"""al-folio's `coauthors.yml` comes in, people come out: every way of writing a name, and where it leads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from acadfolio.model.profile import Person
from acadfolio.model.record import Record
from acadfolio.model.values import Address  # noqa: TC001 - read with the record
from acadfolio.source.yaml import Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.model.reading import Reader
    from acadfolio.source.yaml import Node


class Coauthor(Record, frozen=True, kw_only=True):
    """Somebody of a family name."""

    firstname: Annotated[tuple[str, ...], Meta(description="The given names, in every way in which papers print them.")]
    url: Annotated[Address | None, Meta(description="Their page.")] = None


def read_coauthors(reader: Reader, node: Node) -> tuple[Person, ...]:
    """The file has a list of people for each family name."""
    return tuple(_people(reader, node))


def _people(reader: Reader, node: Node) -> Iterator[Person]:
    for family, (_, value) in (reader.pairs(node, "a family name before each list: `noether: …`") or {}).items():
        for item in value.value if isinstance(value, Sequence) else [value]:
            person = reader.record(item, Coauthor)
            if person is not None and person.firstname:
                names = [f"{given} {family}" for given in person.firstname]
                yield Person(
                    name=names[0],
                    url=person.url,
                    variants=tuple(names[1:]),
                    source_location=person.source_location,
                )
