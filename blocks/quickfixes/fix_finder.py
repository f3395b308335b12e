"""Quick fixes of a problem: a table by its code names the modules of this package to ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from blockloom.blocks.additions import load_parts
from blockloom.blocks.catalogue.block_types import Attr, Pin
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import ARG
from blockloom.blocks.document.pages import REF, Block, Document, Page
from blockloom.blocks.edits import Enclose, NameWeights, SetValue
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.operations import library_pages
from blockloom.blocks.problems import WIRE_FAULTS, Problem
from blockloom.blocks.quickfixes import conflict_fixes, dtype_fixes, missing_inputs, shape_changes
from blockloom.blocks.quickfixes.context import BlockContext, Fixes, QuickFix, Types
from blockloom.blocks.text.phrases import phrase


class _Case:
    """A problem with its document and page.

    `is_there`: the page has its block. `type` is that of the block, None if unknown; `pin` and `attr` are those named
    by the problem, of this type.
    """

    def __init__(
        self,
        document: Document,
        page: Page,
        catalogue: Catalogue,
        problem: Problem,
        types: Types,
        inference: PageInference | None,
    ):
        self.document, self.page, self.catalogue, self.problem, self.types = document, page, catalogue, problem, types
        self.inference = inference
        self.is_there = problem.block in page.blocks
        self.type = catalogue.get(self.block.type) if self.is_there else None
        self.pin: Pin | None = self.type.input(problem.pin) if self.type is not None else None
        self.attr: Attr | None = self.type.attr(problem.pin) if self.type is not None else None

    @property
    def block(self) -> Block:
        """The block of the problem.

        Raises:
            KeyError: The block does not exist.
        """
        return self.page.blocks[self.problem.block]

    @cached_property
    def context(self) -> BlockContext:
        """The block with its inputs. Raises KeyError if its type is unknown."""
        return BlockContext(self.page, self.catalogue, self.block, self.types, self.inference)

    def clear(self) -> QuickFix:
        """Return the fix that clears the typed-in value."""
        block, pin = self.block.id, self.problem.pin
        return QuickFix(phrase("Clear {}.{}", block, pin), SetValue(self.page.name, block, pin, None))


def _clear_value(case: _Case) -> QuickFix | None:
    return case.clear() if case.is_there and case.problem.pin in case.block.values else None


def _clear_attr(case: _Case) -> QuickFix | None:
    return _clear_value(case) if case.attr is not None and not case.attr.required else None


def _remove_wires(case: _Case) -> QuickFix | None:
    page, problem = case.page, case.problem
    whole = problem.code in ("missing-pin", "missing-output")
    return missing_inputs.remove(
        page,
        [
            w
            for w in missing_inputs.touching(page, problem)
            if whole or str(w) == problem.fact("wire") or missing_inputs.nowhere(page, w)
        ],
    )


def _remove_all_but_last(case: _Case) -> QuickFix | None:
    if case.type is None:
        return None
    return missing_inputs.remove(case.page, case.page.wires_into(case.block.id, case.problem.pin)[:-1])


def _convert(case: _Case) -> QuickFix | None:
    if case.type is None:
        return None
    return dtype_fixes.convert(case.page, case.catalogue, case.block, case.problem.pin, case.inference)


def _update(case: _Case) -> QuickFix | None:
    change = library_pages.update_library_page(case.document, case.catalogue, case.page.name)
    return QuickFix(change.label, change.edit) if change is not None else None


def _keep(case: _Case) -> Iterator[QuickFix]:
    if case.page.origin is not None:
        change = library_pages.keep_copy(case.page.name)
        yield QuickFix(change.label, change.edit)


def _remove_last(case: _Case) -> Iterator[QuickFix]:
    removal = missing_inputs.remove(case.page, case.page.wires_into(case.block.id, case.problem.pin)[-1:])
    if removal is not None:
        yield removal


def _like(case: _Case) -> Iterator[QuickFix]:
    return dtype_fixes.types_like(case.page, case.catalogue, case.block, case.problem.fact("instead", ()))


def _out_of_frame(case: _Case) -> Iterator[QuickFix]:
    block = case.block.id
    yield QuickFix(phrase("Take {} out of the frame", block), Enclose(case.page.name, {block: ""}))


def _as_many_as_supplied(case: _Case) -> Iterator[QuickFix]:
    block, pin, supplied = case.block, case.problem.pin, case.problem.fact("supplied", 0)
    if supplied and pin in block.values:
        yield QuickFix(
            phrase("Set {}.{} to {}", block.id, pin, supplied), SetValue(case.page.name, block.id, pin, str(supplied))
        )


def _inputs(case: _Case) -> Iterable[QuickFix]:
    return missing_inputs.inputs(case.context, case.pin) if case.pin is not None else ()


def _attrs(case: _Case) -> Iterable[QuickFix]:
    return dtype_fixes.attrs(case.context, case.attr) if case.attr is not None and case.pin is None else ()


def _bad_value(case: _Case) -> Iterable[QuickFix]:
    return missing_inputs.usual(case.context, case.pin) if case.pin is not None else _attrs(case)


def _not_allowed(case: _Case) -> Iterator[QuickFix]:
    if case.pin is None:
        yield from _attrs(case)
    else:
        yield from dtype_fixes.dtypes(case.context, case.pin)
        yield from shape_changes.labels(case.context)


def _clash(case: _Case) -> Iterator[QuickFix]:
    if case.pin is not None:
        if case.pin.kind == REF or case.pin.dtype == "DT_RESOURCE":
            yield from dtype_fixes.of_maker(case.context, case.pin)
        yield from shape_changes.labels(case.context)


def _other_handle(case: _Case) -> Iterable[QuickFix]:
    return dtype_fixes.of_kind(case.context, case.pin) if case.pin is not None else ()


def _in_context(ask: Callable[[BlockContext, _Case], Iterable[QuickFix]]) -> Callable[[_Case], Iterable[QuickFix]]:
    """Return a function that yields fixes only if the block's type is known."""
    return lambda case: ask(case.context, case) if case.type is not None else ()


