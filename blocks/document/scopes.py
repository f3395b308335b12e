"""Values that frames inherit from the frames around them, and short names of items inside a frame."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import TypeVar

from blockloom.blocks.document.pages import Frame, Page

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
    """Return the device of every frame, by id: that of the frame, or of the innermost one around it, or ""."""
    return inherited(frames, "", lambda frame, outer: frame.device or outer)


def frames_in_cycles(frames: Mapping[str, Frame]) -> set[str]:
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


_SEPARATOR = re.compile(r"[_/.-]+")
_LETTER = re.compile(r"[^\W\d_]")


def shown_names(page: Page) -> dict[str, str]:
    """Return the short names of blocks and frames that are in a frame, by id; others keep their ids and titles.

    The items of a frame drop the words that all their names begin with. If there are none, names that begin with the
    title of the frame drop the title. A short name has a letter, and is not the name of another item of the frame.
    """
    members: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for block in page.blocks.values():
        if block.frame in page.frames:
            members[block.frame][block.id] = block.id
    for frame in page.frames.values():
        if frame.frame in page.frames:
            members[frame.frame][frame.id] = frame.title or frame.id
    shown: dict[str, str] = {}
    for around, names in members.items():
        frame = page.frames[around]
        shown |= _without_words(names) or _without_title(names, frame.title or frame.id)
    return shown


def _without_words(names: Mapping[str, str]) -> dict[str, str]:
    """Return all names without the words that they have in common; none if there are no such words."""
    if len(names) < 2:
        return {}
    first, last = min(names.values()), max(names.values())
    length = next((i for i, letters in enumerate(zip(first, last)) if letters[0] != letters[1]), len(first))
    for separator in reversed([*_SEPARATOR.finditer(first[:length])]):
        short = {item: name[separator.end() :] for item, name in names.items()}
        if separator.start() and all(map(_LETTER.search, short.values())):
            return short
    return {}


def _without_title(names: Mapping[str, str], title: str) -> dict[str, str]:
    """Return the names that begin with a title, without it."""
    others, short = set(names.values()), {}
    for item, name in names.items():
        separator = _SEPARATOR.match(name, len(title)) if title and name.startswith(title) else None
        rest = name[separator.end() :] if separator is not None else ""
        if _LETTER.search(rest) and rest not in others:
            short[item] = rest
    return short
