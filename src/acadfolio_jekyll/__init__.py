"""Everything that old Jekyll sites need: Liquid, the importer, the comparison, icon fonts."""
