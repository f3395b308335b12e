"""Positions of everything on a block, computed from font metrics, without the page or painting.

All measures are canvas pixels (at 100 %), relative to the block's top left corner. Layouts are cached by type,
typed-in values and wired pins, so ten thousand blocks of few kinds share few layouts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat, zip_longest
from operator import itemgetter
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF

from blockloom.app.canvas.scene.block_layout import (
    CHECK,
    CONTROL_Y,
    FIELD_HIGH,
    INDENT,
    LEAST_FIELD,
    SCOPE_Y,
    Fonts,
    Layout,
    Spot,
    fonts,
)
from blockloom.app.canvas.scene.lineedit import cut
from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks.catalogue import monitor_types
from blockloom.blocks.catalogue.block_types import Attr, BlockType, Pin
from blockloom.blocks.catalogue.block_types import symbol as symbol_of
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import SIGNATURE
from blockloom.blocks.document.pages import OPERATION, Block, Frame, Page, Slider, Wire, split_index
from blockloom.blocks.layout import block_rows
from blockloom.blocks.layout.block_rows import (
    BESIDE,
    FIELD,
    FIRST,
    HEAD,
    LABEL,
    LEAST,
    MOST,
    OUTPUT,
    PITCH,
    TITLE_X,
    BlockRow,
)
from blockloom.blocks.operations import parse_bool
from blockloom.blocks.results import monitors
from blockloom.blocks.values.dtypes import dtype_name

ADVANCES = 50_000  # most widths of texts in the cache
MANY = 1000  # most wires into a list pin that are counted
TAB, TAB_MORE = 22.0, 38.0  # height of the tab with a frame's title, and its width in addition to the title
PICK_ROW = 18.0  # height of a row of a Pick monitor
MONITOR_Y = 12.0  # height of a monitor's pin, which is on its edge next to the title
_SOURCE_PIN = itemgetter(Wire._fields.index("source_pin"))
_SHOWN = ("typed", "missing")  # states of pins that show a value
_SLIDES = "slides"  # state of a value with a slider


def unknown() -> str:
    """Return the text before the name of an unknown type."""
    return tr("unknown type")


class Geometry:
    """Makes and caches layouts of blocks for the types of a catalogue."""

    def __init__(self, catalogue: Catalogue, with_: Fonts[QFont] | None = None):
        self.catalogue = catalogue
        self.measure_with(with_)
        self._advances: dict[tuple[str, str], float] = {}
        # If all digits have the same width, ids that differ only in digits are measured once.
        digits = len({self.metrics.title.horizontalAdvance(digit) for digit in "0123456789"}) == 1
        self._alike = str.maketrans("123456789", "000000000") if digits else {}
        self._cache: dict[tuple[Any, ...], Layout] = {}
        self._looks: dict[tuple[Any, ...], int] = {}
        self._outputs: dict[str, frozenset[str]] = {}
        self._lists: dict[str, tuple[str, ...]] = {}  # type -> its list inputs
        self.short_names: Mapping[str, str] = {}  # id -> name on the page, see `shown_names`

    def measure_with(self, with_: Fonts[QFont] | None = None) -> None:
        """Measure texts with these fonts from now on; None: those of the window's thread."""
        self.fonts = with_ or fonts()
        self.metrics = Fonts(*map(QFontMetricsF, self.fonts))

    def forget(self) -> None:
        """Drop the layouts, since types changed."""
        self._cache.clear()
        self._outputs.clear()

    def layout(self, block: Block, into: Mapping[str, Sequence[Wire]], out: Sequence[Wire]) -> Layout:
        """Return the layout of a block with these wires."""
        return self._layout(block, into, out, _title_width(self._advance("title", block.id.translate(self._alike))))

    def layouts(self, blocks: Sequence[Block], page: Page, most: Mapping[str, float] = {}) -> list[Layout]:
        """Return the layouts of blocks with their wires on a page; `most` are maximum widths of blocks."""
        titles = "\n".join([block.id for block in blocks]).translate(self._alike).split("\n") if blocks else []
        wanted = {title: _title_width(self._advance("title", title)) for title in set(titles)}
        ids = [block[0] for block in blocks]
        return list(
            map(
                self._layout,
                blocks,
                map(page.into.get, ids, repeat({})),
                map(page.out.get, ids, repeat(())),
                map(wanted.__getitem__, titles),
                map(most.get, ids, repeat(MOST)),
            )
        )

    def _layout(
        self,
        block: Block,
        into: Mapping[str, Sequence[Wire]],
        out: Sequence[Wire],
        wanted: float,
        most: float = MOST,
    ) -> Layout:
        """Return the layout of a block whose title needs the width `wanted`, at most `most` wide."""
        kind, values = block[1], block[4]
        known = self._outputs.get(kind)
        if known is None:
            type_ = self.catalogue.get(kind)
            known = self._outputs[kind] = frozenset({"", *(p.name for p in type_.outputs)} if type_ else {""})
            self._lists[kind] = tuple(p.name for p in type_.inputs if p.list) if type_ else ()
        loose = () if known.issuperset(map(_SOURCE_PIN, out)) else tuple(sorted({*map(_SOURCE_PIN, out)} - known))
        typed = tuple([(name, cut(text)) for name, text in values.items()]) if values else ()
        lists = self._lists[kind]
        several = tuple([min(len(into.get(name, ())), MANY) for name in lists]) if lists else ()
        key = kind, typed, tuple(into), several, loose, tuple(block[8].items()) if block[8] else ()
        layout = self._cache.get(key)
        if layout is None:
            layout = self._cache[key] = self._make(*key, LEAST)
        if most < layout.width and not layout.monitor and not layout.shape:
            small = self._cache.get((key, -most))
            if small is None:
                small = self._cache[key, -most] = self._make(*key, LEAST, most)
            return small
        if wanted <= layout.width or layout.monitor or layout.shape:
            return layout
        width = min(most, _up(wanted))
        if width <= layout.width:
            return layout
        wide = self._cache.get((key, width))
        if wide is None:
            wide = self._cache[key, width] = self._make(*key, width)
        return wide

    def title_of(self, item: Block | Frame) -> str:
        """Return the name that a block or frame shows: in a frame it may be short."""
        return self.short_names.get(item.id) or (item.title if isinstance(item, Frame) else "") or item.id

    def tab(self, frame: Frame) -> QRectF:
        """Return the tab with the title of an expanded frame, at its upper left corner."""
        title = self.title_of(frame) + (f"   {frame.device}" if frame.device else "")
        wide = min(frame.width, self._advance("title", title) + TAB_MORE)
        return QRectF(frame.x, frame.y, wide, TAB)

    def elided(self, text: str, font: str, width: float) -> str:
        """Return a text on one line, cut with an ellipsis if it is wider than `width`."""
        text = " ".join(text[:400].split())
        if self._advance(font, text) <= width:
            return text
        return getattr(self.metrics, font).elidedText(text, Qt.TextElideMode.ElideRight, width)

    def in_whole_words(self, text: str, font: str, width: float) -> str:
        """Return a text on one line, which ends with an ellipsis after a whole word if it is wider; "" without room."""
        text = " ".join(text[:400].split())
        shown = self.elided(text, font, width)
        if shown == text:
            return text
        words = shown[:-1].rpartition(" ")[0]
        return f"{words} …" if words else ""

    def _make(
        self,
        type_name: str,
        values: tuple[Any, ...],
        wired: tuple[str, ...],
        several: tuple[int, ...],
        loose: tuple[str, ...],
        sliders: tuple[Any, ...],
        least: float,
        most: float = MOST,
    ) -> Layout:
        type_, typed = self.catalogue.get(type_name), dict(values)
        if type_name in monitor_types.MONITORS and type_ is not None:
            return self._monitor(type_, typed, loose)
        symbol = symbol_of(type_name) if type_ is not None else None
        if type_ is not None and symbol is not None:
            from blockloom.app.canvas.scene import symbolshape  # late, because only pages of enuSpace need it

            laid = symbolshape.layout(
                type_, symbol, typed, wired, loose, lambda key: self._looks.setdefault(key, len(self._looks))
            )
            if laid is not None:
                return laid
        title, ranges = type_.title if type_ else type_name, dict(sliders)
        rows, outputs = block_rows.rows(type_, typed, wired, ranges), list(type_.outputs) if type_ else []
        wires = dict(zip(self._lists[type_name], several, strict=True))
        stems = {p.name for p in outputs if p.list}
        outputs += [
            (type_ and type_.output(name)) or Pin(name, "unknown")
            for name in loose
            if split_index(name)[0] not in stems or name in stems
        ]
        heights = block_rows.heights(type_, rows, wires)
        fields = [self._natural(row, ranges) for row in rows.pins]
        right = [self._advance("label", pin.name, OUTPUT) + 14 for pin in outputs]
        width = min(most, _up(max(least, self._wanted(type_, title, rows, fields, right))))
        spots = [] if type_name in SIGNATURE else [Spot("Scope", "scope", 0.0, SCOPE_Y)]
        y = HEAD
        for i, (row, wide, high) in enumerate(zip(rows.pins, fields, heights, strict=True)):
            room = width - LABEL - 12 - (right[i] if i < len(right) else 0)  # width for the label and the value
            spots.append(self._row(row, y + high / 2, room, wide, ranges, wires.get(row.name, 0)))
            y += high
        for i, pin in enumerate(outputs):
            role, label = "unknown" if pin.kind == "unknown" else "output", self.elided(pin.name, "label", OUTPUT)
            spots.append(Spot(pin.name, role, width, FIRST + PITCH * i, label, pin=pin, many=pin.list))
        after = block_rows.first_line(type_, y - HEAD, len(outputs)) + PITCH / 2
        close = type_name in SIGNATURE  # whether attrs share their rows with outputs
        for i, line in enumerate(rows.lines):
            spots += self._line(line, after + PITCH * i, width - (right[i] if close and i < len(right) else 0.0))
        shown = block_rows.valued(outputs)
        height = block_rows.block_height(type_, y - HEAD, len(outputs), len(rows.lines), len(shown))
        strip, each = height - block_rows.strip(len(shown)), block_rows.strip(len(shown)) / max(1, len(shown))
        results = {p.name: (QRectF(0, strip + each * i, width, each), _dtype(p, typed)) for i, p in enumerate(shown)}
        feet = [p for p in outputs if p.kind not in ("unknown", OPERATION)]
        for i, pin in enumerate(feet):
            spots.append(Spot(pin.name, "result", round(width * (i + 1) / (len(feet) + 1)), height, pin=pin))
        foot = {s.name: (s.x, s.y) for s in spots if s.role == "result"}
        ins = {s.name: (s.x, s.y) for s in spots if s.x < width and s.role in ("input", "attr", "unknown")}
        outs = {s.name: (s.x, s.y) for s in spots if s.role in ("output", "unknown") and s.x == width}
        look = self._looks.setdefault((type_name, width, height, tuple(ins), tuple(outs)), len(self._looks))
        return Layout(
            type_,
            title,
            width,
            height,
            tuple(spots),
            ins | {"": (0.0, CONTROL_Y)},
            outs | {"": (width, CONTROL_Y)},
            results,
            strip,
            look,
            tuple(s.name for s in spots if s.many and s.role == "input"),
            foot,
        )

    def _wanted(
        self,
        type_: BlockType | None,
        title: str,
        rows: block_rows.BlockRows,
        fields: Sequence[float],
        right: Sequence[float],
    ) -> float:
        """Return the width that the texts of a block need, except its id."""
        width = TITLE_X + 10 + self._advance("type", title if type_ else f"{unknown()} {title}")
        labels = [self._advance("label", row.name) for row in rows.pins]
        for label, field, other in zip_longest(labels, fields, right, fillvalue=0.0):
            field = min(field, BESIDE if other else FIELD)
            width = max(width, LABEL + label + (field and field + 6) + 12 + other)
        close = type_ is not None and type_.name in SIGNATURE
        for i, line in enumerate(rows.lines):
            other = right[i] if close and i < len(right) else 0.0
            texts = sum(self._advance("attr", row.name) + self._chip(row) + 18 for row in line)
            width = max(width, LABEL - 6 + texts + other)
        return width

    def _row(self, row: BlockRow, y: float, room: float, wide: float, ranges: Mapping[str, Slider], wires: int) -> Spot:
        """Lay out a pin or attr in its own row, whose middle is at `y`; label and value have `room`."""
        shown = self.elided(row.name, "label", room - (min(wide, LEAST_FIELD) + 6 if wide else 0))
        used = self._advance("label", shown)
        wide = min(wide, room - used - 6) if wide else 0.0
        value = self.elided(row.text, "value", wide - 10 - mark(row.pin, row.text) - self.unit(row.pin)) if wide else ""
        return Spot(
            row.name,
            row.role,
            INDENT if row.role == "attr" else 0.0,  # pins for wires are on the edge
            y,
            shown,
            value,
            row.state,
            QRectF(LABEL + used + 6, y - FIELD_HIGH / 2, wide, FIELD_HIGH) if wide else None,
            row.pin,
            isinstance(row.pin, Pin) and row.pin.list,
            ranges.get(row.name) if row.state == "typed" else None,
            wires=wires,
        )

    def _line(self, line: Sequence[BlockRow], y: float, width: float) -> list[Spot]:
        """Lay out short attrs on one line, whose middle is at `y`."""
        spots, x = [], INDENT
        for row in line:
            label = self.elided(row.name, "attr", width - x - 44)
            at = x + 8
            framed = row.state == "missing" and isinstance(row.pin, Attr) and row.pin.required
            begin = at + self._advance("attr", label) + (4 if framed else 1)
            wide = min(self._chip(row), width - begin - 4)
            value = self.elided(row.text, "attr", wide - 6 - mark(row.pin, row.text) - self.unit(row.pin))
            field = QRectF(begin, y - FIELD_HIGH / 2, wide, FIELD_HIGH)
            spots.append(Spot(row.name, "attr", x, y, label, value, row.state, field, row.pin, label_x=at, small=True))
            x = begin + wide + 9
        return spots

    def _chip(self, row: BlockRow) -> float:
        """Return the width of the value of a short attr, with its mark and unit."""
        text = _with_dtype(row.text, row.pin) if row.state == "missing" else row.text
        return max(24.0, self._advance("attr", text) + 7) + mark(row.pin, row.text) + self.unit(row.pin)

    def _natural(self, row: BlockRow, ranges: Mapping[str, Slider]) -> float:
        """Return the width that the field of a pin needs; 0 if it has none."""
        return (
            self._field(row.text, row.pin, _SLIDES if row.name in ranges else row.state) if row.state in _SHOWN else 0
        )

    def _monitor(self, type_: BlockType, typed: dict[str, str], loose: tuple[str, ...]) -> Layout:
        """Lay out a monitor, with a pin in its upper left corner; a Pick has a pin for each element."""
        width, height = monitors.size(Block("", type_.name, values=typed))
        spots = [Spot(pin.name, "input", 0.0, MONITOR_Y, pin=pin, many=pin.list) for pin in type_.inputs]
        if type_.name == monitor_types.PICK:
            wires = [Wire("", pin, "", "") for pin in loose]
            names = [f"elements[{number}]" for number in monitors.elements(wires)]
            # A small monitor has no title, only rows.
            small = height < 40 + PICK_ROW * len(names) and "height" in typed
            height = max(height, PICK_ROW * len(names) + 2 if small else 36 + PICK_ROW * len(names))
            first, apart = (height / len(names) / 2, height / len(names)) if small else (40, PICK_ROW)
            spots += [
                Spot(name, "output", width, first + apart * i, name, pin=type_.output(name))
                for i, name in enumerate(names)
            ]
        outs = {s.name: (s.x, s.y) for s in spots if s.role == "output"}
        look = self._looks.setdefault((type_.name, width, height), len(self._looks))
        return Layout(
            type_,
            type_.title,
            width,
            height,
            tuple(spots),
            {s.name: (s.x, s.y) for s in spots if s.role == "input"} | {"": (0.0, CONTROL_Y)},
            outs | {"": (width, CONTROL_Y)},
            {},
            height,
            look,
            monitor=True,
        )

    def _advance(self, font: str, text: str, most: float = 1e9) -> float:
        found = self._advances.get((font, text))
        if found is None:
            if len(self._advances) > ADVANCES:
                self._advances.clear()
            found = self._advances[font, text] = getattr(self.metrics, font).horizontalAdvance(text)
        return min(most, found)

    def _field(self, text: str, pin: Pin | Attr | None, state: str) -> float:
        """Return the width that the field of a value needs; a slider has a fixed width.

        If there is no value, the field has room for the dtype that wires may determine.
        """
        if state == _SLIDES:
            return FIELD
        text = _with_dtype(text, pin) if state == "missing" else text
        return min(
            FIELD,
            max(28.0, self._advance("value", " ".join(text[:400].split())) + 12 + mark(pin, text) + self.unit(pin)),
        )

    def unit(self, pin: Pin | Attr | None) -> float:
        """Return the width, in pixels, of the unit behind a parameter's value."""
        return self._advance("value", pin.unit) + 5 if isinstance(pin, Attr) and pin.unit else 0.0


