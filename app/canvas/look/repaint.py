"""Schedule repaints of a canvas, and update routes and colours of wires."""

from __future__ import annotations

import pickle
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QRect, QRectF
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QWidget

from blockloom.app import qt
from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.page.open_page import OpenPage
from blockloom.app.canvas.page.view import NEAR, View
from blockloom.app.canvas.paint.smallpaint import WIDEST
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.scene_arrays import FAMILY, KIND
from blockloom.app.canvas.scene.theme import family
from blockloom.blocks.document.pages import TENSOR
from blockloom.blocks.infer.incremental import IncrementalInference, Visits
from blockloom.blocks.infer.inference import BlockTypes, PageInference
from blockloom.blocks.layout.collapsed_frames import WIDTH
from blockloom.blocks.routing import Router, RoutingPlan
from blockloom.blocks.text import programs

MANY = 50  # with more blocks, the whole widget is repainted
PIECES = 4  # most rectangles that are painted one after another
AROUND = 200  # as MANY, for blocks with their wires


def parts(region: QRegion) -> list[QRect]:
    """Return the rectangles of a region to paint, or its bounding box if that is not much larger.

    Separate rectangles are faster for example after a diagonal scroll.
    """
    box, pieces = region.boundingRect(), list(region)  # type: ignore[call-overload]   # it can be iterated over
    least = sum(piece.width() * piece.height() for piece in pieces)
    return pieces if len(pieces) <= PIECES and 4 * least < box.width() * box.height() else [box]


class Repaint:
    """Schedules repaints of the widget."""

    def __init__(self, widget: QWidget, scene: Scene, view: View):
        self._widget, self._scene, self._view = widget, scene, view

    def all(self) -> None:
        """Repaint everything."""
        self._widget.update()

    def area(self, area: QRectF) -> None:
        """Repaint an area of the page, in canvas coordinates."""
        # Add space for ids above and below, which at a small zoom depend on the blocks near them.
        beside, below = (3, 3) if self._view.scale >= NEAR else (int(WIDEST) + 3, 18)
        self._widget.update(self._view.rect_to_widget(area).toAlignedRect().adjusted(-beside, -18, beside, below))

    def around(self, slots: np.ndarray) -> None:
        """Repaint blocks and their wires."""
        if len(slots) > AROUND:
            self._widget.update()
        elif len(slots):
            x0, y0, x1, y1 = self._scene.bounds(slots).tolist()
            self.area(QRectF(x0, y0, x1 - x0, y1 - y0))

    def blocks(self, names: Iterable[str]) -> None:
        """Repaint blocks whose pictures are out of date, and frames and notes; unknown ids are skipped."""
        names, scene = list(names), self._scene
        self.slots([s for s in map(scene.slot.get, names) if s is not None])
        if any(name in scene.notes or name in scene.frames for name in names):
            self.all()

    def slots(self, slots: list[int]) -> None:
        """Repaint blocks as `blocks` does, by slot."""
        self._scene.changed.update(slots)
        if len(slots) > MANY:
            self._widget.update()
        else:
            for slot in slots:
                self.area(self._scene.visible_rect(slot).adjusted(-16, -16, 16, 16))


MOST_BLOCKS = 30_000  # with more blocks, types are not inferred
TYPE_DELAY = 10  # milliseconds after an edit until types are inferred
STILL = 100  # milliseconds after the last move of the view until types are inferred
SLICE = 0.006  # seconds of work between two iterations of the event loop
PIECE = 150  # blocks whose wires are coloured in one piece of work
WAIT = 300  # milliseconds until the next attempt during a gesture


def dtypes_of(known: BlockTypes) -> dict[str, str]:
    """Return the attrs of a block that are dtypes, for its pins: name -> dtype."""
    return {attr: value for attr, value in known.attrs.items() if type(value) is str and value[:3] == "DT_"}


def all_dtypes(inference: PageInference) -> dict[str, dict[str, str]]:
    """Return `dtypes_of` each block that has any."""
    found = {name: dtypes_of(known) for name, known in inference.known.items()}
    return {name: dtypes for name, dtypes in found.items() if dtypes}


def paint_wires(scene: Scene, inference: PageInference, ws: np.ndarray | None = None) -> bool:
    """Set the colours of tensor wires `ws` (None: all) by dtype. Return False if nothing changed."""
    ws = np.flatnonzero(scene.walive[: scene.wcount]) if ws is None else ws
    ink, tensor, first, last = scene.ink[ws], KIND[TENSOR], min(FAMILY.values()), max(FAMILY.values())
    mine = ws[(ink == tensor) | (ink >= first) & (ink <= last)]
    codes: dict[tuple[str, str], int] = {}
    inks = np.empty(len(mine), np.int16)
    for i, w in enumerate(mine.tolist()):
        key = scene.wires[w][:2]
        code = codes.get(key)
        if code is None:
            dtype = inference.dtype(*key)
            if isinstance(dtype, list):
                dtype = dtype[0] if dtype and len(set(dtype)) == 1 else None
            code = codes[key] = FAMILY.get(family(dtype), tensor)
        inks[i] = code
    if (scene.ink[mine] == inks).all():
        return False
    scene.ink[mine] = inks
    return True


