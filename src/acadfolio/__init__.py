"""acadfolio makes an academic homepage from YAML data and Markdown pages."""

__version__ = "0.1.0"
SOURCE_FOLDERS = ("data", "content", "templates", "static")
"""The folders of a site that a build reads."""
OUTPUT = "output"
"""The folder of a site that a build writes when no other is named."""
BIBLIOGRAPHY_SUFFIXES = (".bib", ".bibtex", ".ris")
"""One that lies beside these folders is not read; a warning may say so."""
