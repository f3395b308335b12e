"""Arrangement of the channels of an image as tiles."""

from __future__ import annotations

import math

TILES = 64  # channels that are shown


def corners(rows: int, columns: int, count: int) -> list[tuple[int, int]]:
    """Return the row and column at which each of `count` tiles of rows x columns begins, in a wide picture."""
    across = min(max(math.ceil(math.sqrt(1.5 * count * rows / max(columns, 1))), 1), count)
    gap = max(1, max(rows, columns) // 32)
    return [(i // across * (rows + gap), i % across * (columns + gap)) for i in range(count)]
