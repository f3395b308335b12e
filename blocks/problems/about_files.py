"""What is said of a document as it was opened."""

from __future__ import annotations

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems.problem_registry import WARNING, Said, kind
from blockloom.blocks.text.phrases import Phrase, join, phrase
from blockloom.blocks.weights.document_weights import named


@kind("duplicate-id")
def duplicate_id(at: Address, free: str) -> Said:
    """Two items of a page have one id, as after a merge. The second one was opened as `free`."""
    return (
        phrase("the id {} is used twice on page {}", at.block, at.page),
        phrase(
            "The second one was opened as {}; its wires stay with the first. Check it and save the document, or "
            "mend the file",
            free,
        ),
    )


@kind("duplicate-id:page")
def duplicate_page(at: Address, free: str) -> Said:
    """Two pages have one name. The second one was opened as `free`."""
    return (
        phrase("the page name {} is used twice", at.page),
        phrase("The second one was opened as {}. Check it and save the document, or mend the file", free),
    )


@kind("duplicate-uid", WARNING)
def duplicate_uid(at: Address) -> Said:
    """Several items have one uid, for example after somebody copied lines in a text editor."""
    return (
        phrase("page {} has items with the uid of other items", at.page),
        phrase("Blockloom opened them as new items. Check the page and save the document"),
    )


@kind("duplicate-bookmark", WARNING)
def duplicate_bookmark(at: Address, number: int, free: int) -> Said:
    """Two bookmarks of a page have one digit. The second one was opened as `free`."""
    return (
        phrase("there are two bookmarks {} on page {}", number, at.page),
        phrase("The second one was opened as {}", free),
    )


@kind("weights-changed")
def weights_changed(at: Address, file: str, keys: list[str]) -> Said:
    """The file beside a document has other weights of these keys than the document names; of a document of an older
    format, which names the file as a whole, it is another file.
    """
    if not keys:
        return (
            phrase("{} has changed since the document was saved: its SHA-256 is another one", file),
            phrase("Put the right file back, or save the document to take this one"),
        )
    return (
        phrase("{} has changed since the document was saved: it has other weights {}", file, named(keys)),
        phrase("Put the right file back, or take what this one has"),
    )


@kind("graph-too-large")
def graph_too_large(at: Address, gigabytes: str) -> Said:
    """The constants of a page are more than a graph can hold; `at` is the largest."""
    return (
        phrase("the constants of the page take {} GB, and a graph of TensorFlow holds 2 GB at most", gigabytes),
        phrase("Make variables of the largest: what these hold is not in the graph"),
    )


@kind("frozen-seeds", WARNING)
def frozen_seeds(at: Address, variables: list[str]) -> Said:
    """A frozen graph draws the seeds that the model counts up in variables."""
    return (
        phrase("the frozen graph cannot count up the seeds {}: it draws them", join(", ", variables)),
        phrase(
            "Its random numbers have the distributions of the model, but other values. To keep the values, export a "
            "SavedModel"
        ),
    )


@kind("import:model", WARNING)
def changed_in_model(at: Address, text: Phrase) -> Said:
    """Something of a model was left out or changed when it was read."""
    return text, ""


@kind("missing-file")
def missing_file(at: Address, path: str) -> Said:
    """A file that has to be there is not."""
    return phrase("there is no file {}", path), phrase("Put it there, or name another")
