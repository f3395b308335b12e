"""Variables excluded from training or replaced by constants, and trained values stored as initial values."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import page_of_type
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.document.fields import RESOURCE_VARIABLE
from blockloom.blocks.document.literal_cache import read_attr, read_tensor
from blockloom.blocks.document.pages import REF, TENSOR, Block, Document, Page, Wire
from blockloom.blocks.edits import AddWeights, CompositeEdit, Edit, EditError, Insert, Remove, SetValue
from blockloom.blocks.edits.content import touching
from blockloom.blocks.infer.page_uses import uses
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.operations.change import PageChange, combine_edits, count_label
from blockloom.blocks.operations.frame_edits import with_frame_members
from blockloom.blocks.operations.unpacking import copy_page_for_instances
from blockloom.blocks.text.phrases import join, phrase
from blockloom.blocks.values.grammar import ValueSyntaxError
from blockloom.blocks.weights import document_weights
from blockloom.blocks.weights.document_weights import key_of

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


_INITIAL = "initvalues"
_Values = dict[tuple[str, str], dict[Address, str | None]]  # (page, block) -> address of an instance -> text


def keep_trained(
    document: Document, catalogue: Catalogue, page: str, sha256: str, values: Mapping[str, str]
) -> PageChange | None:
    """Make values of a run the initial values of the page's variables.

    Wired initial values are replaced. Instances of one page with different values get separate pages. None if nothing
    changes.

    Args:
        values: Address as text -> text of weights in the file of `sha256`.
    """
    there = {parse(name, page): text for name, text in values.items()}
    of_pages, apart, moved = document, list[Edit](), list[str]()  # document after the edits that separate pages
    if any(len(set(held.values())) > 1 for held in _values_of(document, catalogue, there).values()):
        of_pages = document.copy()
        apart, moved = _part(of_pages, catalogue, there)
    parts: list[Edit] = []
    for (where, block), held in _values_of(of_pages, catalogue.with_pages(of_pages), there).items():
        text, page_of_variable = next(iter(held.values())), of_pages.pages[where]
        if text is not None and not _means(page_of_variable.blocks[block].values, text):
            wires = tuple(page_of_variable.placed(wire) for wire in page_of_variable.wires_into(block, _INITIAL))
            parts += [Remove(where, wires=wires)] if wires else []
            parts.append(SetValue(where, block, _INITIAL, text))
    if not parts:
        return None
    named = document_weights.keys_in(part.text or "" for part in parts if isinstance(part, SetValue))
    new = {key: key for key in sorted(named) if not document.weights.has(key, document.folder)}
    edits = [*([AddWeights(sha256, new)] if new else []), *apart, *parts]
    told = phrase("Instances of one page had different values, and now have separate pages: {}", join(", ", moved))
    return PageChange(combine_edits(edits), phrase("Store Trained Values"), message=told if moved else "")


def _values_of(document: Document, types: Catalogue, there: Mapping[Address, str]) -> _Values:
    """Return the initial value of each variable in each instance of its page.

    None, first, stands for instances with the present initial value.
    """
    found: _Values = defaultdict(dict)
    for at, text in there.items():
        where = types.page_at(at.page, at.path)
        if where in document.pages and at.block in document.pages[where].blocks:
            found[where, at.block][at] = text
    counts = sum((_instances(document, page) for page in {at.page: None for at in there}), Counter[str]())
    for (where, block), held in found.items():
        if len(held) < counts[where]:
            found[where, block] = {Address(): None, **held}
    return found


def _instances(document: Document, page: str) -> Counter[str]:
    """Return the number of instances of each page in a page, including itself as one.

    Instances are counted, not visited: thirty pages, each with two instances of the next one, have a billion.
    """
    inner = {
        name: [its for block in one.blocks.values() if (its := page_of_type(block.type)) in document.pages]
        for name, one in document.pages.items()
    }
    order, todo, seen = list[str](), [(page, False)], set[str]()  # order: each page after the pages that it uses
    while todo:
        name, done = todo.pop()
        if done:
            order.append(name)
        elif name not in seen:
            seen.add(name)
            todo += [(name, True), *((one, False) for one in inner.get(name, ()))]
    found = Counter({page: 1})
    for name in reversed(order):
        for one in inner.get(name, ()):
            found[one] += found[name]
    return found


def _part(document: Document, catalogue: Catalogue, there: Mapping[Address, str]) -> tuple[list[Edit], list[str]]:
    """Copy pages for instances whose values differ from those of other instances of their page.

    Changes the document.

    Returns:
        The edits, and the instances.
    """
    edits, moved = list[Edit](), list[str]()
    for held in _values_of(document, catalogue.with_pages(document), there).values():
        first = None if None in held.values() else next(iter(held.values()))
        for at in (at for at, text in held.items() if text != first):
            where = at.page
            for name in at.path:
                type_ = document.pages[where].blocks[name].type
                if len(uses(document, page_of_type(type_), catalogue.with_pages(document))) > 1:
                    change = copy_page_for_instances(document, document.pages[where], (name,))
                    change.edit.apply(document)
                    edits.append(change.edit)
                    moved.append(name)
                where = page_of_type(document.pages[where].blocks[name].type)
    return edits, moved


def _means(values: Mapping[str, str], text: str) -> bool:
    """Return whether the initial value among these equals a text, in any notation."""
    old = values.get(_INITIAL, "")
    if old == text or key_of(old) is not None or key_of(text) is not None:
        return old == text
    try:
        dtype = read_attr(values["dtype"], "type") if values.get("dtype") else None
        before, after = read_tensor(old, dtype), read_tensor(text, dtype)
    except ValueSyntaxError:
        return False
    return (
        before.dtype == after.dtype
        and before.array.shape == after.array.shape
        and before.array.tobytes() == after.array.tobytes()
    )
