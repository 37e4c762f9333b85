"""A site's folder comes in, a server on this machine shows it, built anew in memory at every save."""

from acadfolio.preview.server import Wishes, serve
from acadfolio.preview.telling import Telling

__all__ = ["Telling", "Wishes", "serve"]
