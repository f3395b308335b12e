"""Files are read in jobs that can be waited for and cancelled: documents in a thread, models in a worker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from blockloom.app import formats
from blockloom.app.canvas.scene.prepared import prepare
from blockloom.app.canvas.scene.translation import tr
from blockloom.app.window.dialogs.waiting import Job
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files.saved_file import KnownFile, look
from blockloom.blocks.infer.inference import read_long_values


class ReadDocument(NamedTuple):
    """A document read from a file, what an import left out, and what is known of the file."""

    document: Document
    report: list[str]
    known: KnownFile


def reading(path: str, workspace: Workspace, shown: bool = True) -> Job:
    """Return the job that reads a file and gives a `ReadDocument`, or raises FileError.

    With `shown`, the job also lays out the first page. A worker reads models; it ends when the job is cancelled.
    """
    if not formats.is_model(path):
        return Job(lambda: _read(path, workspace, shown))
    from blockloom.runtime.protocol.events import Event, ReadProgressEvent
    from blockloom.runtime.worker.client import Worker

    tells: list[Callable[[str, float], None]] = []  # once the job has one

    def heard(event: Event) -> None:
        if isinstance(event, ReadProgressEvent):
            for tell in tells:
                tell(event.what, event.done)

    def read(tell: Callable[[str, float], None]) -> ReadDocument:
        tells.append(tell)
        tell(tr("starting TensorFlow"), 0.0)
        try:
            return _read(path, workspace, shown, worker=worker)
        finally:
            worker.close()

    worker = Worker(heard, keep_state=False)
    return Job(read, worker.kill)


def _read(path: str, workspace: Workspace, shown: bool, **options: Any) -> ReadDocument:
    known = look(path) if formats.is_own(path) else KnownFile()
    document, report = formats.open_with_report(path, **options)
    read_long_values(document, workspace.catalogue)
    return ReadDocument(prepare(document, workspace.catalogue) if shown else document, report, known)
