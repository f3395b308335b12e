"""Changes of block types: wires and values are moved by name, otherwise by position, if they fit."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from blockloom.blocks.catalogue.block_types import id_stem, made_of, wire_error
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import CONTROL, REF, TENSOR, Block, Document, Placed, Wire, split_index
from blockloom.blocks.edits import CompositeEdit, Edit, Insert, Remove
from blockloom.blocks.infer.compatible_types import FreeEndRequirement, fitting_pins, hyperparameters
from blockloom.blocks.infer.page_uses import refuse_cycle
from blockloom.blocks.infer.wire_rules import WireRules, source_of, target_of
from blockloom.blocks.operations.change import PageChange, combine_edits, count_label
from blockloom.blocks.text.phrases import phrase


class _WireEnd(NamedTuple):
    """A wire at a block whose type changes: its requirement, its pin and the place of the pin."""

    is_target: bool
    want: FreeEndRequirement
    pin: str
    place: int


# (wire, is target) -> (end, new pin) of each equal wire.
_Taken = dict[tuple[Wire, bool], deque[tuple[_WireEnd, str | None]]]


def possible_types(rules: WireRules, names: Sequence[str]) -> dict[str, int]:
    """Return the types for blocks of one type that keep at least one wire: name -> number of lost wires."""
    # Counted, because most blocks have equal ends.
    alike = Counter(tuple(end for _, end in _ends_at(rules, n)) for n in names)
    most = sum(len(ends) * times for ends, times in alike.items())
    losses = {}
    for name, entry in rules.catalogue.entries.items():
        if name == rules.page.blocks[names[0]].type:
            continue
        lost = sum(_mapped(entry, ends).count(None) * times for ends, times in alike.items())
        if lost < most or not most:
            losses[name] = lost
    return losses


def retype(rules: WireRules, names: Iterable[str], type_name: str) -> PageChange | None:
    """Change the type of blocks; None if none of them exists.

    An id derived from the old type's title is derived from the new one.

    Raises:
        EditError: The page of the type uses this page.
    """
    page, catalogue = rules.page, rules.catalogue
    refuse_cycle(catalogue, page.name, (type_name,))
    new = {name: name for name in names if name in page.blocks}
    if not new:
        return None
    renamed = [name for name in new if made_of(name, catalogue[page.blocks[name].type].title)]
    new.update(zip(renamed, page.free_ids([id_stem(catalogue[type_name].title)] * len(renamed)), strict=True))
    return PageChange(
        _retyped(rules, new, type_name),
        count_label(new, phrase("Change the type of {0}"), phrase("Change the type of {0} blocks")),
        tuple(new.values()),
    )


def retype_everywhere(document: Document, catalogue: Catalogue, old: str, new: str) -> PageChange | None:
    """Change the type of all blocks of a type, on all pages; None if there are none.

    Raises:
        EditError: The page of the type uses one of the pages.
    """
    changes = [
        retype(WireRules(page, catalogue), [b.id for b in page.blocks.values() if b.type == old], new)
        for page in document.pages.values()
    ]
    edits = [change.edit for change in changes if change is not None]
    return (
        PageChange(
            combine_edits(edits), phrase("Change {0} to {1} on all pages", catalogue[old].title, catalogue[new].title)
        )
        if edits
        else None
    )


def _ends_at(rules: WireRules, name: str) -> list[tuple[Wire, _WireEnd]]:
    page, places = rules.page, _places(rules, name)
    ends = [(w, True, w.target_pin, source_of(w)) for w in page.wires_into(name)]
    ends += [(w, False, split_index(w.source_pin)[0], target_of(w)) for w in page.wires_from(name)]
    return [
        (w, _WireEnd(into, rules.want(end), pin, places.get(pin, 0))) for w, into, pin, end in ends if w.kind != CONTROL
    ]


def _places(rules: WireRules, name: str) -> dict[str, int]:
    type_ = rules.catalogue[rules.page.blocks[name].type]
    return {p.name: i for pins in (type_.inputs, type_.outputs) for i, p in enumerate(pins)}


def _retyped(rules: WireRules, names: Mapping[str, str], type_name: str) -> Edit:
    """Return the edit that replaces blocks by blocks of another type under new names."""
    page, entry = rules.page, rules.catalogue.entries[type_name]
    taken: _Taken = {}  # a queue for each set of equal wires
    for name in names:
        ends = _ends_at(rules, name)
        for (wire, end), pin in zip(ends, _mapped(entry, [end for _, end in ends]), strict=True):
            taken.setdefault((wire, end.is_target), deque()).append((end, pin))
    wires: list[Placed] = []
    count: Counter[tuple[str, str]] = Counter()
    for target in dict.fromkeys([*names, *(w.target for n in names for w in page.wires_from(n))]):
        places = _places(rules, target) if target in names else {}
        for _, wires_into in sorted(page.into.get(target, {}).items(), key=lambda row: places.get(row[0], 0)):
            for wire in wires_into:
                led = (
                    wire
                    if target not in names and wire.source not in names
                    else _led_over(rules, wire, names, type_name, taken)
                )
                if led is None:
                    continue
                if led is not wire:
                    wires.append(Placed(led, count[led[2:4]]))
                count[led[2:4]] += 1
    wired = {wire[2:4] for wire, _ in wires}
    blocks = []
    for name, new in names.items():
        block = page.blocks[name]
        values = {
            pin: text
            for pin, text in block.values.items()
            if _keeps(rules, block, pin, type_name) and (new, pin) not in wired
        }
        sliders = {pin: slider for pin, slider in block.sliders.items() if pin in values}
        blocks.append(block._replace(id=new, type=type_name, values=values, sliders=sliders))
    return CompositeEdit((Remove(page.name, tuple(names)), Insert(page.name, tuple(blocks), tuple(wires))))


def _led_over(rules: WireRules, wire: Wire, names: Mapping[str, str], type_name: str, taken: _Taken) -> Wire | None:
    """Return a wire at retyped blocks, None if it is lost."""
    type_, out, into = rules.catalogue[type_name], wire.source in names, wire.target in names
    new = wire._replace(source=names.get(wire.source, wire.source), target=names.get(wire.target, wire.target))
    if wire.kind == CONTROL:
        return new
    end, source = taken[wire, False].popleft() if out else (None, wire.source_pin)
    _, target = taken[wire, True].popleft() if into else (None, wire.target_pin)
    if source is None or target is None:
        return None
    new = new._replace(target_pin=target, look=new.look._replace(route=()))
    if end is None:
        return new
    output, sink = type_.known_output(source), type_.known_input(target) if into else end.want
    index = split_index(wire.source_pin)[1]
    if output.list and (index is not None or not sink.list and sink.kind in (TENSOR, REF)):
        source = f"{source}[{index or 0}]"
        output = replace(output, kind=REF if output.ref else TENSOR, list=False)
    return None if into and wire_error(output, sink) else new._replace(source_pin=source, kind=output.kind)


def _keeps(rules: WireRules, block: Block, pin: str, type_name: str) -> bool:
    old, new = rules.catalogue[block.type], rules.catalogue[type_name]
    old_attr, new_attr = old.attr(pin), new.attr(pin)
    if old_attr is not None and new_attr is not None:
        return old_attr.type == new_attr.type
    return old.input(pin) is not None and new.input(pin) is not None


def _mapped(entry: Mapping[str, Any], ends: Sequence[_WireEnd]) -> list[str | None]:
    """Return the pins of a type for wires: of the same name, else in the same place, else the first free one.

    A hyperparameter takes only a wire from a pin of its name.
    """
    names = {True: [p["name"] for p in entry["inputs"]], False: [p["name"] for p in entry["outputs"]]}
    many = {p["name"] for p in entry["inputs"] if p.get("list")}
    fitting = [list(fitting_pins(entry, e.want)) for e in ends]
    chosen = hyperparameters(entry)
    mapped: list[str | None] = [None] * len(ends)
    used: set[str] = set()
    for by_name in (True, False):
        for i, end in enumerate(ends):
            if mapped[i] is not None:
                continue
            free = [n for n in fitting[i] if not end.is_target or n in many or n not in used]
            same = names[end.is_target][end.place] if end.place < len(names[end.is_target]) else ""
            if not by_name:
                free = [n for n in free if not end.is_target or n not in chosen]
            wanted = [end.pin] if by_name else [same, *free[:1]]
            pin = mapped[i] = next((n for n in wanted if n in free), None)
            if pin is not None and end.is_target:
                used.add(pin)
    return mapped
