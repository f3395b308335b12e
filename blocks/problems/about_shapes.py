"""Problems of shapes that TensorFlow refuses, while a page is compiled or while it runs.

`inputs` are always (pin, shape) of the tensors concerned, for a list with the index (`values[1]`). A shape is a text
with `?` for unknown sizes. Sizes are texts, too.
"""

from __future__ import annotations

from collections.abc import Callable

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems.problem_registry import ProblemTexts, kind
from blockloom.blocks.text.phrases import Phrase, phrase, plural

Inputs = tuple[tuple[str, str], ...]
_MAKE_THEM_FIT = phrase("Make them fit: a Transpose, ExpandDims or Reshape in a wire, or another value")
_WIRE_ONE_SHAPE = phrase("Wire outputs of one shape, or put a Transpose or Reshape in a wire")


def _case(name: str) -> Callable[[Callable[..., ProblemTexts]], Callable[..., ProblemTexts]]:
    def enter(say: Callable[..., ProblemTexts]) -> Callable[..., ProblemTexts]:
        return kind(f"refused:{name}")(kind(f"failed:{name}")(say))

    return enter


def _shown(one: tuple[str, str]) -> Phrase:
    return phrase("{} is {}", *one)


def _all(inputs: Inputs) -> Phrase:
    """Return `x is [2, 3], y is [2]`, for at most four inputs."""
    shown = _shown(inputs[0])
    for one in inputs[1:4]:
        shown = phrase("{}, {}", shown, _shown(one))
    return phrase("{}, ...", shown) if len(inputs) > 4 else shown


def _axes(rank: int) -> Phrase:
    return phrase("Use an axis from 0 to {}, or -1 for the last", rank - 1) if rank else phrase("Wire another output")


def _kind(rank: int) -> Phrase:
    names = phrase("a single number (rank 0)"), phrase("a list (rank 1)"), phrase("a matrix (rank 2)")
    return names[rank] if rank < 3 else phrase("of rank {}", rank)


@_case("matrices")
def matrices(
    address: Address, inputs: Inputs, left: str, right: str, turned: tuple[bool, bool], attrs: tuple[str, str]
) -> ProblemTexts:
    """Report that two matrices cannot be multiplied: `left` and `right` values in the inner dimension.

    Args:
        turned: Whether each matrix is transposed.
        attrs: The attrs that transpose them.
    """
    (a, _), (b, _) = inputs
    first = (
        phrase("each row of {} has {} values", a, left)
        if not turned[0]
        else phrase("each column of {} has {} values", a, left)
    )
    second = (
        phrase("each column of {} has {}", b, right) if not turned[1] else phrase("each row of {} has {}", b, right)
    )
    return (
        phrase("{}: {}, {}; they must be equal", _all(inputs), first, second),
        phrase("Transpose one of them ({}), or give one of them another shape", ", ".join(attrs)),
    )


@_case("bias")
def bias(address: Address, inputs: Inputs, channels: str) -> ProblemTexts:
    """Report that the length of a bias differs from the number of channels."""
    return (
        phrase("{}: bias needs one value for each of the {} channels of {}", _all(inputs), channels, inputs[0][0]),
        phrase("Give bias as many values as {} has channels", inputs[0][0]),
    )


@_case("class-numbers")
def class_numbers(address: Address, inputs: Inputs) -> ProblemTexts:
    """Report that the number of class labels differs from the number of rows of features."""
    return (
        phrase("{}: there must be one label for each row of features", _all(inputs)),
        phrase("Wire labels with one class number for each row"),
    )


@_case("one-hot")
def one_hot(address: Address, inputs: Inputs) -> ProblemTexts:
    """Report that the length of one-hot rows differs from that of the rows of features."""
    return (
        phrase("{}: each row of labels must have as many values as one of features", _all(inputs)),
        phrase(
            "Wire one-hot rows to labels, or use SparseSoftmaxCrossEntropyWithLogits, whose labels are class numbers"
        ),
    )


@_case("broadcast")
def broadcast(address: Address, inputs: Inputs, one: str, two: str) -> ProblemTexts:
    """Report that two tensors cannot be broadcast to one shape."""
    return (
        phrase(
            "{}: sizes, compared from the last to the first, must be equal or 1; {} and {} are not",
            _all(inputs),
            one,
            two,
        ),
        _MAKE_THEM_FIT,
    )


@_case("equal")
def equal(address: Address, inputs: Inputs, one: str, two: str) -> ProblemTexts:
    """Report that two sizes of some inputs must be equal."""
    return (phrase("{}: {} and {} must be equal", _all(inputs), one, two), _MAKE_THEM_FIT)


