"""Compile pages to TensorFlow graphs, and report TensorFlow's errors as problems."""
