"""The window: its main window puts together what the rooms hold, and nobody in them knows it."""
