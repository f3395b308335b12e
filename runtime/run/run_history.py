"""Record state snapshots and external inputs of a run, so that recorded steps can be replayed.

The history consists of segments: a snapshot of all variables after a step, and the external inputs of the steps that
follow. If memory is short, whole segments are dropped, most of them old ones, so that all steps of the others can be
replayed. A page without state needs one snapshot: each of its steps can be replayed alone.
"""

from __future__ import annotations

import math
import time
from array import array
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.document.addresses import Address
from blockloom.runtime.compile.program import Program, Results, SessionProgram
from blockloom.runtime.resources.resource import CapturedResource
from blockloom.runtime.run.external_input_recorder import RecordedInputs, Tape
from blockloom.runtime.run.step_fetches import begins_at

BUDGET = 1 << 30  # default size in bytes
SHARE = 0.01  # share of the time of steps that snapshots may take
_APART = 0.025  # least seconds of steps between snapshots; replaying these steps takes about as long
_BYTES = 2.5e9  # bytes per second that a step can copy: it copies recorded values before it overwrites them
LARGE = 1 << 16  # arrays with more bytes may share memory with the previous snapshot
_TAPE = 1 / 16  # share of the budget for external inputs between two snapshots
_FULL = 0.9  # share of the budget that is used; the rest is for fragmentation
_OBJECT = 320  # approximate bytes of an array object in numpy and TensorFlow, without its elements
_SEGMENT = 640  # approximate bytes of a segment, without its arrays
_ANY = 1 << 62  # stands for an unlimited number of steps
_AT_ONCE = 16  # one in this many segments is dropped at once, because the search takes long

Values = Mapping[str, np.ndarray]  # `Variable.block` -> value
Tapes = Mapping[str, Tape]  # session -> tape


class Packing(NamedTuple):
    """The layout of small arrays packed into one piece of memory."""

    dtypes: Sequence[np.dtype]
    shapes: Sequence[tuple[int, ...]]

    def arrays(self, packed: bytes) -> tuple[np.ndarray, ...]:
        """Return the arrays, read-only."""
        found, at = [], 0
        for dtype, shape in zip(*self):
            found.append(np.ndarray(shape, dtype, packed, at))
            at += found[-1].nbytes
        return tuple(found)


@dataclass(slots=True, eq=False)
class VariableValues:
    """Values of the variables of a session.

    Attributes:
        blocks: the names of variables that have a value.
        data: their arrays, or with `packing` one bytes object: cheaper for many snapshots.
        packing: the layout of `data`.
    """

    blocks: tuple[str, ...]
    data: tuple[np.ndarray, ...] | bytes
    packing: Packing | None = None

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """The arrays of the values."""
        if isinstance(self.data, tuple):
            return self.data
        assert self.packing is not None
        return self.packing.arrays(self.data)

    def values(self) -> Values:
        """Return the values by name."""
        return dict(zip(self.blocks, self.arrays))


class StateSnapshot(NamedTuple):
    """State of all sessions after a step.

    Attributes:
        step: the number of the step.
        variables: the values of variables, by session.
        resources: the contents of resources that can be restored, by session and block.
        epochs: the number of epochs validated before.
    """

    step: int
    variables: Mapping[str, VariableValues]
    resources: Mapping[str, Mapping[str, CapturedResource]] = MappingProxyType({})
    epochs: int = 0

    @property
    def empty(self) -> bool:
        """True if there was no state."""
        return not self.resources and not any(held.blocks for held in self.variables.values())

    def values(self, session: str) -> Values:
        """Return the values of a session's variables."""
        held = self.variables.get(session)
        return held.values() if held is not None else {}


@dataclass(slots=True, eq=False)
class RecordedSegment:
    """A snapshot, and the external inputs of the steps that followed.

    Attributes:
        last_step: the last step that can be replayed from the snapshot.
        inputs: the external inputs by step and session, if there are any.
        size: the bytes that only this segment keeps in memory.
        start_time: the time when its first step began, in seconds.
    """

    snapshot: StateSnapshot
    last_step: int
    inputs: dict[int, Mapping[str, RecordedInputs]] = field(default_factory=dict)
    size: int = 0
    start_time: float = 0.0

    def inputs_until(self, last: int) -> Iterator[Mapping[str, RecordedInputs]]:
        """Return the external inputs of the steps after the snapshot, up to step `last`."""
        return (self.inputs.get(step, _NOTHING) for step in range(self.snapshot.step + 1, last + 1))


_NOTHING: Mapping[str, RecordedInputs] = MappingProxyType({})


