"""Names of nodes. All are reserved before the first op exists, since TensorFlow renames duplicates."""

from __future__ import annotations

import re

from blockloom.blocks.document import scopes
from blockloom.blocks.document.pages import Page

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
        # Those inside an instance are in a scope of its name.
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
