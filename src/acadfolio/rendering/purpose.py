"""What a site is rendered for: to be put online, to be looked at while it is edited, or to be checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from acadfolio.markdown.converted import Converted
from acadfolio.rendering.hosts import Hosts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from acadfolio.rendering.keeping import HomeText, KeptSite


class Purpose(Struct, frozen=True):
    """What depends on it. As it stands, the pages are those that go online, and no picture is drawn."""

    is_preview: bool = False
    """Nobody counts visits, and no other host is asked."""
    draws: bool = False
    """Draw the pictures of previews in social media."""
    cache: Callable[[], str] | None = None
    """Gives the folder for what may be kept for the next build; None keeps nothing."""
    hosts: Hosts = field(default_factory=Hosts)
    """Gathers whom the pages ask besides."""
    kept: KeptSite | None = None
    """The pages of the last build, an empty site for none. Without it, none of these will be kept either."""
    there: Collection[str] = ()
    """The outputs of the last build that are still as they were, by path."""
    converted: Converted = field(default_factory=Converted)
    """Remembers what Markdown was converted to, from build to build of one process."""
    texts: dict[str, HomeText] = field(default_factory=dict)
    """The home page's text, of this build or an earlier one."""
    digests: dict[int, tuple[Any, bytes]] = field(default_factory=dict)
    """Of records, by their `id()`, from build to build of one process; each stands with its record."""
    state: bytes = b""
    """What the program and its templates are, as a digest: pages of another state are not looked at."""
