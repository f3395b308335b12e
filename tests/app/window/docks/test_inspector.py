"""The inspector, and the places of docks."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QTabBar, QTabWidget

from blockloom.app.window.docks.docks import TITLE
from blockloom.app.window.docks.form_fields import LinkLabel
from blockloom.blocks import operations
from blockloom.blocks.document.pages import Block, Frame, Page, Placed, Wire
from blockloom.blocks.edits import Insert, SetValue, connect
from blockloom.blocks.problems import ERROR, Problem
from tests.pages import document


def add(window, *blocks):
    window.do(Insert(window.tabs.page_name(), blocks), "Add")


def inspect(window, qtbot, block):
    window.canvas().selection.choose([block])
    qtbot.waitUntil(lambda: window.inspector.shown == block)
    return window.inspector.fields


def keys(widget, text):
    QTest.keyClicks(widget, text)


def worker(window):
    return window.worker.process


def test_a_value_is_typed_checked_and_undone(window, qtbot):
    add(window, Block("TAKE", "SparseAccumulatorTakeGradient"))
    fields = inspect(window, qtbot, "TAKE")
    edit = fields["num_required"].edit
    edit.setFocus()
    keys(edit, "two")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert "two" in fields["num_required"].message.text() and fields["num_required"].message.isVisible()
    assert not window.page().blocks["TAKE"].values
    edit.selectAll()
    keys(edit, "2")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert window.page().blocks["TAKE"].values == {"num_required": "2"}
    assert not fields["num_required"].message.isVisible()
    assert "TAKE.num_required" in window.commands["undo"].text()
    window.commands["undo"].trigger()
    assert not window.page().blocks["TAKE"].values
    qtbot.waitUntil(lambda: edit.text() == "")


@pytest.fixture
def three(window, catalogue, qtbot):
    """Return the window with two convolutions and a pooling, which are selected, and a block that is wired to one."""
    text = """
        A Conv2D strides=[1, 1, 1, 1] padding=SAME
        B Conv2D strides=[1, 2, 2, 1] padding=SAME use_cudnn_on_gpu=false
        P MaxPool strides=[1, 2, 2, 1] padding=SAME input=<X.output; X Placeholder"""
    window.workspace.replace(document(catalogue, text))
    window.canvas().selection.choose({"A", "B", "P"})
    qtbot.waitUntil(lambda: "padding" in window.inspector.fields)
    return window


def values(window, name):
    return [window.page().blocks[block].values.get(name) for block in "ABP"]


def test_common_values_of_several_blocks_are_set_at_once(three, qtbot):
    fields = three.inspector.fields
    assert {"strides", "padding", "data_format", "T"} <= fields.keys()
    assert not {"use_cudnn_on_gpu", "ksize", "input", "filter", ""} & fields.keys()
    strides, padding = fields["strides"], fields["padding"]
    assert (strides.edit.text(), strides.edit.placeholderText()) == ("", "(several values)")
    assert padding.edit.text() == "SAME" and {"SAME", "VALID"} <= {
        padding.combo.itemText(i) for i in range(padding.combo.count())
    }
    strides.edit.setFocus()
    keys(strides.edit, "[1")
    QTest.keyClick(strides.edit, Qt.Key.Key_Return)
    assert strides.message.text().startswith("A: ") and values(three, "strides") == ["[1, 1, 1, 1]"] + 2 * [
        "[1, 2, 2, 1]"
    ]
    keys(strides.edit, ", 4, 4, 1]")
    QTest.keyClick(strides.edit, Qt.Key.Key_Return)
    assert values(three, "strides") == 3 * ["[1, 4, 4, 1]"] and strides.edit.text() == "[1, 4, 4, 1]"
    assert three.history.undo_label == "Set strides of 3 blocks"
    three.undo()
    assert values(three, "strides") == ["[1, 1, 1, 1]"] + 2 * ["[1, 2, 2, 1]"]
    qtbot.waitUntil(lambda: (strides.edit.text(), strides.edit.placeholderText()) == ("", "(several values)"))
    QTest.keyClick(strides.edit, Qt.Key.Key_Delete)  # in the empty field
    assert values(three, "strides") == [None] * 3 and three.history.undo_label == "Set strides of 3 blocks"
    qtbot.waitUntil(lambda: strides.edit.placeholderText() != "(several values)")
    three.undo()
    qtbot.waitUntil(lambda: strides.edit.placeholderText() == "(several values)")
    keys(strides.edit, "[")
    QTest.keyClick(strides.edit, Qt.Key.Key_Backspace)
    QTest.keyClick(strides.edit, Qt.Key.Key_Escape)  # takes it back
    QTest.keyClick(strides.edit, Qt.Key.Key_Return)
    assert values(three, "strides") == ["[1, 1, 1, 1]"] + 2 * ["[1, 2, 2, 1]"]
    keys(strides.edit, "[")
    QTest.keyClick(strides.edit, Qt.Key.Key_Backspace)
    QTest.keyClick(strides.edit, Qt.Key.Key_Return)
    assert values(three, "strides") == [None] * 3
    three.undo()
    padding.edit.setFocus()
    padding.edit.selectAll()
    QTest.keyClick(padding.edit, Qt.Key.Key_Delete)
    QTest.keyClick(padding.edit, Qt.Key.Key_Return)
    assert values(three, "padding") == [None] * 3
    three.canvas().selection.choose({"A", "X"})
    qtbot.waitUntil(lambda: not three.inspector.fields)


def test_a_common_bool_is_checked_in_part_and_set_by_a_click(three, qtbot):
    three.canvas().selection.choose({"A", "B"})
    qtbot.waitUntil(lambda: "use_cudnn_on_gpu" in three.inspector.fields)
    fields = three.inspector.fields
    assert {"input", "filter"} <= fields.keys(), "inputs without a wire too"
    box = fields["use_cudnn_on_gpu"].box
    assert box.checkState() == Qt.CheckState.PartiallyChecked
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    assert values(three, "use_cudnn_on_gpu")[:2] == ["true", "true"]
    qtbot.waitUntil(lambda: box.checkState() == Qt.CheckState.Checked)
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    assert values(three, "use_cudnn_on_gpu")[:2] == ["false", "false"]
    qtbot.waitUntil(lambda: box.checkState() == Qt.CheckState.Unchecked)


def test_a_bool_attr_is_one_check_box_and_a_bool_tensor_has_a_text(window, qtbot):
    add(window, Block("ALL", "All"), Block("SWITCH", "Switch"))
    field = inspect(window, qtbot, "ALL")["keep_dims"]
    assert field.combo is None and not field.edit.isVisible() and field.box.text() == "false"
    QTest.mouseClick(field.box, Qt.MouseButton.LeftButton)
    value = window.page().blocks["ALL"].values
    qtbot.waitUntil(lambda: field.box.text() == "true")
    assert value["keep_dims"] == "true"
    QTest.keyClick(field.box, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: field.box.text() == "false" and not field.box.isChecked())
    assert "keep_dims" not in window.page().blocks["ALL"].values
    window.do(SetValue("main", "ALL", "keep_dims", "maybe"), "Set")
    qtbot.waitUntil(field.edit.isVisible)
    assert field.edit.text() == "maybe" and not field.box.isVisible()
    pin = inspect(window, qtbot, "SWITCH")["pred"]
    assert pin.edit.isVisible() and pin.box.isVisible() and pin.edit.width() > 2 * pin.box.width()
    keys(pin.edit, "[true, false]")
    QTest.keyClick(pin.edit, Qt.Key.Key_Return)
    assert window.page().blocks["SWITCH"].values["pred"] == "[true, false]"


def test_the_tooltip_of_a_tensor_tells_how_one_is_typed(window, qtbot):
    add(window, Block("C", "Const"), Block("N", "Neg"))
    assert "[] (0, 3)" in inspect(window, qtbot, "N")["x"].edit.toolTip()
    fields = inspect(window, qtbot, "C")
    assert "[] (0, 3)" in fields["value"].edit.toolTip() and "[] (0, 3)" not in fields["dtype"].combo.toolTip()


def test_a_refused_text_comes_back_with_its_block(window, qtbot):
    add(window, Block("TAKE", "SparseAccumulatorTakeGradient"), Block("B", "NoOp"))
    fields = inspect(window, qtbot, "TAKE")
    edit = fields["num_required"].edit
    edit.setFocus()
    keys(edit, "[1")
    QTest.keyClick(edit, Qt.Key.Key_Tab)
    inspect(window, qtbot, "B")
    field = inspect(window, qtbot, "TAKE")["num_required"]
    assert field.edit.text() == "[1" and field.message.text()


def test_what_is_being_typed_is_in_the_document_that_is_saved(window, qtbot, tmp_path):
    add(window, Block("TAKE", "SparseAccumulatorTakeGradient"))
    fields = inspect(window, qtbot, "TAKE")
    fields["num_required"].edit.setFocus()
    keys(fields["num_required"].edit, "7")
    assert window.inspector.typing and not window.page().blocks["TAKE"].values
    window.workspace.typing_ends.emit()  # as saving and running do
    assert window.page().blocks["TAKE"].values == {"num_required": "7"} and not window.inspector.typing


def test_the_type_of_a_block_can_be_copied(window, qtbot):
    add(window, Block("TAKE", "SparseAccumulatorTakeGradient"))
    inspect(window, qtbot, "TAKE")
    (title,) = (
        label
        for label in window.inspector.widget().findChildren(QLabel)
        if label.objectName() == "heading" and label.text() == "SparseAccumulatorTakeGradient"
    )
    QTest.mouseDClick(title, Qt.MouseButton.LeftButton, pos=title.rect().center() - QPoint(title.width() // 2 - 20, 0))
    assert title.selectedText() == title.text()


def test_typing_after_a_click_into_a_combo_box_replaces_its_text(window, qtbot):
    add(window, Block("C", "Conv2D", 0.0, 0.0, {"padding": "SAME"}))
    field = inspect(window, qtbot, "C")["padding"]
    window.canvas().setFocus()
    QTest.mouseClick(field.edit, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(field.edit.hasFocus)
    QTest.keyClicks(field.edit, "VALID")
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    assert window.page().blocks["C"].values == {"padding": "VALID"}
    QTest.mouseClick(field.edit, Qt.MouseButton.LeftButton)
    assert not field.edit.hasSelectedText()  # a second click places the cursor


def test_a_combo_box_offers_the_allowed_values_and_escape_takes_back(window, qtbot):
    add(window, Block("C", "Conv2D"))
    field = inspect(window, qtbot, "C")["padding"]
    assert [field.combo.itemText(i) for i in range(field.combo.count())] == ["SAME", "VALID", "EXPLICIT"]
    field.edit.setFocus()
    keys(field.edit, "FULL")
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    assert "SAME" in field.message.text() and not window.page().blocks["C"].values
    QTest.keyClick(field.edit, Qt.Key.Key_Escape)
    assert field.edit.text() == "" and not field.message.isVisible()
    field.combo.setCurrentIndex(1)
    field.combo.activated.emit(1)
    assert window.page().blocks["C"].values == {"padding": "VALID"}


def test_rename_from_the_inspector_checks_the_id(window, qtbot):
    add(window, Block("A", "NoOp"), Block("B", "NoOp"))
    field = inspect(window, qtbot, "A")[""]
    for text in ("B", "no spaces"):
        field.edit.setFocus()
        field.edit.selectAll()
        keys(field.edit, text)
        QTest.keyClick(field.edit, Qt.Key.Key_Return)
        assert field.message.text() and "A" in window.page().blocks
    field.edit.selectAll()
    keys(field.edit, "C")
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    assert set(window.page().blocks) == {"B", "C"}
    qtbot.waitUntil(lambda: window.inspector.shown == "C")


def test_placeholders_say_what_is_inferred_and_wires_link_to_their_source(window, qtbot):
    add(window, Block("X", "Const", values={"value": "[1.5, 2.5]"}), Block("Y", "Neg"))
    window.do(connect(window.page(), Wire("X", "output", "Y", "x")), "Wire")
    fields = inspect(window, qtbot, "Y")
    assert "x" not in fields
    assert fields["T"].edit.placeholderText() == "inferred: DT_DOUBLE"
    assert fields["T"].combo.focusPolicy() == Qt.FocusPolicy.StrongFocus, "the wheel scrolls the inspector"
    links = window.inspector.widget().findChildren(LinkLabel)
    (link,) = (one for one in links if one.accessibleName() == "X.output")
    QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    assert window.canvas().selection() == {"X"}


@pytest.mark.parametrize(
    ("type_", "pin", "text", "wrong"),
    [
        ("MatMul", "transpose_a", "maybe", True),
        ("MatMul", "transpose_a", "true", False),
        ("MatMul", "a", "[[1, 2], [3]]", True),
        ("MatMul", "a", "{{1,2},{3,4}}", False),
        ("MatMul", "T", "DT_STRING", True),
        ("Placeholder", "shape", "[5][2]", False),
        ("Placeholder", "shape", "five", True),
        ("ConcatV2", "values", "[1, 2], [3]", False),
        ("ConcatV2", "values", "[1, [3", True),
        ("AddN", "N", "0", True),
        ("loom.Session", "run_outputs", "1", True),
    ],
)
def test_what_may_be_typed(catalogue, type_, pin, text, wrong):
    found, _ = operations.value_error(Page("main"), Block("B", type_), catalogue[type_], {}, pin, text)
    assert bool(found) == wrong


def test_a_value_that_tells_the_dtype_may_become_one_of_another(window, qtbot):
    """Also where the dtype is known: it was known by the value alone."""
    add(
        window,
        Block("C", "Const", values={"value": "1"}),
        Block("D", "Const", values={"value": "1", "dtype": "DT_INT32"}),
    )
    for block, wrong in (("C", False), ("D", True)):
        field = inspect(window, qtbot, block)["value"]
        field.edit.setText("1.5")
        field.commit()
        assert bool(field.message.text()) == wrong
    assert [window.page().blocks[b].values["value"] for b in "CD"] == ["1.5", "1"]


def test_without_a_selection_the_inspector_tells_of_the_page_and_leads_to_its_blocks(window, qtbot, catalogue):
    window.workspace.replace(
        document(
            catalogue,
            "W loom.Variable dtype=DT_FLOAT initvalues=1.0; N Neg x=<W.ref; S loom.Session fetch_outputs=<N.y",
        )
    )

    def lines():
        return [link.accessibleName() for link in window.inspector.widget().findChildren(LinkLabel)]

    qtbot.waitUntil(lambda: lines() == ["N.y", "W"])
    facts = [label.text() for label in window.inspector.widget().findChildren(QLabel)]
    assert facts == ["main", "3 blocks · 2 wires", "Fetched", "Variables"]
    window.inspector.show_results(
        {
            "N": {"y": {"dtype": "float32", "shape": [], "text": "-1"}},
            "W": {"ref": {"dtype": "float32", "shape": [], "text": "1"}},
        }
    )
    assert lines() == ["N.y = -1", "W.ref = 1"]
    window.canvas().selection.choose(["N", "W"])
    qtbot.waitUntil(lambda: lines() == ["N: Neg", "W: Variable"])
    QTest.mouseClick(window.inspector.widget().findChildren(LinkLabel)[1], Qt.MouseButton.LeftButton)
    assert window.canvas().selection() == {"W"}
    window.workspace.replace(document(catalogue, {"N": "Neg"}))
    qtbot.waitUntil(
        lambda: (
            [label.text() for label in window.inspector.widget().findChildren(QLabel, "dim")][:1]
            == ["1 block · 0 wires"]
        )
    )


def test_variables_are_listed_by_name(window, qtbot, catalogue):
    variable = ("loom.Variable", {"dtype": "DT_FLOAT", "initvalues": "1.0"})
    window.workspace.replace(document(catalogue, dict.fromkeys(("W10", "W2", "B"), variable)))

    def lines():
        return [link.accessibleName() for link in window.inspector.widget().findChildren(LinkLabel)]

    qtbot.waitUntil(lambda: lines() == ["B", "W2", "W10"])


def test_long_sections_say_how_many_lines_they_leave_out(window, qtbot, catalogue):
    variable = ("loom.Variable", {"dtype": "DT_FLOAT", "initvalues": "1.0"})
    names = [f"W{i}" for i in range(30)]
    window.workspace.replace(document(catalogue, dict.fromkeys(names, variable)))

    def texts():
        return [label.text() for label in window.inspector.widget().findChildren(QLabel)]

    qtbot.waitUntil(lambda: "6 more" in texts())
    window.canvas().selection.choose(names[:29])
    qtbot.waitUntil(lambda: "29 selected" in texts() and "5 more" in texts())
    window.canvas().selection.choose(names[:24])
    qtbot.waitUntil(lambda: "24 selected" in texts())
    assert not [text for text in texts() if text.endswith("more")]


def test_what_was_refused_in_one_document_is_not_typed_into_the_next(window, qtbot, catalogue):
    for value, typed in (("1", "no number"), ("2", None)):
        window.workspace.replace(document(catalogue, {"A": ("Const", {"value": value, "dtype": "DT_INT32"})}))
        window.canvas().selection.choose({"A"})
        qtbot.waitUntil(lambda: window.inspector.shown == "A")
        field = window.inspector.fields["value"]
        assert field.edit.text() == value
        if typed:
            field.edit.setText(typed)
            field.commit()
            assert window.inspector.fields["value"].edit.text() == typed
        window.workspace.typing_ends.emit()
        assert window.page().blocks["A"].values["value"] == value


def test_every_part_is_reached_by_keys(window, qtbot):
    add(window, Block("A", "MatMul"))
    inspect(window, qtbot, "A")
    for key, inside in (
        (Qt.Key.Key_2, window.inspector),
        (Qt.Key.Key_3, window.problem_list),
        (Qt.Key.Key_4, window.messages),
        (Qt.Key.Key_1, window.canvas()),
        (Qt.Key.Key_Space, window.palette_view),
    ):
        QTest.keyClick(window.focusWidget() or window, key, Qt.KeyboardModifier.ControlModifier)
        assert inside is window.focusWidget() or inside.isAncestorOf(window.focusWidget())


def test_in_a_small_window_docks_are_tabs_and_have_their_places_again_in_a_large_one(window, qtbot):
    docks, canvas = window.docks, window.canvas()
    window.resize(1400, 860)
    apart = {key: window.dockWidgetArea(dock) for key, dock in docks.items()}
    window.resize(800, 600)
    qtbot.waitUntil(lambda: window.tabifiedDockWidgets(docks["palette"]) == [docks["inspector"]])
    qtbot.waitUntil(lambda: canvas.width() > 480 and canvas.height() > 440)
    assert window.tabPosition(Qt.DockWidgetArea.LeftDockWidgetArea) == QTabWidget.TabPosition.West
    assert [bar.accessibleName() for bar in window.findChildren(QTabBar) if bar.parent() is window] == ["Docks"]
    docks.show("outline")
    assert docks["outline"] in window.tabifiedDockWidgets(docks["palette"])
    window.lists.show_wanted.emit()
    qtbot.waitUntil(lambda: not docks["lists"].visibleRegion().isEmpty())
    assert docks["lists"] in window.tabifiedDockWidgets(docks["palette"])
    window.centre.show_start()
    window.resize(1400, 860)
    assert not any(dock.isVisible() for dock in docks.values())
    window.centre.leave_start()
    assert {key: window.dockWidgetArea(docks[key]) for key in apart} == apart
    assert docks["inspector"] not in window.tabifiedDockWidgets(docks["palette"])


def test_docks_are_away_while_the_start_page_is_there(window, qtbot):
    window.docks["inspector"].hide()
    window.centre.show_start()
    assert all(dock.isHidden() for dock in window.docks.values())
    window.centre.show_start()
    window.do(Insert("main", (Block("A", "Const"),)), "Add")
    assert [key for key, dock in window.docks.items() if not dock.isHidden()] == ["palette"]


WRONG = [Problem.from_texts(ERROR, "wrong", "main", "A", "", "wrong", "mend it")]


def test_the_list_of_problems_is_there_while_there_are_some(window, qtbot, monkeypatch):
    window.lists.stays.setInterval(1)
    dock, canvas = window.docks["lists"], window.canvas()
    assert dock.isHidden()
    canvas.setFocus()
    window.runs.pages.problems_changed.emit(WRONG)
    assert dock.isVisible() and canvas.hasFocus()
    window.runs.pages.problems_changed.emit([])
    qtbot.waitUntil(dock.isHidden)
    window.centre.show_start()
    window.runs.pages.problems_changed.emit(WRONG)
    assert dock.isHidden()
    window.centre.leave_start()
    assert dock.isVisible()
    window.lists.show_problems()
    assert window.problem_list.hasFocus()
    window.runs.pages.problems_changed.emit([])
    qtbot.waitUntil(lambda: dock.isHidden() and canvas.hasFocus())
    window.resize(800, 600)
    canvas.setFocus()
    window.runs.pages.problems_changed.emit(WRONG)
    window.runs.pages.problems_changed.emit([])
    qtbot.waitUntil(dock.isHidden)
    window.docks["palette"].raise_()
    qtbot.waitUntil(lambda: not window.palette_view.visibleRegion().isEmpty())
    window.runs.pages.problems_changed.emit(WRONG)  # among tabs it does not come in front of another
    QApplication.processEvents()
    assert dock.isVisible() and not window.palette_view.visibleRegion().isEmpty()


def test_messages_that_matter_and_what_ops_print_are_seen(window, qtbot):
    dock, lists = window.docks["lists"], window.lists
    window.workspace.tell("saved")
    assert dock.isHidden()
    window.workspace.tell("it cannot be read", "error")
    assert dock.isVisible() and lists.currentWidget() is window.messages
    dock.close()
    window.worker.process.on_output("printed")
    qtbot.waitUntil(dock.isVisible)
    assert lists.currentWidget() is lists.output
    window.runs.pages.problems_changed.emit(WRONG)
    assert lists.currentWidget() is window.problem_list
    window.workspace.tell("it cannot be read", "error")
    assert lists.currentWidget() is window.problem_list


def test_a_docks_buttons_are_there_while_the_pointer_is_on_its_title(window, qtbot):
    dock = window.docks["inspector"]
    bar = dock.titleBarWidget()
    assert bar.height() == TITLE and not bar.close_.isVisible()
    QApplication.sendEvent(bar, QEnterEvent(QPointF(5, 5), QPointF(5, 5), QPointF(5, 5)))
    assert bar.close_.isVisible() and bar.rect().contains(bar.close_.geometry())
    QTest.mouseClick(bar.close_, Qt.MouseButton.LeftButton)
    assert dock.isHidden()


def test_a_frame_tells_what_it_takes_gives_holds_and_computes(window, qtbot):
    dense = (
        Block("W", "loom.Variable", 0, 300, {"dtype": "DT_FLOAT", "shape": "[64, 10]"}, frame="F"),
        Block("M", "MatMul", 300, 0, frame="F"),
        Block("R", "Relu", 600, 0, frame="F"),
    )
    window.do(
        Insert(
            "main", (Block("X", "Placeholder", values={"dtype": "DT_FLOAT"}), *dense), frames=(Frame("F", "dense"),)
        ),
        "Add",
    )
    for wire in (
        Wire("X", "output", "M", "a"),
        Wire("W", "ref", "M", "b", "ref"),
        Wire("M", "product", "R", "features"),
    ):
        window.do(connect(window.page(), wire), "Wire")
    window.canvas().selection.choose(["F"])
    qtbot.waitUntil(lambda: window.inspector.shown == "F")
    facts = window.inspector.box.facts
    assert facts.lines[:3] == ["M.a", "R.activations", "Parameters: 640"] and "2" in facts.lines[-1]
    types = {"X": {"output": ["float32", [None, 64], ""]}, "W": {"ref": ["float32", [64, 10], ""]}}
    types |= {"M": {"product": ["float32", [None, 10], ""]}, "R": {"activations": ["float32", [None, 10], ""]}}
    window.live_types.types["main"] = types
    window.canvas().annotations.set_types(types)
    window.live_types.problems_found.emit("main", [])
    qtbot.waitUntil(lambda: facts.lines[0] != "M.a")
    assert facts.lines == [
        "M.a  DT_FLOAT [?, 64]",
        "R.activations  DT_FLOAT [?, 10]",
        "Parameters: 640",
        "FLOPs of one example: 1,290",
    ]
    QTest.mouseClick(facts.findChildren(LinkLabel)[1], Qt.MouseButton.LeftButton)
    assert window.canvas().selection() == {"R"}
    wires = tuple(Placed(Wire("U", f"output[{i}]", f"N{i}", "x"), 0) for i in (1, 2))
    blocks = Block("U", "Unpack", values={"num": "2"}), *(Block(f"N{i}", "Neg", frame="F") for i in (1, 2))
    window.do(Insert("main", blocks, wires), "elements of a list, one of which it does not have")
    window.canvas().annotations.set_types(types | {"U": {"output": [["float32", [2], ""], ["float32", [3], ""]]}})
    window.canvas().selection.choose(["F"])
    qtbot.waitUntil(lambda: "N1.x  DT_FLOAT [3]" in facts.lines)
    assert "N2.x" in facts.lines
