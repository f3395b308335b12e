"""Values that frames inherit from the frames around them, computed once for each frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from blockloom.blocks.document.pages import Frame

T = TypeVar("T")
_DEEPEST = 100  # most frames whose titles form a scope, since names of nodes need a limit


def inherited(frames: Mapping[str, Frame], root: T, of: Callable[[Frame, T], T]) -> dict[str, T]:
    """Return a value for every frame, by id: `of(frame, value of the frame around it)`.

    `root` is the value around frames that are in no frame, or in a cycle.
    """
    values: dict[str, T] = {}
    for name in frames:
        way: dict[str, None] = {}
        while name in frames and name not in values and name not in way:
            way[name] = None
            name = frames[name].frame
        value = values.get(name, root)
        for inner in reversed(way):
            value = values[inner] = of(frames[inner], value)
    return values


def scopes(frames: Mapping[str, Frame], written: Callable[[str], str]) -> dict[str, str]:
    """Return the scope of every frame, by id, as in `outer/inner/`.

    Args:
        frames: The frames, by id.
        written: Converts a title. At a depth of more than a hundred frames, only the outer hundred titles count.
    """
    made = inherited(
        frames,
        ("", 0),
        lambda frame, outer: (
            outer if outer[1] >= _DEEPEST else (f"{outer[0]}{written(frame.title or frame.id)}/", outer[1] + 1)
        ),
    )
    return {name: scope for name, (scope, _) in made.items()}


def devices(frames: Mapping[str, Frame]) -> dict[str, str]:
    """Return the device of every frame, by id: its own, else that of the innermost frame around it, else ""."""
    return inherited(frames, "", lambda frame, outer: frame.device or outer)


def circles(frames: Mapping[str, Frame]) -> set[str]:
    """Return the ids of frames that are inside themselves, directly or through other frames."""
    enclosed: set[str] = set()
    done: set[str] = set()
    for name in frames:
        way: dict[str, None] = {}
        while name in frames and name not in done and name not in way:
            way[name] = None
            name = frames[name].frame
        if name in way:
            ring = list(way)
            enclosed.update(ring[ring.index(name) :])
        done.update(way)
    return enclosed
