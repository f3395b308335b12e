"""What is said where TensorFlow refuses the shapes that reach a block, while a page is compiled or while it runs.

Everywhere `inputs` are (pin, shape) of the tensors it is about, for a list with the place in it (`values[1]`); a shape
is a text, with `?` for what is not known. Sizes are texts, too.
"""

from __future__ import annotations

from collections.abc import Callable

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems.problem_registry import Said, kind
from blockloom.blocks.text.phrases import Phrase, phrase, plural

Inputs = tuple[tuple[str, str], ...]
_MAKE_THEM_FIT = phrase("Make them fit: a Transpose, ExpandDims or Reshape in a wire, or another value")
_WIRE_ONE_SHAPE = phrase("Wire outputs of one shape, or put a Transpose or Reshape in a wire")


def _case(name: str) -> Callable[[Callable[..., Said]], Callable[..., Said]]:
    def enter(say: Callable[..., Said]) -> Callable[..., Said]:
        return kind(f"refused:{name}")(kind(f"failed:{name}")(say))

    return enter


def _shown(one: tuple[str, str]) -> Phrase:
    return phrase("{} is {}", *one)


def _all(inputs: Inputs) -> Phrase:
    """`x is [2, 3], y is [2]`, at most four of them."""
    shown = _shown(inputs[0])
    for one in inputs[1:4]:
        shown = phrase("{}, {}", shown, _shown(one))
    return phrase("{}, ...", shown) if len(inputs) > 4 else shown


def _axes(rank: int) -> Phrase:
    return (
        phrase("Counting begins at 0: take an axis from 0 to {}, or -1 for the last", rank - 1)
        if rank
        else phrase("Wire another output")
    )


def _kind(rank: int) -> Phrase:
    names = phrase("a single number (rank 0)"), phrase("a list (rank 1)"), phrase("a matrix (rank 2)")
    return names[rank] if rank < 3 else phrase("of rank {}", rank)


# --- sizes ------------------------------------------------------------------------------------------------------------


