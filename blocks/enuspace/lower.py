"""Lowering of enuSpace blocks to native types: see `blocks.lower.lowering`.

Blocks keep their ids. Most symbols are one op with other names for its pins. Those that only pass a value on
(InputList, Operation, Output, an initializer with a wire) are removed: wires into them go to the targets of their
outputs. Problems of the lowered page are reported at the user's pins.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.fields import DIFFERENTIATE, FEED_BLOCK, SESSION, VARIABLE
from blockloom.blocks.document.pages import LIST, OPERATION, REF, TENSOR, Block, Page, Wire, split_index
from blockloom.blocks.enuspace import symbols
from blockloom.blocks.lower.source_map import LoweredPage, Pin
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.values import literals

# Symbols that output their input -> pin of the input.
_PASSES = {"InputList": "outputlist", "Operation": "operation", "Output": "output_op"}
# Symbols that output their input if it is wired, and otherwise a constant -> (pin of the input, default dtype).
_VALUES = {
    "Const": ("val", None),
    "Const_ex": ("val", "DT_INT32"),
    "Tensor": ("initvalues", "DT_INT32"),
    "Input": ("initvalues", "DT_INT32"),
    "Input_Initializer": ("t", None),
}
_GONE = {*_PASSES, "Link"}
_CORE = {"ClientSession": SESSION, "FeedType": FEED_BLOCK, "AddSymbolicGradients": DIFFERENTIATE}
_CORE_PINS = {
    "FeedType": {"input": "placeholder", "initializer": "value", "output": "feed"},
    "AddSymbolicGradients": {"outputs": "ys", "inputs": "xs", "grad_outputs": "grads"},
}
# Values that an op accepted when the libraries were drawn -> values that it accepts now.
_LATER = {"NHWC": "NDHWC", "NCHW": "NCDHW"}
_KEPT = {"device", "SHOW_DEBUG", "INFINITE_LOOP", "scope", "attrs", "status", "outputhash"}


def lower(page: Page, catalogue: Catalogue) -> LoweredPage:
    """Return the page with enuSpace's blocks replaced by native ones."""
    return _Lowering(page, catalogue).run()


