"""What was before: moments of state and what steps drew since, from which any step among them can be taken again.

The past is kept in segments: a moment, which is what all variables held after a step, and the tapes of the steps that
follow. Where memory ends, whole segments go, the more of them the older they are, so that each that is left can be
taken again. A page that holds nothing needs one moment: each of its steps can be taken again alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.document.addresses import Address
from blockloom.runtime.compile.program import Results
from blockloom.runtime.resources.resource import CapturedResource
from blockloom.runtime.run.external_input_recorder import RecordedInputs, Tape
from blockloom.runtime.run.loss_series import LossSeries
from blockloom.runtime.run.reference_buffers import begins_at

BUDGET = 1 << 30  # bytes
SHARE = 0.01  # of the time of steps that moments may take
_APART = 0.025  # seconds of steps between moments, at least: steps taken again take not much longer
_BYTES = 2.5e9  # per second: what is kept is copied where a step writes it
LARGE = 1 << 16  # bytes of an array of which it pays to know whether it is the same memory as before
_TAPE = 1 / 16  # of the budget that steps may draw until a moment is due
_FULL = 0.9  # of the budget: holes between arrays take the rest
_OBJECT = 320  # bytes of an array besides its elements, or so: it is one of numpy's and one of TensorFlow's
_SEGMENT = 640  # and of a segment besides its arrays
_ANY = 1 << 62  # steps
_AT_ONCE = 16  # one of so many segments goes where memory ends, at once: it takes long to look through all of them

Values = Mapping[str, np.ndarray]  # what variables hold, by `Variable.block`
Tapes = Mapping[str, Tape]  # by session


class Packing(NamedTuple):
    """How small arrays lie one after the other in one piece of memory."""

    dtypes: Sequence[np.dtype]
    shapes: Sequence[tuple[int, ...]]

    def arrays(self, packed: bytes) -> tuple[np.ndarray, ...]:
        """The arrays again; they cannot be written."""
        found, at = [], 0
        for dtype, shape in zip(*self):
            found.append(np.ndarray(shape, dtype, packed, at))
            at += found[-1].nbytes
        return tuple(found)


@dataclass(slots=True, eq=False)
class VariableValues:
    """What the variables of a session hold: names of those that hold something, and their arrays, or what `packing`
    makes arrays of: one object for all that is small, since there may be very many moments.
    """

    blocks: tuple[str, ...]
    kept: tuple[np.ndarray, ...] | bytes
    packing: Packing | None = None

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """Their values."""
        if isinstance(self.kept, tuple):
            return self.kept
        assert self.packing is not None
        return self.packing.arrays(self.kept)

    def values(self) -> Values:
        """The same, by name."""
        return dict(zip(self.blocks, self.arrays))


class StateSnapshot(NamedTuple):
    """What the variables of each session held after `step`, and what else it held that can be put back, by session and
    block. `epochs` were validated by then.
    """

    step: int
    held: Mapping[str, VariableValues]
    taken: Mapping[str, Mapping[str, CapturedResource]] = MappingProxyType({})
    epochs: int = 0

    @property
    def empty(self) -> bool:
        """Whether nothing was held by then."""
        return not self.taken and not any(held.blocks for held in self.held.values())

    def values(self, session: str) -> Values:
        """What the variables of a session held."""
        held = self.held.get(session)
        return held.values() if held is not None else {}


@dataclass(slots=True, eq=False)
class RecordedSegment:
    """A moment, and what the steps that followed it drew, by step and session, where they drew anything. `last` is the
    last step that can be taken again from it. `size` are the bytes that it alone keeps in memory, `began` when the
    first of its steps did, in seconds.
    """

    moment: StateSnapshot
    last: int
    drawn: dict[int, Mapping[str, RecordedInputs]] = field(default_factory=dict)
    size: int = 0
    began: float = 0.0

    def drew(self, last: int) -> Iterator[Mapping[str, RecordedInputs]]:
        """What each step drew up to that one, from the first after the moment on."""
        return (self.drawn.get(step, _NOTHING) for step in range(self.moment.step + 1, last + 1))


_NOTHING: Mapping[str, RecordedInputs] = MappingProxyType({})


class StepFailure(NamedTuple):
    """How a step broke off: in which session, and what TensorFlow raised."""

    session: str
    error: Exception


class FailedOpInput(NamedTuple):
    """What an op took: the name of its input, the output of a block that gave it, None where it is of no block, and the
    value, as in Results.
    """

    name: str
    source: Address | None
    value: Any


class OpFailure(NamedTuple):
    """The op in which a step failed: the calls that lead to its block, the outermost first, and that block; what it
    took in call number `call` of its loop or function, from 1; 0 where it lies in none. `place` is None where nothing
    says which op it was. `unreached` are blocks that the step did not come to. `differs`: the values are of a replay of
    the step, which did not fail in the same way.
    """

    calls: Sequence[Address] = ()
    place: Address | None = None
    op: str = ""
    call: int = 0
    inputs: Sequence[FailedOpInput] = ()
    unreached: Collection[Address] = ()
    differs: bool = False


class DisplayedPastStep(NamedTuple):
    """What is shown in the place of the latest step: the results of another one, by session. `taken` says how that
    came about, as `ShownStep.taken`.
    """

    step: int
    results: Mapping[str, Results]
    taken: str
    failed: OpFailure | None = None


class HistoryOrigin(NamedTuple):
    """Of what a past is that was read from a file: the page, and what tells one state of that from another."""

    page: str
    signature: str


class ReplayPath(NamedTuple):
    """How to take a step again: from a moment, by the tapes of steps up to that one."""

    moment: StateSnapshot
    tapes: list[Tapes]


class RunHistory:
    """The past of a run, within `budget` bytes. `share` is the part of the time of steps that keeping moments may take;
    1 or more keeps one for each step.
    """

    def __init__(self, budget: int = BUDGET, share: float = SHARE):
        self.budget, self.share = budget, share
        self.segments: list[RecordedSegment] = []
        # What the step after the last one drew, which failed or broke off.
        self.failed: Mapping[str, RecordedInputs] | None = None
        self.line = LossSeries()
        self.origin: HistoryOrigin | None = None  # of a file, and how the step broke off there that drew `failed`
        self.failure: StepFailure | None = None
        self.size = self._tape = 0  # bytes: of all, and of what steps drew since the last moment
        # To which the next step belongs; None where a moment is due, since nobody knows what that step begins with.
        self.latest: RecordedSegment | None = None
        self._until = 0  # the last step before a moment is due

    def moment(self, read: Callable[[], StateSnapshot]) -> None:
        """Keep what `read` gives: what is held between two steps."""
        began = time.perf_counter()
        now, before = read(), self.segments[-1] if self.segments else None
        size = _size(now)
        if size > LARGE and before is not None:
            size -= _shared(now, before.moment)
        ended = time.perf_counter()
        self.latest = RecordedSegment(now, now.step, {}, size, ended)
        self.segments.append(self.latest)
        self.failed, self._tape, self._until = None, 0, now.step + 1
        self.size += size
        if size == _SEGMENT and now.empty:
            self._until = _ANY
        elif self.share < 1 and before is not None:
            mean = (began - before.began) / (before.last - before.moment.step or 1)
            cost = ended - began + size / _BYTES
            self._until = now.step + max(1, int(max(cost / self.share, _APART) / mean)) if mean else now.step + 1
        if self.size > self.budget * _FULL:
            self._trim()

    def ended(self, drew: Mapping[str, RecordedInputs]) -> None:
        """A step came to its end, and drew this."""
        segment = self.latest
        if segment is None:
            return
        self.failed = None
        segment.last += 1
        if segment.last >= self._until:
            self.latest = None
        if drew:
            segment.drawn[segment.last] = drew
            size = sum(map(_size_of_drawn, drew.values()))
            segment.size += size
            self.size += size
            self._tape += size
            if self._tape > self.budget * _TAPE:  # the latest segment cannot go
                self.latest = None
            self._trim()

    def unmake(self) -> StateSnapshot:
        """Record the latest step as the one after the last, like one that failed, since it is paused. Return the moment
        before it.
        """
        segment = self.segments[-1]
        if segment.last > segment.moment.step:
            self.failed = segment.drawn.pop(segment.last, _NOTHING)
            segment.last -= 1
            size = sum(map(_size_of_drawn, self.failed.values()))
            segment.size -= size
            self.size -= size
        self.latest = None
        self.line.back(segment.moment.step)
        return segment.moment

    def remake(self) -> None:
        """Record the paused step as the last one."""
        if self.failed is not None:
            self.latest = self.segments[-1]
            self.ended(self.failed)
        self.latest = None

    def broke(self, drew: Mapping[str, RecordedInputs]) -> None:
        """A step failed, or was stopped: what it drew. What variables hold by now no moment says."""
        self.latest, self.failed = None, drew

    def changed(self) -> None:
        """Variables got other values than steps gave them."""
        self.latest, self.failed = None, None

    def forget(self) -> None:
        """There is no past: another page, or a reset."""
        self.segments, self.size, self.line = [], 0, LossSeries()
        self.changed()

    def back(self, step: int) -> None:
        """Steps after this one never were: another branch begins there."""
        self.segments = [segment for segment in self.segments if segment.moment.step <= step]
        for segment in self.segments[-1:]:
            segment.last = min(segment.last, step)
            gone = [segment.drawn.pop(n) for n in [*segment.drawn] if n > step]
            segment.size -= sum(_size_of_drawn(one) for drew in gone for one in drew.values())
        self.size = sum(segment.size for segment in self.segments)
        self.line.back(step)
        self.changed()

    def way(self, step: int) -> ReplayPath | None:
        """How a step is taken again, and with the number after the last one that which failed; None where its past is
        not kept.
        """
        for segment in reversed(self.segments):
            if segment.moment.step < step <= segment.last:
                return _way(segment, step)
        if self.failed is not None and self.segments and step == self.segments[-1].last + 1:
            return _way(self.segments[-1], step, self.failed)
        return None

    def steps(self) -> list[tuple[int, int]]:
        """The steps that can be taken again, as spans (first, last)."""
        return [(s.moment.step + 1, s.last) for s in [*self.segments] if s.last > s.moment.step]

    def has(self, step: int) -> bool:
        """Whether what was held after a step is known, or can be."""
        return any(s.moment.step <= step <= s.last for s in self.segments)

    def _trim(self) -> None:
        while self.size > self.budget * _FULL and len(self.segments) > 1:
            self._drop(max(1, len(self.segments) // _AT_ONCE))

    def _drop(self, most: int) -> None:
        """Drop so many of the segments that are missed least, or about half of it: whose neighbours are near, for their
        age.
        """
        found = self.segments
        ends = np.array([one.moment.step for one in found], np.float64)
        lasts = np.array([one.last for one in found], np.float64)
        missed = (lasts[1:] - np.append(-1, ends[:-2])) / (lasts[-1] - ends[:-1] + 1)
        gone = set[int]()
        for n in np.argsort(missed, kind="stable")[: 2 * most].tolist():
            if n - 1 in gone or n + 1 in gone:  # it is missed more now
                continue
            gone.add(n)
            # What it shared with the one after it is kept by that one now.
            after, before = found[n + 1], found[n - 1].moment if n else None
            more = _shared(after.moment, found[n].moment) - (_shared(after.moment, before) if before is not None else 0)
            after.size += more
            self.size += more - found[n].size
            if len(gone) == most:
                break
        self.segments = [one for n, one in enumerate(found) if n not in gone]


def _way(segment: RecordedSegment, step: int, failed: Mapping[str, RecordedInputs] | None = None) -> ReplayPath:
    """The way to a step of a segment, or to the one after its last, which `failed`."""
    last = segment.drawn.get(step, _NOTHING) if failed is None else failed
    before = () if segment.moment.empty else segment.drew(step - 1)
    return ReplayPath(
        segment.moment, [{session: one.tape() for session, one in drew.items()} for drew in chain(before, (last,))]
    )


def _size(moment: StateSnapshot) -> int:
    """The bytes of what a moment keeps."""
    size = _SEGMENT
    for held in moment.held.values():
        kept = held.kept
        if isinstance(kept, bytes):
            size += len(kept)
        else:
            size += sum([array.nbytes for array in kept]) + len(kept) * _OBJECT
    for taken in moment.taken.values():
        size += sum([_size_of_content(one.content) for one in taken.values()])
    return size


def _shared(moment: StateSnapshot, before: StateSnapshot) -> int:
    """The bytes of it that are the same memory as before."""
    size = 0
    for session, held in moment.held.items():
        old = before.held.get(session)
        if old is not None and old.blocks == held.blocks and isinstance(held.kept, tuple):
            large = [(one, other) for one, other in zip(held.kept, old.arrays) if one.nbytes > LARGE]
            size += sum([one.nbytes for one, other in large if begins_at(one) == begins_at(other)])
    return size


def _size_of_content(content: Any) -> int:
    """The bytes of what a queue, a table or an iterator held."""
    if isinstance(content, (tuple, list)):
        return sum(map(_size_of_content, content))
    if isinstance(content, np.ndarray):
        return content.nbytes + (sum(map(len, content.flat)) if content.dtype == object else 0)
    return len(content) if isinstance(content, bytes) else 8


def _size_of_drawn(drew: RecordedInputs) -> int:
    """The bytes of what a step drew, those of texts by the first of them."""
    size = _OBJECT * (1 + len(drew.values))
    for value in drew.values:
        if isinstance(value, np.ndarray):
            size += value.nbytes
            if value.dtype == object and value.size:
                size += value.size * len(value.flat[0])
        else:
            size += len(value) if isinstance(value, bytes) else 8
    return size
