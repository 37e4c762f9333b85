"""Write publications as BibTeX, RIS, CSL-JSON and COinS."""
