"""TPU embedding without TensorFlow: what is said of its blocks and configs, and what mends them."""
