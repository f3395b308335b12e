"""Problems of pages that others use, as blocks or as functions, and of pages from libraries."""

from __future__ import annotations

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems.problem_registry import WARNING, ProblemTexts, kind
from blockloom.blocks.text.phrases import Phrase, join, phrase
from blockloom.blocks.weights.document_weights import format_keys


@kind("missing-page")
def missing_page(address: Address, page: str, near: tuple[str, ...]) -> ProblemTexts:
    """Report that the page of an instance or a function does not exist; `near` are similar names."""
    return (
        phrase("the document has no page {}", page),
        phrase("Did you mean {}?", join(phrase(" or "), near))
        if near
        else phrase("Add a page of this name, or name another page"),
    )


@kind("recursion")
def recursion(address: Address, pages: tuple[str, ...]) -> ProblemTexts:
    """Report that a page uses itself, directly or through others: `pages`, from the page to itself."""
    return (
        phrase("the page uses itself: {}", join(" -> ", pages)),
        phrase("Remove one of these uses; for a repetition, use a While"),
    )


@kind("too-deep")
def too_deep(address: Address, most: int) -> ProblemTexts:
    """Report that pages use each other, as blocks or as functions, deeper than allowed."""
    return phrase("pages use each other more than {} deep", most), phrase("Unpack some of them")


@kind("too-large")
def too_large(address: Address, most: int) -> ProblemTexts:
    """Report that instances and calls of pages expand to more blocks than allowed."""
    return (
        phrase("with all instances and calls of pages replaced, there are more than {} blocks", most),
        phrase("Use a loop (While) for repetitions"),
    )


@kind("too-large:gradients")
def too_large_for_gradients(address: Address, most: int) -> ProblemTexts:
    """Report that If, Case and While nest more functions than a gradient can be built for."""
    return (
        phrase(
            "with it, there are more than {} nested functions, and TensorFlow builds each of them again for a gradient",
            most,
        ),
        phrase("Use a loop (While) for repetitions"),
    )


