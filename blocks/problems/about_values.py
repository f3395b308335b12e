"""Problems of typed-in values, and of attributes and dtypes that follow from wires."""

from __future__ import annotations

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import REF
from blockloom.blocks.problems.about_blocks import first_names_text
from blockloom.blocks.problems.problem_registry import WARNING, ProblemTexts, kind
from blockloom.blocks.text.phrases import Phrase, join, phrase, plural


@kind("unknown-pin")
def unknown_pin(address: Address, type: str, takes: tuple[str, ...]) -> ProblemTexts:
    """Report that a value is typed into a pin that the block type does not have; `takes` are its pins."""
    return (
        phrase("{} has no input or attribute {}", type, address.end),
        phrase("Clear the value; its pins are {}", join(", ", takes)) if takes else phrase("Clear the value"),
    )


@kind("not-typeable")
def not_typeable(address: Address, wire: str, handle: bool, many: bool) -> ProblemTexts:
    """Report that a value is typed into a pin that takes only wires, of the kind `wire`; `many` if several."""
    if wire == REF:
        clear = (
            phrase("Clear the value and wire the handle to {}", address.end)
            if handle
            else phrase("Clear the value and wire a variable to {}", address.end)
        )
    else:
        clear = (
            phrase("Clear the value and wire outputs to {}", address.end)
            if many
            else phrase("Clear the value and wire an output to {}", address.end)
        )
    return phrase("a {} pin takes no typed-in value", wire), clear


@kind("bad-value")
def bad_value(address: Address, why: Phrase, dtype: str) -> ProblemTexts:
    """Report that a value typed into an input does not parse as its dtype, "" for any dtype."""
    return why, phrase("Type a value of dtype {}, or wire the pin", dtype) if dtype else phrase(
        "Type a value, or wire the pin"
    )


@kind("bad-value:attr")
def bad_attr(address: Address, why: Phrase, type: str) -> ProblemTexts:
    """Report that a value typed into an attribute does not parse as its type."""
    return why, phrase("Type an {}", type) if type == "int" else phrase("Type a {}", type)


@kind("bad-value:weights")
def bad_weights(address: Address, why: Phrase) -> ProblemTexts:
    """Report that the weights that a value names, or their file, are missing or broken."""
    return (
        why,
        phrase("Put the weight file into the folder of the document, or type another value"),
        phrase("after a merge, restore missing weights from git with `blockloom merge DOCUMENT --weights`"),
    )


@kind("bad-value:expression")
def bad_expression(address: Address, why: Phrase) -> ProblemTexts:
    """Report that a value that begins with = is not an expression, or cannot be computed."""
    return why, phrase("Write an expression of the parameters of the page; quote a text that begins with =")


@kind("too-many")
def too_many(address: Address, count: int, most: int, listed: bool) -> ProblemTexts:
    """Report that an attribute has too many elements (`listed`), or needs too many inputs or outputs."""
    return (
        phrase("{} has {} elements; the maximum is {}", address.end, count, most)
        if listed
        else phrase("{} is {}; the maximum is {}", address.end, count, most),
        phrase("Give {} or less", most),
    )


@kind("too-few")
def too_few(address: Address, count: float, least: int, listed: bool) -> ProblemTexts:
    """Report that a list attribute has too few elements (`listed`), or an attribute is too small."""
    return (
        plural(
            "{1} has {0} element; the minimum is {2}",
            "{1} has {0} elements; the minimum is {2}",
            count,
            address.end,
            least,
        )
        if listed
        else phrase("{} is {}; the minimum is {}", address.end, count, least),
        phrase("Give {} or more", least),
    )


@kind("too-few:wires")
def too_few_wires(address: Address, count: int, least: int) -> ProblemTexts:
    """Report that a list pin has too few wires."""
    return (
        plural(
            "{1} has {0} wire and needs at least {2}",
            "{1} has {0} wires and needs at least {2}",
            count,
            address.end,
            least,
        ),
        phrase("Wire more outputs to it"),
    )


@kind("too-few:gradients")
def too_few_gradients(address: Address, count: int) -> ProblemTexts:
    """Report that an accumulator has to average no gradients."""
    return phrase("num_required is {}: a mean needs at least 1 gradient", count), phrase("Give 1 or more")


