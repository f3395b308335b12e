"""Results of a run, and their rows in tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Any, NamedTuple

from blockloom.blocks.problems import Problem
from blockloom.blocks.values.dtypes import dtype_text, label_of
from blockloom.runtime.protocol.messages import array_text
from blockloom.runtime.protocol.steps import PausedAt

_LONGEST = 400  # characters of a value in a table


@dataclass
class Result:
    """The results of the last of the `steps` of a run. A notebook displays them as a table.

    `results[block][pin]` is an array, a list of arrays (list output), None (dead), or a dict {"dtype", "about"} that
    describes a value which is not fetched; `block` is the id, `/INSTANCE/BLOCK` inside an instance. `sessions` has the
    same for each session. Values of dtypes that numpy lacks are float32 or
    integers; `blockloom.blocks.values.dtypes.label_of(array)` is the name of the dtype.
    """

    page: str
    steps: int
    results: dict[str, dict[str, Any]] = field(default_factory=dict)
    sessions: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    warnings: list[Problem] = field(default_factory=list)
    outputs: dict[str, Any] = field(default_factory=dict)  # of a signature that was run, by name
    epochs: int = 0  # the epochs that were completed
    best: int = 0  # the best of the epochs that were validated, from 1
    early: bool = False  # the run ended since no later epoch was better
    back: bool = False  # the variables have the values that they had after the best epoch
    paused: PausedAt | None = None  # where the run stopped at a breakpoint: the results are those of that step

    def _repr_html_(self) -> str:
        def row(tag: str, cells: tuple[str, ...]) -> str:
            cells = cells[bool(self.outputs) :]  # outputs of a signature are of no block
            return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"

        steps = f"{self.page}, {self.steps} step{'s' * (self.steps != 1)}"
        where = f", paused at {self.paused.text or self.paused.block}" if self.paused is not None else ""
        head = row("th", ("Block", "Output", "Type", "Value"))
        body = "".join(row("td", cells) for cells in rows_of(self))
        return f"<table><caption>{escape(steps + where)}</caption><thead>{head}</thead><tbody>{body}</tbody></table>"


class OutputRow(NamedTuple):
    """A value in a table of results. Of a signature, `block` is empty."""

    block: str
    output: str
    type: str
    value: str


def rows_of(result: Result) -> Iterator[OutputRow]:
    """Yield a row for each output, and for each element of an output that is a list."""
    for block, pins in [("", result.outputs)] if result.outputs else sorted(result.results.items()):
        for pin, value in pins.items():
            if isinstance(value, list):
                yield from (OutputRow(block, f"{pin}[{n}]", *_described(item)) for n, item in enumerate(value))
            else:
                yield OutputRow(block, pin, *_described(value))


def _described(value: Any) -> tuple[str, str]:
    """Return the type of a value, and its text."""
    if value is None:
        return "", "no value"
    if isinstance(value, dict):
        return dtype_text(value.get("dtype", "")), value["about"]
    shape = str(list(value.shape)).replace(" ", "") if value.ndim else ""
    return dtype_text(label_of(value)) + shape, array_text(value, _LONGEST)
