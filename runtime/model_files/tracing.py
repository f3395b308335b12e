"""Trace a Python function of TensorFlow once, as a model with the values of its variables and arrays.

`model_of` returns the model of a traced function; `traced` traces a function, and `trace_file_function` one of a Python
file, which runs the user's code.
"""

from __future__ import annotations

import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.python.eager import context

from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.from_graph.model import NOWHERE, Endpoints, Model
from blockloom.blocks.plan.plan_nodes import Node
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import DTYPES, labelled, name_of
from blockloom.runtime.model_files import stored_gradients
from blockloom.runtime.model_files.graph_library import GraphLibrary
from blockloom.runtime.model_files.model_nodes import as_held, maker, plain, reached, tensor_name

_CALL = "StatefulPartitionedCall"
_SPEC = re.compile(r"\s*([A-Za-z]\w*)\s*(?:\[(.*)\])?\s*")


class CapturedVariable(NamedTuple):
    """A variable that a function uses, with a name."""

    name: str
    variable: Any
    trainable: bool


class CaptureError(ValueError):
    """Raised if a function uses an object that a model cannot contain; the text names the object."""


def traced(function: Callable[..., Any], specs: Iterable[Any] = ()) -> Model:
    """Return the model of a tf.function with an input signature, or of a function of tensors with `specs`.

    The signature has the function's name; inputs are named as its parameters, outputs as the keys of the dict that it
    returns, else `output_0` and so on.

    Args:
        specs: A tf.TensorSpec for each argument.

    Raises:
        ValueError: The function cannot be traced; the text is for users.
        Exception: The function raised it.
    """
    specs = list(specs)
    concrete: Any = function
    if not hasattr(function, "captured_inputs"):
        traceable = function if hasattr(function, "get_concrete_function") else tf.function(function)
        if not specs and getattr(traceable, "input_signature", None) is None and _takes_more(function):
            raise ValueError(
                phrase(
                    "the dtypes and shapes of the arguments of {} are unknown: state them, such as float32[None,4]",
                    _name(function),
                )
            )
        with context.eager_mode():
            concrete = traceable.get_concrete_function(*specs)
    if not concrete.outputs:
        raise ValueError(phrase("{} returns no tensors", _name(function)))
    count = len(concrete.inputs) - len(concrete.captured_inputs)
    inputs = {tensor.op.name: tf.TensorSpec(tensor.shape, tensor.dtype) for tensor in concrete.inputs[:count]}
    variables = {
        id(variable.handle): CapturedVariable(variable.name.partition(":")[0], variable, variable.trainable)
        for variable in concrete.graph.variables
    }
    with context.eager_mode():
        return model_of(concrete, _name(function), inputs, _outputs(concrete), variables)


def trace_file_function(path: Path, name: str, specs: Iterable[str]) -> Model:
    """Run a Python file, and return the model of a function in it.

    Args:
        name: `NAME` or `OBJECT.NAME`.
        specs: Texts such as `float32[None,4]`.

    Raises:
        FileError: The file does not run, or the function is missing or cannot be traced.
    """
    given = [spec(spec_text) for spec_text in specs]
    with context.eager_mode():
        try:
            sys.path.insert(0, str(path.parent))
            module_spec = importlib.util.spec_from_file_location(path.stem, path)
            if module_spec is None or module_spec.loader is None:
                raise FileError(phrase("{} is not a Python file", path))
            module = importlib.util.module_from_spec(module_spec)
            sys.modules[path.stem] = module
            module_spec.loader.exec_module(module)
            target: Any = module
            for word in name.split("."):
                if not hasattr(target, word):
                    raise FileError(phrase("{}: there is no {}", path, name))
                target = getattr(target, word)
            if not callable(target):
                raise FileError(phrase("{}: {} is not a function", path, name))
            return traced(target, given)
        except FileError:
            raise
        except (Exception, SystemExit) as error:  # the code of the user may raise any exception
            kind, text = (
                type(error).__name__,
                str(error).strip().splitlines() or [""],
            )  # whether text follows the position
            raise FileError(
                phrase(
                    "{}: {} cannot be traced: {}: {}",
                    path,
                    name,
                    kind,
                    text[-1].strip().removeprefix(f"{kind}: ")[:300],
                )
            ) from None


def spec(text: str) -> tf.TensorSpec:
    """Return the TensorSpec of a text: `float32[None,4]`, `int32` for a scalar, `string[...]` for any shape.

    Raises:
        FileError: The text is not of this form.
    """
    match = _SPEC.fullmatch(text)
    try:
        if match is None:
            raise ValueError(text)
        dtype, shape = tf.as_dtype(match[1]), (match[2] or "").strip()
        sizes = (
            None
            if shape == "..."
            else [None if size.strip() in ("None", "?") else int(size) for size in shape.split(",") if size.strip()]
        )
        return tf.TensorSpec(sizes, dtype)
    except (TypeError, ValueError):
        raise FileError(
            phrase("{!r} is not a dtype and shape: write DTYPE[SIZE,...], such as float32[None,4]", text)
        ) from None


