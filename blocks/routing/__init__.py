"""The ways of wires: simple shapes between two ends, and routes around what lies between them."""

from blockloom.blocks.routing.drawn import Drawn, dashes, drawn
from blockloom.blocks.routing.find import DROP
from blockloom.blocks.routing.shapes import CORNER, GAP, REACH, bent, corners, distance, ranges, rounded, segments
from blockloom.blocks.routing.ways import Plan, Router, Ways

__all__ = [
    "CORNER",
    "DROP",
    "GAP",
    "REACH",
    "Drawn",
    "Plan",
    "Router",
    "Ways",
    "bent",
    "corners",
    "dashes",
    "distance",
    "drawn",
    "ranges",
    "rounded",
    "segments",
]
