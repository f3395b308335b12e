"""Contents of a table in a text file: .csv, .tsv and similar. Bounds limit what is read."""

from __future__ import annotations

import contextlib
import csv
import io
import os
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple, TextIO

from blockloom.blocks.datasets.columns import SPACE, Column, Gathered
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.phrases import phrase

BLANKS = " "  # separator that stands for any number of blanks between cells
SEPARATORS = (",", ";", "\t", "|", BLANKS)
MOST_COLUMNS = 500
_GROUP = 4096  # rows that are processed at once
_MOST = 64 * bounded_io.MIB  # most characters that are read; the rest of a larger file is ignored
_LINE = bounded_io.MIB  # most characters of a line
_FIRST = 200  # lines from which the separator is guessed
_SAMPLE = 6  # rows that are shown as a sample
_NAME = 60  # most letters of the name of a column, which becomes the name of a block
_SHOWN = 200  # most letters of a cell that are shown


class TableFile(NamedTuple):
    """A table.

    Attributes:
        separator: One of SEPARATORS.
        header: Whether the first row has the names of the columns.
        quotes: True if cells can be in quotes.
        lines: True if no cell contains line breaks.
        blank: True if there are empty lines.
        marked: True if the file begins with a byte order mark.
        rows: The number of rows without the header.
        complete: True if all of the file was read.
        sample: Its first rows.
    """

    path: Path
    separator: str
    header: bool
    quotes: bool
    lines: bool
    blank: bool
    marked: bool
    rows: int
    complete: bool
    columns: tuple[Column, ...]
    sample: tuple[tuple[str, ...], ...]


class _Quotes(Exception):
    """Raised for quotes in a cell that do not enclose it."""


def scan_table(path: Path, separator: str | None, header: bool | None, going: Callable[[float], None]) -> TableFile:
    """Return the contents of a table.

    Args:
        separator: The separator; found if None.
        header: Whether there is a header; found if None.
        going: Called with the share that was read. It can raise an exception to cancel the scan.

    Raises:
        OSError: The file cannot be read.
        ValueError: The file cannot be used; the text is for people.
    """
    try:
        separator = separator or separator_of(path)
        try:
            return _read(path, separator, header, separator != BLANKS, going)
        except (_Quotes, csv.Error):  # an unclosed quote would make the rest of the file one cell
            return _read(path, separator, header, False, going)
    except UnicodeDecodeError:
        raise ValueError(phrase("it is not text in UTF-8")) from None
    except csv.Error:
        raise ValueError(phrase("a cell has more than {0} characters", csv.field_size_limit())) from None


def _read(path: Path, separator: str, header: bool | None, quotes: bool, going: Callable[[float], None]) -> TableFile:
    with _text(path) as text:
        return _Reader(path, text, separator, quotes, going).table(header)


@contextlib.contextmanager
def _text(path: Path) -> Iterator[io.TextIOWrapper]:
    with bounded_io.open_bounded(path, "feed") as file:
        yield io.TextIOWrapper(file, "utf-8", newline="")


def separator_of(path: Path) -> str:
    """Return the separator that splits the first lines into most cells, the same number in each.

    Blanks occur in texts as well: they are separators only if they result in numbers and no other separator does.
    """
    with _text(path) as text:
        lines = [line for line in (text.readline(_LINE).removeprefix("\ufeff") for _ in range(_FIRST)) if line.strip()]

    def fits(separator: str) -> tuple[int, int]:
        wide = []
        with contextlib.suppress(csv.Error):
            wide = [len(row) for row in csv.reader(lines, delimiter=separator) if row]
        return (sum(n == wide[0] for n in wide), wide[0]) if wide and wide[0] > 1 else (0, 0)

    best = max((";", "\t", "|", ","), key=fits)  # the comma last, since numbers may contain it
    apart = [split(line) for line in lines]
    if not apart or len(apart[0]) < 2 or any(len(row) != len(apart[0]) for row in apart):
        return best
    if fits(best) == (0, 0) or best == "\t" and all(re.search("\t | \t|  ", line) for line in lines):
        return BLANKS if any(_numbers(apart[1:] or apart, True)) else best
    other = [row for row in csv.reader(lines, delimiter=best) if row]
    return BLANKS if all(_numbers(apart[1:], True)) and not all(_numbers(other[1:], best != ",")) else best


def split(line: str) -> list[str]:
    """Return the cells of a line that blanks separate."""
    return re.split(f"[{SPACE}]+", line.strip(SPACE))


