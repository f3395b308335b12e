"""Block types from the op registry of the installed TensorFlow.

The registry lists all ops, unlike `tf.raw_ops`: Python hides hundreds of them (XlaSendTPUEmbeddingGradients among
them). Pins come from an OpDef's arguments, devices from the kernel registry, and texts from the docstrings of the
installed package, read at run time.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
from collections.abc import Iterable, Sequence
from typing import Any

import tensorflow as tf
from tensorflow.core.framework import kernel_def_pb2, op_def_pb2
from tensorflow.python import ops as _ops_package
from tensorflow.python.client import pywrap_tf_session as _c

from blockloom.blocks.values.dtypes import name_of

# Categories by TensorFlow's generated Python modules; ops without a Python function are grouped by name.
_CATEGORIES = {
    "array": "Array",
    "manip": "Array",
    "math": "Math",
    "special_math": "Math",
    "bitwise": "Math",
    "linalg": "Linear algebra",
    "nn": "Neural network",
    "cudnn_rnn": "Neural network",
    "rnn": "Neural network",
    "ctc": "Neural network",
    "control_flow": "Control flow",
    "functional": "Control flow",
    "data_flow": "Data flow",
    "batch": "Data flow",
    "state": "State",
    "resource_variable": "State",
    "checkpoint": "State",
    "lookup": "Lookup tables",
    "list": "Tensor lists",
    "map": "Tensor lists",
    "optional": "Dataset",
    "dataset": "Dataset",
    "experimental_dataset": "Dataset",
    "io": "Files",
    "filesystem": "Files",
    "image": "Image",
    "audio": "Audio",
    "spectral": "Signal",
    "string": "String",
    "parsing": "Parsing",
    "decode_proto": "Parsing",
    "encode_proto": "Parsing",
    "random": "Random",
    "random_index_shuffle": "Random",
    "stateful_random": "Random",
    "stateless_random": "Random",
    "stateless_random_ops_v2": "Random",
    "candidate_sampling": "Random",
    "sparse": "Sparse",
    "set": "Sparse",
    "ragged_array": "Ragged",
    "ragged_conversion": "Ragged",
    "ragged_math": "Ragged",
    "count": "Sparse",
    "composite_tensor": "Ragged",
    "training": "Training",
    "sdca": "Training",
    "boosted_trees": "Boosted trees",
    "clustering": "Training",
    "logging": "Logging and debug",
    "summary": "Logging and debug",
    "debug": "Logging and debug",
    "collective": "Distributed",
    "nccl": "Distributed",
    "sendrecv": "Distributed",
    "sync": "Distributed",
    "tpu": "TPU",
    "tpu_partition": "TPU",
    "test": "Test ops",
    "script": "Script",
    "uniform_quant": "Quantization",
}
_BY_NAME = (
    (r"TPU|Tpu", "TPU"),
    (r"^Xla", "XLA"),
    (r"Dataset|Iterator", "Dataset"),
    (r"^_?Mkl|^_Fused|^_OneDnn", "CPU and GPU kernels"),
    (r"^_|^DebugNum", "Internal"),
    (r"Quantiz|^Uniform", "Quantization"),
    (r"Sparse", "Sparse"),
    (r"Collective|Nccl", "Distributed"),
    (r"Apply", "Training"),
    (r"Stack|Queue|Barrier|TensorArray", "Data flow"),
    (r"Summary|Debug", "Logging and debug"),
)


_OPERATION = {"name": "operation", "kind": "operation", "list": False}
_ARGUMENT = re.compile(r"^  (\w+): (.*\n(?:(?:    .*)?\n)*)", re.M)
# The first sentences only repeat the type, which the pin or attr shows; the rest describes the argument.
_TYPE_TEXT = re.compile(
    r"^(?:An? |Mutable )(?:`[^`]*`|[^.`]|\.\w)*\.(?:\s+Must be one of the following types: [^.]*(?:\.\w[^.]*)*\."
    r"|\s+(?:Must have|Has) the same type as `\w+`\.|\s+Defaults to `[^`]*`\.)*\s*"
)


LIBRARIES: dict[str, str] = {}  # op -> the file of its library, for custom ops


def registered_ops() -> Sequence[op_def_pb2.OpDef]:
    """Return the ops of this process."""
    return op_def_pb2.OpList.FromString(_c.TF_GetBuffer(_c.TF_GetAllOpList())).op


def registered_kernels() -> Sequence[kernel_def_pb2.KernelDef]:
    """Return the kernels of this process."""
    return kernel_def_pb2.KernelList.FromString(_c.TF_GetBuffer(_c.TF_GetAllRegisteredKernels())).kernel


def read_types() -> list[dict[str, Any]]:
    """Return all ops of this process as catalogue entries, sorted by name."""
    registered = registered_kernels()
    devices, kernels = _devices(registered), _kernels(registered)
    homes = _homes()
    return [
        _entry(
            op,
            devices.get(op.name, []),
            kernels.get(op.name, {}),
            "Custom ops" if op.name in LIBRARIES else _category(op.name, homes.get(op.name, "")),
        )
        for op in sorted(registered_ops(), key=lambda op: op.name)
    ]


def _devices(kernels: Iterable[kernel_def_pb2.KernelDef]) -> dict[str, list[str]]:
    found: dict[str, set[str]] = {}
    for kernel in kernels:
        found.setdefault(kernel.op, set()).add(kernel.device_type)
    # DEFAULT kernels run on every device.
    return {
        op: [
            "CPU" if d == "DEFAULT" else d
            for d in sorted(names, key=lambda d: (d not in ("CPU", "DEFAULT"), d))
            if not (d == "DEFAULT" and "CPU" in names)
        ]
        for op, names in found.items()
    }


def _kernels(kernels: Iterable[kernel_def_pb2.KernelDef]) -> dict[str, dict[str, list[dict[str, list[Any]]]]]:
    """Return the allowed attr values of the kernels of each op, by device.

    Kernels that differ in one attr are merged. Ops with an unconstrained kernel are left out, and so are kernels that a
    node must request by a label.
    """
    by_op: dict[str, dict[str, list[dict[str, list[Any]]]]] = {}
    for kernel in kernels:
        if not kernel.label and not kernel.device_type.startswith("XLA"):
            device = "CPU" if kernel.device_type == "DEFAULT" else kernel.device_type
            takes = {c.name: attr_json(c.allowed_values) for c in kernel.constraint}
            of_device = by_op.setdefault(kernel.op, {}).setdefault(device, [])
            if takes not in of_device:
                of_device.append(takes)
    return {
        op: {device: _merged(rows) for device, rows in devices.items()}
        for op, devices in by_op.items()
        if not any({} in rows for rows in devices.values())
    }


def _merged(rows: list[dict[str, list[Any]]]) -> list[dict[str, list[Any]]]:
    for name in sorted({name for row in rows for name in row}):
        alike: dict[str, dict[str, list[Any]]] = {}
        for row in rows:
            rest = json.dumps(
                {attr: values for attr, values in row.items() if attr != name} | {"": name in row}, sort_keys=True
            )
            if rest in alike and name in row:
                alike[rest][name] = sorted({*alike[rest][name], *row[name]})
            else:
                alike.setdefault(rest, dict(row))
        rows = list(alike.values())
    return rows


def _homes() -> dict[str, str]:
    """Return the generated module (`array`, `math` ...) that defines each op."""
    homes = {}
    for module in pkgutil.iter_modules(_ops_package.__path__):
        if module.name.startswith("gen_"):
            home = module.name.removeprefix("gen_").removesuffix("_ops")
            source = inspect.getsource(importlib.import_module(f"{_ops_package.__name__}.{module.name}"))
            for op in re.findall(r"_apply_op_helper\(\s*\"(\w+)\"", source):
                homes[op] = home
    return homes


def _category(op: str, home: str) -> str:
    if home in _CATEGORIES:
        return _CATEGORIES[home]
    return next((category for pattern, category in _BY_NAME if re.search(pattern, op)), "Other")


def _entry(
    op: op_def_pb2.OpDef, devices: list[str], kernels: dict[str, list[dict[str, list[Any]]]], category: str
) -> dict[str, Any]:
    text, arg_docs = _docs(op)
    entry: dict[str, Any] = {
        "name": op.name,
        "op": op.name,
        "category": category,
        "inputs": [_pin(a, arg_docs) for a in op.input_arg],
        "outputs": [_pin(a, arg_docs) for a in op.output_arg] or [_OPERATION],
        "attrs": [_attr(a, arg_docs) for a in op.attr],
        "devices": devices,
        "doc": text,
    }
    if kernels:
        entry["kernels"] = kernels
    if op.is_stateful:
        entry["stateful"] = True
    if op.HasField("deprecation"):
        entry["deprecated"] = op.deprecation.explanation or "no longer supported"
    return entry


def _pin(arg: op_def_pb2.OpDef.ArgDef, docs: dict[str, str]) -> dict[str, Any]:
    is_list = bool(arg.number_attr or arg.type_list_attr)
    pin: dict[str, Any] = {"name": arg.name, "kind": "list" if is_list else "ref" if arg.is_ref else "tensor"}
    if arg.type:
        pin["dtype"] = name_of(arg.type)
    for key in ("type_attr", "type_list_attr", "number_attr"):
        if getattr(arg, key):
            pin[key] = getattr(arg, key)
    pin["list"] = is_list
    if arg.is_ref and is_list:
        pin["ref"] = True
    if arg.name in docs:
        pin["doc"] = docs[arg.name]
    return pin


def _attr(attr: op_def_pb2.OpDef.AttrDef, docs: dict[str, str]) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": attr.name, "type": attr.type, "default": None, "allowed": None}
    if attr.HasField("default_value"):
        entry["default"] = attr_json(attr.default_value)
    else:
        entry["required"] = True
    if attr.HasField("allowed_values"):
        entry["allowed"] = attr_json(attr.allowed_values)
    if attr.has_minimum:
        entry["minimum"] = attr.minimum
    if attr.name in docs:
        entry["doc"] = docs[attr.name]
    return entry


def attr_json(value: Any) -> Any:
    """Return an AttrValue as JSON data: dtypes by name, shapes as lists (None: unknown rank), bytes as text."""
    kind = value.WhichOneof("value")
    if kind == "list":
        items = value.list
        for name in ("s", "i", "f", "b", "type", "shape", "tensor", "func"):
            if getattr(items, name):
                return [_one(name, item) for item in getattr(items, name)]
        return []
    return _one(kind, getattr(value, kind)) if kind else None


def _one(kind: str, value: Any) -> Any:
    if kind == "s":
        return value.decode("utf-8", "backslashreplace")
    if kind == "type":
        return name_of(value)
    if kind == "shape":
        return None if value.unknown_rank else [d.size for d in value.dim]
    if kind == "f":
        return float(f"{value:.7g}")
    if kind == "func":
        return value.name
    if kind == "tensor":
        return tf.make_ndarray(value).tolist()
    return value


def _docs(op: op_def_pb2.OpDef) -> tuple[str, dict[str, str]]:
    """Return the descriptions of an op and of its arguments.

    They come from the docstring in the installed package, or for ops without one, such as ops of libraries, from the
    registration.
    """
    function = getattr(tf.raw_ops, op.name, None)
    if function is None:
        told = {row.name: row.description for row in (*op.input_arg, *op.output_arg, *op.attr) if row.description}
        return "\n\n".join(filter(None, (op.summary.strip(), inspect.cleandoc(op.description)))), told
    text = inspect.cleandoc(function.__doc__) if function is not None and function.__doc__ else ""
    head, _, rest = text.partition("\nArgs:\n")
    if head.strip().startswith("TODO"):
        head = ""
    arg_docs: dict[str, str] = {}
    for match in _ARGUMENT.finditer(rest.expandtabs(2).replace("\nReturns:\n", "\n") + "\n"):
        said = _TYPE_TEXT.sub("", " ".join(match[2].split()))
        if said and match[1] != "name":
            arg_docs[match[1]] = said
    return head.strip() or op.summary, arg_docs
