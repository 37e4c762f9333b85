"""Parse and rewrite rendered HTML.

All code that needs tags, attributes or links uses this package.
"""
