"""Read bibliographies in BibTeX, RIS and CSL-JSON."""
