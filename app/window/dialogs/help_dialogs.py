"""Dialogs of the Help menu: the legend of colours and shapes, the keys and the mouse, and About."""

from __future__ import annotations

import importlib.metadata
import platform

import numpy as np
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, qVersion
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHeaderView,
    QLabel,
    QScrollArea,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.canvas.paint.blockpaint import PinPainter
from blockloom.app.canvas.paint.painted_shapes import paint_tile
from blockloom.app.canvas.paint.wire_painter import draw_rows
from blockloom.app.canvas.scene.block_layout import CATEGORIES, Spot
from blockloom.app.canvas.scene.geometry import Geometry
from blockloom.app.canvas.scene.scene_arrays import SHOWS
from blockloom.app.canvas.scene.theme import FAMILIES, PLAIN, STROKES, Theme, colour
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.app.plain import Label
from blockloom.app.window.widgets.style import Theming, roomy
from blockloom.blocks.catalogue.block_types import Pin
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import TENSOR, WIRE_KINDS
from blockloom.blocks.infer.inference import PageInference


class Swatch(QWidget):
    """A wire in a colour of the theme; or a pin; or the mark of a category."""

    def __init__(self, theme: Theme, wire: str = "", spot: Spot | None = None, category: str = ""):
        super().__init__()
        self.theme, self.wire, self.spot, self.category = theme, wire, spot, category
        self.setFixedSize(QSize(64, 20))

    def paintEvent(self, event: QPaintEvent) -> None:
        p = QPainter(self)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        p.fillRect(self.rect(), colour(self.theme.canvas))
        if self.wire:
            draw_rows(
                p,
                np.array([[8.0, 10.0, 56.0, 10.0]]),
                self.theme.wires[self.wire],
                STROKES.get(self.wire, PLAIN),
                1.0,
                1.0,
                self.theme.canvas,
                np.array([-8.0, 0.0]),
            )
        if self.spot is not None:
            PinPainter(self.theme, Geometry(Catalogue([], PageInference))).pin(p, self.spot)
        if self.category:
            paint_tile(p, self.theme, self.category, QRectF(23, 1, 18, 18))
        p.end()


def categories() -> dict[str, str]:
    """Return the texts of the colours and icons of blocks."""
    texts = (
        tr("numbers: arithmetic, comparisons, linear algebra"),
        tr("shapes and positions: arrays, images, texts"),
        tr("layers of networks"),
        tr("variables and tables"),
        tr("constants, feeds, files, datasets, random numbers"),
        tr("control flow, queues, accumulators"),
        tr("gradients and optimizers"),
        tr("sessions and what they run"),
        tr("pages that are blocks"),
        tr("monitors of values"),
    )
    return dict(zip(CATEGORIES, texts, strict=True))


def rows() -> list[tuple[str, str, str]]:
    """Return (heading, wire, text) for every kind of wire and every family of dtypes."""
    dtypes = dict(
        zip(
            FAMILIES,
            (
                tr("integers, signed and unsigned, quantized too"),
                tr("bool"),
                tr("string"),
                tr("complex"),
                tr("resource: a handle of a variable, table, queue…"),
                tr("variant"),
            ),
            strict=True,
        )
    )
    return [
        (tr("Wires of tensors, by dtype"), TENSOR, tr("floating point, or not known yet")),
        *(("", name, text) for name, text in dtypes.items()),
        *(
            (tr("Wires of other kinds") if i == 0 else "", name, translated(WIRE_KINDS[name].about))
            for i, name in enumerate(kind for kind in WIRE_KINDS if kind != TENSOR)
        ),
        ("", SHOWS, tr("to a monitor")),
    ]


