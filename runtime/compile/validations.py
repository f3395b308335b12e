"""Plan the validation of a page, with the names of the page that the user sees."""

from __future__ import annotations

from collections import Counter

from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.document.pages import Page, Wire, split_index
from blockloom.runtime.compile.compilation import Compilation
from blockloom.runtime.compile.program import Program, ValidationPlan


def validation(program: Program, drawn: Page, compilation: Compilation) -> ValidationPlan | None:
    """Return the plan of the Validation among a program's sessions; None if there is none.

    The history contains the outputs that the Validation fetches.
    """
    own = next((session for session in program.sessions if session.within is not None), None)
    if own is None:
        return None
    attrs = compilation.inference.known[own.id].attrs
    monitored = drawn.wires_into(own.id, "monitor")[:1]
    fetched = [*drawn.wires_into(own.id, "fetch_outputs"), *monitored]
    outputs = dict.fromkeys(wire[:2] for wire in fetched if split_index(wire.source_pin)[1] is None)
    many = Counter(block for block, _ in outputs)
    return ValidationPlan(
        own.id,
        _output(monitored[0]) if monitored else None,
        attrs["patience"],
        attrs["better"] in ("higher", b"higher"),
        attrs["keep_best"],
        [(f"{block}.{pin}" if many[block] > 1 else block, inside("", block), pin) for block, pin in outputs],
    )


def _output(wire: Wire) -> tuple[Address, str]:
    return inside("", wire.source), wire.source_pin
