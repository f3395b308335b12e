"""Inference of attrs from wires: T, N, Tin ... for every block of a page, and the dtype of typed values.

The rules are those of an OpDef: pins that share a type attr have one dtype, a number attr counts the wires into its
pin, and the results of an op with functions are those of their pages. A typed attr always wins. A literal takes the
dtype that the OpDef fixes, else the typed attr, else that of a wired sibling, of the accumulator, queue, table ...
whose handle is wired, else the attr's default, else that of its spelling.

The result has the types of each block, and the problems (see `type_mismatches`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from heapq import heapify, heappop, heappush
from typing import Any

from msgspec import Struct

from blockloom.blocks.catalogue import dataset_types, parameters
from blockloom.blocks.catalogue.block_types import Attr, BlockType, Pin
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.function_signatures import attrs_given, lines
from blockloom.blocks.catalogue.parameters import PREFIX, page_of_type
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.literal_cache import Value, read_attr, read_same_dtype, read_tensor, read_tensors
from blockloom.blocks.document.pages import LIST, REF, Block, Document, Page, Wire, split_index
from blockloom.blocks.infer.type_mismatches import holds_more, misfits
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.values import literals
from blockloom.blocks.values.grammar import common_dtype
from blockloom.blocks.weights.document_weights import WeightsError

Wired = Mapping[str, Sequence[Wire]]  # pin -> wires into it

_PIECE = 100  # blocks per piece of work
MOST = 10_000  # most elements of a list pin with a typed number: TensorFlow creates as many tensors
# Attr with dtypes of an op that uses a handle -> names of this attr at the op that created the handle.
_AT_MAKER = {
    "Tcomponents": ("component_types",),
    "T": ("dtype", "elem_type", "component_types"),
    **dict.fromkeys(("Tin", "Tkey", "Tkeys"), ("key_dtype",)),
    **dict.fromkeys(("Tout", "Tval", "Tvalues"), ("value_dtype",)),
}
_HANDLES = frozenset({"DT_RESOURCE", "DT_STRING", "DT_VARIANT"})


class BlockTypes(Struct, frozen=True):
    """The types of a block. Blocks of the same type with the same dtypes share them.

    Attributes:
        attrs: Typed or inferred attrs, dtypes as DT_ names.
        literals: The values typed into pins.
        maker: The attrs of the block that created the handle which this block passes on; otherwise its own attrs.
    """

    attrs: dict[str, Any]
    literals: dict[str, tuple[Value, ...]]
    maker: dict[str, Any]

    def value(self, name: str) -> Value | None:
        """Return the tensor typed into a pin or attr; None if there is none, or several."""
        found = self.literals.get(name, (self.attrs.get(name),))
        return found[0] if len(found) == 1 and isinstance(found[0], Value) else None


class PageInference:
    """The dtypes and attrs of a page, inferred without TensorFlow.

    It has `known` types by block id, the `order` (sources first, loops cut), and `problems`.
    """

    def __init__(self, page: Page, catalogue: Catalogue, whole: bool = True):
        """Infer the page; without `whole`, call `walk` to infer piece by piece, without `problems`."""
        self.page = page
        self.catalogue = catalogue
        self.known: dict[str, BlockTypes] = {}
        self.order: list[str] = []
        self._problems: dict[str, list[Problem]] = {}  # the keys are block ids
        self._outputs: dict[str, dict[str, Pin]] = {}  # the keys are block types
        # Caches: most blocks of a large page resemble others, so one of each kind is inferred.
        self._simple: dict[str, bool] = {}  # the keys are block types
        self._alike: dict[tuple[str, ...], BlockTypes] = {}  # the keys are a block type and its input dtypes
        self._arrived: dict[str, tuple[str, ...]] = {}  # the keys are block ids
        self._sound: set[tuple[str, ...]] = set()  # input types of blocks without a problem
        self._parameters = parameters.parameter_values(page)  # values of "=NAME"
        self.acyclic = False  # whether no block is in a cycle, not even in a loop
        self.looped = False  # whether the walk had to enter a cycle
        if whole:
            for _ in self.walk():
                pass
            for name in self.order:
                self.verify(name)

    @property
    def problems(self) -> list[Problem]:
        """The problems of the blocks that were visited and verified."""
        return [problem for found in self._problems.values() for problem in found]

    def problems_of(self, block: str) -> list[Problem]:
        """Return the problems of one block."""
        return self._problems.get(block, [])

    def dtype(self, block: str, pin: str) -> str | list[str | None] | None:
        """Return the dtype of an output, a list of dtypes for a list output; None if unknown."""
        known = self.known.get(block)
        source = self.page.blocks.get(block)
        if known is None or source is None:
            return None
        out = self._output(source.type, pin)
        if out is None:
            stem, index = split_index(pin)
            dtypes = self.dtype(block, stem) if index is not None else None
            return dtypes[index] if index is not None and isinstance(dtypes, list) and index < len(dtypes) else None
        attrs = known.attrs
        if out.type_list_attr:
            return attrs.get(out.type_list_attr)
        dtype = out.dtype or attrs.get(out.type_attr or "")
        if out.number_attr:
            count = attrs.get(out.number_attr)
            return [dtype] * count if isinstance(count, int) and 0 <= count <= 100_000 else None
        return dtype

    def _output(self, type_: str, pin: str) -> Pin | None:
        found = self._outputs.get(type_)
        if found is None:
            found = self._outputs[type_] = {out.name: out for out in self.catalogue[type_].outputs}
        return found.get(pin)

    def wire_dtypes(self, wire: Wire) -> list[str | None]:
        """Return the dtypes of a wire: one, or those of a list."""
        found = self.dtype(wire.source, wire.source_pin)
        return found if isinstance(found, list) else [found]

    def walk(self, visit: bool = True) -> Iterator[None]:
        """Visit all blocks and find their `order`; without `visit`, for pages without loops, only the order.

        The generator can be paused anywhere, and continued while the page is unchanged.
        """
        page, catalogue = self.page, self.catalogue
        self.order, self.looped, self.acyclic = [], False, not page.blocks
        # Blocks of unknown types are never visited, and no block waits for them.
        types = {name for name in {block.type for block in page.blocks.values()} if name in catalogue}
        waits = {name: 0 for name, block in page.blocks.items() if block.type in types}
        for number, name in enumerate(waits):
            if number % _PIECE == 0:
                yield
            if name in page.into:
                waits[name] = len([1 for pins in page.into[name].values() for w in pins if w[0] in waits])
        fed: dict[str, list[str]] = {}  # dataset -> iterators over it
        feeding = {name for name in types if dataset_types.feeds(name)}
        for name in (name for name in waits if page.blocks[name].type in feeding) if feeding else ():
            for iterator in dataset_types.fed_iterators(page, name):
                for wire in page.into[name].get("dataset", ()):
                    if iterator in waits and wire.source in waits:
                        fed.setdefault(wire.source, []).append(iterator)
                        waits[iterator] += 1
        ready = deque(name for name, count in waits.items() if not count)
        entries: list[tuple[bool, str]] = []  # heap of blocks at which a cycle may be entered, the best first
        while waits:
            while ready:
                name = ready.popleft()
                if waits.pop(name, None) is None:
                    continue
                if len(waits) % _PIECE == 0:
                    yield
                self.order.append(name)
                if visit:
                    self.visit(page.blocks[name])
                after = [wire.target for wire in page.out.get(name, ())]
                for target in after + fed[name] if name in fed else after:
                    left = waits.get(target)
                    if left is not None:
                        waits[target] = left - 1
                        if left == 1:
                            ready.append(target)
                        elif self.looped and self._merges(target):
                            heappush(entries, (False, target))
            self.acyclic = not self.looped and len(self.order) == len(page.blocks)
            if waits:
                # The remaining blocks are in a cycle or downstream of one. A loop is entered at a Merge with one known
                # input. If there are several or none, the first by name is used: the order of blocks in the document
                # must not matter.
                if not self.looped:
                    self.looped = True
                    entries = [(not (self._merges(n) and self._entered(n)), n) for n in waits]
                    heapify(entries)
                while entries[0][1] not in waits:
                    heappop(entries)
                ready.append(entries[0][1])

    def _merges(self, name: str) -> bool:
        return self.catalogue[self.page.blocks[name].type].traits.flow == "merge"

    def _entered(self, name: str) -> bool:
        return any(w.source in self.known for pins in self.page.into[name].values() for w in pins)

    def _say(self, kind: str, block: str, pin: str, /, **facts: Any) -> None:
        self._problems.setdefault(block, []).append(make_problem(kind, address(self.page.name, block, pin), **facts))

    def forget(self, block: str) -> BlockTypes | None:
        """Forget the types of a block, and return them."""
        self._problems.pop(block, None)
        self._arrived.pop(block, None)
        return self.known.pop(block, None)

    def visit(self, block: Block) -> None:
        """Infer the types of a block, which was forgotten or never visited, from its sources."""
        arriving = self._arriving(block)
        if arriving is not None:
            self._arrived[block.id] = arriving
            known = self._alike.get(arriving)
            if known is not None:
                self.known[block.id] = known
                return
        self._visit(block)
        if arriving is not None:
            self._alike[arriving] = self.known[block.id]

    def arrived(self, name: str) -> tuple[str, ...] | None:
        """Return a key that is equal for blocks with equal types, if only block type and input dtypes decide these.

        The result is None for other blocks.
        """
        return self._arrived.get(name)

    def _arriving(self, block: Block) -> tuple[str, ...] | None:
        """Return the block type and the dtypes at its pins, if only these decide the types of the block.

        That is so if no value is typed, and no list or handle is wired; otherwise the result is None.
        """
        simple = self._simple.get(block.type)
        if simple is None:
            type_ = self.catalogue[block.type]
            simple = self._simple[block.type] = (
                bool(type_.inputs)
                and not type_.traits.hands_on
                and not any(pin.list or pin.kind == REF or pin.dtype in _HANDLES for pin in type_.inputs)
            )
        if not simple or block.values:
            return None
        key = [block.type]
        for pin, wires in self.page.into.get(block.id, {}).items():
            for wire in wires if pin else ():
                carried = self.dtype(wire.source, wire.source_pin)
                if not isinstance(carried, str):
                    return None
                key += pin, carried
        return tuple(key)

    def _visit(self, block: Block) -> None:
        if self._parameters and block.values:
            block = self._substituted(block)
        block_type = self.catalogue[block.type]
        attrs: dict[str, Any] = {}
        typed: dict[str, tuple[Value, ...]] = {}
        wired = self.page.into.get(block.id, {})
        self.known[block.id] = BlockTypes(attrs, typed, self._maker(block_type, wired) or attrs)
        if block.values:
            for attr in block_type.attrs:
                text = block.values.get(attr.name)
                if text is not None and attr.type not in ("tensor", "list(tensor)"):
                    try:
                        value = read_attr(text, attr.type)
                        if not self._too_many(block, block_type, attr.name, value):
                            attrs[attr.name] = value
                    except literals.ValueSyntaxError as error:
                        self._say("bad-value:attr", block.id, attr.name, why=str(error), type=attr.type)
        for pin in block_type.inputs:
            if pin.name in wired and (
                pin.type_attr and pin.type_attr not in attrs or pin.number_attr or pin.type_list_attr
            ):
                dtypes = [d for wire in wired[pin.name] for d in self.wire_dtypes(wire)]
                if pin.number_attr and pin.number_attr not in attrs and self._countable(wired[pin.name]):
                    attrs[pin.number_attr] = len(dtypes)
                if pin.type_list_attr and pin.type_list_attr not in attrs and None not in dtypes:
                    attrs[pin.type_list_attr] = dtypes
                if pin.type_attr and pin.type_attr not in attrs:
                    first = next((d for d in dtypes if d), None)
                    if first:
                        attrs[pin.type_attr] = first
        if wired:
            self._from_handle(block_type, wired, attrs)
        if block_type.op:
            dataset_types.fill(self, block, block_type, attrs, typed=False)
        if block.values:
            for pin in block_type.inputs:
                text = block.values.get(pin.name)
                if text is not None and pin.name not in wired:
                    self._literal(block, block_type, pin, text, attrs, typed)
            if lines(block_type.op):
                attrs |= attrs_given(block_type.op, attrs, self.given_by_pages(block_type, attrs))
        if block_type.op:
            dataset_types.fill(self, block, block_type, attrs, typed=True)
        for attr in block_type.attrs:
            if attr.name not in attrs:
                if attr.type == "tensor" and attr.name in block.values:
                    self._tensor_attr(block, attr.name, attrs)
                elif not attr.required:
                    # An unwired list of unknown length is empty.
                    attrs[attr.name] = attr.default
                elif not attr.minimum and any(
                    p.number_attr == attr.name or p.type_list_attr == attr.name
                    for p in block_type.inputs
                    if p.name not in wired
                ):
                    attrs[attr.name] = 0 if attr.type == "int" else []

    def _substituted(self, block: Block) -> Block:
        try:
            return parameters.substituted(block, self._parameters)
        except parameters.ParameterError as error:
            self._say("bad-value:expression", block.id, error.args[1], why=str(error.args[0]))
            return block._replace(values={name: text for name, text in block.values.items() if text[:1] != "="})

    def _too_many(self, block: Block, block_type: BlockType, attr: str, value: Any) -> bool:
        count = len(value) if isinstance(value, list) else value
        if (
            not isinstance(count, int)
            or count <= MOST
            or not any(
                attr in (pin.number_attr, pin.type_list_attr) for pin in (*block_type.inputs, *block_type.outputs)
            )
        ):
            return False
        self._say("too-many", block.id, attr, count=count, most=MOST, listed=isinstance(value, list))
        return True

    def _from_handle(self, block_type: BlockType, wired: Wired, attrs: dict[str, Any]) -> None:
        """Copy dtypes from the accumulator, queue, table ... whose handle is wired to the first pin."""
        handle = block_type.inputs[0] if block_type.inputs else None
        if (
            handle is None
            or handle.dtype != "DT_RESOURCE"
            and not (handle.dtype == "DT_STRING" and (handle.ref or handle.kind == REF))
        ):
            return
        maker = self._source(block_type, wired)
        if not maker:
            return
        for attr in block_type.attrs:
            if attr.required and attr.name not in attrs and attr.type in ("type", "list(type)"):
                for name in (attr.name, *_AT_MAKER.get(attr.name, ())):
                    value = maker.get(name)
                    # BarrierInsertMany fills one of several components.
                    if isinstance(value, list) and attr.type == "type":
                        at = attrs.get("component_index")
                        value = value[at] if isinstance(at, int) and 0 <= at < len(value) else None
                    if value is not None and isinstance(value, list) == (attr.type != "type"):
                        attrs[attr.name] = value
                        break

    def given_by_pages(self, block_type: BlockType, attrs: dict[str, Any]) -> dict[str, list[str | None]]:
        """Return the dtypes of the results of an op's functions, by attr; of several pages, the first."""
        found = {}
        for attr in lines(block_type.op):
            named = attrs.get(attr)
            page = self.catalogue.get(f"{PREFIX}{named[0] if isinstance(named, list) else named}") if named else None
            if page is not None:
                found[attr] = [pin.dtype for pin in page.outputs]
        return found

    def _maker(self, block_type: BlockType, wired: Wired) -> dict[str, Any] | None:
        """Return the attrs of the block whose handle this type passes on; None if it passes none on."""
        return self._source(block_type, wired) if block_type.traits.hands_on else None

    def _source(self, block_type: BlockType, wired: Wired) -> dict[str, Any] | None:
        """Return the attrs of the block that created the handle at the first pin.

        Attrs that are the dtype of the handle itself, as of an Arg, are omitted.
        """
        wires = wired.get(block_type.inputs[0].name, ())
        known = self.known.get(wires[0].source) if len(wires) == 1 else None
        if known is None:
            return None
        out = self._output(self.page.blocks[wires[0].source].type, split_index(wires[0].source_pin)[0])
        return {n: v for n, v in known.maker.items() if out is None or n not in (out.type_attr, out.type_list_attr)}

    def _countable(self, wires: Sequence[Wire]) -> bool:
        return all(w.kind != LIST or isinstance(self.dtype(w.source, w.source_pin), list) for w in wires)

    def _literal(
        self,
        block: Block,
        block_type: BlockType,
        pin: Pin,
        text: str,
        attrs: dict[str, Any],
        typed: dict[str, tuple[Value, ...]],
    ) -> None:
        dtype = pin.dtype or attrs.get(pin.type_attr or "")
        if dtype is None and pin.type_attr and (attr := block_type.attr(pin.type_attr)) is not None:
            dtype = self._default(block, block_type, attr)
        try:
            if pin.list:
                if pin.type_list_attr:
                    tensors = read_tensors(text, attrs.get(pin.type_list_attr, dtype), self.catalogue.weight)
                    attrs.setdefault(pin.type_list_attr, [v.dtype for v in tensors])
                else:
                    tensors = read_same_dtype(text, dtype, self.catalogue.weight)
                if pin.number_attr:
                    attrs.setdefault(pin.number_attr, len(tensors))
            else:
                tensors = (self._tensor(text, dtype, pin),)
            typed[pin.name] = tensors
            if pin.type_attr and tensors:
                attrs.setdefault(pin.type_attr, tensors[0].dtype)
        except literals.ValueSyntaxError as error:
            if pin.dtype:  # no hint at other dtypes, because the pin has a fixed one
                error = literals.ValueSyntaxError(error.message, error.position)
            self._say("bad-value", block.id, pin.name, why=str(error), dtype=dtype or "")
        except WeightsError as error:
            self._say("bad-value:weights", block.id, pin.name, why=str(error))

    def _tensor(self, text: str, dtype: str | None, pin: Pin) -> Value:
        """Read a tensor. In a pin of any dtype, integers that exceed DT_INT32 are DT_INT64."""
        try:
            return read_tensor(text, dtype, self.catalogue.weight)
        except literals.ValueSyntaxError as error:
            if dtype is not None or pin.type_attr:
                raise
            try:
                return read_tensor(text, "DT_INT64")
            except literals.ValueSyntaxError:
                raise error from None

    def _default(self, block: Block, block_type: BlockType, attr: Attr) -> str | None:
        """Return the dtype of values typed into the pins of a type attr; None if the spelling decides.

        It is the default, unless the spelling needs a larger dtype, as `0.0f` exceeds DT_INT32. Empty values, which are
        DT_FLOAT by spelling, have a dtype that the op accepts.
        """
        values = []
        for pin in block_type.inputs:
            text = block.values.get(pin.name)
            if pin.type_attr == attr.name and text is not None and not pin.list:
                with suppress(literals.ValueSyntaxError):
                    values.append(read_tensor(text, None))
        if attr.default is not None:
            wider = [v.dtype for v in values if v.array.size and holds_more(v.dtype, attr.default)]
            allowed = [dtype for dtype in wider if dtype in (attr.allowed or wider)]
            return common_dtype(allowed) if allowed else attr.default
        if attr.allowed and values and not any(value.array.size for value in values):
            return next((dtype for dtype in ("DT_FLOAT", "DT_INT32") if dtype in attr.allowed), attr.allowed[0])
        return None

    def _tensor_attr(self, block: Block, name: str, attrs: dict[str, Any]) -> None:
        try:
            typed_here = page_of_type(block.type) == ""  # an instance's attr `dtype` is not the dtype of its parameters
            dtype = attrs.get("dtype") if typed_here else None
            attrs[name] = read_tensor(block.values[name], dtype, self.catalogue.weight)
            if typed_here:
                attrs.setdefault("dtype", attrs[name].dtype)
        except literals.ValueSyntaxError as error:
            self._say("bad-value:attr", block.id, name, why=str(error), type="tensor")
        except WeightsError as error:
            self._say("bad-value:weights", block.id, name, why=str(error))

    def verify(self, name: str) -> None:
        """Find the problems of a block that was visited; call this when all blocks are visited."""
        arrived = self._arrived.get(name)
        if arrived is None or arrived not in self._sound:
            found = misfits(self, name)
            if found:
                self._problems.setdefault(name, []).extend(found)
            elif arrived is not None:
                self._sound.add(arrived)


def known_values(inference: PageInference, block: str, pin: str) -> tuple[Value, ...]:
    """Return the values typed into a pin, otherwise those of the Const blocks wired to it."""
    known, page = inference.known.get(block), inference.page
    return (known.literals.get(pin) if known is not None else None) or tuple(
        source.attrs["value"]
        for wire in page.into.get(block, {}).get(pin, ())
        if page.blocks[wire.source].type == "Const"
        and (source := inference.known.get(wire.source)) is not None
        and "value" in source.attrs
    )


def read_long_values(document: Document, catalogue: Catalogue) -> Document:
    """Read the long values of a document into the cache, for example in a thread; return the document."""
    for page in document.pages.values():
        if any(len(text) > literals.LONG for block in page.blocks.values() for text in block.values.values()):
            PageInference(page, catalogue)
    return document