@kind("function-misfit")
def other_signature(
    address: Address, page: str, gives: bool, wanted: tuple[str, ...], have: tuple[str, ...]
) -> ProblemTexts:
    """Report that the Args or Retvals of a function page do not match the block in number.

    Args:
        gives: Whether the Retvals differ, not the Args.
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
def other_dtype(address: Address, page: str, gives: bool, name: str, wanted: str, have: str) -> ProblemTexts:
    """Report that an Arg, or Retval (`gives`), of a function page has another dtype than its value."""
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
def other_shape(address: Address, page: str, name: str, wanted: str, have: str) -> ProblemTexts:
    """Report that the typed-in shape of an Arg of a function page differs from that of its value at the block."""
    return (
        phrase("the Arg {} of {} has the shape {}, and the block gives it {}", name, page, have, wanted),
        phrase("Type the shape {}, or clear it", wanted),
    )


@kind("unused:arg", WARNING)
def unused_arg(address: Address) -> ProblemTexts:
    """Report that nothing on the page uses an Arg, and no op requires it."""
    return phrase("nothing on the page uses its value"), phrase("Wire it, or remove it")


@kind("unused:parameter", WARNING)
def unused_parameter(address: Address) -> ProblemTexts:
    """Report that no value on the page is an expression of a Parameter."""
    return (
        phrase("no value on the page uses it"),
        phrase("Type ={} as a value, or remove it", address.block),
    )


@kind("same-index", WARNING)
def same_index(address: Address, index: str, others: tuple[str, ...]) -> ProblemTexts:
    """Report that several blocks of the interface have the same typed-in index."""
    return (
        phrase("its index is {}, which {} has too: their names decide the order", index, join(", ", others)),
        phrase("Give each a different index"),
    )


@kind("effect-left-out", WARNING)
def effect_left_out(address: Address, type: str) -> ProblemTexts:
    """Report that a block with a side effect is inside an instance, and no session needs it."""
    return (
        phrase("{} is not run: no session needs it", type),
        phrase("Add a control wire from it to a Retval of its page, or from the instance to an operation of a session"),
    )


@kind("stateful-element", WARNING)
def stateful_element(address: Address, page: str, block: str, type: str) -> ProblemTexts:
    """Report that the function of a dataset contains a stateful op.

    Args:
        page, block, type: The place and type of the op.
    """
    return (
        phrase(
            "{} on page {} ({}) has a state: the elements depend on the order in which they are computed",
            block,
            page,
            type,
        ),
        phrase("Compute one element at a time, and none twice, or pass its input as an element"),
    )


@kind("library-drift", WARNING)
def library_drift(address: Address, library: str, of: str) -> ProblemTexts:
    """Report that a page is a copy of a library page that has changed since."""
    return (
        phrase("the page was copied from {} of the library {}, which has changed since", of, library),
        phrase("Update the page, or keep it as an independent copy"),
    )


@kind("library-drift:gone", WARNING)
def library_gone(address: Address, library: str, of: str) -> ProblemTexts:
    """Report that a page is a copy of a page that its library no longer has."""
    return (
        phrase("the page was copied from {} of the library {}, which no longer has it", of, library),
        phrase("Keep the page as an independent copy"),
    )


def _listed(names: tuple[str, ...]) -> Phrase | str:
    return ", ".join(names) or phrase("nothing")


@kind("duplicate-id")
def duplicate_id(address: Address, free: str) -> ProblemTexts:
    """Report that two items of a page have one id; the second one is opened as `free`."""
    return (
        phrase("the id {} is used twice on page {}", address.block, address.page),
        phrase(
            "The second one was opened as {}; its wires stay with the first. Check it and save the document, or "
            "fix the file",
            free,
        ),
    )


@kind("duplicate-id:page")
def duplicate_page(address: Address, free: str) -> ProblemTexts:
    """Report that two pages have one name; the second one is opened as `free`."""
    return (
        phrase("the page name {} is used twice", address.page),
        phrase("The second one was opened as {}. Check it and save the document, or fix the file", free),
    )


@kind("duplicate-uid", WARNING)
def duplicate_uid(address: Address) -> ProblemTexts:
    """Report that several items have one uid, for example after lines were copied in a text editor."""
    return (
        phrase("page {} has items with the uid of other items", address.page),
        phrase("Blockloom opened them as new items. Check the page and save the document"),
    )


@kind("duplicate-bookmark", WARNING)
def duplicate_bookmark(address: Address, number: int, free: int) -> ProblemTexts:
    """Report that two bookmarks of a page have one digit; the second one is opened as `free`."""
    return (
        phrase("there are two bookmarks {} on page {}", number, address.page),
        phrase("The second one was opened as {}", free),
    )


@kind("weights-changed")
def weights_changed(address: Address, file: str, keys: list[str]) -> ProblemTexts:
    """Report that the weight file has other weights of these keys than the document names.

    A document of an older format names the file as a whole: `keys` is empty, and the file is another one.
    """
    if not keys:
        return (
            phrase("{} has changed since the document was saved: its SHA-256 differs", file),
            phrase("Restore the right file, or save the document to use this one"),
        )
    return (
        phrase("{} has changed since the document was saved: its weights {} differ", file, format_keys(keys)),
        phrase("Restore the right file, or use the weights of this one"),
    )


@kind("graph-too-large")
def graph_too_large(address: Address, gigabytes: str) -> ProblemTexts:
    """Report that the constants of a page exceed the limit of a graph; `address` is the largest."""
    return (
        phrase("the constants of the page take {} GB, but a TensorFlow graph holds at most 2 GB", gigabytes),
        phrase("Turn the largest into variables: the graph does not contain their values"),
    )


@kind("frozen-seeds", WARNING)
def frozen_seeds(address: Address, variables: list[str]) -> ProblemTexts:
    """Report that a frozen graph draws the seeds that the model counts up in variables."""
    return (
        phrase("the frozen graph cannot count up the seeds {}: it draws random ones", join(", ", variables)),
        phrase(
            "Its random numbers have the distributions of the model, but other values. To keep the values, export a "
            "SavedModel"
        ),
    )


@kind("import:model", WARNING)
def changed_in_model(address: Address, text: Phrase) -> ProblemTexts:
    """Report that the import left out or changed a part of a model."""
    return text, ""


@kind("missing-file")
def missing_file(address: Address, path: str) -> ProblemTexts:
    """Report that a required file does not exist."""
    return phrase("there is no file {}", path), phrase("Create it, or name another file")
