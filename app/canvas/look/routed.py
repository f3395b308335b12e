"""The ways of a canvas's wires, kept up to date: at once where there are few, else in a process of its own."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QObject, QProcess, QProcessEnvironment

from blockloom.app import qt
from blockloom.app.canvas.look.repaint import Repaint
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.wire_plan import plan_of
from blockloom.blocks.routing import Router, RoutingPlan
from blockloom.blocks.text import programs

AT_ONCE = 500  # wires up to which nobody waits for their ways
MOST = 60_000  # wires from which on each has the plain shape: their ways would take a minute, and much memory
SOON = 20  # milliseconds after an edit of a large page: what it did is painted first
WAIT = 300  # milliseconds until the page is looked at again where a gesture is under way


def route(scene: Scene) -> None:
    """Route the wires of a scene that is painted once."""
    if np.count_nonzero(scene.walive) <= MOST:
        scene.lead(Router(plan_of(scene)).ways)


class Routed(QObject):
    """Keeps the wires of a scene routed; a large page is routed in a process. It pauses while `busy()` for large pages;
    wires whose ends moved have the plain shape until they are routed.
    """

    def __init__(self, scene: Scene, repaint: Repaint, busy: Callable[[], bool], parent: QObject):
        super().__init__(parent)
        self._scene, self._repaint, self._busy = scene, repaint, busy
        self._router: Router | None = None
        self.process: QProcess | None = None
        self._asked: RoutingPlan | None = None  # what the process is at work on
        self._wanted = False  # the page has changed since then
        self._answer = b""
        self._later = qt.timer(self, self._ask, SOON)
        qt.application().aboutToQuit.connect(self.leave)
        self.follow()

    def follow(self) -> None:
        """The page changed, or is shown differently: route what changed."""
        wires = int(np.count_nonzero(self._scene.walive))
        if wires > AT_ONCE or self.process is not None:  # what was deleted may come back
            self._router = None
            self._wanted = 0 < wires <= MOST  # what comes back lies as it lay
            if self._wanted and self._asked is None:
                self._later.start(SOON)
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
        process = QProcess(qt.application())  # a canvas that goes may not take it along while it runs
        self.destroyed.connect(process.kill)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("PYTHONPATH", programs.python_path())
        process.setProcessEnvironment(environment)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(process.deleteLater)
        process.finished.connect(self.leave)  # an edit starts another one; until then shapes are plain
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
            self._later.start(SOON)
