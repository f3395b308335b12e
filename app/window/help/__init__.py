"""The documentation in a window of its own, and what F1 opens of it."""
