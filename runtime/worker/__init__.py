"""The process that runs TensorFlow, and its parent's side of it."""
