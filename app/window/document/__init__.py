"""The document on disk: open, save, autosave, import, export."""
