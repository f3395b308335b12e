"""Removal of training from a model: dropout, pass-through ops, gradients, updates of variables, assertions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from blockloom.blocks.catalogue.block_types import SESSIONS
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import RETVAL
from blockloom.blocks.document.literal_cache import read_tensor
from blockloom.blocks.document.pages import CONTROL, OPERATION, TENSOR, Block, Look, Placed, Wire
from blockloom.blocks.edits import CompositeEdit, Edit, EditError, Insert
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.lower.structure import downstream, upstream
from blockloom.blocks.operations.change import PageChange
from blockloom.blocks.operations.subgraph_extraction import GRADIENTS, remove_blocks
from blockloom.blocks.plan.node_names import node_names
from blockloom.blocks.results.monitors import followers
from blockloom.blocks.text.phrases import join, phrase

_GRADIENT_OF = re.compile(r"(?:^|/)gradients(?:_\d+)?/(.+?)_grad/")  # scope of the gradient of a node
_VARIABLE = ("ref", "resource", "input")  # pins of ops for a variable
_TOLERANCE = 1e-3  # relative tolerance of a factor 1 / (1 - rate): both are at most float32


def remove_training(rules: WireRules, keep: Collection[str] = ()) -> PageChange:
    """Remove all blocks that only training needs, and bypass them.

    They are dropout, Identity and similar ops, assertions, gradients with optimizers, assignments to variables that
    nothing else reads, and everything that only these used. Retvals, feeds, and blocks upstream of `keep` stay. The
    message of the change reports removed blocks, and similar ones that stay.

    Raises:
        EditError: There is nothing to remove.
    """
    parts = _Parts(rules, keep)
    if not parts.gone:
        raise EditError(join(". ", [phrase("No block is for training only"), *parts.report_remaining()]))
    return PageChange(parts.edit(), phrase("Remove training blocks"), None, parts.report())


def _trains(block_type: str) -> bool:
    traits = traits_of(block_type)
    return traits.trains or traits.asserts or bool(traits.checkpoint) or traits.step not in ("", "differentiate")


class _Parts:
    """Blocks of a page for training only."""

    def __init__(self, rules: WireRules, keep: Collection[str]):
        self.rules, self.page, self.keep = rules, rules.page, keep
        self.instead: dict[tuple[str, str], Wire] = {}  # removed output -> wire whose source replaces it
        self.looking = set(self._looking())
        dropped, names = set(self._dropouts()), node_names(self.page)
        self.losses = set(self._losses(names))
        training = {b.id for b in self.page.blocks.values() if _trains(b.type) or GRADIENTS.search(names[b.id])}
        restores = [b.id for b in self.page.blocks.values() if traits_of(b.type).checkpoint == "restores"]
        training |= {name for name in downstream(self.page, restores) if traits_of(self.page.blocks[name].type).assigns}
        effects = training | {
            b.id for b in self.page.blocks.values() if traits_of(b.type).assigns or self._only_reads(b)
        }
        training = effects - self._needed(effects, training)
        passed = set(self._passed(training))
        self.dropouts, self.passed = len(dropped), len(passed)
        self.gone = dropped | passed | training
        if self.gone:
            self.gone |= self._only(self.gone, self._needed(effects, training))
            self.gone |= followers(self.page, self.gone)

    def _looking(self) -> Iterator[str]:
        """Return the Session blocks of an imported graph that only fetch: nobody chose their outputs."""
        if any(block.names for block in self.page.blocks.values()):
            for block in self.page.blocks.values():
                if block.type in SESSIONS and self.page.into.get(block.id, {}).keys() <= {"fetch_outputs", "inputs"}:
                    yield block.id

    def _losses(self, names: Mapping[str, str]) -> Iterator[str]:
        """Yield the differentiated blocks, if the page does not state its outputs: otherwise nothing would remain."""
        blocks = self.page.blocks.values()
        if any(block.type == RETVAL or block.type in SESSIONS and block.id not in self.looking for block in blocks):
            return
        within = {found[1] for name in names.values() if (found := _GRADIENT_OF.search(name))}
        differentiated = [block for block, name in names.items() if name in within]
        # Some blocks between two of them, such as an Identity, have a gradient without a node.
        earlier = upstream(self.page, [w.source for block in differentiated for w in self.page.wires_into(block)])
        yield from (block for block in differentiated if block not in earlier)

    def _only_reads(self, block: Block) -> bool:
        """Return whether a block only reads a variable, and nothing uses the value."""
        into = self._wires(block.id)
        return (
            (block.type == "Identity" or block.type == "ReadVariableOp")
            and len(into) == 1
            and into[0].source in self.page.blocks
            and not self.page.wires_from(block.id)
            and traits_of(self.page.blocks[into[0].source].type).with_value
        )

    def _wires(self, block: str, *pins: str) -> list[Wire]:
        """Return the data wires into a block."""
        return [w for w in self.page.wires_into(block) if w.kind != CONTROL and (not pins or w.target_pin in pins)]

    def _dropouts(self) -> Iterator[str]:
        """Yield the last blocks of dropouts, and note the replacement of each."""
        catalogue = self.rules.catalogue
        for block in self.page.blocks.values():
            inner = catalogue.page_of(block.type)
            if "random" in traits_of(block.type).dropout:
                for joint, mask, rate in self._joints(block.id):
                    data = self._data(joint, mask, rate, block.id)
                    if data is not None:
                        self.instead[joint.id, catalogue[joint.type].outputs[0].name] = data
                        yield joint.id
            elif inner is not None and (inner.origin.page if inner.origin else inner.name) == "Dropout":
                for wire in self._wires(block.id, "x"):
                    self.instead[block.id, "y"] = wire
                    yield block.id

    def _joints(self, random: str) -> Iterator[tuple[Block, str, float | None]]:
        """Yield the blocks that combine a mask of random numbers with data.

        With each block come the source of the mask, and the share that it drops if that is a number.
        """
        todo: list[tuple[str, bool, float | None]] = [(random, False, None)]
        seen = {random}
        while todo:
            name, masked, rate = todo.pop()
            for wire in self.page.wires_from(name):
                block = self.page.blocks.get(wire.target)
                if block is None or wire.kind != TENSOR or block.id in seen:
                    continue
                roles = traits_of(block.type).dropout
                if masked and (
                    "times" in roles
                    or "selects" in roles
                    and wire.target_pin == "condition"
                    and self._is_zero(block, "e")
                ):
                    yield block, name, rate
                elif "passes" in roles if masked else "scales" in roles or "mask" in roles:
                    seen.add(block.id)
                    if "mask" in roles:
                        floors = block.type == "Floor"  # Floor rounds the keep probability plus a random number
                        rate = self._either(self.page.blocks[name] if floors else block)
                        of_kept = floors or ("less" in roles) == (wire.target_pin == "x")
                        rate = 1 - rate if of_kept and rate is not None else rate
                    todo.append((block.id, masked or "mask" in roles, rate))

    def _either(self, block: Block) -> float | None:
        """Return the number at one of two inputs."""
        return next((n for pin in ("x", "y") if (n := self._number(block, pin)) is not None), None)

    def _text(self, block: Block, pin: str) -> str | None:
        """Return the value of a pin, or of the Const that is wired to it."""
        for wire in self._wires(block.id, pin):
            source = self.page.blocks.get(wire.source)
            return source.values.get("value") if source is not None and source.type == "Const" else None
        return block.values.get(pin)

    def _number(self, block: Block, pin: str) -> float | None:
        """Return the single number at a pin, as in `_text`, or None."""
        try:
            array = read_tensor(self._text(block, pin) or "", None).array
            return float(array) if array.ndim == 0 else None
        except ValueError:
            return None

    def _is_zero(self, block: Block, pin: str) -> bool:
        return self._number(block, pin) == 0 or any(
            w.source in self.page.blocks and self.page.blocks[w.source].type == "ZerosLike"
            for w in self._wires(block.id, pin)
        )

    def _data(self, block: Block, mask: str, rate: float | None, random: str) -> Wire | None:
        """Return the wire with the data that a dropout scales, None if unsure which wire that is.

        A wire has the data if the scale is 1 / (1 - rate), or if the random numbers have its shape.
        """
        pins = ("t",) if "selects" in traits_of(block.type).dropout else ("x", "y")
        into = [w for w in self._wires(block.id, *pins) if w.source != mask]
        scale = self.page.blocks.get(into[0].source) if len(into) == 1 else None
        if scale is None or "divides" not in traits_of(scale.type).dropout:
            return None
        for pin, other in (("x", "y"), ("y", "x")) if scale.type == "Mul" else (("x", "y"),):
            data, factor = self._wires(scale.id, pin), self._number(scale, other)
            if not data:
                continue
            if factor and rate is not None:
                if abs((1 / factor if scale.type == "Mul" else factor) - (1 - rate)) < _TOLERANCE:
                    return data[0]
            elif (
                self._has_shape_of(random, *data[0][:2])
                or self._text(scale, other) is not None
                and self._has_shape_of(random, *into[0][:2])
            ):
                return data[0]
        return None

    def _has_shape_of(self, random: str, block: str, pin: str) -> bool:
        """Return whether random numbers have the shape of an output, according to a Shape block."""
        shapes = [self.page.blocks.get(w.source) for w in self._wires(random, "shape")]
        return any(
            w[:2] == (block, pin) for b in shapes if b is not None and b.type == "Shape" for w in self._wires(b.id)
        )

    def _passed(self, gone: Collection[str]) -> Iterator[str]:
        """Yield the blocks that pass a tensor on, and have no other purpose."""
        for block in self.page.blocks.values():
            into, out = self._wires(block.id), self.page.wires_from(block.id)
            if not traits_of(block.type).passes_in_training or block.id in gone or block.id in self.keep:
                continue
            if len(into) != 1 or into[0].kind != TENSOR or not out:
                continue
            before = [w for w in self.page.wires_into(block.id, "") if w.source not in gone]
            if before or any(w.kind == CONTROL and w.target not in gone for w in out):
                continue
            self.instead[block.id, self.rules.catalogue[block.type].outputs[0].name] = into[0]
            yield block.id

    def _needed(self, effects: Collection[str], training: Collection[str]) -> set[str]:
        """Return the outputs of the page and everything upstream.

        Outputs are Retvals, sessions, and unused blocks other than `effects`, which run. An update of a needed variable
        is needed, too, unless it is training.
        """
        page = self.page
        todo = [
            b.id
            for b in page.blocks.values()
            if b.type == RETVAL
            or b.id in self.losses
            or b.id not in effects
            and b.type != "NoOp"
            and not page.wires_from(b.id)
        ]
        needed: set[str] = set()
        while todo:
            needed.update(todo)
            while todo:
                for wire in page.wires_into(todo.pop()):
                    source = self._end(wire).source
                    if source in page.blocks and source not in needed and not (source in effects and self._runs(wire)):
                        needed.add(source)
                        todo.append(source)
            todo = [
                name
                for name in effects
                if name not in needed
                and name not in training
                and any(self._end(w).source in needed for w in self._wires(name, *_VARIABLE))
            ]
        return needed

    def _runs(self, wire: Wire) -> bool:
        """Return whether a wire only runs its source."""
        return (
            wire.kind in (CONTROL, OPERATION)
            or wire.target in self.looking
            or wire.target_pin == "run_outputs"
            and self.page.blocks[wire.target].type in SESSIONS
        )

    def _names_file(self, block: str) -> tuple[str, ...]:
        """Return the pin for the name of the checkpoint that a block writes or reads."""
        traits = traits_of(self.page.blocks[block].type)
        return tuple(traits.outside.values()) if traits.checkpoint else ("",)

    def _end(self, wire: Wire) -> Wire:
        """Return the wire whose source replaces that of a wire."""
        for _ in self.instead:  # no longer path is possible, except a cycle
            wire = self.instead.get(wire[:2], wire)
        return wire

    def _only(self, gone: set[str], needed: set[str]) -> set[str]:
        """Return the blocks that only these need, and those that only run them.

        Feeds stay, except names of checkpoints.
        """
        page = self.page
        names = upstream(page, [w.source for name in gone for w in self._wires(name, *self._names_file(name))])
        found = {n for n in upstream(page, gone) - needed if n in names or not traits_of(page.blocks[n].type).fed}
        return found | {
            b.id
            for b in page.blocks.values()
            if (b.type == "NoOp" or b.type in SESSIONS)
            and page.into.get(b.id)
            and all(self._end(w).source in gone for w in page.wires_into(b.id))
        }

    def edit(self) -> Edit:
        """Return the edit that removes the blocks, with the wires around them at their indices."""
        page, laid = self.page, []
        ends = {
            (w.target, w.target_pin)
            for name, _ in self.instead
            for w in page.wires_from(name)
            if w.kind != CONTROL and w.target not in self.gone
        }
        for target, pin in sorted(ends):
            place = 0
            for wire in page.wires_into(target, pin):
                end = self._end(wire)
                if wire.source in self.gone and end is not wire:
                    laid.append(Placed(end._replace(target=target, target_pin=pin, look=Look(wire.look.color)), place))
                place += end is not wire or wire.source not in self.gone
        return CompositeEdit((remove_blocks(page, self.gone), Insert(page.name, wires=tuple(laid))))

    def report(self) -> str:
        """Return a report of removed blocks, and of those that stay."""
        rest = len(self.gone) - self.dropouts - self.passed
        return join(
            ". ",
            [
                phrase(
                    "Removed: dropouts {0}, blocks that pass on {1}, other blocks {2}", self.dropouts, self.passed, rest
                ),
                *self.report_remaining(),
            ],
        )

    def report_remaining(self) -> Iterator[str]:
        """Yield reports on blocks that look like training, and stay."""
        blocks = [b for b in self.page.blocks.values() if b.id not in self.gone]
        masks = sorted(b.id for b in blocks if "random" in traits_of(b.type).dropout)
        norms = sorted(
            b.id for b in blocks if traits_of(b.type).normalises and b.values.get("is_training", "true") == "true"
        )
        if masks:
            yield phrase("Random numbers stay: {0}", ", ".join(masks[:5]))
        if norms:
            yield phrase("Normalised by their batch, as in training: {0}", ", ".join(norms[:5]))