@_case("along-the-axis")
def along_the_axis(address: Address, inputs: Inputs, one: str, two: str) -> ProblemTexts:
    """Report that the inputs of a concatenation differ in another axis than the one of the concatenation."""
    return (
        phrase("{}: all sizes but the one along the axis must be equal; {} and {} are not", _all(inputs), one, two),
        phrase("Concatenate along the axis in which they differ"),
    )


@_case("one-shape")
def one_shape(address: Address, inputs: Inputs) -> ProblemTexts:
    """Report that inputs that need one shape have several."""
    return (
        phrase("{}: all must have the same shape", _all(inputs)),
        phrase("Wire outputs of one shape, or put a Reshape in a wire"),
    )


@_case("variable")
def variable(address: Address, inputs: Inputs, axis: str, one: str, two: str) -> ProblemTexts:
    """Report that the size of a value differs from that of its variable in an axis."""
    return (
        phrase("size {} of the variable is {}, but that of the value is {}: {}", axis, one, two, _all(inputs)),
        phrase("Give the variable an initial value of the same shape, or wire a value with the shape of the variable"),
    )


@_case("together")
def together(address: Address, inputs: Inputs, one: str, two: str) -> ProblemTexts:
    """Report that two sizes of more than two inputs have to be equal."""
    return (phrase("{}: sizes that must be equal are {} and {}", _all(inputs), one, two), _WIRE_ONE_SHAPE)


@_case("same-shape")
def same_shape(address: Address, inputs: Inputs, axis: str, one: str, two: str) -> ProblemTexts:
    """Report that two inputs that need one shape differ in an axis."""
    return (
        phrase("{}: both must have the same shape; size {} is {} and {}", _all(inputs), axis, one, two),
        _WIRE_ONE_SHAPE,
    )


@_case("channels")
def channels(address: Address, inputs: Inputs, have: str, wanted: str) -> ProblemTexts:
    """Report that the numbers of channels of a picture and its filter differ."""
    return (
        phrase(
            "{}: input has {} channels (its last size), but {} has {} (its third size)",
            _all(inputs),
            have,
            inputs[1][0],
            wanted,
        ),
        phrase("Give {} {} as its third size, or wire an input of {} channels", inputs[1][0], have, wanted),
    )


@_case("window")
def window(address: Address, inputs: Inputs, window: str, room: str) -> ProblemTexts:
    """Report that a window is larger than its input."""
    return (
        phrase("{}: a window of {} does not fit into a size of {}", _all(inputs), window, room),
        phrase("Set padding to SAME, or use a smaller window"),
    )


@_case("applied")
def applied(address: Address, given: str, holds: str) -> ProblemTexts:
    """Report that the shapes of an update and of its target differ."""
    return (
        phrase("the shape of the update is {}, but that of its target is {}", given, holds),
        phrase("Give both the same shape: change the target, or wire an update of its shape"),
    )


@_case("label")
def label(address: Address, label: str, classes: int) -> ProblemTexts:
    """Report that a label exceeds the number of classes."""
    return (
        phrase("a label is {}, and there are {} classes: labels go from 0 to {}", label, classes, classes - 1),
        phrase("Check the labels, or give features a column for each class"),
    )


def _of_rank(typed: bool, few: bool) -> Phrase:
    if typed:
        return phrase("Type it so: {} is a number, {} a list, {} a matrix", "1", "[1, 2]", "[[1, 2], [3, 4]]")
    return (
        phrase("Put an ExpandDims or Reshape into its wire, or wire another output")
        if few
        else phrase("Put a Squeeze or Reshape into its wire, or wire another output")
    )


@_case("rank")
def rank(
    address: Address, inputs: Inputs, have: int, wanted: int, least: bool, typed: bool, picture: bool
) -> ProblemTexts:
    """Report that the first of `inputs` has `have` dimensions instead of `wanted`.

    Args:
        least: Whether `wanted` is the minimum.
        typed: Whether the value is typed in.
        picture: Whether the input is a batch of pictures for a window.
    """
    what = phrase("must have rank {} or more", wanted) if least else phrase("must be {}", _kind(wanted))
    return (
        phrase("{}, rank {}, and must have rank 4: batch, height, width, channels", _shown(inputs[0]), have)
        if picture
        else phrase("{}, rank {}, and {}", _shown(inputs[0]), have, what),
        _of_rank(typed, have < wanted),
    )


