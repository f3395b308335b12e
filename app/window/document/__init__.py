"""The document that is open: its pages as tabs, its file, journal and pictures, and what is done to it as a whole."""
