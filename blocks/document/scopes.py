"""Frames in frames: what each inherits from those around it, found once for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from blockloom.blocks.document.pages import Frame

T = TypeVar("T")
_DEEPEST = 100     # frames whose titles make a scope: names of nodes would grow without end


def inherited(frames: Mapping[str, Frame], root: T, of: Callable[[Frame, T], T]) -> dict[str, T]:
    """`of(frame, what the frame around it has)` for every frame; those in no other, or in themselves, begin with
    `root`."""
    found: dict[str, T] = {}
    for name in frames:
        way: dict[str, None] = {}
        while name in frames and name not in found and name not in way:
            way[name] = None
            name = frames[name].frame
        value = found.get(name, root)
        for inner in reversed(way):
            value = found[inner] = of(frames[inner], value)
    return found


def scopes(frames: Mapping[str, Frame], written: Callable[[str], str]) -> dict[str, str]:
    """What the titles of the frames around a block put before its name: `outer/inner/`. Of frames a hundred deep, and
    deeper, the outer hundred count."""
    made = inherited(frames, ("", 0), lambda frame, outer: outer if outer[1] >= _DEEPEST else (
        f"{outer[0]}{written(frame.title or frame.id)}/", outer[1] + 1))
    return {name: scope for name, (scope, _) in made.items()}


def devices(frames: Mapping[str, Frame]) -> dict[str, str]:
    """The device that a frame gives to what is in it: its own, or that of the innermost frame around it with one."""
    return inherited(frames, "", lambda frame, outer: frame.device or outer)


def circles(frames: Mapping[str, Frame]) -> set[str]:
    """The frames that lie in themselves."""
    found: set[str] = set()
    done: set[str] = set()
    for name in frames:
        way: dict[str, None] = {}
        while name in frames and name not in done and name not in way:
            way[name] = None
            name = frames[name].frame
        if name in way:
            ring = list(way)
            found.update(ring[ring.index(name):])
        done.update(way)
    return found
