"""Read source files: text, YAML with the locations of its values, front matter and body."""
