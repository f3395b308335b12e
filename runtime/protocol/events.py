"""What a worker says unasked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from blockloom.runtime.protocol.records import Record
from blockloom.runtime.protocol.steps import ShownStep, WaitingBlock

EVENTS: dict[str, type[Event]] = {}  # by the name that a message has


class Event(Record):
    """What a worker says, named as its class."""

    name: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.name = re.sub(r"\B([A-Z])", r"_\1", cls.__name__.removesuffix("Event")).lower()
        EVENTS[cls.name] = cls


class ReadyEvent(Event):
    """TensorFlow is imported."""


class UnusableEvent(Event):
    """The process ends: TensorFlow, or a library of ops, cannot be used as it was chosen."""

    why: str


class HeartbeatEvent(Event):
    """The process is there; each second."""


class SilentEvent(Event):
    """There is no word from the process since so many seconds; each second. 0: there is one again. The parent's side
    says so itself.
    """

    seconds: int
    text: str


class StepResultsEvent(Event):
    """A step of a run is shown; the run has come to `step` meanwhile."""

    step: int
    shown: ShownStep


class WaitingEvent(Event):
    """What the step under way waits for."""

    blocks: Sequence[WaitingBlock]


class ProgressEvent(Event):
    """How far a run has come: so many steps; and, of a run of `epochs`, in which `epoch` it is, from 1, whether it
    `validates` that, and how many seconds are `left`, None where that is not known.
    """

    step: int
    epoch: int = 0
    epochs: int = 0
    validates: bool = False
    left: float | None = None


class EpochEvent(Event):
    """An epoch of a run was validated, the one of this number, from 1, of `epochs`: what it gave, by the names that the
    columns of its history have.
    """

    number: int
    epochs: int
    numbers: Mapping[str, float]


class BuildProgressEvent(Event):
    """The block that TensorFlow is given next, by the text of its address: of a request that is `careful`."""

    at: str


class ReadProgressEvent(Event):
    """How far a model is read: what is done, and which part of that, 0.0 to 1.0."""

    what: str
    done: float


class SaveProgressEvent(Event):
    """How much of a file is written, 0.0 to 1.0, for the request of that `job`."""

    job: int
    done: float


class CompareProgressEvent(Event):
    """How many of how many outputs are compared, for the request of that `job`."""

    job: int
    done: int
    of: int
