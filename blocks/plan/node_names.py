"""Names of nodes. All are reserved before the first op exists, since TensorFlow renames duplicates."""

from __future__ import annotations

import re
from collections.abc import Mapping

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.document import scopes
from blockloom.blocks.document.addresses import Address, address
from blockloom.blocks.document.pages import OPERATION, Block, Page

_NODE_NAME = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\-/]*")


def node_names(page: Page, scope: str = "") -> dict[str, str]:
    """Return a unique node name for every block, by id: its own, or the id in the scopes of its frames.

    All names are below `scope`, if one is given.
    """
    given = {block.id: block.names for block in page.blocks.values() if block.names}
    taken = {scoped(name, scope) for names in given.values() for name in names.values()}
    frames = scopes.scopes(page.frames, ascii_name)
    named = {}
    owned: set[str] = set()
    for block in page.blocks.values():
        if block.id in given and "" in given[block.id]:
            name = scoped(given[block.id][""], scope)
            while name in owned:
                name += "_"
            owned.add(name)
            taken.add(name)
            named[block.id] = name
            continue
        # Nodes inside an instance are in a scope with its name.
        name = "/".join(map(ascii_name, block.id.split("/"))) if "/" in block.id else ascii_name(block.id)
        if block.frame:
            name = frames.get(block.frame, "") + name
        name = scoped(name, scope)
        while name in taken:
            name += "_"
        taken.add(name)
        named[block.id] = name
    return named


def scoped(name: str, scope: str) -> str:
    """Return a node name below the scope of a function; unchanged if `scope` is ""."""
    return f"{scope}/{name}" if scope else name


def ascii_name(text: str) -> str:
    """Return a block id, frame title or page name as part of a node name: ASCII, other characters as code points."""
    if text.isascii() and (text.isidentifier() and text[0] != "_" or _NODE_NAME.fullmatch(text)):
        return text.replace("/", "_")
    name = "".join(
        c if c.isascii() and (c.isalnum() or c in "_-.") else "_" if c.isascii() else f"x{ord(c):x}" for c in text
    )
    return name if name and _NODE_NAME.fullmatch(name) else f"b{name}"


_TENSOR = re.compile(r"(.+):(\d{1,4})", re.S)


def address_of_node(page: Page, catalogue: Mapping[str, BlockType], text: str) -> Address | None:
    """Return the address that the name of a node or tensor means on a page.

    Args:
        catalogue: the block types.
        text: `NODE`, a tensor `NODE:1`, or `NODE.PIN`.

    Returns:
        The address of the block, of its output, or of its pin; of a typed constant or a read of a variable the pin that
        it became. None if the page has no such node.
    """
    nodes = {name: block for block, name in node_names(page).items()}
    tensor = _TENSOR.fullmatch(text)
    if tensor is not None and tensor[1] in nodes:
        block = page.blocks[nodes[tensor[1]]]
        pin = _output(block, catalogue.get(block.type), int(tensor[2]))
        return None if pin is None else address(page.name, block.id, pin)
    if text in nodes:
        return Address(page.name, nodes[text])
    name = tensor[1] if tensor is not None and tensor[2] == "0" else text
    for block in page.blocks.values():
        for pin, node in block.names.items():
            if pin and node == name:
                return address(page.name, block.id, pin)
    node, _, pin = name.rpartition("/")  # the constant of a typed value, with its default name
    if node in nodes and pin in page.blocks[nodes[node]].values:
        return address(page.name, nodes[node], pin)
    node, _, pin = text.rpartition(".")
    return address(page.name, nodes[node], pin) if node in nodes else None


def _output(block: Block, type_: BlockType | None, number: int) -> str | None:
    """Return the output that TensorFlow counts as `number`, as a pin of the block."""
    if type_ is None:
        return f"output_{number}"
    if type_.traits.with_value:  # users mean the value of a variable by `NODE:0`, never its handle
        return type_.outputs[-1].name
    for pin in type_.outputs:
        if pin.kind == OPERATION:
            break
        if pin.list:
            count = block.values.get(pin.number_attr or "", "")
            if not count.isdecimal() or number < int(count):
                return f"{pin.name}[{number}]"
            number -= int(count)
        elif number == 0:
            return pin.name
        else:
            number -= 1
    return None
