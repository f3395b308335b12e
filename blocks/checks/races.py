"""Races: blocks of a session that use a reference variable without an order, one of which writes it.

A reference variable is written in place. A reader sees the former value, the new one, or parts of both. Ops that pass
on their input (Identity, Reshape) pass on the same memory. Resource variables are copied on write, so that a value that
was read does not change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import types_on
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.fields import MINIMIZE, SYNC_REPLICAS
from blockloom.blocks.document.pages import CONTROL, REF, Page
from blockloom.blocks.document.scopes import devices
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.infer.page_uses import reached, used_pages
from blockloom.blocks.lower.structure import SessionPlan, Structure, upstream
from blockloom.blocks.problems import Problem, make_problem

_MEMORY = "memory"  # kind for the memory behind a reference
_COLOCATED = "_class"  # attr that marks the automatic read of a variable, which counts only if it is used
_FLOATS = frozenset({"DT_HALF", "DT_BFLOAT16", "DT_FLOAT", "DT_DOUBLE"})
_BRANCHES = {"output_false": False, "output_true": True}

Condition = frozenset[tuple[str, bool]]  # (predicate of a Switch, required value) of all Switches upstream


def has_races(page: Page, block: str) -> bool:
    """Return whether a block is on the page and is a reference variable; only these have races."""
    return block in page.blocks and traits_of(page.blocks[block].type).in_place


def check(page: Page, catalogue: Catalogue, inference: PageInference, plans: Iterable[SessionPlan]) -> list[Problem]:
    """Return a warning for each block that writes a reference variable without an order.

    The warning has the first block that can read or write before or after.
    """
    if not any(has_races(page, name) for name in page.blocks):
        return []
    races: dict[tuple[str, str], Problem] = {}
    for plan in plans:
        uses: dict[tuple[bytes, bytes], _Uses] = {}
        for name in sorted(plan.closure):
            if has_races(page, name):
                uses.setdefault(shared_name(inference, name), _Uses(page, catalogue, plan.closure)).follow(name)
        for trainer in sorted(b for b in plan.closure if _trains(page.blocks[b].type)):
            trained = set(_trained(page, inference, trainer))
            for use in uses.values():
                if not trained.isdisjoint(use.variables):
                    use.writes.add(trainer)
        racing = [use for use in uses.values() if use.writes and len(use.writes | use.reads) > 1]
        if racing:
            order = _Order(page, plan.closure, sorted(set().union(*(use.writes | use.reads for use in racing))))
            for use in racing:
                for writer, other in use.races(order):
                    variable = min(use.variables)
                    races.setdefault(
                        (writer, other),
                        make_problem(
                            "race",
                            address(page.name, writer),
                            variable=_near(variable, writer),
                            other=_near(other, writer),
                            writes=other in use.writes,
                        ),
                    )
    return list(races.values())


class _Uses:
    """The blocks of a session that read a variable, and those that write it."""

    def __init__(self, page: Page, catalogue: Catalogue, closure: Collection[str]):
        self._page, self._catalogue, self._closure = page, catalogue, closure
        self.variables: set[str] = set()
        self.reads: set[str] = set()
        self.writes: set[str] = set()

    def follow(self, variable: str) -> None:
        """Add the blocks that use the variable of this block."""
        self.variables.add(variable)
        todo, seen = [(variable, REF)], set()
        while todo:
            source, kind = todo.pop()
            for wire in self._page.out.get(source, ()):
                if wire.target not in self._closure:
                    continue
                target = self._page.blocks[wire.target]
                type_ = self._catalogue.get(target.type)
                pin = type_.input(wire.target_pin) if type_ is not None else None
                if pin is None or wire.kind == CONTROL or (wire.kind == REF) != (kind == REF):
                    continue
                if not type_.op:
                    if _trains(target.type) and pin.name == "global_step":
                        self.writes.add(target.id)
                    continue
                if type_.op == "IsVariableInitialized":
                    continue
                gives = ""
                if kind == REF and type_.traits.same_reference:
                    gives = REF
                elif pin.kind == REF:
                    self.writes.add(target.id)
                    gives = REF if pin == next(p for p in type_.inputs if p.kind == REF) else ""
                elif not type_.traits.same_memory or pin != type_.inputs[0]:
                    self.reads.add(target.id)
                elif any(w.target in self._closure and w.kind != CONTROL for w in self._page.out.get(target.id, ())):
                    gives = _MEMORY
                elif _COLOCATED not in target.values:
                    self.reads.add(target.id)
                if gives and (target.id, gives) not in seen:
                    seen.add((target.id, gives))
                    todo.append((target.id, gives))

    def races(self, order: _Order) -> Iterator[tuple[str, str]]:
        """Yield each block that writes, with the first of the others that is neither before nor after it."""
        for writer in sorted(self.writes):
            others = (self.reads | self.writes) - {writer}
            first = next(
                (
                    other
                    for other in sorted(others)
                    if (other not in self.writes or writer < other) and not order.apart(writer, other)
                ),
                None,
            )
            if first is not None:
                yield writer, first


class _Order:
    """The order of some blocks in the steps of a session, and which of them exclude each other."""

    def __init__(self, page: Page, closure: Collection[str], blocks: Sequence[str]):
        self._page, self._closure = page, closure
        self._bits = {name: 1 << number for number, name in enumerate(blocks)}
        self._before: dict[str, int] = {}  # block -> bits of the blocks that run before it, and its own bit
        self._needs: dict[str, Condition] = {}
        order = [name for name in Structure(page).order if name in closure]
        while self._spread(order):  # repeats, because back edges of loops add predecessors
            pass
        if any(traits_of(page.blocks[name].type).flow == "switch" for name in closure):
            for name in order:
                self._needs[name] = self._condition(name)

    def _spread(self, order: Sequence[str]) -> bool:
        """Pass the predecessors of each block to its successors, and return whether any was new."""
        before, news = self._before, False
        for name in order:
            bits = self._bits.get(name, 0)
            for wires in self._page.into.get(name, {}).values():
                for wire in wires:
                    bits |= before.get(wire.source, 0)
            if bits != before.get(name, 0):
                before[name], news = bits, True
        return news

    def _condition(self, name: str) -> Condition:
        """Return the condition for a block to run; for a Merge, the part that all its inputs share."""
        block, conditions = self._page.blocks[name], []
        for wires in self._page.into.get(name, {}).values():
            for wire in wires:
                needs = self._needs.get(wire.source, frozenset())
                source = self._page.blocks.get(wire.source)
                if source is not None and traits_of(source.type).flow == "switch" and wire.source_pin in _BRANCHES:
                    needs |= {(self._asked(wire.source), _BRANCHES[wire.source_pin])}
                conditions.append(needs)
        if not conditions:
            return frozenset()
        combined = frozenset.intersection if traits_of(block.type).flow == "merge" else frozenset.union
        return combined(*conditions)

    def _asked(self, switch: str) -> str:
        """Return the source of a Switch's predicate, before blocks that only pass it on."""
        name, pin, seen = switch, "pred", set()
        while wires := self._page.wires_into(name, pin):
            wire = wires[0]
            source = self._page.blocks.get(wire.source)
            if source is None or source.type != "Identity" or wire.source in seen:
                return f"{wire.source}.{wire.source_pin}"
            seen.add(wire.source)
            name, pin = wire.source, "input"
        return f"{name}.{pin}"

    def apart(self, one: str, other: str) -> bool:
        """Return whether two blocks never run concurrently: one waits for the other, or only one runs."""
        needs, before = self._needs.get(one, frozenset()), self._before
        return bool(before[one] & self._bits[other] or before[other] & self._bits[one]) or any(
            (asked, not value) in needs for asked, value in self._needs.get(other, ())
        )


