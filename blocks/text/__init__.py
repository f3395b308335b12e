"""Translatable phrases, and the start and output of programs; knows nothing of documents."""
