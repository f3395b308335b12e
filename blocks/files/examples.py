"""The examples that come with Blockloom, in the order in which they are shown: where to start, then by theme."""

from __future__ import annotations

from pathlib import Path

from blockloom.blocks.catalogue.entries import ASSETS
from blockloom.blocks.text.phrases import Phrase, phrase

FOLDER, PICTURES = ASSETS / "examples", ASSETS / "thumbnails"
# Three of them, from easy to hard, with what is to be learned there.
START = {
    "matrix_product": phrase("Two matrices and their product: what blocks, wires and results are. One step."),
    "linear_regression": phrase("A line is fitted to eight points: variables that learn, and a chart of their loss."),
    "digit_classifier": phrase("Softmax tells digits apart: data from a file, accuracy, and which are mistaken."),
}
# The others, by theme.
THEMES = {
    phrase("Learning"): (
        "overfitting",
        "find_the_nan",
        "validated_digits",
        "xor_network",
        "convolutional_network",
        "recurrent_loop",
        "optimizers",
    ),
    phrase("Data and images"): ("csv_and_npy", "rents_by_epochs", "image_edges"),
    phrase("Pages as blocks"): ("beats", "square_wave"),
    phrase("State and order"): ("switch_counter", "queue"),
    phrase("Gradients of many workers"): ("sparse_accumulator", "resource_accumulator", "drop_stale", "tpu_embedding"),
}
LIBRARIES = ("waves",)  # of which examples have pages: documents beside them
_SPELLED = {"csv": "CSV", "nan": "NaN", "npy": "NPY", "tpu": "TPU", "xor": "XOR"}


def names() -> list[str]:
    """The names of all examples, those to start with first."""
    return [*START, *(name for listed in THEMES.values() for name in listed)]


def path_of(name: str) -> Path:
    """The path of an example's document."""
    return FOLDER / f"{name}.loom"


def picture_of(name: str, theme: str) -> Path:
    """The path of an example's picture in the theme "dark" or "light"."""
    return PICTURES / f"{name}.{theme}.png"


def titled(name: str) -> Phrase:
    """The title of an example, made from its file's name."""
    words = [_SPELLED.get(word, word) for word in name.split("_")]
    return Phrase(" ".join([words[0][0].upper() + words[0][1:], *words[1:]]))