def _trained(page: Page, inference: PageInference, block: str) -> Iterator[str]:
    """Yield the blocks of the variables that a block trains, if wires show which."""
    computes = (
        [block]
        if page.blocks[block].type == MINIMIZE
        else [wire.source for wire in page.wires_into(block, "gradients")]
    )
    for name in computes:
        optimizers = upstream(page, (wire.source for wire in page.wires_into(name, "optimizer")))
        if name not in page.blocks or any(page.blocks[optimizer].type == SYNC_REPLICAS for optimizer in optimizers):
            # A queue runner applies the gradients at any time.
            continue
        named = [wire.source for wire in page.wires_into(name, "var_list")]
        losses = [wire.source for wire in page.wires_into(name, "loss")]
        yield from named or (
            variable
            for variable in upstream(page, losses)
            if has_races(page, variable)
            and inference.dtype(variable, "ref") in _FLOATS
            and inference.known[variable].attrs.get("trainable", True)
        )


def _trains(block_type: str) -> bool:
    return traits_of(block_type).step in ("minimize", "apply")


def _near(block: str, writer: str) -> str:
    """Return the id of a block without the instances that contain both blocks."""
    path = writer.rpartition("/")[0]
    return block.removeprefix(f"{path}/") if path else block


_TYPES = ("type", "list(type)")
_NAME, _CONTAINER = "shared_name", "container"


