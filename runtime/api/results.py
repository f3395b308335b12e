"""Results of a run, their rows in tables, and the trace of a step for chrome://tracing and Perfetto."""

from __future__ import annotations

import base64
import heapq
import io
import math
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.document.addresses import parse, spelled
from blockloom.blocks.problems import Problem
from blockloom.blocks.text.terminal import json_line
from blockloom.blocks.values.dtypes import dtype_text, label_of, plain
from blockloom.runtime.api.run_errors import FailedStep
from blockloom.runtime.protocol.messages import array_text
from blockloom.runtime.protocol.records import PausedAt, StepTrace

_LONGEST = 400  # most characters of a value in a table


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
    outputs: dict[str, Any] = field(default_factory=dict)  # the outputs of the signature that was run, by name
    epochs: int = 0  # the epochs that were completed
    best_epoch: int = 0  # number of the best validated epoch, from 1
    stopped_early: bool = False  # early stopping ended the run
    best_restored: bool = False  # the variables of the best epoch are restored
    paused: PausedAt | None = None  # the breakpoint at which the run stopped; the results are those of its step

    def _repr_html_(self) -> str:
        def row(tag: str, cells: tuple[str, ...]) -> str:
            cells = cells[bool(self.outputs) :]  # outputs of a signature have no block: leave out its column
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


def as_data(result: Result) -> dict[str, Any]:
    """Return a result as JSON data in the form of the headless contract.

    A page with several sessions has `sessions`. Results of a signature are its outputs by name. Bytes that are not
    UTF-8 are {"base64": text}; NaN and infinities are "nan", "inf", "-inf".
    """
    data: dict[str, Any] = {"page": result.page, "steps": result.steps, "results": _results(result.results)}
    if (at := result.paused) is not None:
        data["paused"] = {"step": at.step, "block": at.block, "break": at.text}
        if at.call:
            data["paused"] |= {"calls": [*at.calls], "call": at.call}
    if result.outputs:
        return data | {"results": {name: _value(value) for name, value in result.outputs.items()}}
    if len(result.sessions) > 1:
        data["sessions"] = {name: _results(found) for name, found in result.sessions.items()}
    return data


def failed_as_data(failed: FailedStep) -> dict[str, Any]:
    """Return a failed step as JSON data: {"page", "failed"}."""
    inputs = {name: {"value": _value(value), "from": failed.sources.get(name)} for name, value in failed.inputs.items()}
    found = vars(failed) | {"inputs": inputs, "results": _results(failed.results)}
    return {"page": failed.page, "failed": {key: found[key] for key in found if key not in ("page", "sources")}}


def _results(results: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    return {block: {pin: _value(value) for pin, value in pins.items()} for block, pins in results.items()}


def _value(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return {"dtype": label_of(value), "shape": list(value.shape), "value": _nested(value)}
    if isinstance(value, list):
        return {"list": [_value(one) for one in value]}
    return value


def _nested(array: np.ndarray) -> Any:
    kind = array.dtype.kind
    if kind == "c":
        pair = np.stack((array.real, array.imag), -1)
        return _nested(pair)
    if kind == "f":
        # The shortest text of the number in this precision: 0.1, not 0.10000000149011612.
        exact = array if array.dtype == np.float64 else array.astype("U").astype(np.float64)
        return exact.tolist() if np.isfinite(exact).all() else _each(exact.tolist(), _float)
    if kind == "O":
        return _each(array.tolist(), _bytes)
    return array.tolist()


def _each(value: Any, convert: Any) -> Any:
    return [_each(one, convert) for one in value] if isinstance(value, list) else convert(value)


def _float(value: float) -> float | str:
    return value if math.isfinite(value) else str(value)


def _bytes(value: bytes) -> str | dict[str, str]:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(value).decode()}


def as_npz(result: Result) -> bytes:
    """Return a result as the bytes of an .npz file.

    Keys are `BLOCK.PIN`, or `BLOCK.PIN[i]` for lists; for a signature the names of its outputs. Dead and described
    outputs are left out. Dtypes that numpy lacks (bfloat16, qint8, int4 ...) become float32 or integers, with the dtype
    in the string `BLOCK.PIN.dtype`.
    """
    arrays: dict[str, np.ndarray] = {}
    values = result.outputs or {
        f"{block}.{pin}": value for block, pins in result.results.items() for pin, value in pins.items()
    }
    for output, value in values.items():
        for number, array in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(array, np.ndarray):
                name = f"{output}[{number}]" if isinstance(value, list) else output
                arrays[name] = array.astype(bytes) if array.dtype == object else plain(array)
                if label_of(array) not in ("string", array.dtype.name):
                    arrays[f"{name}.dtype"] = np.array(label_of(array))
    out = io.BytesIO()
    np.savez(out, allow_pickle=True, **arrays)
    return out.getvalue()


FAILED: dict[str, Callable[[FailedStep], bytes]] = {
    "table": failed_as_table,
    "json": lambda failed: json_line(failed_as_data(failed)),
}
FORMATS = {"table": as_table, "json": lambda result: json_line(as_data(result)), "npz": as_npz}


def as_chrome(trace: StepTrace, page: str) -> bytes:
    """Return a trace as JSON bytes, with times in microseconds since the step began.

    Each device is a process. TensorFlow does not report threads, so simultaneous ops are in separate lanes. Memory is a
    counter of each device.
    """
    rows: list[dict[str, Any]] = []
    lane = np.zeros(len(trace.events), np.int64)
    for device, name in enumerate(trace.devices):
        here = trace.events[:, 1] == device
        begins = trace.events[here, 2]
        lane[here] = assign_lanes(begins, begins + trace.events[here, 3])
        rows.append({"ph": "M", "pid": device, "tid": 0, "name": "process_name", "args": {"name": name}})
        rows += [
            {"ph": "M", "pid": device, "tid": number, "name": "thread_name", "args": {"name": f"lane {number + 1}"}}
            for number in range(int(lane[here].max(initial=-1)) + 1)
        ]
    for (node, device, begin, took, bytes_), at in zip(trace.events.tolist(), lane.tolist(), strict=True):
        name, op, block = trace.nodes[node]
        rows.append(
            {
                "ph": "X",
                "pid": device,
                "tid": at,
                "ts": begin / 1000,
                "dur": took / 1000,
                "name": spelled(block, page) if block else name,
                "cat": op or "op",
                "args": {"block": block, "node": name, "op": op, "bytes": bytes_},
            }
        )
    rows += [
        {"ph": "C", "pid": device, "tid": 0, "ts": when / 1000, "name": "memory", "args": {"bytes": bytes_}}
        for device, when, bytes_ in trace.memory.tolist()
    ]
    about = {"page": page, "step": trace.step, "left_out": trace.omitted_count, "left_out_us": trace.omitted_ns / 1000}
    return json_line({"displayTimeUnit": "ms", "otherData": about, "traceEvents": rows})


def assign_lanes(begins: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Return the lane of each interval as (n,), from 0: the first free one.

    The number of lanes is as small as possible.
    """
    found = np.zeros(len(begins), np.int64)
    free: list[int] = []  # lanes without an event
    busy: list[tuple[float, int]] = []  # (end of the event, its lane)
    used = 0
    for at in np.lexsort((ends, begins)).tolist():
        while busy and busy[0][0] <= begins[at]:
            heapq.heappush(free, heapq.heappop(busy)[1])
        if not free:
            heapq.heappush(free, used)
            used += 1
        found[at] = lane = heapq.heappop(free)
        heapq.heappush(busy, (ends[at], lane))
    return found
