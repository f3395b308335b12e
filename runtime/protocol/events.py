"""Events: messages of a worker that answer no request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from blockloom.runtime.protocol.records import Record, ShownStep, WaitingBlock, snake_case

EVENTS: dict[str, type[Event]] = {}  # `Event.name` -> class


class Event(Record):
    """Unrequested message of a worker, named as its class, without "Event" and in snake case."""

    name: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.name = snake_case(cls.__name__.removesuffix("Event"))
        EVENTS[cls.name] = cls


class ReadyEvent(Event):
    """TensorFlow is imported."""


class UnusableEvent(Event):
    """The process ends because the selected TensorFlow or a library of ops cannot be loaded."""

    reason: str


class HeartbeatEvent(Event):
    """The process is alive; sent every second."""


class SilentEvent(Event):
    """The process has been silent for this many `seconds`; sent every second.

    0 means that the process answers again. The parent's side creates this event.
    """

    seconds: int
    text: str


class StepResultsEvent(Event):
    """Results of a step to show; the run itself has reached `step` meanwhile."""

    step: int
    shown: ShownStep


class WaitingEvent(Event):
    """Blocks for which the current step waits."""

    blocks: Sequence[WaitingBlock]


class ProgressEvent(Event):
    """Progress of a run.

    Args:
        step: number of steps so far.
        epoch: the current epoch, counted from 1; 0 for a run without epochs.
        epochs: number of epochs of the run.
        validates: whether the run validates the epoch.
        seconds_left: estimated seconds until the end, None if unknown.
    """

    step: int
    epoch: int = 0
    epochs: int = 0
    validates: bool = False
    seconds_left: float | None = None


class EpochEvent(Event):
    """Validation results of epoch `number` (counted from 1) of `epochs`.

    `numbers` has the column names of the run's history.
    """

    number: int
    epochs: int
    numbers: Mapping[str, float]


class BuildProgressEvent(Event):
    """Address of the next block that TensorFlow gets, as text; sent for `careful` requests."""

    block: str


class ReadProgressEvent(Event):
    """Progress of reading a model: the current phase and the fraction of it that is complete, 0.0 to 1.0."""

    phase: str
    fraction: float


class SaveProgressEvent(Event):
    """Fraction of a file that is written, 0.0 to 1.0, for the request with this `job`."""

    job: int
    fraction: float


class CompareProgressEvent(Event):
    """Number of compared outputs out of `total`, for the request with this `job`."""

    job: int
    compared: int
    total: int
