"""What a CV lists of a career: degrees, positions, awards, grants, and students."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from acadfolio.model.dates import When
from acadfolio.model.record import Record
from acadfolio.model.values import Links, Text, Url


class Education(Record, frozen=True, kw_only=True):
    """A degree, or the way to one."""

    date: Annotated[When | None, Meta(description="From when to when, such as `2014-09..2018-06`.")] = None
    degree: Annotated[Text | None, Meta(description="The degree, such as `PhD`.")] = None
    field: Annotated[Text | None, Meta(description="The subject.")] = None
    institution: Annotated[Text, Meta(description="The university.")]
    location: Annotated[Text | None, Meta(description="City or country.")] = None
    advisors: Annotated[tuple[Text, ...], Meta(description="Who supervised it.")] = ()
    text: Annotated[Text | None, Meta(description="A sentence or two.")] = None
    links: Annotated[Links, Meta(description="Any label and where it leads.")] = ()


class Position(Record, frozen=True, kw_only=True):
    """A position that was held."""

    date: Annotated[When | None, Meta(description="From when to when, such as `2019-06..` until now.")] = None
    role: Annotated[Text | None, Meta(description="The position.")] = None
    institution: Annotated[Text, Meta(description="The employer.")]
    department: Annotated[Text | None, Meta(description="Which part of the employer.")] = None
    location: Annotated[Text | None, Meta(description="City or country.")] = None
    text: Annotated[Text | None, Meta(description="A sentence or two.")] = None
    links: Annotated[Links, Meta(description="Any label and where it leads.")] = ()


class Award(Record, frozen=True, kw_only=True):
    """An award or honour."""

    date: Annotated[When | None, Meta(description="The year, or the academic year such as `2022/23`.")] = None
    title: Annotated[Text, Meta(description="What it is called.")]
    institution: Annotated[Text | None, Meta(description="Who gave it.")] = None
    amount: Annotated[Text | None, Meta(description="What came with it.")] = None
    text: Annotated[Text | None, Meta(description="A sentence or two.")] = None
    links: Annotated[Links, Meta(description="Any label and where it leads.")] = ()


class Grant(Record, frozen=True, kw_only=True):
    """Money for research."""

    date: Annotated[When | None, Meta(description="From when to when.")] = None
    title: Annotated[Text, Meta(description="What it is for.")]
    funder: Annotated[Text | None, Meta(description="Who gives it.")] = None
    amount: Annotated[Text | None, Meta(description="How much.")] = None
    role: Annotated[Text | None, Meta(description="Principal investigator, partner …")] = None
    text: Annotated[Text | None, Meta(description="A sentence or two.")] = None
    links: Annotated[Links, Meta(description="Any label and where it leads.")] = ()


class Student(Record, frozen=True, kw_only=True):
    """Somebody supervised."""

    name: Annotated[Text, Meta(description="The student's name.")]
    degree: Annotated[Text | None, Meta(description="The degree, such as `PhD`.")] = None
    date: Annotated[When | None, Meta(description="From when to when.")] = None
    institution: Annotated[Text | None, Meta(description="Where.")] = None
    title: Annotated[Text | None, Meta(description="The title of the thesis.")] = None
    now: Annotated[Text | None, Meta(description="What became of them.")] = None
    url: Annotated[Url | None, Meta(description="Their page.")] = None
    text: Annotated[Text | None, Meta(description="A sentence or two.")] = None
