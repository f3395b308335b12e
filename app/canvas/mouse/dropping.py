"""Drops on a page: a block type, also onto a wire, and files.

Files become blocks that read them, one each, or a block that outputs batches of them.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt, QTimer
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QMenu, QWidget

from blockloom.app import qt
from blockloom.app.canvas.edit.clipboard import local_files
from blockloom.app.canvas.mouse.gesture import Parts
from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks.document.pages import CONTROL, Block

TYPE_MIME = "application/x-blockloom-type"

GRASP = QPointF(60, 20)  # position of the pointer on a dropped block: on its title


class Drop:
    """Handles drag and drop onto a canvas."""

    def __init__(self, parts: Parts, widget: QWidget):
        self.parts, self.widget = parts, widget
        self.wire: int | None = None  # the wire into which a dropped block would be inserted

    def enter(self, event: QDragEnterEvent) -> None:
        """Accept a drag of a block type, or of files that blocks can read."""
        if event.mimeData().hasFormat(TYPE_MIME) or readable(event):
            event.acceptProposedAction()

    def move(self, event: QDragMoveEvent) -> None:
        """Mark the wire into which a dragged type would be put."""
        if event.mimeData().hasFormat(TYPE_MIME):
            self._mark_drop(self._drop_wire(event))
            event.acceptProposedAction()
        elif readable(event):
            event.acceptProposedAction()

    def leave(self, event: QDragLeaveEvent) -> None:
        """Remove the mark, since the drag left the canvas."""
        self._mark_drop(None)

    def drop(self, event: QDropEvent) -> None:
        """Add the dropped type, or blocks that read the dropped files."""
        placing = self.parts.placing
        paths, at = readable(event), self.parts.view.to_canvas(event.position())
        if event.mimeData().hasFormat(TYPE_MIME):
            name = _type(event)
            if name not in self.parts.open_page.catalogue:
                self.parts.say(tr("Unknown block type: {0}").format(name))
                return
            wire = self._drop_wire(event)
            self._mark_drop(None)
            if wire is not None:
                placing.into_wire(name, self.parts.scene.wires[wire], at)
            else:
                placing.block(name, at - GRASP)
        elif len(paths) == 1 and trainable(paths[0]):
            self._offer(paths[0], at, event.position().toPoint())
        elif paths:
            placing.read_files(paths, at)
        else:
            return
        event.acceptProposedAction()

    def _offer(self, path: Path, at: QPointF, place: QPoint) -> None:
        """Ask for the use of a table or an array; files that no block reads have only one use."""
        wanted = self.parts.requests.data_wanted
        if not _has_block(path):
            QTimer.singleShot(0, self.parts.requests, lambda: wanted.emit(str(path), at))  # after the drag has ended
            return
        menu = QMenu(self.widget)
        first = menu.addAction(tr("Train on It…"), lambda: wanted.emit(str(path), at))
        menu.addAction(tr("Add a Block That Reads It"), lambda: self.parts.placing.read_files([path], at))
        qt.popup(menu, self.widget.mapToGlobal(place), first)

    def _drop_wire(self, event: QDropEvent) -> int | None:
        """Return the wire into which a dropped type would be put; with Ctrl none."""
        parts, name, at = self.parts, _type(event), self.parts.view.to_canvas(event.position())
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier or name not in parts.open_page.catalogue:
            return None
        box = parts.editing.measures().box(Block("", name))
        wires = parts.scene.wires
        return parts.wire_under(
            QRectF(at - GRASP, QSizeF(box.width, box.height)),
            at,
            lambda wire: wires[wire].kind != CONTROL and parts.placing.can_insert(name, wires[wire]),
        )

    def _mark_drop(self, wire: int | None) -> None:
        if wire != self.wire:
            self.wire = wire
            self.parts.repaint.all()


def readable(event: QDropEvent) -> list[Path]:
    """Return the dropped files that blocks can read, or one folder; [] if they include others."""
    paths = local_files(event.mimeData())
    if len(paths) == 1 and trainable(paths[0]):
        return paths
    return paths if all(map(_has_block, paths)) else []


def _has_block(path: Path) -> bool:
    """Return whether a block reads a whole file, by its name."""
    from blockloom.blocks.datasets.file_blocks import READERS  # late, because it is needed only for files

    return path.suffix.lower() in READERS


def trainable(path: Path) -> bool:
    """Return whether a block can output batches of a file or folder, by its name.

    Its content is read later. A folder may be a model, which is opened instead.
    """
    from blockloom.blocks.datasets.data_scan import reader_of  # late, because it is needed only for files

    if reader_of(path) is not None:
        return True
    return path.is_dir() and not path.suffix and not (path / "saved_model.pb").exists()


def _type(event: QDropEvent) -> str:
    return bytes(event.mimeData().data(TYPE_MIME).data()).decode("utf-8", "replace")
