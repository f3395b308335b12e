"""The one grammar for values typed into pins and attrs.

Both styles are read: Python/JSON (`[[1, 2], [3, 4]]`) and enuSpace (`{{1.0f,2},{3,4}}`, `5;2`, `DT_DOUBLE`).

    value   = item | item (sep item)* | open [value] close       open, close: [ ] or { } or ( )
            | open close shape                                   an empty tensor: `[] (0, 3)`, `{} {0,3}`
    sep     = "," | ";"                                          nesting gives the shape and must be rectangular
    item    = "text" | 'text' | b"bytes" | word                  a word ends at a separator or bracket
    shape   = open word (sep word)* close                        whole numbers, one of them 0

Nesting alone spells the empty shapes [0], [2, 0], [2, 3, 0] ...; a 0 ahead of other dimensions needs the shape.
Every failure is a ValueSyntaxError that says at which character.
"""

from __future__ import annotations

import ast
import math
import re
import warnings
from collections.abc import Callable, Collection
from typing import NamedTuple, ParamSpec, TypeVar

from msgspec import Struct

from blockloom.blocks.text.phrases import phrase

Args = ParamSpec("Args")
Read = TypeVar("Read")

_TOKEN = re.compile(
    r"""\s*(?:
    (?P<quoted>[bB]?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))
    |(?P<word>[^\s\[\]{}(),;"'][^\s\[\]{}(),;]*(?:[ \t]+[^\s\[\]{}(),;"']+)*
        |\([-+.\deEinfaINFA\ ]*[jJ]\))  # a complex number as Python prints it
    |(?P<open>[\[{(])|(?P<close>[\]})])|(?P<sep>[,;]))""",
    re.X | re.S,
)
_PAIRS = {"[": "]", "{": "}", "(": ")"}
_INTEGER = re.compile(r"[+-]?(?:\d+|0[xX][0-9a-fA-F]+)")
_REAL = re.compile(r"[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|inf(?:inity)?|nan)f?", re.I)
_EMPTY = re.compile(r"\s*(?:\[\s*\]|\{\s*\}|\(\s*\))\s*(?=[\[{(])")
_MAX_DEPTH = 64  # most dimensions of a numpy array
_MAX_SIZE = (1 << 31) - 1  # most elements in numpy, without dimensions that are 0
_BOOLS = {"true": True, "false": False}


class ValueSyntaxError(ValueError):
    """Raised for a text that is not a value of the wanted type.

    `position` is the character at which reading fails, from 0; `hint` suggests a correction.
    """

    def __init__(self, message: str, position: int = 0, hint: str = ""):
        super().__init__(phrase("{}{} (at character {})", message, hint, position + 1))
        self.message, self.position, self.hint = message, position, hint


class Item(NamedTuple):
    """A leaf of a value: its text, whether it is quoted, and its first character in the text, from 0."""

    text: str
    quoted: bool
    position: int


class Literal(Struct, frozen=True):
    """A value as written: its leaves in row-major order, and the shape from the brackets, () for a scalar."""

    items: list[Item]
    shape: tuple[int, ...]


def parse(text: str) -> Literal:
    """Read the brackets and leaves of a value's text. Raises ValueSyntaxError."""
    empty = _EMPTY.match(text)
    if empty is not None:
        dims = read_part(empty.end(), _brackets, text[empty.end() :])
        if dims.items:
            return Literal([], read_part(empty.end(), _empty_shape, dims))
    return _brackets(text)


def _brackets(text: str) -> Literal:
    items: list[Item] = []
    stack: list[tuple[str, int]] = []  # open brackets with their positions
    counts: list[int] = [0]  # number of elements so far at each depth; [0] is the level without brackets
    shapes: list[tuple[int, ...] | None] = [None]
    after_item, bare_separator, position, end = False, False, 0, len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None:
            raise _unclosed(text, position)
        kind = match.lastgroup or ""
        start, token, position = match.start(kind), match[kind], match.end()
        if kind == "sep":
            if not after_item:
                raise ValueSyntaxError(phrase("an element is missing before {}", token), start)
            bare_separator |= not stack
            after_item = False
            continue
        if kind != "close" and after_item and kind != "open":
            raise ValueSyntaxError(phrase("a separator is missing before {:.20}", token), start)
        if kind == "open":
            if after_item and stack:
                raise ValueSyntaxError(phrase("a separator is missing before {}", token), start)
            if len(stack) >= _MAX_DEPTH:
                raise ValueSyntaxError(phrase("nested deeper than {}", _MAX_DEPTH), start)
            bare_separator |= after_item  # `[5][2]`, enuSpace's notation of a shape, is a list of lists
            stack.append((token, start))
            counts.append(0)
            shapes.append(None)
            after_item = False
            continue
        if kind == "close":
            if not stack or _PAIRS[stack[-1][0]] != token:
                raise ValueSyntaxError(phrase("{} closes nothing", token), start)
            stack.pop()
            count, inner = counts.pop(), shapes.pop()
            shape: tuple[int, ...] = (count, *(inner or ()))
        else:
            items.append(Item(token, kind == "quoted", start))
            shape = ()
        if shapes[-1] is not None and shapes[-1] != shape:
            raise ValueSyntaxError(
                phrase(
                    "not rectangular: an element of shape {} next to one of shape {}", _dims(shape), _dims(shapes[-1])
                ),
                start,
            )
        shapes[-1] = shape
        counts[-1] += 1
        after_item = True
    if stack:
        raise ValueSyntaxError(phrase("{} is never closed", stack[-1][0]), stack[-1][1])
    if not counts[0]:
        raise ValueSyntaxError(phrase("there is no value"), 0)
    shape = shapes[0] or ()
    return Literal(items, (counts[0], *shape) if bare_separator or counts[0] > 1 else shape)


