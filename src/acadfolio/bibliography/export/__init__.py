"""A publication comes in, its text in the form of another program comes out."""
