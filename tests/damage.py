"""Damaged files of all formats: sound ones that a random.Random has changed, as accidents and as attackers do."""

from __future__ import annotations

import io
import json
import random
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import h5py
import numpy as np
from google.protobuf import text_format
from google.protobuf.message import Message
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.core.protobuf.meta_graph_pb2 import MetaGraphDef
from tensorflow.core.protobuf.saved_model_pb2 import SavedModel

from tests.blocks.mutation import mutate, random_document, scratched
from tests.enuspace import pages

Files = dict[str, bytes]  # by path in a folder; the first is opened, or is in the folder that is opened
_NUMBERS = (0, 1, -1, 2, 7, 255, 10**5, 2**28, 2**31 - 1, -(2**31), 2**31, 2**40, 2**63 - 1, -(2**63))
_TEXTS = (
    "",
    "x",
    "^x",
    "x:0",
    "x:999999999",
    "a/b/../c",
    "../../etc/passwd",
    "é\n\t<b>bold</b>",
    "\x1b[31m",
    "_",
    "-",
    "n" * 50_000,
    "f",
    "Const",
    "loc:@x",
    "/job:worker/task:99",
    "=gain",
    "weights:x",
    "http://127.0.0.1:9/x",
)
_CLASSES = (
    "Dense",
    "Conv2D",
    "LSTM",
    "Bidirectional",
    "TimeDistributed",
    "Sequential",
    "Functional",
    "Lambda",
    "RNN",
    "Embedding",
    "Reshape",
    "RepeatVector",
    "ZeroPadding2D",
    "UpSampling2D",
    "Concatenate",
    "StringLookup",
    "Nothing",
)


def _bytes(chance: random.Random, data: bytes, others: bytes) -> bytes:
    """Bits that fell over, a part that is gone, twice there, zeros, or of another file."""
    how = chance.randrange(7)
    at = chance.randrange(len(data) + 1)
    end = min(len(data), at + chance.choice((1, 4, 64, 4096)))
    if how == 0:
        return data[:at]
    if how == 1:
        return data[:at] + bytes(end - at) + data[end:]
    if how == 2:
        return data[:end] + data[at:]
    if how == 3:
        start = chance.randrange(len(others) + 1)
        return data[:at] + others[start : start + end - at] + data[end:]
    if how == 4:
        return scratched(chance, data)
    found = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 30)) if found else 0):
        found[chance.randrange(len(found))] ^= 1 << chance.randrange(8)
    return bytes(found)


def _messages(proto: Message) -> Iterator[Message]:
    todo = [proto]
    while todo:
        one = todo.pop()
        yield one
        for field, value in one.ListFields():
            if field.message_type is not None and field.message_type.GetOptions().map_entry:
                todo += [value[key] for key in value if isinstance(value[key], Message)]
            elif field.message_type is not None:
                todo += value if field.is_repeated else [value]


def _value(chance: random.Random, field: Any) -> Any:
    """One that a field takes, and nobody expects."""
    kind = field.cpp_type
    if kind in (field.CPPTYPE_STRING,):
        text = chance.choice(_TEXTS)
        return text.encode() if field.type == field.TYPE_BYTES else text
    if kind in (field.CPPTYPE_FLOAT, field.CPPTYPE_DOUBLE):
        return chance.choice((0.0, -1.0, float("nan"), float("inf"), 1e308))
    if kind == field.CPPTYPE_BOOL:
        return chance.random() < 0.5
    bits = 32 if kind in (field.CPPTYPE_INT32, field.CPPTYPE_UINT32, field.CPPTYPE_ENUM) else 64
    number = chance.choice(_NUMBERS) % 2**bits
    if kind == field.CPPTYPE_ENUM:
        return number % 150
    return (
        number if kind in (field.CPPTYPE_UINT32, field.CPPTYPE_UINT64) or number < 2 ** (bits - 1) else number - 2**bits
    )


