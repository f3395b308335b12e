"""A TensorFlow model as plain data: the result of reading model files, and the source of pages.

Nodes are those of plans. `inputs` are tensors, `NODE` or `NODE:1` by the number among all outputs of a node, those of
list pins one after the other as in a NodeDef; `control_inputs` are their nodes, without `^`. The values of attrs are as
`PageInference` has them: dtypes as `DT_FLOAT`, shapes as lists with -1 or None for an unknown rank, strings as bytes or
str, tensors as `Value`, functions by their name. The address of a node is `NOWHERE`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.plan.plan_nodes import Node

NOWHERE = Address("")  # address of the nodes of a model, which are on no page
Shape = list[int] | None


class Endpoints(NamedTuple):
    """The inputs and outputs of a signature: name -> tensor `NODE:0`.

    `method` is a SavedModel's method name, such as `tensorflow/serving/predict`.
    """

    inputs: dict[str, str]
    outputs: dict[str, str]
    method: str = ""


@dataclass
class ModelFunction:
    """A function of an op such as While, or of a dataset.

    `args` are dtype and shape by name, in order; nodes use these names. `returns` are tensors by name, in order.
    Tensors are written `NODE:1`, not `NODE:output:1` as in a FunctionDef.
    """

    name: str
    nodes: list[Node[str]]
    args: dict[str, tuple[str, Shape]]
    returns: dict[str, str]


class QueueRunner(NamedTuple):
    """A queue runner: the nodes that `enqueue`, the `threads` of each, and the nodes to `close` and `cancel`."""

    enqueue: list[str]
    close: str
    cancel: str
    threads: int = 1


class Sample(NamedTuple):
    """Random inputs of a signature, and the outputs that a program gives for them, such as Keras: arrays by name."""

    program: str
    signature: str
    feeds: dict[str, np.ndarray]
    results: dict[str, np.ndarray]


@dataclass
class Model:
    """A model that was read from a file.

    `variables` are values by the name of the VarHandleOp or VariableV2 node, `trainable` the names of those that
    optimizers change, `each_epoch` the names of those that every epoch initialises again, `assets` files that Const
    nodes name, `titles` those of scopes of nodes if they differ from their names: `net_1/block_3` may be a second call
    of the layer `block`. `report` lists in sentences what was left out or changed, `missing` the missing files. The
    page of the model is tested with the `sample`.
    """

    nodes: list[Node[str]]
    functions: dict[str, ModelFunction] = field(default_factory=dict)
    signatures: dict[str, Endpoints] = field(default_factory=dict)
    variables: dict[str, np.ndarray] = field(default_factory=dict)
    trainable: set[str] = field(default_factory=set)
    each_epoch: set[str] = field(default_factory=set)
    queue_runners: list[QueueRunner] = field(default_factory=list)
    assets: dict[str, Path] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    report: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    sample: Sample | None = None
