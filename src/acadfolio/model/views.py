"""Which settings of a section mean something in which section, and in which of its views."""

from __future__ import annotations

ONLY_PUBLICATIONS = frozenset({"style", "legend", "search", "max_authors"})
ONLY_PAGED = frozenset({"pages"})
ONLY_PUBLICATIONS_SORT = frozenset({"author", "citations"})
NOT_IN_VIEW = {
    ("numbered", "boxes"): "boxes have no numbers",
    ("max_authors", "archive"): "an archive cites as its `style` says",
}
"""By setting and view. A line that says another view is the author's to settle."""
