"""Contents of the columns of a table, collected from groups of rows; and a builder of pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import ARG, PARAMETER, RETVAL
from blockloom.blocks.document.pages import OPERATION, TENSOR, Block, Note, Page, Wire
from blockloom.blocks.files.library import BUILT_IN, TYPE
from blockloom.blocks.layout.arrange import AROUND, arrange
from blockloom.blocks.operations.measures import Measures

MOST_VALUES = 1000  # most distinct values of a column that are kept
_MOST_LETTERS = 200  # most characters of a category: names are short, and a document contains them all
# The numbers that TensorFlow parses. Python's `float` also accepts "1_0" and digits of other scripts.
_NUMBER = re.compile(r"\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*", re.ASCII)
_WITH_COMMA = re.compile(r"\s*[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?\s*", re.ASCII)
LARGEST = float(np.finfo(np.float32).max)
# Cells that mean a missing number, as an expression that both Python and RE2 accept.
SPACE = " \t\n\f\r"  # the characters that \s matches in RE2
MISSING = r"(?i)[ \t\n\f\r]*(?:|\?|-|\.|n/?a|nan|[+-]?inf|null|none|missing)[ \t\n\f\r]*"
_MISSING = re.compile(MISSING, re.ASCII)


class Column(NamedTuple):
    """A column of a table.

    Attributes:
        number: True if the cells are numbers.
        missing: The number of empty cells.
        values: The different values, texts or numbers, in order; None if they cannot be listed.
        low, high, mean, deviation: The least and the largest number, mean and standard deviation.
        whole: True if all are whole numbers.
        counts: True if they number the rows.
        direct: True if TensorFlow can parse the cells directly: numbers or empty.
        comma: True if some have a decimal comma.
    """

    name: str
    number: bool
    missing: int
    values: tuple[str, ...] | tuple[float, ...] | None
    low: float = 0.0
    high: float = 0.0
    mean: float = 0.0
    deviation: float = 0.0
    whole: bool = False
    counts: bool = False
    direct: bool = True
    comma: bool = False


def listed(values: Iterable[float]) -> tuple[float, ...] | None:
    """Return the different values of a column of numbers, in order; None if they cannot be listed.

    That is so if there are more than MOST_VALUES, or if some are equal as float32, in which columns are read.
    """
    found = sorted(set(values))
    return tuple(found) if len(np.unique(np.array(found, np.float32))) == len(found) <= MOST_VALUES else None


class Moments:
    """Least, largest, mean and deviation of numbers in groups. NaN and infinities are ignored."""

    def __init__(self) -> None:
        self.low, self.high, self.count = np.inf, -np.inf, 0
        self._first, self._sum, self._squares = 0.0, 0.0, 0.0
        self.whole = True

    def add(self, group: np.ndarray) -> None:
        """Add numbers, float64 (n,)."""
        group = group[np.isfinite(group)]
        if not group.size:
            return
        # An offset that keeps sums small, so that they lose no digits.
        self._first = self._first if self.count else float(group[0])
        off = group - self._first
        self.low, self.high = min(self.low, float(group.min())), max(self.high, float(group.max()))
        self._sum, self._squares = self._sum + float(off.sum()), self._squares + float((off * off).sum())
        self.whole = self.whole and bool((group == np.floor(group)).all())
        self.count += len(group)

    @property
    def mean(self) -> float:
        """The mean; 0 without numbers."""
        return self._first + self._sum / self.count if self.count else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of the population."""
        mean = self._sum / max(self.count, 1)
        return float(np.sqrt(max(self._squares / max(self.count, 1) - mean * mean, 0.0)))


