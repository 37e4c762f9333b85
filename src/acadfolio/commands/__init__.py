"""The commands, a module each: the options of one come in, it runs, its exit status comes out."""
