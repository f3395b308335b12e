"""Routes of wires: simple shapes between two ends, and routes around the boxes between them."""

from blockloom.blocks.routing.route_finder import DROP
from blockloom.blocks.routing.ways import Router, RoutingPlan, WireRoutes
from blockloom.blocks.routing.wire_segments import WireSegments, dashes, make_segments
from blockloom.blocks.routing.wire_shapes import CORNER, GAP, REACH, bent, corners, distance, ranges, rounded, segments

__all__ = [
    "CORNER",
    "DROP",
    "GAP",
    "REACH",
    "Router",
    "RoutingPlan",
    "WireRoutes",
    "WireSegments",
    "bent",
    "corners",
    "dashes",
    "distance",
    "make_segments",
    "ranges",
    "rounded",
    "segments",
]
