"""A fake worker whose replies a test sets, and windows with the fake or the real worker."""

import json
from concurrent.futures import Future
from contextlib import contextmanager

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QProgressDialog,
    QTabBar,
    QWidget,
)

from blockloom.app.window import user_settings
from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.run.worker_session import IDLE, WorkerSession
from blockloom.blocks.document.pages import new_document
from blockloom.blocks.text.phrases import unpacked
from blockloom.runtime.protocol import records
from blockloom.runtime.protocol.events import EVENTS
from blockloom.runtime.worker.errors import WorkerDied, WorkerError
from tests.waiting import until


def give_up(window):
    """Nothing of this window is missed: it closes without a question."""
    window.history.mark_saved()
    window.file.path = ""


def make_window(qtbot, catalogue):
    """Return the active window of a test that does not save."""
    window = MainWindow(catalogue, WorkerSession(FakeWorker))
    qtbot.addWidget(window, before_close_func=give_up)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    return window


class SharedWindow:
    """A window with the fake worker, which the tests of a file use one after the other.

    Before each test it gets a new document and a new worker. If it does not look like a new window then, or has a part
    that keeps what was typed or read for the next document, the test gets a new window.
    """

    KEEPING = frozenset({"find_box", "outline"})

    def __init__(self, catalogue):
        self._catalogue = catalogue
        self._window = None
        self._look, self._state = {}, None  # of a new window

    def get(self):
        """Return a window with an empty document, whose worker has not been asked anything."""
        if self._window is not None and not self._renew():
            self.close()
        user_settings.settings().clear()
        if self._window is None:
            self._window = MainWindow(self._catalogue, WorkerSession(FakeWorker))
            self._window.show()
            self._window.worker.start()
            until(lambda: (handle_events(), self._window.isActiveWindow())[1], "the active window")
            self._look, self._state = self._looks(), self._window.saveState()
        return self._window

    def _renew(self):
        """Make the window as a new one. Return False if that fails."""
        window = self._window
        handle_events()
        if vars(window).keys() & self.KEEPING or window.help.window is not None:
            return False
        for other in QApplication.topLevelWidgets():
            if other is not window and other.isVisible():
                other.close()
        user_settings.settings().clear()
        window.history.mark_saved()
        window.file.take(new_document(), "")
        window.messages.clear()
        window.status.clearMessage()
        window.worker.restart()
        window.resize(self._look["size"])
        if self._docks() != self._look["docks"]:
            window.restoreState(self._state)
            for key in window.docks.keys() - self._look["docks"].keys():
                window.docks[key].hide()
        window.activateWindow()
        handle_events()
        window.worker.process.forget()
        return self._looks() == self._look

    def _docks(self):
        """Return the places of the docks that are shown."""
        return {key: dock.geometry() for key, dock in self._window.docks.items() if dock.isVisible()}

    def _looks(self):
        """Return what is seen of the window around its page, and how its commands are set."""
        window, palette = self._window, self._window.palette_view
        parts = [part for part in window.children() if isinstance(part, QWidget) and part.isVisible()]
        return {
            "title": window.windowTitle(),
            "size": window.size(),
            "page": window.tabs.size(),
            "theme": (window.theming.theme, QApplication.font().toString()),
            "docks": self._docks(),
            "palette": (palette.search.text(), palette.described),
            "parts": sorted(type(part).__name__ for part in parts if type(part) is not QTabBar),  # of docks
            "others": [type(one).__name__ for one in QApplication.topLevelWidgets() if one.isVisible()],
            "active": window.isActiveWindow(),
            "focus": type(window.focusWidget()),
            "state": window.worker.state,
            # The hint is about the place of the pointer.
            "status": [label.text() for label in window.status.findChildren(QLabel) if label is not window.status.hint],
            "commands": [
                (action.isEnabled(), action.isChecked(), action.shortcuts())
                for action in window.commands.by_key.values()
            ],
        }

    def close(self):
        """Close the window."""
        if self._window is not None:
            give_up(self._window)
            self._window.close()
            handle_events()
            self._window.deleteLater()
            self._window = None
            handle_events()


def handle_events():
    """Handle the events that are due, and delete objects that wait for it."""
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@contextmanager
def at_work(catalogue, document):
    """Yield a window with the real worker, on a document."""
    window = MainWindow(catalogue)
    window.workspace.replace(document)
    window.show()
    yield window
    window.history.mark_saved()
    window.close()


def ready(window, qtbot):
    """Wait until TensorFlow is there, and keys go to the window."""
    window.worker.start()
    qtbot.waitUntil(lambda: window.worker.ready and window.worker.state == IDLE, timeout=60_000)
    qtbot.waitUntil(window.isActiveWindow)


