"""Gestures of the mouse, and what lies under it."""
