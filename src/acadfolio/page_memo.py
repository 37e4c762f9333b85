"""Remember the pages of the last build, by the digest of their inputs: the same ones are not rendered again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.files import bytes_digest
from acadfolio.rendering.renderer import PageSummary

# msgspec looks up the types of fields when a record class is created.
# ruff: noqa: TC001
if TYPE_CHECKING:
    from collections.abc import Mapping

    from acadfolio.rendering.inputs import Inputs
    from acadfolio.rendering.renderer import Rendered
    from acadfolio.routing import PlannedPage


class KeptPage(Struct, frozen=True, array_like=True):
    """A page of the last build."""

    inputs: bytes
    """The digest of its inputs."""
    digest: bytes
    """The digest of its bytes."""
    summary: PageSummary
    files: dict[str, bytes]
    """The digests of the files that belong to it, by path."""


class KeptPages(Struct, frozen=True, array_like=True):
    """The pages of one build, by path."""

    entries: bytes = b""
    """The digest of the inputs that all pages of entries share."""
    pages: dict[str, KeptPage] = {}
    lists: dict[str, bytes] = {}
    """The digests of the lists of publications to download, by path."""


class PageMemo:
    """The pages of the last build that are still right, and those that this build renders."""

    def __init__(self, last: KeptPages, inputs: Inputs, untouched: Mapping[str, bytes]) -> None:
        """Begin with no pages.

        Args:
            last: The pages of the last build.
            inputs: The inputs of this one's pages.
            untouched: The digests of files in the output folder that have not changed since the last build, by path.
        """
        self.last, self.inputs, self.untouched = last, inputs, untouched
        self.are_entries_same = inputs.entries == last.entries and bool(last.pages)
        self.pages: dict[str, KeptPage] = {}
        self.lists: dict[str, bytes] = {}

    def kept_page(self, planned: PlannedPage) -> PageSummary | None:
        """Return the summary of a page that is right as it is, with its files; None if it must be rendered."""
        page = self.last.pages.get(planned.path)
        if page is None or self.untouched.get(planned.path) != page.digest:
            return None
        if not page.files.items() <= self.untouched.items():
            return None
        if not all(variant in self.untouched for variant in page.summary.variants):
            return None
        is_same = planned.entry is not None and self.are_entries_same
        if not is_same and self.inputs.of(planned, page.summary.lists) != page.inputs:
            return None
        self.pages[planned.path] = page
        return page.summary

    def add_page(self, planned: PlannedPage, rendered: Rendered, inputs: bytes) -> None:
        """Remember a page, with the digest of its inputs."""
        digest = bytes_digest(rendered.content)
        files = {file.path: bytes_digest(file.content) for file in rendered.files}
        self.pages[planned.path] = KeptPage(inputs, digest, rendered.summary, files)

    def keeps_list(self, path: str) -> bool:
        """Return whether a list of publications to download is right as it is."""
        digest = self.last.lists.get(path)
        if digest is None or not self.are_entries_same or self.untouched.get(path) != digest:
            return False
        self.lists[path] = digest
        return True

    def add_list(self, path: str, content: bytes) -> None:
        """Remember a list of publications to download."""
        self.lists[path] = bytes_digest(content)

    def all_pages(self) -> KeptPages:
        """Return the pages of this build, for the next one."""
        return KeptPages(self.inputs.entries, self.pages, self.lists)
