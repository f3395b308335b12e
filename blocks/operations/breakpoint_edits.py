"""Where runs pause: at blocks, or where a condition on one of their outputs holds; in all instances, or in one."""

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
    """Let runs pause before blocks, and those in the frames among them; where they do so at all of them, no more. `at`
    is the instance through which the page is looked at, an address without a block: with `one` they pause there alone,
    on the condition on which they paused in all. Raises EditError where there are no blocks, or no instance.
    """
    names = sorted(n for n in with_frame_members(page, names) if n in page.blocks)
    if not names:
        raise EditError(phrase("Select the blocks at which runs are to pause"))
    if one and not at.path:
        raise EditError(phrase("Open a page through an instance of it to let runs pause in that one alone"))
    in_all = {n: own for n in names if (own := pauses(page.blocks[n].pause).get("", ""))}
    in_one = alone(catalogue, at)
    off = all(n in in_one or n in in_all and not one for n in names)
    label = (
        (phrase("Pause at {0} no more"), phrase("Pause at {0} blocks no more"))
        if off
        else (phrase("Pause before {0}"), phrase("Pause before {0} blocks"))
    )
    now = {n: "" if off else in_one.get(n) or in_all.get(n) or PAUSE_BEFORE for n in names}
    edit = _set(catalogue, page, dict.fromkeys(names, "") if one else now, at, now if one else dict.fromkeys(names, ""))
    return PageChange(edit, count_label(names, *label))


def set_conditional_breakpoint(
    catalogue: Catalogue, page: Page, block: str, condition: str, at: Address, one: bool = False
) -> PageChange:
    """Let runs pause where a condition on a block holds, in the text that the block keeps; `at` and `one` as in
    `toggle_breakpoint`.
    """
    edit = _set(catalogue, page, {block: "" if one else condition}, at, {block: condition if one else ""})
    return PageChange(edit, phrase("Pause where {0} holds", f"{block}: {condition}"))


def _set(
    catalogue: Catalogue, page: Page, in_all: Mapping[str, str], at: Address, in_one: Mapping[str, str]
) -> CompositeEdit:
    """Let runs pause so at blocks of a page, in all instances and in that through which it is looked at, "": not."""
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
    """Let runs pause nowhere. Raises EditError where they do not."""
    found = {name: [b.id for b in page.blocks.values() if b.pause] for name, page in document.pages.items()}
    edits = tuple(SetField(name, "pause", dict.fromkeys(blocks, "")) for name, blocks in found.items() if blocks)
    if not edits:
        raise EditError(phrase("Runs pause at no block"))
    return PageChange(CompositeEdit(edits), phrase("Pause nowhere"))
