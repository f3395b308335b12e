"""Pages that would touch files, the network or a lot of memory if anything ran what they hold while they are opened.

The ops are those that the registry calls stateless, that have a CPU kernel, and that can do so. They were found by the
names of their inputs and attrs (file, path, dir, url, address, source, token, spec ...) and by their documentation
(file, URL, address, server, process), and read one by one; of the datasets those are here that take a path or an
address, or run a graph that comes as bytes. Left out are SnapshotDatasetV2 (its functions keep it from being run, as
the mark does all others), InitializeTableFromTextFile and Reader ops (their handle comes from a stateful op) and Abort
(it has no output).
"""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import os
import socket
from collections.abc import Iterator
from pathlib import Path

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Document
from tests.pages import document


def attacks(folder: Path, port: int) -> dict[str, tuple[str, dict[str, str], dict[str, str]]]:
    """Return name -> type, values, and wires (pin -> block.pin). `folder` contains the files that they name."""
    file, url, grpc = repr(str(folder / "file")), f"'file://{folder}'", f"'grpc://127.0.0.1:{port}/x'"
    kinds = {"output_types": "[DT_INT64]", "output_shapes": "[()]"}
    three = {"input": "ONES.output"}
    rows = {"dataset": "GRAPH.handle"}
    found: dict[str, tuple[str, dict[str, str], dict[str, str]]] = {
        "GRAPH": ("DatasetFromGraph", {"graph_def": repr(_graph(str(folder / "from_graph")))}, {}),
        "READ": ("ReadFile", {"filename": file}, {}),
        "MATCH": ("MatchingFiles", {"pattern": repr(f"{folder}/*")}, {}),
        "VOCABULARY": (
            "GenerateVocabRemapping",
            {"new_vocab_file": file, "old_vocab_file": file, "new_vocab_offset": "0", "num_new_vocab": "1"},
            {},
        ),
        "DECODE": (
            "DecodeProtoV2",
            {
                "bytes": "['']",
                "message_type": "'M'",
                "field_names": "[]",
                "output_types": "[]",
                "descriptor_source": file,
            },
            {},
        ),
        "ENCODE": (
            "EncodeProto",
            {
                "sizes": "[[1]]",
                "values": "[[[1]]]",
                "field_names": "['f']",
                "message_type": "'M'",
                "Tinput_types": "[DT_INT32]",
                "descriptor_source": file,
            },
            {},
        ),
        "IMMUTABLE": ("ImmutableConst", {"dtype": "DT_INT32", "shape": "[1]", "memory_region_name": file}, {}),
        "PYTHON": ("PyFuncStateless", {"input": "[]", "token": "'pyfunc_0'", "Tin": "[]", "Tout": "[DT_INT32]"}, {}),
        "SHARD": (
            "SnapshotDatasetReader",
            {"shard_dir": repr(str(folder)), "start_index": "0", "version": "2", **kinds},
            {},
        ),
        "CHUNK": ("SnapshotChunkDataset", {"chunk_file": file, **kinds}, {}),
        "SNAPSHOT": ("SnapshotDataset", {"path": repr(str(folder)), **kinds}, {"input_dataset": "GRAPH.handle"}),
        "CACHE": ("CacheDataset", {"filename": file, **kinds}, {"input_dataset": "GRAPH.handle"}),
    }
    for number, where in enumerate((url, grpc)):
        for op in ("DebugIdentity", "DebugNanCount", "DebugNumericSummary"):
            found[f"{op}_{number}"] = (op, {"debug_urls": f"[{where}]", "tensor_name": "'T:0'"}, three)
        for op in ("Copy", "CopyHost"):
            found[f"{op}_{number}"] = (op, {"debug_ops_spec": f'["DebugIdentity;{where[1:-1]};0"]'}, three)
    address = {"address": f"'127.0.0.1:{port}'", "protocol": "'grpc'", "external_state_policy": "0"}
    return found | {op: (op, address, rows) for op in ("RegisterDataset", "RegisterDatasetV2")}


