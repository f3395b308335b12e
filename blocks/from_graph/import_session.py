"""The Session block of a page that was made of a graph: it fetches the outputs of the graph, and trains nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.own_types import SESSION
from blockloom.blocks.document.pages import CONTROL, LIST, REF, TENSOR, Block, Page, Wire, split_index
from blockloom.blocks.from_graph.graph_training import is_summary
from blockloom.blocks.layout.arrange import LayoutTooLarge, arrange
from blockloom.blocks.lower.lasting_effects import changing
from blockloom.blocks.lower.structure import in_loops
from blockloom.blocks.operations.measures import Measures
from blockloom.blocks.text.similar_names import natural


def put_session(
    page: Page,
    catalogue: Catalogue,
    outputs: Iterable[tuple[str, str]] | None = None,
    apart: Collection[str] = (),
) -> None:
    """Add a Session block that fetches outputs of a page.

    Args:
        page: the page, which has no Session block yet.
        catalogue: the block types, with the pages of functions.
        outputs: the outputs to fetch, (block, pin), with pin "" all of the block. None for each output that only
            summaries take, if that changes no variable, table or file.
        apart: blocks that only train the model or report on it: they are fetched only if there are no other outputs.
    """
    if outputs is None:
        ends = _ends(page, catalogue)
        outputs = [(name, "") for name in ends if name not in apart] or [(name, "") for name in ends]
    (session,) = page.free_ids(["SESSION"])
    wires = [
        Wire(name, only or pin, session, "fetch_outputs", TENSOR if split_index(only)[0] != only else kind)
        for name, only in outputs
        for pin, kind in _outputs(page.blocks[name], catalogue)
        if only in ("", pin) or split_index(only)[0] == pin
    ]
    page.blocks[session] = Block(session, SESSION)
    page.put_wires([(wire, None) for wire in wires])


def _ends(page: Page, catalogue: Catalogue) -> list[str]:
    # Users without outputs do not count: a NoOp may wait for a whole graph, and a summary may show its loss.
    gives = {name for name, block in page.blocks.items() if _computes(page, block) and _outputs(block, catalogue)}
    taken = {
        wire.source
        for wires in page.out.values()
        for wire in wires
        if (wire.kind != CONTROL or wire.target in gives) and not is_summary(page.blocks[wire.target].type)
    }
    return sorted(gives - taken - changing(page, catalogue) - in_loops(page), key=natural)


def _computes(page: Page, block: Block) -> bool:
    """Return whether a block is more than a variable, the read of one, or a test of one."""
    traits = traits_of(block.type)
    if traits.asserts or traits.variable or traits.with_value or traits.of_value.get("op") == "Identity":
        return False
    sources = {page.blocks[wire.source].type for wire in page.wires_into(block.id) if wire.kind != CONTROL}
    return not (traits.same_value and sources and all(traits_of(source).with_value for source in sources))


def _outputs(block: Block, catalogue: Catalogue) -> list[tuple[str, str]]:
    """Return the outputs of a block that a session can fetch, each with its kind.

    An op that TensorFlow does not have gets one output, so that the page needs the library of the op.
    """
    type_ = catalogue.get(block.type)
    if type_ is None:
        return [("output_0", TENSOR)]
    return [(pin.name, pin.kind) for pin in type_.outputs if pin.kind in (TENSOR, LIST, REF)]


_ROW = 100  # blocks in a row, if a page is too large for layout by wires
_APART = 260.0, 240.0


def place(page: Page, catalogue: Catalogue) -> None:
    """Arrange a page whose blocks have no places yet."""
    if not page.blocks:
        return
    try:
        measures = Measures(page, catalogue)
        arrangement = arrange(page, {name: measures.box(block) for name, block in page.blocks.items()})
    except LayoutTooLarge:
        for number, (name, block) in enumerate(page.blocks.items()):
            page.blocks[name] = block._replace(x=number % _ROW * _APART[0], y=number // _ROW * _APART[1])
        return
    for name, (x, y) in arrangement.places.items():
        page.blocks[name] = page.blocks[name]._replace(x=x, y=y)
    page.frames.update(arrangement.frames)
