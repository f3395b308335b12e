"""Another type in the place of a block: its wires and values go over by name, else by place, as far as they fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QPointF

from app.canvas.actions import several
from app.canvas.words import tr
from blocks.catalogue import id_stem, made_of
from blocks.document import CONTROL, REF, TENSOR, Block, Placed, Wire, split_index
from blocks.edits import Edit, Insert, Many, Remove
from blocks.offers import Want, fitting_pins

if TYPE_CHECKING:
    from app.canvas.widget import Canvas


class Retype(NamedTuple):
    """What the quick-add box is asked for: a type in the place of the one that these blocks have."""

    blocks: tuple[str, ...]


class _End(NamedTuple):
    """A wire at a block that changes its type: what it asks of the pin there, and which number that had."""

    wire: Wire
    into: bool
    want: Want
    place: int


class Retyping:
    """Mixed into the canvas."""

    def want_retype(self: Canvas) -> None:
        """Ask for the type that the selected blocks, all of one, are to have instead."""
        page = self.page
        names = sorted(n for n in self.selection() if n in page.blocks)
        if len({page.blocks[n].type for n in names}) != 1 or page.blocks[names[0]].type not in self.catalogue:
            self.said.emit(self.tr("Select a block, or several of one type, to change the type of"))
            return
        slot = self.scene.slot[names[0]]
        x, y = (self.scene.pos[slot] + (self.scene.size[slot][0], 0)).tolist()
        self.add_wanted.emit(QPointF(x, y), Retype(tuple(names)))

    def retypings(self: Canvas, names: tuple[str, ...]) -> dict[str, str]:
        """The types that keep a wire at least, with a note on those that lose some."""
        ends = [self._ends_at(n) for n in names]
        most = sum(map(len, ends))
        found = {}
        for name, entry in self.catalogue.entries.items():
            if name == self.page.blocks[names[0]].type:
                continue
            lost = sum(new is None for some in ends for new in _mapped(entry, some))
            if lost < most or not most:
                found[name] = (self.tr("loses a wire") if lost == 1 else
                               self.tr("loses {0} wires").format(lost)) if lost else ""
        return found

    def _ends_at(self: Canvas, name: str) -> list[_End]:
        from app.canvas.wiring import End
        page, type_ = self.page, self.catalogue[self.page.blocks[name].type]
        places = {p.name: i for pins in (type_.inputs, type_.outputs) for i, p in enumerate(pins)}
        found = [_End(w, True, self.want(End(w.source, w.source_pin, "output", w.kind)), places.get(w.target_pin, 0))
                 for w in page.wires_into(name) if w.kind != CONTROL]
        return found + [_End(w, False, self.want(End(w.target, w.target_pin, "input", w.kind)),
                             places.get(split_index(w.source_pin)[0], 0))
                        for w in page.wires_from(name) if w.kind != CONTROL]

    def retype(self: Canvas, names: tuple[str, ...], type_name: str) -> bool:
        """Give blocks another type. A name that was made of the type's follows it."""
        page, parts, taken, chosen = self.page, [], set(), []
        for name in names:
            block = page.blocks.get(name)
            if block is None:
                continue
            new = (page.free_id(id_stem(self.catalogue[type_name].title), taken)
                   if made_of(name, self.catalogue[block.type].title) else name)
            taken.add(new)
            chosen.append(new)
            parts.append(self._retyped(block, new, type_name))
        if not parts or not self.do(parts[0] if len(parts) == 1 else Many(tuple(parts)), several(
                names, tr("Change the type of {0}"), tr("Change the type of {0} blocks"))):
            return False
        self.choose(chosen)
        return True

    def _retyped(self: Canvas, block: Block, name: str, type_name: str) -> Edit:
        page, entry, type_ = self.page, self.catalogue.entries[type_name], self.catalogue[type_name]
        ends, wires, pins = self._ends_at(block.id), [], {}
        for end, pin in zip(ends, _mapped(entry, ends), strict=True):
            if pin is None:
                continue
            wire = end.wire
            index = page.placed(wire).index
            if end.into:
                pins[wire.target_pin] = pin
                new = wire._replace(target=name, target_pin=pin)
            else:
                output, place = type_.output(pin), split_index(wire.source_pin)[1]
                one = output.list and not end.want.list and end.want.kind in (TENSOR, REF)
                new = wire._replace(source=name, source_pin=f"{pin}[{place or 0}]" if one else pin,
                                    kind=(REF if output.ref else TENSOR) if one else output.kind)
            wires.append(Placed(new._replace(look=new.look._replace(route=())), index))
        for wire in (*page.wires_into(block.id, ""), *(w for w in page.wires_from(block.id) if w.kind == CONTROL)):
            new = wire._replace(**{"source" if wire.source == block.id else "target": name})
            wires.append(Placed(new, page.placed(wire).index))
        values = {pin: text for pin, text in block.values.items() if self._keeps(block, pin, type_name)
                  and pin not in pins.values()}
        new = block._replace(id=name, type=type_name, values=values)
        return Many((Remove(self.page_name, (block.id,)), Insert(self.page_name, (new,), tuple(wires))))

    def _keeps(self: Canvas, block: Block, pin: str, type_name: str) -> bool:
        old, new = self.catalogue[block.type], self.catalogue[type_name]
        if old.attr(pin) is not None and new.attr(pin) is not None:
            return old.attr(pin).type == new.attr(pin).type
        return old.input(pin) is not None and new.input(pin) is not None


def _mapped(entry: Mapping[str, Any], ends: list[_End]) -> list[str | None]:
    """The pins of a type that wires would take: of the same name, else in the same place, else the first free one."""
    names = {True: [p["name"] for p in entry["inputs"]], False: [p["name"] for p in entry["outputs"]]}
    many = {p["name"] for p in entry["inputs"] if p.get("list")}
    mine = [(e.wire.target_pin if e.into else split_index(e.wire.source_pin)[0]) for e in ends]
    fitting = [list(fitting_pins(entry, e.want)) for e in ends]
    found: list[str | None] = [None] * len(ends)
    used: set[str] = set()
    for by_name in (True, False):
        for i, end in enumerate(ends):
            if found[i] is not None:
                continue
            free = [n for n in fitting[i] if not end.into or n in many or n not in used]
            same = names[end.into][end.place] if end.place < len(names[end.into]) else ""
            wanted = [mine[i]] if by_name else [same, *free[:1]]
            found[i] = next((n for n in wanted if n in free), None)
            if found[i] is not None and end.into:
                used.add(found[i])
    return found
