"""From a TensorFlow graph to pages.

In comes a `Model`, plain data that `runtime` reads from a file; out comes a document whose pages, planned, are the same
nodes again. Nothing here needs TensorFlow.
"""
