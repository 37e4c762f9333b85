"""Bibliographies: BibTeX, RIS and CSL-JSON are read, merged with the publications in YAML, and written."""
