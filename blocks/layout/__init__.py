"""Automatic layout: pages arranged from left to right in layers, with few crossings. Plain numpy, no Qt."""

from blockloom.blocks.layout.arrange import Arrangement, Cancelled, TooLarge, arrange
from blockloom.blocks.layout.boxes import Box
from blockloom.blocks.layout.measure import crossings

REFUSED = 3  # exit code of `python -m blockloom.blocks.layout` where the page is too large

__all__ = ["REFUSED", "Arrangement", "Box", "Cancelled", "TooLarge", "arrange", "crossings"]
