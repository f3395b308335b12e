"""TensorFlow's complaints about shapes in the words of the page: which pins, which shapes, what to do."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import NamedTuple

from blockloom.blocks.phrases import Phrase, phrase, plural

_NODE = re.compile(r"for '?\{\{node ([^}]+)\}\} = (?:\S*>)?(\w+)\[")
_SHAPES = re.compile(r"with input shapes: (.*?)(?: and with |\.?$)", re.S)
_NUMBERS = frozenset({"pred", "alpha", "lr", "rho", "momentum", "epsilon", "axis", "dim", "depth", "num_required", "k",
                      "local_step", "learning_rate", "split_dim", "concat_dim"})     # pins that take one number
_SHAPE = re.compile(r"\[[^\]]*\]|<unknown>|\?")


class Input(NamedTuple):
    """One tensor into a block: its pin, for a list with its place (`values[1]`), and its shape as TensorFlow writes it:
    `[2,?]`, or `?` where even the rank is unknown."""

    pin: str
    shape: str
    state: bool = False
    typed: bool = False
    alone: bool = False     # refused whatever the other inputs are

    @property
    def rank(self) -> int | None:
        inner = self.shape.strip("[]")
        return None if self.shape[0] != "[" else inner.count(",") + 1 if inner else 0

    @property
    def sizes(self) -> list[str]:
        return self.shape.strip("[]").split(",") if self.rank else []

    @property
    def shown(self) -> str:
        return phrase("{} is {}", self.pin, _spaced(self.shape))


class Plain(NamedTuple):
    """What to say instead; `pin` is "" where no single one is to blame."""

    message: str
    remedy: str
    pin: str = ""


def node_of(text: str) -> str:
    """The node whose shapes an error lists, "" where it lists none."""
    match = _NODE.search(text)
    return match[1] if match else ""


def shapes_of(text: str) -> list[list[int | None] | None]:
    """The shapes that an error lists, None for an unknown rank."""
    listed = _SHAPES.search(text)
    return [None if shape[0] != "[" else [None if size == "?" else int(size) for size in shape[1:-1].split(",") if size]
            for shape in (_SHAPE.findall(listed[1]) if listed else ())]


def one_of_several(text: str) -> bool:
    """Whether an error is of the rank of one input, and does not say of which."""
    return len(shapes_of(text)) > 1 and any(re.search(pattern, text) for pattern, say in _SAYINGS
                                            if say in (_rank, _scalar))


def plain(text: str, pins: list[str], true: Container[str] = (), state: Container[str] = (),
          typed: Container[str] = (), alone: Container[int] = ()) -> Plain | None:
    """An error of shape inference in plain words; None for one that is not known here.

    `pins` names the block's inputs one by one, those of lists with their places. `true` holds the attrs of the block
    that are true, such as transpose_a, `state` the pins that take variables and handles, `typed` those whose value is
    typed in, `alone` the numbers of those that are refused whatever the others are.
    """
    node, listed = _NODE.search(text), _SHAPES.search(text)
    if node is None or listed is None:
        return None
    shapes = _SHAPE.findall(listed[1])
    if len(shapes) != len(pins) or not pins:
        return None
    inputs = [Input(pin, shape, pin in state, pin in typed, number in alone)
              for number, (pin, shape) in enumerate(zip(pins, shapes, strict=True))]
    for pattern, say in _SAYINGS:
        match = re.search(pattern, text)
        if match:
            found = say(match.groups(), inputs, node[2], true)
            if found is not None:
                return found
    return None


def _spaced(shape: str) -> str:
    return ", ".join(part.strip() for part in shape.split(","))


def _all(inputs: list[Input]) -> str:
    """`x is [2, 3], y is [2]`, at most four of them."""
    shown = inputs[0].shown
    for one in inputs[1:4]:
        shown = phrase("{}, {}", shown, one.shown)
    return phrase("{}, ...", shown) if len(inputs) > 4 else shown


def _unequal(found: tuple, inputs: list[Input], op: str, true: Container[str]) -> Plain | None:
    one, two = found[-2:]
    tensors = [i for i in inputs if i.rank]
    if op in ("MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3", "SparseMatMul") and len(inputs) == 2:
        attrs = ("transpose_a, transpose_b" if op in ("MatMul", "SparseMatMul") else "adj_x, adj_y")
        a, b = inputs
        if a.rank is None or b.rank is None or min(a.rank, b.rank) < 2:
            return None
        turned = [name in true for name in attrs.split(", ")]
        left, right = a.sizes[-2 if turned[0] else -1], b.sizes[-1 if turned[1] else -2]
        if left == right:
            return _equal(inputs, one, two)     # the sizes before these two are others
        first = phrase("each row of {} has {} values", a.pin, left) if not turned[0] else phrase(
            "each column of {} has {} values", a.pin, left)
        second = phrase("each column of {} has {}", b.pin, right) if not turned[1] else phrase(
            "each row of {} has {}", b.pin, right)
        return Plain(phrase("{}: {}, {}; they must be equal", _all(inputs), first, second),
                     phrase("Transpose one of them ({}), or give one of them another shape", attrs))
    if op in ("BiasAdd", "BiasAddV1") and inputs[1].rank == 1:
        return Plain(phrase("{}: bias needs one value for each of the {} channels of {}", _all(inputs),
                            one if [one] != inputs[1].sizes else two, inputs[0].pin),
                     phrase("Give bias as many values as {} has channels", inputs[0].pin), inputs[1].pin)
    if op == "SparseSoftmaxCrossEntropyWithLogits":
        return Plain(phrase("{}: there must be one label for each row of features", _all(inputs)),
                     phrase("Wire labels with one class number for each row"), "labels")
    if op == "SoftmaxCrossEntropyWithLogits":
        return Plain(phrase("{}: each row of labels must have as many values as one of features", _all(inputs)),
                     phrase("Wire one-hot rows to labels, or take SparseSoftmaxCrossEntropyWithLogits, whose labels "
                            "are class numbers"), "labels")
    if len(tensors) == 2 and len(inputs) == 2:
        return Plain(phrase("{}: sizes are compared from the last to the first, and must be equal or 1; {} and {} are "
                            "not", _all(inputs), one, two),
                     phrase("Make them fit: a Transpose, ExpandDims or Reshape in a wire, or another value"))
    return _equal(inputs, one, two)


def _equal(inputs: list[Input], one: str, two: str) -> Plain:
    return Plain(phrase("{}: {} and {} must be equal", _all(inputs), one, two),
                 phrase("Make them fit: a Transpose, ExpandDims or Reshape in a wire, or another value"))


def _both(found: tuple, inputs: list[Input], op: str, true: Container[str]) -> Plain | None:
    axis, one, two = found
    if op.startswith("Concat") or op in ("Pack", "AddN"):
        what = [i for i in inputs if i.rank]
        if op.startswith("Concat"):
            return Plain(phrase("{}: all sizes but the one along the axis must be equal; {} and {} are not", _all(what),
                                one, two), phrase("Concatenate along the axis in which they differ"), "axis")
        return Plain(phrase("{}: all must have the same shape", _all(what)),
                     phrase("Wire outputs of one shape, or put a Reshape in a wire"))
    if "Apply" in op or op.startswith("Assign"):
        return Plain(phrase("size {} of the variable is {}, and that of what is applied is {}: {}", axis, one, two,
                            _all([i for i in inputs if i.rank])),
                     phrase("Give the variable an initial value of the same shape, or wire what has that of the "
                            "variable"))
    tensors = [i for i in inputs if i.rank]
    return Plain(phrase("{}: sizes that belong together are {} and {}", _all(tensors), one, two)
                 if len(tensors) > 2 and op != "Select" else
                 phrase("{}: both must have the same shape; in size {} they have {} and {}", _all(tensors), axis, one,
                        two),
                 phrase("Wire outputs of one shape, or put a Transpose or Reshape in a wire"))


def _kind(rank: int) -> str:
    names = phrase("a single number (rank 0)"), phrase("a list (rank 1)"), phrase("a matrix (rank 2)")
    return names[rank] if rank < 3 else phrase("of rank {}", rank)


def _rank(found: tuple, inputs: list[Input], op: str, true: Container[str]) -> Plain | None:
    least, want, have = bool(found[0]), int(found[1]), int(found[2])
    few = have < want
    # TensorFlow does not say which input it means, and not all can be told by trying each alone. What is to be a number
    # is checked first; of lists, the last.
    odd = [i for i in inputs if i.alone and i.rank == have][:1] or [i for i in inputs if i.rank == have and not i.state]
    if not odd or odd[0].state:
        return None
    bad = odd[0] if few or want == 0 else odd[-1]
    if want == 0:
        bad = next((i for i in odd if i.pin in _NUMBERS), bad)
    axes, by_axis = inputs[0].rank, inputs[-1].pin if op != "Slice" else "begin"
    if op in ("Slice", "Tile") and axes:
        return Plain(phrase("{}: {} needs one number for each of the {} axes of {}", _all(inputs), by_axis, axes,
                            inputs[0].pin), phrase("Give {} {} numbers", by_axis, axes), by_axis)
    if op in ("Pad", "MirrorPad") and axes:
        return Plain(phrase("{}: {} needs a row of two numbers for each of the {} axes of {}", _all(inputs), by_axis,
                            axes, inputs[0].pin), phrase("Give {} {} rows", by_axis, axes), by_axis)
    if bad.typed:
        remedy = phrase("Type it so: {} is a number, {} a list, {} a matrix", "1", "[1, 2]", "[[1, 2], [3, 4]]")
    elif few:
        remedy = phrase("Put an ExpandDims or Reshape into its wire, or wire another output")
    else:
        remedy = phrase("Put a Squeeze or Reshape into its wire, or wire another output")
    if op.startswith("Concat") and not least:
        return Plain(phrase("{}: all must have the same number of dimensions", _all([i for i in inputs if i.rank])),
                     remedy, bad.pin.partition("[")[0])
    if op.startswith("Concat"):
        return Plain(phrase("axis {} does not exist: {}", want - 1, bad.shown),
                     _axes(have), "axis")
    what = phrase("must have rank {} or more", want) if least else phrase("must be {}", _kind(want))
    say = phrase("{}, rank {}, and {}", bad.shown, have, what)
    if op in ("Conv2D", "MaxPool", "AvgPool", "DepthwiseConv2dNative") and bad is inputs[0] and want == 4:
        say = phrase("{}, rank {}, and must have rank 4: batch, height, width, channels", bad.shown, have)
    return Plain(say, remedy, bad.pin.partition("[")[0])


def _ranks(found: tuple, inputs: list[Input], op: str, true: Container[str]) -> Plain:
    return Plain(phrase("{}: all must have the same number of dimensions", _all(inputs)),
                 phrase("Put an ExpandDims or Reshape into a wire, or wire outputs of one shape"))


def _reshape(found: tuple, inputs: list[Input], op: str, true: Container[str]) -> Plain:
    have, shape, want = found
    return Plain(phrase("{} with {} elements, and {} has {}", inputs[0].shown, have, _spaced(shape), want),
                 phrase("Take sizes whose product is {}; one of them may be -1, which is computed", have), "shape")


def _channels(found: tuple, inputs: list[Input], op: str, true: Container[str]) -> Plain | None:
    if len(inputs) < 2 or inputs[0].rank != 4 or inputs[1].rank != 4:
        return None
    return Plain(phrase("{}: input has {} channels (its last size), and {} takes {} (its third size)",
                        _all(inputs[:2]), inputs[0].sizes[3], inputs[1].pin, inputs[1].sizes[2]),
                 phrase("Give {} {} as its third size, or wire an input of {} channels", inputs[1].pin,
                        inputs[0].sizes[3], inputs[1].sizes[2]), inputs[1].pin)


def _window(found: tuple, inputs: list[Input], op: str, true: Container[str]) -> Plain:
    window, room = found
    return Plain(phrase("{}: a window of {} does not fit into a size of {}", _all(inputs), window, room),
                 phrase("Set padding to SAME, or take a smaller window"), inputs[0].pin)


def _four(found: tuple, inputs: list[Input], op: str, true: Container[str]) -> Plain:
    attr, want, have = found
    attr = {"stride": "strides", "dilation": "dilations"}.get(attr, attr)
    return Plain(plural("{} value is in {}, which needs {}: batch, height, width, channels",
                        "{} values are in {}, which needs {}: batch, height, width, channels", int(have), attr, want),
                 phrase("Write {}, for example", "[1, 1, 1, 1]"), attr)


def _axis(found: tuple, inputs: list[Input], op: str, true: Container[str]) -> Plain:
    axis, rank = found
    return Plain(phrase("axis {} does not exist: {}", axis, inputs[0].shown),
                 _axes(int(rank)), inputs[-1].pin)


def _axes(rank: int) -> Phrase:
    return phrase("Counting begins at 0: take an axis from 0 to {}, or -1 for the last", rank - 1) if rank else \
        phrase("Wire another output")


def _no_axis(found: tuple, inputs: list[Input], op: str, true: Container[str]) -> Plain:
    axis, low, high = found
    return Plain(phrase("axis {} does not exist: {}", axis, inputs[0].shown),
                 phrase("Take an axis from {} to {}", low, high), inputs[1].pin if len(inputs) > 1 else "")


def _below(found: tuple, inputs: list[Input], op: str, true: Container[str]) -> Plain:
    return _no_axis((*found[:2], int(found[2]) - 1), inputs, op, true)


def _scalar(found: tuple, inputs: list[Input], op: str, true: Container[str]) -> Plain | None:
    return _rank(("", "0", found[0]), inputs, op, true)


def _perm(found: tuple, inputs: list[Input], op: str, true: Container[str]) -> Plain | None:
    if op != "Transpose":
        return None
    return Plain(phrase("{}, so perm needs {} axes and has {}", inputs[0].shown, found[0], found[1]),
                 phrase("Name each axis of {} once, in the new order", inputs[0].pin), "perm")


def _squeeze(found: tuple, inputs: list[Input], op: str, true: Container[str]) -> Plain:
    return Plain(phrase("{}: axis {} has size {}, and only axes of size 1 can be squeezed", inputs[0].shown, *found),
                 phrase("Name axes of size 1 only, or none: then all of them go"), "squeeze_dims")


def _split(found: tuple, inputs: list[Input], op: str, true: Container[str]) -> Plain:
    return Plain(phrase("{}: a size of {} cannot be split into {} equal parts", inputs[-1].shown, found[1], found[0]),
                 phrase("Take a number of parts that divides {}, another axis, or SplitV", found[1]), "num_split")


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


# --- while a page runs ------------------------------------------------------------------------------------------------

def ran(text: str, op: str, pins: list[str], true: Container[str] = ()) -> Plain | None:
    """An error of an op that ran, in plain words; None for one that is not known here. `pins` are its inputs."""
    for pattern, say in _RAN:
        match = re.search(pattern, text)
        if match:
            return say(match.groups(), op, pins, true)
    return None


def _two(found: tuple, op: str, pins: list[str], true: Container[str]) -> Plain | None:
    """Two shapes that do not fit, of the first two inputs."""
    if len(pins) < 2:
        return None
    inputs = [Input(pin, shape.replace(" ", "")) for pin, shape in zip(pins[:2], found, strict=True)]
    odd = next(((a, b) for a, b in zip(inputs[0].sizes[::-1], inputs[1].sizes[::-1], strict=False)
                if a != b and "1" not in (a, b)), ("?", "?"))
    return _unequal(odd, inputs, op, true)


def _bias(found: tuple, op: str, pins: list[str], true: Container[str]) -> Plain | None:
    value = Input("value", found[1])
    return _unequal((value.sizes[-1], found[0].strip("[]")), [value, Input("bias", found[0])], "BiasAdd", true)


def _applied(found: tuple, op: str, pins: list[str], true: Container[str]) -> Plain:
    what = "gradient" if "Accumulator" in op else next((p for p in pins if p in ("delta", "grad", "value")), "")
    return Plain(phrase("what is applied is {}, and what it is applied to is {}", *map(_spaced, found[::-1])),
                 phrase("Give both the same shape: change that of the first, or wire what has that of the second"),
                 what)


def _label(found: tuple, op: str, pins: list[str], true: Container[str]) -> Plain:
    return Plain(phrase("a label is {}, and there are {} classes: labels go from 0 to {}", found[0], found[1],
                        int(found[1]) - 1),
                 phrase("Check the labels, or give features a column for each class"), "labels")


def _elements(found: tuple, op: str, pins: list[str], true: Container[str]) -> Plain:
    return Plain(phrase("tensor has {} elements, and the shape that is wanted has {}", *found),
                 phrase("Take sizes whose product is {}; one of them may be -1, which is computed", found[0]), "shape")


_RAN = (
    (r"size-incompatible: In\[0\]: (\[[\d,]*\]), In\[1\]: (\[[\d,]*\])", _two),
    (r"Incompatible shapes: (\[[\d,]*\]) vs\. (\[[\d,]*\])", _two),
    (r"as many biases as the last dimension of the input tensor: (\[[\d,]*\]) vs\. (\[[\d,]*\])", _bias),
    (r"do not have the same shape ?(\[[\d,]*\]) ?(\[[\d,]*\])", _applied),
    (r"Shape mismatch: expected (\[[\d,]*\]), got (\[[\d,]*\])", _applied),
    (r"label value of (-?\d+) which is outside the valid range of \[0, (\d+)\)", _label),
    (r"tensor with (\d+) values, but the requested shape has (\d+)", _elements),
)
