"""The panels around the pages."""
