"""The same academic homepage made by acadfolio and by others: how long each takes.

See bench/README.md.
"""
