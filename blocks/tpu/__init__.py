"""TPU embedding without TensorFlow: problems of its blocks and configs, and their fixes."""
