"""Numbers that are dragged on the canvas, where the user asked for a slider."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QMenu

from blockloom.app.canvas.edit.inline_editors import SliderBox
from blockloom.blocks.document.pages import Block, Slider
from blockloom.blocks.edits import Insert, SetSlider
from tests.app.canvaskit import LEFT, NONE, SHIFT, Hands
from tests.app.windowkit import entries_of
from tests.pages import insert


@pytest.fixture
def hands(qtbot, catalogue):
    hands = Hands(qtbot, catalogue)
    hands.history.do(
        insert("K Const @at=300,400 value=2.0f dtype=DT_FLOAT; I Const @at=600,400 value=3 dtype=DT_INT32")
    )
    return hands


def slide(hands, block, pin="value"):
    """Return the ends of the slider of a value, in canvas coordinates."""
    slot = hands.canvas.scene.slot[block]
    field = hands.canvas.scene.layouts[slot].spot(pin).field
    corner = QPointF(*hands.canvas.scene.pos[slot])
    return corner + QPointF(field.left() + 5, field.center().y()), corner + QPointF(
        field.right() - 5, field.center().y()
    )


def entries(hands, place):
    """Return the actions of the context menu at a place, by text."""
    point = hands.widget_point(place)
    QApplication.sendEvent(
        hands.canvas, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, hands.canvas.mapToGlobal(point))
    )
    menu = next(w for w in QApplication.topLevelWidgets() if isinstance(w, QMenu) and w.isVisible())
    menu.close()
    return entries_of(menu)


def open_slider(hands, place):
    entries(hands, place)["Slider…"].trigger()
    return hands.canvas.findChild(SliderBox)


def test_a_slider_is_asked_for_in_the_menu_of_a_number_and_taken_away_there(hands):
    before = hands.text
    box = open_slider(hands, hands.field("K", "value"))
    assert [edit.text() for edit in box.edits] == ["0", "10", "0"]
    for edit, text in zip(box.edits, ("4", "1", "0.5"), strict=True):
        edit.clear()
        QTest.keyClicks(edit, text)
    button = box.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok)
    QTest.mouseClick(button, LEFT)
    assert box.isVisible() and "less than the maximum" in box.message.text()
    box.edits[0].clear()
    QTest.keyClicks(box.edits[0], "-1")
    QTest.mouseClick(button, LEFT)
    assert hands.page.blocks["K"].sliders == {"value": Slider(-1.0, 1.0, 0.5)}
    entries(hands, hands.field("K", "value"))["Remove slider"].trigger()
    assert hands.text == before and hands.steps()[2:] == ["Slider of K.value", "No slider for K.value"]
    assert "Slider…" not in entries(hands, hands.field("A", "value"))  # a vector


def test_dragging_is_one_step_and_the_value_follows(hands):
    hands.history.do(SetSlider("main", "K", "value", Slider(0.0, 8.0, 0.5)), "Slider")
    (left, right), before, place = slide(hands, "K"), hands.text, hands.page.blocks["K"][2:4]
    values = []
    hands.press(left)
    for part in (0.25, 0.5, 0.75):
        hands.move(left + (right - left) * part)
        values.append(hands.page.blocks["K"].values["value"])
    hands.move(right + QPointF(400, 30))
    hands.release(right + QPointF(400, 30))
    assert values == ["2.0f", "4.0f", "6.0f"] and hands.page.blocks["K"].values["value"] == "8.0f"
    assert hands.page.blocks["K"][2:4] == place and hands.canvas.selection() == {"K"}
    assert hands.steps()[3:] == ["Set K.value"]
    hands.history.undo()
    assert hands.text == before


def test_whole_numbers_stay_whole_and_escape_takes_the_drag_back(hands):
    hands.history.do(SetSlider("main", "I", "value", Slider(0.0, 10.0)), "Slider")
    (left, right), before = slide(hands, "I"), hands.text
    hands.press(left)
    hands.move(left + (right - left) * 0.52)
    assert hands.page.blocks["I"].values["value"] == "5"
    hands.key(Qt.Key.Key_Escape)
    hands.release(left)
    assert hands.text == before and hands.canvas.gestures.current is None


def test_a_double_click_types_and_shift_adds_to_the_selection(hands):
    hands.history.do(SetSlider("main", "K", "value", Slider(0.0, 8.0)), "Slider")
    middle = sum(slide(hands, "K"), QPointF()) / 2
    hands.click(hands.body("C"))
    hands.click(middle, SHIFT)
    assert hands.canvas.selection() == {"C", "K"} and hands.page.blocks["K"].values["value"] == "2.0f"
    hands.click(middle)
    hands.double_click(middle)
    assert hands.canvas.inline.editor.text() == "2.0f"


def test_a_run_follows_a_slider_while_it_is_dragged(window, qtbot):
    window.do(
        Insert(
            "main",
            (Block("K", "Const", 0, 0, {"value": "1.0", "dtype": "DT_FLOAT"}, sliders={"value": Slider(0.0, 9.0)}),),
        ),
        "Add",
    )
    window.worker.process.answers["run"] = {"outcome": "done", "step": 1}
    window.commands["auto_run"].trigger()
    qtbot.waitUntil(lambda: window.worker.process.did().count("run") == 1 and window.worker.state == "idle")
    canvas = window.canvas()
    canvas.view.zoom_to(1.0)
    slot = canvas.scene.slot["K"]
    field = canvas.scene.layouts[slot].spot("value").field.translated(*canvas.scene.pos[slot])
    places = [canvas.view.to_widget(QPointF(field.x() + away, field.center().y())).toPoint() for away in (10, 40, 70)]
    QTest.mousePress(canvas, LEFT, NONE, places[0])
    for runs, place in enumerate(places[1:], 2):
        QTest.mouseMove(canvas, place)
        qtbot.waitUntil(lambda n=runs: window.worker.process.did().count("run") == n and window.worker.state == "idle")
    QTest.mouseRelease(canvas, LEFT, NONE, places[-1])
    assert canvas.page.blocks["K"].values["value"] != "1.0"
    assert window.history.labels()[0] == ["Add", "Set K.value"]
