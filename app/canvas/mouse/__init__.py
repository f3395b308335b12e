"""Gestures of the mouse."""
