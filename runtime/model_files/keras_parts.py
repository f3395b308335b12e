"""Check the config of a Keras model: it may name only layers, activations, initializers and similar parts of Keras.

Keras creates an object for everything in a config that has a class_name, and calls any public function of its package,
including functions that download data. So names are looked up here as Keras does, and must be of a kind that models
consist of, without code, and without access to other files.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any

from blockloom.blocks.text.phrases import Phrase, phrase
from blockloom.runtime.model_files.keras_libraries import REFUSED, KerasLibrary

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
