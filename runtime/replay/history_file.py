"""The history of a run as a file: snapshots, external inputs of steps and their losses.

A file has a header and one message of `protocol.messages`: JSON and arrays, and nothing in it is executed. It is first
written to a temporary file in the same folder. An array that several snapshots share is stored once.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf

from blockloom.blocks.files.atomic_replace import replacing
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.blocks.values.dtypes import DTYPES, dtype_text, fetched_array, label_of, plain
from blockloom.runtime.compile.program import Program
from blockloom.runtime.protocol import messages
from blockloom.runtime.run.external_input_recorder import RecordedInputs
from blockloom.runtime.run.run_history import (
    HistoryOrigin,
    RecordedSegment,
    RunHistory,
    StateSnapshot,
    StepFailure,
    VariableValues,
)
from blockloom.runtime.run.step_fetches import begins_at

_ENDED = tf.errors.CancelledError, tf.errors.DeadlineExceededError  # errors that a cancelled step may raise
_ERRORS = {code: tf.compat.v1.errors.exception_type_from_error_code(code) for code in range(1, 17)}
_BEGIN, _FORMAT = b"blockloom history\n", 1
_MOST, _ANY = (
    1 << 24,
    1 << 53,
)  # most steps without external inputs after a snapshot, and after a snapshot without values


class HistoryError(ValueError):
    """Raised if a file is not a history, or not a history of this page."""


class _ArrayTable:
    """Distinct arrays of a file, by number, with the labels of dtypes that numpy does not have."""

    def __init__(self) -> None:
        self.all: list[np.ndarray] = []
        self.labels: dict[int, str] = {}
        self._known: dict[tuple[Any, ...], int] = {}
        self._held: list[np.ndarray] = []  # kept, so that no other array gets their memory

    def add(self, value: Any) -> int:
        """Add a value, and return its number."""
        found = fetched_array(value)
        key = (begins_at(found), found.shape, found.strides, found.dtype.str)
        if found.nbytes and key in self._known:
            return self._known[key]
        number = self._known[key] = len(self.all)
        if found.dtype.hasobject or plain(found) is found:
            self.all.append(found)
        else:
            self.labels[number] = label_of(found)
            self.all.append(plain(found))
        self._held.append(found)
        return number

    def inputs_json(self, step: Mapping[str, RecordedInputs]) -> dict[str, Any]:
        """Return the external inputs of a step as JSON, and add their values."""
        return {name: [list(drew.names), list(map(self.add, drew.values))] for name, drew in step.items()}


def write_history(
    path: str | Path, past: RunHistory, origin: HistoryOrigin, failure: StepFailure | None = None
) -> None:
    """Write the recorded history of a run, including the failure of the step after its last one.

    Raises:
        FileError: The file cannot be written.
    """
    arrays, segments = _ArrayTable(), []
    for one in past.segments:
        held = {name: [of.blocks, list(map(arrays.add, of.arrays))] for name, of in one.snapshot.variables.items()}
        drawn = [arrays.inputs_json(step) for step in (one.inputs_until(one.last_step) if one.inputs else ())]
        segments.append([one.snapshot.step, one.snapshot.epochs, held, drawn or one.last_step - one.snapshot.step])
    line = past.loss
    numbers = [arrays.add(np.array(values[:])) for values in (line.steps, line.values, line.bad)]
    message = {"format": _FORMAT, "origin": list(origin), "segments": segments, "line": numbers}
    if past.failed is not None and failure is not None and not isinstance(failure.error, _ENDED):
        code = getattr(failure.error, "error_code", -1)
        message["failed"] = [failure.session, code, str(failure.error), arrays.inputs_json(past.failed)]
    message["labels"] = [[number, label] for number, label in arrays.labels.items()]
    with replacing(path) as temporary, open(temporary, "wb") as file:
        file.write(_BEGIN)
        for part in messages.encode_message(message, arrays.all):
            file.write(part)


def load_history(path: str | Path) -> RunHistory:
    """Return the history that `write_history` wrote, with its origin.

    Raises:
        HistoryError: The file cannot be read, or is not a history.
    """
    try:
        with bounded_io.open_bounded(path, "history") as file:
            if file.read(len(_BEGIN)) != _BEGIN:
                raise HistoryError(phrase("{} is not a recorded run", path))
            got = messages.read_message(file)
    except OSError as error:
        raise HistoryError(phrase("{}: {}", path, file_error_reason(error))) from None
    except messages.MalformedMessageError as error:
        raise HistoryError(phrase("{}: {}", path, error)) from None
    try:
        if got is None or got[0]["format"] != _FORMAT:
            raise ValueError
        return _past(*got)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError):
        raise HistoryError(phrase("{} is not a recorded run", path)) from None


def _past(message: Mapping[str, Any], found: list[np.ndarray]) -> RunHistory:
    labels = {int(number): str(label) for number, label in message["labels"]}
    values = [_labelled(one, labels.get(number)) for number, one in enumerate(found)]

    def taken(numbers: Sequence[int]) -> list[np.ndarray]:
        if any(type(number) is not int or number < 0 for number in numbers):
            raise ValueError
        return [values[number] for number in numbers]

    def named(row: Sequence[Any]) -> tuple[list[str], list[np.ndarray]]:
        names, got = list(map(str, row[0])), taken(row[1])
        if len(names) != len(got):
            raise ValueError
        return names, got

    def drew(step: Mapping[str, Any]) -> dict[str, RecordedInputs]:
        return {str(name): RecordedInputs(*named(row)) for name, row in step.items()}

    past = RunHistory()
    past.origin = HistoryOrigin(*map(str, message["origin"]))
    last = 0
    for step, epochs, held, drawn in message["segments"]:
        if type(step) is not int or type(epochs) is not int or step < last or epochs < 0:
            raise ValueError
        moment = StateSnapshot(step, {str(name): _held(*named(row)) for name, row in held.items()}, epochs=epochs)
        steps: list[Mapping[str, RecordedInputs]] = [] if type(drawn) is int else list(map(drew, drawn))
        count = min(max(drawn, 0), _ANY if moment.empty else _MOST) if type(drawn) is int else len(steps)
        last = step + count
        past.segments.append(RecordedSegment(moment, last, dict(enumerate(steps, step + 1))))
    if not past.segments:
        raise ValueError
    steps_, losses, bad = taken(message["line"])
    past.loss.steps = array("q", steps_.astype(np.int64).reshape(-1).tobytes())
    past.loss.values = array("d", losses.astype(np.float64).reshape(-1).tobytes())
    past.loss.bad = array("q", bad.astype(np.int64).reshape(-1).tobytes())
    if len(past.loss.steps) != len(past.loss.values):
        raise ValueError
    if "failed" in message:
        session, code, text, drawn = message["failed"]
        kind = _ERRORS.get(code, RuntimeError)
        error = RuntimeError(str(text)) if kind is RuntimeError else kind(None, None, str(text))
        past.failed, past.failure = drew(drawn), StepFailure(str(session), error)
    past.size = sum(one.nbytes for one in found)
    past.segments[-1].size = past.size
    return past


def _held(blocks: Sequence[str], arrays: Sequence[np.ndarray]) -> VariableValues:
    return VariableValues(tuple(blocks), tuple(arrays))


def _labelled(value: np.ndarray, label: str | None) -> np.ndarray:
    if label is None:
        return value
    return value.astype(tf.as_dtype(DTYPES[dtype_text(label)].number).as_numpy_dtype)


def signature(pages: Any) -> str:
    """Return a digest of the state of pages, including the pages that they use."""
    return hashlib.sha256(repr(pages).encode()).hexdigest()


def check_fits(past: RunHistory, program: Program) -> None:
    """Raise HistoryError if a program cannot replay the steps of a file, since variables or external inputs differ."""
    own = {session.id: session for session in program.sessions}
    for segment in past.segments:
        for name, held in segment.snapshot.variables.items():
            variables = {v.block: v for v in own[name].variables} if name in own else {}
            for block, value in zip(held.blocks, held.arrays):
                key = variables[block].key if block in variables else None
                if key is None or not _fits(value, key.dtype, tf.TensorShape(key.shape)):
                    raise _other(program, block)
    drawn = [step for segment in past.segments for step in segment.inputs.values()]
    for name, drew in (one for step in [*drawn, past.failed or {}] for one in step.items()):
        slots = {slot.tensor for slot in own[name].external_inputs.slots} if name in own else set()
        for tensor, value in zip(drew.names, drew.values):
            if tensor not in slots:
                raise _other(program, tensor)
            found = program.graph.get_tensor_by_name(tensor)
            if not _fits(value, found.dtype.as_datatype_enum, found.shape):
                raise _other(program, tensor)
    if past.failure is not None and past.failure.session not in own:
        raise _other(program, past.failure.session)


def _fits(value: np.ndarray, dtype: str | int, shape: tf.TensorShape) -> bool:
    """Return whether an array has a dtype, by its name or number, and shape."""
    if not shape.is_compatible_with(value.shape):
        return False
    wanted = tf.as_dtype(DTYPES[dtype].number if isinstance(dtype, str) else dtype).base_dtype
    return bool(value.dtype == wanted.as_numpy_dtype or wanted == tf.string and value.dtype == object)


def _other(program: Program, what: str) -> HistoryError:
    return HistoryError(phrase("the recorded run is of another page than {}: {} does not fit", program.page, what))
