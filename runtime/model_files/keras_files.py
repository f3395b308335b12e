"""Keras models, .keras and .h5, by Keras itself: what the model does is traced once, and has a batch of any size.

Keras makes its layers of what a file says, so that is looked at before: only classes and functions of Keras, none that
holds code or reads other files.
"""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import h5py
import tensorflow as tf
from tensorflow.python.eager import context

from blockloom.blocks.files.documents import FileError
from blockloom.blocks.files.file_kinds import kind_of
from blockloom.blocks.from_graph.model import Model
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.phrases import phrase, why
from blockloom.runtime.model_files import bounds
from blockloom.runtime.model_files.progress import Tell
from blockloom.runtime.model_files.saved_model import DEFAULT
from blockloom.runtime.model_files.tracing import Held, NotHeld, model_of

KINDS = (".keras", ".h5", ".hdf5")
_PACKED = 50  # times as much as the file: Keras unpacks what is in it, and itself packs nothing
_WAY_OUT = phrase("save the model as a SavedModel, by model.export(FOLDER) where it was made, and open that")


def read(path: Path, tell: Tell) -> Model:
    """The model of a Keras file, with the signature `serving_default`. Raises FileError."""
    tell(phrase("reading {}", path.name), 0.0)
    try:
        with bounded_io.opened(path, "weights") as file:
            config = _config_of_zip(file) if kind_of(path) == KINDS[0] else _config_of_h5(file)
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile, RuntimeError) as error:
        if isinstance(error, OSError) and error.errno:  # those of HDF5 have no number
            raise FileError(phrase("{}: cannot be read: {}", path, why(error))) from None
        raise (
            error
            if isinstance(error, FileError)
            else FileError(
                phrase(
                    "{}: it is no model of Keras, or not whole ({}): copy it again, or save it anew",
                    path,
                    str(error)[:200],
                )
            )
        ) from None
    with context.eager_mode():
        from blockloom.runtime.model_files import keras_parts  # with Keras
    for layer in keras_parts.objects(config):
        if text := keras_parts.fault(layer):
            name = layer.get("config", {}).get("name") if isinstance(layer.get("config"), dict) else None
            raise FileError(
                phrase(
                    "{}: {} ({}): {}. What you can do: {}",
                    path,
                    name or layer.get("class_name"),
                    layer.get("class_name"),
                    text,
                    _WAY_OUT,
                )
            )
    tell(phrase("Keras makes its layers"), 0.2)
    with context.eager_mode():
        try:
            import keras

            if keras.backend.backend() != "tensorflow":
                raise FileError(phrase("Keras is set to another backend than TensorFlow (KERAS_BACKEND)"))
            with _named_as_keras_wants(path) as named, tf.variable_creator_scope(_counted):
                model = keras.saving.load_model(named, compile=False, safe_mode=True)
            tell(phrase("TensorFlow traces what it does"), 0.6)
            return _traced(model)
        except (FileError, MemoryError):
            raise
        except tf.errors.ResourceExhaustedError:
            raise MemoryError from None
        except Exception as error:
            lines = str(error).strip().splitlines() or [type(error).__name__]
            raise FileError(phrase("{}: Keras cannot make the model: {}", path, lines[0][:300])) from None


def _counted(create: Callable[..., tf.Variable], **about: Any) -> tf.Variable:
    """A variable, which counts."""
    variable = create(**about)
    bounds.take(variable.shape.num_elements() * variable.dtype.size)
    return variable


@contextlib.contextmanager
def _named_as_keras_wants(path: Path) -> Iterator[Path]:
    """The same file under a name by which Keras knows what it is."""
    kind = kind_of(path)
    if path.suffix == kind:
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        named = Path(folder, path.stem + kind)
        try:
            named.symlink_to(path.absolute())
        except OSError:  # Windows asks for a privilege
            shutil.copyfile(path, named)
        yield named


# --- what is in the file ----------------------------------------------------------------------------------------------


