"""Edits of the weights of a document. Blocks refer to weights by the keys in their values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from blockloom.blocks.document.pages import SHA256, Document
from blockloom.blocks.edits.base import Edit, Touched
from blockloom.blocks.edits.content import CompositeEdit
from blockloom.blocks.edits.edit_rules import EditError
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.weights.document_weights import KEY, StateFolderArray


class AddWeights(NamedTuple):
    """Add weights of a file in the state folder: key in the document -> key in the file.

    `sha256` identifies the file.
    """

    sha256: str
    keys: Mapping[str, str]

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: The document already has a key, or a text is not a key or SHA-256.
        """
        added = document.weights.added
        taken = next((key for key in self.keys if key in added), None)
        if taken is not None:
            raise EditError(phrase("there are weights {} already", taken))
        if not (
            SHA256.fullmatch(self.sha256) and all(re.fullmatch(KEY, key) for key in (*self.keys, *self.keys.values()))
        ):
            raise EditError(phrase("{!r:.80} is not a name of weights", self))
        document.weights.add({key: StateFolderArray(self.sha256, there) for key, there in self.keys.items()})
        return RemoveWeights(tuple(self.keys))

    def touched(self) -> Iterator[Touched]:
        return iter(())  # no value refers to these weights yet


class NameWeights(NamedTuple):
    """Set the arrays for keys of the weights file: key -> hash of the array.

    With the hash "", a key means any array that the file has for it.
    """

    arrays: Mapping[str, str]

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: A text is not a key or SHA-256.
        """
        there = document.weights.arrays
        if not all(
            re.fullmatch(KEY, key) and (not text or SHA256.fullmatch(text)) for key, text in self.arrays.items()
        ):
            raise EditError(phrase("{!r:.80} is not a name of weights", self))
        before = {key: there.get(key, "") for key in self.arrays}
        there.update(self.arrays)
        for key in [key for key in self.arrays if not there[key]]:
            del there[key]
        return NameWeights(before)

    def touched(self) -> Iterator[Touched]:
        return iter(())


class RemoveWeights(NamedTuple):
    """Remove weights that AddWeights added."""

    keys: tuple[str, ...]

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: A key was not added.
        """
        added = document.weights.added
        missing = next((key for key in self.keys if key not in added), None)
        if missing is not None:
            raise EditError(phrase("there are no weights {}", missing))
        files: dict[str, dict[str, str]] = {}
        for key in dict.fromkeys(self.keys):  # a damaged journal may contain a key twice
            ref = added.pop(key)
            files.setdefault(ref.sha256, {})[key] = ref.key
        edits = tuple(AddWeights(sha256, keys) for sha256, keys in files.items())
        return edits[0] if len(edits) == 1 else CompositeEdit(edits)

    def touched(self) -> Iterator[Touched]:
        return iter(())
