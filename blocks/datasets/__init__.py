"""Blocks that give batches from data files."""
