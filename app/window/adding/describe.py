"""Descriptions of block types: HTML for panes, and plain text for tooltips."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from blockloom.app.canvas.scene.translation import documented, tr
from blockloom.app.window.widgets.style import Colours
from blockloom.blocks.catalogue.block_types import Attr, BlockType, Pin, is_symbol
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.page_types import CATEGORY
from blockloom.blocks.catalogue.parameters import page_of_type
from blockloom.blocks.document.fields import PREFIX, is_own


def pin_type(pin: Pin) -> str:
    """Return the type of a pin as a text: `DT_INT32`, `T`, `list of T`, `operation`."""
    what = pin.dtype or pin.type_attr or pin.type_list_attr
    what = what or ("" if pin.kind in ("tensor", "ref", "list") else pin.kind)
    if pin.list:
        return tr("list of {}").format(what) if what else tr("list")
    ref = pin.ref or pin.kind == "ref"
    return (tr("ref {}").format(what) if what else tr("ref")) if ref else what or pin.kind


def default_text(value: Any, type_: str = "") -> str:
    """Return a default value of the catalogue as a user would type it."""
    if isinstance(value, str):
        return value or '""'
    if value is None:
        return tr("unknown") if "shape" in type_ else ""
    return json.dumps(value)


def signature(type_: BlockType) -> str:
    """Return the signature of a type, such as `MatMul(a: T, b: T) -> product: T`."""
    inputs = ", ".join(f"{p.name}: {pin_type(p)}" + (f" = {p.default}" if p.default else "") for p in type_.inputs)
    outputs = ", ".join(f"{p.name}: {pin_type(p)}" for p in type_.outputs)
    nothing = tr("operation")
    return f"{type_.title}({inputs}) -> {outputs or nothing}"


def attr_line(attr: Attr, inferred: bool = False) -> str:
    """Return an attr as a line such as `transpose_a: bool = false`, with its allowed values."""
    line = f"{attr.name}: {attr.type}"
    if inferred:
        line += " " + tr("(follows from the wires)")
    elif not attr.required:
        line += f" = {default_text(attr.default, attr.type)}"
    if attr.unit:
        line += f" {attr.unit}"
    if attr.allowed and attr.type not in ("bool", "type", "list(type)"):
        line += "  {" + ", ".join(default_text(a) for a in attr.allowed) + "}"
    return line


def title_of(catalogue: Catalogue, name: str) -> str:
    """Return the title of a type."""
    return name.partition("#")[2] if name in catalogue.libraries else catalogue.entries[name].get("title") or name


def origin(catalogue: Catalogue, name: str) -> str:
    """Return the origin of a type: a library, the document or TensorFlow."""
    if name in catalogue.libraries:
        return tr("library {0}").format(catalogue.libraries[name][0])
    if page_of_type(name):
        return category_of(CATEGORY)
    return "enuSpace" if is_symbol(name) else "Blockloom" if is_own(name) else "TensorFlow"


def distinct(catalogue: Catalogue, name: str) -> str:
    """Return the title of a type, and its origin if other types have the same title."""
    title = title_of(catalogue, name)
    if name in catalogue.libraries:
        return f"{title} ({catalogue.libraries[name][0]})"
    if page_of_type(name) and (title in catalogue.base.entries or PREFIX + title in catalogue.base.entries):
        return tr("{} (page)").format(title)
    if is_symbol(name):
        return tr("{} (enuSpace)").format(title)
    return tr("{} (TensorFlow)").format(title) if PREFIX + title in catalogue.entries and title == name else title


def category_of(category: str) -> str:
    """Return the translation of a category of block types."""
    return {
        "Array": tr("Array"),
        "Boosted trees": tr("Boosted trees"),
        "Audio": tr("Audio"),
        "CPU and GPU kernels": tr("CPU and GPU kernels"),
        "Control flow": tr("Control flow"),
        "Custom ops": tr("Custom ops"),
        "Data flow": tr("Data flow"),
        "Dataset": tr("Dataset"),
        "Distributed": tr("Distributed"),
        "Files": tr("Files"),
        "Functions": tr("Functions"),
        "Image": tr("Image"),
        "Internal": tr("Internal"),
        "Libraries": tr("Libraries"),
        "Linear algebra": tr("Linear algebra"),
        "Logging and debug": tr("Logging and debug"),
        "Lookup tables": tr("Lookup tables"),
        "Math": tr("Math"),
        "Monitors": tr("Monitors"),
        "Neural network": tr("Neural network"),
        "Other": tr("Other"),
        "Parsing": tr("Parsing"),
        "Quantization": tr("Quantization"),
        "Ragged": tr("Ragged"),
        "Random": tr("Random"),
        "Script": tr("Script"),
        "Signal": tr("Signal"),
        "Sparse": tr("Sparse"),
        "State": tr("State"),
        "String": tr("String"),
        "Tensor lists": tr("Tensor lists"),
        "This document": tr("This document"),
        "Training": tr("Training"),
    }.get(category, category)


def devices_of(type_: BlockType) -> str:
    """Return the devices with a kernel, or a text if there is none."""
    return ", ".join(type_.devices) or (
        tr("CPU reference if there is no TPU") if type_.reference else tr("no kernel in this TensorFlow")
    )


def type_html(catalogue: Catalogue, name: str, colours: Colours, back: str = "") -> str:
    """Return the description pane: signature, deprecation, devices, documentation, pins and attributes.

    Ops in the text are links (`op:NAME`), and so is `back`, the type that was described before.
    """
    from blockloom.blocks.catalogue import op_docs

    type_ = catalogue[name]

    def resolve(reference: str) -> str | None:
        op = catalogue.op_of(reference)
        return op if op != type_.op else None

    parts = [f"<p><a href='op:{escape(back)}'>← {escape(catalogue[back].title)}</a></p>"] if back in catalogue else []
    parts.append(f"<p style='color:{colours.blue}'><b>{escape(signature(type_))}</b></p>")
    if type_.deprecated:
        parts.append(
            f"<p style='color:{colours.error}'>" + tr("Deprecated: {}").format(escape(type_.deprecated)) + "</p>"
        )
    devices = devices_of(type_)
    name_before = f"{type_.name} · " if type_.name != type_.title else ""
    facts = name_before + category_of(type_.category) + " · " + tr("devices: {}").format(devices)
    parts.append(f"<p style='color:{colours.dim}'>{escape(facts)}</p>")
    nothing = (
        tr("This page has no description. The text of its topmost note is shown here.")
        if page_of_type(name)
        else tr("TensorFlow has no documentation of this op.")
    )
    parts.append(op_docs.as_html(documented(type_.doc) or nothing, resolve))
    inferred = type_.inferred
    for title, rows in (
        (tr("Inputs"), [(f"{p.name}: {pin_type(p)}", documented(p.doc)) for p in type_.inputs]),
        (tr("Attributes"), [(attr_line(a, a.name in inferred), documented(a.doc)) for a in type_.attrs]),
        (tr("Outputs"), [(f"{p.name}: {pin_type(p)}", documented(p.doc)) for p in type_.outputs]),
    ):
        if rows:
            parts.append(f"<p style='color:{colours.gold}'><b>{title}</b></p>")
            parts += [
                f"<p><code>{escape(head)}</code>{'<br>' + op_docs.inline(doc, resolve) if doc else ''}</p>"
                for head, doc in rows
            ]
    return "".join(parts)


def link(url: QUrl) -> str:
    """Return the type that a link in a description leads to; "" for a web page, which opens in the browser."""
    if url.scheme() == "op":
        return url.path()
    if url.scheme() in ("http", "https"):
        QDesktopServices.openUrl(url)
    return ""


def plain(text: str) -> str:
    """Return TensorFlow's text without its markup."""
    from blockloom.blocks.catalogue import op_docs

    return op_docs.as_text(text)


def doc_tooltip(text: str) -> str:
    """Return TensorFlow's text as a tooltip."""
    return tooltip(plain(text[:2000]))


def tooltip(text: str) -> str:
    """Return a text as a tooltip that wraps and is not too long."""
    short = text if len(text) <= 600 else text[:600].rsplit(" ", 1)[0] + " …"
    return f"<qt>{escape(short)}</qt>" if short else ""
