"""The preferences. Each choice is applied and stored at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QFileDialog, QFormLayout, QLineEdit, QPushButton, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.canvas_requests import GRIDS, CanvasSettings
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window import user_settings
from blockloom.app.window.commands.actions import CommandActions
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.run.worker_session import IDLE, OFF, WorkerSession
from blockloom.app.window.widgets.style import Theming, roomy, scale_texts
from blockloom.runtime.protocol.replies import CatalogueWrittenReply
from blockloom.runtime.worker import environment
from blockloom.runtime.worker.environment import Environment
from blockloom.runtime.worker.errors import BadEnvironment


class TensorFlowFields(QObject):
    """The rows of TensorFlow's environment in the preferences.

    `python` and `ops` are rows of a field and a button each, and `told` reports the result of a choice. A typed text is
    applied when editing ends.
    """

    def __init__(self, dialog: QWidget, whose: TensorFlowChoice):
        super().__init__(dialog)
        self._dialog, self._whose = dialog, whose
        self.path = QLineEdit(placeholderText=tr("Blockloom's own"), clearButtonEnabled=True)
        qt.with_name(self.path, tr("TensorFlow environment"), tr("The folder of an environment, or its Python"))
        self.libraries = QLineEdit(placeholderText=tr("none"), clearButtonEnabled=True)
        qt.with_name(self.libraries, tr("Custom ops"), tr("Libraries as tf.load_op_library loads them (.so)"))
        for field in (self.path, self.libraries):
            field.editingFinished.connect(self._take)
        self.python = self._row(self.path, qt.button(tr("Browse…"), self._browse))
        self.ops = self._row(self.libraries, qt.button(tr("Add…"), self._add))
        self.message = Label(objectName="dim", wordWrap=True)
        self.message.hide()
        self._show()
        whose.progress_message.connect(self._tell)

    @staticmethod
    def _row(*parts: QWidget) -> QWidget:
        row = QWidget()
        qt.column(*parts, of=row, margins=0, down=False)
        return row

    def _show(self) -> None:
        now = environment.selected_environment()
        self.path.setText(now.python)
        self.libraries.setText(os.pathsep.join(now.ops))

    def _take(self) -> None:
        self.message.hide()  # the message is about the previous text
        ops = [path.strip() for path in self.libraries.text().split(os.pathsep)]
        self._whose.choose(self.path.text().strip(), [path for path in ops if path])

    def _browse(self) -> None:
        begin = self.path.text() or os.path.expanduser("~")
        if folder := QFileDialog.getExistingDirectory(self._dialog, tr("Environment with TensorFlow"), begin):
            self.path.setText(folder)
            self._take()

    def _add(self) -> None:
        found, _ = QFileDialog.getOpenFileNames(
            self._dialog, tr("Custom ops"), "", tr("Libraries") + " (*.so *.dylib *.dll)"
        )
        if found:
            self.libraries.setText(os.pathsep.join(filter(None, (self.libraries.text(), *found))))
            self._take()

    def _tell(self, text: str, failed: bool) -> None:
        self.message.setText(text)
        self.message.setVisible(bool(text))
        self.message.setToolTip(as_is(text))
        QTimer.singleShot(0, self._dialog, self._fit)  # later, when the layout knows the text
        for row in (self.python, self.ops):
            row.setEnabled(not self._whose.trying)
        if not self._whose.trying and not failed:
            self._show()

    def _fit(self) -> None:
        """Make the dialog as high as it needs to be: adjustSize() takes two thirds of the screen at most."""
        if layout := self._dialog.layout():
            width = self._dialog.width()
            self._dialog.resize(width, max(self._dialog.height(), layout.totalHeightForWidth(width)))


class Preferences(QDialog):
    """The preferences: theme, language, text size, map, TensorFlow of runs, and buttons for further dialogs."""

    command_wanted = Signal(str)  # emitted with the key of a command that opens a window

    def __init__(self, theming: Theming, tabs: PageTabs, canvases: CanvasSettings, whose: TensorFlowChoice):
        super().__init__(tabs.window(), windowTitle=tr("Preferences"), objectName="preferences")
        self.theming, self.tabs, self.canvases = theming, tabs, canvases
        self.theme = self._choice(
            [(tr("Like the system"), "system"), (tr("Dark"), "dark"), (tr("Light"), "light")],
            user_settings.theme_choice(),
            theming.choose,
        )
        self.texts = self._choice(
            [(f"{n} %", n) for n in user_settings.TEXT_SIZES], user_settings.text_size(), self._size
        )
        self.language = self._choice(
            [(tr("System Language"), ""), *((n, c) for c, n in user_settings.LANGUAGES.items())],
            user_settings.chosen(),
            self._speak,
        )
        self.message = Label(objectName="dim", wordWrap=True)
        self.message.hide()
        self.map = QCheckBox(tr("Show the &map on every page"), checked=user_settings.shows_map())
        self.map.toggled.connect(self._map)
        self.wheel = self._choice(
            [(tr("Zooms"), "zoom"), (tr("Moves the page, with Ctrl it zooms"), "scroll")],
            "scroll" if canvases.wheel_scrolls else "zoom",
            self._wheel,
        )
        self.grid = self._choice(
            [(tr("none") if n == 1 else tr("{} pixels").format(n), n) for n in GRIDS], canvases.grid, self._grid
        )
        self.lines = QCheckBox(tr("&Draw it on every page"), checked=canvases.grid_shown)
        self.lines.toggled.connect(self._show_grid)
        sizes: list[tuple[str, object]] = [(f"{size:,} MB", size) for size in user_settings.PAST_SIZES]
        self.past = self._choice(
            sizes, user_settings.past_size(), lambda size: user_settings.settings().setValue("past", size)
        )
        keys = qt.button(tr("&Keyboard Shortcuts…"), lambda: self.command_wanted.emit("shortcuts"))
        target = qt.button(tr("T&arget…"), lambda: self.command_wanted.emit("to_target"))
        folders = qt.button(tr("Map Windows &Folders…"), lambda: self.command_wanted.emit("map_folders"))
        self.tensorflow = TensorFlowFields(self, whose)
        form = QFormLayout()
        for text, field in (
            (tr("&Theme:"), self.theme),
            (tr("Te&xt size:"), self.texts),
            (tr("&Language:"), self.language),
            ("", self.message),
            (tr("Pages:"), self.map),
            (tr("&Grid:"), self.grid),
            ("", self.lines),
            (tr("&Wheel:"), self.wheel),
            (tr("Memory for past steps:"), self.past),
            (tr("Ten&sorFlow of:"), self.tensorflow.python),
            (tr("Custom &ops:"), self.tensorflow.ops),
            (None, self.tensorflow.message),
            (tr("Runs:"), target),
            (tr("Files:"), folders),
            (tr("Keys:"), keys),
        ):
            if text is None:
                form.addRow(field)
                continue
            form.addRow(text, field)
            if isinstance(field, QComboBox):
                field.setAccessibleName(text.replace("&", "").rstrip(": \N{NO-BREAK SPACE}"))
        note = Label(
            tr("Edits are autosaved to a crash journal within a second; the file itself changes when you save."),
            objectName="dim",
            wordWrap=True,
        )
        for button in qt.close_with(self, form, note, None, space=12).buttons():
            if isinstance(button, QPushButton):
                button.setAutoDefault(False)  # Enter must complete the input, not press the button
        self.resize(roomy(self, 58, 10).width(), self.sizeHint().height())

    @staticmethod
    def _choice(entries: list[tuple[str, object]], current: object, take: Callable[[Any], None]) -> QWidget:
        box = QComboBox()
        for text, value in entries:
            box.addItem(text, value)
        box.setCurrentIndex(max(0, box.findData(current)))
        box.activated.connect(lambda _: take(box.currentData()))
        return box

    def _size(self, percent: int) -> None:
        user_settings.settings().setValue("text_size", percent)
        scale_texts(percent)
        self.theming.changed.emit()  # style sheets keep the fonts that they were applied with

    def _speak(self, code: str) -> None:
        changes = user_settings.choose(code)
        self.message.setText(user_settings.missing_font(code) or changes)
        self.message.show()

    def _wheel(self, does: str) -> None:
        user_settings.settings().setValue("wheel", does)
        self.canvases.wheel_scrolls = does == "scroll"

    def _grid(self, pixels: int) -> None:
        user_settings.settings().setValue("grid", pixels)
        self.canvases.grid = pixels
        self._look_again()

    def _show_grid(self, shown: bool) -> None:
        user_settings.settings().setValue("grid_shown", shown)
        self.canvases.grid_shown = shown
        self._look_again()

    def _look_again(self) -> None:
        for canvas in self.tabs.canvases():
            canvas.update()

    def _map(self, shown: bool) -> None:
        user_settings.settings().setValue("map", shown)
        for canvas in self.tabs.canvases():
            canvas.minimap.turn(shown)


def show(
    theming: Theming, tabs: PageTabs, canvases: CanvasSettings, whose: TensorFlowChoice, commands: CommandActions
) -> None:
    """Open the preferences."""
    dialog = Preferences(theming, tabs, canvases, whose)

    def open_command(key: str) -> None:
        if key == "to_target":  # the command opens a dock, which the dialog would block
            dialog.accept()
        commands[key].trigger()

    dialog.command_wanted.connect(open_command)
    dialog.open()


class TensorFlowChoice(QObject):
    """Switches the worker to another TensorFlow environment, and back if that fails."""

    progress_message = Signal(str, bool)  # message, whether the switch failed

    def __init__(self, worker: WorkerSession):
        super().__init__(worker)
        self._worker = worker
        self._before: Environment | None = None  # previous environment, while another one is tried
        worker.catalogue_written.connect(self._works)
        worker.died.connect(self._fails)
        worker.failed.connect(self._fails)

    @property
    def trying(self) -> bool:
        """True while an environment is being tried."""
        return self._before is not None

    def choose(self, python: str, ops: Sequence[str]) -> None:
        """Try another TensorFlow environment.

        Args:
            python: An interpreter or the folder of an environment, "" for that of Blockloom.
            ops: Libraries of custom ops.
        """
        if self.trying:
            return
        if self._worker.state not in (OFF, IDLE):
            self.progress_message.emit(self.tr("A run is in progress: stop it first."), True)
            return
        before = environment.selected_environment()
        try:
            environment.use_environment(python, ops)
        except BadEnvironment as error:
            self.progress_message.emit(translated(error.args[0]), True)
            return
        if environment.selected_environment() == before:
            return
        self._before = before
        self.progress_message.emit(self.tr("Trying it…"), False)
        self._worker.restart()

    def _works(self, reply: CatalogueWrittenReply) -> None:
        if self._before is not None:
            self._before = None
            user_settings.keep_environment(*environment.selected_environment())
            self.progress_message.emit(self.tr("Using TensorFlow {}").format(reply.tensorflow), False)

    def _fails(self, why: str) -> None:
        before = self._before
        if before is not None and why:
            self._before = None
            environment.select_environment(*before)
            self.progress_message.emit(why, True)
            self._worker.restart()
