"""Finding blocks on pages, and room for new ones."""
