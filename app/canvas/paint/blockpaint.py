"""Paint one block with its pins, or as an enuSpace symbol, with any QPainter, in canvas coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPen, QPolygonF

from blockloom.app.canvas.page.marks import Marks, not_finite, reason_text, short, type_chip
from blockloom.app.canvas.paint.painted_shapes import paint_tile
from blockloom.app.canvas.paint.statemarks import (
    EDGE,
    WIDTHS,
    hatch,
    outline,
    paint_box,
    paint_mark,
    paint_rays,
    rounded,
)
from blockloom.app.canvas.paint.text_fitting import NARROW, TIGHT_IDS, FontStyle, TextFitter
from blockloom.app.canvas.scene.block_layout import (
    CONTROL_Y,
    INDENT,
    PIN,
    QUIET,
    RADIUS,
    SLIDE,
    STATE,
    TILE,
    TITLE,
    TYPE,
    Layout,
    Spot,
    category,
)
from blockloom.app.canvas.scene.geometry import Geometry, mark, type_of, unknown
from blockloom.app.canvas.scene.scene_arrays import fan
from blockloom.app.canvas.scene.symbolshape import SESSION, VALUE, font, metrics
from blockloom.app.canvas.scene.theme import Theme, colour, family, legible, qt_colour
from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks import operations
from blockloom.blocks.catalogue.block_types import Attr, Pin
from blockloom.blocks.catalogue.parameters import SIGNATURE, page_of_type
from blockloom.blocks.document.pages import BYPASS, LIST, MUTE, REF, TENSOR, Block
from blockloom.blocks.layout.block_rows import HEAD, TITLE_X
from blockloom.blocks.problems import ERROR

if TYPE_CHECKING:
    from blockloom.app.canvas.paint.monitor_painter import MonitorPainter


SCOPE = 3.4  # radius of the Scope pin
RESULT = 4.2  # radius of a result pin
NUMBERED = 9  # most wires into a list pin with their numbers in the pin
_LEAST = 4  # fewest characters of a value that are painted
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
        """Paint a pin with its name and value.

        Args:
            spot: the pin.
            layout: the layout of its block.
            session: the block is a Session.
            severity: the worst severity of the pin's problems.
            dtypes: the dtypes of the block's attrs.
        """
        theme, quiet = self.theme, spot.role == "attr"
        if spot.label:
            p.setFont(self.fonts.attr if spot.small else self.fonts.label)
            p.setPen(colour(theme.error if spot.role == "unknown" else theme.muted if quiet else theme.label))
            if spot.x < layout.width:
                p.drawText(QPointF(spot.label_x, spot.y + 4), spot.label)
            else:
                p.drawText(QRectF(0, spot.y - 9, spot.x - 11, 18), _RIGHT, spot.label)
        if spot.field is not None:
            self._field(p, spot, spot.field, severity, dtypes)
        self.pin(p, spot, severity, session, dtypes)

    def failed_input(self, p: QPainter, spot: Spot, layout: Layout, text: str) -> None:
        """Paint the value that an input received when its block failed, next to the input's name."""
        advance = self.geometry.metrics.label.horizontalAdvance
        left = spot.label_x + advance(spot.label) + 6
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
        if (on := operations.parse_bool(spot.pin, spot.value)) is not None:
            self._check(p, box.x() + inset, spot.y, on)

    def _hint(self, spot: Spot, dtypes: Mapping[str, str]) -> str:
        """Return the placeholder of a missing value: its required dtype, if wires determine it."""
        pin, dtype = spot.pin, dtypes.get(type_of(spot.pin), "")
        if pin is None or spot.field is None or not dtype or pin.default:
            return spot.value
        return self.geometry.elided(dtype, "attr" if spot.small else "value", spot.field.width() - 6)

    def _check(self, p: QPainter, x: float, y: float, on: bool) -> None:
        """Paint the box of a truth value, ticked or empty."""
        p.setPen(QPen(colour(self.theme.value), 1.2))
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawRoundedRect(QRectF(x, y - 4, 8, 8), 1.5, 1.5)
        if on:
            p.drawPolyline(QPolygonF([QPointF(x + 2, y), QPointF(x + 3.5, y + 2), QPointF(x + 6.5, y - 2.5)]))

    def _slider(self, p: QPainter, field: QRectF, place: float) -> None:
        """Paint the line along the bottom of a field, with a knob at the number."""
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
        """Paint a pin, round or square (list), with its dtype's colour inside and a ring for a problem.

        A list pin with several wires is as high as their distance requires, with their numbers.
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
        """Paint the numbers of wires in a list pin; if there are many, the first and the last."""
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


_SESSION_PINS = {
    "Scope": "#FF00FF",
    "inputs": "#00B050",
    "fetch_outputs": "#F2E63C",
    "run_outputs": "#35D6D6",
    "status": "#8ACF57",
    "INFINITE_LOOP": "#00B050",
    "SHOW_DEBUG": "#00B050",
}


class SymbolPainter:
    """Paints the inside of a symbol's outline, with one theme and geometry."""

    def __init__(self, theme: Theme, geometry: Geometry):
        self.theme, self.geometry = theme, geometry

    def paint(self, p: QPainter, block: Block, layout: Layout, marks: Marks) -> None:
        """Paint everything except the box and the badges."""
        theme = self.theme
        waiting = marks.waiting.get(block.id)
        for text in layout.shape.texts if layout.shape is not None else ():
            if waiting and text.ink == "title":
                continue
            p.setFont(font(text.size))
            p.setPen(colour(getattr(theme, text.ink)))
            p.drawText(QPointF(text.x, text.y), text.text)
        if waiting:
            self._line(p, waiting, QRectF(5, 4, layout.width - 18, 12), theme.waiting, 10)
        troubled = bool(marks.problems.get(block.id))
        session, results = layout.type is not None and layout.type.name == SESSION, marks.results_of(block.id)
        for spot in layout.spots:
            if spot.role == "output" and not_finite(results.get(spot.name)) is not None:
                paint_rays(p, theme, spot.x, spot.y)
            severity = marks.severity(block.id, spot.name) if troubled else ""
            if severity:
                p.setPen(QPen(colour(theme.error if severity == ERROR else theme.warning), 2.0))
                p.setBrush(Qt.BrushStyle.NoBrush)
                p.drawEllipse(QPointF(spot.x, spot.y), PIN + 3, PIN + 3)
            fill, edge = theme.pins[spot.role]
            p.setPen(QPen(colour(edge), 1.0))
            p.setBrush(colour(_SESSION_PINS.get(spot.name, fill) if session else fill))
            radius = PIN if session or spot.role not in ("scope", "attr") else QUIET
            p.drawEllipse(QPointF(spot.x, spot.y), radius, radius)
        for name, (box, _) in layout.results.items():
            if name in results:
                finite = theme.result if marks.fresh(block.id, name) else theme.muted
                ink = finite if not_finite(results[name]) is None else theme.not_finite
                self._line(p, short(results[name]), box, ink, VALUE)

    def _line(self, p: QPainter, text: str, box: QRectF, ink: str, size: int) -> None:
        """Paint a text in the middle of a box, cut if it is too long."""
        text = metrics(size).elidedText(" ".join(text[:200].split()), Qt.TextElideMode.ElideRight, box.width())
        p.setFont(font(size))
        p.setPen(colour(ink))
        p.drawText(box, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip), text)


