"""TensorFlow's shape errors as facts: pins and shapes. The texts are in `problems.about_shapes`."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import Any, NamedTuple

import tensorflow as tf
from tensorflow.core.framework import graph_pb2, node_def_pb2
from tensorflow.python.framework import importer

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.graph_bodies import REFERENCE, node_inputs
from blockloom.runtime.compile.protos import attr_value

_NODE = re.compile(r"for '?\{\{node ([^}]+)\}\} = (?:\S*>)?(\w+)\[")
_SHAPES = re.compile(r"with input shapes: (.*?)(?: and with |\.?$)", re.S)
_NUMBERS = frozenset(
    {
        "pred",
        "alpha",
        "lr",
        "rho",
        "momentum",
        "epsilon",
        "axis",
        "dim",
        "depth",
        "num_required",
        "k",
        "local_step",
        "learning_rate",
        "split_dim",
        "concat_dim",
    }
)  # pins that accept a single number
_SHAPE = re.compile(r"\[[^\]]*\]|<unknown>|\?")


Groups = tuple[Any, ...]  # groups of a match


class ShapeInput(NamedTuple):
    """A tensor at an input: its pin (`values[1]` in a list), and its shape as TensorFlow writes it, `[2,?]` or `?`."""

    pin: str
    shape: str
    state: bool = False
    typed: bool = False
    alone: bool = False  # whether TensorFlow refuses the input for any other inputs

    @property
    def rank(self) -> int | None:
        """The number of dimensions; None if unknown."""
        inner = self.shape.strip("[]")
        return None if self.shape[0] != "[" else inner.count(",") + 1 if inner else 0

    @property
    def sizes(self) -> list[str]:
        """The sizes as TensorFlow writes them; [] if the rank is 0 or unknown."""
        return self.shape.strip("[]").split(",") if self.rank else []


class ShapeFault(NamedTuple):
    """A kind of `problems.about_shapes` with its facts; `pin` is the faulty pin, "" if several may be faulty."""

    case: str
    facts: dict[str, Any]
    pin: str = ""


def node_of(text: str) -> str:
    """Return the node whose shapes an error lists, "" if it lists none."""
    match = _NODE.search(text)
    return match[1] if match else ""


def shapes_of(text: str) -> list[list[int | None] | None]:
    """Return the shapes that an error lists, None for an unknown rank."""
    listed = _SHAPES.search(text)
    return [
        None if shape[0] != "[" else [None if size == "?" else int(size) for size in shape[1:-1].split(",") if size]
        for shape in (_SHAPE.findall(listed[1]) if listed else ())
    ]


def one_of_several(text: str) -> bool:
    """Return whether an error is about the rank of one input without naming the input."""
    return len(shapes_of(text)) > 1 and any(
        re.search(pattern, text) for pattern, say in _SAYINGS if say in (_rank, _scalar)
    )


def inference_fault(
    text: str,
    pins: list[str],
    true: Container[str] = (),
    state: Container[str] = (),
    typed: Container[str] = (),
    alone: Container[int] = (),
) -> ShapeFault | None:
    """Return the fault that an error of shape inference reports; None for an unknown error.

    Args:
        text: The text of the error.
        pins: The block's inputs (`values[1]` in lists).
        true: The attrs that are true, such as transpose_a.
        state: Pins with variables and handles.
        typed: Pins with typed values.
        alone: Inputs, by number, that are refused whatever the others are.
    """
    node, listed = _NODE.search(text), _SHAPES.search(text)
    if node is None or listed is None:
        return None
    shapes = _SHAPE.findall(listed[1])
    if len(shapes) != len(pins) or not pins:
        return None
    inputs = [
        ShapeInput(pin, shape, pin in state, pin in typed, number in alone)
        for number, (pin, shape) in enumerate(zip(pins, shapes, strict=True))
    ]
    for pattern, say in _SAYINGS:
        match = re.search(pattern, text)
        if match:
            fault = say(match.groups(), inputs, node[2], true)
            if fault is not None:
                return fault
    return None


def _spaced(shape: str) -> str:
    return ", ".join(part.strip() for part in shape.split(","))


def _facts(inputs: list[ShapeInput], **facts: Any) -> dict[str, Any]:
    return {"inputs": [(one.pin, _spaced(one.shape)) for one in inputs], **facts}


def _ranked(inputs: list[ShapeInput]) -> list[ShapeInput]:
    return [one for one in inputs if one.rank]


def _unequal(groups: Groups, inputs: list[ShapeInput], op: str, true: Container[str]) -> ShapeFault | None:
    one, two = groups[-2:]
    misfit = traits_of(op).misfit
    if misfit in ("matrices", "batch_matrices") and len(inputs) == 2:
        attrs = ("transpose_a", "transpose_b") if misfit == "matrices" else ("adj_x", "adj_y")
        a, b = inputs
        if a.rank is None or b.rank is None or min(a.rank, b.rank) < 2:
            return None
        turned = [name in true for name in attrs]
        left, right = a.sizes[-2 if turned[0] else -1], b.sizes[-1 if turned[1] else -2]
        if left == right:  # the matrices fit, so the batch dimensions differ
            return ShapeFault("equal", _facts(inputs, one=one, two=two))
        return ShapeFault("matrices", _facts(inputs, left=left, right=right, turned=turned, attrs=attrs))
    if misfit == "bias" and inputs[1].rank == 1:
        return ShapeFault("bias", _facts(inputs, channels=one if [one] != inputs[1].sizes else two), inputs[1].pin)
    if misfit == "class_numbers":
        return ShapeFault("class-numbers", _facts(inputs), "labels")
    if misfit == "one_hot":
        return ShapeFault("one-hot", _facts(inputs), "labels")
    case = "broadcast" if len(_ranked(inputs)) == 2 and len(inputs) == 2 else "equal"
    return ShapeFault(case, _facts(inputs, one=one, two=two))


def _both(groups: Groups, inputs: list[ShapeInput], op: str, true: Container[str]) -> ShapeFault | None:
    axis, left, right = groups
    tensors = _ranked(inputs)
    misfit = traits_of(op).misfit
    if misfit == "concat":
        return ShapeFault("along-the-axis", _facts(tensors, one=left, two=right), "axis")
    if misfit == "one_shape":
        return ShapeFault("one-shape", _facts(tensors))
    if misfit == "variable":
        return ShapeFault("variable", _facts(tensors, axis=axis, one=left, two=right))
    if len(tensors) > 2 and op != "Select":
        return ShapeFault("together", _facts(tensors, one=left, two=right))
    return ShapeFault("same-shape", _facts(tensors, axis=axis, one=left, two=right))


def _rank(groups: Groups, inputs: list[ShapeInput], op: str, true: Container[str]) -> ShapeFault | None:
    least, want, have = bool(groups[0]), int(groups[1]), int(groups[2])
    # TensorFlow does not name the input, and trying each input alone does not always identify it. An input that should
    # be a number is checked first; of lists, the last.
    same = [i for i in inputs if i.alone and i.rank == have][:1] or [
        i for i in inputs if i.rank == have and not i.state
    ]
    if not same or same[0].state:
        return None
    bad = same[0] if have < want or want == 0 else same[-1]
    if want == 0:
        bad = next((i for i in same if i.pin in _NUMBERS), bad)
    axes, by_axis = inputs[0].rank, traits_of(op).begins or inputs[-1].pin
    misfit = traits_of(op).misfit
    if misfit == "per_axis" and axes:
        return ShapeFault("per-axis", _facts(inputs, pin=by_axis, axes=axes), by_axis)
    if misfit == "rows_per_axis" and axes:
        return ShapeFault("rows-per-axis", _facts(inputs, pin=by_axis, axes=axes), by_axis)
    pin = bad.pin.partition("[")[0]
    if misfit == "concat" and not least:
        return ShapeFault("same-rank-of", _facts(_ranked(inputs), have=have, wanted=want, typed=bad.typed), pin)
    if misfit == "concat":
        return ShapeFault("axis", _facts([bad], axis=str(want - 1), rank=have), "axis")
    picture = misfit == "picture" and bad is inputs[0] and want == 4
    return ShapeFault("rank", _facts([bad], have=have, wanted=want, least=least, typed=bad.typed, picture=picture), pin)


def _ranks(found: Groups, inputs: list[ShapeInput], op: str, true: Container[str]) -> ShapeFault:
    return ShapeFault("same-rank", _facts(inputs))


def _reshape(found: Groups, inputs: list[ShapeInput], op: str, true: Container[str]) -> ShapeFault:
    have, shape, want = found
    return ShapeFault("reshape", _facts(inputs[:1], have=have, shape=_spaced(shape), wanted=want), "shape")


def _channels(found: Groups, inputs: list[ShapeInput], op: str, true: Container[str]) -> ShapeFault | None:
    if len(inputs) < 2 or inputs[0].rank != 4 or inputs[1].rank != 4:
        return None
    return ShapeFault("channels", _facts(inputs[:2], have=inputs[0].sizes[3], wanted=inputs[1].sizes[2]), inputs[1].pin)


def _window(found: Groups, inputs: list[ShapeInput], op: str, true: Container[str]) -> ShapeFault:
    window, room = found
    return ShapeFault("window", _facts(inputs, window=window, room=room), inputs[0].pin)


def _four(found: Groups, inputs: list[ShapeInput], op: str, true: Container[str]) -> ShapeFault:
    told, want, have = found
    attr = {"stride": "strides", "dilation": "dilations"}.get(str(told), str(told))
    return ShapeFault("four-values", {"count": int(have), "attr": attr, "wanted": want}, attr)


def _axis(found: Groups, inputs: list[ShapeInput], op: str, true: Container[str]) -> ShapeFault:
    axis, rank = found
    return ShapeFault("axis", _facts(inputs[:1], axis=axis, rank=int(rank)), inputs[-1].pin)


def _no_axis(found: Groups, inputs: list[ShapeInput], op: str, true: Container[str]) -> ShapeFault:
    axis, low, high = map(str, found)
    return ShapeFault(
        "axis-range", _facts(inputs[:1], axis=axis, low=low, high=high), inputs[1].pin if len(inputs) > 1 else ""
    )


def _below(found: Groups, inputs: list[ShapeInput], op: str, true: Container[str]) -> ShapeFault:
    return _no_axis((*found[:2], int(found[2]) - 1), inputs, op, true)


def _scalar(found: Groups, inputs: list[ShapeInput], op: str, true: Container[str]) -> ShapeFault | None:
    return _rank(("", "0", found[0]), inputs, op, true)


def _perm(found: Groups, inputs: list[ShapeInput], op: str, true: Container[str]) -> ShapeFault | None:
    if op != "Transpose":
        return None
    return ShapeFault("perm", _facts(inputs[:1], wanted=found[0], have=found[1]), "perm")


def _squeeze(found: Groups, inputs: list[ShapeInput], op: str, true: Container[str]) -> ShapeFault:
    return ShapeFault("squeeze", _facts(inputs[:1], axis=found[0], size=found[1]), "squeeze_dims")


def _split(found: Groups, inputs: list[ShapeInput], op: str, true: Container[str]) -> ShapeFault:
    return ShapeFault("split", _facts(inputs[-1:], size=found[1], parts=found[0]), "num_split")


_SAYINGS = (
    (r"Dimension (\d+) in both shapes must be equal, but are (\d+) and (\d+)", _both),
    (r"Dimensions must be equal, but are (\d+) and (\d+)", _unequal),
    (r"Shapes must be equal rank, but are (\d+) and (\d+)", _ranks),
    (r"Shape must be (at least )?rank (\d+) but is rank (\d+)", _rank),
    (r"Cannot reshape a tensor with (\d+) elements to shape (\[[^\]]*\]) \((\d+) elements", _reshape),
    (r"Depth of (?:output|input) \(\d+\) is not a multiple", _channels),
    (r"Negative dimension size caused by subtracting (\d+) from (\d+)", _window),
    (r"requires the (\w+) attribute to contain (\d+) values, but got: (\d+)", _four),
    (r"Invalid reduction dimension (-?\d+) for input with (\d+) dimension", _axis),
    (r"dim (-?\d+) not in the interval \[(-?\d+), (\d+)\]", _no_axis),
    (r"Dimension \((-?\d+)\) must be in the range \[(-?\d+), (\d+)\)", _below),
    (r"must be (?:a )?scalar but has rank (\d+)", _scalar),
    (r"Dimension must be (\d+) but is (\d+)", _perm),
    (r"[Cc]an not squeeze dim\[(-?\d+)\], expected a dimension of 1, got (\d+)", _squeeze),
    (r"evenly divisible by (\d+) but is (\d+)", _split),
)


def run_fault(text: str, op: str, pins: list[str], true: Container[str] = ()) -> ShapeFault | None:
    """Return the fault that an error of an op during a run reports; None for an unknown error.

    Args:
        text: The text of the error.
        op: The type of the op.
        pins: The inputs of the op.
        true: The attrs that are true.
    """
    for pattern, say in _RAN:
        match = re.search(pattern, text)
        if match:
            return say(match.groups(), op, pins, true)
    return None


def _two(found: Groups, op: str, pins: list[str], true: Container[str]) -> ShapeFault | None:
    """Return the fault for incompatible shapes of the first two inputs."""
    if len(pins) < 2:
        return None
    inputs = [ShapeInput(pin, shape.replace(" ", "")) for pin, shape in zip(pins[:2], found, strict=True)]
    odd = next(
        (
            (a, b)
            for a, b in zip(inputs[0].sizes[::-1], inputs[1].sizes[::-1], strict=False)
            if a != b and "1" not in (a, b)
        ),
        ("?", "?"),
    )
    return _unequal(odd, inputs, op, true)


def _bias(found: Groups, op: str, pins: list[str], true: Container[str]) -> ShapeFault | None:
    value = ShapeInput("value", found[1])
    return _unequal((value.sizes[-1], found[0].strip("[]")), [value, ShapeInput("bias", found[0])], "BiasAdd", true)


def _applied(found: Groups, op: str, pins: list[str], true: Container[str]) -> ShapeFault:
    what = "gradient" if traits_of(op).gradients else next((p for p in pins if p in ("delta", "grad", "value")), "")
    return ShapeFault("applied", {"given": _spaced(found[1]), "holds": _spaced(found[0])}, what)


def _label(found: Groups, op: str, pins: list[str], true: Container[str]) -> ShapeFault:
    return ShapeFault("label", {"label": found[0], "classes": int(found[1])}, "labels")


def _elements(found: Groups, op: str, pins: list[str], true: Container[str]) -> ShapeFault:
    return ShapeFault("elements", {"have": found[0], "wanted": found[1]}, "shape")


_RAN = (
    (r"size-incompatible: In\[0\]: (\[[\d,]*\]), In\[1\]: (\[[\d,]*\])", _two),
    (r"Incompatible shapes: (\[[\d,]*\]) vs\. (\[[\d,]*\])", _two),
    (r"as many biases as the last dimension of the input tensor: (\[[\d,]*\]) vs\. (\[[\d,]*\])", _bias),
    (r"do not have the same shape ?(\[[\d,]*\]) ?(\[[\d,]*\])", _applied),
    (r"Shape mismatch: expected (\[[\d,]*\]), got (\[[\d,]*\])", _applied),
    (r"label value of (-?\d+) which is outside the valid range of \[0, (\d+)\)", _label),
    (r"tensor with (\d+) values, but the requested shape has (\d+)", _elements),
)


Shape = Sequence[int | None] | None


def refused_inputs(node: node_def_pb2.NodeDef, shapes: Sequence[Shape]) -> set[int]:
    """Return the inputs, by number, whose shape alone is refused, without running anything.

    Args:
        shapes: The shapes of all inputs, None for an unknown rank.
    """
    dtypes = [one.dtype for one in node_inputs(node)]
    if len(dtypes) != len(shapes):
        return set()
    return {
        number
        for number, shape in enumerate(shapes)
        if shape is not None and not _taken(node, dtypes, [shape if i == number else None for i in range(len(shapes))])
    }


def _taken(node: node_def_pb2.NodeDef, dtypes: Sequence[int], shapes: Sequence[Shape]) -> bool:
    graph = graph_pb2.GraphDef(node=[node])
    graph.versions.producer = tf.version.GRAPH_DEF_VERSION
    alone = graph.node[0]
    del alone.input[:]
    for number, (dtype, shape) in enumerate(zip(dtypes, shapes, strict=True)):
        op = "VariableV2" if dtype > REFERENCE else "Placeholder"
        given = graph.node.add(name=f"{node.name}_{number}", op=op)
        given.attr["dtype"].type = dtype % REFERENCE
        given.attr["shape"].CopyFrom(
            attr_value("shape", None if shape is None else [-1 if size is None else size for size in shape])
        )
        alone.input.append(given.name)
    with tf.Graph().as_default():
        try:
            importer.import_graph_def(graph, name="")
        except Exception:  # TensorFlow may raise any class
            return False
    return True
