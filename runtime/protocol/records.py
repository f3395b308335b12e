"""Base class of messages: msgspec writes and validates the fields as JSON; arrays travel separately."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Any, TypeVar, dataclass_transform, get_args, get_origin

import msgspec
import numpy as np

from blockloom.blocks.document.addresses import parse
from blockloom.blocks.problems import Facts, Problem
from blockloom.blocks.text.phrases import Phrase, packed, phrase

Arrays = list[np.ndarray]
JsonValue = Any  # any value from json.loads, if no class defines its structure
_R = TypeVar("_R")


class _RecordClass(msgspec.StructMeta):
    """Metaclass that passes the keywords of a class on to `__init_subclass__`.

    msgspec's own metaclass accepts only its own keywords.
    """

    def __new__(
        mcls, name: str, bases: tuple[type, ...], body: dict[str, Any], frozen: bool = True, **keywords: Any
    ) -> Any:
        record_class: Any = super().__new__(
            mcls, name, bases, body, frozen=frozen, omit_defaults=True, forbid_unknown_fields=True
        )
        if keywords:
            record_class.__init_subclass__(**keywords)
        return record_class


@dataclass_transform(frozen_default=True)
class Record(msgspec.Struct, metaclass=_RecordClass, frozen=True):
    """Message class with a field for each annotation. Messages omit fields that have their defaults."""


def snake_case(name: str) -> str:
    """Return the name of a class in snake case."""
    return re.sub(r"\B([A-Z])", r"_\1", name).lower()


def to_json(value: Any, arrays: Arrays) -> Any:
    """Return a record, or a container of records, as JSON data.

    Arrays are appended to `arrays`; their positions there replace them. Phrases become the form that `unpacked` reads.
    """

    def encode(value: Any) -> Any:
        if isinstance(value, np.ndarray):
            arrays.append(value)
            return len(arrays) - 1
        if isinstance(value, Phrase):
            return packed(value)
        if isinstance(value, MappingProxyType):
            return {str(key): item for key, item in value.items()}
        if isinstance(value, str | int | float):  # an instance of a subclass, for example from numpy
            return next(kind(value) for kind in (str, int, float) if isinstance(value, kind))
        raise TypeError(type(value).__name__)

    return msgspec.to_builtins(value, enc_hook=encode)


def from_json(kind: type[_R], data: JsonValue, arrays: Arrays) -> _R:
    """Return the value of class `kind` that `to_json` wrote.

    Raises:
        ValueError: `data` is not such a value.
    """

    def array(index: Any) -> np.ndarray:
        if type(index) is not int or not 0 <= index < len(arrays):
            raise ValueError(np.ndarray, index)
        return arrays[index]

    def decode(kind: Any, data: Any) -> Any:
        if kind is np.ndarray:
            return array(data)
        if kind is Facts:
            return Facts.from_mapping(dict(msgspec.convert(data, list[tuple[str, Any]])))
        if get_origin(kind) is MappingProxyType:  # address -> text, number or array
            numbers = get_args(kind)[1] is int
            values: dict[str, Any] = msgspec.convert(data, dict[str, int] if numbers else dict[str, int | str])
            return MappingProxyType(
                {
                    parse(address): value if numbers or isinstance(value, str) else array(value)
                    for address, value in values.items()
                }
            )
        raise TypeError(kind)

    record = msgspec.convert(data, kind, dec_hook=decode)
    _check_problems(record)
    return record


def _check_problems(record: Any) -> None:
    """Raise ValueError if a problem has an unknown kind, or lacks facts that its text needs."""
    for name in getattr(record, "__struct_fields__", ()):
        value = getattr(record, name)
        for problem in value if isinstance(value, list | tuple) and value and isinstance(value[0], Problem) else ():
            try:
                str(problem)
            except Exception as error:
                raise ValueError(phrase("{} is not a known problem: {}", problem.kind, error)) from error
