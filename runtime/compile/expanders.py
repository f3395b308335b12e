"""How the steps of a plan become ops: block type -> expander."""

from __future__ import annotations

from collections.abc import Mapping

from blockloom.blocks.document.own_types import RESOURCE_VARIABLE, VARIABLE
from blockloom.runtime.compile import composites, optimizers, variables
from blockloom.runtime.compile.added_ops import Expander, stand_ins

NATIVE: Mapping[str, Expander] = (
    composites.LIVE | optimizers.LIVE | dict.fromkeys((VARIABLE, RESOURCE_VARIABLE), variables.expand)
)


def expanders(target: str) -> Mapping[str, Expander]:
    """The expanders of a target; for `reference` with those of ops that have no CPU kernel."""
    return {**NATIVE, **stand_ins()} if target == "reference" else NATIVE
