"""Blocks that give batches from data files."""

READ = (".csv", ".tsv", ".txt", ".npy")  # files that can be read; folders of images can be read, too
