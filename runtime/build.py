"""The blocks of a page become a TensorFlow graph.

Blocks are written as one GraphDef and imported in one call, so that TensorFlow's own C++ checks everything and ops that
Python hides are reached. Composites that need live tensors (gradients) split the page into waves: plain blocks of a
wave are imported, then its composites are expanded, and what hangs on them waits for the next wave.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.core.framework import graph_pb2, node_def_pb2
from tensorflow.python.framework import importer

from blockloom.blocks import scopes
from blockloom.blocks.catalogue import BlockType, Catalogue
from blockloom.blocks.document import Block, Page, split_index
from blockloom.blocks.dtypes import DTYPES
from blockloom.blocks.infer import Inference, Value
from blockloom.blocks.needed import idle, spoilt, weighed
from blockloom.blocks.phrases import phrase
from blockloom.blocks.problems import ERROR, Problem
from blockloom.blocks.structure import ENTERS, LOOP_BACK, SESSION, downstream, in_loops
from blockloom.runtime import composites, optimizers
from blockloom.runtime.accumulators import misfits
from blockloom.runtime.errors import import_problem, node_named
from blockloom.runtime.folding import MARK, Folding
from blockloom.runtime.program import Place, Variable, place_of
from blockloom.runtime.protos import attr_value, const_node
from blockloom.runtime.tpu.reference import REFERENCE
from blockloom.runtime.variables import VARIABLE_OPS, write_variable

_RETRIES = 8  # imports of a wave with one more bad node left out, before going node by node
_NODE_NAME = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\-/]*")


class Build:
    """A compilation under way. Composites use `add_node`, `refs`, `tensors` and `name`."""

    def __init__(self, page: Page, catalogue: Catalogue, target: str = "native", bare: bool = False):
        self.page = page
        self.catalogue = catalogue
        self.target = target
        self.bare = bare
        self.tell: Callable[[Place], None] | None = None    # called before each block is given to TensorFlow
        self.need: set[str] | None = None              # what the sessions need; None: everything
        self.inference = Inference(page, catalogue)
        self.in_loops = in_loops(page)
        self.problems: list[Problem] = []
        self.graph = tf.Graph()
        self.folding = Folding(self.graph)
        self.places: dict[str, Place] = {}
        self.outputs: dict[str, dict[str, Any]] = {}   # of composites: pin -> refs, or a compile-time object
        self.ends: dict[str, list[str]] = {}           # nodes that a control wire from a block waits for
        self.broken: set[str] = set()
        self.variables: dict[str, Variable] = {}
        self.wrapped: dict[str, tf.Variable] = {}      # those that optimizers were given
        self.records: dict[str, Variable] = {}         # variables that optimizers created: BLOCK.PIN -> record
        self.created: dict[str, optimizers.Created] = {}
        self.deadness: Any = False                     # False: not looked at yet
        self.guarded: dict[str, Any] = {}              # tensor that may be dead -> what is fetched in its place
        self.held: dict[str, list[Variable]] = {}      # variables that a block needs and that are no blocks
        self.probes: dict[str, Any] = {}               # of composites that can block
        self.stateful: set[str] = set()                # composites whose state ends with the session
        self.about: dict[str, str] = {}                # tensor that is not fetched -> what it is
        self.finishers: list[Any] = []                 # called when all blocks are in the graph
        self.tpu: Any = None                           # the page's TPU embedding config
        self.engine: Any = None                        # what stands in for the TPU
        self._wave: dict[str, node_def_pb2.NodeDef] = {}
        self._names: dict[str, str] = {}
        self._devices = scopes.devices(page.frames)
        self._anchored: set[str] = set()
        self._offsets: dict[tuple[str, str], tuple[int, int, bool]] = {}
        self._levels: dict[str, int] = {}
        self._live: set[str] = set()

    # --- names ----------------------------------------------------------------------------------------------------

    def _reserve(self) -> None:
        """Name every block's node before the first op exists: a collision would silently become `W_1`."""
        taken: set[str] = set()
        scope = scopes.scopes(self.page.frames, _ascii)
        for block in self.page.blocks.values():
            name = scope.get(block.frame, "") + _ascii(block.id)
            while name in taken:
                name += "_"
            taken.add(name)
            self._names[block.id] = name
            self.places[name] = Place(block.id)
        self._live = {b.id for b in self.page.blocks.values() if self._is_live(b)}
        if self._live:
            for name in taken:
                self.graph.unique_name(name)

    def name(self, block: str) -> str:
        return self._names[block]

    def device(self, block: Block) -> str:
        """That of the innermost frame with one."""
        return self._devices.get(block.frame, "")

    # --- waves ----------------------------------------------------------------------------------------------------

    def _expander(self, block: Block) -> Any:
        if self.target == "reference" and block.type in REFERENCE:
            return REFERENCE[block.type]
        return composites.LIVE.get(block.type) or optimizers.LIVE.get(block.type)

    def _is_live(self, block: Block) -> bool:
        if block.type == "loom.Variable" or block.type == "loom.ResourceVariable":
            return bool(self.page.into.get(block.id, {}).get("initvalues"))
        return self._expander(block) is not None

    def run(self) -> None:
        self._reserve()
        waves: list[tuple[list[Block], list[Block]]] = []
        levels = self._levels
        for name in self.inference.order:
            block = self.page.blocks[name]
            if block.type in (SESSION, "loom.Feed"):
                continue
            level = 0
            if self._live:
                level = max((levels[w.source] + (w.source in self._live) for w in self.page.wires_into(name)
                             if w.source in levels), default=0)
            levels[name] = level
            while len(waves) <= level:
                waves.append(([], []))
            waves[level][name in self._live].append(block)
        self._split_loops()
        for plain, live in waves:
            for block in plain:
                if not self._is_broken(block):
                    try:
                        self._write(block)
                    except ValueError as error:
                        self.problems.append(import_problem(error, self.page.name, Place(block.id), self))
                        self.broken.add(block.id)
            self._import()
            with self.graph.as_default():
                for block in live:
                    if not self._is_broken(block):
                        self._expand(block)
        self._begin(Place(""))
        with self.graph.as_default():
            for finish in self.finishers:
                finish()
        self.problems += misfits(self)

    def weigh(self) -> None:
        """Leave out what has errors and is not needed; of these errors make warnings. What this machine may have no
        device for is left out of a graph that is to be run, too: TensorFlow places all nodes, used or not."""
        self.leave_out(spoilt(self.page, idle(self.page, self.problems, self.need)))
        if self.need is not None and not self.bare:
            self.leave_out({name for name, block in self.page.blocks.items()
                            if name not in self.need and not self._has_place(block)})
        self.problems[:] = weighed(self.page, self.problems, self.need)

    def _has_place(self, block: Block) -> bool:
        found = self.catalogue.get(block.type)
        here = found is not None and (not found.op or "CPU" in found.devices or self._expander(block) is not None)
        return here and not self.device(block)

    def leave_out(self, blocks: set[str]) -> None:
        """Leave out blocks and what hangs on them."""
        self.broken |= downstream(self.page, blocks)

    def _split_loops(self) -> None:
        """Leave out loops that do not lie in one wave, as they must: an import cannot leave a wire open."""
        for name, level in self._levels.items():
            if self.page.blocks[name].type in LOOP_BACK:
                for wire in self.page.out.get(name, ()):
                    if self._levels.get(wire.target, level) < level:
                        self.problems.append(Problem(ERROR, "split-loop", self.page.name, name, "",
                                                     phrase("the loop that this block closes holds a composite block"),
                                                     phrase("Move Gradients and wired initial values out of the loop")))
                        self.leave_out({name})
                        break

    def place(self, node: str) -> Place:
        """The block that a node belongs to."""
        return place_of(self.places, node) or Place(node)

    def _is_broken(self, block: Block) -> bool:
        if self.broken and any(w.source in self.broken for w in self.page.wires_into(block.id)):
            self.broken.add(block.id)
        return block.id in self.broken

    # --- plain blocks ---------------------------------------------------------------------------------------------

    def _write(self, block: Block) -> None:
        block_type = self.catalogue[block.type]
        if block.type in VARIABLE_OPS:
            write_variable(self, block)
            return
        node = self.add_node(self._names[block.id], block_type.op, device=self.device(block))
        self._inputs(node, block, block_type)
        self.write_attrs(node, block, block_type)

    def add_node(self, name: str, op: str, inputs: Iterable[str] = (), place: Place | None = None, device: str = "",
                 **attrs: tuple[str, Any]) -> node_def_pb2.NodeDef:
        """Add a node to the wave; attrs are (type, value) pairs."""
        node = node_def_pb2.NodeDef(name=name, op=op, input=inputs, device=device)
        for attr, (type_, value) in attrs.items():
            node.attr[attr].CopyFrom(attr_value(type_, value))
        self._wave[name] = node
        if place is not None:
            self.places[name] = place
        return node

    def add_const(self, block: Block, pin: str, value: Value, number: int | None = None) -> str:
        """A typed-in value as a Const node; gives its name."""
        name = f"{self._names[block.id]}/{pin}" + ("" if number is None else f"_{number}")
        while name in self.places:
            name += "_"
        self.places[name] = Place(block.id, pin)
        self._wave[name] = const_node(name, value, self.device(block))
        return name

    def _inputs(self, node: node_def_pb2.NodeDef, block: Block, block_type: BlockType) -> None:
        wired = self.page.into.get(block.id, {})
        literals = self.inference.known[block.id].literals
        typed: list[str] = []
        beside = ""     # something that runs in the same loop, as often
        for pin in block_type.inputs:
            wires = wired.get(pin.name)
            if wires:
                for wire in wires:
                    node.input.extend(self.refs(wire.source, wire.source_pin))
                beside = beside or node.input[-1]
            elif pin.name in literals:
                found = [self.add_const(block, pin.name, value, n if pin.list else None)
                         for n, value in enumerate(literals[pin.name])]
                node.input.extend(found)
                typed += found
        for wire in wired.get("", ()):
            node.input.extend(self._after(wire.source, self._levels[block.id]))
            beside = beside or node.input[-1]
        if typed and block.type in ENTERS and not beside:
            beside = self._around(block)
        if typed and beside and (block.id in self.in_loops or block.type in ENTERS):
            # A Const without inputs is in no loop, and TensorFlow mixes no two. A control input brings it in, in loops
            # inside loops as well, and shapes are still inferred from it, which they are not from what enters.
            for name in typed:
                self._wave[name].input.append(f"^{beside.lstrip('^').partition(':')[0]}")

    def _around(self, enter: Block) -> str:
        """Something in the loop around the one that an Enter leads into: what another Enter of that takes in."""
        frame = self.inference.known[enter.id].attrs.get("frame_name")
        for other in self.page.blocks.values():
            if other.type in ENTERS and self.inference.known[other.id].attrs.get("frame_name") == frame:
                for wire in self.page.wires_into(other.id, "data"):
                    if wire.source in self.in_loops - self.broken:
                        return self.refs(wire.source, wire.source_pin)[0]
        return ""

    def write_attrs(self, node: node_def_pb2.NodeDef, block: Block, block_type: BlockType) -> None:
        """Attrs that are typed in or inferred; TensorFlow fills in the defaults."""
        attrs = self.inference.known[block.id].attrs
        for attr in block_type.attrs:
            value = attrs.get(attr.name)
            if value is attr.default and attr.name not in block.values:
                continue
            if attr.type == "type":
                node.attr[attr.name].type = DTYPES[value].number
            elif value is not None or attr.type == "shape":
                node.attr[attr.name].CopyFrom(attr_value(attr.type, value))

    def refs(self, block: str, pin: str) -> list[str]:
        """The names of the tensors of an output, as NodeDef inputs; one unless the output is a list."""
        made = self.outputs.get(block)
        if made is not None:
            if pin in made:
                return made[pin]
            stem, index = split_index(pin)
            return [made[stem][index]]
        name = self._names[block]
        first, count, _ = self._span(block, pin)
        return [f"{name}:{first + i}" for i in range(count)] if first or count != 1 else [name]

    def _span(self, block: str, pin: str) -> tuple[int, int, bool]:
        """(first flat output, how many, whether it is a list) of an output of a plain block."""
        key = block, pin
        found = self._offsets.get(key)
        if found is None:
            at, attrs = 0, self.inference.known[block].attrs
            for out in self.catalogue[self.page.blocks[block].type].outputs:
                many = attrs.get(out.number_attr or out.type_list_attr) if out.list else 1
                count = len(many) if isinstance(many, list) else many
                self._offsets[block, out.name] = at, count, out.list
                at += count
            if key not in self._offsets:
                stem, index = split_index(pin)
                first, count, _ = self._offsets[block, stem]
                self._offsets[key] = first + index, 1, False
            found = self._offsets[key]
        return found

    def _after(self, source: str, level: int) -> list[str]:
        """Control inputs for a block of a wave `level` that runs after `source`."""
        if source not in self._levels:
            return []
        ends = self.ends.get(source) or [self._names[source]]
        if self._levels[source] == level:
            return [f"^{name}" for name in ends]
        return [f"^{name}" for end in ends for name in [self._anchor(end)]]

    def _anchor(self, node: str) -> str:
        """An op with an output that follows `node`: a control input on an op without outputs cannot be mapped."""
        operation = self.graph.get_operation_by_name(node)
        if operation.outputs:
            return node
        name = f"{node}/anchor"
        if name not in self._anchored:
            with self.graph.as_default(), tf.control_dependencies([operation]):
                self._anchored.add(name)
                made = self.graph.create_op("Const", [], [tf.int32], name=f"{name}/", attrs={
                    "dtype": attr_value("type", "DT_INT32"),
                    "value": attr_value("tensor", Value(np.zeros(0, np.int32), "DT_INT32"))})
            self.places[made.name] = self.places[node]
        return name

    # --- import ---------------------------------------------------------------------------------------------------

    def _import(self) -> None:
        """Import the wave; every node that TensorFlow refuses becomes a problem and what hangs on it is left out."""
        wave, self._wave = self._wave, {}
        for _ in range(_RETRIES if self.tell is None else 0):
            if not wave:
                return
            try:
                self._import_nodes(wave.values(), wave)
                return
            except Exception as error:  # whatever TensorFlow makes of a bad node
                bad = node_named(str(error), wave)
                if bad is None:
                    break
                self._refuse(wave, bad, error)
        self._import_groups(wave)

    def _begin(self, place: Place) -> None:
        """What comes next is of this block."""
        if self.tell is not None:
            self.tell(place)

    def _import_groups(self, wave: dict[str, node_def_pb2.NodeDef]) -> None:
        """Import the wave node by node."""
        for group in groups(wave) if wave else ():
            if all(name in wave for name in group):
                self._begin(self.place(group[0]))
                try:
                    self._import_nodes([wave[name] for name in group], group)
                except Exception as error:
                    self._refuse(wave, group[0], error)

    def _import_nodes(self, nodes: Iterable[node_def_pb2.NodeDef], here: Iterable[str]) -> None:
        graph_def = graph_pb2.GraphDef(node=nodes)
        graph_def.versions.producer = tf.version.GRAPH_DEF_VERSION  # unset, the graph gets legacy semantics
        outside = {}
        if self.graph.version:
            for node in graph_def.node:
                for name in node.input:
                    stem = name.lstrip("^").partition(":")[0]
                    if stem not in here:
                        if name[0] == "^":
                            outside[name] = self.graph.get_operation_by_name(stem).outputs[0]
                        else:
                            outside[name] = self.graph.get_tensor_by_name(name if ":" in name else f"{name}:0")
        self.folding.mark(graph_def.node)
        with self.graph.as_default(), self.graph._attr_scope({MARK: None}):
            importer.import_graph_def(graph_def, input_map=outside, name="")

    def _refuse(self, wave: dict[str, node_def_pb2.NodeDef], bad: str, error: Exception) -> None:
        place = self.places.get(bad) or Place(bad)
        self.problems.append(import_problem(error, self.page.name, place, self, wave[bad]))
        gone = {bad}
        while gone:  # and everything in this wave that needs it
            for name in gone:
                wave.pop(name, None)
                self.broken.add(self.places[name].block)
            gone = {name for name, node in wave.items()
                    if any(i.lstrip("^").partition(":")[0] in gone for i in node.input)}

    # --- composites -----------------------------------------------------------------------------------------------

    def tensors(self, block: str, pin: str) -> list[tf.Tensor]:
        """What is wired to or typed into an input pin of a composite, as tensors of the graph."""
        wires = self.page.into.get(block, {}).get(pin, ())
        names = [n for w in wires for n in self.refs(w.source, w.source_pin)]
        return [self.graph.get_tensor_by_name(n if ":" in n else f"{n}:0") for n in names]

    def objects(self, block: str, pin: str) -> list[Any]:
        """What is wired to an input pin that takes compile-time objects: optimizers, gradients."""
        return [self.outputs[w.source][w.source_pin] for w in self.page.into.get(block, {}).get(pin, ())]

    def _expand(self, block: Block) -> None:
        self._begin(Place(block.id))
        before = len(self.graph.get_operations())
        after = [self.graph.get_operation_by_name(n[1:]) for w in self.page.into.get(block.id, {}).get("", ())
                 for n in self._after(w.source, -1)]
        expand = write_variable if block.type in VARIABLE_OPS else self._expander(block)
        try:
            with self.graph.name_scope(f"{self._names[block.id]}/"), tf.control_dependencies(after), \
                    self.graph.device(self.device(block) or None):
                expand(self, block)
            for node in self._wave.values():
                node.input.extend(f"^{op.name}" for op in after)
            self._import()
        except Exception as error:
            self.problems.append(import_problem(error, self.page.name, Place(block.id), self))
            self.broken.add(block.id)
        for operation in self.graph.get_operations()[before:]:
            self.places.setdefault(operation.name, Place(block.id))


def groups(wave: Mapping[str, node_def_pb2.NodeDef]) -> list[list[str]]:
    """The nodes in an order in which they can be imported one by one; together those of a loop, and a node with its
    typed-in values: `M/a` alone would take the name `M` from the other."""
    import networkx

    graph = networkx.DiGraph()
    graph.add_nodes_from(wave)
    for name, node in wave.items():
        graph.add_edges_from((s, name) for i in node.input if (s := i.lstrip("^").partition(":")[0]) in wave)
    graph.add_edges_from((owner, name) for name in wave if (owner := name.rpartition("/")[0]) in wave)
    condensed = networkx.condensation(graph)
    return [sorted(condensed.nodes[n]["members"]) for n in networkx.topological_sort(condensed)]


def _ascii(text: str) -> str:
    """A block id or frame title as (part of) a node name."""
    if text.isascii() and _NODE_NAME.fullmatch(text):
        return text.replace("/", "_")
    name = "".join(c if c.isascii() and (c.isalnum() or c in "_-.") else "_" if c.isascii() else f"x{ord(c):x}"
                   for c in text)
    return name if name and _NODE_NAME.fullmatch(name) else f"b{name}"

