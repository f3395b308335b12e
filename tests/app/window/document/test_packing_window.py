"""Grouping a selection into a block, ungrouping it, and giving blocks separate pages."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog

from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.blocks.document.pages import new_document
from blockloom.blocks.edits import RemovePage
from blockloom.blocks.files.documents import dumps
from tests.app.canvaskit import ALT, CTRL, Hands
from tests.app.window.document.test_page_blocks import with_pages
from tests.app.windowkit import answer_dialog, press_in_menu


def make_block(hands: Hands, text: str | None) -> None:
    """Press the keys, and type into the dialog that comes, or close it."""

    def typed(dialog) -> None:
        if text is not None:
            dialog.setTextValue(text)
        QTest.keyClick(dialog, Qt.Key.Key_Return if text is not None else Qt.Key.Key_Escape)

    answer_dialog(typed, QInputDialog)
    hands.key(Qt.Key.Key_G, CTRL | ALT)
    hands.canvas.activateWindow()
    assert QTest.qWaitForWindowActive(hands.canvas)


def test_a_block_is_made_of_the_selection_and_unpacked_by_keys(hands):
    before = hands.text
    hands.canvas.selection.choose(("C", "D"))
    make_block(hands, "negated sum")
    assert list(hands.history.document.pages) == ["main", "negated sum"]
    assert hands.canvas.selection() == {"NEGATEDSUM"}
    assert {w.target_pin for w in hands.page.wires_into("NEGATEDSUM")} == {"a"}
    made = hands.text
    hands.key(Qt.Key.Key_U, CTRL | ALT)
    assert hands.canvas.selection() == {"C", "D"}, hands.said
    assert hands.steps()[-2:] == ["Make the block negated sum", "Unpack NEGATEDSUM"]
    hands.key(Qt.Key.Key_Z, CTRL)
    assert hands.text == made
    hands.canvas.selection.choose(("NEGATEDSUM",))
    hands.canvas.editing.own_copy()
    assert hands.page.blocks["NEGATEDSUM"].type == "page:negated sum 2"
    for _ in range(2):
        hands.key(Qt.Key.Key_Z, CTRL)
    assert hands.text == before


def test_nothing_is_made_without_a_name_or_of_nothing(hands):
    before = hands.text
    hands.canvas.selection.choose(("C", "D"))
    make_block(hands, None)
    hands.canvas.selection.choose(("N",))
    hands.key(Qt.Key.Key_G, CTRL | ALT)
    assert hands.text == before and hands.said[-1].startswith("Select the blocks")


def test_a_frame_becomes_a_page_without_a_question(hands):
    hands.canvas.selection.choose(("C", "D"))
    frame = hands.canvas.placing.frame()
    hands.key(Qt.Key.Key_Escape)
    hands.canvas.selection.choose((frame,))
    hands.key(Qt.Key.Key_G, CTRL | ALT)
    assert list(hands.history.document.pages) == ["main", "Frame"] and not hands.page.frames


def test_instances_follow_an_arg_that_is_renamed_or_deleted_on_its_page(window):
    window.file.take(with_pages(), "")
    window.tabs.show_page("outer")
    before, canvas = dumps(window.workspace.document), window.canvas()
    canvas.inline.name("a")
    canvas.inline.editor.setText("weights")
    QTest.keyClick(canvas.inline.editor, Qt.Key.Key_Return)
    main = window.workspace.document.pages["main"]
    assert [w.target_pin for w in main.wires_into("S")] == ["weights"]
    canvas.selection.choose(("weights",))
    canvas.editing.delete_selection()
    assert not main.wires_into("S")
    window.undo()
    window.undo()
    assert dumps(window.workspace.document) == before


def test_a_page_that_is_renamed_in_its_tab_is_renamed_where_it_is_used(window):
    window.file.take(with_pages(), "")
    window.tabs.bar.renamed.emit(1, "within")
    assert window.workspace.document.pages["outer"].blocks["T"].type == "page:within"
    window.do(RemovePage("within"), "Remove")
    assert window.tabs.removed.text.text().endswith("It is used by outer/T.")


def test_a_copied_instance_brings_its_pages_to_another_document(window):
    window.file.take(with_pages(), "")
    window.canvas().selection.choose({"S"})
    window.canvas().clipboard.copy()
    window.file.take(new_document("start"), "")
    window.canvas().clipboard.paste_clipboard()
    assert list(window.workspace.document.pages) == ["start", "outer", "inner"]
    assert window.page().blocks["S"].type == "page:outer" and window.tabs.count() == 3
    window.undo()
    assert list(window.workspace.document.pages) == ["start"]


def test_a_typed_value_becomes_a_parameter_of_the_page(hands):
    hands.canvas.editing.set_value("C", "y", "5")
    spot = hands.canvas.scene.layouts[hands.canvas.scene.slot["C"]].spot("y")
    menu = hands.canvas.menus.context(CanvasHit("field", "C", spot), QPointF())
    press_in_menu(menu, "Replace by a parameter")
    assert hands.page.blocks["C"].values == {"y": "=y"} and hands.steps()[-1] == "Make C.y a parameter"
    assert hands.page.blocks["y"].values == {"index": "0", "type": "tensor", "default": "5"}
