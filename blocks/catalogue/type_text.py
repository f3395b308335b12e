"""Text description of a block type."""

from __future__ import annotations

import json
import textwrap

from blockloom.blocks.catalogue.block_types import Attr, BlockType, Pin


def full_text(kind: BlockType) -> str:
    """Return the devices, pins, attrs and documentation of a block type as lines of English."""
    none = "CPU reference where no TPU is" if kind.reference else "no kernel is registered in this build of TensorFlow"
    lines = [kind.name, f"  category: {kind.category}", f"  devices:  {', '.join(kind.devices) or none}"]
    if kind.deprecated:
        lines.append(f"  deprecated: {kind.deprecated}")
    for title, pins in (("inputs", kind.inputs), ("outputs", kind.outputs)):
        lines += ["", f"  {title}:" if pins else f"  {title}: none"]
        for pin in pins:
            lines += _entry(pin.name, _pin_type(pin), pin.doc)
    lines += ["", "  attributes:" if kind.attrs else "  attributes: none"]
    for attr in kind.attrs:
        lines += _entry(attr.name, _attr_type(attr), attr.doc)
    if kind.doc:
        lines += ["", *("  " + line if line else "" for line in kind.doc.splitlines())]
    return "\n".join(lines)


def _entry(name: str, about: str, doc: str) -> list[str]:
    return [f"    {name}: {about}", *textwrap.wrap(doc, 100, initial_indent="        ", subsequent_indent="        ")]


def _pin_type(pin: Pin) -> str:
    dtype = pin.dtype or pin.type_attr or pin.type_list_attr or ""
    if pin.list:
        return f"list of {dtype or 'outputs'}" + (f" ({pin.number_attr} of them)" if pin.number_attr else "")
    # An untyped pin of a composite takes any output.
    kind = {"tensor": "" if dtype else "tensor", "list": "output"}.get(pin.kind, pin.kind)
    return " ".join(filter(None, (kind, dtype))) + (f" = {pin.default}" if pin.default else "")


def _attr_type(attr: Attr) -> str:
    text = attr.type
    if attr.required:
        text += ", required"
    elif attr.default is not None:
        text += f" = {json.dumps(attr.default)}"
    if attr.minimum is not None:
        text += f", at least {attr.minimum}"
    if attr.allowed:
        text += f", one of {', '.join(map(str, attr.allowed))}"
    return text
