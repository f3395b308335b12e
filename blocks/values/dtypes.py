"""TensorFlow's data types by name, without TensorFlow.

Numbers and names are those of tensorflow/core/framework/types.proto; `via` is the numpy dtype of the array that stores
such values here. If numpy has no such dtype (bfloat16, the 8- and 4-bit floats, quantised integers ...), the array is
labelled with the dtype: see `labelled` and `label_of`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import Struct

from blockloom.blocks.text.phrases import Phrase, phrase


class DType(Struct, frozen=True):
    """A dtype of TensorFlow.

    `name` is as in attrs (DT_DOUBLE), `number` that of its enum, `label` as in results (float64), `family` i, u, f, c,
    b, s or opaque, `via` the numpy dtype that stores its values, `bits` per value.
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
_LABEL = "tensorflow"  # key in the metadata of a numpy dtype
_BY_LABEL = {d.label: d.name for d in DTYPES.values()}
BY_NUMBER = {d.number: d for d in DTYPES.values()}
# Spelling of a dtype, in lower case and without a prefix (`tf.`, `DT_`) -> its name.
_SPELLED = (
    {d.name[3:].lower(): d.name for d in DTYPES.values()}
    | {d.label: d.name for d in DTYPES.values()}
    | {"float": "DT_FLOAT", "double": "DT_DOUBLE", "int": "DT_INT32", "half": "DT_HALF", "str": "DT_STRING"}
)
_BARE = re.compile(r"(?:(?:tf|tensorflow|np|numpy)\.)?(?:dtypes\.)?(?:dt_)?(.*?)(?:_ref)?\Z", re.S)


def dtype_names(text: str) -> list[str]:
    """Return the dtypes, as in attrs, that a text may mean.

    That is the dtype that it spells (`DT_DOUBLE`, `double`, `tf.float64`, `DT_DOUBLE_REF`), else those with a spelling
    that begins with the text (`doub`, `dt_int`).
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
    """Return the dtype that a text means, as in attrs (`DT_DOUBLE`); None if it means none, or several."""
    if text in DTYPES:
        return text
    found = dtype_names(text)
    return found[0] if len(found) == 1 else None


def dtypes_like(text: str) -> list[str]:
    """Return up to three dtypes, as in attrs, whose spelling is closest to a text that means none, closest first."""
    word = _BARE.sub(r"\1", text[:50].strip().lower(), 1)
    return list(dict.fromkeys(_SPELLED[near] for near in difflib.get_close_matches(word, _SPELLED, 3, 0.7)))


def dtype_text(dtype: str) -> str:
    """Return a dtype as shown to users, from its name or label: DT_DOUBLE for float64, else the text unchanged.

    Reference types keep their suffix: DT_STRING_REF for string_ref.
    """
    label = dtype.removesuffix("_ref")
    return _BY_LABEL[label] + "_REF" * (label != dtype) if label in _BY_LABEL else dtype


def name_of(number: int) -> str:
    """Return the name of a dtype by its number in TensorFlow's enum; of a reference type, that of its base type."""
    number = number - 100 if number > 100 else number
    return BY_NUMBER[number].name if number in BY_NUMBER else f"DT_{number}"


def label_of(array: np.ndarray) -> str:
    """Return the label of the dtype of an array's values, such as float64, bfloat16 or string."""
    metadata = array.dtype.metadata
    return (
        metadata[_LABEL] if metadata and _LABEL in metadata else "string" if array.dtype == object else array.dtype.name
    )


def labelled(array: np.ndarray, label: str) -> np.ndarray:
    """Return a view of the array for which `label_of` returns this label; slices keep the label."""
    return array if label_of(array) == label else array.view(np.dtype(array.dtype, metadata={_LABEL: label}))


def fetched_array(value: Any) -> np.ndarray:
    """Return a fetched value as an array (a view if possible).

    Strings are Python objects, since numpy's string dtypes drop zero bytes at the end.
    """
    array = np.array(value, object) if isinstance(value, bytes | str) else np.asarray(value)
    return array.astype(object) if array.dtype.kind in "SU" else array


def plain(array: np.ndarray) -> np.ndarray:
    """Return the array in a native dtype of numpy: bfloat16 and smaller floats as float32, others as integers.

    The same array is returned if its dtype is native.
    """
    found = DTYPES.get(dtype_text(label_of(array)))
    if found is None or found.via in ("object", "-"):
        return array
    return array.view(found.via) if array.dtype == found.via else array.astype(found.via)


DENSE, SPARSE, RESOURCE = "dense accumulator", "sparse accumulator", "resource accumulator"
QUEUE, BARRIER, READER, STACK, ARRAY, TABLE, VARIABLE = (
    "queue",
    "barrier",
    "reader",
    "stack",
    "TensorArray",
    "table",
    "variable",
)
NAMES: Mapping[str, Phrase] = {
    DENSE: phrase("an accumulator of dense gradients"),
    SPARSE: phrase("an accumulator of sparse gradients"),
    RESOURCE: phrase("an accumulator that is a resource"),
    QUEUE: phrase("a queue"),
    BARRIER: phrase("a barrier"),
    READER: phrase("a reader"),
    STACK: phrase("a stack"),
    ARRAY: phrase("a TensorArray"),
    TABLE: phrase("a table"),
    VARIABLE: phrase("a variable"),
}
