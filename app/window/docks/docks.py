"""What lies around the pages: the docks, the lists of problems and messages, the status bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDockWidget, QLabel, QTabWidget, QWidget

from blockloom.app.canvas.words import translated
from blockloom.app.window.runs.targetbutton import TargetButton
from blockloom.app.window.settings import settings
from blockloom.app.window.widgets.icons import icon
from blockloom.blocks.problems import ERROR, Problem

if TYPE_CHECKING:
    from blockloom.app.window.docks.printed import Printed
    from blockloom.app.window.mainwindow import MainWindow


class Surroundings:
    """Mixed into the window."""

    # --- made once ----------------------------------------------------------------------------------------------------

    def _make_docks(self: MainWindow) -> None:
        self.lists = QTabWidget(documentMode=True)
        for part in (self.lists, self.lists.tabBar()):
            part.setAccessibleName(self.tr("Problems and messages"))
        self.lists.addTab(self.problem_list, self.tr("Problems"))
        self.lists.addTab(self.messages, self.tr("Messages"))
        self.output: Printed | None = None
        self.docks: dict[str, QDockWidget] = {}
        area = Qt.DockWidgetArea
        for key, title, widget, where, size in (
                ("palette", self.tr("Block types"), self.palette_view, area.LeftDockWidgetArea, 290),
                ("inspector", self.tr("Inspector"), self.inspector, area.RightDockWidgetArea, 300),
                ("lists", self.tr("Problems and messages"), self.lists, area.BottomDockWidgetArea, 140)):
            dock = self.docks[key] = QDockWidget(title, self, objectName=key)
            dock.setWidget(widget)
            self.addDockWidget(where, dock)
            self.resizeDocks([dock], [size], Qt.Orientation.Vertical if key == "lists" else Qt.Orientation.Horizontal)
        self.setCorner(Qt.Corner.BottomLeftCorner, area.LeftDockWidgetArea)
        self.setCorner(Qt.Corner.BottomRightCorner, area.RightDockWidgetArea)

    def _make_status(self: MainWindow) -> None:
        self.state_label, self.zoom_label = QLabel(), QLabel("100 %")
        self.version_label = QLabel(objectName="dim")
        self.autosave_label = QLabel(objectName="dim")
        self.autosave_label.setAccessibleName(self.tr("Autosave"))
        self.state_label.setAccessibleName(self.tr("State of the run"))
        self.state_label.setTextFormat(Qt.TextFormat.PlainText)
        self.zoom_label.setAccessibleName(self.tr("Zoom"))
        self.version_label.setAccessibleName(self.tr("TensorFlow version"))
        self.target_button = TargetButton(self.targets, self.colours)
        self.target_button.clicked.connect(lambda: self.panels.show_target())
        for label in (self.state_label, self.target_button, self.autosave_label, self.zoom_label, self.version_label):
            self.statusBar().addPermanentWidget(label)
        self._show_version()

    def _restore(self: MainWindow) -> None:
        store = settings()
        for key, restore in (("geometry", self.restoreGeometry), ("docks", self.restoreState)):
            value = store.value(key)
            if value:
                restore(value)

    # --- docks --------------------------------------------------------------------------------------------------------

    def show_dock(self: MainWindow, key: str) -> None:
        """Bring a dock to the front and the focus to its content."""
        self.docks[key].show()
        self.docks[key].raise_()
        self.docks[key].widget().setFocus()

    def show_type_help(self: MainWindow) -> None:
        """The description of the selected block's type, with the keyboard in it."""
        block = self.page().blocks.get(min(self.canvas().selection(), default=""))
        if block is None or block.type not in self.catalogue:
            self.say(self.tr("Select a block to read what it does"))
            return
        self.show_dock("palette")
        self.palette_view.describe(block.type)
        self.palette_view.help.setFocus()

    def focus_palette(self: MainWindow) -> None:
        self.show_dock("palette")
        self.palette_view.search.selectAll()

    def set_problems(self: MainWindow, problems: list[Problem]) -> None:
        self.problem_list.rows.set_problems(problems)
        errors = sum(p.severity == ERROR for p in problems)
        title = self.tr("Problems ({})").format(len(problems)) if problems else self.tr("Problems")
        self.lists.setTabText(0, title)
        self.lists.setTabIcon(0, icon("error" if errors else "warning", self.colours) if problems else QIcon())

    def show_problems(self: MainWindow, focus: bool = True) -> None:
        self._show_list(self.problem_list, focus)

    def show_messages(self: MainWindow, focus: bool = True) -> None:
        self._show_list(self.messages, focus)

    def show_printed(self: MainWindow, text: str) -> None:
        """What operations print, in a list of its own from the first time on."""
        if self.output is None:
            from blockloom.app.window.docks.printed import Printed

            self.output = Printed(self.lists)
            self.lists.addTab(self.output, self.tr("Output"))
            self.messages.add(self.tr("What operations print is in the list Output."))
        self.output.add(text)

    def _show_list(self: MainWindow, widget: QWidget, focus: bool) -> None:
        self.docks["lists"].show()
        self.lists.setCurrentWidget(widget)
        if focus:
            widget.setFocus()

    # --- status bar ---------------------------------------------------------------------------------------------------

    def _show_autosave(self: MainWindow, word: str, meaning: str) -> None:
        self.autosave_label.setText(word)
        self.autosave_label.setToolTip(meaning)

    def _show_version(self: MainWindow) -> None:
        self.version_label.setText(f"TensorFlow {self.catalogue.version}" if self.catalogue.version else "")

    def _show_zoom(self: MainWindow, zoom: float) -> None:
        self.zoom_label.setText(f"{zoom * 100:.0f} %")

    def show_state(self: MainWindow, text: str, severity: str) -> None:
        """What the run does, in the status bar; `severity` is one of the window's colours, or empty."""
        colour = f"color: {getattr(self.colours, severity)}" if severity else ""
        if colour != self.state_label.styleSheet():     # it takes a while, and a run says much
            self.state_label.setStyleSheet(colour)
        self.state_label.setText(text if len(text) < 110 else text[:107] + "...")
        self.state_label.setToolTip(text)

    def say(self: MainWindow, text: str) -> None:
        """One line in the status bar, for a while."""
        self.statusBar().showMessage(translated(text), 8000)
