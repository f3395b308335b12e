"""Which quick fixes there are for a problem: by its code, the rooms of this package are asked."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import REF, Block, Document, Page
from blockloom.blocks.edits import Enclose, SetValue
from blockloom.blocks.infer import Inference
from blockloom.blocks.phrases import phrase
from blockloom.blocks.problems import WIRE_FAULTS, Problem
from blockloom.blocks.quickfixes import block_types, dtypes, missing_inputs, sessions, shape_changes, wires
from blockloom.blocks.quickfixes.context import BlockContext, QuickFix, Types

_BY_INPUTS = frozenset({"missing-input", "missing-attr", "not-allowed", "bad-value", "dtype-clash", "not-fed",
                        "refused", "wrong-handle", "no-kernel-type"})
_VALUE_FAULTS = frozenset({"unknown-pin", "not-typeable"})


def fixes(document: Document, catalogue: Catalogue, problem: Problem, types: Types = MappingProxyType({}),
          inference: Inference | None = None) -> list[QuickFix]:
    """The edits that mend a problem, or may (those that are not `sure` are to be tried), the likeliest first. None
    where only a person can tell, or where the page has changed since. `types` are those of the page's outputs;
    `inference` is taken where the caller has it."""
    first = fix(document, catalogue, problem, inference)
    page = document.pages.get(problem.page)
    block = page.blocks.get(problem.block) if page is not None else None
    found = [first] if first is not None else []
    if block is not None:
        found += _more(page, catalogue, block, problem, types, inference)
    once: dict[object, QuickFix] = {}
    for mend in found:
        once.setdefault(mend.edit if isinstance(mend.edit, SetValue) else mend.label, mend)
    return list(once.values())


def _more(page: Page, catalogue: Catalogue, block: Block, problem: Problem, types: Types,
          inference: Inference | None) -> Iterator[QuickFix]:
    code = problem.code
    if code == "cycle":
        yield from wires.cycle(page, block.id)
    elif code in ("unknown-type", "deprecated-type"):
        yield from block_types.types_like(page, catalogue, block, problem.fact("instead", ()))
    elif code == "idle-session":
        yield from sessions.fetches(page, catalogue, block)
    elif code == "idle-feed":
        yield from sessions.sessions(page, block)
    elif code in ("fed-twice", "wired-feed"):
        mend = wires.remove(page, page.wires_into(block.id, problem.pin)[-1:])
        yield from [mend] if mend is not None else []
    elif code == "missing-frame":
        yield QuickFix(phrase("Take {} out of the frame", block.id), Enclose(page.name, {block.id: ""}))
    elif code == "never-supplied" and problem.pin in block.values:
        supplied = problem.fact("supplied", 0)
        if supplied:
            yield QuickFix(phrase("Set {}.{} to {}", block.id, problem.pin, supplied),
                           SetValue(page.name, block.id, problem.pin, str(supplied)))
    if block.type not in catalogue or code not in _BY_INPUTS:
        return
    context = BlockContext(page, catalogue, block, types, inference)
    pin, attr = context.type.input(problem.pin), context.type.attr(problem.pin)
    if code == "missing-input" and pin is not None:
        yield from missing_inputs.inputs(context, pin)
    elif code in ("missing-attr", "not-allowed", "bad-value") and attr is not None and pin is None:
        yield from dtypes.attrs(context, attr)
    elif code == "bad-value" and pin is not None:
        yield from missing_inputs.usual(context, pin)
    elif code == "not-allowed" and pin is not None:
        yield from dtypes.dtypes(context, pin)
        yield from shape_changes.labels(context)
    elif code == "no-kernel-type":
        yield from dtypes.with_kernel(context)
    elif code == "wrong-handle" and pin is not None:
        yield from block_types.of_kind(context, pin)
    elif code == "dtype-clash" and pin is not None:
        if pin.kind == REF or pin.dtype == "DT_RESOURCE":
            yield from dtypes.of_maker(context, pin)
        yield from shape_changes.labels(context)
    elif code == "not-fed":
        yield from sessions.feeds(context, types)
    elif code == "refused":
        yield from shape_changes.guesses(context, problem)


def fix(document: Document, catalogue: Catalogue, problem: Problem,
        inference: Inference | None = None) -> QuickFix | None:
    """The edit that mends a problem; None where only a person can tell, or the page has changed since."""
    page = document.pages.get(problem.page)
    if page is None:
        return None
    block = page.blocks.get(problem.block)
    if block is not None and problem.code in _VALUE_FAULTS and problem.pin in block.values:
        return QuickFix(phrase("Clear {}.{}", block.id, problem.pin), SetValue(page.name, block.id, problem.pin, None))
    if problem.code in WIRE_FAULTS:
        whole = problem.code in ("missing-pin", "missing-output")
        return wires.remove(page, [w for w in wires.touching(page, problem)
                                   if whole or str(w) == problem.fact("wire") or wires.nowhere(page, w)])
    if block is None or block.type not in catalogue:
        return None
    if problem.code == "too-many-wires":
        return wires.remove(page, page.wires_into(block.id, problem.pin)[:-1])
    if problem.code == "dtype-clash":
        return dtypes.convert(page, catalogue, block, problem.pin, inference)
    attr = catalogue[block.type].attr(problem.pin)
    if problem.code in ("not-allowed", "bad-value") and attr is not None and not attr.required \
            and attr.name in block.values:
        return QuickFix(phrase("Clear {}.{}", block.id, attr.name), SetValue(page.name, block.id, attr.name, None))
    return None
