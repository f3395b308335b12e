"""Read values of variables from a checkpoint, with the nodes that would restore them."""

from __future__ import annotations

import glob
import math
import os
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.core.protobuf.trackable_object_graph_pb2 import TrackableObjectGraph

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.io import bounded_io
from blockloom.blocks.plan.plan_nodes import Node
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import DTYPES, labelled
from blockloom.runtime.model_files import bounds
from blockloom.runtime.model_files.bounds import Tell
from blockloom.runtime.model_files.model_nodes import as_held, few, maker

_OBJECTS = "_CHECKPOINTABLE_OBJECT_GRAPH"
_VALUE = "VARIABLE_VALUE"


class CheckpointValue(NamedTuple):
    """The value of a variable in a checkpoint: a tensor, or a `part` of a tensor, as a Saver writes it."""

    key: str
    part: str = ""


def restored(nodes: Mapping[str, Node[str]]) -> dict[str, CheckpointValue]:
    """Return the checkpoint values that the Saver among these nodes restores, by the variable's node."""
    sources = {}
    for node in nodes.values():
        if traits_of(node.op).assigns == "set" and len(node.inputs) >= 2:
            holder, source = _back(nodes, node.inputs[0]), _source(nodes, node.inputs[1])
            if source is not None and holder in nodes and traits_of(nodes[holder].op).variable:
                sources[holder] = source
    return sources


def restored_tables(nodes: Mapping[str, Node[str]]) -> dict[str, tuple[CheckpointValue, CheckpointValue]]:
    """Return the keys and values that the Saver among these nodes restores, by the table's node."""
    sources = {}
    for node in nodes.values():
        if traits_of(node.op).refills and len(node.inputs) == 3:
            keys, values = (_source(nodes, tensor) for tensor in node.inputs[1:])
            if keys is not None and values is not None:
                sources[_back(nodes, node.inputs[0])] = keys, values
    return sources


def _source(nodes: Mapping[str, Node[str]], tensor: str) -> CheckpointValue | None:
    """Return the checkpoint value of a tensor; None if the tensor does not come from the checkpoint."""
    tensor = _back(nodes, tensor)
    node, number = nodes.get(maker(tensor)), tensor.partition(":")[2]
    if node is None or node.op != "RestoreV2":
        return None
    key, part = (_text(nodes, texts, int(number or 0)) for texts in node.inputs[1:3])
    return CheckpointValue(key, part) if key else None


def _back(nodes: Mapping[str, Node[str]], tensor: str) -> str:
    """Return the source of a tensor, skipping ops that only pass it on."""
    for _ in range(len(nodes)):
        node = nodes.get(maker(tensor))
        if node is None or not traits_of(node.op).restores_through or not node.inputs:
            break
        tensor = node.inputs[0]
    return tensor


def _text(nodes: Mapping[str, Node[str]], const: str, number: int) -> str:
    node = nodes.get(const)
    texts = node.attrs.get("value", ("", None))[1] if node is not None and node.op == "Const" else None
    return (
        texts.array.flat[number].decode("utf-8", "replace")
        if texts is not None and texts.dtype == "DT_STRING" and number < texts.array.size
        else ""
    )


def is_checkpoint(prefix: str) -> bool:
    """Return whether files of a checkpoint have this prefix (a single file before TensorFlow 1)."""
    return os.path.isfile(f"{prefix}.index") or os.path.isfile(prefix)


