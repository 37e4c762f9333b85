"""The data of a site as frozen records, and the reader that makes them from YAML."""
