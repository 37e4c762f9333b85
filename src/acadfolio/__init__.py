"""acadfolio: YAML data and Markdown pages in, an academic homepage out."""

__version__ = "0.1.0"
