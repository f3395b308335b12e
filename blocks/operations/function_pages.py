"""Pages for function attributes, with the Args and Retvals that the op requires."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from blockloom.blocks.catalogue.page_signature import ARG, RETVAL
from blockloom.blocks.catalogue.tensor_shapes import shape_text
from blockloom.blocks.document.literal_cache import read_attr
from blockloom.blocks.document.pages import Block, Document, Placed, Wire, free_page_name
from blockloom.blocks.edits import AddPage, CompositeEdit, Edit, EditError, Insert, SetValue, flatten_edits
from blockloom.blocks.infer.function_contracts import ContractPin, FunctionContract, Shape, function_contract
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.infer.page_uses import function_text
from blockloom.blocks.operations.change import PageChange
from blockloom.blocks.operations.measures import GRID
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values import literals
from blockloom.blocks.values.dtypes import DTYPES

_COLUMNS, _ROW = (0.0, 60 * GRID, 120 * GRID), 24 * GRID  # canvas pixels: columns of Args, constants, Retvals
_FIRST = {"keep": "true", "size": "1"}  # initial values of scalars, if not 0 or false


def add_function_page(
    document: Document,
    inference: PageInference,
    block: str,
    attr: str,
    shape_of: Callable[[str, str], Shape] | None = None,
) -> tuple[PageChange, str]:
    """Add a page for a func attr of a block, with the Args and Retvals that the op requires.

    The page passes its Args on if they fit its Retvals; other Retvals get constants.

    Args:
        inference: The inference of the block's page.
        shape_of: As in `function_contracts`.

    Returns:
        The change and the name of the page.

    Raises:
        EditError: The attr is not a function.
    """
    contract = function_contract(inference, block, attr, shape_of)
    if contract is None:
        raise EditError(phrase("{} of {} is not a function", attr, block))
    page = inference.page
    name = free_page_name(f"{block} {attr}"[:90], document.pages)
    blocks, wires = _content(contract)
    text = _with(page.blocks[block], inference, attr, name)
    edits = (
        AddPage(name),
        Insert(name, tuple(blocks), tuple(Placed(wire, 0) for wire in wires)),
        SetValue(page.name, block, attr, text),
    )
    return PageChange(CompositeEdit(edits), phrase("New page for {} of {}", attr, block), (block,)), name


def add_function_pages(
    document: Document, inference: PageInference, block: str, shape_of: Callable[[str, str], Shape] | None = None
) -> PageChange:
    """Add pages for all functions of a block without one.

    Raises:
        EditError: All functions have pages.
    """
    type_ = inference.catalogue[inference.page.blocks[block].type]
    parts, names = list[Edit](), set[str]()
    for attr in type_.attrs:
        if attr.type in ("func", "list(func)") and not inference.page.blocks[block].values.get(attr.name):
            change, name = add_function_page(document, inference, block, attr.name, shape_of)
            parts += flatten_edits(change.edit)
            names.add(name)
    if not parts:
        raise EditError(phrase("all functions of {} have their pages", block))
    return PageChange(CompositeEdit(tuple(parts)), phrase("New pages for {}", block), (block,))


def _with(block: Block, inference: PageInference, attr: str, name: str) -> str:
    """Return the value of an attr with one more page."""
    type_ = inference.catalogue[block.type].attr(attr)
    if type_ is None or type_.type == "func":
        return name
    try:
        before = read_attr(block.values.get(attr, "[]"), type_.type)
    except literals.ValueSyntaxError:
        before = []
    return function_text(type_.type, [*before, name])


def _content(want: FunctionContract) -> tuple[list[Block], list[Wire]]:
    """Return the blocks and wires of a page with a signature."""
    results = want.results or (want.args if want.results_open else ())
    alike = [slot.dtype for slot in results] == [slot.dtype for slot in want.args]
    taken: set[str] = set()
    args = [_id(slot.name, taken) for slot in want.args]
    blocks = [
        Block(name, ARG, _COLUMNS[0], number * _ROW, dict(_typed(slot, number)))
        for number, (name, slot) in enumerate(zip(args, want.args))
    ]
    wires = []
    for number, slot in enumerate(results):
        y, passes = number * _ROW, number if alike else slot.passes
        name = _id(f"next_{slot.name}" if slot.passes is not None else slot.name if want.results else "result", taken)
        typed = {"index": str(number)} if number else {}
        if passes is not None:
            wires.append(Wire(args[passes], "output", name, "input"))
        elif slot.shape is not None and len(slot.shape) == 0 and DTYPES[slot.dtype].family in "iufb":
            const = _id("CONST", taken)
            first = _FIRST.get(slot.name, "false" if slot.dtype == "DT_BOOL" else "0")
            blocks.append(Block(const, "Const", _COLUMNS[1], y, {"value": first, "dtype": slot.dtype}))
            wires.append(Wire(const, "output", name, "input"))
        elif slot.dtype:
            typed["dtype"] = slot.dtype
        blocks.append(Block(name, RETVAL, _COLUMNS[2], y, typed))
    return blocks, wires


def _typed(slot: ContractPin, number: int) -> Iterator[tuple[str, str]]:
    """Yield the values of an Arg."""
    if slot.dtype:
        yield "dtype", slot.dtype
    if slot.shape is not None:
        yield "shape", shape_text(slot.shape)
    if number:
        yield "index", str(number)


def _id(first: str, taken: set[str]) -> str:
    name, number = first, 1
    while name in taken:
        number += 1
        name = f"{first}_{number}"
    taken.add(name)
    return name