@_case("same-rank")
def same_rank(address: Address, inputs: Inputs) -> ProblemTexts:
    """Report that the inputs differ in their number of dimensions."""
    return (
        phrase("{}: all must have the same number of dimensions", _all(inputs)),
        phrase("Put an ExpandDims or Reshape into a wire, or wire outputs of one shape"),
    )


@_case("same-rank-of")
def same_rank_one(address: Address, inputs: Inputs, have: int, wanted: int, typed: bool) -> ProblemTexts:
    """Report as `same-rank` does, with a known input to change, whose value may be `typed`."""
    return (phrase("{}: all must have the same number of dimensions", _all(inputs)), _of_rank(typed, have < wanted))


@_case("per-axis")
def per_axis(address: Address, inputs: Inputs, pin: str, axes: int) -> ProblemTexts:
    """Report that a pin needs one number for each axis of the first input."""
    return (
        phrase("{}: {} needs one number for each of the {} axes of {}", _all(inputs), pin, axes, inputs[0][0]),
        phrase("Give {} {} numbers", pin, axes),
    )


@_case("rows-per-axis")
def rows_per_axis(address: Address, inputs: Inputs, pin: str, axes: int) -> ProblemTexts:
    """Report that a pin needs a row of two numbers for each axis of the first input."""
    return (
        phrase(
            "{}: {} needs a row of two numbers for each of the {} axes of {}", _all(inputs), pin, axes, inputs[0][0]
        ),
        phrase("Give {} {} rows", pin, axes),
    )


@_case("axis")
def axis(address: Address, inputs: Inputs, axis: str, rank: int) -> ProblemTexts:
    """Report that an input of `rank` dimensions does not have the axis."""
    return phrase("axis {} does not exist: {}", axis, _shown(inputs[0])), _axes(rank)


@_case("axis-range")
def axis_range(address: Address, inputs: Inputs, axis: str, low: str, high: str) -> ProblemTexts:
    """Report that an axis is outside the range that TensorFlow names."""
    return (
        phrase("axis {} does not exist: {}", axis, _shown(inputs[0])),
        phrase("Use an axis from {} to {}", low, high),
    )


@_case("perm")
def perm(address: Address, inputs: Inputs, wanted: str, have: str) -> ProblemTexts:
    """Report that a permutation has another number of axes than its input."""
    return (
        phrase("{}, so perm needs {} axes and has {}", _shown(inputs[0]), wanted, have),
        phrase("Name each axis of {} once, in the new order", inputs[0][0]),
    )


@_case("squeeze")
def squeeze(address: Address, inputs: Inputs, axis: str, size: str) -> ProblemTexts:
    """Report that the size of a squeezed axis is not 1."""
    return (
        phrase("{}: axis {} has size {}, and only axes of size 1 can be squeezed", _shown(inputs[0]), axis, size),
        phrase("Name axes of size 1 only, or none to squeeze all of these"),
    )


@_case("split")
def split(address: Address, inputs: Inputs, size: str, parts: str) -> ProblemTexts:
    """Report that a size cannot be split into this number of equal parts."""
    return (
        phrase("{}: a size of {} cannot be split into {} equal parts", _shown(inputs[0]), size, parts),
        phrase("Use a number of parts that divides {}, another axis, or SplitV", size),
    )


@_case("four-values")
def four_values(address: Address, count: int, attr: str, wanted: str) -> ProblemTexts:
    """Report that an attribute needs a value for each axis of a picture."""
    return (
        plural(
            "{} value is in {}, which needs {}: batch, height, width, channels",
            "{} values are in {}, which needs {}: batch, height, width, channels",
            count,
            attr,
            wanted,
        ),
        phrase("Write {}, for example", "[1, 1, 1, 1]"),
    )


@_case("reshape")
def reshape(address: Address, inputs: Inputs, have: str, shape: str, wanted: str) -> ProblemTexts:
    """Report that a tensor of `have` elements cannot have a shape of `wanted` elements."""
    return (
        phrase("{} with {} elements, but {} has {}", _shown(inputs[0]), have, shape, wanted),
        phrase("Use sizes whose product is {}; one of them may be -1, which is computed", have),
    )


@_case("elements")
def elements(address: Address, have: str, wanted: str) -> ProblemTexts:
    """Report that a tensor with `have` elements is reshaped to `wanted` elements while the page runs."""
    return (
        phrase("tensor has {} elements, but the requested shape has {}", have, wanted),
        phrase("Use sizes whose product is {}; one of them may be -1, which is computed", have),
    )
