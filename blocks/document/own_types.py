"""Names of our block types that are not ops of TensorFlow.

`catalogue/page_signature.py` and `catalogue/monitor_types.py` have further ones. `catalogue/op_traits.py` has the facts
about each.
"""

from __future__ import annotations

PREFIX = "loom."
SESSION = "loom.Session"
VALIDATION = "loom.Validation"
FEED_BLOCK = "loom.Feed"
QUEUE_RUNNER = "loom.QueueRunner"
STATIC_SHAPE = "loom.StaticShape"
ACTIVATION = "loom.Activation"
VARIABLE = "loom.Variable"
RESOURCE_VARIABLE = "loom.ResourceVariable"
DIFFERENTIATE = "loom.Gradients"
COMPUTE_GRADIENTS = "loom.ComputeGradients"
APPLY_GRADIENTS = "loom.ApplyGradients"
MINIMIZE = "loom.Minimize"
GRADIENT_DESCENT = "loom.GradientDescentOptimizer"
ADAM = "loom.AdamOptimizer"
SYNC_REPLICAS = "loom.SyncReplicasOptimizer"
DROP_STALE = "loom.DropStaleGradientOptimizer"
# Types without a node in the graph, for which no block can wait.
NO_NODE = (SESSION, VALIDATION, FEED_BLOCK, QUEUE_RUNNER)


def is_own(block_type: str) -> bool:
    """Return whether a block type has the prefix of our types, even if there is no such type."""
    return block_type.startswith(PREFIX)
