"""A `Plan` comes in, the finished files come out one by one, with what is wrong in pages and templates reported.

`renderer.py` knows a plan and renders any page of it; `rendering.py` says which have to be.
"""
