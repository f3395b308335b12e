"""The large arrays of a model on their way to the weights of a document."""

from __future__ import annotations

import numpy as np

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.document.pages import Document
from blockloom.blocks.values.dtypes import DTYPES, labelled
from blockloom.blocks.weights import document_weights
from blockloom.blocks.weights.weight_files import StoredArray


class PendingWeights(Catalogue):
    """The catalogue of a document that is being made, with the arrays of its future weights by key.

    `write` writes them all at the end.
    """

    def __init__(self, base: Catalogue, document: Document):
        super().__init__(base.base.entries, base.infer, base.version, document, base.base)
        self.arrays: dict[str, Value] = {}

    def weight(self, key: str) -> tuple[np.ndarray | StoredArray, str]:
        """Return the array and dtype of a key, whether it is written or not."""
        return self.arrays[key][:2]

    def keep(self, name: str, value: Value) -> str | None:
        """Store an array as weights named after `name`, and return the text of the value.

        The result is None for strings and opaque dtypes.
        """
        info = DTYPES.get(value.dtype)
        if info is None or info.family in ("s", "opaque"):
            return None
        array = labelled(np.asarray(value.array), info.label)
        key = document_weights.new_key(name, array, ())
        if key in self.arrays and not _same(np.asarray(self.arrays[key].array), array):
            key = document_weights.new_key(name, array, self.arrays)
        self.arrays[key] = Value(array, value.dtype, key)
        return document_weights.value_of(key)

    def write(self) -> None:
        """Write the arrays to the state folder, as weights of the document. Raises WeightsError."""
        if self.arrays:
            sha256 = document_weights.write_state_file({key: value.array for key, value in self.arrays.items()})
            self.document.weights.add({key: document_weights.StateFolderArray(sha256, key) for key in self.arrays})


def _same(one: np.ndarray, other: np.ndarray) -> bool:
    return (
        one is other
        or one.dtype == other.dtype
        and one.shape == other.shape
        and (np.shares_memory(one, other) or one.tobytes() == other.tobytes())
    )
