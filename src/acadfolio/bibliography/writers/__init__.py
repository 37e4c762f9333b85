"""Publications come in, what other programs read comes out: BibTeX, RIS, CSL-JSON, COinS."""
