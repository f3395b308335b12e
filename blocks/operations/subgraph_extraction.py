"""Subgraphs of a model: only the blocks that an output needs, with feeds and outputs in the middle."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence

from blockloom.blocks.catalogue.block_types import SESSIONS
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import ARG, PARAMETER, RETVAL, types_on
from blockloom.blocks.catalogue.tensor_shapes import Shape, shape_text
from blockloom.blocks.document.pages import CONTROL, REF, TENSOR, Block, Page, Placed, Wire
from blockloom.blocks.edits import Edit, EditError, Insert, Remove
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.lower.structure import downstream, resource_suppliers, upstream
from blockloom.blocks.operations.change import PageChange, combine_edits, count_label
from blockloom.blocks.operations.frame_edits import with_frame_members
from blockloom.blocks.operations.measures import Measures
from blockloom.blocks.operations.page_interface import next_index
from blockloom.blocks.operations.removing import with_wire_indices
from blockloom.blocks.plan.node_names import node_names
from blockloom.blocks.results.monitors import followers
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.walks import reached

PLACEHOLDER = "Placeholder"
_GAP = 60.0  # canvas pixels between a block and its new feed


def keep_needed(rules: WireRules, names: Iterable[str]) -> PageChange:
    """Remove all blocks that these, and those in the frames among them, do not need, and frames that become empty.

    Blocks that fill tables and queues in use, pinned monitors, and Parameters stay.

    Raises:
        EditError: No block is given, or all are needed.
    """
    page = rules.page
    wanted = {n for n in with_frame_members(page, names) if n in page.blocks}
    if not wanted:
        raise EditError(phrase("Select the blocks whose outputs to keep"))
    kept = upstream(page, wanted)
    kept |= resource_suppliers(page, kept)
    kept |= followers(page, kept) | {b.id for b in page.blocks.values() if b.type == PARAMETER}
    gone = page.blocks.keys() - kept
    if not gone:
        raise EditError(phrase("The selected blocks need all others"))
    return PageChange(
        remove_blocks(page, gone),
        count_label(wanted, phrase("Keep what {0} needs"), phrase("Keep what {0} blocks need")),
        tuple(sorted(wanted)),
    )


def remove_blocks(page: Page, gone: Collection[str]) -> Remove:
    """Return the removal of blocks, and of frames that become empty."""
    held = {b.frame for b in page.blocks.values() if b.id not in gone}
    had = {b.frame for b in page.blocks.values() if b.id in gone}
    for frames in (held, had):
        todo = list(frames)
        while todo:  # also keep outer frames
            frame = page.frames.get(todo.pop())
            if frame is not None and frame.frame and frame.frame not in frames:
                frames.add(frame.frame)
                todo.append(frame.frame)
    return Remove(
        page.name,
        tuple(n for n in page.blocks if n in gone),
        (),
        tuple(f for f in page.frames if f in had and f not in held),
    )


def replace_with_feed(
    rules: WireRules,
    names: Iterable[str],
    wires: Sequence[Wire],
    measures: Measures,
    shape_of: Callable[[str, str], Shape],
) -> PageChange:
    """Replace the sources of wires by feeds of the same dtype and shape.

    The wires are `wires`, else those into these blocks that depend on feeds of the page, else the first ones. A feed is
    a Placeholder, or an Arg on a page with Args or Retvals; one for all wires from an output. The sources stay, without
    these wires.

    Raises:
        EditError: No wire carries a tensor.
    """
    page = rules.page
    inside = {n for n in with_frame_members(page, names) if n in page.blocks}
    into = list(wires) or [w for n in sorted(inside) for w in page.wires_into(n) if w.source not in inside]
    into = [w for w in into if w.kind == TENSOR and w.source in page.blocks]
    if not wires:
        fed = downstream(page, [b.id for b in page.blocks.values() if traits_of(b.type).fed])
        into = [w for w in into if w.source in fed] or [w for w in into if w[:2] == into[0][:2]]
    if not into:
        raise EditError(phrase("Select a wire that carries a tensor, or a block that takes one"))
    groups: dict[tuple[str, str], list[Wire]] = {}
    for wire in into:
        groups.setdefault((wire.source, wire.source_pin), []).append(wire)
    type_ = ARG if types_on(page) & {ARG, RETVAL} else PLACEHOLDER
    names = page.free_ids(["input" if type_ == ARG else "INPUT"] * len(groups))
    parts: list[Edit] = []
    first = next_index(page, ARG)
    for index, (name, (output, mine)) in enumerate(zip(names, groups.items(), strict=True), first):
        values = _described(rules, *output, shape_of) | ({"index": str(index)} if type_ == ARG else {})
        block, (left, top, *_) = Block(name, type_, values=values), measures.drawn_rect(mine[0].target)
        block = measures.block_at(block, left - measures.box(block).width - _GAP, top)
        gone = with_wire_indices(page, mine)
        parts += [
            Remove(page.name, wires=gone),
            Insert(
                page.name,
                (block,),
                tuple(
                    p._replace(
                        wire=p.wire._replace(source=name, source_pin="output", look=p.wire.look._replace(route=()))
                    )
                    for p in gone
                ),
            ),
        ]
    loose = [source for source, _ in groups if all(wire in into for wire in page.wires_from(source))]
    return PageChange(
        combine_edits(parts),
        count_label(names, phrase("Make the feed {0}"), phrase("Make {0} feeds")),
        tuple(names),
        phrase(
            "Nothing uses {0} now, which runs all the same: Keep What It Needs, of an output, removes it",
            ", ".join(dict.fromkeys(loose)),
        )
        if loose
        else "",
    )


def _described(rules: WireRules, block: str, pin: str, shape_of: Callable[[str, str], Shape]) -> dict[str, str]:
    """Return the dtype and shape of an output as typed attrs."""
    dtype = rules.inference.dtype(block, pin)
    if not isinstance(dtype, str):
        raise EditError(phrase("The dtype of {0} is not known", f"{block}.{pin}"))
    shape = shape_of(block, pin)
    return {"dtype": dtype} | ({"shape": shape_text(shape)} if shape is not None else {})


def add_output(rules: WireRules, names: Iterable[str], measures: Measures) -> PageChange:
    """Add a Retval for the first tensor of each of these blocks.

    Raises:
        EditError: They have none.
    """
    page = rules.page
    ends: dict[str, tuple[str, str]] = {}
    for name in sorted(n for n in names if n in page.blocks and page.blocks[n].type != RETVAL):
        type_ = rules.catalogue.get(page.blocks[name].type)
        pin = next((p for p in type_.outputs if p.kind in (TENSOR, REF)), None) if type_ is not None else None
        if pin is not None:
            ends[name] = pin.name, pin.kind
    if not ends:
        raise EditError(phrase("Select a block that gives a tensor"))
    new_ids = page.free_ids(["output"] * len(ends))
    parts: list[Edit] = []
    first = next_index(page, RETVAL)
    for index, (new, (name, (pin, kind))) in enumerate(zip(new_ids, ends.items(), strict=True), first):
        left, top, width, _ = measures.drawn_rect(name)
        block = measures.block_at(Block(new, RETVAL, values={"index": str(index)}), left + width + _GAP, top)
        parts.append(Insert(page.name, (block,), (Placed(Wire(name, pin, new, "input", kind), 0),)))
    label = count_label(new_ids, phrase("Make the output {0}"), phrase("Make {0} outputs"))
    return PageChange(combine_edits(parts), label, tuple(new_ids))


GRADIENTS = re.compile(r"(^|/)(gradients(_\d+)?|gradient_tape)/")  # scopes of gradients in TensorFlow
_SUMMARY = re.compile(r"(Summary|SummaryV2)$")


def model_outputs(page: Page) -> list[str]:
    """Return the blocks that give the outputs of a model which the page trains.

    A feed that an op combines with a trained variable is an input of the model; any other is a label. The outputs
    depend on an input and on a trained variable, but not on a label, and only a loss uses them, or nothing.

    Returns:
        The ids of the blocks; none on a page with Retvals, or without gradients or trained variables.
    """
    names = node_names(page)
    training = {name for name, block in page.blocks.items() if _trains(block) or GRADIENTS.search(names[name])}
    if not training or any(block.type == RETVAL for block in page.blocks.values()):
        return []
    apart = {n for n, b in page.blocks.items() if b.type in SESSIONS or _SUMMARY.search(b.type)}
    model = page.blocks.keys() - training - apart
    forward = {name: [wire for wire in page.wires_from(name) if _computes(wire, model)] for name in model}
    trained = {name for name in model if _is_trained(page.blocks[name])}
    passed = {name: [w.target for w in wires if _passes(page.blocks[w.target])] for name, wires in forward.items()}
    reads = {*reached(trained, passed.__getitem__)}
    meeting = {wire.target for name in reads for wire in forward[name]} - reads
    inputs, labels = set[str](), set[str]()
    for name in model:
        if _is_fed(page.blocks[name]):
            (labels if meeting.isdisjoint(_after(forward, {name})) else inputs).add(name)
    losses = _after(forward, labels)
    candidates = (_after(forward, inputs) & _after(forward, meeting)) - losses
    return sorted(n for n in candidates if all(wire.target in losses for wire in forward[n]))


def _after(forward: dict[str, list[Wire]], begin: set[str]) -> set[str]:
    return {*reached(begin, lambda name: [wire.target for wire in forward[name]])}


def _computes(wire: Wire, model: set[str]) -> bool:
    return wire.kind != CONTROL and wire.target in model


def _trains(block: Block) -> bool:
    traits = traits_of(block.type)
    return bool(
        traits.trains
        or traits.assigns
        or traits.asserts
        or traits.checkpoint
        or traits.step not in ("", "differentiate")
    )


def _is_trained(block: Block) -> bool:
    return traits_of(block.type).with_value and block.values.get("trainable") != "false"


def _passes(block: Block) -> bool:
    return traits_of(block.type).same_value or traits_of(block.type).of_value.get("op") == "Identity"


def _is_fed(block: Block) -> bool:
    traits = traits_of(block.type)
    takes = traits.supplied_by and not traits.supplies
    return bool(traits.fed in ("must", "may") or takes or traits.next_element)
