"""Exporters: publications for other programs."""
