"""Image files: read their sizes, remove their location, and make smaller variants."""
