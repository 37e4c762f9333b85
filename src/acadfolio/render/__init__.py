"""A `Plan` comes in, the finished files come out one by one, with what is wrong in pages and templates reported."""

from acadfolio.render.renderer import Renderer
from acadfolio.render.rendering import Rendering

__all__ = ["Renderer", "Rendering"]
