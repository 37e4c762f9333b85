"""The records of degrees, positions, awards, grants and students."""

from __future__ import annotations

from typing import Annotated

from acadfolio.model.dates import When
from acadfolio.model.record import Record, about
from acadfolio.model.values import Links, Text, Url


class Education(Record, frozen=True, kw_only=True):
    """A degree, or studies towards one."""

    date: Annotated[When | None, about("The period, such as `2014-09..2018-06`.")] = None
    degree: Annotated[Text | None, about("The degree, such as `PhD`.")] = None
    field: Annotated[Text | None, about("The subject.")] = None
    institution: Annotated[Text, about("The university.")]
    location: Annotated[Text | None, about("City or country.")] = None
    advisors: Annotated[tuple[Text, ...], about("The advisors.")] = ()
    text: Annotated[Text | None, about("One or two sentences.")] = None
    links: Annotated[Links, about("Links: any label and a URL or file.")] = ()


class Position(Record, frozen=True, kw_only=True):
    """A past or current position."""

    date: Annotated[When | None, about("The period. `2019-06..` lasts until now.")] = None
    role: Annotated[Text | None, about("The position.")] = None
    institution: Annotated[Text, about("The employer.")]
    department: Annotated[Text | None, about("The department.")] = None
    location: Annotated[Text | None, about("City or country.")] = None
    text: Annotated[Text | None, about("One or two sentences.")] = None
    links: Annotated[Links, about("Links: any label and a URL or file.")] = ()


class Award(Record, frozen=True, kw_only=True):
    """An award or honour."""

    date: Annotated[When | None, about("The year, or the academic year such as `2022/23`.")] = None
    title: Annotated[Text, about("The title.")]
    institution: Annotated[Text | None, about("The institution.")] = None
    amount: Annotated[Text | None, about("The prize money or other benefit.")] = None
    text: Annotated[Text | None, about("One or two sentences.")] = None
    links: Annotated[Links, about("Links: any label and a URL or file.")] = ()


class Grant(Record, frozen=True, kw_only=True):
    """A research grant."""

    date: Annotated[When | None, about("The period.")] = None
    title: Annotated[Text, about("The purpose.")]
    funder: Annotated[Text | None, about("The funder.")] = None
    amount: Annotated[Text | None, about("The amount.")] = None
    role: Annotated[Text | None, about("The role, such as principal investigator or partner.")] = None
    text: Annotated[Text | None, about("One or two sentences.")] = None
    links: Annotated[Links, about("Links: any label and a URL or file.")] = ()


class Student(Record, frozen=True, kw_only=True):
    """A supervised student."""

    name: Annotated[Text, about("The student's name.")]
    degree: Annotated[Text | None, about("The degree, such as `PhD`.")] = None
    date: Annotated[When | None, about("The period.")] = None
    institution: Annotated[Text | None, about("The location.")] = None
    title: Annotated[Text | None, about("The title of the thesis.")] = None
    now: Annotated[Text | None, about("Their current position.")] = None
    url: Annotated[Url | None, about("The URL of their page.")] = None
    text: Annotated[Text | None, about("One or two sentences.")] = None
