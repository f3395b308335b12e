"""The layout of enuSpace's symbols: their own size and pin positions, with texts fitted around them.

Measures are canvas pixels from the block's top left corner, as in `geometry`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF

from blockloom.app.canvas.scene.block_layout import CONTROL_Y, PIN, Layout, Shape, Spot, Text, fonts
from blockloom.blocks.catalogue import block_types
from blockloom.blocks.catalogue.block_types import BlockType, Pin
from blockloom.blocks.document.pages import split_index
from blockloom.blocks.enuspace.symbols import ATTRS, SCOPE, UNUSED, Symbol
from blockloom.blocks.layout import block_rows

SESSION = "enu.ClientSession"
ATTRS_PIN = "attrs"  # pin for all attributes that have no pin
TITLE_X, TITLE_Y, TITLE = 5.0, 15.0, 13
LABEL, VALUE, LEAST = 10, 9, 7  # sizes of texts: labels, results, the smallest
GAP, AWAY = 4.0, 9.0  # distance between adjacent texts, and from the centre of a pin to its label
PITCH = 17.0  # distance between pins for which the symbol has no place
ROW = 11.0  # height of a result
NARROW = 26.0  # a narrower result is shown only on hover
_SESSION_NAMES = {"inputs": "FeedType"}
_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z])(?=[A-Z][a-z])|(?<=[_:])")


@lru_cache(None)
def font(size: int) -> QFont:
    """Return the bold font of `size` pixels."""
    made = QFont(fonts().title)
    made.setPixelSize(size)
    return made


@lru_cache(None)
def metrics(size: int) -> QFontMetricsF:
    """Return the metrics of `font(size)`."""
    return QFontMetricsF(font(size))


def box_of(text: Text) -> QRectF:
    """Return the rectangle that a text covers."""
    return metrics(text.size).tightBoundingRect(text.text).translated(text.x, text.y)


def layout(
    type_: BlockType,
    symbol: block_types.AddedType,
    typed: Mapping[str, str],
    wired: Sequence[str],
    loose: Sequence[str],
    look: Callable[[tuple[object, ...]], int],
) -> Layout | None:
    """Return the layout of a block of an enuSpace type; None if the type has no shape.

    `look(key)` numbers blocks that look alike.
    """
    if not isinstance(symbol, Symbol) or symbol.size is None:
        return None
    width, height = symbol.size
    spots = _spots(type_, symbol, width)
    unknown = [
        name
        for name in sorted({*wired, *typed})
        if name and not (any(s.name == name and s.role in ("input", "attr") for s in spots) or type_.attr(name))
    ]
    stems = {p.name for p in type_.outputs if p.list}
    gone = [name for name in loose if split_index(name)[0] not in stems or name in stems]
    for x, names in ((PIN + 6, unknown), (width, gone)):
        for name in names:
            pin = type_.output(name) if names is gone else None
            role, state = "output" if pin else "unknown", "typed" if name in typed else "wired"
            spots.append(Spot(name, role, x, _below(spots, x < width / 2), name, state=state, pin=pin))
    height = max(height, max(s.y for s in spots if s.role != "result") + 10)
    session = type_.name == SESSION
    title = _title(symbol.title, width, spots)
    labels, spots = _labels(spots, width, session, title)
    valued = block_rows.valued(type_.outputs) if not session else []
    results = _results(valued, spots, labels + title, width, height)
    ins = {s.name: (s.x, s.y) for s in spots if s.role in ("input", "attr") or s.role == "unknown" and s.x < width}
    outs = {s.name: (s.x, s.y) for s in spots if s.role == "output" or s.role == "unknown" and s.x == width}
    head = max((t.y + 4 for t in title), default=0.0)
    return Layout(
        type_,
        symbol.title.replace("\n", ""),
        width,
        height,
        tuple(spots),
        ins | {"": (0.0, CONTROL_Y)},
        outs | {"": (width, CONTROL_Y)},
        results,
        height,
        look((type_.name, height, tuple(ins), tuple(outs))),
        feet={s.name: (s.x, s.y) for s in spots if s.role == "result"},
        shape=Shape((*title, *labels), head),
    )


def _spots(type_: BlockType, symbol: Symbol, width: float) -> list[Spot]:
    """Return the pins as the library places them, with forgotten pins below the others."""
    spots: list[Spot] = []
    forgotten: list[Spot] = []
    for name, kind, x, y, *_ in symbol.row["pins"]:
        pin = None if kind in (SCOPE, ATTRS) else type_.input(name) or type_.attr(name)
        if (
            kind == UNUSED
            or pin is None
            and kind not in (SCOPE, ATTRS)
            or (symbol.name, name) == ("ClientSession", "device")
        ):  # enuSpace hides it too
            continue
        role = {SCOPE: "scope", ATTRS: "attr"}.get(kind) or ("input" if isinstance(pin, Pin) else "attr")
        name = {SCOPE: "Scope", ATTRS: ATTRS_PIN}.get(kind, name)  # some libraries number these pins
        spot = Spot(name, role, x or 0.0, y or 0.0, name, pin=pin, many=isinstance(pin, Pin) and pin.list)
        (spots if x is not None else forgotten).append(spot)
    for spot in forgotten:
        spots.append(replace(spot, x=PIN + 6, y=_below(spots, True)))
    places = symbol.places
    for pin in type_.outputs:
        x, y = places.get(pin.name) or (width, _below(spots, False))
        spots.append(Spot(pin.name, "output", x, y, pin=pin, many=pin.list))
    for name, *_ in symbol.row.get("results", ()):
        pin = type_.output(symbol.result(name))
        if pin is not None and name in places:
            spots.append(Spot(pin.name, "result", *places[name], pin=pin))
    return spots


def _below(spots: list[Spot], left: bool) -> float:
    """Return the y of the next pin of a side."""
    mine = [s.y for s in spots if s.role != "result" and (s.x < 40) == left]
    return max(mine, default=25.0) + PITCH


def _title(title: str, width: float, spots: list[Spot]) -> list[Text]:
    """Return the lines of the name, in the largest size that fits above the pins."""
    lowest = min((s.y for s in spots if s.x < width - 12 and s.role != "result"), default=60.0) - 6
    corners = [s.y for s in spots if s.x >= width - 12 and s.role != "result"]
    for size in range(TITLE, LEAST - 1, -1):
        first = min(TITLE_Y, size + 2.0)
        room = [
            width - TITLE_X - 5 - 5 * any(abs(first + i * (size + 0.5) - 4 - y) < size / 2 + PIN for y in corners)
            for i in range(8)
        ]
        lines = _wrapped(title.split("\n"), size, room)
        texts = [Text(line, TITLE_X, first + i * (size + 0.5), size, "title") for i, line in enumerate(lines)]
        if len(lines) <= 8 and all(
            metrics(size).horizontalAdvance(t.text) <= room[i] and box_of(t).bottom() < lowest
            for i, t in enumerate(texts)
        ):
            return texts
    cut = metrics(LEAST).elidedText(title.replace("\n", ""), Qt.TextElideMode.ElideRight, room[0])
    return [Text(cut, TITLE_X, LEAST + 2.0, LEAST, "title")]


def _wrapped(lines: list[str], size: int, room: list[float]) -> list[str]:
    """Break lines that are too wide before a capital letter."""
    done: list[str] = []
    for line in lines:
        now = ""
        for word in _WORDS.split(line):
            if now and metrics(size).horizontalAdvance(now + word) > room[min(len(done), len(room) - 1)]:
                done.append(now)
                now = ""
            now += word
        done.append(now)
    return done


def _labels(spots: list[Spot], width: float, session: bool, title: list[Text]) -> tuple[list[Text], list[Spot]]:
    """Return the names of pins, in the room left between them, left pins first, and the changed spots."""
    texts: list[Text] = []
    boxes = [(s, QRectF(s.x - PIN, s.y - PIN, 2 * PIN, 2 * PIN)) for s in spots]
    several = sum(s.role == "output" for s in spots) > 1
    labelled = dict(enumerate(spots))
    for i, spot in sorted(enumerate(spots), key=lambda item: (item[1].x > width - 12, item[1].y)):
        right = spot.x > width - 12
        if spot.role == "result":
            continue
        name = spot.label or spot.name
        if session:
            name = _SESSION_NAMES.get(name, name)
        ink = (
            "error"
            if spot.role == "unknown"
            else "muted"
            if spot.role in ("scope", "attr") and not (session and spot.role == "attr")
            else "session"
            if session
            else "label"
        )
        # Left labels leave space for right labels of the same row, up to two fifths of the block.
        kept = 0.0
        if not right:
            kept = max(
                (
                    min(metrics(LABEL).horizontalAdvance(s.name), width * 0.42) + GAP
                    for s in spots
                    if s.x > width - 12
                    and (several or session)
                    and abs(s.y - spot.y) < LABEL + 2
                    and s.role in ("output", "attr")
                ),
                default=0.0,
            )
        for size in range(LABEL + 2 if session and not right else LABEL, LEAST - 1, -1):
            low, high = (spot.x + AWAY, width - 5.0 - kept) if not right else (5.0, spot.x - AWAY)
            band = QRectF(0, spot.y - size * 0.45, width, size * 1.05)
            for other in [b for s, b in boxes if s is not spot] + [box_of(t) for t in (*texts, *title)]:
                if other.intersects(band):
                    if other.center().x() > spot.x if not right else other.center().x() >= width - 12:
                        high = min(high, other.left() - 2) if not right else high
                    elif right:
                        low = max(low, other.right() + GAP)
            shown = name
            if metrics(size).horizontalAdvance(shown) <= high - low:
                break
            shown = metrics(size).elidedText(name, Qt.TextElideMode.ElideRight, max(0.0, high - low))
        if len(shown) < 3 and shown != name or right and spot.role == "output" and not several and shown != name:
            labelled[i] = replace(spot, label="")  # the label is shown only on hover
            continue
        x = low if not right else high - metrics(size).horizontalAdvance(shown)
        texts.append(Text(shown, x, spot.y + size * 0.36, size, ink))
        labelled[i] = replace(spot, label=shown)
    return texts, list(labelled.values())


def _results(
    outputs: list[Pin], spots: list[Spot], texts: list[Text], width: float, height: float
) -> dict[str, tuple[QRectF, str]]:
    """Return the positions of results by output, a single one above its result pin, covering nothing."""
    taken = [box_of(t).adjusted(-3, -1, 3, 1) for t in texts]
    taken += [QRectF(s.x - PIN, s.y - PIN, 2 * PIN, 2 * PIN).adjusted(-1, -1, 1, 1) for s in spots]
    places = {}
    for pin in outputs:
        spot = next(s for s in spots if s.name == pin.name and s.role == "output")
        wanted = height - ROW - PIN if len(outputs) == 1 else spot.y + 6
        best = None
        for step in range(int(height - ROW - 4)):
            row = QRectF(5, 2.0 + step, width - 10, ROW)
            low, high = row.left(), row.right()
            free = [(low, high)]
            for other in taken:
                if other.intersects(row):
                    free = [
                        part
                        for a, b in free
                        for part in ((a, min(b, other.left())), (max(a, other.right()), b))
                        if part[1] - part[0] >= NARROW
                    ]
            for a, b in free:
                score = min(b - a, 70.0) - abs(row.y() - wanted) * 0.8
                if best is None or score > best[0]:
                    best = score, QRectF(a, row.y(), b - a, ROW)
        if best is not None:
            places[pin.name] = best[1], ""
            taken.append(best[1])
    return places
