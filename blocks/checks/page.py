"""What is wrong with a document: errors (a page cannot run) and warnings (it can, but not as it seems).

Everything here is known from the page and the catalogue alone. What follows from the dtypes and attributes that wires
carry comes from `infer`; what a run will never be given from `starvation`.
"""

from __future__ import annotations

import difflib
import re
from typing import Any, NamedTuple

from blockloom.blocks import handles, kernels, scopes
from blockloom.blocks.addresses import Address, address
from blockloom.blocks.catalogue import Attr, BlockType, Catalogue, Pin
from blockloom.blocks.checks import starvation
from blockloom.blocks.cluster import is_device
from blockloom.blocks.document import CONTROL, LIST, REF, TENSOR, WIRE_KINDS, Block, Document, Page, Wire, split_index
from blockloom.blocks.infer import Inference
from blockloom.blocks.lowering import lower
from blockloom.blocks.muting import active, may_be_empty
from blockloom.blocks.needed import needed, weighed
from blockloom.blocks.problems import ERROR, Problem, problem
from blockloom.blocks.structure import FEED_BLOCK, SESSION, SessionPlan, Structure, session_plans, upstream

_SUGGEST = 5  # names that are looked up among the nearest: each look-up takes 10 ms
_PLACEHOLDERS = frozenset({"Placeholder", "PlaceholderV2"})
_VARIABLES = frozenset({"loom.Variable", "loom.ResourceVariable"})


def check(document: Document, catalogue: Catalogue, page: str | None = None) -> list[Problem]:
    """All problems of a document, or of one of its pages: what the file reader mended, then page by page."""
    names = list(document.pages) if page is None else [page]
    mended = [p for p in document.troubles if page is None or p.page == page]
    return mended + [p for name in names for p in check_page(document, name, catalogue)]


def check_page(document: Document, page_name: str, catalogue: Catalogue, inference: Inference | None = None,
               plans: list[SessionPlan] | None = None) -> list[Problem]:
    """The problems of a page, those of `infer` and `starvation` included: errors first, then by block and pin. Blocks
    that are left out of it (see `muting`) have none; errors in what no session needs are warnings (see `needed`).

    `inference` and `plans` are taken where the caller has them. Raises KeyError where there is no such page.
    """
    page = active(document.pages[page_name], catalogue)
    return weighed(page, faults(page, catalogue, inference, plans), needed(page))


def faults(page: Page, catalogue: Catalogue, inference: Inference | None = None,
           plans: list[SessionPlan] | None = None) -> list[Problem]:
    """The problems of a page without muted blocks, whether or not a session needs the blocks that have them."""
    lowered = lower(page, catalogue)
    if lowered.page is not page:
        told = _check(lowered.page, catalogue, None, None)
        return sorted({*map(lowered.problem, told), *lowered.problems}, key=_order)
    return _check(page, catalogue, inference, plans)


def _order(problem: Problem) -> tuple:
    return problem.severity != ERROR, problem.block, problem.pin, problem.code, problem.message


def _check(page: Page, catalogue: Catalogue, inference: Inference | None,
           plans: list[SessionPlan] | None) -> list[Problem]:
    if not page.blocks:
        return [problem("empty-page", Address(page.name))]
    inference = inference or Inference(page, catalogue)
    plans = plans if plans is not None else session_plans(page, catalogue)
    checker = _Checker(page, catalogue, inference)
    checker.blocks()
    checker.cycles()
    checker.sessions(plans)
    checker.feeds(plans)
    problems = dict.fromkeys((*checker.problems, *checker.inferred(), *starvation.check(page, inference, plans)))
    return sorted(problems, key=_order)


class _Names(NamedTuple):
    """The pins and attrs of a block type by name: looked up for every wire and value."""

    type: BlockType
    inputs: dict[str, Pin]
    outputs: dict[str, Pin]
    attrs: dict[str, Attr]
    bounded: tuple[Attr, ...]
    shaped: bool        # it has an attr "shapes" with one for each of its attr "dtypes"
    counted: tuple[Pin, ...]
    functions: tuple[Attr, ...]


