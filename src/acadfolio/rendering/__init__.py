"""Render a plan: `renderer.py` makes its pages, `site_files.py` all files beside them."""
