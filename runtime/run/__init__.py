"""Sessions: steps, state, and the results of a step."""
