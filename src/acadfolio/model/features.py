"""What a front matter has for the features in a page's text: the pictures of a gallery, the items of a feature row."""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct

from acadfolio.model.values import Address, ImagePath, Text

ShareTarget = Literal["bluesky", "facebook", "linkedin", "mastodon", "x", "email", "copy"]
"""Where a reader can pass a page on."""

NUMBERED = re.compile(r"(gallery|feature_row)_?\d+")
"""The Jekyll themes' way to name a second gallery: `gallery2`."""
NO_PICTURE = ("has no picture", "add `image: …`")


class Picture(Struct, frozen=True, kw_only=True):
    """A picture of a gallery."""

    EXAMPLE: ClassVar[str] = "`image: …` and `alt: …`"

    image: Annotated[ImagePath | None, Meta(description="The picture.")] = None
    image_path: Annotated[ImagePath | None, Meta(description="The Jekyll themes' name for `image`.")] = None
    alt: Annotated[Text | None, Meta(description="What it shows.")] = None
    title: Annotated[Text | None, Meta(description="A line below it.")] = None
    url: Annotated[Address | None, Meta(description="Where it leads, such as a larger picture.")] = None

    def __post_init__(self) -> None:
        """Raises ValueError without a picture."""
        if not self.shown:
            raise ValueError(*NO_PICTURE)

    @property
    def shown(self) -> str:
        """The picture by either name."""
        return self.image or self.image_path or ""


class Feature(Struct, frozen=True, kw_only=True):
    """An item of a feature row."""

    EXAMPLE: ClassVar[str] = "`title: …` and `excerpt: …`"

    title: Annotated[Text | None, Meta(description="Its heading.")] = None
    excerpt: Annotated[Text | None, Meta(description="A sentence or two.")] = None
    image: Annotated[ImagePath | None, Meta(description="A picture.")] = None
    image_path: Annotated[ImagePath | None, Meta(description="The Jekyll themes' name for `image`.")] = None
    alt: Annotated[Text | None, Meta(description="What the picture shows.")] = None
    url: Annotated[Address | None, Meta(description="Where its button leads.")] = None
    btn_label: Annotated[Text | None, Meta(description="Its words; without them the title is the link.")] = None
    btn_class: Annotated[str, Meta(description="The button's classes, such as `btn--primary`.")] = ""

    @property
    def shown(self) -> str:
        """The picture by either name."""
        return self.image or self.image_path or ""


Galleries = dict[str, tuple[Picture, ...]]
FeatureRows = dict[str, tuple[Feature, ...]]
"""By their names; one alone, written as a list, has none."""
NAMED: dict[str, Any] = {"named": True}
"""Marks a mapping of names to lists that may be written as one list alone."""
