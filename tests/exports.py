"""Export of a page to files, and comparison of their graphs with that of the page, in this process."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import tensorflow as tf
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.core.protobuf import saved_model_pb2

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import signature
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.lower.model_signatures import served
from blockloom.blocks.problems import ERROR
from blockloom.runtime.compile.compilation import CompileOptions
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.compile.constant_folding import Folding, unmarked
from blockloom.runtime.compile.frontend import target_of
from blockloom.runtime.compile.graph_compare import differences
from blockloom.runtime.model_files import write
from blockloom.runtime.model_files.signature_graphs import unscoped
from blockloom.runtime.model_files.write import load
from blockloom.runtime.protocol.replies import ExportReply
from blockloom.runtime.script import writer as script
from tests.bench.wild import wild_page
from tests.generated_pages import generated

SAME = "the same graph"
KINDS = (".pb", "SavedModel", ".py")


def outcome(kind: str, document: Document, folder: Path, catalogue: Catalogue) -> str:
    """Return the outcome of exporting the page `main` as one of KINDS, and of loading it.

    The outcome is SAME, maybe with a remark, `refused: ` with the reason, or an error. `folder` is empty before and
    afterwards.
    """
    try:
        return {".pb": _graph, "SavedModel": _saved_model, ".py": _script}[kind](document, folder, catalogue)
    except Exception as error:  # whatever is wrong with what was written
        return f"{type(error).__name__}: {error}"
    finally:
        for one in folder.iterdir():
            shutil.rmtree(one) if one.is_dir() else one.unlink()


def _refused(told: ExportReply) -> str:
    """Return why nothing was written, "" if a file was."""
    if told.refusal:
        return f"refused: {told.refusal}"
    wrong = [problem for problem in told.problems if problem.severity == ERROR]
    return f"refused: {wrong[0].code}: {wrong[0].message}" if wrong else ""


def _page(document: Document, catalogue: Catalogue, target: str = "native") -> GraphDef:
    """Return the graph of the page."""
    return unscoped(
        unmarked(
            compile_page(document, "main", catalogue, CompileOptions(target=target, bare=True)).graph.as_graph_def()
        )
    )


def _told(found: list) -> str:
    return "; ".join(map(str, found[:3])) if found else SAME


def _evaluated(graph_def: GraphDef) -> str:
    """Return SAME, or TensorFlow's refusal of a graph that loads, if it evaluates nodes to infer shapes."""
    try:
        with tf.Graph().as_default():
            tf.import_graph_def(GraphDef.FromString(graph_def.SerializeToString()), name="")  # it adds defaults
    except ValueError as error:
        return f"{SAME}, of which it refuses what it computes: {str(error)[:60]}"
    return SAME


def _graph(document: Document, folder: Path, catalogue: Catalogue) -> str:
    path = folder / "graph.pb"
    refused = _refused(write.export(document, ["main"], path, catalogue))
    if refused:
        return refused if not path.exists() or "could not be loaded" in refused else "refused, and written"
    found, wanted = GraphDef.FromString(path.read_bytes()), _page(document, catalogue)
    # An import moves nodes to the devices of the nodes that they are colocated with.
    wrong = differences(found, wanted) or differences(*(unmarked(load(one).as_graph_def()) for one in (found, wanted)))
    return _told(wrong) if wrong else _evaluated(found)


def _script(document: Document, folder: Path, catalogue: Catalogue) -> str:
    path = folder / "page.py"
    refused = _refused(script.export(document, "main", path, catalogue, folder / "page.py.safetensors", "page.py"))
    if refused:
        return "refused, and written" if path.exists() else refused
    scope = {"__name__": "script", "__file__": str(path)}
    exec(compile(path.read_text("utf-8"), str(path), "exec"), scope)
    with tf.Graph().as_default() as graph:
        Folding(graph)
        scope["build"]()
    target = target_of(document.pages["main"])  # a script runs on this machine
    return _told(differences(unmarked(graph.as_graph_def()), _page(document, catalogue, target)))


