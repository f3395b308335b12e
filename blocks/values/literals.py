"""Values of texts typed into pins and attrs: tensors, attrs, shapes. `grammar` has the syntax."""

from __future__ import annotations

import re
from collections.abc import Callable
from threading import Lock
from typing import Any

import numpy as np

from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values import number_texts
from blockloom.blocks.values.dtypes import DTYPES, dtype_name, dtype_names, dtypes_like
from blockloom.blocks.values.grammar import (
    Item,
    boolean,
    complex_number,
    integer,
    parse,
    ranged,
    read_part,
    real,
    spelled_dtype,
    split,
    string,
    utf8,
)
from blockloom.blocks.values.grammar import ValueSyntaxError as ValueSyntaxError

LONG = 1000  # the parsed values of texts with more characters are cached


def tensor(text: str, dtype: str | None = None) -> tuple[np.ndarray, str]:
    """Return the array that a text spells, and its dtype: `dtype` if given, else by spelling.

    Strings are objects of type bytes; bfloat16 and 8-bit floats are read as float32, quantised types as their integers.
    The array is shared with later calls: do not write to it.

    Raises:
        ValueSyntaxError: if the text is not such a value.
    """
    return _KEPT.tensor(text, dtype) if len(text) > LONG else by_grammar(text, dtype)


class _Kept:
    """Cache of the arrays, or errors, of long texts, so that each is read once.

    The least recently used entries are removed when the cache exceeds its size.
    """

    def __init__(self, most: int):
        self._most, self._size = most, 0  # most bytes, and current bytes
        self._found: dict[tuple[str, str | None], tuple[np.ndarray, str] | ValueSyntaxError] = {}
        self._lock = Lock()

    def tensor(self, text: str, dtype: str | None) -> tuple[np.ndarray, str]:
        key = text, dtype
        with self._lock:
            kept = self._found.pop(key, None)
            if kept is not None:
                self._found[key] = kept
        if kept is None:
            kept = self._read(text, dtype)
        if isinstance(kept, ValueSyntaxError):
            raise ValueSyntaxError(kept.message, kept.position, kept.hint)
        return kept

    def _read(self, text: str, dtype: str | None) -> tuple[np.ndarray, str] | ValueSyntaxError:
        try:
            array, given, spelled = number_texts.array(text, dtype) or (*by_grammar(text, dtype), "")
        except ValueSyntaxError as error:
            self._keep((text, dtype), error)
            return error
        array.setflags(write=False)
        # Also caches the likely next requests.
        for asked in (None, given) if dtype is None or spelled == given else (given,):
            self._keep((text, asked), (array, given))
        return array, given

    def _keep(self, key: tuple[str, str | None], found: tuple[np.ndarray, str] | ValueSyntaxError) -> None:
        with self._lock:
            old = self._found.pop(key, None)
            self._size += _size(key, found) - (_size(key, old) if old is not None else 0)
            self._found[key] = found
            while self._size > self._most and len(self._found) > 2:
                first = next(iter(self._found))
                self._size -= _size(first, self._found.pop(first))


def _size(key: tuple[str, str | None], found: tuple[np.ndarray, str] | ValueSyntaxError) -> int:
    return len(key[0]) + (found[0].nbytes if isinstance(found, tuple) else 0)


_KEPT = _Kept(400_000_000)


def by_grammar(text: str, dtype: str | None = None) -> tuple[np.ndarray, str]:
    """Read a tensor as `tensor` does, leaf by leaf; `number_texts` reads plain numbers faster, with the same result."""
    if dtype == "DT_STRING":
        stripped = text.strip()
        if not stripped or not (stripped[0] in "[{(\"'" or stripped[:2] in ("b'", 'b"', "B'", 'B"')):
            return np.array(utf8(stripped), object), dtype  # text without quotes is a string, too
    literal = parse(text)
    dtype = dtype or spelled_dtype(literal)
    info = DTYPES.get(dtype)
    if info is None or info.family == "opaque":
        raise ValueSyntaxError(phrase("a {} cannot be typed in: wire it", dtype))
    if info.family in "iu":
        low, high = (-1 << info.bits - 1, (1 << info.bits - 1) - 1) if info.family == "i" else (0, (1 << info.bits) - 1)
        leaves: list[Any] = [ranged(integer(item), low, high, item, dtype) for item in literal.items]
    else:
        convert: Callable[[Item], Any] = {"f": real, "c": complex_number, "b": boolean, "s": string}[info.family]
        leaves = [convert(item) for item in literal.items]
    with np.errstate(over="ignore"):
        array = np.array(leaves, object if info.family == "s" else info.via)
    if info.family in "fc":
        for index in np.flatnonzero(np.isinf(array) & ~np.isinf(leaves)):
            raise ValueSyntaxError(
                phrase("{:.40} is too large for {}", literal.items[index].text, dtype), literal.items[index].position
            )
    return array.reshape(literal.shape), dtype