def _change(chance: random.Random, proto: Message) -> None:
    """Change a field of one of the messages in a proto."""
    messages = list(_messages(proto))
    one = chance.choice(messages)
    alike = [other for other in messages if other.DESCRIPTOR is one.DESCRIPTOR and other is not one]
    if alike and chance.random() < 0.3:
        one.CopyFrom(chance.choice(alike))
        return
    given = [field for field, _ in one.ListFields()]
    field = chance.choice(given if given and chance.random() < 0.8 else list(one.DESCRIPTOR.fields) or given)
    there = getattr(one, field.name)
    how = chance.randrange(5)
    if how == 0:
        one.ClearField(field.name)
    elif field.message_type is not None and field.message_type.GetOptions().map_entry:
        keys = list(there)
        if keys:
            first, second = chance.choice(keys), chance.choice(keys)
            if not isinstance(there[first], Message):
                there[second] = there[first]
            elif chance.random() < 0.5:
                there[second].CopyFrom(there[first])
            else:
                there[chance.choice(_TEXTS) if isinstance(first, str) else 7].CopyFrom(there[first])
    elif field.message_type is not None:
        if not field.is_repeated:
            there.SetInParent()
        elif there and how == 1:
            del there[chance.randrange(len(there))]
        elif there:
            for _ in range(chance.choice((1, 1, 1, 500))):
                there.add().CopyFrom(chance.choice(there))
    elif field.is_repeated:
        if there and how < 3:
            there[chance.randrange(len(there))] = _value(chance, field) if how == 1 else chance.choice(there)
        else:
            there.extend([_value(chance, field)] * chance.choice((1, 1, 2000)))
    else:
        texts = [getattr(other, field.name) for other in alike]
        setattr(one, field.name, chance.choice(texts) if texts and how < 3 else _value(chance, field))


def _blow_up(chance: random.Random, proto: Message) -> None:
    """Sizes that are much larger than what there is of them."""
    messages = list(_messages(proto))
    shapes = [one for one in messages if one.DESCRIPTOR.name == "TensorShapeProto"]
    numbers = [one for one in messages if one.DESCRIPTOR.name == "AttrValue" and one.WhichOneof("value") == "i"]
    for _ in range(chance.choice((1, 5))):
        if shapes and chance.random() < 0.7:
            shape = chance.choice(shapes)
            for _ in range(chance.choice((1, 2, 300))):
                shape.dim.add().size = chance.choice(_NUMBERS)
        elif numbers:
            chance.choice(numbers).i = chance.choice(_NUMBERS)
    for one in messages:
        if one.DESCRIPTOR.name == "TensorProto" and chance.random() < 0.5:
            one.ClearField("tensor_content")


def _nest(chance: random.Random, proto: Message) -> None:
    """Functions that each call the one before twice, or a graph in which each node takes from the next."""
    graphs = [one for one in _messages(proto) if one.DESCRIPTOR.name == "GraphDef"]
    if not graphs:
        return
    graph, deep = chance.choice(graphs), chance.choice((3, 18, 30, 400))
    if chance.random() < 0.5:
        for number in range(deep):
            made = graph.library.function.add()
            made.signature.name = f"f{number}"
            made.signature.output_arg.add(name="y", type=1)
            calls = [f"f{number - 1}"] * 2 if number else ["NoOp"]
            for at, op in enumerate(calls):
                made.node_def.add(name=f"n{at}", op=op)
            made.ret["y"] = "n0:y:0"
        graph.node.add(name="blown", op=f"f{deep - 1}")
    else:
        names = [node.name for node in graph.node]
        for node in graph.node:
            if chance.random() < 0.3:
                node.input.append(chance.choice(("", "^")) + chance.choice(names))


