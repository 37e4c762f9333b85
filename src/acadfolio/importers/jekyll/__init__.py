"""An old site of Jekyll comes in, the data files that take the place of its collections come out, as texts."""
