"""Blocks that read files: pictures, sounds, tables (.csv) and arrays (.npy), one block for each file.

Blocks of the library read pictures, sounds and arrays. For a table, a page is made, whose outputs are the columns. The
beginning of tables and arrays is read here, for the attributes of the blocks: columns, dtype, shape.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import PREFIX
from blockloom.blocks.datasets.columns import LIBRARY, PageBuilder
from blockloom.blocks.datasets.data_page import relative_name
from blockloom.blocks.datasets.dataset_blocks import insert_with_pages
from blockloom.blocks.datasets.row_pages import text
from blockloom.blocks.document.pages import Document, Page, free_page_name
from blockloom.blocks.edits import EditError
from blockloom.blocks.files import feeds
from blockloom.blocks.io import bounded_io
from blockloom.blocks.layout.block_rows import Point
from blockloom.blocks.operations.change import PageChange
from blockloom.blocks.operations.group_into_page import page_name
from blockloom.blocks.operations.paste_text import NUMBER, WHOLE, split_table
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.blocks.values.dtypes import dtype_text

_SAMPLE = bounded_io.MIB  # bytes at the beginning of a table that determine its columns
_COLUMNS = 500  # most columns of a table, each of which becomes an output
_MOST = 2**31 - 1  # most bytes of an array: Substr counts bytes in int32
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


class _Reader(NamedTuple):
    """A block that reads a file: its type in the library and its attributes, or the table for which a page is made."""

    type: str
    values: Mapping[str, str] = {}
    table: _Table | None = None


class _Table(NamedTuple):
    """The form of a table.

    Attributes:
        separator: The character between two cells.
        names: The names of the columns.
        heading: True if the first row has them.
        dtypes: The dtypes of the columns.
    """

    separator: str
    names: Sequence[str]
    heading: bool
    dtypes: Sequence[str]


def read_files(
    document: Document,
    catalogue: Catalogue,
    page: str,
    paths: Sequence[Path],
    at: Point,
    say: Callable[[str], str] = str,
) -> PageChange:
    """Add a block for each of these files, which reads and decodes it, at the free place nearest to `at`.

    Frames that do not contain `at` are not free places.

    Args:
        document: The document; a file in its folder gets a relative name, so that both can be moved together.
        page: The page for the blocks.
        paths: The files.
        at: A position on the page.
        say: Translates notes.

    Raises:
        EditError: No block reads the file, or its content does not match its suffix.
    """
    taken, pages = dict.fromkeys(document.pages), list[tuple[Page, str]]()
    main = PageBuilder(page, catalogue, document.pages[page])
    for path in paths:
        reader = _reader(path)
        values = {"file": text(relative_name(path, document.folder)), **reader.values}
        type_ = f"{LIBRARY}{reader.type}"
        if reader.table is not None:
            sheet = PageBuilder(free_page_name(page_name(path.stem), taken), catalogue)
            _table_page(sheet, reader.table)
            pages.append((sheet.page, phrase("The columns of {0}, which is read in each step.", path.name)))
            taken[sheet.page.name] = None
            type_ = f"{PREFIX}{sheet.page.name}"
        main.add(path.stem.upper() or "FILE", type_, values)
    edit = insert_with_pages(document, catalogue, main.page, pages, at, say)
    label = phrase("Read {0}", paths[0].name) if len(paths) == 1 else phrase("Read {0} files", len(paths))
    return PageChange(edit, label, tuple(main.page.blocks))


def _reader(path: Path) -> _Reader:
    read = READERS.get(path.suffix.lower())
    if read is None:
        raise EditError(phrase("{0}: no block reads such a file", path.name))
    try:
        return read(path)
    except OSError as error:
        raise EditError(phrase("{0}: cannot be read: {1}", path.name, file_error_reason(error, as_is=True))) from None
    except ValueError as error:
        raise EditError(phrase("{0}: {1}", path.name, error)) from None


def _image(path: Path) -> _Reader:
    return _Reader("ImageFile")


def _sound(path: Path) -> _Reader:
    return _Reader("WavFile")


def _several(path: Path) -> _Reader:
    raise ValueError(phrase("it contains several arrays: save each with numpy.save, and drop the .npy files"))


def _array(path: Path) -> _Reader:
    with bounded_io.open_bounded(path, "feed") as file:
        shape, _, dtype = feeds.header(file)
    name, size = dtype_text(dtype.newbyteorder("=").name), dtype.itemsize
    for dim in shape:
        size *= dim
    if name not in _RAW or size > _MOST:
        raise ValueError(
            phrase("it contains {0}, which no block reads", name)
            if name not in _RAW
            else phrase("it has {0} bytes: blocks read {1} at most", size, _MOST)
        )
    swapped = {"little_endian": "false"} if dtype.byteorder == ">" else {}
    return _Reader("NpyArray", {"dtype": name, "shape": str(list(shape)), **swapped})


def _table(path: Path) -> _Reader:
    with bounded_io.open_bounded(path, "feed") as file:
        sample = file.read(_SAMPLE)
    if b"\0" in sample:
        raise ValueError(phrase("it is not text in UTF-8"))
    lines = [line for line in re.split(r"[\r\n]+", sample.decode("utf-8", "replace")) if line]
    lines = lines[:-1] if len(sample) == _SAMPLE and len(lines) > 1 else lines  # the last line of the sample may be cut
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
    names = rows[0] if heading else [f"column_{n}" for n in range(1, wide + 1)]
    return _Reader("", {}, _Table(separator, names, heading, dtypes))


def _table_page(sheet: PageBuilder, table: _Table) -> None:
    """Add the blocks of the page: one output for a table of numbers, else one for each column."""
    dtypes, numbers = table.dtypes, "DT_STRING" not in table.dtypes
    if numbers:  # one tensor for all columns
        dtypes = [next(d for d in ("DT_FLOAT", "DT_INT64", "DT_INT32") if d in dtypes)] * len(dtypes)
    sheet.parameter("file", "tensor", "")
    source = sheet.add("FILE", "ReadFile", {"filename": "=file"})
    source = sheet.add("TEXT", "Reshape", {"shape": "[1]"}, tensor=f"{source}.contents")
    rows = sheet.add("LINES", "StringSplit", {"delimiter": r'"\r\n"'}, input=f"{source}.output") + ".values"
    if table.heading:
        rows = sheet.add("ROWS", "Slice", {"begin": "[1]", "size": "[-1]"}, input=rows) + ".output"
    parted = {} if table.separator == "," else {"field_delim": text(table.separator)}
    read = {"OUT_TYPE": f"[{', '.join(dtypes)}]", "record_defaults": "; ".join(_EMPTY[d] for d in dtypes), **parted}
    cells = sheet.add("COLUMNS", "DecodeCSV", read, records=rows)
    columns = [f"{cells}.output[{i}]" for i in range(len(dtypes))]
    if numbers:
        packed = sheet.add("PACKED", "Pack", {"axis": "1"}, values=columns)
        sheet.retval("table", f"{packed}.output", dtypes[0], f"[rows, {len(columns)}]")
        return
    for name, column, dtype in zip(table.names, columns, dtypes, strict=True):
        sheet.retval(name, column, dtype, "[rows]")


# Values of empty cells.
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


READERS: Mapping[str, Callable[[Path], _Reader]] = {
    ".wav": _sound,
    ".npy": _array,
    ".npz": _several,
    **dict.fromkeys((".csv", ".tsv"), _table),
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".gif", ".bmp"), _image),
}
