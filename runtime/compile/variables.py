"""Variables with a wired initial value, and problems of variables with an edited initial value.

Other variables need no live tensor: see `blocks.plan.planned_variables`. An initial value that is edited later has no
effect by itself, and the window warns of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.resource_kinds import ACCUMULATORS
from blockloom.blocks.catalogue.tensor_shapes import shape_text
from blockloom.blocks.document.addresses import address, inside
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.document.pages import Block
from blockloom.blocks.plan import planned_variables as plan
from blockloom.blocks.plan.plan_nodes import Node, Variable, VariableKey
from blockloom.blocks.problems import KEPT_VALUE, Problem, make_problem
from blockloom.blocks.values.dtypes import SPARSE, name_of
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.program import Expansion

Begun = Mapping[str, set[tuple[VariableKey, str]]]  # block -> (key, origin) of each value that it has


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


def misfits(emitter: Emitter, blocks: Iterable[str] | None = None) -> Iterator[Problem]:
    """Yield a problem for each gradient whose shape differs from the shape of its accumulator.

    TensorFlow itself checks these shapes only while the graph runs.

    Args:
        emitter: The emitter with the finished graph.
        blocks: The ids of the blocks to check; None for all.
    """
    have = emitter.page.blocks
    for block in have.values() if blocks is None else map(have.__getitem__, blocks):
        traits = traits_of(block.type)
        if traits.gradients != "apply" or SPARSE in traits.handle_inputs["handle"] or block.id in emitter.left_out:
            continue
        try:
            op = emitter.graph.get_operation_by_name(emitter.name(block.id))
        except KeyError:
            continue  # the block is not in the graph yet
        maker, gradient = op.inputs[0].op, op.inputs[2].shape
        holds = tf.TensorShape(maker.get_attr("shape") if traits_of(maker.type).makes in ACCUMULATORS else None)
        if not holds.is_compatible_with(gradient):
            name = emitter.place(maker.name).block
            yield make_problem(
                "refused:accumulator-shape",
                address(emitter.page.name, block.id, "gradient"),
                gradient=shape_text(gradient.as_list()),
                maker=name,
                holds=shape_text(holds.as_list()),
            )
