"""Keras models, .keras and .h5, by Keras itself: what the model does is traced once, and has a batch of any size.

Keras makes its layers of what a file says, so that is looked at before: only classes and functions of Keras, none that
holds code or reads other files.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import h5py
import tensorflow as tf
from tensorflow.python.eager import context

from blockloom.blocks import reading
from blockloom.blocks.files import FileError
from blockloom.blocks.from_graph.model import Model
from blockloom.blocks.phrases import phrase, why
from blockloom.runtime.model_files.progress import Tell
from blockloom.runtime.model_files.saved_model import DEFAULT
from blockloom.runtime.model_files.tracing import Held, NotHeld, model_of

_CODE = phrase("it holds Python code, which is not run")
_ELSEWHERE = phrase("it calls a model in another file or of another framework")
_REFUSED = {"Lambda": _CODE, "__lambda__": _CODE, "TFSMLayer": _ELSEWHERE, "JaxLayer": _ELSEWHERE,
            "FlaxLayer": _ELSEWHERE, "TorchModuleWrapper": _ELSEWHERE}
_FILES = ("vocabulary", "idf_weights")      # texts there are the names of files
_PACKED = 50    # times as much as the file: Keras unpacks what is in it, and itself packs nothing
_WAY_OUT = phrase("save the model as a SavedModel, by model.export(FOLDER) where it was made, and open that")


def read(path: Path, tell: Tell) -> Model:
    """A Keras model: its signature is `serving_default`, by the names of its inputs and outputs. Raises FileError."""
    tell(phrase("reading {}", path.name), 0.0)
    try:
        with reading.opened(path, "weights") as file:
            config = _config_of_zip(file) if path.suffix.lower() == ".keras" else _config_of_h5(file)
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile, RuntimeError) as error:
        if isinstance(error, OSError) and error.errno:     # those of HDF5 have no number
            raise FileError(phrase("{}: cannot be read: {}", path, why(error))) from None
        raise error if isinstance(error, FileError) else FileError(phrase(
            "{}: it is no model of Keras, or not whole ({}): copy it again, or save it anew", path,
            str(error)[:200])) from None
    for layer in _layers(config):
        if text := _fault(layer):
            name = layer.get("config", {}).get("name") if isinstance(layer.get("config"), dict) else None
            raise FileError(phrase("{}: {} ({}): {}. What you can do: {}", path, name or layer.get("class_name"),
                                   layer.get("class_name"), text, _WAY_OUT))
    tell(phrase("Keras makes its layers"), 0.2)
    with context.eager_mode():
        try:
            import keras
            if keras.backend.backend() != "tensorflow":
                raise FileError(phrase("Keras is set to another backend than TensorFlow (KERAS_BACKEND)"))
            model = keras.saving.load_model(path, compile=False, safe_mode=True)
            tell(phrase("TensorFlow traces what it does"), 0.6)
            return _traced(model)
        except FileError:
            raise
        except Exception as error:
            text = str(error).strip().splitlines() or [type(error).__name__]
            raise FileError(phrase("{}: Keras cannot make the model: {}", path, text[0][:300])) from None


# --- what is in the file ----------------------------------------------------------------------------------------------

def _config_of_zip(file: Any) -> Any:
    with zipfile.ZipFile(file) as parts:
        if parts.getinfo("config.json").file_size > reading.LIMITS["document"]:
            raise ValueError(phrase("its config is too large"))
        most = max(_PACKED * os.fstat(file.fileno()).st_size, reading.MIB)
        if sum(part.file_size for part in parts.infolist()) > most:
            raise ValueError(phrase("what it unpacks to is too large"))
        config = reading.parsed(parts.read("config.json"))
        for name in parts.namelist():
            if name.endswith(".h5"):
                with parts.open(name) as weights, h5py.File(weights, "r") as found:
                    _without_links(found)
        return config


def _config_of_h5(file: Any) -> Any:
    with h5py.File(file, "r") as found:
        if "model_config" not in found.attrs:
            raise FileError(phrase("it holds weights, and not what the model is: save the whole model, by "
                                   "model.save(FILE)"))
        _without_links(found)
        config = found.attrs["model_config"]
        return reading.parsed(config if isinstance(config, str | bytes) else str(config))


def _without_links(file: h5py.File) -> None:
    """Raises FileError where values of it lie in other files. Groups may be in each other twice, or in themselves."""
    todo, seen = [file["/"]], set()
    while todo:
        group = todo.pop()
        if (number := h5py.h5o.get_info(group.id).addr) in seen:
            continue
        seen.add(number)
        for name in group:
            found = None if isinstance(group.get(name, getlink=True), h5py.ExternalLink) else group[name]
            if found is None or isinstance(found, h5py.Dataset) and (found.external or found.is_virtual):
                raise FileError(phrase("what it holds as {} lies in another file, which is not read", name))
            if isinstance(found, h5py.Group):
                todo.append(found)


def _layers(config: Any) -> Iterator[Mapping[str, Any]]:
    """Every object that Keras would make of a config, the outermost first."""
    todo = [config]
    while todo:
        one = todo.pop()
        if isinstance(one, dict):
            if "class_name" in one:
                yield one
            todo += list(one.values())[::-1]
        elif isinstance(one, list):
            todo += one[::-1]


def _fault(layer: Mapping[str, Any]) -> str:
    """Why an object is not made; "" where it is."""
    name, module, registered = (layer.get(key) for key in ("class_name", "module", "registered_name"))
    if not isinstance(name, str) or module is not None and not isinstance(module, str):
        return phrase("it has no proper name")
    if name in _REFUSED:
        return _REFUSED[name]
    if (isinstance(registered, str) if module is None else module.split(".")[0] not in ("keras", "builtins")) or \
            ">" in f"{name}{registered}":
        return phrase("it is no part of Keras, and its code is in no file")
    config = layer.get("config")
    if isinstance(config, dict) and any(isinstance(config.get(key), str) for key in _FILES):
        return phrase("it reads another file, {!r}", next(config[key] for key in _FILES if key in config))
    return ""


# --- what the model does ----------------------------------------------------------------------------------------------

def _traced(model: Any) -> Model:
    if not getattr(model, "inputs", None):
        raise FileError(phrase("the model does not say which inputs it takes: call it once with some before it is "
                               "saved"))
    import keras
    inputs = [tensor._keras_history.operation.name for tensor in model.inputs]
    specs = [tf.TensorSpec((None, *tensor.shape[1:]), tensor.dtype, name) for tensor, name in zip(model.inputs, inputs)]
    given = getattr(model, "_functional", None) or model
    form = given._inputs_struct if hasattr(given, "_inputs_struct") else model.inputs
    concrete = tf.function(lambda *fed: model(keras.tree.pack_sequence_as(form, list(fed)), training=False),
                           autograph=False).get_concrete_function(*specs)
    variables = {id(weight.value.handle): Held(weight.path, weight.value, weight.trainable)
                 for weight in model.variables if hasattr(weight.value, "handle")}
    try:
        return model_of(concrete, DEFAULT, dict(zip(inputs, specs)), _output_names(given, len(concrete.outputs)),
                        variables, f"{DEFAULT}_")
    except NotHeld:
        raise FileError(phrase("the model looks things up in tables (StringLookup, TextVectorization ...), which a "
                               "file of Keras does not hold as TensorFlow needs them. What you can do: {}",
                               _WAY_OUT)) from None


def _output_names(model: Any, count: int) -> list[str]:
    form = getattr(model, "_outputs_struct", None)
    names = sorted(form) if isinstance(form, dict) else list(getattr(model, "output_names", ()))
    return names if len(names) == count == len({*names}) else [f"output_{number}" for number in range(count)]
