"""What a block type is, as HTML for the panes and as plain text for tooltips."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

from PySide6.QtCore import QCoreApplication

from app.window.style import Look
from blocks.catalogue import Attr, BlockType, Pin


def tr(text: str) -> str:
    return QCoreApplication.translate("describe", text)


def pin_type(pin: Pin) -> str:
    """`DT_INT32`, `T`, `list of T`, `operation`: what a pin carries."""
    what = pin.dtype or pin.type_attr or pin.type_list_attr
    what = what or ("" if pin.kind in ("tensor", "ref", "list") else pin.kind)
    if pin.list:
        return tr("list of {}").format(what) if what else tr("list")
    ref = pin.ref or pin.kind == "ref"
    return (tr("ref {}").format(what) if what else tr("ref")) if ref else what or pin.kind


def shown(value: Any, type_: str = "") -> str:
    """A default value of the catalogue as a user would type it."""
    if isinstance(value, str):
        return value or '""'
    if value is None:
        return tr("unknown") if "shape" in type_ else ""
    return json.dumps(value)


def signature(type_: BlockType) -> str:
    """`MatMul(a: T, b: T) -> product: T`."""
    inputs = ", ".join(f"{p.name}: {pin_type(p)}" + (f" = {p.default}" if p.default else "") for p in type_.inputs)
    outputs = ", ".join(f"{p.name}: {pin_type(p)}" for p in type_.outputs)
    return f"{type_.title}({inputs}) -> {outputs or tr('operation')}"


def attr_line(attr: Attr, inferred: bool = False) -> str:
    """`transpose_a: bool = false`, with what is allowed."""
    line = f"{attr.name}: {attr.type}"
    if inferred:
        line += " " + tr("(follows from the wires)")
    elif not attr.required:
        line += f" = {shown(attr.default, attr.type)}"
    if attr.allowed and attr.type not in ("bool", "type", "list(type)"):
        line += "  {" + ", ".join(shown(a) for a in attr.allowed) + "}"
    return line


def prose(text: str) -> str:
    """TensorFlow's documentation, which is nearly Markdown, as HTML."""
    parts = []
    for number, piece in enumerate(re.split(r"^ *```.*$", text, flags=re.M)):
        if number % 2:
            parts.append(f"<pre>{escape(piece.strip())}</pre>")
            continue
        for paragraph in re.split(r"\n\s*\n", piece):
            if paragraph.strip():
                lines = escape(re.sub(r"\s*\n\s*(?=(?:\d+\.|[*-]) )", "\0", paragraph.strip()))
                flowed = "<br>".join(" ".join(item.split()) for item in lines.split("\0"))
                parts.append("<p>" + re.sub(r"`([^`]+)`", r"<code>\1</code>", flowed) + "</p>")
    return "".join(parts)


def devices_of(type_: BlockType) -> str:
    """The devices with a kernel, or what is there instead."""
    return ", ".join(type_.devices) or (tr("CPU reference where no TPU is") if type_.reference
                                        else tr("no kernel in this TensorFlow"))


def type_html(type_: BlockType, look: Look) -> str:
    """The description pane: signature, deprecation, devices, documentation, pins and attributes."""
    parts = [f"<p style='color:{look.blue}'><b>{escape(signature(type_))}</b></p>"]
    if type_.deprecated:
        parts.append(f"<p style='color:{look.error}'>{tr('Deprecated:')} {escape(type_.deprecated)}</p>")
    devices = devices_of(type_)
    name = f"{type_.name} · " if type_.name != type_.title else ""
    facts = f"{name}{type_.category} · {tr('devices:')} {devices}"
    parts.append(f"<p style='color:{look.dim}'>{escape(facts)}</p>")
    parts.append(prose(type_.doc or tr("TensorFlow ships no text for this op.")))
    inferred = type_.inferred
    for title, rows in ((tr("Inputs"), [(f"{p.name}: {pin_type(p)}", p.doc) for p in type_.inputs]),
                        (tr("Attributes"), [(attr_line(a, a.name in inferred), a.doc) for a in type_.attrs]),
                        (tr("Outputs"), [(f"{p.name}: {pin_type(p)}", p.doc) for p in type_.outputs])):
        if rows:
            parts.append(f"<p style='color:{look.gold}'><b>{title}</b></p>")
            parts += [f"<p><code>{escape(head)}</code>{'<br>' + escape(doc) if doc else ''}</p>" for head, doc in rows]
    return "".join(parts)


def tooltip(text: str) -> str:
    """A text as a tooltip that wraps and is not too long."""
    short = text if len(text) <= 600 else text[:600].rsplit(" ", 1)[0] + " ..."
    return f"<qt>{escape(short)}</qt>" if short else ""