class StepFailure(NamedTuple):
    """The session in which a step failed, and the error of TensorFlow."""

    session: str
    error: Exception


class FailedOpInput(NamedTuple):
    """An input of a failed op: its name, the output it comes from, if any, and its value as in `Results`."""

    name: str
    source: Address | None
    value: Any


class OpFailure(NamedTuple):
    """The op in which a step failed.

    Attributes:
        calls: the calls that lead to its block, the outermost first.
        place: the block; None if unknown.
        op: the type of the op.
        call: the number of the call of its loop or function, from 1; 0 outside.
        inputs: the inputs in that call.
        unreached: the blocks that the step did not run.
        differs: whether the values are of a replay that did not fail in the same way.
    """

    calls: Sequence[Address] = ()
    place: Address | None = None
    op: str = ""
    call: int = 0
    inputs: Sequence[FailedOpInput] = ()
    unreached: Collection[Address] = ()
    differs: bool = False


class DisplayedPastStep(NamedTuple):
    """A step shown instead of the latest step, with its results by session.

    `kind` states the reason, as `ShownStep.kind`.
    """

    step: int
    results: Mapping[str, Results]
    kind: str
    failed_op: OpFailure | None = None


class HistoryOrigin(NamedTuple):
    """The page of a history that was read from a file, and the signature of its state."""

    page: str
    signature: str


class ReplayPath(NamedTuple):
    """The snapshot from which to replay a step, and the external inputs of the steps up to it."""

    snapshot: StateSnapshot
    tapes: list[Tapes]


