"""The person whose homepage it is, and the people around."""

from __future__ import annotations

from typing import Annotated, Self

from msgspec import Meta, Struct, field

from acadfolio.model.networks import network_of
from acadfolio.model.record import Record
from acadfolio.model.values import Email, ImagePath, Text, Url


class Affiliation(Struct, frozen=True, kw_only=True):
    """A position that the sidebar names; one text is the role."""

    role: Annotated[Text | None, Meta(description="Professor of Physics …")] = None
    institution: Annotated[Text | None, Meta(description="The employer.")] = None
    department: Annotated[Text | None, Meta(description="Which part of it.")] = None
    url: Annotated[Url | None, Meta(description="Its page.")] = None

    @classmethod
    def from_text(cls, text: str) -> Self:
        return cls(role=Text.of(text))


class ProfileLink(Struct, frozen=True, kw_only=True):
    """A link of the sidebar. Under a network's key (`github: octocat`) the label and the icon are known."""

    url: Annotated[str, Meta(description="Where it leads: a URL, or your name in one of the networks.")]
    icon: Annotated[str, Meta(description="A name of Simple Icons, or one of ours.")] = ""

    @classmethod
    def from_text(cls, text: str) -> Self:
        return cls(url=text)


class Profile(Record, frozen=True, kw_only=True):
    """The sidebar, and the name that is set in bold in author lists."""

    name: Annotated[Text, Meta(description="Your name.")]
    variants: Annotated[
        tuple[str, ...], Meta(description="Other ways in which papers print it, such as `M. Curie`.")
    ] = ()
    avatar: Annotated[ImagePath | None, Meta(description="A portrait; initials are drawn when there is none.")] = None
    avatar_alt: Annotated[Text | None, Meta(description="What the portrait shows; else your name.")] = None
    description: Annotated[
        Text | None, Meta(description="A line of its own below your name, pronouns and `bio`, such as your position.")
    ] = None
    bio: Annotated[Text | None, Meta(description="A sentence or two on yourself.")] = None
    pronouns: Annotated[Text | None, Meta(description="Your pronouns.")] = None
    positions: Annotated[tuple[Affiliation, ...], Meta(description="Your present positions.")] = ()
    employer: Annotated[Text | None, Meta(description="Where you work, in a few words.")] = None
    location: Annotated[Text | None, Meta(description="City, or room.")] = None
    email: Annotated[Email, Meta(description="Your e-mail address.")] = Email()
    links: Annotated[
        dict[str, ProfileLink],
        Meta(description="A network and your name there (`github: octocat`), or any label and URL."),
    ] = field(default_factory=dict)

    @staticmethod
    def place_of(key: str) -> str:
        """Where a key belongs that is none of these, but stands beside them in Jekyll's `author`; else nothing."""
        if key == "author":
            return "write what stands below it at the top of this file"
        network = network_of(key)
        return f"`{network}` goes below `links:`" if network else ""


class Person(Record, frozen=True, kw_only=True):
    """Somebody whose name leads to a page wherever it stands in an author list."""

    name: Annotated[str, Meta(description="The name.")]
    url: Annotated[Url | None, Meta(description="Their page.")] = None
    affiliation: Annotated[Text | None, Meta(description="Where they work.")] = None
    variants: Annotated[tuple[str, ...], Meta(description="Other ways in which papers print the name.")] = ()
