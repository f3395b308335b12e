"""A page as a Python script that uses TensorFlow and nothing of this project.

The input is the graph of a page, as the emitter made it, with its sessions; the output is the text of a script with two
functions: `build` builds the same nodes, and `main` runs them. `tensors` writes values, `script_nodes` nodes,
`script_steps` composite blocks by TensorFlow's own calls, `script_functions` the functions of the graph, `script_main`
the function `main`, and `writer` the whole text. `writer.export` makes files of it, and builds the script to compare
its graph with that of the page.
"""
