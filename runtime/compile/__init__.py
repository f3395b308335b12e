"""A page becomes a TensorFlow graph, and what TensorFlow says of it becomes problems."""
