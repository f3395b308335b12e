"""Selections kept under a name and put on any page again, by the menu and by the quick-add box."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QMessageBox

from blockloom.app.window.adding import snippets
from blockloom.blocks.document.pages import Frame, Wire
from blockloom.blocks.edits import AddPage
from blockloom.blocks.files import documents, examples
from tests.pages import insert

YES, NO = QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No


@pytest.fixture
def filled(window, tmp_path, monkeypatch):
    monkeypatch.setattr(snippets, "folder", lambda: tmp_path / "snippets")
    window.do(
        insert("A Const value=1.; N Neg @frame=F @at=300,0 x=<A.output", frames=(Frame("F", "f", 250.0, -50.0),)),
        "Add",
    )
    window.do(AddPage("second"), "Add page")
    window.tabs.show_page("main")
    return window


@pytest.fixture
def keep(filled, monkeypatch):
    def keep(*names, called="pair"):
        answers = iter([called] if isinstance(called, str) else called)
        monkeypatch.setattr(QInputDialog, "getText", lambda *_: (next(answers, ""), True))
        filled.canvas().selection.choose(names)
        filled.commands["keep_snippet"].trigger()

    return keep


def test_a_kept_selection_comes_back_on_another_page_in_one_step(filled, keep):
    keep("A", "F")  # the frame takes what is in it along
    assert snippets.names() == ["pair"]
    filled.tabs.show_page("second")
    before = documents.dumps(filled.history.document)
    filled.commands["insert_snippet"].trigger()
    menu = QApplication.activePopupWidget()
    menu.actions()[0].trigger()
    menu.close()
    page = filled.page()
    assert set(page.blocks) == {"A", "N"} and page.blocks["N"].frame == "F"
    assert [*page.wires()] == [Wire("A", "output", "N", "x")] and filled.canvas().selection() == {"A", "N", "F"}
    assert filled.history.undo_label == "Insert 3 items"
    filled.undo()
    assert documents.dumps(filled.history.document) == before


def test_the_box_that_adds_blocks_offers_snippets_with_their_picture(filled, keep):
    keep("A", "N", called="My pair")
    canvas = filled.canvas()
    canvas.requests.add_wanted.emit(QPointF(0, 600), None)
    box = filled.adding.box
    QTest.keyClicks(box.edit, "my PAIR")
    assert box.model.names == ["snippet:My pair"] and box.model.index(0, 1).data() == "snippet"
    assert "img" in box.help.toHtml()
    QTest.keyClick(box.edit, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)  # ignored: a snippet is not a type
    QTest.keyClick(box.edit, Qt.Key.Key_Return)
    assert {"A_2", "N_2"} <= set(filled.page().blocks) and filled.page().blocks["A_2"].y == 600
    canvas.requests.add_wanted.emit(QPointF(0, 600), None)
    assert "snippet:My pair" in box.model.names
    box.hide()


def test_an_example_in_another_folder_finds_its_files(filled):
    assert filled.snippets.insert("example:csv_and_npy")
    values = " ".join(text for block in filled.page().blocks.values() for text in block.values.values())
    assert f'"{examples.path_of("csv_and_npy").with_name("flats.csv")}"' in values


def test_a_bad_name_is_asked_for_again_and_a_taken_one_asks_first(filled, keep, monkeypatch):
    keep("A", called=["../evil", "", "good"])
    assert snippets.names() == ["good"]
    old = (snippets.folder() / "good.loom").read_bytes()
    monkeypatch.setattr(QMessageBox, "question", lambda *_: NO)
    keep("A", "N", called="good")
    assert (snippets.folder() / "good.loom").read_bytes() == old
    monkeypatch.setattr(QMessageBox, "question", lambda *_: YES)
    keep("A", "N", called="good")
    assert (snippets.folder() / "good.loom").read_bytes() != old


def test_what_cannot_be_written_or_read_is_said(filled, keep, monkeypatch):
    said = []
    monkeypatch.setattr(QMessageBox, "critical", lambda *args: said.append(args[2]))
    snippets.folder().write_text("no folder")
    keep("A")
    assert len(said) == 1 and snippets.names() == []
    before = documents.dumps(filled.history.document)
    assert not filled.snippets.insert("snippet:gone")
    assert "gone" in filled.statusBar().currentMessage() and documents.dumps(filled.history.document) == before


def test_without_a_selection_nothing_is_asked(filled, keep):
    keep(called=[])
    assert not filled.commands["keep_snippet"].isEnabled() and snippets.names() == []


def test_a_snippet_is_removed_after_a_question(filled, keep, monkeypatch):
    keep("A")
    for answer, left in ((NO, ["pair"]), (YES, [])):
        monkeypatch.setattr(QMessageBox, "question", lambda *_, a=answer: a)
        filled.snippets.ask()
        menu = QApplication.activePopupWidget()
        next(a for a in menu.actions() if a.menu()).menu().actions()[0].trigger()
        menu.close()
        assert snippets.names() == left
