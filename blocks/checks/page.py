"""What is wrong with a document: errors (a page cannot run) and warnings (it can, but not as it seems).

Everything here is known from the page and the catalogue alone. What follows from the dtypes and attributes that wires
carry comes from `infer`; what a run will never be given from `starvation`.
"""

from __future__ import annotations

import difflib
from typing import NamedTuple

from blockloom.blocks import handles, kernels, scopes
from blockloom.blocks.catalogue import Attr, BlockType, Catalogue, Pin
from blockloom.blocks.checks import starvation
from blockloom.blocks.cluster import is_device
from blockloom.blocks.document import CONTROL, LIST, REF, TENSOR, WIRE_KINDS, Block, Document, Page, Wire, split_index
from blockloom.blocks.infer import Inference
from blockloom.blocks.lowering import lower
from blockloom.blocks.muting import active, may_be_empty
from blockloom.blocks.needed import needed, weighed
from blockloom.blocks.phrases import Phrase, article, join, phrase, plural
from blockloom.blocks.problems import ERROR, WARNING, Problem
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
        return [Problem(ERROR, "empty-page", page.name, "", "",
                        phrase("there is nothing to run: the page has no blocks"),
                        phrase("Add blocks, unmute those that are there, or name another page with --page"))]
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
    counted: tuple[Pin, ...]
    functions: tuple[Attr, ...]


