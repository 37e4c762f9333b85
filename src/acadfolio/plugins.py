"""What may be added to acadfolio from outside."""

from __future__ import annotations

BUNDLED = ("acadfolio_jekyll",)
"""The packages that come with acadfolio and are imported by name when a site needs them."""
