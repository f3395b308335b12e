"""Problems of wires, and of pins without one.

A wire is a fact by its text, `A.x -> B.y`; see `document.Wire`.
"""

from __future__ import annotations

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import LIST, REF, TENSOR
from blockloom.blocks.problems.problem_registry import ProblemTexts, kind
from blockloom.blocks.text.phrases import article, join, phrase, plural
from blockloom.blocks.values import dtypes


@kind("missing-input")
def missing_input(address: Address, typed: bool, many: bool, handle: bool, variable: bool) -> ProblemTexts:
    """Report that an input has no wire and no value.

    Args:
        typed, many, handle, variable: Whether the input takes typed-in values, several wires, a handle, a variable.
    """
    return phrase("{} has no wire and no value", address.end), wire_to(address.end, typed, many, handle, variable)


def wire_to(pin: str, typed: bool, many: bool, handle: bool, variable: bool) -> str:
    """Return the instruction to wire an input; arguments as in `missing_input`."""
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
def too_many_wires(address: Address, sources: tuple[str, ...]) -> ProblemTexts:
    """Report that a pin for one wire has several; `sources` are their sources."""
    return (
        phrase("{} takes one wire and has {}", address.end, len(sources)),
        phrase("Keep one of {}", join(", ", sources)),
    )


@kind("missing-block")
def missing_block(address: Address, wire: str, source: str) -> ProblemTexts:
    """Report that the source block of a wire is not on the page."""
    return (
        phrase("the wire {} begins at the block {}, which is not on this page", wire, source),
        phrase("Remove the wire, or add the block"),
    )


@kind("missing-target")
def missing_target(address: Address, wire: str, target: str) -> ProblemTexts:
    """Report that the target block of a wire is not on the page."""
    return (
        phrase("the wire {} ends at the block {}, which is not on this page", wire, target),
        phrase("Remove the wire, or add the block"),
    )


@kind("missing-pin")
def missing_pin(
    address: Address, wire: str, source: str, type: str, inputs: tuple[str, ...], attr: bool
) -> ProblemTexts:
    """Report that the block type has no such input, the target of a wire; `attr` if it has such an attribute."""
    source, _, output = source.partition(".")
    return (
        phrase("{} has no input {}, where the wire from {}.{} ends", type, address.end, source, output),
        phrase("Remove the wire and type {}: it is an attribute", address.end)
        if attr
        else phrase("Its inputs are {}", join(", ", inputs) or phrase("none")),
    )


@kind("missing-output")
def missing_output(
    address: Address, wire: str, target: str, target_pin: str, type: str, outputs: tuple[str, ...]
) -> ProblemTexts:
    """Report that the block type has no such output, the source of a wire."""
    return (
        phrase("{} has no output {}, where the wire to {}.{} begins", type, address.end, target, target_pin),
        phrase("Its outputs are {}", join(", ", outputs) or phrase("none")),
    )


@kind("bad-index")
def bad_index(address: Address, output: str, wire: str, target: str, count: int) -> ProblemTexts:
    """Report that the source of a wire is beyond the `count` elements of a list (`output`, as in `values[3]`)."""
    return (
        phrase("{} has {}, so there is no {}", address.end, plural("{} output", "{} outputs", count), output),
        phrase("Wire another element; the first is [0]"),
    )


@kind("bad-index:no-list")
def index_of_no_list(address: Address, output: str, wire: str, target: str, target_pin: str) -> ProblemTexts:
    """Report that the source of a wire is an element of an output that is not a list."""
    return (
        phrase("{} is one output, not a list: there is no {}", address.end, output),
        phrase("Wire {}.{} to {}.{}", address.block, address.end, target, target_pin),
    )


@kind("wrong-kind")
def wrong_kind(address: Address, wire: str, source: str, gives: str, takes: str) -> ProblemTexts:
    """Report that an output of one kind is wired to an input of another kind."""
    source, _, output = source.partition(".")
    if gives == LIST and takes in (TENSOR, REF):
        remedy = phrase("Wire one element of it: {}.{}[0]", source, output)
    elif takes == REF:
        remedy = phrase("Wire the output of a Variable, or of another op with a reference output")
    else:
        remedy = phrase("Wire an output that is {}", article(takes))
    return (
        phrase("{}.{} is {} output, and {} takes {}", source, output, article(gives), address.end, article(takes)),
        remedy,
    )


@kind("wrong-kind:told")
def wrong_kind_told(address: Address, wire: str, source: str, gives: str, told: str) -> ProblemTexts:
    """Report that the document states another kind for a wire than that of its source."""
    source, _, output = source.partition(".")
    return (
        phrase("the document states {} wire, but {}.{} is {} output", article(told), source, output, article(gives)),
        phrase("Draw the wire again"),
    )


@kind("wrong-kind:control")
def control_of_no_operation(address: Address, wire: str, block: str) -> ProblemTexts:
    """Report that a control wire touches a block that is not an operation."""
    return (
        phrase("the control wire {} touches {}, which is not an operation", wire, block),
        phrase("Remove it; wire the operations that a Session runs to run_outputs"),
    )


@kind("wrong-kind:monitors")
def for_monitors(address: Address, wire: str, block: str) -> ProblemTexts:
    """Report that a block for monitors only is wired to a block of the graph."""
    return (
        phrase("{0} is not part of the graph: its outputs are for monitors only", block),
        phrase("Remove the wire {}", wire),
    )


@kind("wrong-handle")
def wrong_handle(
    address: Address, source: str, have: str, want: tuple[str, ...], others: tuple[str, ...]
) -> ProblemTexts:
    """Report that a handle is of another resource than the input takes (see `handle_kinds.NAMES`).

    Args:
        others: The types that would fit in place of the source and of this block, if both exist.
    """
    return (
        phrase(
            "{} is {}, and {} takes {}",
            source,
            dtypes.NAMES[have],
            address.end,
            join(phrase(" or "), (dtypes.NAMES[thing] for thing in want)),
        ),
        phrase("Make {} a {}, or {} a {}", source, others[0], address.block, others[1])
        if len(others) == 2
        else phrase("Wire {} to it", dtypes.NAMES[want[0]]),
    )
