"""Uids for the new pages and items of an edit."""

from __future__ import annotations

from blockloom.blocks.document.uids import random_uids
from blockloom.blocks.edits.base import Edit
from blockloom.blocks.edits.content import Insert, Many
from blockloom.blocks.edits.pages import AddPage, SetUids


def born(edit: Edit) -> Edit:
    """Return the edit with a random uid for each page and item that has none.

    Call it before the edit enters the history, so that redo and the journal restore the same uids.
    """
    if isinstance(edit, Many):
        edits = tuple(map(born, edit.edits))
        return edit if all(new is old for new, old in zip(edits, edit.edits)) else Many(edits)
    if isinstance(edit, Insert):
        items = *edit.blocks, *edit.frames, *edit.notes
        if all(item.uid for item in items):
            return edit
        uids = random_uids(len(items))
        blocks, frames, notes = (
            tuple([item if item.uid else item._replace(uid=uid) for item, uid in zip(some, uids)])
            for some in (edit.blocks, edit.frames, edit.notes)
        )
        return edit._replace(blocks=blocks, frames=frames, notes=notes)
    if isinstance(edit, AddPage) and not edit.uid:
        return edit._replace(uid=next(random_uids(1)))
    if isinstance(edit, SetUids) and not all(edit.uids.values()):
        uids = random_uids(len(edit.uids))
        return edit._replace(uids={name: uid or new for (name, uid), new in zip(edit.uids.items(), uids)})
    return edit
