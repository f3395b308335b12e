"""What the editor can do about a problem by itself: an edit, and what it is called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType

from blockloom.blocks import guesses, missing, offers
from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import CONTROL, REF, Block, Document, Page, Placed, Wire
from blockloom.blocks.edits import Enclose, Remove, SetValue
from blockloom.blocks.infer import Inference
from blockloom.blocks.phrases import phrase
from blockloom.blocks.problems import WIRE_FAULTS, Problem
from blockloom.blocks.workbench import Mend, Types, Workbench

_BY_INPUTS = frozenset({"missing-input", "missing-attr", "not-allowed", "bad-value", "dtype-clash", "not-fed",
                        "refused", "wrong-handle", "no-kernel-type"})
_VALUE_FAULTS = frozenset({"unknown-pin", "not-typeable"})


def fixes(document: Document, catalogue: Catalogue, problem: Problem, types: Types = MappingProxyType({}),
          inference: Inference | None = None) -> list[Mend]:
    """The edits that mend a problem, or may (those that are not `sure` are to be tried), the likeliest first. None
    where only a person can tell, or where the page has changed since. `types` are those of the page's outputs;
    `inference` is taken where the caller has it."""
    first = fix(document, catalogue, problem, inference)
    page = document.pages.get(problem.page)
    block = page.blocks.get(problem.block) if page is not None else None
    found = [first] if first is not None else []
    if block is not None:
        found += _more(page, catalogue, block, problem, types, inference)
    once: dict[object, Mend] = {}
    for mend in found:
        once.setdefault(mend.edit if isinstance(mend.edit, SetValue) else mend.label, mend)
    return list(once.values())


def _more(page: Page, catalogue: Catalogue, block: Block, problem: Problem, types: Types,
          inference: Inference | None) -> Iterator[Mend]:
    code = problem.code
    if code == "cycle":
        yield from missing.cycle(page, block.id)
    elif code in ("unknown-type", "deprecated-type"):
        yield from missing.types_like(page, catalogue, block, problem.remedy if code == "deprecated-type" else "")
    elif code == "idle-session":
        yield from missing.fetches(page, catalogue, block)
    elif code == "idle-feed":
        yield from missing.sessions(page, block)
    elif code in ("fed-twice", "wired-feed"):
        mend = _remove(page, page.wires_into(block.id, problem.pin)[-1:])
        yield from [mend] if mend is not None else []
    elif code == "missing-frame":
        yield Mend(phrase("Take {} out of the frame", block.id), Enclose(page.name, {block.id: ""}))
    elif code == "never-supplied" and problem.pin in block.values:
        supplied = re.findall(r"\d+", problem.message)[-1:]
        if supplied and supplied != ["0"]:
            yield Mend(phrase("Set {}.{} to {}", block.id, problem.pin, supplied[0]),
                       SetValue(page.name, block.id, problem.pin, supplied[0]))
    if block.type not in catalogue or code not in _BY_INPUTS:
        return
    bench = Workbench(page, catalogue, block, types, inference)
    pin, attr = bench.type.input(problem.pin), bench.type.attr(problem.pin)
    if code == "missing-input" and pin is not None:
        yield from missing.inputs(bench, pin)
    elif code in ("missing-attr", "not-allowed", "bad-value") and attr is not None and pin is None:
        yield from missing.attrs(bench, attr)
    elif code == "bad-value" and pin is not None:
        yield from missing.usual(bench, pin)
    elif code == "not-allowed" and pin is not None:
        yield from missing.dtypes(bench, pin)
        yield from guesses.labels(bench)
    elif code == "no-kernel-type":
        yield from missing.with_kernel(bench)
    elif code == "wrong-handle" and pin is not None:
        yield from missing.of_kind(bench, pin)
    elif code == "dtype-clash" and pin is not None:
        if pin.kind == REF or pin.dtype == "DT_RESOURCE":
            yield from missing.of_maker(bench, pin)
        yield from guesses.labels(bench)
    elif code == "not-fed":
        yield from missing.feeds(bench, types)
    elif code == "refused":
        yield from guesses.guesses(bench, problem.pin, problem.message)


def fix(document: Document, catalogue: Catalogue, problem: Problem, inference: Inference | None = None) -> Mend | None:
    """The edit that mends a problem; None where only a person can tell, or the page has changed since."""
    page = document.pages.get(problem.page)
    if page is None:
        return None
    block = page.blocks.get(problem.block)
    if block is not None and problem.code in _VALUE_FAULTS and problem.pin in block.values:
        return Mend(phrase("Clear {}.{}", block.id, problem.pin), SetValue(page.name, block.id, problem.pin, None))
    if problem.code in WIRE_FAULTS:
        return _remove(page, [w for w in _touching(page, problem) if problem.code in ("missing-pin", "missing-output")
                              or str(w) in problem.message or _bad(page, w)])
    if block is None or block.type not in catalogue:
        return None
    if problem.code == "too-many-wires":
        return _remove(page, page.wires_into(block.id, problem.pin)[:-1])
    if problem.code == "dtype-clash":
        return _convert(page, catalogue, block, problem.pin, inference)
    attr = catalogue[block.type].attr(problem.pin)
    if problem.code in ("not-allowed", "bad-value") and attr is not None and not attr.required \
            and attr.name in block.values:
        return Mend(phrase("Clear {}.{}", block.id, attr.name), SetValue(page.name, block.id, attr.name, None))
    return None


def _touching(page: Page, problem: Problem) -> list[Wire]:
    """The wires at the pin that a problem names; where the block is not there, those that end at nothing."""
    into = page.wires_into(problem.block, problem.pin) if problem.block else []
    out = [w for w in page.wires_from(problem.block) if w.source_pin == problem.pin] if problem.block else []
    loose = [w for w in page.wires() if w.source not in page.blocks and w.target not in page.blocks]
    return into + out + ([] if problem.block else loose)


def _bad(page: Page, wire: Wire) -> bool:
    return wire.source not in page.blocks or wire.target not in page.blocks


def _remove(page: Page, wires: list[Wire]) -> Mend | None:
    if not wires:
        return None
    gone: list[Placed] = []
    for wire in wires:  # equal wires are told apart by their places
        there = page.into[wire.target][wire.target_pin]
        taken = {p.index for p in gone if p.wire == wire}
        gone.append(Placed(wire, next(i for i, w in enumerate(there) if w == wire and i not in taken)))
    label = phrase("Remove the wire {}", wires[0]) if len(wires) == 1 else phrase("Remove {} wires", len(wires))
    return Mend(label, Remove(page.name, wires=tuple(gone)))


def _convert(page: Page, catalogue: Catalogue, block: Block, pin_name: str,
             inference: Inference | None) -> Mend | None:
    """Put a conversion into the first wire that brings another dtype than the pin has."""
    pin = catalogue[block.type].input(pin_name)
    bench = Workbench(page, catalogue, block, inference=inference)
    if pin is None or pin.kind == REF:
        return None
    wanted = pin.dtype or bench.attrs.get(pin.type_attr)
    many = bench.attrs.get(pin.type_list_attr) if pin.type_list_attr else None
    for index, wire in enumerate(page.wires_into(block.id, pin_name)):
        got = bench.inference.wire_dtypes(wire)
        want = many[index] if isinstance(many, list) and index < len(many) else wanted
        if wire.kind == CONTROL or len(got) != 1 or got[0] in (None, want):
            continue
        chosen = next(iter(offers.conversions(got[0], want)), None)
        edit = bench.through([(wire, index)], [chosen]) if chosen is not None else None
        return Mend(phrase("Insert {} to {}", chosen.type, want), edit) if edit is not None else None
    return None
