"""Write a SavedModel of one MetaGraph, in the format of TensorFlow 1.

`tf.saved_model.load` reads it, with signatures, variables that a GradientTape watches and tables, and so does
TensorFlow Serving. The layout follows tensorflow/python/saved_model/README.md: saved_model.pb,
variables/variables.index and its data, assets/. Nodes that save and restore the variables are added in a scope `save`;
the node that restores a variable is its initializer as well.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import tensorflow as tf
from tensorflow.core.framework import variable_pb2
from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.core.protobuf import saved_model_pb2, saver_pb2
from tensorflow.core.protobuf.meta_graph_pb2 import MetaGraphDef
from tensorflow.core.protobuf.saved_model_pb2 import SavedModel
from tensorflow.python.eager import context
from tensorflow.python.framework import meta_graph, op_def_registry
from tensorflow.python.saved_model import nested_structure_coder

from blockloom.blocks.catalogue.block_types import GRADIENT, GRADIENT_OF, GRADIENT_TYPE
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.values.dtypes import name_of
from blockloom.runtime.compile.constant_folding import Folding, marking, unmarked
from blockloom.runtime.compile.graph_bodies import arg_counts
from blockloom.runtime.compile.protos import node_def
from blockloom.runtime.model_files.export_graph import Exported, SignatureEnds
from blockloom.runtime.model_files.freezing import by_handle
from blockloom.runtime.model_files.signature_graphs import free
from blockloom.runtime.model_files.value_files import write_checkpoint
from blockloom.runtime.resources.op_effects import definition_of

_TAG = "serve"
_MAIN = "saved_model_main_op"  # collection with the op that initialises a loaded model
_METHODS = "tensorflow/serving/"
Attrs = dict[str, tuple[str, object]]


def write_saved_model(model: Exported, folder: Path) -> None:
    """Write a model as a SavedModel into a new folder."""
    by_handle(model)
    if has_gradients(model.graph):
        with tempfile.TemporaryDirectory() as scratch:
            _write(model, Path(scratch) / "plain")
            write_with_gradients(Path(scratch) / "plain", folder)
    else:
        _write(model, folder)


def _write(model: Exported, folder: Path) -> None:
    meta = MetaGraphDef()
    meta.graph_def.CopyFrom(model.graph)
    adding = _Adding(meta, model)
    adding.saver()
    (folder / "variables").mkdir(parents=True)
    write_checkpoint(folder / "variables" / "variables", model.values)
    nodes = {node.name: node for node in meta.graph_def.node}
    _assets(meta, model, folder, nodes)
    adding.fills()
    for name, ends in model.signatures.items():
        signature = meta.signature_def[name]
        for given, kept in (ends.inputs, signature.inputs), (ends.outputs, signature.outputs):
            for key, info in given.items():
                kept[key].CopyFrom(info)
        for key, info in ends.inputs.items():
            node = nodes[info.name.partition(":")[0]]
            default = nodes[node.input[0].partition(":")[0]] if node.op == "PlaceholderWithDefault" else node
            if default.op == "Const":
                signature.defaults[key].CopyFrom(default.attr["value"].tensor)
        signature.method_name = _METHODS + method(ends)
    meta.meta_info_def.tags.append(_TAG)
    meta.meta_info_def.tensorflow_version = tf.__version__
    meta.meta_info_def.tensorflow_git_version = tf.version.GIT_VERSION
    meta.meta_info_def.stripped_op_list.CopyFrom(meta_graph.stripped_op_list_for_graph(meta.graph_def))
    saved = saved_model_pb2.SavedModel(saved_model_schema_version=1, meta_graphs=[meta])
    (folder / "saved_model.pb").write_bytes(saved.SerializeToString(deterministic=True))


def method(ends: SignatureEnds) -> str:
    """Return the method of TensorFlow Serving for a signature, by the names of its inputs and outputs.

    `classify` and `regress` take serialized tf.Examples as `inputs`.
    """
    if list(ends.inputs) == ["inputs"] and ends.inputs["inputs"].dtype == tf.string.as_datatype_enum:
        if ends.outputs and ends.outputs.keys() <= {"classes", "scores"}:
            return "classify"
        if list(ends.outputs) == ["outputs"] and ends.outputs["outputs"].dtype == tf.float32.as_datatype_enum:
            return "regress"
    return "predict"


class _Adding:
    """Adds nodes to a MetaGraph that save and restore variables and fill tables."""

    def __init__(self, made: MetaGraphDef, model: Exported):
        self.made, self.model = made, model
        self.scope = free("save", {node.name.partition("/")[0] for node in made.graph_def.node})

    def _node(self, name: str, op: str, inputs: Iterable[str], attrs: Attrs, device: str = "") -> str:
        node = node_def(f"{self.scope}/{name}", op, inputs, device, attrs)
        self.made.graph_def.node.append(node)
        return node.name

    def _const(self, name: str, value: object) -> str:
        return self._node(
            name,
            "Const",
            [],
            {"dtype": ("type", "DT_STRING"), "value": ("tensor", Value(np.array(value, object), "DT_STRING"))},
        )

    def saver(self) -> None:
        """Add the nodes that save and restore the variables, and the collections of these."""
        variables, string = sorted(self.model.variables.items()), {"dtype": ("type", "DT_STRING")}
        if not variables:
            return
        scalar: Attrs = string | {"shape": ("shape", [])}
        file = self._node("filename", "PlaceholderWithDefault", [self._const("filename/input", b"model")], scalar)
        prefix = self._node("Const", "PlaceholderWithDefault", [file], scalar)
        names, everything = [key.encode() for key, _ in variables], [b""] * len(variables)
        types = ("list(type)", [name_of(node.attr["dtype"].type) for _, node in variables])
        reads = [
            self._node(
                f"Read_{n}/ReadVariableOp", "ReadVariableOp", [node.name], {"dtype": ("type", types[1][n])}, node.device
            )
            if traits_of(node.op).variable == "resource"
            else node.name
            for n, (_, node) in enumerate(variables)
        ]
        save = self._node(
            "SaveV2",
            "SaveV2",
            [
                prefix,
                self._const("SaveV2/tensor_names", names),
                self._const("SaveV2/shape_and_slices", everything),
                *reads,
            ],
            {"dtypes": types},
        )
        saved = self._node("control_dependency", "Identity", [prefix, f"^{save}"], {"T": ("type", "DT_STRING")})
        values = self._node(
            "RestoreV2",
            "RestoreV2",
            [
                prefix,
                self._const("RestoreV2/tensor_names", names),
                self._const("RestoreV2/shape_and_slices", everything),
            ],
            {"dtypes": types},
        )
        done = []
        for n, (_, node) in enumerate(variables):
            resource, dtype = traits_of(node.op).variable == "resource", ("type", types[1][n])
            value = self._node(f"Identity_{n}", "Identity", [f"{values}:{n}"], {"T": dtype})
            done.append(
                self._node(
                    f"Assign_{n}",
                    "AssignVariableOp" if resource else "Assign",
                    [node.name, value],
                    {"dtype": dtype} if resource else {"T": dtype},
                    node.device,
                )
            )
        restored = self._node("restore_all", "NoOp", [f"^{name}" for name in done], {})
        self.made.saver_def.CopyFrom(
            saver_pb2.SaverDef(
                filename_tensor_name=f"{prefix}:0",
                save_tensor_name=f"{saved}:0",
                restore_op_name=restored,
                max_to_keep=5,
                keep_checkpoint_every_n_hours=10000.0,
                version=saver_pb2.SaverDef.V2,
            )
        )
        for (key, node), read, assign in zip(variables, reads, done):
            definition = variable_pb2.VariableDef(
                variable_name=f"{node.name}:0",
                initializer_name=assign,
                snapshot_name=f"{read}:0",
                is_resource=traits_of(node.op).variable == "resource",
                trainable=key in self.model.trainable,
            )
            for kind in ["variables", "trainable_variables"][: 1 + definition.trainable]:
                self.made.collection_def[kind].bytes_list.value.append(definition.SerializeToString())

    def fills(self) -> None:
        """Add the node that fills the tables when the model is loaded."""
        if self.model.fills:
            name = free("fill_tables", {node.name for node in self.made.graph_def.node})
            self.made.graph_def.node.append(
                NodeDef(name=name, op="NoOp", input=[f"^{one}" for one in self.model.fills])
            )
            self.made.collection_def[_MAIN].node_list.value.append(name)


def _assets(meta: MetaGraphDef, model: Exported, folder: Path, nodes: Mapping[str, NodeDef]) -> None:
    """Copy the files from which tables are filled; the graph refers to them by their names alone."""
    names: dict[Path, str] = {}
    for node, path in sorted(model.assets.items()):
        where = path.resolve()
        if where not in names:
            (folder / "assets").mkdir(exist_ok=True)
            names[where] = free(path.name, names.values())
            shutil.copyfile(path, folder / "assets" / names[where])
        nodes[node].attr["value"].tensor.string_val[:] = [names[where].encode()]
        asset = meta.asset_file_def.add(filename=names[where])
        asset.tensor_info.name = f"{node}:0"


# Write SavedModels with gradients as functions, which only the format of TensorFlow 2 supports.
#
# TensorFlow itself loads the SavedModel that was written, and saves it again in that format. It does not save the
# gradients of a loaded model: this module adds them to the file, in the form that `tf.saved_model.load` reads.


_FILE = "saved_model.pb"


def has_gradients(graph: GraphDef) -> bool:
    """Return whether a node of a graph, or of its functions, names the function of its gradient."""
    everything = (graph.node, *(one.node_def for one in graph.library.function))
    return any(GRADIENT in node.attr for nodes in everything for node in nodes)


def write_with_gradients(plain: Path, folder: Path) -> None:
    """Write the SavedModel in the folder `plain` with its gradients into another folder; `plain` is changed."""
    saved = SavedModel.FromString((plain / _FILE).read_bytes())
    graph = saved.meta_graphs[0].graph_def
    graph.library.function.append(definition_of(marking()))
    with tf.Graph().as_default() as scratch:  # prevents evaluation while TensorFlow loads the model
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
    (folder / "fingerprint.pb").unlink(missing_ok=True)  # the fingerprint is that of the original file


class _Gradients:
    """Adds gradients to a MetaGraph of TensorFlow 2 whose nodes name the functions of their gradients."""

    def __init__(self, meta: MetaGraphDef):
        self.meta, self.library = meta, meta.graph_def.library
        self.definitions = {one.signature.name: one for one in self.library.function}

    def register_all(self) -> None:
        """Register the gradients of all nodes."""
        todo = list(self.library.function)
        for function in todo:  # an added gradient may itself contain nodes with gradients
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
        if node is not None:
            called = (
                self.definitions[node.op].signature if node.op in self.definitions else op_def_registry.get(node.op)
            )
            for arg, count in arg_counts(node, called.output_arg):
                if arg.name == output:
                    break
                at += count
        return f"{name}:{at}"
