"""Files as their author wrote them: text with its places, YAML nodes, front matter and body."""
