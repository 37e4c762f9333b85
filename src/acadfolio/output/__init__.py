"""Write the output folder: files are written to a staging folder, which replaces it in one step."""
