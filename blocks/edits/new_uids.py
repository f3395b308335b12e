"""Uids for the new pages and items of an edit."""

from __future__ import annotations

from typing import TypeVar

from blockloom.blocks.document.pages import Block, Frame, Note
from blockloom.blocks.document.uids import random_uids
from blockloom.blocks.edits.base import Edit
from blockloom.blocks.edits.content import CompositeEdit, Insert
from blockloom.blocks.edits.page_edits import AddPage, SetUids

T = TypeVar("T", Block, Frame, Note)


def assign_new_uids(edit: Edit) -> Edit:
    """Return the edit with a random uid for each page and item that has none.

    Call it before the edit enters the history, so that redo and the journal restore the same uids.
    """
    if isinstance(edit, CompositeEdit):
        edits = tuple(map(assign_new_uids, edit.edits))
        return edit if all(new is old for new, old in zip(edits, edit.edits)) else CompositeEdit(edits)
    if isinstance(edit, Insert):
        return edit._replace(
            blocks=_with_uids(edit.blocks), frames=_with_uids(edit.frames), notes=_with_uids(edit.notes)
        )
    if isinstance(edit, AddPage) and not edit.uid:
        return edit._replace(uid=next(random_uids(1)))
    if isinstance(edit, SetUids) and not all(edit.uids.values()):
        uids = random_uids(len(edit.uids))
        return edit._replace(uids={name: uid or new for (name, uid), new in zip(edit.uids.items(), uids)})
    return edit


def _with_uids(items: tuple[T, ...]) -> tuple[T, ...]:
    if all(item.uid for item in items):
        return items
    return tuple([item if item.uid else item._replace(uid=uid) for item, uid in zip(items, random_uids(len(items)))])
