"""Picture files come in; how large they are, their bytes without a location, and lighter variants come out."""
