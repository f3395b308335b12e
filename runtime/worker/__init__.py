"""Worker process that runs TensorFlow, and its parent's side."""
