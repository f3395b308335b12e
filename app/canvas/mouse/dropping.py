"""What is dropped on a page: a type of block, onto a wire too, and pictures and sounds, which come with what reads
them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent

from blockloom.app.canvas.mouse.gestures import DROP_REACH
from blockloom.app.canvas.words import tr
from blockloom.blocks.document import CONTROL, Block, Placed, Wire
from blockloom.blocks.edits import Insert

if TYPE_CHECKING:
    from blockloom.app.canvas.widget import Canvas

TYPE_MIME = "application/x-blockloom-type"
_DECODERS = {".wav": "DecodeWav", **dict.fromkeys((".png", ".jpg", ".jpeg", ".gif", ".bmp"), "DecodeImage")}
_APART = 240.0      # canvas pixels from a block that reads a file to the one that decodes it


class Dropping:
    """Mixed into the canvas."""

    drop_wire: int | None = None    # the wire that a dropped type would stand in

    def dragEnterEvent(self: Canvas, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(TYPE_MIME) or readable(event):
            event.acceptProposedAction()

    def dragMoveEvent(self: Canvas, event: QDragMoveEvent) -> None:
        if event.mimeData().hasFormat(TYPE_MIME):
            self._mark_drop(self._drop_wire(_type(event), self.view.to_canvas(event.position())))
            event.acceptProposedAction()
        elif readable(event):
            event.acceptProposedAction()

    def dragLeaveEvent(self: Canvas, event: QDragLeaveEvent) -> None:
        self._mark_drop(None)

    def dropEvent(self: Canvas, event: QDropEvent) -> None:
        paths, at = readable(event), self.view.to_canvas(event.position())
        if event.mimeData().hasFormat(TYPE_MIME):
            name = _type(event)
            if name not in self.catalogue:
                self.said.emit(self.tr("There is no type of block named {0}").format(name))
                return
            wire = self._drop_wire(name, at)
            self._mark_drop(None)
            if wire is not None:
                self.insert_on_wire(name, self.scene.wires[wire], at)
            else:
                self.add_block(name, QPointF(at.x() - 60, at.y() - 20))     # the title comes under the pointer
        elif paths:
            self.read_files(paths, at)
        else:
            return
        event.acceptProposedAction()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _drop_wire(self: Canvas, name: str, at: QPointF) -> int | None:
        wire = self.scene.wire_at(at.x(), at.y(), DROP_REACH / min(1.0, self.view.scale))
        if wire is None or self.scene.wires[wire].kind == CONTROL or not self.can_insert(name, self.scene.wires[wire]):
            return None
        return wire

    def _mark_drop(self: Canvas, wire: int | None) -> None:
        if wire != self.drop_wire:
            self.drop_wire = wire
            self.update()

    def read_files(self: Canvas, paths: list[Path], at: QPointF) -> None:
        """Blocks that read and decode pictures and sounds, one pair below the other."""
        page, blocks, wires = self.page, [], []
        taken: set[str] = set()
        for row, path in enumerate(paths):
            decoder = _DECODERS[path.suffix.lower()]
            names = [page.free_id(path.stem.upper(), taken), ""]
            names[1] = page.free_id(f"{names[0]}_DECODED", taken | {names[0]})
            taken |= set(names)
            text = '"' + str(path).replace("\\", "\\\\").replace('"', '\\"') + '"'
            y = at.y() + 160 * row
            values = {"expand_animations": "false"} if decoder == "DecodeImage" else {}
            blocks += [self._at(Block(names[0], "ReadFile", values={"filename": text}), at.x(), y),
                       self._at(Block(names[1], decoder, values=values), at.x() + _APART, y)]
            pin = self.catalogue[decoder].inputs[0].name
            wires.append(Placed(Wire(names[0], "contents", names[1], pin), 0))
        label = tr("Read {0}").format(paths[0].name) if len(paths) == 1 else tr("Read {0} files").format(len(paths))
        if self.do(Insert(self.page_name, tuple(blocks), tuple(wires)), label):
            self.choose(b.id for b in blocks)


def readable(event: QDropEvent) -> list[Path]:
    """The dropped files that a block can decode; none where there are others among them."""
    paths = [Path(url.toLocalFile()) for url in event.mimeData().urls()]
    return paths if all(path.suffix.lower() in _DECODERS for path in paths) else []


def _type(event: QDropEvent) -> str:
    return bytes(event.mimeData().data(TYPE_MIME).data()).decode("utf-8", "replace")
