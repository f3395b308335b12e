"""Types of a page while it is edited, inferred by TensorFlow."""
