"""The guide on the canvas, and its courses."""

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

_LETTERS = 44  # most characters of a line in the bubble
_AROUND = 12  # pixels around the centre of a pin
_MARGIN = 8  # pixels between the bubble and the border of the page
_BLOCKS = 50  # most blocks that the bubble avoids: a first graph has two
_RING = 5  # pixels between the ring and its target


class Ring(QWidget):
    """A gold ring around the target of a step, transparent for mouse events."""

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
    """The bubble that leads through a course, on one page.

    Its text depends only on the state of the page (see `blocks.guide`), and so follows undo too.
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
        self.step = -1  # shown step, -1 for none
        self.ring = Ring(window)
        self.course = FIRST_GRAPH
        self._home = ""  # page on which the course began
        self._forget()
        self._canvas: Canvas | None = None
        self._fitted: tuple[object, ...] = ()  # texts, width and font for which the bubble has its size
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
            signal.connect(self.update_later)
        workspace.replaced.connect(self.end)
        focus_line.others.append(self)
        for watched in (window, tabs, docks["palette"]):
            watched.installEventFilter(self)
        self.hide()

    def _forget(self) -> None:
        """Forget what was seen of the page."""
        self._looked: set[str] = set()  # blocks whose results were opened
        self._visited: set[str] = set()  # pages that were shown
        self._bad, self._asked, self._back = "", False, False  # facts for `GuideState`
        self._failing: object = None  # what the page computed when a result was not finite, None before
        self._failed_at = 0  # the first step in which it was not finite

    def begin(self, course: Course) -> None:
        """Begin a course on the current page."""
        self.course, self._home = course, self.tabs.top()
        self.setAccessibleName(translated(course.name))
        self._forget()
        self.runs.pages.expect_unfinished(self._home if course.ready else "")
        self.step = len(course.steps)  # an impossible step, so that the first one is announced
        self._show()

    def end(self) -> None:
        """End the guide, and give the keyboard focus to the page."""
        if self.step >= 0:
            self.tabs.canvas().setFocus()
            self.runs.pages.expect_unfinished("")
        self.step = -1
        self.ring.hide()
        self.hide()

    def update_later(self) -> None:
        """Schedule an update of the shown step."""
        if self.step >= 0 and not self.timer.isActive():
            self.timer.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = QEvent.Type
        if event.type() in (kind.Move, kind.Resize, kind.LayoutRequest, kind.Show, kind.Hide):
            self.update_later()
        return False

    def _seen(self) -> GuideState:
        """Return the state of the course's page, or of the current page if the course's page was removed."""
        self._visited.add(self.tabs.page_name())
        pages = self.workspace.document.pages
        page = pages.get(self._home) or pages[self.tabs.top()]
        shown = page.name == self.tabs.page_name()
        results = {
            *(
                self.tabs.canvas().marks.results
                if shown
                else (at.top for at in self.runs.pages.run_of(page.name).results)
            )
        }
        self._looked |= {at.top for at in self.views.open_blocks(page.name)} & results
        saved, step = not self.workspace.history.dirty, self.runs.pages.run_of(page.name).step
        self._asked = self._asked or self.why.box is not None
        if self.looking_back.shown_step:
            self._back = True
        elif shown:
            marks = self.tabs.canvas().marks
            sessions = (block.id for block in page.blocks.values() if block.type in SESSIONS)
            fetched = [wire.source for name in sessions for wire in page.wires_into(name, "fetch_outputs")]
            self._bad = next((block for block in (*fetched, *page.blocks) if marks.not_finite(block)), "")
            if self._bad:
                self._failing = self._failing or guide.computation_of(page)
                history = self.looking_back.history
                known = history.nonfinite_steps[:1].tolist() if history is not None else []
                self._failed_at = min(filter(None, (self._failed_at, step, *known)), default=0)
        return GuideState(
            page,
            self.workspace.catalogue,
            results,
            self._looked,
            self._visited,
            saved,
            self._bad,
            self._failing is not None,
            self._asked,
            self._back,
            self._failing is not None and guide.computation_of(page) != self._failing,
            step >= self._failed_at,
        )

    def _show(self) -> None:
        """Show the current step next to its target."""
        canvas = self.tabs.canvas()
        if self.step < 0 or canvas is None or self.tabs.page_name() not in self.workspace.document.pages:
            return
        if canvas is not self._canvas:
            self._canvas = canvas
            canvas.view.changed.connect(self.update_later)
            canvas.view.scrolled.connect(self.update_later)
        seen = self._seen()
        steps = self.course.steps
        number = guide.current(seen, steps)
        if number >= self.course.ready:
            self.runs.pages.expect_unfinished("")
        if number < len(steps):
            step = steps[number]
            name, text, place = translated(step.name), translated(step.say(seen)), step.about(seen)
            count, close = self.tr("{} of {}").format(number + 1, len(steps)), self.tr("Skip the guide")
        else:
            name, count, close, place = self.tr("That is all"), "", self.tr("Close"), GuidePlace()
            text = translated(self.course.end)
        if seen.page is not canvas.page:
            place = GuidePlace()  # the target is on the page from which this one was opened
        for label, said in ((self.name, name), (self.count, count), (self.text, text), (self.close_button, close)):
            label.setText(said)
        if number != self.step:
            if place.block and self._rect(place, canvas) is None:
                canvas.navigation.show(*{place.block} & canvas.scene.slot.keys())
            self.step = number
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, f"{name}. {text}"))
        self._place(self._rect(place, canvas))

    def _place(self, rect: QRect | None) -> None:
        """Move the bubble next to the target and the ring around it; if None, to the corner of the page."""
        window, canvas = self.window(), self.tabs.canvas()
        room = QRect(canvas.mapTo(window, canvas.rect().topLeft()), canvas.size()).adjusted(
            _MARGIN, _MARGIN, -_MARGIN, -_MARGIN
        )
        self._fit(room)
        if self.width() > room.width() or self.height() > room.height():  # too large for the page: use the whole window
            room = window.rect().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
            self._fit(room)
        # If the target is outside the page, the bubble is on the side that faces the page.
        target = rect if rect is not None else QRect(room.bottomRight(), room.bottomRight())
        blocks = [
            _measures(canvas.navigation.place_of(name).translated(room.topLeft() - QPoint(_MARGIN, _MARGIN)))
            for name in islice(canvas.page.blocks, _BLOCKS)
        ]
        above = [other.frameGeometry().translated(-window.mapToGlobal(QPoint())) for other in self.views.windows()]
        for other in self.views.windows():
            other.installEventFilter(self)
        blocks += map(_measures, above)
        for place in (room, window.rect().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)):
            x, y = guide.bubble_place(_measures(target), (self.width(), self.height()), _measures(place), blocks)
            self.move(round(x), round(y))
            if not any(self.geometry().intersects(other) for other in above):  # they would cover the bubble
                break
        if rect is not None:
            self.ring.setGeometry(rect.adjusted(-_RING, -_RING, _RING, _RING))
        for widget, shown in ((self.ring, rect is not None), (self, True)):
            if shown and not widget.isVisible():
                widget.raise_()  # only when it appears, so that boxes that open later cover it
            widget.setVisible(shown)

    def _fit(self, room: QRect) -> None:
        """Resize the bubble to its texts, at most as wide as `room`."""
        margins = self.contentsMargins() + self._grid.contentsMargins()
        most = room.width() - margins.left() - margins.right()
        width = max(1, min(_LETTERS * self.fontMetrics().averageCharWidth(), most))
        labels = self.name, self.count, self.text, self.close_button
        fitted = (width, self.font().key(), *(label.text() for label in labels))
        if fitted == self._fitted:  # a new size makes the window lay itself out, and place the bubble again
            return
        self._fitted = fitted
        self.text.setMinimumSize(0, 0)  # resets the size of the previous text
        # A fixed size, because the grid would choose another width.
        self.text.setFixedSize(width, self.text.heightForWidth(width))
        self._grid.activate()
        self.adjustSize()

    def _rect(self, place: GuidePlace, canvas: Canvas) -> QRect | None:
        """Return the rectangle of a target in the window, None if not visible."""
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
        """Return the rectangle of a block, or of a pin with its value field, in the canvas."""
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
    """Return x, y, width and height of a rectangle."""
    return box.x(), box.y(), box.width(), box.height()


class Courses:
    """Commands that begin the courses of `guide`. `ask` opens a dialog of `panels.DIALOGS`."""

    def __init__(self, file: DocumentFile, guide: Guide, ask: Callable[[str], object]):
        self._file, self.guide, self._ask = file, guide, ask

    def first_graph(self) -> None:
        """Begin the course on the first graph, in an empty document."""
        self._begin(FIRST_GRAPH)

    def on_data(self) -> None:
        """Begin the course on training a model, in an empty document, and ask for a data file."""
        if self._begin(ON_DATA):
            self._ask("data_from")

    def find_wrong(self) -> None:
        """Begin the course on finding the origin of a NaN, in a copy of its example."""
        if self._file.open_path(str(examples.path_of("find_the_nan")), True):
            self.guide.begin(FIND_WRONG)

    def _begin(self, course: Course) -> bool:
        if not self._file.may_leave():
            return False
        self._file.take(new_document(), "")
        self.guide.begin(course)
        return True
