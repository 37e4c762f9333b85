"""A student."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from acadfolio.model.dates import When
from acadfolio.model.record import Record
from acadfolio.model.values import Address, Text


class Student(Record, frozen=True, kw_only=True):
    """Somebody supervised."""

    name: Annotated[Text, Meta(description="The student's name.")]
    degree: Annotated[Text | None, Meta(description="The degree, such as `PhD`.")] = None
    date: Annotated[When | None, Meta(description="From when to when.")] = None
    institution: Annotated[Text | None, Meta(description="Where.")] = None
    title: Annotated[Text | None, Meta(description="The title of the thesis.")] = None
    now: Annotated[Text | None, Meta(description="What became of them.")] = None
    url: Annotated[Address | None, Meta(description="Their page.")] = None
    text: Annotated[Text | None, Meta(description="A sentence or two.")] = None
