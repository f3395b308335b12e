"""Printed output of ops, and a silent worker, in the window."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest


def test_of_what_operations_print_the_last_ten_thousand_lines_are_kept_in_a_list_of_its_own(window, qtbot):
    printed = window.worker.process.on_output
    printed("the first line")
    qtbot.waitUntil(lambda: window.lists.output is not None)
    assert window.lists.tabText(2) == "Output"
    for start in range(0, 25_000, 500):
        printed("\n".join(f"line {n}" for n in range(start, start + 500)))
    qtbot.waitUntil(lambda: window.lists.output.rows.lines[-1] == "line 24999")
    printed("x" * 10_000)
    qtbot.waitUntil(lambda: len(window.lists.output.rows.lines[-1]) == 10_000)
    rows, view = window.lists.output.rows, window.lists.output
    assert (len(rows.lines), rows.rowCount(), rows.lines[0]) == (10_000, 10_000, "line 15001")
    window.lists.setCurrentWidget(view)
    view.setFocus()
    view.selectRow(9998)
    QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "line 24999\n" + "x" * 10_000
    next(a for a in view.actions() if a.text() == "Clear").trigger()
    assert rows.rowCount() == 0


def test_the_list_of_what_is_printed_stays_where_its_reader_is(window, qtbot):
    window.lists.show_printed("\n".join(map(str, range(500))))
    window.lists.setCurrentWidget(window.lists.output)
    bar = window.lists.output.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    window.lists.show_printed("at the end")
    assert bar.value() == bar.maximum()
    bar.setValue(7)
    window.lists.show_printed("more")
    assert bar.value() == 7


def test_a_worker_that_is_not_heard_is_said_until_it_is_heard_again(window, qtbot):
    tell = window.worker.process.tell
    before = window.status.state.text()
    tell("silent", seconds=3, text="it was stopped for 3 s")
    tell("silent", seconds=4, text="it was stopped for 4 s")
    qtbot.waitUntil(lambda: window.status.state.text() == "it was stopped for 4 s")
    said = [window.messages.item(row).text() for row in range(window.messages.count())]
    assert sum("it was stopped" in line for line in said) == 1
    tell("silent", seconds=0, text="")
    qtbot.waitUntil(lambda: window.status.state.text() == before)
