"""How the channels of an image lie side by side where each is shown by itself."""

from __future__ import annotations

import math

TILES = 64  # channels that are shown


def corners(rows: int, columns: int, count: int) -> list[tuple[int, int]]:
    """Where each of so many tiles of rows x columns begins: its row and column in the whole, which is wider than
    high.
    """
    across = min(max(math.ceil(math.sqrt(1.5 * count * rows / max(columns, 1))), 1), count)
    gap = max(1, max(rows, columns) // 32)
    return [(i // across * (rows + gap), i % across * (columns + gap)) for i in range(count)]
