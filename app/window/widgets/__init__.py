"""Widgets that any panel may use, and their style."""
