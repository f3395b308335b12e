"""Pages as blocks in the window: their types follow edits, the palette offers them, instances are entered."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from blockloom.blocks.document import Block, Placed, Wire, new_document
from blockloom.blocks.edits import AddPage, Insert, RemovePage, SetValue
from blockloom.blocks.signature import ARG, PARAMETER, RETVAL


def with_pages():
    """`main` has S, an instance of `outer`, which has T, an instance of `inner`: that adds its parameter to x."""
    document = new_document("main")
    for name in ("inner", "outer"):
        AddPage(name).apply(document)
    Insert("inner", (Block("x", ARG, 0, 0, {"dtype": "DT_FLOAT"}), Block("gain", PARAMETER, 0, 200, {"default": "2"}),
                     Block("ADD", "AddV2", 250, 0, {"y": "=gain"}), Block("y", RETVAL, 500, 0)),
           (Placed(Wire("x", "output", "ADD", "x"), 0), Placed(Wire("ADD", "z", "y", "input"), 0))).apply(document)
    Insert("outer", (Block("a", ARG, 0, 0, {"dtype": "DT_FLOAT"}), Block("T", "page:inner", 250, 0),
                     Block("b", RETVAL, 500, 0)),
           (Placed(Wire("a", "output", "T", "x"), 0), Placed(Wire("T", "y", "b", "input"), 0))).apply(document)
    Insert("main", (Block("C", "Const", 0, 0, {"value": "3.0"}), Block("S", "page:outer", 250, 0),
                    Block("N", "Neg", 500, 0)),
           (Placed(Wire("C", "output", "S", "a"), 0), Placed(Wire("S", "b", "N", "x"), 0))).apply(document)
    return document


@pytest.fixture
def opened(window):
    window.file.take(with_pages(), "")
    window.canvas().view.zoom_to(1.0)
    return window


def spots(window, page, block):
    """The names of what lies on a block's left and right."""
    canvas = window.tabs.canvas_of(page)
    layout = canvas.scene.layouts[canvas.scene.slot[block]]
    return [spot.name for spot in layout.spots if spot.role in ("input", "output", "attr", "unknown")]


def test_canvases_and_the_inspector_follow_what_a_page_takes(opened, qtbot):
    window = opened
    window.canvas().selection.choose({"S"})
    qtbot.waitUntil(lambda: "a" in window.inspector.fields or window.inspector.shown == "S")
    assert spots(window, "main", "S") == ["a", "b"]
    window.do(Insert("outer", (Block("more", ARG, 0, 100, {"dtype": "DT_FLOAT"}),)), "Add")
    assert spots(window, "main", "S") == ["a", "more", "b"]
    qtbot.waitUntil(lambda: "more" in window.inspector.fields)
    window.undo()
    assert spots(window, "main", "S") == ["a", "b"]
    qtbot.waitUntil(lambda: "more" not in window.inspector.fields)


def test_an_instance_of_a_page_that_goes_is_of_no_known_type_until_it_comes_back(opened):
    window = opened
    canvas = window.canvas()
    window.do(RemovePage("outer"), "Remove")
    assert canvas.scene.layouts[canvas.scene.slot["S"]].type is None
    window.undo()
    assert spots(window, "main", "S") == ["a", "b"]


def test_a_dtype_goes_through_instances_of_instances(opened):
    window = opened
    canvas = window.canvas()

    def dtype():
        return canvas.scene.layouts[canvas.scene.slot["S"]].type.output("b").dtype
    assert dtype() == "DT_FLOAT"
    window.do(SetValue("inner", "x", "dtype", "DT_INT32"), "Set")
    assert dtype() == "DT_INT32"


def test_the_palette_and_the_box_offer_the_pages_that_would_not_be_within_themselves(opened, qtbot):
    window = opened
    palette = window.palette_view
    for page, offered in (("main", ["page:inner", "page:outer"]), ("outer", ["page:inner"]), ("inner", [])):
        window.tabs.show_page(page)
        qtbot.waitUntil(lambda offered=offered: palette.model.pages == offered)
        assert [name for name in palette.names() if name.startswith("page:")] == offered
        QTest.keyClick(window.canvas(), Qt.Key.Key_Tab)
        QTest.keyClicks(window.adding.box.edit, "inner")
        found = [name for name in window.adding.box.model.names if name.startswith("page:")]
        assert found == [name for name in offered if name == "page:inner"]
        QTest.keyClick(window.adding.box.edit, Qt.Key.Key_Escape)


def test_a_page_found_in_the_box_becomes_a_block(opened):
    window = opened
    QTest.keyClick(window.canvas(), Qt.Key.Key_Tab)
    QTest.keyClicks(window.adding.box.edit, "outer")
    QTest.keyClick(window.adding.box.edit, Qt.Key.Key_Return)
    assert [block.type for block in window.page().blocks.values()].count("page:outer") == 2
