"""Bibliographies of other programs come in (BibTeX, RIS, CSL-JSON), publications come out; and the way back."""
