"""Pasted text of other programs: a literal or a table becomes a Const block."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Sequence

from blockloom.blocks.document.pages import Block, Document, new_document
from blockloom.blocks.edits import EditError
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values import literals
from blockloom.blocks.values.grammar import ValueSyntaxError

MOST = 10_000_000  # most characters, as in the editor of a value
_OPENS = ("[", "{", "(", '"', "'")
WHOLE = re.compile(r"[+-]?\d{1,40}")
NUMBER = re.compile(r"[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|inf|nan)", re.I)


def const_document(text: str, at: tuple[float, float] = (0.0, 0.0), comma: bool = False) -> Document:
    """Return a document with one Const block, at `at`, for a pasted text; see `parse_pasted_text`.

    Raises:
        EditError: The text is not a value.
    """
    value, dtype = parse_pasted_text(text, comma)
    document = new_document()
    document.pages["main"].blocks["CONST"] = Block("CONST", "Const", *at, {"dtype": dtype, "value": value})
    return document


def parse_pasted_text(text: str, comma: bool = False) -> tuple[str, str]:
    """Return the value of a pasted text, and its dtype.

    The text is a literal (`[[1, 2], [3, 4]]`, a number, a quoted text) or a table with tabs, or with commas if `comma`
    or if all cells are numbers; one row or column is a vector.

    Raises:
        EditError: The text is something else, has uneven rows or more than MOST characters.
    """
    if len(text) > MOST:
        raise EditError(phrase("The clipboard holds {0} characters: a value has {1} at most", len(text), MOST))
    plain = text.encode("utf-8", "replace").decode().strip("\r\n \ufeff")
    if comma:
        return _table(_rows(plain, ","))
    if plain.startswith(_OPENS):
        try:
            return _literal(plain)
        except EditError:
            if "\t" not in plain:
                raise
    if "\t" in plain:
        return _table(_rows(plain, "\t"))
    if "," in plain or "\n" in plain:
        rows = _rows(plain, ",")
        if all(NUMBER.fullmatch(cell) for row in rows for cell in row):
            return _table(rows)
    return _literal(plain)


def _literal(text: str) -> tuple[str, str]:
    try:
        dtype = literals.tensor(text)[1]
    except ValueSyntaxError as error:
        if not _holds(text, "DT_INT64"):  # an integer is too large for DT_INT32
            raise EditError(phrase("The clipboard contains no blocks, and no value: {0}", error)) from None
        dtype = "DT_INT64"
    if dtype == "DT_DOUBLE" and _holds(text, "DT_FLOAT"):
        dtype = "DT_FLOAT"  # most ops accept floats
    return (text if dtype == "DT_STRING" else " ".join(text.split())), dtype


def _holds(text: str, dtype: str) -> bool:
    try:
        literals.tensor(text, dtype)
    except ValueSyntaxError:
        return False
    return True


def split_table(lines: Iterable[str], separator: str) -> list[list[str]]:
    """Return the cells of each row of a table.

    Raises:
        ValueError: A cell is too large.
    """
    try:
        return list(csv.reader(lines, delimiter=separator))
    except csv.Error:  # the only error that a non-strict reader raises
        raise ValueError(phrase("a cell has more than {0} characters", csv.field_size_limit())) from None


def _rows(text: str, separator: str) -> list[list[str]]:
    """Return the cells of a table, without empty rows.

    Raises:
        EditError: A cell is too large.
    """
    try:
        found = split_table(io.StringIO(text, newline=""), separator)
    except ValueError as error:
        raise EditError(phrase("The table cannot be read: {0}", error)) from None
    return [[cell.strip() for cell in row] for row in found if row]


def _table(rows: Sequence[Sequence[str]]) -> tuple[str, str]:
    wide = len(rows[0]) if rows else 0
    bad = next((n for n, row in enumerate(rows, 1) if len(row) != wide), 0)
    if bad:
        raise EditError(
            phrase("The table is not rectangular: rows {0} and 1 have {1} and {2} cells", bad, len(rows[bad - 1]), wide)
        )
    cells = [cell for row in rows for cell in row]
    write = _spelling(cells)
    if write is str and "" in cells:
        place = cells.index("")
        raise EditError(phrase("The table has no value in row {0}, column {1}", place // wide + 1, place % wide + 1))
    texts = [[write(cell) for cell in row] for row in rows]
    if len(rows) == 1 or wide == 1:
        flat = [cell for row in texts for cell in row]
        text = f"[{', '.join(flat)}]" if len(flat) > 1 else "".join(flat)
    else:
        text = "[" + ", ".join(f"[{', '.join(row)}]" for row in texts) + "]"
    return _literal(text)


def _spelling(cells: Sequence[str]) -> Callable[[str], str]:
    """Return a function that writes cells as literals: numbers or booleans if all are, else quoted texts."""
    given = [cell for cell in cells if cell]
    if given and all(map(NUMBER.fullmatch, given)):
        return str
    if given and all(cell.lower() in ("true", "false") for cell in cells):
        return str.lower
    return lambda cell: json.dumps(cell, ensure_ascii=False)
