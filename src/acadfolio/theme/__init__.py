"""The theme: the layers of templates and static files, the words, the dates and the icons."""
