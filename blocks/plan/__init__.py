"""The plan of a page: what stands between the page and TensorFlow.

In comes a page of native types with what `Inference` found of it; out comes a `Plan`, plain data: the nodes of the
blocks that are one op each, and a step for each composite block. Nothing here needs TensorFlow. What reads a plan, an
emitter, makes a graph of it (`runtime.compile.emitter`), and others can make a function's body or a script.

`nodes` holds the data, `names` the names of nodes, `outputs` those of tensors, `variables` plans variables, and
`planner` the rest.
"""
