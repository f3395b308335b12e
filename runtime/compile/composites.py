"""Expanders of composite blocks that need live tensors.

`expand(emitter, block)` creates ops, and returns its `Expansion`. It raises ValueError with a text for the user.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import tensorflow as tf

from blockloom.blocks.catalogue.block_types import GRADIENT_TYPE
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import inside
from blockloom.blocks.document.fields import ACTIVATION, DIFFERENTIATE, STATIC_SHAPE
from blockloom.blocks.document.pages import Block
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import name_of
from blockloom.blocks.walks import reached
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.error_problems import ExpansionError
from blockloom.runtime.compile.gradient_loops import with_own_functions
from blockloom.runtime.compile.program import Expansion


def gradients(emitter: Emitter, block: Block) -> Expansion:
    """Expand Gradients: tf.gradients(ys, xs)."""
    ys, xs = emitter.tensors(block.id, "ys"), emitter.tensors(block.id, "xs")
    refuse_loops(emitter, ys, "ys")
    refuse_dtypes(emitter, ys, "ys")
    stop = xs if emitter.inference.known[block.id].attrs.get("stop_gradients") else None
    with differentiating(emitter, "ys"):
        grads = differentiated(emitter, block, ys, xs, lambda all_: tf.gradients(ys, all_, stop_gradients=stop))
    for number, (grad, x) in enumerate(zip(grads, xs)):
        if grad is None:
            raise ExpansionError("ys-without-xs", "ys", number=number, source=emitter.place(x.op.name).local)
    tensors = [tf.convert_to_tensor(grad) for grad in grads]  # the gradient of a Gather is IndexedSlices
    return Expansion({"grads": [t.name for t in tensors]}, [t.op.name for t in tensors])


def static_shape(emitter: Emitter, block: Block) -> Expansion:
    """Expand StaticShape: sizes of dimensions as a constant."""
    (tensor,), shape = emitter.tensors(block.id, "input"), None
    if tensor.shape.rank is not None:
        shape = tensor.shape.as_list()
    axes = emitter.inference.known[block.id].attrs.get("axes") or range(len(shape or ()))
    unknown = [axis for axis in axes if shape is None or not -len(shape) <= axis < len(shape) or shape[axis] is None]
    if shape is None or unknown:
        raise ExpansionError(
            "no-static-shape",
            "input",
            axes=", ".join(map(str, unknown if shape is not None else ())),
            shape=str(tensor.shape),
        )
    with tf.control_dependencies(None):
        dims = tf.constant([shape[axis] for axis in axes], tf.int32, [len(axes)], "dims")
    return Expansion({"dims": [dims.name]}, [dims.op.name])


# Activations by their Keras names. Functions of tf.nn with a Python gradient are not used, because files cannot store
# that gradient.
_ACTIVATIONS: dict[str, Callable[[tf.Tensor], tf.Tensor]] = {
    "linear": tf.identity,
    "relu": tf.nn.relu,
    "relu6": tf.nn.relu6,
    "leaky_relu": lambda x: tf.nn.leaky_relu(x, 0.2),
    "elu": tf.nn.elu,
    "selu": tf.nn.selu,
    "gelu": lambda x: 0.5 * x * (1 + tf.math.erf(x * 0.5**0.5)),
    "silu": lambda x: x * tf.sigmoid(x),
    "mish": lambda x: x * tf.tanh(tf.math.softplus(x)),
    "sigmoid": tf.sigmoid,
    "hard_sigmoid": lambda x: tf.nn.relu6(x + 3) / 6,
    "tanh": tf.tanh,
    "softplus": tf.math.softplus,
    "softsign": tf.nn.softsign,
    "exponential": tf.exp,
    "softmax": tf.nn.softmax,
    "log_softmax": tf.nn.log_softmax,
}


def activation(emitter: Emitter, block: Block) -> Expansion:
    """Expand Activation: the activation function of that name."""
    (x,), name = emitter.tensors(block.id, "x"), emitter.inference.known[block.id].attrs["function"]
    y = _ACTIVATIONS[name.decode() if isinstance(name, bytes) else name](x)
    return Expansion({"y": [y.name]}, [y.op.name])


@contextmanager
def differentiating(emitter: Emitter, pin: str) -> Iterator[None]:
    """Context manager for differentiating the tensors at a pin.

    Raises:
        ExpansionError: An op has no gradient.
    """
    try:
        with with_own_functions(emitter.graph):
            yield
    except LookupError as error:
        match = re.search(r"No gradient defined for operation ?'([^']+)' \(op type: (\w+)\)", str(error))
        if match is None:
            raise
        at = emitter.place_inside(match[1])
        source, page = inside(at.page, at.block).display_text, emitter.catalogue.document.pages.get(at.page)
        block = page.blocks.get(at.block) if page is not None else None
        if block is not None and GRADIENT_TYPE in block.values:
            raise ExpansionError("gradient-not-stored", pin, attr=GRADIENT_TYPE, source=source) from None
        raise ExpansionError("no-gradient", pin, op=match[2], source=source) from None


def differentiated(
    emitter: Emitter, block: Block, losses: list[tf.Tensor], xs: list[Any], gradients: Callable[[list[Any]], list[Any]]
) -> list[Any]:
    """Return `gradients(xs)`, and compute requested gradients of wires in the same call."""
    wires = emitter.wire_gradients
    return (
        wires.compute(emitter, losses, xs, gradients)
        if wires is not None and wires.block == block.id
        else gradients(xs)
    )


def refuse_loops(emitter: Emitter, ys: list[tf.Tensor], pin: str) -> None:
    """Raise ValueError if tensors to differentiate depend on a loop."""
    looped = next((op for op in upstream(ys) if traits_of(op.type).flow == "enter"), None)
    if looped is not None:
        place = emitter.place(looped.name).local
        raise ValueError(
            phrase("{} depends on the loop that begins at {}: TensorFlow cannot differentiate through it", pin, place)
        )


def refuse_dtypes(emitter: Emitter, ys: list[tf.Tensor], pin: str, with_complex: bool = False) -> None:
    """Raise ExpansionError if a tensor to differentiate has a dtype without gradients.

    Complex tensors are allowed only `with_complex`, if an initial gradient is given.
    """
    for y in ys:
        if not (y.dtype.is_floating or y.dtype.is_complex and with_complex):
            raise ExpansionError(
                "no-gradient-of",
                pin,
                source=emitter.place(y.op.name).local,
                dtype=name_of(y.dtype.base_dtype.as_datatype_enum),
            )


def upstream(tensors: list[tf.Tensor]) -> set[tf.Operation]:
    """Return the ops from which tensors are computed, including the ops of the tensors, without control inputs."""
    return {*reached((t.op for t in tensors), lambda op: [source.op for source in op.inputs])}


LIVE: dict[str, Callable[[Emitter, Block], Expansion]] = {
    ACTIVATION: activation,
    DIFFERENTIATE: gradients,
    STATIC_SHAPE: static_shape,
}
