"""Importers: old sites of other generators become data files and pages of this one."""
