"""What is said of values: those that are typed in, and the attributes and dtypes that follow from wires."""

from __future__ import annotations

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import REF
from blockloom.blocks.problems.about_blocks import first_of
from blockloom.blocks.problems.problem_registry import WARNING, Said, kind
from blockloom.blocks.text.phrases import Phrase, join, phrase, plural


@kind("unknown-pin")
def unknown_pin(at: Address, type: str, takes: tuple[str, ...]) -> Said:
    """A value is typed into a pin that the block type does not have. `takes` are those that it has."""
    return (
        phrase("{} has no input or attribute {}", type, at.end),
        phrase("Clear the value: it takes {}", join(", ", takes)) if takes else phrase("Clear the value"),
    )


@kind("not-typeable")
def not_typeable(at: Address, wire: str, handle: bool, many: bool) -> Said:
    """A value is typed into a pin that takes wires alone, of the kind `wire`; `many` of them."""
    if wire == REF:
        clear = (
            phrase("Clear the value and wire the handle to {}", at.end)
            if handle
            else phrase("Clear the value and wire a variable to {}", at.end)
        )
    else:
        clear = (
            phrase("Clear the value and wire outputs to {}", at.end)
            if many
            else phrase("Clear the value and wire an output to {}", at.end)
        )
    return phrase("a {} pin takes no typed-in value", wire), clear


@kind("bad-value")
def bad_value(at: Address, why: Phrase, dtype: str) -> Said:
    """A value typed into an input cannot be read as one of its dtype, "" where any would do."""
    return why, phrase("Type a value of dtype {}, or wire the pin", dtype) if dtype else phrase(
        "Type a value, or wire the pin"
    )


@kind("bad-value:attr")
def bad_attr(at: Address, why: Phrase, type: str) -> Said:
    """A value typed into an attribute cannot be read as one of its type."""
    return why, phrase("Type an {}", type) if type == "int" else phrase("Type a {}", type)


@kind("bad-value:weights")
def bad_weights(at: Address, why: Phrase) -> Said:
    """The weights that a value names cannot be had: they, or their file, are missing, or it is broken."""
    return why, phrase(
        "Put the file of weights beside the document, or type another value. After a merge, "
        "`blockloom merge DOCUMENT --weights` brings what is missing from git"
    )


@kind("bad-value:expression")
def bad_expression(at: Address, why: Phrase) -> Said:
    """A value that begins with = is no expression of the page's parameters, or cannot be computed."""
    return why, phrase("Name a parameter of the page, or compute with some; a text that begins with = is put in quotes")


@kind("too-many")
def too_many(at: Address, count: int, most: int, listed: bool) -> Said:
    """A list attribute has too many elements (`listed`), or an attribute asks for so many inputs or outputs."""
    return (
        phrase("{} has {} elements; the most is {}", at.end, count, most)
        if listed
        else phrase("{} is {}; the most is {}", at.end, count, most),
        phrase("Give {} or less", most),
    )


@kind("too-few")
def too_few(at: Address, count: float, least: int, listed: bool) -> Said:
    """A list attribute has too few elements (`listed`), or an attribute is too small."""
    return (
        plural("{1} has {0} element; the least is {2}", "{1} has {0} elements; the least is {2}", count, at.end, least)
        if listed
        else phrase("{} is {}; the least is {}", at.end, count, least),
        phrase("Give {} or more", least),
    )


@kind("too-few:wires")
def too_few_wires(at: Address, count: int, least: int) -> Said:
    """A list pin has too few wires."""
    return (
        plural(
            "{1} has {0} wire and needs at least {2}", "{1} has {0} wires and needs at least {2}", count, at.end, least
        ),
        phrase("Wire more outputs to it"),
    )


@kind("too-few:gradients")
def too_few_gradients(at: Address, count: int) -> Said:
    """An accumulator is asked for the mean of no gradients."""
    return phrase("num_required is {}: a mean is of at least 1 gradient", count), phrase("Give 1 or more")


