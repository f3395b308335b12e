"""The outputs of a model on a page that also trains it: without its loss, labels, gradients and summaries."""

from __future__ import annotations

import re

from blockloom.blocks.catalogue.block_types import SESSIONS
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.page_signature import RETVAL
from blockloom.blocks.document.pages import CONTROL, Block, Page, Wire
from blockloom.blocks.plan.node_names import node_names
from blockloom.blocks.walks import reached

GRADIENTS = re.compile(r"(^|/)(gradients(_\d+)?|gradient_tape)/")  # scopes that TensorFlow puts them in
_SUMMARY = re.compile(r"(Summary|SummaryV2)$")


def model_outputs(page: Page) -> list[str]:
    """Return the blocks that give the outputs of a model which the page trains.

    A feed that meets a trained variable is an input of the model, and any other a label. The outputs depend on an input
    and on a trained variable, but not on a label, and only a loss takes them, or nothing.

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
