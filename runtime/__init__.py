"""The middle floor: compiles documents to TensorFlow graphs and runs them. No Qt here.

Only the worker's side of this package imports TensorFlow (`registry`, `compiler`, `session`, `worker` ...); `client`
and `catalogue_cache` are what its parents use, and they do not.
"""
