"""Signatures of models: their tensors, and which of them are equal."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.protobuf.meta_graph_pb2 import MetaGraphDef, SignatureDef, TensorInfo
from tensorflow.core.protobuf.saved_object_graph_pb2 import SavedObject

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.from_graph.model import NOWHERE, Endpoints
from blockloom.blocks.plan.plan_nodes import Node
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import name_of
from blockloom.runtime.model_files.graph_library import arg_shape
from blockloom.runtime.model_files.model_nodes import maker, plain, tensor_name


def endpoints(signature: SignatureDef) -> Endpoints:
    """Return the inputs and outputs of a signature, in the order of names."""
    inputs, outputs = (
        {name: tensor for key in sorted(infos) for name, tensor in _tensors(key, infos[key])}
        for infos in (signature.inputs, signature.outputs)
    )
    return Endpoints(inputs, outputs, signature.method_name)


def _tensors(key: str, info: TensorInfo) -> Iterable[tuple[str, str]]:
    """Yield the tensors of an input or output of a signature; of a sparse or ragged one, its component tensors."""
    kind = info.WhichOneof("encoding")
    if kind == "coo_sparse":
        for part in ("indices", "values", "dense_shape"):
            yield f"{key}.{part}", tensor_name(getattr(info.coo_sparse, f"{part}_tensor_name"))
    elif kind == "composite_tensor":
        for number, part in enumerate(info.composite_tensor.components):
            yield f"{key}.{number}", tensor_name(part.name)
    elif kind == "name" and info.name and name_of(info.dtype) != "DT_0":
        yield key, tensor_name(info.name)


def merged(nodes: Mapping[str, Node[str]], signatures: Mapping[str, Endpoints]) -> dict[str, Endpoints]:
    """Return signatures with the same tensors for equal ones, since Keras saves each function under two names."""
    found: dict[str, Endpoints] = {}
    known: dict[bytes, str] = {}
    for name, one in signatures.items():
        first = known.setdefault(_digest(nodes, one), name)
        found[name] = found[first]._replace(method=one.method) if first != name else one
    return found


def _digest(nodes: Mapping[str, Node[str]], signature: Endpoints) -> bytes:
    """Return a digest that is equal for signatures that differ only in the names of nodes."""
    given = {plain(tensor): f"input {name}" for name, tensor in signature.inputs.items()}
    known: dict[str, str] = {}

    def said(tensor: str) -> str:
        name, _, number = tensor.partition(":")
        return given.get(tensor) or f"{known.get(name, name)}:{number or 0}"

    todo = [maker(tensor) for tensor in signature.outputs.values()]
    waiting: set[str] = set()
    while todo:
        name = todo[-1]
        node = nodes.get(name)
        if node is None or name in known:
            todo.pop()
            continue
        sources = [maker(source) for source in node.inputs if source not in given] + node.control_inputs
        new = [source for source in sources if source in nodes and source not in known]
        if new and name not in waiting:  # if it comes up again, its unknown sources are part of a loop of the graph
            waiting.add(name)
            todo += new
            continue
        todo.pop()
        attrs = [(key, *_told(value)) for key, value in sorted(node.attrs.items())]
        what: list[Any] = [
            node.op,
            node.device,
            attrs,
            [*map(said, node.inputs)],
            sorted(known.get(source, source) for source in node.control_inputs),
        ]
        if traits_of(node.op).variable:
            what.append(name)
        elif node.op == "Placeholder" and name in given:
            what = [given[name], node.attrs.get("dtype"), node.attrs.get("shape")]
        known[name] = hashlib.sha1(repr(what).encode()).hexdigest()
    outputs = [(key, said(plain(tensor))) for key, tensor in signature.outputs.items()]
    inputs = [
        (key, repr([(nodes[maker(t)].op, nodes[maker(t)].attrs)] if maker(t) in nodes else t))
        for key, t in signature.inputs.items()
    ]
    return hashlib.sha1(repr((outputs, inputs)).encode()).digest()


def _told(typed: tuple[str, Any]) -> tuple[Any, ...]:
    type_, value = typed
    if type_ == "tensor":
        array = value.array
        data = (
            array.tolist()
            if array.dtype == object
            else (array.ravel()[:1] if array.size and not any(array.strides) else array).tobytes()
        )
        return (
            type_,
            value.dtype,
            array.shape,
            data
            if len(data) < 100
            else hashlib.sha1(data if isinstance(data, bytes) else repr(data).encode()).hexdigest(),
        )
    return type_, value


_CALL = "StatefulPartitionedCall"


def signatures_of_objects(
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
