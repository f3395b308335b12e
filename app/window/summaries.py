"""What the worker says of a tensor, as rows of a Type / Name / Value table."""

from __future__ import annotations

from typing import Any, NamedTuple

from PySide6.QtCore import QCoreApplication


class Row(NamedTuple):
    """One line of a table. `element` is the place in a list output; `shape` is None where no table can be opened."""

    type: str
    name: str
    value: str
    pin: str = ""
    element: int | None = None
    shape: tuple[int, ...] | None = None


def _tr(text: str) -> str:
    return QCoreApplication.translate("summaries", text)


def dims(shape: Any) -> str:
    """`[2][2]`, as enuSpace writes a shape behind a name."""
    return "".join(f"[{n}]" for n in shape)


def rows_of(pin: str, summary: Any) -> list[Row]:
    """The rows of one output: several for a list output, else one."""
    if isinstance(summary, dict) and "list" in summary:
        rows = [_row(f"{pin}[{i}]", pin, i, one) for i, one in enumerate(summary["list"])]
        return rows or [Row("list", pin, _tr("empty list"), pin)]
    return [_row(pin, pin, None, summary)]


def _row(name: str, pin: str, element: int | None, summary: Any) -> Row:
    if summary is None:
        return Row("", name, _tr("no value"), pin, element)
    if "about" in summary:
        return Row(summary.get("dtype", ""), name, str(summary["about"]), pin, element)
    shape = tuple(summary.get("shape", ()))
    return Row(summary.get("dtype", ""), name + dims(shape), summary.get("text", ""), pin, element, shape)