class _Checker:
    def __init__(self, page: Page, catalogue: Catalogue, inference: Inference):
        self.page, self.catalogue, self.inference = page, catalogue, inference
        self.problems: list[Problem] = []
        self.names: dict[str, _Names | None] = {}
        self.suggestions = _SUGGEST
        self.missing: set[tuple[str, str]] = set()  # block and pin
        self.handles: set[tuple[str, str]] = set()  # those where the handle is of another thing

    def say(self, code: str, block: str, pin: str, message: str, remedy: str, severity: str = ERROR) -> None:
        self.problems.append(Problem(severity, code, self.page.name, block, pin, message, remedy))

    def of(self, name: str) -> _Names | None:
        """The pins and attrs of a block type; None for an unknown one."""
        if name not in self.names:
            found: BlockType | None = self.catalogue.get(name)
            self.names[name] = found and _Names(
                found, {p.name: p for p in found.inputs}, {p.name: p for p in found.outputs},
                {a.name: a for a in found.attrs}, tuple(a for a in found.attrs if a.minimum is not None),
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
                self.say("deprecated-type", block.id, "",
                         phrase("{} is deprecated: TensorFlow no longer takes it", block.type),
                         names.type.deprecated.rstrip("."))
            if block.values:
                self.values(block, names)
            if block.frame and block.frame not in self.page.frames:
                self.say("missing-frame", block.id, "",
                         phrase("it is in the frame {}, which is not on this page", block.frame),
                         phrase("Put it into a frame that is there, or into none"), WARNING)
            self.inputs(block, names)
            self.minima(block, names)
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
                             phrase("the wire {} ends at the block {}, which is not on this page", wire, target),
                             phrase("Remove the wire, or add the block"))
        self.frames()

    def unknown(self, block: Block) -> None:
        near: list[str] = []
        if self.suggestions:
            self.suggestions -= 1
            near = difflib.get_close_matches(block.type, self.catalogue, 3)
        self.say("unknown-type", block.id, "", phrase("there is no block type {}", block.type),
                 phrase("Did you mean {}?", join(phrase(" or "), near)) if near else
                 phrase("Update Blockloom, which knows no such block") if block.type.startswith("loom.") else
                 phrase("{} has no op of this name: take another", f"TensorFlow {self.catalogue.version}".rstrip()))

    def values(self, block: Block, names: _Names) -> None:
        for name in block.values:
            pin = names.inputs.get(name)
            if pin is None:
                if name not in names.attrs:
                    takes = [*names.inputs, *names.attrs]
                    self.say("unknown-pin", block.id, name, phrase("{} has no input or attribute {}", block.type, name),
                             phrase("Clear the value: it takes {}", join(", ", takes)) if takes else
                             phrase("Clear the value"))
            elif pin.kind not in (TENSOR, LIST) and name not in self.page.into.get(block.id, ()):
                self.say("not-typeable", block.id, name, phrase("a {} pin takes no typed-in value", pin.kind),
                         _clear_and_wire(pin))

    def inputs(self, block: Block, names: _Names) -> None:
        wired = self.page.into.get(block.id, {})
        for pin in names.type.inputs:
            if pin.name not in wired and not pin.optional and pin.name not in block.values and not may_be_empty(
                    pin, names.type):
                self.missing.add((block.id, pin.name))
                spelled = pin.kind == TENSOR or pin.kind == LIST and (pin.dtype or pin.type_attr or pin.type_list_attr)
                self.say("missing-input", block.id, pin.name, phrase("{} has no wire and no value", pin.name),
                         _wire_to(pin, bool(spelled and pin.dtype != "DT_RESOURCE")))
        for name, wires in wired.items():
            pin = names.inputs.get(name)
            if pin is not None and not pin.list and len(wires) > 1:
                self.say("too-many-wires", block.id, name, phrase("{} takes one wire and has {}", name, len(wires)),
                         phrase("Keep one of {}", join(", ", (f"{w.source}.{w.source_pin}" for w in wires))))
            for wire in wires:
                self.wire(wire, names, pin)

    def wire(self, wire: Wire, names: _Names, pin: Pin | None) -> None:
        """A wire into a block that there is: does it begin somewhere, does it fit?"""
        source = self.page.blocks.get(wire.source)
        if source is None:
            self.say("missing-block", wire.target, wire.target_pin,
                     phrase("the wire {} begins at the block {}, which is not on this page", wire, wire.source),
                     phrase("Remove the wire, or add the block"))
            return
        if wire.kind == CONTROL:
            for block in (source, self.page.blocks[wire.target]):
                if block.type in (SESSION, FEED_BLOCK):
                    self.say("wrong-kind", wire.target, "",
                             phrase("the control wire {} touches {}, which is no operation", wire, block.id),
                             phrase("Remove it; wire what a Session runs to run_outputs"))
            return
        if pin is None:
            self.say("missing-pin", wire.target, wire.target_pin,
                     phrase("{} has no input {}, where the wire from {}.{} ends", names.type.name, wire.target_pin,
                            wire.source, wire.source_pin),
                     phrase("Remove the wire and type {}: it is an attribute", wire.target_pin)
                     if wire.target_pin in names.attrs else
                     phrase("Its inputs are {}", join(", ", names.inputs) or phrase("none")))
            return
        out = self.output(wire, source)
        if out is None or self.misfit(wire, source, names, pin):
            return
        if out.kind not in WIRE_KINDS[pin.kind].accepts:
            self.say("wrong-kind", wire.target, pin.name,
                     phrase("{}.{} is {} output, and {} takes {}", wire.source, wire.source_pin, article(out.kind),
                            pin.name, article(pin.kind)), _other(out, pin, wire))
        elif wire.kind != out.kind:
            self.say("wrong-kind", wire.target, pin.name,
                     phrase("the wire is said to be {} wire, but {}.{} is {} output", article(wire.kind), wire.source,
                            wire.source_pin, article(out.kind)), phrase("Draw the wire again"))

    def misfit(self, wire: Wire, source: Block, names: _Names, pin: Pin) -> bool:
        """Whether a handle is wired to what is made for the handles of other things."""
        have = handles.made(handles.op_of(self.of(source.type).type))
        want = handles.taken(handles.op_of(names.type), pin.name) if have else ()
        if not want or have[0] in want:
            return False
        self.handles.add((wire.target, pin.name))
        others = [t for t in (handles.counterpart(source.type, want[0]), handles.counterpart(names.type.name, have[0]))
                  if t in self.catalogue]
        self.say("wrong-handle", wire.target, pin.name,
                 phrase("{} is {}, and {} takes {}", wire.source, handles.NAMES[have[0]], pin.name,
                        join(phrase(" or "), (handles.NAMES[thing] for thing in want))),
                 phrase("Make {} a {}, or {} a {}", wire.source, others[0], wire.target, others[1])
                 if len(others) == 2 else phrase("Wire {} to it", handles.NAMES[want[0]]))
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
            self.say("missing-output", wire.source, wire.source_pin,
                     phrase("{} has no output {}, where the wire to {}.{} begins", source.type, wire.source_pin,
                            wire.target, wire.target_pin),
                     phrase("Its outputs are {}", join(", ", names.outputs) or phrase("none")))
            return None
        if not whole.list:
            self.say("bad-index", wire.source, stem,
                     phrase("{} is one output, no list: there is no {}", stem, wire.source_pin),
                     phrase("Wire {}.{} to {}.{}", wire.source, stem, wire.target, wire.target_pin))
            return None
        have = self.inference.dtype(wire.source, stem)
        if isinstance(have, list) and index is not None and index >= len(have):
            self.say("bad-index", wire.source, stem,
                     phrase("{} has {}, so there is no {}", stem, plural("{} output", "{} outputs", len(have)),
                            wire.source_pin),
                     phrase("Counting begins at 0; wire another one"))
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
                what = plural("{1} has {0} element; the least is {2}", "{1} has {0} elements; the least is {2}", count,
                              attr.name, attr.minimum) if isinstance(value, list) else \
                    phrase("{} is {}; the least is {}", attr.name, count, attr.minimum)
                self.say("too-few", block.id, attr.name, what, phrase("Give {} or more", attr.minimum))
            elif (block.id, pin.name) not in self.missing:
                self.say("too-few", block.id, pin.name,
                         plural("{1} has {0} wire and needs at least {2}", "{1} has {0} wires and needs at least {2}",
                                count, pin.name, attr.minimum),
                         phrase("Wire more outputs to it"))

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
                what = plural("lists {} dtype", "lists {} dtypes", count) if isinstance(told, list) else \
                    phrase("is {}", count)
                self.say("wrong-count", block.id, pin.name,
                         plural("{} output arrives at {}, but {} {}", "{} outputs arrive at {}, but {} {}", len(have),
                                pin.name, name, what),
                         phrase("Wire as many outputs to {0} as {1} says, or clear {1}", pin.name, name)
                         if name in block.values else phrase("Wire as many outputs to {} as {} says", pin.name, name))
            elif isinstance(told, list):
                for (wire, got), want in zip(have, told, strict=True):
                    if got and want and got != want:
                        self.say("dtype-clash", block.id, pin.name,
                                 phrase("{}.{} gives {}, but {} says {}", wire.source, wire.source_pin, got, name,
                                        want),
                                 phrase("Insert a Cast to {}, or change {}", want, name))

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
        takes = ", ".join(map(str, found.takes[:12])) + (" ..." if len(found.takes) > 12 else "")
        self.say("no-kernel-type", block.id, pin,
                 phrase("{} is {}, for which this TensorFlow has no kernel of {}", found.attr, found.value,
                        names.type.op), phrase("It takes {}", takes))

    def function(self, block: Block, attr: Attr) -> None:
        text = block.values.get(attr.name, "").strip()
        self.say("function", block.id, attr.name,
                 phrase("function-valued attributes are not built yet: page {} cannot be used as {}", text, attr.name)
                 if text else phrase("function-valued attributes are not built yet: {} cannot be given", attr.name),
                 phrase("Clear it") if not attr.required else phrase("Build it from other blocks"))

    def frames(self) -> None:
        circles = scopes.circles(self.page.frames)
        for frame in self.page.frames.values():
            if frame.id in circles:
                self.say("frame-cycle", frame.id, "", phrase("the frame {} lies in itself", frame.id),
                         phrase("Take it out of the frame that it is in"))
            if frame.device and not is_device(frame.device):
                self.say("bad-device", frame.id, "", phrase("{!r} is no device", frame.device),
                         phrase("Write /job:ps/task:0 for a task of a cluster, /device:CPU:0 for a device, or both in "
                                "one"))

    # --- the whole page -----------------------------------------------------------------------------------------------

    def cycles(self) -> None:
        if self.inference.acyclic:
            return
        for ring in Structure(self.page).cycles:
            shown = ring if len(ring) <= 8 else [*ring[:4], "...", *ring[-3:]]
            self.say("cycle", ring[0], "", phrase("the wires go in a circle: {}", join(" -> ", [*shown, ring[0]])),
                     phrase("Remove one of these wires; a loop goes back by a NextIteration into a Merge"))

    def sessions(self, plans: list[SessionPlan]) -> None:
        for session in plans:
            if session.id and not session.fetches and not session.targets:
                self.say("idle-session", session.id, "", phrase("the session fetches and runs nothing"),
                         phrase("Wire outputs to fetch_outputs, or operations to run_outputs"), WARNING)
            elif not session.fetches and not session.targets and not self.problems:
                self.say("empty-page", "", "", phrase("there is nothing to run"),
                         phrase("Add a block that gives something"))
        for name in sorted(frozenset().union(*(s.closure for s in plans))):
            names = self.of(self.page.blocks[name].type)
            if names and names.type.op and "CPU" not in names.type.devices and not names.type.reference:
                devices = names.type.devices
                self.say("no-kernel", name, "",
                         phrase("{} does not run on a CPU: it has kernels for {} only", names.type.op,
                                join(", ", devices)) if devices else
                         phrase("{} does not run on a CPU: this TensorFlow has no kernel for it", names.type.op),
                         phrase("Run it where such a device is") if devices else
                         phrase("Replace it, or run it where it has one"), WARNING)

    def feeds(self, plans: list[SessionPlan]) -> None:
        blocks, into = self.page.blocks, self.page.into
        placeholders = {b.id for b in blocks.values() if b.type in _PLACEHOLDERS}
        for session in plans:
            fed: dict[tuple[str, str], str] = {}
            for feed in session.feeds:
                for wire in into.get(feed, {}).get("placeholder", ()):
                    first = fed.setdefault((wire.source, wire.source_pin), feed)
                    if first != feed:
                        self.say("fed-twice", feed, "placeholder",
                                 phrase("{}.{} is fed by {} already{}", wire.source, wire.source_pin, first,
                                        _in(session)), phrase("Remove one of the two"))
            for name in sorted(placeholders & session.closure - {block for block, _ in fed}):
                self.say("not-fed", name, "", phrase("nothing feeds it{}", _in(session)),
                         phrase("Wire a Feed block to it and to the session's inputs, or run with --feed {}=VALUE",
                                name), WARNING)
        used = {feed for session in plans for feed in session.feeds}
        for block in blocks.values():
            if block.type == FEED_BLOCK:
                if block.id not in used:
                    self.say("idle-feed", block.id, "feed", phrase("it feeds no session"),
                             phrase("Wire feed to the inputs of a Session"), WARNING)
                if "value" in into.get(block.id, ()):
                    self.say("wired-feed", block.id, "value", phrase("the value of a Feed is typed in, not wired"),
                             phrase("Remove the wire and type the value"))
            elif placeholders and block.type in _VARIABLES:
                sources = [w.source for w in into.get(block.id, {}).get("initvalues", ())]
                for name in sorted(placeholders & upstream(self.page, sources)):
                    self.say("fed-initial-value", block.id, "initvalues",
                             phrase("the initial value depends on {}, and variables are initialised before anything is "
                                    "fed", name), phrase("Take a constant, or assign in a step"))

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


