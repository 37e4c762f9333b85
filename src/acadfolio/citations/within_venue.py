"""The details of a publication within its venue: volume and pages, editors, series, institution, edition, place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.citations.authors import PaperAuthor
    from acadfolio.citations.papers import Paper
    from acadfolio.model.values import Text


class Detail(Struct, frozen=True):
    """One detail. A comma is between it and the one before it."""

    value: Text | str = ""
    word: str = ""
    """The word before it, such as `no.`"""
    names: tuple[PaperAuthor, ...] = ()
    """The names that are shown instead of a value."""


def within_venue(paper: Paper) -> tuple[Detail, ...]:
    """The details that a publication has, in their order."""
    return tuple(_details(paper))


def _details(paper: Paper) -> Iterator[Detail]:
    record, words = paper.record, words_for(paper.language)
    if record.issue_title:
        yield Detail(record.issue_title)
    if record.volume or record.issue or record.pages:
        yield from _position(paper)
    if record.editors:
        yield Detail(word=words["editors"], names=paper.editors)
    if record.translators:
        yield Detail(word=words["translators"], names=paper.translators)
    yield from map(Detail, filter(None, (record.series, record.type, record.institution)))
    if record.number:
        is_patent = record.kind == "patent" and not record.type
        before = f"{words['cited:patent']} " if is_patent else ""
        yield Detail(record.number, before + words["number"])
    if record.edition:
        yield Detail(f"{paper.cited.edition} {words['edition']}".rstrip())
    if record.version:
        yield Detail(paper.cited.version)
    yield from map(Detail, filter(None, (record.event, record.location)))


def _position(paper: Paper) -> Iterator[Detail]:
    """The volume, the issue and the pages: `14(2):345–349`."""
    record, cited = paper.record, paper.cited
    volume = f"{record.volume}({record.issue})" if record.issue else record.volume
    chapter, pages = cited.chapter, cited.pages
    if volume and pages and not chapter:
        yield Detail(f"{volume}:{pages}")
        return
    if volume:
        is_alone = record.volume and not paper.venue and not record.pages
        yield Detail(volume, words_for(paper.language)["cited:vol"] if is_alone else "")
    if chapter:
        word, _, number = chapter.partition(" ")
        yield Detail(number, word)
    if pages != chapter:
        yield Detail(pages, cited.page_name)
