"""Appearance and mode of blocks: muted, bypassed, coloured."""

from __future__ import annotations

from collections.abc import Iterable

from blockloom.blocks.document.pages import MUTE, Page
from blockloom.blocks.edits import Edit, EditError, Replace, SetField
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
