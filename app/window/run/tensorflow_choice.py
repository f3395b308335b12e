"""The choice of the TensorFlow environment of the worker."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.window import user_settings
from blockloom.app.window.run.worker_session import IDLE, OFF, WorkerSession
from blockloom.runtime.protocol.replies import CatalogueWrittenReply
from blockloom.runtime.worker import environment
from blockloom.runtime.worker.environment import Environment
from blockloom.runtime.worker.errors import BadEnvironment


class TensorFlowChoice(QObject):
    """Switches the worker to another TensorFlow environment, and back if that fails."""

    progress_message = Signal(str, bool)  # message, whether the switch failed

    def __init__(self, worker: WorkerSession):
        super().__init__(worker)
        self._worker = worker
        self._before: Environment | None = None  # previous environment, while another one is tried
        worker.catalogue_written.connect(self._works)
        worker.died.connect(self._fails)
        worker.failed.connect(self._fails)

    @property
    def trying(self) -> bool:
        """True while an environment is being tried."""
        return self._before is not None

    def choose(self, python: str, ops: Sequence[str]) -> None:
        """Try another TensorFlow environment.

        Args:
            python: An interpreter or the folder of an environment, "" for that of Blockloom.
            ops: Libraries of custom ops.
        """
        if self.trying:
            return
        if self._worker.state not in (OFF, IDLE):
            self.progress_message.emit(self.tr("A run is in progress: stop it first."), True)
            return
        before = environment.selected_environment()
        try:
            environment.use_environment(python, ops)
        except BadEnvironment as error:
            self.progress_message.emit(translated(error.args[0]), True)
            return
        if environment.selected_environment() == before:
            return
        self._before = before
        self.progress_message.emit(self.tr("Trying it…"), False)
        self._worker.restart()

    def _works(self, reply: CatalogueWrittenReply) -> None:
        if self._before is not None:
            self._before = None
            user_settings.keep_environment(*environment.selected_environment())
            self.progress_message.emit(self.tr("Using TensorFlow {}").format(reply.tensorflow), False)

    def _fails(self, why: str) -> None:
        before = self._before
        if before is not None and why:
            self._before = None
            environment.select_environment(*before)
            self.progress_message.emit(why, True)
            self._worker.restart()
