"""Search for block types by names, synonyms and TensorFlow's texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from blockloom.blocks.catalogue.block_types import ADDED, AddedTypes, is_symbol
from blockloom.blocks.catalogue.parameters import IN_LIBRARY
from blockloom.blocks.catalogue.search import SearchEntry, casefold_text, find, name_of
from blockloom.blocks.text.phrases import Json

COMMAND = "command:"  # prefix of the key of a command in a list of types


def odd(name: str, entry: Mapping[str, Any]) -> int:
    """Return how far back a type is offered.

    Returns:
        0 for common types, 1 for deprecated ones and those without a device, 2 for test ops, 3 for internal ops of
        TensorFlow (`_Arg`).
    """
    title = entry.get("title") or name
    if title.startswith("_"):
        return 3
    if title.startswith("Test") or ">Test" in title or entry["category"] == "Internal":
        return 2
    return 1 if entry.get("deprecated") or entry["op"] and not entry["devices"] else 0


def asks_symbols(query: str) -> bool:
    """Return whether a query asks for the symbols of an addition: `enu add`, `enu.Add`, `enuSpace`."""
    return _asked(query) is not None


def _asked(query: str) -> AddedTypes | None:
    return next((one for one in ADDED if one.query.match(query)), None)


def piece(name: str, title: str) -> SearchEntry[str]:
    """Return the search entry of a page, snippet, example or command (`command:KEY`).

    Pages of the document and of Blockloom's libraries come before an op with the same title, pages of other libraries
    after it, and commands after all types that match equally well.
    """
    command = name.startswith(COMMAND)
    called = commands().get(name.removeprefix(COMMAND), {}) if command else types().get(name, {})
    order = command, False, False, False, len(title), title.casefold(), 2 * is_foreign(name)
    return SearchEntry(name, (name_of(title),), called, order=order)


def is_foreign(name: str) -> bool:
    """Return whether a type is a page of a library that does not come with Blockloom."""
    return name.startswith(IN_LIBRARY) and not name.startswith(f"{IN_LIBRARY}blockloom:")


class TypeSearch:
    """A search in the entries of a catalogue, which are read at the first search."""

    def __init__(self, entries: Mapping[str, Json]):
        self._of = entries
        self._symbols: list[SearchEntry[str]] = []
        self._others: list[SearchEntry[str]] = []

    def find(
        self,
        query: str,
        use: Mapping[str, float] | None = None,
        symbols: bool = True,
        more: Iterable[SearchEntry[str]] = (),
    ) -> list[str]:
        """Return the names of the types that match a query, best first.

        Args:
            query: The typed text.
            use: As in `blocks.catalogue.search.find`.
            symbols: Whether to include symbols of additions. A query such as `enu add` finds only these.
            more: Further entries, from `piece`.
        """
        if not self._others:
            for name, entry in sorted(self._of.items(), key=lambda row: row[0].casefold()):
                (self._symbols if is_symbol(name) else self._others).append(self._entry(name, entry))
        added = _asked(query)
        if added is not None:
            return find(
                [one for one in self._symbols if one.key.startswith(added.prefix)],
                added.query.sub("", query, count=1),
                use,
            )
        return find([*self._others, *(self._symbols if symbols else ()), *more], query, use)

    def _entry(self, name: str, entry: Mapping[str, Any]) -> SearchEntry[str]:
        title, symbol = entry.get("title") or name, is_symbol(name)
        names = dict.fromkeys((name, title) if symbol else (title, name))
        # Order of types that match equally: types with a common name, TensorFlow's newest version, types that run here,
        # short names; a type of Blockloom before the op with the same title, and that before a symbol.
        called = types().get(name, {})
        versioned = re.fullmatch(r"(.*)V(\d+)", name)
        stem, version = versioned.groups() if versioned else (name, None)
        is_old = f"{stem}V{int(version or 1) + 1}" in self._of
        order = (
            symbol,
            not called,
            is_old,
            "CPU" not in entry["devices"] and bool(entry["op"]),
            len(title),
            title.casefold(),
            int("." not in name),
        )
        return SearchEntry(
            name,
            tuple(map(name_of, names)),
            called,
            casefold_text(entry.get("doc", "")),
            odd(name, entry),
            order,
            is_rare=bool(entry["op"]) and (is_old or not called),
        )


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
