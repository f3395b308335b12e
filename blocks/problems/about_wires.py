"""What is said of wires, and of pins that lack one. A wire is a fact by its text, `A.x -> B.y`; see document.Wire."""

from __future__ import annotations

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import LIST, REF, TENSOR
from blockloom.blocks.problems.problem_registry import Said, kind
from blockloom.blocks.text.phrases import article, join, phrase, plural
from blockloom.blocks.values import handle_kinds


@kind("missing-input")
def missing_input(at: Address, typed: bool, many: bool, handle: bool, variable: bool) -> Said:
    """An input has no wire and no value. What it takes: typed-in values (`typed`), several wires (`many`), a handle
    (`handle`), a variable or handle (`variable`).
    """
    return phrase("{} has no wire and no value", at.end), wire_to(at.end, typed, many, handle, variable)


def wire_to(pin: str, typed: bool, many: bool, handle: bool, variable: bool) -> str:
    """What to wire to an input that lacks a wire, as people read it; arguments as in `missing_input`."""
    if typed:
        return (
            phrase("Wire outputs to {}, or type a value", pin)
            if many
            else phrase("Wire an output to {}, or type a value", pin)
        )
    if variable:
        return phrase("Wire the handle to {}", pin) if handle else phrase("Wire a variable to {}", pin)
    return phrase("Wire outputs to {}", pin) if many else phrase("Wire an output to {}", pin)


@kind("too-many-wires")
def too_many_wires(at: Address, sources: tuple[str, ...]) -> Said:
    """A pin that takes one wire has several. `sources` are where they begin."""
    return (phrase("{} takes one wire and has {}", at.end, len(sources)), phrase("Keep one of {}", join(", ", sources)))


@kind("missing-block")
def missing_block(at: Address, wire: str, source: str) -> Said:
    """A wire begins at a block that is not on the page."""
    return (
        phrase("the wire {} begins at the block {}, which is not on this page", wire, source),
        phrase("Remove the wire, or add the block"),
    )


@kind("missing-target")
def missing_target(at: Address, wire: str, target: str) -> Said:
    """A wire ends at a block that is not on the page."""
    return (
        phrase("the wire {} ends at the block {}, which is not on this page", wire, target),
        phrase("Remove the wire, or add the block"),
    )


@kind("missing-pin")
def missing_pin(at: Address, wire: str, source: str, type: str, inputs: tuple[str, ...], attr: bool) -> Said:
    """A wire from `source` ends at a pin that the block type does not have as an input, if as an attribute."""
    source, _, output = source.partition(".")
    return (
        phrase("{} has no input {}, where the wire from {}.{} ends", type, at.end, source, output),
        phrase("Remove the wire and type {}: it is an attribute", at.end)
        if attr
        else phrase("Its inputs are {}", join(", ", inputs) or phrase("none")),
    )


@kind("missing-output")
def missing_output(at: Address, wire: str, target: str, target_pin: str, type: str, outputs: tuple[str, ...]) -> Said:
    """A wire begins at an output that the block type does not have."""
    return (
        phrase("{} has no output {}, where the wire to {}.{} begins", type, at.end, target, target_pin),
        phrase("Its outputs are {}", join(", ", outputs) or phrase("none")),
    )


@kind("bad-index")
def bad_index(at: Address, output: str, wire: str, target: str, count: int) -> Said:
    """A wire begins at an element (`output`, as in `values[3]`) that a list of `count` outputs does not have."""
    return (
        phrase("{} has {}, so there is no {}", at.end, plural("{} output", "{} outputs", count), output),
        phrase("Counting begins at 0; wire another one"),
    )


@kind("bad-index:no-list")
def index_of_no_list(at: Address, output: str, wire: str, target: str, target_pin: str) -> Said:
    """A wire begins at an element of an output that is no list."""
    return (
        phrase("{} is one output, no list: there is no {}", at.end, output),
        phrase("Wire {}.{} to {}.{}", at.block, at.end, target, target_pin),
    )


@kind("wrong-kind")
def wrong_kind(at: Address, wire: str, source: str, gives: str, takes: str) -> Said:
    """An output of one kind is wired to an input that takes another."""
    source, _, output = source.partition(".")
    if gives == LIST and takes in (TENSOR, REF):
        remedy = phrase("Wire one element of it: {}.{}[0]", source, output)
    elif takes == REF:
        remedy = phrase("Wire the output of a Variable, or of another op that gives a reference")
    else:
        remedy = phrase("Wire an output that is {}", article(takes))
    return (
        phrase("{}.{} is {} output, and {} takes {}", source, output, article(gives), at.end, article(takes)),
        remedy,
    )


@kind("wrong-kind:told")
def wrong_kind_told(at: Address, wire: str, source: str, gives: str, told: str) -> Said:
    """The document says that a wire is of another kind than the output that it begins at."""
    source, _, output = source.partition(".")
    return (
        phrase("the wire is said to be {} wire, but {}.{} is {} output", article(told), source, output, article(gives)),
        phrase("Draw the wire again"),
    )


@kind("wrong-kind:control")
def control_of_no_operation(at: Address, wire: str, block: str) -> Said:
    """A control wire touches a block that is no operation."""
    return (
        phrase("the control wire {} touches {}, which is not an operation", wire, block),
        phrase("Remove it; wire what a Session runs to run_outputs"),
    )


@kind("wrong-kind:monitors")
def for_monitors(at: Address, wire: str, block: str) -> Said:
    """What only monitors show is wired to a block of the graph."""
    return (
        phrase("{0} is no part of the graph: what it gives goes to monitors only", block),
        phrase("Remove the wire {}", wire),
    )


@kind("wrong-handle")
def wrong_handle(at: Address, source: str, have: str, want: tuple[str, ...], others: tuple[str, ...]) -> Said:
    """A handle is of another thing than the input takes (see handle_kinds.NAMES). `others` are the block types that
    would fit in the place of the source and of this block, where there are both.
    """
    return (
        phrase(
            "{} is {}, and {} takes {}",
            source,
            handle_kinds.NAMES[have],
            at.end,
            join(phrase(" or "), (handle_kinds.NAMES[thing] for thing in want)),
        ),
        phrase("Make {} a {}, or {} a {}", source, others[0], at.block, others[1])
        if len(others) == 2
        else phrase("Wire {} to it", handle_kinds.NAMES[want[0]]),
    )
