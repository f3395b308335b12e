"""Interfaces of pages: edits that all uses of a page follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from blockloom.blocks.catalogue.block_types import BlockType, id_stem
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import ARG, PARAMETER, RETVAL, signature
from blockloom.blocks.catalogue.tensor_shapes import shape_text
from blockloom.blocks.document.literal_cache import read_attr
from blockloom.blocks.document.pages import Block, Document, Page, Placed, Wire, free_page_name
from blockloom.blocks.edits import (
    AddPage,
    CompositeEdit,
    Edit,
    EditError,
    Insert,
    RemovePage,
    SetSlider,
    SetValue,
    flatten_edits,
)
from blockloom.blocks.infer import page_uses
from blockloom.blocks.infer.function_contracts import ContractPin, FunctionContract, Shape, function_contract
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.infer.page_uses import function_text
from blockloom.blocks.operations.change import PageChange, combine_edits
from blockloom.blocks.operations.measures import GRID, Measures
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values import literals
from blockloom.blocks.values.dtypes import DTYPES

_ASIDE = 240.0  # canvas pixels between the blocks of a page and its column of Args or Retvals
_MOST_NAMED = 5  # most places that an error lists


def add_pin(
    page: Page,
    catalogue: Catalogue,
    type_: str,
    name: str = "",
    values: Mapping[str, str] | None = None,
    measures: Measures | None = None,
) -> PageChange:
    """Add an Arg, Retval or Parameter, the last of its kind.

    Args and Parameters go to the left of all blocks, Retvals to the right.

    Raises:
        EditError: The name is in use.
    """
    if name and name in page.ids():
        raise EditError(phrase("{} is already used on page {}", name, page.name))
    measures = measures or Measures(page, catalogue)
    alike = dict(zip((ARG, RETVAL, PARAMETER), signature(page), strict=True))[type_]
    rects = [measures.rect(block) for block in page.blocks] or [(0.0, 0.0, 0.0, 0.0)]
    if alike:
        x, y = alike[-1].x, alike[-1].y + measures.rect(alike[-1].id)[3]
    else:
        x = max(r[0] + r[2] for r in rects) + _ASIDE / 3 if type_ == RETVAL else min(r[0] for r in rects) - _ASIDE
        y = min(r[1] for r in rects)
    name = name or page.free_id(id_stem(type_.rpartition(".")[2]).lower())
    block = measures.block_at(
        Block(name, type_, values={"index": str(next_index(page, type_))} | dict(values or {})), x, y
    )
    return PageChange(Insert(page.name, (block,)), phrase("Add {0}", name), (name,))


def next_index(page: Page, type_: str) -> int:
    """Return the `index` that makes a new Arg, Retval or Parameter the last of its kind."""
    return max((_index(block) for block in page.blocks.values() if block.type == type_), default=-1) + 1


def _index(block: Block) -> int:
    text = block.values.get("index", "0")
    return int(text) if text.lstrip("-").isdigit() else 0


def can_be_parameter(page: Page, catalogue: Catalogue, block: str, pin: str) -> bool:
    """Return whether the value of a pin or attr can become a parameter of the page."""
    text, type_ = page.blocks[block].values.get(pin, ""), catalogue.get(page.blocks[block].type)
    return (
        bool(text)
        and not text.startswith("=")
        and type_ is not None
        and page.blocks[block].type not in (ARG, RETVAL, PARAMETER)
        and _parameter_type(type_, catalogue, pin) is not None
    )


def _parameter_type(type_: BlockType, catalogue: Catalogue, pin: str) -> str | None:
    """Return the type of a parameter for the value of a pin or attr, None if there is none."""
    attr = type_.attr(pin)
    if attr is None:
        found = type_.input(pin)
        return "tensor" if found is not None and not found.list else None
    types = catalogue[PARAMETER].attr("type")
    return attr.type if types is not None and attr.type in (types.allowed or ()) else None


def make_parameter(
    page: Page, catalogue: Catalogue, block: str, pin: str, measures: Measures | None = None
) -> PageChange:
    """Add a Parameter with the value of a pin or attr as default, and type its expression there.

    Raises:
        EditError: `can_be_parameter` is false.
    """
    have = page.blocks[block]
    type_ = (
        _parameter_type(catalogue[have.type], catalogue, pin) if can_be_parameter(page, catalogue, block, pin) else None
    )
    if type_ is None:
        raise EditError(phrase("{0} has no value that could be a parameter", f"{block}.{pin}"))
    added = add_pin(
        page, catalogue, PARAMETER, page.free_id(pin), {"type": type_, "default": have.values[pin]}, measures
    )
    (name,) = added.selection or ()
    edits: list[Edit] = [added.edit, SetValue(page.name, block, pin, f"={name}")]
    if pin in have.sliders:
        edits.append(SetSlider(page.name, block, pin, None))
    return PageChange(combine_edits(edits), phrase("Make {0} a parameter", f"{block}.{pin}"))


def move_pin(page: Page, name: str, place: int) -> PageChange | None:
    """Move an Arg, Retval or Parameter to a place, from 0, among those of its kind; None if it is there.

    Wires of ops that call the page keep their places.
    """
    alike = next(([block.id for block in row] for row in signature(page) if name in [block.id for block in row]), None)
    if alike is None:
        raise EditError(phrase("there is no {} on page {}", name, page.name))
    order = [other for other in alike if other != name]
    order.insert(max(0, place), name)
    if order == alike:
        return None
    edits: list[Edit] = [
        SetValue(page.name, other, "index", str(i))
        for i, other in enumerate(order)
        if page.blocks[other].values.get("index", "0") != str(i)
    ]
    return PageChange(combine_edits(edits), phrase("Move {0}", name))


def remove_page(document: Document, catalogue: Mapping[str, BlockType], name: str, used: bool = False) -> PageChange:
    """Remove a page.

    Args:
        used: Remove the page even if other pages use it.

    Raises:
        EditError: Other pages use the page; the text lists them.
    """
    if not used and (where := users_text(document, name, catalogue)):
        raise EditError(phrase("the page {0} is used by {1}", name, where))
    return PageChange(RemovePage(name), phrase("Remove page {}", name))


def users_text(document: Document, name: str, catalogue: Mapping[str, BlockType]) -> str:
    """Return the first few addresses that use a page from other pages, as text; "" for none."""
    places = [at.display_text for at in page_uses.uses(document, name, catalogue) if at.page != name]
    return ", ".join(places[:_MOST_NAMED]) + (" ..." if len(places) > _MOST_NAMED else "")


# Columns of Args, constants and Retvals, and height of a row, in canvas pixels.
_COLUMNS, _ROW = (0.0, 60 * GRID, 120 * GRID), 24 * GRID
_FIRST = {"keep": "true", "size": "1"}  # initial values of scalars that are not 0 or false


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