class RunHistory:
    """The history of a run, within `budget` bytes.

    `share` is the share of the time of steps that snapshots may take; from 1 on, each step gets a snapshot.
    """

    def __init__(self, budget: int = BUDGET, share: float = SHARE):
        self.budget, self.share = budget, share
        self.segments: list[RecordedSegment] = []
        # External inputs of a failed step after the last complete one.
        self.failed: Mapping[str, RecordedInputs] | None = None
        self.loss = LossSeries()
        self.origin: HistoryOrigin | None = None  # set if the history was read from a file
        self.failure: StepFailure | None = None
        self.size = self._tape = 0  # bytes of all segments, and of external inputs since the last snapshot
        # The segment of the next step; None if the next step needs a snapshot first.
        self.latest: RecordedSegment | None = None
        self._until = 0  # the last step before the next snapshot
        # Seconds that the latest snapshots took. The shortest time counts: another process may have held up the others.
        self._costs = deque[float](maxlen=3)

    def add_snapshot(self, read: Callable[[], StateSnapshot]) -> None:
        """Add the snapshot that `read` returns, taken between two steps."""
        began = time.perf_counter()
        now, before = read(), self.segments[-1] if self.segments else None
        size = _size(now)
        if size > LARGE and before is not None:
            size -= _shared(now, before.snapshot)
        ended = time.perf_counter()
        self.latest = RecordedSegment(now, now.step, {}, size, ended)
        self.segments.append(self.latest)
        self.failed, self._tape, self._until = None, 0, now.step + 1
        self.size += size
        if size == _SEGMENT and now.empty:
            self._until = _ANY
        elif self.share < 1 and before is not None:
            mean = (began - before.start_time) / (before.last_step - before.snapshot.step or 1)
            self._costs.append(ended - began + size / _BYTES)
            seconds = max(min(self._costs) / self.share, _APART)
            self._until = now.step + max(1, int(seconds / mean)) if mean else now.step + 1
        if self.size > self.budget * _FULL:
            self._trim()

    def add_step(self, inputs: Mapping[str, RecordedInputs]) -> None:
        """Record a finished step with its external inputs."""
        segment = self.latest
        if segment is None:
            return
        self.failed = None
        segment.last_step += 1
        if segment.last_step >= self._until:
            self.latest = None
        if inputs:
            segment.inputs[segment.last_step] = inputs
            size = sum(map(_size_of_drawn, inputs.values()))
            segment.size += size
            self.size += size
            self._tape += size
            if self._tape > self.budget * _TAPE:  # the latest segment cannot be dropped to free memory
                self.latest = None
            self._trim()

    def withdraw_step(self) -> StateSnapshot:
        """Record the latest step, which is paused, as incomplete; return the snapshot before the step."""
        segment = self.segments[-1]
        if segment.last_step > segment.snapshot.step:
            self.failed = segment.inputs.pop(segment.last_step, _NOTHING)
            segment.last_step -= 1
            size = sum(map(_size_of_drawn, self.failed.values()))
            segment.size -= size
            self.size -= size
        self.latest = None
        self.loss.truncate(segment.snapshot.step)
        return segment.snapshot

    def restore_step(self) -> None:
        """Record the paused step as the last one."""
        if self.failed is not None:
            self.latest = self.segments[-1]
            self.add_step(self.failed)
        self.latest = None

    def add_incomplete_step(self, inputs: Mapping[str, RecordedInputs]) -> None:
        """Record a failed or stopped step with its external inputs; no snapshot has the state after it."""
        self.latest, self.failed = None, inputs

    def invalidate(self) -> None:
        """Record that variables changed between two steps."""
        self.latest, self.failed = None, None

    def clear(self) -> None:
        """Clear the history after a reset, or for another page."""
        self.segments, self.size, self.loss = [], 0, LossSeries()
        self.invalidate()

    def truncate(self, step: int) -> None:
        """Discard all steps after `step`."""
        self.segments = [segment for segment in self.segments if segment.snapshot.step <= step]
        for segment in self.segments[-1:]:
            segment.last_step = min(segment.last_step, step)
            gone = [segment.inputs.pop(n) for n in [*segment.inputs] if n > step]
            segment.size -= sum(_size_of_drawn(one) for inputs in gone for one in inputs.values())
        self.size = sum(segment.size for segment in self.segments)
        self.loss.truncate(step)
        self.invalidate()

    def path_to(self, step: int) -> ReplayPath | None:
        """Return how to replay a step, or the incomplete step after the last one; None if it is not recorded."""
        for segment in reversed(self.segments):
            if segment.snapshot.step < step <= segment.last_step:
                return _path_in_segment(segment, step)
        if self.failed is not None and self.segments and step == self.segments[-1].last_step + 1:
            return _path_in_segment(self.segments[-1], step, self.failed)
        return None

    def steps(self) -> list[tuple[int, int]]:
        """Return the steps that can be replayed, as spans (first, last)."""
        return [(s.snapshot.step + 1, s.last_step) for s in [*self.segments] if s.last_step > s.snapshot.step]

    def has(self, step: int) -> bool:
        """Return whether the state after a step is recorded, or can be replayed."""
        return any(s.snapshot.step <= step <= s.last_step for s in self.segments)

    def _trim(self) -> None:
        while self.size > self.budget * _FULL and len(self.segments) > 1:
            self._drop(max(1, len(self.segments) // _AT_ONCE))

    def _drop(self, most: int) -> None:
        """Drop at most `most` segments, or about half: those with near neighbours, relative to their age."""
        found = self.segments
        ends = np.array([one.snapshot.step for one in found], np.float64)
        lasts = np.array([one.last_step for one in found], np.float64)
        missed = (lasts[1:] - np.append(-1, ends[:-2])) / (lasts[-1] - ends[:-1] + 1)
        gone = set[int]()
        for n in np.argsort(missed, kind="stable")[: 2 * most].tolist():
            if n - 1 in gone or n + 1 in gone:  # the gap would become too large
                continue
            gone.add(n)
            # Memory shared with the next segment counts for the next segment now.
            after, before = found[n + 1], found[n - 1].snapshot if n else None
            more = _shared(after.snapshot, found[n].snapshot) - (
                _shared(after.snapshot, before) if before is not None else 0
            )
            after.size += more
            self.size += more - found[n].size
            if len(gone) == most:
                break
        self.segments = [one for n, one in enumerate(found) if n not in gone]


def _path_in_segment(
    segment: RecordedSegment, step: int, failed: Mapping[str, RecordedInputs] | None = None
) -> ReplayPath:
    """Return how to replay a step of a segment, or the incomplete step after its last with the inputs `failed`."""
    last_inputs = segment.inputs.get(step, _NOTHING) if failed is None else failed
    inputs_before = () if segment.snapshot.empty else segment.inputs_until(step - 1)
    return ReplayPath(
        segment.snapshot,
        [{session: one.tape() for session, one in inputs.items()} for inputs in chain(inputs_before, (last_inputs,))],
    )


def _size(snapshot: StateSnapshot) -> int:
    """Return the bytes of a snapshot."""
    size = _SEGMENT
    for held in snapshot.variables.values():
        kept = held.data
        if isinstance(kept, bytes):
            size += len(kept)
        else:
            size += sum([array.nbytes for array in kept]) + len(kept) * _OBJECT
    for taken in snapshot.resources.values():
        size += sum([_size_of_content(one.content) for one in taken.values()])
    return size


def _shared(snapshot: StateSnapshot, before: StateSnapshot) -> int:
    """Return the bytes of a snapshot that share memory with the snapshot before."""
    size = 0
    for session, held in snapshot.variables.items():
        old = before.variables.get(session)
        if old is not None and old.blocks == held.blocks and isinstance(held.data, tuple):
            large = [(one, other) for one, other in zip(held.data, old.arrays) if one.nbytes > LARGE]
            size += sum([one.nbytes for one, other in large if begins_at(one) == begins_at(other)])
    return size


def _size_of_content(content: Any) -> int:
    """Return the bytes of the contents of a queue, a table or an iterator."""
    if isinstance(content, (tuple, list)):
        return sum(map(_size_of_content, content))
    if isinstance(content, np.ndarray):
        return content.nbytes + (sum(map(len, content.flat)) if content.dtype == object else 0)
    return len(content) if isinstance(content, bytes) else 8


def _size_of_drawn(inputs: RecordedInputs) -> int:
    """Return the bytes of external inputs, estimated from the first element for strings."""
    size = _OBJECT * (1 + len(inputs.values))
    for value in inputs.values:
        if isinstance(value, np.ndarray):
            size += value.nbytes
            if value.dtype == object and value.size:
                size += value.size * len(value.flat[0])
        else:
            size += len(value) if isinstance(value, bytes) else 8
    return size


class LossOutput(NamedTuple):
    """An output pin of a block."""

    block: Address  # an `Address.owner`
    pin: str

    @property
    def address(self) -> Address:
        """The address of the pin."""
        return self.block._replace(pin=self.pin)


def loss_of(program: Program) -> LossOutput | None:
    """Return the loss of a page; None if no output is a single number."""
    training = [own for own in program.sessions if own.within is None]
    losses = [(own, made.loss) for own in training for made in program.emitter.expansions.values() if made.loss]
    asked = [(own, name) for own in training for name in own.fetched if name in own.requested]
    some = [*losses, *asked]
    # Prefer outputs that are not reference variables, and among these such as are certainly single numbers.
    ways = [(sure, state) for state in (False, True) for sure in (True, False)]
    return next((found for way in ways for own, name in some if (found := _output(program, own, name, *way))), None)


def number(results: Results, output: LossOutput) -> float | None:
    """Return the value of an output as a number: NaN if it is not one, None without a single value."""
    value = results.get(output.block, {}).get(output.pin)
    if not isinstance(value, np.ndarray) or value.size != 1:
        return None
    try:
        return float(value.reshape(())[()])
    except (TypeError, ValueError, OverflowError):
        return math.nan


def _output(program: Program, own: SessionProgram, name: str, sure: bool, state: bool) -> LossOutput | None:
    """Return the output that shows a tensor, None unless the tensor is a single float.

    With `sure` False, the shape must be unknown instead; with `state`, the tensor must be a reference variable.
    """
    tensor = program.graph.get_tensor_by_name(name)
    if tensor.dtype._is_ref_dtype != state:
        return None
    count = tensor.shape.num_elements() if tensor.shape.rank is not None else None
    if not tensor.dtype.base_dtype.is_floating or count != (1 if sure else None):
        return None
    return next((LossOutput(at, pin) for at, pin, source in _shown(own) if source == name), None)


def _shown(own: SessionProgram) -> Iterator[tuple[Address, str, Any]]:
    return ((at, pin, source) for at, pins in own.sources.items() for pin, source in pins.items())


MOST = 1 << 17  # most recorded steps; a longer run keeps every second step, then every fourth, and so on


class LossSeries:
    """`steps` with their `values`, and the steps with non-finite values, `bad`, in order.

    A step may be in `bad` only.
    """

    def __init__(self) -> None:
        self.steps, self.values, self.bad = array("q"), array("d"), array("q")
        self._every = 1

    def add(self, step: int, value: float) -> None:
        """Add the loss of a step."""
        if not math.isfinite(value):
            self.mark(step)
        if step % self._every:
            return
        self.steps.append(step)
        self.values.append(value)
        if len(self.steps) > MOST:
            self._every *= 2
            keep = [n for n, one in enumerate(self.steps) if not one % self._every]
            self.steps = array("q", [self.steps[n] for n in keep])
            self.values = array("d", [self.values[n] for n in keep])

    def mark(self, step: int) -> None:
        """Record that a step showed a non-finite value."""
        if (not self.bad or self.bad[-1] < step) and len(self.bad) < MOST:
            self.bad.append(step)

    def truncate(self, step: int) -> None:
        """Discard all steps after `step`."""
        self.steps = self.steps[: bisect_right(self.steps, step)]
        self.values = self.values[: len(self.steps)]
        self.bad = self.bad[: bisect_right(self.bad, step)]
