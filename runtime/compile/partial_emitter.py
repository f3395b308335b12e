"""Build the graph of a page that is being edited, without the nodes that have errors."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np
from tensorflow.core.framework.node_def_pb2 import NodeDef

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block
from blockloom.blocks.plan.plan_nodes import Node, PagePlan, Ref
from blockloom.blocks.walks import reached
from blockloom.runtime.compile.compilation import Compilation
from blockloom.runtime.compile.emitter import Emitter, Wave
from blockloom.runtime.compile.error_problems import node_named
from blockloom.runtime.compile.program import CompiledFunction, Expansion

_MOST = 1000  # most elements of weights whose values are used to infer shapes
_RETRIES = 2  # most imports of a whole wave; then nodes are imported one by one, which is slower but always ends


class PartialEmitter(Emitter):
    """An emitter that leaves out the nodes that TensorFlow refuses.

    Args:
        suspects: Nodes that the previous emitter left out; they are imported last, one by one.
        tick: Called now and then; may raise.

    Attributes:
        refused: Nodes that this emitter leaves out.
    """

    def __init__(
        self,
        compilation: Compilation,
        plan: PagePlan,
        expanders: Mapping[str, Callable[[Any, Block], Expansion | None]],
        suspects: Collection[str],
        tick: Callable[[], None],
        tell: Callable[[Address], None] | None = None,
        functions: Mapping[str, CompiledFunction] = MappingProxyType({}),
    ):
        super().__init__(compilation, plan, expanders, tell, functions)
        self.suspects, self.tick = set(suspects), tick
        self.refused: set[str] = set()

    def _node_def(self, node: Node[Ref], level: int) -> NodeDef:
        value = node.attrs["value"][1] if node.op == "Const" else None
        if value is not None and value.key and value.array.size > _MOST:  # types do not depend on large weights
            alike = value._replace(array=np.broadcast_to(np.zeros((), value.array.dtype), value.array.shape))
            node = replace(node, attrs=node.attrs | {"value": ("tensor", alike)})
        return super()._node_def(node, level)

    def _write(self, block: str, level: int, wave: Wave) -> None:
        self.tick()
        try:
            super()._write(block, level, wave)
        except Exception:  # errors that the checks report may raise any exception here
            self.left_out[block] = block

    def _import(self, wave: Wave) -> None:
        late = _with_dependents(wave, self.suspects | self._alike(wave) if self.tell is None else set(wave))
        for _ in range(_RETRIES):
            main = {name: node for name, node in wave.items() if name not in late}
            if not main:
                break
            self.tick()
            try:
                self._import_nodes(main)
                for name in main:
                    del wave[name]
                break
            except Exception as error:
                bad = node_named(str(error), main)
                if bad is None:
                    break
                self._refuse(wave, bad, error)
        self._import_groups(wave)

    def _begin(self, place: Address) -> None:
        self.tick()
        super()._begin(place)

    def _refuse(self, wave: Wave, bad: str, error: Exception, group: Iterable[str] = ()) -> None:
        self.refused.add(bad)
        super()._refuse(wave, bad, error, group)


def _with_dependents(wave: Wave, names: set[str]) -> set[str]:
    """Return the given nodes of a wave, and all nodes of the wave that must be imported with or after them.

    These are their users, and the nodes in their scopes (see `groups`).
    """
    spoilt = names & wave.keys()
    if not spoilt:
        return spoilt
    users: dict[str, list[str]] = {}
    for name, node in wave.items():
        for at, sign in enumerate(name):
            if sign == "/":
                users.setdefault(name[:at], []).append(name)
        for source in node.input:
            users.setdefault(source.lstrip("^").partition(":")[0], []).append(name)
    return {*reached(spoilt, lambda name: users.get(name, ()))}
