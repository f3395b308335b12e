"""A cache of training steps, so that inferring types does not build their gradients and updates again.

The gradients and updates of a Minimize block take most of the time in which TensorFlow infers the types of a page, but
only the types of the gradients are shown. These depend on the optimizer, on the ops that compute the loss, and on the
functions in them. A digest of all this is the key, so edits elsewhere on the page find the training step in the cache.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import tensorflow as tf
from tensorflow.core.framework.node_def_pb2 import NodeDef

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.fields import MINIMIZE
from blockloom.blocks.document.pages import CONTROL, Block
from blockloom.blocks.walks import reached
from blockloom.runtime.compile.emitter import Wave
from blockloom.runtime.compile.partial_emitter import PartialEmitter
from blockloom.runtime.compile.program import Expansion
from blockloom.runtime.resources.op_effects import definition_of

_MOST = 64  # most training steps in the cache
_FLOATS = (tf.float16, tf.bfloat16, tf.float32, tf.float64)


class TrainingStep(NamedTuple):
    """The types of a training step.

    Attributes:
        dtypes: dtypes of the gradients.
        shapes: shapes of the gradients.
        causes: for each gradient the block that makes its shape unknown, or "".
        variables: the blocks of the variables.
    """

    dtypes: list[tf.DType]
    shapes: list[tf.TensorShape]
    causes: list[str]
    variables: list[str]


class TrainingSteps:
    """The training steps that were built last, by their digests."""

    def __init__(self) -> None:
        self._found: OrderedDict[bytes, TrainingStep] = OrderedDict()

    def get(self, key: bytes) -> TrainingStep | None:
        """Return the training step with this digest, if it is known."""
        found = self._found.get(key)
        if found is not None:
            self._found.move_to_end(key)
        return found

    def add(self, key: bytes, step: TrainingStep) -> None:
        """Keep a training step; the one that was used least recently makes room."""
        self._found[key] = step
        if len(self._found) > _MOST:
            self._found.popitem(last=False)


class TypesEmitter(PartialEmitter):
    """An emitter that replaces the training steps in `training` by stand-ins with the same types.

    A step that is not in the cache may depend on variables of the steps before it, so the emitter builds these first.
    """

    def __init__(self, training: TrainingSteps | None, *rest: Any):
        super().__init__(*rest)
        self.training = training
        self.causes: dict[str, str] = {}  # tensor of a placeholder block -> the block that made its shape unknown
        self._left: list[Block] = []  # blocks that are replaced by placeholders
        self._written: Wave = {}

    def node_def(self, op: tf.Operation) -> NodeDef:
        """Return the NodeDef of an op. The imported one is used if there is one, since TensorFlow's is slow."""
        return self._written.get(op.name) or op.node_def

    def _import_nodes(self, nodes: Wave, alike: bool = False) -> None:
        super()._import_nodes(nodes, alike)
        self._written.update(nodes)

    def _expand(self, block: Block) -> None:
        if self.training is None or traits_of(block.type).step not in ("minimize", "apply"):
            super()._expand(block)
            return
        key = _digest_of(self, block) if self.tell is None else None
        found = self.training.get(key) if key is not None else None
        if found is not None:
            self.tick()
            before = len(self.graph.get_operations())
            _stand_in(self, block, found)
            for operation in self.graph.get_operations()[before:]:
                self.places.setdefault(operation.name, Address(self.page.name, block.id))
            self._left.append(block)
            return
        for one in self._left:
            super()._expand(one)
        self._left.clear()
        said = len(self.problems)
        super()._expand(block)
        if key is not None and len(self.problems) == said and block.id not in self.left_out:
            self.training.add(key, _built(self, block))


def _digest_of(emitter: TypesEmitter, block: Block) -> bytes | None:
    """Return the key of a block's training step.

    Returns:
        The digest of everything that its types depend on; None if the block is not a Minimize block of one of
        TensorFlow's own optimizers, or if other blocks use its gradients.
    """
    if block.type != MINIMIZE or any(
        wire.source_pin.startswith("grads") and wire.kind != CONTROL for wire in emitter.page.out.get(block.id, ())
    ):
        return None
    try:
        (made,) = emitter.objects(block.id, "optimizer")
        if made.inner is not None:
            return None
        return _digest(emitter, [block, made.block])
    except (KeyError, ValueError):  # an input is missing; the step reports it
        return None


