"""A TensorFlow model as plain data: what readers of model files give, and what pages are made of.

Nodes are those of plans. `inputs` are tensors, `NODE` or `NODE:1` by the number among all outputs of a node, those of
list pins one after the other as a NodeDef has them; `after` are the nodes of its control inputs, without `^`. The
values of attrs are as `Inference` has them: dtypes as `DT_FLOAT`, shapes as lists with -1 or None for an unknown rank,
strings as bytes or str, tensors as `Value`, functions by their name. The address of a node is `NOWHERE`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.plan.nodes import Node

NOWHERE = Address("")   # of the nodes of a model: they come from no page
Shape = list[int] | None


class Endpoints(NamedTuple):
    """What a signature takes and gives: tensors `NODE:0` by the names that its users know. `method` is the name that a
    SavedModel has for its kind, such as `tensorflow/serving/predict`."""

    inputs: dict[str, str]
    outputs: dict[str, str]
    method: str = ""


@dataclass
class Function:
    """A function of While, If, Case, a dataset ... `args` are the dtypes and shapes of what it takes, in order; its
    nodes mean them by their names. `returns` are tensors, in order. Tensors of nodes are `NODE:1` as elsewhere, not the
    `NODE:output:1` of a FunctionDef."""

    name: str
    nodes: list[Node[str]]
    args: dict[str, tuple[str, Shape]]
    returns: dict[str, str]


@dataclass
class Model:
    """`functions` are those that attrs of nodes name. `variables` have the values, by the names of the VarHandleOp and
    VariableV2 nodes that hold them, `trainable` the names of those that optimizers may change, `assets` the files that
    the values of Const nodes name, by their names. `report` says in sentences what was left out or changed in reading,
    `missing` which of these files are not there."""

    nodes: list[Node[str]]
    functions: dict[str, Function] = field(default_factory=dict)
    signatures: dict[str, Endpoints] = field(default_factory=dict)
    variables: dict[str, np.ndarray] = field(default_factory=dict)
    trainable: set[str] = field(default_factory=set)
    assets: dict[str, Path] = field(default_factory=dict)
    report: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
