"""Keras 3 and Keras 2 as libraries that read model files.

This includes which of them the process has, which objects a file may name, and where each stores the inputs, outputs
and variables of a model. TensorFlow 2.16 and later come with Keras 3. Files of Keras 2 are read by tf_keras, the Keras
2 for these versions; the `keras` of TensorFlow 2.15 and earlier is Keras 2 itself.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import inspect
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import tensorflow as tf
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.util import tf_decorator, tf_export

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.text.phrases import Phrase, phrase
from blockloom.runtime.model_files.model_nodes import op_def
from blockloom.runtime.model_files.tracing import CapturedVariable

_CODE = phrase("it contains Python code, which is not run")
_ELSEWHERE = phrase("it calls a model in another file or of another framework")
# Layers and values that any version of Keras must not load.
REFUSED = {
    "Lambda": _CODE,
    "__lambda__": _CODE,
    "TFSMLayer": _ELSEWHERE,
    "JaxLayer": _ELSEWHERE,
    "FlaxLayer": _ELSEWHERE,
    "TorchModuleWrapper": _ELSEWHERE,
    "ModuleWrapper": _ELSEWHERE,
    "DropoutWrapper": _CODE,  # wraps RNN cells, with functions that Keras 2 unpickles
    "ResidualWrapper": _CODE,
}
_BUILTINS = ("activations", "losses", "metrics")  # modules to search for a function whose module is not stated
_LONGEST = 500  # most characters of a message of Keras
# Text that follows the reason in a message.
_AROUND = re.compile(r"\n+(?:Call arguments|Arguments) received by|\s*Full object config:")
_REASON = re.compile(r"Exception encountered(?: when calling [^\n]*)?[:.]?\s+")  # text that precedes the reason
_NO_FUNCTIONS = ("get", "serialize", "deserialize")
# Modules of TensorFlow whose functions compute tensors, and do not read, write, print, or call Python.
_OPS = "tensorflow.python.ops."
_COMPUTING = frozenset(
    f"{_OPS}{name}"
    for name in (
        *("array_ops", "array_ops_stack", "bincount_ops", "check_ops", "clip_ops", "confusion_matrix", "ctc_ops"),
        *("embedding_ops", "gen_array_ops", "gen_audio_ops", "gen_bitwise_ops", "gen_data_flow_ops", "gen_image_ops"),
        *("gen_linalg_ops", "gen_math_ops", "gen_nn_ops", "gen_parsing_ops", "gen_ragged_array_ops"),
        *("gen_spectral_ops", "gen_string_ops", "histogram_ops", "image_ops_impl", "linalg_ops", "manip_ops"),
        *("math_ops", "nn_impl", "nn_ops", "numerics", "parsing_ops", "random_crop_ops", "random_ops", "sets_impl"),
        *("sort_ops", "sparse_ops", "special_math_ops", "stateless_random_ops", "string_ops"),
        *("tensor_getitem_override", "linalg.linalg_impl"),
    )
)
_COMPUTING_ROOMS = (f"{_OPS}ragged.", f"{_OPS}signal.")
_COMPUTING_OF_KERAS = ("activations", "backend", "backend_config", "losses", "metrics.accuracy_metrics")
_NOT_COMPUTING = ("batch_get_value", "batch_set_value", "print_tensor", *_NO_FUNCTIONS)


class KerasLibrary:
    """A Keras library of this process.

    Attributes:
        heads: The names of the package in files.
        functions: The modules of Keras with functions that compute tensors.
        way_out: The remedy for models that the library cannot read.
    """

    heads: tuple[str, ...] = ("keras",)
    functions: tuple[str, ...] = ()
    way_out = phrase("save the model as a SavedModel, by model.export(FOLDER) where it was made, and open that")

    def __init__(self, package: str):
        self.package = package
        self.keras = importlib.import_module(package)
        self.kinds = self._kinds()
        layers = self.keras.layers
        self.refused = {getattr(layers, name): text for name, text in REFUSED.items() if hasattr(layers, name)}

    def module(self, name: str) -> ModuleType:
        """Return an internal module of the package, such as `layers.serialization`."""
        inner = f"{self.package}.src"
        return importlib.import_module(f"{inner if importlib.util.find_spec(inner) else self.package}.{name}")

    def public(self, path: str) -> Any:
        """Return the public object at a path such as `ops.numpy`; None if there is none."""
        found: Any = self.keras
        for word in path.split("."):
            found = getattr(found, word, None)
        return found

    def candidates(self, name: str, module: str | None) -> Iterator[Any]:
        """Yield every object that Keras may use for a class name of a config; None for a missing object."""
        named = [table[name] for table in self._tables() if name in table]
        yield from named
        if module is None:
            if self._knows_all_names and not named:
                yield None
            return
        head, _, path = module.partition(".")
        found = getattr(self.public(path) if path else self.keras, name, None)
        place = sys.modules.get(".".join(filter(None, (self.package if head in self.heads else head, path))))
        inner = vars(place).get(name) if place is not None else None
        yield from [one for one in (found, inner) if one is not None] or [None]

    def is_function(self, module: str | None, name: Any) -> bool:
        """Return whether a function that a config names computes with tensors."""
        if not isinstance(name, str) or name in _NO_FUNCTIONS or module is None:
            return False
        head, _, path = module.partition(".")
        homes = _BUILTINS if module == "builtins" else (path,)
        return (
            (head in self.heads or module == "builtins")
            and all(home in self.functions for home in homes)
            and any(inspect.isfunction(getattr(self.public(home), name, None)) for home in homes)
        )

    def fault_of_layer(self, kind: type, config: Mapping[str, Any]) -> Phrase | str:
        """Return why a layer of this class must not be built with this config; "" if it may."""
        return next((text for refused, text in self.refused.items() if issubclass(kind, refused)), "")

    _knows_all_names = False  # whether a name without a module must be in one of the tables

    def _kinds(self) -> tuple[type, ...]:
        raise NotImplementedError

    def _tables(self) -> Iterator[Mapping[str, Any]]:
        raise NotImplementedError

    def load(self, path: Path) -> Any:
        """Return the model of a file."""
        raise NotImplementedError

    def input_names(self, model: Any) -> list[str]:
        """Return the names of the input layers of a model, in its order."""
        raise NotImplementedError

    def specs(self, model: Any) -> list[tf.TensorSpec]:
        """Return shape and dtype of the inputs of a model, in its order."""
        return [tf.TensorSpec(tensor.shape, tensor.dtype) for tensor in model.inputs]

    def packed(self, model: Any, tensors: list[Any]) -> Any:
        """Return the argument for calling a model: tensors for its inputs, in its lists and dicts."""
        raise NotImplementedError

    def outputs(self, model: Any) -> tuple[Any, list[str]]:
        """Return the outputs of a model in its structure, and their names."""
        raise NotImplementedError

    def states(self, layer: Any) -> list[Any]:
        """Return the states that a stateful layer keeps between calls."""
        raise NotImplementedError

    def captured_variable(self, weight: Any) -> CapturedVariable:
        """Return a weight as a named variable."""
        raise NotImplementedError


class Keras3(KerasLibrary):
    """Keras 3, the `keras` package."""

    functions = ("activations", "losses", "metrics", "ops", "ops.image", "ops.linalg", "ops.nn", "ops.numpy")

    def _kinds(self) -> tuple[type, ...]:
        keras = self.keras
        return (
            keras.Operation,
            keras.Initializer,
            keras.Regularizer,
            keras.constraints.Constraint,
            keras.Loss,
            keras.Metric,
            keras.Optimizer,
            keras.optimizers.schedules.LearningRateSchedule,
            keras.DTypePolicy,
            keras.Quantizer,
            keras.random.SeedGenerator,
            keras.InputSpec,
            getattr(keras.quantizers, "QuantizationConfig", keras.Quantizer),
        )

    def _tables(self) -> Iterator[Mapping[str, Any]]:
        yield vars(self.module("layers"))  # HDF5 files name layers without their modules

    def load(self, path: Path) -> Any:
        if self.keras.backend.backend() != "tensorflow":
            raise FileError(phrase("Keras is set to another backend than TensorFlow (KERAS_BACKEND)"))
        return self.keras.saving.load_model(path, compile=False, safe_mode=True)

    def input_names(self, model: Any) -> list[str]:
        return [tensor._keras_history.operation.name for tensor in model.inputs]

    def packed(self, model: Any, tensors: list[Any]) -> Any:
        given = self._functional(model)
        form = given._inputs_struct if hasattr(given, "_inputs_struct") else model.inputs
        return self.keras.tree.pack_sequence_as(form, tensors)

    def outputs(self, model: Any) -> tuple[Any, list[str]]:
        given = self._functional(model)
        return getattr(given, "_outputs_struct", None), list(getattr(given, "output_names", ()))

    def states(self, layer: Any) -> list[Any]:
        return self.keras.tree.flatten(getattr(layer, "states", None) or ())

    def captured_variable(self, weight: Any) -> CapturedVariable:
        return CapturedVariable(weight.path, weight.value, weight.trainable)

    @staticmethod
    def _functional(model: Any) -> Any:
        return getattr(model, "_functional", None) or model


class Keras2(KerasLibrary):
    """Keras 2, the `tf_keras` package."""

    heads = ("keras", "tf_keras")
    functions = _BUILTINS
    way_out = phrase(
        "save the model as a SavedModel, by tf.saved_model.save(model, FOLDER) where it was made, and open that"
    )
    _knows_all_names = True  # HDF5 files of Keras 2 name no modules at all

    def __init__(self, package: str):
        super().__init__(package)
        layers = self.module("engine.base_layer"), self.module("layers.core.tf_op_layer")
        for name, text in REFUSED.items():  # also refuse these classes, which are not public
            for home in (self.module("engine.functional"), self.module("layers.rnn.cell_wrappers")):
                if hasattr(home, name):
                    self.refused[getattr(home, name)] = text
        self._op_layer = layers[0].TensorFlowOpLayer
        self._calls = layers[1].TFOpLambda
        self._methods = layers[1].ClassMethod, layers[1].InstanceProperty
        # The only function of Keras 2 that creates functions from code in a file.
        makes_functions: Any = self.module("utils.generic_utils")
        makes_functions.func_load = _refuse_code

    def _kinds(self) -> tuple[type, ...]:
        keras = self.keras
        return (
            keras.layers.Layer,
            keras.initializers.Initializer,
            keras.regularizers.Regularizer,
            keras.constraints.Constraint,
            keras.losses.Loss,
            keras.metrics.Metric,
            keras.optimizers.Optimizer,
            keras.optimizers.legacy.Optimizer,
            keras.optimizers.schedules.LearningRateSchedule,
            keras.mixed_precision.Policy,
            keras.layers.InputSpec,
        )

    def _tables(self) -> Iterator[Mapping[str, Any]]:
        layers = self.module("layers.serialization")
        layers.populate_deserializable_objects()
        yield layers.LOCAL.ALL_OBJECTS
        initializers = self.module("initializers")
        initializers.populate_deserializable_objects()
        yield initializers.LOCAL.ALL_OBJECTS
        for name in ("regularizers", "constraints", "optimizers.schedules.learning_rate_schedule"):
            yield vars(self.module(name))
        yield dict.fromkeys(("Policy", "PolicyV1"), self.keras.mixed_precision.Policy)

    def fault_of_layer(self, kind: type, config: Mapping[str, Any]) -> Phrase | str:
        if issubclass(kind, self._calls) and not self._computes(config.get("function")):
            return phrase("it calls {!r:.100}, which is not a function that computes tensors", config.get("function"))
        if issubclass(kind, self._op_layer) and not _is_plain(op := _op_of(config.get("node_def"))):
            return phrase("it runs the op {!r:.100}, which does more than compute tensors", op)
        if issubclass(kind, self._methods):
            name = config.get("attr_name", config.get("method_name"))
            if (
                not isinstance(name, str)
                or name[:1] == "_"
                or config.get("cls_symbol", "RaggedTensor") != "RaggedTensor"
            ):
                return phrase("it calls {!r:.100}, which is not a function that computes tensors", name)
        if issubclass(kind, self.keras.Model) and (name := stuck_layer(config.get("layers"))):
            return phrase("its layer {!r:.100} takes the output of a call that the file does not have", name)
        return super().fault_of_layer(kind, config)

    def _computes(self, symbol: Any) -> bool:
        """Return whether a name in TensorFlow's API is a function that computes tensors.

        Keras 2 calls any function of the API, including functions that remove files.
        """
        function = tf_export.get_symbol_from_name(symbol) if isinstance(symbol, str) else None
        if not inspect.isfunction(function) or not hasattr(function, "_tf_fallback_dispatchers"):
            return False
        home = getattr(tf_decorator.unwrap(function)[1], "__module__", None) or ""
        own = (f"{self.package}.src.", f"{self.package}.")
        if home.startswith(own):
            path = home.removeprefix(own[0]).removeprefix(own[1])
            return path in _COMPUTING_OF_KERAS and symbol.rpartition(".")[2] not in _NOT_COMPUTING
        return home in _COMPUTING or home.startswith(_COMPUTING_ROOMS)

    def load(self, path: Path) -> Any:
        return self.keras.models.load_model(path, compile=False, safe_mode=True)

    def input_names(self, model: Any) -> list[str]:
        return [tensor._keras_history.layer.name for tensor in model.inputs]

    def specs(self, model: Any) -> list[tf.TensorSpec]:
        specs = [tensor.type_spec for tensor in model.inputs]
        if not all(isinstance(spec, tf.TensorSpec) for spec in specs):
            raise FileError(
                phrase(
                    "the model takes ragged or sparse tensors, which a page does not have. What you can do: {}",
                    self.way_out,
                )
            )
        return specs

    def packed(self, model: Any, tensors: list[Any]) -> Any:
        return tf.nest.pack_sequence_as(model._nested_inputs, tensors)

    def outputs(self, model: Any) -> tuple[Any, list[str]]:
        return getattr(model, "_nested_outputs", None), list(getattr(model, "output_names", None) or ())

    def states(self, layer: Any) -> list[Any]:
        return [state for state in tf.nest.flatten(getattr(layer, "states", None) or ()) if state is not None]

    def captured_variable(self, weight: Any) -> CapturedVariable:
        return CapturedVariable(weight.name.partition(":")[0], weight, weight.trainable)


def library_of(major: int, version: str) -> KerasLibrary:
    """Return the Keras library of this process that reads files of a version of Keras.

    Raises:
        FileError: There is none.
    """
    installed = importlib.import_module("keras").__version__
    if installed.startswith("2."):
        if major > 2:
            raise FileError(
                phrase(
                    "it was saved by Keras {}, and this TensorFlow has Keras {}. What you can do: select "
                    "TensorFlow 2.16 or later, and open it again",
                    version,
                    installed,
                )
            )
        return _library(Keras2, "keras")
    if major > 2:
        return _library(Keras3, "keras")
    if importlib.util.find_spec("tf_keras") is None:
        raise FileError(
            phrase(
                'it was saved by Keras {}, which Keras {} does not read. What you can do: "{}" -m pip install '
                '"tf_keras ~= {}.0"',
                version,
                installed,
                sys.executable,
                ".".join(tf.__version__.split(".")[:2]),  # another version would install another TensorFlow
            )
        )
    return _library(Keras2, "tf_keras")


@functools.cache
def _library(kind: type[KerasLibrary], package: str) -> KerasLibrary:
    try:
        return kind(package)
    except Exception as error:  # for example, if its version does not fit TensorFlow
        raise FileError(
            phrase(
                "{} of {} cannot be used: {}. What you can do: install the version of its TensorFlow",
                package,
                sys.prefix,
                reason(error),
            )
        ) from None


def reason(error: Exception) -> str:
    """Return why Keras raised an error, without the configs and arguments in its message."""
    text = _REASON.split(_AROUND.split(str(error))[0])[-1]
    return " ".join(text.split())[:_LONGEST].rstrip(".") or type(error).__name__


def _refuse_code(*_: Any, **__: Any) -> Any:
    raise FileError(_CODE)


def _op_of(node_def: Any) -> Any:
    """Return the op of a node in the config of a layer: a message as JSON or as bytes."""
    if isinstance(node_def, str):
        return NodeDef.FromString(node_def.encode("utf-8", "replace")).op
    return node_def.get("op") if isinstance(node_def, dict) else None


def _is_plain(op: Any) -> bool:
    """Return whether an op only computes tensors."""
    found = op_def(op) if isinstance(op, str) else None
    traits = traits_of(op)
    return found is not None and not (found.is_stateful or traits.outside or traits.in_python or traits.functional)


# Keras 2 retries calls that wait for the output of another call, endlessly if that call is missing.


_CONSTANT = "_CONSTANT_VALUE"


def stuck_layer(layers: Any) -> str:
    """Return the name of a layer that takes the output of a missing call; "" if there is none."""
    rows = {
        row["name"]: row
        for row in (layers if isinstance(layers, list) else ())
        if isinstance(row, dict) and isinstance(row.get("name"), str) and isinstance(row.get("inbound_nodes"), list)
    }
    # Building a nested model has already called it once.
    made = {name: int(isinstance(row.get("config"), dict) and "layers" in row["config"]) for name, row in rows.items()}
    left = {name: [list(_taken(call)) for call in row["inbound_nodes"]][::-1] for name, row in rows.items()}
    inputs = {name for name, row in rows.items() if row.get("class_name") == "InputLayer"}
    waiting: defaultdict[str, list[str]] = defaultdict(list)
    todo = list(rows)
    while todo:
        name = todo.pop()
        while left[name]:
            ends = [(of, number) for of, number in left[name][-1] if of in rows and of not in inputs]
            missing = next((of for of, number in ends if number not in range(made[of])), None)
            if missing is not None:
                waiting[missing].append(name)
                break
            left[name].pop()
            made[name] += 1
            todo += waiting.pop(name, ())
    return next((name for name in rows if left[name]), "")


def _taken(call: Any) -> Iterator[tuple[str, Any]]:
    """Yield the outputs that a call takes: the name of a layer, and the number of its call."""
    todo = [call]
    while todo:
        item = todo.pop()
        if isinstance(item, list) and len(item) in (3, 4) and isinstance(item[0], str):
            if item[0] != _CONSTANT:
                yield item[0], item[1]
            todo += item[3:]
        elif isinstance(item, list):
            todo += item
        elif isinstance(item, dict):
            todo += item.values()
