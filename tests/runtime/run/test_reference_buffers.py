"""Results in memory that TensorFlow changes in place."""

from types import SimpleNamespace

import numpy as np

from blockloom.runtime.run.step_fetches import ReferenceBuffers


def test_a_variable_that_has_a_value_later_is_known_then():
    held = {"A": np.zeros(2000), "B": np.zeros(2000)}
    given = {"A": True, "B": False}
    variables = [
        SimpleNamespace(key=("VariableV2", False, "DT_DOUBLE"), is_initialized=f"{name}?", read=name) for name in held
    ]

    def fetch(names):
        return lambda: [np.bool_(given[name[0]]) if name.endswith("?") else held[name] for name in names]

    buffers, other = ReferenceBuffers(variables, False, fetch), np.zeros(2000)

    def copied():
        return [new is not old for new, old in zip(buffers.apart([*held.values(), other]), [*held.values(), other])]

    assert copied() == [True, False, False]
    given["B"] = True
    assert copied() == [True, True, False]
