"""Changing what wires lead where, blocks at a time: take blocks out of their wires, wire a row of blocks, turn inputs
about, values into blocks and back. Each is one edit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np

from blockloom.app.canvas.commands.actions import several
from blockloom.app.canvas.mouse.strokes import placed
from blockloom.app.canvas.words import tr, translated
from blockloom.blocks.bridging import bridged
from blockloom.blocks.catalogue import Pin
from blockloom.blocks.document import TENSOR, Block, Placed, Wire
from blockloom.blocks.edits import Edit, Insert, Many, Remove, SetValue, connect

if TYPE_CHECKING:
    from blockloom.app.canvas.widget import Canvas
    from blockloom.blocks.wire_rules import End, Fit

_CONST = "Const"
_GAP = 60.0     # canvas pixels between a block and the one that is made of a value


class Rewiring:
    """Mixed into the canvas."""

    # --- out of their wires ----------------------------------------------------------------------------------

    def outer_wires(self: Canvas, names: Collection[str]) -> tuple[list[Wire], list[Wire]]:
        """The wires into a group of blocks from others, and those out of it."""
        page = self.page
        return ([w for n in names for w in page.wires_into(n) if w.source not in names],
                [w for n in names for w in page.wires_from(n) if w.target not in names])

    def bridges(self: Canvas, names: Collection[str]) -> list[Placed]:
        return bridged(self.page, self.catalogue, names)

    def detach(self: Canvas) -> None:
        """Take the selected blocks off their wires to others, which then lead around them."""
        names = {n for n in self.members(self.selection()) if n in self.page.blocks}
        names |= self.followers(names)
        into, out = self.outer_wires(names)
        if not into and not out:
            self.said.emit(self.tr("Select blocks that are wired to others"))
            return
        with self.one_step(several(names, tr("Detach {0}"), tr("Detach {0} blocks"))):
            self.do(Remove(self.page_name, wires=placed(self.page, [*into, *out])), "")
            self.do(Insert(self.page_name, wires=tuple(self.bridges(names))), "")

    def delete_healed(self: Canvas) -> None:
        """Delete the selection; what its blocks fed is fed by what fed them, where the types fit."""
        names = {n for n in self.selection() if n in self.page.blocks}
        bridges = self.bridges(names | self.followers(names))
        if not bridges:
            self.delete_selection()
            return
        with self.one_step(several(names, tr("Delete and reconnect {0}"), tr("Delete and reconnect {0} items"))):
            self.delete_selection()
            self.do(Insert(self.page_name, wires=tuple(bridges)), "")

    # --- a row of blocks -------------------------------------------------------------------------------------

    def best_wire(self: Canvas, source: str, target: str, taken: Collection[tuple[str, str]] = ()) -> Fit | None:
        """How an output of one block best feeds an input of another that no wire feeds: an input without a value before
        one with, an output that nothing takes before one that is wired; None where none fits. `taken` are inputs
        (block, pin) that count as wired."""
        from blockloom.blocks.wire_rules import End
        page, rules = self.page, self.rules()
        types = [self.catalogue.get(page.blocks[n].type) for n in (source, target)]
        if source == target or None in types:
            return None
        typed, into = page.blocks[target].values, page.into.get(target, {})
        used = {w.source_pin for w in page.wires_from(source)}
        best = None
        for i, output in enumerate(types[0].outputs):
            for j, sink in enumerate(types[1].inputs):
                if not sink.list and (sink.name in into or (target, sink.name) in taken):
                    continue
                fit = rules.fit(End(source, output.name, "output", output.kind),
                                End(target, sink.name, "input", sink.kind))
                if fit.reason or fit.wire in into.get(sink.name, ()):
                    continue
                rank = (sink.name in typed, sink.optional, fit.element, output.name in used, i, j)
                if best is None or rank < best[0]:
                    best = rank, fit
        return best[1] if best else None

    def wire_up(self: Canvas, source: str, target: str) -> bool:
        """Wire one block to another by the pins that fit best. Says so where none does."""
        fit = self.best_wire(source, target)
        if fit is None:
            self.said.emit(self.tr("No output of {0} fits a free input of {1}").format(source, target))
            return False
        wire = self._whole(fit)
        self.do(connect(self.page, wire, self.rules().single(self.end_of(wire))),
                tr("Wire {0} to {1}").format(source, target))
        return True

    def _whole(self: Canvas, fit: Fit) -> Wire:
        """The wire; of a list output that of the next free element."""
        wire = fit.wire
        if fit.element:
            wire = wire._replace(source_pin=f"{wire.source_pin}[{self.rules().elements(self._source_end(wire))[1]}]")
        return wire

    def _source_end(self: Canvas, wire: Wire) -> End:
        from blockloom.blocks.wire_rules import End
        return End(wire.source, wire.source_pin, "output", wire.kind)

    def wire_selection(self: Canvas) -> None:
        """Wire the selected blocks: each to the nearest of those on its right, by the pins that fit best."""
        scene = self.scene
        slots = np.array([scene.slot[n] for n in self.selection() if n in scene.slot], np.intp)
        if len(slots) < 2:
            self.said.emit(self.tr("Select the blocks that are to be wired, one to the right of the other"))
            return
        wires: list[Placed] = []
        taken: Counter[tuple[str, str]] = Counter()
        slots = slots[np.lexsort((scene.pos[slots, 1], scene.pos[slots, 0]))]
        low, high = scene.pos[slots], scene.pos[slots] + scene.size[slots]
        for i, slot in enumerate(slots.tolist()):
            right = np.flatnonzero(low[:, 0] >= high[i, 0])
            if not len(right):
                continue
            column = right[low[right, 0] < high[right, 0].min()]    # the first of those: the nearest in height of it
            away = np.abs(low[column, 1] + high[column, 1] - low[i, 1] - high[i, 1])
            a, b = scene.blocks[slot].id, scene.blocks[slots[column[away.argmin()]]].id
            fit = self.best_wire(a, b, taken)
            if fit is None:
                self.said.emit(self.tr("No output of {0} fits a free input of {1}").format(a, b))
                continue
            wire = self._whole(fit)
            end = wire[2:4]
            wires.append(Placed(wire, len(self.page.wires_into(*end)) + taken[end]))
            taken[end] += 1
        if wires:
            self.do(Insert(self.page_name, wires=tuple(wires)),
                    several([w.source for w, _ in wires], tr("Wire {0}"), tr("Wire {0} blocks")))

    # --- inputs turned about ---------------------------------------------------------------------------------

    def swap_inputs(self: Canvas) -> None:
        """The sources of the two selected wires change places; else the first inputs of the selected block that are
        alike: wires and values of each go to the next."""
        page, wires = self.page, self.selected_wires()
        names = [n for n in self.selection() if n in page.blocks]
        if len(wires) == 2 and not names:
            self._swap_wires(*wires)
            return
        type_ = self.catalogue.get(page.blocks[names[0]].type) if len(names) == 1 else None
        groups: dict[tuple, list[str]] = {}
        for pin in type_.inputs if type_ is not None else ():
            if not pin.list:
                groups.setdefault((pin.kind, pin.dtype, pin.type_attr), []).append(pin.name)
        values = page.blocks[names[0]].values if names else {}
        alike = next((g for g in groups.values() if len(g) > 1 and any(
            p in values or page.wires_into(names[0], p) for p in g)), None)
        if alike is None:
            self.said.emit(self.tr("Select a block with two inputs of one type, or two wires"))
            return
        name = names[0]
        had = [Placed(w, i) for p in alike for i, w in enumerate(page.wires_into(name, p))]
        to = dict(zip(alike, [*alike[1:], alike[0]], strict=True))
        parts: list[Edit] = [Remove(self.page_name, wires=tuple(had))] if had else []
        parts += [SetValue(self.page_name, name, to[p], values.get(p)) for p in alike
                  if values.get(p) != values.get(to[p])]
        parts += [Insert(self.page_name, wires=tuple(p._replace(wire=p.wire._replace(target_pin=to[p.wire.target_pin]))
                                                     for p in had))] if had else []
        self.do(Many(tuple(parts)), tr("Swap the inputs of {0}").format(name))

    def _swap_wires(self: Canvas, first: Wire, second: Wire) -> None:
        from blockloom.blocks.wire_rules import End
        rules, found = self.rules(), []
        for wire, other in ((first, second), (second, first)):
            fit = rules.fit(End(other.source, other.source_pin.partition("[")[0], "output", other.kind),
                            self.end_of(wire))
            if fit.reason:
                self.said.emit(self.tr("Not swapped: {0}").format(translated(fit.reason)))
                return
            found.append(wire._replace(source=other.source, source_pin=other.source_pin, kind=other.kind))
        had = placed(self.page, [first, second])
        new = tuple(Placed(w, p.index) for w, p in zip(found, had, strict=True))
        self.do(Many((Remove(self.page_name, wires=had), Insert(self.page_name, wires=new))),
                tr("Swap the sources of two wires"))

    # --- values and Const blocks -----------------------------------------------------------------------------

    def can_extract(self: Canvas, block: str, pin: str) -> bool:
        """Whether what is typed into a pin can be a Const block's."""
        have = self.page.blocks.get(block)
        type_ = have and self.catalogue.get(have.type)
        sink = type_ and type_.input(pin)
        return (isinstance(sink, Pin) and sink.kind == TENSOR and not sink.list and pin in have.values
                and _CONST in self.catalogue and not self.page.wires_into(block, pin))

    def extract(self: Canvas, *pins: tuple[str, str]) -> None:
        """Make Const blocks of what is typed into pins (block, pin), wired to them."""
        parts, rows = [], Counter()
        names = self.page.free_ids(pin.upper() for _, pin in pins)
        for (block, pin), name in zip(pins, names, strict=True):
            have = self.page.blocks[block]
            known = self.rules().inference.known.get(block)
            sink = self.catalogue[have.type].input(pin)
            dtype = sink.dtype or (known.attrs.get(sink.type_attr) if known and sink.type_attr else None)
            values = {"value": have.values[pin]} | ({"dtype": dtype} if isinstance(dtype, str) else {})
            new = Block(name, _CONST, values=values)
            layout = self.scene.geometry.layout(new, {}, [])
            below = rows[block] * (layout.height + 20)
            rows[block] += 1
            _, y = self.scene.layouts[self.scene.slot[block]].inlet(pin)
            new = self._at(new, have.x - layout.width - _GAP, have.y + y - layout.outlet("output")[1] + below)
            wire = Placed(Wire(new.id, "output", block, pin), 0)
            parts += [SetValue(self.page_name, block, pin, None), Insert(self.page_name, (new,), (wire,))]
        if parts:
            self.do(Many(tuple(parts)), several([f"{b}.{p}" for b, p in pins], tr("Make a block of {0}"),
                                                tr("Make {0} blocks of values")))

    def extract_selected(self: Canvas) -> None:
        """`extract` all that can be of the selected blocks."""
        pins = [(n, spot.name) for n in sorted(self.selection() & self.scene.slot.keys())
                for spot in self.scene.layouts[self.scene.slot[n]].spots if self.can_extract(n, spot.name)]
        if not pins:
            self.said.emit(self.tr("Select blocks with values typed into their inputs"))
        self.extract(*pins)

    def can_take_in(self: Canvas, wire: Wire) -> bool:
        """Whether what a wire brings is a Const block's value, which can be typed where the wire ends."""
        page = self.page
        source, target = page.blocks.get(wire.source), page.blocks.get(wire.target)
        type_ = target and self.catalogue.get(target.type)
        sink = type_ and type_.input(wire.target_pin)
        return (source is not None and source.type == _CONST and "value" in source.values and wire.kind == TENSOR
                and isinstance(sink, Pin) and sink.kind == TENSOR and not sink.list)

    def take_in(self: Canvas, *wires: Wire) -> None:
        """Type the values of Const blocks where their wires end; a block goes where nothing else needs it."""
        page, parts = self.page, []
        these = set(wires)
        gone = {w.source for w in wires if these.issuperset(page.wires_from(w.source))
                and not page.wires_into(w.source)}
        for wire in wires:
            source, target = page.blocks[wire.source], page.blocks[wire.target]
            sink = self.catalogue[target.type].input(wire.target_pin)
            parts += [Remove(self.page_name, wires=(page.placed(wire),)),
                      SetValue(self.page_name, wire.target, wire.target_pin, source.values["value"])]
            attr, dtype = sink.type_attr if sink.dtype is None else "", source.values.get("dtype")
            if attr and dtype and self.rules().shared(self.end_of(wire), sink) is None:
                parts.append(SetValue(self.page_name, wire.target, attr, dtype))    # the spelling may mean another
        if parts:
            self.do(Many((*parts, Remove(self.page_name, tuple(sorted(gone))))), several(
                [f"{w.target}.{w.target_pin}" for w in wires], tr("Type in {0}"), tr("Type in {0} values")))

    def take_in_selected(self: Canvas) -> None:
        """`take_in` every wire into the selected blocks that can be."""
        wires = [w for n in sorted(self.selection() & self.page.blocks.keys()) for w in self.page.wires_into(n)
                 if self.can_take_in(w)]
        if not wires:
            self.said.emit(self.tr("Select blocks that Const blocks feed"))
        self.take_in(*wires)
