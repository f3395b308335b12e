"""The kinds in which a viewer shows a result, and the slice that it shows."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QSlider, QStackedWidget, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import tr
from blockloom.app.plain import Label
from blockloom.app.window.widgets.flow_layout import Flow, NumberBox
from blockloom.blocks.catalogue.monitor_types import KINDS
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block
from blockloom.blocks.results.monitors import Watch
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import SliceReply, TensorStatisticsReply
from blockloom.runtime.protocol.requests import R, Request

if TYPE_CHECKING:
    from blockloom.runtime.run.monitor_traces import Traces


class SlicePicker(QWidget):
    """Fields that select a slice of a tensor; hidden for rank 0 and 1. `changed` is emitted for another slice."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.shape: tuple[int, ...] = ()
        self.rows = self.columns = 0
        self.index: dict[int, int] = {}
        self.channels = False
        self._line = Flow(self)
        self._line.setContentsMargins(6, 0, 6, 2)

    def set_shape(self, shape: tuple[int, ...], rows: int | None = None, columns: int | None = None) -> None:
        """Set another shape; indices that fit stay.

        Args:
            shape: the shape of the tensor.
            rows: the proposed axis of the rows. If given, the last axis has the channels of an image, and is not
                picked from.
            columns: the proposed axis of the columns.
        """
        channels = rows is not None
        rank = len(shape)
        if rows is None and rank == len(self.shape) and rank > 1 and not self.channels:
            rows, columns = self.rows, self.columns
        same = shape == self.shape and (rows, columns, channels) == (self.rows, self.columns, self.channels)
        self.channels = channels
        self.rows = rows if rows is not None else max(rank - 2, 0)
        self.columns = columns if columns is not None else rank - 1
        self.index = {a: min(i, max(shape[a] - 1, 0)) for a, i in self.index.items() if a < rank}
        self.shape = shape
        if not same:
            self._build()

    @property
    def extent(self) -> tuple[int, int]:
        """The rows and columns of the slice; a scalar is 1 x 1, a vector one column."""
        if len(self.shape) < 2:
            return (self.shape[0] if self.shape else 1), 1
        return self.shape[self.rows], self.shape[self.columns]

    def ranges(self, rows: tuple[int, int, int], columns: tuple[int, int, int]) -> list[Any]:
        """Return the request to the worker for these ranges: (start, stop, at most)."""
        if not self.shape:
            return []
        if len(self.shape) == 1:
            return [list(rows)]
        return [
            list(rows) if a == self.rows else list(columns) if a == self.columns else self.index.get(a, 0)
            for a in range(len(self.shape))
        ]

    def go(self, index: tuple[int, ...]) -> tuple[int, int]:
        """Pick the slice that contains an element, and return its row and column there."""
        if len(self.shape) < 2:
            return (*index, 0, 0)[0], 0
        picked = {a: i for a, i in enumerate(index) if a not in (self.rows, self.columns)}
        if any(self.index.get(a, 0) != i for a, i in picked.items()):
            self.index = {**self.index, **picked}
            with QSignalBlocker(self):
                self._build()
            self.changed.emit()
        return index[self.rows], index[self.columns]

    def place(self, row: int, column: int) -> tuple[int, ...]:
        """Return the index of an element of the slice."""
        if len(self.shape) < 2:
            return (row,) * len(self.shape)
        return tuple(
            row if a == self.rows else column if a == self.columns else self.index.get(a, 0)
            for a in range(len(self.shape))
        )

    def channelled(self, axis: int) -> bool:
        """Return whether an axis has the channels of an image."""
        last = len(self.shape) - 1
        return self.channels and axis == last and last not in (self.rows, self.columns)

    @property
    def turned(self) -> bool:
        """True if a reply has columns first: its axes are in the order of the tensor."""
        return len(self.shape) > 1 and self.rows > self.columns

    def label(self) -> str:
        """Return the shown slice as text, such as `[0][:][:]`."""
        return "".join(
            "[:]" if a in (self.rows, self.columns) or len(self.shape) < 2 else f"[{self.index.get(a, 0)}]"
            for a in range(len(self.shape))
        )

    def _build(self) -> None:
        qt.empty(self._line)
        self.setVisible(len(self.shape) > 1)
        if len(self.shape) < 2:
            return
        axes = [self.tr("axis {} ({})").format(a, n) for a, n in enumerate(self.shape)]
        for title, name, current in (
            (self.tr("Down"), "rows", self.rows),
            (self.tr("Across"), "columns", self.columns),
        ):
            box = qt.with_name(QComboBox(), title)
            box.addItems(axes)
            box.setCurrentIndex(current)
            box.currentIndexChanged.connect(lambda axis, name=name: self._take(name, axis))
            self._add(title, box)
        for axis, size in enumerate(self.shape):
            if axis not in (self.rows, self.columns) and not self.channelled(axis):
                spin = qt.with_name(NumberBox(), self.tr("Index on axis {}").format(axis))
                spin.setWrapping(True)
                slider = qt.with_name(QSlider(Qt.Orientation.Horizontal), spin.accessibleName())
                slider.setFocusPolicy(Qt.FocusPolicy.NoFocus)
                slider.setFixedWidth(min(140, max(60, 2 * size)))
                for part in (spin, slider):
                    part.setRange(0, max(size - 1, 0))
                    part.setValue(self.index.get(axis, 0))
                spin.valueChanged.connect(slider.setValue)
                slider.valueChanged.connect(spin.setValue)
                spin.valueChanged.connect(lambda value, axis=axis: self._place(axis, value))
                self._add(axes[axis], spin, slider)

    def _add(self, title: str, *widgets: QWidget) -> None:
        pair, label = QWidget(), Label(title)
        label.setBuddy(widgets[0])
        qt.line(label, *widgets, of=pair, margins=(0, 0, 4, 0), space=4)
        self._line.addWidget(pair)

    def _place(self, axis: int, value: int) -> None:
        self.index[axis] = value
        self.changed.emit()

    def _take(self, name: str, axis: int) -> None:
        """Set an axis; the two axes are swapped if the other one has it."""
        other = "columns" if name == "rows" else "rows"
        if getattr(self, other) == axis:
            setattr(self, other, getattr(self, name))
        setattr(self, name, axis)
        with QSignalBlocker(self):
            self._build()
        self.changed.emit()


