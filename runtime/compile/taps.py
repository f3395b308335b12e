"""Taps: capture the values inside functions, call by call, while they are shown.

Values inside functions cannot be fetched. So the function of a page that is shown gets an additional op, which passes
all values of a call to the worker: in each iteration of a loop, or for each element of a dataset's map. A tap has no
outputs, so that gradients are unchanged. The captured values are limited by number and by bytes: if there are more,
only every second call is kept, then every fourth, and so on.

If a run may pause inside, a tap also keeps the calls that meet a breakpoint, and no others if the page is not open.
"""

from __future__ import annotations

import contextlib
import secrets
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import tensorflow as tf
from msgspec import Struct
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.ops import script_ops

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import DTYPES, DType, fetched_array, labelled, name_of
from blockloom.runtime.compile.deadness import Deadness, may_die
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.fetches import show
from blockloom.runtime.compile.program import DescribedResult, Results, SessionProgram, size_of
from blockloom.runtime.compile.protos import attr_value

MOST = 500  # most captured tensors of one page
MOST_CALLS = 4096
MOST_BYTES = 64 << 20  # most captured bytes of one page
MARK = "_tap"  # attr of a tap's op with its token


class TappedCalls(Struct, frozen=True):
    """The number of calls of a page, and the captured values of the kept calls, by number from 0."""

    count: int
    values: dict[int, tuple[np.ndarray, ...]]


class Tap:
    """The values of a function page, call by call.

    Attributes:
        sources: As in `SessionProgram`.
        flows: Whether a dataset calls the page at any time; otherwise its calls belong to a step.
        follows: Whether all calls are kept.
    """

    def __init__(self, page: str, tensors: list[tf.Tensor], follows: bool = True):
        self.page, self.flows, self.follows = page, False, follows
        self._meets: Callable[[tuple[np.ndarray, ...]], bool] | None = None
        self._wanted_call = -1
        self.sources: dict[Address, dict[str, Any]] = {}
        self.reads: dict[Address, dict[str, str]] = {}  # variables of the page -> the tensors to read after the step
        self.chosen = -1  # number of the call to show; negative numbers count from the last call
        self.shown_calls = TappedCalls(0, {})  # captured calls of the last shown step
        # Tensor -> number of the input of the tap's op.
        self.places = {tensor.name: at for at, tensor in enumerate(tensors)}
        self.specs = [tf.TensorSpec(tensor.shape, tensor.dtype.base_dtype) for tensor in tensors]
        self._labels = [_dtype(tensor).label for tensor in tensors]
        self._lock = threading.Lock()
        self.function = self.hear  # this reference keeps the function alive for TensorFlow
        self.token = token_of(self.function)
        self.begin()

    def show_calls(self, calls: TappedCalls, chosen: int | None = None) -> None:
        """Show the calls of another step, and `chosen` of these if given."""
        self.shown_calls = calls
        if chosen is not None:
            self.chosen = chosen

    def choose_call(self, number: int) -> None:
        """Show a call, counted from the last one if negative."""
        self.chosen = number

    def keep_where(self, meets: Callable[[tuple[np.ndarray, ...]], bool] | None) -> None:
        """Keep also the calls for whose values `meets` returns True; None for no other calls."""
        self._meets = meets

    @contextlib.contextmanager
    def keeping_only(self, call: int) -> Iterator[None]:
        """Context manager that keeps the call of a number, -1 for none, in place of those that meet a breakpoint."""
        meets, self._meets, self._wanted_call = self._meets, None, call
        self.begin()
        try:
            yield
        finally:
            self._meets, self._wanted_call = meets, -1

    def begin(self) -> None:
        """Discard all calls at the beginning of a step."""
        with self._lock:
            self._count, self._every, self._bytes = 0, 1, 0
            self._kept: dict[int, tuple[np.ndarray, ...]] = {}
            self._met: dict[int, tuple[np.ndarray, ...]] = {}
            self._size_of_met = 0

    def hear(self, *values: np.ndarray) -> tuple[()]:
        """Capture the values of one call from TensorFlow."""
        with self._lock:
            number, self._count = self._count, self._count + 1
            if self._is_met(number, values):
                self._met[number] = tuple(fetched_array(value).copy() for value in values)
                self._size_of_met += size_of(list(self._met[number]))
            if self.follows and number % self._every == 0:
                copies = tuple(fetched_array(value).copy() for value in values)
                self._kept[number] = copies
                self._bytes += size_of(list(copies))
                while len(self._kept) > MOST_CALLS or self._bytes > MOST_BYTES and len(self._kept) > 1:
                    self._every *= 2
                    self._kept = {at: given for at, given in self._kept.items() if at % self._every == 0}
                    self._bytes = size_of([list(given) for given in self._kept.values()])
        return ()

    def _is_met(self, number: int, values: tuple[np.ndarray, ...]) -> bool:
        """Return whether to keep a call since it is wanted, or meets a breakpoint and fits the limits."""
        if number == self._wanted_call:
            return True
        room = len(self._met) < MOST_CALLS and self._size_of_met < MOST_BYTES
        return self._meets is not None and room and self._meets(values)

    def calls(self) -> TappedCalls:
        """Return the calls since the step began."""
        with self._lock:
            return TappedCalls(self._count, dict(sorted((self._kept | self._met).items())))

    @property
    def breakpoint_calls(self) -> Sequence[int]:
        """The numbers, from 0, of the kept calls that met a breakpoint."""
        with self._lock:
            return list(self._met)

    @property
    def call(self) -> int:
        """The number of the call to show: the chosen one, or the last kept one before it; -1 for none."""
        wanted = self.chosen if self.chosen >= 0 else self.shown_calls.count + self.chosen
        return max(
            (at for at in self.shown_calls.values if at <= wanted), default=min(self.shown_calls.values, default=-1)
        )

    @property
    def until(self) -> Sequence[int]:
        """The kept calls until the one to show, or only that one if not all calls are kept."""
        return [at for at in self.shown_calls.values if at == self.call or self.follows and at < self.call]

    def results(self, call: int | None = None, blocks: Collection[Address] | None = None) -> Results:
        """Return the results of blocks (None: all) in a kept call (None: the one to show)."""
        found = self.shown_calls.values.get(self.call if call is None else call)
        return (
            {}
            if found is None
            else {
                at: {pin: self._value(source, found) for pin, source in pins.items()}
                for at, pins in self.sources.items()
                if blocks is None or at in blocks
            }
        )

    def over_calls(self, output: Address, calls: Collection[int] | None = None) -> tuple[np.ndarray, list[Any]]:
        """Return the values of an output over kept calls.

        Args:
            output: The address of the output.
            calls: The numbers of the calls; None for all kept calls.

        Returns:
            The numbers (n,) of the calls, and the value in each.
        """
        pins = self.sources.get(output.at_pin(""), {})
        source = pins.get(output.end, pins.get(output.pin))
        if isinstance(source, list):
            source = source[output.element or 0] if (output.element or 0) < len(source) else None
        if source is None or isinstance(source, DescribedResult):
            return np.empty(0, np.int64), []
        kept = {number: found for number, found in self.shown_calls.values.items() if calls is None or number in calls}
        return np.array(list(kept), np.int64), [self._value(source, found) for found in kept.values()]

    def whole(self, calls: Collection[int] | None = None) -> Results:
        """Return the values of all outputs as lists over the kept calls; None if not all calls are kept.

        A list output has one list for each element.
        """
        found: Results = {}
        for at, pins in self.sources.items():
            own = found[at] = {}
            for pin, source in pins.items():
                for name, one in (
                    [(f"{pin}[{n}]", one) for n, one in enumerate(source)]
                    if isinstance(source, list)
                    else [(pin, source)]
                ):
                    own[name] = one if isinstance(one, DescribedResult) else self.over_calls(at.at_pin(name), calls)[1]
        return found

    def block_results(self, at: Address, values: tuple[np.ndarray, ...]) -> Results:
        """Return the results of the block at an address for the inputs of the tap's op in a call."""
        return {at: {pin: self._value(source, values) for pin, source in self.sources.get(at, {}).items()}}

    def _value(self, source: Any, values: tuple[np.ndarray, ...]) -> Any:
        if isinstance(source, list):
            return [self._value(part, values) for part in source]
        if isinstance(source, DescribedResult):
            return source
        at = self.places[source]
        array = fetched_array(values[at])
        if array.dtype == object:
            return array
        return labelled(array, self._labels[at])


