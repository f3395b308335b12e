"""Measure the time of each block in a step with TensorFlow's trace of the step."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np
from tensorflow.core.framework import step_stats_pb2
from tensorflow.core.protobuf import config_pb2

from blockloom.runtime.compile.program import Program
from blockloom.runtime.protocol.records import BlockTimesMessage, StepTrace

_MOST = 100_000  # most events of a trace, and points of its memory, that the window can show
_OP = re.compile(r" = (\w+)\(")  # the op in a label, for example product = MatMul(a, b)


class BlockTimer:
    """Mean times, in seconds, over the timed steps of a run, and the trace of the last one.

    `every` means that steps which are not shown are timed as well.
    """

    def __init__(self, program: Program, every: bool = False):
        self.program, self.every = program, every
        self.steps = 0
        self.step = 0  # number of the last timed step
        self._blocks: defaultdict[str, float] = defaultdict(float)  # block -> microseconds
        self._whole = 0.0
        self._last: list[config_pb2.RunMetadata] = []  # metadata of the last step, one for each session
        self._of = -1  # number of steps before those in `_last`

    def add(self, metadata: config_pb2.RunMetadata) -> None:
        """Add the trace of a session: the time of kernels, without copies and waits."""
        if self._of != self.steps:
            self._of, self._last = self.steps, []
        self._last.append(metadata)
        begins, ends = [], []
        for device in metadata.step_stats.dev_stats:
            if _again(device):
                continue
            took: Counter[str] = Counter()  # node -> nanoseconds, over all iterations of a loop
            for node in device.node_stats:
                begin = node.all_start_micros
                begins.append(begin)
                ends.append(begin + node.all_end_rel_micros)
                took[node.node_name] += node.op_end_rel_nanos - node.op_start_rel_nanos
            for name, nanoseconds in took.items():
                place = self.program.place(name)
                if place is not None:
                    self._blocks[str(place.owner_on(self.program.page))] += nanoseconds / 1000
        self._whole += max(ends, default=0) - min(begins, default=0)

    def mean_times(self) -> BlockTimesMessage:
        """Return the mean times so far."""
        steps = max(1, self.steps)
        return {
            "blocks": {block: took / steps for block, took in self._blocks.items()},
            "step": self._whole / steps,
            "steps": self.steps,
        }

    def trace(self, most: int = _MOST) -> StepTrace | None:
        """Return the trace of the last step with at most `most` events; None if no step was timed."""
        found = [device for metadata in self._last for device in metadata.step_stats.dev_stats if device.node_stats]
        if not found:
            return None
        zero = min(_begin(node) for device in found for node in device.node_stats)
        devices: dict[str, int] = {}
        nodes: dict[tuple[str, str, str], int] = {}
        rows = []
        for device in found:
            at = devices.setdefault(device.device, len(devices))
            for node in device.node_stats:
                # Use integers, because a float is too coarse for nanoseconds since 1970.
                begin = _begin(node) + node.op_start_rel_nanos - zero
                took = max(0, node.op_end_rel_nanos - node.op_start_rel_nanos)
                bytes_ = sum(used.total_bytes for used in node.memory)
                rows.append((nodes.setdefault(self._node(node), len(nodes)), at, begin, took, bytes_))
        events = np.array(rows, np.int64)
        left_out = np.zeros((0, 5), np.int64)
        if len(events) > most:
            longest = np.argsort(-events[:, 3], kind="stable")
            events, left_out = events[longest[:most]], events[longest[most:]]
        return StepTrace(
            events[np.argsort(events[:, 2], kind="stable")],
            _thinned(np.array(list(_memory(found, devices, zero)), np.int64).reshape(-1, 3), most),
            self.step,
            list(devices),
            list(nodes),
            len(left_out),
            int(left_out[:, 3].sum()),
        )

    def _node(self, node: step_stats_pb2.NodeExecStats) -> tuple[str, str, str]:
        """Return the name, op and block of a node."""
        label = _OP.search(node.timeline_label)
        place = self.program.place(node.node_name)
        return node.node_name, label[1] if label else "", str(place.owner_on(self.program.page)) if place else ""


def _again(device: step_stats_pb2.DeviceStepStats) -> bool:
    """Return whether a device repeats the kernels of another one, as seen by the GPU."""
    return "/stream:" in device.device or "MEMCPY" in device.device


def _begin(node: step_stats_pb2.NodeExecStats) -> int:
    """Return the start of a node in nanoseconds since 1970."""
    return int(node.all_start_nanos or node.all_start_micros * 1000)


def _memory(
    devices: list[step_stats_pb2.DeviceStepStats], numbers: dict[str, int], zero: int
) -> Iterator[tuple[int, int, int]]:
    """Yield (device, time, allocated bytes) after each allocation and release, by device and time.

    The number is never negative, although memory that was allocated before the trace may be released.
    """
    changes: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for device in devices:
        for node in device.node_stats:
            for used in node.memory:
                changes[numbers[device.device]] += [
                    (one.alloc_micros * 1000 - zero, one.alloc_bytes) for one in used.allocation_records
                ]
    for at, found in sorted(changes.items()):
        now = 0
        for when, bytes_ in sorted(found):
            now += bytes_
            yield at, max(0, when), max(0, now)


def _thinned(points: np.ndarray, most: int) -> np.ndarray:
    """Return at most `most` points: for each group of neighbours the point with most memory."""
    if len(points) <= most:
        return points
    size = -(-len(points) // most)
    starts = np.arange(0, len(points), size)
    return points[[start + int(np.argmax(points[start : start + size, 2])) for start in starts]]
