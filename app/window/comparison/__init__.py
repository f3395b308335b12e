"""Comparisons of the document with another one, on the pages and as a list of changes; merges, and commits."""
