"""Classes of messages, and their fields as JSON with arrays beside it.

What a field may hold is what its annotation says: nothing else is read, so there is one list of the fields of a
message, its class. A field that is as it is by default is left out.
"""

from __future__ import annotations

import contextlib
import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, TypeVar, Union, dataclass_transform, get_args, get_origin, get_type_hints

import numpy as np

from blockloom.blocks.document.addresses import Address, parse

Arrays = list[np.ndarray]
JsonValue = Any  # what json.loads gives, where no class says more
_R = TypeVar("_R", bound="Record")


@dataclass_transform(frozen_default=True)
class Record:
    """What has fields: one for each annotation, as in a frozen dataclass, which takes half a millisecond to be made
    where this takes none: a window has many to import before it is there.
    """

    _fields: ClassVar[dict[str, None]] = {}  # in their order
    _field_defaults: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()  # of Generic
        own = [name for name, kind in inspect.get_annotations(cls).items() if "ClassVar" not in str(kind)]
        cls._fields = cls._fields | dict.fromkeys(own)
        cls._field_defaults = cls._field_defaults | {name: cls.__dict__[name] for name in own if name in cls.__dict__}

    def __init__(self, *values: Any, **named: Any):
        fields = vars(self)
        fields.update(self._field_defaults)
        if values:
            fields.update(zip(self._fields, values))
        fields.update(named)
        if fields.keys() != self._fields.keys() or len(values) > len(fields):
            raise TypeError(type(self).__name__, *(fields.keys() ^ self._fields.keys()))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


def replace(record: _R, **fields: Any) -> _R:
    """The same with other values of these fields."""
    return type(record)(**{**vars(record), **fields})


def to_json(record: Record, arrays: Arrays) -> dict[str, JsonValue]:
    """The fields of a record. Its arrays are put behind those in `arrays`, by their places in which they are told."""
    kind: Any = type(record)
    written: dict[str, JsonValue] = _writer(kind)(record, arrays)
    return written


def from_json(kind: type[_R], data: JsonValue, arrays: Arrays) -> _R:
    """The inverse of `to_json`. Raises ValueError for anything else."""
    of: Any = kind
    record: _R = _reader(of)(data, arrays)
    return record


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return {name: hint for name, hint in get_type_hints(kind).items() if name in kind._fields}


# --- writing ----------------------------------------------------------------------------------------------------------

_Writer = Callable[[Any, Arrays], JsonValue]


def _as_it_is(value: Any, arrays: Arrays) -> JsonValue:
    return value


def _listed(value: Any, arrays: Arrays) -> JsonValue:
    return value if isinstance(value, int | float | str) else list(value)


def _put(array: np.ndarray, arrays: Arrays) -> int:
    arrays.append(array)
    return len(arrays) - 1


def _put_or_text(value: str | np.ndarray, arrays: Arrays) -> JsonValue:
    return {"array": _put(value, arrays)} if isinstance(value, np.ndarray) else value


