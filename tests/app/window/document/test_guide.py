"""The guide "Your first graph", done with the real window and worker by keys and mouse, in one way and in others."""

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blockloom.app.plain import Label
from blockloom.app.window import user_settings
from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.run.worker_session import IDLE
from blockloom.app.window.widgets import style
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block, Page, Wire, new_document
from blockloom.blocks.edits import AddPage, Insert, Move, SetValue, connect
from blockloom.blocks.guide import FIRST_GRAPH, Course
from blockloom.blocks.problems import Problem
from tests.app.windowkit import give_up
from tests.extent import slow
from tests.waiting import PATIENCE

WAIT = PATIENCE * 1000


@pytest.fixture
def guided(window, qtbot):
    """Return a window in which the guide was started from the start page."""
    window.centre.show_start()
    QApplication.processEvents()
    QTest.mouseClick(window.centre.start.guide, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: guide(window).isVisible())
    return window


def guide(window):
    return window.courses.guide


def wait_for_step(window, number, qtbot):
    qtbot.waitUntil(lambda: guide(window).step == number, timeout=WAIT)


def points_at(window, block, pin):
    """Return whether the ring of the guide surrounds a pin."""
    canvas = window.canvas()
    layout = canvas.scene.layouts[canvas.scene.slot[block]]
    spot = layout.spot(pin)
    box = canvas.navigation.place_of(block)
    here = canvas.mapTo(window, (QPointF(box.topLeft()) + QPointF(spot.x, spot.y) * canvas.view.scale).toPoint())
    return guide(window).ring.isVisible() and guide(window).ring.geometry().contains(here)


def test_the_guide_is_done_by_keys_and_mouse(qtbot, catalogue):
    user_settings.settings().clear()
    window = MainWindow(catalogue)
    qtbot.addWidget(window, before_close_func=give_up)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    window.worker.start()
    window.commands["first_graph"].trigger()
    bubble, canvas = guide(window), window.canvas()
    assert bubble.step == 0 and bubble.count.text() == "1 of 5"
    palette = window.docks["palette"].widget()
    assert bubble.ring.geometry().contains(palette.mapTo(window, palette.rect().center()))
    canvas.setFocus()
    for name in ("const", "square"):  # place
        QTest.keyClick(canvas, Qt.Key.Key_Tab)
        qtbot.waitUntil(lambda: window.adding.box is not None and window.adding.box.isVisible())
        QTest.keyClicks(QApplication.focusWidget(), name)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
        qtbot.waitUntil(lambda name=name: name.upper() in window.page().blocks)
        assert canvas.hasFocus()
        QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert not window.page().wire_count(), "the learner makes the wire"
    qtbot.waitUntil(lambda: window.runs.pages.run_of("main").problems != [], timeout=WAIT)
    assert not window.docks["lists"].isVisible(), "the lesson has not come to what is missing"
    assert not canvas.marks.problems
    wait_for_step(window, 1, qtbot)
    assert points_at(window, "CONST", "output") and "CONST" in bubble.text.text()
    start, end = (
        canvas.view.to_widget(QPointF(*canvas.scene.pos[canvas.scene.slot[block]]) + QPointF(*offset)).toPoint()
        for block, offset in (
            ("CONST", canvas.scene.layouts[canvas.scene.slot["CONST"]].outlet("output")),
            ("SQUARE", canvas.scene.layouts[canvas.scene.slot["SQUARE"]].inlet("x")),
        )
    )
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=start)  # wire
    QTest.mouseMove(canvas, (start + end) / 2)
    QTest.mouseMove(canvas, end)
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=end)
    wait_for_step(window, 2, qtbot)
    assert points_at(window, "CONST", "value")
    field = canvas.scene.layouts[canvas.scene.slot["CONST"]].spot("value").field
    middle = canvas.view.to_widget(QPointF(*canvas.scene.pos[canvas.scene.slot["CONST"]]) + field.center()).toPoint()
    assert bubble.ring.geometry().contains(canvas.mapTo(window, middle))
    QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=middle)  # type
    QTest.keyClicks(QApplication.focusWidget(), "[1, 2, 3]")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    wait_for_step(window, 3, qtbot)
    button = window.commands.bar.widgetForAction(window.commands["step"])
    assert bubble.ring.geometry().contains(button.mapTo(window, button.rect().center()))
    qtbot.waitUntil(lambda: window.worker.state == IDLE, timeout=WAIT)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)  # run
    wait_for_step(window, 4, qtbot)
    assert window.canvas().marks.results.keys() >= {"CONST", "SQUARE"}
    assert bubble.ring.geometry().intersects(
        canvas.navigation.place_of("SQUARE").translated(canvas.mapTo(window, canvas.rect().topLeft()))
    )
    canvas.setFocus()
    canvas.selection.choose({"SQUARE"})
    QTest.keyClick(canvas, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)  # look
    wait_for_step(window, 5, qtbot)
    assert bubble.name.text() == "That is all" and not bubble.ring.isVisible()
    front = window.canvas()
    (table,) = window.views.windows()
    for corner in (QPoint(260, 110), QPoint(600, 250), QPoint()):
        table.move(window.mapToGlobal(corner))
        QApplication.processEvents()
        qtbot.waitUntil(lambda: not bubble.timer.isActive())
        assert window.rect().contains(bubble.geometry())
        assert not bubble.geometry().translated(window.mapToGlobal(QPoint())).intersects(table.frameGeometry())
    table.close()
    qtbot.waitUntil(lambda: front.rect().contains(front.mapFrom(window, bubble.geometry().center())))
    assert front.rect().contains(front.mapFrom(window, bubble.geometry().bottomRight())), "beside the docks"
    QTest.mouseClick(bubble.close_button, Qt.MouseButton.LeftButton)
    assert not bubble.isVisible()
    window.views.close_all()


