"""Another type in the place of a block: its wires and values go over by name, else by place, as far as they fit."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QPointF

from blockloom.app.canvas.commands.actions import several
from blockloom.app.canvas.words import tr
from blockloom.blocks.catalogue import fits, id_stem, made_of
from blockloom.blocks.document import CONTROL, REF, TENSOR, Block, Placed, Wire, split_index
from blockloom.blocks.edits import Edit, Insert, Many, Remove
from blockloom.blocks.offers import Want, fitting_pins

if TYPE_CHECKING:
    from blockloom.app.canvas.widget import Canvas


class Retype(NamedTuple):
    """What the quick-add box is asked for: a type in the place of the one that these blocks have."""

    blocks: tuple[str, ...]


class _End(NamedTuple):
    """A wire at a block that changes its type: what it asks of the pin there, that pin's name, and which it is."""

    wire: Wire | None
    into: bool
    want: Want
    pin: str
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
        alike = Counter(tuple(end._replace(wire=None) for end in self._ends_at(n)) for n in names)     # few differ
        most = sum(len(ends) * times for ends, times in alike.items())
        found = {}
        for name, entry in self.catalogue.entries.items():
            if name == self.page.blocks[names[0]].type:
                continue
            lost = sum(_mapped(entry, ends).count(None) * times for ends, times in alike.items())
            if lost < most or not most:
                found[name] = (self.tr("loses a wire") if lost == 1 else
                               self.tr("loses {0} wires").format(lost)) if lost else ""
        return found

    def _ends_at(self: Canvas, name: str) -> list[_End]:
        from blockloom.blocks.wire_rules import End
        page, places = self.page, self._places(name)
        ends = [(w, True, w.target_pin, End(w.source, w.source_pin, "output", w.kind)) for w in page.wires_into(name)]
        ends += [(w, False, split_index(w.source_pin)[0], End(w.target, w.target_pin, "input", w.kind))
                 for w in page.wires_from(name)]
        return [_End(w, into, self.rules().want(end), pin, places.get(pin, 0)) for w, into, pin, end in ends
                if w.kind != CONTROL]

    def _places(self: Canvas, name: str) -> dict[str, int]:
        type_ = self.catalogue[self.page.blocks[name].type]
        return {p.name: i for pins in (type_.inputs, type_.outputs) for i, p in enumerate(pins)}

    def retype(self: Canvas, names: tuple[str, ...], type_name: str) -> bool:
        """Give blocks another type. A name that was made of the type's follows it."""
        page, title = self.page, self.catalogue[type_name].title
        new = {name: name for name in names if name in page.blocks}
        following = [name for name in new if made_of(name, self.catalogue[page.blocks[name].type].title)]
        new.update(zip(following, page.free_ids([id_stem(title)] * len(following)), strict=True))
        if not new or not self.do(self._retyped(new, type_name), several(
                new, tr("Change the type of {0}"), tr("Change the type of {0} blocks"))):
            return False
        self.choose(new.values())
        return True

    def _retyped(self: Canvas, names: Mapping[str, str], type_name: str) -> Edit:
        """Blocks of another type, under new names, in the place of these."""
        page, entry = self.page, self.catalogue.entries[type_name]
        taken: dict[tuple[Wire, bool], deque] = {}      # ends and their new pins; of equal wires one after the other
        for name in names:
            ends = self._ends_at(name)
            for end, pin in zip(ends, _mapped(entry, ends), strict=True):
                taken.setdefault((end.wire, end.into), deque()).append((end, pin))
        wires: list[Placed] = []
        count: Counter[tuple[str, str]] = Counter()
        for target in dict.fromkeys([*names, *(w.target for n in names for w in page.wires_from(n))]):
            places = self._places(target) if target in names else {}
            for _, there in sorted(page.into.get(target, {}).items(), key=lambda row: places.get(row[0], 0)):
                for wire in there:
                    new = wire if target not in names and wire.source not in names else self._led_over(
                        wire, names, type_name, taken)
                    if new is None:
                        continue
                    if new is not wire:
                        wires.append(Placed(new, count[new[2:4]]))
                    count[new[2:4]] += 1
        wired = {wire[2:4] for wire, _ in wires}
        blocks = []
        for name, new in names.items():
            block = page.blocks[name]
            values = {pin: text for pin, text in block.values.items() if self._keeps(block, pin, type_name)
                      and (new, pin) not in wired}
            blocks.append(block._replace(id=new, type=type_name, values=values))
        return Many((Remove(self.page_name, tuple(names)), Insert(self.page_name, tuple(blocks), tuple(wires))))

    def _led_over(self: Canvas, wire: Wire, names: Mapping[str, str], type_name: str,
                  taken: dict[tuple[Wire, bool], deque]) -> Wire | None:
        """A wire at blocks that get another type, as it is then; None where it is lost."""
        type_, out, into = self.catalogue[type_name], wire.source in names, wire.target in names
        new = wire._replace(source=names.get(wire.source, wire.source), target=names.get(wire.target, wire.target))
        if wire.kind == CONTROL:
            return new
        end, source = taken[wire, False].popleft() if out else (None, wire.source_pin)
        _, target = taken[wire, True].popleft() if into else (None, wire.target_pin)
        if source is None or target is None:
            return None
        new = new._replace(target_pin=target, look=new.look._replace(route=()))
        if not out:
            return new
        output, sink = type_.output(source), type_.input(target) if into else end.want
        index = split_index(wire.source_pin)[1]
        if output.list and (index is not None or not sink.list and sink.kind in (TENSOR, REF)):
            source = f"{source}[{index or 0}]"
            output = output._replace(kind=REF if output.ref else TENSOR, list=False)
        return None if into and fits(output, sink) else new._replace(source_pin=source, kind=output.kind)

    def _keeps(self: Canvas, block: Block, pin: str, type_name: str) -> bool:
        old, new = self.catalogue[block.type], self.catalogue[type_name]
        if old.attr(pin) is not None and new.attr(pin) is not None:
            return old.attr(pin).type == new.attr(pin).type
        return old.input(pin) is not None and new.input(pin) is not None


def _mapped(entry: Mapping[str, Any], ends: Sequence[_End]) -> list[str | None]:
    """The pins of a type that wires would take: of the same name, else in the same place, else the first free one."""
    names = {True: [p["name"] for p in entry["inputs"]], False: [p["name"] for p in entry["outputs"]]}
    many = {p["name"] for p in entry["inputs"] if p.get("list")}
    fitting = [list(fitting_pins(entry, e.want)) for e in ends]
    found: list[str | None] = [None] * len(ends)
    used: set[str] = set()
    for by_name in (True, False):
        for i, end in enumerate(ends):
            if found[i] is not None:
                continue
            free = [n for n in fitting[i] if not end.into or n in many or n not in used]
            same = names[end.into][end.place] if end.place < len(names[end.into]) else ""
            wanted = [end.pin] if by_name else [same, *free[:1]]
            found[i] = next((n for n in wanted if n in free), None)
            if found[i] is not None and end.into:
                used.add(found[i])
    return found