def _saved_model(document: Document, folder: Path, catalogue: Catalogue) -> str:
    path, pages = folder / "model", served(document, catalogue.with_pages(document)) or ["main"]
    refused = _refused(write.export(document, pages, path, catalogue))
    if refused:
        return refused
    (meta,) = saved_model_pb2.SavedModel.FromString((path / "saved_model.pb").read_bytes()).meta_graphs
    if (told := _evaluated(meta.graph_def)) != SAME:
        load(meta.graph_def)
        return told
    with tf.Graph().as_default() as graph, tf.compat.v1.Session() as session:
        loaded = tf.compat.v1.saved_model.load(session, ["serve"], str(path))
        for ends in loaded.signature_def.values():
            for info in (*ends.inputs.values(), *ends.outputs.values()):
                assert graph.get_tensor_by_name(info.name).dtype.base_dtype.as_datatype_enum == info.dtype, info
        wrong = differences(graph.as_graph_def(), meta.graph_def)
        for variable in tf.compat.v1.global_variables():
            session.run(variable.read_value())
    if wrong or pages != ["main"]:
        return _told(wrong)
    # The subgraph of the signature equals that of the page, after replacing the new resource variables by reference
    # variables, and their reads by the variables.
    fetch = [address("main", one.id) for one in signature(document.pages["main"]).retvals]
    whole = compile_page(
        document, "main", catalogue, CompileOptions(differentiable=True, runs=False, fetch=fetch)
    ).graph.as_graph_def()
    nodes = {node.name: node for node in unscoped(unmarked(whole)).node}
    # Of names that differ only in case, one gets a scope.
    there = {node.name for node in meta.graph_def.node}
    moved = {
        name: own
        for name in there
        if (own := name.removeprefix("main/")) in nodes and own not in there and own.lower() in map(str.lower, there)
    }
    for node in meta.graph_def.node:
        node.name = moved.get(node.name, node.name)
        node.input[:] = [renamed(name, moved) for name in node.input]
    changed = {
        node.name
        for node in meta.graph_def.node
        if node.op == "VarHandleOp" and node.name in nodes and nodes[node.name].op != "VarHandleOp"
    }
    reads = {
        node.name: node.input[0]
        for node in meta.graph_def.node
        if node.op == "ReadVariableOp" and node.name not in nodes and changed.issuperset(node.input)
    }
    for node in meta.graph_def.node:
        node.op = nodes[node.name].op if node.name in changed else node.op
        node.input[:] = [renamed(name, reads) for name in node.input]
    same = GraphDef(library=meta.graph_def.library, node=[node for node in meta.graph_def.node if node.name in nodes])
    kept = {node.name for node in same.node}
    return _told(
        differences(
            same,
            GraphDef(library=whole.library, node=[nodes[name] for name in kept]),
            {"_class", "_output_shapes", "_has_manual_control_dependencies"},
        )
    )


def renamed(name: str, names: dict[str, str]) -> str:
    """Return the name of an input whose node has another name."""
    stem, colon, number = name.lstrip("^").partition(":")
    return ("^" if name[0] == "^" else "") + names.get(stem, stem) + colon + number


def case(seed: int, catalogue: Catalogue, wild: bool = True) -> Document:
    """Return the document of a seed: a page of many blocks, or, if `wild`, sometimes one of an extreme block."""
    return documents.loads(documents.dumps(_made(random.Random(seed), catalogue, wild)))


def _made(chance: random.Random, catalogue: Catalogue, wild: bool) -> Document:
    if chance.random() < 0.15 and wild:
        names = sorted(
            name
            for name, kind in catalogue.items()
            if "." not in name
            and not name.startswith("_")
            and not kind.deprecated
            and not any(a.required and "func" in a.type for a in kind.attrs)
        )
        return wild_page(chance, catalogue, names)
    return generated(chance, catalogue)
