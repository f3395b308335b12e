"""An optimizer that drops gradients which were computed too many global steps ago.

It wraps any `tf.compat.v1.train.Optimizer`, is one itself, and depends on TensorFlow only:

    opt = DropStaleGradientOptimizer(tf.compat.v1.train.GradientDescentOptimizer(0.1), staleness=2)
    train_op = opt.minimize(loss, global_step=global_step)

The global step is copied before the gradients are computed, and compared with the global step when they are applied. If
more than `staleness` other updates happened in between, no gradient is applied, the global step stays, and a counter
goes up by one. The counter is the variable `stale_counter:0` of the graph, with the name and dtype of tf.contrib.opt.
The scalar summary "Gradient staleness percentage", the share of dropped gradients, has the name of tf.contrib.opt, too.
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
    """Optimizer that applies the gradients of `opt` only if they are not stale.

    Gradients are stale if more than `staleness` updates happened since they were computed.

    `staleness` is an integer, or a scalar integer tensor; below 0, fresh gradients are dropped as well. The global step
    is the argument of `minimize`, else `global_step` (an extension: for a graph with several), else the one of the
    graph (`tf.compat.v1.train.get_global_step`). `use_locking` locks the stale counter while it is incremented. The
    optimizer works in graph mode, on reference and resource variables, with control flow v1 and v2.
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
        self._recorded: dict[str, tuple[tf.Variable, tf.Tensor]] = {}  # name of a gradient -> its recorded step
        self._counter: tf.Variable | None = None
        self._summary: tf.Tensor | None = None

    def get_slot(self, *args: Any, **kwargs: Any) -> tf.Variable | None:
        """Return a slot of the wrapped optimizer for a variable; None if it does not exist."""
        return self._opt.get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> list[str]:
        """Return the names of the wrapped optimizer's slots."""
        return self._opt.get_slot_names(*args, **kwargs)

    def variables(self) -> list[tf.Variable]:
        """Return the variables of the wrapped optimizer, and the stale counter."""
        return [*self._opt.variables(), *([] if self._counter is None else [self._counter])]

    def stale_counter(self, global_step: tf.Variable | None = None) -> tf.Variable:
        """Return the number of times that gradients were dropped for being stale.

        The float32 scalar variable is created at the first call, on the device of the global step, as `stale_counter`
        of the current variable scope, or `stale_counter_1` if another optimizer has that name. It is a reference
        variable, whatever the other variables are, so that the name `stale_counter:0` means its value; inside
        functions, which have no reference variables, it is a resource variable.
        """
        if self._counter is None:
            step, scope = self._step(global_step), v1.get_variable_scope()
            resource = v1.get_default_graph().building_function
            # The counter is created outside the branch or loop that is being built.
            with ops.init_scope(), tf.device(step.device or None):
                name = f"{scope.name}/stale_counter".lstrip("/")
                if not scope.reuse:
                    with v1.name_scope(None):  # a name scope would be added to the name of the variable
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
        """Return the scalar summary of the stale counter divided by the global step plus 1.

        The serialized Summary is created with the counter and is in the graph's collection of summaries.
        """
        self.stale_counter(global_step)
        return self._summary

    def minimize(
        self, loss: tf.Tensor, global_step: tf.Variable | None = None, *args: Any, **kwargs: Any
    ) -> tf.Operation:
        """Compute and apply gradients with one global step.

        Raises:
            ValueError: As `compute_gradients` and `apply_gradients`.
        """
        before, self._global_step = self._global_step, self._step(global_step)
        try:
            return super().minimize(loss, self._global_step, *args, **kwargs)
        finally:
            self._global_step = before

    def compute_gradients(
        self, loss: tf.Tensor, var_list: Any = None, *args: Any, **kwargs: Any
    ) -> list[tuple[Any, tf.Variable]]:
        """Return the gradients of the wrapped optimizer, computed after the global step is recorded.

        Raises:
            ValueError: The global step is missing, an entry of `var_list` is not a Variable, or no variable is left to
                train. The graph is unchanged.
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
            # A copy that the graph optimizer keeps: an Identity of a reference variable would also see later updates.
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
        """Apply the gradients and increment the global step, or drop all gradients and increment the counter.

        Raises:
            ValueError: The gradients or the recorded global step are missing, or the step is not `global_step`.
        """
        pairs = list(grads_and_vars)
        tensors = gradient_tensors(pairs)
        if not tensors:
            raise ValueError("no gradients are given: " + (", ".join(_named(v) for _, v in pairs) or "no variables"))
        # Gradients that were clipped or summed have new names: they count from the last recording.
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
            collected[:] = [*before, dropped.op]  # replaces the op inside the branch, which cannot be run
        return dropped.op

    def _step(self, given: tf.Variable | None) -> tf.Variable:
        """Return the global step to use.

        Raises:
            RuntimeError: Eager execution is enabled.
            ValueError: The global step is missing, or is not a Variable.
        """
        if tf.executing_eagerly():
            raise RuntimeError("DropStaleGradientOptimizer works on graphs: build one with tf.Graph().as_default()")
        step = given if given is not None else self._global_step
        if step is None:  # use the global step of the graph; train.get_global_step fails for a resource variable
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
    """Return the tensors of (gradient, variable) pairs: the values of sparse gradients, without missing gradients."""
    return [g.values if isinstance(g, tf.IndexedSlices) else tf.convert_to_tensor(g) for g, _ in pairs if g is not None]


def _named(item: Any) -> str:
    """Return an item as messages show it: variables and tensors by name."""
    name: Any = getattr(item, "name", None)
    return name if isinstance(name, str) and tf.is_tensor(item) or isinstance(item, tf.Variable) else repr(item)


@contextlib.contextmanager
def _own_cond() -> Iterator[None]:
    """Context manager in which `cond` consists of Switch and Merge, as updates of reference variables require.

    In the graph of a function, which has no reference variables, TensorFlow builds control flow v2 anyway.
    """
    before = control_flow_util.ENABLE_CONTROL_FLOW_V2
    control_flow_util.ENABLE_CONTROL_FLOW_V2 = False
    try:
        yield
    finally:
        control_flow_util.ENABLE_CONTROL_FLOW_V2 = before
