"""Read bibliographies (BibTeX, RIS and CSL-JSON), merge them with `publications.yml`, and export publications."""
