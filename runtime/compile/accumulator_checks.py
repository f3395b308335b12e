"""Check the shapes of gradients against their accumulators."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.resource_kinds import ACCUMULATORS
from blockloom.blocks.catalogue.tensor_shapes import shape_text
from blockloom.blocks.document.addresses import address
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.values.dtypes import SPARSE
from blockloom.runtime.compile.emitter import Emitter


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
