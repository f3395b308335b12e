"""Variables with a wired initial value, and problems of variables with an edited initial value.

Other variables need no live tensor: see `blocks.plan.planned_variables`. An initial value that is edited later has no
effect by itself, and the window warns of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np
import tensorflow as tf

from blockloom.blocks.document.addresses import inside
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.document.pages import Block
from blockloom.blocks.plan import planned_variables as plan
from blockloom.blocks.plan.plan_nodes import Node, Variable, VariableKey
from blockloom.blocks.problems import KEPT_VALUE, Problem, make_problem
from blockloom.blocks.values.dtypes import name_of
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.expansion import Expansion

Begun = Mapping[str, set[tuple[VariableKey, str]]]  # block -> (key, origin) of the values that it has


def expand(emitter: Emitter, block: Block) -> Expansion:
    """Expand Variable and ResourceVariable with a wired initial value, which determines an untyped shape."""
    step, attrs = emitter.plan.steps[block.id], emitter.inference.known[block.id].attrs
    (tensor, *_), shape, initial = emitter.tensors(block.id, "initvalues"), attrs.get("shape"), ""
    if "shape" not in block.values:
        shape = tensor.shape.as_list() if tensor.shape.is_fully_defined() else None
    elif tensor.shape.rank == 0 and shape and -1 not in shape:
        initial = _filled(emitter, block.id, shape, tensor)
    planned = plan.variable(
        emitter.plan.places[step.name],
        emitter.plan.holder(block),
        step.name,
        attrs,
        initial or tensor.name,
        shape,
        step.device,
        emitter.bare,
        "" if emitter.bare else plan.origin(emitter.page, emitter.inference, block.id),
        emitter.plan.free,
    )
    emitter.add(planned.nodes)
    return Expansion(dict(planned.outputs or {}), [step.name], planned.variable)


def _filled(emitter: Emitter, block: str, shape: list[int], tensor: tf.Tensor) -> str:
    """Return the name of a tensor of the shape with one number everywhere."""
    name, dims = emitter.name(block), f"{emitter.name(block)}/shape"
    at = emitter.plan.places[name]
    while dims in emitter.places:
        dims += "_"
    value = Value(np.array(shape, np.int32), "DT_INT32")
    emitter.add(
        [
            Node(
                dims,
                "Const",
                at._replace(pin="shape"),
                attrs={"dtype": ("type", "DT_INT32"), "value": ("tensor", value)},
                device=emitter.plan.steps[block].device,
            ),
            Node(
                f"{name}/initvalues",
                "Fill",
                at._replace(pin="initvalues"),
                [dims, tensor.name],
                {"T": ("type", name_of(tensor.dtype.base_dtype.as_datatype_enum)), "index_type": ("type", "DT_INT32")},
            ),
        ]
    )
    return f"{name}/initvalues:0"


def kept_values(page: str, variables: Iterable[Variable], begun: Begun) -> Iterator[Problem]:
    """Yield a problem for each variable that keeps a value though its initial value was edited."""
    for variable in dict.fromkeys(variables):
        if variable.origin and any(
            key == variable.key and origin not in ("", variable.origin) for key, origin in begun.get(variable.block, ())
        ):
            yield make_problem(KEPT_VALUE, inside(page, variable.block, "initvalues"))
