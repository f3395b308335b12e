"""Output formats of `blockloom run`: a table for terminals, JSON, and numpy's npz."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from blockloom.blocks.document.addresses import parse, spelled
from blockloom.blocks.text.terminal import json_line
from blockloom.runtime.api.failed_steps import FailedStep
from blockloom.runtime.api.result_data import as_data, as_npz, failed_as_data
from blockloom.runtime.api.results import Result, rows_of


def of_page(result: Result) -> Result:
    """Return the results of the page's own blocks, without those inside instances."""

    def outer(found: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
        return {block: pins for block, pins in found.items() if not parse(block).path}

    return replace(
        result, results=outer(result.results), sessions={name: outer(found) for name, found in result.sessions.items()}
    )


def as_table(result: Result, names: tuple[str, str] = ("Block", "Output")) -> bytes:
    """Return the results as a table with a line for each output.

    `names` are the titles of the first two columns.
    """
    rows: list[tuple[str, ...]] = [(*names, "Type", "Value"), *rows_of(result)]
    if len(rows) == 1:
        return b"The page fetched nothing.\n"
    if result.outputs:
        rows = [row[1:] for row in rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    room = max(shutil.get_terminal_size((120, 24)).columns - sum(widths) - 2 * len(widths), 20)
    lines = [
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths)), _elide(row[-1], room)]).rstrip()
        for row in rows
    ]
    lines.insert(1, "  ".join("-" * width for width in (*widths, min(room, max(len(r[-1]) for r in rows)))))
    return ("\n".join(lines) + "\n").encode()


def failed_as_table(failed: FailedStep) -> bytes:
    """Return a failed step as text: the inputs of the op, and the results of blocks."""
    way = " -> ".join(spelled(at, failed.page) for at in (*failed.calls, failed.block) if at)
    call = f", call {failed.call}" if failed.call else ""
    took = Result(failed.page, failed.step, outputs=failed.inputs)
    where = f" in {way} ({failed.op}{call}), with the inputs:" if way else ", with the results:"
    parts = [f"Step {failed.step} failed{where}"]
    parts += [as_table(took, ("", "Input")).decode()] if failed.inputs else [""] if way else []
    if failed.differs:
        parts.append("These values are of a replay of the step that did not fail in the same way.\n")
    parts.append(as_table(of_page(Result(failed.page, failed.step, failed.results))).decode())
    if failed.unreached:
        parts.append(f"Not reached: {', '.join(spelled(at, failed.page) for at in failed.unreached)}\n")
    return "\n".join(parts).encode()


def _elide(shown: str, room: int) -> str:
    return shown if len(shown) <= room else shown[: room - 1] + "…"


FAILED: dict[str, Callable[[FailedStep], bytes]] = {
    "table": failed_as_table,
    "json": lambda failed: json_line(failed_as_data(failed)),
}
FORMATS = {"table": as_table, "json": lambda result: json_line(as_data(result)), "npz": as_npz}