def test_a_run_during_the_lesson_shows_what_is_missing(guided, qtbot):
    missing = Problem.from_texts("error", "missing-attr", "main", "A", "value", "a value is missing", "Type one")
    guided.do(Insert("main", (Block("A", "Const"),)), "Add")
    guided.runs.show_checks("main", [missing])
    guided.canvas().selection.choose(())
    assert not guided.problem_list.rows.problems
    guided.worker.process.answers["open"] = {"problems": [missing]}
    QTest.keyClick(guided, Qt.Key.Key_F10)
    qtbot.waitUntil(lambda: guided.problem_list.rows.problems == [missing])
    assert guided.docks["lists"].isVisible()


def test_other_ways_and_undo_are_followed(guided, qtbot):
    guided.do(Insert("main", (Block("A", "Const", 0, 0, {"value": "2.0"}), Block("B", "Neg", 300, 0))), "Paste")
    wait_for_step(guided, 1, qtbot)
    guided.canvas().fit()
    guided.do(connect(guided.page(), Wire("A", "output", "B", "x")), "Wire")
    wait_for_step(guided, 3, qtbot)  # the value is there
    guided.undo()
    wait_for_step(guided, 1, qtbot)
    assert points_at(guided, "A", "output")
    guided.redo()
    guided.do(SetValue("main", "A", "value", ""), "Clear")
    wait_for_step(guided, 2, qtbot)
    guided.undo()
    wait_for_step(guided, 3, qtbot)
    guided.runs.pages.set_results("main", {Address("", "A"): {}, Address("", "B"): {}})
    wait_for_step(guided, 4, qtbot)
    guided.do(AddPage("other"), "Add Page")
    guided.tabs.show_page("other")  # the course goes on where it was begun
    QApplication.processEvents()
    assert guide(guided).step == 4 and not guide(guided).ring.isVisible()
    guided.tabs.show_page("main")
    guided.do(Insert("main", (Block("T", "loom.Table", 600, 0),)), "Pin")
    guided.do(connect(guided.page(), Wire("B", "y", "T", "value")), "Wire")
    wait_for_step(guided, 5, qtbot)  # pinned to the page, it is looked at


