"""The documentation in a separate window, and the topics of F1."""
