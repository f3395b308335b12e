"""Base class of messages, their time limits, and the results of a step as summaries of tensors."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypedDict, TypeVar, dataclass_transform, get_args, get_origin

import msgspec
import numpy as np
from msgspec import Struct

from blockloom.blocks.document.addresses import parse
from blockloom.blocks.problems import Facts, Problem
from blockloom.blocks.results.monitors import Watch
from blockloom.blocks.text.phrases import Phrase, packed, phrase

Arrays = list[np.ndarray]
JsonValue = Any  # any value from json.loads, if no class defines its structure
_R = TypeVar("_R")


class _RecordClass(msgspec.StructMeta):
    """Metaclass that passes the keywords of a class on to `__init_subclass__`.

    msgspec's own metaclass accepts only its own keywords.
    """

    def __new__(
        mcls, name: str, bases: tuple[type, ...], body: dict[str, Any], frozen: bool = True, **keywords: Any
    ) -> Any:
        record_class: Any = super().__new__(
            mcls, name, bases, body, frozen=frozen, omit_defaults=True, forbid_unknown_fields=True
        )
        if keywords:
            record_class.__init_subclass__(**keywords)
        return record_class


@dataclass_transform(frozen_default=True)
class Record(msgspec.Struct, metaclass=_RecordClass, frozen=True):
    """Message class with a field for each annotation. Messages omit fields that have their defaults."""


def snake_case(name: str) -> str:
    """Return the name of a class in snake case."""
    return re.sub(r"\B([A-Z])", r"_\1", name).lower()


def to_json(value: Any, arrays: Arrays) -> Any:
    """Return a record, or a container of records, as JSON data.

    Arrays are appended to `arrays`; their positions there replace them. Phrases become the form that `unpacked` reads.
    """

    def encode(value: Any) -> Any:
        if isinstance(value, np.ndarray):
            arrays.append(value)
            return len(arrays) - 1
        if isinstance(value, Phrase):
            return packed(value)
        if isinstance(value, MappingProxyType):
            return {str(key): item for key, item in value.items()}
        if isinstance(value, str | int | float):  # an instance of a subclass, for example from numpy
            return next(kind(value) for kind in (str, int, float) if isinstance(value, kind))
        raise TypeError(type(value).__name__)

    return msgspec.to_builtins(value, enc_hook=encode)


def from_json(kind: type[_R], data: JsonValue, arrays: Arrays) -> _R:
    """Return the value of class `kind` that `to_json` wrote.

    Raises:
        ValueError: `data` is not such a value.
    """

    def array(index: Any) -> np.ndarray:
        if type(index) is not int or not 0 <= index < len(arrays):
            raise ValueError(np.ndarray, index)
        return arrays[index]

    def decode(kind: Any, data: Any) -> Any:
        if kind is np.ndarray:
            return array(data)
        if kind is Facts:
            return Facts.from_mapping(dict(msgspec.convert(data, list[tuple[str, Any]])))
        if get_origin(kind) is MappingProxyType:  # address -> text, number or array
            numbers = get_args(kind)[1] is int
            values: dict[str, Any] = msgspec.convert(data, dict[str, int] if numbers else dict[str, int | str])
            return MappingProxyType(
                {
                    parse(address): value if numbers or isinstance(value, str) else array(value)
                    for address, value in values.items()
                }
            )
        raise TypeError(kind)

    record = msgspec.convert(data, kind, dec_hook=decode)
    _check_problems(record)
    return record


def _check_problems(record: Any) -> None:
    """Raise ValueError if a problem has an unknown kind, or lacks facts that its text needs."""
    for name in getattr(record, "__struct_fields__", ()):
        value = getattr(record, name)
        for problem in value if isinstance(value, list | tuple) and value and isinstance(value[0], Problem) else ():
            try:
                str(problem)
            except Exception as error:
                raise ValueError(phrase("{} is not a known problem: {}", problem.kind, error)) from error


# A clock runs while the worker processes a request. It does not run while TensorFlow is imported, while an earlier
# request of the same lane is processed, while the answer is transferred, or while this process itself is stopped. It
# runs while a signal has stopped the worker.


START = 120.0  # seconds for the import of TensorFlow: 3 to 6 on an idle machine
OPENING = 5.0  # least seconds for opening a page, even if its run has a shorter limit
CHECKED = 60.0  # seconds for TensorFlow to check a page
CAREFUL = 20.0  # seconds for a request that killed a worker before
REACT = 3.0  # seconds for a run to end after Stop or its time limit: the watchdog needs 2.5 at most
STOPPED = 30.0  # seconds that a `call` without `within` waits for a worker that is stopped (SIGSTOP)
SILENT = 3.0  # seconds without a heartbeat until a worker is reported as stopped: heartbeats come every second
BUSY = 4.0  # the same during a run: an op that holds the GIL also prevents heartbeats
MAIN, LIVE, OWN = "main", "live", ""  # lanes: requests run one after another, or (OWN) each in its own thread
NOW = "now"  # lane whose clock starts with the request, even if the worker is busy: the caller is closing


class Deadline(Struct, frozen=True):
    """Time limit in `seconds`, None for no limit, plus `more` seconds for each MB of the request."""

    seconds: float | None
    more: float = 0.0
    lane: str = MAIN


QUICK = Deadline(30)  # for look-ups
SESSIONS = Deadline(120)  # closes sessions and saves the values of variables, or copies all results
PAGE = Deadline(60, 60)  # compiles a page: 10,000 blocks are 1 MB of text and take 2 to 5 s
FILES = Deadline(600)  # may read or write gigabytes
TYPES = Deadline(120, lane=LIVE)  # types of at most 20,000 blocks; most requests contain only a few edits
TENSOR = Deadline(120, lane=OWN)  # reads one tensor of any size


class Summary(TypedDict, total=False):
    """A tensor as the window shows it."""

    dtype: str
    shape: list[int]
    text: str  # the value in one line
    about: str  # a note instead of the value of a tensor that is not fetched
    list: list[Summary | None]  # elements of a list output; None for an element without a value
    array: int  # index into the arrays of the message
    not_finite: int  # the step since which the tensor contains NaN or infinity
    set_later: bool  # a variable got this value after the displayed step
    size: float  # root mean square of the gradient of a wire


Summaries = dict[str, dict[str, Summary | None]]  # by the text of a block's address, then by output pin
Calls = Mapping[str, tuple[int, int]]  # of each inspected function: the displayed call and the number of calls


class BlockTimesMessage(TypedDict):
    """Execution times of blocks, by the text of their addresses, and of the whole step, in microseconds.

    All are means of `steps` timed steps.
    """

    blocks: dict[str, float]
    step: float
    steps: int


class StepTrace(Record):
    """Trace that TensorFlow recorded of a timed step.

    Args:
        events: int64 `(n, 5)` sorted by begin: index of a node, index of a device, begin of the kernel (ns since the
            step began), duration (ns), allocated bytes.
        memory: int64 `(n, 3)`: index of a device, ns since the step began, bytes that the step had allocated then.
        nodes: name, op and text of the block's address, "" for nodes that TensorFlow itself adds.
        omitted_count: number of the shortest events that are missing because there were too many.
        omitted_ns: total duration of the missing events.
    """

    events: np.ndarray
    memory: np.ndarray
    step: int = 0
    devices: Sequence[str] = ()
    nodes: Sequence[tuple[str, str, str]] = ()
    omitted_count: int = 0
    omitted_ns: int = 0


class WaitingBlock(TypedDict, total=False):
    """Blocked block, by the text of its address, with fewer `available` elements than `required` ones.

    `spills` is the block that loses its elements with the step, if there is one.
    """

    block: str
    available: int
    required: int
    text: str
    spills: str


class MonitorUpdate(Record):
    """Values that monitors show.

    Args:
        points: `(n, 2 + numbers)`: step, seconds and one value for each number, NaN if there is none.
        texts: for each number its current value as text, or the reason why there is none.
        arrays: for each matrix a two-dimensional float array, or another form, see `runtime.run.monitor_recorder`.
        forms: for each matrix a description of its form.
        missing: matrices without a value, each with the reason.
    """

    points: np.ndarray
    numbers: Sequence[Watch] = ()
    texts: Sequence[str] = ()
    matrices: Sequence[Watch] = ()
    arrays: Sequence[np.ndarray] = ()
    forms: Sequence[Mapping[str, JsonValue]] = ()
    missing: Sequence[tuple[Watch, str]] = ()


class FailedOpMessage(Record):
    """Op in which a step failed. Blocks are texts of addresses.

    Args:
        calls: blocks that call the functions around the op, the outermost first.
        block: the block of the op, "" if unknown.
        call: the iteration or call of its loop or function, counted from 1; 0 if it is in none.
        inputs: for each input its pin, the output that produced it ("" if not of a block) and its value.
        unreached: blocks that the step did not reach.
        differs: whether the values are of a replay of the step that did not fail in the same way.
    """

    calls: Sequence[str] = ()
    block: str = ""
    op: str = ""
    call: int = 0
    inputs: Sequence[tuple[str, str, Summary | None]] = ()
    unreached: Sequence[str] = ()
    differs: bool = False


class PausedAt(Record):
    """Position at which a run is paused.

    Args:
        step: the step under way.
        block: the block at which the run is paused, as text of its address.
        text: text of the condition that is true, or of the value; "" if the run pauses before the block.
        calls: blocks that call the functions around the block, the outermost first; () if there are several paths.
        call: the call of the function, counted from 1.
        recorded_calls: numbers of the calls that can be inspected.
        matching_calls: numbers of the calls that reach a breakpoint.
        not_restorable: blocks whose state cannot be restored to that before the step.
    """

    step: int = 0
    block: str = ""
    text: str = ""
    condition: bool = False
    calls: Sequence[str] = ()
    call: int = 0
    recorded_calls: Sequence[int] = ()
    matching_calls: Sequence[int] = ()
    not_restorable: Sequence[str] = ()


class ShownStep(Record):
    """Results of the displayed step.

    Args:
        is_partial: whether other blocks were not fetched.
        kind: "again" for a replayed step, "paused" for the step of a paused run, "failed" for a step that failed or was
            stopped; "" for the latest complete step.
        failed: the op of a "failed" step.
    """

    step: int = 0
    results: Mapping[str, Mapping[str, Summary | None]] = {}
    is_partial: bool = False
    calls: Calls = {}
    times: BlockTimesMessage | None = None
    monitors: MonitorUpdate | None = None
    kind: str = ""
    failed: FailedOpMessage | None = None