def page(catalogue: Catalogue, made: dict[str, tuple[str, dict[str, str], dict[str, str]]]) -> Document:
    """Return a page on which the output of each of these blocks is the `dims` of a Fill."""
    blocks: dict = {"ONES": ("Const", {"value": "[1.0, 1.0]", "dtype": "DT_FLOAT"})}
    wires = []
    for name, (kind, values, wired) in made.items():
        blocks[name] = kind, values
        wires += [f"{source} -> {name}.{pin}" for pin, source in wired.items()]
        output = catalogue[kind].outputs[0]
        at = f"{name}.{output.name}" + ("[0]" if output.list else "")
        if output.dtype == "DT_VARIANT":
            at = _then(blocks, wires, at, f"{name}_SIZE", "DatasetCardinality", "input_dataset", "cardinality")
        elif output.dtype == "DT_STRING":
            at = _then(blocks, wires, at, f"{name}_SIZE", "StringLength", "input", "output")
        at = _then(blocks, wires, at, f"{name}_INT", "Cast", "x", "y", DstT="DT_INT32")
        at = _then(blocks, wires, at, f"{name}_DIMS", "Reshape", "tensor", "output", shape="[-1]")
        _then(blocks, wires, at, f"{name}_FILL", "Fill", "dims", "output", value="1.0")
    return document(catalogue, blocks, "\n".join(wires))


def _then(blocks: dict, wires: list[str], at: str, name: str, kind: str, pin: str, output: str, **values: str) -> str:
    blocks[name] = kind, values
    wires.append(f"{at} -> {name}.{pin}")
    return f"{name}.{output}"


def _graph(path: str) -> bytes:
    """Return the graph of a dataset that writes a file when it is created."""
    from tensorflow.core.framework import graph_pb2
    from tensorflow.python.framework import tensor_util

    graph = graph_pb2.GraphDef()
    for name, value in (("path", path), ("text", "x"), ("start", 0), ("stop", 3), ("step", 1)):
        node = graph.node.add(name=name, op="Const")
        proto = tensor_util.make_tensor_proto(value, dtype="string" if isinstance(value, str) else "int64")
        node.attr["dtype"].type = proto.dtype
        node.attr["value"].tensor.CopyFrom(proto)
    graph.node.add(name="write", op="WriteFile", input=["path", "text"])
    rows = graph.node.add(name="rows", op="RangeDataset", input=["start", "stop", "step", "^write"])
    rows.attr["output_types"].list.type.append(9)
    rows.attr["output_shapes"].list.shape.add()
    last = graph.node.add(name="last", op="_Retval", input=["rows"])
    last.attr["T"].type = 21
    last.attr["index"].i = 0
    graph.versions.producer = 2000
    return graph.SerializeToString()


@contextlib.contextmanager
def watched(folder: Path) -> Iterator[Witness]:
    """Yield a witness of a folder with a file."""
    (folder / "file").write_text("7")
    witness = Witness(folder)
    try:
        yield witness
    finally:
        witness.close()


class Witness:
    """Sees every file of a folder that is opened, made or changed, and every connection to a port of this machine."""

    def __init__(self, folder: Path):
        self._libc = ctypes.CDLL(ctypes.util.find_library("c"), use_errno=True)
        self._watch = self._libc.inotify_init1(os.O_NONBLOCK)
        all_but_close = 0x00000FFF & ~0x18
        assert self._watch >= 0 and self._libc.inotify_add_watch(self._watch, os.fsencode(folder), all_but_close) >= 0
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self._socket.listen()
        self._socket.setblocking(False)
        self.port = self._socket.getsockname()[1]

    def saw(self) -> list[str]:
        """Return the events since the last call."""
        seen = []
        try:
            events = os.read(self._watch, 1 << 16)
            while events:
                length = int.from_bytes(events[12:16], "little")
                seen.append(f"{int.from_bytes(events[4:8], 'little'):#x} {events[16 : 16 + length].rstrip(bytes(1))}")
                events = events[16 + length :]
        except BlockingIOError:
            pass
        try:
            self._socket.accept()[0].close()
            seen.append("a connection")
        except BlockingIOError:
            pass
        return seen

    def close(self) -> None:
        os.close(self._watch)
        self._socket.close()
