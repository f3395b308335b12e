"""A page as a Python script that uses TensorFlow and nothing of this project.

The input is the graph of a page, as the emitter made it, with its sessions; the output is the text of a script with two
functions: `build` builds the same nodes, and `main` runs them. `code` writes Python (every text of a document goes
through it), `tensors` the values of tensors and attrs, `nodes` nodes, `steps` composite blocks by TensorFlow's own
calls, `functions` the functions of the graph, `main` the function of this name, and `writer` the whole text.
`export` makes files of it, and builds the script to compare its graph with that of the page.
"""
