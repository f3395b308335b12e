"""SavedModels of TensorFlow 1 and 2, and MetaGraphs with a checkpoint.

TensorFlow 1 saves one graph with everything in it. TensorFlow 2 saves functions: the graph contains variables, tables
and a call for each signature, and a function restores the variables. Once calls are inlined, both are alike.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

import numpy as np
from tensorflow.core.framework.variable_pb2 import VariableDef
from tensorflow.core.protobuf.meta_graph_pb2 import AssetFileDef, MetaGraphDef
from tensorflow.core.protobuf.queue_runner_pb2 import QueueRunnerDef
from tensorflow.core.protobuf.saved_model_pb2 import SavedModel

from blockloom.blocks.catalogue.block_types import PREPARES
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.files.file_kinds import extension
from blockloom.blocks.from_graph.model import NOWHERE, Model, QueueRunner
from blockloom.blocks.io import bounded_io
from blockloom.blocks.plan.plan_nodes import Node
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import DTYPES, TABLE
from blockloom.runtime.model_files import stored_gradients
from blockloom.runtime.model_files.bounds import Tell
from blockloom.runtime.model_files.checkpoints import (
    Checkpoint,
    CheckpointValue,
    is_checkpoint,
    restored,
    restored_tables,
)
from blockloom.runtime.model_files.graph_def import bring_up
from blockloom.runtime.model_files.graph_library import GraphLibrary
from blockloom.runtime.model_files.model_nodes import as_held, few, maker, nodes_of, plain, reached, tensor_name
from blockloom.runtime.model_files.signature_graphs import free
from blockloom.runtime.model_files.signatures import endpoints, merged, signatures_of_objects

FILES = ("saved_model.pb", "saved_model.pbtxt")
_PIECES = "saved_model.cpb"  # replaces FILES if a SavedModel exceeds the size limit of a proto
DEFAULT = "serving_default"
_INIT = ("__saved_model_init_op", "__saved_model_main_op")  # entries of `signature_def` that are not signatures
_INIT_COLLECTIONS = ("saved_model_main_op", "legacy_init_op")
# Ops that a MonitoredSession runs first, or runs to check whether it is ready.
_SESSION_COLLECTIONS = ("init_op", "local_init_op", "ready_op", "ready_for_local_init_op")


def file_of(folder: Path) -> Path:
    """Return the file of the SavedModel in a folder.

    Raises:
        FileError: There is none.
    """
    file = next((folder / name for name in FILES if (folder / name).is_file()), None)
    if file is None and (folder / _PIECES).is_file():
        raise FileError(
            phrase(
                "{} is saved in pieces, which cannot be read. Save it again without experimental_image_format.",
                folder / _PIECES,
            )
        )
    if file is None:
        raise FileError(phrase("{} is not a SavedModel: it does not contain {}", folder, FILES[0]))
    return file


def read(model: SavedModel, path: Path, tell: Tell) -> Model:
    """Return the model of a SavedModel in this file.

    Raises:
        FileError: The model cannot be read.
    """
    metas = list(model.meta_graphs)
    if not metas:
        raise FileError(phrase("{} does not contain a graph", path))
    meta = next((meta_graph for meta_graph in metas if list(meta_graph.meta_info_def.tags) == ["serve"]), metas[0])
    report: list[str] = []
    if len(metas) > 1:
        others = ", ".join("+".join(meta_graph.meta_info_def.tags) for meta_graph in metas if meta_graph is not meta)
        report.append(
            phrase(
                "of its {} graphs the one for {} was read, and not {}",
                len(metas),
                "+".join(meta.meta_info_def.tags),
                others,
            )
        )
    return _MetaGraph(meta, str(path.parent / "variables" / "variables"), path.parent / "assets", report, tell).read()


def read_meta_graph(meta: MetaGraphDef, path: Path, tell: Tell) -> Model:
    """Return the model of a MetaGraph with its checkpoint.

    The checkpoint has the same name, or else the name in the file `checkpoint` in the same folder.

    Raises:
        FileError: The model cannot be read.
    """
    # The path of a file `FOLDER/.meta` has the prefix `FOLDER/`.
    prefix = str(path)[: len(str(path)) - len(extension(path))]
    if not is_checkpoint(prefix):
        import tensorflow as tf

        if text := bounded_io.trouble(path.with_name("checkpoint"), "settings"):
            raise FileError(text)
        state = tf.train.get_checkpoint_state(str(path.parent))
        prefix = str(path.with_name(Path(state.model_checkpoint_path).name or path.name)) if state else prefix
    return _MetaGraph(meta, prefix, path.parent, [], tell).read()


class _MetaGraph:
    def __init__(self, meta: MetaGraphDef, prefix: str, assets: Path, report: list[str], tell: Tell):
        self.meta, self.prefix, self.assets, self.report, self.tell = meta, prefix, assets, report, tell
        tell(phrase("reading its nodes"), 0.0)
        self.report += bring_up(meta.graph_def, meta.meta_info_def.stripped_op_list)
        self._wire_gradients()
        self.library = GraphLibrary(meta.graph_def.library.function)
        self.nodes = nodes_of(meta.graph_def.node)

    def _wire_gradients(self) -> None:
        """Make nodes with stored gradients name the function of the gradient, and take its captured values."""
        gradients = stored_gradients.stored(self.meta)
        if not gradients:
            return
        graph, concrete = self.meta.graph_def, self.meta.object_graph_def.concrete_functions
        bound: dict[str, list[int]] = {name: list(one.bound_inputs) for name, one in concrete.items()}
        functions = {one.signature.name: one for one in graph.library.function}
        stored_gradients.Wiring(graph.node, functions, bound, self._node_of).wire(gradients)
        for name, numbers in bound.items():
            concrete[name].bound_inputs[:] = numbers

    def _node_of(self, number: int) -> str:
        """Return the node in the graph for an object of the model; "" if unknown."""
        thing = self.meta.object_graph_def.nodes[number]
        if thing.WhichOneof("kind") == "constant":
            return thing.constant.operation
        name = thing.variable.name.encode()
        return next(
            (
                node.name
                for node in self.meta.graph_def.node
                if name and traits_of(node.op).variable == "resource" and node.attr["shared_name"].s == name
            ),
            "",
        )

    @cached_property
    def checkpoint(self) -> Checkpoint:
        """The values of variables.

        Raises:
            FileError: The checkpoint is missing or damaged.
        """
        return Checkpoint(self.prefix)

    def read(self) -> Model:
        meta = self.meta
        signatures = {
            name: ends
            for name in sorted(meta.signature_def, key=lambda name: (name != DEFAULT, name))
            if name not in _INIT and (ends := endpoints(meta.signature_def[name])).outputs
        }
        starts = self._starts()
        restoring = self._restoring()
        signatures = signatures or signatures_of_objects(
            self.meta, self.library.definitions, self._by_object(restoring), self.nodes
        )
        if signatures:
            cut = {plain(tensor) for ends in signatures.values() for tensor in ends.inputs.values()}
            wanted = [
                maker(tensor)
                for ends in signatures.values()
                for tensor in (*ends.inputs.values(), *ends.outputs.values())
            ]
            nodes = reached(self.nodes, wanted, cut)
        else:
            nodes = self._without_upkeep(starts)
        scopes = {maker(tensor): name for name, ends in signatures.items() for tensor in ends.outputs.values()}
        # Include the nodes that initialise a session: nodes that both need, such as tables, must exist once.
        flat = self.library.flat(nodes | reached(self.nodes, starts), self.nodes.keys(), scopes)
        _unite_tables(flat.nodes)
        begin = reached(flat.nodes, flat.waited_for(starts))
        for name, ends in signatures.items():
            signatures[name] = ends._replace(
                outputs={
                    key: tensor_name(flat.after_writing(plain(tensor), f"{name}_{key}"))
                    for key, tensor in ends.outputs.items()
                }
            )
        if signatures:
            signatures = merged(flat.nodes, signatures)
            nodes = reached(
                flat.nodes,
                [maker(t) for ends in signatures.values() for t in (*ends.inputs.values(), *ends.outputs.values())],
                {plain(t) for ends in signatures.values() for t in ends.inputs.values()},
            )
        else:
            nodes = dict(flat.nodes)
        self._add_starts(nodes, begin)
        self._fill_tables(nodes)
        model = Model(list(nodes.values()), self.library.used_functions(nodes.values()), signatures, report=self.report)
        model.queue_runners = self._queue_runners(nodes)
        model.each_epoch = self._of_epoch(model)
        self._read_values(model, nodes, restoring)
        self._name_assets(model, nodes)
        return model

    def _starts(self) -> list[str]:
        """Return the nodes to run once, before anything else."""
        named = [
            tensor.name
            for key in _INIT
            if key in self.meta.signature_def
            for tensor in self.meta.signature_def[key].outputs.values()
        ]
        named += [
            name
            for key in _INIT_COLLECTIONS
            if key in self.meta.collection_def
            for name in self.meta.collection_def[key].node_list.value
        ]
        if not named or not self.meta.signature_def:  # the same condition as in tf.saved_model.load
            named += (
                self.meta.collection_def["table_initializer"].node_list.value
                if "table_initializer" in self.meta.collection_def
                else []
            )
        return list(dict.fromkeys(maker(name.removeprefix("^")) for name in named))

    def _add_starts(self, nodes: dict[str, Node[str]], first: Mapping[str, Node[str]]) -> None:
        """Add the nodes that fill the tables at the start of a session, with their dependencies."""
        for node in first.values():
            if traits_of(node.op).table == "fills" and node.inputs and (table := maker(node.inputs[0])) in nodes:
                node.inputs[1:] = [self._past_variable(first, tensor) for tensor in node.inputs[1:]]
                for name, needed in reached(first, [node.name]).items():
                    nodes.setdefault(name, needed)
                if node.op == "LookupTableImportV2" and nodes[table].op == "HashTableV2":
                    # A table of this kind can be filled only once. This op fills it when a session begins.
                    attrs = {"Tkey": node.attrs["Tin"], "Tval": node.attrs["Tout"]}
                    node.op, node.attrs = "InitializeTableV2", attrs
        left = [
            node.name
            for node in first.values()
            if self.library.changes(node)
            and traits_of(node.op).table != "fills"
            and node.attrs.get("dtype") != ("type", "DT_STRING")
        ]  # a string variable has the name of an asset, see _past_variable
        if left:
            self.report.append(
                phrase("ops that run when the model is loaded are left out, except for its tables: {}", few(left))
            )

    def _fill_tables(self, nodes: dict[str, Node[str]]) -> None:
        """Add nodes that fill the tables with rows of the checkpoint, if the Saver restores these tables."""
        fills = [node for node in nodes.values() if traits_of(node.op).table == "fills"]
        filled = {maker(node.inputs[0]) for node in fills if node.name not in self._restore_nodes}
        empty = [name for name, node in nodes.items() if traits_of(node.op).makes == TABLE and name not in filled]
        sources = restored_tables(self._restore_nodes) if empty else {}
        for table in [name for name in empty if name in sources]:
            empty.remove(table)
            types = [nodes[table].attrs[attr] for attr in ("key_dtype", "value_dtype")]
            arrays = [self.checkpoint.array(source, dtype) for source, (_, dtype) in zip(sources[table], types)]
            fill = free(f"{table}/fill", {*nodes, *self.nodes})
            inputs = [table]
            for part, rows, (_, dtype) in zip(("keys", "values"), _rows(nodes, table, *arrays), types):
                inputs.append(name := free(f"{fill}/{part}", {*nodes, *self.nodes}))
                value = Value(as_held(rows, DTYPES[dtype].via), dtype)
                attrs = {"dtype": ("type", dtype), "value": ("tensor", value)}
                nodes[name] = Node(name, "Const", NOWHERE, attrs=attrs)
            attrs = dict(zip(("Tin", "Tout"), types)) | {PREPARES: ("bool", True)}
            # The kernel of dense tables accepts keys of shape (n, 1) for an import, but the shape function of the op
            # refuses them.
            op = "LookupTableInsertV2" if nodes[table].inputs else "LookupTableImportV2"
            nodes[fill] = Node(fill, op, NOWHERE, inputs, attrs)
        if empty:
            self.report.append(
                phrase(
                    "nothing fills the tables {}: the rows of mutable tables at the time of saving are left out",
                    few(sorted(empty)),
                )
            )

    @staticmethod
    def _past_variable(nodes: Mapping[str, Node[str]], tensor: str) -> str:
        """Return the value assigned to a variable in place of a read, since TensorFlow 2 stores names of assets so."""
        read = nodes.get(tensor)
        if read is not None and read.op == "ReadVariableOp":
            for node in nodes.values():
                if traits_of(node.op).assigns == "set" and node.inputs[:1] == read.inputs:
                    return node.inputs[1]
        return tensor

    def _without_upkeep(self, starts: list[str]) -> dict[str, Node[str]]:
        """Return all nodes without those that only begin a session or initialise variables, and their dependencies."""
        gone = {
            maker(name)
            for key in _SESSION_COLLECTIONS
            if key in self.meta.collection_def
            for name in self.meta.collection_def[key].node_list.value
        }
        gone |= {maker(variable.initializer_name) for variable in self._variable_defs()}
        holders = {name for name, node in self.nodes.items() if traits_of(node.op).variable}
        users: dict[str, set[str]] = {}
        for node in self.nodes.values():
            for source in (*map(maker, node.inputs), *node.control_inputs):
                users.setdefault(source, set()).add(node.name)
        gone &= self.nodes.keys() - set(starts)
        todo = list(gone)
        while todo:
            node = self.nodes[todo.pop()]
            near = [maker(name_in) for name_in in node.inputs] + node.control_inputs
            near += [user for user in users.get(node.name, ()) if self.nodes[user].op == "NoOp"]
            for name in near:
                node_here = self.nodes.get(name)
                if node_here is None or name in gone or name in holders or name in starts:
                    continue
                joins = (
                    node_here.op == "NoOp" and node_here.control_inputs and gone.issuperset(node_here.control_inputs)
                )
                if joins or users.get(name, set()) and gone.issuperset(users[name]):
                    gone.add(name)
                    todo.append(name)
        # Keep the nodes from which others are computed, with their dependencies: for example, for the gradient of an
        # initial value.
        kept = reached(
            self.nodes,
            [maker(tensor) for name, node in self.nodes.items() if name not in gone for tensor in node.inputs],
        )
        gone -= kept.keys()
        for node in self.nodes.values():
            node.control_inputs = [name_in for name_in in node.control_inputs if name_in not in gone]
        return {name: node for name, node in self.nodes.items() if name not in gone}

    def _variable_defs(self) -> Iterable[VariableDef]:
        for key in ("variables", "trainable_variables", "local_variables"):
            yield from map(VariableDef.FromString, self._collection(key))

    def _initial_values(self) -> dict[str, np.ndarray]:
        """Return the initial values of variables that are constants of the graph, by the node of the variable."""
        found = {}
        for one in self._variable_defs():
            assign = self.nodes.get(maker(one.initializer_name))
            source = assign.inputs[1] if assign is not None and len(assign.inputs) > 1 else ""
            while (node := self.nodes.get(source)) is not None and traits_of(node.op).same_value and node.inputs:
                source = node.inputs[0]
            value = node.attrs.get("value") if node is not None and node.op == "Const" else None
            if value is not None:
                found[maker(one.variable_name)] = np.asarray(value[1].array)
        return found

    def _queue_runners(self, nodes: Mapping[str, Node[str]]) -> list[QueueRunner]:
        """Return the queue runners of the MetaGraph whose nodes exist."""
        found = []
        for data in self._collection("queue_runners"):
            runner = QueueRunnerDef.FromString(data)
            threads = Counter(map(maker, runner.enqueue_op_name))
            if threads and threads.keys() <= nodes.keys():
                close, cancel = maker(runner.close_op_name), maker(runner.cancel_op_name)
                found.append(QueueRunner(list(threads), close, cancel, max(threads.values())))
        return found

    def _of_epoch(self, model: Model) -> set[str]:
        """Return the local variables that queue runners use, such as the counter of epochs of their input."""
        enqueue = [name for runner in model.queue_runners for name in runner.enqueue]
        used = reached({node.name: node for node in model.nodes}, enqueue)
        defs = map(VariableDef.FromString, self._collection("local_variables"))
        return used.keys() & {maker(one.variable_name) for one in defs}

    def _collection(self, key: str) -> Iterable[bytes]:
        return self.meta.collection_def[key].bytes_list.value if key in self.meta.collection_def else ()

    def _restoring(self) -> Mapping[str, CheckpointValue]:
        """Return the checkpoint values of variables, by the nodes of the Saver."""
        return restored(self._restore_nodes)

    @cached_property
    def _restore_nodes(self) -> Mapping[str, Node[str]]:
        """The nodes by which the Saver restores a checkpoint."""
        name = maker(self.meta.saver_def.restore_op_name)
        needed = {
            one: Node(node.name, node.op, node.address, list(node.inputs), node.attrs, list(node.control_inputs))
            for one, node in reached(self.nodes, [name]).items()
        }
        return self.library.flat(needed, self.nodes.keys()).nodes if needed else {}

    def _read_values(
        self, model: Model, nodes: Mapping[str, Node[str]], restoring: Mapping[str, CheckpointValue]
    ) -> None:
        holders = {name: node for name, node in nodes.items() if traits_of(node.op).variable}
        initial = {name: value for name, value in self._initial_values().items() if name in holders}
        local = {maker(VariableDef.FromString(data).variable_name) for data in self._collection("local_variables")}
        model.variables.update((name, initial[name]) for name in initial.keys() & local)
        saved = {name: node for name, node in holders.items() if name not in model.variables}
        if not saved:
            return
        if is_checkpoint(self.prefix) or saved.keys() - initial.keys():
            values = self.checkpoint.values(saved, restoring, initial, self.report, self.tell)
        else:
            self.report.append(phrase("there is no checkpoint: the variables begin as the graph initialises them"))
            values = {name: initial[name] for name in saved}
        model.variables.update(values)
        model.trainable.update(maker(d.variable_name) for d in self._variable_defs() if d.trainable)
        saved = self.meta.object_graph_def.nodes
        model.trainable.update(
            name for number, name in self._by_object(restoring).items() if saved[number].variable.trainable
        )
        # Signatures may use other nodes than those that the Saver restores, so values are also looked up by the names
        # of variables (see Checkpoint.values).
        trained = {d.variable.name for d in saved if d.variable.trainable}
        model.trainable.update(
            name
            for name, node in nodes.items()
            if traits_of(node.op).variable
            and not trained.isdisjoint((name, node.attrs.get("shared_name", ("", b""))[1].decode("utf-8", "replace")))
        )
        model.trainable &= model.variables.keys()

    def _by_object(self, restoring: Mapping[str, CheckpointValue]) -> dict[int, str]:
        """Return the nodes of variables by the numbers of the objects, which are the same in graph and checkpoint."""
        if not any(one.WhichOneof("kind") == "variable" for one in self.meta.object_graph_def.nodes):
            return {}
        keys = {one.key: name for name, one in restoring.items()}
        return {
            number: keys[attribute.checkpoint_key]
            for number, _ in enumerate(self.meta.object_graph_def.nodes[: len(self.checkpoint.objects.nodes)])
            for attribute in self.checkpoint.objects.nodes[number].attributes
            if attribute.checkpoint_key in keys
        }

    def _name_assets(self, model: Model, nodes: Mapping[str, Node[str]]) -> None:
        """Set the Consts with file names to the files in the folder of the model."""
        packed = (
            self.meta.collection_def["saved_model_assets"].any_list.value
            if "saved_model_assets" in self.meta.collection_def
            else ()
        )  # TensorFlow 1 stores assets in this collection
        for asset in [*self.meta.asset_file_def, *(AssetFileDef.FromString(item.value) for item in packed)]:
            node = nodes.get(maker(asset.tensor_info.name))
            if node is None:
                continue
            if Path(asset.filename).name != asset.filename or asset.filename in ("", ".."):
                raise FileError(
                    phrase(
                        "its asset {!r} is not a plain file name in the folder of the model",
                        asset.filename[:100],
                    )
                )
            path = model.assets[node.name] = (self.assets / asset.filename).absolute()
            text = Value(np.array(str(path).encode(), object), "DT_STRING")
            node.op, node.attrs = "Const", {"dtype": ("type", "DT_STRING"), "value": ("tensor", text)}
            if not os.path.isfile(path):  # isfile is False for invalid names too, such as long ones
                model.missing.append(str(path))


def _rows(
    nodes: Mapping[str, Node[str]], table: str, keys: np.ndarray, values: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the used keys (n,) and values (n, ...) of a table.

    For a dense table, the checkpoint contains all buckets, including unused ones.
    """
    unused = [nodes[maker(tensor)].attrs.get("value") for tensor in nodes[table].inputs]
    if not unused or keys.size != len(keys):
        return keys, values
    keys = keys.reshape(-1)
    used = np.ones(len(keys), bool)
    for value in filter(None, unused):
        used &= keys != value[1].array.reshape(-1)[0]
    shape = nodes[table].attrs.get("value_shape", ("shape", []))[1] or []
    return keys[used], values[used].reshape(-1, *shape)


def _unite_tables(nodes: Mapping[str, Node[str]]) -> None:
    """Make all users of a table refer to the same node: equal container and shared_name mean one table."""
    first: dict[tuple[str, object, object], str] = {}
    instead: dict[str, str] = {}
    for name, node in nodes.items():
        container, shared = (node.attrs.get(attr, ("", b""))[1] for attr in ("container", "shared_name"))
        if shared and traits_of(node.op).makes == TABLE:
            same = first.setdefault((node.op, container, shared), name)
            if same != name:
                instead[name] = same
    for node in nodes.values() if instead else ():
        node.inputs = [instead.get(same, same) for same in node.inputs]
