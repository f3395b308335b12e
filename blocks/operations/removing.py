"""Blocks deleted, or detached from their wires, which are then bypassed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.document.pages import BYPASS, CONTROL, Look, Page, Placed, Wire
from blockloom.blocks.edits import CompositeEdit, Edit, EditError, Enclose, Insert, Remove
from blockloom.blocks.lower.muting import Muting
from blockloom.blocks.operations.change import PageChange, combine_edits, count_label
from blockloom.blocks.operations.frame_edits import with_frame_members
from blockloom.blocks.results.monitors import followers
from blockloom.blocks.text.phrases import phrase


def with_wire_indices(page: Page, wires: Iterable[Wire]) -> tuple[Placed, ...]:
    """Return wires with their indices in their pins; equal wires get different ones."""
    seen: dict[Wire, int] = {}
    result = []
    for wire in wires:
        index = page.wires_into(wire.target, wire.target_pin).index(wire, seen.get(wire, 0))
        seen[wire] = index + 1
        result.append(Placed(wire, index))
    return tuple(result)


def delete(
    page: Page, names: Iterable[str], wires: Sequence[Wire] = (), label: Sequence[str] = ()
) -> PageChange | None:
    """Remove blocks with their pinned monitors, frames, notes and wires; None if there are none.

    Members of a removed frame stay, in the frame around it.

    Args:
        label: The labels for one item and for several.
    """
    names = set(names)
    names |= followers(page, names)
    if not names and not wires:
        return None
    single = with_wire_indices(page, (w for w in wires if w.source not in names and w.target not in names))
    frames = {f: page.frames[f].frame for f in page.frames if f in names}
    homes = (
        {
            i.id: i.frame
            for items in (page.blocks, page.frames)
            for i in items.values()
            if i.frame in frames and i.id not in names
        }
        if frames
        else {}
    )
    for name, frame in homes.items():
        while frame in frames:
            frame = frames[frame]
        homes[name] = frame
    remove = Remove(
        page.name,
        tuple([n for n in page.blocks if n in names]),
        single,
        tuple(frames),
        tuple([n for n in page.notes if n in names]),
    )
    return PageChange(
        CompositeEdit((Enclose(page.name, homes), remove)) if homes else remove,
        count_label(names or [*map(str, wires)], *(label or (phrase("Delete {0}"), phrase("Delete {0} items")))),
    )


def bypass_wires(page: Page, catalogue: Mapping[str, BlockType], gone: Collection[str]) -> list[Placed]:
    """Return the wires that replace those from the blocks `gone` to others, as if the blocks were bypassed.

    Each has its index once the blocks are removed.
    """
    around = Page(page.name)
    around.into, around.out = page.into, page.out
    around.blocks = page.blocks | {name: page.blocks[name]._replace(mode=BYPASS) for name in gone}
    muting = Muting(around, catalogue, set(gone))
    bridges = []
    for target, pin in sorted(
        {
            (w.target, w.target_pin)
            for name in gone
            for w in page.out.get(name, ())
            if w.kind != CONTROL and w.target not in gone
        }
    ):
        place = 0
        for wire in page.into[target][pin]:
            if wire.source in gone:
                end = muting.end(wire)
                if end is None or end.source == target:
                    continue
                bridges.append(Placed(end._replace(target=target, target_pin=pin, look=Look(wire.look.color)), place))
            place += 1
    return bridges


def delete_and_reconnect(
    page: Page, catalogue: Mapping[str, BlockType], names: Iterable[str], wires: Sequence[Wire] = ()
) -> PageChange | None:
    """Remove as `delete`, and wire the sources of removed blocks to their users if types fit."""
    names = set(names)
    blocks = {n for n in names if n in page.blocks}
    bridges = bypass_wires(page, catalogue, blocks | followers(page, blocks))
    change = delete(page, names, wires)
    if change is None or not bridges:
        return change
    return PageChange(
        CompositeEdit((change.edit, Insert(page.name, wires=tuple(bridges)))),
        count_label(blocks, phrase("Delete and reconnect {0}"), phrase("Delete and reconnect {0} items")),
    )


def outer_wires(page: Page, names: Collection[str]) -> tuple[list[Wire], list[Wire]]:
    """Return the wires from others into these blocks, and from these blocks to others."""
    return (
        [w for n in names for w in page.wires_into(n) if w.source not in names],
        [w for n in names for w in page.wires_from(n) if w.target not in names],
    )


def detachable_blocks(page: Page, names: Iterable[str]) -> set[str]:
    """Return the blocks that `detach` frees: these, those in the frames among them, and their pinned monitors."""
    blocks = {n for n in with_frame_members(page, names) if n in page.blocks}
    return blocks | followers(page, blocks)


def detach(
    page: Page, catalogue: Mapping[str, BlockType], names: Iterable[str], move: PageChange | None = None
) -> PageChange:
    """Remove the wires between blocks and others, and bypass the blocks.

    Args:
        move: A change to combine, which may wire the blocks again.

    Raises:
        EditError: There are no such wires and no `move`.
    """
    names = set(names)
    blocks = detachable_blocks(page, names)
    into, out = outer_wires(page, blocks)
    bridges = bypass_wires(page, catalogue, blocks)
    if move is None and not into and not out:
        raise EditError(phrase("Select blocks that are wired to others"))
    parts: list[Edit] = [Remove(page.name, wires=with_wire_indices(page, into))] if into else []
    parts += [move.edit] if move is not None else []
    parts += [Remove(page.name, wires=with_wire_indices(page, out))] if out else []
    parts += [Insert(page.name, wires=tuple(bridges))] if bridges else []
    return PageChange(combine_edits(parts), count_label(names, phrase("Detach {0}"), phrase("Detach {0} blocks")))
