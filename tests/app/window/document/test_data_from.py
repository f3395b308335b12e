"""Data from ...: from an empty window and a file to blocks that give batches, by mouse and keys."""

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu

import blockloom
from blockloom.app.window.data.datadialog import BATCHES, COLUMNS, MODEL, DataDialog
from blockloom.blocks import checks
from blockloom.blocks.datasets.choices import CATEGORIES, LEFT_OUT, NUMBER, TARGET
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert
from blockloom.blocks.files import documents, examples
from blockloom.blocks.files.documents import dumps
from tests.app.canvaskit import LEFT, NONE
from tests.blocks.datasets.files import picture_folder
from tests.extent import slow


@pytest.fixture
def flowers(tmp_path):
    """Create a table with a text column, a missing value and row numbers."""
    rows = [f"{n},{n % 7},{'' if n == 3 else n % 5 / 2},{('red', 'blue')[n % 2]},{'abc'[n % 3]}" for n in range(60)]
    path = tmp_path / "flowers.csv"
    path.write_text("id,size,width,colour,kind\n" + "\n".join(rows) + "\n")
    return path


def dialog_of(window):
    return next((d for d in window.findChildren(DataDialog) if d.isVisible()), None)


def click(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def inspected_dialog(window, qtbot):
    dialog = dialog_of(window)
    qtbot.waitUntil(lambda: not dialog.looking.busy)
    return dialog


def choose(role, dialog, row):
    """Choose in the list of a column, by keys."""
    box = dialog.columns.columns.boxes[row]
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Home)
    for _ in range(box.findData(role)):
        QTest.keyClick(box, Qt.Key.Key_Down)
    box.activated.emit(box.currentIndex())


def test_a_table_becomes_blocks_in_one_step(window, qtbot, flowers, monkeypatch):
    before = dumps(window.workspace.document)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(flowers), ""))
    window.commands["data_from"].trigger()
    click(dialog_of(window).choose_file)
    dialog = inspected_dialog(window, qtbot)
    assert dialog.pages.currentIndex() == COLUMNS and "60 rows and 5 columns" in dialog.summary.text()
    table = dialog.columns.columns
    assert dialog.columns.isAncestorOf(table) and table.isVisible()
    assert table.roles() == (LEFT_OUT, NUMBER, NUMBER, CATEGORIES, TARGET)
    assert [table.item(row, 1).text() for row in (0, 2, 3)] == [
        "row numbers",
        "numbers, 0 to 2; 1 missing",
        "2 texts: blue, red",
    ]
    QTest.keyClick(dialog.next, Qt.Key.Key_Return)
    assert (
        dialog.pages.currentIndex() == BATCHES
        and "about 48 are for training, in 2 steps" in dialog.batches.split.text()
    )
    dialog.batches.batch.setFocus()
    dialog.batches.batch.selectAll()
    QTest.keyClicks(dialog.batches.batch, "16")
    assert "in 3 steps" in dialog.batches.split.text()
    click(dialog.next)
    assert dialog.pages.currentIndex() == MODEL and "For 3 classes" in dialog.model_told.text()
    click(dialog.finish)
    qtbot.waitUntil(lambda: "DATA" in window.page().blocks)
    document = window.workspace.document
    assert checks.check(document, window.catalogue) == []
    assert window.page().blocks["DATA"].values == {"file": f'"{flowers}"'}
    assert document.pages["flowers"].blocks["batch_size"].values["default"] == "16"
    assert document.pages["flowers_rows"].blocks["CELLS"].values["select_cols"] == "[1, 2, 3, 4]"
    assert window.canvas().selection() == {"DATA"} and window.focusWidget() is window.canvas()
    window.undo()
    assert dumps(window.workspace.document) == before


def test_a_document_saved_next_to_its_data_runs_in_another_folder(window, qtbot, tmp_path, monkeypatch):
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    (here / "rows.csv").write_text("size,width\n" + "".join(f"{n},{n * 2}\n" for n in range(40)))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(here / "rows.csv"), ""))
    window.commands["data_from"].trigger()
    click(dialog_of(window).choose_file)
    dialog = inspected_dialog(window, qtbot)
    for button in (dialog.next, dialog.next, dialog.finish):
        click(button)
    qtbot.waitUntil(lambda: "DATA" in window.page().blocks)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(here / "net.loom"), ""))
    window.commands["save"].trigger()
    qtbot.waitUntil(lambda: (here / "net.loom").exists() and not window.workspace.history.dirty)
    assert documents.load(here / "net.loom").pages["main"].blocks["DATA"].values == {"file": '"rows.csv"'}
    here.rename(there)
    batch, labels = blockloom.run(there / "net.loom", fetch="*").results["/DATA/NEXT"]["components"]
    assert len(batch) == len(labels) > 0


