"""The names of the block types of our own that are no ops of TensorFlow, but for those in `catalogue/signature.py` and
`catalogue/monitor_types.py`. What is known of each is in `catalogue/op_traits.py`."""

from __future__ import annotations

PREFIX = "loom."
SESSION, FEED_BLOCK, STATIC_SHAPE = "loom.Session", "loom.Feed", "loom.StaticShape"
VARIABLE, RESOURCE_VARIABLE = "loom.Variable", "loom.ResourceVariable"
DIFFERENTIATE, COMPUTE_GRADIENTS, APPLY_GRADIENTS, MINIMIZE = (
    "loom.Gradients", "loom.ComputeGradients", "loom.ApplyGradients", "loom.Minimize")
GRADIENT_DESCENT, ADAM = "loom.GradientDescentOptimizer", "loom.AdamOptimizer"
SYNC_REPLICAS, DROP_STALE = "loom.SyncReplicasOptimizer", "loom.DropStaleGradientOptimizer"


def is_own(block_type: str) -> bool:
    """Whether a type is one of our own by its name, be there such a type or not."""
    return block_type.startswith(PREFIX)
