"""Reduce a tensor that may be large for the parent: a slice of any rank, statistics of the whole, or a file."""

from __future__ import annotations

import contextlib
import csv
import io
import itertools
import math
import os
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import label_of, plain
from blockloom.runtime.protocol.replies import SliceReply, TensorStatisticsReply

_CHUNK = 4_000_000  # most elements that are processed at a time
_CHARS = 100_000  # most characters of a string that are sent to the parent

# For each axis an index, or [start, stop, most]: a range from which at most `most` elements are picked evenly.
At = Sequence[int | Sequence[int]]


class SaveCancelled(Exception):
    """Raised when the parent cancels a save."""


def find(results: Mapping[Address, Mapping[str, Any]], output: Address) -> np.ndarray | None:
    """Return the array of an output, or of an element of a list output; None if there is none."""
    value = results.get(output.owner, {}).get(output.pin)
    if isinstance(value, list) and output.element is not None and output.element < len(value):
        value = value[output.element]
    return value if isinstance(value, np.ndarray) else None


def cut(value: np.ndarray, at: At) -> SliceReply:
    """Return a slice of an array along the ranges in `at`.

    `steps` has for each axis the number of elements that became one. A single thinned axis of numbers alternates the
    least and greatest of each group, so that peaks stay; several axes take every n-th element.

    Raises:
        IndexError: an index is outside the array.
    """
    index: list[Any] = []
    steps = []
    if len(at) != value.ndim:
        raise IndexError(phrase("a tensor of rank {} needs {} indices, not {}", value.ndim, value.ndim, len(at)))
    for size, place in zip(value.shape, at):
        if isinstance(place, int):
            if not 0 <= place < size:
                raise IndexError(phrase("{} is not within 0 .. {}", place, size - 1))
            index.append(place)
        else:
            start, stop, most = place
            start, stop = max(0, min(start, size)), max(0, min(stop, size))
            steps.append(max(1, math.ceil((stop - start) / max(most, 1))))
            index.append(slice(start, stop, steps[-1]))
    if len(steps) == 1 and steps[0] > 1 and value.dtype.kind in "fiu":
        whole = value[tuple(slice(i.start, i.stop) if isinstance(i, slice) else i for i in index)]
        steps[0] = 2 * steps[0]
        edges = np.arange(0, len(whole), steps[0])
        part = np.stack([np.minimum.reduceat(whole, edges), np.maximum.reduceat(whole, edges)], 1).reshape(-1)
        steps[0] //= 2
    else:
        part = value[(*index, ...)]  # the ellipsis makes the result an array even for a scalar
    part = plain(np.asarray(part))
    if part.dtype == object:
        short = np.empty(part.shape, object)
        short.reshape(-1)[:] = [bytes(v)[:_CHARS] for v in part.reshape(-1)]
        part = short
    return SliceReply(label_of(value), value.shape, steps, part)


def statistics(value: np.ndarray, bins: int = 64) -> TensorStatisticsReply:
    """Return statistics of a whole tensor, with a histogram of `bins`; strings and complex numbers have none."""
    dtype = label_of(value)
    if value.dtype.kind in "OcV" and dtype in ("string", "complex64", "complex128"):
        return TensorStatisticsReply(dtype, value.shape)
    nan = high = low = zeros = count = 0
    least, greatest = math.inf, -math.inf
    for part in _chunks(value):
        finite = np.isfinite(part)
        if not finite.all():
            nan += int(np.isnan(part).sum())
            high += int(np.isposinf(part).sum())
            low += int(np.isneginf(part).sum())
            part = part[finite]
        zeros += int((part == 0).sum())
        count += part.size
        if part.size:
            least, greatest = min(least, float(part.min())), max(greatest, float(part.max()))
    counts = np.zeros(bins, np.int64)
    reply = TensorStatisticsReply(dtype, value.shape, True, nan, high, low, zeros, count, array=counts)
    if count:
        # Scale values to 0 .. 1, and halve them before subtracting: sums and squares of large numbers would overflow.
        half = greatest / 2 - least / 2
        first = second = 0.0
        for part in _chunks(value):
            part = part[np.isfinite(part)]
            place = (part / 2 - least / 2) / half if half else np.full(part.shape, 0.5)
            first, second = first + float(place.sum()) / count, second + float((place * place).sum()) / count
            counts += np.bincount(np.minimum((place * bins).astype(np.int64), bins - 1), minlength=bins)
        pad = 0.0 if half else max(0.5, abs(least) * 1e-6)
        mean = least + half * first * 2 if half else least
        reply = replace(
            reply,
            min=least,
            max=greatest,
            mean=mean,
            edges=[least - pad, greatest + pad],
            std=half * (2 * math.sqrt(max(second - first * first, 0.0))),
        )
    return reply


