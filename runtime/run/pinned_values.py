"""Store pinned values: results of a step that replace outputs in later steps."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import DTYPES, dtype_text, label_of, labelled, plain
from blockloom.runtime.compile.program import DescribedResult
from blockloom.runtime.protocol import messages, requests
from blockloom.runtime.protocol.replies import PinnedReply
from blockloom.runtime.run.runner import Runner
from blockloom.runtime.run.variable_state import MOST_BYTES


class PinError(ValueError):
    """Raised for an output whose value cannot be pinned, with the reason."""


def value_of(runner: Runner, output: Address) -> list[np.ndarray]:
    """Return the shown value of an output, several arrays for a list.

    The arrays are those of the callable: a copy may be misaligned for TensorFlow, which would then copy it in each
    step.

    Raises:
        PinError: the output has no value that can be pinned.
    """
    program = runner.program
    if output.page not in ("", program.page):
        raise PinError(phrase("an output inside a function has a value for each call, and cannot be pinned"))
    at, pin = output._replace(page="", pin="").owner, output.end
    if any(pin in session.reads.get(at, ()) for session in program.sessions):
        raise PinError(phrase("a variable holds its value by itself: freeze it, to have training leave it as it is"))
    found: Any = runner.latest().get(at, {}).get(pin, [])
    for session in program.sessions:
        sources = session.sources.get(at, {}).get(pin)
        names = [one for one in (sources if isinstance(sources, list) else [sources]) if isinstance(one, str)]
        if not session.alive.keys().isdisjoint(names):
            raise PinError(phrase("it has a value in some steps only: pin an output after the branches join"))
    values = found if isinstance(found, list) else [found]
    for value in values:
        if value is None:
            raise PinError(phrase("it had no value in that step"))
        if isinstance(value, DescribedResult):
            raise PinError(phrase("it has no value that can be fed: {}", value.text))
    if not values:
        raise PinError(phrase("the last step did not compute it: run the page, then pin it"))
    return values


class PinnedValues:
    """Pinned values of one document by number.

    Values that are not too large are also in files in the folder of `state`, for the next worker if this one ends.
    `owner` is the number of the document.
    """

    def __init__(self, state: Path | None):
        self._state, self._owner = state, 0
        self._values: dict[int, list[np.ndarray]] = {}

    def own(self, owner: int) -> None:
        """Drop the values of other documents."""
        self._owner, self._values = owner, {}
        for path in self._files("*"):
            if not path.name.startswith(self._path(0).name[:-1]):
                _remove(path)

    def keep(self, number: int, values: list[np.ndarray]) -> None:
        """Store a value."""
        self._values[number] = values
        if self._state is not None and sum(value.nbytes for value in values) <= MOST_BYTES:
            labels = [dtype_text(label_of(value)) for value in values]
            with contextlib.suppress(OSError):
                temporary = self._path(number).with_suffix(".tmp")
                with open(temporary, "wb") as file:
                    for part in messages.encode_message({"labels": labels}, [plain(value) for value in values]):
                        file.write(part)
                os.replace(temporary, self._path(number))

    def pin(self, runner: Runner, request: requests.PinOutputRequest) -> PinnedReply:
        """Store the shown value of an output."""
        try:
            values = value_of(runner, request.output)
        except PinError as error:
            return PinnedReply(error.args[0])
        self.keep(request.number, values)
        step = runner.looked_back.step if runner.looked_back is not None else runner.shown
        return PinnedReply(step=step, text=messages.array_text(values[0]))

    def of_page(
        self, page: str, numbers: Mapping[Address, int]
    ) -> tuple[dict[Address, list[np.ndarray]], list[Problem]]:
        """Return the pinned values of a page, and problems for lost values."""
        values, gone = {}, []
        for at, number in numbers.items():
            value = self.get(number)
            if value is not None:
                values[at] = value
            else:
                why = phrase("it was too large to be saved, and the worker that had it ended")
                gone.append(make_problem("pinned-unfit", at._replace(page=at.page or page), why=why))
        return values, gone

    def drop(self, number: int) -> None:
        """Remove a value."""
        self._values.pop(number, None)
        if self._state is not None:
            _remove(self._path(number))

    def get(self, number: int) -> list[np.ndarray] | None:
        """Return a value; None if it is lost."""
        if number not in self._values and self._state is not None:
            with contextlib.suppress(OSError, ValueError), open(self._path(number), "rb") as file:
                got = messages.read_message(file)
                if got is not None:
                    self._values[number] = [_typed(one, label) for one, label in zip(got[1], got[0]["labels"])]
        return self._values.get(number)

    def _path(self, number: int) -> Path:
        assert self._state is not None
        return self._state.with_name(f"pinned-{self._owner}-{number}")

    def _files(self, pattern: str) -> list[Path]:
        return [] if self._state is None else list(self._state.parent.glob(f"pinned-{pattern}"))


def _typed(value: np.ndarray, name: str) -> np.ndarray:
    """Return a value read from a file with its original dtype."""
    dtype = DTYPES[name]
    if dtype.via in (dtype.label, "object"):
        return value
    import tensorflow as tf

    own = tf.as_dtype(dtype.number)
    return labelled(value, dtype.label) if own.is_quantized else value.astype(own.as_numpy_dtype)


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