class _Sharer(NamedTuple):
    """A block that creates a resource.

    `key` is equal for blocks that share a resource if their devices are equal. `name` is the block's id, with its page
    if that is another one.
    """

    key: tuple[str, bytes, bytes]
    name: str
    device: str
    dtypes: dict[str, list[str]]  # attr -> dtypes


def makes_shared(page: Page, block: str) -> bool:
    """Return whether a block is on the page and makes a resource that others can share by name."""
    return block in page.blocks and bool(traits_of(page.blocks[block].type).shared_as)


def shared_name(inference: PageInference, block: str) -> tuple[bytes, bytes]:
    """Return container and name of the resource that a block makes."""
    known = inference.known.get(block)
    attrs = known.attrs if known is not None else {}
    return attrs.get(_CONTAINER) or b"", attrs.get(_NAME) or block.encode()


def check_shared_names(page: Page, inference: PageInference, plans: Iterable[SessionPlan]) -> list[Problem]:
    """Return an error for each block of a session that shares a name with another block and has a different dtype."""
    if not any(makes_shared(page, name) for name in page.blocks):
        return []
    here = {sharer.name: sharer for sharer in _sharers(inference, page.blocks)}
    problems = []
    for plan in plans:
        run = plan.closure | plan.initial
        groups: dict[tuple[str, bytes, bytes], list[_Sharer]] = {}
        for sharer in (*_in_functions(page, inference, run), *(here[name] for name in sorted(run) if name in here)):
            group = groups.setdefault(sharer.key, [])
            clash = next(filter(None, (_clash(sharer, other) for other in group)), None) if sharer.name in run else None
            group.append(sharer)
            if clash is not None:
                other, attr = clash
                problems.append(
                    make_problem(
                        "shared-name",
                        address(page.name, sharer.name, _NAME if _NAME in page.blocks[sharer.name].values else ""),
                        name=sharer.key[2].decode(errors="replace"),
                        other=other.name,
                        attr=attr,
                        here=sharer.dtypes[attr],
                        there=other.dtypes[attr],
                    )
                )
    return list(dict.fromkeys(problems))


def _sharers(inference: PageInference, blocks: Iterable[str], before: str = "") -> Iterator[_Sharer]:
    """Yield the blocks that make a resource with a name, of one page. `before` is written before their ids."""
    page, device = inference.page, devices(inference.page.frames)
    for name in blocks:
        known = inference.known.get(name)
        if not makes_shared(page, name) or known is None or _NAME not in known.attrs:
            continue
        block = page.blocks[name]
        if (before or block.frame) and not known.attrs[_NAME]:
            continue  # TensorFlow then uses the name of the node, which is not the id
        found = {
            attr.name: value if isinstance(value, list) else [value]
            for attr in inference.catalogue[block.type].attrs
            if attr.type in _TYPES and (value := known.attrs.get(attr.name))
        }
        key = traits_of(block.type).shared_as, *shared_name(inference, name)
        yield _Sharer(key, before + name, device.get(block.frame, ""), found)


def _in_functions(page: Page, inference: PageInference, run: Iterable[str]) -> Iterator[_Sharer]:
    """Yield the blocks that create a named resource on the pages of functions that these blocks run."""
    catalogue = inference.catalogue
    pages = {name for block in run if block in page.blocks for name in used_pages(page.blocks[block], catalogue)}
    for name in reached(catalogue.document, sorted(pages), catalogue):
        other = catalogue.document.pages[name]
        if any(traits_of(type_).shared_as for type_ in types_on(other)):
            yield from _sharers(PageInference(other, catalogue), other.blocks, f"{name}/")


def _clash(sharer: _Sharer, other: _Sharer) -> tuple[_Sharer, str] | None:
    """Return the other block and the attr that differs; None if the blocks fit or are on different devices."""
    if sharer.device and other.device and sharer.device != other.device:
        return None
    for attr, dtypes in sharer.dtypes.items():
        if other.dtypes.get(attr, dtypes) != dtypes and None not in (*dtypes, *other.dtypes[attr]):
            return other, attr
    return None
