"""Differences of two documents: matching of pages and items, changed cells, and edits between them."""
