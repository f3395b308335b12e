"""Messages and fields of the status bar."""

from PySide6.QtCore import QEvent, QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication


def test_the_version_of_tensorflow_is_there_once_it_is_known(window, catalogue):
    assert window.status.version.text() == f"TensorFlow {catalogue.version}"
    window.status.show_version("")
    assert window.status.version.text() == ""
    window.status.show_version("9.8.7")
    assert window.status.version.text() == "TensorFlow 9.8.7"


def test_a_long_state_is_cut_and_shown_whole_in_its_tip(window):
    state = window.status.state
    for length, shown in ((5, 5), (109, 109), (110, 110), (300, 110)):
        window.status.show_state("x" * length, "error")
        assert len(state.text()) == shown and state.text().endswith("…") == (length > 109)
        assert "x" * length in state.toolTip() and window.status.colours.error in state.styleSheet()
        window.status.show_state("Ready", "")
        assert state.text() == "Ready" and not state.styleSheet()


def test_what_autosave_does_and_the_zoom(window):
    window.status.show_autosave("Saved", "All edits are in the journal.")
    window.status.show_zoom(0.256)
    assert (window.status.autosave.text(), window.status.zoom.text()) == ("Saved", "26 %")
    assert "journal" in window.status.autosave.toolTip()


def test_it_says_what_a_click_does_where_the_pointer_is(filled, qtbot):
    canvas, hint = filled.canvas(), filled.status.hint
    canvas.view.zoom_to(1.0)
    canvas.view.center_on(canvas.scene.extent().center())
    layout = canvas.scene.layouts[canvas.scene.slot["A"]]
    corner = canvas.navigation.place_of("A").topLeft()
    output = layout.spot("output", "output")
    for at, said in (
        (QPoint(int(output.x), int(output.y)), "Drag: wire · double click: its result"),
        (QPoint(60, 16), "Drag: move · double click: rename"),
        (layout.spot("value").field.center().toPoint(), "Double click: type a value"),
        (QPoint(-40, -40), "Drag: select · double click or Tab: add a block · middle button: move the page"),
    ):
        QTest.mouseMove(canvas, corner + at)
        qtbot.waitUntil(lambda said=said: hint.text() == said)
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
    assert hint.text() == ""
    filled.status.say("news")
    assert filled.statusBar().currentMessage() == "news" and not hint.isVisible()


def test_a_long_hint_does_not_widen_the_window_and_is_cut_with_an_ellipsis(filled, qtbot):
    filled.resize(1400, 860)
    filled.status.show_hint("word " * 20)
    filled.resize(800, 600)
    qtbot.waitUntil(lambda: filled.width() == 800 and filled.status.hint.text().endswith("…"))
    filled.resize(1400, 860)
    qtbot.waitUntil(lambda: filled.status.hint.text() == "word " * 20)


def test_a_long_state_makes_no_window_wider(window):
    least = window.minimumSizeHint().width()
    window.status.show_state("step 1 failed; it may have changed " + ", ".join(f"ID_{n}" for n in range(30)), "error")
    assert window.minimumSizeHint().width() <= least + 200 and "ID_29" in window.status.state.toolTip()
    state = window.status.state
    state.resize(120, state.height())
    cut = state.grab().toImage()
    state.setText(state.text()[:40] + "x" * 60)
    assert cut == state.grab().toImage(), "the end is left out"
