"""Expanders of optimizers, and of the blocks that use them: ComputeGradients, ApplyGradients, Minimize.

An optimizer on a wire is one object from the block that creates it to the block that applies its gradients. Everything
else that it creates (slots, powers of beta) is named after the shared_name of the variable, so that the pages of a
cluster share it. It is initialised with the session, keeps its value as variables do, and is shown as a result of the
optimizer's block: `momentum:W`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import ops_with
from blockloom.blocks.document import fields
from blockloom.blocks.document.addresses import inside
from blockloom.blocks.document.pages import CONTROL, Block, Wire
from blockloom.blocks.text.phrases import join, phrase
from blockloom.blocks.values.dtypes import DTYPES
from blockloom.runtime.compile.composites import differentiated, differentiating, refuse_dtypes, refuse_loops, upstream
from blockloom.runtime.compile.drop_stale import DropStaleGradientOptimizer, gradient_tensors
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.error_problems import ExpansionError
from blockloom.runtime.compile.program import CreatedVariables, Expansion, Probe

v1 = tf.compat.v1
PLAIN = {name: getattr(v1.train, made) for name, made in ops_with("optimizer").items()}
_FLOAT_ONLY = (v1.train.ProximalGradientDescentOptimizer, v1.train.ProximalAdagradOptimizer)
_SHAPED = (v1.train.FtrlOptimizer, v1.train.ProximalAdagradOptimizer, v1.train.AdagradDAOptimizer)
# The words of TensorFlow's constructors for the range of a number.
_BOUND = re.compile(r"(\w+) .*?(positive or zero|negative or zero|positive)\b")
_FLOATS = (tf.float16, tf.bfloat16, tf.float32, tf.float64)


class WiredOptimizer(NamedTuple):
    """An optimizer on a wire, its block, and the optimizer that it wraps."""

    block: Block
    optimizer: tf.compat.v1.train.Optimizer
    inner: WiredOptimizer | None = None

    def __str__(self) -> str:
        around = phrase(" around {}", self.inner) if self.inner else ""
        return phrase("{} optimizer{}", self.optimizer.get_name(), around)


class GradientPairs(NamedTuple):
    """Gradients on a wire as the (gradient, variable) pairs of `compute_gradients`."""

    pairs: list[tuple[Any, tf.Variable]]
    variables: list[str]  # blocks of the variables

    def __str__(self) -> str:
        return phrase("gradients by {}", join(", ", self.variables))


def _wired(emitter: Emitter, block: Block, pin: str) -> tf.Tensor | None:
    tensors = emitter.tensors(block.id, pin)
    return tensors[0] if tensors else None


def _number(emitter: Emitter, block: Block, pin: str, default: str) -> float | tf.Tensor:
    """Return a hyperparameter: wired, typed or the default.

    It stays a Python number, as in a script: TensorFlow casts it.
    """
    wired = _wired(emitter, block, pin)
    if wired is not None:
        return wired
    literal = emitter.inference.known[block.id].literals.get(pin)
    if literal is None:
        return float(default)
    if literal[0].array.ndim or literal[0].array.dtype.kind not in "iuf":
        raise ExpansionError("no-number", pin, value=block.values[pin])
    return literal[0].array.item()


def global_step_of(emitter: Emitter, block: Block) -> tf.Variable | None:
    """Return the variable wired as the global step of an optimizer; None if there is none.

    Raises:
        ExpansionError: The value is typed, or is not an integer variable.
    """
    wire = next(iter(emitter.page.into.get(block.id, {}).get("global_step", ())), None)
    if wire is None:
        if block.values.get("global_step", "").strip():
            raise ExpansionError("typed-step", "global_step")
        return None
    tensor = emitter.tensors(block.id, "global_step")[0]
    name = emitter.optimizer_variables.block_of(tensor)
    if name is None:
        raise ExpansionError("no-variable", "global_step", source=f"{wire.source}.{wire.source_pin}")
    variable = emitter.optimizer_variables.wrapped(name)
    if not variable.dtype.base_dtype.is_integer:
        raise ExpansionError("step-dtype", "global_step", variable=name, dtype=emitter.variables[name].key[2])
    return variable


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else value or ""


def _attrs(emitter: Emitter, block: Block) -> dict[str, Any]:
    return {
        name: _text(value) if isinstance(value, bytes) else value
        for name, value in emitter.inference.known[block.id].attrs.items()
    }


def _optimizer(emitter: Emitter, block: Block) -> WiredOptimizer:
    (made,) = emitter.objects(block.id, "optimizer")
    return made


def _wire(emitter: Emitter, made: WiredOptimizer, **outputs: Any) -> Expansion:
    found = Expansion({"optimizer": made, **outputs})
    if not emitter.bare or any(wire.kind == CONTROL for wire in emitter.page.out.get(made.block.id, ())):
        found.ends = [tf.no_op("made").name]  # control wires from the block wait for this node
    return found


def arguments(emitter: Emitter, block: Block) -> dict[str, Any]:
    """Return the arguments for the constructor of a TensorFlow optimizer: attrs, tensors, and the global step."""
    found = {name: value for name, value in _attrs(emitter, block).items() if value != ""}
    for pin in emitter.catalogue[block.type].inputs:
        found[pin.name] = (
            global_step_of(emitter, block)
            if pin.name == "global_step"
            else _number(emitter, block, pin.name, pin.default)
        )
    return found


def plain(emitter: Emitter, block: Block) -> Expansion:
    """Expand a TensorFlow optimizer; pins and attrs are arguments of its constructor."""
    given = arguments(emitter, block)
    try:
        optimizer = PLAIN[block.type](**given)
    except ValueError as error:  # for example, "l1_regularization_strength -1.000000 needs to be positive or zero"
        match = _BOUND.search(str(error))
        if match is None or match[1] not in given:
            raise
        raise ExpansionError("out-of-range", match[1], value=given[match[1]], bound=match[2]) from None
    create = optimizer._create_non_slot_variable

    def beside(initial_value: Any, name: str, colocate_with: tf.Variable) -> tf.Variable:
        with tf.name_scope(f"{colocate_with._shared_name}/{optimizer.get_name()}/"):
            return create(initial_value, name, colocate_with)

    optimizer._create_non_slot_variable = beside
    return _wire(emitter, WiredOptimizer(block, optimizer))


def sync_replicas(emitter: Emitter, block: Block) -> Expansion:
    """Expand SyncReplicasOptimizer; the session replaces its hook."""
    inner, attrs = _optimizer(emitter, block), _attrs(emitter, block)
    return _wire(
        emitter,
        WiredOptimizer(
            block,
            v1.train.SyncReplicasOptimizer(
                inner.optimizer,
                attrs["replicas_to_aggregate"],
                attrs["total_num_replicas"] or None,
                use_locking=attrs["use_locking"],
                name=attrs["name"],
            ),
            inner,
        ),
    )


def drop_stale(emitter: Emitter, block: Block) -> Expansion:
    """Expand DropStaleGradientOptimizer."""
    inner, attrs, step = _optimizer(emitter, block), _attrs(emitter, block), global_step_of(emitter, block)
    if isinstance(inner.optimizer, v1.train.SyncReplicasOptimizer):
        raise ExpansionError("stale-twice", "optimizer", optimizer=inner.block.id)
    staleness = _number(emitter, block, "staleness", "")
    if isinstance(staleness, float) and not staleness.is_integer():
        raise ExpansionError("no-whole-number", "staleness", value=block.values["staleness"])
    if step is not None and not tf.is_tensor(staleness) and not step.dtype.min <= staleness <= step.dtype.max:
        name = emitter.optimizer_variables.block_of(emitter.tensors(block.id, "global_step")[0]) or ""
        dtype = emitter.variables[name].key[2]
        raise ExpansionError("beyond-step", "staleness", value=block.values["staleness"], step=name, dtype=dtype)
    optimizer = DropStaleGradientOptimizer(
        inner.optimizer, staleness, attrs["use_locking"], attrs["name"], global_step=step
    )
    with tf.control_dependencies(None):
        counter, summary = optimizer.stale_counter(), optimizer.summary()
        value = tf.identity(counter.read_value(), "stale_counter")
    made = _wire(emitter, WiredOptimizer(block, optimizer, inner), stale_counter=[value.name], summary=[summary.name])
    made.created = CreatedVariables([emitter.optimizer_variables.record(block, "stale_counter", counter)])
    return made


def compute_gradients(emitter: Emitter, block: Block) -> Expansion:
    """Expand ComputeGradients."""
    found, made = _compute(emitter, block, _optimizer(emitter, block))
    made.outputs["gradients"], made.ends = found, [tensor.op.name for tensor in gradient_tensors(found.pairs)]
    return made


def apply_gradients(emitter: Emitter, block: Block) -> Expansion:
    """Expand ApplyGradients."""
    (gradients,) = emitter.objects(block.id, "gradients")
    pairs = gradients.pairs
    changed = emitter.tensors(block.id, "grads")
    if changed:
        if len(changed) != len(pairs):
            raise ExpansionError("grads-count", "grads", count=len(changed), wanted=len(pairs), about=str(gradients))
        pairs = [(grad, variable) for grad, (_, variable) in zip(changed, pairs)]
    found = GradientPairs(pairs, gradients.variables)
    return _apply(emitter, block, _optimizer(emitter, block), found, Expansion())


def minimize(emitter: Emitter, block: Block) -> Expansion:
    """Expand Minimize: compute and apply gradients."""
    optimizer = _optimizer(emitter, block)
    found, made = _compute(emitter, block, optimizer, global_step_of(emitter, block))
    return _apply(emitter, block, optimizer, found, made)


def _compute(
    emitter: Emitter, block: Block, optimizer: WiredOptimizer, step: tf.Variable | None = None
) -> tuple[GradientPairs, Expansion]:
    loss, attrs = _wired(emitter, block, "loss"), _attrs(emitter, block)
    if loss is None:
        raise ExpansionError("typed-loss", "loss")
    refuse_loops(emitter, [loss], "loss")
    refuse_dtypes(
        emitter,
        [loss],
        "loss",
        with_complex="grad_loss" in block.values or bool(emitter.page.into[block.id].get("grad_loss")),
    )
    names = _var_list(emitter, block, loss)
    _check_variables(emitter, optimizer, names)
    grad_loss = _wired(emitter, block, "grad_loss")
    if grad_loss is None and "grad_loss" in emitter.inference.known[block.id].literals:
        value = emitter.inference.known[block.id].literals["grad_loss"][0].array
        grad_loss = tf.constant(value.astype(loss.dtype.base_dtype.as_numpy_dtype), name="grad_loss")
    method = getattr(tf.AggregationMethod, attrs["aggregation_method"])

    def computed(xs: list[Any]) -> list[Any]:
        pairs = optimizer.optimizer.compute_gradients(
            loss,
            xs,
            getattr(v1.train.Optimizer, attrs["gate_gradients"]),
            method,
            attrs["colocate_gradients_with_ops"],
            grad_loss,
        )
        return [grad for grad, _ in pairs[: len(xs)]]

    variables = [emitter.optimizer_variables.wrapped(name) for name in names]
    with differentiating(emitter, "loss"):
        grads = differentiated(emitter, block, [loss], variables, computed)
    pairs = list(zip(grads, variables))
    lost = [name for name, (grad, _) in zip(names, pairs) if grad is None]
    chosen = emitter.page.into[block.id].get("var_list") and not emitter.pinned  # no gradient passes a pinned output
    if lost and (chosen or len(lost) == len(names)):
        raise ExpansionError("loss-without", "var_list", variables=lost)
    kept = [(name, pair) for name, pair in zip(names, pairs) if pair[0] is not None]
    outputs = {"grads": [tf.convert_to_tensor(grad).name for _, (grad, _) in kept]}
    found = GradientPairs([pair for _, pair in kept], [name for name, _ in kept])
    return found, Expansion(outputs, loss=loss.name, trained=names, pairs=pairs)


def _var_list(emitter: Emitter, block: Block, loss: tf.Tensor) -> list[str]:
    """Return the variables to train: those wired, else all of the page that the loss depends on."""
    wires: Iterable[Wire] = emitter.page.into.get(block.id, {}).get("var_list", ())
    if not wires:
        if block.values.get("var_list", "").strip():
            raise ExpansionError("typed-variables", "var_list")
        reached = {op.name for op in upstream([loss])}
        for at in filter(None, map(emitter.places.get, reached)):
            for held in emitter.held.get(at.block, ()):
                if not held.key[1] and held.trainable and tf.as_dtype(DTYPES[held.key[2]].number) in _FLOATS:
                    raise ExpansionError(
                        "ref-in-function", "loss", variable=inside("", held.block).display_text, user=at.block
                    )
        trainable = sorted(
            b
            for b, v in emitter.variables.items()
            if v.node in reached
            and tf.as_dtype(emitter.graph.get_operation_by_name(v.node).get_attr("dtype")) in _FLOATS
            and v.trainable
        )
        if not trainable:
            if emitter.fed:
                raise ExpansionError("trained-is-pinned", "loss")
            raise ExpansionError("nothing-to-train", "loss")
        return trainable
    names: dict[str, None] = {}
    bad = []
    number = 0
    for wire in wires:
        for ref in emitter.refs(wire.source, wire.source_pin):
            name = emitter.optimizer_variables.block_of(
                emitter.graph.get_tensor_by_name(ref if ":" in ref else f"{ref}:0")
            )
            if name is None:
                bad.append(f"var_list[{number}] ({wire.source}.{wire.source_pin})")
            else:
                names[name] = None
            number += 1
    if bad:
        raise ExpansionError("no-variables", "var_list", sources=bad)
    return list(names)


def _check_variables(emitter: Emitter, optimizer: WiredOptimizer, names: Iterable[str]) -> None:
    """Raise ExpansionError for variables that TensorFlow's optimizers reject with an unclear message."""
    inmost = _inmost(optimizer)
    title = f"{emitter.catalogue[inmost.block.type].title} ({inmost.block.id})"
    for name in names:
        variable = emitter.optimizer_variables.wrapped(name)
        if isinstance(inmost.optimizer, _FLOAT_ONLY) and variable.dtype.base_dtype != tf.float32:
            raise ExpansionError(
                "float-only", "var_list", variable=name, dtype=emitter.variables[name].key[2], optimizer=title
            )
        if isinstance(inmost.optimizer, _SHAPED) and not variable.shape.is_fully_defined():
            raise ExpansionError("shape-unknown", "var_list", variable=name, optimizer=title)


