"""What a session holds beside variables, and how it is taken out and put back: one class for each kind of thing.

This is done while no step is under way. The ops for it are added to the graph when a page is compiled; they run in no
step. What a kind cannot take out and put back exactly is lost, which is told.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1


class UnrestorableError(Exception):
    """What a resource holds cannot be taken out and put back exactly."""


class CapturedResource(NamedTuple):
    """What a resource held. `key` says into which it fits, None: into none, it is lost. `nothing`: no more than one
    holds in a new session, so that nothing is lost without it. `ready`: what prepares it is not run again.
    """

    key: Any
    content: Any = None
    nothing: bool = False
    ready: bool = True


class SessionRunner(NamedTuple):
    """How ops are run in a session, beside its steps: `function` makes a function of fed arrays (names of tensors to
    fetch, of ops to run, of tensors to feed). `begun` counts how often each op ran by which data begins.
    """

    function: Callable[[Sequence[str], Sequence[str], Sequence[str]], Callable[..., Sequence[Any]]]
    begun: Counter[str]

    def fetch(self, *names: str) -> Sequence[Any]:
        """Fetch these tensors."""
        return self.function(names, (), ())()

    def run(self, name: str, fed: dict[str, np.ndarray] | None = None) -> None:
        """Run an op once, with these arrays fed."""
        fed = fed or {}
        self.function((), (name,), tuple(fed))(*fed.values())


class Resource(ABC):
    """A thing of a session that several blocks may stand for, since they share it by name. `emptied`: what is taken is
    no longer there.
    """

    emptied = False

    def __init__(self, blocks: tuple[str, ...], op: tf.Operation):
        self.blocks, self.op = blocks, op

    @property
    @abstractmethod
    def key(self) -> Any:
        """What is equal for resources of which one can hold what the other held; None: it holds nothing that can be
        handed over.
        """

    @abstractmethod
    def take(self, calls: SessionRunner, ends: bool) -> CapturedResource:
        """What it holds, and may not hold afterwards: `put` puts it back. With `ends` the session ends, so that
        nothing needs to be put back here. Raises Lost, and what TensorFlow raises.
        """

    @abstractmethod
    def put(self, calls: SessionRunner, content: Any) -> None:
        """Let it hold this and nothing else. Raises Lost where that is impossible, and what TensorFlow raises."""

    def before(self, calls: SessionRunner, content: Any) -> None:
        """What is to be done in a new session before its start, where `content` is put back after that."""
        return

    def fits(self, held: CapturedResource) -> bool:
        """Whether it can hold that."""
        return held.key is not None and held.key == self.key

    @contextmanager
    def adding(self) -> Iterator[None]:
        """Where the ops for it are added to the default graph."""
        with (
            v1.name_scope(f"{self.op.name}/kept/"),
            tf.control_dependencies(None),
            tf.device(self.op.device or None),
        ):
            yield


class UnreadableResource(Resource):
    """What cannot be taken out and put back, such as a RandomShuffleQueue. `sizes` are tensors that tell how much it
    holds: of what is empty nothing is lost.
    """

    def __init__(self, blocks: tuple[str, ...], op: tf.Operation, sizes: Sequence[str] = ()):
        super().__init__(blocks, op)
        self.sizes = sizes

    @property
    def key(self) -> Any:
        return None

    def take(self, calls: SessionRunner, ends: bool) -> CapturedResource:
        if self.sizes and not any(int(size) for size in calls.fetch(*self.sizes)):
            return CapturedResource(None, nothing=True)
        raise UnrestorableError

    def put(self, calls: SessionRunner, content: Any) -> None:
        raise UnrestorableError


def attrs_of(op: tf.Operation, *names: str) -> tuple[Any, ...]:
    """The type of an op and these attrs of it, to be compared."""
    return op.type, *(op.node_def.attr[name].SerializeToString(deterministic=True) for name in names)


def is_reference(op: tf.Operation) -> bool:
    """Whether the handle that an op gives is a reference, as in TensorFlow 1."""
    return bool(op.outputs[0].dtype._is_ref_dtype)


def raw(name: str, op: tf.Operation) -> Callable[..., Any]:
    """The function of the op `name` that takes such a handle as `op` gives: those for resources are named ...V2."""
    return getattr(tf.raw_ops, name if is_reference(op) else f"{name}V2")