def attr(text: str, type_: str) -> Any:
    """Return an attr's value from its text.

    By type: type -> "DT_FLOAT", shape -> list of int (-1 unknown) or None (unknown rank), int, float, bool, string ->
    bytes, func -> str (a page), list(T) -> list. Tensors: see `tensor`.

    Raises:
        ValueSyntaxError: if the text is not such a value.
    """
    if type_.startswith("list("):
        return _attr_list(text, type_[5:-1])
    if type_ == "string":
        return tensor(text, "DT_STRING")[0].item() if re.match(r"\s*b?['\"]", text, re.I) else utf8(text)
    if type_ == "shape":
        return shape(text)
    if type_ == "func":
        return _named(text.strip())
    literal = parse(text)
    if literal.shape != ():
        raise ValueSyntaxError(phrase("one {} is wanted, not a list", type_))
    return _attr_item(literal.items[0], type_)


def _attr_item(item: Item, type_: str) -> object:
    if type_ == "type":
        name = None if item.quoted else dtype_name(item.text)
        if name is None:
            several = [] if item.quoted else dtype_names(item.text)
            if several:
                raise ValueSyntaxError(
                    phrase("{!r:.40} may be {}: type more of it", item.text, ", ".join(several)), item.position
                )
            near = dtypes_like(item.text)
            raise ValueSyntaxError(
                phrase("{!r:.40} is not a dtype: did you mean {}?", item.text, near[0])
                if near
                else phrase("{!r:.40} is not a dtype such as DT_FLOAT", item.text),
                item.position,
            )
        return name
    if type_ == "int":
        return ranged(integer(item), -(1 << 63), (1 << 63) - 1, item, phrase("an int attribute"))
    read = {"float": real, "bool": boolean, "string": string, "func": _page}.get(type_)
    if read is None:  # a page may have a Parameter with any type
        raise ValueSyntaxError(phrase("there are no values of the type {!r:.40}", type_), item.position)
    return read(item)


def _page(item: Item) -> str:
    """Return the name of a page, in quotes if it is more than one word."""
    return _named(string(item).decode("utf-8", "surrogateescape"), item.position)


def _named(page: str, position: int = 0) -> str:
    if not page:
        raise ValueSyntaxError(phrase("the name of a page is missing"), position)
    return page


def _attr_list(text: str, type_: str) -> list[Any]:
    stripped = text.strip()
    if stripped in ("", "[]", "{}", "()"):
        return []
    if type_ == "shape":
        return _shapes(text)
    literal = parse(text)
    if len(literal.shape) > 1:
        raise ValueSyntaxError(phrase("a flat list is wanted, not a list of lists"))
    return [_attr_item(item, type_) for item in literal.items]


def shape(text: str) -> list[int] | None:
    """Return the shape that a text spells, with -1 for an unknown dimension; None for an unknown rank.

    It is written as `[5, 2]`, `{5,2}`, `5;2` or `[5][2]`; `[]` is a scalar, `?` or `None` inside is an unknown
    dimension, and `?`, `unknown` or an empty text is an unknown rank.

    Raises:
        ValueSyntaxError: if the text is not a shape.
    """
    stripped = text.strip()
    if stripped.lower() in ("", "?", "unknown", "<unknown>", "none"):
        return None
    if stripped in ("[]", "{}", "()"):
        return []
    literal = parse(text)
    if len(literal.shape) == 2 and literal.shape[1] != 1 or len(literal.shape) > 2:
        raise ValueSyntaxError(phrase("a shape is a flat list of dimensions"))
    return [_dimension(item) for item in literal.items]


def _dimension(item: Item) -> int:
    if item.text.lower() in ("?", "none"):
        return -1
    return int(ranged(integer(item), -1, (1 << 63) - 1, item, phrase("a dimension")))


def _shapes(text: str) -> list[list[int] | None]:
    # Shapes in a list may differ in length, so the reader of rectangular values cannot be used.
    nested = re.match(r"\s*.\s*(?:[\[{(?]|unknown|None|<)", text, re.I | re.S)
    return [read_part(offset, shape, part) for offset, part in split(text, unwrap=bool(nested))]


def tensors(
    text: str, dtypes: list[str | None] | str | None = None, read: Callable[[str, str | None], Any] = tensor
) -> list[Any]:
    """Return the elements of a list pin, each a tensor: `[[0, 2], [1, 0, 5]]`, `{0,2},{1,0}` or `1; 2`.

    Args:
        text: the list.
        dtypes: the dtype of all elements, or a list with one for each.
        read: reads an element.

    Raises:
        ValueSyntaxError: if an element cannot be read.
    """
    found = []
    for number, (offset, part) in enumerate(split(text)):
        wanted = dtypes if not isinstance(dtypes, list) else dtypes[number] if number < len(dtypes) else None
        found.append(read_part(offset, read, part, wanted))
    return found
