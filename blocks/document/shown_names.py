"""Short names of blocks and frames inside a frame, for places that show the frame as well."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping

from blockloom.blocks.document.pages import Page

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
