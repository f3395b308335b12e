"""enuSpace pages in the window: opened like documents, and never written over."""

import pytest

from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.run.worker_session import WorkerSession
from blockloom.blocks.files import documents
from tests.app.windowkit import FakeWorker
from tests.enuspace.pages import page, pin, use, wire, write


@pytest.fixture
def window(qtbot, catalogue):
    window = MainWindow(catalogue, WorkerSession(FakeWorker))
    qtbot.addWidget(window, before_close_func=lambda w: w.history.mark_saved())
    window.show()
    yield window
    window.worker.close()


def test_a_page_opens_and_is_saved_as_a_document(window, tmp_path, monkeypatch):
    path = write(
        tmp_path,
        page(
            use("A", "Const", pin("val", "1;2", "double", "[2]")),
            use("B", "Square", at=(300, 0)),
            use("S", "ClientSession"),
            wire("A.output", "B.x", "rgb(0,174,238)", "0,0 54,0 54,9 80,9"),
            wire("B.y", "S.fetch_outputs", link='hidden="true"'),
            '<text id="T" stroke="rgb(255,0,0)">hello</text><rect id="R" width="50" height="20"/>',
        ),
    )
    before = path.read_bytes()
    assert window.file.open_path(str(path)) and window.windowTitle().startswith("page.svg")
    assert set(window.page().blocks) == {"A", "B", "S"} and not window.grab().isNull()
    monkeypatch.setattr(
        "blockloom.app.window.document.documentfile.QFileDialog.getSaveFileName",
        lambda *a: (str(tmp_path / "page.loom"), ""),
    )
    assert window.file.save()
    assert path.read_bytes() == before
    assert documents.load(tmp_path / "page.loom").pages["page"].blocks["B"].type == "enu.Square"


def test_a_page_that_is_none_changes_nothing(window, tmp_path, monkeypatch):
    said = []
    monkeypatch.setattr(window.file, "complain", said.append)
    assert not window.file.open_path(str(write(tmp_path, "no page")))
    assert "there is no XML in it" in said[0] and list(window.history.document.pages) == ["main"]
