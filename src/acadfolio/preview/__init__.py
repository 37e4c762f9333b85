"""The live preview: a local server that rebuilds the site after every change of a file."""

from acadfolio.preview.server import serve

__all__ = ["serve"]
