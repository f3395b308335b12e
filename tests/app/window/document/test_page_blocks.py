"""Pages as blocks in the window: their types follow edits, the palette offers them, instances are entered."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.app.window.document.pagebar import TrailBar
from blockloom.blocks.catalogue.parameters import ARG
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.document.pages import Block, Note, new_document
from blockloom.blocks.edits import AddPage, Insert, Remove, RemovePage, Rename, SetValue
from blockloom.blocks.files import documents, library
from tests.app.windowkit import press_in_menu
from tests.pages import insert


def with_pages():
    """Return a document: `main` has S of page `outer`, in which T of page `inner` adds gain to x."""
    document = new_document("main")
    for name in ("inner", "outer"):
        AddPage(name).apply(document)
    insert(
        "x loom.Arg dtype=DT_FLOAT; gain loom.Parameter @at=0,200 default=2; "
        "ADD AddV2 @at=250,0 y==gain x=<x.output; y loom.Retval @at=500,0 input=<ADD.z",
        "inner",
    ).apply(document)
    insert(
        "a loom.Arg dtype=DT_FLOAT; T page:inner @at=250,0 x=<a.output; b loom.Retval @at=500,0 input=<T.y", "outer"
    ).apply(document)
    insert("C Const value=3.0 dtype=DT_FLOAT; S page:outer @at=250,0 a=<C.output; N Neg @at=500,0 x=<S.b").apply(
        document
    )
    return document


@pytest.fixture
def opened(window):
    window.file.take(with_pages(), "")
    window.canvas().view.zoom_to(1.0)
    return window


def spots(window, page, block):
    """Return the names of the pins on a block."""
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


def middle(canvas, block):
    slot = canvas.scene.slot[block]
    x, y = canvas.scene.pos[slot]
    return canvas.view.to_widget(QPointF(x + canvas.scene.size[slot][0] / 2, y + 30)).toPoint()


def enter(window, block):
    """By a double click on a block of the page in front."""
    canvas = window.canvas()
    QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=middle(canvas, block))


def crumbs(window):
    """Return the text of the bar above the page in front, "" if it is hidden."""
    bar = window.tabs.currentWidget().findChild(TrailBar)
    row = (bar.row.itemAt(i).widget() for i in range(bar.row.count()))
    texts = [widget.text() if hasattr(widget, "text") else "" for widget in row if widget is not None]
    return "" if not bar.isVisible() else " ".join(texts[1:-1])


def results(window):
    return window.canvas().marks.results


def show(window, **values):
    """Set results of a run, by addresses."""
    told = {
        parse(at.replace("_", "/")): {"output": {"dtype": "DT_FLOAT", "shape": [], "text": text}}
        for at, text in values.items()
    }
    window.runs.pages.set_results("main", told)


def test_double_clicks_lead_down_with_the_values_of_that_instance_and_keys_lead_up(opened, qtbot):
    window = opened
    show(window, C="3", S="5", _S_T="5", _S_T_ADD="5")
    window.canvas().view.scroll(40, 30)
    seen = window.canvas().navigation.place_of("S")
    enter(window, "S")
    assert window.tabs.page_name() == "outer" and crumbs(window) == "main › S (outer)"
    assert results(window).keys() == {"T"}
    enter(window, "T")
    assert window.tabs.page_name() == "inner" and crumbs(window) == "main › S (outer) › T (inner)"
    assert results(window).keys() == {"ADD"} and window.tabs.top() == "main"
    qtbot.waitUntil(lambda: window.inspector.instance == "main/S/T")
    QTest.keyClick(window.canvas(), Qt.Key.Key_Backspace)
    assert window.tabs.page_name() == "outer" and window.canvas().selection() == {"T"}
    assert crumbs(window) == "main › S (outer)"
    QTest.keyClick(window.canvas(), Qt.Key.Key_Return)
    assert window.tabs.page_name() == "inner"
    bar = window.tabs.currentWidget().findChild(TrailBar)
    QTest.mouseClick(bar.row.itemAt(1).widget(), Qt.MouseButton.LeftButton)
    assert window.tabs.page_name() == "main" and crumbs(window) == "" and window.canvas().selection() == {"S"}
    assert window.canvas().navigation.place_of("S") == seen  # the page is as it was left
    window.tabs.setFixedWidth(300)  # all of the way is seen where it does not fit into a line
    enter(window, "S")
    bar = window.tabs.currentWidget().findChild(TrailBar)
    hint = bar.row.itemAt(bar.row.count() - 1).widget()
    qtbot.waitUntil(lambda: hint.width() >= hint.sizeHint().width() and bar.rect().contains(hint.geometry()))


def test_the_tab_shows_a_page_by_itself(opened):
    window = opened
    show(window, C="3", S="5", _S_T="5")
    enter(window, "S")
    assert results(window)
    bar = window.tabs.bar
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(window.tabs.currentIndex()).center())
    assert window.tabs.page_name() == window.tabs.top() == "outer"
    assert crumbs(window) == "" and not results(window)


def test_the_way_follows_names_and_ends_with_the_instance(opened):
    window = opened
    show(window, _S_T_ADD="5")
    enter(window, "S")
    enter(window, "T")
    window.do(Rename("main", "S", "SCALE"), "Rename")
    window.do(Rename("outer", "T", "TWICE"), "Rename")
    assert crumbs(window) == "main › SCALE (outer) › TWICE (inner)"
    window.do(Remove("main", ("SCALE",)), "Remove")
    assert window.tabs.top() == "inner" and crumbs(window) == ""


def test_a_run_of_a_page_looked_at_as_an_instance_is_that_of_the_page_with_it(opened):
    window = opened
    enter(window, "S")
    window.runs.run(1)
    asked = dict(window.worker.process.asked)
    assert asked["open"]["page"] == "main"


def test_the_page_of_a_function_is_opened_by_its_name(opened):
    window = opened
    window.do(Insert("main", (Block("CALL", "PartitionedCall", 250, 300, {"f": "inner"}),)), "Add")
    canvas = window.canvas()
    canvas.navigation.reveal("CALL")
    slot = canvas.scene.slot["CALL"]
    field = canvas.scene.layouts[slot].spot("f").field.center() + QPointF(*canvas.scene.pos[slot])
    QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.view.to_widget(field).toPoint())
    assert window.tabs.page_name() == "inner" and crumbs(window) == "main › CALL (inner)"
    assert window.tabs.top() == "main"
    window.commands["leave"].trigger()
    assert window.tabs.page_name() == "main" and window.canvas().selection() == {"CALL"}


def test_parameters_stand_on_an_instance_with_their_units_and_defaults(opened, qtbot):
    window = opened
    window.do(SetValue("inner", "gain", "unit", "dB"), "Set")
    window.tabs.show_page("outer")
    canvas = window.canvas()

    def gain():
        layout = canvas.scene.layouts[canvas.scene.slot["T"]]
        return layout.spot("gain")

    assert (gain().value, gain().state, gain().pin.unit) == ("2.0", "missing", "dB")
    bare = gain().field.width()
    window.do(SetValue("inner", "gain", "unit", "dB per second"), "Set")
    assert gain().field.width() > bare
    window.do(SetValue("inner", "gain", "type", "string"), "Set")
    assert (gain().value, gain().state) == ("2", "missing")
    window.do(SetValue("inner", "gain", "type", "float"), "Set")
    window.do(SetValue("outer", "T", "gain", "7"), "Set")
    assert (gain().value, gain().state) == ("7", "typed")
    canvas.selection.choose({"T"})
    qtbot.waitUntil(lambda: "gain" in window.inspector.fields)
    assert any(label.text().startswith("gain (dB") for label in window.inspector.findChildren(QLabel))


def test_functions_are_completed_by_the_names_of_pages(opened, qtbot):
    window = opened
    window.do(Insert("main", (Block("CALL", "PartitionedCall", 250, 300),)), "Add")
    canvas = window.canvas()
    canvas.selection.choose({"CALL"})
    qtbot.waitUntil(lambda: "f" in window.inspector.fields)
    combo = window.inspector.fields["f"].combo
    assert [combo.itemText(i) for i in range(combo.count())] == ["inner", "outer", "New page…"]
    canvas.inline.value("CALL", "f")
    popup = canvas.inline.editor.completer().popup()
    first = popup.visualRect(popup.model().index(0, 0)).center()
    QTest.mouseClick(popup.viewport(), Qt.MouseButton.LeftButton, pos=first)
    qtbot.waitUntil(lambda: window.page().blocks["CALL"].values == {"f": "inner"})
    window.do(AddPage("third"), "Add")
    window.do(Insert("third", (Block("x", ARG, 0, 0),)), "Add")
    canvas.selection.choose({"CALL"})
    qtbot.waitUntil(lambda: window.inspector.fields["f"].combo.count() == 4)


@pytest.fixture
def maths(tmp_path, monkeypatch):
    """Create a folder with a library `maths.loom` of `inner` and `outer`, and no other libraries."""
    monkeypatch.setattr(library, "FOLDER", tmp_path / "shipped")
    monkeypatch.setattr(library, "user_folder", lambda: tmp_path / "user")
    documents.save(with_pages(), tmp_path / "maths.loom")
    return tmp_path


def test_pages_of_libraries_are_offered_and_come_with_what_they_use_in_one_step(window, maths, qtbot):
    documents.save(new_document(), maths / "mine.loom")
    window.file.open_path(str(maths / "mine.loom"))
    outer = "library:maths.loom#outer"
    qtbot.waitUntil(lambda: outer in window.palette_view.names())
    model = window.palette_view.model
    at = next(model.index(row, 0) for row in range(model.rowCount()) if model.index(row, 0).data() == "Libraries  2")
    assert model.index(0, 0, at).data() == "maths  2"
    before = documents.dumps(window.workspace.document)
    QTest.keyClick(window.canvas(), Qt.Key.Key_Tab)
    QTest.keyClicks(window.adding.box.edit, "outer")
    assert window.adding.box.model.names[0] == outer
    QTest.keyClick(window.adding.box.edit, Qt.Key.Key_Return)
    assert [block.type for block in window.page().blocks.values()] == ["page:outer"]
    assert list(window.workspace.document.pages) == ["main", "outer", "inner"]
    assert window.workspace.document.pages["outer"].origin.file == "maths.loom"
    window.undo()
    assert documents.dumps(window.workspace.document) == before


@pytest.fixture
def calling(opened):
    """CALL, which is to call a function, is given what C gives."""
    window = opened
    window.do(
        insert("CALL PartitionedCall @at=250,300 args=<C.output"),
        "Add",
    )
    return window


def called_page(window):
    """Return the page that CALL names, and the types of its blocks."""
    page = window.workspace.document.pages["main"].blocks["CALL"].values.get("f", "")
    return page, sorted(block.type for block in window.workspace.document.pages[page].blocks.values()) if page else []


def test_the_choice_of_a_new_page_makes_one_on_the_canvas_and_in_the_inspector(calling, qtbot):
    window, canvas = calling, calling.canvas()
    before = documents.dumps(window.workspace.document)
    canvas.inline.value("CALL", "f")
    popup = canvas.inline.editor.completer().popup()
    last = popup.visualRect(popup.model().index(popup.model().rowCount() - 1, 0)).center()
    QTest.mouseClick(popup.viewport(), Qt.MouseButton.LeftButton, pos=last)
    qtbot.waitUntil(lambda: called_page(window)[0] == "CALL f")
    assert ARG in called_page(window)[1]
    window.undo()
    assert documents.dumps(window.workspace.document) == before
    canvas.selection.choose({"CALL"})
    qtbot.waitUntil(lambda: "f" in window.inspector.fields and not window.inspector.fields["f"].text)
    edit = window.inspector.fields["f"].edit
    edit.setFocus()
    typed = QInputMethodEvent()  # QTest has no key for an ellipsis
    typed.setCommitString("New page…")
    QApplication.sendEvent(edit, typed)
    QTest.keyClick(edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: called_page(window)[0] == "CALL f")
    assert window.workspace.document.pages["CALL f"].blocks
    window.undo()
    assert documents.dumps(window.workspace.document) == before


def test_a_new_page_chosen_by_keys_is_one(calling, qtbot):
    window, canvas = calling, calling.canvas()
    before = set(window.workspace.document.pages)
    window.activateWindow()
    canvas.setFocus()
    canvas.inline.value("CALL", "f")
    popup = canvas.inline.editor.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    for _ in range(popup.model().rowCount()):
        QTest.keyClick(popup, Qt.Key.Key_Down)
    assert popup.currentIndex().data() == "New page…"
    QTest.keyClick(popup, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: canvas.inline.editor is None)
    QApplication.processEvents()
    assert set(window.workspace.document.pages) - before == {"CALL f"} and called_page(window)[0] == "CALL f"


def test_a_new_page_chosen_by_keys_in_the_inspector_is_one(calling, qtbot):
    window, canvas = calling, calling.canvas()
    before = set(window.workspace.document.pages)
    canvas.selection.choose({"CALL"})
    qtbot.waitUntil(lambda: "f" in window.inspector.fields)
    edit = window.inspector.fields["f"].edit
    window.activateWindow()
    edit.setFocus()
    QTest.keyClicks(edit, "New")
    popup = edit.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    QTest.keyClick(popup, Qt.Key.Key_Down)
    QTest.keyClick(popup, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: called_page(window)[0] != "")
    for _ in range(3):
        QApplication.processEvents()
    assert set(window.workspace.document.pages) - before == {"CALL f"} and called_page(window)[0] == "CALL f"


def test_the_menu_of_a_block_makes_the_pages_of_its_functions(calling):
    window, canvas = calling, calling.canvas()
    canvas.selection.choose({"CALL"})
    menu = canvas.menus.context(CanvasHit("body", "CALL"), QPointF())
    press_in_menu(menu, "Create the pages of its functions")
    assert called_page(window)[0] == "CALL f"
    assert window.history.undo_label == "New pages for CALL"


def test_what_an_instance_shows_is_older_than_its_page_until_the_edit_is_undone(opened):
    window = opened
    show(window, C="3", S="5", N="-5", _S_T="5", _S_T_ADD="5")
    pages, canvas = window.runs.pages, window.canvas()
    pages.begin_run("main")
    pages.arrived("main", pages.run_of("main").results, 1, alone=False)
    window.do(SetValue("inner", "ADD", "y", "5.0"), "Set")
    assert pages.stale("main") == {"S", "N"} and canvas.marks.outdated("N") and not canvas.marks.outdated("C")
    enter(window, "S")
    assert window.canvas().marks.outdated("T")
    window.undo()
    assert not pages.stale("main") and not window.tabs.canvas_of("outer").marks.outdated("T")


def test_undo_stays_on_the_page_in_front_where_the_step_changed_that_too(calling, qtbot):
    window = calling
    window.canvas().editing.page_for("CALL", "f")
    assert window.tabs.page_name() == "main"
    window.undo()
    window.redo()
    assert window.tabs.page_name() == "main" and called_page(window)[0] == "CALL f"
    window.tabs.show_page("inner")
    window.undo()
    assert window.tabs.page_name() == "main"


def test_the_description_of_a_page_is_what_its_topmost_note_says(opened, qtbot):
    window = opened
    window.canvas().selection.choose({"S"})
    help_ = window.palette_view.help
    qtbot.waitUntil(lambda: "This page has no description" in help_.toPlainText())
    window.do(Insert("outer", notes=(Note("N", "Adds twice what is given.", 0, -200),)), "Note")
    qtbot.waitUntil(lambda: "Adds twice what is given." in help_.toPlainText())
