"""`blockloom ops`: the catalogue of block types."""

from __future__ import annotations

import argparse
import json
import shutil
import textwrap

from blockloom.blocks.catalogue.block_types import Attr, BlockType, Pin
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.text.terminal import DONE, FAILED, json_line, print_results, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add QUERY and the options of the command."""
    parser.add_argument(
        "query",
        nargs="*",
        metavar="QUERY",
        help="a block type, or words to search for; lists all types by default",
    )
    parser.add_argument("--format", choices=("table", "json"), default="table")


def run(args: argparse.Namespace) -> int:
    """Print one type in full, or the types that fit the query; return 1 if none does."""
    from blockloom.runtime.worker.client import ensure_catalogue
    from blockloom.runtime.worker.errors import WorkerDied, WorkerError

    try:
        catalogue = ensure_catalogue()
    except (WorkerDied, WorkerError) as error:
        say(f"blockloom: TensorFlow's ops could not be read: {error}")
        return FAILED
    query = " ".join(args.query)
    names = [query] if query in catalogue else catalogue.search(query)
    if not names:
        say(f"blockloom: no block type fits {query!r}")
        return FAILED
    if args.format == "json":
        entries = json.dumps([catalogue.entries[name] for name in names])
        print_results(
            json_line(json.loads(entries, parse_constant=lambda name: str(float(name))))
        )  # JSON has no infinity, so an infinite default is "inf"
    else:
        print_results((full_text(catalogue[query]) if names == [query] else _list(catalogue, names)) + "\n")
    return DONE


def _list(catalogue: Catalogue, names: list[str]) -> str:
    width = shutil.get_terminal_size((120, 24)).columns
    longest = min(max(map(len, names)), 44)
    lines = []
    for name in names:
        entry = catalogue.entries[name]
        summary = " ".join((entry.get("doc") or "").partition("\n\n")[0].split())
        lines.append(f"{name:{longest}}  {entry['category']:22}  {summary}"[:width].rstrip())
    return "\n".join(lines)


def full_text(kind: BlockType) -> str:
    """Return the devices, pins, attrs and documentation of a block type as lines of English."""
    none = (
        "CPU reference if there is no TPU" if kind.reference else "no kernel is registered in this build of TensorFlow"
    )
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
    # An untyped pin of a composite block accepts any output.
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
