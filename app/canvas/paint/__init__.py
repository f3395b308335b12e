"""Painting with any QPainter: frames of the screen, pictures, print."""
