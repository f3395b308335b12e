"""JSON form of edits, for journals and pipes.

    {"SetValue": {"page": "main", "block": "TAKE", "pin": "num_required", "text": "2"}}

An edit, and a frame or note in a field that takes either, is {its class: its fields}; any other NamedTuple is its
fields. Fields with their default value are omitted. The annotations of the class define the fields and which values are
read.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from blockloom.blocks.edits import AnyEdit, CompositeEdit, Edit, Reinsert, flatten_edits
from blockloom.blocks.edits.edit_rules import EditError
from blockloom.blocks.text.phrases import Json, phrase

_LARGEST = 2**53  # largest whole number that every JSON reader reads exactly
# Edits in journals of older versions -> the field that each sets, and the key of its values.
_FORMER = {"Paint": ("color", "colors"), "SetMode": ("mode", "modes"), "SetPause": ("pause", "pauses")}
_NONE = object()  # marks a field without a default


def to_json(edit: Edit) -> Json:
    """Return an edit as JSON data, which `from_json` reads."""
    return _written(AnyEdit)(_plain(edit))


def from_json(data: Any) -> Edit:
    """Return the edit that `to_json` wrote, also in format 1 of journals, where fields are lists.

    Raises:
        EditError: The data are not an edit.
    """
    try:
        return _read(AnyEdit)(data)
    except RecursionError:
        raise EditError(phrase("not an edit: it is nested too deeply")) from None
    except EditError as error:
        raise EditError(phrase("not an edit: {}", error)) from None


def _plain(edit: Edit) -> Edit:
    """Return an equal edit without Reinsert, and with the parts of nested composite edits in one row."""
    if isinstance(edit, CompositeEdit):
        return CompositeEdit(tuple(map(_plain, flatten_edits(edit))))
    return edit.insert() if isinstance(edit, Reinsert) else edit


@cache
def _fields(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, localns={"Edit": AnyEdit})


def _choices(kind: Any) -> dict[str, Any]:
    """Return the types of a union by name."""
    return {one.__name__: one for one in get_args(kind) if one is not types.NoneType}


@cache
def _written(kind: Any) -> Callable[[Any], Any]:
    """Return the function that converts values of a type to JSON."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        if len(_choices(kind)) > 1:
            return _written_choice
        return lambda value: None if value is None else _written(parts[0])(value)
    if origin is tuple:
        ones = [parts[0]] if parts[-1] is ... else parts
        return lambda value: [_written(ones[i % len(ones)])(item) for i, item in enumerate(value)]
    if origin is Mapping:
        return lambda value: {name: _written(parts[1])(item) for name, item in value.items()}
    return _written_fields(kind) if hasattr(kind, "_fields") else lambda value: value


def _written_choice(value: Any) -> Json:
    kind: Any = type(value)
    return {kind.__name__: _written(kind)(value)}


@cache
def _plan(kind: Any) -> tuple[tuple[Any, ...], list[tuple[str, Callable[[Any], Any]]]]:
    """Return the defaults of all fields, and functions that write those that JSON cannot store as they are."""
    return (
        tuple(kind._field_defaults.get(name, _NONE) for name in kind._fields),
        [
            (name, _written(of))
            for name, of in _fields(kind).items()
            if not (of in _SIMPLE or get_origin(of) is Mapping and get_args(of)[1] in _SIMPLE)
        ],
    )


def _written_fields(kind: Any) -> Callable[[Any], Json]:
    def write(value: Any) -> Json:  # a fast path, since a paste may add ten thousand blocks
        defaults, writers = _plan(kind)
        found = {name: item for name, item, default in zip(kind._fields, value, defaults) if item != default}
        for name, write_ in writers:
            if name in found:
                found[name] = write_(found[name])
        return found

    return write


