"""How wide blocks may be drawn on pages that were laid out for narrower ones: none covers another because it grew."""

from __future__ import annotations

import numpy as np

from blockloom.blocks.routing import ranges

BAND = 32.0  # canvas pixels: what lies beside a block is looked for in bands of this height
KEPT = 4.0  # canvas pixels that stay free before what is at the right
MOST = 20_000  # blocks from which on a page was laid out by a program, which leaves room


def rooms(pos: np.ndarray, size: np.ndarray) -> np.ndarray:
    """The widths (n,) at which blocks at `pos` (n, 2) of `size` (n, 2) cover nothing at their right, as far as they
    begin at the left of it; inf where nothing is in the way.
    """
    free = np.full(len(pos), np.inf)
    if len(pos) > MOST:
        return free
    first = np.floor(pos[:, 1] / BAND).astype(np.intp)
    count = np.floor((pos[:, 1] + size[:, 1]) / BAND).astype(np.intp) - first + 1
    block, band = ranges(first, count)
    order = np.lexsort((pos[block, 0], band))
    block, band = block[order], band[order]
    x, top, foot = pos[block, 0], pos[block, 1], pos[block, 1] + size[block, 1]
    for step in (1, 2, 3):  # the next ones of the band; those at the same height first come first
        i, j = np.arange(len(block) - step), np.arange(step, len(block))
        met = (band[i] == band[j]) & (x[j] > x[i]) & (top[i] < foot[j]) & (top[j] < foot[i])
        i, j = i[met], j[met]
        np.minimum.at(free, block[i], x[j] - x[i] - KEPT)
    return free
