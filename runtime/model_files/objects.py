"""Functions of a SavedModel of TensorFlow 2 without signatures, such as those of TensorFlow Hub, as signatures."""

from __future__ import annotations

from collections.abc import Mapping

from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.protobuf.meta_graph_pb2 import MetaGraphDef
from tensorflow.core.protobuf.saved_object_graph_pb2 import SavedObject

from blockloom.blocks.files.documents import FileError
from blockloom.blocks.from_graph.model import NOWHERE, Endpoints
from blockloom.blocks.plan.plan_nodes import Node
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import name_of
from blockloom.runtime.model_files.graph_library import arg_shape
from blockloom.runtime.model_files.model_nodes import maker

_CALL = "StatefulPartitionedCall"


def signatures(
    meta: MetaGraphDef,
    definitions: Mapping[str, FunctionDef],
    variables: Mapping[int, str],
    nodes: dict[str, Node[str]],
) -> dict[str, Endpoints]:
    """Return the functions of a SavedModel's object, one for each trace, as calls added to the nodes.

    Args:
        meta: The MetaGraph.
        definitions: The functions of the graph.
        variables: The nodes of variables, by number of the object.
        nodes: Gets the calls.

    Raises:
        FileError: A function needs objects that a file without signatures does not describe.
    """
    objects, ends = meta.object_graph_def.nodes, dict[str, Endpoints]()
    for child in objects[0].children if objects else ():
        for concrete in objects[child.node_id].function.concrete_functions:
            stem = name = child.local_name.strip("_") or child.local_name
            for number in range(2, len(ends) + 2):
                if name not in ends:
                    break
                name = f"{stem}_{number}"
            bound = meta.object_graph_def.concrete_functions[concrete].bound_inputs
            ends[name] = _call(
                name,
                definitions[concrete],
                [_held(objects[node], variables.get(node, ""), meta, name) for node in bound],
                nodes,
            )
    return ends


def _call(name: str, definition: FunctionDef, held: list[str], nodes: dict[str, Node[str]]) -> Endpoints:
    signature, inputs = definition.signature, {}
    for number, arg in enumerate(signature.input_arg[: len(signature.input_arg) - len(held)]):
        given = (
            definition.arg_attr[number].attr["_user_specified_name"].s.decode("utf-8", "replace")
            if number in definition.arg_attr
            else ""
        )
        placeholder = f"{name}_{arg.name}"
        nodes[placeholder] = Node(
            placeholder,
            "Placeholder",
            NOWHERE,
            attrs={"dtype": ("type", name_of(arg.type)), "shape": ("shape", arg_shape(definition, number))},
        )
        inputs[given if given and given not in inputs else arg.name] = f"{placeholder}:0"
    call = f"{name}/{_CALL}"
    nodes[call] = Node(call, _CALL, NOWHERE, [*map(maker, inputs.values()), *held], {"f": ("func", signature.name)})
    return Endpoints(inputs, {f"output_{number}": f"{call}:{number}" for number in range(len(signature.output_arg))})


def _held(thing: SavedObject, variable: str, meta: MetaGraphDef, function: str) -> str:
    """Return the node of an object that a function captures."""
    kind = thing.WhichOneof("kind")
    if variable:
        return variable
    if kind == "constant":
        return thing.constant.operation
    if kind == "asset":
        return maker(meta.asset_file_def[thing.asset.asset_file_def_index].tensor_info.name)
    raise FileError(
        phrase(
            "its function {} needs objects that a file without signatures does not describe: save it "
            "with tf.saved_model.save(model, FOLDER, signatures=model.{})",
            function,
            function,
        )
    )
