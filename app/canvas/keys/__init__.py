"""The canvas by keys, and for screen readers."""
