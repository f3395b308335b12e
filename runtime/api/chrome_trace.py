"""The trace of a step as the JSON that chrome://tracing and Perfetto read."""

from __future__ import annotations

import heapq
from typing import Any

import numpy as np

from blockloom.blocks.document.addresses import spelled
from blockloom.blocks.text.terminal import json_line
from blockloom.runtime.protocol.steps import StepTrace


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