def pins() -> list[tuple[Spot, str]]:
    """Return a pin of each shape with its text."""

    def spot(role: str, dtype: str | None = None, many: bool = False) -> Spot:
        return Spot("", role, 32, 10, pin=Pin("", TENSOR, dtype), many=many)

    return [
        (spot("input", "DT_FLOAT"), tr("input, with the colour of its dtype in the centre")),
        (spot("input", "DT_INT32", True), tr("input that takes several wires, in order")),
        (spot("output", "DT_FLOAT"), tr("output")),
        (spot("result"), tr("result: double click for its table")),
        (spot("attr"), tr("attribute: typed, never wired")),
        (spot("scope"), tr("scope of the page: cannot be wired")),
        (spot("unknown"), tr("unknown pin, which the file wires or sets")),
    ]


def legend(parent: QWidget, theming: Theming) -> QDialog:
    """Open the dialog with the legend of colours and shapes."""
    dialog = QDialog(parent, windowTitle=tr("Colours of blocks, pins and wires"), objectName="legend")
    inside = QWidget()
    area = qt.with_name(QScrollArea(widgetResizable=True, frameShape=QFrame.Shape.NoFrame), dialog.windowTitle())
    grid = QGridLayout(inside)
    grid.setVerticalSpacing(3)
    grid.setHorizontalSpacing(12)
    swatches = [(heading, Swatch(theming.canvas, wire), text) for heading, wire, text in rows()]
    swatches += [
        ("" if number else tr("Pins"), Swatch(theming.canvas, spot=spot), text)
        for number, (spot, text) in enumerate(pins())
    ]
    swatches += [
        ("" if number else tr("Blocks"), Swatch(theming.canvas, category=name), text)
        for number, (name, text) in enumerate(categories().items())
    ]
    for heading, swatch, text in swatches:
        if heading:
            grid.addWidget(Label(heading, objectName="section"), grid.rowCount(), 0, 1, 2)
        row = grid.rowCount()
        grid.addWidget(swatch, row, 0)
        grid.addWidget(Label(text), row, 1)
    qt.close_with(dialog, area)
    area.setWidget(inside)
    dialog.resize((inside.sizeHint() + QSize(48, 72)).boundedTo(roomy(dialog, 200, 200)))  # limited to the screen
    dialog.open()
    return dialog


def _version(*names: str) -> str:
    for name in names:
        try:
            return importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return tr("not installed as a package")


def versions() -> str:
    """Return the versions that a bug report needs, one per line."""
    return "\n".join(
        (
            f"Blockloom {_version('blockloom')}",
            f"TensorFlow {_version('tensorflow', 'tensorflow-cpu', 'tf-nightly')}",
            f"PySide6 {_version('PySide6-Essentials', 'PySide6')}, Qt {qVersion()}, {QGuiApplication.platformName()}",
            f"Python {platform.python_version()}, {platform.platform()}",
        )
    )


def about(parent: QWidget) -> QDialog:
    """Open the About dialog."""
    dialog = QDialog(parent, windowTitle=tr("About Blockloom"), objectName="about")
    title = QLabel(
        "<h2>Blockloom</h2>" + tr("Pages of blocks, compiled to TensorFlow graphs and run in sessions."),
        textFormat=Qt.TextFormat.RichText,
    )
    title.setWordWrap(True)
    text = qt.with_name(Label(versions()), tr("Versions"))
    flag = Qt.TextInteractionFlag
    text.setTextInteractionFlags(flag.TextSelectableByMouse | flag.TextSelectableByKeyboard)
    mark = qt.with_name(Label(), "Blockloom")
    mark.setPixmap(parent.windowIcon().pixmap(64, 64))
    mark.setAlignment(Qt.AlignmentFlag.AlignTop)
    box = qt.close_with(dialog, qt.line(mark, (title, 1)), text, space=12)
    copy = box.addButton(tr("Copy versions"), QDialogButtonBox.ButtonRole.ActionRole)
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(versions()))
    dialog.open()
    return dialog


def groups() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the sections of the dialog about the mouse: (heading, [(action, effect)])."""
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
    """Open the dialog that lists what the mouse and the keys do on a page."""
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
