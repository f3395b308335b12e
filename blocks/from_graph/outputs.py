"""The Session block of a page that was made of a graph: it fetches the outputs of the graph, and trains nothing."""

from __future__ import annotations

from blockloom.blocks.catalogue.block_types import Pin
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.own_types import SESSION
from blockloom.blocks.document.pages import CONTROL, LIST, TENSOR, Block, Page, Wire
from blockloom.blocks.from_graph.order import natural
from blockloom.blocks.lower.effects import changing
from blockloom.blocks.lower.structure import in_loops


def put_session(page: Page, catalogue: Catalogue) -> None:
    """Add a Session block that fetches each output that nothing else takes, if that changes no variable, table or file.

    Args:
        page: the page, which has no Session block yet.
        catalogue: the block types, with the pages of functions.
    """
    # Of blocks that wait for an output, only those that give something use it: a NoOp may stand behind all of a graph.
    gives = {name for name, block in page.blocks.items() if _outputs(block, catalogue)}
    taken = {
        wire.source for wires in page.out.values() for wire in wires if wire.kind != CONTROL or wire.target in gives
    }
    (session,) = page.free_ids(["SESSION"])
    wires = [
        Wire(name, pin.name, session, "fetch_outputs", pin.kind)
        for name in sorted(gives - taken - changing(page, catalogue) - in_loops(page), key=natural)
        for pin in _outputs(page.blocks[name], catalogue)
    ]
    page.blocks[session] = Block(session, SESSION)
    page.put_wires([(wire, None) for wire in wires])


def _outputs(block: Block, catalogue: Catalogue) -> list[Pin]:
    """Return the outputs that a session can fetch; none of a variable, of its reads and of tests of it."""
    type_ = catalogue.get(block.type)
    if (
        type_ is None
        or type_.traits.asserts
        or type_.traits.with_value
        or type_.traits.of_value.get("op") == "Identity"
    ):
        return []
    return [pin for pin in type_.outputs if pin.kind in (TENSOR, LIST)]