def test_what_is_learned_is_one_column(window, qtbot, flowers):
    window.ask("data_from", str(flowers))
    dialog = inspected_dialog(window, qtbot)
    choose(TARGET, dialog, 1)
    assert dialog.columns.columns.roles() == (LEFT_OUT, TARGET, NUMBER, CATEGORIES, CATEGORIES)
    assert dialog.choices.classes
    choose(NUMBER, dialog, 1)
    assert "Choose the column" in dialog.message.text() and not dialog.finish.isEnabled()
    choose(TARGET, dialog, 2)
    dialog.columns.learned.setFocus()
    QTest.keyClick(dialog.columns.learned, Qt.Key.Key_Down)
    dialog.columns.learned.activated.emit(1)
    click(dialog.next)
    click(dialog.next)
    assert "For a number" in dialog.model_told.text()
    QTest.mouseClick(dialog.with_model, Qt.MouseButton.LeftButton, pos=dialog.with_model.rect().center() * 0.1)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog_of(window) is None and not window.page().blocks


def test_another_separator_is_another_look(window, qtbot, tmp_path):
    (tmp_path / "t.csv").write_text("1,5;2\n2,5;1\n")
    window.ask("data_from", str(tmp_path / "t.csv"))
    dialog = inspected_dialog(window, qtbot)
    assert len(dialog.contents.columns) == 2 and not dialog.contents.header
    click(dialog.columns.header)
    dialog = inspected_dialog(window, qtbot)
    assert [column.name for column in dialog.contents.columns] == ["1,5", "2"]
    dialog.columns.separator.setFocus()
    QTest.keyClick(dialog.columns.separator, Qt.Key.Key_Home)
    dialog.columns.separator.activated.emit(0)
    dialog = inspected_dialog(window, qtbot)
    assert [column.name for column in dialog.contents.columns] == ["1", "5;2"]
    dialog.reject()


def test_a_file_that_cannot_be_read_says_why_and_another_may_be_chosen(window, qtbot, tmp_path, flowers, monkeypatch):
    (tmp_path / "bad.csv").write_bytes(b"a,b\n1,2\n3\n")
    window.ask("data_from", str(tmp_path / "bad.csv"))
    dialog = inspected_dialog(window, qtbot)
    qtbot.waitUntil(lambda: "bad.csv: line 3 has 1 cells, and the first has 2" in dialog.message.text())
    assert not dialog.next.isEnabled() and not dialog.finish.isEnabled()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(flowers), ""))
    click(dialog.choose_file)
    qtbot.waitUntil(lambda: dialog.contents is not None)
    assert dialog.message.isHidden() and dialog.finish.isEnabled()
    dialog.reject()


def test_the_window_goes_on_while_a_large_file_is_looked_at(window, qtbot, tmp_path):
    (tmp_path / "large.csv").write_text("a,b\n" + "1.5,2\n" * 600_000)
    window.ask("data_from", str(tmp_path / "large.csv"))
    dialog = dialog_of(window)
    shares = set()
    dialog.looking.share.connect(shares.add)
    qtbot.waitUntil(lambda: len(shares) > 1)  # events are handled meanwhile
    assert 0 < dialog.bar.value() < dialog.bar.maximum()
    assert dialog.looking.busy and not dialog.finish.isEnabled()
    job = dialog.looking.job
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(job.over.is_set)


def test_the_shipped_digits_are_pictures(window, qtbot):
    window.ask("data_from", str(examples.path_of("digits").with_name("digits.npy")))
    dialog = inspected_dialog(window, qtbot)
    assert dialog.columns.isVisible() and "500 x 65, uint8" in dialog.summary.text()
    assert dialog.choices.picture == (8, 8, 1) and dialog.columns.labels.currentText() == "column 1"
    for box, size in zip(dialog.columns.sizes, (16, 4)):
        box.setValue(size)
    assert dialog.choices.picture == (16, 4, 1)
    click(dialog.columns.picture)
    assert dialog.choices.picture is None
    click(dialog.finish)
    qtbot.waitUntil(lambda: "DATA" in window.page().blocks)
    assert "CONV" not in window.page().blocks and window.page().blocks["OUTPUTS"].values["units"] == "10"
    assert checks.check(window.workspace.document, window.catalogue) == []


def test_a_column_of_many_numbers_is_learned_as_a_number(window, qtbot, tmp_path):
    (tmp_path / "rows.csv").write_text("size,width\n" + "".join(f"{n},{n * 2.5}\n" for n in range(40)))
    window.ask("data_from", str(tmp_path / "rows.csv"))
    dialog = inspected_dialog(window, qtbot)
    assert dialog.columns.learned.currentText() == "a number" and not dialog.choices.classes


def test_labels_of_an_array_are_in_a_file_that_is_chosen(window, qtbot, tmp_path, monkeypatch):
    np.save(tmp_path / "inputs_here.npy", np.zeros((12, 9, 9), np.float32))
    np.save(tmp_path / "answers.npy", np.arange(12) % 4)
    window.ask("data_from", str(tmp_path / "inputs_here.npy"))
    dialog = inspected_dialog(window, qtbot)
    assert "Choose the file with the labels" in dialog.message.text() and not dialog.finish.isEnabled()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "answers.npy"), ""))
    box = dialog.columns.labels
    box.setCurrentIndex(box.findData("file"))
    box.activated.emit(box.currentIndex())
    qtbot.waitUntil(lambda: dialog.finish.isEnabled())
    click(dialog.finish)
    qtbot.waitUntil(lambda: "DATA" in window.page().blocks)
    assert window.page().blocks["DATA"].values["labels_file"] == f'"{tmp_path}/answers.npy"'


