"""Read bibliographies: BibTeX, RIS and CSL-JSON."""
