"""Weights of a document: arrays that come to it, and with what comes from other documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from blockloom.blocks import weights
from blockloom.blocks.document import Document, Page
from blockloom.blocks.edits import AddWeights, Edit


def add_weights(document: Document, arrays: Mapping[str, np.ndarray]) -> tuple[Edit, dict[str, str]]:
    """The edit that gives a document these arrays, by name, and the key of each: its name where that is free. They are
    written to the user's state folder, and with the document when it is saved. Raises WeightsError, for arrays of texts
    as well."""
    taken = _Taken(document)
    keys: dict[str, str] = {}
    for name, array in arrays.items():
        keys[name] = weights.new_key(name, array, taken)
        taken.more.add(keys[name])
    new = {keys[name]: array for name, array in arrays.items() if not document.weights.has(keys[name], document.folder)}
    return AddWeights(weights.keep(new) if new else "0" * 64, {key: key for key in new}), keys


def bring_weights(document: Document, other: Document,
                  pages: Iterable[Page]) -> tuple[tuple[Edit, ...], dict[str, str]]:
    """The edits that give a document the weights which pages of another one name, and under which other keys some lie
    here: those under which others are here. Raises WeightsError."""
    used = weights.keys_in(text for page in pages for block in page.blocks.values() for text in block.values.values())
    refs = other.weights.refs(sorted(used), other.folder) if used and other.weights is not document.weights else {}
    taken, names = _Taken(document), dict[str, str]()
    files: dict[str, dict[str, str]] = {}
    for key, ref in refs.items():
        if document.weights.has(key, document.folder):
            mine, theirs = (one.weights.find(key, one.folder)[0] for one in (document, other))
            if mine.dtype == theirs.dtype and np.array_equal(mine, theirs, equal_nan=mine.dtype.kind in "fc"):
                continue
            names[key] = weights.new_key(key, theirs, taken)
        if not document.weights.has(names.get(key, key), document.folder):
            files.setdefault(ref.sha256, {})[names.get(key, key)] = ref.key
    return tuple(AddWeights(sha256, keys) for sha256, keys in files.items()), names


class _Taken:
    """The keys of a document, and `more`."""

    def __init__(self, document: Document):
        self.document, self.more = document, set[str]()

    def __contains__(self, key: str) -> bool:
        return key in self.more or self.document.weights.has(key, self.document.folder)
