"""Weights of a document: adding arrays, and those of parts of other documents."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import numpy as np

from blockloom.blocks.document.pages import Document
from blockloom.blocks.document.weight_keys import with_keys
from blockloom.blocks.edits import AddWeights, Edit, EditError
from blockloom.blocks.weights import document_weights


def add_weights(document: Document, arrays: Mapping[str, np.ndarray]) -> tuple[Edit, dict[str, str]]:
    """Return the edit that adds these arrays to a document, and the key of each: its name, if that is free.

    The arrays are written to the state folder, and into the folder of the document when it is saved.

    Raises:
        WeightsError: if an array cannot be written, or contains strings.
    """
    taken = _UsedKeys(document)
    keys: dict[str, str] = {}
    for name, array in arrays.items():
        keys[name] = document_weights.new_key(name, array, taken)
        taken.more.add(keys[name])
    new = {keys[name]: array for name, array in arrays.items() if not document.weights.has(keys[name], document.folder)}
    return AddWeights(document_weights.write_state_file(new) if new else "0" * 64, {key: key for key in new}), keys


def take_weights(part: Document, document: Document) -> None:
    """Add the weights that a part of a document names to it; missing ones stay missing."""
    keys = part.keys()
    with suppress(document_weights.WeightsError):
        part.weights = document_weights.Weights(
            added=document.weights.refs(sorted(keys), document.folder) if keys else {}
        )


def bring_weights(document: Document, other: Document) -> tuple[tuple[Edit, ...], Document]:
    """Return the edits that add weights of another document to this one, and the other document with their keys here.

    A key that means another array here is replaced by a new one.

    Raises:
        EditError: if the weights cannot be read.
    """
    used = other.keys() if other.weights else ()
    names, files = dict[str, str](), dict[str, dict[str, str]]()
    try:
        refs = other.weights.refs(sorted(used), other.folder)
        taken = _UsedKeys(document)
        for key, ref in refs.items():
            if document.weights.added.get(key) == ref:
                continue
            if key in taken:
                mine, theirs = (owner.weights.hash(key, owner.folder) for owner in (document, other))
                if mine == theirs:
                    continue
                names[key] = document_weights.new_key(key, other.weights.find(key, other.folder)[0], taken)
            if names.get(key, key) not in taken:
                files.setdefault(ref.sha256, {})[names.get(key, key)] = ref.key
    except document_weights.WeightsError as error:
        raise EditError(str(error)) from None
    return tuple(AddWeights(sha256, keys) for sha256, keys in files.items()), with_keys(other, names)


class _UsedKeys:
    """The keys of a document, and `more`."""

    def __init__(self, document: Document):
        self.document, self.more = document, set[str]()

    def __contains__(self, key: object) -> bool:
        return key in self.more or isinstance(key, str) and self.document.weights.has(key, self.document.folder)
