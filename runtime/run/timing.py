"""How long each block of a page takes in a step: what TensorFlow's own tracing of a step says, told by block."""

from __future__ import annotations

from collections import Counter, defaultdict

from tensorflow.core.protobuf import config_pb2

from blockloom.runtime.compile.program import Program
from blockloom.runtime.protocol.steps import Times


class Timer:
    """Mean times, in seconds, over the timed steps of a run."""

    def __init__(self, program: Program):
        self.program = program
        self.steps = 0
        self._blocks: defaultdict[str, float] = defaultdict(float)  # microseconds
        self._whole = 0.0

    def add(self, metadata: config_pb2.RunMetadata) -> None:
        """Count one run of a session: the time of kernels, without copies and waits."""
        begins, ends = [], []
        for device in metadata.step_stats.dev_stats:
            if "/stream:" in device.device or "MEMCPY" in device.device:
                continue  # the same kernels once more, as a GPU saw them
            took: Counter[str] = Counter()  # nanoseconds by node: one of a loop has run in each iteration
            for node in device.node_stats:
                begin = node.all_start_micros
                begins.append(begin)
                ends.append(begin + node.all_end_rel_micros)
                took[node.node_name] += node.op_end_rel_nanos - node.op_start_rel_nanos
            for name, nanoseconds in took.items():
                place = self.program.place(name)
                if place is not None:
                    self._blocks[str(place.told_on(self.program.page))] += nanoseconds / 1000
        self._whole += max(ends, default=0) - min(begins, default=0)

    def told(self) -> Times:
        """The mean times so far."""
        steps = max(1, self.steps)
        return {
            "blocks": {block: took / steps for block, took in self._blocks.items()},
            "step": self._whole / steps,
            "steps": self.steps,
        }
