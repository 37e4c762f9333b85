"""Write the output folder: new files are complete before they replace the old ones."""
