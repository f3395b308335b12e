"""The values of variables in files, by name: TensorFlow's checkpoints and .npz."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import numpy as np
import tensorflow as tf

from blockloom.blocks.dtypes import DTYPES, plain
from blockloom.blocks.phrases import join, phrase

Wanted = Mapping[str, tuple[str, tuple[int, ...] | None]]   # name -> dtype (DT_FLOAT) and shape, None where not known
_TOLD = 5       # names that an error tells


def restored(path: Path, wanted: Wanted) -> dict[str, np.ndarray]:
    """The values of these names from a checkpoint, by its prefix or its .index, or an .npz file. Raises ValueError that
    tells which are missing, or of another dtype or shape, and OSError."""
    names, shape_of, read = _npz(path) if path.suffix == ".npz" else _checkpoint(path)
    missing = sorted(wanted.keys() - set(names))
    if missing:
        raise ValueError(phrase("{} has no values for {}; it has: {}", path, _list(missing),
                                _list(sorted(names)) or phrase("nothing")))
    for name, (dtype, shape) in wanted.items():
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


def write(path: Path, values: Mapping[str, np.ndarray]) -> None:
    """Write the values as .npz, or as a checkpoint of the prefix `path`."""
    if path.suffix == ".npz":
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
