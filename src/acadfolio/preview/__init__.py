"""The live preview: a server on this machine that rebuilds the site at every save."""

from acadfolio.preview.server import serve

__all__ = ["serve"]
