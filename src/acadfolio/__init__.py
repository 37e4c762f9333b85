"""acadfolio: YAML data and Markdown pages in, an academic homepage out."""

__version__ = "0.1.0"
SOURCE_FOLDERS = ("data", "content", "templates", "static")
"""The folders of a site that a build reads."""
OUTPUT = "output"
"""The folder of a site that a build writes when no other is named."""
STRAYING = (".bib", ".bibtex", ".ris")
"""How bibliographies end. One that lies beside these folders is not read, but that it is there may be told."""
