"""New blocks that come wired: at the end of a wire, or between its ends. Each is one edit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QMenu

from blockloom.app.canvas.commands.retyping import Retype
from blockloom.app.canvas.grid import snapped, step
from blockloom.app.canvas.mouse.dropping import DECODERS
from blockloom.app.canvas.words import tr
from blockloom.blocks import offers
from blockloom.blocks.catalogue import Pin, id_stem
from blockloom.blocks.document import CONTROL, LIST, REF, TENSOR, WIRE_KINDS, Block, Placed, Wire, control
from blockloom.blocks.edits import Edit, Insert, Many, Move, Remove, SetValue
from blockloom.blocks.structure import downstream, upstream

if TYPE_CHECKING:
    from blockloom.app.canvas.widget import Canvas
    from blockloom.blocks.wire_rules import End

_APART = 240.0      # canvas pixels from a block that reads a file to the one that decodes it
ROOM = 40.0      # canvas pixels between blocks where one is put into a wire


class Placing:
    """Mixed into the canvas."""

    def fitting(self: Canvas, end: End | Wire | Retype | None) -> dict[str, str] | None:
        """The types that can be wired to an end, or stand in a wire, with the pin each takes; None: all, unwired."""
        if end is None:
            return None
        if isinstance(end, Retype):
            return self.retypings(end.blocks)
        if isinstance(end, Wire):
            source, target = self.rules().wants(end)
            return {name: f"{into}, {out}"
                    for name, (into, out) in offers.between(self.catalogue, source, target).items()}
        return offers.fitting(self.catalogue, self.rules().want(end))

    def best(self: Canvas, end: End | Wire | Retype | None, fitting: dict[str, str] | None) -> set[str]:
        """Of the types that can be wired to an end, those that are made for what its handle stands for."""
        if not fitting or end is None or isinstance(end, Wire | Retype):
            return set()
        want, entries = self.rules().want(end), self.catalogue.entries
        return {name for name, pin in fitting.items() if offers.right(entries[name], pin, want)}

    def add_wired(self: Canvas, type_name: str, at: QPointF, end: End | Wire | Retype | None) -> str:
        """Place a block of a type and wire it, or give blocks that type; gives its id, "" where it does not fit."""
        if isinstance(end, Retype):
            return type_name if self.retype(end.blocks, type_name) else ""
        if isinstance(end, Wire) and end in self.page.wires_into(end.target, end.target_pin):
            return self.insert_on_wire(type_name, end, at)
        if isinstance(end, Wire) or end is not None and end.block not in self.page.blocks:
            end = None      # it went while the type was chosen
        pin = offers.fitting_pin(self.catalogue.entries[type_name], self.rules().want(end)) if end is not None else None
        if pin is None:
            return self.add_block(type_name, at)
        block = self._new(type_name)
        output = end.side == "output"
        layout = self.scene.geometry.layout(block, {pin: []} if pin and output else {}, [])
        x, y = layout.inlet(pin) if output else layout.outlet(pin)
        block = self._at(block, at.x() - x, at.y() - y)
        wire = (self._wire(end, block, pin) if output else self._wire_to(block, pin, end))
        placed = Placed(wire, len(self.page.wires_into(wire.target, wire.target_pin)))
        if self.do(Insert(self.page_name, (block,), (placed,)), tr("Add {0}").format(block.id)):
            self.choose({block.id})
            return block.id
        return ""

    def _new(self: Canvas, type_name: str, values: dict | None = None) -> Block:
        return Block(self.page.free_id(id_stem(self.catalogue[type_name].title)), type_name, values=values or {})

    def _at(self: Canvas, block: Block, x: float, y: float) -> Block:
        x, y = snapped(x), snapped(y)
        return self.housed(block._replace(x=x, y=y))

    def _wire(self: Canvas, end: End, block: Block, pin: str) -> Wire:
        """From an end that is there to a pin of a new block."""
        if end.kind == CONTROL:
            return control(end.block, block.id)
        sink = self.catalogue[block.type].input(pin)
        source = self._pin_of(end.block, end.pin)
        name, kind = end.pin, end.kind
        if source is not None and source.list and not sink.list and sink.kind in (TENSOR, REF):
            name, kind = f"{end.pin}[{self.rules().elements(end)[1]}]", REF if source.ref else TENSOR
        elif source is not None:
            kind = source.kind
        return Wire(end.block, name, block.id, pin, kind)

    def _pin_of(self: Canvas, block: str, pin: str) -> Pin | None:
        type_ = self.catalogue.get(self.page.blocks[block].type) if block in self.page.blocks else None
        return type_ and type_.output(pin)

    def _wire_to(self: Canvas, block: Block, pin: str, end: End) -> Wire:
        """From a pin of a new block to an end that is there."""
        if end.kind == CONTROL:
            return control(block.id, end.block)
        source = self.catalogue[block.type].output(pin)
        if source.list and end.kind != LIST:
            return Wire(block.id, f"{pin}[0]", end.block, end.pin, REF if source.ref else TENSOR)
        return Wire(block.id, pin, end.block, end.pin, source.kind)

    def read_files(self: Canvas, paths: list[Path], at: QPointF) -> None:
        """Blocks that read and decode pictures and sounds, one pair below the other."""
        page, blocks, wires = self.page, [], []
        taken: set[str] = set()
        for row, path in enumerate(paths):
            decoder = DECODERS[path.suffix.lower()]
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

    # --- between the ends of a wire --------------------------------------------------------------------------

    def insert_on_wire(self: Canvas, type_name: str, wire: Wire, at: QPointF | None = None,
                       values: dict[str, str] | None = None) -> str:
        """Cut a wire and put a new block in between; gives its id, "" where it does not fit."""
        pins = offers.pins_between(self.catalogue.entries[type_name], *self.rules().wants(wire))
        if pins is None:
            self.said.emit(self.tr("{0} does not fit into {1}").format(self.catalogue[type_name].title, wire))
            return ""
        block = self._new(type_name, values)
        block, aside = self._aside(self._between(block, wire, at), wire)
        edit = Many((Insert(self.page_name, (block,)), *self._splice(wire, block, *pins), *aside))
        if not self.do(edit, tr("Insert {0}").format(block.id)):
            return ""
        self.choose({block.id})
        return block.id

    def can_insert(self: Canvas, type_name: str, wire: Wire) -> bool:
        """Whether a block of a type could stand in a wire."""
        entry = self.catalogue.entries.get(type_name)
        return entry is not None and offers.pins_between(entry, *self.rules().wants(wire)) is not None

    def _between(self: Canvas, block: Block, wire: Wire, at: QPointF | None) -> Block:
        layout = self.scene.geometry.layout(block, {}, [])
        if at is None:
            ends = self._ends_of(wire)
            at = QPointF((ends[0].x() + ends[1].x()) / 2, (ends[0].y() + ends[1].y()) / 2)
        return self._at(block, at.x() - layout.width / 2, at.y() - layout.height / 2)

    def _aside(self: Canvas, block: Block, wire: Wire) -> tuple[Block, list[Edit]]:
        """A block that is put into a wire, right of where the wire comes from, and what makes room for it: all that
        follows moves to the right. Where frames hold something of that, everything stays where it is."""
        page, scene = self.page, self.scene
        source, target = page.blocks.get(wire.source), page.blocks.get(wire.target)
        if source is None or target is None or source.x >= target.x or wire.target in upstream(page, [wire.source]):
            return block, []
        edge = source.x + float(scene.size[scene.slot[source.id], 0]) + ROOM
        x = snapped(max(block.x, edge))
        short = x + scene.geometry.layout(block, {}, []).width + ROOM - target.x
        names = {n for n in downstream(page, [wire.target]) if page.blocks[n].x >= target.x and n != block.id}
        names |= self.followers(names) - {block.id}
        if block.x >= target.x or short > 0 and any(page.blocks[n].frame for n in (*names, source.id)):
            return block, []
        dx = snapped(max(0.0, short) + step() / 2)
        moves = {n: (page.blocks[n].x + dx, page.blocks[n].y) for n in names} if short > 0 else {}
        return block._replace(x=x), [Move(self.page_name, moves)] if moves else []

    def want_after(self: Canvas) -> None:
        """Ask for a block to the right of the selected one, wired to its first output."""
        from blockloom.blocks.wire_rules import End
        names, scene = self.selection() & self.scene.slot.keys(), self.scene
        type_ = self.catalogue.get(self.page.blocks[min(names)].type) if len(names) == 1 else None
        if type_ is None or not type_.outputs:
            self.said.emit(self.tr("Select a block that gives something"))
            return
        name, pin = min(names), type_.outputs[0]
        x, y = (scene.pos[scene.slot[name]] + scene.layouts[scene.slot[name]].outlet(pin.name)).tolist()
        while len(scene.visible(x + 2 * ROOM, y - 2 * ROOM, x + 4 * ROOM, y + 1.5 * ROOM)):
            y += ROOM
        self.add_wanted.emit(QPointF(x + 1.5 * ROOM, y), End(name, pin.name, "output", pin.kind))

    def _ends_of(self: Canvas, wire: Wire) -> tuple[QPointF, QPointF]:
        found = []
        for name, pin, side in ((wire.source, wire.source_pin, 0), (wire.target, wire.target_pin, 1)):
            slot = self.scene.slot.get(name)
            if slot is not None:
                layout = self.scene.layouts[slot]
                x, y = layout.inlet(pin) if side else layout.outlet(pin)
                found.append(QPointF(self.scene.pos[slot, 0] + x, self.scene.pos[slot, 1] + y))
        return (found[0], found[-1]) if found else (QPointF(), QPointF())

    def _splice(self: Canvas, wire: Wire, block: Block, into: str, out: str) -> tuple[Edit, Edit]:
        """The edits that lead a wire through a block by two of its pins; the target keeps its order."""
        from blockloom.blocks.wire_rules import End
        placed = self.page.placed(wire)
        type_ = self.catalogue[block.type]
        source = type_.output(out)
        first = Wire(wire.source, wire.source_pin, block.id, into, wire.kind)
        target = self.rules().want(End(wire.target, wire.target_pin, "input", wire.kind))
        one = source.list and not target.list
        second = Wire(block.id, f"{out}[0]" if one else out, wire.target, wire.target_pin,
                      (REF if source.ref else TENSOR) if one else source.kind)
        return (Remove(self.page_name, wires=(placed,)),
                Insert(self.page_name, wires=(Placed(first, 0), Placed(second, placed.index))))

    def fits_on_wire(self: Canvas, name: str, wire: Wire, detached: bool = False) -> tuple[str, str] | None:
        """The pins by which a block that has no wires yet could stand in a wire. `detached`: those that it has go."""
        block = self.page.blocks[name]
        if not detached and (name in self.page.into or name in self.page.out) or block.type not in self.catalogue:
            return None
        return offers.pins_between(self.catalogue.entries[block.type], *self.rules().wants(wire))

    def drop_on_wire(self: Canvas, name: str, wire: Wire, place: tuple[float, float], detached: bool = False) -> bool:
        """Move a block that has no wires to a place and lead a wire through it."""
        pins = self.fits_on_wire(name, wire, detached)
        if pins is None:
            return False
        typed = self.page.blocks[name].values
        splice = self._splice(wire, self.page.blocks[name], *pins)
        moved, aside = self._aside(self.page.blocks[name]._replace(x=place[0], y=place[1]), wire)
        edits: tuple[Edit, ...] = (Move(self.page_name, {name: (moved.x, moved.y)}), *splice, *aside)
        if pins[0] in typed:       # the wire brings what was typed there
            edits = (SetValue(self.page_name, name, pins[0], None), *edits)
        return self.do(Many(edits), tr("Insert {0}").format(name))

    # --- a drop that was refused -----------------------------------------------------------------------------

    def fixes(self: Canvas, output: End, target: End) -> list[tuple[str, Edit]]:
        """What would make a refused wire fit: a label and the edit, which holds the wire as well."""
        found: list[tuple[str, Edit]] = []
        page, rules = self.page, self.rules()
        if output.block not in page.blocks or target.block not in page.blocks:
            return found
        source, sink = self.rules().want(output), self.rules().want(target)
        if output.block != target.block and CONTROL not in (output.kind, target.kind):
            handle = rules.inference.known.get(output.block)
            dtype = handle.attrs.get("dtype") if handle else None
            wanted = sink.dtype
            for fix in offers.conversions(source.dtype, wanted, dtype if isinstance(dtype, str) else None):
                found += self._by(fix, output, target)
            if source.dtype and wanted is None and sink.allowed and source.dtype not in sink.allowed:
                for dtype in (d for d in ("DT_FLOAT", "DT_DOUBLE", "DT_INT32", "DT_BOOL", "DT_STRING")
                              if d in sink.allowed):
                    for fix in offers.conversions(source.dtype, dtype):
                        found += self._by(fix, output, target)
                        break
                    if len(found) >= 2:
                        break
        if CONTROL not in (output.kind, target.kind) and output.block != target.block:
            wire = control(output.block, target.block)
            if source.kind not in WIRE_KINDS[sink.kind].accepts and wire not in page.wires_into(target.block, ""):
                end = len(page.wires_into(target.block, ""))
                found.append((self.tr("Only let {0} run after {1}").format(target.block, output.block),
                              Insert(self.page_name, wires=(Placed(wire, end),))))
        return found

    def _by(self: Canvas, fix: offers.Between, output: End, target: End) -> list[tuple[str, Edit]]:
        """The edit that wires two ends by a block in between."""
        entry = self.catalogue.entries.get(fix.type)
        if entry is None:
            return []
        block = self._new(fix.type, dict(fix.values))
        probe = Wire(output.block, output.pin, target.block, target.pin, output.kind)
        block = self._between(block, probe, None)
        first, second = self._wire(output, block, fix.into), self._wire_to(block, fix.out, target)
        there = self.page.wires_into(target.block, target.pin)
        single = self.rules().single(target)
        gone = tuple(Placed(w, i) for i, w in reversed(list(enumerate(there)))) if single else ()
        place = 0 if single else len(there)
        insert = Insert(self.page_name, (block,), (Placed(first, 0), Placed(second, place)))
        label = self.tr("Insert {0}").format(self.catalogue[fix.type].title)
        given = next(iter(fix.values.values()), "")
        return [(f"{label} ({given})" if given else label,
                 Many((Remove(self.page_name, wires=gone), insert)) if gone else insert)]

    def offer_fixes(self: Canvas, output: End, target: End, reason: str) -> None:
        """A menu at the pointer with what would make a refused wire fit. Without anything to offer, only the reason."""
        fixes = self.fixes(output, target)
        if not fixes:
            return
        menu = QMenu(self)
        menu.setObjectName("fixes")
        menu.addAction(reason).setEnabled(False)
        menu.addSeparator()
        actions = [menu.addAction(label, lambda e=edit, t=label: self.do(e, t)) for label, edit in fixes]
        menu.setActiveAction(actions[0])
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.mapToGlobal(self.view.to_widget(self.pointer).toPoint()))
