"""The plan of a page, between the page and TensorFlow.

The input is a page of native types with its `PageInference`; the output is a `PagePlan`, plain data: the nodes of the
blocks that are one op each, and a step for each composite block. Nothing here needs TensorFlow. An emitter makes a
graph from a plan (`runtime.compile.emitter`), and others can make a function's body or a script.

`plan_nodes` has the data and the names of tensors, `node_names` those of nodes. `planned_variables` plans variables,
and `planner` the rest.
"""
