"""The result of expanding a step of a plan to ops."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import tensorflow as tf

from blockloom.blocks.plan.plan_nodes import Variable
from blockloom.runtime.compile.program import CreatedVariables, Probe


@dataclass
class Expansion:
    """The ops of an expanded block, and the data that sessions and scripts need of it.

    Attributes:
        outputs: By pin, the names of tensors, or a compile-time object.
        ends: The nodes that a control wire from the block waits for.
        variable: The variable of a block that is one.
        extra_variables: Variables that the block needs other than blocks; may grow until the graph is complete.
        created: Variables and ops that the block creates for its session.
        probe: The probe of a block that can block.
        has_state: Whether the block has a state that ends with the session.
        loss: The tensor of which the block computes gradients.
        trained: The blocks of the variables for which it computes gradients.
        pairs: These gradients, with the variables.
        descriptions: Texts for tensors that are not fetched.
    """

    outputs: dict[str, Any] = field(default_factory=dict)
    ends: list[str] = field(default_factory=list)
    variable: Variable | None = None
    extra_variables: list[Variable] | None = None
    created: CreatedVariables | None = None
    probe: Probe | None = None
    has_state: bool = False
    loss: str = ""
    trained: list[str] = field(default_factory=list)
    pairs: list[tuple[Any, tf.Variable]] = field(default_factory=list)
    descriptions: dict[str, str] = field(default_factory=dict)
