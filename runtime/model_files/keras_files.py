"""Keras models, .keras and .h5: Keras builds the model, and TensorFlow traces it once, for any batch size.

The config in a file names the classes and functions that Keras calls. It is checked before: only classes and functions
of Keras and TensorFlow for building models are allowed, without code, and without access to other files.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import math
import os
import re
import shutil
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import h5py
import tensorflow as tf
from tensorflow.core.protobuf.saved_model_pb2 import SavedModel
from tensorflow.python.eager import context
from tensorflow.python.trackable.resource import TrackableResource

from blockloom.blocks.files.documents import FileError
from blockloom.blocks.files.feeds import random_values
from blockloom.blocks.files.file_kinds import kind_of
from blockloom.blocks.from_graph.model import Model, Sample
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.phrases import Phrase, file_error_reason, phrase
from blockloom.blocks.values.dtypes import name_of
from blockloom.runtime.model_files import bounds, saved_model
from blockloom.runtime.model_files.bounds import Tell, nobody
from blockloom.runtime.model_files.keras_libraries import REFUSED, KerasLibrary, library_of, reason
from blockloom.runtime.model_files.saved_model import DEFAULT
from blockloom.runtime.model_files.tracing import CapturedVariable, CaptureError, model_of

KINDS = (".keras", ".h5", ".hdf5")
_LENGTHS, _BATCH = (5, 64, 400), 2  # lengths of a series, and the batch size, of an input to try
_TRIAL = 10.0  # seconds for trying a model
_PACKED = 50  # most unpacked bytes per byte of the file: Keras unpacks a file, but does not compress files itself


def read(path: Path, tell: Tell) -> Model:
    """Return the model of a Keras file, with the signature `serving_default`.

    Raises:
        FileError: The file cannot be read, or Keras cannot build the model.
    """
    tell(phrase("reading {}", path.name), 0.0)
    try:
        with bounded_io.open_bounded(path, "weights") as file:
            config, version = _config_of_zip(file) if kind_of(path) == KINDS[0] else _config_of_h5(file)
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile, RuntimeError) as error:
        if isinstance(error, OSError) and error.errno:  # errors of HDF5 have no errno
            raise FileError(phrase("{}: cannot be read: {}", path, file_error_reason(error))) from None
        raise (
            error
            if isinstance(error, FileError)
            else FileError(
                phrase(
                    "{} is not a complete Keras model ({}). Copy or save it again.",
                    path,
                    str(error)[:200],
                )
            )
        ) from None
    tell(phrase("Keras makes its layers"), 0.2)
    with context.eager_mode():
        library = library_of(*version)
        _check(config, library)
        try:
            with _named_as_keras_wants(path) as named, tf.variable_creator_scope(_counted):
                model = library.load(named)
            tell(phrase("TensorFlow traces what it does"), 0.6)
            return _traced(model, library)
        except (FileError, MemoryError):
            raise
        except tf.errors.ResourceExhaustedError:
            raise MemoryError from None
        except Exception as error:
            raise FileError(
                phrase(
                    "Keras {} cannot make this model of Keras {}: {}. What you can do: {}",
                    library.keras.__version__,
                    version[1],
                    reason(error),
                    library.way_out,
                )
            ) from None


def _check(config: Any, library: KerasLibrary) -> None:
    """Raise FileError if a config names a class or function that is not allowed."""
    for layer in objects(config):
        if text := fault(layer, library):
            name = layer.get("config", {}).get("name") if isinstance(layer.get("config"), dict) else None
            raise FileError(
                phrase(
                    "{} ({}): {}. What you can do: {}",
                    name or layer.get("class_name"),
                    layer.get("class_name"),
                    text,
                    library.way_out,
                )
            )


def _counted(create: Callable[..., tf.Variable], **about: Any) -> tf.Variable:
    """Return a new variable, counted against the budget."""
    variable = create(**about)
    bounds.take(variable.shape.num_elements() * variable.dtype.size)
    return variable


@contextlib.contextmanager
def _named_as_keras_wants(path: Path) -> Iterator[Path]:
    """Context manager for the same file with the extension that Keras expects."""
    kind = kind_of(path)
    if path.suffix == kind:
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        named = Path(folder, path.stem + kind)
        try:
            named.symlink_to(path.absolute())
        except OSError:  # creating a link requires a privilege on Windows
            shutil.copyfile(path, named)
        yield named


def _config_of_zip(file: Any) -> tuple[Any, tuple[int, str]]:
    """Return the config of a .keras file, and the version of Keras that saved it."""
    with zipfile.ZipFile(file) as parts:
        if parts.getinfo("config.json").file_size > bounded_io.LIMITS["document"]:
            raise ValueError(phrase("its config is too large"))
        size = sum(part.file_size for part in parts.infolist())
        bounds.take(size)
        if size > max(_PACKED * os.fstat(file.fileno()).st_size, bounded_io.MIB):
            raise ValueError(phrase("its uncompressed size is too large"))
        config = bounded_io.parsed(parts.read("config.json"))
        for name in parts.namelist():
            if name.endswith(".h5"):
                # Copy the weights: HDF5 seeks, and each seek back in a compressed file unpacks it from the beginning.
                with parts.open(name) as packed, tempfile.TemporaryFile() as weights:
                    shutil.copyfileobj(packed, weights, bounded_io.MIB)
                    with h5py.File(weights, "r") as archive_file:
                        _without_links(archive_file)
        if isinstance(config, dict):
            config.pop("compile_config", None)  # not needed, because the model is not compiled
        about = bounded_io.parsed(parts.read("metadata.json")) if "metadata.json" in parts.namelist() else None
        return config, _version(about.get("keras_version") if isinstance(about, dict) else None, 3)


def _config_of_h5(file: Any) -> tuple[Any, tuple[int, str]]:
    """Return the config of an HDF5 file, and the version of Keras that saved it, unknown before Keras 2."""
    with h5py.File(file, "r") as found:
        if "model_config" not in found.attrs:
            raise FileError(
                phrase("it contains only the weights of a model: save the whole model with model.save(FILE)")
            )
        _without_links(found)
        config = found.attrs["model_config"]
        config = bounded_io.parsed(config if isinstance(config, str | bytes) else str(config))
        return config, _version(found.attrs.get("keras_version"), 2)


def _version(told: Any, unless: int) -> tuple[int, str]:
    """Return the major version of Keras, and its text, from the version in a file; `unless` for a file without one."""
    text = told.decode("ascii", "replace") if isinstance(told, bytes) else str(told or "")
    match = re.match(r"(\d{1,3})(\.[\w.-]{1,30})?", text)
    return (int(match[1]), match[0]) if match else (unless, str(unless))


def _without_links(file: h5py.File) -> None:
    """Raise FileError if values are in other files. Groups may contain each other twice, or themselves."""
    todo, seen = [file["/"]], set()
    while todo:
        group = todo.pop()
        if (number := h5py.h5o.get_info(group.id).addr) in seen:
            continue
        seen.add(number)
        for name in group:
            item = None if isinstance(group.get(name, getlink=True), h5py.ExternalLink) else group[name]
            if item is None or isinstance(item, h5py.Dataset) and (item.external or item.is_virtual):
                raise FileError(phrase("its item {} is in another file, which is not read", name))
            if isinstance(item, h5py.Dataset):
                bounds.take(item.nbytes)
            if isinstance(item, h5py.Group):
                todo.append(item)


def _traced(model: Any, library: KerasLibrary) -> Model:
    if not getattr(model, "inputs", None):
        raise FileError(phrase("the model has no known inputs: call it once before you save it"))
    inputs, layers = library.input_names(model), list(model._flatten_layers())
    state = [part for layer in layers if getattr(layer, "stateful", False) for part in library.states(layer)]
    # A stateful layer has one state for each element of a batch of fixed size.
    specs = [
        tf.TensorSpec((spec.shape[0] if state else None, *spec.shape[1:]), spec.dtype, name)
        for spec, name in zip(library.specs(model), inputs)
    ]
    calls = _Calls(layers)

    def call(*fed: Any) -> Any:
        return model(library.packed(model, list(fed)), training=False)

    concrete = tf.function(call, autograph=False).get_concrete_function(*specs)
    names = _output_names(*library.outputs(model), len(concrete.outputs))
    held = [library.captured_variable(weight) for weight in (*model.variables, *state)]
    variables = {id(one.variable.handle): one for one in held if hasattr(one.variable, "handle")}
    try:
        found = model_of(concrete, DEFAULT, dict(zip(inputs, specs)), names, variables, f"{DEFAULT}_")
    except CaptureError:
        found = _saved(lambda *fed: dict(zip(names, tf.nest.flatten(call(*fed)))), specs, layers, held)
    found.titles = calls.titles
    calls.until = time.monotonic() + _TRIAL
    found.sample = _sample(call, library, specs, names)
    return found


def _saved(
    call: Callable[..., Any], specs: list[tf.TensorSpec], layers: list[Any], held: list[CapturedVariable]
) -> Model:
    """Return the model of a function with tables in its layers, through a SavedModel, which contains them."""
    module = tf.Module()
    module.kept = [value for layer in layers for value in vars(layer).values() if isinstance(value, TrackableResource)]
    module.kept += [one.variable for one in held]
    with tempfile.TemporaryDirectory() as folder:
        traced = tf.function(call, autograph=False).get_concrete_function(*specs)
        tf.saved_model.save(module, folder, {DEFAULT: traced})
        file = saved_model.file_of(Path(folder))
        return saved_model.read(SavedModel.FromString(file.read_bytes()), file, nobody)


class _Calls:
    """The calls of layers, which record the names of layers by the scopes of their nodes.

    Keras opens a scope with the name of a layer for each call, and TensorFlow numbers repeated scopes. After the time
    `until` the calls raise TimeoutError.
    """

    def __init__(self, layers: Iterable[Any]):
        self.titles: dict[str, str] = {}
        self.until = math.inf
        for layer in layers:
            layer.call = self._told(layer, layer.call)

    def _told(self, layer: Any, call: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(call)
        def told(*args: Any, **named: Any) -> Any:
            if time.monotonic() > self.until:
                raise TimeoutError
            if not tf.executing_eagerly():
                self.titles[tf.get_current_name_scope()] = layer.name
            return call(*args, **named)

        return told


def _sample(call: Callable[..., Any], library: KerasLibrary, specs: list[tf.TensorSpec], names: list[str]) -> Any:
    """Return random inputs of a model and its outputs; None if it accepts none of them, or takes too long."""
    for length in _LENGTHS:
        # Unknown lengths and the batch get different sizes, so that the trial detects if they are confused.
        sizes = [[size or (length if axis else _BATCH) for axis, size in enumerate(spec.shape)] for spec in specs]
        feeds = [
            random_values(spec.name, name_of(spec.dtype.as_datatype_enum), shape) for spec, shape in zip(specs, sizes)
        ]
        fed = [tf.constant(array, spec.dtype) for array, spec in zip(feeds, specs)]
        try:
            given = tf.nest.flatten(call(*fed))
        except (TimeoutError, MemoryError, tf.errors.ResourceExhaustedError):
            return None
        except Exception:  # for example, for a series that is too short
            continue
        return Sample(
            f"Keras {library.keras.__version__}",
            DEFAULT,
            {spec.name: tensor.numpy() for spec, tensor in zip(specs, fed)},
            {name: tensor.numpy() for name, tensor in zip(names, given, strict=True)},
        )
    return None


def _output_names(form: Any, names: list[str], count: int) -> list[str]:
    names = sorted(form) if isinstance(form, dict) else names
    return names if len(names) == count == len({*names}) else [f"output_{number}" for number in range(count)]


# Check the config of a Keras model: it may name only layers, activations, initializers and similar parts of Keras.
#
# Keras creates an object for everything in a config that has a class_name, and calls any public function of its
# package, including functions that download data. So names are looked up here as Keras does, and must be of a kind
# that models consist of, without code, and without access to other files.


_FOREIGN = phrase("it is not part of Keras, and the file does not contain its code")
_FILES = ("vocabulary", "idf_weights")  # their texts are names of files
# Values that JSON does not have.
_VALUES = frozenset(
    {
        "__tuple__",
        "__tensor__",
        "__numpy__",
        "__bytes__",
        "__ellipsis__",
        "__slice__",
        "__keras_tensor__",
        "TensorShape",
        "TypeSpec",
        "CompositeTensor",
    }
)


def objects(config: Any) -> Iterator[Mapping[str, Any]]:
    """Yield every object in a Keras config that Keras would construct, the outermost first."""
    todo = [config]
    while todo:
        item = todo.pop()
        if isinstance(item, dict):
            if "class_name" in item or "__passive_serialization__" in item:
                yield item
            todo += list(item.values())[::-1]
        elif isinstance(item, list):
            todo += item[::-1]


def fault(item: Mapping[str, Any], library: KerasLibrary) -> Phrase | str:
    """Return why an object of a Keras config must not be constructed; "" if it may."""
    name, module, registered = (item.get(key) for key in ("class_name", "module", "registered_name"))
    if not isinstance(name, str) or not isinstance(module, str | None):
        return phrase("it does not have a valid name")
    if name in REFUSED:
        return REFUSED[name]
    if (
        isinstance(registered, str) if module is None else module.split(".")[0] not in (*library.heads, "builtins")
    ) or ">" in f"{name}{registered}":
        return _FOREIGN
    config = item.get("config")
    if name == "function":
        return "" if library.is_function(module, config) else _no_part(module, config)
    if name not in _VALUES:
        for meant in library.candidates(name, module):
            if meant is None and module is None:
                return _FOREIGN
            if not (inspect.isclass(meant) and issubclass(meant, library.kinds)):
                return _no_part(module, name)
            if text := library.fault_of_layer(meant, config if isinstance(config, dict) else {}):
                return text
    if isinstance(config, dict) and any(isinstance(config.get(key), str) for key in _FILES):
        return phrase("it reads another file, {!r}", next(config[key] for key in _FILES if key in config))
    return ""


def _no_part(module: str | None, name: Any) -> Phrase:
    return phrase(
        "{!r:.100} is not a layer, activation or similar part of the installed Keras",
        f"{module}.{name}" if module else name,
    )
