"""State of a session other than variables, with one class for each kind of resource.

Capturing and restoring happen between steps. The necessary ops are added to the graph when a page is compiled; steps do
not run them. State that a class cannot restore exactly is lost, and the user gets a message.
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
    """Raised when the content of a resource cannot be captured and restored exactly."""


class CapturedResource(NamedTuple):
    """Content of a resource.

    Attributes:
        key: key of the resources that the content fits; None if it fits none and is lost.
        content: the captured content.
        nothing: whether the content is that of a resource in a new session, so that its loss does not matter.
        ready: whether the resource needs no initialisation.
    """

    key: Any
    content: Any = None
    nothing: bool = False
    ready: bool = True


class SessionRunner(NamedTuple):
    """Runs ops in a session, independently of its steps.

    Attributes:
        function: returns a function of fed arrays, given the names of tensors to fetch, ops to run and tensors to feed.
        start_counts: how often each op that starts data has run.
    """

    function: Callable[[Sequence[str], Sequence[str], Sequence[str]], Callable[..., Sequence[Any]]]
    start_counts: Counter[str]

    def fetch(self, *names: str) -> Sequence[Any]:
        """Fetch these tensors."""
        return self.function(names, (), ())()

    def run(self, name: str, fed: dict[str, np.ndarray] | None = None) -> None:
        """Run an op once, with these arrays fed."""
        fed = fed or {}
        self.function((), (name,), tuple(fed))(*fed.values())


class Resource(ABC):
    """State of a session, possibly shared by several blocks through its name.

    `emptied` is whether `capture` removes the content.
    """

    emptied = False

    def __init__(self, blocks: tuple[str, ...], op: tf.Operation):
        self.blocks, self.op = blocks, op

    @property
    @abstractmethod
    def key(self) -> Any:
        """Value that is equal for resources with exchangeable contents.

        None if the content fits no other resource.
        """

    @abstractmethod
    def capture(self, calls: SessionRunner, ends: bool) -> CapturedResource:
        """Return the content, which `restore` restores; with `emptied`, the resource is empty afterwards.

        Args:
            ends: whether the session ends, so that the content does not have to be restored here.

        Raises:
            UnrestorableError: The content cannot be captured. Errors of TensorFlow are raised, too.
        """

    @abstractmethod
    def restore(self, calls: SessionRunner, content: Any) -> None:
        """Replace the content.

        Raises:
            UnrestorableError: The content cannot be restored. Errors of TensorFlow are raised, too.
        """

    def prepare(self, calls: SessionRunner, content: Any) -> None:
        """Prepare a new session, before its start, for `content` that is restored after it."""
        return

    def accepts(self, held: CapturedResource) -> bool:
        """Return whether the resource can contain `held`."""
        return held.key is not None and held.key == self.key

    @contextmanager
    def adding(self) -> Iterator[None]:
        """Context manager that adds ops for the resource to the default graph."""
        with (
            v1.name_scope(f"{self.op.name}/kept/"),
            tf.control_dependencies(None),
            tf.device(self.op.device or None),
        ):
            yield


class UnreadableResource(Resource):
    """Resource whose content cannot be captured, such as a RandomShuffleQueue.

    `sizes` are tensors with the number of its elements: nothing is lost if it is empty.
    """

    def __init__(self, blocks: tuple[str, ...], op: tf.Operation, sizes: Sequence[str] = ()):
        super().__init__(blocks, op)
        self.sizes = sizes

    @property
    def key(self) -> Any:
        return None

    def capture(self, calls: SessionRunner, ends: bool) -> CapturedResource:
        if self.sizes and not any(int(size) for size in calls.fetch(*self.sizes)):
            return CapturedResource(None, nothing=True)
        raise UnrestorableError

    def restore(self, calls: SessionRunner, content: Any) -> None:
        raise UnrestorableError


def attrs_of(op: tf.Operation, *names: str) -> tuple[Any, ...]:
    """Return the type of an op and the serialised attrs with these names, for comparisons."""
    return op.type, *(op.node_def.attr[name].SerializeToString(deterministic=True) for name in names)


def is_reference(op: tf.Operation) -> bool:
    """Return whether the handle that an op outputs is a reference, as in TensorFlow 1."""
    return bool(op.outputs[0].dtype._is_ref_dtype)


def raw(name: str, op: tf.Operation) -> Callable[..., Any]:
    """Return the function of the op `name` for handles like that of `op`.

    Functions for resources instead of references are named ...V2.
    """
    return getattr(tf.raw_ops, name if is_reference(op) else f"{name}V2")
