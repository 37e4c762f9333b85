"""Pages with Jekyll's Liquid: rendered by python-liquid (extra `jekyll`) before Markdown reads them.

`pages.py` is what others call; it imports the modules that need python-liquid when a page has Liquid.
"""
