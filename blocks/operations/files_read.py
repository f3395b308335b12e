"""Blocks that read files: pictures, sounds, tables (.csv) and arrays (.npy).

A file in the folder of the document, or below it, gets a relative name, so that both can be moved together. The
beginning of tables and arrays is read here, for the parameters of the blocks: columns, dtype, shape.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from blockloom.blocks.document.pages import Block, Page, Placed, Wire
from blockloom.blocks.edits import EditError, Insert
from blockloom.blocks.files import feeds
from blockloom.blocks.io import bounded_io
from blockloom.blocks.layout.boxes import Point
from blockloom.blocks.operations.change import PageChange
from blockloom.blocks.operations.measures import Measures
from blockloom.blocks.operations.paste_text import NUMBER, WHOLE, split_table
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.blocks.values.dtypes import dtype_text
from blockloom.blocks.values.grammar import quoted

_APART = 60.0  # canvas pixels between blocks
_SAMPLE = bounded_io.MIB  # bytes of a table that determine its columns
_COLUMNS = 500  # of a table, at most: each is an output
_MOST = 2**31 - 1  # bytes of an array: what Substr counts
# The output dtypes of DecodeRaw.
_RAW = frozenset(
    (
        "DT_HALF",
        "DT_FLOAT",
        "DT_DOUBLE",
        "DT_INT32",
        "DT_UINT16",
        "DT_UINT8",
        "DT_INT16",
        "DT_INT8",
        "DT_INT64",
        "DT_COMPLEX64",
        "DT_COMPLEX128",
        "DT_BOOL",
    )
)


class _Step(NamedTuple):
    """A block of a row: suffix of its id, type, values, and its pins in the row.

    A list output of `many` elements has one wire for each.
    """

    stem: str
    type: str
    values: Mapping[str, str]
    input: str
    output: str
    many: int = 0


def read_files(page: Page, paths: Sequence[Path], at: Point, measures: Measures, folder: str = "") -> PageChange:
    """Add blocks that read and decode these files, one row each, at the free place nearest to `at`.

    Frames that do not contain `at` are not free places.

    Args:
        folder: The folder of the document.

    Raises:
        EditError: No block reads the file, or its content does not match its suffix.
    """
    blocks: list[Block] = []
    wires: list[Placed] = []
    right = below = 0.0  # of all blocks, from the point
    for path in paths:
        first = _Step("", "ReadFile", {"filename": quoted(_named(path, folder))}, "", "contents")
        row, led = _row(page, path.stem.upper() or "FILE", [first, *_steps(path)], measures, {b.id for b in blocks})
        top = min(block.y for block in row) - below
        blocks += [block._replace(y=block.y - top) for block in row]
        wires += led
        sizes = [measures.box(block)[:2] for block in row]
        right = max(right, row[-1].x + sizes[-1][0])
        below = max(b.y - top + height for b, (_, height) in zip(row, sizes, strict=True)) + _APART
    measures.avoid_frames(*at)
    x, y = measures.free(*at, right, below - _APART)
    blocks = [measures.housed(b._replace(x=measures.snapped(b.x + x), y=b.y + y)) for b in blocks]
    label = phrase("Read {0}", paths[0].name) if len(paths) == 1 else phrase("Read {0} files", len(paths))
    return PageChange(Insert(page.name, tuple(blocks), tuple(wires)), label, tuple(b.id for b in blocks))


def _row(
    page: Page, stem: str, steps: Sequence[_Step], measures: Measures, taken: set[str]
) -> tuple[list[Block], list[Placed]]:
    """Return the blocks of a file, placed from left to right so that their wires are level, and the wires."""
    row: list[Block] = []
    wires: list[Placed] = []
    x = y = 0.0
    for step, before in zip(steps, [None, *steps]):
        name = page.free_id(f"{row[0].id if row else stem}{step.stem}", taken | {b.id for b in row})
        new = Block(name, step.type, values=step.values)
        box = measures.box(new, (step.input,) if row else ())
        if before is not None:
            pins = [f"{before.output}[{i}]" for i in range(before.many)] or [before.output]
            wires += [Placed(Wire(row[-1].id, pin, name, step.input), i) for i, pin in enumerate(pins)]
            y -= box.inlet(step.input)[1]
        row.append(new._replace(x=x, y=y))
        x, y = x + box.width + _APART, y + box.outlet(step.output)[1]
    return row, wires


def _named(path: Path, folder: str) -> str:
    if folder:
        with contextlib.suppress(ValueError):  # it is in another folder
            return path.relative_to(folder).as_posix()
    return str(path)


def _steps(path: Path) -> list[_Step]:
    read = READERS.get(path.suffix.lower())
    if read is None:
        raise EditError(phrase("{0}: no block reads such a file", path.name))
    try:
        return list(read(path))
    except OSError as error:
        raise EditError(phrase("{0}: cannot be read: {1}", path.name, file_error_reason(error, as_is=True))) from None
    except ValueError as error:
        raise EditError(phrase("{0}: {1}", path.name, error)) from None


def _image(path: Path) -> Iterator[_Step]:
    yield _Step("_DECODED", "DecodeImage", {"expand_animations": "false"}, "contents", "image")


def _sound(path: Path) -> Iterator[_Step]:
    yield _Step("_DECODED", "DecodeWav", {}, "contents", "audio")


def _array(path: Path) -> Iterator[_Step]:
    with bounded_io.open_bounded(path, "feed") as file:
        shape, fortran, dtype = feeds.header(file)
        begin = file.tell()
    name, size = dtype_text(dtype.newbyteorder("=").name), dtype.itemsize
    for dim in shape:
        size *= dim
    if name not in _RAW or size > _MOST:
        raise ValueError(
            phrase("it contains {0}, which no block reads", name)
            if name not in _RAW
            else phrase("it has {0} bytes: blocks read {1} at most", size, _MOST)
        )
    yield _Step("_BYTES", "Substr", {"pos": str(begin), "len": str(size)}, "input", "output")
    swapped = {"little_endian": "false"} if dtype.byteorder == ">" else {}
    yield _Step("_NUMBERS", "DecodeRaw", {"out_type": name, **swapped}, "bytes", "output")
    turned = fortran and len(shape) > 1
    yield _Step("_ARRAY", "Reshape", {"shape": str(list(shape[::-1] if turned else shape))}, "tensor", "output")
    if turned:
        yield _Step("_TURNED", "Transpose", {"perm": str(list(range(len(shape)))[::-1])}, "x", "y")


def _table(path: Path) -> Iterator[_Step]:
    with bounded_io.open_bounded(path, "feed") as file:
        sample = file.read(_SAMPLE)
    if b"\0" in sample:
        raise ValueError(phrase("it is not text in UTF-8"))
    lines = [line for line in re.split(r"[\r\n]+", sample.decode("utf-8", "replace")) if line]
    lines = lines[:-1] if len(sample) == _SAMPLE and len(lines) > 1 else lines  # the last one is cut
    if not lines:
        raise ValueError(phrase("it holds no rows"))
    marked, lines[0] = lines[0].startswith("\ufeff"), lines[0].removeprefix("\ufeff")
    separator = max(",\t;|", key=lines[0].count)
    rows = [split_table([line], separator)[0] for line in lines]
    wide = len(rows[0])
    bad = next((n for n, row in enumerate(rows, 1) if len(row) != wide), 0)
    if bad or wide > _COLUMNS:
        raise ValueError(
            phrase("rows {0} and 1 have {1} and {2} cells", bad, len(rows[bad - 1]), wide)
            if bad
            else phrase("it has {0} columns: blocks read {1} at most", wide, _COLUMNS)
        )
    heading = _is_heading(rows)
    if marked and not heading:
        raise ValueError(phrase("it begins with a byte order mark: save it without"))
    dtypes = [_dtype(column) for column in zip(*rows[heading:])]
    numbers = "DT_STRING" not in dtypes
    if numbers:  # one tensor
        dtypes = [next(d for d in ("DT_FLOAT", "DT_INT64", "DT_INT32") if d in dtypes)] * wide
    yield _Step("_TEXT", "Reshape", {"shape": "[1]"}, "tensor", "output")
    yield _Step("_LINES", "StringSplit", {"delimiter": r'"\r\n"'}, "input", "values")
    if heading:
        yield _Step("_ROWS", "Slice", {"begin": "[1]", "size": "[-1]"}, "input", "output")
    parted = {} if separator == "," else {"field_delim": r'"\t"' if separator == "\t" else f'"{separator}"'}
    yield _Step(
        "_COLUMNS",
        "DecodeCSV",
        {"OUT_TYPE": f"[{', '.join(dtypes)}]", "record_defaults": "; ".join(_EMPTY[d] for d in dtypes), **parted},
        "records",
        "output",
        wide if numbers else 0,
    )
    if numbers:
        yield _Step("_TABLE", "Pack", {"axis": "1"}, "values", "output")


# The value of an empty cell.
_EMPTY = {"DT_FLOAT": "nan", "DT_INT32": "0", "DT_INT64": "0", "DT_STRING": '""'}


def _is_heading(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row names columns: it has no number, and a column below it is numeric."""
    return (
        len(rows) > 1
        and not any(map(NUMBER.fullmatch, rows[0]))
        and any(_dtype(column) != "DT_STRING" for column in zip(*rows[1:]))
    )


def _dtype(cells: Sequence[str]) -> str:
    given = [cell for cell in cells if cell]
    if not given or not all(map(NUMBER.fullmatch, given)):
        return "DT_STRING"
    if len(given) < len(cells) or not all(map(WHOLE.fullmatch, given)):
        return "DT_FLOAT"
    most = max(abs(int(cell)) for cell in given)
    return "DT_INT32" if most < 2**31 else "DT_INT64" if most < 2**63 else "DT_FLOAT"


READERS: Mapping[str, Callable[[Path], Iterator[_Step]]] = {
    ".wav": _sound,
    ".npy": _array,
    **dict.fromkeys((".csv", ".tsv"), _table),
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".gif", ".bmp"), _image),
}
