"""What the latest step of a session drew from outside: read with the step, or from its slots where it failed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blockloom.runtime.compile.function_recordings import MOST
from blockloom.runtime.compile.program import ExternalInputs, InputSlot
from blockloom.runtime.run.reference_buffers import begins_at

Tape = Mapping[str, Any]  # tensor -> what a step drew; what it did not draw is not there
Read = Callable[[tuple[str, ...]], Sequence[Any]]  # what slots hold


class RecordedInputs(NamedTuple):
    """What a step drew: the names of tensors, and their values."""

    names: Sequence[str]
    values: Sequence[Any]

    def tape(self) -> Tape:
        """By name."""
        return dict(zip(self.names, self.values))


NOTHING = RecordedInputs((), ())
Apart = Callable[[Sequence[Any]], Sequence[Any]]  # values, copied where TensorFlow may write into them


class ExternalInputRecorder:
    """Records what each step of a session draws. `keeps` are nodes that run with every step, `fetched` tensors that it
    fetches. `latest` is what the latest step drew; `too_much` are the calls that drew so much inside that it is not
    known what.
    """

    def __init__(self, drawn: ExternalInputs):
        self.keeps = [slot.keep for slot in drawn.slots]
        self.fetched = [slot.tensor for slot in drawn.slots if slot.sure]
        self._slots = drawn.slots
        self._unsure = [slot for slot in drawn.slots if not slot.sure]
        self.latest, self.too_much = NOTHING, list[str]()
        self._sizes, calls = drawn.sizes, drawn.calls
        self._inside = {slot.tensor: calls.get(slot.tensor.partition(":")[0], "") for slot in drawn.slots}
        # What slots held after the latest step, in the memory of TensorFlow: names and values.
        self._before: tuple[Collection[str], Collection[Any]] = (), ()

    def drew(self, values: Sequence[Any], read: Read, apart: Apart) -> None:
        """A step came to its end, and gave these of `fetched`."""
        if self._unsure:  # what of it was not drawn in this step nobody takes when it is taken again
            now = dict(zip(self.fetched, values)) | _held(self._unsure, read)
            self._tell(now, apart)
            self._before = now.keys(), now.values()
        elif self._slots:
            self.latest = self._known(RecordedInputs(self.fetched, apart(values)))
            self._before = self.fetched, values

    def failed(self, read: Read, apart: Apart) -> None:
        """A step failed: what it drew is in the slots, besides what steps before it drew. Where they cannot be read any
        more, nothing is known of it.
        """
        self.latest = NOTHING
        held = _held(self._slots, read)
        self._tell(_new(held, dict(zip(*self._before))), apart)
        self._before = held.keys(), held.values()

    def _tell(self, drawn: Mapping[str, Any], apart: Apart) -> None:
        self.latest = self._known(RecordedInputs(list(drawn), apart(list(drawn.values()))))

    def _known(self, drew: RecordedInputs) -> RecordedInputs:
        """What is known of it."""
        if not self._sizes:
            return drew
        tape = dict(drew.tape())
        self.too_much = [call for call, size in self._sizes.items() if tape.pop(size, 0) > MOST]
        known = {tensor: value for tensor, value in tape.items() if self._inside[tensor] not in self.too_much}
        return RecordedInputs(list(known), list(known.values()))


def _held(slots: Sequence[InputSlot], read: Read) -> dict[str, Any]:
    if not slots:
        return {}
    there = [slot for slot, has in zip(slots, read(tuple(slot.has for slot in slots))) if has]
    return dict(zip([slot.tensor for slot in there], read(tuple(slot.kept for slot in there)))) if there else {}


def _new(held: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """What slots hold that they did not before: they hand out the memory that TensorFlow keeps, and whoever still has
    the value from before has kept it from being used again. Scalars and texts are copied, and told apart by what they
    are.
    """
    return {name: value for name, value in held.items() if name not in before or not _is_same(value, before[name])}


def _is_same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray) and one.dtype != object and one.size:
        return one.shape == other.shape and begins_at(one) == begins_at(other)
    return False
