"""How the steps of a plan become ops: block type -> expander."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from blockloom.blocks.document.own_types import RESOURCE_VARIABLE, VARIABLE
from blockloom.blocks.document.pages import Block
from blockloom.runtime.compile import composites, optimizers, variables
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.tpu.reference import REFERENCE

Expander = Callable[[Emitter, Block], None]
NATIVE: Mapping[str, Expander] = composites.LIVE | optimizers.LIVE | dict.fromkeys(
    (VARIABLE, RESOURCE_VARIABLE), variables.expand)


def expanders(target: str) -> Mapping[str, Expander]:
    """Those of a target, `native` or `reference`: there, ops without a CPU kernel are expanded too."""
    return NATIVE | REFERENCE if target == "reference" else NATIVE