class Gathered:
    """A column while its rows are read. `comma`: cells can have decimal commas."""

    def __init__(self, name: str, comma: bool):
        self.name, self.pattern = name, _WITH_COMMA if comma else _NUMBER
        self.number, self.direct, self.comma, self.counts = True, True, False, True
        self.empty = self.missing = 0
        self.moments = Moments()
        self.values: set[str] | None = set()
        self._last: float | None = None

    def add(self, cells: Sequence[str]) -> None:
        """Add the cells of more rows."""
        self.empty += sum(not cell.strip(SPACE) for cell in cells)
        if self.values is not None:
            self.values.update(cells)
            if len(self.values) > 2 * MOST_VALUES or any(len(cell) > _MOST_LETTERS for cell in cells):
                self.values = None
        if self.number:
            self._add_numbers(cells)

    def _add_numbers(self, cells: Sequence[str]) -> None:
        match, given = self.pattern.fullmatch, cells
        if not all(map(match, cells)):
            given = [cell for cell in cells if not _MISSING.fullmatch(cell.strip(SPACE))]
            self.missing += len(cells) - len(given)
            self.counts = False
            self.direct = self.direct and all(not cell or match(cell) for cell in cells)
            if not all(map(match, given)):
                self.number = False
                return
        if self.pattern is _WITH_COMMA and any("," in cell for cell in given):
            self.comma, self.direct = True, False
            given = [cell.replace(",", ".") for cell in given]
        numbers = np.array(list(map(float, given)), np.float64)
        if not (np.abs(numbers) <= LARGEST).all():  # numbers such as 1e99 overflow float32
            self.number = False
            return
        self.moments.add(numbers)
        if self.counts and numbers.size:
            steps = np.diff(numbers, prepend=numbers[0] - 1 if self._last is None else self._last)
            self.counts = bool((steps == 1).all())
            self._last = float(numbers[-1])

    def column(self) -> Column:
        """Return the column."""
        moments, values = self.moments, self.values
        number = self.number and moments.count > 0
        if not number:
            texts = {value for value in values if value.strip(SPACE)} if values is not None else None
            few = tuple(sorted(texts)) if texts is not None and len(texts) <= MOST_VALUES else None
            return Column(self.name, False, self.empty, few)
        numbers = None
        if values is not None:
            given = (value.replace(",", ".") for value in values if not _MISSING.fullmatch(value.strip(SPACE)))
            numbers = listed(map(float, given))
        return Column(
            self.name,
            True,
            self.missing,
            numbers,
            moments.low,
            moments.high,
            moments.mean,
            moments.deviation,
            moments.whole,
            self.counts and moments.count > 2,
            self.direct,
            self.comma,
        )


LIBRARY = f"{TYPE}{BUILT_IN}data.loom#"
_AIR = 20.0  # space below each block, in addition to that of the layout
_NOTE = 640.0, 110.0  # width and height of the note above the blocks


class PageBuilder:
    """A page under construction. An output is written `BLOCK.pin`."""

    def __init__(self, name: str, catalogue: Catalogue, beside: Page | None = None):
        """Create an empty page; its ids will differ from those of another page."""
        self.page, self.catalogue, self.beside = Page(name), catalogue, beside
        self._args = self._retvals = self._parameters = 0

    def add(self, wanted: str, type_: str, values: Mapping[str, str] | None = None, /, **wired: str | list[str]) -> str:
        """Add a block and the wires into its inputs, and return its id."""
        name = self.free(wanted)
        self.page.blocks[name] = Block(name, type_, values=dict(values or {}))
        for pin, sources in wired.items():
            for source in [sources] if isinstance(sources, str) else sources:
                self.wire(source, name, pin)
        return name

    def free(self, wanted: str) -> str:
        """Return an id that is free on this page and on the other one."""
        taken = {*self.beside.blocks, *self.beside.frames, *self.beside.notes} if self.beside is not None else ()
        return self.page.free_id(wanted, taken)

    def wire(self, source: str, target: str, pin: str) -> None:
        """Wire an output to an input."""
        block, _, output = source.partition(".")
        type_ = self.catalogue.get(self.page.blocks[block].type)
        known = type_.output(output) if type_ is not None else None
        kind = known.kind if known is not None else OPERATION if output == "operation" else TENSOR
        self.page.put_wire(Wire(block, output, target, pin, kind))

    def arg(self, wanted: str, dtype: str, shape: str = "", label: str = "", default: str = "") -> str:
        """Add an Arg, and return its output."""
        values = {"dtype": dtype, "index": str(self._args), "shape": shape, "label": label, "default": default}
        self._args += 1
        return f"{self.add(wanted, ARG, {k: v for k, v in values.items() if v})}.output"

    def retval(self, wanted: str, source: str, dtype: str, label: str = "") -> None:
        """Add a Retval for an output."""
        values = {"dtype": dtype, "index": str(self._retvals)} | ({"label": label} if label else {})
        self._retvals += 1
        self.wire(source, self.add(wanted, RETVAL, values), "input")

    def parameter(self, name: str, type_: str, default: str, label: str = "") -> None:
        """Add a Parameter."""
        values = {"type": type_, "default": default, "index": str(self._parameters), "label": label}
        self._parameters += 1
        self.add(name, PARAMETER, {k: v for k, v in values.items() if v})


def place(page: Page, types: Catalogue) -> None:
    """Arrange the blocks of a page, farther apart than usual, so that it is easy to read."""
    measures = Measures(page, types)
    boxes = {name: measures.box(block) for name, block in page.blocks.items()}
    arrangement = arrange(page, {name: box._replace(height=box.height + _AIR) for name, box in boxes.items()})
    for name, (x, y) in arrangement.places.items():
        page.blocks[name] = page.blocks[name]._replace(x=x, y=y)


def about(page: Page, text: str) -> None:
    """Add a note above the blocks, after they are placed."""
    left = min(block.x for block in page.blocks.values())
    top = min(block.y for block in page.blocks.values())
    page.notes["ABOUT"] = Note("ABOUT", text, left, top - _NOTE[1] - AROUND, *_NOTE)
