"""A page as a Python script that uses TensorFlow and nothing of this project.

In comes the graph of a page, as the emitter made it, and what its sessions do; out goes the text of a script that
builds the same nodes and runs them the same way. `code` writes Python (every text of a document goes through it),
`tensors` the values of tensors and attrs, `nodes` nodes, `steps` what composite blocks do by TensorFlow's own calls,
`functions` the functions of the graph, `sessions` what is run, and `writer` puts it together. `export` makes files of
it, and builds what was written to compare it with the page.
"""