def _inmost(made: WiredOptimizer) -> WiredOptimizer:
    while made.inner is not None:
        made = made.inner
    return made


def _apply(
    emitter: Emitter, block: Block, optimizer: WiredOptimizer, gradients: GradientPairs, made: Expansion
) -> Expansion:
    """Apply gradients, and return the expansion `made` with the result."""
    step = global_step_of(emitter, block)
    created = CreatedVariables()
    if isinstance(optimizer.optimizer, v1.train.SyncReplicasOptimizer):
        if step is None:
            raise ExpansionError("no-step", "global_step", optimizer=optimizer.block.id)
        if emitter.page.into[block.id].get(""):
            raise ExpansionError("control-into-thread", optimizer=optimizer.block.id)
    done = optimizer.optimizer.apply_gradients(gradients.pairs, step)
    _created(emitter, optimizer, gradients, created)
    made.created = created
    operation = getattr(done, "op", done)
    made.outputs["operation"], made.ends = [operation.name], [operation.name]
    if isinstance(optimizer.optimizer, v1.train.SyncReplicasOptimizer):
        _hook(emitter, block, optimizer, created)
    return made


def _created(emitter: Emitter, outer: WiredOptimizer, gradients: GradientPairs, created: CreatedVariables) -> None:
    """Add records for the variables that the innermost optimizer created."""
    inmost = _inmost(outer)
    optimizer = inmost.optimizer
    for slot in optimizer.get_slot_names():
        for name in gradients.variables:
            variable = optimizer.get_slot(emitter.optimizer_variables.wrapped(name), slot)
            if variable is not None:
                created.variables.append(emitter.optimizer_variables.record(inmost.block, f"{slot}:{name}", variable))
    for variable in optimizer._non_slot_variables():
        pin = variable.op.name.rpartition("/")[2]
        created.variables.append(emitter.optimizer_variables.record(inmost.block, pin, variable))


