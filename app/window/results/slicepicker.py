"""Which part of a tensor is shown: two axes run down and across, every other one stands at an index."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QSlider, QWidget

from blockloom.app import qt
from blockloom.app.plain import Label
from blockloom.app.window.widgets.flow_layout import Flow
from blockloom.app.window.widgets.numberbox import NumberBox


class SlicePicker(QWidget):
    """The pick for one tensor; of rank 0 and 1 there is none. `changed` tells that another slice is wanted."""

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
        """Another shape; what was picked stays where it fits. `rows` and `columns` propose axes: then the last one
        holds an image's channels, and is not picked from.
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
        """How many rows and columns the slice has; a scalar is 1 x 1, a vector one column."""
        if len(self.shape) < 2:
            return (self.shape[0] if self.shape else 1), 1
        return self.shape[self.rows], self.shape[self.columns]

    def at(self, rows: tuple[int, int, int], columns: tuple[int, int, int]) -> list:
        """What to ask the worker for these ranges: (start, stop, at most)."""
        if not self.shape:
            return []
        if len(self.shape) == 1:
            return [list(rows)]
        return [
            list(rows) if a == self.rows else list(columns) if a == self.columns else self.index.get(a, 0)
            for a in range(len(self.shape))
        ]

    def go(self, index: tuple[int, ...]) -> tuple[int, int]:
        """Pick the slice that an element lies in; gives its row and column there."""
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
        """The index of an element of the slice."""
        if len(self.shape) < 2:
            return (row,) * len(self.shape)
        return tuple(
            row if a == self.rows else column if a == self.columns else self.index.get(a, 0)
            for a in range(len(self.shape))
        )

    def channelled(self, axis: int) -> bool:
        """Whether an axis holds an image's channels."""
        last = len(self.shape) - 1
        return self.channels and axis == last and last not in (self.rows, self.columns)

    @property
    def turned(self) -> bool:
        """Whether a reply has columns first: its axes stand in the tensor's order."""
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
            box = qt.named(QComboBox(), title)
            box.addItems(axes)
            box.setCurrentIndex(current)
            box.currentIndexChanged.connect(lambda axis, name=name: self._take(name, axis))
            self._add(title, box)
        for axis, size in enumerate(self.shape):
            if axis not in (self.rows, self.columns) and not self.channelled(axis):
                spin = qt.named(NumberBox(), self.tr("Index on axis {}").format(axis))
                spin.setWrapping(True)
                slider = qt.named(QSlider(Qt.Orientation.Horizontal), spin.accessibleName())
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
        """The axes change places where one is taken twice."""
        other = "columns" if name == "rows" else "rows"
        if getattr(self, other) == axis:
            setattr(self, other, getattr(self, name))
        setattr(self, name, axis)
        with QSignalBlocker(self):
            self._build()
        self.changed.emit()
