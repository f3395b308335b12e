"""The open document: its pages as tabs, its file, journal and pictures, and commands on the whole document."""