class _Checker:
    def __init__(self, page: Page, catalogue: Catalogue, inference: Inference):
        self.page, self.catalogue, self.inference = page, catalogue, inference
        self.problems: list[Problem] = []
        self.names: dict[str, _Names | None] = {}
        self.suggestions = _SUGGEST
        self.missing: set[tuple[str, str]] = set()  # block and pin
        self.fitting: set[tuple[str, ...]] = set()  # ends of wires by type, and their kind
        self.handles: set[tuple[str, str]] = set()  # those where the handle is of another thing

    def say(self, kind: str, block: str, pin: str = "", /, **facts: Any) -> None:
        self.problems.append(problem(kind, address(self.page.name, block, pin), **facts))

    def of(self, name: str) -> _Names | None:
        """The pins and attrs of a block type; None for an unknown one."""
        if name not in self.names:
            found: BlockType | None = self.catalogue.get(name)
            self.names[name] = found and _Names(
                found, {p.name: p for p in found.inputs}, {p.name: p for p in found.outputs},
                {a.name: a for a in found.attrs}, tuple(a for a in found.attrs if a.minimum is not None),
                {("dtypes", "list(type)", True), ("shapes", "list(shape)", True)} <= {
                    (a.name, a.type, a.required) for a in found.attrs},
                tuple(p for p in found.inputs if p.number_attr or p.type_list_attr),
                tuple(a for a in found.attrs if a.type in ("func", "list(func)")))
        return self.names[name]

    # --- blocks -------------------------------------------------------------------------------------------------------

    def blocks(self) -> None:
        for block in self.page.blocks.values():
            names = self.of(block.type)
            if names is None:
                self.unknown(block)
                continue
            if names.type.deprecated:
                named = re.findall(r"\b[A-Z]\w+", names.type.deprecated)
                self.say("deprecated-type", block.id, type=block.type, about=names.type.deprecated,
                         instead=[name for name in named if name in self.catalogue and name != block.type])
            if block.values:
                self.values(block, names)
            if block.frame and block.frame not in self.page.frames:
                self.say("missing-frame", block.id, frame=block.frame)
            self.inputs(block, names)
            self.minima(block, names)
            if names.shaped:
                self.shapes(block)
            self.counts(block, names)
            if names.type.kernels:
                self.kernel(block, names)
            for attr in names.functions:
                if attr.name in block.values or attr.required:
                    self.function(block, attr)
        for target in sorted(self.page.into.keys() - self.page.blocks.keys()):
            for wires in self.page.into[target].values():
                for wire in wires:
                    self.say("missing-target", wire.source if wire.source in self.page.blocks else "", wire.source_pin,
                             wire=str(wire), target=target)
        self.frames()

    def unknown(self, block: Block) -> None:
        near: list[str] = []
        if self.suggestions:
            self.suggestions -= 1
            near = difflib.get_close_matches(block.type, self.catalogue, 3)
        self.say("unknown-type", block.id, type=block.type, near=near, version=self.catalogue.version)

    def values(self, block: Block, names: _Names) -> None:
        for name in block.values:
            pin = names.inputs.get(name)
            if pin is None:
                if name not in names.attrs:
                    self.say("unknown-pin", block.id, name, type=block.type, takes=[*names.inputs, *names.attrs])
            elif pin.kind not in (TENSOR, LIST) and name not in self.page.into.get(block.id, ()):
                self.say("not-typeable", block.id, name, wire=pin.kind, handle=_of_handle(pin), many=pin.list)

    def inputs(self, block: Block, names: _Names) -> None:
        wired = self.page.into.get(block.id, {})
        for pin in names.type.inputs:
            if pin.name not in wired and not pin.optional and pin.name not in block.values and not may_be_empty(
                    pin, names.type):
                self.missing.add((block.id, pin.name))
                spelled = pin.kind == TENSOR or pin.kind == LIST and (pin.dtype or pin.type_attr or pin.type_list_attr)
                self.say("missing-input", block.id, pin.name, typed=bool(spelled and pin.dtype != "DT_RESOURCE"),
                         many=pin.list, handle=_of_handle(pin), variable=pin.kind == REF or pin.dtype == "DT_RESOURCE")
        for name, wires in wired.items():
            pin = names.inputs.get(name)
            if pin is not None and not pin.list and len(wires) > 1:
                self.say("too-many-wires", block.id, name, sources=[_begin(wire) for wire in wires])
            for wire in wires:
                self.wire(wire, names, pin)

    def wire(self, wire: Wire, names: _Names, pin: Pin | None) -> None:
        """A wire into a block that there is: does it begin somewhere, does it fit?"""
        source = self.page.blocks.get(wire.source)
        if source is None:
            self.say("missing-block", wire.target, wire.target_pin, wire=str(wire), source=wire.source)
            return
        if wire.kind == CONTROL:
            for block in (source, self.page.blocks[wire.target]):
                if block.type in (SESSION, FEED_BLOCK):
                    self.say("wrong-kind:control", wire.target, wire=str(wire), block=block.id)
            return
        if pin is None:
            self.say("missing-pin", wire.target, wire.target_pin, wire=str(wire), source=_begin(wire),
                     type=names.type.name, inputs=list(names.inputs), attr=wire.target_pin in names.attrs)
            return
        fits = source.type, wire.source_pin, names.type.name, wire.target_pin, wire.kind
        if fits in self.fitting:
            return
        out = self.output(wire, source)
        if out is None or self.misfit(wire, source, names, pin):
            return
        if out.kind == wire.kind in WIRE_KINDS[pin.kind].accepts and out.name == wire.source_pin:
            self.fitting.add(fits)      # for this no more than the types has to be looked at
        elif out.kind not in WIRE_KINDS[pin.kind].accepts:
            self.say("wrong-kind", wire.target, pin.name, wire=str(wire), source=_begin(wire), gives=out.kind,
                     takes=pin.kind)
        elif wire.kind != out.kind:
            self.say("wrong-kind:told", wire.target, pin.name, wire=str(wire), source=_begin(wire), gives=out.kind,
                     told=wire.kind)

    def misfit(self, wire: Wire, source: Block, names: _Names, pin: Pin) -> bool:
        """Whether a handle is wired to what is made for the handles of other things."""
        have = handles.made(handles.op_of(self.of(source.type).type))
        want = handles.taken(handles.op_of(names.type), pin.name) if have else ()
        if not want or have[0] in want:
            return False
        self.handles.add((wire.target, pin.name))
        others = [t for t in (handles.counterpart(source.type, want[0]), handles.counterpart(names.type.name, have[0]))
                  if t in self.catalogue]
        self.say("wrong-handle", wire.target, pin.name, source=wire.source, have=have[0], want=want, others=others)
        return True

    def output(self, wire: Wire, source: Block) -> Pin | None:
        """The output that a wire begins at; None, with the reason said, where there is none."""
        names = self.of(source.type)
        if names is None:
            return None  # said of the source
        out = names.outputs.get(wire.source_pin)
        if out is not None:
            return out
        stem, index = split_index(wire.source_pin)
        whole = names.outputs.get(stem) if index is not None else None
        if whole is None:
            self.say("missing-output", wire.source, wire.source_pin, wire=str(wire), target=wire.target,
                     target_pin=wire.target_pin, type=source.type, outputs=list(names.outputs))
            return None
        if not whole.list:
            self.say("bad-index:no-list", wire.source, stem, output=wire.source_pin, wire=str(wire), target=wire.target,
                     target_pin=wire.target_pin)
            return None
        have = self.inference.dtype(wire.source, stem)
        if isinstance(have, list) and index is not None and index >= len(have):
            self.say("bad-index", wire.source, stem, output=wire.source_pin, wire=str(wire), target=wire.target,
                     count=len(have))
            return None
        return names.type.output(wire.source_pin)

    def minima(self, block: Block, names: _Names) -> None:
        known = self.inference.known.get(block.id)
        for attr in names.bounded if known else ():
            value = known.attrs.get(attr.name)
            count = len(value) if isinstance(value, list) else value
            if not isinstance(count, int | float) or count >= attr.minimum:
                continue
            pin = next((p for p in names.type.inputs if attr.name in (p.number_attr, p.type_list_attr)), None)
            if pin is None or attr.name in block.values:
                self.say("too-few", block.id, attr.name, count=count, least=attr.minimum,
                         listed=isinstance(value, list))
            elif (block.id, pin.name) not in self.missing:
                self.say("too-few:wires", block.id, pin.name, count=count, least=attr.minimum)

    def shapes(self, block: Block) -> None:
        """Are there as many shapes as dtypes? TensorFlow's own check of that may leave it hanging."""
        known = self.inference.known.get(block.id)
        dtypes, shapes = (known.attrs.get(name) if known else None for name in ("dtypes", "shapes"))
        if isinstance(dtypes, list) and isinstance(shapes, list) and len(dtypes) != len(shapes):
            self.say("unequal-lists", block.id, "shapes", count=len(shapes), other="dtypes", wanted=len(dtypes))

    def counts(self, block: Block, names: _Names) -> None:
        """Do as many wires arrive at a list pin, and with the dtypes, as the attrs say?"""
        known = self.inference.known.get(block.id)
        for pin in names.counted if known else ():
            wires = self.page.into.get(block.id, {}).get(pin.name, ())
            carried = [(w, self.inference.dtype(w.source, w.source_pin)) for w in wires]
            if not wires or any(w.kind == LIST and not isinstance(d, list) for w, d in carried):
                continue
            have = [(w, one) for w, d in carried for one in (d if isinstance(d, list) else [d])]
            name = pin.number_attr or pin.type_list_attr
            told = known.attrs.get(name)
            count = len(told) if isinstance(told, list) else told
            if count is not None and count != len(have):
                self.say("wrong-count", block.id, pin.name, count=len(have), attr=name, wanted=count,
                         listed=isinstance(told, list), typed=name in block.values)
            elif isinstance(told, list):
                for (wire, got), want in zip(have, told, strict=True):
                    if got and want and got != want:
                        self.say("dtype-clash:listed", block.id, pin.name, source=_begin(wire), got=got, wanted=want,
                                 attr=name)

    def kernel(self, block: Block, names: _Names) -> None:
        """Is there a kernel for the dtypes? What the op itself does not take is said of it."""
        known = self.inference.known.get(block.id)
        found = kernels.misfit(names.type, known.attrs) if known else None
        if found is None or found.value is None:
            return
        allowed = names.attrs[found.attr].allowed
        if allowed is not None and found.value not in allowed:
            return
        wired = self.page.into.get(block.id, ())
        pin = next((p.name for p in names.type.inputs if found.attr in (p.type_attr, p.type_list_attr)
                    and found.attr not in block.values and (p.name in wired or p.name in block.values)), found.attr)
        self.say("no-kernel-type", block.id, pin, attr=found.attr, dtype=found.value, op=names.type.op,
                 takes=found.takes)

    def function(self, block: Block, attr: Attr) -> None:
        self.say("function", block.id, attr.name, page=block.values.get(attr.name, "").strip(), required=attr.required)

    def frames(self) -> None:
        circles = scopes.circles(self.page.frames)
        for frame in self.page.frames.values():
            if frame.id in circles:
                self.say("frame-cycle", frame.id)
            if frame.device and not is_device(frame.device):
                self.say("bad-device", frame.id, device=frame.device)

    # --- the whole page -----------------------------------------------------------------------------------------------

    def cycles(self) -> None:
        if self.inference.acyclic:
            return
        for ring in Structure(self.page).cycles:
            self.say("cycle", ring[0], ring=ring)

    def sessions(self, plans: list[SessionPlan]) -> None:
        for session in plans:
            if session.id and not session.fetches and not session.targets:
                self.say("idle-session", session.id)
            elif not session.fetches and not session.targets and not self.problems:
                self.say("empty-page:nothing-to-fetch", "")
        for name in sorted(frozenset().union(*(s.closure for s in plans))):
            names = self.of(self.page.blocks[name].type)
            if names and names.type.op and "CPU" not in names.type.devices and not names.type.reference:
                self.say("no-kernel", name, op=names.type.op, devices=names.type.devices)

    def feeds(self, plans: list[SessionPlan]) -> None:
        blocks, into = self.page.blocks, self.page.into
        placeholders = {b.id for b in blocks.values() if b.type in _PLACEHOLDERS}
        for session in plans:
            fed: dict[tuple[str, str], str] = {}
            for feed in session.feeds:
                for wire in into.get(feed, {}).get("placeholder", ()):
                    first = fed.setdefault((wire.source, wire.source_pin), feed)
                    if first != feed:
                        self.say("fed-twice", feed, "placeholder", source=_begin(wire), first=first, session=session.id)
            for name in sorted(placeholders & session.closure - {block for block, _ in fed}):
                self.say("not-fed", name, session=session.id)
        used = {feed for session in plans for feed in session.feeds}
        for block in blocks.values():
            if block.type == FEED_BLOCK:
                if block.id not in used:
                    self.say("idle-feed", block.id, "feed")
                if "value" in into.get(block.id, ()):
                    self.say("wired-feed", block.id, "value")
            elif placeholders and block.type in _VARIABLES:
                sources = [w.source for w in into.get(block.id, {}).get("initvalues", ())]
                for name in sorted(placeholders & upstream(self.page, sources)):
                    self.say("fed-initial-value", block.id, "initvalues", placeholder=name)

    def inferred(self) -> list[Problem]:
        """What `infer` found, without attrs that are unknown only because of a pin of which something is said."""
        said = self.missing | {(p.block, p.pin) for p in self.inference.problems if p.code == "bad-value"}

        def told(problem: Problem) -> bool:
            if problem.code != "missing-attr":
                return problem.code == "dtype-clash" and (problem.block, problem.pin) in self.handles
            names = self.of(self.page.blocks[problem.block].type)
            return names is not None and any(
                problem.pin in (pin.type_attr, pin.type_list_attr, pin.number_attr)
                for pin in names.type.inputs if (problem.block, pin.name) in said)
        return [p for p in self.inference.problems if not told(p)]


def _of_handle(pin: Pin) -> bool:
    return "handle" in pin.name or pin.dtype == "DT_RESOURCE"


def _begin(wire: Wire) -> str:
    return f"{wire.source}.{wire.source_pin}"
