"""Convert reference variables of TensorFlow 1 to resource variables, which all other code here expects."""

from __future__ import annotations

from collections.abc import Iterable

from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import op_def_registry

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.values.dtypes import name_of
from blockloom.runtime.compile.protos import node_def
from blockloom.runtime.model_files.export_graph import Exported
from blockloom.runtime.model_files.signature_graphs import free


def by_handle(model: Exported) -> None:
    """Convert reference variables that are only read to resource variables.

    `tf.saved_model.load` tracks no others, and functions take no others.
    """
    nodes = {node.name: node for node in model.graph.node}
    changed = {node.name for node in model.variables.values() if traits_of(node.op).variable != "resource"}
    changed -= {
        source.partition(":")[0] for node in nodes.values() for source, is_ref in zip(node.input, _refs(node)) if is_ref
    }
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


def _refs(node: NodeDef) -> Iterable[bool]:
    """Yield for each input of a node whether it takes a reference; the number of values may exceed the inputs."""
    op = op_def_registry.get(node.op)
    for arg in op.input_arg if op is not None else ():
        count = (
            node.attr[arg.number_attr].i
            if arg.number_attr
            else len(node.attr[arg.type_list_attr].list.type)
            if arg.type_list_attr
            else 1
        )
        yield from [arg.is_ref] * count
