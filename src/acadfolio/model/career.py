"""What a CV lists of a career: degrees, positions, awards, grants, and students."""

from __future__ import annotations

from typing import Annotated

from acadfolio.model.dates import When
from acadfolio.model.record import Record, about
from acadfolio.model.values import Links, Text, Url


class Education(Record, frozen=True, kw_only=True):
    """A degree, or the way to one."""

    date: Annotated[When | None, about("From when to when, such as `2014-09..2018-06`.")] = None
    degree: Annotated[Text | None, about("The degree, such as `PhD`.")] = None
    field: Annotated[Text | None, about("The subject.")] = None
    institution: Annotated[Text, about("The university.")]
    location: Annotated[Text | None, about("City or country.")] = None
    advisors: Annotated[tuple[Text, ...], about("Who supervised it.")] = ()
    text: Annotated[Text | None, about("A sentence or two.")] = None
    links: Annotated[Links, about("Any label and where it leads.")] = ()


class Position(Record, frozen=True, kw_only=True):
    """A position that was held."""

    date: Annotated[When | None, about("From when to when, such as `2019-06..` until now.")] = None
    role: Annotated[Text | None, about("The position.")] = None
    institution: Annotated[Text, about("The employer.")]
    department: Annotated[Text | None, about("Which part of the employer.")] = None
    location: Annotated[Text | None, about("City or country.")] = None
    text: Annotated[Text | None, about("A sentence or two.")] = None
    links: Annotated[Links, about("Any label and where it leads.")] = ()


class Award(Record, frozen=True, kw_only=True):
    """An award or honour."""

    date: Annotated[When | None, about("The year, or the academic year such as `2022/23`.")] = None
    title: Annotated[Text, about("What it is called.")]
    institution: Annotated[Text | None, about("Who gave it.")] = None
    amount: Annotated[Text | None, about("What came with it.")] = None
    text: Annotated[Text | None, about("A sentence or two.")] = None
    links: Annotated[Links, about("Any label and where it leads.")] = ()


class Grant(Record, frozen=True, kw_only=True):
    """Money for research."""

    date: Annotated[When | None, about("From when to when.")] = None
    title: Annotated[Text, about("What it is for.")]
    funder: Annotated[Text | None, about("Who gives it.")] = None
    amount: Annotated[Text | None, about("How much.")] = None
    role: Annotated[Text | None, about("Principal investigator, partner …")] = None
    text: Annotated[Text | None, about("A sentence or two.")] = None
    links: Annotated[Links, about("Any label and where it leads.")] = ()


class Student(Record, frozen=True, kw_only=True):
    """Somebody supervised."""

    name: Annotated[Text, about("The student's name.")]
    degree: Annotated[Text | None, about("The degree, such as `PhD`.")] = None
    date: Annotated[When | None, about("From when to when.")] = None
    institution: Annotated[Text | None, about("Where.")] = None
    title: Annotated[Text | None, about("The title of the thesis.")] = None
    now: Annotated[Text | None, about("What became of them.")] = None
    url: Annotated[Url | None, about("Their page.")] = None
    text: Annotated[Text | None, about("A sentence or two.")] = None
