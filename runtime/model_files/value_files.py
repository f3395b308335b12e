"""Files with the values of variables by name: TensorFlow's checkpoints, safetensors, and .npz."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf
from numpy.lib import format as npy

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.files.atomic_replace import replacing
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.phrases import join, phrase
from blockloom.blocks.values.dtypes import DTYPES, fetched_array, plain
from blockloom.blocks.weights import weight_files
from blockloom.runtime.model_files.checkpoints import Checkpoint
from blockloom.runtime.model_files.signature_graphs import shared_name
from blockloom.runtime.model_files.variable_map import VariableMap, is_compatible, proposed
from blockloom.runtime.protocol.records import ShownStep
from blockloom.runtime.protocol.replies import RestoreVariablesReply, SaveVariablesReply
from blockloom.runtime.run.runner import Runner
from blockloom.runtime.run.variable_state import Sought

_TOLD = 5  # most names that an error lists
_NUMBER = re.compile(r"_\d+$")


def restore(runner: Runner, path: Path, map_variables: str = "") -> RestoreVariablesReply:
    """Set the variables of a page to the values in a file: see `Runner.restore`.

    `map_variables` is the file of a `VariableMap`.
    """

    def given_to(sought: Sought) -> dict[str, np.ndarray]:
        values = restored(path, sought, variable_map)
        if variable_map is not None:
            nodes = (op.node_def for op in runner.program.graph.get_operations() if traits_of(op.type).variable)
            variable_map.check_used(map(shared_name, nodes))
        return values

    try:
        variable_map = VariableMap(Path(map_variables)) if map_variables else None
        given, missing = runner.restore(given_to)
        return RestoreVariablesReply(
            given, missing, ShownStep(runner.shown, runner.summarise(runner.latest()), is_partial=True)
        )
    except (FileError, ValueError, OSError, tf.errors.OpError) as error:
        return RestoreVariablesReply(refusal=str(error))


def store(runner: Runner, path: Path) -> SaveVariablesReply:
    """Write the values of a page's variables to a file: see `write`."""
    values = runner.values()
    try:
        if not values:
            raise ValueError(phrase("no variable has a value: run the page first"))
        with replacing(path) as beside:
            write(beside, values)
        return SaveVariablesReply(sorted(values))
    except (FileError, ValueError, OSError, tf.errors.OpError) as error:
        return SaveVariablesReply(refusal=str(error))


def restored(path: Path, sought: Sought, variable_map: VariableMap | None = None) -> dict[str, np.ndarray]:
    """Return the values of variables in a checkpoint (prefix or .index), .npz or .safetensors file.

    Args:
        sought: The variables.
        variable_map: The names of variables in the file, if they differ.

    Raises:
        ValueError: A value is missing, or has another dtype or shape.
        OSError: The file cannot be read.
    """
    names, described, read = entries(path)
    keys = {name: key for name in sought if (key := names.get(name)) is not None}
    if variable_map is not None:
        keys |= variable_map.keys(sought, names, path)
    if isinstance(names, _Objects):
        keys |= names.numbered(sought.keys() - keys.keys(), keys.values())
    missing = sorted(name for name, wanted in sought.items() if name not in keys and not wanted[2])
    if missing:
        raise ValueError(
            phrase(
                "{} has no values for {}; it has: {}. If it has them by other names, map the variables by a file "
                "with these lines; a line with # has no proposal:\n{}",
                path,
                _list(missing),
                _list(sorted(names)) or phrase("nothing"),
                proposed(missing, sought, names, keys.values(), described),
            )
        )
    in_file = {key: name for name, key in names.items()}
    for name, key in keys.items():
        (dtype, shape, _), (label, its) = sought[name], described(key)
        if not is_compatible(sought[name], label, its):
            raise ValueError(
                phrase(
                    "{}: {} is {} of the shape {}, and the variable is {} of the shape {}",
                    path if variable_map is None else variable_map.place(name) or path,
                    in_file.get(key, key),
                    label,
                    list(its),
                    DTYPES[dtype].label,
                    "?" if shape is None else list(shape),
                )
            )
    return {name: read(key) for name, key in keys.items()}


class _Objects(dict[str, str]):
    """The names in a checkpoint of TensorFlow 2, and the keys of their values."""

    def numbered(self, names: Iterable[str], taken: Iterable[str]) -> dict[str, str]:
        """Return the keys of names that a graph has numbered, by the names without the numbers, unless taken."""
        found: dict[str, str] = {}
        for name in sorted(names):
            key = self.get(_NUMBER.sub("", name))
            if key is not None and key not in {*taken, *found.values()}:
                found[name] = key
        return found


