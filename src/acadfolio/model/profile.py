"""The records of the person whose homepage it is, and of colleagues."""

from typing import Annotated, Self

from msgspec import Struct, field

from acadfolio.model.networks import network_of
from acadfolio.model.record import EntryRecord, Record, about
from acadfolio.model.values import ByLanguage, Email, ImagePath, Text, Url


class Affiliation(Struct, frozen=True, kw_only=True):
    """A position in the sidebar. A text alone is the role."""

    role: Annotated[Text | None, about("The position, such as Professor of Physics.")] = None
    institution: Annotated[Text | None, about("The employer.")] = None
    department: Annotated[Text | None, about("The part of the organisation.")] = None
    url: Annotated[Url | None, about("The URL of its page.")] = None

    @classmethod
    def from_text(cls, text: str) -> Self:
        return cls(role=Text.of(text))


class ProfileLink(Record, frozen=True, kw_only=True):
    """A link of the sidebar.

    The key of a network (`github: octocat`) gives it a label and an icon.
    """

    url: Annotated[str, about("A URL, or your user name in one of the networks.")]
    icon: Annotated[str, about("The name of an icon, from Simple Icons or the theme.")] = ""
    label: Annotated[
        ByLanguage[str] | None, about("The text, if it is not the key, such as one by language.")
    ] = None

    @classmethod
    def from_text(cls, text: str) -> Self:
        return cls(url=text)


SidebarLinks = dict[str, ProfileLink]


class PrivateContact(Struct, frozen=True, kw_only=True):
    """What only a CV of `acadfolio export --output` has of a person."""

    phone: Annotated[str, about("Your phone number, such as `+48 22 123 45 67`.")] = ""
    address: Annotated[
        tuple[Text, ...], about("Your postal address without your name, as a list of lines.")
    ] = ()


class Profile(Record, frozen=True, kw_only=True):
    """The person of the sidebar, whose name is bold in author lists."""

    name: Annotated[Text, about("Your name.")]
    variants: Annotated[
        tuple[str, ...], about("Other forms of your name in papers, such as `M. Curie`.")
    ] = ()
    avatar: Annotated[ImagePath | None, about("The portrait. Without one, initials are shown.")] = (
        None
    )
    avatar_dark: Annotated[ImagePath | None, about("The portrait in dark mode.")] = None
    avatar_alt: Annotated[
        Text | None, about("The alt text of the portrait. Default: your name.")
    ] = None
    description: Annotated[
        Text | None, about("A line below your name and `bio`, such as your position.")
    ] = None
    bio: Annotated[Text | None, about("One or two sentences about yourself.")] = None
    organization: Annotated[bool, about("Whether the profile is that of a group or a project.")] = (
        False
    )
    pronouns: Annotated[Text | None, about("Your pronouns.")] = None
    positions: Annotated[tuple[Affiliation, ...], about("Your current positions.")] = ()
    interests: Annotated[
        tuple[Text, ...], about("Your research interests, each in a few words.")
    ] = ()
    employer: Annotated[Text | None, about("The place where you work, in a few words.")] = None
    location: Annotated[Text | None, about("City, or room.")] = None
    email: Annotated[Email, about("Your e-mail address.")] = Email()
    links: Annotated[SidebarLinks, about("A network and your name there, or any URL.")] = field(
        default_factory=dict
    )
    private: Annotated[
        PrivateContact,
        about("What only a CV of `acadfolio export --output` has: `phone`, `address`."),
    ] = PrivateContact()

    @property
    def names(self) -> tuple[str, ...]:
        """The name in each language, and its other forms."""
        return (*(name for _, name in self.name.by_language), *self.variants)

    @staticmethod
    def hint_for_key(key: str) -> str:
        """A hint for a key of Jekyll's `author` that belongs elsewhere; else empty."""
        if key == "author":
            return "move the keys below it to the top of this file"
        network = network_of(key)
        return f"`{network}` goes below `links:`" if network else ""


class Person(EntryRecord, frozen=True, kw_only=True):
    """A colleague. Their name is a link in all author lists."""

    name: Annotated[str, about("The name.")]
    url: Annotated[Url | None, about("The URL of their page.")] = None
    affiliation: Annotated[Text | None, about("The institution.")] = None
    variants: Annotated[tuple[str, ...], about("Other forms of the name in papers.")] = ()
