"""Freeze a graph: replace variables by Consts with their values.

A Const has the name of the variable's node, and each read of the variable becomes an Identity of the same name, as in
TensorFlow's freezing. Loops, branches and calls take values instead of variables.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from tensorflow.core.framework import graph_pb2
from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.core.framework.types_pb2 import DT_INT32, DT_INT64, DT_RESOURCE
from tensorflow.python.framework import dtypes, op_def_registry

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.problems import make_problem
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import name_of
from blockloom.runtime.compile.graph_bodies import reference_inputs
from blockloom.runtime.compile.protos import node_def
from blockloom.runtime.model_files.export_graph import Exported
from blockloom.runtime.model_files.signature_graphs import free, shared_name, sources

# For ops with functions: the attr with the dtypes of the functions' arguments, and the number of inputs before these.
_TAKEN = {"loop": ("T", 0), "branch": ("Tin", 1), "call": ("Tin", 0)}
Held = dict[str, int]  # replaced variables: name of a node or Arg -> number of its dtype


def frozen(model: Exported) -> graph_pb2.GraphDef:
    """Return the graph of a model with its variables as constants.

    Seeds that the graph counts up are replaced, and named in `model.problems`.

    Raises:
        ValueError: The graph changes a variable that is not a seed.
    """
    by_handle(model)
    if seeds := draw_seeds(model):
        model.problems.append(make_problem("frozen-seeds", Address(""), variables=seeds))
    return _Freezing(model).graph()


class _Freezing:
    def __init__(self, model: Exported):
        self.model = model
        self.given = {one.signature.name: one for one in model.graph.library.function}
        self.made: dict[str, FunctionDef] = {}

    def graph(self) -> graph_pb2.GraphDef:
        made = graph_pb2.GraphDef(node=self._nodes(self.model.graph.node, {}, ""))
        made.versions.CopyFrom(self.model.graph.versions)
        made.library.function.extend(self.made.values())
        return made

    def _nodes(self, nodes: Sequence[NodeDef], held: Held, output: str) -> list[NodeDef]:
        """Return the nodes of the graph, or of a function, with values in place of variables.

        Args:
            held: The Args of the function that are variables; gets the nodes that pass them on.
            output: The suffix by which nodes name the output of a Const.
        """
        held |= {node.name: node.attr["dtype"].type for node in nodes if traits_of(node.op).variable}
        passing = [node for node in nodes if traits_of(node.op).hands_on and node.attr["T"].type == DT_RESOURCE]
        while new := {
            node.name: held[_stem(node.input[0])]
            for node in passing
            if node.name not in held and _stem(node.input[0]) in held
        }:
            held |= new
        return [one for node in nodes for one in self._node(node, held, output)]

    def _node(self, node: NodeDef, held: Held, output: str) -> Iterable[NodeDef]:
        if traits_of(node.op).variable:
            return [self._const(node)]
        taken = {
            number: held[_stem(name)]
            for number, name in enumerate(node.input)
            if name[0] != "^" and _stem(name) in held
        }
        copy = NodeDef()
        copy.CopyFrom(node)
        beside: list[NodeDef] = []
        traits = traits_of(node.op)
        if traits.functional:
            self._call(copy, taken)
        elif not taken:
            self._functions(copy)
        elif traits.hands_on:
            copy.attr["T"].type = taken[0]
        elif reads := traits.of_value:
            copy.op = reads["op"]
            copy.attr.clear()
            copy.attr[reads["dtype"]].type = taken[0]
            for name in (*reads["attrs"], *(name for name in node.attr if name[0] == "_")):
                if name in node.attr:
                    copy.attr[name].CopyFrom(node.attr[name])
            if copy.op == "GatherV2":
                axis = Value(np.array(node.attr["batch_dims"].i, np.int32), "DT_INT32")
                beside = [
                    node_def(
                        f"{node.name}/axis",
                        "Const",
                        [],
                        node.device,
                        {"dtype": ("type", "DT_INT32"), "value": ("tensor", axis)},
                    )
                ]
                copy.attr["Taxis"].type = DT_INT32
                copy.input.insert(2, beside[0].name + output)
        elif node.op == "VarIsInitializedOp":
            copy = node_def(
                node.name,
                "Const",
                [name for name in node.input if name[0] == "^"],
                node.device,
                {"dtype": ("type", "DT_BOOL"), "value": ("tensor", Value(np.array(True), "DT_BOOL"))},
            )
        else:
            raise ValueError(
                phrase(
                    "{} ({}) changes a variable, which is a constant in a frozen graph: take it out of "
                    "what the results need",
                    node.name,
                    node.op,
                )
            )
        return [*beside, copy]

    def _const(self, node: NodeDef) -> NodeDef:
        """Return the Const for a variable."""
        value = self.model.values.get(shared_name(node)) if traits_of(node.op).variable == "resource" else None
        if value is None:
            raise ValueError(
                phrase("the variable {} is changed by what the results need: it cannot be a constant", node.name)
            )
        dtype = name_of(node.attr["dtype"].type)
        const = node_def(
            node.name,
            "Const",
            list(node.input),
            node.device,
            {"dtype": ("type", dtype), "value": ("tensor", Value(value, dtype))},
        )
        for name in node.attr:
            if name[0] == "_":
                const.attr[name].CopyFrom(node.attr[name])
        return const

    def _call(self, node: NodeDef, taken: Mapping[int, int]) -> None:
        """Change a loop, branch or call, and its functions, to take values."""
        attr, before = _TAKEN[traits_of(node.op).functional]
        types = {number - before: dtype for number, dtype in taken.items()}
        for number, dtype in types.items():
            node.attr[attr].list.type[number] = dtype
        self._functions(node, types)
        shapes = node.attr["output_shapes"].list.shape
        for number in types if traits_of(node.op).functional == "loop" and shapes else ():
            shapes[number].Clear()
            shapes[number].unknown_rank = True

    def _functions(self, node: NodeDef, types: Mapping[int, int] | None = None) -> None:
        """Replace the functions that a node names by functions with Args of these types."""
        for value in node.attr.values():
            for one in [value.func] if value.HasField("func") else value.list.func:
                if one.name in self.given:
                    one.name = self._function(one.name, types or {})

    def _function(self, name: str, types: Mapping[int, int]) -> str:
        called = "_".join([name, "frozen", *(f"{n}x{dtype}" for n, dtype in types.items())]) if types else name
        if called in self.made:
            return called
        function = self.made[called] = FunctionDef()
        function.CopyFrom(self.given[name])
        args, held = function.signature.input_arg, Held()
        function.signature.name = called
        for number, dtype in types.items():
            held[args[number].name] = args[number].type = dtype
            args[number].ClearField("handle_data")
        nodes = self._nodes(self.given[name].node_def, held, ":output:0")
        for part in function.signature.output_arg:
            if _stem(function.ret[part.name]) in held:
                part.type = held[_stem(function.ret[part.name])]
                part.ClearField("handle_data")
        new = {node.name for node in nodes if node.op == "Const" or node.op == "Identity"}
        for node in nodes:
            node.input[:] = [_output(part, new) for part in node.input]
        for key, part in function.ret.items():
            function.ret[key] = _output(part, new)
        del function.node_def[:]
        function.node_def.extend(nodes)
        return called


def _output(name: str, new: set[str]) -> str:
    """Return an output of a node in a function, renamed for nodes that were replaced.

    The output `resource` of a variable and `value` of a read become the `output` of the Const or Identity.
    """
    stem, _, output = name.partition(":")
    return f"{stem}:output:0" if stem in new and output in ("resource:0", "value:0") else name


def _stem(name: str) -> str:
    return name.partition(":")[0]


# Replace seeds that a model counts up in a variable, such as a SeedGenerator of Keras, for a frozen graph.
#
# A frozen graph cannot count. A stateful random op replaces each read of such a variable: the graph draws other
# numbers than the model, from the same distributions, and a new session draws the same numbers again.


_RANDOM, _SEEDS = "Stateless", {"seed", "key", "counter"}  # prefix of random ops, and their pins for a seed
_MOST = 2**31 - 2


def draw_seeds(model: Exported) -> list[str]:
    """Replace variables that the model counts up as seeds by stateful random ops, and return their names."""
    nodes = {node.name: node for node in model.graph.node}
    users: dict[str, list[NodeDef]] = defaultdict(list)
    for node in model.graph.node:
        for name in dict.fromkeys(one.partition(":")[0] for one in node.input if one[0] != "^"):
            users[name].append(node)
    given = {info.name.partition(":")[0] for ends in model.signatures.values() for info in ends.outputs.values()}
    found, gone, new = list[str](), set[str](), list[NodeDef]()
    for name, node in sorted(model.variables.items()):
        value = model.values.get(name)
        if node.attr["dtype"].type not in (DT_INT32, DT_INT64) or value is None or value.shape != (2,):
            continue
        updates = [user for user in users[node.name] if traits_of(user.op).assigns == "set"]
        reads = [user for user in users[node.name] if user.op == "ReadVariableOp"]
        counted = {one for update in updates for one in _counting(update, nodes, users, node.name)}
        drawn = [read for read in reads if read.name not in counted]
        if (
            not updates
            or any(not _counting(update, nodes, users, node.name) for update in updates)
            or len(updates) + len(reads) != len(users[node.name])
            or not all(_only_seeds(read, users, given) for read in drawn)
        ):
            continue
        found.append(name)
        gone |= {node.name, *counted, *(update.name for update in updates)}
        for number, read in enumerate(drawn):
            gone.add(read.name)
            new += _draw(read, node, value, number)
        del model.variables[name]
    if found:
        kept = [one for one in model.graph.node if one.name not in gone]
        replaced = {one.name for one in new}
        for one in [*kept, *new]:
            one.input[:] = [i for i in one.input if i[0] != "^" or i[1:] not in gone or i[1:] in replaced]
        copies = [NodeDef.FromString(one.SerializeToString()) for one in kept]
        del model.graph.node[:]
        model.graph.node.extend([*copies, *new])
    return found


def _counting(update: NodeDef, nodes: dict[str, NodeDef], users: dict[str, list[NodeDef]], variable: str) -> list[str]:
    """Return the sum and the read by which an update counts up a variable, [] for another update."""
    total = nodes[update.input[1].partition(":")[0]]
    if not traits_of(total.op).sum or users[total.name] != [update]:
        return []
    parts = [nodes[name] for name in sources(total)]
    reads = [one for one in parts if one.op == "ReadVariableOp" and one.input[0].partition(":")[0] == variable]
    consts = [one for one in parts if one.op == "Const"]
    if len(reads) != 1 or len(consts) != 1 or users[reads[0].name] != [total]:
        return []
    return [total.name, reads[0].name]


def _only_seeds(read: NodeDef, users: dict[str, list[NodeDef]], given: set[str]) -> bool:
    """Return whether only random ops use a value, after integer arithmetic."""
    todo, seen = [read], set[str]()
    while todo:
        node = todo.pop()
        if node.name in given:
            return False
        for user in users[node.name]:
            if user.name in seen:
                continue
            seen.add(user.name)
            op = op_def_registry.get(user.op)
            if op is None or op.is_stateful or traits_of(user.op).functional:
                return False
            if user.op.startswith(_RANDOM):
                taken = zip(op.input_arg, (name.partition(":")[0] for name in user.input))
                if any(name == node.name and arg.name not in _SEEDS for arg, name in taken):
                    return False
                continue
            types = [user.attr[arg.type_attr].type if arg.type_attr else arg.type for arg in op.output_arg]
            if not types or not all(type_ and dtypes.as_dtype(type_).is_integer for type_ in types):
                return False
            todo.append(user)
    return True


def _draw(read: NodeDef, variable: NodeDef, value: np.ndarray, number: int) -> list[NodeDef]:
    """Return the nodes that draw a seed at random; they replace the node `read`, and keep its name."""
    dtype = name_of(variable.attr["dtype"].type)
    after = [name for name in read.input if name[0] == "^"]
    consts = [
        node_def(
            f"{read.name}/{pin}",
            "Const",
            [],
            read.device,
            {"dtype": ("type", type_), "value": ("tensor", Value(np.array(array, via), type_))},
        )
        for pin, array, via, type_ in (
            ("shape", [2], np.int32, "DT_INT32"),
            ("minval", 0, np.dtype(value.dtype), dtype),
            ("maxval", _MOST, np.dtype(value.dtype), dtype),
        )
    ]
    seeds = {"seed": ("int", int(value[0])), "seed2": ("int", int(value[1]) + number + 1)}
    attrs = {"T": ("type", "DT_INT32"), "Tout": ("type", dtype), **seeds}
    inputs = [*(one.name for one in consts), *after]
    return [*consts, node_def(read.name, "RandomUniformInt", inputs, read.device, attrs)]


def by_handle(model: Exported) -> None:
    """Convert reference variables that are only read to resource variables.

    `tf.saved_model.load` tracks no others, and functions take no others.
    """
    nodes = {node.name: node for node in model.graph.node}
    changed = {node.name for node in model.variables.values() if traits_of(node.op).variable != "resource"}
    changed -= {name for node in nodes.values() for name in reference_inputs(node)}
    reads = {name: free(f"{name}/Read/ReadVariableOp", nodes) for name in changed}
    for node in model.graph.node:
        for number, source in enumerate(node.input):
            if source.removesuffix(":0") in reads:
                node.input[number] = reads[source.removesuffix(":0")]
    for name, read in reads.items():
        node = nodes[name]
        node.op = "VarHandleOp"
        model.graph.node.append(
            node_def(read, "ReadVariableOp", [name], node.device, {"dtype": ("type", name_of(node.attr["dtype"].type))})
        )
    for ends in model.signatures.values():
        for info in ends.outputs.values():
            if info.name.removesuffix(":0") in reads:
                info.name = f"{reads[info.name.removesuffix(':0')]}:0"
    model.variables = {key: nodes[node.name] for key, node in model.variables.items()}