def _list(names: Iterable[str]) -> str:
    names = list(names)
    return join(", ", [*names[:_TOLD], *(["..."] if len(names) > _TOLD else [])])


# (name -> key of its value; function from key to dtype and shape; function from key to value)
Found = tuple[Mapping[str, str], Callable[[str], tuple[str, tuple[int, ...]]], Callable[[str], Any]]


def entries(path: Path) -> Found:
    """Return the contents of a file of values, by its extension.

    Raises:
        ValueError: The file is invalid.
        OSError: The file cannot be read.
    """
    return (_npz if path.suffix == ".npz" else _safetensors if path.suffix == ".safetensors" else _checkpoint)(path)


def _checkpoint(path: Path) -> Found:
    prefix = str(path).removesuffix(".index")
    if not Path(f"{prefix}.index").is_file():
        raise FileNotFoundError(
            phrase("{}: there is no checkpoint of this name, which would be {}", path, f"{prefix}.index")
        )
    try:
        reader = tf.train.load_checkpoint(prefix)
    except (tf.errors.OpError, RuntimeError, ValueError) as error:
        raise ValueError(phrase("{}: the checkpoint cannot be read: {}", path, error)) from None
    shapes, dtypes = reader.get_variable_to_shape_map(), reader.get_variable_to_dtype_map()

    def read(name: str) -> np.ndarray:
        try:
            return fetched_array(reader.get_tensor(name))
        except (tf.errors.OpError, RuntimeError, ValueError) as error:
            raise ValueError(phrase("{}: {} cannot be read: {}", path, name, error)) from None

    names = Checkpoint(str(prefix)).keys()
    return (
        (_Objects(names) if len(names) > len(shapes) else names),
        lambda name: (dtypes[name].name, tuple(shapes[name])),
        read,
    )


def _npz(path: Path) -> Found:
    """Read only the requested arrays of an archive, after checking their sizes."""
    if text := bounded_io.trouble(path, "weights"):
        raise ValueError(text)

    def sound(do: Callable[..., Any], *given: Any) -> Any:
        try:
            return do(*given)
        except FileNotFoundError:
            raise
        except Exception as error:  # numpy and zipfile may raise any exception for a broken file
            raise ValueError(phrase("{}: not an .npz file of numbers: {}", path, error)) from None

    def about(key: str) -> tuple[str, tuple[int, ...]]:
        with archive.open(key) as file:
            first = npy.read_magic(file) == (1, 0)
            shape, _, dtype = (npy.read_array_header_1_0 if first else npy.read_array_header_2_0)(file)
            return dtype.name, shape

    def read(key: str) -> np.ndarray:
        with archive.open(key) as file:
            return npy.read_array(file, allow_pickle=False)

    archive = sound(zipfile.ZipFile, path)
    return {key.removesuffix(".npy"): key for key in archive.namelist()}, partial(sound, about), partial(sound, read)


def _safetensors(path: Path) -> Found:
    found = weight_files.open_weights(path)
    entries = found.entries
    return (
        {name: name for name in entries},
        lambda name: (DTYPES[entries[name].dtype].label, entries[name].shape),
        lambda name: found.array(name)[0],
    )


def write(path: Path, values: Mapping[str, np.ndarray]) -> None:
    """Write values as .npz, .safetensors, or a checkpoint with the prefix `path`.

    Raises:
        ValueError: The format does not support the values: safetensors no strings, a checkpoint at least one variable.
    """
    if path.suffix == ".safetensors":
        weight_files.write(values, path)
    elif path.suffix == ".npz":
        # Like np.savez, whose parameters, such as `file`, could also be names of variables.
        with zipfile.ZipFile(path, "w") as archive:
            for name, value in values.items():
                with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                    npy.write_array(file, plain(value))
    elif values:
        write_checkpoint(path, values)
    else:
        raise ValueError(phrase("the page has no variables, and a checkpoint without any cannot be written"))


def write_checkpoint(prefix: Path, values: Mapping[str, np.ndarray]) -> None:
    """Write PREFIX.index and PREFIX.data-00000-of-00001.

    Raises:
        OpError: TensorFlow failed.
    """
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        names = sorted(values)
        fed = [
            tf.compat.v1.placeholder(values[name].dtype, values[name].shape)
            if values[name].dtype != object
            else tf.compat.v1.placeholder(tf.string, values[name].shape)
            for name in names
        ]
        save = (
            tf.raw_ops.SaveV2(prefix=str(prefix), tensor_names=names, shape_and_slices=[""] * len(names), tensors=fed)
            if names
            else tf.no_op()
        )
        session.run(save, {one: values[name] for one, name in zip(fed, names)})
