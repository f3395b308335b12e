"""Edits as JSON, for a journal or a pipe."""

from __future__ import annotations

from blocks.document import Block, Bookmark, Frame, Look, Note, Placed, Wire
from blocks.edits import (
    AddPage,
    Again,
    Edit,
    Enclose,
    Insert,
    Many,
    Move,
    MovePage,
    Paint,
    Remove,
    RemovePage,
    Rename,
    RenamePage,
    Replace,
    SetBookmark,
    SetMode,
    SetSheet,
    SetValue,
)
from blocks.edits.rules import EditError
from blocks.phrases import phrase

_EDITS = {cls.__name__: cls for cls in
          (Insert, Remove, Move, SetValue, Rename, Replace, AddPage, RemovePage, RenamePage, MovePage, SetSheet, Paint,
           SetBookmark, SetMode, Enclose, Many)}


def to_json(edit: Edit) -> list:
    """The edit as JSON lists: its name, then its fields."""
    edit = edit.insert() if isinstance(edit, Again) else edit
    name = type(edit).__name__
    if isinstance(edit, Many):
        return [name, [to_json(e) for e in edit.edits]]
    if isinstance(edit, Replace):
        return [name, edit.page, type(edit.item).__name__, list(edit.item)]
    return [name, *edit]


def from_json(data: list) -> Edit:
    """The inverse of `to_json`. Raises EditError for anything else."""
    try:
        name, *fields = data
        if name == "Many":
            return Many(tuple(map(from_json, fields[0])))
        if name == "Replace":
            return Replace(fields[0], {"Frame": Frame, "Note": Note}[fields[1]](*fields[2]))
        if name == "Insert":
            page, blocks, wires, frames, notes = fields
            return Insert(page, tuple(Block(*b) for b in blocks), _placed(wires),
                          tuple(Frame(*f) for f in frames), tuple(Note(*n) for n in notes))
        if name == "Remove":
            page, blocks, wires, frames, notes = fields
            return Remove(page, tuple(blocks), _placed(wires), tuple(frames), tuple(notes))
        if name == "Move":
            return Move(fields[0], {k: (x, y) for k, (x, y) in fields[1].items()})
        if name == "SetSheet":
            return SetSheet(fields[0], fields[1] and (fields[1][0], fields[1][1]), fields[2])
        if name == "SetBookmark":
            return SetBookmark(fields[0], fields[1], fields[2] and Bookmark(*fields[2]))
        return _EDITS[name](*fields)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise EditError(phrase("not an edit: {}", error)) from None


def _placed(wires: list) -> tuple[Placed, ...]:
    return tuple(Placed(Wire(*wire[:5], _look(*wire[5])), index) for wire, index in wires)


def _look(color: str, route: list, hidden: bool) -> Look:
    return Look(color, tuple((x, y) for x, y in route), hidden)
