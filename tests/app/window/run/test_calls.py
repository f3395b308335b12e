"""Looking into functions in the window, with the real worker: an iteration is chosen, and monitors show them all."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from blockloom.app.window import user_settings
from blockloom.app.window.document.pagebar import CallBox
from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.run.worker_session import IDLE
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.document.pages import Block, Document, Placed, Wire
from blockloom.blocks.edits import Insert
from blockloom.blocks.results.monitors import Watch
from tests.app.windowkit import give_up
from tests.runtime.compile.test_functions import fibonacci
from tests.runtime.compile.test_inside import gathering, waiting
from tests.runtime.compile.test_taps import FIBONACCI


@pytest.fixture
def opened(qtbot, catalogue):
    """Return the window with the real worker and a loop of Fibonacci numbers, whose body has a Chart."""
    user_settings.settings().clear()
    window = MainWindow(catalogue)
    qtbot.addWidget(window, before_close_func=give_up)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    document = fibonacci(Document())
    for page in document.pages.values():
        for number, block in enumerate(page.blocks.values()):
            page.blocks[block.id] = block._replace(x=220.0 * (number % 4), y=160.0 * (number // 4))
    chart = Block("CHART", "loom.Chart", 250, 500)
    Insert("next", (chart,), (Placed(Wire("M", "z", "CHART", "series"), 0),)).apply(document)
    window.file.take(document, "")
    window.worker.start()
    yield window
    window.views.close_all()
    window.worker.close()


def body(window):
    """Open the loop's body by a double click on its name."""
    canvas = window.canvas()
    canvas.view.zoom_to(1.0)
    canvas.navigation.reveal("LOOP")
    slot = canvas.scene.slot["LOOP"]
    field = canvas.scene.layouts[slot].spot("body").field.center() + QPointF(*canvas.scene.pos[slot])
    QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.view.to_widget(field).toPoint())
    assert window.tabs.page_name() == "next"
    return window.canvas()


def run(window, qtbot):
    with qtbot.waitSignal(window.worker.ended):
        QTest.keyClick(window, Qt.Key.Key_F10)
    qtbot.waitUntil(lambda: window.worker.state == IDLE)


def shown(canvas, block="M", pin="z"):
    return canvas.marks.results[block][pin]["text"]


def test_an_iteration_is_chosen_and_its_values_are_on_the_blocks(opened, qtbot):
    window = opened
    canvas = body(window)
    box = window.tabs.currentWidget().findChild(CallBox)
    assert not box.number.isVisible() and "run to see" in box.label.text()
    run(window, qtbot)
    assert shown(canvas) == "89" and (box.number.value(), box.count.text()) == (10, "of 10")
    box.number.selectAll()
    QTest.keyClicks(box.number, "4")
    QTest.keyClick(box.number, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: shown(canvas) == "5")
    assert box.slider.value() == 4
    QTest.keyClick(box.slider, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: shown(canvas) == "8")
    run(window, qtbot)
    assert shown(canvas) == "8" and box.number.value() == 5


def test_a_chart_in_a_body_is_one_over_its_iterations(opened, qtbot):
    window = opened
    canvas = body(window)
    run(window, qtbot)
    watch = Watch(Address("", "M", "z"))
    qtbot.waitUntil(lambda: watch in canvas.marks.traces.series)
    points = canvas.marks.traces.series[watch].points
    assert points[:, 0].tolist() == list(range(1, 11)) and points[:, 2].tolist() == FIBONACCI


def test_nothing_is_tapped_where_nobody_looks_and_a_page_by_itself_shows_no_call(opened, qtbot):
    window = opened
    run(window, qtbot)
    assert not window.worker.tapped_pages and not window.runs.pages.run_of("main").calls
    canvas = body(window)
    run(window, qtbot)
    assert window.worker.tapped_pages == ("next",) and shown(canvas) == "89"
    window.canvas().open_page.look()
    assert not canvas.marks.results


def within(window, made):
    """Open a document in the window, with its blocks side by side."""
    for page in made.pages.values():
        for number, block in enumerate(page.blocks.values()):
            page.blocks[block.id] = block._replace(x=260.0 * (number % 4), y=200.0 * (number // 4))
    window.file.take(made, "")


def test_an_error_inside_is_marked_all_the_way_and_a_click_leads_there(opened, qtbot):
    window = opened
    within(window, gathering())
    main = window.canvas()
    with qtbot.waitSignal(window.worker.ended):
        window.runs.run(1)
    assert main.marks.severity("T") == "error" and "main/T/LOOP -> next/G/GATHER: " in main.marks.messages("T")[0]
    rows = window.problem_list
    row = next(r for r in range(rows.rows.rowCount()) if rows.rows.problems[r].severity == "error")
    place = rows.visualRect(rows.rows.index(row, 1)).center()
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.keyClick(rows, Qt.Key.Key_Return)
    canvas = window.canvas()
    assert window.tabs.page_name() == "get" and canvas.selection() == {"GATHER"}
    assert canvas.marks.severity("GATHER") == "error"
    assert [str(step) for step in canvas.open_page.trail] == ["main/T", "outer/LOOP", "next/G"]
    for page, block in (("next", "G"), ("outer", "LOOP"), ("main", "T")):
        QTest.keyClick(window.canvas(), Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
        assert window.tabs.page_name() == page and window.canvas().selection() == {block}
        assert window.canvas().marks.severity(block) == "error"


def test_what_blocks_wait_for_and_their_times_are_on_the_instances_too(opened, qtbot):
    window = opened
    within(window, waiting())
    main, said = window.canvas(), "0 of 1 elements. No block of the page adds elements to T/S/QUEUE"
    window.runs.run(1)
    qtbot.waitUntil(lambda: main.marks.waiting == {"T": said})
    window.tabs.enter((Address("main", "T"), Address("outer", "S")), "inner")
    assert window.canvas().marks.waiting == {"TAKE": said}
    with qtbot.waitSignal(window.worker.ended):
        window.runs.stop()
    assert "T/S/W" in window.messages.item(window.messages.count() - 1).text()
    took = {parse("/T/S/TAKE"): 2.0, parse("/T/S/UP"): 3.0, parse("N"): 1.0}
    window.runs.pages.run_of("main").times.update(took)
    window.runs.times.show()
    assert main.marks.numbers["times"].values == {"T": 5.0, "N": 1.0}
    assert window.canvas().marks.numbers["times"].values == {"TAKE": 2.0, "UP": 3.0}
