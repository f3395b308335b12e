"""Selections by wires, type or scope."""

from __future__ import annotations

from collections.abc import Iterable

from blockloom.blocks.document.pages import Page
from blockloom.blocks.document.scopes import scopes
from blockloom.blocks.edits import EditError
from blockloom.blocks.lower.structure import downstream, upstream
from blockloom.blocks.operations.frame_edits import with_frame_members
from blockloom.blocks.text.phrases import phrase


def connected_blocks(page: Page, names: Iterable[str], up: bool, down: bool, all_: bool = False) -> set[str]:
    """Return these blocks, and those in frames among them, with blocks connected by wires.

    Args:
        up: Include blocks that feed them.
        down: Include blocks that they feed.
        all_: Follow the wires through other blocks.

    Raises:
        EditError: No block is given, or none is found along the wires.
    """
    had = selected = {n for n in with_frame_members(page, names) if n in page.blocks}
    if not had:
        raise EditError(phrase("Select a block first"))
    while True:
        names = selected
        if up:
            selected = selected | (
                upstream(page, names)
                if all_
                else {w.source for n in names for w in page.wires_into(n) if w.source in page.blocks}
            )
        if down:
            selected = selected | (
                downstream(page, names)
                if all_
                else {w.target for n in names for w in page.wires_from(n) if w.target in page.blocks}
            )
        if selected == names or not (all_ and up and down):
            break
    if selected == had:
        raise EditError(phrase("No more blocks are along the wires"))
    return selected


def same_type_blocks(page: Page, names: Iterable[str]) -> set[str]:
    """Return all blocks that have the type of one of these.

    Raises:
        EditError: No block is given.
    """
    types = {page.blocks[n].type for n in names if n in page.blocks}
    if not types:
        raise EditError(phrase("Select a block first"))
    return {name for name, block in page.blocks.items() if block.type in types}


def blocks_between(page: Page, names: Iterable[str]) -> set[str]:
    """Return these blocks, and those in frames among them, with all blocks on paths between them.

    Raises:
        EditError: There are fewer than two blocks, or no block between them.
    """
    had = {n for n in with_frame_members(page, names) if n in page.blocks}
    if len(had) < 2:
        raise EditError(phrase("Select the blocks at both ends of the path"))
    on_the_way = upstream(page, had) & downstream(page, had)
    if on_the_way == had:
        raise EditError(phrase("No blocks are between the selected ones along the wires"))
    return on_the_way


def blocks_in_scope(page: Page, names: Iterable[str]) -> set[str]:
    """Return all blocks in the smallest scope with these and others, and the collapsed frames with only them.

    A scope consists of frames, by their titles, or of the node names that blocks keep.

    Raises:
        EditError: No block is given, or no scope contains more.
    """
    names = {n for n in names if n not in page.notes}
    had = {n for n in with_frame_members(page, names) if n in page.blocks}
    if not had:
        raise EditError(phrase("Select a block first"))
    of_frames, blocks = scopes(page.frames, str), page.blocks.values()
    scopes_around: list[set[str]] = []
    for homes in (
        {b.id: of_frames.get(b.frame, "") for b in blocks},
        {b.id: "".join(b.names.get("", "").rpartition("/")[:2]) for b in blocks},
    ):
        parts = homes[min(had)].split("/")
        for end in range(1, len(parts)):
            scope = "/".join(parts[:end]) + "/"
            scopes_around.append({name for name, home in homes.items() if home.startswith(scope)})
    collapsed = {
        name: with_frame_members(page, {name}) & page.blocks.keys() for name, f in page.frames.items() if f.collapsed
    }
    selected = names if names & collapsed.keys() else had
    larger = [
        whole
        for these in scopes_around
        if (whole := these | {name for name, inside in collapsed.items() if inside and inside <= these}) > selected
    ]
    if not larger:
        raise EditError(phrase("No scope contains more than the selected blocks"))
    return min(larger, key=len)