@cache
def _read(kind: Any) -> Callable[[Any], Any]:
    """Return the function that reads a value of a type from JSON. It raises EditError or RecursionError."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        choices = _choices(kind)
        return _one_of(choices) if len(choices) > 1 else lambda data: None if data is None else _read(parts[0])(data)
    if origin is tuple:
        return _row(parts)
    if origin is Mapping:
        return _mapping(parts[1])
    return _named(kind) if hasattr(kind, "_fields") else _SIMPLE[kind]


def _one_of(choices: dict[str, Any]) -> Callable[[Any], Any]:
    def read(data: Any) -> Any:
        if isinstance(data, list) and data:  # an edit in format 1
            name, fields = data[0], data[1:]
            if name == "Replace" and len(fields) == 3 and isinstance(fields[1], str):
                fields = [fields[0], {fields[1]: fields[2]}]
        elif isinstance(data, dict) and len(data) == 1:
            ((name, fields),) = data.items()
        else:
            raise _wrong(data, phrase("an object with one key, the name of an edit"))
        if name == "Many":  # the name of CompositeEdit in journals of versions up to 0.3
            name = CompositeEdit.__name__
        if isinstance(name, str) and name in _FORMER:
            name, fields = "SetField", _set_field(*_FORMER[name], fields)
        if not isinstance(name, str) or name not in choices or choices[name] is Reinsert:
            raise EditError(phrase("there is no edit {!r:.40}", name))
        edit = _read(choices[name])(fields)
        return _plain(edit) if isinstance(edit, CompositeEdit) else edit

    return read


def _set_field(field: str, key: str, fields: Any) -> Any:
    """Return the fields of a SetField, from the edit that older journals have for this field."""
    if isinstance(fields, list):
        fields = dict(zip(("page", key), fields))
    if not isinstance(fields, dict):
        return fields
    return {"field": field} | {"values" if name == key else name: value for name, value in fields.items()}


def _row(parts: tuple[Any, ...]) -> Callable[[Any], tuple[Any, ...]]:
    def read(data: Any) -> tuple[Any, ...]:
        if not isinstance(data, list) or (parts[-1] is not ... and len(data) != len(parts)):
            raise _wrong(data, phrase("a list") if parts[-1] is ... else phrase("a list of {} elements", len(parts)))
        if parts[-1] is ...:
            one = _read(parts[0])
            return tuple([one(item) for item in data])
        return tuple([_read(part)(item) for part, item in zip(parts, data)])

    return read


def _mapping(of: Any) -> Callable[[Any], Json]:
    def read(data: Any) -> Json:
        if not isinstance(data, dict):
            raise _wrong(data, phrase("an object"))
        one = _read(of)
        return {_text(name): one(item) for name, item in data.items()}

    return read


@cache
def _readers(kind: Any) -> dict[str, Callable[[Any], Any]]:
    return {name: _read(of) for name, of in _fields(kind).items()}


def _named(kind: Any) -> Callable[[Any], Any]:
    def read(data: Any) -> Any:
        readers = _readers(kind)
        if isinstance(data, list) and len(data) <= len(readers):  # an edit in format 1
            data = dict(zip(readers, data))
        if not isinstance(data, dict):
            raise _wrong(data, phrase("the fields of a {}", kind.__name__))
        fields = {}
        for name, item in data.items():
            if name not in readers:
                raise EditError(phrase("{} has no field {!r:.40}", kind.__name__, name))
            try:
                fields[name] = readers[name](item)
            except EditError as error:
                raise EditError(phrase("{}: {}", name, error)) from None
        missing = next((name for name in readers if name not in fields and name not in kind._field_defaults), None)
        if missing is not None:
            raise EditError(phrase("{} is missing its {}", kind.__name__, missing))
        return kind(**fields)

    return read


def _text(data: Any) -> str:
    if not isinstance(data, str):
        raise _wrong(data, phrase("a text"))
    # Half a surrogate pair, which no file can contain, becomes a ? here as in a saved document.
    return data if data.isascii() else data.encode("utf-8", "replace").decode("utf-8")


def _flag(data: Any) -> bool:
    if not isinstance(data, bool):
        raise _wrong(data, phrase("true or false"))
    return data


def _whole(data: Any) -> int:
    if type(data) is not int or not -_LARGEST <= data <= _LARGEST:
        raise _wrong(data, phrase("a whole number"))
    return data


def _number(data: Any) -> float:
    if type(data) not in (int, float) or not -_LARGEST <= data <= _LARGEST:  # this also refuses NaN
        raise _wrong(data, phrase("a number"))
    return data


def _side(data: Any) -> Any:
    """Return a side of a conflict: see `is_side`."""
    if isinstance(data, list):
        return tuple(map(_side, data))
    return _text(data) if isinstance(data, str) else data if data is None or isinstance(data, bool) else _number(data)


_SIMPLE: dict[Any, Callable[[Any], Any]] = {str: _text, bool: _flag, int: _whole, float: _number, Any: _side}


def _wrong(data: Any, wanted: str) -> EditError:
    shown = repr(data) if isinstance(data, str | int | float | None) else type(data).__name__
    return EditError(phrase("{:.40} is not {}", shown, wanted))
