"""Breakpoints of blocks: unconditional or conditional, in all instances or in a single one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import PAUSE_BEFORE, Document, Page
from blockloom.blocks.edits import CompositeEdit, EditError, SetField
from blockloom.blocks.infer.breakpoint_text import alone, keepers, pause_text, pauses, with_pause
from blockloom.blocks.operations.change import PageChange, count_label
from blockloom.blocks.operations.frame_edits import with_frame_members
from blockloom.blocks.text.phrases import phrase


def toggle_breakpoint(
    catalogue: Catalogue, page: Page, names: Iterable[str], at: Address, one: bool = False
) -> PageChange:
    """Set breakpoints at blocks, and at those in the frames among them, or remove them if all have one.

    Args:
        at: the instance through which the page is open, an address without a block.
        one: whether the breakpoints apply to this instance only. They keep their conditions.

    Raises:
        EditError: there are no blocks, or no instance.
    """
    names = sorted(n for n in with_frame_members(page, names) if n in page.blocks)
    if not names:
        raise EditError(phrase("Select the blocks that get a breakpoint"))
    if one and not at.path:
        raise EditError(phrase("To set a breakpoint in one instance only, open the page through that instance"))
    in_all = {n: own for n in names if (own := pauses(page.blocks[n].pause).get("", ""))}
    in_one = alone(catalogue, at)
    off = all(n in in_one or n in in_all and not one for n in names)
    label = (
        (phrase("Remove Breakpoint at {0}"), phrase("Remove Breakpoints at {0} Blocks"))
        if off
        else (phrase("Set Breakpoint at {0}"), phrase("Set Breakpoints at {0} Blocks"))
    )
    now = {n: "" if off else in_one.get(n) or in_all.get(n) or PAUSE_BEFORE for n in names}
    edit = _set(catalogue, page, dict.fromkeys(names, "") if one else now, at, now if one else dict.fromkeys(names, ""))
    return PageChange(edit, count_label(names, *label))


def set_conditional_breakpoint(
    catalogue: Catalogue, page: Page, block: str, condition: str, at: Address, one: bool = False
) -> PageChange:
    """Set a breakpoint with a condition at a block. `at` and `one` are those of `toggle_breakpoint`."""
    edit = _set(catalogue, page, {block: "" if one else condition}, at, {block: condition if one else ""})
    return PageChange(edit, phrase("Set Breakpoint at {0}", f"{block}: {condition}"))


def _set(
    catalogue: Catalogue, page: Page, in_all: Mapping[str, str], at: Address, in_one: Mapping[str, str]
) -> CompositeEdit:
    """Set the breakpoints of blocks in all instances, and in the open instance; "" removes them."""
    texts = {name: with_pause(page.blocks[name], "", pause) for name, pause in in_all.items()}
    texts = {name: text for name, text in texts.items() if text != page.blocks[name].pause}
    edits = [SetField(page.name, "pause", texts)] if texts else []
    for depth, (on, block, way) in enumerate(keepers(catalogue, at)):
        kept = pauses(block.pause)
        for name, pause in in_one.items():
            kept[way + name] = "" if depth else pause
        if (text := pause_text(kept)) != block.pause:
            edits.append(SetField(on, "pause", {block.id: text}))
    return CompositeEdit(tuple(edits))


def remove_all_breakpoints(document: Document) -> PageChange:
    """Remove the breakpoints of all pages.

    Raises:
        EditError: there are none.
    """
    found = {name: [b.id for b in page.blocks.values() if b.pause] for name, page in document.pages.items()}
    edits = tuple(SetField(name, "pause", dict.fromkeys(blocks, "")) for name, blocks in found.items() if blocks)
    if not edits:
        raise EditError(phrase("The document has no breakpoints"))
    return PageChange(CompositeEdit(edits), phrase("Remove All Breakpoints"))