def _digest(emitter: TypesEmitter, blocks: list[Block]) -> bytes:
    digest, roots = hashlib.blake2b(), list[tf.Tensor]()
    for block in blocks:
        step = emitter.plan.steps[block.id]
        inputs = {pin: emitter.tensors(block.id, pin) for pin in sorted(step.inputs) if pin != "optimizer"}
        roots += [tensor for tensors in inputs.values() for tensor in tensors]
        names = {pin: [tensor.name for tensor in tensors] for pin, tensors in inputs.items()}
        digest.update(repr((block.type, sorted(block.values.items()), step.name, step.device, names)).encode())
        digest.update(repr((sorted(step.attrs.items()), sorted(step.literals.items()))).encode())
    ops = _upstream(root.op for root in roots)
    nodes = {op.name for op in ops}
    variables = [one for _, one in sorted(emitter.variables.items()) if one.node in nodes]
    ends = sorted({name.partition(":")[0] for one in variables for name in (one.init, one.initial, one.read)} - nodes)
    ops = _upstream([*ops, *filter(None, (_operation(emitter, name) for name in ends))])
    digest.update(repr((variables, sorted(emitter.held.items()))).encode())
    read = {source.op.name for op in ops if _reads_values(emitter, op) for source in op.inputs}
    for op in sorted(ops, key=lambda op: op.name):
        types = [(one.dtype.name, one.shape) for one in op.outputs]
        digest.update(repr((op.name, emitter.place(op.name), types)).encode())
        if op.type != "Const" or op.name in read or op.outputs[0].dtype not in _FLOATS:
            digest.update(emitter.node_def(op).SerializeToString(deterministic=True))
    for name, function in sorted(emitter.functions.items()):
        digest.update(name.encode())
        for definition in function.definitions.values():
            digest.update(definition_of(definition).SerializeToString(deterministic=True))
    return digest.digest()


def _upstream(ends: Iterable[tf.Operation]) -> list[tf.Operation]:
    return list(reached(ends, lambda op: [source.op for source in op.inputs]))


def _operation(emitter: TypesEmitter, node: str) -> tf.Operation | None:
    try:
        return emitter.graph.get_operation_by_name(node)
    except (KeyError, ValueError):
        return None


def _reads_values(emitter: TypesEmitter, op: tf.Operation) -> bool:
    """Return whether shapes may depend on the values of an op's inputs."""
    return op.type == "Range" or bool(traits_of(op.type).functional) or emitter.folding.bound(op.name) is not None


def _built(emitter: TypesEmitter, block: Block) -> TrainingStep:
    """Return the training step that a block has just built."""
    grads, causes = [emitter.tensor(name) for name in emitter.outputs[block.id]["grads"]], Causes(emitter.place, {})
    return TrainingStep(
        [one.dtype for one in grads],
        [one.shape for one in grads],
        ["" if one.shape.is_fully_defined() else causes.cause_of(one) for one in grads],
        emitter.expansions[block.id].trained,
    )


def _stand_in(emitter: TypesEmitter, block: Block, step: TrainingStep) -> None:
    """Replace all ops that the block builds for gradients by one op with their outputs."""
    with emitter.graph.name_scope(f"{emitter.plan.steps[block.id].name}/"):
        grads = tf.raw_ops.InfeedDequeueTuple(dtypes=step.dtypes, shapes=step.shapes, name="grads")
        done = tf.no_op("done").name
    names = [one.name for one in grads]
    emitter.register(block.id, Expansion({"grads": names, "operation": [done]}, [done]))
    emitter.causes.update(zip(names, step.causes))
    for variable in step.variables:  # a real step also reads the variable
        known = emitter.variables[variable]
        if known.key[1]:
            emitter.optimizer_variables.read(known)


class Causes:
    """The blocks that make shapes unknown, by tensor.

    Args:
        place: returns the address of a node.
        known: the blocks for tensors of stand-ins, which have no inputs.
    """

    def __init__(self, place: Callable[[str], Address], known: dict[str, str]):
        self._place, self._known = place, known
        self._found: dict[str, str] = {}

    def clear(self) -> None:
        """Clear the results after ops are replaced."""
        self._found.clear()

    def cause_of(self, tensor: tf.Tensor) -> str:
        """Return the first block, from a tensor upstream, whose inputs all have known shapes."""
        chain, seen = [], set()
        while tensor.name not in self._found and tensor.name not in seen:
            chain.append(tensor.name)
            seen.add(tensor.name)
            rank = tensor.shape.rank
            worse = next((t for t in tensor.op.inputs if t.shape.rank is None), None)
            if worse is None and rank is not None:
                worse = next((t for t in tensor.op.inputs if not t.shape.is_fully_defined()), None)
            if worse is None:
                self._found[tensor.name] = self._known.get(tensor.name) or self._place(tensor.op.name).block
                break
            tensor = worse
        cause = self._found.get(tensor.name) or self._place(tensor.op.name).block
        self._found.update((name, cause) for name in chain)
        return cause
