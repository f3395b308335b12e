"""What is said of pages that others use, as blocks or as functions, and of those that came from libraries."""

from __future__ import annotations

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems.problem_registry import WARNING, Said, kind
from blockloom.blocks.text.phrases import Phrase, join, phrase


@kind("missing-page")
def missing_page(at: Address, page: str, near: tuple[str, ...]) -> Said:
    """An instance of a page, or a function, that the document does not have. `near` are pages called nearly so."""
    return (
        phrase("the document has no page {}", page),
        phrase("Did you mean {}?", join(phrase(" or "), near))
        if near
        else phrase("Make such a page, or name another one"),
    )


@kind("recursion")
def recursion(at: Address, pages: tuple[str, ...]) -> Said:
    """A page is used by itself, be it by way of others: `pages`, from one to itself again."""
    return (
        phrase("the page uses itself: {}", join(" -> ", pages)),
        phrase("Take one of these uses out; what is to be repeated is a While"),
    )


@kind("too-deep")
def too_deep(at: Address, most: int) -> Said:
    """Pages use each other, as blocks or as functions, without end, or nearly so."""
    return phrase("pages use each other more than {} deep", most), phrase("Unpack some of them")


@kind("too-large")
def too_large(at: Address, most: int) -> Said:
    """Instances and calls of pages with instances of pages ... become more blocks than there is room for."""
    return (
        phrase("with all instances and calls of pages replaced, there are more than {} blocks", most),
        phrase("Use a loop (While) for what is repeated"),
    )


@kind("too-large:gradients")
def too_large_for_gradients(at: Address, most: int) -> Said:
    """If, Case and While of pages with such blocks, and so on, are more functions than gradients can be made of."""
    return (
        phrase(
            "with it, there are more than {} functions in one another, and TensorFlow builds each of them anew "
            "for a gradient",
            most,
        ),
        phrase("Use a loop (While) for what is repeated"),
    )


@kind("function-misfit")
def other_signature(at: Address, page: str, gives: bool, wanted: tuple[str, ...], have: tuple[str, ...]) -> Said:
    """The page that is a function has more Args than the block gives it, or fewer; or Retvals, where it `gives` others
    than the block takes.
    """
    if gives:
        return (
            phrase("the block takes {} of {}, whose Retvals are: {}", _listed(wanted), page, _listed(have)),
            phrase("Give the page {} a Retval for each of them, in this order", page),
        )
    return (
        phrase("the block gives {} to {}, whose Args are: {}", _listed(wanted), page, _listed(have)),
        phrase("Give the page {} an Arg for each of them, in this order", page),
    )


@kind("function-misfit:dtype")
def other_dtype(at: Address, page: str, gives: bool, name: str, wanted: str, have: str) -> Said:
    """What is given for an Arg of the page that is a function has another dtype, or what it takes of a Retval."""
    if gives:
        return (
            phrase("the Retval {} of {} is {}, and the block takes {}", name, page, have, wanted),
            phrase("Convert what is wired to it by a Cast to {}", wanted),
        )
    return (
        phrase("the Arg {} of {} is {}, and the block gives it {}", name, page, have, wanted),
        phrase("Make it {}, or convert what is wired to the block", wanted),
    )


@kind("function-misfit:shape")
def other_shape(at: Address, page: str, name: str, wanted: str, have: str) -> Said:
    """What the block gives for an Arg of the page that is a function has another shape than is typed there."""
    return (
        phrase("the Arg {} of {} has the shape {}, and the block gives it {}", name, page, have, wanted),
        phrase("Type the shape {} there, or none", wanted),
    )


@kind("unused:arg", WARNING)
def unused_arg(at: Address) -> Said:
    """Nothing on the page takes an Arg, and no op asks for it."""
    return phrase("nothing on the page takes what is given for it"), phrase("Wire it, or remove it")


@kind("unused:parameter", WARNING)
def unused_parameter(at: Address) -> Said:
    """No value on the page is an expression of a Parameter."""
    return (
        phrase("no value on the page is an expression of it"),
        phrase("Type ={} where its value is wanted, or remove it", at.block),
    )


@kind("same-index", WARNING)
def same_index(at: Address, index: str, others: tuple[str, ...]) -> Said:
    """Blocks of the interface have the same place, as it was typed."""
    return (
        phrase("its index is {}, as is that of {}: they are in the order of their names", index, join(", ", others)),
        phrase("Give each an index of its own"),
    )


@kind("effect-left-out", WARNING)
def effect_left_out(at: Address, type: str) -> Said:
    """A block inside an instance does something, and no session needs it."""
    return (
        phrase("{} is not run: no session needs it", type),
        phrase("Lead a control wire from it to a Retval of its page, or from the instance to what a session runs"),
    )


@kind("stateful-element", WARNING)
def stateful_element(at: Address, page: str, block: str, type: str) -> Said:
    """The function of a dataset holds an op with a state. `page` and `block` say where, `type` what it is."""
    return (
        phrase(
            "{} on page {} ({}) has a state: what elements become hangs on the order in which they are made",
            block,
            page,
            type,
        ),
        phrase("Make no more than one element at a time, and none twice, or give it what it needs as an element"),
    )


@kind("library-drift", WARNING)
def library_drift(at: Address, library: str, of: str) -> Said:
    """A page is a copy of one of a library, which has changed since."""
    return (
        phrase("the page was copied from {} of the library {}, which has changed since", of, library),
        phrase("Update the page, or keep it as a copy of its own"),
    )


@kind("library-drift:gone", WARNING)
def library_gone(at: Address, library: str, of: str) -> Said:
    """A page is a copy of one of a library that no longer has it."""
    return (
        phrase("the page was copied from {} of the library {}, which no longer has it", of, library),
        phrase("Keep the page as a copy of its own"),
    )


def _listed(names: tuple[str, ...]) -> Phrase | str:
    return ", ".join(names) or phrase("nothing")
