"""Entries of the catalogue: the JSON objects of block types, as `blockloom ops --format json` prints them.

They come from the file that the runtime writes (`runtime.compile.op_registry`: the ops of the installed TensorFlow) and
from the project's own data (`assets/catalogue`: composite blocks and short texts for ops that TensorFlow leaves
undocumented). One is parsed when it is asked for, so that opening a window does not parse two thousand.
"""

from __future__ import annotations

import fnmatch
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path

from blockloom.blocks.catalogue import monitor_types
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.text.phrases import Json

ASSETS = Path(__file__).resolve().parents[2] / "assets"
Row = tuple[str, str, Callable[[], Json]]  # (name, category, function that returns the entry)


class Entries(Mapping[str, Json]):
    """The entries of block types, JSON objects by name, each created at its first use.

    Categories are available at once.
    """

    def __init__(self, rows: Iterable[Row]):
        self._categories: dict[str, str] = {}
        self._make: dict[str, Callable[[], Json]] = {}
        self._made: dict[str, Json] = {}
        for name, category, make in rows:
            self._categories[name] = category
            self._make[name] = make

    @property
    def categories(self) -> dict[str, str]:
        """Categories by name."""
        return self._categories

    def __getitem__(self, name: str) -> Json:
        found = self._made.get(name)
        if found is None:
            found = self._made[name] = self._make[name]()
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._make

    def __iter__(self) -> Iterator[str]:
        return iter(self._make)

    def __len__(self) -> int:
        return len(self._make)


def rows_of(entries: Iterable[Json], finish: Callable[[Json], Json] = lambda entry: entry) -> list[Row]:
    """Return the rows for `Entries`: (name, category, function that returns the entry).

    `finish` completes an entry at its first use.
    """
    return [(entry["name"], entry["category"], partial(finish, entry)) for entry in entries]


def own_entries() -> list[Json]:
    """Return the entries of our block types: composites and monitors."""
    entries = [*json.loads((ASSETS / "catalogue" / "composites.json").read_text("utf-8")), *monitor_types.entries()]
    for attr in (attr for entry in entries for attr in entry["attrs"]):
        attr.setdefault("allowed", None)
    return entries


@lru_cache(1)
def _texts() -> tuple[dict[str, Json], list[tuple[re.Pattern[str], Json]]]:
    """Return our short texts by op, and those for many ops with their patterns."""
    data = json.loads((ASSETS / "catalogue" / "docs.json").read_text("utf-8"))
    patterns = [(re.compile(fnmatch.translate(name)), about) for name, about in data["ops"].items() if "*" in name]
    return data["ops"], patterns


def added_attrs(op: str) -> list[Json]:
    """Return the attrs that Blockloom adds to those of a TensorFlow op."""
    return _texts()[0].get(op, {}).get("added", [])


def with_own_texts(entry: Json) -> Json:
    """Complete the entry of a TensorFlow op with our attrs, and with texts that TensorFlow lacks."""
    ops, patterns = _texts()
    name = entry["name"]
    entry["attrs"] += [attr for attr in added_attrs(name) if attr not in entry["attrs"]]
    by_name = [ops[name]] if name in ops else []
    for texts in by_name + [texts for pattern, texts in patterns if pattern.match(name)]:
        entry["doc"] = entry.get("doc") or texts.get("doc", "")
        for kind, rows in (("pins", entry["inputs"] + entry["outputs"]), ("attrs", entry["attrs"])):
            for row in rows:
                if row["name"] in texts.get(kind, ()) and not row.get("doc"):
                    row["doc"] = texts[kind][row["name"]]
    if traits_of(name).reference:
        entry["reference"] = True
    return entry


def parsed(text: bytes | memoryview) -> Json:
    """Return `with_own_texts` of the JSON text of an entry."""
    return with_own_texts(json.loads(bytes(text)))
