"""The window as a whole."""

import pytest
from PySide6.QtCore import Qt

from blockloom.app.window import faults, user_settings
from blockloom.app.window.main import first_size
from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.run.worker_session import WorkerSession
from tests.app.windowkit import FakeWorker


def test_an_unexpected_exception_becomes_one_line_with_details(window, capsys):
    faults.install(lambda line, details: window.messages.add(line, "error", details))
    try:
        import sys

        try:
            raise KeyError("lost pin")
        except KeyError as error:
            sys.excepthook(type(error), error, error.__traceback__)
    finally:
        faults.install(None)
        sys.excepthook = sys.__excepthook__
    item = window.messages.item(window.messages.count() - 1)
    assert "lost pin" in item.text() and "\n" not in item.text()
    assert "Traceback" in item.data(Qt.ItemDataRole.UserRole) and capsys.readouterr().err == ""


def test_the_theme_is_remembered(window, qtbot, catalogue):
    window.commands["theme"].trigger()
    assert user_settings.theme() == "light"
    again = MainWindow(catalogue, WorkerSession(FakeWorker))
    qtbot.addWidget(again)
    assert again.theming.theme == "light" and again.commands["theme"].isChecked()
    again.theming.toggle()
    assert user_settings.theme() == "dark"


def test_every_command_has_a_text_and_no_key_is_used_twice(window):
    used = [
        (k.toString(), command.canvas)
        for command in window.commands.table
        for k in window.commands[command.key].shortcuts()
    ]
    assert len(used) == len({key for key, _ in used})
    assert all(window.commands[command.key].text() for command in window.commands.table)


def test_about_opens(window, qtbot):
    from blockloom.app.window.dialogs.help_dialogs import about

    box = about(window)
    assert box.isVisible()
    box.close()


@pytest.mark.parametrize(
    ("screen", "size"),
    [
        ((2560, 1440), (1920, 1152)),
        ((1920, 1040), (1536, 860)),
        ((1366, 728), (1400, 860)),
        ((3840, 2100), (1920, 1200)),
    ],
)
def test_the_first_window_takes_most_of_the_screen(screen, size):
    assert first_size(*screen) == size
