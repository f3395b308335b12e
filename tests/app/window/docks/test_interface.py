"""The interface of a page, edited in the inspector while nothing is selected."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from blockloom.blocks.catalogue.parameters import ARG, PARAMETER, signature
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert
from blockloom.blocks.files.documents import dumps
from tests.app.window.document.test_page_blocks import with_pages


@pytest.fixture
def interface(window, qtbot):
    """Return the interface list of page `inner`, which has the Arg x, the Retval y and the Parameter gain."""
    window.file.take(with_pages(), "")
    window.tabs.show_page("inner")
    found = window.inspector.interface
    qtbot.waitUntil(lambda: names(found) == ["x", "y", "gain"] and found.isVisible())
    return found


def names(interface) -> list[str]:
    return [item.text(0) for item in interface.rows.pins()]


def edit(interface, qtbot, name: str, column: int, text: str) -> None:
    """Double click, type, Return: real events."""
    item = next(item for item in interface.rows.pins() if item.text(0) == name)
    rows = interface.rows
    spot = rows.visualRect(rows.indexFromItem(item, column)).center()
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    QTest.mouseDClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    typed(interface, qtbot, text)


def typed(interface, qtbot, text: str) -> None:
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit | QComboBox), editor
    line = editor.lineEdit() if isinstance(editor, QComboBox) else editor
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Qt.Key.Key_Return)


def test_a_pin_is_added_named_and_typed_and_instances_follow(window, interface, qtbot):
    before = dumps(window.workspace.document)
    QTest.mouseClick(interface.buttons[ARG], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: names(interface) == ["x", "arg", "y", "gain"] and interface.rows.editing)
    typed(interface, qtbot, "weights")
    qtbot.waitUntil(lambda: names(interface) == ["x", "weights", "y", "gain"])
    edit(interface, qtbot, "weights", 1, "half")
    qtbot.waitUntil(lambda: window.page().blocks["weights"].values.get("dtype") == "DT_HALF")
    edit(interface, qtbot, "x", 0, "data")
    outer = window.workspace.document.pages["outer"]
    qtbot.waitUntil(lambda: [w.target_pin for w in outer.wires_into("T")] == ["data"])
    assert window.history.undo_label == "Rename x to data"
    for _ in range(4):
        window.undo()
    assert dumps(window.workspace.document) == before
    qtbot.waitUntil(lambda: names(interface) == ["x", "y", "gain"])


def test_parameters_have_a_type_a_default_and_a_unit(window, interface, qtbot):
    for column, text in (1, "int"), (2, "7"), (3, "mm"):
        edit(interface, qtbot, "gain", column, text)
        qtbot.waitUntil(lambda column=column, text=text: interface.rows.pins()[2].text(column) == text)
    assert window.page().blocks["gain"].values == {"default": "7", "type": "int", "unit": "mm"}
    edit(interface, qtbot, "gain", 0, "factor")
    qtbot.waitUntil(lambda: window.page().blocks["ADD"].values == {"y": "=factor"})


def test_pins_change_places_and_go(window, interface, qtbot):
    for name in "parameter", "parameter_2":
        QTest.mouseClick(interface.buttons[PARAMETER], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda name=name: interface.rows.chosen() == name and interface.rows.editing)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: not interface.rows.editing)
    qtbot.waitUntil(lambda: names(interface)[2:] == ["gain", "parameter", "parameter_2"])
    QTest.keyClick(interface.rows, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: names(interface)[2:] == ["gain", "parameter_2", "parameter"])
    QTest.mouseClick(interface.buttons["up"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: names(interface)[2:] == ["parameter_2", "gain", "parameter"])
    assert [b.id for b in signature(window.page()).parameters] == ["parameter_2", "gain", "parameter"]
    QTest.keyClick(interface.rows, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: names(interface)[2:] == ["gain", "parameter"])


def test_an_invalid_name_or_dtype_is_refused_without_a_change(window, interface, qtbot):
    before = dumps(window.workspace.document)
    for column, text, why in (0, "a b", "A name has"), (0, "ADD", "already used"), (1, "nothing", "x.dtype"):
        edit(interface, qtbot, "x", column, text)
        qtbot.waitUntil(lambda why=why: why in window.statusBar().currentMessage())
        qtbot.waitUntil(lambda: names(interface) == ["x", "y", "gain"])
    assert dumps(window.workspace.document) == before


def test_the_list_is_of_the_page_in_front_and_gone_while_something_is_selected(window, interface, qtbot):
    window.tabs.show_page("main")
    qtbot.waitUntil(lambda: names(interface) == [] and interface.isVisible())
    assert not interface.rows.isVisible()
    window.canvas().selection.choose({"S"})
    qtbot.waitUntil(lambda: not interface.isVisible())


def test_a_page_with_a_session_offers_no_inputs_of_a_block(window, qtbot):
    interface = window.inspector.interface
    qtbot.waitUntil(interface.isVisible)
    window.do(Insert("main", (Block("RUN", "loom.Session"),)), "Add")
    window.canvas().selection.choose(())
    qtbot.waitUntil(lambda: not interface.isVisible())
    window.do(Insert("main", (Block("x", ARG),)), "Add")
    window.canvas().selection.choose(())
    qtbot.waitUntil(interface.isVisible)