@kind("wrong-count")
def wrong_count(at: Address, count: int, attr: str, wanted: int, listed: bool, typed: bool) -> Said:
    """As many outputs arrive at a list pin as `count` says, but an attr, typed in or not, says `wanted`; as the number
    of dtypes that it lists where it is `listed`.
    """
    what = plural("lists {} dtype", "lists {} dtypes", wanted) if listed else phrase("is {}", wanted)
    return (
        plural("{} output arrives at {}, but {} {}", "{} outputs arrive at {}, but {} {}", count, at.end, attr, what),
        phrase("Wire as many outputs to {0} as {1} says, or clear {1}", at.end, attr)
        if typed
        else phrase("Wire as many outputs to {} as {} says", at.end, attr),
    )


@kind("not-allowed")
def not_allowed(at: Address, attr: str, value: object, type: str, takes: tuple[object, ...]) -> Said:
    """An attribute has a value that the op does not take. `takes` are those that it does."""
    return (phrase("{} is {}, which {} does not take", attr, value, type), phrase("It takes {}", first_of(takes)))


@kind("missing-attr")
def missing_attr(at: Address, type: str, pins: tuple[str, ...]) -> Said:
    """An attribute has to be given. `pins` are those whose wires would tell it."""
    return (
        phrase("{} ({}) is not given", at.end, type),
        phrase("Wire {}, or type {}", join(phrase(" or "), pins), at.end)
        if pins
        else phrase("Type a value for {}", at.end),
    )


@kind("missing-attr:elements")
def missing_elements(at: Address, source: str) -> Said:
    """What the elements of a dataset are has to be told, and does not follow from `source`, which gives it."""
    return (
        phrase("what the elements of {} are is not known", source),
        phrase("Type output_types and output_shapes, or wire a dataset whose elements are known"),
    )


@kind("dtype-clash")
def dtype_clash(
    at: Address, source: str, got: str, wanted: str, attr: str, castable: bool, widens: bool = False
) -> Said:
    """A wire brings another dtype than the pin has, by itself or, with `attr`, by that attribute of the block. `widens`
    where the block may have the dtype that is brought, and the values that it has now can all be that.
    """
    own = phrase("{} of this block", attr) if attr else at.end
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
def dtype_clash_listed(at: Address, source: str, got: str, wanted: str, attr: str) -> Said:
    """A wire into a list pin brings another dtype than the attribute lists for its place."""
    source, _, output = source.partition(".")
    return (
        phrase("{}.{} gives {}, but {} says {}", source, output, got, attr, wanted),
        phrase("Insert a Cast to {}, or change {}", wanted, attr),
    )


@kind("dtype-clash:accumulator")
def dtype_clash_accumulator(at: Address, maker: str, holds: str, attr: str, own: str) -> Said:
    """An accumulator holds another dtype than what is applied to it or taken from it."""
    return (
        phrase("the accumulator {} holds {}, but {} of this block is {}", maker, holds, attr, own),
        phrase("Give both the same dtype: set dtype of {} to {}, or insert a Cast", maker, own),
    )


@kind("dtype-clash:variable")
def dtype_clash_variable(at: Address, maker: str, holds: str, attr: str, own: str) -> Said:
    """A variable holds another dtype than it is read as, or than is applied to it."""
    return (
        phrase("the variable {} holds {}, but {} of this block is {}", maker, holds, attr, own),
        phrase("Give both the same dtype: set dtype of {} to {}, or insert a Cast", maker, own),
    )


@kind("unequal-lists")
def unequal_lists(at: Address, count: int, other: str, wanted: int) -> Said:
    """A list attribute has not as many elements as another that it belongs to: TensorFlow may hang on that."""
    return (
        plural(
            "{1} has {0} element, but {2} has {3}: they belong together",
            "{1} has {0} elements, but {2} has {3}: they belong together",
            count,
            at.end,
            other,
            wanted,
        ),
        phrase("Give {} as many elements as {}", at.end, other),
    )


@kind("windows-path", WARNING)
def windows_path(at: Address, path: str, folder: str, here: str) -> Said:
    """A value names a file on a Windows disk. `here` is where its folder was found on this machine, or FOLDER."""
    return phrase("it names the Windows file {}", path), phrase("Say where it lies here: --map '{}={}'", folder, here)
