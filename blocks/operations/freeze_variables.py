"""Variables excluded from training, and variables replaced by constants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.own_types import RESOURCE_VARIABLE
from blockloom.blocks.document.pages import REF, TENSOR, Block, Page, Wire
from blockloom.blocks.edits import CompositeEdit, Edit, EditError, Insert, Remove, SetValue
from blockloom.blocks.edits.content import touching
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.operations.change import PageChange, combine_edits, count_label
from blockloom.blocks.operations.frame_edits import with_frame_members
from blockloom.blocks.text.phrases import phrase

CONST = "Const"


def freeze(rules: WireRules, names: Iterable[str]) -> PageChange:
    """Exclude these variables, and those in the frames among them, from training, or include them if all are excluded.

    Raises:
        EditError: there are no variables.
    """
    page = rules.page
    blocks = page.blocks
    variables = _variables(page, names)
    if not variables:
        raise EditError(phrase("Select variables, or a frame that contains some"))
    frozen = not is_trainable(page, names)
    text = None if frozen else "false"
    edits = [SetValue(page.name, n, "trainable", text) for n in variables if blocks[n].values.get("trainable") != text]
    if frozen:
        return PageChange(
            combine_edits(edits), count_label(variables, phrase("Train {0} again"), phrase("Train {0} variables again"))
        )
    return PageChange(
        combine_edits(edits), count_label(variables, phrase("Freeze {0}"), phrase("Freeze {0} variables"))
    )


def is_trainable(page: Page, names: Iterable[str]) -> bool:
    """Return whether training changes one of these variables, or of those in the frames among them."""
    return any(page.blocks[n].values.get("trainable") != "false" for n in _variables(page, names))


def variables_to_constants(rules: WireRules, names: Iterable[str]) -> PageChange:
    """Replace variables, and those in the frames among them, by Const blocks of the same names and initial values.

    Raises:
        EditError: there are no variables, an initial value is computed, or something assigns to a variable.
    """
    page = rules.page
    variables = [page.blocks[n] for n in _variables(page, names)]
    if not variables:
        raise EditError(phrase("Select variables, or a frame that contains some"))
    readers = {n: page.blocks[n] for n in dict.fromkeys(n for v in variables for n in _readers(rules, v))}
    blocks = {v.id: _constant(rules, v) for v in variables} | {n: _reader(block) for n, block in readers.items()}
    pins = {(v.id, pin): "output" for v in variables for pin in ("ref", "value", "handle")}
    pins |= {
        (n, pin): new for n, block in readers.items() for pin, new in traits_of(block.type).of_value["pins"].items()
    }
    return PageChange(
        _replaced(page, blocks, pins),
        count_label(
            [v.id for v in variables], phrase("Make a constant of {0}"), phrase("Make constants of {0} variables")
        ),
    )


def constants_to_variables(rules: WireRules, names: Iterable[str]) -> PageChange:
    """Replace Const blocks, and those in the frames among them, by variables of the same names and initial values.

    Raises:
        EditError: there are no Const blocks with a typed value.
    """
    page = rules.page
    inside = [page.blocks[n] for n in sorted(with_frame_members(page, names)) if n in page.blocks]
    blocks = {block.id: _variable(block) for block in inside if block.type == CONST and "value" in block.values}
    if not blocks:
        raise EditError(phrase("Select Const blocks, or a frame that contains some"))
    return PageChange(
        _replaced(page, blocks, {(name, "output"): "value" for name in blocks}),
        count_label(blocks, phrase("Make a variable of {0}"), phrase("Make variables of {0} constants")),
    )


def _variables(page: Page, names: Iterable[str]) -> list[str]:
    blocks = page.blocks
    return [n for n in sorted(with_frame_members(page, names)) if n in blocks and traits_of(blocks[n].type).with_value]


def _replaced(page: Page, blocks: Mapping[str, Block], pins: Mapping[tuple[str, str], str]) -> Edit:
    """Return the edit that replaces blocks by others of the same ids, with other names of pins."""

    def led(wire: Wire) -> Wire:
        source = pins.get((wire.source, wire.source_pin), wire.source_pin)
        target = pins.get((wire.target, wire.target_pin), wire.target_pin)
        return wire._replace(source_pin=source, target_pin=target, kind=TENSOR if wire.kind == REF else wire.kind)

    there = touching(page, blocks)
    return CompositeEdit(
        (
            Remove(page.name, tuple(blocks)),
            Insert(
                page.name, tuple(blocks.values()), tuple(p._replace(wire=led(p.wire)) for _, p in sorted(there.items()))
            ),
        )
    )


def _constant(rules: WireRules, block: Block) -> Block:
    """Return a variable as a Const block."""
    known = rules.inference.known.get(block.id)
    if "initvalues" not in block.values or rules.page.wires_into(block.id, "initvalues") or known is None:
        raise EditError(phrase("The initial value of {0} is computed: type it, or keep a trained one", block.id))
    if "shape" in block.values and known.literals["initvalues"][0].array.ndim == 0:
        raise EditError(phrase("The initial value of {0} is one number for all elements: type all of them", block.id))
    dtype = known.attrs.get("dtype")
    return _as(
        block, CONST, {"value": block.values["initvalues"]} | ({"dtype": dtype} if isinstance(dtype, str) else {})
    )


def _variable(block: Block) -> Block:
    """Return a Const block as a variable."""
    values = {"initvalues": block.values["value"]} | {k: v for k, v in block.values.items() if k == "dtype"}
    if "" in block.names:  # the name of the node may be that of a former variable
        values["shared_name"] = block.names[""]
    return _as(block, RESOURCE_VARIABLE, values)


def _readers(rules: WireRules, variable: Block) -> Iterator[str]:
    """Yield the blocks that read a variable by its handle."""
    page = rules.page
    for wire in page.wires_from(variable.id):
        reader = page.blocks.get(wire.target)
        if reader is None or wire.source_pin not in ("handle", "ref"):
            continue
        type_ = rules.catalogue.get(reader.type)
        pin = type_.input(wire.target_pin) if type_ is not None else None
        if wire.source_pin == "handle" and "pins" in traits_of(reader.type).of_value:
            yield reader.id
        elif wire.source_pin == "handle" or pin is not None and pin.kind != TENSOR:
            raise EditError(
                phrase("{0} takes the variable {1} itself, which cannot be a constant then", reader.id, variable.id)
            )


def _reader(block: Block) -> Block:
    """Return a block that takes a tensor and replaces a block that reads a variable by its handle."""
    reads = traits_of(block.type).of_value
    typed = {reads["pins"][pin]: text for pin, text in block.values.items() if pin in reads["pins"]}
    return _as(block, reads["op"], reads.get("values", {}) | typed)


def _as(block: Block, type_: str, values: Mapping[str, str]) -> Block:
    """Return a block of another type, with other pins and the same name of its node."""
    return block._replace(
        type=type_, values=values, sliders={}, names={k: name for k, name in block.names.items() if not k}
    )