def _title_width(text: float) -> float:
    """Return the width for an id: all of it at 100 %, and at 50 % if it has up to about 14 letters."""
    return max(text + TITLE_X + 10, min(1.5 * text + 20, 180.0))


def mark(pin: Pin | Attr | None, text: str) -> float:
    """Return the width, in pixels, of the check mark before a truth value."""
    return 0.0 if parse_bool(pin, text) is None else CHECK


def _with_dtype(text: str, pin: Pin | Attr | None) -> str:
    """Return the longest placeholder of a missing value: its text, or a dtype that wires may determine."""
    return max(text, "DT_FLOAT", key=len) if pin is not None and type_of(pin) and not pin.default else text


def type_of(pin: Pin | Attr | None) -> str:
    """Return the attr that gives a pin its dtype, or that is a dtype itself; "" if there is none."""
    if isinstance(pin, Attr):
        return pin.name if pin.type == "type" else ""
    return pin.type_attr or "" if pin is not None else ""


def _dtype(pin: Pin, typed: Mapping[str, str]) -> str:
    """Return the dtype of an output that follows from the block alone; "" if it depends on wires."""
    return pin.dtype or dtype_name(typed.get(pin.type_attr or "", "")) or ""


def _up(width: float) -> float:
    """Round a width up to a multiple of ten, so that blocks of a kind line up."""
    return float(-(-width // 10) * 10)
