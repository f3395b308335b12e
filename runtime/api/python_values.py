"""Values of pins and attributes as Python objects, and as the texts that the window shows."""

from __future__ import annotations

import os
from collections.abc import Iterable
from operator import index
from typing import Any

import numpy as np

from blockloom.blocks.catalogue.block_types import Attr, Pin
from blockloom.blocks.document.literal_cache import Find, Value, read_attr, read_tensor, read_tensors
from blockloom.blocks.files.feeds import feed_array
from blockloom.blocks.from_graph.value_texts import attr_text, list_text, spelled_text, tensor_text
from blockloom.blocks.infer.page_uses import function_text
from blockloom.blocks.operations import normalize_value
from blockloom.blocks.operations.array_files import convert_array
from blockloom.blocks.values.dtypes import dtype_name, dtypes_like
from blockloom.blocks.values.literals import ValueSyntaxError
from blockloom.blocks.weights.weight_format import WeightsError

LARGE = 1000  # arrays with more elements are stored as weights of the document
# The dtypes that `tf.as_dtype` returns for Python types.
_PYTHON_DTYPES: dict[object, str] = {float: "DT_FLOAT", int: "DT_INT64", bool: "DT_BOOL", str: "DT_STRING"}


def value_text(pin: Pin | Attr, value: Any, dtype: str | None) -> str | np.ndarray:
    """Return the text of a value, or the array itself if it is too large for one.

    Args:
        pin: The input or attribute that gets the value.
        value: A text as it is typed in the window, a number, a list, an array, a dtype, a shape, or a page.
        dtype: The dtype that a tensor has to have, if it is known.

    Raises:
        ValueError: The value does not fit.
    """
    if isinstance(value, str) and not (isinstance(pin, Attr) and pin.type in ("type", "func")):
        return normalize_value(pin, value)
    type_ = pin.type if isinstance(pin, Attr) else "list(tensor)" if pin.list else "tensor"
    try:
        if type_ == "tensor":
            return _tensor(value, dtype)
        if type_ == "list(tensor)":
            texts = [_tensor(item, None) for item in _items(value)]
            if any(not isinstance(text, str) for text in texts):
                raise ValueError(f"a list takes arrays of at most {LARGE} elements: wire Const blocks instead")
            return list_text([str(text) for text in texts])
        converted = (
            [_item(type_[5:-1], item) for item in _items(value)] if type_.startswith("list(") else _item(type_, value)
        )
        if type_ == "list(func)":
            return function_text(type_, converted)
        return attr_text(type_, converted) or ""
    except (TypeError, ValueError, OverflowError) as error:
        what = "does not fit" if "tensor" in type_ else f"is not {_wanted(type_)}"
        raise ValueError(f"{_shown(value)} {what}: {error}") from None


def python_value(pin: Pin | Attr, text: str | None, find: Find) -> Any:
    """Return the Python value of a text: an array for a tensor, a number, a text, or a list.

    Returns the text itself if it is not a value, or depends on parameters of the page. Without a text, returns the
    default of an attribute, else None.
    """
    if text is None:
        return pin.default if isinstance(pin, Attr) else None
    try:
        if isinstance(pin, Attr) and pin.type not in ("tensor", "list(tensor)"):
            return _read(read_attr(text, pin.type), pin.type)
        if pin.type == "list(tensor)" if isinstance(pin, Attr) else pin.list:
            return [value.array for value in read_tensors(text, None, find)]
        return read_tensor(text, pin.dtype if isinstance(pin, Pin) else None, find).array
    except (ValueSyntaxError, WeightsError):
        return text


def _read(value: Any, type_: str) -> Any:
    if type_.startswith("list("):
        return [_read(item, type_[5:-1]) for item in value]
    if type_ == "shape" and value is not None:
        return [None if size == -1 else size for size in value]
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else value


def _tensor(value: Any, dtype: str | None) -> str | np.ndarray:
    array = feed_array(value)
    if array.dtype != object and dtype is not None and dtype != "DT_STRING":
        array = convert_array(array, dtype, None)
    if array.dtype != object and array.size > LARGE:
        return array
    text = spelled_text(array) if dtype is None or array.dtype == object else tensor_text(Value(array, dtype))
    return array if text is None else text


def _items(value: Any) -> list[Any]:
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise ValueError("give a list")
    return [*value]


def _item(type_: str, value: Any) -> Any:
    """Return the value of an attribute of this type as `attr_text` takes it. Raises ValueError and TypeError."""
    if type_ == "type":
        return _dtype(value)
    if type_ == "shape":
        return _shape(value)
    if type_ == "int":
        return index(value)
    if type_ == "float":
        return float(value)
    if type_ == "bool":
        if not isinstance(value, bool | np.bool_):
            raise ValueError("give True or False")
        return bool(value)
    if type_ == "string":
        return os.fspath(value)
    return str(getattr(value, "name", value))  # the name of a page


def _dtype(value: Any) -> str:
    """Return the name of a dtype of TensorFlow, numpy or Python. Raises ValueError."""
    name = _PYTHON_DTYPES.get(value) if isinstance(value, type) else None
    if name is None:
        text = value if isinstance(value, str) else getattr(value, "name", None)
        if text is None:
            try:
                text = np.dtype(value).name
            except TypeError:
                text = ""
        name = dtype_name(text)
        if name is None:
            near = dtypes_like(text)
            raise ValueError(f"did you mean {near[0]}?" if near else "such as 'float32'")
    return name


def _shape(value: Any) -> list[int] | None:
    """Return the sizes of a shape, -1 for an unknown one; None if its rank is unknown."""
    if hasattr(value, "as_list"):  # for a tf.TensorShape
        value = None if value.rank is None else value.as_list()
    if value is None:
        return None
    sizes = value if isinstance(value, Iterable) and not isinstance(value, str) else [value]
    return [-1 if size is None else index(size) for size in sizes]


def _shown(value: Any) -> str:
    text = f"{value!r}".split("\n")[0]
    return text if len(text) <= 60 else f"{text[:57]}..."


def _wanted(type_: str) -> str:
    if type_.startswith("list("):
        return f"a list: {_wanted(type_[5:-1])} each"
    known = {
        "type": "a dtype",
        "shape": "a shape, such as [None, 3]",
        "int": "an integer",
        "float": "a number",
        "bool": "True or False",
        "string": "a text",
        "func": "a page",
    }
    return known.get(type_, type_)
