"""Names of blocks, titles and devices of frames, texts of notes."""

from __future__ import annotations

from typing import Any

from blockloom.blocks.document.pages import ID, Page
from blockloom.blocks.edits import EditError, Replace
from blockloom.blocks.edits import rename as rename_block
from blockloom.blocks.operations.change import PageChange
from blockloom.blocks.text.phrases import phrase


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
