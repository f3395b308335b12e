"""Notes on a page while it is arranged: some move with the block or frame next to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from blockloom.blocks.document.pages import Note
from blockloom.blocks.layout.block_rows import Rect

BESIDE = 40.0  # a text within this distance of a block or frame belongs to it
AROUND = 80.0  # distance between independent texts and items, to leave space for the tabs of frames
_APART = 20.0  # distance between independent texts
_LARGE = 600.0  # a drawing, or a larger text, is independent: it is a background of blocks


def owners(notes: Sequence[Note], blocks: Mapping[str, Rect], frames: Mapping[str, Rect]) -> dict[str, list[Note]]:
    """Return notes by the nearest block or frame, "" for none.

    A note inside a frame belongs to the frame only if no block is near.
    """
    by_owner: dict[str, list[Note]] = {}
    names = [*blocks, *frames]
    rects = np.array([*blocks.values(), *frames.values()], float).reshape(-1, 4)
    for note in notes:
        owner = ""
        if names and not note.shape and max(note.width, note.height) <= _LARGE:
            after, before = rects[:, :2] - (note.x + note.width, note.y + note.height), (note.x, note.y) - rects[:, :2]
            away = np.maximum(np.maximum(after, before - rects[:, 2:]), 0).max(1)
            around = away[len(blocks) :]
            around[around == 0] = BESIDE
            nearest = int(np.argmin(away))
            owner = names[nearest] if away[nearest] <= BESIDE else ""
        by_owner.setdefault(owner, []).append(note)
    return by_owner


def placed(notes: Sequence[Note], top: float, taken: np.ndarray) -> dict[str, tuple[float, float]]:
    """Return the places of the notes that belong to no block or frame.

    Texts go above the content if they were above, otherwise below, in reading order. If there are drawings, the notes
    keep their arrangement, and all move below if one would overlap.

    Args:
        top: the former top of the content.
        taken: (n, 4), the areas that the content now covers.
    """
    low, high = taken[:, :2].min(0), (taken[:, :2] + taken[:, 2:]).max(0)
    if any(note.shape for note in notes):
        now = np.array([(n.x, n.y, n.width, n.height) for n in notes], float)
        over = (
            (now[:, None, :2] < taken[None, :, :2] + taken[None, :, 2:])
            & (taken[None, :, :2] < now[:, None, :2] + now[:, None, 2:])
        ).all(2)
        x, y = np.rint((low[0] - now[:, 0].min(), high[1] + AROUND - now[:, 1].min())) if over.any() else (0.0, 0.0)
        return {note.id: (note.x + float(x), note.y + float(y)) for note in notes}
    above = [note for note in notes if note.y + note.height / 2 < top]
    below = [note for note in notes if note not in above]
    wide = high[0] - low[0]
    places: dict[str, tuple[float, float]] = {}
    for part, up in ((above, True), (below, False)):
        within, tall = _lines(part, wide)
        start = low[1] - AROUND - tall if up else high[1] + AROUND
        places |= {name: (float(np.rint(low[0] + x)), float(np.rint(start + y))) for name, (x, y) in within.items()}
    return places


def _lines(notes: Sequence[Note], wide: float) -> tuple[dict[str, tuple[float, float]], float]:
    """Return places of notes in lines of about a width, from (0, 0), and their total height."""
    places: dict[str, tuple[float, float]] = {}
    x = y = tall = 0.0
    for note in sorted(notes, key=lambda n: (n.y, n.x)):
        if x and x + note.width > wide:
            x, y, tall = 0.0, y + tall + _APART, 0.0
        places[note.id] = x, y
        x, tall = x + note.width + _APART, max(tall, note.height)
    return places, y + tall
