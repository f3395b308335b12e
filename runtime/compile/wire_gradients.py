"""Gradients of the loss by the values of wires, computed with the gradients of the variables.

The wires are further `xs` of the same gradients. A second graph of gradients would double the time of a step; this one
already contains all but the first inputs, and a step fetches only the gradients that are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import tensorflow as tf
from tensorflow.python.framework import ops

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import LIST, REF, TENSOR
from blockloom.blocks.lower.structure import SessionPlan
from blockloom.blocks.plan.plan_nodes import PagePlan
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.program import DescribedResult

_STEPS = ("minimize", "compute", "differentiate")  # the first of these on the page determines the loss
_FLOATS = (tf.float16, tf.bfloat16, tf.float32, tf.float64)
Sources = list[str | DescribedResult]  # gradients of an output, one for each of its tensors


def differentiating_block(plan: PagePlan, sessions: Iterable[SessionPlan], asked: str) -> str:
    """Return the block that computes the gradients to show, "" if there is none.

    It is the requested block, else the first one that trains among those that sessions run, else one that outputs
    gradients.
    """
    run = set[str]().union(*(one.closure for one in sessions)) & plan.steps.keys()
    found = [(_STEPS.index(step), name) for name in run if (step := traits_of(plan.steps[name].kind).step) in _STEPS]
    return asked if asked in {name for _, name in found} else min(found, default=(0, ""))[1]


class CompiledWireGradients:
    """The gradients of the wires of a page, by the outputs at which they begin, as `block` computes them."""

    def __init__(self, block: str):
        self.block = block
        self._wanted: list[tuple[str, str, int]] = []  # (block, pin, number of the tensor) for each element of `xs`
        self._found: dict[tuple[str, str], Sources] = {}
        # Output of a block of a called page -> its gradient in each call.
        self._calls: dict[tuple[Address, str], list[tf.Tensor | None]] = {}
        self.summed: dict[
            tuple[Address, str], str | DescribedResult
        ] = {}  # output of a block of a called page -> the sum over its calls

    def sources_of(self, block: str) -> dict[str, Sources]:
        """Return the gradients of a block by output: for each tensor, its name or why it has no value."""
        return {pin: sources for (name, pin), sources in self._found.items() if name == block}

    def compute(
        self,
        emitter: Any,
        losses: Sequence[tf.Tensor],
        xs: Sequence[Any],
        gradients: Callable[[list[Any]], list[Any]],
    ) -> list[Any]:
        """Return `gradients(xs)`, and compute the gradients of all wires that lead to the losses as well."""
        wires = self._wires(emitter, losses)
        called = [tensor for tensors in self._calls.values() for tensor in tensors if tensor is not None]
        try:
            found = gradients([*xs, *wires, *called])
        except Exception:  # raised if an op between a wire and the loss has no gradient
            unknown = DescribedResult(
                phrase("not known: TensorFlow cannot differentiate an op between it and the loss")
            )
            self._found = {end: [unknown] * len(sources) for end, sources in self._found.items()}
            return gradients(list(xs))
        grads = iter(found[len(xs) :])
        for block, pin, number in self._wanted:
            if (grad := next(grads)) is not None:
                self._found[block, pin][number] = str(tf.convert_to_tensor(grad).name)
        for end, tensors in self._calls.items():
            self.summed[end] = _sum([next(grads) for tensor in tensors if tensor is not None])
        return found[: len(xs)]

    def _wires(self, emitter: Any, losses: Sequence[tf.Tensor]) -> list[tf.Tensor]:
        """Return the floating-point tensors of all outputs, in the order of `_wanted`; for variables, the variables."""
        reached, beyond = _differentiable(losses)
        nothing = _nothing()
        unknown = DescribedResult(phrase("not known: an op between it and the loss has no gradient"))
        wires = []
        for block in emitter.plan.order:
            known = emitter.variables.get(block)
            for pin, names in _outputs(emitter, block):
                tensors = [emitter.tensor(known.node if known else name) for name in names]
                if not tensors or not all(_dtype(tensor, bool(known)) in _FLOATS for tensor in tensors):
                    continue
                self._found[block, pin] = [unknown if tensor.op in beyond else nothing for tensor in tensors]
                for number, tensor in enumerate(tensors):
                    if tensor.op in reached and tensor.op not in beyond:
                        self._wanted.append((block, pin, number))
                        wires.append(tensor)
        pages, named = emitter.catalogue.document.pages, {op.name: op for op in reached}
        for node, at in emitter.inner.items():
            if node not in named:  # the op was refused or added later: the losses do not depend on it
                continue
            block = pages[at.page].blocks.get(at.block) if at.page in pages and not at.pin and not at.path else None
            op = named[node]
            pins = emitter.catalogue[block.type].outputs if block is not None else ()
            if len(pins) == len(op.outputs) and all(pin.kind == TENSOR for pin in pins):  # the block is a single op
                for pin, tensor in zip(pins, op.outputs):
                    if tensor.dtype in _FLOATS:
                        self._calls.setdefault((at, pin.name), []).append(None if op in beyond else tensor)
        return wires


def _nothing() -> DescribedResult:
    return DescribedResult(phrase("the loss does not depend on it"))


def _sum(grads: list[Any]) -> str | DescribedResult:
    """Return the sum of a wire's gradients over the calls of a page."""
    some = [tf.convert_to_tensor(grad) for grad in grads if grad is not None]
    if not some:
        return _nothing()
    if any(not one.shape.is_fully_defined() or one.shape != some[0].shape for one in some) and len(some) > 1:
        return DescribedResult(phrase("not known: its shape may differ from call to call"))
    return str(some[0].name if len(some) == 1 else tf.add_n(some).name)


def _dtype(tensor: tf.Tensor, variable: bool) -> tf.DType:
    """Return the dtype of a tensor; for the handle of a variable, the dtype of the variable."""
    handle = variable and tensor.dtype == tf.resource
    return tensor.op.get_attr("dtype") if handle else tensor.dtype.base_dtype


def _outputs(emitter: Any, block: str) -> list[tuple[str, list[str]]]:
    """Return the outputs of a block that are in the graph, with the names of their tensors."""
    found = []
    if block in emitter.left_out or block in emitter.plan.steps and block not in emitter.outputs:
        return []
    for pin in emitter.catalogue[emitter.page.blocks[block].type].outputs:
        if pin.kind in (TENSOR, REF, LIST):
            try:
                names = emitter.refs(block, pin.name)
                for name in names:
                    emitter.tensor(name)
            except (KeyError, ValueError):
                continue
            found.append((pin.name, names))
    return found


def _differentiable(losses: Sequence[tf.Tensor]) -> tuple[set[tf.Operation], set[tf.Operation]]:
    """Return the ops that losses depend on, and those separated from the losses by an op without a gradient.

    TensorFlow computes no gradients at all if one of `xs` is such an op.
    """
    reached, beyond = {loss.op for loss in losses}, set[tf.Operation]()
    for found, todo in ((reached, list(reached)), (beyond, [])):
        if found is beyond:
            todo = [source.op for op in reached if op.inputs and not _has_gradient(op) for source in op.inputs]
            found.update(todo)
        while todo:
            for source in todo.pop().inputs:
                if source.op not in found:
                    found.add(source.op)
                    todo.append(source.op)
    return reached, beyond


def _has_gradient(op: tf.Operation) -> bool:
    """Return whether TensorFlow can differentiate an op, if only to state that nothing depends on its inputs."""
    if traits_of(op.type).functional:
        return True
    try:
        ops.get_gradient_function(op)
    except LookupError:
        return False
    return True
