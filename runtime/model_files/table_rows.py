"""The rows of mutable hash tables at the start of a model, for a checkpoint."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.model_files.export_graph import Exported
from blockloom.runtime.model_files.signature_graphs import shared_name
from blockloom.runtime.resources.tables import LookupTable

_CHANGE = ("table", "dense")  # the values of the trait `handed` for tables that a Saver saves


def table_rows(model: Exported) -> dict[str, np.ndarray]:
    """Return the keys and values of the tables of a model, by the names that a Saver uses.

    The names are TABLE-keys and TABLE-values.
    """
    tables = {node.name: shared_name(node) for node in model.graph.node if traits_of(node.op).handed in _CHANGE}
    if not tables:
        return {}
    nodes = {node.name: node for node in model.graph.node}
    fills = [name for name in model.fills if nodes[name].input[0].partition(":")[0] in tables]
    needed = tf.compat.v1.graph_util.extract_sub_graph(model.graph, [*tables, *fills])
    with tf.Graph().as_default() as graph, tf.compat.v1.Session(graph=graph) as session:
        tf.import_graph_def(needed, name="")
        for node in needed.node:
            if traits_of(node.op).variable == "resource":
                handle = graph.get_tensor_by_name(f"{node.name}:0")
                session.run(tf.raw_ops.AssignVariableOp(resource=handle, value=model.values[shared_name(node)]))
        for fill in fills:
            session.run(fill)
        found = dict[str, np.ndarray]()
        for name, saved in tables.items():
            rows = session.run(LookupTable((), graph.get_operation_by_name(name)).rows)
            found |= {f"{saved}-{part}": array for part, array in zip(("keys", "values"), rows)}
        return found
