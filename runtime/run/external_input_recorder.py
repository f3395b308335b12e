"""Record the external inputs of the latest step of a session.

They are fetched with the step; after a failed step they are read from their slots.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blockloom.runtime.compile.function_recordings import MOST
from blockloom.runtime.compile.program import ExternalInputs, InputSlot
from blockloom.runtime.run.step_fetches import begins_at

Tape = Mapping[str, Any]  # tensor -> the external input of a step, without unused inputs
Read = Callable[[tuple[str, ...]], Sequence[Any]]  # function that reads slots


class RecordedInputs(NamedTuple):
    """External inputs of a step: the names of tensors, and their values."""

    names: Sequence[str]
    values: Sequence[Any]

    def tape(self) -> Tape:
        """Return the values by name."""
        return dict(zip(self.names, self.values))


NOTHING = RecordedInputs((), ())
Apart = Callable[[Sequence[Any]], Sequence[Any]]  # function that copies values if TensorFlow may overwrite them


class ExternalInputRecorder:
    """Records the external inputs of each step of a session.

    Attributes:
        keeps: nodes that run with every step.
        fetched: tensors that every step fetches.
        latest: the external inputs of the latest step.
        too_much: the calls with more external inputs than can be recorded.
    """

    def __init__(self, drawn: ExternalInputs):
        self.keeps = [slot.keep for slot in drawn.slots]
        self.fetched = [slot.tensor for slot in drawn.slots if slot.sure]
        self._slots = drawn.slots
        self._unsure = [slot for slot in drawn.slots if not slot.sure]
        self.latest, self.too_much = NOTHING, list[str]()
        self._sizes, calls = drawn.sizes, drawn.calls
        self._inside = {slot.tensor: calls.get(slot.tensor.partition(":")[0], "") for slot in drawn.slots}
        # Names and values in the slots after the latest step; TensorFlow owns the memory of the values.
        self._before: tuple[Collection[str], Collection[Any]] = (), ()

    def record_step(self, values: Sequence[Any], read: Read, apart: Apart) -> None:
        """Record a finished step, with its values of `fetched`."""
        if self._unsure:  # these may include inputs of earlier steps, which a replay ignores
            now = dict(zip(self.fetched, values)) | _held(self._unsure, read)
            self._tell(now, apart)
            self._before = now.keys(), now.values()
        elif self._slots:
            self.latest = self._known(RecordedInputs(self.fetched, apart(values)))
            self._before = self.fetched, values

    def record_failure(self, read: Read, apart: Apart) -> None:
        """Record a failed step: the slots with other values than before the step.

        Nothing is known if the slots cannot be read any more.
        """
        self.latest = NOTHING
        held = _held(self._slots, read)
        self._tell(_new(held, dict(zip(*self._before))), apart)
        self._before = held.keys(), held.values()

    def _tell(self, drawn: Mapping[str, Any], apart: Apart) -> None:
        self.latest = self._known(RecordedInputs(list(drawn), apart(list(drawn.values()))))

    def _known(self, drew: RecordedInputs) -> RecordedInputs:
        """Return the inputs without those of calls with too many."""
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
    return dict(zip([slot.tensor for slot in there], read(tuple(slot.stored for slot in there)))) if there else {}


def _new(held: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the slots whose values were replaced.

    Reading a slot returns TensorFlow's own memory, which is not reused while the previous value is referenced here, so
    another address means another value. Scalars and strings are copied, and always count as replaced.
    """
    return {name: value for name, value in held.items() if name not in before or not _is_same(value, before[name])}


def _is_same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray) and one.dtype != object and one.size:
        return one.shape == other.shape and begins_at(one) == begins_at(other)
    return False
