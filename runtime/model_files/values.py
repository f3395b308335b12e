"""The values of variables in files, by name: TensorFlow's checkpoints, safetensors, and .npz."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf

from blockloom.blocks import weights
from blockloom.blocks.dtypes import DTYPES, plain
from blockloom.blocks.files import FileError
from blockloom.blocks.phrases import join, phrase
from blockloom.blocks.replacing import replacing
from blockloom.runtime.results import summaries
from blockloom.runtime.runner import Runner
from blockloom.runtime.state import Sought

_TOLD = 5       # names that an error tells


def restore(runner: Runner, path: Path) -> dict[str, Any]:
    """Give the variables of a page the values in a file: see Runner.restore. With the `results` that are known then;
    `refused` says why not."""
    try:
        given, missing = runner.restore(lambda sought: restored(path, sought))
        return {"restored": given, "missing": missing, "step": runner.steps, "results": summaries(runner.latest())}
    except (ValueError, OSError, tf.errors.OpError) as error:
        return {"refused": str(error)}


def store(runner: Runner, path: Path) -> dict[str, Any]:
    """Write the values of the variables of a page into a file: see `write`. Gives what was `stored`, by shared_name;
    `refused` says why not."""
    found = runner.values()
    try:
        if not found:
            raise ValueError(phrase("no variable has a value: run the page first"))
        with replacing(path) as beside:
            write(beside, found)
        return {"stored": sorted(found)}
    except (FileError, ValueError, OSError, tf.errors.OpError) as error:
        return {"refused": str(error)}


def restored(path: Path, sought: Sought) -> dict[str, np.ndarray]:
    """The values of these names from a checkpoint, by its prefix or its .index, or from an .npz or .safetensors file.
    Raises ValueError that tells which are missing, or of another dtype or shape, and OSError."""
    names, shape_of, read = (_npz if path.suffix == ".npz" else _safetensors if path.suffix == ".safetensors" else
                             _checkpoint)(path)
    wanted = {name: one for name, one in sought.items() if name in names or not one[2]}
    missing = sorted(wanted.keys() - set(names))
    if missing:
        raise ValueError(phrase("{} has no values for {}; it has: {}", path, _list(missing),
                                _list(sorted(names)) or phrase("nothing")))
    for name, (dtype, shape, _) in wanted.items():
        found, its = shape_of(name)
        if DTYPES[dtype].label != found or shape is not None and (
                len(shape) != len(its) or any(want not in (-1, have) for want, have in zip(shape, its))):
            raise ValueError(phrase("{}: {} is {} of the shape {}, and the variable is {} of the shape {}", path, name,
                                    found, list(its), DTYPES[dtype].label, "?" if shape is None else list(shape)))
    return {name: read(name) for name in wanted}


def _list(names: Iterable[str]) -> str:
    names = list(names)
    return join(", ", [*names[:_TOLD], *(["..."] if len(names) > _TOLD else [])])


Found = tuple[Iterable[str], Callable[[str], tuple[str, tuple[int, ...]]], Callable[[str], np.ndarray]]


def _checkpoint(path: Path) -> Found:
    prefix = str(path).removesuffix(".index")
    if not Path(f"{prefix}.index").is_file():
        raise FileNotFoundError(phrase("{}: there is no checkpoint of this name, which would be {}", path,
                                       f"{prefix}.index"))
    try:
        reader = tf.train.load_checkpoint(prefix)
    except (tf.errors.OpError, RuntimeError, ValueError) as error:
        raise ValueError(phrase("{}: the checkpoint cannot be read: {}", path, error)) from None
    shapes, dtypes = reader.get_variable_to_shape_map(), reader.get_variable_to_dtype_map()

    def read(name: str) -> np.ndarray:
        try:
            return np.asarray(reader.get_tensor(name))
        except (tf.errors.OpError, RuntimeError, ValueError) as error:
            raise ValueError(phrase("{}: {} cannot be read: {}", path, name, error)) from None
    return shapes, lambda name: (dtypes[name].name, tuple(shapes[name])), read


def _npz(path: Path) -> Found:
    try:
        found = np.load(path, allow_pickle=False)
        arrays = {name: found[name] for name in found.files}
    except FileNotFoundError:
        raise
    except Exception as error:      # whatever numpy and zipfile make of a file that is broken
        raise ValueError(phrase("{}: not an .npz file of numbers: {}", path, error)) from None
    return arrays, lambda name: (arrays[name].dtype.name, arrays[name].shape), arrays.__getitem__


def _safetensors(path: Path) -> Found:
    found = weights.opened(path)
    return found.entries, lambda name: (DTYPES[found.entries[name].dtype].label, found.entries[name].shape), \
        lambda name: found.array(name)[0]


def write(path: Path, values: Mapping[str, np.ndarray]) -> None:
    """Write the values as .npz, .safetensors, or as a checkpoint of the prefix `path`. Raises ValueError for what
    safetensors cannot hold, such as texts."""
    if path.suffix == ".safetensors":
        weights.write(values, path)
    elif path.suffix == ".npz":
        with open(path, "wb") as file:
            np.savez(file, **{name: plain(value) for name, value in values.items()})
    else:
        write_checkpoint(path, values)


def write_checkpoint(prefix: Path, values: Mapping[str, np.ndarray]) -> None:
    """Write PREFIX.index and PREFIX.data-00000-of-00001. Raises tf.errors.OpError."""
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        names = sorted(values)
        fed = [tf.compat.v1.placeholder(values[name].dtype, values[name].shape) if values[name].dtype != object else
               tf.compat.v1.placeholder(tf.string, values[name].shape) for name in names]
        save = tf.raw_ops.SaveV2(prefix=str(prefix), tensor_names=names, shape_and_slices=[""] * len(names),
                                 tensors=fed) if names else tf.no_op()
        session.run(save, {one: values[name] for one, name in zip(fed, names)})