def _proto(kind: type[Message], text: bool = False) -> Callable:
    def change(chance: random.Random, data: bytes, others: bytes) -> bytes:
        if chance.random() < 0.3:
            return _bytes(chance, data, others)
        proto = text_format.Parse(data, kind()) if text else kind.FromString(data)
        for _ in range(chance.randrange(1, 4)):
            chance.choice((_change, _change, _change, _blow_up, _nest))(chance, proto)
        return text_format.MessageToString(proto).encode() if text else proto.SerializePartialToString()

    return change


def _numbers(data: Any) -> list[tuple[Any, Any]]:
    found, todo = [], [data]
    while todo:
        one = todo.pop()
        for key, value in one.items() if isinstance(one, dict) else enumerate(one):
            if isinstance(value, dict | list):
                todo.append(value)
            elif isinstance(value, int):
                found.append((one, key))
    return found


def _config(chance: random.Random, text: str | bytes) -> str:
    """Return a damaged config of a Keras model."""
    config = json.loads(text)
    for _ in range(chance.randrange(1, 3)):
        how, numbers = chance.randrange(5), _numbers(config)
        if how == 0 and numbers:
            holder, key = chance.choice(numbers)
            holder[key] = chance.choice((*_NUMBERS, 10**6, 3 * 10**7))
        elif how == 1:
            return (
                str(text).replace('"Dense"', f'"{chance.choice(_CLASSES)}"')
                if isinstance(text, str)
                else text.decode().replace('"Dense"', f'"{chance.choice(_CLASSES)}"')
            )
        elif how == 2:
            for _ in range(chance.choice((3, 60, 600))):
                config = {
                    "module": "keras",
                    "class_name": "Sequential",
                    "registered_name": None,
                    "config": {"name": "deep", "layers": [config]},
                }
        else:
            config = mutate(chance, config)
    return json.dumps(config)


def _hdf5(chance: random.Random, data: bytes, others: bytes) -> bytes:
    if chance.random() < 0.4:
        return _bytes(chance, data, others)
    file = io.BytesIO(data)
    with h5py.File(file, "r+") as found:
        names: list[str] = []
        found.visit(names.append)
        how = chance.randrange(6)
        if how < 2 and "model_config" in found.attrs:
            found.attrs["model_config"] = _config(chance, found.attrs["model_config"])
        elif how == 2 and names:
            del found[chance.choice(names)]
        elif how == 3 and names:
            found[chance.choice(names) + "_linked"] = (
                h5py.SoftLink("/" + chance.choice(names))
                if chance.random() < 0.5
                else h5py.ExternalLink("/etc/passwd", "/")
            )
        elif names:
            name = chance.choice(names)
            if isinstance(found[name], h5py.Dataset):
                shape = chance.choice([(1 << 33,), (0,), (3, 3, 3), (), (1 << 20, 1 << 20)])
                del found[name]
                found.create_dataset(
                    name,
                    shape,
                    chance.choice(("f4", "f8", "i8", h5py.string_dtype())),
                    chunks=tuple(min(size, 64) for size in shape) if shape and all(shape) else None,
                )
            elif list(found[name].attrs):
                key = chance.choice(list(found[name].attrs))
                found[name].attrs[key] = chance.choice([1, "text", np.zeros(5), ["a"] * 100, b"\xff"])
    return file.getvalue()


def _zip(chance: random.Random, data: bytes, others: bytes) -> bytes:
    if chance.random() < 0.25:
        return _bytes(chance, data, others)
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        members = {name: parts.read(name) for name in parts.namelist()}
    how, file = chance.randrange(6), io.BytesIO()
    if how < 3:
        members["config.json"] = _config(chance, members["config.json"]).encode()
    elif how == 3:
        members["model.weights.h5"] = _hdf5(chance, members["model.weights.h5"], others)
    elif how == 4:
        del members[chance.choice(list(members))]
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED if how == 5 else zipfile.ZIP_STORED) as parts:
        for name, part in members.items():
            parts.writestr(name, part)
        if how == 5:
            parts.writestr(chance.choice(("assets/../../x", "config.json ", "a", "model.weights.h5/x")), bytes(10**7))
    return file.getvalue()