class DtypeColours(QObject):
    """Infers the dtypes of a page while the event loop is idle, and colours wires and pins.

    It pauses while `busy()`, as during a gesture.
    """

    def __init__(
        self,
        open_page: OpenPage,
        scene: Scene,
        marks: Marks,
        repaint: Repaint,
        busy: Callable[[], bool],
        parent: QObject | None = None,
    ):
        super().__init__(parent)
        self._open_page, self._scene, self._marks, self._repaint, self._busy = open_page, scene, marks, repaint, busy
        self._known: IncrementalInference | None = None
        self._visits = Visits()
        self._unpainted: deque[str] = deque()
        self._redrawn: list[int] = []  # blocks to repaint, and blocks whose wires are to be coloured again
        self._recoloured: list[int] = []
        self._alike: dict[tuple[Any, ...], dict[str, str]] = {}
        self.timer = qt.timer(self, self.go_on)
        self.start()

    def start(self) -> None:
        """Infer again after a change of the page, once the edit is painted."""
        if len(self._open_page.page.blocks) <= MOST_BLOCKS:
            self.timer.start(TYPE_DELAY)

    def leave(self) -> None:
        """Stop, and forget the page."""
        self.timer.stop()
        self._known, self._visits = None, Visits()

    def put_off(self) -> None:
        """Pause, since the view moves and has to be smooth."""
        if self.timer.isActive():
            self.timer.start(STILL)

    def go_on(self) -> None:
        """Infer and paint for a short time."""
        if self._busy():
            self.timer.start(WAIT)
            return
        until = time.monotonic() + SLICE
        known = self._open_page.inference
        if self._known is not known:  # the first time, or after the page was removed and restored
            self._known, self._visits = known, known.visits()
        if known.go_on(until):
            others = self._visits.take()
            self._unpainted.extend(self._scene.slot.keys() | self._marks.dtypes.keys() if others is None else others)
            while self._unpainted and time.monotonic() < until:
                count = min(PIECE, len(self._unpainted))
                self._paint_types(known.inference, [self._unpainted.popleft() for _ in range(count)])
            if not self._unpainted:
                alive = self._scene.alive
                self._repaint.slots([slot for slot in self._redrawn if alive[slot]])
                self._repaint.around(np.array([slot for slot in self._recoloured if alive[slot]], np.intp))
                self._redrawn, self._recoloured = [], []
                return
        self.timer.start(0)

    def _paint_types(self, inference: PageInference, names: list[str]) -> None:
        scene, dtypes = self._scene, self._marks.dtypes
        slots = []
        for name in names:
            known, slot = inference.known.get(name), scene.slot.get(name)
            now = dtypes_of(known) if known is not None else {}
            if slot is not None:
                slots.append(slot)
            if dtypes.get(name, {}) != now:
                if slot is not None:
                    self._redrawn.append(slot)
                if now:
                    dtypes[name] = self._alike.setdefault(
                        tuple(now.items()), now
                    )  # saves memory: many blocks have the same dtypes
                else:
                    del dtypes[name]
        ws = scene.wires_of(slots)
        mine = np.zeros(len(scene.alive) + 1, bool)
        mine[slots] = True
        ws = ws[mine[scene.wsrc[ws]]]
        if paint_wires(scene, inference, ws):
            self._recoloured += scene.wsrc[ws].tolist()


FEET = 6.0  # canvas pixels by which pins extend below a block