def drop(canvas, path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    at = QPointF(200, 150)
    enter = QDragEnterEvent(at.toPoint(), Qt.DropAction.CopyAction, data, LEFT, NONE)
    QApplication.sendEvent(canvas, enter)
    event = QDropEvent(at, Qt.DropAction.CopyAction, data, LEFT, NONE)
    QApplication.sendEvent(canvas, event)
    return enter.isAccepted() and event.isAccepted()


@slow
def test_a_table_that_is_dropped_can_be_trained_on(window, qtbot, flowers):
    place = window.canvas().view.to_canvas(QPointF(200, 150))
    assert drop(window.canvas(), flowers)
    (menu,) = [m for m in window.canvas().findChildren(QMenu) if m.isVisible()]
    assert menu.activeAction().text() == "Train on It…"
    QTest.keyClick(menu, Qt.Key.Key_Return)
    dialog = inspected_dialog(window, qtbot)
    click(dialog.finish)
    qtbot.waitUntil(lambda: "DATA" in window.page().blocks)
    assert min(b.x for b in window.page().blocks.values()) == pytest.approx(place.x(), abs=20)


def test_a_table_is_dropped_on_the_start_page(window, qtbot, flowers):
    window.centre.show_start()
    assert drop(window.centre.start, flowers)
    qtbot.waitUntil(lambda: dialog_of(window) is not None)
    dialog = inspected_dialog(window, qtbot)
    click(dialog.finish)
    qtbot.waitUntil(lambda: "DATA" in window.page().blocks and window.canvas().isVisible())


def test_a_folder_of_pictures_is_dropped(window, qtbot, tmp_path):
    picture_folder(tmp_path / "photos", {"cat": 4, "dog": 4}, (12, 16))
    assert drop(window.canvas(), tmp_path / "photos")
    qtbot.waitUntil(lambda: dialog_of(window) is not None)
    dialog = inspected_dialog(window, qtbot)
    assert "8 pictures in 2 classes" in dialog.summary.text() and dialog.choices.picture == (12, 16, 3)
    table = dialog.columns.classes
    assert [table.item(row, 0).text() for row in range(table.rowCount())] == ["cat", "dog"]
    click(dialog.finish)
    qtbot.waitUntil(lambda: "DATA" in window.page().blocks)
    assert set(window.workspace.document.pages) >= {"photos", "photos_rows", "photos_read"}
    assert checks.check(window.workspace.document, window.catalogue) == []


def test_a_model_that_is_dropped_is_opened_as_before(window, qtbot, tmp_path, monkeypatch):
    (tmp_path / "saved_model.pb").write_bytes(b"")
    opened = []
    monkeypatch.setattr(window.file, "open_path", opened.append)
    drop(window.canvas(), tmp_path)
    qtbot.waitUntil(lambda: opened == [str(tmp_path)])
    assert dialog_of(window) is None


def test_a_page_with_a_session_offers_a_new_page_for_the_model(window, qtbot, flowers, monkeypatch):
    Insert("main", (Block("RUN", "loom.Session", 0, 0),)).apply(window.workspace.document)
    before = dumps(window.workspace.document)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(flowers), ""))
    window.commands["data_from"].trigger()
    dialog = dialog_of(window)
    assert "already has a Session" in dialog.summary.text() and dialog.new_page.isChecked()
    click(dialog.choose_file)
    dialog = inspected_dialog(window, qtbot)
    click(dialog.finish)
    qtbot.waitUntil(lambda: "model" in window.workspace.document.pages)
    assert window.tabs.page_name() == "model" and window.canvas().selection() == {"DATA"}
    assert set(window.workspace.document.pages["main"].blocks) == {"RUN"}
    assert any(block.type == "loom.Session" for block in window.page().blocks.values())
    assert checks.check(window.workspace.document, window.catalogue, "model") == []
    window.undo()
    assert dumps(window.workspace.document) == before


def test_data_without_a_model_stays_on_the_page_with_a_session(window, qtbot, flowers):
    Insert("main", (Block("RUN", "loom.Session", 0, 0),)).apply(window.workspace.document)
    window.ask("data_from", str(flowers))
    dialog = inspected_dialog(window, qtbot)
    QTest.mouseClick(dialog.new_page, Qt.MouseButton.LeftButton, pos=QPoint(8, dialog.new_page.height() // 2))
    click(dialog.next)
    click(dialog.next)
    assert not dialog.with_model.isEnabled() and "wire the data" in dialog.model_told.text()
    click(dialog.finish)
    qtbot.waitUntil(lambda: "DATA" in window.workspace.document.pages["main"].blocks)
    assert window.page().name == "main" and set(window.page().blocks) == {"RUN", "DATA"}


def test_the_first_page_says_that_a_model_can_be_added(window):
    window.commands["data_from"].trigger()
    dialog = dialog_of(window)
    assert "a model on this page" in dialog.summary.text() and not dialog.new_page.isVisible()
    dialog.reject()
