"""A worker that says what a test tells it to, and a window around it or around the real one."""

import itertools
from contextlib import contextmanager

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication, QMessageBox, QProgressDialog

from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.runs.session import WorkerSession


def give_up(window):
    """Nothing of this window is missed: it closes without a question."""
    window.history.mark_saved()
    window.file.path = ""


def make_window(qtbot, catalogue):
    """A window in front, whose test need save nothing."""
    window = MainWindow(catalogue, WorkerSession(FakeWorker))
    qtbot.addWidget(window, before_close_func=give_up)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    return window


@contextmanager
def at_work(catalogue, document):
    """A window with the real worker, on a document."""
    window = MainWindow(catalogue)
    window.workspace.replace(document)
    window.show()
    yield window
    window.history.mark_saved()
    window.close()


class FakeWorker:
    """Answers each request by `answers[do]`: a dict, with its arrays where there are some, or a function of the
    request's fields that gives that or None (no answer yet). Everything asked is in `asked`."""

    def __init__(self, on_message, on_death, on_output):
        self.on_message, self.on_death, self.on_output = on_message, on_death, on_output
        self.answers = {"open": {"problems": [], "kept": [], "reset": [], "blocks": []}, "stop": {}, "reset": {}}
        self.asked, self.numbers, self.starts, self.alive, self.pid = [], itertools.count(1), 0, False, None
        self.last = {}

    def start(self):
        self.starts, self.alive, self.pid = self.starts + 1, True, 4000 + self.starts

    def send(self, do, **fields):
        if not self.alive:
            raise RuntimeError("the worker was not started")
        number = self.last[do] = next(self.numbers)
        self.asked.append((do, fields))
        answer = self.answers.get(do)
        if callable(answer):
            answer = answer(**fields)
        if answer is not None:
            answer, arrays = answer if isinstance(answer, tuple) else (answer, [])
            self.on_message({"reply": number, **answer}, arrays)
        return number

    def did(self):
        return [do for do, _ in self.asked]

    def tell(self, **message):
        self.on_message(message, [])

    def finish(self, do="run", **fields):
        """Answer the latest request of a kind."""
        self.on_message({"reply": self.last[do], **fields}, [])

    def die(self, reason="the worker process was ended by SIGKILL"):
        self.alive = False
        self.on_death(reason)

    def kill(self):
        self.die("killed")

    close = kill


def press_in_dialog(text, seen=None):
    """Press the button of that text in the dialog that comes up; `seen` collects what the dialog said."""
    def look(tries=100):
        box = QApplication.activeModalWidget()
        if box is None and tries:
            QTimer.singleShot(20, lambda: look(tries - 1))
            return
        if seen is not None and isinstance(box, QMessageBox):
            seen.append(box.text())
        button = next(b for b in box.findChildren(QAbstractButton) if b.text().replace("&", "").rstrip(" .") == text)
        button.click()
    QTimer.singleShot(20, look)


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


def press_in_menu(menu, text):
    """Trigger the entry of a menu as a click would."""
    menu.aboutToShow.emit()
    next(a for a in menu.actions() if a.text().replace("&", "") == text).trigger()
