"""The window. The main window combines the rooms, which do not import it."""
