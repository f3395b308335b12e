"""The expanders of all steps of a plan, by block type."""

from __future__ import annotations

from collections.abc import Mapping

from blockloom.blocks.document.own_types import RESOURCE_VARIABLE, VARIABLE
from blockloom.runtime.compile import composites, optimizers, variables
from blockloom.runtime.compile.added_ops import Expander, stand_ins

NATIVE: Mapping[str, Expander] = (
    composites.LIVE | optimizers.LIVE | dict.fromkeys((VARIABLE, RESOURCE_VARIABLE), variables.expand)
)


def expanders(target: str) -> Mapping[str, Expander]:
    """Return the expanders of a target; for `reference`, including the expanders of ops without a CPU kernel."""
    return {**NATIVE, **stand_ins()} if target == "reference" else NATIVE
