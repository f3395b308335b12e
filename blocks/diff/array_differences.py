"""Differences of the arrays of two documents."""

from __future__ import annotations

import contextlib
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from blockloom.blocks.diff.changes import CellChange
from blockloom.blocks.diff.differences import Diff
from blockloom.blocks.diff.renaming import Place
from blockloom.blocks.document.pages import Document
from blockloom.blocks.results.output_differences import SHAPE, OutputDifference, compare_arrays_at
from blockloom.blocks.text.phrases import Phrase, phrase
from blockloom.blocks.weights.document_weights import WeightsError, format_keys, key_of, keys_in
from blockloom.blocks.weights.weight_files import StoredArray

_SECONDS = 3.0  # most seconds for reading and subtracting arrays; the rest is only reported as different


Users = Mapping[str, Sequence[tuple[str, str, str]]]  # key of weights -> (page, block, pin) of each value with this key


class ArrayPair(NamedTuple):
    """The keys of an array in A and B at one place."""

    old: str
    new: str


def array_changes(diff: Diff) -> dict[ArrayPair, list[CellChange]]:
    """Return the differing arrays that both documents have, with their changes.

    The changes are those of weights, and of values with another key.
    """
    found: dict[ArrayPair, list[CellChange]] = {}
    for change in diff.changes:
        if change.name == "weights" and change.old is not None and change.new is not None:
            found.setdefault(ArrayPair(change.pin, change.pin), []).append(change)
        elif change.name == "value":
            was, now = key_of(change.old or ""), key_of(change.new or "")
            if was and now:
                found.setdefault(ArrayPair(was, now), []).append(change)
    return found


def array_places(diff: Diff) -> dict[ArrayPair, list[tuple[str, str, str]]]:
    """Return the differing arrays with page, block and pin of their values, as in changes.

    An array that no block names has one place of empty texts.
    """
    (was, now), found = array_users(diff), dict[ArrayPair, list[tuple[str, str, str]]]()
    for pair, changes in array_changes(diff).items():
        places = [(change.page, change.item, change.pin) for change in changes if change.name == "value"]
        if any(change.name == "weights" for change in changes):
            places += [place for place in was.get(pair.old, ()) if place in now.get(pair.new, ())]
        if not places and pair.old not in was and pair.new not in now:
            places = [("", "", "")]
        if places:
            found[pair] = list(dict.fromkeys(places))
    return found


def array_users(diff: Diff) -> tuple[Users, Users]:
    """Return the places of arrays of A, and of B, in the names of changes."""
    return _users_in(diff.a, lambda page, item: (page, item)), _users_in(diff.b, diff.in_a)


def _users_in(document: Document, place: Callable[[str, str], Place | None]) -> Users:
    found: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for page in document.pages.values():
        for block in page.blocks.values():
            for pin, text in block.values.items():
                for key in keys_in((text,)):
                    found[key].append((*(place(page.name, block.id) or (page.name, block.id)), pin))
    return found


def compare_arrays(diff: Diff, pairs: Iterable[ArrayPair]) -> Mapping[ArrayPair, OutputDifference]:
    """Return the differences of arrays that are found within a few seconds.

    Dtype and shape are written as for results: `DT_FLOAT[3,3,64]`.
    """
    return dict(_differences(diff, pairs, time.monotonic() + _SECONDS))


def _differences(diff: Diff, pairs: Iterable[ArrayPair], end: float) -> Iterator[tuple[ArrayPair, OutputDifference]]:
    found = []
    for pair in pairs:
        was, now = _stored(diff.a, pair.old), _stored(diff.b, pair.new)
        if was is None or now is None:
            continue
        before, after = _described(was), _described(now)
        if before != after:
            yield pair, OutputDifference(pair.new, SHAPE, before, after)
        else:
            found.append((pair, was, now))
    for pair, was, now in sorted(found, key=lambda row: row[1].nbytes):
        if time.monotonic() > end:
            return
        with contextlib.suppress(WeightsError):
            yield pair, compare_arrays_at(pair.new, was.read(), now.read())


def _stored(document: Document, key: str) -> StoredArray | None:
    with contextlib.suppress(WeightsError):
        found = document.weights.find(key, document.folder)[0]
        if not found.is_known_mismatch():
            return found
    return None


def not_compared(document: Document, name: str) -> Phrase | None:
    """Return a note on arrays that are missing, and so not compared; None if none is missing.

    Args:
        name: The name of the document.
    """
    weights, folder = document.weights, document.folder
    old = bool(weights.sha256) and weights.sidecar_file(folder) is None
    gone = [] if old else weights.not_found(document.keys(), folder)
    if not old and not gone:
        return None
    reason = weights.unread or (
        phrase("{} is not the file that the document was saved with", weights.file) if old else format_keys(gone)
    )
    if old:
        return phrase("{0}: its weights are not compared: {1}", name, reason)
    return phrase("{0}: these weights are not found, so their differences are not known: {1}", name, reason)


def _described(array: StoredArray) -> str:
    return array.entry.dtype + str(list(array.shape)).replace(" ", "")
