"""An optimizer that drops gradients which were computed too many global steps ago.

It wraps any `tf.compat.v1.train.Optimizer` and is one itself; it needs nothing of this project:

    opt = DropStaleGradientOptimizer(tf.compat.v1.train.GradientDescentOptimizer(0.1), staleness=2)
    train_op = opt.minimize(loss, global_step=global_step)

A copy of the global step is taken before the gradients are computed and compared with the global step when they are to
be applied. Where more than `staleness` other updates came between, nothing is applied, the global step stays, and a
counter goes up by one: the variable `stale_counter:0` of the graph, by name and dtype that of tf.contrib.opt. So is the
scalar summary "Gradient staleness percentage", the share of gradients that were dropped.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import Any

import tensorflow as tf
from tensorflow.python.framework import ops
from tensorflow.python.ops import control_flow_util

v1 = tf.compat.v1


class DropStaleGradientOptimizer(tf.compat.v1.train.Optimizer):  # type: ignore[misc]   # TensorFlow has no types
    """Wraps `opt`: its gradients are applied only if at most `staleness` updates were made since they were computed.

    `staleness` is an integer, or a scalar integer tensor; below 0, fresh gradients are dropped as well. The global step
    is the one that `minimize` is given, else `global_step` (an extension: for a graph with several), else that of the
    graph (`tf.compat.v1.train.get_global_step`). `use_locking` locks the stale counter while it is counted up. Works
    in graph mode, on reference and resource variables, whichever control flow is enabled.
    """

    def __init__(
        self,
        opt: tf.compat.v1.train.Optimizer,
        staleness: int | tf.Tensor,
        use_locking: bool = False,
        name: str = "DropStaleGradient",
        *,
        global_step: tf.Variable | None = None,
    ):
        if not isinstance(opt, v1.train.Optimizer):
            raise ValueError(f"opt is {opt!r}, no tf.compat.v1.train.Optimizer")
        if isinstance(opt, v1.train.SyncReplicasOptimizer):
            raise ValueError(
                "opt is a SyncReplicasOptimizer, which drops stale gradients by itself: do without one of the two"
            )
        if not tf.is_tensor(staleness) and (isinstance(staleness, bool) or not float(staleness).is_integer()):
            raise ValueError(f"staleness is {staleness!r}: give an integer")
        if global_step is not None and not isinstance(global_step, tf.Variable):
            raise ValueError(f"global_step is {global_step!r}, no Variable")
        super().__init__(use_locking, name)
        self._opt = opt
        self._staleness = staleness
        self._global_step = global_step
        self._last: tuple[tf.Variable, tf.Tensor] | None = None
        self._recorded: dict[str, tuple[tf.Variable, tf.Tensor]] = {}  # by the name of a gradient's tensor
        self._counter: tf.Variable | None = None
        self._summary: tf.Tensor | None = None

    # --- what the wrapped optimizer has -------------------------------------------------------------------------------

    def get_slot(self, *args: Any, **kwargs: Any) -> tf.Variable | None:
        """The slot of that name that the wrapped optimizer made for a variable; None where there is none."""
        return self._opt.get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> list[str]:
        """The names of the wrapped optimizer's slots."""
        return self._opt.get_slot_names(*args, **kwargs)

    def variables(self) -> list[tf.Variable]:
        """Those of the wrapped optimizer, and the stale counters."""
        return [*self._opt.variables(), *([] if self._counter is None else [self._counter])]

    def stale_counter(self, global_step: tf.Variable | None = None) -> tf.Variable:
        """How many times gradients were dropped for being stale: a float32 scalar, made at the first call, on the
        device of the global step.

        It is the `stale_counter` of the variable scope that is open at that call, `stale_counter_1` where another
        optimizer has that already. A reference variable, whatever the other variables are, so that the name
        `stale_counter:0` means its value; only inside functions, which have none, a resource variable.
        """
        if self._counter is None:
            step, scope = self._step(global_step), v1.get_variable_scope()
            resource = v1.get_default_graph().building_function
            # It belongs to no branch or loop that is open just now.
            with ops.init_scope(), tf.device(step.device or None):
                name = f"{scope.name}/stale_counter".lstrip("/")
                if not scope.reuse:
                    with v1.name_scope(None):  # variables lie in variable scopes alone
                        name = v1.get_default_graph().unique_name(name, mark_as_used=False)
                self._counter = v1.get_variable(
                    name.rpartition("/")[2],
                    [],
                    tf.float32,
                    v1.zeros_initializer(),
                    trainable=False,
                    use_resource=resource,
                )
            share = self._counter.read_value() / tf.cast(step.read_value() + 1, tf.float32)
            self._summary = v1.summary.scalar("Gradient staleness percentage", share)
        return self._counter

    def summary(self, global_step: tf.Variable | None = None) -> tf.Tensor:
        """The scalar summary of the stale counter divided by the global step plus 1: a serialized Summary, which is in
        the graph's collection of summaries. It is made with the counter.
        """
        self.stale_counter(global_step)
        return self._summary

    # --- training -----------------------------------------------------------------------------------------------------

    def minimize(
        self, loss: tf.Tensor, global_step: tf.Variable | None = None, *args: Any, **kwargs: Any
    ) -> tf.Operation:
        """compute_gradients and apply_gradients with one global step. Raises ValueError as these do."""
        before, self._global_step = self._global_step, self._step(global_step)
        try:
            return super().minimize(loss, self._global_step, *args, **kwargs)
        finally:
            self._global_step = before

    def compute_gradients(
        self, loss: tf.Tensor, var_list: Any = None, *args: Any, **kwargs: Any
    ) -> list[tuple[Any, tf.Variable]]:
        """Those of the wrapped optimizer, computed after the global step was recorded.

        Raises ValueError, before the graph changes, where there is no global step, or for entries of `var_list` (or
        where that is None, for a graph without trainable variables) that are no Variables.
        """
        step = self._step(None)
        chosen = v1.trainable_variables() if var_list is None else tf.nest.flatten(var_list)
        bad = [f"var_list[{i}], {_named(v)}" for i, v in enumerate(chosen) if not isinstance(v, tf.Variable)]
        if bad:
            raise ValueError(f"only Variables can be trained: {'; '.join(bad)} {'is' if len(bad) == 1 else 'are'} none")
        if not chosen:
            raise ValueError(
                "there are no variables to train: var_list is empty"
                if var_list is not None
                else "there are no variables to train: the graph has none"
            )
        with ops.colocate_with(loss):
            # A copy that nothing optimizes away: of a reference variable an Identity would see later updates too.
            recorded = tf.raw_ops.DeepCopy(x=step.read_value(), name="recorded_step")
        with tf.control_dependencies([recorded]):
            pairs = self._opt.compute_gradients(tf.identity(loss), chosen, *args, **kwargs)
        self._last = step, recorded
        self._recorded.update((tensor.name, self._last) for tensor in gradient_tensors(pairs))
        return pairs

    def apply_gradients(
        self,
        grads_and_vars: Iterable[tuple[Any, tf.Variable]],
        global_step: tf.Variable | None = None,
        name: str | None = None,
    ) -> tf.Operation:
        """Apply the gradients and step the global step, or drop them all and count that.

        Raises ValueError where no global step was recorded for them, or another one than `global_step`.
        """
        pairs = list(grads_and_vars)
        tensors = gradient_tensors(pairs)
        if not tensors:
            raise ValueError("no gradients are given: " + (", ".join(_named(v) for _, v in pairs) or "no variables"))
        # Gradients that were clipped or summed since are no longer known by name: they count from the last recording.
        records = {id(r): r for r in (self._recorded.get(t.name, self._last) for t in tensors) if r is not None}
        if not records:
            raise ValueError(
                "no global step was recorded for these gradients: compute them by compute_gradients of this optimizer"
            )
        step = next(iter(records.values()))[0]
        for used, given in (
            (global_step, "apply_gradients was given"),
            *((r[0], "other gradients were recorded with") for r in records.values()),
        ):
            if used is not None and used is not step:
                raise ValueError(
                    f"the gradients were computed at the global step {_named(step)}, but {given} {_named(used)}"
                )
        counter = self.stale_counter(step)
        with v1.name_scope(name, self.get_name()), _own_cond():
            with tf.control_dependencies(tensors), ops.colocate_with(step):
                oldest = [step.read_value() - recorded for _, recorded in records.values()]
                late = tf.reduce_max(tf.stack(oldest)) if len(oldest) > 1 else oldest[0]
            chosen = tf.cast(self._staleness, late.dtype.base_dtype)

            def accept() -> tf.Tensor:
                with tf.control_dependencies([self._opt.apply_gradients(pairs, step)]):
                    return tf.constant(False)

            def drop() -> tf.Tensor:
                count = v1.assign_add(counter, 1.0, use_locking=self._use_locking)
                with tf.control_dependencies([count]):
                    return tf.constant(True)

            collected = v1.get_collection_ref(v1.GraphKeys.TRAIN_OP)
            before = list(collected)
            dropped = v1.cond(tf.reshape(late, []) <= chosen, accept, drop, name="stale")
            collected[:] = [*before, dropped.op]  # and not the one inside the branch, which nobody can run
        return dropped.op

    def _step(self, given: tf.Variable | None) -> tf.Variable:
        """The global step to use. Raises ValueError where there is none, or it is no Variable; RuntimeError outside of
        graphs.
        """
        if tf.executing_eagerly():
            raise RuntimeError("DropStaleGradientOptimizer works on graphs: build one with tf.Graph().as_default()")
        step = given if given is not None else self._global_step
        if step is None:  # that of the graph; train.get_global_step fails on a resource variable found by its name
            known = v1.get_collection(v1.GraphKeys.GLOBAL_STEP) or [
                v for v in v1.global_variables() if v.name == "global_step:0"
            ]
            step = known[0] if len(known) == 1 else None
        if step is None:
            raise ValueError(
                "there is no global step: pass one to minimize, or call "
                "tf.compat.v1.train.get_or_create_global_step() first"
            )
        if not isinstance(step, tf.Variable):
            raise ValueError(f"global_step, {_named(step)}, is no Variable")
        return step


def gradient_tensors(pairs: Iterable[tuple[Any, tf.Variable]]) -> list[tf.Tensor]:
    """Those of (gradient, variable) pairs; of a sparse gradient its values, of a missing one nothing."""
    return [g.values if isinstance(g, tf.IndexedSlices) else tf.convert_to_tensor(g) for g, _ in pairs if g is not None]


def _named(item: Any) -> str:
    """An item as a message names it: variables and tensors by name."""
    name: Any = getattr(item, "name", None)
    return name if isinstance(name, str) and tf.is_tensor(item) or isinstance(item, tf.Variable) else repr(item)


@contextlib.contextmanager
def _own_cond() -> Iterator[None]:
    """A `cond` built of Switch and Merge, the only one that reference variables can be updated in.

    In a function's graph, which has no reference variables, TensorFlow builds its own kind whatever is said here.
    """
    before = control_flow_util.ENABLE_CONTROL_FLOW_V2
    control_flow_util.ENABLE_CONTROL_FLOW_V2 = False
    try:
        yield
    finally:
        control_flow_util.ENABLE_CONTROL_FLOW_V2 = before
