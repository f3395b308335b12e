"""What is chosen of a file: which columns are inputs and which one is learned, and how batches are made of the rows."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from blockloom.blocks.datasets.array_scan import Array
from blockloom.blocks.datasets.columns import Column
from blockloom.blocks.datasets.file_scan import Found
from blockloom.blocks.datasets.image_scan import Pictures
from blockloom.blocks.datasets.table_scan import TableFile

NUMBER, CATEGORIES, TARGET, LEFT_OUT = "number", "categories", "target", ""  # what a column is for
_FEW_TEXTS, _FEW_NUMBERS = 50, 20  # different values: categories of an input, classes of a target
_SHUFFLED = 100_000  # rows among which the next one is chosen
_SHUFFLED_BYTES = 256 << 20
# What people call the column that is learned.
_NAMES = {"target", "targets", "label", "labels", "class", "classes", "category", "y", "outcome", "result", "species"}


class Choices(NamedTuple):
    """`roles` of the columns; of an array of more than two dimensions, and of pictures, there are none. `classes`:
    whether the target is a class, not a number. `labels` is an array [rows] in a file of its own. `picture` is what
    pictures are made: height, width and channels; None where rows are no pictures. `scaled`: inputs get the mean 0
    and the deviation 1, pictures values from 0 to 1. `share` of the rows is for validation, the same ones for a
    `seed`.
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
    """What is most likely meant."""
    if isinstance(found, Pictures):
        return Choices(picture=(*_bounded(found.size), 3))
    choices = Choices(labels=labels, roles=roles_of(found.columns, found.rows, labels is None))
    if isinstance(found, Array):
        choices = choices._replace(picture=_picture(found, choices))
    target = target_of(found, choices)
    return choices._replace(classes=target is not None and likely_classes(target, found.rows))


def target_of(found: Found, choices: Choices) -> Column | None:
    """The column that is learned; None where there is none, and of pictures, whose folders are."""
    if choices.labels is not None:
        return choices.labels.columns[0] if choices.labels.columns else None
    columns = () if isinstance(found, Pictures) else found.columns
    return next((c for c, role in zip(columns, choices.roles) if role == TARGET), None)


def can_be_classes(column: Column) -> bool:
    """Whether each value of a column can be a class."""
    return column.values is not None and len(column.values) > 1


def roles_of(columns: Sequence[Column], rows: int, with_target: bool = True) -> tuple[str, ...]:
    """What each column is for, most likely."""
    roles = [_role(column, rows) for column in columns]
    able = [i for i, column in enumerate(columns) if column.number and not column.counts or can_be_classes(column)]
    if with_target and able:
        named = [i for i in able if re.sub(r"[^a-z]", "", columns[i].name.lower()) in _NAMES]
        roles[named[-1] if named else _ends(columns, able)] = TARGET
    return tuple(roles)


def _ends(columns: Sequence[Column], able: Sequence[int]) -> int:
    """The last column, or the first where this alone holds numbers of classes."""
    first, last = columns[able[0]], columns[able[-1]]
    return able[0] if able[0] == 0 and _numbered(first) and not _numbered(last) and last.number else able[-1]


def _numbered(column: Column) -> bool:
    """Whether it holds the numbers of classes, from 0 or 1."""
    values = column.values
    return bool(column.number and values and 1 < len(values) <= 100 and tuple(values) in _counted(len(values)))


def _counted(count: int) -> tuple[tuple[float, ...], ...]:
    return tuple(map(float, range(count))), tuple(map(float, range(1, count + 1)))


def _role(column: Column, rows: int) -> str:
    """As an input: what numbers the rows, and texts that are others in most of them, say nothing of other rows."""
    if column.number:
        return LEFT_OUT if column.counts else NUMBER
    return CATEGORIES if column.values and len(column.values) <= min(_FEW_TEXTS, rows // 2) else LEFT_OUT


def likely_classes(column: Column, rows: int) -> bool:
    """Whether a target is likely one of classes."""
    if not can_be_classes(column):
        return False
    return not column.number or column.whole and len(column.values or ()) <= min(_FEW_NUMBERS, max(2, rows // 2))


def _picture(found: Array, choices: Choices) -> tuple[int, int, int] | None:
    """As what pictures the rows of an array are seen."""
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
    """How many columns of a table are inputs."""
    return found.shape[1] - (TARGET in choices.roles) if len(found.shape) == 2 else 0


def _bounded(size: tuple[int, int]) -> tuple[int, int]:
    """At most 128 pixels high and wide, of about the same form."""
    shrunk = max(1.0, max(size) / 128)
    return max(8, round(size[0] / shrunk)), max(8, round(size[1] / shrunk))


def shuffled_rows(found: Found, choices: Choices) -> int:
    """Of how many rows the next one is chosen: of all of them, where they fit."""
    if not choices.shuffled:
        return 1
    if isinstance(found, TableFile):
        return max(1, min(found.rows, _SHUFFLED))
    if isinstance(found, Pictures):
        return max(1, found.rows)  # their names
    return max(1, min(found.rows, _SHUFFLED_BYTES // (4 * max(1, math.prod(found.shape[1:])))))
