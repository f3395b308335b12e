"""Appearance of items: names, titles and texts, and blocks that are muted, bypassed or coloured."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from blockloom.blocks.document.pages import ID, MUTE, Page
from blockloom.blocks.edits import Edit, EditError, Replace, SetField
from blockloom.blocks.edits import rename as rename_block
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
