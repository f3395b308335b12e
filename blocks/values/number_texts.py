"""Fast reading of many numbers with numpy, with the same results as the grammar of `literals`.

A text is read as a whole: once for its brackets, which must form a box, and once for its numbers. Everything else,
errors included, is left to the grammar.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from blockloom.blocks.values.dtypes import DTYPES, DType

_PAIRS = (b"[]", b"{}", b"()")
_BLANK = b" \t\r\n"
_LETTERS = b"efinaty"  # letters in 1e5, 2.5f, inf, infinity and nan
_KNOWN = b"0123456789+-.,;[]{}()" + _BLANK + _LETTERS
_PLAIN = bytes.maketrans(b"{}();", b"[][],")
_SPACED = bytes.maketrans(b"[]", b"  ")
_WORDS = bytes(set(range(256)) - set(b"[],"))
_CLASSES = bytes(byte if byte in b"[]," else ord("0") for byte in range(256))
_APART = b",,", b",]", b"[,", b"[]", b"0[", b"]0", b"]["  # pairs of bytes that the text of an array cannot contain
_AROUND = bytes(
    ord("0")
    if byte in b"0123456789."
    else byte
    if byte == ord("f")
    else ord(",")
    if byte in b"[]," + _BLANK
    else ord("x")
    for byte in range(256)
)
_MISPLACED = b",f", b"xf", b"ff", b"f0", b"fx"
_PIECE = 500_000  # bytes of a piece
_SAFE = 10**18  # strtoll clips at 2**63 without an error
_EXACT = 2**53  # floats can represent every whole number up to this one
_DIGIT = np.zeros(256, bool)
_DIGIT[list(b"0123456789")] = True


def array(text: str, dtype: str | None) -> tuple[np.ndarray, str, str] | None:
    """Read a text of plain numbers fast; return None for other texts, which the grammar reads.

    Returns:
        The array, its dtype (`dtype` if given, else by spelling), and the dtype by spelling.
    """
    if not text.isascii():
        return None
    data = text.lower().encode()
    pairs = [pair for pair in _PAIRS if pair[0] in data or pair[1] in data]
    if len(pairs) > 1:
        return None
    if b"r" in data or b"l" in data:
        return _truths(data, dtype)
    if data.translate(None, _KNOWN):
        return None
    data = data.translate(_PLAIN)
    compact = data.translate(None, _BLANK)
    shape = _box(compact)
    if shape is None:
        return None
    single = _suffixes(data)
    if single is None:
        return None
    if single:
        data = single
    real = any(letter in data for letter in b".en")
    spelled = "DT_FLOAT" if single else "DT_DOUBLE" if real else "DT_INT32"
    info = DTYPES.get(dtype or spelled)
    if info is None or info.family not in _CONVERT:
        return None
    flat = data.translate(_SPACED)
    try:
        numbers = _CONVERT[info.family](flat, info, real or bool(single), compact)
    except ValueError:
        return None
    size = int(np.prod(shape, dtype=np.int64))
    return (numbers.reshape(shape), dtype or spelled, spelled) if numbers is not None and len(numbers) == size else None


def _box(compact: bytes) -> tuple[int, ...] | None:
    """Return the shape of a text without blanks, by its brackets.

    None unless the brackets form a box with exactly one word at each place.
    """
    classes = b"," + compact.translate(_CLASSES) + b","
    if any(pair in classes for pair in _APART):
        return None
    skeleton = compact.translate(None, _WORDS)
    depth = len(skeleton) - len(skeleton.lstrip(b"["))
    if not skeleton or depth > 32:
        return None
    unit, shape = b"", []
    for level in range(1, depth + 1):
        end = skeleton.find(b"]" * level)
        if end < 0:
            return None
        count = (end + level - 1 - (depth - level + 1) + 1) // (len(unit) + 1) if level > 1 else end - depth + 1
        if count < 1:
            return None
        shape.append(count)
        unit = b"[" + b",".join([unit] * count) + b"]"
    count = (len(skeleton) + 1) // (len(unit) + 1)
    if b",".join([unit] * count) != skeleton:
        return None
    return (count, *reversed(shape)) if count > 1 else tuple(reversed(shape))


def _suffixes(data: bytes) -> bytes | None:
    """Return the text without the f behind its numbers; b"" if there is none, None if an f is elsewhere."""
    data = data.replace(b"inf", b"in!")
    if b"f" not in data:
        return b""
    classes = b"," + data.translate(_AROUND) + b","
    if any(pair in classes for pair in _MISPLACED):
        return None
    return data.translate(None, b"f").replace(b"in!", b"inf")


def _truths(data: bytes, dtype: str | None) -> tuple[np.ndarray, str, str] | None:
    """Return the array of a text with only true and false."""
    info = DTYPES.get(dtype or "DT_BOOL")
    if info is None or info.family not in "biuf" or any(digit in data for digit in b"0123456789"):
        return None
    compact = data.replace(b"true", b"1").replace(b"false", b"0").translate(_PLAIN, _BLANK)
    words = compact.translate(None, b"[],")
    if words.translate(None, b"01") or len(words) != data.count(b"true") + data.count(b"false"):
        return None
    shape = _box(compact)
    if shape is None or int(np.prod(shape, dtype=np.int64)) != len(words):
        return None
    return (np.frombuffer(words, np.uint8) == ord("1")).astype(info.via).reshape(shape), info.name, "DT_BOOL"


def _whole(flat: bytes, info: DType, real: bool, compact: bytes) -> np.ndarray | None:
    if real:
        floats = _scan(flat, np.float64)
        if not (np.abs(floats) < _EXACT).all() or (floats != np.trunc(floats)).any():
            return None
        integers = floats.astype(np.int64)
    else:
        bytes_ = np.frombuffer(flat + b" ", np.uint8)
        signs = np.flatnonzero((bytes_ == ord("-")) | (bytes_ == ord("+")))
        if not _DIGIT[bytes_[signs + 1]].all():
            return None  # numpy would read a single sign as 0
        integers = _scan(flat, np.int64)
    signed = info.family == "i"
    low = -1 << info.bits - 1 if signed else 0
    high = (1 << info.bits - signed) - 1
    if len(integers) and not max(low, -_SAFE) <= integers.min() <= integers.max() <= min(high, _SAFE):
        return None
    return integers.astype(info.via)


def _real(flat: bytes, info: DType, real: bool, compact: bytes) -> np.ndarray | None:
    if info.family == "c" and b"n" in flat:
        return None
    wide = _scan(flat, np.float64)
    with np.errstate(over="ignore"):
        found = wide.astype(info.via)
    # Other infinite values are numbers that are too large.
    return found if np.isinf(found).sum() == flat.count(b"inf") else None


def _bits(flat: bytes, info: DType, real: bool, compact: bytes) -> np.ndarray | None:
    words = compact.translate(None, b"[],")
    return None if words.translate(None, b"01") else np.frombuffer(words, np.uint8) == ord("1")


def _scan(flat: bytes, dtype: type) -> np.ndarray:
    """Read numbers between commas, in pieces, so that other threads can run in between. Raises ValueError."""
    found: list[np.ndarray] = []
    start = 0
    while start < len(flat):
        end = flat.find(b",", start + _PIECE)
        end = len(flat) if end < 0 else end
        found.append(np.fromstring(flat[start:end], dtype, sep=","))
        start = end + 1
    return found[0] if len(found) == 1 else np.concatenate(found)


_CONVERT: dict[str, Callable[[bytes, DType, bool, bytes], np.ndarray | None]] = {
    "i": _whole,
    "u": _whole,
    "f": _real,
    "c": _real,
    "b": _bits,
}
