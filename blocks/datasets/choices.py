"""Choices for a data file: the input columns, the target, and how batches are made of the rows."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from blockloom.blocks.datasets.array_scan import Array
from blockloom.blocks.datasets.columns import Column
from blockloom.blocks.datasets.data_scan import Found, Pictures
from blockloom.blocks.datasets.table_scan import TableFile

NUMBER, CATEGORIES, TARGET, LEFT_OUT = "number", "categories", "target", ""  # roles of a column
_FEW_TEXTS, _FEW_NUMBERS = 50, 20  # most different values for categories of an input, and for classes of a target
_SHUFFLED = 100_000  # most rows in the shuffle buffer
_SHUFFLED_BYTES = 256 << 20
# Usual names of the target column.
_NAMES = {"target", "targets", "label", "labels", "class", "classes", "category", "y", "outcome", "result", "species"}


class Choices(NamedTuple):
    """The choices for a data file.

    Attributes:
        roles: The role of each column; empty for pictures, and for arrays of more than two dimensions.
        classes: Whether the target is a class, not a number.
        labels: An array (rows,) in a separate file.
        picture: Height, width and channels of pictures; None if rows are not pictures.
        scaled: Whether inputs get mean 0 and deviation 1, and pictures values from 0 to 1.
        share: The share of the rows for validation, always the same rows for a `seed`.
    """

    roles: tuple[str, ...] = ()
    classes: bool = True
    labels: Array | None = None
    picture: tuple[int, int, int] | None = None
    scaled: bool = True
    batch: int = 32
    share: float = 0.2
    seed: int = 1
    shuffled: bool = True


def suggested(found: Found, labels: Array | None = None) -> Choices:
    """Return the most likely choices for a file."""
    if isinstance(found, Pictures):
        return Choices(picture=(*_bounded(found.size), 3))
    choices = Choices(labels=labels, roles=roles_of(found.columns, found.rows, labels is None))
    if isinstance(found, Array):
        choices = choices._replace(picture=_picture(found, choices))
    target = target_of(found, choices)
    return choices._replace(classes=target is not None and likely_classes(target, found.rows))


def target_of(found: Found, choices: Choices) -> Column | None:
    """Return the target column; None if there is none, and for pictures, whose folders are the classes."""
    if choices.labels is not None:
        return choices.labels.columns[0] if choices.labels.columns else None
    return next((c for c, role in zip(found.columns, choices.roles) if role == TARGET), None)


def can_be_classes(column: Column) -> bool:
    """Return whether each value of a column can be a class."""
    return column.values is not None and len(column.values) > 1


def roles_of(columns: Sequence[Column], rows: int, with_target: bool = True) -> tuple[str, ...]:
    """Return the most likely role of each column."""
    roles = [_role(column, rows) for column in columns]
    able = [i for i, column in enumerate(columns) if column.number and not column.counts or can_be_classes(column)]
    if with_target and able:
        named = [i for i in able if re.sub(r"[^a-z]", "", columns[i].name.lower()) in _NAMES]
        roles[named[-1] if named else _ends(columns, able)] = TARGET
    return tuple(roles)


def _ends(columns: Sequence[Column], able: Sequence[int]) -> int:
    """Return the last column, or the first if only that has numbers of classes."""
    first, last = columns[able[0]], columns[able[-1]]
    return able[0] if able[0] == 0 and _numbered(first) and not _numbered(last) and last.number else able[-1]


def _numbered(column: Column) -> bool:
    """Return whether a column has the numbers of classes, from 0 or 1."""
    values = column.values
    return bool(column.number and values and 1 < len(values) <= 100 and tuple(values) in _counted(len(values)))


def _counted(count: int) -> tuple[tuple[float, ...], ...]:
    return tuple(map(float, range(count))), tuple(map(float, range(1, count + 1)))


def _role(column: Column, rows: int) -> str:
    """Return the role of a column as an input.

    Row numbers, and texts that differ in most rows, are left out.
    """
    if column.number:
        return LEFT_OUT if column.counts else NUMBER
    return CATEGORIES if column.values and len(column.values) <= min(_FEW_TEXTS, rows // 2) else LEFT_OUT


def likely_classes(column: Column, rows: int) -> bool:
    """Return whether the target is likely to have classes."""
    if not can_be_classes(column):
        return False
    return not column.number or column.whole and len(column.values or ()) <= min(_FEW_NUMBERS, max(2, rows // 2))


def _picture(found: Array, choices: Choices) -> tuple[int, int, int] | None:
    """Return height, width and channels if the rows of an array look like pictures; else None."""
    if len(found.shape) == 4 and found.shape[3] <= 4:
        return found.shape[1], found.shape[2], found.shape[3]
    if len(found.shape) == 3 and min(found.shape[1:]) >= 6:
        return found.shape[1], found.shape[2], 1
    if len(found.shape) == 2 and found.dtype == "DT_UINT8":
        wide = inputs(found, choices)
        for channels in (1, 3):
            side = math.isqrt(wide // channels)
            if side >= 6 and side * side * channels == wide:
                return side, side, channels
    return None


def inputs(found: Array, choices: Choices) -> int:
    """Return the number of input columns of a table."""
    return found.shape[1] - (TARGET in choices.roles) if len(found.shape) == 2 else 0


def _bounded(size: tuple[int, int]) -> tuple[int, int]:
    """Return a height and width of at most 128 pixels, of about the same proportions."""
    shrunk = max(1.0, max(size) / 128)
    return max(8, round(size[0] / shrunk)), max(8, round(size[1] / shrunk))


def shuffled_rows(found: Found, choices: Choices) -> int:
    """Return the size of the shuffle buffer in rows: all rows, if they fit."""
    if not choices.shuffled:
        return 1
    if isinstance(found, TableFile):
        return max(1, min(found.rows, _SHUFFLED))
    if isinstance(found, Pictures):
        return max(1, found.rows)  # the buffer contains only names of files
    return max(1, min(found.rows, _SHUFFLED_BYTES // (4 * max(1, math.prod(found.shape[1:])))))
