"""How a site looks: the layers of templates and static files, the words, the dates and the icons."""
