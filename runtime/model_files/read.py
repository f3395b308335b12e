"""Reads a model of any format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from google.protobuf.message import DecodeError

from blockloom.blocks.files import FileError
from blockloom.blocks.from_graph.model import Model
from blockloom.blocks.phrases import phrase
from blockloom.blocks.plan.nodes import Node
from blockloom.runtime.model_files import graph_def, keras_files, saved_model
from blockloom.runtime.model_files.nodes import few, maker, op_def
from blockloom.runtime.model_files.progress import Tell, nobody

_PYTHON = frozenset({"PyFunc", "PyFuncStateless", "EagerPyFunc"})
_GRADIENT, _IN_PYTHON = "_gradient_op_type", (b"CustomGradient-", b"PyFunc")


def read(path: str | Path, tell: Tell = nobody) -> Model:
    """The model in a file or folder. Nothing of it is executed. Raises FileError, and what `tell` raises."""
    path = Path(path)
    try:
        model = _reader(path)(path, tell)
        settle(model)
    except FileError as error:
        raise error if str(path) in str(error) else FileError(phrase("{}: {}", path, error)) from None
    except (DecodeError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, MemoryError,
            RecursionError) as error:
        # What a damaged file says, and nobody thought of: protos hold anything.
        raise FileError(phrase("{}: it is damaged, or no model that can be read ({}: {})", path, type(error).__name__,
                               str(error)[:200])) from None
    return model


def _reader(path: Path) -> Callable[[Path, Tell], Model]:
    if path.is_dir():
        return saved_model.read
    if path.name in saved_model.FILES:
        return lambda file, tell: saved_model.read(file.parent, tell)
    found = {".pb": graph_def.read, ".pbtxt": graph_def.read, ".meta": saved_model.read_meta_graph,
             ".keras": keras_files.read, ".h5": keras_files.read}.get(path.suffix.lower())
    if found is None:
        raise FileError(phrase("{}: it is no model of TensorFlow that can be read", path))
    return found


def settle(model: Model) -> None:
    """Make sure that the nodes are a graph, and say what of it cannot run."""
    for nodes, args in [(model.nodes, ()), *((one.nodes, one.args) for one in model.functions.values())]:
        names = {node.name for node in nodes}
        for node in nodes:
            for source in (*map(maker, node.inputs), *node.after):
                if source not in names and source not in args:
                    raise FileError(phrase("the node {} takes from {}, which is not there", node.name, source))
            if "_class" in node.attrs:
                _keep_beside(node, names)
    everything = [*model.nodes, *(node for function in model.functions.values() for node in function.nodes)]
    unknown = sorted({node.op for node in everything if op_def(node.op) is None})
    if unknown:
        model.report.append(phrase(
            "the installed TensorFlow has no op {}: such blocks stay, and cannot run. They need a library of ops "
            "(TensorFlow Text, TensorFlow Addons, one of your own), which Blockloom does not load", ", ".join(unknown)))
    given = [node.name for node in everything if node.attrs.get(_GRADIENT, ("", b""))[1].startswith(_IN_PYTHON)]
    if given:
        for node in everything:     # by chance, a function of this process may have the same name
            if node.attrs.get(_GRADIENT, ("", b""))[1].startswith(_IN_PYTHON):
                del node.attrs[_GRADIENT]
        model.report.append(phrase(
            "{} had gradients of their own, by Python functions that are in no file: what is differentiated is what "
            "they compute, which for swish and its like is the same", few(given)))
    if python := sorted(node.name for node in everything if node.op in _PYTHON):
        model.report.append(phrase(
            "{} would call a Python function that is in no file: the blocks stay, and cannot run", few(python)))


def _keep_beside(node: Node, names: set[str]) -> None:
    """Let a node stand beside others only where these are there."""
    kept = [one for one in node.attrs["_class"][1] if not one.startswith(b"loc:@")
            or one[5:].decode("utf-8", "replace") in names]
    if kept:
        node.attrs["_class"] = "list(string)", kept
    else:
        del node.attrs["_class"]
