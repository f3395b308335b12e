"""Problems of enuSpace files and of the symbols on their pages."""

from __future__ import annotations

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems.problem_registry import WARNING, ProblemTexts, kind
from blockloom.blocks.text.phrases import Phrase, phrase


@kind("import", WARNING)
def imported(at: Address, what: str, text: Phrase) -> ProblemTexts:
    """Report that a part of an enuSpace file was left out, changed or found faulty."""
    return phrase("{} on import: {}", what, text), ""


@kind("ignored-value", WARNING)
def ignored_value(at: Address, symbol: str) -> ProblemTexts:
    """Report that an enuSpace block has a value that no pin takes."""
    return (phrase("{} has no {}: the value is ignored, as in enuSpace", symbol, at.end), phrase("Clear the value"))


@kind("unknown-symbol", WARNING)
def unknown_symbol(at: Address, symbol: str) -> ProblemTexts:
    """Report that a block of an enuSpace page is not a symbol of its libraries."""
    return (
        phrase("enuSpace has no symbol {}: the block is kept, but does nothing", symbol),
        phrase("Replace it by a monitor or another block"),
    )


@kind("missing-input:symbol")
def missing_input_symbol(at: Address) -> ProblemTexts:
    """Report that an enuSpace block that passes its input on has no input."""
    return phrase("{} has no wire", at.end), phrase("Wire an output to {}", at.end)


@kind("wired-feed:computed")
def computed_feed(at: Address, source: str) -> ProblemTexts:
    """Report that the value of an enuSpace feed comes from a block that computes it."""
    source, _, output = source.partition(".")
    return (
        phrase("{}.{} is not a fixed value", source, output),
        phrase("Wire a Tensor or an Input_Initializer, or type the value"),
    )
