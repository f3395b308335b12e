"""The middle floor: compiles documents to TensorFlow graphs and runs them. No Qt here.

Only the worker process imports TensorFlow; its parents use `client`, `api` and `catalogue_cache`.
"""
