"""Every change to a document is an edit: a small, serialisable value whose `apply` returns its inverse.

An edit that does not fit the document raises EditError and changes nothing. `edit_json` carries edits through a journal
or a pipe.
"""

from blockloom.blocks.edits.base import Edit
from blockloom.blocks.edits.content import (
    AddWeights,
    CompositeEdit,
    Insert,
    NameWeights,
    Reinsert,
    Remove,
    RemoveWeights,
    connect,
    flatten_edits,
)
from blockloom.blocks.edits.edit_rules import EditError
from blockloom.blocks.edits.item_edits import (
    Enclose,
    Move,
    Rename,
    Replace,
    SetField,
    SetSlider,
    SetValue,
    rename,
)
from blockloom.blocks.edits.page_edits import (
    AddPage,
    MovePage,
    RemovePage,
    RenamePage,
    SetBookmark,
    SetConflicts,
    SetOrigin,
    SetSheet,
    SetUids,
    assign_new_uids,
)

AnyEdit = (
    Insert
    | Remove
    | Reinsert
    | Move
    | SetValue
    | Rename
    | Replace
    | AddPage
    | RemovePage
    | RenamePage
    | MovePage
    | SetSheet
    | SetBookmark
    | SetOrigin
    | SetUids
    | SetField
    | SetSlider
    | Enclose
    | AddWeights
    | NameWeights
    | RemoveWeights
    | SetConflicts
    | CompositeEdit
)

__all__ = [
    "AddPage",
    "AddWeights",
    "AnyEdit",
    "CompositeEdit",
    "Edit",
    "EditError",
    "Enclose",
    "Insert",
    "Move",
    "MovePage",
    "NameWeights",
    "Reinsert",
    "Remove",
    "RemovePage",
    "RemoveWeights",
    "Rename",
    "RenamePage",
    "Replace",
    "SetBookmark",
    "SetConflicts",
    "SetField",
    "SetOrigin",
    "SetSheet",
    "SetSlider",
    "SetUids",
    "SetValue",
    "assign_new_uids",
    "connect",
    "flatten_edits",
    "rename",
]
