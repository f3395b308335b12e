"""Read a model of any format."""

from __future__ import annotations

from pathlib import Path

from google.protobuf.message import DecodeError
from tensorflow.core.protobuf.meta_graph_pb2 import MetaGraphDef
from tensorflow.core.protobuf.saved_model_pb2 import SavedModel

from blockloom.blocks.catalogue.block_types import GRADIENT_TYPE
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.files.file_kinds import kind_of
from blockloom.blocks.from_graph.model import Model
from blockloom.blocks.plan.plan_nodes import Node
from blockloom.blocks.text.phrases import Phrase, phrase
from blockloom.blocks.weights.document_weights import WeightsError
from blockloom.runtime.model_files import bounds, graph_def, keras_files, saved_model
from blockloom.runtime.model_files.bounds import Tell, nobody
from blockloom.runtime.model_files.model_nodes import few, maker, op_def

_LONGEST, _SHORT = 1000, 300  # most characters of an error, and of a message from Python


def read(path: str | Path, tell: Tell = nobody) -> Model:
    """Return the model in a file or folder, without executing anything from it.

    Raises:
        FileError: The model cannot be read.
        Exception: `tell` raised it.
    """
    path = Path(path)
    try:
        model = _read(path, tell)
        settle(model)
    except (DecodeError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        raise as_file_error(path, error) from None
    return model


def as_file_error(path: str | Path, error: Exception) -> FileError:
    """Return the FileError to show for an error in reading a model.

    It has the error's text, or states that the file is damaged if protos cannot be parsed. For any other error, whose
    meaning is unknown, it names no fault of the file.
    """
    if isinstance(error, FileError | WeightsError) or error.args and isinstance(error.args[0], Phrase):
        text = error.args[0]
    elif isinstance(error, DecodeError):
        text = phrase("it is damaged, or not a model that can be read: {}", error)
    else:
        text = phrase(
            "reading failed, and Blockloom does not know why: {} ({}). What you can do: select the TensorFlow "
            "that wrote it and open it again, or export it again",
            type(error).__name__,
            str(error)[:_SHORT],
        )
    if len(text) > _LONGEST or not text.isprintable():  # names of nodes may be long, and may contain line breaks
        text = " ".join("".join(c if c.isprintable() else " " for c in text).split())[:_LONGEST]
    return FileError(text if str(path) in text else phrase("{}: {}", path, text))


def _read(path: Path, tell: Tell) -> Model:
    file = saved_model.file_of(path) if path.is_dir() else path
    with bounds.budgeted(file):
        return _of_kind(kind_of(file), file, path, tell)


def _of_kind(kind: str, file: Path, path: Path, tell: Tell) -> Model:
    if kind in keras_files.KINDS:
        return keras_files.read(file, tell)
    if kind not in graph_def.KINDS:
        raise FileError(phrase("{} is not a TensorFlow model that can be read", path))
    proto = graph_def.message(file, tell)
    if isinstance(proto, SavedModel):
        return saved_model.read(proto, file, tell)
    if isinstance(proto, MetaGraphDef):
        return saved_model.read_meta_graph(proto, file, tell)
    return graph_def.read(proto, file, tell)


def settle(model: Model) -> None:
    """Check that the nodes form a graph, and report nodes that cannot run."""
    for nodes, args in [(model.nodes, ()), *((body.nodes, body.args) for body in model.functions.values())]:
        names = {node.name for node in nodes}
        for node in nodes:
            for source in (*map(maker, node.inputs), *node.control_inputs):
                if source not in names and source not in args:
                    raise FileError(
                        phrase("the node {} takes an input from {}, which does not exist", node.name, source)
                    )
            if "_class" in node.attrs:
                _keep_beside(node, names)
    everything = [*model.nodes, *(node for function in model.functions.values() for node in function.nodes)]
    unknown = sorted({node.op for node in everything if op_def(node.op) is None})
    if unknown:
        model.report.append(
            phrase(
                "this TensorFlow has no op {}: its blocks are kept, but cannot run. If the op is from a library, "
                "load the library",
                ", ".join(unknown),
            )
        )
    if lost := sorted({node.name for node in everything if _gradient_type(node) and not op_def(_gradient_type(node))}):
        model.report.append(
            phrase(
                "{} have custom gradients that the file does not hold: you cannot differentiate them until you delete "
                "the value of {} at their blocks",
                few(lost),
                GRADIENT_TYPE,
            )
        )
    if python := sorted(node.name for node in everything if traits_of(node.op).in_python):
        model.report.append(
            phrase("{} would call a Python function that is in no file: the blocks stay, and cannot run", few(python))
        )


def _gradient_type(node: Node[str]) -> str:
    """Return the op by whose gradient a node is differentiated; "" for the node's op."""
    return node.attrs.get(GRADIENT_TYPE, ("", b""))[1].decode("utf-8", "replace")


def _keep_beside(node: Node[str], names: set[str]) -> None:
    """Remove colocation with missing nodes."""
    kept = [
        one
        for one in node.attrs["_class"][1]
        if not one.startswith(b"loc:@") or one[5:].decode("utf-8", "replace") in names
    ]
    if kept:
        node.attrs["_class"] = "list(string)", kept
    else:
        del node.attrs["_class"]
