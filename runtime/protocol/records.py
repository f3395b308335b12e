"""Classes of messages: msgspec writes their fields as JSON with arrays beside it, and checks them as it reads them."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, TypeVar, dataclass_transform, get_args, get_origin

import msgspec
import numpy as np

from blockloom.blocks.document.addresses import parse
from blockloom.blocks.problems import Facts, Problem
from blockloom.blocks.text.phrases import Phrase, packed, phrase

Arrays = list[np.ndarray]
JsonValue = Any  # what json.loads gives, where no class says more
_R = TypeVar("_R")


class _RecordClass(msgspec.StructMeta):
    """Hands the keywords of a class on to `__init_subclass__`: the class of msgspec takes none but its own."""

    def __new__(
        mcls, name: str, bases: tuple[type, ...], body: dict[str, Any], frozen: bool = True, **keywords: Any
    ) -> Any:
        made: Any = super().__new__(
            mcls, name, bases, body, frozen=frozen, omit_defaults=True, forbid_unknown_fields=True
        )
        if keywords:
            made.__init_subclass__(**keywords)
        return made


@dataclass_transform(frozen_default=True)
class Record(msgspec.Struct, metaclass=_RecordClass, frozen=True):
    """A class with a field for each annotation. A message leaves out a field that has its default."""


def to_json(value: Any, arrays: Arrays) -> Any:
    """Return a record, or what has records in it, as JSON data. Its arrays go to the end of `arrays`, and their
    positions there stand for them. Phrases become what `unpacked` reads.
    """

    def one(value: Any) -> Any:
        if isinstance(value, np.ndarray):
            arrays.append(value)
            return len(arrays) - 1
        if isinstance(value, Phrase):
            return packed(value)
        if isinstance(value, MappingProxyType):
            return {str(key): item for key, item in value.items()}
        if isinstance(value, str | int | float):  # of a class of its own, as numpy has them
            return next(kind(value) for kind in (str, int, float) if isinstance(value, kind))
        raise TypeError(type(value).__name__)

    return msgspec.to_builtins(value, enc_hook=one)


def from_json(kind: type[_R], data: JsonValue, arrays: Arrays) -> _R:
    """Return the value of a class that `to_json` wrote. Raises ValueError for anything else."""

    def array(place: Any) -> np.ndarray:
        if type(place) is not int or not 0 <= place < len(arrays):
            raise ValueError(np.ndarray, place)
        return arrays[place]

    def one(kind: Any, data: Any) -> Any:
        if kind is np.ndarray:
            return array(data)
        if kind is Facts:
            return Facts.from_mapping(dict(msgspec.convert(data, list[tuple[str, Any]])))
        if get_origin(kind) is MappingProxyType:  # by addresses: texts, numbers, or arrays
            numbers = get_args(kind)[1] is int
            values: dict[str, Any] = msgspec.convert(data, dict[str, int] if numbers else dict[str, int | str])
            return MappingProxyType(
                {
                    parse(at): value if numbers or isinstance(value, str) else array(value)
                    for at, value in values.items()
                }
            )
        raise TypeError(kind)

    made = msgspec.convert(data, kind, dec_hook=one)
    _check_problems(made)
    return made


def _check_problems(record: Any) -> None:
    """Raise ValueError if a problem has an unknown kind, or lacks facts that its text needs."""
    for name in getattr(record, "__struct_fields__", ()):
        found = getattr(record, name)
        for problem in found if isinstance(found, list | tuple) and found and isinstance(found[0], Problem) else ():
            try:
                str(problem)
            except Exception as error:
                raise ValueError(phrase("{} is not a known problem: {}", problem.kind, error)) from error
