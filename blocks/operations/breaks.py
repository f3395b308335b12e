"""Where runs pause: at blocks, or where a condition on one of their outputs holds."""

from __future__ import annotations

from collections.abc import Iterable

from blockloom.blocks.document.pages import PAUSE_BEFORE, Document, Page
from blockloom.blocks.edits import EditError, Many, SetPause
from blockloom.blocks.operations.change import Change, several
from blockloom.blocks.operations.frames import members
from blockloom.blocks.text.phrases import phrase


def toggle_pause(page: Page, names: Iterable[str]) -> Change:
    """Let runs pause before blocks, and those in the frames among them; where they do so at all of them, no more.
    Raises EditError where there are none."""
    names = sorted(n for n in members(page, names) if n in page.blocks)
    if not names:
        raise EditError(phrase("Select the blocks at which runs are to pause"))
    off = all(page.blocks[n].pause for n in names)
    label = (
        (phrase("Pause at {0} no more"), phrase("Pause at {0} blocks no more"))
        if off
        else (phrase("Pause before {0}"), phrase("Pause before {0} blocks"))
    )
    return Change(SetPause(page.name, dict.fromkeys(names, "" if off else PAUSE_BEFORE)), several(names, *label))


def pause_when(page: Page, block: str, condition: str) -> Change:
    """Let runs pause where a condition on a block holds, in the text that the block keeps."""
    return Change(SetPause(page.name, {block: condition}), phrase("Pause where {0} holds", f"{block}: {condition}"))


def without_pauses(document: Document) -> Change:
    """Let runs pause nowhere. Raises EditError where they do not."""
    found = {name: [b.id for b in page.blocks.values() if b.pause] for name, page in document.pages.items()}
    edits = tuple(SetPause(name, dict.fromkeys(blocks, "")) for name, blocks in found.items() if blocks)
    if not edits:
        raise EditError(phrase("Runs pause at no block"))
    return Change(Many(edits), phrase("Pause nowhere"))
