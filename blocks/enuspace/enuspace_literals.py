"""Values of enuSpace's pins, as arrays or as texts for our blocks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values import literals

# enuSpace's type of a value -> dtype; and the layout of its elements in a .dat file.
DTYPES = {"double": "DT_DOUBLE", "float": "DT_FLOAT", "int": "DT_INT32", "bool": "DT_BOOL", "string": "DT_STRING"}
LAYOUTS: dict[str, np.dtype[Any]] = {
    "double": np.dtype("<f8"),
    "float": np.dtype("<f4"),
    "int": np.dtype("<i4"),
    "bool": np.dtype("?"),
}
_CASTS = {"DT_INT32": np.int32, "DT_INT64": np.int64, "DT_FLOAT": np.float32, "DT_DOUBLE": np.float64, "DT_BOOL": bool}
_MOST = 50_000_000  # most elements of an array


class LiteralError(ValueError):
    """A stored value that cannot be read; `str()` of it is for the user."""


def dims(text: str) -> tuple[int, ...]:
    """Return `[2][3]` as (2, 3), and () for anything else. Raises LiteralError for an array too large to be one."""
    text = text.strip()
    if not re.fullmatch(r"(\[\d{1,10}\])+", text):
        return ()
    lengths = tuple(map(int, re.findall(r"\d+", text)))
    count = 1
    for length in lengths:
        count *= length
    if count > _MOST:
        raise LiteralError(phrase("an array of {} elements is more than a page holds", text))
    return lengths


def binary(data: bytes | None, position: str, var_type: str, shape: tuple[int, ...]) -> np.ndarray:
    """Return an array from the .dat file.

    Raises:
        LiteralError: if it is not there.
    """
    layout = LAYOUTS.get(var_type)
    if layout is None or not position.strip().isdecimal():
        raise LiteralError(phrase("a {} array at {!r:.20} of the .dat file is none", var_type, position))
    count, at = int(np.prod(shape, dtype=np.int64)), int(position)
    if data is None:
        raise LiteralError(phrase("the .dat file in the folder of the page is missing"))
    if at + count * layout.itemsize > len(data):
        raise LiteralError(
            phrase("the .dat file ends before it: {} bytes, {} needed", len(data), at + count * layout.itemsize)
        )
    return np.frombuffer(data, layout, count, at).reshape(shape).astype(layout.newbyteorder("="))


def array(text: str, var_type: str, shape: tuple[int, ...]) -> np.ndarray:
    """Return a typed array: `a;b;c` (3.x) or `{a,b,c}` (4.x), in row-major order.

    Strings are separated by `;` only.

    Raises:
        LiteralError: for a bad element, or a number of elements that differs from the shape.
    """
    count = int(np.prod(shape, dtype=np.int64))
    if var_type == "string":
        parts = [text] if not shape else text.split(";")
    else:
        bare = text.strip().strip("{}")
        parts = [p for p in re.split(r"[;,{}\s]+", bare) if p] if shape else [bare.strip()]
    if var_type == "string" and len(parts) == count + 1 and not parts[-1].strip():
        parts.pop()  # the text ends with a separator
    layout = np.dtype(object) if var_type == "string" else LAYOUTS.get(var_type, np.dtype(np.float64))
    elements = np.array([_element(part, var_type) for part in parts], layout)
    if len(elements) != count:
        raise LiteralError(phrase("{} elements are stored where its shape says {}", len(elements), count))
    return elements.reshape(shape)


def _element(text: str, var_type: str) -> object:
    if var_type == "string":
        return plain(text)
    word = text.strip().lower()
    if var_type == "bool" or word in ("true", "false"):
        return word in ("true", "1") or (word not in ("false", "0", "") and _number(word) != 0)
    number = _number(word)
    if var_type == "int":
        if not -(2**31) <= number < 2**31:
            raise LiteralError(phrase("{!r:.30} is no 32-bit number", text))
        return int(number)
    return number


def _number(word: str) -> float:
    if re.search(r"nan|#ind", word):  # also as Microsoft's printf writes them: -1.#IND, 1.#QNAN, -nan(ind)
        return float("nan")
    if "inf" in word:
        return float("-inf" if word.startswith("-") else "inf")
    try:
        return float(word.removesuffix("f"))
    except ValueError:
        raise LiteralError(phrase("{!r:.30} is not a number", word)) from None


def plain(text: str) -> str:
    """Return a string with single backslashes, which enuSpace doubles."""
    return text.replace("\\\\", "\\")


def cast(values: np.ndarray, dtype: str) -> np.ndarray:
    """Return numbers in another dtype, converted as in C++: towards zero."""
    if values.dtype == object or dtype not in _CASTS:
        return values
    with np.errstate(invalid="ignore"):
        return values.astype(_CASTS[dtype])


def typed(values: np.ndarray, spelled: bool = False) -> str:
    """Return the text of an array. With `spelled`, floats show their dtype by their spelling."""
    kind, single = values.dtype.kind, values.dtype == np.float32

    def one(value: object) -> str:
        if kind == "O":
            return json.dumps(str(value), ensure_ascii=False)
        if kind == "b":
            return "true" if value else "false"
        if kind == "f":
            text = str(value) if single else repr(float(value))  # type: ignore[arg-type]
            return text + "f" if spelled and single else text
        return str(value)

    if kind == "O" and values.ndim == 0:
        return text_string(str(values[()]))
    return rows(values, one)


def rows(part: np.ndarray, one: Callable[[Any], str]) -> str:
    """Return an array as text in brackets; `one` returns the text of an element."""
    if part.ndim == 0:
        return one(part[()])
    if part.ndim == 1:
        return "[" + ", ".join(map(one, part)) + "]"
    if not part.size:
        return f"[] {part.shape}"
    return "[" + ", ".join(rows(row, one) for row in part) + "]"


def text_string(text: str) -> str:
    """Return a string as typed text: without quotes unless something in it needs them."""
    quoted = not text or text.strip() != text or text[0] in "[{(\"'" or re.match(r"[bB][\"']", text) or "\n" in text
    if not quoted:
        return text
    return json.dumps(text, ensure_ascii=False)


def literal(text: str) -> str:
    """Return a literal in Blockloom's grammar: no empty elements, `[2][3]` as a list, single backslashes."""
    text = plain(text.strip())
    if '"' in text:
        return text
    if re.fullmatch(r"(\[\s*-?\d+\s*\]\s*){2,}", text):
        return "[" + ", ".join(re.findall(r"-?\d+", text)) + "]"
    if text[:1] in "{[":
        text = re.sub(r"([{\[,;])(?:\s*[,;])+", lambda m: m[1] if m[1] in "{[" else ",", text)
        text = re.sub(r"[,;]\s*([}\]])", r"\1", text)
    return text


def is_value(text: str) -> bool:
    """Return whether a literal is a number, quoted text or an array of these, and not a label left in a pin."""
    try:
        literals.tensor(text)
    except literals.ValueSyntaxError:
        return False
    return True
