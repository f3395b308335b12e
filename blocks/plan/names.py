"""Names of nodes: each block's is reserved before the first op exists, since TensorFlow renames what collides."""

from __future__ import annotations

import re

from blockloom.blocks.document import scopes
from blockloom.blocks.document.pages import Page

_NODE_NAME = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\-/]*")


def node_names(page: Page, scope: str = "") -> dict[str, str]:
    """The name of every block's node: its own, or that in the scopes of the frames around it; these in `scope`, if one
    is given."""
    given = {block.id: block.names for block in page.blocks.values() if block.names}
    taken = {scoped(name, scope) for names in given.values() for name in names.values()}
    frames = scopes.scopes(page.frames, ascii_name)
    found = {}
    owned: set[str] = set()
    for block in page.blocks.values():
        if block.id in given and "" in given[block.id]:
            name = scoped(given[block.id][""], scope)
            while name in owned:
                name += "_"
            owned.add(name)
            taken.add(name)
            found[block.id] = name
            continue
        name = "/".join(map(ascii_name, block.id.split("/")))   # those inside an instance lie in a scope of its name
        if block.frame:
            name = frames.get(block.frame, "") + name
        name = scoped(name, scope)
        while name in taken:
            name += "_"
        taken.add(name)
        found[block.id] = name
    return found


def scoped(name: str, scope: str) -> str:
    """A name in the scope of the function that its page is; "" where the page is none."""
    return f"{scope}/{name}" if scope else name


def ascii_name(text: str) -> str:
    """A block id, frame title or page as (part of) a node name."""
    if text.isascii() and (text.isidentifier() and text[0] != "_" or _NODE_NAME.fullmatch(text)):
        return text.replace("/", "_")
    name = "".join(c if c.isascii() and (c.isalnum() or c in "_-.") else "_" if c.isascii() else f"x{ord(c):x}"
                   for c in text)
    return name if name and _NODE_NAME.fullmatch(name) else f"b{name}"
