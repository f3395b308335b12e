"""Where everything on a block lies: computed from font metrics, independent of painting and of the page.

All measures are canvas pixels (at 100 %), relative to the block's top left corner. Layouts are cached by what they
depend on (type, typed-in values, wired pins), so ten thousand blocks of few kinds share few layouts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat, zip_longest
from operator import itemgetter

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF

from blockloom.app.canvas.scene.block_layout import (
    CHECK,
    CONTROL_Y,
    INDENT,
    LEAST_FIELD,
    PIN,
    Fonts,
    Layout,
    Spot,
    fonts,
)
from blockloom.app.canvas.scene.lineedit import cut
from blockloom.app.canvas.scene.words import tr
from blockloom.blocks.catalogue import monitor_types
from blockloom.blocks.catalogue.block_types import Attr, BlockType, Pin
from blockloom.blocks.catalogue.block_types import symbol as symbol_of
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.own_types import SESSION
from blockloom.blocks.document.pages import OPERATION, Block, Page, Wire, split_index
from blockloom.blocks.layout import block_rows
from blockloom.blocks.layout.block_rows import FIELD, FIRST, FOOT, LABEL, LEAST, MOST, OUTPUT, PITCH, RESULT
from blockloom.blocks.operations import truth
from blockloom.blocks.results import monitors
from blockloom.blocks.values.dtypes import dtype_name

ADVANCES = 50_000  # widths of texts that are kept
_SOURCE_PIN = itemgetter(Wire._fields.index("source_pin"))
_SHOWN = ("typed", "missing")  # states of pins that show a value
_SLIDES = "slides"  # the state of a value with a slider


def unknown() -> str:
    """The text before the name of an unknown type."""
    return tr("unknown type")


class Geometry:
    """Makes layouts of blocks for the types of a catalogue, and keeps them."""

    def __init__(self, catalogue: Catalogue, with_: Fonts[QFont] | None = None):
        self.catalogue = catalogue
        self.measure_with(with_)
        self._advances: dict[tuple[str, str], float] = {}
        # Where all digits are of one width, ids that differ in theirs alone are measured once.
        digits = len({self.metrics.title.horizontalAdvance(digit) for digit in "0123456789"}) == 1
        self._alike = str.maketrans("123456789", "000000000") if digits else {}
        self._cache: dict[tuple, Layout] = {}
        self._looks: dict[tuple, int] = {}
        self._outputs: dict[str, frozenset[str]] = {}

    def measure_with(self, with_: Fonts[QFont] | None = None) -> None:
        """Measure texts with these fonts from now on; None: those of the window's thread."""
        self.fonts = with_ or fonts()
        self.metrics = Fonts(*map(QFontMetricsF, self.fonts))

    def forget(self) -> None:
        """Types changed: make layouts anew."""
        self._cache.clear()
        self._outputs.clear()

    def layout(self, block: Block, into: Mapping[str, Sequence[Wire]], out: Sequence[Wire]) -> Layout:
        """The layout of a block with these wires."""
        return self._layout(block, into, out, self._advance("title", block.id.translate(self._alike)) + 24)

    def layouts(self, blocks: Sequence[Block], page: Page) -> list[Layout]:
        """The layouts of blocks with their wires on a page."""
        titles = "\n".join([block.id for block in blocks]).translate(self._alike).split("\n") if blocks else []
        wanted = {title: self._advance("title", title) + 24 for title in set(titles)}
        ids = [block[0] for block in blocks]
        return list(
            map(
                self._layout,
                blocks,
                map(page.into.get, ids, repeat({})),
                map(page.out.get, ids, repeat(())),
                map(wanted.__getitem__, titles),
            )
        )

    def _layout(self, block: Block, into: Mapping[str, Sequence[Wire]], out: Sequence[Wire], wanted: float) -> Layout:
        """The layout of a block whose title wants to be so wide."""
        kind, values = block[1], block[4]
        known = self._outputs.get(kind)
        if known is None:
            type_ = self.catalogue.get(kind)
            known = self._outputs[kind] = frozenset({"", *(p.name for p in type_.outputs)} if type_ else {""})
        loose = () if known.issuperset(map(_SOURCE_PIN, out)) else tuple(sorted({*map(_SOURCE_PIN, out)} - known))
        typed = tuple([(name, cut(text)) for name, text in values.items()]) if values else ()
        key = kind, typed, tuple(into), loose, tuple(block[8].items()) if block[8] else ()
        layout = self._cache.get(key)
        if layout is None:
            layout = self._cache[key] = self._make(*key, LEAST)
        if wanted <= layout.width or layout.monitor or layout.shape:
            return layout
        width = min(MOST, _up(wanted))
        if width <= layout.width:
            return layout
        wide = self._cache.get((key, width))
        if wide is None:
            wide = self._cache[key, width] = self._make(*key, width)
        return wide

    def elided(self, text: str, font: str, width: float) -> str:
        """A text on one line, cut with an ellipsis where it is wider than `width`."""
        text = " ".join(text[:400].split())
        if self._advance(font, text) <= width:
            return text
        return getattr(self.metrics, font).elidedText(text, Qt.TextElideMode.ElideRight, width)

    def _make(
        self,
        type_name: str,
        values: tuple,
        wired: tuple[str, ...],
        loose: tuple[str, ...],
        sliders: tuple,
        least: float,
    ) -> Layout:
        type_, typed = self.catalogue.get(type_name), dict(values)
        if type_name in monitor_types.MONITORS and type_ is not None:
            return self._monitor(type_, typed, loose)
        symbol = symbol_of(type_name) if type_ is not None else None
        if type_ is not None and symbol is not None:
            from blockloom.app.canvas.scene import symbolshape  # only pages of enuSpace need it

            laid = symbolshape.layout(
                type_, symbol, typed, wired, loose, lambda key: self._looks.setdefault(key, len(self._looks))
            )
            if laid is not None:
                return laid
        title, ranges = type_.title if type_ else type_name, dict(sliders)
        left, outputs = block_rows.rows(type_, typed, wired), list(type_.outputs) if type_ else []
        stems = {p.name for p in outputs if p.list}
        outputs += [Pin(name, "unknown") for name in loose if split_index(name)[0] not in stems or name in stems]
        subtitle = title if type_ else f"{unknown()} {title}"
        width = max(least, self._advance("type", subtitle) + 24, 190.0 if type_name == SESSION else 0.0)
        right = [self._advance("label", pin.name, OUTPUT) + 14 for pin in outputs]
        fields = [
            self._field(text, pin, _SLIDES if name in ranges else state) if state in _SHOWN else 0.0
            for name, _, pin, text, state in left
        ]
        labels = [self._advance("label", name) for name, *_ in left]
        for label, field, other in zip_longest(labels, fields, right, fillvalue=0.0):
            width = max(width, LABEL + label + (field and field + 6) + 12 + other)
        width = _up(min(MOST, width))
        spots = []
        for i, ((name, role, pin, text, state), wide) in enumerate(zip(left, fields, strict=True)):
            room = width - LABEL - 12 - (right[i] if i < len(right) else 0)  # for the label and the value
            shown = self.elided(name, "label", room - (min(wide, LEAST_FIELD) + 6 if wide else 0))
            used = self._advance("label", shown)
            wide = min(wide, room - used - 6) if wide else 0.0
            y = FIRST + PITCH * i
            x = INDENT if role in ("scope", "attr") else 0.0  # what takes wires is on the edge, as outputs are
            value = self.elided(text, "value", wide - 6 - mark(pin, text) - self.unit(pin)) if wide else ""
            spots.append(
                Spot(
                    name,
                    role,
                    x,
                    y,
                    shown,
                    value,
                    state,
                    QRectF(LABEL + used + 5, y - 8, wide, 16) if wide else None,
                    pin,
                    isinstance(pin, Pin) and pin.list,
                    ranges.get(name) if state == "typed" else None,
                )
            )
        for i, pin in enumerate(outputs):
            spots.append(
                Spot(
                    pin.name,
                    "unknown" if pin.kind == "unknown" else "output",
                    width,
                    FIRST + PITCH * i,
                    self.elided(pin.name, "label", OUTPUT),
                    pin=pin,
                    many=pin.list,
                )
            )
        height = FIRST + PITCH * max(len(left), len(outputs)) - 4
        results = {
            p.name: (QRectF(8, height + RESULT * i, width - 16, RESULT - 1), _dtype(p, typed))
            for i, p in enumerate(block_rows.valued(outputs))
        }
        height += RESULT * len(results) + FOOT
        feet = [p for p in outputs if p.kind not in ("unknown", OPERATION)]
        for i, pin in enumerate(feet):
            spots.append(Spot(pin.name, "result", round(width * (i + 1) / (len(feet) + 1)), height, pin=pin))
        foot = {s.name: (s.x, s.y) for s in spots if s.role == "result"}
        ins = {s.name: (s.x, s.y) for s in spots if s.x < width and s.role in ("input", "attr", "unknown")}
        outs = {s.name: (s.x, s.y) for s in spots if s.role in ("output", "unknown") and s.x == width}
        look = self._looks.setdefault((type_name, width, tuple(ins), tuple(outs)), len(self._looks))
        return Layout(
            type_,
            title,
            width,
            height,
            tuple(spots),
            ins | {"": (0.0, CONTROL_Y)},
            outs | {"": (width, CONTROL_Y)},
            results,
            look,
            tuple(s.name for s in spots if s.many and s.role == "input"),
            foot,
        )

    def _monitor(self, type_: BlockType, typed: dict[str, str], loose: tuple[str, ...]) -> Layout:
        """A monitor has a pin in its upper left corner; a Pick one for each element at the right. The rest is shown."""
        width, height = monitors.size(Block("", type_.name, values=typed))
        spots = [Spot(pin.name, "input", PIN + 1, CONTROL_Y, pin=pin, many=pin.list) for pin in type_.inputs]
        if type_.name == monitor_types.PICK:
            wires = [Wire("", pin, "", "") for pin in loose]
            names = [f"elements[{number}]" for number in monitors.elements(wires)]
            # A small one has no title, and its rows fill it.
            small = height < 40 + PITCH * len(names) and "height" in typed
            height = max(height, PITCH * len(names) + 2 if small else 36 + PITCH * len(names))
            first, apart = (height / len(names) / 2, height / len(names)) if small else (40, PITCH)
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
        """How wide the field of a value would be: where there is none, with room for the dtype that wires may tell.
        That of a slider is of one width, whatever the number."""
        if state == _SLIDES:
            return FIELD
        if state == "missing" and pin is not None and type_of(pin) and not pin.default:
            text = max(text, "DT_FLOAT", key=len)
        return min(
            FIELD,
            max(30.0, self._advance("value", " ".join(text[:400].split())) + 9 + mark(pin, text) + self.unit(pin)),
        )

    def unit(self, pin: Pin | Attr | None) -> float:
        """The width, in pixels, of the unit behind a parameter's value."""
        return self._advance("value", pin.unit) + 5 if isinstance(pin, Attr) and pin.unit else 0.0


def mark(pin: Pin | Attr | None, text: str) -> float:
    """The width, in pixels, of the check mark before a truth value."""
    return 0.0 if truth(pin, text) is None else CHECK


def type_of(pin: Pin | Attr | None) -> str:
    """The attr that gives a pin its dtype, or that is a dtype itself; "" for none."""
    if isinstance(pin, Attr):
        return pin.name if pin.type == "type" else ""
    return pin.type_attr or "" if pin is not None else ""


def _dtype(pin: Pin, typed: Mapping[str, str]) -> str:
    """The dtype of an output that follows from the block alone; "" where the wires tell."""
    return pin.dtype or dtype_name(typed.get(pin.type_attr or "", "")) or ""


def _up(width: float) -> float:
    """Widths go in tens, so that blocks of a kind line up."""
    return float(-(-width // 10) * 10)
