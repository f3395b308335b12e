"""What the config of a Keras model may name: layers, activations, initializers and such of Keras, and nothing else.

Keras makes an object of everything in a config that has a class_name, and calls what it finds: any public function of
its package, such as those that fetch data. So what is named is looked for here as Keras does, and has to be of a kind
that a model is made of; none that holds code, or reads other files.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import keras

from blockloom.blocks.text.phrases import Phrase, phrase

_CODE = phrase("it holds Python code, which is not run")
_ELSEWHERE = phrase("it calls a model in another file or of another framework")
_REFUSED = {
    "Lambda": _CODE,
    "__lambda__": _CODE,
    "TFSMLayer": _ELSEWHERE,
    "JaxLayer": _ELSEWHERE,
    "FlaxLayer": _ELSEWHERE,
    "TorchModuleWrapper": _ELSEWHERE,
}
_REFUSED_CLASSES = {getattr(keras.layers, name): text for name, text in _REFUSED.items() if hasattr(keras.layers, name)}
_FILES = ("vocabulary", "idf_weights")  # texts there are the names of files
_KINDS = (
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
_FUNCTIONS = ("activations", "losses", "metrics", "ops", "ops.image", "ops.linalg", "ops.nn", "ops.numpy")
_NO_FUNCTIONS = ("get", "serialize", "deserialize")
_BUILTINS = _FUNCTIONS[:3]  # where Keras looks for a function of no module
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
    """Every object in a Keras config that Keras would construct, the outermost first."""
    todo = [config]
    while todo:
        item = todo.pop()
        if isinstance(item, dict):
            if "class_name" in item or "__passive_serialization__" in item:
                yield item
            todo += list(item.values())[::-1]
        elif isinstance(item, list):
            todo += item[::-1]


def fault(item: Mapping[str, Any]) -> Phrase | str:
    """Why an object of a Keras config must not be constructed; "" where it may."""
    name, module, registered = (item.get(key) for key in ("class_name", "module", "registered_name"))
    if not isinstance(name, str) or not isinstance(module, str | None):
        return phrase("it has no proper name")
    if name in _REFUSED:
        return _REFUSED[name]
    if (
        isinstance(registered, str) if module is None else module.split(".")[0] not in ("keras", "builtins")
    ) or ">" in f"{name}{registered}":
        return phrase("it is no part of Keras, and its code is in no file")
    config = item.get("config")
    if name == "function":
        return "" if _is_function(module, config) else _no_part(module, config)
    if name not in _VALUES:
        for meant in _meant(name, module):
            if not (inspect.isclass(meant) and issubclass(meant, _KINDS)):
                return _no_part(module, name)
            if text := next((text for kind, text in _REFUSED_CLASSES.items() if issubclass(meant, kind)), ""):
                return text
    if isinstance(config, dict) and any(isinstance(config.get(key), str) for key in _FILES):
        return phrase("it reads another file, {!r}", next(config[key] for key in _FILES if key in config))
    return ""


def _no_part(module: str | None, name: Any) -> Phrase:
    return phrase(
        "{!r:.100} is no layer, activation or such of the installed Keras", f"{module}.{name}" if module else name
    )


def _is_function(module: str | None, name: Any) -> bool:
    """Whether a function computes with tensors."""
    if not isinstance(name, str) or name in _NO_FUNCTIONS or module is None:
        return False
    homes = _BUILTINS if module == "builtins" else (module.removeprefix("keras."),)
    return all(home in _FUNCTIONS for home in homes) and any(
        inspect.isfunction(getattr(_public(home), name, None)) for home in homes
    )


def _public(home: str) -> Any:
    found: Any = keras
    for word in home.split("."):
        found = getattr(found, word, None)
    return found


def _meant(name: str, module: str | None) -> Iterator[Any]:
    """What Keras may take a class_name for. Files of HDF5 know their layers by name alone."""
    layers = vars(sys.modules["keras.src.layers"])
    if name in layers:
        yield layers[name]
    if module is not None:
        found = getattr(_public(module.partition(".")[2]) if "." in module else keras, name, None)
        inner = vars(sys.modules[module]).get(name) if module in sys.modules else None
        yield from [one for one in (found, inner) if one is not None] or [None]
