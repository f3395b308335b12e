"""The main window: puts canvas, palette, inspector, lists and commands together around one document."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QTabBar

from blockloom.app import command_table, formats
from blockloom.app.canvas import DARK, LIGHT, Canvas, grid
from blockloom.app.canvas.words import translated
from blockloom.app.command_table import BLOCKS, PAGES, REDO, SELECTION, UNDO
from blockloom.app.window.adding.addblock import Adding
from blockloom.app.window.adding.favourites import remember
from blockloom.app.window.adding.palette import Palette
from blockloom.app.window.commands import keyboard, menus
from blockloom.app.window.commands.actions import CommandActions
from blockloom.app.window.dialogs.waiting import waits
from blockloom.app.window.docks.docks import Surroundings
from blockloom.app.window.docks.inspector import Inspector
from blockloom.app.window.docks.problems import Messages, ProblemList
from blockloom.app.window.document import shutdown
from blockloom.app.window.document.arranging import Arranging
from blockloom.app.window.document.autosave import Autosave
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.quickfixes import QuickFixes
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.lazypanels import LazyPanels
from blockloom.app.window.results.resultviews import ResultViews
from blockloom.app.window.runs.controller import RunController
from blockloom.app.window.runs.livetypes import LiveTypes
from blockloom.app.window.runs.session import IDLE, OFF, OPENING, RUNNING, WorkerSession
from blockloom.app.window.runs.targets import Targets
from blockloom.app.window.settings import grid_step, settings, shows_map, text_size, theme, wheel_scrolls
from blockloom.app.window.widgets import style
from blockloom.app.window.widgets.icons import icon
from blockloom.app.window.widgets.theming import Theming, scale_texts
from blockloom.blocks.catalogue import Catalogue, own_entries
from blockloom.blocks.document import Document, new_document
from blockloom.blocks.edits import Edit, EditError
from blockloom.blocks.history import History


class MainWindow(Surroundings, QMainWindow):
    """One document, its pages, its worker. `painted` tells once that the window was painted for the first time."""

    painted = Signal()

    def __init__(self, catalogue: Catalogue | None = None, worker: WorkerSession | None = None):
        super().__init__()
        self.setObjectName("main")
        self.catalogue = catalogue or Catalogue(own_entries())
        self.theme = theme()
        self.colours = style.colours_of(self.theme)
        self._painted = self._shifting = False
        scale_texts(text_size())
        grid.set_step(grid_step())
        style.apply(self.theme)
        self.setWindowIcon(icon("app", self.colours))
        self.setAcceptDrops(True)
        self.worker = worker or WorkerSession()
        self.worker.setParent(self)
        self.history = History(new_document())
        self.adding = Adding(self)
        self.tabs = PageTabs(self._new_canvas, self)
        self.centre = QStackedWidget()
        self.centre.addWidget(self.tabs)
        self.setCentralWidget(self.centre)
        self.palette_view = Palette(self.catalogue, self.colours)
        self.targets = Targets(self)
        self.inspector = Inspector(self.catalogue, lambda page, block: self.history.inferences(self.catalogue).known(
            page, block))
        self.problem_list = ProblemList(self.colours)
        self.messages = Messages(self.colours)
        self._make_docks()
        self._make_status()
        self.views = ResultViews(self)
        self.runs = RunController(self, self.worker)
        self.live_types = LiveTypes(self, self.worker)
        self.panels = LazyPanels(self)
        self.file = DocumentFile(self)
        self.autosave = Autosave(self)
        self.autosave.said.connect(self._show_autosave)
        self.arranging = Arranging(self)
        self.theming = Theming(self)
        self.commands = CommandActions(self, self.tabs, self.tabs.canvas, self._does())
        self.commands.set_colours(self.colours)
        self.commands["theme"].setChecked(self.theme == "light")
        self.commands["times"].setChecked(self.runs.times.on)
        self.recent_menu, self.example_menu = menus.add(self)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._show_selection)
        self.palette_view.chosen.connect(self.add_block)
        self.inspector.edited.connect(self.do)
        self.inspector.goto.connect(lambda block: self.goto(self.tabs.page_name(), block))
        self.inspector.text_wanted.connect(lambda *what: self.panels.texts.open(self.page(), *what))
        self.inspector.table_wanted.connect(lambda block, pin: self.views.open_block(self.page(), block, pin))
        self.problem_list.jump.connect(lambda problem: self.goto(problem.page, problem.block))
        self.quick_fixes = QuickFixes(self)
        self.focus_line = keyboard.FocusLine(self)
        self.tabs.current_changed.connect(self._page_changed)
        self.tabs.said.connect(self.say)
        self.worker.state_changed.connect(self._enable_run)
        for signal in (self.worker.died, self.worker.failed):
            signal.connect(lambda _: self.palette_view.say_missing())
        self.worker.printed.connect(self.show_printed)
        self.worker.catalogue_written.connect(self._catalogue_written)
        self.resize(1400, 860)
        self.set_document(self.history.document)
        self._restore()

    def _does(self) -> dict:
        """What the window does for each command that no canvas does."""
        return {
            "new": self.file.new, "open": self.file.open, "new_window": self.panels.new_window,
            "import_pages": self.file.import_pages,
            "start": lambda: self.file.may_leave() and self.panels.start_again(), "save": self.file.save,
            "save_as": self.file.save_as, "export": lambda: self.panels.exporter.export(),
            "copy_picture": lambda: self.panels.exporter.copy(), "print": lambda: self.panels.exporter.print(),
            "recover": self.autosave.offer, "map_folders": self.file.map_folders, "quit": self.close, "undo": self.undo,
            "redo": self.redo, "history": self.panels.show_history, "keep_snippet": lambda: self.panels.snippets.keep(),
            "insert_snippet": lambda: self.panels.snippets.ask(), "add_block": self.focus_palette,
            "fix": lambda: self.quick_fixes.open_selected(), "find": self.panels.find,
            "find_next": lambda: self.panels.find_next(1), "find_previous": lambda: self.panels.find_next(-1),
            "preferences": self.panels.show_preferences, "next_part": lambda: keyboard.turn(self, 1),
            "previous_part": lambda: keyboard.turn(self, -1), "only_page": self.panels.only_page,
            "full_screen": self.panels.full_screen, "to_page": lambda: self.canvas().setFocus(),
            "to_inspector": lambda: self.show_dock("inspector"), "to_problems": self.show_problems,
            "next_problem": lambda: self.problem_list.step(1), "previous_problem": lambda: self.problem_list.step(-1),
            "to_outline": self.panels.show_outline, "to_messages": self.show_messages,
            "view_result": lambda: self.views.open_selected(), "theme": self.theming.toggle,
            "arrange": self.arranging.start, "wire": self.panels.show_wires, "add_page": self.tabs.add_page,
            "duplicate_page": self.tabs.duplicate_page, "rename_page": self.tabs.rename_page,
            "remove_page": lambda: self.tabs.remove_page(), "page_left": lambda: self.tabs.move_page(-1),
            "page_right": lambda: self.tabs.move_page(1), "previous": lambda: self.turn_page(-1),
            "next": lambda: self.turn_page(1), "run_n": self.run_n, "step": lambda: self.runs.run(1),
            "run": lambda: self.runs.run(0), "run_until": self.panels.run_until, "stop": self.runs.stop,
            "auto_run": lambda: self.runs.auto.toggle(), "times": lambda: self.runs.times.toggle(),
            "reset": self.runs.reset, "to_target": self.panels.show_target, "commands": self.panels.show_commands,
            "shortcuts": self.panels.show_shortcuts, "type_help": self.show_type_help, "handling": self.show_handling,
            "legend": self.show_legend, "about": self.show_about,
        }

    # --- the document ---------------------------------------------------------------------------------------------

    def set_document(self, document: Document, history: History | None = None) -> None:
        """Show another document, with what was done to it; the one before is gone."""
        self.views.close_all()
        self.inspector.forget()
        self.autosave.drop()
        self.history.listeners.clear()
        self.history = history or History(document)
        # In this order: an edit is kept before anything shows it. One that fails takes no other down.
        self.history.listeners += [self.autosave.follow, self._shown, self.runs.follow, self.live_types.follow,
                                   self._followed]
        self.runs.set_document(document)
        self.live_types.set_document(document)
        self.tabs.set_history(self.history)
        self.panels.leave_start()
        if self.panels.find_box is not None:
            self.panels.find_box.hide()
        if "outline" in self.docks:
            self.docks["outline"].widget().fill()
        self._changed()
        if any(page.blocks for page in document.pages.values()):
            QTimer.singleShot(0, self._fit_all)
        for trouble in document.troubles:
            self.messages.add(str(trouble), trouble.severity)
        if document.troubles:
            self.show_problems(focus=False)

    def _fit_all(self) -> None:
        for canvas in self.tabs.canvases():
            if self.history.document.pages[canvas.page_name].blocks:
                canvas.fit()

    def page(self):
        """The page in front."""
        return self.history.document.pages[self.tabs.page_name()]

    def canvas(self) -> Canvas:
        """The canvas in front."""
        return self.tabs.canvas()

    def do(self, edit: Edit, label: str) -> None:
        """Apply an edit; one that does not fit is said in the status bar."""
        try:
            self.history.do(edit, label)
        except EditError as error:
            self.say(str(error))

    def undo(self) -> None:
        self._shift(self.history.undo)

    def redo(self) -> None:
        self._shift(self.history.redo)

    def travel(self, steps: int) -> None:
        """Undo (below 0) or redo so many steps."""
        for _ in range(abs(steps)):
            (self.redo if steps > 0 else self.undo)()

    def _shift(self, do) -> None:
        self.commit_fields()
        self._shifting = True
        try:
            do()
        finally:
            self._shifting = False

    def commit_fields(self) -> None:
        """Take what is being typed, in the inspector or on the canvas, into the document."""
        self.canvas().close_editor()
        for field in list(self.inspector.fields.values()):
            if field.edit.hasFocus():
                field.commit()

    def _shown(self, edit: Edit) -> None:
        self.panels.leave_start()
        self.tabs.follow(edit, self._shifting)

    def _followed(self, edit: Edit) -> None:
        self._close_boxes()
        if "outline" in self.docks:
            self.docks["outline"].widget().changed()
        self.views.follow(edit, {(t.page, t.renamed[0]): t.renamed[1] for t in edit.touched() if t.renamed})
        self._changed()

    def _changed(self) -> None:
        self.title_changed()
        for key, when, label, text in (("undo", UNDO, self.history.undo_label, self.tr("&Undo {}")),
                                       ("redo", REDO, self.history.redo_label, self.tr("&Redo {}"))):
            self.commands.enable(when, bool(label))
            self.commands[key].setText(text.format(label.replace("&", "&&")).rstrip(" :\N{NO-BREAK SPACE}"))
        pages = len(self.history.document.pages)
        self.commands.enable(PAGES, pages > 1)
        self._later.start()

    def title_changed(self) -> None:
        """The file or its state changed."""
        self.setWindowTitle(f"{self.file.name()}[*] - Blockloom")
        self.setWindowModified(self.history.dirty)
        if not self.history.dirty:
            self.autosave.drop()

    def restore_later(self) -> None:
        """What is remembered but need not be there at the first paint."""
        for key, show in (("outline", self.panels.show_outline), ("target", self.panels.show_target)):
            if settings().value(key) in (True, "true"):
                show()
        start = self.centre.currentWidget()
        if start is not self.tabs:
            self.panels.put_away()
            start.draw()
            start.new.setFocus()
        else:
            self.canvas().setFocus()

    # --- canvases -------------------------------------------------------------------------------------------------

    def _new_canvas(self, page: str) -> Canvas:
        canvas = Canvas(self.history, page, self.catalogue, LIGHT if self.theme == "light" else DARK)
        canvas.selection.changed.connect(self._later.start)
        canvas.selection.changed.connect(lambda: self._enable_selection(canvas))    # a key may follow at once
        canvas.requests.results_wanted.connect(lambda block, pin: self.views.open_block(self.page(), block, pin))
        canvas.requests.viewer_wanted.connect(lambda *what: self.views.open_result(self.page(), *what))
        canvas.monitors.changed.connect(lambda: self.runs.watch(canvas.page_name))
        canvas.requests.add_wanted.connect(self.adding.wanted)
        canvas.requests.initialise_wanted.connect(lambda blocks: self.runs.initialise(blocks))
        canvas.requests.fixes_wanted.connect(lambda block, pin: self.quick_fixes.open(canvas, block, pin))
        canvas.said.connect(self.say)
        canvas.open_page.wait = waits(self)
        canvas.open_text = lambda block, pin: self.panels.texts.open(self.page(), block, pin)
        canvas.view.zoomed.connect(self._show_zoom)
        self.runs.dress(canvas)
        canvas.show_map(shows_map())
        canvas.gestures.wheel_scrolls = wheel_scrolls()
        return canvas

    def _close_boxes(self) -> None:
        """The page changed, or another is in front: what was asked for at a block may be so no more."""
        if self.quick_fixes.box is not None:
            self.quick_fixes.close()
            self.canvas().setFocus()
        for box in (self.adding.box, self.panels.wires):
            if box is not None and box.isVisible():
                box.close_box()

    def _page_changed(self) -> None:
        canvas = self.canvas()
        if canvas is not None:
            self._close_boxes()
            self.live_types.look()
            self._show_zoom(canvas.view.scale)
            self._later.start()

    def _enable_selection(self, canvas: Canvas) -> None:
        items, wires = canvas.selection.there()
        self.commands.enable(BLOCKS, items)
        self.commands.enable(SELECTION, items or wires)

    def _show_selection(self) -> None:
        canvas = self.canvas()
        if canvas is None or self.tabs.page_name() not in self.history.document.pages:
            return
        page = self.page()
        self.inspector.show_selection(page, canvas.selection(), self.runs.results.get(page.name, {}))
        chosen = canvas.selection()
        if "outline" in self.docks:
            self.docks["outline"].widget().select(page.name, chosen)
        self._enable_selection(canvas)
        if len(chosen) == 1 and chosen <= page.blocks.keys():
            self.palette_view.describe(page.blocks[min(chosen)].type)

    def goto(self, page: str, block: str) -> None:
        """Show a block, whatever page it is on."""
        if self.tabs.show_page(page):
            canvas = self.canvas()
            if block in self.page().ids():
                canvas.navigation.reveal(block)
            canvas.setFocus()

    def add_block(self, type_name: str) -> None:
        """Add a block of a type at the centre of the view."""
        remember(type_name)
        self.canvas().add_block(type_name)

    def turn_page(self, by: int) -> None:
        self.tabs.setCurrentIndex((self.tabs.currentIndex() + by) % self.tabs.count())

    # --- running --------------------------------------------------------------------------------------------------

    def run_n(self) -> None:
        self.commands.steps.interpretText()
        self.runs.run(self.commands.steps.value())

    def _enable_run(self, state: str) -> None:
        self.commands.enable(command_table.IDLE, state in (OFF, IDLE))
        self.commands.enable(command_table.BUSY, state in (OPENING, RUNNING))

    def results_changed(self, page: str | None) -> None:
        """New results on a page; None: all are gone."""
        front = self.tabs.page_name()
        if page in (None, front):
            self.inspector.show_results(self.runs.results.get(front, {}))
        self.views.refresh(page)

    def _catalogue_written(self, reply: dict) -> None:
        from blockloom.runtime.client import WorkerError, catalogue_of
        try:
            self.set_catalogue(catalogue_of(reply))
        except WorkerError as error:
            self.messages.add(self.tr("TensorFlow's ops cannot be read: {}").format(translated(error)), "error")

    def set_catalogue(self, catalogue: Catalogue) -> None:
        """Offer these block types and draw every page with them."""
        self.catalogue = catalogue
        self.live_types.look()
        self.palette_view.set_catalogue(catalogue)
        self.inspector.catalogue = catalogue
        self._show_version()
        self.runs.show_state()
        front = self.tabs.page_name()
        self.tabs.set_history(self.history)
        self.tabs.show_page(front)
        if self.centre.currentWidget() is not self.tabs:
            self.panels.show_start()
        self._fit_all()

    # --- the window -----------------------------------------------------------------------------------------------

    def show_about(self) -> None:
        from blockloom.app.window.dialogs.about import about
        about(self, self.windowIcon())

    def show_handling(self) -> None:
        from blockloom.app.window.dialogs.mousehelp import handling
        handling(self)

    def show_legend(self) -> None:
        from blockloom.app.window.dialogs.legend import legend
        legend(self, LIGHT if self.theme == "light" else DARK)

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.ChildPolished and isinstance(event.child(), QTabBar):
            event.child().setAccessibleName(self.tr("Docks"))
        if event.type() == QEvent.Type.DevicePixelRatioChange and self._painted:
            self.theming.show()
        if event.type() == QEvent.Type.Paint and not self._painted:
            self._painted = True
            QTimer.singleShot(0, self.painted.emit)  # once the paint has reached the screen
        return done

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not keyboard.pressed(self, event):
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow() and self._painted:
            QTimer.singleShot(0, self.file.look_at_disk)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._dropped_file(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        path = self._dropped_file(event)
        if path:
            event.acceptProposedAction()
            QTimer.singleShot(0, lambda: self.file.open_path(path))  # not inside the drag: it may ask a question

    @staticmethod
    def _dropped_file(event: QDropEvent) -> str:
        paths = [url.toLocalFile() for url in event.mimeData().urls()]
        return next((p for p in paths if formats.find(p, "read")), "")

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.file.may_leave():
            event.ignore()
            return
        shutdown.leave(self)
        self.autosave.drop()
        event.accept()
