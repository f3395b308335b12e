"""Opening models in the window: dropped folders, progress, Cancel, and the resulting document."""

import threading

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent
from PySide6.QtWidgets import QApplication, QPushButton

from blockloom.app.window.dialogs import waiting
from blockloom.app.window.docks.problems import _DETAILS
from blockloom.app.window.user_settings import recent_files
from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.edits import Insert
from blockloom.blocks.files.documents import dumps
from blockloom.runtime.protocol.events import ReadProgressEvent
from blockloom.runtime.protocol.replies import ModelReadReply
from blockloom.runtime.protocol.requests import ReadModelRequest
from blockloom.runtime.worker import client
from blockloom.runtime.worker.errors import WorkerDied
from tests.app.windowkit import make_window, with_progress


class Reader:
    """A worker that reads until it may end, or is killed."""

    made = None

    def __init__(self, on_event, keep_state):
        self.on_event = on_event
        Reader.made, self.go_on, self.ended = self, threading.Event(), []

    def start(self):
        self.ended = []

    def call(self, request, within):
        self.on_event(ReadProgressEvent("Reading variables", 0.42))
        assert isinstance(request, ReadModelRequest) and self.go_on.wait(20)
        if "killed" in self.ended:
            raise WorkerDied("killed")
        document = new_document("serving_default")
        Insert("serving_default", (Block("A", "Const", values={"value": "1", "dtype": "DT_FLOAT"}),)).apply(document)
        return ModelReadReply(dumps(document), ["3 nodes are left out"])

    def kill(self):
        self.ended.append("killed")
        self.go_on.set()

    def close(self):
        self.ended.append("closed")


@pytest.fixture
def window(qtbot, catalogue, monkeypatch):
    monkeypatch.setattr(client, "Worker", Reader)
    monkeypatch.setattr(waiting, "PATIENCE", 1)
    return make_window(qtbot, catalogue)


@pytest.fixture
def model(tmp_path):
    folder = tmp_path / "resnet"
    folder.mkdir()
    (folder / "saved_model.pb").write_bytes(b"")
    return folder


def test_a_folder_can_be_dropped(window, model):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(model))])
    event = QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    event.ignore()
    QApplication.sendEvent(window, event)
    assert event.isAccepted()


def test_a_folder_opens_with_progress_as_a_document_that_is_in_no_file(window, model, qtbot):
    def look(dialog):
        qtbot.waitUntil(lambda: dialog.value() == 42)
        assert dialog.labelText().endswith("Reading variables")
        Reader.made.go_on.set()

    with_progress(window, look)
    assert window.file.open_path(str(model)) and list(window.workspace.document.pages) == ["serving_default"]
    assert Reader.made.ended == ["closed"]
    assert window.file.path == "" and window.file.name() == "resnet" and not window.history.dirty
    assert "3 nodes are left out" in [
        window.messages.item(row).data(_DETAILS) for row in range(window.messages.count())
    ]
    assert recent_files()[0] == str(model)


def test_a_document_may_be_called_as_models_are(window, tmp_path):
    path = tmp_path / "saved_model.loom"
    path.write_text(dumps(new_document()))
    assert window.file.open_path(str(path)) and window.file.path == str(path)


def test_cancel_ends_the_worker_and_keeps_what_is_open(window, model, qtbot):
    before = window.workspace.document
    with_progress(window, lambda dialog: dialog.findChild(QPushButton).click())
    assert not window.file.open_path(str(model / "saved_model.pb"))
    assert "killed" in Reader.made.ended and window.workspace.document is before
