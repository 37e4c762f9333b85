"""The commands: one module each, with a function for its options and one that runs it."""