def test_it_ends_on_request_and_with_its_document(guided, qtbot):
    bubble = guide(guided)
    QTest.keyClick(guided.canvas(), Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert QApplication.focusWidget() is bubble.close_button  # the keyboard gets there
    QTest.keyClick(bubble.close_button, Qt.Key.Key_Return)
    assert not bubble.isVisible() and not bubble.ring.isVisible()
    assert guided.canvas().hasFocus()
    guided.do(Insert("main", (Block("A", "Const"),)), "Add")
    QApplication.processEvents()
    assert not bubble.isVisible()
    guided.history.mark_saved()
    guided.commands["first_graph"].trigger()
    assert bubble.isVisible() and bubble.step == 0 and not guided.page().blocks
    guided.file.take(new_document(), "")
    assert not bubble.isVisible()


def test_a_window_that_waits_for_the_user_does_nothing(guided, qtbot):
    class Counter(QObject):
        count = 0

        def eventFilter(self, watched, event):
            self.count += event.type() == QEvent.Type.LayoutRequest
            return False

    counter = Counter()
    guided.installEventFilter(counter)

    def rests():
        before = counter.count
        for _ in range(20):
            QApplication.processEvents()
        return counter.count == before

    qtbot.waitUntil(rests)


def test_it_stays_next_to_its_target(guided, qtbot):
    guided.resize(800, 600)
    guided.do(Insert("main", (Block("A", "Const", 0, 0), Block("B", "Neg", 300, 0))), "Add")
    wait_for_step(guided, 1, qtbot)
    canvas, bubble = guided.canvas(), guide(guided)
    for zoom in (1.0, 0.5):
        canvas.view.zoom_to(zoom)
        canvas.view.center_on(QPointF(200, 60))
        qtbot.waitUntil(lambda: points_at(guided, "A", "output"))
        assert guided.rect().contains(bubble.geometry())
        assert not bubble.geometry().intersects(bubble.ring.geometry())
    QTest.keyClick(canvas, Qt.Key.Key_Tab)
    box = guided.adding.box
    qtbot.waitUntil(box.isVisible)
    bubble.update_later()
    qtbot.waitUntil(lambda: not bubble.timer.isActive())
    above = [child for child in guided.children() if child in (box, bubble, bubble.ring)]
    assert above[-1] is box  # the bubble covers nothing that is typed into
    QTest.keyClick(box.edit, Qt.Key.Key_Escape)
    canvas.view.center_on(QPointF(9000, 0))
    qtbot.waitUntil(lambda: not bubble.ring.isVisible())
    assert bubble.isVisible() and guided.rect().contains(bubble.geometry())


@slow
@pytest.mark.parametrize("percent, size", [(100, (800, 600)), (200, (800, 600)), (200, (640, 480)), (100, (1400, 860))])
def test_no_card_is_clipped(window, request, qtbot, percent, size):
    style.scale_texts(percent)
    try:
        guided = request.getfixturevalue("guided")
        guided.resize(*size)
        bubble, edits = guide(guided), [None]
        edits.append(Insert("main", (Block("A", "Const", 900, 0), Block("B", "Neg", 1200, 0))))
        edits.append(connect(Page("main"), Wire("A", "output", "B", "x")))
        edits.append(SetValue("main", "A", "value", "2.0"))
        edits.append(FIRST_GRAPH._replace(steps=()))  # the text at the end
        for edit in edits:
            if isinstance(edit, Course):
                bubble.begin(edit)
            elif edit is not None:
                guided.do(edit, "Edit")
            QApplication.processEvents()
            qtbot.waitUntil(lambda: not bubble.timer.isActive())
            for place in (QPointF(0, 0), QPointF(1300, 100), QPointF(1000, 400)):
                guided.canvas().view.center_on(place)
                qtbot.waitUntil(lambda: not bubble.timer.isActive())
                assert guided.rect().contains(bubble.geometry()), (bubble.step, place)
                for label in (bubble.name, bubble.text, bubble.count, bubble.close_button):
                    assert bubble.rect().contains(label.geometry())
                    assert label.height() >= label.sizeHint().height() or label.wordWrap()
                    if label is bubble.text:
                        assert label.height() >= label.heightForWidth(label.width())
    finally:
        style.scale_texts(100)


@slow
def test_the_course_on_what_is_not_finite(qtbot, catalogue):
    user_settings.settings().clear()
    window = MainWindow(catalogue)
    qtbot.addWidget(window, before_close_func=give_up)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    window.worker.start()
    window.commands["why_course"].trigger()
    bubble = guide(window)
    assert bubble.step == 0 and bubble.count.text() == "1 of 4" and "LOSS" in window.page().blocks
    window.commands.steps.setValue(50)
    window.canvas().view.center_on(QPointF(5000, 5000))
    QTest.keyClick(window.canvas(), Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    wait_for_step(window, 1, qtbot)
    loss = window.canvas().navigation.place_of("LOSS")
    assert window.canvas().rect().contains(loss) and bubble.ring.isVisible(), "the target is in view"
    qtbot.waitUntil(lambda: window.worker.state == IDLE, timeout=WAIT)
    canvas = window.canvas()
    canvas.setFocus()
    canvas.selection.choose({"LOSS"})
    QTest.keyClick(canvas, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    wait_for_step(window, 2, qtbot)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.looking_back.history is not None, timeout=WAIT)
    window.commands["step_before"].trigger()
    wait_for_step(window, 3, qtbot)
    window.looking_back.look(0)

    def run(steps, finite):
        window.commands["reset"].trigger()
        qtbot.waitUntil(lambda: window.worker.state == IDLE and not window.looking_back.history, timeout=WAIT)
        window.commands.steps.setValue(steps)
        window.commands["run_n"].trigger()
        qtbot.waitUntil(lambda: window.worker.state == IDLE and window.runs.worker.step == steps, timeout=WAIT)
        qtbot.waitUntil(lambda: bool(canvas.marks.not_finite("LOSS")) != finite, timeout=WAIT)
        bubble.update_later()
        qtbot.waitUntil(lambda: not bubble.timer.isActive())

    window.do(Move("classifier", {"LOSS": (1880.0, 140.0)}), "Move")
    run(3, True)
    assert bubble.step == 3, "a run that ends before the step in which it fails is not fixed"
    run(50, False)
    canvas.selection.choose({"LOSS"})
    qtbot.waitUntil(lambda: bool(canvas.marks.not_finite("LOSS")), timeout=WAIT)
    QTest.keyClick(canvas, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.why.box is not None and not window.why.box.busy.isVisible(), timeout=WAIT)
    texts = [label.text() for label in window.why.box.findChildren(Label)]
    assert "→ y of Reciprocal in the gradient" in texts, "not y of the block"
    mend = next(button for button in window.why.box.buttons if button.accessibleName().startswith("Let x"))
    QTest.mouseClick(mend, Qt.MouseButton.LeftButton)
    run(3, True)
    assert bubble.step == 3, "nor is a page that was fixed, until it has run far enough"
    run(50, True)
    wait_for_step(window, 4, qtbot)
    assert bubble.name.text() == "That is all"
    window.undo()
    wait_for_step(window, 3, qtbot)
