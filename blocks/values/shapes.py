"""Shapes as texts."""

from __future__ import annotations

from collections.abc import Sequence


def shape_text(dims: Sequence[int | None]) -> str:
    """Return a shape as pages show it, with `?` for an unknown size: `[2, ?]`."""
    return f"[{', '.join('?' if d is None else str(d) for d in dims)}]"