def model_of(
    concrete: Any,
    signature: str,
    inputs: Mapping[str, tf.TensorSpec],
    outputs: Iterable[str],
    variables: Mapping[int, CapturedVariable],
    prefix: str = "",
) -> Model:
    """Return a model that consists of a traced function as its only signature.

    Args:
        concrete: The traced function.
        signature: The name of the signature.
        inputs: The inputs, in the function's order.
        outputs: The names of the outputs, in the function's order.
        variables: The variables, by the id() of their handles.
        prefix: The prefix for names of Placeholders.

    Raises:
        CaptureError: The function uses an object that a model cannot contain.
    """
    gradients, more = stored_gradients.of_function(concrete)
    everything = [concrete.function_def, *concrete.graph.as_graph_def().library.function, *more]
    functions = {one.signature.name: one for one in everything}
    bound = {concrete.function_def.signature.name: [id(tensor) for tensor in concrete.captured_inputs]}
    stored_gradients.Wiring((), functions, bound, lambda thing: "").wire(gradients)
    library = GraphLibrary(functions.values())
    nodes: dict[str, Node[str]] = {
        name: Node(
            name,
            "Placeholder",
            NOWHERE,
            attrs={"dtype": ("type", name_of(spec.dtype.as_datatype_enum)), "shape": ("shape", _shape(spec.shape))},
        )
        for name, spec in zip((f"{prefix}{name}" for name in inputs), inputs.values())
    }
    model = Model([])
    held = _held(concrete, variables, nodes, model)
    call = nodes[_CALL] = Node(
        _CALL,
        _CALL,
        NOWHERE,
        [f"{prefix}{name}" for name in inputs] + held,
        {"f": ("func", concrete.function_def.signature.name)},
    )
    flat = library.flat(nodes, (), {call.name: signature})
    ends = {
        name: tensor_name(flat.after_writing(plain(f"{_CALL}:{number}"), f"{signature}_{name}"))
        for number, name in enumerate(outputs)
    }
    model.signatures = {
        signature: Endpoints({name: f"{prefix}{name}:0" for name in inputs}, ends, "tensorflow/serving/predict")
    }
    wanted = [*map(maker, ends.values()), *(f"{prefix}{name}" for name in inputs)]
    model.nodes = list(reached(flat.nodes, wanted).values())
    model.functions = library.used_functions(model.nodes)
    return model


def _held(
    concrete: Any, variables: Mapping[int, CapturedVariable], nodes: dict[str, Node[str]], model: Model
) -> list[str]:
    """Add nodes for the captured values of a function, with the values of variables, and return their names."""
    given = []
    for number, tensor in enumerate(concrete.captured_inputs):
        held = variables.get(id(tensor))
        if held is not None:
            dtype = name_of(held.variable.dtype.as_datatype_enum)
            name = _free(held.name, nodes)
            nodes[name] = Node(
                name,
                "VarHandleOp",
                NOWHERE,
                attrs={
                    "dtype": ("type", dtype),
                    "shape": ("shape", _shape(held.variable.shape)),
                    "shared_name": ("string", name.encode()),
                    "container": ("string", b""),
                },
            )
            info = DTYPES[dtype]
            array = as_held(held.variable.numpy(), info.via)
            model.variables[name] = array if info.via == info.label else labelled(array, info.label)
            if held.trainable:
                model.trainable.add(name)
        elif tensor.dtype in (tf.resource, tf.variant):
            raise CaptureError(
                phrase(
                    "it uses a table, a dataset or such, and only variables and arrays come along: save "
                    "it by tf.saved_model.save, and open that"
                )
            )
        else:
            name = _free(f"captured_{number}", nodes)
            array, dtype = np.asarray(tensor.numpy()), name_of(tensor.dtype.as_datatype_enum)
            nodes[name] = Node(
                name,
                "Const",
                NOWHERE,
                attrs={"dtype": ("type", dtype), "value": ("tensor", Value(as_held(array, DTYPES[dtype].via), dtype))},
            )
        given.append(name)
    return given


def _outputs(concrete: Any) -> list[str]:
    found = concrete.structured_outputs
    if isinstance(found, dict) and len(found) == len(concrete.outputs) and all(isinstance(key, str) for key in found):
        return sorted(found)  # the order in which TensorFlow flattens a structure
    return [f"output_{number}" for number in range(len(concrete.outputs))]


def _takes_more(function: Any) -> bool:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    return any(
        one.default is one.empty and one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD) for one in parameters
    )


def _name(function: Any) -> str:
    name = getattr(function, "__name__", "") or getattr(function, "name", "") or type(function).__name__
    return re.sub(r"\W", "_", name).strip("_") or "function"


def _free(name: str, taken: Mapping[str, Node[str]]) -> str:
    name = "".join(c if c.isalnum() or c in "_./-" else "_" for c in name).lstrip("_/-") or "variable"
    found, number = name, 1
    while found in taken:
        found, number = f"{name}_{number}", number + 1
    return found


def _shape(shape: tf.TensorShape) -> list[int] | None:
    return None if shape.rank is None else [-1 if size is None else size for size in shape]