def tap(emitter: Emitter, program: SessionProgram, follows: bool) -> Tap:
    """Add a tap to the graph of a page that becomes a function.

    Args:
        emitter: The emitter with the graph.
        program: Gets the results of the page's blocks.
        follows: Whether the tap keeps all calls.
    """
    deadness = Deadness(emitter.graph) if any(may_die(op.type) for op in emitter.graph.get_operations()) else None
    with emitter.graph.as_default():
        for block in emitter.plan.order:
            show(emitter, program, block, deadness)
        tensors = [emitter.tensor(name) for name in dict.fromkeys(program.fetched) if name not in program.alive]
        tensors = [tensor for tensor in tensors if _dtype(tensor).via != "-" and not tensor.dtype.is_quantized][:MOST]
        names = {tensor.name for tensor in tensors}
        program.sources = {
            at: {pin: _told(source, names) for pin, source in pins.items()} for at, pins in program.sources.items()
        }
        new_tap = Tap(emitter.page.name, tensors, follows)
        dtypes = attr_value("list(type)", [_dtype(tensor).name for tensor in tensors])
        token = attr_value("string", new_tap.token)
        attrs = {"token": token, "Tin": dtypes, "Tout": attr_value("list(type)", [])}
        emitter.graph.create_op("PyFunc", tensors, [], name=f"{emitter.plan.scope}/tap", attrs=attrs | {MARK: token})
    return new_tap


def _dtype(tensor: tf.Tensor) -> DType:
    return DTYPES[name_of(tensor.dtype.base_dtype.as_datatype_enum)]


def _told(source: Any, names: set[str]) -> Any:
    """Return a source if a tap captures it, else why it has no value."""
    if isinstance(source, list):
        return [_told(one, names) for one in source]
    return (
        source
        if isinstance(source, DescribedResult) or source in names
        else DescribedResult(phrase("not known inside a function"))
    )


# TensorFlow finds such a function only as long as there is another reference to it.


def token_of(function: Callable[..., Any]) -> str:
    """Register a function, and return the token by which nodes call it; no page can guess the token."""
    token = f"blockloom_{secrets.token_hex(16)}"
    script_ops._py_funcs._funcs[token] = function
    return token


def python_call(
    name: str, token: str, inputs: Iterable[str], takes: Iterable[int], gives: Iterable[int] = (), device: str = ""
) -> NodeDef:
    """Return a node that calls the function of a token.

    Args:
        name: The name of the node.
        token: The token of the function.
        inputs: The inputs, control inputs last.
        takes: The dtypes of the inputs, as numbers.
        gives: The dtypes of the outputs, as numbers.
    """
    node = NodeDef(name=name, op="PyFunc", input=list(inputs), device=device)
    node.attr["token"].s = token.encode()
    for attr, dtypes in (("Tin", takes), ("Tout", gives)):
        node.attr[attr].list.SetInParent()
        node.attr[attr].list.type.extend(dtypes)
    return node
