"""What the canvas does to the document besides gestures: clipboard, delete, nudge, new blocks. Each is one edit."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import count
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QMimeData, QPointF, QRectF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QInputDialog, QMenu

from blockloom.app.canvas.grid import snapped
from blockloom.app.canvas.paint.boxpaint import FRAME_TITLE
from blockloom.app.canvas.words import tr
from blockloom.blocks import files, reading
from blockloom.blocks.catalogue import id_stem
from blockloom.blocks.document import MUTE, PLAIN, Block, Document, Frame, Note, Placed, Wire
from blockloom.blocks.edits import Edit, Enclose, Insert, Many, Move, Remove, SetMode, SetValue, connect
from blockloom.blocks.edits.as_json import from_json, to_json

if TYPE_CHECKING:
    from blockloom.app.canvas.widget import Canvas
    from blockloom.blocks.wire_rules import End

MIME = "application/x-blockloom"            # a fragment, beside its plain text
WIRES_MIME = "application/x-blockloom-wires"    # those that led into it from outside, as the edit that adds them
STEP = 20.0                                 # how far a duplicate lies from its original


def several(names: Iterable[str], one: str, more: str) -> str:
    """`Move TAKE`, `Move 3 items`: a label for the undo menu, of a text for one name and a text for a number."""
    names = list(names)
    return one.format(names[0]) if len(names) == 1 else more.format(len(names))


def moved(page: str, items: dict, names: list[str], dx: float, dy: float) -> Move:
    """The edit that moves items by so much."""
    return Move(page, {n: (items[n].x + dx, items[n].y + dy) for n in names})


class Actions:
    """Mixed into the canvas. Uses its history, page, scene and `do`."""

    def add_block(self: Canvas, type_name: str, scene_pos: QPointF | None = None) -> str:
        """Place a new block and select it; gives its id. Without a position it goes to the middle of the view."""
        type_ = self.catalogue.get(type_name)
        title = type_.title if type_ else type_name
        name = self.page.free_id(id_stem(title))
        at = scene_pos if scene_pos is not None else self._free_place(type_name)
        block = Block(name, type_name, snapped(at.x()), snapped(at.y()))
        if self.do(Insert(self.page_name, (self.housed(block),)), tr("Add {0}").format(name)):
            self.choose({name})
        return name

    def _free_place(self: Canvas, type_name: str) -> QPointF:
        """The middle of the view, or below what lies there."""
        layout = self.scene.geometry.layout(Block("", type_name), {}, [])
        centre = self.view.to_canvas(QPointF(self.width() / 2, self.height() / 2))
        at = QPointF(centre.x() - layout.width / 2, centre.y() - layout.height / 2)
        for _ in range(50):
            box = QRectF(at.x(), at.y(), layout.width, layout.height)
            if not len(self.scene.visible(box.left(), box.top(), box.right(), box.bottom())):
                break
            at += QPointF(STEP, STEP)
        return at

    def add_note(self: Canvas, at: QPointF) -> str:
        """A new note, opened for writing."""
        name = self.page.free_id("NOTE")
        note = Note(name, "", snapped(at.x()), snapped(at.y()))
        if self.do(Insert(self.page_name, notes=(note,)), tr("Add {0}").format(name)):
            self.choose({name})
            self.edit_note(name)
        return name

    def put_wire(self: Canvas, wire: Wire, old: Wire | None = None) -> None:
        """Wire two pins; `old` is the wire whose end was taken. One that is there already is left as it is."""
        page = self.page
        if wire == old:
            return
        single = self.rules().single(self.end_of(wire))
        if single and wire in page.wires_into(wire.target, wire.target_pin):
            return
        parts: list[Edit] = []
        if old is not None and not (single and (old.target, old.target_pin) == (wire.target, wire.target_pin)):
            placed = page.placed(old)
            parts.append(Remove(self.page_name, wires=(placed,)))
            if (old.target, old.target_pin) == (wire.target, wire.target_pin):
                # Another output into the same list pin: it takes the old one's place in the order.
                parts.append(Insert(self.page_name, wires=(Placed(wire, placed.index),)))
        if len(parts) < 2:
            parts.append(connect(page, wire, single))
        self.do(parts[0] if len(parts) == 1 else Many(tuple(parts)),
                tr("Wire {0} to {1}").format(*str(wire).split(" -> ")))

    def choose_element(self: Canvas, end: End, wire: Wire, old: Wire | None) -> None:
        """Ask which element of a list output a wire takes; the first that is free is offered."""
        count, free = self.rules().elements(end)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        for i in range(min(count, 12) if count is not None else max(4, free + 2)):
            name = f"{end.pin}[{i}]"
            action = menu.addAction(name, lambda n=name: self.put_wire(wire._replace(source_pin=n), old))
            if i == free:
                menu.setActiveAction(action)
                menu.setDefaultAction(action)
        if count is None or count > 12:
            menu.addSeparator()
            menu.addAction(self.tr("Another element …"), lambda: self._ask_element(end, wire, old, count, free))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.mapToGlobal(self.view.to_widget(self.pointer).toPoint()))

    def _ask_element(self: Canvas, end: End, wire: Wire, old: Wire | None, count: int | None, free: int) -> None:
        number, ok = QInputDialog.getInt(self, self.tr("Element of {0}").format(f"{end.block}.{end.pin}"),
                                         self.tr("Index, counted from 0"), free, 0, (count or 1_000_000) - 1)
        if ok:
            self.put_wire(wire._replace(source_pin=f"{end.pin}[{number}]"), old)

    # --- clipboard -----------------------------------------------------------------------------------------

    def copy(self: Canvas) -> str:
        """Put the selection on the clipboard, and give its text. Nothing selected, or cancelled: nothing happens."""
        names = self.selection()
        if not names:
            return ""
        text = self.wait(lambda: files.fragment(self.page, names), tr("Copying ..."))
        if text is None:
            return ""
        data = QMimeData()
        data.setText(text)
        data.setData(MIME, text.encode("utf-8"))
        outside = tuple(Placed(wire._replace(look=PLAIN), index) for wire, index in self.incoming(names))
        data.setData(WIRES_MIME, json.dumps(to_json(Insert(self.page.name, wires=outside))).encode())
        QGuiApplication.clipboard().setMimeData(data)
        return text

    def paste(self: Canvas, text: str, at: QPointF | None = None) -> bool:
        """Insert a fragment with its top left corner at `at` (without one, beside where it came from or in view).

        False, and a line in the status bar, where the text holds no blocks.
        """
        try:
            return bool(self.wait(lambda: files.loads(text), tr("Pasting ..."), lambda document: self._insert(
                document, at, (tr("Paste {0}"), tr("Paste {0} items")))))
        except files.FileError:
            self.said.emit(self.tr("There are no blocks on the clipboard"))
            return False

    def insert(self: Canvas, document: Document, at: QPointF, label: tuple[str, str]) -> bool:
        """Insert a document's first page with its top left corner at a point."""
        return self._insert(document, at, label)

    def _insert(self: Canvas, document: Document, at: QPointF | None, label: tuple[str, str], step: float = STEP,
                outside: Iterable[Placed] = ()) -> bool:
        """Insert a document's page under free names. `outside`: wires from this page into the blocks, by old names."""
        page, mine = next(iter(document.pages.values())), self.page
        items = [*page.blocks.values(), *page.frames.values(), *page.notes.values()]
        if not items:
            self.said.emit(self.tr("There are no blocks on the clipboard"))
            return False
        names = dict(zip([item.id for item in items], mine.free_ids(item.id for item in items), strict=True))
        left, top = min(i.x for i in items), min(i.y for i in items)
        if at is None:
            box = self.view.rect_to_canvas(QRectF(self.rect()))
            at = QPointF(left + step, top + step)
            if not box.contains(at):
                at = box.center()
            taken_places = {(i.x, i.y) for i in (*mine.blocks.values(), *mine.frames.values(), *mine.notes.values())}
            while (snapped(at.x()), snapped(at.y())) in taken_places:   # pasted twice: not exactly over the first
                at += QPointF(STEP, STEP)
        dx, dy = snapped(at.x()) - left, snapped(at.y()) - top

        def placed(item):
            new = item._replace(id=names[item.id], x=item.x + dx, y=item.y + dy)
            if isinstance(item, Note):
                return new
            return new._replace(frame=names[item.frame]) if item.frame in names else self.housed(new)

        wires = [Placed(w._replace(target=names[w.target]), i) for w, i in outside]
        taken_pins = {(p.wire.target, p.wire.target_pin, p.index) for p in wires}
        for pins in page.into.values():
            for ws in pins.values():    # in the places that the wires from outside leave
                free = (i for i in count() if (names.get(ws[0].target), ws[0].target_pin, i) not in taken_pins)
                wires += [Placed(w._replace(source=names[w.source], target=names[w.target]), next(free))
                          for w in ws if w.source in names and w.target in names]
        edit = Insert(self.page_name, tuple(map(placed, page.blocks.values())), tuple(wires),
                      tuple(map(placed, page.frames.values())), tuple(map(placed, page.notes.values())))
        if not self.do(edit, several(names.values(), *label)):
            return False
        self.choose(names.values())
        return True

    def paste_clipboard(self: Canvas, at: QPointF | None = None) -> bool:
        """Paste what the clipboard holds."""
        return self.paste(QGuiApplication.clipboard().text(), at)

    def paste_wired(self: Canvas) -> bool:
        """Paste, wired to what the originals were wired to, as far as that is on this page."""
        clipboard, page = QGuiApplication.clipboard(), self.page
        try:
            document = files.loads(clipboard.text())
            data = bytes(clipboard.mimeData().data(WIRES_MIME).data())
            wires = from_json(reading.parsed(data)) if data else Insert(page.name)
            if not isinstance(wires, Insert):
                raise ValueError(wires)
        except ValueError:      # FileError and EditError among them
            self.said.emit(self.tr("There are no blocks on the clipboard"))
            return False
        there = next(iter(document.pages.values())).blocks
        outside = [p for p in wires.wires if p.wire.source in page.blocks and p.wire.target in there]
        return self._insert(document, None, (tr("Paste {0}"), tr("Paste {0} items")), outside=outside)

    def cut(self: Canvas) -> None:
        """Copy, then delete; what is pinned to a block goes along."""
        self.choose(self.selection() | self.followers(self.selection()), keep_wires=True)
        if self.copy():
            self.delete_selection((tr("Cut {0}"), tr("Cut {0} items")))

    def duplicate(self: Canvas) -> bool:
        """The selection once more, a little to the lower right; the clipboard stays."""
        names = self.selection()
        if not names:
            return False
        return self.copy_to(names, None, False)

    def delete_selection(self: Canvas, label: tuple[str, str] | None = None) -> None:
        """Remove the selected blocks, frames, notes and wires. Blocks of a frame that goes stay."""
        names, page = self.selection(), self.page
        names |= self.followers(names)
        wires = self.selected_wires()
        if not names and not wires:
            return
        seen: dict[tuple, int] = {}
        placed = []
        for wire in wires:
            if wire.source in names or wire.target in names:
                continue
            have = page.wires_into(wire.target, wire.target_pin)
            index = have.index(wire, seen.get(wire, 0))
            seen[wire] = index + 1
            placed.append(Placed(wire, index))
        frames = {f: page.frames[f].frame for f in page.frames if f in names}
        members = {i.id: i.frame for items in (page.blocks, page.frames) for i in items.values()
                   if i.frame in frames and i.id not in names}
        for name, frame in members.items():     # what was in a frame that goes is then where the frame was
            while frame in frames:
                frame = frames[frame]
            members[name] = frame
        remove = Remove(self.page_name, tuple(n for n in page.blocks if n in names), tuple(placed),
                        tuple(frames), tuple(n for n in page.notes if n in names))
        edit: Edit = Many((Enclose(self.page_name, members), remove)) if members else remove
        said = several(names or map(str, wires), *(label or (tr("Delete {0}"), tr("Delete {0} items"))))
        self.do(edit, said)

    def set_mode(self: Canvas, mode: str) -> None:
        """Mute or bypass the selected blocks (and those in selected frames); where all are so already, none is any
        more."""
        page = self.page
        names = sorted(n for n in self.members(self.selection()) if n in page.blocks)
        if not names:
            self.said.emit(self.tr("Select the blocks that are to be left out"))
            return
        label = (tr("Mute {0}"), tr("Mute {0} blocks")) if mode == MUTE else (
            tr("Bypass {0}"), tr("Bypass {0} blocks"))
        if all(page.blocks[n].mode == mode for n in names):
            mode = ""
            label = tr("Put {0} back in"), tr("Put {0} blocks back in")
        self.do(SetMode(self.page_name, dict.fromkeys(names, mode)), several(names, *label))

    def frame_selection(self: Canvas) -> str:
        """Put a frame around the selected blocks and frames, as its members; gives its id."""
        page, scene = self.page, self.scene
        members = [n for n in self.selection() if n in page.blocks or n in page.frames]
        if not members:
            self.said.emit(self.tr("Select the blocks that the frame is to hold"))
            return ""
        slots = [scene.slot[n] for n in members if n in scene.slot]
        box = scene.extent(np.array(slots, np.intp)) if slots else QRectF()
        for frame in (page.frames[n] for n in members if n in page.frames):
            box = box.united(QRectF(frame.x, frame.y, frame.width, frame.height))
        box = box.adjusted(-20, -20 - FRAME_TITLE, 20, 20)
        outer = {(page.blocks.get(n) or page.frames[n]).frame for n in members}
        name = page.free_id("FRAME")
        frame = Frame(name, name.title(), box.x(), box.y(), box.width(), box.height(),
                      frame=outer.pop() if len(outer) == 1 else "")
        edit = Many((Insert(self.page_name, frames=(frame,)), Enclose(self.page_name, dict.fromkeys(members, name))))
        if self.do(edit, several(members, tr("Frame {0}"), tr("Frame {0} items"))):
            self.choose({name})
            self.edit_frame(name)
        return name

    def move_by(self: Canvas, names: list[str], dx: float, dy: float) -> None:
        """Move these by so many canvas pixels, as one step."""
        items = {**self.page.blocks, **self.page.frames, **self.page.notes}
        if names:
            self.do(moved(self.page_name, items, names, dx, dy), several(names, tr("Move {0}"), tr("Move {0} items")))

    def nudge(self: Canvas, dx: float, dy: float) -> None:
        """Move the selection; frames take along what is in them."""
        names = self.members(self.selection())
        names |= self.followers(names)
        self.move_by(sorted(names), dx, dy)

    def set_value(self: Canvas, block: str, pin: str, text: str | None) -> bool:
        """Type a value; the same text again is no step, nor is one for a block that went while its editor was open."""
        there = self.page.blocks.get(block)
        if there is None or there.values.get(pin) == text:
            return True
        return self.do(SetValue(self.page_name, block, pin, text), tr("Set {0}").format(f"{block}.{pin}"))

    def end_of(self: Canvas, wire: Wire) -> End:
        from blockloom.blocks.wire_rules import End
        return End(wire.target, wire.target_pin, "input", wire.kind)
