"""Composite blocks that need live tensors: `expand(build, block)` creates ops in the graph and names its outputs.

An expander sets `build.outputs[block.id]` (pin -> tensor names) and `build.ends[block.id]` (the nodes that a control
wire from the block waits for). It raises ValueError with a text for the user.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import tensorflow as tf

from blockloom.blocks.document import Block
from blockloom.blocks.phrases import phrase
from blockloom.runtime.errors import Refused

if TYPE_CHECKING:
    from blockloom.runtime.build import Build


def gradients(build: Build, block: Block) -> None:
    """loom.Gradients: tf.gradients(ys, xs)."""
    ys, xs = build.tensors(block.id, "ys"), build.tensors(block.id, "xs")
    refuse_loops(build, ys, "ys")
    stop = xs if build.inference.known[block.id].attrs.get("stop_gradients") else None
    found = tf.gradients(ys, xs, stop_gradients=stop)
    for number, (grad, x) in enumerate(zip(found, xs)):
        if grad is None:
            raise Refused(phrase("ys does not depend on xs[{}] ({}) by differentiable ops", number,
                                 build.place(x.op.name)),
                          phrase("Wire to ys what is computed from xs by ops that can be differentiated"), "ys")
    tensors = [tf.convert_to_tensor(grad) for grad in found]  # the gradient of a Gather comes as slices
    build.outputs[block.id] = {"grads": [t.name for t in tensors]}
    build.ends[block.id] = [t.op.name for t in tensors]


def refuse_loops(build: Build, ys: list[tf.Tensor], pin: str) -> None:
    """Raise ValueError where tensors that are to be differentiated depend on a loop."""
    looped = next((op for op in upstream(ys) if op.type in ("Enter", "RefEnter")), None)
    if looped is not None:
        place = build.place(looped.name)
        raise ValueError(phrase("{} depends on the loop that begins at {}: TensorFlow cannot differentiate through it",
                                pin, place))


def upstream(tensors: list[tf.Tensor]) -> set[tf.Operation]:
    """The ops that tensors are computed from, by wires."""
    todo = [t.op for t in tensors]
    found = set(todo)
    while todo:
        for source in todo.pop().inputs:
            if source.op not in found:
                found.add(source.op)
                todo.append(source.op)
    return found


LIVE: dict[str, Callable[[Build, Block], None]] = {"loom.Gradients": gradients}
