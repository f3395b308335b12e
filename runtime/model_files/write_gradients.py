"""Write SavedModels with gradients as functions, which only the format of TensorFlow 2 supports.

TensorFlow itself loads the SavedModel that was written, and saves it again in that format. It does not save the
gradients of a loaded model: this module adds them to the file, in the form that `tf.saved_model.load` reads.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import tensorflow as tf
from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.core.protobuf.meta_graph_pb2 import MetaGraphDef
from tensorflow.core.protobuf.saved_model_pb2 import SavedModel
from tensorflow.python.eager import context
from tensorflow.python.framework import op_def_registry
from tensorflow.python.saved_model import nested_structure_coder

from blockloom.blocks.catalogue.block_types import GRADIENT, GRADIENT_OF, GRADIENT_TYPE
from blockloom.runtime.compile.constant_folding import Folding, marking, unmarked
from blockloom.runtime.resources.definitions import definition_of

_FILE = "saved_model.pb"


def has_gradients(graph: GraphDef) -> bool:
    """Return whether a node of a graph, or of its functions, names the function of its gradient."""
    everything = (graph.node, *(one.node_def for one in graph.library.function))
    return any(GRADIENT in node.attr for nodes in everything for node in nodes)


def write_with_gradients(plain: Path, folder: Path) -> None:
    """Write the SavedModel in the folder `plain`, which is changed, into another folder, with its gradients."""
    saved = SavedModel.FromString((plain / _FILE).read_bytes())
    graph = saved.meta_graphs[0].graph_def
    graph.library.function.append(definition_of(marking()))
    with tf.Graph().as_default() as scratch:  # nothing is evaluated while TensorFlow loads it
        nodes = {node.name: node for node in graph.node}
        Folding(scratch).mark(nodes, {name: list(node.input) for name, node in nodes.items()})
    (plain / _FILE).write_bytes(saved.SerializeToString())
    with context.eager_mode():
        loaded = tf.saved_model.load(str(plain))
        options = tf.saved_model.SaveOptions(experimental_custom_gradients=False)
        tf.saved_model.save(loaded, str(folder), signatures=dict(loaded.signatures), options=options)
    made = SavedModel.FromString((folder / _FILE).read_bytes())
    _Gradients(made.meta_graphs[0]).register_all()
    unmarked(made.meta_graphs[0].graph_def)
    (folder / _FILE).write_bytes(made.SerializeToString(deterministic=True))
    (folder / "fingerprint.pb").unlink(missing_ok=True)  # of the original file


class _Gradients:
    """Adds gradients to a MetaGraph of TensorFlow 2 whose nodes name the functions of their gradients."""

    def __init__(self, meta: MetaGraphDef):
        self.meta, self.library = meta, meta.graph_def.library
        self.definitions = {one.signature.name: one for one in self.library.function}

    def register_all(self) -> None:
        """Register the gradients of all nodes."""
        todo = list(self.library.function)
        for function in todo:  # an added gradient may have nodes with gradients
            for node in function.node_def:
                if GRADIENT in node.attr:
                    todo.append(self._put(function, node))

    def _put(self, function: FunctionDef, node: NodeDef) -> FunctionDef:
        """Register the gradient of a node of a function, and return the function that this adds."""
        of, types = list(node.attr[GRADIENT_OF].list.i), node.attr["T"].list.type
        gradient = self.library.function.add()
        gradient.CopyFrom(self.definitions[node.attr[GRADIENT].func.name])
        number = len(self.library.registered_gradients)
        gradient.signature.name = name = self._free(f"gradient_{number}")
        results = [gradient.ret[arg.name] for arg in gradient.signature.output_arg]
        dtypes = [arg.type for arg in gradient.signature.output_arg]
        del gradient.signature.output_arg[:]
        gradient.ret.clear()
        for place, result in enumerate(of):
            if result >= 0:
                gradient.signature.output_arg.add(name=f"gradient_{place}", type=dtypes[result])
                gradient.ret[f"gradient_{place}"] = results[result]
        concrete = self.meta.object_graph_def.concrete_functions[name]
        tensors = [one for one in node.input if one[0] != "^"]
        for tensor in tensors[len(of) :]:
            concrete.bound_inputs.append(len(self.meta.object_graph_def.nodes))
            captured = self.meta.object_graph_def.nodes.add().captured_tensor
            captured.name, captured.concrete_function = self._flat(function, tensor), function.signature.name
        given = [tf.TensorSpec(None, arg.type, arg.name) for arg in gradient.signature.input_arg[: len(of)]]
        gives = [
            None if result < 0 else tf.TensorSpec(None, dtypes[result], f"gradient_{place}")
            for place, result in enumerate(of)
        ]
        encode = nested_structure_coder.encode_structure
        concrete.canonicalized_input_signature.CopyFrom(encode(((None, *given), {})))
        concrete.output_signature.CopyFrom(encode(gives))
        kind = f"CustomGradient-{number}"
        self.library.registered_gradients.add(gradient_func=name, registered_op_type=kind)
        node.input[:] = [*tensors[: len(of)], *(one for one in node.input if one[0] == "^")]
        del types[len(of) :], node.attr[GRADIENT], node.attr[GRADIENT_OF]
        node.attr[GRADIENT_TYPE].s = kind.encode()
        return gradient

    def _free(self, name: str) -> str:
        while name in self.definitions:
            name += "_"
        return name

    def _flat(self, function: FunctionDef, tensor: str) -> str:
        """Return a tensor NAME:OUTPUT:NUMBER of a function as NAME:NUMBER, as its graph has it."""
        name, _, rest = tensor.partition(":")
        output, _, number = rest.partition(":")
        at = int(number or 0)
        node = next((one for one in function.node_def if one.name == name), None)
        for arg, count in self._outputs(node) if node is not None else ():
            if arg == output:
                break
            at += count
        return f"{name}:{at}"

    def _outputs(self, node: NodeDef) -> Iterable[tuple[str, int]]:
        called = self.definitions[node.op].signature if node.op in self.definitions else op_def_registry.get(node.op)
        for arg in called.output_arg:
            yield (
                arg.name,
                node.attr[arg.number_attr].i
                if arg.number_attr
                else len(node.attr[arg.type_list_attr].list.type)
                if arg.type_list_attr
                else 1,
            )