class _Lowering:
    def __init__(self, page: Page, catalogue: Catalogue):
        self.page, self.catalogue = page, catalogue
        self.made = Page(page.name)
        self.made.frames, self.made.notes = page.frames, page.notes
        self.problems: list[Problem] = []
        self.pins: dict[str, dict[str, str]] = {}
        self.inputs: dict[str, dict[str, str]] = {}  # block -> pin in the document -> native pin
        self.outputs: dict[str, dict[str, str]] = {}
        self.types: dict[str, tuple[str, str]] = {}
        self.gone: set[str] = set()

    def say(self, kind: str, block: str, pin: str = "", /, **facts: Any) -> None:
        self.problems.append(make_problem(kind, address(self.page.name, block, pin), **facts))

    def run(self) -> LoweredPage:
        self.drop()
        for block in self.page.blocks.values():
            if block.id not in self.gone:
                native = self.block(block)
                if native is not None:
                    self.made.blocks[block.id] = native
        for target, pins in self.page.into.items():
            if target in self.made.blocks or target not in self.page.blocks:
                for pin, wires in pins.items():
                    self.wires(target, pin, wires)
        passed = {}
        for block in self.page.blocks.values():
            name = self.symbol(block)
            if name in _GONE or name in _VALUES and block.id not in self.made.blocks:
                for out in self.catalogue[block.type].outputs:
                    passed[block.id, out.name] = self.ends(block.id, out.name)
        return LoweredPage(self.made, self.pins, passed, self.types, tuple(self.problems))

    def symbol(self, block: Block) -> str:
        return block.type[len(symbols.PREFIX) :] if block.type.startswith(symbols.PREFIX) else ""

    def wired(self, block: str, pin: str) -> Sequence[Wire]:
        return self.page.into.get(block, {}).get(pin, ())

    def drop(self) -> None:
        """Remove unknown blocks (widgets of the host) that feed nothing in the graph."""
        unknown = {
            b.id: b
            for b in self.page.blocks.values()
            if b.type.startswith(symbols.PREFIX) and b.type not in self.catalogue and symbols.of_type(b.type) is None
        }
        while True:
            idle = [
                i
                for i in unknown
                if all(w.target in self.gone or w.target not in self.page.blocks for w in self.page.out.get(i, ()))
            ]
            if not idle:
                break
            for name in idle:
                block = unknown.pop(name)
                self.gone.add(name)
                self.say("unknown-symbol", name, symbol=self.symbol(block))

    def block(self, block: Block) -> Block | None:
        """Return the native block; None for a block that is removed."""
        name = self.symbol(block)
        if not name or block.type not in self.catalogue and symbols.symbol(name) is None:
            return block
        if name in _GONE:
            self.check_passing(block, name)
            return None
        if name in _VALUES:
            return self.constant(block, *_VALUES[name])
        if name == "Status":
            return self.renamed(block, "Const", {}, {"value": "OK", "dtype": "DT_STRING"})
        if name in _CORE:
            pins = _CORE_PINS.get(name, {})
            text = {"value": self.feed_value(block)} if name == "FeedType" else {}
            self.unknown_values(block, {*pins, "fetch_outputs", "run_outputs", "dtype"})
            return self.renamed(block, _CORE[name], pins, {k: v for k, v in text.items() if v is not None})
        symbol = symbols.symbol(name)
        assert symbol is not None
        native = self.catalogue.get(symbol.type)
        if native is None:
            return block._replace(type=symbol.type)
        self.inputs[block.id] = symbol.inputs
        self.outputs[block.id] = symbol.outputs
        return self.renamed(block, symbol.type, {**symbol.inputs, **symbol.outputs}, self.values(block, symbol, native))

    def renamed(self, block: Block, native: str, pins: Mapping[str, str], texts: Mapping[str, str]) -> Block:
        changed = {there: here for here, there in pins.items() if here != there}
        if changed:
            self.pins[block.id] = changed
        if block.id not in self.inputs:
            self.inputs[block.id] = self.outputs[block.id] = dict(pins)
        if native != self.symbol(block):
            self.types[block.id] = native, self.symbol(block)
        return block._replace(type=native, values=texts)

    def check_passing(self, block: Block, name: str) -> None:
        pin = _PASSES.get(name)
        if pin and not self.wired(block.id, pin) and self.page.out.get(block.id):
            self.say("missing-input:symbol", block.id, pin)

    def constant(self, block: Block, pin: str, dtype: str | None) -> Block | None:
        if self.wired(block.id, pin):
            if not self.symbol(block).startswith("Const"):
                return None
            return self.renamed(block, "Identity", {pin: "input"}, {})
        self.unknown_values(block, {pin, "dtype"})
        texts = {"value": block.values.get(pin, "").strip() and block.values[pin] or "0"}
        dtype = block.values.get("dtype", "").strip() or dtype
        if dtype:
            texts["dtype"] = dtype
            if dtype == "DT_STRING" and pin in block.values:
                texts["value"] = block.values[pin] or '""'
        return self.renamed(
            block,
            "Const",
            {pin: "value", "input": "output"} if self.symbol(block) == "Input" else {pin: "value"},
            texts,
        )

    def feed_value(self, block: Block) -> str | None:
        """Return the text that a FeedType feeds, from its initializer or the constant that is wired to it."""
        seen, at, pin = {block.id}, block, "initializer"
        while wires := self.wired(at.id, pin):
            source = self.page.blocks.get(wires[0].source)
            name = self.symbol(source) if source is not None else ""
            if source is None or source.id in seen or name not in _VALUES:
                self.say(
                    "wired-feed:computed", block.id, "initializer", source=f"{wires[0].source}.{wires[0].source_pin}"
                )
                return None
            seen.add(source.id)
            at, pin = source, _VALUES[name][0]
        return at.values.get(pin) or ("0" if at is not block else None)

    def unknown_values(self, block: Block, known: set[str]) -> None:
        for name, text in block.values.items():
            if name not in known and name not in _KEPT and text.strip():
                self.say("ignored-value", block.id, name, symbol=self.symbol(block))

    def values(self, block: Block, symbol: symbols.Symbol, native: BlockType) -> dict[str, str]:
        """Return the typed values by native names, with enuSpace's defaults."""
        attrs = {a.name: a for a in native.attrs}
        texts: dict[str, str] = {}
        given = set()
        typed = dict(block.values)
        for name in [n for n in typed if n == "attrs" or n.startswith("attrs_")]:
            typed = dict(split_attrs(typed.pop(name))) | typed
        for name, text in typed.items():
            native_name = symbol.inputs.get(name) or (name if name in attrs or native.input(name) else None)
            if native_name is None:
                native_name = symbol.attr(name, attrs)
            if native_name is None:
                if text.strip() and symbol.pins.get(name) not in (symbols.SCOPE, symbols.UNUSED) and name != "scope":
                    self.say("ignored-value", block.id, name, symbol=symbol.name)
                continue
            given.add(native_name)
            if text.strip():
                text = _names(text) if symbol.is_vector(name) else text
                allowed = attrs[native_name].allowed if native_name in attrs else None
                texts[native_name] = (
                    _LATER[text.strip()]
                    if allowed and text.strip() not in allowed and (_LATER.get(text.strip()) in allowed)
                    else text
                )
        wired = {symbol.inputs.get(pin, pin) for pin in self.page.into.get(block.id, ())}
        if native.name == VARIABLE:
            self.variable(texts, given, wired)
        for name, value in symbol.defaults.items():
            if name not in given:
                texts[name] = value if isinstance(value, str) else json.dumps(value)
        for pin, text in symbol.literals.items():
            if symbol.inputs[pin] not in given and symbol.inputs[pin] not in wired:
                texts[symbol.inputs[pin]] = text
        return texts

    @staticmethod
    def variable(texts: dict[str, str], given: set[str], wired: set[str]) -> None:
        """Apply the three ways to state an initial value; `given` then has the attrs that need no default."""
        if "initvalues" in wired:  # the wired constant determines dtype and shape
            for name in ("dtype", "shape", "initvalues"):
                texts.pop(name, None)
            given |= {"dtype", "shape"}
        elif "dtype" in given and "dtype" not in texts:  # the array determines the shape
            texts.pop("shape", None)
            given |= {"shape"}
        elif "initvalues" in texts:
            given |= {"shape"}

    def wires(self, target: str, pin: str, wires: Iterable[Wire]) -> None:
        block = self.page.blocks.get(target)
        symbol = symbols.of_type(block.type) if block is not None else None
        if (
            symbol is not None
            and symbol.pins.get(pin) in (symbols.SCOPE, symbols.ATTRS, symbols.UNUSED)
            or (symbol is not None and pin in _KEPT)
        ):
            return
        native_pin = self.inputs.get(target, {}).get(pin, pin)
        native = self.catalogue.get(self.made.blocks[target].type) if target in self.made.blocks else None
        taken = native.input(native_pin) if native is not None else None
        if self.types.get(target, ("", ""))[1] == "FeedType" and pin == "initializer":
            return  # the text of the initializer is copied
        for wire in wires:
            if not pin or wire.source not in self.page.blocks:  # a control wire, or a wire without a source
                if wire.source not in self.page.blocks or wire.source in self.made.blocks:
                    self.made.put_wire(wire._replace(target_pin=native_pin))
                continue
            for source, source_pin in self.ends(wire.source, wire.source_pin):
                out = self.output(source, source_pin)
                kind = out.kind if out is not None else wire.kind
                if out is not None and taken is not None and kind == LIST and taken.kind in (TENSOR, REF):
                    source_pin, kind = f"{source_pin}[0]", REF if out.ref else TENSOR
                to = "run_outputs" if kind == OPERATION and native_pin == "fetch_outputs" else native_pin
                self.made.put_wire(Wire(source, source_pin, target, to, kind))

    def output(self, block: str, pin: str) -> Any:
        found = self.made.blocks.get(block)
        native = self.catalogue.get(found.type) if found is not None else None
        return native.output(pin) if native is not None else None

    def ends(self, block: str, pin: str, seen: frozenset[str] = frozenset()) -> list[Pin]:
        """Return the native outputs that an output stands for."""
        if block in self.made.blocks:
            stem, index = split_index(pin)
            names = self.outputs.get(block, {})
            if stem == "status" and self.made.blocks[block].type == SESSION:
                return []
            native = f"{names[stem]}[{index}]" if index is not None and stem in names else pin
            return [(block, names.get(pin) or native)]
        source = self.page.blocks.get(block)
        if source is None or block in self.gone or block in seen:
            return []
        name = self.symbol(source)
        into = _PASSES.get(name) or (_VALUES[name][0] if name in _VALUES else "")
        outputs = [
            end for wire in self.wired(block, into) for end in self.ends(wire.source, wire.source_pin, seen | {block})
        ]
        if name == "Output":
            return [self.numbered(end, source.values.get("index", "")) for end in outputs[:1]]
        index = split_index(pin)[1]
        if index is not None:
            return outputs[index : index + 1]
        return outputs if name == "InputList" else outputs[:1]

    def numbered(self, end: Pin, index: str) -> Pin:
        """Return output number `index` of the block of `end`; `end` itself for number 0."""
        maker = self.made.blocks.get(end[0])
        native = self.catalogue.get(maker.type) if maker is not None else None
        if native is None or not index.strip().isdecimal() or not native.outputs or native.outputs[0].kind == OPERATION:
            return end
        number = int(index)
        if number == 0:
            return end
        for out in native.outputs:
            if number == 0 and not out.list:
                return end[0], out.name
            if out.list:
                return end[0], f"{out.name}[{number}]"
            number -= 1
        return end


def _names(text: str) -> str:
    """Return the text of an input for a list of texts as a list: enuSpace writes `W` and `W;B`."""
    try:
        one = literals.tensor(text, "DT_STRING")[0]
    except literals.ValueSyntaxError:
        return text
    if one.ndim:
        return text
    found = one.item().decode("utf-8", "backslashreplace").split(";")
    return json.dumps([part.strip() for part in found], ensure_ascii=False)


def split_attrs(text: str) -> list[Pin]:
    """Return `transpose_a_ = false;shapes_ = {2},{3}` as (name, value) pairs; names lose the trailing `_`."""
    pairs, depth, part = [], 0, ""
    for char in text + ";":
        depth += (char in "{[(") - (char in ")]}")
        if char == ";" and depth <= 0:
            name, equals, value = part.partition("=")
            if equals and name.strip():
                pairs.append((name.strip().removesuffix("_"), "".join(value.split())))
            part, depth = "", 0
        else:
            part += char
    return pairs
