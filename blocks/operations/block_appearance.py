"""Names, titles, texts and colours of items, and blocks that are muted, bypassed or have breakpoints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import ID, MUTE, PAUSE_BEFORE, Document, Page
from blockloom.blocks.edits import CompositeEdit, Edit, EditError, Replace, SetField
from blockloom.blocks.edits import rename as rename_block
from blockloom.blocks.infer.breakpoint_text import alone, keepers, pause_text, pauses, with_pause
from blockloom.blocks.operations.change import PageChange, combine_edits, count_label
from blockloom.blocks.operations.frame_edits import with_frame_members
from blockloom.blocks.text.phrases import phrase


def set_mode(page: Page, names: Iterable[str], mode: str) -> PageChange:
    """Mute or bypass blocks, and those in the frames among them, or put them back in if all are muted or bypassed.

    Raises:
        EditError: there are no blocks.
    """
    names = sorted(n for n in with_frame_members(page, names) if n in page.blocks)
    if not names:
        raise EditError(phrase("Select the blocks that are to be left out"))
    label = (
        (phrase("Mute {0}"), phrase("Mute {0} blocks"))
        if mode == MUTE
        else (phrase("Bypass {0}"), phrase("Bypass {0} blocks"))
    )
    if has_mode(page, names, mode):
        mode = ""
        label = phrase("Put {0} back in"), phrase("Put {0} blocks back in")
    return PageChange(SetField(page.name, "mode", dict.fromkeys(names, mode)), count_label(names, *label))


def has_mode(page: Page, names: Iterable[str], mode: str) -> bool:
    """Return whether all of these blocks, and of those in the frames among them, are muted or bypassed."""
    blocks = [page.blocks[n] for n in with_frame_members(page, names) if n in page.blocks]
    return bool(blocks) and all(block.mode == mode for block in blocks)


def colorable_items(page: Page, names: Iterable[str]) -> list[str]:
    """Return the blocks and notes among these ids and in the frames among them."""
    return sorted(n for n in with_frame_members(page, names) if n in page.blocks or n in page.notes)


def set_color(page: Page, names: Iterable[str], color: str) -> PageChange | None:
    """Set the colour `#rrggbb` of blocks and notes, and those in frames among these; "" for the theme's.

    None if all have the colour.
    """
    names = colorable_items(page, names)
    blocks = [n for n in names if n in page.blocks and page.blocks[n].color != color]
    parts: list[Edit] = [SetField(page.name, "color", dict.fromkeys(blocks, color))] if blocks else []
    parts += [
        Replace(page.name, page.notes[n]._replace(fill=color))
        for n in names
        if n in page.notes and page.notes[n].fill != color
    ]
    if not parts:
        return None
    return PageChange(combine_edits(parts), count_label(names, phrase("Colour {0}"), phrase("Colour {0} items")))


def rename(page: Page, block: str, name: str) -> PageChange | None:
    """Rename a block; None if it has this name.

    Raises:
        EditError: The text is not a valid name, or is in use.
    """
    name = name.strip()
    if name == block:
        return None
    if not ID.fullmatch(name):
        raise EditError(phrase("A name has letters, digits, _ and - only"))
    return PageChange(rename_block(page, block, name), phrase("Rename {0} to {1}", block, name))


def set_title(page: Page, frame: str, title: str) -> PageChange | None:
    """Set the title of a frame; None if it has this title, or the frame no longer exists."""
    return _replaced(page, frame, "title", title.strip(), phrase("Set the title of {0}", frame))


def set_device(page: Page, frame: str, device: str) -> PageChange | None:
    """Set the device of a frame, such as /device:GPU:0; None if it has this device, or no longer exists."""
    return _replaced(page, frame, "device", device.strip(), phrase("Set the device of {0}", frame))


def set_note_text(page: Page, note: str, text: str) -> PageChange | None:
    """Set the text of a note; None if it has this text, or the note no longer exists."""
    return _replaced(page, note, "text", text, phrase("Write {0}", note))


def _replaced(page: Page, name: str, field: str, text: str, label: str) -> PageChange | None:
    have = page.frames.get(name) or page.notes.get(name)
    if have is None or getattr(have, field) == text:
        return None
    changed: dict[str, Any] = {field: text}
    return PageChange(Replace(page.name, have._replace(**changed)), label)


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
