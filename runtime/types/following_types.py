"""Update the types of a page after an edit, building only the blocks whose types can change.

The input is the `PageTypes` of the page and the blocks whose inference an edit visited. Those blocks are built in a
small graph. If the outputs of a block are equal to the previous ones, and no reader can see more of them than dtype and
shape, its downstream blocks keep their types; otherwise they are built next.

In the small graph, inputs of the built blocks keep their node names. A node is *plain* if shape functions can read only
dtypes and shapes of it, all of which are known: an op without inputs and with the same outputs replaces it. A Const
replaces a node that TensorFlow evaluates (`constant_folding`). Other nodes are copied with everything they depend on:
partially known tensors, handles, references, and unknown sizes, which may be equal to each other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import tensorflow as tf
from tensorflow.core.framework import node_def_pb2
from tensorflow.python.framework import tensor_util

from blockloom.blocks.catalogue.block_types import is_symbol
from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.checks.session_closure import needed, spoilt
from blockloom.blocks.document.fields import NO_NODE
from blockloom.blocks.document.pages import CONTROL, GRADIENTS, OPTIMIZER, Document, Page
from blockloom.blocks.infer.incremental import IncrementalInference
from blockloom.blocks.lower.structure import downstream, session_plans
from blockloom.blocks.plan.node_names import node_names
from blockloom.blocks.plan.planner import is_step
from blockloom.blocks.problems import ERROR
from blockloom.blocks.values.dtypes import name_of
from blockloom.runtime.compile.constant_folding import Bound
from blockloom.runtime.compile.emitter import Wave
from blockloom.runtime.compile.partial_emitter import PartialEmitter
from blockloom.runtime.compile.protos import import_nodes, node_def
from blockloom.runtime.compile.variables import misfits
from blockloom.runtime.types.inferred_types import PageTypes, leave_behind

_FEW = 64  # if more blocks than this, and more than half of the page, have to be built, the whole page is built
_FIRST, _MORE = 16, 4  # number of blocks in the second round, and its growth from round to round
_OPAQUE = frozenset({tf.resource, tf.variant})


class FollowingTypes:
    """Types of a page that are updated after each edit; only for pages that `can_follow`."""

    def __init__(self, found: PageTypes):
        self.found, self.emitter, self.page = found, found.emitter, found.compilation.page
        self.changed: set[str] = set()  # blocks that were removed, or whose types differ from the previous answer
        self._todo: dict[str, None] = {}  # blocks to build, in this order
        self._before: dict[str, Any] = {}  # outcomes of blocks before they are built again, see `_outcome`
        self._graphs: dict[str, tf.Graph] = {}  # graphs of the nodes that were built after an edit
        self._plain: dict[str, bool] = {}  # node -> cached result
        self._values: dict[str, Any] = {}  # node -> cached result
        found.shown.tensor = self._tensor

    def update(
        self, inference: IncrementalInference, visited: Iterable[str], structure: bool, tick: Callable[[], None]
    ) -> bool:
        """Update the types after an edit.

        Args:
            inference: the inference of the page after the edit.
            visited: blocks whose inference may have changed.
            structure: whether blocks or wires changed.
            tick: is called now and then. If it raises, call `update` again with the blocks visited since.

        Returns:
            Whether the types are up to date. If not, all types of the page have to be inferred.
        """
        compilation, page = self.found.compilation, self.page
        visited = list(visited)
        self._todo |= dict.fromkeys(visited)  # first of all, because an error may end this method
        inference.verified()
        if structure and not self._restructure(visited):
            return False
        compilation.faults.update(visited, compilation.sessions if structure else None)
        self.found.faults = compilation.faults.all()
        bad = spoilt(page, (p for p in self.found.faults if p.severity == ERROR and p.block in page.blocks))
        self._todo |= dict.fromkeys(bad ^ self.found.bad)
        self.found.bad = bad
        steps = compilation.planner.steps
        if steps and not steps.isdisjoint(downstream(page, self._todo) | self._todo.keys()):
            return False
        most = 0
        while self._todo:
            tick()
            picked = self._picked(most)
            if picked is None:
                return False
            self._build(*picked, tick)
            most = most * _MORE or _FIRST
        return True

    def _restructure(self, visited: Collection[str]) -> bool:
        """Update plan and sessions after blocks or wires changed; return False if the change is too large to follow."""
        compilation, page = self.found.compilation, self.page
        names, before = node_names(page), self.emitter.plan.names
        if (
            any(before.get(block, name) != name for block, name in names.items())
            or page.out.keys() - page.blocks.keys()
            or not all(
                _plain_type(compilation, page.blocks[name].type)
                and not is_step(page, page.blocks[name], compilation.catalogue, compilation.expanded)
                for name in visited
                if name in page.blocks and name not in compilation.planner.steps
            )
        ):
            return False
        self.emitter.plan.rename(names)
        compilation.sessions, compilation.need = session_plans(page, compilation.catalogue), needed(page)
        return True

    def _picked(self, most: int) -> tuple[set[str], set[str], set[str]] | None:
        """Return what to build next.

        Returns:
            The blocks to build, with about `most` of their downstream blocks; the blocks to copy; the nodes to replace
                by stand-ins. None if these are too many, or have no stand-in.
        """
        page = self.page
        picked, todo = set(self._todo), list(self._todo)
        for name in todo:
            if len(picked) >= most:
                break
            fresh = {w.target for w in page.out.get(name, ()) if w.target in page.blocks} - picked
            picked |= fresh
            todo += fresh
        limit = max(_FEW, len(page.blocks) // 2)
        while True:
            border = self._border(picked)
            if border is None or len(picked) + len(border[0]) > limit:
                return None
            # Blocks between copied and built ones must be built too: a copied block must not depend on a built one.
            between = {name for name in border[0] if not picked.isdisjoint(self.emitter.plan.sources(name))}
            if not between:
                return picked, *border
            picked |= between

    def _border(self, picked: set[str]) -> tuple[set[str], set[str]] | None:
        emitter, steps = self.emitter, self.found.compilation.planner.steps
        copied, nodes, todo = set[str](), set[str](), [name for name in picked if name in self.page.blocks]
        while todo:
            name = todo.pop()
            type_ = self.page.blocks[name].type
            if type_ in NO_NODE:
                continue
            for wires in self.page.into.get(name, {}).values():
                for wire in wires:
                    source = wire.source
                    if source in picked or source in copied or source in emitter.left_out:
                        continue
                    if wire.kind == CONTROL:
                        nodes |= self._ends(source) if name in picked else set()
                        continue
                    if wire.kind in (OPTIMIZER, GRADIENTS):  # these wires carry no tensors
                        if source in steps:
                            return None
                        copied.add(source)
                        todo.append(source)
                        continue
                    try:
                        refs = {ref.partition(":")[0] for ref in emitter.refs(source, wire.source_pin)}
                    except (KeyError, IndexError):
                        continue  # the output does not exist, and the block is left out
                    if all(self._is_plain(node) or self._value(node) is not None and type_ != "Range" for node in refs):
                        nodes |= refs
                    elif source in steps:
                        return None
                    else:
                        copied.add(source)
                        todo.append(source)
        return copied, nodes

    def _ends(self, block: str) -> set[str]:
        """Return the nodes that a control wire from a block waits for."""
        return {
            name
            for name in (self.emitter.ends(block) if block in self.emitter.plan.names else ())
            if self._operation(name) is not None
        }

    def _operation(self, node: str) -> tf.Operation | None:
        try:
            return self._graphs.get(node, self.emitter.graph).get_operation_by_name(node)
        except (KeyError, ValueError):
            return None

    def _tensor(self, name: str) -> tf.Tensor:
        return self._graphs.get(name.partition(":")[0], self.emitter.graph).get_tensor_by_name(name)

    def _is_plain(self, node: str) -> bool:
        found = self._plain.get(node)
        if found is None:
            op = self._operation(node)
            found = self._plain[node] = (
                op is not None
                and not traits_of(op.type).partly_known
                and op.graph._folding.bound(node) is None
                and all(
                    not tensor.dtype._is_ref_dtype and tensor.dtype not in _OPAQUE and tensor.shape.is_fully_defined()
                    for tensor in op.outputs
                )
            )
        return found

    def _value(self, node: str) -> Any:
        """Return the value of a node with one output that TensorFlow evaluates; None for a Const and other nodes."""
        if node not in self._values:
            op = self._operation(node)
            known = op is not None and op.type != "Const" and len(op.outputs) == 1 and op.graph._folding.bound(node)
            self._values[node] = tensor_util.try_evaluate_constant(op.outputs[0]) if op is not None and known else None
        return self._values[node]

    def _build(self, picked: set[str], copied: set[str], nodes: set[str], tick: Callable[[], None]) -> None:
        types, whole, page = self.found, self.emitter, self.page
        plan, left_out, shown = whole.plan, whole.left_out, types.shown
        for name in picked:
            if name not in self._before:
                self._before[name] = self._outcome(name)
        for name in picked:
            left_out.pop(name, None)
            shown.roots.pop(name, None)
            whole.outputs.pop(name, None)
            whole.variables.pop(name, None)
        left_out.update({name: name for name in picked & types.bad})
        types.built = [p for p in types.built if p.block not in picked]
        plan.problems.clear()
        order = _ordered(page, picked)
        planned = types.compilation.planner.replan(order)
        for name in planned:
            whole.places.update((node.name, node.address) for node in plan.nodes.get(name, ()))
            if name in plan.outputs.made:
                whole.outputs[name] = dict(plan.outputs.made[name])
            if name in plan.variables:
                whole.variables[name] = plan.variables[name]
        piece = _Piece(whole, types.refused, tick)
        piece.add_nodes(
            [*map(self._stand_in, nodes), *self._copies(copied)],
            {
                node: op.graph._folding.bound(node)
                for node in nodes
                if self._value(node) is not None and (op := self._operation(node)) is not None
            },
        )
        piece.build(planned)
        leave_behind(whole, order)
        built = [name for name in planned if name not in left_out]
        types.built += [*plan.problems, *piece.problems, *misfits(piece, built)]
        types.refused = {node for node in types.refused if whole.place(node).block not in picked} | piece.refused
        for name in built:
            for node in plan.nodes.get(name, ()):
                self._graphs[node.name] = piece.graph
                self._plain.pop(node.name, None)
                self._values.pop(node.name, None)
        shown.causes.clear()
        for name in picked:
            pins = shown.types_of(name) if name in page.blocks else {}
            if pins != types.types.get(name, {}):
                self.changed.add(name)
                if pins:
                    types.types[name] = pins
                else:
                    del types.types[name]
        for name in picked:
            self._todo.pop(name, None)
            before, now = self._before.pop(name), self._outcome(name)
            if before != now or not (name in left_out or all(map(self._is_told, self._made(name)))):
                self._todo |= {
                    w.target: None for w in page.out.get(name, ()) if w.target in page.blocks and w.target not in picked
                }

    def _made(self, block: str) -> list[str]:
        """Return the nodes of a block's outputs."""
        own = self.emitter.outputs.get(block)
        if own is not None:
            return sorted({ref.partition(":")[0] for refs in own.values() for ref in refs})
        return [node.name for node in self.emitter.plan.nodes.get(block, ())[:1]]

    def _outcome(self, block: str) -> Any:
        """Return a value for the outputs of a block that is equal before and after an edit if readers see no change."""
        if block in self.emitter.left_out:
            return self.found.shown.root(block)
        return [(node, *self._said(op)) for node in self._made(block) if (op := self._operation(node)) is not None]

    def _said(self, op: tf.Operation) -> tuple[Any, ...]:
        if op.type == "Const":
            return (op.node_def.SerializeToString(deterministic=True),)
        value = self._value(op.name)
        bound = None if value is None else (op.graph._folding.bound(op.name), value.dtype, value.shape, value.tobytes())
        return op.type, bound, [(t.dtype, t.shape.as_list() if t.shape.rank is not None else None) for t in op.outputs]

    def _is_told(self, node: str) -> bool:
        """Return whether readers of a node can see nothing but its entry in `_outcome`."""
        op = self._operation(node)
        return op is not None and (op.type == "Const" or self._is_plain(node) or self._value(node) is not None)

    def _stand_in(self, node: str) -> node_def_pb2.NodeDef:
        """Return a node without inputs that has the name, dtypes and shapes of a node."""
        op = self._operation(node)
        assert op is not None
        value = self._value(node)
        if value is not None:
            const = node_def_pb2.NodeDef(name=node, op="Const")
            const.attr["dtype"].type = op.outputs[0].dtype.as_datatype_enum
            const.attr["value"].tensor.CopyFrom(tensor_util.make_tensor_proto(value))
            return const
        if not op.outputs or not self._is_plain(node):  # the node is only waited for
            return node_def(node, "NoOp", [], "", {})
        return node_def(
            node,
            "InfeedDequeueTuple",
            [],
            "",
            {
                "dtypes": ("list(type)", [name_of(t.dtype.as_datatype_enum) for t in op.outputs]),
                "shapes": ("list(shape)", [t.shape.as_list() for t in op.outputs]),
            },
        )

    def _copies(self, blocks: Iterable[str]) -> Iterable[node_def_pb2.NodeDef]:
        """Yield copies of the nodes of blocks, without control dependencies."""
        for block in blocks:
            for node in self.emitter.plan.nodes.get(block, ()):
                op = self._operation(node.name)
                if op is not None:
                    copy = node_def_pb2.NodeDef()
                    copy.CopyFrom(op.node_def)
                    inputs = [name for name in copy.input if name[0] != "^"]
                    del copy.input[:]
                    copy.input.extend(inputs)
                    yield copy


