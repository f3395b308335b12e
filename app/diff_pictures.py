"""Picture files of a page, and the pictures of a page in two documents with the marks of the changes."""

from __future__ import annotations

import base64
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPdfWriter

from blockloom.app import qt
from blockloom.app.canvas.look.picture import Picture
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.theme import LIGHT
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.diff.differences import Diff
from blockloom.blocks.diff.renaming import Place, place_of
from blockloom.blocks.diff.text_report import DiffLine
from blockloom.blocks.document.pages import PLAIN, Block, Frame, Page, Wire
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.text.phrases import phrase

ADDED, GONE, CHANGED, MOVED = KINDS = ("added", "gone", "changed", "moved")
_VECTORS = 1500  # most visible blocks for a picture in SVG
_LARGEST = 4000.0  # most pixels of a side of other pictures


class DiffPicture(NamedTuple):
    """A picture as a data URL, and the part of the canvas that it shows.

    Unless it is `opaque`, it needs a background of the colour `ground`.
    """

    url: str
    area: QRectF
    ground: str
    opaque: bool = False


class DiffSpot(NamedTuple):
    """A place with changes.

    It has one of KINDS, a rectangle in canvas pixels, the items there as in `CellChange`, and lines that describe the
    changes.
    """

    kind: str
    rect: QRectF
    places: tuple[Place, ...]
    lines: tuple[str, ...]


class DiffOverlay(NamedTuple):
    """The marks over the picture of B.

    They are the places with changes, a picture of removed items, and new (ADDED) and removed (GONE) wires as points,
    (n, 2).
    """

    spots: list[DiffSpot]
    ghosts: DiffPicture | None
    wires: Mapping[str, list[np.ndarray]]


