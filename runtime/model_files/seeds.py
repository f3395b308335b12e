"""Replace seeds that a model counts up in a variable, such as a SeedGenerator of Keras, for a frozen graph.

A frozen graph cannot count. A stateful random op replaces each read of such a variable: the graph draws other numbers
than the model, from the same distributions, and a new session draws the same numbers again.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.core.framework.types_pb2 import DT_INT32, DT_INT64
from tensorflow.python.framework import dtypes, op_def_registry

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.values.dtypes import name_of
from blockloom.runtime.compile.protos import node_def
from blockloom.runtime.model_files.export_graph import Exported
from blockloom.runtime.model_files.signature_graphs import sources

_RANDOM, _SEEDS = "Stateless", {"seed", "key", "counter"}  # the start of names of random ops, and their pins for a seed
_MOST = 2**31 - 2


def draw_seeds(model: Exported) -> list[str]:
    """Replace the seeds that the graph of a model counts up, and return the names of their variables."""
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
    """Return the nodes that draw a seed, with the name of the read."""
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