TABLE, LINES, STEPS, HEAT, IMAGE, HISTOGRAM, TEXT = "table", "lines", "steps", "heat", "image", "histogram", "text"
ACROSS = 1024  # most rows and columns of a plotted slice
POINTS = 4000  # most points of a line
MOST = 12  # most lines
Reply = TypeVar("Reply", bound=SliceReply | TensorStatisticsReply)


class Ask(Protocol):
    """Function that sends a request to the worker; `done` gets the reply, or None."""

    def __call__(self, request: Request[R], done: Callable[[R | None], None]) -> None: ...


class ShownMonitor(NamedTuple):
    """A monitor whose labels and colours a viewer takes over."""

    block: Block
    watches: Sequence[Watch]


class ViewerState(Protocol):
    """The state of a viewer for its modes: the tensor, the slice that is picked, and options of the view."""

    address: Address  # address of the output, or of an element of a list output
    shape: tuple[int, ...]
    picker: SlicePicker
    stack: QStackedWidget  # contains the widget of each mode
    note: QLabel
    range: QComboBox  # values that are black and white, (least, most), or None
    channel: QComboBox  # channel of an image, None for all
    compare: QCheckBox  # whether to compare with the previous run
    log: QCheckBox
    traces: Callable[[], Traces | None]  # function that returns the values of each step
    monitor: Callable[[], ShownMonitor | None]  # function that returns the monitor from which the viewer was opened
    ask: Ask

    @property
    def mode(self) -> ViewerMode[Any]:
        """The mode that is shown."""
        ...

    def turned(self, cells: np.ndarray) -> np.ndarray:
        """Return cells from the worker with rows first."""
        ...

    def cells(
        self, rows: tuple[int, int], columns: tuple[int, int], before: bool, done: Callable[[np.ndarray | None], None]
    ) -> None:
        """Fetch cells for the grid; `done` gets them."""
        ...

    def request(self, mode: ViewerMode[Reply]) -> None:
        """Ask the mode's question, and have it show the answer."""
        ...

    def update_view(self) -> None:
        """Fetch what is shown."""
        ...


