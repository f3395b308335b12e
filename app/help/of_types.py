"""The reference of block types.

It has our own types in full, those of enuSpace, and every op of the installed TensorFlow with its pins and attributes.
`blockloom ops NAME` and the window show the documentation of an op.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import groupby

from blockloom.app.help.generated_reference import table, words
from blockloom.blocks.catalogue.entries import own_entries
from blockloom.blocks.text.phrases import Json


def own_blocks() -> str:
    """Return the blocks other than TensorFlow's ops, each with its pins and attributes."""
    parts = []
    for entry in sorted(own_entries(), key=lambda entry: entry["name"].casefold()):
        rows = [
            (kind, f"`{row['name']}`", words(_about(row)))
            for kind in ("inputs", "attrs", "outputs")
            for row in entry[kind]
        ]
        parts += [
            f"## {entry['name'].removeprefix('loom.')}\n",
            words(entry["doc"]) + "\n",
            table(
                ("", "name", "what it is"),
                (({"inputs": "input", "attrs": "attribute", "outputs": "output"}[row[0]], *row[1:]) for row in rows),
            ),
        ]
    return "\n".join(parts)


def _about(row: Json) -> str:
    default = row.get("default")
    told = "" if default in (None, "") else f" Default: `{json.dumps(default)}`."
    allowed = row.get("allowed") or ()
    one_of = f" One of {', '.join(map(str, allowed))}." if allowed and allowed != [False, True] else ""
    return (row.get("doc") or "") + told + one_of


def symbols() -> str:
    """Return the symbols of enuSpace by category, with their pins."""
    entries = [entry for entry in _entries() if entry["name"].startswith("enu.")]
    return _by(sorted(entries, key=lambda entry: entry["category"]), lambda entry: entry["category"].partition("/")[2])


def ops() -> str:
    """Every op of TensorFlow's by its first letter."""
    entries = [entry for entry in _entries() if "." not in entry["name"]]
    return _by(
        sorted(entries, key=lambda entry: entry["name"].lstrip("_").lower()),
        lambda entry: entry["name"].lstrip("_")[0].upper(),
    )


def _by(entries: Iterable[Json], key: Callable[[Json], str]) -> str:
    return "\n".join(
        f"## {title}\n\n" + table(("", "inputs", "outputs", "attributes"), map(_row, inside))
        for title, inside in groupby(entries, key=key)
    )


def _row(entry: Json) -> tuple[str, ...]:
    names = ", ".join(row["name"] for row in entry["inputs"]), ", ".join(row["name"] for row in entry["outputs"])
    told = (
        row["name"] + ("" if row["default"] in (None, "") else f"={json.dumps(row['default'])}")
        for row in entry["attrs"]
    )
    return f"**{words(entry.get('title') or entry['name'])}**", *map(words, names), words(", ".join(told))


def _entries() -> list[Json]:
    from blockloom.runtime.worker.client import ensure_catalogue

    return list(ensure_catalogue().entries.values())
