"""Sliders of numbers in the inspector, where the user asked for one."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionSlider

from blockloom.blocks.document.pages import Block, Slider
from blockloom.blocks.edits import Insert, SetSlider, SetValue
from tests.app.canvaskit import LEFT, NONE


@pytest.fixture
def field(window, qtbot):
    """Return the field of a number in the inspector."""
    window.do(Insert("main", (Block("K", "Const", 0, 0, {"value": "2.0f", "dtype": "DT_FLOAT"}),)), "Add K")
    window.canvas().selection.choose(["K"])
    qtbot.waitUntil(lambda: window.inspector.shown == "K")
    return window.inspector.fields["value"]


def drag(slider, places):
    """Drag its handle over these parts of the way."""
    option = QStyleOptionSlider()
    slider.initStyleOption(option)
    handle = slider.style().subControlRect(
        QStyle.ComplexControl.CC_Slider, option, QStyle.SubControl.SC_SliderHandle, slider
    )
    y, room = handle.center().y(), slider.width() - handle.width()
    QTest.mousePress(slider, LEFT, NONE, handle.center())
    for place in places:
        at = QPointF(handle.width() / 2 + place * room, y)
        QApplication.sendEvent(
            slider, QMouseEvent(QEvent.Type.MouseMove, at, slider.mapToGlobal(at), Qt.MouseButton.NoButton, LEFT, NONE)
        )
        yield
    QTest.mouseRelease(slider, LEFT, NONE, at.toPoint())


def test_the_inspector_has_the_same_slider_and_each_drag_is_one_step(window, field, qtbot):
    page = window.page()
    assert field.slider is None
    window.do(SetSlider("main", "K", "value", Slider(0.0, 8.0, 0.5)), "Slider")
    qtbot.waitUntil(lambda: field.slider is not None and field.slider.isVisible())
    assert (field.slider.maximum(), field.slider.value()) == (16, 4)
    values = [page.blocks["K"].values["value"] for _ in drag(field.slider, (0.5, 0.75, 1.0))]
    assert values == ["4.0f", "6.0f", "8.0f"]
    qtbot.waitUntil(lambda: field.edit.text() == "8.0f")
    values = [page.blocks["K"].values["value"] for _ in drag(field.slider, (0.5, 0.25))]
    assert values == ["4.0f", "2.0f"]
    assert window.history.labels()[0][-3:] == ["Slider", "Set K.value", "Set K.value"]
    window.undo()
    assert page.blocks["K"].values["value"] == "8.0f"
    window.undo()
    assert page.blocks["K"].values["value"] == "2.0f"
    qtbot.waitUntil(lambda: field.slider.value() == 4)


def test_a_slider_of_the_inspector_takes_keys_and_no_wheel_and_disappears_without_a_number(window, field, qtbot):
    page = window.page()
    window.do(SetSlider("main", "K", "value", Slider(0.0, 8.0, 0.5)), "Slider")
    qtbot.waitUntil(lambda: field.slider is not None and field.slider.isVisible())
    QTest.keyClick(field.slider, Qt.Key.Key_Right)
    assert page.blocks["K"].values["value"] == "2.5f"
    at = QPointF(field.slider.rect().center())
    QApplication.sendEvent(
        field.slider,
        QWheelEvent(
            at,
            field.slider.mapToGlobal(at),
            QPoint(),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            NONE,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        ),
    )
    assert page.blocks["K"].values["value"] == "2.5f"
    window.do(SetValue("main", "K", "value", "[1f, 2f]"), "Set")
    qtbot.waitUntil(field.slider.isHidden)
