"""The lists of problems and of messages, by real events."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QDialog, QPlainTextEdit, QPushButton

from blockloom.app.window.docks import problems
from blockloom.app.window.widgets.icons import icon
from blockloom.app.window.widgets.style import DARK_COLOURS, LIGHT_COLOURS
from blockloom.blocks.problems import Problem

KEY, CTRL = Qt.Key, Qt.KeyboardModifier.ControlModifier
WARNING = Problem.from_texts("warning", "odd", "main", "A", "output", "odd value", "Look at it")
ERROR = Problem.from_texts("error", "missing-input", "main", "B", "x", "nothing is wired", "Wire it")


@pytest.fixture
def lists(filled, qtbot):
    filled.docks.show("lists")
    filled.lists.messages.clear()
    return filled.lists


def test_an_error_comes_before_a_warning_and_the_tab_counts_both(lists):
    lists.set_problems([WARNING, ERROR])
    assert lists.problems.verticalScrollMode() == QAbstractItemView.ScrollMode.ScrollPerPixel
    rows = lists.problems.rows
    assert [[rows.index(row, column).data() for column in range(3)] for row in range(rows.rowCount())] == [
        [str(ERROR.place_text), "nothing is wired", "Wire it"],
        [str(WARNING.place_text), "odd value", "Look at it"],
    ]
    assert lists.tabText(0) == "Problems (2)" and not lists.tabIcon(0).isNull()
    role = Qt.ItemDataRole.AccessibleTextRole
    assert rows.index(0, 0).data(role).startswith("error") and rows.index(1, 0).data(role).startswith("warning")
    lists.set_problems([])
    assert lists.tabText(0) == "Problems" and lists.tabIcon(0).isNull()


def test_chosen_problems_are_copied_in_the_order_of_the_list(lists, qtbot):
    lists.set_problems([WARNING, ERROR])
    view = lists.problems
    lists.show_problems()
    view.setCurrentIndex(view.rows.index(1, 0))
    QTest.keyClick(view, KEY.Key_A, CTRL)
    QTest.keyClick(view, KEY.Key_C, CTRL)
    assert QApplication.clipboard().text().splitlines() == [str(ERROR), str(WARNING)]


def test_a_message_with_a_severity_comes_to_the_front_without_problems(lists):
    lists.set_problems([])
    lists.setCurrentWidget(lists.problems)
    lists.add_message("saved")
    assert lists.currentWidget() is lists.problems
    lists.add_message("not saved", "error")
    assert lists.currentWidget() is lists.messages
    lists.set_problems([ERROR])
    assert lists.currentWidget() is lists.problems
    lists.add_message("not saved again", "error")
    assert lists.currentWidget() is lists.problems


def test_a_message_with_details_opens_them_and_one_without_does_not(lists, filled, qtbot):
    messages = lists.messages
    lists.show_messages()
    messages.add("plain")
    messages.add("it failed", "error", "line 1 of the reason")
    plain, failed = messages.item(0), messages.item(1)
    assert failed.foreground().color() == QColor(messages.colours.error) != plain.foreground().color()
    messages.setFocus()
    messages.setCurrentItem(plain)
    QTest.keyClick(messages, KEY.Key_Return)
    assert not [d for d in filled.findChildren(QDialog) if d.isVisible()]
    messages.setCurrentItem(failed)
    QTest.keyClick(messages, KEY.Key_Return)
    (dialog,) = [d for d in filled.findChildren(QDialog) if d.isVisible()]
    text = dialog.findChild(QPlainTextEdit).toPlainText()
    assert "it failed" in text and text.endswith("line 1 of the reason")
    (copy,) = [button for button in dialog.findChildren(QPushButton) if button.text() == "Copy"]
    QTest.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert QApplication.clipboard().text() == text
    dialog.close()


def test_chosen_messages_are_copied_in_the_order_of_the_list_with_their_details(lists):
    messages = lists.messages
    lists.show_messages()
    messages.add("plain")
    messages.add("it failed", "error", "the reason")
    for row, modifiers in ((1, Qt.KeyboardModifier.NoModifier), (0, CTRL)):
        place = messages.visualItemRect(messages.item(row)).center()
        QTest.mouseClick(messages.viewport(), Qt.MouseButton.LeftButton, modifiers, place)
    QTest.keyClick(messages, KEY.Key_C, CTRL)
    first, second, reason = QApplication.clipboard().text().splitlines()
    assert first.endswith("plain") and "it failed" in second and reason == "the reason"


def pixels(found):
    return found.pixmap(16, 16).toImage()


def test_the_worst_problem_decides_the_icon_of_the_tab(lists):
    error, warning = (pixels(icon(name, lists.colours)) for name in ("error", "warning"))
    assert error != warning
    rows, role = lists.problems.rows, Qt.ItemDataRole.DecorationRole
    lists.set_problems([WARNING, ERROR])
    assert [pixels(rows.index(row, 0).data(role)) for row in (0, 1)] == [error, warning]
    assert pixels(lists.tabIcon(0)) == error
    lists.set_problems([WARNING])
    assert pixels(lists.tabIcon(0)) == warning


def test_more_problems_take_nothing_away_that_is_in_front(lists):
    lists.set_problems([WARNING])
    lists.show_messages()
    lists.set_problems([WARNING, ERROR])
    assert lists.currentWidget() is lists.messages and lists.tabText(0) == "Problems (2)"


def test_the_newest_messages_stay_in_view_unless_older_ones_are_read(lists, monkeypatch):
    monkeypatch.setattr(problems, "_MOST_MESSAGES", 60)
    messages, bar = lists.messages, lists.messages.verticalScrollBar()
    lists.show_messages()
    for number in range(61):
        messages.add(f"message {number}")
    QApplication.processEvents()
    assert messages.count() == 60 and messages.item(0).text().endswith("message 1")
    assert bar.maximum() > 0 and bar.value() == bar.maximum()
    bar.setValue(0)
    messages.add("one more")
    QApplication.processEvents()
    assert bar.value() == 0


def test_the_colours_of_a_theme_reach_messages_and_tabs_that_are_there(lists):
    messages = lists.messages
    messages.add("it failed", "error")
    lists.set_problems([ERROR])
    for colours in (DARK_COLOURS, LIGHT_COLOURS):
        lists.set_colours(colours)
        assert messages.item(0).foreground().color() == QColor(colours.error)
        assert pixels(lists.tabIcon(0)) == pixels(icon("error", colours))


class CountedMessages(problems.Messages):
    layouts = 0

    def doItemsLayout(self):  # noqa: N802
        self.layouts += 1
        super().doItemsLayout()


def test_messages_that_come_together_are_laid_out_together(qtbot):
    """To lay out 2,000 lines takes some 50 ms: once for each of them made the window wait for minutes."""
    messages = CountedMessages(LIGHT_COLOURS)
    qtbot.addWidget(messages)
    messages.show()
    for number in range(300):
        messages.add(f"message {number}")
    QApplication.processEvents()
    bar = messages.verticalScrollBar()
    assert 0 < bar.maximum() == bar.value() and messages.layouts <= 3


def test_a_row_of_the_problems_shows_the_whole_text_at_any_width(lists, filled, qtbot):
    text = "its inputs x and y have the dtypes DT_FLOAT and DT_INT32, and shapes that no broadcast makes equal"
    lists.set_problems([Problem.from_texts("error", "wrong", "main", "A", "x", text, text), ERROR])
    lists.show_problems()
    view = lists.problems

    def shows_all():
        """Return whether the columns of the first row have the height of their text in as many lines as it needs."""
        for column in (1, 2):
            box = view.visualRect(view.rows.index(0, column)).adjusted(2, 0, -2, 0)
            needed = view.fontMetrics().boundingRect(box, Qt.TextFlag.TextWordWrap, text)
            if needed.height() > box.height() or needed.height() < 2 * view.fontMetrics().height():
                return False
        return view.header().length() == view.viewport().width()

    for width in (1500, 1000, 1300):
        filled.resize(width, 800)
        qtbot.waitUntil(shows_all)
    assert view.visualRect(view.rows.index(1, 0)).height() < 3 * view.fontMetrics().height()
    QTest.keyClick(view, KEY.Key_End)
    qtbot.waitUntil(lambda: view.viewport().rect().contains(view.visualRect(view.rows.index(1, 1))))


def test_an_icon_without_room_is_not_drawn(qtlog):
    assert icon("error", LIGHT_COLOURS).pixmap(0, 16).isNull() and not qtlog.records