class Checkpoint:
    """The files PREFIX.index and PREFIX.data-...

    Raises:
        FileError: A file is missing or damaged.
    """

    def __init__(self, prefix: str):
        self.prefix, name = prefix, os.path.basename(prefix)
        if not is_checkpoint(prefix):
            raise FileError(
                phrase(
                    "{}: the checkpoint with the values of the variables is missing: it consists of the files "
                    "{}.index and {}.data-...; copy them to the folder of the model",
                    prefix,
                    name,
                    name,
                )
            )
        for file in glob.glob(f"{glob.escape(prefix)}.*"):
            if not file.endswith(".meta") and (text := bounded_io.trouble(file, "weights")):
                raise FileError(text)
            bounds.add(file)
        try:
            self._reader = tf.compat.v1.train.NewCheckpointReader(prefix)
            self.shapes: dict[str, list[int]] = self._reader.get_variable_to_shape_map()
            self._dtypes = self._reader.get_variable_to_dtype_map()
        except Exception as error:
            raise self._damaged(error) from None
        self._objects: TrackableObjectGraph | None = None

    @property
    def objects(self) -> TrackableObjectGraph:
        """The object graph that TensorFlow 2 writes; empty in other checkpoints."""
        if self._objects is None:
            self._objects = TrackableObjectGraph()
            if _OBJECTS in self.shapes:
                try:
                    self._objects.ParseFromString(self._get(_OBJECTS))
                except Exception as error:
                    raise self._damaged(error) from None
        return self._objects

    def keys(self) -> dict[str, str]:
        """Return the keys of variables by their full names."""
        named = {
            attribute.full_name: attribute.checkpoint_key
            for node in self.objects.nodes
            for attribute in node.attributes
            if attribute.name == _VALUE and attribute.checkpoint_key in self.shapes
        }
        return {key: key for key in self.shapes} | named

    def values(
        self,
        nodes: Mapping[str, Node[str]],
        sources: Mapping[str, CheckpointValue],
        initial: Mapping[str, np.ndarray],
        report: list[str],
        tell: Tell,
    ) -> dict[str, np.ndarray]:
        """Return the values of all variables among the nodes, by node.

        Variables that are missing in the checkpoint get their `initial` values, else zeros, and are reported.

        Args:
            nodes: The nodes of the model.
            sources: The values that the Saver restores.
            initial: Initial values, by node.
            report: Gets sentences about missing values.
            tell: Gets the progress.

        Raises:
            FileError: The dtype or shape of a value differs from the node's.
        """
        holders = [node for node in nodes.values() if traits_of(node.op).variable]
        values, begun, missing, unknown, keys = {}, [], [], [], None
        for done, node in enumerate(holders):
            tell(phrase("reading the values of variables"), done / len(holders))
            source = sources.get(node.name)
            if source is None or source.key not in self.shapes:
                keys = self.keys() if keys is None else keys
                shared = node.attrs.get("shared_name", ("", b""))[1]
                names = [name for name in (node.name, shared.decode("utf-8", "replace")) if name in keys]
                source = CheckpointValue(keys[names[0]]) if names else None
            if source is None:
                if node.name in initial:
                    begun.append(node.name)
                    values[node.name] = initial[node.name]
                elif (zeros := _zeros(node)) is None:
                    unknown.append(node.name)
                else:
                    missing.append(node.name)
                    values[node.name] = zeros
                continue
            values[node.name] = self._checked(node, source)
        if begun:
            report.append(
                phrase("the checkpoint has no values of {}: they begin as the graph initialises them", few(begun))
            )
        if missing:
            report.append(phrase("the checkpoint has no values of {}: they begin with zeros", few(missing)))
        if unknown:
            report.append(
                phrase(
                    "the checkpoint has no values of {}, and their shapes are not known: they have none "
                    "until something assigns one",
                    few(unknown),
                )
            )
        return values

    def array(self, source: CheckpointValue, dtype: str) -> np.ndarray:
        """Return a value of the checkpoint.

        Raises:
            FileError: The checkpoint does not have this tensor with this dtype.
        """
        if source.key not in self.shapes:
            raise FileError(phrase("{}: the checkpoint has no {}", self.prefix, source.key))
        array = self._array(source)
        if DTYPES[dtype].label != _label(array):
            raise FileError(
                phrase("{} is of {} in the checkpoint, and of {} in the model", source.key, array.dtype.name, dtype)
            )
        return array

    def _array(self, source: CheckpointValue) -> np.ndarray:
        bounds.take(math.prod(self.shapes[source.key]) * self._dtypes[source.key].size)
        array = self._get(source.key)
        return array[_part(source.part, array.shape)] if source.part else array

    def _checked(self, node: Node[str], source: CheckpointValue) -> np.ndarray:
        array = self._array(source)
        dtype, shape = node.attrs["dtype"][1], node.attrs.get("shape", ("", None))[1]
        if shape is not None and not (
            len(shape) == array.ndim and all(a in (b, -1) for a, b in zip(shape, array.shape))
        ):
            raise FileError(
                phrase(
                    "the variable {} is of shape {}, and its value in the checkpoint, {}, of shape {}: "
                    "the checkpoint belongs to another model",
                    node.name,
                    shape,
                    source.key,
                    list(array.shape),
                )
            )
        info = DTYPES[dtype]
        if info.label != _label(array):
            raise FileError(
                phrase(
                    "the variable {} is of dtype {}, and its value in the checkpoint, {}, of {}: they "
                    "are of different models",
                    node.name,
                    dtype,
                    source.key,
                    array.dtype.name,
                )
            )
        held = as_held(array, info.via)
        return held if info.via == info.label or info.family == "s" else labelled(held, info.label)

    def _get(self, key: str) -> Any:
        try:
            return self._reader.get_tensor(key)
        except Exception as error:
            raise self._damaged(error) from None

    def _damaged(self, error: Exception) -> FileError:
        return FileError(
            phrase(
                "{}: the checkpoint cannot be read: it is damaged or incomplete ({})",
                self.prefix,
                str(error).splitlines()[0][:200] if str(error) else type(error).__name__,
            )
        )


def _label(array: np.ndarray) -> str:
    """Return the dtype of a checkpoint value as `DTYPES` labels it."""
    return array.dtype.name if array.dtype != object else "string"


def _zeros(node: Node[str]) -> np.ndarray | None:
    """Return zeros for a variable without a value; None if its shape is unknown."""
    info, shape = DTYPES[node.attrs["dtype"][1]], node.attrs.get("shape", ("", None))[1]
    if shape is None or -1 in shape or info.via == "-":
        return None
    bounds.take(math.prod(shape) * np.dtype(info.via).itemsize)
    held = np.full(shape, b"", object) if info.family == "s" else np.zeros(shape, info.via)
    return held if info.via == info.label or info.family == "s" else labelled(held, info.label)


def _part(text: str, whole: tuple[int, ...]) -> tuple[slice, ...]:
    """Return the slices of a text such as `4 10 0,2:-`: the sizes of the whole, then start and length of each."""
    try:
        cuts = text.split(" ")[-1].split(":")
        slices = tuple(
            slice(None) if cut == "-" else slice(start := int(cut.split(",")[0]), start + int(cut.split(",")[1]))
            for cut in cuts
        )
    except (ValueError, IndexError):
        slices = ()
    if len(slices) != len(whole):
        raise FileError(phrase("{!r} does not name a part of a tensor of shape {}", text[:100], list(whole)))
    return slices