class _Reader:
    """Reads a table once."""

    def __init__(self, path: Path, text: TextIO, separator: str, quotes: bool, going: Callable[[float], None]):
        self.path, self.text, self.separator, self.quotes, self.going = path, text, separator, quotes, going
        self.size = max(1, os.fstat(text.fileno()).st_size)
        self.raw: list[str] = []  # lines of the current row
        self.number = self.taken = self.began = 0  # number of the line; characters so far, and before the row
        self.marked = self.blank = self.cut = False
        self.single = True
        s = re.escape(separator)
        cell = rf'(?:"(?:[^"]|"")*"|[^"{s}]*)'
        self.regular = re.compile(f"{cell}(?:{s}{cell})*")

    def table(self, header: bool | None) -> TableFile:
        rows = self._rows()
        group = list(islice(rows, _FIRST))
        if not group:
            raise ValueError(phrase("it has no rows"))
        header = _is_header(group, self.separator != ",") if header is None else header
        if header and len(group) == 1:
            raise ValueError(phrase("it has no rows"))
        names = group.pop(0) if header else []
        sample = tuple(tuple(cell[:_SHOWN] for cell in row) for row in group[:_SAMPLE])
        columns = [
            Gathered(_shortened(name.strip()) or f"column {i}", self.separator != ",")
            for i, name in enumerate(names or [""] * len(group[0]), 1)
        ]
        count = 0
        while group:
            for column, cells in zip(columns, zip(*group)):
                column.add(cells)
            count += len(group)
            group = list(islice(rows, _GROUP))
        if self.blank and not self.single:
            raise ValueError(phrase("it has cells of several lines, and empty lines: take these out"))
        return TableFile(
            self.path,
            self.separator,
            header,
            self.quotes,
            self.single,
            self.blank,
            self.marked,
            count,
            not self.cut,
            tuple(column.column() for column in columns),
            sample,
        )

    def _lines(self) -> Iterator[str]:
        while line := self.text.readline(_LINE + 1):
            self.number += 1
            self.taken += len(line)
            if self.taken - self.began > _LINE:  # a line, or a quoted cell over many lines, is too long
                raise ValueError(phrase("line {0} has more than {1} characters", self.number, _LINE))
            if self.number == 1 and line.startswith("\ufeff"):
                self.marked, line = True, line[1:]
            if "\0" in line:
                raise ValueError(phrase("it is not text in UTF-8"))
            if line.endswith("\r"):
                raise ValueError(phrase("line {0} ends with CR alone: save it with LF or CR LF", self.number))
            self.raw.append(line)
            yield line

    def _cells(self) -> Iterator[list[str]]:
        if self.separator == BLANKS:
            return map(split, self._lines())
        quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if self.quotes else csv.QUOTE_NONE
        return csv.reader(self._lines(), delimiter=self.separator, quoting=quoting)

    def _rows(self) -> Iterator[list[str]]:
        wide = 0
        for row in self._cells():
            raw, self.raw, self.began = self.raw, [], self.taken
            if len(row) > MOST_COLUMNS:
                raise ValueError(phrase("it has {0} columns: blocks read at most {1}", len(row), MOST_COLUMNS))
            if len(raw) == 1 and not raw[0].strip(SPACE):
                self.blank = True
                continue
            if self.quotes and any('"' in line for line in raw):
                if not self.regular.fullmatch("".join(raw).rstrip("\r\n")):
                    raise _Quotes
                self.single = self.single and len(raw) == 1
            wide = wide or len(row)
            if len(row) != wide:
                raise ValueError(phrase("line {0} has {1} cells, and the first has {2}", self.number, len(row), wide))
            yield row
            if self.number % 1024 == 0:
                self.going(min(1.0, self.taken / min(self.size, _MOST)))
            if self.taken > _MOST:
                self.cut = True
                return


def _shortened(name: str) -> str:
    return name if len(name) <= _NAME else name[: _NAME - 4].rstrip() + " ..."


def _is_header(rows: Sequence[Sequence[str]], comma: bool) -> bool:
    """Return whether the first row has the names of columns.

    It has no number, and a column below it has only numbers, or few different texts that do not include the first
    row's.
    """
    if len(rows) < 2 or not all(cell.strip() for cell in rows[0]) or any(_numbers(rows[:1], comma)):
        return False
    return any(_numbers(rows[1:], comma)) or any(
        cells[0] not in cells[1:] and len(set(cells[1:])) <= (len(cells) - 1) // 2 for cells in zip(*rows)
    )


def _numbers(rows: Sequence[Sequence[str]], comma: bool) -> list[bool]:
    """Return whether each column of these rows has numbers, possibly with a decimal comma."""
    found = []
    for cells in zip(*rows):
        column = Gathered("", comma)
        column.add(cells)
        found.append(column.column().number)
    return found
