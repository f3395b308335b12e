"""The names of the block types of our own that are no ops of TensorFlow, but for those in `catalogue/signature.py` and
`catalogue/monitor_types.py`. What is known of each is in `catalogue/op_traits.py`.
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
# Types without a node in the graph: no block can wait for them.
NO_NODE = (SESSION, VALIDATION, FEED_BLOCK, QUEUE_RUNNER)


def is_own(block_type: str) -> bool:
    """Whether a block type has the name of one of our own, be there such a type or not."""
    return block_type.startswith(PREFIX)
