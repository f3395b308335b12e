"""The ways of wires: simple shapes between two ends, and routes around what lies between them."""

from blockloom.blocks.routing.shapes import CORNER, GAP, REACH, bent, corners, distance, rounded, segments
from blockloom.blocks.routing.ways import Plan, Router, Ways

__all__ = ["CORNER", "GAP", "REACH", "Plan", "Router", "Ways", "bent", "corners", "distance", "rounded", "segments"]
