"""The output folder: files are staged beside it and swapped in together."""