def _safetensors(chance: random.Random, data: bytes, others: bytes) -> bytes:
    if chance.random() < 0.4:
        return _bytes(chance, data, others)
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    if chance.random() < 0.5:
        holder, key = chance.choice(_numbers(header))
        holder[key] = chance.choice(_NUMBERS)
    else:
        header = mutate(chance, header)
    text = json.dumps(header).encode()
    return (
        chance.choice((len(text), len(text), size, chance.choice(_NUMBERS) % 2**64)).to_bytes(8, "little")
        + text
        + data[8 + size :]
    )


def _loom(chance: random.Random, data: bytes, others: bytes) -> bytes:
    if chance.random() < 0.5:
        return random_document(chance)
    if chance.random() < 0.3:
        return scratched(chance, data)
    raw = json.loads(data)
    for _ in range(chance.randrange(1, 4)):
        raw = mutate(chance, raw)
    return json.dumps(raw).encode()


def _svg(chance: random.Random, data: bytes, others: bytes) -> bytes:
    text = data.decode("utf-16")
    if chance.random() < 0.3:
        return _bytes(chance, data, others)
    if chance.random() < 0.2:
        text = text.replace("</svg>", "<g>" * 20_000 + "</g>" * 20_000 + "</svg>")
    return scratched(chance, text.encode()).decode("utf-8", "replace").encode("utf-16")


_CHANGES = (
    ("saved_model.pb", _proto(SavedModel)),
    (".pbtxt", _proto(GraphDef, text=True)),
    (".pb", _proto(GraphDef)),
    (".meta", _proto(MetaGraphDef)),
    (".keras", _zip),
    (".h5", _hdf5),
    (".safetensors", _safetensors),
    (".loom", _loom),
    (".svg", _svg),
    ("", _bytes),
)


def sources(models: Path, folder: Path) -> dict[str, Files]:
    """Return files to damage, with the small models of tests.models.

    A document, weights and a page of enuSpace are written into `folder`.
    """
    import blockloom
    from blockloom.app.formats import open_document

    found = {
        name: {name: (models / name).read_bytes()}
        for name in (
            "frozen.pb",
            "frozen.pbtxt",
            "dense.keras",
            "gru.keras",
            "conv.keras",
            "transformer.keras",
            "dense.h5",
        )
    }
    for name in ("dense", "lstm", "table", "module", "nested"):
        files = sorted((models / name).rglob("*.*"), key=lambda file: file.name != "saved_model.pb")
        found[name] = {str(file.relative_to(models)): file.read_bytes() for file in files}
    found["metagraph.meta"] = {
        file.name: file.read_bytes()
        for file in sorted(models.glob("metagraph.*"), reverse=True)
        if file.suffix != ".npz"
    }
    blockloom.save(open_document(models / "dense.h5"), folder / "net.loom")
    found["net.loom"] = {name: (folder / name).read_bytes() for name in ("net.loom", "net.safetensors")}
    text = pages.page(
        pages.use("A", "Const", pages.pin("value", "{1.0f,2.0f}")),
        pages.use("B", "Square"),
        pages.wire("A.output", "B.x"),
    )
    found["page.svg"] = {"page.svg": text.encode("utf-16")}
    return found


def damaged(seed: int, given: dict[str, Files], folder: Path) -> Path:
    """Write a damaged source into an empty folder, and return the path to open."""
    chance = random.Random(seed)
    name = chance.choice(list(given))
    files = dict(given[name])
    hit = next(iter(files)) if chance.random() < 0.7 else chance.choice(list(files))
    others = chance.choice(list(chance.choice(list(given.values())).values()))
    change = next(change for end, change in _CHANGES if hit.endswith(end))
    files[hit] = change(chance, files[hit], others)
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder / name