def plan_of(scene: Scene) -> RoutingPlan:
    """Return the routing plan of the present scene.

    Boxes are blocks by their slots, with spare rows so that numbers seldom change, then collapsed frames, notes and
    titles of frames. Notes that are drawings are not obstacles.
    """
    n, m, room = scene.count, scene.wcount, len(scene.alive)
    seen = scene.alive[:n] & (scene.fold[:n] == 0)
    blocks = np.full((room, 4), np.nan)
    blocks[:n][seen] = np.hstack((scene.pos[:n], scene.pos[:n] + scene.size[:n]))[seen]
    blocks[:n, 3] += np.where(scene.monitor[:n], 0, FEET)
    corners = [(scene.frames[name].x, scene.frames[name].y, fold.height) for name, fold in scene.folds.items()]
    folds = [(x, y, x + WIDTH, y + height) for x, y, height in corners]
    notes = [
        (note.x, note.y, note.x + note.width, note.y + note.height) for note in scene.notes.values() if not note.shape
    ]
    ws = np.arange(m)
    expanded = [f for f in scene.frames.values() if f.id not in scene.folds and f.id not in scene.concealed]
    tabs = [box.getCoords() for frame in expanded if (box := scene.geometry.tab(frame))]
    frames = np.array([(f.x, f.y, f.x + f.width, f.y + f.height) for f in expanded], float).reshape(-1, 4)
    source, target = scene.wsrc[:m].astype(np.intp), scene.wdst[:m].astype(np.intp)
    left_alone = ~scene.walive[:m] | scene.inner[:m] | scene.hidden[:m] | (source < 0) | (target < 0)
    left_alone[[w for w in scene.bends if w < m and w not in scene.crossing]] = True
    net = np.where(left_alone, -1, scene.nets(ws))
    source, target = (np.where(scene.fold[at] > 0, room + scene.fold[at] - 1, at) for at in (source, target))
    boxes = np.concatenate((blocks, np.array(folds + notes + tabs, float).reshape(-1, 4)))
    starts, ends = scene.e1[:m].copy(), scene.e2[:m].copy()
    return RoutingPlan(boxes, starts, ends, source, target, net, scene.foot[:m].copy(), frames)


AT_ONCE = 500  # most wires outside collapsed frames that are routed at once
MOST_WIRES = 60_000  # with more wires, all have the plain shape: routing would take a minute, and much memory
ROUTE_DELAY = 20  # milliseconds until wires of a large page are routed, so that an edit is painted first


def route(scene: Scene) -> None:
    """Route the wires of a scene that is painted once."""
    if np.count_nonzero(scene.walive) <= MOST_WIRES:
        scene.lead(Router(plan_of(scene)).ways)


class Routed(QObject):
    """Keeps the wires of a scene routed; a large page is routed in a separate process.

    It pauses while `busy()` for large pages. Wires whose ends moved have the plain shape until they are routed.
    """

    def __init__(self, scene: Scene, repaint: Repaint, busy: Callable[[], bool], parent: QObject):
        super().__init__(parent)
        self._scene, self._repaint, self._busy = scene, repaint, busy
        self._router: Router | None = None
        self.process: QProcess | None = None
        self._asked: RoutingPlan | None = None  # the plan that the process is routing
        self._wanted = False  # whether the page has changed since `_asked`
        self._answer = b""
        self._later = qt.timer(self, self._ask, ROUTE_DELAY)
        qt.application().aboutToQuit.connect(self.leave)
        self.follow()

    def follow(self) -> None:
        """Route the wires that changed with the page or the view of frames."""
        scene = self._scene
        wires = int(np.count_nonzero(scene.walive[: scene.wcount] & ~scene.inner[: scene.wcount]))
        if wires > AT_ONCE or self.process is not None:  # a process may still run if a deleted page is restored
            self._router = None
            self._wanted = 0 < wires <= MOST_WIRES  # the wires of an empty page need no routes
            if self._wanted and self._asked is None:
                self._later.start(ROUTE_DELAY)
            return
        self._later.stop()
        plan = plan_of(self._scene)
        if self._router is None:
            self._router = Router(plan)
        elif not len(self._router.update(plan)):
            return
        self._scene.lead(self._router.ways)
        self._repaint.all()

    def leave(self) -> None:
        """Stop routing."""
        self._later.stop()
        process, self.process, self._asked, self._wanted = self.process, None, None, False
        if process is not None:
            process.blockSignals(True)
            process.kill()
            process.waitForFinished(2000)
            process.deleteLater()

    def _ask(self) -> None:
        if self._busy():
            self._later.start(WAIT)
            return
        from blockloom.blocks.routing.__main__ import framed

        if self.process is None:
            self.process = self._start()
        self._asked, self._wanted, self._answer = plan_of(self._scene), False, b""
        self.process.write(framed(self._asked))

    def _start(self) -> QProcess:
        # Owned by the application: the canvas may be deleted while the process runs.
        process = QProcess(qt.application())
        self.destroyed.connect(process.kill)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("PYTHONPATH", programs.python_path())
        process.setProcessEnvironment(environment)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(process.deleteLater)
        # The next edit starts another process; until then, wires have the plain shape.
        process.finished.connect(self.leave)
        program, *words = programs.python("blockloom.blocks.routing")
        process.start(program, words)
        return process

    def _read(self) -> None:
        if self.process is not None:
            self._answer += bytes(self.process.readAllStandardOutput().data())
        if len(self._answer) < 8 or len(self._answer) < 8 + int.from_bytes(self._answer[:8], "little"):
            return
        self._asked = None
        self._scene.lead(pickle.loads(memoryview(self._answer)[8:]))
        self._answer = b""
        self._repaint.all()
        if self._wanted:
            self._later.start(ROUTE_DELAY)