@_case("matrices")
def matrices(
    at: Address, inputs: Inputs, left: str, right: str, turned: tuple[bool, bool], attrs: tuple[str, str]
) -> Said:
    """Two matrices that cannot be multiplied: `left` values meet `right`. `turned` says which are transposed, by which
    of the `attrs`.
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
def bias(at: Address, inputs: Inputs, channels: str) -> Said:
    """A bias of another length than the value has channels."""
    return (
        phrase("{}: bias needs one value for each of the {} channels of {}", _all(inputs), channels, inputs[0][0]),
        phrase("Give bias as many values as {} has channels", inputs[0][0]),
    )


@_case("class-numbers")
def class_numbers(at: Address, inputs: Inputs) -> Said:
    """Class numbers that are more or fewer than the rows of features."""
    return (
        phrase("{}: there must be one label for each row of features", _all(inputs)),
        phrase("Wire labels with one class number for each row"),
    )


@_case("one-hot")
def one_hot(at: Address, inputs: Inputs) -> Said:
    """One-hot rows of another length than those of features."""
    return (
        phrase("{}: each row of labels must have as many values as one of features", _all(inputs)),
        phrase(
            "Wire one-hot rows to labels, or take SparseSoftmaxCrossEntropyWithLogits, whose labels are class numbers"
        ),
    )


@_case("broadcast")
def broadcast(at: Address, inputs: Inputs, one: str, two: str) -> Said:
    """Two tensors that cannot be broadcast to one shape."""
    return (
        phrase(
            "{}: sizes are compared from the last to the first, and must be equal or 1; {} and {} are not",
            _all(inputs),
            one,
            two,
        ),
        _MAKE_THEM_FIT,
    )


@_case("equal")
def equal(at: Address, inputs: Inputs, one: str, two: str) -> Said:
    """Two sizes of some inputs must be equal."""
    return (phrase("{}: {} and {} must be equal", _all(inputs), one, two), _MAKE_THEM_FIT)


@_case("along-the-axis")
def along_the_axis(at: Address, inputs: Inputs, one: str, two: str) -> Said:
    """What is concatenated differs in another axis, too."""
    return (
        phrase("{}: all sizes but the one along the axis must be equal; {} and {} are not", _all(inputs), one, two),
        phrase("Concatenate along the axis in which they differ"),
    )


@_case("one-shape")
def one_shape(at: Address, inputs: Inputs) -> Said:
    """Many inputs that must have one shape."""
    return (
        phrase("{}: all must have the same shape", _all(inputs)),
        phrase("Wire outputs of one shape, or put a Reshape in a wire"),
    )


@_case("variable")
def variable(at: Address, inputs: Inputs, axis: str, one: str, two: str) -> Said:
    """What is applied to a variable has another size than it in an axis."""
    return (
        phrase("size {} of the variable is {}, and that of what is applied is {}: {}", axis, one, two, _all(inputs)),
        phrase("Give the variable an initial value of the same shape, or wire what has that of the variable"),
    )


@_case("together")
def together(at: Address, inputs: Inputs, one: str, two: str) -> Said:
    """Two sizes of more than two inputs belong together."""
    return (phrase("{}: sizes that belong together are {} and {}", _all(inputs), one, two), _WIRE_ONE_SHAPE)


@_case("same-shape")
def same_shape(at: Address, inputs: Inputs, axis: str, one: str, two: str) -> Said:
    """Two inputs that must have one shape differ in an axis."""
    return (
        phrase("{}: both must have the same shape; in size {} they have {} and {}", _all(inputs), axis, one, two),
        _WIRE_ONE_SHAPE,
    )


@_case("channels")
def channels(at: Address, inputs: Inputs, have: str, wanted: str) -> Said:
    """A picture with other channels than the filter takes."""
    return (
        phrase(
            "{}: input has {} channels (its last size), and {} takes {} (its third size)",
            _all(inputs),
            have,
            inputs[1][0],
            wanted,
        ),
        phrase("Give {} {} as its third size, or wire an input of {} channels", inputs[1][0], have, wanted),
    )


@_case("window")
def window(at: Address, inputs: Inputs, window: str, room: str) -> Said:
    """A window that is larger than what it moves over."""
    return (
        phrase("{}: a window of {} does not fit into a size of {}", _all(inputs), window, room),
        phrase("Set padding to SAME, or take a smaller window"),
    )


@_case("applied")
def applied(at: Address, given: str, holds: str) -> Said:
    """What is applied has another shape than what it is applied to."""
    return (
        phrase("what is applied is {}, and what it is applied to is {}", given, holds),
        phrase("Give both the same shape: change that of the first, or wire what has that of the second"),
    )


@_case("label")
def label(at: Address, label: str, classes: int) -> Said:
    """A label beyond the classes."""
    return (
        phrase("a label is {}, and there are {} classes: labels go from 0 to {}", label, classes, classes - 1),
        phrase("Check the labels, or give features a column for each class"),
    )


# --- numbers of dimensions --------------------------------------------------------------------------------------------


def _of_rank(typed: bool, few: bool) -> Phrase:
    if typed:
        return phrase("Type it so: {} is a number, {} a list, {} a matrix", "1", "[1, 2]", "[[1, 2], [3, 4]]")
    return (
        phrase("Put an ExpandDims or Reshape into its wire, or wire another output")
        if few
        else phrase("Put a Squeeze or Reshape into its wire, or wire another output")
    )


@_case("rank")
def rank(at: Address, inputs: Inputs, have: int, wanted: int, least: bool, typed: bool, picture: bool) -> Said:
    """The one of `inputs` has `have` dimensions, and must have `wanted`, or more where that is the `least`. `typed`:
    its value is typed in. `picture`: it is what a window moves over.
    """
    what = phrase("must have rank {} or more", wanted) if least else phrase("must be {}", _kind(wanted))
    return (
        phrase("{}, rank {}, and must have rank 4: batch, height, width, channels", _shown(inputs[0]), have)
        if picture
        else phrase("{}, rank {}, and {}", _shown(inputs[0]), have, what),
        _of_rank(typed, have < wanted),
    )


@_case("same-rank")
def same_rank(at: Address, inputs: Inputs) -> Said:
    """Inputs of different numbers of dimensions."""
    return (
        phrase("{}: all must have the same number of dimensions", _all(inputs)),
        phrase("Put an ExpandDims or Reshape into a wire, or wire outputs of one shape"),
    )


@_case("same-rank-of")
def same_rank_one(at: Address, inputs: Inputs, have: int, wanted: int, typed: bool) -> Said:
    """As `same-rank`, where it is known which input is to be changed: its value may be `typed`."""
    return (phrase("{}: all must have the same number of dimensions", _all(inputs)), _of_rank(typed, have < wanted))


@_case("per-axis")
def per_axis(at: Address, inputs: Inputs, pin: str, axes: int) -> Said:
    """A pin takes a number for each axis of the first input."""
    return (
        phrase("{}: {} needs one number for each of the {} axes of {}", _all(inputs), pin, axes, inputs[0][0]),
        phrase("Give {} {} numbers", pin, axes),
    )


@_case("rows-per-axis")
def rows_per_axis(at: Address, inputs: Inputs, pin: str, axes: int) -> Said:
    """A pin takes a row of two numbers for each axis of the first input."""
    return (
        phrase(
            "{}: {} needs a row of two numbers for each of the {} axes of {}", _all(inputs), pin, axes, inputs[0][0]
        ),
        phrase("Give {} {} rows", pin, axes),
    )


# --- axes, counts -----------------------------------------------------------------------------------------------------


@_case("axis")
def axis(at: Address, inputs: Inputs, axis: str, rank: int) -> Said:
    """An axis that an input of `rank` dimensions does not have."""
    return phrase("axis {} does not exist: {}", axis, _shown(inputs[0])), _axes(rank)


@_case("axis-range")
def axis_range(at: Address, inputs: Inputs, axis: str, low: str, high: str) -> Said:
    """An axis outside the range that TensorFlow names."""
    return (
        phrase("axis {} does not exist: {}", axis, _shown(inputs[0])),
        phrase("Take an axis from {} to {}", low, high),
    )


@_case("perm")
def perm(at: Address, inputs: Inputs, wanted: str, have: str) -> Said:
    """A permutation of another number of axes."""
    return (
        phrase("{}, so perm needs {} axes and has {}", _shown(inputs[0]), wanted, have),
        phrase("Name each axis of {} once, in the new order", inputs[0][0]),
    )


@_case("squeeze")
def squeeze(at: Address, inputs: Inputs, axis: str, size: str) -> Said:
    """An axis that is squeezed has another size than 1."""
    return (
        phrase("{}: axis {} has size {}, and only axes of size 1 can be squeezed", _shown(inputs[0]), axis, size),
        phrase("Name axes of size 1 only, or none: then all of them go"),
    )


@_case("split")
def split(at: Address, inputs: Inputs, size: str, parts: str) -> Said:
    """A size that cannot be split into so many parts."""
    return (
        phrase("{}: a size of {} cannot be split into {} equal parts", _shown(inputs[0]), size, parts),
        phrase("Take a number of parts that divides {}, another axis, or SplitV", size),
    )


@_case("four-values")
def four_values(at: Address, count: int, attr: str, wanted: str) -> Said:
    """An attribute needs a value for each axis of a picture."""
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
def reshape(at: Address, inputs: Inputs, have: str, shape: str, wanted: str) -> Said:
    """A tensor of `have` elements cannot have a shape of `wanted`."""
    return (
        phrase("{} with {} elements, and {} has {}", _shown(inputs[0]), have, shape, wanted),
        phrase("Take sizes whose product is {}; one of them may be -1, which is computed", have),
    )


@_case("elements")
def elements(at: Address, have: str, wanted: str) -> Said:
    """As `reshape`, while the page runs."""
    return (
        phrase("tensor has {} elements, and the shape that is wanted has {}", have, wanted),
        phrase("Take sizes whose product is {}; one of them may be -1, which is computed", have),
    )