def _hook(emitter: Emitter, block: Block, wrapping: WiredOptimizer, created: CreatedVariables) -> None:
    """Add the ops that the hook of SyncReplicasOptimizer would run."""
    optimizer, attrs = wrapping.optimizer, _attrs(emitter, wrapping.block)
    queue = optimizer._sync_token_queue
    optimizer.ready_for_local_init_op.mark_used()  # the session initialises all variables
    with tf.control_dependencies(None):
        created.probes.append(Probe(block.id, queue.size("tokens").name, 1, phrase("tokens of the chief")))
        if not attrs["is_chief"]:
            created.starts.append(optimizer.local_step_init_op.op.name)
            return
        created.starts += [optimizer.chief_init_op.name, optimizer.get_init_tokens_op(attrs["num_tokens"]).name]
    created.runners.append(optimizer.get_chief_queue_runner().to_proto())


LIVE: dict[str, Callable[[Emitter, Block], Expansion]] = {
    **dict.fromkeys(PLAIN, plain),
    fields.SYNC_REPLICAS: sync_replicas,
    fields.DROP_STALE: drop_stale,
    fields.COMPUTE_GRADIENTS: compute_gradients,
    fields.APPLY_GRADIENTS: apply_gradients,
    fields.MINIMIZE: minimize,
}
