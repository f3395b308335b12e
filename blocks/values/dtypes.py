"""TensorFlow's data types by name, without TensorFlow.

Numbers and names are those of tensorflow/core/framework/types.proto; `via` is the numpy dtype of the array that holds
such values here. Where numpy has no dtype for them (bfloat16, the 8- and 4-bit floats, quantised integers ...) the
array remembers which they are: `labelled` tells it, `label_of` asks.
"""

from __future__ import annotations

import difflib
import re
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np


class DType(NamedTuple):
    """A dtype of TensorFlow: `name` as in attrs (DT_DOUBLE), `number` of its enum, `label` as in results (float64),
    `family` i, u, f, c, b, s or opaque, `via` the numpy dtype that holds its values, `bits` per value.
    """

    name: str
    number: int
    label: str
    family: str
    via: str
    bits: int


_ROWS = """
DT_FLOAT 1 float32 f float32 32
DT_DOUBLE 2 float64 f float64 64
DT_INT32 3 int32 i int32 32
DT_UINT8 4 uint8 u uint8 8
DT_INT16 5 int16 i int16 16
DT_INT8 6 int8 i int8 8
DT_STRING 7 string s object 0
DT_COMPLEX64 8 complex64 c complex64 64
DT_INT64 9 int64 i int64 64
DT_BOOL 10 bool b bool 8
DT_QINT8 11 qint8 i int8 8
DT_QUINT8 12 quint8 u uint8 8
DT_QINT32 13 qint32 i int32 32
DT_BFLOAT16 14 bfloat16 f float32 16
DT_QINT16 15 qint16 i int16 16
DT_QUINT16 16 quint16 u uint16 16
DT_UINT16 17 uint16 u uint16 16
DT_COMPLEX128 18 complex128 c complex128 128
DT_HALF 19 float16 f float16 16
DT_RESOURCE 20 resource opaque - 0
DT_VARIANT 21 variant opaque - 0
DT_UINT32 22 uint32 u uint32 32
DT_UINT64 23 uint64 u uint64 64
DT_FLOAT8_E5M2 24 float8_e5m2 f float32 8
DT_FLOAT8_E4M3FN 25 float8_e4m3fn f float32 8
DT_FLOAT8_E4M3FNUZ 26 float8_e4m3fnuz f float32 8
DT_FLOAT8_E4M3B11FNUZ 27 float8_e4m3b11fnuz f float32 8
DT_FLOAT8_E5M2FNUZ 28 float8_e5m2fnuz f float32 8
DT_INT4 29 int4 i int8 4
DT_UINT4 30 uint4 u uint8 4
DT_INT2 31 int2 i int8 2
DT_UINT2 32 uint2 u uint8 2
DT_FLOAT4_E2M1FN 33 float4_e2m1fn f float32 4
"""
DTYPES = {
    row[0]: DType(row[0], int(row[1]), row[2], row[3], row[4], int(row[5]))
    for row in (line.split() for line in _ROWS.split("\n") if line)
}
_LABEL = "tensorflow"  # in the metadata of a numpy dtype
_BY_LABEL = {d.label: d.name for d in DTYPES.values()}
BY_NUMBER = {d.number: d for d in DTYPES.values()}
# How a dtype may be spelled, in lower case and without what stands before it (`tf.`, `DT_`).
_SPELLED = (
    {d.name[3:].lower(): d.name for d in DTYPES.values()}
    | {d.label: d.name for d in DTYPES.values()}
    | {"float": "DT_FLOAT", "double": "DT_DOUBLE", "int": "DT_INT32", "half": "DT_HALF", "str": "DT_STRING"}
)
_BARE = re.compile(r"(?:(?:tf|tensorflow|np|numpy)\.)?(?:dtypes\.)?(?:dt_)?(.*?)(?:_ref)?\Z", re.S)


def dtype_names(text: str) -> list[str]:
    """The dtypes that a text may mean, as attrs have them: the one that it spells (`DT_DOUBLE`, `double`, `tf.float64`,
    `DT_DOUBLE_REF`), else those with a spelling that begins with it (`doub`, `dt_int`).
    """
    return list(_names(text)) if len(text) < 50 else []


@lru_cache(maxsize=1024)
def _names(text: str) -> tuple[str, ...]:
    word = _BARE.sub(r"\1", text.strip().lower(), 1)
    if word in _SPELLED:
        return (_SPELLED[word],)
    found = {name for spelled, name in _SPELLED.items() if word and spelled.startswith(word)}
    return tuple(sorted(found, key=lambda name: DTYPES[name].number))


def dtype_name(text: str) -> str | None:
    """The dtype that a text means, as attrs have it (`DT_DOUBLE`); None where it means none, or may mean several."""
    if text in DTYPES:
        return text
    found = dtype_names(text)
    return found[0] if len(found) == 1 else None


def dtypes_like(text: str) -> list[str]:
    """The up to three dtypes whose spelling is closest to a text which means none, the closest first, as attrs have
    them.
    """
    word = _BARE.sub(r"\1", text[:50].strip().lower(), 1)
    return list(dict.fromkeys(_SPELLED[near] for near in difflib.get_close_matches(word, _SPELLED, 3, 0.7)))


def shown(dtype: str) -> str:
    """A dtype as people read it, from its name or label: DT_DOUBLE for float64, DT_STRING_REF for string_ref. Other
    texts unchanged.
    """
    label = dtype.removesuffix("_ref")
    return _BY_LABEL[label] + "_REF" * (label != dtype) if label in _BY_LABEL else dtype


def name_of(number: int) -> str:
    """The name of a dtype by its number in TensorFlow's enum. Reference types (number + 100) give the name of their
    base type.
    """
    number = number - 100 if number > 100 else number
    return BY_NUMBER[number].name if number in BY_NUMBER else f"DT_{number}"


def label_of(array: np.ndarray) -> str:
    """The label of the dtype of an array's values, such as float64, bfloat16 or string."""
    metadata = array.dtype.metadata
    return (
        metadata[_LABEL] if metadata and _LABEL in metadata else "string" if array.dtype == object else array.dtype.name
    )


def labelled(array: np.ndarray, label: str) -> np.ndarray:
    """The array, marked so that `label_of` gives this label; slices of it keep the mark. A view, not a copy."""
    return array if label_of(array) == label else array.view(np.dtype(array.dtype, metadata={_LABEL: label}))


def fetched_array(value: Any) -> np.ndarray:
    """A fetched value as an array (a view where possible). Strings are Python objects, since numpy's string dtypes drop
    zero bytes at the end.
    """
    array = np.array(value, object) if isinstance(value, bytes | str) else np.asarray(value)
    return array.astype(object) if array.dtype.kind in "SU" else array


def plain(array: np.ndarray) -> np.ndarray:
    """The array in a dtype that numpy knows by itself: bfloat16 and smaller floats as float32, other types as their
    integers. The same array where it is so already.
    """
    found = DTYPES.get(shown(label_of(array)))
    if found is None or found.via in ("object", "-"):
        return array
    return array.view(found.via) if array.dtype == found.via else array.astype(found.via)