def next_nonfinite(value: np.ndarray, after: int) -> list[int] | None:
    """Return the index of the next NaN or infinity after the flat position `after`, else of the first one.

    Returns None if all elements are finite.
    """
    flat = value.reshape(-1)
    after = max(-1, min(after, flat.size - 1))
    for first, last in ((after + 1, flat.size), (0, after + 1)):
        for start in range(first, last, _CHUNK):
            part = plain(flat[start : min(start + _CHUNK, last)])
            bad = np.flatnonzero(~np.isfinite(part)) if part.dtype.kind in "fc" else np.empty(0, np.int64)
            if len(bad):
                return [int(i) for i in np.unravel_index(start + int(bad[0]), value.shape)]
    return None


def _chunks(value: np.ndarray) -> Iterator[np.ndarray]:
    flat = value.reshape(-1)
    for start in range(0, flat.size, _CHUNK):
        part = plain(flat[start : start + _CHUNK])
        yield part.astype(np.float64)


def save(value: np.ndarray, path: str, told: Callable[[float], None]) -> None:
    """Write a tensor to a .npy or .csv file, whole or not at all.

    Args:
        value: the tensor.
        told: gets the progress from 0.0 to 1.0, and may raise `SaveCancelled`.

    Raises:
        OSError: the file cannot be written.
        ValueError: the format cannot represent the tensor.
    """
    value = plain(value)
    target = Path(path)
    temporary = target.with_name(f".{target.name[:40]}.{secrets.token_hex(4)}.tmp")
    try:
        with open(temporary, "xb") as file:
            if target.suffix.lower() == ".csv":
                _csv(value, file, told)
            else:
                _npy(value, file, told)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def _npy(value: np.ndarray, file: Any, told: Callable[[float], None]) -> None:
    if value.dtype == object:  # .npy pads strings to one length with zero bytes
        if any(bytes(v).endswith(b"\0") for v in value.reshape(-1)):
            raise ValueError(phrase("an .npy file cannot contain strings that end in a zero byte: save them as .csv"))
        value = value.astype(bytes)
    np.lib.format.write_array_header_1_0(file, np.lib.format.header_data_from_array_1_0(np.ascontiguousarray(value)))
    flat = np.ascontiguousarray(value).reshape(-1)
    for start in range(0, flat.size, _CHUNK):
        told(start / flat.size)
        file.write(flat[start : start + _CHUNK].tobytes())


def _csv(value: np.ndarray, file: Any, told: Callable[[float], None]) -> None:
    """Write one line per row; from rank 3 on a line begins with the indices of the other axes."""
    rows = value.reshape(-1, 1) if value.ndim < 2 else value.reshape(-1, value.shape[-1])
    outer = [range(n) for n in value.shape[:-1]] if value.ndim > 2 else []
    text = io.TextIOWrapper(file, "utf-8", newline="", write_through=False)
    writer = csv.writer(text, lineterminator="\n")
    every = max(1, 50_000 // max(rows.shape[1], 1))
    for number, (place, row) in enumerate(zip(itertools.product(*outer) if outer else itertools.repeat(()), rows)):
        if number % every == 0:
            told(number / len(rows))
        writer.writerow([*place, *(v.decode("utf-8", "replace") if isinstance(v, bytes) else str(v) for v in row)])
    text.flush()
    text.detach()
