"""The search for the block that makes a shape unknown."""

from __future__ import annotations

from collections.abc import Callable

import tensorflow as tf

from blockloom.blocks.document.addresses import Address


class Causes:
    """The blocks that make shapes unknown, by tensor.

    Args:
        place: returns the address of a node.
        known: the blocks for tensors of stand-ins, which have no inputs.
    """

    def __init__(self, place: Callable[[str], Address], known: dict[str, str]):
        self._place, self._known = place, known
        self._found: dict[str, str] = {}

    def clear(self) -> None:
        """Clear the results after ops are replaced."""
        self._found.clear()

    def cause_of(self, tensor: tf.Tensor) -> str:
        """Return the first block, from a tensor upstream, whose inputs all have known shapes."""
        chain, seen = [], set()
        while tensor.name not in self._found and tensor.name not in seen:
            chain.append(tensor.name)
            seen.add(tensor.name)
            rank = tensor.shape.rank
            worse = next((t for t in tensor.op.inputs if t.shape.rank is None), None)
            if worse is None and rank is not None:
                worse = next((t for t in tensor.op.inputs if not t.shape.is_fully_defined()), None)
            if worse is None:
                self._found[tensor.name] = self._known.get(tensor.name) or self._place(tensor.op.name).block
                break
            tensor = worse
        cause = self._found.get(tensor.name) or self._place(tensor.op.name).block
        self._found.update((name, cause) for name in chain)
        return cause