def _empty_shape(dims: Literal) -> tuple[int, ...]:
    """Return the shape after the brackets of an empty tensor.

    Raises:
        ValueSyntaxError: if it is not a shape with a dimension of 0.
    """
    shape = tuple(int(ranged(integer(item), 0, _MAX_SIZE, item, phrase("a dimension"))) for item in dims.items)
    if len(dims.shape) != 1:
        raise ValueSyntaxError(phrase("a shape is a flat list of dimensions"))
    if len(shape) > _MAX_DEPTH:
        raise ValueSyntaxError(phrase("nested deeper than {}", _MAX_DEPTH))
    if 0 not in shape:
        raise ValueSyntaxError(
            phrase("a tensor of shape {} is not empty: type its {} elements", _dims(shape), math.prod(shape))
        )
    if math.prod(size for size in shape if size) > _MAX_SIZE:
        raise ValueSyntaxError(phrase("the shape {} is too large", _dims(shape)))
    return shape


def _unclosed(text: str, position: int) -> ValueSyntaxError:
    position += len(text[position:]) - len(text[position:].lstrip())
    return ValueSyntaxError(phrase("the quote of {} is never closed", text[position : position + 10]), position)


def _dims(shape: tuple[int, ...]) -> str:
    return "[" + ", ".join(map(str, shape)) + "]"


_WIDEST_FIRST = ("DT_STRING", "DT_COMPLEX128", "DT_FLOAT", "DT_DOUBLE", "DT_INT32", "DT_BOOL")


def spelled_dtype(literal: Literal) -> str:
    """Return the dtype that the spelling of the leaves implies.

    DT_DOUBLE for `.` or `e`, DT_FLOAT for a trailing `f`, DT_BOOL for true and false, DT_STRING for quotes,
    DT_COMPLEX128 for `j`, else DT_INT32.

    Raises:
        ValueSyntaxError: for other words.
    """
    dtypes = set()
    for item in literal.items:
        word = item.text.lower()
        if item.quoted:
            dtypes.add("DT_STRING")
        elif word in _BOOLS:
            dtypes.add("DT_BOOL")
        elif _INTEGER.fullmatch(word):
            dtypes.add("DT_INT32")
        elif _REAL.fullmatch(word):
            dtypes.add("DT_FLOAT" if word[-1] == "f" and word not in ("inf", "+inf", "-inf") else "DT_DOUBLE")
        elif word.rstrip(")")[-1:] in ("i", "j") and _complex(word) is not None:
            dtypes.add("DT_COMPLEX128")
        else:
            raise ValueSyntaxError(phrase("{!r:.40} is not a number; put text in quotes", item.text), item.position)
    return common_dtype(dtypes)


def common_dtype(dtypes: Collection[str]) -> str:
    """Return the dtype that can represent values spelled with all of `dtypes`; DT_FLOAT for none."""
    return next((name for name in _WIDEST_FIRST if name in dtypes), next(iter(dtypes), "DT_FLOAT"))


def read_part(offset: int, read: Callable[Args, Read], *part: Args.args, **more: Args.kwargs) -> Read:
    """Return `read(*part, **more)` for the part of a text that begins at `offset`.

    Raises:
        ValueSyntaxError: that of `read`, with its position in the whole text.
    """
    try:
        return read(*part, **more)
    except ValueSyntaxError as error:
        raise ValueSyntaxError(error.message, offset + error.position, error.hint) from None