class _Piece(PartialEmitter):
    """An emitter of some blocks of a page that was emitted before."""

    def __init__(self, whole: PartialEmitter, suspects: Collection[str], tick: Callable[[], None]):
        super().__init__(whole.compilation, whole.plan, whole.expanders, suspects, tick)
        self.places, self.outputs, self.variables = whole.places, whole.outputs, whole.variables
        self.expansions = whole.expansions
        self.problems = []

    def add_nodes(self, nodes: Iterable[node_def_pb2.NodeDef], bounds: Mapping[str, Bound]) -> None:
        """Import nodes into the graph, with the known bounds of some, see `Folding`."""
        have = {node.name: node for node in nodes}
        if have:
            self.folding.mark(have, {name: list(node.input) for name, node in have.items()}, bounds)
            import_nodes(self.graph, have.values(), {})

    def build(self, blocks: Iterable[str]) -> None:
        wave: Wave = {}
        for block in blocks:
            if not self._is_left_out(block):
                self._write(block, 0, wave)
        self._import(wave)


def can_follow(found: PageTypes, document: Document) -> bool:
    """Return whether the types of a page can be updated after edits.

    Pages with loops, cycles, unknown types, wires from missing blocks, muted blocks, functions, monitors, symbols or
    embeddings cannot be followed.
    """
    compilation = found.compilation
    page = compilation.page
    return (
        page is document.pages.get(page.name)
        and compilation.inference.acyclic
        and not found.emitter.has_finishers
        and not page.out.keys() - page.blocks.keys()
        and all(_plain_type(compilation, name) for name in {block.type for block in page.blocks.values()})
        and all(p.block in page.blocks for p in found.built)
    )


def _plain_type(compilation: Any, name: str) -> bool:
    return name in compilation.catalogue and not (
        traits_of(name).flow in ("enter", "next_iteration")
        or name in MONITORS
        or is_symbol(name)
        or traits_of(name).embedding
        or any(attr.type in ("func", "list(func)") for attr in compilation.catalogue[name].attrs)
    )


def _ordered(page: Page, names: set[str]) -> list[str]:
    """Return the blocks, each after those it directly depends on; the page has no cycles."""
    order: dict[str, None] = {}
    for start in sorted(names):
        todo = [(start, False)]
        while todo:
            name, done = todo.pop()
            if done:
                order[name] = None
            elif name not in order:
                todo.append((name, True))
                todo += [
                    (w.source, False)
                    for wires in page.into.get(name, {}).values()
                    for w in wires
                    if w.source in names and w.source not in order
                ]
    return list(order)
