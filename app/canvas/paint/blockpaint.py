"""Painting one block with any QPainter, in canvas coordinates: screen, picture, SVG and PDF alike."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPen, QPolygonF

from blockloom.app.canvas.page.marks import Marks, not_finite, short, typed
from blockloom.app.canvas.paint.atlas import PAD
from blockloom.app.canvas.paint.statemarks import EDGE, WIDTHS, outline, paint_mark, paint_rays
from blockloom.app.canvas.paint.symbolpaint import SymbolPainter
from blockloom.app.canvas.scene.block_layout import CONTROL_Y, PIN, QUIET, RADIUS, SLIDE, TITLE, TYPE, Layout, Spot
from blockloom.app.canvas.scene.geometry import Geometry, mark, type_of, unknown
from blockloom.app.canvas.scene.theme import Theme, colour, family, legible, qt_colour
from blockloom.app.canvas.scene.words import tr
from blockloom.blocks import operations
from blockloom.blocks.catalogue.block_types import Attr, Pin
from blockloom.blocks.catalogue.signature import SIGNATURE, page_of_type
from blockloom.blocks.document.own_types import SESSION
from blockloom.blocks.document.pages import BYPASS, LIST, MUTE, REF, TENSOR, Block
from blockloom.blocks.layout.block_rows import LABEL
from blockloom.blocks.problems import ERROR

if TYPE_CHECKING:
    from blockloom.app.canvas.paint.monitors import MonitorPainter

_LEFT_OUT = {"": 0.6, MUTE: 0.35, BYPASS: 0.35}  # how much is seen of a block that is left out, by its mode


def pen_of(text: str, width: float) -> QPen:
    """A pen of this colour and width."""
    return QPen(colour(text), width)


class BlockPainter:
    """Paints blocks, with one theme and geometry."""

    def __init__(self, theme: Theme, geometry: Geometry):
        self.theme, self.geometry, self.fonts = theme, geometry, geometry.fonts
        self.symbols = SymbolPainter(theme, geometry)

    @cached_property
    def monitors(self) -> MonitorPainter:
        """Paints monitors; imported with the first one, since many pages have none."""
        from blockloom.app.canvas.paint.monitors import MonitorPainter

        return MonitorPainter(self.theme, self.geometry)

    def body(self, p: QPainter, layout: Layout, state: str = "", color: str = "") -> None:
        """Paint the rounded box, its edge thin or as the state has it, at least a pixel wide."""
        theme = self.theme
        unknown, name = layout.type is None, layout.type.name if layout.type is not None else ""
        state = state or (ERROR if unknown else "")
        edge = (
            getattr(theme, state)
            if state
            else (
                legible(qt_colour(color), theme.canvas, 3.0)
                if color
                else theme.session
                if name == SESSION
                else theme.frame
                if name in SIGNATURE
                else theme.edge
            )
        )
        outline(p, layout, edge, WIDTHS.get(state, EDGE), colour(theme.block), unknown or state == "stale")
        if layout.type is not None and page_of_type(layout.type.name):  # there is an inside
            p.setPen(pen_of(edge, 1.0))
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.drawRoundedRect(QRectF(3.5, 3.5, layout.width - 7, layout.height - 7), RADIUS - 3, RADIUS - 3)

    def sketch(self, p: QPainter, layout: Layout, mode: str | None = None) -> None:
        """Paint a block at zooms where texts are illegible: box and pins. `mode` is that of a left-out block, None for
        others."""
        if mode is not None:
            self._ground(p, layout)
            p.setOpacity(_LEFT_OUT[mode])
            self.sketch(p, layout)
            p.setOpacity(1.0)
            scale = p.worldTransform().m11()
            corner = max(4.0, 9 / scale - PAD)  # within what the atlas keeps of a picture
            self._mode(p, layout.width - corner, corner, mode, 1 / scale)
            return
        self.body(p, layout)
        p.setPen(Qt.PenStyle.NoPen)
        for spot in layout.spots:
            if spot.role not in ("result", "scope", "attr"):
                p.setBrush(colour(self.theme.pins.get(spot.role, self.theme.pins["input"])[0]))
                p.drawRect(QRectF(spot.x - 4, spot.y - 4, 8, 8))

    def block(self, p: QPainter, block: Block, layout: Layout, marks: Marks) -> None:
        """Paint a block with everything; dimmed if it is left out."""
        if block.id not in marks.left_out:
            self._block(p, block, layout, marks)
            return
        self._ground(p, layout)
        p.setOpacity(_LEFT_OUT[block.mode])
        self._block(p, block, layout, marks)
        p.setOpacity(1.0)
        corner = layout.shape is not None and not layout.monitor
        self._mode(p, layout.width - (3 if corner else 16), 3 if corner else 15, block.mode)

    def _ground(self, p: QPainter, layout: Layout) -> None:
        """What keeps wires from shining through a dimmed block."""
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(self.theme.block))
        p.drawRoundedRect(QRectF(0, 0, layout.width, layout.height), RADIUS, RADIUS)

    def _mode(self, p: QPainter, x: float, y: float, mode: str, size: float = 1.0) -> None:
        """The badge of a muted (a struck circle) or bypassed block (an arrow past it)."""
        if not mode:
            return
        p.save()
        p.translate(x, y)
        p.scale(size, size)
        ink, width = self.theme.label, 2.2
        pen = pen_of(ink, width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        p.setPen(pen)
        p.setBrush(colour(self.theme.field))
        p.drawEllipse(QPointF(0, 0), 7.5, 7.5)
        if mode == MUTE:
            p.drawLine(QPointF(-5.3, 5.3), QPointF(5.3, -5.3))
        else:
            p.drawLine(QPointF(-11, 0), QPointF(3, 0))
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(colour(ink))
            p.drawPolygon(QPolygonF([QPointF(6.5, 0), QPointF(-0.5, -4.5), QPointF(-0.5, 4.5)]))
        p.restore()

    def _block(self, p: QPainter, block: Block, layout: Layout, marks: Marks) -> None:
        if layout.monitor:
            self.monitors.paint(p, block, layout, marks)
            return
        theme, fonts = self.theme, self.fonts
        state, severity = marks.state(block.id), marks.severity(block.id)
        self.body(p, layout, state, block.color)
        if layout.shape is not None:
            self.symbols.paint(p, block, layout, marks)
            if state:
                paint_mark(p, theme, state, *layout.badge)
            return
        badge = 20.0 if state or block.mode else 0.0
        if block.id in marks.reference:
            badge += self._reference(p, layout.width - 7 - badge)
        p.setFont(fonts.title)
        p.setPen(colour(theme.title))
        p.drawText(QPointF(12, TITLE), self.geometry.elided(block.id, "title", layout.width - 22 - badge))
        p.setFont(fonts.type)
        waiting = marks.waiting.get(block.id)
        if waiting:
            p.setPen(colour(theme.waiting))
            p.drawText(QPointF(12, TYPE), self.geometry.elided(waiting, "type", layout.width - 22))
        else:
            p.setPen(colour(theme.error if layout.type is None else theme.subtitle))
            shown = layout.title if layout.type else f"{unknown()} {layout.title}"
            p.drawText(QPointF(12, TYPE), self.geometry.elided(shown, "type", layout.width - 22))
        session = layout.type is not None and layout.type.name == SESSION
        results = marks.results_of(block.id)
        for spot in layout.spots:
            if spot.role == "output" and not_finite(results.get(spot.name)) is not None:
                paint_rays(p, theme, spot.x, spot.y)
            self._spot(
                p,
                spot,
                layout,
                session,
                marks.severity(block.id, spot.name) if severity else "",
                marks.dtypes.get(block.id, {}),
            )
        self._results(p, block, layout, marks)
        if state:
            paint_mark(p, theme, state, *layout.badge)

    def _spot(
        self, p: QPainter, spot: Spot, layout: Layout, session: bool, severity: str, dtypes: Mapping[str, str]
    ) -> None:
        theme = self.theme
        if spot.label:
            p.setFont(self.fonts.label)
            p.setPen(
                colour(
                    theme.error
                    if spot.role == "unknown"
                    else theme.muted
                    if spot.role in ("scope", "attr")
                    else theme.session
                    if session
                    else theme.label
                )
            )
            if spot.x < layout.width:
                p.drawText(QPointF(LABEL, spot.y + 4), spot.label)
            else:
                p.drawText(
                    QRectF(0, spot.y - 9, spot.x - 10, 18),
                    int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter),
                    spot.label,
                )
        if spot.field is not None:
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(colour(theme.field))
            p.drawRoundedRect(spot.field, 3, 3)
            p.setFont(self.fonts.value)
            p.setPen(
                colour(theme.error if severity == ERROR else theme.value if spot.state == "typed" else theme.muted)
            )
            value = self._hint(spot, dtypes) if spot.state == "missing" else spot.value
            line = spot.y + (2 if spot.slider else 4)
            p.drawText(QPointF(spot.field.x() + 4 + mark(spot.pin, spot.value), line), value)
            unit = self.geometry.unit(spot.pin)
            if unit and isinstance(spot.pin, Attr):
                p.setPen(colour(theme.muted))
                p.drawText(QPointF(spot.field.right() + 1 - unit, line), spot.pin.unit)
            if spot.slider is not None:
                self._slider(p, spot.field, operations.place_of(spot.slider, spot.value))
            if (on := operations.truth(spot.pin, spot.value)) is not None:
                self._check(p, spot.field.x() + 5, spot.y, on)
        self.pin(p, spot, severity, session, dtypes)

    def _hint(self, spot: Spot, dtypes: Mapping[str, str]) -> str:
        """What stands where no value is: the dtype that it has to be of, where wires tell."""
        pin, dtype = spot.pin, dtypes.get(type_of(spot.pin), "")
        if pin is None or spot.field is None or not dtype or pin.default:
            return spot.value
        return self.geometry.elided(dtype, "value", spot.field.width() - 6)

    def _check(self, p: QPainter, x: float, y: float, on: bool) -> None:
        """The box of what is true or false, ticked or empty."""
        p.setPen(pen_of(self.theme.value, 1.2))
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawRoundedRect(QRectF(x, y - 4, 8, 8), 1.5, 1.5)
        if on:
            p.drawPolyline(QPolygonF([QPointF(x + 2, y), QPointF(x + 3.5, y + 2), QPointF(x + 6.5, y - 2.5)]))

    def _slider(self, p: QPainter, field: QRectF, place: float) -> None:
        """The line along the foot of a field, with a knob where the number lies."""
        y, left, right = field.bottom() - 2.5, field.x() + SLIDE, field.right() - SLIDE
        x = left + place * (right - left)
        p.setPen(pen_of(self.theme.muted, 1.2))
        p.drawLine(QPointF(x, y), QPointF(right, y))
        p.setPen(pen_of(self.theme.selection, 1.8))
        p.drawLine(QPointF(left, y), QPointF(x, y))
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(self.theme.selection))
        p.drawEllipse(QPointF(x, y), 3.2, 3.2)

    def pin(
        self, p: QPainter, spot: Spot, severity: str = "", session: bool = False, dtypes: Mapping[str, str] = {}
    ) -> None:
        """Paint a pin, round or square (list), the colour of its dtype inside, a ring for a problem."""
        theme = self.theme
        fill, edge = theme.pins[spot.name if session and spot.name in theme.pins else spot.role]
        if severity:
            p.setPen(pen_of(theme.error if severity == ERROR else theme.warning, 2.0))
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.drawEllipse(QPointF(spot.x, spot.y), PIN + 3.5, PIN + 3.5)
        p.setPen(pen_of(edge, 1.0))
        p.setBrush(colour(fill))
        if spot.many:
            p.drawRoundedRect(QRectF(spot.x - PIN, spot.y - PIN, 2 * PIN, 2 * PIN), 2, 2)
        else:
            radius = {"result": PIN - 1, "scope": QUIET, "attr": QUIET}.get(spot.role, PIN)
            p.drawEllipse(QPointF(spot.x, spot.y), radius, radius)
        pin = spot.pin
        if isinstance(pin, Pin) and spot.role in ("input", "output") and pin.kind in (TENSOR, REF, LIST):
            dtype = pin.dtype or dtypes.get(pin.type_attr or "")
            if dtype:
                p.setPen(Qt.PenStyle.NoPen)
                p.setBrush(colour(theme.wires[family(dtype) or TENSOR]))
                p.drawEllipse(QPointF(spot.x, spot.y), PIN - 2, PIN - 2)

    def _results(self, p: QPainter, block: Block, layout: Layout, marks: Marks) -> None:
        """A line for each output: what the last run gave, before a run its dtype and shape as far as they are known."""
        theme, results, types = self.theme, marks.results_of(block.id), marks.types.get(block.id, {})
        dtypes = marks.dtypes.get(block.id, {})
        p.setFont(self.fonts.value)
        for name, (box, dtype) in layout.results.items():
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(colour(theme.field))
            p.drawRoundedRect(box, 3, 3)
            x, y = box.x() + 4, box.y() + 11.5
            p.setPen(colour(theme.muted))
            known = types.get(name)
            text = (
                short(results[name])
                if name in results
                else typed(known)
                if known and known[0]
                else dtype or dtypes.get(type_of(layout.type.output(name) if layout.type else None), "")
            )
            if len(layout.results) > 1:
                advance = self.geometry.metrics.value.horizontalAdvance
                room = max(box.width() * 0.4, box.width() - advance(text[:99]) - 14)
                label = self.geometry.elided(name, "value", room)
                p.drawText(QPointF(x, y), label)
                x += advance(label) + 6
            if marks.fresh(block.id, name):
                p.setPen(colour(theme.result if not_finite(results[name]) is None else theme.not_finite))
            p.drawText(QPointF(x, y), self.geometry.elided(text, "value", box.right() - x - 3))

    def _reference(self, p: QPainter, right: float) -> float:
        """The badge of a block that runs by the CPU reference; gives the width that it takes."""
        font = QFont(self.fonts.type)
        font.setPixelSize(9)
        p.setFont(font)
        text = tr("CPU reference")
        box = QRectF(0, 5, p.fontMetrics().horizontalAdvance(text) + 10, 14)
        box.moveRight(right)
        p.setPen(pen_of(self.theme.wires["control"], 1.2))
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawRoundedRect(box, 6, 6)
        p.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
        return box.width()

    def control_port(self, p: QPainter, x: float, y: float, lit: bool) -> None:
        """Paint the diamond beside the title from which control wires go."""
        p.setPen(pen_of(self.theme.wires["control"], 1.4))
        p.setBrush(colour(self.theme.accept if lit else self.theme.block))
        p.drawPolygon(QPolygonF([QPointF(x, y - 5.5), QPointF(x + 5.5, y), QPointF(x, y + 5.5), QPointF(x - 5.5, y)]))


def control_ports(layout: Layout) -> tuple[QPointF, QPointF]:
    """Where control wires arrive at a block, and where they leave it."""
    return QPointF(0, CONTROL_Y), QPointF(layout.width, CONTROL_Y)
