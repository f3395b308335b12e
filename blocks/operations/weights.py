"""Weights of a document: arrays that come to it, and with what comes from other documents."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import numpy as np

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.document.literal_cache import read_attr, read_tensor
from blockloom.blocks.document.pages import Document
from blockloom.blocks.document.weight_keys import with_keys
from blockloom.blocks.edits import AddWeights, Edit, EditError, Remove, SetValue
from blockloom.blocks.operations.change import Change, as_one
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.grammar import ValueSyntaxError
from blockloom.blocks.weights import document_weights
from blockloom.blocks.weights.document_weights import key_of

_INITIAL = "initvalues"


def add_weights(document: Document, arrays: Mapping[str, np.ndarray]) -> tuple[Edit, dict[str, str]]:
    """The edit that adds these arrays to a document, and the key of each: its name, if that is free. They are written
    to the state folder, and beside the document when it is saved. Raises WeightsError, also for strings."""
    taken = _Taken(document)
    keys: dict[str, str] = {}
    for name, array in arrays.items():
        keys[name] = document_weights.new_key(name, array, taken)
        taken.more.add(keys[name])
    new = {keys[name]: array for name, array in arrays.items() if not document.weights.has(keys[name], document.folder)}
    return AddWeights(document_weights.keep(new) if new else "0" * 64, {key: key for key in new}), keys


def keep_trained(
    document: Document, catalogue: Catalogue, page: str, sha256: str, values: Mapping[str, str]
) -> tuple[Change | None, list[str]]:
    """Make values of a run the initial values of the page's variables: address as text -> text of weights in the file
    of this SHA-256. Wired initial values are replaced. Gives the change, None where nothing changes, and the variables
    that keep theirs because instances of their page hold different values."""
    values_of: dict[tuple[str, str], set[str]] = {}
    for name, text in values.items():
        at = parse(name, page)
        where = catalogue.page_at(at.page, at.path)
        if where in document.pages and at.block in document.pages[where].blocks:
            values_of.setdefault((where, at.block), set()).add(text)
    parts: list[Edit] = []
    for (where, block), texts in values_of.items():
        page_of_variable = document.pages[where]
        if len(texts) == 1 and not _means(page_of_variable.blocks[block].values, *texts):
            wires = tuple(page_of_variable.placed(wire) for wire in page_of_variable.wires_into(block, _INITIAL))
            parts += [Remove(where, wires=wires)] if wires else []
            parts.append(SetValue(where, block, _INITIAL, *texts))
    named = document_weights.keys_in(part.text or "" for part in parts if isinstance(part, SetValue))
    new = {key: key for key in sorted(named) if not document.weights.has(key, document.folder)}
    label = phrase("Keep Trained Values")
    return (
        Change(as_one([*([AddWeights(sha256, new)] if new else []), *parts]), label) if parts else None,
        [f"{where}/{block}" for (where, block), texts in values_of.items() if len(texts) > 1],
    )


def _means(values: Mapping[str, str], text: str) -> bool:
    """Whether the initial value among these is what a text says, however it is spelled."""
    old = values.get(_INITIAL, "")
    if old == text or key_of(old) is not None or key_of(text) is not None:
        return old == text
    try:
        dtype = read_attr(values["dtype"], "type") if values.get("dtype") else None
        before, after = read_tensor(old, dtype), read_tensor(text, dtype)
    except ValueSyntaxError:
        return False
    return (
        before.dtype == after.dtype
        and before.array.shape == after.array.shape
        and before.array.tobytes() == after.array.tobytes()
    )


def take_weights(part: Document, document: Document) -> None:
    """Give a part of a document the weights that it names; those that are missing stay missing."""
    keys = part.keys()
    with suppress(document_weights.WeightsError):
        part.weights = document_weights.Weights(
            added=document.weights.refs(sorted(keys), document.folder) if keys else {}
        )


def bring_weights(document: Document, other: Document) -> tuple[tuple[Edit, ...], Document]:
    """The edits that add weights of another document to this one, and the other document with their keys here: new ones
    where a key means another array. Raises EditError."""
    used = other.keys() if other.weights else ()
    names, files = dict[str, str](), dict[str, dict[str, str]]()
    try:
        refs = other.weights.refs(sorted(used), other.folder)
        taken = _Taken(document)
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


class _Taken:
    """The keys of a document, and `more`."""

    def __init__(self, document: Document):
        self.document, self.more = document, set[str]()

    def __contains__(self, key: object) -> bool:
        return key in self.more or isinstance(key, str) and self.document.weights.has(key, self.document.folder)