LEFT_OUT = {"": 0.6, MUTE: 0.4, BYPASS: 0.4}  # mode of a block that is left out -> opacity
CHIP = 15.0  # height of the label with dtype and shape
_IDS = tuple(FontStyle(size, True) for size in range(14, 9, -1))  # of the id in the head
_TYPES = (*map(FontStyle, range(12, 8, -1)), FontStyle(9, False, NARROW))  # of the type below it
_MIDDLE = int(Qt.AlignmentFlag.AlignCenter)


def pen_of(text: str, width: float) -> QPen:
    """Return a pen of this colour and width."""
    return QPen(colour(text), width)


class BlockPainter:
    """Paints blocks, with one theme and geometry."""

    def __init__(self, theme: Theme, geometry: Geometry):
        self.theme, self.geometry, self.fonts = theme, geometry, geometry.fonts
        self.texts = TextFitter(lambda bold: self.fonts.title if bold else self.fonts.type)
        self.symbols, self.pins = SymbolPainter(theme, geometry), PinPainter(theme, geometry)

    @cached_property
    def monitors(self) -> MonitorPainter:
        """The painter of monitors; imported with the first one, since many pages have none."""
        from blockloom.app.canvas.paint.monitor_painter import MonitorPainter

        return MonitorPainter(self.theme, self.geometry)

    def edge(self, layout: Layout, state: str = "", color: str = "") -> str:
        """Return the colour of a block's edge: of its state, otherwise of the document, otherwise of its kind."""
        theme = self.theme
        if state:
            return str(getattr(theme, state))
        if color:
            return legible(qt_colour(color), theme.canvas, 3.0)
        if category(layout.type) == "session":
            return theme.session
        return theme.muted if layout.type is not None and layout.type.name in SIGNATURE else theme.edge

    def body(self, p: QPainter, layout: Layout, state: str = "", color: str = "") -> None:
        """Paint the rounded box with the head in the colour of its category and the strip of results.

        The edge is as thick as the state requires, at least a pixel.
        """
        theme, width, height = self.theme, layout.width, layout.height
        state = state or (ERROR if layout.type is None else "")
        edge = self.edge(layout, state, color)
        paint_box(p, theme, theme.block, width, height)
        if layout.shape is None and not layout.monitor:
            p.setBrush(colour(theme.head(category(layout.type))))
            p.drawPath(rounded(QRectF(0, 0, width, HEAD), RADIUS, True, False))
            if layout.results:
                p.setBrush(colour(theme.strip))
                p.drawPath(rounded(QRectF(0, layout.strip, width, height - layout.strip), RADIUS, False, True))
        dashed = layout.type is None or state == "stale"
        outline(p, layout, edge, WIDTHS.get(state, EDGE), dashed)
        if layout.type is not None and (page_of_type(layout.type.name) or layout.type.traits.functional):
            p.setPen(pen_of(edge, 1.0))  # an inner outline: the block contains a page
            p.drawRoundedRect(QRectF(3.5, 3.5, width - 7, height - 7), RADIUS - 3, RADIUS - 3)

    def block(self, p: QPainter, block: Block, layout: Layout, marks: Marks) -> None:
        """Paint a block with everything; dimmed if it is left out, or does not run."""
        if not marks.dims(block.id):
            self._block(p, block, layout, marks)
        else:
            self.ground(p, layout)
            p.setOpacity(LEFT_OUT[block.mode])
            self._block(p, block, layout, marks)
            p.setOpacity(1.0)
            self.mode(p, *layout.badge, block.mode)

    def ground(self, p: QPainter, layout: Layout) -> None:
        """Paint an opaque background, so that wires do not shine through a dimmed block."""
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(self.theme.canvas))
        p.drawRoundedRect(QRectF(0, 0, layout.width, layout.height), RADIUS, RADIUS)

    def mode(self, p: QPainter, x: float, y: float, mode: str, size: float = 1.0) -> None:
        """Paint the badge of a muted (a struck circle) or bypassed block (an arrow past it)."""
        if not mode:
            return
        p.save()
        p.translate(x, y)
        p.scale(size, size)
        ink, width = self.theme.label, 2.0
        pen = pen_of(ink, width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        p.setPen(pen)
        p.setBrush(colour(self.theme.strip))
        p.drawEllipse(QPointF(0, 0), 7.0, 7.0)
        if mode == MUTE:
            p.drawLine(QPointF(-4.9, 4.9), QPointF(4.9, -4.9))
        else:
            p.drawLine(QPointF(-10, 0), QPointF(3, 0))
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(colour(ink))
            p.drawPolygon(QPolygonF([QPointF(6.5, 0), QPointF(-0.5, -4.5), QPointF(-0.5, 4.5)]))
        p.restore()

    def _block(self, p: QPainter, block: Block, layout: Layout, marks: Marks) -> None:
        if layout.monitor:
            self.monitors.paint(p, block, layout, marks)
            return
        state, severity = marks.state(block.id), marks.severity(block.id)
        self.body(p, layout, marks.outline(block.id), block.color)
        if block.id in marks.unreached:
            foot = layout.strip if layout.results else layout.height
            hatch(p, self.theme, QRectF(0, HEAD, layout.width, foot - HEAD), 0.0 if layout.results else RADIUS)
        if layout.shape is not None:
            self.symbols.paint(p, block, layout, marks)
            if state:
                paint_mark(p, self.theme, state, *layout.badge)
            return
        self._head(p, block, layout, marks, state)
        session = category(layout.type) == "session"
        results, dtypes = marks.results_of(block.id), marks.dtypes.get(block.id, {})
        took = marks.took.get(block.id, {})
        if layout.results:
            self._results(p, block, layout, marks)
        for spot in layout.spots:
            if spot.role == "output" and not_finite(results.get(spot.name)) is not None:
                paint_rays(p, self.theme, spot.x, spot.y)
            own = marks.severity(block.id, spot.name) if severity else ""
            self.pins.spot(p, spot, layout, session, own, dtypes)
            if spot.role == "input" and spot.field is None and spot.name in took:
                self.pins.failed_input(p, spot, layout, took[spot.name])
        if state:
            paint_mark(p, self.theme, state, *layout.badge)

    def _head(self, p: QPainter, block: Block, layout: Layout, marks: Marks, state: str) -> None:
        """Paint the mark of the category, the id and the type."""
        theme = self.theme
        paint_tile(p, theme, category(layout.type), QRectF(INDENT, INDENT, TILE, TILE))
        room = layout.width - TITLE_X - (STATE + 10 if state or block.mode else 8)
        badge = self._reference(p, layout.width - 8) + 4 if block.id in marks.reference else 0.0
        told = "" if layout.results else reason_text(block.id, marks)
        shown = told or (layout.title if layout.type else f"{unknown()} {layout.title}")
        title = self.geometry.title_of(block)
        name = self.texts.fit(title, room, _IDS) or self.texts.fit(title, room, TIGHT_IDS, int(HEAD // 10))
        type_ = self.texts.fit(shown, room - badge, _TYPES)
        p.setPen(colour(theme.title))
        if name is not None and len(name.lines) == 1:
            p.setFont(self.texts.font(name.style))
            p.drawText(QPointF(TITLE_X, TITLE), title)
        elif name is not None:  # the id is more important than the type
            p.setFont(self.texts.font(name.style))
            for row, line in enumerate(name.lines):
                p.drawText(QPointF(TITLE_X, (HEAD - name.height) / 2 + (row + 1) * (name.style.size + 1) - 2), line)
            return
        if type_ is not None:
            p.setFont(self.texts.font(type_.style))
            p.setPen(colour(getattr(theme, state or ERROR) if layout.type is None or told and state else theme.type))
            p.drawText(QPointF(TITLE_X, TYPE), shown)

    def _results(self, p: QPainter, block: Block, layout: Layout, marks: Marks) -> None:
        """Paint a line for each output: its last result, with dtype and shape if known.

        The first line shows the error or the reason for waiting instead, if there is one.
        """
        theme, results, types = self.theme, marks.results_of(block.id), marks.types.get(block.id, {})
        dtypes, advance = marks.dtypes.get(block.id, {}), self.geometry.metrics.value.horizontalAdvance
        told = reason_text(block.id, marks)
        for name, (box, dtype) in layout.results.items():
            x, y, right = box.x() + 10, box.center().y() + 4, box.right() - 8
            p.setFont(self.fonts.value)
            if told:
                p.setPen(colour(getattr(theme, marks.state(block.id) or "muted")))
                p.drawText(QPointF(x, y), self.geometry.in_whole_words(told, "value", right - x))
                told = ""
                continue
            p.setPen(colour(theme.muted))
            known = dtype or dtypes.get(type_of(layout.type.output(name) if layout.type else None), "")
            full, brief = type_chip(results.get(name), types.get(name), known)
            text = short(results[name]) if name in results and results[name] != {} else ""
            if len(layout.results) > 1:
                label = self.geometry.elided(name, "value", max(box.width() * 0.4, right - x - advance(text[:99]) - 40))
                p.drawText(QPointF(x, y), label)
                x += advance(label) + 8
            wanted = advance(text[:99])
            for chip in dict.fromkeys((full, brief)):
                wide = self.geometry.metrics.chip.horizontalAdvance(chip) + 10 if chip else 0.0
                if not text or wanted + wide + 6 <= right - x or chip == brief and wide < (right - x) / 2:
                    right -= self._chip(p, chip, right, box.center().y(), right - x)
                    break
            if name in marks.pinned.get(block.id, ()):
                p.setPen(colour(getattr(theme, "pin_stale" if block.id in marks.pin_stale else "pinned")))
            elif not_finite(results.get(name)) is not None:
                p.setPen(colour(theme.not_finite))
            else:
                p.setPen(colour(theme.result if marks.fresh(block.id, name) else theme.muted))
            p.setFont(self.fonts.value)
            p.drawText(QPointF(x, y), self.geometry.in_whole_words(text, "value", right - x))

    def _chip(self, p: QPainter, text: str, right: float, y: float, most: float) -> float:
        """Paint a chip that ends at `right`, at most `most` wide; return the width it uses."""
        if not text or most < 20:
            return 0.0
        text = self.geometry.elided(text, "chip", most - 10)
        wide = self.geometry.metrics.chip.horizontalAdvance(text) + 10
        box = QRectF(right - wide, y - CHIP / 2, wide, CHIP)
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(self.theme.chip))
        p.drawRoundedRect(box, CHIP / 2, CHIP / 2)
        p.setFont(self.fonts.chip)
        p.setPen(colour(self.theme.chip_text))
        p.drawText(box, _MIDDLE, text)
        return wide + 6

    def _reference(self, p: QPainter, right: float) -> float:
        """Paint the badge of a block that runs by the CPU reference; return its width."""
        font = QFont(self.fonts.type)
        font.setPixelSize(10)
        p.setFont(font)
        text = tr("CPU reference")
        box = QRectF(0, 23, p.fontMetrics().horizontalAdvance(text) + 10, 13)
        box.moveRight(right)
        p.setPen(pen_of(self.theme.wires["control"], 1.2))
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawRoundedRect(box, 6, 6)
        p.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
        return box.width()

    def control_port(self, p: QPainter, x: float, y: float, lit: bool) -> None:
        """Paint the diamond level with the title, where control wires begin."""
        p.setPen(pen_of(self.theme.wires["control"], 1.4))
        p.setBrush(colour(self.theme.accept if lit else self.theme.block))
        p.drawPolygon(QPolygonF([QPointF(x, y - 5.5), QPointF(x + 5.5, y), QPointF(x, y + 5.5), QPointF(x - 5.5, y)]))


def control_ports(layout: Layout) -> tuple[QPointF, QPointF]:
    """Return the points at which control wires arrive at and leave a block."""
    return QPointF(0, CONTROL_Y), QPointF(layout.width, CONTROL_Y)
