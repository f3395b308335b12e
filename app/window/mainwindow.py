"""The main window: puts canvas, palette, inspector, lists and commands together around one document."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QChildEvent, QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from blockloom.app import formats, qt
from blockloom.app.canvas import Canvas
from blockloom.app.canvas.mouse.dropping import trainable
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.command_table import PAST
from blockloom.app.window import panels
from blockloom.app.window.adding.palette import Palette
from blockloom.app.window.commands import main_menus
from blockloom.app.window.commands.actions import CommandActions
from blockloom.app.window.commands.main_menus import FocusLine
from blockloom.app.window.debug.time_travel import TimeTravel
from blockloom.app.window.dialogs.waiting import waits
from blockloom.app.window.docks.docks import AREA, Docks
from blockloom.app.window.docks.front import Front
from blockloom.app.window.docks.inspector import Inspector
from blockloom.app.window.docks.problems import Lists, StatusBar
from blockloom.app.window.document.autosave import Autosave
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.tabs import PageTabs, PageViews
from blockloom.app.window.document.workspace import Centre, Workspace
from blockloom.app.window.help.asking import Asking
from blockloom.app.window.run.consent import Consent
from blockloom.app.window.run.controller import RunController
from blockloom.app.window.run.livetypes import LiveTypes
from blockloom.app.window.run.saved_runs import SavedRuns
from blockloom.app.window.run.targets import TargetButton, Targets
from blockloom.app.window.run.worker_session import WorkerSession
from blockloom.app.window.user_settings import canvas_settings, shows_map, text_size
from blockloom.app.window.widgets.icons import icon
from blockloom.app.window.widgets.style import Theming, scale_texts
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.entries import own_entries
from blockloom.blocks.document.pages import Page, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Edit
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.results.run_modes import RUN_MODES
from blockloom.runtime.protocol.replies import CatalogueWrittenReply

if TYPE_CHECKING:
    from blockloom.app.window.document.startpage import StartPage


class MainWindow(QMainWindow):
    """A window with one document, its pages and its worker.

    Its parts do not know the window: they get the services they use, and emit signals. `painted` is emitted after the
    first paint. `empty` opens an empty document; otherwise call `file.take` before showing the window.
    """

    painted = Signal()

    def __init__(self, catalogue: Catalogue | None = None, worker: WorkerSession | None = None, empty: bool = True):
        super().__init__()
        self.setObjectName("main")
        self._painted_at = 0.0  # device pixel ratio of the last paint, 0 before the first
        self.signals: tuple[object, ...] = ()  # objects that receive signals of the system
        scale_texts(text_size())
        self.canvas_settings = canvas_settings(lambda command: self.commands[command])
        self.theming = Theming(self)
        colours = self.theming.colours
        self.setWindowIcon(icon("app", colours))
        self.setAcceptDrops(True)
        workspace = self.workspace = Workspace(catalogue or Catalogue(own_entries(), PageInference), self)
        self.do, self.undo, self.redo, self.say = workspace.do, workspace.undo, workspace.redo, workspace.say
        self.worker = worker or WorkerSession()
        self.worker.setParent(self)
        self.page_views = PageViews()
        tabs = self.tabs = PageTabs(self._new_canvas, workspace.history, self)
        self.targets = Targets(self.worker)
        self.file = DocumentFile(workspace, self)
        self.painted.connect(self.file.follow_libraries)  # later, because this reads all library files
        self.consent = Consent(workspace, tabs, self.file)
        self.runs = RunController(
            workspace,
            tabs,
            self.worker,
            self.targets,
            self.consent,
            lambda page: self.views.watches(page) if self.is_built("views") else [],
            lambda page: self.views.open_blocks(page) if self.is_built("views") else set(),
            lambda: self.inspector.typing,
        )
        self.live_types = LiveTypes(workspace, tabs, self.worker)
        self.keeping = SavedRuns(workspace, tabs, self.file, self.runs.pages)
        self.looking_back = TimeTravel(workspace, tabs, self.worker, self.runs, self.keeping, colours)
        self.autosave = Autosave(workspace, self.file, self)
        self.palette_view = Palette(workspace.catalogue, colours)
        self.inspector = Inspector(workspace.catalogue, workspace.types_of)
        self.lists = Lists(
            colours,
            lambda problem: self.quick_fixes.label(problem),
            lambda problem: self.quick_fixes.choices(problem),
        )
        self.problem_list, self.messages = self.lists.problems, self.lists.messages
        self.help = Asking(
            workspace,
            tabs,
            self.theming,
            self.problem_list,
            self.palette_view,
            lambda: self.commands["help"].shortcuts(),
        )
        self.target_button = TargetButton(self.targets, colours)
        self.status = StatusBar(self.target_button, colours, self)
        self.status.show_version(workspace.catalogue.version)
        self.setStatusBar(self.status)
        self.docks = self._make_docks()
        self.centre = Centre(tabs, self.docks, self._start_page)
        pages = QWidget()
        qt.column(
            self.consent.bar,
            self.runs.paused.bar,
            (self.centre, 1),
            self.looking_back.timeline,
            of=pages,
            margins=0,
            space=0,
        )
        self.setCentralWidget(pages)
        self.commands = CommandActions(self, tabs, tabs.canvas, self.does(), self._refused)
        for part in (
            self.commands,
            self.tabs,
            self.consent.bar,
            self.runs.paused.bar,
            self.runs.failed.bar,
            self.docks,
        ):
            part.set_colours(colours)
        self.front = Front(
            workspace,
            tabs,
            self.runs.pages,
            self.runs.pinned,
            self.docks,
            self.inspector,
            self.palette_view,
            self.commands,
        )
        self.problem_list.command = self.commands["fix"]
        self.commands["theme"].setChecked(self.theming.theme == "light")
        self.commands["times"].setChecked(self.runs.times.on)
        self.commands["gradients"].setChecked(self.runs.gradients.on)
        self.commands["timeline"].setChecked(self.looking_back.on)
        self.recent_menu, self.example_menu = main_menus.add(
            self.commands, self.docks, workspace, tabs, self.file.open_path
        )
        others = [
            self.consent.bar,
            self.runs.paused.bar,
            self.looking_back.timeline,
            self.commands.steps,
            self.target_button,
        ]
        self.focus_line = FocusLine(self.centre, tabs, self.docks, others)
        self._connect()
        self.resize(1400, 860)
        if empty:
            workspace.replace(workspace.document)
        self.docks.restore()
        self.docks.surface("lists", bool(self.problem_list.rows.problems))

    def _make_docks(self) -> Docks:
        docks = Docks(self)
        inspector = QWidget()
        qt.column((self.inspector, 1), self.runs.paused.override, of=inspector, margins=0, space=0)
        inspector.setFocusProxy(self.inspector)
        for key, title, widget, area, size in (
            ("palette", self.tr("Block types"), self.palette_view, AREA.LeftDockWidgetArea, 290),
            ("inspector", self.tr("Inspector"), inspector, AREA.RightDockWidgetArea, 300),
            ("lists", self.tr("Problems and messages"), self.lists, AREA.BottomDockWidgetArea, 140),
        ):
            dock = docks.add(key, title, widget, area)
            self.resizeDocks([dock], [size], Qt.Orientation.Vertical if key == "lists" else Qt.Orientation.Horizontal)
        for row in panels.docks():
            source = row.source or row.key
            docks.add_later(row, partial(panels.call, self, source) if row.source else partial(getattr, self, source))
        return docks

    def __getattr__(self, name: str) -> Any:
        """Build a part of the registry at its first use."""
        if name not in panels.PARTS:
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}", name=name, obj=self)
        made = panels.build(self, name)
        setattr(self, name, made)
        return made

    def is_built(self, name: str) -> bool:
        """Return whether a part of the registry is built."""
        return name in vars(self)

    def ask(self, name: str, *args: Any) -> Any:
        """Open a dialog of the registry."""
        return panels.ask(self, name, *args)

    def does(self) -> dict[str, Callable[..., object]]:
        """Return the functions of the commands that no canvas runs."""
        file, docks, lists, tabs, runs = self.file, self.docks, self.lists, self.tabs, self.runs
        return {
            **panels.commands(self),
            "new": file.new,
            "open": file.open,
            "import_pages": file.import_pages,
            "start": self._start_again,
            "save": file.save,
            "save_as": file.save_as,
            "recover": self.autosave.offer,
            "map_folders": file.map_folders,
            "quit": self.close,
            "undo": self.undo,
            "redo": self.redo,
            "history": lambda: main_menus.show_history(self.workspace, tabs),
            "add_block": lambda: self.front.to_palette(),
            "fix": self._fix,
            "next_part": lambda: self.focus_line.turn(1),
            "previous_part": lambda: self.focus_line.turn(-1),
            "only_page": lambda: docks.only_page() and self.canvas().setFocus(),
            "full_screen": lambda: self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen),
            "to_page": lambda: self.canvas().setFocus(),
            "to_inspector": lambda: docks.show("inspector"),
            "to_problems": lambda: (runs.pages.leave_unfinished(), lists.show_problems()),
            "next_problem": lambda: lists.problems.step(1),
            "previous_problem": lambda: lists.problems.step(-1),
            "to_outline": lambda: docks.show("outline"),
            "to_messages": lists.show_messages,
            "theme": self.theming.toggle,
            "add_page": tabs.add_page,
            "duplicate_page": tabs.duplicate_page,
            "rename_page": tabs.rename_page,
            "close_tab": tabs.close_tab,
            "remove_page": tabs.remove_page,
            "page_left": lambda: tabs.move_page(-1),
            "page_right": lambda: tabs.move_page(1),
            "previous": lambda: tabs.turn(-1),
            "next": lambda: tabs.turn(1),
            "run_n": self._run_n,
            **{key: partial(runs.start, mode) for key, mode in RUN_MODES.items()},
            "step": runs.step,
            "run": runs.run_on,
            "step_back": lambda: runs.paused.move(-1),
            "next_call": runs.paused.to_next,
            "run_to_block": runs.paused.to_selected,
            "pause_before": runs.paused.toggle,
            "pause_here": lambda: runs.paused.toggle(True),
            "no_pauses": runs.paused.remove_all,
            "stop": runs.stop,
            "undo_step": runs.failed.go_back,
            "failed_step": runs.failed.toggle,
            "auto_run": runs.auto.toggle,
            "pin_output": runs.pinned.toggle_selected,
            "times": runs.times.toggle,
            "gradients": runs.gradients.toggle,
            "timeline": self.looking_back.toggle,
            "step_before": lambda: self.looking_back.step(-1),
            "step_after": lambda: self.looking_back.step(1),
            "latest_step": lambda: self.looking_back.look(0),
            "continue_here": self.looking_back.go_on,
            "reset": runs.reset,
            "compare": lambda: docks.show("differences").compare(),
            "file_history": lambda: docks.show("file_history"),
            "to_changes": lambda: docks.show("comparison"),
            "cost": lambda: docks.show("cost").count(),
            "keep_run": lambda: self.keeping.keep() and docks.show("kept"),
            "to_kept": lambda: docks.show("kept"),
            "to_target": lambda: docks.show("target"),
            "help": self.help.ask,
            "type_help": lambda: self.front.show_type_help(),
        }

    def _connect(self) -> None:
        """Connect the signals between parts."""
        workspace, tabs, runs, worker, lists = self.workspace, self.tabs, self.runs, self.worker, self.lists
        # The journal gets an edit before anything shows it.
        workspace.followers = [self.autosave.follow, self._shown, runs.follow, self.live_types.follow]
        workspace.edited.connect(self._edited)
        self.file.written.connect(self._written)
        workspace.replaced.connect(self.inspector.forget)
        workspace.replaced.connect(self._another_document)  # last, because canvases show the state of the other parts
        workspace.catalogue_changed.connect(self._another_catalogue)
        workspace.libraries_changed.connect(self.palette_view.set_libraries)
        workspace.typing_ends.connect(lambda: (self.canvas().inline.close(), self.inspector.commit()))
        workspace.status_message.connect(self.status.say)
        workspace.refused.connect(self._refused)
        workspace.message_added.connect(lists.add_message)
        workspace.messages_wanted.connect(lambda: lists.show_messages(focus=False))
        self.theming.changed.connect(self._show_theme)
        lists.show_wanted.connect(lambda: self.docks.bring("lists"))
        lists.news.connect(lambda: self.docks.surface("lists", True))
        lists.emptied.connect(self._hide_lists)
        lists.problems.jump.connect(tabs.goto_problem)
        lists.problems.fix_wanted.connect(lambda problem: self.quick_fixes.fix(problem))
        self.inspector.text_wanted.connect(self._open_field)
        self.inspector.table_wanted.connect(
            lambda *what: self.views.open_block(self._top(), self.canvas().open_page.address_of(*what))
        )
        self.target_button.clicked.connect(lambda: self.docks.show("target"))
        tabs.current_changed.connect(self._page_changed)
        tabs.refused.connect(workspace.refuse)
        self.file.changed.connect(self._show_title)
        self.file.pages_found.connect(tabs.take_pages)
        self.file.troubles_found.connect(runs.pages.of_file)
        self.autosave.status_changed.connect(self.status.show_autosave)
        self.live_types.problems_found.connect(runs.show_checks)
        self.live_types.problems_found.connect(lambda *_: self.front.types_found())
        runs.auto.toggled.connect(self.commands["auto_run"].setChecked)
        runs.times.toggled.connect(self.commands["times"].setChecked)
        runs.gradients.toggled.connect(self.commands["gradients"].setChecked)
        self.looking_back.toggled.connect(self.commands["timeline"].setChecked)
        self.centre.currentChanged.connect(lambda index: self.looking_back.set_covered(index > 0))
        runs.pages.problems_changed.connect(lists.set_problems)
        runs.problems_wanted.connect(lambda: lists.show_problems(focus=False))
        runs.status.status_changed.connect(self.status.show_state)
        worker.state_changed.connect(self.front.enable_run)
        self.front.enable_run(worker.state)
        runs.paused.paused.connect(self.front.enable_paused)
        self.front.enable_paused(False)
        self.looking_back.past_shown.connect(partial(self.commands.enable, PAST))
        self.commands.enable(PAST, False)
        for signal in (worker.died, worker.failed):
            signal.connect(lambda _: self.palette_view.say_missing())
        worker.printed.connect(lists.show_printed)
        worker.catalogue_written.connect(self._catalogue_written)

    @property
    def history(self) -> UndoStack:
        """The history of the document."""
        return self.workspace.history

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue with the document's pages."""
        return self.workspace.catalogue

    def page(self) -> Page:
        """Return the page in front."""
        return self.tabs.page()

    def _top(self) -> Page:
        """Return the page whose results the page in front shows."""
        return self.workspace.document.pages[self.tabs.top()]

    def canvas(self) -> Canvas:
        """Return the canvas in front."""
        return self.tabs.canvas()

    def _another_document(self) -> None:
        document = self.workspace.document
        self.status.clearMessage()
        self.palette_view.set_document(self.catalogue)
        self.inspector.catalogue = self.catalogue
        self.page_views.store(self.tabs.canvases())
        self.page_views.path = self.file.path
        self.tabs.set_history(self.history)
        for key in {"cost", "differences"} & self.docks.keys():  # these docks have nothing to show for another document
            self.docks.surface(key, False)
        self.centre.leave_start()
        self.canvas().setFocus()
        self._changed()
        if any(page.blocks for page in document.pages.values()):
            QTimer.singleShot(0, self._fit_all)
        for trouble in document.troubles:
            self.messages.add(str(trouble), trouble.severity)
        if document.troubles:
            self.lists.show_problems(focus=False)

    def _written(self) -> None:
        """Take over the path of the saved document."""
        self.page_views.path = self.file.path

    def _fit_all(self) -> None:
        for canvas in self.tabs.canvases():
            if self.workspace.document.pages[canvas.open_page.name].blocks:
                self.page_views.open(canvas)

    def _shown(self, edit: Edit) -> None:
        self.centre.leave_start()
        self.tabs.follow(edit, self.workspace.shifting)

    def _edited(self) -> None:
        self._close_boxes()
        self._changed()

    def _changed(self) -> None:
        self._show_title()
        self.front.edited()

    def _show_title(self) -> None:
        """Show the name of the file in the title, and whether there are unsaved changes."""
        self.setWindowTitle(f"{self.file.name()}[*] - Blockloom")
        self.setWindowModified(self.history.dirty)
        if not self.history.dirty:
            self.autosave.drop()

    def _start_again(self) -> None:
        """Close the document, and show the start page."""
        if self.file.may_leave():
            self.file.take(new_document(), "")
            self.centre.show_start()

    def _start_page(self) -> StartPage:
        start = panels.build(self, "start_page")
        start.new.clicked.connect(lambda: self.file.new())
        start.open.clicked.connect(lambda: self.file.open())
        start.file_wanted.connect(self.file.open_path)
        start.guide.clicked.connect(lambda: self.courses.first_graph())
        start.on_data.clicked.connect(lambda: self.courses.on_data())
        start.find_wrong.clicked.connect(lambda: self.courses.find_wrong())
        start.lessons.clicked.connect(lambda: self.help.open("tutorials/index"))
        start.help.clicked.connect(lambda: self.help.open())
        return start

    def _new_canvas(self, page: str) -> Canvas:
        canvas = Canvas(
            self.history,
            page,
            self.catalogue,
            self.theming.canvas,
            self.canvas_settings,
            wait=waits(self),
            open_text=lambda block, pin: self.long_values.open(self.page(), block, pin),
        )
        self.front.follow(canvas)
        at = canvas.open_page.address_of
        canvas.requests.results_wanted.connect(lambda *what: self.views.open_block(self._top(), at(*what)))
        canvas.requests.viewer_wanted.connect(
            lambda block, pin, monitor: self.views.open_result(self._top(), at(block, pin), monitor)
        )
        canvas.monitors.changed.connect(lambda: self.runs.watch(canvas.open_page.name))
        canvas.requests.add_wanted.connect(lambda *what: self.adding.open_box(*what))
        canvas.requests.data_wanted.connect(lambda *what: self.ask("data_from", *what))
        canvas.requests.initialise_wanted.connect(lambda blocks: self.runs.initialise([str(at(b)) for b in blocks]))
        canvas.requests.fixes_wanted.connect(lambda block, pin: self.quick_fixes.open(canvas, block, pin))
        canvas.requests.why_wanted.connect(lambda block, pin: self.why.ask(canvas, block, pin))
        canvas.requests.pin_wanted.connect(lambda block, pin: self.runs.pinned.toggle(canvas, block, pin))
        canvas.requests.pause_when_wanted.connect(lambda *what: self.ask("pause_when", *what))
        canvas.status_message.connect(self.say)
        canvas.requests.pointed.connect(self.status.show_hint)
        canvas.requests.file_wanted.connect(
            lambda block, pin, out: (self.long_values.export_value if out else self.long_values.import_value)(
                self.page(), block, pin
            )
        )
        canvas.view.zoomed.connect(self.status.show_zoom)
        canvas.selection.changed.connect(self.runs.paused.selected)
        self.runs.dress(canvas)
        canvas.annotations.set_types(self.live_types.types.get(page, {}))
        canvas.minimap.turn(shows_map())
        self.page_views.open(canvas)
        return canvas

    def _open_field(self, block: str, pin: str, draft: str | None) -> None:
        """Open a value of the inspector in a dialog."""
        field = self.focusWidget()
        if self.long_values.open(self.page(), block, pin, draft) is not None:
            self.focus_line.field = field

    def _fix(self) -> None:
        """Fix the current problem of the list if it has the focus, else offer fixes for the selected block."""
        self.workspace.typing_ends.emit()
        self.runs.pages.leave_unfinished()
        if self.problem_list.hasFocus():
            self.problem_list.fix()
        else:
            self.quick_fixes.open_selected()

    def _close_boxes(self) -> None:
        """Close the boxes about blocks: the page changed, or another is in front."""
        if self.is_built("why"):
            self.why.close()
        if self.is_built("quick_fixes") and self.quick_fixes.box is not None:
            self.quick_fixes.close()
            self.canvas().setFocus()
        for box in (self.is_built("adding") and self.adding.box, self.is_built("wire_box") and self.wire_box):
            if box and box.isVisible():
                box.close_box()

    def _refused(self, text: str) -> None:
        """Show the reason why a command was not run."""
        self.status.say(text)
        if self.canvas() is not None and self.canvas().isVisible():
            self.canvas().tell(text)

    def _hide_lists(self) -> None:
        """Hide the list of problems, which is empty, and give its focus to the page."""
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.lists.isAncestorOf(focus)
        self.docks.surface("lists", False)
        if had_focus:
            self.canvas().setFocus()

    def _page_changed(self) -> None:
        canvas = self.canvas()
        if canvas is not None:
            self._close_boxes()
            self.status.show_zoom(canvas.view.scale)
            self.status.show_hint("")  # the hint was about another page
            self.front.refresh()

    def _run_n(self) -> None:
        self.commands.steps.interpretText()
        self.runs.run(self.commands.steps.value())

    def _catalogue_written(self, reply: CatalogueWrittenReply) -> None:
        from blockloom.runtime.worker.client import catalogue_from_reply
        from blockloom.runtime.worker.errors import WorkerError

        try:
            self.workspace.set_catalogue(catalogue_from_reply(reply))
        except WorkerError as error:
            self.lists.add_message(self.tr("TensorFlow's ops cannot be read: {}").format(translated(error)), "error")

    def _another_catalogue(self) -> None:
        """Draw every page with the other block types of a new catalogue."""
        self.palette_view.set_catalogue(self.catalogue)
        self.inspector.catalogue = self.catalogue
        self.status.show_version(self.catalogue.version)
        self.runs.status.show()
        front, trail = self.tabs.page_name(), self.canvas().open_page.trail
        self.tabs.set_history(self.history)
        self.tabs.enter(trail, front)
        if self.centre.start is not None:
            self.centre.show_start()
        self._fit_all()

    def _show_theme(self) -> None:
        """Set the colours of the theme in every part, and draw icons for the current screens."""
        colours = self.status.colours = self.theming.colours
        self.commands["theme"].setChecked(self.theming.theme == "light")
        parts = self.commands, self.palette_view, self.lists, self.target_button, self.tabs, self.docks
        for part in (*parts, self.consent.bar, self.runs.paused.bar, self.runs.failed.bar, self.looking_back.timeline):
            part.set_colours(colours)
        self.runs.status.show()
        for canvas in self.tabs.canvases():
            canvas.set_theme(self.theming.canvas)
        if self.centre.start is not None:
            self.centre.start.fill()
            self.centre.start.draw()

    def restore_later(self) -> None:
        """Restore the parts that the first paint does not need."""
        self.docks.restore_later()
        start = self.centre.start
        if start is not None:
            self.docks.put_away()
            start.draw()
            start.setFocus()
        else:
            self.canvas().setFocus()

    def _leave(self) -> None:
        """Remember how the window looks, and end what is under way."""
        self.centre.leave_start()
        self.docks.remember()
        self.page_views.store(self.tabs.canvases())
        if self.is_built("arranging"):
            self.arranging.cancel()
        if self.is_built("views"):
            self.views.close_all()
        self.help.close()
        self.worker.close()

    def end(self) -> None:
        """Close the window at once, with any open dialog.

        Unsaved edits stay in the journal; the window asks only if writing them fails.
        """
        self.workspace.typing_ends.emit()
        self.file.saving.settle()
        if self.autosave.keep():
            self._leave()
            QApplication.exit()  # also ends the event loops of dialogs
        else:
            self.close()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._painted_at:
            QTimer.singleShot(0, self.painted.emit)  # later, when the paint has reached the screen
        elif self._painted_at != self.devicePixelRatioF():  # the window has moved to a screen with another resolution
            QTimer.singleShot(0, self.theming.changed.emit)
        self._painted_at = self.devicePixelRatioF()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.docks.fit()
        self.looking_back.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not event.modifiers():
            self.focus_line.to_page()
        elif not self.commands.press(event):
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow() and self._painted_at:
            QTimer.singleShot(0, self.file.look_at_disk)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._dropped_file(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        path = self._dropped_file(event)
        if path:
            event.acceptProposedAction()
            opens = bool(formats.find(path, "read"))
            take = self.file.open_path if opens else partial(self.ask, "data_from")
            # Later, because it may ask a question, which must not happen during the drag.
            QTimer.singleShot(0, lambda: take(path))

    @staticmethod
    def _dropped_file(event: QDropEvent) -> str:
        """Return the first dropped file that can be opened, else the only one if it can be trained on."""
        paths = [url.toLocalFile() for url in event.mimeData().urls()]
        found = next((p for p in paths if formats.find(p, "read")), "")
        return found or (paths[0] if len(paths) == 1 and trainable(Path(paths[0])) else "")

    def childEvent(self, event: QChildEvent) -> None:
        """Name the tabs of docks, which Qt creates without a name for screen readers."""
        super().childEvent(event)
        child = event.child() if event.polished() else None
        # Not isinstance, because Python may have wrapped it as another class.
        if child is not None and child.inherits("QTabBar"):
            child.setProperty("accessibleName", self.tr("Docks"))

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.file.may_leave():
            event.ignore()
            return
        self._leave()
        self.autosave.drop()
        event.accept()
