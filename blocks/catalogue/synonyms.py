"""Synonyms for block types, layers and commands: data of `assets/catalogue`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

_FOLDER = Path(__file__).resolve().parents[2] / "assets" / "catalogue"
_Words = Mapping[str, Mapping[str, int]]


@lru_cache(1)
def types() -> _Words:
    """Return the synonyms of block types: name -> {word: place of the type among all with this synonym}.

    Place 0 is the most likely type.
    """
    return _by_name("words.json")


@lru_cache(1)
def commands() -> _Words:
    """Return the synonyms of commands: key of the command -> {word: place}, as in `types`."""
    return _by_name("command_words.json")


def _by_name(file: str) -> _Words:
    found: dict[str, dict[str, int]] = {}
    for word, names in json.loads((_FOLDER / file).read_text("utf-8")).items():
        for place, name in enumerate(names):
            found.setdefault(name, {})[word] = place
    return found