def split(text: str, unwrap: bool = True) -> list[tuple[int, str]]:
    """Return the elements of a list at its outermost level, each with its offset in the text.

    Args:
        text: the list.
        unwrap: whether to remove one pair of brackets around the whole first.

    Raises:
        ValueSyntaxError: if brackets or quotes do not match.
    """
    closers: list[str] = []
    outer: list[int] = []  # separators outside all brackets
    inner: list[int] = []  # separators inside the first bracket only
    opened = closed = -1
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            if not text[position:].strip():
                break
            raise _unclosed(text, position)
        kind = match.lastgroup or ""
        start, position = match.start(kind), match.end()
        if kind == "open":
            if not closers and opened < 0 and not text[:start].strip():
                opened = start
            closers.append(_PAIRS[match[kind]])
        elif kind == "close":
            if not closers or closers.pop() != match[kind]:
                raise ValueSyntaxError(phrase("{} closes nothing", match[kind]), start)
            if not closers and closed < 0:
                closed = start
        elif kind == "sep" and len(closers) < 2:
            (inner if closers else outer).append(start)
    if closers:
        raise ValueSyntaxError(phrase("a bracket is never closed"), len(text.rstrip()) - 1)
    begin, end, cuts = 0, len(text), outer
    if unwrap and opened >= 0 and not text[closed + 1 :].strip():
        begin, end, cuts = opened + 1, closed, inner
    bounds = [begin - 1, *cuts, end]
    parts = [(a + 1, text[a + 1 : b]) for a, b in zip(bounds, bounds[1:])]
    return [(offset, part) for offset, part in parts if part.strip()]


def ranged(value: int, low: int, high: int, item: Item, dtype: str) -> int:
    """Return the value if it is within `low` to `high`, the bounds of `dtype`.

    Raises:
        ValueSyntaxError: if it is not.
    """
    if low <= value <= high:
        return value
    wider = phrase(": give the pin the dtype DT_INT64") if dtype == "DT_INT32" and -(1 << 63) <= value < 1 << 63 else ""
    raise ValueSyntaxError(phrase("{:.40} does not fit {}", item.text, dtype), item.position, wider)


def integer(item: Item) -> int:
    """Return the integer that a leaf spells, also as 0x1F, 2.0 or true.

    Raises:
        ValueSyntaxError: if it is not an integer.
    """
    word = item.text.lower()
    if not item.quoted:
        if _INTEGER.fullmatch(word) and len(word) < 400:
            return int(word, 16 if "x" in word else 10)
        if word in _BOOLS:
            return int(_BOOLS[word])
        if _REAL.fullmatch(word) and "n" not in word and _float(word, item).is_integer():
            return int(_float(word, item))
    raise ValueSyntaxError(phrase("{!r:.40} is not a whole number", item.text), item.position)


def real(item: Item) -> float:
    """Return the number that a leaf spells; true is 1.

    Raises:
        ValueSyntaxError: if it is not a number.
    """
    word = item.text.lower()
    if not item.quoted:
        if _INTEGER.fullmatch(word) or _REAL.fullmatch(word):
            return _float(word, item)
        if word in _BOOLS:
            return float(_BOOLS[word])
    raise ValueSyntaxError(phrase("{!r:.40} is not a number", item.text), item.position)


def _float(word: str, item: Item) -> float:
    try:
        value = float(int(word, 16)) if "x" in word else float(word if word.endswith("inf") else word.removesuffix("f"))
    except OverflowError:
        value = math.inf
    if math.isinf(value) and "n" not in word:
        raise ValueSyntaxError(phrase("{:.40} is too large for a number", item.text), item.position)
    return value


def _complex(word: str) -> complex | None:
    try:
        return complex(word.replace(" ", "").replace("i", "j") if "n" not in word else word)
    except ValueError:
        return None


def complex_number(item: Item) -> complex:
    """Return the complex number that a leaf spells, with i or j.

    Raises:
        ValueSyntaxError: if it is not a number.
    """
    value = None if item.quoted else _complex(item.text.lower().rstrip("f"))
    if value is None:
        raise ValueSyntaxError(phrase("{!r:.40} is not a complex number", item.text), item.position)
    return value


def boolean(item: Item) -> bool:
    """Return the truth value that a leaf spells: true, false, 1 or 0.

    Raises:
        ValueSyntaxError: if it is none of these.
    """
    word = item.text.lower()
    if not item.quoted and word in ("true", "false", "0", "1"):
        return word in ("true", "1")
    raise ValueSyntaxError(phrase("{!r:.40} is neither true nor false", item.text), item.position)


def utf8(text: str) -> bytes:
    """Return a text in UTF-8, as TensorFlow stores it; a lone surrogate (half a character) becomes `?`."""
    return text.encode("utf-8", "replace")


def quoted(text: str) -> str:
    """Return a text in quotes, as typed into a value; `string` reads it back."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def string(item: Item) -> bytes:
    """Return the bytes of a leaf: quoted, with Python's escapes, or a bare word.

    Raises:
        ValueSyntaxError: if the quotes or escapes are wrong.
    """
    if not item.quoted:
        return utf8(item.text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # warning about "\d", which remains unchanged
            value = ast.literal_eval(item.text.replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "\\r"))
    except (ValueError, SyntaxError):
        raise ValueSyntaxError(
            phrase("{!r:.40} is not a valid Python string: check its \\ and characters", item.text), item.position
        ) from None
    return value if isinstance(value, bytes) else utf8(value)
