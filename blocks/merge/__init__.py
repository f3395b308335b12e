"""Two versions of a document that came from one become one again, and what they differ on is chosen."""
