"""The legend of the colours and shapes of blocks, pins and wires."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QFrame, QGridLayout, QScrollArea, QWidget

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
    """Open the dialog."""
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
