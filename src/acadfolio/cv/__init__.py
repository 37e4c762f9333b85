"""The CV as a PDF: a page becomes a tree, the tree becomes a PDF by a design for Typst."""
