"""The pages and files of an old site: found, changed, and copied with their URLs."""