@kind("wrong-count")
def wrong_count(address: Address, count: int, attr: str, wanted: int, listed: bool, typed: bool) -> ProblemTexts:
    """Report that the number of outputs wired to a list pin, `count`, differs from `wanted`, given by an attr.

    Args:
        listed: Whether the attr lists dtypes.
        typed: Whether the attr is typed in.
    """
    what = plural("lists {} dtype", "lists {} dtypes", wanted) if listed else phrase("is {}", wanted)
    return (
        plural(
            "{} output arrives at {}, but {} {}", "{} outputs arrive at {}, but {} {}", count, address.end, attr, what
        ),
        phrase("Wire the number of outputs to {0} that {1} states, or clear {1}", address.end, attr)
        if typed
        else phrase("Wire the number of outputs to {} that {} states", address.end, attr),
    )


@kind("not-allowed")
def not_allowed(address: Address, attr: str, value: object, type: str, takes: tuple[object, ...]) -> ProblemTexts:
    """Report that the op does not accept the value of an attribute; `takes` are the values that it accepts."""
    return (
        phrase("{} is {}, which {} does not accept", attr, value, type),
        phrase("It takes {}", first_names_text(takes)),
    )


@kind("missing-attr")
def missing_attr(address: Address, type: str, pins: tuple[str, ...]) -> ProblemTexts:
    """Report that a required attribute has no value; `pins` are those whose wires would determine it."""
    return (
        phrase("{} ({}) has no value", address.end, type),
        phrase("Wire {}, or type {}", join(phrase(" or "), pins), address.end)
        if pins
        else phrase("Type a value for {}", address.end),
    )


@kind("missing-attr:elements")
def missing_elements(address: Address, source: str) -> ProblemTexts:
    """Report that the types of the elements of a dataset are required, and do not follow from `source`."""
    return (
        phrase("the types of the elements of {} are not known", source),
        phrase("Type output_types and output_shapes, or wire a dataset with known element types"),
    )


@kind("dtype-clash")
def dtype_clash(
    address: Address, source: str, got: str, wanted: str, attr: str, castable: bool, widens: bool = False
) -> ProblemTexts:
    """Report that the dtype of a wire differs from that of its pin.

    Args:
        attr: The attribute that determines the dtype of the pin, "" if fixed.
        widens: Whether the block may have the dtype of the wire without loss for its present values.
    """
    own = phrase("{} of this block", attr) if attr else address.end
    source, _, output = source.partition(".")
    return (
        phrase("{}.{} gives {}, but {} is {}", source, output, got, own, wanted),
        phrase("Make the other inputs {}: set it where they are typed, or insert a Cast", got)
        if widens
        else phrase("Insert a Cast to {}", wanted)
        if castable
        else phrase("Wire another output"),
    )


@kind("dtype-clash:listed")
def dtype_clash_listed(address: Address, source: str, got: str, wanted: str, attr: str) -> ProblemTexts:
    """Report that the dtype of a wire into a list pin differs from the one that the attribute lists."""
    source, _, output = source.partition(".")
    return (
        phrase("{}.{} gives {}, but {} says {}", source, output, got, attr, wanted),
        phrase("Insert a Cast to {}, or change {}", wanted, attr),
    )


@kind("dtype-clash:accumulator")
def dtype_clash_accumulator(address: Address, maker: str, holds: str, attr: str, own: str) -> ProblemTexts:
    """Report that the dtype of an accumulator differs from that of a value applied to or taken from it."""
    return (
        phrase("the accumulator {} holds {}, but {} of this block is {}", maker, holds, attr, own),
        phrase("Give both the same dtype: set dtype of {} to {}, or insert a Cast", maker, own),
    )


@kind("dtype-clash:variable")
def dtype_clash_variable(address: Address, maker: str, holds: str, attr: str, own: str) -> ProblemTexts:
    """Report that the dtype of a variable differs from that of a read or an update."""
    return (
        phrase("the variable {} holds {}, but {} of this block is {}", maker, holds, attr, own),
        phrase("Give both the same dtype: set dtype of {} to {}, or insert a Cast", maker, own),
    )


@kind("unequal-lists")
def unequal_lists(address: Address, count: int, other: str, wanted: int) -> ProblemTexts:
    """Report that two list attributes differ in length, on which TensorFlow may hang."""
    return (
        plural(
            "{1} has {0} element, but {2} has {3}: they belong together",
            "{1} has {0} elements, but {2} has {3}: they belong together",
            count,
            address.end,
            other,
            wanted,
        ),
        phrase("Give {} as many elements as {}", address.end, other),
    )


@kind("windows-path", WARNING)
def windows_path(address: Address, path: str, folder: str, here: str) -> ProblemTexts:
    """Report that a value names a file on a Windows disk.

    Args:
        here: The place of its folder on this machine, or FOLDER.
    """
    return (
        phrase("it names the Windows file {}", path),
        phrase("Give its folder {} on this machine", folder),
        phrase("run with --map '{}={}'", folder, here),
    )
