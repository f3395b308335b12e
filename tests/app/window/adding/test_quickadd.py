"""The quick-add box and blocks that come wired, by real events on a window."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from blockloom.app.window.adding.palettemodel import favourites, mark, recent
from blockloom.app.window.user_settings import settings
from blockloom.blocks.document.pages import Block, Frame, Page, Placed, Wire, control, new_document
from blockloom.blocks.edits import Insert, Remove
from blockloom.blocks.files import documents
from blockloom.blocks.files.documents import dumps
from blockloom.blocks.infer.wire_rules import WireEnd
from tests.app.canvaskit import CTRL, Hands
from tests.app.windowkit import enter
from tests.extent import slow
from tests.pages import insert

KEY = Qt.Key


@pytest.fixture
def window(window, qtbot):
    window.history.do(
        insert(
            "A Const value=[1., 2.] dtype=DT_FLOAT; S Split @at=0,200 num_split=2; D Neg @at=400,0; "
            "V loom.ResourceVariable @at=0,400 dtype=DT_FLOAT"
        )
    )
    canvas = window.canvas()
    canvas.view.zoom_to(1.0)
    canvas.view.center_on(QPointF(250, 200))
    canvas.setFocus()
    qtbot.waitUntil(lambda: bool(window.catalogue.libraries))  # which are looked for once the window is there
    return window


def places(window, point):
    return window.canvas().view.to_widget(QPointF(point)).toPoint()


def pin(window, block, name, *roles):
    canvas = window.canvas()
    slot = canvas.scene.slot[block]
    spot = canvas.scene.layouts[slot].spot(name, *roles)
    return canvas.scene.pos[slot] + (spot.x, spot.y)


def drag(window, start, end):
    canvas = window.canvas()
    a, b = places(window, QPointF(*start)), places(window, QPointF(*end))
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=a)
    for t in (0.3, 0.7, 1.0):
        QTest.mouseMove(canvas, a + (b - a) * t)
        QApplication.processEvents()
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=b)


def wires(window):
    return sorted(map(str, window.page().wires()))


def test_the_box_opens_by_tab_and_a_double_click_and_closes_by_escape_and_a_click_elsewhere(window):
    before = dumps(window.history.document)
    QTest.keyClick(window.canvas(), KEY.Key_Tab)
    box = window.adding.box
    QTest.keyClick(box.edit, KEY.Key_Escape)
    assert not box.isVisible() and window.canvas().hasFocus() and dumps(window.history.document) == before
    QTest.keyClick(window.canvas(), KEY.Key_Tab)
    QTest.mouseClick(window.canvas(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert not box.isVisible()
    QTest.mouseDClick(window.canvas(), Qt.MouseButton.LeftButton, pos=places(window, QPointF(300, 500)))
    QTest.keyClicks(box.edit, "noop")
    QTest.keyClick(box.edit, KEY.Key_Down)
    QTest.keyClick(box.edit, KEY.Key_Up)
    QTest.keyClick(box.edit, KEY.Key_Return)
    block = window.page().blocks["NOOP"]
    assert (block.x, block.y) == (300, 500)


def test_tab_opens_the_box_and_enter_places_the_first_match(window):
    before = dumps(window.history.document)
    QTest.keyClick(window.canvas(), KEY.Key_Tab)
    box = window.adding.box
    assert box.isVisible() and box.edit.hasFocus()
    QTest.keyClicks(box.edit, "matmul")
    assert box.model.names[0] == "MatMul" and "MatMul(a: T, b: T)" in box.help.toPlainText()
    QTest.keyClick(box.edit, KEY.Key_Return)
    assert not box.isVisible() and window.canvas().hasFocus()
    assert window.page().blocks["MATMUL"].type == "MatMul" and window.canvas().selection() == {"MATMUL"}
    assert recent()[0] == "MatMul"
    window.undo()
    assert dumps(window.history.document) == before


def test_a_wire_dropped_on_nothing_offers_only_what_fits_and_comes_wired(window):
    drag(window, pin(window, "A", "output", "output"), (330, 200))
    box = window.adding.box
    assert "AddV2" in box.model.names and "Const" not in box.model.names
    assert "LogicalNot" not in box.model.names and "StringLower" not in box.model.names  # another dtype
    enter(box.edit, "addv2")
    QTest.keyClick(box.edit, KEY.Key_Return)
    assert wires(window) == ["A.output -> ADD.x"]
    x, y = pin(window, "ADD", "x", "input")
    assert abs(x - 330) < 5 and abs(y - 200) < 5  # the pin is at the drop position of the wire
    assert window.history.undo_label == "Add ADD"


def test_a_wire_from_an_input_looks_for_what_feeds_it(window):
    drag(window, pin(window, "D", "x", "input"), (300, 120))
    box = window.adding.box
    assert "Const" in box.model.names and "NoOp" not in box.model.names
    enter(box.edit, "split")
    QTest.keyClick(box.edit, KEY.Key_Return)
    assert wires(window) == ["SPLIT.output[0] -> D.x"]


def test_an_element_of_a_list_output_and_a_control_wire_fit_a_new_block(window):
    drag(window, pin(window, "S", "output", "output"), (400, 300))
    enter(window.adding.box.edit, "neg")
    QTest.keyClick(window.adding.box.edit, KEY.Key_Return)
    assert wires(window) == ["S.output[0] -> NEG.x"]
    window.undo()
    slot = window.canvas().scene.slot["A"]
    drag(window, (window.canvas().scene.layouts[slot].width, 15), (300, 120))
    enter(window.adding.box.edit, "noop")
    QTest.keyClick(window.adding.box.edit, KEY.Key_Return)
    assert list(window.page().wires()) == [control("A", "NOOP")]


def test_what_nobody_wants_comes_last(window):
    QTest.keyClick(window.canvas(), KEY.Key_Tab)
    box = window.adding.box
    enter(box.edit, "test")
    names = box.model.names
    assert {"TestAttr", "Namespace>TestStringOutput"} <= set(names[-4:])
    box.edit.setText("arg")
    plain = [not name.startswith("_") for name in box.model.names]
    assert "_Arg" in box.model.names and plain == sorted(plain, reverse=True)


def test_favourites_and_recent_types_come_first(window):
    mark("Tanh")
    QTest.keyClick(window.canvas(), KEY.Key_Tab)
    box = window.adding.box
    assert box.model.names[0] == "Tanh"
    enter(box.edit, "softmax")
    name = box.model.names[0]
    QTest.keyClick(box.edit, KEY.Key_B, CTRL)
    assert name in favourites()
    QTest.keyClick(box.edit, KEY.Key_Return)
    QTest.keyClick(window.canvas(), KEY.Key_Tab)
    assert box.model.names[:2] == ["Tanh", name]


def fixes(canvas):
    menu = canvas.findChild(QMenu, "fixes")
    return {a.text(): a for a in menu.actions() if a.isEnabled() and not a.isSeparator()} if menu else {}


def test_a_refused_wire_offers_a_cast_as_one_step(qtbot, catalogue):
    hands = Hands(qtbot, catalogue)
    hands.history.do(Insert("main", (Block("I", "Const", 0, 420, {"value": "1", "dtype": "DT_INT32"}),)))
    before = hands.text
    hands.drag(hands.pin("I", "output", "output"), hands.pin("C", "y", "input"))
    found = fixes(hands.canvas)
    assert "gives DT_INT32" in hands.said[-1]
    found["Insert Cast (DT_FLOAT)"].trigger()
    assert {"I.output -> CAST.x", "CAST.y -> C.y"} <= set(hands.wires())
    assert hands.page.blocks["CAST"].values == {"DstT": "DT_FLOAT"}
    hands.history.undo()
    assert hands.text == before


def test_a_refused_wire_into_a_wired_pin_takes_its_place(qtbot, catalogue):
    hands = Hands(qtbot, catalogue)
    hands.history.do(insert("I Const @at=0,420 value=1 dtype=DT_INT32; E MatMul @at=300,500 T=DT_FLOAT a=<A.output"))
    hands.drag(hands.pin("I", "output", "output"), hands.pin("E", "a", "input"))
    fixes(hands.canvas)["Insert Cast (DT_FLOAT)"].trigger()
    assert [str(w) for w in hands.page.wires_into("E", "a")] == ["CAST.y -> E.a"]


def test_a_handle_is_read_and_an_operation_waited_for(qtbot, catalogue):
    hands = Hands(qtbot, catalogue)
    hands.history.do(Insert("main", (Block("H", "VarHandleOp", 0, 420, {"dtype": "DT_FLOAT", "shape": "[2]"}),)))
    hands.drag(hands.pin("H", "resource", "output"), hands.pin("C", "y", "input"))
    fixes(hands.canvas)["Insert ReadVariableOp (DT_FLOAT)"].trigger()
    assert {"H.resource -> VARIABLE_OP.resource", "VARIABLE_OP.value -> C.y"} <= set(hands.wires())
    hands.history.do(Insert("main", (Block("O", "NoOp", 0, 560),)))
    hands.drag(hands.pin("O", "operation", "output"), hands.pin("D", "x", "input"))
    assert control("O", "D") in hands.page.wires_into("D", "")


def test_a_wire_or_block_that_went_meanwhile_leaves_a_block_without_wires(window):
    canvas, page = window.canvas(), window.page()
    window.do(Insert("main", wires=(Placed(Wire("A", "output", "D", "x"), 0),)), "Wire")
    wire, end = Wire("A", "output", "D", "x"), WireEnd("A", "output", "output")
    window.do(Remove("main", ("A",)), "Remove")
    for gone in (wire, end):
        name = canvas.placing.wired("Exp", QPointF(0, 600), gone)
        assert name in page.blocks and not page.wires_into(name) and not page.wires_from(name)


def test_a_block_put_into_a_short_wire_makes_room_for_itself(window):
    window.do(
        insert(
            "P Const @at=0,600 value=1.; Q Neg @at=160,600 x=<P.output; R Exp @at=320,700 x=<Q.y; "
            "L Const @at=340,500 value=1."
        ),
        "Add",
    )
    before, page, canvas = dumps(window.history.document), window.page(), window.canvas()
    name = canvas.placing.into_wire("Abs", Wire("P", "output", "Q", "x"), QPointF(130, 620))
    slots = canvas.scene.slot
    right = [page.blocks[n].x + canvas.scene.size[slots[n], 0] for n in ("P", name)]
    assert page.blocks[name].x >= right[0] + 40 and page.blocks["Q"].x >= right[1] + 40
    assert page.blocks["R"].x - page.blocks["Q"].x == 160 and page.blocks["L"].x == 340
    window.undo()
    assert dumps(window.history.document) == before


def test_where_there_is_room_or_a_frame_nothing_moves(window):
    window.do(
        insert(
            "P Const @at=0,600 value=1.; Q Neg @at=900,600 x=<P.output; G Const @at=0,800 value=1.; "
            "H Neg @frame=F @at=160,800 x=<G.output",
            frames=(Frame("F", "f", 150, 780, 300, 200),),
        ),
        "Add",
    )
    canvas, page = window.canvas(), window.page()
    canvas.placing.into_wire("Abs", Wire("P", "output", "Q", "x"), QPointF(500, 620))
    canvas.placing.into_wire("Abs", Wire("G", "output", "H", "x"), QPointF(130, 820))
    assert page.blocks["Q"].x == 900 and page.blocks["H"].x == 160


def test_a_chain_is_added_by_keys(window):
    canvas = window.canvas()
    canvas.selection.choose({"A"})
    for text in ("Exp", "Neg"):
        QTest.keyClick(canvas, KEY.Key_A, Qt.KeyboardModifier.ShiftModifier)
        enter(window.adding.box.edit, text)
        QTest.keyClick(window.adding.box.edit, KEY.Key_Return)
    assert {"A.output -> EXP.x", "EXP.y -> NEG.x"} <= {str(w) for w in window.page().wires()}
    assert canvas.selection() == {"NEG"} and window.page().blocks["NEG"].x > window.page().blocks["EXP"].x + 60
    canvas.selection.choose(())
    QTest.keyClick(canvas, KEY.Key_A, Qt.KeyboardModifier.ShiftModifier)
    assert not window.adding.box.isVisible()


def test_without_a_query_what_most_people_need_comes_first(window):
    window.canvas().requests.add_wanted.emit(QPointF(0, 600), WireEnd("A", "output", "output"))
    names = window.adding.box.model.names
    place = {name: i for i, name in enumerate(names)}
    assert place["Mul"] < place["Betainc"] and place["MatMul"] < place["Acosh"]
    window.adding.box.hide()


def test_a_handle_is_offered_what_takes_it_first(window):
    canvas = window.canvas()
    for maker, first, wrong in (
        (
            "ConditionalAccumulator",
            "AccumulatorApplyGradient AccumulatorTakeGradient",
            "SparseAccumulatorApplyGradient",
        ),
        (
            "SparseConditionalAccumulator",
            "SparseAccumulatorApplyGradient SparseAccumulatorTakeGradient",
            "AccumulatorApplyGradient",
        ),
        (
            "ResourceConditionalAccumulator",
            "ResourceAccumulatorApplyGradient ResourceAccumulatorTakeGradient",
            "ReadVariableOp",
        ),
        ("FIFOQueueV2", "QueueEnqueueV2 QueueDequeueV2", "ReadVariableOp"),
    ):
        window.history.do(Insert("main", (Block("ACC", maker, 0, 600, {"dtype": "DT_FLOAT"}),)))
        canvas.view.center_on(QPointF(250, 600))
        drag(window, pin(window, "ACC", "handle", "output"), (400, 700))
        box = window.adding.box
        names = box.model.names
        assert set(first.split()) <= set(names[:12]), maker
        assert wrong in names and names.index(wrong) > max(map(names.index, first.split())), maker
        if "Accumulator" in maker:
            enter(box.edit, "applygradient")
            assert box.model.names[0] == first.split()[0]
        box.close_box()
        window.undo()


def test_a_pin_for_a_handle_is_offered_what_makes_it_first(window):
    window.history.do(Insert("main", (Block("T", "SparseAccumulatorTakeGradient", 400, 600),)))
    window.canvas().view.center_on(QPointF(250, 600))
    drag(window, pin(window, "T", "handle", "input"), (100, 700))
    assert window.adding.box.model.names[0] == "SparseConditionalAccumulator"


def test_values_are_typed_behind_the_name_and_what_cannot_be_is_said_before(window):
    canvas = window.canvas()
    QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=places(window, QPointF(600, 300)))
    box = window.adding.box
    enter(box.edit, "W = Const 3.0 dtype=flaot")
    QTest.keyClick(box.edit, KEY.Key_Return)
    assert box.isVisible() and "flaot" in box.foot.text() and "W" not in window.page().blocks
    for _ in range(4):
        QTest.keyClick(box.edit, KEY.Key_Backspace)
    enter(box.edit, "loat")
    assert "3.0" in box.foot.text()
    QTest.keyClick(box.edit, KEY.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert window.page().blocks["W"].values == {"value": "3.0", "dtype": "DT_FLOAT"}
    assert box.isVisible() and "W.output" in box.head.text()  # the next one comes wired from it
    enter(box.edit, "AddV2 y=D")
    QTest.keyClick(box.edit, KEY.Key_Return)
    assert {"D.y -> ADD.y", "W.output -> ADD.x"} <= set(wires(window)) and not box.isVisible()
    window.undo()
    window.undo()
    assert "W" not in window.page().blocks


def test_the_last_line_names_the_pin_of_each_typed_value(window):
    window.canvas().selection.choose({"A"})
    QTest.keyClick(window.canvas(), KEY.Key_Tab)
    box = window.adding.box
    enter(box.edit, "AddV2 0.01")
    assert box.foot.text() == "Enter: add with x = A.output, y = 0.01"
    box.edit.clear()
    enter(box.edit, "AdamOptimizer 0.01 0.8")
    assert box.foot.text() == "Enter: add with learning_rate = 0.01, beta1 = 0.8"
    QTest.keyClick(box.edit, KEY.Key_Return)
    optimizer = window.page().blocks["ADAMOPTIMIZER"]
    assert optimizer.values == {"learning_rate": "0.01", "beta1": "0.8"}
    assert not window.page().wires_into("ADAMOPTIMIZER")


def test_what_is_typed_finds_what_is_meant_and_enter_places_it(window):
    for typed, wanted in (
        ("saag", "SparseAccumulatorApplyGradient"),
        ("sparseaccapp", "SparseAccumulatorApplyGradient"),
        ("csv", "shipped:csv_file"),
        ("accuracy", "library:blockloom:metrics.loom#Accuracy"),
        ("image file", "library:blockloom:data.loom#ImageFile"),
        ("random data", "RandomStandardNormal"),
        ("dataset", "shipped:random_batches"),
        ("mnist", "example:digit_classifier"),
        ("softmax", "Softmax"),
        ("dense", "library:blockloom:layers.loom#Dense"),
        ("conv", "Conv2D"),
        ("Conv", "Conv"),
        ("lstm", "library:blockloom:layers.loom#LSTM"),
        ("drop", "library:blockloom:layers.loom#Dropout"),
        ("emb", "library:blockloom:layers.loom#Embedding"),
        ("norm", "library:blockloom:layers.loom#BatchNorm"),
        ("loss", "library:blockloom:losses.loom#MeanSquaredError"),
    ):
        settings().remove("types")  # recently used types come first
        before = set(window.page().blocks)
        QTest.mouseDClick(window.canvas(), Qt.MouseButton.LeftButton, pos=places(window, QPointF(300, 500)))
        box = window.adding.box
        enter(box.edit, typed)
        assert box.model.names[0] == wanted, typed
        QTest.keyClick(box.edit, KEY.Key_Return)
        placed = [b.type for name, b in window.page().blocks.items() if name not in before]
        page = f"page:{wanted.partition('#')[2]}"
        assert placed == [wanted] if ":" not in wanted else len(placed) > 1 or placed == [page], typed
        window.undo()


def test_the_layer_of_a_word_comes_first_then_its_ops_and_not_their_gradients(window):
    QTest.mouseDClick(window.canvas(), Qt.MouseButton.LeftButton, pos=places(window, QPointF(300, 500)))
    box = window.adding.box
    for typed, wanted in (
        ("loss", ("MeanSquaredError", "SparseSoftmaxCrossEntropy", "SparseSoftmaxCrossEntropyWithLogits")),
        ("lstm", ("LSTM", "LSTMBlockCell", "BlockLSTMV2")),
        ("gru", ("GRU", "GRUBlockCell")),
        ("while loop", ("While",)),
    ):
        box.edit.clear()
        enter(box.edit, typed)
        names = [name.rpartition("#")[2] for name in box.model.names]
        assert {*wanted} <= {*names[: 2 * len(wanted)]} and names[0] == wanted[0], typed
        assert not any(name.endswith("Grad") for name in names[: len(wanted)]), typed


def test_a_wire_is_offered_blocks_alone(window):
    drag(window, pin(window, "A", "output", "output"), (300, 120))
    box = window.adding.box
    for typed, wanted in (("csv", "DecodeCSV"), ("accuracy", "Equal"), ("dense", "MatMul")):
        box.edit.clear()
        enter(box.edit, typed)
        blocks = [name for name in box.model.names if not name.startswith("library:")]
        assert wanted in blocks[:2] or typed == "csv", typed
        assert not any(":" in name for name in blocks), typed


def titles(box):
    return [box.model.index(row, 0).data() for row in range(box.model.rowCount())]


def test_each_choice_is_there_once_with_the_type_of_its_pin(window):
    drag(window, pin(window, "A", "output", "output"), (300, 120))
    box = window.adding.box
    shown = titles(box)
    assert len(shown) == len(set(shown)) and len(set(box.model.names)) == len(shown)
    beside = {name: box.model.index(row, 1).data() for row, name in enumerate(box.model.names)}
    assert beside["AddV2"] == "x: DT_FLOAT" and beside["ConcatV2"] == "values: list of DT_FLOAT"
    assert beside["Conv2D"] == "input: 4-D DT_FLOAT" and beside["loom.Trend"] == "value: any type"
    box.hide()
    drag(window, pin(window, "D", "x", "input"), (300, 120))
    beside = {name: box.model.index(row, 1).data() for row, name in enumerate(box.model.names)}
    assert beside["Shape"] == "output: DT_INT32 or DT_INT64" and beside["Neg"] == "y: numbers"


def test_what_is_found_names_its_origin_and_the_likeliest_comes_first(window, qtbot, tmp_path):
    own = new_document()
    own.pages["Conv2D"] = Page("Conv2D")
    own.pages["Conv2D"].blocks = {"x": Block("x", "loom.Arg", values={"dtype": "DT_FLOAT"})}
    documents.save(own, tmp_path / "mine.loom")
    documents.save(new_document(), tmp_path / "open.loom")
    window.workspace.replace(new_document())  # one without changes, about which the window would ask
    window.file.open_path(str(tmp_path / "open.loom"))
    qtbot.waitUntil(lambda: any("mine.loom#" in name for name in window.workspace.catalogue.libraries))
    QTest.keyClick(window.canvas(), KEY.Key_Tab)
    box = window.adding.box
    QTest.keyClicks(box.edit, "conv2d")
    rows = [[box.model.index(row, column).data() for column in (0, 1)] for row in range(4)]
    assert rows == [
        ["Conv2D", "library layers"],
        ["Conv2D", "TensorFlow"],
        ["Conv2D", "library mine"],
        ["Conv2DTranspose", "library layers"],
    ]


def test_symbols_of_enuspace_are_offered_when_asked_for_or_used(window):
    canvas = window.canvas()
    QTest.keyClick(canvas, KEY.Key_Tab)
    box = window.adding.box
    QTest.keyClicks(box.edit, "matmul")
    assert "enu.MatMul" not in box.model.names and not box.symbols.isChecked()
    box.edit.setText("enu matmul")
    assert box.model.names[0] == "enu.MatMul" and titles(box)[0] == "MatMul"
    assert box.model.index(0, 1).data() == "enuSpace"
    box.edit.setText("matmul")
    QTest.keyClick(box.edit, KEY.Key_E, CTRL)
    assert "enu.MatMul" in box.model.names and box.symbols.isChecked() and box.edit.hasFocus()
    QTest.keyClick(box.edit, KEY.Key_E, CTRL)
    assert "enu.MatMul" not in box.model.names
    box.hide()
    window.do(Insert("main", (Block("ENU", "enu.Const", 0, 800),)), "Add")
    QTest.keyClick(canvas, KEY.Key_Tab)
    assert box.symbols.isChecked() and any(name.startswith("enu.") for name in box.model.names)
    box.hide()


@slow
def test_what_is_used_often_comes_first_among_what_fits_alike(window):
    for _ in range(3):
        QTest.keyClick(window.canvas(), KEY.Key_Tab)
        enter(window.adding.box.edit, "ConcatOffset")
        QTest.keyClick(window.adding.box.edit, KEY.Key_Return)
    QTest.keyClick(window.canvas(), KEY.Key_Tab)
    QTest.keyClicks(window.adding.box.edit, "con")
    assert window.adding.box.model.names[0] == "ConcatOffset"
    window.adding.box.hide()


SHIFT, NONE = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier


def line(window, text, modifiers=NONE):
    """Type a line into the box, which Tab opens where it is not there, and press Enter."""
    if window.adding.box is None or not window.adding.box.isVisible():
        QTest.keyClick(window.canvas(), KEY.Key_Tab)
    enter(window.adding.box.edit, text)
    QTest.keyClick(window.adding.box.edit, KEY.Key_Return, modifiers)


@slow
def test_the_exact_name_of_a_type_wins_and_what_stands_behind_it_is_kept(window):
    window.canvas().selection.choose(())
    line(window, 'DATA = CSVFile files="flats.csv"')
    assert window.page().blocks["DATA"].values == {"files": '"flats.csv"'}
    assert window.page().blocks["DATA"].type == "page:CSVFile"
    window.canvas().selection.choose(())
    line(window, "CURVES = Chart A D")
    assert window.page().blocks["CURVES"].type == "loom.Chart"
    assert {"A.output -> CURVES.series", "D.y -> CURVES.series"} <= set(wires(window))
    window.canvas().selection.choose(())
    line(window, "S2 = Session fetch_outputs=[A, D]")
    assert {"A.output -> S2.fetch_outputs", "D.y -> S2.fetch_outputs"} <= set(wires(window))


def test_what_cannot_be_done_is_said_and_the_line_kept(window):
    before = dumps(window.history.document)
    for text, said in (
        ("Chart A NOPE", "NOPE is not a block of this page"),
        ("X = rents by epochs", "snippets and commands have no name"),
        ("nothing of this kind 3", "No block type is named"),
        ("A = Neg", "There is a block A already"),
    ):
        line(window, text)
        box = window.adding.box
        assert box.isVisible() and box.edit.text() == text and said in box.foot.text()
        assert dumps(window.history.document) == before
        box.edit.clear()


def test_a_line_that_was_left_is_there_again_and_a_key_replaces_it(window):
    window.canvas().selection.choose(())
    QTest.keyClick(window.canvas(), KEY.Key_Tab)
    enter(window.adding.box.edit, "W = Variable [1, 2]")
    QTest.mouseClick(window.canvas(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert not window.adding.box.isVisible()
    QTest.keyClick(window.canvas(), KEY.Key_Tab)
    assert window.adding.box.edit.text() == "W = Variable [1, 2]"
    QTest.keyClick(window.adding.box.edit, KEY.Key_Return)
    assert window.page().blocks["W"].values == {"initvalues": "[1, 2]"}
    window.canvas().selection.choose(())
    QTest.keyClick(window.canvas(), KEY.Key_Tab)
    assert window.adding.box.edit.text() == ""
    enter(window.adding.box.edit, "K = Const 3")
    QTest.keyClick(window.adding.box.edit, KEY.Key_Escape)
    QTest.keyClick(window.canvas(), KEY.Key_Tab)
    QTest.keyClicks(window.adding.box.edit, "neg")
    assert window.adding.box.edit.text() == "neg"


def test_a_block_that_changes_its_type_takes_no_values(window):
    window.canvas().selection.choose({"D"})
    QTest.keyClick(window.canvas(), KEY.Key_S, SHIFT)
    line(window, "X = Exp")
    assert window.adding.box.isVisible() and window.page().blocks["D"].type == "Neg"
    assert "keeps its name and values" in window.adding.box.foot.text()


def test_after_shift_and_enter_an_explicit_wire_wins_and_sources_are_found(window):
    window.canvas().selection.choose({"A"})
    line(window, "AddV2 x=A", SHIFT)
    assert "ADD.z" in window.adding.box.head.text()
    line(window, "K = Const 3", SHIFT)
    assert window.page().blocks["K"].values == {"value": "3"} and "K.output" in window.adding.box.head.text()
    line(window, "MatMul a=A b=A")
    assert [w for w in wires(window) if "K" in w] == [] and "A.output -> ADD.x" in wires(window)
    assert {"A.output -> MATMUL.a", "A.output -> MATMUL.b"} <= set(wires(window))


def test_tab_next_to_a_block_wires_and_over_a_wire_inserts(window):
    canvas = window.canvas()
    canvas.selection.choose({"A"})
    line(window, "Exp")
    assert "A.output -> EXP.x" in wires(window)
    gap = canvas.scene.box(canvas.scene.slot["EXP"]).left() - canvas.scene.box(canvas.scene.slot["A"]).right()
    assert gap >= 20
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=_on_wire(window, "A", "EXP"))
    assert [str(w) for w in canvas.selection.wires()] == ["A.output -> EXP.x"]
    line(window, "Abs")
    assert {"A.output -> ABS.x", "ABS.y -> EXP.x"} <= set(wires(window))


def _on_wire(window, source, target):
    """Return a point on a wire, in widget pixels, at which a click selects it."""
    canvas = window.canvas()
    boxes = [canvas.scene.box(canvas.scene.slot[name]) for name in (source, target)]
    for part in range(1, 40):
        for y in range(int(boxes[0].top()), int(boxes[0].bottom()) + 80, 2):
            at = QPointF(boxes[0].right() + part * (boxes[1].left() - boxes[0].right()) / 40, y)
            if canvas.gestures.parts.hit(at).kind == "wire":
                return canvas.view.to_widget(at).toPoint()
    raise AssertionError("no wire there")


def test_a_block_of_a_library_keeps_its_distance(window):
    window.canvas().selection.choose(())
    window.canvas().view.center_on(QPointF(60, -60))
    line(window, "LAYER = Dense A 10 activation=relu")
    scene = window.canvas().scene
    box = scene.box(scene.slot["LAYER"]).adjusted(-19, -19, 19, 19)
    assert not [name for name, slot in scene.slot.items() if name != "LAYER" and box.intersects(scene.box(slot))]
    assert window.page().blocks["LAYER"].values == {"units": "10", "activation": "relu"}


def test_several_words_that_name_one_thing_are_a_search(window):
    window.canvas().selection.choose(())
    line(window, "L = mean squared error A D")
    assert window.page().blocks["L"].type == "page:MeanSquaredError"
    assert {"A.output -> L.predictions", "D.y -> L.labels"} <= set(wires(window))


@slow
def test_a_float_is_never_taken_for_labels(window):
    for name, pin_ in (("SparseSoftmaxCrossEntropy", "logits"), ("MeanSquaredError", "predictions")):
        window.canvas().selection.choose({"A"})
        line(window, f"{name.upper()} = {name}")
        assert f"A.output -> {name.upper()}.{pin_}" in wires(window)


def test_the_box_finds_what_people_mean(filled):
    filled.canvas().setFocus()
    QTest.keyClick(filled.canvas(), KEY.Key_Tab)
    box = filled.adding.box
    for typed, wanted in (
        ("python", "Export Python Script"),
        ("export", "Export Picture"),
        ("comment", "Add Note"),
        ("note", "Add Note"),
        ("freeze layer", "Trainable"),
        ("learning rate", "GradientDescentOptimizer"),
        ("nan", "IsNan"),
        ("validation", "Validation"),
        ("next batch", "IteratorGetNext"),
    ):
        box.edit.clear()
        enter(box.edit, typed)
        assert wanted in titles(box)[:2], typed


def test_a_command_among_the_types_is_done(filled):
    filled.canvas().setFocus()
    line(filled, "comment")
    (note,) = filled.page().notes
    assert filled.canvas().inline.editor.isVisible() and filled.canvas().selection() == {note}
    QTest.keyClick(filled.canvas().inline.editor, KEY.Key_Escape)
    filled.canvas().selection.choose(())
    filled.canvas().setFocus()
    line(filled, "freeze")
    assert "select a block first" in filled.statusBar().currentMessage()
