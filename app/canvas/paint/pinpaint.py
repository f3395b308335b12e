"""Painting the pins of blocks: with their names, and the values that are typed into them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPen, QPolygonF

from blockloom.app.canvas.scene.block_layout import PIN, QUIET, SLIDE, Layout, Spot
from blockloom.app.canvas.scene.geometry import Geometry, mark, type_of
from blockloom.app.canvas.scene.theme import Theme, colour, family
from blockloom.app.canvas.scene.wire_ends import fan
from blockloom.blocks import operations
from blockloom.blocks.catalogue.block_types import Attr, Pin
from blockloom.blocks.document.pages import LIST, REF, TENSOR
from blockloom.blocks.problems import ERROR

SCOPE = 3.4  # radius of the Scope pin
RESULT = 4.2  # and of a result pin
NUMBERED = 9  # wires into a list pin up to which each has its number in the pin
_LEAST = 4  # characters of a value that are worth painting
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_CENTRE = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip)


class PinPainter:
    """Paints pins with one theme and geometry, in the coordinates of their block."""

    def __init__(self, theme: Theme, geometry: Geometry):
        self.theme, self.geometry, self.fonts = theme, geometry, geometry.fonts

    def spot(
        self,
        p: QPainter,
        spot: Spot,
        layout: Layout,
        session: bool = False,
        severity: str = "",
        dtypes: Mapping[str, str] = {},
    ) -> None:
        """A pin with its name and value. `dtypes` are those of the block's attrs, `severity` that of its problems."""
        theme, quiet = self.theme, spot.role == "attr"
        if spot.label:
            p.setFont(self.fonts.attr if spot.small else self.fonts.label)
            p.setPen(colour(theme.error if spot.role == "unknown" else theme.muted if quiet else theme.label))
            if spot.x < layout.width:
                p.drawText(QPointF(spot.at, spot.y + 4), spot.label)
            else:
                p.drawText(QRectF(0, spot.y - 9, spot.x - 11, 18), _RIGHT, spot.label)
        if spot.field is not None:
            self._field(p, spot, spot.field, severity, dtypes)
        self.pin(p, spot, severity, session, dtypes)

    def taken(self, p: QPainter, spot: Spot, layout: Layout, text: str) -> None:
        """Beside the name of an input what it took as its block failed."""
        advance = self.geometry.metrics.label.horizontalAdvance
        left = spot.at + advance(spot.label) + 6
        outputs = (s for s in layout.spots if s.label and s.x >= layout.width and abs(s.y - spot.y) < 9)
        right = [s.x - 17 - advance(s.label) for s in outputs]
        room = min(right, default=layout.width - 10) - left
        shown = self.geometry.elided(" ".join(text[:200].split()), "value", room)
        if len(shown) > _LEAST or shown == text:
            p.setFont(self.fonts.value)
            p.setPen(colour(self.theme.error))
            p.drawText(QPointF(left, spot.y + 4), shown)

    def _field(self, p: QPainter, spot: Spot, box: QRectF, severity: str, dtypes: Mapping[str, str]) -> None:
        theme, short, missing = self.theme, spot.small, spot.state == "missing"
        if missing and not (isinstance(spot.pin, Attr) and not spot.pin.required):
            pen = QPen(colour(theme.field_edge), 1.0)
            pen.setDashPattern([3.0, 3.0])
            p.setPen(pen)
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        elif not short and not missing:
            p.setPen(QPen(colour(theme.field_edge), 1.0))
            p.setBrush(colour(theme.field))
            p.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        p.setFont(self.fonts.attr if short else self.fonts.value)
        p.setPen(colour(theme.error if severity == ERROR else theme.muted if missing else theme.value))
        value = self._hint(spot, dtypes) if missing else spot.value
        line, inset = spot.y + (2 if spot.slider else 4), 3 if short else 6
        p.drawText(QPointF(box.x() + inset + mark(spot.pin, spot.value), line), value)
        unit = self.geometry.unit(spot.pin)
        if unit and isinstance(spot.pin, Attr):
            p.setPen(colour(theme.muted))
            p.drawText(QPointF(box.right() - 1 - unit, line), spot.pin.unit)
        if spot.slider is not None:
            self._slider(p, box, operations.place_of(spot.slider, spot.value))
        if (on := operations.truth(spot.pin, spot.value)) is not None:
            self._check(p, box.x() + inset, spot.y, on)

    def _hint(self, spot: Spot, dtypes: Mapping[str, str]) -> str:
        """What stands where no value is: the dtype that it has to be of, where wires tell."""
        pin, dtype = spot.pin, dtypes.get(type_of(spot.pin), "")
        if pin is None or spot.field is None or not dtype or pin.default:
            return spot.value
        return self.geometry.elided(dtype, "attr" if spot.small else "value", spot.field.width() - 6)

    def _check(self, p: QPainter, x: float, y: float, on: bool) -> None:
        """The box of what is true or false, ticked or empty."""
        p.setPen(QPen(colour(self.theme.value), 1.2))
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawRoundedRect(QRectF(x, y - 4, 8, 8), 1.5, 1.5)
        if on:
            p.drawPolyline(QPolygonF([QPointF(x + 2, y), QPointF(x + 3.5, y + 2), QPointF(x + 6.5, y - 2.5)]))

    def _slider(self, p: QPainter, field: QRectF, place: float) -> None:
        """The line along the foot of a field, with a knob where the number lies."""
        y, left, right = field.bottom() - 3, field.x() + SLIDE, field.right() - SLIDE
        x = left + place * (right - left)
        p.setPen(QPen(colour(self.theme.muted), 1.2))
        p.drawLine(QPointF(x, y), QPointF(right, y))
        p.setPen(QPen(colour(self.theme.selection), 1.8))
        p.drawLine(QPointF(left, y), QPointF(x, y))
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(self.theme.selection))
        p.drawEllipse(QPointF(x, y), 3.2, 3.2)

    def pin(
        self, p: QPainter, spot: Spot, severity: str = "", session: bool = False, dtypes: Mapping[str, str] = {}
    ) -> None:
        """Paint a pin, round or square (list), the colour of its dtype inside, a ring for a problem. A list pin with
        several wires is as high as they lie apart, with their numbers.
        """
        theme = self.theme
        fill, edge = theme.pins[spot.name if session and spot.name in theme.pins else spot.role]
        if severity:
            p.setPen(QPen(colour(theme.error if severity == ERROR else theme.warning), 2.0))
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.drawEllipse(QPointF(spot.x, spot.y), PIN + 3.5, PIN + 3.5)
        p.setPen(QPen(colour(edge), 1.2))
        p.setBrush(colour(fill))
        if spot.many:
            reach = PIN + max(0, spot.wires - 1) * fan(spot.wires, False) / 2
            p.drawRoundedRect(QRectF(spot.x - PIN, spot.y - reach, 2 * PIN, 2 * reach), 2.5, 2.5)
            if spot.wires > 1:
                self._numbers(p, spot)
                return
        else:
            radius = {"result": RESULT, "scope": SCOPE, "attr": QUIET - 0.6}.get(spot.role, PIN)
            p.drawEllipse(QPointF(spot.x, spot.y), radius, radius)
        pin = spot.pin
        if isinstance(pin, Pin) and spot.role in ("input", "output") and pin.kind in (TENSOR, REF, LIST):
            dtype = pin.dtype or dtypes.get(pin.type_attr or "")
            if dtype:
                p.setPen(Qt.PenStyle.NoPen)
                p.setBrush(colour(theme.wires[family(dtype) or TENSOR]))
                p.drawEllipse(QPointF(spot.x, spot.y), PIN - 2.5, PIN - 2.5)

    def _numbers(self, p: QPainter, spot: Spot) -> None:
        """The places of wires in a list pin; of many the first and the last."""
        font = QFont(self.fonts.chip)
        font.setPixelSize(9)
        font.setBold(True)
        p.setFont(font)
        p.setPen(colour("#15181C"))
        apart = fan(spot.wires, False)
        each = range(spot.wires) if spot.wires <= NUMBERED else (0, spot.wires - 1)
        for i in each:
            y = spot.y + apart * (i - (spot.wires - 1) / 2)
            p.drawText(QRectF(spot.x - 8, y - 5, 16, 10), _CENTRE, str(i + 1))
