"""Lines of YAML that name an entry which no bibliography has come in; what is wrong, and a hint, comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.bibliography.twice import WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from acadfolio.model.publication import Publication

NEAR = 0.75


class Known(Struct, frozen=True):
    """What the bibliographies hold, and those that lie where none are read."""

    entries: Sequence[Publication]
    strayed: Sequence[str]

    def why_untitled(self, publication: Publication) -> tuple[str, str]:
        """What is wrong with lines that have no title, and what to do."""
        sought = next((name for name in ("key", "doi", "arxiv") if getattr(publication, name)), "")
        if not sought:
            return "this has no title", "add `title: …`, or the `key`, `doi` or `arxiv` of an entry of a bibliography"
        said = str(getattr(publication, sought))
        what = f"an entry with the {WORDS[sought]} `{said}`"
        if self.entries:
            return f"no bibliography has {what}", self._near(sought, said) or "correct it, or add `title: …`"
        if self.strayed:
            return f"there is no bibliography with {what}", f"`{self.strayed[0]}` lies outside `data/`: move it there"
        return f"there is no bibliography with {what}", "add `title: …`, or put your `.bib` into data/"

    def _near(self, name: str, said: str) -> str:
        from difflib import get_close_matches  # Only a mistake pays for it.

        known = {value.lower(): value for entry in self.entries if (value := str(getattr(entry, name)))}
        near = get_close_matches(said.lower(), known, n=1, cutoff=NEAR)
        return f"did you mean `{known[near[0]]}`?" if near else ""
