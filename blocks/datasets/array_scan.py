"""Contents of files with one array, and the file with its labels."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np

from blockloom.blocks.datasets.columns import LARGEST, LIBRARY, MOST_VALUES, Column, Moments, PageBuilder, listed
from blockloom.blocks.files import feeds
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import dtype_text

MOST_COLUMNS = 100_000
_MOST_BYTES = 2**31 - 1  # most bytes of the numbers: the blocks that read them count bytes in int32
_MOST_OF_ROW = 2**24  # most numbers of a row: several rows are in memory as floats
_LOOKED_AT = 128 * bounded_io.MIB  # bytes of the first rows that are inspected
_SIDE = 4 * bounded_io.MIB  # bytes that are inspected at once
_BESIDE = 500  # most files of a folder among which labels are searched
_KINDS = "uifb"
# Parts that distinguish the names of the file with inputs and of the file with labels.
_PAIRS = (
    ("x", "y"),
    ("images", "labels"),
    *((inputs, labels) for inputs in ("features", "inputs", "data") for labels in ("labels", "targets", "target")),
)


class ArrayFormat(NamedTuple):
    """A format of files with one array.

    Attributes:
        suffix: The end of the names of its files.
        header: Reads the header of a file, and returns the shape, whether the first axis is the fastest, and the dtype.
        add_rows: Adds the blocks that read an array to a page, and returns the dataset of its rows. The arguments are
            the page, the wanted id, the array, and the value with the name of the file.
    """

    suffix: str
    header: Callable[[BinaryIO], tuple[tuple[int, ...], bool, np.dtype]]
    add_rows: Callable[[PageBuilder, str, Array, str], str]


class Array(NamedTuple):
    """An array whose rows are along the first axis.

    Attributes:
        complete: True if all rows were read.
        columns: Of an array (rows, columns) or (rows,); else empty.
        low, high: The least and the largest number.
        spread: Mean and standard deviation of all numbers.
        missing: The number of non-finite numbers.
        labels: The file with the labels of its rows, if there is one in the same folder.
    """

    path: Path
    shape: tuple[int, ...]
    dtype: str
    rows: int
    complete: bool
    columns: tuple[Column, ...]
    low: float
    high: float
    spread: tuple[float, float]
    missing: int
    format: ArrayFormat
    labels: Path | None = None


def scan_array(path: Path, form: ArrayFormat, going: Callable[[float], None], alone: bool = False) -> Array:
    """Return the contents of an array; of two arrays with inputs and labels, those of the inputs.

    With `alone`, the other array does not matter.

    Raises:
        OSError: The file cannot be read.
        ValueError: No block reads such an array; the text is for people.
    """
    pair = None if alone else _labels_beside(path, form)
    if pair is not None:
        return scan_array(pair[0], form, going, alone=True)._replace(labels=pair[1])
    shape, dtype = _shape_and_dtype(path, form)
    if dtype.kind not in _KINDS or dtype.itemsize > 8 or dtype.name in ("uint32", "uint64"):
        raise ValueError(phrase("it contains {0}, which no block can read", dtype.name))
    if dtype.byteorder == ">":
        raise ValueError(phrase("its numbers are big-endian: save it as little-endian"))
    if not shape or not math.prod(shape):
        raise ValueError(phrase("it has no rows"))
    if math.prod(shape) * dtype.itemsize > _MOST_BYTES:
        size = math.prod(shape) * dtype.itemsize
        raise ValueError(phrase("it contains {0} bytes: blocks read at most {1}", size, _MOST_BYTES))
    if len(shape) == 2 and shape[1] > MOST_COLUMNS:
        raise ValueError(phrase("it has {0} columns: blocks read at most {1}", shape[1], MOST_COLUMNS))
    if math.prod(shape[1:]) > _MOST_OF_ROW:
        many = math.prod(shape[1:])
        raise ValueError(phrase("a row has {0} numbers: blocks read at most {1}", many, _MOST_OF_ROW))
    each = math.prod(shape[1:]) * dtype.itemsize
    count = min(shape[0], max(1, _LOOKED_AT // each))
    total, missing = Moments(), 0
    sums = _Columns(shape[1] if len(shape) == 2 else 1) if len(shape) < 3 else None
    for start, group in _groups(path, form, count, max(1, _SIDE // each)):
        going(start / count)
        flat = group.reshape(len(group), -1).astype(np.float64)
        flat[np.abs(flat) > LARGEST] = np.inf  # float32 cannot represent these
        total.add(flat.ravel())
        missing += int(flat.size - np.isfinite(flat).sum())
        if sums is not None:
            sums.add(flat)
    return Array(
        path,
        shape,
        dtype_text(dtype.newbyteorder("=").name),
        shape[0],
        count == shape[0],
        sums.columns() if sums is not None else (),
        float(total.low),
        float(total.high),
        (total.mean, total.deviation),
        missing,
        form,
    )


def _shape_and_dtype(path: Path, form: ArrayFormat) -> tuple[tuple[int, ...], np.dtype]:
    with bounded_io.open_bounded(path, "feed") as file:
        shape, _, dtype = form.header(file)
    return shape, dtype


def _groups(path: Path, form: ArrayFormat, count: int, many: int) -> Iterator[tuple[int, np.ndarray]]:
    """Yield the first rows in groups, each with the number of its first row."""
    with bounded_io.open_bounded(path, "feed") as file:
        shape, fortran, dtype = form.header(file)
        # Maps the file: only the accessed parts are read.
        array = np.memmap(file, dtype, "r", file.tell(), shape, "F" if fortran else "C")
        for start in range(0, count, many):
            yield start, np.asarray(array[start : min(count, start + many)])


class _Columns:
    """The columns of an array while its rows are read."""

    def __init__(self, count: int):
        self.moments = [Moments() for _ in range(count if count <= 4 * MOST_VALUES else 0)]
        self.values: list[set[float] | None] = [set() for _ in self.moments]
        self.missing = np.zeros(count, np.int64)

    def add(self, rows: np.ndarray) -> None:
        self.missing += (~np.isfinite(rows)).sum(0)
        for i, moments in enumerate(self.moments):
            column, known = rows[:, i], self.values[i]
            moments.add(column)
            if known is not None:
                known.update(np.unique(column[np.isfinite(column)])[: 2 * MOST_VALUES].tolist())
                self.values[i] = known if len(known) <= MOST_VALUES else None

    def columns(self) -> tuple[Column, ...]:
        return tuple(
            Column(
                f"column {i + 1}",
                True,
                int(self.missing[i]),
                listed(values) if values is not None else None,
                float(moments.low),
                float(moments.high),
                moments.mean,
                moments.deviation,
                moments.whole,
            )
            for i, (moments, values) in enumerate(zip(self.moments, self.values))
        )


def _labels_beside(path: Path, form: ArrayFormat) -> tuple[Path, Path] | None:
    """Return the files with the inputs and the labels, if one of the two is given.

    Both are in the same folder, their names differ as x and y do, and they have the same number of rows. None if there
    is no such pair.
    """
    with contextlib.suppress(OSError, ValueError):
        names = {}
        with os.scandir(path.parent) as entries:
            for entry in islice(entries, _BESIDE):
                if entry.name.lower().endswith(form.suffix):
                    names[entry.name.lower()] = entry.name
        rows = _shape_and_dtype(path, form)[0][:1]
        for pair in _PAIRS:
            for here, there, swapped in ((*pair, False), (*pair[::-1], True)):
                other = _other(path.name.lower(), here, there, form.suffix)
                if other not in names:
                    continue
                with contextlib.suppress(OSError, ValueError):
                    beside = path.parent / names[other]
                    shape = _shape_and_dtype(beside, form)[0]
                    given = (beside, path) if swapped else (path, beside)
                    if rows == shape[:1] and len(_shape_and_dtype(given[1], form)[0]) == 1:
                        return given
    return None


def _other(name: str, here: str, there: str, suffix: str) -> str:
    """Return a file's name with one word replaced by another; "" if it does not contain the word."""
    stem = name.removesuffix(suffix)
    for parts, by in ((stem.split("_"), "_"), (stem.split("-"), "-")):
        if here in parts:
            parts[parts.index(here)] = there
            return by.join(parts) + suffix
    return ""


def _add_npy_rows(sheet: PageBuilder, name: str, array: Array, file: str) -> str:
    shape = [-1, *array.shape[1:]]
    return sheet.add(name, f"{LIBRARY}NpyFile", {"file": file, "dtype": array.dtype, "shape": str(shape)}) + ".rows"


NPY = ArrayFormat(".npy", feeds.header, _add_npy_rows)
