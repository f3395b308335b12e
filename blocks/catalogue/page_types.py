"""Pages as block types: the page NAME of a document is the type `page:NAME`.

Its pins are the ids of its Arg and Retval blocks, its attrs those of its Parameter blocks. An Arg or Retval whose dtype
is `=NAME`, a parameter of the type `type`, has the dtype that is typed for this or wired.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from blockloom.blocks.catalogue import dataset_types, tensor_shapes
from blockloom.blocks.catalogue.block_types import Attr, BlockType, Pin
from blockloom.blocks.catalogue.dataset_types import RetvalType
from blockloom.blocks.catalogue.parameters import PREFIX, Signature, about, names_in
from blockloom.blocks.catalogue.tensor_shapes import ShapeInference
from blockloom.blocks.document.literal_cache import read_attr
from blockloom.blocks.document.pages import TENSOR, Block, Page
from blockloom.blocks.values.grammar import ValueSyntaxError

CATEGORY = "This document"


def retval_type(retval: Block, inference: ShapeInference | None) -> RetvalType:
    """Return the dtype, shape and element of a Retval by the inference of its page; unknown without one."""
    if inference is None:
        return RetvalType(None, None, None)
    wire = next(iter(inference.page.into.get(retval.id, {}).get("input", ())), None)
    return RetvalType(
        _output(inference, retval),
        tensor_shapes.output_shape(inference, retval.id, "output"),
        dataset_types.element(inference, wire.source, wire.source_pin) if wire is not None else None,
    )


def _output(inference: ShapeInference, retval: Block) -> str | None:
    dtype = inference.dtype(retval.id, "output")
    return dtype if isinstance(dtype, str) else None


def page_type(page: Page, signature: Signature, infer: Callable[[Page], ShapeInference | None]) -> BlockType:
    """Return the block type of a page: Args are its inputs, Retvals its outputs, Parameters its attrs.

    `infer` is called only if the dtype of a Retval depends on it.
    """
    attrs = tuple(map(_attr, signature.parameters))
    types = {attr.name for attr in attrs if attr.type == "type"}
    inputs = tuple(
        Pin(
            arg.id,
            TENSOR,
            *_dtype(arg, types),
            optional="default" in arg.values,
            doc=arg.values.get("label", ""),
            default=arg.values.get("default", ""),
        )
        for arg in signature.args
    )
    inferred = None
    outputs = []
    for retval in signature.retvals:
        dtype, type_attr = _dtype(retval, types)
        if not (dtype or type_attr or types):
            inferred = inferred or infer(page)
            known = inferred.known.get(retval.id) if inferred is not None else None
            dtype = known.attrs.get("dtype") if known is not None else None
        outputs.append(Pin(retval.id, TENSOR, dtype, type_attr, doc=retval.values.get("label", "")))
    return BlockType(
        PREFIX + page.name, page.name, None, CATEGORY, inputs, tuple(outputs), attrs, ("CPU",), about(page), "", False
    )


def _attr(parameter: Block) -> Attr:
    type_ = parameter.values.get("type", "float")
    required = "default" not in parameter.values
    default = None
    if not required and type_ != "tensor":
        try:
            default = _plain(read_attr(parameter.values["default"], type_))
        except ValueSyntaxError:
            # For a default that depends on parameters, see parameters.parameter_values.
            required = not parameter.values["default"].startswith("=")
    unit, label = parameter.values.get("unit", ""), parameter.values.get("label", "")
    return Attr(parameter.id, type_, default, None, None, required, label, unit)


def _plain(value: Any) -> Any:
    """Return a value as a default of the catalogue: JSON with texts in place of bytes."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else value


def _dtype(block: Block, types: set[str]) -> tuple[str | None, str | None]:
    """Return the dtype of an Arg or Retval, and the parameter that decides it; at most one is set."""
    text = block.values.get("dtype", "")
    names = names_in(text) & types
    if names:
        return None, next(iter(names))
    try:
        return (read_attr(text, "type") if text else None), None
    except ValueSyntaxError:
        return None, None