def _config_of_zip(file: Any) -> Any:
    with zipfile.ZipFile(file) as parts:
        if parts.getinfo("config.json").file_size > bounded_io.LIMITS["document"]:
            raise ValueError(phrase("its config is too large"))
        size = sum(part.file_size for part in parts.infolist())
        bounds.take(size)
        if size > max(_PACKED * os.fstat(file.fileno()).st_size, bounded_io.MIB):
            raise ValueError(phrase("what it unpacks to is too large"))
        config = bounded_io.parsed(parts.read("config.json"))
        for name in parts.namelist():
            if name.endswith(".h5"):
                # HDF5 goes to and fro in a file, and what is packed is unpacked from its beginning with each way back.
                with parts.open(name) as packed, tempfile.TemporaryFile() as weights:
                    shutil.copyfileobj(packed, weights, bounded_io.MIB)
                    with h5py.File(weights, "r") as archive_file:
                        _without_links(archive_file)
        return config


def _config_of_h5(file: Any) -> Any:
    with h5py.File(file, "r") as found:
        if "model_config" not in found.attrs:
            raise FileError(
                phrase("it holds weights, and not what the model is: save the whole model, by model.save(FILE)")
            )
        _without_links(found)
        config = found.attrs["model_config"]
        return bounded_io.parsed(config if isinstance(config, str | bytes) else str(config))


def _without_links(file: h5py.File) -> None:
    """Raises FileError where values of it lie in other files. Groups may be in each other twice, or in themselves."""
    todo, seen = [file["/"]], set()
    while todo:
        group = todo.pop()
        if (number := h5py.h5o.get_info(group.id).addr) in seen:
            continue
        seen.add(number)
        for name in group:
            item = None if isinstance(group.get(name, getlink=True), h5py.ExternalLink) else group[name]
            if item is None or isinstance(item, h5py.Dataset) and (item.external or item.is_virtual):
                raise FileError(phrase("what it holds as {} lies in another file, which is not read", name))
            if isinstance(item, h5py.Dataset):
                bounds.take(item.nbytes)
            if isinstance(item, h5py.Group):
                todo.append(item)


# --- what the model does ----------------------------------------------------------------------------------------------


def _traced(model: Any) -> Model:
    if not getattr(model, "inputs", None):
        raise FileError(
            phrase("the model does not say which inputs it takes: call it once with some before it is saved")
        )
    import keras

    inputs = [tensor._keras_history.operation.name for tensor in model.inputs]
    layers = list(model._flatten_layers())
    state = [
        state_part
        for layer in layers
        for state_part in keras.tree.flatten(getattr(layer, "states", None) or ())
        if layer.stateful
    ]
    # What keeps a state from call to call has one for each element of a batch: of its size.
    specs = [
        tf.TensorSpec((tensor.shape[0] if state else None, *tensor.shape[1:]), tensor.dtype, name)
        for tensor, name in zip(model.inputs, inputs)
    ]
    given = getattr(model, "_functional", None) or model
    form = given._inputs_struct if hasattr(given, "_inputs_struct") else model.inputs
    titles: dict[str, str] = {}
    for layer in layers:
        _tell_scope(layer, titles)
    concrete = tf.function(
        lambda *fed: model(keras.tree.pack_sequence_as(form, list(fed)), training=False), autograph=False
    ).get_concrete_function(*specs)
    variables = {
        id(weight.value.handle): Held(weight.path, weight.value, weight.trainable)
        for weight in (*model.variables, *state)
        if hasattr(weight.value, "handle")
    }
    try:
        found = model_of(
            concrete,
            DEFAULT,
            dict(zip(inputs, specs)),
            _output_names(given, len(concrete.outputs)),
            variables,
            f"{DEFAULT}_",
        )
        found.titles = titles
        return found
    except NotHeld:
        raise FileError(
            phrase(
                "the model looks things up in tables (StringLookup, TextVectorization ...), which a "
                "file of Keras does not hold as TensorFlow needs them. What you can do: {}",
                _WAY_OUT,
            )
        ) from None


def _tell_scope(layer: Any, titles: dict[str, str]) -> None:
    """Have a layer note its name under the scope of the nodes that it makes: Keras opens a scope of that name for each
    call, and TensorFlow numbers those that it has had.
    """
    call = layer.call

    @functools.wraps(call)
    def told(*args: Any, **named: Any) -> Any:
        titles[tf.get_current_name_scope()] = layer.name
        return call(*args, **named)

    layer.call = told


def _output_names(model: Any, count: int) -> list[str]:
    form = getattr(model, "_outputs_struct", None)
    names = sorted(form) if isinstance(form, dict) else list(getattr(model, "output_names", ()))
    return names if len(names) == count == len({*names}) else [f"output_{number}" for number in range(count)]
