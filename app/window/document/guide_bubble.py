"""The guide on the canvas, and the courses that it leads through."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.canvas.widget import Canvas
from blockloom.app.plain import Label
from blockloom.app.window.commands.actions import CommandActions
from blockloom.app.window.commands.main_menus import FocusLine
from blockloom.app.window.debug.time_travel import TimeTravel
from blockloom.app.window.docks.docks import Docks
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.nonfinite_box import NonFiniteBox
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.results.resultviews import ResultViews
from blockloom.app.window.run.controller import RunController
from blockloom.app.window.widgets.style import Theming
from blockloom.blocks import guide
from blockloom.blocks.catalogue.block_types import SESSIONS
from blockloom.blocks.document.pages import new_document
from blockloom.blocks.files import examples
from blockloom.blocks.guide import COMMAND, FIND_WRONG, FIRST_GRAPH, ON_DATA, PALETTE, Course, GuidePlace, GuideState

_LETTERS = 44  # of a line in the bubble
_AROUND = 12  # pixels around the middle of a pin
_MARGIN = 8  # of the page's room for the bubble
_BLOCKS = 50  # that the bubble is kept off: a first graph has two
_RING = 5  # around what is marked


class Ring(QWidget):
    """A gold ring around what a step is about; it takes no events."""

    def __init__(self, window: QWidget):
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        p = QPainter(self)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        p.setPen(QPen(QColor(self.palette().accent().color()), 2.5))
        p.drawRoundedRect(self.rect().adjusted(2, 2, -2, -2), 6, 6)
        p.end()


class Guide(QFrame):
    """Leads through a course, on one page. Its text follows from the page alone (see blocks.guide), so that it
    keeps up with undo.
    """

    def __init__(
        self,
        workspace: Workspace,
        tabs: PageTabs,
        runs: RunController,
        views: ResultViews,
        docks: Docks,
        commands: CommandActions,
        why: NonFiniteBox,
        looking_back: TimeTravel,
        theming: Theming,
        file: DocumentFile,
        focus_line: FocusLine,
    ):
        window = tabs.window()
        super().__init__(window, objectName="bubble")
        self.workspace, self.tabs, self.runs, self.views = workspace, tabs, runs, views
        self.docks, self.commands = docks, commands
        self.why, self.looking_back = why, looking_back
        self.step = -1  # that is told now; -1: none
        self.ring = Ring(window)
        self.course = FIRST_GRAPH
        self._home = ""  # the page on which the course was begun
        self._looked: set[str] = set()  # blocks whose results were opened
        self._visited: set[str] = set()  # pages that were in front
        self._bad, self._met, self._asked, self._back = "", False, False, False  # see blocks.guide.Seen
        self._canvas: Canvas | None = None
        self.name, self.count = Label(objectName="name"), Label(objectName="dim")
        self.text = Label(wordWrap=True)
        self.close_button = QPushButton(objectName="link")
        self.close_button.clicked.connect(self.end)
        self.close_button.setAutoDefault(True)
        self.setFocusProxy(self.close_button)
        self.name.setWordWrap(True)
        grid = self._grid = QGridLayout(self)
        grid.setColumnStretch(0, 1)
        grid.setContentsMargins(12, 9, 12, 7)
        grid.addWidget(self.name, 0, 0)
        grid.addWidget(self.count, 0, 1, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self.text, 1, 0, 1, 2)
        grid.addWidget(self.close_button, 2, 0, 1, 2, Qt.AlignmentFlag.AlignRight)
        self.timer = qt.timer(self, self._show)
        for signal in (
            workspace.edited,
            workspace.catalogue_changed,
            tabs.current_changed,
            views.shown,
            runs.pages.results_changed,
            why.answered,
            theming.changed,
            file.changed,
        ):
            signal.connect(self.later)
        workspace.replaced.connect(self.end)
        focus_line.others.append(self)
        for watched in (window, tabs, docks["palette"]):
            watched.installEventFilter(self)
        self.hide()

    def begin(self, course: Course) -> None:
        """Begin a course on the page in front."""
        self.course, self._home = course, self.tabs.top()
        self.setAccessibleName(translated(course.name))
        self._looked.clear()
        self._visited.clear()
        self._bad, self._met, self._asked, self._back = "", False, False, False
        self.step = len(course.steps)  # the first one is news
        self._show()

    def end(self) -> None:
        """End the guide: the page has the keys."""
        if self.step >= 0:
            self.tabs.canvas().setFocus()
        self.step = -1
        self.ring.hide()
        self.hide()

    def later(self) -> None:
        """Look again at what a step waits for or points to."""
        if self.step >= 0 and not self.timer.isActive():
            self.timer.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest, QEvent.Type.Show, QEvent.Type.Hide):
            self.later()
        return False

    def _seen(self) -> GuideState:
        """Of the page of the course, whichever is in front; of the one that runs for that where it has another name."""
        self._visited.add(self.tabs.page_name())
        pages = self.workspace.document.pages
        page = pages.get(self._home) or pages[self.tabs.top()]
        shown = page.name == self.tabs.page_name()
        results = {
            *(self.tabs.canvas().marks.results if shown else (at.top for at in self.runs.pages.of(page.name).results))
        }
        self._looked |= {at.top for at in self.views.opened(page.name)} & results
        saved = not self.workspace.history.dirty
        self._asked = self._asked or self.why.box is not None
        if self.looking_back.at:
            self._back = True
        elif shown:
            marks = self.tabs.canvas().marks
            sessions = (block.id for block in page.blocks.values() if block.type in SESSIONS)
            fetched = [wire.source for name in sessions for wire in page.wires_into(name, "fetch_outputs")]
            self._bad = next((block for block in (*fetched, *page.blocks) if marks.not_finite(block)), "")
            self._met = self._met or bool(self._bad)
        return GuideState(
            page,
            self.workspace.catalogue,
            results,
            self._looked,
            self._visited,
            saved,
            self._bad,
            self._met,
            self._asked,
            self._back,
        )

    def _show(self) -> None:
        """Say the step that is to be done now, where it is done."""
        canvas = self.tabs.canvas()
        if self.step < 0 or canvas is None or self.tabs.page_name() not in self.workspace.document.pages:
            return
        if canvas is not self._canvas:
            self._canvas = canvas
            canvas.view.moved.connect(self.later)
            canvas.view.scrolled.connect(self.later)
        seen = self._seen()
        steps = self.course.steps
        number = guide.current(seen, steps)
        if number < len(steps):
            step = steps[number]
            name, text, place = translated(step.name), translated(step.say(seen)), step.about(seen)
            count, close = self.tr("{} of {}").format(number + 1, len(steps)), self.tr("Skip the guide")
        else:
            name, count, close, place = self.tr("That is all"), "", self.tr("Close"), GuidePlace()
            text = translated(self.course.end)
        if seen.page is not canvas.page:
            place = GuidePlace()  # it is on the page above
        for label, said in ((self.name, name), (self.count, count), (self.text, text), (self.close_button, close)):
            label.setText(said)
        if number != self.step:
            self.step = number
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, f"{name}. {text}"))
        self._place(self._rect(place, canvas))

    def _place(self, rect: QRect | None) -> None:
        """The bubble beside a part of the window, which is marked; None: into the corner of the page."""
        window, canvas = self.window(), self.tabs.canvas()
        room = QRect(canvas.mapTo(window, canvas.rect().topLeft()), canvas.size()).adjusted(
            _MARGIN, _MARGIN, -_MARGIN, -_MARGIN
        )
        self._fit(room)
        if self.width() > room.width() or self.height() > room.height():  # a card may cover all but be cut
            room = window.rect().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
            self._fit(room)
        # Of what lies beside the page, and is not seen on it, there is no side but that towards the page.
        target = rect if rect is not None else QRect(room.bottomRight(), room.bottomRight())
        blocks = [
            _measures(canvas.navigation.place_of(name).translated(room.topLeft() - QPoint(_MARGIN, _MARGIN)))
            for name in islice(canvas.page.blocks, _BLOCKS)
        ]
        x, y = guide.bubble_place(_measures(target), (self.width(), self.height()), _measures(room), blocks)
        self.move(round(x), round(y))
        if rect is not None:
            self.ring.setGeometry(rect.adjusted(-_RING, -_RING, _RING, _RING))
        for widget, shown in ((self.ring, rect is not None), (self, True)):
            if shown and not widget.isVisible():
                widget.raise_()  # once: boxes that open later lie above
            widget.setVisible(shown)

    def _fit(self, room: QRect) -> None:
        """Have the size that the texts need, no wider than a part of the window."""
        margins = self.contentsMargins() + self._grid.contentsMargins()
        most = room.width() - margins.left() - margins.right()
        width = max(1, min(_LETTERS * self.fontMetrics().averageCharWidth(), most))
        self.text.setMinimumSize(0, 0)  # of the text before
        self.text.setFixedSize(width, self.text.heightForWidth(width))  # the grid asks it for that of a larger width
        self._grid.activate()
        self.adjustSize()

    def _rect(self, place: GuidePlace, canvas: Canvas) -> QRect | None:
        """Where that is in the window; None where it cannot be seen."""
        window = self.window()
        if place.kind == PALETTE:
            widget = self.docks["palette"].widget()
        elif place.kind == COMMAND:
            widget = self.commands.bar.widgetForAction(self.commands[place.pin])
        elif place.block in canvas.scene.slot:
            rect = self._on_page(place, canvas) & canvas.rect()
            return rect.translated(canvas.mapTo(window, canvas.rect().topLeft())) if not rect.isEmpty() else None
        else:
            return None
        if widget is None or widget.visibleRegion().isEmpty():
            return None
        return QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())

    @staticmethod
    def _on_page(place: GuidePlace, canvas: Canvas) -> QRect:
        """A block, or one of its pins, in the canvas: around the pin, with the field of its value."""
        box = canvas.navigation.place_of(place.block)
        slot = canvas.scene.slot[place.block]
        layout, scale = canvas.scene.layouts[slot], canvas.view.scale
        spot = layout.spot(place.pin) if place.pin else None
        if spot is None:
            return box
        middle = box.topLeft() + QPointF(spot.x * scale, spot.y * scale).toPoint()
        pin = QRect(middle.x() - _AROUND, middle.y() - _AROUND, 2 * _AROUND, 2 * _AROUND)
        if spot.field is None:
            return pin
        return pin | canvas.view.rect_to_widget(spot.field.translated(*map(float, canvas.scene.pos[slot]))).toRect()


def _measures(box: QRect) -> tuple[int, int, int, int]:
    """x, y, width, height."""
    return box.x(), box.y(), box.width(), box.height()


class Courses:
    """Begins courses, through which `guide` leads. `ask` opens a dialog of the registry of panels."""

    def __init__(self, file: DocumentFile, guide: Guide, ask: Callable[[str], object]):
        self._file, self.guide, self._ask = file, guide, ask

    def first_graph(self) -> None:
        """An empty document with the guide."""
        self._begin(FIRST_GRAPH)

    def on_data(self) -> None:
        """An empty document with the guide to a model that trains, which begins with the choice of a file."""
        if self._begin(ON_DATA):
            self._ask("data_from")

    def find_wrong(self) -> None:
        """The example with a NaN, and the guide to where it comes from."""
        if self._file.open_path(str(examples.path_of("find_the_nan")), True):
            self.guide.begin(FIND_WRONG)

    def _begin(self, course: Course) -> bool:
        if not self._file.may_leave():
            return False
        self._file.take(new_document(), "")
        self.guide.begin(course)
        return True
