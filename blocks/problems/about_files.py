"""Problems found while a document is opened."""

from __future__ import annotations

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems.problem_registry import WARNING, ProblemTexts, kind
from blockloom.blocks.text.phrases import Phrase, join, phrase
from blockloom.blocks.weights.document_weights import format_keys


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
        phrase("the frozen graph cannot count up the seeds {}: it draws them", join(", ", variables)),
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