class ViewerMode(Generic[Reply]):
    """A way to show a tensor, by such replies. `widget` is made when it is first shown."""

    kind = ""
    title: Any = ""  # name in the list of kinds, for the translators of Viewer
    options: tuple[str, ...] = ()  # those of "range" and "log" that have an effect
    monitor = ""  # monitor that shows the same on the canvas
    plot = True  # whether it draws real numbers, in the colours of the theme
    sliced = True  # whether it shows the chosen slice, not the whole tensor

    def __init__(self, viewer: ViewerState):
        self.viewer = viewer
        self._widget: QWidget | None = None

    def axes(self) -> tuple[int | None, int | None]:
        """Return the axes for rows and columns; None for those that are picked."""
        return None, None

    def channels(self) -> int:
        """Return the number of channels to choose from."""
        return 0

    def watches(self) -> list[Watch]:
        """Return the elements to record step by step."""
        return []

    def update(self) -> None:
        """Show the current values."""
        self.viewer.request(self)

    def can_show(self, numbers: bool, shape: tuple[int, ...]) -> bool:
        """Return whether the mode can show a tensor; `numbers`: it has real numbers."""
        least = KINDS[self.monitor].rank if self.monitor else 0
        return not self.plot or numbers and math.prod(shape) > 0 and len(shape) >= least

    @property
    def widget(self) -> Any:
        """The widget that shows the tensor."""
        if self._widget is None:
            self._widget = self.make()
            self.viewer.stack.addWidget(self._widget)
        return self._widget

    def make(self) -> QWidget:
        """Make the widget."""
        raise NotImplementedError

    def pinned(self) -> tuple[str, dict[str, str], int]:
        """Return the same view for the canvas: a monitor, values for its attrs, and its number of lines."""
        picker, values = self.viewer.picker, {}
        if self.sliced and len(self.viewer.shape) > 1:
            first = min(picker.rows, picker.columns)  # the axes before the first shown one have a fixed index
            values["index"] = str([picker.index.get(axis, 0) for axis in range(first)])
        return self.monitor, values, 1

    def drop(self) -> None:
        """Delete the widget, so that it is created again in another theme."""
        if self._widget is not None and self.plot:
            self.viewer.stack.removeWidget(self._widget)
            self._widget.deleteLater()
            self._widget = None

    def question(self) -> Request[Reply]:
        """Return the request to the worker."""
        raise NotImplementedError

    def show(self, now: Reply, before: Reply | None) -> str:
        """Draw the answer, and that of the previous run if they are compared; return a note on it."""
        raise NotImplementedError

    def text_at(self, x: float, y: float) -> str:
        """Return the text for a point of a plot."""
        return ""

    def copied(self) -> QPixmap | str | tuple[range, range]:
        """Return the data for the clipboard: a picture, a text, or the rows and columns of cells."""
        return self.picture()

    def picture(self) -> QPixmap:
        """Return the view as a picture, for the clipboard or a file."""
        return self.widget.grab()


class SliceMode(ViewerMode[SliceReply]):
    """A way to show the slice that is picked."""

    def question(self) -> requests.GetSliceRequest:
        rows, columns = self.viewer.picker.extent
        return self.slice((0, rows, ACROSS), (0, columns, ACROSS))

    def slice(self, rows: tuple[int, int, int], columns: tuple[int, int, int]) -> requests.GetSliceRequest:
        """Return the request for rows and columns of the slice that is picked: (start, stop, at most)."""
        return requests.GetSliceRequest(self.viewer.address, self.viewer.picker.ranges(rows, columns))

    def cells(self, reply: SliceReply) -> np.ndarray:
        """Return the slice of an answer, rows first.

        Raises:
            ValueError: the tensor has no such part.
        """
        if reply.array is None:
            raise ValueError
        return self.viewer.turned(reply.array)


class Zoomed(SliceMode):
    """A mode with a plot that fetches details of the visible part.

    `_part` is the visible part of the slice, None for all.
    """

    _part: Any = None
    plot_seen: Any = None  # plot whose zoom counts

    def __init__(self, viewer: ViewerState):
        super().__init__(viewer)
        self._soon = qt.timer(viewer.stack, self.look, 150)

    def watch(self, plot: Any) -> Any:
        """Follow a plots.Plot, and return it."""
        plot.range_changed.connect(lambda whole: self.look(True) if whole else self._soon.start())
        self.plot_seen = plot
        return plot

    def look(self, whole: bool = False) -> None:
        """Update the visible part of the plot; `whole` shows the whole plot again."""
        raise NotImplementedError

    def show_part(self, part: Any) -> None:
        """Show this part of the slice, or, if None, all of it."""
        if part != self._part:
            self._part = part
            self.viewer.update_view()


def around(low: float, high: float, size: int) -> tuple[int, int]:
    """Return the first and the end of the visible indices of an axis, with a margin for moving on."""
    more = (high - low) / 4
    return max(0, min(int(low - more), size - 1)), max(1, min(int(high + more) + 2, size))


def thinned(steps: Sequence[int]) -> str:
    """Return a note if only every n-th element is shown."""
    most = max(steps, default=1)
    return tr("every {}th element").format(most) if most > 1 else ""