class FakeWorker:
    """A worker that answers each request by `answers[name]`.

    An answer has the fields of the reply as in a message, with arrays if there are any, or is a function of the
    request's fields that returns them, or None for no answer yet. {"failed": why} is a refusal. All requests are in
    `asked`.
    """

    def __init__(self, on_event, on_death, on_output):
        self.on_event, self.on_death, self.on_output = on_event, on_death, on_output
        self.answers = {"open": {"problems": [], "retained": [], "reset": [], "blocks": []}, "stop": {}, "reset": {}}
        self.asked, self.starts, self.alive, self.pid = [], 0, False, None
        self.last = {}  # by name: the request, and its answer to come

    def start(self):
        self.starts, self.alive, self.pid = self.starts + 1, True, 4000 + self.starts

    def send(self, request):
        name, answer, arrays = request.wire_name, Future(), []
        if not self.alive:
            answer.set_exception(WorkerDied("the worker was not started"))
            return answer
        self.last[name] = request, answer
        fields = {name: value for name, value in records.to_json(request, arrays).items() if value != []}
        self.asked.append((name, fields))
        reply = self.answers.get(name)
        if callable(reply):
            reply = reply(**fields)
        if reply is not None:
            self.answer(self.last[name], *(reply if isinstance(reply, tuple) else (reply,)))
        return answer

    @staticmethod
    def answer(asked, fields, arrays=()):
        """Answer a request of `last`."""
        request, answer = asked
        if "failed" in fields:
            answer.set_exception(WorkerError(fields["failed"]))
        else:
            answer.set_result(records.from_json(request.reply, as_sent(fields), list(arrays)))

    def forget(self):
        """Be as a process that was not asked anything."""
        new = FakeWorker(self.on_event, self.on_death, self.on_output)
        self.answers, self.asked, self.last, self.starts = new.answers, [], {}, 1

    def did(self):
        return [name for name, _ in self.asked]

    def tell(self, event, *arrays, **fields):
        self.on_event(records.from_json(EVENTS[event], as_sent(fields), list(arrays)))

    def finish(self, name="run", *arrays, **fields):
        """Answer the latest request of a kind."""
        self.answer(self.last[name], fields, arrays)

    def die(self, reason="the worker process was ended by SIGKILL"):
        self.alive = False
        self.on_death(reason)

    def kill(self):
        self.die("killed")

    close = kill


def as_sent(fields):
    """Return fields as they arrive in a message."""
    return json.loads(json.dumps(records.to_json(fields, [])), object_hook=unpacked)


def enter(field, text):
    """Enter a text into a field at once, as an input method does; `QTest.keyClicks` searches once for each letter."""
    event = QInputMethodEvent()
    event.setCommitString(text)
    QApplication.sendEvent(field, event)


expected = []  # the answers of a test to modal dialogs that have not opened yet, in their order


def answer_dialog(answer, kind=QWidget):
    """Have a function called with the next modal dialog of a class. A dialog that no test answers fails it at once."""

    def look():
        if answer not in expected:  # the test is over
            return
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, kind) and answer is expected[0]:
            expected.remove(answer)
            answer(dialog)
        else:
            QTimer.singleShot(20, look)

    expected.append(answer)
    QTimer.singleShot(0, look)


def press_in_dialog(text, seen=None):
    """Press the button of that text in the dialog that comes up; `seen` collects what the dialog said."""

    def press(box):
        if seen is not None and isinstance(box, QMessageBox):
            seen.append(box.text())
        button = next(b for b in box.findChildren(QAbstractButton) if b.text().replace("&", "").rstrip(" .…") == text)
        button.click()

    answer_dialog(press)


def enter_in_dialog(text):
    """Enter a text into the dialog that asks for one."""

    def type_(dialog):
        line = dialog.findChild(QLineEdit)
        line.selectAll()
        QTest.keyClicks(line, text)
        QTest.keyClick(line, Qt.Key.Key_Return)

    answer_dialog(type_, QInputDialog)


def with_progress(window, do):
    """Do something with the progress dialog of a window once it is there."""
    timer = QTimer(window, interval=20)

    def look():
        dialog = next((one for one in window.findChildren(QProgressDialog) if one.isVisible()), None)
        if dialog is not None:
            timer.stop()
            do(dialog)

    timer.timeout.connect(look)
    timer.start()


def entries_of(menu):
    """Return the actions of a menu and its submenus, by text without mnemonics."""
    found = {}
    for action in menu.actions():
        if action.menu() is not None:
            found |= entries_of(action.menu())
        elif not action.isSeparator():
            found[action.text().replace("&", "")] = action
    return found


def press_in_menu(menu, text):
    """Trigger the entry of a menu, or of one below it, as a click would."""
    menu.aboutToShow.emit()
    entries_of(menu)[text].trigger()
