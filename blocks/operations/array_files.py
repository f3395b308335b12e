"""Arrays in files of other programs, as values (.npy, tables, .safetensors), and as weights of a document."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np

from blockloom.blocks.document.pages import Document
from blockloom.blocks.document.weight_keys import with_keys
from blockloom.blocks.edits import AddWeights, Edit, EditError
from blockloom.blocks.files import feeds
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.io import bounded_io
from blockloom.blocks.operations.paste_text import NUMBER, split_table
from blockloom.blocks.text.phrases import file_error_reason, join, phrase
from blockloom.blocks.values import literals
from blockloom.blocks.values.dtypes import DTYPES, label_of, labelled, plain
from blockloom.blocks.weights import document_weights
from blockloom.blocks.weights.weight_files import SUFFIX, open_weights
from blockloom.blocks.weights.weight_format import WeightsError

_FEW = 100  # most elements of a typed array
SUFFIXES = (".npy", ".csv", ".tsv", SUFFIX)


def read_array(path: Path, key: str = "", shape: Sequence[int] | None = None) -> np.ndarray:
    """Return the array in a file.

    Of several arrays it is the one named `key`, or the only one of `shape`. In a table for a tensor of rank 3 or more,
    each row begins with its index.

    Raises:
        FileError: The file cannot be read, or has no such array.
    """
    try:
        if path.suffix.lower() == SUFFIX:
            return _of_several(path, key, shape)
        if path.suffix.lower() == ".npy":
            array = feeds.array_in(str(path))
            if array.dtype == object:
                raise ValueError(phrase("it contains texts, not numbers"))
            return array
        with bounded_io.open_bounded(path, "feed") as file:
            return _table(
                io.TextIOWrapper(file, "utf-8-sig", newline=""), "\t" if path.suffix.lower() == ".tsv" else ",", shape
            )
    except OSError as error:
        raise FileError(phrase("{}: cannot be read: {}", path, file_error_reason(error, as_is=True))) from None
    except FileError:
        raise
    except ValueError as error:
        raise FileError(phrase("{}: {}", path, error)) from None


def _of_several(path: Path, key: str, shape: Sequence[int] | None) -> np.ndarray:
    file = open_weights(path, path.name)
    fit = [name for name, entry in file.entries.items() if shape is None or entry.shape == tuple(shape)]
    name = key if key in file.entries else fit[0] if len(fit) == 1 else None
    if name is None:
        raise WeightsError(
            phrase(
                "it has no array {}, and not exactly one of this shape; there are {}",
                key or "?",
                join(", ", list(file.entries)[:20]),
            )
        )
    return np.array(file.array(name)[0])


def _table(file: io.TextIOWrapper, separator: str, shape: Sequence[int] | None) -> np.ndarray:
    rows = [row for row in split_table(file, separator) if row]
    wide = len(rows[0]) if rows else 0
    for number, row in enumerate(rows, 1):
        if len(row) != wide:
            raise ValueError(phrase("rows {} and 1 have {} and {} cells", number, len(row), wide))
        no_number = next((cell for cell in row if not NUMBER.fullmatch(cell.strip())), None)
        if no_number is not None and number == 1 and len(rows) > 1:
            continue  # the first row may contain names of columns
        if no_number is not None:
            raise ValueError(phrase("row {}: {!r:.40} is not a number", number, no_number))
    if rows and not all(NUMBER.fullmatch(cell.strip()) for cell in rows[0]):
        del rows[0]
    numbers = np.array([[float(cell) for cell in row] for row in rows], np.float64)
    if shape is not None and len(shape) > 2 and numbers.shape == (math.prod(shape[:-1]), len(shape) - 1 + shape[-1]):
        numbers = numbers[:, len(shape) - 1 :]  # removes the columns with indices
    return numbers[:, 0] if wide == 1 else numbers


def array_text(array: np.ndarray) -> str | None:
    """Return the typed text for a small array without a dtype, None if it is too long or implies another dtype."""
    if array.size > _FEW or array.dtype == object:
        return None
    text = _spelled(array)
    read_back, dtype = literals.tensor(text)
    return text if DTYPES[dtype].label == label_of(array) and read_back.shape == array.shape else None


def _spelled(array: np.ndarray) -> str:
    if array.ndim:
        return f"[{', '.join(map(_spelled, array))}]"
    return str(array[()]).lower() + "f" * (label_of(array) == "float32")


def convert_array(array: np.ndarray, dtype: str | None, shape: Sequence[int] | None) -> np.ndarray:
    """Return the array converted to a dtype and shape, None for unchanged.

    Raises:
        ValueError: The numbers of elements differ, or the dtype cannot represent all numbers.
    """
    if shape is not None and array.shape != tuple(shape):
        if array.size != math.prod(shape):
            raise ValueError(phrase("it has the shape {} instead of {}", list(array.shape), list(shape)))
        array = array.reshape(shape)
    info = DTYPES.get(dtype or "")
    if info is None or label_of(array) == info.label:
        return array
    if info.family in ("s", "opaque") or array.dtype.kind == "c" and info.family != "c":
        raise ValueError(phrase("it contains {} instead of {}", label_of(array), dtype))
    with np.errstate(invalid="ignore", over="ignore"):
        new = plain(array).astype(info.via)
    if info.family in "iu":
        low, high = (-1 << info.bits - 1, (1 << info.bits - 1) - 1) if info.family == "i" else (0, (1 << info.bits) - 1)
        if array.size and not (np.all(new == plain(array)) and low <= new.min() and new.max() <= high):
            raise ValueError(phrase("not all of its numbers are {}", dtype))
    return labelled(new, info.label)


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
    """Add to a document the weights that a part of it refers to; missing ones stay missing."""
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