class PageViews:
    """A page in A and B, by its key in changes; it is in one of them at least."""

    def __init__(self, found: Diff, catalogue: Catalogue, page: str):
        there = found.in_b(page)
        self.page, self._found, self._ghosts = page, found, Page(page)
        self._types = catalogue.with_pages(found.a)
        self.was, self.now = found.a.pages.get(page), found.b.pages[there[0]] if there is not None else None
        self.a = _Bare(self.was, self._types, LIGHT) if self.was is not None else None
        self.b = _Bare(self.now, catalogue.with_pages(found.b), LIGHT) if self.now is not None else None

    def overlay(self, lines: Iterable[DiffLine]) -> DiffOverlay:
        """Return the marks of the lines about this page, which both documents have."""
        found: dict[tuple[float, ...], list[tuple[str, Place, str]]] = defaultdict(list)
        for line in lines:
            for place in line.items:
                if place[0] == self.page and place[1] and (spot := self._spot(place, line.sign)) is not None:
                    kind, rect = spot
                    found[rect.x(), rect.y(), rect.width(), rect.height()].append((kind, place, str(line)))
        spots = [
            DiffSpot(
                min((kind for kind, _, _ in rows), key=KINDS.index),
                QRectF(*rect),
                tuple(dict.fromkeys(place for _, place, _ in rows)),
                tuple(dict.fromkeys(said for _, _, said in rows)),
            )
            for rect, rows in found.items()
        ]
        ghosts = draw(_Bare(self._ghosts, self._types, LIGHT)) if self._ghosts.items() else None
        return DiffOverlay(spots, ghosts, self._wires())

    def _spot(self, place: Place, sign: str) -> tuple[str, QRectF] | None:
        """Return the kind of a change and the rectangle where it is visible.

        An item that a collapsed frame hid before it was removed is not visible: the change is one of the frame.
        """
        if self.was is None or self.a is None or self.b is None:
            return None
        there, name = self._found.in_b(*place), place[1]
        if there is not None:
            rect, here = _seen(self.b.scene, there[1]), self.was.item(name)
            return None if rect is None else (ADDED if here is None else MOVED if sign == "." else CHANGED, rect)
        if (frame := self._hid(name)) is not None:
            home = self._found.in_b(self.page, frame)
            rect = _seen(self.b.scene, home[1]) if home is not None else None
            return None if rect is None else (CHANGED, rect)
        rect = self._ghost(name)
        return None if rect is None else (GONE, rect)

    def _hid(self, name: str) -> str | None:
        """Return the collapsed frame that hides a block of A."""
        scene = self.a.scene if self.a is not None else None
        if scene is None or name not in scene.slot or not scene.fold[scene.slot[name]]:
            return None
        return list(scene.folds)[scene.fold[scene.slot[name]] - 1]

    def _ghost(self, name: str) -> QRectF | None:
        """Return the rectangle of a removed item, at its old distance from its nearest neighbour."""
        here = self.was.item(name) if self.was is not None else None
        rect = _seen(self.a.scene, name) if self.a is not None else None
        if here is None or rect is None:
            return None
        x, y = self._shift(rect)
        if isinstance(here, Block):
            self._ghosts.blocks[name] = here._replace(frame="", x=here.x + x, y=here.y + y)
        elif isinstance(here, Frame):
            self._ghosts.frames[name] = here._replace(frame="", x=here.x + x, y=here.y + y)
        else:
            self._ghosts.notes[name] = here._replace(x=here.x + x, y=here.y + y)
        return rect.translated(x, y)

    def _shift(self, rect: QRectF) -> tuple[float, float]:
        """Return the distance that the nearest remaining neighbour of a place in A has moved in B."""
        was, now = self._corners
        if not len(was):
            return 0.0, 0.0
        nearest = int(np.abs(was - [rect.x(), rect.y()]).sum(1).argmin())
        x, y = (now[nearest] - was[nearest]).tolist()
        return x, y

    @cached_property
    def _corners(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the corners of the items that A and B share, (n, 2) in each."""
        pairs = []
        for name in self.was.items() if self.was is not None else ():
            there = self._found.in_b(self.page, name)
            if there is not None and self.a is not None and self.b is not None and self._hid(name) is None:
                was, now = _seen(self.a.scene, name), _seen(self.b.scene, there[1])
                if was is not None and now is not None:
                    pairs.append((was.x(), was.y(), now.x(), now.y()))
        found = np.array(pairs, float).reshape(-1, 4)
        return found[:, :2], found[:, 2:]

    def _wires(self) -> dict[str, list[np.ndarray]]:
        if self.was is None or self.b is None:
            return {}
        new, come, old = set[Wire](), set[str](), list[Wire]()
        for change in self._found.changes:
            if change.page != self.page:
                continue
            if change.name == "wires":
                was, now = Counter(change.old or ()), Counter(change.new or ())
                old += (was - now).elements()
                new |= {self._in_b(wire) for wire in now - was}
            elif change.item and not change.field:
                place = self._found.in_b(self.page, change.item)
                if place is not None:
                    come.add(place[1])
                else:
                    old += self.was.wires_into(change.item)
        ways = [self._way(wire) for wire in old]
        return {ADDED: _ways(self.b.scene, new, come), GONE: [way for way in ways if way is not None]}

    def _in_b(self, wire: Wire) -> Wire:
        source, target = (self._found.in_b(*place_of(self.page, end)) for end in (wire.source, wire.target))
        return wire._replace(source=source[1] if source else "", target=target[1] if target else "")

    def _way(self, wire: Wire) -> np.ndarray | None:
        """Return the straight path of a removed wire; None if an end is not visible."""
        source, target = self._end(wire.source, wire.source_pin), self._end(wire.target, wire.target_pin)
        if source is None or target is None or source[0] == target[0]:
            return None
        return np.array([(source[0].right(), source[1]), (target[0].left(), target[1])])

    def _end(self, name: str, pin: str) -> tuple[QRectF, float] | None:
        """Return the rectangle of the block at an end of a wire of A, in B or as a ghost, and the y of the pin."""
        there = self._found.in_b(self.page, name)
        picture, own = (self.b, there[1]) if there is not None else (self.a, name)
        rect = None if picture is None else _seen(picture.scene, own) if there is not None else self._ghost(name)
        if rect is None or picture is None or (there is None and self._hid(name) is not None):
            return None
        slot = picture.scene.slot.get(own)
        spot = picture.scene.layouts[slot].spot(pin) if slot is not None and not picture.scene.fold[slot] else None
        return rect, rect.y() + spot.y if spot is not None else rect.center().y()


class _Bare(Picture):
    """A picture without a ground."""

    def paint(self, p: QPainter) -> None:
        self.content(p)


def draw(drawn: _Bare) -> DiffPicture:
    """Return a picture as a data URL."""
    scene, ground = drawn.scene, drawn.theme.ground(drawn.scene.background)
    if np.count_nonzero(scene.fold[: scene.count] == 0) <= _VECTORS:
        return DiffPicture(_url("svg+xml", svg(drawn, 1.0)), drawn.area, ground)
    size = drawn.area.size() * min(1.0, _LARGEST / max(drawn.area.width(), drawn.area.height()))
    return DiffPicture(_url("png", qt.png(drawn.sketch(size.toSize()))), drawn.area, ground, True)


def _url(kind: str, data: bytes) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(data).decode('ascii')}"


def _seen(scene: Scene, name: str) -> QRectF | None:
    """Return the rectangle of a block, frame or note, or of the collapsed frame around it; None if hidden."""
    slot = scene.slot.get(name)
    if slot is not None:
        return scene.visible_rect(slot)
    box = scene.notes.get(name) or scene.frames.get(name)
    return scene.rect_of(box) if box is not None and name not in scene.concealed else None


def _ways(scene: Scene, wires: set[Wire], targets: set[str]) -> list[np.ndarray]:
    """Return the visible paths of these wires, and of all wires into some blocks."""
    count = scene.wcount
    seen = np.flatnonzero(np.isfinite(scene.e1[:count, 0]) & np.isfinite(scene.e2[:count, 0]) & ~scene.inner[:count])
    ws = [w for w in seen.tolist() if scene.wires[w].target in targets or scene.wires[w]._replace(look=PLAIN) in wires]
    found = scene.polylines(np.array(ws, np.intp)) if ws else []
    return [way for _, ways in found for way in ways]


MOST = 10_000 * 10_000  # most pixels of a PNG: viewers open no larger ones
SIDE = 16_384  # most pixels of the longer side of a PNG


def fitting(drawn: Picture, scale: float) -> float:
    """Return the scale, or the largest one at which a PNG is not too large."""
    width, height = drawn.area.width(), drawn.area.height()
    return min(scale, (SIDE - 1) / max(width, height), math.sqrt(MOST / (width * height)))


def png(drawn: Picture, scale: float) -> bytes:
    """Draw a PNG of `scale` pixels per canvas pixel, or fewer if it would be too large.

    Raises:
        FileError: there is not enough memory.
    """
    scale = fitting(drawn, scale)
    width, height = math.ceil(drawn.area.width() * scale), math.ceil(drawn.area.height() * scale)
    image = QImage(width, height, QImage.Format.Format_RGB32)
    if image.isNull():
        raise FileError(
            phrase("there is no memory for a PNG of {} x {} pixels: use a smaller --scale, or .svg", width, height)
        )
    image.setDotsPerMeterX(round(96 * scale / 0.0254))
    image.setDotsPerMeterY(round(96 * scale / 0.0254))
    drawn.paint_on(image, scale)
    return qt.png(image)


def svg(drawn: Picture, scale: float) -> bytes:
    """Draw an SVG, in which texts are texts."""
    from PySide6.QtSvg import QSvgGenerator

    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    svg = QSvgGenerator()
    svg.setOutputDevice(buffer)
    svg.setResolution(96)
    area = drawn.area
    svg.setSize(QSize(math.ceil(area.width() * scale), math.ceil(area.height() * scale)))
    svg.setViewBox(QRectF(0, 0, area.width() * scale, area.height() * scale))
    svg.setTitle("Blockloom")
    drawn.paint_on(svg, scale)
    return bytes(data.data())


def pdf(drawn: Picture, scale: float) -> bytes:
    """Draw a PDF of one sheet."""
    area, data = drawn.area, QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    pdf = QPdfWriter(buffer)
    pdf.setCreator("Blockloom")
    # 96 pixels are 72 points.
    size = QPageSize(QSizeF(area.width(), area.height()) * scale * 0.75, QPageSize.Unit.Point)
    pdf.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()))
    pdf.setResolution(96 * 8)  # fine enough for hairlines; texts are vectors in any case
    drawn.paint_on(pdf, 8 * scale)
    return bytes(data.data())
