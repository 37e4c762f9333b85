"""Image files: their sizes, their location removed, and smaller variants of them."""
