"""Map the program of a lowered page back to the pins and blocks of the page that the user sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.document.pages import LIST, OPERATION, Page, split_index
from blockloom.blocks.lower.source_map import LoweredPage
from blockloom.blocks.results.gradients import gradient_of, output_of
from blockloom.runtime.compile.program import Program


def telling(tell: Callable[[Address], None] | None, lowered: LoweredPage) -> Callable[[Address], None] | None:
    """Return `tell` for addresses on the lowered page, mapped to the user's page; None if it is None."""
    if tell is None:
        return None
    return lambda place: tell(lowered.place(place._replace(page=lowered.page.name)))


def raise_program(program: Program, lowered: LoweredPage, page: Page, catalogue: Catalogue) -> None:
    """Rename results, addresses and problems of a lowered page to those of the user's page.

    Blocks that were removed show the values that they pass on.
    """
    program.problems[:] = dict.fromkeys(
        (*map(lowered.problem, program.problems), *(() if lowered.within else lowered.problems))
    )
    program.places.update(
        {node: lowered.place(p) for node, p in program.places.items() if "/" in p.block or p.block in lowered.pins}
    )
    passed = [
        (inside("", block), pin, _kind(page, block, pin, catalogue), ends)
        for (block, pin), ends in lowered.passed.items()
    ]
    for session in program.sessions:
        native, more = dict(session.sources), session.sources | session.side_sources
        for by_address in (session.sources, session.reads, session.side_sources):
            for at in by_address.keys() & {inside("", block) for block in lowered.pins}:
                by_address[at] = {_raised(lowered, at.flat, pin): value for pin, value in by_address[at].items()}
        for at, pin, kind, ends in passed:
            for known, shown in ((native, session.sources), (more, session.side_sources)):
                values = [_value(known.get(inside("", b), {}), p) for b, p in ends]
                if values and None not in values and kind != OPERATION:
                    flat = [tensor for value in values for tensor in (value if isinstance(value, list) else [value])]
                    shown.setdefault(at, {})[pin] = flat if kind == LIST else values[0]
                    grads = [_value(known.get(inside("", b), {}), gradient_of(p)) for b, p in ends]
                    if grads and None not in grads:
                        flat = [one for grad in grads for one in (grad if isinstance(grad, list) else [grad])]
                        shown[at][gradient_of(pin)] = flat if kind == LIST else grads[0]
                    break


def _raised(lowered: LoweredPage, block: str, pin: str) -> str:
    """Return the user's name of a result."""
    output = output_of(pin)
    return gradient_of(lowered.pin(block, output)) if output else lowered.pin(block, pin)


def _value(shown: dict[str, Any], pin: str) -> Any:
    """Return the source of an output, which may be an element of a list; None if there is none."""
    stem, element = split_index(pin)
    found = shown.get(pin) if pin in shown or element is None else shown.get(stem)
    if pin in shown or element is None or not isinstance(found, list):
        return found
    return found[element] if element < len(found) else None


def _kind(page: Page, block: str, pin: str, catalogue: Catalogue) -> str:
    """Return the kind of an output of a block that was removed."""
    *path, name = block.split("/")
    if path:
        page = catalogue.document.pages[catalogue.page_at(page.name, path)]
    return catalogue[page.blocks[name].type].known_output(pin).kind
