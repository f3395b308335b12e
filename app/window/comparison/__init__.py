"""The document beside another one: what differs, on the pages and in a list, to take or keep; merges, and commits."""