@cache
def _writer(kind: Any) -> _Writer:
    """What makes JSON of a value of a type."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        some = [part for part in parts if part is not types.NoneType]
        write = _writer(some[0]) if len(some) == 1 else _put_or_text if np.ndarray in some else _listed
        return write if write is _as_it_is else lambda value, arrays: None if value is None else write(value, arrays)
    if origin in (list, tuple, Sequence):
        writers = [_writer(part) for part in parts if part is not ...]
        if all(write is _as_it_is for write in writers):
            return lambda value, arrays: list(value)
        if len(writers) == 1:
            return lambda value, arrays: [writers[0](item, arrays) for item in value]
        return lambda value, arrays: [write(item, arrays) for write, item in zip(writers, value, strict=True)]
    if origin in (dict, Mapping):
        key, of = map(_writer, parts)
        if key is of is _as_it_is:
            return lambda value, arrays: dict(value)
        return lambda value, arrays: {key(name, arrays): of(item, arrays) for name, item in value.items()}
    if kind is np.ndarray:
        return _put
    if kind is Address:
        return lambda value, arrays: str(value)
    if hasattr(kind, "row"):
        return lambda value, arrays: value.row()
    if hasattr(kind, "_fields"):
        return _fields_writer(kind)
    return _as_it_is


def _fields_writer(kind: Any) -> _Writer:
    plan = {name: (_writer(hint), kind._field_defaults.get(name, types)) for name, hint in _hints(kind).items()}

    def write(value: Any, arrays: Arrays) -> JsonValue:
        written = {}
        for name, item in vars(value).items():
            of, default = plan[name]
            if item is not default and (default != () or len(item)):
                written[name] = of(item, arrays)
        return written

    return write


# --- reading ----------------------------------------------------------------------------------------------------------

_Reader = Callable[[JsonValue, Arrays], Any]


def _of_type(*kinds: type) -> _Reader:
    def read(data: JsonValue, arrays: Arrays) -> Any:
        if type(data) not in kinds and not (str in kinds and isinstance(data, str)):  # a phrase is a text
            raise ValueError(type(data), kinds)
        return data

    return read


def _array(data: JsonValue, arrays: Arrays) -> np.ndarray:
    if type(data) is not int or not 0 <= data < len(arrays):
        raise ValueError(np.ndarray, data)
    return arrays[data]


def _array_or_text(data: JsonValue, arrays: Arrays) -> str | np.ndarray:
    if isinstance(data, dict) and len(data) == 1:
        return _array(data.get("array"), arrays)
    text: str = _SIMPLE[str](data, arrays)
    return text


_SIMPLE: dict[Any, _Reader] = {
    str: _of_type(str),
    bool: _of_type(bool),
    int: _of_type(int),
    float: _of_type(float, int),
    np.ndarray: _array,
    Address: lambda data, arrays: parse(_SIMPLE[str](data, arrays)),
}


@cache
def _reader(kind: Any) -> _Reader:
    """What makes a value of a type of JSON. It raises ValueError."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        some = [part for part in parts if part is not types.NoneType]
        of = _array_or_text if np.ndarray in some and str in some else _any_of([_reader(part) for part in some])
        return lambda data, arrays: None if data is None and types.NoneType in parts else of(data, arrays)
    if origin in (list, tuple, Sequence):
        return _list_reader(origin, [_reader(part) for part in parts if part is not ...], parts[-1] is ...)
    if origin in (dict, Mapping):
        return _dict_reader(*map(_reader, parts))
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    if hasattr(kind, "row"):
        return _row_reader(kind)
    return _fields_reader(kind) if hasattr(kind, "_fields") else _as_it_is


def _any_of(readers: list[_Reader]) -> _Reader:
    def read(data: JsonValue, arrays: Arrays) -> Any:
        for of in readers[:-1]:
            with contextlib.suppress(ValueError):
                return of(data, arrays)
        return readers[-1](data, arrays)

    return read


def _list_reader(origin: Any, readers: list[_Reader], any_number: bool) -> _Reader:
    def read(data: JsonValue, arrays: Arrays) -> Any:
        if not isinstance(data, list):
            raise ValueError(type(data), origin)
        if origin is not tuple:
            return [readers[0](item, arrays) for item in data]
        if not any_number and len(data) != len(readers):
            raise ValueError(len(data), len(readers))
        return tuple(readers[0 if any_number else n](item, arrays) for n, item in enumerate(data))

    return read


def _dict_reader(key: _Reader, of: _Reader) -> _Reader:
    def read(data: JsonValue, arrays: Arrays) -> Any:
        if not isinstance(data, dict):
            raise ValueError(type(data), dict)
        return {key(name, arrays): of(item, arrays) for name, item in data.items()}

    return read


def _row_reader(kind: Any) -> _Reader:
    def read(data: JsonValue, arrays: Arrays) -> Any:
        try:
            return kind.read(data)
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            raise ValueError(kind, error) from None

    return read


def _fields_reader(kind: Any) -> _Reader:
    readers = {name: _reader(hint) for name, hint in _hints(kind).items()}
    others: dict[str, Any] = {name: [] if default == () else default for name, default in kind._field_defaults.items()}

    def read(data: JsonValue, arrays: Arrays) -> Any:
        if not isinstance(data, dict):
            raise ValueError(type(data), kind)
        found = {}
        for name, item in data.items():
            if name not in readers:
                raise ValueError(kind, name)
            found[name] = readers[name](item, arrays)
        try:
            return kind(**{**others, **found})
        except TypeError as error:  # one is missing
            raise ValueError(*error.args) from None

    return read
