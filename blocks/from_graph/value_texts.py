"""Texts for values of attrs and tensors, which `literals` reads as the same values."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.document.pages import Document
from blockloom.blocks.values import literals
from blockloom.blocks.values.dtypes import DTYPES, dtype_text, label_of, labelled
from blockloom.blocks.values.grammar import quoted
from blockloom.blocks.weights import document_weights
from blockloom.blocks.weights.weight_files import StoredArray

SMALL = 16  # most elements of a tensor that is written as text


def attr_text(type_: str, value: Any) -> str | None:
    """Return the text of an attr of a type such as `shape` or `list(int)`; None if there is none, as for tensors."""
    if type_.startswith("list("):
        texts = [
            attr_text(type_[5:-1], item) if type_ not in ("list(string)", "list(func)") else _string(item)
            for item in value
        ]
        return None if None in texts else f"[{', '.join(texts)}]"  # type: ignore[arg-type]
    if type_ == "shape":
        return "?" if value is None else f"[{', '.join('?' if size == -1 else str(size) for size in value)}]"
    if type_ == "string":
        return _plain(value)
    if type_ == "bool":
        return "true" if value else "false"
    if type_ == "float":
        return _number(np.float32(value))
    return None if type_ == "tensor" else str(value)


def tensor_text(value: Value) -> str | None:
    """Return the text of a tensor that is read as the same bits; None if there is none, as for some NaN."""
    array, dtype, _ = value
    info = DTYPES.get(dtype)
    if info is None or info.family == "opaque":
        return None
    if not array.size and array.shape != (0,):
        text = f"[] ({', '.join(map(str, array.shape))}{',' * (array.ndim == 1)})"
    else:
        write = _WRITERS.get(info.family, _number)
        leaves = array.ravel().tolist() if info.family in "iubs" else list(array.ravel())
        text = _nested([write(item) for item in leaves], array.shape)
    if info.family in "iub" or dtype in ("DT_FLOAT", "DT_DOUBLE") and np.isfinite(array).all():
        return text
    try:
        read = literals.tensor(text, dtype)[0]
    except literals.ValueSyntaxError:
        return None
    same = (
        read.ravel().tolist() == array.ravel().tolist()
        if info.family == "s"
        else read.dtype == array.dtype and read.tobytes() == array.tobytes()
    )
    return text if same and read.shape == array.shape else None


def spelled_text(array: np.ndarray) -> str | None:
    """Return the text of an array whose dtype float32 or float64 can be read from the text alone.

    None if no text gives the same values.
    """
    label = label_of(array)
    if label not in ("float32", "float64") or not array.size:
        return tensor_text(Value(array, dtype_text(label)))
    ending = "f" if label == "float32" else ""
    return _nested([str(item) + ending for item in array.ravel()], array.shape)


def list_text(texts: list[str]) -> str:
    """Return the text of a list pin whose elements have these texts."""
    return f"[{', '.join(texts)}]"


def _nested(texts: list[str], shape: tuple[int, ...]) -> str:
    for size in reversed(shape):
        texts = [f"[{', '.join(texts[at : at + size])}]" for at in range(0, len(texts), size)] if size else ["[]"]
    return texts[0]


def _number(value: Any) -> str:
    """Return the shortest text of a number in its dtype."""
    text = str(value)
    return text[:-2] if text.endswith(".0") and text != "-0.0" else text


def _complex(value: Any) -> str:
    return str(value.item()) if value.dtype == np.complex128 else str(complex(str(value).strip("()")))


def _boolean(value: bool) -> str:
    return "true" if value else "false"


def _string(value: bytes | str) -> str:
    """Return a text in quotes; bytes that are not UTF-8 in Python's notation."""
    try:
        text = value if isinstance(value, str) else value.decode("utf-8")
    except UnicodeDecodeError:
        return repr(value)
    return quoted(text) if text.isprintable() else json.dumps(text, ensure_ascii=True) if text.isascii() else repr(text)


def _plain(value: bytes | str) -> str:
    """Return a string attr, without quotes unless they are needed."""
    try:
        text = value if isinstance(value, str) else value.decode("utf-8")
    except UnicodeDecodeError:
        return repr(value)
    # Quote texts that would be read otherwise: one that begins with = is an expression of parameters.
    odd = text.strip() != text or not text.isprintable() or text.lstrip("bB")[:1] in ("'", '"') or text[:1] == "="
    return _string(text) if odd else text


_WRITERS: Mapping[str, Callable[[Any], str]] = {"i": str, "u": str, "b": _boolean, "s": _string, "c": _complex}


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
