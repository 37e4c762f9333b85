"""Pages with Jekyll's Liquid: rendered by python-liquid (extra `jekyll`) before Markdown reads them.

Everything but `theme_lists` imports python-liquid, so only a page with Liquid may import it.
"""
