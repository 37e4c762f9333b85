"""What a site holds, as frozen records: one module per noun, and the reader that makes them from YAML with places."""
