"""The middle floor: compiles documents to TensorFlow graphs and runs them. No Qt here.

Only the worker process imports TensorFlow; `client`, `api` and `catalogue_cache` are what its parents use.
"""
