"""Examples that come with Blockloom, in the order of menus."""

from __future__ import annotations

from pathlib import Path

from blockloom.blocks.catalogue.entries import ASSETS
from blockloom.blocks.text.phrases import Phrase, phrase

FOLDER, PICTURES = ASSETS / "examples", ASSETS / "thumbnails"
# Examples by task, each with a sentence on its subject.
GROUPS = {
    phrase("See how a graph computes"): {
        "matrix_product": phrase("Two matrices and their product: what blocks, wires and results are. One step."),
        "sparse_accumulator": phrase("Sparse gradients add up until there are enough; then their mean is taken."),
        "switch_counter": phrase("Counts to 3 and begins again: in each step, one of two branches is alive."),
        "queue": phrase("Three numbers go in and two come out, until a step has to wait."),
    },
    phrase("Train a network"): {
        "linear_regression": phrase(
            "A line is fitted to eight points: variables that learn, and a chart of their loss."
        ),
        "digit_classifier": phrase("Softmax tells digits apart: data from a file, accuracy, and which are mistaken."),
        "convolutional_network": phrase("Filters tell digits apart better: layers of a library, and what they see."),
        "xor_network": phrase("Two layers learn XOR, and a map shows what they make of every point."),
        "recurrent_loop": phrase("Learns how waves go on: a loop that remembers, trained through its turns."),
        "optimizers": phrase("Adam fits one variable: what an optimizer keeps of it is among its results."),
    },
    phrase("Find out why training fails"): {
        "find_the_nan": phrase("A loss that becomes NaN: ask why, and see where that began."),
        "overfitting": phrase("Learned by heart: the training loss falls, that of validation rises again."),
        "validated_digits": phrase("Validated after each epoch, and ended when it gets no better."),
    },
    phrase("Work with data"): {
        "csv_and_npy": phrase("Blocks read a table and an array, and rents are explained by area, rooms and age."),
        "rents_by_epochs": phrase("The rows of a table, shuffled and in batches, epoch by epoch."),
        "image_edges": phrase("Two kernels find the edges of a picture, which is looked at as one."),
    },
    phrase("Make blocks of pages"): {
        "beats": phrase("One page is used twice, with other values: two waves that beat."),
        "square_wave": phrase("Waves add up to a square: all are blocks of one page, from a library."),
    },
    phrase("See how gradients are collected"): {
        "resource_accumulator": phrase("Two workers add gradients for one variable; what comes too late is ignored."),
        "drop_stale": phrase("Gradients that are too old are dropped, and counted."),
        "tpu_embedding": phrase("Tables of a TPU embedding are filled, looked up and trained, without a TPU."),
    },
}
LIBRARIES = ("waves",)  # documents in the same folder that are libraries of examples
_SPELLED = {"csv": "CSV", "nan": "NaN", "npy": "NPY", "tpu": "TPU", "xor": "XOR"}


def names() -> list[str]:
    """Return the names of all examples."""
    return [name for group in GROUPS.values() for name in group]


def about(name: str) -> Phrase:
    """Return a sentence about an example.

    Raises:
        KeyError: There is no such example.
    """
    return next(group[name] for group in GROUPS.values() if name in group)


def path_of(name: str) -> Path:
    """Return the path of an example's document."""
    return FOLDER / f"{name}.loom"


def picture_of(name: str, theme: str) -> Path:
    """Return the path of an example's picture in the theme "dark" or "light"."""
    return PICTURES / f"{name}.{theme}.png"


def titled(name: str) -> Phrase:
    """Return the title of an example, from its file's name."""
    words = [_SPELLED.get(word, word) for word in name.split("_")]
    return Phrase(" ".join([words[0][0].upper() + words[0][1:], *words[1:]]))