def _of_arg(case: _Case) -> Iterator[QuickFix]:
    problem = case.problem
    if problem.case == "dtype" and not problem.fact("gives"):
        page, name, dtype = problem.fact("page"), problem.fact("name"), problem.fact("wanted")
        if name in (case.document.pages.get(page) or case.page).blocks:
            yield QuickFix(
                phrase("Make the Arg {} of {} {}", name, page, dtype), SetValue(page, name, "dtype", dtype), False
            )


def _not_fed(case: _Case) -> Iterable[QuickFix]:
    if case.is_there and case.type is not None:
        if case.block.type == ARG:
            return missing_inputs.defaults(case.document, case.page, case.block)
        if case.type.traits.fed:
            return missing_inputs.feeds(case.document, case.context, case.types)
    return ()


def _take_weights(case: _Case) -> QuickFix | None:
    keys, file = case.problem.fact("keys", []), case.problem.fact("file")
    there = case.document.weights.arrays
    return (
        QuickFix(phrase("Take the weights that {} has now", file), NameWeights(dict.fromkeys(keys, "")))
        if keys and all(key in there for key in keys)
        else None
    )


class _Row(NamedTuple):
    """Fixes for a code: `certain` returns the certain fix of a problem, `more` possible ones, the likeliest first."""

    certain: Callable[[_Case], QuickFix | None] = lambda case: None
    more: Callable[[_Case], Iterable[QuickFix]] = lambda case: ()


_BY_CODE = {
    **dict.fromkeys(WIRE_FAULTS, _Row(_remove_wires)),
    "unknown-pin": _Row(_clear_value),
    "not-typeable": _Row(_clear_value),
    "too-many-wires": _Row(_remove_all_but_last),
    "dtype-clash": _Row(_convert, _clash),
    "not-allowed": _Row(_clear_attr, _not_allowed),
    "bad-value": _Row(_clear_attr, _bad_value),
    "missing-attr": _Row(more=_attrs),
    "missing-input": _Row(more=_inputs),
    "wrong-handle": _Row(more=_other_handle),
    "no-kernel-type": _Row(more=_in_context(lambda context, case: dtype_fixes.with_kernel(context))),
    "not-fed": _Row(more=_not_fed),
    "refused": _Row(more=_in_context(lambda context, case: shape_changes.guesses(context, case.problem))),
    "failed": _Row(more=lambda case: _not_fed(case) if case.problem.case == "not-fed" else ()),
    "cycle": _Row(more=lambda case: missing_inputs.cycle(case.page, case.block.id)),
    "weights-changed": _Row(_take_weights),
    "library-drift": _Row(_update, _keep),
    "function-misfit": _Row(more=_of_arg),
    "unknown-type": _Row(more=_like),
    "deprecated-type": _Row(more=_like),
    "idle-session": _Row(more=lambda case: missing_inputs.fetches(case.page, case.catalogue, case.block)),
    "idle-feed": _Row(more=lambda case: missing_inputs.sessions(case.page, case.block)),
    "fed-twice": _Row(more=_remove_last),
    "wired-feed": _Row(more=_remove_last),
    "missing-frame": _Row(more=_out_of_frame),
    "race": _Row(more=lambda case: missing_inputs.wait(case.page, case.block.id, case.problem.fact("other", ""))),
    "never-supplied": _Row(more=_as_many_as_supplied),
}


def _row(code: str) -> _Row | None:
    """Return the fixes for a code; those of additions have their own table."""
    if code in _BY_CODE:
        return _BY_CODE[code]
    additions: tuple[Fixes, ...] = load_parts("fixes")
    mend = next((fixes[code] for fixes in additions if code in fixes), None)
    return None if mend is None else _Row(more=lambda case: mend(case.page, case.block, case.problem))


def fixes(
    document: Document,
    catalogue: Catalogue,
    problem: Problem,
    types: Types = MappingProxyType({}),
    inference: PageInference | None = None,
) -> list[QuickFix]:
    """Return the edits that fix a problem, or may fix it (not `sure`), the likeliest first.

    The result is empty if only a person can decide, or the page has changed. `types` are dtypes and shapes of the
    page's outputs; without `inference` the page is inferred here.
    """
    if problem.code == "conflict":
        return list(conflict_fixes.fixes(document, catalogue, problem))
    page, row = document.pages.get(problem.page), _row(problem.code)
    if page is None or row is None:
        return []
    case = _Case(document, page, catalogue, problem, types, inference)
    first = row.certain(case)
    mends = [first] if first is not None else []
    if case.is_there or not problem.block:
        mends += row.more(case)
    once: dict[object, QuickFix] = {}
    for mend in mends:
        once.setdefault(mend.edit if isinstance(mend.edit, SetValue) else mend.label, mend)
    return list(once.values())


def fix(
    document: Document, catalogue: Catalogue, problem: Problem, inference: PageInference | None = None
) -> QuickFix | None:
    """Return the edit that certainly fixes a problem; None if there is none, or the page has changed."""
    page, row = document.pages.get(problem.page), _row(problem.code)
    if page is None or row is None:
        return None
    return row.certain(_Case(document, page, catalogue, problem, MappingProxyType({}), inference))