def _wire_to(pin: Pin, typed: bool) -> Phrase:
    """`typed`: a value will do as well."""
    if typed:
        return phrase("Wire outputs to {}, or type a value", pin.name) if pin.list else \
            phrase("Wire an output to {}, or type a value", pin.name)
    if pin.kind == REF or pin.dtype == "DT_RESOURCE":
        return phrase("Wire the handle to {}", pin.name) if _of_handle(pin) else \
            phrase("Wire a variable to {}", pin.name)
    return phrase("Wire outputs to {}", pin.name) if pin.list else phrase("Wire an output to {}", pin.name)


def _clear_and_wire(pin: Pin) -> Phrase:
    if pin.kind == REF:
        return phrase("Clear the value and wire the handle to {}", pin.name) if _of_handle(pin) else \
            phrase("Clear the value and wire a variable to {}", pin.name)
    return phrase("Clear the value and wire outputs to {}", pin.name) if pin.list else \
        phrase("Clear the value and wire an output to {}", pin.name)


def _of_handle(pin: Pin) -> bool:
    return "handle" in pin.name or pin.dtype == "DT_RESOURCE"


def _other(out: Pin, pin: Pin, wire: Wire) -> str:
    if out.kind == LIST and pin.kind in (TENSOR, REF):
        return phrase("Wire one element of it: {}.{}[0]", wire.source, wire.source_pin)
    if pin.kind == REF:
        return phrase("Wire the output of a Variable, or of another op that gives a reference")
    return phrase("Wire an output that is {}", article(pin.kind))


def _in(session: SessionPlan) -> str:
    return phrase(" in {}", session.id) if session.id else ""
