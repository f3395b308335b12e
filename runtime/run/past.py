"""What was before: moments of state and what steps drew since, from which any step among them can be taken again.

The past is kept in segments: a moment, which is what all variables held after a step, and the tapes of the steps that
follow. Where memory ends, whole segments go, the more of them the older they are, so that each that is left can be
taken again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.document.addresses import Address
from blockloom.runtime.compile.program import Results
from blockloom.runtime.resources.resource import Taken
from blockloom.runtime.run.drawn import Drew, Tape
from blockloom.runtime.run.line import Line
from blockloom.runtime.run.reference_buffers import begins_at

BUDGET = 1 << 30  # bytes
SHARE = 0.01  # of the time of steps that moments may take
_BYTES = 2.5e9  # per second: what is kept is copied where a step writes it
_LARGE = 1 << 16  # bytes of an array of which it pays to know whether it is the same memory as before
_TAPE = 1 / 16  # of the budget that steps may draw until a moment is due
_FULL = 0.9  # of the budget: holes between arrays take the rest
_OBJECT = 128  # bytes of an array besides its elements, or so

Values = Mapping[str, np.ndarray]  # what variables hold, by `Variable.block`
Tapes = Mapping[str, Tape]  # by session


class Held(NamedTuple):
    """What the variables of a session hold: names and arrays of those that hold something."""

    blocks: Sequence[str]
    arrays: Sequence[np.ndarray]


class Moment(NamedTuple):
    """What the variables of each session held after `step`, and what else it held that can be put back, by session and
    block. `epochs` were validated by then."""

    step: int
    held: Mapping[str, Held]
    taken: Mapping[str, Mapping[str, Taken]] = MappingProxyType({})
    epochs: int = 0

    def values(self, session: str) -> Values:
        """What the variables of a session held."""
        return dict(zip(*self.held[session])) if session in self.held else {}


@dataclass
class Segment:
    """A moment, and what each step drew that followed it, by session. `size` are the bytes that it alone keeps in
    memory, `began` when the first of its steps did, in seconds."""

    moment: Moment
    drawn: list[Mapping[str, Drew]] = field(default_factory=list)
    size: int = 0
    began: float = 0.0

    @property
    def last(self) -> int:
        """The last step that can be taken again from it."""
        return self.moment.step + len(self.drawn)


class Failure(NamedTuple):
    """How a step broke off: in which session, and what TensorFlow raised."""

    session: str
    error: Exception


class Input(NamedTuple):
    """What an op took: the name of its input, the output of a block that gave it, None where it is of no block, and the
    value, as in Results."""

    name: str
    source: Address | None
    value: Any


class FailedOp(NamedTuple):
    """The op in which a step failed: the calls that lead to its block, the outermost first, and that block; what it
    took in call number `call` of its loop or function, from 1; 0 where it lies in none. `place` is None where nothing
    says which op it was. `unreached` are blocks that the step did not come to."""

    calls: Sequence[Address] = ()
    place: Address | None = None
    op: str = ""
    call: int = 0
    inputs: Sequence[Input] = ()
    unreached: Collection[Address] = ()


class LookedBack(NamedTuple):
    """What is shown in the place of the latest step: the results of another one, by session. `taken` says how that
    came about, as `ShownStep.taken`."""

    step: int
    results: Mapping[str, Results]
    taken: str
    failed: FailedOp | None = None


class Origin(NamedTuple):
    """Of what a past is that was read from a file: the page, and what tells one state of that from another."""

    page: str
    signature: str


class Way(NamedTuple):
    """How to take a step again: from a moment, by the tapes of steps up to that one."""

    moment: Moment
    tapes: list[Tapes]


class Past:
    """The past of a run, within `budget` bytes. `share` is the part of the time of steps that keeping moments may take;
    1 or more keeps one for each step."""

    def __init__(self, budget: int = BUDGET, share: float = SHARE):
        self.budget, self.share = budget, share
        self.segments: list[Segment] = []
        # What the step after the last one drew, which failed or broke off.
        self.failed: Mapping[str, Drew] | None = None
        self.line = Line()
        self.origin: Origin | None = None
        self.size = self._tape = 0  # bytes: of all, and of what steps drew since the last moment
        self.left = 0  # steps that may follow before a moment is due; with 0 nobody knows what the next begins with

    def moment(self, read: Callable[[], Moment]) -> None:
        """Keep what `read` gives: what is held between two steps."""
        began = time.perf_counter()
        now = read()
        segment = Segment(now, size=_size(now, self.segments[-1].moment if self.segments else None))
        mean = _mean(self.segments[-1], began) if self.segments else 0.0
        self.segments.append(segment)
        self.failed, self._tape = None, 0
        self.size += segment.size
        segment.began = time.perf_counter()
        cost = segment.began - began + segment.size / _BYTES
        self.left = max(1, int(cost / (self.share * mean))) if mean and self.share < 1 else 1
        self._trim()

    def ended(self, drew: Mapping[str, Drew]) -> None:
        """A step came to its end, and drew this."""
        if self.left <= 0:
            return
        self.left, self.failed = self.left - 1, None
        segment = self.segments[-1]
        segment.drawn.append(drew)
        if drew:
            size = sum(map(_size_of_drawn, drew.values()))
            segment.size += size
            self.size += size
            self._tape += size
            if self._tape > self.budget * _TAPE:  # the latest segment cannot go
                self.left = 0
            self._trim()

    def drew(self, drew: Mapping[str, Drew]) -> None:
        """The step after the last one has drawn this, and has yet to be made; a moment was kept right before."""
        self.failed = drew

    def broke(self, drew: Mapping[str, Drew]) -> None:
        """A step failed, or was stopped: what it drew. What variables hold by now no moment says."""
        self.left, self.failed = 0, drew

    def changed(self) -> None:
        """Variables got other values than steps gave them."""
        self.left, self.failed = 0, None

    def forget(self) -> None:
        """There is no past: another page, or a reset."""
        self.segments, self.size, self.line = [], 0, Line()
        self.changed()

    def back(self, step: int) -> None:
        """Steps after this one never were: another branch begins there."""
        self.segments = [segment for segment in self.segments if segment.moment.step <= step]
        for segment in self.segments[-1:]:
            gone = segment.drawn[step - segment.moment.step :]
            del segment.drawn[step - segment.moment.step :]
            segment.size -= sum(_size_of_drawn(one) for drew in gone for one in drew.values())
        self.size = sum(segment.size for segment in self.segments)
        self.line.back(step)
        self.changed()

    def way(self, step: int) -> Way | None:
        """How a step is taken again, and with the number after the last one that which failed; None where its past is
        not kept."""
        for segment in reversed(self.segments):
            if segment.moment.step < step <= segment.last:
                return _way(segment.moment, segment.drawn[: step - segment.moment.step])
        if self.failed is not None and self.segments and step == self.segments[-1].last + 1:
            return _way(self.segments[-1].moment, [*self.segments[-1].drawn, self.failed])
        return None

    def steps(self) -> list[tuple[int, int]]:
        """The steps that can be taken again, as spans (first, last)."""
        return [(s.moment.step + 1, s.last) for s in [*self.segments] if s.drawn]

    def has(self, step: int) -> bool:
        """Whether what was held after a step is known, or can be."""
        return any(s.moment.step <= step <= s.last for s in self.segments)

    def _trim(self) -> None:
        while self.size > self.budget * _FULL and len(self.segments) > 1:
            self._drop()

    def _drop(self) -> None:
        """Drop the segment that is missed least: whose neighbours are near, for its age."""
        found, now = self.segments, self.segments[-1].last

        def missed(n: int) -> float:
            before = found[n - 1].moment.step if n else -1
            return (found[n + 1].last - before) / (now - found[n].moment.step + 1)

        least = min(range(len(found) - 1), key=missed)
        gone, after = found.pop(least), found[least]
        # What it shared with the one after it is kept by that one now.
        size = _size(after.moment, found[least - 1].moment if least else None)
        size += sum(_size_of_drawn(one) for drew in after.drawn for one in drew.values())
        self.size += size - after.size - gone.size
        after.size = size


def _way(moment: Moment, drawn: Sequence[Mapping[str, Drew]]) -> Way:
    return Way(moment, [{session: one.tape() for session, one in drew.items()} for drew in drawn])


def _mean(segment: Segment, now: float) -> float:
    """The seconds that a step takes, or so."""
    return (now - segment.began) / len(segment.drawn) if segment.drawn else 0.0


def _size(moment: Moment, before: Moment | None) -> int:
    """The bytes of what a moment keeps, without what is the same memory as before."""
    size = 0
    for session, (blocks, arrays) in moment.held.items():
        old = before.held.get(session) if before is not None else None
        same = old.arrays if old is not None and old.blocks == blocks else ()
        size += sum(array.nbytes + _OBJECT for array in arrays)
        large = [(one, other) for one, other in zip(arrays, same) if one.nbytes > _LARGE]
        size -= sum(one.nbytes for one, other in large if begins_at(one) == begins_at(other))
    return size + sum(_size_of_content(one.content) for held in moment.taken.values() for one in held.values())


def _size_of_content(content: Any) -> int:
    """The bytes of what a queue, a table or an iterator held."""
    if isinstance(content, (tuple, list)):
        return sum(map(_size_of_content, content))
    if isinstance(content, np.ndarray):
        return content.nbytes + (sum(map(len, content.flat)) if content.dtype == object else 0)
    return len(content) if isinstance(content, bytes) else 8


def _size_of_drawn(drew: Drew) -> int:
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
