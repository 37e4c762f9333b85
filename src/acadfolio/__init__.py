"""Build an academic homepage from YAML data and Markdown pages."""

__version__ = "0.1.0"
SOURCE_FOLDERS = ("data", "content", "templates", "static")
"""The folders of a site that a build reads."""
OUTPUT = "output"
"""The default output folder of a site."""
