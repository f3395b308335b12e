"""Blocks of a page moved to a new page, and replaced by an instance of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from blockloom.blocks.catalogue.block_types import SESSIONS, id_stem, made_of
from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.catalogue.parameters import ARG, PARAMETER, PREFIX, RETVAL, names_in, signature
from blockloom.blocks.document.fields import FEED_BLOCK, SESSION
from blockloom.blocks.document.pages import (
    CONTROL,
    LIST,
    PAGE_NAME,
    REF,
    TENSOR,
    WIRE_KINDS,
    Block,
    Document,
    Frame,
    Page,
    Placed,
    Wire,
    control,
    free_page_name,
    split_index,
)
from blockloom.blocks.document.uids import derived_uid, page_uid, page_uids, uid_of
from blockloom.blocks.edits import AddPage, CompositeEdit, EditError, Insert
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.infer.wire_rules import WireEnd, WireRules, source_of, target_of
from blockloom.blocks.lower.structure import downstream, upstream
from blockloom.blocks.operations.change import PageChange
from blockloom.blocks.operations.frame_edits import with_frame_members
from blockloom.blocks.operations.measures import Item, Measures
from blockloom.blocks.operations.removing import delete
from blockloom.blocks.results.monitors import followers
from blockloom.blocks.text.phrases import phrase

STAYS = {ARG, RETVAL, PARAMETER, SESSION, FEED_BLOCK, *SESSIONS}  # types that cannot be moved to another page
_ASIDE = 240.0  # canvas pixels between the blocks of a page and its columns of Args and Retvals
_NOWHERE = (float("inf"), float("inf"))


class BlockOutput(NamedTuple):
    """An output of a block."""

    block: str
    pin: str


def group_as_instance(
    document: Document, rules: WireRules, names: Collection[str], measures: Measures, name: str = ""
) -> PageChange:
    """Move blocks, frames and notes to a new page after this one, and replace them by an instance of it.

    Outputs of other blocks that they use become Args. Their outputs that other blocks use become Retvals, or if there
    are none, their unused outputs. Sessions, feeds and the page's Args, Retvals and Parameters stay; Parameters in use
    are passed on. The page's name is `name`, else the title of the only frame, which is then left out unless it has a
    device.

    Raises:
        EditError: A wire between the blocks and others is not a tensor or ends at a ref pin, a value names a block
            outside (`@BLOCK`), or a block outside is between two inside. The text states the obstacle.
    """
    page = rules.page
    frame = page.frames.get(next(iter(names))) if len(names) == 1 else None
    inside = _inside(page, names)
    if not any(n in page.blocks for n in inside):
        raise EditError(phrase("Select the blocks to group"))
    between = sorted(downstream(page, inside) & upstream(page, inside) - inside)
    if between:
        raise EditError(
            phrase("{0} is between the selected blocks: it uses and feeds some of them. Select it, too", between[0])
        )
    _refuse_names(page, inside)
    name = name or default_page_name(document, page, names)
    packing = _Packing(rules, inside, name)
    new = packing.page(frame)
    rects = [measures.rect(n) for n in names if n in inside] or [measures.rect(n) for n in inside]
    instance = packing.instance(rects, measures)
    away = delete(page, inside)
    insert = Insert(
        name, tuple(new.blocks.values()), all_placed(new), tuple(new.frames.values()), tuple(new.notes.values())
    )
    edit = CompositeEdit(
        (
            AddPage(name, list(document.pages).index(page.name) + 1, new.uid),
            *([away.edit] if away else []),
            insert,
            Insert(page.name, (instance,), tuple(packing.outer_wires(instance.id))),
        )
    )
    return PageChange(edit, phrase("Make the block {0}", name), (instance.id,))


def default_page_name(document: Document, page: Page, names: Collection[str]) -> str:
    """Return the default name of a page for these items."""
    frame = page.frames.get(next(iter(names))) if len(names) == 1 else None
    return free_page_name(page_name(frame.title) if frame else "block", document.pages)


def page_name(title: str) -> str:
    """Return a title as a valid name of a page; `block` if nothing remains."""
    fitting = re.sub(r"^[\W_]+|[/\\\x00-\x1f\ud800-\udfff]+", " ", title).strip()[:99]
    return fitting if PAGE_NAME.fullmatch(fitting) else "block"


def all_placed(page: Page) -> tuple[Placed, ...]:
    """Return all wires of a page, with their indices in their pins."""
    return tuple(Placed(w, i) for pins in page.into.values() for ws in pins.values() for i, w in enumerate(ws))


def replace_wires(page: Page, targets: Iterable[str], led: Callable[[Wire], Iterable[Wire]]) -> Iterator[Placed]:
    """Yield the new wires into `targets`, with their indices; `led` returns the wires that replace a wire.

    For a wire that stays, `led` returns the wire itself. No control wire occurs twice.
    """
    for target in targets:
        for pin, wires in page.into.get(target, {}).items():
            led_wires = [new for wire in wires for new in led(wire)]
            led_wires = list(dict.fromkeys(led_wires)) if not pin else led_wires
            kept = set(wires)
            yield from (Placed(wire, i) for i, wire in enumerate(led_wires) if wire not in kept)


def _inside(page: Page, names: Iterable[str]) -> set[str]:
    """Return the ids that move to the new page; monitors move with the blocks that they show."""
    found = with_frame_members(page, names)
    found = {n for n in found | followers(page, found) if n not in page.blocks or page.blocks[n].type not in STAYS}
    return {
        n
        for n in found
        if n not in page.blocks
        or page.blocks[n].type not in MONITORS
        or any(w.source in found for w in page.wires_into(n))
    }


def _refuse_names(page: Page, inside: set[str]) -> None:
    """Check that no value names a block (`@BLOCK`) that would be on another page.

    Raises:
        EditError: There is such a value.
    """
    for block in page.blocks.values():
        for pin, text in block.values.items():
            other = text.strip()[1:] if text.lstrip().startswith("@") else ""
            if other in page.blocks and (other in inside) != (block.id in inside):
                raise EditError(
                    phrase(
                        "{0} names {1}, which would not be on the same page. Select both, or neither",
                        f"{block.id}.{pin}",
                        other,
                    )
                )


def _with_other_dtype(rules: WireRules, parameter: Block) -> PageInference:
    """Return the inference of the page with another dtype for a parameter."""
    dtype = "DT_STRING" if parameter.values.get("default") != "DT_STRING" else "DT_FLOAT"
    other = parameter._replace(values={**parameter.values, "default": dtype})
    return PageInference(rules.page.replaced(blocks=rules.page.blocks | {parameter.id: other}), rules.catalogue)


class _Packing:
    """Blocks on their way to a new page."""

    def __init__(self, rules: WireRules, inside: set[str], name: str):
        self.rules, self.inside, self.name = rules, inside, name
        self.old, self.made = rules.page, Page(name)
        self.blocks = [b for b in self.old.blocks.values() if b.id in inside]
        self.uids = {name: uid_of(self.old, item) for name, item in self.old.items().items() if name in inside}
        # A derived uid, so that two people who group the same items get the same uid.
        self.made.uid = derived_uid("block", *sorted(self.uids.values()))
        if self.made.uid in page_uids(rules.catalogue.document.pages.values()):
            self.made.uid = derived_uid("block", self.made.uid, page_uid(self.old))
        self.args: dict[BlockOutput, str] = {}
        self.ends: dict[BlockOutput, list[Wire]] = {}  # output from outside -> wires that use it
        self.retvals: dict[BlockOutput, str] = {}
        self._into = [w for b in self.blocks for w in self.old.wires_into(b.id) if w.source not in inside]
        self._out = [w for b in self.blocks for w in self.old.wires_from(b.id) if w.target not in inside]
        self._others = [
            (p.id, _with_other_dtype(rules, p))
            for p in signature(self.old).parameters
            if p.values.get("type") == "type"
        ]
        for wire in (lone for w in self._into if w.kind != CONTROL for lone in self.single(w)):
            self.ends.setdefault(BlockOutput(wire.source, wire.source_pin), []).append(wire)
        handed = {n for b in self.blocks for text in b.values.values() for n in names_in(text)}
        handed |= {n for end in self.ends for n in names_in(self._dtype(end))}
        self.parameters = [p for p in signature(self.old).parameters if p.id in handed]

    def single(self, wire: Wire) -> list[Wire]:
        """Return the wires, of one tensor each, for a wire across the border.

        Raises:
            EditError: The wire cannot cross.
        """
        sink = self.rules.pin(target_of(wire))
        if wire.kind not in (TENSOR, REF, LIST):
            raise self._refusal(wire, phrase("it is not a tensor ({0})", WIRE_KINDS[wire.kind].about))
        if sink is not None and TENSOR not in WIRE_KINDS[sink.kind].accepts:
            raise self._refusal(wire, phrase("{0} takes a variable, not its value", f"{wire.target}.{wire.target_pin}"))
        if wire.kind != LIST:
            return [wire]
        count = self.rules.elements(source_of(wire))[0]
        if count is None:
            raise self._refusal(wire, phrase("it carries an unknown number of tensors"))
        return [wire._replace(source_pin=f"{wire.source_pin}[{i}]", kind=TENSOR) for i in range(count)]

    def _refusal(self, wire: Wire, why: str) -> EditError:
        """Return an error with the reason why a wire cannot cross, and a remedy."""
        own, other = (wire.source, wire.target) if wire.source in self.inside else (wire.target, wire.source)
        there = self.old.blocks.get(other)
        return EditError(
            phrase(
                "{0} cannot cross the border of a page: {1}. {2}",
                wire,
                why,
                (
                    phrase("Leave {0} out of the selection", own)
                    if there is None or there.type in STAYS
                    else phrase("Select {0} as well, or leave {1} out", other, own)
                ),
            )
        )

    def page(self, frame: Frame | None) -> Page:
        """Return the new page.

        Args:
            frame: The only item, if it is a frame.
        """
        old, packed, inside = self.old, self.made, self.inside
        if frame is not None and not frame.device:
            inside = inside - {frame.id}

        def homed(item: Item) -> Item:
            frame = item.frame if item.frame in inside else ""
            return item._replace(frame=frame, uid=self.uids[item.id])

        packed.frames = {
            f.id: homed(f)._replace(collapsed=f.collapsed and f != frame) for f in old.frames.values() if f.id in inside
        }
        packed.notes = {n.id: n._replace(uid=self.uids[n.id]) for n in old.notes.values() if n.id in inside}
        packed.blocks = {b.id: homed(b) for b in self.blocks}
        room = Measures(packed, self.rules.catalogue)
        rects = [room.rect(n) for n in (*packed.blocks, *packed.frames, *packed.notes)]
        left, right = min(r[0] for r in rects) - _ASIDE, max(r[0] + r[2] for r in rects) + _ASIDE / 3
        top = min(r[1] for r in rects)
        packed.blocks |= {
            p.id: p._replace(frame="", uid=self._derived(uid_of(old, p)), x=left - _ASIDE, y=top + 100.0 * i)
            for i, p in enumerate(self.parameters)
        }
        self._take_args(room, left)
        packed.put_all(
            new
            for b in self.blocks
            for wires in old.into.get(b.id, {}).values()
            for w in wires
            for new in self._within(w)
        )
        self._take_retvals(room, right)
        return packed

    def _take_args(self, room: Measures, left: float) -> None:
        ends = self.ends
        for i, end in enumerate(sorted(ends, key=self._place)):
            dtype, pins = self._dtype(end), {w.target_pin for w in ends[end]}
            stem = self._stem(end, ends, pins.pop() if len(pins) == 1 else "")
            values = {"index": str(i)} | ({"dtype": dtype} if dtype else {})
            self.args[end] = self._add(room, end, ARG, stem, values, left, self.old.blocks[ends[end][0].target].y)

    def _take_retvals(self, room: Measures, right: float) -> None:
        ends = {
            BlockOutput(lone.source, lone.source_pin) for w in self._out if w.kind != CONTROL for lone in self.single(w)
        }
        ends = ends or set(self._unused())
        for i, end in enumerate(sorted(ends, key=self._place)):
            dtype = self._dtype(end) if self._others else ""  # without parameters, the dtype follows from the wires
            values = {"index": str(i)} | ({"dtype": dtype} if dtype else {})
            stem, y = self._stem(end, ends, end.pin), self.old.blocks[end.block].y
            name = self._add(room, end, RETVAL, stem, values, right, y)
            self.retvals[end] = name
            pin = self.rules.pin(WireEnd(end.block, end.pin, "output"))
            self.made.put_wire(Wire(*end, name, "input", pin.kind if pin is not None else TENSOR))

    def _dtype(self, end: BlockOutput) -> str:
        """Return the dtype of an output, as an expression of a parameter if it depends on one; "" if unknown."""
        found = self.rules.inference.dtype(*end)
        if not isinstance(found, str):
            return ""
        return next((f"={name}" for name, other in self._others if other.dtype(*end) != found), found)

    def _unused(self) -> Iterator[BlockOutput]:
        """Yield the unused tensor outputs of blocks without used outputs."""
        for block in self.blocks:
            type_ = self.rules.catalogue.get(block.type)
            if type_ is not None and not self.old.out.get(block.id) and block.type not in MONITORS:
                yield from (BlockOutput(block.id, pin.name) for pin in type_.outputs if pin.kind in (TENSOR, REF))

    def _place(self, end: BlockOutput) -> tuple[object, ...]:
        """Return a sort key: from the top down, as on the page."""
        block = self.old.blocks.get(end.block)
        type_ = self.rules.catalogue.get(block.type) if block is not None else None
        stem, index = split_index(end.pin)
        pins = [pin.name for pin in type_.outputs] if type_ is not None else []
        return (block.y, block.x) if block else (0.0, 0.0), pins.index(stem) if stem in pins else 0, index or 0, end

    def _stem(self, end: BlockOutput, among: Collection[BlockOutput], pin: str) -> str:
        """Return the name of an Arg or Retval.

        It is the name of the source block, with its output if several of the block are `among` them; for a default name
        of the block, the name of the pin.
        """
        block = self.old.blocks.get(end.block)
        type_ = self.rules.catalogue.get(block.type) if block is not None else None
        if not pin or type_ is None or not made_of(end.block, type_.title):
            several = sum(other.block == end.block for other in among) > 1
            pin = (f"{end.block}_{end.pin}" if several else end.block).lower()
        return re.sub(r"\W+", "_", pin).rstrip("_")

    def _add(
        self, room: Measures, end: BlockOutput, type_: str, stem: str, values: dict[str, str], x: float, y: float
    ) -> str:
        name, giver = self.made.free_id(stem), self.old.blocks.get(end.block)
        uid = self._derived(type_, uid_of(self.old, giver) if giver is not None else end.block, end.pin)
        self.made.blocks[name] = room.block_at(Block(name, type_, values=values, uid=uid), x, y)._replace(frame="")
        return name

    def _derived(self, *parts: str) -> str:
        return derived_uid(self.made.uid, *parts)

    def _within(self, wire: Wire) -> list[Wire]:
        """Return the wires on the new page for a wire to a block that moves there."""
        if wire.source in self.inside:
            return [wire]
        if wire.kind == CONTROL:
            return []
        return [
            Wire(self.args[BlockOutput(one.source, one.source_pin)], "output", wire.target, wire.target_pin)
            for one in self.single(wire)
        ]

    def instance(self, rects: list[tuple[float, float, float, float]], measures: Measures) -> Block:
        """Return the instance, in the middle of the former places."""
        old = self.old
        homes = {
            item.frame
            for items in (old.blocks, old.frames)
            for item in items.values()
            if item.id in self.inside and item.frame not in self.inside
        }
        name = id_stem(self.name)
        name = name if name in self.inside else old.free_id(name)
        block = Block(
            name,
            PREFIX + self.name,
            frame=homes.pop() if len(homes) == 1 else "",
            values={p.id: f"={p.id}" for p in self.parameters},
            uid=self._derived(),
        )
        width, height = measures.box(block)[:2]
        x = (min(r[0] for r in rects) + max(r[0] + r[2] for r in rects) - width) / 2
        y = (min(r[1] for r in rects) + max(r[1] + r[3] for r in rects) - height) / 2
        x, y = measures.free(x, y, width, height, dict.fromkeys(self.inside & old.blocks.keys(), _NOWHERE))
        return block._replace(x=x, y=y)

    def outer_wires(self, instance: str) -> Iterator[Placed]:
        """Yield the wires of the instance."""
        waits = dict.fromkeys(w.source for w in self._into if w.kind == CONTROL)
        yield from (Placed(control(source, instance), i) for i, source in enumerate(waits))
        for end, name in self.args.items():
            wire = self.ends[end][0]
            yield Placed(wire._replace(target=instance, target_pin=name, look=wire.look._replace(route=())), 0)
        yield from replace_wires(self.old, dict.fromkeys(w.target for w in self._out), lambda w: self._led(w, instance))

    def _led(self, wire: Wire, instance: str) -> list[Wire]:
        if wire.source not in self.inside:
            return [wire]
        if wire.kind == CONTROL:
            return [control(instance, wire.target)]
        return [
            one._replace(
                source=instance,
                source_pin=self.retvals[BlockOutput(one.source, one.source_pin)],
                kind=TENSOR,
                look=wire.look._replace(route=()),
            )
            for one in self.single(wire)
        ]
