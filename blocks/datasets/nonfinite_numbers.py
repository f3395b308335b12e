"""Find the numbers in files that are not finite: in tables by line and column, in .npy arrays by index."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.datasets.table_scan import BLANKS, separator_of, split
from blockloom.blocks.files import feeds
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.phrases import Phrase, phrase

_MOST = 64 * bounded_io.MIB  # most characters of a table to read, and bytes of an array to read at a time
_CELLS = 10_000  # most cells of a file that are reported


class NonFiniteNumber(NamedTuple):
    """A number in a file that is not finite.

    Attributes:
        file: its path.
        message: the place for people: "line 3 of t.csv, column 2: nan".
        numbers: the finite numbers in the same row.
        line: of a table, from 1, as editors count; or the number of a record.
        column: of a table, from 1.
        element: index in an array.
        is_empty: True for an empty cell of a table.
    """

    file: str
    message: Phrase
    numbers: frozenset[float] = frozenset()
    line: int = 0
    column: int = 0
    element: tuple[int, ...] = ()
    is_empty: bool = False


def in_file(path: str, dtype: Any) -> list[NonFiniteNumber]:
    """Return the places in an .npy file or a table; [] of other files. Raises OSError.

    Args:
        dtype: the dtype as which the numbers are read: 1e39 is infinite in float32.
    """
    with bounded_io.open_bounded(path, "feed") as file:
        is_array = file.read(6) == b"\x93NUMPY"
    try:
        return list(islice(_in_array(path, dtype) if is_array else _in_table(path, dtype), _CELLS))
    except (csv.Error, ValueError):
        return []


def chosen(places: Iterable[NonFiniteNumber], rows: Iterable[frozenset[float]]) -> list[NonFiniteNumber]:
    """Return the places of which the row has the finite numbers of one of these rows; all places if none has."""
    places = list(places)
    rows = [row for row in rows if row]
    for some in [place for place in places if not place.is_empty], [place for place in places if place.is_empty]:
        fitting = [p for p in some if p.numbers and any(p.numbers <= row or row <= p.numbers for row in rows)]
        if fitting or some:
            return fitting or some
    return []


def _in_table(path: str, dtype: Any) -> Iterator[NonFiniteNumber]:
    separator = separator_of(Path(path))
    heading: list[str] = []
    with bounded_io.open_bounded(path, "feed") as file:
        text = io.TextIOWrapper(file, "utf-8", errors="replace", newline="")
        for line, row in _rows(text, separator):
            numbers = [_number(cell, separator, dtype) for cell in row]
            if line == 1 and not any(number is not None for number in numbers):
                heading = row
            finite = frozenset(number for number in numbers if number is not None and math.isfinite(number))
            for column, (cell, number) in enumerate(zip(row, numbers), 1):
                if number is None and cell.strip() or number is not None and math.isfinite(number):
                    continue
                name = heading[column - 1].strip() if column <= len(heading) else ""
                shown = f"{column} ({name})" if name else str(column)
                said = (
                    phrase("line {0} of {1}, column {2}: {3}", line, path, shown, cell.strip())
                    if cell.strip()
                    else phrase("line {0} of {1}, column {2}: an empty cell", line, path, shown)
                )
                yield NonFiniteNumber(path, said, finite, line, column, (), not cell.strip())


def _rows(text: io.TextIOWrapper, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the first line of each row, and its cells."""
    if separator == BLANKS:
        for line, blanks in enumerate(text, 1):
            if blanks.strip():
                yield line, split(blanks)
        return
    reader, line, size = csv.reader(text, delimiter=separator), 1, 0
    for row in reader:
        size += sum(map(len, row)) + 1
        if size > _MOST:
            return
        if line == 1 and row:
            row[0] = row[0].removeprefix("\ufeff")
        if row:
            yield line, row
        line = reader.line_num + 1


def _number(cell: str, separator: str, dtype: Any) -> float | None:
    """Return the number in a cell, as a dtype has it; None if there is none."""
    text = cell.strip()
    if separator != "," and text.count(",") == 1:
        text = text.replace(",", ".")
    try:
        number = float(text) if "_" not in text else None
    except ValueError:
        return None
    if number is None or not np.issubdtype(dtype, np.floating):
        return number
    with np.errstate(over="ignore"):
        return float(np.dtype(dtype).type(number))


def _in_array(path: str, dtype: Any) -> Iterator[NonFiniteNumber]:
    with bounded_io.open_bounded(path, "feed") as file:
        shape, fortran, own = feeds.header(file)
        begin = file.tell()
    if own.kind not in "fc" or not math.prod(shape):
        return
    array: np.ndarray = np.memmap(path, own, "r", begin, shape or (1,), "F" if fortran else "C")
    many = max(1, _MOST // max(1, array[0].nbytes))
    for first in range(0, len(array), many):
        part = np.asarray(array[first : first + many])
        for place in np.argwhere(~np.isfinite(part)).tolist():
            index = (first + place[0], *place[1:]) if shape else ()
            row = np.ravel(part[place[0]])
            row = row[np.isfinite(row)]
            if np.issubdtype(dtype, np.floating) and row.dtype.kind == "f":
                row = row.astype(dtype)
            said = phrase("element {0} of {1}: {2}", list(index), path, str(part[tuple(place)]))
            yield NonFiniteNumber(path, said, frozenset(row.tolist()), 0, 0, index)
