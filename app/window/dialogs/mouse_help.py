"""The dialog that lists what the mouse and the keys do on a page."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import tr
from blockloom.app.window.widgets.style import roomy


def groups() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the sections of the help: (heading, [(action, effect)])."""
    return [
        (
            tr("Navigation"),
            [
                (tr("Wheel"), tr("Zoom at the pointer; with Shift, or by tilting the wheel: scroll sideways")),
                (tr("Middle button, or Space and left button"), tr("Move the page")),
                (tr("1 to 9"), tr("Go to a bookmark")),
                (tr("B, Ctrl+Shift+1 to 9"), tr("Set a bookmark")),
                (tr("M"), tr("Show or hide the map; drag in it to go there")),
            ],
        ),
        (
            tr("Blocks"),
            [
                (tr("Tab, or double click on the empty page"), tr("Add a block")),
                (tr("Drag"), tr("Move the selection; Alt or X: off the grid; into and out of frames")),
                (tr("Drag on the empty page"), tr("Select what the box touches; Shift adds, Ctrl removes")),
                (tr("Alt or X, and drag on the empty page"), tr("Select what the stroke encloses")),
                (tr("Shift or Ctrl and click"), tr("Add to the selection, or remove from it")),
                (tr("Ctrl and drag"), tr("Drag a copy; with Shift, also wire it to the sources of the original")),
                (tr("Alt or X, and drag"), tr("Drag a block out of its wires, or from one wire into another")),
                (tr("Arrow keys"), tr("Move the selection; Shift: by single pixels")),
                (tr("Alt and arrow keys"), tr("Select the next block in that direction; Shift adds it")),
                (tr("Double click on a name, a value, a result"), tr("Rename, type, show the table")),
                (tr("Click on true or false"), tr("Change it to the other value")),
                (tr("Right click on a number, Slider…"), tr("Give it a slider between two ends")),
                (tr("Enter"), tr("Type the first value; Tab goes to the next")),
                (tr("F2"), tr("Rename")),
                (tr("Up, Down or the wheel in a value"), tr("Count the number at the cursor; Shift: by tens")),
                (tr("Click on a badge, or on a pin with a ring"), tr("The problem there, and how to fix it")),
                (
                    tr("Drop a block without wires, or a type, over a wire"),
                    tr("Insert it into the wire; Ctrl: do not"),
                ),
                (tr("Drop or paste a file: .csv, .npy, a picture, a sound"), tr("A block that reads it")),
                (tr("Paste a literal or a table of a spreadsheet"), tr("A Const block of it")),
            ],
        ),
        (
            tr("Wires"),
            [
                (tr("Drag from a pin"), tr("Wire it; pins that fit light up")),
                (tr("W"), tr("Choose a wire that fits the selected blocks")),
                (tr("Drop a wire on the empty page"), tr("Add a block that fits, wired")),
                (tr("Drag from the diamond next to a title"), tr("Control wire: set which block runs first")),
                (tr("Alt or X, and right button from block to block"), tr("Wire them by the pins that fit best")),
                (tr("Shift and drag from an output"), tr("Take all its wires to another output")),
                (tr("Drag the end of a wire"), tr("Wire it to another pin; dropped on nothing, it is removed")),
                (tr("Drag the middle of a wire"), tr("Route it by hand; Alt or X: off the grid")),
                (
                    tr("Double click on a wire"),
                    tr("Route it automatically again, if it was routed by hand; otherwise add a block in between"),
                ),
                (tr("Ctrl and right button, or Y and left button"), tr("Cut the wires that the stroke crosses")),
                (tr("Right click on a wire into a list"), tr("Change the order of the wires")),
            ],
        ),
        (
            tr("Results"),
            [
                (
                    tr("Right click on an output or a result"),
                    tr("Pin it to the canvas, as a table, lines, an image…"),
                ),
                (tr("Double click on a pinned result"), tr("Open it in a viewer")),
                (tr("Drag its lower right corner"), tr("Change its size")),
                (tr("Click on its cross"), tr("Remove it")),
            ],
        ),
        (
            tr("Frames"),
            [
                (tr("Drag the title"), tr("Move the frame with what is in it")),
                (tr("Click on the triangle, or C"), tr("Collapse or expand")),
                (tr("Double click on the title"), tr("Type title and device")),
                (tr("Drag the lower right corner"), tr("Change the size")),
            ],
        ),
    ]


class _Rows(QStyledItemDelegate):
    """A delegate whose rows are as high as the wrapped text in their second column.

    A tree asks for heights without a width, and a style wraps to a rectangle that has a height.
    """

    def __init__(self, tree: QTreeWidget):
        super().__init__(tree)
        self._tree = tree

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        if index.column() == 1:
            option.rect = QRect(0, 0, self._tree.columnWidth(1), 1)
        return super().sizeHint(option, index)


def mouse_help(parent: QWidget) -> QDialog:
    """Open the dialog."""
    dialog = QDialog(parent, windowTitle=tr("Mouse and keys on the page"), objectName="handling")
    tree = qt.with_name(QTreeWidget(columnCount=2, wordWrap=True, rootIsDecorated=False), dialog.windowTitle())
    tree.setItemDelegate(_Rows(tree))
    tree.setHeaderLabels([tr("Action"), tr("Effect")])
    for heading, rows in groups():
        top = QTreeWidgetItem(tree, [heading, ""])
        top.setFirstColumnSpanned(True)
        for row in rows:
            QTreeWidgetItem(top, list(row))
        top.setExpanded(True)
    tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
    tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
    # Rows wrap at the width of their column.
    tree.header().sectionResized.connect(lambda *_: tree.scheduleDelayedItemsLayout())
    qt.close_with(dialog, tree)
    dialog.resize(roomy(dialog, 92, 42))
    dialog.open()
    return dialog
